# SPDX-License-Identifier: Apache-2.0
"""scaling-limits reproduce: every published estimate beside the computed value."""

from __future__ import annotations

import csv as csv_format
import io
import json as json_format
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click
from rich.table import Table

from scaling_limits.published import Estimate
from scaling_limits.published import reproduce as all_rows

from ._command import command, json_option
from ._errors import OUT_OF_TOLERANCE, CommandError
from ._output import check_folder, check_target, console, plain, pyplot, save_figure, write_text

MARKS = {
    "P": "published",
    "P2": "published, known through a second source",
    "D": "derived from published values",
    "A": "assumed or reconstructed",
}


def scientific(value: float) -> str:
    """7.20e7."""
    mantissa, exponent = f"{value:.2e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def computed_text(row: Estimate) -> str:
    """The computed value in the unit in which the published one is printed."""
    found = re.search(r"([\d.,]+(?:e\d+)?) ?(%|x|h|[kMGTP]i?[Bb](?:/s)?|B/s)?$", row.printed)
    if found and found[2]:
        value = row.computed / row.published * float(found[1].replace(",", ""))
        if value >= 1e6:
            return f"{scientific(value)} {found[2]}"
        return f"{value:,.0f} {found[2]}" if value >= 1e4 else f"{value:.4g} {found[2]}"
    if row.unit == "s":
        return f"{row.computed:.4g} s"
    if row.computed >= 1e5:
        return scientific(row.computed)
    return f"{row.computed:.4g}"


def tables_of(rows: Sequence[Estimate], room: int) -> Iterator[Table]:
    """One table per source, columns aligned over all of them; a narrow terminal gets fewer columns."""
    names = ("id", "quantity", "published", "computed", "deviation", "tolerance", "mark", "")
    lines = []
    for row in rows:
        numbers = (row.printed, computed_text(row), f"{100 * row.deviation:+.2f} %", f"{100 * row.tolerance:.2g} %")
        lines.append((row.id, row.quantity, *numbers, row.mark, "ok" if row.holds else "OUT"))
    widths = [max(len(name), *(len(line[i]) for line in lines)) for i, name in enumerate(names)]
    shown = dict(zip(names, widths, strict=True))
    shown["quantity"] = min(shown["quantity"], 24)
    for name in ("tolerance", "deviation", "mark", "quantity"):
        if sum(shown.values()) + 2 * len(shown) > room:
            del shown[name]
    for source, group in groupby(zip(rows, lines, strict=True), key=lambda pair: f"{pair[0].source}, {pair[0].year}"):
        table = Table(title=source, title_justify="left", title_style="bold", header_style="dim", pad_edge=False, box=None)
        for name, least in shown.items():
            right = name in ("published", "computed", "deviation", "tolerance")
            most = widths[names.index(name)]
            table.add_column(
                name, justify="right" if right else "left", min_width=least, max_width=most, no_wrap=name != "quantity"
            )
        for row, line in group:
            cells = dict(zip(names, line, strict=True))
            cells["quantity"] = cells["quantity"].ljust(widths[1])
            cells[""] = f"[green]{cells['']}[/green]" if row.holds else f"[bold red]{cells['']}[/bold red]"
            table.add_row(*(cells[name] for name in shown))
        yield table


def as_csv(rows: Sequence[Estimate]) -> str:
    """A header line and one line per row."""
    text = io.StringIO()
    writer = csv_format.DictWriter(text, fieldnames=rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.as_dict() for row in rows)
    return text.getvalue()


def draw(folder: Path) -> list[Path]:
    """Every figure of the published argument, each whole or not there."""
    plt = pyplot()
    from scaling_limits import plot

    written = []
    for name, figure in plot.published_figures().items():
        axes = figure()
        path = folder / f"{name}.png"
        save_figure(axes.figure, path)
        plt.close(axes.figure)
        written.append(path)
    return written


@command()
@json_option("Rows as JSON on stdout, with the keys of the registry.")
@click.option("--csv", is_flag=False, flag_value="-", metavar="[FILE]", help="Rows as CSV, on stdout unless a file is given.")
@click.option("--plots", metavar="DIR", type=click.Path(path_type=Path), help="Also draw the figures into this folder.")
@click.option("--only", metavar="ID", help="Only the row of this id.")
def reproduce(as_json: bool, csv: str | None, plots: Path | None, only: str | None) -> None:
    """Compute every published estimate and compare. Exit code 1 if a value leaves its tolerance."""
    if as_json and csv is not None:
        raise CommandError("--json and --csv: choose one")
    if plots is not None:
        check_folder(plots, create=True)
    if csv is not None:
        check_target(Path(csv), "--csv")
    try:
        rows = all_rows(only)
    except ValueError as error:
        raise CommandError(f"--{str(error).replace(' = ', ' ', 1)}") from None
    bad = [row.id for row in rows if not row.holds]
    if as_json:
        write_text(None, json_format.dumps(plain([row.as_dict() for row in rows]), indent=2, ensure_ascii=False) + "\n")
    elif csv is not None:
        write_text(Path(csv), as_csv(rows))
    else:
        out = console()
        for table in tables_of(rows, out.width):
            out.print(table)
            out.print()
        out.print("[dim]" + "; ".join(f"{mark} {text}" for mark, text in MARKS.items()) + "[/dim]")
        out.print(f"{len(rows) - len(bad)} of {len(rows)} values inside their tolerance")
    if plots is not None:
        written = draw(plots)
        console(stderr=True).print(f"{len(written)} figures in {plots}")
    if bad:
        raise CommandError(f"outside their tolerance: {', '.join(bad)}", OUT_OF_TOLERANCE)
