# SPDX-License-Identifier: Apache-2.0
"""Tables of people's logs, whatever they are kept in: files packed or not, texts in any code, CSV, JSON, Parquet, frames."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ._kernel import describe
from ._known_files import COLUMNS, Kind, known
from ._log_csv import distinct, read_csv
from ._log_report import LogReport, cut, needed_pandas

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
    path: str = ""  # where it is a file

    def ask(self, why: str) -> ValueError:
        """The error of a log that is not read before something is said."""
        return ValueError(f"{self.who}: {self.name}: {why}")

    def refuse(self, problems: Iterable[str] = ()) -> ValueError:
        """The error of a log that has nothing to use: all that is wrong with it."""
        told = [*problems, *self.report._text()] or ["it has no rows"]
        joined = f" {told[0]}" if len(told) == 1 else "".join(f"\n  {one}" for one in told)
        return ValueError(f"{self.who}: {self.name} has nothing to use:{joined}")


@dataclass
class Opened:
    """A source: a frame, or a text, of JSON the tree that it holds."""

    who: str
    name: str
    path: str = ""
    frame: DataFrame | None = None
    text: str = ""
    tree: Any = None
    notes: list[str] = field(default_factory=list)
    states: Mapping[str, str] = field(default_factory=dict)  # what words and codes mean that are not known
    _table: LogTable | None = None

    def parsed(self) -> Any:
        """What the text holds where it is JSON."""
        return _parsed(self.text) if self.text.lstrip()[:1] in ("{", "[") else None

    def table(self) -> LogTable:
        """The same as a table; read once."""
        if self._table is None and self.frame is not None:
            self._table = _checked(_of_frame(self.who, self.name, self.frame))
        elif self._table is None:
            from . import _job_json, _kernel_lines

            known = _kernel_lines.read(self.text, self.name, self.who, self.states) or _job_json.events_of(self)
            frame, lines, report = known or _json(self) or read_csv(self.text, self.name, self.who)
            report.notes[:0] = self.notes
            self._table = _checked(LogTable(self.who, self.name, frame, lines, report, self.path))
        return self._table


def read(source: Any, who: str, named: bool = False) -> LogTable:
    """A file by path or open, compressed or not, CSV by any separator, lines of the kernel or Parquet; or a frame of pandas."""
    return opened(source, who, named).table()


def opened(source: Any, who: str, named: bool = False) -> Opened:
    """A file by path or open, unpacked and decoded; or a frame of pandas.

    `named`: whether the caller says which column is what, so that they may be those of another kind of table.
    """
    if isinstance(source, Opened):
        return source
    pandas = needed_pandas(who)
    if isinstance(source, pandas.DataFrame):
        return Opened(who, "the frame", frame=source)
    path = ""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        name = os.path.basename(path) or str(source)
        with open(source, "rb") as file:
            data: Any = file.read()
    elif hasattr(source, "read"):
        name = os.path.basename(str(getattr(source, "name", "the text")))
        try:
            data = source.read()
        except UnicodeDecodeError as error:
            raise ValueError(f"{who}: {name} is not in the code it is opened in ({error.encoding}): open it as bytes") from None
    else:
        raise TypeError(f"{who}: path must be a path, an open file or a frame of pandas, not {describe(source)}")
    name = cut(name)[1:-1]
    notes: list[str] = []
    but = COLUMNS if named else ()
    if isinstance(data, (bytes, bytearray)):
        data = unpacked(bytes(data), name, who, "fit", but)
        if data[:4] == b"PAR1":
            frame = parquet(data, name, who)
            known(",".join(map(str, frame.columns)) + "\n", "fit", f"{who}: {name}", but)
            return Opened(who, name, path, frame)
        data = _decoded(data, notes)
        odd = sum(not (one.isprintable() or one.isspace() or one in "\0\ufeff") for one in data[:4096])
        if 10 * odd > min(len(data), 4096):
            raise ValueError(f"{who}: {name} is no text: it is neither CSV nor Parquet, compressed with xz, gzip, bzip2 or not")
    text = known(data.removeprefix("\ufeff"), "fit", f"{who}: {name}", but)
    made = Opened(who, name, path, None, text, None, notes)
    made.tree = made.parsed()
    return made


def _checked(table: LogTable) -> LogTable:
    if not len(table.frame):
        raise table.refuse([] if table.report else ["it has a header and no rows"])
    return table


_packed: dict[bytes, Callable[[bytes], bytes]]
_packed = {b"\xfd7zXZ\0": lzma.decompress, b"\x1f\x8b": gzip.decompress, b"BZh": bz2.decompress}


def unpacked(data: bytes, name: str, who: str, door: str, but: Sequence[Kind] = ()) -> bytes:
    """The bytes of a file that a door reads, whatever packs them."""
    known(data, door, f"{who}: {name}", but)
    for magic, unpack in _packed.items():
        if data.startswith(magic):
            try:
                data = unpack(data)
            except (lzma.LZMAError, EOFError, OSError, ValueError, zlib.error) as error:
                raise ValueError(f"{who}: {name} cannot be unpacked: {error}") from None
            return known(data, door, f"{who}: {name}, unpacked", but)
    return data


def parquet(data: bytes, name: str, who: str) -> DataFrame:
    """The table of a Parquet file."""
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
    even, odd = data[:1000:2].count(0), data[1:1000:2].count(0)
    if abs(even - odd) > min(len(data), 1000) / 4:  # one byte of two is zero
        return data[: len(data) // 2 * 2].decode("utf-16-le" if odd > even else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        notes.append(f"line {line} is no UTF-8: the file is read as Latin-1")
        return data.removeprefix(b"\xef\xbb\xbf").decode("latin-1")


def _json(source: Opened) -> tuple[DataFrame, Any, LogReport] | None:
    """Records of JSON, one a line or in a list; nothing where the text is none."""
    pandas, text, whole = needed_pandas(source.who), source.text, source.tree
    if text.lstrip()[:1] not in ("{", "["):
        return None
    if isinstance(whole, dict):  # of one record, or of a list of them
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
