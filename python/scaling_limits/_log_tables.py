# SPDX-License-Identifier: Apache-2.0
"""Tables of people's logs, whatever their state: cells told apart, and what cannot be is told by line."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._kernel import describe
from ._log_report import LogReport, cut, plural

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass
class LogTable:
    """A log as it stands: texts by column of a file, anything of a frame."""

    who: str  # reads it
    name: str
    frame: DataFrame
    lines: Any  # of each row
    report: LogReport

    def refuse(self, problems: Iterable[str] = ()) -> ValueError:
        """The error of a log that has nothing to use: all that is wrong with it."""
        told = [*problems, *self.report._text()] or ["it has no rows"]
        joined = f" {told[0]}" if len(told) == 1 else "".join(f"\n  {one}" for one in told)
        return ValueError(f"{self.who}: {self.name} has nothing to use:{joined}")


def read(source: Any, who: str) -> LogTable:
    """A file by path or open, compressed or not, CSV by any separator or Parquet; or a frame of pandas."""
    pandas = needed_pandas(who)
    if isinstance(source, pandas.DataFrame):
        return _checked(_of_frame(who, "the frame", source))
    if isinstance(source, (str, os.PathLike)):
        name = os.path.basename(os.fspath(source)) or str(source)
        with open(source, "rb") as file:
            data: Any = file.read()
    elif hasattr(source, "read"):
        name, data = os.path.basename(str(getattr(source, "name", "the text"))), source.read()
    else:
        raise TypeError(f"{who}: path must be a path, an open file or a frame of pandas, not {describe(source)}")
    name = cut(name)[1:-1]
    notes: list[str] = []
    if isinstance(data, (bytes, bytearray)):
        data = _unpacked(bytes(data), name, who)
        if data[:4] == b"PAR1":
            return _checked(_of_frame(who, name, _parquet(data, name, who)))
        data = _decoded(data, notes)
        odd = sum(not (one.isprintable() or one.isspace() or one in "\0\ufeff") for one in data[:4096])
        if 10 * odd > min(len(data), 4096):
            raise ValueError(f"{who}: {name} is no text: it is neither CSV nor Parquet, compressed with xz, gzip, bzip2 or not")
    data = data.removeprefix("\ufeff")
    frame, lines, report = _json(data, name, who) or _csv(data, name, who)
    report.notes[:0] = notes
    return _checked(LogTable(who, name, frame, lines, report))


def needed_pandas(who: str) -> Any:
    """Pandas, or which extra brings it."""
    try:
        import pandas
    except ImportError:
        raise ImportError(f'{who} needs pandas: pip install "scaling-limits[arrays]"', name="pandas") from None
    return pandas


def _checked(table: LogTable) -> LogTable:
    if not len(table.frame):
        raise table.refuse([] if table.report else ["it has a header and no rows"])
    return table


_other_files = {
    b"PK\3\4": "a spreadsheet or a zip archive: save it as CSV",
    b"\xd0\xcf\x11\xe0": "a spreadsheet of old: save it as CSV",
    b"\x28\xb5\x2f\xfd": "compressed with Zstandard: unpack it, or use xz, gzip or bzip2",
    b"SQLite format 3": "a database: write its table as CSV",
    b"\x89HDF": "an HDF5 file: write its table as CSV",
    b"ARROW1": "an Arrow file: write it as Parquet or CSV",
    b"%PDF": "a PDF document: save its table as CSV",
}


def _unpacked(data: bytes, name: str, who: str) -> bytes:
    known: dict[bytes, Callable[[bytes], bytes]]
    known = {b"\xfd7zXZ\0": lzma.decompress, b"\x1f\x8b": gzip.decompress, b"BZh": bz2.decompress}
    for start, what in _other_files.items():
        if data.startswith(start):
            raise ValueError(f"{who}: {name} is {what}")
    for magic, unpack in known.items():
        if data.startswith(magic):
            try:
                return unpack(data)
            except (lzma.LZMAError, EOFError, OSError, ValueError, zlib.error) as error:
                raise ValueError(f"{who}: {name} cannot be unpacked: {error}") from None
    return data


def _parquet(data: bytes, name: str, who: str) -> DataFrame:
    pandas = needed_pandas(who)
    try:
        frame: DataFrame = pandas.read_parquet(io.BytesIO(data))
    except ImportError:
        raise ImportError(f'{who}: Parquet needs pyarrow: pip install "scaling-limits[parquet]"', name="pyarrow") from None
    except Exception as error:  # of whatever engine: a damaged file
        raise ValueError(f"{who}: {name} cannot be read as Parquet: {cut(error)}") from None
    return frame


def _of_frame(who: str, name: str, frame: DataFrame) -> LogTable:
    """A frame with each column name once; instants and names that are its index are columns."""
    import pandas

    if isinstance(frame.index, pandas.DatetimeIndex):
        frame = frame.rename_axis(index=frame.index.name or "time")
    if any(name is not None for name in frame.index.names) and frame.index.dtype.kind not in "iu":
        frame = frame.reset_index(allow_duplicates=True)
    report = LogReport((), len(frame), "row")
    frame = frame.set_axis(distinct([str(column) for column in frame.columns], report), axis=1)
    return LogTable(who, name, frame, np.arange(len(frame)), report)


def _decoded(data: bytes, notes: list[str]) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    for order, odd in (("utf-16-le", data[1:1000:2]), ("utf-16-be", data[:1000:2])):
        if 2 * odd.count(0) > len(odd) > 0:
            return data[: len(data) // 2 * 2].decode(order, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        notes.append(f"line {line} is no UTF-8: the file is read as Latin-1")
        return data.removeprefix(b"\xef\xbb\xbf").decode("latin-1")


def _json(text: str, name: str, who: str) -> tuple[DataFrame, Any, LogReport] | None:
    """Records of JSON, one a line or in a list; nothing where the text is none."""
    pandas = needed_pandas(who)
    if text.lstrip()[:1] not in ("{", "["):
        return None
    if isinstance(whole := _parsed(text), dict):  # of one record, or of a list of them
        lists = [value for value in whole.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        whole = lists[0] if len(lists) == 1 else [whole]
    if isinstance(whole, list):
        places, found, report = list(range(len(whole))), whole, LogReport(place="row")
    else:
        lines = [(k, line) for k, line in enumerate(text.split("\n"), 1) if line.strip(" \t\r\0")]
        if not any(isinstance(_parsed(line), dict) for _, line in lines[:10]):
            return None
        places, found, report = [k for k, _ in lines], [_parsed(line) for _, line in lines], LogReport()
    report.rows = len(found)
    damaged = [k for k, one in enumerate(found) if not isinstance(one, dict)]
    report._leave_out("damaged", [places[k] for k in damaged], ["it is no record of JSON"] * len(damaged))
    records = [
        {key: str(cell) if isinstance(cell, list) else cell for key, cell in one.items()}
        for one in found
        if isinstance(one, dict)
    ]
    nested = any(isinstance(cell, dict) for one in records for cell in one.values())
    frame = pandas.json_normalize(records) if nested else pandas.DataFrame(records)
    return frame, np.array([places[k] for k, one in enumerate(found) if isinstance(one, dict)], int), report


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


_no_separator = "\x1f"  # of a file with one column, whose cells may have anything in them
_most_columns = 10_000
_tells_separator = re.compile(r'"?sep=([,;|\t])"?', re.I)  # to a spreadsheet
_is_data = re.compile(r"[+-]?\d+([.,]\d+)?")
_is_date = re.compile(
    r"(?i)\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{2,4}|\d{9,}(\.\d*)?$|\d\d?[- ][a-z]{3,9}[- ]\d"
    r"|([a-z]{3},? )?[a-z]{3,9} +\d\d?[ ,].*\d$"
)


def _csv(text: str, name: str, who: str) -> tuple[DataFrame, Any, LogReport]:
    """A table of texts; rows that cannot be told apart into cells are in the report."""
    pandas = needed_pandas(who)
    report = LogReport()
    if "\0" in text:
        report.notes.append(f"{plural(text.count(chr(0)), 'zero byte')} left out")
        text = text.replace("\0", "")
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first, mark, names = _head(rows, name, who, report)
    if mark in ";\t|":
        report.notes.append(f"cells are separated by {'tabs' if mark == chr(9) else repr(mark)}")
    body = rows[first:]
    empty = set("".join(map(chr, range(33)))) | {mark}
    lines = [k for k, row in enumerate(body, first + 1) if not set(row) <= empty]
    lines = _without_comments(lines, rows, mark, len(names), report)
    found, lines = _records([(line, rows[line - 1]) for line in lines], rows, mark, len(names), report)
    widths = np.fromiter((row.count(mark) if type(row) is str else len(row) - 1 for row in found), int, len(found)) + 1
    if len(found) and (widths == len(names) + 1).all() and any(_last(row, mark).strip() for row in found):
        report.notes.append("rows have one cell more than the header: the first column has no name")
        names = ["", *names]
    report.rows = len(lines) + len(report)
    short = np.flatnonzero(widths < len(names))
    for k in map(int, short):
        missing = len(names) - int(widths[k])
        found[k] = found[k] + mark * missing if type(found[k]) is str else [*found[k], *[""] * missing]
    long: dict[int, str] = {}
    for k in np.flatnonzero(widths > len(names)).tolist():
        cells = found[k].split(mark) if type(found[k]) is str else found[k]
        found[k] = cells[: len(names)]
        if any(cell.strip() for cell in cells[len(names) :]):
            long[k] = f"it has {len(cells)} cells, the header {len(names)}; the first beyond it: {cut(cells[len(names)])}"
    report._leave_out("damaged", [lines[k] for k in long], long.values())
    report._tell("short", [lines[k] for k in short])
    kept = [k for k in range(len(found)) if k not in long]
    joined = "\n".join(found[k] if type(found[k]) is str else _line(found[k], mark) for k in kept)
    names = distinct(names, report)
    options = {"header": None, "names": names, "dtype": str, "na_filter": False, "skip_blank_lines": False}
    if not kept:
        return pandas.DataFrame(columns=names), np.zeros(0, int), report
    frame = pandas.read_csv(io.StringIO(joined), sep=mark, index_col=False, **options)
    return frame, np.array([lines[k] for k in kept]), report


def _head(rows: list[str], name: str, who: str, report: LogReport) -> tuple[int, str, list[str]]:
    """How many lines come before the rows, what separates cells, and the names of the columns."""
    filled = [k for k in range(min(len(rows), 1000)) if rows[k].strip() and not rows[k].startswith("#")]
    filled = filled or [k for k in range(len(rows)) if rows[k].strip() and not rows[k].startswith("#")]
    told = _tells_separator.fullmatch(rows[filled[0]].strip()) if filled else None
    if not filled[1 if told else 0 :]:
        raise ValueError(f"{who}: {name} is empty")
    filled = filled[1:] if told else filled
    for titles, top in enumerate(filled[1:6], 1) if _is_title(rows[filled[0]]) else ():
        if _width(rows[top]) == 1 and not _is_headless([rows[top].strip()]):
            continue
        after = rows[filled[titles + 1]] if len(filled) > titles + 1 else ""
        alike = _width(rows[top]) > 1 and (mark := _separator(rows[top])) and rows[top].count(mark) == after.count(mark)
        if (
            alike
            and not any(map(_is_data.fullmatch, rows[top].split(mark)))
            and not _is_headless([*rows[top].split(mark), rows[top].strip()])
        ):
            report.notes.append(f"{plural(titles, 'line')} above the names of the columns left out: {cut(rows[filled[0]])}")
            filled = filled[titles:]
        break
    top = end = filled[0]
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
    if above and above.count(mark) == head.count(mark) and mark != _no_separator:
        return top, mark, [one.strip() for one in above.split(mark)]
    some = ", ".join(map(cut, names[:3]))
    raise ValueError(
        f"{who}: {name} has no names of columns: its first line has {some}; write a line such as start,node above it"
    )


def _is_headless(cells: Sequence[str]) -> bool:
    return all(map(_is_data.fullmatch, cells)) or any(map(_is_date.match, cells))


def _is_title(row: str) -> bool:
    return _width(row) == 1 and not row.count('"') % 2


def _width(row: str) -> int:
    """How many cells have something in them."""
    mark = _separator(row)
    return sum(bool(cell.strip()) for cell in row.split(mark)) if mark else 1


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
                open_quotes[line] = f"a quotation mark is not closed or stands amid a cell: {cut(row)}"
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
