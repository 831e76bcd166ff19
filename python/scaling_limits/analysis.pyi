# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What an owner asks next: an assessment of a run, levers of a limit, its equation, what changed between two runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, overload

from matplotlib.axes import Axes
from typing_extensions import TypeVar

from . import growth as _growth
from .growth import PowerLaw
from .limits import Criterion, CustomFactor, Factor, Limit
from .results import Result, Rows, Table
from .run import TrainingRun
from .storage import Tier
from .strategies import Strategy
from .typing import Array, NumPy, NumPyText

__all__ = [
    "Assessment",
    "Attribution",
    "BreakEven",
    "ComparedRow",
    "Comparison",
    "Lever",
    "TierRow",
    "assess",
    "compare",
    "explain",
    "levers",
    "limits_by_tier",
    "what_changed",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class Assessment(Result, Generic[_T]):
    """One run under one strategy. Times in s, storage in bytes; arrays where the run has arrays.

    Attributes
    ----------
    interval, interval_cost : the strategy's interval, and 1 - goodput / goodput at the best interval
    band : shortest and longest interval within the tolerance of the best goodput
    steps : the best interval in whole steps, NaN without a step_time
    breakdown : fractions of wall-clock time; they sum to one
    gpu_hours_lost_per_day : by cause
    interruptions_per_day, checkpoints_per_day : in wall-clock time; committed checkpoints
    bytes_written_per_day : by committed checkpoints
    capacity, capacity_while_writing : bytes of the retained checkpoints, and of one more being written

    Where a strategy has no single kind of save, band, steps and interval_cost are NaN.
    """

    mtbf: float | _T
    write_time: float | _T
    restart_time: float | _T
    interval: _T
    band: tuple[_T, _T]
    interval_cost: _T
    steps: _T
    goodput: _T
    overhead: _T
    useful_throughput: _T
    breakdown: dict[str, _T]
    gpu_hours_lost_per_day: dict[str, _T]
    interruptions_per_day: _T
    checkpoints_per_day: _T
    bytes_written_per_day: _T
    capacity: _T
    capacity_while_writing: _T

@dataclass(frozen=True, eq=False)
class Attribution(Result):
    """A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it."""

    before: float
    after: float
    by_field: dict[str, float]

@dataclass(frozen=True, eq=False)
class BreakEven(Result):
    """A size at which one strategy overtakes another.

    Attributes
    ----------
    gpus : the size [GPU]
    below, above : the better one at smaller and at larger sizes
    best : whether no other strategy is better than both there
    """

    gpus: float
    below: str
    above: str
    best: bool

@dataclass(frozen=True, eq=False)
class ComparedRow(Result, Generic[_T]):
    """What one strategy makes of the run; arrays where the run has an array of sizes."""

    strategy: Strategy[_T]
    name: str
    goodput: _T
    interval: _T
    memory: _T
    bandwidth: _T
    spares: _T
    status: str
    note: str

@dataclass(frozen=True, eq=False)
class Comparison(Result, Generic[_T]):
    """A ranked table of strategies: rows best first at one size, in the order given for an array of sizes."""

    run: TrainingRun[_T]
    rows: Rows[ComparedRow[_T]]
    break_even_sizes: Rows[BreakEven]
    growth: dict[str, float]
    @property
    def best(self) -> ComparedRow[_T]:
        """The best row at one size; at several, the one that is best at most of them."""
    def plot(self, ax: Axes | None = None) -> Axes:
        """Useful throughput against size for each strategy, break-even sizes of the best ones marked; returns the axes."""

@dataclass(frozen=True, eq=False)
class Lever(Result, Generic[_T]):
    """One field and what it does to a limit; ``doubled`` and ``halved`` are limits, the factors those over the limit."""

    value: float | _T
    elasticity: _T
    doubled: _T
    halved: _T
    doubled_factor: _T
    halved_factor: _T

@dataclass(frozen=True, eq=False)
class TierRow(Result, Generic[_T, _S]):
    """The limit of a run saved to one tier, under one growth law and criterion."""

    tier: str
    growth: str
    criterion: str
    write_time: float | _T
    read_time: float | _T
    limit: Limit[_T, _S]

@overload
def assess(
    run: TrainingRun,
    strategy: Strategy | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment:
    """Interval, band, goodput, where the GPU-hours go, storage written and held.

    Parameters
    ----------
    run, strategy : default strategy: blocking()
    tolerance : of the band, in [0, 1], relative to the best goodput
    retained : checkpoints kept, complete, >= 0
    step_time : of one training step [s], for the interval in whole steps
    """

@overload
def assess(
    run: TrainingRun[float | NumPy],
    strategy: Strategy[float | NumPy] | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment[NumPy]: ...
@overload
def assess(
    run: TrainingRun[Any],
    strategy: Strategy[Any] | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment[Array]: ...
@overload
def compare(run: TrainingRun, strategies: Sequence[Strategy] | None = None, growth: PowerLaw | None = None) -> Comparison:
    """Strategies side by side: goodput, interval, what each requires, and the sizes at which the ranking changes.

    run.gpus may be an array; its other fields are scalars and grow by the law from the first size. strategies=None: every one
    that needs no more than the run says. Break-even sizes are looked for between the smallest and the largest size, at a single
    size from a hundredth to a hundred times it.
    """

@overload
def compare(
    run: TrainingRun[float | NumPy], strategies: Sequence[Strategy[float | NumPy]] | None = None, growth: PowerLaw | None = None
) -> Comparison[NumPy]: ...
@overload
def compare(
    run: TrainingRun[Any], strategies: Sequence[Strategy[Any]] | None = None, growth: PowerLaw | None = None
) -> Comparison[Array]: ...
def explain(limit: Limit) -> str:
    """The equation of a limit with its run's numbers, term by term, to be checked by hand."""

@overload
def levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
) -> Table[Lever]:
    """What every field of the run but gpus does to the largest size; arguments as of limits.max_gpus.

    An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.
    """

@overload
def levers(
    run: TrainingRun[float | NumPy],
    criterion: Criterion[float | NumPy] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
) -> Table[Lever[NumPy]]: ...
@overload
def levers(
    run: TrainingRun[Any],
    criterion: Criterion[Any] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
) -> Table[Lever[Array]]: ...
@overload
def limits_by_tier(
    run: TrainingRun,
    tiers: Mapping[str, Tier] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion] | None = None,
    strategy: Strategy | None = None,
) -> Rows[TierRow]:
    """Memory against storage: the same run saved to each tier, under each growth law and criterion.

    A tier that belongs to each GPU grows with the job. Defaults: published tiers; fixed, Chinchilla and proportional growth;
    write time = MTBF, goodput at least 0.9, peak of useful throughput.
    """

@overload
def limits_by_tier(
    run: TrainingRun[float | NumPy],
    tiers: Mapping[str, Tier[float | NumPy]] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion[float | NumPy]] | None = None,
    strategy: Strategy[float | NumPy] | None = None,
) -> Rows[TierRow[NumPy, NumPyText]]: ...
@overload
def limits_by_tier(
    run: TrainingRun[Any],
    tiers: Mapping[str, Tier[Any]] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion[Any]] | None = None,
    strategy: Strategy[Any] | None = None,
) -> Rows[TierRow[Array, Array]]: ...
def what_changed(
    before: TrainingRun,
    after: TrainingRun,
    quantity: Callable[[TrainingRun], float] | None = None,
    strategy: Strategy | None = None,
) -> Attribution:
    """What changed between two runs, attributed to the fields that differ.

    A field's part is its Shapley value: what switching it from before to after changes, averaged over all orders of switching.

    Parameters
    ----------
    quantity : of a run, one number; default: goodput under the strategy
    strategy : default blocking()
    """
