# SPDX-License-Identifier: Apache-2.0
"""scaling-limits sweep: the run of a file over ranges of its fields, as rows of a table or as arrays of a grid."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import click
import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from scaling_limits import _core
from scaling_limits._extras import needed
from scaling_limits._format import csv_cell
from scaling_limits._sweep_files import FORMATS, heads, parts_of

from ._command import Asking, command, criterion_option
from ._errors import CommandError
from ._grid import FACTS, sweep_grid
from ._output import check_folder, check_target, progress, pyplot, refuse, replaces, save_figure, write, write_text
from ._request import (
    RUN_ROWS,
    TABLES,
    Columns,
    Document,
    Takes,
    nested,
    number_or_text,
    offered_criteria,
    option,
    read_criteria,
    taken_by,
)
from ._targets import Target, digits_option, plot_option

CHUNK = 20_000  # rows answered between two updates of the progress bar
MOST = 10_000_000
GRIDS = (".zarr", ".nc", ".xlsx")  # no rows that could be written one after another
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


def take_places(document: Document, ranges: list[Range]) -> None:
    """What is swept in place of a field of the run takes its place; what the file says there is looked at first."""
    for group in dict.fromkeys(one.path.partition(".")[0] for one in ranges):
        part = document.parts.get(group)
        document.look_at(group, *(part if isinstance(part, list) else [part]))
    for one in ranges:
        field = one.path.removeprefix("run.")
        if any(row["name"] == field and "instead_of" in row for row in RUN_ROWS):
            document.override({field: one.ends[0]})
            document.parts["run"].pop(field)


def values_of(document: Document, ranges: list[Range], k: int) -> np.ndarray[Any, Any]:
    """The values of a range, both of whose ends the catalogue has looked at, the other ranges at their start."""
    swept = ranges[k]
    ends = []
    for what, end in zip(("start", "stop"), swept.ends, strict=True):
        swept_by = {one.path: [one.ends[0]] for one in ranges} | {swept.path: [end]}
        said = {one.path: f"--over {one.text}: {what if one is swept else 'start'} of {one.name}" for one in ranges}
        said |= {f"over.{path}": option for path, option in said.items()}
        full = document.completed("assess", said, over=swept_by)["over"]
        if swept.path in full:
            ends.append(float(full[swept.path][0]))
        else:  # it stands in place of a field
            row = next(row for row in RUN_ROWS if f"run.{row['name']}" == swept.path)
            with option(f"--over {swept.text}"):
                ends.append(end if isinstance(end, float) else float(_core.quantity(end, row["unit"], row.get("share", False))))
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

    said = ("status", "note")
    found = nested(ask("assess", only=lambda column: column in FACTS + said or column.startswith("breakdown.")))
    columns = {name: found[name] for name in FACTS} | {f"share_{term}": x for term, x in found["breakdown"].items()}
    columns |= {name: found[name] for name in said}
    for text, criterion in criteria.items():
        option = {"criterion": f"--criterion {text}"}
        limit = ask("limit", text, criterion=criterion, said=option, only=lambda column: column in ("value", "status"))
        columns |= {text: limit["value"], f"{text}_status": limit["status"]}
    return columns


def write_csv(chunks: Iterable[dict[str, list[Any]]], file: TextIO, digits: int | None = None) -> None:
    """Digits that read back as the same number, or as many as were asked for; no number is an empty cell."""
    writer = csv.writer(file, lineterminator="\n")
    for k, columns in enumerate(chunks):
        if k == 0:
            writer.writerow(heads(columns))
        if digits is None:
            cells = ([None if x != x else x for x in column] for column in columns.values())
        else:
            cells = ([csv_cell(x, digits) for x in column] for column in columns.values())
        writer.writerows(zip(*cells, strict=True))


def write_parquet(chunks: Iterator[dict[str, list[Any]]], path: Path) -> None:
    """A row group for every chunk; no number is null."""
    import pyarrow
    from pyarrow import parquet

    first = next(chunks)
    kinds = [pyarrow.string() if isinstance(column[0], str) else pyarrow.float64() for column in first.values()]
    schema = pyarrow.schema(list(zip(heads(first), kinds, strict=True)))
    with parquet.ParquetWriter(path, schema) as writer:
        for columns in chain([first], chunks):
            arrays = [pyarrow.array(x, kind, from_pandas=True) for x, kind in zip(columns.values(), kinds, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def write_rows(chunks: Iterator[dict[str, list[Any]]], output: Path | None, digits: int | None = None) -> str:
    """Writes a file, whole, whose suffix says the format; returns what is for standard output."""

    def fill(temporary: Path) -> None:
        if temporary.suffix.lower() == ".parquet":
            write_parquet(chunks, temporary)
        else:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                write_csv(chunks, file, digits)

    text = io.StringIO()
    if output is None:
        write_csv(chunks, text, digits)
    else:
        write(output, fill)
    return text.getvalue()


def check_output(output: Path, option: str) -> None:
    """Refuses a file that could not be written, before any work is done."""
    if output.suffix.lower() == ".parquet":
        needed(str(output), "pyarrow.parquet")
    if output.suffix.lower() == ".zarr":
        check_folder(output.parent)
    else:
        check_target(output, option)


def _none_for_standard_output(ctx: click.Context, param: click.Parameter, output: Path | None) -> Path | None:
    return None if str(output) == "-" else output


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


@command(Takes(("assess", "limit"), options=("criterion",)), prints_tables=False)
@click.option(
    "--over",
    cls=Asking,
    metavar=FORM,
    required=True,
    multiple=True,
    help="N values of a field of the run, or of any part: strategy.slowdown, growth.checkpoint_bytes, "
    "factor.0.half_size, criterion.goodput_at_least. Quantities allowed; may be repeated: every combination is a row.",
)
@click.option(
    "--output",
    "--out",
    "-o",
    cls=Target,
    check=check_output,
    writes=lambda path: list(dict.fromkeys((path, parts_of(path)))),
    guards=False,  # what is computed in chunks goes on with what is there, or says how
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    callback=_none_for_standard_output,
    help="A file: a grid for .zarr and .nc (netCDF), a row per combination for .parquet and .xlsx, else CSV. "
    "Default: CSV on stdout.",
)
@criterion_option()
@click.option(
    "--columns",
    metavar="NAME[,NAME...]",
    multiple=True,
    help="Compute these columns alone, by their names in the file: goodput, share_checkpoint, peak_throughput, "
    "peak_throughput_binding, ...",
)
@click.option(
    "--workers", metavar="N", type=click.IntRange(min=0), help="Processes of this machine that do it. Default: this one."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Workers of a dask scheduler do it, such as tcp://host:8786; they need this package and the same file system.",
)
@click.option(
    "--memory",
    metavar="QUANTITY[B]",
    help="What each worker may use beside its libraries; answers do not depend on it. Default: 128 MB.",
)
@click.option("--resume", is_flag=True, help="Go on with what is there: only what is missing is computed.")
@digits_option
@plot_option("Also draw the largest sizes over one range or two.")
def sweep(
    document: Document,
    over: tuple[str, ...],
    output: Path | None,
    criterion: tuple[str, ...],
    columns: tuple[str, ...],
    workers: int | None,
    scheduler: str | None,
    memory: str | None,
    resume: bool,
    digits: int | None,
    plot: Path | None,
) -> None:
    """Answer for every combination of the ranges: one row each, in SI, the last range varying fastest.

    Whatever goes into a grid or a sheet, or is said by --columns, --workers, --scheduler, --memory or --resume, is
    computed in chunks, of any number of combinations. Ctrl-C keeps the chunks that are done; --resume goes on.

    For example, a million largest sizes by two processes, from 10,000 to 1,000,000 GPU-hours and from 1 to 100 TB/s:
    `scaling-limits sweep run.toml --over gpu_mttf=1e4h:1e6h:1000:log --over write_bandwidth=1TB/s:100TB/s:1000:log --workers 2
    -o map.zarr`
    """
    ranges = [parse_range(text) for text in over]
    check_paths(ranges)
    take_places(document, ranges)
    criteria = swept_criteria(read_criteria(criterion), ranges)
    paths = [one.path for one in ranges]
    sizes = [one.size for one in ranges]
    total = math.prod(sizes)
    overwrite = replaces()
    in_chunks = any((columns, workers is not None, scheduler, memory, resume))
    if in_chunks or (output is not None and output.suffix.lower() in GRIDS):
        if output is None or output.suffix.lower() not in FORMATS:
            raise CommandError(f"--output: a sweep in chunks needs a FILE that ends in one of {', '.join(FORMATS)}")
        if plot is not None:
            raise CommandError("--plot: a figure is drawn of rows, and a sweep in chunks has none at hand")
        grid = [values_of(document, ranges, k) for k in range(len(ranges))]
        how = {"workers": workers or 0, "scheduler": scheduler, "memory": memory or "128 MB", "digits": digits}
        sweep_grid(document, criteria, paths, grid, output, columns, resume=resume, overwrite=overwrite, **how)
        return
    if digits is not None and output is not None and output.suffix.lower() == ".parquet":
        raise CommandError("--digits: of CSV; .parquet holds numbers as they were computed")
    if total > MOST:
        raise CommandError(f"--over: {total:,} combinations are too many, at most {MOST:,}")
    if output is not None:
        refuse(output, "--output", (), overwrite)
    values = [values_of(document, ranges, k) for k in range(len(ranges))]
    bar = progress(TextColumn("sweep"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if plot is not None and len(ranges) > 2:
        raise CommandError(f"--plot: a figure has room for one range or two, not for {len(ranges)}")
    drawn: dict[str, list[Any]] = {}

    def chunks() -> Iterator[dict[str, list[Any]]]:
        task = bar.add_task("sweep", total=total)
        for start in range(0, total, CHUNK):
            rows = np.arange(start, min(start + CHUNK, total))
            places = np.unravel_index(rows, sizes)
            swept = [list_[place].tolist() for list_, place in zip(values, places, strict=True)]
            found = answers(document, criteria, dict(zip(paths, swept, strict=True)), rows.size)
            if plot is not None:
                shown = dict(zip((one.name for one in ranges), swept, strict=True)) | {name: found[name] for name in criteria}
                for name, column in shown.items():
                    drawn.setdefault(name, []).extend(column)
            yield dict(zip(paths, swept, strict=True)) | found
            bar.update(task, completed=int(rows[-1]) + 1)

    with bar:
        text = write_rows(chunks(), output, digits)
    if plot is not None:
        draw(drawn, {one.name: unit_of(document, one.path) for one in ranges}, list(criteria), plot)
    write_text(None, text, ".csv")  # not beside a bar
