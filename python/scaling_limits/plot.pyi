# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Figures. Every function draws on ``ax`` (a new figure without it), returns the axes and never shows anything.

A title says what the figure found. Labels stand outside the axes: give axes of your own room, ``layout="constrained"``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

import scaling_limits as sl

__all__ = [
    "breakdown",
    "breakdown_by_strategy",
    "elasticities",
    "goodput_vs_interval",
    "limits_by_growth",
    "limits_by_tier",
    "limits_vs_field",
    "overhead_map",
    "plan_figure",
    "published_figures",
    "standard_criteria",
    "standard_growths",
    "strategies_vs_size",
    "swept",
    "throughput_bands",
    "throughput_vs_size",
]

def breakdown(
    run: sl.TrainingRun, *, gpus: Any = None, growth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time goes at several sizes: stacked bars that sum to one."""

def breakdown_by_strategy(run: sl.TrainingRun, strategies: Sequence[Any], *, ax: Axes | None = None) -> Axes:
    """Where the time goes under each strategy: stacked bars that sum to one, best first."""

def elasticities(
    run: sl.TrainingRun,
    *,
    gpus: Any = None,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    ax: Axes | None = None,
) -> Axes:
    """What binds at each size between the ends of gpus: the useful throughput that each cause takes, in % for 1 % more GPUs.

    It peaks where they add up to 1.
    """

def goodput_vs_interval(run: sl.TrainingRun, *, strategy: Any = None, ax: Axes | None = None) -> Axes:
    """Goodput against the interval of a strategy that has one: the best, the strategy's own, those within 1 % of the best.

    With blocking checkpoints the intervals of Young and Daly are marked at the axis.
    """

def limits_by_growth(
    run: sl.TrainingRun,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The largest size under each growth law and criterion."""

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
    """The largest size over the values of one field of the run, a colour per criterion, dashes per growth law."""

def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, in bands whose borders are labelled."""

def plan_figure(
    run: sl.TrainingRun,
    *,
    strategy: Any = None,
    growth: Any = None,
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
) -> Figure:
    """The two figures of a plan on one sheet: goodput against interval, useful throughput against size.

    A strategy without an interval of its own to choose has the break-down of its time instead of the first.
    """

def published_figures() -> dict[str, Callable[[], Axes]]:
    """The figures of the published argument by file name; ``scaling-limits reproduce --plots DIR`` draws them all."""

def standard_criteria() -> dict[str, Any]:
    """The three criteria that every size figure marks unless it is given others."""

def standard_growths() -> dict[str, Any]:
    """The growth laws of the catalogue by the names that figures give them."""

def strategies_vs_size(comparison: Any, *, ax: Axes | None = None) -> Axes:
    """Goodput against size of every strategy of a comparison, with the sizes at which the best one changes."""

def swept(
    columns: Mapping[str, Sequence[Any]], over: Mapping[str, str], criteria: Sequence[str], *, ax: Axes | None = None
) -> Axes:
    """The largest size over a sweep: one column per swept range, by its name and unit, and one per criterion.

    Over one range a line per criterion; over two, of the first criterion, a line per value of the first range.
    """

def throughput_bands(
    run: sl.TrainingRun, *, growth: Any = None, strategy: Any = None, factors: Sequence[Any] = (), ax: Axes | None = None
) -> Axes:
    """Useful throughput against size; between it and the ideal, one band per cause, as wide as that cause's loss."""

def throughput_vs_size(
    run: sl.TrainingRun,
    *,
    growth: Any = None,
    strategy: Any = None,
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput against the number of GPUs, with the size that each criterion allows."""
