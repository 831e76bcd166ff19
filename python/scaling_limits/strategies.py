# SPDX-License-Identifier: Apache-2.0
"""How a run is protected: each strategy is a value that answers interval, goodput, losses and breakdown for a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from . import _evaluate
from ._docs import complete
from ._kernel import describe
from ._parameters import Parameters, is_list, is_plain, list_of, made_class, of_type, single
from ._public import listing
from .catalog import kinds
from .failures import Cause
from .run import Operation, RestartParts, TrainingRun, beside
from .storage import Tier
from .typing import Number


class Strategy(Parameters):
    """Base of all strategies, which are made from the catalogue's kinds.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.strategies.asynchronous(copy_bandwidth=1e14).goodput(run) > run.goodput
    True
    """

    __slots__ = ("_beside",)
    _way = "; one of your own is an aggregate in C++, as examples/own_model.cpp shows"
    #: what stops the run and how it comes back, beside what the run says
    _beside: tuple[Parameters, ...]

    def under(
        self,
        causes: Sequence[Cause] | Cause | str = (),
        restart: RestartParts | None = None,
        operation: Operation | None = None,
    ) -> Self:
        """The same on a run that is stopped and comes back otherwise; every function that takes a strategy takes it.

        compare, plan_from_log and the functions of limits have arguments of these names of their own, to the same effect.

        Parameters
        ----------
        causes : what stops the run, in place of its gpu_mttf or as shares of it; a text: one of published.causes by its name
        restart : its restart by parts that may grow; default: as the run says
        operation : who brings it back; default: nobody has to

        Examples
        --------
        >>> plan = sl.strategies.blocking().under(restart=sl.RestartParts(communicator_growth=60, communicator_gpus=16_384))
        >>> round(plan.goodput(sl.published.llama3_405b()), 4)
        0.9735
        """
        return self._with(beside(self._owner, causes, restart, operation))

    def _with(self, beside: tuple[Parameters, ...]) -> Self:
        made = object.__new__(type(self))
        for name in Parameters.__slots__:
            object.__setattr__(made, name, getattr(self, name))
        object.__setattr__(made, "_beside", beside)
        return made

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What stops the run; none: what its gpu_mttf counts."""
        return tuple(one for one in getattr(self, "_beside", ()) if isinstance(one, Cause))

    @property
    def restart(self) -> RestartParts | None:
        """How the run comes back; None: as its own fields say."""
        return next((one for one in getattr(self, "_beside", ()) if isinstance(one, RestartParts)), None)

    @property
    def operation(self) -> Operation | None:
        """Who brings the run back; None: nobody has to."""
        return next((one for one in getattr(self, "_beside", ()) if isinstance(one, Operation)), None)

    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed.

        Parameters
        ----------
        changes : fields by name
        """
        return super().replace(**changes)._with(getattr(self, "_beside", ()))

    def __eq__(self, other: object) -> bool:
        same = super().__eq__(other)
        return same if same is not True else getattr(self, "_beside", ()) == getattr(other, "_beside", ())

    def __hash__(self) -> int:
        return hash((super().__hash__(), getattr(self, "_beside", ())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (super().__reduce__(), getattr(self, "_beside", ()))

    def __repr__(self) -> str:
        said = [f"causes={list(self.causes)!r}"] if self.causes else []
        said += [f"restart={self.restart!r}"] if self.restart is not None else []
        said += [f"operation={self.operation!r}"] if self.operation is not None else []
        return super().__repr__() + (f".under({', '.join(said)})" if said else "")

    def interval(self, run: TrainingRun) -> Number:
        """Useful work between two checkpoints [s]."""
        return _evaluate.number("interval", run, self)

    def goodput(self, run: TrainingRun) -> Number:
        """New useful training time per wall-clock time."""
        return _evaluate.number("goodput", run, self)

    def overhead(self, run: TrainingRun) -> Number:
        """1 / goodput - 1."""
        return _evaluate.number("overhead", run, self)

    def useful_throughput(self, run: TrainingRun) -> Number:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
        return _evaluate.number("useful_throughput", run, self)

    def losses(self, run: TrainingRun) -> dict[str, Number]:
        """-ln goodput by term."""
        return _evaluate.amounts("losses", run, self)

    def requirements(self, run: TrainingRun) -> dict[str, Number]:
        """What it asks of the machine: memory for copies [B], bandwidth of all its writes [B/s], spares [GPUs]."""
        return _evaluate.amounts("requirements", run, self)

    def breakdown(self, run: TrainingRun) -> dict[str, Number]:
        """Fractions of elapsed time by what it goes to; they sum to one."""
        return _evaluate.amounts("breakdown", run, self)

    def best_pattern(self, run: TrainingRun) -> list[int]:
        """Levels of the checkpoints of one cycle for a run of scalars: the given pattern, or the best; empty for one level."""
        return [int(level) for level in _evaluate.ask("pattern", run, self).columns["pattern"]]


def stopped(owner: str, strategy: Strategy, causes: Any = (), restart: Any = None, operation: Any = None) -> Strategy:
    """A strategy as a function is asked about it: what is given beside it takes the place of what it says itself."""
    of_type(owner, "strategy", strategy, Strategy)
    unsaid = isinstance(causes, tuple) and not causes
    if unsaid and restart is None and operation is None:
        return strategy
    return strategy.under(
        strategy.causes if unsaid else causes,
        strategy.restart if restart is None else restart,
        strategy.operation if operation is None else operation,
    )


def _remade(made: tuple[Any, ...], beside: tuple[Parameters, ...]) -> Strategy:
    function, arguments = made
    found: Strategy = function(*arguments)
    return found._with(beside)


@dataclass(frozen=True)
class Level:
    """One level of a multilevel strategy: the tier it is written to, and the share of the run's failures that need it.

    tier None: the run's own storage, with its write_bandwidth, read_bandwidth and storage_latency: what levers, elasticities
    and purchases are asked of.

    Examples
    --------
    >>> sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9).share
    0.9
    """

    tier: Tier | None
    share: float


_kinds = kinds("strategy")
_structured = ("independent", "multilevel")  # whose classes say more
_classes: dict[str, Any] = {
    name: made_class(Strategy, "strategy", name, kind, __name__) for name, kind in _kinds.items() if name not in _structured
}
globals().update(_classes)
if TYPE_CHECKING:  # of this package's own sources; others see the stub beside

    def __getattr__(name: str) -> Any: ...


class multilevel(Strategy, group="strategy", kind=_kinds["multilevel"]):
    """Checkpoints to several tiers, nested: one of level l is written to tiers 1 to l and serves failures up to severity l.

    levels: Level(tier=, share=) from the mildest failures up, shares of the run's failures that sum to one. pattern: level of
    the checkpoint that ends each segment, e.g. [1, 1, 2]; None: the best at every size. background: of two levels the upper one
    is written while training goes on, from every n-th local checkpoint.

    Examples
    --------
    >>> disk = sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9)
    >>> system = sl.strategies.Level(tier=sl.published.tiers["file_system"], share=0.1)
    >>> sl.strategies.multilevel([disk, system]).goodput(sl.published.llama3_405b())
    0.9889833690353178
    """

    __slots__ = ()

    def __init__(self, levels: Sequence[Level] = (), *, pattern: Sequence[int] | None = None, background: bool = False) -> None:
        levels = tuple(list_of("multilevel", "levels", levels, Level))
        for level in levels:
            if level.tier is not None:
                of_type("multilevel", "tier of a level", level.tier, Tier)
        super().__init__(levels=levels, pattern=tuple(pattern) if is_list(pattern) else pattern, background=background)

    @property
    def levels(self) -> tuple[Level, ...]:
        """From the mildest failures up."""
        found: tuple[Level, ...] = self._structure["levels"]
        return found

    @property
    def pattern(self) -> tuple[int, ...] | None:
        """Level of the checkpoint that ends each segment; None: the best at every size."""
        found: tuple[int, ...] | None = self._structure["pattern"]
        return found

    def _arguments(self) -> dict[str, Any]:
        levels = [
            {"tier": "own" if level.tier is None else level.tier.as_request(), "share": level.share}
            for level in self._structure["levels"]
        ]
        pattern = self._structure["pattern"]
        return {"levels": levels, **({} if pattern is None else {"pattern": pattern})}


class independent(Strategy, group="strategy", kind=_kinds["independent"]):
    """Learners that train copies of the model and fail apart, none waiting for another: each loses what one of its size loses.

    inner: what protects each learner, any strategy of single numbers. quorum: what a learner does counts while so many are up.
    shared_storage: all save to the run's own storage, at worst at once; else each has as much of its own. What the copies cost
    in tokens is a factor, limits.ReplicaCost.

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(gpus=400_000)
    >>> apart = sl.strategies.independent(learners=8, inner=sl.strategies.asynchronous(copy_bandwidth=1e14))
    >>> print(f"{run.goodput:.3f} in step, {apart.goodput(run):.3f} apart")
    0.898 in step, 0.994 apart
    """

    __slots__ = ()

    def __init__(
        self, learners: Any = None, inner: Strategy | None = None, *, quorum: Any = 1, shared_storage: bool = False
    ) -> None:
        inner = _classes["blocking"]() if inner is None else inner
        of_type("independent", "inner", inner, Strategy)
        several = next((name for name, value in inner._values.items() if not is_plain(single(value))), None)
        if several is not None:
            raise TypeError(f"independent: {several} of inner must be one number, not {describe(inner._values[several])}")
        if getattr(inner, "_beside", ()):
            raise ValueError("independent: inner must be as the run says: what stops it goes to independent(...).under()")
        given = {} if learners is None else {"learners": learners}
        super().__init__(**given, quorum=quorum, shared_storage=shared_storage, inner=inner)

    @property
    def inner(self) -> Strategy:
        """What protects each learner."""
        found: Strategy = self._structure["inner"]
        return found

    def learner(self, run: TrainingRun) -> TrainingRun:
        """The run of one learner: its GPUs, the whole state, of shared storage its share of the writes."""
        return TrainingRun(**_evaluate.amounts("learner", run, self))

    def _arguments(self) -> dict[str, Any]:
        return {"inner": self._structure["inner"].as_request(given=True)}


__all__ = ["Level", "Strategy", "independent", "multilevel", *_classes]
__dir__ = listing(__all__)

complete(__all__, globals())
