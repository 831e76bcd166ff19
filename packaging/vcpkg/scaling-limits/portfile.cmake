# SPDX-License-Identifier: Apache-2.0
# vcpkg's recipe, an overlay port: vcpkg install scaling-limits --overlay-ports=packaging/vcpkg
set(VCPKG_BUILD_TYPE release)  # headers alone

# [source] the clone that the port lies in
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
# [/source]

vcpkg_check_features(OUT_FEATURE_OPTIONS without INVERTED_FEATURES
  eigen CMAKE_DISABLE_FIND_PACKAGE_Eigen3
  text CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${without} -DFETCHCONTENT_FULLY_DISCONNECTED=ON
  MAYBE_UNUSED_VARIABLES CMAKE_DISABLE_FIND_PACKAGE_Eigen3 CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME scaling_limits CONFIG_PATH share/cmake/scaling_limits)

vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
