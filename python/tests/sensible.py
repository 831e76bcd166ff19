# SPDX-License-Identifier: Apache-2.0
"""Requests that make sense, from the catalogue's tables and a seeded generator: any question and kind, numbers that are usual.

A number is anywhere in what is usual, at its default or at an end of what is usual; a list is one that fits the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from random import Random
from typing import Any

from counts import draws
from drawn import KINDS, LISTED, QUESTIONS, TABLES, end

from scaling_limits import _core

#: about what a number is of which no table says what is usual
ABOUT: dict[str, float] = {
    **{"work": 1e9, "step_time": 8, "interval": 2e3, "time": 3e4, "mean": 3e4, "scale": 2e4, "mu": 9, "change": 2e4},
    **{"early_rate": 1e-5, "late_rate": 1e-4, "failure_rate": 3e-5, "repair_time": 1e5, "write_time": 30, "restart_time": 300},
    **{"exposure": 1e7, "exposure_before": 1e7, "exposure_after": 2e7, "events": 30, "events_before": 30, "events_after": 20},
    **{"window": 1e6, "bin": 1e5, "within": 600, "renewed_rate": 1e-7, "batch_tokens": 2.0**22, "tokens": 1e12, "years": 3},
    **{"gpus": 16384, "goodput": 0.9, "probability": 0.3, "low": 0.2, "median": 0.35, "high": 0.6, "number": 1.5, "code": 79},
    **{"year": 2030, "mtbf": 1e4, "interruptions": 419, "days": 54, "latency_per_layer": 3e-5},
}
#: those that are only near that
NARROW = {"goodput", "probability", "low", "median", "high", "mu", "year", "years", "code"}
#: what is no number, by name or by that of the question and its own; lists are as long as those that go with them
TIER = {"write_bandwidth": 1e8, "read_bandwidth": 1e8, "latency": 0.5, "per_gpu": True}
LIVES = [1e4, 2.5e4, 4e4, 7e4, 9e4, 1.5e5, 2e5]
GIVEN: dict[str, list[Any]] = {
    "levels": [[{"tier": TIER, "share": 0.75}, {"tier": "own", "share": 0.25}], [{"tier": "own", "share": 1}]],
    "pattern": [[], [1, 2], [1, 1, 2]],
    "points": [[[1, 1], [1e4, 0.95], [1e6, 0.5]]],
    "lives": [LIVES],
    "values": [[1, 2, 6]],
    "counts": [[1, 2, 4, 8]],
    "criteria": [{"goodput 0.9": {"goodput_at_least": 0.9}, "peak": "peak_throughput"}],
    "strategies": [["blocking", "just_in_time"]],
    "sizes": [[1024, 16384]],
    "tiers": [["host_memory", "file_system"]],
    "growths": [["fixed", "chinchilla"]],
    "durations": [LIVES],
    "observed": [[1, 1, 0, 1, 1, 0, 1]],
    "entry": [[0, 0, 1e4, 0, 0, 2e4, 0]],
    "times": [[1e4, 3e4, 3.1e4, 8e4, 2e5, 2.2e5, 6e5]],
    "parts": [[0, 1, 1, 0, 2, 2, 0]],
    "domains": [[0, 0, 1]],
    "events": [[1, 3, 2, 9, 1]],
    "exposures": [[1e6, 2e6, 1e6, 1e6, 3e6]],
    "edges": [[0, 3e4, 9e4, 3e5]],
    "start": [[0, 1e5, 3e5]],
    "end": [[1e5, 2e5, 1e6]],
    "state": [["NODE_FAIL", "COMPLETED", "FAILED"]],
    "field": ["write_bandwidth", "gpu_mttf", "downtime"],
    "text": ["50,000 h"],
    "unit": ["s"],
    "request": [{"question": "goodput", "run": {"preset": "llama3_405b"}}],
    "inner": ["blocking", {"kind": "asynchronous", "copy_bandwidth": 1e14}],
    "after_strategy": ["blocking", {"kind": "asynchronous", "copy_bandwidth": 1e14}],
    "after_cause": [[{"name": "hang", "share": 0.1, "detection": 2700}], [{"name": "site", "share": 0.01}]],
    "after_restart": ["nccl", {"schedule_time": 300}],
    "after_operation": ["office_hours", {"kind": "on_call", "reaction": 1800}],
    "hours": ["Mon-Fri 9:00-17:00", [["8 h", "20 h"], ["32 h", "44 h"]]],
    "others": [[], [{"mtbf": 1e5, "downtime": 300}]],
    "fit_communicator.gpus": [[512, 4096, 16384]],
    "restart_times": [[320, 350, 450]],
    "gang_limit.sizes": [[1, 8, 64]],
    "shares": [[0.5, 0.3, 0.2]],
    "speeds": [[1, 0.4, 0.9]],
    "inputs": [[4096, 4096]],
    "outputs": [[4096, 1024]],
    "series_system.parts": [[{"name": "GPU", "count": 16384, "mttf": 1e9}, {"name": "NIC", "count": 2048, "mttf": 3e9}]],
    "hedged_interval.gpu_mttf": [[1e8, 1.8e8, 2.5e8]],
    "job_history.gpus": [[8, 8, 16]],
    "limits.criteria": [["write_time_equals_mtbf", {"goodput_at_least": 0.9}, "peak_throughput"]],
    "tiers.criteria": [[{"goodput_at_least": 0.9}]],
}


def _number(draw: Random, row: Mapping[str, Any]) -> Any:
    if isinstance(row["default"], bool):
        return draw.random() < 0.5
    if row["default"] is not None and draw.random() < 0.3:
        return row["default"]
    if row["usual"]:
        low, high = (end(x, 1) for x in row["usual"])
    else:
        about = ABOUT.get(row["name"], 1)
        wide = 1.01 if row["name"] in NARROW else 3
        low, high = about / wide, about * wide + ("whole" in row["range"])
    low, high = max(low, end(row["low"], low)), min(high, end(row["high"], high))
    part = draw.choice([0, 1, *[draw.random()] * 8])
    value = low * (high / low) ** part if low > 0 else low + part * (high - low)
    return round(value) if "whole" in row["range"] and math.isfinite(value) else value


def _fields(draw: Random, table: list[dict[str, Any]], owner: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for row in table:
        if "instead_of" in row or (not row["required"] and draw.random() < 0.3):
            continue
        name = row["name"]
        if "words" not in row:
            given[name] = _number(draw, row)
        elif row["words"]:
            given[name] = draw.choice(row["words"])
        elif name == "after":
            given[name] = part(draw, "run")
        elif of := GIVEN.get(f"{owner}.{name}", GIVEN.get(name)):
            given[name] = draw.choice(of)
    return given


PAIRS = [("people", "people_time"), ("maintenance_every", "maintenance_time"), ("evaluation_every", "evaluation_time")]


def _operation(given: dict[str, Any]) -> dict[str, Any]:
    """What belongs together of who brings a run back."""
    found = {name: x for name, x in given.items() if x is not None}
    for pair in PAIRS:
        if any(found.get(name, 0) in (0, "unlimited", math.inf) for name in pair):
            found = {name: x for name, x in found.items() if name not in pair}
    if found.get("kind") == "on_call":
        found.setdefault("reaction", 1800)
    elif found.get("kind") == "attended":
        found.setdefault("hours", "Mon-Fri 9:00-17:00")
    return found if "hours" not in found or found.get("kind") == "attended" else found | {"hours": None}


def part(draw: Random, group: str) -> dict[str, Any]:
    """A kind of a group with its fields, or one of its presets with some of its numbers moved."""
    name = draw.choice(sorted(KINDS[group]))
    table = KINDS[group][name]["fields"]
    if group == "cause":
        return _cause(draw, table)
    fields = _fields(draw, table, f"{group}.{name}")
    ready = TABLES["presets"].get(group, {})
    if ready and (draw.random() < 0.6 or group == "shape"):
        of = draw.choice(sorted(ready.values(), key=str))["fields"]
        kept = {row["name"] for row in table if row.get("whole") or draw.random() < 0.7}
        fields = {**fields, **{key: value for key, value in of.items() if key in kept or key not in fields}}
    if group == "operation":
        return _operation(fields)
    return fields if len(KINDS[group]) == 1 else {"kind": name, **fields}


def _cause(draw: Random, table: list[dict[str, Any]]) -> dict[str, Any]:
    """A share of what stops the run, with some of what else a cause may say."""
    rows = {row["name"]: row for row in table}
    free = ("detection", "replacement", "extra_restart", "retry_chance", "retry_time", "leaves_state", "common", "takes")
    given = {name: _number(draw, rows[name]) for name in free if draw.random() < 0.4}
    return {"name": f"cause {draw.randrange(10**9)}", "share": draw.uniform(0.01, 0.4)} | given


#: asked of runs that wait for people too: those that look for sizes step through a week for each
AT_ONE_SIZE = {"assess", "breakdown", "goodput", "interval", "losses", "overhead", "run_cost", "what_changed"}


def request(draw: Random, question: str) -> dict[str, Any]:
    """A request of a question in full; one that is refused is drawn again, a few dozen times at most."""
    asked = QUESTIONS[question]
    answer: dict[str, Any] = {}
    for _ in range(60):
        groups = [*asked["needs"], *(group for group in asked["uses"] if draw.random() < 0.7)]
        parts: dict[str, Any] = {}
        for group in groups:
            parts[group] = [part(draw, group) for _ in range(draw.randint(1, 2))] if group in LISTED else part(draw, group)
        if question not in AT_ONE_SIZE and parts.get("operation", {}).get("kind") == "attended":
            parts["operation"] |= {"kind": "on_call", "hours": None, "reaction": 1800}
        if "run" not in parts:  # then rates are of the job
            for row in parts.get("cause", []):
                row["mtbf"] = 3600 / row.pop("share")
        given = _fields(draw, asked["fields"], question)
        if question == "simulate":  # a few seconds of them
            given["most_failures"] = 1e5
        if "batch_tokens" in given and "shape" in parts:  # whole sequences, and of them as many as most layouts can share
            given["batch_tokens"] = parts["shape"]["sequence_length"] * 2.0 ** draw.randint(7, 11)
        found = _core.completed({"question": question, **parts, "with": given})
        answer = found if "error" in found else _core.ask(found)
        if "error" not in answer:
            return found
    raise AssertionError(f"no sensible request for {question}: {answer}")


# ---- what stands in a request and its answer

Numbers = dict[tuple[str, int], float]


@dataclass(eq=False)
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


#: what arguments are made of
NESTED = {"levels": "tier", "inner": "strategy", "strategies": "strategy", "after": "run", "after_strategy": "strategy"}
NESTED |= {"after_cause": "cause", "after_restart": "restart"}


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


def unit_of(question: str, column: str) -> str:
    """The unit of a column, of one that is named by a part too."""
    units = {row["name"].partition("<")[0].rstrip("."): row["unit"] or "" for row in QUESTIONS[question]["columns"]}
    names = [name for name in units if name == column or not name or column.startswith(f"{name}.")]
    return str(units[max(names, key=len)])


def exception(table: Mapping[Any, str], *names: str) -> str:
    """The reason of a table of patterns that all fit these names; empty where there is none."""
    return next((reason for patterns, reason in table.items() if all(map(fnmatch, names, patterns))), "")


#: simulations have noise of their own; a calibration asks for measured steps, one of the questions asked here for each
LEFT_OUT = {"simulate", "calibrate"}
ASKED = sorted(set(QUESTIONS) - LEFT_OUT)


def drawn(name: str, questions: list[str]) -> Iterator[tuple[Random, dict[str, Any]]]:
    """So many requests, of each question in turn: no neighbours, as few are drawn in the gate."""
    for k in range(draws(name)):
        draw = Random(f"{name} {k}")
        full = request(draw, questions[k * 37 % len(questions)])
        if not beyond(full):
            yield draw, full


def beyond(full: Mapping[str, Any]) -> bool:
    """A run of a scenario that nobody could have: with terms of 1e9 and more a peak is where they cancel, to a few digits."""
    if "scenario" not in full:
        return False
    parts = {
        group: part for group, part in full.items() if group in {*QUESTIONS["run_at"]["needs"], *QUESTIONS["run_at"]["uses"]}
    }
    year = full.get("with", {}).get("year") or full["scenario"]["start"]
    run = numbers(_core.ask({"question": "run_at", **parts, "with": {"year": year}}))
    return not 1 < run.get(("gpus", 0), math.nan) < 1e9
