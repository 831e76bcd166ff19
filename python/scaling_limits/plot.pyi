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
    """Where the time goes at several sizes: stacked bars that sum to one.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    gpus : Any, optional
        Sizes; default: around the run's own.
    growth : Any, optional
        How fields change with size; default growth.fixed.
    strategy : Any, optional
        How the run is protected; default blocking().
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Where the time goes at several sizes: stacked bars that sum to one.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.breakdown(sl.published.llama3_405b())
    """

def goodput_vs_interval(run: sl.TrainingRun, *, ax: Axes | None = None) -> Axes:
    """Goodput of blocking checkpoints against the interval: exact and first order, the 1 % band, Young, Daly, the optimum.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Goodput of blocking checkpoints against the interval: exact and first order, the 1 % band, Young, Daly, the optimum.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.goodput_vs_interval(sl.published.llama3_405b())
    """

def limits_by_growth(
    run: sl.TrainingRun,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The largest size under each growth law and criterion.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    growths : Mapping[str, Any], optional
        Growth laws by name.
    strategy : Any, optional
        How the run is protected; default blocking().
    criteria : Mapping[str, Any], optional
        Criteria by name.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        The largest size under each growth law and criterion.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.limits_by_growth(sl.published.llama3_405b())
    """

def limits_by_tier(
    run: sl.TrainingRun,
    tiers: Mapping[str, Any] | None = None,
    *,
    growths: Mapping[str, Any] | None = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The same run saved to each storage tier: memory against storage, under each growth law and criterion.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    tiers : Mapping[str, Any], optional
        Storage tiers by name; default: the published ones.
    growths : Mapping[str, Any], optional
        Growth laws by name.
    strategy : Any, optional
        How the run is protected; default blocking().
    criteria : Mapping[str, Any], optional
        Criteria by name.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        The same run saved to each storage tier: memory against storage, under each growth law and criterion.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.limits_by_tier(sl.published.llama3_405b())
    """

def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, with contours.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    gpus : Any, optional
        Sizes; default: around the run's own.
    write_bandwidth : Any, optional
        Bandwidths [B/s]; default: around the run's own.
    strategy : Any, optional
        How the run is protected; default blocking().
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, with contours.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.overhead_map(sl.published.llama3_405b())
    """

def plan_figure(run: sl.TrainingRun, *, strategy: Any = None, growth: Any = None) -> Figure:
    """The two figures of a plan on one sheet: goodput against interval, useful throughput against size.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    strategy : Any, optional
        How the run is protected; default blocking().
    growth : Any, optional
        How fields change with size; default growth.fixed.

    Returns
    -------
    Figure
        The two figures of a plan on one sheet: goodput against interval, useful throughput against size.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.plan_figure(sl.published.llama3_405b())
    """

def published_figures() -> dict[str, Callable[[], Axes]]:
    """The figures of the published argument by file name; ``scaling-limits reproduce --plots DIR`` draws them all.

    Returns
    -------
    dict[str, Callable[[], Axes]]
        The figures of the published argument by file name; ``scaling-limits reproduce --plots DIR`` draws them all.

    Examples
    --------
    >>> sorted(sl.plot.published_figures())[0]
    'breakdown'
    """

def swept(
    columns: Mapping[str, Sequence[Any]], over: Mapping[str, str], criteria: Sequence[str], *, ax: Axes | None = None
) -> Axes:
    """The largest size over a sweep: one column per swept range, by its name and unit, and one per criterion.

    Over one range a line per criterion; over two, of the first criterion, a line per value of the first range.
    """

def throughput_bands(
    run: sl.TrainingRun, *, growth: Any = None, strategy: Any = None, factors: Sequence[Any] = (), ax: Axes | None = None
) -> Axes:
    """Useful throughput against size; between it and the ideal, one band per cause, as wide as that cause's loss.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    growth : Any, optional
        How fields change with size; default growth.fixed.
    strategy : Any, optional
        How the run is protected; default blocking().
    factors : Sequence[Any], optional
        Other efficiencies that depend on the size: one, or several.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Useful throughput against size; between it and the ideal, one band per cause, as wide as that cause's loss.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.throughput_bands(sl.published.llama3_405b())
    """

def throughput_vs_size(
    run: sl.TrainingRun,
    *,
    growth: Any = None,
    strategy: Any = None,
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput and goodput against the number of GPUs, with the size that each criterion allows.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    growth : Any, optional
        How fields change with size; default growth.fixed.
    strategy : Any, optional
        How the run is protected; default blocking().
    criteria : Mapping[str, Any], optional
        Criteria by name.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Useful throughput and goodput against the number of GPUs, with the size that each criterion allows.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.throughput_vs_size(sl.published.llama3_405b())
    """
