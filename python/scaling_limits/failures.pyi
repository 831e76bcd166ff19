# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What breaks and how often."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, overload

import numpy as np
from pandas import DataFrame
from typing_extensions import TypeVar

from .results import Result
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Law",
    "MixedPool",
    "mixed_pool",
    "Empirical",
    "Exponential",
    "Lognormal",
    "Lomax",
    "Weibull",
    "MtbfEstimate",
    "gpu_mttf_from_events",
    "gpu_mttf_from_mtbf",
    "gpu_mttf_from_node_rate",
    "hit_probability",
    "mtbf_from_events",
    "mtbf_from_gpus",
    "mtbf_from_interruptions",
    "node_rate_from_gpu_mttf",
    "pair_failures_to_interruption",
    "pair_mtti",
    "pool_survival",
    "renewed_rate",
    "runnable_share",
    "running_share",
    "spares_for_share",
    "spares_needed",
]
_T = TypeVar("_T", covariant=True, default=float)

class Law(Generic[_T]):
    """Base of the failure laws: the time to failure of one part [s]. Any field may be an array.

    Examples
    --------
    >>> sl.failures.Exponential(mean=3600).survival([0, 3600])
    array([1.        , 0.36787944])
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
    @property
    def mean(self) -> _T:
        """Mean life [s]."""
    @overload
    def survival(self: Law, time: Real) -> float:
        """P(life > time).

        Parameters
        ----------
        time : array_like, a number [s]
            Age.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.
        """
    @overload
    def survival(self: Law[float | NumPy], time: Plain) -> NumPy: ...
    @overload
    def survival(self: Law[Any], time: Quantity) -> Array: ...
    @overload
    def hazard(self: Law, time: Real) -> float:
        """Failures per second of those alive at that age [1/s].

        Parameters
        ----------
        time : array_like, a number [s]
            Age.

        Returns
        -------
        float or array [1/s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.
        """
    @overload
    def hazard(self: Law[float | NumPy], time: Plain) -> NumPy: ...
    @overload
    def hazard(self: Law[Any], time: Quantity) -> Array: ...
    @overload
    def cumulative_hazard(self: Law, time: Real) -> float:
        """-ln survival.

        Parameters
        ----------
        time : array_like, a number [s]
            Age.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.
        """
    @overload
    def cumulative_hazard(self: Law[float | NumPy], time: Plain) -> NumPy: ...
    @overload
    def cumulative_hazard(self: Law[Any], time: Quantity) -> Array: ...
    @overload
    def mean_beyond(self: Law, time: Real) -> float:
        """The integral of survival from that age on [s]: the mean at 0.

        Parameters
        ----------
        time : array_like, a number [s]
            Age.

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.
        """
    @overload
    def mean_beyond(self: Law[float | NumPy], time: Plain) -> NumPy: ...
    @overload
    def mean_beyond(self: Law[Any], time: Quantity) -> Array: ...
    @overload
    def quantile(self: Law, probability: Real) -> float:
        """The age [s] that a life stays below with that probability in [0, 1]; NaN outside.

        Parameters
        ----------
        probability : array_like, a number
            In [0, 1].

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.
        """
    @overload
    def quantile(self: Law[float | NumPy], probability: Plain) -> NumPy: ...
    @overload
    def quantile(self: Law[Any], probability: Quantity) -> Array: ...

@dataclass(frozen=True, eq=False)
class MixedPool(Result, Generic[_T]):
    """A job on a pool of parts of two qualities; arrays where the arguments are.

    Attributes
    ----------
    running_share : of wall-clock time; what is left are downtimes and waits for a repair
    mean_rate : failures per second of running time [1/s]
    arguments : what mixed_pool was called with

    Examples
    --------
    >>> pool = sl.failures.mixed_pool(8, 7, 3, good_rate=1 / 40000, other_rate=1 / 8000, repair_time=7200, downtime=300)
    >>> round(pool.goodput(600, write_time=30, restart_time=60), 6)
    np.float64(0.54007)
    """

    running_share: _T
    mean_rate: _T
    arguments: tuple[Quantity, ...]
    @overload
    def goodput(self: MixedPool, interval: Real, write_time: Real, restart_time: Real = 0) -> float:
        """New useful time per wall-clock time with blocking checkpoints, exact.

        Parameters
        ----------
        interval : array_like
            Useful work between two checkpoints [s].
        write_time : array_like
            What one checkpoint blocks [s].
        restart_time : array_like, default 0
            Load and re-initialise, exposed to failures [s].

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
    def goodput(self: MixedPool[float | NumPy], interval: Plain, write_time: Plain, restart_time: Plain = 0) -> NumPy: ...
    @overload
    def goodput(self: MixedPool[Any], interval: Quantity, write_time: Quantity, restart_time: Quantity = 0) -> Array: ...

@overload
def mixed_pool(
    job: Real,
    good: Real,
    other: Real,
    good_rate: Real,
    other_rate: Real,
    repair_time: Real,
    downtime: Real = 0,
    job_rate: Real = 0,
    taken_share: Real = 1,
    repairers: Real = ...,
) -> MixedPool:
    """A job of so many parts on a pool of good and other parts, exact for repairs of exponential length.

    After each restart the job runs on parts in proportion to what is in of each kind. Up to 40 parts more than the job's.

    Parameters
    ----------
    job : array_like, >= 1
        Parts that the job runs on, a whole number.
    good : array_like, >= 0
        Good parts in all, a whole number.
    other : array_like, >= 0
        Other parts in all, a whole number.
    good_rate : array_like, >= 0 [1/s]
        Failures of one good part.
    other_rate : array_like, >= 0 [1/s]
        Failures of one other part.
    repair_time : array_like, >= 0 [s]
        Mean time until a part is back, of any law.
    downtime : array_like, >= 0 [s], default 0
        Detection and replacement, not exposed to failures.
    job_rate : array_like, >= 0 [1/s], default 0
        Failures of the job that take no part.
    taken_share : array_like, in [0, 1], default 1
        Share of the failures that take parts away for repair.
    repairers : array_like, >= 1, default inf
        Repairs that go on at once.

    Returns
    -------
    MixedPool
        A job on a pool of parts of two qualities; arrays where the arguments are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

    Examples
    --------
    >>> sl.failures.mixed_pool(8, 7, 3, good_rate=1 / 40000, other_rate=1 / 8000, repair_time=7200, downtime=300)
    MixedPool(running_share=0.655543, mean_rate=0.000380806 1/s)
    """

@overload
def mixed_pool(
    job: Plain,
    good: Plain,
    other: Plain,
    good_rate: Plain,
    other_rate: Plain,
    repair_time: Plain,
    downtime: Plain = 0,
    job_rate: Plain = 0,
    taken_share: Plain = 1,
    repairers: Plain = ...,
) -> MixedPool[NumPy]: ...
@overload
def mixed_pool(
    job: Quantity,
    good: Quantity,
    other: Quantity,
    good_rate: Quantity,
    other_rate: Quantity,
    repair_time: Quantity,
    downtime: Quantity = 0,
    job_rate: Quantity = 0,
    taken_share: Quantity = 1,
    repairers: Quantity = ...,
) -> MixedPool[Array]: ...

class Empirical(Law[float]):
    """The observed lives [s], each as likely as the others.

    Parameters
    ----------
    lives : object
        Observed lives [s], each as likely as the others.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Empirical([3600, 7200, 10_800])
    Empirical(3 lives, mean 2 h)
    """
    def __init__(self, lives: Sequence[float] | np.ndarray[Any, Any]) -> None: ...
    @property
    def lives(self) -> tuple[float, ...]:
        """The observed lives [s], in rising order."""

class Exponential(Law[_T]):
    """No ageing: survival = exp(-t / mean).

    Parameters
    ----------
    mean : array_like, > 0 and finite [s]
        Mean life.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Exponential(mean=0.5)
    Exponential(mean=500 ms)
    """
    @overload
    def __init__(self: Exponential, *, mean: Real | Carried) -> None: ...
    @overload
    def __init__(self: Exponential[NumPy], *, mean: Plain | Carried) -> None: ...
    @overload
    def __init__(self: Exponential[Array], *, mean: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, mean: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(self: Exponential[float | NumPy], *, mean: Plain | Carried = ...) -> Exponential[NumPy]: ...
    @overload
    def replace(self: Exponential[Any], *, mean: Quantity | Carried = ...) -> Exponential[Array]: ...

class Lognormal(Law[_T]):
    """log(life in s) is normal of mean mu and standard deviation sigma. Mean life exp(mu + sigma^2 / 2).

    Parameters
    ----------
    mu : array_like, finite
        Mean of log(life in s).
    sigma : array_like, > 0 and finite
        Standard deviation of log(life). Usually 0.3 to 2.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Lognormal(mu=0.5, sigma=0.3)
    Lognormal(mu=0.5, sigma=0.3)
    """
    @overload
    @classmethod
    def from_mean(cls, *, mean: Real, sigma: Real) -> Lognormal:
        """The law of a mean life.

        Parameters
        ----------
        mean : array_like
            The mean life, > 0 [s].
        sigma : array_like
            > 0, as of the class.

        Returns
        -------
        Self
            The law of a mean life.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    @classmethod
    def from_mean(cls, *, mean: Plain, sigma: Plain) -> Lognormal[NumPy]: ...
    @overload
    @classmethod
    def from_mean(cls, *, mean: Quantity, sigma: Quantity) -> Lognormal[Array]: ...
    @property
    def mu(self) -> float | _T:
        """mean of log(life in s); finite"""
    @property
    def sigma(self) -> float | _T:
        """standard deviation of log(life); > 0 and finite"""
    @overload
    def __init__(self: Lognormal, *, mu: Real | Carried, sigma: Real | Carried) -> None: ...
    @overload
    def __init__(self: Lognormal[NumPy], *, mu: Plain | Carried, sigma: Plain | Carried) -> None: ...
    @overload
    def __init__(self: Lognormal[Array], *, mu: Quantity | Carried, sigma: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, mu: Real | Carried = ..., sigma: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Lognormal[float | NumPy], *, mu: Plain | Carried = ..., sigma: Plain | Carried = ...
    ) -> Lognormal[NumPy]: ...
    @overload
    def replace(self: Lognormal[Any], *, mu: Quantity | Carried = ..., sigma: Quantity | Carried = ...) -> Lognormal[Array]: ...

class Lomax(Law[_T]):
    """Survival = (1 + t / scale)^-shape: parts of rates that differ, the hazard falls with age.

    Parameters
    ----------
    shape : array_like, > 0 and finite
        How alike the parts are: inf is exponential; the mean is finite above 1. Usually 1.5 to 10.
    scale : array_like, > 0 and finite [s]
        Age at which the hazard has halved.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Lomax(shape=1.5, scale=0.5)
    Lomax(shape=1.5, scale=500 ms)
    """
    @property
    def shape(self) -> float | _T:
        """how alike the parts are: inf is exponential; the mean is finite above 1; > 0 and finite"""
    @property
    def scale(self) -> float | _T:
        """age at which the hazard has halved; > 0 and finite [s]"""
    @overload
    def __init__(self: Lomax, *, shape: Real | Carried, scale: Real | Carried) -> None: ...
    @overload
    def __init__(self: Lomax[NumPy], *, shape: Plain | Carried, scale: Plain | Carried) -> None: ...
    @overload
    def __init__(self: Lomax[Array], *, shape: Quantity | Carried, scale: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, shape: Real | Carried = ..., scale: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(self: Lomax[float | NumPy], *, shape: Plain | Carried = ..., scale: Plain | Carried = ...) -> Lomax[NumPy]: ...
    @overload
    def replace(self: Lomax[Any], *, shape: Quantity | Carried = ..., scale: Quantity | Carried = ...) -> Lomax[Array]: ...

class Weibull(Law[_T]):
    """survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above. Mean scale x Gamma(1 + 1/shape).

    Parameters
    ----------
    shape : array_like, > 0 and finite
        Below 1: early failures, 1: exponential, above 1: wear. Usually 0.4 to 3 (computers 0.7 to 0.8: Schroeder and Gibson,
        DSN 2006, section 5).
    scale : array_like, > 0 and finite [s]
        63 % of the lives are shorter.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Weibull(shape=0.4, scale=0.5)
    Weibull(shape=0.4, scale=500 ms)
    """
    @overload
    @classmethod
    def from_mean(cls, *, mean: Real, shape: Real) -> Weibull:
        """The law of a mean life.

        Parameters
        ----------
        mean : array_like
            The mean life, > 0 [s].
        shape : array_like
            > 0, as of the class.

        Returns
        -------
        Self
            The law of a mean life.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    @classmethod
    def from_mean(cls, *, mean: Plain, shape: Plain) -> Weibull[NumPy]: ...
    @overload
    @classmethod
    def from_mean(cls, *, mean: Quantity, shape: Quantity) -> Weibull[Array]: ...
    @property
    def shape(self) -> float | _T:
        """below 1: early failures, 1: exponential, above 1: wear; > 0 and finite"""
    @property
    def scale(self) -> float | _T:
        """63 % of the lives are shorter; > 0 and finite [s]"""
    @overload
    def __init__(self: Weibull, *, shape: Real | Carried, scale: Real | Carried) -> None: ...
    @overload
    def __init__(self: Weibull[NumPy], *, shape: Plain | Carried, scale: Plain | Carried) -> None: ...
    @overload
    def __init__(self: Weibull[Array], *, shape: Quantity | Carried, scale: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, shape: Real | Carried = ..., scale: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Weibull[float | NumPy], *, shape: Plain | Carried = ..., scale: Plain | Carried = ...
    ) -> Weibull[NumPy]: ...
    @overload
    def replace(self: Weibull[Any], *, shape: Quantity | Carried = ..., scale: Quantity | Carried = ...) -> Weibull[Array]: ...

class MtbfEstimate(NamedTuple, Generic[_T]):
    """The MTBF from a count of failures, and its confidence interval; what failures.mtbf_from_events answers.

    Attributes
    ----------
    mtbf, lower, upper : in this order [s]

    Examples
    --------
    >>> sl.failures.mtbf_from_events(events=419, exposure=4.6656e+06)
    MtbfEstimate(mtbf=3.09308 h, lower=2.81063 h, upper=3.412 h)
    """

    mtbf: _T
    lower: _T
    upper: _T
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint".

        Returns
        -------
        pandas.DataFrame
            With the labels of pandas and xarray; infinity and NaN are numbers.
        """

@overload
def gpu_mttf_from_events(events: Real, gpus: Real, window: Real) -> float:
    """Running GPU-seconds per job interruption [s] from interruptions in a window: gpus x window / events.

    No event gives inf.

    Parameters
    ----------
    events : array_like, >= 0
        Interruptions counted.
    gpus : array_like, > 0
        GPUs of the job.
    window : array_like [s], > 0
        Running time observed.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition.

    Examples
    --------
    >>> sl.failures.gpu_mttf_from_events(events=419, gpus=16384, window=4.6656e+06)
    np.float64(182437208.59188545)
    """

@overload
def gpu_mttf_from_events(
    events: Plain,
    gpus: Plain,
    window: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpu_mttf_from_events(
    events: Quantity,
    gpus: Quantity,
    window: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gpu_mttf_from_mtbf(mtbf: Real, gpus: Real) -> float:
    """gpu_mttf [s] of a job of that MTBF: mtbf x gpus.

    Parameters
    ----------
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    gpus : array_like, > 0
        GPUs of the job.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    docs/derivations.md, section "The words": rates of parts add up.

    Examples
    --------
    >>> sl.failures.gpu_mttf_from_mtbf(mtbf=14400, gpus=16384)
    np.float64(235929600.0)
    """

@overload
def gpu_mttf_from_mtbf(
    mtbf: Plain,
    gpus: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpu_mttf_from_mtbf(
    mtbf: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gpu_mttf_from_node_rate(per_1000_node_days: Real, gpus_per_node: Real = 8) -> float:
    """Running GPU-seconds per job interruption [s] from failures per 1000 node-days.

    A rate of 0 gives inf.

    Parameters
    ----------
    per_1000_node_days : array_like, >= 0
        Failures per 1000 node-days.
    gpus_per_node : array_like, > 0, default 8
        GPUs of a node.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition: gpus_per_node x 1000 days / rate.

    Examples
    --------
    >>> sl.failures.gpu_mttf_from_node_rate(per_1000_node_days=5)
    np.float64(138240000.0)
    """

@overload
def gpu_mttf_from_node_rate(
    per_1000_node_days: Plain,
    gpus_per_node: Plain = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpu_mttf_from_node_rate(
    per_1000_node_days: Quantity,
    gpus_per_node: Quantity = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def hit_probability(part_probability: Real, unit_size: Real) -> float:
    """Probability that a unit of so many parts is hit: 1 - (1 - f)^d, f = part_probability, d = unit_size.

    Parameters
    ----------
    part_probability : array_like, in [0, 1]
        Probability that one part is hit.
    unit_size : array_like, >= 0
        Parts of the unit.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: the complement of no part hit.

    Examples
    --------
    >>> sl.failures.hit_probability(part_probability=0.001, unit_size=64)
    np.float64(0.062025036174154446)
    """

@overload
def hit_probability(
    part_probability: Plain,
    unit_size: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def hit_probability(
    part_probability: Quantity,
    unit_size: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def mtbf_from_events(events: Real, exposure: Real, confidence: Real = 0.95) -> MtbfEstimate[float]:
    """The MTBF [s] from a count of failures, and its confidence interval.

    Chi-squared, exact for a fixed exposure. Without an event the lower bound is one-sided.

    Parameters
    ----------
    events : array_like, >= 0
        Interruptions counted.
    exposure : array_like [s], > 0
        Running time in which they were counted.
    confidence : array_like, in (0, 1), default 0.95
        Probability that the interval holds the MTBF.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    MtbfEstimate
        mtbf, lower, upper.
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    docs/derivations.md, section "How sure is the MTBF".

    Examples
    --------
    >>> sl.failures.mtbf_from_events(events=419, exposure=4.6656e+06)
    MtbfEstimate(mtbf=3.09308 h, lower=2.81063 h, upper=3.412 h)
    """

@overload
def mtbf_from_events(
    events: Plain,
    exposure: Plain,
    confidence: Plain = 0.95,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> MtbfEstimate[NumPy]: ...
@overload
def mtbf_from_events(
    events: Quantity,
    exposure: Quantity,
    confidence: Quantity = 0.95,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> MtbfEstimate[Array]: ...
@overload
def mtbf_from_gpus(gpu_mttf: Real, gpus: Real) -> float:
    """MTBF of a job [s]: gpu_mttf / gpus.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    gpus : array_like, > 0
        GPUs of the job.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    docs/derivations.md, section "The words": rates of parts add up.

    Examples
    --------
    >>> sl.failures.mtbf_from_gpus(gpu_mttf=1.8e+08, gpus=16384)
    np.float64(10986.328125)
    """

@overload
def mtbf_from_gpus(
    gpu_mttf: Plain,
    gpus: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def mtbf_from_gpus(
    gpu_mttf: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def mtbf_from_interruptions(interruptions: Real, elapsed: Real, downtime: Real = 0) -> float:
    """Running MTBF [s] of a job that so many interruptions stopped within a wall-clock time.

    elapsed / interruptions - downtime; NaN where the downtimes alone take that time.

    Parameters
    ----------
    interruptions : array_like, > 0
        How often failures stopped the job.
    elapsed : array_like [s], > 0
        Wall-clock time in which they were counted.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: every interruption ends one stretch of running and costs one downtime.

    Examples
    --------
    >>> sl.failures.mtbf_from_interruptions(interruptions=419, elapsed=4.6656e+06)
    np.float64(11135.08353221957)
    """

@overload
def mtbf_from_interruptions(
    interruptions: Plain,
    elapsed: Plain,
    downtime: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def mtbf_from_interruptions(
    interruptions: Quantity,
    elapsed: Quantity,
    downtime: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def node_rate_from_gpu_mttf(gpu_mttf: Real, gpus_per_node: Real = 8) -> float:
    """Failures per 1000 node-days from gpu_mttf; the inverse of gpu_mttf_from_node_rate.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    gpus_per_node : array_like, > 0, default 8
        GPUs of a node.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition: gpus_per_node x 1000 days / gpu_mttf.

    Examples
    --------
    >>> sl.failures.node_rate_from_gpu_mttf(gpu_mttf=1.8e+08)
    np.float64(3.84)
    """

@overload
def node_rate_from_gpu_mttf(
    gpu_mttf: Plain,
    gpus_per_node: Plain = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def node_rate_from_gpu_mttf(
    gpu_mttf: Quantity,
    gpus_per_node: Quantity = 8,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def pair_failures_to_interruption(pairs: Real) -> float:
    """Mean number of failures until some pair has lost both members.

    1 + 4^b / C(2 b, b), b = pairs; failures may hit dead members. Grows as sqrt(pi b), never overflows.

    Parameters
    ----------
    pairs : array_like, >= 0
        Pairs of members that stand in for each other.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Casanova, Robert, Vivien, Zaidouni, INRIA RR-7951, 2012, which corrects
    Ferreira et al., SC 2011.

    Examples
    --------
    >>> sl.failures.pair_failures_to_interruption(pairs=1000)
    np.float64(57.056918840616014)
    """

@overload
def pair_failures_to_interruption(
    pairs: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def pair_failures_to_interruption(
    pairs: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def pair_mtti(pairs: Real, member_mttf: Real) -> float:
    """Mean time [s] to interruption of pairs whose dead members stay dead.

    pair_failures_to_interruption x member_mttf / (2 pairs).

    Parameters
    ----------
    pairs : array_like, > 0
        Pairs of members that stand in for each other.
    member_mttf : array_like [s], > 0
        Mean time to failure of one member.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Casanova, Robert, Vivien, Zaidouni, INRIA RR-7951, 2012; derived in
    include/scaling_limits/failures/replication.hpp.

    Examples
    --------
    >>> sl.failures.pair_mtti(pairs=1000, member_mttf=1e+08)
    np.float64(2852845.942030801)
    """

@overload
def pair_mtti(
    pairs: Plain,
    member_mttf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def pair_mtti(
    pairs: Quantity,
    member_mttf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def pool_survival(spares: Real, failure_rate: Real, duration: Real) -> float:
    """Probability that spares without repair last for a duration: P(Poisson(failure_rate x duration) <= spares).

    Parameters
    ----------
    spares : array_like, >= 0
        Spares, a whole number.
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    duration : array_like [s], >= 0
        Time without repair.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: failures at a constant rate are a Poisson count.

    Examples
    --------
    >>> sl.failures.pool_survival(spares=16, failure_rate=0.0001, duration=86400)
    np.float64(0.9923120977986515)
    """

@overload
def pool_survival(
    spares: Plain,
    failure_rate: Plain,
    duration: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def pool_survival(
    spares: Quantity,
    failure_rate: Quantity,
    duration: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def renewed_rate(good_rate: Real, bad_rate: Real, bad_share: Real, repair_success: Real, duration: Real) -> float:
    """Mean failure rate [1/s] of a part over a run in which repairs make bad parts good.

    g + f (b - g) (1 - exp(-x))/x, x = q b t, g = good_rate, b = bad_rate, f = bad_share, q = repair_success, t = duration.
    Where a share u of the repairs goes to the second of two stages at once, which fail with p1 and p2,
    q = (1 - u)(1 - p1) + u (1 - p2).

    Parameters
    ----------
    good_rate : array_like [1/s], >= 0
        Failures of one good part.
    bad_rate : array_like [1/s], >= 0
        Failures of one bad part.
    bad_share : array_like, in [0, 1]
        Of the parts at the start of the run.
    repair_success : array_like, in [0, 1]
        Probability that a repair makes a bad part good.
    duration : array_like [s], >= 0
        Running time of the run.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [1/s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    docs/derivations.md, section "Spares".

    Examples
    --------
    >>> sl.failures.renewed_rate(
    ...     good_rate=1e-07,
    ...     bad_rate=5e-07,
    ...     bad_share=0.15,
    ...     repair_success=0.76,
    ...     duration=2.21184e+07,
    ... )
    np.float64(1.0713701751827704e-07)
    """

@overload
def renewed_rate(
    good_rate: Plain,
    bad_rate: Plain,
    bad_share: Plain,
    repair_success: Plain,
    duration: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def renewed_rate(
    good_rate: Quantity,
    bad_rate: Quantity,
    bad_share: Quantity,
    repair_success: Quantity,
    duration: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def runnable_share(spares: Real, failure_rate: Real, repair_time: Real, repairers: Real = ...) -> float:
    """Share of time that a job with so many spares can run, its failures taken as a Poisson stream.

    1 - ErlangB(failure_rate x repair_time, spares + 1); with fewer repairers the last state of a birth-death chain.

    Parameters
    ----------
    spares : array_like, in [0, 9007199254740992)
        Spares, a whole number.
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    repair_time : array_like [s], >= 0
        Mean time until a part is back, of any law.
    repairers : array_like, >= 1, default inf
        Repairs that go on at once.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Erlang 1917, the loss formula; with fewer repairers derived in
    include/scaling_limits/failures/spares.hpp.

    Examples
    --------
    >>> sl.failures.runnable_share(spares=16, failure_rate=0.0001, repair_time=86400)
    np.float64(0.9958418240772621)
    """

@overload
def runnable_share(
    spares: Plain,
    failure_rate: Plain,
    repair_time: Plain,
    repairers: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def running_share(
    spares: Real,
    failure_rate: Real,
    repair_time: Real,
    downtime: Real = 0,
    taken_share: Real = 1,
    parts: Real = 1,
    repairers: Real = ...,
) -> float:
    """Share of wall-clock time that a job with so many spares runs: what is left are downtimes and waits for a repair.

    1 / (1 + l D + l E[wait]), l = failure_rate, D = downtime; repairs go on throughout, exponential. Parts one by one and
    all repaired at once: E[wait] = s B r/(S + 1), 1/B = sum over n of C(S, n) prod over i <= n of
    (exp(i D/r) (1 + i/(l r)) - 1)/s, S = spares, s = taken_share, r = repair_time; else the chain of the numbers out is
    solved, up to 256 spares and spares^2 x parts = 2^17; beyond, failures are a Poisson stream of rate l/(1 + l D). NaN
    above 2^20 spares with several parts.

    Parameters
    ----------
    spares : array_like, in [0, 9007199254740992)
        Spares, a whole number.
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    repair_time : array_like [s], >= 0
        Mean time until a part is back, of any law.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    taken_share : array_like, in [0, 1], default 1
        Share of the failures that take parts away for repair.
    parts : array_like, >= 1, default 1
        Parts that such a failure takes, a whole number.
    repairers : array_like, >= 1, default inf
        Repairs that go on at once.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Palm 1943, Takacs 1956 for the closed sum; docs/derivations.md, section "Spares".

    Examples
    --------
    >>> sl.failures.running_share(spares=16, failure_rate=0.0001, repair_time=86400)
    np.float64(0.9958418240772622)
    """

@overload
def running_share(
    spares: Plain,
    failure_rate: Plain,
    repair_time: Plain,
    downtime: Plain = 0,
    taken_share: Plain = 1,
    parts: Plain = 1,
    repairers: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def running_share(
    spares: Quantity,
    failure_rate: Quantity,
    repair_time: Quantity,
    downtime: Quantity = 0,
    taken_share: Quantity = 1,
    parts: Quantity = 1,
    repairers: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def spares_for_share(share: Real, failure_rate: Real, repair_time: Real, repairers: Real = ...) -> float:
    """The least number of spares with which the job can run for at least that share of time; inf where none does.

    NaN where that takes more than 2^52.

    Parameters
    ----------
    share : array_like, in [0, 1]
        Share of time that the job can run.
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    repair_time : array_like [s], >= 0
        Mean time until a part is back, of any law.
    repairers : array_like, >= 1, default inf
        Repairs that go on at once.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Erlang 1917, the loss formula, as in runnable_share.

    Examples
    --------
    >>> sl.failures.spares_for_share(share=0.99, failure_rate=0.0001, repair_time=86400)
    np.float64(15.0)
    """

@overload
def spares_for_share(
    share: Plain,
    failure_rate: Plain,
    repair_time: Plain,
    repairers: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def spares_needed(failure_rate: Real, repair_time: Real, quality: Real) -> float:
    """Spares that cover the parts out for repair with a probability: a quantile of Poisson(failure_rate x repair_time).

    Parameters
    ----------
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    repair_time : array_like [s], >= 0
        Mean time until a part is back, of any law.
    quality : array_like, in [0, 1]
        Probability that the spares suffice; 1 gives inf.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Palm's theorem: the number of parts out is Poisson whatever the law of a repair.

    Examples
    --------
    >>> sl.failures.spares_needed(failure_rate=0.0001, repair_time=86400, quality=0.99)
    np.float64(16.0)
    """

@overload
def spares_needed(
    failure_rate: Plain,
    repair_time: Plain,
    quality: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def spares_needed(
    failure_rate: Quantity,
    repair_time: Quantity,
    quality: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
