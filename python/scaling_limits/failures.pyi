# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What breaks and how often."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

from ._typing import Answer, ArrayLike, Quantity, Real
from .run import Field

__all__ = [
    "Empirical",
    "Exponential",
    "Law",
    "Lognormal",
    "Weibull",
    "MtbfEstimate",
    "gpu_mttf_from_events",
    "gpu_mttf_from_mtbf",
    "gpu_mttf_from_node_rate",
    "hit_probability",
    "mtbf_from_events",
    "mtbf_from_gpus",
    "node_rate_from_gpu_mttf",
    "pair_failures_to_interruption",
    "pair_mtti",
    "pool_survival",
    "runnable_share",
    "spares_for_share",
    "spares_needed",
]
_T = TypeVar("_T")

class Empirical(Law):
    """The observed lives [s], each as likely as the others."""
    def __init__(self, lives: Sequence[float]) -> None: ...
    @property
    def lives(self) -> tuple[float, ...]:
        """The observed lives [s], shortest first."""
    def replace(self, **changes: Any) -> Self:
        """The same with other lives."""
    def as_dict(self) -> dict[str, Any]:
        """The lives by name."""

class Exponential(Law):
    """No ageing: survival = exp(-t / mean).

    Parameters
    ----------
    mean : > 0 and finite [s]
    mean life
    """
    @property
    def mean(self) -> Answer:
        """mean life; > 0 and finite [s]"""
    def __init__(self, *, mean: Quantity) -> None: ...
    def replace(self, *, mean: Quantity = ...) -> Self:
        """The same with some fields changed."""

class Law:
    """Base of the failure laws: the time to failure of one part [s]. Any field may be an array."""
    def __init__(self, *args: Any, **given: Any) -> None: ...
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""
    @property
    def mean_life(self) -> Any:
        """Mean life [s]."""
    def survival(self, time: Any) -> Any:
        """P(life > time)."""
    def hazard(self, time: Any) -> Any:
        """Failures per second of those alive at that age [1/s]."""
    def mean_beyond(self, time: Any) -> Any:
        """The integral of survival from that age on [s]: mean_life at 0."""
    def quantile(self, probability: Any) -> Any:
        """The age [s] that a life stays below with that probability in [0, 1]; NaN outside."""

class Lognormal(Law):
    """log(life in s) is normal of mean mu and standard deviation sigma. Mean life exp(mu + sigma^2 / 2).

    Parameters
    ----------
    mu : finite
        mean of log(life in s)
    sigma : > 0 and finite
        standard deviation of log(life)
    """
    @classmethod
    def from_mean(cls, *, mean: float, sigma: float) -> Self:
        """The law of that mean life [s] > 0 and sigma > 0."""
    @property
    def mu(self) -> Answer:
        """mean of log(life in s); finite"""
    @property
    def sigma(self) -> Answer:
        """standard deviation of log(life); > 0 and finite"""
    def __init__(self, *, mu: Quantity, sigma: Quantity) -> None: ...
    def replace(self, *, mu: Quantity = ..., sigma: Quantity = ...) -> Self:
        """The same with some fields changed."""

class Weibull(Law):
    """survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above. Mean scale x Gamma(1 + 1/shape).

    Parameters
    ----------
    shape : > 0 and finite
        below 1: early failures, 1: exponential, above 1: wear
    scale : > 0 and finite [s]
        63 % of the lives are shorter
    """
    @classmethod
    def from_mean(cls, *, mean: float, shape: float) -> Self:
        """The law of that mean life [s] > 0 and shape > 0."""
    @property
    def shape(self) -> Answer:
        """below 1: early failures, 1: exponential, above 1: wear; > 0 and finite"""
    @property
    def scale(self) -> Answer:
        """63 % of the lives are shorter; > 0 and finite [s]"""
    def __init__(self, *, shape: Quantity, scale: Quantity) -> None: ...
    def replace(self, *, shape: Quantity = ..., scale: Quantity = ...) -> Self:
        """The same with some fields changed."""

class MtbfEstimate(NamedTuple, Generic[_T]):
    mtbf: _T
    lower: _T
    upper: _T

@overload
def gpu_mttf_from_events(events: Real, gpus: Real, window: Real) -> float:
    """Running GPU-seconds per job interruption [s] from interruptions in a window: gpus x window / events.

    events >= 0 (0 gives inf); gpus > 0 of the job; window > 0 of running time [s].
    """

@overload
def gpu_mttf_from_events(
    events: Quantity,
    gpus: Quantity,
    window: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def gpu_mttf_from_mtbf(mtbf: Real, gpus: Real) -> float:
    """gpu_mttf [s] of a job of that MTBF [s]: mtbf x gpus, both > 0."""

@overload
def gpu_mttf_from_mtbf(
    mtbf: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def gpu_mttf_from_node_rate(per_1000_node_days: Real, gpus_per_node: Real = 8) -> float:
    """Running GPU-seconds per job interruption [s] from failures per 1000 node-days.

    per_1000_node_days >= 0 (0 gives inf); gpus_per_node > 0.
    """

@overload
def gpu_mttf_from_node_rate(
    per_1000_node_days: Quantity,
    gpus_per_node: Quantity = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def hit_probability(part_probability: Real, unit_size: Real) -> float:
    """Probability that a unit of so many parts is hit when each is with part_probability: 1 - (1 - f)^d."""

@overload
def hit_probability(
    part_probability: Quantity,
    unit_size: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def mtbf_from_events(events: Real, exposure: Real, confidence: Real = 0.95) -> MtbfEstimate[float]:
    """The MTBF [s] from a count of failures, and its confidence interval (chi-squared, exact for a fixed exposure).

    events >= 0; exposure > 0 of running time [s]; confidence in (0, 1). Without an event the lower bound is one-sided.
    """

@overload
def mtbf_from_events(
    events: Quantity,
    exposure: Quantity,
    confidence: Quantity = 0.95,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> MtbfEstimate[Answer]: ...
@overload
def mtbf_from_gpus(gpu_mttf: Real, gpus: Real) -> float:
    """MTBF of a job [s]: gpu_mttf / gpus, both > 0."""

@overload
def mtbf_from_gpus(
    gpu_mttf: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def node_rate_from_gpu_mttf(gpu_mttf: Real, gpus_per_node: Real = 8) -> float:
    """Failures per 1000 node-days from gpu_mttf > 0 [s]; the inverse of gpu_mttf_from_node_rate."""

@overload
def node_rate_from_gpu_mttf(
    gpu_mttf: Quantity,
    gpus_per_node: Quantity = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pair_failures_to_interruption(pairs: Real) -> float:
    """Mean number of failures until some pair has lost both members: 1 + 4^b / C(2 b, b).

    pairs b >= 0; failures may hit dead members. Grows as sqrt(pi b), never overflows.
    """

@overload
def pair_failures_to_interruption(
    pairs: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pair_mtti(pairs: Real, member_mttf: Real) -> float:
    """Mean time [s] to interruption of pairs whose dead members stay dead: failures to interruption x member_mttf / (2 pairs)."""

@overload
def pair_mtti(
    pairs: Quantity,
    member_mttf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pool_survival(spares: Real, failure_rate: Real, duration: Real) -> float:
    """Probability that spares without repair last for a duration [s]: P(Poisson(failure_rate x duration) <= spares)."""

@overload
def pool_survival(
    spares: Quantity,
    failure_rate: Quantity,
    duration: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def runnable_share(spares: Real, failure_rate: Real, repair_time: Real, repairers: Real = ...) -> float:
    """Share of time that a job with so many spares can run: 1 - ErlangB(failure_rate x repair_time, spares + 1).

    spares, a whole number >= 0; failure_rate >= 0 of the running job [1/s]; repair_time >= 0, mean [s]; repairers >= 1 at once
    (fewer: the last state of a birth-death chain).
    """

@overload
def runnable_share(
    spares: Quantity,
    failure_rate: Quantity,
    repair_time: Quantity,
    repairers: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def spares_for_share(share: Real, failure_rate: Real, repair_time: Real, repairers: Real = ...) -> float:
    """The least number of spares with which the job can run for at least that share of time; inf where none does.

    share in [0, 1]; the rest as for runnable_share.
    """

@overload
def spares_for_share(
    share: Quantity,
    failure_rate: Quantity,
    repair_time: Quantity,
    repairers: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def spares_needed(failure_rate: Real, repair_time: Real, quality: Real) -> float:
    """Spares that cover the parts out for repair with probability `quality`: a quantile of Poisson(failure_rate x repair_time).

    failure_rate >= 0 of the job [1/s]; repair_time >= 0, mean [s], of any law; quality in [0, 1], 1 gives inf.
    """

@overload
def spares_needed(
    failure_rate: Quantity,
    repair_time: Quantity,
    quality: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
