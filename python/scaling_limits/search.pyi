# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Trials of a search on workers: brackets, successive halving in step and asynchronous, random search, shared costs.

Budgets are in any unit of work of one trial, times in those of one worker; those of a Halving are in seconds.
"""

from dataclasses import dataclass
from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .results import Result, Rows
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "BracketRung",
    "Halving",
    "brackets",
    "break_even_targets",
    "first_result",
    "halving_efficiency",
    "halving_time",
    "most_useful_workers",
    "random_trials",
    "results_per_time",
    "smooth_halving_efficiency",
]
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class BracketRung(Result):
    """One rung of one bracket of Hyperband.

    Attributes
    ----------
    bracket : its number; 0 starts with the largest budget
    rung : 0 first
    trials : in the rung
    budget : of each of them

    Examples
    --------
    >>> sl.search.brackets(81, 3)[0].trials
    81
    """

    bracket: int
    rung: int
    trials: int
    budget: float

class Halving(Generic[_T]):
    """Trials that are halved rung by rung, in step or asynchronous: how many start, how many go on, how often.

    Any field may be an array. ``limits.Trials`` of the same numbers is the factor that a limit of workers takes.

    Parameters
    ----------
    trials : array_like, >= 1 and finite
        Of the first rung, at least reduction^rungs. Usually 8 to 4096.
    reduction : array_like, >= 2 and finite
        One of so many trials goes on to the next rung. Usually 2 to 4.
    rungs : array_like, a whole number in [0, 2147483647]
        Number of the last rung: rungs + 1 in all. Usually 1 to 6.
    resume : bool, default False
        Whether a trial goes on where it was, not from its start.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> pool = sl.search.Halving(trials=256, reduction=4, rungs=4)
    >>> print(f"16 workers are worth {pool.useful_workers(16):.4f}, more never pass {pool.most_useful_workers:.4f}")
    16 workers are worth 3.4783, more never pass 3.7537
    >>> pool.time(16, least_budget="10 min") / 3600
    61.333333333333336
    """
    @overload
    def __init__(
        self: Halving,
        *,
        trials: Real | Carried,
        reduction: Real | Carried,
        rungs: Real | Carried,
        resume: Real | Carried = False,
    ) -> None: ...
    @overload
    def __init__(
        self: Halving[NumPy],
        *,
        trials: Plain | Carried,
        reduction: Plain | Carried,
        rungs: Plain | Carried,
        resume: Plain | Carried = False,
    ) -> None: ...
    @overload
    def __init__(
        self: Halving[Array],
        *,
        trials: Quantity | Carried,
        reduction: Quantity | Carried,
        rungs: Quantity | Carried,
        resume: Quantity | Carried = False,
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
        trials: Real | Carried = ...,
        reduction: Real | Carried = ...,
        rungs: Real | Carried = ...,
        resume: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Halving[float | NumPy],
        *,
        trials: Plain | Carried = ...,
        reduction: Plain | Carried = ...,
        rungs: Plain | Carried = ...,
        resume: Plain | Carried = ...,
    ) -> Halving[NumPy]: ...
    @overload
    def replace(
        self: Halving[Any],
        *,
        trials: Quantity | Carried = ...,
        reduction: Quantity | Carried = ...,
        rungs: Quantity | Carried = ...,
        resume: Quantity | Carried = ...,
    ) -> Halving[Array]: ...
    @overload
    def time(self: Halving, workers: Real, least_budget: Real) -> float:
        """Time in step, each rung waiting for the one before [s].

        Parameters
        ----------
        workers : array_like, >= 1 and finite
            Trials that run at once.
        least_budget : array_like, > 0 and finite [s]
            Time of a trial in rung 0 on one worker [s].

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def time(self: Halving[float | NumPy], workers: Plain, least_budget: Plain) -> NumPy: ...
    @overload
    def time(self: Halving[Any], workers: Quantity, least_budget: Quantity) -> Array: ...
    @overload
    def efficiency(self: Halving, workers: Real) -> float:
        """Share of the workers' time that is used in step.

        Parameters
        ----------
        workers : array_like, >= 1 and finite
            Trials that run at once.

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
    def efficiency(self: Halving[float | NumPy], workers: Plain) -> NumPy: ...
    @overload
    def efficiency(self: Halving[Any], workers: Quantity) -> Array: ...
    @overload
    def useful_workers(self: Halving, workers: Real) -> float:
        """Workers that are never idle and do as much as so many in step.

        Parameters
        ----------
        workers : array_like, >= 1 and finite
            Trials that run at once.

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
    def useful_workers(self: Halving[float | NumPy], workers: Plain) -> NumPy: ...
    @overload
    def useful_workers(self: Halving[Any], workers: Quantity) -> Array: ...
    @property
    def most_useful_workers(self) -> _T:
        """What workers in step are never worth more than, however many they are."""
    @overload
    def largest_budget(self: Halving, least_budget: Real) -> float:
        """Time of a trial in the last rung, from its start [s].

        Parameters
        ----------
        least_budget : array_like, > 0 and finite [s]
            Time of a trial in rung 0 on one worker [s].

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def largest_budget(self: Halving[float | NumPy], least_budget: Plain) -> NumPy: ...
    @overload
    def largest_budget(self: Halving[Any], least_budget: Quantity) -> Array: ...
    @overload
    def first_result(self: Halving, least_budget: Real) -> float:
        """When asynchronous workers, first_workers or more, have the first trial of the largest budget [s].

        Parameters
        ----------
        least_budget : array_like, > 0 and finite [s]
            Time of a trial in rung 0 on one worker [s].

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def first_result(self: Halving[float | NumPy], least_budget: Plain) -> NumPy: ...
    @overload
    def first_result(self: Halving[Any], least_budget: Quantity) -> Array: ...
    @property
    def first_workers(self) -> _T:
        """Workers from which first_result holds: as many as trials of which one reaches the last rung."""
    @overload
    def results_per_time(self: Halving, workers: Real, least_budget: Real) -> float:
        """Trials of the largest budget that asynchronous workers finish, once there is one [1/s]; a lower bound.

        Parameters
        ----------
        workers : array_like, >= 1 and finite
            Trials that run at once.
        least_budget : array_like, > 0 and finite [s]
            Time of a trial in rung 0 on one worker [s].

        Returns
        -------
        float or array [1/s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def results_per_time(self: Halving[float | NumPy], workers: Plain, least_budget: Plain) -> NumPy: ...
    @overload
    def results_per_time(self: Halving[Any], workers: Quantity, least_budget: Quantity) -> Array: ...
    @property
    def trials(self) -> float | _T:
        """of the first rung, at least reduction^rungs; >= 1 and finite"""
    @property
    def reduction(self) -> float | _T:
        """one of so many trials goes on to the next rung; >= 2 and finite"""
    @property
    def rungs(self) -> float | _T:
        """number of the last rung: rungs + 1 in all; a whole number in [0, 2147483647]"""
    @property
    def resume(self) -> bool | _T:
        """whether a trial goes on where it was, not from its start; true or false"""

def brackets(budget: float, reduction: float, *, form: str = "journal") -> Rows[BracketRung]:
    """The brackets of Hyperband, rung by rung, from many trials of small budgets to few of the largest.

    Parameters
    ----------
    budget : float
        The largest of one trial, in units of the smallest, >= 1.
    reduction : float
        Of so many trials one goes on, >= 2.
    form : str, default 'journal'
        How many start, "journal": ceil((s_max + 1)/(s + 1) reduction^s), or "first": ceil(floor((s_max + 1)/(s + 1))
        reduction^s), as in the first version and its code.

    Returns
    -------
    Rows[BracketRung]
        The brackets of Hyperband, rung by rung, from many trials of small budgets to few of the largest.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    References
    ----------
    Li et al., JMLR 18(185), 2018, algorithm 1; Li et al., ICLR 2017.

    Examples
    --------
    >>> [row.trials for row in sl.search.brackets(81, 3) if row.rung == 0]
    [81, 34, 15, 8, 5]
    >>> sum(row.trials * row.budget for row in sl.search.brackets(81, 3, form="first"))
    1701.0
    """

@overload
def break_even_targets(shared: Real, per_target: Real, alternative_per_target: Real) -> float:
    """Targets from which something shared pays; inf where it never does.

    c_0/(c - c_1), c_0 = shared, c_1 = per_target, c = alternative_per_target, in one unit.

    Parameters
    ----------
    shared : array_like, >= 0
        Its cost, once.
    per_target : array_like, >= 0
        What each target costs beside it.
    alternative_per_target : array_like, >= 0
        What each target costs without it.
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
    elementary: where the two costs are equal.

    Examples
    --------
    >>> sl.search.break_even_targets(shared=1240, per_target=75, alternative_per_target=500)
    np.float64(2.9176470588235293)
    """

@overload
def break_even_targets(
    shared: Plain,
    per_target: Plain,
    alternative_per_target: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def break_even_targets(
    shared: Quantity,
    per_target: Quantity,
    alternative_per_target: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def first_result(reduction: Real, rungs: Real, resume: Real = 0) -> float:
    """When asynchronous halving has its first trial of the largest budget, in units of that budget.

    sum_k eta^(k-s), k = 0 ... s, on eta^s workers or more, always below 2; resumed 1. eta = reduction, s = rungs.

    Parameters
    ----------
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    Li et al., A System for Massively Parallel Hyperparameter Tuning, 2020 (ASHA).

    Examples
    --------
    >>> sl.search.first_result(reduction=4, rungs=4)
    np.float64(1.33203125)
    """

@overload
def first_result(
    reduction: Plain,
    rungs: Plain,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def first_result(
    reduction: Quantity,
    rungs: Quantity,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def halving_efficiency(
    trials: Real, reduction: Real, rungs: Real, workers: Real, least_budget: Real = 1, resume: Real = 0
) -> float:
    """Share of the workers' time that successive halving in step uses.

    sum_k floor(n/eta^k) b_k / (W halving_time), with b_k as in halving_time; n = trials, eta = reduction, W = workers.

    Parameters
    ----------
    trials : array_like, >= 1
        At least reduction^rungs.
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    workers : array_like, >= 1
        Trials that run at once.
    least_budget : array_like, >= 0, default 1
        Of a trial in rung 0; no matter.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    elementary: the work of all trials over the time of all workers.

    Examples
    --------
    >>> sl.search.halving_efficiency(trials=256, reduction=4, rungs=4, workers=16)
    np.float64(0.21739130434782608)
    """

@overload
def halving_efficiency(
    trials: Plain,
    reduction: Plain,
    rungs: Plain,
    workers: Plain,
    least_budget: Plain = 1,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def halving_efficiency(
    trials: Quantity,
    reduction: Quantity,
    rungs: Quantity,
    workers: Quantity,
    least_budget: Quantity = 1,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def halving_time(trials: Real, reduction: Real, rungs: Real, workers: Real, least_budget: Real = 1, resume: Real = 0) -> float:
    """Time of successive halving in step, each rung waiting for the one before.

    sum_k ceil(floor(n/eta^k)/W) b_k, k = 0 ... s, b_k = r eta^k, resumed r (eta^k - eta^(k-1)) from k = 1 on; n = trials,
    eta = reduction, s = rungs, W = workers, r = least_budget. In the unit of least_budget.

    Parameters
    ----------
    trials : array_like, >= 1
        At least reduction^rungs.
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    workers : array_like, >= 1
        Trials that run at once.
    least_budget : array_like, >= 0, default 1
        Of a trial in rung 0, in any unit: that of the answer.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    Li et al., JMLR 18(185), 2018, section 3, for the rungs; the time is elementary.

    Examples
    --------
    >>> sl.search.halving_time(trials=256, reduction=4, rungs=4, workers=16)
    np.float64(368.0)
    """

@overload
def halving_time(
    trials: Plain,
    reduction: Plain,
    rungs: Plain,
    workers: Plain,
    least_budget: Plain = 1,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def halving_time(
    trials: Quantity,
    reduction: Quantity,
    rungs: Quantity,
    workers: Quantity,
    least_budget: Quantity = 1,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def most_useful_workers(trials: Real, reduction: Real, rungs: Real, resume: Real = 0) -> float:
    """What workers of successive halving in step are never worth more than, however many they are.

    n sum_k q_k / sum_k q_k eta^k, k = 0 ... s, from scratch n (s + 1)/sum_k eta^k; n = trials, eta = reduction,
    s = rungs; q_k = 1, resumed 1 - 1/eta from k = 1 on. In workers that are never idle.

    Parameters
    ----------
    trials : array_like, >= 1
        At least reduction^rungs.
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.

    Examples
    --------
    >>> sl.search.most_useful_workers(trials=256, reduction=4, rungs=4)
    np.float64(3.7536656891495603)
    """

@overload
def most_useful_workers(
    trials: Plain,
    reduction: Plain,
    rungs: Plain,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def most_useful_workers(
    trials: Quantity,
    reduction: Quantity,
    rungs: Quantity,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def random_trials(quantile: Real, probability: Real) -> float:
    """Random trials until the best of them is within the best share of all with a probability.

    ln(1 - p)/ln(1 - q), q = quantile, p = probability; a real number, inf where no number is enough.

    Parameters
    ----------
    quantile : array_like, in (0, 1)
        The best share of all.
    probability : array_like, in [0, 1]
        With which one is within it.
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
    Bergstra and Bengio, JMLR 13, 2012.

    Examples
    --------
    >>> sl.search.random_trials(quantile=0.05, probability=0.95)
    np.float64(58.403974814319746)
    """

@overload
def random_trials(
    quantile: Plain,
    probability: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def random_trials(
    quantile: Quantity,
    probability: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def results_per_time(workers: Real, reduction: Real, rungs: Real, resume: Real = 0) -> float:
    """Trials that asynchronous halving finishes in the time of one largest budget, once it has its first.

    W/(s + 1), resumed W/(1 + s (1 - 1/eta)); W = workers, eta = reduction, s = rungs. A lower bound: trials that were
    promoted early come on top.

    Parameters
    ----------
    workers : array_like, >= 0
        Trials that run at once.
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    ours, below an event simulation: tests/unit/search/successive_halving.test.cpp.

    Examples
    --------
    >>> sl.search.results_per_time(workers=16, reduction=4, rungs=4)
    np.float64(3.2)
    """

@overload
def results_per_time(
    workers: Plain,
    reduction: Plain,
    rungs: Plain,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def results_per_time(
    workers: Quantity,
    reduction: Quantity,
    rungs: Quantity,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def smooth_halving_efficiency(workers: Real, trials: Real, reduction: Real, rungs: Real, resume: Real = 0) -> float:
    """halving_efficiency without rounding, for any number of workers.

    sum_k q_k / sum_k q_k max(1, W eta^k/n), k = 0 ... s; W = workers, n = trials, eta = reduction, s = rungs; q_k = 1,
    resumed 1 - 1/eta from k = 1 on. Exact where eta^s divides n and W divides every n/eta^k. Useful workers, W times it,
    never pass most_useful_workers.

    Parameters
    ----------
    workers : array_like, >= 0
        Trials that run at once.
    trials : array_like, >= 1
        At least reduction^rungs.
    reduction : array_like, >= 2
        Of so many trials one goes on to the next rung.
    rungs : array_like, >= 0
        The number of the last rung, 0 first; a whole number.
    resume : array_like, a number, default 0
        Whether a trial goes on where it was, not from its start; 0 or False: no.
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
    ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.

    Examples
    --------
    >>> sl.search.smooth_halving_efficiency(workers=16, trials=256, reduction=4, rungs=4)
    np.float64(0.21739130434782608)
    """

@overload
def smooth_halving_efficiency(
    workers: Plain,
    trials: Plain,
    reduction: Plain,
    rungs: Plain,
    resume: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def smooth_halving_efficiency(
    workers: Quantity,
    trials: Quantity,
    reduction: Quantity,
    rungs: Quantity,
    resume: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
