# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a log: told by line, counted by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .results import Rows, _Cells

#: what a log can have wrong, by name, as its report says it of "3 rows"
_kinds = {
    "damaged": "that cannot be told apart into cells",
    "undated": "without a date of the start that can be read",
    "unusable": "without a value that is needed",
    "outside": "outside the observation window",
    "short": "with fewer cells than the header: the missing ones are empty",
    "duplicated": "equal to an earlier one in every cell: kept",
    "simultaneous": "starting together with an earlier one: kept",
    "ends_early": "ending before they start: kept without an end",
    "end_undated": "with an end that is no date: kept without an end",
    "overlapping": "starting before an earlier repair of the same node ends: kept",
    "several_causes": "with more than one cause: kept with the first",
    "without_cause": "without a cause: kept",
    "without_node": "without a node: kept",
    "no_gap": "starting together with the one before: no gap, left out",
    "without_label": "without a value of the column to group by: no gap of theirs is known",
    "mangled": "with a month that a spreadsheet mangled, such as 5-Jun for June 2005: read",
}
_left_out = ("damaged", "undated", "unusable", "outside")


class LogReport(Rows[tuple[int, str]]):
    """What is wrong with a log: line and reason of each row that could not be used, and counts of what else is odd.

    Attributes
    ----------
    counts : how many rows of each kind, such as ``"duplicated"``; 0 for kinds that there are none of
    lines : of those rows; of a frame or Parquet their places, from 0
    notes : what was guessed, such as the order of day and month, a sentence each
    rows : of the log
    place : what ``lines`` count: "line" or "row"

    Examples
    --------
    >>> import io
    >>> report = sl.data.read_events(io.StringIO("start,node\\n2025-03-01,a\\n2025-03-01,b\\nlater,a\\n")).report
    >>> report
    [(4, "start = 'later' is no date")]
    >>> report.counts["simultaneous"], report.lines["simultaneous"]
    (1, [3])
    """

    __slots__ = ("counts", "lines", "notes", "place", "rows")
    counts: Counter[str]
    lines: dict[str, list[int]]
    notes: list[str]
    rows: int
    place: str

    def __init__(self, reasons: Iterable[tuple[int, str]] = (), rows: int = 0, place: str = "line") -> None:
        super().__init__(reasons)
        self.counts, self.lines, self.notes, self.rows, self.place = Counter(), {}, [], rows, place

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (list(self), self.rows, self.place, self.counts, self.lines, self.notes)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data.

        Returns
        -------
        dict
            ``{"rows", "counts", "lines", "notes"}``.
        """
        return {**super().as_dict(), "counts": dict(self.counts), "lines": dict(self.lines), "notes": list(self.notes)}

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(_Cells({self.place: line, "reason": reason}, {}) for line, reason in self))

    def _tell(self, kind: str, lines: Any) -> None:
        """Rows that are kept but odd, or cells."""
        found = [int(line) for line in lines]
        if found:
            self.counts[kind] += len(found)
            self.lines[kind] = sorted(self.lines.get(kind, []) + found)

    def _leave_out(self, kind: str, lines: Any, reasons: Iterable[str]) -> None:
        """Rows that cannot be used, with the reason of each."""
        found = list(zip(map(int, lines), reasons, strict=True))
        self._tell(kind, [line for line, _ in found])
        self.extend(found)
        self.sort()

    def _of(self, lines: Any) -> LogReport:
        """The same of some of the rows that are used; those that could not be used stay."""
        kept = set(map(int, lines))
        made = LogReport(self, self.rows, self.place)
        made.notes = list(self.notes)
        for kind, found in self.lines.items():
            made._tell(kind, found if kind in _left_out else [line for line in found if line in kept])
        return made

    def _text(self, most: int = 10) -> list[str]:
        told = [
            f"{plural(self.counts[k], 'row')} {_kinds[k]} ({self._places(self.lines[k])})"
            for k in _kinds
            if self.counts[k] and k not in _left_out
        ]
        told += self.notes
        told += [f"{self.place} {line}: {reason}" for line, reason in self[:most]]
        rest = len(self) - most
        return told + ([f"and {rest} more that could not be used"] if rest > 0 else [])

    def _places(self, lines: list[int]) -> str:
        """Where the first of some rows are."""
        some = ", ".join(map(str, lines[:5])) + (", ..." if len(lines) > 5 else "")
        return f"{self.place}{'s' if len(lines) > 1 else ''} {some}"

    def __str__(self) -> str:
        used = self.rows - len({line for line, _ in self})
        return "\n  ".join([f"{used} of {plural(self.rows, 'row')} used", *self._text()])


def plural(count: int, noun: str) -> str:
    """A count with what it counts."""
    return f"{count} {noun}{'s' if count != 1 else ''}"


def _remade(reasons: list[tuple[int, str]], rows: int, place: str, *rest: Any) -> LogReport:
    made = LogReport(reasons, rows, place)
    made.counts, made.lines, made.notes = rest
    return made


def cut(value: object) -> str:
    """A value in quotes, at most 40 characters of it."""
    text = repr(str(value)[:41])
    return text if len(text) <= 42 else f"{text[:38]}...{text[0]}"
