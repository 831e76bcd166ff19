# SPDX-License-Identifier: Apache-2.0
"""Causes that a log counts, as rows of the run that a file is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._counted_causes import MOST, CountedCauses, beside_rows

from ._errors import say
from ._request import Document, objects_of, rows
from ._tables import Table, human


def take_causes(document: Document, log: Path, counted: CountedCauses) -> CountedCauses | None:
    """The causes of a log as rows beside those of the file, which they meet by name; those that have a row, None: none has."""
    given = given_rows(document.parts.get("cause", []))
    names = {row["name"] for row in given if isinstance(row, dict) and isinstance(row.get("name"), str)}
    notes = []
    if counted.rows and tells_failures_apart(document):
        counted = counted.only(names)
        if counted.unused:
            notes.append(
                f"the strategy tells failures apart, and the file has no row that says what these need: "
                f"{listed([one.name for one in counted.unused])}; they are what its own shares say"
            )
    alone = [row for row in given if not isinstance(row, dict) or row.get("name") not in {one.name for one in counted.rows}]
    counted = counted.first(max(MOST - len(alone), 0))
    if not counted.rows:
        for note in notes:
            say(f"remark: {log}: {note}")
        return None
    document.parts["cause"] = beside_rows(given, counted)
    both = [one.name for one in counted.rows if one.name in names]
    if both:
        notes.append(f"of {listed(both)} the log says how often, the file the rest")
    if counted.left and not math.isnan(counted.rest_downtime):
        theirs = human(counted.rest_downtime, "s")
        notes.append(f"failures without a row stop the job for the run's downtime; in the log it was {theirs} in the mean")
    for note in (*counted.notes(), *notes):
        say(f"remark: {log}: {note}")
    return counted


def given_rows(given: Any) -> list[Any]:
    """The rows of a file: those of a ready-made list in place of its name."""
    lists = _core.presets("cause")
    rows: list[Any] = []
    for one in given if isinstance(given, list) else [given]:
        name = one["preset"] if isinstance(one, dict) and [*one] == ["preset"] else one
        rows += [dict(row) for row in lists[name]["rows"]] if isinstance(name, str) and name in lists else [one]
    return rows


def tells_failures_apart(document: Document) -> bool:
    """Whether a row that says nothing but its name would change the answer, as where levels have shares of their own."""
    parts = objects_of(document.completed("assess", {}))
    run, strategy = parts["run"], parts["strategy"]
    bare = sl.failures.Cause(name="any", share=1)
    try:
        plain, named = (strategy.under(rows, strategy.restart).goodput(run) for rows in ((), [bare]))
    except ValueError:  # which the question itself will say
        return False
    return not math.isclose(plain, named, rel_tol=1e-9) and plain == plain


def check(document: Document, log: Path, counted: CountedCauses | None) -> None:
    """Refuses rows of the file that the log counts otherwise."""
    of_log = {} if counted is None else {row.name: row.events for row in counted.rows}
    beside: dict[str, float] = {}
    for row in document.completed("assess", {})["cause"]:
        name, planned = row["name"], row["planned"]
        if planned and name in of_log:
            raise document.error(
                f"cause {name!r} is planned, and {log} counts {of_log[name]:,} of them among the failures: leave them out of "
                "the log, or give --without-causes"
            )
        if not planned and name not in of_log:
            beside[name] = row["share"]
    if own := [name for name, share in beside.items() if share != share]:
        raise document.error(
            f"cause {own[0]!r} has a rate of its own, and {log} counts every failure: name it as the log does, give its share, "
            "or leave it out"
        )
    of_all = sum(of_log.values()) / (counted.events if counted else 1)
    if of_log and of_all + sum(beside.values()) > 1 + 1e-9:
        raise document.error(
            f"{sum(beside.values()):.1%} of the failures are {listed([*beside])}, which {log} does not know, and {of_all:.1%} "
            "have a cause there: name them as the log does, leave them out, or give --without-causes"
        )


def cause_levers(document: Document, **asked: Any) -> list[dict[str, Any]]:
    """What better numbers of causes, of a restart's parts and of slow parts buy; of a run that has none of these, nothing."""
    if not any(document.parts.get(part) for part in ("cause", "restart", "factor")):
        return []
    found = rows(document.ask("cause_levers", **asked))
    # what gpu_mttf counts is a field of the run; beside causes it is one of them
    return found if document.parts.get("cause") else [row for row in found if row["cause"] != "other"]


def lever_table(
    title: str,
    levers: Sequence[Mapping[str, Any]],
    by: str,
    shown: Mapping[str, Callable[[Mapping[str, Any]], Any]],
    most: int = 8,
) -> Table:
    """What better numbers of causes buy, those first that buy most; `shown`: the columns of that, a cell of each lever."""
    right = ("now", "to", *shown)
    table = Table(f"\n{title}", "cause", "field", *right, right=right, side=[("now",)])
    for row in sorted(levers, key=lambda row: -row[by])[:most]:
        now, to = (human(row[name], row["unit"]) for name in ("value", "improved"))
        table.add_row(row["cause"], row["field"], now, to, *(cell(row) for cell in shown.values()))
    return table


def listed(names: Sequence[str], most: int = 5) -> str:
    """Some names in a sentence."""
    shown = ", ".join(map(repr, names[:most]))
    return shown + (f" and {len(names) - most:,} more" if len(names) > most else "")
