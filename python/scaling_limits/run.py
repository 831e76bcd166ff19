# SPDX-License-Identifier: Apache-2.0
"""The run as its owner describes it, and what follows from it."""

from __future__ import annotations

from . import _evaluate
from ._docs import complete
from ._parameters import Field, Parameters, of_type
from ._public import listing
from .catalog import kinds
from .storage import Tier
from .typing import Number, SomeNumber

__all__ = ["Field", "TrainingRun"]
__dir__ = listing(__all__)


class TrainingRun(Parameters, group="run", kind=kinds("run")["training_run"]):
    """A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

    Any field may be an array of NumPy, xarray, pandas or dask; results broadcast, keep its type and its labels.
    """

    __slots__ = ()

    @property
    def failure_rate(self) -> SomeNumber:
        """Job interruptions per second of running time: gpus / gpu_mttf."""
        return _evaluate.number("failure_rate", self)

    @property
    def mtbf(self) -> SomeNumber:
        """Mean running time between job interruptions [s]: gpu_mttf / gpus."""
        return _evaluate.number("mtbf", self)

    @property
    def write_time(self) -> SomeNumber:
        """One save [s]: storage_latency + checkpoint_bytes / write_bandwidth."""
        return _evaluate.number("write_time", self)

    @property
    def read_time(self) -> SomeNumber:
        """One load [s]: storage_latency + checkpoint_bytes / read_bandwidth."""
        return _evaluate.number("read_time", self)

    @property
    def restart_time(self) -> SomeNumber:
        """Load and re-initialise, exposed to failures [s]: read_time + initialization_time."""
        return _evaluate.number("restart_time", self)

    @property
    def optimal_interval(self) -> SomeNumber:
        """The interval [s] of best goodput under blocking checkpoints."""
        return _evaluate.number("interval", self)

    @property
    def goodput(self) -> Number:
        """New useful training time per wall-clock time under blocking checkpoints at the best interval."""
        return _evaluate.number("goodput", self)

    @property
    def overhead(self) -> Number:
        """1 / goodput - 1 under blocking checkpoints at the best interval."""
        return _evaluate.number("overhead", self)

    @property
    def useful_throughput(self) -> Number:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
        return _evaluate.number("useful_throughput", self)

    @property
    def breakdown(self) -> dict[str, Number]:
        """Fractions of elapsed time by what it goes to, summing to one: useful, checkpoint, rework, restart, downtime."""
        return _evaluate.amounts("breakdown", self)

    def saved_to(self, tier: Tier) -> TrainingRun:
        """The same run with its checkpoints in a storage tier, which fills bandwidths and latency."""
        of_type("saved_to", "tier", tier, Tier)
        return type(self)(**_evaluate.ask("saved_to", self, tier).amounts())


complete(__all__, globals())
