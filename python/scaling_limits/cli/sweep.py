# SPDX-License-Identifier: Apache-2.0
"""scaling-limits sweep: the run of a file over ranges of its fields, as CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import scaling_limits as sl
from scaling_limits._kernel import suggestion

from ._errors import CommandError
from ._input import build, read_criteria, read_plan
from ._output import check_folder, console, write_text
from ._units import to_si

CHUNK = 20_000  # rows answered between two updates of the progress bar
MOST = 10_000_000


def parse_range(text: str) -> tuple[str, np.ndarray]:
    """'gpus=1e4:1e6:50:log' to the field and its values."""
    form = "FIELD=START:STOP:N[:log]"
    name, separator, rest = text.partition("=")
    name, parts = name.strip(), rest.split(":")
    if not separator or len(parts) not in (3, 4) or (len(parts) == 4 and parts[3].strip() not in ("log", "lin")):
        raise CommandError(f"--over {text}: the form is {form}, for example gpus=1e4:1e6:50:log")
    fields = {field.name: field for field in sl.TrainingRun.fields()}
    if name not in fields:
        raise CommandError(f"--over {text}: unknown field {name!r}{suggestion(name, tuple(fields))}")
    ends = []
    for what, part in (("start", parts[0]), ("stop", parts[1])):
        try:
            value = to_si(part, fields[name].unit)
            sl.TrainingRun(**{"gpus": 1, "gpu_mttf": 1, "checkpoint_bytes": 1, "write_bandwidth": 1, name: value})
            if not np.isfinite(value):
                raise ValueError(f"{value} must be finite")
        except ValueError as error:
            raise CommandError(f"--over {text}: {what} of {name}: {error}") from None
        ends.append(value)
    try:
        count = int(parts[2])
    except ValueError:
        count = 0
    if not 1 <= count <= MOST:
        raise CommandError(f"--over {text}: the number of values, {parts[2]}, must be a whole number from 1 to {MOST:,}")
    if len(parts) == 4 and parts[3].strip() == "log":
        if min(ends) <= 0:
            raise CommandError(f"--over {text}: a logarithmic range of {name} must start and stop above 0")
        values = np.geomspace(ends[0], ends[1], count)
    else:
        values = np.linspace(ends[0], ends[1], count)
    return name, values


def answers(run: sl.TrainingRun, strategy: Any, growth: Any, criteria: dict[str, Any], n: int) -> dict[str, np.ndarray]:
    """The columns of n rows."""
    columns: dict[str, Any] = {
        "mtbf": run.mtbf,
        "write_time": run.write_time,
        "restart_time": run.restart_time,
        "interval": strategy.interval(run),
        "goodput": strategy.goodput(run),
        "useful_throughput": run.gpus * strategy.goodput(run),
    }
    columns |= {f"share_{cause}": share for cause, share in strategy.breakdown(run).items()}
    for text, criterion in criteria.items():
        limit = sl.limits.max_gpus(run, criterion, growth, strategy)
        columns |= {f"{text}": limit.value, f"{text} status": limit.status}
    return {name: np.broadcast_to(np.asarray(column), n) for name, column in columns.items()}


def sweep(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Tables [run], [strategy] and [growth]; see `fields`.")],
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="FIELD=START:STOP:N[:log]",
            help="N values of a field of the run, quantities allowed; may be repeated: every combination is one row.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the CSV goes; default: stdout.")
    ] = None,
    criterion: Annotated[
        list[str] | None,
        typer.Option("--criterion", metavar="NAME[=VALUE]", help="A criterion for the largest size; may be repeated."),
    ] = None,
) -> None:
    """Answer for every combination of the ranges: CSV in SI, one row each, the last range varying fastest."""
    document, run, strategy, growth = read_plan(file)
    document.finish()
    criteria = read_criteria(criterion)
    ranges = [parse_range(text) for text in over]
    names = [name for name, _ in ranges]
    if len(set(names)) < len(names):
        raise CommandError(f"--over: {next(n for n in names if names.count(n) > 1)} is given twice")
    sizes = [values.size for _, values in ranges]
    total = int(np.prod(sizes, dtype=np.float64))
    if total > MOST:
        raise CommandError(f"--over: {total:,} combinations are too many, at most {MOST:,}")
    if output is not None:
        check_folder(output.parent)

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
            swept = {name: values[place] for (name, values), place in zip(ranges, places, strict=True)}
            grid = build(document, "run", run.replace, swept)
            try:
                columns = swept | answers(grid, strategy, growth, criteria, rows.size)
            except ValueError as error:
                raise CommandError(f"{file}: {error}") from None
            if start == 0:
                writer.writerow(columns)
            writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
            bar.update(task, completed=int(rows[-1]) + 1)
    write_text(output, text.getvalue())
