# SPDX-License-Identifier: Apache-2.0
"""Every place of the command line where a text of others may stand, with a text in it that would rule a terminal.

A place is a command line, with a file or an option of it changed: a word of a log, a cell, a key or a value of a tree, a file's
name, the value of an option. The places follow from the commands, their parameters, the examples and the zoo.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import zoo
from test_cli_tables import EXAMPLES
from test_cli_xlsx import lines

from scaling_limits import _core
from scaling_limits.cli import COMMANDS
from scaling_limits.cli._targets import Target

#: what no line is broken by: a title of the terminal, C1, DEL, backspace, each kind of bidi control, what is not seen, markup
INLINE = "\x1b]0;pwned\x07\x9b31m\x7f\x08\u202e\u2066\u200f\u061c\u200b\ufeff[bold red]x [link=y]z :smile: $\\frac$"
#: and what breaks them
HOSTILE = f"{INLINE}\r\u2028\u2029\x85\x0b\x1c"
SUFFIX = {"--save": ".toml", "--write": ".toml", "--plot": ".png", "--xlsx": ".xlsx", "--csv": ".csv", "--output": ".csv"}
#: of a file, the most words that are changed one by one
WORDS = 12
ENVIRONMENT = ("COLUMNS", "NO_COLOR", "TZ", "SCALING_LIMITS_TRACEBACK")


class Place(NamedTuple):
    """Where the text stands; the command line, in which `@` is the file `name` with `data`; a variable that holds the text."""

    where: str
    words: list[str]
    data: bytes = b""
    name: str = ""
    environment: str = ""


def places(folder: Path) -> list[Place]:
    """All of them, always in the same order; `folder` holds what command lines read."""
    run = str(EXAMPLES / "run.toml")
    of = lines(folder) | {
        "sweep": [run, "--over", "gpus=1e4:2e4:2"],
        "simulate": [run, "--relative-accuracy", "0.1"],
        "read": [str(zoo.TEXTS / "config.json")],
        "settings": ["nemo", run, "--step-time", "5.2s"],
        "fit": [str(zoo.TEXTS / "events.csv")],
        "reproduce": ["--only", "llama3.mtbf"],
        "ask": [str(EXAMPLES / "ask.json")],
        "explore": ["--print", run],
        **{name: [] for name in ("describe", "schema", "serve")},
    }
    assert set(of) == set(COMMANDS)
    found = [one for name, words in of.items() for one in (*of_options(name, words), *of_example(name, words))]
    for name, (_, doors) in zoo.FILES.items():
        for door in doors if (zoo.TEXTS / name).exists() else ():
            extra = ["--machine", str(folder / "machine.toml")] if door == "calibrate" else []
            found += of_file([door, "@", *extra], name, (zoo.TEXTS / name).read_text())
    found += of_file(["plan", run, "--from-log", "@"], "log.csv", (folder / "log.csv").read_text())
    found += [Place(f"{name} in the environment", ["plan", run], environment=name) for name in ENVIRONMENT]
    return [*found, Place("a command", [f"pl{HOSTILE}"]), Place("an option", ["plan", f"--gp{HOSTILE}"])]


def of_options(name: str, words: list[str]) -> Iterator[Place]:
    """Each option that takes a value, and each argument."""
    command = getattr(importlib.import_module(f"scaling_limits.cli.{COMMANDS[name]}"), name)
    for param in command.params:
        if isinstance(param, click.Option) and not param.is_flag:
            option, suffix = param.opts[-1], SUFFIX.get(param.opts[-1], "") if isinstance(param, Target) else ""
            values = [HOSTILE, f"goodput_at_least=0.9{INLINE}", f"gpus=1:2:{HOSTILE}", f"node={INLINE}"]
            for value in values[: 4 if param.multiple else 1]:
                yield Place(f"{name} {option}", [name, *words, option, value + suffix])
            if suffix:
                yield Place(f"{name} {option} in no folder", [name, *words, option, f"{HOSTILE}/none/x{suffix}"])
        elif isinstance(param, click.Argument):
            yield Place(f"{name} {param.name}", [name, HOSTILE])


def of_example(name: str, words: list[str]) -> Iterator[Place]:
    """The file of a command: its name, what stands behind its end, and of a tree each key and each value."""
    for word in words:
        path = Path(word)
        if not (path.suffix and path.is_file()):
            continue
        asked = [name, *("@" if one == word else one for one in words)]
        yield Place(f"{name}: name of FILE", asked, path.read_bytes(), f"a{HOSTILE}{path.suffix}")
        yield Place(f"{name}: behind the end of FILE", asked, path.read_bytes() + INLINE.encode(), path.name)
        if path.suffix in (".toml", ".json") and path.parent == EXAMPLES:
            tree = (_core.from_toml if path.suffix == ".toml" else _core.from_json)(path.read_text())
            for where, changed in of_tree(tree):
                yield Place(f"{name} {path.name}: {where}", asked, json.dumps(changed).encode(), "a.json")


def of_tree(tree: Any) -> Iterator[tuple[str, Any]]:
    """The tree with each key and each leaf changed, and with one table more."""
    if isinstance(tree, dict):
        yield "a key more", {**tree, HOSTILE: {"x": 1}}
        for key, value in tree.items():
            yield f"key {key}", {(key + HOSTILE if one == key else one): x for one, x in tree.items()}
            for where, changed in of_tree(value):
                yield f"{key}.{where}", {**tree, key: changed}
    elif isinstance(tree, list):
        for k, value in enumerate(tree):
            for where, changed in of_tree(value):
                yield f"{k}.{where}", [*tree[:k], changed, *tree[k + 1 :]]
    else:
        yield "value", (tree if isinstance(tree, str) else "") + HOSTILE


def of_file(words: list[str], name: str, text: str) -> Iterator[Place]:
    """A file of the zoo at a door that reads it."""
    yield Place(f"{words[0]} {name}: its name", words, text.encode(), f"a{HOSTILE}{Path(name).suffix}")
    for where, changed in changes(name, text):
        yield Place(f"{words[0]} {name}: {where}", words, changed.encode(), name)


def changes(name: str, text: str) -> Iterator[tuple[str, str]]:
    """The text with the hostile one in each place, as its format writes it."""
    suffix = Path(name).suffix
    if suffix == ".json":
        yield from ((where, json.dumps(tree)) for where, tree in spread(list(of_tree(json.loads(text))), 3 * WORDS))
    elif suffix == ".csv":
        rows = list(csv.reader(io.StringIO(text)))
        cells = [(k, j) for k, row in enumerate(rows) for j in range(len(row))]
        for k, j in [*cells[: len(rows[0])], *spread(cells[len(rows[0]) :], 2 * WORDS)]:
            changed = [
                [cell + HOSTILE if (k, j) == (a, b) else cell for b, cell in enumerate(row)] for a, row in enumerate(rows)
            ]
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows(changed)
            yield f"cell {k}.{j}", out.getvalue()
    elif suffix in (".yaml", ".yml"):
        for one in spread(list(re.finditer(r"(?m)(?<=: )\S+$", text)), WORDS):
            yield f"value at {one.start()}", f"{text[: one.start()]}{json.dumps(one[0] + HOSTILE)}{text[one.end() :]}"
    else:
        found = {one[0]: one for one in re.finditer(r"[A-Za-z_][\w.-]+", text)}
        for word, one in spread(list(found.items()), WORDS):
            yield f"word {word}", f"{text[: one.end()]}{INLINE}{text[one.end() :]}"


def spread(cases: list[Any], most: int) -> list[Any]:
    """At most so many of them, the first and from there evenly."""
    return cases[:: max(1, -(-len(cases) // most))]
