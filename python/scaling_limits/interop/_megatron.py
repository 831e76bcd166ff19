# SPDX-License-Identifier: Apache-2.0
"""Megatron-LM arguments, its YAML, NeMo and Megatron-Bridge YAML: one set of names, with the defaults of each.

Source: NVIDIA/Megatron-LM megatron/core/transformer/transformer_config.py, model_parallel_config.py (megatron-core 0.16.1) and
megatron/training/arguments.py; NVIDIA-NeMo/Megatron-Bridge models/gpt_provider.py and training/config.py (0.3.1); Megatron-
DeepSpeed megatron/arguments.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from .._source import Source, described, is_whole
from ._reading import Look
from ._shape import Draft, ReadShape

#: groups of a YAML file whose names are looked up as if they stood alone, the later ones first
GROUPS = (
    "language_model",
    "model_parallel",
    "model",
    "model.config",
    "model.optim",
    "train",
    "data",
    "dataset",
    "optim",
    "optim.config",
    "optimizer",
    "ddp",
    "checkpoint",
    "dist",
    "tokenizer",
    "trainer",
    "trainer.strategy",
    "exp_manager",
    "exp_manager.checkpoint_callback_params",
    "resume",
    "ft",
    "MODEL_ARGS",
    "ENV_VARS",
)
#: tokens of tokenizers that have one vocabulary
VOCABULARIES = {"GPT2BPETokenizer": 50257, "Llama2Tokenizer": 32000}
#: dialects in which a gated feed-forward without a width has two thirds of four widths
TWO_THIRDS = ("megatron", "megatron-deepspeed", "primus")
#: of latent attention: of arguments.py (Primus has the same) and of MLATransformerConfig, which NeMo and Megatron-Bridge take
LATENT = {"qk_head_dim": 128, "qk_pos_emb_head_dim": 64, "v_head_dim": 128}
RANKS = {"nemo": {"q_lora_rank": 512, "kv_lora_rank": 512}}
OF_ARGUMENTS = {"q_lora_rank": 0, "kv_lora_rank": 32}
#: experts of a token, where the file does not say
ACTIVE = {"megatron-deepspeed": 1}
#: what Megatron-DeepSpeed calls the same
OF_DEEPSPEED = {
    "num_query_groups": ("num_key_value_heads",),
    "moe_router_topk": ("topk",),
    "expert_model_parallel_size": ("moe_expert_parallel_size",),
    "context_parallel_size": ("ds_sequence_parallel_size",),
}
GATED = ("swiglu", "geglu", "reglu", "fast-swiglu", "fast-geglu", "fast-reglu", "quick_geglu")


def is_megatron(tree: Mapping[str, Any]) -> bool:
    """Whether a tree is one of these."""
    look = Look(Source("", "", ""), names_of(tree))
    return look.has("num_layers") and look.has("hidden_size") and look.has("num_attention_heads")


def framework_of(tree: Mapping[str, Any]) -> str:
    """nemo for what has a table [model], else megatron."""
    return "nemo" if isinstance(tree.get("model"), Mapping) and "MODEL_ARGS" not in tree else "megatron"


def names_of(tree: Mapping[str, Any]) -> dict[str, Any]:
    """All names of a file in one mapping."""
    top = Look(Source("", "", ""), tree)
    flat: dict[str, Any] = {}
    for group in ("", *GROUPS):
        part = tree if not group else top.find(group)[1]
        if not isinstance(part, Mapping):
            continue
        for name, value in part.items():
            if isinstance(value, Mapping) or value is None:
                continue
            key = str(name).lstrip("-").replace("-", "_")
            flat[key] = value
    return flat


def shape_of(look: Look, framework: str, known: Mapping[str, Any]) -> ReadShape:
    """The shape of a set of names."""
    draft = Draft(look)
    draft.needed("layers", "num_layers")
    draft.needed("hidden", "hidden_size")
    draft.needed("query_heads", "num_attention_heads")
    draft.take("sequence_length", "seq_length", "encoder_seq_length", "max_position_embeddings")
    _refuse_hybrids(look)
    gated = _is_gated(draft)
    _attention(draft, framework)
    _feed_forward(draft, framework, gated)
    _tables(draft, framework, known)
    _left_out(draft, framework)
    return draft.finish(known)


def _refuse_hybrids(look: Look) -> None:
    for name in ("hybrid_override_pattern", "hybrid_layer_pattern", "is_hybrid_model", "experimental_attention_variant"):
        found, value = look.find(name)
        if found and value is not False:
            raise look.source.unread(look.place(name), f"is {described(value)}: layers of several kinds", "attention alone")
    name, value = look.find("heterogeneous_layers_config_path", "heterogeneous_block_specs")
    if name and value is not False:
        raise look.source.unread(look.place(name), f"is {described(value)}: layers that differ", "layers that are all alike")


def _is_gated(draft: Draft) -> bool:
    look = draft.look
    name, flag = look.flag("swiglu")
    for other in ("gated_linear_unit", "quick_geglu"):
        if not flag:
            name, flag = look.flag(other)
    word, activation = look.find("activation", "activation_func")
    if not flag and isinstance(activation, str) and activation.lower().rpartition(".")[2] in GATED:
        name, flag = word, True
    if flag:
        draft.set("gated", True, name)
    else:
        draft.derive("gated", False, "neither swiglu nor gated_linear_unit is set")
    return bool(flag)


def _attention(draft: Draft, framework: str) -> None:
    look = draft.look
    latent = look.flag("multi_latent_attention")[1] or (look.has("kv_lora_rank") and look.has("qk_head_dim"))
    if latent:
        defaults = LATENT | RANKS.get(framework, OF_ARGUMENTS)
        for field, name in (
            ("query_rank", "q_lora_rank"),
            ("key_value_rank", "kv_lora_rank"),
            ("head_size", "qk_head_dim"),
            ("rope_head_size", "qk_pos_emb_head_dim"),
            ("value_head_size", "v_head_dim"),
        ):
            if draft.take(field, name, low=0 if field == "query_rank" else 1) is None:
                draft.derive(field, defaults[name], f"{name} is at its default")
        if draft.values["value_head_size"] == draft.values["head_size"]:
            del draft.values["value_head_size"]  # as a shape has it anyway
        draft.derive("key_value_heads", draft.values["query_heads"], "latent attention")
        return
    if draft.take("head_size", "kv_channels") is None:
        draft.quotient("head_size", "hidden", "query_heads")
    name, grouped = look.flag("group_query_attention") if framework != "megatron-deepspeed" else ("", None)
    if grouped is False or (look.text and not name and framework != "megatron-deepspeed"):
        draft.derive("key_value_heads", draft.values["query_heads"], "group_query_attention is not set")
    elif draft.take("key_value_heads", "num_query_groups") is None:
        if grouped and framework == "megatron":
            draft.derive("key_value_heads", 1, "num_query_groups is at its default")
            return
        if grouped:
            raise look.error("num_query_groups", "is not given beside group_query_attention", "heads of keys and values")
        draft.derive("key_value_heads", draft.values["query_heads"], "num_query_groups is not given")


def _feed_forward(draft: Draft, framework: str, gated: bool) -> None:
    look, hidden = draft.look, int(draft.values["hidden"])
    if draft.take("feed_forward", "ffn_hidden_size") is None:
        # arguments.py: two thirds of four widths, a multiple of 64
        if gated and framework in TWO_THIRDS and not look.flag("quick_geglu")[1]:
            draft.derive("feed_forward", hidden * 8 // 3 // 64 * 64, "no ffn_hidden_size: 8/3 x hidden, a multiple of 64")
        else:
            draft.derive("feed_forward", 4 * hidden, "ffn_hidden_size is not given: 4 x hidden")
    experts = look.whole("num_moe_experts", "num_experts", low=0)[1]
    if not experts or (experts == 1 and framework == "megatron-deepspeed"):
        return
    if framework == "megatron-deepspeed":
        _refuse_periods(look)
    draft.needed("experts", "num_moe_experts", "num_experts")
    if draft.take("active_experts", "moe_router_topk") is None:
        draft.derive("active_experts", ACTIVE.get(framework, 2), "experts of a token are at their default")
    if draft.take("expert_feed_forward", "moe_ffn_hidden_size") is None:
        draft.derive("expert_feed_forward", draft.values["feed_forward"], "moe_ffn_hidden_size is not given")
    name, shared = look.whole("moe_shared_expert_intermediate_size")
    if shared is not None:
        width = int(draft.values["expert_feed_forward"])
        if shared % width:
            raise look.error(name, f"is {shared}, no multiple of an expert's width {width}", "whole experts")
        draft.derive("shared_experts", shared // width, f"{name} / the width of an expert")
    _dense_layers(draft)


def _refuse_periods(look: Look) -> None:
    """Experts in every second layer: the default of Megatron-DeepSpeed, which no shape stands for."""
    name, period = look.whole("expert_interval")
    if period != 1:
        said = f"is {period}" if name else "is not given, which means 2"
        raise look.source.unread(look.place("expert_interval"), f"{said}: experts in every {period or 2} layers", "1: in all")
    name, kind = look.word("mlp_type")
    if kind not in (None, "standard"):
        raise look.source.unread(look.place(name), f"is {kind}: a feed-forward beside the experts", "standard")


def _dense_layers(draft: Draft) -> None:
    look, layers = draft.look, int(draft.values["layers"])
    name, value = look.find("moe_layer_freq")
    if not name or (value in (1, "1") and value is not True):
        return
    pattern = value if isinstance(value, list) else _pattern(str(value), layers)
    dense = next((place for place, one in enumerate(pattern) if one), 0) if pattern else 0
    if pattern is None or len(pattern) != layers or pattern != [0] * dense + [1] * (layers - dense):
        raise look.error(name, f"is {described(value)}", f"experts in all of {layers} layers behind the first dense ones")
    draft.set("dense_layers", dense, name)


def _pattern(text: str, layers: int) -> list[int] | None:
    """([0]*3+[1]*58) as a list; None where it is no such text."""
    found: list[int] = []
    inner = text.replace(" ", "").strip("\"'")
    inner = inner[1:-1] if inner.startswith("(") and inner.endswith(")") else inner
    for term in inner.split("+"):
        one = re.fullmatch(r"\(?\[([01](?:,[01])*)\](?:\*(\d{1,6}))?\)?", term)
        times = int(one[2] or 1) if one else 0
        if one is None or times > layers:
            return None
        found += [int(x) for x in one[1].split(",")] * times
        if len(found) > layers:
            return None
    return found


def _tables(draft: Draft, framework: str, known: Mapping[str, Any]) -> None:
    look = draft.look
    name, untied = look.flag("untie_embeddings_and_output_weights")
    if name:
        draft.set("tied", not untied, name)
    else:
        name, shared = look.flag("share_embeddings_and_output_weights")
        if name:
            draft.set("tied", bool(shared), name)
        else:
            draft.derive("tied", True, "one table serves for input and output unless the file says otherwise")
    if "vocabulary" in known or draft.take("vocabulary", "padded_vocab_size", "pad_vocab_size_to") is not None:
        return
    name, words = look.whole("vocab_size", "override_vocab_size")
    if words is None:
        kind = look.find("tokenizer_type")[1]
        words, name = VOCABULARIES.get(str(kind)), f"{kind}"
    if words is None:
        return
    pads = look.flag("should_pad_vocab")[1] if framework == "nemo" else True
    if pads is None:  # a model's own vocab_size stands as it is; that of a tokenizer is padded, and all of NeMo 1
        model = look.tree.get("model")
        pads = not (isinstance(model, Mapping) and "vocab_size" in model) or look.has("encoder_seq_length")
    each = look.whole("make_vocab_size_divisible_by")[1] or 128
    multiple = each * (look.whole("tensor_model_parallel_size")[1] or 1)
    padded = math.ceil(words / multiple) * multiple if pads else words
    if padded == words and name != str(look.find("tokenizer_type")[1]):
        draft.set("vocabulary", words, name)
    else:
        draft.derive("vocabulary", padded, f"{words} of {name}, padded to a multiple of {multiple}")


def _left_out(draft: Draft, framework: str) -> None:
    look, notes, latent = draft.look, draft.notes, "key_value_rank" in draft.values
    without = look.flag("disable_bias_linear")[1] or look.flag("add_bias_linear")[1] is False or look.find("bias")[1] is False
    some = look.flag("add_qkv_bias")[1] or look.find("qkv_bias")[1] is True
    if latent and not without:
        notes.left_out("biases of latent attention: parameters are counted without")
    elif not without or some:
        draft.more("query_key_value_bias", 1, "biases of queries, keys and values" + (", not disabled" if not without else ""))
    if not without:
        draft.more("bias", 1, "biases of the other matrices, not disabled")
    name, kind = look.word("normalization")
    usual = "RMSNorm" if latent and framework == "nemo" else "LayerNorm"  # MLATransformerConfig has its own
    if str(kind or usual).lower().startswith("layernorm"):
        draft.more("norm_bias", 1, f"biases of normalisations ({kind or 'LayerNorm, the default'})")
    if look.flag("qk_layernorm")[1] and not latent:
        draft.more("query_key_norm", 2 * int(draft.values["head_size"]), "normalisations of queries and keys")
    kind = look.find("position_embedding_type")[1]
    if kind == "learned_absolute" or (kind is None and not look.flag("use_rotary_position_embeddings")[1]):
        rows = look.whole("max_position_embeddings")[1] or draft.values.get("sequence_length")
        if rows is not None:
            draft.more("positions", int(rows), "the table of learned positions" + (", the default" if kind is None else ""))
    name, more = look.whole("mtp_num_layers", low=0)
    if more:
        notes.left_out(f"{name} = {more}: layers that predict tokens further on are not counted")
    name, window = look.find("window_size")
    if window and is_whole(window[0] if isinstance(window, (list, tuple)) else window):
        notes.left_out(f"{name}: FLOPs of attention are an upper bound")
