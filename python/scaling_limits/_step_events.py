# SPDX-License-Identifier: Apache-2.0
"""Events of a run, in JSON, as a log of steps: MLPerf's :::MLLOG lines, and what ml-goodput-measurement records.

References
----------
MLPerf logging, mlperf_logging/mllog/constants.py; ml-goodput-measurement, src/goodput.py (GoodputRecorder).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeGuard

from ._core import units
from ._log_report import cut
from ._opening import StandsTwice, json_of, object_at
from ._step_console import ENDED, Row, Table

MLLOG = ":::MLLOG"
#: intervals of MLLOG beside steps, <key>_start to <key>_stop
_INTERVALS = {"init": "startup", "eval": "eval", "checkpoint": "checkpoint", "save_checkpoint": "checkpoint"}
#: what numbers steps in MLLOG: the first of these keys that a file has, with the first of its numbers
_NUMBERS = {
    "tracked_stats": ("step", "samples_count", "epoch_num"),
    "train_loss": ("step", "samples_count"),
    "block_stop": ("step", "samples_count", "epoch_num"),
    "epoch_stop": ("epoch_num",),
}
#: what begins with an event of ml-goodput, and lasts until the next; "": what it was before
_PHASES = {
    "job_start_time": "startup",
    "tpu_init_start_time": "startup", "tpu_init_end_time": "startup",
    "training_prep_start_time": "startup", "training_prep_end_time": "startup",
    "training_preparation_start_time": "startup", "training_preparation_end_time": "startup",
    "data_loading_start_time": "data", "data_loading_end_time": "other",
    "custom_badput_event_start_time": "other", "custom_badput_event_end_time": "other",
    "step_start_time": "step",
    "job_end_time": "other",
}  # fmt: skip


def read(name: str, text: str) -> Table | None:
    """The rows of events; None: there are none."""
    try:
        if MLLOG in text:
            return _mllog(name, text)
        if '"job_name"' in text and '"step_start_time"' in text:
            return _ml_goodput(name, text)
    except StandsTwice as error:
        raise ValueError(f"goodput_from_steps: {name}: {error}") from None
    if "DCGM_FI_" in text and ("# HELP" in text or "# TYPE" in text):
        raise ValueError(
            f"goodput_from_steps: {name} is Prometheus text of NVIDIA's DCGM: what each GPU does at one instant, no steps; a "
            "log of steps is written by the training itself"
        )
    return None


def _number(value: Any) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and abs(value) < 1e15


def _objects(lines: Iterable[str], mark: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        at = line.find("{") if mark in line else -1
        if at < 0:
            continue
        try:
            found, _ = object_at(line, at)
        except StandsTwice as error:
            raise StandsTwice(error.key, number) from None
        except (ValueError, RecursionError):
            continue
        yield number, found


def _mllog(name: str, text: str) -> Table:
    events = []
    for number, one in _objects(text.split("\n"), MLLOG):
        metadata = one.get("metadata")
        numbers = {key: float(value) for key, value in metadata.items() if _number(value)} if isinstance(metadata, dict) else {}
        if _number(one.get("time_ms")) and one["time_ms"] > 0:
            events.append((number, str(one.get("key")), float(one["time_ms"]) * units.millisecond, numbers, one.get("value")))
    events.sort(key=lambda event: event[2])
    numbered = {key for _, key, _, metadata, _ in events if any(what in metadata for what in _NUMBERS.get(key, ()))}
    by = next((key for key in _NUMBERS if key in numbered), None)
    if by is None:
        raise ValueError(
            f"goodput_from_steps: {name} holds {MLLOG} lines, but none numbers steps: read are tracked_stats with step, "
            "train_loss and block_stop with samples_count, epoch_stop with epoch_num"
        )
    what = next(one for one in _NUMBERS[by] if any(key == by and one in metadata for _, key, _, metadata, _ in events))
    sizes = (float(value) for _, key, _, _, value in events if key == "global_batch_size" and _number(value) and value > 0)
    batch = next(sizes, None)
    samples = {metadata.get("samples_count") for *_, metadata, _ in events}
    counts = what == "samples_count" or any(
        key == by and metadata.get(what) and metadata.get(what) in samples for _, key, _, metadata, _ in events
    )
    share = batch if counts and batch else 1.0
    rows: list[Row] = []
    begun: dict[str, float] = {}
    attempt, ends, latest = 0, 0, math.nan
    running, stopped = False, math.nan
    for number, key, when, metadata, _ in events:
        stem, _, end = key.rpartition("_")
        if key == "init_start" and stopped == stopped:
            ends += 1
            rows.append((number, "downtime", None, None, when, when - stopped, attempt))
            stopped = math.nan
        elif key == "init_start":
            if rows and not running:  # its start-up failed, nobody knows when
                rows.append((number, "startup", None, latest, None, None, attempt))
            attempt += bool(rows)
        latest = when
        running = running and key != "init_start"
        stopped = when if key == "run_stop" else stopped
        if key in ("init_start", "run_start"):
            rows.append((number, "startup", None, None, when, 0.0 if key == "init_start" else None, attempt))
        if key == by and what in metadata:
            running = True
            rows.append((number, "step", metadata[what] / share, None, when, None, attempt))
        elif stem in _INTERVALS and end == "start":
            begun[stem] = when
        elif stem in _INTERVALS and end in ("stop", "end") and stem in begun:
            rows.append((number, _INTERVALS[stem], None, None, when, when - begun.pop(stem), attempt))
        elif key == "run_stop":
            rows.append((number, "other", None, None, when, None, attempt))
    notes = [f"read as {MLLOG} lines of MLPerf: {_counted(row[1] for row in rows)}; steps are numbered by {what} of {by}"]
    if counts:
        notes.append(f"{what} counts samples" + (f": steps are of the {batch:g} of global_batch_size" if batch else ""))
    if ends:
        notes.append(ENDED.format(ends))
    places, kind, step, start, time, length, ids = map(list, zip(*rows, strict=True))
    columns = {"step": step, "start": start, "time": time, "duration": length, "kind": kind, "attempt": ids}
    return Table(columns, places, notes)


def _recorded(name: str, text: str) -> tuple[list[tuple[float, int, str, dict[str, Any]]], int]:
    """Events of ml-goodput in the order of time, each once: time, line, key, entry; and how many repeated another."""
    objects: Iterable[tuple[int, Any]] = _objects(text.split("\n"), "job_name")
    if text.lstrip().startswith("["):
        try:
            objects = enumerate(json_of(text), 1)
        except StandsTwice:
            raise
        except (ValueError, RecursionError):
            return [], 0
    found: dict[Any, tuple[float, int, str, dict[str, Any]]] = {}
    count = 0
    for number, one in objects:
        entry: Any = one.get("jsonPayload", one.get("payload", one)) if isinstance(one, dict) else {}
        entry = entry if isinstance(entry, dict) else {}
        key = next((key for key in _PHASES if _number(entry.get(key))), None)
        if key is not None:
            count += 1
            which = key, entry[key], str(entry.get("step_count")), str(entry.get("job_name"))
            found.setdefault(which, (float(entry[key]), number, key, entry))
    jobs = list(dict.fromkeys(job for *_, job in found))
    if len(jobs) > 1:
        listed = ", ".join(map(cut, jobs[:3])) + (", ..." if len(jobs) > 3 else "")
        raise ValueError(f"goodput_from_steps: {name} has events of {len(jobs)} runs (job_name {listed}): keep those of one")
    events = list(found.values())
    if events and events[0][0] > events[-1][0]:  # the newest first, as services of logs list them
        events.reverse()
    return sorted(events, key=lambda event: event[0]), count - len(events)


def _ml_goodput(name: str, text: str) -> Table | None:
    events, again = _recorded(name, text)
    if not any(key == "step_start_time" for _, _, key, _ in events):
        return None
    rows = []
    attempt, stepped, ends = 0, False, 0
    for k, (when, number, key, entry) in enumerate(events):
        if key == "job_start_time" and k > 0:
            ended = events[k - 1][2] == "job_end_time"
            attempt, ends, stepped = attempt + (not ended), ends + ended, False
        kind = _PHASES[key]
        if kind in ("data", "other") and not stepped and key != "job_end_time":
            kind = "startup"
        elif key == "custom_badput_event_start_time":
            kind = str(entry.get("custom_badput_event_type", kind))
        stepped = stepped or kind == "step"
        if key == "job_end_time" and k + 1 < len(events):
            rows.append((number, "other", None, when, attempt))  # the step before it ended
            kind = "downtime"
        rows.append((number, kind, entry.get("step_count"), when, attempt))
    counted = _counted(row[1] for row in rows)
    notes = [f"read as events of ml-goodput-measurement: {counted}; what an event begins lasts until the next"]
    if ends:
        notes.append(ENDED.format(ends))
    if again:
        notes.append(f"events that repeat another: {again:,}; left out")
    places, kinds, step, start, ids = map(list, zip(*rows, strict=True))
    return Table({"step": step, "start": start, "kind": kinds, "attempt": ids}, places, notes)


def _counted(kinds: Iterable[str]) -> str:
    return ", ".join(f"{count} of {kind}" for kind, count in Counter(kinds).items())
