# SPDX-License-Identifier: Apache-2.0
"""Failure logs: lives of parts, events in time, counts by cause, with all that is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from . import _arrays, _format, _log_dates
from ._log_cells import plain_name
from ._log_report import LogReport, cut, plural
from ._parameters import column
from .results import _Cells, _Kept, _said, plain

if TYPE_CHECKING:
    from pandas import DataFrame


#: how tables name the cause of failures of which the log says none
UNSAID = "not said"


def cause_name(label: Any) -> str:
    """A cause as the log has it; empty: it says none."""
    return str(label) if label is not None and label == label else ""


class _Log(_Kept):
    """What lives, events and counts can do: a table with a report."""

    __slots__ = ()
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    _arrays: ClassVar[tuple[str, ...]] = ()

    def __len__(self) -> int:
        return len(self.frame)

    def as_dict(self) -> dict[str, Any]:
        """The numbers and names as plain data, with the columns they are of and the report.

        Returns
        -------
        dict
            By name.
        """
        return {name: plain(getattr(self, name)) for name in (*self._arrays, "columns", "report")}

    def to_dataframe(self) -> DataFrame:
        """A copy of ``frame``.

        Returns
        -------
        pandas.DataFrame
            A row each, under its line of the file.
        """
        return self.frame.copy()

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(_Cells(row, {}) for row in self.frame.head(10).astype(str).to_dict("records")))

    def _whole(self) -> dict[Any, Any]:
        said = _said(type(self).__doc__ or "")
        units, texts = ({name: labels[k] for name, labels in said.items()} for k in (0, 1))
        return {None: _Cells({name: getattr(self, name) for name in self._arrays}, units, texts)}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, _Log)
        return self.frame.equals(other.frame) and self.columns == other.columns and self.report == other.report

    __hash__ = None  # type: ignore[assignment]

    def _mask(self, conditions: Mapping[str, Any]) -> Any:
        """Rows whose cells are those given: one value of a column, or any of several."""
        mask = np.ones(len(self), bool)
        for name, wanted in conditions.items():
            column = next((one for one in self.frame if plain_name(one) == plain_name(name)), None)
            if column is None:
                there = ", ".join(cut(one) for one in self.frame)
                raise ValueError(f"where: no column {cut(name)}; there are {there}")
            several = isinstance(wanted, (list, tuple, set, frozenset, np.ndarray))
            values = list(wanted) if several else [wanted]
            texts = {str(one) for one in values}
            cells = self.frame[column]
            mask &= cells.isin(values).to_numpy() | np.array([str(cell) in texts for cell in cells.tolist()], bool)
        return mask

    def _mapped(self) -> str:
        used = ((role, name) for role, name in self.columns.items() if name is not None)
        told = "".join(f", {role}={cut(name) if isinstance(name, str) else f'{len(name)} columns'}" for role, name in used)
        return told + (f", {plural(left, 'row')} left out" if (left := len(self.report)) else "")


class Lives(_Log):
    """Lives of parts, some of which were still going on when the log ends.

    Attributes
    ----------
    durations : of each life, from its birth to its failure or to the last that is known of it [s]
    observed : whether it ended in a failure; else it is censored
    entry : age from which it was watched [s]; None: all from their birth
    groups : labels by name of the group
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> lives = sl.data.Lives([3600, 7200, 7200], [True, False, False])
    >>> lives
    Lives(3 lives, 1 observed)
    >>> float(lives.durations.sum() / lives.observed.sum())
    18000.0
    """

    __slots__ = ("columns", "durations", "entry", "frame", "groups", "observed", "report")
    durations: np.ndarray[Any, np.dtype[np.float64]]
    observed: np.ndarray[Any, np.dtype[np.bool_]]
    entry: np.ndarray[Any, np.dtype[np.float64]] | None
    groups: dict[str, np.ndarray[Any, Any]]
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    _arrays: ClassVar[tuple[str, ...]] = ("durations", "observed", "entry", "groups")

    def __init__(
        self,
        durations: Any,
        observed: Any = None,
        entry: Any = None,
        groups: Mapping[str, Any] | None = None,
        *,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
    ) -> None:
        import pandas

        self.durations = column("Lives", "durations", durations)
        _arrays.refuse_masked("Lives: observed", observed)
        self.observed = np.ones(self.durations.shape, bool) if observed is None else np.asarray(observed, bool)
        self.entry = None if entry is None else column("Lives", "entry", entry)
        self.groups = {name: np.asarray(labels) for name, labels in (groups or {}).items()}
        own = {"durations": self.durations, "observed": self.observed, "entry": self.entry, **self.groups}
        _of_one_length("Lives", own)
        for name, values in (("durations", self.durations), ("entry", self.entry)):
            if values is not None:
                _within("Lives", name, values, np.isfinite(values) & (values >= 0), "finite and >= 0 s")
        shown = {name: values for name, values in own.items() if values is not None}
        self.frame = pandas.DataFrame(shown) if frame is None else frame
        self.columns = dict(columns or {})
        self.report = LogReport((), len(self.durations), "row") if report is None else report

    def where(self, **conditions: Any) -> Lives:
        """The lives of some rows.

        Parameters
        ----------
        conditions : columns by name, each with the value that it must have, or a list of them

        Examples
        --------
        >>> lives = sl.data.Lives([3600, 7200], groups={"batch": ["old", "new"]})
        >>> lives.where(batch="new").durations
        array([7200.])
        """
        mask = self._mask(conditions)
        frame = self.frame[mask]
        entry = None if self.entry is None else self.entry[mask]
        groups = {name: labels[mask] for name, labels in self.groups.items()}
        report = self.report._of(frame.index)
        return Lives(self.durations[mask], self.observed[mask], entry, groups, frame=frame, columns=self.columns, report=report)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.durations, self.observed, self.entry, self.groups)
        return _lives, (parts, {name: getattr(self, name) for name in ("frame", "columns", "report")})

    def __repr__(self) -> str:
        return (
            f"Lives({len(self)} {'life' if len(self) == 1 else 'lives'}, {int(self.observed.sum())} observed{self._mapped()})"
        )


def _lives(parts: tuple[Any, ...], named: Mapping[str, Any]) -> Lives:
    return Lives(*parts, **named)


class Events(_Log):
    """Failures in time, in the order of the log.

    Attributes
    ----------
    start : when each began [s since 1970, UTC; of numbers below 5e8: since the log's own start]
    end : when it was repaired [s]; NaN: not known; None: the log has no such column
    node, cause, system : labels; None: the log has none
    window : first and last instant that was observed [s]; an end that was not given, or is NaN, is the first or the last event
    outages : for how long each stopped the job [s]; NaN: not known; None: nobody knows it of any
    exposure : GPU-time in which they came, of a history of jobs [s]; NaN: not known
    undated : failures beside these of which nobody knows when they came
    timezone : of dates that say none; None: as if UTC
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
    >>> events
    Events(3 events in 2.5 h)
    >>> events.gaps().durations
    array([3600., 5400.])
    """

    __slots__ = (
        "_given", "cause", "columns", "end", "exposure", "frame", "node", "outages", "report", "start", "system", "timezone",
        "undated", "window",
    )  # fmt: skip
    start: np.ndarray[Any, np.dtype[np.float64]]
    end: np.ndarray[Any, np.dtype[np.float64]] | None
    node: np.ndarray[Any, Any] | None
    cause: np.ndarray[Any, Any] | None
    system: np.ndarray[Any, Any] | None
    window: tuple[float, float]
    outages: np.ndarray[Any, np.dtype[np.float64]] | None
    exposure: float
    undated: int
    timezone: str | None
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    _arrays: ClassVar[tuple[str, ...]] = (
        "start", "end", "node", "cause", "system", "window", "outages", "exposure", "undated"
    )  # fmt: skip

    def __init__(
        self,
        start: Any,
        end: Any = None,
        node: Any = None,
        cause: Any = None,
        system: Any = None,
        *,
        window: tuple[float, float] | None = None,
        timezone: str | None = None,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
        outages: Any = None,
        exposure: float = math.nan,
        undated: int = 0,
    ) -> None:
        import pandas

        self.start = column("Events", "start", start)
        self.end = None if end is None else column("Events", "end", end, unknown=True)
        self.node, self.cause, self.system = (None if one is None else np.asarray(one) for one in (node, cause, system))
        self.outages = None if outages is None else column("Events", "outages", outages, "s")
        self.exposure, self.undated = float(exposure), int(undated)
        own = {name: getattr(self, name) for name in ("start", "end", "node", "cause", "system")}
        _of_one_length("Events", own | {"outages": self.outages})
        _within("Events", "start", self.start, np.isfinite(self.start), "finite, in s")
        ends = (self.start.min(), self.start.max()) if len(self.start) else (np.nan, np.nan)
        self._given = (np.nan, np.nan) if window is None else (float(window[0]), float(window[1]))
        low, high = (own if given != given else given for given, own in zip(self._given, ends, strict=True))
        self.window, self.timezone = (float(low), float(high)), timezone
        shown = {name: values for name, values in own.items() if values is not None}
        self.frame = pandas.DataFrame(shown) if frame is None else frame
        self.columns = dict(columns or {})
        self.report = LogReport((), len(self.start), "row") if report is None else report

    def where(self, **conditions: Any) -> Events:
        """The events of some rows, in the same window where one was given, else from the first of them to the last.

        Parameters
        ----------
        conditions : columns by name, each with the value that it must have, or a list of them

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
        >>> events.where(node="a").start
        array([   0., 9000.])
        """
        return self._kept(self._mask(conditions), self._given, exposure=self.exposure)

    def between(self, start: Any = None, end: Any = None) -> Events:
        """The events from one instant on, before another, and that as their window: what was before a change, or after it.

        Parameters
        ----------
        start, end : dates or seconds, as ``start`` has them; default: the ends of the window

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000, 12000], window=(0, 14400))
        >>> before, after = events.between(end=9000), events.between(start=9000)
        >>> len(before), before.window, len(after), after.window
        (2, (0.0, 9000.0), 2, (9000.0, 14400.0))
        """
        asked = {"start": start, "end": end}
        at = {name: self._instant("between", name, x) for name, x in asked.items() if x is not None}
        low, high = at.get("start", self.window[0]), at.get("end", self.window[1])
        if not low < high:
            told = [str(np.datetime64(int(x), "s")) if x > _log_dates.earliest else f"{x:g} s" for x in (low, high)]
            raise ValueError(f"between: nothing was observed from {told[0]} until {told[1]}")
        before_end = (self.start < high) if "end" in at else (self.start <= high)  # one at the cut is of what follows
        window = (low if "start" in at else self._given[0], high if "end" in at else self._given[1])
        return self._kept((self.start >= low) & before_end, window)

    def _causes(self) -> list[str]:
        """The cause of each event in words."""
        return [] if self.cause is None else [cause_name(label) or UNSAID for label in self.cause.tolist()]

    def _instant(self, who: str, name: str, value: Any) -> float:
        """One instant that a caller gives, as ``start`` has them."""
        own = bool(len(self)) and float(self.start.max()) < _log_dates.earliest
        return _log_dates.instant(who, name, value, self.timezone, own_clock=own)

    def _stream(self) -> tuple[Any, Any, float]:
        """The events within the window, as ``stream`` has them."""
        low, high = self.window
        return stream(self.start[(self.start >= low) & (self.start <= high)], self.window, self._given[0] != self._given[0])

    def _kept(self, mask: Any, window: tuple[float, float], exposure: float = math.nan) -> Events:
        frame = self.frame[mask]
        parts = (getattr(self, name) for name in ("start", "end", "node", "cause", "system"))
        kept = [None if part is None else part[mask] for part in parts]
        named: dict[str, Any] = {"timezone": self.timezone, "columns": self.columns, "report": self.report._of(frame.index)}
        outages = None if self.outages is None else self.outages[mask]
        return Events(*kept, window=window, frame=frame, outages=outages, exposure=exposure, **named)

    def gaps(self, by: str | None = None, window_end: float | str | datetime | None = None) -> Lives:
        """Times between successive events as lives, the last one of each group censored at the end of the window.

        Gaps of zero, between events that start together, are left out and counted: no failure law has them.

        Parameters
        ----------
        by : what has gaps of its own: "node", "system" or a column of ``frame``; default: all events together
        window_end : a date or seconds, as ``start`` has them; default: the end of the window

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
        >>> gaps = events.gaps(by="node", window_end=10_000)
        >>> gaps.durations, gaps.observed, gaps.groups["node"]
        (array([9000., 1000., 6400.]), array([ True, False, False]), array(['a', 'a', 'b'], dtype='<U1'))
        """
        import pandas

        until = self.window[1] if window_end is None else self._instant("gaps", "window_end", window_end)
        keys: dict[str, Any] = {}
        if by is not None:
            if by in ("node", "system", "cause") and getattr(self, by) is not None:
                keys[by] = getattr(self, by)
            elif by in self.frame:
                keys[by] = self.frame[by].to_numpy()
            else:
                raise ValueError(
                    f"gaps: by = {cut(by)}: the log has no such column; there are {', '.join(map(cut, self.frame))}"
                )
            if by == "node" and self.system is not None:
                keys["system"] = self.system
        code = pandas.DataFrame(keys).groupby(list(keys), sort=False).ngroup().to_numpy() if keys else np.zeros(len(self), int)
        report = LogReport((), len(self), self.report.place)
        lines = np.asarray(self.frame.index)
        used = self.start <= until
        report._leave_out("outside", lines[~used], ["it starts after the window's end"] * int((~used).sum()))
        if by is not None:
            bare = used & np.array([str(one) in ("", "nan", "None", "NaT", "<NA>") for one in keys[by]], bool)
            report._tell("without_label", lines[bare])
            used &= ~bare
        order = np.lexsort((self.start, code))
        order = order[used[order]]
        code, start = code[order], self.start[order]
        followed = np.append(code[1:] == code[:-1], False)[: len(code)]
        following = np.append(start[1:], until)[: len(code)]
        durations = np.where(followed, following, until) - start
        report._tell("no_gap", lines[order[followed & (durations == 0)]])
        kept = durations > 0
        order, durations, observed = order[kept], durations[kept], followed[kept]
        groups = {name: np.asarray(labels)[order] for name, labels in keys.items()}
        frame = pandas.DataFrame(
            {"durations": durations, "observed": observed, "entry": 0.0, **groups}, index=self.frame.index[order]
        )
        return Lives(durations, observed, np.zeros(len(order)), groups, frame=frame, columns=self.columns, report=report)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.start, self.end, self.node, self.cause, self.system)
        names = ("timezone", "frame", "columns", "report", "outages", "exposure", "undated")
        return _events, (parts, {"window": self._given, **{name: getattr(self, name) for name in names}})

    def __repr__(self) -> str:
        low, high = self.window
        span = f" in {_format.quantity(high - low, 's', 4)}" if len(self) else ""
        return f"Events({plural(len(self), 'event')}{span}{self._mapped()})"


def _events(parts: tuple[Any, ...], named: Mapping[str, Any]) -> Events:
    return Events(*parts, **named)


class Counts(_Log):
    """Counts of failures by cause.

    Attributes
    ----------
    causes : names, each once; "": of failures without a cause
    counts : how many failures each caused
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> counts = sl.data.Counts(["GPU", "network"], [148, 35])
    >>> counts.total
    183
    """

    __slots__ = ("causes", "columns", "counts", "frame", "report")
    causes: list[str]
    counts: np.ndarray[Any, np.dtype[np.int64]]
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    _arrays: ClassVar[tuple[str, ...]] = ("causes", "counts")

    def __init__(
        self,
        causes: Iterable[str],
        counts: Any,
        *,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
    ) -> None:
        import pandas

        self.causes, self.counts = list(map(cause_name, causes)), column("Counts", "counts", counts).astype(np.int64)
        _of_one_length("Counts", {"causes": np.asarray(self.causes, object), "counts": self.counts})
        _within("Counts", "counts", self.counts, self.counts >= 0, ">= 0")
        self.frame = pandas.DataFrame({"cause": self.causes, "count": self.counts}) if frame is None else frame
        self.columns = dict(columns or {})
        self.report = LogReport((), len(self.causes), "row") if report is None else report

    @property
    def total(self) -> int:
        """Failures of all causes together."""
        return int(self.counts.sum())

    def _counted(self) -> list[tuple[str, int]]:
        """Each cause in words, with its failures; those of a cause that is called so are among what is not said."""
        found: dict[str, int] = {}
        for cause, count in zip(self.causes, self.counts.tolist(), strict=True):
            found[cause or UNSAID] = found.get(cause or UNSAID, 0) + int(count)
        return list(found.items())

    def __reduce__(self) -> tuple[Any, ...]:
        return _counts, (self.causes, self.counts, self.frame, self.columns, self.report)

    def __repr__(self) -> str:
        return f"Counts({plural(self.total, 'failure')} of {plural(len(self), 'cause')}{self._mapped()})"


def _counts(causes: Any, counts: Any, frame: Any, columns: Any, report: Any) -> Counts:
    return Counts(causes, counts, frame=frame, columns=columns, report=report)


def _of_one_length(who: str, arrays: Mapping[str, Any]) -> None:
    shapes = {name: values.shape for name, values in arrays.items() if values is not None}
    if len(set(shapes.values())) > 1 or any(len(shape) != 1 for shape in shapes.values()):
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"{who}: all must be one-dimensional and of one length; there are {told}")


def _within(who: str, name: str, values: Any, inside: Any, wanted: str) -> None:
    """Refuses the first value that is not inside."""
    if not inside.all():
        place = int(np.argmin(inside))
        raise ValueError(f"{who}: {name}[{place}] = {values[place]:g} must be {wanted}")


def stream(start: Any, window: Sequence[float], begins: bool) -> tuple[Any, Any, float]:
    """Times from the window's start in order, those that count, and the window's length [s].

    A window that begins with the first failure, as none was given, does not count it: nothing was waited for.
    """
    times = np.sort(np.asarray(start, float)) - window[0]
    return times, times[1:] if begins else times, float(window[1] - window[0])
