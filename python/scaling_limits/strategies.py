# SPDX-License-Identifier: Apache-2.0
"""How a run is protected: each strategy is a value that answers interval, goodput, losses and breakdown for a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _evaluate
from ._parameters import Parameters
from .storage import Tier

if TYPE_CHECKING:
    from .run import TrainingRun

__all__ = [
    "Level",
    "Strategy",
    "asynchronous",
    "blocking",
    "buddy",
    "elastic",
    "in_memory",
    "just_in_time",
    "multilevel",
    "replicated",
    "spared",
    "verified",
]

_kinds = _core.strategy_kinds()


class Strategy(Parameters):
    """Base of all strategies. Subclasses name a registered kind: ``class x(Strategy, table=_kinds["x"], owner="x")``."""

    __slots__ = ()

    def interval(self, run: TrainingRun) -> Any:
        """Useful work between two checkpoints [s]."""
        return _evaluate.number("interval", run, self)

    def goodput(self, run: TrainingRun) -> Any:
        """New useful training time per wall-clock time."""
        return _evaluate.number("goodput", run, self)

    def overhead(self, run: TrainingRun) -> Any:
        """1 / goodput - 1."""
        return _evaluate.number("overhead", run, self)

    def useful_throughput(self, run: TrainingRun) -> Any:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
        return _evaluate.number("useful_throughput", run, self)

    def losses(self, run: TrainingRun) -> dict[str, Any]:
        """-ln goodput by cause."""
        return _evaluate.amounts("losses", run, self)

    def requirements(self, run: TrainingRun) -> dict[str, Any]:
        """What it asks of the machine: memory for copies [B], bandwidth of all its writes [B/s], spares [GPUs]."""
        return _evaluate.amounts("requirements", run, self)

    def breakdown(self, run: TrainingRun) -> dict[str, Any]:
        """Fractions of elapsed time by what it goes to; they sum to one."""
        return _evaluate.amounts("breakdown", run, self)


class blocking(Strategy, table=_kinds["blocking"], owner="blocking"):
    """Checkpoints that block training for the run's write_time, to one storage tier.

    A snapshot is usable persist_latency after it was taken, and slows training down meanwhile. One write in flight at a time:
    interval >= (1 - slowdown) x persist_latency. interval=None is the best one.
    """

    __slots__ = ()


class asynchronous(Strategy, table=_kinds["asynchronous"], owner="asynchronous"):
    """Copy, then persist: training stops for checkpoint_bytes / copy_bandwidth and goes on while the copy is written.

    The snapshot is usable after the write (the run's write_time); one write in flight at a time. slowdown: share of training
    lost
    while it is written.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Level:
    """One level of a multilevel strategy: the tier it is written to, and the share of the run's failures that need it."""

    tier: Tier
    share: float


class multilevel(Strategy, table=_kinds["multilevel"], owner="multilevel", structure={"levels": (), "pattern": None}):
    """Checkpoints to several tiers, nested: one of level l is written to tiers 1 to l and serves failures up to severity l.

    levels: Level(tier=, share=) from the mildest failures up, shares of the run's failures that sum to one. pattern: level
    of the
    checkpoint that ends each segment, e.g. [1, 1, 2]; None: the best at every size.
    """

    __slots__ = ()

    def __init__(self, levels: Sequence[Level] = (), *, pattern: Sequence[int] | None = None) -> None:
        levels = tuple(levels)
        for level in levels:
            if not isinstance(level, Level):
                raise TypeError(f"multilevel: levels must be strategies.Level values, not {type(level).__name__}")
        super().__init__(levels=levels, pattern=None if pattern is None else tuple(int(at) for at in pattern))
        _core.check_multilevel(self._structure)

    def best_pattern(self, run: TrainingRun) -> list[int]:
        """Levels of the checkpoints of one cycle for a run of scalars: the given pattern, or the best."""
        return list(_core.multilevel_pattern(self._structure, [float(v) for v in run._values.values()]))


class in_memory(Strategy, table=_kinds["in_memory"], owner="in_memory", structure={"placement": "group"}):
    """Copies in the memory of peers, with the run's storage to fall back to: a two-level case.

    A failure takes one machine's memory; it returns to storage only where further failures take the last copy of a shard before
    the copies are made again. placement: "group", "ring" or "mixed". exchange_time: until the copies are in place, also to
    fetch one.
    """

    __slots__ = ()

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        _check_in_memory(self)


class buddy(Strategy, table=_kinds["buddy"], owner="buddy"):
    """Machines in pairs (copies=3: in threes) that hold each other's state: in_memory with placement "group"."""

    __slots__ = ()

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        _check_in_memory(self)


def _check_in_memory(strategy: Strategy) -> None:
    placement = strategy._structure.get("placement", "group")
    if placement not in ("group", "ring", "mixed"):
        raise ValueError(f"{strategy._owner}: placement = {placement!r} must be 'group', 'ring' or 'mixed'")
    copies = strategy._values["copies"]
    if not hasattr(copies, "dask") and np.any(np.asarray(copies) % 1 != 0):
        raise ValueError(f"{strategy._owner}: copies = {copies} must be a whole number")


class just_in_time(Strategy, table=_kinds["just_in_time"], owner="just_in_time"):
    """State is saved after a failure, by the replicas that survived it (Gupta et al., EuroSys 2024).

    share of the failures leave a whole replica; the rest returns to the last checkpoint in storage.
    """

    __slots__ = ()


class verified(Strategy, table=_kinds["verified"], owner="verified"):
    """Silent errors among the failures: work is verified, chunk by chunk, before a checkpoint is trusted."""

    __slots__ = ()


class replicated(Strategy, table=_kinds["replicated"], owner="replicated"):
    """Every machine twice; the run is interrupted only where both members of a pair are dead.

    Half of the GPUs are `redundancy`.

    revive: dead members are replaced at every checkpoint (Benoit et al., SC 2019), else at restarts alone.
    """

    __slots__ = ()


class elastic(Strategy, table=_kinds["elastic"], owner="elastic"):
    """Per-replica recovery: a failure stalls all data-parallel replicas, then the others go on while the one hit comes back."""

    __slots__ = ()


class spared(Strategy, table=_kinds["spared"], owner="spared"):
    """Blocking checkpoints with a pool of spare GPUs; where more are out for repair than that, the run waits (`spare wait`)."""

    __slots__ = ()
