# SPDX-License-Identifier: Apache-2.0
"""GPT-NeoX's YAML: names with dashes or underscores, its own defaults, DeepSpeed's keys among them.

Source: EleutherAI/gpt-neox megatron/neox_arguments/neox_args.py, arguments.py and deepspeed_args.py, megatron/model/
transformer.py of GPT-NeoX 2.0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .._source import Notes, Source, described
from ..workload import StateRecipe
from ._hub import stage_of_json
from ._launch_tables import Dialect, mixed, on
from ._reading import Look
from ._shape import Draft, ReadShape

GATED = ("geglu", "swiglu", "reglu", "bilinear", "glu")
#: words of vocabularies, by the tokenizer and by the end of its file
VOCABULARIES = {"GPT2BPETokenizer": 50257, "20B_tokenizer.json": 50277}
MULTIPLE = 256  # of the width of a gated feed-forward
DEFAULTS = {
    "norm": "layernorm",
    "pos_emb": "learned",
    "activation": "gelu",
    "no_weight_tying": False,
    "use_bias_in_norms": True,
    "use_bias_in_attn_linear": True,
    "make_vocab_size_divisible_by": 128,
    "gradient_accumulation_steps": 1,
    "moe_num_experts": 1,
    "moe_top_k": 1,
    "moe_expert_interval": 1,
}


def is_neox(tree: Mapping[str, Any]) -> bool:
    """Whether a tree is one of GPT-NeoX."""
    names = {str(name).replace("-", "_") for name in tree}
    own = {
        "pipe_parallel_size",
        "model_parallel_size",
        "pos_emb",
        "no_weight_tying",
        "gpt_j_residual",
        "output_layer_parallelism",
    }
    also = {"train_micro_batch_size_per_gpu", "train_batch_size", "zero_optimization", "num_layers"}
    return len(names & own) > 1 or bool(names & own and names & also)


def look_of(source: Source, tree: Mapping[str, Any]) -> Look:
    """All names with underscores."""
    flat = {str(name).replace("-", "_"): value for name, value in tree.items()}
    look = Look(source, flat)
    look.spelled = {str(name).replace("-", "_"): str(name) for name in tree}
    look.defaults = DEFAULTS
    return look


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape of a configuration."""
    draft = Draft(look)
    kinds = look.find("attention_config")[1]
    if any(kind in str(kinds) for kind in ("mamba", "rwkv", "gmlp", "amlp")):
        raise look.source.unread("attention_config", f"is {described(kinds)}: layers of several kinds", "attention alone")
    if look.find("model_arch")[1] not in (None, "gpt2"):
        raise look.source.unread("model_arch", f"is {described(look.find('model_arch')[1])}", "gpt2: a decoder alone")
    draft.needed("layers", "num_layers")
    draft.needed("hidden", "hidden_size")
    draft.needed("query_heads", "num_attention_heads")
    draft.take("sequence_length", "seq_length", "max_position_embeddings")
    draft.quotient("head_size", "hidden", "query_heads")
    if draft.take("key_value_heads", "num_kv_heads") is None:
        draft.derive("key_value_heads", draft.values["query_heads"], "num_kv_heads is not given")
    _feed_forward(draft)
    _experts(draft)
    _tables(draft, known)
    _vectors(draft)
    return draft.finish(known)


def _feed_forward(draft: Draft) -> None:
    look, hidden = draft.look, int(draft.values["hidden"])
    name, activation = look.word("activation")
    llama = look.find("mlp_type")[1] == "llama"
    gated = llama or activation in GATED
    draft.values["gated"] = gated
    draft.notes.derived(f"gated = {str(gated).lower()}: {'mlp_type is llama' if llama else f'activation is {activation}'}")
    name, width = look.whole("intermediate_size", "feedforward_size")
    if width is not None and (llama or not gated):
        draft.set("feed_forward", width, name)
    elif gated:  # two thirds of four widths, and the half of what comes in where one matrix makes both parts
        wide = width if width is not None and not llama else 4 * hidden
        part = wide // 3 if not llama else 2 * wide // 3
        found = math.ceil(part / MULTIPLE) * MULTIPLE
        draft.derive("feed_forward", found, f"{'a third' if not llama else 'two thirds'} of {wide}, a multiple of {MULTIPLE}")
    else:
        draft.derive("feed_forward", 4 * hidden, "intermediate_size is not given: 4 x hidden")


def _experts(draft: Draft) -> None:
    look = draft.look
    experts = look.whole("moe_num_experts")[1] or 1
    if experts == 1:
        return
    name, period = look.whole("moe_expert_interval", "expert_interval")
    if period != 1:
        raise look.source.unread(look.place(name), f"is {period}: experts in some layers alone", "experts in every layer (1)")
    draft.set("experts", experts, "moe_num_experts")
    draft.take("active_experts", "moe_top_k")
    draft.derive("expert_feed_forward", draft.values["feed_forward"], "experts are as wide as a feed-forward")


def _tables(draft: Draft, known: Mapping[str, Any]) -> None:
    look = draft.look
    _, untied = look.flag("no_weight_tying")
    draft.set("tied", not untied, "no_weight_tying")
    if "vocabulary" in known or draft.take("vocabulary", "padded_vocab_size") is not None:
        return
    file = str(look.find("vocab_file")[1] or "").rpartition("/")[2]
    kind = str(look.find("tokenizer_type")[1])
    words = look.whole("vocab_size")[1] or VOCABULARIES.get(file) or VOCABULARIES.get(kind)
    if words is None:
        return
    multiple = (look.whole("make_vocab_size_divisible_by")[1] or 1) * (look.whole("model_parallel_size")[1] or 1)
    padded = math.ceil(words / multiple) * multiple
    draft.derive("vocabulary", padded, f"{words} words, padded to a multiple of {multiple}")


def _vectors(draft: Draft) -> None:
    look = draft.look
    name, kind = look.word("norm")
    if kind == "layernorm" and look.flag("use_bias_in_norms")[1]:
        draft.more("norm_bias", 1, f"biases of normalisations ({look.place(name)} is layernorm)")
    if look.flag("gpt_j_tied")[1]:
        draft.derive("norms_per_layer", 1, "gpt_j_tied")
    in_attention = look.flag("use_bias_in_attn_linear")[1]
    in_others = look.flag("use_bias_in_mlp")[1]
    llama = look.find("mlp_type")[1] == "llama"
    if in_others is None:
        in_others = not llama
    if in_attention:
        draft.more("query_key_value_bias", 1, "biases of queries, keys and values (use_bias_in_attn_linear)")
    if in_attention and in_others:
        draft.more("bias", 1, "biases of the other matrices (use_bias_in_mlp)")
    elif in_attention or in_others:
        draft.notes.left_out("biases of the output of attention or of feed-forwards alone: parameters are counted without")
    name, kind = look.word("pos_emb")
    rows = look.whole("max_position_embeddings")[1] or draft.values.get("sequence_length")
    if kind == "learned" and rows is not None:
        draft.more("positions", int(rows), f"the table of learned positions ({look.place(name)})")


def _options(look: Look, notes: Notes) -> dict[str, Any]:
    stage = stage_of_json({"zero_optimization": look.find("zero_optimization")[1]})
    name, alone = look.whole("zero_stage", low=0)
    if alone is not None:
        stage = alone
    if stage is None or stage > 3:
        raise look.error("zero_optimization.stage", f"is {described(look.find('zero_optimization')[1])}", "0, 1, 2 or 3")
    notes.took("zero_stage", name or "zero_optimization.stage") if name or look.has("zero_optimization.stage") else (
        notes.derived(f"zero_stage = {stage}: no zero_optimization")
    )
    name, again = look.flag("checkpoint_activations")
    notes.took("recompute", look.place(name)) if name else notes.derived("recompute = none: checkpoint_activations is not set")
    name, parallel = look.flag("sequence_parallel")
    if not _half(look):
        notes.left_out("fp32 products: step counts those of 16 bits")
    return {"recompute": "full" if again else "none", "sequence_parallel": bool(parallel), "zero_stage": stage}


def _half(look: Look) -> bool:
    return on(look, "fp16") or on(look, "bf16") or look.find("precision")[1] in ("fp16", "bfloat16")


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    _, kind = look.find("optimizer.type", "optimizer_type")
    if kind is not None and "adam" not in str(kind).lower():
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    return mixed(look, notes, working=2 if _half(look) else 0)


NEOX = Dialect(
    "gpt-neox",
    "GPT-NeoX",
    _options,
    _recipe,
    degrees={
        "tensor": ("model_parallel_size",),
        "pipeline": ("pipe_parallel_size",),
        "context": ("context_parallel_size",),
        "expert": ("moe_expert_parallel_size", "expert_parallel_size"),
    },
    micro=("train_micro_batch_size_per_gpu",),
    accumulation=("gradient_accumulation_steps",),
    whole=("train_batch_size",),
    length=("seq_length",),
    gpus=("global_num_gpus", "world_size"),
    nodes=("num_nodes",),
    each=("num_gpus",),
    save=("save_interval", "checkpoint_factor"),
    keep=("keep_last_n_checkpoints",),
    defaults=DEFAULTS,
    where="the hostfile says",
)
