# SPDX-License-Identifier: Apache-2.0
"""scaling-limits limits: the largest size with everything that limits it, and what binds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import scaling_limits as sl

from ._errors import CommandError
from ._input import growth_label, read_criteria, read_factors, read_plan
from ._output import check_folder, console, print_json, pyplot, save_figure

CRITERIA = ["peak_throughput", "elasticity_at_least=0.5", "efficiency_at_least=0.9", "goodput_at_least=0.9"]


def as_plain(limit: Any) -> dict[str, Any]:
    """A limit as JSON has it."""
    return {
        "value": limit.value,
        "status": limit.status,
        "note": limit.note,
        "binding": limit.binding,
        "goodput": limit.goodput,
        "efficiency": limit.efficiency,
        "useful_gpus": limit.useful_gpus,
        "shares": dict(limit.shares),
        "roots": list(limit.roots),
    }


def print_limits(found: dict[str, Any], growth: Any) -> None:
    """One table: a row per criterion, a column per cause."""
    causes = list(dict.fromkeys(cause for limit in found.values() for cause in limit.shares))
    table = Table(
        title=f"How large it can get ({growth_label(growth)})",
        title_justify="left",
        header_style="bold",
        pad_edge=False,
        box=None,
    )
    table.add_column("criterion")
    for name in ("GPUs", "worth", "efficiency", "goodput"):
        table.add_column(name, justify="right")
    table.add_column("binds")
    for cause in causes:
        table.add_column(cause, justify="right")
    table.add_column("")
    for text, limit in found.items():
        if limit.status != "ok":
            table.add_row(text, limit.status, *[""] * (4 + len(causes)), limit.note)
            continue
        shares = [f"{limit.shares[cause]:.1%}" if cause in limit.shares else "" for cause in causes]
        numbers = (f"{limit.value:,.0f}", f"{limit.useful_gpus:,.0f}", f"{limit.efficiency:.1%}", f"{limit.goodput:.1%}")
        table.add_row(text, *numbers, limit.binding, *shares, limit.note)
    console().print(table)


def limits(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.toml",
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
        typer.Option("--criterion", metavar="NAME[=VALUE]", help=f"May be repeated. Default: {', '.join(CRITERIA)}."),
    ] = None,
) -> None:
    """The largest size under each criterion, failures and every other factor together, and what binds there."""
    document, run, strategy, growth = read_plan(file)
    factors = read_factors(document)
    document.finish()
    criteria = read_criteria(criterion or CRITERIA)
    if plot is not None:
        check_folder(plot.parent)
    try:
        found = {text: sl.limits.max_gpus(run, one, growth, strategy, factors) for text, one in criteria.items()}
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        axes = plots.throughput_bands(run, growth=growth, strategy=strategy, factors=factors)
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json(
            {
                "file": str(file),
                "growth": dict(growth.exponents),
                "limits": {text: as_plain(one) for text, one in found.items()},
            }
        )
    else:
        print_limits(found, growth)
