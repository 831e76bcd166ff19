# SPDX-License-Identifier: Apache-2.0
"""Measured storage: summaries of MLPerf Storage's checkpointing workload, and of fio."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import _core, _format
from .._core.units import GiB
from .._docs import complete
from ..results import Result
from ..storage import Tier
from ._reading import FileError, Notes, Readable, Source, described, source_of

#: bytes of the largest summary: json+ of many jobs holds every bin of their latencies
LARGEST = 64 << 20
#: how many times the memory of a host a checkpoint must write there to leave no room for a cache (MLPerf Storage, 4.3.1)
FILLS_CACHE = 3
#: seconds below which a measurement of fio says little of a save
SHORT = 30.0
#: the least block of a save that storage sees as one stream of data
STREAM = 1 << 20
DIRECTIONS = {"write": "saves", "read": "loads"}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Spread(Result):
    """What was measured in one direction.

    Attributes
    ----------
    mean : bandwidth [B/s], as the source averages it
    deviation : standard deviation of the samples [B/s]; NaN: not known
    least, most : of the samples [B/s]; NaN: not known
    quantiles : 10 %, 50 % and 90 % of the samples [B/s]; NaN: not known
    samples : how many; 0: not known
    of : what one sample is, such as "checkpoint"

    Examples
    --------
    >>> sl.interop.Spread(mean=2e9, deviation=1e8, samples=10, of="checkpoint").mean
    2000000000.0
    """

    mean: float
    deviation: float = math.nan
    least: float = math.nan
    most: float = math.nan
    quantiles: tuple[float, float, float] = (math.nan, math.nan, math.nan)
    samples: int = 0
    of: str = ""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MeasuredTier(Result):
    """A tier that was measured.

    Attributes
    ----------
    tier : bandwidths of the whole system as it was measured
    spread : of what was measured, by direction: "write", "read"
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> import io
    >>> text = '{"jobs": [{"jobname": "save", "write": {"bw_bytes": 2000000000, "runtime": 60000}}]}'
    >>> sl.interop.tier_from_fio(io.StringIO(text)).tier.write_bandwidth
    2000000000.0
    """

    tier: Tier
    spread: dict[str, Spread]
    notes: tuple[str, ...]


complete(["MeasuredTier", "Spread"], globals())


# ---- what both share


class At(NamedTuple):
    """A value of a file and where it stands."""

    source: Source
    place: str
    value: Any

    def at(self, name: str | int) -> At:
        """What stands under a name, or at a place of a list; None where there is nothing."""
        place = f"{self.place}[{name}]" if isinstance(name, int) else f"{self.place}.{name}" if self.place else name
        if isinstance(self.value, Mapping):
            return At(self.source, place, self.value.get(name))
        inside = isinstance(self.value, list) and isinstance(name, int) and name < len(self.value)
        return At(self.source, place, self.value[name] if inside and isinstance(name, int) else None)

    def error(self, expected: str) -> FileError:
        """What is wrong with it."""
        return self.source.error(self.place, "is missing" if self.value is None else f"is {described(self.value)}", expected)

    def mapping(self, what: str = "a mapping of names to values") -> At:
        """The same; refused where it is no mapping."""
        if not isinstance(self.value, Mapping):
            raise self.error(what)
        return self

    def list(self, what: str) -> Iterator[At]:
        """What a list holds; refused where it is none."""
        if not isinstance(self.value, list):
            raise self.error(what)
        for k in range(len(self.value)):
            yield self.at(k)

    def number(self, unit: str = "", least: float = 0.0, needed: bool = False) -> float | None:
        """A number from `least` on; None where there is none, or where it is not a number."""
        expected = f"a number >= {least:g}" + (f" [{unit}]" if unit else "")
        value = self.value
        if value is None or (isinstance(value, float) and value != value):
            if needed:
                raise self.error(expected)
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < 1e300:
            raise self.error(expected)
        return float(value)


def json_in(source: Source) -> Any:
    """The last object of a text that may have warnings before it and between objects."""
    text, found, at = source.text, None, 0
    decoder = json.JSONDecoder()
    starts = [m.start() for m in re.finditer(r"^[ \t]*\{", text, re.M)]
    if not starts:
        raise source.error("", "holds no object", "JSON")
    for start in starts:
        if start < at:
            continue
        try:
            found, at = decoder.raw_decode(text, text.index("{", start))
        except json.JSONDecodeError as error:
            raise source.error(f"line {error.lineno}, column {error.colno}", error.msg, "JSON") from None
        except (ValueError, RecursionError):
            raise source.error("", "is nested too deeply, or holds a number of too many digits", "JSON") from None
    return found


def _tier(source: Source, rates: Mapping[str, float], notes: Notes) -> Tier:
    """A tier of what was measured; a direction that was not has its default, and that is said."""
    if "write" not in rates:
        raise source.unread("", "says nothing of writes", "a measurement of saves")
    if "read" not in rates:
        notes.unknown("read_bandwidth: no load was measured; that of the tier is unlimited until you give one")
    fields = {f"{direction}_bandwidth": rate for direction, rate in rates.items()}
    notes.unknown(
        "latency: the source does not tell it from the transfer; 0 s, so bandwidths hold for sizes like those measured"
    )
    return Tier(**fields)


def _shown(rate: float) -> str:
    return _format.quantity(rate, "B/s", 4)


# ---- MLPerf Storage


def tier_from_mlperf_storage(path: Readable, read: Readable | None = None) -> MeasuredTier:
    """The tier that a summary of MLPerf Storage's checkpointing workload measured, with its spread.

    Bandwidths are checkpoint size over mean duration: what a mean save takes. The summary's own mean of rates is in ``spread``.
    What the file calls GB is GiB. Beside a file ``0_per_epoch_stats.json`` and one metadata file of the run are looked at too:
    they say what each checkpoint took, whether it was synchronised, and how many there were.

    Parameters
    ----------
    path : of ``summary.json``, or of the folder that holds it
    read : the same of the invocation that loaded, where saves and loads were two

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    MLPerf Storage v2.0, checkpointing; DLIO ``utils/statscounter.py``, ``checkpointing/base_checkpointing.py`` (the units).

    Examples
    --------
    >>> import io
    >>> saves = '"save_checkpoint_io_mean_GB_per_second": 10.2, "save_checkpoint_duration_mean_seconds": 10, '
    >>> text = '{"num_hosts": 2, "num_accelerators": 8, "metric": {' + saves + '"checkpoint_size_GB": 100}}'
    >>> found = sl.interop.tier_from_mlperf_storage(io.StringIO(text))
    >>> found.tier.write_bandwidth == 10 * 2**30, found.spread["write"].mean == 10.2 * 2**30
    (True, True)
    """
    notes = Notes()
    rates: dict[str, float] = {}
    spread: dict[str, Spread] = {}
    first: Source | None = None
    for given, directions in ((path, DIRECTIONS if read is None else ("write",)), (read, ("read",))):
        if given is None:
            continue
        source = _opened(given)
        first = first or source
        _mlperf(source, directions, rates, spread, notes)
    assert first is not None
    return MeasuredTier(tier=_tier(first, rates, notes), spread=spread, notes=notes.all())


def _opened(path: Readable) -> Source:
    """A summary, or the one that a folder holds."""
    if isinstance(path, (str, os.PathLike)) and os.path.isdir(path):
        found = sorted(Path(path).glob("*summary.json"))
        if len(found) != 1:
            problem = "holds no *summary.json" if not found else f"holds {len(found)} summaries"
            raise FileError(os.fspath(path), "", problem, "the folder of one invocation")
        path = found[0]
    return source_of(path, LARGEST)


def _mlperf(
    source: Source, directions: Iterable[str], rates: dict[str, float], spread: dict[str, Spread], notes: Notes
) -> None:
    top = At(source, "", json_in(source)).mapping()
    metric = top.at("metric").mapping("the metrics of a run of MLPerf Storage's checkpointing")
    size = metric.at("checkpoint_size_GB").number("GiB")
    beside = _beside(source)
    samples = _each(source, beside)
    for direction in directions:
        before = "save" if direction == "write" else "load"
        name = {key: f"{before}_checkpoint_{key}" for key in ("io_mean_GB_per_second", "io_stdev_GB_per_second")}
        rate = metric.at(name["io_mean_GB_per_second"]).number("GiB/s")
        duration = metric.at(f"{before}_checkpoint_duration_mean_seconds").number("s")
        if not rate and not duration:
            continue
        deviation = metric.at(name["io_stdev_GB_per_second"]).number("GiB/s")
        mean = None if rate is None else rate * GiB
        if duration and size:
            rates[direction] = size * GiB / duration
            text = f"checkpoint_size_GB (GiB) / {before}_checkpoint_duration_mean_seconds"
            notes.derived(f"{direction}_bandwidth = {_shown(rates[direction])}: {text}")
            if mean and not 0.5 < rates[direction] / mean < 2:
                notes.unknown(
                    f"{before}: size over mean duration and the mean of rates ({_shown(mean)}) are a factor of two apart"
                )
        elif mean:
            rates[direction] = mean
            notes.took(f"{direction}_bandwidth", f"metric.{name['io_mean_GB_per_second']}")
            notes.derived(f"{direction}_bandwidth is the mean of rates: without size and duration a mean save may take longer")
        else:
            raise metric.at(name["io_mean_GB_per_second"]).error("a number > 0 [GiB/s], or a size and a duration")
        each = samples.get(before, [])
        found: dict[str, Any] = {"mean": mean or rates[direction], "of": "checkpoint"}
        if deviation is not None:
            found["deviation"] = deviation * GiB
            notes.took(f"spread of {DIRECTIONS[direction]}", f"metric.{name['io_stdev_GB_per_second']}")
        if each:
            quantiles = np.quantile(each, [0.1, 0.5, 0.9])
            found |= {"least": min(each), "most": max(each), "samples": len(each)}
            found["quantiles"] = tuple(float(x) for x in quantiles)
        spread[direction] = Spread(**found)
    if not rates:
        training = any(str(key).startswith("train_") for key in metric.value)
        what = "has metrics of training, not of checkpoints" if training else "has no metric of a save or a load"
        raise source.unread("metric", what, "save_checkpoint_* or load_checkpoint_* of the checkpointing workload")
    _mlperf_caveats(top, size, rates, beside, notes)
    if any(direction in spread and not spread[direction].samples for direction in directions):
        notes.unknown("what each checkpoint took: 0_per_epoch_stats.json is not beside the file")


def _mlperf_caveats(top: At, size: float | None, rates: Mapping[str, float], beside: list[Path], notes: Notes) -> None:
    """What was really measured."""
    hosts, ranks = top.at("num_hosts").number(), top.at("num_accelerators").number()
    if size:
        notes.derived(f"checkpoint_size_GB is {size:.6g} GiB, {_format.quantity(size * GiB, 'B', 4)} of all ranks together")
    if hosts and ranks:
        notes.derived(
            f"{ranks:g} simulated ranks on {hosts:g} hosts: bandwidths are of these together, of tensors without a GPU; "
            "those of a larger or smaller job are others"
        )
    else:
        notes.unknown("on how many hosts it was measured: a storage that many hosts share may give more, or less to each")
    if ranks and size and ranks == 8 and size < 150:
        notes.unknown(
            "whether these 8 ranks are all of a job: the benchmark lets 8 stand for more where each node has its storage"
        )
    memory = top.at("host_memory_GB")
    least = (
        [At(memory.source, f"{memory.place}[{k}]", x).number("GiB") for k, x in enumerate(memory.value)]
        if isinstance(memory.value, list)
        else [memory.number("GiB")]
    )
    known = [x for x in least if x]
    if "read" in rates and size and hosts and known and size / hosts < FILLS_CACHE * min(known):
        notes.unknown(
            f"whether loads came from the page cache: a host has {min(known):.4g} GiB of memory and saves {size / hosts:.4g}, "
            f"below {FILLS_CACHE} times which the rules ask for the cache to be dropped"
        )
    run = _metadata(beside, top.source)
    if (sync := run.get("fsync")) is None:
        notes.unknown("whether each save ended with fsync: the rules ask for it, the summary does not say")
    elif sync:
        notes.took("fsync", "checkpoint.fsync of the metadata")
    else:
        notes.unknown("how much of a save was on storage: fsync was off, so bandwidths may be those of memory")
    counts = {key: run[key] for key in ("num_checkpoints_write", "num_checkpoints_read") if key in run}
    if counts:
        notes.took("number of checkpoints", ", ".join(f"{key} = {count}" for key, count in counts.items()))


def _beside(source: Source) -> list[Path]:
    """The other files of the same run."""
    folder = Path(source.name).parent
    try:
        return sorted(folder.glob("*.json"))[:1000] if Path(source.name).is_file() else []
    except OSError:
        return []


def _quietly(path: Path) -> Any:
    """A file beside the one that was asked for: what cannot be read of it is not known."""
    try:
        return json_in(source_of(path, LARGEST))
    except (OSError, ValueError):
        return None


def _each(source: Source, beside: list[Path]) -> dict[str, list[float]]:
    """Rates [B/s] of each checkpoint by direction."""
    path = next((one for one in beside if one.name == "0_per_epoch_stats.json"), None)
    epochs = _quietly(path) if path else None
    found: dict[str, list[float]] = {}
    for epoch in epochs.values() if isinstance(epochs, dict) else ():
        for key, one in epoch.items() if isinstance(epoch, dict) else ():
            direction, _, rest = str(key).partition("_ckpt")
            rate = one.get("throughput") if isinstance(one, dict) else None
            if direction in ("save", "load") and rest and isinstance(rate, (int, float)) and 0 < rate < 1e300:
                found.setdefault(direction, []).append(float(rate) * GiB)
    return found


def _metadata(beside: list[Path], source: Source) -> dict[str, Any]:
    """What the metadata of a run says of its checkpoints."""
    files = [one for one in beside if one.name.endswith("metadata.json")]
    tree = _quietly(files[0]) if len(files) == 1 else None
    found: dict[str, Any] = {}
    for part in ("combined_params", "parameters", "params_dict", "args"):
        of = tree.get(part) if isinstance(tree, dict) else None
        checkpoint = of.get("checkpoint", of) if isinstance(of, dict) else None
        for key in ("fsync", "num_checkpoints_write", "num_checkpoints_read"):
            value = checkpoint.get(key) if isinstance(checkpoint, dict) else None
            if isinstance(value, bool if key == "fsync" else int) and key not in found:
                found[key] = value
    return found


# ---- fio


def tier_from_fio(path: Readable, job: str | None = None) -> MeasuredTier:
    """The tier that ``fio --output-format=json`` (or json+) measured, with its spread.

    Jobs of one group run at once: their bytes add up over the longest of their times. Groups run one after another: of those
    that measure the same direction bytes and times add up; ``job`` picks some. What the file says of one job only, with
    numjobs above 1 and group_reporting, is said to be so.

    Parameters
    ----------
    path : of the file; warnings before the JSON are passed over, of several reports the last is taken
    job : name of the jobs to take; default: all

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    fio 3.36, HOWTO "JSON output"; issue 519 of axboe/fio (which numbers are of a group, which of one job).

    Examples
    --------
    >>> import io
    >>> write = '"write": {"bw_bytes": 2000000000, "runtime": 60000, "bw_mean": 1953125, "bw_dev": 100000, "bw_samples": 120}'
    >>> text = '{"jobs": [{"jobname": "save", "job options": {"rw": "write", "bs": "1M", "direct": "1"}, ' + write + "}]}"
    >>> found = sl.interop.tier_from_fio(io.StringIO(text))
    >>> found.tier.write_bandwidth, found.spread["write"].deviation
    (2000000000.0, 102400000.0)
    """
    source = source_of(path, LARGEST)
    top = At(source, "", json_in(source)).mapping()
    notes = Notes()
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
    rates: dict[str, float] = {}
    spread: dict[str, Spread] = {}
    shared = top.at("global options").value
    options = {id(one): {**(shared if isinstance(shared, dict) else {}), **_options(one)} for one in jobs}
    for direction in DIRECTIONS:
        mine = [run for run in runs if run.direction == direction]
        if not mine:
            continue
        rates[direction], spread[direction] = _together(direction, mine, notes)
        _fio_caveats(direction, mine, [options[id(run.job)] for run in mine], notes)
    if not rates:
        raise source.unread("jobs", "moved no bytes", "jobs that read or write")
    mixed = [run for run in runs if run.direction == "read" and any(o.job is run.job and o.direction == "write" for o in runs)]
    if mixed:
        notes.unknown("what reads or writes alone would give: they ran at once, each at the other's cost")
    hosts = {str(one.at("hostname").value) for one in jobs if one.at("hostname").value is not None}
    if len(hosts) > 1:
        notes.derived(f"bandwidths are of {len(hosts)} hosts together")
    else:
        notes.unknown("what more hosts at once would give: it was measured on one")
    return MeasuredTier(tier=_tier(source, rates, notes), spread=spread, notes=notes.all())


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


def _fio_caveats(direction: str, runs: list[Run], options: list[dict[str, Any]], notes: Notes) -> None:
    """What was really measured."""
    if not any(options):
        notes.unknown(f"how {DIRECTIONS[direction]} were done: the file has no options of its jobs")
        return
    direct = [_on(of, "direct") or ("buffered" in of and not _on(of, "buffered")) for of in options]
    if not all(direct):
        flushed = [_on(of, "fsync", "fdatasync", "end_fsync", "fsync_on_close", "sync") for of in options]
        if direction == "read":
            notes.unknown("whether reads came from storage: direct is not set, so the page cache may have answered")
        elif not all(flushed):
            notes.unknown(
                "whether writes reached storage: neither direct nor fsync is set, so bandwidths may be those of memory"
            )
    if any("rand" in str(of.get("rw", of.get("readwrite", ""))) for of in options):
        notes.unknown(f"{DIRECTIONS[direction]} of a checkpoint are long streams; these were at random places")
    blocks = [size for of in options if (size := _bytes(str(of.get("bs", of.get("blocksize", "4k"))))) is not None]
    if blocks and min(blocks) < STREAM:
        notes.unknown(
            f"{DIRECTIONS[direction]} of checkpoints are of large blocks, these were of {_format.quantity(min(blocks), 'B', 4)}"
        )
    if (longest := max(run.time for run in runs)) < SHORT:
        notes.unknown(
            f"whether {DIRECTIONS[direction]} go on at this rate: {longest:.3g} s are too short to fill caches of devices"
        )


def _bytes(text: str) -> float | None:
    """A size of fio, such as "1M" or "4k": powers of 1024 unless it says kb_base=1000."""
    found = re.fullmatch(r"(\d{1,12}(?:\.\d{0,6})?)\s*([kmgtp]?)(?:i?b)?", text.split(",")[0].split("-")[0].strip().lower())
    return float(found[1]) * 1024.0 ** "_kmgtp".index(found[2] or "_") if found else None


# ---- what a file is, and what it says


def looks_like(source: Source) -> str:
    """ "mlperf_storage" or "fio" where a file is one of theirs, else ""."""
    if not re.search(r'"(metric|jobs|client_stats)"\s*:', source.text):
        return ""
    try:
        tree = json_in(source)
    except FileError:
        return ""
    if not isinstance(tree, dict):
        return ""
    if isinstance(tree.get("metric"), dict) and any("_checkpoint_" in str(key) for key in tree["metric"]):
        return "mlperf_storage"
    return "fio" if "fio version" in tree or "client_stats" in tree or isinstance(tree.get("jobs"), list) else ""


def described_file(source: Source) -> tuple[str, MeasuredTier, list[tuple[str, str]]] | None:
    """What a file of measurements is called, what it says, and the facts of it: what, and how much; None where it is none."""
    kind = looks_like(source)
    if not kind:
        return None
    found = tier_from_fio(source) if kind == "fio" else tier_from_mlperf_storage(source)
    facts = []
    for direction, of in found.spread.items():
        text = _shown(getattr(found.tier, f"{direction}_bandwidth"))
        more = [f"standard deviation {_shown(of.deviation)}"] if of.deviation == of.deviation else []
        more += [f"{_shown(of.least)} to {_shown(of.most)}"] if of.least == of.least else []
        more += [f"of {of.samples:,} samples, each a {of.of}"] if of.samples else []
        facts.append((f"{direction}_bandwidth", f"{text}   ({', '.join(more)})" if more else text))
    return {"fio": "fio", "mlperf_storage": "MLPerf Storage"}[kind], found, facts


complete(["tier_from_fio", "tier_from_mlperf_storage"], globals())
