# SPDX-License-Identifier: Apache-2.0
"""Layers of each pipeline stage, where a launch of Megatron's says them.

Source: megatron/core/transformer/pipeline_parallel_layer_layout.py and transformer_block.py of megatron-core 0.16.1.
"""

from __future__ import annotations

import re
from typing import Any

from .._source import Notes, described
from ._reading import Look
from ._shape import ReadShape

FIRST = ("decoder_first_pipeline_num_layers", "num_layers_in_first_pipeline_stage")
LAST = ("decoder_last_pipeline_num_layers", "num_layers_in_last_pipeline_stage")
LONGEST = 10_000  # letters of a layout


def stage_layers(look: Look, notes: Notes, degrees: dict[str, int], shape: ReadShape | None) -> dict[str, Any]:
    """The option stage_layers; nothing where stages are even."""
    layers = int(shape.layers) if shape is not None else (look.whole("num_layers")[1] or 0)
    stages = degrees.get("pipeline", 1)
    name, layout = look.find("pipeline_model_parallel_layout")
    if layout is not None:
        return _of_layout(look, notes, degrees, layers, name, layout)
    (first_name, first), (last_name, last) = look.whole(*FIRST), look.whole(*LAST)
    if first is None and last is None:
        return _with_tables(look, notes, degrees, layers)
    ends = (first is not None) + (last is not None)
    left, inner = layers - (first or 0) - (last or 0), stages - ends
    said = " and ".join(name for name in (first_name, last_name) if name)
    if not layers or left < 0 or inner < 0 or (left % inner if inner else left):
        raise look.error(first_name or last_name, f"leaves {left} layers for {inner} stages", "layers that they divide")
    middle = [left // inner] * inner if inner else []
    found = [*([] if first is None else [first]), *middle, *([] if last is None else [last])]
    notes.derived(f"stage_layers = {_short(found)}: {said}, the others even")
    return {"stage_layers": found}


def _with_tables(look: Look, notes: Notes, degrees: dict[str, int], layers: int) -> dict[str, Any]:
    """Tables that count as a layer of the first and of the last stage."""
    flags = [look.flag(f"account_for_{one}_in_pipeline_split") for one in ("embedding", "loss")]
    extra = [int(bool(flag)) for _, flag in flags]
    stages, pieces = degrees.get("pipeline", 1), degrees.get("pipeline", 1) * degrees.get("chunks", 1)
    if not any(extra) or stages == 1 or not layers:
        return {}
    said = " and ".join(name for name, flag in flags if flag)
    if (layers + sum(extra)) % pieces:
        notes.left_out(
            f"{said}: {layers} layers and {sum(extra)} more are no multiple of {pieces} pieces; stages as a layout has them"
        )
        return {}
    each = (layers + sum(extra)) // stages
    found = [each - extra[0] * (place == 0) - extra[1] * (place == stages - 1) for place in range(stages)]
    notes.derived(f"stage_layers = {_short(found)}: {said}")
    return {"stage_layers": found}


def _of_layout(look: Look, notes: Notes, degrees: dict[str, int], layers: int, name: str, layout: Any) -> dict[str, Any]:
    pieces = _pieces(layout) if isinstance(layout, str) else _listed(layout)
    stages = degrees.get("pipeline", 1)
    if not pieces or len(pieces) % stages:
        said = f"is {described(layout)}: {len(pieces or [])} pieces for {stages} stages"
        raise look.error(name, said, 'as many as stages, or a multiple, as "Et*3|(tt|)*29|L"')
    chunks = len(pieces) // stages
    if degrees.get("chunks", chunks) != chunks:
        raise look.error(name, f"makes {chunks} pieces a stage, and the file says chunks = {degrees['chunks']}", "the same")
    if chunks > 1:
        degrees["chunks"] = chunks
    found = [sum(pieces[place::stages]) for place in range(stages)]
    if layers and sum(found) != layers:
        raise look.error(name, f"has {sum(found)} layers of a decoder", f"num_layers = {layers} of them")
    notes.derived(f"stage_layers = {_short(found)}: {look.place(name)}" + (f", chunks = {chunks}" if chunks > 1 else ""))
    if isinstance(layout, str) and "m" in layout:
        notes.left_out(f"{look.place(name)}: layers that predict tokens further on (m) are not counted")
    return {"stage_layers": found}


def _short(found: list[int]) -> str:
    return f"[{', '.join(map(str, found[:40]))}{', ...' if len(found) > 40 else ''}]"


def _pieces(text: str) -> list[int] | None:
    """Decoder layers of each piece of "Et*3|(tt|)*29,m|L"; None where it is no such text."""
    plain = text.replace(",", "").replace(" ", "")
    for _ in range(8):  # brackets from the inside out
        opened = re.search(r"\(([^()]*)\)(?:\*(\d{1,4}))?", plain)
        if not opened or len(plain) > LONGEST:
            break
        plain = plain[: opened.start()] + opened[1] * int(opened[2] or 1) + plain[opened.end() :]
    while len(plain) <= LONGEST and (many := re.search(r"([A-Za-z|])\*(\d{1,4})", plain)):
        plain = plain[: many.start()] + many[1] * int(many[2]) + plain[many.end() :]
    if len(plain) > LONGEST or not re.fullmatch(r"[EtmL|]+", plain):
        return None
    return [piece.count("t") for piece in plain.split("|")]


def _listed(layout: Any) -> list[int] | None:
    """The same of lists of names."""
    if not isinstance(layout, list) or not all(isinstance(one, (list, str)) for one in layout):
        return None
    counted = []
    for piece in layout:
        words = piece if isinstance(piece, list) else [piece]
        counted.append(sum(1 for word in words if str(word) in ("decoder", "t")))
    return counted
