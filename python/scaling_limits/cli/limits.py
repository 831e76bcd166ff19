# SPDX-License-Identifier: Apache-2.0
"""scaling-limits limits: the largest size with everything that limits it, and what binds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._command import command, criterion_option, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, exponents, growth_label, nested, objects, read_criteria
from ._tables import Table, console, spelled
from ._targets import plot_option


def print_limits(found: dict[str, Any], growth: dict[str, Any]) -> None:
    """One table: a row per criterion, a column per term."""
    terms = list(dict.fromkeys(term for limit in found.values() if limit["status"] == "ok" for term in limit["shares"]))
    numbers = ("GPUs", "worth", "efficiency", "goodput")
    own = ("criterion", *numbers, "binds", "note")
    heads = [f"{term} (share)" if term in own else term for term in terms]  # a factor may have any name
    title, side = f"How large it can get ({growth_label(growth)})", (heads, ("worth",), ("efficiency",))
    rows = Table(title, *own[:-1], *heads, "note", right=(*numbers, *heads), side=side, words=("note",))
    for text, limit in found.items():
        if limit["status"] != "ok":
            rows.add_row(text, limit["status"], *[""] * (4 + len(terms)), limit["note"])
            continue
        shares = [spelled(limit["shares"][term], ".1%") if term in limit["shares"] else "" for term in terms]
        sizes = (spelled(limit[name], ",.0f") for name in ("value", "useful_gpus"))
        rates = (f"{limit[name]:.1%}" for name in ("efficiency", "goodput"))
        rows.add_row(text, *sizes, *rates, limit["binding"], *shares, limit["note"])
    console().print(rows)


@command(Takes(("limit",), options=("criterion",), interval=True))
@json_option()
@plot_option("Also draw useful throughput with each factor's share as a band.")
@criterion_option(with_factors=True)
def limits(document: Document, as_json: bool, plot: Path | None, criterion: tuple[str, ...]) -> None:
    """The largest size under each criterion, failures and every other factor together, and what binds there."""
    criteria = read_criteria(criterion, with_factors=True)
    found = {
        text: {"shares": {}, **nested(document.ask("limit", criterion=one, said={"criterion": f"--criterion {text}"}))}
        for text, one in criteria.items()
    }
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
