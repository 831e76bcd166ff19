# SPDX-License-Identifier: Apache-2.0
"""Hypothesis strategies made from the catalogue's tables: a kind, a question or a field is drawn the day it appears."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

import scaling_limits as sl

TABLES = sl.catalog.describe()
KINDS: Mapping[str, Mapping[str, Any]] = TABLES["kinds"]
QUESTIONS: Mapping[str, Any] = TABLES["questions"]
LISTED = {"factor", "severity_level", "cause"}  # of which there may be many


def end(value: object, otherwise: float) -> float:
    """An end of a range as describe() writes it."""
    if isinstance(value, int | float):
        return float(value)
    return {"unlimited": math.inf, "-unlimited": -math.inf}.get(str(value), otherwise)


def numbers(field: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Mostly what is usual, now and then the ends of the range and what lies beyond them, or no number at all."""
    if field["low"] is None and field["high"] is None and isinstance(field["default"], bool):
        return st.booleans()
    low, high = end(field["low"], 0.0), end(field["high"], math.inf)
    usual = [end(x, 1.0) for x in field["usual"] or (max(low, 0.001), min(high, 1e6))]
    whole = "whole" in field["range"]

    def drawn(x: float) -> float:
        first, last = usual
        value = first * (last / first) ** x if first > 0 else first + x * (last - first)
        return float(math.floor(value)) if whole and math.isfinite(value) else value

    inside = st.floats(0, 1).map(drawn)
    edges = st.sampled_from([low, high, math.nextafter(low, -math.inf), 0.0, -1.0, 1e300, 5e-324, math.inf, math.nan, 2.0**53])
    return mixed(inside, edges)


def mixed(usual: st.SearchStrategy[Any], edges: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Ten of the usual for one of the edges, and now and then what makes no sense."""
    return st.integers(0, 60).flatmap(lambda k: nonsense() if k == 0 else edges if k < 6 else usual)


def nonsense() -> st.SearchStrategy[Any]:
    """What nobody would give, or somebody did."""
    return st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**40), 10**40),
        st.floats(),
        st.text(max_size=12),
        st.sampled_from(["h", "5 h", "5 h 3", "50 %", "5 mB", "9**9**9", "10**400", "unlimited", "[/red]", "2 TB/s"]),
        st.recursive(
            st.none() | st.floats(),
            lambda of: st.lists(of, max_size=3) | st.dictionaries(st.text(max_size=3), of),
            max_leaves=5,
        ),
    )


FREE = {
    "levels": lambda: st.lists(st.fixed_dictionaries({"tier": part("tier"), "share": st.floats(0, 1)}), min_size=1, max_size=3),
    "inner": lambda: part("strategy"),
    "counts": lambda: st.lists(st.integers(1, 16), max_size=4),
    "rows": lambda: steps(),
    "candidates": lambda: steps(),
    "stage_layers": lambda: st.lists(st.integers(0, 9), max_size=8),
    "pattern": lambda: st.lists(st.integers(1, 3), max_size=6),
    "name": lambda: st.text(max_size=8),
    "points": lambda: st.lists(st.tuples(st.floats(1, 1e6), st.floats(0.01, 1)).map(list), max_size=6),
    "lives": lambda: st.lists(st.floats(1e2, 1e9), max_size=20),
    "values": lambda: st.lists(st.floats(-1e9, 1e9), max_size=20),
    "criteria": lambda: st.one_of(
        st.lists(part("criterion"), max_size=3),
        st.dictionaries(st.sampled_from(["goodput 0.9", "power", "", "[red]"]), part("criterion"), max_size=2),
    ),
    "strategies": lambda: st.lists(part("strategy"), max_size=3),
    "growths": lambda: st.lists(part("growth"), max_size=2),
    "tiers": lambda: st.lists(part("tier"), max_size=2),
    "sizes": lambda: st.lists(st.floats(1, 1e8) | st.integers(1, 64), max_size=4),
    "shares": lambda: st.sampled_from([[1], [0.5, 0.5], [0.25, 0.5, 0.25], [0.1]]),
    "speeds": lambda: st.lists(st.floats(0.1, 10), max_size=6),
    "inputs": lambda: st.lists(st.integers(1, 9000), max_size=3),
    "outputs": lambda: st.lists(st.integers(1, 9000), max_size=3),
    "field": lambda: st.sampled_from([f["name"] for f in KINDS["run"]["training_run"]["fields"]]),
    "after": lambda: part("run"),
    "after_strategy": lambda: part("strategy"),
    "after_cause": lambda: st.lists(part("cause"), max_size=2),
    "after_restart": lambda: part("restart"),
    "after_operation": lambda: part("operation"),
    "hours": lambda: st.one_of(
        st.sampled_from(["Mon-Fri 9:00-17:00", "Sat 22:00-6:00", "always", "24/7", "Mon-Fri", "", "[/red]"]),
        st.lists(st.lists(st.floats(0, 604800), min_size=2, max_size=2), max_size=3),
    ),
    "others": lambda: st.lists(st.fixed_dictionaries({"mtbf": st.floats(1e3, 1e7), "downtime": st.floats(0, 1e5)}), max_size=2),
    "restart_times": lambda: st.lists(st.floats(1, 1e4), max_size=4),
    "text": lambda: st.sampled_from(["50,000 h", "2 TB/s", "1 h 30 min", "unlimited", "90 %", "5 parsec", "", "[/red]"]),
    "unit": lambda: st.sampled_from(["s", "B/s", "1", "USD/h", "GPU", "parsec", ""]),
    "request": lambda: st.fixed_dictionaries({"question": st.just("goodput"), "run": part("run")}),
    "base": lambda: st.fixed_dictionaries({"question": st.just("goodput"), "run": part("run")}),
    "domains": lambda: st.one_of(
        st.lists(
            st.fixed_dictionaries({"count": st.integers(0, 100), "mttf": st.floats(1e5, 1e9), "gpus": st.integers(0, 64)}),
            max_size=2,
        ),
        st.lists(st.integers(0, 2), max_size=4),
    ),
    "known": lambda: st.lists(st.sampled_from(["gpu_mttf", "hangs", "retry", "restart", "bytes"]), max_size=3),
    "gpu_mttf_ends": lambda: st.tuples(st.floats(0.1, 1), st.floats(1, 10)).map(list),
    "durations": lambda: st.lists(st.floats(0, 1e9), max_size=20),
    "observed": lambda: st.lists(st.booleans(), max_size=20),
    "entry": lambda: st.lists(st.floats(0, 1e6), max_size=20),
    "times": lambda: st.lists(st.floats(0, 1e6), max_size=20),
    "edges": lambda: st.lists(st.floats(0, 1e6), max_size=5, unique=True).map(sorted),
    "start": lambda: st.lists(st.floats(0, 1e5), min_size=2, max_size=3),
    "end": lambda: st.lists(st.floats(1e5, 1e6), min_size=2, max_size=3),
    "parts": lambda: st.one_of(
        st.lists(
            st.fixed_dictionaries(
                {"count": st.floats(0, 1e6), "mttf": st.sampled_from([1e9, "150 FIT", "AFR 3 %", "7 in 54 d", "unlimited"])},
                optional={"name": st.text(max_size=4)},
            ),
            max_size=3,
        ),
        st.lists(st.integers(0, 3), max_size=20),
    ),
    "events": lambda: st.lists(st.integers(0, 20), max_size=4),
    "exposures": lambda: st.lists(st.floats(1, 1e9), max_size=4),
    "gpus": lambda: st.lists(st.integers(0, 64), max_size=4),
    "running_time": lambda: st.lists(st.floats(0, 1e6), max_size=4),
    "job": lambda: st.lists(st.integers(0, 3), max_size=4),
    "state": lambda: st.lists(st.sampled_from(["NODE_FAIL", "COMPLETED", "Killed", "7"]), max_size=4),
    "states": lambda: st.lists(st.sampled_from(["FAILED", "Pass"]), max_size=3),
    "counted": lambda: st.lists(st.sampled_from(["failed", "done", "odd"]), max_size=2),
    "gpu_mttf": lambda: st.lists(st.floats(1e3, 1e12), max_size=20),
}


def steps() -> st.SearchStrategy[list[Any]]:
    """Measured steps, as `calibrate` takes them."""
    rows = next(field["each"] for field in QUESTIONS["calibrate"]["fields"] if field["name"] == "rows")
    given = {"shape": part("shape"), "layout": part("layout")}
    options = {row["name"]: numbers(row) for row in rows if row["name"] not in given}
    needed = given | {name: options.pop(name) for name in ("batch_tokens", "time")}
    return st.lists(st.fixed_dictionaries(needed, optional=options | {"id": st.text(max_size=4)}), max_size=3)


def fields(table: list[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """All that must be given, and some of the rest."""
    needed: dict[str, st.SearchStrategy[Any]] = {}
    others: dict[str, st.SearchStrategy[Any]] = {}
    for field in table:
        if "instead_of" in field:
            continue
        if "words" not in field:
            value = numbers(field)
        elif field["words"]:
            value = mixed(st.sampled_from(field["words"]), nonsense())
        else:
            value = mixed(st.deferred(FREE[field["name"]]), nonsense())
        (needed if field["required"] else others)[field["name"]] = value
    return st.fixed_dictionaries(needed, optional=others)


def part(group: str) -> st.SearchStrategy[Any]:
    """A part of a request: one of the group's kinds with its fields, or its name alone."""

    def made(name: str) -> st.SearchStrategy[Any]:
        given = st.deferred(lambda: fields(KINDS[group][name]["fields"]))
        if len(KINDS[group]) == 1:
            return given
        return st.one_of(given.map(lambda of: {"kind": name} | of), given.map(lambda of: {name: of}))

    if group == "cause":
        return causes()
    return st.sampled_from(sorted(KINDS[group])).flatmap(made)


def causes() -> st.SearchStrategy[Any]:
    """A cause by a share, and now and then by whatever else: most fields of a cause stand in each other's place."""
    table = KINDS["cause"]["cause"]["fields"]
    free = ("detection", "replacement", "extra_restart", "retry_chance", "retry_time", "leaves_state", "common", "takes", "lag")
    shares = st.fixed_dictionaries(
        {"name": st.text(max_size=4), "share": st.floats(0, 0.4)},
        optional={row["name"]: numbers(row) for row in table if row["name"] in free},
    )
    return st.integers(0, 9).flatmap(lambda k: st.deferred(lambda: fields(table)) if k == 0 else shares)


def requests() -> st.SearchStrategy[dict[str, Any]]:
    """A request for any of the questions."""

    def asked(name: str) -> st.SearchStrategy[dict[str, Any]]:
        question = QUESTIONS[name]
        needs, uses = question["needs"], question["uses"]

        def parts(group: str) -> st.SearchStrategy[Any]:
            return st.lists(part(group), min_size=1, max_size=2) if group in LISTED else part(group)

        given = st.fixed_dictionaries(
            {"question": st.just(name)} | {group: parts(group) for group in needs} | {"with": fields(question["fields"])},
            optional={group: parts(group) for group in uses},
        )
        if {"growth", "restart"} <= {*uses}:  # a law may name its parts, alone it is refused then
            with_restart = st.tuples(given, st.integers(0, 4), part("restart"))
            given = with_restart.map(lambda x: {"restart": x[2]} | x[0] if x[1] and "growth" in x[0] else x[0])
        return given.map(bounded) if name == "simulate" else given

    return st.sampled_from(sorted(QUESTIONS)).flatmap(asked)


def bounded(request: dict[str, Any]) -> dict[str, Any]:
    """A simulation does as much as it is asked to: here little."""
    return request | {"with": {**request["with"], "most_failures": 100, "events": 5, "relative_accuracy": 0.1}}
