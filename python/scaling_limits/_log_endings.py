# SPDX-License-Identifier: Apache-2.0
"""How lives end: a column of words, letters or codes; intervals; rows that stand for many lives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _log_cells
from ._log_cells import plain_name, word_set
from ._log_report import cut, plural
from ._log_tables import LogTable

if TYPE_CHECKING:
    from pandas import Series

MOST = 10_000_000  # lives that rows may stand for together
_yes, _no = word_set("true t yes y 1 1.0 wahr ja vrai oui"), word_set("false f no n 0 0.0 falsch nein faux non")
_true = word_set("dead failed failure event died observed exact fail down broken faulty")
_false = word_set("alive censored right ok running survived up working suspended suspension active healthy operational")
_within = word_set(
    "left leftcensored left-censored left_censored interval intervalcensored interval-censored interval_censored"
)
#: letters that mean a failure or none where a column has some of either and nothing else
_letters = {"f": "failed", "d": "died", "e": "event", "s": "suspended", "c": "censored", "r": "right-censored", "a": "alive"}
_of_failure = frozenset("fde")
_a_row_each = "counts by how lives end want a row for each end, and a column of how many (quantity)"
#: ends of an interval in which a life ended
_ends = (("lower", "upper"), ("left", "right"), ("low", "high"), ("lo", "hi"), ("xl", "xr"), ("tl", "tu"), ("lb", "ub"))
_way = (
    "interval- and left-censored lives are not fitted; scipy.stats.CensoredData takes them, and where intervals are short"
    " against lives, one column of ages (time) and how they end (event) will do"
)


def means_failure(word: str) -> bool | None:
    """Whether a word says that something failed; None: it says neither."""
    text = word.strip().lower()
    return True if text in _true | _yes else False if text in _false | _no | {"done", "completed"} else None


def column(table: LogTable, event: str | None, problems: list[str]) -> tuple[str | None, frozenset[str]]:
    """The column that a caller names, with the cells that mean a failure where they are said too, as in "status=F,X"."""
    if event is None or event in table.frame.columns or "=" not in event:
        return (None if event is None else _log_cells.named(table, "event", event, problems)), frozenset()
    name, _, said = event.rpartition("=")
    found = _log_cells.named(table, "event", name, problems)
    ended = frozenset(text.strip().lower() for text in said.split(","))
    if found is not None and not ended & {text.lower() for text in _log_cells.texts(table.frame[found])}:
        problems.append(f"event = {cut(event)}: no cell of {cut(found)} is that")
    return found, ended


def by_cells(table: LogTable, taken: Iterable[str | None], problems: list[str]) -> str | None:
    """The one column whose cells say how lives end, whatever it is called."""
    fits = []
    for name in [one for one in table.frame if one not in taken and table.frame[one].dtype.kind not in "biufmM"]:
        if not _can_end(_log_cells.texts(table.frame[name][:1000])):
            continue
        there = {text.lower() for text in _log_cells.texts(table.frame[name])} - _log_cells.missing_words
        if _by_letter(there) or (there & _true and there & _false and there <= _true | _false):
            fits.append(str(name))
        elif "f" in there and len(there) < 5 and not there <= {"t", "f"}:
            problems.append(_unknown(name, there))
    if len(fits) > 1:
        problems.append(f"{' and '.join(map(cut, fits))} can each say how lives end: name one (event)")
    return fits[0] if len(fits) == 1 else None


def of_lives(table: LogTable, time: str | None, names: list[str]) -> tuple[str, ...]:
    """The columns by which a table is one of lives, for who looks for events; none where it is not."""
    ends, problems = _log_cells.guessed(table, names, [time]), list[str]()
    if time is not None and (ends := ends if ends is None or _speaks(table, ends) else None) is not None:
        return time, ends
    if time is not None and ((ends := by_cells(table, [time], problems)) is not None or problems):
        return (time, ends) if ends else (time,)
    return interval_ends(table) or ()


def _speaks(table: LogTable, name: str) -> bool:
    """Whether half of the words of a column say how lives end, or are letters or codes of which some do."""
    there = {text.lower() for text in _log_cells.texts(table.frame[name][:1000])} - _log_cells.missing_words
    known = there & (_true | _false | _within | _yes | _no | _letters.keys() | {"-1", "2"})
    return 2 * len(known) >= len(there) > 0


def _can_end(cells: Iterable[str]) -> bool:
    return all(len(text) < 2 or text.lower() in _true | _false | _log_cells.missing_words for text in cells)


def _by_letter(there: set[str]) -> bool:
    return there <= _letters.keys() and bool(there & _of_failure) and bool(there - _of_failure)


def _unknown(name: str, there: Iterable[str]) -> str:
    """What is asked where the letters or codes of a column are not all known."""
    known = sorted(there, key=lambda text: (text not in _of_failure, text))
    told = ", ".join(text.upper() + (f" ({_letters[text]}?)" if text in _letters else "") for text in sorted(there))
    say = f"'{name}={known[0].upper()}'"
    hint = f"; {_way}" if {"-1", "l", "i"} & set(known) else ""
    hint += f"; {_a_row_each}" if any(re.fullmatch(r"[3-9]|\d\d+", text) for text in known) else ""
    return f"{name}: which of {told} mean a failure is not known; those that do are named so: --event {say}, event={say}{hint}"


def truth(
    table: LogTable, name: str, told: bool = True, of_life: bool = False, ended: frozenset[str] = frozenset()
) -> tuple[Any, dict[int, str]]:
    """Whether each life ended in a failure, and what is wrong by row; `of_life`: true and 1 say that it did not.

    `ended`: cells that mean a failure, all others none. ValueError: letters or codes of which one is not known.
    """
    import pandas

    cells = table.frame[name]
    notes = table.report.notes if told else []
    going = f"{name}: true means that the life was still going on"
    if cells.dtype.kind == "b" and not cells.isna().any():
        notes += [going] if of_life else []
        return cells.to_numpy(bool) != of_life, {}
    codes, found = pandas.factorize(np.array([text.lower() for text in _log_cells.texts(cells)], dtype=object))
    there = {cell for cell in found if cell not in _log_cells.missing_words}
    failures, others = (_true | _no, _false | _yes) if of_life else (_true | _yes, _false | _no)
    if ended:
        failures, others = ended, frozenset(there - ended)
    elif _by_letter(there):
        failures, others = _of_failure, frozenset(_letters) - _of_failure
        says = ", ".join(f"{text.upper()} {_letters[text]}" for text in sorted(there, key=lambda text: text not in failures))
        notes.append(f"{name}: {says}")
    elif there == {"1", "2"} and not of_life:
        failures, others = frozenset("2"), frozenset("1")
        notes.append(f"{name}: 2 means a failure, 1 none")
    elif of_life:
        notes.append(going)
    meaning = np.array([1 if c in failures else 0 if c in others else -1 for c in found], int)[codes]
    wrong = np.flatnonzero(meaning < 0).tolist()
    if told and not ended:
        _check_known(table, name, there, [text for text in there if text not in failures | others], codes, list(found), of_life)
    why = dict.fromkeys(wrong, "")
    for k, cell in zip(wrong, cells.iloc[wrong].tolist(), strict=True) if told else ():
        empty = str(cell).strip().lower() in _log_cells.missing_words
        why[k] = f"{name} is empty" if empty else f"{name} = {cut(cell)} is neither true nor false"
    return meaning == 1, why


def _check_known(
    table: LogTable, name: str, there: set[str], odd: list[str], codes: Any, found: list[str], of_life: bool
) -> None:
    """ValueError where what a column says is to be asked for: it is not known, or known to be no end that can be fitted."""
    counts = dict(zip(found, np.bincount(codes, minlength=len(found)).tolist(), strict=True))
    if between := there & _within:
        count = sum(counts[text] for text in between)
        raise table.ask(f"{name}: {', '.join(map(cut, sorted(between)))} in {plural(count, 'row')}; {_way}")
    short = all(re.fullmatch(r"[a-z]|-?\d+(\.0)?", text) for text in there)
    if short and odd and len(there) > 8:
        raise table.ask(f"{name} has {len(there)} numbers or letters: it does not say how lives end; {_a_row_each}")
    if (short and odd) or (there == {"f"} and not of_life):
        raise table.ask(_unknown(name, there))
    if often := [text for text in odd if counts[text] > 1 and re.search(r"\w", text)]:
        raise table.ask(_unknown(name, often[:8]))


def _core_of(name: str) -> str:
    """A name without what does not tell the ends of an interval apart."""
    parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    rest = [part for part in parts if part not in ("time", "age", "bound", "limit", "of", "t", "h", "hours", "d", "days", "s")]
    if "interval" in parts:
        return {"start": "lower", "begin": "lower", "from": "lower", "end": "upper", "to": "upper"}.get(
            next((part for part in rest if part != "interval"), ""), "".join(part for part in rest if part != "interval")
        )
    return "".join(rest)


def _has_numbers(cells: Series) -> bool:
    return cells.dtype.kind not in "bmM" and bool(np.isfinite(_log_cells.numbers(cells)).any())


def interval_ends(table: LogTable) -> tuple[str, str] | None:
    """The columns between which each life ended, where a table has such."""
    cores = {_core_of(name): str(name) for name in reversed(list(table.frame)) if _has_numbers(table.frame[name][:100])}
    return next(((cores[low], cores[high]) for low, high in _ends if low in cores and high in cores), None)


def of_intervals(table: LogTable, ends: tuple[str, str], factor: float) -> tuple[Any, Any, dict[int, str]]:
    """Lives whose ends are equal, or without an upper one; ValueError where others are among them."""
    low, high = (_log_cells.numbers(table.frame[name], "s", factor, table.report.notes) for name in ends)
    high = np.where(np.isnan(high), np.inf, high)
    between = np.isfinite(high) & (np.nan_to_num(low, nan=0.0) < high)
    if between.any():
        told = f"{cut(ends[0])} and {cut(ends[1])}: in {plural(int(between.sum()), 'row')} they are the ends of an interval"
        raise table.ask(f"{told}; {_way}")
    observed = np.isfinite(high)
    table.report.notes.append(f"{ends[0]} and {ends[1]}: equal where a life ended, without {ends[1]} where it had not yet")
    bad = np.flatnonzero(~(np.isfinite(low) & (low > 0)) | (observed & (low > high))).tolist()
    return low, observed, dict.fromkeys(bad, f"{ends[0]} and {ends[1]} are no interval")


#: what a column is called that says how many lives a row stands for
_many = word_set("quantity qty count counts n freq frequency weight weights units multiplicity lives")


def quantity(table: LogTable, name: str | None, taken: list[str | None], guess: bool) -> tuple[str | None, Any, dict[int, str]]:
    """How many lives each row stands for: the column, named or called so, its whole numbers, and what is wrong by row."""
    if guess:
        called = [str(one) for one in table.frame if plain_name(one) in _many and one not in taken]
        name = next((one for one in called if _counts(table.frame[one], plain_name(one))), None)
        if called and name is None:
            table.report.notes.append(f"{called[0]}: not taken for a number of lives; quantity= says otherwise")
    if name is None:
        return None, None, {}
    values = _finite(table.frame[name])
    wrong = np.flatnonzero(~((values >= 1) & (values % 1 == 0) & (values <= MOST))).tolist()
    cells = table.frame[name].iloc[wrong].tolist()
    why = {k: f"{name} = {cut(cell)} must be a whole number of lives, at least 1" for k, cell in zip(wrong, cells, strict=True)}
    return name, values, why


def _finite(values: Series) -> Any:
    found = _log_cells.numbers(values)
    return np.where(np.isfinite(found), found, np.nan)


def _counts(values: Series, name: str) -> bool:
    """Whether a column has whole numbers for the most part, which are not those of the rows in order."""
    found = _finite(values)
    in_order = name == "n" and len(found) > 1 and bool((np.diff(found) == 1).all()) and found[0] in (0, 1)
    return 2 * int(((found % 1 == 0) & (found >= 0)).sum()) > len(found) and not in_order


def repeated(table: LogTable, name: str, values: Any, mask: Any) -> Any:
    """The rows that are used, each as often as it stands for lives."""
    rows = np.flatnonzero(mask)
    total = int(values[rows].sum())
    if total > MOST:
        raise table.ask(f"{name} adds up to {total:,} lives, {MOST:,} are the most: divide it by {-(-total // MOST):,}")
    table.report.notes.append(f"{name}: each row stands for so many lives, {total:,} in all; quantity='' takes one each")
    return np.repeat(rows, values[rows].astype(int))
