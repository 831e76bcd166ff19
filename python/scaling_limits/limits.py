# SPDX-License-Identifier: Apache-2.0
"""The largest size at which a criterion holds, and what binds there."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _core, _evaluate, _format
from . import growth as _growth
from ._kernel import Kernel, describe, kernels_of, suggestion
from ._parameters import Parameters, UnknownField
from .run import TrainingRun
from .strategies import Strategy, blocking

if TYPE_CHECKING:
    from .parallelism import Layout

_kernels = kernels_of("limits")
_behind = kernels_of("_factors")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...


__all__ = [
    "Criterion",
    "CriticalBatch",
    "Factor",
    "FixedBatch",
    "HardCap",
    "Limit",
    "PowerLaw",
    "Requirement",
    "StrongScaling",
    "StrongScalingFit",
    "added_gpu_worth_at_least",
    "bubble_half_size",
    "cheapest_gpus",
    "combine_half_sizes",
    "data_half_size",
    "efficiency_at_least",
    "elasticity_at_least",
    "fastest_gpus",
    "fit_strong_scaling",
    "fixed_tokens_per_gpu",
    "goodput_at_least",
    "max_gpus",
    "micro_batch_cap",
    "peak_throughput",
    "required",
    "time_to_train",
    "write_time_equals_mtbf",
]
__all__ += sorted(_kernels)

_criteria = _core.criterion_kinds()
_factors = _core.factor_kinds()


class Criterion(Parameters):
    """Base of all criteria: terms that are to add up to a target at the largest size."""

    __slots__ = ()


class write_time_equals_mtbf(Criterion, table=_criteria["write_time_equals_mtbf"], owner="write_time_equals_mtbf"):
    """The published hard limit: a save takes as long as the machine runs between failures."""

    __slots__ = ()


class goodput_at_least(Criterion, table=_criteria["goodput_at_least"], owner="goodput_at_least", positional=True):
    """Goodput alone is at least this."""

    __slots__ = ()


class efficiency_at_least(Criterion, table=_criteria["efficiency_at_least"], owner="efficiency_at_least", positional=True):
    """The product of all factors, goodput among them, is at least this."""

    __slots__ = ()


class elasticity_at_least(Criterion, table=_criteria["elasticity_at_least"], owner="elasticity_at_least", positional=True):
    """1 % more GPUs bring at least this many per cent more useful throughput."""

    __slots__ = ()


class peak_throughput(Criterion, table=_criteria["peak_throughput"], owner="peak_throughput"):
    """The size of most useful throughput."""

    __slots__ = ()


class added_gpu_worth_at_least(
    Criterion, table=_criteria["added_gpu_worth_at_least"], owner="added_gpu_worth_at_least", positional=True
):
    """One more GPU brings at least this much of an ideal one's useful work."""

    __slots__ = ()


class Factor(Parameters):
    """Base of all factors other than goodput: an efficiency that depends on the size. `name` is its cause in shares."""

    __slots__ = ()

    def efficiency(self, gpus: Any) -> Any:
        """The useful share of so many GPUs as far as this factor goes; arrays broadcast."""
        return _behind[f"{self._owner}_efficiency"](gpus, *self._values.values())

    def losses(self, gpus: Any) -> dict[str, Any]:
        """-ln efficiency by cause; arrays broadcast."""
        return {self._structure["name"]: _behind[f"{self._owner}_loss"](gpus, *self._values.values())}


class StrongScaling(Factor, table=_factors["StrongScaling"], owner="StrongScaling", structure={"name": "step"}):
    """A fixed batch: a step of work/N + serial time, efficiency 1/(1 + N/half_size), half_size = work/serial time."""

    __slots__ = ()


class CriticalBatch(Factor, table=_factors["CriticalBatch"], owner="CriticalBatch", structure={"name": "batch"}):
    """The batch re-optimised at every size: 1/(1 + sqrt(N/critical_size))^2, serial time included (McCandlish et al. 2018)."""

    __slots__ = ()


class FixedBatch(Factor, table=_factors["FixedBatch"], owner="FixedBatch", structure={"name": "batch"}):
    """A batch that stays what it is at every size: the constant 1/(1 + batch/critical_batch)."""

    __slots__ = ()


class PowerLaw(Factor, table=_factors["PowerLaw"], owner="PowerLaw", structure={"name": "power_law"}):
    """A cost that grows as a power of the size: 1/(1 + x), x = ratio (N/gpus)^exponent."""

    __slots__ = ()


class HardCap(Factor, table=_factors["HardCap"], owner="HardCap", structure={"name": "cap"}):
    """A size that cannot be passed: nothing is lost up to it, all beyond."""

    __slots__ = ()


@dataclass(frozen=True, eq=False, repr=False)
class Limit:
    """The answer to "how large"; arrays where the run has arrays.

    Attributes
    ----------
    value : the largest size [GPUs], never floored; +inf where there is no limit, NaN where it is infeasible
    status : "ok", "no limit" or "infeasible"
    note : why there is no limit or no answer; remarks
    binding : the cause with the largest share
    shares : terms / target at the limit by cause; they sum to one
    goodput, efficiency : at the limit; efficiency is the product of the factors other than goodput
    roots : every size where terms meet the target, the limit among them; for arrays padded with NaN along a last axis
    asked : what was asked: run, strategy, criterion, exponents of growth, factors
    """

    value: Any
    status: Any
    note: Any
    binding: Any
    shares: dict[str, Any]
    goodput: Any
    efficiency: Any
    roots: Any
    asked: tuple[Any, ...]

    @property
    def useful_gpus(self) -> Any:
        """Useful work at the limit, in ideal GPUs: value x efficiency x goodput."""
        return self.value * self.efficiency * self.goodput

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        if not isinstance(self.status, str):
            value = _format.value_text(self.value, "1", 6)
            return f"Limit(value={value}, status=<{type(self.status).__name__} {self.status.shape}>)"
        if self.status != "ok":
            return f"Limit(status={self.status!r}, note={self.note!r})"
        shares = ", ".join(f"{cause} {share:.3g}" for cause, share in self.shares.items())
        note = f", note={self.note!r}" if self.note else ""
        return (
            f"Limit(value={self.value:.6g} GPUs, status='ok', binding={self.binding!r}, shares=({shares}), "
            f"goodput={self.goodput:.4g}, efficiency={self.efficiency:.4g}{note})"
        )


def _of_type(name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        hint = " (call it)" if isinstance(value, type) and issubclass(value, kind) else ""
        raise TypeError(f"max_gpus: {name} must be a {kind.__name__}, not {describe(value)}{hint}")


def max_gpus(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] = (),
) -> Limit:
    """The largest size at which a criterion holds for a run that grows by a law.

    Parameters
    ----------
    run : the run at its own size; growth is relative to run.gpus
    criterion : what must hold; default write_time_equals_mtbf()
    growth : how fields change with size; default growth.fixed()
    strategy : how the run is protected; default strategies.blocking()
    factors : other efficiencies that depend on the size
    """
    criterion = write_time_equals_mtbf() if criterion is None else criterion
    growth = _growth.fixed() if growth is None else growth
    strategy = blocking() if strategy is None else strategy
    _of_type("run", run, TrainingRun)
    _of_type("criterion", criterion, Criterion)
    _of_type("growth", growth, _growth.PowerLaw)
    _of_type("strategy", strategy, Strategy)
    for factor in factors:
        _of_type("every factor", factor, Factor)

    asked = (run, strategy, criterion, growth.exponents, tuple(factors))
    causes = _evaluate.names("causes", *asked)
    outputs = {
        ("", "value"): _evaluate.NUMBER,
        ("", "goodput"): _evaluate.NUMBER,
        ("", "efficiency"): _evaluate.NUMBER,
        ("", "status"): ("infeasible", "ok", "no limit"),
        ("", "binding"): ("", *(name for _, name in causes)),
        ("", "note"): _evaluate.TEXT,
        **dict.fromkeys(causes, _evaluate.NUMBER),
    }
    answer = _evaluate.ask("limit", *asked, outputs=outputs)
    columns, roots = answer.columns, answer.group("roots")
    like = columns[("", "value")]
    if answer.scalar:
        listed: Any = tuple(roots.values())
    else:
        listed = np.stack(list(roots.values()), axis=-1) if roots and isinstance(like, np.ndarray) else None
    return Limit(
        value=like,
        status=columns[("", "status")],
        note=columns[("", "note")],
        binding=columns[("", "binding")],
        shares={cause: x for cause, x in answer.group("shares").items() if not answer.scalar or x == x},
        goodput=columns[("", "goodput")],
        efficiency=columns[("", "efficiency")],
        roots=listed,
        asked=asked,
    )


def time_to_train(run: TrainingRun, work: Any, strategy: Strategy | None = None, factors: Sequence[Factor] = ()) -> Any:
    """Wall-clock time [s] for an amount of work on the run's GPUs: work / (gpus x efficiency x goodput).

    Parameters
    ----------
    run : the run at its own size
    work : >= 0, ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s; may be an array
    strategy : how the run is protected; default strategies.blocking()
    factors : other efficiencies that depend on the size
    """
    _of_type("run", run, TrainingRun)
    for factor in factors:
        _of_type("every factor", factor, Factor)
    if not _arrays.is_lazy(work) and not np.all(np.asarray(work) >= 0):
        raise ValueError(f"time_to_train: work = {work} must be >= 0 [s]")
    answer = _evaluate.ask("time_per_work", run, strategy, factors=tuple(factors))
    each = answer.columns["", "time_per_work"]
    if answer.scalar and each != each:
        raise ValueError(answer.note() or f"time_to_train: no answer for {run!r}")
    return work * each


def fastest_gpus(
    run: TrainingRun,
    work: Any = None,
    *,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] = (),
) -> Limit:
    """The size at which a run is done first, that of most useful throughput; the amount of work does not matter."""
    del work
    return max_gpus(run, peak_throughput(), growth, strategy, factors)


class _CheapestGpus(Criterion, table=_criteria["cheapest_gpus"], owner="cheapest_gpus"):
    """The cheapest size, asked for as any limit is."""

    __slots__ = ()


def cheapest_gpus(
    run: TrainingRun,
    work: Any,
    *,
    deadline: Any = np.inf,
    fixed_gpus: Any = 0,
    least_gpus: Any = 1,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] = (),
) -> Limit:
    """The size of least cost (N + fixed_gpus) x time_to_train, among those that meet the deadline.

    Parameters
    ----------
    run, strategy, factors, growth : as for max_gpus
    work : > 0, ideal GPU-seconds, the same at every size
    deadline : [s] of wall-clock time
    fixed_gpus : what costs per second at any size (storage, buildings, people), in GPUs
    least_gpus : what the model needs to fit at all

    With no fixed cost and losses that rise with size fewer GPUs are always cheaper, and deadline or least_gpus binds.
    """
    asked = _CheapestGpus(work=work, deadline=deadline, fixed_gpus=fixed_gpus, least_gpus=least_gpus)
    return max_gpus(run, asked, growth, strategy, factors)


@dataclass(frozen=True)
class StrongScalingFit:
    """A step of work/N + serial_time, fitted to step times by least squares of relative errors.

    Attributes
    ----------
    half_size : work / serial_time [GPUs]
    work : [GPU-seconds] of a step
    serial_time : [s] of a step
    scatter : standard deviation of the relative errors; NaN for two points, which any line meets
    points : how many times were given
    """

    half_size: float
    work: float
    serial_time: float
    scatter: float
    points: int
    work_variance: float
    covariance: float
    serial_variance: float

    def step_time(self, gpus: Any) -> Any:
        """Step time [s] at a size; arrays keep their type."""
        return self.work / gpus + self.serial_time

    def interval(self, quantity: str, confidence: float = 0.95) -> tuple[float, float]:
        """Confidence interval of "half_size" (Fieller's), "work" or "serial_time"; (0, inf) for two points."""
        lower, upper = _core.limits.fit_interval(**self.__dict__, quantity=quantity, confidence=confidence)
        return lower, upper

    def factor(self) -> StrongScaling:
        """The factor for max_gpus."""
        return StrongScaling(half_size=self.half_size)


def fit_strong_scaling(gpus: Any, step_times: Any) -> StrongScalingFit:
    """The half size from step times [s] at several sizes, two at least.

    Raises ValueError where there is no half size > 0: the times do not fall with size, or faster than 1/N.
    """
    lists = [np.atleast_1d(np.asarray(_arrays.as_numpy(x), dtype=float)).ravel().tolist() for x in (gpus, step_times)]
    found: Mapping[str, Any] = _core.limits.fit_strong_scaling(*lists)
    return StrongScalingFit(**found)


def combine_half_sizes(parts: Iterable[Any]) -> Any:
    """1 / (sum of 1/N_i): serial times add up. Parts > 0, arrays broadcast; NaN for others."""
    return functools.reduce(_behind["combine_two_half_sizes"], parts, np.inf)


def bubble_half_size(layout: Layout, sequence_length: Any, batch_tokens: Any) -> Any:
    """Half size of a pipeline's bubble, v t p c B/((p - 1) b s); inf without a pipeline.

    layout : its data degree does not matter; sequence_length s > 0; batch_tokens B > 0 of a step, all replicas.
    """
    degrees = (layout.tensor, layout.pipeline, layout.context, layout.chunks, layout.micro_batch)
    return _behind["bubble_half_size"](*degrees, sequence_length, batch_tokens)


def data_half_size(layout: Layout, flops: Any, bandwidth: Any, batch_tokens: Any, element_bytes: Any = 3) -> Any:
    """Half size of the exchange of gradients, 3 B t p W/(eps X), nothing of it hidden.

    layout : its data degree does not matter; flops X > 0 [FLOP/s] achieved per GPU; bandwidth W > 0 [B/s] one way per GPU;
    batch_tokens B > 0 of a step; element_bytes eps: mean of both halves, 3 for fp32 reduce-scatter and bf16 all-gather.
    """
    return _behind["data_half_size"](layout.tensor, layout.pipeline, flops, bandwidth, batch_tokens, element_bytes)


def micro_batch_cap(layout: Layout, sequence_length: Any, batch_tokens: Any, full_pipeline: bool = False) -> Any:
    """The most GPUs on which every replica still has a micro-batch, t p c B/(b s); with full_pipeline, one per stage."""
    degrees = (layout.tensor, layout.pipeline, layout.context, layout.micro_batch)
    return _behind["micro_batch_cap"](*degrees, sequence_length, batch_tokens, float(full_pipeline))


def fixed_tokens_per_gpu(tokens_per_gpu: Any, critical_batch: Any) -> StrongScaling:
    """The factor of a batch of so many tokens per GPU at every size: 1/(1 + N/N_B), N_B = critical_batch / tokens_per_gpu."""
    return StrongScaling(half_size=critical_batch / tokens_per_gpu, name="batch")


@dataclass(frozen=True, eq=False)
class Requirement:
    """Which value of a field reaches a goodput; arrays where the run has arrays.

    Attributes
    ----------
    field, unit : what was asked for
    value : the smallest or the largest value that reaches the goodput; NaN where none does
    at_least : whether it is the smallest, more being better
    status : "ok", "already met" (at any value) or "infeasible"
    note : why there is no value
    """

    field: str
    unit: str
    value: Any
    at_least: Any
    status: Any
    note: Any


def required(run: TrainingRun, field: str, goodput: Any, strategy: Strategy | None = None) -> Requirement:
    """The value of a field at which a run reaches a goodput, all else unchanged.

    Parameters
    ----------
    run : the run at its size; its own value of the field is not looked at
    field : a field of TrainingRun, or "restart_time" as a whole
    goodput : in (0, 1)
    strategy : how the run is protected; default strategies.blocking()
    """
    _of_type("run", run, TrainingRun)
    names = {row.name: row.unit for row in TrainingRun.fields()} | {"restart_time": "s"}
    if not isinstance(field, str):
        raise TypeError(f"required: field must be the name of a field, not {describe(field)}")
    if field not in names:
        raise UnknownField(f"required: TrainingRun has no field {field!r}{suggestion(field, names)}")
    answer = _evaluate.ask(
        f"required:{field}",
        run,
        blocking() if strategy is None else strategy,
        goodput_at_least(goodput),
        outputs={
            ("", "value"): _evaluate.NUMBER,
            ("", "at_least"): _evaluate.NUMBER,
            ("", "status"): ("infeasible", "ok", "already met"),
            ("", "note"): _evaluate.TEXT,
        },
    )
    value, more, status, note = (answer.columns[("", name)] for name in ("value", "at_least", "status", "note"))
    return Requirement(field, names[field], value, bool(more) if answer.scalar else more == 1, status, note)
