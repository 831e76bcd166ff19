# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What was measured, read from files and frames: training steps, failures, and where the time of a run went."""

import io
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Generic, TextIO, overload

import numpy as np
from pandas import DataFrame
from typing_extensions import TypeVar
from xarray import Dataset

from .parallelism import Layout
from .results import Result, Rows
from .run import TrainingRun
from .strategies import Strategy
from .typing import Array, NumPy
from .workload import TransformerShape

__all__ = [
    "ComparedBucket",
    "Counts",
    "Events",
    "GoodputComparison",
    "Lives",
    "LogReport",
    "MeasuredAttempt",
    "MeasuredGoodput",
    "MeasuredStep",
    "MeasuredSteps",
    "goodput_from_steps",
    "read_counts",
    "read_events",
    "read_lives",
    "read_steps",
]
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class ComparedBucket(Result):
    """A share of the time as measured and as a model has it.

    Attributes
    ----------
    bucket : useful, rework, startup, checkpoint, downtime or other
    measured, predicted : shares of the elapsed time
    difference : measured - predicted
    with_inputs : as the model has it with the inputs that the log implies
    because : the inputs on which it depends, as in the log and as in the run

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> found = sl.data.goodput_from_steps(log).against(sl.published.llama3_405b())
    >>> [row.bucket for row in found.buckets]
    ['useful', 'rework', 'startup', 'checkpoint', 'downtime', 'other']
    """

    bucket: str
    measured: float
    predicted: float
    difference: float
    with_inputs: float
    because: str

class Counts:
    """Counts of failures by cause.

    Attributes
    ----------
    causes : names, each once
    counts : how many failures each caused
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> counts = sl.data.Counts(["GPU", "network"], [148, 35])
    >>> counts.total
    183
    """

    causes: list[str]
    counts: np.ndarray[Any, np.dtype[np.int64]]
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """
    def __len__(self) -> int: ...
    def as_dict(self) -> dict[str, Any]:
        """The numbers and names as plain data, with the columns they are of and the report.

        Returns
        -------
        dict
            By name.
        """
    def to_dataframe(self) -> DataFrame:
        """A copy of ``frame``.

        Returns
        -------
        pandas.DataFrame
            A row each, under its line of the file.
        """
    def __init__(
        self,
        causes: Iterable[str],
        counts: Any,
        *,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
    ) -> None: ...
    @property
    def total(self) -> int:
        """Failures of all causes together."""

class Events:
    """Failures in time, in the order of the log.

    Attributes
    ----------
    start : when each began [s since 1970, UTC; of numbers below 5e8: since the log's own start]
    end : when it was repaired [s]; NaN: not known; None: the log has no such column
    node, cause, system : labels; None: the log has none
    window : first and last instant that was observed [s]; an end that was not given, or is NaN, is the first or the last event
    timezone : of dates that say none; None: as if UTC
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
    >>> events
    Events(3 events in 2.5 h)
    >>> events.gaps().durations
    array([3600., 5400.])
    """

    start: np.ndarray[Any, np.dtype[np.float64]]
    end: np.ndarray[Any, np.dtype[np.float64]] | None
    node: np.ndarray[Any, Any] | None
    cause: np.ndarray[Any, Any] | None
    system: np.ndarray[Any, Any] | None
    window: tuple[float, float]
    timezone: str | None
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """
    def __len__(self) -> int: ...
    def as_dict(self) -> dict[str, Any]:
        """The numbers and names as plain data, with the columns they are of and the report.

        Returns
        -------
        dict
            By name.
        """
    def to_dataframe(self) -> DataFrame:
        """A copy of ``frame``.

        Returns
        -------
        pandas.DataFrame
            A row each, under its line of the file.
        """
    def __init__(
        self,
        start: Any,
        end: Any = None,
        node: Any = None,
        cause: Any = None,
        system: Any = None,
        *,
        window: tuple[float, float] | None = None,
        timezone: str | None = None,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
    ) -> None: ...
    def where(self, **conditions: Any) -> Events:
        """The events of some rows, in the same window where one was given, else from the first of them to the last.

        Parameters
        ----------
        **conditions : Any
            Columns by name, each with the value that it must have, or a list of them.

        Returns
        -------
        Events
            Failures in time, in the order of the log.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
        >>> events.where(node="a").start
        array([   0., 9000.])
        """
    def between(self, start: Any = None, end: Any = None) -> Events:
        """The events from one instant on, before another, and that as their window: what was before a change, or after it.

        Parameters
        ----------
        start : Any, optional
            Dates or seconds, as ``start`` has them; default: the ends of the window.
        end : Any, optional
            Dates or seconds, as ``start`` has them; default: the ends of the window.

        Returns
        -------
        Events
            Failures in time, in the order of the log.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000, 12000], window=(0, 14400))
        >>> before, after = events.between(end=9000), events.between(start=9000)
        >>> len(before), before.window, len(after), after.window
        (2, (0.0, 9000.0), 2, (9000.0, 14400.0))
        """
    def gaps(self, by: str | None = None, window_end: float | str | datetime | None = None) -> Lives:
        """Times between successive events as lives, the last one of each group censored at the end of the window.

        Gaps of zero, between events that start together, are left out and counted: no failure law has them.

        Parameters
        ----------
        by : str, optional
            What has gaps of its own: "node", "system" or a column of ``frame``; default: all events together.
        window_end : float | str | datetime, optional
            A date or seconds, as ``start`` has them; default: the end of the window.

        Returns
        -------
        Lives
            Lives of parts, some of which were still going on when the log ends.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> events = sl.data.Events([0, 3600, 9000], node=["a", "b", "a"])
        >>> gaps = events.gaps(by="node", window_end=10_000)
        >>> gaps.durations, gaps.observed, gaps.groups["node"]
        (array([9000., 1000., 6400.]), array([ True, False, False]), array(['a', 'a', 'b'], dtype='<U1'))
        """

@dataclass(frozen=True, eq=False)
class GoodputComparison(Result, Generic[_T]):
    """A measured run beside a model's prediction for it. The parts and the rest sum to measured less predicted goodput.

    A restart of the model is ``startup`` of the log, a wait for spares ``downtime``; what no log of steps shows, such as
    redundancy, is ``other``.

    Attributes
    ----------
    goodput, predicted : measured, and as the model has it
    parts : what each input of the log, in place of the run's, changes in the model's goodput: mtbf, downtime, restart_time, or
        these two as recovery, write_time (of blocking checkpoints), interval (where the strategy has one)
    rest : what no input explains: other time, chance, a model that does not fit
    buckets : a row for each
    run, with_inputs : the run, and the run with the inputs of the log
    notes : what to know about the comparison

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> found = sl.data.goodput_from_steps(log).against(sl.published.llama3_405b())
    >>> round(found.predicted + sum(found.parts.values()) + found.rest - found.goodput, 12)
    0.0
    """

    goodput: float
    predicted: float
    parts: dict[str, float]
    rest: float
    buckets: Rows[ComparedBucket]
    run: TrainingRun[_T]
    with_inputs: TrainingRun[_T]
    notes: tuple[str, ...]

class Lives:
    """Lives of parts, some of which were still going on when the log ends.

    Attributes
    ----------
    durations : of each life, from its birth to its failure or to the last that is known of it [s]
    observed : whether it ended in a failure; else it is censored
    entry : age from which it was watched [s]; None: all from their birth
    groups : labels by name of the group
    frame : the same as a table of pandas with all other columns, under the line of the file
    columns : of the log that were taken for each of these
    report : what could not be used, and what is odd

    Examples
    --------
    >>> lives = sl.data.Lives([3600, 7200, 7200], [True, False, False])
    >>> lives
    Lives(3 lives, 1 observed)
    >>> float(lives.durations.sum() / lives.observed.sum())
    18000.0
    """

    durations: np.ndarray[Any, np.dtype[np.float64]]
    observed: np.ndarray[Any, np.dtype[np.bool_]]
    entry: np.ndarray[Any, np.dtype[np.float64]] | None
    groups: dict[str, np.ndarray[Any, Any]]
    frame: DataFrame
    columns: dict[str, Any]
    report: LogReport
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """
    def __len__(self) -> int: ...
    def as_dict(self) -> dict[str, Any]:
        """The numbers and names as plain data, with the columns they are of and the report.

        Returns
        -------
        dict
            By name.
        """
    def to_dataframe(self) -> DataFrame:
        """A copy of ``frame``.

        Returns
        -------
        pandas.DataFrame
            A row each, under its line of the file.
        """
    def __init__(
        self,
        durations: Any,
        observed: Any = None,
        entry: Any = None,
        groups: Mapping[str, Any] | None = None,
        *,
        frame: DataFrame | None = None,
        columns: Mapping[str, Any] | None = None,
        report: LogReport | None = None,
    ) -> None: ...
    def where(self, **conditions: Any) -> Lives:
        """The lives of some rows.

        Parameters
        ----------
        **conditions : Any
            Columns by name, each with the value that it must have, or a list of them.

        Returns
        -------
        Lives
            Lives of parts, some of which were still going on when the log ends.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> lives = sl.data.Lives([3600, 7200], groups={"batch": ["old", "new"]})
        >>> lives.where(batch="new").durations
        array([7200.])
        """

class LogReport(Rows[tuple[int, str]]):
    """What is wrong with a log: line and reason of each row that could not be used, and counts of what else is odd.

    Attributes
    ----------
    counts : how many rows of each kind, such as ``"duplicated"``; 0 for kinds that there are none of
    lines : of those rows; of a frame or Parquet their places, from 0
    notes : what was guessed, such as the order of day and month, a sentence each
    rows : of the log
    place : what ``lines`` count: "line" or "row"

    Examples
    --------
    >>> import io
    >>> report = sl.data.read_events(io.StringIO("start,node\\n2025-03-01,a\\n2025-03-01,b\\nlater,a\\n")).report
    >>> report
    [(4, "start = 'later' is no date")]
    >>> report.counts["simultaneous"], report.lines["simultaneous"]
    (1, [3])
    """

    counts: Counter[str]
    lines: dict[str, list[int]]
    notes: list[str]
    rows: int
    place: str
    def __init__(self, reasons: Iterable[tuple[int, str]] = (), rows: int = 0, place: str = "line") -> None: ...
    def as_dict(self) -> dict[str, Any]:
        """The report as plain data.

        Returns
        -------
        dict
            ``{"rows", "counts", "lines", "notes"}``.
        """

@dataclass(frozen=True, eq=False)
class MeasuredAttempt(Result):
    """One uninterrupted try of a run that was measured.

    Attributes
    ----------
    first_step, last_step : numbers of the steps executed; where none was, the first is that of the step that failed midway
    start, end : since the start of the log [s]
    startup : beyond a usual step, and of start-up records [s]
    rework : of its steps that a later attempt did again [s]
    downtime : before it, and in it where the log says so [s]
    steps, useful_steps : executed; those that are useful

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> second = sl.data.goodput_from_steps(log).attempts[1]
    >>> second.first_step, second.downtime, second.startup
    (2.0, 70.0, 15.0)
    """

    first_step: float
    last_step: float
    start: float
    end: float
    startup: float
    rework: float
    downtime: float
    steps: int
    useful_steps: int

@dataclass(frozen=True, eq=False)
class MeasuredGoodput(Result):
    """Where the time of a run that took place went.

    Attributes
    ----------
    goodput : useful over elapsed time
    elapsed : from the first start to the last end [s]
    seconds : by bucket, summing to elapsed: useful, rework, startup, checkpoint, downtime, other [s]
    shares : the same over elapsed
    failures : attempts less one
    mtbf : between failures, in running time: all but downtime, as the mtbf of a run is [s]
    wall_clock_mtbf : between failures, in wall-clock time [s]
    step_time : mean of the steps that are not the first of their attempt [s]
    rise : by which numbers rise from a row to the next
    steps, useful_steps : executed; each number is useful once
    checkpoints, unfinished : records of checkpoints; steps that failed midway
    inputs : what the log implies for a model: mtbf, downtime of a failure, restart_time of an attempt, write_time of a
        checkpoint and interval between two where the log names them, recovery, which is downtime and restart_time where it
        does not tell them apart; else NaN [s]
    attempts : a row for each
    columns : which column is what
    report : line (of a frame the place of the row, from 0) and trouble of each row that is not as it should be
    notes : what was settled by rule

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> found = sl.data.goodput_from_steps(log)
    >>> found.seconds
    {'useful': 30.0, 'rework': 20.0, 'startup': 15.0, 'checkpoint': 0.0, 'downtime': 70.0, 'other': 0.0}
    >>> found.mtbf, found.wall_clock_mtbf
    (65.0, 135.0)
    """

    goodput: float
    elapsed: float
    seconds: dict[str, float]
    shares: dict[str, float]
    failures: int
    mtbf: float
    wall_clock_mtbf: float
    step_time: float
    rise: float
    steps: int
    useful_steps: int
    checkpoints: int
    unfinished: int
    inputs: dict[str, float]
    attempts: Rows[MeasuredAttempt]
    columns: dict[str, str]
    report: list[tuple[int, str]]
    notes: tuple[str, ...]
    def mtbf_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """What holds the mtbf with that confidence, were failures of one constant rate; upper inf where nothing failed.

        Parameters
        ----------
        confidence : float, default 0.95
            In (0, 1).

        Returns
        -------
        tuple[float, float]
            What holds the mtbf with that confidence, were failures of one constant rate; upper inf where nothing failed.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
        >>> low, high = sl.data.goodput_from_steps(log).mtbf_interval()
        >>> low < 65 < high
        True
        """
    @overload
    def against(self, run: TrainingRun, strategy: Strategy | None = None) -> GoodputComparison:
        """The same run as a model has it, and what explains the difference.

        Parameters
        ----------
        run : TrainingRun
            Of the model, single numbers; default strategy: blocking().
        strategy : Strategy, optional
            Of the model, single numbers; default strategy: blocking().

        Returns
        -------
        GoodputComparison
            A measured run beside a model's prediction for it. The parts and the rest sum to measured less predicted goodput.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
        >>> found = sl.data.goodput_from_steps(log).against(sl.published.llama3_405b())
        >>> found.goodput < found.predicted
        True
        """
    @overload
    def against(
        self, run: TrainingRun[float | NumPy], strategy: Strategy[float | NumPy] | None = None
    ) -> GoodputComparison[NumPy]: ...
    @overload
    def against(self, run: TrainingRun[Any], strategy: Strategy[Any] | None = None) -> GoodputComparison[Array]: ...

@dataclass(frozen=True, eq=False, kw_only=True)
class MeasuredStep(Result, Generic[_T]):
    """A training step that was measured, or that could be: then it has no time.

    Attributes
    ----------
    shape : of the model
    layout : how it was spread over GPUs
    batch_tokens : tokens of a step, all replicas together
    time : measured [s]; NaN: not measured
    memory : measured, of the fullest GPU [B]; NaN: not measured
    id, set, machine : what it is called, which rows it belongs to, what it ran on
    options : of ``parallelism.step``, by name; they win over those of a call

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_8b"]
    >>> layout = sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5, options={"overlap": 0.4})
    >>> row.replace(time=2.4).time
    2.4
    """

    shape: TransformerShape[_T]
    layout: Layout[_T]
    batch_tokens: float
    time: float = ...
    memory: float = ...
    id: str = ...
    set: str = ...
    machine: str = ...
    options: Mapping[str, Any] = ...
    def replace(self, **changes: Any) -> MeasuredStep[_T]:
        """The same with some fields changed.

        Parameters
        ----------
        **changes : Any
            Fields by name.

        Returns
        -------
        MeasuredStep
            A training step that was measured, or that could be: then it has no time.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> shape = sl.published.shapes["llama3_8b"]
        >>> row = sl.data.MeasuredStep(shape=shape, layout=sl.parallelism.Layout(data=8), batch_tokens=131_072)
        >>> row.replace(id="mine").id
        'mine'
        """

class MeasuredSteps(Rows[MeasuredStep]):
    """Measured steps, and what was left out.

    Attributes
    ----------
    report : line and reason of each row that could not be used; of a frame its place, from 0

    Examples
    --------
    >>> import pandas
    >>> text = {"layers": [32], "hidden": [4096], "feed_forward": [14336], "query_heads": [32], "key_value_heads": [8]}
    >>> text |= {"head_size": [128], "vocabulary": [128256], "sequence_length": [8192], "data": [8], "batch_sequences": [16]}
    >>> sl.data.read_steps(pandas.DataFrame(text | {"time": [2.5]})).report
    []
    """

    report: list[tuple[int, str]]
    def __init__(self, rows: Iterable[MeasuredStep] = (), report: Iterable[tuple[int, str]] = ()) -> None: ...

def goodput_from_steps(
    steps: str | os.PathLike[str] | TextIO | Mapping[str, Any] | DataFrame,
    *,
    step: str | None = None,
    start: str | None = None,
    end: str | None = None,
    time: str | None = None,
    duration: str | None = None,
    kind: str | None = None,
    attempt: str | None = None,
    rise: float | None = None,
    pause: float = 2,
    zone: str = "UTC",
) -> MeasuredGoodput:
    """Where the time of a run went, from a log of its steps: a row for each execution of a step, or of each k-th.

    Buckets sum to the time from the first start to the last end. A new attempt begins where the number of a step does not
    rise by one, where ``attempt`` changes, and without that column at a start-up row behind a step. A step is useful if no
    later attempt begins at or below its number: each number is useful once, its last execution; the others are rework, also
    those that the log ends before doing again. Of an attempt's first step what exceeds the mean of its others is start-up.
    Time without a row is downtime between two attempts and beside a downtime row, other inside an attempt. A row without an
    end ended when the next of its attempt began; a step without an end that is the last of its attempt failed midway, its time
    is downtime. No second counts twice: it is of the step that began first, else of the other row that began first. Rows are
    taken by their start; where that makes more attempts, as of a clock that was set back, as they stand. A step of the same
    number that began before the last one ended is its copy, as of another rank.

    One time a row (``time``, when it was logged) is its end. A row begins ``duration`` before its end, else where the row
    before it of its attempt ended. A step that would then be longer than ``pause`` usual ones (their median) began a usual one
    before its end, behind a pause, which is other. When an attempt's first step began nobody knows: it took as long as a usual
    one, unless a start-up row precedes it, the first of which marks when the attempt began. Else downtime and start-up cannot
    be told apart: they are downtime, and ``inputs`` has both as ``recovery``. The first row of the log has no length then.

    Where each k-th step is logged a row stands for the steps since the one before it of its attempt, an attempt's first for k:
    what was lost is known to k steps a failure. Times or durations that are those of one step of the k are taken as those of
    each.

    Kinds are words: step (or nothing), checkpoint, startup, downtime, and whatever else, such as an evaluation, is other.

    Parameters
    ----------
    steps : str | PathLike[str] | TextIO | Mapping[str, Any] | DataFrame
        Path of a CSV file (.gz, .bz2, .xz too) or of a .parquet file, what is opened of a CSV file, a frame, or columns by
        name: number, start and end, one of them and duration, or one of them, in s or as timestamps; and where known kind and
        attempt. A name may end with a unit, as in step_time_ms and "elapsed (ms)"; numbers too large for seconds since 1970
        count ms, µs or ns.
    step : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    start : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    end : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    time : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    duration : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    kind : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    attempt : str, optional
        Names of the columns; default: guessed, see ``columns`` of the answer.
    rise : float, optional
        By which numbers rise from a row to the next, k where only each k-th step is logged, > 0; default: as most do.
    pause : float, default 2
        >= 1; of rows without start and duration, see above; inf: no pauses.
    zone : str, default 'UTC'
        Of timestamps that name none, such as "Europe/Berlin".

    Returns
    -------
    MeasuredGoodput
        Where the time of a run that took place went.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> import io
    >>> log = "iteration,start,end\\n1,0,10\\n2,10,20\\n3,20,30\\n2,100,125\\n3,125,135\\n4,soon,145\\n"
    >>> found = sl.data.goodput_from_steps(io.StringIO(log))
    >>> round(found.goodput, 3), len(found.attempts)
    (0.276, 2)
    >>> found.report
    [(7, "start = 'soon' is no time: taken as not known")]
    >>> log = {"iteration": [10, 20, 30, 40, 30, 40], "time": [0, 50, 100, 150, 1000, 1050]}
    >>> found = sl.data.goodput_from_steps(log)
    >>> found.seconds
    {'useful': 150.0, 'rework': 100.0, 'startup': 0.0, 'checkpoint': 0.0, 'downtime': 800.0, 'other': 0.0}
    >>> found.rise, found.step_time, found.inputs["recovery"]
    (10.0, 5.0, 800.0)
    """

def read_counts(
    path: str | os.PathLike[str] | IO[Any] | DataFrame, cause: str | None = None, count: str | None = None
) -> Counts:
    """Counts of failures by cause, of a table with a row for each cause.

    A row that is the sum of the others is left out and reported; causes that come twice are added up.

    Parameters
    ----------
    path : str | PathLike[str] | IO[Any] | DataFrame
        Of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas.
    cause : str, optional
        The column of names.
    count : str, optional
        The column of whole numbers.

    Returns
    -------
    Counts
        Counts of failures by cause.

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        Without pandas, and pyarrow for Parquet: extras ``arrays`` and ``parquet``.

    Examples
    --------
    >>> import io
    >>> counts = sl.data.read_counts(io.StringIO("Component,Interruptions\\nFaulty GPU,148\\nNetwork,35\\nTotal,183\\n"))
    >>> counts.causes, counts.total, counts.report
    (['Faulty GPU', 'Network'], 183, [(4, 'Total: the sum of the others')])
    """

def read_events(
    path: str | os.PathLike[str] | IO[Any] | DataFrame,
    start: str | None = None,
    end: str | None = None,
    node: str | None = None,
    cause: str | Sequence[str] | None = None,
    system: str | None = None,
    date_format: str | None = None,
    timezone: str | None = None,
    window_start: float | str | datetime | None = None,
    window_end: float | str | datetime | None = None,
) -> Events:
    """Failures of a log with a row each: when, until when, where, why.

    Columns that are not named are guessed by what they are called, a log's start by its dates too; ``columns`` of the answer
    says which they were. The order of day and month is the one that reads all dates; what is guessed is in the report.
    Numbers are time since 1970 in the unit that their size says; below 5e8 they are seconds since a start of the log's own.
    Jobs of Slurm fail at their end, for the cause that their state is; those that did not fail are left out and reported.

    Parameters
    ----------
    path : str | PathLike[str] | IO[Any] | DataFrame
        Of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas.
    start : str, optional
        The column of the instants of failure.
    end : str, optional
        The column of the instants of repair.
    node : str, optional
        The column of what failed; nodes of two systems are two, whatever they are called.
    cause : str | Sequence[str], optional
        The column of causes, or columns with one cause each, of which the one that is not empty is the cause.
    system : str, optional
        The column of the machines or jobs.
    date_format : str, optional
        Of start and end, as ``strptime`` has it, such as "%d.%m.%Y %H:%M".
    timezone : str, optional
        Of dates that say none, such as "America/Denver"; default: as they stand, as if UTC.
    window_start : float | str | datetime, optional
        From when until when was observed; events outside are left out and reported.
    window_end : float | str | datetime, optional
        From when until when was observed; events outside are left out and reported.

    Returns
    -------
    Events
        Failures in time, in the order of the log.

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        Without pandas, and pyarrow for Parquet: extras ``arrays`` and ``parquet``.

    Examples
    --------
    >>> import io
    >>> text = "Began,Fixed,Host,Hardware,Software\\n6/21/2005 10:54,6/21/2005 11:00,n1,CPU,\\n6/22/2005 9:00,,n2,,OS\\n?\\n"
    >>> events = sl.data.read_events(io.StringIO(text))
    >>> events.cause, events.end - events.start
    (array(['Hardware', 'Software'], dtype=object), array([360.,  nan]))
    >>> print(events.report)
    2 of 3 rows used
      1 row with fewer cells than the header: the missing ones are empty (line 4)
      line 4: Began = '?' is no date
    """

def read_lives(
    path: str | os.PathLike[str] | IO[Any] | DataFrame,
    time: str | None = None,
    event: str | None = None,
    groups: str | Sequence[str] = (),
    entry: str | None = None,
    unit: str | None = None,
) -> Lives:
    """Lives of parts of a log with a row each: how long each lived, and whether that ended in a failure.

    Columns that are not named are guessed by what they are called; ``columns`` of the answer says which they were. Lives of no
    length, and those that end before they are watched, are left out and reported.

    Parameters
    ----------
    path : str | PathLike[str] | IO[Any] | DataFrame
        Of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas.
    time : str, optional
        The column of durations: numbers, or quantities such as "5 h".
    event : str, optional
        The column that says whether the life ended in a failure; without one all did.
    groups : str | Sequence[str], optional
        Columns of labels.
    entry : str, optional
        The column of ages from which lives were watched.
    unit : str, optional
        Of numbers, such as "h"; default: what the column's name says, such as "time_h" or "days", else "s".

    Returns
    -------
    Lives
        Lives of parts, some of which were still going on when the log ends.

    Raises
    ------
    ValueError
        Where nothing of the log can be used: all that is wrong with it.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        Without pandas, and pyarrow for Parquet: extras ``arrays`` and ``parquet``.

    Examples
    --------
    >>> import io
    >>> lives = sl.data.read_lives(io.StringIO("time_h,dead,batch\\n2,yes,old\\n5,no,new\\n-1,yes,new\\n"), groups=["batch"])
    >>> lives.durations, lives.observed, lives.groups["batch"]
    (array([ 7200., 18000.]), array([ True, False]), array(['old', 'new'], dtype=object))
    >>> lives.report
    [(4, 'time_h = -1 must be > 0 s')]
    """

def read_steps(
    path_or_frame: str | os.PathLike[str] | io.TextIOBase | DataFrame,
    machine: str | None = None,
    set: str | None = None,
    precision: str | None = None,
) -> MeasuredSteps:
    """Measured steps of a CSV file or a frame, one a row; a row that cannot be used is reported with its line.

    Columns are known by name, others ignored: fields of shape and layout, ``batch_sequences`` (or ``batch_tokens``), ``time``,
    ``memory``, ``id``, ``set``, ``machine``, any option of ``parallelism.step``. What is missing or empty is at its default;
    without ``kernels`` gated rows are fused and plain ones unfused where they can be, without ``precision`` they are bf16.

    Parameters
    ----------
    path_or_frame : str | PathLike[str] | TextIOBase | DataFrame
        Of a CSV file, or what is opened of one, or a frame of pandas.
    machine : str, optional
        Keep rows with this word alone; default: all.
    set : str, optional
        Keep rows with this word alone; default: all.
    precision : str, optional
        Keep rows with this word alone; default: all.

    Returns
    -------
    MeasuredSteps
        Measured steps, and what was left out.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> import io
    >>> head = "layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length,data"
    >>> text = head + ",batch_sequences,time\\n32,4096,14336,32,8,128,128256,8192,8,16,2.5\\n32,4096,,,,,,,,,\\n"
    >>> rows = sl.data.read_steps(io.StringIO(text))
    >>> rows[0].batch_tokens, rows.report
    (131072.0, [(3, "TransformerShape needs 'feed_forward': width of a dense feed-forward")])
    """
