# SPDX-License-Identifier: Apache-2.0
"""Broken files, 10,000 in full: an answer, or one error that names file, place and what was expected. Nothing else."""

from __future__ import annotations

import copy
import json
import random
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from counts import draws

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._source import Source
from scaling_limits.interop import FileError, layout_from, settings_for, shape_from_config
from scaling_limits.interop._dialects import DIALECTS
from scaling_limits.interop._reading import FORMS

CONFIGS = Path(__file__).parent / "data" / "configs"
FILES = [*sorted(CONFIGS.iterdir()), *sorted((CONFIGS.parent / "dialects").iterdir())]
MUTATIONS = draws("mutated configurations")
#: what stands in place of a value
ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 1e400, -1e400, float("nan"), 2**31, 2**63, 10**30, 10**400, "", "80", "many", "$X",
    "${a.b}",
    "\x00", "\ud7ff", "é" * 300, "[0]*9999999", "([0]*3+[1]*99999999)", [], [1], [[]], {}, {"a": 1}, ["a", None], {"": {}},
]  # fmt: skip


def places(tree: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a tree."""
    found = [at] if at else []
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        found += places(value, (*at, key))
    return found


def changed(tree: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """A tree with one or two places deleted, renamed, replaced or moved."""
    tree = copy.deepcopy(tree)
    for _ in range(draw.choice((1, 1, 2))):
        every = places(tree)
        if not every:
            return tree
        *way, key = draw.choice(every)
        at = tree
        for one in way:
            at = at[one]
        kind = draw.randrange(4)
        if kind == 0:
            del at[key]
        elif kind == 1 and isinstance(at, dict):
            at[draw.choice(("x", str(key).upper(), str(key)[:-1], ""))] = at.pop(key)
        elif kind == 2 and isinstance(at[key], (int, float)) and abs(at[key]) < 2**60:
            at[key] = at[key] * draw.choice((-1, 0, 0.5, 3, 1000, 10**9)) + draw.choice((0, 1))
        else:
            at[key] = copy.deepcopy(draw.choice(ODD))
    return tree


def garbled(text: str, draw: random.Random) -> str:
    """A text cut off, with letters lost, doubled, replaced, lines moved, brackets without end, junk."""
    kind, at = draw.randrange(8), draw.randrange(len(text))
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + text[at + draw.randrange(1, 9) :]
    if kind == 2:
        return text[:at] + draw.choice("{}[]()\"'\\#=:-,$&|\n\t\x00\u2028") * draw.choice((1, 1, 2, 40)) + text[at:]
    if kind == 3:
        lines = text.split("\n")
        draw.shuffle(lines)
        return "\n".join(lines)
    if kind == 4:
        return text[at:]
    if kind == 5:
        return re.sub(r"\d+", lambda found: draw.choice((found[0], found[0], str(draw.choice(ODD)))), text)
    if kind == 6:
        return text[:at] + draw.choice(("[" * 3000, "{" * 3000, '{"a":' * 3000, "- " * 200, "$" * 300, "(" * 300)) + text[at:]
    return "".join(chr(draw.randrange(1, 0xD000)) for _ in range(40)) + text


def written(tree: dict[str, Any], suffix: str) -> str:
    """A tree in the form of a suffix."""
    if suffix == ".json":
        return json.dumps(tree)
    if suffix == ".toml":
        try:
            return str(_core.to_toml(tree))
        except ValueError:  # what TOML has no word for
            return json.dumps(tree)
    return str(yaml.safe_dump(tree)) if sys.get_int_max_str_digits() else ""


def read(text: str, suffix: str) -> dict[str, Any]:
    loads: dict[str, Callable[[str], Any]] = {".json": json.loads, ".toml": tomllib.loads}
    return loads.get(suffix, yaml.safe_load)(text)


def check(source: Source, door: Callable[[Source], Any]) -> str:
    """What became of it: read, or refused in one line that names the file."""
    refused = None
    try:
        found = door(source)
    except FileError as error:
        refused = error
    if refused is not None:
        text = str(refused)
        assert text.startswith(f"{source.name}: ") and "\n" not in text and len(text) < 700, text
        assert refused.path == source.name and refused.problem
        assert refused.expected or refused.place, text
        return "refused"
    if isinstance(found, (sl.interop.ReadShape, sl.interop.Launch)):
        assert found.notes and max(map(len, found.notes)) < 2000, found.notes
    return "read"


def test_mutations(run: sl.TrainingRun) -> None:
    draw = random.Random(15)
    texts = {path: path.read_text() for path in FILES}
    trees = {
        path: read(text, path.suffix)
        for path, text in texts.items()
        if FORMS.get(path.suffix) != "shell" and path.suffix != ".txt"
    }
    # YAML is slow to write and to read: the fewer
    often = [path for path in FILES for _ in range(1 if path.suffix == ".yaml" else 2)]
    blocking = sl.strategies.blocking()
    doors: list[Callable[[Source], Any]] = [
        shape_from_config,
        layout_from,
        lambda source: layout_from(source, "megatron", gpus=1024),
        lambda source: layout_from(source, "nemo"),
        lambda source: layout_from(source, "torchtitan"),
        lambda source: layout_from(source, draw.choice(list(DIALECTS)), gpus=draw.choice((None, 96, 1024))),
    ]
    fates = {"read": 0, "refused": 0}
    for _ in range(MUTATIONS):
        path = draw.choice(often)
        text = (
            written(changed(trees[path], draw), path.suffix)
            if path in trees and draw.random() < 0.6
            else garbled(texts[path], draw)
        )
        source = Source(
            f"folder/{path.name}", text, draw.choice((path.suffix, path.suffix, path.suffix, "", ".json", ".toml", ".sh"))
        )
        if draw.random() < 0.02:  # a time-out
            framework = draw.choice(("megatron", "nemo", "torchtitan", "nvidia-resiliency-ext"))
            fates[check(source, lambda s, f=framework: settings_for(f, run, blocking, 5, timeout=s))] += 1
        else:
            fates[check(source, doors[0] if path.suffix == ".json" and draw.random() < 0.8 else draw.choice(doors))] += 1
    assert fates["read"] > MUTATIONS / 8 and fates["refused"] > MUTATIONS / 4, fates


@pytest.mark.parametrize(
    "junk", [b"\x00\x01\x02", b"\xff\xfe{\x00", b"PK\x03\x04", b"\x7fELF\x02", bytes(range(256)), b"", b"\xef\xbb\xbf"]
)
def test_bytes_that_are_no_configuration(junk: bytes, tmp_path: Path) -> None:
    for suffix in (".json", ".toml", ".yaml", ".sh", ""):
        path = tmp_path / f"config{suffix}"
        path.write_bytes(junk)
        for door in (shape_from_config, layout_from):
            with pytest.raises(FileError) as refused:
                door(path)
            assert str(refused.value).startswith(str(path)) and "\n" not in str(refused.value)
