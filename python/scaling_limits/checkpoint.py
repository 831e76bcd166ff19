# SPDX-License-Identifier: Apache-2.0
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _arrays, _evaluate
from ._docs import complete
from ._kernel import Kernel, find, kernels_of
from ._laws import Law, ask_law
from ._parameters import Parameters, list_of, of_type, one_number
from ._public import listing
from .catalog import kinds
from .failures import Cause, listed_causes
from .results import Answered, Result
from .typing import Number, Quantity

_kernels = kernels_of("checkpoint")
globals().update(_kernels)
__all__ = [
    "AgingSchedule",
    "JobTime",
    "MultilevelOptimum",
    "SeverityLevel",
    "job_time",
    "multilevel_goodput",
    "multilevel_optimum",
    "optimal_schedule",
    "planned_goodput",
    "renewal_goodput",
    "silent_late_goodput",
]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)
if TYPE_CHECKING:  # of this package's own sources; others see the stub beside

    def __getattr__(name: str) -> Kernel: ...


@dataclass(frozen=True, eq=False, repr=False)
class JobTime(Result, beside=("arguments",)):
    """How long a job takes in wall-clock time [s]; arrays where the arguments are.

    Attributes
    ----------
    mean, standard_deviation : of the completion time [s]
    failure_free_time : work and checkpoints alone, the shortest possible [s]
    failure_probability : of taking longer than that
    arguments : what job_time was called with

    Examples
    --------
    >>> sl.checkpoint.job_time(work=1e6, interval=1000, write_time=60, mtbf=100_000).quantile(0.9)
    np.float64(1068285.6780659242)
    """

    mean: Number
    standard_deviation: Number
    failure_free_time: Number
    failure_probability: Number
    arguments: tuple[Quantity, ...]

    def quantile(self, q: Quantity) -> Number:
        """The time [s] within which the job is done with probability q in [0, 1]; NaN outside.

        Exact where no failure is needed; else approximate, within the bounds that the C++ header states.

        Parameters
        ----------
        q : the probability, in [0, 1]
        """
        return find("checkpoint._job_time_quantile")(q, *self.arguments)


def job_time(
    work: Quantity, interval: Quantity, write_time: Quantity, mtbf: Quantity, restart_time: Quantity = 0, downtime: Quantity = 0
) -> JobTime:
    """Completion time of a job of so much useful work, blocking checkpoints, failures striking restarts too.

    The mean is work / interval x expected_segment_time.

    Examples
    --------
    >>> sl.checkpoint.job_time(work=1e6, interval=1000, write_time=60, mtbf=100_000)
    JobTime(mean=296.011 h, standard_deviation=33.3849 min, failure_free_time=294.444 h, failure_probability=0.999975)
    """
    arguments = (work, interval, write_time, mtbf, restart_time, downtime)
    mean, deviation, shortest, some = find("checkpoint._job_time")(*arguments)
    return JobTime(mean, deviation, shortest, some, arguments)


class SeverityLevel(Parameters, group="severity_level", kind=kinds("severity_level")["severity_level"]):
    """One level of checkpoints: writes are nested, a level-l checkpoint blocks for the sum of write_time of levels 1 to l.

    restart_time and failure_rate are those of failures of this severity alone, which need a checkpoint of this level or above.
    """

    __slots__ = ()


class MultilevelOptimum(Answered, question="multilevel_optimum", single=True):
    """The best pattern of levels and the useful work of one segment [s].

    Examples
    --------
    >>> level = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_optimum([level]).pattern
    [1]
    """

    pattern: list[int]


def _checked(function: str, levels: Sequence[SeverityLevel]) -> list[SeverityLevel]:
    listed = list_of(function, "levels", levels, SeverityLevel)
    if not listed:
        raise ValueError(f"{function}: levels is empty")
    return listed


def multilevel_goodput(
    pattern: Sequence[int], interval: Quantity, levels: Sequence[SeverityLevel], downtime: Quantity = 0
) -> Number:
    """Goodput of checkpoints of several levels, exact, for any nested pattern. Arrays broadcast; NaN outside the domain.

    Parameters
    ----------
    pattern : level of the checkpoint that ends each segment, 1-based; ends with the top level, then starts again

    References
    ----------
    The chain of Moody et al., SC 2010.

    Examples
    --------
    >>> mild = sl.checkpoint.SeverityLevel(write_time=1, failure_rate=1e-4)
    >>> hard = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_goodput([1, 1, 2], 100, [mild, hard])
    0.9519674757243735
    """
    _arrays.refuse_masked("multilevel_goodput: pattern", pattern)
    try:
        cycle = [int(level) for level in pattern]
        exact = all(level == given for level, given in zip(cycle, pattern, strict=True))
    except (TypeError, ValueError, OverflowError):
        exact = False
    if not exact:
        raise TypeError("multilevel_goodput: pattern must be a sequence of whole numbers")
    parts = _checked("multilevel_goodput", levels)
    numbers = {"interval": interval, "downtime": downtime}
    return _evaluate.ask("multilevel_goodput", *parts, numbers=numbers, arguments={"pattern": cycle}).columns[
        "multilevel_goodput"
    ]


def multilevel_optimum(levels: Sequence[SeverityLevel], downtime: float = 0) -> MultilevelOptimum:
    """The best pattern and its interval, by exact goodput, among all regular ones and those of up to six segments.

    levels from the mildest severity up; downtime >= 0 [s], not exposed. first_order_overhead is the sum of
    sqrt(2 failure_rate write_time).

    Examples
    --------
    >>> mild = sl.checkpoint.SeverityLevel(write_time=1, failure_rate=1e-4)
    >>> hard = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_optimum([mild, hard]).interval
    139.8051139520018
    """
    numbers = {"downtime": one_number("multilevel_optimum", "downtime", downtime, "s")}
    return _evaluate.ask("multilevel_optimum", *_checked("multilevel_optimum", levels), numbers=numbers).to(MultilevelOptimum)


def renewal_goodput(
    interval: Quantity,
    write_time: Quantity,
    law: Law,
    persist_latency: Quantity = 0,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
) -> Number:
    """Goodput under any failure law whose clock is renewed after each failure.

    w sum_{j >= 1} S(j P + L) / (mean life + D + R), P = w + C. interval w >= 0 of useful work [s]; write_time C >= 0 [s],
    what one checkpoint blocks; persist_latency L in [0, w] [s]: one write in flight; restart_time R, downtime D >= 0 [s],
    not exposed to failures. NaN outside. Any argument may be an array.

    Examples
    --------
    >>> sl.checkpoint.renewal_goodput(600, 10, sl.failures.Weibull(shape=0.7, scale=1e5))
    0.9812560191055076
    """
    times = {"interval": interval, "write_time": write_time, "persist_latency": persist_latency}
    return ask_law("renewal_goodput", law, {**times, "restart_time": restart_time, "downtime": downtime})


def planned_goodput(
    interval: Quantity, write_time: Quantity, causes: Sequence[Cause] | Cause | str, planned: Sequence[Cause] | Cause
) -> Number:
    """Goodput of blocking checkpoints with planned stops, exact: each is announced during work, and the state saved first.

    Rates are of the job: mtbf of each row, of a planned one per second of work. A row says its own restart_time, which is in
    place of a run's, and its downtime; what it leaves out is 0.

    Parameters
    ----------
    causes : what stops the run unannounced
    planned : the stops that are announced

    Examples
    --------
    >>> gpu = sl.failures.Cause(name="gpu", mtbf=20_000, downtime=60, restart_time=300)
    >>> service = sl.failures.Cause(name="service", mtbf=100_000, downtime=3600, restart_time=300)
    >>> round(sl.checkpoint.planned_goodput(1200, 40, [gpu], [service]), 6)
    0.888282
    """
    announced = [row.replace(planned=True) for row in listed_causes("planned_goodput", planned, "planned")]
    return _goodput_of_rows("planned_goodput", interval, write_time, causes, announced)


def silent_late_goodput(
    interval: Quantity, write_time: Quantity, causes: Sequence[Cause] | Cause | str, silent: Sequence[Cause] | Cause
) -> Number:
    """Goodput of blocking checkpoints with silent errors that are found late: exact for one row of them.

    Rates are of the job: mtbf of each row, of a silent one in time at work and saving. A row says its own restart_time, which
    is in place of a run's, and its downtime; what it leaves out is 0.

    Parameters
    ----------
    causes : what is noticed as it strikes
    silent : rows with the `lag` after which they are found; of several the losses add up, which is nearly so

    Examples
    --------
    >>> gpu = sl.failures.Cause(name="gpu", mtbf=20_000, downtime=60, restart_time=300)
    >>> wrong = sl.failures.Cause(name="wrong", mtbf=500_000, downtime=600, restart_time=300, lag=6 * sl.units.hour)
    >>> round(sl.checkpoint.silent_late_goodput(1200, 40, [gpu], [wrong]), 6)
    0.882322
    """
    late = listed_causes("silent_late_goodput", silent, "silent")
    for row in late:
        if row.lag is None:
            raise ValueError(f"silent_late_goodput: silent: {row.name!r} needs its 'lag', after which it is found")
    return _goodput_of_rows("silent_late_goodput", interval, write_time, causes, late)


def _goodput_of_rows(question: str, interval: Quantity, write_time: Quantity, causes: Any, others: list[Cause]) -> Number:
    rows = [*listed_causes(question, causes), *others]
    if not rows:
        raise ValueError(f"{question}: causes is empty")
    return _evaluate.ask(question, *rows, numbers={"interval": interval, "write_time": write_time}).columns[question]


class AgingSchedule(Answered, question="optimal_schedule", single=True):
    """When to checkpoint as the parts age.

    Examples
    --------
    >>> sl.checkpoint.optimal_schedule(sl.failures.Weibull(shape=0.7, scale=1e5), 60).times[:3].round()
    array([2315., 4937., 7753.])
    """

    def __repr__(self) -> str:
        return f"AgingSchedule({len(self.times)} times, goodput={self.goodput:.6g}{', ' + self.note if self.note else ''})"


def optimal_schedule(law: Law, write_time: float, restart_time: float = 0, downtime: float = 0) -> AgingSchedule:
    """The schedule of checkpoints that maximises goodput as the parts age, the clock renewed after each failure.

    Maximises sum_j (t_j - t_{j-1} - C) S(t_j) / (mean life + D + R). write_time C, restart_time R, downtime D >= 0 [s], the
    last two not exposed to failures. One law, one write time at a time.

    Examples
    --------
    >>> sl.checkpoint.optimal_schedule(sl.failures.Weibull(shape=0.7, scale=1e5), 60)
    AgingSchedule(766 times, goodput=0.970552)
    """
    of_type("optimal_schedule", "law", law, Law)
    times = {"write_time": write_time, "restart_time": restart_time, "downtime": downtime}
    times = {name: one_number("optimal_schedule", name, value, "s") for name, value in times.items()}
    single = law._single()
    if single is None:
        raise ValueError("optimal_schedule: one law at a time, a field of this one is an array")
    return _evaluate.ask("optimal_schedule", single, numbers=times).to(AgingSchedule)


complete(__all__, globals())
