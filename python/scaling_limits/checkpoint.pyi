# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, overload

import numpy as np
from numpy.typing import NDArray
from pandas import DataFrame
from typing_extensions import TypeVar
from xarray import Dataset

from .failures import Law
from .results import Result
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "AgingSchedule",
    "JobTime",
    "MultilevelOptimum",
    "SeverityLevel",
    "job_time",
    "multilevel_goodput",
    "multilevel_optimum",
    "optimal_schedule",
    "renewal_goodput",
    "IntervalBand",
    "VerifiedOptimum",
    "background_copy_goodput",
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
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class AgingSchedule(Result):
    """When to checkpoint as the parts age.

    Attributes
    ----------
    times : ends of the writes since the renewal [s], until the remaining gain is below 1e-6
    goodput : of these times
    note : why there are none, where there are none

    Examples
    --------
    >>> sl.checkpoint.optimal_schedule(sl.failures.Weibull(shape=0.7, scale=1e5), 60).times[:3].round()
    array([2315., 4937., 7753.])
    """

    times: NDArray[np.float64]
    goodput: float
    note: str = ...

@dataclass(frozen=True, eq=False)
class JobTime(Result, Generic[_T]):
    """How long a job takes in wall-clock time [s]; arrays where the arguments are.

    Attributes
    ----------
    mean, standard_deviation : of the completion time [s]
    failure_free_time : work and checkpoints alone, the shortest possible [s]
    failure_probability : of taking longer than that
    arguments : what job_time was called with

    Examples
    --------
    >>> sl.checkpoint.job_time(work=1e6, interval=1000, write_time=60, mtbf=100_000).quantile(0.9)
    np.float64(1068285.6780659242)
    """

    mean: _T
    standard_deviation: _T
    failure_free_time: _T
    failure_probability: _T
    arguments: tuple[Quantity, ...]
    @overload
    def quantile(self: JobTime, q: Real) -> float:
        """The time [s] within which the job is done with probability q in [0, 1]; NaN outside.

        Exact where no failure is needed; else approximate, within the bounds that the C++ header states.

        Parameters
        ----------
        q : array_like
            The probability, in [0, 1].

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
    def quantile(self: JobTime[float | NumPy], q: Plain) -> NumPy: ...
    @overload
    def quantile(self: JobTime[Any], q: Quantity) -> Array: ...

@dataclass(frozen=True, eq=False)
class MultilevelOptimum(Result):
    """The best pattern of levels and the useful work of one segment [s].

    Attributes
    ----------
    pattern : level of the checkpoint that ends each segment
    interval : useful work of one segment [s]
    goodput : at the best
    first_order_overhead : sum of sqrt(2 failure_rate write_time)

    Examples
    --------
    >>> level = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_optimum([level]).pattern
    [1]
    """

    pattern: list[int]
    interval: float
    goodput: float
    first_order_overhead: float

class SeverityLevel(Generic[_T]):
    """One level of checkpoints: writes are nested, a level-l checkpoint blocks for the sum of write_time of levels 1 to l.

    restart_time and failure_rate are those of failures of this severity alone, which need a checkpoint of this level or above.

    Parameters
    ----------
    write_time : array_like, >= 0 and finite [s]
        What this level adds to a checkpoint; the lower ones are written too.
    restart_time : array_like, >= 0 and finite [s], default 0 s
        Load and re-initialise after a failure of this severity; exposed.
    failure_rate : array_like, >= 0 and finite [1/s]
        Failures that need a checkpoint of this level, in running time.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.checkpoint.SeverityLevel(write_time=0.5, failure_rate=0.5)
    SeverityLevel(write_time=500 ms, failure_rate=0.5 per s)
    """
    @overload
    def __init__(
        self: SeverityLevel, *, write_time: Real | Carried, restart_time: Real | Carried = 0.0, failure_rate: Real | Carried
    ) -> None: ...
    @overload
    def __init__(
        self: SeverityLevel[NumPy],
        *,
        write_time: Plain | Carried,
        restart_time: Plain | Carried = 0.0,
        failure_rate: Plain | Carried,
    ) -> None: ...
    @overload
    def __init__(
        self: SeverityLevel[Array],
        *,
        write_time: Quantity | Carried,
        restart_time: Quantity | Carried = 0.0,
        failure_rate: Quantity | Carried,
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
        self, *, write_time: Real | Carried = ..., restart_time: Real | Carried = ..., failure_rate: Real | Carried = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: SeverityLevel[float | NumPy],
        *,
        write_time: Plain | Carried = ...,
        restart_time: Plain | Carried = ...,
        failure_rate: Plain | Carried = ...,
    ) -> SeverityLevel[NumPy]: ...
    @overload
    def replace(
        self: SeverityLevel[Any],
        *,
        write_time: Quantity | Carried = ...,
        restart_time: Quantity | Carried = ...,
        failure_rate: Quantity | Carried = ...,
    ) -> SeverityLevel[Array]: ...
    @property
    def write_time(self) -> float | _T:
        """what this level adds to a checkpoint; the lower ones are written too; >= 0 and finite [s]"""
    @property
    def restart_time(self) -> float | _T:
        """load and re-initialise after a failure of this severity; exposed; >= 0 and finite [s]"""
    @property
    def failure_rate(self) -> float | _T:
        """failures that need a checkpoint of this level, in running time; >= 0 and finite [1/s]"""

@overload
def job_time(work: Real, interval: Real, write_time: Real, mtbf: Real, restart_time: Real = 0, downtime: Real = 0) -> JobTime:
    """Completion time of a job of so much useful work, blocking checkpoints, failures striking restarts too.

    The mean is work / interval x expected_segment_time.

    Parameters
    ----------
    work : array_like, >= 0 [s]
        Useful training time.
    interval : array_like, >= 0 [s]
        Useful work between two checkpoints.
    write_time : array_like, >= 0 [s]
        What one checkpoint blocks.
    mtbf : array_like, > 0 [s]
        Mean running time between interruptions of the job.
    restart_time : array_like, >= 0 [s], default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like, >= 0 [s], default 0
        Detection and replacement, not exposed to failures.

    Returns
    -------
    JobTime
        How long a job takes in wall-clock time [s]; arrays where the arguments are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

    Examples
    --------
    >>> sl.checkpoint.job_time(work=1e6, interval=1000, write_time=60, mtbf=100_000)
    JobTime(mean=296.011 h, standard_deviation=33.3849 min, failure_free_time=294.444 h, failure_probability=0.999975)
    """

@overload
def job_time(
    work: Plain, interval: Plain, write_time: Plain, mtbf: Plain, restart_time: Plain = 0, downtime: Plain = 0
) -> JobTime[NumPy]: ...
@overload
def job_time(
    work: Quantity, interval: Quantity, write_time: Quantity, mtbf: Quantity, restart_time: Quantity = 0, downtime: Quantity = 0
) -> JobTime[Array]: ...
@overload
def multilevel_goodput(pattern: Sequence[int], interval: Real, levels: Sequence[SeverityLevel], downtime: Real = 0) -> float:
    """Goodput of checkpoints of several levels, exact, for any nested pattern. Arrays broadcast; NaN outside the domain.

    Parameters
    ----------
    pattern : Sequence[int]
        Level of the checkpoint that ends each segment, 1-based; ends with the top level, then starts again.
    interval : array_like, >= 0 [s]
        Useful work of one segment.
    levels : Sequence[SeverityLevel]
        From the mildest severity up.
    downtime : array_like, >= 0 and finite [s], default 0
        Not exposed to failures.

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

    References
    ----------
    The chain of Moody et al., SC 2010.

    Examples
    --------
    >>> mild = sl.checkpoint.SeverityLevel(write_time=1, failure_rate=1e-4)
    >>> hard = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_goodput([1, 1, 2], 100, [mild, hard])
    0.9519674757243735
    """

@overload
def multilevel_goodput(
    pattern: Sequence[int], interval: Plain, levels: Sequence[SeverityLevel[float | NumPy]], downtime: Plain = 0
) -> NumPy: ...
@overload
def multilevel_goodput(
    pattern: Sequence[int], interval: Quantity, levels: Sequence[SeverityLevel[Any]], downtime: Quantity = 0
) -> Array: ...
def multilevel_optimum(levels: Sequence[SeverityLevel], downtime: float = 0) -> MultilevelOptimum:
    """The best pattern and its interval, by exact goodput, among all regular ones and those of up to six segments.

    levels from the mildest severity up; downtime >= 0 [s], not exposed. first_order_overhead is the sum of
    sqrt(2 failure_rate write_time).

    Parameters
    ----------
    levels : Sequence[SeverityLevel]
        From the mildest severity up.
    downtime : float, >= 0 and finite [s], default 0
        Not exposed to failures.

    Returns
    -------
    MultilevelOptimum
        The best pattern of levels and the useful work of one segment [s].

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> mild = sl.checkpoint.SeverityLevel(write_time=1, failure_rate=1e-4)
    >>> hard = sl.checkpoint.SeverityLevel(write_time=10, failure_rate=1e-5)
    >>> sl.checkpoint.multilevel_optimum([mild, hard]).interval
    139.8051139520018
    """

def optimal_schedule(law: Law, write_time: float, restart_time: float = 0, downtime: float = 0) -> AgingSchedule:
    """The schedule of checkpoints that maximises goodput as the parts age, the clock renewed after each failure.

    Maximises sum_j (t_j - t_{j-1} - C) S(t_j) / (mean life + D + R). write_time C, restart_time R, downtime D >= 0 [s], the
    last two not exposed to failures. One law, one write time at a time.

    Parameters
    ----------
    law : Law
        The failure law.
    write_time : float, >= 0 and finite [s]
        What one checkpoint blocks.
    restart_time : float, >= 0 and finite [s], default 0
        Not exposed to failures.
    downtime : float, >= 0 and finite [s], default 0
        Not exposed to failures.

    Returns
    -------
    AgingSchedule
        When to checkpoint as the parts age.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.checkpoint.optimal_schedule(sl.failures.Weibull(shape=0.7, scale=1e5), 60)
    AgingSchedule(766 times, goodput=0.970552)
    """

@overload
def renewal_goodput(
    interval: Real, write_time: Real, law: Law, persist_latency: Real = 0, restart_time: Real = 0, downtime: Real = 0
) -> float:
    """Goodput under any failure law whose clock is renewed after each failure.

    w sum_{j >= 1} S(j P + L) / (mean life + D + R), P = w + C. interval w >= 0 of useful work [s]; write_time C >= 0 [s],
    what one checkpoint blocks; persist_latency L in [0, w] [s]: one write in flight; restart_time R, downtime D >= 0 [s],
    not exposed to failures. NaN outside. Any argument may be an array.

    Parameters
    ----------
    interval : array_like, a number [s]
        Useful work between checkpoints.
    write_time : array_like, a number [s]
        What one checkpoint blocks.
    law : Law
        The failure law.
    persist_latency : array_like, a number [s], default 0
        Until a snapshot is usable, at most the interval.
    restart_time : array_like, a number [s], default 0
        Not exposed to failures.
    downtime : array_like, a number [s], default 0
        Not exposed to failures.

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

    Examples
    --------
    >>> sl.checkpoint.renewal_goodput(600, 10, sl.failures.Weibull(shape=0.7, scale=1e5))
    0.9812560191055076
    """

@overload
def renewal_goodput(
    interval: Plain,
    write_time: Plain,
    law: Law[float | NumPy],
    persist_latency: Plain = 0,
    restart_time: Plain = 0,
    downtime: Plain = 0,
) -> NumPy: ...
@overload
def renewal_goodput(
    interval: Quantity,
    write_time: Quantity,
    law: Law[Any],
    persist_latency: Quantity = 0,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
) -> Array: ...

class IntervalBand(NamedTuple, Generic[_T]):
    """The shortest and the longest interval whose goodput is at least (1 - tolerance) x the best; what checkpoint.interval_band answers.

    Attributes
    ----------
    shortest, longest : in this order [s]

    Examples
    --------
    >>> sl.checkpoint.interval_band(write_time=60, mtbf=14400)
    IntervalBand(shortest=13.202 min, longest=33.9671 min)
    """

    shortest: _T
    longest: _T
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
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """

class VerifiedOptimum(NamedTuple, Generic[_T]):
    """Chunks and interval of least overhead, by the exact time of a verified segment; what checkpoint.verified_optimum answers.

    Attributes
    ----------
    chunks, interval, overhead, first_order_overhead : in this order

    Examples
    --------
    >>> sl.checkpoint.verified_optimum(verification_time=5, write_time=60, silent_rate=1e-05, fail_stop_rate=1e-05)
    VerifiedOptimum(chunks=2, interval=2325.89, overhead=0.0604794, first_order_overhead=0.0591608)
    """

    chunks: _T
    interval: _T
    overhead: _T
    first_order_overhead: _T
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
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """

@overload
def background_copy_goodput(
    interval: Real,
    copies_every: Real,
    write_time: Real,
    copy_time: Real,
    restart_time: Real,
    upper_restart_time: Real,
    failure_rate: Real,
    upper_failure_rate: Real,
    downtime: Real = 0,
) -> float:
    """Goodput of two levels of checkpoints, the upper one written in the background.

    m n w u exp(-m L) f^n / (1 - f^n) / (1 + k D), k = l + m, l = failure_rate, m = upper_failure_rate, w = interval,
    n = copies_every, L = copy_time, D = downtime; with T(x, g) = exp(-k x)/(1 - (l/k)(1 - exp(-k x)) g), C = write_time,
    f = T(w + C, T(restart_time, 1)), u = T(upper_restart_time, 1). Copies survive failures of the process. One copy at a
    time: L above n (w + C) gives NaN.

    Parameters
    ----------
    interval : array_like [s], >= 0
        Useful work between two local checkpoints.
    copies_every : array_like, >= 1
        Local checkpoints per copy, a whole number.
    write_time : array_like [s], >= 0
        What one local checkpoint blocks.
    copy_time : array_like [s], >= 0
        Until a copy is safe, in the background.
    restart_time : array_like [s], >= 0
        From the local checkpoint, exposed to failures.
    upper_restart_time : array_like [s], >= 0
        From the last safe copy, exposed to failures.
    failure_rate : array_like [1/s], >= 0
        Failures of the process, which leave the local checkpoint.
    upper_failure_rate : array_like [1/s], >= 0
        Failures of the node, which need a copy.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
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
    docs/derivations.md, section "A level in the background".

    Examples
    --------
    >>> sl.checkpoint.background_copy_goodput(
    ...     interval=500,
    ...     copies_every=3,
    ...     write_time=20,
    ...     copy_time=1000,
    ...     restart_time=60,
    ...     upper_restart_time=600,
    ...     failure_rate=0.0003,
    ...     upper_failure_rate=4e-05,
    ... )
    np.float64(0.7895820467198124)
    """

@overload
def background_copy_goodput(
    interval: Plain,
    copies_every: Plain,
    write_time: Plain,
    copy_time: Plain,
    restart_time: Plain,
    upper_restart_time: Plain,
    failure_rate: Plain,
    upper_failure_rate: Plain,
    downtime: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def background_copy_goodput(
    interval: Quantity,
    copies_every: Quantity,
    write_time: Quantity,
    copy_time: Quantity,
    restart_time: Quantity,
    upper_restart_time: Quantity,
    failure_rate: Quantity,
    upper_failure_rate: Quantity,
    downtime: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def daly_interval(write_time: Real, mtbf: Real) -> float:
    """Daly's higher-order checkpoint interval [s].

    sqrt(2 C M) (1 + d/6 + d^2/36) - C, d = sqrt(2 C / M), C = write_time, M = mtbf. The MTBF itself from C = 2 M on,
    where it jumps, as published.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
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
    Daly, FGCS 22(3), 2006, eq. 37.

    Examples
    --------
    >>> sl.checkpoint.daly_interval(write_time=60, mtbf=14400)
    np.float64(1274.8384283221237)
    """

@overload
def daly_interval(
    write_time: Plain,
    mtbf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def daly_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def daly_low_order_interval(write_time: Real, mtbf: Real) -> float:
    """Daly's low-order checkpoint interval [s].

    sqrt(2 C M) - C, C = write_time, M = mtbf; negative from C = 2 M on.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
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
    Daly, FGCS 22(3), 2006.

    Examples
    --------
    >>> sl.checkpoint.daly_low_order_interval(write_time=60, mtbf=14400)
    np.float64(1254.5341380123987)
    """

@overload
def daly_low_order_interval(
    write_time: Plain,
    mtbf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def daly_low_order_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def elastic_goodput(failure_rate: Real, replicas: Real, stall_time: Real, outage: Real) -> float:
    """Goodput of per-replica recovery.

    a / (1 + l a s), a = 1 / (1 + l (r - s)/K), l = failure_rate, K = replicas, s = stall_time, r = outage.

    Parameters
    ----------
    failure_rate : array_like [1/s], >= 0
        Failures of the running job.
    replicas : array_like, >= 1
        Data-parallel replicas.
    stall_time : array_like [s], >= 0
        Of all replicas after a failure.
    outage : array_like [s], >= 0
        Of the replica that was hit, at least stall_time.
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
    derived in include/scaling_limits/checkpoint/elastic.hpp; the protocol is FT-HSDP, arXiv 2602.00277, 2026.

    Examples
    --------
    >>> sl.checkpoint.elastic_goodput(failure_rate=0.0001, replicas=32, stall_time=30, outage=600)
    np.float64(0.9952415015706153)
    """

@overload
def elastic_goodput(
    failure_rate: Plain,
    replicas: Plain,
    stall_time: Plain,
    outage: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def ettr(nodes: Real, node_failure_rate: Real, startup_time: Real, interval: Real, write_time: Real = 0) -> float:
    """Expected training-time ratio with write time, as published.

    [1 - l (u0 + D/2)] / (1 + w/D), l = nodes x node_failure_rate, u0 = startup_time, D = interval, w = write_time.

    Parameters
    ----------
    nodes : array_like, >= 0
        Nodes of the job.
    node_failure_rate : array_like [1/s], >= 0
        Failures of one node.
    startup_time : array_like [s], >= 0
        Until a job that starts computes.
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0, default 0
        What one checkpoint blocks.
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
    Kokolis et al., HPCA 2025, arXiv 2410.21680.

    Examples
    --------
    >>> sl.checkpoint.ettr(nodes=2048, node_failure_rate=5e-08, startup_time=300, interval=1200)
    np.float64(0.90784)
    """

@overload
def ettr(
    nodes: Plain,
    node_failure_rate: Plain,
    startup_time: Plain,
    interval: Plain,
    write_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
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

    R / {exp(l u0)(M + q) - M + (R/D) exp(l u0)(M + q)(exp(l (D + w)) - 1)}, l = 1/M = nodes x node_failure_rate,
    u0 = startup_time, D = interval, w = write_time, q = queue_time, R = productive_time.

    Parameters
    ----------
    nodes : array_like, >= 0
        Nodes of the job.
    node_failure_rate : array_like [1/s], >= 0
        Failures of one node.
    startup_time : array_like [s], >= 0
        Until a job that starts computes.
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0, default 0
        What one checkpoint blocks.
    queue_time : array_like [s], >= 0, default 0
        Waiting for machines after a failure, not exposed.
    productive_time : array_like [s], > 0, default inf
        Useful work of the whole run.
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
    docs/derivations.md, section "Attempts in a queue"; the ratio is that of Kokolis et al., HPCA 2025,
    arXiv 2410.21680.

    Examples
    --------
    >>> sl.checkpoint.ettr_exact(nodes=2048, node_failure_rate=5e-08, startup_time=300, interval=1200)
    np.float64(0.9113857218444043)
    """

@overload
def ettr_exact(
    nodes: Plain,
    node_failure_rate: Plain,
    startup_time: Plain,
    interval: Plain,
    write_time: Plain = 0,
    queue_time: Plain = 0,
    productive_time: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def ettr_lower_bound(
    nodes: Real, node_failure_rate: Real, startup_time: Real, interval: Real, queue_time: Real = 0, productive_time: Real = ...
) -> float:
    """Expected training-time ratio, lower bound as published.

    [1 - l (u0 + D/2)] / [1 + (u0 + q)/R + l q], l = nodes x node_failure_rate, u0 = startup_time, D = interval,
    q = queue_time, R = productive_time. First order: negative where l (u0 + D/2) > 1.

    Parameters
    ----------
    nodes : array_like, >= 0
        Nodes of the job.
    node_failure_rate : array_like [1/s], >= 0
        Failures of one node.
    startup_time : array_like [s], >= 0
        Until a job that starts computes.
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    queue_time : array_like [s], >= 0, default 0
        Waiting for machines after a failure, not exposed.
    productive_time : array_like [s], > 0, default inf
        Useful work of the whole run.
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
    Kokolis et al., HPCA 2025, arXiv 2410.21680.

    Examples
    --------
    >>> sl.checkpoint.ettr_lower_bound(nodes=2048, node_failure_rate=5e-08, startup_time=300, interval=1200)
    np.float64(0.90784)
    """

@overload
def ettr_lower_bound(
    nodes: Plain,
    node_failure_rate: Plain,
    startup_time: Plain,
    interval: Plain,
    queue_time: Plain = 0,
    productive_time: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
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
    w = interval, C = write_time, M = mtbf, R = restart_time, D = downtime.

    Parameters
    ----------
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    variant : {"complete", "safe_restart", "safe_checkpoint"}, default "complete"
        What a failure may strike.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Daly, FGCS 22(3), 2006, eq. 13, is "complete" with D = 0.

    Examples
    --------
    >>> sl.checkpoint.expected_segment_time(interval=1200, write_time=60, mtbf=14400)
    np.float64(1316.7686079785044)
    """

@overload
def expected_segment_time(
    interval: Plain,
    write_time: Plain,
    mtbf: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def first_order_overhead(interval: Real, write_time: Real, mtbf: Real) -> float:
    """First-order overhead of an interval: 1/goodput - 1 while well below 0.1.

    C/w + w/(2 M), w = interval, C = write_time, M = mtbf.

    Parameters
    ----------
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
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
    docs/derivations.md, section "Why first-order formulas mislead".

    Examples
    --------
    >>> sl.checkpoint.first_order_overhead(interval=1200, write_time=60, mtbf=14400)
    np.float64(0.09166666666666667)
    """

@overload
def first_order_overhead(
    interval: Plain,
    write_time: Plain,
    mtbf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def first_order_overhead(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
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

    w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L, w = interval, C = write_time, M = mtbf,
    R = restart_time, D = downtime, L = persist_latency, s = slowdown. An interval below (1 - s) L would need two writes
    in flight and gives NaN.

    Parameters
    ----------
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    persist_latency : array_like [s], >= 0, default 0
        Until a snapshot can be restored from.
    slowdown : array_like, in [0, 1), default 0
        Share of training lost while a snapshot persists.
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
    docs/derivations.md, section "Goodput, and the role of persist latency".

    Examples
    --------
    >>> sl.checkpoint.goodput(interval=1200, write_time=60, mtbf=14400)
    np.float64(0.9113218470800523)
    """

@overload
def goodput(
    interval: Plain,
    write_time: Plain,
    mtbf: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    persist_latency: Plain = 0,
    slowdown: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def interval_band(write_time: Real, mtbf: Real, tolerance: Real = 0.01) -> IntervalBand[float]:
    """The shortest and the longest interval [s] whose goodput is at least (1 - tolerance) x the best.

    Exact; longest is inf without failures.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    tolerance : array_like, in [0, 1], default 0.01
        How much less than the best goodput will do, relative to it.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    IntervalBand
        shortest, longest.
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
    docs/derivations.md, section "The best interval".

    Examples
    --------
    >>> sl.checkpoint.interval_band(write_time=60, mtbf=14400)
    IntervalBand(shortest=13.202 min, longest=33.9671 min)
    """

@overload
def interval_band(
    write_time: Plain,
    mtbf: Plain,
    tolerance: Plain = 0.01,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> IntervalBand[NumPy]: ...
@overload
def interval_band(
    write_time: Quantity,
    mtbf: Quantity,
    tolerance: Quantity = 0.01,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> IntervalBand[Array]: ...
@overload
def interval_cost(interval: Real, write_time: Real, mtbf: Real) -> float:
    """What an interval loses against the best one: 1 - goodput(interval) / goodput(best), in [0, 1].

    Parameters
    ----------
    interval : array_like [s], >= 0
        Useful work between two checkpoints.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
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
    docs/derivations.md, section "The best interval".

    Examples
    --------
    >>> sl.checkpoint.interval_cost(interval=1200, write_time=60, mtbf=14400)
    np.float64(0.0001617694373293015)
    """

@overload
def interval_cost(
    interval: Plain,
    write_time: Plain,
    mtbf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def interval_cost(
    interval: Quantity,
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def optimal_goodput(
    write_time: Real, mtbf: Real, restart_time: Real = 0, downtime: Real = 0, persist_latency: Real = 0, slowdown: Real = 0
) -> float:
    """Goodput at the best interval that leaves one write in flight at a time.

    exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M; symbols as for goodput.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    persist_latency : array_like [s], >= 0, default 0
        Until a snapshot can be restored from.
    slowdown : array_like, in [0, 1), default 0
        Share of training lost while a snapshot persists.
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
    docs/derivations.md, section "The best interval".

    Examples
    --------
    >>> sl.checkpoint.optimal_goodput(write_time=60, mtbf=14400)
    np.float64(0.91146929495504)
    """

@overload
def optimal_goodput(
    write_time: Plain,
    mtbf: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    persist_latency: Plain = 0,
    slowdown: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def optimal_interval(
    write_time: Real,
    mtbf: Real,
    restart_time: Real = 0,
    downtime: Real = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
) -> float:
    """The interval [s] of useful work between checkpoints that maximises goodput, exact.

    M (1 - exp(-y)) with y - 1 + exp(-y) = C / M, C = write_time, M = mtbf; inf without failures. Accurate to 4 ulp
    everywhere. variant "complete" and "safe_restart" have the same best interval, which does not depend on restart_time R
    and downtime D; "safe_checkpoint" solves 1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    variant : {"complete", "safe_restart", "safe_checkpoint"}, default "complete"
        What a failure may strike.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    the model is that of Daly, FGCS 22(3), 2006; the optimum is exact.

    Examples
    --------
    >>> sl.checkpoint.optimal_interval(write_time=60, mtbf=14400)
    np.float64(1274.8421526474228)
    """

@overload
def optimal_interval(
    write_time: Plain,
    mtbf: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    variant: Literal["complete", "safe_restart", "safe_checkpoint"] = "complete",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def saxena_interval(write_time: Real, mtbf: Real, restart_time: Real = 0) -> float:
    """The interval [s] of best first-order availability.

    sqrt(C^2 + 2 C (M + R)), C = write_time, M = mtbf, R = restart_time.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
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
    Saxena et al., arXiv 2410.18124, 2024.

    Examples
    --------
    >>> sl.checkpoint.saxena_interval(write_time=60, mtbf=14400)
    np.float64(1315.9027319676784)
    """

@overload
def saxena_interval(
    write_time: Plain,
    mtbf: Plain,
    restart_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def saxena_interval(
    write_time: Quantity,
    mtbf: Quantity,
    restart_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
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

    Answers chunks, interval = chunks x work [s], overhead = time / work - 1, and the first-order overhead
    2 sqrt((n V + C)(lambda_f/2 + lambda_s (n + 1)/(2 n))), n chunks, V = verification_time, C = write_time,
    lambda_s = silent_rate, lambda_f = fail_stop_rate.

    Parameters
    ----------
    verification_time : array_like [s], >= 0
        One verification.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    silent_rate : array_like [1/s], >= 0
        Silent errors, which strike work only.
    fail_stop_rate : array_like [1/s], >= 0
        Failures, which strike everything.
    restart_time : array_like [s], >= 0, default 0
        What a detection or a failure costs, not exposed.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    recall : array_like, in (0, 1], default 1
        Share of the silent errors that a verification finds.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    VerifiedOptimum
        chunks, interval, overhead, first_order_overhead.
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
    the optimum is exact; patterns of chunks and verifications: Benoit, Raina, Robert, IJHPCA, 2015, and
    Benoit, Cavelan, Robert, Sun, IPDPS 2016, with fail-stop errors.

    Examples
    --------
    >>> sl.checkpoint.verified_optimum(verification_time=5, write_time=60, silent_rate=1e-05, fail_stop_rate=1e-05)
    VerifiedOptimum(chunks=2, interval=2325.89, overhead=0.0604794, first_order_overhead=0.0591608)
    """

@overload
def verified_optimum(
    verification_time: Plain,
    write_time: Plain,
    silent_rate: Plain,
    fail_stop_rate: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    recall: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> VerifiedOptimum[NumPy]: ...
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
) -> VerifiedOptimum[Array]: ...
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

    Every chunk is `work` and a verification. Silent errors strike work only, failures strike all; a failure costs
    downtime + restart_time, a detection restart_time, neither exposed. recall is that of the verifications but the last,
    which finds all.

    Parameters
    ----------
    chunks : array_like, >= 1
        Pieces of work between two checkpoints, a whole number.
    work : array_like [s], >= 0
        Useful work of one chunk.
    verification_time : array_like [s], >= 0
        One verification.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    silent_rate : array_like [1/s], >= 0
        Silent errors, which strike work only.
    fail_stop_rate : array_like [1/s], >= 0
        Failures, which strike everything.
    restart_time : array_like [s], >= 0, default 0
        What a detection or a failure costs, not exposed.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    recall : array_like, in (0, 1], default 1
        Share of the silent errors that a verification finds.
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
    derived in include/scaling_limits/checkpoint/verified.hpp.

    Examples
    --------
    >>> sl.checkpoint.verified_segment_time(
    ...     chunks=4,
    ...     work=1000,
    ...     verification_time=5,
    ...     write_time=60,
    ...     silent_rate=1e-05,
    ...     fail_stop_rate=1e-05,
    ... )
    np.float64(4269.069600076101)
    """

@overload
def verified_segment_time(
    chunks: Plain,
    work: Plain,
    verification_time: Plain,
    write_time: Plain,
    silent_rate: Plain,
    fail_stop_rate: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    recall: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def whole_step_interval(write_time: Real, mtbf: Real, step_time: Real) -> float:
    """The best interval in whole training steps [s]: whole_steps x step_time.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    step_time : array_like [s], > 0
        One training step.
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
    a definition; whole_steps has the reason.

    Examples
    --------
    >>> sl.checkpoint.whole_step_interval(write_time=60, mtbf=14400, step_time=10)
    np.float64(1270.0)
    """

@overload
def whole_step_interval(
    write_time: Plain,
    mtbf: Plain,
    step_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def whole_step_interval(
    write_time: Quantity,
    mtbf: Quantity,
    step_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def whole_steps(write_time: Real, mtbf: Real, step_time: Real) -> float:
    """Training steps between two checkpoints, at least one, of the best goodput.

    The better neighbour of the best interval; inf without failures.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
    step_time : array_like [s], > 0
        One training step.
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
    docs/derivations.md, section "The best interval": goodput rises up to it and falls beyond.

    Examples
    --------
    >>> sl.checkpoint.whole_steps(write_time=60, mtbf=14400, step_time=10)
    np.float64(127.0)
    """

@overload
def whole_steps(
    write_time: Plain,
    mtbf: Plain,
    step_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def whole_steps(
    write_time: Quantity,
    mtbf: Quantity,
    step_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def young_interval(write_time: Real, mtbf: Real) -> float:
    """Young's first-order checkpoint interval [s].

    sqrt(2 C M), C = write_time, M = mtbf. Within 1 % of the best goodput's interval for C < 4e-4 M.

    Parameters
    ----------
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    mtbf : array_like [s], > 0
        Mean running time between interruptions of the job.
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
    Young, CACM 17(9), 1974, p. 531.

    Examples
    --------
    >>> sl.checkpoint.young_interval(write_time=60, mtbf=14400)
    np.float64(1314.5341380123987)
    """

@overload
def young_interval(
    write_time: Plain,
    mtbf: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def young_interval(
    write_time: Quantity,
    mtbf: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
