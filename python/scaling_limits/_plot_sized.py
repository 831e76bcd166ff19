# SPDX-License-Identifier: Apache-2.0
"""What a figure over sizes is of: a run that grows, or clients, workers, whatever never fails; and what its sizes count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _evaluate, _format, _style
from . import growth as _growth
from . import limits as _limits
from ._style import short
from .run import TrainingRun

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Sized:
    """A run with all that a limit looks at, or the factors of what a limit of workers was asked for."""

    run: TrainingRun | None
    growth: Any
    strategy: Any
    factors: tuple[Any, ...]
    unit: str = "GPUs"
    criteria: Mapping[str, Any] | None = None

    @property
    def axis(self) -> str:
        """What stands at the axis of sizes."""
        return f"size [{self.unit}]"

    @property
    def own(self) -> float | None:
        """The size of the run."""
        return None if self.run is None else float(self.run.gpus)

    def limit(self, criterion: Any) -> Any:
        """The largest size at which a criterion holds."""
        if self.run is None:
            return _limits.max_workers(criterion, self.factors, self.unit)
        return _limits.max_gpus(self.run, criterion, self.growth, self.strategy, factors=self.factors)

    def ends(self, criterion: Any, known: Sequence[str], of_log: Sequence[float] = ()) -> tuple[float, float] | None:
        """Between which sizes it lies if one thing is otherwise than given; None of workers, of whom nothing is assumed."""
        if self.run is None:
            return None
        plan = (self.run, criterion, self.growth, self.strategy)
        band = _limits.band(*plan, factors=self.factors, known=known, gpu_mttf_ends=of_log)
        return band.low, band.high

    def _worth(self, sizes: Any, *columns: str) -> _evaluate.Answer:
        """What sizes are worth, and what takes the rest."""
        sizes = np.asarray(sizes, float)
        if self.run is None:
            return _evaluate.ask("worth_of_workers", *self.factors, numbers={"workers": sizes}, columns=columns)
        plan = (self.run, self.growth, self.strategy, *self.factors)
        return _evaluate.ask("worth_of_size", *plan, numbers={"gpus": sizes}, columns=columns)

    def losses(self, sizes: Any) -> dict[str, Any]:
        """-ln of the useful share of sizes, by term, the factors' first; terms that take nothing are left out."""
        found = self._worth(sizes).group("losses")
        return {term: loss for term, loss in found.items() if np.nanmax(loss, initial=0) > 0}

    def lost(self, sizes: Any) -> dict[str, Any]:
        """What each term takes of 1 % more useful work where the size is 1 % more."""
        return self._worth(sizes).group("lost")

    def useful(self, sizes: Any) -> Any:
        """Useful work of sizes, in ideal ones."""
        return self._worth(sizes, "worth").columns["worth"]

    def reach(self, found: Sequence[float], below: float, above: float) -> tuple[float, float]:
        """The ends of the axis: so many times below and above the sizes that are marked; of workers never below one."""
        if self.run is not None:
            marked = (*found, self.run.gpus)
            return float(min(marked)) / below, float(max(marked)) * above
        if not found:  # nothing ends their growth: from one to where half is lost, and beyond
            half = self.limit(_limits._criteria["efficiency_at_least"](0.5))
            found = [float(half.value) if half.status == "ok" else 1e3]
        return min(max(min(found) / 30, 1.0), min(found) / 3), max(found) * above

    def text(self, limit: Any) -> str:
        """What is said at a limit: "38.7k GPUs,\\ngoodput 90 %"; of workers, which have no goodput, what they are worth."""
        size = f"{short(float(limit.value))} {self.unit},\n"
        return size + (
            f"worth {short(float(limit.useful_gpus))}"
            if self.run is None
            else f"goodput {_style.percent(float(limit.goodput))}"
        )

    def described(self) -> str:
        """What the figure is of, in a line."""
        if self.run is not None:
            return _style.describe(self.run, _growth._name_of(self.growth))
        terms = dict.fromkeys(term for factor in self.factors for term in factor.losses(1.0))
        return f"{self.unit} lose to {', '.join(terms)}" if terms else f"{self.unit} lose nothing"


def sized(owner: str, what: Any, growth: Any, strategy: Any, factors: Sequence[Any]) -> Sized:
    """Of a run, or of what a limit was asked of, which has its own growth, strategy and factors."""
    if isinstance(what, TrainingRun):
        run, grown, protected, *listed = _limits.plan_of(owner, what, growth, strategy, factors)
        return Sized(run, grown, protected, tuple(listed))
    for name, given in (("growth", growth), ("strategy", strategy), ("factors", tuple(factors) or None)):
        if given is not None:
            raise ValueError(f"{owner}: {name} is given by the Limit in place of run, which has its own")
    parts = what.asked
    criterion = next((part for part in parts if isinstance(part, _limits.Criterion)), None)
    if criterion is None or isinstance(criterion, _limits._Cheapest):
        raise ValueError(f"{owner}: run must be a TrainingRun or a Limit of max_gpus or max_workers")
    if any(np.ndim(x) for part in (what, *parts) for x in getattr(part, "_values", {"value": what.value}).values()):
        raise ValueError(f"{owner}: run must be a Limit of single numbers, not of arrays")
    criteria = {_name(criterion): criterion}
    own = tuple(part for part in parts if isinstance(part, (_limits.Factor, _limits.CustomFactor)))
    if isinstance(parts[0], TrainingRun):
        return Sized(parts[0], parts[2], parts[3], own, criteria=criteria)
    return Sized(None, None, None, own, what.unit, criteria)


#: what a figure with bars says of them
BARS = "bars: if one thing is otherwise than given"


def bar(ax: Axes, ends: tuple[float, float] | None, at: float, colour: str) -> bool:
    """A bar between the ends of a size, at a height; an end that is beyond the axis has no cap. Whether there is one."""
    if ends is None or not ends[0] < ends[1]:
        return False
    left, right = ax.get_xlim()
    low, high = max(ends[0], left), min(ends[1], right)
    if low >= high:
        return False
    ax.plot([low, high], [at, at], color=colour, linewidth=2.2, alpha=0.75, solid_capstyle="butt", zorder=5, gid="bar")
    caps = [x for x in ends if left < x < right]
    ax.plot(caps, [at] * len(caps), "|", color=colour, markersize=9, markeredgewidth=2, zorder=5)
    return True


def _name(criterion: Any) -> str:
    """ "efficiency at least 0.9"."""
    values = " ".join(_format.number(x) for x in criterion._values.values())
    return f"{type(criterion).__name__.replace('_', ' ')} {values}".strip()
