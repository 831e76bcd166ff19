# SPDX-License-Identifier: Apache-2.0
"""config.json of Hugging Face as a shape: dense decoders, mixtures of experts, multi-head latent attention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._source import Source, described, is_whole
from ._families import FAMILIES, OTHERS, Family
from ._reading import Look
from ._shape import Draft, ReadShape

LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
HIDDEN = ("hidden_size", "n_embd", "d_model", "n_embed")
HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
KEY_VALUE_HEADS = ("num_key_value_heads", "num_kv_heads", "attn_config.kv_n_heads", "multi_query_group_num")
HEAD_SIZE = ("head_dim", "kv_channels", "attention_head_dim")
FEED_FORWARD = ("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ffn_config.ffn_hidden_size")
VOCABULARY = ("padded_vocab_size", "vocab_size")
LENGTH = (
    "max_position_embeddings",
    "n_positions",
    "max_seq_len",
    "seq_length",
    "max_sequence_length",
    "n_ctx",
    "model_max_length",
)
EXPERTS = ("n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts")
ACTIVE = ("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_k", "moe_topk", "ffn_config.moe_top_k")
SHARED = ("n_shared_experts", "num_shared_experts", "moe_num_shared_experts")
SHARED_WIDTH = ("shared_expert_intermediate_size", "shared_intermediate_size")
DENSE_LAYERS = ("first_k_dense_replace", "moe_layer_start_index")
#: what must be 1 for every layer behind the dense ones to have experts
PERIODS = ("moe_layer_freq", "decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval", "expert_layer_period")
ATTENTION_BIASES = ("attention_bias", "qkv_bias", "add_qkv_bias", "use_qkv_bias")
WHOLE_BIASES = ("bias", "use_bias", "enable_bias")
BIASES = (*ATTENTION_BIASES, *WHOLE_BIASES, "mlp_bias")
#: layers that look at all earlier tokens, and those that look at the nearest
OF_ATTENTION = ("full_attention", "sliding_attention", "chunked_attention", "attention")


def is_config(tree: Mapping[str, Any]) -> bool:
    """Whether a tree looks like a config.json."""
    if "model_type" in tree or "architectures" in tree or isinstance(tree.get("text_config"), Mapping):
        return True
    look = Look(Source("", "", ""), tree)
    return any(name in tree for name in LAYERS[:3]) and look.has(*HIDDEN) and look.has(*HEADS)


def shape_of(source: Source, tree: Mapping[str, Any], known: Mapping[str, Any]) -> ReadShape:
    """The shape of a config.json."""
    look = Look(source, tree)
    nested = look.mapping("text_config") if not look.has(*LAYERS) else {}
    if nested:
        whole, look = look, Look(source, nested, "text_config.")
    draft = Draft(look)
    if nested:
        draft.notes.left_out("all but the text model (text_config): encoders of images or sound")
    family = _family(draft)
    draft.needed("layers", *LAYERS)
    draft.needed("hidden", *HIDDEN)
    draft.needed("query_heads", *HEADS)
    draft.take("vocabulary", *VOCABULARY)
    _length(draft, family, known)
    _attention(draft)
    _feed_forward(draft, family)
    _table(draft, family, whole if nested else look)
    _rest(draft, family)
    return draft.finish(known)


def _family(draft: Draft) -> Family:
    look = draft.look
    _, kind = look.word("model_type")
    _, pair = look.flag("is_encoder_decoder")
    if pair or (kind in OTHERS):
        why = OTHERS.get(kind or "", "has an encoder and a decoder")
        raise look.error(
            "model_type" if kind else "is_encoder_decoder", f"is {kind or 'true'}: the model {why}", "a decoder alone"
        )
    _, types = look.find("layer_types", "layers_block_type")
    if isinstance(types, (list, tuple)):
        for one in types:
            if one not in OF_ATTENTION:
                raise look.error("layer_types", f"has {described(one)}", "layers of attention alone")
        if any(one != "full_attention" and one != "attention" for one in types):
            draft.notes.left_out(
                "layer_types: some layers look at the nearest tokens alone; FLOPs of attention are an upper bound"
            )
    if kind in FAMILIES:
        draft.notes.derived(f"what the file leaves unsaid: as transformers has {kind}")
        return FAMILIES[kind]
    if not look.has("rms_norm_eps") or not look.has("intermediate_size"):
        named = f"is {described(kind)}, which is not known here" if kind else "is not given"
        raise look.error("model_type", named, "a known one, or a model with rms_norm_eps and intermediate_size")
    draft.notes.unknown(
        f"model_type {described(kind)}: read by the names of its fields, as a gated model with two normalisations a layer"
    )
    return Family()


def _length(draft: Draft, family: Family, known: Mapping[str, Any]) -> None:
    longest = draft.take("sequence_length", *LENGTH)
    if longest is None and family.length:
        draft.derive("sequence_length", family.length, "the default")
    if longest is not None and "sequence_length" not in known:
        draft.notes.unknown(f"the length trained at: sequence_length = {longest} is the longest that the file allows")
    name, window = draft.look.find("sliding_window")
    _, used = draft.look.find("use_sliding_window")
    if is_whole(window) and used is not False and not draft.look.has("layer_types"):
        draft.notes.left_out(f"{name} = {window}: FLOPs of attention are an upper bound")


def _attention(draft: Draft) -> None:
    look, heads = draft.look, draft.values["query_heads"]
    if look.has("kv_lora_rank"):
        draft.needed("key_value_rank", "kv_lora_rank")
        if not draft.take("query_rank", "q_lora_rank", low=0):
            draft.derive("query_rank", 0, "queries are not compressed")
        draft.needed("head_size", "qk_nope_head_dim")
        draft.needed("rope_head_size", "qk_rope_head_dim")
        draft.take("value_head_size", "v_head_dim")
        if draft.values.get("value_head_size") == draft.values["head_size"]:
            del draft.values["value_head_size"]  # as a shape has it anyway
        draft.derive("key_value_heads", heads, "every head has keys and values of its own in latent attention")
        look.heed(*KEY_VALUE_HEADS, *HEAD_SIZE)
        return
    if not draft.take("head_size", *HEAD_SIZE):
        draft.quotient("head_size", "hidden", "query_heads")
    _, kind = look.word("model_type")
    _, new = look.flag("new_decoder_architecture")
    if kind == "falcon" and not new:
        name, many = look.flag("multi_query")
        if many is False:
            draft.derive("key_value_heads", heads, f"{name} is false")
        else:
            draft.derive("key_value_heads", 1, "all heads share keys and values (multi_query)")
        return
    if draft.take("key_value_heads", *KEY_VALUE_HEADS) is not None:
        return
    name, many = look.flag("multi_query", "multi_query_attention")
    if many or (kind == "gpt_bigcode" and many is None):
        draft.derive("key_value_heads", 1, "all heads share keys and values (multi_query)")
    else:
        draft.derive("key_value_heads", heads, "every head has keys and values of its own")


def _feed_forward(draft: Draft, family: Family) -> None:
    look = draft.look
    look.heed("hidden_activation")  # as the model's class has it
    draft.values["gated"] = family.gated
    name, ratio = look.whole("expansion_ratio", "ffn_config.ffn_ratio")
    dense = ("intermediate_size_mlp", *FEED_FORWARD) if look.has("intermediate_size_mlp") else FEED_FORWARD
    if draft.take("feed_forward", *dense) is None:
        if ratio is None and not family.wide:
            raise look.error(FEED_FORWARD[0], "is not given", "the width of a feed-forward")
        times = 4 if ratio is None else ratio
        draft.derive("feed_forward", times * int(draft.values["hidden"]), f"{times} x hidden" + (f" ({name})" if name else ""))
    _, experts = look.whole(*EXPERTS, low=0)
    if experts:
        _experts(draft, family)


def _experts(draft: Draft, family: Family) -> None:
    look = draft.look
    draft.needed("experts", *EXPERTS)
    draft.needed("active_experts", *ACTIVE)
    for name in PERIODS:
        found, period = look.find(name)
        if found and period != 1 and not (isinstance(period, list) and all(one == 1 for one in period)):
            raise look.error(name, f"is {described(period)}", "1: a shape has experts in every layer behind the dense ones")
    if draft.take("expert_feed_forward", "moe_intermediate_size") is None:
        if not family.only_experts:
            raise look.error("moe_intermediate_size", "is not given", "the width of an expert")
        width, name = look.whole(*FEED_FORWARD)[1], look.whole(*FEED_FORWARD)[0]
        assert width is not None
        draft.set("expert_feed_forward", width, name)
    wide, width = look.whole(*SHARED_WIDTH, low=0)
    each = int(draft.values["expert_feed_forward"])
    if width is not None and not look.has(*SHARED):
        if width % each:
            raise look.error(
                wide, f"is {width}, no multiple of an expert's width {each}", "whole experts that every token meets"
            )
        draft.derive("shared_experts", width // each, f"{wide} / the width of an expert")
    elif draft.take("shared_experts", *SHARED, low=0) is None and family.shared:
        draft.derive("shared_experts", family.shared, "one in every layer that has experts")
    draft.take("dense_layers", *DENSE_LAYERS, low=0)
    _, dense = look.find("mlp_only_layers")
    if isinstance(dense, list) and dense:
        if dense != list(range(len(dense))):
            raise look.error("mlp_only_layers", f"is {described(dense)}", "the first layers")
        draft.set("dense_layers", len(dense), "mlp_only_layers")


def _table(draft: Draft, family: Family, top: Look) -> None:
    """Whether one table serves for input and output."""
    name, tied = draft.look.flag("tie_word_embeddings")
    if tied is None:
        name, tied = top.flag("tie_word_embeddings")
    if tied is None:
        draft.derive("tied", family.tied, "tie_word_embeddings is not given")
    else:
        draft.set("tied", tied, name)


def _biases(draft: Draft, family: Family) -> None:
    """Biases that the model's class fixes, or that the file turns on and off."""
    look, latent = draft.look, "key_value_rank" in draft.values
    said = {name: look.find(name)[1] for name in BIASES}
    whole = next((said[name] for name in WHOLE_BIASES if isinstance(said[name], bool)), None)
    inner = next((said[name] for name in ATTENTION_BIASES if isinstance(said[name], bool)), None)
    attention = family.of_attention if inner is whole is None else bool(inner or whole)
    others = family.of_others if whole is None else bool(whole)
    if said["mlp_bias"] is True and inner:
        others = True
    elif said["mlp_bias"] is True:
        draft.notes.left_out("biases of the feed-forward (mlp_bias): parameters are counted without")
    if attention and latent:
        draft.notes.left_out("biases of latent attention: parameters are counted without")
    elif attention:
        draft.more("query_key_value_bias", 1, "biases of queries, keys and values")
    if inner and not (others or family.of_attention):
        draft.notes.left_out("the bias of attention's output, where the model has one")
    if others:
        draft.more("bias", 1, "biases of the other matrices")
    if family.shifts and look.find("no_bias")[1] is not True:
        draft.more("norm_bias", 1, "biases of normalisations")


def _rest(draft: Draft, family: Family) -> None:
    """Normalisations, and what a shape does not count."""
    look, notes = draft.look, draft.notes
    norms = family.norms
    _, kind = look.word("model_type")
    if kind == "falcon":
        _, parallel = look.flag("parallel_attn")
        _, new = look.flag("new_decoder_architecture")
        norms = 2 if new or parallel is False else 1
    if norms != 2:
        draft.derive("norms_per_layer", norms, f"as {kind} has")
    _biases(draft, family)
    heads = "each" if look.find("use_qk_norm", "qk_norm")[1] is True else family.heads
    if heads and "key_value_rank" not in draft.values:
        size, rows = int(draft.values["head_size"]), int(draft.values["query_heads"] + draft.values["key_value_heads"])
        draft.more(
            "query_key_norm", size * (2 if heads == "each" else rows), f"normalisations of queries and keys of {heads} heads"
        )
    longest = draft.values.get("sequence_length")
    if family.positions >= 0 and longest is not None:
        draft.more("positions", int(longest) + family.positions, "the table of learned positions")
    if family.uncounted:
        notes.left_out(f"{family.uncounted}: parameters are counted without")
    name, more = look.whole("num_nextn_predict_layers", "mtp_num_layers", low=0)
    if more:
        notes.left_out(f"{name} = {more}: layers that predict tokens further on are not counted")
    projection = look.whole("word_embed_proj_dim")
    if projection[1] is not None and projection[1] != draft.values["hidden"]:
        raise look.error(
            projection[0], f"is {projection[1]}", f"hidden_size = {draft.values['hidden']}: tables as wide as layers"
        )
