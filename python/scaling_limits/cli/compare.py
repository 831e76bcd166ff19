# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare: strategies side by side for the run of a file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import scaling_limits as sl
from scaling_limits._compare import applicable

from ._errors import CommandError
from ._input import growth_label, read_plan
from ._output import check_folder, console, print_json, pyplot, save_figure
from ._units import human


def print_comparison(table: Any, growth: Any) -> None:
    """The ranked table and the sizes at which it changes."""
    out = console()
    rows = Table(title="Strategies, best first", title_justify="left", header_style="bold", pad_edge=False, box=None)
    for name in ("strategy", "goodput", "useful GPUs", "save every", "memory", "writes", "spares", ""):
        rows.add_column(name, justify="left" if name in ("strategy", "") else "right")
    for row in table.rows:
        if row.status == "ok":
            useful = human(row.goodput * float(table.run.gpus), "1")
            interval = "never" if row.interval == float("inf") else human(row.interval, "s")
            needs = [human(row.memory, "B"), human(row.bandwidth, "B/s"), human(row.spares, "1")]
            rows.add_row(row.name, f"{row.goodput:.2%}", useful, interval, *needs)
        else:
            rows.add_row(row.name, row.status, "", "", "", "", "", row.note)
    out.print(rows)
    changes = [even for even in table.break_even_sizes if even.best]
    if changes:
        sizes = Table(
            title=f"\nWhere the best one changes ({growth_label(growth)})",
            title_justify="left",
            header_style="bold",
            pad_edge=False,
            box=None,
        )
        sizes.add_column("GPUs", justify="right")
        sizes.add_column("below")
        sizes.add_column("above")
        for even in changes:
            sizes.add_row(f"{even.gpus:,.0f}", even.below, even.above)
        out.print(sizes)


def compare(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Tables [run], [strategy] and [growth], as for `plan`.")],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw useful throughput against size.")
    ] = None,
) -> None:
    """Rank the recovery strategies for one run, and say at which sizes the ranking changes."""
    document, run, strategy, growth = read_plan(file)
    document.finish()
    if plot is not None:
        check_folder(plot.parent)
    # the file's own strategy takes the place of the standard one of its kind
    others = [other for other in applicable(run) if type(other) is not type(strategy)]
    try:
        table = sl.compare(run, [strategy, *others], growth=growth)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if plot is not None:
        plt = pyplot()
        figure, ax = plt.subplots()
        table.plot(ax)
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        rows = [
            {**{k: v for k, v in vars(row).items() if k != "strategy"}, "parameters": row.strategy.as_dict()}
            for row in table.rows
        ]
        print_json(
            {
                "file": str(file),
                "run": run.as_dict(),
                "growth": dict(growth.exponents),
                "rows": rows,
                "break_even_sizes": [asdict(even) for even in table.break_even_sizes],
            }
        )
    else:
        print_comparison(table, growth)
