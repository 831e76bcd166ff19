# SPDX-License-Identifier: Apache-2.0
"""Numbers as people write them: 50000 h, 2 TB/s, 5 min, 2 USD/h."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _arrays

_times = (("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6))
_bytes = tuple((f"{prefix}B", 1e3**k) for k, prefix in enumerate(("", "k", "M", "G", "T", "P", "E")))
_units: dict[str, tuple[tuple[str, float], ...]] = {
    "s": _times,
    "B": _bytes[::-1],
    "B/s": tuple((f"{name}/s", factor) for name, factor in _bytes[::-1]),
    "FLOP": tuple((f"{prefix}FLOP", 1e3**k) for k, prefix in enumerate(("", "k", "M", "G", "T", "P", "E")))[::-1],
    "FLOP/s": tuple((f"{prefix}FLOP/s", 1e3**k) for k, prefix in enumerate(("", "k", "M", "G", "T", "P", "E")))[::-1],
    "meter": (("km", 1e3), ("meter", 1.0)),
    "W": (("GW", 1e9), ("MW", 1e6), ("kW", 1e3), ("W", 1.0)),
    "J": (("TWh", 3.6e15), ("GWh", 3.6e12), ("MWh", 3.6e9), ("kWh", 3.6e6), ("J", 1.0)),
    "kg": (("t", 1e3), ("kg", 1.0)),
}
#: Units in which people say a price, whatever the amount, and how many of them one of SI is.
_said: dict[str, tuple[tuple[str, float], ...]] = {
    "USD/s": (("USD/h", 3600.0), ("USD/d", 86400.0)),
    "USD/J": (("USD/kWh", 3.6e6),),
    "USD/s per B/s": (("USD/yr per TB/s", 365.25 * 86400 * 1e12),),
    "kg/J": (("kg/kWh", 3.6e6),),
}


def number(value: Any, digits: int = 17, parts: float = 1.0) -> str:
    """The shortest text of a number of `parts` that reads back as the same; with `digits` less than 17 rounded to so many.

    Below a million there is no exponent, and whole numbers are not rounded.
    """
    whole = float(value)
    x = whole * parts
    if x.is_integer() and abs(x) < 1e6:
        return f"{x:.0f}"
    for some in range(6, digits + 1):
        text = f"{x:.{some}g}"
        if float(text) / parts == whole:
            return text
    return f"{float(f'{x:.{digits}g}'):.6g}" if digits < 6 else f"{x:.{digits}g}"


def quantity(value: Any, unit: str, digits: int = 17) -> str:
    """One number with its unit: the largest unit of which it is at least one; with all digits that of the shortest number."""
    x = float(value)
    if unit == "1":
        return number(value, digits)
    if x == 0 or not math.isfinite(x):
        return f"0 {unit}" if x == 0 else number(x)
    if unit in _said:
        said = [(number(x, min(digits, 15), parts), name) for name, parts in _said[unit]]  # 17 would show conversions
        best, name = said[0] if digits < 17 else min(said, key=lambda c: len(c[0]))
        return f"{best} {name}"
    choices = [
        (number(x, digits, round(1 / factor)) if factor < 1 else number(x / factor, digits), name)
        for name, factor in _units.get(unit, ((unit, 1.0),))
        if abs(x) >= factor
    ]
    if not choices:
        return f"{number(x, digits)} {unit}"
    best, name = choices[0] if digits < 17 else min(choices, key=lambda c: len(c[0]))
    return f"{best} {name}"


def value_text(value: Any, unit: str, digits: int = 17) -> str:
    """A value, scalar or array, as a repr shows it."""
    if value is None or isinstance(value, (bool, np.bool_, str)):
        return str(value)
    if _arrays.is_lazy(value):
        return f"<lazy {type(value).__name__} {tuple(value.shape)}>"
    if np.ndim(value) == 0 and not _arrays.is_xarray(value):
        return quantity(value, unit, digits)
    numbers = _arrays.as_numpy(value)
    kind = "" if isinstance(value, np.ndarray) else f"{type(value).__name__} "
    if numbers.size == 0:
        return f"<{kind}{numbers.shape} empty>"
    if numbers.dtype.kind not in "iuf":
        listed = [str(x) for x in numbers] if numbers.ndim == 1 and numbers.size <= 4 else []
        return (
            f"{kind}[{', '.join(listed)}]"
            if listed
            else f"<{kind}{numbers.shape} of {', '.join(sorted(set(map(str, numbers.flat)))[:4])}>"
        )
    if numbers.ndim == 1 and numbers.size <= 4:
        return f"{kind}[{', '.join(quantity(x, unit, digits) for x in numbers)}]"
    return f"<{kind}{numbers.shape} from {quantity(numbers.min(), unit, digits)} to {quantity(numbers.max(), unit, digits)}>"
