# SPDX-License-Identifier: Apache-2.0
"""scaling-limits calibrate: constants of a machine from its own measured steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

import scaling_limits as sl
from scaling_limits import _core, _format
from scaling_limits._calibrate import Calibration, constants
from scaling_limits.data import MeasuredStep, MeasuredSteps, read

from ._command import command, file_argument, json_option
from ._errors import CommandError, say
from ._output import one_line, print_json, progress, pyplot, save_figure, write_text
from ._request import Document, Takes, drawing, made, readable, told
from ._tables import Table, console, human, spelled
from ._targets import Target, plot_option

MANY = 1000  # rows from which on a bar is shown
FITS_WORST = 5
TAKES = Takes(("calibrate",), own="step", bare=True)


def rows_of(path: Path, words: list[str]) -> MeasuredSteps:
    """The rows of a file that have each of the words as machine, set or precision."""
    bar = progress(TextColumn("read"), BarColumn(), MofNCompleteColumn())

    def track(lines: Iterator[Any]) -> Iterable[Any]:
        listed = list(lines)
        return bar.track(listed) if len(listed) >= MANY else listed

    with told(path, "read_steps"), bar:
        return read(readable(path), {}, words, track)


def machine_of(path: Path) -> Document:
    """The file of the machine, with a guess of its constants where it has none."""
    machine = Document(path, TAKES)
    chip = machine.parts["chip"]
    if isinstance(chip, dict) and "nominal_bandwidth" in chip:
        given = {name: value for name, value in chip.items() if name != "nominal_bandwidth"}
        try:
            peak, bandwidth = (
                value if isinstance(value, float) else _core.quantity(str(value), unit)
                for value, unit in ((given["peak_flops"], "FLOP/s"), (chip["nominal_bandwidth"], "B/s"))
            )
            guess = sl.workload.guess_chip(peak, bandwidth)
        except KeyError:
            raise machine.error("[chip]: nominal_bandwidth needs peak_flops beside it") from None
        except (ValueError, TypeError) as error:
            raise machine.error(f"[chip]: {error}") from None
        machine.parts["chip"] = {**{name: getattr(guess, name) for name in constants}, **given}
    return machine


def print_found(found: Calibration, ends: dict[str, tuple[float, float]], then: list[MeasuredStep]) -> None:
    """The answer as tables on the terminal."""
    out = console()
    rows = found.asked[0]
    units = {one.name: one.unit for one in sl.workload.Chip.fields()}
    table = Table("Constants", "constant", "value", "90 % interval", "of the guess", right=("value", "of the guess"))
    for name, (low, high) in ends.items():
        value, guess = (getattr(chip, name) for chip in (found.chip, found.asked[1]))
        shown = [_format.quantity(x, units[name], 4) for x in (value, low, high)]
        table.add_row(name, shown[0], f"{shown[1]} to {shown[2]}", spelled(value / guess, ".3g"))
    out.print(table)
    if found.note:
        out.print(found.note)
    listed = Table("\nSteps", "row", "measured", "modelled", "error", right=("measured", "modelled", "error"))
    for k, row in enumerate(rows):
        listed.add_row(
            row.id or f"row {k + 1}", human(row.time, "s"), human(found.modelled[k], "s"), spelled(found.errors[k], "+.1%")
        )
    out.print(listed)
    families = Table("\nErrors", "of", "rows", "mean", "at worst", right=("rows", "mean", "at worst"))
    families.add_row("all", f"{len(rows)}", spelled(found.mean_error, ".1%"), spelled(found.worst_error, ".1%"))
    for one in found.families():
        what = one.family if one.by == "kind" else f"{one.by} {one.family}"
        families.add_row(what, f"{one.rows}", spelled(one.mean_error, ".1%"), spelled(one.worst_error, ".1%"))
    out.print(families)
    out.print(f"noise of a measured time {found.noise:.1%}")
    if len(rows) > 1:
        worst = sorted(range(len(rows)), key=lambda k: -abs(found.errors[k]))[:FITS_WORST]
        out.print("\nThese fit worst:")
        for k in worst:
            out.print(f"{rows[k].id or f'row {k + 1}'} {found.errors[k]:+.1%}", indent=2)
    if then:
        out.print("\nMeasure next:")
        for row in then:
            out.print(row.id or repr(row.layout), indent=2)


def _words(ctx: click.Context, param: click.Parameter, text: str | None) -> list[str]:
    words = [word.strip() for word in (text or "").split(",")]
    if text is not None and not all(words):
        raise click.UsageError(f"--only {text}: the form is WORD,WORD", ctx)
    return words if text is not None else []


@command(None, file_argument("Measured steps in CSV, one a row, with the columns of sl.data.read_steps.", True))
@click.option(
    "--machine",
    metavar="FILE.toml",
    required=True,
    type=click.Path(path_type=Path),
    help="The machine: [chip] with peak_flops and either the four constants as a guess or nominal_bandwidth, [fabric], and "
    "[step] with options for rows that do not say them.",
)
@click.option("--only", metavar="WORD[,WORD]", callback=_words, help="Keep rows with each word as machine, set or precision.")
@click.option(
    "--next",
    "count",
    metavar="N",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="How many steps to name that would tell most: of the rows without a time, else of all.",
)
@json_option()
@plot_option("Also draw the steps as measured and as modelled.")
@click.option(
    "--write",
    "target",
    cls=Target,
    metavar="FILE.toml",
    help="Also write the machine with the constants found, a file to go on with.",
)
def calibrate(
    file: Path, machine: Path, only: list[str], count: int, as_json: bool, plot: Path | None, target: Path | None
) -> None:
    """Find four constants of a machine from its own measured steps, with intervals, and what to measure next."""
    document = machine_of(machine)
    read_rows = rows_of(file, only)
    for line, reason in read_rows.report[:FITS_WORST]:
        say(f"remark: {file}: line {line} left out: {reason}")
    if len(read_rows.report) > FITS_WORST:
        say(f"remark: {file}: {len(read_rows.report) - FITS_WORST} more lines left out")
    timed = [row for row in read_rows if row.time == row.time]
    candidates = [row for row in read_rows if row.time != row.time] or timed
    if not timed:
        raise CommandError(f"{file}: no row has a time")
    asked = {"rows": [row._as_row(True) for row in timed]}
    document.ask("calibrate", asked, said={"with.rows": str(file)})
    beside = ("rows", "candidates", "level")
    own = {name: value for name, value in document.part("with").items() if name not in beside and value == value}
    guess, fabric = made("chip", document.part("chip")), made("fabric", document.part("fabric"))
    found = sl.calibrate(timed, guess, fabric, **own)
    try:
        then = [candidates[place] for place in found.next(candidates)[:count]] if count else []
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    ends = {name: found.interval(name) for name in constants}
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        with drawing(document):
            figure = plots.calibration(found).figure
        save_figure(figure, plot)
        plt.close(figure)
    if target is not None:
        write_machine(target, document, found, file)
    if as_json:
        values = {name: getattr(found.chip, name) for name in constants}
        print_json(
            {
                "file": str(file),
                "constants": {
                    name: {"value": value, "low": ends[name][0], "high": ends[name][1]} for name, value in values.items()
                },
                "rows": [
                    {"id": row.id, "measured": row.time, "modelled": found.modelled[k], "error": found.errors[k]}
                    for k, row in enumerate(timed)
                ],
                "families": [one.as_dict() for one in found.families()],
                "mean_error": found.mean_error,
                "worst_error": found.worst_error,
                "noise": found.noise,
                "next": [row.id for row in then],
                "left_out": [{"line": line, "reason": reason} for line, reason in read_rows.report],
                "note": found.note,
            }
        )
    else:
        print_found(found, ends, then)


def write_machine(path: Path, document: Document, found: Calibration, rows: Path) -> None:
    """The machine as a file that `step` and `layouts` read, and this command as its next guess."""
    count = len(found.asked[0])
    parts = {"chip": found.chip.as_request(given=True), "fabric": document.parts["fabric"]}
    if document.own:
        parts["step"] = document.own
    errors = f"{found.mean_error:.1%} off in the mean, {found.worst_error:.1%} at worst"
    head = f"# calibrated from {count} steps of {one_line(rows)}: {errors}\n"
    write_text(path, head + _core.to_toml(parts), ".toml")
