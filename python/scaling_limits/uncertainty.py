# SPDX-License-Identifier: Apache-2.0
"""How sure an answer is: distributions for inputs, and any function of the library over them.

A distribution is its quantile function. Points, normals and estimators are SciPy's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._distributions import (
    Distribution,
    FitParameter,
    Input,
    Mtbf,
    beta,
    empirical,
    lognormal,
    metalog,
    mtbf,
    normal,
    of_fit,
)
from ._docs import complete
from ._kernel import Kernel, kernels_of
from ._outcome import Outcome, Outcomes, SobolIndex, Swing, propagate
from ._points import sample
from ._public import listing

_kernels = kernels_of("uncertainty")
globals().update(_kernels)
__all__ = [
    "Distribution",
    "FitParameter",
    "Input",
    "Mtbf",
    "Outcome",
    "Outcomes",
    "SobolIndex",
    "Swing",
    "beta",
    "empirical",
    "lognormal",
    "metalog",
    "mtbf",
    "normal",
    "of_fit",
    "propagate",
    "sample",
    *sorted(_kernels),
]
__dir__ = listing(__all__)
if TYPE_CHECKING:  # of this package's own sources; others see the stub beside

    def __getattr__(name: str) -> Kernel: ...


complete(__all__, globals())
