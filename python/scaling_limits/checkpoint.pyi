# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

import numpy as np

from ._typing import Answer, ArrayLike, Quantity, Real
from .failures import Law

__all__ = [
    "JobTime",
    "Schedule",
    "job_time",
    "optimal_schedule",
    "renewal_goodput",
    "IntervalBand",
    "VerifiedOptimum",
    "daly_interval",
    "daly_low_order_interval",
    "elastic_goodput",
    "ettr",
    "ettr_exact",
    "ettr_lower_bound",
    "expected_segment_time",
    "first_order_overhead",
    "goodput",
    "interval_band",
    "interval_cost",
    "optimal_goodput",
    "optimal_interval",
    "saxena_interval",
    "verified_optimum",
    "verified_segment_time",
    "whole_step_interval",
    "whole_steps",
    "young_interval",
]
_T = TypeVar("_T")

@dataclass(frozen=True, eq=False)
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

@dataclass(frozen=True, eq=False)
class Schedule:
    """When to checkpoint as the parts age.

    Attributes
    ----------
    times : ends of the writes since the renewal [s], until the remaining gain is below 1e-6
    goodput : of these times
    note : why there are none, where there are none
    """

    times: np.ndarray[Any, Any]
    goodput: float
    note: str = ...

def job_time(work: Any, interval: Any, write_time: Any, mtbf: Any, restart_time: Any = 0, downtime: Any = 0) -> JobTime:
    """Completion time of a job of so much useful work, blocking checkpoints, failures striking restarts too.

    work >= 0 of useful time [s]; interval [s] of it between checkpoints; write_time, restart_time, downtime >= 0 [s];
    mtbf > 0 [s]. The mean is work / interval x expected_segment_time.
    """

def optimal_schedule(law: Law, write_time: float, restart_time: float = 0, downtime: float = 0) -> Schedule:
    """The schedule of checkpoints that maximises goodput as the parts age, the clock renewed after each failure.

    Maximises sum_j (t_j - t_{j-1} - C) S(t_j) / (mean life + D + R). write_time C, restart_time R, downtime D >= 0 [s], the
    last two not exposed to failures. One law, one write time at a time.
    """

def renewal_goodput(
    interval: Any, write_time: Any, law: Law, persist_latency: Any = 0, restart_time: Any = 0, downtime: Any = 0
) -> Any:
    """Goodput under any failure law whose clock is renewed after each failure.

    w sum_{j >= 1} S(j P + L) / (mean life + D + R), P = w + C. interval w >= 0 of useful work [s]; write_time C >= 0 [s],
    what one checkpoint blocks; persist_latency L in [0, w] [s]: one write in flight; restart_time R, downtime D >= 0 [s],
    not exposed to failures. NaN outside. Any argument may be an array.
    """

class IntervalBand(NamedTuple, Generic[_T]):
    shortest: _T
    longest: _T

class VerifiedOptimum(NamedTuple, Generic[_T]):
    chunks: _T
    interval: _T
    overhead: _T
    first_order_overhead: _T

@overload
def daly_interval(write_time: Real, mtbf: Real) -> float:
    """Daly's higher-order checkpoint interval sqrt(2 C M) (1 + d/6 + d^2/36) - C [s], d = sqrt(2 C / M).

    write_time C >= 0 [s]; mtbf M > 0 [s]. The MTBF itself from C = 2 M on, where it jumps, as published.
    Daly, FGCS 22(3), 2006, eq. 37.
    """

@overload
def daly_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def daly_low_order_interval(write_time: Real, mtbf: Real) -> float:
    """Daly's low-order checkpoint interval sqrt(2 C M) - C [s]; negative from C = 2 M on.

    write_time C >= 0 [s]; mtbf M > 0 [s]. Daly, FGCS 22(3), 2006.
    """

@overload
def daly_low_order_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def elastic_goodput(failure_rate: Real, replicas: Real, stall_time: Real, outage: Real) -> float:
    """Goodput of per-replica recovery: a / (1 + l a s), a = 1 / (1 + l (r - s)/K).

    failure_rate l >= 0 [1/s] of the run; replicas K >= 1; stall_time s of all, outage r >= s of the one hit [s].
    """

@overload
def elastic_goodput(
    failure_rate: Quantity,
    replicas: Quantity,
    stall_time: Quantity,
    outage: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ettr(nodes: Real, node_failure_rate: Real, startup_time: Real, interval: Real, write_time: Real = 0) -> float:
    """Expected training-time ratio with write time, as published: [1 - l (u0 + D/2)] / (1 + w/D).

    l = nodes x node_failure_rate [1/s]; startup_time u0, interval D, write_time w [s]. Kokolis et al., HPCA 2025.
    """

@overload
def ettr(
    nodes: Quantity,
    node_failure_rate: Quantity,
    startup_time: Quantity,
    interval: Quantity,
    write_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ettr_exact(
    nodes: Real,
    node_failure_rate: Real,
    startup_time: Real,
    interval: Real,
    write_time: Real = 0,
    queue_time: Real = 0,
    productive_time: Real = ...,
) -> float:
    """Expected training-time ratio, exact: start-up and writes exposed to failures, the queue not.

    R / {exp(l u0)(M + q) - M + (R/D) exp(l u0)(M + q)(exp(l (D + w)) - 1)}, l = 1/M = nodes x node_failure_rate [1/s];
    startup_time u0, interval D, write_time w, queue_time q, productive_time R [s].
    """

@overload
def ettr_exact(
    nodes: Quantity,
    node_failure_rate: Quantity,
    startup_time: Quantity,
    interval: Quantity,
    write_time: Quantity = 0,
    queue_time: Quantity = 0,
    productive_time: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ettr_lower_bound(
    nodes: Real, node_failure_rate: Real, startup_time: Real, interval: Real, queue_time: Real = 0, productive_time: Real = ...
) -> float:
    """Expected training-time ratio, lower bound as published: [1 - l (u0 + D/2)] / [1 + (u0 + q)/R + l q].

    l = nodes x node_failure_rate [1/s]; startup_time u0, interval D, queue_time q, productive_time R [s].
    Kokolis et al., HPCA 2025, arXiv 2410.21680. First order: negative where l (u0 + D/2) > 1.
    """

@overload
def ettr_lower_bound(
    nodes: Quantity,
    node_failure_rate: Quantity,
    startup_time: Quantity,
    interval: Quantity,
    queue_time: Quantity = 0,
    productive_time: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def expected_segment_time(
    interval: Real,
    write_time: Real,
    mtbf: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
) -> float:
    """Expected wall-clock time [s] until a segment, an interval of work and its checkpoint, is committed.

    variant "complete": (M + D) exp(R/M) (exp((w + C)/M) - 1); "safe_restart", a restart cannot fail:
    (M + D + R) (exp((w + C)/M) - 1); "safe_checkpoint", nor can a checkpoint: (M + D + R) (exp(w/M) - 1) + C.
    interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]; downtime D >= 0 [s].
    Daly 2006, eq. 13, is "complete" with D = 0.
    """

@overload
def expected_segment_time(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def first_order_overhead(interval: Real, write_time: Real, mtbf: Real) -> float:
    """First-order overhead of an interval, C/w + w/(2 M): 1/goodput - 1 while well below 0.1.

    interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s].
    """

@overload
def first_order_overhead(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def goodput(
    interval: Real,
    write_time: Real,
    mtbf: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    persist_latency: Real = 0,
    slowdown: Real = 0,
) -> float:
    """New useful training time per wall-clock time at any interval.

    w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L. interval w [s] >= (1 - s) L: a shorter one would
    need two writes in flight and gives NaN; write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s];
    restart_time R >= 0 [s], exposed to failures; downtime D >= 0 [s], not exposed; persist_latency L >= 0 [s];
    slowdown s in [0, 1) while a snapshot persists.
    """

@overload
def goodput(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    persist_latency: Quantity = 0,
    slowdown: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def interval_band(write_time: Real, mtbf: Real, tolerance: Real = 0.01) -> IntervalBand[float]:
    """The shortest and the longest interval [s] whose goodput is at least (1 - tolerance) x the best.

    write_time C >= 0 [s]; mtbf M > 0 [s]; tolerance in [0, 1]. Exact; longest is inf without failures.
    """

@overload
def interval_band(
    write_time: Quantity,
    mtbf: Quantity,
    tolerance: Quantity = 0.01,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> IntervalBand[Answer]: ...
@overload
def interval_cost(interval: Real, write_time: Real, mtbf: Real) -> float:
    """What an interval loses against the best one: 1 - goodput(interval) / goodput(best), in [0, 1].

    interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s].
    """

@overload
def interval_cost(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def optimal_goodput(
    write_time: Real, mtbf: Real, restart_time: Real = 0, downtime: Real = 0, persist_latency: Real = 0, slowdown: Real = 0
) -> float:
    """Goodput at the best interval that leaves one write in flight at a time.

    exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M. Arguments as for goodput.
    """

@overload
def optimal_goodput(
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    persist_latency: Quantity = 0,
    slowdown: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def optimal_interval(
    write_time: Real,
    mtbf: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
) -> float:
    """The interval [s] of useful work between checkpoints that maximises goodput, exact.

    M (1 - exp(-y)) with y - 1 + exp(-y) = C / M. write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s],
    of the job in running time (inf: no failures, answer inf). Accurate to 4 ulp everywhere.
    variant: what a failure may strike; "complete" and "safe_restart" have the same best interval, which does not
    depend on restart_time R >= 0 [s] and downtime D >= 0 [s]; "safe_checkpoint" solves
    1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.
    """

@overload
def optimal_interval(
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def saxena_interval(write_time: Real, mtbf: Real, restart_time: Real = 0) -> float:
    """The interval [s] of best first-order availability, sqrt(C^2 + 2 C (M + R)).

    write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]. Saxena et al., arXiv 2410.18124, 2024.
    """

@overload
def saxena_interval(
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def verified_optimum(
    verification_time: Real,
    write_time: Real,
    silent_rate: Real,
    fail_stop_rate: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    recall: Real = 1,
) -> VerifiedOptimum[float]:
    """Chunks and interval of least overhead, by the exact time of a verified segment.

    Arguments as for verified_segment_time. Answers chunks, interval = chunks x work [s], overhead = time / work - 1, and
    the first-order overhead 2 sqrt((n V + C)(lambda_f/2 + lambda_s (n + 1)/(2 n))).
    """

@overload
def verified_optimum(
    verification_time: Quantity,
    write_time: Quantity,
    silent_rate: Quantity,
    fail_stop_rate: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    recall: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> VerifiedOptimum[Answer]: ...
@overload
def verified_segment_time(
    chunks: Real,
    work: Real,
    verification_time: Real,
    write_time: Real,
    silent_rate: Real,
    fail_stop_rate: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    recall: Real = 1,
) -> float:
    """Expected wall-clock time [s] to commit `chunks` pieces of verified work and their checkpoint, exact.

    chunks >= 1, each of `work` >= 0 [s] followed by a verification [s]; write_time >= 0 [s]; silent errors at silent_rate
    [1/s] strike work only, failures at fail_stop_rate [1/s] strike all; a failure costs downtime + restart_time [s], a
    detection restart_time, neither exposed. recall in (0, 1]: of the verifications but the last, which finds all.
    """

@overload
def verified_segment_time(
    chunks: Quantity,
    work: Quantity,
    verification_time: Quantity,
    write_time: Quantity,
    silent_rate: Quantity,
    fail_stop_rate: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    recall: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def whole_step_interval(write_time: Real, mtbf: Real, step_time: Real) -> float:
    """The best interval in whole training steps [s]: whole_steps x step_time. Arguments as for whole_steps."""

@overload
def whole_step_interval(
    write_time: Quantity,
    mtbf: Quantity,
    step_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def whole_steps(write_time: Real, mtbf: Real, step_time: Real) -> float:
    """Training steps between two checkpoints, at least one, of the best goodput: the better neighbour of the best interval.

    write_time C >= 0 [s]; mtbf M > 0 [s]; step_time > 0 [s]. inf without failures.
    """

@overload
def whole_steps(
    write_time: Quantity,
    mtbf: Quantity,
    step_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def young_interval(write_time: Real, mtbf: Real) -> float:
    """Young's first-order checkpoint interval sqrt(2 C M) [s].

    write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s], of the job in running time.
    Within 1 % of the best goodput's interval for C < 4e-4 M. Young, CACM 17(9), 1974, p. 531.
    """

@overload
def young_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
