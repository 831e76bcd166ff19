# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""SI inside, always: seconds, bytes, bytes per second, FLOP. These constants are how other units come in and go out."""

__all__ = [
    "EFLOP",
    "GB",
    "GFLOP",
    "GW",
    "Gbit",
    "GiB",
    "KiB",
    "MB",
    "MW",
    "MWh",
    "MiB",
    "PB",
    "PFLOP",
    "PiB",
    "TB",
    "TFLOP",
    "Tbit",
    "TiB",
    "bit",
    "day",
    "hour",
    "kB",
    "kW",
    "kWh",
    "microsecond",
    "millisecond",
    "minute",
    "second",
    "week",
    "year",
]
EFLOP: float
GB: float
GFLOP: float
GW: float
Gbit: float
GiB: float
KiB: float
MB: float
MW: float
MWh: float
MiB: float
PB: float
PFLOP: float
PiB: float
TB: float
TFLOP: float
Tbit: float
TiB: float
bit: float
day: float
hour: float
kB: float
kW: float
kWh: float
microsecond: float
millisecond: float
minute: float
second: float
week: float
year: float
