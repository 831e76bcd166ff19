# SPDX-License-Identifier: Apache-2.0
"""scaling-limits plan: assess the run of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

import scaling_limits as sl

from ._errors import CommandError
from ._input import growth_label, read_criteria, read_plan
from ._output import check_folder, console, print_json, pyplot, save_figure
from ._units import human

# a field doubles for the better: these by halving
COSTS = ("checkpoint_bytes", "storage_latency", "initialization_time", "downtime")


def levers(run: sl.TrainingRun, criterion: Any, growth: Any, strategy: Any, limit: Any) -> dict[str, dict[str, float]]:
    """What each field does to the largest size: its elasticity, and what doubling it (a cost: halving it) would buy."""
    found = {}
    for name, lever in sl.analysis.levers(run, criterion, growth, strategy).items():
        value = float(lever.value)
        if value in (0.0, float("inf")):
            continue
        to, size = (value / 2, lever.halved) if name in COSTS else (value * 2, lever.doubled)
        found[name] = {"elasticity": float(lever.elasticity), "to": to, "factor": float(size) / float(limit.value)}
    return found


def assess(run: sl.TrainingRun, strategy: Any, growth: Any, criteria: dict[str, Any]) -> dict[str, Any]:
    """All that plan prints, as plain data in SI."""
    found = sl.analysis.assess(run, strategy)
    facts: dict[str, Any] = {
        name: float(getattr(found, name))
        for name in ("mtbf", "write_time", "restart_time", "interval", "goodput", "overhead", "useful_throughput")
    }
    band = [float(end) for end in found.band]  # of a strategy with one kind of save
    facts["interval_band"] = None if np.isnan(band).any() else band
    facts["interval_cost"] = float(found.interval_cost)
    for name in ("breakdown", "gpu_hours_lost_per_day"):
        facts[name] = {cause: float(share) for cause, share in getattr(found, name).items()}
    for name in ("interruptions_per_day", "checkpoints_per_day", "bytes_written_per_day", "capacity_while_writing"):
        facts[name] = float(getattr(found, name))
    limits: dict[str, Any] = {}
    for text, criterion in criteria.items():
        limit = sl.limits.max_gpus(run, criterion, growth, strategy)
        limits[text] = {
            "value": float(limit.value),
            "status": str(limit.status),
            "note": str(limit.note),
            "binding": str(limit.binding),
            "goodput": float(limit.goodput),
            "shares": {cause: float(share) for cause, share in limit.shares.items()},
            "levers": levers(run, criterion, growth, strategy, limit) if limit.status == "ok" else {},
        }
    return {**facts, "limits": limits}


def print_plan(run: sl.TrainingRun, answer: dict[str, Any], growth: Any) -> None:
    """The answer as tables on the terminal."""
    out = console()
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold")
    facts.add_column()
    facts.add_row("MTBF of the job", human(answer["mtbf"], "s"))
    facts.add_row("write, restart", f"{human(answer['write_time'], 's')}, {human(answer['restart_time'], 's')}")
    within = ""
    if answer["interval_band"]:
        low, high = answer["interval_band"]
        within = f"   (within 1 % of the best goodput: {human(low, 's')} to {human(high, 's')})"
    facts.add_row("save every", human(answer["interval"], "s") + " of work" + within)
    if answer["interval_cost"] > 1e-6:
        facts.add_row("", f"{answer['interval_cost']:.2%} less goodput than at the best interval")
    facts.add_row(
        "goodput", f"{answer['goodput']:.2%}   ({human(answer['useful_throughput'], '1')} GPUs' worth of useful work)"
    )
    written, held = human(answer["bytes_written_per_day"], "B"), human(answer["capacity_while_writing"], "B")
    facts.add_row(
        "a day", f"{answer['interruptions_per_day']:.3g} interruptions, {answer['checkpoints_per_day']:.4g} checkpoints"
    )
    facts.add_row("storage", f"{written} written a day, {held} held with one checkpoint kept while the next is written")
    out.print(facts)

    lost = answer["gpu_hours_lost_per_day"]
    table = Table(title="\nWhere the time goes", title_justify="left", header_style="bold", pad_edge=False, box=None)
    for name in ("", "share", "GPU-hours lost a day"):
        table.add_column(name, justify="right" if name else "left")
    for cause, share in answer["breakdown"].items():
        table.add_row(cause, f"{share:.2%}", f"{lost[cause]:,.0f}" if cause in lost else "")
    table.add_row("[bold]lost in all[/bold]", f"{1 - answer['goodput']:.2%}", f"{sum(lost.values()):,.0f}")
    out.print(table)

    table = Table(
        title=f"\nHow large it can get ({growth_label(growth)})",
        title_justify="left",
        header_style="bold",
        pad_edge=False,
        box=None,
    )
    for name in ("criterion", "GPUs", "goodput there", "binds", ""):
        table.add_column(name, justify="right" if name in ("GPUs", "goodput there") else "left")
    for text, limit in answer["limits"].items():
        if limit["status"] == "ok":
            table.add_row(text, f"{limit['value']:,.0f}", f"{limit['goodput']:.1%}", limit["binding"], limit["note"])
        else:
            table.add_row(text, limit["status"], "", "", limit["note"])
    out.print(table)

    found = {text: limit["levers"] for text, limit in answer["limits"].items() if limit["levers"]}
    if found:
        table = Table(
            title="\nWhat each lever would buy: factor on the largest size (and its change for +1 % of the field)",
            title_justify="left",
            header_style="bold",
            pad_edge=False,
            box=None,
        )
        table.add_column("field")
        table.add_column("to", justify="right")
        for text in found:
            table.add_column(text, justify="right")
        fields = {field.name: field for field in run.fields()}
        first = next(iter(found.values()))
        for name in sorted(first, key=lambda name: -max(levers[name]["factor"] for levers in found.values())):
            cells = [f"x {levers[name]['factor']:.3f} ({levers[name]['elasticity']:+.3f} %)" for levers in found.values()]
            table.add_row(name, human(first[name]["to"], fields[name].unit), *cells)
        out.print(table)


def plan(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Tables [run], [strategy] and [growth]; see `fields`.")],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw goodput against interval and size.")
    ] = None,
    criterion: Annotated[
        list[str] | None,
        typer.Option(
            "--criterion",
            metavar="NAME[=VALUE]",
            help="A criterion for the largest size; may be repeated. "
            "Default: write_time_equals_mtbf, goodput_at_least=0.9, peak_throughput.",
        ),
    ] = None,
) -> None:
    """Assess one run: interval, goodput, where the time goes, how large it can get and what each lever would buy."""
    document, run, strategy, growth = read_plan(file)
    document.finish()
    criteria = read_criteria(criterion)
    if plot is not None:
        check_folder(plot.parent)
    try:
        answer = assess(run, strategy, growth, criteria)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        figure = plots.plan_figure(run, strategy=strategy, growth=growth)
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        print_json(
            {
                "file": str(file),
                "run": run.as_dict(),
                "strategy": {"name": type(strategy).__name__, **strategy.as_dict()},
                "growth": dict(growth.exponents),
                **answer,
            }
        )
    else:
        print_plan(run, answer, growth)
