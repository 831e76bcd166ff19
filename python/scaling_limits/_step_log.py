# SPDX-License-Identifier: Apache-2.0
"""A log of steps as columns of numbers, read from files and frames: which column is what, and what is wrong with each row."""

from __future__ import annotations

import csv
import datetime
import io
import math
import os
import re
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _step_console, _step_events
from ._core import units
from ._kernel import describe, suggestion
from ._known_files import known
from ._log_tables import parquet, unpacked

Column = np.ndarray[Any, Any]

#: what columns are called; the first that is there counts
NAMES = {
    "step": ("step", "iteration", "iter", "global_step", "step_number", "step_id", "train_step", "steps", "iterations", "_step",
             "trainer/global_step"),
    "start": ("start", "begin", "started", "began", "start_time", "begin_time", "started_at", "time_start", "t_start"),
    "end": ("end", "finish", "finished", "stop", "stopped", "ended", "end_time", "finish_time", "stop_time", "finished_at",
            "ended_at", "time_end", "t_end"),
    "time": ("time", "timestamp", "datetime", "date_time", "wall_time", "walltime", "logged_at", "log_time", "ts", "_timestamp",
             "@timestamp", "date", "created_at", "_runtime"),
    "duration": ("duration", "step_time", "duration_s", "elapsed_time_per_iteration", "iteration_time", "iter_time",
                 "time_per_iteration", "time_per_step", "step_duration", "train_step_time", "batch_time", "elapsed_time",
                 "elapsed"),
    "kind": ("kind", "event", "type", "phase", "event_type"),
    "attempt": ("attempt", "restart", "run", "attempt_id", "run_id", "job", "job_id", "restart_count"),
}  # fmt: skip
#: [s], by what the name of a column or a cell may say
UNITS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), units.second),
    **dict.fromkeys(("ms", "msec", "millis", "milliseconds"), units.millisecond),
    **dict.fromkeys(("us", "µs", "usec", "micros", "microseconds"), units.microsecond),
    **dict.fromkeys(("ns", "nanos", "nanoseconds"), 1e-9),
    **dict.fromkeys(("min", "mins", "minutes"), units.minute),
    **dict.fromkeys(("h", "hr", "hrs", "hours"), units.hour),
}
#: words of a kind, as the compiled kernel counts them
KINDS = {
    0: ("", "step", "steps", "train", "training", "train_step", "training_step", "iteration", "iter"),
    1: ("checkpoint", "checkpoints", "checkpointing", "ckpt", "save", "saving", "snapshot", "checkpoint_save", "ckpt_save",
        "save_checkpoint", "save_ckpt", "saving_checkpoint", "write_checkpoint", "checkpoint_write", "saved_checkpoint"),
    2: ("startup", "start_up", "restart", "restarting", "init", "initialize", "initialise", "initialization",
        "initialisation", "setup", "load", "loading", "load_checkpoint", "load_ckpt", "checkpoint_load", "ckpt_load",
        "loading_checkpoint", "restore", "restore_checkpoint", "recovery", "resume", "resumed", "warmup", "warm_up", "compile",
        "compilation", "job_start", "launch"),
    3: ("downtime", "down", "outage", "failure", "failed", "crash", "crashed", "fault", "error", "interruption", "preempted",
        "preemption", "queue", "queued", "waiting"),
    4: ("other", "eval", "evaluation", "evaluate", "evaluating", "val", "validate", "validation", "test", "data", "idle"),
}  # fmt: skip
_CODES = {word: code for code, words in KINDS.items() for word in words}
_FORMS = ("%m/%d/%Y %H:%M:%S", "%m/%d/%Y %H:%M", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M")
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_SHOWN = 10  # troubles that an error lists
_TOLD = 20  # unknown kinds that a note lists
_MOST = 1e15  # what no number of a log reaches: of steps, of seconds
_RESOLUTIONS = (1.0, 0.1, 0.01, 1e-3)  # [s], of clocks that round


@dataclass
class StepLog:
    """Columns of a log, of usable rows; `attempt` and `kind` as codes, `attempt` and `length` empty where there are none."""

    step: Column
    start: Column
    end: Column
    kind: Column
    attempt: Column
    length: Column
    resolution: float
    places: Sequence[int]
    columns: dict[str, str]
    report: list[tuple[int, str]]
    notes: list[str] = field(default_factory=list)
    unit: str = "row"

    def troubles(self) -> list[str]:
        """The report as an error lists it."""
        return _listed(self.report, self.unit)


def read(source: Any, named: Mapping[str, str | None], zone: str) -> StepLog:
    """The columns of a source; `named`: those that the caller names."""
    found = _table(source)
    name, table, places, troubles, unit = found.name, found.columns, found.places, found.troubles, found.unit
    dialect = bool(found.notes)
    if dialect and (given := [what for what, column in named.items() if column is not None]):
        raise ValueError(f"goodput_from_steps: {name} has no columns to name ({', '.join(given)}): it is {found.notes[0]}")
    columns = {one: one for one in table} if dialect else _columns(name, list(table), named)
    notes = list(found.notes)
    count = len(places)
    if "time" in columns and named.get("time") is None:
        table |= _with_dates(table, columns["time"])
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
    unknown = np.full(count, math.nan)
    times: dict[str, Column] = {}
    bad: dict[str, dict[int, str]] = {}
    for what in ("start", "end", "time", "duration"):
        if what in columns:
            seen = len(notes)
            times[what], bad[what] = clock.read(table[columns[what]], _unit(columns[what])[1], what == "duration", notes)
            notes[seen:] = [f"{quoted(columns[what])} {note}" for note in notes[seen:]]
    start = times.get("start", unknown).copy()
    ended = "end" if "end" in times else "time"
    end = times.get(ended, unknown).copy()
    length = times.get("duration", np.empty(0))
    for row in np.flatnonzero(length < 0).tolist():
        bad["duration"][row] = quoted(_cell(table[columns["duration"]], row))
        length[row] = math.nan
    wanted = (kind == 0) & ~np.isfinite(step)
    said_by = _neighbours(step, kind)
    for row in np.flatnonzero(wanted).tolist():
        text = f"step = {bad_step[row]} is no number" if row in bad_step else "step is missing"
        if row in said_by:
            step[row] = said_by[row]
            text += f": taken as {step[row]:.15g}, between its neighbours"
        trouble(row, text)
    usable = (kind != 0) | np.isfinite(step)
    for row in np.flatnonzero(end < start).tolist():
        trouble(row, f"{ended} is before start: taken as not known")
        end[row] = math.nan
    none = np.isnan(start) & np.isnan(end)
    stamp = "start" if "start" in times else ended
    for row in sorted({row for what in bad for row in bad[what]} | set(np.flatnonzero(none).tolist())):
        said = [f"{what} = {rows[row]} is no time" for what, rows in bad.items() if row in rows]
        if none[row]:
            said = said or [f"{stamp} is missing"]
            before = row - 1
            if usable[row] and kind[row] == 0 and before >= 0 and usable[before]:  # else its number would be missing
                start[row] = end[before] if end[before] == end[before] else start[before]
                said[-1] += ": taken as the end of the row before"
            else:
                usable[row] = False
        else:
            said[-1] += ": taken as not known"
        for text in said:
            trouble(row, text)
    if "start" in columns and ended in columns and not dialect:
        missing = np.isnan(times["start"]) & ~np.isnan(end)
        for row in np.flatnonzero(missing).tolist():
            if row not in bad["start"]:
                trouble(row, "start is missing: taken as not known")
    attempt = _codes(table[columns["attempt"]]) if "attempt" in columns else np.empty(0)
    if clock.aware and clock.naive:
        notes.append(f"{clock.naive} timestamps name no time zone where others do: taken as {quoted(zone)}")
    resolution = 0.0
    if length.size:
        rounded = (one for one in _RESOLUTIONS if _whole(start, one) and _whole(end, one))
        resolution = found.resolution or next(rounded, 0.0)
        if resolution == 1:
            notes.append("times are of whole seconds: gaps of up to 1 s between rows are taken as rounding")
    if "time" in columns or "start" not in columns:
        next_one = "" if length.size or "start" in columns else ", and as when the next of its attempt began"
        notes.append(f"{quoted(columns[ended])} is taken as when a row ended{next_one}")
    if not {"end", "time", "duration"} & columns.keys():
        notes.append("no column tells when a row ended: a step ended when the next of its attempt began")
    for row in sorted(report):
        left = "" if usable[row] else "left out: "
        troubles.append((places[row], left + "; ".join(report[row])))
    troubles.sort()
    if not (usable & (kind == 0)).any():
        said = [*_listed(troubles, unit), *notes, *([] if (kind == 0).any() else ["no row is of the kind step"])]
        raise ValueError(f"goodput_from_steps: {name} has no usable step: {'; '.join(said) if places else 'it has no rows'}")
    if not usable.all():
        places = np.asarray(places)[usable].tolist()
        step, start, end, kind = step[usable], start[usable], end[usable], kind[usable]
        attempt, length = (one[usable] if one.size else one for one in (attempt, length))
    return StepLog(step, start, end, kind, attempt, length, resolution, places, columns, troubles, notes, unit)


def _with_dates(table: Mapping[str, Sequence[Any]], time: str) -> dict[str, Sequence[Any]]:
    """The column of times with the dates before them, where they stand in a column of their own."""
    date = next((one for one in table if _plain(one) == "date"), time)
    first = next((cell for cell in table[time] if not _missing(cell)), None)
    if date == time or not isinstance(first, str) or not re.match(r"\s*\d{1,2}:\d\d", first):
        return {}
    pairs = zip(table[date], table[time], strict=True)
    return {time: ["" if _missing(day) or _missing(hour) else f"{day} {hour}".strip() for day, hour in pairs]}


def _neighbours(step: Column, kind: Column) -> dict[int, float]:
    """Numbers of steps that have none, between two whose rise says that one is missing."""
    rows = np.flatnonzero(kind == 0)
    numbers = np.concatenate([[math.nan] * 2, step[rows], [math.nan] * 2])
    two_before, before, own, after, two_after = (numbers[k : len(numbers) - 4 + k] for k in range(5))
    rise = (after - before) / 2
    sure = np.isnan(own) & (rise > 0) & ((before - two_before == rise) | (two_after - after == rise))
    return dict(zip(rows[sure].tolist(), (before + rise)[sure].tolist(), strict=True))


def _whole(times: Column, resolution: float) -> bool:
    ticks = times[np.isfinite(times)] / resolution
    return bool(np.all(np.abs(ticks - np.round(ticks)) <= 1e-15 * np.abs(ticks) + 1e-6))


def quoted(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = str(value)
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _listed(troubles: Sequence[tuple[int, str]], unit: str) -> list[str]:
    said = [f"{unit} {place}: {text}" for place, text in troubles[:_SHOWN]]
    return said + ([f"and {len(troubles) - _SHOWN} {unit}s more"] if len(troubles) > _SHOWN else [])


def _columns(name: str, there: Sequence[str], named: Mapping[str, str | None]) -> dict[str, str]:
    """Which column is what: as named, else as guessed by its name."""
    plain: dict[str, str] = {}
    for one in there:
        plain.setdefault(_plain(one), one)
    for one in there:
        plain.setdefault(_unit(one)[0], one)
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
    if "start" in found and ("end" in found or "duration" in found):
        unused = ["time", "duration"] if "end" in found else ["time"]
    else:
        unused = ["time"] if "end" in found else []
    for what in unused:
        if named.get(what) is None:
            found.pop(what, None)
        elif what in found:
            raise ValueError(
                f"goodput_from_steps: {what} = {quoted(found[what])} says nothing beside {' and '.join(_said(found, what))}"
            )
    absent = {} if "step" in found else {"step": "step="}
    if not {"start", "end", "time"} & found.keys():
        absent["start, end or time"] = "start=, end= or time="
    if absent:
        listed = ", ".join(quoted(one) for one in there[:20]) or "none"
        raise ValueError(
            f"goodput_from_steps: {name} has no column that is called like {' and none like '.join(absent)}; name it "
            f"({', '.join(absent.values())}); there are {listed}"
        )
    return found


def _said(found: Mapping[str, str], but: str) -> list[str]:
    return [f"{what} = {quoted(found[what])}" for what in ("start", "end", "duration") if what in found and what != but]


def _plain(name: str) -> str:
    return re.sub(r"[\s\-.]+", "_", name.strip().lower())


def _unit(name: str) -> tuple[str, float | None]:
    """A name without the unit that it ends with, in brackets or behind a stroke, and that unit [s]."""
    plain = _plain(name)
    found = re.fullmatch(r"(.+?)_*[\[(]_*([a-zµ]+)_*[\])]", plain) or re.fullmatch(r"(.+)_([a-zµ]+)", plain)
    return (found[1], UNITS[found[2]]) if found and found[2] in UNITS else (plain, None)


@dataclass
class _Table:
    """Columns by name, the place of each row, rows that are none, what a place is called, what a dialect has to say."""

    name: str
    columns: dict[str, Sequence[Any]]
    places: Sequence[int]
    troubles: list[tuple[int, str]] = field(default_factory=list)
    unit: str = "row"
    notes: Sequence[str] = ()
    resolution: float | None = None


def _table(source: Any) -> _Table:
    """What a source holds."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            raw = unpacked(file.read(), path, "goodput_from_steps", "goodput")
        if raw.startswith(b"PAR1"):
            return _frame(path, parquet(raw, path, "goodput_from_steps"))
        try:
            return _text(path, raw.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ValueError(f"goodput_from_steps: {path} is not UTF-8 text: byte {error.start}") from None
    if hasattr(source, "columns") and hasattr(source, "__getitem__"):
        return _frame("the frame", source)
    if isinstance(source, Mapping):
        lengths = {str(key): len(column) for key, column in source.items()}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{key} {size}" for key, size in lengths.items())
            raise ValueError(f"goodput_from_steps: columns must have the same length, not {said}")
        return _Table("the log", dict(source), range(next(iter(lengths.values()), 0)))
    if hasattr(source, "read"):
        text = source.read()
        if isinstance(text, str):
            name = str(getattr(source, "name", "the text"))
            return _text(name, known(text.removeprefix("\ufeff"), "goodput", f"goodput_from_steps: {name}"))
    raise TypeError(
        f"goodput_from_steps: steps must be a path, a text file, a frame or columns by name, not {describe(source)}"
    )


def _frame(name: str, frame: Any) -> _Table:
    table = {str(column): frame[column] for column in frame.columns}
    return _Table(name, table, range(len(frame)))


def _text(name: str, text: str) -> _Table:
    """Events or console lines of a framework, else CSV."""
    found = _step_events.read(name, text) or _step_console.read(name, text)
    if found is None:
        return _csv(name, text)
    columns: dict[str, Sequence[Any]] = dict(found.columns)
    return _Table(name, columns, found.places, [], "line", found.notes, found.resolution)


def _csv(name: str, text: str) -> _Table:
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
    return _Table(name, table, lines, troubles, "line")


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
        return numbers, _beyond(numbers, cells)
    numbers, bad = _each(cells, float)
    return numbers, bad | _beyond(numbers, cells)


def _cell(cells: Any, row: int) -> Any:
    return cells.iloc[row] if hasattr(cells, "iloc") else cells[row]


def _beyond(numbers: Column, cells: Sequence[Any]) -> dict[int, str]:
    """Takes out what no log has; what stood there."""
    rows = np.flatnonzero(np.abs(numbers) >= _MOST).tolist()
    found = {row: quoted(_cell(cells, row)) for row in rows}
    numbers[rows] = math.nan
    return found


def _each(cells: Iterable[Any], other: Any, counts: set[int] | None = None) -> tuple[Column, dict[int, str]]:
    """Cells one by one: numbers, whose rows `counts` gathers, else what `other` makes of them; what is none."""
    found, bad = [], {}
    for row, cell in enumerate(cells):
        value = math.nan
        if not _missing(cell):
            try:
                try:
                    if isinstance(cell, (bool, datetime.timedelta)):
                        raise ValueError(cell)
                    value = float(cell)
                    if counts is not None:
                        counts.add(row)
                except (ValueError, TypeError):
                    value = other(cell)
            except (ValueError, TypeError, OverflowError):
                value = math.nan
            if value != value:
                bad[row] = quoted(cell)
        found.append(value)
    return np.array(found, dtype=np.float64), bad


class _Clock:
    """Times in s: numbers as they are, timestamps since 1970, those without a zone in one that is given."""

    def __init__(self, zone: datetime.tzinfo) -> None:
        self.zone, self.naive, self.aware = zone, 0, 0
        self._last = -math.inf  # of the column

    def read(self, cells: Any, unit: float | None, lengths: bool, notes: list[str]) -> tuple[Column, dict[int, str]]:
        """A column of times, or of lengths of time; `unit` of its numbers, where known."""
        self._last = -math.inf
        if getattr(getattr(cells, "dtype", None), "tz", None) is not None:  # of pandas
            cells = cells.dt.tz_convert("UTC").dt.tz_localize(None)
            self.aware += len(cells)
        elif getattr(getattr(cells, "dtype", None), "kind", "") == "M" and self.zone is not datetime.UTC:
            cells = list(
                cells.tolist() if hasattr(cells, "tolist") and hasattr(cells, "index") else cells.astype("M8[us]").tolist()
            )
        array = _as_array(cells)
        if array is not None and array.dtype.kind in "Mm":
            whole = array.astype(f"{array.dtype.kind}8[us]")
            return np.where(np.isnat(whole), math.nan, whole.astype(np.int64) / 1e6), {}
        if array is None or array.dtype.kind == "b":
            if not lengths and (found := iso_seconds(cells)) is not None and (found[1] or self.zone is datetime.UTC):
                self.aware += len(cells) * found[1]
                self.naive += len(cells) * (not found[1])
                return found[0], {}
            counts: set[int] = set()
            numbers, bad = _each(cells, _length if lengths else self.seconds, counts)
            counted = np.zeros(len(numbers), bool)
            counted[list(counts)] = True
        else:
            numbers, bad, counted = array.astype(np.float64), {}, np.ones(array.shape, bool)
        if unit is not None:
            with np.errstate(over="ignore"):  # infinite ones are told
                numbers[counted] *= unit
        elif not lengths:
            _since_1970_in_seconds(numbers, counted, notes)
        return numbers, bad | _beyond(numbers, cells)

    def seconds(self, cell: Any) -> float:
        """A cell that is no number; ValueError where it is no time."""
        if isinstance(cell, datetime.datetime):
            return self._since_1970(cell)
        if isinstance(cell, datetime.timedelta):
            return cell.total_seconds()
        return self._since_1970(_timestamp(str(cell).strip()))

    def _since_1970(self, when: datetime.datetime) -> float:
        if when.tzinfo is None:
            self.naive += 1
            when = when.replace(tzinfo=self.zone)
        else:
            self.aware += 1
        found = (when - _EPOCH).total_seconds()
        if found < self._last and when.tzinfo is self.zone:  # an hour that comes twice, when summer time ends
            found = (when.replace(fold=1) - _EPOCH).total_seconds()
        self._last = found
        return found


def _since_1970_in_seconds(numbers: Column, counted: Column, notes: list[str]) -> None:
    """Numbers that are too large for seconds since 1970 count smaller parts."""
    size = np.where(counted & np.isfinite(numbers), np.abs(numbers), 0.0)
    for least, most, unit, said in ((1e17, 1e20, 1e-9, "ns"), (1e14, 1e17, 1e-6, "µs"), (1e11, 1e14, 1e-3, "ms")):
        rows = (size > least) & (size <= most)
        if count := int(rows.sum()):
            numbers[rows] *= unit
            notes.append(f"is taken to count {said} since 1970" + (f" in {_rows(count)}" if count < len(numbers) else ""))


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"


_ISO = re.compile(r"(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d:\d\d| ?UTC)?")


def iso_seconds(cells: Any) -> tuple[Column, bool] | None:
    """Timestamps that are all of the one form that most logs have, and whether they name a zone: the fast way; None: others."""
    text = np.asarray(cells if not isinstance(cells, tuple) else list(cells))
    if text.dtype.kind != "U" or not text.size or not (form := _ISO.fullmatch(text[0])):
        return None
    first, zone = form.group(1), form.group(2) or ""
    signs = np.ascontiguousarray(text).view(np.uint32).reshape(text.size, -1)
    if signs.shape[1] != len(form[0]):
        return None
    shape = np.array([ord(one) for one in form[0]], dtype=np.uint32)
    digits = (shape >= ord("0")) & (shape <= ord("9"))
    digits[len(first) :] = False  # the zone is the same in all
    if (
        not ((signs[:, digits] >= ord("0")) & (signs[:, digits] <= ord("9"))).all()
        or (signs[:, ~digits] != shape[~digits]).any()
    ):
        return None
    try:
        times = text.astype(f"U{len(first)}").astype("M8[us]").astype(np.int64) / 1e6
    except ValueError:
        return None
    offset = 0 if zone.strip() in ("", "Z", "UTC") else int(zone[0] + "60") * (60 * int(zone[1:3]) + int(zone[4:]))
    return times - offset, bool(zone)


def _length(cell: Any) -> float:
    """A length of time that is no number: "5123 ms", "0:01:30"; ValueError where it is none."""
    if isinstance(cell, datetime.timedelta):
        return cell.total_seconds()
    text = str(cell).strip().lower()
    if found := re.fullmatch(r"([\d.eE+-]+)\s*([a-zµ]+)", text):
        if found[2] not in UNITS:
            raise ValueError(text)
        return float(found[1]) * UNITS[found[2]]
    if found := re.fullmatch(r"(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)", text):
        return units.hour * int(found[1] or 0) + units.minute * int(found[2]) + float(found[3])
    raise ValueError(text)


def _timestamp(text: str) -> datetime.datetime:
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1].strip()
    text = re.sub(r"\s+([+-]\d\d:?\d\d)$", r"\1", re.sub(r"\s*(UTC|GMT)$", "+00:00", text))
    if not re.search(r"[-/.]\d", text):  # a bare 20240101 is no date
        raise ValueError(text)
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        for form in _FORMS if re.match(r"\d{1,4}[/.]\d", text) else ():
            try:
                return datetime.datetime.strptime(text, form)
            except ValueError:
                continue
        raise


def _kinds(cells: Any, notes: list[str]) -> Column:
    """Codes of kinds; words that are none are other, and are told."""
    codes: dict[str, int] = {}
    unknown: dict[str, int] = {}
    found = np.empty(len(cells), dtype=np.uint8)
    for row, cell in enumerate(cells):
        text = "" if _missing(cell) else str(cell)
        code = codes.get(text)
        if code is None:
            word = re.sub(r"[\s\-./:]+", "_", text.strip().lower())
            code = codes[text] = _CODES.get(word, _like(word))
            if word not in _CODES:
                unknown[text] = 0
        if text in unknown:
            unknown[text] += 1
        found[row] = code
    told = list(unknown.items())
    notes += [f"{_rows(count)} of the kind {quoted(text)}: {KINDS[codes[text]][0]}" for text, count in told[:_TOLD]]
    if len(told) > _TOLD:
        notes.append(f"{_rows(sum(count for _, count in told[_TOLD:]))} of {len(told) - _TOLD} more kinds, as above")
    return found


def _like(word: str) -> int:
    """The kind of a word that is none."""
    if not re.search("checkpoint|ckpt", word):
        return 4
    return 2 if re.search("load|restor|resum|read", word) and "upload" not in word else 1


def _codes(cells: Any) -> Column:
    """What tells attempts apart, as numbers."""
    array = _as_array(cells)
    if array is not None and array.dtype.kind in "iuf":
        return array.astype(np.float64)
    seen: dict[str, int] = {}
    return np.array(
        [math.nan if _missing(cell) else seen.setdefault(str(cell).strip(), len(seen)) for cell in cells], dtype=np.float64
    )
