# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How the fields of a run change: with its size, field x (N / gpus)^exponent, and by year, field x factor^years."""

from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .run import Field, TrainingRun
from .storage import Tier
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "PerYear",
    "PowerLaw",
    "chinchilla",
    "crossing_probability",
    "fixed",
    "per_year",
    "power_law",
    "proportional",
    "factor_of_doubling",
    "value_at",
    "years_to_cross",
    "years_to_double",
]
_T = TypeVar("_T", covariant=True, default=float)

class PerYear(Generic[_T]):
    """A factor per year for each field of a run; those that are not named are 1, no growth. Frozen.

    What PowerLaw is in size, this is in time: both make a run from a run. A factor may be an array.

    Parameters
    ----------
    gpus : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    gpu_mttf : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    checkpoint_bytes : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    write_bandwidth : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    read_bandwidth : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    storage_latency : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    initialization_time : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.
    downtime : array_like, > 0 and finite, default 1
        Factor per year of this field of the run. Usually 0.5 to 5.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> law = sl.growth.PerYear(write_bandwidth=2.0)
    >>> law.at(sl.published.llama3_405b(), 3).write_bandwidth
    16000000000000.0
    """
    @overload
    def __init__(
        self: PerYear,
        *,
        gpus: Real | Carried = 1.0,
        gpu_mttf: Real | Carried = 1.0,
        checkpoint_bytes: Real | Carried = 1.0,
        write_bandwidth: Real | Carried = 1.0,
        read_bandwidth: Real | Carried = 1.0,
        storage_latency: Real | Carried = 1.0,
        initialization_time: Real | Carried = 1.0,
        downtime: Real | Carried = 1.0,
    ) -> None: ...
    @overload
    def __init__(
        self: PerYear[NumPy],
        *,
        gpus: Plain | Carried = 1.0,
        gpu_mttf: Plain | Carried = 1.0,
        checkpoint_bytes: Plain | Carried = 1.0,
        write_bandwidth: Plain | Carried = 1.0,
        read_bandwidth: Plain | Carried = 1.0,
        storage_latency: Plain | Carried = 1.0,
        initialization_time: Plain | Carried = 1.0,
        downtime: Plain | Carried = 1.0,
    ) -> None: ...
    @overload
    def __init__(
        self: PerYear[Array],
        *,
        gpus: Quantity | Carried = 1.0,
        gpu_mttf: Quantity | Carried = 1.0,
        checkpoint_bytes: Quantity | Carried = 1.0,
        write_bandwidth: Quantity | Carried = 1.0,
        read_bandwidth: Quantity | Carried = 1.0,
        storage_latency: Quantity | Carried = 1.0,
        initialization_time: Quantity | Carried = 1.0,
        downtime: Quantity | Carried = 1.0,
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
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: PerYear[float | NumPy],
        *,
        gpus: Plain | Carried = ...,
        gpu_mttf: Plain | Carried = ...,
        checkpoint_bytes: Plain | Carried = ...,
        write_bandwidth: Plain | Carried = ...,
        read_bandwidth: Plain | Carried = ...,
        storage_latency: Plain | Carried = ...,
        initialization_time: Plain | Carried = ...,
        downtime: Plain | Carried = ...,
    ) -> PerYear[NumPy]: ...
    @overload
    def replace(
        self: PerYear[Any],
        *,
        gpus: Quantity | Carried = ...,
        gpu_mttf: Quantity | Carried = ...,
        checkpoint_bytes: Quantity | Carried = ...,
        write_bandwidth: Quantity | Carried = ...,
        read_bandwidth: Quantity | Carried = ...,
        storage_latency: Quantity | Carried = ...,
        initialization_time: Quantity | Carried = ...,
        downtime: Quantity | Carried = ...,
    ) -> PerYear[Array]: ...
    @property
    def factors(self) -> dict[str, float | _T]:
        """The factors that are not 1, by field."""
    @overload
    def at(self: PerYear, run: TrainingRun, years: Real) -> TrainingRun:
        """The run after so many years of 365.25 days, before its own where they are negative; may be an array.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.
        years : array_like
            Since the run's own date.

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
    def at(self: PerYear[float | NumPy], run: TrainingRun[float | NumPy], years: Plain) -> TrainingRun[NumPy]: ...
    @overload
    def at(self: PerYear[Any], run: TrainingRun[Any], years: Quantity) -> TrainingRun[Array]: ...
    @property
    def gpus(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def gpu_mttf(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def checkpoint_bytes(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def write_bandwidth(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def read_bandwidth(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def storage_latency(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def initialization_time(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""
    @property
    def downtime(self) -> float | _T:
        """factor per year of this field of the run; > 0 and finite"""

class PowerLaw:
    """One exponent per growing field; fields that are not named stay as they are. Frozen.

    The laws of this module are called to be had, ``growth.chinchilla()``, and may be used as they are,
    ``growth.chinchilla.at(run, gpus)``.

    Parameters
    ----------
    gpu_mttf : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    checkpoint_bytes : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    write_bandwidth : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    read_bandwidth : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    storage_latency : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    initialization_time : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    downtime : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.growth.PowerLaw(checkpoint_bytes=0.5).at(run, 4 * run.gpus).checkpoint_bytes / run.checkpoint_bytes
    2.0
    """
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
    def replace(
        self,
        *,
        gpu_mttf: float | Carried = ...,
        checkpoint_bytes: float | Carried = ...,
        write_bandwidth: float | Carried = ...,
        read_bandwidth: float | Carried = ...,
        storage_latency: float | Carried = ...,
        initialization_time: float | Carried = ...,
        downtime: float | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    def __init__(
        self,
        *,
        gpu_mttf: float | Carried = 0.0,
        checkpoint_bytes: float | Carried = 0.0,
        write_bandwidth: float | Carried = 0.0,
        read_bandwidth: float | Carried = 0.0,
        storage_latency: float | Carried = 0.0,
        initialization_time: float | Carried = 0.0,
        downtime: float | Carried = 0.0,
    ) -> None: ...
    @property
    def exponents(self) -> dict[str, float]:
        """The exponents that are not zero, by field."""
    def with_(self, **exponents: float) -> Self:
        """The same law with some exponents added or changed.

        Parameters
        ----------
        **exponents : float
            By field of TrainingRun.

        Returns
        -------
        Self
            The same law with some exponents added or changed.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def at(self, run: TrainingRun, gpus: Real) -> TrainingRun:
        """The run grown to a number of GPUs, which may be an array: its fields follow the law, relative to run.gpus.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.
        gpus : array_like
            The size, > 0; may be an array.

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
    def at(self, run: TrainingRun[float | NumPy], gpus: Plain) -> TrainingRun[NumPy]: ...
    @overload
    def at(self, run: TrainingRun[Any], gpus: Quantity) -> TrainingRun[Array]: ...
    def saved_to(self, tier: Tier) -> Self:
        """The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.

        Parameters
        ----------
        tier : Tier
            The storage tier.

        Returns
        -------
        Self
            The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def __call__(self) -> Self:
        """The law itself."""
    @property
    def gpu_mttf(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def checkpoint_bytes(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def write_bandwidth(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def read_bandwidth(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def storage_latency(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def initialization_time(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def downtime(self) -> float:
        """exponent in size of this field of the run; finite"""

chinchilla: PowerLaw

@overload
def crossing_probability(years: Real, *, demand: Any, demand_factor: Any, supply: Any, supply_factor: Any) -> float:
    """Probability that demand is as large as supply after so many years, or larger; all four are log-normal.

    Phi(m/s), m the difference of the means of the logarithms and s its standard deviation; factors are uncertain but the same
    every year. NaN for an interval that is not 0 < low <= high.

    Parameters
    ----------
    years : array_like, a number
        Years since the start, of 365.25 days; may be negative.
    demand : Any
        At the start, in one unit: (low, high), an interval that holds it with 90 %; a log-normal of ``sl.uncertainty``, or a
        frozen one of SciPy; a number that is known.
    demand_factor : Any
        Growth per year, likewise.
    supply : Any
        At the start, in one unit: (low, high), an interval that holds it with 90 %; a log-normal of ``sl.uncertainty``, or a
        frozen one of SciPy; a number that is known.
    supply_factor : Any
        Growth per year, likewise.

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
    Derived: the logarithm of demand over supply is normal, its variance grows with the square of the time.

    Examples
    --------
    >>> of = {"demand": (1e4, 3e4), "supply": (5e5, 2e6), "demand_factor": (2, 3), "supply_factor": (1.2, 1.6)}
    >>> sl.growth.crossing_probability([4, 6, 8], **of).round(4)
    array([0.014 , 0.2727, 0.6478])
    """

@overload
def crossing_probability(years: Plain, *, demand: Any, demand_factor: Any, supply: Any, supply_factor: Any) -> NumPy: ...
@overload
def crossing_probability(years: Quantity, *, demand: Any, demand_factor: Any, supply: Any, supply_factor: Any) -> Array: ...

fixed: PowerLaw

@overload
def per_year(**factors: Real) -> PerYear:
    """Growth by year from one factor per year and field of TrainingRun.

    Parameters
    ----------
    **factors : array_like
        By field of TrainingRun, > 0 and finite; 2: doubles every year, 0.7: falls to 70 % every year.

    Returns
    -------
    PerYear
        A factor per year for each field of a run; those that are not named are 1, no growth. Frozen.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.growth.per_year(write_bandwidth=2.0, initialization_time=0.7)
    per_year(write_bandwidth=2, initialization_time=0.7)
    """

@overload
def per_year(**factors: Plain) -> PerYear[NumPy]: ...
@overload
def per_year(**factors: Quantity) -> PerYear[Array]: ...
def power_law(**exponents: float) -> PowerLaw:
    """A growth law from one exponent per field of TrainingRun.

    Parameters
    ----------
    **exponents : float
        One per field of TrainingRun that grows; 0.5: with the square root of the size.

    Returns
    -------
    PowerLaw
        One exponent per growing field; fields that are not named stay as they are. Frozen.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.growth.power_law(checkpoint_bytes=0.5)
    power_law(checkpoint_bytes=0.5)
    """

proportional: PowerLaw

@overload
def factor_of_doubling(years: Real) -> float:
    """Growth per year of what doubles in so many years: 2^(1 / years).

    Parameters
    ----------
    years : array_like, a number
        Years in which it doubles; negative: in which it halves.
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
    elementary.

    Examples
    --------
    >>> sl.growth.factor_of_doubling(years=2.7)
    np.float64(1.2926846475689404)
    """

@overload
def factor_of_doubling(
    years: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def factor_of_doubling(
    years: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def value_at(value: Real, factor: Real, years: Real) -> float:
    """What a value has grown to: value x factor^years. 0 and inf stay.

    Parameters
    ----------
    value : array_like, >= 0
        At the start, in any unit.
    factor : array_like, >= 0
        Per year.
    years : array_like, a number
        Years since the start, of 365.25 days; may be negative.
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
    a definition.

    Examples
    --------
    >>> sl.growth.value_at(value=16384, factor=2.4, years=4)
    np.float64(543581.7984)
    """

@overload
def value_at(
    value: Plain,
    factor: Plain,
    years: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def value_at(
    value: Quantity,
    factor: Quantity,
    years: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def years_to_cross(demand: Real, demand_factor: Real, supply: Real, supply_factor: Real) -> float:
    """Years until demand is as large as supply: log(supply / demand) / log(demand_factor / supply_factor).

    0 where it is at the start, inf where it never is.

    Parameters
    ----------
    demand : array_like, >= 0
        At the start, in any unit.
    demand_factor : array_like, >= 0
        Growth of the demand per year.
    supply : array_like, >= 0
        At the start, in the same unit.
    supply_factor : array_like, >= 0
        Growth of the supply per year.
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
    elementary.

    Examples
    --------
    >>> sl.growth.years_to_cross(demand=16384, demand_factor=2.4, supply=1e+06, supply_factor=1.3)
    np.float64(6.7059534091619275)
    """

@overload
def years_to_cross(
    demand: Plain,
    demand_factor: Plain,
    supply: Plain,
    supply_factor: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def years_to_cross(
    demand: Quantity,
    demand_factor: Quantity,
    supply: Quantity,
    supply_factor: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def years_to_double(factor: Real) -> float:
    """Years in which what grows by a factor per year doubles: log 2 / log factor.

    Below a factor of 1 negative, the years in which it halves; inf at 1.

    Parameters
    ----------
    factor : array_like, >= 0
        Per year.
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
    elementary.

    Examples
    --------
    >>> sl.growth.years_to_double(factor=2.4)
    np.float64(0.7917440691885577)
    """

@overload
def years_to_double(
    factor: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def years_to_double(
    factor: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
