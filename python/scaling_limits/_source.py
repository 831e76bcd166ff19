# SPDX-License-Identifier: Apache-2.0
"""Files of other programs: as text of bounded size, typed looks into their JSON, notes, and one kind of error."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, NamedTuple, TypeGuard

from ._known_files import BY_FORM, OWN, refused
from ._opening import StandsTwice, Unreadable, contents, object_at, suffix_of, weigh_tree

#: bytes of the largest file that is read as a configuration
LARGEST = 4 << 20
LONGEST_NOTE = 1800


class FileError(ValueError):
    """What a file says wrongly, or does not say: one line with the file, the place in it and what was expected there.

    Attributes
    ----------
    path : the file as it was named
    place : where in it: a field, a line; "" where it is the file as a whole
    problem : what is wrong there
    expected : what would be right; "" where the problem says it

    Examples
    --------
    >>> import io
    >>> try:
    ...     sl.interop.shape_from_config(io.StringIO('{"model_type": "llama", "num_hidden_layers": "many"}'))
    ... except sl.interop.FileError as error:
    ...     print(error.place, "|", error.expected)
    num_hidden_layers | a whole number in [1, 2147483647]
    """

    def __init__(self, path: str, place: str, problem: str, expected: str = "") -> None:
        where = f"{path}: {place}: " if place else f"{path}: "
        super().__init__(where + problem + (f"; expected {expected}" if expected else ""))
        self.path: str = path
        self.place: str = place
        self.problem: str = problem
        self.expected: str = expected

    def __reduce__(self) -> tuple[Any, ...]:
        return FileError, (self.path, self.place, self.problem, self.expected)


class Unread(FileError):
    """What is no mistake of the file: it does not say all of a model, or the model is one that no shape stands for."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Unread, (self.path, self.place, self.problem, self.expected)


def short(text: str, most: int) -> str:
    """A text that may be as long as a file makes it, cut."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


class Source(NamedTuple):
    """A file: its name for messages, its text, the suffix that says its form."""

    name: str
    text: str
    suffix: str

    def error(self, place: str, problem: str, expected: str = "") -> FileError:
        """What is wrong with it."""
        return FileError(self.name, short(place, 120), short(problem, 420), expected)

    def unread(self, place: str, problem: str, expected: str = "") -> Unread:
        """What it does not say, or what has no place in the answer."""
        return Unread(self.name, short(place, 120), short(problem, 420), expected)


Readable = str | os.PathLike[str] | IO[str] | IO[bytes] | Source


def source_of(path: Readable, largest: int = LARGEST, name: str = "") -> Source:
    """A file, or an open one, packed or not, as text; FileError for one that is too large or no text, OSError for one that is
    not there. `name`: of one that is open, where it says none."""
    if isinstance(path, Source):
        return path
    if not (hasattr(path, "read") or isinstance(path, (str, os.PathLike))):
        raise TypeError(f"path must be a path or an open file, not {type(path).__name__}")
    name = name or (os.fspath(path) if isinstance(path, (str, os.PathLike)) else str(getattr(path, "name", "the text")))
    try:
        data = contents(path, largest)
        _check(name, data)
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        weigh_tree(text)
    except UnicodeDecodeError as error:
        raise FileError(name, f"byte {error.start}", "is not UTF-8", "a text file") from None
    except Unreadable as error:
        if error.head:
            _check(name, error.head)
        raise FileError(name, "", str(error)) from None
    return Source(name, text, suffix_of(name))


def _check(name: str, data: bytes | str) -> None:
    """A FileError for what is known as a file that is read elsewhere or nowhere; of its form readers say what they expect."""
    if told := refused(data, "read", (*BY_FORM, *OWN)):
        problem, _, expected = told.partition("; expected ")
        raise FileError(name, "", problem, expected)


def described(value: object) -> str:
    """A value as a message shows it: short, on one line."""
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**30:
        return "a number of more than 30 digits"
    text = " ".join((str(value).lower() if isinstance(value, bool) else repr(value)).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def is_whole(value: object) -> TypeGuard[int | float]:
    """Whether a value is a whole number, 80.0 included."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


class Notes:
    """What a reader took, derived and could not know, in the order in which it says so."""

    def __init__(self) -> None:
        self._taken: dict[str, str] = {}
        self._said: list[str] = []

    def took(self, what: str, field: str) -> None:
        """A value that stands in the file, and the name it has there."""
        self._taken[what] = field

    def derived(self, text: str) -> None:
        """A value that follows from others, and how."""
        self._add(f"derived: {text}")

    def unknown(self, text: str) -> None:
        """What the file does not say, and what stands in its place."""
        self._add(f"not known: {text}")

    def left_out(self, text: str) -> None:
        """What the file says and the answer has no place for."""
        self._add(f"left out: {text}")

    def _add(self, text: str) -> None:
        text = short(text, LONGEST_NOTE)
        if text not in self._said:
            self._said.append(text)

    def has_taken(self, field: str) -> bool:
        """Whether a value is of this name in the file."""
        return field in self._taken.values()

    def all(self) -> tuple[str, ...]:
        """One text each; what was taken comes first, in one."""
        taken = ", ".join(what if what == field else f"{what} from {field}" for what, field in self._taken.items())
        order = ("derived", "not known", "left out")
        said = sorted(self._said, key=lambda text: order.index(text.partition(":")[0]))
        return (*([f"taken: {taken}"] if taken else []), *said)


class At(NamedTuple):
    """A value of a file and where it stands."""

    source: Source
    place: str
    value: Any

    def at(self, name: str | int) -> At:
        """What stands under a name, or at a place of a list; None where there is nothing."""
        place = f"{self.place}[{name}]" if isinstance(name, int) else f"{self.place}.{name}" if self.place else name
        if isinstance(self.value, Mapping):
            return At(self.source, place, self.value.get(name))
        inside = isinstance(self.value, list) and isinstance(name, int) and name < len(self.value)
        return At(self.source, place, self.value[name] if inside and isinstance(name, int) else None)

    def error(self, expected: str) -> FileError:
        """What is wrong with it."""
        return self.source.error(self.place, "is missing" if self.value is None else f"is {described(self.value)}", expected)

    def mapping(self, what: str = "a mapping of names to values") -> At:
        """The same; refused where it is no mapping."""
        if not isinstance(self.value, Mapping):
            raise self.error(what)
        return self

    def list(self, what: str) -> Iterator[At]:
        """What a list holds; refused where it is none."""
        if not isinstance(self.value, list):
            raise self.error(what)
        for k in range(len(self.value)):
            yield self.at(k)

    def number(self, unit: str = "", least: float = 0.0, needed: bool = False) -> float | None:
        """A number from `least` on; None where there is none, or where it is not a number."""
        expected = f"a number >= {least:g}" + (f" [{unit}]" if unit else "")
        value = self.value
        if value is None or (isinstance(value, float) and value != value):
            if needed:
                raise self.error(expected)
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < 1e300:
            raise self.error(expected)
        return float(value)

    def written(self, unit: str = "", needed: bool = False) -> float | None:
        """A number >= 0 that the file has as text; None where there is none."""
        value = self.value.strip() if isinstance(self.value, str) else self.value
        if isinstance(value, str) and re.fullmatch(r"\d{1,18}(\.\d{0,18})?(e[+-]?\d{1,2})?", value, re.I):
            value = float(value)
        return self._replace(value=None if value in ("", "-", "NA") else value).number(unit, needed=needed)


def objects_in(source: Source) -> list[Any]:
    """The objects of a text that may have warnings before them and between."""
    text, found, at = source.text, [], 0
    starts = [m.start() for m in re.finditer(r"^[ \t]*\{", text, re.M)]
    if not starts:
        raise source.error("", "holds no object", "JSON")
    for start in starts:
        if start < at:
            continue
        try:
            one, at = object_at(text, text.index("{", start))
        except json.JSONDecodeError as error:
            raise source.error(f"line {error.lineno}, column {error.colno}", error.msg, "JSON") from None
        except StandsTwice as error:
            raise source.error(error.place, error.problem) from None
        except (ValueError, RecursionError):
            raise source.error("", "is nested too deeply, or holds a number of too many digits", "JSON") from None
        found.append(one)
    return found


def json_in(source: Source) -> Any:
    """The last object of a text that may have warnings before it and between objects."""
    return objects_in(source)[-1]
