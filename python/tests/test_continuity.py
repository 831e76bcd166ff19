# SPDX-License-Identifier: Apache-2.0
"""Answers move as their inputs do: without jumps, the right way, and with the units that they are declared in.

Asked of every question, with any kinds, at requests that make sense (sensible.py). How many of each stands in
tests/support/counts.csv.
"""

from __future__ import annotations

import copy
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from random import Random
from typing import Any

import pytest
from counts import draws
from drawn import KINDS, QUESTIONS
from sensible import request

from scaling_limits import _core

Numbers = dict[tuple[str, int], float]


@dataclass
class Place:
    """A number of a request: where it stands, its row in the tables, and what both are called."""

    holder: Any
    key: Any
    row: Mapping[str, Any]
    label: str

    @property
    def value(self) -> float:
        return float(self.holder[self.key])

    def answer(self, full: Mapping[str, Any], value: float) -> Numbers:
        """All numbers of the answer with another value here."""
        was, self.holder[self.key] = self.holder[self.key], value
        try:
            return numbers(_core.ask(full))
        finally:
            self.holder[self.key] = was


NESTED = {"levels": "tier", "inner": "strategy", "strategies": "strategy", "after": "run"}  # what arguments are made of


def tables(full: Mapping[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]], dict[str, Any]]]:
    """Of every part of a request, those within arguments too: what it is called, its rows, and its fields."""

    def of(group: str, fields: Any) -> Iterator[tuple[str, list[dict[str, Any]], dict[str, Any]]]:
        if not isinstance(fields, dict):
            return
        named = next(iter(KINDS[group])) if len(KINDS[group]) == 1 else fields.get("kind") or fields.get("name")
        yield f"{group}.{named}", KINDS[group][named]["fields"], fields
        yield from within(fields)

    def within(fields: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]], dict[str, Any]]]:
        for name, group in NESTED.items():
            given = fields.get(name)
            for one in given if isinstance(given, list) else [given]:
                yield from of(group, one.get("tier", one) if isinstance(one, dict) else one)

    for group, parts in full.items():
        if group == "with":
            yield full["question"], QUESTIONS[full["question"]]["fields"], parts
            yield from within(parts)
        elif group in KINDS:
            for fields in parts if isinstance(parts, list) else [parts]:
                yield from of(group, fields)


def is_number(x: object) -> bool:
    return isinstance(x, int | float) and not isinstance(x, bool)


def places(full: Mapping[str, Any]) -> Iterator[Place]:
    """Every number of a request that is finite and neither zero nor a count."""
    for owner, table, fields in tables(full):
        for row in table:
            value, label = fields.get(row["name"]), f"{owner}.{row['name']}"
            if isinstance(value, list) and all(map(is_number, value)):
                yield from (Place(value, i, row, label) for i, x in enumerate(value) if x)
            elif is_number(value) and value and "whole" not in row["range"]:
                yield Place(fields, row["name"], row, label)


def numbers(answer: Mapping[str, Any]) -> Numbers:
    columns = answer.get("columns", {})
    return {
        (name, i): float(x)
        for name, cell in columns.items()
        for i, x in enumerate(cell if isinstance(cell, list) else [cell])
        if is_number(x)
    }


# ---- continuity

NEXT = 1e-13  # of two values between which only a jump is left
LEAST = 1e-6  # of an answer: what is called a jump. The root of NEXT, how fast an answer may move, is below it


def change(before: Numbers, after: Numbers, scale: Numbers) -> float:
    return max((abs(after[of] - before[of]) / scale[of] for of in scale if of in before and of in after), default=0)


def jumps(full: Mapping[str, Any], place: Place, low: float, high: float) -> Iterator[tuple[str, float, float, float]]:
    """Where an answer jumps between two values, by halving towards the greater change: column, value, before, after."""
    before, after = place.answer(full, low), place.answer(full, high)
    scale = {of: max(abs(before[of]), abs(after[of])) for of in before if of in after and before[of] != after[of]}
    while high / low - 1 > NEXT and change(before, after, scale) > LEAST:
        middle = math.sqrt(low) * math.sqrt(high)
        if not low < middle < high:
            break
        found = place.answer(full, middle)
        if change(before, found, scale) > change(found, after, scale):
            high, after = middle, found
        else:
            low, before = middle, found
    for of, size in scale.items():
        if of in before and of in after and abs(after[of] - before[of]) > LEAST * size:
            yield of[0], low, before[of], after[of]


# ---- units

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
            if isinstance(value, list) and all(map(is_number, value)):
                fields[row["name"]] = [x * factor for x in value]
            elif is_number(value):
                fields[row["name"]] = value * factor
    return full
