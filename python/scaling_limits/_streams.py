# SPDX-License-Identifier: Apache-2.0
"""What a stream of events says: trend, bursts, incidents, rates compared, the worst parts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _core, _evaluate
from ._fits import one_of
from ._kernel import describe
from ._parameters import column, is_list
from .results import Answered
from .typing import Quantity

LEVEL = 0.05  # a p-value below it is taken as one


class Statistic(float):
    """A test's statistic, a number, with what it says.

    Attributes
    ----------
    p_value : of as extreme a one were the rate constant; NaN: too few events
    note : why there is none

    Examples
    --------
    >>> trend = sl.failures.laplace_trend([60, 70, 80, 90], window=100)
    >>> round(float(trend), 3), round(trend.p_value, 3)
    (1.732, 0.083)
    """

    __slots__ = ("note", "p_value")
    p_value: float
    note: str

    def __new__(cls, value: float, p_value: float = float("nan"), note: str = "") -> Statistic:
        """The number, and what comes with it."""
        made = super().__new__(cls, value)
        made.p_value, made.note = p_value, note
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Statistic, (float(self), self.p_value, self.note)

    def __repr__(self) -> str:
        return f"Statistic({float(self):.6g}, p_value={self.p_value:.3g})"


class Incidents(Answered, question="incidents", single=True, beside=("incident",)):
    """Events merged to incidents; as a table a row for each.

    Examples
    --------
    >>> sl.failures.incidents([0, 5, 100], parts=["a", "b", "a"], within=60).incident
    array([0., 0., 1.])
    """


class CorrelatedFailures(Answered, question="correlated_failures", single=True):
    """How often parts of one domain fail together, beyond chance.

    Attributes
    ----------
    label : of each domain

    Examples
    --------
    >>> times, parts = [0, 1, 5000, 9000, 9001], ["a", "b", "c", "a", "b"]
    >>> domains = {"a": "rack 1", "b": "rack 1", "c": "rack 2"}
    >>> sl.failures.correlated_failures(times, parts, domains, within=60, window=86400).observed
    2.0
    """

    label: list[Any]


class RateRatio(Answered, question="rate_ratio"):
    """One rate over another; arrays where the arguments are.

    Examples
    --------
    >>> found = sl.failures.rate_ratio(40, 30 * sl.units.day, 20, 30 * sl.units.day)
    >>> found.ratio, round(found.p_value, 4)
    (0.5, 0.0135)
    """


class WorstParts(Answered, question="worst_parts", single=True):
    """Parts by how often they fail, chance taken out, and what it gains to take the worst away.

    Attributes
    ----------
    part : labels, the worst first

    Examples
    --------
    >>> found = sl.failures.worst_parts([1, 0, 2, 1, 12, 1], [sl.units.day * 30] * 6)
    >>> found.part[0], bool(found.holm[4] < 0.05)
    (4, True)
    """

    part: list[Any]


class TwoRates(Answered, question="two_rates", single=True):
    """Two rates of parts, how many have the higher one, and what they say of each part.

    Examples
    --------
    >>> found = sl.failures.two_rates([1, 0, 2, 1, 12, 1], [sl.units.day * 30] * 6)
    >>> round(found.share, 3), round(float(found.chance[4]), 3)
    (0.167, 1.0)
    """


class UnseenParts(Answered, question="unseen_parts", single=True):
    """How many parts there are, of which those that failed are known.

    Examples
    --------
    >>> found = sl.failures.unseen_parts([1, 1, 2, 1, 3], [sl.units.day * 30] * 5)
    >>> round(found.population, 1), found.at_least
    (7.8, 9.5)
    """


class BinnedRates(Answered, question="rate_by_age", single=True, beside=("edges",)):
    """Events over exposure in bins.

    Attributes
    ----------
    edges : of the bins [s]

    Examples
    --------
    >>> sl.failures.rate_by_age([10, 20, 30, 40], [True, True, False, True], edges=[0, 25, 50]).events
    array([2., 1.])
    """

    edges: np.ndarray[Any, Any]


def laplace_trend(times: Quantity, window: Quantity) -> Statistic:
    """Whether the rate of events rises (above 0) or falls: Laplace's test, normal at a constant rate.

    Parameters
    ----------
    times : of the events, from the window's start [s]
    window : length of the time observed [s]

    Examples
    --------
    >>> sl.failures.laplace_trend([10, 20, 30, 40], window=100)
    Statistic(-1.73205, p_value=0.0833)
    """
    return _statistic("laplace_trend", "statistic", {"window": window}, times=times)


def index_of_dispersion(times: Quantity, window: Quantity, bin: Quantity) -> Statistic:
    """Whether events come in bursts: sample variance over mean of their counts in bins, 1 at a constant rate.

    Parameters
    ----------
    times : of the events, from the window's start [s]
    window : length of the time observed [s]
    bin : length of a bin [s]; what is left of the window after whole ones is left out

    Examples
    --------
    >>> sl.failures.index_of_dispersion([1, 2, 3, 51, 52, 53], window=100, bin=10)
    Statistic(2.66667, p_value=nan)
    """
    return _statistic("index_of_dispersion", "index", {"window": window, "bin": bin}, times=times)


def coefficient_of_variation(times: Quantity) -> Statistic:
    """How uneven the gaps between events are: standard deviation over mean, 1 at a constant rate (Greenwood's test).

    Parameters
    ----------
    times : of the events [s]

    Examples
    --------
    >>> sl.failures.coefficient_of_variation([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).p_value < 1e-6
    True
    """
    return _statistic("coefficient_of_variation", "coefficient", {}, times=times)


class Course(NamedTuple):
    """Whether the rate of a stream changes, and whether it comes in bursts: of counts in bins of a day, or of five events."""

    trend: Statistic
    dispersion: Statistic
    bin: float

    @property
    def changes(self) -> bool:
        """Whether the test sees a trend."""
        return self.trend.p_value < LEVEL

    @property
    def bursts(self) -> bool:
        """Whether the test sees bursts."""
        return self.dispersion > 1 and self.dispersion.p_value < LEVEL


def course(counted: np.ndarray[Any, Any], window: float) -> Course:
    """The course of events at times from the window's start; one that ends the window says nothing of a trend."""
    bin = min(max(_core.units.day, 5 * window / max(len(counted), 1)), window)
    trend = laplace_trend(counted[counted < window], window)
    return Course(trend, index_of_dispersion(counted, window, bin), bin)


def incidents(times: Quantity, parts: Any, within: Quantity, rule: str = "chain") -> Incidents:
    """Events merged to incidents: those that follow within a time are of one; simultaneous ones always.

    Parameters
    ----------
    times : of the events [s]
    parts : label of the part that each is of
    within : how closely events of one incident follow [s]
    rule : "chain": the event before; "first": the incident's first event

    Examples
    --------
    >>> sl.failures.incidents([0, 5, 100], parts=["a", "b", "a"], within=60).parts
    array([2., 1.])
    """
    places = _places(labelled("incidents", "parts", parts))[1]
    return _ask("incidents", {"within": within}, {"rule": rule}, times=times, parts=places).to(Incidents)


def correlated_failures(
    times: Quantity,
    parts: Any,
    domains: Any,
    within: Quantity,
    window: Quantity,
    rule: str = "chain",
    confidence: float = 0.95,
) -> CorrelatedFailures:
    """How often two parts or more of one domain (a rack, a power feed) fail together, beyond chance.

    Parameters
    ----------
    times : of the events, from the window's start [s]
    parts : label of the part that each is of
    domains : of every part, those that never failed included: {part: domain}
    within : how closely failures of one incident follow [s]
    window : length of the time observed [s]
    rule : as of ``incidents``
    confidence : of the interval, in (0, 1)

    Examples
    --------
    >>> found = sl.failures.correlated_failures([0, 1, 5000], ["a", "b", "c"], dict(a=1, b=1, c=2), within=60, window=86400)
    >>> found.label, found.observed_in
    ([1, 2], array([1., 0.]))
    """
    owner = "correlated_failures"
    if hasattr(domains, "to_dict"):  # of pandas
        domains = domains.to_dict()
    if not isinstance(domains, Mapping):
        raise TypeError(f"{owner}: domains must be a mapping from each part to its domain, not {describe(domains)}")
    known = {part: place for place, part in enumerate(domains)}
    labels = labelled(owner, "parts", parts)
    missing = [part for part in labels if part not in known]
    if missing:
        raise ValueError(f"{owner}: {shortened(missing[0])} is among parts, but in none of domains")
    names, places = _places(labelled(owner, "domains", list(domains.values())))
    numbers = {"within": within, "window": window, "confidence": confidence}
    lists = {"times": times, "parts": [known[part] for part in labels], "domains": places}
    found = _ask("correlated_failures", numbers, {"rule": rule}, **lists)
    return found.to(CorrelatedFailures, label=[names[int(place)] for place in found.columns["label"]])


def rate_ratio(
    events_before: Quantity,
    exposure_before: Quantity,
    events_after: Quantity,
    exposure_after: Quantity,
    confidence: Quantity = 0.95,
) -> RateRatio:
    """The rate after a change (a firmware, a site) over that before it, with an exact interval.

    Parameters
    ----------
    events_before, events_after : counted
    exposure_before, exposure_after : time in which they were [s]
    confidence : of the interval, in (0, 1)

    Examples
    --------
    >>> sl.failures.rate_ratio(40, 30 * sl.units.day, 0, 30 * sl.units.day).upper < 0.1
    True
    """
    given = {"events_before": events_before, "exposure_before": exposure_before}
    given |= {"events_after": events_after, "exposure_after": exposure_after, "confidence": confidence}
    return _evaluate.ask("rate_ratio", numbers=_evaluate.in_range("rate_ratio", given)).to(RateRatio)


def worst_parts(events: Any, exposures: Quantity, labels: Any = None, renewed_rate: Quantity | None = None) -> WorstParts:
    """Which parts fail more than chance allows, and what it gains to take the worst away, or to have them repaired.

    Rates of parts have a gamma law, or two values, whichever the counts say; `law` names it. What it gains has a 90 %
    interval from 0.3 failures a part on.

    Parameters
    ----------
    events : failures of each part, those of none included
    exposures : time that each was watched [s]
    labels : of the parts; default: their places
    renewed_rate : of a part in the place of one taken away [1/s]; default: the mean

    Examples
    --------
    >>> sl.failures.worst_parts([1, 0, 2, 1, 12, 1], [sl.units.day * 30] * 6, labels=list("abcdef")).part[0]
    'e'
    """
    found = _ask("worst_parts", {"renewed_rate": renewed_rate}, {}, events=events, exposures=exposures)
    names = labels_of("worst_parts", labels, len(found.columns["holm"]))
    return found.to(WorstParts, part=[names[int(place)] for place in found.columns["part"]])


def two_rates(events: Any, exposures: Quantity) -> TwoRates:
    """Two rates of parts, most alike and some bad, and how many have the higher one: the likeliest by their counts.

    Parameters
    ----------
    events : failures of each part, those of none included
    exposures : time that each was watched [s]

    Examples
    --------
    >>> found = sl.failures.two_rates([0, 1, 0, 1, 0, 0, 9, 1, 0, 11], [sl.units.day * 30] * 10)
    >>> round(found.share, 3), round(found.high / found.low, 1)
    (0.2, 26.7)
    """
    return _ask("two_rates", {}, {}, events=events, exposures=exposures).to(TwoRates)


def unseen_parts(events: Any, exposures: Quantity) -> UnseenParts:
    """How many parts there are where only those that failed are known.

    Were all alike their number follows from counts that are not 0; however unlike they are, those that failed once and
    twice say how many there are at least (Chao 1984). Where each failed once there is no end to how many there may be.

    Parameters
    ----------
    events : failures of each part that failed, 1 at least
    exposures : time that each was watched [s]

    Examples
    --------
    >>> sl.failures.unseen_parts([1, 1, 1], [sl.units.day] * 3).population
    inf
    """
    return _ask("unseen_parts", {}, {}, events=events, exposures=exposures).to(UnseenParts)


def rate_by_age(
    durations: Quantity, observed: Any = None, *, edges: Quantity, entry: Quantity | None = None, confidence: float = 0.95
) -> BinnedRates:
    """Failures over time at risk in bins of age, with exact intervals.

    Parameters
    ----------
    durations : age of each part when it was last seen [s]
    observed : whether it failed then; default: all did
    edges : of the bins, rising from 0 or more [s]
    entry : age of each when it was first seen [s]; default: new
    confidence : of the intervals, in (0, 1)

    Examples
    --------
    >>> sl.failures.rate_by_age([10, 20, 30, 40], edges=[0, 25, 50]).exposure
    array([80., 20.])
    """
    lists = {"durations": durations, "observed": observed, "entry": entry, "edges": edges}
    return _binned("rate_by_age", confidence, lists)


def binned_rates(times: Quantity, start: Quantity, end: Quantity, *, edges: Quantity, confidence: float = 0.95) -> BinnedRates:
    """Events over exposure in bins of calendar time, with exact intervals.

    Parameters
    ----------
    times : of the events [s]
    start, end : of each stretch of service [s]; they may overlap
    edges : of the bins, rising [s]
    confidence : of the intervals, in (0, 1)

    Examples
    --------
    >>> sl.failures.binned_rates([5, 15], [0, 0], [20, 10], edges=[0, 10, 20]).exposure
    array([20., 10.])
    """
    return _binned("binned_rates", confidence, {"times": times, "start": start, "end": end, "edges": edges})


def _binned(question: str, confidence: float, lists: dict[str, Any]) -> BinnedRates:
    return _ask(question, {"confidence": confidence}, {}, **lists).to(
        BinnedRates, edges=column(question, "edges", lists["edges"])
    )


def _statistic(question: str, name: str, numbers: dict[str, Any], **lists: Any) -> Statistic:
    found = _ask(question, numbers, {}, **lists).columns
    return Statistic(found[name], found["p_value"], found["note"])


def _ask(question: str, numbers: dict[str, Any], words: dict[str, str], **lists: Any) -> _evaluate.Answer:
    """The answer for lists of numbers."""
    for name, word in words.items():
        one_of(question, name, word, _evaluate.words_of(question)[name])
    given = {name: value for name, value in numbers.items() if value is not None}
    columns = {name: _core.Numbers(column(question, name, values)) for name, values in lists.items() if values is not None}
    return _evaluate.ask(question, numbers=_evaluate.in_range(question, given), arguments={**columns, **words})


def labelled(owner: str, name: str, given: Any) -> list[Any]:
    """Labels of any type, each what it is: a list of 1 and "a" is not one of texts."""
    if not is_list(given) or isinstance(given, (set, frozenset)):
        raise TypeError(f"{owner}: {name} must be a list of labels, not {describe(given)}")
    listed = given.tolist() if hasattr(given, "tolist") else list(given)
    wrong = next((label for label in listed if not isinstance(label, Hashable)), None)
    if wrong is not None:
        raise TypeError(f"{owner}: {name} must be a list of labels, but one is a {type(wrong).__name__}")
    return listed


def labels_of(owner: str, labels: Any, count: int) -> list[Any]:
    """Labels of so many parts; their places where there are none."""
    names = list(range(count)) if labels is None else labelled(owner, "labels", labels)
    if len(names) != count:
        raise ValueError(f"{owner}: labels has {len(names)} parts, events has {count}")
    return names


def shortened(label: Any) -> str:
    """A label as a message quotes it."""
    text = repr(label)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _places(labels: list[Any]) -> tuple[list[Any], np.ndarray[Any, Any]]:
    """Distinct labels in the order of their first use, and the place of each among them."""
    known = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    return list(known), np.array([known[label] for label in labels], dtype=float)
