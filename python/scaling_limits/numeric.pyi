# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The functions behind the optimal interval, for whole arrays."""

from typing import overload

from ._typing import Answer, ArrayLike, Quantity, Real

__all__ = [
    "best_period",
    "period_load",
    "share_load",
    "worked_share",
]

@overload
def best_period(load: Real) -> float:
    """y with y - 1 + exp(-y) = load: the best period in units of the MTBF, and -ln of the best goodput.

    load: cost of a checkpoint / MTBF, >= 0; NaN outside.
    """

@overload
def best_period(
    load: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def period_load(period: Real) -> float:
    """y - 1 + exp(-y), the inverse of best_period, without cancellation near 0.

    period: in units of the MTBF, >= 0; NaN outside.
    """

@overload
def period_load(
    period: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def share_load(share: Real) -> float:
    """-ln(1 - q) - q, the inverse of worked_share.

    share: in [0, 1]; NaN outside.
    """

@overload
def share_load(
    share: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def worked_share(load: Real) -> float:
    """q = 1 - exp(-y) with y - 1 + exp(-y) = load: the best interval in units of the MTBF.

    load: cost of a checkpoint / MTBF, >= 0; NaN outside. Exact to 4 ulp from 0 to inf.
    """

@overload
def worked_share(
    load: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
