# SPDX-License-Identifier: Apache-2.0
"""Which keys of a configuration bear on an answer, by their words, so that what was not taken can be listed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: what a key is of, by one of its words; the first that fits
WORDS: dict[str, frozenset[str]] = {
    "checkpoint": _words(
        "save saves saving ckpt async persistent checkpoint most retain keep limit continuous backup replication"
    ),
    "memory": _words(
        "offload offloading offloaded recompute recomputation remat checkpointing activations cpu memory reshard optimizer "
        "optim opt 8bit 4bit paged adapter lora qlora relora galore apollo badam adam muon unsloth peft freeze unfrozen tuning "
        "finetuning liger"
    ),
    "precision": _words(
        "precision dtype bf16 fp16 fp8 fp4 fp32 float8 float16 bfloat16 tf32 float32 communication quantization quant quantize "
        "amp grads"
    ),
    "batch": _words("batch microbatch microbatches micro accumulation accumulate accum rampup packing"),
    "layout": _words(
        "parallel parallelism parallelize tensor pipeline pipe stage stages context dp tp pp cp ep sp vpp fsdp shard sharded "
        "sharding mesh nodes nnodes node gpus gpu devices world replicas replicate zero ddp degree processes machines ulysses "
        "ranks distributed slices ray tolerance"
    ),
    "shape": _words(
        "layers layer hidden head heads kv ffn ffw mlp intermediate feedforward vocab vocabulary embed embd embedding "
        "embeddings emb experts expert moe topk mtp seq sequence length len position positions pos qkv window tie tied tying "
        "untie bias biases norm norms normalization expansion ratio width dim qk cutoff swiglu gate spec"
    ),
}
#: words of keys that bear on none of it
WITHOUT = _words(
    "router gemm grouped dispatcher aux balancing permute softmax dict path dir directory folder file files url project "
    "wandb tensorboard log logs logging logger logits seed lr learning warmup decay eps epsilon beta1 beta2 betas momentum "
    "dropout drop init initializer initialize initialization std split tokenizer eval evaluation valid validation test "
    "metrics metric profile profiler port addr address rope rotary theta clip clipping loss shuffle workers fusion fused "
    "rng strategy backend ip rank id prefix prob coeff coef scheduler data dataset datasets generation inference timing "
    "interleaved overlap bucket comm interval token tokens cache time partition account job mail act wrap prefetch orig "
    "loading output error partitions begin exclusive requeue hostfile nccl rdzv master monitor cmd deterministic nan "
    "verbose print template chat pad padding truncation remove group column columns"
)
#: keys with such a word that bear all the same
ALL_THE_SAME = re.compile(
    r"data_?parallel|sharding_strategy|fsdp_(\w+_)?strategy|save_(interval|strategy|steps)|checkpoint_(interval|strategy|period)"
    r"|partition_activations|pipeline_model_parallel_layout|pipe_partition|dataset_seq|data_seq_length|shard_data"
    r"|communication_data_type|data_types|multi_tier_checkpointing|retain_interval|loss_parallel|split_points|hpz_partition"
    r"|attention_output_gate|optimizer_over_data|packing_ratio|ray_num_workers|tolerance.group|prompt_tuning|cp_comm_type"
    r"|virtual_stages|lora_(r\b|rank)|logits_via_embedding|fp32_logits|expert_bias"
)
#: values that change nothing
NOTHING = (None, False, "", "none", "None", "null", "no", "false", "False", "auto")
PLACES = ("save", "load", "resume", "checkpoint")  # where, not how
MOST = 1500  # letters of a note


def bears(key: str) -> str:
    """What a key bears on; "" where on nothing that is asked here."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower().replace("-", "_")
    words = re.split(r"[^a-z0-9]+", name)
    if not ALL_THE_SAME.search(name) and any(word in WITHOUT for word in words):
        return ""
    return next((group for group, known in WORDS.items() if any(word in known for word in words)), "")


def leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All values of a tree by their dotted names; a list is one."""
    stack = [(prefix, tree)]
    while stack:
        above, part = stack.pop()
        for name, value in part.items():
            path = f"{above}{name}"
            if isinstance(value, Mapping):
                stack.append((f"{path}.", value))
            else:
                yield path, value


def left_over(keys: Iterable[tuple[str, str, Any]], asked: set[str], groups: tuple[str, ...]) -> list[str]:
    """What bears on one of the groups and was not asked for: a text for each group."""
    found: dict[str, list[str]] = {group: [] for group in groups}
    for name, place, value in keys if groups else ():
        if name in asked or value in ([], {}) or any(value == one and type(value) is type(one) for one in NOTHING):
            continue
        if name.rpartition(".")[2] in PLACES and isinstance(value, str):
            continue
        group = bears(name)
        if group not in found or (group == "layout" and value in (1, "1") and value is not True):
            continue
        text = "" if value is True else " " + " ".join(str(value).split())[:60]
        found[group].append(place[:100] + text)
    return [text for group, listed in found.items() for text in _texts(group, sorted(listed))]


def _texts(group: str, listed: list[str]) -> Iterator[str]:
    while listed:
        count, length = 0, 0
        while count < len(listed) and (not count or length + len(listed[count]) < MOST):
            length += len(listed[count]) + 2
            count += 1
        yield f"not taken, of {group}: {', '.join(listed[:count])}"
        listed = listed[count:]
