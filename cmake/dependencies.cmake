# What we stand on: found, else fetched at a pinned release. Nothing here sets a global flag, and who includes us pays only
# for the library's own line.
#
#   Boost.Math            the library             1.74 or later; its headers only
#   Boost.Multiprecision  our tests               likewise
#   Eigen                 scaling_limits::eigen   3.4 or 5
#   nlohmann_json, toml++ scaling_limits::text    3.10 or later, 3.0 or later
#   Catch2                our tests               3.5 or later
#   benchmark             our benchmarks
include(FetchContent)

# The archive at URL on this machine, for FetchContent to unpack; where it cannot be had, one sentence says what to install.
function(scaling_limits_download archive name url hash needs packages)
  set(${archive} ${url} PARENT_SCOPE)
  string(TOLOWER ${name} lower)
  string(TOUPPER ${name} upper)
  if(FETCHCONTENT_SOURCE_DIR_${upper})
    return()
  endif()
  if(FETCHCONTENT_FULLY_DISCONNECTED)
    if(EXISTS ${FETCHCONTENT_BASE_DIR}/${lower}-src)
      return()
    endif()
    set(reason "FETCHCONTENT_FULLY_DISCONNECTED is on")
  else()
    set(file ${FETCHCONTENT_BASE_DIR}/${lower}.archive)
    set(found "")
    if(EXISTS ${file})
      file(SHA256 ${file} found)
    endif()
    if(NOT found STREQUAL hash)
      message(STATUS "scaling_limits: fetching ${url}")
      file(DOWNLOAD ${url} ${file} STATUS status INACTIVITY_TIMEOUT 15)
      list(GET status 0 failed)
      list(GET status 1 reason)
      string(REPLACE "\"" "" reason "${reason}")
      if(NOT failed)
        file(SHA256 ${file} found)
        set(reason "what came is not the expected archive")
      endif()
    endif()
    if(found STREQUAL hash)
      set(${archive} ${file} PARENT_SCOPE)
      return()
    endif()
    file(REMOVE ${file})
  endif()
  message(FATAL_ERROR "scaling_limits needs ${needs}, which was not found and could not be fetched (${reason}): "
    "install it, ${packages}.")
endfunction()

# A header-only library as target NAME, from an archive whose include directory is SUBDIR; its own CMake code is not run.
function(scaling_limits_fetch_headers name subdir url hash needs packages)
  if(NOT TARGET ${name})
    scaling_limits_download(archive ${name} ${url} ${hash} ${needs} ${packages})
    FetchContent_Declare(${name} URL ${archive} URL_HASH SHA256=${hash} SOURCE_SUBDIR none DOWNLOAD_EXTRACT_TIMESTAMP ON)
    FetchContent_MakeAvailable(${name})
    FetchContent_GetProperties(${name} SOURCE_DIR directory)
    add_library(${name} INTERFACE)
    target_include_directories(${name} SYSTEM INTERFACE ${directory}/${subdir})
  endif()
endfunction()

function(scaling_limits_fetch_boost library hash)
  scaling_limits_fetch_headers(scaling_limits_boost_${library} include
    https://github.com/boostorg/${library}/archive/refs/tags/boost-1.87.0.tar.gz ${hash}
    "Boost 1.74 or later" "libboost-dev (apt), boost-devel (dnf), boost (brew) or libboost-headers (conda)")
endfunction()

# The installed package always asks for an installed Boost, however this tree was built.
function(scaling_limits_link_boost target)
  if(NOT TARGET Boost::headers)
    find_package(Boost 1.74 CONFIG QUIET)
  endif()
  if(TARGET Boost::headers)
    target_link_libraries(${target} INTERFACE Boost::headers)
  else()
    scaling_limits_fetch_boost(math 33bc8bebff5e0f929397b84b52afbe9d0202d7b4ca68dc6516b08acba5edf023)
    target_compile_definitions(scaling_limits_boost_math INTERFACE BOOST_MATH_STANDALONE)
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:scaling_limits_boost_math> $<INSTALL_INTERFACE:Boost::headers>)
  endif()
endfunction()

function(scaling_limits_link_multiprecision target)
  if(NOT TARGET Boost::headers)
    scaling_limits_fetch_boost(multiprecision 459f1d9c3f0fcaa288d3328ee55e0ada5235cd04104cf7ac7955b60e31cb0221)
    scaling_limits_fetch_boost(config e3e2639f5d8a6f6bac80f9883596d75a60038d4f0c9fc8c9507dcddf4d7427e4)
    target_compile_definitions(scaling_limits_boost_multiprecision INTERFACE BOOST_MP_STANDALONE)
    target_link_libraries(${target} PRIVATE scaling_limits_boost_multiprecision scaling_limits_boost_config)
  endif()
endfunction()

# Asked for without a version, because Eigen 5 refuses to be asked for 3.4.
function(scaling_limits_link_eigen target)
  if(NOT TARGET Eigen3::Eigen)
    find_package(Eigen3 QUIET NO_MODULE)
    if(Eigen3_FOUND AND Eigen3_VERSION VERSION_LESS 3.4)
      message(FATAL_ERROR "scaling_limits: found Eigen ${Eigen3_VERSION} in ${Eigen3_DIR}, 3.4 or later is needed")
    endif()
  endif()
  if(TARGET Eigen3::Eigen)
    target_link_libraries(${target} INTERFACE Eigen3::Eigen)
  else()
    scaling_limits_fetch_headers(scaling_limits_fetched_eigen .
      https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.zip
      1ccaabbfe870f60af3d6a519c53e09f3dcf630207321dffa553564a8e75c4fc8
      "Eigen 3.4 or later" "libeigen3-dev (apt), eigen3-devel (dnf) or eigen (brew, conda)")
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:scaling_limits_fetched_eigen> $<INSTALL_INTERFACE:Eigen3::Eigen>)
  endif()
endfunction()

# Where both parsers are found, or may be fetched; else there is no scaling_limits::text.
include(${CMAKE_CURRENT_LIST_DIR}/scaling_limits-parsers.cmake)
function(scaling_limits_link_parser target parser fetched url hash needs packages)
  if(TARGET ${parser})
    target_link_libraries(${target} INTERFACE ${parser})
  else()
    scaling_limits_fetch_headers(${fetched} include ${url} ${hash} ${needs} ${packages})
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:${fetched}> $<INSTALL_INTERFACE:${parser}>)
  endif()
endfunction()

function(scaling_limits_link_parsers target)
  scaling_limits_link_parser(${target} nlohmann_json::nlohmann_json scaling_limits_fetched_json
    https://github.com/nlohmann/json/releases/download/v3.12.0/json.tar.xz
    42f6e95cad6ec532fd372391373363b62a14af6d771056dbfc86160e6dfff7aa
    "nlohmann_json 3.10 or later" "nlohmann-json3-dev (apt), json-devel (dnf), nlohmann-json (brew) or nlohmann_json (conda)")
  scaling_limits_link_parser(${target} scaling_limits::tomlplusplus scaling_limits_fetched_tomlplusplus
    https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.4.0.tar.gz
    8517f65938a4faae9ccf8ebb36631a38c1cadfb5efa85d9a72e15b9e97d25155
    "toml++ 3 or later" "libtomlplusplus-dev (apt), tomlplusplus-devel (dnf) or tomlplusplus (brew, conda)")
endfunction()

# Macros, because the imported targets and the module path must reach the caller.
macro(scaling_limits_need_catch2)
  if(NOT TARGET Catch2::Catch2WithMain)
    find_package(Catch2 3.5 QUIET CONFIG)
  endif()
  if(NOT TARGET Catch2::Catch2WithMain)
    set(hash c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
    scaling_limits_download(archive Catch2 https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz ${hash}
      "Catch2 3.5 or later for its tests" "catch2 (apt, brew, conda) or catch-devel (dnf), or set SCALING_LIMITS_BUILD_TESTS to OFF")
    FetchContent_Declare(Catch2 URL ${archive} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP ON)
    FetchContent_MakeAvailable(Catch2)
    list(APPEND CMAKE_MODULE_PATH ${catch2_SOURCE_DIR}/extras)
  endif()
endmacro()

macro(scaling_limits_need_benchmark)
  find_package(benchmark QUIET CONFIG)
  if(NOT TARGET benchmark::benchmark_main)
    set(hash 32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981)
    scaling_limits_download(archive benchmark https://github.com/google/benchmark/archive/refs/tags/v1.9.1.tar.gz ${hash}
      "Google Benchmark for its benchmarks" "libbenchmark-dev (apt), google-benchmark-devel (dnf), google-benchmark (brew) or benchmark (conda)")
    FetchContent_Declare(benchmark URL ${archive} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP ON)
    set(BENCHMARK_ENABLE_TESTING OFF)
    set(BENCHMARK_ENABLE_INSTALL OFF)
    FetchContent_MakeAvailable(benchmark)
  endif()
endmacro()
