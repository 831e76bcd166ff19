# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare: strategies side by side for the run of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import scaling_limits as sl

from ._command import command, json_option, plot_option
from ._output import print_json, pyplot, save_figure
from ._request import TABLES, Columns, Document, Takes, drawing, exponents, growth_label, made, nested, numbers, objects
from ._tables import Table, console, human


def rows_of(columns: Columns, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Columns of equal lengths as rows."""
    return [dict(zip(names, row, strict=True)) for row in zip(*(columns[name] for name in names), strict=True)]


def compared(document: Document) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Strategies, best first, and the sizes at which one overtakes another."""
    found = nested(document.ask("compare"))
    changes = found.pop("break_even")
    rows = rows_of(found, tuple(name for name, column in found.items() if name != "sizes"))
    for row in rows:
        name = row["name"] = row.pop("strategy")
        usual = {field["name"]: numbers(field["default"]) for field in TABLES["kinds"]["strategy"][name]["fields"]}
        own = row.pop("place") == 0  # the file's own comes first
        row["parameters"] = {**usual, **(document.part("strategy") if own else json.loads(row["fields"]))}
        row["parameters"].pop("name", None)
        del row["fields"]
    return rows, [{**change, "best": change["best"] == 1} for change in rows_of(changes, tuple(changes))]


def print_comparison(
    rows: list[dict[str, Any]], changes: list[dict[str, Any]], run: dict[str, Any], growth: dict[str, Any]
) -> None:
    """The ranked table and the sizes at which it changes."""
    out = console()
    names = ("strategy", "goodput", "useful GPUs", "save every", "memory", "writes", "spares", "note")
    side = (("spares",), ("memory", "writes"), ("useful GPUs",))
    strategies = Table("Strategies, best first", *names, right=names[1:-1], side=side, words=("note",))
    for row in rows:
        if row["status"] == "ok":
            useful = human(row["goodput"] * run["gpus"], "1")
            interval = "never" if row["interval"] == float("inf") else human(row["interval"], "s")
            needs = [human(row["memory"], "B"), human(row["bandwidth"], "B/s"), human(row["spares"], "1")]
            strategies.add_row(row["name"], f"{row['goodput']:.2%}", useful, interval, *needs)
        else:
            strategies.add_row(row["name"], row["status"], "", "", "", "", "", row["note"])
    out.print(strategies)
    best = [change for change in changes if change["best"]]
    if best:
        sizes = Table(f"\nWhere the best one changes ({growth_label(growth)})", "GPUs", "below", "above", right=("GPUs",))
        for change in best:
            sizes.add_row(f"{change['gpus']:,.0f}", change["below"], change["above"])
        out.print(sizes)


@command(Takes(("compare",)))
@json_option()
@plot_option("Also draw useful throughput against size.")
def compare(document: Document, as_json: bool, plot: Path | None) -> None:
    """Rank the recovery strategies for one run, and say at which sizes the ranking changes."""
    rows, changes = compared(document)
    run, growth = document.part("run"), document.part("growth")
    if plot is not None:
        plt = pyplot()
        figure, ax = plt.subplots()
        given = objects(document)
        strategies = [made("strategy", {"name": row["name"], **row["parameters"]}) for row in rows]
        with drawing(document):
            sl.compare(given["run"], strategies, growth=given["growth"]).plot(ax)
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        answer = {"run": run, "growth": exponents(growth), "rows": rows, "break_even_sizes": changes}
        print_json({"file": document.name, **answer})
    else:
        print_comparison(rows, changes, run, growth)
