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


def seconds(include: str, repeat: int = 5) -> float:
    """The cheapest of a few compilations."""
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{root / 'include'}", "-x", "c++", "-"]
    times = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, input=f"#include {include}\n", text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


unit = seconds("<cmath>")
print(f"{compiler}: <cmath> {unit:.3f} s")
for header in sys.argv[1:] or defaults:
    cost = seconds(header)
    print(f"{header:45} {cost:.3f} s  {cost / unit:5.1f} x <cmath>")
