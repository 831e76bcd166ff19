# SPDX-License-Identifier: Apache-2.0
"""What a command prints as a workbook: a sheet of what it says, one for each table, one of units and assumptions.

Numbers are numbers, in SI where the terminal shows a unit, as they were computed; what a text holds is as it is read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.text import Text

import scaling_limits as sl

from .._extras import needed
from .._sheet import fitting, put
from . import _tables
from ._causes import given_rows
from ._errors import CANNOT_WRITE, CommandError
from ._output import write
from ._request import TABLES, Document
from ._tables import Shown, Table
from ._targets import Target, check_named

SUFFIX = ".xlsx"
#: of a sheet's name, as spreadsheets have it
LONGEST_NAME = 31
ASSUMPTIONS = "units and assumptions"
ANSWER = "answer"
#: a cell that is a number alone, as tables write them: "1,234", "12.5%", "+3.2e5"
NUMBER = re.compile(r"([-+]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(e[-+]?\d{1,3})?(\s?%)?", re.I)


class Cell:
    """A value and its unit; "" where it has none, or is no number."""

    def __init__(self, given: object) -> None:
        self.unit = ""
        self.percent = False
        self.value: float | int | str | bool | None
        if isinstance(given, Shown):
            self.value, self.unit = given.value, "" if given.unit == "1" else given.unit
            self.percent = given.endswith("%")
        elif isinstance(given, (bool, int, float)):
            self.value = given
        else:
            text = given.plain if isinstance(given, Text) else str(given)
            found = NUMBER.fullmatch(text.strip())
            self.value = text
            if found:
                sign, whole, rest, power, percent = (part or "" for part in found.groups())
                self.percent = bool(percent)
                power = f"e{int(power[1:] or 0) - 2}" if percent else power  # not / 100, which would round again
                self.value = float(f"{sign}{whole.replace(',', '')}{rest}{power}")

    @classmethod
    def text(cls, text: str) -> Cell:
        """A text, whatever it looks like."""
        made = cls("")
        made.value = text
        return made

    @property
    def is_number(self) -> bool:
        """Whether it is one."""
        return isinstance(self.value, (int, float)) and not isinstance(self.value, bool)


class Book:
    """What was printed, in its order."""

    def __init__(self) -> None:
        self.lines: list[Sequence[object]] = []
        self.tables: list[tuple[str, Table]] = []

    def text(self, text: str) -> None:
        """A line of text; the title of a table that follows."""
        if text.strip():
            self.lines.append([text.strip()])

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """Labels and texts."""
        self.lines += [[label, text] for label, text in rows if text]

    def table(self, table: Table) -> None:
        """A table; its title is its own, or the line above it."""
        last = str(self.lines[-1][0]) if self.lines and len(self.lines[-1]) == 1 else ""
        self.tables.append((table.title.strip() or last, table))

    def save(self, path: Path, command: str, document: Document | None) -> None:
        """The workbook, whole or not at all."""
        openpyxl = needed("--xlsx", "openpyxl")
        book = openpyxl.Workbook()
        book.remove(book.active)
        units: dict[tuple[str, str], str] = {}
        if self.lines:
            _fill(book.create_sheet(ANSWER), self.lines)
        taken = {ANSWER, ASSUMPTIONS}
        for title, table in self.tables:
            name = _sheet_name(title or "table", taken)
            _fill_table(book.create_sheet(name), name, table, units)
        _fill(book.create_sheet(ASSUMPTIONS), _assumptions(command, document, units))
        for sheet in book.worksheets:
            _widen(sheet)
        try:
            write(path, lambda temporary: book.save(temporary), SUFFIX)
        except ValueError as error:  # too many rows for a sheet, and the like
            raise CommandError(f"{path}: cannot be written: {error}", CANNOT_WRITE) from None


def _sheet_name(title: str, taken: set[str]) -> str:
    """A name that a sheet may have and no other has; spreadsheets do not tell upper from lower case."""
    plain = re.sub(r"[\[\]:*?/\\\x00-\x1f]", " ", fitting(title)).strip(" '")
    name = whole = " ".join(plain.split())[:LONGEST_NAME].strip(" '") or "table"
    number = 1
    while name.lower() in {one.lower() for one in taken}:
        number += 1
        name = f"{whole[: LONGEST_NAME - len(str(number)) - 1]} {number}"
    taken.add(name)
    return name


def _put(sheet: Any, row: int, column: int, given: object, bold: bool = False) -> None:
    """One cell: a number as a number, a text as text whatever it begins with."""
    from openpyxl.styles import Font

    cell = given if isinstance(given, Cell) else Cell(given)
    value = cell.value
    if isinstance(value, float) and not math.isfinite(value):
        value = "" if math.isnan(value) else "unlimited" if value > 0 else "-unlimited"
    if value is None or value == "":
        return
    place = sheet.cell(row, column)
    if isinstance(value, str):
        put(place, value)
    else:
        place.value = value
        if cell.percent:
            place.number_format = "0.0%"
    if bold:
        place.font = Font(bold=True)


def _fill(sheet: Any, rows: Sequence[Sequence[object]]) -> None:
    for k, row in enumerate(rows, 1):
        for j, given in enumerate(row, 1):
            _put(sheet, k, j, given, bold=len(row) == 1 or (j == 1 and len(row) == 2))


def _cell(given: str | Text, number: bool) -> Cell:
    """A cell of a table; `number`: a text may be one. What names a row is none, as of a node that is called 1e5."""
    return Cell(given) if number or isinstance(given, Shown) else Cell.text(given.plain if isinstance(given, Text) else given)


def _fill_table(sheet: Any, name: str, table: Table, units: dict[tuple[str, str], str]) -> None:
    """A table: its names, then its rows; a column of several units has them beside it."""
    may = {one: one in table.right or not (k == 0 or one in table.words) for k, one in enumerate(table.names)}
    rows = [(title, [_cell(row.get(one, ""), of) for one, of in may.items()]) for title, row in table.rows()]
    several = len({title for title, _ in rows}) > 1
    heads: list[str] = ["section"] if several else []
    columns: list[list[Cell]] = [[Cell.text(title) for title, _ in rows]] if several else []
    for k, one in enumerate(table.names):
        column = [row[k] for _, row in rows]
        if not any(cell.value not in ("", None) for cell in column):
            continue
        own = {cell.unit for cell in column if cell.is_number}
        if len(own) == 1 and (unit := own.pop()):
            heads.append(f"{one} [{unit}]")
            columns.append(column)
            units[name, one] = unit
        elif len(own) > 1:
            heads += [one, f"unit of {one}"]
            columns += [column, [Cell(cell.unit if cell.is_number else "") for cell in column]]
            units[name, one] = "as beside each number"
        else:
            heads.append(one)
            columns.append(column)
            if any(cell.is_number for cell in column):
                units[name, one] = "1"
    for j, head in enumerate(heads, 1):
        _put(sheet, 1, j, Cell.text(head), bold=True)
    for j, column in enumerate(columns, 1):
        for k, cell in enumerate(column, 2):
            _put(sheet, k, j, cell)
    sheet.freeze_panes = "B2"


def _assumptions(command: str, document: Document | None, units: Mapping[tuple[str, str], str]) -> list[Sequence[object]]:
    """What the numbers are in, and what they are of: every field of every part that was asked about, given or not."""
    rows: list[Sequence[object]] = [
        ("asked", Cell.text(command)),
        ("by", f"scaling-limits {sl.__version__}"),
        ("numbers", "in SI; a share or a ratio has the unit 1; unlimited: infinity"),
        (),
    ]
    if units:
        rows.append(("sheet", "column", "unit"))
        rows += [(Cell.text(sheet), Cell.text(column), Cell.text(unit)) for (sheet, column), unit in units.items()]
        rows.append(())
    full = document.full if document is not None else {}
    if full:
        rows.append(("part", "field", "value", "unit", "given"))
    for group, part in full.items():
        given = document.parts.get(group) if document is not None else None
        if group == "cause":  # the name of a list is what its rows say
            given = given_rows(given)
        several = part if isinstance(part, list) else [part]
        for place, one in enumerate(several):
            if isinstance(one, Mapping) and group != "over":
                path = f"{group}.{place}" if isinstance(part, list) else group
                rows += list(_fields(path, group, one, given))
    if document is not None and document.remarks:
        rows += [(), *(("remark", Cell.text(remark)) for remark in document.remarks)]
    return rows


def _fields(path: str, group: str, part: Mapping[str, Any], given: object) -> Iterator[Sequence[object]]:
    """The fields of a part: value, unit, and whether it was given."""
    kinds = TABLES["kinds"].get(group, {})
    name = part.get("kind", part.get("name"))
    of: Mapping[str, Any] = kinds.get(name) or next(iter(kinds.values()), {"fields": []})
    units = {field["name"]: field["unit"] for field in of["fields"]}
    said = given[int(path.rpartition(".")[2])] if isinstance(given, list) and path != group else given
    words = str(said)
    for field, value in part.items():
        if isinstance(value, (list, dict)) or value is None or value != value:
            continue
        known = f"'{field}'" in words or field in ("name", "kind")
        yield (
            path,
            field,
            Cell.text(value) if isinstance(value, str) else value,
            Cell.text(units.get(field) or ""),
            "given" if known else "default",
        )


def _widen(sheet: Any) -> None:
    """Columns as wide as what they hold, up to a limit."""
    from openpyxl.utils import get_column_letter

    for j, column in enumerate(sheet.iter_cols(), 1):
        longest = max((len(str(cell.value)) for cell in column if cell.value is not None), default=0)
        sheet.column_dimensions[get_column_letter(j)].width = min(max(longest + 2, 8), 60)


def _check_xlsx(path: Path, option: str) -> None:
    check_named(path, option, SUFFIX)
    needed(option, "openpyxl")


xlsx_option = Target(
    ["--xlsx"],
    metavar=f"FILE{SUFFIX}",
    check=_check_xlsx,
    help="Also write the tables to a spreadsheet: numbers as numbers in SI, and a sheet of units and assumptions.",
)


@contextmanager
def recorded() -> Iterator[Book]:
    """All that is printed until the end goes into a book too."""
    book = Book()
    _tables.listeners.append(book)
    try:
        yield book
    finally:
        _tables.listeners.remove(book)
