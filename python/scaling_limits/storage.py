# SPDX-License-Identifier: Apache-2.0
"""Where state goes: storage tiers, and copies in the memory of machines."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ._docs import complete
from ._kernel import find, kernels_of
from ._parameters import Parameters
from ._public import listing
from .catalog import kinds
from .typing import Number, Quantity

_kernels = kernels_of("storage")
globals().update(_kernels)
__all__ = ["Tier", "placement_survival"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class Tier(Parameters, group="tier", kind=kinds("tier")["tier"]):
    """A place for checkpoints: its bandwidths, the whole system's or each GPU's, and its latency."""

    __slots__ = ()


_placement_survival = find("storage._placement_survival")


def placement_survival(
    machines: Quantity, copies: Quantity, lost: Quantity, placement: Literal["group", "ring", "mixed"] = "group"
) -> Number:
    """Probability that every shard keeps a copy when `lost` machines are lost at once, any of them equally likely; exact.

    Relative accuracy 1e-9 or better up to a million machines; NaN where machines, copies or lost are no whole numbers.

    Parameters
    ----------
    placement : "group" (copies divide machines, groups hold each other's shards), "ring" (each shard on neighbours of one
        ring) or "mixed" (groups, and one ring of the last copies + machines mod copies)

    References
    ----------
    GEMINI, Wang et al., SOSP 2023, section 5.

    Examples
    --------
    >>> sl.storage.placement_survival(16, 2, [1, 2])
    array([1.        , 0.93333333])
    """
    found: Number = _placement_survival(machines, copies, lost, placement)
    if placement == "group":
        n, m = np.broadcast_arrays(np.asarray(machines), np.asarray(copies))
        with np.errstate(all="ignore"):
            uneven = (m >= 1) & (np.mod(n, m) > 0)
        if np.any(uneven):
            place = np.unravel_index(int(np.argmax(uneven)), np.shape(uneven))
            raise ValueError(
                f"placement_survival: copies = {m[place]} must divide machines = {n[place]} in placement 'group'; "
                "'mixed' takes any number"
            )
    return found


complete(__all__, globals())
