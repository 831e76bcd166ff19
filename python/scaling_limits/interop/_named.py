# SPDX-License-Identifier: Apache-2.0
"""Models that a file only names: a preset of exactly that name, or fields that are given beside the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .._source import described
from ..workload import TransformerShape
from ._reading import Look
from ._shape import Draft, ReadShape

#: what a name adds without a change of the shape
_ADDED = re.compile(r"[-_.](instruct|chat|base|hf|it|pt|pretrain|v0\.[123]|bf16|fp8|0528|0324)$", re.I)
#: names that a preset has beside its own, as folded() writes them
ALSO = {
    "llama3_8b": ("metallama38b", "llama318b", "metallama318b"),
    "llama3_70b": ("metallama370b", "llama3170b", "metallama3170b", "llama3370b"),
    "llama3_405b": ("llama31405b", "metallama31405b"),
    "llama3_2_1b": ("metallama321b",),
    "llama3_2_3b": ("metallama323b",),
    "llama_7b": ("huggyllamallama7b",),
    "mistral_nemo_12b": ("mistralnemo2407", "mistralnemo122407"),
    "ministral_8b": ("ministral8b2410",),
    "mistral_large_123b": ("mistrallarge2407", "mistrallarge2411"),
    "qwen2_57b_a14b": ("qwen257ba14b",),
    "gemma2_9b": ("gemma29b",),
    "gemma2_27b": ("gemma227b",),
    "gpt2_xl": ("openaicommunitygpt2xl",),
    "phi_3_mini": ("phi3mini4k", "phi3mini"),
    "glm_4_5": ("glm45",),
    "kimi_k2": ("kimik2",),
}


def folded(name: str) -> str:
    """A name without its owner, its ending, its marks."""
    text = re.sub(r"\.(ya?ml|json)$", "", name.strip().rstrip("/").rpartition("/")[2])
    while _ADDED.search(text):
        text = _ADDED.sub("", text)
    return re.sub(r"[^a-z0-9]", "", text.lower())


def preset_of(name: str) -> tuple[str, TransformerShape] | None:
    """The preset that has exactly this name."""
    from ..published import shapes

    asked = folded(name)
    for preset in shapes:
        if asked and asked in (folded(preset), *ALSO.get(preset, ())):
            return preset, shapes[preset]
    return None


def shape_of(
    look: Look,
    known: Mapping[str, Any],
    names: tuple[str, ...],
    length: tuple[str, ...],
    changes: Mapping[str, str] | None = None,
) -> ReadShape:
    """The shape of a model that the file names, with what the file changes of it: names by field."""
    draft = Draft(look)
    name, model = look.find(*names)
    found = preset_of(model) if isinstance(model, str) else None
    fields: dict[str, Any] = {}
    if found:
        preset, shape = found
        fields = dict(shape.as_request(given=True))
        draft.notes.derived(f"the numbers of {model}: as the preset {preset} has them")
    for field, changed in (changes or {}).items():
        if look.stands(changed):
            draft.take(field, changed, low=0)
    _, tokens = look.find(*length)
    if tokens not in (None, "auto"):
        draft.take("sequence_length", *length)
    required = [field.name for field in TransformerShape.fields() if field.required]
    if not found and any(field not in known and field not in draft.values for field in required):
        said = f"is {described(model)}, whose shape is not in the file" if isinstance(model, str) else "is not in the file"
        place = look.place(name) if name else "model"
        raise look.source.unread(
            place, said, "--shape with a preset of `scaling-limits fields shape`, or --shape layers=..., hidden=..., and so on"
        )
    return draft.finish(known, fields)
