# The parsers that catalog/text.hpp includes, for this build and for the installed package: nlohmann_json::nlohmann_json and
# scaling_limits::tomlplusplus, where they are found. Of toml++ the headers are enough: Debian's own target is a shared
# library, which a Python extension would have to carry along.
macro(scaling_limits_find_parsers)
  if(NOT TARGET nlohmann_json::nlohmann_json)
    find_package(nlohmann_json 3.10 CONFIG QUIET)
  endif()
  if(NOT TARGET scaling_limits::tomlplusplus)
    find_path(SCALING_LIMITS_TOMLPLUSPLUS toml++/toml.h DOC "Where <toml++/toml.h> is")
    mark_as_advanced(SCALING_LIMITS_TOMLPLUSPLUS)
    if(SCALING_LIMITS_TOMLPLUSPLUS)
      add_library(scaling_limits::tomlplusplus INTERFACE IMPORTED)
      target_include_directories(scaling_limits::tomlplusplus SYSTEM INTERFACE ${SCALING_LIMITS_TOMLPLUSPLUS})
    endif()
  endif()
endmacro()
