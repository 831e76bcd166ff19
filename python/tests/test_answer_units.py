# SPDX-License-Identifier: Apache-2.0
"""Answers have the units that are declared: all times, bytes or money of a request multiplied, or said in other units."""

from __future__ import annotations

import copy
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from drawn import KINDS
from sensible import ASKED, drawn, exception, is_number, numbers, tables, unit_of

from scaling_limits import _core

BASES = {"s": "s", "h": "s", "d": "s", "meter": "s", "B": "B", "USD": "USD", "J": "J", "GPU": "", "1": "", "FLOP": "", "kg": ""}


def power(unit: str, base: str) -> int:
    """How often a base unit stands in a unit: USD/s per B/s has it as USD s/s B. The speed of light is one."""
    above, below = [], []
    for i, one in enumerate(unit.replace("W", "J/s").split(" per ")):
        first, *others = one.split("/")
        (below if i else above).extend(first.split()), (above if i else below).extend(others)
    return sum(BASES[one] == base for one in above) - sum(BASES[one] == base for one in below)


def scaled(full: Mapping[str, Any], base: str, by: float) -> dict[str, Any]:
    """The request with all numbers of a base unit multiplied; a list says its unit in its text."""
    full = copy.deepcopy(dict(full))
    for _, table, fields in tables(full):
        for row in table:
            said = re.search(r"\[(s)\]", row["text"])
            factor = by ** power(row["unit"] or (said.group(1) if said else "1"), base)
            value = fields.get(row["name"])
            if row["name"] == "mu" and base == "s":  # a logarithm
                fields["mu"] = value + math.log(by)
            elif isinstance(value, list) and all(map(is_number, value)):
                fields[row["name"]] = [x * factor for x in value]
            elif is_number(value):
                fields[row["name"]] = value * factor
    return full


def operated(full: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What of a request says who brings the run back."""
    after = full.get("with", {}).get("after_operation")
    return [part for part in (full.get("operation"), after, *full.get("cause", ())) if isinstance(part, dict)]


#: question and column: why an answer does not scale, by the base unit
FIXED: dict[tuple[str, str, str], str] = {
    ("s", "amortised_cost", "*"): "orders and interest are per year",
    ("s", "*", "*per_day*"): "per day, whatever a second is",
    ("s", "lognormal_from_mean", "mu"): "a logarithm",
    ("s", "fit", "*"): "a likelihood is a density, per second",
    ("s", "tiers", "*"): "presets of tiers have their own times",
    ("B", "tiers", "*"): "presets of tiers have their own bytes",
    ("s", "compare", "*"): "the strategies beside the run's own have their own times",
    ("B", "compare", "*"): "the strategies beside the run's own have their own bytes",
    ("s", "band", "*"): "what may be otherwise has its own times: a start-up, a time-out, a lag",
    ("s", "series_system", "*"): "a list of parts says its units in texts",
    ("s", "attended", "*"): "a week has its own length",
    ("s", "reported", "*"): "outages that were reported have their own times",
    ("s", "stories", "*"): "stories have their own times",
    ("s", "wall_across_nodes", "*"): "latencies of the model's own",
    ("s", "*", "*latency*"): "latencies of the model's own, where the wall is that across nodes",
    ("s", "timeline", "combined*"): "latencies of the model's own, where the wall is that across nodes",
    ("B", "*step*", "*"): "bytes per element of the formats that are named",
    ("B", "best_layout", "*"): "bytes per element of the formats that are named",
    ("B", "model_plan", "*"): "bytes per element of the formats that are named",
}


#: what is known to fewer digits
FLAT: dict[tuple[str, str], str] = {
    **dict.fromkeys(
        [("hedged_interval", "interval"), ("hedged_interval", "band.*"), ("assess", "*interval*")],
        "the highest point of a curve is known to half the digits of a number",
    ),
    ("optimal_schedule", "times"): "a sum of many such points",
}


@pytest.mark.parametrize("base", ["s", "B", "USD"])
def test_answers_have_their_units(base: str) -> None:
    """All times, bytes or money of a request, multiplied: answers are as their units say, to the last digits."""
    found, asked = Counter[tuple[str, str]](), 0
    for draw, full in drawn("requests in other units", ASKED):
        question, by = str(full["question"]), draw.choice([0.5, 4.0])
        if base == "s" and "attended" in [part.get("kind", part.get("operation")) for part in operated(full)]:
            continue  # a week has its own length
        before, after = numbers(_core.ask(full)), numbers(_core.ask(scaled(full, base, by)))
        asked += 1
        for of, x in before.items():
            if not (unit := unit_of(question, of[0])):
                continue
            factor = by ** power(unit, base)
            wanted = x * factor
            of_column = max(abs(y) for other, y in before.items() if other[0] == of[0])  # an entry may be a difference
            scale = max(abs(wanted), 1e-3 * of_column * factor, 1e-6 if unit == "1" else 0)
            digits = 1e-5 if exception(FLAT, question, of[0]) else 1e-9
            if not abs(after.get(of, math.nan) - wanted) <= digits * scale and not exception(FIXED, base, question, of[0]):
                print(f"{question}: {of} is {after.get(of)} for {wanted}: {full}")
                found[question, of[0]] += 1
    print(f"{asked} requests scaled")
    assert not found


SAID_TWICE = [  # the same quantity, as people write it, and in SI
    ("s", ["3 h", "180 min", "10800 s", 10800]),
    ("s", ["1.5 d", "36 h", "2160 min", 129600]),
    ("B", ["3 TB", "3000 GB", "3e6 MB", 3e12]),
    ("B", ["2 TiB", "2048 GiB", 2.0**41]),
    ("B/s", ["2 TB/s", "2000 GB/s", "16 Tbit/s", 2e12]),
    ("USD/s", ["3.6 USD/h", "86.4 USD/day", 0.001]),
    ("1/s", ["6 / min", "0.1 / s", 0.1]),
    ("W", ["1.5 kW", "1500 W", 1500]),
    ("FLOP/s", ["1 PFLOP/s", "1000 TFLOP/s", 1e15]),
]


@pytest.mark.parametrize(("unit", "said"), SAID_TWICE, ids=lambda x: x if isinstance(x, str) else "")
def test_a_quantity_is_the_same_in_any_unit(unit: str, said: list[Any]) -> None:
    rows = [row for group in KINDS.values() for kind in group.values() for row in kind["fields"] if row["unit"] == unit]
    assert rows
    found = [
        one if is_number(one) else _core.ask({"question": "quantity", "with": {"text": one, "unit": unit}}) for one in said
    ]
    for one in found[:-1]:
        assert one["columns"]["quantity"] == pytest.approx(said[-1], rel=2.3e-16, abs=0)
