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
from pathlib import Path

TABLE = Path(__file__).with_name("counts.csv")
GATE = 0.01


def counts() -> dict[str, int]:
    with TABLE.open(newline="") as file:
        return {row["name"]: int(row["full"]) for row in csv.DictReader(file)}


def draws(name: str) -> int:
    """How often to draw in this run."""
    return math.ceil(counts()[name] * float(os.environ.get("DRAWS", GATE)))


if __name__ == "__main__":
    print(counts()[sys.argv[1]])
