#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The planner: a C++ compiler and the README. Asserts what the first program meets, right and wrong.

Needs a compiler (CXX, else g++), Boost and CMake; nothing of the clone is built: `python3 tests/newcomer/with_a_compiler.py`.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CXX = os.environ.get("CXX", "g++")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]

PLANNER = """
#include <cstdio>
#include <optional>
#include <string>
#include "scaling_limits/scaling_limits.hpp"
using namespace scaling_limits;
using namespace std;
int main() {
  const TrainingRun<> run{.gpus = 24'576,
                          .gpu_mttf = failures::gpu_mttf_from_mtbf(3 * units::hour, 24'576),
                          .checkpoint_bytes = 3 * units::TB,
                          .write_bandwidth = 400 * units::GB,
                          .initialization_time = 7 * units::minute};
  const strategies::Blocking<> mine{.own_interval = 600};
  const optional<string> none;
  const auto best = strategies::blocking();
  printf("%.4f %.4f\\n", strategies::goodput(run, best), strategies::goodput(run, mine));
  const auto chip = published::chip("h100");
  printf("%.2f\\n", chip.achieved_flops / chip.peak_flops);
  const auto life = failures::Weibull<dual<double>>{.shape = dual<double>(0.7), .scale = dual<double>(1e4, 1)};
  printf("%d\\n", life.survival(5000.).slope > 0);
  for (const TrainingRun<>& wrong : {TrainingRun<>{}, TrainingRun<>{.gpus = -1}}) try {
      printf("%f\\n", strategies::goodput(wrong, mine));
    } catch (const DomainError& error) {
      printf("%s\\n", error.what());
    }
  return none ? 1 : 0;
}
"""


def done(*words: object, code: int | None = 0, cwd: Path = ROOT) -> str:
    """What a command prints; it must end with that code."""
    found = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd)
    text = found.stdout + found.stderr
    assert code is None or found.returncode == code, f"{words}: exit {found.returncode}\n{text[:4000]}"
    return text


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # the first block of the README, by the line that stands there
        readme = (ROOT / "README.md").read_text()
        (folder / "my_plan.cpp").write_text(re.search(r"```cpp\n(.*?)```", readme, re.S)[1])
        (line,) = re.findall(r"^\$ (g\+\+ .*my_plan.*)$", readme, re.M)
        line = line.replace("g++", CXX).replace("-I include", f"-I {ROOT}/include")
        done("bash", "-c", line, cwd=folder)
        said = re.search(r"Both print\s+```console\n(.*?)```", readme, re.S)[1]
        assert done(folder / "my_plan") == said, said

        # one's own program, with every warning an error
        (folder / "planner.cpp").write_text(PLANNER)
        done(CXX, "-std=c++20", "-I", ROOT / "include", *WARNINGS, "planner.cpp", "-o", "planner", cwd=folder)
        first, share, keeps_slope, *refusals = done(folder / "planner").splitlines()
        best, own = map(float, first.split())
        assert abs(best - 0.926) < 0.001 and own < best, first
        assert share == "0.40" and keeps_slope == "1", (share, keeps_slope)
        assert "gpus = nan must be > 0" in refusals[0] and "gpus = -1 must be > 0" in refusals[1], refusals

        # without the flag, the first error and the only one is ours
        for header in ("scaling_limits/scaling_limits.hpp", "scaling_limits/checkpoint/interval.hpp"):
            (folder / "old.cpp").write_text(f'#include "{header}"\n')
            text = done(CXX, "-std=c++17", "-I", ROOT / "include", "-fsyntax-only", "old.cpp", code=1, cwd=folder)
            assert all(word in text for word in ("scaling_limits", "C++20", "-std=c++20")), text
            assert text.count("\n") <= 12, text

        # without Boost and without network: one sentence, at once
        bare = ["-DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON", "-DFETCHCONTENT_FULLY_DISCONNECTED=ON"]
        text = done("cmake", "-S", ROOT, "-B", folder / "bare", *bare, code=1)
        assert "scaling_limits needs Boost" in text and "libboost-dev" in text, text

        # three lines of CMake, from an installation that compiles nothing
        build, prefix = folder / "build", folder / "prefix"
        done("cmake", "-S", ROOT, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}")
        assert "Building" not in done("cmake", "--build", build)
        done("cmake", "--install", build)
        (lines,) = re.findall(r"```cmake\n(.*?)```", readme, re.S)
        project = "cmake_minimum_required(VERSION 3.20)\nproject(mine CXX)\n"
        (folder / "CMakeLists.txt").write_text(project + lines)
        done("cmake", "-S", folder, "-B", folder / "mine", f"-DCMAKE_PREFIX_PATH={prefix}")
        done("cmake", "--build", folder / "mine")
        assert done(folder / "mine" / "my_plan") == said
    print("the planner is served")


if __name__ == "__main__":
    main()
