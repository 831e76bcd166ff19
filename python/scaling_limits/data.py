# SPDX-License-Identifier: Apache-2.0
"""What was measured, read from files and frames: training steps, failures, and where the time of a run went."""

from __future__ import annotations

import io
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from . import _core, _evaluate, _log_open
from ._attempts import Attempts, JobHistory
from ._bookkeeping import ComparedBucket, GoodputComparison, MeasuredAttempt, MeasuredGoodput, goodput_from_steps
from ._counted_causes import causes_of
from ._docs import complete
from ._history import read_attempts
from ._kernel import describe, suggestion
from ._log_cells import texts
from ._log_read import read_counts, read_events, read_lives
from ._log_report import LogReport
from ._logs import Counts, Events, Lives
from ._opening import bounded
from ._parameters import Field, UnknownField, checked, of_type, one_number
from ._public import listing
from .parallelism import Layout
from .results import Result, Rows
from .workload import TransformerShape

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = [
    "Attempts",
    "ComparedBucket",
    "Counts",
    "Events",
    "GoodputComparison",
    "JobHistory",
    "Lives",
    "LogReport",
    "MeasuredAttempt",
    "MeasuredGoodput",
    "MeasuredStep",
    "MeasuredSteps",
    "causes_of",
    "goodput_from_steps",
    "read_attempts",
    "read_counts",
    "read_events",
    "read_lives",
    "read_steps",
]
__dir__ = listing(__all__)

#: the options of a step: its numbers, and what is none, with the words that it may be
_numbers = {row.name: row for row in _evaluate.rows_of("step") if row.name != "batch_tokens"}
_words = _evaluate.words_of("step")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MeasuredStep(Result):
    """A training step that was measured, or that could be: then it has no time.

    Attributes
    ----------
    shape : of the model
    layout : how it was spread over GPUs
    batch_tokens : tokens of a step, all replicas together
    time : measured [s]; NaN: not measured
    memory : measured, of the fullest GPU [B]; NaN: not measured
    id, set, machine : what it is called, which rows it belongs to, what it ran on
    options : of ``parallelism.step``, by name; they win over those of a call

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_8b"]
    >>> layout = sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5, options={"overlap": 0.4})
    >>> row.replace(time=2.4).time
    2.4
    """

    shape: TransformerShape
    layout: Layout
    batch_tokens: float
    time: float = math.nan
    memory: float = math.nan
    id: str = ""
    set: str = ""
    machine: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, kind in (("shape", TransformerShape), ("layout", Layout)):
            part = getattr(self, name)
            of_type("MeasuredStep", name, part, kind)
            if (single := part._single()) is None:
                raise ValueError(f"MeasuredStep: fields of {name} must be single numbers, not arrays")
            object.__setattr__(self, name, single)
        for name, unit in (("batch_tokens", "1"), ("time", "s"), ("memory", "B")):
            object.__setattr__(self, name, one_number("MeasuredStep", name, getattr(self, name), unit))
        for name in ("id", "set", "machine"):
            of_type("MeasuredStep", name, getattr(self, name), str)
        if not isinstance(self.options, Mapping):
            raise TypeError(f"MeasuredStep: options must be a mapping of names to values, not {describe(self.options)}")
        known = [*_numbers, *_words]
        for name in self.options:
            if name not in known:
                raise UnknownField(f"MeasuredStep: options: a step has no {name!r}{suggestion(str(name), known)}")
        object.__setattr__(self, "options", dict(self.options))
        super().__post_init__()

    def replace(self, **changes: Any) -> MeasuredStep:
        """The same with some fields changed.

        Parameters
        ----------
        changes : fields by name

        Examples
        --------
        >>> shape = sl.published.shapes["llama3_8b"]
        >>> row = sl.data.MeasuredStep(shape=shape, layout=sl.parallelism.Layout(data=8), batch_tokens=131_072)
        >>> row.replace(id="mine").id
        'mine'
        """
        names = [one.name for one in fields(self)]
        for name in changes:
            if name not in names:
                raise UnknownField(f"MeasuredStep has no field {name!r}{suggestion(name, names)}")
        return MeasuredStep(**{**{name: getattr(self, name) for name in names}, **changes})

    def _as_row(self, timed: bool) -> dict[str, Any]:
        """As the catalogue's questions take it; `timed`: with its time, whatever that is."""
        texts = {name: text for name in ("id", "set", "machine") if (text := getattr(self, name))}
        row = {**texts, "shape": self.shape.as_request(), "layout": self.layout.as_request(), **self.options}
        return {**row, "batch_tokens": self.batch_tokens, **({"time": self.time} if timed else {})}


class MeasuredSteps(Rows[MeasuredStep]):
    """Measured steps, and what was left out.

    Attributes
    ----------
    report : line and reason of each row that could not be used; of a frame its place, from 0

    Examples
    --------
    >>> import pandas
    >>> text = {"layers": [32], "hidden": [4096], "feed_forward": [14336], "query_heads": [32], "key_value_heads": [8]}
    >>> text |= {"head_size": [128], "vocabulary": [128256], "sequence_length": [8192], "data": [8], "batch_sequences": [16]}
    >>> sl.data.read_steps(pandas.DataFrame(text | {"time": [2.5]})).report
    []
    """

    __slots__ = ("report",)
    report: list[tuple[int, str]]

    def __init__(self, rows: Iterable[MeasuredStep] = (), report: Iterable[tuple[int, str]] = ()) -> None:
        super().__init__(rows)
        self.report = list(report)

    def __reduce__(self) -> tuple[Any, ...]:
        return MeasuredSteps, (list(self), self.report)


def read_steps(
    path_or_frame: str | os.PathLike[str] | io.TextIOBase | DataFrame,
    machine: str | None = None,
    set: str | None = None,
    precision: str | None = None,
    most_bytes: float | str | None = None,
) -> MeasuredSteps:
    """Measured steps of a CSV file or a frame, one a row; a row that cannot be used is reported with its line.

    Columns are known by name, others ignored: fields of shape and layout, ``batch_sequences`` (or ``batch_tokens``), ``time``,
    ``memory``, ``id``, ``set``, ``machine``, any option of ``parallelism.step``. What is missing or empty is at its default;
    without ``kernels`` gated rows are fused and plain ones unfused where they can be, without ``precision`` they are bf16.

    Parameters
    ----------
    path_or_frame : of a CSV file, or what is opened of one, or a frame of pandas
    machine, set, precision : keep rows with this word alone; default: all
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Examples
    --------
    >>> import io
    >>> head = "layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length,data"
    >>> text = head + ",batch_sequences,time\\n32,4096,14336,32,8,128,128256,8192,8,16,2.5\\n32,4096,,,,,,,,,\\n"
    >>> rows = sl.data.read_steps(io.StringIO(text))
    >>> rows[0].batch_tokens, rows.report
    (131072.0, [(3, "TransformerShape needs 'feed_forward': width of a dense feed-forward")])
    """
    with bounded(most_bytes):
        return read(path_or_frame, {"machine": machine, "set": set, "precision": precision})


def read(
    source: Any,
    keep: Mapping[str, str | None],
    words: Sequence[str] = (),
    track: Callable[[Iterator[Any]], Iterable[Any]] = iter,
) -> MeasuredSteps:
    """As read_steps; `words`: keep rows with each of these as machine, set or precision; `track`: follows the rows."""
    table = _log_open.opened(source, "read_steps", door="calibrate").cells()
    name, columns = table.name, {str(one).strip(): texts(table.frame[one]) for one in table.frame.columns}
    has = {*columns, *(["batch_sequences"] if "batch_tokens" in columns else [])}
    if twice := [one for one in columns if f"{one}'" in columns and one in _known]:
        raise ValueError(f"read_steps: {name} has the column {', '.join(twice)} more than once: keep one of them")
    if absent := [one for one in _needed if one not in has]:
        raise ValueError(f"read_steps: {name} has no column {', '.join(absent)}")
    found, report, usable = [], [*table.report], 0
    seen: dict[str, dict[str, None]] = {one: {} for one in _texts}
    rows = (dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True))
    for line, cells in track(zip(table.lines.tolist(), rows, strict=True)):
        try:
            row = _row({key: text for key, text in cells.items() if text})
        except (ValueError, TypeError) as error:
            report.append((line, str(error)))
            continue
        usable += 1
        of = {"machine": row.machine, "set": row.set, "precision": str(row.options["precision"])}
        for key, text in of.items():
            seen[key][text] = None
        if all(word in of.values() for word in words) and all(want in (None, of[key]) for key, want in keep.items()):
            found.append(row)
    if not usable:
        why = "; ".join(f"line {line}: {reason}" for line, reason in report[:3]) or "it has no rows"
        raise ValueError(f"read_steps: {name} has no usable row: {why}")
    if not found:
        wanted = [f"{key} {want!r}" for key, want in keep.items() if want is not None] + [repr(word) for word in words]
        there = "; ".join(f"{key} {', '.join(texts)}" for key, texts in seen.items() if any(texts))
        raise ValueError(f"read_steps: {name} has no row of {', '.join(wanted)}; there are {there}")
    return MeasuredSteps(found, sorted(report))


_texts = ("machine", "set", "precision")
_needed = [one.name for one in TransformerShape.fields() if one.required] + ["batch_sequences"]
_tokens = next(row for row in _evaluate.rows_of("step") if row.name == "batch_tokens")
_time, _memory = replace(_tokens, name="time", unit="s"), replace(_tokens, name="memory", unit="B")
_known = {one.name for one in (*TransformerShape.fields(), *Layout.fields())} | {*_numbers, *_words, *_texts}
_known |= {"batch_sequences", "batch_tokens", "time", "memory", "id"}
_sequences = next(replace(one, name="batch_sequences") for one in Layout.fields() if one.name == "micro_batch")


def _row(cells: Mapping[str, str]) -> MeasuredStep:
    """A row of texts by column, those that are empty left out."""
    shape = TransformerShape(**_fields("TransformerShape", TransformerShape.fields(), cells))
    layout = Layout(**_fields("Layout", Layout.fields(), cells))
    if "batch_sequences" in cells:
        batch = _number("step", _sequences, cells) * shape.sequence_length
    elif "batch_tokens" in cells:
        batch = _number("step", _tokens, cells)
    else:
        raise ValueError("step needs 'batch_sequences': sequences of a step, all replicas together")
    options: dict[str, Any] = _fields("step", _numbers.values(), cells)
    for name, words in _words.items():
        if name in cells:
            options[name] = _word(name, words, cells[name]) if words else _whole_numbers(name, cells[name])
    plain = not (shape.gated or shape.experts or shape.key_value_rank) and shape.key_value_heads == shape.query_heads
    options = {"kernels": "unfused" if plain else "fused", "precision": _words["precision"][0], **options}
    measured: dict[str, Any] = {one.name: _number("step", one, cells) for one in (_time, _memory) if one.name in cells}
    measured |= {name: cells.get(name, "") for name in ("id", "set", "machine")}
    return MeasuredStep(shape=shape, layout=layout, batch_tokens=batch, options=options, **measured)


def _fields(owner: str, table: Iterable[Field], cells: Mapping[str, str]) -> dict[str, Any]:
    return {one.name: _number(owner, one, cells) for one in table if one.name in cells}


def _number(owner: str, row: Field, cells: Mapping[str, str]) -> Any:
    """A number in SI, a truth, or a quantity with its unit."""
    text = cells[row.name]
    value: Any = {"true": True, "false": False}.get(text.lower()) if row.boolean else None
    if value is None:
        try:
            value = float(text)
        except ValueError:
            try:
                value = _core.quantity(text, row.unit, row.share)
            except ValueError:
                raise ValueError(f"{owner}: {row.name} = {text!r} must be {row.text()}") from None
    return checked(owner, row, value)


def _word(name: str, words: Sequence[str], text: str) -> str:
    if text not in words:
        raise ValueError(f"step: {name} = {text!r} must be one of {', '.join(words)}{suggestion(text, words)}")
    return text


def _whole_numbers(name: str, text: str) -> list[int]:
    """A list in one cell: "7 8 8 7", "[7, 8, 8, 7]"."""
    try:
        return [int(one) for one in re.split(r"[\s,;]+", text.strip("[]() "))]
    except ValueError:
        raise ValueError(f"step: {name} = {text!r} must be whole numbers, one for each stage") from None


complete(__all__, globals())
