# SPDX-License-Identifier: Apache-2.0
"""What all readers share: a file of bounded size as text and as a tree, typed looks into it, notes, and one kind of error."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from .._opening import DEEPEST, StandsTwice, is_deep, json_of
from .._source import FileError, Notes, Source, described, is_whole
from ._bearing import bears, leaves, left_over

#: and as YAML, which is read at some 100 kB/s
LARGEST_YAML = 256 << 10
#: the suffixes of forms
FORMS = {
    ".json": "json",
    ".toml": "toml",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".sh": "shell",
    ".bash": "shell",
    ".slurm": "shell",
    ".sbatch": "shell",
    ".args": "shell",
}
WHOLE = "a whole number"
NUMBER = re.compile(r"[+-]?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})(e[+-]?\d{1,3})?", re.I)
LARGEST_WHOLE = 2**31 - 1  # of the fields of shapes and layouts
#: values that a file of YAML may stand for once its anchors are written out
MOST_VALUES = 1_000_000
#: a key of TOML of more parts than mappings may be deep
DOTTED = re.compile(rf"""(?m)(?:^|[{{,])[ \t\[]*(?:[\w"'-]+[ \t]*\.[ \t]*){{{DEEPEST}}}""")


def form_of(source: Source) -> str:
    """json, toml, yaml or shell: by the suffix, else by what the text looks like."""
    if source.suffix in FORMS:
        return FORMS[source.suffix]
    text = source.text.lstrip("\ufeff \t\r\n")
    if text.startswith(("{", "[{")):
        return "json"
    if text.startswith("#!") or re.search(r"(?m)(^|\s)--[a-zA-Z][\w.-]*([\s=]|$)(?!.*:\s)", text):
        return "shell"
    return "toml" if re.search(r"(?m)^\s*\[{1,2}[\w.]+\]{1,2}\s*(#.*)?$", text) else "yaml"


def tree_of(source: Source) -> dict[str, Any]:
    """The mapping that a file of JSON, TOML or YAML holds."""
    form = form_of(source)
    read = {"json": _json, "toml": _toml, "yaml": _yaml}[form]
    try:
        tree = read(source)
        deep = is_deep(tree)
    except RecursionError:
        deep = True
    if deep:
        raise source.error("", "is nested too deeply", f"a configuration in {form.upper()}")
    if not isinstance(tree, dict):
        raise source.error("", f"is {described(tree)}", "a mapping of names to values")
    return tree


def _json(source: Source) -> Any:
    try:
        return json_of(source.text)
    except json.JSONDecodeError as error:
        raise source.error(f"line {error.lineno}, column {error.colno}", error.msg, "JSON") from None
    except StandsTwice as error:
        raise source.error(error.place, error.problem) from None
    except ValueError:  # a whole number of thousands of digits
        raise source.error("", "holds a number of too many digits", "JSON") from None


def _toml(source: Source) -> Any:
    if DOTTED.search(source.text):  # each part of a key costs as much as all before it
        raise RecursionError
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (.*)\)", str(error), re.S)
        what, place = found.groups() if found else (str(error), "")
        raise source.error(place, what, "TOML") from None
    except ValueError:
        raise source.error("", "holds a number that cannot be read", "TOML") from None


def _yaml(source: Source) -> Any:
    if len(source.text) > LARGEST_YAML:
        raise source.error("", f"is larger than {LARGEST_YAML >> 10} KiB", "a configuration")
    import yaml

    try:
        loader = yaml.SafeLoader(source.text)  # not libyaml's, in which deep nesting ends the process
        node = loader.get_single_node()
        if node is None:
            return None
        if problem := _yaml_trouble(loader, node):
            raise source.error(*problem, "YAML of plain values")
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise source.error(place, error.problem or "cannot be read", "YAML of plain values") from None
    except FileError:
        raise
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:  # a date of month 13, a key that is a list
        if "integer string conversion" in str(error):
            raise source.error("", "holds a number of too many digits", "YAML of plain values") from None
        raise source.error("", " ".join(str(error).split())[:120] or "cannot be read", "YAML of plain values") from None


def _yaml_trouble(loader: Any, top: Any) -> tuple[str, str] | None:
    """What is wrong with YAML before it is written out, and where: a key twice, an anchor in itself, anchors of too much."""
    sizes: dict[int, int] = {}  # of each part that is done, what it stands for; 0: it is under way
    stack: list[tuple[Any, bool]] = [(top, False)]
    while stack:
        node, done = stack.pop()
        place = f"line {node.start_mark.line + 1}, column {node.start_mark.column + 1}"
        pairs = node.value if node.id == "mapping" else []
        inner = [one for pair in pairs for one in pair] if pairs else node.value if node.id == "sequence" else []
        if done:
            sizes[id(node)] = 1 + sum(sizes[id(one)] for one in inner)
            if sizes[id(node)] > MOST_VALUES:
                return place, f"anchors make more than {MOST_VALUES:,} values of it"
        elif id(node) not in sizes:
            sizes[id(node)] = 0
            if twice := _key_twice(loader, pairs):
                return twice
            stack.append((node, True))
            stack += [(one, False) for one in inner]
        elif not sizes[id(node)]:
            return place, "an anchor holds itself"
    return None


def _key_twice(loader: Any, pairs: list[tuple[Any, Any]]) -> tuple[str, str] | None:
    """A plain key that a mapping has more than once, and where; << may stand as often as one likes."""
    seen: dict[Any, int] = {}
    for key, _ in pairs:
        if key.id != "scalar" or key.tag == "tag:yaml.org,2002:merge":
            continue
        line = key.start_mark.line + 1
        value = loader.construct_object(key)
        if value in seen:
            return f"line {line}, column {key.start_mark.column + 1}", (
                f"the key {described(value)} stands twice in one mapping, first on line {seen[value]}: keep one of them"
            )
        seen[value] = line
    return None


class Look:
    """Typed looks into a mapping: the first of several names that is there and not null; dots lead into mappings."""

    def __init__(
        self,
        source: Source,
        values: Mapping[str, Any],
        prefix: str = "",
        text: bool = False,
        tree: Mapping[str, Any] | None = None,
        names: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.source, self.values, self.prefix = source, values, prefix
        self.text = text  # values are words of a command line
        self.tree = values if tree is None else tree  # all that the file says
        self.names = names or {}  # what a dialect calls a name
        self.spelled: dict[str, str] = {}  # how a name stands in the file
        self.defaults: Mapping[str, Any] = {}  # of the dialect, by its own names
        self.asked: set[str] = set()
        self.twice: tuple[str, ...] = ()  # what a script gives several times, with several values
        self.said: tuple[str, ...] = ()  # what a script does not decide

    def find(self, *names: str) -> tuple[str, Any]:
        """The name and the value; ("", None) where none is there."""
        found, value = "", None
        every = [called for name in names for called in self.names.get(name, (name,))]
        for name in every:
            here = self._at(name)
            if found and here != value:
                continue
            self.asked.add(name)
            if not found and here is not None:
                found, value = name, here
        for name in () if found else every:
            if self.defaults.get(name) is not None:
                return name, self.defaults[name]
        return found, value

    def _at(self, name: str) -> Any:
        if name in self.values:
            return self.values[name]
        value: Any = self.values
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        return value

    def keys(self) -> Iterator[tuple[str, str, Any]]:
        """All keys: name, how it stands in the file, value."""
        flat = self.tree is not self.values
        for path, value in leaves(self.tree):
            short = path.rpartition(".")[2].replace("-", "_").lstrip("_")
            yield (short if flat and short in self.values else path), self.place(path), value

    def heed(self, *names: str) -> None:
        """Keys that change nothing where others are as they are."""
        self.asked.update(names)

    def stands(self, *names: str) -> bool:
        """Whether the file itself says one of the names."""
        return any(self._at(name) is not None for name in names)

    def has(self, *names: str) -> bool:
        """Whether one of the names is there and not null."""
        return bool(self.find(*names)[0])

    def place(self, name: str) -> str:
        """A name as the file has it."""
        said = self.prefix + self.spelled.get(name, name.replace("_", "-") if self.prefix == "--" else name)
        return f"{said} (default)" if name in self.defaults and self._at(name) is None else said

    def error(self, name: str, problem: str, expected: str = "") -> FileError:
        """What is wrong with one of its values."""
        return self.source.error(self.place(name), problem, expected)

    def whole(self, *names: str, low: int = 1) -> tuple[str, int | None]:
        """A whole number from `low` to 2^31 - 1, and its name; None where none is there."""
        name, value = self.find(*names)
        if not name:
            return "", None
        expected = f"{WHOLE} in [{low}, {LARGEST_WHOLE}]"
        if self.text and isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,18}", value):
            value = int(value)
        if isinstance(value, str) and "$" in value:
            raise self._unset(name, value, expected)
        if not is_whole(value) or not low <= value <= LARGEST_WHOLE:
            raise self.error(name, f"is {described(value)}", expected)
        return name, int(value)

    def _unset(self, name: str, value: str, expected: str) -> FileError:
        """What the file does not set: all of it in one message."""
        others = [
            f"{place[:60]} {text[:40]}"
            for key, place, text in self.keys()
            if key != name and isinstance(text, str) and re.fullmatch(r"\$\{?[A-Za-z_]\w*\}?", text) and bears(key)
        ]
        also = f"; nor are {', '.join(others[:12])}" if others else ""
        way = "" if self.prefix == "--" else ": NAME=8 ... envsubst < FILE | scaling-limits read -"
        return self.error(name, f"is {described(value)}, which the file does not set{also}", expected + way)

    def flag(self, *names: str) -> tuple[str, bool | None]:
        """True or false; None where none is there."""
        name, value = self.find(*names)
        if not name:
            return "", None
        if self.text and isinstance(value, str) and value.lower() in ("true", "false"):
            value = value.lower() == "true"
        elif self.text and isinstance(value, str) and (value.startswith("$") or value.endswith(".py")):  # a word of its own
            if value.startswith("$"):
                self.said = (*self.said, f"arguments in {value[:60]}, which the file does not set")
            value = True
        if not isinstance(value, bool):
            raise self.error(name, f"is {described(value)}", "true or false")
        return name, value

    def word(self, *names: str) -> tuple[str, str | None]:
        """A word; None where none is there."""
        name, value = self.find(*names)
        if not name:
            return "", None
        if not isinstance(value, str):
            raise self.error(name, f"is {described(value)}", "a word")
        return name, value

    def number(self, *names: str) -> tuple[str, float | None]:
        """A number > 0 and finite; None where none is there."""
        name, value = self.find(*names)
        if not name:
            return "", None
        if self.text and isinstance(value, str) and NUMBER.fullmatch(value):
            value = float(value)
        numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not numeric or not 0 < value < 1e300:
            raise self.error(name, f"is {described(value)}", "a number > 0 and finite")
        return name, float(value)

    def mapping(self, name: str) -> Mapping[str, Any]:
        """A mapping, empty where there is none."""
        _, value = self.find(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.error(name, f"is {described(value)}", "a mapping of names to values")
        return value

    def noted(self, notes: Notes, groups: tuple[str, ...]) -> tuple[str, ...]:
        """The notes with what was seen here, and what bears on one of the groups and was not asked for."""
        for text in self.said:
            notes.unknown(text)
        for text in left_over(self.keys(), self.asked, groups):
            notes.left_out(text)
        for name in self.twice:
            if notes.has_taken(self.place(name)):
                notes.derived(f"{self.place(name)} is given more than once, the last is taken")
        return notes.all()
