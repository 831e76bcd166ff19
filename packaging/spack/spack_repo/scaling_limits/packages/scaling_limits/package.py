# SPDX-License-Identifier: Apache-2.0
"""Spack's recipe, for a clone: `spack dev-build scaling-limits`, with packaging/spack/spack_repo/scaling_limits added."""

from spack.package import *
from spack_repo.builtin.build_systems.cmake import CMakePackage


class ScalingLimits(CMakePackage):
    """How large a training run can get before failures, checkpoints and communication eat it"""

    license("Apache-2.0", checked_by="scaling_limits")

    # [source] a clone: spack dev-build, or spack develop
    version("0.1.0")
    # [/source]

    variant("eigen", default=False, description="Arrays and fits through Eigen")
    variant("text", default=False, description="Questions and answers as JSON and TOML")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("boost@1.74:")
    depends_on("eigen@3.4:", when="+eigen")
    depends_on("nlohmann-json@3.10:", when="+text")
    depends_on("tomlplusplus@3.0:", when="+text")

    conflicts("%gcc@:11", msg="scaling_limits is written in C++20: GCC 12 or later")
    conflicts("%clang@:13", msg="scaling_limits is written in C++20: Clang 14 or later")

    def cmake_args(self):
        return [
            self.define("FETCHCONTENT_FULLY_DISCONNECTED", True),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_Eigen3", "+eigen" not in self.spec),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json", "+text" not in self.spec),
        ]
