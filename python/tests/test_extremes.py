# SPDX-License-Identifier: Apache-2.0
"""Fields far beyond any run: an answer is within its range, or there is none; and no largest size where nothing bounds it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sensible import drawn, numbers, places

from scaling_limits import _core

EXTREMES = [5e-324, 1e-300, 1e-200, 1e-100, 1e-50, 1e-20, 1e20, 1e50, 1e100, 1e200, 1e300, 1.7e308]


def nonsense(full: Mapping[str, Any]) -> Iterator[str]:
    """What no answer about a run and its strategy can be."""
    for question in ("losses", "goodput", "overhead", "breakdown", "interval"):
        columns = _core.ask({**full, "question": question}).get("columns", {})
        if columns.get("status") != "ok":
            assert columns.get("note", "refused")
            continue
        cells = numbers({"columns": columns})
        gains = cells.get(("planned", 0), 0) < 0  # stops that save first gain where the interval is far beyond the best
        for (name, _), x in cells.items():
            if gains and name == "planned":
                continue
            high = 1 if question == "goodput" else 1 + 1e-9 if question == "breakdown" else math.inf
            if gains and question == "breakdown" and name != "useful":
                high = math.inf
            low = -1e-9 if question == "breakdown" else -1e-300  # of rates beyond their digits
            if not low <= x <= high or (question == "interval" and x == 0 and full["run"]["storage_latency"] > 0):
                yield f"{question}: {name} = {x!r}"


def test_answers_are_in_range_at_extremes() -> None:
    found, asked = Counter[tuple[str, str]](), 0
    for draw, full in drawn("fields at extremes", ["goodput"]):
        numbers_of = [place for place in places(full) if place.label.startswith(("run", "strategy"))]
        for place in numbers_of:
            was, other = place.value, draw.choice(numbers_of)
            kept = other.value
            other.holder[other.key] = draw.choice([kept, *EXTREMES])
            place.holder[place.key] = draw.choice(EXTREMES)
            asked += 1
            for one in nonsense(full):
                print(f"{one}: {full}")
                found[place.label, one.partition("=")[0]] += 1
            other.holder[other.key] = kept
            place.holder[place.key] = was
    print(f"{asked} fields at extremes")
    assert not found


def test_no_size_is_one_that_nothing_bounds() -> None:
    """A curve that levels off has no highest point: no limit, and no size at the end of what was looked at."""
    found, asked = Counter[str](), 0
    for _, full in drawn("largest sizes", ["limit", "fastest_gpus", "limits"]):
        full["growth"] = "fixed"  # a checkpoint that shrinks with size allows any
        for silent in (None, 1.0):  # all failures silent: what is lost levels off
            if silent and "silent_share" in full.get("strategy", {}):
                full["strategy"]["silent_share"] = silent
            columns = _core.ask(full).get("columns", {})
            values, statuses = columns.get("value"), columns.get("status")
            pairs = zip(values, statuses, strict=True) if isinstance(values, list) else [(values, statuses)]
            for value, status in pairs:
                asked += 1
                if status == "ok" and not value < 1e30:
                    print(f"{value!r}: {full}")
                    found[str(full["question"])] += 1
    print(f"{asked} sizes")
    assert not found
