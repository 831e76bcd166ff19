# SPDX-License-Identifier: Apache-2.0
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _format
from ._kernel import Kernel, find, kernels_of
from ._laws import Schedule, optimal_schedule, renewal_goodput

_kernels = kernels_of("checkpoint")
globals().update(_kernels)
__all__ = ["JobTime", "Schedule", "job_time", "optimal_schedule", "renewal_goodput"]
__all__ += sorted(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...


@dataclass(frozen=True, eq=False, repr=False)
class JobTime:
    """How long a job takes in wall-clock time [s]; arrays where the arguments are.

    Attributes
    ----------
    mean, standard_deviation : of the completion time
    failure_free_time : work and checkpoints alone, the shortest possible
    failure_probability : of taking longer than that
    arguments : what job_time was called with
    """

    mean: Any
    standard_deviation: Any
    failure_free_time: Any
    failure_probability: Any
    arguments: tuple[Any, ...]

    def quantile(self, q: Any) -> Any:
        """The time [s] within which the job is done with probability q in [0, 1]; NaN outside.

        Exact where no failure is needed; else approximate, within the bounds that the C++ header states.
        """
        return find("checkpoint._job_time_quantile")(q, *self.arguments)

    def __repr__(self) -> str:
        names = ("mean", "standard_deviation", "failure_free_time")
        parts = [f"{name}={_format.value_text(getattr(self, name), 's', 6)}" for name in names]
        return f"JobTime({', '.join(parts)})"


def job_time(work: Any, interval: Any, write_time: Any, mtbf: Any, restart_time: Any = 0, downtime: Any = 0) -> JobTime:
    """Completion time of a job of so much useful work, blocking checkpoints, failures striking restarts too.

    work >= 0 of useful time [s]; interval [s] of it between checkpoints; write_time, restart_time, downtime >= 0 [s];
    mtbf > 0 [s]. The mean is work / interval x expected_segment_time.
    """
    arguments = (work, interval, write_time, mtbf, restart_time, downtime)
    mean, deviation, shortest, some = find("checkpoint._job_time")(*arguments)
    return JobTime(mean, deviation, shortest, some, arguments)
