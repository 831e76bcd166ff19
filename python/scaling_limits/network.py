# SPDX-License-Identifier: Apache-2.0
"""How ranks talk: fabrics, collectives, topologies."""

from __future__ import annotations

from . import _core
from ._parameters import Parameters

__all__ = ["Fabric"]


class Fabric(Parameters, table=_core.network.fabric_fields(), owner="Fabric"):
    """Two levels of network as a GPU sees them; bandwidths are per GPU and one way."""

    __slots__ = ()
