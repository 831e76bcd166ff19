# SPDX-License-Identifier: Apache-2.0
"""A round of federated clients: how often it is complete against time, over the number of clients asked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _style
from ._format import axis_unit, duration, said
from ._kernel import find
from ._parameters import checked, free, of_type
from ._style import MUTED, SLATE, percent
from .federated import Round

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WANTED = 0.99  # of rounds complete, in the end: how many clients are asked at least
_MORE = 1.3  # of the reports: clients asked where the round asks for none beyond them (Bonawitz et al. 2019)
_FAR = 3.0  # a timeout that many times later than all else is beyond the axis
_NEVER = 1e-3  # a line that ends below has not risen
_POINTS = 400


def round(round: Any, times: Any = None, asked: Any = None, *, ax: Axes | None = None) -> Axes:
    """Chance that a round is complete against time, a line per number of clients asked, mean times and the timeout marked.

    Parameters
    ----------
    round : of single numbers, its law too
    times : after the start of the round, two at least [s]; default: until all lines have risen, and until the timeout, unless
        it is far later
    asked : numbers of clients to draw, at least the reports; default: the reports, the least for 99 % of rounds to be complete
        in the end, the round's own, and a number above

    Examples
    --------
    >>> law = sl.failures.Lognormal(mu=np.log(60), sigma=0.6)
    >>> round = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=law)
    >>> drawn = sl.plot.round(round, asked=[340, 390, 450])
    """
    of_type("round", "round", round, Round)
    if any(np.ndim(x) for x in (*round._values.values(), *round.law._values.values())):
        raise ValueError("round: round must be of single numbers, its law too, not of arrays")
    counts = _usual(round) if asked is None else _counts(round, asked)
    lines = round.replace(asked=counts[:, None])
    time = _span(lines) if times is None else _times(times)
    chance = np.asarray(lines.completed_by(time), float)
    means = np.asarray(lines.mean_time, float)[:, 0]
    at_mean = np.asarray(lines.completed_by(means[:, None]), float)[:, 0]
    complete = np.asarray(lines.completion, float)[:, 0]

    longest = time[-1] / 10  # of its unit an axis has ten at least
    scale, unit = axis_unit(longest)

    def told(moment: float) -> str:
        """A time in the unit of the axis, as far as it is on it."""
        return said(moment, "s", 3, longest) if time[0] <= moment <= time[-1] else duration(moment)

    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xlim(time[0] / scale, time[-1] / scale)
    ax.set_ylim(-0.03, 1.06)
    ax.axhline(1, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1)
    dots: set[tuple[str, float]] = set()  # rounds that always fail all take as long
    for k, style in enumerate(_style.line_styles(len(counts))):
        own = bool(counts[k] == round.asked)
        name = f"{counts[k]:,} asked" + ", the round" * own
        (line,) = ax.plot(time / scale, chance[k], linewidth=2.6 if own else 1.8, label=name, **style)
        labels.at_end(line, f"{name}:\n{percent(complete[k])} in the end", style["color"], style["linestyle"])
        if time[0] <= means[k] <= time[-1]:
            ax.plot(
                [means[k] / scale], [at_mean[k]], "o", color=style["color"], markeredgecolor="white", markersize=8, zorder=6
            )
            dot = (told(means[k]), float(np.round(at_mean[k], 2)))
            if dot not in dots:
                labels.at_point(means[k] / scale, at_mean[k], dot[0], style["color"])
            dots.add(dot)
    notes = ["dots: mean time of a round, failed ones too"] if dots else []
    if endless := {count: text for count, text in zip(counts, np.ravel(lines.note), strict=True) if text}:
        of = "" if len(endless) == len(counts) else f" of {', '.join(f'{count:,}' for count in endless)} asked"
        notes.append(f"no mean time{of}: {next(iter(endless.values()))}")
    timeout = float(round.timeout)
    if time[0] <= timeout <= time[-1]:
        ax.axvline(timeout / scale, color=SLATE, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
        labels.at_point(timeout / scale, 0.42, f"timeout: {told(timeout)}", SLATE)
    elif np.isfinite(timeout):
        notes.append(f"timeout, beyond the axis: {told(timeout)}")
    _style.percent_ticks(ax.yaxis)
    ax.set_xlabel(f"time after the start of the round [{unit}]")
    ax.set_ylabel("rounds complete by then [%]")
    reports = f"{round.reports:,} report{'s' * (round.reports != 1)}"
    finding = f"{round.asked:,} asked: {percent(float(round.completion))} of rounds have their {reports}"
    finding += f" within {told(timeout)}" * np.isfinite(timeout).item()
    mean = float(round.mean_time)
    finding += f", a round takes {told(mean)} in the mean" * np.isfinite(mean).item()
    half = told(float(round.law.quantile(0.5)))
    lost = f"{percent(round.dropout)} of the clients lost, half of the others" if round.dropout else "half of the clients"
    _style.title(ax, finding, f"{reports} end{'s' * (round.reports == 1)} a round, {lost} reporting within {half}", *notes)
    return ax


def _usual(round: Round) -> Any:
    """The reports, the least asked for, the round's own, and as many more as it asks for beyond its reports."""
    reports, own = int(round.reports), int(round.asked)
    least = int(find("federated.least_asked")(reports, round.dropout, _WANTED))
    most = max(own, least)
    return np.unique([reports, least, own, 2 * most - reports if most > reports else math.ceil(_MORE * reports)])


def _counts(round: Any, asked: Any) -> Any:
    """Numbers of clients as given, each once, the fewest first."""
    counts = np.unique(np.asarray(checked("round", round._fields["asked"], asked), float))
    if counts.size == 0:
        raise ValueError("round: asked is empty: leave it out for the usual numbers")
    if counts[0] < round.reports:
        raise ValueError(f"round: asked = {counts[0]:g} must be at least reports = {round.reports:g}")
    return counts.astype(int)


def _times(times: Any) -> Any:
    """Times as given, rising."""
    found = np.unique(np.asarray(checked("round", free("times", "s"), times, within=False), float))
    if found.size < 2:
        raise ValueError(f"round: times must be 2 values at least, not {found.size}")
    if not (found[0] >= 0 and np.isfinite(found[-1])):
        raise ValueError("round: times must be finite and >= 0 [s]")
    return found


def _span(lines: Round) -> Any:
    """Times from before the first line rises until after the last one has, or until the timeout where that is not far."""
    odds = np.exp(np.linspace(-30, 30, 601))
    reached = np.asarray(lines.law.quantile(odds / (1 + odds)), float)
    timeout = float(np.ravel(lines.timeout)[0])
    reached = np.unique(reached[(reached > 0) & np.isfinite(reached) & (reached < timeout)])
    ends = [timeout] if np.isfinite(timeout) else []
    if reached.size:
        chance = np.asarray(lines.completed_by(reached), float)
        final = np.asarray(lines.completion, float)
        risen = np.all((chance >= 0.99 * final) | (final < _NEVER), axis=0)
        last = float(reached[np.argmax(risen)] if risen.any() else reached[-1])
        ends = [1.15 * last, *(end for end in ends if end <= _FAR * last)]
        begun = np.any(chance > _NEVER, axis=0)
        first = float(reached[np.argmax(begun)]) if begun.any() else 0.0
    else:
        first = 0.0
    high = 1.08 * max(ends)
    low = 0.8 * first if first > 0.3 * high else 0.0
    return np.linspace(low, high, _POINTS)
