# SPDX-License-Identifier: Apache-2.0
"""scaling-limits plan: assess the run of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import scaling_limits as sl

from ._output import check_folder, console, human, print_json, pyplot, save_figure, table
from ._request import Document, exponents, growth_label, made, nested, objects, options_of, read_criteria


def levers(run: dict[str, Any], limits: dict[str, Any], i: int) -> dict[str, dict[str, float]]:
    """What each field does to the largest size: its elasticity, and what doubling it (a cost: halving it) would buy."""
    found = {}
    for field in sl.TrainingRun.fields():
        value = run[field.name]
        if field.effect == "size" or value in (0.0, float("inf")):
            continue
        to, size = (value / 2, limits["halved"]) if field.effect == "cost" else (value * 2, limits["doubled"])
        elasticity = limits["elasticity"][field.name][i]
        found[field.name] = {"elasticity": elasticity, "to": to, "factor": size[field.name][i] / limits["value"][i]}
    return found


def assess(document: Document, criteria: dict[str, Any]) -> dict[str, Any]:
    """All that plan prints, as plain data in SI."""
    found = document.ask("assess")
    document.refuse_infeasible(found)
    facts = nested(found)
    band = list(facts.pop("band").values())  # of a strategy with one kind of save
    facts["interval_band"] = None if any(end != end for end in band) else band
    asked = {"criteria": list(criteria.values()), "levers": True}
    limits = nested(document.ask("limits", asked, said=options_of(criteria)))
    run = document.part("run")
    facts["limits"] = {
        text: {
            **{name: limits[name][i] for name in ("value", "status", "note", "binding", "goodput")},
            "shares": {cause: share[i] for cause, share in limits["shares"].items() if share[i] == share[i]},
            "levers": levers(run, limits, i) if limits["status"][i] == "ok" else {},
        }
        for i, text in enumerate(criteria)
    }
    return {"run": run, "strategy": document.part("strategy"), "growth": document.part("growth"), **facts}


def print_plan(answer: dict[str, Any]) -> None:
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
    shares = table("\nWhere the time goes", "", "share", "GPU-hours lost a day", right=("share", "GPU-hours lost a day"))
    for cause, share in answer["breakdown"].items():
        shares.add_row(cause, f"{share:.2%}", f"{lost[cause]:,.0f}" if cause in lost else "")
    shares.add_row("[bold]lost in all[/bold]", f"{1 - answer['goodput']:.2%}", f"{sum(lost.values()):,.0f}")
    out.print(shares)

    right = ("GPUs", "goodput there")
    sizes = table(f"\nHow large it can get ({growth_label(answer['growth'])})", "criterion", *right, "binds", "", right=right)
    for text, limit in answer["limits"].items():
        if limit["status"] == "ok":
            sizes.add_row(text, f"{limit['value']:,.0f}", f"{limit['goodput']:.1%}", limit["binding"], limit["note"])
        else:
            sizes.add_row(text, limit["status"], "", "", limit["note"])
    out.print(sizes)

    found = {text: limit["levers"] for text, limit in answer["limits"].items() if limit["levers"]}
    if found:
        title = "\nWhat each lever would buy: factor on the largest size (and its change for +1 % of the field)"
        buys = table(title, "field", "to", *found, right=("to", *found))
        units = {field.name: field.unit for field in sl.TrainingRun.fields()}
        first = next(iter(found.values()))
        for name in sorted(first, key=lambda name: -max(levers[name]["factor"] for levers in found.values())):
            cells = [f"x {levers[name]['factor']:.3f} ({levers[name]['elasticity']:+.3f} %)" for levers in found.values()]
            buys.add_row(name, human(first[name]["to"], units[name]), *cells)
        out.print(buys)


def plan(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tables [run], [strategy], [growth], [[factor]]; see `fields`.")],
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
    document = Document(file, "assess", "limits")
    criteria = read_criteria(criterion)
    if plot is not None:
        check_folder(plot.parent)
    answer = assess(document, criteria)
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        given = objects(document)
        marked = {
            text: made("criterion", document.completed("limit", {}, criterion=one)["criterion"])
            for text, one in criteria.items()
        }
        figure = plots.plan_figure(given.pop("run"), **given, criteria=marked)
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        print_json({"file": str(file), **answer, "growth": exponents(answer["growth"])})
    else:
        print_plan(answer)
