# SPDX-License-Identifier: Apache-2.0
"""Quantities as people write them, to SI: "50000 h", "2 TB/s", "400 Gbit/s". Plain numbers are SI already."""

from __future__ import annotations

from functools import cache
from typing import Any

# pint's own table takes bytes for plain numbers and knows hundreds of units that this field has no use for
UNITS = """\
second = [time] = s = sec
minute = 60 * second = min
hour = 3600 * second = h = hr
day = 86400 * second = d
week = 7 * day
year = 365.25 * day = yr
byte = [information] = B
bit = byte / 8 = b
flop = [work] = FLOP
watt = [power] = W
gpu = [gpus] = GPU
percent = 0.01 = %
nano- = 1e-9 = n-
micro- = 1e-6 = u- = µ-
milli- = 1e-3 = m-
kilo- = 1e3 = k-
mega- = 1e6 = M-
giga- = 1e9 = G-
tera- = 1e12 = T-
peta- = 1e15 = P-
exa- = 1e18 = E-
kibi- = 1024 = Ki-
mebi- = 1048576 = Mi-
gibi- = 1073741824 = Gi-
tebi- = 1099511627776 = Ti-
pebi- = 1125899906842624 = Pi-"""

EXAMPLES = {"s": "'5 min'", "B": "'5 TB'", "B/s": "'2 TB/s'", "1/s": "'1e-6 / s'", "FLOP/s": "'989 TFLOP/s'", "W": "'700 W'"}


@cache
def registry() -> Any:
    import pint

    return pint.UnitRegistry(UNITS.splitlines())


def to_si(value: object, unit: str) -> float:
    """A number or a text with a unit, in the SI unit of a field. ValueError says what is wrong with it."""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is not a number")
    if isinstance(value, (int, float)):
        return float(value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a number or a quantity such as {EXAMPLES.get(unit, '0.5')}")
    wanted = (
        "a plain number"
        if unit == "1"
        else f"a quantity in {unit} such as {EXAMPLES.get(unit, '1 ' + unit)}, or a number in SI"
    )
    text = value.strip()
    if not text:
        raise ValueError(f"the text is empty; it must be {wanted}")
    try:
        quantity = registry().Quantity(1) * registry().parse_expression(text)
    except Exception:  # pint raises a different error for every way to be wrong
        raise ValueError(f"{value!r} is not {wanted}") from None
    if quantity.dimensionless:
        return float(quantity.to_base_units().magnitude)
    target = registry().parse_expression("1" if unit == "1" else unit)
    if unit == "1" or not quantity.is_compatible_with(target):
        raise ValueError(f"{value!r} has the wrong unit; it must be {wanted}")
    return float(quantity.to(target.units).magnitude)


def human(value: float, unit: str) -> str:
    """A value as people read it: 3.05 h, 234 s, 5 TB, 2 TB/s, 1.35e5."""
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if unit == "s":
        for size, name in ((365.25 * 86400, "years"), (86400, "days"), (3600, "h"), (60, "min")):
            if abs(value) >= 2 * size:
                return f"{value / size:.4g} {name}"
        return f"{value:.4g} s"
    if unit in ("B", "B/s", "FLOP", "FLOP/s", "W"):
        for size, prefix in ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
            if abs(value) >= size:
                return f"{value / size:.4g} {prefix}{unit}"
        return f"{value:.4g} {unit}"
    text = f"{value:,.0f}" if 1000 <= abs(value) < 1e15 and unit in ("1", "GPU") else f"{value:.4g}"
    return text if unit == "1" else f"{text} {unit}"
