# SPDX-License-Identifier: Apache-2.0
"""Tables of texts out of CSV by any separator: cells told apart, and what cannot be is told by line."""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ._log_report import LogReport, cut, plural
from ._opening import TooLarge, weigh

if TYPE_CHECKING:
    from pandas import DataFrame

_no_separator = "\x1f"  # of a file with one column, whose cells may have anything in them
_most_columns = 10_000
_part = 1 << 24  # letters that a parser is given at once: it holds them several times
_top = 1 << 17  # letters in which names of columns are looked for
_tells_separator = re.compile(r'"?sep=([,;|\t])"?', re.I)  # to a spreadsheet
_is_data = re.compile(r"[+-]?\d+([.,]\d+)?")
_month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_is_date = re.compile(
    r"\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{2,4}|\d{9,}(\.\d*)?$"
    rf"|\d\d?[- ]{_month}[- ]\d|([a-z]{{3}},? )?{_month} +\d\d?[ ,].*\d",
    re.I,
)


def read_csv(text: str, name: str, who: str) -> tuple[DataFrame, Any, LogReport]:
    """A table of texts; rows that cannot be told apart into cells are in the report."""
    import pandas

    report = LogReport()
    if "\0" in text:
        report.notes.append(f"{plural(text.count(chr(0)), 'zero byte')} left out")
        text = text.replace("\0", "")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first, mark, names = _head(text[:_top].split("\n"), name, who, report)
    if mark in ";\t|":
        report.notes.append(f"cells are separated by {'tabs' if mark == chr(9) else repr(mark)}")
    try:
        weigh(len(text), text.count(mark) + text.count("\n"))
    except TooLarge as error:
        raise ValueError(f"{who}: {name} {error}") from None
    if (plain := _all_alike(text, first, mark, names, report)) is not None:
        return plain
    rows = text.split("\n")
    empty = "".join(map(chr, range(33))) + mark
    lines = [k for k, row in enumerate(rows[first:], first + 1) if row.strip(empty)]
    lines = _without_comments(lines, rows, mark, len(names), report)
    found, lines = _records([(line, rows[line - 1]) for line in lines], rows, mark, len(names), report)
    widths = np.fromiter((row.count(mark) if type(row) is str else len(row) - 1 for row in found), int, len(found)) + 1
    if len(found) and (widths == len(names) + 1).all() and any(_last(row, mark).strip() for row in found):
        report.notes.append("rows have one cell more than the header: the first column has no name")
        names = ["", *names]
    report.rows = len(lines) + len(report)
    short, long = [], {}
    for k in np.flatnonzero(widths != len(names)).tolist():
        cells = found[k].split(mark) if type(found[k]) is str else found[k]
        if len(cells) < len(names):
            short.append(lines[k])
        elif any(cell.strip() for cell in cells[len(names) :]):
            long[k] = f"it has {len(cells)} cells, the header {len(names)}; the first beyond it: {cut(cells[len(names)])}"
        found[k] = (cells + [""] * len(names))[: len(names)]
    report._leave_out("damaged", [lines[k] for k in long], long.values())
    report._tell("short", short)
    kept = [k for k in range(len(found)) if k not in long]
    names = distinct(names, report)
    options = {"header": None, "names": names, "dtype": object, "na_filter": False, "skip_blank_lines": False}
    if not kept:
        return pandas.DataFrame(columns=names), np.zeros(0, int), report
    each = len(kept) * _part // len(text) + 1
    parts = (
        "\n".join(found[k] if type(found[k]) is str else _line(found[k], mark) for k in kept[at : at + each])
        for at in range(0, len(kept), each)
    )
    read = [pandas.read_csv(io.StringIO(part), sep=mark, index_col=False, **options) for part in parts]
    frame = pandas.concat(read, ignore_index=True)
    return frame, np.array([lines[k] for k in kept]), report


def _all_alike(
    text: str, first: int, mark: str, names: list[str], report: LogReport
) -> tuple[DataFrame, Any, LogReport] | None:
    """The table where nothing is quoted, remarked, empty or damaged: as many separators as all rows need, and none has more."""
    import pandas

    width = len(names) - 1
    start, end = 0, len(text.rstrip("\n"))
    for _ in range(first):
        start = text.find("\n", start, end) + 1 or end
    if width < 1 or start == end or any(text.find(one, start, end) >= 0 for one in ('"', "#", "\n\n", mark * width)):
        return None
    count = text.count("\n", start, end) + 1
    if text.count(mark, start, end) != count * width:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pandas.errors.ParserWarning)
            called = distinct(names, LogReport())
            parts = [_as_written(part.encode(), mark, called) for part in _parts(text, start, end)]
            frame = pandas.concat(parts, ignore_index=True)
    except (ValueError, OverflowError, pandas.errors.ParserWarning):  # a row of more cells
        return None
    if len(frame) != count:
        return None
    distinct(names, report)
    report.rows = count
    return frame, np.arange(first + 1, first + count + 1), report


def _parts(text: str, start: int, end: int) -> Iterator[str]:
    """The lines of a text from there to there, a part at a time."""
    while start < end:
        stop = text.find("\n", start + _part, end)
        stop = end if stop < 0 else stop
        yield text[start:stop]
        start = stop + 1


def _as_written(data: bytes, mark: str, names: list[str]) -> DataFrame:
    """Cells as texts; pandas is fast where it may infer, and what it takes for numbers is read again, letter by letter."""
    import pandas

    options: dict[str, Any] = {"header": None, "names": names, "na_filter": False, "quoting": csv.QUOTE_NONE}
    options |= {"sep": mark, "index_col": False, "low_memory": False}
    frame = pandas.read_csv(io.BytesIO(data), **options)
    others = [name for name in names if not isinstance(frame[name].dtype, pandas.StringDtype)]
    frame = frame.astype(object)
    if others:
        frame[others] = pandas.read_csv(io.BytesIO(data), usecols=others, dtype=object, **options)
    return frame


def _head(rows: list[str], name: str, who: str, report: LogReport) -> tuple[int, str, list[str]]:
    """How many lines come before the rows, what separates cells, and the names of the columns."""
    filled = [k for k in range(len(rows)) if rows[k].strip() and not rows[k].startswith("#")][:8]
    told = _tells_separator.fullmatch(rows[filled[0]].strip()) if filled else None
    filled = filled[1:] if told else filled
    if not filled:
        raise ValueError(f"{who}: {name} is empty")
    if titles := _titles([rows[k] for k in filled]):
        report.notes.append(f"{plural(titles, 'line')} above the names of the columns left out: {cut(rows[filled[0]])}")
    top = end = filled[titles]
    while "".join(rows[top : end + 1]).count('"') % 2 and end < min(top + 20, len(rows) - 1):
        end += 1  # a name with a line break in it
    head = "\n".join(rows[top : end + 1])
    if "\n" in head and _cells(head, _separator(head) or _no_separator) is None:
        head, end = rows[top], top
    mark = told[1] if told else _separator(head) or _no_separator
    if head.count(mark) >= _most_columns:
        raise ValueError(f"{who}: {name} has {head.count(mark) + 1} cells in its first line: is it a table?")
    names = [" ".join(one.split()) for one in _cells(head, mark) or head.replace('"', "").split(mark)]
    if not _is_headless(names):
        return end + 1, mark, names
    above = rows[top - 1].lstrip("# ") if top and rows[top - 1].startswith("#") else ""
    if above.count(mark) == head.count(mark) > 0:
        return top, mark, [one.strip() for one in above.split(mark)]
    some = ", ".join(map(cut, names[:3]))
    raise ValueError(
        f"{who}: {name} has no names of columns: its first line has {some}; write a line such as start,node above it"
    )


def _titles(rows: Sequence[str]) -> int:
    """How many lines with one filled cell are above one of names, which the next has as many cells as."""
    mark = _separator(max(rows, key=lambda row: row.count(_separator(row) or _no_separator))) or _no_separator
    cells = [row.split(mark) for row in rows]
    for k, (row, after) in enumerate(pairwise(cells)):
        filled = sum(bool(cell.strip()) for cell in row)
        if _is_headless([*row, rows[k].strip()]) or rows[k].count('"') % 2:
            return 0
        if filled > 1:
            return k if len(row) == len(after) and not any(map(_is_data.fullmatch, row)) else 0
    return 0


def _is_headless(cells: Sequence[str]) -> bool:
    return all(map(_is_data.fullmatch, cells)) or any(map(_is_date.match, cells))


def _last(row: str | list[str], mark: str) -> str:
    return row.rpartition(mark)[2] if isinstance(row, str) else row[-1]


def _without_comments(lines: Sequence[int], rows: Sequence[str], mark: str, width: int, report: LogReport) -> list[int]:
    """Lines that are no remarks: of those that begin with # the ones with as many cells as the header, such as #17,a."""
    remarks = [
        line
        for line in lines
        if rows[line - 1].lstrip().startswith("#")
        and (rows[line - 1].lstrip()[1:2] in " #" or rows[line - 1].count(mark) + 1 != width)
    ]
    if not remarks:
        return list(lines)
    report.notes.append(f"{plural(len(remarks), 'remark')} after # left out ({report._places(remarks)})")
    gone = set(remarks)
    return [line for line in lines if line not in gone]


def _separator(head: str) -> str:
    bare = re.sub(r'"[^"]*"', "", head)
    mark = max(",;\t|", key=lambda one: bare.count(one))
    return mark if mark in bare else ""


def _cells(record: str, mark: str) -> list[str] | None:
    """The cells of a record, or nothing where a quotation mark is not closed."""
    try:
        return next(csv.reader(io.StringIO(record), delimiter=mark, strict=True), [])
    except csv.Error:
        return None


def _line(cells: Sequence[str], mark: str) -> str:
    file = io.StringIO()
    csv.writer(file, delimiter=mark, lineterminator="", quoting=csv.QUOTE_ALL).writerow(cells)
    return file.getvalue()


def _records(
    lines: list[tuple[int, str]], rows: list[str], mark: str, width: int, report: LogReport
) -> tuple[list[Any], list[int]]:
    """Records with the lines where they begin: texts, or lists of cells where there are quotation marks."""
    found: list[Any] = []
    starts: list[int] = []
    open_quotes: dict[int, str] = {}
    reached = 0  # the last line that belongs to a record
    for line, row in lines:
        if line <= reached:
            continue
        cells: Any = row
        if '"' in row:
            cells = _cells(row, mark)
            for end in range(line, min(line + 20, len(rows))) if cells is None and row.count('"') % 2 else ():
                if rows[end].count('"') % 2:  # closes the cell that is open, where the line belongs to it
                    cells = _cells("\n".join(rows[line - 1 : end + 1]), mark)
                    cells = cells if cells and len(cells) == width else None
                    reached = end + 1 if cells else reached
                    break
            if cells is None:
                longest = csv.field_size_limit()
                why = "a quotation mark is not closed or stands amid a cell"
                open_quotes[line] = f"{why if len(row) < longest else f'a cell is longer than {longest:,} letters'}: {cut(row)}"
                continue
        found.append(cells)
        starts.append(line)
    report._leave_out("damaged", open_quotes, open_quotes.values())
    return found, starts


def distinct(names: list[str], report: LogReport) -> list[str]:
    """Column names, each once."""
    made: dict[str, None] = {}
    before: Counter[str] = Counter()
    again = []
    for k, name in enumerate(names, 1):
        new = (name or f"column {k}") + "'" * before[name]
        while new in made:
            new += "'"
        if name and new != name:
            again.append(f"the header has {cut(name)} more than once: the later one is {cut(new)}")
        made[new] = None
        before[name] += bool(name)
    report.notes += again[:3] + ([f"and {plural(len(again) - 3, 'more name')} of columns that come again"] if again[3:] else [])
    return list(made)
