# SPDX-License-Identifier: Apache-2.0
"""Conan's recipe, for a clone: `conan create packaging/conan`. Headers alone: nothing is compiled, no setting matters."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir


class ScalingLimits(ConanFile):
    name = "scaling_limits"
    license = "Apache-2.0"
    description = "How large a training run can get before failures, checkpoints and communication eat it"
    topics = ("training", "checkpointing", "reliability", "scaling", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"eigen": [True, False], "text": [True, False]}
    default_options = {"eigen": False, "text": False, "boost/*:header_only": True}
    no_copy_source = True

    def set_version(self):
        header = Path(self.recipe_folder, "../../include/scaling_limits/version.hpp")
        self.version = re.search(r'define SCALING_LIMITS_VERSION "(.*)"', header.read_text())[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*"):
            copy(self, pattern, Path(self.recipe_folder, "../.."), self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74]")
        if self.options.eigen:
            self.requires("eigen/[>=3.4]")
        if self.options.text:
            self.requires("nlohmann_json/[>=3.10]")
            self.requires("tomlplusplus/[>=3.0]")

    def package_id(self):
        self.info.settings.clear()
        self.info.requires.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["FETCHCONTENT_FULLY_DISCONNECTED"] = True
        toolchain.cache_variables["CMAKE_DISABLE_FIND_PACKAGE_Eigen3"] = not self.options.eigen
        toolchain.cache_variables["CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json"] = not self.options.text
        toolchain.generate()

    generators = "CMakeDeps"

    def build(self):
        CMake(self).configure()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))
        rmdir(self, Path(self.package_folder, "lib"))

    def package_info(self):
        # our own package file, with its components, is what find_package finds
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["share/cmake/scaling_limits"]
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
