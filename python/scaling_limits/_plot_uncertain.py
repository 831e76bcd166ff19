# SPDX-License-Identifier: Apache-2.0
"""Figures of uncertain answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _style
from ._outcome import Outcome
from ._parameters import of_type
from ._style import BLUE, INK, MUTED, ORANGE, percent, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROWS = 16  # bars of a tornado, at most
_SEEN = 1e-3  # shorter bars, of the longest, are not seen
_BARS = 60
_ALIKE = 0.02  # answers that differ by less of themselves need more digits than sizes do
_LABELS = {0.05: "5 %", 0.5: "median", 0.95: "95 %"}


def distribution(outcome: Outcome, *, label: str = "answer [1]", ax: Axes | None = None) -> Axes:
    """How likely each answer is: bars of equal width, the median and the ends of the 90 % interval marked.

    On a logarithmic axis where the answers are above 0 and go over a decade. NaN and infinity are in no bar; the note says
    how many they are.

    Parameters
    ----------
    outcome : as ``sl.uncertainty.propagate`` answers
    label : of the axis, with its unit

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> drawn = sl.plot.distribution(found)
    """
    _checked("distribution", outcome, label)
    values = outcome.values[np.isfinite(outcome.values)]
    if values.size == 0:
        raise ValueError("distribution: no answer of the outcome is a finite number")
    inner = np.quantile(values, [0.001, 0.999])
    low, high = (float(x) for x in (inner if inner[0] < inner[1] else (values.min(), values.max())))
    if not low < high:
        low, high = low - 0.5 * (abs(low) or 1), high + 0.5 * (abs(high) or 1)
    logarithmic = low > 0 and high > 10 * low
    text = _reader(low, high)
    edges = (np.geomspace if logarithmic else np.linspace)(low, high, _BARS + 1)
    shares = np.histogram(values, edges)[0] / outcome.values.size
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.stairs(shares, edges, fill=True, color=BLUE, alpha=0.3, linewidth=0)
    ax.stairs(shares, edges, color=BLUE, linewidth=1.2, baseline=None)
    if logarithmic:
        ax.set_xscale("log")
    ax.set_xlim(low, high)
    top = 1.25 * float(shares.max())
    ax.set_ylim(0, top)
    marks = {q: float(outcome.quantile(q)) for q in _LABELS}
    for k, (q, at) in enumerate(marks.items()):
        if low <= at <= high:
            ax.axvline(at, color=ORANGE if q == 0.5 else MUTED, linewidth=1.4 if q == 0.5 else 1, zorder=3)
            labels.at_point(at, top * (0.93 - 0.07 * (k % 2)), f"{_LABELS[q]}: {text(at)}", INK)
    _ticks(ax, text)
    _style.percent_ticks(ax.yaxis)
    ax.set_xlabel(label)
    ax.set_ylabel("share of the answers in a bar [%]")
    start, middle, end = (text(marks[q]) for q in _LABELS)
    error = float(outcome.quantile_error(0.5))
    notes = [f"{outcome.values.size:,} points", *([f"median ±{_text(error)} from the points"] if error > 0 else [])]
    out = outcome.values.size - int(np.sum((outcome.values >= low) & (outcome.values <= high)))
    if out:
        notes.append(f"{percent(out / outcome.values.size)} of the answers are beyond the axis")
    _style.title(ax, f"half of the answers lie above {middle}, 90 % between {start} and {end}", *notes, *_said(outcome))
    return ax


def tornado(outcome: Outcome, *, credibility: float = 0.9, label: str = "answer [1]", ax: Axes | None = None) -> Axes:
    """Which input moves the answer: a bar from its lower to its upper end, the others at their medians, the longest on top.

    Parameters
    ----------
    outcome : as ``sl.uncertainty.propagate`` answers
    credibility : of the inputs' intervals, in (0, 1)
    label : of the axis, with its unit

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> drawn = sl.plot.tornado(found)
    """
    _checked("tornado", outcome, label)
    every = outcome.tornado(credibility)
    rows = [row for row in every if np.isfinite([row.low, row.high, row.median]).all()]
    if not rows:
        raise ValueError("tornado: no input has finite answers at both of its ends")
    longest = abs(rows[0].high - rows[0].low)
    rows = [row for row in rows if abs(row.high - row.low) > _SEEN * longest][:_ROWS] or rows[:1]
    middle = rows[0].median
    ends = np.array([[row.low, row.high] for row in rows])
    low, high = min(float(ends.min()), middle), max(float(ends.max()), middle)
    ax = _style.axes(ax, height=max(2.6, 1.9 + 0.32 * len(rows)))
    places = np.arange(len(rows))
    below = f"{percent((1 - credibility) / 2)}"
    above = f"{percent((1 + credibility) / 2)}"
    for k, (name, colour) in enumerate(((f"input at its {below}", BLUE), (f"at its {above}", ORANGE))):
        ax.barh(places, ends[:, k] - middle, left=middle, height=0.62, color=colour, label=name, zorder=2 + k, alpha=0.9)
    ax.axvline(middle, color=INK, linewidth=1, zorder=5)
    if low > 0 and high > 10 * low:
        ax.set_xscale("log")
        ax.set_xlim(low / 1.15, high * 1.15)
    else:
        room = 0.06 * ((high - low) or abs(middle) or 1)
        ax.set_xlim(low - room, high + room)
    ax.set_yticks(places, [_style.literal(_name(row.input)) for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.grid(False, axis="y")
    text = _reader(low, high)
    _ticks(ax, text)
    ax.set_xlabel(label)
    _style.legend_below(ax, 2)
    first = rows[0]
    named = _name(first.input)
    finding = f"{named} moves the answer most, from {text(first.low)} to {text(first.high)} around {text(middle)}"
    notes = [f"each input over its {percent(credibility)} interval, the others at their medians"]
    if len(every) > len(rows):
        more = len(every) - len(rows)
        notes.append(
            f"{more} input{'s' if more > 1 else ''} of less, or without an answer, {'are' if more > 1 else 'is'} not drawn"
        )
    _style.title(ax, finding, *notes, *_said(outcome))
    return ax


def _checked(owner: str, outcome: Any, label: Any) -> None:
    of_type(owner, "outcome", outcome, Outcome)
    of_type(owner, "label", label, str)


def _name(path: str) -> str:
    return path.removeprefix("run.").replace("_", " ")


def _said(outcome: Outcome) -> list[str]:
    return [outcome.note] if outcome.note else []


def _reader(low: float, high: float) -> Callable[[float], str]:
    """How answers between two are said: as sizes are, or with the digits in which they differ, as dates need them."""
    apart = high - low
    if not 0 < apart < _ALIKE * max(abs(low), abs(high)):
        return _text
    decimals = max(0, 2 - math.floor(math.log10(apart)))
    return lambda value: f"{value:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def _ticks(ax: Axes, text: Callable[[float], str]) -> None:
    """The ticks of the answers."""
    _style.size_ticks(ax.xaxis)
    if text is not _text:
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:.6g}")


def _text(value: float) -> str:
    return f"\N{MINUS SIGN}{short(-value)}" if value < 0 else short(value)
