# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How sure an answer is: distributions for inputs, and any function of the library over them.

A distribution is its quantile function. Points, normals and estimators are SciPy's, an extra: scaling-limits[uncertainty].
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, overload

import numpy as np
from pandas import DataFrame
from typing_extensions import TypeVar
from xarray import Dataset

from .failures import Fit
from .results import Result, Rows, Table
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Distribution",
    "FitParameter",
    "Input",
    "Mtbf",
    "Outcome",
    "Outcomes",
    "SobolIndex",
    "Swing",
    "beta",
    "empirical",
    "lognormal",
    "metalog",
    "mtbf",
    "normal",
    "of_fit",
    "propagate",
    "sample",
    "BetaParameters",
    "LognormalParameters",
    "MetalogCoefficients",
    "NormalParameters",
    "beta_parameters",
    "beta_quantile",
    "lognormal_parameters",
    "lognormal_quantile",
    "metalog_coefficients",
    "metalog_quantile",
    "normal_correlation",
    "normal_parameters",
    "normal_quantile",
]
_T = TypeVar("_T", covariant=True, default=float)
_Column = np.ndarray[Any, Any]

class Distribution(Input, Generic[_T]):
    """Base of the distributions by name. Any number may be an array, but not where points are drawn.

    Examples
    --------
    >>> sl.uncertainty.lognormal(1, [10, 100]).quantile(0.5)
    array([ 3.16227766, 10.        ])
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
    @overload
    def quantile(self: Distribution, probability: Real) -> float:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : array_like, a number
            In [0, 1]; NaN outside.

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
    def quantile(self: Distribution[float | NumPy], probability: Plain) -> NumPy: ...
    @overload
    def quantile(self: Distribution[Any], probability: Quantity) -> Array: ...
    @property
    def mean(self) -> _T:
        """The mean; inf where there is none."""

class FitParameter(Input):
    """What a fit leaves open of one parameter of its law: the ends of its intervals at every confidence; made by ``of_fit``.

    Attributes
    ----------
    fit, name : the fit, and the parameter

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6, 3e6, 6e6], law="weibull")
    >>> shape = sl.uncertainty.of_fit(fit, "shape")
    >>> round(shape.quantile(0.5), 3) == round(fit.parameters["shape"], 3)
    True
    """
    def __init__(self, fit: Fit, name: str) -> None: ...
    @overload
    def quantile(self, probability: Real) -> float:
        """What the parameter stays below with a confidence.

        Parameters
        ----------
        probability : array_like, a number
            In [0, 1]; NaN outside.

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
    def quantile(self, probability: Plain) -> NumPy: ...
    @overload
    def quantile(self, probability: Quantity) -> Array: ...
    @property
    def mean(self) -> float:
        """The mean over its confidence distribution."""

class Input:
    """Base of all that may be uncertain: what answers ``quantile`` and ``mean``, in the unit of the input.

    Examples
    --------
    >>> isinstance(sl.uncertainty.lognormal(1, 10), sl.uncertainty.Input)
    True
    """
    @overload
    def quantile(self, probability: Real) -> float:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : array_like, a number
            In [0, 1]; NaN outside.

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
    def quantile(self, probability: Plain) -> NumPy: ...
    @overload
    def quantile(self, probability: Quantity) -> Array: ...
    @property
    def mean(self) -> float:
        """The mean; inf where there is none."""

class Mtbf(Input):
    """What a count of failures leaves open of their MTBF; made by ``mtbf``.

    Attributes
    ----------
    events, exposure : failures, and the running time in which they were counted [s]

    Examples
    --------
    >>> sl.uncertainty.mtbf(419, 54 * sl.units.day)
    Mtbf(419 failures in 1296 h, median 3.09185 h)
    """
    def __init__(self, events: float, exposure: float) -> None: ...
    @overload
    def quantile(self, probability: Real) -> float:
        """What the MTBF stays below with a probability [s].

        Parameters
        ----------
        probability : array_like, a number
            In (0, 1); NaN outside.

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
    def quantile(self, probability: Plain) -> NumPy: ...
    @overload
    def quantile(self, probability: Quantity) -> Array: ...
    @property
    def mean(self) -> float:
        """The mean of what it may be [s]; inf for no failure."""

@dataclass(frozen=True, eq=False)
class Outcome(Result):
    """The answers at all points; as a table quantiles and the mean with their errors.

    NaN, where there is no answer, lies below all numbers, and infinity above: both are counted, and none is left out. The error
    of a quantile or a probability is that of the points: from ``replicates`` that are independent the deviation of
    their answers over the square root of their number, of plain points that of an order statistic and of a count.

    Attributes
    ----------
    values : the answers, replicate after replicate
    inputs : the inputs at the same points, by name; None: not kept
    replicates : independent shifts of a scrambled set, or hypercubes, that the points are of; 1 of plain points
    method, seed : of the points
    nans, infinite : how many answers are none, and how many infinite
    note : what these numbers mean for the rest

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> round(found.quantile(0.5), 1), round(found.quantile_error(0.5), 1)
    (20.0, 0.1)
    """

    values: _Column
    inputs: dict[str, _Column] | None
    replicates: int
    method: str
    seed: int
    nans: int
    infinite: int
    note: str
    @overload
    def quantile(self, q: Real) -> float:
        """What the answer stays below with a probability.

        Parameters
        ----------
        q : array_like
            In [0, 1].

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
    def quantile(self, q: Plain) -> NumPy: ...
    @overload
    def quantile(self, q: Quantity) -> Array: ...
    @overload
    def quantile_error(self, q: Real) -> float:
        """Standard error of a quantile, from the points alone; NaN for one replicate.

        Parameters
        ----------
        q : array_like
            In [0, 1].

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
    def quantile_error(self, q: Plain) -> NumPy: ...
    @overload
    def quantile_error(self, q: Quantity) -> Array: ...
    def interval(self, credibility: float = 0.9) -> tuple[float, float]:
        """The ends between which the answer lies with a probability, as much left out on either side.

        Parameters
        ----------
        credibility : float, default 0.9
            The probability, in (0, 1).

        Returns
        -------
        tuple[float, float]
            The ends between which the answer lies with a probability, as much left out on either side.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @property
    def median(self) -> float:
        """What the answer lies above and below alike."""
    @property
    def mean(self) -> float:
        """The mean of all answers; NaN where one is none."""
    @property
    def mean_error(self) -> float:
        """Standard error of the mean, from the points alone; NaN for one replicate."""
    @overload
    def probability(self, *, at_least: Real | None = None, at_most: Real | None = None) -> float:
        """The probability that the answer is at least, at most so much, or between; no answer is neither.

        Parameters
        ----------
        at_least : array_like, optional
            The least that counts.
        at_most : array_like, optional
            The most that counts.

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
    def probability(self, *, at_least: Plain | None = None, at_most: Plain | None = None) -> NumPy: ...
    @overload
    def probability(self, *, at_least: Quantity | None = None, at_most: Quantity | None = None) -> Array: ...
    @overload
    def probability_error(self, *, at_least: Real | None = None, at_most: Real | None = None) -> float:
        """Standard error of a probability, from the points alone; NaN for one replicate.

        Parameters
        ----------
        at_least : array_like, optional
            The least that counts.
        at_most : array_like, optional
            The most that counts.

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
    def probability_error(self, *, at_least: Plain | None = None, at_most: Plain | None = None) -> NumPy: ...
    @overload
    def probability_error(self, *, at_least: Quantity | None = None, at_most: Quantity | None = None) -> Array: ...
    def tornado(self, credibility: float = 0.9) -> Rows[Swing]:
        """The answer with each input in turn at either end of its interval, the others at their medians; largest swing first.

        Correlations are not in it: an input moves alone. NaN, where there is no answer, counts as no swing.

        Parameters
        ----------
        credibility : float, default 0.9
            Of the inputs' intervals, in (0, 1).

        Returns
        -------
        Rows[Swing]
            The answer with each input in turn at either end of its interval, the others at their medians; largest swing first.
            Correlations are not in it: an input moves alone. NaN, where there is no answer, counts as no swing.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def rank_correlations(self) -> Table[float]:
        """Spearman's correlation of the answer with each input, strongest first; no answer ranks below all numbers.

        Returns
        -------
        Table[float]
            Spearman's correlation of the answer with each input, strongest first; no answer ranks below all numbers.
        """
    def sobol_indices(self, points: int = 4096) -> Table[SobolIndex]:
        """What share of the variance is each input's: Saltelli's (2010) first-order and Jansen's total estimates of SciPy.

        Asks the function at points x (inputs + 2) points of its own. Of independent inputs alone. NaN where the answer does not
        vary, or is not always a finite number.

        Parameters
        ----------
        points : int, default 4096
            Of each of the matrices, a power of two.

        Returns
        -------
        Table[SobolIndex]
            What share of the variance is each input's: Saltelli's (2010) first-order and Jansen's total estimates of SciPy.  Asks
            the function at points x (inputs + 2) points of its own. Of independent inputs alone. NaN where the answer does not
            vary, or is not always a finite number.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def as_dict(self) -> dict[str, Any]:
        """The answer in numbers, for JSON: quantiles and the mean with their errors, what was counted. The values are `values`.

        Returns
        -------
        dict
            ``{"points", "replicates", "method", "seed", "quantiles": [{"q", "value", "error"}], "mean", ...}``.
        """

class Outcomes(Table[Outcome]):
    """Several results of one function at the same points, by name; as a table a row for each quantile of each.

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: {"one": a, "other": b}, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> found["one"]
    Outcome(2, 90 %: 1 to 3.998, 16384 points)
    """
    def probability_smallest(self) -> Table[float]:
        """The probability that each is the smallest: what binds, of limits. No answer and infinity never are; equals share.

        Returns
        -------
        Table[float]
            The probability that each is the smallest: what binds, of limits. No answer and infinity never are; equals share.
        """
    def probability_smallest_error(self) -> Table[float]:
        """Standard errors of these probabilities, from the points alone.

        Returns
        -------
        Table[float]
            Standard errors of these probabilities, from the points alone.
        """

class SobolIndex(NamedTuple):
    """What of the variance of an answer is an input's.

    Attributes
    ----------
    first : the share that would go if the input were known
    total : the share that would stay if all others were

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a + 2 * b, {"a": u.normal(-1, 1), "b": u.normal(-1, 1)})
    >>> round(found.sobol_indices()["b"].first, 2)
    0.8
    """

    first: float
    total: float

@dataclass(frozen=True, eq=False)
class Swing(Result):
    """An answer with one input at either end of its interval and the others at their medians.

    Attributes
    ----------
    input : its name
    low, high : the answer with the input at its lower, at its upper end
    median : the answer with all inputs at their medians
    lower_end, upper_end : of the input

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> [row.input for row in found.tornado()]
    ['b', 'a']
    """

    input: str
    low: float
    high: float
    median: float
    lower_end: float
    upper_end: float

class beta(Distribution[_T]):
    """A share in (0, 1) known by an interval with as much left out on either side.

    Parameters
    ----------
    low : array_like, in (0, 1)
        Lower end of the interval.
    high : array_like, in (0, 1)
        Upper end, above low.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> round(sl.uncertainty.beta(0.2, 0.6).mean, 6)
    0.391605
    """
    @property
    def low(self) -> float | _T:
        """lower end of the interval; in (0, 1)"""
    @property
    def high(self) -> float | _T:
        """upper end, above low; in (0, 1)"""
    @property
    def credibility(self) -> float | _T:
        """probability that the input lies between; in (0, 1)"""
    @overload
    def __init__(self: beta, low: Real | Carried, high: Real | Carried, credibility: Real | Carried = 0.9) -> None: ...
    @overload
    def __init__(
        self: beta[NumPy], low: Plain | Carried, high: Plain | Carried, credibility: Plain | Carried = 0.9
    ) -> None: ...
    @overload
    def __init__(
        self: beta[Array], low: Quantity | Carried, high: Quantity | Carried, credibility: Quantity | Carried = 0.9
    ) -> None: ...
    @overload
    def replace(self, *, low: Real | Carried = ..., high: Real | Carried = ..., credibility: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: beta[float | NumPy],
        *,
        low: Plain | Carried = ...,
        high: Plain | Carried = ...,
        credibility: Plain | Carried = ...,
    ) -> beta[NumPy]: ...
    @overload
    def replace(
        self: beta[Any], *, low: Quantity | Carried = ..., high: Quantity | Carried = ..., credibility: Quantity | Carried = ...
    ) -> beta[Array]: ...

class empirical(Distribution[float]):
    """The observed values, each as likely as the others: a staircase.

    Parameters
    ----------
    values : object
        Observed values, each as likely as the others.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.uncertainty.empirical([3, 1, 2]).quantile(0.5)
    2.0
    """
    def __init__(self, values: Sequence[float] | _Column) -> None: ...
    @property
    def values(self) -> tuple[float, ...]:
        """The observed values, in rising order."""
    @overload
    def quantile(self, probability: Real) -> float:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : array_like, a number
            In [0, 1]; NaN outside.

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
    def quantile(self, probability: Plain) -> NumPy: ...
    @overload
    def quantile(self, probability: Quantity) -> Array: ...

class lognormal(Distribution[_T]):
    """An input > 0 known by an interval with as much left out on either side: its logarithm is normal.

    Parameters
    ----------
    low : array_like, > 0 and finite
        Lower end of the interval, in the unit of the input.
    high : array_like, > 0 and finite
        Upper end, above low.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> mttf = sl.uncertainty.lognormal(25_000, 100_000)
    >>> round(mttf.quantile(0.5)), round(mttf.mean)
    (50000, 54643)
    """
    @property
    def low(self) -> float | _T:
        """lower end of the interval, in the unit of the input; > 0 and finite"""
    @property
    def high(self) -> float | _T:
        """upper end, above low; > 0 and finite"""
    @property
    def credibility(self) -> float | _T:
        """probability that the input lies between; in (0, 1)"""
    @overload
    def __init__(self: lognormal, low: Real | Carried, high: Real | Carried, credibility: Real | Carried = 0.9) -> None: ...
    @overload
    def __init__(
        self: lognormal[NumPy], low: Plain | Carried, high: Plain | Carried, credibility: Plain | Carried = 0.9
    ) -> None: ...
    @overload
    def __init__(
        self: lognormal[Array], low: Quantity | Carried, high: Quantity | Carried, credibility: Quantity | Carried = 0.9
    ) -> None: ...
    @overload
    def replace(self, *, low: Real | Carried = ..., high: Real | Carried = ..., credibility: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: lognormal[float | NumPy],
        *,
        low: Plain | Carried = ...,
        high: Plain | Carried = ...,
        credibility: Plain | Carried = ...,
    ) -> lognormal[NumPy]: ...
    @overload
    def replace(
        self: lognormal[Any],
        *,
        low: Quantity | Carried = ...,
        high: Quantity | Carried = ...,
        credibility: Quantity | Carried = ...,
    ) -> lognormal[Array]: ...

class metalog(Distribution[_T]):
    """An input known by three quantiles, with or without bounds (Keelin 2016).

    Parameters
    ----------
    low : array_like, finite
        The input stays below it with the probability, in the unit of the input.
    median : array_like, finite
        It lies above and below alike.
    high : array_like, finite
        It exceeds it with the probability.
    probability : array_like, in (0, 0.5), default 0.1
        Of a value below low, and of one above high.
    lower : array_like, a number, default -unlimited
        What it cannot go below; -inf: unbounded.
    upper : array_like, a number, default unlimited
        What it cannot exceed; inf: unbounded.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> duration = sl.uncertainty.metalog(5.18e6, 1.56e7, 2.33e7, lower=0)
    >>> round(duration.quantile(0.95))
    25182482
    """
    @property
    def low(self) -> float | _T:
        """the input stays below it with the probability, in the unit of the input; finite"""
    @property
    def median(self) -> float | _T:
        """it lies above and below alike; finite"""
    @property
    def high(self) -> float | _T:
        """it exceeds it with the probability; finite"""
    @property
    def probability(self) -> float | _T:
        """of a value below low, and of one above high; in (0, 0.5)"""
    @property
    def lower(self) -> float | _T:
        """what it cannot go below; -inf: unbounded; a number"""
    @property
    def upper(self) -> float | _T:
        """what it cannot exceed; inf: unbounded; a number"""
    @overload
    def __init__(
        self: metalog,
        low: Real | Carried,
        median: Real | Carried,
        high: Real | Carried,
        probability: Real | Carried = 0.1,
        lower: Real | Carried = ...,
        upper: Real | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: metalog[NumPy],
        low: Plain | Carried,
        median: Plain | Carried,
        high: Plain | Carried,
        probability: Plain | Carried = 0.1,
        lower: Plain | Carried = ...,
        upper: Plain | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: metalog[Array],
        low: Quantity | Carried,
        median: Quantity | Carried,
        high: Quantity | Carried,
        probability: Quantity | Carried = 0.1,
        lower: Quantity | Carried = ...,
        upper: Quantity | Carried = ...,
    ) -> None: ...
    @overload
    def replace(
        self,
        *,
        low: Real | Carried = ...,
        median: Real | Carried = ...,
        high: Real | Carried = ...,
        probability: Real | Carried = ...,
        lower: Real | Carried = ...,
        upper: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: metalog[float | NumPy],
        *,
        low: Plain | Carried = ...,
        median: Plain | Carried = ...,
        high: Plain | Carried = ...,
        probability: Plain | Carried = ...,
        lower: Plain | Carried = ...,
        upper: Plain | Carried = ...,
    ) -> metalog[NumPy]: ...
    @overload
    def replace(
        self: metalog[Any],
        *,
        low: Quantity | Carried = ...,
        median: Quantity | Carried = ...,
        high: Quantity | Carried = ...,
        probability: Quantity | Carried = ...,
        lower: Quantity | Carried = ...,
        upper: Quantity | Carried = ...,
    ) -> metalog[Array]: ...

def mtbf(events: float, exposure: float) -> Mtbf:
    """The MTBF of failures of which so many were counted, as uncertain as that leaves it: what ``plan_from_log`` draws from.

    The rate has the posterior of which nothing else is known, gamma of shape events + 1/2 (Jeffreys). With the exposure in
    GPU-seconds it is a run's ``gpu_mttf``.

    Parameters
    ----------
    events : float
        Failures, >= 0.
    exposure : float
        Running time in which they were counted [s].

    Returns
    -------
    Mtbf
        What a count of failures leaves open of their MTBF; made by ``mtbf``.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> gpu_mttf = sl.uncertainty.mtbf(419, 16_384 * 54 * sl.units.day)
    >>> round(gpu_mttf.quantile(0.05) / 3600), round(gpu_mttf.quantile(0.95) / 3600)
    (46796, 54954)
    """

class normal(Distribution[_T]):
    """A normal input known by an interval with as much left out on either side.

    Parameters
    ----------
    low : array_like, finite
        Lower end of the interval, in the unit of the input.
    high : array_like, finite
        Upper end, above low.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> round(sl.uncertainty.normal(-1, 3).quantile(0.5), 12)
    np.float64(1.0)
    """
    @property
    def low(self) -> float | _T:
        """lower end of the interval, in the unit of the input; finite"""
    @property
    def high(self) -> float | _T:
        """upper end, above low; finite"""
    @property
    def credibility(self) -> float | _T:
        """probability that the input lies between; in (0, 1)"""
    @overload
    def __init__(self: normal, low: Real | Carried, high: Real | Carried, credibility: Real | Carried = 0.9) -> None: ...
    @overload
    def __init__(
        self: normal[NumPy], low: Plain | Carried, high: Plain | Carried, credibility: Plain | Carried = 0.9
    ) -> None: ...
    @overload
    def __init__(
        self: normal[Array], low: Quantity | Carried, high: Quantity | Carried, credibility: Quantity | Carried = 0.9
    ) -> None: ...
    @overload
    def replace(self, *, low: Real | Carried = ..., high: Real | Carried = ..., credibility: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: normal[float | NumPy],
        *,
        low: Plain | Carried = ...,
        high: Plain | Carried = ...,
        credibility: Plain | Carried = ...,
    ) -> normal[NumPy]: ...
    @overload
    def replace(
        self: normal[Any],
        *,
        low: Quantity | Carried = ...,
        high: Quantity | Carried = ...,
        credibility: Quantity | Carried = ...,
    ) -> normal[Array]: ...

def of_fit(fit: Fit, name: str) -> Mtbf | FitParameter:
    """One parameter of a fitted failure law, as uncertain as the lives leave it.

    The mean of an exponential is ``mtbf`` of its count. Another parameter has its confidence distribution by profile
    likelihood: the ends of its interval at confidence c are its quantiles at (1 - c)/2 and (1 + c)/2. Each parameter stands
    alone: that those of one law go together is not in it.

    Parameters
    ----------
    fit : Fit
        What ``failures.fit`` found.
    name : str
        Of the parameter.

    Returns
    -------
    Mtbf | FitParameter
        One parameter of a fitted failure law, as uncertain as the lives leave it.  The mean of an exponential is ``mtbf`` of
        its count. Another parameter has its confidence distribution by profile likelihood: the ends of its interval at
        confidence c are its quantiles at (1 - c)/2 and (1 + c)/2. Each parameter stands alone: that those of one law go
        together is not in it.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 3.8e6], [True, True, True, False], law="exponential")
    >>> sl.uncertainty.of_fit(fit, "mean")
    Mtbf(3 failures in 3000 h, median 945.506 h)
    """

@overload
def propagate(
    function: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, Any],
    points: int = 16384,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
    replicates: int = 16,
    chunk: int | None = None,
    keep_inputs: bool = True,
) -> Outcomes: ...
@overload
def propagate(
    function: Callable[..., Any],
    inputs: Mapping[str, Any],
    points: int = 16384,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
    replicates: int = 16,
    chunk: int | None = None,
    keep_inputs: bool = True,
) -> Outcome: ...
def sample(
    inputs: Mapping[str, Any],
    points: int,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
) -> dict[str, _Column]:
    """Uncertain inputs at points that fill their space: an array for each, to ask anything of.

    Points are SciPy's: a scrambled Sobol sequence, a Latin hypercube, or plain random ones. Inputs that are correlated are
    joined by a Gaussian copula: the normals that stand for them have the correlation 2 sin(pi rank/6).

    Parameters
    ----------
    inputs : Mapping[str, Any]
        Distributions by name: of this module, samples of ``plan_from_log``, or frozen ones of SciPy.
    points : int
        How many; of "sobol" a power of two.
    correlation : Mapping[tuple[str, str], float], optional
        Spearman's rank correlations in (-1, 1) by pair of names; default: none.
    method : str, default 'sobol'
        "sobol", "latin_hypercube" or "random".
    seed : int, default 0
        A whole number >= 0; the same seed gives the same points.

    Returns
    -------
    dict[str, _Column]
        Uncertain inputs at points that fill their space: an array for each, to ask anything of.  Points are SciPy's: a
        scrambled Sobol sequence, a Latin hypercube, or plain random ones. Inputs that are correlated are joined by a Gaussian
        copula: the normals that stand for them have the correlation 2 sin(pi rank/6).

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> u = sl.uncertainty
    >>> drawn = u.sample({"mttf": u.lognormal(25_000, 100_000), "cost": u.normal(1, 3)}, 1024, {("mttf", "cost"): 0.5})
    >>> drawn["mttf"].shape
    (1024,)
    """

class BetaParameters(NamedTuple, Generic[_T]):
    """a and b of an input in (0, 1) that is known by an interval, by root finding; what uncertainty.beta_parameters answers.

    Attributes
    ----------
    a, b : in this order

    Examples
    --------
    >>> sl.uncertainty.beta_parameters(low=0.2, high=0.6)
    BetaParameters(a=5.93521, b=9.22091)
    """

    a: _T
    b: _T
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

class LognormalParameters(NamedTuple, Generic[_T]):
    """Mean and deviation of the logarithm of an input > 0 that is known by an interval; what uncertainty.lognormal_parameters answers.

    Attributes
    ----------
    mu, sigma : in this order

    Examples
    --------
    >>> sl.uncertainty.lognormal_parameters(low=1, high=10)
    LognormalParameters(mu=1.15129, sigma=0.699936)
    """

    mu: _T
    sigma: _T
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

class MetalogCoefficients(NamedTuple, Generic[_T]):
    """The metalog through three quantiles of an input; NaN where there is none; what uncertainty.metalog_coefficients answers.

    Attributes
    ----------
    a1, a2, a3 : in this order

    Examples
    --------
    >>> sl.uncertainty.metalog_coefficients(low=1, median=2, high=4)
    MetalogCoefficients(a1=2, a2=0.682679, a3=0.5689)
    """

    a1: _T
    a2: _T
    a3: _T
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

class NormalParameters(NamedTuple, Generic[_T]):
    """Mean and standard deviation of a normal input that is known by an interval; what uncertainty.normal_parameters answers.

    Attributes
    ----------
    mean, deviation : in this order

    Examples
    --------
    >>> sl.uncertainty.normal_parameters(low=1, high=10)
    NormalParameters(mean=5.5, deviation=2.73581)
    """

    mean: _T
    deviation: _T
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
def beta_parameters(low: Real, high: Real, credibility: Real = 0.9) -> BetaParameters[float]:
    """a and b of an input in (0, 1) that is known by an interval, by root finding.

    density x^(a-1) (1-x)^(b-1)/B(a, b), as much left out below low as above high.

    Parameters
    ----------
    low : array_like, in (0, 1)
        Lower end of the interval.
    high : array_like, in (0, 1)
        Upper end.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    BetaParameters
        a, b.
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
    >>> sl.uncertainty.beta_parameters(low=0.2, high=0.6)
    BetaParameters(a=5.93521, b=9.22091)
    """

@overload
def beta_parameters(
    low: Plain,
    high: Plain,
    credibility: Plain = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> BetaParameters[NumPy]: ...
@overload
def beta_parameters(
    low: Quantity,
    high: Quantity,
    credibility: Quantity = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> BetaParameters[Array]: ...
@overload
def beta_quantile(probability: Real, a: Real, b: Real) -> float:
    """What a beta input stays below with a probability, computed in double.

    The inverse of the regularised incomplete beta function.

    Parameters
    ----------
    probability : array_like, in [0, 1]
        That the input stays below; 0 and 1 give the ends.
    a : array_like, > 0
        First shape.
    b : array_like, > 0
        Second shape.
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
    a definition; Boost.Math's ibeta_inv.

    Examples
    --------
    >>> sl.uncertainty.beta_quantile(probability=0.95, a=5.9, b=9.2)
    np.float64(0.599486384534492)
    """

@overload
def beta_quantile(
    probability: Plain,
    a: Plain,
    b: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def beta_quantile(
    probability: Quantity,
    a: Quantity,
    b: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def lognormal_parameters(low: Real, high: Real, credibility: Real = 0.9) -> LognormalParameters[float]:
    """Mean and deviation of the logarithm of an input > 0 that is known by an interval.

    mu = ln(low high)/2, sigma = ln(high/low)/(2 z), z the normal's quantile at (1 + credibility)/2.

    Parameters
    ----------
    low : array_like, > 0
        Lower end of the interval.
    high : array_like, > 0
        Upper end.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    LognormalParameters
        mu, sigma.
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
    the convention of Squiggle and squigglepy, 'a to b'.

    Examples
    --------
    >>> sl.uncertainty.lognormal_parameters(low=1, high=10)
    LognormalParameters(mu=1.15129, sigma=0.699936)
    """

@overload
def lognormal_parameters(
    low: Plain,
    high: Plain,
    credibility: Plain = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> LognormalParameters[NumPy]: ...
@overload
def lognormal_parameters(
    low: Quantity,
    high: Quantity,
    credibility: Quantity = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> LognormalParameters[Array]: ...
@overload
def lognormal_quantile(probability: Real, mu: Real, sigma: Real) -> float:
    """What a log-normal input stays below with a probability: exp(mu + sigma z), z the normal's quantile.

    Parameters
    ----------
    probability : array_like, in [0, 1]
        That the input stays below; 0 and 1 give the ends.
    mu : array_like, finite
        Mean of the logarithm.
    sigma : array_like, > 0 and finite
        Standard deviation of the logarithm.
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
    >>> sl.uncertainty.lognormal_quantile(probability=0.95, mu=1.1512925, sigma=0.7)
    np.float64(10.001049513789955)
    """

@overload
def lognormal_quantile(
    probability: Plain,
    mu: Plain,
    sigma: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def lognormal_quantile(
    probability: Quantity,
    mu: Quantity,
    sigma: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def metalog_coefficients(
    low: Real, median: Real, high: Real, probability: Real = 0.1, lower: Real = ..., upper: Real = ...
) -> MetalogCoefficients[float]:
    """The metalog through three quantiles of an input; NaN where there is none.

    On the axis z = x, ln(x - lower), -ln(upper - x) or ln((x - lower)/(upper - x)), D = z_high - z_low,
    r = (z_median - z_low)/D, L = logit(1 - probability): a1 = z_median, a2 = D/(2 L),
    a3 = (1 - 2 r) D/((1 - 2 probability) L), feasible for r_min < r < 1 - r_min,
    r_min = (1 - 1.667113119 (1/2 - probability))/2.

    Parameters
    ----------
    low : array_like, a number
        Quantile at the probability.
    median : array_like, a number
        Quantile at one half.
    high : array_like, a number
        Quantile at 1 - probability.
    probability : array_like, in (0, 0.5), default 0.1
        Of a value below low, and of one above high.
    lower : array_like, a number, default -inf
        What the input cannot go below.
    upper : array_like, a number, default inf
        What it cannot exceed.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    MetalogCoefficients
        a1, a2, a3.
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
    Keelin, "The metalog distributions", Decision Analysis 13, 2016.

    Examples
    --------
    >>> sl.uncertainty.metalog_coefficients(low=1, median=2, high=4)
    MetalogCoefficients(a1=2, a2=0.682679, a3=0.5689)
    """

@overload
def metalog_coefficients(
    low: Plain,
    median: Plain,
    high: Plain,
    probability: Plain = 0.1,
    lower: Plain = ...,
    upper: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> MetalogCoefficients[NumPy]: ...
@overload
def metalog_coefficients(
    low: Quantity,
    median: Quantity,
    high: Quantity,
    probability: Quantity = 0.1,
    lower: Quantity = ...,
    upper: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> MetalogCoefficients[Array]: ...
@overload
def metalog_quantile(probability: Real, a1: Real, a2: Real, a3: Real, lower: Real = ..., upper: Real = ...) -> float:
    """What a metalog input stays below with a probability p: a1 + (a2 + a3 (p - 1/2)) logit p on the axis of its bounds.

    Parameters
    ----------
    probability : array_like, in [0, 1]
        That the input stays below; 0 and 1 give the ends.
    a1 : array_like, finite
        The median on the axis of the bounds.
    a2 : array_like, > 0 and finite
        Scale on it.
    a3 : array_like, finite
        Skew.
    lower : array_like, a number, default -inf
        What the input cannot go below.
    upper : array_like, a number, default inf
        What it cannot exceed.
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
    Keelin, "The metalog distributions", Decision Analysis 13, 2016.

    Examples
    --------
    >>> sl.uncertainty.metalog_quantile(probability=0.95, a1=0.7, a2=0.3, a3=0.1)
    np.float64(1.7158314478124215)
    """

@overload
def metalog_quantile(
    probability: Plain,
    a1: Plain,
    a2: Plain,
    a3: Plain,
    lower: Plain = ...,
    upper: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def metalog_quantile(
    probability: Quantity,
    a1: Quantity,
    a2: Quantity,
    a3: Quantity,
    lower: Quantity = ...,
    upper: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def normal_correlation(rank: Real) -> float:
    """Correlation of two normals whose ranks have a correlation: 2 sin(pi rank/6).

    Parameters
    ----------
    rank : array_like, in [-1, 1]
        Spearman's correlation.
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
    Pearson, "On further methods of determining correlation", 1907.

    Examples
    --------
    >>> sl.uncertainty.normal_correlation(rank=0.5)
    np.float64(0.5176380902050416)
    """

@overload
def normal_correlation(
    rank: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def normal_correlation(
    rank: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def normal_parameters(low: Real, high: Real, credibility: Real = 0.9) -> NormalParameters[float]:
    """Mean and standard deviation of a normal input that is known by an interval.

    (low + high)/2 and (high - low)/(2 z), z the normal's quantile at (1 + credibility)/2.

    Parameters
    ----------
    low : array_like, a number
        Lower end of the interval.
    high : array_like, a number
        Upper end.
    credibility : array_like, in (0, 1), default 0.9
        Probability that the input lies between.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    NormalParameters
        mean, deviation.
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
    >>> sl.uncertainty.normal_parameters(low=1, high=10)
    NormalParameters(mean=5.5, deviation=2.73581)
    """

@overload
def normal_parameters(
    low: Plain,
    high: Plain,
    credibility: Plain = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NormalParameters[NumPy]: ...
@overload
def normal_parameters(
    low: Quantity,
    high: Quantity,
    credibility: Quantity = 0.9,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NormalParameters[Array]: ...
@overload
def normal_quantile(probability: Real, mean: Real = 0, deviation: Real = 1) -> float:
    """What a normal input stays below with a probability: mean + deviation z.

    Parameters
    ----------
    probability : array_like, in [0, 1]
        That the input stays below; 0 and 1 give the ends.
    mean : array_like, finite, default 0
        Of the input.
    deviation : array_like, > 0 and finite, default 1
        Standard deviation of the input.
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
    >>> sl.uncertainty.normal_quantile(probability=0.95)
    np.float64(1.6448536269514724)
    """

@overload
def normal_quantile(
    probability: Plain,
    mean: Plain = 0,
    deviation: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def normal_quantile(
    probability: Quantity,
    mean: Quantity = 0,
    deviation: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
