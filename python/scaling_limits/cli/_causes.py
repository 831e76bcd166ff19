# SPDX-License-Identifier: Apache-2.0
"""Causes that a log counts, as rows of the run that a file is about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._counted_causes import MOST, CountedCauses, beside_rows

from ._errors import CommandError, say
from ._request import Document, objects_of
from ._tables import human


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
    check(document, log, counted)
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
        rows += [dict(row) for row in lists[one]["rows"]] if isinstance(one, str) and one in lists else [one]
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


def check(document: Document, log: Path, counted: CountedCauses) -> None:
    """Refuses rows of the file that the log counts otherwise."""
    of_log = {row.name: row.events for row in counted.rows}
    rows = document.completed("assess", {})["cause"]
    for row in rows:
        if row["planned"] and row["name"] in of_log:
            raise CommandError(
                f"{log}: counts {of_log[row['name']]:,} of cause {row['name']!r} among the failures, and {document.path} says that "
                "it is planned: leave them out of the log, or give --without-causes"
            )
    beside = {row["name"]: share for row in rows if row["name"] not in of_log and (share := row["share"]) == share}
    found = sum(of_log.values()) / counted.events
    if found + sum(beside.values()) > 1 + 1e-9:
        raise CommandError(
            f"{log}: its causes are {found:.1%} of the failures, and {document.path} says that {sum(beside.values()):.1%} are "
            f"{listed([*beside])}, which the log does not know: leave that out, or give --without-causes"
        )


def listed(names: Sequence[str], most: int = 5) -> str:
    """Some names in a sentence."""
    shown = ", ".join(map(repr, names[:most]))
    return shown + (f" and {len(names) - most:,} more" if len(names) > most else "")
