# SPDX-License-Identifier: Apache-2.0
"""Where state goes: storage tiers."""

from __future__ import annotations

from . import _core
from ._parameters import Parameters

__all__ = ["Tier"]


class Tier(Parameters, table=_core.tier_fields(), owner="storage.Tier"):
    """A place for checkpoints: its bandwidths, the whole system's or each GPU's, and its latency."""

    __slots__ = ()
