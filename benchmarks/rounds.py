# SPDX-License-Identifier: Apache-2.0
"""The mean time of a round against SciPy's quadrature of its beta function, in one run.

Prints ratios; exits 1 where one is too small.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.special import betainc, ndtr

import scaling_limits as sl

failed = []
MU, SIGMA = math.log(60), 0.6
LAW = sl.failures.Lognormal(mu=MU, sigma=SIGMA)


def seconds(of: Callable[[], Any]) -> float:
    """CPU time of a call; the shortest of five."""
    best = math.inf
    for _ in range(5):
        start = time.process_time()
        of()
        best = min(best, time.process_time() - start)
    return best


def by_quadrature(asked: int, reports: int, dropout: float, timeout: float) -> float:
    """What one writes by hand, to the same accuracy."""

    def late(t: float) -> float:
        return 1 - betainc(reports, asked - reports + 1, (1 - dropout) * ndtr((math.log(t) - MU) / SIGMA)) if t > 0 else 1.0

    return quad(late, 0, timeout, epsabs=0, epsrel=1e-9, limit=200)[0]


def report(what: str, ratio: float, wanted: float) -> None:
    """One line, and a mark where the ratio is below what we promise."""
    print(f"{what:<72} {ratio:8.1f} x   (wanted {wanted:g} x){'' if ratio >= wanted else '   TOO SLOW'}")
    if ratio < wanted:
        failed.append(what)


def rounds(asked: int, reports: int, dropout: float, timeout: float, n: int = 2000) -> None:
    """Many rounds whose timeouts differ."""
    timeouts = np.linspace(timeout, 1.01 * timeout, n)
    many = sl.federated.Round(asked=asked, reports=reports, dropout=dropout, timeout=timeouts, law=LAW)
    few = timeouts[:: n // 50]
    theirs = np.array([by_quadrature(asked, reports, dropout, t) for t in few])
    np.testing.assert_allclose(many.mean_time[:: n // 50], theirs, rtol=1e-8)
    ratio = seconds(lambda: [by_quadrature(asked, reports, dropout, t) for t in few]) / len(few)
    ratio /= seconds(lambda: many.mean_time) / n
    report(f"mean time, {reports} of {asked} clients, {dropout:.0%} lost, {timeout:g} s", ratio, 8)


if __name__ == "__main__":
    rounds(390, 300, 0.1, 300)
    rounds(130, 100, 0.1, 180)
    rounds(13, 10, 0.05, 200)
    rounds(300, 300, 0, 1000)
    sys.exit(1 if failed else 0)
