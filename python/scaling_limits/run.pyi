# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The run as its owner describes it, and what follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ._typing import Answer, Quantity
from .storage import Tier

__all__ = [
    "Field",
    "TrainingRun",
]

@dataclass(frozen=True, eq=True)
class Field:
    """One parameter: what the tables of the C++ library say about it."""

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
        """From a row of the extension module."""
    def holds(self, values: Any) -> Any:
        """Where values are in the range, elementwise."""
    def typical(self) -> float:
        """Some value inside the range."""
    def text(self) -> str:
        """Unit and range, as a signature's documentation shows them."""

class TrainingRun:
    """A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

    Any field may be an array, an xarray DataArray or a dask array; results broadcast and keep the type.

    Parameters
    ----------
    gpus : > 0 and finite
        GPUs held, replicas and hot spares included
    gpu_mttf : > 0 [s]
        running GPU-seconds per job interruption, whatever the cause
    checkpoint_bytes : >= 0 and finite [B]
        state saved by one checkpoint of the whole job
    write_bandwidth : > 0 [B/s]
        aggregate bandwidth of a save, one way
    read_bandwidth : > 0 [B/s]
        aggregate bandwidth of a load, one way
    storage_latency : >= 0 and finite [s]
        time a save or a load takes before its first byte
    initialization_time : >= 0 and finite [s]
        restart without the load; exposed to failures
    downtime : >= 0 and finite [s]
        detection and replacement after a failure; not exposed to failures
    mtbf : > 0 [s]
        in place of gpu_mttf: running time of the whole job between interruptions
    interruptions : > 0 and finite
        in place of gpu_mttf: how often failures stopped the job
    days : > 0 and finite [d]
        in place of gpu_mttf: wall-clock time in which they were counted
    """
    def __init__(
        self,
        *,
        gpus: Quantity,
        gpu_mttf: Quantity = ...,
        checkpoint_bytes: Quantity,
        write_bandwidth: Quantity,
        read_bandwidth: Quantity = ...,
        storage_latency: Quantity = 0.0,
        initialization_time: Quantity = 0.0,
        downtime: Quantity = 0.0,
        mtbf: Any = None,
        interruptions: Any = None,
        days: Any = None,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(
        self,
        *,
        gpus: Quantity = ...,
        gpu_mttf: Quantity = ...,
        checkpoint_bytes: Quantity = ...,
        write_bandwidth: Quantity = ...,
        read_bandwidth: Quantity = ...,
        storage_latency: Quantity = ...,
        initialization_time: Quantity = ...,
        downtime: Quantity = ...,
        mtbf: Any = ...,
        interruptions: Any = ...,
        days: Any = ...,
    ) -> Self:
        """The same with some fields changed."""
    @property
    def failure_rate(self) -> Any:
        """Job interruptions per second of running time: gpus / gpu_mttf."""
    @property
    def mtbf(self) -> Any:
        """Mean running time between job interruptions [s]: gpu_mttf / gpus."""
    @property
    def write_time(self) -> Any:
        """One save [s]: storage_latency + checkpoint_bytes / write_bandwidth."""
    @property
    def read_time(self) -> Any:
        """One load [s]: storage_latency + checkpoint_bytes / read_bandwidth."""
    @property
    def restart_time(self) -> Any:
        """Load and re-initialise, exposed to failures [s]: read_time + initialization_time."""
    @property
    def optimal_interval(self) -> Any:
        """The interval [s] of best goodput under blocking checkpoints."""
    @property
    def goodput(self) -> Any:
        """New useful training time per wall-clock time under blocking checkpoints at the best interval."""
    @property
    def overhead(self) -> Any:
        """1 / goodput - 1 under blocking checkpoints at the best interval."""
    @property
    def useful_throughput(self) -> Any:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
    @property
    def breakdown(self) -> dict[str, Any]:
        """Fractions of elapsed time by what it goes to, summing to one: useful, checkpoint, rework, restart, downtime."""
    def saved_to(self, tier: Tier) -> Self:
        """The same run with its checkpoints in a storage tier, which fills bandwidths and latency."""
    @property
    def gpus(self) -> Answer:
        """GPUs held, replicas and hot spares included; > 0 and finite"""
    @property
    def gpu_mttf(self) -> Answer:
        """running GPU-seconds per job interruption, whatever the cause; > 0 [s]"""
    @property
    def checkpoint_bytes(self) -> Answer:
        """state saved by one checkpoint of the whole job; >= 0 and finite [B]"""
    @property
    def write_bandwidth(self) -> Answer:
        """aggregate bandwidth of a save, one way; > 0 [B/s]"""
    @property
    def read_bandwidth(self) -> Answer:
        """aggregate bandwidth of a load, one way; > 0 [B/s]"""
    @property
    def storage_latency(self) -> Answer:
        """time a save or a load takes before its first byte; >= 0 and finite [s]"""
    @property
    def initialization_time(self) -> Answer:
        """restart without the load; exposed to failures; >= 0 and finite [s]"""
    @property
    def downtime(self) -> Answer:
        """detection and replacement after a failure; not exposed to failures; >= 0 and finite [s]"""
