# SPDX-License-Identifier: Apache-2.0
"""The largest size at which a criterion holds, and what binds there."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _arrays, _core, _evaluate, _format
from . import growth as _growth
from . import strategies as _strategies
from ._docs import complete
from ._kernel import describe, kernels_of, suggestion
from ._parameters import Parameters, UnknownField, checked, column, free, is_list, list_of, made_class, of_type, one_number
from ._public import listing
from .catalog import kinds, standard
from .failures import Cause
from .results import Answered, Result, Rows
from .run import Operation, RestartParts, TrainingRun
from .strategies import Strategy
from .typing import Array, Number, Quantity

if TYPE_CHECKING:
    from .parallelism import LatencyWall, Layout

_kernels = kernels_of("limits")
_behind = kernels_of("_factors")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...


class Criterion(Parameters):
    """Base of all criteria, which are made from the catalogue's kinds: terms that add up to a target at the largest size.

    Examples
    --------
    >>> sl.limits.goodput_at_least(0.9)
    goodput_at_least(goodput=0.9)
    """

    __slots__ = ()
    _way = ", such as goodput_at_least(0.9)"


class _Efficiency:
    """What every factor answers for itself."""

    __slots__ = ()

    def efficiency(self, gpus: Quantity) -> Number:
        """The useful share of so many GPUs as far as this factor goes; arrays broadcast."""
        return _evaluate.ask("efficiency", self, numbers={"gpus": gpus}).columns["efficiency"]

    def losses(self, gpus: Quantity) -> dict[str, Number]:
        """-ln efficiency by term; arrays broadcast."""
        return _evaluate.ask("efficiency", self, numbers={"gpus": gpus}).group("losses")


class Factor(_Efficiency, Parameters):
    """Base of all factors other than goodput, made from the catalogue's kinds: an efficiency that depends on the size.

    `name` is the name of its term in shares.

    Examples
    --------
    >>> sl.limits.StrongScaling(half_size=100_000).efficiency(100_000)
    0.5
    """

    __slots__ = ()
    _way = "; one of your own is limits.CustomFactor, of a function of size or of a table"


# a kind whose function of that name says more is no class of its own
_criteria: dict[str, Any] = {
    name: made_class(Criterion, "criterion", name, kind, __name__, positional=True) for name, kind in kinds("criterion").items()
}
_factors: dict[str, Any] = {
    kind["owner"]: made_class(Factor, "factor", kind["owner"], kind, __name__) for kind in kinds("factor").values()
}
_factors["Tabulated"]._example = {"points": [[1000, 1.0], [100000, 0.5]]}
_Cheapest = _criteria.pop("cheapest_gpus")
if TYPE_CHECKING:

    class PowerLaw(Factor): ...


globals().update(_criteria | _factors)


class CustomFactor(_Efficiency):
    """A factor of one's own: its efficiency, in (0, 1], as a function of the number of GPUs.

    Parameters
    ----------
    efficiency : callable, or pairs (size, efficiency)
        A function of one size, made of arithmetic and NumPy functions: slopes are taken from complex sizes. Pairs are
        interpolated monotonically; sizes outside them are refused.
    name : the name of its term in shares
    derivative : d efficiency / d gpus, for a function that takes no complex size
    rises : whether neither its loss nor the slope of its loss ever falls with size, which spares the search a scan

    Examples
    --------
    >>> half = sl.limits.CustomFactor(lambda gpus: 1 / (1 + gpus / 100_000), name="step")
    >>> half.efficiency(100_000)
    0.5
    """

    __slots__ = ("_part", "derivative", "function", "name", "rises")
    _group = "factor"
    _owner = "CustomFactor"

    def __new__(cls, efficiency: Any, *, name: str = "custom", **named: Any) -> Any:
        """A table is the factor Tabulated."""
        if callable(efficiency):
            return super().__new__(cls)
        points = _pairs("CustomFactor", "efficiency", efficiency)
        if named:
            raise TypeError(f"CustomFactor: a table takes no {', '.join(named)}")
        return _factors["Tabulated"](points=points, name=name)

    def __init__(
        self,
        efficiency: Callable[[Any], Any],
        *,
        name: str = "custom",
        derivative: Callable[[float], float] | None = None,
        rises: bool = False,
    ) -> None:
        if not isinstance(name, str) or not name:
            raise TypeError(f"CustomFactor: name must be a text, not {describe(name)}")
        if not name.isprintable():
            raise ValueError(f"CustomFactor: name = {name!a} must be printable")
        if derivative is not None and not callable(derivative):
            raise TypeError(f"CustomFactor: derivative must be a function, not {describe(derivative)}")
        of_type("CustomFactor", "rises", rises, (bool, np.bool_))
        self.function, self.name, self.derivative, self.rises = efficiency, name, derivative, rises
        self._part = _core.custom_factor(efficiency, derivative, name, bool(rises))

    def part(self) -> object:
        """What C++ keeps of it."""
        return self._part

    def _template(self) -> CustomFactor:
        return self

    def __eq__(self, other: object) -> bool:
        return self.__reduce__() == other.__reduce__() if isinstance(other, CustomFactor) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __reduce__(self) -> tuple[Any, ...]:
        return _custom, (self.function, self.name, self.derivative, self.rises)

    def __repr__(self) -> str:
        return f"CustomFactor({self.function!r}, name={self.name!r})"


def _custom(function: Any, name: str, derivative: Any, rises: bool) -> CustomFactor:
    return CustomFactor(function, name=name, derivative=derivative, rises=rises)


class Limit(Answered, question="limit", beside=("roots", "asked", "unit", "asks", "band")):
    """The answer to "how large"; arrays where the run has arrays.

    Attributes
    ----------
    roots : every size where terms meet the target, the limit among them; for arrays padded with NaN along a last axis
    asked : what was asked: run, criterion, growth, strategy and factors
    unit : what a size counts
    asks : the question that it answers where that is not "limit", and that question's own arguments
    band : between which ends it lies if one thing is otherwise than given, where that was asked for (ranges=True)

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
    >>> limit
    Limit(value=134637 GPUs, status='ok', binding='checkpoint', shares=(checkpoint 1), goodput=0.9, efficiency=1)
    """

    roots: tuple[float, ...] | Array | None
    asked: tuple[object, ...]
    unit: str = "GPUs"
    asks: tuple[str, dict[str, Any]] | None = None
    band: Band | None = None

    def _of(self, name: str) -> tuple[str, str]:
        unit, text = super()._of(name)
        return (self.unit, text.replace("GPUs", self.unit)) if unit == "GPU" and self.unit != "GPUs" else (unit, text)

    def _asked_as(self) -> tuple[str, dict[str, Any]]:
        return self.asks or super()._asked_as()

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        if self._columns:
            return super().__repr__()
        value = _format.value_text(self.value, "1", 6)
        ends = ", ".join(_format.value_text(x, "1", 6) for x in (self.band.low, self.band.high)) if self.band else ""
        between = f", band=({ends})" if ends else ""
        if not isinstance(self.status, str):
            return f"Limit(value={value}, status=<{type(self.status).__name__} {self.status.shape}>)"
        if self.status != "ok":
            return f"Limit(status={self.status!r}, note={self.note!r}{between})"
        shares = ", ".join(f"{term} {share:.3g}" for term, share in self.shares.items())
        note = f", note={self.note!r}" if self.note else ""
        return (
            f"Limit(value={value} {self.unit}, status='ok', binding={self.binding!r}, shares=({shares}), "
            f"goodput={self.goodput:.4g}, efficiency={self.efficiency:.4g}{between}{note})"
        )


#: One factor or several.
Factors: TypeAlias = Factor | CustomFactor | Sequence[Factor | CustomFactor]


def _factor_list(function: str, factors: Any) -> tuple[Any, ...]:
    """One factor is a list of one."""
    listed = tuple(factors) if is_list(factors) else (factors,)
    for factor in listed:
        of_type(function, "every one of factors", factor, (Factor, CustomFactor))
    return listed


#: how a run is protected, and which size is looked for, where nothing is said
_protection: Strategy = _strategies._classes[standard("strategy")]()
_criterion: Criterion = _criteria[standard("criterion")]()


def usual_criteria() -> dict[str, Criterion]:
    """The criteria that are asked for side by side where none is named, by name and value."""
    asked = ((form, []) if isinstance(form, str) else (*form, [*form.values()]) for form in _core.usual_criteria())
    return {name + "".join(f"({_format.number(x)})" for x in values): _criteria[name](*values) for name, values in asked}


def plan_of(
    function: str,
    run: TrainingRun,
    growth: _growth.PowerLaw | None,
    strategy: Strategy | None,
    factors: Factors = (),
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> tuple[Any, ...]:
    """Run, growth, strategy and factors as a question takes them, with their defaults."""
    growth = _growth.fixed if growth is None else growth
    of_type(function, "run", run, TrainingRun)
    of_type(function, "growth", growth, _growth.PowerLaw)
    strategy = _strategies.stopped(function, _protection if strategy is None else strategy, causes, restart, operation)
    return (run, growth, strategy, *_factor_list(function, factors))


#: What is wanted of an answer: the name of a column, or several.
Columns: TypeAlias = str | Sequence[str] | None


def _column_list(function: str, columns: Columns) -> tuple[str, ...]:
    """The names of what is wanted; none: all."""
    if columns is None:
        return ()
    listed = (columns,) if isinstance(columns, str) else tuple(list_of(function, "columns", columns, str))
    if not listed:
        raise ValueError(f"{function}: columns is empty: leave it out for all of them")
    known = Limit._answered.columns
    for name in listed:
        if name.partition(".")[0] not in known:
            raise ValueError(f"{function}: columns: Limit has no {name!r}; it has {', '.join(known)}")
    return tuple(dict.fromkeys(listed))


def _limit(
    question: str, asked: tuple[Any, ...], criterion: Any, columns: tuple[str, ...], numbers: Mapping[str, Any] | None = None
) -> Limit:
    parts = (*asked, *(() if question != "limit" else (criterion,)))
    answer = _evaluate.ask(question, *parts, numbers=numbers, columns=columns)
    run, *rest = asked
    return _limit_of(answer, (run, criterion, *rest), columns)


def _limit_of(
    answer: _evaluate.Answer,
    asked: tuple[Any, ...],
    columns: tuple[str, ...] = (),
    unit: str = "GPUs",
    asks: tuple[str, dict[str, Any]] | None = None,
) -> Limit:
    """The columns of a limit as one; `columns`: those that were asked for, none: all; `asks`: as of Limit."""
    own: dict[str, Any] = {"asked": asked, "unit": unit, "asks": asks}
    own["roots"] = answer.columns.get("roots")  # where the arrays keep no lists there are none
    if answer.scalar:
        own["roots"] = tuple(own["roots"] or ())
        known = {term: x for term, x in answer.group("shares").items() if x == x}
        alone = max(known.values(), default=0) == 1  # a cap binds alone
        own["shares"] = {term: x for term, x in known.items() if not (alone and x == 0)}
    if not columns:
        return answer.to(Limit, **own)
    wanted = {name.partition(".")[0] for name in columns} | {"asked", *(["asks"] if asks else [])}
    found = Limit._answered.of(answer.columns, own)
    return Limit._of_columns({name: x for name, x in found.items() if name in wanted}, columns)


def _limit_at_price(plan: tuple[Any, ...], price: Any, numbers: Mapping[str, Any], columns: tuple[str, ...]) -> Limit:
    """The cheapest size at prices; what was asked is the criterion that they amount to."""
    own = (*columns, "fixed_gpus") if columns else ()
    answer = _evaluate.ask("optimal_gpus", *plan, price, numbers=numbers, columns=own)
    run, *rest = plan
    fixed: Any = answer.columns["fixed_gpus"]
    if answer.scalar and not np.isfinite(fixed):
        return _limit_of(answer, (run, _criteria["peak_throughput"](), *rest), columns)
    if not answer.scalar and not _arrays.is_lazy(fixed):  # where there is none is said by the status
        known = np.isfinite(fixed)
        fixed = fixed.where(known, 0.0) if hasattr(fixed, "where") else np.where(known, fixed, 0.0)
    asked = _Cheapest(work=numbers["work"], fixed_gpus=fixed)
    return _limit_of(answer, (run, asked, *rest), columns)


def max_gpus(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    *,
    columns: Columns = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
    ranges: bool = False,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
) -> Limit:
    """The largest size at which a criterion holds for a run that grows by a law.

    Parameters
    ----------
    run : the run at its own size; growth is relative to run.gpus
    criterion : what must hold; default peak_throughput(), beyond whose size more GPUs do less work
    growth : how fields change with size; default growth.fixed()
    strategy : how the run is protected; default strategies.blocking()
    factors : other efficiencies that depend on the size
    columns : what is wanted of the answer, a name of its fields or several: no other is computed, and each refuses to be read;
        default: all of it
    ranges : whether the answer has its `band` too, what each thing that a planner may not know makes of it; of no arrays
    known, gpu_mttf_ends : what is not assumed otherwise there, and what a log leaves open, as of band; one given asks for it

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla, ranges=True)
    >>> print(f"{limit.value:.0f} GPUs, then {limit.binding} binds; {limit.band.text}")
    134637 GPUs, then checkpoint binds; between 22906 and 187239 GPUs if one of the things that you may not know is otherwise
    >>> sl.limits.max_gpus(run, columns=("value", "binding"))
    Limit(value=57370473 GPU, binding='checkpoint')
    """
    criterion = _criterion if criterion is None else criterion
    of_type("max_gpus", "criterion", criterion, Criterion)
    wanted = _column_list("max_gpus", columns)
    of_type("max_gpus", "ranges", ranges, (bool, np.bool_))
    told = _told_of("max_gpus", known, gpu_mttf_ends)
    plan = plan_of("max_gpus", run, growth, strategy, factors, causes, restart, operation)
    if not ranges and not any(told.values()):
        return _limit("limit", plan, criterion, wanted)
    found = _band_of("max_gpus: ranges", plan, criterion, told)  # refuses arrays before they are answered
    also = {"band": found} | ({"_columns": (*wanted, "band")} if wanted else {})
    return Limit._of_plain(_limit("limit", plan, criterion, wanted).__dict__ | also)


class Assumed(Answered, question="band", part="assumption", each="row"):
    """One thing that may be otherwise than given, by itself, and the answers with it.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.band(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla).assumption[0].text
    'failures come 1.7 times as often'
    """


class Band(Answered, question="band", single=True, beside=("assumption",)):
    """The largest size and the run at its own, and between which ends they lie if one thing is otherwise than given.

    Attributes
    ----------
    assumption : each thing that is otherwise, by itself

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> band = sl.limits.band(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
    >>> print(f"{band.low:.0f} ({band.low_because}) to {band.high:.0f} ({band.high_because}), given {band.value:.0f} GPUs")
    22906 (start) to 187239 (gpu_mttf), given 134637 GPUs
    """

    assumption: Rows[Assumed]


def _told_of(function: str, known: Sequence[str], gpu_mttf_ends: Sequence[float]) -> dict[str, Any]:
    """What the question of a band is told of what is known."""
    ends = list(gpu_mttf_ends) if is_list(gpu_mttf_ends) else [] if gpu_mttf_ends is None else [gpu_mttf_ends]
    told = {"known": list_of(function, "known", known, str)}
    return told | ({"gpu_mttf_ends": [float(x) for x in column(function, "gpu_mttf_ends", ends)]} if ends else {})


def _band_of(function: str, plan: tuple[Any, ...], criterion: Criterion, told: dict[str, Any]) -> Band:
    answer = _evaluate.ask("band", *plan, criterion, arguments=told).single(function)
    return answer.to(Band, assumption=Rows(Assumed(**row) for row in answer.rows(Assumed)))


def band(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    *,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Band:
    """The largest size, and what each thing that a planner may not know makes of it, one at a time; no probability.

    Parameters
    ----------
    run, criterion, growth, strategy, factors, causes, restart, operation : as of max_gpus, of single numbers
    known : what is not assumed otherwise, because it was measured: names of rows ("start", "bytes") or of fields ("gpu_mttf")
    gpu_mttf_ends : the ends of what a log leaves open of gpu_mttf, as two factors of it, in place of those that are assumed;
        beside causes of the rate of each, so of causes that were counted in that log

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> measured = ["initialization_time", "checkpoint_bytes", "downtime"]
    >>> band = sl.limits.band(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla, known=measured)
    >>> [row.name for row in band.assumption]
    ['gpu_mttf', 'gpu_mttf', 'silent', 'retry', 'reader_gpus']
    """
    criterion = _criterion if criterion is None else criterion
    of_type("band", "criterion", criterion, Criterion)
    plan = plan_of("band", run, growth, strategy, factors, causes, restart, operation)
    return _band_of("band", plan, criterion, _told_of("band", known, gpu_mttf_ends))


class ReportedRow(Answered, question="reported", part="row", each="row"):
    """A run as those that were operated in one way would have it: at the longest and at the shortest outages that they had.

    Examples
    --------
    >>> row = sl.limits.reported(sl.published.llama3_405b()).row[0]
    >>> row.name, row.goodput_low < row.goodput_high
    ('by_hand', True)
    """


class ReportedBand(Answered, question="reported", single=True, beside=("row",)):
    """What runs operated like this one reported; no forecast, and of no known coverage.

    Attributes
    ----------
    row : who restarted

    Examples
    --------
    >>> sl.limits.reported(sl.published.llama3_405b()).projects
    10.0
    """

    row: Rows[ReportedRow]


def reported(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> ReportedBand:
    """What runs that people or machines restarted reported, at the rate, with the saves and the restarts of this one.

    Parameters
    ----------
    run, criterion, growth, strategy, factors, causes, restart, operation : as of max_gpus, of single numbers

    Examples
    --------
    >>> print(sl.limits.reported(sl.published.llama3_405b()).text)
    restarted by hand 15 to 73 %, automatically 85 to 97 %, with outages as long as 10 projects had
    """
    criterion = _criterion if criterion is None else criterion
    of_type("reported", "criterion", criterion, Criterion)
    plan = plan_of("reported", run, growth, strategy, factors, causes, restart, operation)
    answer = _evaluate.ask("reported", *plan, criterion).single("reported")
    return answer.to(ReportedBand, row=Rows(ReportedRow(**row) for row in answer.rows(ReportedRow)))


def max_workers(criterion: Criterion | None = None, factors: Factors = (), unit: str = "workers") -> Limit:
    """The largest number of workers, clients, whatever never fails, at which a criterion holds: max_gpus without failures.

    Parameters
    ----------
    criterion : what must hold; default peak_throughput()
    factors : all that is lost, by the number of workers; as in max_gpus their efficiencies multiply
    unit : what they are, for people

    Examples
    --------
    >>> cohort = sl.limits.StrongScaling(half_size=500, name="cohort")
    >>> server = sl.limits.StrongScaling(half_size=13_393, name="aggregation")
    >>> limit = sl.limits.max_workers(factors=[cohort, server], unit="clients")
    >>> print(f"{limit.value:.0f} {limit.unit}, worth {limit.useful_gpus:.0f}: {limit.binding} binds")
    2588 clients, worth 351: cohort binds
    """
    criterion = _criterion if criterion is None else criterion
    of_type("max_workers", "criterion", criterion, Criterion)
    of_type("max_workers", "unit", unit, str)
    listed = _factor_list("max_workers", factors)
    answer = _evaluate.ask("worker_limit", criterion, *listed, arguments={"unit": unit})
    return _limit_of(answer, (criterion, *listed), unit=unit, asks=("worker_limit", {"unit": unit}))


def best_learner(
    run: TrainingRun,
    exponent: Quantity,
    inner: Strategy | None = None,
    *,
    columns: Columns = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Limit:
    """The GPUs of the learner that is worth neither splitting nor joining to another; goodput and shares are its own.

    Parameters
    ----------
    run : one learner's state, storage and restart; its size is not looked at
    exponent : b of what replicas cost: M learners do the work of M^-b, in [0, 1)
    inner : what protects a learner; default strategies.blocking()
    columns : what is wanted of the answer, as of max_gpus

    N GPUs do most as N over this of learners that fail apart (strategies.independent), never less than one; of whole numbers
    that below or above. From one learner's size on useful throughput grows as N^(1 - b), without a peak. inf: never split.

    Examples
    --------
    >>> run = sl.TrainingRun(
    ...     gpus=1e6, gpu_mttf="50677 h", checkpoint_bytes=2.5e12, write_bandwidth=1e12, initialization_time=300
    ... )
    >>> learner = sl.limits.best_learner(run, exponent=0.2355)
    >>> print(f"{learner.value:.0f} GPUs each, so {run.gpus / learner.value:.2f} of them")
    125059 GPUs each, so 8.00 of them
    """
    wanted = _column_list("best_learner", columns)
    inner = _protection if inner is None else inner
    of_type("best_learner", "inner", inner, Strategy)
    plan = plan_of("best_learner", run, None, inner, (), causes, restart, operation)
    numbers = _evaluate.in_range("best_learner", {"exponent": exponent})
    answer = _evaluate.ask("best_learner", run, plan[2], numbers=numbers, columns=wanted)
    return _limit_of(answer, (run, plan[2]), wanted, asks=("best_learner", dict(numbers)))


def time_to_train(
    run: TrainingRun,
    work: Quantity,
    strategy: Strategy | None = None,
    factors: Factors = (),
    *,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Number:
    """Wall-clock time [s] for an amount of work on the run's GPUs: work / (gpus x efficiency x goodput).

    Parameters
    ----------
    run : the run at its own size
    work : ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s; may be an array
    strategy : how the run is protected; default strategies.blocking()
    factors : other efficiencies that depend on the size

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.time_to_train(run, work=1e11) / sl.units.day
    72.17126651289833
    """
    run, _, plan, *others = plan_of("time_to_train", run, None, strategy, factors, causes, restart, operation)
    answer = _evaluate.ask("time_to_train", run, plan, *others, numbers=_evaluate.in_range("time_to_train", {"work": work}))
    time = answer.columns["time_to_train"]
    if answer.scalar and time != time:
        raise ValueError(answer.note() or f"time_to_train: no answer for {run!r}")
    return time


def fastest_gpus(
    run: TrainingRun,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    *,
    columns: Columns = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Limit:
    """The size at which a run is done first, that of most useful throughput, whatever the amount of work.

    Parameters
    ----------
    columns : what is wanted of the answer, as of max_gpus

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.fastest_gpus(run, factors=sl.limits.StrongScaling(half_size=100_000)).value
    1021559.939818614
    """
    wanted = _column_list("fastest_gpus", columns)
    plan = plan_of("fastest_gpus", run, growth, strategy, factors, causes, restart, operation)
    return _limit("limit", plan, _criteria["peak_throughput"](), wanted)


def cheapest_gpus(
    run: TrainingRun,
    work: Quantity,
    *,
    deadline: Quantity = np.inf,
    fixed_gpus: Quantity = 0,
    least_gpus: Quantity = 1,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    columns: Columns = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Limit:
    """The size of least cost (N + fixed_gpus) x time_to_train, among those that meet the deadline.

    Parameters
    ----------
    work : ideal GPU-seconds, the same at every size
    deadline : of wall-clock time
    fixed_gpus : what costs per second at any size (storage, buildings, people), in GPUs
    least_gpus : what the model needs to fit at all
    columns : what is wanted of the answer, as of max_gpus

    With no fixed cost and losses that rise with size fewer GPUs are always cheaper, and deadline or least_gpus binds.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.cheapest_gpus(run, work=1e11, deadline=30 * sl.units.day).value
    39893.5671250677
    """
    asked = _Cheapest(work=work, deadline=deadline, fixed_gpus=fixed_gpus, least_gpus=least_gpus)
    wanted = _column_list("cheapest_gpus", columns)
    plan = plan_of("cheapest_gpus", run, growth, strategy, factors, causes, restart, operation)
    return _limit("limit", plan, asked, wanted)


def latency_factor(wall: LatencyWall, duration: Quantity, flops: Quantity) -> PowerLaw:
    """The latency wall as a factor: a PowerLaw of ratio 1 at the size at which latency takes as long as compute.

    Of runs that last as long whatever their size: latency over compute is (n/n_w)^kappa, n_w = C_w/(duration flops) and
    kappa = (1 + layers_exponent - batch_exponent)/2. Below 1, as with all published exponents, it has no peak of its own.

    Parameters
    ----------
    wall : with a latency per layer; that across nodes is no power law

    Examples
    --------
    >>> wall = sl.parallelism.LatencyWall(batch_tokens=4e6, batch_at=70e9, latency_per_layer=110e-6)
    >>> factor = sl.limits.latency_factor(wall, duration=91 * sl.units.day, flops=989.4e12 * 0.4)
    >>> print(f"{factor.gpus:.3g} GPUs, exponent {factor.exponent:.3g}, {factor.efficiency(1e6):.3f} at a million")
    6.86e+09 GPUs, exponent 0.455, 0.982 at a million
    """
    numbers = _evaluate.in_range("latency_factor", {"duration": duration, "flops": flops})
    answer = _evaluate.ask("latency_factor", wall, numbers=numbers)
    found = answer.amounts()
    if answer.scalar and any(x != x for x in found.values()):
        raise ValueError(answer.note())
    made: PowerLaw = _factors["PowerLaw"](**found, name="latency")
    return made


@dataclass(frozen=True, eq=False, repr=False)
class StrongScalingFit(Result):
    """A step of work/N + serial_time, fitted to step times by least squares of relative errors.

    Attributes
    ----------
    half_size : work / serial_time [GPUs]
    work : of a step [GPU-seconds]
    serial_time : of a step [s]
    scatter : standard deviation of the relative errors; NaN for two points, which any line meets
    points : how many times were given
    work_variance, covariance, serial_variance : of the estimates

    Examples
    --------
    >>> fit = sl.limits.fit_strong_scaling([1000, 2000, 4000], [1.0, 0.6, 0.4])
    >>> fit.step_time(8000)
    0.2999999999999999
    """

    half_size: float
    work: float
    serial_time: float
    scatter: float
    points: int
    work_variance: float
    covariance: float
    serial_variance: float

    def step_time(self, gpus: Quantity) -> Number:
        """Step time [s] at a size; arrays keep their type.

        Parameters
        ----------
        gpus : the size, > 0; may be an array
        """
        size: Any = np.asarray(gpus) if isinstance(gpus, (list, tuple)) else gpus
        time = self.work / size + self.serial_time
        return _arrays.labelled(time, "step_time", "s", "step time at a size")

    def interval(self, quantity: str, confidence: float = 0.95) -> tuple[float, float]:
        """Confidence interval of "half_size" (Fieller's), "work" or "serial_time"; (0, inf) for two points.

        Parameters
        ----------
        quantity : "half_size" (Fieller's), "work" or "serial_time"
        confidence : the probability that the interval holds the true value, in (0, 1)
        """
        of_type("interval", "quantity", quantity, str)
        level = one_number("interval", "confidence", confidence)
        lower, upper = _core.limits.fit_interval(**self.__dict__, quantity=quantity, confidence=level)
        return lower, upper

    def factor(self) -> Factor:
        """The factor for max_gpus."""
        made: Factor = _factors["StrongScaling"](half_size=self.half_size)
        return made


def fit_strong_scaling(gpus: Quantity, step_times: Quantity) -> StrongScalingFit:
    """The half size from step times [s] at several sizes, two at least.

    Raises ValueError where there is no half size > 0: the times do not fall with size, or faster than 1/N.

    Parameters
    ----------
    gpus : the sizes, two at least
    step_times : the step time at each [s]

    Examples
    --------
    >>> sl.limits.fit_strong_scaling([1000, 2000, 4000], [1.0, 0.6, 0.4]).half_size
    4000.000000000003
    """
    given = {"gpus": (gpus, "1"), "step_times": (step_times, "s")}
    lists = [_list("fit_strong_scaling", name, *one) for name, one in given.items()]
    found: Mapping[str, Any] = _core.limits.fit_strong_scaling(*lists)
    return StrongScalingFit(**found)


def combine_half_sizes(parts: Iterable[Quantity]) -> Number:
    """1 / (sum of 1/N_i): serial times add up. Parts > 0, arrays broadcast; NaN for others.

    Parameters
    ----------
    parts : half sizes > 0 [GPUs]; NaN for others

    Examples
    --------
    >>> sl.limits.combine_half_sizes([30_000, 60_000])
    np.float64(20000.0)
    """
    if not is_list(parts):
        raise TypeError(f"combine_half_sizes: parts must be a list of half sizes, not {describe(parts)}")
    sizes = (checked("combine_half_sizes", free("every one of parts"), part, within=False) for part in parts)
    return functools.reduce(_behind["combine_two_half_sizes"], sizes, np.inf)


def _of_layout(function: str, layout: object) -> None:
    if isinstance(layout, type) or getattr(layout, "_group", None) != "layout":  # its class is of a room above this one
        raise TypeError(f"{function}: layout must be a Layout, not {describe(layout)}")


def _list(function: str, name: str, values: Any, unit: str) -> list[float]:
    """Numbers, of whatever array."""
    found = checked(function, free(name, unit), values, within=False)
    return np.asarray(_arrays.as_numpy(found), dtype=float).ravel().tolist()


def _pairs(function: str, name: str, values: Any) -> list[list[float]]:
    """Pairs of numbers."""
    found = checked(function, free(name), list(values) if isinstance(values, Iterable) else values, within=False)
    if np.ndim(found) != 2 or np.shape(found)[1] != 2:
        raise TypeError(f"{function}: {name} must be a function, or a list of pairs (size, efficiency), not {describe(values)}")
    pairs: list[list[float]] = np.asarray(found, dtype=float).tolist()
    return pairs


def bubble_half_size(layout: Layout, sequence_length: Quantity, batch_tokens: Quantity) -> Number:
    """Half size of a pipeline's bubble, v t p c B/((p - 1) b s); inf without a pipeline.

    layout : its data degree does not matter; sequence_length s > 0; batch_tokens B > 0 of a step, all replicas.

    Examples
    --------
    >>> sl.limits.bubble_half_size(sl.parallelism.Layout(tensor=8, pipeline=16), 8192, 16e6)
    np.float64(16666.666666666668)
    """
    _of_layout("bubble_half_size", layout)
    degrees = (layout.tensor, layout.pipeline, layout.context, layout.chunks, layout.micro_batch)
    return _behind["bubble_half_size"](*degrees, sequence_length, batch_tokens)


def data_half_size(
    layout: Layout, flops: Quantity, bandwidth: Quantity, batch_tokens: Quantity, element_bytes: Quantity = 3
) -> Number:
    """Half size of the exchange of gradients, 3 B t p W/(eps X), nothing of it hidden.

    layout : its data degree does not matter; flops X > 0 [FLOP/s] achieved per GPU; bandwidth W > 0 [B/s] one way per GPU;
    batch_tokens B > 0 of a step; element_bytes eps: mean of both halves, 3 for fp32 reduce-scatter and bf16 all-gather.

    Examples
    --------
    >>> sl.limits.data_half_size(sl.parallelism.Layout(tensor=8, pipeline=16), 4e14, 5e10, 16e6)
    np.float64(256000.0)
    """
    _of_layout("data_half_size", layout)
    return _behind["data_half_size"](layout.tensor, layout.pipeline, flops, bandwidth, batch_tokens, element_bytes)


def micro_batch_cap(layout: Layout, sequence_length: Quantity, batch_tokens: Quantity, full_pipeline: bool = False) -> Number:
    """The most GPUs on which every replica still has a micro-batch, t p c B/(b s); with full_pipeline, one per stage.

    Parameters
    ----------
    full_pipeline : whether every stage of a pipeline has a micro-batch at once

    Examples
    --------
    >>> sl.limits.micro_batch_cap(sl.parallelism.Layout(tensor=8, pipeline=16), 8192, 2048 * 8192)
    np.float64(262144.0)
    """
    _of_layout("micro_batch_cap", layout)
    of_type("micro_batch_cap", "full_pipeline", full_pipeline, (bool, np.bool_))
    degrees = (layout.tensor, layout.pipeline, layout.context, layout.micro_batch)
    return _behind["micro_batch_cap"](*degrees, sequence_length, batch_tokens, float(full_pipeline))


def fixed_tokens_per_gpu(tokens_per_gpu: Quantity, critical_batch: Quantity) -> Factor:
    """The factor of a batch of so many tokens per GPU at every size: 1/(1 + N/N_B), N_B = critical_batch / tokens_per_gpu.

    Parameters
    ----------
    tokens_per_gpu : tokens of a step per GPU, > 0
    critical_batch : the critical batch, > 0 [tokens]

    Examples
    --------
    >>> sl.limits.fixed_tokens_per_gpu(1000, 1e8)
    StrongScaling(half_size=100000, name='batch')
    """
    half_size = _behind["fixed_tokens_half_size"](tokens_per_gpu, critical_batch)
    if np.ndim(half_size) == 0 and not half_size > 0:
        raise ValueError(
            f"fixed_tokens_per_gpu: tokens_per_gpu = {tokens_per_gpu}, critical_batch = {critical_batch} must be > 0"
        )
    made: Factor = _factors["StrongScaling"](half_size=half_size, name="batch")
    return made


def local_update_half_size(work: Quantity, exchange_time: Quantity, exchange_steps: Quantity) -> Factor:
    """The factor of replicas that exchange every H steps, none of it hidden: half_size = H work / exchange_time.

    Parameters
    ----------
    work : of one step, > 0 [ideal GPU-seconds]
    exchange_time : of one exchange, all fragments together, >= 0 [s]
    exchange_steps : steps H of a replica between two exchanges of one parameter, >= 1

    Beside another StrongScaling the half sizes are to be combined (combine_half_sizes): serial times add.

    Examples
    --------
    >>> sl.limits.local_update_half_size(work=101_921.6, exchange_time=6.49, exchange_steps=100)
    StrongScaling(half_size=1570440.6779661016, name='link')
    """
    half_size = _behind["local_update_half_size"](work, exchange_time, exchange_steps)
    if np.ndim(half_size) == 0 and not half_size > 0:
        raise ValueError(
            f"local_update_half_size: work = {work} must be > 0 [s], exchange_time = {exchange_time} >= 0 [s], "
            f"exchange_steps = {exchange_steps} >= 1"
        )
    made: Factor = _factors["StrongScaling"](half_size=half_size, name="link")
    return made


class Requirement(Answered, question="required"):
    """Which value of a field reaches a goodput; arrays where the run has arrays.

    Attributes
    ----------
    at_least : whether it is the smallest, more being better
    field : what was asked for

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.required(run, "write_bandwidth", 0.95)
    Requirement(value=351.901 GB/s, at_least=True, field='write_bandwidth', unit='B/s', status='ok', note='')
    """

    at_least: bool | Number
    field: str
    unit: str

    def _unit(self, name: str) -> str:
        return self.unit if name == "value" else "1"


def required(
    run: TrainingRun,
    field: str,
    goodput: Quantity,
    strategy: Strategy | None = None,
    *,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Requirement:
    """The value of a field at which a run reaches a goodput, all else unchanged.

    Parameters
    ----------
    run : the run at its size; its own value of the field is not looked at
    field : a field of TrainingRun, or "restart_time" as a whole
    goodput : in (0, 1)
    strategy : how the run is protected; default strategies.blocking()

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.required(run, "checkpoint_bytes", 0.99).value
    1106012406037.529
    """
    run, _, plan = plan_of("required", run, None, strategy, (), causes, restart, operation)
    if not isinstance(field, str):
        raise TypeError(f"required: field must be the name of a field, not {describe(field)}")
    names = {row.name: row.unit for row in TrainingRun.fields()} | {"restart_time": "s"}
    if field not in names:
        raise UnknownField(f"required: TrainingRun has no field {field!r}{suggestion(field, names)}")
    criterion = _criteria["goodput_at_least"](goodput)
    answer = _evaluate.ask("required", run, plan, criterion, arguments={"field": field})
    return answer.to(Requirement, field=field, unit=names[field])


__all__ = [
    "Assumed",
    "Band",
    "ReportedBand",
    "ReportedRow",
    "Criterion",
    "CustomFactor",
    "Factor",
    "Limit",
    "Requirement",
    "StrongScalingFit",
    "band",
    "best_learner",
    "bubble_half_size",
    "cheapest_gpus",
    "combine_half_sizes",
    "data_half_size",
    "fastest_gpus",
    "fit_strong_scaling",
    "fixed_tokens_per_gpu",
    "latency_factor",
    "local_update_half_size",
    "max_gpus",
    "max_workers",
    "micro_batch_cap",
    "reported",
    "required",
    "time_to_train",
    *_criteria,
    *_factors,
    *sorted(_kernels),
]
__dir__ = listing(__all__)

complete(__all__, globals())
