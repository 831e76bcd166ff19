# SPDX-License-Identifier: Apache-2.0
"""The fields of a result from the columns of the question that it answers: names, types, units, meanings, values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from . import _arrays, _core

questions = _core.questions()


class Column(NamedTuple):
    """What a question says of one of its columns."""

    name: str  # of one with a part per name what stands before the dot
    by: str  # what such a part is of; else empty
    unit: str
    cell: str  # number, text, numbers, texts
    text: str
    listed: bool  # its list has a place for each row of the answer,
    joined: bool  # which has a list of its own, one after the other


class Field(NamedTuple):
    """A field of a result that is a column, or those of one name before the dot."""

    name: str
    column: str  # its name in the answer
    grouped: bool  # a dictionary of what stands behind the dot
    shared: bool  # of a row the same as of all others
    joined: bool
    kind: str  # its type, as the sources have it
    unit: str
    text: str
    members: tuple[str, ...]  # what stands behind the dot, where that is known

    def of(self, columns: dict[str, Any]) -> Any:
        """What an answer has of it."""
        return _core.group(columns, self.column) if self.grouped else columns[self.column]


@functools.cache
def columns_of(question: str) -> tuple[Column, ...]:
    """The columns of a question in their order."""
    return tuple(Column(*row) for row in questions[question].gives)


def no_status(column: str) -> bool:
    """Whether a column is of what was asked, not of whether it has an answer."""
    return column not in ("status", "note")


#: The types of cells: of what may be asked of arrays, of single numbers alone.
_kinds = {
    False: {"number": "Number", "text": "Text", "numbers": "list[float] | Number", "texts": "list[str] | Text"},
    True: {"number": "float", "text": "str", "numbers": "np.ndarray[Any, Any]", "texts": "list[str]"},
}
#: What a value is made to, where its type is not that of its cell.
_forms: dict[str, Callable[[Any], Any]] = {
    "int": int,
    "int | None": lambda x: None if x != x else int(x),
    "bool": bool,
    "bool | None": lambda x: None if x != x else bool(x),
    "bool | Number": lambda x: bool(x) if isinstance(x, float) else x == 1,
    "list[int]": lambda numbers: [int(x) for x in numbers],
    "tuple[Number, Number]": lambda group: tuple(group.values()),
    "np.ndarray[Any, Any]": np.asarray,
    "dict[str, np.ndarray[Any, Any]]": lambda group: {name: np.asarray(x) for name, x in group.items()},
}


class Fields:
    """The fields of one result.

    `part`: what stands before the dot of its columns; `each`: of what the answer has several such results, "row" or what the
    parts of its columns are of; `single`: of a question that is asked of single numbers alone; `left_out`: columns that it
    gives in another form, a name that ends in "_" is how several begin; `declared`: what the class says itself, by name: the
    type of a column that is another one, and what is no column; it stands behind the column that is declared before it, and
    that of `beside` at the end.
    """

    def __init__(
        self,
        question: str,
        part: str = "",
        each: str = "",
        single: bool = False,
        left_out: Sequence[str] = (),
        declared: Mapping[str, str] | None = None,
        beside: Sequence[str] = (),
    ) -> None:
        said = dict(declared or {})
        self.question, self.part, self.each, self.left_out = question, part, each, tuple(left_out)
        found = _grouped(question, part, each, self.left_out)
        self.columns = {name: _field(name, part, each, single, columns, said.get(name)) for name, columns in found.items()}
        kinds = said | {name: field.kind for name, field in self.columns.items()}
        self.annotations = {name: kinds[name] for name in _ordered(self.columns, said, beside)}
        #: those whose type is made here, not written in the class
        self.made = frozenset(self.columns) - frozenset(said)
        self._read = [(f.name, f.column, f.grouped, _forms.get(f.kind)) for f in self.columns.values()]
        self._places = functools.lru_cache(64)(self._places_of)  # answers of one question are mostly alike

    def of(self, columns: dict[str, Any], own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The values of the fields, as far as an answer has their columns; `own`: what has another value, or no column."""
        found = dict(own or {})
        for name, column, grouped, form in self._read:
            if name not in found and (grouped or column in columns):
                value = _core.group(columns, column) if grouped else columns[column]
                found[name] = form(value) if form else value
        return found

    def rows(self, columns: dict[str, Any]) -> Listed:
        """The values of the fields of each row."""
        found = {name: field.of(columns) for name, field in self.columns.items()}
        count = next(len(found[name]) for name, field in self.columns.items() if not (field.joined or field.grouped))
        for name, field in self.columns.items():
            if field.joined:
                found[name] = np.reshape(np.asarray(found[name]), (count, -1) if count else (0, 1))
        return Listed(self.columns, found, range(count))

    def by_name(self, columns: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The values of the fields of each name."""
        return {one: {name: columns[at] for name, at in places} for one, places in self._places(tuple(columns)).items()}

    def _places_of(self, columns: tuple[str, ...]) -> dict[str, list[tuple[str, str]]]:
        """Where in an answer of these columns the fields of each name stand."""
        shared = [(name, field.column) for name, field in self.columns.items() if field.shared]
        found: dict[str, list[tuple[str, str]]] = {}
        for name, field in self.columns.items():
            for column in () if field.shared else columns:
                if column.startswith(f"{field.column}."):
                    found.setdefault(column[len(field.column) + 1 :], []).append((name, column))
        return {one: [*places, *shared] for one, places in found.items()}


class Listed(Sequence[dict[str, Any]]):
    """The values of rows, each made when it is looked at: there can be tens of thousands."""

    def __init__(self, fields: Mapping[str, Field], columns: Mapping[str, Any], places: range) -> None:
        self._fields, self._columns, self._places = fields, columns, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Listed: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | Listed:
        if isinstance(index, slice):
            return Listed(self._fields, self._columns, self._places[index])
        place = self._places[index]
        return {name: self._cell(field, self._columns[name], place) for name, field in self._fields.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listed):
            return NotImplemented
        return all(_arrays.same(self._taken(name), other._taken(name)) for name in self._columns)

    __hash__ = None  # type: ignore[assignment]

    def _taken(self, name: str) -> Any:
        """The cells of one column."""
        column, places = self._columns[name], list(self._places)
        groups = column if self._fields[name].grouped else {"": column}
        return {one: np.asarray(values)[places] for one, values in groups.items()}

    @staticmethod
    def _cell(field: Field, column: Any, place: int) -> Any:
        if field.grouped:  # what a row does not have is no number
            return {name: x[place] for name, x in column.items() if x[place] == x[place]}
        form = _forms.get(field.kind)
        return form(column[place]) if form else column[place]


def _grouped(question: str, part: str, each: str, left_out: tuple[str, ...]) -> dict[str, list[Column]]:
    """The columns of a result by what stands before the dot."""
    begins = tuple(name for name in left_out if name.endswith("_"))
    found: dict[str, list[Column]] = {}
    for column in columns_of(question):
        if part and not column.name.startswith(f"{part}."):
            continue
        name = column.name[len(part) + 1 :] if part else column.name
        if each == "row" and (not column.listed or (not part and "." in name)):
            continue
        head = name.partition(".")[0]
        if head not in left_out and not (begins and head.startswith(begins)):
            found.setdefault(head, []).append(column)
    return found


def _field(name: str, part: str, each: str, single: bool, columns: Sequence[Column], said: str | None) -> Field:
    """The field of columns of one name before the dot."""
    first = columns[0]
    at = f"{part}.{name}" if part else name
    shared = bool(each) and each != "row" and first.by != each
    by_name = bool(first.by) and first.by != each
    grouped = len(columns) > 1 or by_name or first.name != at
    members = tuple(column.name[len(at) + 1 :] for column in columns) if grouped and not by_name else ()
    one = {_kind(column, each, single) for column in columns}
    kind = one.pop() if len(one) == 1 else "Any"
    text = first.text
    if members:
        alike: dict[str, list[str]] = {}
        for member, column in zip(members, columns, strict=True):
            alike.setdefault(column.text, []).append(member)
        text = "; ".join(f"{', '.join(of)}: {meaning}" for meaning, of in alike.items())
    kind = said or (f"dict[str, {kind}]" if grouped else kind)
    return Field(name, at, grouped, shared, first.joined, kind, first.unit, text, members)


def _kind(column: Column, each: str, single: bool) -> str:
    if each == "row":
        return "str" if column.cell == "texts" else "Number" if column.joined else "float"
    return _kinds[single][column.cell]


def _ordered(columns: Mapping[str, Field], said: Mapping[str, str], beside: Sequence[str]) -> Iterator[str]:
    """The names of the fields in their order."""
    behind: dict[str, list[str]] = {"": []}
    at = ""
    for name in said:
        if name in columns:
            at = name
        elif name not in beside:
            behind.setdefault(at, []).append(name)
    yield from behind[""]
    for name in columns:
        yield name
        yield from behind.get(name, ())
    yield from (name for name in said if name in beside and name not in columns)
