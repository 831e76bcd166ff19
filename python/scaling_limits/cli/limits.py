# SPDX-License-Identifier: Apache-2.0
"""scaling-limits limits: the largest size with everything that limits it, and what binds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ._output import check_folder, console, print_json, pyplot, save_figure, table
from ._request import Document, exponents, growth_label, nested, objects, read_criteria


def print_limits(found: dict[str, Any], growth: dict[str, Any]) -> None:
    """One table: a row per criterion, a column per cause."""
    causes = list(dict.fromkeys(cause for limit in found.values() if limit["status"] == "ok" for cause in limit["shares"]))
    numbers = ("GPUs", "worth", "efficiency", "goodput")
    names = ("criterion", *numbers, "binds", *causes, "")
    rows = table(f"How large it can get ({growth_label(growth)})", *names, right=(*numbers, *causes))
    for text, limit in found.items():
        if limit["status"] != "ok":
            rows.add_row(text, limit["status"], *[""] * (4 + len(causes)), limit["note"])
            continue
        shares = [f"{limit['shares'][cause]:.1%}" if cause in limit["shares"] else "" for cause in causes]
        sizes = (f"{limit[name]:,.0f}" for name in ("value", "useful_gpus"))
        rates = (f"{limit[name]:.1%}" for name in ("efficiency", "goodput"))
        rows.add_row(text, *sizes, *rates, limit["binding"], *shares, limit["note"])
    console().print(rows)


def limits(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Tables [run], [strategy], [growth] and any number of [[factor]]; see examples/limits.toml.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Also draw useful throughput with each factor's share as a band."),
    ] = None,
    criterion: Annotated[
        list[str] | None,
        typer.Option(
            "--criterion", metavar="NAME[=VALUE]", help=f"May be repeated. Default: {', '.join(read_criteria(None, True))}."
        ),
    ] = None,
) -> None:
    """The largest size under each criterion, failures and every other factor together, and what binds there."""
    document = Document(file, "limit", options=["criterion"])
    criteria = read_criteria(criterion, with_factors=True)
    if plot is not None:
        check_folder(plot.parent)
    found = {
        text: {"shares": {}, **nested(document.ask("limit", criterion=one, said={"criterion": f"--criterion {text}"}))}
        for text, one in criteria.items()
    }
    growth = document.part("growth")
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        made = objects(document)
        axes = plots.throughput_bands(made.pop("run"), **made)
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({"file": str(file), "growth": exponents(growth), "limits": found})
    else:
        print_limits(found, growth)
