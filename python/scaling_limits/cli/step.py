# SPDX-License-Identifier: Apache-2.0
"""scaling-limits step: the time of one training step, part by part."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from scaling_limits.parallelism import Layout

from ._command import command, json_option
from ._output import print_json
from ._request import Columns, Document, Takes, nested
from ._tables import Table, console, human


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
        return
    parts = Table("", "part", "time", "share", right=("time", "share"))
    for cause, seconds in step["breakdown"].items():
        parts.add_row(cause, human(seconds, "s"), f"{seconds / step['time']:.2%}")
    parts.add_row(Text("step", "bold"), human(step["time"], "s"))
    out.print(parts)
    tokens = document.part("with")["batch_tokens"]
    out.print(
        f"memory {human(step['memory_per_gpu'], 'B')} per GPU, {tokens / step['time']:,.0f} tokens/s, "
        f"model FLOPs utilization {step['model_flops_utilization']:.2%} (causal attention)"
        + (f"; {step['note']}" if step["note"] else "")
    )


@command(Takes(("step",), own="step"))
@json_option()
def step(document: Document, as_json: bool) -> None:
    """How long one training step takes under a layout, part by part, and whether it fits."""
    found = nested(document.ask("step"))
    layout = Layout(**document.part("layout"))
    if as_json:
        print_json({**document.facts, **as_plain(layout, found)})
    else:
        print_step(document, layout, found)
