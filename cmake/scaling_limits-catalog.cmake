# scaling_limits::catalog, for this build and for the installed package: the catalogue compiled once, on demand, for all
# programs that link it (catalog/compiled.hpp).
function(scaling_limits_add_catalog headers)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/scaling_limits_catalog.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"scaling_limits/catalog/compiled.hpp\"\n")
  add_library(scaling_limits_catalog STATIC EXCLUDE_FROM_ALL ${source})
  add_library(scaling_limits::catalog ALIAS scaling_limits_catalog)
  set_target_properties(scaling_limits_catalog PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(scaling_limits_catalog PUBLIC ${headers})
  target_compile_definitions(scaling_limits_catalog INTERFACE SCALING_LIMITS_CATALOG_COMPILED)
endfunction()
