# SPDX-License-Identifier: Apache-2.0
"""Figures. Every function draws on ``ax`` (a new figure without it), returns the axes and never shows anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import scaling_limits as sl

from ._docs import complete
from ._public import listing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "breakdown",
    "goodput_vs_interval",
    "limits_by_growth",
    "limits_by_tier",
    "overhead_map",
    "plan_figure",
    "published_figures",
    "throughput_bands",
    "throughput_vs_size",
]
__dir__ = listing(__all__)

# told apart by readers who see colours differently, too
BLUE, ORANGE, RED, PURPLE, GREY, GREEN, YELLOW, SKY = (
    "#2f6db5", "#e58a1f", "#c8442d", "#8a5aa8", "#7d8590", "#2f9e77", "#d9b310", "#62b3e4",
)  # fmt: skip
CAUSES = {"useful": BLUE, "checkpoint": ORANGE, "rework": RED, "restart": PURPLE, "downtime": GREY, "redundancy": GREEN,
          "spare wait": YELLOW}  # fmt: skip
INK, PAPER = "#24292f", "#d8dee4"

SCALES: dict[str, tuple[float, str]] = {"B": (1e12, "TB"), "B/s": (1e12, "TB/s"), "s": (1.0, "s")}


def _unit(name: str) -> str:
    return next(field.unit for field in sl.TrainingRun.fields() if field.name == name)


def _label(name: str) -> str:
    """What stands at an axis: the field's name and the unit it is drawn in."""
    unit = _unit(name)
    words = "GPUs" if name == "gpus" else name.replace("_", " ")
    return words if unit == "1" else f"{words} [{SCALES.get(unit, (1.0, unit))[1]}]"


def _scale(name: str) -> float:
    return SCALES.get(_unit(name), (1.0, ""))[0]


def _axes(ax: Axes | None, width: float = 7.2, height: float = 4.4) -> Axes:
    if ax is None:
        from matplotlib.figure import Figure as NewFigure

        try:  # inside pyplot, so that notebooks show the figure and plt.show() works for those who want it
            import matplotlib.pyplot as plt

            figure = plt.figure(figsize=(width, height), dpi=110, layout="constrained")
        except ImportError:  # no display back end at all
            figure = NewFigure(figsize=(width, height), dpi=110, layout="constrained")
        ax = figure.add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(GREY)
    ax.tick_params(color=GREY, labelcolor=INK, labelsize=9)
    ax.grid(True, color=PAPER, linewidth=0.7)
    ax.set_axisbelow(True)
    return ax


def _figure(ax: Axes) -> Figure:
    figure: Figure = ax.figure.figure  # of a subfigure: the figure it is in
    return figure


def _title(ax: Axes, text: str, note: str = "") -> None:
    ax.set_title(text, loc="left", fontsize=11, fontweight="bold", color=INK, pad=20 if note else 8)
    if note:
        ax.annotate(note, (0, 1), xycoords="axes fraction", xytext=(0, 6), textcoords="offset points", fontsize=8.5, color=GREY)


def _legend_below(ax: Axes, columns: int, *handles: Any) -> None:
    """A legend under the axis label, at the same distance whatever the height of the figure."""
    from matplotlib.transforms import offset_copy

    place = offset_copy(ax.transAxes, fig=_figure(ax), y=-40, units="points")
    ax.legend(
        *handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=place,
        ncols=columns,
        frameon=False,
        fontsize=8.5,
        handletextpad=0.5,
        columnspacing=1.6,
        borderaxespad=0,
    )


def short(gpus: float) -> str:
    """16.4k, 1.35M, 72M, 7B: sizes as people say them."""
    for size, suffix in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if 1e15 > gpus >= size:
            return f"{gpus / size:.3g}{suffix}"
    if gpus < 1e3:
        return f"{gpus:.3g}"
    mantissa, exponent = f"{gpus:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def seconds(value: float) -> str:
    """5 s, 4 min, 2 h, 3 d."""
    for size, suffix in ((86400, "d"), (3600, "h"), (60, "min")):
        if value >= size:
            return f"{value / size:.3g} {suffix}"
    return f"{value:.3g} s" if value >= 1 or value == 0 else f"{value * 1e3:.3g} ms"


def _time_axis(ax: Axes) -> None:
    """A logarithmic axis of times with ticks at 1 s, 10 s, 1 min, 10 min, 1 h ... and nothing in between."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    ax.set_xscale("log")
    low, high = ax.get_xlim()
    ticks = [
        t
        for t in (1e-3, 1e-2, 0.1, 1, 3, 10, 30, 60, 180, 600, 1800, 3600, 10800, 36000, 86400, 259200, 864000)
        if low <= t <= high
    ]
    ax.xaxis.set_major_locator(FixedLocator(ticks or [np.sqrt(low * high)]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: seconds(value)))


def _size_ticks(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())


def _percent_ticks(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def _describe(run: sl.TrainingRun) -> str:
    return (
        f"{short(float(run.gpus))} GPUs, MTBF {seconds(float(run.mtbf))}, write {seconds(float(run.write_time))}, "
        f"restart {seconds(float(run.restart_time))}"
    )


def _grown(run: sl.TrainingRun, growth: Any, gpus: np.ndarray) -> sl.TrainingRun:
    """The run at other sizes."""
    ratio = gpus / float(run.gpus)
    changed = {field: getattr(run, field) * ratio**exponent for field, exponent in growth.exponents.items() if exponent}
    return run.replace(gpus=gpus, **changed)


def _growth_name(growth: Any) -> str:
    changing = {field: exponent for field, exponent in growth.exponents.items() if exponent}
    for name, law in (
        ("fixed model", sl.growth.fixed()),
        ("Chinchilla growth", sl.growth.chinchilla()),
        ("proportional growth", sl.growth.proportional()),
    ):
        if changing == {field: exponent for field, exponent in law.exponents.items() if exponent}:
            return name
    return ", ".join(f"{field.replace('_', ' ')} ~ N^{exponent:g}" for field, exponent in changing.items())


def standard_criteria() -> dict[str, Any]:
    """The three criteria that every size figure marks."""
    return {
        "goodput 0.9": sl.limits.goodput_at_least(0.9),
        "peak of useful throughput": sl.limits.peak_throughput(),
        "write time = MTBF": sl.limits.write_time_equals_mtbf(),
    }


CRITERIA_COLOURS = (GREEN, ORANGE, RED, PURPLE, BLUE, GREY)


def goodput_vs_interval(run: sl.TrainingRun, *, ax: Axes | None = None) -> Axes:
    """Goodput of blocking checkpoints against the interval: exact and first order, the 1 % band, Young, Daly, the optimum."""
    ax = _axes(ax)
    kernels = sl.checkpoint
    cost, mtbf, restart, downtime = (float(x) for x in (run.write_time, run.mtbf, run.restart_time, run.downtime))
    best = float(kernels.optimal_interval(cost, mtbf))
    if not 0 < best < np.inf:
        raise ValueError(f"run: the best interval is {best:g} s, nothing to draw: write_time and 1/mtbf must be above 0")
    interval = best * np.geomspace(1 / 30, 30, 600)
    exact = kernels.goodput(interval, cost, mtbf, restart, downtime)
    top = float(kernels.goodput(best, cost, mtbf, restart, downtime))
    first_order = 1 / (1 + kernels.first_order_overhead(interval, cost, mtbf) + (restart + downtime) / mtbf)
    low, high = kernels.interval_band(cost, mtbf)
    ax.axvspan(
        float(low),
        float(high),
        color=BLUE,
        alpha=0.10,
        linewidth=0,
        label=f"within 1 % of the best: {seconds(float(low))} to {seconds(float(high))}",
    )
    ax.plot(interval, exact, color=BLUE, linewidth=2.2, label="exact")
    ax.plot(interval, first_order, color=GREY, linewidth=1.3, linestyle=(0, (5, 3)), label="first order")
    # three marks that often coincide: Young above the curve, Daly below it, the optimum on it
    from matplotlib.transforms import offset_copy

    marks = (
        ("Young", kernels.young_interval(cost, mtbf), "v", ORANGE, 8),
        ("Daly", kernels.daly_interval(cost, mtbf), "^", PURPLE, -8),
        ("best", best, "o", INK, 0),
    )
    for name, w, marker, colour, shift in marks:
        ax.plot(
            [float(w)],
            [float(kernels.goodput(float(w), cost, mtbf, restart, downtime))],
            marker,
            color=colour,
            markersize=7,
            markeredgecolor="white",
            markeredgewidth=0.8,
            linestyle="none",
            label=f"{name}: {seconds(float(w))}",
            zorder=5,
            transform=offset_copy(ax.transData, fig=_figure(ax), y=shift, units="points"),
        )
    ax.set_xlim(interval[0], interval[-1])
    bottom = float(np.min(exact))
    ax.set_ylim(bottom - 0.03 * (top - bottom), top + 0.12 * (top - bottom))
    _time_axis(ax)
    _percent_ticks(ax.yaxis)
    ax.set_xlabel("interval: useful work between two checkpoints", color=INK)
    ax.set_ylabel("goodput", color=INK)
    ax.legend(loc="lower center", frameon=False, fontsize=8.5, ncols=2)
    _title(ax, f"Save every {seconds(best)}: goodput {top:.1%}", _describe(run))
    return ax


def throughput_vs_size(
    run: sl.TrainingRun,
    *,
    growth: Any = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput and goodput against the number of GPUs, with the size that each criterion allows."""
    growth = sl.growth.fixed() if growth is None else growth
    strategy = sl.strategies.blocking() if strategy is None else strategy
    ax = _axes(ax, height=5.0)
    limits = {
        name: sl.limits.max_gpus(run, criterion, growth, strategy)
        for name, criterion in (criteria or standard_criteria()).items()
    }
    found = [float(limit.value) for limit in limits.values() if limit.status == "ok"]
    low = min([float(run.gpus), *found]) / 4
    high = max([float(run.gpus) * 100, *found]) * 3
    gpus = np.geomspace(low, high, 500)
    goodput = np.asarray(strategy.goodput(_grown(run, growth, gpus)))
    useful = gpus * goodput
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.plot(gpus, gpus, color=GREY, linewidth=1.1, linestyle=(0, (2, 2)), label="no losses")
    ax.plot(gpus, useful, color=BLUE, linewidth=2.4, label="useful throughput")
    ax.set_xlim(low, high)
    top = float(np.nanmax(useful))
    ax.set_ylim(low / 2, max(top * 6, float(run.gpus) * 2))
    right = ax.twinx()
    right.spines[["top", "left", "bottom"]].set_visible(False)
    right.spines["right"].set_color(GREY)
    right.fill_between(gpus, goodput, color=SKY, alpha=0.16, linewidth=0)
    right.plot(gpus, goodput, color=SKY, linewidth=1.5, label="goodput (right)")
    right.set_ylim(0, 1.0)
    right.tick_params(color=GREY, labelcolor=INK, labelsize=9)
    right.set_ylabel("goodput", color=INK)
    _percent_ticks(right.yaxis)
    ax.set_zorder(right.get_zorder() + 1)
    ax.patch.set_visible(False)
    for (name, limit), colour in zip(limits.items(), CRITERIA_COLOURS, strict=False):
        if limit.status != "ok":
            ax.plot([], [], color=colour, linewidth=1.6, label=f"{name}: {limit.status}")
            continue
        size = float(limit.value)
        ax.axvline(size, color=colour, linewidth=1.4, linestyle=(0, (4, 2)))
        ax.plot(
            [size],
            [size * float(limit.goodput)],
            "o",
            color=colour,
            markeredgecolor="white",
            markersize=8,
            zorder=6,
            label=f"{name}: {short(size)} GPUs, goodput {float(limit.goodput):.0%}",
        )
    ax.plot(
        [float(run.gpus)],
        [float(run.gpus) * float(strategy.goodput(run))],
        "s",
        color=INK,
        markeredgecolor="white",
        markersize=7,
        zorder=6,
        label=f"the run: {short(float(run.gpus))} GPUs",
    )
    _size_ticks(ax.xaxis)
    _size_ticks(ax.yaxis)
    ax.set_xlabel(_label("gpus"), color=INK)
    ax.set_ylabel("useful throughput [GPUs' worth of useful work]", color=INK)
    handles, labels = ax.get_legend_handles_labels()
    more, texts = right.get_legend_handles_labels()
    last = len(handles) - 1  # left column: what is drawn; right column: what is marked
    _legend_below(
        ax, 2, [*handles[:2], *more, handles[last], *handles[2:last]], [*labels[:2], *texts, labels[last], *labels[2:last]]
    )
    _title(ax, f"How large a run stays useful, {_growth_name(growth)}", _describe(run))
    return ax


def throughput_bands(
    run: sl.TrainingRun,
    *,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput against size; between it and the ideal, one band per cause, as wide as that cause's loss."""
    growth = sl.growth.fixed() if growth is None else growth
    strategy = sl.strategies.blocking() if strategy is None else strategy
    ax = _axes(ax, height=5.0)
    peak = sl.limits.max_gpus(run, sl.limits.peak_throughput(), growth, strategy, factors)
    top = float(peak.value) if peak.status == "ok" else float(run.gpus) * 100
    low, high = min(float(run.gpus), top) / 8, max(top, float(run.gpus)) * 12
    gpus = np.geomspace(low, high, 600)
    losses: dict[str, Any] = {}
    for factor in factors:
        for cause, loss in factor.losses(gpus).items():
            losses[cause] = losses.get(cause, 0) + np.asarray(loss)
    for cause, loss in strategy.losses(_grown(run, growth, gpus)).items():
        losses[cause] = losses.get(cause, 0) + np.asarray(loss)
    losses = {cause: loss for cause, loss in losses.items() if np.nanmax(loss, initial=0) > 0}
    ax.set_xscale("log")
    ax.set_yscale("log")
    floor = low / 30
    upper = gpus
    others = iter((SKY, GREEN, YELLOW, BLUE, "#b07d48", "#5f6a72"))
    for cause, loss in losses.items():
        lower = np.maximum(upper * np.exp(-np.where(np.isfinite(loss), loss, 700)), floor / 1e3)
        colour = CAUSES[cause] if cause in CAUSES else next(others, GREY)
        ax.fill_between(gpus, lower, upper, color=colour, alpha=0.55, linewidth=0, label=f"lost to {cause}")
        upper = lower
    ax.plot(gpus, gpus, color=GREY, linewidth=1.1, linestyle=(0, (2, 2)), label="no losses")
    ax.plot(gpus, upper, color=INK, linewidth=2.2, label="useful throughput")
    if peak.status == "ok":
        ax.axvline(top, color=RED, linewidth=1.4, linestyle=(0, (4, 2)))
        ax.plot(
            [top],
            [float(peak.useful_gpus)],
            "o",
            color=RED,
            markeredgecolor="white",
            markersize=8,
            zorder=6,
            label=f"peak: {short(top)} GPUs, worth {short(float(peak.useful_gpus))}; {peak.binding} binds",
        )
    ax.set_xlim(low, high)
    ax.set_ylim(floor * 10, high)
    _size_ticks(ax.xaxis)
    _size_ticks(ax.yaxis)
    ax.set_xlabel(_label("gpus"), color=INK)
    ax.set_ylabel("useful throughput [GPUs' worth of useful work]", color=INK)
    _legend_below(ax, 2)
    _title(ax, f"What eats a run as it grows, {_growth_name(growth)}", _describe(run))
    return ax


def _dots(ax: Axes, rows: Sequence[tuple[str, Mapping[str, Any]]], criteria: Mapping[str, Any], run: sl.TrainingRun) -> None:
    """One line per row, one dot per criterion; an arrow where there is no limit."""
    values = [float(limit.value) for _, limits in rows for limit in limits.values() if limit.status == "ok"]
    low = min([float(run.gpus), *values]) / 3
    high = max([float(run.gpus) * 10, *values]) * 8
    ax.set_xscale("log")
    ax.set_xlim(low, high)
    colours = dict(zip(criteria, CRITERIA_COLOURS, strict=False))
    near = (high / low) ** 0.07  # labels closer than that would touch
    for y, (_, limits) in enumerate(rows):
        sizes = [float(limit.value) for limit in limits.values() if limit.status == "ok"]
        endless = [name for name, limit in limits.items() if limit.status == "no limit"]
        if sizes or endless:
            ax.plot(
                [min(sizes, default=low), high / 1.3 if endless else max(sizes)],
                [y, y],
                color=PAPER,
                linewidth=5,
                solid_capstyle="round",
                zorder=1,
            )
        for name, limit in limits.items():
            if limit.status == "ok":
                size = float(limit.value)
                ax.plot([size], [y], "o", color=colours[name], markersize=9, markeredgecolor="white", zorder=3)
                below = any(size / near < other < size for other in sizes)  # its neighbour's label stands above
                ax.annotate(
                    short(size),
                    (size, y),
                    textcoords="offset points",
                    xytext=(0, -15 if below else 8),
                    ha="center",
                    fontsize=7.5,
                    color=INK,
                )
        for place, name in enumerate(endless):
            ax.plot([high / 1.35 / 1.6**place], [y], ">", color=colours[name], markersize=8, markeredgecolor="white", zorder=3)
        if endless:
            ax.annotate(
                "no limit", (high / 1.35, y), textcoords="offset points", xytext=(0, 8), ha="center", fontsize=7.5, color=INK
            )
        if not sizes and not endless:
            ax.annotate("infeasible", (low * 1.2, y), ha="left", va="center", fontsize=8, color=GREY)
    ax.axvline(float(run.gpus), color=INK, linewidth=1, linestyle=(0, (1, 2)), zorder=0)
    ax.set_yticks(range(len(rows)), [name for name, _ in rows])
    ax.set_ylim(len(rows) - 0.5, -0.6)
    ax.grid(axis="y", visible=False)
    for name, colour in colours.items():
        ax.plot([], [], "o", color=colour, markersize=8, label=name)
    ax.plot([], [], color=INK, linewidth=1, linestyle=(0, (1, 2)), label="the run")
    _size_ticks(ax.xaxis)
    ax.set_xlabel("largest size [GPUs]", color=INK)
    _legend_below(ax, 4)


def standard_growths() -> dict[str, Any]:
    return {"model fixed": sl.growth.fixed(), "Chinchilla": sl.growth.chinchilla(), "proportional": sl.growth.proportional()}


def limits_by_growth(
    run: sl.TrainingRun,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The largest size under each growth law and criterion."""
    strategy = sl.strategies.blocking() if strategy is None else strategy
    criteria = standard_criteria() if criteria is None else criteria
    rows = [
        (name, {text: sl.limits.max_gpus(run, criterion, growth, strategy) for text, criterion in criteria.items()})
        for name, growth in (growths or standard_growths()).items()
    ]
    ax = _axes(ax, height=1.8 + 0.62 * len(rows))
    _dots(ax, rows, criteria, run)
    _title(ax, "The largest size depends on what grows with it", _describe(run))
    return ax


def limits_by_tier(
    run: sl.TrainingRun,
    tiers: Mapping[str, Any] | None = None,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The same run saved to each storage tier: memory against storage, under each growth law and criterion."""
    strategy = sl.strategies.blocking() if strategy is None else strategy
    criteria = standard_criteria() if criteria is None else criteria
    rows = []
    for name, tier in (sl.published.tiers if tiers is None else tiers).items():
        saved = run.saved_to(tier)
        for law, growth in (growths or standard_growths()).items():
            found = {
                text: sl.limits.max_gpus(saved, criterion, growth.saved_to(tier), strategy)
                for text, criterion in criteria.items()
            }
            rows.append((f"{name.replace('_', ' ')}, {law}", found))
    ax = _axes(ax, width=8.2, height=1.6 + 0.44 * len(rows))
    _dots(ax, rows, criteria, run)
    step = len(rows) // max(1, len(sl.published.tiers if tiers is None else tiers))
    for boundary in range(step, len(rows), step):
        ax.axhline(boundary - 0.5, color=PAPER, linewidth=1)
    _title(
        ax,
        "The largest size by where state is saved",
        f"{short(float(run.gpus))} GPUs, MTBF {seconds(float(run.mtbf))}, {float(run.checkpoint_bytes) / 1e12:.3g} TB per save",
    )
    return ax


def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, with contours."""
    from matplotlib.colors import LogNorm

    strategy = sl.strategies.blocking() if strategy is None else strategy
    sizes = float(run.gpus) * np.geomspace(1 / 16, 256, 241) if gpus is None else np.asarray(gpus, float)
    if write_bandwidth is None:
        bandwidth = float(run.write_bandwidth)
        write_bandwidth = (bandwidth if np.isfinite(bandwidth) else 1e12) * np.geomspace(1 / 100, 100, 201)
    bandwidths = np.asarray(write_bandwidth, float)
    overhead = np.asarray(strategy.overhead(run.replace(gpus=sizes[None, :], write_bandwidth=bandwidths[:, None])))
    ax = _axes(ax, height=4.8)
    scale = _scale("write_bandwidth")
    mesh = ax.pcolormesh(
        sizes,
        bandwidths / scale,
        np.clip(overhead, 1e-3, 1e2),
        norm=LogNorm(1e-3, 10),
        cmap="YlGnBu_r",
        shading="gouraud",
        rasterized=True,
    )
    ax.set_xscale("log")
    ax.set_yscale("log")
    levels = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
    lines = ax.contour(sizes, bandwidths / scale, overhead, levels=levels, colors="white", linewidths=1.0)
    ax.clabel(lines, fmt=lambda level: f"{level:.0%}", fontsize=8)
    ax.grid(False)
    if sizes[0] <= float(run.gpus) <= sizes[-1] and bandwidths[0] <= float(run.write_bandwidth) <= bandwidths[-1]:
        ax.plot(
            [float(run.gpus)],
            [float(run.write_bandwidth) / scale],
            "*",
            color=ORANGE,
            markersize=15,
            markeredgecolor="white",
            label=f"the run: {float(strategy.overhead(run)):.1%}",
        )
        ax.legend(loc="upper right", frameon=True, framealpha=0.9, edgecolor="none", fontsize=9)
    _size_ticks(ax.xaxis)
    from matplotlib.ticker import FuncFormatter

    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.set_xlabel(_label("gpus"), color=INK)
    ax.set_ylabel(_label("write_bandwidth"), color=INK)
    bar = ax.figure.colorbar(
        mesh,
        ax=ax,
        pad=0.02,
        extend="both",
        format=FuncFormatter(lambda value, _: f"{value:.1%}" if value < 0.01 else f"{value:.0%}"),
    )
    bar.set_label("overhead: 1 / goodput - 1", color=INK)
    bar.outline.set_visible(False)
    _title(ax, "What bandwidth a size needs", _describe(run))
    return ax


def breakdown(
    run: sl.TrainingRun, *, gpus: Any = None, growth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time goes at several sizes: stacked bars that sum to one."""
    growth = sl.growth.fixed() if growth is None else growth
    strategy = sl.strategies.blocking() if strategy is None else strategy
    sizes = float(run.gpus) * np.array([1.0, 4.0, 16.0, 64.0]) if gpus is None else np.atleast_1d(np.asarray(gpus, float))
    parts = {
        cause: np.broadcast_to(np.asarray(share), sizes.shape)
        for cause, share in strategy.breakdown(_grown(run, growth, sizes)).items()
    }
    ax = _axes(ax, height=1.7 + 0.5 * sizes.size)
    left = np.zeros(sizes.size)
    y = np.arange(sizes.size)
    for place, (cause, share) in enumerate(parts.items()):
        if not np.any(share > 0):
            continue
        colour = CAUSES.get(cause, CRITERIA_COLOURS[place % len(CRITERIA_COLOURS)])
        ax.barh(y, share, left=left, color=colour, height=0.62, label=cause, edgecolor="white", linewidth=0.8)
        for row in range(sizes.size):
            if share[row] >= 0.045:
                ax.text(
                    left[row] + share[row] / 2,
                    row,
                    f"{share[row]:.0%}",
                    ha="center",
                    va="center",
                    color="white",
                    fontsize=8.5,
                    fontweight="bold",
                )
        left = left + share
    ax.set_yticks(y, [f"{short(size)} GPUs" for size in sizes])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    _percent_ticks(ax.xaxis)
    ax.grid(axis="y", visible=False)
    ax.set_xlabel("share of wall-clock time", color=INK)
    _legend_below(ax, 6)
    _title(ax, f"Where the time goes, {_growth_name(growth)}", _describe(run))
    return ax


def plan_figure(run: sl.TrainingRun, *, strategy: Any = None, growth: Any = None) -> Figure:
    """The two figures of a plan on one sheet: goodput against interval, useful throughput against size."""
    import matplotlib.pyplot as plt

    figure: Figure
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(7.6, 10.4), dpi=110, layout="constrained")
    goodput_vs_interval(run, ax=upper)
    throughput_vs_size(run, growth=growth, strategy=strategy, ax=lower)
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
    return {
        "goodput_vs_interval": lambda: goodput_vs_interval(run),
        "throughput_vs_size_fixed": lambda: throughput_vs_size(run),
        "throughput_vs_size_chinchilla": lambda: throughput_vs_size(run, growth=sl.growth.chinchilla()),
        "throughput_vs_size_restart": lambda: throughput_vs_size(real, growth=sl.growth.chinchilla()),
        "limits_by_growth": lambda: limits_by_growth(run),
        "limits_by_tier": lambda: limits_by_tier(run),
        "overhead_map": lambda: overhead_map(run),
        "breakdown": lambda: breakdown(real, growth=sl.growth.chinchilla()),
    }


complete(__all__, globals())
