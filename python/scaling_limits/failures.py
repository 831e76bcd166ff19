# SPDX-License-Identifier: Apache-2.0
"""What breaks and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._docs import complete
from ._fits import Fit, GoodnessOfFit, Interval, SurvivalCurve, column, fit, kaplan_meier, mtbf_interval
from ._kernel import Kernel, find, kernels_of
from ._laws import Law, laws
from ._parameters import is_list
from ._public import listing
from ._streams import (
    BinnedRates,
    CorrelatedFailures,
    Incidents,
    RateRatio,
    Statistic,
    TwoRates,
    UnseenParts,
    WorstParts,
    binned_rates,
    coefficient_of_variation,
    correlated_failures,
    incidents,
    index_of_dispersion,
    laplace_trend,
    rate_by_age,
    rate_ratio,
    two_rates,
    unseen_parts,
    worst_parts,
)
from .results import Result
from .typing import Number, Quantity

_kernels = kernels_of("failures")
globals().update(_kernels | laws)
__all__ = [
    "BinnedRates",
    "CorrelatedFailures",
    "Fit",
    "GoodnessOfFit",
    "Incidents",
    "Interval",
    "Law",
    "MixedPool",
    "RateRatio",
    "Statistic",
    "SurvivalCurve",
    "TwoRates",
    "UnseenParts",
    "WorstParts",
    "binned_rates",
    "coefficient_of_variation",
    "correlated_failures",
    "fit",
    "incidents",
    "index_of_dispersion",
    "kaplan_meier",
    "laplace_trend",
    "mixed_pool",
    "mtbf_interval",
    "rate_by_age",
    "rate_ratio",
    "running_exposure",
    "two_rates",
    "unseen_parts",
    "worst_parts",
    *sorted(laws),
    *sorted(_kernels),
]
__dir__ = listing(__all__)
if TYPE_CHECKING:  # of this package's own sources; others see the stub beside

    def __getattr__(name: str) -> Kernel: ...


def running_exposure(
    window: Quantity, events: Quantity = 0, downtime: Quantity = 0, gaps: Quantity = 0, down_times: Quantity | None = None
) -> Number:
    """Running time of a job within a wall-clock time: without what failures stopped it for, and without gaps [s].

    ``window - events x downtime - gaps``, or ``window - sum of down_times - sum of gaps``; NaN where that leaves nothing.

    Parameters
    ----------
    window : wall-clock time observed [s]
    events : failures in it
    downtime : what one stopped the job for in the mean [s]
    gaps : time that was none of the job's, one number or a list: queued, holidays [s]
    down_times : of each failure, where they are known [s]; in place of events and downtime

    Examples
    --------
    >>> sl.failures.running_exposure(30 * sl.units.day, 100, downtime=600) / sl.units.hour
    703.3333333333334
    >>> sl.failures.running_exposure(86400, down_times=[600, 1200])
    84600.0
    """
    lost = np.sum(_in_seconds("gaps", gaps)) if is_list(gaps) else gaps
    if down_times is not None:
        known = _in_seconds("down_times", down_times)
        events, downtime = len(known), float(np.mean(known)) if len(known) else 0.0
    return find("failures._running_exposure")(window, events, downtime, lost)


def _in_seconds(name: str, given: Any) -> np.ndarray[Any, Any]:
    return column("running_exposure", name, given, "s")


@dataclass(frozen=True, eq=False, repr=False)
class MixedPool(Result, beside=("arguments",)):
    """A job on a pool of parts of two qualities; arrays where the arguments are.

    Attributes
    ----------
    running_share : of wall-clock time; what is left are downtimes and waits for a repair
    mean_rate : failures per second of running time [1/s]
    arguments : what mixed_pool was called with

    Examples
    --------
    >>> pool = sl.failures.mixed_pool(8, 7, 3, good_rate=1 / 40000, other_rate=1 / 8000, repair_time=7200, downtime=300)
    >>> round(pool.goodput(600, write_time=30, restart_time=60), 6)
    np.float64(0.54007)
    """

    running_share: Number
    mean_rate: Number
    arguments: tuple[Quantity, ...]

    def goodput(self, interval: Quantity, write_time: Quantity, restart_time: Quantity = 0) -> Number:
        """New useful time per wall-clock time with blocking checkpoints, exact.

        Parameters
        ----------
        interval : useful work between two checkpoints [s]
        write_time : what one checkpoint blocks [s]
        restart_time : load and re-initialise, exposed to failures [s]
        """
        return find("failures._mixed_pool_goodput")(interval, write_time, restart_time, *self.arguments)


def mixed_pool(
    job: Quantity,
    good: Quantity,
    other: Quantity,
    good_rate: Quantity,
    other_rate: Quantity,
    repair_time: Quantity,
    downtime: Quantity = 0,
    job_rate: Quantity = 0,
    taken_share: Quantity = 1,
    repairers: Quantity = float("inf"),
) -> MixedPool:
    """A job of so many parts on a pool of good and other parts, exact for repairs of exponential length.

    After each restart the job runs on parts in proportion to what is in of each kind. Up to 40 parts more than the job's.

    Examples
    --------
    >>> sl.failures.mixed_pool(8, 7, 3, good_rate=1 / 40000, other_rate=1 / 8000, repair_time=7200, downtime=300)
    MixedPool(running_share=0.655543, mean_rate=1.3709 per h)
    """
    arguments = (job, good, other, good_rate, other_rate, repair_time, downtime, job_rate, taken_share, repairers)
    share, rate = find("failures._mixed_pool")(*arguments)
    return MixedPool(share, rate, arguments)


complete(__all__, globals())
