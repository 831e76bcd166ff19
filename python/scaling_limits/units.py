# SPDX-License-Identifier: Apache-2.0
"""SI inside, always: seconds, bytes, bytes per second, FLOP. These constants are how other units come in and go out."""

from __future__ import annotations

from . import _core
from ._public import listing

_units = {name: value for name, value in vars(_core.units).items() if isinstance(value, float)}
__all__ = sorted(_units)
__dir__ = listing(__all__)
globals().update(_units)
