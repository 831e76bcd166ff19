# SPDX-License-Identifier: Apache-2.0
"""The one evaluator: a question of the catalogue, over broadcast fields of any array type. One crossing per question."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from . import _arrays, _core
from ._columns import Listed, no_status, questions
from ._kernel import describe
from ._parameters import Field, Parameters, check_shapes, checked, is_plain
from ._parts import each_part
from .results import Answered

Kind = TypeVar("Kind", bound=Answered)
_rows = {name: tuple(Field.of(row) for row in question.rows) for name, question in questions.items()}
_needs = {name: question.needs for name, question in questions.items()}
_text = np.dtype("<U200")


@dataclass
class Evaluation:
    """A question with all that is not an array. Picklable; called with the arrays of what is swept."""

    question: str
    parts: list[Any]
    numbers: list[float]
    arguments: dict[str, Any]
    swept: list[tuple[int, int]]  # place among the parts (-1: the question's own numbers), row
    outputs: list[str] = field(default_factory=list)  # what is wanted of the columns; none: all

    def columns(self, values: Sequence[Any]) -> dict[str, Any]:
        """The columns that are wanted, over NumPy values: numbers, texts as arrays of str, lists padded with NaN."""
        for v in values:  # that a dask array had within
            _arrays.refuse_masked(self.question, v)
        arrays = [np.asarray(v, dtype=np.float64) for v in values]
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
        flat = [a.reshape(-1) if a.size == 1 else np.broadcast_to(a, shape).reshape(-1) for a in arrays]
        swept = [(place, row, column) for (place, row), column in zip(self.swept, flat, strict=True)]
        question, parts = questions[self.question], [p.part() for p in self.parts]
        found: dict[str, Any] = {}
        for name, data in question.evaluate(parts, self.numbers, self.arguments, swept, math.prod(shape), self.outputs):
            if isinstance(data, tuple):
                codes, labels = data
                found[name] = np.full(shape, labels) if codes is None else np.array(labels)[codes].reshape(shape)
            elif isinstance(data, list):
                found[name] = np.array([*map(tuple, data), None], dtype=object)[:-1].reshape(shape)  # texts, as objects
            else:
                found[name] = data.reshape(shape + data.shape[1:])
        return found

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        """The columns of `outputs`: a fixed form, as dask and xarray want it."""
        found = self.columns(values)
        return tuple(found[name].astype(_text) if found[name].dtype.kind == "U" else found[name] for name in self.outputs)


@dataclass
class Answer:
    """Columns by name, and whether they are of scalars."""

    columns: dict[str, Any]
    scalar: bool

    def to(self, kind: type[Kind], **own: Any) -> Kind:
        """A result of these columns; `own`: of its fields what is no column, or has another form."""
        return kind(**kind._answered.of(self.columns, own))

    def rows(self, kind: type[Answered]) -> Listed:
        """The fields of each of the results that there are one of per row."""
        return kind._answered.rows(self.columns)

    def by_name(self, kind: type[Answered]) -> dict[str, dict[str, Any]]:
        """The fields of each of the results that there are one of per name."""
        return kind._answered.by_name(self.columns)

    def group(self, name: str) -> dict[str, Any]:
        """The columns "name.<term>", by term."""
        found: dict[str, Any] = _core.group(self.columns, name)
        return found

    def amounts(self) -> dict[str, Any]:
        """The columns but status and note."""
        return {name: value for name, value in self.columns.items() if no_status(name)}

    def single(self, function: str) -> Answer:
        """This; ValueError where it is of arrays."""
        if not self.scalar:
            raise ValueError(f"{function}: a field is an array; one run at a time")
        return self

    def note(self) -> str:
        """Why there is no answer; of a scalar."""
        return str(self.columns.get("note", ""))


def ask(
    question: str,
    *parts: Any,
    numbers: Mapping[str, Any] | None = None,
    arguments: Mapping[str, Any] | None = None,
    tools: Mapping[str, Any] | None = None,
    columns: Sequence[str] = (),
) -> Answer:
    """Answer a question for every element of the broadcast fields of all that takes part.

    `parts`: run, strategy, criterion, growth, factors, law ... as their classes; `numbers` and `arguments`: the question's own,
    what else stands among the numbers is passed over; `columns`: those that are computed, by name or by what stands before a
    dot. None named: all.
    """
    asked, rows = questions[question], _rows[question]
    parts = tuple(each_part(parts))
    groups = [_group_of(part) for part in parts]
    if None in groups or not set(groups).issuperset(_needs[question]):
        raise _misplaced(question, parts, groups)
    given, words, bare = dict(numbers or {}), dict(arguments or {}), [p._part for p in parts]
    found = asked.answer(bare, given, words, tools, list(columns))
    if found is not None:
        return Answer(found, True)
    own = [_own(question, row, given[row.name]) if row.name in given else row.default for row in rows]
    if all(is_plain(x) for x in own) and None not in bare:
        read = {row.name: math.nan if x is None else float(x) for row, x in zip(rows, own, strict=True)}
        return Answer(asked.answer(bare, read, words, tools, list(columns)), True)

    values: list[Any] = []
    labels: list[str] = []
    swept: list[tuple[int, int]] = []
    templates: list[Any] = []
    for place, part in enumerate(parts):
        if part._part is not None:
            templates.append(part._template())
            continue
        template = part._template()
        templates.append(template)
        for k, (name, value) in enumerate(part._values.items()):
            looked_at = not asked.enters or part._group != "run" or part._fields[name].enters & asked.enters
            if looked_at and value is not None and not is_plain(value):
                values.append(value)
                labels.append(f"{part._owner}.{name}")
                swept.append((place, k))
    plain = []
    for k, (row, value) in enumerate(zip(rows, own, strict=True)):
        if is_plain(value):
            plain.append(math.nan if value is None else float(value))
            continue
        plain.append(row.typical())
        values.append(value)
        labels.append(f"{question}.{row.name}")
        swept.append((-1, k))
    check_shapes(zip(labels, values, strict=True))
    evaluation = Evaluation(question, templates, plain, words, swept, list(columns))
    dtype = _arrays.result_dtype(values)
    if any(_arrays.is_xarray(v) or _arrays.is_dask(v) for v in values):
        return Answer(_labelled(evaluation, values, dtype), False)
    found = evaluation.columns(values)
    like = _arrays.pandas_like(values)
    if like is not None:
        lists = len(np.broadcast_shapes(*map(np.shape, values))) == like.ndim
        typed = {n: v if v.dtype.kind in "UO" else v.astype(dtype, copy=False) for n, v in found.items()}
        return Answer({n: _arrays.labelled(_arrays.with_labels_of(like, v, lists), n) for n, v in typed.items()}, False)
    if np.broadcast_shapes(*(np.shape(v) for v in values)) == ():
        of_numpy = any(isinstance(v, np.generic) for v in values)
        return Answer({name: _scalar(v, dtype.type if of_numpy else float) for name, v in found.items()}, True)
    return Answer({n: v if v.dtype.kind in "UO" else v.astype(dtype, copy=False) for n, v in found.items()}, False)


def _own(question: str, row: Field, value: Any) -> Any:
    return value if type(value) is float else checked(question, row, value, within=False)


def in_range(question: str, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """A question's own numbers, those out of their range refused for single ones and arrays alike."""
    rows = {row.name: row for row in _rows[question]}
    return {name: checked(question, rows[name], value) for name, value in numbers.items()}


def _group_of(part: object) -> str | None:
    return None if isinstance(part, type) else getattr(part, "_group", None)


def _misplaced(question: str, parts: Sequence[Any], groups: Sequence[str | None]) -> TypeError:
    """What to say where a part is none, or none of those that the question needs is there."""
    missing = [need for need in _needs[question] if need not in groups]
    wrong = next((part for part, group in zip(parts, groups, strict=True) if group not in _needs[question]), None)
    name = missing[0] if missing else "every part"
    of = Parameters._of_group.get(name)
    return TypeError(f"{question}: {name} must be a {of.__name__ if of else 'part of the case'}, not {describe(wrong)}")


def _scalar(value: Any, convert: Any) -> Any:
    if value.ndim:
        return [convert(x) for x in value]
    return str(value[()]) if value.dtype.kind == "U" else list(value[()]) if value.dtype.kind == "O" else convert(value[()])


def _labelled(evaluation: Evaluation, values: Sequence[Any], dtype: np.dtype[Any]) -> dict[str, Any]:
    """The columns as xarray or dask arrays: all numbers in one pass, all texts in another; lists are left out."""
    known = {name: (unit, kind, text) for name, unit, kind, text in columns_of(evaluation)}
    found: dict[str, Any] = {}
    for kind, of in (("number", np.dtype(np.float64)), ("text", _text)):
        names = [name for name, (_, cell, _) in known.items() if cell == kind]
        if not names:
            continue
        one = Evaluation(**{**evaluation.__dict__, "outputs": names})
        arrays = _arrays.apply(one, values, len(names), [of] * len(names))
        found |= {n: a if kind == "text" else a.astype(dtype) for n, a in zip(names, arrays, strict=True)}
    return {n: _arrays.labelled(found[n], n, unit, text) for n, (unit, _, text) in known.items() if n in found}


def columns_of(evaluation: Evaluation) -> list[tuple[str, str, str, str]]:
    """(name, unit, kind, text) of the columns that are wanted, without asking anything."""
    return list(questions[evaluation.question].columns([p.part() for p in evaluation.parts], evaluation.outputs))


def default_of(question: str, argument: str) -> Any:
    """What stands for one of the question's own arguments where it is not given; as a request has it."""
    return next(row["default"] for row in questions[question].arguments if row["name"] == argument)


def rows_of(question: str) -> tuple[Field, ...]:
    """The question's own numbers."""
    return _rows[question]


@functools.cache
def words_of(question: str) -> dict[str, list[str]]:
    """The question's own arguments that are no numbers, with the words that each may be; none: not a word."""
    return {row["name"]: row["words"] for row in questions[question].arguments}


def number(question: str, first: Any, second: Any = None) -> Any:
    """One number per element; ValueError for scalars that have none, NaN inside arrays."""
    if _group_of(first) != _needs[question][0]:
        raise _misplaced(question, [first], [_group_of(first)])
    one = first._part
    if second is None:
        if one is not None:
            return questions[question].number(one)
        answer = ask(question, first)
    else:
        other = second._part
        if one is not None and other is not None and not getattr(second, "_beside", ()):
            return questions[question].number(one, other)
        answer = ask(question, first, second)
    value = answer.columns[question]
    if answer.scalar and value != value:
        raise ValueError(answer.note() or f"{question}: no answer for {first!r}")
    return value


def number_at(question: str, part: Any, *, column: str = "", arguments: Mapping[str, Any] | None = None, **numbers: Any) -> Any:
    """One number per element at the question's own numbers; ValueError for scalars that have none, NaN inside arrays."""
    answer = ask(question, part, numbers=in_range(question, numbers), arguments=arguments)
    value = answer.columns[column or question]
    if answer.scalar and value != value:
        raise ValueError(answer.note() or f"{question}: no answer for {part!r}")
    return value


def amounts(question: str, *parts: Any) -> dict[str, Any]:
    """One number per term and element; ValueError for scalars that have none, NaN inside arrays."""
    answer = ask(question, *parts)
    found = answer.amounts()
    if answer.scalar and any(v != v for v in found.values()):
        raise ValueError(answer.note() or f"{question}: no answer for {parts[0]!r}")
    return found
