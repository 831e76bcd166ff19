# SPDX-License-Identifier: Apache-2.0
"""What an include costs: processor time of `-fsyntax-only`, and as a multiple of <cmath>'s. `include_cost.py [INCLUDE...]`."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(__file__).parents[1]
compiler = os.environ.get("CXX") or shutil.which("g++-12") or shutil.which("c++") or "g++"
names = ("checkpoint/interval", "limits/max_gpus", "scaling_limits", "catalog/questions", "catalog/ask")
defaults = [f"<scaling_limits/{name}.hpp>" for name in names]


def seconds(text: str, *options: str, repeat: int = 5) -> float:
    """The cheapest of a few compilations."""
    command = [compiler, "-std=c++20", *(options or ("-fsyntax-only",)), f"-I{root / 'include'}", "-x", "c++", "-"]
    times = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, input=text, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


unit = seconds("#include <cmath>\n")
print(f"{compiler}: <cmath> {unit:.3f} s")
for header in sys.argv[1:] or defaults:
    cost = seconds(f"#include {header}\n")
    print(f"{header:45} {cost:.3f} s  {cost / unit:5.1f} x <cmath>")

# what scaling_limits::catalog spares each source that links it
program, build = (root / "examples/ask.cpp").read_text(), ("-O1", "-c", "-o", os.devnull)
whole = seconds(program, *build, repeat=1)
linked = seconds(program, *build, "-DSCALING_LIMITS_CATALOG_COMPILED", repeat=1)
print(
    f"examples/ask.cpp, -O1: {whole:.1f} s; with the catalogue compiled elsewhere {linked:.1f} s, {whole / linked:.1f} x less"
)
