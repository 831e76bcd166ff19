# SPDX-License-Identifier: Apache-2.0
"""What an answer costs of which some columns are asked for, in one run. Prints ratios; exits 1 where one is too small."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

failed = []

# Linux says how much a process had at most; one for each, that none finds the room that another left
MEASURED = """
import json, sys, time
import numpy as np
import scaling_limits as sl


def kilobytes(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))


n, columns, many = json.loads(sys.argv[1])
run = sl.published.llama3_405b()
asked = dict(criterion=sl.limits.goodput_at_least(0.9), growth=sl.growth.chinchilla)
if many:
    factors = [sl.limits.StrongScaling(half_size=size, name=name) for name, size in dict(a=1e5, b=1e6, c=3e6).items()]
    asked = dict(strategy=sl.strategies.asynchronous(copy_bandwidth=1e14), factors=factors)
if columns:
    asked["columns"] = columns
runs = {size: run.replace(gpu_mttf=np.linspace(0.5, 2, size) * run.gpu_mttf) for size in (100, n)}
sl.limits.max_gpus(runs[100], **asked)
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the largest memory so far is forgotten
before, start = kilobytes("VmRSS"), time.process_time()
found = sl.limits.max_gpus(runs[n], **asked)
taken = time.process_time() - start
print(taken / n, (kilobytes("VmHWM") - before) * 1024 / n)
"""


def measured(n: int, columns: list[str], many: bool) -> tuple[float, float]:
    """CPU time [s] and peak memory [B] of one of n limits; the shortest and the smallest of three."""
    command = [sys.executable, "-c", MEASURED, json.dumps([n, columns, many])]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(3)]
    return min(float(time) for time, _ in runs), min(float(memory) for _, memory in runs)


def report(what: str, ratio: float, wanted: float) -> None:
    """One line, and a mark where the ratio is below what we promise."""
    print(f"{what:<72} {ratio:8.1f} x   (wanted {wanted:g} x){'' if ratio >= wanted else '   TOO MUCH'}")
    if ratio < wanted:
        failed.append(what)


def limits(n: int, name: str, many: bool, faster: float) -> None:
    """All columns against few."""
    found = {}
    for columns in ([], ["value", "binding"], ["value"]):
        time, memory = found[len(columns)] = measured(n, columns, many)
        print(f"    {name}, {', '.join(columns) or 'all columns'}: {time * 1e6:.2f} us, {memory:.0f} B each")
    report(f"max_gpus, {name}: 200 B over what all columns take", 200 / found[0][1], 1)
    report(f"max_gpus, {name}: memory of all columns over value and binding", found[0][1] / max(found[2][1], 1), 2)
    report(f"max_gpus, {name}: memory of all columns over value", found[0][1] / max(found[1][1], 8), 6)
    report(f"max_gpus, {name}: time of all columns over value", found[0][0] / found[1][0], faster)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=int, default=1_000_000)
    options = parser.parse_args()
    limits(options.limits, "a closed form", False, 1.3)
    limits(options.limits, "asynchronous, three factors", True, 1.02)
    sys.exit(1 if failed else 0)
