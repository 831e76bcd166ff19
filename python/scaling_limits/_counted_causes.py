# SPDX-License-Identifier: Apache-2.0
"""Causes as a log counts them: rows of a list, each with its share of the failures that gpu_mttf counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import _core
from ._attempts import Attempts
from ._clock import merged_outages, one
from ._kernel import describe
from ._log_report import plural
from ._logs import Counts, Events, cause_name
from ._streams import incidents
from .failures import Cause

#: the most rows of a list
MOST: int = _core.failures.most_causes
#: what no row may be called: what gpu_mttf counts beside the rows
REST = "other"


@dataclass(frozen=True)
class CountedCause:
    """A cause that has a row: how often it struck, and what it stopped the job for in the mean [s]; NaN: nobody knows."""

    name: str
    events: int
    downtime: float


@dataclass(frozen=True)
class CountedCauses:
    """Causes of a log: those that have a row, the most frequent first, and what is left beside them.

    `events`: all failures that were counted; `nameless`: those of them without a cause; `rarer`, `unused`: causes that have no
    row, since there are too many or since nobody wants one, each with its failures; `rest_downtime`: of failures without a row,
    in the mean [s]; NaN: nobody knows.
    """

    events: int
    rows: tuple[CountedCause, ...]
    nameless: int
    rest_downtime: float
    merged: bool
    what: str = "failure"
    rarer: tuple[CountedCause, ...] = ()
    unused: tuple[CountedCause, ...] = ()

    @property
    def left(self) -> int:
        """Failures without a row."""
        return self.nameless + _sum(self.rarer) + _sum(self.unused)

    def only(self, names: Collection[str]) -> CountedCauses:
        """With rows of some names alone; the others are left beside them."""
        dropped = tuple(row for row in self.rows if row.name not in names)
        return self._without(dropped, unused=(*self.unused, *dropped))

    def first(self, most: int) -> CountedCauses:
        """With so many rows at most."""
        dropped = self.rows[most:]
        return self._without(dropped, rarer=(*dropped, *self.rarer))

    def _without(self, dropped: Sequence[CountedCause], **left: Any) -> CountedCauses:
        if not dropped:
            return self
        lost = [row.events * row.downtime for row in dropped] + ([self.left * self.rest_downtime] if self.left else [])
        mean = math.fsum(lost) / (self.left + _sum(dropped))
        kept = tuple(row for row in self.rows if row not in dropped)
        return replace(self, rows=kept, rest_downtime=mean, **left)

    def forms(self) -> list[dict[str, Any]]:
        """The rows as a request has them."""
        known = ({} if math.isnan(row.downtime) else {"downtime": row.downtime} for row in self.rows)
        shares = ({"name": row.name, "share": row.events / self.events} for row in self.rows)
        return [share | downtime for share, downtime in zip(shares, known, strict=True)]

    def notes(self) -> list[str]:
        """What is to be known of them, a sentence each."""
        if not self.rows:
            return []
        told = [f"shares of causes are as counted, of {self.events:,} {self.what}s"]
        if self.nameless:
            told.append(f'{self.nameless:,} have no cause, or "{REST}": they are what gpu_mttf counts beside the rows')
        if self.rarer:
            causes = plural(len(self.rarer), "rarer cause")
            told.append(f"{_sum(self.rarer):,} of {causes} have no row: a list has at most {MOST}")
        if self.merged:
            told.append("an interruption of several failures has the cause of the first")
        return told

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        rows = [{"name": row.name, "events": row.events, "share": row.events / self.events} for row in self.rows]
        downtimes = [None if math.isnan(row.downtime) else row.downtime for row in self.rows]
        listed = [{**row, "downtime": downtime} for row, downtime in zip(rows, downtimes, strict=True)]
        return {"events": self.events, "rows": listed, "without_cause": self.nameless, "without_row": self.left}


def _sum(rows: Sequence[CountedCause]) -> int:
    return sum(row.events for row in rows)


def counted_causes(
    log: Any, within: float | None = None, downtime: float | None = None, most: int = MOST, who: str = "causes_of"
) -> CountedCauses:
    """The causes of a log; no rows where it knows fewer than two kinds of failures.

    `within`: failures that follow one another within this time are one, of the first one's cause; `downtime`: of failures whose
    outage is not known where others' are [s]; default: as long as those in the mean.
    """
    merged = False
    if isinstance(log, Counts):
        if within is not None:
            raise TypeError(f"{who}: within merges failures at times that are known; the log is of counts")
        pairs = [(_named(cause), int(count)) for cause, count in zip(log.causes, log.counts.tolist(), strict=True)]
        counts: Counter[str] = Counter()
        for name, count in pairs:
            counts[name] += count
        return _rows(counts, {}, most, merged, "failure")
    if isinstance(log, Attempts):
        undated = log.cause[log.interrupted & np.isnan(log.end)].tolist()
        labels, outages, merged = _in_time(log.events(), within)
        labels, outages = [*map(_named, undated), *labels], np.append(np.full(len(undated), np.nan), outages)
        what = "interruption"
    elif isinstance(log, Events):
        labels, outages, merged = _in_time(log, within)
        what = "failure" if within is None else "interruption"
    else:
        raise TypeError(f"{who}: log must be Events, Counts or Attempts, not {describe(log)}")
    means: dict[str, float] = {}
    if not np.isnan(outages).all():
        usual = float(np.nanmean(outages)) if downtime is None else downtime
        filled: dict[str, list[float]] = {}
        for name, outage in zip(labels, outages.tolist(), strict=True):
            filled.setdefault(name, []).append(usual if math.isnan(outage) else outage)
        means = {name: math.fsum(values) / len(values) for name, values in filled.items()}
    return _rows(Counter(labels), means, most, merged, what)


def _in_time(events: Events, within: float | None) -> tuple[list[str], Any, bool]:
    """Of each failure in the window its cause and its outage, in the order of time; whether any were merged."""
    low, high = events.window
    inside = (events.start >= low) & (events.start <= high)
    order = np.flatnonzero(inside)[np.argsort(events.start[inside], kind="stable")]
    labels = [""] * len(order) if events.cause is None else [*map(_named, events.cause[order].tolist())]
    outages = np.full(len(order), np.nan) if events.outages is None else events.outages[order]
    if within is None or not len(order):
        return labels, outages, False
    times = events.start[order] - low
    groups = incidents(times, np.zeros(len(times)), within).incident
    _, first = np.unique(groups, return_index=True)
    return [labels[k] for k in first.tolist()], merged_outages(times, outages, groups), len(first) < len(labels)


def _named(label: Any) -> str:
    """The name of a cause; empty: none, or none that a row may have."""
    name = cause_name(label)
    return "" if name == REST or not name.strip() else name


def _rows(counts: Counter[str], means: dict[str, float], most: int, merged: bool, what: str) -> CountedCauses:
    total, nameless = counts.total(), counts[""]
    found = [(name, n) for name, n in counts.most_common() if name and n]
    rows = tuple(CountedCause(name, n, means.get(name, math.nan)) for name, n in found)
    of_all = CountedCauses(total, rows, nameless, means.get("", math.nan), merged, what)
    return of_all.first(most if len(found) + bool(nameless) > 1 else 0)


def causes_of(log: Events | Counts | Attempts, *, within: Any = None, most: int = MOST) -> list[Cause]:
    """The causes of a log, the most frequent first, each with its share of the failures that gpu_mttf counts.

    Failures without a cause, and causes beyond the `most`, have no row: they are what gpu_mttf counts beside the rows, "other",
    the share that is left of 1.
    Where the log says for how long failures stopped the job, a row has the mean of its own as its downtime. A strategy that
    tells failures apart takes each row as what needs most until ``row.replace(severity=1)`` or the like says otherwise.

    Parameters
    ----------
    log : failures with causes, or counts by cause, or a history of jobs
    within : failures that follow one another within this time are one, of the first one's cause [s]; default: each is one
    most : rows at most, as many as a list may have

    Examples
    --------
    >>> log = sl.data.Counts(["GPU", "network", "not known"], [30, 10, 20])
    >>> [(row.name, row.share) for row in sl.data.causes_of(log)]
    [('GPU', 0.5), ('not known', 0.3333333333333333), ('network', 0.16666666666666666)]
    >>> [(row.name, row.share) for row in sl.data.causes_of(sl.data.Counts(["GPU", ""], [30, 10]))]
    [('GPU', 0.75)]
    >>> plan = sl.strategies.blocking().under(causes=sl.data.causes_of(log))
    >>> round(sl.plan_from_log(log, sl.published.llama3_405b(), window=10 * sl.units.day, strategy=plan).goodput.median, 4)
    0.9815
    """
    joined = None if within is None else one("causes_of", "within", within)
    if isinstance(most, bool) or not isinstance(most, (int, np.integer)) or not 1 <= most <= MOST:
        raise ValueError(f"causes_of: most = {most!r} must be a whole number from 1 to {MOST}")
    return [Cause(**row) for row in counted_causes(log, joined, most=int(most)).forms()]


def beside_rows(given: Sequence[Any], counted: CountedCauses) -> list[Any]:
    """Rows of a file beside those of a log: of one name the log says how often, and the file all that it says beside that."""
    listed: list[Any] = []
    of_log = {row["name"]: row for row in counted.forms()}
    for row in given:
        name = row.get("name") if isinstance(row, dict) else None
        found = of_log.pop(name, None) if isinstance(name, str) else None
        if found is None:
            listed.append(row)
            continue
        kept = {key: value for key, value in row.items() if key not in HOW_OFTEN}
        if any(key in kept for key in _core.failures.downtime_keys):
            found.pop("downtime", None)
        listed.append({**found, **kept})
    return [*listed, *of_log.values()]


#: the keys of a row that say how often it strikes
HOW_OFTEN = frozenset((*_core.failures.rate_keys, *_core.failures.beside_rate_keys))
