# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare: strategies side by side for the run of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import scaling_limits as sl

from ._output import check_folder, console, human, print_json, pyplot, save_figure, table
from ._request import TABLES, Columns, Document, exponents, growth_label, made, nested, numbers, objects


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
    names = ("strategy", "goodput", "useful GPUs", "save every", "memory", "writes", "spares", "")
    strategies = table("Strategies, best first", *names, right=names[1:-1])
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
        sizes = table(f"\nWhere the best one changes ({growth_label(growth)})", "GPUs", "below", "above", right=("GPUs",))
        for change in best:
            sizes.add_row(f"{change['gpus']:,.0f}", change["below"], change["above"])
        out.print(sizes)


def compare(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tables [run], [strategy] and [growth], as for `plan`.")],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Also draw goodput against size.")] = None,
) -> None:
    """Rank the recovery strategies for one run, and say at which sizes the ranking changes."""
    document = Document(file, "compare")
    if plot is not None:
        check_folder(plot.parent)
    rows, changes = compared(document)
    run, growth = document.part("run"), document.part("growth")
    if plot is not None:
        plt = pyplot()
        given = objects(document)
        strategies = [made("strategy", {"name": row["name"], **row["parameters"]}) for row in rows]
        figure = sl.compare(given["run"], strategies, growth=given["growth"]).plot().figure
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        answer = {"run": run, "growth": exponents(growth), "rows": rows, "break_even_sizes": changes}
        print_json({"file": str(file), **answer})
    else:
        print_comparison(rows, changes, run, growth)
