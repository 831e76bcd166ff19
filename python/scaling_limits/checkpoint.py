# SPDX-License-Identifier: Apache-2.0
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _format
from ._kernel import Kernel, find, kernels_of
from ._laws import Schedule, optimal_schedule, renewal_goodput
from ._parameters import Parameters
from ._public import listing

_kernels = kernels_of("checkpoint")
globals().update(_kernels)
__all__ = [
    "JobTime",
    "Level",
    "MultilevelOptimum",
    "Schedule",
    "job_time",
    "multilevel_goodput",
    "multilevel_optimum",
    "optimal_schedule",
    "renewal_goodput",
]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)
if TYPE_CHECKING:  # of this package's own sources; others see the stub beside

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


class Level(Parameters, table=_core.level_fields(), owner="checkpoint.Level"):
    """One level of checkpoints: writes are nested, a level-l checkpoint blocks for the sum of write_time of levels 1 to l.

    restart_time and failure_rate are those of failures of this severity alone, which need a checkpoint of this level or above.
    """

    __slots__ = ()


@dataclass(frozen=True)
class MultilevelOptimum:
    """The best regular pattern of levels and the useful work of one segment [s]."""

    pattern: list[int]
    interval: float
    goodput: float
    first_order_overhead: float


def _rows(function: str, levels: Sequence[Level]) -> list[tuple[Any, Any, Any]]:
    levels = list(levels)
    for level in levels:
        if not isinstance(level, Level):
            raise TypeError(f"{function}: levels must be checkpoint.Level values, not {type(level).__name__}")
    return [(level.write_time, level.restart_time, level.failure_rate) for level in levels]


def multilevel_goodput(pattern: Sequence[int], interval: Any, levels: Sequence[Level], downtime: Any = 0) -> Any:
    """Goodput of checkpoints of several levels, exact (the chain of Moody et al., SC 2010), for any nested pattern.

    pattern: level of the checkpoint that ends each segment, 1-based, e.g. [1, 1, 2]; ends with the top level, then starts
    again.
    interval >= 0: useful work of one segment [s]; downtime >= 0 [s], not exposed. Arrays broadcast. NaN outside the domain.
    """
    rows = _rows("multilevel_goodput", levels)
    try:
        cycle = [int(level) for level in pattern]
        exact = all(level == given for level, given in zip(cycle, pattern, strict=True))
    except (TypeError, ValueError):
        exact = False
    if not exact:
        raise TypeError("multilevel_goodput: pattern must be a sequence of whole numbers")
    flat = [interval, downtime, *(x for row in rows for x in row)]
    if all(np.ndim(x) == 0 for x in flat):
        return _core.checkpoint.multilevel_goodput(cycle, float(interval), rows, float(downtime))
    arrays = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in flat))
    out = np.empty(arrays[0].shape)
    for place in np.ndindex(out.shape):
        w, d, *rest = (float(a[place]) for a in arrays)
        here = [tuple(rest[i : i + 3]) for i in range(0, len(rest), 3)]
        out[place] = _core.checkpoint.multilevel_goodput(cycle, w, here, d)
    return out


def multilevel_optimum(levels: Sequence[Level], downtime: float = 0) -> MultilevelOptimum:
    """The best regular pattern and its interval, by exact goodput: first order as the start, then downhill in both.

    levels from the mildest severity up; downtime >= 0 [s], not exposed. first_order_overhead is the sum of
    sqrt(2 failure_rate write_time).
    """
    rows = [tuple(float(x) for x in row) for row in _rows("multilevel_optimum", levels)]
    return MultilevelOptimum(*_core.checkpoint.multilevel_optimum(rows, float(downtime)))
