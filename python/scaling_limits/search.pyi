# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Trials of a search on workers: brackets, successive halving in step and asynchronous, random search, shared costs.

Budgets are in any unit of work of one trial, times in those of one worker.
"""

from dataclasses import dataclass
from typing import Any, overload

from .results import Result, Rows
from .typing import Array, ArrayLike, NumPy, Plain, Quantity, Real

__all__ = [
    "BracketRung",
    "brackets",
    "break_even_targets",
    "first_result",
    "halving_efficiency",
    "halving_time",
    "random_trials",
    "results_per_time",
    "smooth_halving_efficiency",
]

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
def smooth_halving_efficiency(workers: Real, trials: Real, reduction: Real, rungs: Real) -> float:
    """halving_efficiency without rounding, for any number of workers.

    (s + 1)/sum_k max(1, W eta^k/n), k = 0 ... s; W = workers, n = trials, eta = reduction, s = rungs. Exact where eta^s
    divides n and W divides every n/eta^k. Useful workers, W times it, never pass n (s + 1)/sum_k eta^k.

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
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
