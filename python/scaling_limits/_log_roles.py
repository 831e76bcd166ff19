# SPDX-License-Identifier: Apache-2.0
"""Which column of a log is what: named, or guessed by what it is called and holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _core, _log_cells, _log_dates
from ._log_cells import plain_name
from ._log_report import cut
from ._log_tables import LogTable

#: names that columns go by, without case and punctuation, the surest first
words = {
    "start": "start started starttime startdate begin began begintime probstarted problemstarted failurestart failuretime"
    " failedat eventtime occurred opened timestamp datetime time date when ts",
    "end": "end ended endtime enddate fixed probfixed problemfixed resolved repaired restored recovered closed finish finished",
    "node": "node nodenum nodename nodeid host hostname machine server serial serialnumber",
    "cause": "cause rootcause failurecause category class reason type failuretype kind component",
    "system": "system systemid cluster clustername job jobid run",
    "time": "time duration lifetime life age ttf timetofailure timetoevent survivaltime uptime seconds hours days years",
    "event": "dead event failed failure observed status died death",
    "censored": "censored rightcensored alive survived",
    "count": "count counts number events interruptions failures occurrences incidents total n",
}
#: causes that logs with one column for each have
classes = frozenset(
    re.findall(
        r"\w+",
        "facilities facility hardware software network humanerror human undetermined unknown environment power storage memory"
        " cpu gpu disk other interconnect filesystem scheduler security maintenance cooling",
    )
)
_yes, _no = frozenset({"true", "t", "yes", "y", "1", "1.0"}), frozenset({"false", "f", "no", "n", "0", "0.0"})
_true = frozenset("dead failed failure event died observed fail down".split())  # noqa: SIM905
_false = frozenset("alive censored ok running survived up working".split())  # noqa: SIM905


def kind_of(table: LogTable) -> str:
    """What a log is, by its header and its cells: "lives", "events" or "counts"."""
    found = columns(table, dict.fromkeys(("start", "end")), ("start", "end"), [])
    other = other_reader(table, found["start"])
    return "events" if not other else "counts" if "read_counts" in other else "lives"


def names(table: LogTable) -> str:
    listed = [cut(name) for name in table.frame.columns]
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")


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
            fits = _log_dates.looks_dated if role in ("start", "end") else None
            found[role] = _log_cells.guessed(table, words[role].split(), taken, fits)
            taken.append(found[role])
    return found


def other_reader(table: LogTable, start: str | None) -> str:
    """What to use instead, for a table that is no log of events."""
    frame = table.frame
    if start is not None and (_log_dates.looks_dated(frame[start]) or _typical(table, start) > _log_dates.earliest):
        return ""
    if start is None and any(_log_dates.looks_dated(frame[name]) for name in frame):
        return ""
    time = start or _log_cells.guessed(table, words["time"].split(), [])
    ends = _log_cells.guessed(table, words["event"].split() + words["censored"].split(), [time])
    if time is not None and ends is not None and 2 * len(truth(table, ends, told=False)[1]) < len(frame):
        return f"{cut(time)} and {cut(ends)} are lives, not events: sl.data.read_lives reads them; start= says otherwise"
    return "it is a table of counts by cause: sl.data.read_counts reads it" if start is None and _is_counts(table) else ""


def _typical(table: LogTable, name: str) -> float:
    known = np.abs(_log_cells.numbers(table.frame[name]))
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


def zone_checked(zone: str | None) -> None:
    if zone is not None:
        import zoneinfo

        try:
            zoneinfo.ZoneInfo(zone)
        except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
            raise ValueError(f"read_events: timezone = {cut(zone)} must be a name such as 'Europe/Berlin' or 'UTC'") from None


def unit(table: LogTable, name: str | None, unit: str | None, problems: list[str]) -> float:
    """Seconds of the unit of a column, which its name can say."""
    if name is None:
        return 1.0
    said = unit
    if said is None:
        word = re.search(r"(?:[\[(]\s*|^|[_\s])([^\W_]+)\s*[\])]?$", name.strip())
        known = {"ms", "s", "sec", "second", "h", "hour", "hr", "min", "minute", "d", "day", "year", "yr"}
        text = word[1].lower() if word else ""
        if text in known or (text.removesuffix("s") in known and len(text) > 1):
            said = {"hr": "h", "hrs": "h", "sec": "s", "secs": "s", "mins": "min"}.get(text, text)
    if said is None:
        return 1.0
    try:
        factor = float(_core.quantity(f"1 {said}", "s"))
    except ValueError:
        problems.append(f"unit = {cut(said)} must be one of time, such as 'h'")
        return 1.0
    if unit is None and factor != 1:
        note = " of 365.25 days" if factor == _core.quantity("1 year", "s") else ""
        table.report.notes.append(f"{name}: numbers are read in {said}{note}; unit= says it")
    return factor


def truth(table: LogTable, name: str, told: bool = True, of_life: bool = False) -> tuple[Any, dict[int, str]]:
    """Whether each life ended in a failure, and what is wrong by row; `of_life`: true and 1 say that it did not."""
    import pandas

    column = table.frame[name]
    if column.dtype.kind == "b" and not column.isna().any():
        return column.to_numpy(bool) != of_life, {}
    codes, cells = pandas.factorize(np.array([text.lower() for text in _log_cells.texts(column)], dtype=object))
    ended, lives = (_no, _yes) if of_life else (_yes, _no)
    meaning = np.array([1 if c in _true or c in ended else 0 if c in _false or c in lives else -1 for c in cells], int)[codes]
    wrong = np.flatnonzero(meaning < 0).tolist()
    why = dict.fromkeys(wrong, "")
    for k, cell in zip(wrong, column.iloc[wrong].tolist(), strict=True) if told else ():
        empty = str(cell).strip().lower() in _log_cells.missing_words
        why[k] = f"{name} is empty" if empty else f"{name} = {cut(cell)} is neither true nor false"
    return meaning == 1, why
