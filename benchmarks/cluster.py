# SPDX-License-Identifier: Apache-2.0
"""The gang limit beside repeated numpy.convolve, as a ratio of one run on one core. Exits 1 where it misses what we promise."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"

import numpy as np  # noqa: E402

import scaling_limits as sl  # noqa: E402

GPUS, BOUND = 2048, 20
SIZES, SHARES = [1, 2, 4, 8, 16, 32, 64], [0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01]


def seconds(function: Callable[[], object], times: int = 3) -> float:
    """The shortest of a few runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        function()
        taken.append(time.perf_counter() - start)
    return min(taken)


def by_convolution() -> float:
    """Utilisation from the distributions of sums of one, two, three ... sizes, each convolved from the one before."""
    one = np.zeros(max(SIZES) + 1)
    one[SIZES] = SHARES
    sums, inverse, before = np.ones(1), 0.0, 1.0
    for k in range(GPUS + 1):
        fits = sums.sum()  # P(S_k <= N); the difference is P(K = k - 1)
        inverse += (before - fits) / (k - 1) if k > 1 else 0
        before = fits
        if not fits:
            break
        sums = np.convolve(sums, one)[: GPUS + 1]
    inverse += before / GPUS
    return float(np.dot(SIZES, SHARES) / GPUS / inverse)


def main() -> int:
    ours = sl.cluster.gang_limit(GPUS, SIZES, SHARES).utilization
    theirs = by_convolution()
    ratio = seconds(by_convolution) / seconds(lambda: sl.cluster.gang_limit(GPUS, SIZES, SHARES), 20)
    good = ratio >= BOUND and abs(ours / theirs - 1) < 1e-12
    print(f"gang limit of {GPUS:,} GPUs, {len(SIZES)} sizes: {ours:.10f}, by convolution {theirs:.10f}")
    print(f"faster than numpy.convolve {ratio:,.0f} x   (at least {BOUND} x){'' if good else '   MISSED'}")
    return not good


if __name__ == "__main__":
    sys.exit(main())
