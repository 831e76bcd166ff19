# SPDX-License-Identifier: Apache-2.0
"""Accounting of Slurm: ``sacct --parsable2``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from .. import _core, _log_dates
from .._docs import complete
from .._log_report import cut
from ._interruptions import LARGEST, Attempt, Failure, History, Interruptions
from ._reading import Readable, Source, source_of

#: states that are an interruption; of FAILED the caller may say otherwise
FAILED = "FAILED"
INTERRUPTED = ("NODE_FAIL", "BOOT_FAIL", "OUT_OF_MEMORY", FAILED)
#: and those that are none: somebody wanted it, or the job is over, or goes on
OVER = ("CANCELLED", "COMPLETED", "DEADLINE", "LAUNCH_FAILED", "PREEMPTED", "REQUEUED", "REVOKED", "TIMEOUT")
GOING_ON = ("RUNNING", "COMPLETING", "SUSPENDED", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED")
#: those of jobs that may have ended before they began
NEVER_RAN = ("CANCELLED", "CONFIGURING", "DEADLINE", "PENDING", "REQUEUED", "REVOKED")
OTHERS = (*OVER, *GOING_ON, "PENDING", "CONFIGURING")
#: what a cell has where Slurm does not know
UNKNOWN = ("", "Unknown", "None", "N/A", "None assigned", "INVALID")
COLUMNS = "JobID, State, Elapsed or ElapsedRaw, Start, End, and AllocTRES (or AllocNodes and gpus_per_node)"


class Row(NamedTuple):
    """A job of the file, its cells by name."""

    line: int
    job: str
    state: str
    cells: Mapping[str, str]


def interruptions_from_sacct(
    path: Readable,
    *,
    failed: bool = True,
    gpus_per_node: float | None = None,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
    timezone: str | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``sacct --parsable2`` printed.

    Jobs that ended as NODE_FAIL, BOOT_FAIL, OUT_OF_MEMORY and, unless told not to, FAILED were interrupted; TIMEOUT, CANCELLED,
    PREEMPTED, COMPLETED and the like were not. All that ran on GPUs is exposure. Steps of a job are no jobs; components of a
    heterogeneous one are one; elements of an array are one each; of a job that was requeued each attempt counts.

    Ask Slurm so: ``sacct --allusers --duplicates --parsable2 --starttime ... --format
    JobID,State,Start,End,ElapsedRaw,AllocTRES,NodeList``.

    Parameters
    ----------
    path : of the file; the first line is the header
    failed : whether FAILED counts: of a job's program it says as much as of the machine
    gpus_per_node : of jobs whose cells do not say how many GPUs they had
    least_gpus : of the jobs that are counted
    until : when jobs that still ran were asked for, where the file does not say how long; default: the date of the file
    timezone : of dates that say none, such as "America/Denver"; default: as if UTC

    Raises
    ------
    ValueError
        FileError: file, line, what is wrong there and what was expected.
    OSError
        Where there is no such file.
    ImportError
        Without pandas: extra ``arrays``.

    References
    ----------
    Slurm 24.05, sacct(1): "Job state codes", "--parsable2", "--duplicates".

    Examples
    --------
    >>> import io
    >>> head = "JobID|State|Start|End|Elapsed|AllocTRES|NodeList\\n"
    >>> rows = "8|NODE_FAIL|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> rows += "9|CANCELLED by 7|2025-03-02T00:00:00|2025-03-03T12:00:00|1-12:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> found = sl.interop.interruptions_from_sacct(io.StringIO(head + rows + "9.batch|CANCELLED|||1-12:00:00||n1\\n"))
    >>> found.interruptions, found.gpu_seconds / sl.units.hour
    (1, 960.0)
    """
    source = source_of(path, LARGEST)
    zone = _zone(timezone)
    history = History(source)
    asked = None if until is None else _log_dates.instant("interruptions_from_sacct", "until", until, timezone)
    for name, value in (("gpus_per_node", gpus_per_node), ("least_gpus", least_gpus)):
        if value is not None and not 0 < value < 2**31:
            raise ValueError(f"interruptions_from_sacct: {name} = {value:g} must be > 0 and below 2^31")
    rows = list(_attempts(source, history))
    notes = history.notes
    now = history.until(asked) if any(row.state in GOING_ON and not _has_length(row) for row in rows) else math.nan
    for one in _jobs(rows):
        _count(one, history, failed, gpus_per_node, least_gpus, now, zone)
    given = f"AllocNodes x {gpus_per_node:g}" if gpus_per_node else "AllocGRES x AllocNodes"
    took = {"alloctres": "AllocTRES", "reqtres": "ReqTRES, what was asked for"}
    notes.took("GPUs", next((text for name, text in took.items() if any(row.cells.get(name) for row in rows)), given))
    notes.took("exposure", "ElapsedRaw" if rows and "elapsedraw" in rows[0].cells else "Elapsed, or Start and End")
    if failed and (mine := sum(one.cause == FAILED for one in history.failures)):
        notes.unknown(
            f"how many of {mine:,} FAILED are the machine's: a mistake in a program ends so too; failed=False leaves them out"
        )
    if not failed:
        notes.left_out("FAILED as an interruption, as asked; the time of such jobs is exposure")
    seen: set[str] = set()
    if not any(row.job in seen or seen.add(row.job) for row in rows):  # type: ignore[func-returns-value]
        notes.unknown("earlier attempts of jobs that were requeued: sacct lists them with --duplicates alone")
    if timezone is None:
        notes.derived("dates without a zone are taken as UTC; timezone= says otherwise")
    return history.made(timezone)


def _zone(name: str | None) -> tzinfo:
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"timezone = {cut(name)} is no zone such as 'America/Denver'") from None


def header_of(source: Source) -> list[str]:
    """The names of the columns; empty where the first line is no header of sacct."""
    line = source.text[:10000].lstrip("\ufeff").split("\n", 1)[0].strip("\r")
    names = [name.strip().lower() for name in line.split("|")]
    return names if "jobid" in names and "state" in names else []


def looks_like(source: Source) -> bool:
    """Whether a file says how long jobs ran on how many GPUs: a header of sacct with these columns."""
    names = set(header_of(source))
    return bool(names & {"elapsed", "elapsedraw"}) and bool(names & {"alloctres", "reqtres", "allocnodes", "nnodes"})


def _attempts(source: Source, history: History) -> Iterator[Row]:
    """The jobs of a file: no steps, each attempt once."""
    names = header_of(source)
    if not names:
        first = source.text.lstrip("\ufeff").split("\n", 1)[0]
        raise source.error("line 1", f"is {cut(first.strip())}", f"a header of sacct --parsable2 with {COLUMNS}")
    if not {"elapsed", "elapsedraw"} & set(names) and not {"start", "end"} <= set(names):
        raise source.error("line 1", "has no column that says how long jobs ran", COLUMNS)
    of_gpus = {"alloctres", "reqtres", "allocgres", "reqgres", "allocnodes", "nnodes"}
    if not of_gpus & set(names):
        raise source.error("line 1", "has no column that says how many GPUs jobs had", COLUMNS)
    by_attempt: dict[tuple[str, str], Row] = {}
    for number, line in enumerate(source.text.split("\n")[1:], 2):
        line = line.strip("\r\0 ")
        if not line:
            continue
        cells = line.split("|")
        if len(cells) == len(names) + 1 and not cells[-1]:
            cells.pop()  # of --parsable
        if len(cells) != len(names):
            history.skip(number, f"has {len(cells)} cells, and the header {len(names)}: a name may have a | in it")
            continue
        found = dict(zip(names, map(str.strip, cells), strict=True))
        job, state = found["jobid"], found["state"].partition(" ")[0].rstrip("+").upper()
        if "." in job:
            history.skipped["steps of jobs"] += 1
            continue
        if not re.fullmatch(r"\d{1,12}(_(\d{1,9}|\[[\d,%:-]*(\.\.\.)?\]?))?(\+\d{1,4})?", job):
            history.skip(number, f"JobID = {cut(job)} is no job of Slurm, such as 123, 123_4 or 123+0")
            continue
        if found["state"].endswith("+"):  # cut off, as without --parsable2
            state = next((one for one in (*INTERRUPTED, *OTHERS) if one.startswith(state)), state)
        if state not in INTERRUPTED and state not in OTHERS:
            near = _core.suggestion(state, [*INTERRUPTED, *OTHERS])
            history.skip(number, f"State = {cut(found['state'])} is no state of a job{near}")
            continue
        row = Row(number, job, state, found)
        key = (job, found.get("start", str(number)))
        known = by_attempt.get(key)
        if known is None:
            by_attempt[key] = row
            continue
        history.skipped["rows that repeat an attempt"] += 1
        if state in INTERRUPTED and known.state not in INTERRUPTED:
            by_attempt[key] = row
    yield from by_attempt.values()


def _jobs(rows: list[Row]) -> Iterator[list[Row]]:
    """Rows that are one attempt of one job: all components of a heterogeneous one."""
    together: dict[tuple[str, int], list[Row]] = {}
    seen: dict[str, int] = {}
    for row in rows:
        base, plus, _ = row.job.partition("+")
        attempt = seen[row.job] = seen.get(row.job, -1) + 1
        together.setdefault((base if plus else row.job, attempt), []).append(row)
    yield from together.values()


def _has_length(row: Row) -> bool:
    return any(row.cells.get(name, "") not in UNKNOWN for name in ("elapsed", "elapsedraw"))


def _count(
    rows: list[Row],
    history: History,
    failed: bool,
    gpus_per_node: float | None,
    least_gpus: float,
    now: float,
    zone: tzinfo,
) -> None:
    """One attempt of a job into what is known of all."""
    gpus = 0.0
    parts: list[Attempt] = []
    for row in rows:
        try:
            own = _gpus(row, gpus_per_node)
            length, start, end = _length(row, now, zone)
        except ValueError as error:
            history.skip(row.line, str(error))
            return
        if not length and row.state in NEVER_RAN:
            history.skipped["jobs that never ran"] += 1
            return
        if length is None:
            history.skip(row.line, "neither Elapsed nor Start and End say how long it ran")
            return
        if own is None:
            history.skip(row.line, "says nothing of GPUs, and gpus_per_node is not given")
            return
        gpus += own
        parts.append(Attempt(own, length, start, end))
    first = rows[0]
    if gpus == 0:
        history.skipped["jobs without GPUs"] += 1
        return
    if gpus < least_gpus:
        history.skipped[f"jobs of fewer than {least_gpus:g} GPUs"] += 1
        return
    seconds = math.fsum(one.gpus * one.seconds for one in parts) / gpus
    if seconds == 0 and not any(row.state in INTERRUPTED for row in rows):
        history.skipped["jobs that never ran"] += 1
        return
    ends = [one.end for one in parts if one.end == one.end]
    starts = [one.start for one in parts if one.start == one.start]
    history.attempts.append(Attempt(gpus, seconds, min(starts, default=math.nan), max(ends, default=math.nan)))
    broken = next((row for state in INTERRUPTED for row in rows if row.state == state), None)
    if broken is None or (broken.state == FAILED and not failed):
        return
    node = broken.cells.get("nodelist", "")
    node = "" if node in UNKNOWN or "," in node or "[" in node else node
    history.failures.append(Failure(max(ends, default=math.nan), broken.state, node, first.job.partition("+")[0], broken.line))


def _gpus(row: Row, per_node: float | None) -> float | None:
    """GPUs of a job; 0: it has none; None: its cells do not say."""
    for name in ("alloctres", "reqtres"):
        if text := row.cells.get(name, ""):
            if text in UNKNOWN:
                continue
            if (found := _in_resources(name, text)) or per_node is None:
                return found
    for name in ("allocgres", "reqgres"):  # of a node
        each = re.search(r"(?:^|,)(?:gres[:/])?gpu(?::[^,:=]+)?[:=](\d{1,9})", row.cells.get(name, ""))
        if each and (nodes := _nodes(row)) is not None:
            return int(each[1]) * nodes
    nodes = _nodes(row)
    return None if per_node is None or nodes is None else nodes * per_node


def _in_resources(name: str, text: str) -> float:
    """GPUs of "cpu=8,gres/gpu=16,gres/gpu:h100=16": those of all kinds, or the sum of the kinds."""
    total, kinds = None, 0.0
    for part in text.split(","):
        key, _, value = part.partition("=")
        if not key.startswith("gres/gpu") or key.startswith("gres/gpu" + "mem") or key.startswith("gres/gpu" + "util"):
            continue
        if not re.fullmatch(r"\d{1,9}", value):
            raise ValueError(f"{name} = {cut(text)}: {cut(part)} is no count of GPUs such as gres/gpu=16")
        if key == "gres/gpu":
            total = int(value)
        else:
            kinds += int(value)
    return kinds if total is None else total


def _nodes(row: Row) -> int | None:
    for name in ("allocnodes", "nnodes"):
        text = row.cells.get(name, "")
        if re.fullmatch(r"\d{1,7}", text):
            return int(text)
        if text not in UNKNOWN:
            raise ValueError(f"{name} = {cut(text)} is no count of nodes")
    return None


def _length(row: Row, now: float, zone: tzinfo) -> tuple[float | None, float, float]:
    """How long a job ran, from when until when; a length of None and instants of NaN are not known."""
    start, end = (_instant(row, name, zone) for name in ("start", "end"))
    length = None
    raw, text = row.cells.get("elapsedraw", ""), row.cells.get("elapsed", "")
    if raw not in UNKNOWN:
        if not re.fullmatch(r"\d{1,10}", raw):
            raise ValueError(f"ElapsedRaw = {cut(raw)} is no number of seconds")
        length = float(raw)
    elif text not in UNKNOWN:
        try:
            length = float(_core.quantity(text, "s")) if ":" in text else math.nan
        except ValueError:
            length = math.nan
        if not length >= 0:
            raise ValueError(f"Elapsed = {cut(text)} is no duration such as 1-02:03:04")
    if length is None:
        last = end if end == end else now if row.state in GOING_ON else math.nan
        if start == start and last == last:
            length = last - start
            if length < 0:
                raise ValueError("End is before Start")
    if length is not None and start == start and end != end:
        end = start + length
    if length is not None and end == end and start != start:
        start = end - length
    return length, start, end


def _instant(row: Row, name: str, zone: tzinfo) -> float:
    text = row.cells.get(name, "")
    if text in UNKNOWN:
        return math.nan
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=zone)).timestamp()
    except (ValueError, OverflowError):
        pass
    if re.fullmatch(r"\d{9,10}", text):  # SLURM_TIME_FORMAT=%s
        return float(text)
    raise ValueError(f"{name.capitalize()} = {cut(text)} is no date such as 2025-03-01T12:00:00")


complete(["interruptions_from_sacct"], globals())
