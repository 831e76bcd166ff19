# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How a run is protected: each strategy is a value that answers interval, goodput, losses and breakdown for a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from .run import Field, TrainingRun
from .storage import Tier
from .typing import Array, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Level",
    "Strategy",
    "independent",
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
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=True)
class Level(Generic[_T]):
    """One level of a multilevel strategy: the tier it is written to, and the share of the run's failures that need it.

    tier None: the run's own storage, with its write_bandwidth, read_bandwidth and storage_latency: what levers, elasticities
    and purchases are asked of.

    Examples
    --------
    >>> sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9).share
    0.9
    """

    tier: Tier[_T] | None
    share: float

class Strategy(Generic[_T]):
    """Base of all strategies, which are made from the catalogue's kinds.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.strategies.asynchronous(copy_bandwidth=1e14).goodput(run) > run.goodput
    True
    """
    def __init__(self, *args: Any, **given: Any) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""
    @overload
    def interval(self: Strategy, run: TrainingRun) -> float:
        """Useful work between two checkpoints [s].

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def interval(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> NumPy: ...
    @overload
    def interval(self: Strategy[Any], run: TrainingRun[Any]) -> Array: ...
    @overload
    def goodput(self: Strategy, run: TrainingRun) -> float:
        """New useful training time per wall-clock time.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def goodput(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> NumPy: ...
    @overload
    def goodput(self: Strategy[Any], run: TrainingRun[Any]) -> Array: ...
    @overload
    def overhead(self: Strategy, run: TrainingRun) -> float:
        """1 / goodput - 1.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def overhead(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> NumPy: ...
    @overload
    def overhead(self: Strategy[Any], run: TrainingRun[Any]) -> Array: ...
    @overload
    def useful_throughput(self: Strategy, run: TrainingRun) -> float:
        """Gpus x goodput: the run in GPUs' worth of useful work.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def useful_throughput(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> NumPy: ...
    @overload
    def useful_throughput(self: Strategy[Any], run: TrainingRun[Any]) -> Array: ...
    @overload
    def losses(self: Strategy, run: TrainingRun) -> dict[str, float]:
        """-ln goodput by cause.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        dict of float or array by name
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def losses(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> dict[str, NumPy]: ...
    @overload
    def losses(self: Strategy[Any], run: TrainingRun[Any]) -> dict[str, Array]: ...
    @overload
    def requirements(self: Strategy, run: TrainingRun) -> dict[str, float]:
        """What it asks of the machine: memory for copies [B], bandwidth of all its writes [B/s], spares [GPUs].

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        dict of float or array by name
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def requirements(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> dict[str, NumPy]: ...
    @overload
    def requirements(self: Strategy[Any], run: TrainingRun[Any]) -> dict[str, Array]: ...
    @overload
    def breakdown(self: Strategy, run: TrainingRun) -> dict[str, float]:
        """Fractions of elapsed time by what it goes to; they sum to one.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        dict of float or array by name
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def breakdown(self: Strategy[float | NumPy], run: TrainingRun[float | NumPy]) -> dict[str, NumPy]: ...
    @overload
    def breakdown(self: Strategy[Any], run: TrainingRun[Any]) -> dict[str, Array]: ...
    def best_pattern(self, run: TrainingRun) -> list[int]:
        """Levels of the checkpoints of one cycle for a run of scalars: the given pattern, or the best; empty for one level.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        list[int]
            Levels of the checkpoints of one cycle for a run of scalars: the given pattern, or the best; empty for one level.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """

class independent(Strategy[_T]):
    """Learners that train copies of the model and fail apart, none waiting for another: each loses what one of its size loses.

    inner: what protects each learner, any strategy of single numbers. quorum: what a learner does counts while so many are up.
    shared_storage: all save to the run's own storage, at worst at once; else each has as much of its own. What the copies cost
    in tokens is a factor, limits.ReplicaCost.

    Parameters
    ----------
    learners : array_like, >= 1 and finite
        Parts of the run that train copies of the model. Usually 2 to 64.
    quorum : array_like, a whole number in [1, 2147483647], default 1
        Learners that must be up for the work of any to count. Usually 1 to 8.
    shared_storage : bool, default False
        Whether all learners save to the storage of the run.
    inner : str, default "blocking"
        What protects each learner.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(gpus=400_000)
    >>> apart = sl.strategies.independent(learners=8, inner=sl.strategies.asynchronous(copy_bandwidth=1e14))
    >>> print(f"{run.goodput:.3f} in step, {apart.goodput(run):.3f} apart")
    0.898 in step, 0.994 apart
    """
    def __init__(
        self, learners: Any = None, inner: Strategy | None = None, *, quorum: Any = 1, shared_storage: bool = False
    ) -> None: ...
    @property
    def inner(self) -> Strategy[_T]:
        """What protects each learner."""
    @overload
    def learner(self: independent, run: TrainingRun) -> TrainingRun:
        """The run of one learner: its GPUs, the whole state, of shared storage its share of the writes.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.

        Returns
        -------
        TrainingRun
            A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def learner(self: independent[float | NumPy], run: TrainingRun[float | NumPy]) -> TrainingRun[NumPy]: ...
    @overload
    def learner(self: independent[Any], run: TrainingRun[Any]) -> TrainingRun[Array]: ...
    @property
    def learners(self) -> float | _T:
        """parts of the run that train copies of the model; >= 1 and finite"""
    @property
    def quorum(self) -> float | _T:
        """learners that must be up for the work of any to count; a whole number in [1, 2147483647]"""
    @property
    def shared_storage(self) -> bool | _T:
        """whether all learners save to the storage of the run; true or false"""
    @overload
    def replace(
        self,
        *,
        learners: Real | Carried = ...,
        quorum: Real | Carried = ...,
        shared_storage: Real | Carried = ...,
        inner: str = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: independent[float | NumPy],
        *,
        learners: Plain | Carried = ...,
        quorum: Plain | Carried = ...,
        shared_storage: Plain | Carried = ...,
        inner: str = ...,
    ) -> independent[NumPy]: ...
    @overload
    def replace(
        self: independent[Any],
        *,
        learners: Quantity | Carried = ...,
        quorum: Quantity | Carried = ...,
        shared_storage: Quantity | Carried = ...,
        inner: str = ...,
    ) -> independent[Array]: ...

class multilevel(Strategy[_T]):
    """Checkpoints to several tiers, nested: one of level l is written to tiers 1 to l and serves failures up to severity l.

    levels: Level(tier=, share=) from the mildest failures up, shares of the run's failures that sum to one. pattern: level of
    the checkpoint that ends each segment, e.g. [1, 1, 2]; None: the best at every size. background: of two levels the upper one
    is written while training goes on, from every n-th local checkpoint.

    Parameters
    ----------
    background : bool, default False
        Whether the upper of two levels is written in the background, from every n-th local checkpoint.
    levels : object
        Tiers from the mildest failures up: {tier, share of the run's failures}; tier "own": the run's own storage.
    pattern : object, optional
        Levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> disk = sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9)
    >>> system = sl.strategies.Level(tier=sl.published.tiers["file_system"], share=0.1)
    >>> sl.strategies.multilevel([disk, system]).goodput(sl.published.llama3_405b())
    0.9889833690353178
    """
    def __init__(
        self, levels: Sequence[Level] = (), *, pattern: Sequence[int] | None = None, background: bool = False
    ) -> None: ...
    @property
    def levels(self) -> tuple[Level[_T], ...]:
        """From the mildest failures up."""
    @property
    def pattern(self) -> tuple[int, ...] | None:
        """Level of the checkpoint that ends each segment; None: the best at every size."""
    @property
    def background(self) -> bool | _T:
        """whether the upper of two levels is written in the background, from every n-th local checkpoint; true or false"""
    @overload
    def replace(self, *, background: Real | Carried = ..., levels: Any = ..., pattern: Any = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: multilevel[float | NumPy], *, background: Plain | Carried = ..., levels: Any = ..., pattern: Any = ...
    ) -> multilevel[NumPy]: ...
    @overload
    def replace(
        self: multilevel[Any], *, background: Quantity | Carried = ..., levels: Any = ..., pattern: Any = ...
    ) -> multilevel[Array]: ...

class blocking(Strategy[_T]):
    """Training stops while the state is written.

    Parameters
    ----------
    interval : array_like, > 0 [s], optional
        Useful work between checkpoints; not given: the best. Usually 1 min to 4 h.
    persist_latency : array_like, >= 0 and finite [s], default 0 s
        Time until a snapshot can be restored from. Usually 0 s to 10 min.
    slowdown : array_like, in [0, 1), default 0
        Share of training lost while a snapshot persists. Usually 0 to 0.1.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.blocking()
    blocking()
    """
    @property
    def persist_latency(self) -> float | _T:
        """time until a snapshot can be restored from; >= 0 and finite [s]"""
    @property
    def slowdown(self) -> float | _T:
        """share of training lost while a snapshot persists; in [0, 1)"""
    @overload
    def __init__(
        self: blocking,
        *,
        interval: Real | Carried | None = None,
        persist_latency: Real | Carried = 0.0,
        slowdown: Real | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: blocking[NumPy],
        *,
        interval: Plain | Carried | None = None,
        persist_latency: Plain | Carried = 0.0,
        slowdown: Plain | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: blocking[Array],
        *,
        interval: Quantity | Carried | None = None,
        persist_latency: Quantity | Carried = 0.0,
        slowdown: Quantity | Carried = 0.0,
    ) -> None: ...
    @overload
    def replace(
        self, *, interval: Real | Carried | None = ..., persist_latency: Real | Carried = ..., slowdown: Real | Carried = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: blocking[float | NumPy],
        *,
        interval: Plain | Carried | None = ...,
        persist_latency: Plain | Carried = ...,
        slowdown: Plain | Carried = ...,
    ) -> blocking[NumPy]: ...
    @overload
    def replace(
        self: blocking[Any],
        *,
        interval: Quantity | Carried | None = ...,
        persist_latency: Quantity | Carried = ...,
        slowdown: Quantity | Carried = ...,
    ) -> blocking[Array]: ...

class asynchronous(Strategy[_T]):
    """Training stops for a copy of the state, and goes on while the copy is written.

    Parameters
    ----------
    copy_bandwidth : array_like, > 0 [B/s]
        Aggregate bandwidth of the copy that stops training. Usually 100 GB/s to 1 PB/s (to host memory, 50 GB/s per GPU).
    slowdown : array_like, in [0, 1), default 0
        Share of training lost while the copy is written. Usually 0 to 0.1.
    interval : array_like, > 0 [s], optional
        Useful work between checkpoints; not given: the best. Usually 1 min to 4 h.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.asynchronous(copy_bandwidth=1e+11)
    asynchronous(copy_bandwidth=100 GB/s)
    """
    @property
    def copy_bandwidth(self) -> float | _T:
        """aggregate bandwidth of the copy that stops training; > 0 [B/s]"""
    @property
    def slowdown(self) -> float | _T:
        """share of training lost while the copy is written; in [0, 1)"""
    @overload
    def __init__(
        self: asynchronous,
        *,
        copy_bandwidth: Real | Carried,
        slowdown: Real | Carried = 0.0,
        interval: Real | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: asynchronous[NumPy],
        *,
        copy_bandwidth: Plain | Carried,
        slowdown: Plain | Carried = 0.0,
        interval: Plain | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: asynchronous[Array],
        *,
        copy_bandwidth: Quantity | Carried,
        slowdown: Quantity | Carried = 0.0,
        interval: Quantity | Carried | None = None,
    ) -> None: ...
    @overload
    def replace(
        self, *, copy_bandwidth: Real | Carried = ..., slowdown: Real | Carried = ..., interval: Real | Carried | None = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: asynchronous[float | NumPy],
        *,
        copy_bandwidth: Plain | Carried = ...,
        slowdown: Plain | Carried = ...,
        interval: Plain | Carried | None = ...,
    ) -> asynchronous[NumPy]: ...
    @overload
    def replace(
        self: asynchronous[Any],
        *,
        copy_bandwidth: Quantity | Carried = ...,
        slowdown: Quantity | Carried = ...,
        interval: Quantity | Carried | None = ...,
    ) -> asynchronous[Array]: ...

class in_memory(Strategy[_T]):
    """Copies of the state in the memory of peers, storage to fall back to.

    Parameters
    ----------
    copies : array_like, a whole number in [1, 64], default 2
        Of each shard, the machine's own included. Usually 2 to 3 (two: GEMINI (Wang et al., SOSP 2023)).
    exchange_time : array_like, >= 0 and finite [s], default 0 s
        Until the peers hold their copies; also to fetch one back. Usually 0 s to 1 min.
    write_time : array_like, >= 0 and finite [s], default 0 s
        What one memory checkpoint stops training for. Usually 0 s to 30 s.
    gpus_per_machine : array_like, > 0 and finite, default 8
        GPUs whose state one failure takes from memory. Usually 4 to 72 (nodes of 4 or 8, racks of 72).
    placement : {"group", "ring", "mixed"}, default "group"
        Which machines hold each other's copies.
    pattern : object, optional
        Levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.in_memory()
    in_memory(placement='group')
    """
    @property
    def copies(self) -> float | _T:
        """of each shard, the machine's own included; a whole number in [1, 64]"""
    @property
    def exchange_time(self) -> float | _T:
        """until the peers hold their copies; also to fetch one back; >= 0 and finite [s]"""
    @property
    def write_time(self) -> float | _T:
        """what one memory checkpoint stops training for; >= 0 and finite [s]"""
    @property
    def gpus_per_machine(self) -> float | _T:
        """GPUs whose state one failure takes from memory; > 0 and finite"""
    @property
    def placement(self) -> str: ...
    @property
    def pattern(self) -> object: ...
    @overload
    def __init__(
        self: in_memory,
        *,
        copies: Real | Carried = 2,
        exchange_time: Real | Carried = 0.0,
        write_time: Real | Carried = 0.0,
        gpus_per_machine: Real | Carried = 8.0,
        placement: Literal["group", "ring", "mixed"] = "group",
        pattern: Any = None,
    ) -> None: ...
    @overload
    def __init__(
        self: in_memory[NumPy],
        *,
        copies: Plain | Carried = 2,
        exchange_time: Plain | Carried = 0.0,
        write_time: Plain | Carried = 0.0,
        gpus_per_machine: Plain | Carried = 8.0,
        placement: Literal["group", "ring", "mixed"] = "group",
        pattern: Any = None,
    ) -> None: ...
    @overload
    def __init__(
        self: in_memory[Array],
        *,
        copies: Quantity | Carried = 2,
        exchange_time: Quantity | Carried = 0.0,
        write_time: Quantity | Carried = 0.0,
        gpus_per_machine: Quantity | Carried = 8.0,
        placement: Literal["group", "ring", "mixed"] = "group",
        pattern: Any = None,
    ) -> None: ...
    @overload
    def replace(
        self,
        *,
        copies: Real | Carried = ...,
        exchange_time: Real | Carried = ...,
        write_time: Real | Carried = ...,
        gpus_per_machine: Real | Carried = ...,
        placement: Literal["group", "ring", "mixed"] = ...,
        pattern: Any = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: in_memory[float | NumPy],
        *,
        copies: Plain | Carried = ...,
        exchange_time: Plain | Carried = ...,
        write_time: Plain | Carried = ...,
        gpus_per_machine: Plain | Carried = ...,
        placement: Literal["group", "ring", "mixed"] = ...,
        pattern: Any = ...,
    ) -> in_memory[NumPy]: ...
    @overload
    def replace(
        self: in_memory[Any],
        *,
        copies: Quantity | Carried = ...,
        exchange_time: Quantity | Carried = ...,
        write_time: Quantity | Carried = ...,
        gpus_per_machine: Quantity | Carried = ...,
        placement: Literal["group", "ring", "mixed"] = ...,
        pattern: Any = ...,
    ) -> in_memory[Array]: ...

class buddy(Strategy[_T]):
    """Machines in pairs, or in threes, that hold each other's state.

    Parameters
    ----------
    copies : array_like, a whole number in [1, 64], default 2
        Of each shard, the machine's own included. Usually 2 to 3 (two: GEMINI (Wang et al., SOSP 2023)).
    exchange_time : array_like, >= 0 and finite [s], default 0 s
        Until the peers hold their copies; also to fetch one back. Usually 0 s to 1 min.
    write_time : array_like, >= 0 and finite [s], default 0 s
        What one memory checkpoint stops training for. Usually 0 s to 30 s.
    gpus_per_machine : array_like, > 0 and finite, default 8
        GPUs whose state one failure takes from memory. Usually 4 to 72 (nodes of 4 or 8, racks of 72).
    pattern : object, optional
        Levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.buddy()
    buddy()
    """
    @property
    def copies(self) -> float | _T:
        """of each shard, the machine's own included; a whole number in [1, 64]"""
    @property
    def exchange_time(self) -> float | _T:
        """until the peers hold their copies; also to fetch one back; >= 0 and finite [s]"""
    @property
    def write_time(self) -> float | _T:
        """what one memory checkpoint stops training for; >= 0 and finite [s]"""
    @property
    def gpus_per_machine(self) -> float | _T:
        """GPUs whose state one failure takes from memory; > 0 and finite"""
    @property
    def pattern(self) -> object: ...
    @overload
    def __init__(
        self: buddy,
        *,
        copies: Real | Carried = 2,
        exchange_time: Real | Carried = 0.0,
        write_time: Real | Carried = 0.0,
        gpus_per_machine: Real | Carried = 8.0,
        pattern: Any = None,
    ) -> None: ...
    @overload
    def __init__(
        self: buddy[NumPy],
        *,
        copies: Plain | Carried = 2,
        exchange_time: Plain | Carried = 0.0,
        write_time: Plain | Carried = 0.0,
        gpus_per_machine: Plain | Carried = 8.0,
        pattern: Any = None,
    ) -> None: ...
    @overload
    def __init__(
        self: buddy[Array],
        *,
        copies: Quantity | Carried = 2,
        exchange_time: Quantity | Carried = 0.0,
        write_time: Quantity | Carried = 0.0,
        gpus_per_machine: Quantity | Carried = 8.0,
        pattern: Any = None,
    ) -> None: ...
    @overload
    def replace(
        self,
        *,
        copies: Real | Carried = ...,
        exchange_time: Real | Carried = ...,
        write_time: Real | Carried = ...,
        gpus_per_machine: Real | Carried = ...,
        pattern: Any = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: buddy[float | NumPy],
        *,
        copies: Plain | Carried = ...,
        exchange_time: Plain | Carried = ...,
        write_time: Plain | Carried = ...,
        gpus_per_machine: Plain | Carried = ...,
        pattern: Any = ...,
    ) -> buddy[NumPy]: ...
    @overload
    def replace(
        self: buddy[Any],
        *,
        copies: Quantity | Carried = ...,
        exchange_time: Quantity | Carried = ...,
        write_time: Quantity | Carried = ...,
        gpus_per_machine: Quantity | Carried = ...,
        pattern: Any = ...,
    ) -> buddy[Array]: ...

class just_in_time(Strategy[_T]):
    """The replicas that survive a failure save the state after it.

    Parameters
    ----------
    share : array_like, in [0, 1], default 1
        Of the run's failures that leave a whole replica to save. Usually 0.5 to 1.
    step_time : array_like, >= 0 and finite [s], default 0 s
        One training step: what has been done of it is lost. Usually 1 s to 1 min.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.just_in_time()
    just_in_time()
    """
    @property
    def share(self) -> float | _T:
        """of the run's failures that leave a whole replica to save; in [0, 1]"""
    @property
    def step_time(self) -> float | _T:
        """one training step: what has been done of it is lost; >= 0 and finite [s]"""
    @overload
    def __init__(self: just_in_time, *, share: Real | Carried = 1.0, step_time: Real | Carried = 0.0) -> None: ...
    @overload
    def __init__(self: just_in_time[NumPy], *, share: Plain | Carried = 1.0, step_time: Plain | Carried = 0.0) -> None: ...
    @overload
    def __init__(
        self: just_in_time[Array], *, share: Quantity | Carried = 1.0, step_time: Quantity | Carried = 0.0
    ) -> None: ...
    @overload
    def replace(self, *, share: Real | Carried = ..., step_time: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: just_in_time[float | NumPy], *, share: Plain | Carried = ..., step_time: Plain | Carried = ...
    ) -> just_in_time[NumPy]: ...
    @overload
    def replace(
        self: just_in_time[Any], *, share: Quantity | Carried = ..., step_time: Quantity | Carried = ...
    ) -> just_in_time[Array]: ...

class verified(Strategy[_T]):
    """Work is verified for silent errors before a checkpoint is trusted.

    Parameters
    ----------
    verification_time : array_like, >= 0 and finite [s]
        Of one verification of the state. Usually 0 s to 1 min.
    silent_share : array_like, in [0, 1]
        Of the run's failures that are silent errors. Usually 0 to 0.1 (6 of 419: The Llama 3 Herd of Models, 2024, table 5).
    recall : array_like, in (0, 1], default 1
        Share of errors that a verification finds; the last before a checkpoint finds all. Usually 0.5 to 1.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.verified(verification_time=0.5, silent_share=0.5)
    verified(verification_time=500 ms, silent_share=0.5)
    """
    @property
    def verification_time(self) -> float | _T:
        """of one verification of the state; >= 0 and finite [s]"""
    @property
    def silent_share(self) -> float | _T:
        """of the run's failures that are silent errors; in [0, 1]"""
    @property
    def recall(self) -> float | _T:
        """share of errors that a verification finds; the last before a checkpoint finds all; in (0, 1]"""
    @overload
    def __init__(
        self: verified, *, verification_time: Real | Carried, silent_share: Real | Carried, recall: Real | Carried = 1.0
    ) -> None: ...
    @overload
    def __init__(
        self: verified[NumPy],
        *,
        verification_time: Plain | Carried,
        silent_share: Plain | Carried,
        recall: Plain | Carried = 1.0,
    ) -> None: ...
    @overload
    def __init__(
        self: verified[Array],
        *,
        verification_time: Quantity | Carried,
        silent_share: Quantity | Carried,
        recall: Quantity | Carried = 1.0,
    ) -> None: ...
    @overload
    def replace(
        self, *, verification_time: Real | Carried = ..., silent_share: Real | Carried = ..., recall: Real | Carried = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: verified[float | NumPy],
        *,
        verification_time: Plain | Carried = ...,
        silent_share: Plain | Carried = ...,
        recall: Plain | Carried = ...,
    ) -> verified[NumPy]: ...
    @overload
    def replace(
        self: verified[Any],
        *,
        verification_time: Quantity | Carried = ...,
        silent_share: Quantity | Carried = ...,
        recall: Quantity | Carried = ...,
    ) -> verified[Array]: ...

class replicated(Strategy[_T]):
    """Every machine twice: a restart is needed where both members of a pair are dead.

    Parameters
    ----------
    revive : bool, default True
        Whether dead members are replaced at every checkpoint (1) or at restarts alone (0).
    gpus_per_machine : array_like, > 0 and finite, default 8
        GPUs that one failure takes: the size of a member. Usually 4 to 72 (nodes of 4 or 8, racks of 72).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.replicated()
    replicated()
    """
    @property
    def revive(self) -> bool | _T:
        """whether dead members are replaced at every checkpoint (1) or at restarts alone (0); true or false"""
    @property
    def gpus_per_machine(self) -> float | _T:
        """GPUs that one failure takes: the size of a member; > 0 and finite"""
    @overload
    def __init__(self: replicated, *, revive: Real | Carried = True, gpus_per_machine: Real | Carried = 8.0) -> None: ...
    @overload
    def __init__(
        self: replicated[NumPy], *, revive: Plain | Carried = True, gpus_per_machine: Plain | Carried = 8.0
    ) -> None: ...
    @overload
    def __init__(
        self: replicated[Array], *, revive: Quantity | Carried = True, gpus_per_machine: Quantity | Carried = 8.0
    ) -> None: ...
    @overload
    def replace(self, *, revive: Real | Carried = ..., gpus_per_machine: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: replicated[float | NumPy], *, revive: Plain | Carried = ..., gpus_per_machine: Plain | Carried = ...
    ) -> replicated[NumPy]: ...
    @overload
    def replace(
        self: replicated[Any], *, revive: Quantity | Carried = ..., gpus_per_machine: Quantity | Carried = ...
    ) -> replicated[Array]: ...

class elastic(Strategy[_T]):
    """A failure takes one data-parallel replica out, the others go on; nothing is read back.

    Parameters
    ----------
    replicas : array_like, >= 1 and finite
        Data-parallel replicas. Usually 2 to 1024.
    stall_time : array_like, >= 0 and finite [s], optional
        All replicas wait so long after a failure; not given: the run's downtime. Usually 0 s to 2 min.
    outage : array_like, >= 0 and finite [s], optional
        Until the hit replica works again, its stall included; not given: downtime and restart. Usually 1 min to 4 h.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.elastic(replicas=2)
    elastic(replicas=2)
    """
    @property
    def replicas(self) -> float | _T:
        """data-parallel replicas; >= 1 and finite"""
    @property
    def stall_time(self) -> float | _T | None:
        """all replicas wait so long after a failure; not given: the run's downtime; >= 0 and finite [s]"""
    @property
    def outage(self) -> float | _T | None:
        """until the hit replica works again, its stall included; not given: downtime and restart; >= 0 and finite [s]"""
    @overload
    def __init__(
        self: elastic,
        *,
        replicas: Real | Carried,
        stall_time: Real | Carried | None = None,
        outage: Real | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: elastic[NumPy],
        *,
        replicas: Plain | Carried,
        stall_time: Plain | Carried | None = None,
        outage: Plain | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: elastic[Array],
        *,
        replicas: Quantity | Carried,
        stall_time: Quantity | Carried | None = None,
        outage: Quantity | Carried | None = None,
    ) -> None: ...
    @overload
    def replace(
        self, *, replicas: Real | Carried = ..., stall_time: Real | Carried | None = ..., outage: Real | Carried | None = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: elastic[float | NumPy],
        *,
        replicas: Plain | Carried = ...,
        stall_time: Plain | Carried | None = ...,
        outage: Plain | Carried | None = ...,
    ) -> elastic[NumPy]: ...
    @overload
    def replace(
        self: elastic[Any],
        *,
        replicas: Quantity | Carried = ...,
        stall_time: Quantity | Carried | None = ...,
        outage: Quantity | Carried | None = ...,
    ) -> elastic[Array]: ...

class spared(Strategy[_T]):
    """Blocking checkpoints, and a pool of spare GPUs that stand in while failed ones are repaired.

    Parameters
    ----------
    spares : array_like, a whole number in [0, 2147483647]
        GPUs kept in the pool. Usually 0 to 1000.
    repair_time : array_like, >= 0 and finite [s]
        Mean time until a failed GPU is back in the pool. Usually 1 h to 722.222 h (an hour to a month).
    repairers : array_like, a whole number >= 1, default unlimited
        GPUs repaired at once. Usually 1 to 100.
    taken_share : array_like, in [0, 1], default 1
        Share of the failures that take GPUs away for repair. Usually 0.1 to 1.
    parts : array_like, a whole number in [1, 2147483647], default 1
        GPUs that such a failure takes, a whole node's say. Usually 1 to 72.
    interval : array_like, > 0 [s], optional
        Useful work between checkpoints; not given: the best. Usually 1 min to 4 h.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.strategies.spared(spares=2, repair_time=3600)
    spared(spares=2, repair_time=1 h)
    """
    @property
    def spares(self) -> float | _T:
        """GPUs kept in the pool; a whole number in [0, 2147483647]"""
    @property
    def repair_time(self) -> float | _T:
        """mean time until a failed GPU is back in the pool; >= 0 and finite [s]"""
    @property
    def repairers(self) -> float | _T:
        """GPUs repaired at once; a whole number >= 1"""
    @property
    def taken_share(self) -> float | _T:
        """share of the failures that take GPUs away for repair; in [0, 1]"""
    @property
    def parts(self) -> float | _T:
        """GPUs that such a failure takes, a whole node's say; a whole number in [1, 2147483647]"""
    @overload
    def __init__(
        self: spared,
        *,
        spares: Real | Carried,
        repair_time: Real | Carried,
        repairers: Real | Carried = ...,
        taken_share: Real | Carried = 1.0,
        parts: Real | Carried = 1,
        interval: Real | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: spared[NumPy],
        *,
        spares: Plain | Carried,
        repair_time: Plain | Carried,
        repairers: Plain | Carried = ...,
        taken_share: Plain | Carried = 1.0,
        parts: Plain | Carried = 1,
        interval: Plain | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: spared[Array],
        *,
        spares: Quantity | Carried,
        repair_time: Quantity | Carried,
        repairers: Quantity | Carried = ...,
        taken_share: Quantity | Carried = 1.0,
        parts: Quantity | Carried = 1,
        interval: Quantity | Carried | None = None,
    ) -> None: ...
    @overload
    def replace(
        self,
        *,
        spares: Real | Carried = ...,
        repair_time: Real | Carried = ...,
        repairers: Real | Carried = ...,
        taken_share: Real | Carried = ...,
        parts: Real | Carried = ...,
        interval: Real | Carried | None = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: spared[float | NumPy],
        *,
        spares: Plain | Carried = ...,
        repair_time: Plain | Carried = ...,
        repairers: Plain | Carried = ...,
        taken_share: Plain | Carried = ...,
        parts: Plain | Carried = ...,
        interval: Plain | Carried | None = ...,
    ) -> spared[NumPy]: ...
    @overload
    def replace(
        self: spared[Any],
        *,
        spares: Quantity | Carried = ...,
        repair_time: Quantity | Carried = ...,
        repairers: Quantity | Carried = ...,
        taken_share: Quantity | Carried = ...,
        parts: Quantity | Carried = ...,
        interval: Quantity | Carried | None = ...,
    ) -> spared[Array]: ...
