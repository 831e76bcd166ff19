# SPDX-License-Identifier: Apache-2.0
"""One of each kind that can be chosen, made from the catalogue: a kind is in the tests of all kinds the day it appears."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import scaling_limits as sl

ROOMS = {
    "strategy": sl.strategies,
    "criterion": sl.limits,
    "factor": sl.limits,
    "failure_law": sl.failures,
    "distribution": sl.uncertainty,
}
HOST = sl.storage.Tier(write_bandwidth=1e8, read_bandwidth=1e8, latency=0.5, per_gpu=True)
FILES = sl.storage.Tier(write_bandwidth=5e10, read_bandwidth=5e10, latency=2)
LEVELS = [sl.strategies.Level(tier=HOST, share=0.8), sl.strategies.Level(tier=FILES, share=0.2)]

#: what must be given of which no table says what is usual, or not what suits a run of a few thousand GPUs
GIVEN: dict[str, Any] = {
    "levels": LEVELS,
    "spares": 16,
    "points": [[1, 1], [1e4, 0.95], [1e6, 0.5]],
    "lives": [1e4, 2e4, 6e4],
    "values": [1, 2, 6],
    "mean": 3e4,
    "scale": 2e4,
    "mu": 9,
    "early_rate": 1e-5,
    "late_rate": 1e-4,
    "change": 2e4,
    "low": 0.2,
    "median": 0.35,
    "high": 0.6,
}


def _middle(row: Mapping[str, Any]) -> float:
    low, high = row["usual"]
    return float(f"{math.sqrt(low * high) if low > 0 else (low + high) / 2:.1g}")


def needed(group: str, name: str) -> dict[str, Any]:
    """What a kind must be given, each number about the middle of what is usual."""
    kind = sl.catalog.kinds(group)[name]
    required = [row for row in (*kind["rows"], *kind["arguments"]) if row["required"]]
    return {row["name"]: GIVEN[row["name"]] if row["name"] in GIVEN else _middle(row) for row in required}


def one_of_each(group: str, leaving_out: Mapping[str, str] | None = None) -> dict[str, Any]:
    """One of each kind of a group by name, but of those that a test leaves out, with the reason."""
    kinds, left_out = sl.catalog.kinds(group), leaving_out or {}
    assert set(left_out) <= set(kinds)
    owner = "owner" if group in ("factor", "failure_law") else "name"
    classes = {name: getattr(ROOMS[group], kind[owner]) for name, kind in kinds.items() if name not in left_out}
    return {name: made(**needed(group, name)) for name, made in classes.items()}
