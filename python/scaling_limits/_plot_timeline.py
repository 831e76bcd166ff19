# SPDX-License-Identifier: Apache-2.0
"""The figure of a timeline: what is wanted and what every limit allows, against the date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _style
from ._parameters import of_type
from ._scenario import Timeline
from ._style import INK, MUTED, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: of samples, the share that a band holds
BAND = 0.9


def timeline(table: Timeline, *, ax: Axes | None = None) -> Axes:
    """Limits and demand in GPUs of the date, dates of binding marked; bands of 90 % where numbers are uncertain.

    Uncertain numbers are samples along a first axis, dates along the last: ``scenario.replace(share=samples[:, None])``.

    Parameters
    ----------
    table : as ``sl.timeline`` answers, for several dates

    Raises
    ------
    ValueError
        For a table of a single date.

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024.0, 2027.0, 2030.0])
    >>> drawn = sl.plot.timeline(table)
    """
    of_type("timeline", "table", table, Timeline)
    years = np.asarray(table.years, float)
    if years.ndim != 1 or years.size < 2:
        raise ValueError("timeline: a figure needs dates along one axis, two at least")
    order = np.argsort(years)
    years = years[order]
    ax = _style.axes(ax, width=8.2, height=4.8)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_yscale("log")
    ax.set_xlim(years[0], years[-1])

    def drawn(name: str, sizes: Any, **style: Any) -> Any:
        """The line of the medians, and a band where there is more than one sample."""
        values = np.asarray(sizes, float)[..., order]
        values = np.where(np.isfinite(values), values, np.nan).reshape(-1, years.size)
        if not np.any(np.isfinite(values)):
            return None
        with np.errstate(all="ignore"):
            low, middle, high = np.nanquantile(values, [(1 - BAND) / 2, 0.5, (1 + BAND) / 2], axis=0)
        if len(values) > 1:
            ax.fill_between(years, low, high, color=style["color"], alpha=0.15, linewidth=0)
        (line,) = ax.plot(years, middle, linewidth=2, label=name, **style)
        return line

    wanted = drawn("wanted", table.demand, color=INK)
    if wanted is not None:
        labels.at_end(wanted, "wanted", INK)
    styles = _style.line_styles(len(table.limits))
    for (name, sizes), style in zip(table.limits.items(), styles, strict=True):
        line = drawn(name, sizes, **style)
        if line is not None:
            labels.at_end(line, name, style["color"], style["linestyle"])
    dates = {name: float(np.median(np.asarray(date, float))) for name, date in table.binds_in.items()}
    start = float(np.median(np.asarray(table.asked[0].start, float)))
    demands = np.asarray(table.demand, float)[..., order].reshape(-1, years.size)
    at = np.median(demands, axis=0)
    for date, style in zip(dates.values(), styles, strict=True):
        if years[0] <= date <= years[-1]:
            size = float(np.exp(np.interp(date, years, np.log(at))))  # growth is exponential: a straight line here
            ax.plot(date, size, "o", color=style["color"], markersize=6, markeredgecolor="white", zorder=6)
            labels.at_point(date, size, f"{date:.1f}", style["color"])
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel("date [year]")
    ax.set_ylabel("size [GPUs of the date]")
    ax.ticklabel_format(axis="x", useOffset=False)
    first = min(dates.items(), key=lambda row: row[1], default=("", np.inf))
    if first[1] <= start:
        finding = f"{first[0]} binds from the start on"
    elif np.isfinite(first[1]):
        finding = f"{first[0]} binds first, in {first[1]:.1f}"
    else:
        finding = "nothing binds"
    many = np.size(table.demand) > years.size or any(np.size(x) > years.size for x in table.limits.values())
    spread = [f"bands: {BAND:.0%} of the samples"] if many else []
    grown = f"{short(float(at[0]))} GPUs wanted in {years[0]:.6g}, {short(float(at[-1]))} in {years[-1]:.6g}"
    if years[0] < first[1] < years[-1]:
        ax.axvline(first[1], color=MUTED, linewidth=0.8, linestyle=":")
    _style.title(ax, finding, grown, *spread)
    return ax
