# SPDX-License-Identifier: Apache-2.0
"""Figures of failure logs: survival, rate by age, events in time, MTBF by cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core, _evaluate, _style, failures
from ._fits import Fit
from ._format import axis_unit, duration
from ._kernel import describe
from ._logs import Counts, Events, Lives
from ._parameters import checked, free, is_list, list_of, of_type, one_number
from ._streams import LEVEL, BinnedRates, course
from ._style import BLUE, INK, MUTED, PALETTE, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DAY = _core.units.day
MOST = 7  # labels of a group that are told apart
POINTS = 1500  # of a curve that are drawn
CAUSES = 20  # rows of causes
GONE = 0.005  # of survival: the tail below it is not drawn
RARE = 5  # failures in a bin that may be called the highest or the lowest
NICE = (1, 2, 2.5, 5)
YEARS = (0.25, 0.5, 1, 2, 5, 10)


class _Group(NamedTuple):
    label: str
    lives: tuple[Any, Any, Any]  # durations, observed, entry
    colour: str


def survival(lives: Lives, fits: Fit | Sequence[Fit] = (), *, ax: Axes | None = None) -> Axes:
    """Share of lives that reach an age, without a law (Kaplan and Meier) in its 95 % band, and fitted laws over it.

    Parameters
    ----------
    lives : with groups one curve for each label of the first, of seven at most
    fits : laws, in the colour of the label that they were fitted to

    Examples
    --------
    >>> lives = sl.data.Lives([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> drawn = sl.plot.survival(lives, sl.failures.fit(lives.durations, lives.observed))
    """
    groups, left, laws = _asked("survival", lives, fits)
    curves = [failures.kaplan_meier(*group.lives) for group in groups]
    longest = max(_last(group, curve) for group, curve in zip(groups, curves, strict=True))
    scale, unit = axis_unit(longest / 2)
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xlim(0, longest / scale)
    lowest, worst = 1.0, ""
    for group, curve in zip(groups, curves, strict=True):
        end = float(group.lives[0].max())
        lower, upper = np.fmin(curve.lower, curve.survival), np.fmax(curve.upper, curve.survival)
        x = np.concatenate([[0.0], curve.times, [end]]) / scale
        thin = np.unique(np.linspace(0, len(x) - 1, POINTS).astype(int))
        y, low, high = (
            np.concatenate([[1.0], of, of[-1:]]) if len(of) else np.ones(2) for of in (curve.survival, lower, upper)
        )
        ax.fill_between(x[thin], low[thin], high[thin], step="post", color=group.colour, alpha=0.2, linewidth=0)
        (line,) = ax.step(x[thin], y[thin], where="post", color=group.colour, linewidth=2, label=group.label or "observed")
        labels.at_end(line, group.label or "observed", group.colour)
        lowest = min(lowest, float(np.nanmin(low)))
    age = np.linspace(0, longest, 400)
    off = 0.0
    for fit, name, style, of in laws:
        y = np.asarray(fit.law.survival(age), float)
        (line,) = ax.plot(age / scale, y, linewidth=1.5, label=name, **style)
        labels.at_end(line, name, style["color"], style["linestyle"])
        lowest = min(lowest, float(y.min()))
        if of is not None and len(curves[of].times):
            steps = curves[of]
            expected = np.asarray(fit.law.survival(steps.times), float)
            before = np.concatenate([[1.0], steps.survival[:-1]])
            apart = float(np.maximum(np.abs(expected - steps.survival), np.abs(expected - before)).max())
            off, worst = max((off, worst), (apart, name))
    ax.set_ylim(0.0 if lowest < 0.75 else 1 - 1.12 * max(1 - lowest, 1e-6), 1 + 0.02 * min(1.0, 1.12 * (1 - lowest) + 1e-6))
    _style.percent_ticks(ax.yaxis)
    ax.set_xlabel(f"age [{unit}]")
    ax.set_ylabel("still working [%]")
    observed = int(lives.observed.sum())
    notes = [f"{len(lives):,} lives, {observed:,} of them seen to end; band: 95 %"]
    if worst:
        notes.append(f"{worst} is off by {100 * off:.2g} points at most")
    _style.title(ax, _survivors(groups, curves), *notes, *left)
    return ax


def _last(group: _Group, curve: Any) -> float:
    """The age up to which a curve is worth a look: to the longest life, or until hardly any is left."""
    gone = np.flatnonzero(curve.survival < GONE)
    return float(curve.times[gone[0]] if len(gone) else group.lives[0].max())


def _survivors(groups: Sequence[_Group], curves: Sequence[Any]) -> str:
    """Who is left at an age that all labels reached; where there is one and it gets so far, the age of half."""

    def at(curve: Any, age: float) -> float:
        place = int(np.searchsorted(curve.times, age, side="right"))
        return float(curve.survival[place - 1]) if place else 1.0

    half = np.flatnonzero(curves[0].survival <= 0.5)
    if len(curves) == 1 and len(half):
        return f"Half last {duration(float(curves[0].times[half[0]]))}"
    scale, unit = axis_unit(min(float(group.lives[0].max()) for group in groups) / 2)
    age = min(float(group.lives[0].max()) for group in groups) / scale
    age = float(np.floor(age)) if age >= 1 else float(f"{age:.2g}")
    order = sorted(zip(groups, curves, strict=True), key=lambda one: at(one[1], age * scale))
    ends = order if len(order) < 4 else [order[0], order[-1]]
    shares = [percent(at(curve, age * scale)) + (f" of {group.label}" if group.label else "") for group, curve in ends]
    return f"After {age:g} {unit} {', '.join(shares)} still work"


def hazard_by_age(lives: Lives, fits: Fit | Sequence[Fit] = (), *, bins: Any = None, ax: Axes | None = None) -> Axes:
    """Failures of a part per time, by its age, with exact 95 % intervals, and the hazards of fitted laws over it.

    Parameters
    ----------
    lives : with groups one row of rates for each label of the first, of seven at most
    fits : laws, in the colour of the label that they were fitted to
    bins : of age: how many, or their edges [s]; default: as narrow as the failures allow

    Examples
    --------
    >>> lives = sl.data.Lives([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> drawn = sl.plot.hazard_by_age(lives, bins=2)
    """
    groups, left, laws = _asked("hazard_by_age", lives, fits)
    edges = _edges(lives, bins)
    if bins is None:
        edges = _told(lives, edges)
    scale, unit = axis_unit(float(edges[-1]) / 2)
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xlim(float(edges[0]) / scale, float(edges[-1]) / scale)
    found = []
    for group in groups:
        durations, observed, entry = group.lives
        found.append(failures.rate_by_age(durations, observed, edges=edges, entry=entry))
    rates = np.concatenate([of.rate[of.rate > 0] for of in found]) * scale
    if not rates.size:
        raise ValueError("hazard_by_age: lives has no failure in the bins")
    wide = float(rates.max() / rates.min()) > 30 and len(groups) > 1
    if wide:
        ax.set_yscale("log")
        ax.set_ylim(float(rates.min()) / 4, float(rates.max()) * 2)
    for group, of in zip(groups, found, strict=True):
        _bands(ax, labels, group, of, scale, wide)
    tops = [np.nanmax(np.where(of.events >= RARE, of.upper, of.rate), initial=0) for of in found]
    highest = 1.15 * scale * float(max(tops))
    age = np.linspace(edges[0], edges[-1], 1200)[1:]
    for fit, name, style, _ in laws:
        y = np.asarray(fit.law.hazard(age), float) * scale
        (line,) = ax.plot(age / scale, y, linewidth=1.8, label=name, **style)
        labels.at_end(line, name, style["color"], style["linestyle"])
    if not wide:
        ax.set_ylim(0, max(highest, 1.3 * float(rates.max())))
    ax.set_xlabel(f"age [{unit}]")
    ax.set_ylabel(f"failures of a part [1/{unit}]")
    notes = [f"{len(lives):,} lives, {int(lives.observed.sum()):,} of them seen to end; intervals: 95 %"]
    _style.title(ax, _steps(groups, found, laws, scale, unit), *notes, *left)
    return ax


def _bands(ax: Axes, labels: Any, group: _Group, of: BinnedRates, scale: float, wide: bool) -> None:
    """A row of rates: a line for each bin in the box of its interval, tied to the next by a thin one."""
    x = of.edges / scale
    seen = np.isfinite(of.rate)
    bottom = ax.get_ylim()[0] if wide else 0.0
    rate, low, high = (np.where(seen, one * scale, np.nan) for one in (of.rate, of.lower, of.upper))
    low = np.maximum(low, bottom)
    again = np.concatenate([np.arange(len(rate)), [len(rate) - 1]])
    ax.fill_between(x, low[again], high[again], step="post", color=group.colour, alpha=0.2, linewidth=0)
    shown = np.where(rate > 0, rate, np.nan) if wide else rate
    (line,) = ax.step(x, shown[again], where="post", color=group.colour, linewidth=2, label=group.label or "observed")
    last = np.flatnonzero(np.isfinite(shown))
    if len(last):
        labels.at_end((x[: last[-1] + 2], shown[again][: last[-1] + 2]), group.label or "observed", group.colour)
    else:
        line.set_label("_none")


def _steps(groups: Any, found: Any, laws: Any, scale: float, unit: str) -> str:
    """How the rate changes with age: by a two-piece law if there is one, else by the bins of the first label that has any."""
    for fit, _, _, of in laws:
        if "change" in fit.parameters:
            early, late, change = (fit.parameters[name] for name in ("early_rate", "late_rate", "change"))
            whose = f" of {groups[of].label}" if of is not None and groups[of].label else ""
            times = f", {late / early:.3g} times as high" if early > 0 and late > early else ""
            ends = f"from {early * scale:.3g} to {late * scale:.3g} per {unit}"
            return f"At an age of {duration(change)} the rate{whose} goes {ends}{times}"
    k = max(range(len(found)), key=lambda place: float(found[place].events.sum()))
    of = found[k]
    whose = f" of {groups[k].label}" if groups[k].label else ""
    mean = float(of.events.sum() / of.exposure.sum())
    sure = np.flatnonzero(of.events >= RARE).tolist()
    durations, observed, entry = groups[k].lives
    strict = 1 - LEVEL / max(int(np.isfinite(of.rate).sum()), 1)  # one of many bins is off by chance
    limits = failures.rate_by_age(durations, observed, edges=of.edges, entry=entry, confidence=strict)
    if not ((limits.lower > mean) | (limits.upper < mean)).any() or len(sure) < 2:
        seen = f"{mean * scale:.3g} per {unit} ({int(of.events.sum()):,} failures)"
        return f"No change of the rate{whose} with age to be seen: {seen}"
    low, high = min(sure, key=lambda place: of.rate[place]), max(sure, key=lambda place: of.rate[place])

    def said(place: int) -> str:
        start, end = of.edges[place : place + 2] / scale
        return f"{of.rate[place] * scale:.3g} per {unit} from {start:.3g} to {end:.3g} {unit}"

    first, then = sorted((low, high))
    return f"The rate{whose} {'rises' if first == low else 'falls'} with age: {said(first)}, {said(then)}"


def events_over_time(events: Events, *, ax: Axes | None = None) -> Axes:
    """Failures counted from the start of the window against time, beside a constant rate; below, the rate in bins of time.

    Parameters
    ----------
    events : with a window: without one of its own it begins with a failure

    Examples
    --------
    >>> drawn = sl.plot.events_over_time(sl.data.Events([0, 3600, 9000, 12000, 20000]))
    """
    of_type("events_over_time", "events", events, Events)
    times, counted, window = _stream("events_over_time", events)
    dates = events.window[0] > 5e8  # else seconds from the log's own start
    scale, unit = axis_unit(window / 2)

    def at(t: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Days since 1970, as Matplotlib has dates, or what has passed."""
        return (events.window[0] + t) / DAY if dates else t / scale

    ax = _style.axes(ax, height=5.4)
    from ._labels import Labels

    labels = Labels(ax)
    ends = np.array([0.0, window])
    ax.set_xlim(*at(ends))
    ax.set_ylim(0, 1.06 * len(counted))
    ax.plot(at(ends), [0, len(counted)], color=MUTED, linewidth=1.2, linestyle=(0, (4, 2)), label="constant rate")
    labels.at_end((at(ends)[:1] * 0.4 + at(ends)[1:] * 0.6, [0.6 * len(counted)]), "constant rate", MUTED)
    x = np.concatenate([[0.0], counted, [window]])
    y = np.concatenate([np.arange(len(counted) + 1), [len(counted)]])
    thin = np.unique(np.linspace(0, len(x) - 1, 2 * POINTS).astype(int))
    ax.step(at(x[thin]), y[thin], where="post", color=BLUE, linewidth=2.2, label="failures")
    ax.set_ylabel("failures so far [number]")
    ax.tick_params(labelbottom=False)
    below = _below(ax)
    count = int(np.clip(len(counted) / 8, 4, 60))
    width = _nice(window / count, scale if unit == "yr" else axis_unit(window / count / 2)[0], unit == "yr")
    edges = np.append(np.arange(0, window * (1 - 1e-9), width), window)
    of = failures.binned_rates(counted, [0.0], [window], edges=edges)
    rate, low, high = (values * scale for values in (of.rate, of.lower, of.upper))
    again = np.concatenate([np.arange(len(rate)), [len(rate) - 1]])
    below.fill_between(at(edges), low[again], high[again], step="post", color=BLUE, alpha=0.2, linewidth=0)
    below.step(at(edges), rate[again], where="post", color=BLUE, linewidth=1.6)
    below.axhline(len(counted) / window * scale, color=MUTED, linewidth=1.2, linestyle=(0, (4, 2)))
    below.set_ylim(0, 1.1 * float(np.nanmax(np.where(of.exposure >= 0.5 * width, high, rate))))
    below.set_ylabel(f"rate [1/{unit}]")
    if dates:
        _date_ticks(below)
        first, last = (np.datetime_as_string(np.datetime64(int(end), "s"), "D") for end in events.window)
        below.set_xlabel(f"{first} to {last} [UTC]")
    else:
        below.set_xlabel(f"time from the start of the window [{unit}]")
    ax.set_xlabel(below.get_xlabel(), visible=False)
    notes = [f"{len(counted):,} failures in {duration(window)}; below: in bins of {duration(width)}, intervals: 95 %"]
    finding, tests = _course(times, counted, window)
    _style.title(ax, finding, *notes, *tests)
    return ax


def _below(ax: Axes) -> Axes:
    """Axes under others, in the room of these."""
    figure, place = ax.figure, ax.get_subplotspec()
    if place is None:
        return _style.axes(ax.inset_axes((0, -0.52, 1, 0.44), sharex=ax))
    rows = place.subgridspec(2, 1, height_ratios=(2, 1), hspace=0.12)
    ax.set_subplotspec(rows[0])
    return _style.axes(figure.add_subplot(rows[1], sharex=ax))


def _course(times: Any, counted: Any, window: float) -> tuple[str, list[str]]:
    """Whether the rate changes and whether failures come in bursts, and what says so."""
    seen = course(counted, window)
    trend, bursts, bin = seen
    notes, found, signs = [], [], set()
    if trend.p_value == trend.p_value:
        way = "rises" if trend > 0 else "falls"
        signs.add(seen.changes)
        found.append(f"the rate {way}" if seen.changes else "no trend of the rate to be seen")
        notes.append(f"trend (Laplace) {trend:+.2g}, p {_p(trend.p_value)}")
    if bursts.p_value == bursts.p_value:
        signs.add(seen.bursts)
        found.append(
            f"failures come in bursts, dispersion {bursts:.3g}" if seen.bursts else f"no bursts, dispersion {bursts:.2g}"
        )
        notes.append(f"dispersion of the counts in {duration(bin)}: p {_p(bursts.p_value)}")
    if not found:
        few = "1 failure is" if len(counted) == 1 else f"{len(counted)} failures are"
        return f"{few} too few to tell a trend", [trend.note or bursts.note]
    return (", but " if len(signs) > 1 else " and ").join(found), notes


def mtbf_by_cause(log: Events | Counts, window: Any = None, *, ax: Axes | None = None) -> Axes:
    """Mean time between failures of each cause, and of all, with exact 95 % intervals; the most frequent on top.

    Parameters
    ----------
    log : events with causes, or counts
    window : running time in which they were counted [s]; default, of events: their own

    Examples
    --------
    >>> counts = sl.data.Counts(["GPU", "network"], [148, 35])
    >>> drawn = sl.plot.mtbf_by_cause(counts, 54 * sl.units.day)
    """
    if not isinstance(log, (Events, Counts)):
        raise TypeError(f"mtbf_by_cause: log must be Events or Counts, not {describe(log)}")
    rows, total, seconds = _by_cause(log, window)
    rows = sorted(rows, key=lambda row: -row[1])
    if len(rows) > CAUSES:
        rest = rows[CAUSES - 1 :]
        rows = [*rows[: CAUSES - 1], (f"{len(rest)} others", sum(count for _, count in rest))]
    drawn = [("all causes", total), *rows]
    ax = _style.axes(ax, height=1.5 + 0.27 * len(drawn))
    counts = np.array([count for _, count in drawn], float)
    found = _evaluate.ask("mtbf_estimate", numbers={"events": counts, "exposure": seconds}).group("mtbf")
    mtbf, low, high = (np.where(np.isfinite(end), end, np.nan) for end in found.values())
    right = 1.6 * float(np.nanmax(np.concatenate([high, mtbf, 2 * low])))
    ax.set_xscale("log")
    ax.set_xlim(float(low.min()) / 1.5, right)
    ax.set_ylim(len(drawn) - 0.4, -0.6)
    for y, (_, count) in enumerate(drawn):
        colour = BLUE if y else INK
        ax.plot([low[y], np.fmin(high[y], right)], [y, y], color=colour, linewidth=4.5, alpha=0.35, solid_capstyle="butt")
        if count:
            ax.plot([mtbf[y]], [y], "o" if y else "D", color=colour, markersize=6.5, markeredgecolor="white", zorder=5)
        else:
            ax.plot([right], [y], ">", color=colour, markersize=7, clip_on=False, zorder=5)
    ax.axvline(float(mtbf[0]), color=INK, linewidth=0.9, linestyle=(0, (4, 2)), alpha=0.6)
    ax.set_yticks(range(len(drawn)), [f"{_style.literal(name)}  {count:,}" for name, count in drawn])
    ax.grid(visible=False, axis="y")
    _style.time_axis(ax)
    ax.set_xlabel("mean time between failures [min, h, d]")
    first, most = rows[0]
    finding = f"A failure every {duration(float(mtbf[0]))}"
    if len(rows) > 1:
        finding += f", every {duration(mtbf[1])} one of {first}: {percent(most / sum(count for _, count in rows))} of them"
    ends = f"95 % of all: {duration(float(low[0]))} to {duration(float(high[0]))}"
    none = [] if counts.min() > 0 else ["an arrow: none was seen, at least so long"]
    _style.title(ax, finding, f"{total:,} failures in {duration(seconds)}", ends, *none)
    return ax


def _by_cause(log: Events | Counts, window: Any) -> tuple[list[tuple[str, int]], int, float]:
    """Counts by cause, of all, and the time in which they were counted."""
    seconds = None if window is None else one_number("mtbf_by_cause", "window", window, "s")
    if seconds is not None and not 0 < seconds < np.inf:
        raise ValueError(f"mtbf_by_cause: window = {seconds:g} must be > 0 and finite [s]")
    if isinstance(log, Counts):
        if seconds is None:
            raise TypeError("mtbf_by_cause needs 'window' where log is Counts: running time in which they were counted [s]")
        rows = log._counted()
        total = sum(count for _, count in rows)
    else:
        if log.cause is None:
            raise ValueError("mtbf_by_cause: log has no causes")
        labels = log._causes()
        rows = [(label, labels.count(label)) for label in dict.fromkeys(labels)]
        total = len(labels)
        if seconds is None:
            _, counted, seconds = _stream("mtbf_by_cause", log, "log")
            total = len(counted)
    if not total:
        raise ValueError("mtbf_by_cause: log has no failure")
    return rows, total, seconds


def _stream(owner: str, events: Events, name: str = "events") -> tuple[Any, Any, float]:
    """The events of a log within its window, as ``stream`` has them."""
    low, high = events.window
    if not len(events.start) or not 0 < high - low < np.inf:
        many = len(events.start)
        raise ValueError(f"{owner}: {name} must be events in a window of some length; there are {many} in {high - low:g} s")
    return events._stream()


def _asked(owner: str, lives: Any, fits: Any) -> tuple[list[_Group], list[str], list[Any]]:
    """Lives by label, what was left out, and fits with name, style and the place of the label that they are of."""
    of_type(owner, "lives", lives, Lives)
    given = [fits] if isinstance(fits, Fit) else list_of(owner, "fits", fits, Fit)
    if not len(lives) or not (lives.durations > 0).all():
        raise ValueError(f"{owner}: lives has {'durations of 0 s' if len(lives) else 'none'}")
    groups, left = _groups(lives)
    rest = iter([colour for colour in PALETTE if colour not in {group.colour for group in groups}])
    laws: list[tuple[Fit, str, dict[str, Any], int | None]] = []
    for fit in given:
        of = next((k for k, group in enumerate(groups) if np.array_equal(group.lives[0], fit.lives[0])), None)
        dashes = _style.DASHES[1 + sum(place == of for *_, place in laws) % 2] if of is not None else "-"
        colour = INK if of is None and not laws else next(rest, MUTED) if of is None or len(groups) == 1 else groups[of].colour
        word = type(fit.law)._kind.replace("_", "-")
        name = f"{groups[of].label}, {word}" if of is not None and groups[of].label else word
        laws.append((fit, name, {"color": colour, "linestyle": dashes}, of))
    return groups, left, laws


def _groups(lives: Lives) -> tuple[list[_Group], list[str]]:
    parts = lives.durations, lives.observed, lives.entry
    label, labels = next(iter(lives.groups.items()), ("", None))
    if labels is None:
        return [_Group("", parts, BLUE)], []
    texts = np.array([f"{label} {one}" if str(one).isdigit() else str(one) for one in labels.tolist()])
    names, counts = np.unique(texts, return_counts=True)
    kept = sorted(names[np.argsort(-counts, kind="stable")[:MOST]].tolist(), key=lambda name: int(np.argmax(texts == name)))
    found = []
    for name, colour in zip(kept, PALETTE, strict=False):
        mask = texts == name
        found.append(_Group(name, (parts[0][mask], parts[1][mask], None if parts[2] is None else parts[2][mask]), colour))
    more = len(names) - len(kept)
    return found, [f"{more:,} more labels of {label} are not drawn"] if more else []


def _edges(lives: Lives, bins: Any) -> np.ndarray[Any, Any]:
    longest = float(lives.durations.max())
    if bins is None:
        count = int(np.clip(lives.observed.sum() / 8, 4, 28))
        scale, unit = axis_unit(longest / 2)
        width = _nice(longest / count, scale, unit == "yr")
        return np.arange(int(np.ceil(longest / width * (1 - 1e-9))) + 1) * width
    if is_list(bins):
        edges = np.asarray(checked("hazard_by_age", free("bins", "s"), bins, within=False), float)
        if edges.ndim != 1 or len(edges) < 2 or not (np.diff(edges) > 0).all() or not np.isfinite(edges).all() or edges[0] < 0:
            raise ValueError(f"hazard_by_age: bins must be rising edges from 0 s or more, not {describe(bins)}")
        return edges
    many = one_number("hazard_by_age", "bins", bins)
    if not 1 <= many <= 10_000 or many != int(many):
        raise ValueError(f"hazard_by_age: bins = {many:g} must be a whole number in [1, 10000]")
    return np.linspace(0, longest, int(many) + 1)


def _told(lives: Lives, edges: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Bins without the last ones that say nothing: too little was watched for a failure to be seen."""
    of = failures.rate_by_age(lives.durations, lives.observed, edges=edges, entry=lives.entry)
    told = np.flatnonzero((of.events > 0) | (of.upper < np.nanmax(of.rate)))
    return edges[: int(told[-1]) + 2] if len(told) else edges


def _nice(width: float, scale: float, years: bool) -> float:
    """The round number of a unit that is no less than a width."""
    wanted = width / scale * (1 - 1e-9)
    steps: Iterator[float] = iter(YEARS) if years and wanted > 0.1 else (f * 10.0**k for k in range(-9, 10) for f in NICE)
    return scale * next((step for step in steps if step >= wanted), wanted)


def _p(p_value: float) -> str:
    return "< 0.0001" if p_value < 1e-4 else f"{p_value:.2g}"


def _date_ticks(ax: Axes) -> None:
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

    locator = AutoDateLocator(minticks=4, maxticks=9)
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(ConciseDateFormatter(locator, show_offset=False))
