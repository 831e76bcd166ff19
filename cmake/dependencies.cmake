# What we stand on: found, else fetched at a pinned release. Nothing here sets a global flag.
#
#   Boost.Math   the library itself; 1.74 or later
#   Eigen        scaling_limits::eigen; 3.4 or 5
#   Catch2       tests; 3.5 or later
#   benchmark    benchmarks
include(FetchContent)

# Boost: its headers only
find_package(Boost 1.74 CONFIG QUIET)

function(scaling_limits_fetch name url hash)
  message(STATUS "scaling_limits: ${name} not found, fetched from ${url}")
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP ON ${ARGN})
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

function(scaling_limits_link_boost target)
  target_link_libraries(${target} INTERFACE Boost::headers)
endfunction()

# Eigen: asked for without a version, because Eigen 5 refuses to be asked for 3.4
macro(scaling_limits_need_eigen)
  find_package(Eigen3 QUIET NO_MODULE)
  if(Eigen3_FOUND AND Eigen3_VERSION VERSION_LESS 3.4)
    message(FATAL_ERROR "scaling_limits: Eigen ${Eigen3_VERSION} found, 3.4 or later needed")
  endif()
endmacro()

function(scaling_limits_link_eigen target)
  target_link_libraries(${target} INTERFACE Eigen3::Eigen)
endfunction()

macro(scaling_limits_need_catch2)
  find_package(Catch2 3.5 REQUIRED)
endmacro()

macro(scaling_limits_need_benchmark)
  find_package(benchmark REQUIRED)
endmacro()
