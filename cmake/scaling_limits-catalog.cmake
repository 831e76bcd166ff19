# The catalogue compiled once, on demand, for all programs that link it; for this build and for the installed package:
#
#   scaling_limits::catalog     all that can be chosen and asked
#   scaling_limits::text        and JSON and TOML in and out
#   scaling_limits::calibrate   the question of that name
#
# A unit is a source of headers of catalog/defined/: those that stand together, without a line between, in catalog/all.hpp;
# it has the name of the first.

# A static library of the units whose names match a pattern, or do not.
function(scaling_limits_add_units name include mode pattern)
  set(list ${include}/scaling_limits/catalog/all.hpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(READ ${list} text)
  string(REGEX MATCHALL "(#include \"defined/[^\n]*\n)+" units "${text}")
  list(FILTER units ${mode} REGEX "^#include \"defined/${pattern}")
  set(sources "")
  foreach(unit IN LISTS units)
    string(REGEX MATCH "defined/([a-z0-9_]+)" first "${unit}")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/scaling_limits_catalog/${CMAKE_MATCH_1}.cpp)
    string(REPLACE "\"defined/" "\"scaling_limits/catalog/defined/" unit "${unit}")
    file(CONFIGURE OUTPUT ${source} CONTENT "${unit}")
    list(APPEND sources ${source})
  endforeach()
  add_library(scaling_limits_${name} STATIC EXCLUDE_FROM_ALL ${sources})
  add_library(scaling_limits::${name} ALIAS scaling_limits_${name})
  set_target_properties(scaling_limits_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

set(scaling_limits_writing "(ask|text_)")
set(scaling_limits_fitting "questions_calibrate")

function(scaling_limits_add_catalog include)
  scaling_limits_add_units(catalog ${include} EXCLUDE "(${scaling_limits_writing}|${scaling_limits_fitting})")
  target_link_libraries(scaling_limits_catalog PUBLIC scaling_limits::scaling_limits)
  # what each unit reads is parsed once for all; a unit with options of its own reads it itself (SKIP_PRECOMPILE_HEADERS)
  target_precompile_headers(scaling_limits_catalog PRIVATE <scaling_limits/catalog/json_schema.hpp>
    <scaling_limits/catalog/parts.hpp> <scaling_limits/catalog/question.hpp>)
endfunction()

function(scaling_limits_add_text include)
  scaling_limits_add_units(text ${include} INCLUDE ${scaling_limits_writing})
  target_link_libraries(scaling_limits_text PRIVATE scaling_limits::parsers PUBLIC scaling_limits::catalog)
endfunction()

function(scaling_limits_add_calibrate include)
  scaling_limits_add_units(calibrate ${include} INCLUDE ${scaling_limits_fitting})
  target_link_libraries(scaling_limits_calibrate PRIVATE scaling_limits::eigen PUBLIC scaling_limits::catalog)
endfunction()
