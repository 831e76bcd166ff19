# SPDX-License-Identifier: Apache-2.0
"""What compiling against the library costs: CPU time in U and peak memory. `include_cost.py [HEADER or SOURCE...]`.

U is the CPU time of compiling a source of <iostream>, <vector> and <string> at -O2, measured in the same run. Headers are
compiled at -O0, sources at -O2.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(__file__).parents[1]
compiler = os.environ.get("CXX") or shutil.which("g++-12") or shutil.which("c++") or "g++"
names = ("checkpoint/interval", "failures/weibull", "limits/max_gpus", "catalog/question", "catalog/ask", "scaling_limits")
programs = ("ask", "own_model", "planner")
source = "#include <iostream>\n#include <vector>\n#include <string>\n"


def cost(text: str, level: str, repeat: int = 3) -> tuple[float, float]:
    """The cheapest of a few compilations: seconds of the processor and MB at the peak."""
    command = [compiler, "-std=c++20", level, f"-I{root / 'include'}", "-isystem", "/usr/include/eigen3"]
    found = []
    for _ in range(repeat):
        process = subprocess.Popen([*command, "-x", "c++", "-", "-c", "-o", os.devnull], stdin=subprocess.PIPE)
        assert process.stdin
        process.stdin.write(text.encode())
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{compiler} refuses it")
        found.append((used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))
    return min(found)


unit, _ = cost(source, "-O2")
print(f"{compiler}: U = {unit:.2f} s")
asked = sys.argv[1:] or [
    *(f"scaling_limits/{name}.hpp" for name in names),
    *(str(root / f"examples/{name}.cpp") for name in programs),
    "scaling_limits/catalog/all.hpp",
]
for name in asked:
    text, level = (Path(name).read_text(), "-O2") if name.endswith(".cpp") else (f"#include <{name}>\n", "-O0")
    seconds, memory = cost(text, level, repeat=1 if name.endswith("all.hpp") else 3)
    print(f"{name.removeprefix(str(root) + '/'):45} {seconds / unit:6.1f} U {seconds:6.2f} s {memory:6.0f} MB")
