# SPDX-License-Identifier: Apache-2.0
"""Measured storage: what IOR prints, and its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .._core.units import MiB
from .._source import At, json_in
from ._storage import DIRECTIONS, Measurement, Sample, Spread, Way

#: what IOR measured, as its table, its JSON, the lines of its repetitions and their JSON name it; MiB are 2^20 B
COLUMNS = {
    "operation": ("Operation", "operation", "access", "access"),
    "mean": ("Mean(MiB)", "bwMeanMIB", "bw(MiB/s)", "bwMiB"),
    "most": ("Max(MiB)", "bwMaxMIB", "", ""),
    "least": ("Min(MiB)", "bwMinMIB", "", ""),
    "deviation": ("StdDev", "bwStdMIB", "", ""),
    "seconds": ("Mean(s)", "MeanTime", "total(s)", "totalTime"),
    "repetitions": ("reps", "repetitions", "", ""),
    "tasks": ("#Tasks", "numTasks", "", ""),
    "tasks per node": ("tPN", "tasksPerNode", "", ""),
    "file per task": ("fPP", "filePerProc", "", ""),
    "segments": ("segcnt", "segmentCount", "", ""),
    "block [B]": ("blksiz", "blockSize", "", ""),
    "transfer [B]": ("xsize", "transferSize", "", ""),
    "reordered": ("reord", "reorderTasks", "", ""),
    "api": ("API", "API", "", ""),
}
SETTINGS = ("tasks", "tasks per node", "file per task", "segments", "block [B]", "transfer [B]", "api")
TEXT = ("api",)
#: what the options of its command line, and the parameters of its JSON, say of how it was done
OPTIONS = {
    "direct": (("-B", "--posix.odirect"), "useO_DIRECT"),
    "flushed": (("-e", "-Y"), "fsync"),
    "random": (("-z",), "randomOffset"),
    "reordered": (("-C", "-Z"), "reorderTasks"),
    "stonewall": (("-D",), "deadlineForStonewall"),
}


def ior(found: Measurement, directions: Sequence[str]) -> None:
    """What IOR says of the directions."""
    source, notes = found.source, found.notes
    parameters: list[At] = []
    if '"tests"' in source.text or '"summary"' in source.text:
        rows, repetitions, parameters, command = _of_json(At(source, "", json_in(source)).mapping())
    else:
        rows, repetitions = _tables(source.text, found)
        command = _command(source.text)
    if not rows and not repetitions:
        raise source.unread("", "this looks like IOR's output, cut before a result", "all of it, to 'Summary of all tests'")
    kept = [row for row in rows or repetitions if row["operation"].value in DIRECTIONS]
    if not kept:
        raise source.unread("", "this looks like IOR's output, of no write and no read", "runs of ior -w or -r")
    if not rows:
        notes.unknown("whether all repetitions are here: IOR's summary of all tests is not in the file")
    for direction in directions:
        if mine := [row for row in kept if row["operation"].value == direction]:
            _direction(found, direction, mine, _ways(command, parameters))


def _direction(found: Measurement, direction: str, rows: list[dict[str, At]], how: Mapping[str, bool | None]) -> None:
    notes = found.notes
    samples = []
    for row in rows:
        settings = {name: _value(row, name) for name in SETTINGS if name in row}
        mean = row["mean"].written("MiB/s", needed=True) or 0.0
        least, most = (_value(row, name) for name in ("least", "most"))
        if not mean or (least is not None and most is not None and not 0.99 * least <= mean <= 1.01 * most):
            raise row["mean"].error("a number > 0 [MiB/s], between the least and the most of its row")
        samples.append(Sample(mean * MiB, _value(row, "seconds"), settings, row["mean"].place))
    one = found.repeated(direction, samples, "IOR's output")
    found.rates[direction] = one.rate
    notes.took(f"{direction}_bandwidth", f"{COLUMNS['mean'][0]} (2^20 B/s, of all tasks together)")
    row = rows[0]
    if len(rows) == 1:
        found.spread[direction] = _spread(row, one.rate)
    tasks, each = _value(row, "tasks"), _value(row, "tasks per node")
    if tasks and each:
        nodes = -(-tasks // each)
        notes.derived(f"{tasks:g} tasks on {nodes:g} node{'s' * (nodes > 1)}: bandwidths are of these together")
    else:
        notes.unknown("on how many nodes it was measured: a storage that many nodes share may give more, or less to each")
    reordered = how["reordered"] or bool(_value(row, "reordered"))
    if how["stonewall"]:
        notes.unknown("what all of the data takes: IOR stopped at its time limit (-D)")
    direct = True if direction == "read" and reordered and how["direct"] is not True else how["direct"]
    way = Way(direct, how["flushed"], bool(how["random"]), _value(row, "transfer [B]"), one.seconds)
    found.caveats(direction, way)


def _spread(row: Mapping[str, At], rate: float) -> Spread:
    """What its summary says of the repetitions."""
    count = _value(row, "repetitions")
    values = {name: _value(row, name) for name in ("deviation", "least", "most")}
    if not count or count < 2 or None in values.values():
        return Spread(mean=rate)
    return Spread(mean=rate, **{name: value * MiB for name, value in values.items()}, samples=int(count), of="repetition")


def _value(row: Mapping[str, At], name: str) -> Any:
    at = row.get(name)
    return None if at is None else at.value if name in TEXT else at.written()


def _tables(text: str, found: Measurement) -> tuple[list[dict[str, At]], list[dict[str, At]]]:
    """The rows of its summaries, and those of its repetitions."""
    tables: dict[int, list[dict[str, At]]] = {0: [], 2: []}
    header: list[str] = []
    which = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"(\w) \(", r"\1(", line).replace("Std Dev", "StdDev").replace(",", " ").split()
        kind = {"Operation": 0, "access": 2}.get(words[0]) if words else None
        if kind is not None and {"Max(MiB)", "bw(MiB/s)"} & set(words):
            header, which = words, kind
        elif header and words and words[0] in DIRECTIONS and len(words) > 1 and words[1][0].isdigit():
            cells: dict[str, str] = {}
            for name, cell in zip(header, words, strict=False):
                cells.setdefault(name, cell)  # the first StdDev is that of bandwidths
            row = {
                name: At(found.source, f"line {number}: {columns[which]}", cells[columns[which]])
                for name, columns in COLUMNS.items()
                if columns[which] in cells
            }
            if "mean" not in row:
                raise found.source.unread(f"line {number}", "this looks like IOR's output, cut in a row", "all of its columns")
            tables[which].append(row)
    return tables[0], tables[2]


def _of_json(top: At) -> tuple[list[dict[str, At]], list[dict[str, At]], list[At], str]:
    """The same of its JSON, with the parameters of its tests and its command line."""

    def rows(ats: Iterator[At], which: int) -> list[dict[str, At]]:
        found = [{name: at.at(columns[which]) for name, columns in COLUMNS.items() if columns[which]} for at in ats]
        named = [row for row in found if isinstance(row["operation"].value, str)]
        return [{name: at for name, at in row.items() if name == "mean" or at.value is not None} for row in named]

    tests = list(top.at("tests").list("the tests of IOR")) if top.at("tests").value is not None else []
    summary = top.at("summary")
    parameters = [of for one in tests if isinstance((of := one.at("Parameters")).value, Mapping)]
    command = top.at("Command line").value
    repetitions = rows((at for one in tests for at in _inside(one, 0)), 3)
    return (
        rows(summary.list("the summary of IOR's tests"), 1) if summary.value is not None else [],
        repetitions,
        parameters,
        command if isinstance(command, str) else "",
    )


def _inside(at: At, depth: int) -> Iterator[At]:
    """Results of repetitions, which stand in lists of lists, in some versions within the options."""
    if isinstance(at.value, Mapping) and "access" in at.value and "bwMiB" in at.value:
        yield at
    elif isinstance(at.value, (Mapping, list)) and depth < 8:
        for key in at.value if isinstance(at.value, Mapping) else range(len(at.value)):
            yield from _inside(at.at(key), depth + 1)


def _command(text: str) -> str:
    """Its command line; "" where the text has none, or several."""
    lines = re.findall(r"^\s*Command line(?: used)?\s*: (.*)$", text, re.M)
    return str(lines[0]) if len(set(lines)) == 1 else ""


def _ways(command: str, parameters: Sequence[At]) -> dict[str, bool | None]:
    """How it was done; None: not said."""
    words = [word.strip("\"'") for word in command.split()]
    found: dict[str, bool | None] = {}
    for name, (options, key) in OPTIONS.items():
        values = [of.value[key] for of in parameters if isinstance(of.value.get(key), (bool, int))]
        by_option = any(word in options for word in words) if words else None
        found[name] = bool(by_option or any(values)) if values or by_option is not None else None
    return found
