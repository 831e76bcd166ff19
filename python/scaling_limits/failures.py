# SPDX-License-Identifier: Apache-2.0
"""What breaks and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._kernel import Kernel, kernels_of
from ._laws import Law, laws

_kernels = kernels_of("failures")
globals().update(_kernels | laws)
__all__ = ["Law", *sorted(laws), *sorted(_kernels)]
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...
