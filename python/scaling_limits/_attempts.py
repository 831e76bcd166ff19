# SPDX-License-Identifier: Apache-2.0
"""Histories of jobs: attempts that ran from here to there on so many GPUs and ended somehow, whoever wrote them down."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from . import _core, _evaluate, _log_dates
from ._job_words import INTERRUPTIONS, outcomes_of
from ._log_report import LogReport, plural
from ._logs import Events, _Log, _of_one_length
from ._parameters import column
from .results import Answered

if TYPE_CHECKING:
    from pandas import DataFrame


class JobHistory(Answered, question="job_history", single=True, left_out=("left_out", "interrupted", "gap", "status", "note")):
    """What a history of jobs says: interruptions, and the GPU-time in which they came.

    Examples
    --------
    >>> attempts = sl.data.Attempts([0, 4000], [3600, 9000], [8, 8], ["NODE_FAIL", "COMPLETED"])
    >>> attempts.history.interruptions, attempts.history.exposure
    (1.0, 68800.0)
    """


class Attempts(_Log):
    """What happened: attempts to run jobs. One that ended in no interruption, or goes on, is exposure that was cut off.

    Attributes
    ----------
    start, end : of each [s since 1970, UTC]; NaN: not known
    gpus : that it held; NaN: not known
    state : how it ended, in the words of who wrote it
    running_time : of each [s]; NaN: between start and end
    job : what tells jobs apart; attempts of one job follow one another
    node : where it failed; "": not known, or several
    cause : why it ended; default: its state
    outcome : what its state means: done, cancelled, timed_out, preempted, failed, machine_failed, running or waiting
    counted : outcomes that are interruptions
    least_gpus : of attempts that are counted
    sized : whether anybody knows how many GPUs; else one stands for each, and no GPU-time is known
    frame : the same as a table of pandas
    columns : of the log that were taken for each of these
    report : what could not be used
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> attempts = sl.data.Attempts([0, 4000], [3600, 9000], [8, 8], ["NODE_FAIL", "COMPLETED"])
    >>> attempts
    Attempts(2 attempts, 1 interruption in 19.11 GPU-hours)
    >>> attempts.history.gpu_mttf["value"]
    68800.0
    """

    __slots__ = (
        "__dict__", "cause", "columns", "counted", "end", "frame", "gpus", "job", "least_gpus", "node", "notes", "outcome",
        "report", "running_time", "sized", "start", "state", "timezone",
    )  # fmt: skip
    start: np.ndarray[Any, np.dtype[np.float64]]
    end: np.ndarray[Any, np.dtype[np.float64]]
    gpus: np.ndarray[Any, np.dtype[np.float64]]
    state: np.ndarray[Any, Any]
    running_time: np.ndarray[Any, np.dtype[np.float64]]
    job: np.ndarray[Any, Any]
    node: np.ndarray[Any, Any]
    cause: np.ndarray[Any, Any]
    outcome: np.ndarray[Any, Any]
    counted: tuple[str, ...]
    least_gpus: float
    sized: bool
    timezone: str | None
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    notes: tuple[str, ...]
    _arrays: ClassVar[tuple[str, ...]] = (
        "start", "end", "gpus", "state", "running_time", "job", "node", "cause", "outcome"
    )  # fmt: skip

    def __init__(
        self,
        start: Any,
        end: Any,
        gpus: Any,
        state: Any,
        running_time: Any = None,
        job: Any = None,
        node: Any = None,
        cause: Any = None,
        outcome: Any = None,
        *,
        counted: Sequence[str] = INTERRUPTIONS,
        least_gpus: float = 0,
        sized: bool = True,
        timezone: str | None = None,
        places: Any = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        import pandas

        given = {"start": start, "end": end, "gpus": gpus}
        self.start, self.end, self.gpus = (column("Attempts", name, one, unknown=True) for name, one in given.items())
        count = len(self.start)
        self.state = np.asarray(state, object)
        self.running_time = (
            np.full(count, np.nan)
            if running_time is None
            else column("Attempts", "running_time", running_time, "s", unknown=True)
        )
        self.job = np.arange(count) if job is None else np.asarray(job)
        self.node = np.full(count, "", object) if node is None else np.asarray(node, object)
        self.cause = self.state if cause is None else np.asarray(cause, object)
        self.outcome = outcomes_of(self.state) if outcome is None else np.asarray(outcome, object)
        own = {name: getattr(self, name) for name in self._arrays}
        _of_one_length("Attempts", own)
        self.counted, self.least_gpus, self.timezone, self.sized = tuple(counted), float(least_gpus), timezone, sized
        self.columns, self.notes = dict(columns or {}), tuple(notes)
        self.report = LogReport((), count, "row") if report is None else report
        index = pandas.Index(np.arange(count) if places is None else places, name=self.report.place)
        self.frame = pandas.DataFrame(own, index=index)

    @functools.cached_property
    def _answer(self) -> _evaluate.Answer:
        import pandas

        codes, words = pandas.factorize(self.outcome)
        jobs, _ = pandas.factorize(self.job)
        lists = {"start": self.start, "end": self.end, "gpus": self.gpus, "running_time": self.running_time}
        arguments = {name: _core.Numbers(values) for name, values in (lists | {"state": codes, "job": jobs}).items()}
        return _evaluate.ask(
            "job_history",
            numbers={"least_gpus": self.least_gpus},
            arguments={**arguments, "states": words.tolist(), "counted": list(self.counted)},
        )

    @property
    def history(self) -> JobHistory:
        """Interruptions, the GPU-time in which they came, what lies between attempts: of all that are counted."""
        return self._answer.to(JobHistory)

    @property
    def left_out(self) -> dict[str, int]:
        """How many attempts are not counted, by the reason."""
        return {why: count for why, count in Counter(self._answer.columns["left_out"]).most_common() if why}

    @property
    def used(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Of each attempt whether it is counted."""
        return np.asarray(np.array(self._answer.columns["left_out"], object) == "", np.bool_)

    @property
    def interrupted(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Of each attempt whether it ended in an interruption that counts."""
        return np.asarray(np.asarray(self._answer.columns["interrupted"]) == 1, np.bool_)

    def causes(self) -> dict[str, int]:
        """How many interruptions of each cause, the most frequent first.

        Examples
        --------
        >>> sl.data.Attempts([0, 4000], [3600, 9000], [8, 8], ["NODE_FAIL", "COMPLETED"]).causes()
        {'NODE_FAIL': 1}
        """
        return dict(Counter(self.cause[self.interrupted].tolist()).most_common())

    def events(self) -> Events:
        """Interruptions as events in time, with the GPU-time in which they came as their exposure.

        Examples
        --------
        >>> sl.data.Attempts([0, 4000], [3600, 9000], [8, 8], ["NODE_FAIL", "COMPLETED"]).events().exposure
        68800.0
        """
        import pandas

        found = self.history
        rows = np.flatnonzero(self.interrupted & ~np.isnan(self.end))
        rows = rows[np.argsort(self.end[rows], kind="stable")]
        low, high = float(found.window_start), float(found.window_end)
        own = {"start": self.end[rows], "node": self.node[rows], "cause": self.cause[rows], "job": self.job[rows]}
        frame = pandas.DataFrame(own, index=self.frame.index[rows])
        return Events(
            own["start"],
            None,
            own["node"],
            own["cause"],
            window=(low, high) if high > low else None,
            timezone=self.timezone,
            frame=frame,
            columns=self.columns,
            report=self.report,
            exposure=float(found.exposure) if self.sized else math.nan,
            undated=int(found.undated),
        )

    def between(self, start: Any = None, end: Any = None) -> Attempts:
        """The attempts from one instant to another: what one ran outside is left out, and its end where that lies beyond.

        Parameters
        ----------
        start, end : dates or seconds, as ``start`` has them; default: all

        Examples
        --------
        >>> attempts = sl.data.Attempts([0, 4000], [3600, 9000], [8, 8], ["NODE_FAIL", "COMPLETED"])
        >>> attempts.between(end=3000).history.interruptions, attempts.between(end=3000).history.exposure
        (0.0, 24000.0)
        """
        if start is None and end is None:
            return self
        own = bool(len(self)) and float(np.nanmax(np.append(self.end, -np.inf))) < _log_dates.earliest
        instants = {"start": start, "end": end}
        given = {name: one for name, one in instants.items() if one is not None}
        at = {name: _log_dates.instant("between", name, one, self.timezone, own_clock=own) for name, one in given.items()}
        low, high = at.get("start", -np.inf), at.get("end", np.inf)
        if not low < high:
            raise ValueError("between: end must be after start")
        began, ended = np.maximum(self.start, low), np.minimum(self.end, high)
        kept = (ended > began) | ((ended == began) & (self.end <= high) & (self.start >= low))
        whole = self.end - self.start
        ran = np.where(np.isnan(self.running_time), whole, self.running_time)
        share = np.divide(ended - began, whole, out=np.ones(len(self)), where=whole > 0)
        columns = {name: getattr(self, name) for name in self._arrays}
        columns |= {"start": began, "end": ended, "running_time": ran * share}
        columns["outcome"] = np.where(self.end > high, "running", self.outcome)
        named = {name: getattr(self, name) for name in ("counted", "least_gpus", "sized", "timezone", "report", "notes")}
        rows = {name: values[kept] for name, values in columns.items()}
        return Attempts(**rows, **named, columns=self.columns, places=np.asarray(self.frame.index)[kept])

    def __reduce__(self) -> tuple[Any, ...]:
        parts = tuple(getattr(self, name) for name in self._arrays)
        names = ("counted", "least_gpus", "sized", "timezone", "columns", "report", "notes")
        named = {name: getattr(self, name) for name in names}
        return _attempts, (parts, named | {"places": np.asarray(self.frame.index)})

    def __repr__(self) -> str:
        found = self.history
        hours = found.exposure / _core.units.hour
        said = f"{plural(int(found.attempts), 'attempt')}, {plural(int(found.interruptions), 'interruption')}"
        return f"Attempts({said} in {hours:,.4g} GPU-hours)"


def _attempts(parts: tuple[Any, ...], named: Mapping[str, Any]) -> Attempts:
    return Attempts(*parts, **named)
