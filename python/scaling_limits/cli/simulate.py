# SPDX-License-Identifier: Apache-2.0
"""scaling-limits simulate: play the run of a file, beside its closed form."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import scaling_limits as sl

from ._errors import CommandError
from ._input import read_plan
from ._output import console, print_json


def simulate(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Tables [run] and [strategy], as for `plan`.")],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    relative_accuracy: Annotated[float, typer.Option(help="Standard error / goodput to reach.")] = 1e-3,
    most_failures: Annotated[float, typer.Option(help="Stop there even if the accuracy is not reached.")] = 1e9,
) -> None:
    """Play the run failure by failure until its goodput is known, and set it beside the closed form."""
    document, run, strategy, _ = read_plan(file)
    document.finish()
    bar = Progress(
        TextColumn("simulate"),
        BarColumn(),
        TextColumn("{task.fields[seen]:.3g} failures"),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
    )
    try:
        closed = float(strategy.goodput(run))
        shares = strategy.breakdown(run)
        with bar:
            task = bar.add_task("simulate", total=1.0, seen=0.0)

            def progress(failures: float, accuracy: float) -> None:
                # the work left falls with the square of the accuracy
                done = min(1.0, (relative_accuracy / accuracy) ** 2) if accuracy > 0 else 1.0
                bar.update(task, completed=max(done, failures / most_failures), seen=failures)

            found = sl.simulation.simulate(
                run, strategy, seed=seed, relative_accuracy=relative_accuracy, most_failures=most_failures, progress=progress
            )
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    deviation = (found.goodput - closed) / found.standard_error if found.standard_error > 0 else math.nan
    if as_json:
        print_json(
            {
                "file": str(file),
                "run": run.as_dict(),
                "strategy": {"name": type(strategy).__name__, **strategy.as_dict()},
                "seed": seed,
                "goodput": found.goodput,
                "standard_error": found.standard_error,
                "closed_form": closed,
                "deviation": deviation,
                "breakdown": found.breakdown,
                "failures": found.failures,
                "interruptions": found.interruptions,
                "silent_errors": found.silent_errors,
                "elapsed": found.elapsed,
                "status": found.status,
                "note": found.note,
            }
        )
        return
    out = console()
    out.print(f"goodput {found.goodput:.5%} ± {found.standard_error:.5%} simulated over {found.failures:,} failures")
    out.print(f"        {closed:.5%} by the closed form: {deviation:+.2f} standard errors away")
    if found.status != "ok":
        out.print(f"{found.status}: {found.note}")
    table = Table(title="\nWhere the time goes", title_justify="left", header_style="bold", pad_edge=False, box=None)
    for name in ("", "simulated", "closed form"):
        table.add_column(name, justify="right" if name else "left")
    for cause in dict.fromkeys([*shares, *found.breakdown]):
        table.add_row(cause, f"{found.breakdown.get(cause, 0.0):.3%}", f"{float(shares.get(cause, 0.0)):.3%}")
    out.print(table)
