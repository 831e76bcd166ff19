# SPDX-License-Identifier: Apache-2.0
"""What compiling against the library costs: CPU time in U and peak memory. `include_cost.py [HEADER or SOURCE...]`.

Headers are compiled at -O0, sources at -O2. What documents say of it goes into build/figures.csv (figures.py).
"""

import os
import shutil
import sys
import time
from pathlib import Path

from figures import ROOT, cost, record, unit_of

compiler = os.environ.get("CXX") or shutil.which("g++-12") or shutil.which("c++") or "g++"
names = ("checkpoint/interval", "failures/weibull", "limits/max_gpus", "catalog/question", "catalog/ask", "scaling_limits")
programs = ("ask", "own_model", "planner")
unit = unit_of(compiler)
print(f"{compiler}: U = {unit:.2f} s")
asked = sys.argv[1:] or [
    *(f"scaling_limits/{name}.hpp" for name in names),
    *(str(ROOT / f"examples/{name}.cpp") for name in programs),
    "scaling_limits/catalog/all.hpp",
]
for name in asked:
    text, level = (Path(name).read_text(), "-O2") if name.endswith(".cpp") else (f"#include <{name}>\n", "-O0")
    whole, started = name.endswith("all.hpp"), time.monotonic()
    options = (level, f"-I{ROOT / 'include'}", "-isystem", "/usr/include/eigen3")
    seconds, memory = cost(compiler, text, *options, repeat=1 if whole else 3)
    print(f"{name.removeprefix(str(ROOT) + '/'):45} {seconds / unit:6.1f} U {seconds:6.2f} s {memory:6.0f} MB")
    if whole:
        record("all", seconds, time.monotonic() - started, unit, memory)
