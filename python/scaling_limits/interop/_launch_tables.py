# SPDX-License-Identifier: Apache-2.0
"""Launches of dialects that are tables: which keys say what, what stands where none does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._source import Notes, described
from ..workload import StateRecipe
from ._launch import Launch, made
from ._reading import Look
from ._shape import ReadShape

Keys = tuple[str, ...]


class Dialect(NamedTuple):
    """A dialect: the word for it, its name, its keys by what they say, its own defaults, how its options are read."""

    word: str
    title: str
    options: Callable[[Look, Notes], dict[str, Any]]  # of a step
    recipe: Callable[[Look, Notes], StateRecipe | None]  # what a checkpoint holds
    degrees: Mapping[str, Keys] = {}
    micro: Keys = ()  # sequences of a device in one pass
    accumulation: Keys = ()
    whole: Keys = ()  # sequences of a batch
    length: Keys = ()
    gpus: Keys = ()
    nodes: Keys = ()
    each: Keys = ()  # GPUs of a node
    save: Keys = ()
    keep: Keys = ()
    asynchronous: Keys = ()
    defaults: Mapping[str, Any] = {}
    where: str = "the launcher says"  # how many GPUs there are


def launch_of(look: Look, dialect: Dialect, shape: ReadShape | None, gpus: int | None, notes: Notes) -> Launch:
    """The launch that a table reads."""
    degrees: dict[str, int] = {}
    for degree, names in dialect.degrees.items():
        name, value = look.whole(*names, low=0)
        if value is not None:
            degrees[degree] = max(value, 1)
            notes.took(degree, look.place(name))
    others = degrees.get("tensor", 1) * degrees.get("pipeline", 1) * degrees.get("context", 1)
    micro = _whole(look, notes, "micro_batch", dialect.micro)
    accumulation = _whole(look, notes, "gradient accumulation", dialect.accumulation)
    sequences = _whole(look, notes, "sequences", dialect.whole)
    if sequences is not None and not look.stands(*dialect.accumulation):
        accumulation = None  # follows from the batch
    data = _data(look, dialect, notes, gpus, others, (micro, accumulation, sequences))
    degrees["data"] = data or 1
    if micro is None and sequences and data and dialect.accumulation and sequences % (data * (accumulation or 1)) == 0:
        micro = sequences // (data * (accumulation or 1))
        notes.derived(f"micro_batch = {micro}: {sequences} sequences / (data x accumulation = {data} x {accumulation or 1})")
    if micro is not None:
        degrees["micro_batch"] = micro
    sequences = _sequences(look, dialect, notes, (sequences, micro, accumulation, data))
    length = _whole(look, notes, "sequence_length", dialect.length)
    return made(
        look,
        dialect.word,
        degrees,
        notes,
        sequences=sequences,
        sequence_length=length if length is not None or shape is None else int(shape.sequence_length),
        shape=shape,
        recipe=dialect.recipe(look, notes),
        options=dialect.options(look, notes),
        **_saves(look, dialect, notes),
    )


def _sequences(look: Look, dialect: Dialect, notes: Notes, known: tuple[int | None, ...]) -> int | None:
    """Sequences of a batch: as they are stated, else the product of its parts."""
    stated, micro, accumulation, data = known
    if stated is None and (micro is None or data is None):
        why = "how many GPUs there are is not known" if micro is not None else "the file does not say it"
        notes.unknown(f"the batch: {why}")
        return None
    if micro is None or data is None or (stated is not None and accumulation is None):
        return stated
    parts = micro * (accumulation or 1) * data
    if stated is None:
        notes.derived(f"{parts} sequences: micro_batch x accumulation x data = {micro} x {accumulation or 1} x {data}")
        return parts
    if stated != parts:
        said = f"is {stated}, and micro-batch x accumulation x data = {micro} x {accumulation} x {data} = {parts}"
        raise look.error(look.find(*dialect.whole)[0], said, "the same, or other GPUs")
    return stated


def _whole(look: Look, notes: Notes, what: str, names: Keys) -> int | None:
    """A whole number; what says "auto" is not known."""
    name, value = look.find(*names) if names else ("", None)
    if value == "auto":
        notes.unknown(f"{what}: {look.place(name)} is auto")
        return None
    if isinstance(value, str) and value.isdecimal():  # in quotes
        value = int(value)
        if 1 <= value < 2**31:
            notes.took(what, look.place(name))
            return value
    name, number = look.whole(*names) if names else ("", None)
    if number is not None:
        notes.took(what, look.place(name))
    return number


def world_of(look: Look, dialect: Dialect, notes: Notes) -> int | None:
    """GPUs, where the file says them."""
    name, world = look.whole(*dialect.gpus) if dialect.gpus else ("", None)
    if world is not None:
        notes.took("gpus", look.place(name))
        return world
    (nodes_name, nodes), (each_name, each) = (
        look.whole(*names) if names else ("", None) for names in (dialect.nodes, dialect.each)
    )
    if nodes is None and each_name in ("nproc_per_node", "num_gpus") and not look.has("hostfile"):
        nodes, nodes_name = 1, "one node, the launcher's default"
    if nodes is None or each is None:
        if nodes is not None:
            notes.unknown(f"GPUs of a node: {look.place(nodes_name)} = {nodes} nodes, of how many GPUs {dialect.where}")
        return None
    notes.derived(f"{nodes * each} GPUs: {nodes_name} x {each_name} = {nodes} x {each}")
    return nodes * each


def _data(
    look: Look, dialect: Dialect, notes: Notes, gpus: int | None, others: int, batch: tuple[int | None, int | None, int | None]
) -> int | None:
    """Data parallelism: from the GPUs, else from a batch whose parts are all said."""
    micro, accumulation, sequences = batch
    found = gpus if gpus is not None else world_of(look, dialect, notes)
    if found is not None:
        if found % others:
            raise look.source.error(
                "", f"{found} GPUs are no multiple of tensor x pipeline x context = {others}", "whole replicas"
            )
        notes.derived(f"data = {found // others}: {found} GPUs / (tensor x pipeline x context = {others})")
        return found // others
    if micro and sequences and accumulation and sequences % (micro * accumulation) == 0:
        data = sequences // (micro * accumulation)
        notes.derived(f"data = {data}: {sequences} sequences / (micro_batch x accumulation = {micro * accumulation})")
        return data
    notes.unknown(f"how many GPUs: {dialect.where}; layout.data = 1 is one replica, gpus= beside the file says more")
    return None


def _saves(look: Look, dialect: Dialect, notes: Notes) -> dict[str, Any]:
    name, interval = look.find(*dialect.save) if dialect.save else ("", None)
    strategy, when = look.find("save_strategy")
    steps = None
    if when not in (None, "steps"):  # "no" is false in YAML
        notes.left_out(f"{look.place(strategy)} = {described(when)}: no number of steps")
    elif interval is not None:
        counted = re.fullmatch(r"(\d{1,9})(?:ba)?", str(interval)) if not isinstance(interval, bool) else None
        if counted and int(counted[1]):
            steps = int(counted[1])
            notes.took("save_steps", look.place(name))
        else:
            notes.left_out(f"{look.place(name)} = {described(interval)}: no number of steps")
    _, keep = look.whole(*dialect.keep, low=-1) if dialect.keep else ("", None)
    on = look.flag(*dialect.asynchronous)[1] if dialect.asynchronous else None
    return {
        "save_steps": steps,
        "local_save_steps": None,
        "asynchronous": on,
        "keep": None if keep is None else max(keep, 0),
        "timeout": None,
    }


def mixed(look: Look, notes: Notes, *, working: int, known: bool = True) -> StateRecipe | None:
    """fp32 weights and two moments of Adam, and the weights as they are used."""
    if not known:
        notes.unknown("what a checkpoint holds: the formats of weights and optimizer are not in the file")
        return None
    return StateRecipe(working_weights=working)


def on(look: Look, *names: str) -> bool:
    """Whether a switch is on: true, or a mapping whose `enabled` is."""
    name, value = look.find(*names)
    if isinstance(value, Mapping):
        look.heed(f"{name}.enabled", f"{name}.{name}")
        return value.get("enabled") is True
    return value is True or (isinstance(value, str) and value.lower() in ("true", "yes", "on", "1"))
