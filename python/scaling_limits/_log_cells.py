# SPDX-License-Identifier: Apache-2.0
"""Columns found by name, and their cells as texts, numbers and labels."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._log_report import cut
from ._log_tables import LogTable

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


#: words that mean a column only where they are all of its name
_vague = word_set("class kind type component count counts total number event events hours years days seconds n run age life c")
#: words that tell a column of something else
_other = word_set("down repair zone type count total id install prod decom to of in")
_of_unit = re.compile(
    r"[\s_]*[\[(](\w+)[\])]$|[\s_](s|secs?|seconds?|h|hrs?|hours?|mins?|minutes?|d|days?|years?|[mun]s|utc|gmt)$", re.I
)
missing_words = frozenset({"", "na", "nan", "nat", "null", "none", "n/a", "<na>", "none assigned"})


def plain_name(name: str) -> str:
    """A name without case and punctuation."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def named(table: LogTable, role: str, name: object, problems: list[str]) -> str | None:
    """The column that a caller names, or a problem."""
    columns = list(table.frame.columns)
    if name in columns:
        return str(name)
    for column in columns:
        if plain_name(column) == plain_name(str(name)):
            return str(column)
    close = difflib.get_close_matches(str(name), columns, 1)
    there = ", ".join(cut(one) for one in columns[:12]) + (", ..." if len(columns) > 12 else "")
    problems.append(
        f"no column {cut(name)} for {role}; " + (f"did you mean {cut(close[0])}?" if close else f"there are {there}")
    )
    return None


def guessed(
    table: LogTable, words: Sequence[str], taken: Iterable[str | None], fits: Callable[[Series], bool] | None = None
) -> str | None:
    """A column called one of the words, the first word first, of several one that `fits`; then one with a word in its name."""
    free = [str(one) for one in table.frame.columns if one not in set(taken)]
    called = {one: plain_name(one) for one in free}
    bare = {one: plain_name(_of_unit.sub("", one)) for one in free}
    ranked = [one for word in words for one in free if word in (called[one], bare[one])]
    if ranked:
        return next((one for one in ranked if len(set(ranked)) > 1 and fits is not None and fits(table.frame[one])), ranked[0])
    parts = {one: re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", one).lower()) for one in free}
    for word in (word for word in words if word not in _vague):
        for one in free:
            if word in parts[one] and not _other & set(parts[one]) and (fits is None or fits(table.frame[one])):
                return one
    return None


def seconds_of(unit: str) -> float:
    """Seconds of a unit; 0: it is none of time."""
    try:
        return float(_core.quantity(f"1 {unit}", "s"))
    except ValueError:
        return 0.0


def texts(column: Series) -> list[str]:
    """Cells as texts without space around them; nothing where they are missing."""
    known = column.isna().to_numpy()
    found = [str(cell).strip() for cell in column.tolist()]
    return ["" if bare else text for bare, text in zip(known, found, strict=True)] if known.any() else found


@np.errstate(over="ignore")  # what is beyond all numbers in s is infinite, and told as that
def numbers(column: Series, unit: str = "", factor: float = 1.0, notes: list[str] | None = None) -> Any:
    """Cells as numbers times a factor, NaN where they are none; where there is a unit also quantities such as "2 h".

    `notes`: takes what was guessed of commas.
    """
    import pandas

    kind = column.dtype.categories.dtype.kind if isinstance(column.dtype, pandas.CategoricalDtype) else column.dtype.kind
    if kind in "biuf":
        return column.to_numpy(float, na_value=np.nan) * factor
    if kind == "m":
        return column.dt.total_seconds().to_numpy(float)
    cells = texts(column)
    found = pandas.to_numeric(pandas.Series(cells, dtype=object), errors="coerce").to_numpy(float) * factor
    odd = {cells[k] for k in np.flatnonzero(np.isnan(found)).tolist() if cells[k].lower() not in missing_words}
    if not odd:
        return found
    known = _with_marks(str(column.name), cells, odd, notes)
    known = {text: number * factor for text, number in known.items()}
    for text in odd - known.keys() if unit else ():
        try:
            known[text] = float(_core.quantity(text, unit, share=False))
        except ValueError:
            known[text] = np.nan
    for k, text in enumerate(cells):
        if text in known:
            found[k] = known[text]
    return found


_space = r"[ '\u2019\u00a0\u202f\u2009]"
_american = re.compile(rf"[+-]?[1-9]\d{{0,2}}(?:(?:,|{_space})\d{{3}})+(?:\.\d+)?")  # 1,234.5
_european = re.compile(rf"[+-]?(?:\d{{1,3}}(?:(?:\.|{_space})\d{{3}})+|\d+)(?:,\d+)?")  # 1.234,5
_telling = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+,\d+|[+-]?\d{1,3}(?:\.\d{3}){2,}")  # of commas for the fraction


def _with_marks(name: str, cells: Sequence[str], odd: set[str], notes: list[str] | None) -> dict[str, float]:
    """Numbers in groups or with a comma for the fraction, as all of a column can be read; a guess is a note."""
    if any(map(_telling.fullmatch, odd)):
        return {text: _plain(text, ",") for text in {*odd, *cells} if _european.fullmatch(text)}
    if not all(map(_american.fullmatch, odd)):
        return {text: _plain(text, ",") for text in odd if _european.fullmatch(text)}
    example = next((text for text in cells if text in odd and re.fullmatch(r"[+-]?\d{1,3},\d{3}", text)), "")
    if example and notes is not None and not any(re.search(r"[,. ].*[,.]", text) for text in odd):
        notes.append(f"{name}: commas in numbers such as {cut(example)} are read as marks of thousands")
    return {text: _plain(text, ".") for text in odd}


def _plain(text: str, mark: str) -> float:
    return float(re.sub(rf"{_space}|{'[.]' if mark == ',' else ','}", "", text).replace(mark, "."))


def labels(column: Series) -> Any:
    """Cells as names: whole numbers where all are written as such, else texts, "" where missing."""
    import pandas

    if column.dtype.kind in "iu" and not column.isna().any():
        return column.to_numpy(np.int64)
    if column.dtype.kind == "f" and (whole := column.dropna()).size and (whole % 1 == 0).all():
        column = column.astype("Int64")
    cells = ["" if text.lower() in missing_words else text for text in texts(column)]
    if not all(re.fullmatch(r"-?\d{1,18}", text) for text in cells[:100]):
        return np.array(cells, dtype=object)
    made = pandas.to_numeric(pandas.Series(cells, dtype=object), errors="coerce")
    if made.notna().all() and made.dtype.kind == "i" and list(map(str, made.tolist())) == cells:
        return made.to_numpy()
    return np.array(cells, dtype=object)


def tidy(frame: DataFrame) -> DataFrame:
    """A table whose texts are numbers where a whole column is."""
    import pandas

    made: dict[str, Any] = {}
    for name in frame.columns:
        if frame[name].dtype.kind not in "biufmM":
            try:
                cells = [None if isinstance(cell, str) and not cell else cell for cell in frame[name].tolist()]
                made[name] = pandas.to_numeric(pandas.Series(cells, frame.index, dtype=object))
            except (ValueError, TypeError):
                if frame[name].isin(["TRUE", "FALSE", "True", "False", "true", "false"]).all():
                    made[name] = frame[name].str.lower() == "true"
    return frame.assign(**made)


def unit_in(name: str) -> str:
    """The unit of time that a name says, "" where it says none: in brackets, its last word, written out."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    written = [word for word in words if re.fullmatch(r"(second|minute|hour|day|week|year)s?|hrs", word)]
    able = [*re.findall(r"[\[(]\s*([^\W\d_]+)", name.lower()), *words[-1:], *written]
    return next((word for word in able if seconds_of(word)), "")
