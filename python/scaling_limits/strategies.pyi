# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How a run is protected: each strategy is a value that answers interval, goodput, losses and breakdown for a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from ._typing import Answer, Quantity
from .run import Field, TrainingRun
from .storage import Tier

__all__ = [
    "Level",
    "Strategy",
    "multilevel",
    "blocking",
    "asynchronous",
    "in_memory",
    "buddy",
    "just_in_time",
    "verified",
    "replicated",
    "elastic",
    "spared",
]

@dataclass(frozen=True, eq=True)
class Level:
    """One level of a multilevel strategy: the tier it is written to, and the share of the run's failures that need it."""

    tier: Tier
    share: float

class Strategy:
    """Base of all strategies, which are made from the catalogue's kinds."""
    def __init__(self, *args: Any, **given: Any) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""
    def interval(self, run: TrainingRun) -> Any:
        """Useful work between two checkpoints [s]."""
    def goodput(self, run: TrainingRun) -> Any:
        """New useful training time per wall-clock time."""
    def overhead(self, run: TrainingRun) -> Any:
        """1 / goodput - 1."""
    def useful_throughput(self, run: TrainingRun) -> Any:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
    def losses(self, run: TrainingRun) -> dict[str, Any]:
        """-ln goodput by cause."""
    def requirements(self, run: TrainingRun) -> dict[str, Any]:
        """What it asks of the machine: memory for copies [B], bandwidth of all its writes [B/s], spares [GPUs]."""
    def breakdown(self, run: TrainingRun) -> dict[str, Any]:
        """Fractions of elapsed time by what it goes to; they sum to one."""
    def best_pattern(self, run: TrainingRun) -> list[int]:
        """Levels of the checkpoints of one cycle for a run of scalars: the given pattern, or the best; empty for one level."""

class multilevel(Strategy):
    """Checkpoints to several tiers, nested: one of level l is written to tiers 1 to l and serves failures up to severity l.

    levels: Level(tier=, share=) from the mildest failures up, shares of the run's failures that sum to one. pattern: level of
    the checkpoint that ends each segment, e.g. [1, 1, 2]; None: the best at every size.

    Parameters
    ----------
    """
    def __init__(self, levels: Sequence[Level] = (), *, pattern: Sequence[int] | None = None) -> None: ...
    @property
    def levels(self) -> Answer: ...
    @property
    def pattern(self) -> Answer: ...

class blocking(Strategy):
    """Training stops while the state is written.

    Parameters
    ----------
    interval : > 0 [s]
        useful work between checkpoints; not given: the best
    persist_latency : >= 0 and finite [s]
        time until a snapshot can be restored from
    slowdown : in [0, 1)
        share of training lost while a snapshot persists
    """
    @property
    def persist_latency(self) -> Answer:
        """time until a snapshot can be restored from; >= 0 and finite [s]"""
    @property
    def slowdown(self) -> Answer:
        """share of training lost while a snapshot persists; in [0, 1)"""
    def __init__(
        self, *, interval: Quantity | None = None, persist_latency: Quantity = 0.0, slowdown: Quantity = 0.0
    ) -> None: ...
    def replace(self, *, interval: Quantity | None = ..., persist_latency: Quantity = ..., slowdown: Quantity = ...) -> Self:
        """The same with some fields changed."""

class asynchronous(Strategy):
    """Training stops for a copy of the state, and goes on while the copy is written.

    Parameters
    ----------
    copy_bandwidth : > 0 [B/s]
        aggregate bandwidth of the copy that stops training
    slowdown : in [0, 1)
        share of training lost while the copy is written
    interval : > 0 [s]
        useful work between checkpoints; not given: the best
    """
    @property
    def copy_bandwidth(self) -> Answer:
        """aggregate bandwidth of the copy that stops training; > 0 [B/s]"""
    @property
    def slowdown(self) -> Answer:
        """share of training lost while the copy is written; in [0, 1)"""
    def __init__(self, *, copy_bandwidth: Quantity, slowdown: Quantity = 0.0, interval: Quantity | None = None) -> None: ...
    def replace(self, *, copy_bandwidth: Quantity = ..., slowdown: Quantity = ..., interval: Quantity | None = ...) -> Self:
        """The same with some fields changed."""

class in_memory(Strategy):
    """Copies of the state in the memory of peers, storage to fall back to.

    Parameters
    ----------
    copies : a whole number in [1, 64]
        of each shard, the machine's own included
    exchange_time : >= 0 and finite [s]
        until the peers hold their copies; also to fetch one back
    write_time : >= 0 and finite [s]
        what one memory checkpoint stops training for
    gpus_per_machine : > 0 and finite
        GPUs whose state one failure takes from memory
    """
    @property
    def copies(self) -> Answer:
        """of each shard, the machine's own included; a whole number in [1, 64]"""
    @property
    def exchange_time(self) -> Answer:
        """until the peers hold their copies; also to fetch one back; >= 0 and finite [s]"""
    @property
    def write_time(self) -> Answer:
        """what one memory checkpoint stops training for; >= 0 and finite [s]"""
    @property
    def gpus_per_machine(self) -> Answer:
        """GPUs whose state one failure takes from memory; > 0 and finite"""
    @property
    def placement(self) -> Answer: ...
    def __init__(
        self,
        *,
        copies: Quantity = 2.0,
        exchange_time: Quantity = 0.0,
        write_time: Quantity = 0.0,
        gpus_per_machine: Quantity = 8.0,
        placement: str = "group",
    ) -> None: ...
    def replace(
        self,
        *,
        copies: Quantity = ...,
        exchange_time: Quantity = ...,
        write_time: Quantity = ...,
        gpus_per_machine: Quantity = ...,
        placement: str = ...,
    ) -> Self:
        """The same with some fields changed."""

class buddy(Strategy):
    """Machines in pairs, or in threes, that hold each other's state.

    Parameters
    ----------
    copies : a whole number in [1, 64]
        of each shard, the machine's own included
    exchange_time : >= 0 and finite [s]
        until the peers hold their copies; also to fetch one back
    write_time : >= 0 and finite [s]
        what one memory checkpoint stops training for
    gpus_per_machine : > 0 and finite
        GPUs whose state one failure takes from memory
    """
    @property
    def copies(self) -> Answer:
        """of each shard, the machine's own included; a whole number in [1, 64]"""
    @property
    def exchange_time(self) -> Answer:
        """until the peers hold their copies; also to fetch one back; >= 0 and finite [s]"""
    @property
    def write_time(self) -> Answer:
        """what one memory checkpoint stops training for; >= 0 and finite [s]"""
    @property
    def gpus_per_machine(self) -> Answer:
        """GPUs whose state one failure takes from memory; > 0 and finite"""
    def __init__(
        self,
        *,
        copies: Quantity = 2.0,
        exchange_time: Quantity = 0.0,
        write_time: Quantity = 0.0,
        gpus_per_machine: Quantity = 8.0,
    ) -> None: ...
    def replace(
        self,
        *,
        copies: Quantity = ...,
        exchange_time: Quantity = ...,
        write_time: Quantity = ...,
        gpus_per_machine: Quantity = ...,
    ) -> Self:
        """The same with some fields changed."""

class just_in_time(Strategy):
    """The replicas that survive a failure save the state after it.

    Parameters
    ----------
    share : in [0, 1]
        of the run's failures that leave a whole replica to save
    step_time : >= 0 and finite [s]
        one training step: what has been done of it is lost
    """
    @property
    def share(self) -> Answer:
        """of the run's failures that leave a whole replica to save; in [0, 1]"""
    @property
    def step_time(self) -> Answer:
        """one training step: what has been done of it is lost; >= 0 and finite [s]"""
    def __init__(self, *, share: Quantity = 1.0, step_time: Quantity = 0.0) -> None: ...
    def replace(self, *, share: Quantity = ..., step_time: Quantity = ...) -> Self:
        """The same with some fields changed."""

class verified(Strategy):
    """Work is verified for silent errors before a checkpoint is trusted.

    Parameters
    ----------
    verification_time : >= 0 and finite [s]
        of one verification of the state
    silent_share : in [0, 1]
        of the run's failures that are silent errors
    recall : in (0, 1]
        share of errors that a verification finds; the last before a checkpoint finds all
    """
    @property
    def verification_time(self) -> Answer:
        """of one verification of the state; >= 0 and finite [s]"""
    @property
    def silent_share(self) -> Answer:
        """of the run's failures that are silent errors; in [0, 1]"""
    @property
    def recall(self) -> Answer:
        """share of errors that a verification finds; the last before a checkpoint finds all; in (0, 1]"""
    def __init__(self, *, verification_time: Quantity, silent_share: Quantity, recall: Quantity = 1.0) -> None: ...
    def replace(self, *, verification_time: Quantity = ..., silent_share: Quantity = ..., recall: Quantity = ...) -> Self:
        """The same with some fields changed."""

class replicated(Strategy):
    """Every machine twice: a restart is needed where both members of a pair are dead.

    Parameters
    ----------
    revive : true or false
        whether dead members are replaced at every checkpoint (1) or at restarts alone (0)
    gpus_per_machine : > 0 and finite
        GPUs that one failure takes: the size of a member
    """
    @property
    def revive(self) -> Answer:
        """whether dead members are replaced at every checkpoint (1) or at restarts alone (0); true or false"""
    @property
    def gpus_per_machine(self) -> Answer:
        """GPUs that one failure takes: the size of a member; > 0 and finite"""
    def __init__(self, *, revive: Quantity = True, gpus_per_machine: Quantity = 8.0) -> None: ...
    def replace(self, *, revive: Quantity = ..., gpus_per_machine: Quantity = ...) -> Self:
        """The same with some fields changed."""

class elastic(Strategy):
    """A failure takes one data-parallel replica out, the others go on; nothing is read back.

    Parameters
    ----------
    replicas : >= 1 and finite
        data-parallel replicas
    stall_time : >= 0 and finite [s]
        all replicas wait so long after a failure; not given: the run's downtime
    outage : >= 0 and finite [s]
        until the hit replica works again, its stall included; not given: downtime and restart
    """
    @property
    def replicas(self) -> Answer:
        """data-parallel replicas; >= 1 and finite"""
    @property
    def stall_time(self) -> Answer:
        """all replicas wait so long after a failure; not given: the run's downtime; >= 0 and finite [s]"""
    @property
    def outage(self) -> Answer:
        """until the hit replica works again, its stall included; not given: downtime and restart; >= 0 and finite [s]"""
    def __init__(self, *, replicas: Quantity, stall_time: Quantity | None = None, outage: Quantity | None = None) -> None: ...
    def replace(self, *, replicas: Quantity = ..., stall_time: Quantity | None = ..., outage: Quantity | None = ...) -> Self:
        """The same with some fields changed."""

class spared(Strategy):
    """Blocking checkpoints, and a pool of spare GPUs that stand in while failed ones are repaired.

    Parameters
    ----------
    spares : a whole number >= 0 and finite
        GPUs kept in the pool
    repair_time : >= 0 and finite [s]
        mean time until a failed GPU is back in the pool
    repairers : >= 1
        GPUs repaired at once
    """
    @property
    def spares(self) -> Answer:
        """GPUs kept in the pool; a whole number >= 0 and finite"""
    @property
    def repair_time(self) -> Answer:
        """mean time until a failed GPU is back in the pool; >= 0 and finite [s]"""
    @property
    def repairers(self) -> Answer:
        """GPUs repaired at once; >= 1"""
    def __init__(self, *, spares: Quantity, repair_time: Quantity, repairers: Quantity = ...) -> None: ...
    def replace(self, *, spares: Quantity = ..., repair_time: Quantity = ..., repairers: Quantity = ...) -> Self:
        """The same with some fields changed."""
