# SPDX-License-Identifier: Apache-2.0
"""What a history of jobs says: interruptions, the GPU-time in which they came, causes; whichever scheduler wrote it."""

from __future__ import annotations

from dataclasses import dataclass

from .. import failures
from .._attempts import Attempts
from .._core import units
from .._docs import complete
from .._logs import UNSAID, Events
from ..results import Result

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


def interruptions_of(attempts: Attempts) -> Interruptions:
    """The same of attempts."""
    found = attempts.history
    rate = found.gpu_mttf
    return Interruptions(
        events=attempts.events(),
        gpu_seconds=float(found.exposure),
        interruptions=int(found.interruptions),
        gpu_mttf=float(rate["value"]),
        interval=failures.Interval(float(rate["lower"]), float(rate["upper"])),
        causes=attempts.causes(),
        jobs=int(found.attempts),
        gpus=float(found.gpus),
        notes=attempts.notes,
    )


def described_history(found: Interruptions) -> list[tuple[str, str]]:
    """The facts of a history as a command shows them: what, and how much."""
    low, high = found.interval
    hours = [x / units.hour for x in (found.gpu_mttf, low, high)]
    each = ", ".join(f"{cause or UNSAID} {count:,}" for cause, count in found.causes.items())
    return [
        ("jobs", f"{found.jobs:,}, of {found.gpus:,.0f} GPUs in the mean of a GPU-second"),
        ("interruptions", f"{found.interruptions:,} in {found.gpu_seconds / units.hour:,.0f} GPU-hours"),
        ("GPU-hours each", f"{hours[0]:,.0f}   (95 %: {hours[1]:,.0f} to {hours[2]:,.0f})"),
        *([("causes", each)] if each else []),
    ]
