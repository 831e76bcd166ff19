# SPDX-License-Identifier: Apache-2.0
"""Workers, clients, whatever never fails: what they are worth against how many they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _evaluate, _style
from . import limits as _limits
from ._kernel import find
from ._parameters import of_type
from ._style import INK, MUTED, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def workers(limit: Any, *, ax: Axes | None = None) -> Axes:
    """Worth against the number of workers, and the largest number that a criterion allows.

    Parameters
    ----------
    limit : what ``sl.limits.max_workers`` answered

    Examples
    --------
    >>> trials = sl.limits.Trials(trials=256, reduction=4, rungs=4)
    >>> drawn = sl.plot.workers(sl.limits.max_workers(sl.limits.elasticity_at_least(0.5), trials))
    """
    of_type("workers", "limit", limit, _limits.Limit)
    if np.ndim(limit.value):
        raise ValueError("workers: limit must be a single one, not limits of an array")
    if limit.unit == "GPUs":
        raise ValueError(
            "workers: limit must be one of max_workers, not of GPUs that fail: plot.throughput_vs_size draws those"
        )
    factors = [part for part in limit.asked if isinstance(part, _limits.Factor)]
    found = limit.status == "ok"
    ceiling = _ceiling(factors)
    largest = float(limit.value) if found else 10.0
    sizes = np.geomspace(max(1.0, largest / 100), max(largest, _knee(factors)) * 30, 500)
    worth = _worth(factors, sizes)
    ax = _style.axes(ax, height=4.8)
    labels = _style.Labels(ax)
    ax.set_xscale("log")
    ax.set_xlim(sizes[0], sizes[-1])
    top = float(worth[np.isfinite(worth)].max(initial=0)) or 1.0
    ax.set_ylim(0, 1.25 * max(top, ceiling or 0))
    (ideal,) = ax.plot(sizes, sizes, color=MUTED, linewidth=1.1, linestyle=(0, (2, 2)), label="no losses")
    shown = sizes <= 1.2 * top
    if shown.any():
        labels.at_end((sizes[shown], sizes[shown]), "no losses", ideal.get_color())
    (line,) = ax.plot(sizes, worth, color=INK, linewidth=2.2, label="worth")
    labels.at_end(line, "worth", INK)
    if ceiling is not None:
        ax.axhline(ceiling, color=MUTED, linewidth=1.1, linestyle=(0, (4, 2)))
        labels.at_end((sizes, np.full_like(sizes, ceiling)), f"never more than {ceiling:.4g}", MUTED)
    if found:
        ax.axvline(largest, color=INK, linewidth=1.2, linestyle=(0, (4, 2)))
        ax.plot([largest], [limit.useful_gpus], "o", color=INK, markeredgecolor="white", markersize=8, zorder=6)
        labels.at_point(largest, limit.useful_gpus, f"{short(largest)} {limit.unit},\nworth {short(limit.useful_gpus)}")
    _style.size_ticks(ax.xaxis)
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(f"size [{limit.unit}]")
    ax.set_ylabel(f"worth [{limit.unit} that lose nothing]")
    _style.title(ax, _finding(limit), str(limit.asked[0]), *(str(factor) for factor in factors))
    return ax


def _worth(factors: list[Any], sizes: Any) -> Any:
    """What so many workers are worth."""
    return np.asarray(_evaluate.ask("worth_of_workers", *factors, numbers={"workers": sizes}).columns["worth"], float)


def _knee(factors: list[Any]) -> float:
    """Where what is lost begins to show: half of one per cent more workers; as far as one need look."""
    sizes = np.geomspace(1, 1e9, 181)
    found = _evaluate.ask("worth_of_workers", *factors, numbers={"workers": sizes}).columns
    beyond = np.flatnonzero(~((np.asarray(found["elasticity"], float) > 0.5) & (np.asarray(found["worth"], float) > 0)))
    return float(sizes[beyond[0]]) if beyond.size else 10.0


def _ceiling(factors: list[Any]) -> float | None:
    """What trials in step are never worth more than; None where that is not all there is."""
    if len(factors) != 1 or type(factors[0]) is not _limits.Trials:
        return None
    of = factors[0]
    return float(find("search.most_useful_workers")(of.trials, of.reduction, of.rungs, of.resume))


def _finding(limit: Any) -> str:
    if limit.status == "ok":
        text = f"at most {short(float(limit.value))} {limit.unit}, worth {short(float(limit.useful_gpus))}"
        return f"{text}: {limit.binding} binds" if limit.binding else text
    note = str(limit.note).removeprefix(f"{limit.status}: ")
    return f"no largest number of {limit.unit}" + (f": {note}" if note else "")
