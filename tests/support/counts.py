#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often each random test draws: counts.csv holds all counts, of Python, C++ (counts.hpp) and the page.

The gate draws one in a hundred, from fixed seeds; `.ci/full` all of them. DRAWS in the environment says another share:
DRAWS=1 all, DRAWS=10 ten times as many.

  counts.py NAME    prints the count of one in full
"""

from __future__ import annotations

import csv
import math
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

TABLE = Path(__file__).with_name("counts.csv")
GATE = 0.01
Case = TypeVar("Case")


def counts() -> dict[str, int]:
    with TABLE.open(newline="") as file:
        return {row["name"]: int(row["full"]) for row in csv.DictReader(file)}


def draws(name: str) -> int:
    """How often to draw in this run."""
    return math.ceil(counts()[name] * share())


def share() -> float:
    return float(os.environ.get("DRAWS", GATE))


def thinned(cases: Iterable[Case]) -> list[Case]:
    """Of cases that hardly differ and take long, one in ten; all of them where all is drawn."""
    return list(cases)[:: 1 if share() >= 1 else 10]


if __name__ == "__main__":
    print(counts()[sys.argv[1]])
