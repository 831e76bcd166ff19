# SPDX-License-Identifier: Apache-2.0
"""Text and tables on standard output: as wide as it is, and nothing is ever cut off to achieve that."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, Protocol

import rich
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .._core import units
from .._format import said
from .._visible import behind, visible, visible_cell

GAP = 2  # blanks between columns
READABLE = 20  # columns that words need beside others
UNLIMITED = 10**6
GLUE = "\ue000"  # a blank at which no line is broken

Cells = Mapping[str, Text]
Columns = Mapping[str, Sequence[Text]]


def room() -> int:
    """How many columns standard output has: what COLUMNS says, else its terminal; a pipe has no end."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return int(said)
    if not sys.stdout.isatty():
        return UNLIMITED
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except OSError:
        return 80


_none = "none"  # where there is no number; the reason stands beside it


class Shown(str):
    """A number as people read it, which still knows what it is and in which unit of SI."""

    value: float
    unit: str

    def __new__(cls, text: str, value: float, unit: str) -> Shown:
        """The text, with the number behind it."""
        made = super().__new__(cls, text)
        made.value, made.unit = value, unit
        return made


def p_value(p: float) -> str:
    """A p-value in words; nothing where there is none."""
    return "" if p != p else "< 0.0001" if p < 1e-4 else f"{p:.2g}"


def spelled(value: float, form: str, after: str = "", before: str = "") -> Shown:
    """A plain number in a form of Python's, a share as per cent; `after`: what it is of."""
    return Shown(f"{before}{value:{form}}{after}" if value == value else _none, value, after.strip() or "1")


class Listener(Protocol):
    """Who is told what is printed."""

    def text(self, text: str) -> None:
        """A line."""

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """Labels and texts."""

    def table(self, table: Table) -> None:
        """A table."""


#: who else reads standard output
listeners: list[Listener] = []


class Table:
    """Rows under names, in sections. The first column names the row.

    `right`: columns that are aligned there; `words`: columns of text, which wraps, or goes below its row; `side`: groups of
    columns that may be left out, in this order, where a line is too short. What is in none of them is an answer, and is there
    at any width: where it does not fit on a line, every row becomes a block of lines, with all columns.
    """

    def __init__(
        self,
        title: str,
        *names: str,
        right: Sequence[str] = (),
        side: Sequence[Sequence[str]] = (),
        words: Sequence[str] = (),
    ) -> None:
        assert len(set(names)) == len(names), names
        self.names, self.right, self.side, self.words = names, right, side, words
        self._sections: list[tuple[str, list[Cells]]] = [(title, [])]
        self._given: list[tuple[str, Mapping[str, str | Text]]] = []

    def add_section(self, title: str) -> None:
        """The rows from here on stand under a title of their own."""
        self._sections.append((title, []))

    def add_row(self, *cells: str | Text) -> None:
        """A row: cells in the order of the names, those that are left out at the end empty."""
        padded = [*cells, *[""] * (len(self.names) - len(cells))]
        self._given.append((self._sections[-1][0], dict(zip(self.names, padded, strict=True))))
        self._sections[-1][1].append({name: glued(cell) for name, cell in zip(self.names, padded, strict=True)})

    @property
    def title(self) -> str:
        """Of the table, or of its first section."""
        return self._sections[0][0]

    def rows(self) -> list[tuple[str, Mapping[str, str | Text]]]:
        """The rows as they were given, each with the title of its section."""
        return self._given

    def lines(self, room: int) -> Iterator[Text]:
        """The lines of the table, none longer than `room`."""
        left_out: dict[str, None] = {}
        for k, (title, rows) in enumerate((title, rows) for title, rows in self._sections if rows):
            columns = {name: [row[name] for row in rows] for name in self.names}
            columns = {name: cells for name, cells in columns.items() if any(cell.plain for cell in cells)}
            form = next((form for form in self._forms(list(columns)) if form.width(columns) <= room), None)
            if k > 0:
                yield Text()
            if title:
                yield from wrapped(glued(styled(title, "bold")), room)
            yield from form.lines(rows, columns, room) if form else blocks(rows, list(columns), room)
            left_out |= dict.fromkeys(name for name in columns if form and name not in form.shown + form.below)
        if left_out:
            yield from wrapped(styled(f"not shown for want of room: {', '.join(left_out)}", "dim"), room)

    def _forms(self, names: list[str]) -> Iterator[Form]:
        """The ways to show a row on a line, the fullest first."""
        for group in ((), *self.side):
            names = [name for name in names if name not in group]
            words = [name for name in names[1:] if name in self.words]
            for k in range(len(words), -1, -1):
                for whole_names in (True, False):
                    yield Form(self, [name for name in names if name not in words[k:]], words[k:], whole_names)


class Form(NamedTuple):
    """A way to show a table: columns that are shown, those that go below their row, and whether names stay on a line."""

    table: Table
    shown: list[str]
    below: list[str]
    whole_names: bool

    def least(self, columns: Columns) -> dict[str, int]:
        """The widths that the columns need."""
        found = {}
        for name in self.shown:
            head = cell_len(name) if self.whole_names else longest_word(glued(name))
            words = name in self.table.words
            found[name] = max(head, *(readable(cell) if words else cell.cell_len for cell in columns[name]))
        return found

    def width(self, columns: Columns) -> int:
        """The length of a line."""
        below = (GAP + longest_word(cell) for name in self.below for cell in columns[name])
        return max(sum(self.least(columns).values()) + GAP * (len(self.shown) - 1), *below, 0)

    def lines(self, rows: Sequence[Cells], columns: Columns, room: int) -> Iterator[Text]:
        """A head, and a line for every row, or several where words wrap."""
        widths = self.least(columns)
        for name in self.shown:
            spare = room - sum(widths.values()) - GAP * (len(widths) - 1)
            widths[name] += min(spare, max(cell_len(name), *(cell.cell_len for cell in columns[name])) - widths[name])
        yield from self._line({name: glued(styled(name, "dim")) for name in self.shown}, widths)
        for row in rows:
            yield from self._line(row, widths)
            labelled = len(self.below) > 1
            yield from block(
                [(styled(name if labelled else ""), row[name]) for name in self.below], room, GAP if labelled else 0
            )

    def _line(self, row: Cells, widths: Mapping[str, int]) -> Iterator[Text]:
        """The cells of a row beside each other."""
        for parts in zip_longest(*(wrapped(row[name], width) for name, width in widths.items())):
            cells = [part or Text() for part in parts]
            for cell, (name, width) in zip(cells, widths.items(), strict=True):
                cell.rstrip()  # of where a line was broken
                cell.align("right" if name in self.table.right else "left", width)
            yield Text(" " * GAP).join(cells)


class Output:
    """Standard output as people read it."""

    def __init__(self) -> None:
        self.room = room()
        self._console = Console(highlight=False, width=self.room)

    def print(self, what: str | Text | Table = "", indent: int = 0) -> None:
        """A text, the second of its lines further in than the first where that is, or a table."""
        for listener in listeners:
            if isinstance(what, Table):
                listener.table(what)
            else:
                listener.text(what.plain if isinstance(what, Text) else what)
        if isinstance(what, Table):
            self._write(what.lines(self.room))
            return
        text = styled(what) if isinstance(what, str) else what
        first, *rest = wrapped(glued(text), self.room - 2 * indent)
        self._write([*shifted([first], indent), *shifted(rest, 2 * indent)])

    def verbatim(self, lines: Iterable[str]) -> None:
        """Lines of a file, never broken: they are copied."""
        for line in lines:
            for listener in listeners:
                listener.text(line)
            self._write([Text(line)])

    def aside(self, title: str, rows: Iterable[tuple[str, Shown, str]]) -> None:
        """Numbers that sentences hold, with their names and meanings: for who else reads, as they were computed."""
        table = Table(title, "answer", "value", "meaning", right=("value",))
        for row in rows:
            table.add_row(*row)
        for listener in listeners:
            listener.table(table)

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """What there is to say about one thing: labels and texts."""
        for listener in listeners:
            listener.facts(rows)
        self._write(block([(styled(label, "bold"), glued(text)) for label, text in rows], self.room))

    def _write(self, lines: Iterable[Text]) -> None:
        with self._console.capture() as text:
            for line in lines:
                line.plain = visible(line.plain.replace(GLUE, " "))
                line.rstrip()
                self._console.print(line, soft_wrap=True)
        stream = behind(sys.stdout)  # the style is ours
        stream.write(text.get())
        stream.flush()


def console() -> Output:
    """Standard output as people read it."""
    return Output()


def styled(text: str, style: str = "") -> Text:
    """A text, of files and options too: one line, but for ends of lines around it, and nothing in it is a style."""
    line = text.strip("\n")
    return Text(visible_cell(line).join(text.split(line, 1)) if line else text, style)


def glued(text: str | Text) -> Text:
    """A text whose numbers stay with the word behind them, their unit for example."""
    found = styled(text) if isinstance(text, str) else text.copy()
    found.plain = re.sub(r"(?<=\d) (?=[^\W\d]|[%\[])", GLUE, found.plain)
    return found


def longest_word(text: Text) -> int:
    """The columns in which no word is cut."""
    return max(map(cell_len, text.plain.split()), default=0)


def readable(text: Text) -> int:
    """The columns in which a text reads well."""
    return max(longest_word(text), min(text.cell_len, READABLE))


def wrapped(text: Text, room: int) -> list[Text]:
    """The lines of a text, at least one."""
    return list(text.wrap(rich.get_console(), max(room, 1))) or [Text()]


def shifted(lines: Iterable[Text], by: int) -> list[Text]:
    """Lines further in."""
    return [Text(" " * by) + line for line in lines]


def block(rows: Sequence[tuple[Text, Text]], room: int, indent: int = 0) -> Iterator[Text]:
    """Labels with their texts beside them, or below where there is no room beside; nothing where there is no text."""
    width = max((label.cell_len for label, _ in rows), default=0)
    for label, text in rows:
        if not text.plain:
            continue
        beside = indent + width + GAP
        if beside + readable(text) <= room:
            head = label.copy()
            head.align("left", width + GAP)
            first, *rest = wrapped(text, room - beside)
            yield from [*shifted([Text.assemble(head, first)], indent), *shifted(rest, beside)]
        else:
            yield from [*shifted([label], indent), *shifted(wrapped(text, room - indent - GAP), indent + GAP)]


def blocks(rows: Sequence[Cells], names: Sequence[str], room: int) -> Iterator[Text]:
    """A block of lines for every row: its name, then what the other columns say."""
    for row in rows:
        head = row[names[0]].copy()
        head.stylize("bold")
        yield from wrapped(head, room)
        yield from block([(styled(name), row[name]) for name in names[1:]], room, GAP)


def print_notes(notes: Iterable[str]) -> None:
    """What a reader took, derived, could not know, left out."""
    table = Table("", "note", "what", words=("what",))
    for note in notes:
        kind, _, text = note.partition(": ")
        table.add_row(kind, text)
    console().print(table)


def human(value: float, unit: str, like: float | None = None) -> Shown:
    """A value as people read it: 3.05 h, 54 d, 5 TB, 2 TB/s, 2.4 per day, 135,000; in the unit of `like` where it is given."""
    return Shown(_read_as(value, unit, like) if value == value else _none, float(value), unit)


def counted(number: float, what: str) -> str:
    """ "1 site", "2 sites"; parts are shown."""
    return f"{human(number, '1')} {what}{'s' * (number != 1)}"


def _read_as(value: float, unit: str, like: float | None = None) -> str:
    if unit == "USD/s":
        return f"{_read_as(value * units.day, 'USD')} a day"
    if unit == "USD" and math.isfinite(value):
        for size, name in ((1e9, "billion"), (1e6, "million")):
            if abs(value) >= size:
                return f"{value / size:.4g} {name} USD"
    if unit in ("1", "GPU") and 1000 <= abs(value) < 1e15:
        return f"{value:,.0f}{' GPU' * (unit == 'GPU')}"
    return said(value, unit, 4, like if like is not None and math.isfinite(like) else None)
