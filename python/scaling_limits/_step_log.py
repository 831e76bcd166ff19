# SPDX-License-Identifier: Apache-2.0
"""A log of steps as columns of numbers, read from files and frames: which column is what, and what is wrong with each row."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _log_dates, _log_open, _log_tables, _step_console, _step_events
from ._kernel import describe, suggestion
from ._log_cells import missing_words, numbers, seconds_of, texts
from ._log_report import LogReport, cut, plural
from ._log_roles import check_zone, has_instants, with_clock
from ._log_tables import LogTable

if TYPE_CHECKING:
    from pandas import Series

Column = np.ndarray[Any, Any]
WHO = "goodput_from_steps"

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
    "gpus": ("gpus", "num_gpus", "n_gpus", "ngpus", "gpu_count", "world_size", "ranks", "num_ranks", "n_ranks"),
}  # fmt: skip
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
_SHOWN = 10  # troubles that an error lists
_TOLD = 20  # unknown kinds that a note lists
_MOST = 1e15  # what no number of a log reaches: of steps, of seconds
_RESOLUTIONS = (1.0, 0.1, 0.01, 1e-3)  # [s], of clocks that round


@dataclass
class StepLog:
    """Columns of a log, of usable rows; `kind`, `attempt` as codes; `attempt`, `length`, `gpus` empty where there are none."""

    step: Column
    start: Column
    end: Column
    kind: Column
    attempt: Column
    length: Column
    gpus: Column
    resolution: float
    places: Sequence[int]
    columns: dict[str, str]
    report: list[tuple[int, str]]
    notes: list[str] = field(default_factory=list)
    unit: str = "row"
    name: str = "the log"

    def troubles(self) -> list[str]:
        """The report as an error lists it."""
        return _listed(self.report, self.unit)


def read(
    source: Any, named: Mapping[str, str | None], timezone: str | None, date_format: str | None, gpus: float | None = None
) -> StepLog:
    """The columns of a source; `named`: those that the caller names; `gpus`: of all rows, whatever they say."""
    problems: list[str] = []
    check_zone(timezone, problems)
    if problems:
        raise ValueError(f"{WHO}: {problems[0]}")
    table, resolution = _table(source)
    dialect = resolution is not None
    if dialect and (given := [what for what, column in named.items() if column is not None]):
        raise table.ask(f"no columns to name ({', '.join(given)}): it is {table.report.notes[0]}")
    columns = {str(one): str(one) for one in table.frame.columns} if dialect else _columns(table, named)
    if not dialect and "time" in columns and named.get("time") is None:
        columns["time"] = str(with_clock(table, columns["time"], [one for one in columns.values() if one != columns["time"]]))
    return _Reading(table, columns, dialect, gpus).log(timezone, date_format, resolution)


def _table(source: Any) -> tuple[LogTable, float | None]:
    """What a source holds; of console lines and events of a framework the resolution of their clock [s], 0: not known."""
    import pandas

    if isinstance(source, Mapping):
        lengths = {str(key): len(column) for key, column in source.items()}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{key} {size}" for key, size in lengths.items())
            raise ValueError(f"{WHO}: columns must have the same length, not {said}")
        frame = pandas.DataFrame(
            {key: column if isinstance(column, np.ndarray) else np.asarray(column) for key, column in source.items()}
        )
        return _log_tables.of_frame(WHO, "the log", frame), None
    if not (isinstance(source, (str, os.PathLike, pandas.DataFrame)) or hasattr(source, "read")):
        raise TypeError(f"{WHO}: steps must be a path, a text file, a frame or columns by name, not {describe(source)}")
    opened = _log_open.opened(source, WHO, door="goodput")
    found = _step_events.read(opened.name, opened.text) or _step_console.read(opened.name, opened.text)
    if found is None:
        return opened.cells(), None
    report = LogReport(rows=len(found.places))
    report.notes += [*found.notes, *opened.notes]
    table = LogTable(WHO, opened.name, pandas.DataFrame(found.columns), np.array(found.places, int), report, opened.path)
    return table, found.resolution or 0.0


@dataclass
class _Reading:
    """A table as it becomes a log: what is wrong with each row, and what was guessed."""

    table: LogTable
    columns: dict[str, str]
    dialect: bool
    gpus: float | None = None
    wrong: dict[int, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def log(self, timezone: str | None, date_format: str | None, resolution: float | None) -> StepLog:
        """The log; ValueError where no row of it is a step."""
        report, count = self.table.report, len(self.table.frame)
        self.notes += report.notes
        kind = _kinds(self.cells("kind"), self.notes) if "kind" in self.columns else np.zeros(count, np.uint8)
        step, usable = self._steps(kind)
        usable &= ~np.isin(self.table.lines, report.lines.get("short", []))
        times, bad = self._times(timezone, date_format)
        length = self._lengths(bad) if "duration" in self.columns else np.empty(0)
        unknown = np.full(count, math.nan)
        ended = "end" if "end" in times else "time"
        start, end = times.get("start", unknown).copy(), times.get(ended, unknown).copy()
        for row in np.flatnonzero(end < start).tolist():
            self.tell(row, f"{ended} is before start: taken as not known")
            end[row] = math.nan
        self._without_time(start, end, usable & (kind == 0), bad, usable, "start" if "start" in times else ended)
        if "start" in times and ended in times and not self.dialect:
            for row in np.flatnonzero(np.isnan(times["start"]) & ~np.isnan(end)).tolist():
                if row not in bad["start"]:
                    self.tell(row, "start is missing: taken as not known")
        attempt = _attempts(self.cells("attempt")) if "attempt" in self.columns else np.empty(0)
        gpus = self._sizes(count)
        rounded = self._resolution(start, end, resolution) if length.size else 0.0
        self._said_of_ends(ended, bool(length.size))
        troubles = self._troubles(usable)
        self._check(usable & (kind == 0), kind, troubles)
        step, start, end, kind = (one[usable] for one in (step, start, end, kind))
        attempt, length, gpus = (one[usable] if one.size else one for one in (attempt, length, gpus))
        places = self.table.lines[usable].tolist()
        told = (self.columns, troubles, self.notes, report.place, self.table.name)
        return StepLog(step, start, end, kind, attempt, length, gpus, rounded, places, *told)

    def cells(self, what: str) -> Series:
        """The column of a name of ours."""
        return self.table.frame[self.columns[what]]

    def tell(self, row: int, text: str) -> None:
        """What is wrong with a row."""
        self.wrong.setdefault(row, []).append(text)

    def _numbers(self, column: Series, unit: str = "", factor: float = 1.0) -> tuple[Column, dict[int, Any]]:
        """Numbers, NaN where there is none or one that no log has; what else stood there."""
        found = numbers(column, unit, factor, self.notes)
        found = np.where(np.abs(found) < _MOST, found, math.nan)
        cells = column.tolist()
        return found, {row: cells[row] for row in np.flatnonzero(np.isnan(found)).tolist() if not _missing(cells[row])}

    def _steps(self, kind: Column) -> tuple[Column, Any]:
        """Numbers of steps, and which rows have one or need none."""
        step, bad = self._numbers(self.cells("step"))
        said_by = _neighbours(step, kind)
        for row in np.flatnonzero((kind == 0) & np.isnan(step)).tolist():
            text = f"step = {cut(bad[row])} is no number" if row in bad else "step is missing"
            if row in said_by:
                step[row] = said_by[row]
                text += f": taken as {step[row]:.15g}, between its neighbours"
            self.tell(row, text)
        return step, (kind != 0) | np.isfinite(step)

    def _times(self, timezone: str | None, date_format: str | None) -> tuple[dict[str, Column], dict[str, dict[int, str]]]:
        """Columns of instants [s], NaN where there is none, and of each what is wrong with cells that are none."""
        made: dict[str, Column] = {}
        bad: dict[str, dict[int, str]] = {}
        dated: dict[str, Series] = {}
        for what in ("start", "end", "time"):
            if what not in self.columns:
                continue
            column, factor = self.cells(what), _unit(self.columns[what])[1]
            if has_instants(column) and not (factor and not _log_dates.looks_dated(column)):
                dated[what] = column.rename(what)
            else:
                made[what], odd = self._numbers(column, factor=factor or 1.0)
                bad[what] = {row: f"{what} = {cut(cell)} is no time" for row, cell in odd.items()}
        report = LogReport()
        read = _log_dates.read(dated, date_format, timezone, report)
        for what, dates in read.items():
            made[what], cells = dates.in_seconds(), dated[what].tolist()
            none = np.flatnonzero(np.isnan(made[what]) & ~dates.missing).tolist()
            bad[what] = {row: dates.wrong(what, row, cells[row]) for row in none}
        self.notes += [] if self.dialect else report.notes
        return {what: made[what] for what in ("start", "end", "time") if what in made}, bad

    def _lengths(self, bad: dict[str, dict[int, str]]) -> Column:
        """How long each row took [s], NaN where that is not known; what is wrong with the others."""
        column = self.cells("duration")
        found, odd = self._numbers(column, "s", _unit(self.columns["duration"])[1] or 1.0)
        for row, cell in list(odd.items()):
            if (clock := _clock(str(cell))) is not None:
                found[row] = clock
                del odd[row]
        odd |= {row: column.iloc[row] for row in np.flatnonzero(found < 0).tolist()}
        found[found < 0] = math.nan
        bad["duration"] = {row: f"duration = {cut(cell)} is no time" for row, cell in odd.items()}
        return found

    def _sizes(self, count: int) -> Column:
        """On how many GPUs each row was, NaN where that is not known."""
        if self.gpus is not None:
            return np.full(count, self.gpus)
        if "gpus" not in self.columns:
            return np.empty(0)
        column = self.cells("gpus")
        found, odd = self._numbers(column)
        odd |= {row: column.iloc[row] for row in np.flatnonzero(found <= 0).tolist()}
        found[found <= 0] = math.nan
        for row, cell in odd.items():
            self.tell(row, f"gpus = {cut(cell)} is no size: taken as not known")
        return found

    def _without_time(
        self, start: Column, end: Column, steps: Any, bad: Mapping[str, Mapping[int, str]], usable: Any, stamp: str
    ) -> None:
        """Rows of which not all times are known: a step that has none began where the row before it ended."""
        none = np.isnan(start) & np.isnan(end)
        for row in sorted({row for what in bad for row in bad[what]} | set(np.flatnonzero(none).tolist())):
            said = [rows[row] for rows in bad.values() if row in rows]
            before = row - 1
            if not none[row]:
                said[-1] += ": taken as not known"
            elif steps[row] and before >= 0 and usable[before]:  # else its number would be missing
                start[row] = end[before] if end[before] == end[before] else start[before]
                said = said or [f"{stamp} is missing"]
                said[-1] += ": taken as the end of the row before"
            else:
                said = said or [f"{stamp} is missing"]
                usable[row] = False
            for text in said:
                self.tell(row, text)

    def _resolution(self, start: Column, end: Column, known: float | None) -> float:
        """Of the clock [s], where there are lengths beside it; 0: it does not round."""
        found = known or next((one for one in _RESOLUTIONS if _whole(start, one) and _whole(end, one)), 0.0)
        if found == 1:
            self.notes.append("times are of whole seconds: gaps of up to 1 s between rows are taken as rounding")
        return found

    def _said_of_ends(self, ended: str, has_lengths: bool) -> None:
        if "time" in self.columns or "start" not in self.columns:
            next_one = "" if has_lengths or "start" in self.columns else ", and as when the next of its attempt began"
            self.notes.append(f"{cut(self.columns[ended])} is taken as when a row ended{next_one}")
        if not {"end", "time", "duration"} & self.columns.keys():
            self.notes.append("no column tells when a row ended: a step ended when the next of its attempt began")

    def _troubles(self, usable: Any) -> list[tuple[int, str]]:
        """What is wrong by line, also with lines that are no rows."""
        report, lines = self.table.report, self.table.lines
        short = set(report.lines.get("short", []))
        told = [(line, f"left out: {reason}") for line, reason in report]
        told += [(line, "left out: it has fewer cells than the head") for line in short]
        for row, texts_of in self.wrong.items():
            if (line := int(lines[row])) not in short:
                told.append((line, ("" if usable[row] else "left out: ") + "; ".join(texts_of)))
        return sorted(told)

    def _check(self, steps: Any, kind: Column, troubles: Sequence[tuple[int, str]]) -> None:
        if steps.any():
            return
        said = [*_listed(troubles, self.table.report.place), *self.notes]
        said += [] if (kind == 0).any() else ["no row is of the kind step"]
        raise self.table.ask(f"no usable step: {'; '.join(said) if len(self.table.frame) else 'it has no rows'}")


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


def _listed(troubles: Sequence[tuple[int, str]], unit: str) -> list[str]:
    said = [f"{unit} {place}: {text}" for place, text in troubles[:_SHOWN]]
    return said + ([f"and {len(troubles) - _SHOWN} {unit}s more"] if len(troubles) > _SHOWN else [])


def _columns(table: LogTable, named: Mapping[str, str | None]) -> dict[str, str]:
    """Which column is what: as named, else as guessed by its name."""
    there = list(map(str, table.frame.columns))
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
                raise table.ask(f"no column {cut(given)}, named as {what}{near}")
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
            raise table.ask(f"{what} = {cut(found[what])} says nothing beside {' and '.join(_said(found, what))}")
    absent = {} if "step" in found else {"step": "step="}
    if not {"start", "end", "time"} & found.keys():
        absent["start, end or time"] = "start=, end= or time="
    if absent:
        listed = ", ".join(cut(one) for one in there[:20]) or "none"
        raise table.ask(
            f"no column that is called like {' and none like '.join(absent)}; name it ({', '.join(absent.values())}); "
            f"there are {listed}"
        )
    return found


def _said(found: Mapping[str, str], but: str) -> list[str]:
    return [f"{what} = {cut(found[what])}" for what in ("start", "end", "duration") if what in found and what != but]


def _plain(name: str) -> str:
    return re.sub(r"[\s\-.]+", "_", name.strip().lower())


def _unit(name: str) -> tuple[str, float]:
    """A name without the unit that it ends with, in brackets or behind a stroke, and that unit [s]; 0: it has none."""
    plain = _plain(name)
    found = re.fullmatch(r"(.+?)_*[\[(]_*([a-zµ]+)_*[\])]", plain) or re.fullmatch(r"(.+)_([a-zµ]+)", plain)
    factor = seconds_of(re.sub("(?<=[mu]s)ec$", "", found[2])) if found else 0.0
    return (found[1], factor) if found and factor else (plain, 0.0)


def _missing(cell: Any) -> bool:
    return cell is None or cell != cell or str(cell).strip().lower() in missing_words


def _clock(text: str) -> float | None:
    """A length of time as clocks show it: "0:01:30.5", "1:30"."""
    found = re.fullmatch(r"(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)", text.strip())
    return 3600 * int(found[1] or 0) + 60 * int(found[2]) + float(found[3]) if found else None


def _kinds(column: Series, notes: list[str]) -> Column:
    """Codes of kinds; words that are none are other, and are told."""
    import pandas

    rows, words = pandas.factorize(np.array(texts(column), dtype=object))
    codes, unknown = np.zeros(len(words), np.uint8), []
    for k, text in enumerate(words):
        word = "" if text.lower() in missing_words else re.sub(r"[\s\-./:]+", "_", text.lower())
        codes[k] = _CODES.get(word, _like(word))
        if word not in _CODES:
            unknown.append(k)
    counts = np.bincount(rows, minlength=len(words))
    said = [f"{plural(int(counts[k]), 'row')} of the kind {cut(words[k])}: {KINDS[int(codes[k])][0]}" for k in unknown[:_TOLD]]
    if more := unknown[_TOLD:]:
        said.append(f"{plural(int(counts[more].sum()), 'row')} of {len(more)} more kinds, as above")
    notes += said
    made: Column = codes[rows]
    return made


def _like(word: str) -> int:
    """The kind of a word that is none."""
    if not re.search("checkpoint|ckpt", word):
        return 4
    return 2 if re.search("load|restor|resum|read", word) and "upload" not in word else 1


def _attempts(column: Series) -> Column:
    """What tells attempts apart, as numbers; NaN where nothing does."""
    import pandas

    codes: Column
    if column.dtype.kind in "iuf":
        codes = column.to_numpy(np.float64)
        return codes
    cells = np.array(["" if cell.lower() in missing_words else cell for cell in texts(column)], dtype=object)
    codes = pandas.factorize(cells)[0].astype(np.float64)
    codes[cells == ""] = math.nan
    return codes
