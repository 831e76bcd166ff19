# SPDX-License-Identifier: Apache-2.0
"""SI inside, always: seconds, bytes, bytes per second, FLOP. These constants are how other units come in and go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _core

_units = {name: value for name, value in vars(_core.units).items() if isinstance(value, float)}
__all__ = sorted(_units)
globals().update(_units)
if TYPE_CHECKING:

    def __getattr__(name: str) -> float: ...
