# SPDX-License-Identifier: Apache-2.0
"""scaling-limits layouts: the fastest layouts of a number of GPUs, where mine stands, and why others do not fit."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from scaling_limits.parallelism import Layout

from ._command import command, json_option
from ._output import print_json
from ._request import Columns, Document, Takes, nested, rows
from ._tables import Table, console, human, spelled
from .step import as_plain, print_step


@command(Takes(("best_layout",), own="step"))
@json_option()
@click.option(
    "--rejected",
    metavar="N",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Rejected layouts to list.",
)
@click.option(
    "--fastest", metavar="N", type=click.IntRange(min=1), default=10, show_default=True, help="How many of the fastest to list."
)
def layouts(document: Document, as_json: bool, rejected: int, fastest: int) -> None:
    """Try every layout of a number of GPUs: the fastest that fit, where mine stands, and why others do not fit."""
    for name in ("rejected", "fastest"):
        if name in document.own:
            raise document.error(f"[step]: {name} is the option --{name}")
    columns = document.ask("best_layout", {"rejected": "unlimited", "fastest": fastest})
    tried, count = columns.pop("tried"), columns.pop("rejected")
    found = nested(columns)
    degrees, refused, ranking, mine = (found.pop(name) for name in ("layout", "rejected", "fastest", "mine"))
    best = None if any(x != x for x in degrees.values()) else Layout(**degrees)
    first, others = layout_rows(degrees, ranking), layout_rows(degrees, refused)
    own = placed(document, mine)
    if as_json:
        note = found["note"] if best is None else ""
        facts = {
            **document.facts,
            "status": found["status"],
            "note": note,
            **as_plain(best, found),
            "fastest": first,
            "mine": own,
        }
        print_json({**facts, "tried": tried, "rejected": count, "rejections": others[:rejected]})
        return
    out = console()
    if best is None:
        out.print(found["note"])
    else:
        print_step(document, best, found)
        table = Table("\nThe fastest", "step", "more", "layout", right=("step", "more"), words=("layout",))
        for row in first:
            table.add_row(
                human(row["time"], "s"), spelled(row["time"] / found["time"] - 1, "+.2%"), repr(Layout(**row["layout"]))
            )
        out.print(table)
    if own:
        print_mine(own, found["time"])
    out.print(f"\n{tried:,.0f} layouts tried, {count:,.0f} do not fit")
    # the same field of many layouts, with other values: the field names the reason
    for what, times in Counter(row["reason"].split(" = ")[0] for row in others).most_common():
        out.print(f"{times:,} for {what}", indent=2)
    if others and others[0]["time"] < found["time"]:
        out.print("First those that more memory alone would make the fastest:")
    for row in others[:rejected]:
        would = f" (its step would take {human(row['time'], 's')})" if row["time"] == row["time"] else ""
        out.print(f"{Layout(**row['layout'])!r}: {row['reason']}{would}", indent=2)


def layout_rows(degrees: Columns, listed: Columns) -> list[dict[str, Any]]:
    """The layouts of a list, each with what else is known of it: their degrees stand one after the other."""
    width = len(degrees)
    flat = listed["layout"]
    layouts = [dict(zip(degrees, flat[at : at + width], strict=True)) for at in range(0, len(flat), width)]
    return rows({**listed, "layout": layouts})


def placed(document: Document, mine: Columns) -> dict[str, Any] | None:
    """Where the file's own layout stands; None where it has none."""
    if "layout" not in document.parts:
        return None
    behind = {name.removeprefix("behind."): more for name, more in mine.items() if name.startswith("behind.")}
    return {"layout": document.part("layout"), **{name: mine[name] for name in ("rank", "time", "note")}, "behind": behind}


def print_mine(own: dict[str, Any], best: float) -> None:
    """Where one's own layout stands, and what it loses where."""
    out = console()
    layout = repr(Layout(**own["layout"]))
    if own["rank"] != own["rank"]:
        out.print(f"\nMine, {layout}, does not fit: {own['note']}")
        return
    out.print(f"\nMine, {layout}, is number {own['rank']:,.0f}: {human(own['time'], 's')}, {own['time'] / best - 1:+.2%}")
    for term, more in sorted(own["behind"].items(), key=lambda pair: -pair[1]):
        if more:
            out.print(f"{term} {'+' if more > 0 else '-'}{human(abs(more), 's')}", indent=2)
