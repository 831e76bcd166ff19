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
    step = 1e-4  # symmetric difference in ln(field): right to about 1e-8, far below what is printed
    for name in (field.name for field in run.fields() if field.name != "gpus"):
        value = float(getattr(run, name))
        if value in (0.0, float("inf")):
            continue
        better = value / 2 if name in COSTS else value * 2
        tried = run.replace(**{name: np.array([value * np.exp(-step), value * np.exp(step), better])})
        below, above, changed = (float(x) for x in sl.limits.max_gpus(tried, criterion, growth, strategy).value)
        found[name] = {
            "elasticity": float(np.log(above / below)) / (2 * step),
            "to": better,
            "factor": changed / float(limit.value),
        }
    return found


def band(run: sl.TrainingRun, strategy: Any, best: float) -> tuple[float, float] | None:
    """Shortest and longest interval within 1 % of the best goodput; None for a strategy that has no single interval."""
    if not isinstance(strategy, sl.strategies.blocking):
        return None
    given = strategy.as_dict()
    latency, slowdown = float(given["persist_latency"]), float(given["slowdown"])
    shortest = (1 - slowdown) * latency
    low, high = sl.checkpoint.interval_band(float(run.write_time) + slowdown * latency, float(run.mtbf))
    if given["interval"] is None and best <= shortest:  # one write in flight binds: the band starts elsewhere
        return None
    return max(float(low), shortest), float(high)


def assess(run: sl.TrainingRun, strategy: Any, growth: Any, criteria: dict[str, Any]) -> dict[str, Any]:
    """All that plan prints, as plain data in SI."""
    interval, goodput = float(strategy.interval(run)), float(strategy.goodput(run))
    breakdown = {cause: float(share) for cause, share in strategy.breakdown(run).items()}
    day = 24.0 * float(run.gpus)
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
    return {
        "mtbf": float(run.mtbf),
        "write_time": float(run.write_time),
        "restart_time": float(run.restart_time),
        "interval": interval,
        "interval_band": band(run, strategy, interval),
        "goodput": goodput,
        "overhead": 1 / goodput - 1,
        "useful_throughput": float(run.gpus) * goodput,
        "breakdown": breakdown,
        "gpu_hours_lost_per_day": {cause: day * share for cause, share in breakdown.items() if cause != "useful"},
        "limits": limits,
    }


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
    facts.add_row(
        "goodput", f"{answer['goodput']:.2%}   ({human(answer['useful_throughput'], '1')} GPUs' worth of useful work)"
    )
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
