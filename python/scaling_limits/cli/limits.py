# SPDX-License-Identifier: Apache-2.0
"""scaling-limits limits: the largest size with everything that limits it, and what binds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ._band import SAID, bands, because_cells, end_cells, ends_of, known_of, known_option, note_cell, print_otherwise
from ._command import command, criterion_option, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, exponents, growth_label, nested, objects, read_criteria
from ._tables import Table, console, spelled
from ._targets import plot_option


def print_limits(found: dict[str, Any], growth: dict[str, Any], assumes: str) -> None:
    """A row per criterion, a column per term; then what is otherwise at the ends."""
    terms = list(dict.fromkeys(term for limit in found.values() if limit["status"] == "ok" for term in limit["shares"]))
    ends, because = ends_of(found.values())
    numbers = ("GPUs", *ends, "worth", "efficiency", "goodput")
    own = ("criterion", *numbers, "binds", *because, "note")
    heads = [f"{term} (share)" if term in own else term for term in terms]  # a factor may have any name
    title = f"How large it can get ({growth_label(growth)}){SAID * bool(ends)}"
    side = (heads, ("worth",), ("efficiency",), because)
    rows = Table(title, *own[:-1], *heads, "note", right=(*numbers, *heads), side=side, words=("note",))
    for text, limit in found.items():
        between, why = end_cells(limit, ends), because_cells(limit, ends)
        if limit["status"] != "ok":
            rows.add_row(text, limit["status"], *between, *[""] * 4, *why, *[""] * len(terms), note_cell(limit))
            continue
        shares = [spelled(limit["shares"][term], ".1%") if term in limit["shares"] else "" for term in terms]
        rates = (f"{limit[name]:.1%}" for name in ("efficiency", "goodput"))
        sizes = [spelled(limit[name], ",.0f") for name in ("value", "useful_gpus")]
        rows.add_row(text, sizes[0], *between, sizes[1], *rates, limit["binding"], *why, *shares, note_cell(limit))
    out = console()
    out.print(rows)
    print_otherwise(out, found.values(), {"assumes": assumes})


@command(Takes(("limit", "band"), options=("criterion",), interval=True))
@json_option()
@plot_option("Also draw useful throughput with each factor's share as a band.")
@criterion_option(with_factors=True)
@known_option
def limits(document: Document, as_json: bool, plot: Path | None, criterion: tuple[str, ...], known: tuple[str, ...]) -> None:
    """The largest size under each criterion, failures and every other factor together, and what binds there.

    Low and high: between which ends a size lies if one of the things that a planner may not know is otherwise than given,
    from a fixed list; no probability.
    """
    criteria = read_criteria(criterion, with_factors=True)
    found = {
        text: {"shares": {}, **nested(document.ask("limit", criterion=one, said={"criterion": f"--criterion {text}"}))}
        for text, one in criteria.items()
    }
    between = bands(document, criteria, known)
    for text, band in between.limits.items():
        found[text] |= band
    assumes = between.run["assumes"]
    growth = document.part("growth")
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        made = objects(document)
        with drawing(document):
            axes = plots.throughput_bands(made.pop("run"), **made, **known_of(document, known))
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({**document.facts, "growth": exponents(growth), "assumes": assumes, "limits": found})
    else:
        print_limits(found, growth, assumes)
