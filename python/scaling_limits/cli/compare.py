# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare: strategies side by side for the run of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import scaling_limits as sl

from ._command import command, json_option
from ._output import print_json, pyplot, save_figure
from ._request import TABLES, Document, Takes, drawing, exponents, growth_label, made, nested, numbers, objects, rows
from ._tables import Table, console, human, spelled
from ._targets import plot_option


def compared(document: Document) -> dict[str, Any]:
    """The comparison as plain data: strategies best first, where the ranking changes, what was left out."""
    strategies = document.parts.get("strategy")
    several = range(len(strategies) if isinstance(strategies, list) else 0)
    said = {
        f"{part}.{i}": f"{document.name}: [[strategy]] {i + 1}" for i in several for part in ("strategy", "with.strategies")
    }
    found = nested(document.ask("compare", said=said))
    changes, left_out, between = (found.pop(name) for name in ("break_even", "left_out", "break_even_range"))
    (of_run,) = found.pop("run_assumes")
    given = document.full["with"]["strategies"] if several else [document.part("strategy")]
    ranked = rows({name: column for name, column in found.items() if name != "sizes"})
    for row in ranked:
        name = row["name"] = row.pop("strategy")
        usual = {field["name"]: numbers(field["default"]) for field in TABLES["kinds"]["strategy"][name]["fields"]}
        place, fields = int(row.pop("place")), numbers(json.loads(row.pop("fields")))
        row["parameters"] = {**usual, **(given[place] if place < len(given) else fields)}
        row["parameters"].pop("name", None)
    return {
        "run_assumes": of_run,
        "rows": ranked,
        "break_even_range": between,
        "break_even_sizes": [{**change, "best": change["best"] == 1} for change in rows(changes)],
        "left_out": rows(left_out),
    }


def tied(ranked: list[dict[str, Any]]) -> list[list[str]]:
    """The labels of those that share a rank."""
    groups: dict[float, list[str]] = {}
    for row in ranked:
        if row["rank"] == row["rank"]:
            groups.setdefault(row["rank"], []).append(row["label"])
    return [labels for labels in groups.values() if len(labels) > 1]


def print_comparison(answer: dict[str, Any]) -> None:
    """The ranked table, what it assumes, who is not in it, and the sizes at which it changes."""
    out = console()
    names = ("strategy", "goodput", "useful GPUs", "save every", "memory", "writes", "spares", "note")
    side = (("spares",), ("memory", "writes"), ("useful GPUs",))
    strategies = Table("Strategies, best first", *names, right=names[1:-1], side=side, words=("note",))
    for row in answer["rows"]:
        if row["status"] == "ok":
            useful = human(row["goodput"] * answer["run"]["gpus"], "1")
            interval = "never" if row["interval"] == float("inf") else human(row["interval"], "s")
            amounts = [(row["memory"], "B"), (row["bandwidth"], "B/s"), (row["spares"], "1")]
            needs = [human(x, unit) if x == x else "" for x, unit in amounts]
            strategies.add_row(row["label"], spelled(row["goodput"], ".2%"), useful, interval, *needs, row["note"])
        else:
            strategies.add_row(row["label"], row["status"], "", "", "", "", "", row["note"])
    out.print(strategies)
    for labels in tied(answer["rows"]):
        out.print(f"The same but for rounding, and ranked by name: {', '.join(labels)}")

    assumed = {"run": answer["run_assumes"], **{row["label"]: row["assumes"] for row in answer["rows"]}}
    if any(assumed.values()):
        title = "\nWhat is assumed; the file may say otherwise in [run] and in [[strategy]] tables"
        assumptions = Table(title, "of", "field = value", words=("field = value",))
        for name, fields in assumed.items():
            if fields:
                assumptions.add_row(name, fields)
        out.print(assumptions)

    if answer["left_out"]:
        title = "\nNot compared; the file may give what is needed in a [[strategy]] table"
        missing = Table(title, "strategy", "needs", "meaning", words=("meaning",))
        for row in answer["left_out"]:
            unit = f" [{row['unit']}]" if row["unit"] not in ("", "1") else ""
            missing.add_row(row["strategy"], row["field"] + unit, row["text"])
        out.print(missing)

    low, high = (human(gpus, "1") for gpus in answer["break_even_range"])
    between = f"from {low} to {high} GPUs ({growth_label(answer['growth'])})"
    if not answer["break_even_sizes"]:
        out.print(f"\nThe ranking is the same {between}")
        return
    changes = ("GPUs", "better below", "better above", "of")
    sizes = Table(f"\nWhere the ranking changes, {between}", *changes, right=("GPUs",))
    for change in answer["break_even_sizes"]:
        sizes.add_row(
            spelled(change["gpus"], ",.0f"), change["below"], change["above"], "the two best" if change["best"] else ""
        )
    out.print(sizes)


@command(Takes(("compare",), many=("strategy",), interval=True))
@json_option()
@plot_option("Also draw goodput against size.")
def compare(document: Document, as_json: bool, plot: Path | None) -> None:
    """Rank the recovery strategies for one run, with what each assumes, and say at which sizes the ranking changes."""
    found = compared(document)
    answer = {"run": document.part("run"), "growth": document.part("growth"), **found}
    if plot is not None:
        plt = pyplot()
        given = objects(document)
        strategies = [made("strategy", {"name": row["name"], **row["parameters"]}) for row in found["rows"]]
        with drawing(document):
            figure = sl.compare(given["run"], strategies, growth=given["growth"], others=False).plot().figure
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        print_json({**document.facts, **answer, "growth": exponents(answer["growth"])})
    else:
        print_comparison(answer)
