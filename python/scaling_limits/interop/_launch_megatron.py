# SPDX-License-Identifier: Apache-2.0
"""A launch of Megatron-LM, NeMo or Megatron-Bridge: degrees, batch, optimizer, checkpoints."""

from __future__ import annotations

from typing import Any

from ..workload import StateRecipe
from ._launch import MINUTE, Launch, made, replicas
from ._reading import Look, Notes, described
from ._shape import ReadShape

DEGREES = {
    "tensor": ("tensor_model_parallel_size",),
    "pipeline": ("pipeline_model_parallel_size",),
    "context": ("context_parallel_size",),
    "expert": ("expert_model_parallel_size",),
    "micro_batch": ("micro_batch_size",),
}
#: GPUs of a job: nodes, and GPUs of each, as launchers and queues name them
NODES = ("nnodes", "num_nodes", "nodes")
GPUS_PER_NODE = ("nproc_per_node", "gpus_per_node", "ntasks_per_node", "devices", "num_gpus_per_node")
BYTES = {"fp32": 4, "float32": 4, "fp16": 2, "bf16": 2, "float16": 2, "bfloat16": 2, "fp8": 1, "uint8": 1}
#: what of data x context shares what, by the name of the sharding
ZERO = {"no_shard": 0, "optim": 1, "optim_grads": 2, "optim_grads_params": 3}


def gpus_of(look: Look, notes: Notes) -> int | None:
    """GPUs of the job, where launcher or queue says them."""
    name, world = look.whole("world_size")
    if world is not None:
        notes.took("gpus", look.place(name))
        return world
    for names in (NODES, GPUS_PER_NODE):  # what is set by the job itself is not known
        name, value = look.find(*names)
        if isinstance(value, str) and (not value.isdecimal() or "$" in value):
            return None
    (nodes_name, nodes), (each_name, each) = look.whole(*NODES), look.whole(*GPUS_PER_NODE)
    if nodes is None or each is None:
        return None
    notes.derived(f"{nodes * each} GPUs: {nodes_name} x {each_name} = {nodes} x {each}")
    return nodes * each


def launch_of(look: Look, framework: str, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
    """The launch of a set of names."""
    degrees: dict[str, int] = {}
    for degree, names in DEGREES.items():
        name, value = look.whole(*names)
        if value is not None:
            degrees[degree] = value
            notes.took(degree, look.place(name))
    others = degrees.get("tensor", 1) * degrees.get("pipeline", 1) * degrees.get("context", 1)
    found = gpus if gpus is not None else gpus_of(look, notes)
    degrees["data"] = replicas(look, notes, found, others, "launcher or queue do not say")
    _chunks(look, notes, degrees, shape)
    _warn(look, notes, degrees)
    name, sequences = look.whole("global_batch_size")
    if sequences is not None:
        notes.took("sequences", look.place(name))
    elif "micro_batch" in degrees and found is not None:
        sequences = degrees["micro_batch"] * degrees["data"]
        notes.derived(f"{sequences} sequences: micro_batch x data, as no global_batch_size is given")
    else:
        notes.unknown("the batch: global_batch_size is not given")
    if look.has("rampup_batch_size"):
        notes.left_out("rampup_batch_size: the batch is that of the end")
    name, length = look.whole("seq_length", "encoder_seq_length")
    if length is not None:
        notes.took("sequence_length", look.place(name))
    return made(
        look,
        framework,
        degrees,
        notes,
        sequences=sequences,
        sequence_length=length,
        shape=shape,
        recipe=_recipe(look, notes),
        options=_options(look, notes, found),
        **_saves(look, notes),
    )


def _chunks(look: Look, notes: Notes, degrees: dict[str, int], shape: ReadShape | None) -> None:
    name, chunks = look.whole("virtual_pipeline_model_parallel_size", "num_virtual_stages_per_pipeline_rank")
    if chunks is not None:
        degrees["chunks"] = chunks
        notes.took("chunks", look.place(name))
        return
    name, each = look.whole("num_layers_per_virtual_pipeline_stage")
    if each is None:
        return
    layers = int(shape.layers) if shape is not None else (look.whole("num_layers")[1] or 0)
    stages = degrees.get("pipeline", 1) * each
    if not layers or layers % stages:
        raise look.error(name, f"is {each}, with {layers or 'unknown'} layers", f"layers that {stages} divides")
    degrees["chunks"] = layers // stages
    notes.derived(f"chunks = {layers // stages}: {layers} layers / (pipeline x {name})")


def _warn(look: Look, notes: Notes, degrees: dict[str, int]) -> None:
    name, of_experts = look.whole("expert_tensor_parallel_size")
    if of_experts is not None and of_experts != degrees.get("tensor", 1):
        notes.left_out(f"{name} = {of_experts}: experts are cut as the other matrices")
    for name in ("decoder_first_pipeline_num_layers", "num_layers_in_first_pipeline_stage", "pipeline_model_parallel_layout"):
        if look.has(name):
            notes.left_out(f"{name}: stages are even; stage_layers= of sl.parallelism.step takes others")


def _saved(look: Look, name: str) -> int:
    """Bytes of a part of the optimizer's state."""
    _, word = look.find(name)
    text = str(word or "fp32").rpartition(".")[2]
    if text not in BYTES:
        raise look.error(name, f"is {described(word)}", f"one of {', '.join(BYTES)}")
    return BYTES[text]


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    """What a checkpoint of Megatron-Core holds: the weights as they are used, and the optimizer's."""
    half = look.flag("bf16")[1] or look.flag("fp16")[1]
    _, precision = look.find("precision", "mixed_precision")
    if not half and isinstance(precision, (str, int)) and not isinstance(precision, bool):
        half = "16" in str(precision)
    working = 2 if half else 0
    if look.flag("no_save_optim")[1] or look.flag("save_optim")[1] is False:
        notes.derived("the optimizer's state is not saved")
        used = 2 if half else 4
        return StateRecipe(master_weights=0, first_moment=0, second_moment=0, working_weights=used)
    _, kind = look.find("optimizer", "optim.name", "name")
    text = str(kind or "adam").lower()
    if "adam" in text or "lamb" in text:
        parts = {"first_moment": _saved(look, "exp_avg_dtype"), "second_moment": _saved(look, "exp_avg_sq_dtype")}
    elif text in ("sgd", "muon", "dist_muon", "lion"):
        parts = {"first_moment": 4, "second_moment": 0}
        if "muon" in text:
            notes.unknown("which parameters muon leaves to Adam: one moment is counted for all")
    else:
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    if kind is None:
        notes.derived("the optimizer is Adam: none is named")
    return StateRecipe(master_weights=_saved(look, "main_params_dtype"), working_weights=working, **parts)


def _options(look: Look, notes: Notes, gpus: int | None) -> dict[str, Any]:
    """Options of a step."""
    found: dict[str, Any] = {"recompute": "none"}
    name, recompute = look.find("recompute_granularity", "activations_checkpoint_granularity")
    if isinstance(recompute, str) and recompute:
        if recompute not in ("full", "selective"):
            raise look.error(name, f"is {described(recompute)}", "full or selective")
        found["recompute"] = recompute
    elif look.flag("recompute_activations")[1]:
        found["recompute"] = "selective"
    found["sequence_parallel"] = bool(look.flag("sequence_parallel")[1])
    name, sharding = look.word("data_parallel_sharding_strategy")
    if sharding is not None:
        if sharding not in ZERO:
            raise look.error(name, f"is {described(sharding)}", f"one of {', '.join(ZERO)}")
        found["zero_stage"] = ZERO[sharding]
    elif look.flag("use_torch_fsdp2")[1]:
        found["zero_stage"] = 3
    else:
        found["zero_stage"] = int(bool(look.flag("use_distributed_optimizer")[1]) or "distributed" in str(look.find("name")[1]))
    name, copies = look.whole("num_distributed_optimizer_instances")
    if copies is not None and copies > 1:
        notes.left_out(f"{name} = {copies}: shard_ranks= of sl.parallelism.step says what shares the state")
    if look.has("fp8", "fp8_format"):
        found["precision"] = "fp8"
    return found


def _saves(look: Look, notes: Notes) -> dict[str, Any]:
    """How often it saves and how, and when it gives up."""
    name, interval = look.whole("save_interval", "persistent_save_interval", "every_n_train_steps")
    if interval is not None:
        notes.took("save_steps", look.place(name))
    name, local = look.whole("non_persistent_save_interval")
    if local is not None:
        notes.took("local_save_steps", look.place(name))
    name, keep = look.whole("most_recent_k", low=-1)
    name, seconds = look.number("distributed_timeout_seconds_after_init")
    if seconds is None:
        name, minutes = look.number("distributed_timeout_minutes")
        seconds = None if minutes is None else minutes * MINUTE
    beat, silence = look.number("rank_heartbeat_timeout", "ft_rank_heartbeat_timeout")
    if silence is not None:
        name, seconds = beat, silence
    if seconds is not None:
        notes.took("timeout", look.place(name))
    return {
        "save_steps": interval,
        "local_save_steps": local,
        "asynchronous": look.flag("async_save")[1],
        "keep": None if keep is None else max(keep, 0),
        "timeout": seconds,
    }
