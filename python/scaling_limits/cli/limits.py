# SPDX-License-Identifier: Apache-2.0
"""scaling-limits limits: the largest size with everything that limits it, and what binds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ._command import command, criterion_option, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, exponents, growth_label, nested, objects, read_criteria
from ._tables import Table, console, spelled
from ._targets import plot_option

_ends = ("low", "high")  # of the band; low_because, high_because say what is otherwise there


def print_limits(found: dict[str, Any], growth: dict[str, Any]) -> None:
    """One table: a row per criterion, a column per term."""
    terms = list(dict.fromkeys(term for limit in found.values() if limit["status"] == "ok" for term in limit["shares"]))
    ends = _ends if any("low" in limit for limit in found.values()) else ()
    because = tuple(f"{end} because" for end in ends)
    numbers = ("GPUs", "worth", "efficiency", "goodput", *ends)
    own = ("criterion", *numbers, *because, "binds", "note")
    heads = [f"{term} (share)" if term in own else term for term in terms]  # a factor may have any name
    said = "; low, high: if one thing is otherwise than given" if ends else ""
    title = f"How large it can get ({growth_label(growth)}){said}"
    side = (heads, ("worth",), ("efficiency",), because)
    rows = Table(title, *own[:-1], *heads, "note", right=(*numbers, *heads), side=side, words=("note",))
    for text, limit in found.items():
        if limit["status"] != "ok":
            rows.add_row(text, limit["status"], *[""] * 3, *_end_cells(limit, ends), *[""] * (1 + len(terms)), limit["note"])
            continue
        shares = [spelled(limit["shares"][term], ".1%") if term in limit["shares"] else "" for term in terms]
        sizes = (spelled(limit[name], ",.0f") for name in ("value", "useful_gpus"))
        rates = (f"{limit[name]:.1%}" for name in ("efficiency", "goodput"))
        rows.add_row(text, *sizes, *rates, *_end_cells(limit, ends), limit["binding"], *shares, limit["note"])
    console().print(rows)


def _end_cells(limit: dict[str, Any], ends: tuple[str, ...]) -> list[str]:
    """The ends of the band around a size, then what is otherwise there."""
    named = {float("inf"): "no limit", 0: "none"}
    sizes = [
        named.get(limit[end]) or ("not known" if limit[end] != limit[end] else spelled(limit[end], ",.0f")) for end in ends
    ]
    return [*sizes, *(limit[f"{end}_because"] for end in ends)]


def _assumed(band: dict[str, Any]) -> list[dict[str, Any]]:
    """What is otherwise than given, one at a time, and the size with it."""
    columns = {name: band[f"assumption.{name}"] for name in ("name", "text", "source", "value", "status", "note")}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@command(Takes(("limit", "band"), options=("criterion",), interval=True))
@json_option()
@plot_option("Also draw useful throughput with each factor's share as a band.")
@criterion_option(with_factors=True)
@click.option("--ranges", is_flag=True, help="Also the least and the greatest size if one thing is otherwise than given.")
@click.option(
    "--known", multiple=True, metavar="NAME", help="What is not assumed otherwise there: a field, or what --json calls it."
)
def limits(
    document: Document, as_json: bool, plot: Path | None, criterion: tuple[str, ...], ranges: bool, known: tuple[str, ...]
) -> None:
    """The largest size under each criterion, failures and every other factor together, and what binds there."""
    criteria = read_criteria(criterion, with_factors=True)
    found = {
        text: {"shares": {}, **nested(document.ask("limit", criterion=one, said={"criterion": f"--criterion {text}"}))}
        for text, one in criteria.items()
    }
    if ranges or known:
        for text, one in criteria.items():
            said = {"criterion": f"--criterion {text}", "with.known": "--known"}
            band = document.ask("band", own={"known": list(known)}, criterion=one, said=said)
            found[text] |= {name: band[name] for end in _ends for name in (end, f"{end}_because")}
            found[text]["assumption"] = _assumed(band)
    growth = document.part("growth")
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        made = objects(document)
        with drawing(document):
            axes = plots.throughput_bands(made.pop("run"), **made)
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({**document.facts, "growth": exponents(growth), "limits": found})
    else:
        print_limits(found, growth)
