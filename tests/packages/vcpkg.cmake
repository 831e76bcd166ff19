# SPDX-License-Identifier: Apache-2.0
# A port without vcpkg: what its functions do for a package of headers, at their plainest.
#
#   cmake -DPORTFILE=... -DWORK=... [-DFEATURES=eigen;text] -P vcpkg.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(CMAKE_CURRENT_LIST_DIR ${PORTFILE} DIRECTORY)
get_filename_component(PORT ${CMAKE_CURRENT_LIST_DIR} NAME)
set(CURRENT_PACKAGES_DIR ${WORK}/packages)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" OUT_FEATURE_OPTIONS INVERTED_FEATURES)
  set(options "")
  while(arg_INVERTED_FEATURES)
    list(POP_FRONT arg_INVERTED_FEATURES feature variable)
    if(feature IN_LIST FEATURES)
      list(APPEND options -D${variable}=OFF)
    else()
      list(APPEND options -D${variable}=ON)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()

function(vcpkg_download_distfile out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILENAME;SHA512" URLS)
  file(DOWNLOAD ${arg_URLS} ${WORK}/${arg_FILENAME} EXPECTED_HASH SHA512=${arg_SHA512})
  set(${out} ${WORK}/${arg_FILENAME} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" ARCHIVE "")
  file(ARCHIVE_EXTRACT INPUT ${arg_ARCHIVE} DESTINATION ${WORK}/source)
  file(GLOB top ${WORK}/source/*)
  set(${out} ${top} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH "OPTIONS;MAYBE_UNUSED_VARIABLES")
  run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target install)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
  file(RENAME ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME})
  # what lies a folder higher than it was installed counts one folder less up to the prefix
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  file(GLOB targets ${CURRENT_PACKAGES_DIR}/share/${arg_PACKAGE_NAME}/*-targets.cmake)
  foreach(file IN LISTS targets)
    file(READ ${file} text)
    string(REPLACE "${up}${up}" "${up}" text "${text}")
    file(WRITE ${file} "${text}")
  endforeach()
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(COPY_FILE ${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share/${PORT})
include(${PORTFILE})
