# SPDX-License-Identifier: Apache-2.0
"""Files that name a model of the Hub: DeepSpeed's JSON, accelerate, axolotl, LLaMA-Factory, transformers' Trainer.

Source: deepspeedai/DeepSpeed deepspeed/runtime/config.py and docs/_pages/config-json.md (0.17); huggingface/accelerate
src/accelerate/utils/dataclasses.py (1.10); axolotl-ai-cloud/axolotl src/axolotl/utils/schemas/config.py and training.py (0.12);
hiyouga/LLaMA-Factory src/llamafactory/hparams (0.9.3); huggingface/transformers src/transformers/training_args.py (4.57).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .._source import Notes, described
from ..workload import StateRecipe
from . import _named
from ._launch_tables import Dialect, Keys, mixed, on
from ._reading import Look
from ._shape import ReadShape

MODEL = ("base_model", "model_name_or_path", "model_name", "model.name_or_path")
LENGTH = ("sequence_len", "cutoff_len", "max_seq_length", "block_size", "max_length")
#: FSDP's strategies, by word and by number; the second: whether groups of a node share the state
SHARDING = {
    "full_shard": (3, False), "1": (3, False), "shard_grad_op": (2, False), "2": (2, False), "no_shard": (0, False),
    "3": (0, False), "hybrid_shard": (3, True), "4": (3, True), "hybrid_shard_zero2": (2, True), "5": (2, True),
}  # fmt: skip


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape of the model that a file names."""
    return _named.shape_of(look, known, MODEL, LENGTH)


def stage_of_json(tree: Any) -> int | None:
    """The stage of a DeepSpeed configuration; it has none where it says none."""
    zero = tree.get("zero_optimization") if isinstance(tree, Mapping) else None
    if isinstance(zero, bool):
        return int(zero)
    stage = zero.get("stage", 0) if isinstance(zero, Mapping) else 0
    return stage if isinstance(stage, int) and 0 <= stage <= 3 else None


def _sharding(look: Look, notes: Notes, *names: str) -> dict[str, Any]:
    """What the ranks share, by the words of FSDP."""
    name, strategy = look.find(*names)
    if isinstance(strategy, (list, tuple)):
        words = [str(one).lower() for one in strategy]
    else:
        words = str(strategy).lower().replace("fullyshardeddataparallel", "").split()
    known = [SHARDING[word.rpartition(".")[2]] for word in words if word.rpartition(".")[2] in SHARDING]
    if not known:
        raise look.error(name, f"is {described(strategy)}", f"one of {', '.join(w for w in SHARDING if not w.isdecimal())}")
    stage, groups = known[0]
    notes.took("zero_stage", look.place(name))
    if groups:
        notes.left_out(f"{look.place(name)}: state is shared in a node; shard_ranks= of sl.parallelism.step says in how many")
    return {"zero_stage": stage}


def _zero(look: Look, notes: Notes) -> dict[str, Any]:
    """What the ranks share: DeepSpeed's file by its name or in place, FSDP, else nothing."""
    name, config = look.find("deepspeed", "deepspeed_config.deepspeed_config_file")
    if isinstance(config, Mapping):
        stage = stage_of_json(config)
        notes.took("zero_stage", f"{look.place(name)}.zero_optimization.stage")
        look.heed(f"{name}.zero_optimization.stage")
        return {} if stage is None else {"zero_stage": stage}
    if isinstance(config, str):
        numbered = re.search(r"(?:zero|z|stage)[-_]?([0-3])(?![0-9])", config.rpartition("/")[2], re.I)
        if numbered:
            notes.derived(f"zero_stage = {numbered[1]}: by the name of {config}, which stands beside the file")
            return {"zero_stage": int(numbered[1])}
        notes.unknown(f"zero_stage: it stands in {config}; step takes its own default unless zero_stage is given")
        return {}
    name, beside = look.find("config_file")
    if isinstance(beside, str):
        notes.unknown(
            f"zero_stage: what {beside[:80]} of accelerate says; step takes its own default unless zero_stage is given"
        )
        return {}
    name, stage = look.whole("deepspeed_config.zero_stage", low=0)
    if stage is not None:
        notes.took("zero_stage", look.place(name))
        return {"zero_stage": stage}
    kind = str(look.find("distributed_type")[1]).upper()
    if kind == "DEEPSPEED":
        notes.derived("zero_stage = 2: the default of accelerate's DeepSpeed")
        return {"zero_stage": 2}
    shards = ("fsdp", "fsdp_config", "dp_shard_size", "parallelism_config.parallelism_config_dp_shard_size")
    if kind == "FSDP" or look.has(*shards):
        return _fsdp(look, notes)
    notes.derived("zero_stage = 0: neither DeepSpeed nor FSDP is named")
    return {"zero_stage": 0}


def _fsdp(look: Look, notes: Notes) -> dict[str, Any]:
    names = ("fsdp_config.fsdp_sharding_strategy", "fsdp_config.sharding_strategy", "fsdp")
    if look.has(*names[:2]) or isinstance(look.find("fsdp")[1], (str, list)):
        return _sharding(look, notes, *names)
    again = look.find("fsdp_config.fsdp_reshard_after_forward", "fsdp_config.reshard_after_forward")
    if isinstance(again[1], str) and again[1].lower() not in ("true", "false"):
        return _sharding(look, notes, again[0])  # the words of version 1
    stage = 2 if again[1] in (False, "false") else 3
    notes.derived(f"zero_stage = {stage}: FSDP that gathers weights " + ("once" if stage == 2 else "again in backward"))
    return {"zero_stage": stage}


def _recompute(look: Look, notes: Notes, default: str, *names: str) -> dict[str, Any]:
    name, value = look.find(*names)
    if not name:
        if not default:
            notes.unknown("recompute: the file does not say it; step takes its own default unless recompute is given")
            return {}
        notes.derived(f"recompute = {default}: the default")
        return {"recompute": default}
    notes.took("recompute", look.place(name))
    return {"recompute": "full" if on(look, name) or value == "offload" else "none"}


def _precision(look: Look, notes: Notes, *, half: bool, full: bool) -> dict[str, Any]:
    """fp8 where it is on; a note where all is fp32."""
    _, mode = look.find("mixed_precision")
    if on(look, "fp8") or mode == "fp8":
        return {"precision": "fp8"}
    if full and not half:
        notes.left_out("fp32 products: step counts those of 16 bits")
    return {}


def _half(look: Look) -> bool:
    return any(
        look.find(name)[1] in (True, "auto", "full", "true") for name in ("bf16", "bfloat16", "fp16", "float16", "pure_bf16")
    )


def _adapter(look: Look, notes: Notes) -> None:
    for name in ("adapter", "finetuning_type"):
        _, kind = look.find(name)
        if isinstance(kind, str) and kind not in ("full", ""):
            notes.left_out(f"{look.place(name)} = {kind}: few parameters are trained; memory and checkpoint are those of all")


def _of_json(look: Look, notes: Notes) -> dict[str, Any]:
    zero = look.find("zero_optimization")[1]
    stage = stage_of_json({"zero_optimization": zero})
    found: dict[str, Any] = {}
    if stage is None:
        raise look.error("zero_optimization.stage", f"is {described(look.find('zero_optimization.stage')[1])}", "0, 1, 2 or 3")
    found["zero_stage"] = stage
    if look.has("zero_optimization.stage"):
        notes.took("zero_stage", "zero_optimization.stage")
    else:
        notes.derived(f"zero_stage = {stage}: the default of DeepSpeed, where the file names no stage")
    half = on(look, "bf16", "bfloat16") or on(look, "fp16") or look.find("bf16.enabled", "fp16.enabled")[1] == "auto"
    return found | _recompute(look, notes, "") | _precision(look, notes, half=half, full=True)


def _recipe_of_json(look: Look, notes: Notes) -> StateRecipe | None:
    _, kind = look.find("optimizer.type")
    if kind is not None and "adam" not in str(kind).lower() and "lamb" not in str(kind).lower():
        notes.unknown(f"what a checkpoint holds: the optimizer {described(kind)} is not known here")
        return None
    half = on(look, "bf16", "bfloat16") or on(look, "fp16")
    return mixed(look, notes, working=2 if half else 0)


def _of_accelerate(look: Look, notes: Notes) -> dict[str, Any]:
    kind = str(look.find("distributed_type")[1] or "NO").upper()
    look.heed("num_machines")  # the processes are all
    found = _zero(look, notes) if kind not in ("MEGATRON_LM", "MULTI_GPU", "NO") else {}
    if kind == "MEGATRON_LM":
        found["zero_stage"] = int(on(look, "megatron_lm_config.megatron_lm_use_distributed_optimizer"))
        found["sequence_parallel"] = on(look, "megatron_lm_config.megatron_lm_sequence_parallelism")
        selective = on(look, "megatron_lm_config.megatron_lm_recompute_activations")
        found["recompute"] = "selective" if selective else "none"
    elif not found:
        notes.derived(f"zero_stage = 0: distributed_type is {kind}")
        found["zero_stage"] = 0
    if "recompute" not in found:
        found |= _recompute(look, notes, "", "fsdp_config.fsdp_activation_checkpointing")
    half = str(look.find("mixed_precision")[1]) in ("bf16", "fp16", "fp8")
    return found | _precision(look, notes, half=half, full=look.has("mixed_precision"))


def _of_axolotl(look: Look, notes: Notes) -> dict[str, Any]:
    _adapter(look, notes)
    of_fsdp = ("fsdp_config.activation_checkpointing", "fsdp_config.fsdp_activation_checkpointing")
    names = ("gradient_checkpointing", "activation_checkpointing", *of_fsdp)
    found = _zero(look, notes) | _recompute(look, notes, "none", *names)
    if look.has("context_parallel_size", "sequence_parallel_degree"):
        found["context_exchange"] = "ring"
    return found | _precision(look, notes, half=_half(look), full=False)


def _of_factory(look: Look, notes: Notes) -> dict[str, Any]:
    _adapter(look, notes)
    look.heed("stage")  # of training: pretraining, tuning, preferences
    off = on(look, "disable_gradient_checkpointing")
    found = _zero(look, notes)
    notes.derived(f"recompute = {'none' if off else 'full'}: disable_gradient_checkpointing is {str(off).lower()}")
    found["recompute"] = "none" if off else "full"
    return found | _precision(look, notes, half=_half(look), full=True)


def _of_trainer(look: Look, notes: Notes) -> dict[str, Any]:
    found = _zero(look, notes) | _recompute(look, notes, "none", "gradient_checkpointing")
    return found | _precision(look, notes, half=_half(look), full=True)


def _unknown(look: Look, notes: Notes) -> StateRecipe | None:
    return mixed(look, notes, working=0, known=False)


_PER_DEVICE: Keys = ("per_device_train_batch_size",)
_ACCUMULATED: Keys = ("gradient_accumulation_steps",)
_OF_TRAINER = {"per_device_train_batch_size": 8, "gradient_accumulation_steps": 1, "save_steps": 500}

DEEPSPEED = Dialect(
    "deepspeed",
    "DeepSpeed",
    _of_json,
    _recipe_of_json,
    degrees={"tensor": ("tensor_parallel.autotp_size",), "context": ("sequence_parallel_size",)},
    micro=("train_micro_batch_size_per_gpu",),
    accumulation=_ACCUMULATED,
    whole=("train_batch_size",),
)
ACCELERATE = Dialect(
    "accelerate",
    "accelerate",
    _of_accelerate,
    _unknown,
    degrees={
        "tensor": ("megatron_lm_config.megatron_lm_tp_degree", "parallelism_config.parallelism_config_tp_size"),
        "pipeline": ("megatron_lm_config.megatron_lm_pp_degree",),
        "context": ("parallelism_config.parallelism_config_cp_size",),
    },
    accumulation=(
        "gradient_accumulation_steps",
        "deepspeed_config.gradient_accumulation_steps",
        "megatron_lm_config.megatron_lm_num_micro_batches",
    ),
    gpus=("num_processes",),
    defaults={"gradient_accumulation_steps": 1},
)
AXOLOTL = Dialect(
    "axolotl",
    "axolotl",
    _of_axolotl,
    _unknown,
    degrees={"tensor": ("tensor_parallel_size",), "context": ("context_parallel_size", "sequence_parallel_degree")},
    micro=("micro_batch_size",),
    accumulation=_ACCUMULATED,
    length=("sequence_len",),
    save=("save_steps",),
    keep=("save_total_limit",),
    defaults={"micro_batch_size": 1, "gradient_accumulation_steps": 1, "sequence_len": 512},
)
LLAMA_FACTORY = Dialect(
    "llama-factory",
    "LLaMA-Factory",
    _of_factory,
    _unknown,
    micro=_PER_DEVICE,
    accumulation=_ACCUMULATED,
    length=("cutoff_len",),
    save=("save_steps",),
    keep=("save_total_limit",),
    defaults={**_OF_TRAINER, "cutoff_len": 2048, "finetuning_type": "lora"},
)
TRAINER = Dialect(
    "transformers",
    "transformers' Trainer",
    _of_trainer,
    _unknown,
    micro=_PER_DEVICE,
    accumulation=_ACCUMULATED,
    length=("max_seq_length", "block_size", "max_length", "model_max_length"),
    gpus=("num_processes",),
    nodes=("nnodes", "num_nodes", "nodes"),
    each=("nproc_per_node", "num_gpus", "gpus_per_node", "ntasks_per_node"),
    save=("save_steps",),
    keep=("save_total_limit",),
    defaults=_OF_TRAINER,
)
