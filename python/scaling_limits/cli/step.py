# SPDX-License-Identifier: Apache-2.0
"""scaling-limits step: the time of one training step, part by part."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.text import Text

from scaling_limits.parallelism import Layout

from ._command import command, json_option
from ._output import print_json
from ._request import Columns, Document, Takes, nested, rows
from ._tables import Table, console, human, spelled


def as_plain(layout: Layout | None, step: Columns) -> dict[str, Any]:
    """A layout and its step as JSON has them."""
    if layout is None:
        return {"layout": None, "step": None}
    return {"layout": {**layout.as_dict(), "gpus": layout.gpus}, "step": step}


def print_step(document: Document, layout: Layout, step: Columns) -> None:
    """A step as a table on the terminal."""
    out = console()
    out.print(f"{layout!r}: {layout.gpus:,.0f} GPUs")
    if step["status"] != "ok":
        out.print(f"does not fit: {step['note']}")
        if step["memory_per_gpu"] == step["memory_per_gpu"]:
            print_memory(step)
        return
    parts = Table("", "part", "time", "share", right=("time", "share"))
    for term, seconds in step["breakdown"].items():
        parts.add_row(term, human(seconds, "s"), spelled(seconds / step["time"], ".2%"))
    parts.add_row(Text("step", "bold"), human(step["time"], "s"))
    out.print(parts)
    print_memory(step)
    tokens = document.part("with")["batch_tokens"]
    out.print(
        f"{tokens / step['time']:,.0f} tokens/s, model FLOPs utilization {step['model_flops_utilization']:.2%} "
        "(causal attention, input table left out)"
    )
    if step["note"]:
        out.print(f"Note: {step['note']}")


def print_memory(step: Columns) -> None:
    """Where the memory of the fullest GPU goes."""
    table = Table("", "memory of the fullest GPU", "", right=("",))
    for term, amount in step["memory"].items():
        table.add_row(term, human(amount, "B"))
    table.add_row(Text("in all", "bold"), human(step["memory_per_gpu"], "B"))
    console().print(table)


def print_stages(stages: list[Columns]) -> None:
    """The stages of a pipeline; neighbours that hold the same as one row, with the memory of the fullest of them."""
    table = Table("", "stages", "layers", "forward", "backward", "memory", right=("layers", "forward", "backward", "memory"))
    for (layers, forward, backward), run in groupby(enumerate(stages, 1), key=lambda pair: tuple(pair[1].values())[:3]):
        of = list(run)
        first, last = of[0][0], of[-1][0]
        times = (human(forward, "s"), human(backward, "s"))
        memory = human(max(row["memory"] for _, row in of), "B")
        name = f"stage {first}" if first == last else f"stages {first} to {last}"
        table.add_row(name, spelled(layers, ".0f"), *times, memory)
    console().print(table)


@command(Takes(("step", "step_stages"), own="step"))
@json_option()
def step(document: Document, as_json: bool) -> None:
    """How long one training step takes under a layout, part by part, and whether it fits."""
    found = nested(document.ask("step"))
    layout = Layout(**document.part("layout"))
    stages = rows(nested(document.ask("step_stages"))["stages"])
    if as_json:
        print_json({**document.facts, **as_plain(layout, {**found, "stages": stages})})
        return
    print_step(document, layout, found)
    if len(stages) > 1:
        print_stages(stages)
