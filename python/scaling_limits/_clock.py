# SPDX-License-Identifier: Apache-2.0
"""One clock: how many interruptions a log has in how much running time, the same for every command and function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import _evaluate
from ._attempts import Attempts
from ._kernel import describe, find
from ._logs import Counts, stream
from ._parameters import checked, column, is_list
from ._parts import ENDS_OF_LOG
from ._streams import course, incidents

OWN = "failures._running_exposure"


@dataclass(frozen=True)
class Counted:
    """How many interruptions, and in how much time: numbers of the questions mtbf_estimate and mtbf_samples.

    `window` is wall clock unless `downtime` is 0 and `clock` is "running"; of a history of jobs `gpu_time` is what its attempts
    ran on GPUs, and gaps do not matter.
    """

    events: float
    window: float
    clock: str  # "running" or "wall clock"
    downtime: float = 0.0  # of a failure in the mean, where single ones are not known
    spread: float = 1.0
    gpu_time: float = math.nan
    dispersion: float = 1.0
    notes: tuple[str, ...] = ()

    @property
    def of_jobs(self) -> bool:
        """Whether the exposure is GPU-time of attempts."""
        return self.gpu_time == self.gpu_time

    def whole_events(self) -> float:
        """How many, as a whole number where they are one."""
        return int(self.events) if self.events == int(self.events) else self.events

    def of(self, events: float) -> Counted:
        """Some of the interruptions in the same running time."""
        running = float(find(OWN)(self.window, self.events, self.downtime)) if self.downtime else self.window
        return replace(self, events=float(events), window=running, downtime=0.0)

    def numbers(self, gpus: float | None) -> dict[str, float]:
        """The same as the questions take it; `gpus`: that the log is of."""
        if self.of_jobs:
            return {"events": self.events, "exposure": self.gpu_time}
        held = {} if gpus is None else {"gpus": gpus}
        return {
            "events": self.events,
            "exposure": self.window,
            "downtime": self.downtime,
            "downtime_spread": self.spread,
        } | held

    def estimate(self, gpus: float | None = None) -> _evaluate.Answer:
        """Time between failures, failures a day, GPU-time for each, with their intervals."""
        return _evaluate.ask("mtbf_estimate", numbers=self.numbers(gpus))

    def samples(self, gpus: float, count: int, dispersion: float, longer: float = 1.0) -> np.ndarray[Any, Any]:
        """What the count leaves open of gpu_mttf, as even quantiles; `longer`: of a log so many times as long."""
        asked = self.numbers(gpus) | {"dispersion": dispersion, "samples": count}
        asked |= {name: longer * asked[name] for name in ("events", "exposure")}
        found = _evaluate.ask("mtbf_samples", numbers=asked)
        values = np.asarray(found.columns["gpu_mttf"])
        if np.isnan(values).any():
            raise ValueError(_evaluate.ask("mtbf_estimate", numbers=self.numbers(gpus)).note() or NO_INTERVAL)
        return values


NO_ENDS = "no interval of gpu_mttf: low and high of a plan take it to be otherwise as without a log"


def ends_of_log(rate: Sequence[float]) -> dict[str, list[float]]:
    """For the table of a run: the ends of an interval, as factors of the rate before them; nothing where there is none."""
    value, *ends = (float(x) for x in rate)
    low, high = (end / value for end in ends)
    return {ENDS_OF_LOG: [low, high]} if 0 < low <= 1 <= high < math.inf else {}


NO_INTERVAL = "outages are longer than twice the time between failures: say when each ended"


def counted(
    events: Any,
    window: float | None = None,
    within: float | None = None,
    downtime: float | None = None,
    spread: float | None = None,
    who: str = "plan_from_log",
) -> Counted:
    """What a log, times or a count of failures says.

    `window`: wall clock, where the log does not say it or to say otherwise; `downtime`: of a failure, where the log does not
    know of each; None: nobody knows it, and all is wall clock.
    """
    if isinstance(events, Attempts):
        events = events.events()
    if isinstance(events, Counts):
        events = float(events.total)
    if isinstance(events, (int, float, np.number)):
        if window is None:
            raise TypeError(f"{who} needs 'window' where events is a count: time in which they were counted [s]")
        if within is not None:
            raise TypeError(f"{who}: within merges failures at times that are known; events is a count")
        return _in_time(one(who, "events", events), window, downtime, spread)
    times, counts, whole, outages = _stream(events, who)
    if within is not None and len(times):
        begins = len(counts) < len(times)
        groups = incidents(times, np.zeros(len(times)), within)
        outages = None if outages is None else merged_outages(times, outages, groups.incident)
        times = groups.start
        counts = times[1:] if begins else times
    exposure = getattr(events, "exposure", math.nan)
    seen = course(counts, whole) if whole > 0 else None
    dispersion = float(seen.dispersion) if seen is not None and seen.bursts else 1.0
    if exposure == exposure and window is None:
        n = float(len(times) + events.undated)
        return Counted(n, whole, "running", gpu_time=exposure, dispersion=dispersion)
    if not whole > 0 and window is None:
        raise ValueError(f"{who}: {len(times)} events say nothing of their window; give window [s]")
    n, length = (float(len(counts)), whole) if window is None else (float(len(times)), window)
    if outages is None:
        return replace(_in_time(n, length, downtime, spread), dispersion=dispersion)
    return replace(_of_outages(n, length, times, outages, downtime, spread), dispersion=dispersion)


def _stream(events: Any, who: str) -> tuple[Any, Any, float, Any]:
    """Times from the window's start, those that count, the window's length, outages in the same order."""
    if hasattr(events, "start") and hasattr(events, "window"):
        if not np.isfinite(np.asarray(events.start, float)).all():
            raise ValueError(f"{who}: times of events must be finite [s]")
        low, high = events.window
        inside = (events.start >= low) & (events.start <= high)
        outages = events.outages
        if outages is not None:
            outages = outages[inside][np.argsort(events.start[inside], kind="stable")]
        return (*events._stream(), outages)
    if not is_list(events):
        raise TypeError(f"{who}: events must be a log, times or a count of failures, not {describe(events)}")
    start = column(who, "events", events, "s")
    if not np.isfinite(start).all():
        raise ValueError(f"{who}: times of events must be finite [s]")
    ends = (start.min(), start.max()) if len(start) else (np.nan, np.nan)
    return (*stream(start, ends, begins=True), None)


def merged_outages(times: Any, outages: Any, group: Any) -> Any:
    """Of each incident how long it stopped the job: from its first failure until the last end."""
    count = int(group.max()) + 1
    first, last = np.full(count, np.inf), np.full(count, -np.inf)
    places = group.astype(int)
    np.minimum.at(first, places, times)
    np.maximum.at(last, places, np.where(np.isnan(outages), -np.inf, times + outages))
    return np.where(np.isfinite(last), last - first, np.nan)


def _in_time(n: float, window: float, downtime: float | None, spread: float | None) -> Counted:
    """Of outages of which the mean alone is known, or nothing."""
    if downtime is None:
        return Counted(n, window, "wall clock")
    if spread is None and downtime > 0:
        return Counted(n, window, "running", downtime, notes=("spread of outages assumed: as large as their mean",))
    return Counted(n, window, "running", downtime, 1.0 if spread is None else spread)


def _of_outages(n: float, window: float, times: Any, outages: Any, downtime: float | None, spread: float | None) -> Counted:
    """Of single outages, cut at the window's end; those that nobody knows last as long as usual."""
    cut_off = np.minimum(outages, np.maximum(window - times, 0))
    known = ~np.isnan(cut_off)
    usual = downtime if downtime is not None else float(np.nanmean(outages))
    lacking = float((~known).sum())
    running = float(find(OWN)(window, float(known.sum()), float(cut_off[known].mean()) if known.any() else 0.0))
    if not running > 0:
        raise ValueError("the outages of the log are longer than the time in which they were counted")
    if not lacking:
        return Counted(n, running, "running")
    told = _in_time(n, running, usual * lacking / max(n, 1.0), spread)
    return replace(told, notes=(*told.notes, f"{lacking:.0f} outages without an end are taken as long as usual"))


def one(who: str, name: str, value: Any) -> float:
    """One number of the call, within its range."""
    found = checked(who, _fields[name], value)
    if np.ndim(found):
        raise TypeError(f"{who}: {name} must be one real number, not {describe(value)}")
    return float(found)


_fields = {row.name: row for row in _evaluate.rows_of("mtbf_samples")}
_fields["window"] = replace(_fields["exposure"], name="window")
_fields["spread"] = replace(_fields["downtime_spread"], name="spread")
_fields["tolerance"] = next(row for row in _evaluate.rows_of("hedged_interval") if row.name == "tolerance")
_fields["within"] = next(row for row in _evaluate.rows_of("incidents") if row.name == "within")
