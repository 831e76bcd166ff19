# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The functions behind the optimal interval, for whole arrays."""

from typing import overload

from .typing import Array, ArrayLike, NumPy, Plain, Quantity, Real

__all__ = [
    "best_period",
    "period_load",
    "share_load",
    "worked_share",
]

@overload
def best_period(load: Real) -> float:
    """The best period in units of the MTBF, and -ln of the best goodput: y with y - 1 + exp(-y) = load.

    Parameters
    ----------
    load : array_like, >= 0
        Cost of a checkpoint / MTBF.
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
    >>> sl.numeric.best_period(load=0.01)
    np.float64(0.1448347510668347)
    """

@overload
def best_period(
    load: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def best_period(
    load: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def period_load(period: Real) -> float:
    """y - 1 + exp(-y) of a period y, the inverse of best_period, without cancellation near 0.

    Parameters
    ----------
    period : array_like, >= 0
        Period in units of the MTBF.
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
    >>> sl.numeric.period_load(period=0.15)
    np.float64(0.010707976425057806)
    """

@overload
def period_load(
    period: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def period_load(
    period: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def share_load(share: Real) -> float:
    """-ln(1 - q) - q of a share q, the inverse of worked_share.

    Parameters
    ----------
    share : array_like, in [0, 1]
        Interval in units of the MTBF.
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
    >>> sl.numeric.share_load(share=0.13)
    np.float64(0.009262067333507651)
    """

@overload
def share_load(
    share: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def share_load(
    share: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def worked_share(load: Real) -> float:
    """The best interval in units of the MTBF.

    q = 1 - exp(-y) with y - 1 + exp(-y) = load. Exact to 4 ulp from 0 to inf.

    Parameters
    ----------
    load : array_like, >= 0
        Cost of a checkpoint / MTBF.
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
    docs/derivations.md, section "The best interval"; the series in sqrt(2 load):
    Corless et al., Adv. Comput. Math. 5, 1996, section 4.

    Examples
    --------
    >>> sl.numeric.worked_share(load=0.01)
    np.float64(0.13483475106683468)
    """

@overload
def worked_share(
    load: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def worked_share(
    load: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
