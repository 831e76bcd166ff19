# SPDX-License-Identifier: Apache-2.0
"""Which column of a log is what: named, or guessed by what it is called and holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _log_cells, _log_dates, _log_endings
from ._log_cells import plain_name, seconds_of, unit_in, word_set
from ._log_report import cut
from ._log_tables import LogTable

if TYPE_CHECKING:
    from pandas import Series

#: names that columns go by, without case and punctuation, the surest first
words = {
    "start": "start started starttime startdate begin began begintime probstarted problemstarted failurestart failuretime"
    " failedat eventtime occurred opened timestamp datetime time date when ts",
    "end": "end ended endtime enddate fixed probfixed problemfixed resolved repaired restored recovered closed finish finished",
    "node": "node nodenum nodename nodeid host hostname machine server serial serialnumber",
    "cause": "cause rootcause failurecause category class reason type failuretype kind component",
    "system": "system systemid cluster clustername job jobid run",
    "time": "time duration lifetime life age ttf timetofailure timetoevent survivaltime uptime elapsed elapsedraw"
    " seconds hours days years",
    "event": "dead event failed failure observed status died death failures",
    "censored": "censored rightcensored censor cens censoring censorcode censoringcode alive survived c",
    "count": "count counts number events interruptions failures occurrences incidents total n",
}
#: causes that logs with one column for each have
classes = word_set(
    "facilities facility hardware software network humanerror human undetermined unknown environment power storage memory"
    " cpu gpu disk other interconnect filesystem scheduler security maintenance cooling"
)


def kind_of(table: LogTable) -> str:
    """What a log is, by its header and its cells: "lives", "events" or "counts"."""
    found = columns(table, dict.fromkeys(("start", "end")), ("start", "end"), [])
    other = other_reader(table, found["start"])
    return "events" if not other else "counts" if "read_counts" in other else "lives"


def names(table: LogTable) -> str:
    listed = [cut(name) for name in table.frame.columns]
    lone = len(listed) == 1 and " " in listed[0]
    told = ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")
    return told + ("; cells must be separated by commas, semicolons, tabs or |" if lone else "")


def columns(
    table: LogTable,
    asked: Mapping[str, str | None],
    roles: Sequence[str],
    problems: list[str],
    of_causes: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The column of each role: that which is named, else that which is called like it; of a role not guessed none."""
    found: dict[str, Any] = {
        role: None if name is None else _log_cells.named(table, role, name, problems) for role, name in asked.items()
    }
    for one in of_causes or ():
        _log_cells.named(table, "cause", one, problems)
    taken = [*found.values(), *(of_causes or ())]
    for role in roles:
        if asked[role] is None and not (role == "cause" and of_causes is not None):
            fits = has_instants if role in ("start", "end") else None
            found[role] = _log_cells.guessed(table, words[role].split(), taken, fits)
            if role == "system" and _names_each_row(table, found[role]):
                found[role] = None
            if role in ("start", "end"):
                found[role] = with_clock(table, found[role], taken)
            taken.append(found[role])
    return found


def has_instants(column: Series) -> bool:
    """Whether most cells are dates, or numbers that count since 1970."""
    return _log_dates.looks_dated(column) or _typical(column) > _log_dates.earliest


def with_clock(table: LogTable, name: str | None, taken: Sequence[str | None]) -> str | None:
    """Of a day and a clock in two columns, such as "Date" and "Time", both together as a new column."""
    plain = plain_name(name or "")
    by_name = {plain_name(one): str(one) for one in table.frame if one not in taken}
    day, clock = by_name.get(plain.replace("time", "date")), by_name.get(plain.replace("date", "time"))
    if not day or not clock or day == clock or not _log_dates.looks_dated(table.frame[day]):
        return name
    clocks = _log_cells.texts(table.frame[clock])
    if not any(clocks) or not all(re.fullmatch(r"(\d\d?:\d\d.*)?", one) for one in clocks[:100]):
        return name
    both = [f"{one} {other}".strip() for one, other in zip(_log_cells.texts(table.frame[day]), clocks, strict=True)]
    table.frame = table.frame.assign(**{f"{day} {clock}": both})
    return f"{day} {clock}"


def _names_each_row(table: LogTable, name: str | None) -> bool:
    """Whether a column of jobs has another one in most rows: then it is no machine that fails again."""
    called = plain_name(name or "")
    return called.startswith(("job", "run")) and len(table.frame) > 2 and 2 * table.frame[name].nunique() > len(table.frame)


def other_reader(table: LogTable, start: str | None) -> str:
    """What to use instead, for a table that is no log of events."""
    frame = table.frame
    if start is not None and has_instants(frame[start]):
        return ""
    if start is None and any(_log_dates.looks_dated(frame[name]) for name in frame):
        return ""
    time = start or _log_cells.guessed(table, words["time"].split(), [])
    if lives := _log_endings.of_lives(table, time, words["event"].split() + words["censored"].split()):
        told = " and ".join(map(cut, lives)) + (" are" if len(lives) > 1 else " is of")
        return f"{told} lives, not events: sl.data.read_lives reads them; start= says otherwise"
    return "it is a table of counts by cause: sl.data.read_counts reads it" if start is None and _is_counts(table) else ""


def _typical(column: Series) -> float:
    known = np.abs(_log_cells.numbers(column))
    known = known[np.isfinite(known)]
    return float(np.median(known)) if known.size else 0.0


def _is_counts(table: LogTable) -> bool:
    count = count_column(table, [])
    return count is not None and any(name != count and not is_count(table, name) for name in table.frame)


def count_column(table: LogTable, taken: Sequence[str | None]) -> str | None:
    """The column of whole numbers that is called a count."""
    called = words["count"].split()
    for name in table.frame:
        parts = re.findall(r"[a-z]+", name.lower())
        if name not in taken and (plain_name(name) in called or set(called) & set(parts)) and is_count(table, name):
            return str(name)
    return None


def is_count(table: LogTable, name: str) -> bool:
    values = _log_cells.numbers(table.frame[name])
    known = values[np.isfinite(values)]
    return 2 * len(known) > len(values) and bool((known % 1 == 0).all())


def check_zone(zone: str | None, problems: list[str]) -> None:
    import zoneinfo

    try:
        zoneinfo.ZoneInfo("UTC" if zone is None else zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        problems.append(f"timezone = {cut(zone)} must be a name such as 'Europe/Berlin' or 'UTC'")


def unit(table: LogTable, name: str | None, unit: str | None, problems: list[str]) -> float:
    """Seconds of the unit of a column, which its name can say."""
    if name is None:
        return 1.0
    said = unit or unit_in(name)
    factor = seconds_of(said) if said else 1.0
    if not factor:
        problems.append(f"unit = {cut(said)} must be one of time, such as 'h'")
        return 1.0
    if not said and (doubt := re.search(r"[\[(].*[\])]|months?|kh", name, re.I)):
        table.report.notes.append(f"{name}: {cut(doubt[0])} is no unit that is known: numbers are read in s; unit= says it")
    elif not said and table.frame[name].dtype.kind != "m" and np.isfinite(_log_cells.numbers(table.frame[name][:100])).any():
        table.report.notes.append(f"{name}: numbers are read in s; unit= says it")
    if unit is None and factor != 1:
        note = " of 365.25 days" if factor == seconds_of("year") else ""
        table.report.notes.append(f"{name}: numbers are read in {said}{note}; unit= says it")
    return factor
