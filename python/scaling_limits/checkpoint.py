# SPDX-License-Identifier: Apache-2.0
"""Checkpoint intervals, segment times and goodput, for whole arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._kernel import Kernel, kernels_of

_kernels = kernels_of("checkpoint")
__all__ = sorted(_kernels)
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...
