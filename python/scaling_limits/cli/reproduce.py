# SPDX-License-Identifier: Apache-2.0
"""scaling-limits reproduce: every published estimate beside the computed value."""

from __future__ import annotations

import csv as csv_format
import io
import json as json_format
import re
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import click
from rich.text import Text

from scaling_limits.published import Estimate
from scaling_limits.published import reproduce as all_rows

from ._command import command, json_option
from ._errors import OUT_OF_TOLERANCE, CommandError
from ._output import check_folder, check_target, plain, pyplot, save_figure, write_text
from ._tables import Table, console

MARKS = {
    "P": "published",
    "P2": "published, known through a second source",
    "D": "derived from published values",
    "A": "assumed or reconstructed",
}


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
            percent = (f"{100 * row.deviation:+.2f} %", f"{100 * row.tolerance:.2g} %")
            status = Text("ok", "green") if row.holds else Text("OUT", "bold red")
            table.add_row(row.id, row.printed, computed_text(row), *percent, row.mark, status, row.quantity)
    return table


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
        out.print(table_of(rows))
        out.print()
        out.print("; ".join(f"{mark} {text}" for mark, text in MARKS.items()))
        out.print(f"{len(rows) - len(bad)} of {len(rows)} values inside their tolerance")
    if plots is not None:
        written = draw(plots)
        print(f"{len(written)} figures in {plots}", file=sys.stderr)
    if bad:
        raise CommandError(f"outside their tolerance: {', '.join(bad)}", OUT_OF_TOLERANCE)
