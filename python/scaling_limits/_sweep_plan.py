# SPDX-License-Identifier: Apache-2.0
"""What a sweep asks: questions of the catalogue over axes, as a job that answers any part of the grid as arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from . import _arrays, _core, _evaluate, _quantity
from ._columns import questions
from ._kernel import describe
from ._parameters import Field, Template, checked, of_type, respelled
from ._parts import each_part, requested
from .catalog import completed

#: points of the largest chunk: 8 MB a column, enough for workers to seldom ask for more
CHUNK = 2**20
#: points answered at once: an answer has all columns of its question, some of them texts and lists
BLOCK = 2**15
#: bytes that a point of a block takes, and one of a chunk by column and by axis
OF_BLOCK, OF_COLUMN, OF_AXIS = 640, 16, 8
MOST = 10**11
#: codes of what is no word: of a binding where nothing binds, as data sets of results have it, and of what is not yet known
NONE, NOT_COMPUTED = -1, -2

Values = np.ndarray[Any, np.dtype[np.float64]]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Axis:
    """What is swept: its path in a request, the name of its dimension, unit and meaning."""

    path: str
    name: str
    unit: str
    text: str


@dataclass(frozen=True)
class Column:
    """What is kept of an answer: its name there and in the file, and the words that its codes stand for."""

    name: str
    source: str
    unit: str
    text: str
    words: tuple[str, ...] = ()

    @property
    def dtype(self) -> np.dtype[Any]:
        """As it is kept."""
        return np.dtype(np.int8 if self.words else np.float64)

    @property
    def fill(self) -> float:
        """What stands where nothing is computed yet."""
        return NOT_COMPUTED if self.words else math.nan

    def coded(self, labels: Sequence[str]) -> np.ndarray[Any, Any]:
        """The code of each label: its place among the words."""
        return np.array([self.words.index(label) if label else NONE for label in labels], dtype=self.dtype)


@dataclass(frozen=True)
class Asked:
    """A question with all that is not swept, and which axes it looks at. Picklable.

    `swept`: axis, place among the parts (-1: the question's own numbers), row. `instead`: what stands in place of a row and
    follows from axes and from numbers: place, row, axes by field, numbers by field.
    """

    question: str
    parts: list[Template]
    numbers: list[float]
    arguments: dict[str, Any]
    swept: list[tuple[int, int, int]]
    instead: list[tuple[int, int, dict[str, int], dict[str, float]]]
    columns: list[Column]
    request: dict[str, Any]

    def axes(self) -> set[int]:
        """The places of the axes that it depends on."""
        return {axis for axis, *_ in self.swept} | {axis for _, _, fields, _ in self.instead for axis in fields.values()}

    def answer(self, values: Sequence[Values]) -> dict[str, np.ndarray[Any, Any]]:
        """The kept columns over the grid of the axes' values, of length 1 along axes that it does not depend on."""
        used = self.axes()
        shape = tuple(v.size if k in used else 1 for k, v in enumerate(values))
        n = math.prod(shape)

        def flat(axis: int) -> Values:
            along = values[axis].reshape([-1 if k == axis else 1 for k in range(len(shape))])
            return np.broadcast_to(along, shape).reshape(-1)

        swept = [(place, row, flat(axis)) for axis, place, row in self.swept]
        for place, row, fields, numbers in self.instead:
            part = self.parts[place]
            given = {name: flat(axis) for name, axis in fields.items()}
            given |= {name: np.array([number]) for name, number in numbers.items()}
            names = [row.name for row in _rows(part.group, part.kind)]
            settled = _core.settled(part.group, part.kind, given, n)
            swept += [(place, names.index(name), column) for name, column in settled.items()]
        parts = [part.part() for part in self.parts]
        wanted = [column.source for column in self.columns]
        found = dict(questions[self.question].evaluate(parts, self.numbers, self.arguments, swept, n, wanted))
        kept = {}
        for column in self.columns:
            data = found[column.source]
            if column.words:
                codes, labels = data
                data = np.full(n, column.coded([labels])[0]) if codes is None else column.coded(labels)[codes]
            kept[column.name] = data.reshape(shape)
        return kept


@dataclass(frozen=True)
class Job:
    """All that a chunk needs but the values of its axes. Picklable."""

    asked: list[Asked]
    axes: list[Axis]
    version: str

    @property
    def columns(self) -> list[Column]:
        """Of all its questions."""
        return [column for one in self.asked for column in one.columns]

    def chunk(self, values: Sequence[Values]) -> dict[str, np.ndarray[Any, Any]]:
        """The columns over the grid of the axes' values, a block at a time."""
        shape = tuple(v.size for v in values)
        columns = {column.name: np.empty(shape, column.dtype) for column in self.columns}
        for region in regions(shape, chunk_shape(shape, BLOCK)):
            part = [v[where] for v, where in zip(values, region, strict=True)]
            for one in self.asked:
                for name, found in one.answer(part).items():
                    columns[name][region] = found
        return columns


def chunk_shape(shape: Sequence[int], points: int) -> Shape:
    """At most so many points that follow one another: the last axes whole, one in pieces, single values of the others."""
    chunk: list[int] = []
    for size in reversed(shape):
        chunk.append(max(1, min(size, points)))
        points //= size
    return tuple(reversed(chunk))


def regions(shape: Sequence[int], chunk: Sequence[int]) -> Iterator[tuple[slice, ...]]:
    """Every chunk as the slice that it is of each axis, in the order of the points."""
    starts = (range(0, size, step) for size, step in zip(shape, chunk, strict=True))
    for corner in product(*starts):
        yield tuple(slice(k, min(k + c, n)) for k, c, n in zip(corner, chunk, shape, strict=True))


def points_in(region: Sequence[slice]) -> int:
    """How many points a chunk has."""
    return math.prod(where.stop - where.start for where in region)


def points_of(memory: float, axes: int, columns: int) -> int:
    """How many points a chunk may have; ValueError where there is room for none."""
    least = OF_BLOCK + OF_COLUMN * columns + OF_AXIS * axes
    if not memory >= least:
        raise ValueError(f"sweep: memory = {memory:g} must be at least {least} [B], what one point needs")
    block = min(BLOCK, max(1, int(memory) // (2 * OF_BLOCK)))
    return max(1, min(CHUNK, int((memory - OF_BLOCK * block) // (least - OF_BLOCK))))


@cache
def _kinds(group: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in _core.kinds(group)}


@cache
def _rows(group: str, kind: str) -> tuple[Field, ...]:
    return tuple(Field.of(row) for row in _kinds(group)[kind]["rows"])


def _number(value: Any) -> float:
    said: Any = _arrays.NUMBERS.get(value, value)
    return float(said)


def _kind_of(group: str, part: Mapping[str, Any]) -> str:
    kinds = _kinds(group)
    return str(part.get("kind", part.get("name"))) if next(iter(kinds.values()))["named"] else next(iter(kinds))


def _template(group: str, part: Mapping[str, Any]) -> Template:
    """A part in full as the evaluator takes it."""
    kind = _kind_of(group, part)
    rows = [row.name for row in _rows(group, kind)]
    structure = {row["name"] for row in _kinds(group)[kind]["arguments"]}
    given = {name: value for name, value in part.items() if name in structure and name not in rows and value is not None}
    return Template(group, kind, [_number(part.get(name)) for name in rows], given)


def path_of(name: str) -> str:
    """A field without its part is one of the run."""
    return name if "." in name else f"run.{name}"


def dimension(path: str) -> str:
    """The name of an axis in a file: that of the field, with its part where that is not the run."""
    return path.removeprefix("run.").replace(".", "_")


def _first(values: Any) -> Any:
    return values[0] if isinstance(values, (list, tuple)) else np.asarray(values).reshape(-1)[0].item()


def _is_empty(name: str, values: Any) -> bool:
    if isinstance(values, (str, bytes, Mapping, Set, type)) or not hasattr(values, "__len__"):
        raise TypeError(f"sweep: over {name!r} must be a list or an array of values, not {describe(values)}")
    if len(values) and np.ndim(values[0] if isinstance(values, (list, tuple, range)) else np.asarray(values)[0]):
        raise ValueError(f"sweep: over {name!r} must have one dimension")
    return len(values) == 0


def _split(path: str) -> tuple[str, int, str]:
    """Group, place among those of which there may be many, field."""
    group, _, field = path.partition(".")
    first, dot, rest = field.partition(".")
    return (group, int(first), rest) if dot and first.isdigit() else (group, 0, field)


def _as_request(value: Any) -> Any:
    """A part, or several, as data."""
    if isinstance(value, (list, tuple)):
        return [_as_request(one) for one in value]
    return value.as_request() if hasattr(value, "as_request") else _quantity.as_data(value)


def _without_instead(request: dict[str, Any], over: Iterable[str]) -> dict[str, Any]:
    """A request without what an axis stands in place of, such as gpu_mttf where mtbf is swept."""
    for path in over:
        group, _, name = _split(path)
        part = request.get(group)
        if group == "with" or not isinstance(part, Mapping):
            continue
        for instead in _kinds(group)[_kind_of(group, part)]["instead"] if _kind_of(group, part) in _kinds(group) else ():
            ways, row, other = {row["name"] for row in instead["rows"]}, instead["row"], instead["or_row"]
            if name not in ways and name != row:
                continue
            dropped = ways if other and other not in part and name in ways else {*ways, row}
            if other and part.get(row) == instead["unknown"]:  # neither of the two is known
                dropped = {*ways, row, other}
            part = {key: value for key, value in part.items() if key not in dropped}
        request[group] = part
    return request


def asked_of(
    request: Mapping[str, Any],
    over: Mapping[str, Any],
    columns: Sequence[str] | None = None,
    among: Iterable[str] | None = None,
) -> tuple[Asked, dict[str, Field]]:
    """A request over axes (by path, their values) as what is asked, and what each axis is a number of.

    Whatever cannot be asked is refused as the catalogue refuses it, with the first value of every axis. `columns`: those that
    are kept, by name; `among`: all axes of the sweep, where the request is over some of them.
    """
    number = {path: k for k, path in enumerate(over if among is None else among)}
    first = {path: [_first(values)] for path, values in over.items()}
    beside = requested([part for value in request.values() for part in each_part([value]) if part is not value])
    asked = _without_instead(beside | {key: _as_request(value) for key, value in request.items()}, over)
    full = completed({**asked, "over": first} if first else asked)
    swept_paths, wanted = full.pop("over", {}), full.pop("columns", None)
    question = str(full["question"])
    rows = {row.name: k for k, row in enumerate(_evaluate.rows_of(question))}
    own = {name: value for name, value in full.get("with", {}).items() if value is not None}
    numbers = [_number(own.get(name)) for name in rows]
    parts: list[Template] = []
    place_of: dict[tuple[str, int], int] = {}
    for group, value in full.items():
        if group in ("question", "with"):
            continue
        for k, part in enumerate(value if isinstance(value, list) else [value]):
            place_of[group, k] = len(parts)
            parts.append(_template(group, part))
    fields: dict[str, Field] = {}
    swept: list[tuple[int, int, int]] = []
    ways: dict[tuple[int, int], tuple[dict[str, int], dict[str, float]]] = {}
    follow: list[tuple[str, str]] = []
    for path in over:
        axis = number[path]
        group, k, name = _split(path)
        if group == "with":
            fields[path] = _evaluate.rows_of(question)[rows[name]]
            swept.append((axis, -1, rows[name]))
            continue
        place = place_of[group, k]
        part = parts[place]
        table = _rows(group, part.kind)
        names = [row.name for row in table]
        if path in swept_paths:
            row = names.index(name) if name in names else 0  # a criterion's name is that of its number
            fields[path] = table[row]
            swept.append((axis, place, row))
            continue
        instead = next(i for i in _kinds(group)[part.kind]["instead"] if any(r["name"] == name for r in i["rows"]))
        fields[path] = next(Field.of(row) for row in instead["rows"] if row["name"] == name)
        given, beside = ways.setdefault((place, names.index(instead["row"])), ({}, {}))
        given[name] = axis
        said = asked[group] if isinstance(asked.get(group), Mapping) else {}
        given_of_two = [name for name in (instead["row"], instead["or_row"]) if name in said and instead["or_row"]]
        for other in [name for name in instead["beside"] if name != instead["or_row"]] + given_of_two:
            beside[other] = part.numbers[names.index(other)]
        follow += [(group, name) for name in (instead["row"], instead["or_row"]) if name not in said]
        for row in instead["rows"]:
            if row["name"] in said:
                beside[row["name"]] = _quantity.in_unit(path, row["unit"], said[row["name"]])
    instead_of = []
    for (place, row), (given, beside) in ways.items():
        group = parts[place].group
        given |= {_split(path)[2]: number[path] for path in over if _split(path)[0] == group and _split(path)[2] in beside}
        instead_of.append((place, row, given, {name: x for name, x in beside.items() if name not in given}))
    kept = _kept(question, parts, wanted if columns is None else columns)
    arguments = {name: value for name, value in own.items() if name not in rows}
    for axis, place, row in swept:  # they are axes of the file
        group, k, name = _split(next(path for path in over if number[path] == axis))
        said = full[group][k] if isinstance(full[group], list) else full[group]
        said.pop(name if place < 0 else _rows(group, parts[place].kind)[row].name, None)
    for group, name in follow:
        full[group].pop(name, None)
    return Asked(question, parts, numbers, arguments, swept, instead_of, kept, full), fields


@cache
def _statuses() -> tuple[str, ...]:
    return tuple(_core.describe()["statuses"])


def _kept(question: str, parts: Sequence[Template], wanted: Sequence[str] | None) -> list[Column]:
    """The columns that a file keeps: numbers, and texts whose words are known beforehand."""
    known = list(questions[question].columns([part.part() for part in parts]))
    terms = tuple(name.partition(".")[2] for name, *_ in known if name.startswith("shares."))
    words = {"status": _statuses(), "binding": terms}
    found = {
        name: Column(name, name, unit, text, words[name] if kind == "text" else ())
        for name, unit, kind, text in known
        if kind == "number" or (kind == "text" and words.get(name))
    }
    if wanted is None:
        return list(found.values())
    if not wanted:
        raise ValueError(f"sweep: columns must name one at least of {', '.join(found)}")
    for name in wanted:
        if name not in found:
            more = (
                f"; {name} is a text or a list of each point, of which no file has a column"
                if name in [n for n, *_ in known]
                else ""
            )
            raise ValueError(
                f"sweep: columns has {name!a}, which question {question!r} does not keep{more}: {', '.join(found)}"
            )
    return [found[name] for name in dict.fromkeys(wanted)]


def values_of(path: str, field: Field, values: Any) -> Values:
    """The values of an axis in SI."""
    found = np.asarray(checked("sweep: over", replace(field, name=path), values), dtype=np.float64)
    if np.isnan(found).any():
        raise ValueError(f"sweep: over {path!r} holds NaN at {int(np.isnan(found).argmax())}, which is no value")
    return found


def named(over: Mapping[str, Any]) -> dict[str, Any]:
    """Axes by path; refused where there is none, where one is empty or given twice, or where there are too many points."""
    if not over:
        raise ValueError("sweep: over names no axis, such as {'gpus': [1000, 10_000]}")
    found: dict[str, Any] = {}
    for name, values in over.items():
        of_type("sweep", "every name in over", name, str)
        path = path_of(name)
        if path in found:
            raise ValueError(f"sweep: over {name!r} is given twice")
        if _is_empty(name, values):
            raise ValueError(f"sweep: over {name!r} is empty: it needs one value at least")
        if path.startswith("run."):
            path, values = _of_rates(path, values)
        found[path] = values
    points = math.prod(len(values) for values in found.values())
    if points > MOST:
        raise ValueError(f"sweep: {points:,} points are too many, at most {MOST:,}")
    return found


def _of_rates(path: str, values: Any) -> tuple[str, Any]:
    """An axis of the run whose values say another field in words, such as a rate, as one of that field."""
    if not all(isinstance(one, str) for one in values):
        return path, values
    field = path.removeprefix("run.")
    said = respelled("sweep", "run", "training_run", field, values)
    if len(said) > 1:
        raise ValueError(f"sweep: over {field!r}: a count in a window is no axis: sweep interruptions beside the run's days")
    ((name, found),) = said.items()
    return f"run.{name}", found.tolist()


def job_of(asked: Iterable[Asked], fields: Mapping[str, Field], over: Mapping[str, Any]) -> tuple[Job, list[Values]]:
    """Questions over the same axes as one job, and the axes' values in SI."""
    axes = [Axis(path, dimension(path), fields[path].unit, fields[path].doc) for path in over]
    listed = list(asked)
    taken = {axis.name for axis in axes}
    # a column that is named as an axis is goes by its question too
    for k, one in enumerate(listed):
        clear = [replace(c, name=f"{one.question}_{c.name}") if c.name in taken else c for c in one.columns]
        listed[k] = replace(one, columns=clear)
    return Job(listed, axes, _core.__version__), [values_of(path, fields[path], values) for path, values in over.items()]
