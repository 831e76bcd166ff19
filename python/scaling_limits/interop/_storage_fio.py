# SPDX-License-Identifier: Apache-2.0
"""Measured storage: reports of fio, as JSON, as it prints them, or terse."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _core
from .._docs import complete
from .._opening import bounded
from .._source import At, Notes, Readable, Source, json_in, source_of
from ._storage import DIRECTIONS, LARGEST, MeasuredTier, Measurement, Spread, Way, one_file, rate_in, size_in

#: what opens a report that fio prints
PRINTED = re.compile(r"^Run status group \d+ \(all jobs\):", re.M)
#: what stands before it
CUT = r"\(groupid=\d+, jobs=\d+\): err=|^fio-\d"
#: and a terse one: its version, and where its columns of writes begin (the first of reads is the sixth)
TERSE = re.compile(r"^([345]);fio-[^;\n]*;([^;\n]*);(\d+);(\d+);(.*)$", re.M)
TERSE_WRITES = {"3": 41, "4": 41, "5": 47}
TERSE_COLUMNS = {"bw": 1, "runtime": 3, "bw_min": 36, "bw_max": 37, "bw_mean": 39, "bw_dev": 40}
#: lines of what it prints
DEFINED = re.compile(r"(.+?): \(g=(\d+)\): rw=(\w+), bs=(.*?),? ioengine=")
JOB = re.compile(r"(.+?): \(groupid=(\d+), jobs=\d+\): err=\s*(\d+)")
SAMPLES = re.compile(r"\s+bw \(\s*(\w+?)\s*(?:/s)?\s*\)\s*: (.*)")
TOTAL = re.compile(r"\s+(READ|WRITE|TRIM|MIXED): (?:bw|io=.* aggrb)=\s*([\d.]+\w+/s).*?(?:run|maxt)=\s*(?:\d+-)?(\d+)msec")


def tier_from_fio(path: Readable, job: str | None = None, *, most_bytes: float | str | None = None) -> MeasuredTier:
    """The tier that fio measured, with its spread: JSON (json, json+) in full, its normal and its terse output as they round.

    Jobs of one group run at once: their bytes add up over the longest of their times. Groups run one after another: of those
    that measure the same direction bytes and times add up; ``job`` picks some. What the file says of one job only, with
    numjobs above 1 and group_reporting, is said to be so.

    Parameters
    ----------
    path : of the file; warnings before the JSON are passed over, of several reports the last is taken
    job : name of the jobs to take; default: all
    most_bytes : of it that are read and unpacked, a number or such as "4 GiB"; default: 64 MiB

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    fio 3.36, HOWTO "JSON output", "Interpreting the output", "Terse output"; issue 519 of axboe/fio (which numbers are of a
    group, which of one job).

    Examples
    --------
    >>> import io
    >>> write = '"write": {"bw_bytes": 2000000000, "runtime": 60000, "bw_mean": 1953125, "bw_dev": 100000, "bw_samples": 120}'
    >>> text = '{"jobs": [{"jobname": "save", "job options": {"rw": "write", "bs": "1M", "direct": "1"}, ' + write + "}]}"
    >>> found = sl.interop.tier_from_fio(io.StringIO(text))
    >>> found.tier.write_bandwidth, found.spread["write"].deviation
    (2000000000.0, 102400000.0)
    """
    with bounded(most_bytes):
        source = source_of(path, LARGEST)
    return one_file(lambda found, directions: fio(found, directions, job), source)


def fio(found: Measurement, directions: Sequence[str], job: str | None = None) -> None:
    """What a report says of the directions."""
    source, notes = found.source, found.notes
    printed = None if '"fio version"' in source.text else _of_terse(source) or _of_printed(source)
    top = At(source, "", printed or json_in(source)).mapping()
    jobs = _jobs(top, notes)
    names = [str(one.at("jobname").value or "") for one in jobs]
    if job is not None:
        jobs = [one for one, name in zip(jobs, names, strict=True) if name == job]
        if not jobs:
            raise source.error("jobs", f"has no job {job!r}{_core.suggestion(job, names)}", ", ".join(sorted(set(names))[:10]))
    for one in jobs:
        if (code := one.at("error").number("", -math.inf)) not in (None, 0):
            name = one.at("jobname").value or "a job"
            raise source.error(one.at("error").place, f"is {code:g}: {name} failed", "0, of a job that ran to its end")
    runs = [run for one in jobs for run in _runs(one)]
    if not runs:
        raise source.unread("jobs", "moved no bytes", "jobs that read or write")
    shared = top.at("global options").value
    options = {id(one): {**(shared if isinstance(shared, dict) else {}), **_options(one)} for one in jobs}
    silent = top.at(SILENT).value is True
    for direction in directions:
        if mine := [run for run in runs if run.direction == direction]:
            found.rates[direction], found.spread[direction] = _together(direction, mine, notes)
            _caveats(found, direction, mine, [options[id(run.job)] for run in mine], silent)
    if any(run.direction == "read" and any(o.job is run.job and o.direction == "write" for o in runs) for run in runs):
        notes.unknown("what reads or writes alone would give: they ran at once, each at the other's cost")
    hosts = {str(one.at("hostname").value) for one in jobs if one.at("hostname").value is not None}
    if len(hosts) > 1:
        notes.derived(f"bandwidths are of {len(hosts)} hosts together")
    else:
        notes.unknown("what more hosts at once would give: it was measured on one")
    if TOTAL_ROUNDED in top.value:
        notes.derived("bandwidths are as fio prints them, of 3 or 4 digits; --output-format=json has all, and every option")


# ---- what it prints, as its JSON has it

#: marks of such a tree: it does not say all options; its numbers are rounded
SILENT, TOTAL_ROUNDED = "options not said", "rounded"


def _of_terse(source: Source) -> dict[str, Any] | None:
    """The tree of terse lines; None where there are none."""
    jobs = []
    for version, name, group, error, rest in TERSE.findall(source.text):
        cells = rest.split(";")
        one: dict[str, Any] = {"jobname": name, "groupid": int(group), "error": int(error)}
        for direction, start in (("read", 0), ("write", TERSE_WRITES[version])):
            if len(cells) < start + 41:
                raise source.error(
                    "", f"has {len(cells) + 5} cells in the line of {name or 'a job'}", "a whole line of fio --minimal"
                )
            of = {key: At(source, f"{name}: {key}", cells[start + k]).written() for key, k in TERSE_COLUMNS.items()}
            one[direction] = {key: value for key, value in of.items() if value is not None}
        jobs.append(one)
    return {"jobs": jobs, SILENT: True} if jobs else None


def _of_printed(source: Source) -> dict[str, Any] | None:
    """The tree of what fio prints for people: the totals of its groups; None where the text has none."""
    if not PRINTED.search(source.text):
        if not re.search(CUT, source.text, re.M):
            return None
        raise source.unread("", "this looks like fio's output, cut before its totals", "all of it, with 'Run status group'")
    old = "aggrb=" in source.text  # before 2.99 a KB was 1,024 bytes
    lines = source.text.splitlines()
    defined: dict[int, dict[str, Any]] = {}
    groups: dict[int, dict[str, Any]] = {}
    samples: dict[tuple[int, str], list[dict[str, float]]] = {}
    group, direction, totals = 0, "", False
    for line in lines:
        if found := DEFINED.match(line):
            defined.setdefault(int(found[2]), {}).update({"rw": found[3], "bs": _block(found[4], found[3])})
        elif found := JOB.match(line):
            group, direction = int(found[2]), ""
            if totals:  # a report after another: the last one counts
                groups, samples, totals = {}, {}, False
            of = groups.setdefault(group, {"names": [], "groupid": group, "error": 0})
            of["names"].append(found[1])
            of["error"] = of["error"] or int(found[3])
        elif found := re.match(r"\s+(read|write)\s*:", line):
            direction = found[1]
        elif found := SAMPLES.match(line):
            samples.setdefault((group, direction), []).append(_samples(found[1], found[2], old))
        elif found := re.match(r"Run status group (\d+)", line):
            group, totals = int(found[1]), True
        elif found := TOTAL.match(line):
            rate = rate_in(found[2], binary=old)
            of = groups.setdefault(group, {"names": [], "groupid": group, "error": 0})
            of[found[1].lower()] = {} if rate is None else {"bw_bytes": rate, "runtime": float(found[3])}
    if cut := [k for k, of in groups.items() if not {"read", "write", "trim", "mixed"} & set(of)]:
        raise source.unread(f"group {cut[0]}", "this looks like fio's output, cut in its totals", "all of it")
    for (number, direction), each in samples.items():
        total = groups.get(number, {}).get(direction)
        if total and len(each) == 1:
            total.update(each[0])
    jobs = [
        {"jobname": "+".join(dict.fromkeys(of["names"])), "job options": defined.get(k, {}), **of} for k, of in groups.items()
    ]
    commands = [line for line in lines if re.search(r"\bfio\s.*-(?:rw|readwrite)[= ]", line)]
    said = dict(re.findall(r"-(\w+)=(\S+)", commands[0])) if len(commands) == 1 else {}
    return {"jobs": jobs, "global options": said, SILENT: not said, TOTAL_ROUNDED: True}


def _block(text: str, kind: str) -> str:
    """The size of blocks of what a job does, of "(R) 4096B-4096B, (W) ..." or "4K-4K/4K-4K/4K-4K"."""
    which = int("write" in kind)
    both = re.findall(r"\([RW]\) ([\d.]+\w*)", text) or text.split("/")
    return str(both[min(which, len(both) - 1)])


def _samples(unit: str, text: str, old: bool) -> dict[str, float]:
    """What a line says of the samples of a bandwidth, in KiB/s."""
    keys = {"min": "bw_min", "max": "bw_max", "avg": "bw_mean", "stdev": "bw_dev"}
    found: dict[str, float] = {}
    for name, value in re.findall(r"(\w+)=\s*([\d.]+)", text):
        rate = rate_in(f"{value}{unit}/s", binary=old)
        if name in keys and rate is not None:
            found[keys[name]] = rate / 1024
        elif name == "samples" and value.isdigit():
            found["bw_samples"] = float(value)
    return found


# ---- jobs and groups


class Run(NamedTuple):
    """One direction of a job of fio."""

    job: At
    direction: str
    group: tuple[str, float]
    rate: float  # B/s
    time: float  # s
    at: At


def _jobs(top: At, notes: Notes) -> list[At]:
    """The jobs of a report; of several clients those of each, without their sum."""
    if top.value.get("jobs") is None and top.value.get("client_stats") is not None:
        all_of = [one.mapping() for one in top.at("client_stats").list("a list of clients")]
        jobs = [one for one in all_of if one.at("jobname").value != "All clients"]
        notes.derived("jobs of all clients add up")
    else:
        jobs = [one.mapping() for one in top.at("jobs").list("the jobs of fio --output-format=json")]
    if not jobs:
        raise top.at("jobs").error("one job at least")
    return jobs


def _options(job: At) -> dict[str, Any]:
    options = job.at("job options").value
    return options if isinstance(options, dict) else {}


def _runs(job: At) -> Iterator[Run]:
    group = (str(job.at("hostname").value or ""), job.at("groupid").number("", -math.inf) or 0.0)
    for direction in DIRECTIONS:
        at = job.at(direction)
        if at.value is None:
            continue
        at.mapping("what was measured")
        rate = at.at("bw_bytes").number("B/s")
        if rate is None:
            kibibytes = at.at("bw").number("KiB/s")
            rate = None if kibibytes is None else kibibytes * 1024
        time = at.at("runtime").number("ms")
        if rate is None or time is None:
            raise at.at("runtime" if rate is not None else "bw_bytes").error("a number >= 0, as fio 2.0 and later write it")
        if rate > 0 and time > 0:
            yield Run(job, direction, group, rate, time / 1000, at)


def _together(direction: str, runs: list[Run], notes: Notes) -> tuple[float, Spread]:
    """The rate of all jobs of a direction, and what is known of its samples."""
    groups: dict[float, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.group[1], []).append(run)
    moved = {key: sum(run.rate * run.time for run in of) for key, of in groups.items()}
    times = {key: max(run.time for run in of) for key, of in groups.items()}
    rate = sum(moved.values()) / sum(times.values())
    names = ", ".join(dict.fromkeys(str(run.job.at("jobname").value) for run in runs))
    notes.took(f"{direction}_bandwidth", f"bw_bytes of {names[:80]}")
    if len(groups) > 1:
        notes.derived(f"{direction}_bandwidth: {len(groups)} groups of jobs ran one after another; bytes over time of all")
    if any(len(of) > 1 for of in groups.values()):
        notes.derived(f"{direction}_bandwidth: jobs of one group ran at once; their bytes over the longest of their times")
    each = [moved[key] / times[key] for key in groups]
    if len(groups) > 1:
        return rate, Spread(
            mean=rate, deviation=float(np.std(each)), least=min(each), most=max(each), samples=len(each), of="group of jobs"
        )
    if len(runs) > 1:
        notes.unknown(f"spread of all jobs' {DIRECTIONS[direction]} together: fio samples each job by itself")
        return rate, Spread(mean=rate)
    at = runs[0].at
    samples = at.at("bw_samples").number()
    mean = at.at("bw_mean").number("KiB/s")
    if samples == 0 or not mean:
        notes.unknown(f"spread of {DIRECTIONS[direction]}: the file has no samples of their bandwidth")
        return rate, Spread(mean=rate)
    if mean * 1024 < 0.75 * rate:  # of one job of several
        several = f"about {rate / (mean * 1024):.0f} jobs that ran at once"
        notes.unknown(f"spread of {DIRECTIONS[direction]}: bw_dev, bw_min and bw_max are of one job of {several}; left out")
        return rate, Spread(mean=rate)
    deviation, least, most = (_kibibytes(at.at(key)) for key in ("bw_dev", "bw_min", "bw_max"))
    notes.took(f"spread of {DIRECTIONS[direction]}", "bw_dev")
    of = "half second, unless bwavgtime says otherwise"
    return rate, Spread(mean=rate, deviation=deviation, least=least, most=most, samples=int(samples or 0), of=of)


def _kibibytes(at: At) -> float:
    """A bandwidth that fio writes in KiB/s, in B/s; NaN where there is none."""
    value = at.number("KiB/s")
    return math.nan if value is None else value * 1024


def _on(options: Mapping[str, Any], *names: str) -> bool:
    """Whether one of the options is set to more than 0."""
    return any(
        str(options.get(name, "0")).strip().lower() not in ("0", "", "none", "false") for name in names if name in options
    )


def _caveats(found: Measurement, direction: str, runs: list[Run], options: list[dict[str, Any]], silent: bool) -> None:
    """What was really measured; `silent`: the report does not say all options."""
    if not any(options) and not silent:
        found.notes.unknown(f"how {DIRECTIONS[direction]} were done: the file has no options of its jobs")
        return
    direct = all(_on(of, "direct") or ("buffered" in of and not _on(of, "buffered")) for of in options)
    flushed = all(_on(of, "fsync", "fdatasync", "end_fsync", "fsync_on_close", "sync") for of in options)
    blocks = [
        size
        for of in options
        if (size := size_in(str(of.get("bs", of.get("blocksize", "1M" if silent else "4k"))))) is not None
    ]
    way = Way(
        direct=None if silent else direct,
        flushed=None if silent else flushed,
        random=any("rand" in str(of.get("rw", of.get("readwrite", ""))) for of in options),
        block=min(blocks, default=None),
        seconds=max(run.time for run in runs),
    )
    found.caveats(direction, way)


complete(["tier_from_fio"], globals())
