# SPDX-License-Identifier: Apache-2.0
"""scaling-limits step: the time of one training step, part by part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from scaling_limits import parallelism

from ._errors import CommandError
from ._input import Document
from ._output import console, print_json
from ._training_step import read_layout, read_machine, read_shape, read_step
from ._units import human


def as_plain(layout: parallelism.Layout | None, step: parallelism.Step | None) -> dict[str, Any]:
    """A layout and its step as JSON has them."""
    if layout is None or step is None:
        return {"layout": None, "step": None}
    return {
        "layout": {**layout.as_dict(), "gpus": layout.gpus},
        "step": {
            "status": step.status,
            "note": step.note,
            "time": step.time,
            "breakdown": step.breakdown,
            "memory_per_gpu": step.memory_per_gpu,
            "model_flops_utilization": step.model_flops_utilization,
        },
    }


def print_step(layout: parallelism.Layout, step: parallelism.Step, batch_tokens: float) -> None:
    """A step as a table on the terminal."""
    out = console()
    out.print(f"{layout!r}: {layout.gpus:,} GPUs")
    if step.status != "ok":
        out.print(f"does not fit: {step.note}")
        return
    table = Table(header_style="bold", pad_edge=False, box=None)
    for name in ("", "time", "share"):
        table.add_column(name, justify="right" if name else "left")
    for cause, seconds in step.breakdown.items():
        table.add_row(cause, human(seconds, "s"), f"{seconds / step.time:.2%}")
    table.add_row("[bold]step[/bold]", human(step.time, "s"), "")
    out.print(table)
    out.print(
        f"memory {human(step.memory_per_gpu, 'B')} per GPU, {batch_tokens / step.time:,.0f} tokens/s, "
        f"model FLOPs utilization {step.model_flops_utilization:.2%} (causal attention)"
        + (f"; {step.note}" if step.note else "")
    )


def step(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE.toml", help="Tables [shape], [layout], [chip], [fabric], [step]; see examples/step.toml."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON on stdout, in SI.")] = False,
) -> None:
    """How long one training step takes under a layout, part by part, and whether it fits."""
    document = Document(file)
    shape, (chip, fabric), layout, options = (
        read_shape(document),
        read_machine(document),
        read_layout(document),
        read_step(document),
    )
    document.finish()
    try:
        found = parallelism.step(shape, layout, chip, fabric, **options)
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from None
    if as_json:
        print_json({"file": str(file), **as_plain(layout, found)})
    else:
        print_step(layout, found, options["batch_tokens"])
