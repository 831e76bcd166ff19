# SPDX-License-Identifier: Apache-2.0
"""Quantiles of answers, of which some may be infinite or none."""

from __future__ import annotations

from typing import Any

import numpy as np


def quantiles(values: np.ndarray[Any, Any], at: Any, axis: int | None = None) -> Any:
    """What the values stay below with a probability; NaN, where there is no answer, lies below all numbers.

    Between two values on the line through them, where all are finite; else the value itself.
    """
    if np.isfinite(values).all():
        return np.quantile(values, at, axis=axis)
    sortable = np.where(np.isnan(values), -np.inf, np.where(values == -np.inf, -np.finfo(float).max, values))
    found = np.quantile(sortable, at, axis=axis, method="inverted_cdf")
    return np.where(found == -np.inf, np.nan, np.where(found == -np.finfo(float).max, -np.inf, found))
