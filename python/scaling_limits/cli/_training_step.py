# SPDX-License-Identifier: Apache-2.0
"""What `step` and `layouts` read: the tables [shape], [chip], [fabric] and [step]."""

from __future__ import annotations

from typing import Any

import scaling_limits as sl
from scaling_limits import _core, parallelism
from scaling_limits._kernel import suggestion

from ._input import Document, build, numbers

# the keys of [step] and what they are
_STEP = (
    {"name": "batch_tokens", "unit": "1", "required": True, "doc": "tokens of a step, all replicas", "range": "> 0 and finite"},
    {"name": "element_bytes", "unit": "B", "required": False, "doc": "of activations and weights", "range": "> 0 and finite"},
    {"name": "gradient_bytes", "unit": "B", "required": False, "doc": "of reduced gradients", "range": "> 0 and finite"},
    {"name": "zero_stage", "unit": "1", "required": False, "doc": "how model state is shared", "range": "0, 1, 2 or 3"},
    {"name": "overlap", "unit": "1", "required": False, "doc": "compute that hides gradients", "range": "in [0, 1]"},
)
_COUNTS = ("zero_stage",)


def read_shape(document: Document) -> sl.workload.TransformerShape:
    """The table [shape]: a published model by `preset`, single fields changed by name."""
    given = document.table("shape", required=True) or {}
    preset = given.pop("preset", None)
    rows = _core.aggregates["workload.TransformerShape"]["fields"]
    if preset is None:
        shape: sl.workload.TransformerShape = build(
            document, "shape", sl.workload.TransformerShape, numbers(document, "shape", rows, given)
        )
        return shape
    shapes = sl.published.shapes
    if preset not in shapes:
        raise document.error("shape", f"preset = {preset!r} is not a published shape{suggestion(str(preset), tuple(shapes))}")
    free = [{**row, "required": False} for row in rows]
    changed: sl.workload.TransformerShape = build(
        document, "shape", shapes[preset].replace, numbers(document, "shape", free, given)
    )
    return changed


def read_machine(document: Document) -> tuple[sl.workload.Chip, sl.network.Fabric]:
    """The tables [chip] and [fabric]."""
    chip = numbers(document, "chip", _core.aggregates["workload.Chip"]["fields"], document.table("chip", required=True) or {})
    fabric = numbers(document, "fabric", _core.network.fabric_fields(), document.table("fabric", required=True) or {})
    return build(document, "chip", sl.workload.Chip, chip), build(document, "fabric", sl.network.Fabric, fabric)


def read_layout(document: Document) -> parallelism.Layout:
    """The table [layout]: degrees, chunks and micro-batch."""
    given = document.table("layout", required=True) or {}
    layout: parallelism.Layout = build(
        document, "layout", parallelism.Layout, numbers(document, "layout", _core.parallelism.layout_fields(), given)
    )
    return layout


def read_step(document: Document, *more: dict[str, Any]) -> dict[str, Any]:
    """The table [step]: batch_tokens, recompute and the other options; `more` rows where a command has keys of its own."""
    given = document.table("step", required=True) or {}
    recompute = given.pop("recompute", "selective")
    if recompute not in ("none", "selective", "full"):
        raise document.error("step", f"recompute = {recompute!r} must be one of none, selective, full")
    values = numbers(document, "step", (*_STEP, *more), given)
    for name in (*_COUNTS, *(row["name"] for row in more)):
        if name in values:
            if values[name] != int(values[name]):
                raise document.error("step", f"{name} = {values[name]} must be a whole number")
            values[name] = int(values[name])
    return {"recompute": recompute, **values}
