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
from xarray import Dataset

from .results import Result
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "BinnedRates",
    "CorrelatedFailures",
    "Fit",
    "GoodnessOfFit",
    "Incidents",
    "Interval",
    "Law",
    "MixedPool",
    "RateRatio",
    "Statistic",
    "SurvivalCurve",
    "WorstParts",
    "binned_rates",
    "coefficient_of_variation",
    "correlated_failures",
    "fit",
    "incidents",
    "index_of_dispersion",
    "kaplan_meier",
    "laplace_trend",
    "mixed_pool",
    "mtbf_interval",
    "rate_by_age",
    "rate_ratio",
    "worst_parts",
    "Empirical",
    "Exponential",
    "Gamma",
    "Lognormal",
    "Lomax",
    "TwoPiece",
    "Weibull",
    "MtbfEstimate",
    "gpu_mttf_from_events",
    "gpu_mttf_from_mtbf",
    "gpu_mttf_from_node_rate",
    "hit_probability",
    "mtbf_from_events",
    "mtbf_from_gpus",
    "mtbf_from_interruptions",
    "mtbf_quantile",
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
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class BinnedRates(Result):
    """Events over exposure in bins.

    Attributes
    ----------
    edges : of the bins [s]
    events, exposure : in each
    rate, lower, upper : of one part [1/s]; NaN: nothing was watched in the bin

    Examples
    --------
    >>> sl.failures.rate_by_age([10, 20, 30, 40], [True, True, False, True], edges=[0, 25, 50]).events
    array([2., 1.])
    """

    edges: np.ndarray[Any, Any]
    events: np.ndarray[Any, Any]
    exposure: np.ndarray[Any, Any]
    rate: np.ndarray[Any, Any]
    lower: np.ndarray[Any, Any]
    upper: np.ndarray[Any, Any]

@dataclass(frozen=True, eq=False)
class CorrelatedFailures(Result):
    """How often parts of one domain fail together, beyond chance.

    Attributes
    ----------
    rate, lower, upper : correlated failures of one domain, and the interval [1/s]
    label : of each domain
    parts, events : of it
    observed_in, expected_in : incidents of two parts or more of it
    observed : incidents of two parts or more of one domain
    expected : by chance, of independent parts
    p_value : of as many or more by chance
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> times, parts = [0, 1, 5000, 9000, 9001], ["a", "b", "c", "a", "b"]
    >>> domains = {"a": "rack 1", "b": "rack 1", "c": "rack 2"}
    >>> sl.failures.correlated_failures(times, parts, domains, within=60, window=86400).observed
    2.0
    """

    observed: float
    expected: float
    p_value: float
    rate: float
    lower: float
    upper: float
    label: list[Any]
    parts: np.ndarray[Any, Any]
    events: np.ndarray[Any, Any]
    observed_in: np.ndarray[Any, Any]
    expected_in: np.ndarray[Any, Any]
    status: str
    note: str

@dataclass(frozen=True, eq=False)
class Fit(Result, Generic[_T]):
    """A failure law fitted to lives.

    Attributes
    ----------
    law : the law, a value like any other: it can be asked, simulated, saved
    parameters : its parameters by name, times in seconds
    lives : what it was fitted to: durations, observed, entry
    log_likelihood : of the lives, times in seconds
    aic : Akaike's criterion: the lower, the better
    bic : Schwarz's criterion: the lower, the better
    mean : mean life of the law [s]
    units : lives
    events : of them that ended
    exposure : time that they were watched in all [s]
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 3.8e6], [True, True, True, False], law="exponential")
    >>> fit.law
    Exponential(mean=1000 h)
    >>> fit.law.survival(3.6e6)
    0.36787944117144233
    """

    law: Law[_T]
    parameters: dict[str, float]
    log_likelihood: float
    aic: float
    bic: float
    mean: float
    units: float
    events: float
    exposure: float
    status: str
    note: str
    lives: tuple[Any, ...]
    def interval(self, name: str, confidence: float = 0.95) -> Interval:
        """What holds a parameter with a confidence: of an exponential chi-squared of the count, else by profile likelihood.

        Parameters
        ----------
        name : str
            Of the parameter.
        confidence : float, default 0.95
            In (0, 1).

        Returns
        -------
        Interval
            The ends of an interval.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

        Examples
        --------
        >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False], law="weibull")
        >>> lower, upper = fit.interval("shape")
        >>> lower < fit.parameters["shape"] < upper
        True
        """
    def goodness(self, pieces: int = 0) -> GoodnessOfFit:
        """How well the law goes with the lives: chi-squared of failures in pieces of time of as many expected ones.

        Parameters
        ----------
        pieces : int, default 0
            Of time, at least 3; 0: one for ten failures, 5 to 20.

        Returns
        -------
        GoodnessOfFit
            Failures in pieces of time, against those that a fitted law expects there.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> fit = sl.failures.fit([3600.0 * k for k in range(1, 61)], law="weibull")
        >>> fit.goodness(5).degrees
        4.0
        """

@dataclass(frozen=True, eq=False)
class GoodnessOfFit(Result):
    """Failures in pieces of time, against those that a fitted law expects there.

    Attributes
    ----------
    edges : ends of the pieces [s]
    observed, expected : failures in each
    statistic : chi-squared
    degrees : its degrees of freedom
    p_value : probability of so bad a fit, were the law right
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> fit = sl.failures.fit([3600.0 * k for k in range(1, 61)], law="exponential")
    >>> fit.goodness(5).p_value < 0.05
    True
    """

    statistic: float
    degrees: float
    p_value: float
    edges: np.ndarray[Any, Any]
    observed: np.ndarray[Any, Any]
    expected: np.ndarray[Any, Any]
    status: str
    note: str

@dataclass(frozen=True, eq=False)
class Incidents(Result):
    """Events merged to incidents; as a table a row for each.

    Attributes
    ----------
    incident : number of each event's, from 0 in order of time
    start : first event of each incident [s]
    events, parts : of each incident, distinct parts

    Examples
    --------
    >>> sl.failures.incidents([0, 5, 100], parts=["a", "b", "a"], within=60).incident
    array([0., 0., 1.])
    """

    incident: np.ndarray[Any, Any]
    start: np.ndarray[Any, Any]
    events: np.ndarray[Any, Any]
    parts: np.ndarray[Any, Any]

class Interval(NamedTuple):
    """The ends of an interval.

    Attributes
    ----------
    lower : below it lies what is asked for with half of what the confidence leaves
    upper : above it the other half

    Examples
    --------
    >>> round(sl.failures.mtbf_interval(419, 54 * sl.units.day).lower / 3600, 3)
    2.811
    """

    lower: float
    upper: float

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

@dataclass(frozen=True, eq=False)
class RateRatio(Result, Generic[_T, _S]):
    """One rate over another; arrays where the arguments are.

    Attributes
    ----------
    lower, upper : ends of its interval
    ratio : of the rates, after over before
    p_value : two-sided, of equal rates
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> found = sl.failures.rate_ratio(40, 30 * sl.units.day, 20, 30 * sl.units.day)
    >>> found.ratio, round(found.p_value, 4)
    (0.5, 0.0135)
    """

    ratio: _T
    lower: _T
    upper: _T
    p_value: _T
    status: _S
    note: _S

class Statistic(float):
    """A test's statistic, a number, with what it says.

    Attributes
    ----------
    p_value : of as extreme a one were the rate constant; NaN: too few events
    note : why there is none

    Examples
    --------
    >>> trend = sl.failures.laplace_trend([60, 70, 80, 90], window=100)
    >>> round(float(trend), 3), round(trend.p_value, 3)
    (1.732, 0.083)
    """

    p_value: float
    note: str

@dataclass(frozen=True, eq=False)
class SurvivalCurve(Result):
    """Survival of lives without any law: a staircase that falls where some failed.

    Attributes
    ----------
    times : at which some failed [s]
    survival : from each time on, until the next; 1 before the first
    lower, upper : ends of the band at that time
    cumulative_hazard : of Nelson and Aalen
    at_risk, events : that were watched just before, and failed then

    Examples
    --------
    >>> curve = sl.failures.kaplan_meier([6, 6, 6, 6, 7], [True, True, True, False, True])
    >>> curve.survival
    array([0.4, 0. ])
    """

    times: np.ndarray[Any, Any]
    survival: np.ndarray[Any, Any]
    lower: np.ndarray[Any, Any]
    upper: np.ndarray[Any, Any]
    cumulative_hazard: np.ndarray[Any, Any]
    at_risk: np.ndarray[Any, Any]
    events: np.ndarray[Any, Any]

@dataclass(frozen=True, eq=False)
class WorstParts(Result):
    """Parts by how often they fail, chance taken out, and what it gains to take the worst away.

    Attributes
    ----------
    part : labels, the worst first
    rate : shrunken rate of each of them [1/s]: of many parts the one that did worst did so by chance, too
    removed : what all lose without those up to it [1/s]
    renewed : and with others in their place [1/s]
    part_p_value, holm, benjamini_hochberg : of each part in the order given: of as many failures or more at the common rate,
        as it is and adjusted: of m parts that are all alike m/20 have 0.05
    p_value : of equal rates of all; not given where events are too few
    mean_rate : of a part [1/s]
    dispersion : squared coefficient of variation of the rates; 0: no more than chance
    total_rate : of all parts [1/s]
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> found = sl.failures.worst_parts([1, 0, 2, 1, 12, 1], [sl.units.day * 30] * 6)
    >>> found.part[0], bool(found.holm[4] < 0.05)
    (4, True)
    """

    p_value: float
    mean_rate: float
    dispersion: float
    total_rate: float
    part: list[Any]
    rate: np.ndarray[Any, Any]
    removed: np.ndarray[Any, Any]
    renewed: np.ndarray[Any, Any]
    part_p_value: np.ndarray[Any, Any]
    holm: np.ndarray[Any, Any]
    benjamini_hochberg: np.ndarray[Any, Any]
    status: str
    note: str

def binned_rates(times: Quantity, start: Quantity, end: Quantity, *, edges: Quantity, confidence: float = 0.95) -> BinnedRates:
    """Events over exposure in bins of calendar time, with exact intervals.

    Parameters
    ----------
    times : array_like
        Of the events [s].
    start : array_like
        Of each stretch of service [s]; they may overlap.
    end : array_like
        Of each stretch of service [s]; they may overlap.
    edges : array_like
        Of the bins, rising [s].
    confidence : float, in (0, 1), default 0.95
        Of the intervals, in (0, 1).

    Returns
    -------
    BinnedRates
        Events over exposure in bins.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.binned_rates([5, 15], [0, 0], [20, 10], edges=[0, 10, 20]).exposure
    array([20., 10.])
    """

def coefficient_of_variation(times: Quantity) -> Statistic:
    """How uneven the gaps between events are: standard deviation over mean, 1 at a constant rate (Greenwood's test).

    Parameters
    ----------
    times : array_like
        Of the events [s].

    Returns
    -------
    Statistic
        A test's statistic, a number, with what it says.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.coefficient_of_variation([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).p_value < 1e-6
    True
    """

def correlated_failures(
    times: Quantity, parts: Any, domains: Any, within: Quantity, window: Quantity, rule: str = "chain", confidence: float = 0.95
) -> CorrelatedFailures:
    """How often two parts or more of one domain (a rack, a power feed) fail together, beyond chance.

    Parameters
    ----------
    times : array_like
        Of the events, from the window's start [s].
    parts : Any
        Label of the part that each is of.
    domains : Any
        Of every part, those that never failed included: {part: domain}.
    within : array_like, >= 0 and finite [s]
        How closely failures of one incident follow [s].
    window : array_like, > 0 and finite [s]
        Length of the time observed [s].
    rule : str, default 'chain'
        As of ``incidents``.
    confidence : float, in (0, 1), default 0.95
        Of the interval, in (0, 1).

    Returns
    -------
    CorrelatedFailures
        How often parts of one domain fail together, beyond chance.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> found = sl.failures.correlated_failures([0, 1, 5000], ["a", "b", "c"], dict(a=1, b=1, c=2), within=60, window=86400)
    >>> found.label, found.observed_in
    ([1, 2], array([1., 0.]))
    """

@overload
def fit(durations: Real, observed: Any = None, law: str = "weibull", entry: Real | None = None) -> Fit:
    """A failure law fitted to lives by maximum likelihood.

    Parameters
    ----------
    durations : array_like
        Age of each part when it was last seen, > 0 [s].
    observed : Any, optional
        Whether it failed then; default: all did. The others are right-censored: they live longer.
    law : str, default 'weibull'
        "exponential", "weibull", "lognormal", "gamma" or "two_piece", a constant hazard that changes once.
    entry : array_like, optional
        Age of each when it was first seen [s], below its duration (left truncation); default: new.

    Returns
    -------
    Fit
        A failure law fitted to lives.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> round(fit.parameters["shape"], 3)
    1.517
    """

@overload
def fit(durations: Plain, observed: Any = None, law: str = "weibull", entry: Plain | None = None) -> Fit[NumPy]: ...
@overload
def fit(durations: Quantity, observed: Any = None, law: str = "weibull", entry: Quantity | None = None) -> Fit[Array]: ...
def incidents(times: Quantity, parts: Any, within: Quantity, rule: str = "chain") -> Incidents:
    """Events merged to incidents: those that follow within a time are of one; simultaneous ones always.

    Parameters
    ----------
    times : array_like
        Of the events [s].
    parts : Any
        Label of the part that each is of.
    within : array_like, >= 0 and finite [s]
        How closely events of one incident follow [s].
    rule : str, default 'chain'
        "chain": the event before; "first": the incident's first event.

    Returns
    -------
    Incidents
        Events merged to incidents; as a table a row for each.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.incidents([0, 5, 100], parts=["a", "b", "a"], within=60).parts
    array([2., 1.])
    """

def index_of_dispersion(times: Quantity, window: Quantity, bin: Quantity) -> Statistic:
    """Whether events come in bursts: sample variance over mean of their counts in bins, 1 at a constant rate.

    Parameters
    ----------
    times : array_like
        Of the events, from the window's start [s].
    window : array_like, > 0 and finite [s]
        Length of the time observed [s].
    bin : array_like, > 0 and finite [s]
        Length of a bin [s]; what is left of the window after whole ones is left out.

    Returns
    -------
    Statistic
        A test's statistic, a number, with what it says.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.index_of_dispersion([1, 2, 3, 51, 52, 53], window=100, bin=10)
    Statistic(2.66667, p_value=nan)
    """

def kaplan_meier(
    durations: Quantity, observed: Any = None, entry: Quantity | None = None, confidence: float = 0.95
) -> SurvivalCurve:
    """Survival of lives without any law (Kaplan and Meier), with a band (Greenwood, of ln(-ln S)).

    Parameters
    ----------
    durations : array_like
        Age of each part when it was last seen, > 0 [s].
    observed : Any, optional
        Whether it failed then; default: all did.
    entry : array_like, optional
        Age of each when it was first seen [s]; default: new.
    confidence : float, in (0, 1), default 0.95
        Of the band at one time, in (0, 1).

    Returns
    -------
    SurvivalCurve
        Survival of lives without any law: a staircase that falls where some failed.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.kaplan_meier([6, 6, 6, 6, 7], [True, True, True, False, True]).times
    array([6., 7.])
    """

def laplace_trend(times: Quantity, window: Quantity) -> Statistic:
    """Whether the rate of events rises (above 0) or falls: Laplace's test, normal at a constant rate.

    Parameters
    ----------
    times : array_like
        Of the events, from the window's start [s].
    window : array_like, > 0 and finite [s]
        Length of the time observed [s].

    Returns
    -------
    Statistic
        A test's statistic, a number, with what it says.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.laplace_trend([10, 20, 30, 40], window=100)
    Statistic(-1.73205, p_value=0.0833)
    """

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
    MixedPool(running_share=0.655543, mean_rate=1.3709 per h)
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
def mtbf_interval(events: Quantity, exposure: Quantity, confidence: Quantity = 0.95) -> Interval:
    """What holds the MTBF with a confidence, from a count of failures: the ends of ``mtbf_from_events``.

    Without an event the lower end is one-sided, exposure / -ln(1 - confidence), and the upper infinite.

    Parameters
    ----------
    events : array_like
        Failures, >= 0.
    exposure : array_like
        Running time in which they were counted [s].
    confidence : array_like, default 0.95
        In (0, 1).

    Returns
    -------
    Interval
        The ends of an interval.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

    Examples
    --------
    >>> lower, upper = sl.failures.mtbf_interval(419, 54 * sl.units.day)
    >>> round(lower / 3600, 3), round(upper / 3600, 3)
    (2.811, 3.412)
    """

def rate_by_age(
    durations: Quantity, observed: Any = None, *, edges: Quantity, entry: Quantity | None = None, confidence: float = 0.95
) -> BinnedRates:
    """Failures over time at risk in bins of age, with exact intervals.

    Parameters
    ----------
    durations : array_like
        Age of each part when it was last seen [s].
    observed : Any, optional
        Whether it failed then; default: all did.
    edges : array_like
        Of the bins, rising from 0 or more [s].
    entry : array_like, optional
        Age of each when it was first seen [s]; default: new.
    confidence : float, in (0, 1), default 0.95
        Of the intervals, in (0, 1).

    Returns
    -------
    BinnedRates
        Events over exposure in bins.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.rate_by_age([10, 20, 30, 40], edges=[0, 25, 50]).exposure
    array([80., 20.])
    """

@overload
def rate_ratio(
    events_before: Real, exposure_before: Real, events_after: Real, exposure_after: Real, confidence: Real = 0.95
) -> RateRatio:
    """The rate after a change (a firmware, a site) over that before it, with an exact interval.

    Parameters
    ----------
    events_before : array_like, a whole number >= 0 and finite
        Counted.
    exposure_before : array_like, > 0 and finite [s]
        Time in which they were [s].
    events_after : array_like, a whole number >= 0 and finite
        Counted.
    exposure_after : array_like, > 0 and finite [s]
        Time in which they were [s].
    confidence : array_like, in (0, 1), default 0.95
        Of the interval, in (0, 1).

    Returns
    -------
    RateRatio
        One rate over another; arrays where the arguments are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.rate_ratio(40, 30 * sl.units.day, 0, 30 * sl.units.day).upper < 0.1
    True
    """

@overload
def rate_ratio(
    events_before: Plain, exposure_before: Plain, events_after: Plain, exposure_after: Plain, confidence: Plain = 0.95
) -> RateRatio[NumPy, NumPyText]: ...
@overload
def rate_ratio(
    events_before: Quantity,
    exposure_before: Quantity,
    events_after: Quantity,
    exposure_after: Quantity,
    confidence: Quantity = 0.95,
) -> RateRatio[Array, Array]: ...
def worst_parts(events: Any, exposures: Quantity, labels: Any = None, renewed_rate: Quantity | None = None) -> WorstParts:
    """Which parts fail more than chance allows, and what it gains to take the worst away, or to have them repaired.

    Parameters
    ----------
    events : Any
        Failures of each part, those of none included.
    exposures : array_like
        Time that each was watched [s].
    labels : Any, optional
        Of the parts; default: their places.
    renewed_rate : array_like, >= 0 and finite [1/s], optional
        Of a part in the place of one taken away [1/s]; default: the mean.

    Returns
    -------
    WorstParts
        Parts by how often they fail, chance taken out, and what it gains to take the worst away.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.failures.worst_parts([1, 0, 2, 1, 12, 1], [sl.units.day * 30] * 6, labels=list("abcdef")).part[0]
    'e'
    """

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

class Gamma(Law[_T]):
    """survival = Q(shape, t / scale): early failures for a shape below 1, wear above, 1/scale at last. Mean shape x scale.

    Parameters
    ----------
    shape : array_like, > 0 and finite
        Below 1: early failures, 1: exponential, above 1: wear. Usually 0.28 to 4.2 (maximum likelihood: times between failures
        of 23 systems of LA-UR-05-7318 0.28 to 0.95, median 0.61; lives of Titan's old GPUs 4.2).
    scale : array_like, > 0 and finite [s]
        Mean / shape; 1 / the hazard of the oldest.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.Gamma(shape=0.28, scale=0.5)
    Gamma(shape=0.28, scale=500 ms)
    """
    @overload
    @classmethod
    def from_mean(cls, *, mean: Real, shape: Real) -> Gamma:
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
    def from_mean(cls, *, mean: Plain, shape: Plain) -> Gamma[NumPy]: ...
    @overload
    @classmethod
    def from_mean(cls, *, mean: Quantity, shape: Quantity) -> Gamma[Array]: ...
    @property
    def shape(self) -> float | _T:
        """below 1: early failures, 1: exponential, above 1: wear; > 0 and finite"""
    @property
    def scale(self) -> float | _T:
        """mean / shape; 1 / the hazard of the oldest; > 0 and finite [s]"""
    @overload
    def __init__(self: Gamma, *, shape: Real | Carried, scale: Real | Carried) -> None: ...
    @overload
    def __init__(self: Gamma[NumPy], *, shape: Plain | Carried, scale: Plain | Carried) -> None: ...
    @overload
    def __init__(self: Gamma[Array], *, shape: Quantity | Carried, scale: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, shape: Real | Carried = ..., scale: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(self: Gamma[float | NumPy], *, shape: Plain | Carried = ..., scale: Plain | Carried = ...) -> Gamma[NumPy]: ...
    @overload
    def replace(self: Gamma[Any], *, shape: Quantity | Carried = ..., scale: Quantity | Carried = ...) -> Gamma[Array]: ...

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

class TwoPiece(Law[_T]):
    """A hazard that changes once: early_rate until the age change, late_rate from there on.

    Parameters
    ----------
    early_rate : array_like, >= 0 and finite [1/s]
        Hazard before the change.
    late_rate : array_like, > 0 and finite [1/s]
        Hazard from the change on.
    change : array_like, > 0 and finite [s]
        Age at which the hazard changes.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.failures.TwoPiece(early_rate=0.5, late_rate=0.5, change=0.5)
    TwoPiece(early_rate=0.5 per s, late_rate=0.5 per s, change=500 ms)
    """
    @property
    def early_rate(self) -> float | _T:
        """hazard before the change; >= 0 and finite [1/s]"""
    @property
    def late_rate(self) -> float | _T:
        """hazard from the change on; > 0 and finite [1/s]"""
    @property
    def change(self) -> float | _T:
        """age at which the hazard changes; > 0 and finite [s]"""
    @overload
    def __init__(self: TwoPiece, *, early_rate: Real | Carried, late_rate: Real | Carried, change: Real | Carried) -> None: ...
    @overload
    def __init__(
        self: TwoPiece[NumPy], *, early_rate: Plain | Carried, late_rate: Plain | Carried, change: Plain | Carried
    ) -> None: ...
    @overload
    def __init__(
        self: TwoPiece[Array], *, early_rate: Quantity | Carried, late_rate: Quantity | Carried, change: Quantity | Carried
    ) -> None: ...
    @overload
    def replace(
        self, *, early_rate: Real | Carried = ..., late_rate: Real | Carried = ..., change: Real | Carried = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: TwoPiece[float | NumPy],
        *,
        early_rate: Plain | Carried = ...,
        late_rate: Plain | Carried = ...,
        change: Plain | Carried = ...,
    ) -> TwoPiece[NumPy]: ...
    @overload
    def replace(
        self: TwoPiece[Any],
        *,
        early_rate: Quantity | Carried = ...,
        late_rate: Quantity | Carried = ...,
        change: Quantity | Carried = ...,
    ) -> TwoPiece[Array]: ...

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
def mtbf_quantile(events: Real, exposure: Real, probability: Real) -> float:
    """The MTBF [s] that the truth stays below with a probability, given a count of failures.

    Quantiles of the posterior of a rate of which nothing else is known; even ones are samples to go on with.

    Parameters
    ----------
    events : array_like, >= 0
        Interruptions counted.
    exposure : array_like [s], > 0
        Running time in which they were counted.
    probability : array_like, in (0, 1)
        That the MTBF is lower.
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
    Jeffreys, "Theory of Probability", 1961, section 3.1: gamma of shape events + 1/2.

    Examples
    --------
    >>> sl.failures.mtbf_quantile(events=419, exposure=4.6656e+06, probability=0.5)
    np.float64(11130.654812164421)
    """

@overload
def mtbf_quantile(
    events: Plain,
    exposure: Plain,
    probability: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def mtbf_quantile(
    events: Quantity,
    exposure: Quantity,
    probability: Quantity,
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
