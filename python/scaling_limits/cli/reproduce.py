# SPDX-License-Identifier: Apache-2.0
"""scaling-limits reproduce: every published estimate beside the computed value."""

from __future__ import annotations

import csv as csv_format
import io
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from scaling_limits._core.published import mark_legend, one_rate_legend, titles
from scaling_limits._format import csv_cell
from scaling_limits._visible import visible_cell
from scaling_limits.published import Estimate, FamilyErrors, Stories, Story, StoryErrors, report, stories

from ._command import command, json_option
from ._errors import OUT_OF_TOLERANCE, CommandError
from ._output import check_folder, print_json, pyplot, save_figure, write_text
from ._tables import Table, console, spelled
from ._targets import Target, digits_option


def computed_text(row: Estimate) -> str:
    """The computed value in the unit and the digits of the published one."""
    found = re.search(r"([\d,]+)(\.\d+)?(e\d+)?", row.printed)
    if not found or not row.published:
        return f"{row.computed:.4g}"
    places = len(found[2] or ".") - 1
    value = row.computed / row.published * float(found[0].replace(",", ""))
    text = f"{value:{',' if ',' in found[1] else ''}.{places}{'e' if found[3] else 'f'}}"
    return re.sub(r"e\+0*", "e", text) + row.printed[found.end() :]


def table_of(rows: Sequence[Estimate]) -> Table:
    """One section per source."""
    names = ("id", "published", "computed", "deviation", "tolerance", "mark", "status", "quantity")
    table = Table("", *names, right=names[1:5], side=[("mark",), ("tolerance",), ("deviation",)], words=("quantity",))
    for source, group in groupby(rows, key=lambda row: f"{row.source}, {row.year}"):
        table.add_section(source)
        for row in group:
            side = {"equal": "", "at least": "+", "at most": "-"}[row.claim]
            percent = (f"{100 * row.deviation:+.2f} %", f"{side}{100 * row.tolerance:.2g} %")
            status = Text(row.status, "green" if row.holds else "bold red")
            table.add_row(row.id, row.printed, computed_text(row), *percent, row.mark, status, row.quantity)
    return table


def deviation_text(rows: Sequence[Estimate], reason: str) -> str:
    """How far rows are off, and for what reason."""
    off = {row.id: row.known_deviation or 0 for row in rows}
    worst = max(off, key=lambda name: abs(off[name]))
    if len(rows) == 1:
        return f"{worst} deviates by {100 * off[worst]:+.2f} %: {reason}"
    mean = sum(map(abs, off.values())) / len(off)
    return (
        f"{len(off)} rows ({rows[0].inputs}; {rows[0].quantity}) deviate by {100 * mean:.2f} % in the mean, "
        f"{100 * off[worst]:+.2f} % at worst ({worst}): {reason}"
    )


def families_table(families: Sequence[FamilyErrors]) -> Table:
    """All rows, then one section per what they may have in common."""
    names = ("family", "rows", "mean", "worst", "one rate: mean", "one rate: worst")
    table = Table("", *names, right=names[1:], side=[("rows",)])
    for by, group in groupby(families, key=lambda one: one.by):
        table.add_section(by if by != "all" else "")
        for one in group:
            errors = (one.mean_error, one.worst_error, one.one_rate_mean_error, one.one_rate_worst_error)
            table.add_row(one.family, f"{one.rows}", *(spelled(error, ".1%") for error in errors))
    return table


def stories_table(rows: Sequence[Story]) -> Table:
    """One section per way of restarting."""
    right = ("predicted", "knowing", "band", "reported", "stops expected", "stops reported")
    table = Table("", "story", *right, "", "mark", right=right, side=[("mark",), right[4:], ("knowing",)])
    for operation, group in groupby(rows, key=lambda row: row.operation):
        table.add_section(operation)
        for row in group:
            told = "" if row.goodput != row.goodput else spelled(row.goodput, ".1%")
            stops = ["" if x != x else spelled(x, ",.0f") for x in (row.expected_interruptions, row.interruptions)]
            verdict = Text(row.verdict, "bold red" if row.verdict == "outside" else "green")
            band = f"{row.low:.1%} to {row.high:.1%}"
            table.add_row(
                row.name, spelled(row.predicted, ".1%"), spelled(row.knowing, ".1%"), band, told, *stops, verdict, row.mark
            )
    return table


def story_errors_table(rows: Sequence[StoryErrors]) -> Table:
    """How far off predictions are, in points, before and after it is known who restarts."""
    right = ("stories", "of projects", "in their band", "mean", "median", "too high", "knowing: mean", "median ", "too high ")
    table = Table("", "restarted", *right, right=right, side=[("of projects",), ("median", "median ")])
    for row in rows:
        errors = (
            row.mean_error,
            row.median_error,
            row.bias,
            row.knowing_mean_error,
            row.knowing_median_error,
            row.knowing_bias,
        )
        counts = (f"{row.stories:.0f}", f"{row.projects:.0f}", f"{row.inside:.0f}")
        table.add_row(row.operation, *counts, *(spelled(100 * error, ".1f") for error in errors))
    return table


def print_stories(found: Stories) -> None:
    """Each story beside what was to be expected of it, and how far off that is."""
    out = console()
    out.print(Text("Runs whose outcome was told", "bold underline"))
    out.print()
    out.print(stories_table(sorted(found.story, key=lambda row: row.operation)))
    out.print()
    out.print(Text("How far off, in points of goodput", "bold underline"))
    out.print()
    out.print(story_errors_table(found.error))
    out.print()
    out.print(
        "predicted: knowing nothing of outages; knowing: at the median outage of other projects that restarted in the same way"
    )
    out.print(
        "band: outages of 4.1 h times or divided by 4 by hand, 5.5 min times or divided by 5 automatically: "
        "the medians of 21 stories of 10 projects, not of those above; no coverage is claimed"
    )
    out.print(mark_legend)


def as_csv(rows: Sequence[Any], digits: int | None = None) -> str:
    """A header line and one line per row."""
    text = io.StringIO()
    writer = csv_format.DictWriter(text, fieldnames=rows[0].as_dict().keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: csv_cell(x, digits) for name, x in row.as_dict().items()} for row in rows)
    return text.getvalue()


def draw(folder: Path) -> list[Path]:
    """Every figure of the published argument, each whole or not there."""
    plt = pyplot()
    from scaling_limits import plot

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path, figure in zip(figures_in(folder), plot.published_figures().values(), strict=True):
        axes = figure()
        save_figure(axes.figure, path)
        plt.close(axes.figure)
        written.append(path)
    return written


def check_figures(folder: Path, option: str) -> None:
    """Refuses a folder in which no figure can be drawn, before any work is done."""
    pyplot()
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    check_folder(there if there.is_dir() else folder)


def figures_in(folder: Path) -> list[Path]:
    """What is drawn there."""
    from scaling_limits import plot

    return [folder / f"{name}.png" for name in plot.published_figures()]


def show_stories(as_json: bool, csv: Path | None, digits: int | None, others: Mapping[str, Any]) -> None:
    """The stories as tables, JSON or CSV."""
    if name := next((name for name, value in others.items() if value is not None), None):
        raise CommandError(f"{name}: of estimates, and --stories shows none")
    if digits is not None and csv is None:
        raise CommandError("--digits: of the rows of --csv, which is not given")
    found = stories()
    if as_json:
        print_json({name: [row.as_dict() for row in getattr(found, name)] for name in ("story", "error")})
    elif csv is not None:
        write_text(csv, as_csv(found.story, digits), ".csv")
    else:
        print_stories(found)


@command()
@json_option("Rows, counts by group and errors by family as JSON on stdout.")
@click.option(
    "--csv", cls=Target, is_flag=False, flag_value="-", metavar="[FILE]", help="Rows as CSV, on stdout unless a file is given."
)
@digits_option
@click.option(
    "--plots", cls=Target, check=check_figures, writes=figures_in, metavar="DIR", help="Also draw the figures into this folder."
)
@click.option("--only", metavar="ID", help="Only the row of this id.")
@click.option(
    "--stories", "told", is_flag=True, help="Instead: runs whose outcome was told, beside what was to be expected of them."
)
def reproduce(as_json: bool, csv: Path | None, digits: int | None, plots: Path | None, only: str | None, told: bool) -> None:
    """Compute every published estimate and compare.

    Exit code 1 if a value leaves its tolerance, or a derived value or a known deviation changes. A story that is outside its
    band counts as such, and is no error.
    """
    if as_json and csv is not None:
        raise CommandError("--json and --csv: choose one")
    if told:
        show_stories(as_json, csv, digits, {"--plots": plots, "--only": only})
        return
    if digits is not None and csv is None:
        raise CommandError("--digits: of the rows of --csv, which is not given")
    try:
        found = report(only)
    except ValueError as error:
        raise CommandError(f"--{str(error).replace(' = ', ' ', 1)}") from None
    rows = found["rows"]
    bad = [row.id for row in rows if not row.holds]
    if as_json:
        print_json(found | {name: [row.as_dict() for row in found[name]] for name in ("rows", "families")})
    elif csv is not None:
        write_text(csv, as_csv(rows, digits), ".csv")
    else:
        out = console()
        for group, title in titles.items():
            chosen = [row for row in rows if row.group == group]
            if chosen:
                out.print(Text(title, "bold underline"))
                out.print()
                out.print(table_of(chosen))
                out.print()
        alike: dict[tuple[str, ...], list[Estimate]] = {}
        for row in rows:
            if row.known_deviation is not None:
                alike.setdefault((row.known_reason, row.inputs, row.quantity), []).append(row)
        for (reason, *_), these in alike.items():
            out.print(deviation_text(these, reason))
        if found["families"]:
            out.print()
            out.print(Text("Errors by family", "bold underline"))
            out.print()
            out.print(families_table(found["families"]))
            out.print(f"\n{one_rate_legend}\n")
        out.print(mark_legend)
        out.print(found["text"])
    if plots is not None:
        written = draw(plots)
        print(f"{len(written)} figures in {visible_cell(str(plots))}", file=sys.stderr)
    if bad:
        raise CommandError(f"outside their tolerance, or changed: {', '.join(bad)}", OUT_OF_TOLERANCE)
