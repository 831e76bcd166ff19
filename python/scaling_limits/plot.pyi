# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Figures. Every function draws on ``ax`` (a new figure without it), returns the axes and never shows anything."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

import scaling_limits as sl

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

def breakdown(
    run: sl.TrainingRun, *, gpus: Any = None, growth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time goes at several sizes: stacked bars that sum to one."""

def goodput_vs_interval(run: sl.TrainingRun, *, ax: Axes | None = None) -> Axes:
    """Goodput of blocking checkpoints against the interval: exact and first order, the 1 % band, Young, Daly, the optimum."""

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

def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, with contours."""

def plan_figure(run: sl.TrainingRun, *, strategy: Any = None, growth: Any = None) -> Figure:
    """The two figures of a plan on one sheet: goodput against interval, useful throughput against size."""

def published_figures() -> dict[str, Callable[[], Axes]]:
    """The figures of the published argument by file name; ``scaling-limits reproduce --plots DIR`` draws them all."""

def throughput_bands(
    run: sl.TrainingRun, *, growth: Any = None, strategy: Any = None, factors: Sequence[Any] = (), ax: Axes | None = None
) -> Axes:
    """Useful throughput against size; between it and the ideal, one band per cause, as wide as that cause's loss."""

def throughput_vs_size(
    run: sl.TrainingRun,
    *,
    growth: Any = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput and goodput against the number of GPUs, with the size that each criterion allows."""
