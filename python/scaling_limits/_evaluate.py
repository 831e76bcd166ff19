# SPDX-License-Identifier: Apache-2.0
"""The one evaluator: a question about a run, its strategy and its limit, over broadcast fields of any array type."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from . import _arrays, _core
from ._parameters import Field, Parameters, check_shapes

_needs: dict[str, list[str]] = _core.question_fields()

#: A column of an answer: its group ("" for none, else "losses", "shares", ...) and its name.
Column = tuple[str, str]
#: What a column holds: numbers, one of a few labels (the first where there is no answer), or free text.
Content = tuple[str, ...] | str
NUMBER: Content = "number"
TEXT: Content = "text"
_text = np.dtype("<U200")


@dataclass
class Evaluation:
    """A question with all that is not a number: names of kinds, their structure, growth. Picklable; called with arrays."""

    question: str
    strategy: tuple[str, dict[str, Any]]
    criterion: tuple[str, dict[str, Any]] | None = None
    growth: dict[str, float] = field(default_factory=dict)
    factors: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    outputs: dict[Column, Content] = field(default_factory=dict)

    def columns(self, values: Sequence[Any]) -> dict[Column, Any]:
        """Every column that the answer has, and those of `outputs`, over NumPy values; texts as arrays of str."""
        arrays = [np.asarray(v, dtype=np.float64) for v in values]
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
        flat = [a.reshape(-1) if a.size == 1 else np.broadcast_to(a, shape).reshape(-1) for a in arrays]
        rows = _core.evaluate(self.question, self.strategy, self.criterion, self.growth, self.factors, flat, math.prod(shape))
        found: dict[Column, Any] = {}
        for group, name, numbers, labels in rows:
            if labels is not None:
                content = self.outputs.get((group, name), TEXT)
                none = content[0] if isinstance(content, tuple) else ""
                codes = np.where(np.isnan(numbers), len(labels), numbers).astype(np.intp)
                numbers = np.array([*labels, none])[codes]
            found[group, name] = numbers.reshape(shape)
        for column, content in self.outputs.items():
            if column not in found:
                empty = np.nan if content == NUMBER else "" if content == TEXT else content[0]
                found[column] = np.full(shape, empty)
        return found

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        """The columns of `outputs`, labels as their numbers: a fixed form, as dask and xarray want it."""
        found = self.columns(values)
        results = []
        for column, content in self.outputs.items():
            if isinstance(content, tuple):
                codes = [np.where(found[column] == label, float(k), 0.0) for k, label in enumerate(content)]
                results.append(np.sum(codes, axis=0))
            else:
                results.append(found[column].astype(_text) if content == TEXT else found[column])
        return tuple(results)


@dataclass
class _Labels:
    labels: tuple[str, ...]

    def __call__(self, codes: Any) -> tuple[Any, ...]:
        return (np.array(self.labels)[np.asarray(codes).astype(np.intp)],)


@dataclass
class Answer:
    """Columns by group and name, and whether they are of scalars."""

    columns: dict[Column, Any]
    scalar: bool

    def group(self, name: str) -> dict[str, Any]:
        """The columns of one group by name."""
        return {column[1]: value for column, value in self.columns.items() if column[0] == name}

    def note(self) -> str:
        """Why there is no answer; of a scalar."""
        return str(self.columns.get(("", "note"), ""))


def _spec(parameters: Parameters) -> tuple[str, dict[str, Any]]:
    return parameters._owner, parameters._structure


@dataclass
class _Asked:
    """All numbers that take part, with their names and tables."""

    evaluation: Evaluation
    values: list[Any]
    tables: list[Field]

    def one(self) -> dict[Column, Any]:
        """The answer for one element: the first where numbers are at hand, typical ones else."""
        return self.evaluation.columns([_first(v, t) for v, t in zip(self.values, self.tables, strict=True)])


def _asked(
    question: str,
    run: Parameters,
    strategy: Parameters | None,
    criterion: Parameters | None,
    growth: Mapping[str, float] | None,
    factors: Sequence[Parameters],
) -> _Asked:
    if strategy is None:
        from .strategies import blocking

        strategy = blocking()
    needed = _needs[question]
    labels: list[str] = []
    values: list[Any] = []
    tables: list[Field] = []
    for owner in (run, strategy, *(() if criterion is None else (criterion,)), *factors):
        for name, value in owner._values.items():
            row = owner._fields[name]
            if needed and not (owner is run and name in needed):
                value = row.typical()
            values.append(math.nan if value is None else value)
            labels.append(f"{owner._owner}.{name}")
            tables.append(row)
    check_shapes(zip(labels, values, strict=True))
    criterion_spec = None if criterion is None else _spec(criterion)
    evaluation = Evaluation(question, _spec(strategy), criterion_spec, dict(growth or {}), [_spec(f) for f in factors])
    return _Asked(evaluation, values, tables)


def names(
    question: str,
    run: Parameters,
    strategy: Parameters | None = None,
    criterion: Parameters | None = None,
    growth: Mapping[str, float] | None = None,
    factors: Sequence[Parameters] = (),
) -> list[Column]:
    """The number columns of an answer, without computing it for every element."""
    found = _asked(question, run, strategy, criterion, growth, factors).one()
    return [column for column, value in found.items() if value.dtype.kind != "U"]


def ask(
    question: str,
    run: Parameters,
    strategy: Parameters | None = None,
    criterion: Parameters | None = None,
    growth: Mapping[str, float] | None = None,
    factors: Sequence[Parameters] = (),
    outputs: Mapping[Column, Content] | None = None,
) -> Answer:
    """Answer a question for every element of the broadcast fields of all that takes part.

    `outputs`: columns to deliver in any case; for xarray and dask these alone, by default every number that one element has.
    """
    asked = _asked(question, run, strategy, criterion, growth, factors)
    evaluation, values = asked.evaluation, asked.values
    dtype = _arrays.result_dtype(values)
    if any(_arrays.is_xarray(v) or _arrays.is_dask(v) for v in values):
        if outputs is None:
            outputs = {c: NUMBER for c, v in asked.one().items() if v.dtype.kind != "U"}
        return Answer(_labelled(evaluation, values, dtype, outputs), False)

    evaluation.outputs = dict(outputs or {})
    columns = evaluation.columns(values)
    shape = np.broadcast_shapes(*(np.shape(v) for v in values))
    if shape == ():
        python = not any(isinstance(v, np.generic) for v in values)
        convert = float if python else dtype.type
        return Answer({c: str(v[()]) if v.dtype.kind == "U" else convert(v[()]) for c, v in columns.items()}, True)
    if math.prod(shape) == 0:
        columns = {c: np.empty(shape, v.dtype) for c, v in asked.one().items()} | columns
    return Answer({c: v if v.dtype.kind == "U" else v.astype(dtype, copy=False) for c, v in columns.items()}, False)


def _labelled(
    evaluation: Evaluation, values: Sequence[Any], dtype: np.dtype[Any], outputs: Mapping[Column, Content]
) -> dict[Column, Any]:
    """The columns as xarray or dask arrays: all numbers in one pass, each free text in one of its own."""
    numbers = {c: content for c, content in outputs.items() if content != TEXT}
    evaluation.outputs = numbers
    arrays = _arrays.apply(evaluation, values, len(numbers), [np.dtype(np.float64)] * len(numbers))
    found: dict[Column, Any] = {}
    for (column, content), array in zip(numbers.items(), arrays, strict=True):
        if isinstance(content, tuple):
            (found[column],) = _arrays.apply(_Labels(content), [array], 1, [np.array(content).dtype])
        else:
            found[column] = array.astype(dtype)
    for column in outputs:
        if column not in numbers:
            (found[column],) = _arrays.apply(replace(evaluation, outputs={column: TEXT}), values, 1, [_text])
    return found


def _scalar(owner: Parameters, name: str, value: Any) -> float:
    """A field that must be one number here; NaN where it is not given."""
    if np.ndim(value) != 0:
        raise ValueError(f"{owner._owner}: {name} must be one number here, not an array")
    return math.nan if value is None else float(value)


def _first(value: Any, table: Field) -> float:
    if np.ndim(value) == 0 and not _arrays.is_lazy(value):
        return float(value)
    if _arrays.is_lazy(value) or np.size(value) == 0:
        return table.typical()
    return float(_arrays.as_numpy(value).reshape(-1)[0])


def number(question: str, run: Parameters, strategy: Parameters | None = None) -> Any:
    """One number per element; ValueError for scalars that have none, NaN inside arrays."""
    answer = ask(question, run, strategy)
    value = answer.columns.get(("", question), math.nan)
    if answer.scalar and value != value:
        raise ValueError(answer.note() or f"{question}: no answer for {run!r}")
    return value


def amounts(question: str, run: Parameters, strategy: Parameters | None = None) -> dict[str, Any]:
    """One number per cause and element; ValueError for scalars that have none, NaN inside arrays."""
    answer = ask(question, run, strategy)
    found = answer.group(question)
    if answer.scalar and (not found or any(v != v for v in found.values())):
        raise ValueError(answer.note() or f"{question}: no answer for {run!r}")
    return found
