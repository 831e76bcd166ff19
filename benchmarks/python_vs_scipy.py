# SPDX-License-Identifier: Apache-2.0
"""How much faster the package is than SciPy on the same arrays, in one run. Prints ratios; exits 1 where one is too small."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
from scipy import stats
from scipy.optimize import brentq
from scipy.special import lambertw

import scaling_limits as sl

failed = []


def best_of(function: Callable[[], object], times: int = 5) -> float:
    """The shortest of a few runs [s]."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        function()
        taken.append(time.perf_counter() - start)
    return min(taken)


def report(what: str, ratio: float, wanted: float) -> None:
    """One line, and a mark where the ratio is below what we promise."""
    print(f"{what:<72} {ratio:8.1f} x   (wanted {wanted:g} x){'' if ratio >= wanted else '   TOO SLOW'}")
    if ratio < wanted:
        failed.append(what)


def pairs(n: int, largest: float) -> tuple[np.ndarray, np.ndarray]:
    """Random (write_time, mtbf) with write_time / mtbf log-uniform from 1e-8."""
    random = np.random.default_rng(1)
    mtbf = np.exp(random.uniform(6, 12, n))
    return mtbf * np.exp(random.uniform(np.log(1e-8), np.log(largest), n)), mtbf


def intervals(n: int) -> None:
    """The best interval against Lambert W."""
    out = np.empty(n)
    for largest, wanted in ((0.3, 12), (100.0, 5)):
        c, m = pairs(n, largest)
        some = slice(0, max(n // 10, 1))  # SciPy's time is linear in n
        scipy = best_of(lambda: m[some] * (1 + lambertw(-np.exp(-1 - c[some] / m[some])).real), 3) * n / len(c[some])
        ours = best_of(lambda: sl.checkpoint.optimal_interval(c, m, out=out))
        print(f"    SciPy {scipy / n * 1e9:.1f} ns, scaling_limits {ours / n * 1e9:.2f} ns per pair")
        report(f"optimal_interval, C/M 1e-8 ... {largest:g}", scipy / ours, wanted)

    c, m = pairs(n, 0.3)
    halves = [slice(0, n // 2), slice(n // 2, n)]

    def work(half: slice) -> None:
        for _ in range(2):
            sl.checkpoint.optimal_interval(c[half], m[half], out=out[half])

    def parallel() -> None:
        threads = [threading.Thread(target=work, args=(half,)) for half in halves]
        for t in threads:
            t.start()
        for t in threads:
            t.join()

    # in turns, so that whatever else the machine does strikes both alike
    taken = [(best_of(lambda: [work(half) for half in halves], 1), best_of(parallel, 1)) for _ in range(15)]
    one, two = (min(times) for times in zip(*taken, strict=True))
    report("optimal_interval, two threads against one", one / two, 1.8)


def largest_sizes(n: int) -> None:
    """max_gpus over an array against a root finder on a goodput written with Lambert W."""
    bandwidth = np.geomspace(1e11, 1e13, n)
    run = sl.TrainingRun(
        gpus=16_384, gpu_mttf=50_000 * sl.units.hour, checkpoint_bytes=5e12, write_bandwidth=bandwidth, initialization_time=300
    )
    criterion = sl.limits.goodput_at_least(0.9)
    ours = best_of(lambda: sl.limits.max_gpus(run, criterion)) / n

    def goodput(gpus: float, write_time: float) -> float:
        mtbf = run.gpu_mttf / gpus
        load = write_time / mtbf
        period = load + 1 + lambertw(-np.exp(-1 - load)).real
        return float(np.exp(-period - 300 / mtbf))

    some = bandwidth[:: max(n // 200, 1)]

    def with_scipy() -> list[float]:
        return [brentq(lambda g, w=w: goodput(g, w) - 0.9, 1e2, 1e9, xtol=1e-6, rtol=1e-12) for w in 5e12 / some]

    scipy = best_of(with_scipy, 3) / len(some)
    found = sl.limits.max_gpus(run.replace(write_bandwidth=some), criterion).value
    np.testing.assert_allclose(found, with_scipy(), rtol=1e-6)
    print(f"    SciPy {scipy * 1e6:.1f} us, scaling_limits {ours * 1e6:.2f} us per size")
    report("max_gpus under goodput >= 0.9 with restart time", scipy / ours, 25)


def fits(n: int) -> None:
    """Censored lives to laws: each on its own against 5 s of one core for 1e7, Weibull's against SciPy's."""
    random = np.random.default_rng(1)
    lives, ends = 3e6 * random.weibull(1.5, n), random.uniform(0, 6e6, n)
    durations, observed = np.minimum(lives, ends), lives <= ends
    for law in ("exponential", "weibull", "lognormal", "gamma", "two_piece"):
        start = time.process_time()
        sl.failures.fit(durations, observed, law=law)
        ours = time.process_time() - start
        print(f"    fit of {n:.0e} lives, {law}: {ours:.2f} s")
        report(f"fit, {law}, of the 5 s that 1e7 lives may take", 5 * n / 1e7 / ours, 1)
    some = slice(0, max(n // 100, 1))  # SciPy's time is linear in n
    data = stats.CensoredData.right_censored(durations[some] / 1e6, ~observed[some])
    scipy = best_of(lambda: stats.weibull_min.fit(data, floc=0), 3) * n / len(durations[some])
    ours = best_of(lambda: sl.failures.fit(durations, observed), 2)
    report("fit, weibull", scipy / ours, 4)


def plans() -> None:
    """A plan of 4,096 samples against half a second."""
    run = sl.published.llama3_405b()
    ours = best_of(lambda: sl.plan_from_log(419, run, window=54 * sl.units.day))
    print(f"    plan_from_log of 4,096 samples: {ours:.3f} s")
    report("plan_from_log, of the 0.5 s that it may take", 0.5 / ours, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000_000)
    parser.add_argument("--sizes", type=int, default=100_000)
    parser.add_argument("--lives", type=int, default=10_000_000)
    options = parser.parse_args()
    intervals(options.pairs)
    largest_sizes(options.sizes)
    fits(options.lives)
    plans()
    sys.exit(1 if failed else 0)
