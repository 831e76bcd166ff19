# SPDX-License-Identifier: Apache-2.0
"""What breaks and how often."""

from __future__ import annotations

from ._docs import complete
from ._kernel import kernels_of
from ._laws import Law, laws
from ._public import listing

_kernels = kernels_of("failures")
globals().update(_kernels | laws)
__all__ = ["Law", *sorted(laws), *sorted(_kernels)]
__dir__ = listing(__all__)

complete(__all__, globals())
