# SPDX-License-Identifier: Apache-2.0
"""What a config.json of Hugging Face leaves unsaid, by its model_type: what the model's own class in transformers fixes.

Source: configuration_<type>.py and modeling_<type>.py of transformers 4.57: defaults of tie_word_embeddings, normalisations of
a layer, gated feed-forwards, biases, learned positions.
"""

from __future__ import annotations

from typing import NamedTuple


class Family(NamedTuple):
    """Models of one type."""

    gated: bool = True
    tied: bool = False  # where the file does not say
    norms: int = 2  # per layer; 0: normalisations have no weights
    shifts: bool = False  # whether normalisations have a bias too
    wide: bool = False  # a feed-forward of four widths where the file gives none
    of_attention: bool = False  # biases of queries, keys and values, where the file does not say
    of_others: bool = False  # biases of the other matrices of a layer
    positions: int = -1  # rows of a table of learned ones beside the longest sequence; -1: no table
    heads: str = ""  # normalisations of queries and keys: of "each" head alike, or of "all" heads together
    only_experts: bool = False  # intermediate_size is the width of an expert
    shared: int = 0  # experts that the file does not list
    length: int = 0  # of a sequence, where the file does not say
    uncounted: str = ""  # what a shape has no place for


_MLA = Family()
_OF_HEAD = "the biases of the output's table"
_OF_FEED_FORWARD = "biases of the feed-forward, without those of attention"

FAMILIES: dict[str, Family] = {
    "apertus": Family(gated=False, heads="each"),
    "arcee": Family(gated=False),
    "baichuan": Family(),
    "bloom": Family(
        gated=False,
        tied=True,
        wide=True,
        shifts=True,
        of_attention=True,
        of_others=True,
        length=2048,
        uncounted="the normalisation of the input's table",
    ),
    "chatglm": Family(of_attention=True),
    "codegen": Family(gated=False, norms=1, wide=True, shifts=True, uncounted=_OF_FEED_FORWARD),
    "cohere": Family(tied=True, norms=1),
    "cohere2": Family(tied=True, norms=1),
    "dbrx": Family(only_experts=True),
    "deepseek": Family(),
    "deepseek_v2": _MLA,
    "deepseek_v3": _MLA,
    "dots1": Family(heads="each"),
    "ernie4_5": Family(tied=True),
    "ernie4_5_moe": Family(tied=True),
    "exaone": Family(),
    "exaone4": Family(heads="each"),
    "falcon": Family(gated=False, tied=True, wide=True, shifts=True, length=2048),
    "gemma": Family(tied=True),
    "gemma2": Family(tied=True, norms=4),
    "gemma3": Family(tied=True, norms=4, heads="each"),
    "gemma3_text": Family(tied=True, norms=4, heads="each"),
    "glm": Family(of_attention=True),
    "glm4": Family(norms=4, of_attention=True),
    "glm4_moe": Family(),
    "gpt2": Family(gated=False, tied=True, wide=True, shifts=True, of_attention=True, of_others=True, positions=0),
    "gpt_bigcode": Family(gated=False, tied=True, wide=True, shifts=True, of_attention=True, of_others=True, positions=0),
    "gpt_neo": Family(gated=False, tied=True, wide=True, shifts=True, of_others=True, positions=0),
    "gpt_neox": Family(gated=False, shifts=True, of_attention=True, of_others=True),
    "gpt_oss": Family(
        only_experts=True, of_attention=True, of_others=True, uncounted="the sinks of attention, one weight a head"
    ),
    "gptj": Family(gated=False, norms=1, wide=True, shifts=True, uncounted=_OF_FEED_FORWARD),
    "granite": Family(),
    "granitemoe": Family(only_experts=True),
    "grok-1": Family(tied=True, norms=4, only_experts=True),
    "internlm2": Family(),
    "internlm3": Family(),
    "kimi_k2": _MLA,
    "llama": Family(),
    "llama4_text": Family(only_experts=True, shared=1),
    "minicpm": Family(tied=True),
    "minicpm3": Family(tied=True),
    "minimax_m2": Family(only_experts=True, heads="all"),
    "ministral": Family(),
    "mistral": Family(),
    "mixtral": Family(only_experts=True),
    "mpt": Family(gated=False, tied=True),
    "nemotron": Family(gated=False),
    "olmo": Family(norms=0),
    "olmo2": Family(heads="all"),
    "olmo3": Family(heads="all"),
    "olmoe": Family(only_experts=True, heads="all"),
    "opt": Family(gated=False, tied=True, shifts=True, of_attention=True, of_others=True, positions=2),
    "persimmon": Family(
        gated=False, shifts=True, of_attention=True, of_others=True, uncounted="normalisations of queries and keys"
    ),
    "phi": Family(gated=False, norms=1, shifts=True, of_attention=True, of_others=True, uncounted=_OF_HEAD),
    "phi3": Family(),
    "phimoe": Family(only_experts=True, shifts=True, of_attention=True, uncounted=_OF_HEAD),
    "qwen2": Family(of_attention=True),
    "qwen2_moe": Family(of_attention=True, uncounted="the gates of the shared experts"),
    "qwen3": Family(heads="each"),
    "qwen3_moe": Family(heads="each"),
    "seed_oss": Family(of_attention=True),
    "smollm3": Family(tied=True),
    "stablelm": Family(shifts=True),
    "starcoder2": Family(gated=False, tied=True, shifts=True, of_attention=True, of_others=True),
}

#: what a decoder of attention and feed-forwards cannot stand for
OTHERS: dict[str, str] = {
    **dict.fromkeys(("mamba", "mamba2", "falcon_mamba", "rwkv", "xlstm"), "has no attention"),
    **dict.fromkeys(
        (
            "bamba",
            "falcon_h1",
            "granitemoehybrid",
            "jamba",
            "kimi_linear",
            "lfm2",
            "minimax",
            "nemotron_h",
            "qwen3_next",
            "recurrent_gemma",
            "zamba",
            "zamba2",
        ),
        "mixes layers of attention with others",
    ),
    **dict.fromkeys(("bart", "marian", "mbart", "mt5", "pegasus", "t5", "umt5", "whisper"), "has an encoder and a decoder"),
    **dict.fromkeys(
        ("albert", "bert", "deberta", "deberta-v2", "distilbert", "electra", "modernbert", "roberta", "vit"), "is an encoder"
    ),
    "arctic": "has a dense feed-forward beside the experts of each layer",
    "gemma3n": "has matrices of its own beside attention and feed-forward",
}
