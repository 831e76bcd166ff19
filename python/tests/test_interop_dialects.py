# SPDX-License-Identifier: Apache-2.0
"""Dialects of configurations: files in data/dialects, each with its own defaults, by numbers that are counted by hand."""

from __future__ import annotations

import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scaling_limits as sl
from scaling_limits.cli import main
from scaling_limits.interop import FileError, layout_from, shape_from_config
from scaling_limits.interop._bearing import bears

DIALECTS = Path(__file__).parent / "data" / "dialects"
LLAMA3_8B, LLAMA2_7B, MISTRAL_7B = 8_030_261_248, 6_738_415_616, 7_241_732_096


class Right(NamedTuple):
    """What a file says: dialect, parameters (None: the file names no shape), layout, batch, options, steps between saves."""

    framework: str
    parameters: int | None
    layout: dict[str, int]
    sequences: int | None
    options: dict[str, Any]
    save_steps: int | None = None
    gpus: int | None = None  # beside the file


RIGHT = {
    # 20,554,567,680 as EleutherAI counts them; 96 GPUs / (2 x 4) = 12 replicas of 4 x 32 sequences
    "neox_20b.yml": Right(
        "gpt-neox", 20_554_567_680, {"tensor": 2, "pipeline": 4, "data": 12, "micro_batch": 4}, 1536,
        {"recompute": "full", "sequence_parallel": False, "zero_stage": 1}, 500, 96,
    ),
    # 256 sequences / (2 x 8) = 16 replicas
    "neox_mistral_7b.yml": Right(
        "gpt-neox", MISTRAL_7B, {"tensor": 4, "data": 16, "micro_batch": 2}, 256,
        {"recompute": "none", "sequence_parallel": False, "zero_stage": 2}, 1000,
    ),
    # 24 (4 d^2 + 3 d 8192 + 2 d) + d + 50432 d, d = 2048; the width is a third of 24576
    "neox_gated.yml": Right(
        "gpt-neox", 1_713_997_824, {"tensor": 2, "data": 16, "micro_batch": 8}, 128,
        {"recompute": "none", "sequence_parallel": False, "zero_stage": 0}, 250,
    ),
    # 24 (2 d^2 + 2 d 512 + 8 d^2 + biases 3072 + d + 4 d + d + norms 4 d) + 2 d + 50368 d, d = 2048: alibi, no positions
    "foundry_mpt_1b.yaml": Right(
        "llm-foundry", 1_160_687_616, {"data": 32}, 512, {"recompute": "none", "zero_stage": 2}, None, 32
    ),
    "foundry_hf.yaml": Right(
        "llm-foundry", LLAMA2_7B, {"tensor": 2, "data": 8, "micro_batch": 2}, 64,
        {"recompute": "full", "zero_stage": 3}, 500, 16,
    ),
    "deepspeed_zero3.json": Right("deepspeed", None, {"data": 16, "micro_batch": 4}, 512, {"zero_stage": 3}),
    "deepspeed_auto.json": Right("deepspeed", None, {}, None, {"zero_stage": 2}),
    "accelerate_fsdp.yaml": Right("accelerate", None, {"data": 16}, None, {"zero_stage": 3, "recompute": "full"}),
    "accelerate_deepspeed.yaml": Right("accelerate", None, {"data": 32}, None, {"zero_stage": 3}),
    "accelerate_megatron.yaml": Right(
        "accelerate", None, {"tensor": 2, "pipeline": 2, "data": 2}, None,
        {"zero_stage": 1, "recompute": "selective", "sequence_parallel": True},
    ),
    "axolotl_full.yml": Right(
        "axolotl", LLAMA3_8B, {"data": 8, "micro_batch": 2}, 64, {"zero_stage": 3, "recompute": "full"}, None, 8
    ),
    "axolotl_lora.yml": Right(
        "axolotl", None, {"context": 2, "data": 4}, 32,
        {"zero_stage": 3, "recompute": "full", "context_exchange": "ring"}, 100, 8,
    ),
    "llama_factory_full.yaml": Right(
        "llama-factory", 8_190_735_360, {"data": 16}, 32, {"zero_stage": 2, "recompute": "full"}, 500, 16
    ),
    "llama_factory_lora.yaml": Right(
        "llama-factory", 70_553_706_496, {"data": 8, "micro_batch": 2}, 128, {"zero_stage": 0, "recompute": "none"}, 250, 8
    ),
    # 8 x 4 devices of 2 sequences
    "maxtext_gpu_8b.yml": Right(
        "maxtext", LLAMA3_8B, {"data": 32, "micro_batch": 2}, 64,
        {"zero_stage": 3, "shard_ranks": 8, "recompute": "selective"}, 500,
    ),
    # 256 devices / (8 x 4 x 2) = 4 of fsdp; a replica is 4 devices: 4 sequences; two accumulated
    "maxtext_moe.yml": Right(
        "maxtext", 46_702_792_704, {"tensor": 4, "data": 64, "expert": 8, "micro_batch": 4}, 512,
        {"zero_stage": 3, "shard_ranks": 32, "recompute": "full", "precision": "fp8"}, 10_000, 256,
    ),
    "maxtext_7b.sh": Right(
        "maxtext", LLAMA2_7B, {"data": 32, "micro_batch": 4}, 128, {"zero_stage": 3, "shard_ranks": 16, "recompute": "full"}
    ),
    "primus_8b.yaml": Right(
        "primus", LLAMA3_8B, {"tensor": 2, "data": 8, "micro_batch": 2}, 128,
        {"recompute": "full", "sequence_parallel": True, "zero_stage": 1}, 200, 16,
    ),
    # 16 (4 d^2 + 16 x 3 d 1024 + 16 d + 2 d) + d + 2 x 32000 d, d = 2048: gated and untied as Primus has it
    "primus_moe.yaml": Right(
        "primus", 2_010_712_064, {"data": 16, "expert": 8}, 256,
        {"recompute": "none", "sequence_parallel": True, "zero_stage": 1, "precision": "fp8"}, 1000, 16,
    ),
    "primus_torchtitan.yaml": Right(
        "torchtitan", LLAMA3_8B, {"tensor": 2, "data": 4, "micro_batch": 4}, 16, {"recompute": "full", "zero_stage": 3}
    ),
    # 16 (4 d^2 + 3 d 4096 + 2 d) + d + 2 x 32000 d, d = 1024; pieces 1, 2 x 6, 3 on 4 stages, two each
    "bridge_layout.yaml": Right(
        "nemo", 334_005_248, {"tensor": 2, "pipeline": 4, "data": 8, "chunks": 2}, 64,
        {"recompute": "full", "sequence_parallel": True, "zero_stage": 1, "stage_layers": [3, 4, 4, 5]}, 200, 64,
    ),
    # 24 (12 d^2 + 13 d) + 2 d + 50688 d + 2048 d, d = 2048: learned positions, biases, tied
    "nemo_1b.sh": Right(
        "nemo", 1_316_605_952, {"tensor": 4, "data": 8, "micro_batch": 2}, 256,
        {"recompute": "selective", "sequence_parallel": False, "zero_stage": 0}, 500,
    ),
    "megatron_deepspeed_moe.sh": Right(
        "megatron-deepspeed", None, {"data": 64, "expert": 64, "micro_batch": 8}, 512,
        {"recompute": "none", "sequence_parallel": False, "zero_stage": 1}, 10_000,
    ),
    # 48 nodes of 8 / (4 x 12); 176,247,271,424 as its authors count it, without the normalisation behind the table: 2 x 14336
    "megatron_deepspeed_bloom.slurm": Right(
        "megatron-deepspeed", 176_247_271_424 - 2 * 14336, {"tensor": 4, "pipeline": 12, "data": 8, "micro_batch": 2}, 2048,
        {"recompute": "full", "sequence_parallel": False, "zero_stage": 0}, 100,
    ),
    # 24 (12 d^2 + 13 d) + 2 d + 50304 d + 2048 d, d = 2048; num-experts 1 is a dense model
    "megatron_deepspeed_dense.sh": Right(
        "megatron-deepspeed", 1_315_819_520, {"data": 64, "micro_batch": 2}, 512,
        {"recompute": "full", "sequence_parallel": False, "zero_stage": 2}, 10_000, 64,
    ),
    "megatron_mixtral.sh": Right(
        "megatron", 46_702_792_704, {"pipeline": 4, "data": 8, "expert": 8}, 256,
        {"recompute": "none", "sequence_parallel": True, "zero_stage": 1}, 10_000,
    ),
    # Llama 3 8B with 128,000 words, untied: 256 rows fewer in two tables
    "megatron_deepspeed_llama.sh": Right(
        "megatron-deepspeed", LLAMA3_8B - 2 * 256 * 4096, {"tensor": 2, "context": 4, "data": 4}, 64,
        {"recompute": "full", "sequence_parallel": False, "zero_stage": 1, "context_exchange": "all_to_all"}, 500,
    ),
    "trainer_zero2.sh": Right(
        "transformers", MISTRAL_7B, {"data": 16, "micro_batch": 4}, 128, {"zero_stage": 2, "recompute": "full"}, 200
    ),
}  # fmt: skip
#: what bears on the answer and has no place in it, by file
LEFT_OUT = {
    "neox_mistral_7b.yml": ("sliding_window_width 4096", "zero_optimization.offload_optimizer.device cpu"),
    "foundry_mpt_1b.yaml": ("fsdp_config.activation_cpu_offload", "save_interval = '1ep'"),
    "deepspeed_zero3.json": ("zero_optimization.offload_param.device cpu",),
    "accelerate_fsdp.yaml": ("fsdp_config.fsdp_offload_params",),
    "accelerate_deepspeed.yaml": ("deepspeed_config.offload_optimizer_device cpu",),
    "axolotl_full.yml": ("optimizer adamw_bnb_8bit", "sample_packing", "saves_per_epoch 1"),
    "axolotl_lora.yml": ("load_in_4bit", "lora_r 32", "adapter = qlora", "fsdp_config.fsdp_offload_params"),
    "llama_factory_lora.yaml": ("finetuning_type = lora", "lora_rank 8"),
    "maxtext_moe.yml": ("optimizer_memory_host_offload",),
    "primus_8b.yaml": ("optimizer_cpu_offload", "recompute_num_layers 8"),
    "bridge_layout.yaml": ("model.cpu_offloading", "checkpoint.ckpt_format torch_dist"),
    "megatron_deepspeed_llama.sh": ("--cpu-optimizer",),
    "megatron_deepspeed_bloom.slurm": ("--embed-layernorm", "environment sets is not read", "rampup_batch_size"),
    "megatron_deepspeed_dense.sh": ("arguments in ${data_options}", "deepspeed.json"),
    "megatron_mixtral.sh": ("--optimizer-cpu-offload", 'line 47: if [ -n "${WANDB_API_KEY}" ]', "--ckpt-format torch_dist"),
    "megatron_deepspeed_moe.sh": ("RECOMPUTE", "experts in every 2 layers", "ds_config_gpt_moe.json"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_is_read_by_its_own_dialect(name: str) -> None:
    right = RIGHT[name]
    launch = layout_from(DIALECTS / name, gpus=right.gpus)
    assert launch.framework == right.framework
    assert launch.layout == sl.parallelism.Layout(**right.layout), launch.notes
    assert (launch.sequences, launch.save_steps) == (right.sequences, right.save_steps), launch.notes
    assert launch.options == right.options
    assert (None if launch.shape is None else launch.shape.parameters) == right.parameters, launch.notes
    notes = " | ".join((*launch.notes, *(launch.shape.notes if launch.shape is not None else ())))
    for said in LEFT_OUT.get(name, ()):
        assert said in notes, notes


def test_every_file_has_its_right_answer() -> None:
    assert {path.name for path in DIALECTS.iterdir()} == {*RIGHT, "bridge_placeholders.yaml"}
    assert len({right.framework for right in RIGHT.values()}) == 13


def test_a_shape_that_the_file_only_names() -> None:
    with pytest.raises(
        FileError, match=r"base_model: is 'NousResearch/SomeModel-9B', whose shape is not in the file; expected --shape"
    ):
        shape_from_config(DIALECTS / "axolotl_lora.yml")
    preset = sl.published.shapes["gemma2_9b"].as_request(given=True)
    launch = layout_from(DIALECTS / "axolotl_lora.yml", gpus=8, **preset)
    assert launch.shape == sl.published.shapes["gemma2_9b"]
    launch = layout_from(DIALECTS / "deepspeed_zero3.json", **sl.published.shapes["llama2_7b"].as_request(given=True))
    assert launch.batch_tokens == 512 * 4096 and launch.checkpoint_bytes == 14 * LLAMA2_7B


DEEPSEEK = """
base_emb_dim: 7168
base_num_query_heads: 128
base_num_kv_heads: 128
base_mlp_dim: 18432
base_moe_mlp_dim: 2048
base_num_decoder_layers: 61
first_num_dense_layers: 3
vocab_size: 129280
num_experts: 256
num_experts_per_tok: 8
shared_experts: 1
routed_bias: true
decoder_block: deepseek
attention_type: mla
q_lora_rank: 1536
kv_lora_rank: 512
qk_nope_head_dim: 128
qk_rope_head_dim: 64
v_head_dim: 128
"""


def test_a_model_of_maxtext_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shape = shape_from_config(io.StringIO(DEEPSEEK), sequence_length=4096)
    assert shape == sl.published.shapes["deepseek_v3"] and shape.parameters == 671_026_404_352
    assert any("routed_bias" in note for note in shape.notes)
    path = tmp_path / "deepseek3-671b.yml"
    path.write_text(DEEPSEEK)
    assert '"shape"' in run("read", path, "--json", capsys=capsys)[1]


def test_what_a_file_changes_of_a_model_that_it_names() -> None:
    text = (DIALECTS / "maxtext_gpu_8b.yml").read_text()
    less = layout_from(io.StringIO(f"{text}base_num_decoder_layers: 8\n")).shape
    assert less == sl.published.shapes["llama3_8b"].replace(layers=8)
    primus = (DIALECTS / "primus_8b.yaml").read_text()
    less = layout_from(io.StringIO(primus.replace("train_iters: 50", "num_layers: 4"))).shape
    assert less == sl.published.shapes["llama3_8b"].replace(layers=4)
    other = primus.replace("llama3.1_8B.yaml", "${PRIMUS_MODEL:deepseek_v3}.yaml")
    assert layout_from(io.StringIO(other)).shape.layers == 61
    refused = layout_from(io.StringIO(other.replace("train_iters: 50", "multi_latent_attention: false")))
    assert refused.shape is None and "multi_latent_attention is false, unlike" in str(refused.notes)


def test_placeholders_are_named_all_at_once() -> None:
    with pytest.raises(FileError) as refused:
        layout_from(DIALECTS / "bridge_placeholders.yaml")
    for name in ("TP", "PP", "HIDDEN", "MBS"):
        assert f"${{{name}}}" in str(refused.value)
    assert "envsubst < FILE | scaling-limits read -" in str(refused.value)
    text = (DIALECTS / "bridge_placeholders.yaml").read_text()
    for name, value in (("TP", "2"), ("PP", "${oc.env:PP,1}"), ("HIDDEN", "7168"), ("MBS", "1")):
        text = text.replace(f"${{{name}}}", value)
    assert layout_from(io.StringIO(text), gpus=64).layout == sl.parallelism.Layout(tensor=2, data=32)


@pytest.mark.parametrize(
    ("layout", "stages", "found", "chunks"),
    [
        ('"E|t*3|t*3|L"', 2, [3, 3], 2),
        ("[[embedding, decoder, decoder], [decoder], [decoder, decoder], [decoder, loss]]", 4, [2, 1, 2, 1], 1),
        ('"Et|(tt|)*2t,m|L"', 5, [1, 2, 2, 1, 0], 1),
    ],
)
def test_the_layout_of_a_pipeline(layout: str, stages: int, found: list[int], chunks: int) -> None:
    text = (
        f"model:\n  num_layers: 6\n  hidden_size: 64\n  num_attention_heads: 4\n  vocab_size: 256\n  seq_length: 32\n"
        f"  pipeline_model_parallel_size: {stages}\n  pipeline_model_parallel_layout: {layout}\n"
    )
    launch = layout_from(io.StringIO(text))
    assert launch.options["stage_layers"] == found and launch.layout.chunks == chunks
    with pytest.raises(FileError, match="pipeline_model_parallel_layout: has 6 layers of a decoder; expected num_layers = 7"):
        layout_from(io.StringIO(text.replace("num_layers: 6", "num_layers: 7")))
    with pytest.raises(FileError, match="pipeline_model_parallel_layout: is 'Etx': 0 pieces for"):
        layout_from(io.StringIO(text.replace(layout, "Etx")))


def test_stages_of_other_sizes_at_the_ends() -> None:
    script = (
        "torchrun --nnodes 1 --nproc_per_node 8 x.py --num-layers 30 --hidden-size 64 --num-attention-heads 4 "
        "--vocab-size 256 --seq-length 32 --pipeline-model-parallel-size 4 --micro-batch-size 1 "
    )
    launch = layout_from(io.StringIO(script + "--decoder-first-pipeline-num-layers 6 --decoder-last-pipeline-num-layers 8"))
    assert launch.options["stage_layers"] == [6, 8, 8, 8]
    launch = layout_from(io.StringIO(script.replace("30", "31") + "--account-for-embedding-in-pipeline-split"))
    assert launch.options["stage_layers"] == [7, 8, 8, 8]
    with pytest.raises(FileError, match="leaves 25 layers for 3 stages"):
        layout_from(io.StringIO(script + "--decoder-first-pipeline-num-layers 5"))


def test_experts_that_are_cut_apart_are_said_not_to_be_sayable() -> None:
    text = (
        "model:\n  num_layers: 8\n  hidden_size: 64\n  num_attention_heads: 4\n  num_moe_experts: 16\n  vocab_size: 256\n"
        "  seq_length: 32\n  tensor_model_parallel_size: 2\n  expert_model_parallel_size: 16\n"
        "  expert_tensor_parallel_size: 1\n"
    )
    notes = layout_from(io.StringIO(text), gpus=32).notes
    said = "expert_tensor_parallel_size = 1 with expert parallel 16 and tensor 2: a folded layout, 2 replicas of each expert"
    assert any(said in note and "cannot be said yet" in note for note in notes), notes


def test_a_default_of_one_dialect_is_not_that_of_another() -> None:
    same = "--num-layers 4 --hidden-size 64 --num-attention-heads 4 --num-experts 4 --vocab-size 256 --seq-length 32 "
    start = "torchrun --nnodes 1 --nproc_per_node 8 pretrain_gpt.py --micro-batch-size 1 "
    megatron = layout_from(io.StringIO(start + same))
    assert megatron.shape.active_experts == 2 and megatron.options["zero_stage"] == 0
    every_second = layout_from(io.StringIO(start + same + "--deepspeed --deepspeed_config a.json"))
    assert every_second.shape is None and "means 2: experts in every 2 layers" in str(every_second.notes)
    deepspeed = layout_from(io.StringIO(start + same + "--deepspeed --expert-interval 1"))
    assert deepspeed.shape.active_experts == 1 and deepspeed.options["zero_stage"] == 1


SMALL = "num_layers: 4\nhidden_size: 256\nnum_attention_heads: 4\nseq_length: 32\ntensor_model_parallel_size: 1\n"
OF_MEGATRON = "model:\n  " + SMALL.replace("\n", "\n  ")
ON_FLAGS = "torchrun --nnodes 1 --nproc_per_node 8 x.py --" + SMALL.strip().replace("_", "-").replace(": ", " ").replace(
    "\n", " --"
)
OF_PRIMUS = "modules:\n  pre_trainer:\n    framework: megatron\n    config: {}\n    overrides:\n      " + SMALL.replace(
    "\n", "\n      "
)
MPT = "max_seq_len: 1024\nmodel: {name: mpt_causal_lm}\nglobal_train_batch_size: 8\ndevice_train_microbatch_size: 1\n"
#: a file that leaves a key out, gpus, and what follows from the framework's own default, by the way to it
LEFT_UNSAID = {
    "latent attention on Megatron-LM's command line": (
        f"{ON_FLAGS} --multi-latent-attention --vocab-size 256", 8, {"shape.query_rank": 0, "shape.key_value_rank": 32}
    ),
    "latent attention of Primus": (
        OF_PRIMUS.format("trainer_base.yaml") + "multi_latent_attention: true\n      padded_vocab_size: 256\n", 8,
        {"shape.query_rank": 0, "shape.key_value_rank": 32, "save_steps": 20_000, "sequences": 128, "timeout": 600},
    ),
    "Primus's own trainer": (
        OF_PRIMUS.format("pre_trainer.yaml"), 8, {"save_steps": 1000, "sequences": 16, "timeout": 3600}
    ),
    "latent attention of Megatron-Bridge": (
        OF_MEGATRON + "multi_latent_attention: true\n  vocab_size: 256\n", 8,
        {"shape.query_rank": 512, "shape.key_value_rank": 512, "shape.norm_bias": False},
    ),
    "a model's vocabulary in Megatron-Bridge": (OF_MEGATRON + "vocab_size: 50257\n", 8, {"shape.vocabulary": 50257}),
    "a tokenizer's vocabulary in Megatron-Bridge": (
        OF_MEGATRON + "\ntokenizer: {vocab_size: 50257}\n", 8, {"shape.vocabulary": 50304}
    ),
    "a model's vocabulary in NeMo 1": (
        OF_MEGATRON + "encoder_seq_length: 32\n  vocab_size: 50257\n", 8, {"shape.vocabulary": 50304}
    ),
    "quick geglu": (f"{ON_FLAGS} --quick-geglu --vocab-size 256", 8, {"shape.gated": True, "shape.feed_forward": 1024}),
    "a sharding without FSDP": (
        f"{ON_FLAGS} --use-distributed-optimizer --data-parallel-sharding-strategy no_shard", 8, {"options.zero_stage": 1}
    ),
    "FSDP without a sharding": (f"{ON_FLAGS} --use-megatron-fsdp", 8, {"options.zero_stage": 0}),
    # 24 (12 d^2 + 2 d) + d + 50368 d + 2048 d, d = 2048: no biases, and learned positions, as many as the model says
    "an MPT": (
        MPT + "save_folder: /a\n", 8,
        {"shape.parameters": 24 * (12 * 2048**2 + 2 * 2048) + 2048 + (50368 + 2048) * 2048, "save_steps": 1000},
    ),
    "an MPT that is saved nowhere": (MPT, 8, {"save_steps": None}),
    "latent attention of MaxText": (
        "attention_type: mla\ndecoder_block: deepseek\nbase_emb_dim: 1024\nici_fsdp_parallelism: 8\n", 8,
        {"shape.query_rank": 0, "shape.key_value_rank": 512, "shape.rope_head_size": 64},
    ),
    "slices of MaxText": (
        "per_device_batch_size: 1\nici_fsdp_parallelism: 8\n", 32, {"layout.data": 32, "options.shard_ranks": 8}
    ),
    "slices of MaxText that are said": (
        "per_device_batch_size: 1\nici_fsdp_parallelism: -1\ndcn_data_parallelism: -1\nnum_slices: 4\n", 32,
        {"layout.data": 32, "options.shard_ranks": 8},
    ),
    "ulysses of MaxText": (
        "per_device_batch_size: 1\nici_context_usp_ulysses_parallelism: 2\n", 8, {"layout.context": 2, "layout.data": 4}
    ),
    "an optimizer of MaxText that is shared": (
        "ici_data_parallelism: 8\nici_fsdp_parallelism: 1\nshard_optimizer_over_data: true\n", 8, {"options.zero_stage": 1}
    ),
    "DeepSpeed of accelerate": (
        "distributed_type: DEEPSPEED\ncompute_environment: a\ndeepspeed_config: {zero3_init_flag: false}\n", 8,
        {"options.zero_stage": 2},
    ),
    "FSDP of accelerate": ("distributed_type: FSDP\ncompute_environment: a\n", 8, {"options.zero_stage": 3}),
    "a batch of axolotl": ("base_model: llama3_8b\nsequence_len: 64\n", 8, {"sequences": 8, "layout.micro_batch": 1}),
    "no saves of a Trainer": (
        "model_name_or_path: llama3_8b\nstage: sft\ncutoff_len: 8\nsave_strategy: no\n", 8, {"save_steps": None}
    ),
    "the exchange of a context": (
        f"{ON_FLAGS} --context-parallel-size 2 --cp-comm-type a2a", 8, {"options.context_exchange": "all_to_all"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LEFT_UNSAID)
def test_what_a_file_leaves_unsaid_is_as_its_framework_has_it(case: str) -> None:
    text, gpus, right = LEFT_UNSAID[case]
    launch = layout_from(io.StringIO(text), gpus=gpus)
    for way, value in right.items():
        owner, _, name = way.rpartition(".")
        found = getattr(launch, owner) if owner else launch
        assert (found.get(name) if isinstance(found, dict) else getattr(found, name)) == value, (way, launch)


def test_an_adapter_is_the_default_of_llama_factory() -> None:
    launch = layout_from(io.StringIO("model_name_or_path: llama3_8b\nstage: sft\ncutoff_len: 8\n"), gpus=8)
    assert any("finetuning_type (default) = lora" in note for note in launch.notes), launch.notes


@pytest.mark.parametrize(
    ("key", "group"),
    [
        ("save_retain_interval", "checkpoint"),
        ("replication_factor", "checkpoint"),
        ("multi_tier_checkpointing_backup_interval_minutes", "checkpoint"),
        ("zero_optimization.zero_hpz_partition_size", "layout"),
        ("parallelism.pipeline_parallel_split_points", "layout"),
        ("parallelism.disable_loss_parallel", "layout"),
        ("fault_tolerance.group_size", "layout"),
        ("ray_num_workers", "layout"),
        ("data_types.grad_accum_dtype", "precision"),
        ("communication_data_type", "precision"),
        ("device_train_grad_accum", "batch"),
        ("train_loader.dataset.packing_ratio", "batch"),
        ("model.peft_config.r", "memory"),
        ("soft_prompt_tuning.num_tokens", "memory"),
        ("unfrozen_parameters", "memory"),
        ("use_apollo", "memory"),
        ("use_badam", "memory"),
        ("use_adam_mini", "memory"),
        ("relora", "memory"),
        ("attention_output_gate", "shape"),
        ("spec", "shape"),
        ("optimizer.params.lr", ""),
        ("adam_beta1", ""),
        ("autotuning_run", ""),
    ],
)
def test_a_key_bears_on_what_it_changes(key: str, group: str) -> None:
    assert bears(key) == group


OTHERS = {
    "a.yaml: looks like a manifest of Kubernetes": "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n",
    "a.yaml: looks like a configuration of nanotron": "parallelism: {dp: 2, tp: 4, pp: 1}\ntokens: {sequence_length: 4096}\n",
    "a.yaml: looks like a configuration of verl": "actor_rollout_ref: {model: {path: a}}\n",
    "a.yaml: looks like a configuration of Lightning": "seed_everything: 1\ntrainer: {devices: 8}\nmodel: {class_path: a}\n",
    "a.json: looks like an adapter's configuration of PEFT": '{"peft_type": "LORA", "r": 8, "base_model_name_or_path": "a"}',
    "a.json: looks like an index of weights": '{"metadata": {"total_size": 1}, "weight_map": {"a": "b"}}',
    "a.json: looks like a notebook": '{"cells": [], "nbformat": 4}',
    "a.py: looks like a program of Python, which is not run": "import torch\nprint(1)\n",
    "a.yml: looks like a configuration of OLMo": "model: {d_model: 2048}\nglobal_train_batch_size: 8\n"
    "device_train_microbatch_size: 2\nmax_duration: 2e12T\nfsdp: {wrapping_strategy: null}\n",
    "a.sh: looks like a script that starts OpenRLHF": "deepspeed --module openrlhf.cli.train_sft --zero_stage 3\n",
    "a.sh: looks like a script that starts axolotl": "accelerate launch -m axolotl.cli.train examples/llama.yml\n",
    "a.sh: looks like a script without arguments": "#!/bin/bash\nls --all\n",
    "a.json: looks like a state of transformers' Trainer": '{"global_step": 1, "log_history": [], "train_batch_size": 4}',
    "a.yaml: looks like a composition of containers": "services:\n  a: {image: b}\n",
}


def test_a_released_config_json_is_no_tokenizer_and_no_generation() -> None:
    also = '{"eos_token_id": 2, "transformers_version": "4.57", "tokenizer_class": "LlamaTokenizer"}'
    config = json.loads((DIALECTS.parent / "configs" / "llama3_8b.json").read_text()) | json.loads(also)
    assert shape_from_config(io.StringIO(json.dumps(config))).parameters == LLAMA3_8B
    with pytest.raises(FileError, match="looks like a tokenizer"):
        shape_from_config(io.StringIO(also))


@pytest.mark.parametrize("said", OTHERS)
def test_what_is_recognised_and_not_read_is_refused_by_its_name(said: str, tmp_path: Path) -> None:
    path = tmp_path / said.partition(":")[0]
    path.write_text(OTHERS[said])
    for door in (shape_from_config, layout_from):
        with pytest.raises(FileError) as refused:
            door(path)
        assert str(refused.value).startswith(f"{tmp_path}/{said}") and "; expected " in str(refused.value)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("neox_20b.yml", ('"stage": 1', '"stage": 7'), "zero_optimization.stage: is "),
        ("neox_20b.yml", ('"num-layers": 44', '"num-layers": many'), "num-layers: is 'many'; expected a whole number"),
        ("neox_20b.yml", ('"pipe-parallel-size": 4', '"pipe-parallel-size": 5'), "96 GPUs are no multiple of"),
        ("foundry_hf.yaml", ("FULL_SHARD", "SOME_SHARD"), "fsdp_config.sharding_strategy: is 'SOME_SHARD'; expected"),
        ("maxtext_moe.yml", ("ici_tensor_parallelism: 4", "ici_tensor_parallelism: 3"), "256 GPUs are no multiple"),
        ("maxtext_moe.yml", ("mixtral", "mamba"), "decoder_block: is 'mamba'; expected one of"),
        ("primus_8b.yaml", ("framework: megatron", "framework: bionemo"), "framework: is 'bionemo': this is a file of Primus"),
        ("accelerate_fsdp.yaml", ("FULL_SHARD", "SHARD_ALL"), "fsdp_config.fsdp_sharding_strategy: is 'SHARD_ALL'; expected"),
    ],
)
def test_a_refusal_names_the_key(name: str, change: tuple[str, str], said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text((DIALECTS / name).read_text().replace(*change))
    if ": " in said and "decoder_block" in said:  # of the model alone: the launch is read
        assert said.partition(";")[0].replace(": ", " ", 1) in " ".join(layout_from(path, gpus=RIGHT[name].gpus).notes)
        return
    with pytest.raises(FileError, match=re.escape(said)):
        layout_from(path, gpus=RIGHT[name].gpus)


#: beside a file, what it does not say
BESIDE: dict[str, tuple[str, ...]] = {
    "deepspeed_zero3.json": ("--shape", "llama3_8b"),
    "deepspeed_auto.json": ("--shape", "llama3_8b", "--gpus", "8", "--batch", "64"),
    "accelerate_fsdp.yaml": ("--shape", "llama3_8b", "--batch", "64"),
    "accelerate_deepspeed.yaml": ("--shape", "llama3_8b", "--batch", "64"),
    "accelerate_megatron.yaml": ("--shape", "llama3_8b", "--batch", "64"),
    "axolotl_lora.yml": ("--shape", "gemma2_9b"),
    "megatron_deepspeed_moe.sh": ("--shape", "mixtral_8x7b"),
}


def run(*words: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


@pytest.mark.parametrize("name", RIGHT)
def test_what_read_saves_step_answers(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "q.toml"
    gpus = RIGHT[name].gpus
    words = ("read", DIALECTS / name, "--chip", "h100", "--fabric", "dgx_h100", "--save", saved)
    given = (*BESIDE.get(name, ()), *(("--gpus", gpus) if gpus else ()))
    if name in BESIDE:  # without it, it says what to give
        code, out, err = run(*words, capsys=capsys)
        assert code == 2 and out == "" and "--save: " in err and "give --" in err and not saved.exists()
    code, _, err = run(*words, *given, capsys=capsys)
    assert (code, err) == (0, "")
    assert set(tomllib.loads(saved.read_text())) == {"shape", "layout", "step", "chip", "fabric"}
    code, out, err = run("step", saved, "--json", capsys=capsys)
    assert (code, err) == (0, "") and json.loads(out)["step"]["status"]


def test_a_preset_beside_the_file_is_a_shape(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("read", DIALECTS / "deepspeed_zero3.json", "--shape", "llama2_7b", "--json", capsys=capsys)
    assert code == 0 and json.loads(out)["shape"]["parameters"] == LLAMA2_7B
    code, _, err = run("read", DIALECTS / "deepspeed_zero3.json", "--batch", "8", capsys=capsys)
    assert code == 2 and "--batch is for --save" in err
