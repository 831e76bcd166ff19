# SPDX-License-Identifier: Apache-2.0
"""A log of steps as columns of numbers, read from files and frames: which column is what, and what is wrong with each row."""

from __future__ import annotations

import bz2
import csv
import datetime
import gzip
import io
import lzma
import math
import os
import re
import zlib
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._kernel import describe, suggestion

Column = np.ndarray[Any, Any]

#: what columns are called; the first that is there counts
NAMES = {
    "step": ("step", "iteration", "iter", "global_step", "step_number", "step_id", "train_step"),
    "start": ("start", "begin", "started", "began", "start_time", "begin_time", "started_at", "time_start", "t_start"),
    "end": ("end", "finish", "finished", "stop", "stopped", "ended", "end_time", "finish_time", "stop_time", "finished_at",
            "ended_at", "time_end", "t_end"),
    "duration": ("duration", "step_time", "duration_s"),
    "kind": ("kind", "event", "type", "phase", "event_type"),
    "attempt": ("attempt", "restart", "run", "attempt_id", "run_id", "job", "job_id", "restart_count"),
}  # fmt: skip
#: words of a kind, as the compiled kernel counts them
KINDS = {
    0: ("", "step", "steps", "train", "training", "train_step", "iteration"),
    1: ("checkpoint", "checkpointing", "ckpt", "save", "saving", "snapshot", "checkpoint_save", "save_checkpoint"),
    2: ("startup", "start-up", "start_up", "restart", "init", "initialization", "initialisation", "load", "load_checkpoint",
        "restore", "recovery", "resume", "warmup"),
    3: ("downtime", "down", "outage", "failure", "crash", "fault", "queue", "queued", "waiting"),
    4: ("other", "eval", "evaluation", "evaluate", "validation", "test", "data", "idle"),
}  # fmt: skip
_CODES = {word: code for code, words in KINDS.items() for word in words}
_FORMS = ("%m/%d/%Y %H:%M:%S", "%m/%d/%Y %H:%M", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M")
_OPEN: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
_SHOWN = 100  # troubles that an error lists
_MOST = 1e15  # what no number of a log reaches: of steps, of seconds


@dataclass
class StepLog:
    """Columns of a log, of usable rows; `attempt` and `kind` as codes."""

    step: Column
    start: Column
    end: Column
    kind: Column
    attempt: Column
    columns: dict[str, str]
    report: list[tuple[int, str]]
    notes: list[str] = field(default_factory=list)


def read(source: Any, named: Mapping[str, str | None], zone: str) -> StepLog:
    """The columns of a source; `named`: those that the caller names."""
    name, table, places, troubles, unit = _table(source)
    columns = _columns(name, list(table), named)
    notes: list[str] = []
    count = len(places)
    report: dict[int, list[str]] = {}

    def trouble(row: int, text: str) -> None:
        report.setdefault(row, []).append(text)

    try:
        clock = _Clock(zoneinfo.ZoneInfo(zone) if zone != "UTC" else datetime.UTC)
    except (ValueError, TypeError, OSError, zoneinfo.ZoneInfoNotFoundError):
        raise ValueError(
            f"goodput_from_steps: zone = {quoted(zone)} is no time zone, such as 'UTC' or 'Europe/Berlin'"
        ) from None
    kind = _kinds(table[columns["kind"]], notes) if "kind" in columns else np.zeros(count, np.uint8)
    step, bad_step = _numbers(table[columns["step"]])
    start, bad_start = clock.read(table[columns["start"]])
    if "end" in columns:
        end, bad_end = clock.read(table[columns["end"]])
    else:
        end, bad_end = clock.read(table[columns["duration"]])
        end = start + end
    usable = np.isfinite(start)
    wanted = (kind == 0) & ~np.isfinite(step)
    usable &= ~wanted
    for row in np.flatnonzero(wanted).tolist():
        trouble(row, f"step = {bad_step[row]} is no number" if row in bad_step else "step is missing")
    for row, text in bad_end.items():
        trouble(row, f"{'end' if 'end' in columns else 'duration'} = {text} is no time: taken as not known")
    end[~np.isfinite(end)] = math.nan
    for row in np.flatnonzero(end < start).tolist():
        trouble(row, "end is before start: taken as not known")
        end[row] = math.nan
    for row in np.flatnonzero(~np.isfinite(start)).tolist():
        text = f"start = {bad_start[row]} is no time" if row in bad_start else "start is missing"
        before = row - 1
        if not wanted[row] and kind[row] == 0 and before >= 0 and usable[before]:  # else its number would be missing
            start[row] = end[before] if end[before] == end[before] else start[before]
            if not end[row] >= start[row]:
                end[row] = math.nan
            usable[row] = True
            text += ": taken as the end of the row before"
        trouble(row, text)
    attempt = _codes(table[columns["attempt"]]) if "attempt" in columns else np.empty(0)
    if clock.aware and clock.naive:
        notes.append(f"{clock.naive} timestamps name no time zone where others do: taken as {quoted(zone)}")
    for row in sorted(report):
        left = "" if usable[row] else "left out: "
        troubles.append((places[row], left + "; ".join(report[row])))
    troubles.sort()
    if not (usable & (kind == 0)).any():
        raise ValueError(f"goodput_from_steps: {name} has no usable step: {_listed(troubles, unit, count, kind, notes)}")
    if not usable.all():
        step, start, end, kind = step[usable], start[usable], end[usable], kind[usable]
        attempt = attempt[usable] if attempt.size else attempt
    return StepLog(step, start, end, kind, attempt, columns, troubles, notes)


def quoted(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = str(value)
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _listed(troubles: Sequence[tuple[int, str]], unit: str, count: int, kind: Column, notes: Sequence[str]) -> str:
    if not count:
        return "it has no rows"
    said = [f"{unit} {place}: {text}" for place, text in troubles[:_SHOWN]]
    more = [f"and {len(troubles) - _SHOWN} rows more"] if len(troubles) > _SHOWN else []
    return "; ".join([*said, *more, *notes, *([] if (kind == 0).any() else ["no row is of the kind step"])])


def _columns(name: str, there: Sequence[str], named: Mapping[str, str | None]) -> dict[str, str]:
    """Which column is what: as named, else as guessed by its name."""
    plain: dict[str, str] = {}
    for one in there:
        plain.setdefault(re.sub(r"[\s\-.]+", "_", re.sub(r"\s*[\[(](s|sec|seconds)[\])]$", "", one.strip().lower())), one)
    found: dict[str, str] = {}
    for what, names in NAMES.items():
        given = named.get(what)
        if given is not None:
            if given not in there:
                near = suggestion(given, there)
                raise ValueError(f"goodput_from_steps: {name} has no column {quoted(given)}, named as {what}{near}")
            found[what] = given
        elif guess := next((plain[one] for one in names if one in plain), None):
            found[what] = guess
    if "end" in found:
        found.pop("duration", None)
    absent = [what for what in ("step", "start") if what not in found]
    absent += ["end"] if "end" not in found and "duration" not in found else []
    if absent:
        listed = ", ".join(quoted(one) for one in there[:20]) or "none"
        raise ValueError(
            f"goodput_from_steps: {name} has no column that is called like {' or '.join(absent)}; name it "
            f"({', '.join(f'{what}=' for what in absent)}); there are {listed}"
        )
    return found


def _table(source: Any) -> tuple[str, dict[str, Sequence[Any]], Sequence[int], list[tuple[int, str]], str]:
    """Name, columns, the place of each row, rows that are none, and what a place is called."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        suffix = os.path.splitext(path)[1].lower()
        if suffix == ".parquet":
            import pandas

            return _frame(path, pandas.read_parquet(path))
        try:
            with _OPEN.get(suffix, open)(path, "rb") as file:
                raw = file.read()
        except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
            raise ValueError(f"goodput_from_steps: {path} cannot be unpacked: {error}") from None
        try:
            return _csv(path, raw.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ValueError(f"goodput_from_steps: {path} is not UTF-8 text: byte {error.start}") from None
    if hasattr(source, "columns") and hasattr(source, "__getitem__"):
        return _frame("the frame", source)
    if isinstance(source, Mapping):
        lengths = {str(key): len(column) for key, column in source.items()}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{key} {size}" for key, size in lengths.items())
            raise ValueError(f"goodput_from_steps: columns must have the same length, not {said}")
        return "the log", dict(source), range(next(iter(lengths.values()), 0)), [], "row"
    if hasattr(source, "read"):
        text = source.read()
        if isinstance(text, str):
            return _csv(str(getattr(source, "name", "the text")), text.removeprefix("\ufeff"))
    raise TypeError(
        f"goodput_from_steps: steps must be a path, a text file, a frame or columns by name, not {describe(source)}"
    )


def _frame(name: str, frame: Any) -> tuple[str, dict[str, Sequence[Any]], Sequence[int], list[tuple[int, str]], str]:
    table = {str(column): frame[column] for column in frame.columns}
    return name, table, range(len(frame)), [], "row"


def _csv(name: str, text: str) -> tuple[str, dict[str, Sequence[Any]], Sequence[int], list[tuple[int, str]], str]:
    head = next((line for line in io.StringIO(text) if line.strip()), "")
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    names: list[str] = []
    rows: list[list[str]] = []
    lines: list[int] = []
    troubles: list[tuple[int, str]] = []
    while True:
        try:
            for cells in reader:
                if not names:
                    names = [one.strip() for one in cells]
                elif len(cells) == len(names):
                    rows.append(cells)
                    lines.append(reader.line_num)
                elif any(cell.strip() for cell in cells):
                    troubles.append((reader.line_num, f"left out: {len(cells)} cells where the head has {len(names)}"))
            break
        except csv.Error as error:
            troubles.append((reader.line_num, f"left out: {error}"))
    if rows and len(names) == 1:  # blank lines
        kept = [k for k, row in enumerate(rows) if row[0].strip()]
        rows, lines = [rows[k] for k in kept], [lines[k] for k in kept]
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    table: dict[str, Sequence[Any]] = {}
    for one, column in zip(names, columns, strict=True):
        table.setdefault(one, column)
    return name, table, lines, troubles, "line"


def _missing(value: Any) -> bool:
    return (
        value is None
        or value != value
        or (isinstance(value, str) and value.strip().lower() in ("", "nan", "na", "null", "none"))
    )


def _as_array(cells: Sequence[Any]) -> Column | None:
    """Numbers, dates and durations in arrays, as they are: the fast way."""
    array = np.asarray(cells if not isinstance(cells, tuple) else list(cells))
    if array.dtype.kind == "U":
        try:
            return array.astype(np.float64)
        except ValueError:
            return None
    return array if array.dtype.kind in "iufMmb" else None


def _numbers(cells: Sequence[Any]) -> tuple[Column, dict[int, str]]:
    """Numbers, NaN where there is none; what else stood there."""
    array = _as_array(cells)
    if array is not None and array.dtype.kind in "iufb":
        numbers = array.astype(np.float64)
        return numbers, _beyond(numbers)
    return _each(cells, float)


def _beyond(numbers: Column) -> dict[int, str]:
    """Takes out what no log has; what stood there."""
    rows = np.flatnonzero(np.abs(numbers) >= _MOST).tolist()
    found = {row: quoted(numbers[row]) for row in rows}
    numbers[rows] = math.nan
    return found


def _each(cells: Iterable[Any], number: Any) -> tuple[Column, dict[int, str]]:
    found, bad = [], {}
    for row, cell in enumerate(cells):
        value = math.nan
        if not _missing(cell):
            try:
                value = number(cell)
            except (ValueError, TypeError, OverflowError):
                value = math.nan
            if not abs(value) < _MOST:
                bad[row] = quoted(cell)
                value = math.nan
        found.append(value)
    return np.array(found, dtype=np.float64), bad


class _Clock:
    """Times in s: numbers as they are, timestamps since 1970, those without a zone in one that is given."""

    def __init__(self, zone: datetime.tzinfo) -> None:
        self.zone, self.naive, self.aware = zone, 0, 0

    def read(self, cells: Any) -> tuple[Column, dict[int, str]]:
        """A column."""
        if getattr(getattr(cells, "dtype", None), "tz", None) is not None:  # of pandas
            cells = cells.dt.tz_convert("UTC").dt.tz_localize(None)
            self.aware += len(cells)
        elif getattr(getattr(cells, "dtype", None), "kind", "") == "M" and self.zone is not datetime.UTC:
            cells = list(
                cells.tolist() if hasattr(cells, "tolist") and hasattr(cells, "index") else cells.astype("M8[us]").tolist()
            )
        array = _as_array(cells)
        if array is None or array.dtype.kind == "b":
            return _each(cells, self.seconds)
        if array.dtype.kind in "Mm":
            whole = array.astype(f"{array.dtype.kind}8[us]")
            return np.where(np.isnat(whole), math.nan, whole.astype(np.int64) / 1e6), {}
        numbers = array.astype(np.float64)
        return numbers, _beyond(numbers)

    def seconds(self, cell: Any) -> float:
        """A cell; ValueError where it is no time."""
        if isinstance(cell, datetime.datetime):
            return self._since_1970(cell)
        if isinstance(cell, datetime.timedelta):
            return cell.total_seconds()
        if isinstance(cell, bool) or not isinstance(cell, str):
            return float(cell)
        text = cell.strip()
        try:
            return float(text)
        except ValueError:
            return self._since_1970(_timestamp(text))

    def _since_1970(self, when: datetime.datetime) -> float:
        if when.tzinfo is None:
            self.naive += 1
            when = when.replace(tzinfo=self.zone)
        else:
            self.aware += 1
        return (when - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)).total_seconds()


def _timestamp(text: str) -> datetime.datetime:
    text = re.sub(r"\s*(UTC|GMT)$", "+00:00", text)
    if not re.search(r"[-/.]\d", text):  # a bare 20240101 is no date
        raise ValueError(text)
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        for form in _FORMS:
            try:
                return datetime.datetime.strptime(text, form)
            except ValueError:
                continue
        raise


def _kinds(cells: Any, notes: list[str]) -> Column:
    """Codes of kinds; words that are none are other, and are told."""
    words = ["" if _missing(cell) else str(cell).strip().lower().replace(" ", "_") for cell in cells]
    unknown: dict[str, int] = {}
    for word in words:
        if word not in _CODES:
            unknown[word] = unknown.get(word, 0) + 1
    notes += [f"{count} rows of the kind {quoted(word)}: other" for word, count in list(unknown.items())[:20]]
    return np.array([_CODES.get(word, 4) for word in words], dtype=np.uint8)


def _codes(cells: Any) -> Column:
    """What tells attempts apart, as numbers."""
    array = _as_array(cells)
    if array is not None and array.dtype.kind in "iuf":
        return array.astype(np.float64)
    seen: dict[str, int] = {}
    return np.array(
        [math.nan if _missing(cell) else seen.setdefault(str(cell).strip(), len(seen)) for cell in cells], dtype=np.float64
    )
