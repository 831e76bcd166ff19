# SPDX-License-Identifier: Apache-2.0
"""torchtitan's TOML configurations, and the numbers of the models that they name.

Source: pytorch/torchtitan torchtitan/models/<name>/__init__.py and model/args.py of 0.1.0, 0.2.0, 0.2.1 and 0.2.2, the last
that reads TOML. The feed-forward of llama3 and llama4 is what FeedForward computes there from dim, ffn_dim_multiplier and
multiple_of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._kernel import suggestion
from .._source import described
from ._reading import Look
from ._shape import Draft, ReadShape

_LLAMA = {"vocabulary": 128256, "key_value_heads": 8, "head_size": 128}
_QWEN = {"vocabulary": 151936, "key_value_heads": 8, "head_size": 128}
_MLA = {"key_value_rank": 512, "head_size": 128, "rope_head_size": 64}
_GPT_OSS = {
    "hidden": 2880,
    "feed_forward": 0,
    "query_heads": 64,
    "key_value_heads": 8,
    "head_size": 64,
    "vocabulary": 201088,
    "active_experts": 4,
    "expert_feed_forward": 2880,
}


def _of(layers: int, hidden: int, feed_forward: int, heads: int, **more: int) -> dict[str, int]:
    return {"layers": layers, "hidden": hidden, "feed_forward": feed_forward, "query_heads": heads, **more}


def _experts(experts: int, active: int, shared: int, width: int, dense: int = 0) -> dict[str, int]:
    found = {"experts": experts, "active_experts": active, "shared_experts": shared, "expert_feed_forward": width}
    return found | {"dense_layers": dense}


#: the numbers of each model by name and flavor; what changes attention alone (..._flex, ..._varlen) is left off the name
FLAVORS: dict[str, dict[str, dict[str, int]]] = {
    "llama3": {
        "debugmodel": _of(6, 256, 768, 16, key_value_heads=16, head_size=16, vocabulary=2048),
        "8B": _of(32, 4096, 14336, 32, **_LLAMA),
        "70B": _of(80, 8192, 28672, 64, **_LLAMA),
        "405B": _of(126, 16384, 53248, 128, **_LLAMA),
    },
    "llama4": {
        "17bx16e": _of(48, 5120, 8192, 40, key_value_heads=8, head_size=128, vocabulary=202048) | _experts(16, 1, 1, 8192),
    },
    "qwen3": {
        "debugmodel": _of(8, 256, 3072, 16, **(_QWEN | {"vocabulary": 2048}), tied=1),
        "0.6B": _of(28, 1024, 3072, 16, **_QWEN, tied=1),
        "1.7B": _of(28, 2048, 6144, 16, **_QWEN, tied=1),
        "4B": _of(36, 2560, 9728, 32, **_QWEN, tied=1),
        "8B": _of(36, 4096, 12288, 32, **_QWEN),
        "14B": _of(40, 5120, 17408, 40, **_QWEN),
        "32B": _of(64, 5120, 25600, 64, **_QWEN),
        "debugmodel_moe": _of(8, 256, 3072, 16, **(_QWEN | {"vocabulary": 2048})) | _experts(64, 8, 0, 768),
        "30B-A3B": _of(48, 2048, 6144, 32, **(_QWEN | {"key_value_heads": 4})) | _experts(128, 8, 0, 768),
        "235B-A22B": _of(94, 4096, 12288, 64, **(_QWEN | {"key_value_heads": 4})) | _experts(128, 8, 0, 1536),
    },
    "deepseek_v3": {
        "debugmodel": _of(6, 256, 1024, 16, key_value_heads=16, vocabulary=2048, **_MLA) | _experts(8, 3, 2, 256, 1),
        "16B": _of(27, 2048, 10944, 16, key_value_heads=16, vocabulary=102400, **_MLA) | _experts(64, 6, 2, 1408, 1),
        "236B": _of(60, 5120, 12288, 128, key_value_heads=128, vocabulary=102400, query_rank=1536, **_MLA)
        | _experts(160, 6, 2, 1536, 1),
        "671B": _of(61, 7168, 18432, 128, key_value_heads=128, vocabulary=129280, query_rank=1536, **_MLA)
        | _experts(256, 8, 1, 2048, 3),
    },
    "gpt_oss": {
        "20b": {"layers": 24, "experts": 32, **_GPT_OSS},
        "120b": {"layers": 36, "experts": 128, **_GPT_OSS},
    },
}
#: what stands in the releases too, and has no place in a shape
REFUSED = {
    ("llama4", "17bx128e"): "has experts in every second layer",
    ("llama4", "debugmodel"): "has experts in every second layer",
    ("gpt_oss", "debugmodel"): "is a toy",
    ("flux", ""): "generates images: it is no decoder of tokens",
}
#: what a flavor adds to a name without a change of its numbers
_ATTENTION = ("_flex_attn", "_varlen_attn", "_flex", "_varlen", "_irope")
_LEFT_OUT = {
    "gpt_oss": "the sinks of attention, and that some layers look at the nearest tokens alone",
    "llama4": "that some layers look at the nearest tokens alone",
}


def is_torchtitan(tree: Mapping[str, Any]) -> bool:
    """Whether a tree is one of torchtitan's."""
    model = tree.get("model")
    named = isinstance(model, Mapping) and "flavor" in model
    return named or ("parallelism" in tree and "training" in tree)


def shape_of(look: Look, known: Mapping[str, Any]) -> ReadShape:
    """The shape of the model that a configuration names."""
    name, flavor = look.word("model.name")[1] or "llama3", look.word("model.flavor")[1] or "debugmodel"
    draft = Draft(look)
    refused = REFUSED.get((name, _bare(flavor))) or REFUSED.get((name, ""))
    if refused:
        said = f"is {described(flavor)}: this {name} {refused}"
        raise look.source.unread("model.flavor", said, "a flavor with layers that are alike")
    if name not in FLAVORS:
        hint = suggestion(name, tuple(FLAVORS))
        raise look.source.unread("model.name", f"is {described(name)}{hint}", "a model of torchtitan 0.2.2")
    numbers = FLAVORS[name].get(flavor) or FLAVORS[name].get(_bare(flavor))
    if numbers is None:
        hint = suggestion(flavor, tuple(FLAVORS[name]))
        raise look.source.unread("model.flavor", f"is {described(flavor)}{hint}", f"a flavor of {name} of torchtitan 0.2.2")
    for field, value in numbers.items():
        draft.values[field] = bool(value) if field == "tied" else value
    draft.notes.derived(f"the numbers of {name} {flavor}: as torchtitan 0.2.2 has them")
    if draft.take("sequence_length", "training.seq_len") is None:
        draft.derive("sequence_length", 2048, "training.seq_len is at its default")
    if name == "qwen3":
        draft.more("query_key_norm", 2 * numbers["head_size"], "normalisations of queries and keys")
    if name == "gpt_oss":
        draft.more("query_key_value_bias", 1, "biases of queries, keys and values")
        draft.more("bias", 1, "biases of the other matrices")
    if name in _LEFT_OUT:
        draft.notes.left_out(_LEFT_OUT[name])
    return draft.finish(known)


def _bare(flavor: str) -> str:
    for ending in _ATTENTION:
        if flavor.endswith(ending):
            return flavor.removesuffix(ending)
    return flavor
