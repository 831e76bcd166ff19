#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the installed package shows, held against signatures.txt beside this script; --write replaces that."""

from __future__ import annotations

import argparse
import ast
import difflib
import itertools
import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import room_stubs
import stubs

file = Path(__file__).with_name("signatures.txt")
header = """\
# Every public name of the package, for those who review a change of it. Made by python/signatures.py --write; do not edit.
# A parameter without a type is a Quantity, of a field table also Carried. Number and Text: one of them for single numbers, else
# an array. A ufunc takes out, where and dtype, too. In brackets behind a class stands what it is made of; a field of a table is
# also a property, a Number where no type follows, and an argument of replace().
"""


class Brief(room_stubs.Stub):
    """A stub with one form of everything, in which a private class stands for what it brings."""

    def in_forms(self, write: Callable[[], str], decorator: str = "") -> str:
        """One: that of a class with type variables."""
        return decorator + self.at(0, write)

    def at(self, form: int, write: Callable[[], str]) -> str:
        """The same."""
        return super().at(form if form == 4 else 0, write)

    def kernel(self, name: str, kernel: Any) -> str:
        """Without what every kernel takes."""
        answer = "_T" if kernel._result is None else self.mention(kernel._result)
        return "@ufunc\n" + room_stubs.head_of(name, self.arguments(kernel, "Quantity"), answer) + " ..."

    def shown(self, default: Any) -> str:
        """A default, also where it is no finite number."""
        return f" = {default!r}" if isinstance(default, float) else super().shown(default)

    def default_of(self, cls: Any, name: str) -> str:
        """The default of a field itself."""
        return self.shown(vars(cls)[name]) if name in vars(cls) else super().default_of(cls, name)

    def of_fields(self, cls: Any, name: str, function: Any, fields: Any) -> str:
        """The constructor of a class with a field table; its replace() takes the same."""
        return super().of_fields(cls, name, function, fields) if name == "__init__" else ""

    def bases(self, cls: Any) -> tuple[list[str], list[Any]]:
        """All, the private ones too."""
        return [base.__name__ if base.__module__ == "builtins" else self.mention(base) for base in cls.__bases__], []


def said(node: ast.expr | None) -> str:
    """A type."""
    text = ast.unparse(node) if node else ""
    text = re.sub(r"\b_S\b", "Text", re.sub(r"\b_T\b", "Number", text)).replace(" | Carried", "")
    return re.sub(r"\b(?!tuple\b|list\b|dict\b)(\w+)\[(?:Number|Text|, )+\]", r"\1", text)


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    """A parameter: its name, its type, its default."""
    kind, value = said(argument.annotation), ast.unparse(default) if default else ""
    kind = kind.removesuffix(" | None") if value == "None" else kind
    if kind in ("", "Quantity"):
        return argument.arg + (f"={value}" if value else "")
    return f"{argument.arg}: {kind}" + (f" = {value}" if value else "")


def parameters(node: ast.FunctionDef) -> str:
    """What a function takes, but for the instance."""
    given = node.args
    plain = [argument for argument in (*given.posonlyargs, *given.args) if argument.arg not in ("self", "cls")]
    defaults = [*[None] * len(plain), *given.defaults][-len(plain) :] if plain else []
    shown = [parameter(*pair) for pair in zip(plain, defaults, strict=True)]
    shown += [f"*{parameter(given.vararg, None)}"] if given.vararg else ["*"] if given.kwonlyargs else []
    shown += [parameter(*pair) for pair in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    shown += [f"**{parameter(given.kwarg, None)}"] if given.kwarg else []
    return f"({', '.join(shown)})"


def grouped(fields: Iterable[tuple[str, str]]) -> str:
    """Fields in their order, neighbours of one type together: `a, b: Number; c: Text`."""
    groups = itertools.groupby(fields, lambda field: field[1])
    return "; ".join(f"{', '.join(name for name, _ in group)}: {kind}" for kind, group in groups)


def marks(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The names of its decorators."""
    return {ast.unparse(mark).partition("(")[0] for mark in node.decorator_list}


def function(node: ast.FunctionDef) -> str:
    """A function or method."""
    kinds = sorted(marks(node) & {"ufunc", "classmethod", "staticmethod"})
    return f"{' '.join([*kinds, node.name])}{parameters(node)} -> {said(node.returns)}"


def class_(node: ast.ClassDef) -> list[str]:
    """A class: what it is made of, what it holds, what it does."""
    functions = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    made = [parameters(part) for part in functions if part.name == "__init__"]
    fields = [
        (ast.unparse(part.target), said(part.annotation) + (f" = {ast.unparse(part.value)}" if part.value else ""))
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    ]
    bases = [text for base in node.bases if not (text := said(base)).startswith(("Generic", "object"))]
    if "dataclass" in marks(node) or "NamedTuple" in bases:
        by_name = any("kw_only=True" in ast.unparse(mark) for mark in node.decorator_list)
        made, fields = [f"({'*, ' if by_name else ''}{grouped(fields)})"], []
    known = re.findall(r"\w+", "".join(made))
    held = [(part.name, said(part.returns)) for part in functions if "property" in marks(part)]
    fields += [(name, kind) for name, kind in held if not (name in known and kind == "float | Number")]
    lines = [f"class {node.name}{'(' + ', '.join(bases) + ')' if bases else ''}{''.join(made)}"]
    lines += [f"    {grouped(fields)}"] if fields else []
    return lines + [f"    {function(part)}" for part in functions if part.name != "__init__" and "property" not in marks(part)]


def told(nodes: Iterable[ast.stmt]) -> list[str]:
    """What is defined, and what is taken from another module to be shown."""
    lines, constants = [], []
    taken: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            lines.append(function(node))
        elif isinstance(node, ast.ClassDef):
            lines += class_(node)
        elif isinstance(node, ast.AnnAssign):
            constants.append((ast.unparse(node.target), said(node.annotation)))
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) not in ("__all__", "_T", "_S"):
            lines.append(f"{ast.unparse(node.targets[0])} = {said(node.value)}")
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == node.names[0].asname:
            taken.setdefault(f"from .{node.module or ''} import", []).append(node.names[0].name)
    lines = [*(f"{source} {', '.join(names)}" for source, names in taken.items()), *lines]
    return ([grouped(constants)] if constants else []) + lines


def text() -> str:
    """The whole file."""
    rooms = room_stubs.Rooms()
    parts: list[list[str]] = []
    private: dict[str, list[ast.stmt]] = {}
    for name in sorted(rooms.modules):
        brief = Brief(rooms, name)
        body = ast.parse(brief.text()).body
        shown = {*room_stubs.public_names(name, brief.module)}
        local = {key: ast.parse(text).body for key, text in brief.local.items()}
        known = {ast.unparse(node) for nodes in local.values() for node in nodes}
        body = [node for node in body if ast.unparse(node) not in known]
        body = [node for node in body if not isinstance(node, ast.ImportFrom) or node.names[0].asname in shown]
        parts.append([f"[scaling_limits{name and '.'}{name}]", *told(body)])
        private |= local
    parts.append(["[what they share]", *told(node for key in sorted(private) for node in private[key])])
    fill = textwrap.TextWrapper(128, subsequent_indent=8 * " ", break_long_words=False, break_on_hyphens=False)
    return header + "".join("\n" + "".join(fill.fill(line) + "\n" for line in part) for part in parts)


def main() -> int:
    """Exit status 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    stubs.installed()
    before, now = file.read_text(encoding="utf-8") if file.exists() else "", text()
    if write:
        file.write_text(now, encoding="utf-8")
    elif before != now:
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), now.splitlines(True), file.name, "the package"))
        print("signatures differ: run python/signatures.py --write, and look at what it changes")
        return 1
    print("signatures agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
