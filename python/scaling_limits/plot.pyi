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

from .analysis import Calibration, Timeline
from .data import Counts, Events, Lives, MeasuredGoodput
from .economics import RunCost
from .failures import Fit
from .uncertainty import Outcome

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

def breakdown_by_strategy(run: sl.TrainingRun, strategies: Sequence[Any], *, ax: Axes | None = None) -> Axes:
    """Where the time goes under each strategy: stacked bars that sum to one, best first.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    strategies : Sequence[Any]
        To set side by side.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Where the time goes under each strategy: stacked bars that sum to one, best first.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> drawn = sl.plot.breakdown_by_strategy(sl.published.llama3_405b(), plans)
    """

def calibration(found: Calibration, *, ax: Axes | None = None) -> Axes:
    """Steps as measured and as modelled with the constants found, in the band of the noise.

    Parameters
    ----------
    found : Calibration
        As ``sl.calibrate`` answers.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Steps as measured and as modelled with the constants found, in the band of the noise.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> drawn = sl.plot.calibration(sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric))
    """

def cost(cost: RunCost, *, ax: Axes | None = None) -> Axes:
    """Where the money of a run goes, largest first, and what it buys; on a logarithmic axis, for much goes to little.

    Parameters
    ----------
    cost : RunCost
        As ``sl.economics.run_cost`` answers, of single numbers.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Where the money of a run goes, largest first, and what it buys; on a logarithmic axis, for much goes to little.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> price = sl.economics.Prices(gpu=2 / 3600)
    >>> drawn = sl.plot.cost(sl.economics.run_cost(sl.published.llama3_405b(), 1e11, price))
    """

def distribution(outcome: Outcome, *, label: str = "answer [1]", ax: Axes | None = None) -> Axes:
    """How likely each answer is: bars of equal width, the median and the ends of the 90 % interval marked.

    On a logarithmic axis where the answers are above 0 and go over a decade. NaN and infinity are in no bar; the note says
    how many they are.

    Parameters
    ----------
    outcome : Outcome
        As ``sl.uncertainty.propagate`` answers.
    label : str, default 'answer [1]'
        Of the axis, with its unit.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        How likely each answer is: bars of equal width, the median and the ends of the 90 % interval marked.  On a logarithmic
        axis where the answers are above 0 and go over a decade. NaN and infinity are in no bar; the note says how many they
        are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> drawn = sl.plot.distribution(found)
    """

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
    factors : Sequence[Any], optional
        Other efficiencies that depend on the size: one, or several.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        What binds at each size between the ends of gpus: the useful throughput that each cause takes, in % for 1 % more GPUs.
        It peaks where they add up to 1.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.elasticities(sl.published.llama3_405b())
    """

def events_over_time(events: Events, *, ax: Axes | None = None) -> Axes:
    """Failures counted from the start of the window against time, beside a constant rate; below, the rate in bins of time.

    Parameters
    ----------
    events : Events
        With a window: without one of its own it begins with a failure.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Failures counted from the start of the window against time, beside a constant rate; below, the rate in bins of time.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.events_over_time(sl.data.Events([0, 3600, 9000, 12000, 20000]))
    """

def goodput_buckets(
    measured: MeasuredGoodput, run: sl.TrainingRun | None = None, *, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Where the time of a measured run went, as a bar; with a run those of its model, as it is and with the inputs of the log.

    Parameters
    ----------
    measured : MeasuredGoodput
        As ``sl.data.goodput_from_steps`` answers.
    run : TrainingRun, optional
        Of the model; default: the measured bar alone.
    strategy : Any, optional
        How the run is protected; default blocking().
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Where the time of a measured run went, as a bar; with a run those of its model, as it is and with the inputs of the log.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> drawn = sl.plot.goodput_buckets(sl.data.goodput_from_steps(log), sl.published.llama3_405b())
    """

def goodput_vs_interval(run: sl.TrainingRun, *, strategy: Any = None, ax: Axes | None = None) -> Axes:
    """Goodput against the interval of a strategy that has one: the best, the strategy's own, those within 1 % of the best.

    With blocking checkpoints the intervals of Young and Daly are marked at the axis.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    strategy : Any, optional
        How the run is protected; default blocking().
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Goodput against the interval of a strategy that has one: the best, the strategy's own, those within 1 % of the best.
        With blocking checkpoints the intervals of Young and Daly are marked at the axis.

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

def hazard_by_age(lives: Lives, fits: Fit | Sequence[Fit] = (), *, bins: Any = None, ax: Axes | None = None) -> Axes:
    """Failures of a part per time, by its age, with exact 95 % intervals, and the hazards of fitted laws over it.

    Parameters
    ----------
    lives : Lives
        With groups one row of rates for each label of the first, of seven at most.
    fits : Fit | Sequence[Fit], optional
        Laws, in the colour of the label that they were fitted to.
    bins : Any, optional
        Of age: how many, or their edges [s]; default: as narrow as the failures allow.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Failures of a part per time, by its age, with exact 95 % intervals, and the hazards of fitted laws over it.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> lives = sl.data.Lives([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> drawn = sl.plot.hazard_by_age(lives, bins=2)
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
    run : TrainingRun
        The run at its own size.
    field : str
        Of the run.
    values : Any
        Of that field, rising.
    growths : Mapping[str, Any], optional
        Growth laws by name.
    strategy : Any, optional
        How the run is protected; default blocking().
    factors : Sequence[Any], optional
        Other efficiencies that depend on the size: one, or several.
    criteria : Mapping[str, Any], optional
        Criteria by name.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        The largest size over the values of one field of the run, a colour per criterion, dashes per growth law.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.limits_vs_field(sl.published.llama3_405b(), "write_bandwidth", [1e12, 2e12, 4e12])
    """

def mtbf_by_cause(log: Events | Counts, window: Any = None, *, ax: Axes | None = None) -> Axes:
    """Mean time between failures of each cause, and of all, with exact 95 % intervals; the most frequent on top.

    Parameters
    ----------
    log : Events | Counts
        Events with causes, or counts.
    window : Any, optional
        Running time in which they were counted [s]; default, of events: their own.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Mean time between failures of each cause, and of all, with exact 95 % intervals; the most frequent on top.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> counts = sl.data.Counts(["GPU", "network"], [148, 35])
    >>> drawn = sl.plot.mtbf_by_cause(counts, 54 * sl.units.day)
    """

def overhead_map(
    run: sl.TrainingRun, *, gpus: Any = None, write_bandwidth: Any = None, strategy: Any = None, ax: Axes | None = None
) -> Axes:
    """Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, in bands whose borders are labelled.

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
        Overhead (1 / goodput - 1) over size and write bandwidth, everything else fixed, in bands whose borders are labelled.

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

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    strategy : Any, optional
        How the run is protected; default blocking().
    growth : Any, optional
        How fields change with size; default growth.fixed.
    factors : Sequence[Any], optional
        Other efficiencies that depend on the size: one, or several.
    criteria : Mapping[str, Any], optional
        Criteria by name.

    Returns
    -------
    Figure
        The two figures of a plan on one sheet: goodput against interval, useful throughput against size.  A strategy without an
        interval of its own to choose has the break-down of its time instead of the first.

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

def sites(table: Any, *, parameters: float | None = None, ax: Axes | None = None) -> Axes:
    """Worth against size, a line per number of sites, the largest sizes marked.

    Parameters
    ----------
    table : Any
        What ``sl.analysis.compare_sites`` answered.
    parameters : float, optional
        Of the model: at each number of sites a bar spans what the two replica laws of Charles et al. 2025 leave of its worth;
        the next site pays where it stands above the row before. None: no bars.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Worth against size, a line per number of sites, the largest sizes marked.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> step = sl.limits.StrongScaling(half_size=101_035)
    >>> drawn = sl.plot.sites(sl.analysis.compare_sites(run, 1e5, sites, factors=step), parameters=405e9)
    """

def standard_criteria() -> dict[str, Any]:
    """The three criteria that every size figure marks unless it is given others.

    Returns
    -------
    dict[str, Any]
        The three criteria that every size figure marks unless it is given others.

    Examples
    --------
    >>> len(sl.plot.standard_criteria())
    3
    """

def standard_growths() -> dict[str, Any]:
    """The growth laws of the catalogue by the names that figures give them.

    Returns
    -------
    dict[str, Any]
        The growth laws of the catalogue by the names that figures give them.

    Examples
    --------
    >>> sl.plot.standard_growths()["Chinchilla"] == sl.growth.chinchilla
    True
    """

def strategies_vs_size(comparison: Any, *, ax: Axes | None = None) -> Axes:
    """Goodput against size of every strategy of a comparison, with the sizes at which the best one changes.

    Parameters
    ----------
    comparison : Any
        What ``sl.compare`` answered.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Goodput against size of every strategy of a comparison, with the sizes at which the best one changes.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> drawn = sl.plot.strategies_vs_size(sl.compare(sl.published.llama3_405b(), [sl.strategies.blocking()], others=False))
    """

def survival(lives: Lives, fits: Fit | Sequence[Fit] = (), *, ax: Axes | None = None) -> Axes:
    """Share of lives that reach an age, without a law (Kaplan and Meier) in its 95 % band, and fitted laws over it.

    Parameters
    ----------
    lives : Lives
        With groups one curve for each label of the first, of seven at most.
    fits : Fit | Sequence[Fit], optional
        Laws, in the colour of the label that they were fitted to.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Share of lives that reach an age, without a law (Kaplan and Meier) in its 95 % band, and fitted laws over it.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> lives = sl.data.Lives([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> drawn = sl.plot.survival(lives, sl.failures.fit(lives.durations, lives.observed))
    """

def swept(
    columns: Mapping[str, Sequence[Any]], over: Mapping[str, str], criteria: Sequence[str], *, ax: Axes | None = None
) -> Axes:
    """The largest size over a sweep: one column per swept range, by its name and unit, and one per criterion.

    Over one range a line per criterion; over two, of the first criterion, a line per value of the first range.

    Parameters
    ----------
    columns : Mapping[str, Sequence[Any]]
        Of the sweep, by name.
    over : Mapping[str, str]
        The swept ranges by name, with their units.
    criteria : Sequence[str]
        Names of the columns that are drawn.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        The largest size over a sweep: one column per swept range, by its name and unit, and one per criterion.  Over one range
        a line per criterion; over two, of the first criterion, a line per value of the first range.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sizes = {"downtime": [0.0, 60.0, 600.0], "peak_throughput": [4e5, 3.9e5, 3.2e5]}
    >>> drawn = sl.plot.swept(sizes, {"downtime": "s"}, ["peak_throughput"])
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
    factors: Sequence[Any] = (),
    criteria: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Useful throughput against the number of GPUs, with the size that each criterion allows.

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
    criteria : Mapping[str, Any], optional
        Criteria by name.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Useful throughput against the number of GPUs, with the size that each criterion allows.

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

def timeline(table: Timeline, *, ax: Axes | None = None) -> Axes:
    """Limits and demand in GPUs of the date, dates of binding marked; bands of 90 % where numbers are uncertain.

    Uncertain numbers are samples along a first axis, dates along the last: ``scenario.replace(share=samples[:, None])``.

    Parameters
    ----------
    table : Timeline
        As ``sl.timeline`` answers, for several dates.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Limits and demand in GPUs of the date, dates of binding marked; bands of 90 % where numbers are uncertain.  Uncertain
        numbers are samples along a first axis, dates along the last: ``scenario.replace(share=samples[:, None])``.

    Raises
    ------
    ValueError
        For a table of a single date.

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024.0, 2027.0, 2030.0])
    >>> drawn = sl.plot.timeline(table)
    """

def tornado(outcome: Outcome, *, credibility: float = 0.9, label: str = "answer [1]", ax: Axes | None = None) -> Axes:
    """Which input moves the answer: a bar from its lower to its upper end, the others at their medians, the longest on top.

    Parameters
    ----------
    outcome : Outcome
        As ``sl.uncertainty.propagate`` answers.
    credibility : float, default 0.9
        Of the inputs' intervals, in (0, 1).
    label : str, default 'answer [1]'
        Of the axis, with its unit.
    ax : Axes, optional
        Where to draw; default: a new figure.

    Returns
    -------
    Axes
        Which input moves the answer: a bar from its lower to its upper end, the others at their medians, the longest on top.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> drawn = sl.plot.tornado(found)
    """
