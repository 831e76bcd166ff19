# SPDX-License-Identifier: Apache-2.0
"""What a history of jobs says: interruptions, the GPU-time in which they came, causes; whichever scheduler wrote it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import _format, failures
from .._core import units
from .._docs import complete
from .._log_report import LogReport, needed_pandas, plural
from .._logs import Events
from ..results import Result
from ._reading import Notes, Source

#: bytes of the largest history
LARGEST = 256 << 20


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Interruptions(Result):
    """Interruptions of jobs, and the time of their GPUs in which they came.

    Attributes
    ----------
    events : one a row, for the readers of failure logs: start, node, cause, window; the job is a column of its frame
    gpu_seconds : running time of all jobs that are counted, times their GPUs [s]
    interruptions : how many; more than ``events`` where some have no date
    gpu_mttf : gpu_seconds over interruptions [s]; inf: none came
    interval : that holds it with 95 %, exact for a constant rate
    causes : how many of each, the most frequent first
    jobs : attempts that are counted: their exposure is in gpu_seconds
    gpus : of the job that a GPU-second is of, in the mean
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> import io
    >>> text = "JobID|State|ElapsedRaw|End|AllocTRES\\n7|NODE_FAIL|3600|2025-03-01T12:00:00|gres/gpu=16\\n"
    >>> found = sl.interop.interruptions_from_sacct(io.StringIO(text))
    >>> found.interruptions, found.gpu_mttf / sl.units.hour, found.causes
    (1, 16.0, {'NODE_FAIL': 1})
    """

    events: Events
    gpu_seconds: float
    interruptions: int
    gpu_mttf: float
    interval: failures.Interval
    causes: dict[str, int]
    jobs: int
    gpus: float
    notes: tuple[str, ...]


complete(["Interruptions"], globals())


class Failure(NamedTuple):
    """One interruption; a date that is not known is NaN."""

    at: float
    cause: str
    node: str
    job: str
    place: int  # its line, or its place in a list


class Attempt(NamedTuple):
    """What one job ran without an end in between."""

    gpus: float
    seconds: float
    start: float  # NaN: not known
    end: float


@dataclass
class History:
    """What a reader has found so far."""

    source: Source
    notes: Notes = field(default_factory=Notes)
    failures: list[Failure] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    unusable: list[tuple[int, str]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    place: str = "line"

    def skip(self, place: int, why: str) -> None:
        """A row that cannot be used."""
        self.unusable.append((place, why))

    def until(self, given: float | None) -> float:
        """The instant up to which jobs that still run have run: as given, else the date of the file; NaN: not known."""
        if given is not None:
            self.notes.derived(f"jobs that still run are counted until {shown(given)}, as given")
            return given
        try:
            at = Path(self.source.name).stat().st_mtime
        except OSError:
            return math.nan
        self.notes.derived(f"jobs that still run are counted until {shown(at)}, the date of the file; until= says otherwise")
        return at

    def made(self, timezone: str | None) -> Interruptions:
        """The answer; refused where nothing of the source can be used."""
        notes, source = self.notes, self.source
        for why, count in self.skipped.items():
            notes.left_out(f"{why} ({count:,})")
        if self.unusable:
            place, why = self.unusable[0]
            notes.left_out(f"{plural(len(self.unusable), 'row')} that cannot be used, the first at {self.place} {place}: {why}")
        exposure = math.fsum(one.gpus * one.seconds for one in self.attempts)
        if not exposure > 0:
            if self.unusable:
                place, why = self.unusable[0]
                raise source.error(f"{self.place} {place}", why, "jobs that ran on GPUs")
            what = ", ".join(f"{why} ({count:,})" for why, count in self.skipped.items()) or "it has no job"
            raise source.unread("", f"no job with GPUs has run: {what}", "jobs that ran on GPUs")
        dated = sorted((one for one in self.failures if one.at == one.at), key=lambda one: one.at)
        if len(dated) < len(self.failures):
            notes.unknown(
                f"when {len(self.failures) - len(dated):,} of the interruptions came: they are counted without a date"
            )
        starts = [one.start for one in self.attempts if one.start == one.start] + [one.at for one in dated]
        ends = [one.end for one in self.attempts if one.end == one.end] + [one.at for one in dated]
        window = (min(starts), max(ends)) if starts and ends and max(ends) > min(starts) else None
        report = LogReport(self.unusable, len(self.attempts) + len(self.unusable), self.place)
        report._tell("unusable", [place for place, _ in self.unusable])
        starts_of = [one.at for one in dated]
        columns = {name: np.array([getattr(one, name) for one in dated], object) for name in ("node", "cause", "job")}
        events = Events(
            starts_of,
            None,
            *(columns[name] for name in ("node", "cause")),
            window=window,
            timezone=timezone,
            frame=needed_pandas("Interruptions").DataFrame({"start": starts_of, **columns}, index=[one.place for one in dated]),
            report=report,
        )
        count = len(self.failures)
        of_gpu, lower, upper = (float(x) for x in failures.mtbf_from_events(count, exposure))
        found = Interruptions(
            events=events,
            gpu_seconds=exposure,
            interruptions=count,
            gpu_mttf=of_gpu,
            interval=failures.Interval(lower, upper),
            causes=dict(Counter(one.cause for one in self.failures).most_common()),
            jobs=len(self.attempts),
            gpus=math.fsum(one.gpus**2 * one.seconds for one in self.attempts) / exposure,
            notes=(),
        )
        self._warn(found)
        return Interruptions(**{**{name: getattr(found, name) for name in found.__dataclass_fields__}, "notes": notes.all()})

    def _warn(self, found: Interruptions) -> None:
        """What a rate of these jobs does not say of another."""
        sizes = sorted(one.gpus for one in self.attempts)
        span = f"{sizes[0]:,.0f}" if sizes[0] == sizes[-1] else f"{sizes[0]:,.0f} to {sizes[-1]:,.0f}"
        self.notes.unknown(
            f"whether gpu_mttf holds for larger jobs: these have {span} GPUs ({found.gpus:,.0f} in the mean of a GPU-second); "
            "what fails once for a whole job, and mistakes in its program, do not grow with GPUs as scaling by gpu_mttf assumes"
        )
        if found.interruptions < 10:
            low, high = found.interval
            ends = f"{_format.quantity(low, 's', 3)} to {_format.quantity(high, 's', 3)}"
            self.notes.unknown(
                f"gpu_mttf to better than its interval, {ends}: of {plural(found.interruptions, 'interruption')}"
            )


def shown(instant: float) -> str:
    """An instant as a date."""
    try:
        return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return f"{instant:g} s"


def described_history(found: Interruptions) -> list[tuple[str, str]]:
    """The facts of a history as a command shows them: what, and how much."""
    low, high = found.interval
    hours = [x / units.hour for x in (found.gpu_mttf, low, high)]
    each = ", ".join(f"{cause} {count:,}" for cause, count in found.causes.items())
    return [
        ("jobs", f"{found.jobs:,}, of {found.gpus:,.0f} GPUs in the mean of a GPU-second"),
        ("interruptions", f"{found.interruptions:,} in {found.gpu_seconds / units.hour:,.0f} GPU-hours"),
        ("GPU-hours each", f"{hours[0]:,.0f}   (95 %: {hours[1]:,.0f} to {hours[2]:,.0f})"),
        *([("causes", each)] if each else []),
    ]
