# SPDX-License-Identifier: Apache-2.0
"""A run on one site, two, four, ...: worth against size, and what is believed of replicas."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _evaluate, _format, _style
from . import workload as _workload
from ._parameters import of_type, one_number
from ._sites import ComparedSites
from ._style import SIZE, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def sites(table: Any, *, parameters: float | None = None, ax: Axes | None = None) -> Axes:
    """Worth against size, a line per number of sites, the largest sizes marked.

    Parameters
    ----------
    table : what ``sl.analysis.compare_sites`` answered
    parameters : of the model: at each number of sites a bar spans what the two replica laws of Charles et al. 2025 leave of its
        worth; the next site pays where it stands above the row before. None: no bars

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> step = sl.limits.StrongScaling(half_size=101_035)
    >>> drawn = sl.plot.sites(sl.analysis.compare_sites(run, 1e5, sites, factors=step), parameters=405e9)
    """
    of_type("sites", "table", table, ComparedSites)
    if parameters is not None:
        parameters = one_number("sites", "parameters", parameters)
        if not parameters > 0:
            raise ValueError(f"sites: parameters = {parameters:g} must be > 0")
    rows = [row for row in table.rows if row.status == "ok"]
    found = [row.size for row in rows] or [float(np.ravel(table.run.gpus)[0])]
    gpus = np.geomspace(min(found) / 30, max(found) * 8, 400)
    ax = _style.axes(ax, height=4.8)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xscale("log")
    ax.set_xlim(gpus[0], gpus[-1])
    top = 0.0
    for row, style in zip(table.rows, _style.line_styles(len(table.rows)), strict=True):
        asked = (table.run.replace(gpus=gpus), table.sites, table.strategy, *table.factors)
        numbers = {"work": table.work, "count": row.sites}
        worth = np.asarray(_evaluate.ask("worth_on_sites", *asked, numbers=numbers).columns["worth"], float)
        name = _counted(row)
        (line,) = ax.plot(gpus, worth, linewidth=2, label=name, **style)
        labels.at_end(line, name, style["color"], style["linestyle"])
        top = max(top, float(worth[np.isfinite(worth)].max(initial=0)))
        if row.status == "ok":
            ax.plot([row.size], [row.worth], "o", color=style["color"], markeredgecolor="white", markersize=8, zorder=6)
            labels.at_point(row.size, row.worth, f"{short(row.size)} GPUs worth {short(row.worth)}", style["color"])
            ends = _replica_band(table, row, parameters)
            if ends:
                top = max(top, ends[1])
                ax.plot(
                    [row.size, row.size], ends, color=style["color"], linewidth=6, alpha=0.3, solid_capstyle="butt", zorder=5
                )
    ax.set_ylim(0, 1.25 * top or 1)
    _style.size_ticks(ax.xaxis)
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(SIZE)
    ax.set_ylabel("useful work [ideal GPUs]")
    often = "every step" if table.sites.exchange_steps == 1 else f"every {table.sites.exchange_steps:g} steps"
    every = f"{_format.quantity(table.sites.bandwidth, 'B/s', 4)} a site, one exchange {often}"
    bars = ["bars: what either replica law leaves"] if parameters else []
    finding, _, pays = table.text.removesuffix(".").partition(". ")
    _style.title(ax, finding, *([pays] if pays else []), every, *bars)
    return ax


def _counted(row: Any) -> str:
    """How many sites a row is of: "2 sites"."""
    return f"{row.sites:g} site{'s' * (row.sites != 1)}"


def _replica_band(table: Any, row: Any, parameters: float | None) -> list[float]:
    """The worth of a row by either law, lowest first; none for one site, or where a law knows no such number."""
    if parameters is None or row.sites == 1:
        return []
    numbers = {"work": table.work, "count": row.sites}
    left = _evaluate.ask("site_exchange", table.sites, numbers=numbers).columns["replica_efficiency"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        needs = [float(_workload.replica_compute(parameters, row.sites, form)) for form in ("joint", "separate")]
    return sorted(row.worth / left / need for need in needs) if all(need == need for need in needs) else []
