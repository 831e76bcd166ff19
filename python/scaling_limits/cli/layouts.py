# SPDX-License-Identifier: Apache-2.0
"""scaling-limits layouts: the fastest layout of a number of GPUs, and why others do not fit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from scaling_limits import parallelism

from ._errors import CommandError
from ._input import Document
from ._output import console, print_json
from ._training_step import read_machine, read_shape, read_step
from .step import as_plain, print_step

_GPUS = {"name": "gpus", "unit": "1", "required": True, "doc": "GPUs to lay out", "range": ">= 1 and finite"}


def layouts(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.toml", help="Tables [shape], [chip], [fabric], [step] with gpus; see examples/layouts.toml."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
    rejected: Annotated[int, typer.Option("--rejected", metavar="N", min=0, help="How many rejected layouts to list.")] = 5,
) -> None:
    """Try every layout of a number of GPUs: the fastest that fits, and why the others do not."""
    document = Document(file)
    shape, (chip, fabric), options = read_shape(document), read_machine(document), read_step(document, _GPUS)
    document.finish()
    gpus = options.pop("gpus")
    try:
        best = parallelism.best_layout(shape, gpus, chip, fabric, **options)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    listed = [{"layout": row.layout.as_dict(), "reason": row.reason} for row in best.rejected[:rejected]]
    if as_json:
        counts = {"tried": best.tried, "rejected": len(best.rejected)}
        print_json(
            {
                "file": str(file),
                "status": best.status,
                "note": best.note,
                **as_plain(best.layout, best.step),
                **counts,
                "rejections": listed,
            }
        )
        return
    out = console()
    if best.layout is None or best.step is None:
        out.print(best.note)
    else:
        print_step(best.layout, best.step, options["batch_tokens"])
    out.print(f"{best.tried:,} layouts tried, {len(best.rejected):,} do not fit")
    # the same field of many layouts, with other values: the field names the reason
    for what, count in Counter(row.reason.split(" = ")[0] for row in best.rejected).most_common():
        out.print(f"  {count:,} for {what}")
    for row in best.rejected[:rejected]:
        out.print(f"  {row.layout!r}: {row.reason}")
