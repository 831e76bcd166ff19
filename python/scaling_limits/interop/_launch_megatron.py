# SPDX-License-Identifier: Apache-2.0
"""A launch of Megatron-LM, NeMo or Megatron-Bridge: degrees, batch, optimizer, checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._source import Notes, described
from ..workload import StateRecipe
from ._hub import stage_of_json
from ._launch import MINUTE, Launch, made, replicas
from ._reading import Look
from ._shape import ReadShape
from ._stage_layers import stage_layers

DEGREES = {
    "tensor": ("tensor_model_parallel_size",),
    "pipeline": ("pipeline_model_parallel_size",),
    "context": ("context_parallel_size",),
    "expert": ("expert_model_parallel_size",),
    "micro_batch": ("micro_batch_size",),
}
#: what a launch says at least one of
GIVEN = (*(name for names in DEGREES.values() for name in names), "global_batch_size")
#: GPUs of a job: nodes, and GPUs of each, as launchers and queues name them
NODES = ("nnodes", "num_nodes", "nodes")
GPUS_PER_NODE = (
    "nproc_per_node",
    "gpus_per_node",
    "num_gpus_per_node",
    "gres",
    "devices",
    "num_gpus",
    "ntasks_per_node",
)
#: GPUs of a job as one number; the last where each task has one
WORLD = ("world_size", "np", "gpus", "ntasks")
BYTES = {"fp32": 4, "float32": 4, "fp16": 2, "bf16": 2, "float16": 2, "bfloat16": 2, "fp8": 1, "uint8": 1}
#: what of data x context shares what, by the name of the sharding
ZERO = {"no_shard": 0, "optim": 1, "optim_grads": 2, "optim_grads_params": 3}
#: how context ranks see each other's keys and values
EXCHANGES = {"p2p": "ring", "a2a": "all_to_all", "allgather": "all_gather"}


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
    look.heed("ntasks_per_node", *WORLD)
    if nodes is None and each_name in ("nproc_per_node", "num_gpus") and not look.has("hostfile", *WORLD):
        nodes, nodes_name = 1, "one node, the launcher's default"
    if nodes is not None and each is not None:
        notes.derived(f"{nodes * each} GPUs: {nodes_name} x {each_name} = {nodes} x {each}")
        return nodes * each
    name, value = look.find(*WORLD)
    if isinstance(value, str) and value.isdecimal() and int(value) and each_name != "nproc_per_node":
        notes.took("gpus", look.place(name))
        return int(value)
    if nodes is not None and look.has("hostfile"):
        _slots(look, notes, nodes, nodes_name)
    return None


def _slots(look: Look, notes: Notes, nodes: int, name: str) -> None:
    """GPUs of nodes that a hostfile says."""
    whole, micro = look.whole("global_batch_size")[1], look.whole("micro_batch_size")[1]
    of_batch = f"; {whole // micro} GPUs by a batch of one pass" if whole and micro and whole % micro == 0 else ""
    file = look.find("hostfile")[1]
    notes.unknown(f"GPUs of a node: {nodes} nodes ({look.place(name)}), of so many GPUs as {file} has slots{of_batch}")


def launch_of(look: Look, framework: str, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
    """The launch of a set of names."""
    degrees: dict[str, int] = {}
    for degree, names in DEGREES.items():
        name, value = look.whole(*names)
        if value is not None:
            degrees[degree] = value
            notes.took(degree, look.place(name))
    if framework == "megatron-deepspeed" and look.find("num_experts")[1] in (None, 1, "1"):
        degrees.pop("expert", None)
    others = degrees.get("tensor", 1) * degrees.get("pipeline", 1) * degrees.get("context", 1)
    found = gpus if gpus is not None else gpus_of(look, notes)
    degrees["data"] = replicas(look, notes, found, others, "launcher or queue do not say")
    _chunks(look, notes, degrees, shape)
    stages = stage_layers(look, notes, degrees, shape)
    _warn(look, notes, degrees, found)
    name, sequences = look.whole("global_batch_size")
    inside = look.find("deepspeed_config.train_batch_size")[1]
    if look.find("micro_batch_size")[1] == str(look.find("deepspeed_config.train_micro_batch_size_per_gpu")[1]):
        look.heed("deepspeed_config.train_micro_batch_size_per_gpu")
    if isinstance(inside, int) and sequences is not None and inside != sequences:
        notes.left_out(f"train_batch_size = {inside} of DeepSpeed's JSON: --global-batch-size is {sequences}")
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
    elif shape is not None:
        length = int(shape.sequence_length)
    return made(
        look,
        framework,
        degrees,
        notes,
        sequences=sequences,
        sequence_length=length,
        shape=shape,
        recipe=_recipe(look, notes),
        options=_options(look, notes, framework) | stages,
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


def _warn(look: Look, notes: Notes, degrees: dict[str, int], gpus: int | None) -> None:
    name, of_experts = look.whole("expert_tensor_parallel_size")
    tensor, expert = degrees.get("tensor", 1), degrees.get("expert", 1)
    if of_experts is None or of_experts == tensor:
        return
    parts = of_experts * expert * degrees.get("pipeline", 1)
    copies = f", {gpus // parts} replicas of each expert" if gpus is not None and gpus % parts == 0 else ""
    notes.left_out(
        f"{look.place(name)} = {of_experts} with expert parallel {expert} and tensor {tensor}: a folded layout{copies}, which "
        f"cannot be said yet; experts are counted as cut over the {tensor} tensor ranks, their expert ranks inside data"
    )


def _saved(look: Look, name: str) -> int:
    """Bytes of a part of the optimizer's state."""
    _, word = look.find(name)
    text = str(word or "fp32").rpartition(".")[2]
    if text not in BYTES:
        raise look.error(name, f"is {described(word)}", f"one of {', '.join(BYTES)}")
    return BYTES[text]


def _half(look: Look) -> bool:
    """Whether products are of 16 bits."""
    precision = look.find("precision", "mixed_precision")[1]
    said = isinstance(precision, (str, int)) and not isinstance(precision, bool) and "16" in str(precision)
    return bool(look.flag("bf16")[1] or look.flag("fp16")[1]) or said


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    """What a checkpoint of Megatron-Core holds: the weights as they are used, and the optimizer's."""
    half = _half(look)
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
    look.heed("use_precision_aware_optimizer")
    return StateRecipe(master_weights=_saved(look, "main_params_dtype"), working_weights=working, **parts)


def _options(look: Look, notes: Notes, framework: str) -> dict[str, Any]:
    """Options of a step."""
    found: dict[str, Any] = {"recompute": _recompute(look, notes, framework)}
    found["sequence_parallel"] = bool(look.flag("sequence_parallel")[1])
    if framework == "megatron-deepspeed":
        found["zero_stage"] = _stage(look, notes)
        look.heed("no_pipeline_parallel")
    else:
        found["zero_stage"] = _zero(look, notes)
    if (look.whole("context_parallel_size")[1] or 1) > 1:
        found |= _exchange(look, notes, framework)
    name, copies = look.whole("num_distributed_optimizer_instances")
    if copies is not None and copies > 1:
        notes.left_out(f"{name} = {copies}: shard_ranks= of sl.parallelism.step says what shares the state")
    if look.has("fp8", "fp8_format"):
        found["precision"] = "fp8"
    elif not _half(look):
        notes.left_out("products of 32 bits, as neither bf16 nor fp16 is set: step counts those of 16")
    return found


def _exchange(look: Look, notes: Notes, framework: str) -> dict[str, Any]:
    """How context ranks see each other's keys and values: ulysses in Megatron-DeepSpeed."""
    name, kind = ("", "a2a") if framework == "megatron-deepspeed" else look.find("cp_comm_type")
    if isinstance(kind, str) and kind in EXCHANGES:
        return {"context_exchange": EXCHANGES[kind]}
    if name:
        notes.left_out(f"{look.place(name)} = {described(kind)}: step has {', '.join(EXCHANGES.values())}")
    return {}


def _recompute(look: Look, notes: Notes, framework: str) -> str:
    name, recompute = look.find("recompute_granularity", "activations_checkpoint_granularity")
    if isinstance(recompute, str) and recompute:
        if recompute not in ("full", "selective"):
            raise look.error(name, f"is {described(recompute)}", "full or selective")
        look.heed("deepspeed_activation_checkpointing")
        if recompute == "full" and look.find("recompute_method")[1] == "uniform":
            look.heed("recompute_num_layers")
        return recompute
    name, whole = look.flag("checkpoint_activations")
    if whole:
        look.heed("deepspeed_activation_checkpointing", "checkpoint_num_layers")
        notes.derived(f"recompute = full: {look.place(name)}")
        return "full"
    if look.flag("recompute_activations")[1]:
        return "selective"
    if framework == "megatron-deepspeed" and look.has("deepspeed_activation_checkpointing"):
        notes.left_out("--deepspeed-activation-checkpointing: how it is done, where --checkpoint-activations says that it is")
    return "none"


def _zero(look: Look, notes: Notes) -> int:
    name, sharding = look.word("data_parallel_sharding_strategy")
    if sharding is not None and sharding not in ZERO:
        raise look.error(name, f"is {described(sharding)}", f"one of {', '.join(ZERO)}")
    if look.flag("use_megatron_fsdp")[1] or look.flag("use_custom_fsdp")[1]:
        return ZERO[sharding or "no_shard"]
    if sharding is not None:
        notes.left_out(f"{look.place(name)} = {sharding}: use_megatron_fsdp is not set")
    if look.flag("use_torch_fsdp2")[1]:
        return 3
    return int(bool(look.flag("use_distributed_optimizer")[1]) or "distributed" in str(look.find("name", "optim.name")[1]))


def _stage(look: Look, notes: Notes) -> int:
    """What the ranks share under DeepSpeed: as its JSON says, which the script writes, else --zero-stage."""
    if not look.has("deepspeed", "deepspeed_config", "zero_stage"):
        notes.derived("zero_stage = 0: --deepspeed is not given")
        return 0
    stated = look.find("zero_stage")[1]
    stage = (
        int(float(stated)) if isinstance(stated, str) and stated in ("0", "1", "2", "3", "1.0", "2.0", "3.0", "0.0") else None
    )
    if stated is not None and stage is None:
        raise look.error("zero_stage", f"is {described(stated)}", "0, 1, 2 or 3")
    file, config = look.find("deepspeed_config")
    written = stage_of_json(config) if isinstance(config, Mapping) else None
    look.heed("deepspeed_config.zero_optimization.stage", "deepspeed_config.fp16.enabled", "deepspeed_config.bf16.enabled")
    if written is not None:
        notes.derived(f"zero_stage = {written}: the JSON of {look.place(file)}, which the script writes")
        if stage is not None and stage != written:
            notes.left_out(f"--zero-stage {stage}: the JSON says {written}")
        return written
    if isinstance(config, str):
        notes.unknown(f"what {config} says: --zero-stage is taken" + ("" if stage is not None else ", whose default is 1"))
    if stage is None:
        notes.derived("zero_stage = 1: the default of --zero-stage")
        return 1
    notes.took("zero_stage", look.place("zero_stage"))
    return stage


def _saves(look: Look, notes: Notes) -> dict[str, Any]:
    """How often it saves and how, and when it gives up."""
    name, interval = look.whole("save_interval", "persistent_save_interval", "every_n_train_steps")
    if interval is not None:
        notes.took("save_steps", look.place(name))
    name, local = look.whole("non_persistent_save_interval")
    look.heed("non_persistent_ckpt_type")
    if local is not None:
        notes.took("local_save_steps", look.place(name))
    name, keep = look.whole("most_recent_k", "save_top_k", low=-1)
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
