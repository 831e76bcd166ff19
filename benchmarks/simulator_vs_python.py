# SPDX-License-Identifier: Apache-2.0
"""Failures simulated per second on one core: SimPy, vectorised NumPy and this library, the same case in one run.

One level, exponential failures, failure by failure: interval w, write C, restart R (exposed), downtime D, MTBF M.
"""

from __future__ import annotations

import time

import numpy as np
import simpy

import scaling_limits as sl

run = sl.TrainingRun(
    gpus=16_384,
    gpu_mttf=50_000 * sl.units.hour,
    checkpoint_bytes=5e12,
    write_bandwidth=2e12,
    initialization_time=300,
    downtime=60,
)
mtbf, interval, write = run.mtbf, run.optimal_interval, run.write_time
restart, downtime = run.restart_time, run.downtime


def by_simpy(failures: int) -> float:
    """A bare process: attempts until a failure interrupts them."""
    random = np.random.default_rng(1)
    environment = simpy.Environment()
    done = 0.0

    def attempts():
        nonlocal done
        for _ in range(failures):
            life = random.exponential(mtbf)
            yield environment.timeout(life)
            if life > restart:
                done += (life - restart) // (interval + write) * interval
            yield environment.timeout(downtime)

    environment.process(attempts())
    environment.run()
    return done / environment.now


def by_numpy(failures: int, block: int = 1 << 16) -> float:
    """Blocks of lives at once."""
    random = np.random.default_rng(1)
    done = elapsed = 0.0
    for _ in range(failures // block):
        lives = random.exponential(mtbf, block)
        done += np.floor(np.maximum(lives - restart, 0) / (interval + write)).sum() * interval
        elapsed += lives.sum() + block * downtime
    return done / elapsed


def by_library(failures: int, **options: object) -> tuple[float, int]:
    """To an accuracy that is never reached, so that the number of failures decides."""
    result = sl.simulation.simulate(run, relative_accuracy=1e-9, most_failures=failures, threads=1, **options)
    return result.goodput, result.failures


def report(name: str, failures: int, seconds: float, goodput: float) -> float:
    """One line; returns failures per second."""
    rate = failures / seconds
    print(f"{name:<34}{rate:12.3g} failures/s   goodput {goodput:.5f}")
    return rate


def timed(call, *arguments, **named):
    """The best of three."""
    best, value = np.inf, None
    for _ in range(3):
        start = time.perf_counter()
        value = call(*arguments, **named)
        best = min(best, time.perf_counter() - start)
    return best, value


print(f"closed form{'':<47}goodput {run.goodput:.5f}")
seconds, goodput = timed(by_simpy, 100_000)
bare = report("SimPy", 100_000, seconds, goodput)
seconds, goodput = timed(by_numpy, 1 << 23)
vector = report("NumPy, vectorised", 1 << 23, seconds, goodput)
seconds, (goodput, failures) = timed(by_library, 2 * 10**8)
ours = report("scaling_limits", failures, seconds, goodput)
seconds, (goodput, failures) = timed(by_library, 4 * 10**6, events=1)
report("scaling_limits, event by event", failures, seconds, goodput)
print(f"{ours / bare:.0f} times SimPy, {ours / vector:.1f} times NumPy")
