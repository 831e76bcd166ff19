# SPDX-License-Identifier: Apache-2.0
"""Measured storage: what elbencho prints, its CSV and its JSON."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .._core.units import MiB
from .._source import At, Source, objects_in
from ._storage import Measurement, Sample, Spread, Way, size_in

#: the head of what it prints
TABLE = re.compile(r"^OPERATION\s+RESULT TYPE\s+FIRST DONE\s+LAST DONE", re.M)
#: columns that its CSV has in any case
CSV = {"operation", "MiB/s [last]"}
#: a line of it: what was done, which result of it, until the first and until the last thread was done
LINE = re.compile(r"([A-Z][\w-]*)?\s+(\S.*?)\s*:\s+(\S+)\s+(\S+)\s*")
#: settings of a run by the columns of its CSV, and by the names of its JSON
SETTINGS = {
    "hosts": "hosts",
    "threads": "threads",
    "file size": "file_size",
    "block size": "block_size",
    "direct IO": "direct_io",
    "random": "random_offsets",
    "IO depth": "io_depth",
}
SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6}


class Phase(NamedTuple):
    """One phase of a run of elbencho: of all threads of all hosts, until the last was done."""

    operation: str
    place: str
    write: float | None  # B/s
    read: float | None
    seconds: float | None
    settings: dict[str, Any]


def elbencho(found: Measurement, directions: Sequence[str]) -> None:
    """What elbencho says of the directions."""
    source, notes = found.source, found.notes
    phases = list(_of_json(source) if '"last_done"' in source.text else _of_csv(source) or _printed(source))
    if not phases:
        raise source.unread("", "this looks like elbencho's output, cut before a result", "the results of a phase")
    measured = [
        one for one in phases if one.operation.startswith(("WRITE", "READ", "RWMIX", "MIX-T")) and (one.write or one.read)
    ]
    if not measured:
        what = ", ".join(dict.fromkeys(one.operation for one in phases))[:80]
        why = "this looks like elbencho's output of phases that move no data to or from storage"
        raise source.unread("", f"{why} ({what})", "phases of elbencho -w and -r")
    for direction in directions:
        if mine := [one for one in measured if getattr(one, direction)]:
            _direction(found, direction, mine)
    if any(one.write and one.read for one in measured):
        notes.unknown("what reads or writes alone would give: they ran at once, each at the other's cost")
    for one in phases:
        if one.operation == "SYNC" and "write" in directions:
            notes.left_out(f"SYNC of {one.seconds or 0:.4g} s after the writes: until then a save is not on storage")


def _direction(found: Measurement, direction: str, phases: list[Phase]) -> None:
    samples = [Sample(getattr(one, direction), one.seconds, one.settings, one.place) for one in phases]
    one = found.repeated(direction, samples, "elbencho's output")
    found.rates[direction] = one.rate
    found.spread.setdefault(direction, Spread(mean=one.rate))
    found.notes.took(f"{direction}_bandwidth", f"{phases[0].operation}, last done (of all threads of all hosts)")
    settings = one.settings
    if one.place.startswith("line"):
        found.notes.derived(
            "bandwidths are whole MiB/s (2^20 B/s) or MB/s (10^6), as elbencho prints them; --jsonfile has bytes"
        )
    hosts = settings.get("hosts")
    if hosts:
        found.notes.derived(f"{hosts:g} host{'s' * (hosts > 1)}: bandwidths are of these together")
    else:
        found.notes.unknown("on how many hosts it was measured: a storage that many hosts share may give more, or less to each")
    direct = settings.get("direct IO")
    way = Way(
        direct=None if direct is None else bool(direct),
        flushed=None if direct is None else False,
        random=bool(settings.get("random")),
        block=settings.get("block size"),
        seconds=one.seconds,
    )
    found.caveats(direction, way)


def _of_json(source: Source) -> Iterator[Phase]:
    """Phases of --jsonfile: an object each; its numbers are texts."""
    for k, tree in enumerate(objects_in(source)):
        top = At(source, f"object {k + 1}", tree)
        last, config = top.at("last_done"), top.at("config")
        if not isinstance(last.value, dict):
            continue
        milliseconds = last.at("elapsed_time_ms").written("ms")
        values = {name: _setting(config.at(key)) for name, key in SETTINGS.items()}
        rate, mixed = last.at("bytes/s").written("B/s"), last.at("rwmix_read").at("bytes/s").written("B/s")
        seconds = None if milliseconds is None else milliseconds / 1000
        yield _phase(str(top.at("phase_type").value), top.place, rate, mixed, seconds, values)


def _of_csv(source: Source) -> list[Phase]:
    """Phases of --csvfile: a row each; what has a comma of its own stands last."""
    phases: list[Phase] = []
    names: list[str] = []
    for number, line in enumerate(source.text.splitlines(), 1):
        cells = [cell.strip(' "') for cell in line.split(",")]
        if CSV.issubset(cells):
            names = cells
        elif names and len(cells) > 1:
            if len(cells) < len(names):
                raise source.unread(f"line {number}", "this looks like elbencho's CSV, cut in a row", f"{len(names)} cells")
            row = {name: At(source, f"line {number}: {name}", cell) for name, cell in zip(names, cells, strict=False)}
            phases.append(_of_row(row, f"line {number}", At(source, f"line {number}", None)))
    return phases


def _of_row(row: Mapping[str, At], place: str, nothing: At) -> Phase:
    def known(name: str, unit: str, scale: float) -> float | None:
        value = row.get(name, nothing).written(unit)
        return None if value is None else value * scale

    settings = {name: _setting(row.get(name, nothing)) for name in SETTINGS}
    rate, mixed = known("MiB/s [last]", "MiB/s", MiB), known("rwmix read MiB/s [last]", "MiB/s", MiB)
    return _phase(str(row["operation"].value), place, rate, mixed, known("time ms [last]", "ms", 1e-3), settings)


def _setting(at: At) -> float | None:
    """A setting as a number; true and false are 1 and 0."""
    word = str(at.value).strip().lower()
    return {"true": 1.0, "false": 0.0}[word] if word in ("true", "false") else at.written()


def _phase(
    operation: str, place: str, rate: float | None, mixed: float | None, seconds: Any, settings: dict[str, Any]
) -> Phase:
    """A phase whose main rate is of reads or of writes, with reads beside writes where both were mixed."""
    is_read = operation.startswith("READ")
    known = {name: value for name, value in settings.items() if value is not None}
    return Phase(operation, place, None if is_read else rate, rate if is_read else mixed, seconds, known)


def _printed(source: Source) -> list[Phase]:
    """Phases of the table on the terminal, or in --resfile."""
    phases: list[tuple[str, int, dict[str, str], dict[str, Any]]] = []
    settings: dict[str, Any] = {}
    for number, line in enumerate(source.text.splitlines(), 1):
        if command := re.search(r'(?:^COMMAND LINE: |(?:^|[$#\s/"])elbencho"?\s+(?=["-]))(.*)$', line):
            settings = _said(command[1])
        elif found := LINE.fullmatch(line):
            operation, what, _, last = found.groups()
            if operation:
                phases.append((operation, number, {}, settings))
            if phases:
                phases[-1][2].setdefault(what, last)
    made = []
    for operation, number, results, said in phases:
        rates: dict[str, float | None] = {"": None, "read": None}
        for what, text in results.items():
            unit = re.fullmatch(r"(?:Throughput )?(Mi?B/s)(?: (write|read))?", what)
            if unit:
                at = At(source, f"line {number}: {what}", text)
                rates["read" if unit[2] == "read" else ""] = (at.written(needed=True) or 0.0) * (MiB if "i" in unit[1] else 1e6)
        elapsed = next((_duration(text, what) for what, text in results.items() if what.startswith("Elapsed")), None)
        made.append(_phase(operation, f"line {number}", rates[""], rates["read"], elapsed, said))
    return made


def _duration(text: str, what: str) -> float | None:
    """Seconds of "2m5.755s" or "586ms", and of plain milliseconds where the column says so."""
    if what.endswith(" ms"):
        return float(text) / 1000 if re.fullmatch(r"\d{1,15}", text) else None
    if not re.fullmatch(r"(?:[\d.]+(?:h|ms|us|m|s))+", text):
        return None
    parts = re.findall(r"(\d+(?:\.\d+)?)(h|ms|us|m|s)", text)
    return sum(float(number) * SECONDS[unit] for number, unit in parts) if parts else None


def _said(command: str) -> dict[str, Any]:
    """What a command line says of a run."""
    words = [word.strip("\"'") for word in command.replace("=", " ").split()]
    after = dict(itertools.pairwise(words))
    block = size_in(after.get("--block") or after.get("-b") or "1m")
    hosts = after.get("--hosts")
    found: dict[str, Any] = {"direct IO": float("--direct" in words), "random": float("--rand" in words)}
    if block:
        found["block size"] = block
    if hosts and re.fullmatch(r"[\w.:-]+(,[\w.:-]+)*", hosts):
        found["hosts"] = float(hosts.count(",") + 1)
    return found
