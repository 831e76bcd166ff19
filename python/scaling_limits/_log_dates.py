# SPDX-License-Identifier: Apache-2.0
"""Dates as people log them: their forms told apart by shape, the order of day and month by what reads all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from ._log_cells import missing_words, seconds_of, texts, unit_in
from ._log_report import LogReport, cut, plural

if TYPE_CHECKING:
    from pandas import Series

_shape = str.maketrans(
    "0123456789" + "ABCDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz", "9" * 10 + "a" * 51
)  # a digit is 9, a letter a
_day = r"(?:aaa,? )?"
_date = (
    r"(?P<ymd>9999(?P<s1>[-/.])99?(?P=s1)99?)|(?P<xy>99?(?P<s2>[-/.])99?(?P=s2)(?:9999|99))"
    r"|(?P<dby>99?(?P<s3>[- /])a{3,9}(?P=s3)(?:9999|99))|(?P<bdy>a{3,9} 99?,? 9999)"
    r"|(?P<ctime>a{3} {1,2}99?(?= 99:99:99(?: aa)? 9999(?:$| )))"
)
_clock = (
    r"(?:(?P<gap>a|, ?| {1,2}|:)(?P<hour>99?):99(?P<second>:99(?P<part>[.,]9{1,9})?)?(?P<half> ?aa(?!a))?"
    r"(?P<year> 9999(?=$| ))?)?"
)
_zone = r"(?P<zone> ?(?:a|[+-]99(?::?99)?(?: a{3,4})?|a{3,4})(?:\[[a/_]+\])?)?"
_form = re.compile(f"{_day}(?:{_date}){_clock}{_zone}")
_yearless = re.compile(r"(?:aaa,? )?(?:a{3} {1,2}99?|99?[-/.]99?)[ a]99?:99(?::99)?(?:[.,]9+)?(?: ?aa)?")
_turned = [  # into what the form above has
    (re.compile(r"\[(.*)\]"), r"\1"),
    (re.compile(r"(.*\d) ?([AaPp])\.?[Mm]\."), r"\1 \2M"),
    (re.compile(r"(.*:\d\d(?: [AP]M)?) ([A-Z]{3,4}) (\d{4})"), r"\1 \3 \2"),  # as the command date has it
    (re.compile(r"(\d{4})(\d\d)(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(.*)"), r"\1-\2-\3 \4:\5:\6\7"),
]
_number = re.compile(r"[+-]?9+(?:\.9*)?(?:a[+-]?9+)?")
#: hours that abbreviations of zones lie ahead of UTC
_zones = {"Z": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}
_zones |= {"WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3}
_epochs = {"s": 1e11, "ms": 1e14, "us": 1e17, "ns": np.inf}  # a number below is of this unit
earliest = 5e8  # of typical times since 1970 [s]: smaller ones, before November 1985, count from a log's own start
_nat = np.datetime64("NaT", "us")
_first, _last = np.datetime64("1970-01-02", "us"), np.datetime64("2200-01-01", "us")


_in_words = {"m/d": "month/day", "d/m": "day/month", "y/m/d": "year/month/day"}


@dataclass
class Dates:
    """Instants of a column: in UTC where any has a zone."""

    instants: Any  # datetime64[us]
    missing: Any  # where a cell is empty
    seconds: Any = None  # instead, where they count from a start that the log does not tell
    zoned: bool = False
    order: str = ""  # of day and month, in words

    def wrong(self, name: str, row: int, cell: object) -> str:
        """Why a cell gives no instant."""
        if self.missing[row]:
            return f"{name} is empty"
        text = str(cell).strip()
        shape, cells, form = _formed(text.translate(_shape), [text])
        if form and form["zone"] and np.isnan(_ahead(cells[0][form.start("zone") :])):
            return f"{name} = {cut(cell)} is in a zone that is not known: write it as +01:00"
        if not form and _yearless.fullmatch(shape):
            return f"{name} = {cut(cell)} is a date without a year"
        return f"{name} = {cut(cell)} is no date{f' as {self.order}' if self.order and form and form['xy'] else ''}"

    def in_seconds(self) -> Any:
        """Seconds since 1970, or since the log's own start; NaN where there is none."""
        if self.seconds is not None:
            return self.seconds
        found = self.instants.astype("int64") / 1e6
        found[np.isnat(self.instants)] = np.nan
        return found


def read(columns: Mapping[str, Series], form: str | None, zone: str | None, report: LogReport) -> dict[str, Dates]:
    """The instants of columns that were written by one hand: day and month have one order in all of them."""
    cells = {name: texts(column) if column.dtype.kind != "M" else [] for name, column in columns.items()}
    groups = {name: list(_groups(listed)) if form is None else [] for name, listed in cells.items()}
    order = _order_of([group for listed in groups.values() for group in listed], report)
    made = {n: _column(n, column, cells[n], groups[n], form, zone, order, report) for n, column in columns.items()}
    bare = [n for n, one in made.items() if not one.zoned and one.seconds is None and not np.isnat(one.instants).all()]
    if bare and any(one.zoned for one in made.values()):
        report.notes.append(
            f"{', '.join(bare)}: dates have no zone, those beside them have one: taken as UTC; timezone= says it"
        )
    return made


def looks_dated(column: Series) -> bool:
    """Whether most cells are dates, by some of them."""
    if column.dtype.kind in "Mmbiuf":
        return bool(column.dtype.kind == "M")
    some = [text for text in texts(column[:: max(1, len(column) // 200)]) if text.lower() not in missing_words]
    dated = sum(bool(_formed(text.translate(_shape), [text])[2]) for text in some)
    return bool(some) and dated > 0.5 * len(some)


@dataclass
class _Group:
    """Cells of one shape."""

    shape: str
    rows: Any
    cells: list[str]
    form: re.Match[str] | None


def _groups(cells: Sequence[str]) -> Iterator[_Group]:
    import pandas

    if not cells:
        return
    shaped = "\n".join(cells).translate(_shape).split("\n")  # all at once is faster
    shaped = shaped if len(shaped) == len(cells) else [text.translate(_shape) for text in cells]
    codes, shapes = pandas.factorize(np.array(shaped, dtype=object))
    rows = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=len(shapes)))
    for shape, end, start in zip(shapes, ends, [0, *ends[:-1]], strict=True):
        mine = rows[start:end]
        turned, mended, form = _formed(shape, [cells[k] for k in mine])
        yield _Group(turned, mine, mended, form)


def _formed(shape: str, cells: list[str]) -> tuple[str, list[str], re.Match[str] | None]:
    """The form of cells of a shape, where they need to be turned for it with both of them turned."""
    if (form := _form.fullmatch(shape)) or not re.search("9.*9", shape) or len(shape) > 60:
        return shape, cells, form
    turned = cells
    for known, way in _turned:
        turned = [known.sub(way, text) if known.fullmatch(text) else text for text in turned]
    shapes = {text.translate(_shape) for text in turned}
    form = _form.fullmatch(new := shapes.pop()) if len(shapes) == 1 else None
    return (new, turned, form) if form else (shape, cells, None)


def _order_of(groups: Sequence[_Group], report: LogReport) -> str:
    """What comes first of day, month and year: as reads most; then as is in order of time, up or down; then as is usual."""
    asked = [group for group in groups if group.form and group.form["xy"]]
    shapes = [group.form["xy"] for group in asked if group.form]
    if not asked:
        return "m/d"
    orders = ["m/d", "d/m"] if "/" in shapes[0] else ["d/m", "m/d"]
    if all(re.fullmatch("99.99?.99", shape) for shape in shapes):
        orders.append("y/m/d")
    for most in (2000, 10**9):  # a few tell, mostly
        failed, disorder = dict.fromkeys(orders, 0), dict.fromkeys(orders, 0)
        read: dict[str, list[Any]] = {order: [] for order in orders}
        for group in asked:
            some = group.cells[:: max(1, len(group.cells) // most)]
            for order in orders:
                found = _parsed(some, group, order)
                read[order].append(found)
                failed[order] += int(np.isnat(found).sum())
                steps = np.sign(np.diff(found[~np.isnat(found)]).astype("int64"))
                disorder[order] += int(min((steps < 0).sum(), (steps > 0).sum()))
        least = min(failed.values())
        best = [order for order in orders if failed[order] == least]
        if len(best) == 1:
            break
    order = min(best, key=lambda one: disorder[one])
    instants = {one: np.concatenate(found) for one, found in read.items()}
    if any((np.isnat(instants[order]) & ~np.isnat(found)).any() for found in instants.values()):
        report.notes.append(f"no order of day and month reads all dates: read as {_in_words[order]}, which reads most")
    if rivals := [one for one in best if not np.array_equal(instants[one], instants[order], equal_nan=True)]:
        words = [_in_words[one] for one in _in_words if one in (order, *rivals)]
        told = f"dates such as {cut(asked[0].cells[0])} can be {' or '.join(words)}"
        surer = all(disorder[one] > disorder[order] for one in rivals)
        why = ", in which they are better in order of time" if surer else ""
        report.notes.append(f"{told}: read as {_in_words[order]}{why}; date_format= says it")
    return order


def _parsed(cells: Sequence[str], group: _Group, order: str) -> Any:
    """Instants of one shape, in the zone that each has, as written where it has none."""
    import pandas

    form = group.form
    if form is None:
        return np.full(len(cells), _nat)
    begin, bare = _of_shape(form, group.shape, cells[0], order), cells
    if form["zone"]:
        at = form.start("zone")
        bare = [text[:at] for text in cells]
    found = pandas.to_datetime(pandas.Series(bare, dtype=object), format=begin, errors="coerce")
    instants = found.to_numpy("datetime64[us]").copy()
    if form["zone"]:
        ahead = {text: _ahead(text) for text in {text[at:] for text in cells}}
        shifts = np.array([ahead[text[at:]] for text in cells])
        instants[np.isnan(shifts)] = _nat
        instants -= (np.nan_to_num(shifts) * 3.6e9).astype("timedelta64[us]")
    return instants


def _of_shape(form: re.Match[str], shape: str, cell: str, order: str) -> str:
    """The format that reads cells of a shape, as strptime has it."""
    begin = form.start("ymd") if form["ymd"] else max(form.start(one) for one in ("xy", "dby", "bdy", "ctime"))
    made = "%a, " if shape[:begin].endswith(", ") else "%a " if begin else ""
    if form["ymd"]:
        made += form["s1"].join(("%Y", "%m", "%d"))
    elif form["xy"]:
        parts = [f"%{one}" for one in (order if order.startswith("y") else f"{order}/y").split("/")]
        made += form["s2"].join(parts).replace("%y", "%Y" if form["xy"].endswith("9999") else "%y")
    elif form["dby"]:
        named = "%b" if form["dby"].count("a") == 3 else "%B"
        made += form["s3"].join(("%d", named, "%Y" if form["dby"].endswith("9999") else "%y"))
    elif form["bdy"]:
        made += ("%b" if form["bdy"].count("a") == 3 else "%B") + (" %d, %Y" if "," in form["bdy"] else " %d %Y")
    else:
        made += "%b  %d" if "  " in form["ctime"] else "%b %d"
    if form["hour"]:
        made += cell[form.start("gap") : form.end("gap")] + ("%I:%M" if form["half"] else "%H:%M")
        made += ":%S" if form["second"] else ""
        made += form["part"][0] + "%f" if form["part"] else ""
        made += (" %p" if form["half"][0] == " " else "%p") if form["half"] else ""
        made += " %Y" if form["year"] else ""
    return made


def _ahead(zone: str) -> float:
    """Hours that a zone is ahead of UTC."""
    zone = re.sub(r"\[.*|(?<=\d) [A-Z]+$", "", zone.strip().upper())
    if found := re.fullmatch(r"([+-])(\d\d):?(\d\d)?", zone):
        hours = int(found[2]) + int(found[3] or 0) / 60
        return (-hours if found[1] == "-" else hours) if hours <= 16 else np.nan
    return _zones.get(zone, np.nan)


def _column(
    name: str,
    column: Series,
    cells: list[str],
    groups: Sequence[_Group],
    form: str | None,
    zone: str | None,
    order: str,
    report: LogReport,
) -> Dates:
    import pandas

    if column.dtype.kind == "M":
        aware = column.dt.tz is not None
        found = (column.dt.tz_convert("UTC").dt.tz_localize(None) if aware else column).to_numpy("datetime64[us]").copy()
        made = Dates(found, np.isnat(found), zoned=aware)
        return made if aware else _in_zone(made, ~made.missing, zone, name, report)
    missing = np.array([text.lower() in missing_words for text in cells], bool)
    instants = np.full(len(cells), _nat)
    made = Dates(instants, missing, order=_in_words[order] if form is None else "")
    bare = ~missing
    if form is not None:
        try:
            found = pandas.to_datetime(pandas.Series(cells, dtype=object), format=form, errors="coerce", utc="%z" in form)
        except ValueError as error:
            raise ValueError(f"read_events: date_format = {cut(form)}: {error}") from None
        if not re.search("%[YyGcxDF]", form):
            raise ValueError(f"read_events: date_format = {cut(form)} has no year")
        made.zoned = "%z" in form
        instants[:] = (found.dt.tz_localize(None) if made.zoned else found).to_numpy("datetime64[us]")
        bare &= not made.zoned
    else:
        counted = np.zeros(len(cells), bool)
        for group in groups:
            if _number.fullmatch(group.shape):
                counted[group.rows] = True
            elif group.form:
                instants[group.rows] = _parsed(group.cells, group, order)
                if group.form["zone"]:
                    if any(text.endswith("CST") for text in group.cells):
                        report.notes.append(f"{name}: CST is read as 6 h behind UTC, not as China's time")
                    made.zoned = True
                    bare[group.rows] = False
        _of_numbers(name, cells, counted, made, report)
        bare &= ~counted
    if made.seconds is None:
        made.instants[(made.instants < _first) | (made.instants >= _last)] = _nat
    return _in_zone(made, bare & ~np.isnat(made.instants), zone, name, report)


def _of_numbers(name: str, cells: Sequence[str], which: Any, made: Dates, report: LogReport) -> None:
    """Seconds, or smaller units, since 1970, by their size; days as 20250321; seconds of a clock of the log's own."""
    import pandas

    rows = np.flatnonzero(which)
    if not rows.size:
        return
    some = [cells[k] for k in rows.tolist()]
    for form, length in (("%Y%m%d", 8), ("%Y%m%d%H%M", 12), ("%Y%m%d%H%M%S", 14)):
        if all(len(text) == length and text[:2] in ("19", "20") for text in some):
            found = pandas.to_datetime(pandas.Series(some, dtype=object), format=form, errors="coerce")
            if found.notna().mean() > 0.9:
                report.notes.append(f"{name}: numbers such as {cut(some[0])} are read as {form}")
                made.instants[rows] = found.to_numpy("datetime64[us]")
                return
    values = pandas.to_numeric(pandas.Series(some, dtype=object), errors="coerce").to_numpy(float).copy()
    values[~np.isfinite(values)] = np.nan
    known = np.abs(values[np.isfinite(values)])
    if not known.size:
        return
    if (which | made.missing | np.isnat(made.instants)).all() and np.median(known) < earliest:
        days = known.min() > 29_221 and known.max() < 73_050  # 1980 to 2100
        hint = "; if they are days of a spreadsheet (45717 is 2025-03-01), save them as dates" if days else ""
        unit = unit_in(name) or "seconds"
        report.notes.append(f"{name}: numbers are read as {unit} since a start that the log does not tell{hint}")
        made.seconds = np.full(len(cells), np.nan)
        made.seconds[rows] = values * seconds_of(unit)
        return
    unit = np.searchsorted(list(_epochs.values()), np.abs(values), side="right")  # NaN and inf are beyond the last
    scaled = values * np.append([1e6, 1e3, 1.0, 1e-3], np.nan)[unit]
    good = (scaled >= _first.astype(float)) & (scaled < _last.astype(float))
    if not good.any():
        return
    made.instants[rows[good]], made.zoned = np.round(scaled[good]).astype("int64").astype("datetime64[us]"), True
    told = " and ".join(
        f"{count} in {of}" for of, count in zip(_epochs, np.bincount(unit[good], minlength=4), strict=True) if count
    )
    report.notes.append(f"{name}: numbers are read as time since 1970, by their size {told}")


def _in_zone(made: Dates, bare: Any, zone: str | None, name: str, report: LogReport) -> Dates:
    """Dates without a zone in that of the log; in UTC where it is not said."""
    import pandas

    count = int(bare.sum())
    if not count or made.seconds is not None:
        return made
    if zone is None:
        if made.zoned:
            report.notes.append(
                f"{name}: {plural(count, 'date')} without a zone beside others with one taken as UTC; timezone= says it"
            )
        return made
    local = pandas.DatetimeIndex(made.instants[bare])

    def in_utc(ambiguous: Any) -> Any:
        return local.tz_localize(zone, ambiguous=ambiguous, nonexistent="shift_forward").tz_convert("UTC").tz_localize(None)

    late, early = (in_utc(np.full(count, first)) for first in (False, True))
    twice = int((late != early).sum())
    if twice:
        try:  # what goes back by an hour tells the second of an hour that comes twice
            early = in_utc("infer")
        except ValueError:
            report.notes.append(
                f"{name}: {plural(twice, 'date')} in an hour that the end of summer time repeats taken as its first"
            )
    if skipped := int((early.tz_localize("UTC").tz_convert(zone).tz_localize(None) != local).sum()):
        report.notes.append(f"{name}: {plural(skipped, 'date')} in an hour that summer time skips moved to its end")
    made.instants[bare], made.zoned = early.to_numpy("datetime64[us]"), True
    return made


def instant(who: str, name: str, value: Any, zone: str | None, form: str | None = None, own_clock: bool = False) -> float:
    """One instant that a caller gives: a date, a text in the log's form or another, a number of seconds; NaN: none.

    `own_clock`: the log counts from a start that it does not tell, where no date can be placed.
    """
    import pandas

    if value is None:
        return np.nan
    if isinstance(value, (int, float, np.number)) and not isinstance(value, bool) and np.isfinite(value):
        return float(value)
    if own_clock and not (isinstance(value, str) and _number.fullmatch(value.strip().translate(_shape))):
        raise ValueError(f"{who}: {name} = {cut(value)} must be a number of seconds, as the log has them")
    if isinstance(value, (str, date, np.datetime64)):
        column = {name: pandas.Series([str(value)], dtype=object)}
        for one in (form, None) if form else (None,):
            found = read(column, one, zone, report := LogReport())[name].in_seconds()
            if ambiguous := next((note for note in report.notes if " can be " in note), ""):
                raise ValueError(f"{who}: {name}: {ambiguous.partition(':')[0]}: write it as year-month-day")
            if np.isfinite(found[0]):
                return float(found[0])
    raise ValueError(f"{who}: {name} = {cut(value)} must be a date such as '2025-03-01 12:00' or a number of seconds")


_mangled = re.compile(r"(?:(\d{1,2})-([A-Za-z]{3})|([A-Za-z]{3})-(\d{2}))")
_months = {
    name: k for k, name in enumerate(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1)
}


def months(column: Series) -> tuple[Any, Any, list[str]] | None:
    """Months with two-digit years, whichever way a spreadsheet turned them: instants, where it turned them, other words.

    A spreadsheet takes "Jun-05" for the fifth of June and shows "5-Jun"; of "Nov-96", which is no day, it makes no date.
    """
    if column.dtype.kind in "biufmM":
        return None
    cells = texts(column)
    unique = list(dict.fromkeys(cells))
    if len(unique) > 2000:
        return None
    known: dict[str, tuple[Any, bool]] = {}
    for text in unique:
        if (found := _mangled.fullmatch(text)) and (month := _months.get((found[2] or found[3]).lower())):
            year = int(found[1] or found[4])
            known[text] = np.datetime64(f"{year + (1900 if year >= 70 else 2000)}-{month:02}", "us"), bool(found[1])
    if not known:
        return None
    words = [text for text in unique if text and text not in known]
    full = sum(text != "" for text in cells)
    if sum(text in known for text in cells) < 0.2 * full or len(words) > 10:
        return None
    none = (_nat, False)
    return (
        np.array([known.get(text, none)[0] for text in cells], "datetime64[us]"),
        np.array([known.get(text, none)[1] for text in cells], bool),
        words,
    )
