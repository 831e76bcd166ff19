# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What an owner asks next: an assessment of a run, levers of a limit, its equation, what changed between two runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import growth as _growth
from .growth import PowerLaw
from .limits import Criterion, Factor, Limit
from .run import TrainingRun
from .storage import Tier
from .strategies import Strategy

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

@dataclass(frozen=True, eq=False)
class Assessment:
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
    goodput_gain : of the goodput today by improving each field of the run but gpus: twice what helps, half of what costs
    note : why there is no answer, or an interval of 0 or inf

    Where a strategy has no single kind of save, band, steps and interval_cost are NaN.
    """

    mtbf: Any
    write_time: Any
    restart_time: Any
    interval: Any
    band: tuple[Any, Any]
    interval_cost: Any
    steps: Any
    goodput: Any
    overhead: Any
    useful_throughput: Any
    breakdown: dict[str, Any]
    gpu_hours_lost_per_day: dict[str, Any]
    interruptions_per_day: Any
    checkpoints_per_day: Any
    bytes_written_per_day: Any
    capacity: Any
    capacity_while_writing: Any
    goodput_gain: dict[str, Any]
    note: Any

@dataclass(frozen=True, eq=True)
class Attribution:
    """A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it."""

    before: float
    after: float
    by_field: dict[str, float]

@dataclass(frozen=True, eq=True)
class BreakEven:
    """A size at which one strategy overtakes another: `below` is the better one at smaller sizes, `above` at larger ones.

    One that has no answer at a size, or a goodput below 1e-9, ranks behind all others: it overtakes them where that ends.
    """

    gpus: float
    below: str
    above: str
    best: bool

@dataclass(frozen=True, eq=True)
class ComparedRow:
    """What one strategy makes of the run; arrays where the run has an array of sizes."""

    strategy: Strategy
    name: str
    label: str
    assumes: str
    goodput: Any
    interval: Any
    memory: Any
    bandwidth: Any
    spares: Any
    status: str
    note: str

@dataclass(frozen=True, eq=True)
class Comparison:
    """A ranked table of strategies: rows best first at one size, in the order given for an array of sizes.

    Attributes
    ----------
    break_even_sizes : every size in break_even_range at which the ranking changes, in rising order
    break_even_range : the smallest and the largest size [GPUs] that were looked at
    left_out : the strategies that were not compared, and the fields that each of them needs
    run_assumes : what stands at its default in the run: "downtime = 0 s"
    """

    run: TrainingRun
    rows: list[ComparedRow]
    break_even_sizes: list[BreakEven]
    break_even_range: tuple[float, float]
    left_out: dict[str, list[str]]
    run_assumes: str
    growth: dict[str, float]
    @property
    def best(self) -> ComparedRow:
        """The best row at one size; at several, the one that is best at most of them."""
    def curves(self) -> tuple[Any, Any]:
        """Sizes fine enough to draw, and the goodput of each row there, shape (rows, sizes); NaN where it has no answer."""
    def plot(self, ax: Any = None) -> Any:
        """Goodput against size for each strategy, break-even sizes of the best ones marked; returns the axes."""

@dataclass(frozen=True, eq=True)
class Lever:
    """One field and what it does to a limit; ``doubled`` and ``halved`` are limits, the factors those over the limit.

    The gains are what twice, what half the field changes in the goodput of the run as it stands, at its own size.
    """

    value: Any
    elasticity: Any
    doubled: Any
    halved: Any
    doubled_factor: Any
    halved_factor: Any
    doubled_gain: Any
    halved_gain: Any
    status: Any

@dataclass(frozen=True, eq=False)
class TierRow:
    """The limit of a run saved to one tier, under one growth law and criterion."""

    tier: str
    growth: str
    criterion: str
    write_time: Any
    read_time: Any
    limit: Limit

def assess(
    run: TrainingRun,
    strategy: Strategy | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment:
    """Interval, band, goodput, where the GPU-hours go, storage written and held, what each lever would buy.

    Parameters
    ----------
    run, strategy : default strategy: blocking()
    tolerance : of the band, in [0, 1], relative to the best goodput
    retained : checkpoints kept, complete, >= 0
    step_time : of one training step [s], for the interval in whole steps
    """

def compare(
    run: TrainingRun, strategies: Sequence[Strategy] | None = None, growth: PowerLaw | None = None, *, others: bool = True
) -> Comparison:
    """Strategies side by side: goodput, interval, what each requires and assumes, and where the ranking changes.

    Parameters
    ----------
    run : gpus may be an array; the other fields are scalars and grow by the law from the first size
    strategies : one's own, with one's own numbers; each takes the place of the one of its name
    growth : how fields change with size; default growth.fixed()
    others : whether those that are not given are compared too, with what is usual of them; what needs more is `left_out`

    Every break-even size between the smallest and the largest size is found, at a single size from a hundredth to a hundred
    times it.
    """

def explain(limit: Limit) -> str:
    """The equation of a limit with its run's numbers, term by term, to be checked by hand."""

def levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] | Factor = (),
) -> dict[str, Lever]:
    """What every field of the run but gpus does to the largest size, and to goodput today; arguments as of limits.max_gpus.

    An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.
    """

def limits_by_tier(
    run: TrainingRun,
    tiers: Mapping[str, Tier] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion] | None = None,
    strategy: Strategy | None = None,
) -> list[TierRow]:
    """Memory against storage: the same run saved to each tier, under each growth law and criterion.

    A tier that belongs to each GPU grows with the job. Defaults: published tiers; growth laws and criteria of the question
    ``tiers``.
    """

def what_changed(
    before: TrainingRun,
    after: TrainingRun,
    quantity: Callable[[TrainingRun], Any] | None = None,
    strategy: Strategy | None = None,
) -> Attribution:
    """What changed between two runs, attributed to the fields that differ.

    A field's part is its Shapley value: what switching it from before to after changes, averaged over all orders of switching.

    Parameters
    ----------
    quantity : of a run, one number; default: goodput under the strategy
    strategy : default blocking()
    """
