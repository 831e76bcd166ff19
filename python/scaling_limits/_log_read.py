# SPDX-License-Identifier: Apache-2.0
"""Readers of failure logs: which column is what, which rows can be used, what is odd about those that can."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from . import _history, _log_cells, _log_dates, _log_endings, _log_open, _log_roles
from ._job_words import Given, checked_means
from ._log_cells import plain_name
from ._log_csv import distinct
from ._log_report import LogReport, cut, plural
from ._log_tables import LogTable
from ._logs import Counts, Events, Lives
from ._opening import bounded

if TYPE_CHECKING:
    from pandas import DataFrame


def read_lives(
    path: str | os.PathLike[str] | IO[Any] | DataFrame,
    time: str | None = None,
    event: str | None = None,
    groups: str | Sequence[str] = (),
    entry: str | None = None,
    unit: str | None = None,
    quantity: str | None = None,
    most_bytes: float | str | None = None,
) -> Lives:
    """Lives of parts of a log with a row each: how long each lived, and whether that ended in a failure.

    Columns that are not named are guessed by what they are called, how lives end by its cells too; ``columns`` of the answer
    says which they were. Of one-letter cells F failed, D died, E event are failures, C censored, S suspended, R right-censored,
    A alive none. Lives of no length, and those that end before they are watched, are left out and reported.

    Parameters
    ----------
    path : of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas
    time : the column of durations: numbers, or quantities such as "5 h"
    event : the column that says whether the life ended in a failure; without one all did. "status=F,X": those cells of it do
    groups : columns of labels
    entry : the column of ages from which lives were watched
    unit : of numbers, such as "h"; default: what the column's name says, such as "time_h" or "days", else "s"
    quantity : the column that says how many lives a row stands for; "": one each; default: one called quantity, count or so
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        For Parquet without pyarrow: extra ``parquet``.

    Examples
    --------
    >>> import io
    >>> lives = sl.data.read_lives(io.StringIO("time_h,dead,batch\\n2,yes,old\\n5,no,new\\n-1,yes,new\\n"), groups=["batch"])
    >>> lives.durations, lives.observed, lives.groups["batch"]
    (array([ 7200., 18000.]), array([ True, False]), array(['old', 'new'], dtype=object))
    >>> lives.report
    [(4, 'time_h = -1 must be > 0 s')]
    """
    with bounded(most_bytes):
        table = _log_open.read(path, "read_lives", named=time is not None)
    report, frame = table.report, table.frame
    labels = [groups] if isinstance(groups, str) else list(groups)
    interval = _log_endings.interval_ends(table) if time is None and event is None else None
    asked = {"time": interval[0] if interval else time, "event": event, "entry": entry, "quantity": quantity or None}
    found, ended, parts = _columns_of_lives(table, asked, labels, interval is None)
    problems: list[str] = []
    units = {name: _log_roles.unit(table, found[name], unit, problems) for name in ("time", "entry")}
    if problems:
        raise table.refuse(problems)
    if interval is not None:
        durations, observed, unusable = _log_endings.of_intervals(table, interval, units["time"])
    else:
        durations, unusable = _duration(table, found["time"], units["time"])
        observed, unclear = _ends_of_lives(table, found, ended)
        unusable = _joined(unusable, unclear)
    since = None
    if found["entry"] is not None:
        since, unknown = _duration(table, found["entry"], units["entry"], least=True)
        late = np.flatnonzero(since >= durations).tolist()
        why = {k: f"{found['entry']}: it is watched from {since[k]:g} s, but lives only {durations[k]:g} s" for k in late}
        unusable = _joined(unusable, unknown, {k: text for k, text in why.items() if k not in unusable})
    taken = [*(interval or ()), *found.values(), *parts.values()]
    found["quantity"], many, uncounted = _log_endings.quantity(table, found["quantity"], taken, quantity is None)
    mask = _without(table, "unusable", _joined(unusable, uncounted))
    if not mask.any():
        raise table.refuse()
    if _log_cells.guessed(table, ["sn", "uuid", "id", *_log_roles.words["node"].split()], found.values()):
        report._tell("duplicated", table.lines[_duplicated(table, mask)])
    rows = mask if many is None else _log_endings.repeated(table, found["quantity"], many, mask)
    grouped = {name: _log_cells.labels(frame[column])[rows] for name, column in parts.items() if column}
    since = None if since is None else since[rows]
    own = {"durations": durations[rows], "observed": observed[rows], **({} if since is None else {"entry": since}), **grouped}
    shown = _shown(table, rows, own, [*found.values(), *parts.values()])
    columns = {**{name: column for name, column in found.items() if column}, **parts}
    columns |= {"time": list(interval)} if interval else {}
    return Lives(own["durations"], own["observed"], since, grouped, frame=shown, columns=columns, report=report)


def _columns_of_lives(
    table: LogTable, asked: dict[str, str | None], labels: Sequence[str], with_ends: bool
) -> tuple[dict[str, Any], frozenset[str], dict[str, Any]]:
    """The column of each role, cells that mean a failure where a caller says so, and the columns of labels.

    `with_ends`: a column tells how lives end.
    """
    problems: list[str] = []
    event, ended = _log_endings.column(table, asked["event"], problems)
    found = _log_roles.columns(table, {**asked, "event": event}, ("time", "event") if with_ends else (), problems)
    parts = {name: _log_cells.named(table, "groups", name, problems) for name in labels}
    time = found["time"]
    if time is not None and _log_dates.looks_dated(table.frame[time]):
        problems.append(f"{cut(time)} has dates, not durations: is it a log of events, for sl.data.read_events?")
    if asked["event"] is None and found["event"] is None and with_ends:
        taken = [*found.values(), *parts.values()]
        censored = _log_cells.guessed(table, _log_roles.words["censored"].split(), taken)
        found["event"] = censored or _log_endings.by_cells(table, taken, unclear := list[str]())
        if not censored and unclear:
            raise table.ask("; ".join(unclear))
    if time is None and asked["time"] is None:
        dated = next((name for name in table.frame if _log_dates.looks_dated(table.frame[name])), None)
        hint = f"; {cut(dated)} has dates: is it a log of events, for sl.data.read_events?" if dated else ""
        problems.append(f"no column is called time, duration, life or the like; there are {_log_roles.names(table)}{hint}")
    if problems:
        raise table.refuse(problems)
    return found, ended, parts


def _ends_of_lives(table: LogTable, found: Mapping[str, Any], ended: frozenset[str]) -> tuple[Any, dict[int, str]]:
    """Whether each life ended in a failure, and what is wrong by row."""
    if found["event"] is None:
        table.report.notes.append("no column says how lives end: all in a failure")
        return np.ones(len(table.frame), bool), {}
    alive = plain_name(found["event"]) in _log_roles.words["censored"].split()
    return _log_endings.truth(table, found["event"], of_life=alive, ended=ended)


def read_events(
    path: str | os.PathLike[str] | IO[Any] | DataFrame,
    start: str | None = None,
    end: str | None = None,
    node: str | None = None,
    cause: str | Sequence[str] | None = None,
    system: str | None = None,
    date_format: str | None = None,
    timezone: str | None = None,
    window_start: float | str | datetime | None = None,
    window_end: float | str | datetime | None = None,
    outages: str | None = None,
    states: Mapping[str, str] | None = None,
    most_bytes: float | str | None = None,
) -> Events:
    """Failures of a log with a row each: when, until when, where, why.

    Columns that are not named are guessed by what they are called, a log's start by its dates too; ``columns`` of the answer
    says which they were. The order of day and month is the one that reads all dates; what is guessed is in the report.
    Numbers are time since 1970 in the unit that their size says; below 5e8 they are seconds since a start of the log's own.
    Of a history of jobs (``read_attempts``) they are its interruptions, with the GPU-time in which they came. Lines of the
    kernel (dmesg, journalctl, syslog) are read too: those of Xid, EDAC and the like that end a job, merged to incidents of a
    node; others are left out and counted.

    Parameters
    ----------
    path : of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas
    start : the column of the instants of failure
    end : the column of the instants of repair
    node : the column of what failed; nodes of two systems are two, whatever they are called
    cause : the column of causes, or columns with one cause each, of which the one that is not empty is the cause
    system : the column of the machines or jobs
    date_format : of start and end, as ``strptime`` has it, such as "%d.%m.%Y %H:%M"
    timezone : of dates that say none, such as "America/Denver"; default: as they stand, as if UTC
    window_start, window_end : from when until when was observed; events outside are left out and reported
    outages : "end": each failure stopped the job until its end; "none": ends are of repairs; default: the former where no
        failure comes before an earlier one's end, and the log does not call it the repair of a node
    states : of jobs and of kernel lines: what words and codes mean, if that is not known or not so: {"31": "ok", "7": "failed"}
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        For Parquet without pyarrow: extra ``parquet``.

    Examples
    --------
    >>> import io
    >>> text = "Began,Fixed,Host,Hardware,Software\\n6/21/2005 10:54,6/21/2005 11:00,n1,CPU,\\n6/22/2005 9:00,,n2,,OS\\n?\\n"
    >>> events = sl.data.read_events(io.StringIO(text))
    >>> events.cause, events.end - events.start
    (array(['Hardware', 'Software'], dtype=object), array([360.,  nan]))
    >>> print(events.report)
    2 of 3 rows used
      1 row with fewer cells than the header: the missing ones are empty (line 4)
      line 4: Began = '?' is no date
    """
    with bounded(most_bytes):
        source = _log_open.opened(path, "read_events", named=start is not None)
    source.states = source.states or checked_means(states or {})
    if all(one is None for one in (start, end, node, cause, system, date_format)):
        history = _history.history_in(source, Given(means=source.states, timezone=timezone, sized=False))
        if history is not None:
            return history.between(window_start, window_end).events()
    table = source.table()
    problems: list[str] = []
    several = None if cause is None or isinstance(cause, str) else list(cause)
    single = cause if isinstance(cause, str) else None
    asked = {"start": start, "end": end, "node": node, "cause": single, "system": system}
    found: dict[str, Any] = _log_roles.columns(table, asked, tuple(asked), problems, of_causes=several)
    if found["start"] is None and start is None:
        free = (name for name in table.frame if name not in found.values())
        found["start"] = next((name for name in free if _log_dates.looks_dated(table.frame[name])), None)
    if start is None and not problems and (other := _log_roles.other_reader(table, found["start"])):
        problems.append(other)
    elif found["start"] is None and start is None:
        problems.append(f"no column is called start, time or the like, and none has dates; there are {_log_roles.names(table)}")
    _log_roles.check_zone(timezone, problems)
    if problems:
        raise table.refuse(problems)
    if outages not in (None, "end", "none"):
        raise ValueError(f"read_events: outages = {cut(outages)} must be 'end' or 'none'")
    report, frame = table.report, table.frame
    dated_columns = {name: frame[name] for name in (found["start"], found["end"]) if name is not None}
    instants = _log_dates.read(dated_columns, date_format, timezone, report)
    begin, fixed = instants[found["start"]], instants.get(found["end"])
    starts, ends = begin.in_seconds(), None if fixed is None else fixed.in_seconds()
    bad = np.flatnonzero(np.isnan(starts)).tolist()
    cells = frame[found["start"]].iloc[bad].tolist()
    told = f" in the form {cut(date_format)}" if date_format else ""
    why = {k: begin.wrong(found["start"], k, cell) + told for k, cell in zip(bad, cells, strict=True)}
    mask = _without(table, "undated", why)
    low, high = (
        _log_dates.instant("read_events", n, v, timezone, date_format, own_clock=begin.seconds is not None)
        for n, v in (("window_start", window_start), ("window_end", window_end))
    )
    if high <= low:
        raise ValueError("read_events: window_end must be after window_start")
    mask &= _without(table, "outside", _outside(starts, low, high, begin))
    if not mask.any():
        raise table.refuse()
    own: dict[str, Any] = {"start": _stamped(begin, starts)}
    if ends is not None and fixed is not None:
        ends = _ends(table, mask, starts, ends, fixed)
        own["end"] = _stamped(fixed, ends)
    for role in ("node", "cause", "system"):
        if found[role] is not None:
            own[role] = _log_cells.labels(frame[found[role]])
    by_class = several if several is not None else _cause_columns(table, found)
    if found["cause"] is None and by_class:
        found["cause"], own["cause"] = by_class, _one_cause(table, by_class, mask)
    lists = [one for one in set(own["node"][mask] if "node" in own else ()) if re.search(r"\[\d[\d,-]*\]", str(one))]
    if lists:
        report.notes.append(f"{found['node']}: lists of nodes such as {cut(min(lists))} are taken as one node each")
    for role in ("node", "cause"):
        if role in own and own[role].dtype == object:
            report._tell(f"without_{role}", table.lines[mask & (own[role] == "")])
    own = {name: values[mask] for name, values in own.items()}
    starts, ends = starts[mask], None if ends is None else ends[mask]
    _together(table, mask, starts, ends, own)
    _tell_asides(table, mask, found)
    stopped = _outages(report, found, starts, ends, outages)
    shown = _with_months(table, _shown(table, mask, own, found.values(), [found["start"], found["end"]]))
    parts = [own.get(role) for role in ("node", "cause", "system")]
    columns = {name: column for name, column in found.items() if column is not None}
    named = {"timezone": timezone, "frame": shown, "columns": columns, "report": report}
    return Events(starts, ends, *parts, window=(low, high), outages=stopped, **named)


def read_counts(
    path: str | os.PathLike[str] | IO[Any] | DataFrame,
    cause: str | None = None,
    count: str | None = None,
    most_bytes: float | str | None = None,
) -> Counts:
    """Counts of failures by cause, of a table with a row for each cause.

    A row that is the sum of the others is left out and reported; causes that come twice are added up. Failures of a row without
    a cause count as all others do: their cause is "", which tables say as "not said".

    Parameters
    ----------
    path : of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas
    cause : the column of names
    count : the column of whole numbers
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        For Parquet without pyarrow: extra ``parquet``.

    Examples
    --------
    >>> import io
    >>> counts = sl.data.read_counts(io.StringIO("Component,Interruptions\\nFaulty GPU,148\\nNetwork,35\\nTotal,183\\n"))
    >>> counts.causes, counts.total, counts.report
    (['Faulty GPU', 'Network'], 183, [(4, 'Total: the sum of the others')])
    """
    with bounded(most_bytes):
        table = _log_open.read(path, "read_counts")
    frame, report = table.frame, table.report
    problems: list[str] = []
    found = _log_roles.columns(table, {"count": count, "cause": cause}, ("count", "cause"), problems)
    if found["count"] is None and count is None:
        whole = (n for n in frame if n != found["cause"] and _log_roles.is_count(table, n))
        found["count"] = _log_roles.count_column(table, [found["cause"]]) or next(whole, None)
        if found["count"] is None:
            problems.append(
                f"no column is called count or the like, and none has whole numbers; there are {_log_roles.names(table)}"
            )
    if found["cause"] is None and cause is None:
        found["cause"] = next((n for n in frame if n != found["count"] and not _log_roles.is_count(table, n)), None)
        if found["cause"] is None:
            problems.append(f"no column is called cause or the like, and none has names; there are {_log_roles.names(table)}")
    if problems:
        raise table.refuse(problems)
    values = _log_cells.numbers(frame[found["count"]], notes=report.notes)
    values = np.where(np.isfinite(values), values, np.nan)
    texts = _log_cells.texts(frame[found["cause"]])
    names = np.array(["" if text.lower() in _log_cells.missing_words else text for text in texts], dtype=object)
    cells = frame[found["count"]].tolist()
    unusable = {
        int(k): f"{found['count']} = {cut(cells[k])} must be a whole number >= 0"
        for k in np.flatnonzero(~((values >= 0) & (values < 2**53) & (values % 1 == 0)))
    }
    good = [k for k in range(len(names)) if k not in unusable]
    unusable |= _sums_of_others(names, values, good)
    mask = _without(table, "unusable", unusable)
    if not mask.any():
        raise table.refuse()
    nameless = mask & (names == "")
    report._tell("without_cause", table.lines[nameless])
    sums: dict[str, int] = {}
    for name, value in zip(names[mask], values[mask], strict=True):
        sums[name] = sums.get(name, 0) + int(value)
    if twice := int((mask & ~nameless).sum()) - len(sums.keys() - {""}):
        report.notes.append(f"{plural(twice, 'row')} with a cause named before: their counts are added up")
    own = {"cause": names[mask], "count": values[mask].astype(np.int64)}
    shown = _shown(table, mask, own, found.values())
    if len(shown) > len(sums):
        shown = shown.assign(count=shown["cause"].map(sums)).drop_duplicates("cause")
    return Counts(sums, list(sums.values()), frame=shown, columns=found, report=report)


def _sums_of_others(names: Any, values: Any, good: Sequence[int]) -> dict[int, str]:
    """Rows that are a sum: so called, or without a name where the others, two at least, add up to them."""
    found = {}
    for k in good:
        rest = values[good].sum() - values[k]
        if re.fullmatch(r"(grand ?)?(total|sum|all)s?", names[k].lower()) and len(good) > 1:
            found[k] = f"{names[k]}: the sum of the others" + (
                "" if values[k] == rest else f", which is {rest:g}, not {values[k]:g}"
            )
        elif not names[k] and len(good) > 2 and values[k] == rest:
            found[k] = f"{values[k]:g} without a cause: the sum of the others"
    return found


def _duration(table: LogTable, name: str, factor: float, least: bool = False) -> tuple[Any, dict[int, str]]:
    """Seconds of a column and what is wrong by row; `least`: zero is right too."""
    values = _log_cells.numbers(table.frame[name], "s", factor, table.report.notes)
    wrong = np.flatnonzero(~(np.isfinite(values) & ((values >= 0) if least else (values > 0)))).tolist()
    why = {}
    for k, cell in zip(wrong, table.frame[name].iloc[wrong].tolist(), strict=True):
        if str(cell).strip().lower() in _log_cells.missing_words:
            why[k] = f"{name} is empty"
        elif np.isfinite(values[k]):
            why[k] = f"{name} = {str(cell).strip()} must be {'>=' if least else '>'} 0 s"
        else:
            why[k] = f"{name} = {cut(cell)} is no duration"
    return values, why


def _joined(*told: Mapping[int, str]) -> dict[int, str]:
    """All that is wrong by row."""
    made: dict[int, str] = {}
    for one in told:
        for k, text in one.items():
            made[k] = f"{made[k]}; {text}" if k in made else text
    return made


def _without(table: LogTable, kind: str, why: Mapping[int, str]) -> Any:
    """Rows that remain; the others are in the report."""
    mask = np.ones(len(table.frame), bool)
    rows = sorted(why)
    mask[rows] = False
    table.report._leave_out(kind, table.lines[rows], [why[k] for k in rows])
    return mask


def _outside(starts: Any, low: float, high: float, begin: _log_dates.Dates) -> dict[int, str]:
    def shown(seconds: float) -> str:
        return f"{seconds:g} s" if begin.seconds is not None else str(np.datetime64(int(seconds), "s")).replace("T", " ")

    why = {int(k): f"it starts at {shown(starts[k])}, before the window's start" for k in np.flatnonzero(starts < low)}
    return why | {int(k): f"it starts at {shown(starts[k])}, after the window's end" for k in np.flatnonzero(starts > high)}


def _stamped(dates: _log_dates.Dates, seconds: Any) -> Any:
    """As a frame shows instants: with a zone where they have one."""
    import pandas

    if dates.seconds is not None:
        return seconds
    found = np.where(np.isnan(seconds), np.datetime64("NaT", "us"), dates.instants)
    stamps = pandas.Series(found)
    return (stamps.dt.tz_localize("UTC") if dates.zoned else stamps).array


def _ends(table: LogTable, mask: Any, starts: Any, ends: Any, fixed: _log_dates.Dates) -> Any:
    """Instants of repair that can be: the others are told and left out."""
    report = table.report
    report._tell("end_undated", table.lines[mask & np.isnan(ends) & ~fixed.missing])
    early = mask & (ends < starts)
    report._tell("ends_early", table.lines[early])
    return np.where(early, np.nan, ends)


#: ends that are of what broke, where the log says what that was
_repairs = _log_cells.word_set("fixed probfixed problemfixed repaired resolved closed")


def _outages(report: LogReport, found: Mapping[str, Any], starts: Any, ends: Any, said: str | None) -> Any:
    """For how long each failure stopped the job, where ends are of its outages and not of repairs; None: nobody knows."""
    if ends is None or said == "none" or (said is None and np.isfinite(ends).sum() < 2):
        return None
    order = np.argsort(starts, kind="stable")
    reached = np.fmax.accumulate(np.where(np.isnan(ends), -np.inf, ends)[order])
    overlap = bool((starts[order][1:] < reached[:-1]).any())
    of_parts = found["node"] is not None and plain_name(found["end"]) in _repairs
    if said is None and (overlap or of_parts):
        return None
    if said is None:
        why = "no failure comes before the end of an earlier one"
        report.notes.append(
            f"{found['end']}: each failure is taken to have stopped the job until then ({why}); outages= says it"
        )
    return ends - starts


def _cause_columns(table: LogTable, found: Mapping[str, Any]) -> list[str]:
    """Columns with one cause each, where a log has such: called like causes, and most rows have one of them at most."""
    names = [n for n in table.frame if plain_name(n) in _log_roles.classes and n not in found.values()]
    if len(names) < 2:
        return []
    full = sum(_full(table, name).astype(int) for name in names)
    return names if (full <= 1).mean() > 0.8 and (full == 1).mean() > 0.2 else []


def _full(table: LogTable, name: str) -> Any:
    empty = _log_cells.missing_words | {"0", "0.0", "no", "false"}
    return np.array([text.lower() not in empty for text in _log_cells.texts(table.frame[name])], bool)


def _one_cause(table: LogTable, names: Sequence[str], mask: Any) -> Any:
    full = np.array([_full(table, name) for name in names])
    table.report._tell("several_causes", table.lines[mask & (full.sum(axis=0) > 1)])
    return np.where(full.any(axis=0), np.array(names, dtype=object)[full.argmax(axis=0)], "")


def _duplicated(table: LogTable, mask: Any) -> Any:
    """Rows equal to an earlier one, where there are columns enough to tell one part from another."""
    from pandas.api.types import infer_dtype

    names = [
        n
        for n in table.frame
        if plain_name(n) not in ("", "id", "index", "row") and not re.fullmatch(r"column \d+|Unnamed.*", n)
    ]
    again = np.zeros(len(mask), bool)
    if len(names) > 1:
        cells = table.frame.loc[mask, names]
        others = [n for n in names if infer_dtype(cells[n], skipna=False) != "string"]  # texts are compared as they are held
        again[mask] = cells.astype(dict.fromkeys(others, str)).duplicated().to_numpy()
    return again


def _together(table: LogTable, mask: Any, starts: Any, ends: Any, own: Mapping[str, Any]) -> None:
    """Counts of duplicated and simultaneous events, and of those that start while their node is down."""
    import pandas

    report, lines = table.report, table.lines[mask]
    again = _duplicated(table, mask)[mask]
    report._tell("duplicated", lines[again])
    keys = {"system": own["system"]} if "system" in own else {}
    single = pandas.DataFrame({**keys, "start": starts})[~again]
    report._tell("simultaneous", lines[~again][single.duplicated().to_numpy()])
    if ends is None or "node" not in own:
        return
    by_node = pandas.DataFrame({**keys, "node": own["node"]}).groupby([*keys, "node"], sort=False).ngroup().to_numpy()
    order = np.lexsort((starts, by_node))
    order = order[~again[order]]
    last = pandas.Series(ends[order]).groupby(by_node[order]).cummax()
    before = last.groupby(by_node[order]).shift().to_numpy()
    report._tell("overlapping", lines[order[starts[order] < before]])


#: cells of rows that are no failure where others of the column are
_asides = _log_cells.word_set(
    "info information informational notice debug trace warning warn up ok online healthy normal scheduled planned maintenance"
)


def _tell_asides(table: LogTable, mask: Any, found: Mapping[str, Any]) -> None:
    """Says which rows are counted though a word of theirs says that nothing failed."""
    taken = [found[role] for role in ("start", "end", "node", "system")]
    for name in [one for one in table.frame if one not in taken and table.frame[one].dtype.kind not in "biufmM"]:
        cells = Counter(_log_cells.texts(table.frame[name][mask]))
        aside = {text: count for text, count in cells.items() if text.lower() in _asides}
        if aside and len(aside) < len(cells) <= 12:
            listed = ", ".join(f"{text} {count:,}" for text, count in list(aside.items())[:5])
            table.report.notes.append(
                f"{name}: rows of {listed} are counted as failures too; --where {name}=WORD leaves others out"
            )


def _shown(
    table: LogTable, mask: Any, own: Mapping[str, Any], used: Iterable[Any], gone: Sequence[str | None] = ()
) -> DataFrame:
    """The table of rows that are used, what they were read as in front."""
    import pandas

    taken = {*gone, *(name for name in used if isinstance(name, str) and {name, plain_name(name)} & own.keys())}
    rest = table.frame[[name for name in table.frame if name not in taken]].iloc[mask]
    renamed = distinct([*own, *rest], LogReport())[len(own) :]
    rest = rest.set_axis(renamed, axis=1)
    index = pandas.Index(table.lines[mask], name=table.report.place)
    front = pandas.DataFrame(dict(own)).set_axis(index, axis=0)
    return pandas.concat([front, _log_cells.tidy(rest).set_axis(index, axis=0)], axis=1)


def _with_months(table: LogTable, frame: DataFrame) -> DataFrame:
    """The same with months that a spreadsheet mangled read as dates."""
    made = {}
    mangled = np.zeros(len(frame), bool)
    for name in [n for n in table.frame if n in frame and n not in ("start", "end", "node", "cause", "system")]:
        if found := _log_dates.months(frame[name]):
            made[name], turned, words = found
            mangled |= turned
            other = f"; {', '.join(map(cut, words))} left without a date" if words else ""
            table.report.notes.append(
                f"{name}: months with two-digit years are read, {int(turned.sum())} of them mangled by a spreadsheet{other}"
            )
    table.report._tell("mangled", frame.index[mangled])
    return frame.assign(**made)
