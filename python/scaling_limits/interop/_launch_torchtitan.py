# SPDX-License-Identifier: Apache-2.0
"""A launch of torchtitan: degrees, batch, checkpoints of its TOML.

Source: pytorch/torchtitan torchtitan/config/job_config.py, distributed/pipeline_parallel.py and train.py of 0.2.2; 0.1.0 says
batch_size and enable_checkpoint.
"""

from __future__ import annotations

from typing import Any

from .._source import Notes, described
from ..workload import StateRecipe
from ._launch import Launch, made, replicas
from ._reading import Look
from ._shape import ReadShape

DEGREES = {
    "tensor": "parallelism.tensor_parallel_degree",
    "pipeline": "parallelism.pipeline_parallel_degree",
    "context": "parallelism.context_parallel_degree",
    "expert": "parallelism.expert_parallel_degree",
}
#: schedules of one stage per rank; the others have two unless layers_per_stage says more
SINGLE = ("1F1B", "GPipe")
LENGTH = 2048
SEQUENCES = 8
EVERY = 500
KEPT = 10
TIMEOUT = 100


def launch_of(look: Look, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
    """The launch of a configuration."""
    degrees: dict[str, int] = {}
    for degree, name in DEGREES.items():
        _, value = look.whole(name)
        if value is not None:
            degrees[degree] = value
            notes.took(degree, name)
    others = degrees.get("tensor", 1) * degrees.get("pipeline", 1) * degrees.get("context", 1)
    copies = look.whole("parallelism.data_parallel_replicate_degree")[1] or 1
    shards = _shards(look, notes, gpus, others, copies)
    degrees["data"] = copies * (shards or 1)
    each = look.whole("training.local_batch_size", "training.batch_size")[1] or SEQUENCES
    degrees["micro_batch"] = each
    pipelined = degrees.get("pipeline", 1) > 1
    if pipelined:
        degrees["micro_batch"] = look.whole("parallelism.pipeline_parallel_microbatch_size")[1] or 1
        _chunks(look, notes, degrees, shape)
    _, whole = look.whole("training.global_batch_size", low=-1)
    sequences: int | None = whole
    if whole is None or whole < 1:
        sequences = each * degrees["data"] if shards is not None else None
        if sequences is None:
            notes.unknown("the batch: local_batch_size x data, of so many GPUs as the launcher says")
        else:
            notes.derived(f"{sequences} sequences: local_batch_size x data, as no global_batch_size is given")
    else:
        notes.took("sequences", "training.global_batch_size")
    name, length = look.whole("training.seq_len")
    notes.took("sequence_length", name) if name else notes.derived(f"sequence_length = {LENGTH}: the default")
    return made(
        look,
        "torchtitan",
        degrees,
        notes,
        sequences=sequences,
        sequence_length=length or LENGTH,
        shape=shape,
        recipe=_recipe(look, notes),
        options=_options(look, degrees, copies, shards),
        **_saves(look, notes),
    )


def _shards(look: Look, notes: Notes, gpus: int | None, others: int, copies: int) -> int | None:
    """Ranks that share the state of a copy; None where only the launcher knows."""
    name, shards = look.whole("parallelism.data_parallel_shard_degree", low=-1)
    if shards is not None and shards > 0:
        notes.took("shards", name)
        if gpus is not None and gpus != others * copies * shards:
            raise look.error(name, f"is {shards}: the degrees multiply to {others * copies * shards} GPUs", f"{gpus} GPUs")
        return shards
    if gpus is None:
        replicas(look, notes, None, others * copies, "data_parallel_shard_degree = -1 takes all that are left")
        return None
    data = replicas(look, notes, gpus, others, "")
    if data % copies:
        raise look.error(
            "parallelism.data_parallel_replicate_degree", f"is {copies}, which does not divide data = {data}", "a divisor"
        )
    return data // copies


def _chunks(look: Look, notes: Notes, degrees: dict[str, int], shape: ReadShape | None) -> None:
    _, schedule = look.word("parallelism.pipeline_parallel_schedule")
    _, each = look.whole("parallelism.pipeline_parallel_layers_per_stage")
    if each is not None and shape is not None:
        less = [look.whole(f"parallelism.pipeline_parallel_{end}_stage_less_layers", low=0)[1] for end in ("first", "last")]
        slots = int(shape.layers) + sum(1 if x is None else x for x in less)
        stages = -(-slots // each)
        degrees["chunks"] = max(1, stages // degrees["pipeline"])
        notes.derived(f"chunks = {degrees['chunks']}: {stages} stages of {each} layers on {degrees['pipeline']} ranks")
    elif schedule is not None and schedule not in SINGLE:
        degrees["chunks"] = 2
        notes.derived(f"chunks = 2: the default of {described(schedule)}")
    if look.has("parallelism.module_fqns_per_model_part"):
        notes.left_out("module_fqns_per_model_part: stages are even")


def _recipe(look: Look, notes: Notes) -> StateRecipe | None:
    name, kind = look.word("optimizer.name")
    if kind is not None and kind not in ("Adam", "AdamW"):
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    if look.flag("checkpoint.model_weights_only")[1]:
        notes.left_out("model_weights_only: that of the last checkpoint; those between hold the optimizer's state too")
    name, dtype = look.word("training.dtype")
    if dtype == "bfloat16":
        notes.derived("weights and moments are bfloat16 (training.dtype)")
        return StateRecipe(master_weights=2, first_moment=2, second_moment=2)
    if dtype not in (None, "float32"):
        raise look.error(name, f"is {described(dtype)}", "float32 or bfloat16")
    notes.derived("weights and both moments of AdamW are float32")
    return StateRecipe()


def _options(look: Look, degrees: dict[str, int], copies: int, shards: int | None) -> dict[str, Any]:
    """Options of a step: fully_shard gathers weights again in backward, but not under pipelines."""
    name, mode = look.word("activation_checkpoint.mode")
    if mode not in (None, "none", "selective", "full", "memory_budget"):
        raise look.error(name, f"is {described(mode)}", "none, selective, full or memory_budget")
    found: dict[str, Any] = {"recompute": "selective" if mode in (None, "memory_budget") else mode}
    name, policy = look.word("parallelism.fsdp_reshard_after_forward")
    if policy not in (None, "default", "always", "never"):
        raise look.error(name, f"is {described(policy)}", "default, always or never")
    pipelined = degrees.get("pipeline", 1) > 1
    again = policy == "always" or (policy in (None, "default") and not pipelined)
    sharded = shards is None or shards > 1 or degrees.get("context", 1) > 1
    found["zero_stage"] = (3 if again else 2) if sharded else 0
    if copies > 1 and shards is not None and sharded:
        found["shard_ranks"] = shards * degrees.get("context", 1)
    _, converters = look.find("model.converters")
    listed = [converters] if isinstance(converters, str) else converters
    if isinstance(listed, list) and any("float8" in str(one) for one in listed):
        found["precision"] = "fp8"
    return found


def _saves(look: Look, notes: Notes) -> dict[str, Any]:
    name, on = look.flag("checkpoint.enable", "checkpoint.enable_checkpoint")
    interval = look.whole("checkpoint.interval")[1] or EVERY
    word, mode = look.word("checkpoint.async_mode")
    if mode not in (None, "disabled", "async", "async_with_pinned_mem"):
        raise look.error(word, f"is {described(mode)}", "disabled, async or async_with_pinned_mem")
    keep = look.whole("checkpoint.keep_latest_k", low=0)[1]
    name, seconds = look.number("comm.train_timeout_seconds")
    notes.took("timeout", name) if name else notes.derived(f"timeout = {TIMEOUT} s: the default of comm.train_timeout_seconds")
    if not on:
        notes.derived("no checkpoints are saved: checkpoint.enable is not set")
    return {
        "save_steps": interval if on else None,
        "local_save_steps": None,
        "asynchronous": mode not in (None, "disabled") if on else None,
        "keep": (KEPT if keep is None else keep) if on else None,
        "timeout": float(TIMEOUT) if seconds is None else seconds,
    }
