# SPDX-License-Identifier: Apache-2.0
"""The door of logs: a file by path or open, a text of any form, or a frame; and the table that it holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _job_json, _kernel_lines
from ._kernel import describe
from ._known_files import COLUMNS, known
from ._log_csv import read_csv
from ._log_report import LogReport, cut
from ._log_tables import LogTable, decoded, of_frame, parquet
from ._opening import StandsTwice, TooLarge, Unreadable, contents, json_of, weigh_log

if TYPE_CHECKING:
    from pandas import DataFrame


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
        return self.parsed_line(self.text) if self.text.lstrip()[:1] in ("{", "[") else None

    def parsed_line(self, text: str, line: int = 0) -> Any:
        """What a line of the text holds where it is JSON."""
        try:
            return json_of(text)
        except StandsTwice as error:
            raise ValueError(f"{self.who}: {self.name}: {StandsTwice(error.key, line or error.line)}") from None
        except (ValueError, RecursionError):
            return None

    def table(self) -> LogTable:
        """The same as a table; read once."""
        if self._table is None:
            known = None
            if self.frame is None:
                known = _kernel_lines.read(self.text, self.name, self.who, self.states) or _job_json.events_of(self)
            self._table = _checked(self.cells(known))
        return self._table

    def cells(self, known: tuple[DataFrame, Any, LogReport] | None = None) -> LogTable:
        """A table as it stands: what is `known` of it, else a frame, records of JSON or CSV."""
        if self.frame is not None:
            return of_frame(self.who, self.name, self.frame)
        frame, lines, report = known or _json(self) or read_csv(self.text, self.name, self.who)
        report.notes[:0] = self.notes
        return LogTable(self.who, self.name, frame, lines, report, self.path)


def read(source: Any, who: str, named: bool = False) -> LogTable:
    """A file by path or open, compressed or not, CSV by any separator, lines of the kernel or Parquet; or a frame of pandas."""
    return opened(source, who, named).table()


def opened(source: Any, who: str, named: bool = False, door: str = "fit") -> Opened:
    """A file by path or open, unpacked and decoded; or a frame of pandas.

    `door`: what the caller reads, as known files are told the way to another.
    `named`: whether the caller says which column is what, so that they may be those of another kind of table.
    """
    if isinstance(source, Opened):
        return source
    import pandas

    if isinstance(source, pandas.DataFrame):
        return Opened(who, "the frame", frame=source)
    path = ""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        name = os.path.basename(path) or str(source)
    elif hasattr(source, "read"):
        name = os.path.basename(str(getattr(source, "name", "the text")))
    else:
        raise TypeError(f"{who}: path must be a path, an open file or a frame of pandas, not {describe(source)}")
    name = cut(name)[1:-1]
    notes: list[str] = []
    but = COLUMNS if named else ()
    try:
        data = contents(source)
    except UnicodeDecodeError as error:
        raise ValueError(f"{who}: {name} is not in the code it is opened in ({error.encoding}): open it as bytes") from None
    except Unreadable as error:
        if error.head:
            known(error.head, door, f"{who}: {name}", but)
        raise ValueError(f"{who}: {name} {error}") from None
    if isinstance(data, bytes):
        known(data, door, f"{who}: {name}", but)
        if data[:4] == b"PAR1":
            frame = parquet(data, name, who)
            known(",".join(map(str, frame.columns)) + "\n", door, f"{who}: {name}", but)
            return Opened(who, name, path, frame)
        data = decoded(data, notes)
        odd = sum(not (one.isprintable() or one.isspace() or one in "\0\ufeff") for one in data[:4096])
        if 10 * odd > min(len(data), 4096):
            raise ValueError(f"{who}: {name} is no text: it is neither CSV nor Parquet, compressed with xz, gzip, bzip2 or not")
    text = known(data.removeprefix("\ufeff"), door, f"{who}: {name}", but)
    try:
        weigh_log(text)
    except TooLarge as error:
        raise ValueError(f"{who}: {name} {error}") from None
    made = Opened(who, name, path, None, text, None, notes)
    made.tree = made.parsed()
    return made


def _checked(table: LogTable) -> LogTable:
    if not len(table.frame):
        raise table.refuse([] if table.report else ["it has a header and no rows"])
    return table


def _json(source: Opened) -> tuple[DataFrame, Any, LogReport] | None:
    """Records of JSON, one a line or in a list; nothing where the text is none."""
    import pandas

    text, whole = source.text, source.tree
    if text.lstrip()[:1] not in ("{", "["):
        return None
    if isinstance(whole, dict):  # of one record, or of a list of them
        lists = [value for value in whole.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        whole = lists[0] if len(lists) == 1 else [whole]
    if isinstance(whole, list):
        places, found, report = list(range(len(whole))), whole, LogReport(place="row")
    else:
        lines = [(k, line) for k, line in enumerate(text.split("\n"), 1) if line.strip(" \t\r\0")]
        if not any(isinstance(source.parsed_line(line, k), dict) for k, line in lines[:10]):
            return None
        places, report = [k for k, _ in lines], LogReport()
        found = [source.parsed_line(line, k) for k, line in lines]
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
