# SPDX-License-Identifier: Apache-2.0
"""Values that carry their unit: texts, quantities of pint and astropy, durations of Python, NumPy and pandas.

Which units there are, and what a text means, is the catalogue's to know; libraries of units convert their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

import numpy as np

from . import _arrays, _core

_UNCONVERTIBLE = ("generic", "Y", "M")  # timedelta64 without a unit, or in one of no fixed length


@cache
def _units() -> tuple[str, ...]:
    """The units of all fields."""
    tables = _core.describe()
    of = [kind for group in tables["kinds"].values() for kind in group.values()] + list(tables["questions"].values())
    return tuple(dict.fromkeys(field["unit"] for kind in of for field in kind["fields"] if field["unit"]))


class NoLength(ValueError):
    """A duration that is none in seconds, and its field."""

    def __init__(self, field: str, value: Any) -> None:
        super().__init__(f"{field}: {value!r} has no length in seconds")
        self.field, self.value = field, value

    def __reduce__(self) -> tuple[Any, ...]:
        return NoLength, (self.field, self.value)


def is_carried_by(value: Any) -> bool:
    """Whether a value that is no text and no container says its unit itself."""
    return isinstance(value, timedelta) or _is_duration(value) or _library(value) is not None


def in_unit(where: str, unit: str, value: Any, share: bool = True) -> Any:
    """The numbers of a value in a unit, of its own shape and type; a value without a unit is given back as it is.

    `share`: whether it may be in per cent. Raises ValueError with the field, the value and the unit where it is of another
    dimension.
    """
    if isinstance(value, str):
        return _read(where, value, unit, share)
    if isinstance(value, (list, tuple)):
        return value if all(type(x) in (float, int) for x in value) else [in_unit(where, unit, x, share) for x in value]
    if _arrays.is_xarray(value) and not _arrays.is_lazy(value) and _library(value.data) is not None:
        return value.copy(data=in_unit(where, unit, value.data, share))
    if not is_carried_by(value):
        return (
            _each(where, unit, value, share) if getattr(getattr(value, "dtype", None), "kind", "") in ("O", "U", "T") else value
        )
    numbers, of = _split(where, value, unit)
    if of == unit and not share and _is_percent(value):
        numbers, of = value.value if hasattr(value, "value") else value.magnitude, "%"
    if of == unit:
        return numbers
    _read(where, f"{np.ravel(numbers)[0] if np.size(numbers) else 1} {of}", unit, share)  # says what is wrong
    return numbers / _core.quantity(f"1 {unit}", of)


_DEEPEST = 64  # the catalogue refuses what lies deeper


def as_data(value: Any, level: int = 0) -> Any:
    """A request with its quantities as texts: what a file would hold. NoLength says where in it a duration is none."""
    if level > _DEEPEST:
        return value
    if isinstance(value, Mapping):
        return dict(zip(value, _all_as_data(value.values(), list(value), level), strict=True))
    if isinstance(value, (list, tuple)):
        return _all_as_data(value, range(len(value)), level)
    if not is_carried_by(value):
        return value
    numbers, unit = (100 * _split("", value, "1")[0], "%") if _is_percent(value) else _split("", value)
    _arrays.refuse_masked(f"a list of quantities in {unit}", numbers)
    if _is_duration(value) and (none := np.flatnonzero(np.isnan(numbers))).size:
        raise NoLength(str(none[0]) if np.ndim(numbers) else "", np.timedelta64("NaT"))
    texts = [f"{x!r} {unit}".removesuffix(" 1") for x in np.ravel(np.asarray(numbers, dtype=np.float64)).tolist()]
    return texts if np.ndim(numbers) else texts[0]


def _read(where: str, text: str, unit: str, share: bool) -> float:
    try:
        return float(_core.quantity(text.encode(errors="replace").decode(), unit, share))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _all_as_data(values: Iterable[Any], keys: Sequence[Any], level: int) -> list[Any]:
    """What stands under some keys; the name of a place is made where an error needs it, for there may be millions."""
    made: list[Any] = []
    try:
        for one in values:
            made.append(as_data(one, level + 1))
    except NoLength as error:
        raise NoLength(f"{keys[len(made)]}.{error.field}".removesuffix("."), error.value) from None
    return made


def _each(where: str, unit: str, value: Any, share: bool) -> Any:
    """An array of texts or quantities, element by element."""
    if _arrays.is_lazy(value):
        return value
    if _arrays.is_xarray(value):
        return value.copy(data=_each(where, unit, np.asarray(value.data), share))
    if _arrays.is_pandas(value):
        return value.map(lambda x: in_unit(where, unit, x, share)).astype(float)
    flat = [in_unit(where, unit, x, share) for x in np.asarray(value).ravel()]
    return np.array([np.nan if x is None else x for x in flat]).reshape(np.shape(value))


def _is_duration(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "") == "m"


def _is_percent(value: Any) -> bool:
    """Whether a quantity of a library is in per cent, which those take for a number like any other."""
    return str(getattr(value, "units", None) or getattr(value, "unit", "")) in ("percent", "%")


def _split(where: str, value: Any, unit: str | None = None) -> tuple[Any, str]:
    """Numbers and the unit of the catalogue that they are in: the one asked for, where the value can be in it."""
    if isinstance(value, timedelta):
        return value.total_seconds(), "s"
    if _is_duration(value):
        if np.datetime_data(value.dtype)[0] in _UNCONVERTIBLE:
            raise NoLength(where, value)
        return value / np.timedelta64(1, "s"), "s"
    to = _library(value)
    assert to is not None
    for name in (unit, *_units()) if unit else _units():
        numbers = to(value, name)
        if numbers is not None:
            return numbers, name
    return getattr(value, "magnitude", 1), str(getattr(value, "units", None) or value.unit)


def _library(value: Any) -> Callable[[Any, str], Any] | None:
    """How the library of a quantity turns it into a unit; None for what is no quantity."""
    if hasattr(value, "to_root_units"):
        return _pint
    if hasattr(value, "unit") and hasattr(value, "to_value"):
        return _astropy
    return None


def _pint(value: Any, unit: str) -> Any:
    registry = value._REGISTRY
    try:
        wanted = registry.Unit("" if unit == "1" else unit)
    except Exception:  # a unit that the registry does not know, whatever it raises then
        return None
    # by base units: to pint, a bit has no dimension
    same = registry.get_root_units(wanted)[1] == registry.get_root_units(value.units)[1]
    return value.to(wanted).magnitude if same else None


def _astropy(value: Any, unit: str) -> Any:
    from astropy import units

    try:
        wanted = units.Unit("" if unit == "1" else unit)
        return value.to_value(wanted)
    except (ValueError, units.UnitConversionError):
        return None
