# SPDX-License-Identifier: Apache-2.0
"""scaling-limits goodput: where the time of a run went, from a log of its steps, and what a model says of the same run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.text import Text

import scaling_limits as sl
from scaling_limits.data import GoodputComparison, MeasuredGoodput

from ._command import command, file_argument, json_option
from ._errors import say
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, objects, readable, told
from ._tables import Table, console, human, spelled
from ._targets import plot_option

FIRST = 5  # troubles that are told one by one
LISTED = 12  # attempts that are listed
TAKES = Takes(("assess", "limits"))  # a file of plan serves, its growth and factors are not looked at


def books_of(path: Path, options: dict[str, Any]) -> MeasuredGoodput:
    """The books of a log."""
    with told(path, "goodput_from_steps"):
        return sl.data.goodput_from_steps(readable(path), **options)


def print_books(found: MeasuredGoodput, beside: GoodputComparison | None) -> None:
    """The answer as tables on the terminal."""
    out = console()
    failures = f"{found.failures} failure{'' if found.failures == 1 else 's'}"
    twice = found.steps - found.useful_steps
    facts = [
        ("goodput", f"{found.goodput:.2%} of {human(found.elapsed, 's')}"),
        ("steps", f"{found.steps:,} executed, {found.useful_steps:,} useful, {twice:,} done again or lost"),
        *([("a step", human(found.step_time, "s"))] if found.steps else []),
        ("attempts", f"{len(found.attempts):,}, {failures}"),
    ]
    if found.failures and found.mtbf == found.mtbf:
        low, high = found.mtbf_interval(0.9)
        facts += [
            ("MTBF", f"{human(found.mtbf, 's')} of running time   (90 %: {human(low, 's')} to {human(high, 's')})"),
            ("", f"{human(found.wall_clock_mtbf, 's')} of wall-clock time"),
        ]
    out.facts(facts)
    if beside is None:
        table = Table("\nWhere the time went", "bucket", "time", "share", right=("time", "share"))
        for name, seconds in found.seconds.items():
            table.add_row(name, human(seconds, "s"), spelled(found.shares[name], ".2%"))
        table.add_row(Text("elapsed", "bold"), human(found.elapsed, "s"), "100 %")
        out.print(table)
    else:
        print_comparison(out, found, beside)
    rows = [(number, row) for number, row in enumerate(found.attempts, 1)]
    left_out = len(rows) - LISTED
    if left_out > 0:
        rows = rows[: LISTED // 2] + rows[-LISTED // 2 :]
    right = ("steps", "start-up", "rework", "downtime before")
    table = Table("\nAttempts", "attempt", "from", "to", *right, right=(*right, "from", "to"), side=[("start-up",)])
    for number, row in rows:
        times = (human(row.startup, "s"), human(row.rework, "s"), human(row.downtime, "s"))
        ends = [spelled(end, ".15g") for end in (row.first_step, row.last_step)]
        table.add_row(spelled(number, ""), *ends, spelled(row.steps, ","), *times)
    out.print(table)
    if left_out > 0:
        out.print(f"{left_out:,} attempts between them; --json has all")
    for note in (*found.notes, *(beside.notes if beside else ())):
        out.print(f"note: {note}")


def print_comparison(out: Any, found: MeasuredGoodput, beside: GoodputComparison) -> None:
    """The model's shares beside the measured ones, and what explains the difference."""
    right = ("time", "measured", "model", "difference")
    table = Table(
        "\nWhere the time went, and where the model says; difference in percentage points",
        "bucket",
        *right,
        "because",
        right=right,
        words=("because",),
    )
    for row in beside.buckets:
        cells = (f"{row.measured:.2%}", f"{row.predicted:.2%}", f"{100 * row.difference:+.2f}")
        table.add_row(row.bucket, human(found.seconds[row.bucket], "s"), *cells, row.because)
    out.print(table)
    parts = Table("\nFrom the model's goodput to the measured one", "with", "goodput", right=("goodput",))
    parts.add_row("the run as given", spelled(beside.predicted, ".2%"))
    for name, part in beside.parts.items():
        parts.add_row(f"{name} of the log", spelled(100 * part, "+.2f", " points"))
    parts.add_row("not explained by inputs", spelled(100 * beside.rest, "+.2f", " points"))
    parts.add_row(Text("measured", "bold"), spelled(beside.goodput, ".2%"))
    out.print(parts)


_COLUMNS = {
    "step": "numbers of steps",
    "start": "when a row began",
    "end": "when it ended",
    "time": "when it was logged, taken as its end",
    "duration": "how long it took, or each of its steps",
    "kind": "words such as step, checkpoint, startup, downtime",
    "attempt": "what tells attempts apart",
}


def _columns(of: Callable[..., None]) -> Callable[..., None]:
    for name, text in reversed(_COLUMNS.items()):
        of = click.option(f"--{name}", metavar="COLUMN", help=f"Column: {text}.")(of)
    return of


@command(
    None,
    file_argument(
        "A log of steps in CSV, an execution a row, or each k-th: number, start and end, or the one time when it was logged, "
        "maybe its duration, and maybe kind and attempt. Columns are guessed by their names, or named. Or what the training "
        "printed: console lines of Megatron-LM, torchtitan, DeepSpeed, NeMo; :::MLLOG; events of ml-goodput.",
        True,
    ),
)
@click.option(
    "--run",
    "model",
    metavar="FILE.toml",
    type=click.Path(path_type=Path),
    help="A model of the run, [run] and maybe [strategy], as of `plan`: its prediction stands beside, differences explained.",
)
@json_option()
@plot_option("Also draw the shares, with --run those of the model beside them.")
@_columns
@click.option(
    "--rise",
    metavar="N",
    type=click.FloatRange(min=0, min_open=True),
    help="By which numbers rise from a row to the next: k where each k-th step is logged; default: as most do.",
)
@click.option(
    "--pause",
    metavar="X",
    type=click.FloatRange(min=1),
    default=2,
    show_default=True,
    help="Where rows have one time: what a step takes beyond a usual one, if it takes X times as long, is other.",
)
@click.option("--timezone", metavar="NAME", help="Zone of dates that say none; default: as they stand, as if UTC.")
@click.option("--date-format", metavar="FORMAT", help="Dates as strptime has them, such as '%d.%m.%Y %H:%M'.")
def goodput(file: Path, model: Path | None, as_json: bool, plot: Path | None, **options: Any) -> None:
    """Say where the time of a run went, from a log of its steps, and what a model says of the same run."""
    document = Document(model, TAKES) if model else None
    found = books_of(file, options)
    unit = "row" if file.suffix.lower() == ".parquet" else "line"
    for place, text in found.report[:FIRST]:
        say(f"remark: {file}: {unit} {place}: {text}")
    if len(found.report) > FIRST:
        say(f"remark: {file}: {len(found.report) - FIRST} more {unit}s with troubles; --json has all")
    beside = None
    if document is not None:
        document.refuse_infeasible(document.ask("assess"))
        given = objects(document)
        beside = found.against(given["run"], given["strategy"])
        for remark in document.remarks:
            say(f"remark: {remark}")
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        if document is None:
            figure = plots.goodput_buckets(found).figure
        else:
            with drawing(document):
                figure = plots.goodput_buckets(found, given["run"], strategy=given["strategy"]).figure
        save_figure(figure, plot)
        plt.close(figure)
    if as_json:
        answer = {"file": str(file), **found.as_dict()}
        answer["report"] = [{unit: place, "text": text} for place, text in found.report]
        low, high = found.mtbf_interval(0.9)
        answer["mtbf_interval"] = {"low": low, "high": high, "confidence": 0.9}
        if beside is not None:
            answer["model"] = {"file": str(model), **beside.as_dict()}
        print_json(answer)
    else:
        print_books(found, beside)
