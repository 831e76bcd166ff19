# SPDX-License-Identifier: Apache-2.0
"""The functions behind the optimal interval, for whole arrays."""

from __future__ import annotations

from ._kernel import kernels_of
from ._public import listing

_kernels = kernels_of("numeric")
__all__ = sorted(_kernels)
__dir__ = listing(__all__)
globals().update(_kernels)
