# SPDX-License-Identifier: Apache-2.0
"""What a sweep costs on two workers of this machine: CPU time a point, memory of a worker. Exits 1 where it is too much.

sweep.py [--points 100_000_000] [--workers 2]
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from typing import Any

import numpy as np
from distributed import Client, LocalCluster

import scaling_limits as sl

MAP = {"question": "goodput", "run": sl.published.llama3_405b()}
LIMIT = {**MAP, "question": "limit", "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla"}
PEAK = {**LIMIT, "criterion": "peak_throughput"}


def used() -> tuple[float, float]:
    """CPU time [s] of this process so far, and the most memory that it held [MB]."""
    return time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def measure(client: Client, what: str, request: dict[str, Any], points: int, columns: Any, wanted: float) -> bool:
    """One line of a sweep; whether it is as cheap as we promise."""
    side = round(points**0.5)
    over = {"gpu_mttf": np.geomspace(1e7, 1e10, side), "write_bandwidth": np.geomspace(1e11, 1e14, side)}
    before = {**client.run(used), "": used()}
    with tempfile.TemporaryDirectory() as folder:
        found = sl.analysis.sweep(request, over, f"{folder}/map.zarr", columns=columns, scheduler=client)
    after = {**client.run(used), "": used()}
    nanoseconds = sum(after[one][0] - before[one][0] for one in after) / found.points * 1e9
    memory = max(after[one][1] for one in after if one)
    fine = nanoseconds <= wanted and memory <= 300
    print(
        f"{what:<36} {found.points:11,} points in {found.seconds:5.1f} s, {nanoseconds:5.0f} ns of CPU each "
        f"(wanted {wanted:g}), {memory:4.0f} MB a worker (wanted 300){'' if fine else '   TOO MUCH'}",
        flush=True,
    )
    return fine


def main() -> int:
    """0 where all is as cheap as promised."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=100_000_000, help="of goodputs; a fifth of them are limits")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with (
        LocalCluster(
            n_workers=given.workers, threads_per_worker=1, memory_limit=None, dashboard_address="127.0.0.1:0"
        ) as cluster,
        Client(cluster) as client,
    ):
        measured = [
            measure(client, "goodput", MAP, given.points, "goodput", 250),
            measure(client, "size of goodput 0.9: value, binding", LIMIT, given.points // 5, ["value", "binding"], 1300),
            measure(client, "size of goodput 0.9: all columns", LIMIT, given.points // 5, None, 1300),
            measure(client, "size of the peak: value, binding", PEAK, given.points // 5, ["value", "binding"], 1300),
        ]
    return 0 if all(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
