# SPDX-License-Identifier: Apache-2.0
"""What breaks and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._kernel import Kernel, kernels_of

_kernels = kernels_of("failures")
__all__ = sorted(_kernels)
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...
