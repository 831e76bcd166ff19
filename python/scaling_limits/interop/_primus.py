# SPDX-License-Identifier: Apache-2.0
"""Primus's YAML: a module with overrides for Megatron-LM, torchtitan or MaxText, its own defaults for the first.

Source: AMD-AGI/Primus examples/megatron/configs, primus/configs/modules/megatron/trainer_base.yaml and
pre_trainer.yaml, primus/configs/models/megatron/language_model.yaml (2025 and 2026).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .._source import Source, described
from . import _megatron, _named
from ._reading import Look
from ._shape import ReadShape

DEFAULTS = {
    "swiglu": True,
    "untie_embeddings_and_output_weights": True,
    "disable_bias_linear": True,
    "moe_router_topk": 2,
    "sequence_parallel": True,
    "micro_batch_size": 2,
    "global_batch_size": 128,
    "seq_length": 4096,
    "make_vocab_size_divisible_by": 128,
    "bf16": True,
    "save_interval": 20000,
    "distributed_timeout_minutes": 10,
}
#: of pre_trainer.yaml, which a module names as its config
OF_PRE_TRAINER = {"global_batch_size": 16, "seq_length": 1024, "save_interval": 1000, "distributed_timeout_minutes": 60}

#: what overrides change of a shape
OF_SHAPE = {
    "layers": "num_layers",
    "hidden": "hidden_size",
    "feed_forward": "ffn_hidden_size",
    "query_heads": "num_attention_heads",
    "key_value_heads": "num_query_groups",
    "head_size": "kv_channels",
    "experts": "num_experts",
    "expert_feed_forward": "moe_ffn_hidden_size",
    "query_rank": "q_lora_rank",
    "key_value_rank": "kv_lora_rank",
    "vocabulary": "padded_vocab_size",
}


def module_of(tree: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The module that trains."""
    modules = tree.get("modules")
    parts = list(modules.values()) if isinstance(modules, Mapping) else []
    return next((one for one in parts if isinstance(one, Mapping) and ("overrides" in one or "framework" in one)), None)


def filled(value: Any) -> Any:
    """${NAME:default} as its default; the same in mappings."""
    if isinstance(value, Mapping):
        return {name: filled(one) for name, one in value.items()}
    if not isinstance(value, str) or "${" not in value:
        return value
    text = re.sub(r"\$\{[A-Za-z_]\w*:([^{}]*)\}", r"\1", value)
    if re.fullmatch(r"[+-]?\d{1,15}", text):
        return int(text)
    return {"true": True, "false": False, "null": None, "": None}.get(text.lower(), text)


def framework_of(source: Source, module: Mapping[str, Any]) -> str:
    """What the module is for."""
    word = str(module.get("framework", "megatron"))
    if word not in ("megatron", "torchtitan", "maxtext"):
        raise source.error("framework", f"is {described(word)}: this is a file of Primus", "megatron, torchtitan or maxtext")
    return word


def overrides_of(module: Mapping[str, Any]) -> dict[str, Any]:
    """What the module says itself."""
    overrides = filled(module.get("overrides"))
    return dict(overrides) if isinstance(overrides, Mapping) else {}


def look_of(source: Source, tree: Mapping[str, Any]) -> Look:
    """The names of a module for Megatron-LM."""
    module = module_of(tree) or {}
    overrides = overrides_of(module)
    if isinstance(module.get("model"), str):
        overrides.setdefault("model_file", filled(module["model"]))
    look = Look(source, _megatron.names_of(overrides), tree=overrides)
    named = str(module.get("config", "")).rpartition("/")[2] == "pre_trainer.yaml"
    look.defaults = DEFAULTS | (OF_PRE_TRAINER if named else {})
    return look


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape: of the overrides where they say it, else of the model file that they are for."""
    if all(name in look.values for name in ("num_layers", "hidden_size", "num_attention_heads")):
        return _megatron.shape_of(look, "primus", known)
    latent = look.flag("multi_latent_attention")[1]
    _, file = look.word("model_file")
    found = _named.preset_of(file) if file else None
    if found and latent is not None and latent != bool(found[1].key_value_rank):
        said = f"is {str(latent).lower()}, unlike that of the model file {file}"
        raise look.source.unread("multi_latent_attention", said, "--shape with all fields of the model")
    return _named.shape_of(look, known, ("model_file",), ("seq_length", "max_position_embeddings"), OF_SHAPE)
