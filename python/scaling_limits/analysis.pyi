# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What an owner asks next: an assessment of a run, levers of a limit, its equation, what changed, a machine's constants."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Self, overload

import numpy as np
from matplotlib.axes import Axes
from typing_extensions import TypeVar
from xarray import Dataset

from . import growth as _growth
from .data import Events, MeasuredStep
from .growth import PerYear, PowerLaw
from .limits import Criterion, CustomFactor, Factor, Limit
from .network import Fabric, Ring
from .parallelism import LatencyWall
from .results import Result, Rows, Table
from .run import Field, TrainingRun
from .storage import Tier
from .strategies import Strategy
from .supply import Chips, Data, Hardware, Power
from .typing import Array, Carried, NumPy, NumPyText, Plain, Quantity, Real
from .workload import Chip

__all__ = [
    "Assessment",
    "Attribution",
    "BreakEven",
    "Calibration",
    "ComparedPlan",
    "ComparedRow",
    "ComparedSites",
    "Comparison",
    "Family",
    "Lever",
    "LogPlan",
    "MoreData",
    "NumberElasticity",
    "RequiredGrowth",
    "Scenario",
    "Sites",
    "SitesRow",
    "Supplies",
    "Swept",
    "TierRow",
    "Timeline",
    "Uncertain",
    "WorstPartsGain",
    "assess",
    "calibrate",
    "compare",
    "compare_sites",
    "elasticities",
    "explain",
    "levers",
    "limits_by_tier",
    "plan_from_log",
    "required_growth",
    "sweep",
    "timeline",
    "what_changed",
    "worst_parts_gain",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class Assessment(Result, Generic[_T, _S]):
    """One run under one strategy. Times in s, storage in bytes; arrays where the run has arrays.

    Attributes
    ----------
    interval, interval_cost : the strategy's interval, and 1 - goodput / goodput at the best interval
    band : shortest and longest interval within the tolerance of the best goodput
    steps : the best interval in whole steps, NaN without a step_time
    breakdown : fractions of wall-clock time; they sum to one
    gpu_hours_lost_per_day : by cause
    interruptions_per_day : stops of the run by a failure, those that cut a restart short included, in wall-clock time
    checkpoints_per_day : periodic ones that stand: what a failure undoes does not
    saves_just_in_time_per_day : after a failure, by the replicas that survived it
    detections_per_day : of silent errors
    bytes_written_per_day : by checkpoints and saves that stand, on all levels
    capacity, capacity_while_writing : bytes of the retained checkpoints, and of one more being written
    goodput_gain : of the goodput today by improving each field of the run but gpus: twice what helps, half of what costs
    note : why there is no answer, or an interval of 0 or inf; of a single run, what of it is far outside what is usual

    Where a strategy has no single kind of save, band, steps and interval_cost are NaN.
    mtbf : of the job, in running time [s]
    write_time : one save [s]
    restart_time : load and re-initialise [s]
    goodput : new useful training time per wall-clock time
    overhead : 1 / goodput - 1
    useful_throughput : gpus x goodput [GPU]

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.assess(run).breakdown["rework"]
    0.010666531050273195
    """

    mtbf: float | _T
    write_time: float | _T
    restart_time: float | _T
    interval: _T
    band: tuple[_T, _T]
    interval_cost: _T
    steps: _T
    goodput: _T
    overhead: _T
    useful_throughput: _T
    breakdown: dict[str, _T]
    gpu_hours_lost_per_day: dict[str, _T]
    interruptions_per_day: _T
    checkpoints_per_day: _T
    saves_just_in_time_per_day: _T
    detections_per_day: _T
    bytes_written_per_day: _T
    capacity: _T
    capacity_while_writing: _T
    goodput_gain: dict[str, _T]
    note: _S

@dataclass(frozen=True, eq=False)
class Attribution(Result):
    """A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it.

    Attributes
    ----------
    before : goodput of the run
    after : goodput of the other
    by_field : what the field has of the difference; they sum to it

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.what_changed(run, run.replace(gpus=100_000))
    Attribution(before=0.978818, after=0.948217, by_field={gpus: -0.0306009})
    """

    before: float
    after: float
    by_field: dict[str, float]

@dataclass(frozen=True, eq=False)
class BreakEven(Result):
    """A size at which one strategy overtakes another.

    One that has no answer at a size, or a goodput below 1e-9, ranks behind all others: it overtakes them where that ends.

    Attributes
    ----------
    gpus : the size [GPU]
    below, above : the better one at smaller and at larger sizes
    best : whether no other strategy is better than both there

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.replicated()]
    >>> [(size.below, size.above) for size in sl.compare(run, plans, others=False).break_even_sizes]
    []
    """

    gpus: float
    below: str
    above: str
    best: bool

@dataclass(frozen=True, eq=False)
class Calibration(Result, Generic[_T]):
    """Constants of a machine from its measured steps.

    Attributes
    ----------
    chip : the guess with the constants found
    covariance : of their logarithms, 4 x 4
    modelled, modelled_memory : of each row [s], [B]
    errors : modelled/measured - 1 of each row
    mean_error, worst_error : of their sizes
    asked : what was asked: rows, guess, fabric and the rest
    noise : of a measured time: the larger of given and found
    degrees : of freedom of the intervals, where the rows say the noise; else unlimited
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
    >>> low, high = found.interval("achieved_flops")
    >>> low < found.chip.achieved_flops < high
    True
    """

    chip: Chip[_T]
    covariance: np.ndarray[Any, Any]
    modelled: np.ndarray[Any, Any]
    modelled_memory: np.ndarray[Any, Any]
    errors: np.ndarray[Any, Any]
    mean_error: float
    worst_error: float
    noise: float
    degrees: float
    status: str
    note: str
    asked: tuple[Any, ...] = ...
    def interval(self, name: str, level: float = 0.9) -> tuple[float, float]:
        """What holds a constant with a probability.

        Parameters
        ----------
        name : str
            "achieved_flops", "attention_flops", "memory_bandwidth" or "operation_time".
        level : float, default 0.9
            The probability, in (0, 1).

        Returns
        -------
        tuple[float, float]
            What holds a constant with a probability.

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
        >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
        >>> found.interval("achieved_flops", 0.5)[0] > found.interval("achieved_flops", 0.9)[0]
        True
        """
    def next(self, candidates: Iterable[MeasuredStep]) -> list[int]:
        """Positions of the candidates, the most telling to measure first, each given those before it.

        Parameters
        ----------
        candidates : Iterable[MeasuredStep]
            Steps that could be measured; their times are not looked at.

        Returns
        -------
        list[int]
            Positions of the candidates, the most telling to measure first, each given those before it.

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
        >>> long = row.replace(shape=shape.replace(sequence_length=131_072), layout=layout.replace(data=1, context=8))
        >>> sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric).next([row, long])
        [1, 0]
        """
    def families(self) -> Rows[Family]:
        """Errors by kind of model, and by what else the rows differ in.

        Returns
        -------
        Rows[Family]
            Errors by kind of model, and by what else the rows differ in.

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> again = [row.replace(time=3.2 if word == "full" else 2, options={"recompute": word}) for word in ("none", "full")]
        >>> found = sl.calibrate([row, *again], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
        >>> [one.family for one in found.families() if one.by == "recompute"]
        ['selective', 'none', 'full']
        """

@dataclass(frozen=True, eq=False)
class ComparedPlan(Result, Generic[_T]):
    """One strategy for all that a log leaves open.

    Attributes
    ----------
    strategy : the strategy
    name : its name, numbered where there are several of it
    goodput : of each sample
    best : the probability that no other of them has more
    assumes : what nobody gave of it, and the value that it has
    note : why it has no answer at the median, or an interval of 0 or unlimited

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
    >>> plan.compare(others=False)[0].best
    1.0
    """

    strategy: Strategy[_T]
    name: str
    goodput: Uncertain
    best: float
    assumes: str
    note: str

@dataclass(frozen=True, eq=False)
class ComparedRow(Result, Generic[_T]):
    """What one strategy makes of the run; arrays where the run has an array of sizes.

    Attributes
    ----------
    strategy, name : what was compared
    interval : useful work between checkpoints, inf: none [s]
    memory : of copies [B]
    bandwidth : written per second of useful work [B/s]
    spares : that do no work of their own [GPU]
    label : the same, numbered where there are several of that name
    assumes : what nobody gave of it, and the value that it has: name = value, ...
    goodput : at each size
    status : ok, or infeasible at every size
    note : why it has no answer, or an interval of 0 or unlimited

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans).rows[0].status
    'ok'
    """

    strategy: Strategy[_T]
    name: str
    label: str
    assumes: str
    goodput: _T
    interval: _T
    memory: _T
    bandwidth: _T
    spares: _T
    status: str
    note: str

@dataclass(frozen=True, eq=False)
class ComparedSites(Result, Generic[_T]):
    """The table over the number of sites; a sequence of its rows.

    Attributes
    ----------
    run, work, sites, criterion, strategy, factors : what was asked; the strategy protects one site
    rows : one per number of sites, in the order given
    text : what follows, as sentences: the number worth most, and what replicas may cost; rounded to be read

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> len(sl.analysis.compare_sites(run, 1e5, sites))
    4
    """

    run: TrainingRun[_T]
    work: float
    sites: Sites[_T]
    criterion: Criterion[_T]
    strategy: Strategy[_T]
    factors: tuple[Any, ...]
    rows: Rows[SitesRow]
    text: str
    @property
    def best(self) -> SitesRow:
        """The row of most worth."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[SitesRow]: ...
    def __getitem__(self, place: int) -> SitesRow: ...

@dataclass(frozen=True, eq=False)
class Comparison(Result, Generic[_T]):
    """A ranked table of strategies: rows best first at one size, in the order given for an array of sizes.

    Attributes
    ----------
    run, growth : what was asked; exponents by field
    rows : best first at one size, in the order given at several
    break_even_sizes : every size in break_even_range at which the ranking changes, in rising order
    break_even_range : the smallest and the largest size [GPUs] that were looked at
    left_out : the strategies that were not compared, and the fields that each of them needs
    run_assumes : what stands at its default in the run: "downtime = 0 s"

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans, others=False).best.name
    'asynchronous'
    """

    run: TrainingRun[_T]
    rows: Rows[ComparedRow[_T]]
    break_even_sizes: Rows[BreakEven]
    break_even_range: tuple[float, float]
    left_out: dict[str, list[str]]
    run_assumes: str
    growth: dict[str, float]
    @property
    def best(self) -> ComparedRow[_T]:
        """The best row at one size; at several, the one that is best at most of them."""
    def curves(self) -> tuple[Any, Any]:
        """Sizes fine enough to draw, and the goodput of each row there, shape (rows, sizes); NaN where it has no answer.

        Returns
        -------
        tuple[Any, Any]
            Sizes fine enough to draw, and the goodput of each row there, shape (rows, sizes); NaN where it has no answer.
        """
    def plot(self, ax: Axes | None = None) -> Axes:
        """Goodput against size for each strategy, break-even sizes of the best ones marked; returns the axes.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; default: a new figure.

        Returns
        -------
        Axes
            Goodput against size for each strategy, break-even sizes of the best ones marked; returns the axes.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> drawn = sl.analysis.plot(sl.published.llama3_405b())
        """

@dataclass(frozen=True, eq=False)
class Family(Result):
    """Rows that have something in common, and their errors.

    Attributes
    ----------
    by : what they have in common: kind, sequence_length, gpus, recompute, precision, set
    family : "dense" or "mixture", or the value of that
    rows : how many there are
    mean_error, worst_error : of the sizes of modelled/measured - 1

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row, row.replace(time=2.6)], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
    >>> [(one.by, one.family, one.rows) for one in found.families()]
    [('kind', 'dense', 2)]
    """

    by: str
    family: str
    rows: int
    mean_error: float
    worst_error: float

@dataclass(frozen=True, eq=False)
class Lever(Result, Generic[_T, _S]):
    """One field and what it does to a limit; ``doubled`` and ``halved`` are limits, the factors those over the limit.

    The gains are what twice, what half the field changes in the goodput of the run as it stands, at its own size.

    Attributes
    ----------
    value, unit : of the field
    doubled_factor, halved_factor : over the limit
    elasticity : d ln(limit) / d ln(field), exact; 0 for a field that is 0 or unlimited
    doubled : the limit with twice the field [GPU]
    halved : the limit with half of it [GPU]
    doubled_gain : what twice the field changes in the goodput of the run at its own size
    halved_gain : what half of it changes there
    status : ok, or why there is no number

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.levers(run)["gpu_mttf"].doubled_factor
    2.0
    """

    value: float | _T
    unit: str
    elasticity: _T
    doubled: _T
    halved: _T
    doubled_factor: _T
    halved_factor: _T
    doubled_gain: _T
    halved_gain: _T
    status: _S

@dataclass(frozen=True, eq=False)
class LogPlan(Result, Generic[_T, _S]):
    """What a log of failures says to do; as a table a row for each number: the median and the ends of its 90 % interval.

    Attributes
    ----------
    events : interruptions counted, near failures merged where that was asked for
    window : running time in which they were [s]
    dispersion : variance of their counts over that of a Poisson stream, 1 or more: bursts tell less
    gpu_mttf : running GPU-time per interruption [s]
    mtbf : of the job at the run's size [s]
    interval : the best one of each sample, or the strategy's own [s]
    goodput : at that interval
    limit : the largest size of the criterion [GPUs]
    advised : the interval of most goodput in the mean over the samples [s]; NaN: the strategy has no one interval to choose
    band : intervals within `tolerance` of that goodput [s]
    tolerance : goodput that an interval in the band costs at most, in the mean
    worth_knowing : goodput that is lost in the mean since the MTBF is not known exactly
    more_data : what longer logs would leave open
    run, strategy, limit_of : what it is a plan for; the limit with its status and what binds

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> low, high = plan.goodput.interval()
    >>> low < plan.goodput.median < high
    True
    """

    events: float
    window: float
    dispersion: float
    gpu_mttf: Uncertain
    mtbf: Uncertain
    interval: Uncertain
    goodput: Uncertain
    limit: Uncertain
    advised: float
    band: tuple[float, float]
    tolerance: float
    worth_knowing: float
    more_data: Rows[MoreData]
    run: TrainingRun[_T]
    strategy: Strategy[_T]
    limit_of: Limit[_T, _S]
    @property
    def draws(self) -> TrainingRun[_T]:
        """The run with all that its gpu_mttf may be, to ask anything else of: an array in, an array out.

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
        >>> plan.draws.useful_throughput.shape
        (100,)
        """
    @overload
    def compare(self: LogPlan, strategies: Sequence[Strategy] | None = None, *, others: bool = True) -> Rows[ComparedPlan]:
        """Strategies side by side for all that the log leaves open; best median first.

        Parameters
        ----------
        strategies : Sequence[Strategy], optional
            One's own; default: the plan's.
        others : bool, true or false, default True
            Whether those that are not given are compared too, with what is usual of them.

        Returns
        -------
        Rows[ComparedPlan]
            Strategies side by side for all that the log leaves open; best median first.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day, samples=100)
        >>> rows = plan.compare([sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)], others=False)
        >>> [(row.name, row.best) for row in rows]
        [('asynchronous', 1.0), ('blocking', 0.0)]
        """
    @overload
    def compare(
        self: LogPlan[float | NumPy, Any], strategies: Sequence[Strategy[float | NumPy]] | None = None, *, others: bool = True
    ) -> Rows[ComparedPlan[NumPy]]: ...
    @overload
    def compare(
        self: LogPlan[Any, Any], strategies: Sequence[Strategy[Any]] | None = None, *, others: bool = True
    ) -> Rows[ComparedPlan[Array]]: ...

@dataclass(frozen=True, eq=False)
class MoreData(Result):
    """What longer logs would leave open, were failures as frequent in them.

    Attributes
    ----------
    window : running time observed in all [s]
    events : failures expected in it
    mtbf : ends of the 90 % interval [s]
    goodput : ends of the 90 % interval, at the best interval of each

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> [round(row.events) for row in plan.more_data]
    [419, 838, 1676, 4190]
    """

    window: float
    events: float
    mtbf: tuple[float, float]
    goodput: tuple[float, float]

@dataclass(frozen=True, eq=False)
class NumberElasticity(Result, Generic[_T]):
    """A number of a scenario and what a limit does with it.

    Attributes
    ----------
    value : of the number, in SI
    elasticity : d ln(limit) / d ln(number), exact: 16 says that 1 % more of it is 16 % more of the limit

    Examples
    --------
    >>> found = sl.analysis.elasticities(sl.published.epoch_2030, "power", 2030.0)
    >>> round(found["power.growth"].elasticity, 6)
    16.389403
    """

    value: float | _T
    elasticity: _T

@dataclass(frozen=True, eq=False)
class RequiredGrowth(Result, Generic[_T, _S]):
    """The growth of a field that keeps a criterion from ever binding.

    Attributes
    ----------
    value : factor per year; NaN: see status
    at_least : whether it is the least that will do, more being better; else the largest
    note : why there is no value: the date at which nothing is enough
    status : ok, already met, infeasible or not converged

    Examples
    --------
    >>> found = sl.analysis.required_growth(sl.published.epoch_2030, "write_bandwidth", sl.limits.goodput_at_least(0.9))
    >>> round(found.value, 6)
    5.765186
    """

    value: _T
    at_least: _T
    status: _S
    note: _S
    def __float__(self) -> float: ...

class Scenario:
    """The largest run as years pass, with all that limits it. Frozen; any number of any part may be an array.

    Parameters
    ----------
    compute : of the largest run that starts at `start` [FLOP]
    compute_growth : of that compute, factor per year
    start : a decimal date; 2024.0 is the first day of 2024
    hardware : the GPU of the start year and how it grows; how long and how well a run uses it
    run : the run at the start; its gpus and checkpoint_bytes follow from the demand, whatever they are here
    share : of power and chips that the largest run gets, in (0, 1]
    power, chips, data : what there is; None: not scarce
    ring : links between the sites that share the power; None: they cost nothing
    wall : what latency allows: per layer as it is given, else by tensor parallelism across nodes; None: nothing is lost to it
    yearly : factors per year of the other fields of the run
    growth : how fields change with size at each date; default growth.fixed
    strategy : how the run is protected; default blocking()
    factors : other efficiencies that depend on the size
    bytes_per_parameter : saved of each parameter [B]
    tokens_per_parameter : trained on per parameter: compute is 6 x tokens_per_parameter x parameters^2

    Notes
    -----
    GPUs of the year are compute / (duration x peak x utilization), of a peak that grows: the axis on which all limits meet.
    A campus counts at every date: leave it 0 where it is an estimate for one.

    References
    ----------
    Epoch AI, "Can AI scaling continue through 2030?", 2024: the supplies. What failures allow beside them is ours.

    Examples
    --------
    >>> scenario = sl.analysis.Scenario(
    ...     compute=3.8e25,
    ...     compute_growth=4.1,
    ...     start=2024.0,
    ...     share=0.26,
    ...     hardware=sl.published.epoch_2030.hardware,
    ...     run=sl.published.llama3_405b(),
    ...     power=sl.supply.Power(data_center_power=40e9, ai_power=3.04e9, growth=1.15, other_growth=1.08),
    ... )
    >>> round(scenario.run_at(2030.0).gpus)
    1730318
    """

    compute: float
    compute_growth: float
    start: float
    share: float
    bytes_per_parameter: float
    tokens_per_parameter: float
    hardware: Hardware
    run: TrainingRun
    power: Power | None
    ring: Ring | None
    chips: Chips | None
    data: Data | None
    wall: LatencyWall | None
    yearly: PerYear
    growth: PowerLaw
    strategy: Strategy
    factors: tuple[Any, ...]
    def __init__(
        self,
        *,
        compute: Quantity,
        compute_growth: Quantity,
        start: Quantity,
        hardware: Hardware,
        run: TrainingRun,
        share: Quantity = 1,
        power: Power | None = None,
        ring: Ring | None = None,
        chips: Chips | None = None,
        data: Data | None = None,
        wall: LatencyWall | None = None,
        yearly: PerYear | None = None,
        growth: PowerLaw | None = None,
        strategy: Strategy | None = None,
        factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
        bytes_per_parameter: Quantity = 12,
        tokens_per_parameter: Quantity = 20,
    ) -> None: ...
    def numbers(self) -> Iterator[tuple[str, Any]]:
        """Every number of the scenario by its dotted name, such as "power.growth"; those of the scenario itself bare.

        Returns
        -------
        iterator of (name, value)
        """
    def replace(self, **changes: Any) -> Scenario:
        """The same with some numbers or parts changed: ``replace(share=0.3, **{"power.growth": 1.2, "run.gpu_mttf": mttf})``.

        Parameters
        ----------
        **changes : Any
            By name: a number of the scenario, a part, or a number of a part by its dotted name; factors by place,
            "factor.0.half_size".

        Returns
        -------
        Scenario
            The largest run as years pass, with all that limits it. Frozen; any number of any part may be an array.

        Raises
        ------
        ValueError
            For a name that leads nowhere, with the nearest one, and a number out of its range.
        """
    @overload
    def run_at(self, year: Real) -> TrainingRun:
        """The run of a date, which may be an array: its size and its checkpoint follow from the demand.

        Parameters
        ----------
        year : array_like, in [1900, 3000]
            A decimal date, not before the start.

        Returns
        -------
        TrainingRun
            A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def run_at(self, year: Plain) -> TrainingRun[NumPy]: ...
    @overload
    def run_at(self, year: Quantity) -> TrainingRun[Array]: ...
    @overload
    def supplies(self, year: Real) -> Supplies:
        """What each supply allows at a date: a timeline without criteria and words, for many points at once.

        Parameters
        ----------
        year : array_like, in [1900, 3000]
            A decimal date, not before the start; it may be an array.

        Returns
        -------
        Supplies
            What power, chips, data and latency allow at a date, where the scenario has them.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

        Examples
        --------
        >>> found = sl.published.epoch_2030.supplies(2030.0)
        >>> {name: f"{gpus:.4g}" for name, gpus in found.limits.items()}
        {'power': '2.549e+06', 'chips': '1.297e+07', 'data': '5.702e+06', 'latency': '3.512e+08'}
        """
    @overload
    def supplies(self, year: Plain) -> Supplies[NumPy]: ...
    @overload
    def supplies(self, year: Quantity) -> Supplies[Array]: ...
    def as_request(self) -> dict[str, Any]:
        """The scenario as parts of a request.

        Returns
        -------
        dict
            By group.
        """

class Sites(Generic[_T]):
    """Sites on thin links that train one model: what they exchange, how often, and whether a failure stops one or all.

    Links are one way and of a whole site, in bytes per second. compare_sites() says how large a run can be on each number of
    them.

    Parameters
    ----------
    sites : array_like, >= 1 and finite
        That the run is spread over, GPUs in equal parts. Usually 1 to 64.
    bandwidth : array_like, > 0 [B/s]
        Of the whole link of a site, one way. Usually 1 GB/s to 100 TB/s (10 Gb/s to 1 Pb/s).
    bytes : array_like, >= 0 and finite [B]
        That a site sends for all parameters in one exchange. Usually 1 GB to 10 TB (half a byte to four bytes per parameter).
    latency : array_like, >= 0 and finite [s], default 0 s
        Of one hop between two sites, one way. Usually 100 us to 200 ms.
    exchange_steps : array_like, >= 1 and finite, default 100
        Steps of a replica between two exchanges of one parameter. Usually 1 to 1000 (1: data parallelism; 500: DiLoCo 2023).
    fragments : array_like, >= 1 and finite, default 1
        That the parameters go in, each with the latency of an exchange. Usually 1 to 100.
    overlap_exponent : array_like, >= 1, default 1
        1: the exchange stops training; unlimited: all of it that fits is hidden. Usually 1 to 10.
    replica_exponent : array_like, in [0, 1), default 0
        B of what replicas cost: sites do the work of sites^-b, in tokens. Usually 0 to 0.3 (0.2355: Charles et al. 2025, table
        10).
    apart : bool, default True
        Whether a failure stops its own site alone.
    quorum : array_like, a whole number in [1, 2147483647], default 1
        Sites that must be up for the work of any to count. Usually 1 to 64.
    exchange : {"ring", "loop"}, default "ring"
        How they exchange.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9, latency=0.005)
    >>> sites.exchange_time
    6.49
    >>> sites.factors(work=101_921.6)
    [StrongScaling(half_size=1570440.6779661016, name='link')]
    """
    @overload
    def __init__(
        self: Sites,
        *,
        sites: Real | Carried,
        bandwidth: Real | Carried,
        bytes: Real | Carried,
        latency: Real | Carried = 0.0,
        exchange_steps: Real | Carried = 100.0,
        fragments: Real | Carried = 1.0,
        overlap_exponent: Real | Carried = 1.0,
        replica_exponent: Real | Carried = 0.0,
        apart: Real | Carried = True,
        quorum: Real | Carried = 1,
        exchange: Literal["ring", "loop"] = "ring",
    ) -> None: ...
    @overload
    def __init__(
        self: Sites[NumPy],
        *,
        sites: Plain | Carried,
        bandwidth: Plain | Carried,
        bytes: Plain | Carried,
        latency: Plain | Carried = 0.0,
        exchange_steps: Plain | Carried = 100.0,
        fragments: Plain | Carried = 1.0,
        overlap_exponent: Plain | Carried = 1.0,
        replica_exponent: Plain | Carried = 0.0,
        apart: Plain | Carried = True,
        quorum: Plain | Carried = 1,
        exchange: Literal["ring", "loop"] = "ring",
    ) -> None: ...
    @overload
    def __init__(
        self: Sites[Array],
        *,
        sites: Quantity | Carried,
        bandwidth: Quantity | Carried,
        bytes: Quantity | Carried,
        latency: Quantity | Carried = 0.0,
        exchange_steps: Quantity | Carried = 100.0,
        fragments: Quantity | Carried = 1.0,
        overlap_exponent: Quantity | Carried = 1.0,
        replica_exponent: Quantity | Carried = 0.0,
        apart: Quantity | Carried = True,
        quorum: Quantity | Carried = 1,
        exchange: Literal["ring", "loop"] = "ring",
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        sites: Real | Carried = ...,
        bandwidth: Real | Carried = ...,
        bytes: Real | Carried = ...,
        latency: Real | Carried = ...,
        exchange_steps: Real | Carried = ...,
        fragments: Real | Carried = ...,
        overlap_exponent: Real | Carried = ...,
        replica_exponent: Real | Carried = ...,
        apart: Real | Carried = ...,
        quorum: Real | Carried = ...,
        exchange: Literal["ring", "loop"] = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Sites[float | NumPy],
        *,
        sites: Plain | Carried = ...,
        bandwidth: Plain | Carried = ...,
        bytes: Plain | Carried = ...,
        latency: Plain | Carried = ...,
        exchange_steps: Plain | Carried = ...,
        fragments: Plain | Carried = ...,
        overlap_exponent: Plain | Carried = ...,
        replica_exponent: Plain | Carried = ...,
        apart: Plain | Carried = ...,
        quorum: Plain | Carried = ...,
        exchange: Literal["ring", "loop"] = ...,
    ) -> Sites[NumPy]: ...
    @overload
    def replace(
        self: Sites[Any],
        *,
        sites: Quantity | Carried = ...,
        bandwidth: Quantity | Carried = ...,
        bytes: Quantity | Carried = ...,
        latency: Quantity | Carried = ...,
        exchange_steps: Quantity | Carried = ...,
        fragments: Quantity | Carried = ...,
        overlap_exponent: Quantity | Carried = ...,
        replica_exponent: Quantity | Carried = ...,
        apart: Quantity | Carried = ...,
        quorum: Quantity | Carried = ...,
        exchange: Literal["ring", "loop"] = ...,
    ) -> Sites[Array]: ...
    @property
    def exchange_time(self) -> _T:
        """One exchange among all sites, all fragments together [s]."""
    @overload
    def factors(self: Sites, work: Real) -> list[Factor]:
        """What the sites cost beside failures: the link, and what replicas cost in tokens where that is not nothing.

        Parameters
        ----------
        work : array_like
            Of one step, at every size [ideal GPU-seconds].

        Returns
        -------
        list[Factor]
            What the sites cost beside failures: the link, and what replicas cost in tokens where that is not nothing.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def factors(self: Sites[float | NumPy], work: Plain) -> list[Factor[NumPy]]: ...
    @overload
    def factors(self: Sites[Any], work: Quantity) -> list[Factor[Array]]: ...
    @overload
    def strategy(self: Sites, inner: Strategy | None = None) -> Strategy:
        """How the whole run is protected where `inner` protects one site: apart, or as one.

        Parameters
        ----------
        inner : Strategy, optional
            What protects a site; default strategies.blocking().

        Returns
        -------
        Strategy
            Base of all strategies, which are made from the catalogue's kinds.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def strategy(self: Sites[float | NumPy], inner: Strategy[float | NumPy] | None = None) -> Strategy[NumPy]: ...
    @overload
    def strategy(self: Sites[Any], inner: Strategy[Any] | None = None) -> Strategy[Array]: ...
    @property
    def sites(self) -> float | _T:
        """that the run is spread over, GPUs in equal parts; >= 1 and finite"""
    @property
    def bandwidth(self) -> float | _T:
        """of the whole link of a site, one way; > 0 [B/s]"""
    @property
    def bytes(self) -> float | _T:
        """that a site sends for all parameters in one exchange; >= 0 and finite [B]"""
    @property
    def latency(self) -> float | _T:
        """of one hop between two sites, one way; >= 0 and finite [s]"""
    @property
    def exchange_steps(self) -> float | _T:
        """steps of a replica between two exchanges of one parameter; >= 1 and finite"""
    @property
    def fragments(self) -> float | _T:
        """that the parameters go in, each with the latency of an exchange; >= 1 and finite"""
    @property
    def overlap_exponent(self) -> float | _T:
        """1: the exchange stops training; unlimited: all of it that fits is hidden; >= 1"""
    @property
    def replica_exponent(self) -> float | _T:
        """b of what replicas cost: sites do the work of sites^-b, in tokens; in [0, 1)"""
    @property
    def apart(self) -> bool | _T:
        """whether a failure stops its own site alone; true or false"""
    @property
    def quorum(self) -> float | _T:
        """sites that must be up for the work of any to count; a whole number in [1, 2147483647]"""
    @property
    def exchange(self) -> str: ...

@dataclass(frozen=True, eq=False)
class SitesRow(Result):
    """How large the run can be on so many sites, and what that is worth.

    Attributes
    ----------
    size : the largest size under the criterion, all sites together [GPUs]
    worth : useful work there [ideal GPUs]
    binding : the cause with the largest share
    shares : terms / target by cause; they sum to one
    pays : whether it is worth more than the row before; None in the first, or where either has no size
    break_even : statistical factor at which it would be worth as much as the row before; NaN in the first
    sites : how many
    goodput : at the largest size
    efficiency : product of all factors but goodput there
    status : ok, no limit, infeasible or not converged
    note : why there is no number; remarks

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> sl.analysis.compare_sites(run, 1e5, sites, counts=[1, 2]).rows[1].pays
    True
    """

    sites: float
    size: float
    worth: float
    binding: str
    shares: dict[str, float]
    pays: bool | None
    break_even: float
    goodput: float
    efficiency: float
    status: str
    note: str

@dataclass(frozen=True, eq=False)
class Supplies(Result, Generic[_T]):
    """What power, chips, data and latency allow at a date, where the scenario has them.

    Attributes
    ----------
    limits : GPUs of the date; +inf: no limit, NaN: beyond the range of the model
    compute : of the largest run on so many

    Examples
    --------
    >>> f"{sl.published.epoch_2030.supplies(2030.0).compute['chips']:.3e}"
    '1.353e+30'
    """

    limits: dict[str, _T]
    compute: dict[str, _T]

@dataclass(frozen=True, eq=True)
class Swept:
    """What a sweep left behind.

    Attributes
    ----------
    path : of the file
    points : of the grid
    computed : those of them that this call computed; the others were there
    seconds : wall-clock time [s]
    damaged : files of the store that were not as they had been written, and were made again

    Examples
    --------
    >>> import tempfile
    >>> request = {"question": "goodput", "run": sl.published.llama3_405b()}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = sl.analysis.sweep(request, {"gpus": [1000, 10_000]}, f"{folder}/map.csv")
    >>> found.points, found.computed
    (2, 2)
    """

    path: Path
    points: int
    computed: int
    seconds: float
    damaged: tuple[str, ...] = ...
    def open(self) -> Dataset:
        """The file, lazily, as an xarray.Dataset; of .zarr and .nc.

        Returns
        -------
        xarray.Dataset
            A variable per column over the axes, with ``units`` and ``long_name``; codes with ``flag_values`` and
            ``flag_meanings``. Close it when you are done.

        Raises
        ------
        ValueError
            Where the file is a table, which pandas reads.
        """

@dataclass(frozen=True, eq=False)
class TierRow(Result, Generic[_T, _S]):
    """The limit of a run saved to one tier, under one growth law and criterion.

    Attributes
    ----------
    limit : the limit
    tier : its name
    growth : its name
    criterion : as it was given
    write_time : of the run at its own size [s]
    read_time : of the run at its own size [s]

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> rows = sl.analysis.limits_by_tier(run)
    >>> rows[0].tier, rows[0].limit.binding
    ('gpu_memory', 'checkpoint')
    """

    tier: str
    growth: str
    criterion: str
    write_time: float | _T
    read_time: float | _T
    limit: Limit[_T, _S]

@dataclass(frozen=True, eq=False)
class Timeline(Result, Generic[_T, _S]):
    """Limits by date, in GPUs of that date: power, chips, data and latency where the scenario has them, then the criteria.

    Attributes
    ----------
    years : decimal dates, as asked
    limits : GPUs of the date that each allows; +inf: no limit, NaN: no size meets it, see statuses
    binding : the tightest limit of the date; it holds the run back where its slack is below 1
    binds_in : the date from which each is below the demand, solved between the dates; the start: from the start on, inf: never
    combined : the largest size under the first criterion, within power, chips and data as caps, the wall as a factor; without
        criteria the tightest supply
    asked : the scenario, and the criteria by name
    demand : GPUs of the year that the largest run wants [GPU]
    demand_compute : of the largest run [FLOP]
    compute : of the largest run on so many GPUs [FLOP]
    slack : what the limit allows over what is wanted: below 1 it binds
    statuses : ok, no limit, infeasible or not converged
    notes : why the limit is no number

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024, 2030], {"goodput 0.9": sl.limits.goodput_at_least(0.9)})
    >>> round(table.binds_in["power"], 4), round(table.binds_in["goodput 0.9"], 4)
    (2030.4215, 2026.5557)
    """

    years: float | _T
    demand: _T
    demand_compute: _T
    limits: dict[str, _T]
    compute: dict[str, _T]
    slack: dict[str, _T]
    statuses: dict[str, _S]
    notes: dict[str, _S]
    binding: _S
    combined: Limit[_T, _S]
    asked: tuple[Scenario, dict[str, Criterion[_T]]]
    @property
    def binds_in(self) -> dict[str, _T]:
        """The date from which each limit is below the demand; solved when first asked for."""

@dataclass(frozen=True, eq=False)
class Uncertain(Result):
    """A number that a log leaves open: even quantiles of it, lowest MTBF first.

    Attributes
    ----------
    samples : as likely each
    unit : of them

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> round(plan.mtbf.quantile(0.5) / 3600, 2)
    3.09
    """

    samples: np.ndarray[Any, Any]
    unit: str = ...
    @overload
    def quantile(self, q: Real) -> float:
        """What the number stays below with a probability; NaN, where a model has no answer, lies below all numbers.

        Parameters
        ----------
        q : array_like
            In [0, 1].

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
        >>> plan.goodput.quantile(0.05) < plan.goodput.quantile(0.95)
        True
        """
    @overload
    def quantile(self, q: Plain) -> NumPy: ...
    @overload
    def quantile(self, q: Quantity) -> Array: ...
    def interval(self, credibility: float = 0.9) -> tuple[float, float]:
        """The ends between which it lies with a probability, as much left out on either side.

        Parameters
        ----------
        credibility : float, default 0.9
            The probability, in (0, 1).

        Returns
        -------
        tuple[float, float]
            The ends between which it lies with a probability, as much left out on either side.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
        >>> low, high = plan.interval.interval(0.9)
        >>> low < high
        True
        """
    @property
    def median(self) -> float:
        """What it lies above and below alike."""

@dataclass(frozen=True, eq=False)
class WorstPartsGain(Result):
    """What it buys in goodput to take the worst parts of a run away, or to have them renewed.

    Attributes
    ----------
    goodput, useful_throughput : of the run as it is; the second in GPUs' worth of useful work
    part : labels, the worst first
    removed : goodput without those up to it
    removed_useful : useful throughput then, with none in their place [GPUs]
    renewed : goodput with others in their place
    worth_removing : how many to take away for most useful throughput
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

    Examples
    --------
    >>> run = sl.TrainingRun(gpus=48, mtbf=6 * sl.units.hour, checkpoint_bytes=1e12, write_bandwidth=1e10)
    >>> gain = sl.analysis.worst_parts_gain(run, [1, 0, 2, 1, 60, 1], [sl.units.day * 30] * 6, labels=list("abcdef"))
    >>> gain.part[0], gain.worth_removing
    ('e', 0.0)
    >>> [round(float(goodput), 3) for goodput in (gain.goodput, gain.renewed[0])]
    [0.907, 0.951]
    """

    goodput: float
    useful_throughput: float
    part: list[Any]
    removed: np.ndarray[Any, Any]
    removed_useful: np.ndarray[Any, Any]
    renewed: np.ndarray[Any, Any]
    worth_removing: float
    status: str
    note: str

@overload
def assess(
    run: TrainingRun,
    strategy: Strategy | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment:
    """Interval, band, goodput, where the GPU-hours go, storage written and held, what each lever would buy.

    Parameters
    ----------
    run : TrainingRun
        Default strategy: blocking().
    strategy : Strategy, optional
        Default strategy: blocking().
    tolerance : float, in [0, 1], default 0.01
        Of the band, in [0, 1], relative to the best goodput.
    retained : float, >= 0 and finite, default 1
        Checkpoints kept, complete, >= 0.
    step_time : float, > 0 and finite [s], optional
        Of one training step [s], for the interval in whole steps.

    Returns
    -------
    Assessment
        One run under one strategy. Times in s, storage in bytes; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.analysis.assess(run, step_time=10)
    >>> found.steps, round(found.goodput, 4)
    (23.0, 0.9788)
    """

@overload
def assess(
    run: TrainingRun[float | NumPy],
    strategy: Strategy[float | NumPy] | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment[NumPy, NumPyText]: ...
@overload
def assess(
    run: TrainingRun[Any],
    strategy: Strategy[Any] | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment[Array, Array]: ...
@overload
def calibrate(
    rows: Iterable[MeasuredStep], guess: Chip, fabric: Fabric, *, noise: float = 0.03, prior: float = 0.3, **options: Any
) -> Calibration:
    """Four constants of a machine from its own measured steps, with intervals, and what to measure next.

    Damped least squares of ln(modelled/measured): a row moves what it informs, the rest stays at the guess. Constants belong
    to a machine, a framework and a number format: give the rows of one.

    Parameters
    ----------
    rows : Iterable[MeasuredStep]
        Measured steps, each with its time; as ``sl.data.read_steps`` reads them.
    guess : Chip
        A chip with all four constants; its memory is not looked at.
    fabric : Fabric
        The network that the rows ran on.
    noise : float, in [1e-06, 10], default 0.03
        Of a measured time, as a share; more where the rows say so.
    prior : float, in [1e-06, 10], default 0.3
        How far the guess may be off, as a share.
    **options : Any
        Of ``parallelism.step``, for rows that do not say them.

    Returns
    -------
    Calibration
        Constants of a machine from its measured steps.

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
    >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric, overlap=0.4)
    >>> found.mean_error < 0.01
    True
    """

@overload
def calibrate(
    rows: Iterable[MeasuredStep[float | NumPy]],
    guess: Chip[float | NumPy],
    fabric: Fabric[float | NumPy],
    *,
    noise: float = 0.03,
    prior: float = 0.3,
    **options: Any,
) -> Calibration[NumPy]: ...
@overload
def calibrate(
    rows: Iterable[MeasuredStep[Any]],
    guess: Chip[Any],
    fabric: Fabric[Any],
    *,
    noise: float = 0.03,
    prior: float = 0.3,
    **options: Any,
) -> Calibration[Array]: ...
@overload
def compare(
    run: TrainingRun, strategies: Sequence[Strategy] | None = None, growth: PowerLaw | None = None, *, others: bool = True
) -> Comparison:
    """Strategies side by side: goodput, interval, what each requires and assumes, and where the ranking changes.

    Parameters
    ----------
    run : TrainingRun
        Gpus may be an array; the other fields are scalars and grow by the law from the first size.
    strategies : Sequence[Strategy], optional
        One's own, with one's own numbers; each takes the place of the one of its name.
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed().
    others : bool, true or false, default True
        Whether those that are not given are compared too, with what is usual of them; what needs more is `left_out`.

    Returns
    -------
    Comparison
        A ranked table of strategies: rows best first at one size, in the order given for an array of sizes.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> [row.name for row in sl.compare(run, plans, others=False).rows]
    ['asynchronous', 'blocking']
    """

@overload
def compare(
    run: TrainingRun[float | NumPy],
    strategies: Sequence[Strategy[float | NumPy]] | None = None,
    growth: PowerLaw | None = None,
    *,
    others: bool = True,
) -> Comparison[NumPy]: ...
@overload
def compare(
    run: TrainingRun[Any],
    strategies: Sequence[Strategy[Any]] | None = None,
    growth: PowerLaw | None = None,
    *,
    others: bool = True,
) -> Comparison[Array]: ...
@overload
def compare_sites(
    run: TrainingRun,
    work: Real,
    sites: Sites,
    counts: Sequence[float] = ...,
    *,
    criterion: Criterion | None = None,
    inner: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
) -> ComparedSites:
    """The same run on one site, two, four, ...: the largest size on each, what it is worth, what binds, and whether it pays.

    Parameters
    ----------
    run : TrainingRun
        Each site holds its whole state, and saves it to storage of its own.
    work : array_like, > 0 and finite [s]
        Of one step, at every size [ideal GPU-seconds]: FLOPs of a step / achieved FLOP/s of a GPU.
    sites : Sites
        What a site exchanges, and whether sites fail apart; its number of sites is not looked at.
    counts : Sequence[float], default (1, 2, 4, 8)
        Numbers of sites; of fewer than the quorum all must be up.
    criterion : Criterion, optional
        What must hold; default peak_throughput().
    inner : Strategy, optional
        What protects a site; default strategies.blocking().
    factors : Factors, optional
        What else is lost, by the size of the whole run. Serial times add: the half sizes of every StrongScaling and that of an
        exchange of which nothing is hidden combine, and their loss is split over the causes; all others multiply.

    Returns
    -------
    ComparedSites
        The table over the number of sites; a sequence of its rows.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.TrainingRun(
    ...     gpus=1e5, gpu_mttf="50677 h", checkpoint_bytes=2.5e12, write_bandwidth=1e12, initialization_time=300
    ... )
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9, latency=0.005)
    >>> sl.analysis.compare_sites(run, 101_921.6, sites, factors=sl.limits.StrongScaling(half_size=101_035))
    sites           size        worth binds        pays  break-even  status
        1         189237      44861.3 step                           ok
        2         274476      52902.6 step         yes       0.8480  ok
        4         395331      60261.7 step         yes       0.8779  ok
        8         564898      66611.2 step         yes       0.9047  ok
    """

@overload
def compare_sites(
    run: TrainingRun[float | NumPy],
    work: Plain,
    sites: Sites[float | NumPy],
    counts: Sequence[float] = ...,
    *,
    criterion: Criterion[float | NumPy] | None = None,
    inner: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
) -> ComparedSites[NumPy]: ...
@overload
def compare_sites(
    run: TrainingRun[Any],
    work: Quantity,
    sites: Sites[Any],
    counts: Sequence[float] = ...,
    *,
    criterion: Criterion[Any] | None = None,
    inner: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
) -> ComparedSites[Array]: ...
@overload
def elasticities(scenario: Scenario, limit: str | Criterion, year: Real) -> Table[NumberElasticity]:
    """What a limit, or the demand, hangs on at a date: exact elasticities in every number of the scenario, largest first.

    Parameters
    ----------
    scenario : Scenario
        Demand, hardware, supplies and run.
    limit : str | Criterion
        "power", "chips", "data", "latency" or "demand", in GPUs of the year; or a criterion: the largest size under it.
    year : array_like, in [1900, 3000]
        A decimal date, not before the start.

    Returns
    -------
    Table[NumberElasticity]
        A number for numbers; else an array of the arguments' type.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

    Examples
    --------
    >>> found = sl.analysis.elasticities(sl.published.epoch_2030, sl.limits.goodput_at_least(0.9), 2030.0)
    >>> list(found)[:2], round(found["run.write_bandwidth"].elasticity, 6)
    (['yearly.gpu_mttf', 'yearly.write_bandwidth'], 1.0)
    """

@overload
def elasticities(scenario: Scenario, limit: str | Criterion[float | NumPy], year: Plain) -> Table[NumberElasticity[NumPy]]: ...
@overload
def elasticities(scenario: Scenario, limit: str | Criterion[Any], year: Quantity) -> Table[NumberElasticity[Array]]: ...
def explain(limit: Limit) -> str:
    """The equation of a limit with its run's numbers, term by term, to be checked by hand.

    Parameters
    ----------
    limit : Limit
        As max_gpus answers, of single numbers.

    Returns
    -------
    str
        The equation of a limit with its run's numbers, term by term, to be checked by hand.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.explain(sl.limits.max_gpus(run)).splitlines()[1].strip()
    'sum of d losses / d ln N = 1'
    """

@overload
def levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
) -> Table[Lever]:
    """What every field of the run but gpus does to the largest size, and to goodput today; arguments as of limits.max_gpus.

    An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    criterion : Criterion, optional
        What must hold; default peak_throughput().
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size: one, or several.

    Returns
    -------
    Table[Lever]
        What every field of the run but gpus does to the largest size, and to goodput today; arguments as of limits.max_gpus.
        An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> round(sl.analysis.levers(run)["checkpoint_bytes"].elasticity, 6)
    -1.0
    """

@overload
def levers(
    run: TrainingRun[float | NumPy],
    criterion: Criterion[float | NumPy] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
) -> Table[Lever[NumPy, NumPyText]]: ...
@overload
def levers(
    run: TrainingRun[Any],
    criterion: Criterion[Any] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
) -> Table[Lever[Array, Array]]: ...
@overload
def limits_by_tier(
    run: TrainingRun,
    tiers: Mapping[str, Tier] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion] | None = None,
    strategy: Strategy | None = None,
) -> Rows[TierRow]:
    """Memory against storage: the same run saved to each tier, under each growth law and criterion.

    A tier that belongs to each GPU grows with the job. Defaults: published tiers; growth laws and criteria of the
    question ``tiers``.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    tiers : Mapping[str, Tier], optional
        By name; default: the published ones.
    growths : Mapping[str, PowerLaw], optional
        Laws by name; default: those of ``tiers``.
    criteria : Mapping[str, Criterion], optional
        By name; default: those of ``tiers``.
    strategy : Strategy, optional
        How the run is protected; default blocking().

    Returns
    -------
    Rows[TierRow]
        Memory against storage: the same run saved to each tier, under each growth law and criterion.  A tier that belongs to
        each GPU grows with the job. Defaults: published tiers; growth laws and criteria of the question ``tiers``.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> len(sl.analysis.limits_by_tier(run, {"local_disk": sl.published.tiers["local_disk"]}))
    9
    """

@overload
def limits_by_tier(
    run: TrainingRun[float | NumPy],
    tiers: Mapping[str, Tier[float | NumPy]] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion[float | NumPy]] | None = None,
    strategy: Strategy[float | NumPy] | None = None,
) -> Rows[TierRow[NumPy, NumPyText]]: ...
@overload
def limits_by_tier(
    run: TrainingRun[Any],
    tiers: Mapping[str, Tier[Any]] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion[Any]] | None = None,
    strategy: Strategy[Any] | None = None,
) -> Rows[TierRow[Array, Array]]: ...
@overload
def plan_from_log(
    events: Events | Sequence[float] | float,
    run: TrainingRun,
    criterion: Criterion | None = None,
    *,
    window: Real | None = None,
    gpus: float | None = None,
    growth: PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    within: Real | None = None,
    dispersion: float | None = None,
    samples: int = 4096,
    tolerance: float = 0.002,
) -> LogPlan:
    """MTBF, interval, goodput and limit of a run, with all that a log of its failures leaves open.

    The rate of failures has the posterior of its count (``mtbf_samples`` of the catalogue); samples are its even quantiles,
    carried through interval, goodput and limit.

    Parameters
    ----------
    events : Events | Sequence[float] | float
        A log, times of failures [s], or how many there were.
    run : TrainingRun
        The run at the size to plan for; its own gpu_mttf is not looked at.
    criterion : Criterion, optional
        Of the limit; default peak_throughput().
    window : array_like, optional
        Running time that was observed [s]; default: the log's own, else from the first failure to the last, which then begins
        the count.
    gpus : float, optional
        That the log is of; default: the run's.
    growth : PowerLaw, optional
        As ``limits.max_gpus`` takes them.
    strategy : Strategy, optional
        As ``limits.max_gpus`` takes them.
    factors : Factors, optional
        As ``limits.max_gpus`` takes them.
    within : array_like, optional
        Failures that follow one another within this time are one interruption [s]; default: each is one.
    dispersion : float, optional
        Variance of the counts over that of a Poisson stream, >= 1 (``failures.index_of_dispersion``); default: the log's own
        where its test sees bursts (p below 0.05), else 1.
    samples : int, default 4096
        How many, up to 100,000.
    tolerance : float, default 0.002
        Goodput that an interval of the band may cost in the mean.

    Returns
    -------
    LogPlan
        What a log of failures says to do; as a table a row for each number: the median and the ends of its 90 % interval.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=54 * sl.units.day)
    >>> round(plan.advised / 60, 1)
    3.9
    """

@overload
def plan_from_log(
    events: Events | Sequence[float] | float,
    run: TrainingRun[float | NumPy],
    criterion: Criterion[float | NumPy] | None = None,
    *,
    window: Plain | None = None,
    gpus: float | None = None,
    growth: PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    within: Plain | None = None,
    dispersion: float | None = None,
    samples: int = 4096,
    tolerance: float = 0.002,
) -> LogPlan[NumPy, NumPyText]: ...
@overload
def plan_from_log(
    events: Events | Sequence[float] | float,
    run: TrainingRun[Any],
    criterion: Criterion[Any] | None = None,
    *,
    window: Quantity | None = None,
    gpus: float | None = None,
    growth: PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    within: Quantity | None = None,
    dispersion: float | None = None,
    samples: int = 4096,
    tolerance: float = 0.002,
) -> LogPlan[Array, Array]: ...
@overload
def required_growth(scenario: Scenario, field: str, criterion: Criterion) -> RequiredGrowth:
    """The factor per year by which a field of the run has to grow, or to fall, for a criterion never to bind.

    Parameters
    ----------
    scenario : Scenario
        Its own yearly growth of that field does not matter.
    field : str
        Of TrainingRun, > 0 and finite at the start; not gpus and checkpoint_bytes, which follow from the demand.
    criterion : Criterion
        What must hold, with losses that only rise with size.

    Returns
    -------
    RequiredGrowth
        The growth of a field that keeps a criterion from ever binding.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> found = sl.analysis.required_growth(sl.published.epoch_2030, "write_bandwidth", sl.limits.write_time_equals_mtbf())
    >>> found.status, round(found.value, 4)
    ('ok', 5.7652)
    """

@overload
def required_growth(
    scenario: Scenario, field: str, criterion: Criterion[float | NumPy]
) -> RequiredGrowth[NumPy, NumPyText]: ...
@overload
def required_growth(scenario: Scenario, field: str, criterion: Criterion[Any]) -> RequiredGrowth[Array, Array]: ...
def sweep(
    request: Mapping[str, Any],
    over: Mapping[str, Any],
    out: str | os.PathLike[str],
    *,
    columns: str | Sequence[str] | None = None,
    workers: int = 0,
    scheduler: Any = None,
    memory: float | str = "128 MB",
    chunk: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: bool = True,
) -> Swept:
    """A question at every point of a grid of any size, in chunks, by any number of workers, into a file.

    The answers are those of the same question over arrays, bit for bit, whatever the chunks and the workers. A worker that is
    lost costs the chunk that it was at. What is interrupted leaves what is done, which ``resume=True`` goes on with: a Zarr
    store, NaN (or the code -2) where nothing is computed yet. It lies at `out`, or beside it as ``.parts.zarr`` for formats
    that cannot be written in pieces; those appear whole or not at all.

    Parameters
    ----------
    request : mapping
        As of :func:`scaling_limits.ask`, without "over": "question", "run", "strategy", ...; parts may be their objects.
    over : mapping
        The axes: values by field of the run ("gpus") or by path ("strategy.slowdown", "factor.0.half_size", "with.tolerance"),
        in one dimension, in SI or as texts ("2 TB/s"). Every combination is a point, the last axis varying fastest.
    out : path
        The file: .zarr, .nc, .parquet, .csv or .xlsx. Tables have a row per point.
    columns : str or sequence of str, optional
        Those of the answer that are kept. Default: all numbers, and the codes of status and binding.
    workers : int
        Processes of this machine that do it, >= 0; 0: this one. A script that starts some asks under
        ``if __name__ == "__main__":``.
    scheduler : str or distributed.Client, optional
        In their place the workers of a dask scheduler, by its address, "tcp://host:8786", or by a client, as dask-jobqueue
        gives one. They need this library and the same file system.
    memory : float or str
        What a worker's thread may use beside its libraries [B], > 0. Results do not depend on it.
    chunk : int, optional
        Points of a chunk at most, >= 1, as far as memory allows. Default: those of a few seconds, as a first piece is timed.
        What is resumed keeps its own.
    resume : bool
        Whether to go on with what is there: only what is missing or damaged is computed. With nothing there it starts.
    overwrite : bool
        Whether to replace what is there.
    progress : bool
        Whether to show a bar on standard error, where that is a terminal.

    Returns
    -------
    Swept
        Path, points, how many were computed.

    Raises
    ------
    RequestError
        For what the catalogue refuses, an axis that it does not know among it.
    ValueError
        For an axis without values, too many points, a column that there is not, a file to resume that is of another question,
        base, grid or version.
    FileExistsError
        Where `out` is there already, without `resume` or `overwrite`.
    ConnectionError
        Where no scheduler answers within 10 s, or where it goes away.
    OSError
        Where the file cannot be written, a full disk among it; what is done stays.
    RuntimeError
        Where workers are lost again and again at one chunk, or have another version of this library.

    Examples
    --------
    >>> import tempfile
    >>> request = {"question": "limit", "run": sl.published.llama3_405b(), "criterion": {"goodput_at_least": 0.9}}
    >>> over = {"write_bandwidth": ["1 TB/s", "2 TB/s"], "gpu_mttf": ["20000 h", "50000 h", "100000 h"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = sl.analysis.sweep(request, over, f"{folder}/limits.zarr", columns="value")
    ...     found.open().value.round().values.tolist()
    [[77191.0, 192979.0, 385957.0], [154383.0, 385957.0, 771914.0]]
    """

@overload
def timeline(scenario: Scenario, years: Real, criteria: Mapping[str, Criterion] | None = None) -> Timeline:
    """What the largest run wants and what each limit allows at each date, in GPUs of that date, and when each binds.

    Parameters
    ----------
    scenario : Scenario
        Demand, hardware, supplies and run; its numbers may be arrays, which broadcast with the dates.
    years : array_like
        Decimal dates, not before the start; 2030.0 is the first day of 2030.
    criteria : Mapping[str, Criterion], optional
        By names of their own, which are none of power, chips, data, latency.

    Returns
    -------
    Timeline
        Limits by date, in GPUs of that date: power, chips, data and latency where the scenario has them, then the criteria.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024.0, 2027.0, 2030.0])
    >>> [str(name) for name in table.binding]
    ['power', 'power', 'power']
    """

@overload
def timeline(
    scenario: Scenario, years: Plain, criteria: Mapping[str, Criterion[float | NumPy]] | None = None
) -> Timeline[NumPy, NumPyText]: ...
@overload
def timeline(
    scenario: Scenario, years: Quantity, criteria: Mapping[str, Criterion[Any]] | None = None
) -> Timeline[Array, Array]: ...
def what_changed(
    before: TrainingRun,
    after: TrainingRun,
    quantity: Callable[[TrainingRun], float] | None = None,
    strategy: Strategy | None = None,
) -> Attribution:
    """What changed between two runs, attributed to the fields that differ.

    A field's part is its Shapley value: what switching it from before to after changes, averaged over all orders of switching.

    Parameters
    ----------
    before : TrainingRun
        The two runs, of single numbers.
    after : TrainingRun
        The two runs, of single numbers.
    quantity : Callable[[TrainingRun], Number], optional
        Of a run, one number; default: goodput under the strategy.
    strategy : Strategy, optional
        Default blocking().

    Returns
    -------
    Attribution
        A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.what_changed(run, run.replace(gpus=100_000, downtime=60)).by_field.keys()
    dict_keys(['gpus', 'downtime'])
    """

def worst_parts_gain(
    run: TrainingRun,
    events: Any,
    exposures: Quantity,
    labels: Any = None,
    strategy: Strategy | None = None,
    *,
    renewed_rate: Quantity | None = None,
    share: float = 1.0,
) -> WorstPartsGain:
    """What it buys in goodput to take the worst parts (nodes, say) of a run away, or to have them renewed.

    Rates have chance taken out, as ``failures.worst_parts`` has them; the parts hold as many GPUs each.

    Parameters
    ----------
    run : TrainingRun
        At the size, and with the failures, that it has with all of them.
    events : Any
        Failures of each part, those of none included.
    exposures : array_like
        Time that each was watched [s].
    labels : Any, optional
        Of the parts; default: their places.
    strategy : Strategy, optional
        Default: blocking().
    renewed_rate : array_like, >= 0 and finite [1/s], optional
        Of a part in the place of one taken away [1/s]; default: the mean.
    share : float, in [0, 1], default 1.0
        Of the run's failures that are of parts; the rest goes with the GPUs that run.

    Returns
    -------
    WorstPartsGain
        What it buys in goodput to take the worst parts of a run away, or to have them renewed.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.TrainingRun(gpus=48, mtbf=6 * sl.units.hour, checkpoint_bytes=1e12, write_bandwidth=1e10)
    >>> gain = sl.analysis.worst_parts_gain(run, [1, 0, 2, 1, 60, 1], [sl.units.day * 30] * 6)
    >>> gain.part[0]
    4
    """
