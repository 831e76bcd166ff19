# SPDX-License-Identifier: Apache-2.0
"""scaling-limits goodput: where the time of a run went, from a log of its steps, and what a model says of the same run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.text import Text

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.data import GoodputComparison, MeasuredGoodput
from scaling_limits.run import CommunicatorFit

from ._command import command, file_argument, json_option
from ._errors import CommandError, say
from ._output import one_line, print_json, pyplot, save_figure, write_text
from ._request import Document, Takes, drawing, objects, readable, told
from ._tables import Table, console, counted, human, spelled
from ._targets import ALSO_READ, Target, plot_option

FIRST = 5  # troubles that are told one by one
LISTED = 12  # attempts that are listed
#: what a reader of a fitted restart must know
LOAD = "start-ups hold their load: a run that says its read_bandwidth or storage_latency would count it twice"
TAKES = Takes(("assess", "limits"))  # a file of plan serves, its growth and factors are not looked at


class SizedLog(NamedTuple):
    """Another log, and on how many GPUs it was where that is said beside it."""

    path: Path
    gpus: float | None


def books_of(path: Path, options: dict[str, Any]) -> MeasuredGoodput:
    """The books of a log."""
    with told(path, "goodput_from_steps"):
        return sl.data.goodput_from_steps(readable(path), **options)


def told_troubles(path: Path, found: MeasuredGoodput) -> str:
    """Says what is wrong with rows; what a row of the log is called."""
    unit = "row" if path.suffix.lower() == ".parquet" else "line"
    for place, text in found.report[:FIRST]:
        say(f"remark: {path}: {unit} {place}: {text}")
    if len(found.report) > FIRST:
        say(f"remark: {path}: {len(found.report) - FIRST} more {unit}s with troubles; --json has all")
    return unit


def beside_of(logs: tuple[SizedLog, ...], options: dict[str, Any]) -> list[MeasuredGoodput]:
    """The books of other logs; the size of the first is none of theirs, its columns are."""
    column = options["gpus"] if isinstance(options["gpus"], str) else None
    found = [books_of(one.path, options | {"gpus": one.gpus or column}) for one in logs]
    for one, books in zip(logs, found, strict=True):
        told_troubles(one.path, books)
    return found


def restarts_of(
    found: MeasuredGoodput, others: list[MeasuredGoodput], target: Path | None
) -> tuple[CommunicatorFit | None, str]:
    """What grows of the start-ups of logs, or why nobody can say; where it is to be written that is an error."""
    try:
        return found.fit_communicator(*others), ""
    except ValueError as error:
        why = str(error).removeprefix("fit_communicator: ")
        if target is not None:
            raise CommandError(f"--write {target}: [restart] is not fitted: {why}") from None
        return None, why


def described(fit: CommunicatorFit) -> list[tuple[str, str]]:
    """A fitted restart in words."""
    if fit.growth > 0:
        power = "" if f"{fit.exponent:.3g}" == "1" else f"^{fit.exponent:.3g}"
        law = f"{human(fit.constant, 's')} + {human(fit.growth, 's')} (N/{fit.communicator_gpus:,g}){power}"
        errors = [human(fit.constant_error, "s"), human(fit.growth_error, "s")]
        if fit.exponent_error > 0 and fit.exponent_error < float("inf"):
            errors.append(spelled(fit.exponent_error, ".2g"))
    else:
        law, errors = f"{human(fit.constant, 's')} at any size", [human(fit.constant_error, "s")]
    of = f"{counted(fit.times, 'start-up')} at {counted(fit.sizes, 'size')}"
    sure = f"standard errors {', '.join(map(str, errors))}; spread x {fit.spread:.3g}" if fit.spread == fit.spread else ""
    return [("[restart]", law), ("", "; ".join(filter(None, [of, sure])))]


def write_restart(path: Path, fit: CommunicatorFit, document: Document | None, log: Path) -> None:
    """The fitted restart as a table of a file, in place of that of the run's file."""
    parts = {name: x for name, x in fit.parts.as_request().items() if name.startswith("communicator_")}
    head = f"# [restart] from {one_line(log)}: {'; '.join(text for _, text in described(fit))}\n# {LOAD}\n"
    beside = document.parts if document is not None else {}
    write_text(path, head + _core.to_toml({**beside, "restart": parts}), ".toml")


def print_books(found: MeasuredGoodput, beside: GoodputComparison | None, fit: CommunicatorFit | None, unfitted: str) -> None:
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
    out.facts([*facts, *(described(fit) if fit is not None else [])])
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
    of_restart = (fit.note, LOAD) if fit is not None else (f"[restart] is not fitted: {unfitted}",)
    for note in filter(None, (*found.notes, *(beside.notes if beside else ()), *of_restart)):
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


def _size(text: str, option: str) -> float | None:
    """GPUs, where a text of an option says a number."""
    try:
        found = float(_core.quantity(text.strip(), "1", share=False))
    except ValueError:
        return None
    if not 0 < found < float("inf"):
        raise CommandError(f"{option} {text}: a number of GPUs must be > 0 and finite")
    return found


def _beside(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[SizedLog, ...]:
    """Logs, each LOG or N=LOG, which no option may write over."""
    logs = []
    for text in texts:
        size, separator, path = text.partition("=")
        gpus = _size(size, "--beside") if separator else None
        if not (path if gpus else text):
            raise CommandError(f"--beside {text}: no log is named")
        logs.append(SizedLog(Path(path if gpus else text), gpus))
    ctx.meta.setdefault(ALSO_READ, []).extend(one.path for one in logs)
    return tuple(logs)


def _gpus(ctx: click.Context, param: click.Parameter, text: str | None) -> float | str | None:
    return None if text is None else _size(text, "--gpus") or text


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
    "--gpus",
    metavar="COLUMN|N",
    callback=_gpus,
    help="Column: on how many GPUs a row was; or a number, of the whole log. Start-ups of several sizes fit [restart].",
)
@click.option(
    "--beside",
    "others",
    metavar="[N=]LOG",
    multiple=True,
    callback=_beside,
    help="Another log of such runs, of N GPUs where no column says, whose start-ups [restart] is fitted to as well; may be "
    "repeated.",
)
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
@click.option(
    "--write",
    "target",
    cls=Target,
    metavar="FILE.toml",
    help="Also write what other commands go on with: the fitted [restart], with --run beside the tables of that file.",
)
def goodput(
    file: Path,
    model: Path | None,
    as_json: bool,
    plot: Path | None,
    others: tuple[SizedLog, ...],
    target: Path | None,
    **options: Any,
) -> None:
    """Say where the time of a run went, from a log of its steps, and what a model says of the same run.

    Start-ups at several sizes say what of a restart grows: [restart], at any size a constant and a power of the size.
    """
    document = Document(model, TAKES) if model else None
    found = books_of(file, options)
    unit = told_troubles(file, found)
    fit, unfitted = restarts_of(found, beside_of(others, options), target)
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
    if target is not None and fit is not None:
        write_restart(target, fit, document, file)
    if as_json:
        answer = {"file": str(file), **found.as_dict()}
        answer["restart"] = {"note": unfitted} if fit is None else fit.as_dict()
        answer["report"] = [{unit: place, "text": text} for place, text in found.report]
        low, high = found.mtbf_interval(0.9)
        answer["mtbf_interval"] = {"low": low, "high": high, "confidence": 0.9}
        if beside is not None:
            answer["model"] = {"file": str(model), **beside.as_dict()}
        print_json(answer)
    else:
        print_books(found, beside, fit, unfitted)
