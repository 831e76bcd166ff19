# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The run as its owner describes it, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .storage import Tier
from .typing import Array, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Field",
    "TrainingRun",
]
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=True)
class Field:
    """One parameter: what the tables of the C++ library say about it.

    Examples
    --------
    >>> sl.TrainingRun.fields()[1].text()
    '> 0 [s]'
    """

    name: str
    unit: str
    doc: str
    required: bool
    default: float | bool | None
    lower: float
    upper: float
    open_below: bool
    open_above: bool
    optional: bool
    boolean: bool
    whole: bool
    range: str
    effect: str
    enters: int
    usual: tuple[float, float] | None
    usual_source: str
    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Field:
        """From a row of the extension module.

        Parameters
        ----------
        row : Mapping[str, Any]

        Returns
        -------
        Field
            One parameter: what the tables of the C++ library say about it.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def holds(self, values: Any) -> bool | Array:
        """Where values are in the range, elementwise.

        Parameters
        ----------
        values : Any

        Returns
        -------
        bool | Array
            Where values are in the range, elementwise.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def typical(self) -> float:
        """Some value inside the range.

        Returns
        -------
        float
            Some value inside the range.
        """
    def text(self) -> str:
        """Unit and range, as a signature's documentation shows them.

        Returns
        -------
        str
            Unit and range, as a signature's documentation shows them.
        """

class TrainingRun(Generic[_T]):
    """A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

    Any field may be an array of NumPy, xarray, pandas or dask; results broadcast, keep its type and its labels.

    Parameters
    ----------
    gpus : array_like, > 0 and finite
        GPUs held, replicas and hot spares included. Usually 8 to 1000000 (one machine to announced sites of 2026).
    gpu_mttf : array_like, > 0 [s]
        Running GPU-seconds per job interruption, whatever the cause. Usually 5000 h to 500000 h (2.3 to 20 per 1000 node-days
        of 8 GPUs (Kokolis et al. 2025, section 4)).
    checkpoint_bytes : array_like, >= 0 and finite [B]
        State saved by one checkpoint of the whole job. Usually 1 GB to 100 TB (12 to 20 bytes per parameter).
    write_bandwidth : array_like, > 0 [B/s]
        Aggregate bandwidth of a save, one way. Usually 1 GB/s to 100 TB/s (one disk to a tier in every GPU's host).
    read_bandwidth : array_like, > 0 [B/s], default unlimited
        Aggregate bandwidth of a load, one way. Usually 1 GB/s to 100 TB/s (one disk to a tier in every GPU's host).
    storage_latency : array_like, >= 0 and finite [s], default 0 s
        Time a save or a load takes before its first byte. Usually 0 s to 1 min.
    initialization_time : array_like, >= 0 and finite [s], default 0 s
        Restart without the load; exposed to failures. Usually 0 s to 1 h.
    downtime : array_like, >= 0 and finite [s], default 0 s
        Detection and replacement after a failure; not exposed to failures. Usually 0 s to 4 h.
    mtbf : array_like, > 0 [s]
        In place of gpu_mttf: running time of the whole job between interruptions.
    interruptions : array_like, > 0 and finite
        In place of gpu_mttf: how often failures stopped the job.
    days : array_like, > 0 and finite [d]
        In place of gpu_mttf: wall-clock time in which they were counted.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.TrainingRun(gpus=16384, gpu_mttf=1.8e+08, checkpoint_bytes=5e+12, write_bandwidth=2e+12)
    TrainingRun(gpus=16384, gpu_mttf=50000 h, checkpoint_bytes=5 TB, write_bandwidth=2 TB/s)
    """
    @overload
    def __init__(
        self: TrainingRun,
        *,
        gpus: Real | Carried,
        gpu_mttf: Real | Carried = ...,
        checkpoint_bytes: Real | Carried,
        write_bandwidth: Real | Carried,
        read_bandwidth: Real | Carried = ...,
        storage_latency: Real | Carried = 0.0,
        initialization_time: Real | Carried = 0.0,
        downtime: Real | Carried = 0.0,
        mtbf: Real | Carried | None = None,
        interruptions: Real | Carried | None = None,
        days: Real | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: TrainingRun[NumPy],
        *,
        gpus: Plain | Carried,
        gpu_mttf: Plain | Carried = ...,
        checkpoint_bytes: Plain | Carried,
        write_bandwidth: Plain | Carried,
        read_bandwidth: Plain | Carried = ...,
        storage_latency: Plain | Carried = 0.0,
        initialization_time: Plain | Carried = 0.0,
        downtime: Plain | Carried = 0.0,
        mtbf: Plain | Carried | None = None,
        interruptions: Plain | Carried | None = None,
        days: Plain | Carried | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: TrainingRun[Array],
        *,
        gpus: Quantity | Carried,
        gpu_mttf: Quantity | Carried = ...,
        checkpoint_bytes: Quantity | Carried,
        write_bandwidth: Quantity | Carried,
        read_bandwidth: Quantity | Carried = ...,
        storage_latency: Quantity | Carried = 0.0,
        initialization_time: Quantity | Carried = 0.0,
        downtime: Quantity | Carried = 0.0,
        mtbf: Quantity | Carried | None = None,
        interruptions: Quantity | Carried | None = None,
        days: Quantity | Carried | None = None,
    ) -> None: ...
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
    @overload
    def replace(
        self,
        *,
        gpus: Real | Carried = ...,
        gpu_mttf: Real | Carried = ...,
        checkpoint_bytes: Real | Carried = ...,
        write_bandwidth: Real | Carried = ...,
        read_bandwidth: Real | Carried = ...,
        storage_latency: Real | Carried = ...,
        initialization_time: Real | Carried = ...,
        downtime: Real | Carried = ...,
        mtbf: Real | Carried | None = ...,
        interruptions: Real | Carried | None = ...,
        days: Real | Carried | None = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: TrainingRun[float | NumPy],
        *,
        gpus: Plain | Carried = ...,
        gpu_mttf: Plain | Carried = ...,
        checkpoint_bytes: Plain | Carried = ...,
        write_bandwidth: Plain | Carried = ...,
        read_bandwidth: Plain | Carried = ...,
        storage_latency: Plain | Carried = ...,
        initialization_time: Plain | Carried = ...,
        downtime: Plain | Carried = ...,
        mtbf: Plain | Carried | None = ...,
        interruptions: Plain | Carried | None = ...,
        days: Plain | Carried | None = ...,
    ) -> TrainingRun[NumPy]: ...
    @overload
    def replace(
        self: TrainingRun[Any],
        *,
        gpus: Quantity | Carried = ...,
        gpu_mttf: Quantity | Carried = ...,
        checkpoint_bytes: Quantity | Carried = ...,
        write_bandwidth: Quantity | Carried = ...,
        read_bandwidth: Quantity | Carried = ...,
        storage_latency: Quantity | Carried = ...,
        initialization_time: Quantity | Carried = ...,
        downtime: Quantity | Carried = ...,
        mtbf: Quantity | Carried | None = ...,
        interruptions: Quantity | Carried | None = ...,
        days: Quantity | Carried | None = ...,
    ) -> TrainingRun[Array]: ...
    @property
    def failure_rate(self) -> float | _T:
        """Job interruptions per second of running time: gpus / gpu_mttf."""
    @property
    def mtbf(self) -> float | _T:
        """Mean running time between job interruptions [s]: gpu_mttf / gpus."""
    @property
    def write_time(self) -> float | _T:
        """One save [s]: storage_latency + checkpoint_bytes / write_bandwidth."""
    @property
    def read_time(self) -> float | _T:
        """One load [s]: storage_latency + checkpoint_bytes / read_bandwidth."""
    @property
    def restart_time(self) -> float | _T:
        """Load and re-initialise, exposed to failures [s]: read_time + initialization_time."""
    @property
    def optimal_interval(self) -> float | _T:
        """The interval [s] of best goodput under blocking checkpoints."""
    @property
    def goodput(self) -> _T:
        """New useful training time per wall-clock time under blocking checkpoints at the best interval."""
    @property
    def overhead(self) -> _T:
        """1 / goodput - 1 under blocking checkpoints at the best interval."""
    @property
    def useful_throughput(self) -> _T:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
    @property
    def breakdown(self) -> dict[str, _T]:
        """Fractions of elapsed time by what it goes to, summing to one: useful, checkpoint, rework, restart, downtime."""
    @overload
    def saved_to(self: TrainingRun, tier: Tier) -> TrainingRun:
        """The same run with its checkpoints in a storage tier, which fills bandwidths and latency.

        Parameters
        ----------
        tier : Tier
            The storage tier.

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
    def saved_to(self: TrainingRun[float | NumPy], tier: Tier[float | NumPy]) -> TrainingRun[NumPy]: ...
    @overload
    def saved_to(self: TrainingRun[Any], tier: Tier[Any]) -> TrainingRun[Array]: ...
    @property
    def gpus(self) -> float | _T:
        """GPUs held, replicas and hot spares included; > 0 and finite"""
    @property
    def gpu_mttf(self) -> float | _T:
        """running GPU-seconds per job interruption, whatever the cause; > 0 [s]"""
    @property
    def checkpoint_bytes(self) -> float | _T:
        """state saved by one checkpoint of the whole job; >= 0 and finite [B]"""
    @property
    def write_bandwidth(self) -> float | _T:
        """aggregate bandwidth of a save, one way; > 0 [B/s]"""
    @property
    def read_bandwidth(self) -> float | _T:
        """aggregate bandwidth of a load, one way; > 0 [B/s]"""
    @property
    def storage_latency(self) -> float | _T:
        """time a save or a load takes before its first byte; >= 0 and finite [s]"""
    @property
    def initialization_time(self) -> float | _T:
        """restart without the load; exposed to failures; >= 0 and finite [s]"""
    @property
    def downtime(self) -> float | _T:
        """detection and replacement after a failure; not exposed to failures; >= 0 and finite [s]"""
