# SPDX-License-Identifier: Apache-2.0
"""scaling-limits sweep: the run of a file over ranges of its fields, as CSV."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from scaling_limits import _core

from ._errors import CommandError
from ._output import check_folder, console, pyplot, save_figure, write_text
from ._request import (
    TABLES,
    Columns,
    Document,
    nested,
    number_or_text,
    offered_criteria,
    read_criteria,
    taken_by,
)

CHUNK = 20_000  # rows answered between two updates of the progress bar
MOST = 10_000_000
FORM = "FIELD=START:STOP:N[:log]"


class Range(NamedTuple):
    """What is swept: the option as it was written, the field as it was named, its path in a request, its ends and values."""

    text: str
    name: str
    path: str
    ends: tuple[float | str, float | str]
    size: int
    log: bool


def parse_range(text: str) -> Range:
    """'gpus=1e4:1e6:50:log' in its pieces; a field without its part is one of the run."""
    name, separator, rest = text.partition("=")
    name, parts = name.strip(), [part.strip() for part in rest.split(":")]
    if not separator or len(parts) not in (3, 4) or (len(parts) == 4 and parts[3] not in ("log", "lin")):
        raise CommandError(f"--over {text}: the form is {FORM}, for example gpus=1e4:1e6:50:log")
    try:
        count = int(parts[2])
    except ValueError:
        count = 0
    if not 1 <= count <= MOST:
        raise CommandError(f"--over {text}: the number of values, {parts[2]}, must be a whole number from 1 to {MOST:,}")
    ends = number_or_text(parts[0]), number_or_text(parts[1])
    return Range(text, name, name if "." in name else f"run.{name}", ends, count, parts[-1] == "log")


def check_paths(ranges: list[Range]) -> None:
    """Refuses what is of no part that the command asks about, and what is given twice."""
    for one in ranges:
        group, _, field = one.path.partition(".")
        parts, offered = taken_by(["assess", "limit"]), offered_criteria()
        if group not in parts:
            raise CommandError(f"--over {one.text}: unknown part {group!r}{_core.suggestion(group, parts)}")
        if group == "criterion" and field not in offered:
            raise CommandError(f"--over {one.text}: unknown criterion {field!r}{_core.suggestion(field, offered)}")
        if sum(other.path == one.path for other in ranges) > 1:
            raise CommandError(f"--over: {one.name} is given twice")


def values_of(document: Document, ranges: list[Range], k: int) -> np.ndarray[Any, Any]:
    """The values of a range, both of whose ends the catalogue has looked at, the other ranges at their start."""
    swept = ranges[k]
    ends = []
    for what, end in zip(("start", "stop"), swept.ends, strict=True):
        over = {one.path: [one.ends[0]] for one in ranges} | {swept.path: [end]}
        said = {one.path: f"--over {one.text}: {what if one is swept else 'start'} of {one.name}" for one in ranges}
        said |= {f"over.{path}": option for path, option in said.items()}
        ends.append(float(document.completed("assess", said, over=over)["over"][swept.path][0]))
        if not math.isfinite(ends[-1]):
            raise CommandError(f"--over {swept.text}: {what} of {swept.name}: {end} must be finite")
    if swept.log and min(ends) <= 0:
        raise CommandError(f"--over {swept.text}: a logarithmic range of {swept.name} must start and stop above 0")
    return (np.geomspace if swept.log else np.linspace)(ends[0], ends[1], swept.size)


def swept_criteria(criteria: dict[str, Any], ranges: list[Range]) -> dict[str, Any]:
    """The criteria, those whose value is swept by their name."""
    names = {one.path.partition(".")[2] for one in ranges if one.path.startswith("criterion.")}
    kept = {text: one for text, one in criteria.items() if (one if isinstance(one, str) else next(iter(one))) not in names}
    return kept | {name: {"name": name} for name in names}


def answers(document: Document, criteria: dict[str, Any], over: dict[str, list[float]], n: int) -> dict[str, Any]:
    """The columns of n rows."""

    def ask(question: str, name: str = "", **more: Any) -> Columns:
        """Over what the question looks at: any value stands for n."""
        parts = taken_by([question])
        own = {path: list_ for path, list_ in over.items() if path.partition(".")[0] in parts}
        own = {path: list_ for path, list_ in own.items() if not path.startswith("criterion.") or path == f"criterion.{name}"}
        found = document.ask(question, over=own, **more) if own else document.ask(question, **more)
        return found if own else {key: [value] * n for key, value in found.items()}

    facts = ("mtbf", "write_time", "restart_time", "interval", "goodput", "useful_throughput")
    found = nested(ask("assess", only=lambda column: column in facts or column.startswith("breakdown.")))
    columns = {name: found[name] for name in facts} | {f"share_{cause}": x for cause, x in found["breakdown"].items()}
    for text, criterion in criteria.items():
        said = {"criterion": f"--criterion {text}"}
        limit = ask("limit", text, criterion=criterion, said=said, only=lambda column: column in ("value", "status"))
        columns |= {text: limit["value"], f"{text} status": limit["status"]}
    return columns


def unit_of(document: Document, path: str) -> str:
    """The unit of what is swept."""
    group, _, field = path.partition(".")
    kinds = TABLES["kinds"][group]
    own = document.parts.get(group)
    kind = kinds.get(own.get("name")) if isinstance(own, dict) else None
    rows = kind["fields"] if kind else [row for one in kinds.values() for row in one["fields"]]
    return next((row["unit"] or "1" for row in rows if row["name"] == field.rpartition(".")[2]), "1")


def draw(columns: dict[str, list[Any]], over: dict[str, str], criteria: list[str], path: Path) -> None:
    """The figure of a sweep."""
    plt = pyplot()
    from scaling_limits import plot as plots

    figure = plots.swept(columns, over, criteria).figure
    save_figure(figure, path)
    plt.close(figure)


def sweep(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tables [run], [strategy], [growth], [[factor]]; see `fields`.")],
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar=FORM,
            help="N values of a field of the run, or of any part: strategy.slowdown, growth.checkpoint_bytes, "
            "factor.0.half_size, criterion.goodput_at_least. Quantities allowed; may be repeated: every combination is a row.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the CSV goes; default: stdout.")
    ] = None,
    criterion: Annotated[
        list[str] | None,
        typer.Option("--criterion", metavar="NAME[=VALUE]", help="A criterion for the largest size; may be repeated."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw the largest sizes over one range or two.")
    ] = None,
) -> None:
    """Answer for every combination of the ranges: CSV in SI, one row each, the last range varying fastest."""
    document = Document(file, "assess", "limit", options=["criterion"])
    ranges = [parse_range(text) for text in over]
    check_paths(ranges)
    criteria = swept_criteria(read_criteria(criterion), ranges)
    paths = [one.path for one in ranges]
    sizes = [one.size for one in ranges]
    total = math.prod(sizes)
    if total > MOST:
        raise CommandError(f"--over: {total:,} combinations are too many, at most {MOST:,}")
    values = [values_of(document, ranges, k) for k in range(len(ranges))]
    if output is not None:
        check_folder(output.parent)
    if plot is not None:
        check_folder(plot.parent)
        if len(ranges) > 2:
            raise CommandError(f"--plot: a figure has room for one range or two, not for {len(ranges)}")
    drawn: dict[str, list[Any]] = {}

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    bar = Progress(
        TextColumn("sweep"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("sweep", total=total)
        for start in range(0, total, CHUNK):
            rows = np.arange(start, min(start + CHUNK, total))
            places = np.unravel_index(rows, sizes)
            swept = [list_[place].tolist() for list_, place in zip(values, places, strict=True)]
            found = answers(document, criteria, dict(zip(paths, swept, strict=True)), rows.size)
            columns = dict(zip((one.name for one in ranges), swept, strict=True)) | found
            if start == 0:
                writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
            if plot is not None:
                for name in (*(one.name for one in ranges), *criteria):
                    drawn.setdefault(name, []).extend(columns[name])
            bar.update(task, completed=int(rows[-1]) + 1)
    if plot is not None:
        draw(drawn, {one.name: unit_of(document, one.path) for one in ranges}, list(criteria), plot)
    write_text(output, text.getvalue())
