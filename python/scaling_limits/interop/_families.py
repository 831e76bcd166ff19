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
    wide: bool = False  # a feed-forward of four widths where the file gives none
    biases: str = ""
    positions: bool = False  # learned ones, a table
    norms_of_heads: bool = False  # of queries and keys
    only_experts: bool = False  # intermediate_size is the width of an expert
    shared: int = 0  # experts that the file does not list
    length: int = 0  # of a sequence, where the file does not say


_MLA = Family()
_WHOLE_BIASES = "of all matrices"

FAMILIES: dict[str, Family] = {
    "apertus": Family(gated=False, norms_of_heads=True),
    "arcee": Family(gated=False),
    "baichuan": Family(),
    "bloom": Family(gated=False, tied=True, wide=True, biases=_WHOLE_BIASES, length=2048),
    "chatglm": Family(biases="of queries, keys and values"),
    "codegen": Family(gated=False, norms=1, wide=True, biases="of the feed-forward"),
    "cohere": Family(tied=True, norms=1),
    "cohere2": Family(tied=True, norms=1),
    "dbrx": Family(only_experts=True),
    "deepseek": Family(),
    "deepseek_v2": _MLA,
    "deepseek_v3": _MLA,
    "dots1": Family(norms_of_heads=True),
    "ernie4_5": Family(tied=True),
    "ernie4_5_moe": Family(tied=True),
    "exaone": Family(),
    "exaone4": Family(norms_of_heads=True),
    "falcon": Family(gated=False, tied=True, wide=True, length=2048),
    "gemma": Family(tied=True),
    "gemma2": Family(tied=True, norms=4),
    "gemma3": Family(tied=True, norms=4, norms_of_heads=True),
    "gemma3_text": Family(tied=True, norms=4, norms_of_heads=True),
    "glm": Family(biases="of queries, keys and values"),
    "glm4": Family(norms=4),
    "glm4_moe": Family(),
    "gpt2": Family(gated=False, tied=True, wide=True, biases=_WHOLE_BIASES, positions=True),
    "gpt_bigcode": Family(gated=False, tied=True, wide=True, biases=_WHOLE_BIASES, positions=True),
    "gpt_neo": Family(gated=False, tied=True, wide=True, biases="of the feed-forward", positions=True),
    "gpt_neox": Family(gated=False, biases=_WHOLE_BIASES),
    "gpt_oss": Family(only_experts=True, biases=_WHOLE_BIASES),
    "gptj": Family(gated=False, norms=1, wide=True, biases="of the feed-forward"),
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
    "minimax_m2": Family(only_experts=True, norms_of_heads=True),
    "ministral": Family(),
    "mistral": Family(),
    "mixtral": Family(only_experts=True),
    "mpt": Family(gated=False, tied=True),
    "nemotron": Family(gated=False),
    "olmo": Family(norms=0),
    "olmo2": Family(norms_of_heads=True),
    "olmo3": Family(norms_of_heads=True),
    "olmoe": Family(only_experts=True, norms_of_heads=True),
    "opt": Family(gated=False, tied=True, biases=_WHOLE_BIASES, positions=True),
    "persimmon": Family(gated=False, norms_of_heads=True, biases=_WHOLE_BIASES),
    "phi": Family(gated=False, norms=1, biases=_WHOLE_BIASES),
    "phi3": Family(),
    "phimoe": Family(only_experts=True, biases="of the attention"),
    "qwen2": Family(biases="of queries, keys and values"),
    "qwen2_moe": Family(biases="of queries, keys and values"),
    "qwen3": Family(norms_of_heads=True),
    "qwen3_moe": Family(norms_of_heads=True),
    "seed_oss": Family(biases="of queries, keys and values"),
    "smollm3": Family(tied=True),
    "stablelm": Family(),
    "starcoder2": Family(gated=False, tied=True, biases=_WHOLE_BIASES),
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
