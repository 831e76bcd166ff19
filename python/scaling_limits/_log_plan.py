# SPDX-License-Identifier: Apache-2.0
"""What a log of failures says to do: MTBF, interval, goodput and limit, each with what the log leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core, _evaluate
from ._compare import compare
from ._fits import column
from ._kernel import describe
from ._logs import stream
from ._parameters import checked, is_list
from ._quantiles import quantiles
from ._streams import course, incidents
from .growth import PowerLaw
from .limits import Criterion, Factors, Limit, max_gpus, plan_of
from .results import Result, Rows, _Cells
from .run import TrainingRun
from .strategies import Strategy
from .typing import Number, Quantity

if TYPE_CHECKING:
    from .data import Events

FEW = 256  # samples of what a longer log would leave open


@dataclass(frozen=True, eq=False, repr=False)
class Uncertain(Result):
    """A number that a log leaves open: even quantiles of it, lowest MTBF first.

    Attributes
    ----------
    samples : as likely each
    unit : of them

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> round(plan.mtbf.quantile(0.5) / sl.units.hour, 2)
    3.09
    """

    samples: np.ndarray[Any, Any]
    unit: str = "1"

    def quantile(self, q: Quantity) -> Number:
        """What the number stays below with a probability; NaN, where a model has no answer, lies below all numbers.

        Parameters
        ----------
        q : in [0, 1]

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
        >>> plan.goodput.quantile(0.05) < plan.goodput.quantile(0.95)
        True
        """
        at = checked("quantile", _probability, q)
        found = quantiles(self.samples, at)
        return found if np.ndim(found) else float(found)

    def interval(self, credibility: float = 0.9) -> tuple[float, float]:
        """The ends between which it lies with a probability, as much left out on either side.

        Parameters
        ----------
        credibility : the probability, in (0, 1)

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
        >>> low, high = plan.interval.interval(0.9)
        >>> low < high
        True
        """
        inner = float(checked("interval", _credibility, credibility))
        low, high = self.quantile([(1 - inner) / 2, (1 + inner) / 2])
        return float(low), float(high)

    @property
    def median(self) -> float:
        """What it lies above and below alike."""
        return float(self.quantile(0.5))

    def _unit(self, name: str) -> str:
        return self.unit if name == "samples" else "1"

    def __repr__(self) -> str:
        from ._format import quantity

        low, high = self.interval()
        shown = [quantity(x, self.unit, 4) for x in (self.median, low, high)]
        return f"Uncertain({shown[0]}, 90 %: {shown[1]} to {shown[2]})"


@dataclass(frozen=True, eq=False, repr=False)
class MoreData(Result):
    """What longer logs would leave open, were failures as frequent in them.

    Attributes
    ----------
    window : running time observed in all [s]
    events : failures expected in it
    mtbf : ends of the 90 % interval [s]
    goodput : ends of the 90 % interval, at the best interval of each

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> [round(row.events) for row in plan.more_data]
    [419, 838, 1676, 4190]
    """

    window: float
    events: float
    mtbf: tuple[float, float]
    goodput: tuple[float, float]


@dataclass(frozen=True, eq=False, repr=False)
class ComparedPlan(Result, beside=("strategy",)):
    """One strategy for all that a log leaves open.

    Attributes
    ----------
    strategy : the strategy
    name : its name, numbered where there are several of it
    goodput : of each sample
    best : the probability that no other of them has more
    assumes : what nobody gave of it, and the value that it has
    note : why it has no answer at the median, or an interval of 0 or unlimited

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
    >>> plan.compare(others=False)[0].best
    1.0
    """

    strategy: Strategy
    name: str
    goodput: Uncertain
    best: float
    assumes: str
    note: str

    def _rows(self) -> dict[Any, Any]:
        return {self.name: _row(self.goodput.median, "1", self.goodput.interval())}


@dataclass(frozen=True, eq=False, repr=False)
class LogPlan(Result, beside=("run", "strategy", "limit_of")):
    """What a log of failures says to do; as a table a row for each number: the median and the ends of its 90 % interval.

    Attributes
    ----------
    events : interruptions counted, near failures merged where that was asked for
    window : running time in which they were [s]
    dispersion : variance of their counts over that of a Poisson stream, 1 or more: bursts tell less
    gpu_mttf : running GPU-time per interruption [s]
    mtbf : of the job at the run's size [s]
    interval : the best one of each sample, or the strategy's own [s]
    goodput : at that interval
    limit : the largest size of the criterion [GPUs]
    advised : the interval of most goodput in the mean over the samples [s]; NaN: the strategy has no one interval to choose
    band : intervals within `tolerance` of that goodput [s]
    tolerance : goodput that an interval in the band costs at most, in the mean
    worth_knowing : goodput that is lost in the mean since the MTBF is not known exactly
    more_data : what longer logs would leave open
    run, strategy, limit_of : what it is a plan for; the limit with its status and what binds

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> low, high = plan.goodput.interval()
    >>> low < plan.goodput.median < high
    True
    """

    events: float
    window: float
    dispersion: float
    gpu_mttf: Uncertain
    mtbf: Uncertain
    interval: Uncertain
    goodput: Uncertain
    limit: Uncertain
    advised: float
    band: tuple[float, float]
    tolerance: float
    worth_knowing: float
    more_data: Rows[MoreData]
    run: TrainingRun
    strategy: Strategy
    limit_of: Limit

    @property
    def draws(self) -> TrainingRun:
        """The run with all that its gpu_mttf may be, to ask anything else of: an array in, an array out.

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
        >>> plan.draws.useful_throughput.shape
        (100,)
        """
        return self.run.replace(gpu_mttf=self.gpu_mttf.samples)

    def compare(self, strategies: Sequence[Strategy] | None = None, *, others: bool = True) -> Rows[ComparedPlan]:
        """Strategies side by side for all that the log leaves open; best median first.

        Parameters
        ----------
        strategies : one's own; default: the plan's
        others : whether those that are not given are compared too, with what is usual of them

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
        >>> rows = plan.compare([sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)], others=False)
        >>> [(row.name, row.best) for row in rows]
        [('asynchronous', 1.0), ('blocking', 0.0)]
        """
        at_median = self.run.replace(gpu_mttf=self.gpu_mttf.median)
        found = compare(at_median, [self.strategy] if strategies is None else strategies, others=others).rows
        asked = [np.asarray(_evaluate.ask("goodput", self.draws, row.strategy).columns["goodput"], float) for row in found]
        each = np.array([np.broadcast_to(goodput, self.gpu_mttf.samples.shape) for goodput in asked])
        reached = np.where(np.isnan(each), -np.inf, each)
        top = (reached == reached.max(axis=0)) & np.isfinite(reached)
        best = (top / np.maximum(top.sum(axis=0), 1)).mean(axis=1)  # of equals each has its part
        rows = [
            ComparedPlan(row.strategy, row.label, Uncertain(goodput), float(share), row.assumes, row.note)
            for row, goodput, share in zip(found, each, best, strict=True)
        ]
        return Rows(sorted(rows, key=lambda row: -np.nan_to_num(row.goodput.median, nan=-1.0)))

    def _rows(self) -> dict[Any, Any]:
        uncertain = {name: one for name, one in self._named() if isinstance(one, Uncertain)}
        rows = {name: _row(one.median, one.unit, one.interval()) for name, one in uncertain.items()}
        rows["advised"] = _row(self.advised, "s", self.band)
        units = {"window": "s"}
        single = ("events", "window", "dispersion", "worth_knowing")
        return rows | {name: _row(getattr(self, name), units.get(name, "1")) for name in single}


def plan_from_log(
    events: Events | Sequence[float] | float,
    run: TrainingRun,
    criterion: Criterion | None = None,
    *,
    window: Quantity | None = None,
    gpus: float | None = None,
    growth: PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    within: Quantity | None = None,
    dispersion: float | None = None,
    samples: int = 4096,
    tolerance: float = 0.002,
) -> LogPlan:
    """MTBF, interval, goodput and limit of a run, with all that a log of its failures leaves open.

    The rate of failures has the posterior of its count (``mtbf_samples`` of the catalogue); samples are its even quantiles,
    carried through interval, goodput and limit.

    Parameters
    ----------
    events : a log, times of failures [s], or how many there were
    run : the run at the size to plan for; its own gpu_mttf is not looked at
    criterion : of the limit; default peak_throughput()
    window : running time that was observed [s]; default: the log's own, else from the first failure to the last, which then
        begins the count
    gpus : that the log is of; default: the run's
    growth, strategy, factors : as ``limits.max_gpus`` takes them
    within : failures that follow one another within this time are one interruption [s]; default: each is one
    dispersion : variance of the counts over that of a Poisson stream, >= 1 (``failures.index_of_dispersion``); default: the
        log's own where its test sees bursts (p below 0.05), else 1
    samples : how many, up to 100,000
    tolerance : goodput that an interval of the band may cost in the mean

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> round(plan.advised / 60, 1)
    3.9
    """
    run, growth, strategy, *factors = plan_of("plan_from_log", run, growth, strategy, factors)
    one = run._single()
    if one is None:
        raise ValueError("plan_from_log: fields of run must be single numbers, not arrays")
    count, seconds, bursts = counted(events, window, within)
    cost = _one("tolerance", tolerance)
    if dispersion is not None:
        bursts = _one("dispersion", dispersion)
    many, held = int(_one("samples", samples)), one.gpus if gpus is None else _one("gpus", gpus)

    def mttf(of: int, longer: float = 1.0) -> np.ndarray[Any, Any]:
        asked = {"events": longer * count, "exposure": longer * seconds, "dispersion": bursts, "samples": of, "gpus": held}
        return np.asarray(_evaluate.ask("mtbf_samples", numbers=asked).columns["gpu_mttf"])

    lives = mttf(many)
    there = one.replace(gpu_mttf=lives)
    interval, goodput = _best(there, strategy)
    if not np.isfinite(goodput).all():
        raise ValueError(f"plan_from_log: {strategy!r} has no goodput at an MTBF of {np.min(there.mtbf):.6g} s")
    limit = max_gpus(there, criterion, growth, strategy, factors)
    hedged = _evaluate.ask(
        "hedged_interval", one, strategy, numbers={"tolerance": cost}, arguments={"gpu_mttf": _core.Numbers(lives)}
    ).columns
    more = Rows[MoreData]()
    for longer in (1.0, 2.0, 4.0, 10.0):
        ends = mttf(FEW, longer)
        later = one.replace(gpu_mttf=ends)
        low, high = np.quantile(later.mtbf, [0.05, 0.95])
        worse, better = np.quantile(_best(later, strategy)[1], [0.05, 0.95])
        more.append(MoreData(longer * seconds, longer * count, (float(low), float(high)), (float(worse), float(better))))
    return LogPlan(
        events=count,
        window=seconds,
        dispersion=bursts,
        gpu_mttf=Uncertain(lives, "s"),
        mtbf=Uncertain(np.asarray(there.mtbf), "s"),
        interval=Uncertain(interval, "s"),
        goodput=Uncertain(goodput),
        limit=Uncertain(np.asarray(limit.value, float)),
        advised=hedged["interval"],
        band=(hedged["band.shortest"], hedged["band.longest"]),
        tolerance=cost,
        worth_knowing=hedged["worth_knowing"],
        more_data=more,
        run=one,
        strategy=strategy,
        limit_of=limit,
    )


def _best(there: TrainingRun, strategy: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The best interval of each sample, and its goodput."""
    found = (_evaluate.ask(name, there, strategy).columns[name] for name in ("interval", "goodput"))
    interval, goodput = (np.broadcast_to(np.asarray(x, float), np.shape(there.gpu_mttf)) for x in found)
    return interval, goodput


class Counted(NamedTuple):
    """How many interruptions, in how much time, and what their bursts take from what they tell."""

    events: float
    window: float
    dispersion: float = 1.0


def counted(events: Any, window: Any = None, within: Any = None) -> Counted:
    """What a log, times or a count of failures says; near failures merged to one interruption."""
    seconds = None if window is None else _one("window", window)
    if isinstance(events, (int, float, np.number)):
        if seconds is None:
            raise TypeError("plan_from_log needs 'window' where events is a count: running time in which they were counted [s]")
        if within is not None:
            raise TypeError("plan_from_log: within merges failures at times that are known; events is a count")
        return Counted(_one("events", events), seconds)
    if hasattr(events, "start") and hasattr(events, "window"):
        if not np.isfinite(np.asarray(events.start, float)).all():
            raise ValueError("plan_from_log: times of events must be finite [s]")
        times, counts, whole = events._stream()
    else:
        if not is_list(events):
            raise TypeError(f"plan_from_log: events must be a log, times or a count of failures, not {describe(events)}")
        start = column("plan_from_log", "events", events, "s")
        if not np.isfinite(start).all():
            raise ValueError("plan_from_log: times of events must be finite [s]")
        times, counts, whole = stream(start, (start.min(), start.max()) if len(start) else (np.nan, np.nan), begins=True)
    if within is not None and len(times):
        begins = len(counts) < len(times)
        times = incidents(times, np.zeros(len(times)), _one("within", within)).start
        counts = times[1:] if begins else times
    if not whole > 0:
        if seconds is None:
            raise ValueError(f"plan_from_log: {len(times)} events say nothing of their window; give window [s]")
        return Counted(float(len(times)), seconds)
    seen = course(counts, whole)
    dispersion = float(seen.dispersion) if seen.bursts else 1.0
    return (
        Counted(float(len(counts)), whole, dispersion) if seconds is None else Counted(float(len(times)), seconds, dispersion)
    )


def _one(name: str, value: Any) -> float:
    """One number of the call, within its range."""
    found = checked("plan_from_log", _fields[name], value)
    if np.ndim(found):
        raise TypeError(f"plan_from_log: {name} must be one real number, not {describe(value)}")
    return float(found)


def _row(value: float, unit: str, ends: tuple[float, float] = (np.nan, np.nan)) -> Any:
    return _Cells({"value": value, "lower": ends[0], "upper": ends[1]}, dict.fromkeys(("value", "lower", "upper"), unit))


_fields = {row.name: row for row in _evaluate.rows_of("mtbf_samples")}
_fields["window"] = replace(_fields["exposure"], name="window")
_fields["tolerance"] = next(row for row in _evaluate.rows_of("hedged_interval") if row.name == "tolerance")
_fields["within"] = next(row for row in _evaluate.rows_of("incidents") if row.name == "within")
_credibility = replace(next(row for row in _evaluate.rows_of("fit") if row.name == "confidence"), name="credibility")
_probability = replace(_credibility, name="q", open_below=False, open_above=False)
