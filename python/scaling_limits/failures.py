# SPDX-License-Identifier: Apache-2.0
"""What breaks and how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from . import _core, _evaluate
from ._docs import complete
from ._fits import Fit, GoodnessOfFit, Interval, SurvivalCurve, fit, kaplan_meier, mtbf_interval
from ._kernel import Kernel, describe, find, kernels_of, suggestion
from ._laws import Law, laws
from ._parameters import Parameters, column, is_list, list_of, one_number
from ._public import listing
from ._quantity import as_data
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
from .catalog import kinds
from .results import Answered, Result
from .typing import Number, Quantity

_kernels = kernels_of("failures")
globals().update(_kernels | laws)
__all__ = [
    "BinnedRates",
    "Cause",
    "CorrelatedFailures",
    "Fit",
    "GoodnessOfFit",
    "Incidents",
    "Interval",
    "Law",
    "MixedPool",
    "RateRatio",
    "SeriesSystem",
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
    "attended_downtime",
    "attended_share",
    "series_system",
    "spares_for_counted_bursts",
    "two_rates",
    "unseen_parts",
    "worst_parts",
    *sorted(laws),
    *sorted(_kernels),
]
__dir__ = listing(__all__)


class Cause(Parameters, group="cause", kind=kinds("cause")["cause"]):
    """What stops a run, one row of a list: how often, how it is noticed, what is replaced, which restart follows.

    A list stands in place of gpu_mttf where its rows have rates of their own, which then is infinite; rows that are a `share`
    are shares of it: ``strategy.under(causes=[...])``. `lag`: a silent error, found so late; `planned`: the state is saved
    before the stop; `common`: it stops every learner and replica.

    Examples
    --------
    >>> hang = sl.failures.Cause(name="hang", share=0.1, detection=45 * 60)
    >>> run = sl.published.llama3_405b()
    >>> sl.strategies.blocking().under(causes=[hang]).goodput(run) < run.goodput
    True
    """

    __slots__ = ()
    _example: ClassVar[dict[str, Any]] = {"name": "hang", "share": 0.1}


def listed_causes(owner: str, causes: Iterable[Cause] | Cause | str, name: str = "causes") -> list[Cause]:
    """Causes as a list: several, one, or those of a ready-made list by its name."""
    if isinstance(causes, str):
        lists = _core.presets("cause")
        if causes not in lists:
            raise ValueError(f"{owner}: no list of causes named {causes!r}{suggestion(causes, tuple(lists))}")
        return [Cause(**row) for row in lists[causes]["rows"]]
    return [causes] if isinstance(causes, Cause) else list_of(owner, name, causes, Cause)


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
    >>> float(sl.failures.running_exposure(30 * sl.units.day, 100, downtime=600))
    2532000.0
    >>> float(sl.failures.running_exposure(86400, down_times=[600, 1200]))
    84600.0
    """
    lost = np.sum(_in_seconds("gaps", gaps)) if is_list(gaps) else gaps
    if down_times is not None:
        known = _in_seconds("down_times", down_times)
        events, downtime = len(known), float(np.mean(known)) if len(known) else 0.0
    return find("failures._running_exposure")(window, events, downtime, lost)


def spares_for_counted_bursts(
    failure_rate: float, repair_time: float, quality: float, counts: Iterable[float], takes: float = 1
) -> float:
    """Spares that cover the GPUs out for repair with a probability, where bursts were counted by their size.

    As spares_needed, whose shares of sizes are the counts over their sum. Where the sizes are not known but the counts of GPUs
    that fail, spares_needed takes geometric bursts of the mean that burst_from_dispersion gives.

    Parameters
    ----------
    failure_rate : of the job's bursts [1/s]
    repair_time : mean, of a burst as a whole, of any law [s]
    quality : probability that the spares suffice; 1 gives inf
    counts : bursts of 1 unit, of 2, and so on
    takes : GPUs of a unit, which are out and come back together

    Examples
    --------
    >>> sl.failures.spares_for_counted_bursts(1 / 6840, 7920, 0.999, counts=[70, 20, 0, 10])
    11.0
    """
    owner = "spares_for_counted_bursts"
    rate, time = one_number(owner, "failure_rate", failure_rate, "1/s"), one_number(owner, "repair_time", repair_time, "s")
    share, gpus = one_number(owner, "quality", quality), one_number(owner, "takes", takes)
    counted = [float(x) for x in column(owner, "counts", counts, "1")]
    return _core.failures.spares_for_counted_bursts(rate, time, share, counted, gpus)


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


class SeriesSystem(Answered, question="series_system", single=True):
    """A machine whose parts must all work: how often it stops, and which of them do it.

    Examples
    --------
    >>> found = sl.failures.series_system({"GPU": (16384, "5000 FIT"), "host": (2048, "AFR 9 %")})
    >>> dict(zip(found.part, found.share.round(3).tolist()))
    {'GPU': 0.796, 'host': 0.204}
    """


def series_system(
    parts: Mapping[str, tuple[Any, Any]] | Iterable[Mapping[str, Any]], gpus: float | None = None
) -> SeriesSystem:
    """How often a machine stops whose parts must all work, with exponential lives: their rates add up.

    Parameters
    ----------
    parts : of each kind by name how many there are, and the mean life of one [s] or a text of its rate: "150 FIT", "AFR 3 %",
        "2 per year", "7 in 54 d" of all of them in running time; or a list of mappings with name, count and mttf
    gpus : of the run on it; gives gpu_mttf, what a TrainingRun takes

    Examples
    --------
    >>> parts = {"GPU": (16384, "5000 FIT"), "host": (2048, "AFR 9 %"), "switch": (400, 1e6 * sl.units.hour)}
    >>> found = sl.failures.series_system(parts, gpus=16384)
    >>> round(found.mtbf / sl.units.hour, 3)
    9.676
    >>> run = sl.TrainingRun(gpus=16384, gpu_mttf=found.gpu_mttf, write_time=60)
    """
    if isinstance(parts, Mapping):
        for name, part in parts.items():
            if not isinstance(part, tuple) or len(part) != 2:
                raise TypeError(
                    f"series_system: parts[{name!r}] must be a count and a mean life, (16384, '50000 h'), not {part!r}"
                )
        listed: list[Any] = [{"name": name, "count": count, "mttf": mttf} for name, (count, mttf) in parts.items()]
    elif is_list(parts):
        listed = list(parts)
        for part in listed:
            if not isinstance(part, Mapping):
                raise TypeError(f"series_system: every one of parts must have name, count and mttf, not be {describe(part)}")
    else:
        raise TypeError(f"series_system: parts must be a mapping of names to a count and a mean life, not {describe(parts)}")
    numbers = {} if gpus is None else {"gpus": one_number("series_system", "gpus", gpus)}
    return _evaluate.ask("series_system", numbers=numbers, arguments={"parts": as_data(listed)}).to(SeriesSystem)


def _attended(
    owner: str, mtbf: float, hours: Any, reaction: float, repair: float, others: Iterable[tuple[float, float]]
) -> dict[str, Any]:
    """What waiting for people comes to: share of the time that runs, mean outage."""
    numbers = {
        name: one_number(owner, name, x, "s") for name, x in (("mtbf", mtbf), ("reaction", reaction), ("repair", repair))
    }
    rows = []
    for one in others if is_list(others) else [others]:
        pair = list(one) if is_list(one) else []
        if len(pair) != 2:
            raise TypeError(f"{owner}: others must be a list of pairs, (mtbf, downtime), not {describe(one)}")
        rows.append(
            {name: one_number(owner, f"others: {name}", x, "s") for name, x in zip(("mtbf", "downtime"), pair, strict=True)}
        )
    arguments = {"hours": as_data(hours)} | ({"others": as_data(rows)} if rows else {})
    answer = _evaluate.ask("attended", numbers=numbers, arguments=arguments).single(owner)
    for name, x in numbers.items():
        if not (x > 0 if name == "mtbf" else 0 <= x < np.inf) and x == x:
            raise ValueError(f"{owner}: {name} = {x} must be {'> 0' if name == 'mtbf' else '>= 0 and finite'} [s]")
    return answer.columns


def attended_share(
    mtbf: float, hours: Any, reaction: float = 0, repair: float = 0, others: Iterable[tuple[float, float]] = ()
) -> float:
    """Share of the time that a run runs whose failures wait for people: it depends on how often it fails.

    Exact where the wait is the whole outage of every failure; else the renewal equation of the week, in steps that leave less
    than 1e-5 of the wait. Source: include/scaling_limits/failures/attended.hpp, docs/derivations.md, section "People".

    Parameters
    ----------
    mtbf : running time between failures that need somebody [s]
    hours : of the week, in which somebody is there: "Mon-Fri 9:00-17:00", or windows (from, to) in seconds from Monday 0:00
    reaction : mean, exponential, in attended time alone [s]
    repair : once somebody is there, at any hour [s]
    others : failures beside them that need nobody, as (mtbf, downtime) [s]

    Examples
    --------
    >>> round(sl.failures.attended_share(3 * sl.units.hour, "Mon-Fri 9:00-17:00"), 9)
    0.327036099
    """
    return float(_attended("attended_share", mtbf, hours, reaction, repair, others)["share"])


def attended_downtime(
    mtbf: float, hours: Any, reaction: float = 0, repair: float = 0, others: Iterable[tuple[float, float]] = ()
) -> float:
    """Mean outage of such a run [s], over all its failures; arguments as of attended_share.

    Parameters
    ----------
    mtbf, hours, reaction, repair, others : as of attended_share

    Examples
    --------
    >>> round(sl.failures.attended_downtime(100 * sl.units.hour, "Mon-Fri 9:00-17:00") / sl.units.hour, 4)
    14.7437
    """
    return float(_attended("attended_downtime", mtbf, hours, reaction, repair, others)["downtime"])


complete(__all__, globals())
