# SPDX-License-Identifier: Apache-2.0
"""Numbers as people write them: 50000 h, 2 TB/s, 5 min, 2 USD/h."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _arrays, _core


def number(value: Any, digits: int = 17) -> str:
    """The shortest text of a number that reads back as the same; with `digits` less than 17 rounded to so many.

    Below a million there is no exponent, and whole numbers are not rounded.
    """
    x = float(value)
    if x.is_integer() and abs(x) < 1e6:
        return f"{x:.0f}"
    for some in range(6, digits + 1):
        text = f"{x:.{some}g}"
        if float(text) == x:
            return text
    return f"{float(f'{x:.{digits}g}'):.6g}" if digits < 6 else f"{x:.{digits}g}"


def csv_cell(value: Any, digits: int | None = None) -> Any:
    """A cell of CSV: no number is empty; a number to so many significant digits, None: so many that the same one reads back."""
    if not isinstance(value, float):
        return value
    return None if value != value else value if digits is None else f"{value:.{digits}g}"


def quantity(value: Any, unit: str, digits: int | None = None) -> str:
    """One number with its unit as the catalogue writes it: rounded to so many digits, to be read; else exact."""
    return _core.quantity_text(float(value), unit, digits)


def duration(seconds: Any, digits: int = 3) -> str:
    """How long something takes or lasts: 5 s, 4 min, 2 h, 3 d, 2.1 yr."""
    return said(seconds, "s", digits)


def said(value: Any, unit: str, digits: int, like: Any = None) -> str:
    """A number as people say it, long times in days and years; in the unit in which `like` is said, where that is given."""
    x = float(value)
    return _core.said_text(x, unit, digits, x if like is None else float(like))


def axis_unit(like: float) -> tuple[float, str]:
    """The unit in which a time is said, for an axis: what it is in seconds, and its name."""
    name = _core.said_unit(like, "s")
    return _core.quantity(f"1 {name}", "s"), name


def value_text(value: Any, unit: str, digits: int | None = None) -> str:
    """A value, scalar or array, as a repr shows it: its commas part values, not thousands."""

    def quantity_text(x: Any) -> str:
        return quantity(x, unit, digits).replace(",", "")

    if value is None or isinstance(value, (bool, np.bool_, str)):
        return str(value)
    if _arrays.is_lazy(value):
        return f"<lazy {type(value).__name__} {tuple(value.shape)}>"
    if np.ndim(value) == 0 and not _arrays.is_xarray(value):
        return quantity_text(value)
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
        return f"{kind}[{', '.join(quantity_text(x) for x in numbers)}]"
    return f"<{kind}{numbers.shape} from {quantity_text(numbers.min())} to {quantity_text(numbers.max())}>"
