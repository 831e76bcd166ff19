# SPDX-License-Identifier: Apache-2.0
"""A scalar question from Python beside the formula in plain Python, and what an answer costs; ratios of one run."""

from __future__ import annotations

import math
import timeit

import numpy as np

import scaling_limits as sl


def microseconds(function, number=20_000):
    """The best of five, per call."""
    return min(timeit.repeat(function, number=number, repeat=5)) / number * 1e6


def goodput_by_hand(write_time, mtbf, restart_time):
    """exp(-(y + R/M)) with y - 1 + exp(-y) = C/M, by Newton from the first order."""
    load = write_time / mtbf
    y = math.sqrt(2 * load)
    for _ in range(4):
        y -= (y - 1 + math.exp(-y) - load) / (1 - math.exp(-y))
    return math.exp(-(y + restart_time / mtbf))


def main():
    """Prints one line per question."""
    run = sl.TrainingRun(gpus=16_384, gpu_mttf=1.8e8, checkpoint_bytes=5e12, write_bandwidth=2e12, initialization_time=300)
    plan, peak, law = sl.strategies.blocking(), sl.limits.peak_throughput(), sl.growth.chinchilla
    by_hand = microseconds(lambda: goodput_by_hand(2.5, 1.8e8 / 16_384, 300))
    assert math.isclose(goodput_by_hand(2.5, 1.8e8 / 16_384, 300), plan.goodput(run), rel_tol=1e-12)
    print(f"the formula in plain Python      {by_hand:8.2f} us")
    shape, chip = sl.published.shapes["llama3_405b"], sl.published.chips["b200"]
    layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128)
    fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    for name, function, number in (
        ("optimal_interval", lambda: sl.checkpoint.optimal_interval(2.5, 11_000.0), 20_000),
        ("optimal_goodput", lambda: sl.checkpoint.optimal_goodput(2.5, 11_000.0, 300.0), 20_000),
        ("goodput", lambda: plan.goodput(run), 20_000),
        ("mtbf", lambda: run.mtbf, 20_000),
        ("breakdown", lambda: plan.breakdown(run), 5_000),
        ("step", lambda: sl.parallelism.step(shape, layout, chip, fabric, 2048 * 8192), 2_000),
        ("max_gpus", lambda: sl.limits.max_gpus(run, peak, law), 2_000),
        ("ask limit", lambda: sl.ask({"question": "limit", "run": run.as_request(), "criterion": "peak_throughput"}), 500),
    ):
        cost = microseconds(function, number)
        print(f"{name:32} {cost:8.2f} us  {cost / by_hand:6.1f} x the formula")
    many = run.replace(gpu_mttf=np.geomspace(1e7, 1e9, 100_000))
    for name, function in (("goodput", lambda: plan.goodput(many)), ("max_gpus", lambda: sl.limits.max_gpus(many, peak, law))):
        print(f"{name} of 100,000 runs {'':12} {microseconds(function, 3) / 1e5:8.3f} us each")


if __name__ == "__main__":
    main()
