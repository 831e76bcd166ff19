#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The owner of another extension: the wheel, a compiler, Boost and CMake, in a folder outside the tree.

A C++ project, a bare compiler and an extension built by pip find the headers that the wheel carries, and give its numbers.

    python3 tests/packages/with_the_wheel.py [WHEEL]    the newest of dist/ for this Python where none is named
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CXX = os.environ.get("CXX", "g++")


def done(*words: object, cwd: Path, **environment: str) -> str:
    """What a command prints; it must succeed."""
    found = subprocess.run([str(w) for w in words], capture_output=True, text=True, cwd=cwd, env={**os.environ, **environment})
    assert found.returncode == 0, f"{words}: exit {found.returncode}\n{found.stdout[-4000:]}{found.stderr[-4000:]}"
    return found.stdout


def newest() -> Path:
    """The last wheel that was built for this Python."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    found = sorted(ROOT.glob(f"dist/scaling_limits-*-{tag}-{tag}-*.whl"), key=lambda path: path.stat().st_mtime)
    assert found, f"dist/ holds no wheel for {tag}: make wheels PYTHONS=python3"
    return found[-1]


def main() -> None:
    """Each of the three ways, in turn."""
    wheel = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else newest()
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        done(sys.executable, "-m", "venv", here / "venv", cwd=here)
        python = here / "venv/bin/python"
        pip = (python, "-m", "pip", "--disable-pip-version-check")
        done(*pip, "install", "--quiet", wheel, cwd=here)

        asked = "print(sl.get_include(), sl.get_cmake_dir(), sl.__version__, sl.checkpoint.optimal_interval(2.5, 11000))"
        include, cmake_dir, version, number = done(python, "-c", f"import scaling_limits as sl; {asked}", cwd=here).split()
        assert Path(include).is_relative_to(here) and Path(cmake_dir).is_relative_to(here)
        said = f"scaling_limits {version}: save every {float(number):.1f} s\n"

        # a C++ project that is told where the package lies, and one that has its prefix on the path
        source = here / "consumer"
        shutil.copytree(ROOT / "tests/consumer", source)
        prefix = Path(include).parent
        for place, found in (("told", f"-Dscaling_limits_DIR={cmake_dir}"), ("prefix", f"-DCMAKE_PREFIX_PATH={prefix}")):
            components = "eigen" if place == "told" and Path("/usr/include/eigen3").exists() else ""
            options = (f"-DCMAKE_CXX_COMPILER={CXX}", "-DHOW=package", f"-DCOMPONENTS={components}", found)
            done("cmake", "-S", source, "-B", here / place, *options, cwd=here)
            done("cmake", "--build", here / place, cwd=here)
            cache = (here / place / "CMakeCache.txt").read_text()
            assert re.search(rf"^scaling_limits_DIR:\w+={re.escape(cmake_dir)}$", cache, re.M)
            assert done(here / place / "consumer", cwd=here) == said
        print("a C++ project finds the package of the wheel")

        # a compiler alone
        done(CXX, "-std=c++20", f"-I{include}", source / "main.cpp", "-o", here / "alone", cwd=here)
        assert done(here / "alone", cwd=here) == said
        print("a compiler finds its headers")

        # an extension that lists us in build-system.requires: pip builds it apart from what is installed
        extension = here / "extension"
        shutil.copytree(ROOT / "examples/extension", extension)
        (here / "constraints").write_text(f"scaling-limits @ {wheel.as_uri()}\n")
        constraint = {"PIP_CONSTRAINT": str(here / "constraints"), "PIP_BUILD_CONSTRAINT": str(here / "constraints")}
        answer = "import steps_between_saves as s; print(s.steps_between_saves(write_time=2.5, mtbf=11000, step_time=1))"
        done(*pip, "install", "--quiet", ".", cwd=extension, CXX=CXX, **constraint)
        assert float(done(python, "-c", answer, cwd=here)) == float(number)
        print("an extension that asks pip for the wheel is built with its headers, and gives its number")


if __name__ == "__main__":
    main()
