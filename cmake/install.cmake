# Install and package config: find_package(scaling_limits [COMPONENTS calibrate catalog eigen text]). All of it is the install component
# `headers`, which the Python package holds too, in its own folder.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/scaling_limits)  # headers only: nothing depends on the architecture

install(TARGETS scaling_limits EXPORT scaling_limits-targets FILE_SET HEADERS COMPONENT headers)
install(EXPORT scaling_limits-targets NAMESPACE scaling_limits:: DESTINATION ${package_dir} COMPONENT headers)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/scaling_limits-catalog.cmake DESTINATION ${package_dir} COMPONENT headers)
if(TARGET scaling_limits_eigen)
  install(TARGETS scaling_limits_eigen EXPORT scaling_limits-eigen-targets FILE_SET HEADERS COMPONENT headers)
  install(EXPORT scaling_limits-eigen-targets NAMESPACE scaling_limits:: DESTINATION ${package_dir} COMPONENT headers)
endif()
if(TARGET scaling_limits_parsers)
  install(TARGETS scaling_limits_parsers EXPORT scaling_limits-parsers-targets FILE_SET HEADERS COMPONENT headers)
  install(EXPORT scaling_limits-parsers-targets NAMESPACE scaling_limits:: DESTINATION ${package_dir} COMPONENT headers)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/scaling_limits-parsers.cmake DESTINATION ${package_dir} COMPONENT headers)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/scaling_limits-config.cmake.in
  ${PROJECT_BINARY_DIR}/scaling_limits-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scaling_limits-config-version.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/scaling_limits-config.cmake ${PROJECT_BINARY_DIR}/scaling_limits-config-version.cmake
  DESTINATION ${package_dir} COMPONENT headers)
