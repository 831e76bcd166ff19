# SPDX-License-Identifier: Apache-2.0
"""MaxText's YAML: shapes by base_* names, a mesh of ici_* and dcn_* degrees.

Source: AI-Hypercomputer/maxtext src/maxtext/configs/base.yml and configs/models (2025 and 2026), layers/decoders.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._source import Notes, described, is_whole
from ..workload import StateRecipe
from . import _named
from ._launch import Launch, made
from ._reading import Look
from ._shape import Draft, ReadShape

#: axes of the mesh, by what a layout calls them
AXES = {
    "data": ("data", "fsdp", "fsdp_transpose", "expert", "diloco"),
    "tensor": ("tensor", "tensor_transpose", "tensor_sequence"),
    "context": ("context", "context_usp_ulysses", "sequence"),
    "pipeline": ("pipeline",),
}
#: of base.yml
DEFAULTS = {
    "base_emb_dim": 2048,
    "base_num_query_heads": 16,
    "base_num_kv_heads": 16,
    "base_mlp_dim": 7168,
    "base_num_decoder_layers": 16,
    "head_dim": 128,
    "vocab_size": 32000,
    "max_target_length": 2048,
    "per_device_batch_size": 12,
    "gradient_accumulation_steps": 1,
    "decoder_block": "llama2",
    "logits_via_embedding": False,
    "remat_policy": "full",
    "weight_dtype": "float32",
    "checkpoint_period": 10000,
    "num_experts": 1,
    "num_experts_per_tok": 1,
    "q_lora_rank": 0,
    "kv_lora_rank": 512,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "v_head_dim": 128,
}
#: blocks of decoders: normalisations of a layer, and of queries and keys
BLOCKS = {
    "llama2": (2, False), "mistral": (2, False), "mixtral": (2, False), "gemma": (2, False), "deepseek": (2, False),
    "qwen2": (2, False), "qwen3": (2, True), "qwen3_moe": (2, True), "default": (2, False), "simple": (0, False),
}  # fmt: skip
OF_A_MESH = ("per_device_batch_size", "max_target_length")
OF_SHAPE = ("base_emb_dim", "base_num_decoder_layers", "base_mlp_dim", "base_num_query_heads")
#: what a file changes of a model that it names
CHANGES = {
    "layers": "base_num_decoder_layers",
    "hidden": "base_emb_dim",
    "feed_forward": "base_mlp_dim",
    "query_heads": "base_num_query_heads",
    "key_value_heads": "base_num_kv_heads",
    "head_size": "head_dim",
    "experts": "num_experts",
    "active_experts": "num_experts_per_tok",
    "vocabulary": "vocab_size",
}
REMAT = {"full": "full", "none": "none", "minimal": "selective"}


def is_maxtext(tree: Mapping[str, Any]) -> bool:
    """Whether a tree is one of MaxText."""
    return any(str(name).startswith(("ici_", "dcn_")) and str(name).endswith("_parallelism") for name in tree) or (
        any(name in tree for name in (*OF_SHAPE, "per_device_batch_size"))
    )


def look_of(source: Any, tree: Mapping[str, Any]) -> Look:
    """All of it, and what base.yml has where it says nothing."""
    look = Look(source, {name: None if value == "None" else value for name, value in tree.items()})
    look.defaults = DEFAULTS
    return look


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape: of a model that is named and has a preset, else of the base_* names."""
    named = look.find("model_name")[1] not in (None, "", "default")
    if named and not all(one in look.values for one in OF_SHAPE):
        return _named.shape_of(look, known, ("model_name",), ("max_target_length",), CHANGES)
    if look.whole("global_parameter_scale", low=-99)[1] not in (None, 1):
        raise look.source.unread("global_parameter_scale", "is not 1", "the sizes themselves (global_parameter_scale 1)")
    place, block = look.word("decoder_block")
    if block not in BLOCKS:
        raise look.source.unread("decoder_block", f"is {described(block)}", f"one of {', '.join(BLOCKS)}")
    norms, of_heads = BLOCKS[block]
    draft = Draft(look)
    draft.take("layers", "base_num_decoder_layers")
    draft.take("hidden", "base_emb_dim")
    draft.take("feed_forward", "base_mlp_dim", low=0)
    draft.take("query_heads", "base_num_query_heads")
    draft.take("vocabulary", "vocab_size")
    draft.take("sequence_length", "max_target_length")
    _attention(draft)
    activations = look.find("mlp_activations")[1]
    gated = len(activations) > 1 if isinstance(activations, list) else True
    draft.derive("gated", gated, "mlp_activations" if activations else "mlp_activations is at its default, silu and linear")
    draft.set("tied", bool(look.flag("logits_via_embedding")[1]), "logits_via_embedding")
    if norms != 2:
        draft.derive("norms_per_layer", norms, f"{look.place(place)} is {block}")
    if of_heads or look.flag("use_qk_norm")[1]:
        draft.more("query_key_norm", 2 * int(draft.values["head_size"]), "normalisations of queries and keys")
    if look.flag("attention_bias", "use_bias")[1]:
        draft.more("query_key_value_bias", 1, "biases of queries, keys and values")
    _experts(draft)
    return draft.finish(known)


def _attention(draft: Draft) -> None:
    look = draft.look
    if look.find("attention_type")[1] != "mla":
        draft.take("key_value_heads", "base_num_kv_heads")
        draft.take("head_size", "head_dim")
        return
    draft.derive("key_value_heads", draft.values["query_heads"], "latent attention")
    look.heed("base_num_kv_heads", "head_dim")
    draft.needed("key_value_rank", "kv_lora_rank")
    draft.take("query_rank", "q_lora_rank", low=0)
    draft.needed("head_size", "qk_nope_head_dim")
    draft.needed("rope_head_size", "qk_rope_head_dim")
    if look.whole("v_head_dim")[1] != draft.values["head_size"]:
        draft.take("value_head_size", "v_head_dim")


def _experts(draft: Draft) -> None:
    look = draft.look
    experts = look.whole("num_experts")[1] or 1
    if experts == 1:
        return
    name, period = look.whole("interleave_moe_layer_step")
    if period not in (None, 1):
        raise look.source.unread(name, f"is {period}: experts in some layers alone", "experts in every layer")
    draft.set("experts", experts, "num_experts")
    draft.take("active_experts", "num_experts_per_tok")
    if (look.whole("base_moe_mlp_dim", low=-1)[1] or 0) > 0:
        draft.take("expert_feed_forward", "base_moe_mlp_dim")
    else:
        draft.derive("expert_feed_forward", draft.values["feed_forward"], "base_moe_mlp_dim is not given")
    draft.take("shared_experts", "shared_experts", low=0)
    draft.take("dense_layers", "first_num_dense_layers", low=0)


def launch_of(look: Look, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
    """The launch: degrees of the mesh, of which one may be what is left."""
    mesh, open_axis = _mesh(look, notes, gpus)
    known = 1
    for axis in mesh.values():
        known *= axis
    if gpus is not None and gpus % known:
        raise look.source.error("", f"{gpus} GPUs are no multiple of the mesh's {known}", "whole meshes")
    rest = gpus // known if gpus is not None else 1
    if open_axis:
        mesh[open_axis] = mesh.get(open_axis, 1) * rest
        if gpus is None:
            notes.unknown(
                f"how many devices: {open_axis} takes all that are left; gpus= beside the file says how many there are"
            )
        else:
            notes.derived(f"{open_axis} = {mesh[open_axis]}: {gpus} devices / the rest of the mesh ({known})")
    elif rest != 1:
        raise look.source.error("", f"{gpus} GPUs: the degrees of the mesh multiply to {known}", f"{known} GPUs")
    degrees = {name: _product(mesh, axes) for name, axes in AXES.items()}
    degrees["expert"] = mesh.get("expert", 1)
    notes.derived(
        "layout: the product of the ici_ and dcn_ degrees: " + ", ".join(f"{a} {n}" for a, n in mesh.items() if n > 1)
    )
    devices = degrees["data"] * degrees["tensor"] * degrees["context"] * degrees["pipeline"]
    sequences = _batch(look, notes, degrees, devices, gpus is not None or not open_axis)
    name, length = look.whole("max_target_length")
    notes.took("sequence_length", look.place(name))
    return made(
        look,
        "maxtext",
        degrees,
        notes,
        sequences=sequences,
        sequence_length=length,
        shape=shape,
        recipe=_recipe(look, notes),
        options=_options(look, notes, mesh, degrees),
        **_saves(look, notes),
    )


def _product(mesh: Mapping[str, int], axes: tuple[str, ...]) -> int:
    found = 1
    for axis in axes:
        found *= mesh.get(axis, 1)
    return found


def _mesh(look: Look, notes: Notes, gpus: int | None) -> tuple[dict[str, int], str]:
    """The degrees by axis, and the axis that takes what is left: in a slice one of ici_, of the slices one of dcn_."""
    mesh: dict[str, int] = {}
    left = {"ici": "", "dcn": ""}
    axes = [axis for group in AXES.values() for axis in group]
    for kind in left:
        for axis in axes:
            name, value = look.whole(f"{kind}_{axis}_parallelism", low=-1)
            if value == -1:
                if left[kind]:
                    raise look.error(name, f"is -1 as another {kind}_ degree is", "one degree that takes all that is left")
                left[kind] = axis
            elif value is not None:
                mesh[axis] = mesh.get(axis, 1) * max(value, 1)
    for kind, axis in (("ici", "fsdp"), ("dcn", "data")):  # the defaults of base.yml
        if not left[kind] and not look.stands(f"{kind}_{axis}_parallelism"):
            left[kind] = axis
    if not left["dcn"] or (not left["ici"] and (gpus is not None or look.stands(f"dcn_{left['dcn']}_parallelism"))):
        return mesh, left["ici"] or left["dcn"]
    _, slices = look.whole("num_slices", "compile_topology_num_slices", low=-1)
    if slices is not None and slices > 0:
        mesh[left["dcn"]] = mesh.get(left["dcn"], 1) * slices
    else:
        notes.unknown(f"how many slices: one is read; dcn_{left['dcn']}_parallelism takes as many as there are")
    return mesh, left["ici"]


def _batch(look: Look, notes: Notes, degrees: dict[str, int], devices: int, counted: bool) -> int | None:
    name, each = look.number("per_device_batch_size")
    accumulated = look.whole("gradient_accumulation_steps")[1] or 1
    assert each is not None
    micro = each * devices / degrees["data"]
    parts = look.whole("num_pipeline_microbatches", low=-1)[1] or -1
    if degrees["pipeline"] > 1:
        micro /= parts if parts > 0 else degrees["pipeline"]
    if is_whole(micro):
        degrees["micro_batch"] = int(micro)
        notes.derived(f"micro_batch = {int(micro)}: {look.place(name)} = {each:g} of a device x {devices} devices / data")
    else:
        notes.unknown(f"micro_batch: {look.place(name)} = {each:g} makes {micro:g} sequences a replica")
    if not counted:
        notes.unknown("the batch: how many devices there are is not known")
        return None
    whole = each * devices * accumulated
    if not is_whole(whole):
        raise look.error(name, f"is {each:g}: {whole:g} sequences of {devices} devices", "whole sequences")
    notes.derived(f"{int(whole)} sequences: {look.place(name)} x devices x accumulation = {each:g} x {devices} x {accumulated}")
    return int(whole)


def _options(look: Look, notes: Notes, mesh: Mapping[str, int], degrees: Mapping[str, int]) -> dict[str, Any]:
    ranks = _product(mesh, ("fsdp", "fsdp_transpose", "expert", *AXES["context"]))  # as base.yml cuts "embed"
    found: dict[str, Any] = {"zero_stage": 3 if ranks > 1 else 0}
    notes.derived(f"zero_stage = {found['zero_stage']}: weights are cut over {ranks} ranks of fsdp, expert and context")
    name, optimizer = look.flag("shard_optimizer_over_data")
    if optimizer and ranks == 1:
        found["zero_stage"] = 1
        notes.took("zero_stage", look.place(name))
    elif optimizer:
        notes.left_out(f"{name}: the optimizer's state is shared by {ranks} ranks, as weights are, not by those of data too")
    if 1 < ranks < degrees["data"] * degrees["context"]:
        found["shard_ranks"] = ranks
    name, policy = look.word("remat_policy")
    notes.took("recompute", look.place(name))
    found["recompute"] = REMAT.get(str(policy), "selective")
    if policy not in REMAT:
        notes.left_out(f"{name} = {policy}: read as selective")
    name, quantized = look.word("quantization")
    if quantized and "fp8" in quantized:
        found["precision"] = "fp8"
    elif quantized:
        notes.left_out(f"{name} = {quantized}: step has bf16 and fp8")
    return found


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    _, kind = look.word("opt_type")
    if kind is not None and not kind.startswith("adam"):
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    width = 4 if look.word("weight_dtype")[1] == "float32" else 2
    first = 2 if look.find("mu_dtype")[1] == "bfloat16" else width
    return StateRecipe(master_weights=width, first_moment=first, second_moment=width)


def _saves(look: Look, notes: Notes) -> dict[str, Any]:
    off = look.flag("enable_checkpointing")[1] is False
    name, period = look.whole("checkpoint_period")
    notes.derived("no checkpoints are saved: enable_checkpointing is false") if off else notes.took(
        "save_steps", look.place(name)
    )
    keep = look.whole("max_num_checkpoints_to_keep", low=0)[1]
    local = look.whole("local_checkpoint_period", low=0)[1]
    return {
        "save_steps": None if off else period,
        "local_save_steps": local or None,
        "asynchronous": None if off else look.flag("async_checkpointing")[1] is not False,
        "keep": None if off else keep or 0,
        "timeout": None,
    }
