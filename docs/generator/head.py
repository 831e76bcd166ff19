# SPDX-License-Identifier: Apache-2.0
"""A head comment, taken apart: paragraphs, tables of symbols and formulas in columns, pieces of code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import formula


@dataclass
class Paragraph:
    """Sentences."""

    text: str


@dataclass
class Row:
    """A line of a table in columns, with where each begins."""

    cells: list[str]
    starts: list[int]


@dataclass
class Columns:
    """Lines in columns: symbols with their meaning, names with their formula and source."""

    rows: list[Row] = field(default_factory=list)


@dataclass
class Code:
    """Lines to be left as they stand."""

    text: str


Block = Paragraph | Columns | Code

GAP = re.compile(r" {2,}")
CODE = re.compile(r"::|\{\"|\bauto\b|\breturn\b")


def comment(source: str) -> list[str]:
    """The lines of the head comment of a header, without the slashes; the licence left out."""
    lines = []
    for line in source.splitlines()[1:]:
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" ") if not line.startswith("//  ") else line[3:])
    return lines


def blocks(lines: list[str]) -> list[Block]:
    """What the lines hold, in order."""
    found: list[Block] = []
    for group in _groups(lines):
        indent = min(len(line) - len(line.lstrip()) for line in group)
        if indent == 0 and not _is_list(group):
            found.append(Paragraph(" ".join(line.strip() for line in group)))
        elif any(CODE.search(line) for line in group):
            found.append(Code("\n".join(line[indent:] for line in group)))
        else:
            found.append(_columns([line[indent:] for line in group]))
    return found


def _groups(lines: list[str]) -> list[list[str]]:
    """Lines that belong together: an indented line after one at the margin begins a group, and the other way about."""
    groups: list[list[str]] = []
    fresh = True
    for place, line in enumerate(lines):
        if not line.strip():
            fresh = True
            continue
        deep = line.startswith("  ")
        if fresh or (deep != groups[-1][-1].startswith("  ") and not _continues(lines, place, groups[-1])):
            groups.append([line])
        else:
            groups[-1].append(line)
        fresh = False
    return groups


def _continues(lines: list[str], place: int, group: list[str]) -> bool:
    """Whether a line belongs to a list at the margin, whose entries go on far to the right."""
    entry = re.match(r"\S.{0,14}?\s{2,}(?=\S)", group[0])
    if not entry or group[0].startswith(" "):
        return False
    line = lines[place]
    return len(line) - len(line.lstrip()) == entry.end() or bool(re.match(r"\S.{0,14}?\s{2,}\S", line))


def _is_list(group: list[str]) -> bool:
    entry = re.match(r"\S.{0,14}?\s{2,}(?=\S)", group[0])
    if not entry:
        return False
    return all(re.match(r"\S.{0,14}?\s{2,}\S", line) or len(line) - len(line.lstrip()) == entry.end() for line in group)


def _columns(lines: list[str]) -> Columns:
    table = Columns()
    for line in lines:
        indent = len(line) - len(line.lstrip())
        starts = [indent, *(m.end() for m in GAP.finditer(line, indent))]
        cells = GAP.split(line.strip())
        if indent >= 2 and table.rows:  # goes on with the cell above that begins there, else with the last one
            row = table.rows[-1]
            place = next((i for i, s in enumerate(row.starts) if s == indent), None)
            if place is not None and len(cells) > 1:
                table.rows.append(Row([*[""] * place, *cells], [*row.starts[:place], *starts]))
                continue
            place = len(row.cells) - 1 if place is None else place
            row.cells[place] += "\n" + cells[0]
            row.cells += cells[1:]
            row.starts += starts[1:]
        else:
            table.rows.append(Row(cells, starts))
    return table


def symbols(found: list[Block]) -> frozenset[str]:
    """The names that the columns of a head comment explain: short ones in front, and names of the code beside them."""
    names: set[str] = set()
    for block in found:
        for row in block.rows if isinstance(block, Columns) else ():
            in_front = (
                re.findall(r"[A-Za-z]\w*", row.cells[0]) if re.fullmatch(r"[A-Za-z]\w*(?:, [A-Za-z]\w*)*", row.cells[0]) else []
            )
            short = {name for name in in_front if len(name) <= 2 or "_" in name}
            names |= short
            beside = re.match(r"[A-Za-z]\w+(?= \[|$)", row.cells[1]) if short and len(row.cells) > 1 else None
            names |= {beside[0]} if beside else set()
            names |= {c for c in row.cells[1:] if re.fullmatch(r"[B-HJ-Zb-z](?:_\w)?|" + "|".join(formula.GREEK), c)}
    return frozenset(names - formula.STOP)


@dataclass
class Count:
    """Of the cells that look like formulas: how many are typeset, and which are not."""

    typeset: int = 0
    left: list[str] = field(default_factory=list)
    inline: int = 0


def looks_like_formula(cell: str) -> bool:
    """Whether a cell of a column computes something."""
    return bool(re.search(r"\S = \S|\^|\bsqrt\(|\bexp\(|\w \+ \w|\)/|/\(", cell)) and not cell.startswith(('"', "http"))


def summary(found: list[Block]) -> str:
    """The first sentence."""
    text = next((block.text for block in found if isinstance(block, Paragraph)), "")
    for match in re.finditer(r"[.?:](?=\s+[A-Z\"]|\s*$)", text):
        said = text[: match.end()]
        if said.count("(") == said.count(")") and not re.search(r"\b(?:[A-Z]|al|eq|[Cc]f)\.$", said):
            return said.rstrip(":.")
    return text.rstrip(":.")
