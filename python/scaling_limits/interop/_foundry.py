# SPDX-License-Identifier: Apache-2.0
"""llm-foundry's YAML: MPT models, batches of Composer, FSDP.

Source: mosaicml/llm-foundry llmfoundry/models/mpt/configuration_mpt.py, models/utils/config_defaults.py, utils/config_utils.py
(TrainConfig) and scripts/train/yamls of llm-foundry 0.22; mosaicml/composer composer/trainer 0.31.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._source import Notes, Source, described
from ..workload import StateRecipe
from . import _named
from ._launch_tables import Dialect, mixed, on
from ._reading import Look
from ._shape import Draft, ReadShape

GATED = ("mptglu", "mptgeglu", "te_ln_mlp_glu")
ZERO = {"full_shard": 3, "hybrid_shard": 3, "shard_grad_op": 2, "_hybrid_shard_zero2": 2, "no_shard": 0}
#: of MPTConfig, of Composer's FSDP, and of TrainConfig
DEFAULTS = {
    "model.d_model": 2048,
    "model.n_heads": 16,
    "model.n_layers": 24,
    "model.expansion_ratio": 4,
    "model.vocab_size": 50368,
    "model.max_seq_len": 2048,
    "model.norm_type": "low_precision_layernorm",
    "save_interval": "1000ba",
    "fsdp_config.sharding_strategy": "FULL_SHARD",
}
NORMS = ("low_precision_layernorm", "layernorm")


def is_foundry(tree: Mapping[str, Any]) -> bool:
    """Whether a tree is one of llm-foundry."""
    model = tree.get("model")
    name = str(model.get("name", "")) if isinstance(model, Mapping) else ""
    own = {"device_train_microbatch_size", "device_eval_batch_size", "max_duration", "global_train_batch_size", "train_loader"}
    return name.endswith("_causal_lm") or (bool(name) and len(own & set(tree)) > 1)


def look_of(source: Source, tree: Mapping[str, Any]) -> Look:
    """All of it; what it leaves unsaid is as MPTConfig has it, where it is an MPT."""
    look = Look(source, {name: value for name, value in tree.items() if name != "variables"})
    model = tree.get("model")
    mpt = isinstance(model, Mapping) and "mpt" in str(model.get("name", "mpt"))
    look.defaults = {name: value for name, value in DEFAULTS.items() if mpt or not name.startswith("model.")}
    off = {
        "fsdp_config.sharding_strategy": not isinstance(tree.get("fsdp_config"), Mapping),
        "save_interval": not tree.get("save_folder"),  # without a folder nothing is saved
    }
    look.defaults = {name: value for name, value in look.defaults.items() if not off.get(name)}
    return look


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape of an MPT, or of a model of the Hub that is named."""
    name, kind = look.word("model.name")
    if kind == "hf_causal_lm":
        return _named.shape_of(look, known, ("model.pretrained_model_name_or_path",), ("max_seq_len",))
    if kind is not None and kind != "mpt_causal_lm":
        raise look.source.unread(name, f"is {described(kind)}", "mpt_causal_lm or hf_causal_lm")
    draft = Draft(look)
    draft.take("layers", "model.n_layers")
    hidden = draft.needed("hidden", "model.d_model")
    heads = draft.needed("query_heads", "model.n_heads")
    draft.take("vocabulary", "model.vocab_size")
    draft.take("sequence_length", "max_seq_len", "model.max_seq_len")
    if look.has("model.block_overrides"):
        raise look.source.unread("model.block_overrides", "makes layers that differ", "layers that are all alike")
    draft.quotient("head_size", "hidden", "query_heads")
    _, attention = look.word("model.attn_config.attn_type")
    if draft.take("key_value_heads", "model.attn_config.kv_n_heads") is None:
        one = attention == "multiquery_attention"
        draft.derive("key_value_heads", 1 if one else heads, attention or "every head has keys and values of its own")
    _feed_forward(draft, hidden)
    tied = look.flag("model.tie_word_embeddings")
    draft.set("tied", bool(tied[1]), tied[0]) if tied[0] else draft.derive("tied", True, "the default of an MPT")
    _vectors(draft)
    return draft.finish(known)


def _feed_forward(draft: Draft, hidden: int) -> None:
    look = draft.look
    name, kind = look.word("model.ffn_config.ffn_type")
    if kind in ("mb_moe", "mb_dmoe", "torch_dmoe"):
        draft.needed("experts", "model.ffn_config.moe_num_experts")
        draft.needed("active_experts", "model.ffn_config.moe_top_k")
    gated = kind in GATED or kind == "torch_dmoe" or look.find("model.ffn_config.mlp_type")[1] == "glu"
    draft.values["gated"] = gated
    draft.notes.derived(f"gated = {str(gated).lower()}: the feed-forward is {kind or 'mptmlp, the default'}")
    if draft.take("feed_forward", "model.ffn_config.ffn_hidden_size") is None:
        name, ratio = look.number("model.expansion_ratio")
        draft.derive("feed_forward", int((ratio or 4) * hidden), f"{look.place(name)} x hidden")
    if "experts" in draft.values:
        draft.derive("expert_feed_forward", draft.values["feed_forward"], "experts are as wide as a feed-forward")


def _vectors(draft: Draft) -> None:
    look, notes = draft.look, draft.notes
    name, none = look.flag("model.no_bias")
    if none is False:
        draft.more("query_key_value_bias", 1, f"biases of queries, keys and values ({name} is false)")
        draft.more("bias", 1, f"biases of the other matrices ({name} is false)")
        if look.word("model.norm_type")[1] in NORMS:
            draft.more("norm_bias", 1, f"biases of normalisations ({name} is false)")
    elif not name:
        notes.derived("no biases, as the released MPTs have none: no_bias is not given (MPTConfig's own default has them)")
    if on(look, "model.attn_config.qk_ln") or on(look, "model.attn_config.qk_gn"):
        draft.more("query_key_norm", 2 * int(draft.values["hidden"]), "normalisations of queries and keys")
    learned = look.flag("model.learned_pos_emb")[1]
    other = on(look, "model.attn_config.alibi") or on(look, "model.attn_config.rope")
    rows = look.whole("model.max_seq_len")[1] if not isinstance(look.find("model.max_seq_len")[1], str) else None
    rows = rows or draft.values.get("sequence_length")
    if rows is not None and learned is not False and not other:
        draft.more("positions", int(rows), "the table of learned positions" + ("" if learned else ", the default"))


def _options(look: Look, notes: Notes) -> dict[str, Any]:
    found: dict[str, Any] = {}
    name, strategy = look.word("fsdp_config.sharding_strategy")
    if strategy is None:
        notes.derived("zero_stage = 0: no fsdp_config")
        found["zero_stage"] = 0
    elif strategy.lower() not in ZERO:
        raise look.error(name, f"is {described(strategy)}", "FULL_SHARD, SHARD_GRAD_OP, HYBRID_SHARD or NO_SHARD")
    else:
        notes.took("zero_stage", look.place(name))
        found["zero_stage"] = ZERO[strategy.lower()]
        if "hybrid" in strategy.lower():
            notes.left_out(f"{name}: state is shared in a node; shard_ranks= of sl.parallelism.step says in how many")
    name, again = look.flag("fsdp_config.activation_checkpointing")
    notes.took("recompute", name) if name else notes.derived("recompute = none: activation_checkpointing is not set")
    found["recompute"] = "full" if again else "none"
    name, precision = look.word("precision")
    if precision is not None and "fp8" in precision:
        found["precision"] = "fp8"
    elif precision == "fp32":
        notes.left_out("precision = fp32: step counts products of 16 bits")
    return found


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    _, kind = look.find("optimizer.name")
    if kind is not None and "adam" not in str(kind):
        if "lion" in str(kind):
            return StateRecipe(second_moment=0)
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    return mixed(look, notes, working=0)


FOUNDRY = Dialect(
    "llm-foundry",
    "llm-foundry",
    _options,
    _recipe,
    degrees={"tensor": ("tp_config.tensor_parallel_degree",)},
    micro=("device_train_microbatch_size",),
    whole=("global_train_batch_size",),
    length=("max_seq_len",),
    save=("save_interval",),
    keep=("save_num_checkpoints_to_keep",),
    defaults=DEFAULTS,
)
