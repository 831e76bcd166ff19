# SPDX-License-Identifier: Apache-2.0
"""Measured storage: summaries of MLPerf Storage's checkpointing workload, whose engine is DLIO, and what DLIO prints."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .. import _format
from .._core.units import GiB
from .._docs import complete
from .._opening import bounded
from .._source import At, FileError, Notes, Readable, Source, json_in, source_of
from ._storage import DIRECTIONS, LARGEST, MeasuredTier, Measurement, Spread, one_file, shown_rate, two_files

#: how many times the memory of a host a checkpoint must write there to leave no room for a cache (MLPerf Storage, 4.3.1)
FILLS_CACHE = 3
#: a line of DLIO's output, its direction, what it says, its mean and its deviation
METRIC = re.compile(
    r"\[METRIC\] Checkpoint (save|load) (duration \(seconds\)|I/O Throughput \(Gi?B/second\)):"
    r"\s*([\d.]+)(?:\s*\(\D?([\d.]+)\))?"
)


def tier_from_mlperf_storage(
    path: Readable, read: Readable | None = None, *, most_bytes: float | str | None = None
) -> MeasuredTier:
    """The tier that a summary of MLPerf Storage's checkpointing workload measured, with its spread; DLIO, its engine, the same.

    Bandwidths are checkpoint size over mean duration: what a mean save takes. The summary's own mean of rates is in ``spread``.
    What the file calls GB is GiB. Beside a file ``0_per_epoch_stats.json`` and one metadata file of the run are looked at too:
    they say what each checkpoint took, whether it was synchronised, and how many there were.

    Parameters
    ----------
    path : of ``summary.json``, of the folder that holds it, or of what DLIO printed
    read : the same of the other invocation, where saves and loads were two; in any order
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 64 MiB

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
    with bounded(most_bytes):
        sources = [opened(given) for given in (path, read) if given is not None]
        return one_file(mlperf, sources[0]) if len(sources) == 1 else two_files([(mlperf, source) for source in sources])


def opened(path: Readable) -> Source:
    """A summary, or the one that a folder holds."""
    if isinstance(path, (str, os.PathLike)) and os.path.isdir(path):
        found = sorted(Path(path).glob("*summary.json"))
        if len(found) != 1:
            problem = "holds no *summary.json" if not found else f"holds {len(found)} summaries"
            raise FileError(os.fspath(path), "", problem, "the folder of one invocation")
        path = found[0]
    return source_of(path, LARGEST)


def printed(source: Source) -> dict[str, Any] | None:
    """What DLIO printed at the end, as its summary has it; None where the text has none of it."""
    keys = {"d": "duration_{}_seconds", "I": "io_{}_GB_per_second"}
    metric = {}
    for direction, what, mean, deviation in METRIC.findall(source.text):
        for value, of in ((mean, "mean"), (deviation, "stdev")):
            if re.fullmatch(r"\d{1,15}(\.\d{0,15})?", value):
                metric[f"{direction}_checkpoint_{keys[what[0]].format(of)}"] = float(value)
    ranks = re.findall(r"\[METRIC\] Number of Simulated Accelerators: (\d{1,9})\b", source.text)
    return {"metric": metric, **({"num_accelerators": int(ranks[-1])} if ranks else {})} if metric else None


def mlperf(found: Measurement, directions: Sequence[str]) -> None:
    """What a summary says of the directions."""
    source, notes = found.source, found.notes
    top = At(source, "", printed(source) or json_in(source)).mapping()
    metric = top.at("metric").mapping("the metrics of a run of MLPerf Storage's checkpointing")
    size = metric.at("checkpoint_size_GB").number("GiB")
    beside = _beside(source)
    samples = _each(source, beside)
    measured = [one for one in directions if _direction(found, metric, one, size, samples)]
    training = sorted(str(key) for key in metric.value if str(key).startswith("train_"))
    if not measured:
        what = "has metrics of training, not of checkpoints" if training else "has no metric of a save or a load"
        raise source.unread("metric", what, "save_checkpoint_* or load_checkpoint_* of the checkpointing workload")
    if training:
        notes.left_out("train_*: how fast samples were read while training, no load of a checkpoint")
    _mlperf_caveats(top, size, found.rates, beside, notes)
    if any(not found.spread[direction].samples for direction in measured):
        notes.unknown("what each checkpoint took: 0_per_epoch_stats.json is not beside the file")


def _direction(found: Measurement, metric: At, direction: str, size: float | None, samples: Mapping[str, list[float]]) -> bool:
    """Whether a direction was measured; its rate and its spread."""
    notes = found.notes
    before = "save" if direction == "write" else "load"
    name = {key: f"{before}_checkpoint_{key}" for key in ("io_mean_GB_per_second", "io_stdev_GB_per_second")}
    rate = metric.at(name["io_mean_GB_per_second"]).number("GiB/s")
    duration = metric.at(f"{before}_checkpoint_duration_mean_seconds").number("s")
    if not rate and not duration:
        return False
    deviation = metric.at(name["io_stdev_GB_per_second"]).number("GiB/s")
    mean = None if rate is None else rate * GiB
    if duration and size:
        found.rates[direction] = size * GiB / duration
        text = f"checkpoint_size_GB (GiB) / {before}_checkpoint_duration_mean_seconds"
        notes.derived(f"{direction}_bandwidth = {shown_rate(found.rates[direction])}: {text}")
        if mean and not 0.5 < found.rates[direction] / mean < 2:
            apart = f"size over mean duration and the mean of rates ({shown_rate(mean)}) are a factor of two apart"
            notes.unknown(f"{before}: {apart}")
    elif mean:
        found.rates[direction] = mean
        notes.took(f"{direction}_bandwidth", f"metric.{name['io_mean_GB_per_second']} (GB is GiB)")
        notes.derived(f"{direction}_bandwidth is the mean of rates: without size and duration a mean save may take longer")
    else:
        raise metric.at(name["io_mean_GB_per_second"]).error("a number > 0 [GiB/s], or a size and a duration")
    spread: dict[str, Any] = {"mean": mean or found.rates[direction], "of": "checkpoint"}
    if deviation is not None:
        spread["deviation"] = deviation * GiB
        notes.took(f"spread of {DIRECTIONS[direction]}", f"metric.{name['io_stdev_GB_per_second']}")
    if each := samples.get(before, []):
        quantiles = np.quantile(each, [0.1, 0.5, 0.9])
        spread |= {"least": min(each), "most": max(each), "samples": len(each)}
        spread["quantiles"] = tuple(float(x) for x in quantiles)
    found.spread[direction] = Spread(**spread)
    return True


def _mlperf_caveats(top: At, size: float | None, rates: Mapping[str, float], beside: list[Path], notes: Notes) -> None:
    """What was really measured."""
    hosts, ranks = top.at("num_hosts").number(), top.at("num_accelerators").number()
    if size:
        notes.derived(f"checkpoint_size_GB is {size:.6g} GiB, {_format.quantity(size * GiB, 'B', 4)} of all ranks together")
    if hosts and ranks:
        notes.derived(
            f"{ranks:g} simulated ranks on {hosts:g} host{'s' * (hosts > 1)}: bandwidths are of these together, of tensors "
            "without a GPU; those of a larger or smaller job are others"
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
    if "write" in rates:
        sync = run.get("fsync")
        if sync is None:
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


complete(["tier_from_mlperf_storage"], globals())
