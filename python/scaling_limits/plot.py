# SPDX-License-Identifier: Apache-2.0
"""Figures. Every function draws on ``ax`` (a new figure without it), returns the axes and never shows anything.

A title says what the figure found. Labels stand outside the axes: give axes of your own room, ``layout="constrained"``.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np

import scaling_limits as sl

from . import _core, _evaluate, _format, _style
from ._bookkeeping import MeasuredGoodput
from ._calibrate import Calibration
from ._compare import Comparison
from ._docs import complete
from ._extras import needed
from ._format import duration
from ._kernel import describe, suggestion
from ._parameters import checked, dict_of, free, list_of, of_type
from ._plot_logs import events_over_time, hazard_by_age, mtbf_by_cause, survival
from ._plot_round import round
from ._plot_sites import sites
from ._plot_sized import BARS, Sized, bar, sized
from ._plot_timeline import timeline
from ._plot_uncertain import distribution, tornado
from ._public import listing
from ._style import BLUE, INK, MUTED, OLIVE, ORANGE, PAPER, PLUM, RED, SIZE, SKY, SLATE, TEAL, VIOLET, percent, short
from .economics import RunCost
from .growth import _name_of, _named

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "breakdown",
    "breakdown_by_strategy",
    "calibration",
    "cost",
    "distribution",
    "elasticities",
    "events_over_time",
    "goodput_buckets",
    "goodput_vs_interval",
    "hazard_by_age",
    "limits_by_growth",
    "limits_by_tier",
    "limits_vs_field",
    "mtbf_by_cause",
    "overhead_map",
    "plan_figure",
    "published_figures",
    "round",
    "sites",
    "standard_criteria",
    "standard_growths",
    "strategies_vs_size",
    "survival",
    "swept",
    "throughput_bands",
    "throughput_vs_size",
    "timeline",
    "tornado",
]
__dir__ = listing(__all__)

# what takes the time of a run has its colour in every figure
TERMS = {"useful": BLUE, "checkpoint": ORANGE, "rework": RED, "restart": VIOLET, "downtime": SLATE, "redundancy": TEAL,
          "spare wait": OLIVE, "verification": SKY, "quorum": PLUM}  # fmt: skip
BUCKETS = TERMS | {"startup": VIOLET, "other": SKY}  # of a log
CRITERIA_COLOURS = (TEAL, ORANGE, RED, VIOLET, BLUE, SLATE, SKY, OLIVE)
DRAWN_IN = {"B": "TB", "B/s": "TB/s", "s": "min"}


def _axis(name: str) -> tuple[float, str]:
    """What a field of the run is divided by for an axis, and what stands there: its name and the unit it is drawn in."""
    unit = next(field.unit for field in sl.TrainingRun.fields() if field.name == name)
    scale, shown = _drawn_in(unit)
    return (1.0, SIZE) if name == "gpus" else (scale, f"{name.replace('_', ' ')} [{shown}]")


def _drawn_in(unit: str) -> tuple[float, str]:
    """The unit of an axis, and what it is in that of SI."""
    shown = DRAWN_IN.get(unit)
    return (1.0, unit) if shown is None else (_core.quantity(f"1 {shown}", unit), shown)


def _describe(run: sl.TrainingRun, growth: Any = None) -> str:
    return _style.describe(run, None if growth is None else _name_of(growth))


P = ParamSpec("P")
R = TypeVar("R")

_PARTS = {
    "found": Calibration,
    "measured": MeasuredGoodput,
    "run": sl.TrainingRun,
    "strategy": sl.strategies.Strategy,
    "growth": sl.growth.PowerLaw,
    "comparison": Comparison,
    "cost": RunCost,
}
_LISTS = {"factors": sl.limits.Factor, "strategies": sl.strategies.Strategy}
_NAMED = {"growths": sl.growth.PowerLaw, "criteria": sl.limits.Criterion, "tiers": sl.storage.Tier}
_NUMBERS = {"gpus": "GPU", "write_bandwidth": "B/s", "values": "1"}
#: figures that may be of a limit, of GPUs or of workers
_OF_A_LIMIT = {"throughput_vs_size", "throughput_bands", "elasticities"}
#: figures over a range, which has two ends
_OVER_A_RANGE = {"elasticities", "overhead_map", "limits_vs_field"}


def _checked(draw: Callable[P, R]) -> Callable[P, R]:
    """Refuses arguments of another kind by name, before anything is drawn."""
    signature = inspect.signature(draw)

    @functools.wraps(draw)
    def drawn(*args: P.args, **given: P.kwargs) -> R:
        owner = draw.__name__
        for name, value in signature.bind(*args, **given).arguments.items():
            if value is None and signature.parameters[name].default is None:
                continue
            if name == "run" and owner in _OF_A_LIMIT:
                of_type(owner, name, value, (sl.TrainingRun, sl.limits.Limit))
            elif name in _PARTS:
                of_type(owner, name, value, _PARTS[name])
            elif name in _LISTS and not isinstance(value, _LISTS[name]):
                list_of(owner, name, value, _LISTS[name])
            elif name == "known":
                list_of(owner, name, value, str)
            elif name == "ranges":
                of_type(owner, name, value, (bool, np.bool_))
            elif name in _NAMED:
                dict_of(owner, name, value, _NAMED[name])
            elif name in _NUMBERS:
                given_values = checked(owner, free(name, _NUMBERS[name]), value, within=False)
                if owner in _OVER_A_RANGE and np.size(given_values) < 2:
                    raise ValueError(f"{owner}: {name} must be 2 values at least, not {describe(value)}")
            elif name == "field":
                of_type(owner, name, value, str)
                names = tuple(row.name for row in sl.TrainingRun.fields())
                if value not in names:
                    raise ValueError(f"{owner}: field = {value!r} is none of TrainingRun{suggestion(value, names)}")
        return draw(*args, **given)

    return drawn


def standard_criteria() -> dict[str, Any]:
    """The three criteria that every size figure marks unless it is given others.

    Examples
    --------
    >>> len(sl.plot.standard_criteria())
    3
    """
    return {
        "goodput 0.9": sl.limits.goodput_at_least(0.9),
        "peak of useful throughput": sl.limits.peak_throughput(),
        "write time = MTBF": sl.limits.write_time_equals_mtbf(),
    }


def standard_growths() -> dict[str, Any]:
    """The growth laws of the catalogue by the names that figures give them.

    Examples
    --------
    >>> sl.plot.standard_growths()["Chinchilla"] == sl.growth.chinchilla
    True
    """
    return dict(_named)


def _size(limit: Any) -> str:
    """38.7k GPUs, no limit, infeasible."""
    return f"{short(float(limit.value))} {limit.unit}" if limit.status == "ok" else str(limit.status)


def _blame(limit: Any) -> str:
    """What binds, and its share where there are several terms."""
    share = float(limit.shares[limit.binding]) if limit.binding in limit.shares else 1.0
    return f"{limit.binding} has {percent(share)} of the blame" if share < 0.9995 else f"{limit.binding} binds"


def _peak_finding(peak: Any, what: Sized, end: float) -> str:
    """Where useful throughput peaks; where it does not, what the largest size that is drawn is worth."""
    if peak.status == "ok":
        size = f"{short(float(peak.value))} {what.unit}, worth {short(float(peak.useful_gpus))} ideal ones"
        return f"Useful throughput peaks at {size}: {_blame(peak)}"
    if peak.status == "no limit":
        worth = float(what.useful(np.array([end]))[0])
        return f"{short(end)} {what.unit} are worth {short(worth)} ideal ones, and more never do less: no peak"
    return f"No size is useful: {peak.note}"


def _limit_finding(name: str, limit: Any) -> str:
    if limit.status != "ok":
        return f"{name}: {limit.note or limit.status}"
    return f"{name}: up to {_size(limit)}, worth {short(float(limit.useful_gpus))} ideal ones: {_blame(limit)}"


def _useful(what: Sized) -> str:
    """What stands at the axis of useful throughput."""
    return f"useful throughput [{what.unit}{'' if what.unit.endswith('s') else 's'}' worth of useful work]"


@_checked
def goodput_vs_interval(run: sl.TrainingRun, *, strategy: Any = None, ax: Axes | None = None) -> Axes:
    """Goodput against the interval of a strategy that has one: the best, the strategy's own, those within 1 % of the best.

    With blocking checkpoints the intervals of Young and Daly are marked at the axis. Which lie within 1 % is not known under
    planned stops and silent errors, and not shown.
    """
    strategy = sl.strategies.blocking() if strategy is None else strategy
    best_of = strategy.replace(interval=None)
    best = float(best_of.interval(run))
    if not 0 < best < np.inf:
        raise ValueError(f"run: the best interval is {best:g} s, nothing to draw: write_time and 1/mtbf must be above 0")
    top = float(best_of.goodput(run))
    own = float(strategy.interval(run))
    reach = max(30.0, 2 * own / best, 2 * best / own)
    interval = best * np.geomspace(1 / reach, reach, 600)
    goodput = np.asarray(strategy.replace(interval=interval).goodput(run))
    low, high = (float(end) for end in sl.analysis.assess(run, strategy).band)
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    banded = low == low and high == high
    if banded:
        ax.axvspan(low, high, color=BLUE, alpha=0.10, linewidth=0)
    ax.plot(interval, goodput, color=BLUE, linewidth=2.2, label="goodput")
    ax.set_xlim(interval[0], interval[-1])
    bottom = float(np.nanmin(goodput))
    span = max(top - bottom, 1e-9)
    bottom, upper = bottom - 0.12 * span, top + 0.12 * span
    ax.set_ylim(bottom, upper)
    ax.plot([best], [top], "o", color=INK, markersize=7, markeredgecolor="white", zorder=5)
    labels.at_point(best, top, f"best: {duration(best)}, goodput {percent(top)}")
    if abs(own / best - 1) > 1e-6:
        at = float(strategy.goodput(run))
        ax.plot([own], [at], "s", color=RED, markersize=7, markeredgecolor="white", zorder=5)
        labels.at_point(own, at, f"this run: {duration(own)}, goodput {percent(at)}", RED)
    if banded:
        within = f"within 1 % of the best: {duration(low)} to {duration(high)}"
        labels.at_point(float(np.sqrt(low * high)), bottom + 0.45 * (upper - bottom), within, BLUE, over=True)
    if best_of == sl.strategies.blocking():
        cost, mtbf = float(run.write_time), float(run.mtbf)
        rules = {"Young": sl.checkpoint.young_interval(cost, mtbf), "Daly": sl.checkpoint.daly_interval(cost, mtbf)}
        for (name, w), colour, size in zip(rules.items(), (ORANGE, VIOLET), (14, 8), strict=True):  # they often coincide
            ax.plot([float(w)], [bottom], "^", color=colour, markersize=size, markeredgecolor="white", zorder=5, clip_on=False)
            labels.at_point(float(w), bottom, f"{name}: {duration(w)}", colour)
    _style.time_axis(ax)
    _style.percent_ticks(ax.yaxis)
    ax.set_xlabel("interval: useful work between two checkpoints [s, min, h]")
    ax.set_ylabel("goodput [%]")
    finding = f"Save every {duration(best)}: goodput {percent(top)}"
    _style.title(ax, finding + f", within 1 % from {duration(low)} to {duration(high)}" * banded, _describe(run))
    return ax


@_checked
def throughput_vs_size(
    run: sl.TrainingRun | sl.limits.Limit,
    *,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
    ranges: bool = True,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput against size, with the size that each criterion allows, and a bar where it lies otherwise.

    Parameters
    ----------
    run : or what ``sl.limits.max_gpus`` or ``sl.limits.max_workers`` answered: then the figure is of what that was asked of,
        marks its criterion, and sizes count what the limit's do
    ranges : whether each of these sizes has a bar: between which ends it lies if one thing is otherwise than given
    known, gpu_mttf_ends : what is not assumed otherwise there, and what a log leaves open, as of ``sl.limits.band``

    Examples
    --------
    >>> drawn = sl.plot.throughput_vs_size(sl.published.llama3_405b())
    >>> cohort = sl.limits.StrongScaling(half_size=500, name="cohort")
    >>> server = sl.limits.StrongScaling(half_size=13_393, name="aggregation")
    >>> drawn = sl.plot.throughput_vs_size(sl.limits.max_workers(factors=[cohort, server], unit="clients"))
    """
    what = sized("throughput_vs_size", run, growth, strategy, factors)
    criteria = what.criteria or standard_criteria() if criteria is None else criteria
    limits = {name: what.limit(criterion) for name, criterion in criteria.items()}
    peak = what.limit(sl.limits.peak_throughput())
    here = what.own
    found = [float(limit.value) for limit in (peak, *limits.values()) if limit.status == "ok"]
    if here is not None:
        found.append(here * 100)
    low, high = what.reach(found, 4, 8)
    gpus = np.geomspace(low, high, 600)
    useful = what.useful(gpus)
    top = float(np.nanmax(useful))
    ax = _style.axes(ax, height=4.8)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlim(low, high)
    floor, ceiling = low / 2, max(top * 6, 2 * (here or 0))
    ax.set_ylim(floor, ceiling)
    barred = False
    for (name, limit), colour in zip(limits.items(), CRITERIA_COLOURS, strict=False):
        if limit.status == "ok":
            size = float(limit.value)
            worth = float(limit.useful_gpus)
            ax.axvline(size, color=colour, linewidth=1.2, linestyle=(0, (4, 2)))
            if worth > floor:
                ax.plot([size], [worth], "o", color=colour, markeredgecolor="white", markersize=8, zorder=6)
            at = worth if worth > floor else float(np.sqrt(floor * ceiling))
            barred |= ranges and bar(ax, what.ends(criteria[name], known, gpu_mttf_ends), at, colour)
            labels.at_point(size, at, f"{name}:\n{what.text(limit)}", colour)
    (ideal,) = ax.plot(gpus, gpus, color=MUTED, linewidth=1.1, linestyle=(0, (2, 2)), label="no losses")
    (line,) = ax.plot(gpus, useful, color=BLUE, linewidth=2.4, label="useful throughput")
    labels.at_end(ideal, "no losses", MUTED)
    labels.at_end(line, "useful throughput", BLUE)
    if here is not None:
        now = float(what.useful(np.array([here]))[0])
        if now > floor:
            ax.plot([here], [now], "s", color=INK, markeredgecolor="white", markersize=7, zorder=6)
        else:
            ax.axvline(here, color=INK, linewidth=1.2, linestyle=(0, (1, 2)))
        labels.at_point(here, now if now > floor else float(np.sqrt(floor * ceiling)), f"the run: {short(here)} GPUs")
    _style.size_ticks(ax.xaxis)
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(what.axis)
    ax.set_ylabel(_useful(what))
    none = [f"{name}: {limit.status}" for name, limit in limits.items() if limit.status != "ok"]
    asked = [*limits] if what.criteria and limits.keys() == what.criteria.keys() else []
    finding = (
        _peak_finding(peak, what, high) if not asked or limits[asked[0]] == peak else _limit_finding(asked[0], limits[asked[0]])
    )
    _style.title(ax, finding, what.described(), *none, *[BARS] * barred)
    return ax


@_checked
def throughput_bands(
    run: sl.TrainingRun | sl.limits.Limit,
    *,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    ranges: bool = True,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput against size; between it and the ideal, one band per term, as wide as that term's loss.

    Parameters
    ----------
    run : or what ``sl.limits.max_gpus`` or ``sl.limits.max_workers`` answered, as of throughput_vs_size
    ranges, known, gpu_mttf_ends : whether the peak has a bar, as of throughput_vs_size

    Examples
    --------
    >>> drawn = sl.plot.throughput_bands(sl.published.llama3_405b())
    """
    what = sized("throughput_bands", run, growth, strategy, factors)
    peak = what.limit(sl.limits.peak_throughput())
    top = float(peak.value) if peak.status == "ok" else what.own and what.own * 100
    low, high = what.reach([top] if top else [], 8, 12)
    gpus = np.geomspace(low, high, 600)
    losses = what.losses(gpus)
    colours = _style.colours_of(list(losses), TERMS)
    floor = low / 3
    ax = _style.axes(ax, height=4.8)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlim(low, high)
    ax.set_ylim(floor, high)
    (ideal,) = ax.plot(gpus, gpus, color=MUTED, linewidth=1.1, linestyle=(0, (2, 2)), label="no losses")
    labels.at_end(ideal, "no losses", MUTED)
    upper = gpus
    for term, loss in losses.items():
        lower = np.maximum(upper * np.exp(-np.where(np.isfinite(loss), loss, 700)), floor / 1e3)
        ax.fill_between(gpus, lower, upper, color=colours[term], alpha=0.5, linewidth=0, label=f"lost to {term}")
        labels.at_end((gpus, np.sqrt(np.maximum(lower, floor) * np.maximum(upper, floor))), f"lost to {term}", colours[term])
        upper = lower
    (line,) = ax.plot(gpus, upper, color=INK, linewidth=2.2, label="useful throughput")
    labels.at_end(line, "useful throughput", INK)
    barred = False
    if peak.status == "ok":
        top, worth = float(peak.value), float(peak.useful_gpus)
        ax.axvline(top, color=INK, linewidth=1.2, linestyle=(0, (4, 2)))
        ax.plot([top], [worth], "o", color=INK, markeredgecolor="white", markersize=8, zorder=6)
        barred = ranges and bar(ax, what.ends(sl.limits.peak_throughput(), known, gpu_mttf_ends), worth, INK)
        labels.at_point(top, worth, f"peak: {short(top)} {what.unit},\nworth {short(worth)}")
    _style.size_ticks(ax.xaxis)
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(what.axis)
    ax.set_ylabel(_useful(what))
    _style.title(ax, _peak_finding(peak, what, high), what.described(), *[BARS] * barred)
    return ax


@_checked
def elasticities(
    run: sl.TrainingRun | sl.limits.Limit,
    *,
    gpus: Any = None,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    ax: Axes | None = None,
) -> Axes:
    """What binds at each size between the ends of gpus: the useful throughput that each term takes, in % for 1 % more GPUs.

    It peaks where they add up to 1.

    Parameters
    ----------
    run : or what ``sl.limits.max_gpus`` or ``sl.limits.max_workers`` answered, as of throughput_vs_size
    gpus : the ends; of a limit of workers so many of them

    Examples
    --------
    >>> drawn = sl.plot.elasticities(sl.published.llama3_405b())
    """
    what = sized("elasticities", run, growth, strategy, factors)
    peak = what.limit(sl.limits.peak_throughput())
    top = float(peak.value) if peak.status == "ok" else what.own and what.own * 100
    if gpus is None:
        gpus = what.reach([top] if top else [], 4, 4)
    gpus = np.geomspace(np.min(gpus), np.max(gpus), 801)
    slopes = {term: np.where(np.isfinite(slope), np.maximum(slope, 0), 0) for term, slope in what.lost(gpus).items()}
    slopes = {term: slope for term, slope in slopes.items() if np.any(slope > 0)}
    colours = _style.colours_of(list(slopes), TERMS)
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_xscale("log")
    ax.set_xlim(gpus[0], gpus[-1])
    ends = sum(slope[-1] for slope in slopes.values()) if slopes else 1.0
    ax.set_ylim(0, max(1.2, min(float(ends), 4.0)))
    lower = np.zeros(gpus.size)
    for term, slope in slopes.items():
        ax.fill_between(gpus, lower, lower + slope, color=colours[term], alpha=0.6, linewidth=0, label=term)
        visible = np.minimum(lower + slope, ax.get_ylim()[1])
        labels.at_end((gpus, (np.minimum(lower, visible) + visible) / 2), term, colours[term])
        lower = lower + slope
    ax.plot(gpus, np.ones(gpus.size), color=INK, linewidth=1.2, linestyle=(0, (4, 2)))
    labels.at_point(gpus[40], 1.0, f"1: more {what.unit} bring nothing")
    if peak.status == "ok":
        top = float(peak.value)
        ax.plot([top], [1.0], "o", color=INK, markeredgecolor="white", markersize=8, zorder=6)
        labels.at_point(top, 1.0, f"peak: {short(top)} {what.unit}")
    _style.size_ticks(ax.xaxis)
    ax.set_xlabel(what.axis)
    ax.set_ylabel(f"throughput lost for 1 % more {what.unit} [%]")
    finding = _peak_finding(peak, what, float(gpus[-1]))
    if peak.status == "ok":
        finding = f"At {short(float(peak.value))} {what.unit} 1 % more bring nothing: {_blame(peak)}"
    _style.title(ax, finding, what.described())
    return ax


@_checked
def strategies_vs_size(comparison: Any, *, ax: Axes | None = None) -> Axes:
    """Goodput against size of every strategy of a comparison, with the sizes at which the best one changes.

    Parameters
    ----------
    comparison : what ``sl.compare`` answered

    Examples
    --------
    >>> drawn = sl.plot.strategies_vs_size(sl.compare(sl.published.llama3_405b(), [sl.strategies.blocking()], others=False))
    """
    drawn: Axes = comparison.plot(ax)
    return drawn


def _dots(ax: Axes, rows: Sequence[tuple[str, Mapping[str, Any]]], criteria: Mapping[str, Any], run: sl.TrainingRun) -> bool:
    """One line per row, one dot per criterion; an arrow where there is no limit. Whether a limit has a bar."""
    barred = False
    values = [float(limit.value) for _, limits in rows for limit in limits.values() if limit.status == "ok"]
    low = min([float(run.gpus), *values]) / 3
    high = max([float(run.gpus) * 10, *values]) * 8
    ax.set_xscale("log")
    ax.set_xlim(low, high)
    ax.set_ylim(len(rows) - 0.4, -0.7)
    colours = dict(zip(criteria, CRITERIA_COLOURS, strict=False))
    near = (high / low) ** 0.09  # labels closer than that would touch
    for y, (_, limits) in enumerate(rows):
        sizes = sorted({float(limit.value) for limit in limits.values() if limit.status == "ok"})
        endless = [name for name, limit in limits.items() if limit.status == "no limit"]
        if sizes or endless:
            ends = [min(sizes, default=low), high / 1.3 if endless else max(sizes)]
            ax.plot(ends, [y, y], color=PAPER, linewidth=5, solid_capstyle="round", zorder=1)
        above = True
        for place, size in enumerate(sizes):
            crowded = place > 0 and size < sizes[place - 1] * near
            above = not above if crowded else True
            ax.annotate(short(size), (size, y), textcoords="offset points", xytext=(0, 7 if above else -7), ha="center",
                        va="bottom" if above else "top", fontsize=7.5, color=INK)  # fmt: skip
        for place, (name, limit) in enumerate(limits.items()):
            if limit.status == "ok":
                between = limit.band and (limit.band.low, limit.band.high)
                barred |= bar(ax, between, y + 0.12 * (place - (len(limits) - 1) / 2), colours[name])
                ax.plot([float(limit.value)], [y], "o", color=colours[name], markersize=9, markeredgecolor="white", zorder=3)
        for place, name in enumerate(endless):
            ax.plot([high / 1.35 / 1.6**place], [y], ">", color=colours[name], markersize=8, markeredgecolor="white", zorder=3)
        if endless:
            ax.annotate(
                "no limit", (high / 1.35, y), textcoords="offset points", xytext=(0, 8), ha="center", fontsize=7.5, color=INK
            )
        if not sizes and not endless:
            ax.annotate("infeasible", (low * 1.2, y), ha="left", va="center", fontsize=8, color=MUTED)
    ax.axvline(float(run.gpus), color=INK, linewidth=1, linestyle=(0, (1, 2)), zorder=0)
    ax.set_yticks(range(len(rows)), [_style.literal(name) for name, _ in rows])
    ax.grid(axis="y", visible=False)
    for name, colour in colours.items():
        ax.plot([], [], "o", color=colour, markersize=8, label=name)
    ax.plot([], [], color=INK, linewidth=1, linestyle=(0, (1, 2)), label="the run")
    _style.size_ticks(ax.xaxis)
    ax.set_xlabel("largest " + SIZE)
    _style.legend_below(ax, 4)
    return barred


def _span(rows: Sequence[tuple[str, Mapping[str, Any]]], criteria: Mapping[str, Any]) -> str:
    """From the smallest to the largest size that the first criterion allows, and in which rows."""
    criterion = next(iter(criteria))
    answers = [(name, limits[criterion]) for name, limits in rows if limits[criterion].status != "infeasible"]
    if not answers:
        return f"{criterion} is out of reach in every row"
    (worst, least), (best, most) = (choose(answers, key=lambda row: float(row[1].value)) for choose in (min, max))
    if float(least.value) == float(most.value):
        return f"{criterion}: {_size(most)} in every row"
    return f"{criterion}: up to {_size(least)} ({worst}), {_size(most)} ({best})"


@_checked
def limits_by_growth(
    run: sl.TrainingRun,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ranges: bool = False,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
    ax: Axes | None = None,
) -> Axes:
    """The largest size under each growth law and criterion.

    Parameters
    ----------
    ranges, known, gpu_mttf_ends : whether each size has a bar, as of throughput_vs_size
    """
    strategy = sl.strategies.blocking() if strategy is None else strategy
    asked: dict[str, Any] = {"ranges": True, "known": known, "gpu_mttf_ends": gpu_mttf_ends} if ranges else {}
    criteria = standard_criteria() if criteria is None else criteria
    rows = [
        (name, {text: sl.limits.max_gpus(run, criterion, growth, strategy, **asked) for text, criterion in criteria.items()})
        for name, growth in (growths or standard_growths()).items()
    ]
    ax = _style.axes(ax, height=1.8 + 0.62 * len(rows))
    barred = _dots(ax, rows, criteria, run)
    _style.title(ax, _span(rows, criteria), _describe(run), *[BARS] * barred)
    return ax


@_checked
def limits_by_tier(
    run: sl.TrainingRun,
    tiers: Mapping[str, Any] | None = None,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ranges: bool = False,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
    ax: Axes | None = None,
) -> Axes:
    """The same run saved to each storage tier: memory against storage, under each growth law and criterion.

    Parameters
    ----------
    ranges, known, gpu_mttf_ends : whether each size has a bar, as of throughput_vs_size
    """
    strategy = sl.strategies.blocking() if strategy is None else strategy
    asked: dict[str, Any] = {"ranges": True, "known": known, "gpu_mttf_ends": gpu_mttf_ends} if ranges else {}
    criteria = standard_criteria() if criteria is None else criteria
    tiers = sl.published.tiers if tiers is None else tiers
    growths = standard_growths() if growths is None else growths
    rows = []
    for name, tier in tiers.items():
        saved = run.saved_to(tier)
        for law, growth in growths.items():
            grown = growth.saved_to(tier)
            found = {
                text: sl.limits.max_gpus(saved, criterion, grown, strategy, **asked) for text, criterion in criteria.items()
            }
            rows.append((f"{name.replace('_', ' ')}, {law}", found))
    ax = _style.axes(ax, width=8.2, height=1.6 + 0.5 * len(rows))
    barred = _dots(ax, rows, criteria, run)
    for boundary in range(len(growths), len(rows), len(growths)):
        ax.axhline(boundary - 0.5, color=PAPER, linewidth=1)
    written = f"{float(run.checkpoint_bytes) / 1e12:.3g} TB per save"
    _style.title(
        ax, _span(rows, criteria), f"{short(float(run.gpus))} GPUs, MTBF {duration(run.mtbf)}, {written}", *[BARS] * barred
    )
    return ax


@_checked
def limits_vs_field(
    run: sl.TrainingRun,
    field: str,
    values: Any,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The largest size over the values of one field of the run, a colour per criterion, dashes per growth law.

    Parameters
    ----------
    field : of the run
    values : of that field, rising

    Examples
    --------
    >>> drawn = sl.plot.limits_vs_field(sl.published.llama3_405b(), "write_bandwidth", [1e12, 2e12, 4e12])
    """
    strategy = sl.strategies.blocking() if strategy is None else strategy
    criteria = standard_criteria() if criteria is None else criteria
    growths = {"model fixed": sl.growth.fixed()} if growths is None else growths
    values = np.sort(np.asarray(values, float))
    scale, label = _axis(field)
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_yscale("log")
    if values[0] > 0 and values[-1] / values[0] > 30:
        ax.set_xscale("log")
    ax.set_xlim(values[0] / scale, values[-1] / scale)
    falls: list[tuple[float, str]] = []
    for (law, growth), dashes in zip(growths.items(), _style.DASHES, strict=False):
        for (text, criterion), colour in zip(criteria.items(), CRITERIA_COLOURS, strict=False):
            limit = sl.limits.max_gpus(run.replace(**{field: values}), criterion, growth, strategy, factors=factors)
            sizes = np.where(np.isfinite(limit.value), limit.value, np.nan)
            if not np.any(np.isfinite(sizes)):
                continue
            (line,) = ax.plot(values / scale, sizes, color=colour, linestyle=dashes, linewidth=2, label=f"{text}, {law}")
            name = text if len(growths) == 1 else f"{text},\n{law}"
            labels.at_end(line, name, colour, dashes)
            ends = sizes[np.isfinite(sizes)][[0, -1]]
            falls.append((float(ends[1] / ends[0]), f"{text} goes from {short(ends[0])} to {short(ends[1])} GPUs ({law})"))
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(label)
    ax.set_ylabel("largest " + SIZE)
    words = label.rpartition(" [")[0]
    reach = f"{words} {values[0] / scale:.3g} to {values[-1] / scale:.3g} {label.rpartition('[')[2].rstrip(']')}"
    moved = max(falls, key=lambda fall: abs(np.log(fall[0]))) if falls else (1.0, "no criterion has a limit")
    _style.title(ax, f"{reach}: {moved[1]}", _describe(run))
    return ax


def swept(
    columns: Mapping[str, Sequence[Any]],
    over: Mapping[str, str],
    criteria: Sequence[str],
    *,
    unit: str = "GPUs",
    ax: Axes | None = None,
) -> Axes:
    """The largest size over a sweep: one column per swept range, by its name and unit, and one per criterion.

    Over one range a line per criterion; over two, of the first criterion, a line per value of the first range.

    Parameters
    ----------
    columns : of the sweep, by name
    over : the swept ranges by name, with their units
    criteria : names of the columns that are drawn
    unit : what their sizes count

    Examples
    --------
    >>> sizes = {"downtime": [0.0, 60.0, 600.0], "peak_throughput": [4e5, 3.9e5, 3.2e5]}
    >>> drawn = sl.plot.swept(sizes, {"downtime": "s"}, ["peak_throughput"])
    """
    if len(over) not in (1, 2):
        raise ValueError(f"swept: a figure has room for one range or two, not for {len(over)}")
    name = list(over)[-1]
    scale, of_range = _drawn_in(over[name])
    x = np.asarray(columns[name], float)
    lines: dict[str, tuple[Any, Any]] = {}
    if len(over) == 1:
        lines = {text: (x, np.asarray(columns[text], float)) for text in criteria}
    else:
        first = next(iter(over))
        of = np.asarray(columns[first], float)
        values = np.unique(of)
        for value in values[np.unique(np.linspace(0, values.size - 1, min(8, values.size)).astype(int))]:
            here = of == value
            text = (
                f"{first} {short(value)}"
                if over[first] in ("1", "GPU")
                else f"{first} {_format.quantity(value, over[first], 3)}"
            )
            lines[text.replace("_", " ")] = (x[here], np.asarray(columns[criteria[0]], float)[here])
    lines = {text: (at, np.where(np.isfinite(size), size, np.nan)) for text, (at, size) in lines.items()}
    ax = _style.axes(ax)
    from ._labels import Labels

    labels = Labels(ax)
    ax.set_yscale("log")
    if np.min(x) > 0 and np.max(x) / np.min(x) > 30:
        ax.set_xscale("log")
    if np.max(x) > np.min(x):
        ax.set_xlim(np.min(x) / scale, np.max(x) / scale)
    ends: list[tuple[float, str]] = []
    for (text, (at, size)), style in zip(lines.items(), _style.line_styles(len(lines)), strict=True):
        known = size[np.isfinite(size)]
        if known.size:
            (line,) = ax.plot(at / scale, size, linewidth=2, label=text, **style)
            labels.at_end(line, text.replace("=", "\n"), style["color"], style["linestyle"])
            ends.append(
                (float(abs(np.log(known[-1] / known[0]))), f"{text} goes from {short(known[0])} to {short(known[-1])} {unit}")
            )
    _style.size_ticks(ax.yaxis)
    _style.size_ticks(ax.xaxis)
    words = "GPUs" if name == "gpus" else name.replace("_", " ")
    ax.set_xlabel(SIZE if name == "gpus" else f"{words} [{of_range}]")
    ax.set_ylabel(f"largest size [{unit}]")
    found = max(ends)[1] if ends else "no largest size"
    reach = f"{short(np.min(x) / scale)} to {short(np.max(x) / scale)}{'' if of_range in ('1', 'GPU') else ' ' + of_range}"
    _style.title(ax, f"Over {words} {reach}: {found}", *([] if len(over) == 1 else [criteria[0]]))
    return ax


@_checked
def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, in bands whose borders are labelled."""
    strategy = sl.strategies.blocking() if strategy is None else strategy
    sizes = float(run.gpus) * np.geomspace(1 / 16, 256, 241) if gpus is None else np.asarray(gpus, float)
    here = float(run.write_bandwidth)
    if write_bandwidth is None:
        write_bandwidth = (here if np.isfinite(here) else 1e12) * np.geomspace(1 / 100, 100, 201)
    bandwidths = np.asarray(write_bandwidth, float)
    overhead = np.asarray(strategy.overhead(run.replace(gpus=sizes[None, :], write_bandwidth=bandwidths[:, None])))
    ax = _style.axes(ax, height=4.8)
    from ._labels import Labels

    labels = Labels(ax)
    scale, label = _axis("write_bandwidth")
    levels = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10])
    colours = needed("a figure", "matplotlib.colors")
    ground = colours.LinearSegmentedColormap.from_list("overhead", ["white", _style.mixed(BLUE, "white", 0.35)])
    x, y = sizes, bandwidths / scale
    bands = [0, *levels, np.inf]
    ax.set_xscale("log")
    ax.set_yscale("log")
    shown = np.nan_to_num(overhead, nan=1e300, posinf=1e300)
    ax.contourf(
        x, y, np.minimum(shown, 1e300), levels=[*bands[:-1], 1.1e300], colors=ground(np.linspace(0, 1, len(levels) + 1))
    )
    lines = ax.contour(x, y, shown, levels=levels, colors=[INK], linewidths=0.7)
    # one label per border, where it crosses the diagonal from the top left to the bottom right
    way = np.linspace(0.02, 0.98, 400)
    column, row = np.rint(way * (sizes.size - 1)).astype(int), np.rint((1 - way) * (bandwidths.size - 1)).astype(int)
    along = shown[row, column]
    crossed = [int(np.flatnonzero(along >= level)[0]) for level in levels if along[0] < level <= along[-1]]
    places = [k for i, k in enumerate(crossed) if i == 0 or k - crossed[i - 1] > 26]
    ax.clabel(
        lines,
        fmt=lambda level: f"{100 * level:g} %",
        fontsize=8,
        colors=INK,
        manual=[(x[column[k]], y[row[k]]) for k in places],
    )
    ax.grid(False)
    mine = float(strategy.overhead(run))
    if sizes[0] <= float(run.gpus) <= sizes[-1] and bandwidths[0] <= here <= bandwidths[-1]:
        ax.plot([float(run.gpus)], [here / scale], "*", color=ORANGE, markersize=15, markeredgecolor="white")
        labels.at_point(float(run.gpus), here / scale, f"the run: overhead {percent(mine)}")
    _style.size_ticks(ax.xaxis)
    _style.size_ticks(ax.yaxis)
    ax.set_xlabel(SIZE)
    ax.set_ylabel(label)
    need = (
        sl.limits.required(run.replace(gpus=10 * run.gpus), "write_bandwidth", 1 / (1 + mine), strategy) if mine > 0 else None
    )
    finding = f"{short(float(run.gpus))} GPUs have an overhead of {percent(mine)}"
    if need is not None and need.status == "ok":
        finding += f": ten times as many need {_format.quantity(need.value, 'B/s', 3)} to keep it"
    elif need is not None and need.status == "infeasible":
        finding += ": ten times as many cannot keep it at any write bandwidth"
    _style.title(ax, finding, "bands: overhead, 1 / goodput - 1 [%]", _describe(run))
    return ax


def _bars(ax: Axes | None, names: Sequence[str], parts: Mapping[str, Any], colours_of: Mapping[str, str] = TERMS) -> Axes:
    """Stacked bars of shares, one per name."""
    count = len(names)
    parts = {term: np.nan_to_num(share) for term, share in parts.items() if np.nanmax(share, initial=0) > 0}
    colours = _style.colours_of(list(parts), colours_of)
    ax = _style.axes(ax, height=1.7 + 0.5 * count)
    left = np.zeros(count)
    y = np.arange(count)
    for term, share in parts.items():
        ax.barh(y, share, left=left, color=colours[term], height=0.62, label=term, edgecolor="white", linewidth=0.8)
        for row in np.flatnonzero(share >= 0.055).tolist():
            ax.text(left[row] + share[row] / 2, row, f"{100 * share[row]:.0f} %", ha="center", va="center", fontsize=8.5,
                    color=_style.text_on(colours[term]), fontweight="bold")  # fmt: skip
        left = left + share
    ax.set_yticks(y, [_style.literal(name) for name in names])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    _style.percent_ticks(ax.xaxis)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("share of wall-clock time [%]")
    _style.legend_below(ax, len(parts) if sum(map(len, parts)) <= 45 else 5)  # one row, where names are short
    return ax


@_checked
def breakdown(
    run: sl.TrainingRun, *, gpus: Any = None, growth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time goes at several sizes: stacked bars that sum to one."""
    growth = sl.growth.fixed() if growth is None else growth
    strategy = sl.strategies.blocking() if strategy is None else strategy
    sizes = float(run.gpus) * np.array([1.0, 4.0, 16.0, 64.0]) if gpus is None else np.atleast_1d(np.asarray(gpus, float))
    parts = _evaluate.ask("breakdown", run, growth, strategy, numbers={"gpus": sizes}).amounts()
    ax = _bars(ax, [f"{short(size)} GPUs" for size in sizes], parts)
    worst = max((term for term in parts if term != "useful"), key=lambda term: float(np.nan_to_num(parts[term][-1])))
    first, last = float(parts["useful"][0]), float(parts["useful"][-1])
    finding = f"{short(sizes[-1])} GPUs are useful {percent(last)} of the time"
    if sizes.size > 1:
        finding = (
            f"From {short(sizes[0])} to {short(sizes[-1])} GPUs the useful share goes from {percent(first)} to {percent(last)}"
        )
    if parts[worst][-1] > 0:
        finding += f": {worst} takes {percent(float(parts[worst][-1]))}"
    _style.title(ax, finding, _describe(run, growth))
    return ax


@_checked
def breakdown_by_strategy(run: sl.TrainingRun, strategies: Sequence[Any], *, ax: Axes | None = None) -> Axes:
    """Where the time goes under each strategy: stacked bars that sum to one, best first.

    Parameters
    ----------
    strategies : to set side by side

    Examples
    --------
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> drawn = sl.plot.breakdown_by_strategy(sl.published.llama3_405b(), plans)
    """
    found, out = [], []
    for strategy in strategies:
        name = type(strategy).__name__.replace("_", " ")
        try:
            found.append((name, {term: float(share) for term, share in strategy.breakdown(run).items()}))
        except ValueError:  # it has no answer for this run
            out.append(f"{name}: infeasible")
    if not found:
        raise ValueError(f"breakdown_by_strategy: {', '.join(out)}" if out else "breakdown_by_strategy: strategies is empty")
    found.sort(key=lambda row: -row[1]["useful"])
    order = dict.fromkeys([*TERMS, *(term for _, shares in found for term in shares)])
    parts = {term: np.array([shares.get(term, 0.0) for _, shares in found]) for term in order}
    ax = _bars(ax, [name for name, _ in found], parts)
    (best, most), (worst, least) = ((name, shares["useful"]) for name, shares in (found[0], found[-1]))
    finding = f"{short(float(run.gpus))} GPUs are useful {percent(most)} of the time with {best}, {percent(least)} with {worst}"
    _style.title(ax, finding, _describe(run), *out)
    return ax


@_checked
def calibration(found: Calibration, *, ax: Axes | None = None) -> Axes:
    """Steps as measured and as modelled with the constants found, in the band of the noise.

    Parameters
    ----------
    found : as ``sl.calibrate`` answers

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> drawn = sl.plot.calibration(sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric))
    """
    rows = found.asked[0]
    measured = np.array([row.time for row in rows])
    mixture = np.array([row.shape.experts > 0 for row in rows])
    ax = _style.axes(ax)
    ax.axhspan(-found.noise, found.noise, color=PAPER, linewidth=0, label=f"noise, ±{percent(found.noise)}", zorder=0)
    ax.axhline(0, color=MUTED, linewidth=1)
    for kind, of, colour, marker in (("dense", ~mixture, BLUE, "o"), ("mixture of experts", mixture, ORANGE, "D")):
        if of.any():
            ax.plot(measured[of], found.errors[of], marker, color=colour, markersize=5, alpha=0.85, label=kind)
    reach = 1.15 * max(found.worst_error, found.noise)
    ax.set_ylim(-reach, reach)
    ax.set_xlim(measured.min() / 1.3, measured.max() * 1.3)
    _style.time_axis(ax)
    _style.percent_ticks(ax.yaxis)
    ax.set_xlabel("step as measured [s]")
    ax.set_ylabel("modelled over measured, less one [%]")
    _style.legend_below(ax, 3)
    worst = rows[int(np.argmax(np.abs(found.errors)))]
    many = f"{len(rows)} measured steps are met" if len(rows) > 1 else "one measured step is met"
    finding = f"{many} within {percent(found.mean_error)} in the mean, {percent(found.worst_error)} at worst"
    shown = {
        field.name: _format.quantity(getattr(found.chip, field.name), field.unit, 4) for field in sl.workload.Chip.fields()
    }
    constants = (
        f"products {shown['achieved_flops']}, attention {shown['attention_flops']}, memory {shown['memory_bandwidth']}, "
        f"{shown['operation_time']} an operation"
    )
    _style.title(ax, finding, constants, *([f"the worst is {worst.id}"] if worst.id and len(rows) > 1 else []))
    return ax


@_checked
def goodput_buckets(
    measured: MeasuredGoodput, run: sl.TrainingRun | None = None, *, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time of a measured run went, as a bar; with a run those of its model, as it is and with the inputs of the log.

    Parameters
    ----------
    measured : as ``sl.data.goodput_from_steps`` answers
    run : of the model; default: the measured bar alone

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> drawn = sl.plot.goodput_buckets(sl.data.goodput_from_steps(log), sl.published.llama3_405b())
    """
    elapsed = f"{duration(measured.elapsed)}, {measured.failures} failure{'' if measured.failures == 1 else 's'}"
    bars, notes = {"measured": measured.shares}, [f"measured over {elapsed}"]
    if np.isfinite(measured.inputs["recovery"]):
        notes.append("start-up with downtime")
    finding = f"{percent(measured.goodput)} of the time was useful"
    if run is not None:
        found = measured.against(run, strategy)
        shares = {
            name: {row.bucket: float(getattr(row, name)) for row in found.buckets} for name in ("predicted", "with_inputs")
        }
        bars = {"model": shares["predicted"], "model with the\nlog's inputs": shares["with_inputs"], **bars}
        finding += f", the model says {percent(found.predicted)}"
        worst = min(found.parts, key=lambda name: found.parts[name], default="")
        if worst and found.parts[worst] < 0:
            finding += f": the log's {worst.replace('_', ' ')} takes {-100 * found.parts[worst]:.3g} points"
        notes.append(_describe(run))
    else:
        lost = {name: share for name, share in measured.shares.items() if name != "useful"}
        worst = max(lost, key=lambda name: lost[name])
        if lost[worst] > 0:
            finding += f": {worst} took {percent(lost[worst])}"
    parts = {name: np.array([bar[name] for bar in bars.values()]) for name in measured.shares}
    ax = _bars(ax, list(bars), parts, BUCKETS)
    _style.title(ax, finding, *notes)
    return ax


@_checked
def cost(cost: RunCost, *, ax: Axes | None = None) -> Axes:
    """Where the money of a run goes, largest first, and what it buys; on a logarithmic axis, for much goes to little.

    Parameters
    ----------
    cost : as ``sl.economics.run_cost`` answers, of single numbers

    Examples
    --------
    >>> price = sl.economics.Prices(gpu=2 / sl.units.hour)
    >>> drawn = sl.plot.cost(sl.economics.run_cost(sl.published.llama3_405b(), 1e11, price))
    """
    if np.ndim(cost.total):
        raise ValueError("cost: cost must be of single numbers, not arrays")
    total = float(cost.total)
    if not 0 < total < np.inf:
        raise ValueError(f"cost: a total of {_format.number(total)} USD cannot be drawn" + f": {cost.note}" * bool(cost.note))
    groups = [
        (label, colour, sorted(((name, float(x)) for name, x in amounts.items() if x > 0), key=lambda row: -row[1]))
        for label, colour, amounts in (("where it goes", ORANGE, cost.by_term), ("what it buys", BLUE, cost.by_kind))
    ]
    ax = _style.axes(ax, height=1.9 + 0.28 * sum(len(rows) for _, _, rows in groups))
    least = min(amount for _, _, rows in groups for _, amount in rows)
    low = 10 ** (np.floor(np.log10(least / 1.5)))
    names: list[str] = []
    places: list[float] = []
    for label, colour, rows in groups:
        y = (places[-1] + 1.5 if places else 0) + np.arange(len(rows))
        places += y.tolist()
        ax.hlines(y, low, [amount for _, amount in rows], color=_style.mixed(colour, "#ffffff", 0.55), linewidth=2.5, zorder=1)
        ax.plot([amount for _, amount in rows], y, "o", color=colour, markersize=8, markeredgecolor="white", label=label)
        names += [f"{name}, {percent(amount / total)}" for name, amount in rows]
    ax.set_yticks(places, [_style.literal(name) for name in names])
    ax.set_ylim(places[-1] + 0.6, -0.6)
    ax.set_xscale("log")
    ax.set_xlim(low, total * 2)
    _style.size_ticks(ax.xaxis)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("money [USD]")
    _style.legend_below(ax, 2)
    lost = 1 - float(cost.by_term["useful"]) / total
    worst = max((name for name in cost.by_term if name != "useful"), key=lambda name: float(cost.by_term[name]))
    finding = f"{short(total)} USD for the work"
    if lost > 0:
        finding += f": {percent(lost)} is lost, most of it to {worst}"
    run, prices = cost.asked[0], cost.asked[1]
    assert isinstance(run, sl.TrainingRun) and isinstance(prices, sl.economics.Prices)
    priced = ", ".join(
        f"{name} {_format.quantity(prices._values[name], field.unit, 3)}"
        for name, field in prices._fields.items()
        if name in ("gpu", "bandwidth", "electricity", "time") and prices._values[name]
    )
    _style.title(ax, finding, f"{duration(cost.time)}, {_describe(run)}", priced or "nothing has a price")
    return ax


@_checked
def plan_figure(
    run: sl.TrainingRun,
    *,
    strategy: Any = None,
    growth: Any = None,
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
    ranges: bool = True,
    known: Sequence[str] = (),
    gpu_mttf_ends: Sequence[float] = (),
) -> Figure:
    """The two figures of a plan on one sheet: goodput against interval, useful throughput against size.

    A strategy without an interval of its own to choose has the break-down of its time instead of the first.

    Parameters
    ----------
    ranges, known, gpu_mttf_ends : whether each size has a bar, as of throughput_vs_size
    """
    plt = needed("a figure", "matplotlib.pyplot")
    strategy = sl.strategies.blocking() if strategy is None else strategy
    figure: Figure
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7.6, 9.6), dpi=110, layout="constrained")
    chosen = any(field.name == "interval" for field in strategy.fields())
    if chosen and 0 < float(strategy.replace(interval=None).interval(run)) < np.inf:
        goodput_vs_interval(run, strategy=strategy, ax=upper)
    else:
        breakdown(run, strategy=strategy, growth=growth, ax=upper)
    asked: dict[str, Any] = {"growth": growth, "strategy": strategy, "factors": factors, "criteria": criteria}
    throughput_vs_size(run, **asked, ranges=ranges, known=known, gpu_mttf_ends=gpu_mttf_ends, ax=lower)
    return figure


def published_figures() -> dict[str, Callable[[], Axes]]:
    """The figures of the published argument by file name; ``scaling-limits reproduce --plots DIR`` draws them all.

    Examples
    --------
    >>> sorted(sl.plot.published_figures())[0]
    'breakdown'
    """
    run = sl.published.llama3_405b()
    real = run.replace(read_bandwidth=run.write_bandwidth, initialization_time=300.0, downtime=60.0)
    chinchilla = sl.growth.chinchilla()
    return {
        "goodput_vs_interval": lambda: goodput_vs_interval(run),
        "throughput_vs_size_fixed": lambda: throughput_vs_size(run),
        "throughput_vs_size_chinchilla": lambda: throughput_vs_size(run, growth=chinchilla),
        "throughput_vs_size_restart": lambda: throughput_vs_size(real, growth=chinchilla),
        "limits_by_growth": lambda: limits_by_growth(run),
        "limits_by_tier": lambda: limits_by_tier(run),
        "overhead_map": lambda: overhead_map(run),
        "breakdown": lambda: breakdown(real, growth=chinchilla),
    }


complete(__all__, globals())
