# SPDX-License-Identifier: Apache-2.0
"""Between which ends an answer lies if one thing is otherwise than given: what plan and limits ask and print of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from scaling_limits._parts import ENDS_OF_LOG

from ._command import Asking
from ._errors import Refused
from ._request import TABLES, Document, nested, rows
from ._tables import Output, Shown, Table, human, spelled

ENDS = ("low", "high")  # low_because, high_because say what is otherwise there
BECAUSE = tuple(f"{end} because" for end in ENDS)
SAID = "; low, high: if one thing is otherwise than given"
_as_given = "as given"
#: of the run, whatever the criterion: at its own size, and what its sizes stand on
_of_run = ("goodput_low", "goodput_high", "goodput_low_because", "interval_low", "interval_high", "assumes")

known_option = click.option(
    "--known",
    cls=Asking,
    multiple=True,
    metavar="NAME",
    help="A field that is known, since it was measured, or a name of what --json lists as assumed: low and high do not assume "
    "it otherwise, nor what [run] of FILE names as known = [...]; may be repeated.",
)


class Bands(NamedTuple):
    """Of each criterion its ends and what was assumed otherwise, and what is so of the run under any."""

    limits: dict[str, dict[str, Any]]
    run: dict[str, Any]


def bands(document: Document, criteria: Mapping[str, Any], known: Sequence[str]) -> Bands:
    """One question per criterion; one that has no band says why in its `band_note`."""
    limits: dict[str, dict[str, Any]] = {}
    run: dict[str, Any] = {}
    for text, criterion in criteria.items():
        said = {"criterion": f"--criterion {text}", "with.known": "--known"}
        try:
            found = nested(document.ask("band", own={"known": list(known)}, criterion=criterion, said=said))
        except Refused as error:
            if error.field.split(".")[1:2] == ["known"]:
                raise
            limits[text] = _without(error.words)
            continue
        run = run or {name: found[name] for name in _of_run}
        limits[text] = {name: found[name] for end in ENDS for name in (end, f"{end}_because")}
        limits[text] |= {"assumption": rows(found["assumption"]), "band_note": found["note"]}
    return Bands(limits, run or {name: float("nan") if name.endswith(ENDS) else "" for name in _of_run})


def _without(why: str) -> dict[str, Any]:
    """The band of an answer that has none."""
    nothing = float("nan")
    return {"low": nothing, "low_because": "", "high": nothing, "high_because": "", "assumption": [], "band_note": why}


def ends_of(limits: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns of the ends, and those of what is otherwise there; none where everything is known."""
    there = any(limit["assumption"] or limit["band_note"] not in ("", limit["note"]) for limit in limits)
    return (ENDS, BECAUSE) if there else ((), ())


def end_cells(limit: Mapping[str, Any], ends: Sequence[str]) -> list[str]:
    """The ends of the band around a size."""
    named = {float("inf"): "no limit", 0: "none"}
    return [named.get(limit[end]) or ("not known" if limit[end] != limit[end] else spelled(limit[end], ",.0f")) for end in ends]


def because_cells(limit: Mapping[str, Any], ends: Sequence[str]) -> list[str]:
    """What is otherwise at the ends."""
    return [limit[f"{end}_because"] for end in ends]


def note_cell(limit: Mapping[str, Any]) -> str:
    """What there is to say of a size and of its ends."""
    said, more = limit["note"], limit["band_note"]
    return more if more.startswith(said) else f"{said}; {more}"


def print_otherwise(out: Output, limits: Iterable[Mapping[str, Any]], run: Mapping[str, Any]) -> None:
    """What is otherwise at the ends, in words, and what the sizes stand on that nobody said."""
    texts: dict[tuple[str, str], None] = {}
    for limit in limits:
        ends = [(limit[f"{end}_because"], "value", limit[end]) for end in ENDS]
        ends += [(run["goodput_low_because"], "goodput", run["goodput_low"])] if "goodput_low" in run else []
        for name, of, value in ends:
            texts |= {
                (row["name"], row["text"]): None for row in limit["assumption"] if (row["name"], row[of]) == (name, value)
            }
    if texts:
        table = Table("\nWhat is otherwise at low and high; of what you know say --known NAME", "name", "what", words=("what",))
        for name, text in texts:
            table.add_row(name, text)
        out.print(table)
    if run["assumes"]:
        out.print(f"as given, {run['assumes']}")


def known_of(document: Document, known: Sequence[str]) -> dict[str, Any]:
    """What a figure is told of what is known: by options and by the file's run."""
    run = document.parts.get("run")
    of_run = run if isinstance(run, dict) else {}
    return {"known": [*(of_run.get("known") or ()), *known], ENDS_OF_LOG: of_run.get(ENDS_OF_LOG) or ()}


def run_facts(answer: Mapping[str, Any]) -> dict[str, str]:
    """The ends of interval and goodput of a run at its own size, where they are two."""
    found = {}
    for name, unit in (("interval", "s"), ("goodput", "%")):
        low, high = (answer[f"{name}_{end}"] for end in ENDS)
        if low < high:
            shown = [f"{x:.2%}" if unit == "%" else "never" if x == float("inf") else human(x, unit) for x in (low, high)]
            because = answer.get(f"{name}_low_because", _as_given)
            why = "" if because == _as_given else f" ({because})"
            found[name] = f"{shown[0]}{why} to {shown[1]} if one thing is otherwise than given"
    return found


def run_numbers(answer: Mapping[str, Any]) -> Iterator[tuple[str, Shown, str]]:
    """The same as numbers: name, value, meaning."""
    for column in TABLES["questions"]["band"]["columns"]:
        name = column["name"]
        if name in _of_run and column["unit"] and answer[name] == answer[name]:
            yield name, human(answer[name], column["unit"]), column["text"]
