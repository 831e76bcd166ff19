# SPDX-License-Identifier: Apache-2.0
"""Dialects of configurations by their marks: how each is looked into, and what is recognised to be refused by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._known_files import of_tree
from .._opening import StandsTwice, json_of
from .._source import Notes, Source
from . import (
    _foundry,
    _hub,
    _hugging_face,
    _launch_megatron,
    _launch_tables,
    _launch_torchtitan,
    _maxtext,
    _megatron,
    _neox,
    _primus,
    _shell,
    _torchtitan,
)
from ._launch import Launch
from ._reading import Look
from ._shape import ReadShape

Shape = Callable[[Look, Mapping[str, Any]], ReadShape]
LaunchOf = Callable[[Look, ReadShape | None, int | None, Notes], Launch]


class Dialect(NamedTuple):
    """Files of one kind."""

    word: str
    title: str
    look: Callable[[Source, Mapping[str, Any]], Look]
    shape: Shape
    launch: LaunchOf


def namespace(source: Source, tree: Mapping[str, Any]) -> Look:
    """All names of a tree of Megatron's, as if they stood alone."""
    return Look(source, _megatron.names_of(tree), text="MODEL_ARGS" in tree, tree=tree)


def _of_deepspeed(source: Source, tree: Mapping[str, Any]) -> Look:
    look = namespace(source, tree)
    look.names = _megatron.OF_DEEPSPEED
    return look


def _megatron_like(word: str, title: str, look: Callable[[Source, Mapping[str, Any]], Look]) -> Dialect:
    def shape(look: Look, known: Mapping[str, Any]) -> ReadShape:
        return _primus.shape_of(look, known) if word == "primus" else _megatron.shape_of(look, word, known)

    def launch(look: Look, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
        return _launch_megatron.launch_of(look, word, shape, gpus, notes)

    return Dialect(word, title, look, shape, launch)


def _by_table(
    table: _launch_tables.Dialect, shape: Shape, look: Callable[[Source, Mapping[str, Any]], Look] | None = None
) -> Dialect:
    def plain(source: Source, tree: Mapping[str, Any]) -> Look:
        found = Look(source, tree)
        found.defaults = table.defaults
        return found

    def launch(look: Look, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
        return _launch_tables.launch_of(look, table, shape, gpus, notes)

    return Dialect(table.word, table.title, look or plain, shape, launch)


DIALECTS: dict[str, Dialect] = {
    one.word: one
    for one in (
        _megatron_like("megatron", "Megatron-LM", namespace),
        _megatron_like("nemo", "NeMo or Megatron-Bridge", namespace),
        Dialect("torchtitan", "torchtitan", Look, _torchtitan.shape_of, _launch_torchtitan.launch_of),
        _megatron_like("megatron-deepspeed", "Megatron-DeepSpeed", _of_deepspeed),
        _by_table(_neox.NEOX, _neox.shape_of, _neox.look_of),
        _by_table(_foundry.FOUNDRY, _foundry.shape_of, _foundry.look_of),
        Dialect("maxtext", "MaxText", _maxtext.look_of, _maxtext.shape_of, _maxtext.launch_of),
        _megatron_like("primus", "Primus", _primus.look_of),
        _by_table(_hub.DEEPSPEED, _hub.shape_of),
        _by_table(_hub.ACCELERATE, _hub.shape_of),
        _by_table(_hub.AXOLOTL, _hub.shape_of),
        _by_table(_hub.LLAMA_FACTORY, _hub.shape_of),
        _by_table(_hub.TRAINER, _hub.shape_of),
    )
}
#: arguments that Megatron-DeepSpeed has and Megatron-LM has not
OF_MEGATRON_DEEPSPEED = (
    "deepspeed",
    "deepspeed_config",
    "zero_stage",
    "no_pipeline_parallel",
    "ds_sequence_parallel_size",
    "deepspeed_activation_checkpointing",
    "moe_expert_parallel_size",
    "expert_interval",
    "create_moe_param_group",
)
OF_TRAINER = ("per_device_train_batch_size", "model_name_or_path", "gradient_accumulation_steps")
OF_FACTORY = ("stage", "finetuning_type", "template", "cutoff_len")
OF_AXOLOTL = ("datasets", "micro_batch_size", "sequence_len", "adapter", "num_epochs", "pretraining_dataset")
OF_DEEPSPEED = ("train_batch_size", "train_micro_batch_size_per_gpu", "zero_optimization")
_READ = "config.json, or a file of Megatron-LM, NeMo, torchtitan, GPT-NeoX, llm-foundry, MaxText, DeepSpeed, axolotl, ..."


def word_of(tree: Mapping[str, Any]) -> str:
    """The dialect of a tree by its marks; "" for a file of a model alone, and for what is not known."""
    has = tree.__contains__
    if "base_model" in tree and any(map(has, OF_AXOLOTL)):
        return "axolotl"
    if _torchtitan.is_torchtitan(tree):
        return "torchtitan"
    if _primus.module_of(tree) is not None:
        return "primus"
    if "compute_environment" in tree or "distributed_type" in tree:
        return "accelerate"
    if "model_name_or_path" in tree and any(map(has, OF_FACTORY)):
        return "llama-factory"
    if "num_hidden_layers" in tree or "architectures" in tree or "n_layer" in tree:
        return ""
    for word, marks in (("gpt-neox", _neox.is_neox), ("llm-foundry", _foundry.is_foundry), ("maxtext", _maxtext.is_maxtext)):
        if marks(tree):
            return word
    if any(map(has, OF_DEEPSPEED)):
        return "deepspeed"
    if "per_device_train_batch_size" in tree:
        return "transformers"
    return ""


def refuse_others(source: Source, tree: Mapping[str, Any]) -> None:
    """Raises for what is recognised and not read; a released config.json has names of its tokenizer and of generation too."""
    kind = None if _hugging_face.is_config(tree) else of_tree(tree)
    if kind is not None:
        raise source.unread("", f"looks like {kind.name}, which is not read", kind.instead or _READ)


def refuse_programs(source: Source) -> None:
    """Raises for a program of Python, which is not run."""
    start = source.text[:4000]
    python = source.suffix == ".py" or re.match(r"#!.*python", start)
    if python or re.search(r"(?m)^(import \w[\w.]*( as \w+)?|from \w[\w.]* import .*)\s*$", start):
        raise source.unread("", "looks like a program of Python, which is not run", "the file or arguments that it makes")


#: programs that are started with a file, by a word of their command line
STARTED = {
    "axolotl": "axolotl",
    "llamafactory": "LLaMA-Factory",
    "composer ": "llm-foundry",
    "deepy.py": "GPT-NeoX",
    "torchtitan": "torchtitan",
    "primus": "Primus",
    "colossalai": "Colossal-AI",
    "openrlhf": "OpenRLHF",
    "verl.trainer": "verl",
    "litgpt": "litgpt",
    "fairseq": "fairseq",
    "tune run": "torchtune",
    "levanter": "Levanter",
    "accelerate launch": "accelerate",
}
OF_MEGATRON = ("num_layers", "hidden_size", "num_attention_heads", *_launch_megatron.GIVEN)


def refuse_scripts(source: Source, look: Look) -> None:
    """Raises for a script that has none of the arguments that are read."""
    if look.has(*OF_MEGATRON, *OF_TRAINER):
        return
    title = next((title for word, title in STARTED.items() if word in source.text), "")
    files = re.findall(r"[\w./${}-]{1,200}\.(?:ya?ml|toml|json)\b", source.text[:20_000])
    way = f"the file that it starts with: {files[0][:80]}" if files else _READ
    said = f"a script that starts {title}" if title else "a script without arguments of a model or a layout"
    raise source.unread("", f"looks like {said}, which is not read", way)


def arguments(source: Source) -> tuple[str, Look]:
    """The arguments of a script or a list, true for flags, else the first word, and the dialect that they are of."""
    words = _shell.words_of(source)
    values: dict[str, Any] = {name: given[0] if given else True for name, given in words.arguments.items()}
    for name in ("gpus_per_node", "gpus", "gres"):  # h100:8, gpu:h100:8
        counted = re.search(r"(?:^|:)(\d{1,5})(?:\(.*\))?$", str(values.get(name, "")))
        if counted:
            values[name] = counted[1]
        elif name == "gres":
            values.pop(name, None)
    if len(given := [word for word in words.arguments.get("num_experts", []) if word.isdecimal()]) > 1:
        values["num_experts"] = given[0] if len(set(given)) == 1 else " ".join(given)
    for name in ("deepspeed_config", "deepspeed"):
        text = words.documents.get(str(values.get(name)))
        if text is not None:
            values[name] = _json(text, str(values[name]), source)
    word, tree = settings_of(words.settings)
    if word and "num_layers" not in values:
        return word, Look(source, tree)
    look = Look(source, values, "--", text=True)
    look.twice, look.said, look.spelled = tuple(words.twice), tuple(words.notes), words.spelled
    if any(name in values for name in OF_TRAINER) and "num_layers" not in values:
        word = "transformers"
        look.defaults = _hub.TRAINER.defaults
    elif any(name in values for name in OF_MEGATRON_DEEPSPEED) and any(name in values for name in OF_MEGATRON):
        word = "megatron-deepspeed"
        look.names = _megatron.OF_DEEPSPEED
    else:
        word = "megatron"
    return word, look


def settings_of(settings: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """name=value behind a program as a tree, and the dialect: MaxText, or what Hydra starts."""
    mesh = any(name.endswith("_parallelism") or name.startswith("base_") or name in _maxtext.OF_A_MESH for name in settings)
    hydra = any(name.startswith(("model.", "trainer.")) for name in settings)
    tree: dict[str, Any] = {}
    for name, text in settings.items() if mesh or hydra else ():
        value: Any = {"true": True, "false": False, "null": None, "none": None}.get(text.lower(), text)
        if re.fullmatch(r"[+-]?\d{1,15}", text):
            value = int(text)
        elif re.fullmatch(r"\d{1,15}\.\d{0,15}", text):
            value = float(text)
        *above, last = name.split(".")
        part = tree
        for one in above:
            inner = part.setdefault(one, {})
            part = inner if isinstance(inner, dict) else {}
        part[last] = value
    return ("maxtext" if mesh else "nemo" if hydra else ""), tree


def _json(text: str, name: str, source: Source) -> Any:
    try:
        tree = json_of(text)
    except StandsTwice as error:
        raise source.error("", f"in {name}, {error}") from None
    except (ValueError, RecursionError):
        return name
    return tree if isinstance(tree, dict) else name
