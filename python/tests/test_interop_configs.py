# SPDX-License-Identifier: Apache-2.0
"""Model and launch files in: files in data/configs, written from what their authors print."""

from __future__ import annotations

import copy
import io
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scaling_limits as sl
from scaling_limits.interop import FileError, layout_from, shape_from_config

CONFIGS = Path(__file__).parent / "data" / "configs"
HUGGING_FACE = sorted(path.stem for path in CONFIGS.glob("*.json"))

#: whether shapes count biases, learned positions, normalisations of queries and keys
COUNTED = "query_key_norm" in {field.name for field in sl.workload.TransformerShape.fields()}
#: presets whose source has another number of rows than the released config
OTHER_VOCABULARIES = {"gemma2_9b": 256_128, "gemma3_27b": 262_144}
#: parameters as the authors count or print them, all and active, and the share of them that a shape without biases leaves out
PRINTED = {
    "bloom_176b": ("176,247,271,424", None, 1e-4),  # biases; the normalisation of the table is never counted
    "dbrx": ("132", "36", 0),
    "deepseek_v2": ("236", "21", 0),
    "deepseek_v2_lite": ("15.7", None, 0),
    "deepseek_v3": ("671", "37", 0),
    "falcon_7b": ("6,921,720,704", None, 5e-5),  # biases of normalisations
    "gemma2_9b": ("9,241,705,984", None, 0),
    "gpt2": ("124,439,808", None, 8e-3),  # biases and learned positions
    "gpt_neox_20b": ("20,554,567,680", None, 2e-4),  # biases
    "gpt_oss_120b": ("116.8", None, 0),
    "kimi_k2": ("1026", "32", 0),
    "llama2_70b": ("68,976,648,192", None, 0),
    "llama3_2_1b": ("1,235,814,400", None, 0),
    "llama3_405b": ("405,853,388,800", None, 0),
    "llama3_70b": ("70,553,706,496", None, 0),
    "llama3_8b": ("8,030,261,248", None, 0),
    "mistral_7b": ("7,241,732,096", None, 0),
    "mixtral_8x7b": ("46,702,792,704", "12.9", 0),
    "olmo2_7b": ("7,298,617,344", None, 4e-5),  # normalisations of queries and keys
    "phi_4": ("14.7", None, 0),
    "qwen2_5_7b": ("7,615,616,512", None, 2e-5),  # biases of queries, keys and values
    "qwen2_57b_a14b": ("57.4", "14.2", 0),
    "qwen3_235b_a22b": ("235", "22", 0),
    "qwen3_8b": ("8,190,735,360", None, 2e-6),  # normalisations of queries and keys
}


def as_printed(text: str, value: float) -> str:
    """A value in billions with the digits of a text; or truncated to them, as some authors do."""
    digits = len(text.partition(".")[2])
    if abs(float(text) - value / 1e9) < 10**-digits:
        return text
    return f"{value / 1e9:.{digits}f}"


@pytest.mark.parametrize("name", HUGGING_FACE)
def test_a_published_shape_comes_out_of_its_config(name: str) -> None:
    shape = shape_from_config(CONFIGS / f"{name}.json")
    assert isinstance(shape, sl.workload.TransformerShape)
    assert any(note.startswith("taken: layers from ") for note in shape.notes)
    if name in sl.published.shapes:
        published = sl.published.shapes[name]
        if name in OTHER_VOCABULARIES:
            assert published.vocabulary == OTHER_VOCABULARIES[name] != shape.vocabulary
            published = published.replace(vocabulary=shape.vocabulary)
        assert shape.parameters == published.parameters
        assert shape.active_parameters == published.active_parameters
        if "not known: the length" in str(shape.notes):
            assert shape.replace(sequence_length=published.sequence_length).flops_per_token() == published.flops_per_token()


@pytest.mark.parametrize("name", PRINTED)
def test_parameters_are_those_that_authors_print(name: str) -> None:
    shape = shape_from_config(CONFIGS / f"{name}.json")
    printed, active, left_out = PRINTED[name]
    if "," in printed:
        count = int(printed.replace(",", ""))
        if COUNTED and name != "bloom_176b":
            left_out = 0
        assert count * (1 - left_out) <= shape.parameters <= count
        assert (shape.parameters == count) == (left_out == 0)
        assert bool(left_out) <= any(note.startswith("left out: ") for note in shape.notes)
    else:
        assert as_printed(printed, shape.parameters) == printed
    if active is not None:
        assert as_printed(active, shape.active_parameters) == active


def test_every_config_has_a_witness() -> None:
    assert set(HUGGING_FACE) - set(PRINTED) <= set(sl.published.shapes) | {"gemma3_27b", "glm_4_5", "opt_66b"}


def test_a_read_shape_is_a_shape_like_any_other() -> None:
    shape = shape_from_config(CONFIGS / "llama3_8b.json")
    same = sl.workload.TransformerShape(**shape.as_dict())
    assert shape == same and same == shape and hash(shape) == hash(same)
    assert shape != same.replace(layers=31) and shape != "a shape"
    for other in (pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape), shape.replace(layers=32)):
        assert other == shape and other.notes == shape.notes
    assert shape.replace(layers=[32, 64]).parameters[0] == shape.parameters
    assert repr(shape) == repr(same)
    best = sl.parallelism.step(
        shape,
        sl.parallelism.Layout(tensor=8),
        sl.published.chips["h100"],
        sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10),
        8192,
    )
    assert best.status == "ok"


def text_of(**config: object) -> io.StringIO:
    return io.StringIO(json.dumps(config))


LLAMA = json.loads((CONFIGS / "llama3_8b.json").read_text())


def test_a_model_that_is_not_known_is_read_by_its_names() -> None:
    shape = shape_from_config(text_of(**LLAMA | {"model_type": "new_llama"}))
    assert shape == sl.published.shapes["llama3_8b"]
    assert any("model_type 'new_llama': read by the names of its fields" in note for note in shape.notes)


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"model_type": "mamba"}, "model_type", "has no attention"),
        ({"model_type": "jamba"}, "model_type", "mixes layers"),
        ({"model_type": "bert"}, "model_type", "is an encoder"),
        ({"is_encoder_decoder": True}, "model_type", "an encoder and a decoder"),
        ({"layer_types": ["linear_attention"] * 32}, "layer_types", "layers of attention alone"),
        ({"model_type": "odd", "rms_norm_eps": None}, "model_type", "which is not known here"),
        ({"hidden_size": None}, "hidden_size", "is not given; expected one of hidden_size, n_embd"),
        ({"hidden_size": 4097}, "num_attention_heads", "is 32, which does not divide hidden_size = 4097"),
        ({"num_key_value_heads": 7}, "num_key_value_heads", "must divide query_heads = 32"),
        ({"num_hidden_layers": True}, "num_hidden_layers", "is true; expected a whole number in [1, 2147483647]"),
        ({"num_hidden_layers": 1e400}, "num_hidden_layers", "is inf; expected"),
        ({"num_hidden_layers": 2**40}, "num_hidden_layers", "is 1099511627776; expected"),
        ({"num_hidden_layers": 10**40}, "num_hidden_layers", "is a number of more than 30 digits; expected"),
        ({"num_hidden_layers": -1}, "num_hidden_layers", "is -1; expected"),
        ({"num_hidden_layers": 1.5}, "num_hidden_layers", "is 1.5; expected"),
        ({"vocab_size": {"a": 1}}, "vocab_size", "is a mapping; expected"),
        ({"vocab_size": None}, "vocabulary", "is not in the file (it comes with the tokenizer); expected vocabulary="),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings", "is 'yes'; expected true or false"),
        ({"text_config": 3, "num_hidden_layers": None}, "text_config", "is 3; expected a mapping"),
        ({"intermediate_size": None}, "intermediate_size", "is not given"),
        ({"model_type": "mixtral", "num_local_experts": 8}, "num_experts_per_tok", "is not given; expected one of"),
        ({"model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2}, "moe_intermediate_size", "is not given"),
        (
            {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 9},
            "num_experts_per_tok",
            "must be in [1, experts = 8]",
        ),
        (
            {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2, "decoder_sparse_step": 2},
            "decoder_sparse_step",
            "is 2; expected 1: a shape has experts in every layer",
        ),
    ],
)
def test_a_refusal_names_file_place_and_what_was_expected(
    change: dict[str, object], place: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(LLAMA | change))
    with pytest.raises(FileError) as refused:
        shape_from_config(path)
    assert refused.value.place == place
    assert str(refused.value).startswith(f"{path}: {place}: ") and said in str(refused.value)
    assert pickle.loads(pickle.dumps(refused.value)).args == refused.value.args


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", "{", "line 1, column 2: Expecting property name"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", '{"a": ' + "1" * 5000 + "}", "too many digits"),
        ("a.yaml", "a: " + "1" * 5000 + "\nb: 1\n", "a.yaml: holds a number of too many digits; expected YAML of plain values"),
        ("a.json", "[1]", "is a list; expected a mapping"),
        ("a.toml", "[a\n", "line 1"),
        ("a.toml", "a = " + "[" * 100_000, "nested too deeply"),
        ("a.yaml", "a: [1", "line"),
        ("a.yaml", "!!python/object:os.system {}", "could not determine a constructor"),
        ("a.yaml", "a: 2001-13-45", "month must be in"),
        ("a.yaml", "[" * 100_000, "nest"),
        ("a.yaml", "a: 1\n" * 100_000, "is larger than 256 KiB"),
        ("a.sh", "python --a 'b", "line 1: has a quotation that is not closed"),
        ("a.json", " " * (5 << 20), "is larger than 4 MiB"),
    ],
)
def test_text_that_is_none(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    for read in (shape_from_config, layout_from):
        with pytest.raises(FileError, match="(?i)^" + str(tmp_path / name)) as refused:
            read(tmp_path / name)
        assert said in str(refused.value)


def test_bytes_and_other_things_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(FileError, match="byte 7: is not UTF-8"):
        shape_from_config(tmp_path / "a.json")
    with pytest.raises(FileNotFoundError):
        shape_from_config(tmp_path / "none.json")
    with pytest.raises(TypeError, match="path must be a path or an open file, not int"):
        shape_from_config(3)
    with pytest.raises(FileError, match="the text: describes no model"):  # bytes are read as text is
        shape_from_config(io.BytesIO(b"{}"))
    with pytest.raises(TypeError, match="a shape has no field 'layer'; did you mean 'layers'"):
        shape_from_config(CONFIGS / "llama3_8b.json", layer=3)
    with pytest.raises(ValueError, match=r"layers = 0 must be a whole number"):
        shape_from_config(CONFIGS / "llama3_8b.json", layers=0)


def test_what_is_known_beside_the_file_goes_before_it() -> None:
    shape = shape_from_config(CONFIGS / "llama3_405b.json", sequence_length=8192)
    assert shape == sl.published.shapes["llama3_405b"]
    assert shape.notes[-1] == "derived: sequence_length: as given beside the file"
    assert "not known" not in str(shape.notes)


def test_megatron_arguments_of_a_script() -> None:
    launch = layout_from(CONFIGS / "megatron_llama3_405b.sh")
    assert launch.framework == "megatron"
    assert launch.layout == sl.parallelism.Layout(tensor=8, pipeline=16, data=8, chunks=8)
    assert (launch.sequences, launch.sequence_length, launch.batch_tokens) == (2048, 8192, 2048 * 8192)
    assert launch.shape.replace(vocabulary=128256) == sl.published.shapes["llama3_405b"]
    assert launch.shape.vocabulary == 126 * 1024  # padded to a multiple of 128 x tensor
    assert launch.recipe == sl.workload.state_recipes["optimizer_and_weights"]
    assert launch.checkpoint_bytes == 14 * launch.shape.parameters
    assert (launch.save_steps, launch.asynchronous, launch.timeout) == (500, True, 2700)
    assert launch.options == {"recompute": "selective", "sequence_parallel": True, "zero_stage": 1}
    assert shape_from_config(CONFIGS / "megatron_llama3_405b.sh") == launch.shape


def test_megatron_arguments_of_a_mixture_with_latent_attention() -> None:
    launch = layout_from(CONFIGS / "megatron_deepseek_v3.txt", gpus=2048)
    assert launch.shape == sl.published.shapes["deepseek_v3"]
    assert launch.layout == sl.parallelism.Layout(pipeline=16, data=128, expert=64)
    assert launch.recipe == sl.workload.StateRecipe(first_moment=2, second_moment=2, working_weights=2)
    assert launch.options["precision"] == "fp8" and (launch.save_steps, launch.local_save_steps) == (250, 25)


def test_the_yaml_of_megatron_of_bridge_and_of_nemo() -> None:
    gpt = layout_from(CONFIGS / "megatron_gpt.yaml", gpus=1536)
    assert gpt.shape == sl.published.shapes["gpt3_175b"] and gpt.framework == "megatron"
    assert gpt.layout == sl.parallelism.Layout(tensor=8, pipeline=12, data=16, chunks=8)
    assert gpt.options == {"recompute": "full", "sequence_parallel": True, "zero_stage": 0}
    bridge = layout_from(CONFIGS / "bridge_llama3_8b.yaml", gpus=64)
    assert bridge.shape == sl.published.shapes["llama3_8b"] and bridge.framework == "nemo"
    assert bridge.layout == sl.parallelism.Layout(context=2, data=32)
    assert (bridge.keep, bridge.asynchronous, bridge.timeout, bridge.sequences) == (5, True, 900, 512)
    nemo = layout_from(CONFIGS / "nemo_gpt_5b.yaml")
    assert nemo.layout == sl.parallelism.Layout(data=128, micro_batch=4) and nemo.batch_tokens == 2048 * 2048
    assert nemo.shape.feed_forward == 10880 and nemo.shape.gated and nemo.recipe.working_weights == 2


def test_torchtitan_files() -> None:
    titan = layout_from(CONFIGS / "torchtitan_llama3_405b.toml", gpus=512)
    assert titan.shape == sl.published.shapes["llama3_405b"]
    assert titan.layout == sl.parallelism.Layout(tensor=8, data=64, micro_batch=2)
    assert titan.batch_tokens == 128 * 8192 and titan.checkpoint_bytes == 12 * titan.shape.parameters
    assert titan.options == {"recompute": "full", "zero_stage": 3, "precision": "fp8"} and titan.timeout == 100
    alone = layout_from(CONFIGS / "torchtitan_llama3_405b.toml")
    assert alone.layout.data == 1 and alone.batch_tokens is None
    assert "data_parallel_shard_degree = -1 takes all that are left" in str(alone.notes)
    deep = layout_from(CONFIGS / "torchtitan_deepseek_v3.toml")
    assert deep.shape == sl.published.shapes["deepseek_v3"] and deep.layout.gpus == 1024
    assert deep.options["shard_ranks"] == 32 and deep.recipe.bytes_per_parameter == 6 and deep.keep == 3
    with pytest.raises(FileError, match="multiply to 1024 GPUs; expected 512 GPUs"):
        layout_from(CONFIGS / "torchtitan_deepseek_v3.toml", gpus=512)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ('name = "llama4"\nflavor = "17bx128e"', "experts in every second layer"),
        ('name = "llama3"\nflavor = "405"', "did you mean '405B'"),
        ('name = "lama3"\nflavor = "8B"', "did you mean 'llama3'"),
        ('name = "flux"\nflavor = "flux-dev"', "generates images"),
    ],
)
def test_models_of_torchtitan_that_no_shape_stands_for(model: str, said: str) -> None:
    text = f"[model]\n{model}\n[training]\nseq_len = 4096\n[parallelism]\ntensor_parallel_degree = 2\n"
    with pytest.raises(FileError, match=said):
        shape_from_config(io.StringIO(text))
    launch = layout_from(io.StringIO(text), gpus=8)
    assert launch.shape is None and launch.checkpoint_bytes is None and launch.layout.data == 4
    assert "not known: the model: model." in str(launch.notes)


def test_a_script_says_what_it_sets_and_what_it_does_not() -> None:
    script = """
        TP=4; PP=2  # it's a comment
        ARGS=(--num-layers 24
              "--hidden-size" 1024)
        ARGS+=( --num-attention-heads "16" )
        EXTRA="--seq-length 2048 --vocab-size ${VOCAB:-50257} --data-path '/a b/c'"
        if [ $SIZE = big ]; then LAYERS=48; fi
        torchrun --nproc_per_node=8 --nnodes=$NNODES train.py "${ARGS[@]}" $EXTRA --tensor-model-parallel-size=$TP \\
            --pipeline-model-parallel-size $PP --micro-batch-size 2 | tee log
    """
    launch = layout_from(io.StringIO(script))
    assert launch.layout == sl.parallelism.Layout(tensor=4, pipeline=2, micro_batch=2)
    assert launch.shape.vocabulary == 50688 and launch.shape.layers == 24
    with pytest.raises(FileError, match=r"--pipeline-model-parallel-size: is '\$QQ', which the file does not set"):
        layout_from(io.StringIO(script.replace("$PP", "$QQ")))


def test_an_argument_that_is_given_twice_is_the_last(tmp_path: Path) -> None:
    path = tmp_path / "run.sh"
    path.write_text("python pretrain_gpt.py --micro-batch-size 2 --tensor-model-parallel-size 2 --micro-batch-size 4\n")
    launch = layout_from(path)
    assert launch.layout.micro_batch == 4
    assert "derived: --micro-batch-size is given more than once, the last is taken" in launch.notes


def test_arguments_of_the_functions() -> None:
    with pytest.raises(ValueError, match=r"framework = 'megatorn' must be one of megatron, nemo, torchtitan, .*; did you mean"):
        layout_from(CONFIGS / "megatron_gpt.yaml", "megatorn")
    for gpus in (0, 1.5, -8, 2**40):
        with pytest.raises(ValueError, match=r"gpus = .* must be a whole number in \[1, 2147483647\]"):
            layout_from(CONFIGS / "megatron_gpt.yaml", gpus=gpus)
    with pytest.raises(FileError, match="100 GPUs are no multiple of tensor x pipeline x context = 96"):
        layout_from(CONFIGS / "megatron_gpt.yaml", gpus=100)


@settings(max_examples=60, deadline=None)
@given(
    layers=st.integers(1, 200),
    heads=st.sampled_from([1, 2, 8, 16]),
    groups=st.sampled_from([1, 2, 4]),
    size=st.sampled_from([32, 64, 128]),
    gated=st.booleans(),
    tied=st.booleans(),
)
def test_one_model_is_the_same_in_every_form(layers: int, heads: int, groups: int, size: int, gated: bool, tied: bool) -> None:
    groups = min(groups, heads)
    hidden, width, words = heads * size, 4 * heads * size + 64, 32_000
    config = {
        "model_type": "llama" if gated else "nemotron",
        "num_hidden_layers": layers,
        "hidden_size": hidden,
        "intermediate_size": width,
        "num_attention_heads": heads,
        "num_key_value_heads": groups,
        "vocab_size": words,
        "max_position_embeddings": 512,
        "tie_word_embeddings": tied,
    }
    arguments = (
        f"--num-layers {layers} --hidden-size {hidden} --ffn-hidden-size {width} --num-attention-heads {heads} "
        f"--group-query-attention --num-query-groups {groups} --padded-vocab-size {words} --seq-length 512 "
        "--normalization RMSNorm --disable-bias-linear --position-embedding-type rope"
        + " --swiglu" * gated
        + " --untie-embeddings-and-output-weights" * (not tied)
    )
    model = (
        f"model:\n  num_layers: {layers}\n  hidden_size: {hidden}\n  ffn_hidden_size: {width}\n  num_attention_heads: {heads}\n"
        f"  num_query_groups: {groups}\n  vocab_size: {words}\n  should_pad_vocab: false\n  seq_length: 512\n"
        "  normalization: RMSNorm\n  add_bias_linear: false\n  position_embedding_type: rope\n"
        f"  gated_linear_unit: {str(gated).lower()}\n  share_embeddings_and_output_weights: {str(tied).lower()}\n"
    )
    shapes = [shape_from_config(io.StringIO(text)) for text in (json.dumps(config), arguments, model)]
    assert shapes[0] == shapes[1] == shapes[2]
