# SPDX-License-Identifier: Apache-2.0
"""Tables of people's logs, whatever they are kept in: files packed or not, texts in any code, CSV, JSON, Parquet, frames."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._extras import needed
from ._known_files import UTF_32
from ._log_csv import distinct
from ._log_report import LogReport, cut
from ._opening import TooLarge, weigh

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


def parquet(data: bytes, name: str, who: str) -> DataFrame:
    """The table of a Parquet file."""
    import pandas

    needed(f"{who}: {name}", "pyarrow")
    try:
        _weighed(data)
        frame: DataFrame = pandas.read_parquet(io.BytesIO(data))
    except TooLarge as error:
        raise ValueError(f"{who}: {name} {error}") from None
    except Exception as error:  # of whatever engine: a damaged file
        raise ValueError(f"{who}: {name} cannot be read as Parquet: {cut(error)}") from None
    return frame


def _weighed(data: bytes) -> None:
    """TooLarge where the cells of a Parquet file are of more bytes than may be read: a few may stand for any number of rows."""
    import pyarrow.compute
    from pyarrow import parquet

    few = 1 << 16
    file = parquet.ParquetFile(io.BytesIO(data))
    about = [file.metadata.row_group(k) for k in range(file.metadata.num_row_groups)]
    columns = [group.column(k) for group in about for k in range(group.num_columns)]
    cells = sum(one.num_values for one in columns)
    weigh(sum(one.total_uncompressed_size for one in columns), cells)
    kinds = pyarrow.types
    of_text = (kinds.is_string, kinds.is_large_string, kinds.is_binary, kinds.is_large_binary)
    texts = [one.name for one in file.schema_arrow if any(is_kind(one.type) for is_kind in of_text)]
    count = 0
    for batch in parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts).iter_batches(few, columns=texts):
        for column in batch.columns:  # each text once, and which of them each row has
            found = pyarrow.compute.binary_length(column.dictionary)
            count += pyarrow.compute.sum(found.take(column.indices)).as_py() or 0
        weigh(count, cells)


def of_frame(who: str, name: str, frame: DataFrame) -> LogTable:
    """A frame with each column name once; instants and names that are its index are columns."""
    import pandas

    if isinstance(frame.index, pandas.DatetimeIndex):
        frame = frame.rename_axis(index=frame.index.name or "time")
    if any(name is not None for name in frame.index.names) and frame.index.dtype.kind not in "iu":
        frame = frame.reset_index(allow_duplicates=True)
    report = LogReport((), len(frame), "row")
    frame = frame.set_axis(distinct([str(column) for column in frame.columns], report), axis=1)
    return LogTable(who, name, frame, np.arange(len(frame)), report)


def decoded(data: bytes, notes: list[str]) -> str:
    for mark, code in zip(UTF_32, ("utf-32", "utf-32-le", "utf-32-be"), strict=True):
        if re.match(mark, data):
            return data.decode(code, errors="replace")
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
