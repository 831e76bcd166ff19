# SPDX-License-Identifier: Apache-2.0
"""Lines of the kernel and of GPU drivers, as dmesg, journalctl and syslog have them: which end a job, merged to incidents.

What a code of NVIDIA's driver means stands in the catalogue (``xid_codes``).

References
----------
NVIDIA, "XID Errors" (2025): the form of the lines of Xid and SXid. The manuals of dmesg(1) and journalctl(1), ``--output``: the
forms of dates. Linux, Documentation/driver-api/edac.rst and Documentation/gpu/amdgpu/ras.rst: lines of EDAC and amdgpu.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core, _evaluate, _log_dates
from ._job_words import INTERRUPTIONS, outcome_of
from ._log_report import LogReport, cut, plural
from ._opening import StandsTwice, object_at

if TYPE_CHECKING:
    from pandas import DataFrame

WITHIN = 60.0  # [s] lines of a node that follow one another within this are one incident
_WAY = "journalctl -k -o short-iso (or -o json), or dmesg -T, writes dates with their year"
_iso = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"
_line = re.compile(
    rf"""\s*(?:(?P<from>[\w./-]+):\s*)?(?:<\d+>(?:1\ )?|kern\s*:\w+\s*:\s*)?
    (?:(?:[A-Z][a-z]{{2}}\ |\[)?(?P<iso>{_iso})\s?(?P<zone>Z\b|[+-]\d\d:?\d\d|(?:UTC|[A-Z]{{2,3}}T)\b)?\]?
      |\[?[A-Z][a-z]{{2}}\ (?P<month>[A-Z][a-z]{{2}})\ +(?P<day>\d+)\ (?P<clock>[\d:.]{{8,}})\ (?P<year>\d{{4}})\]?
      |\[\s*(?P<boot>\d+\.\d+)\]
      |(?P<unix>\d{{9,10}}\.\d+)
      |(?P<bare>\[?[A-Z][a-z]{{2,3}}\ *\d+\ \d\d:\d\d(?::\d\d)?\]?|\[\s*\+\d+\.\d+\]))
    \s*(?:(?P<host>[\w.-]+)\s+kernel(?:\[\d+\])?(?::|\ -\ \S+\ \S+)\s*)?(?:\[\s*\d+\.\d+\]\s*)?(?P<text>.*)""",
    re.VERBOSE,
)
_of_dmesg = re.compile(r'\{\s*"dmesg"\s*:\s*\[')
_bare = re.compile(r"\s*(?:[\w.-]+\s+)?(?:kernel: )?NVRM: (?:Xid|GPU)")
_months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
_xid = re.compile(r"NVRM: Xid \((?:PCI:)?([0-9a-fA-F:.]+)[^)]*\): (\d+)")
_bus = re.compile(r"NVRM: .*fallen off the bus")
_place = re.compile(r"\b(?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\.\d)?\b")
#: lines of others, what they mean, and whether they end a job
_others = tuple(
    (re.compile(form), meaning, ends)
    for form, meaning, ends in (
        (r"SXid \(PCI:[^)]*\): \d+, Fatal", "NVSwitch error (SXid), fatal", True),
        (r"SXid \(PCI:[^)]*\): \d+, Non-fatal", "NVSwitch error (SXid), not fatal", False),
        (
            r"EDAC \w+: \d+ UE\b|mce: Uncorrected|Uncorrected hardware memory error",
            "uncorrected memory error of the host",
            True,
        ),
        (r"EDAC \w+: \d+ CE\b", "corrected memory error of the host", False),
        (r"Fatal machine check|Kernel panic - not syncing", "kernel panic", True),
        (r"severity=Uncorrect(?:ed|able) \(Fatal\)", "fatal PCIe error", True),
        (r"amdgpu.*(?<!\b0 )\buncorrectable hardware error", "uncorrectable error of an AMD GPU", True),
        (r"amdgpu.*\bcorrectable hardware error", "corrected error of an AMD GPU", False),
    )
)
_marks = (
    "NVRM: ",
    "SXid (",
    "EDAC ",
    "mce: ",
    "amdgpu",
    "machine check",
    "Kernel panic",
    "severity=Uncorrect",
    "Uncorrected hard",
)


class _Line(NamedTuple):
    """A line that says what broke."""

    number: int
    when: str  # a date in ISO's form, or a number
    clock: str  # "date", "boot" or "unix"
    host: str
    gpu: str
    code: str  # of Xid
    label: str
    ends: bool | None  # a job; None: the code is not known
    text: str


@cache
def codes() -> dict[int, tuple[str, bool]]:
    """What each code of Xid means, and whether it ends a job."""
    of = _evaluate.ask("xid_codes").columns
    rows = zip(of["first"], of["last"], of["meaning"], of["ends_job"], strict=True)
    return {code: (meaning, bool(ends)) for first, last, meaning, ends in rows for code in range(int(first), int(last) + 1)}


def read(text: str, name: str, who: str, state: Mapping[str, str] | None = None) -> tuple[DataFrame, Any, LogReport] | None:
    """Incidents as a table with the line of the first of each; nothing where the text is no such log.

    `state`: what codes mean that are not known, such as {"999": "failed"} or {"999": "ok"}.
    """

    def refuse(why: str) -> ValueError:
        return ValueError(f"{who}: {name} {why}")

    if "DCGM_FI_DEV_XID_ERRORS" in text[:1_000_000]:
        raise refuse(f"has metrics of DCGM: they tell of the last Xid, not when it came. The kernel's lines do: {_WAY}")
    head = text[:100_000].lstrip()
    of_journal = head[:1] == "{" and (('"__REALTIME_TIMESTAMP"' in head and '"MESSAGE"' in head) or bool(_of_dmesg.match(head)))
    if not of_journal and not is_kernel_log(text):
        if _bare.match(text):
            raise refuse(f"has lines of the kernel without a date. {_WAY}")
        return None
    ends = {str(code).lower().removeprefix("xid").strip(): _meaning(who, word) for code, word in (state or {}).items()}
    report = LogReport()
    try:
        entries = list(_journal(text) if of_journal else _texts(text, refuse, report))
    except StandsTwice as error:
        raise ValueError(f"{who}: {name}: {error}") from None
    lines = [line for entry in entries if (line := _told(entry, ends))]
    if not lines:
        raise refuse("is a log of the kernel without a line of Xid, SXid, EDAC, machine checks or amdgpu: nothing failed in it")
    if unknown := Counter(line.code for line in lines if line.ends is None):
        some = ", ".join(f"Xid {code} ({plural(count, 'line')})" for code, count in sorted(unknown.items()))
        say = f"say with state what each does to a job: {min(unknown)}=failed counts it, {min(unknown)}=ok leaves it out"
        raise refuse(f"has codes of which it is not known whether they end a job: {some}; {say}")
    going, lines = [line for line in lines if not line.ends], [line for line in lines if line.ends]
    left = ", ".join(f"{label} {count:,}" for label, count in Counter(line.label for line in going).most_common())
    if not lines:
        raise refuse(f"has no line that ends a job: {left}")
    if going:
        report.notes.append(f"left out, as no job ends by them: {left}")
    return (*_merged(lines, refuse, report), report)


def _meaning(who: str, word: str) -> bool:
    if not (found := outcome_of(word)):
        raise ValueError(f"{who}: state: {cut(word)} must be failed or ok")
    return found in INTERRUPTIONS


def is_kernel_log(text: str) -> bool:
    """Whether most of the first lines have a date and a sender as the kernel's have, and one says so."""
    some = [line for line in text[:100_000].split("\n") if line.strip() and not line.startswith("-- ")][:40]
    found = [match for line in some if (match := _line.match(line)) and match["text"][:1] not in (",", ";", "|")]
    kernel = [m for m in found if m["boot"] or m["host"] or m["month"] or m["text"].startswith(_marks)]
    return 2 * len(found) > len(some) and bool(kernel) and any(mark in text for mark in (*_marks, " kernel: ", "Linux version"))


def _marked(text: str) -> Iterator[tuple[int, str]]:
    """Lines with a mark, by number: few of the millions that a log may have."""
    lines: dict[int, int] = {}  # their ends by their starts
    for mark in _marks:
        at = text.find(mark)
        while at >= 0:
            end = text.find("\n", at)
            lines[text.rfind("\n", 0, at) + 1] = end = end if end >= 0 else len(text)
            at = text.find(mark, end)
    number, last = 1, 0
    for start in sorted(lines):
        number, last = number + text.count("\n", last, start), start
        yield number, text[start : lines[start]]


def _texts(text: str, refuse: Any, report: LogReport) -> Iterator[tuple[int, str, str, str, str]]:
    """Number, instant, clock, host and text of each line that may tell of an error."""
    zones: set[str] = set()
    undated = []
    for number, line in _marked(text):
        found = _line.match(line)
        if found is None:
            undated += [number] if _told((number, "", "", "", line), {}) else []
            continue
        if found["bare"]:
            raise refuse(f"has dates without a year, line {number}: {cut(found['bare'])}. {_WAY}")
        host = found["host"] or re.sub(r".*/|\.(log|txt|out)$|^\d+$", "", found["from"] or "")  # of pdsh, or of grep a file
        if found["iso"]:
            zone = {"Z": "+00:00", "UTC": "+00:00", "GMT": "+00:00", None: ""}.get(found["zone"], found["zone"])
            if zone.isalpha():
                zones.add(zone)
                zone = ""
            yield number, found["iso"].replace(",", ".").replace(" ", "T") + zone, "date", host, found["text"]
        elif found["month"]:
            month = _months.find(found["month"]) // 4 + 1
            yield number, f"{found['year']}-{month:02}-{int(found['day']):02}T{found['clock']}", "date", host, found["text"]
        else:
            yield number, found["boot"] or found["unix"], "boot" if found["boot"] else "unix", host, found["text"]
    if zones:
        report.notes.append(f"dates in the zone {' and '.join(sorted(zones))} are taken as they stand; timezone= says it")
    if undated:
        report._leave_out("damaged", undated, ["it has no date"] * len(undated))


def _journal(text: str) -> Iterator[tuple[int, str, str, str, str]]:
    """The same of journalctl -o json, and of dmesg --json by entry."""
    at, last, number = 0, 0, 1
    while (at := text.find("{", at)) >= 0:
        number, last = number + text.count("\n", last, at), at
        try:
            entry, at = object_at(text, at)
        except StandsTwice:
            raise
        except (ValueError, RecursionError):
            at += 1
            continue
        for k, one in enumerate(entry.get("dmesg", ()) if isinstance(entry.get("dmesg"), list) else (), 1):
            if isinstance(one, dict) and isinstance(said := one.get("msg"), str) and any(mark in said for mark in _marks):
                yield (
                    k,
                    str(one.get("time")).replace(",", "."),
                    "boot" if isinstance(one.get("time"), float) else "date",
                    "",
                    said,
                )
        said, when = entry.get("MESSAGE"), entry.get("__REALTIME_TIMESTAMP")
        if isinstance(said, list):  # of bytes, where they are no UTF-8
            said = bytes(one for one in said if isinstance(one, int) and 0 <= one < 256).decode("utf-8", errors="replace")
        if isinstance(said, str) and when is not None and any(mark in said for mark in _marks):
            yield number, str(when), "unix", str(entry.get("_HOSTNAME", "")), said


def _told(entry: tuple[int, str, str, str, str], ends: Mapping[str, bool]) -> _Line | None:
    """What a line says, if it is of an error."""
    number, when, clock, host, text = entry
    place = _place.search(text)
    gpu, code = place[0].lower().removesuffix(".0") if place else "", ""
    if (found := _xid.search(text)) or _bus.search(text):
        code = str(int(found[2])) if found else "79"
        meaning, over = codes().get(int(code), ("", None)) if len(code) < 6 else ("", None)
        return _Line(
            number, when, clock, host, gpu, code, f"Xid {code}" + (meaning and f" ({meaning})"), ends.get(code, over), text
        )
    for form, meaning, over in _others:
        if form.search(text):
            return _Line(number, when, clock, host, gpu, code, meaning, over, text)
    return None


def _merged(lines: list[_Line], refuse: Any, report: LogReport) -> tuple[DataFrame, Any]:
    """Lines of a node that follow one another closely as one row."""
    import pandas

    clocks, hosts = {line.clock for line in lines}, {line.host for line in lines}
    if len(clocks) > 1:
        raise refuse(f"has several clocks, lines {' and '.join(_first(lines, clock) for clock in sorted(clocks))}: {_WAY}")
    column = pandas.Series([line.when for line in lines], dtype=object)
    times = _log_dates.read({"start": column}, None, None, LogReport())["start"].in_seconds()
    if clocks == {"boot"}:
        back = np.flatnonzero(np.diff(times) < -1)
        if len(hosts) > 1 or len(back):
            why = "of several hosts" if len(hosts) > 1 else f"that begin anew in line {lines[int(back[0]) + 1].number}"
            raise refuse(f"has seconds since boot {why}: they are no common clock. {_WAY}")
    bad = [k for k in range(len(lines)) if np.isnan(times[k])]
    report._leave_out("undated", [lines[k].number for k in bad], [f"{cut(lines[k].when)} is no date" for k in bad])
    rows: list[dict[str, Any]] = []
    for host in sorted(hosts):
        of = [k for k, line in enumerate(lines) if line.host == host and not np.isnan(times[k])]
        of.sort(key=lambda k: times[k])
        lists = {"times": _core.Numbers(times[of]), "parts": _core.Numbers(np.zeros(len(of)))}
        merged = _evaluate.ask("incidents", numbers={"within": WITHIN}, arguments=lists).columns["incident"] if of else []
        together: dict[float, list[_Line]] = {}
        for k, incident in zip(of, merged, strict=True):
            together.setdefault(float(incident), []).append(lines[k])
        rows += [_row(parts, host) for parts in together.values()]
    if not rows:
        raise refuse("has no date that can be read: " + "; ".join(report._text()))
    rows.sort(key=lambda row: int(row["line"]))
    count = sum(int(row["lines"]) for row in rows)
    report.notes.append(
        f"kernel lines: {plural(count, 'line')} by which a job ends, {plural(len(rows), 'incident')}: lines of a node within"
        f" {WITHIN:g} s of the one before are one, with the cause of the first"
        + ("" if any(hosts) else "; none names a host: all are taken to be of one, and nodes are GPUs")
    )
    frame = pandas.DataFrame(rows)
    report.rows = len(frame)
    return frame.drop(columns="line"), frame["line"].to_numpy(int)


def _row(parts: list[_Line], host: str) -> dict[str, Any]:
    first = parts[0]
    codes = dict.fromkeys(line.code for line in parts if line.code)
    gpus = dict.fromkeys(f"{host} {line.gpu}".strip() for line in parts if line.gpu)
    return {
        "start": first.when,
        "node": host or first.gpu,
        "cause": first.label,
        "gpu": next(iter(gpus), ""),
        "xid": "+".join(codes),
        "lines": len(parts),
        "message": first.text,
        "line": first.number,
    }


def _first(lines: list[_Line], clock: str) -> str:
    return next(f"{line.number} ({cut(line.when)})" for line in lines if line.clock == clock)
