# SPDX-License-Identifier: Apache-2.0
"""What a log of failures says to do: MTBF, interval, goodput and limit, each with what the log leaves open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _evaluate
from ._clock import Counted, counted, one
from ._compare import compare
from ._kernel import find
from ._parameters import checked
from ._quantiles import quantiles
from .growth import PowerLaw
from .limits import Criterion, Factors, Limit, max_gpus, plan_of
from .results import Result, Rows, _Cells
from .run import Operation, RestartParts, TrainingRun, cause_mix
from .strategies import Strategy
from .typing import Number, Quantity

if TYPE_CHECKING:
    from .data import Attempts, Events
    from .failures import Cause

FEW = 256  # samples of what a longer log would leave open
ROUNDS = 50  # of a downtime that goes with the rate, as restarts that are tried again make it
SHARES = "shares of causes are taken as given: what the log leaves open is how often failures come in all"


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
    window : time observed in all [s]
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
    window : running time in which they were; of a history of jobs what a run of this size would take for its exposure [s]
    exposure : the same times the GPUs that ran [s]
    downtime : what each stopped the job for in the mean, where that was taken out of wall-clock time [s]
    assumed : what was taken for lack of something better
    dispersion : variance of their counts over that of a Poisson stream, 1 or more: bursts tell less
    counted_mttf : the count's own: running GPU-time over interruptions [s]
    gpu_mttf : running GPU-time per interruption, as far as the count tells it [s]
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
    exposure: float
    downtime: float
    assumed: tuple[str, ...]
    dispersion: float
    counted_mttf: float
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
        own = self.strategy
        listed = [own] if strategies is None else strategies
        found = compare(at_median, listed, others=others, causes=own.causes, restart=own.restart, operation=own.operation).rows
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
        units = {"window": "s", "exposure": "s", "downtime": "s", "counted_mttf": "s"}
        single = ("events", "window", "exposure", "downtime", "dispersion", "counted_mttf", "worth_knowing")
        return rows | {name: _row(getattr(self, name), units.get(name, "1")) for name in single}


def plan_from_log(
    events: Attempts | Events | Sequence[float] | float,
    run: TrainingRun,
    criterion: Criterion | None = None,
    *,
    window: Quantity | None = None,
    gpus: float | None = None,
    growth: PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    within: Quantity | None = None,
    downtime: Quantity | None = None,
    spread: float | None = None,
    dispersion: float | None = None,
    samples: int = 4096,
    tolerance: float = 0.002,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> LogPlan:
    """MTBF, interval, goodput and limit of a run, with all that a log of its failures leaves open.

    The rate of failures has the posterior of its count (``mtbf_samples`` of the catalogue); samples are its even quantiles,
    carried through interval, goodput and limit. A log is in wall-clock time, a rate in running time: what each failure stopped
    the job for is taken out, single outages where the log knows them, else the downtime of run and causes. Jobs are running
    time already.

    Parameters
    ----------
    events : a history of jobs, a log, times of failures [s], or how many there were
    run : the run at the size to plan for; its own gpu_mttf is not looked at
    criterion : of the limit; default peak_throughput()
    window : wall-clock time that was observed [s]; default: the log's own, else from the first failure, which then begins the
        count, to the last
    gpus : that the log is of; default: the run's
    growth, strategy, factors : as ``limits.max_gpus`` takes them; a strategy under causes, such as ``data.causes_of`` makes of
        the log, has their shares of whatever rate the log leaves open
    within : failures that follow one another within this time are one interruption [s]; default: each is one
    downtime : of a failure in the mean, where the log does not know of each [s]; default: that of the causes, else the run's;
        0: the window is running time
    spread : of downtimes, standard deviation over mean; default: 1, as if exponential; 0: all alike
    dispersion : variance of the counts over that of a Poisson stream, >= 1 (``failures.index_of_dispersion``); default: the
        log's own where its test sees bursts (p below 0.05), else 1
    samples : how many, up to 100,000
    tolerance : goodput that an interval of the band may cost in the mean
    causes : shares of the failures that the log counts, and planned stops; a text: one of published.causes by its name

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> round(plan.advised / 60, 1)
    3.9
    """
    run, growth, strategy, *factors = plan_of("plan_from_log", run, growth, strategy, factors, causes, restart, operation)
    single = run._single()
    if single is None:
        raise ValueError("plan_from_log: fields of run must be single numbers, not arrays")
    held = single.gpus if gpus is None else one("plan_from_log", "gpus", gpus)
    found = told(events, single, strategy, held, window=window, within=within, downtime=downtime, spread=spread)
    cost = one("plan_from_log", "tolerance", tolerance)
    bursts = found.dispersion if dispersion is None else one("plan_from_log", "dispersion", dispersion)
    many = int(one("plan_from_log", "samples", samples))
    try:
        lives = found.samples(held, many, bursts)
    except ValueError as error:
        raise ValueError(f"plan_from_log: {error}") from None
    there = single.replace(gpu_mttf=lives)
    interval, goodput = _best(there, strategy)
    if not np.isfinite(goodput).all():
        raise ValueError(f"plan_from_log: {strategy!r} has no goodput at an MTBF of {np.min(there.mtbf):.6g} s")
    limit = max_gpus(there, criterion, growth, strategy, factors)
    hedged = _evaluate.ask(
        "hedged_interval", single, strategy, numbers={"tolerance": cost}, arguments={"gpu_mttf": _core.Numbers(lives)}
    ).columns
    exposure = running_time(found, held)
    seconds = exposure / (single.gpus if found.of_jobs else held)
    more = Rows[MoreData]()
    for longer in (1.0, 2.0, 4.0, 10.0):
        ends = found.samples(held, FEW, bursts, longer)
        later = single.replace(gpu_mttf=ends)
        low, high = np.quantile(later.mtbf, [0.05, 0.95])
        worse, better = np.quantile(_best(later, strategy)[1], [0.05, 0.95])
        more.append(MoreData(longer * seconds, longer * found.events, (float(low), float(high)), (float(worse), float(better))))
    return LogPlan(
        events=found.events,
        window=seconds,
        exposure=exposure,
        downtime=found.downtime,
        assumed=(*found.notes, *([SHARES] if any(row.share == row.share for row in strategy.causes) else [])),
        dispersion=bursts,
        counted_mttf=float(found.estimate(held).columns["gpu_mttf.value"]),
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
        run=single,
        strategy=strategy,
        limit_of=limit,
    )


def told(
    events: Any,
    run: TrainingRun,
    strategy: Strategy,
    gpus: float,
    window: Any = None,
    within: Any = None,
    downtime: Any = None,
    spread: Any = None,
) -> Counted:
    """What a log says of the rate of a run: in running time, by the downtime of run and causes where nobody says another."""
    who = "plan_from_log"
    given = {"window": window, "within": within, "downtime": downtime, "spread": spread}
    numbers = {name: None if value is None else one(who, name, value) for name, value in given.items()}
    if numbers["downtime"] is not None:
        return counted(events, **numbers, who=who)
    mean = float(run.downtime)
    found = counted(events, **numbers | {"downtime": mean}, who=who)
    for _ in range(ROUNDS if strategy.causes else 0):
        before, mean = mean, _mean_downtime(found, run, strategy, gpus)
        if math.isclose(mean, before, rel_tol=1e-14):
            break
        found = counted(events, **numbers | {"downtime": mean}, who=who)
    return found


def _mean_downtime(found: Counted, run: TrainingRun, strategy: Strategy, gpus: float) -> float:
    """What a failure stops the job for in the mean, by its causes, at the rate that was counted; the run's where none was."""
    rate = float(found.estimate(gpus).columns["gpu_mttf.value"])
    if not math.isfinite(rate):
        return float(run.downtime)
    return float(
        cause_mix(run.replace(gpus=gpus, gpu_mttf=rate), strategy.causes, strategy.restart, strategy.operation).downtime
    )


def running_time(found: Counted, gpus: float) -> float:
    """GPU-seconds of running time in which interruptions were counted; NaN where downtimes leave none."""
    if found.of_jobs:
        return found.gpu_time
    return gpus * float(find("failures._running_exposure")(found.window, found.events, found.downtime))


def _best(there: TrainingRun, strategy: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The best interval of each sample, and its goodput."""
    found = (_evaluate.ask(name, there, strategy).columns[name] for name in ("interval", "goodput"))
    interval, goodput = (np.broadcast_to(np.asarray(x, float), np.shape(there.gpu_mttf)) for x in found)
    return interval, goodput


def _row(value: float, unit: str, ends: tuple[float, float] = (np.nan, np.nan)) -> Any:
    return _Cells({"value": value, "lower": ends[0], "upper": ends[1]}, dict.fromkeys(("value", "lower", "upper"), unit))


_credibility = replace(next(row for row in _evaluate.rows_of("fit") if row.name == "confidence"), name="credibility")
_probability = replace(_credibility, name="q", open_below=False, open_above=False)
