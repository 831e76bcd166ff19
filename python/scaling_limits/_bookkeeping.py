# SPDX-License-Identifier: Apache-2.0
"""Books of a run that took place: where the time of its step log went, and what a model says of the same run."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from . import _core, _evaluate, _format, failures
from . import strategies as _strategies
from ._log_report import cut, plural
from ._opening import bounded
from ._parameters import of_type, one_number
from ._public import listing
from ._step_log import StepLog, read
from .results import Result, Rows
from .run import CommunicatorFit, TrainingRun, fit_communicator
from .strategies import Strategy

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["ComparedBucket", "GoodputComparison", "MeasuredAttempt", "MeasuredGoodput", "goodput_from_steps"]
__dir__ = listing(__all__)

MOST_ODD = 100  # rows of a sort that a report lists; of more there is something else to say


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredAttempt(Result):
    """One uninterrupted try of a run that was measured.

    Attributes
    ----------
    first_step, last_step : numbers of the steps executed; where none was, the first is that of the step that failed midway, NaN
        where none began
    start, end : since the start of the log [s]
    startup : beyond a usual step, and of start-up records [s]
    rework : of its steps that a later attempt did again, and of the one that the failure cut [s]
    downtime : before it, and in it where the log says so [s]
    steps, useful_steps : executed; those that are useful
    gpus : on which it ran; NaN where the log does not say
    restart_time : startup where the log has all of it, from when the attempt began to its first step; else NaN [s]

    Examples
    --------
    >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
    >>> second = sl.data.goodput_from_steps(log).attempts[1]
    >>> second.first_step, round(second.downtime, 2), second.startup
    (2.0, 65.12, 15.0)
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
    gpus: float
    restart_time: float


@dataclass(frozen=True, eq=False, repr=False)
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


@dataclass(frozen=True, eq=False, repr=False)
class GoodputComparison(Result, beside=("buckets", "run", "with_inputs")):
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
    run: TrainingRun
    with_inputs: TrainingRun
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredGoodput(Result, beside=("attempts", "columns", "report")):
    """Where the time of a run that took place went.

    Attributes
    ----------
    goodput : useful over elapsed time
    elapsed : from the first start to the last end [s]
    seconds : by bucket, summing to elapsed: useful, rework, startup, checkpoint, downtime, other [s]
    shares : the same over elapsed
    failures : attempts less one: also in start-ups that came to no step
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
    >>> {name: round(time, 2) for name, time in found.seconds.items()}
    {'useful': 30.0, 'rework': 24.88, 'startup': 15.0, 'checkpoint': 0.0, 'downtime': 65.12, 'other': 0.0}
    >>> round(found.mtbf, 2), found.wall_clock_mtbf
    (69.88, 135.0)
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

    def _unit(self, name: str) -> str:
        return "1" if name == "shares" else super()._unit(name)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}: {share:.2%}" for name, share in self.shares.items() if share)
        times = (f"{name}={_time(getattr(self, name))}" for name in ("elapsed", "mtbf", "wall_clock_mtbf"))
        return f"MeasuredGoodput({{{said}}}, {', '.join(times)}, failures={self.failures}, steps={self.steps})"

    def mtbf_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """What holds the mtbf with that confidence, were failures of one constant rate; upper inf where nothing failed.

        Parameters
        ----------
        confidence : in (0, 1)

        Examples
        --------
        >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
        >>> low, high = sl.data.goodput_from_steps(log).mtbf_interval()
        >>> low < 69.88 < high
        True
        """
        confidence = one_number("mtbf_interval", "confidence", confidence)
        if not 0 < confidence < 1:
            raise ValueError(f"mtbf_interval: confidence = {confidence:g} must be in (0, 1)")
        found = failures.mtbf_from_events(self.failures, self.elapsed - self.seconds["downtime"], confidence)
        return float(found.lower), float(found.upper)

    def fit_communicator(self, *others: MeasuredGoodput, exponent: float | None = None) -> CommunicatorFit:
        """What of a restart grows with its size, from start-ups of the log and of others: of two different sizes at least.

        They are whole restarts: the load is among what they take at any size.

        Parameters
        ----------
        others : of other logs of such runs
        exponent : of what grows, in (0, 10]; None: found, which takes three different sizes

        Examples
        --------
        >>> log = {"step": [1, 2, 1, 2], "start": [0, 70, 100, 190], "end": [70, 80, 190, 200], "gpus": [1024] * 2 + [4096] * 2}
        >>> found = sl.data.goodput_from_steps(log).fit_communicator()
        >>> round(found.constant), round(found.growth), found.communicator_gpus
        (53, 27, 4096.0)
        """
        for one in others:
            of_type("fit_communicator", "others", one, MeasuredGoodput)
        attempts = [row for books in (self, *others) for row in books.attempts]
        sized = [row for row in attempts if row.gpus == row.gpus]
        whole = [row for row in sized if row.restart_time == row.restart_time]
        sizes = {row.gpus for row in whole}
        if not sized:
            raise ValueError("fit_communicator: no row says on how many GPUs it ran (gpus)")
        if not whole:
            raise ValueError("fit_communicator: no start-up is there from its begin to a first step")
        if len(sizes) < 2:
            there = f"{plural(len(whole), 'start-up')} of {sizes.pop():,g} GPUs"
            raise ValueError(f"fit_communicator: start-ups of two different sizes are needed, and there is none but {there}")
        return fit_communicator([row.gpus for row in whole], [row.restart_time for row in whole], exponent)

    def against(self, run: TrainingRun, strategy: Strategy | None = None) -> GoodputComparison:
        """The same run as a model has it, and what explains the difference.

        Parameters
        ----------
        run, strategy : of the model, single numbers; default strategy: blocking()

        Examples
        --------
        >>> log = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}
        >>> found = sl.data.goodput_from_steps(log).against(sl.published.llama3_405b())
        >>> found.goodput < found.predicted
        True
        """
        of_type("against", "run", run, TrainingRun)
        plan = _strategies.blocking() if strategy is None else strategy
        of_type("against", "strategy", plan, Strategy)
        one, one_plan = run._single(), plan._single()
        if one is None or one_plan is None:
            raise ValueError("against: run and strategy must be of single numbers, not of arrays")
        return _compared(self, one, one_plan)


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
    gpus: str | float | None = None,
    rise: float | None = None,
    pause: float = 2,
    timezone: str | None = None,
    date_format: str | None = None,
    most_bytes: float | str | None = None,
) -> MeasuredGoodput:
    """Where the time of a run went, from a log of its steps: a row for each execution of a step, or of each k-th.

    Buckets sum to the time from the first start to the last end. A new attempt begins where the number of a step does not rise
    by one, where ``attempt`` changes, and without that column at a start-up row behind a step, or behind another start-up row
    and a gap: that one failed. A step is useful if no later attempt begins at or below its number: each number is useful once,
    its last execution; the others are rework, also those that the log ends before doing again. Of an attempt's first step what
    exceeds the mean of its others is start-up. Time without a row is downtime between two attempts and beside a downtime row,
    other inside an attempt. A row without an end ended when the next of its attempt began; the last of its attempt failed
    midway. Between two attempts a failure cut such a row, else a step of which there is no row: what it ran is rework, M -
    t/(exp(t/M) - 1) of a usual step t at the mtbf M, at most the gap, and exactly the gap (up to t) where a downtime row
    follows; no step was cut where the last row is shorter by a tenth than any of its kind that others follow. No second counts
    twice: it is of the step that began first, else of the other row that began first. Rows are taken by their start; where
    that makes more attempts, as of a clock that was set back, as they stand. A step of the same number that began before the
    last one ended is its copy, as of another rank.

    One time a row (``time``, when it was logged) is its end. A row begins ``duration`` before its end, else where the row
    before it of its attempt ended. A step that would then be longer than ``pause`` usual ones (their median) began a usual one
    before its end, behind a pause, which is other. When an attempt's first step began nobody knows: it took as long as a usual
    one, unless a start-up row precedes it, the first of which marks when the attempt began. Else downtime and start-up cannot
    be told apart: they are downtime, and ``inputs`` has both as ``recovery``. The first row of the log has no length then.

    Where each k-th step is logged a row stands for the steps since the one before it of its attempt, an attempt's first for k:
    what was lost is known to k steps a failure. Times or durations that are those of one step of the k are taken as those of
    each.

    Read as they are: console lines of Megatron-LM, torchtitan, DeepSpeed, and of NeMo and PyTorch Lightning where a launcher
    puts times before them; MLPerf's ``:::MLLOG`` lines; events of ml-goodput-measurement, a JSON object a line. What has no
    times is refused by its name, with what makes the tool print them.

    Kinds are words: step (or nothing), checkpoint, startup, downtime, and whatever else, such as an evaluation, is other.

    Parameters
    ----------
    steps : path of a CSV file or a training log (.gz, .bz2, .xz too) or of a .parquet file, what is opened of such a file, a
        frame, or columns by name: number, start and end, one of them and duration, or one of them, in s or as timestamps; and
        where known kind and attempt. A name may end with a unit, as in step_time_ms and "elapsed (ms)"; numbers since 1970
        count s, ms, µs or ns, as their size says
    step, start, end, time, duration, kind, attempt : names of the columns; default: guessed, see ``columns`` of the answer
    gpus : on how many a row was, a column as they are, or a number of all rows
    rise : by which numbers rise from a row to the next, k where only each k-th step is logged, > 0; default: as most do
    pause : >= 1; of rows without start and duration, see above; inf: no pauses
    timezone : of dates that say none, such as "Europe/Berlin"; default: as they stand, as if UTC
    date_format : of dates, as ``strptime`` has it, such as "%d.%m.%Y %H:%M"; default: as they read best, see ``notes``
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

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
    >>> {name: round(time, 1) for name, time in found.seconds.items()}
    {'useful': 150.0, 'rework': 124.2, 'startup': 0.0, 'checkpoint': 0.0, 'downtime': 775.8, 'other': 0.0}
    >>> found.rise, found.step_time, round(found.inputs["recovery"], 1)
    (10.0, 5.0, 775.8)
    """
    if rise is not None:
        rise = one_number("goodput_from_steps", "rise", rise)
    pause = one_number("goodput_from_steps", "pause", pause)
    size = None if gpus is None or isinstance(gpus, str) else one_number("goodput_from_steps", "gpus", gpus)
    if size is not None and not 0 < size < math.inf:
        raise ValueError(f"goodput_from_steps: gpus = {size:g} must be > 0 and finite, or the name of a column")
    named = {
        "step": step, "start": start, "end": end, "time": time, "duration": duration, "kind": kind, "attempt": attempt,
        "gpus": gpus if isinstance(gpus, str) else None,
    }  # fmt: skip
    with bounded(most_bytes):
        log = read(steps, named, timezone, date_format, size)
    origin = float(np.nanmin([np.nanmin(times) for times in (log.start, log.end) if not np.isnan(times).all()]))
    found = _core.bookkeeping(
        log.step,
        log.start - origin,
        log.end - origin,
        log.kind,
        log.attempt,
        log.length,
        log.resolution,
        log.gpus,
        math.nan if rise is None else rise,
        pause,
    )
    if not found["elapsed"] > 0:
        said = f"{len(log.start)} usable row{'' if len(log.start) == 1 else 's'}, without length"
        raise ValueError("; ".join([f"goodput_from_steps: {log.name}: no time passes in it: {said}", *log.troubles()]))
    wrong = len(found["set_back"]) + len(found["astray"])
    if wrong > max(10, len(log.start) / 10):
        column = cut(log.columns.get("start") or log.columns.get("end") or log.columns["time"])
        raise ValueError(
            f"goodput_from_steps: {log.name}: {column} goes back at {wrong} of {len(log.start)} rows: it is no time on a clock "
            "(how long a row took is duration=)"
        )
    columns = found["attempts"]
    whole = ("steps", "useful_steps")
    rows = zip(
        *(columns[name].astype(int).tolist() if name in whole else columns[name].tolist() for name in columns), strict=True
    )
    counts = {name: int(found[name]) for name in ("failures", "steps", "useful_steps", "checkpoints", "unfinished")}
    return MeasuredGoodput(
        goodput=found["goodput"],
        elapsed=found["elapsed"],
        seconds=found["seconds"],
        shares={name: time / found["elapsed"] for name, time in found["seconds"].items()},
        **counts,
        mtbf=found["mtbf"],
        wall_clock_mtbf=found["wall_clock_mtbf"],
        step_time=found["step_time"],
        rise=found["rise"],
        inputs=found["inputs"],
        attempts=Rows(MeasuredAttempt(**dict(zip(columns, row, strict=True))) for row in rows),
        columns=log.columns,
        report=sorted([*log.report, *_odd(found, log)]),
        notes=(*log.notes, *_settled(found, rise)),
    )


_ODD = {
    "jumped": "an attempt begins beyond the step that was next: rows may be missing before it",
    "set_back": "the clock was set back before it: it and what follows are taken as later by so much",
    "astray": "its time is not between those of its neighbours: taken as not known",
}


def _odd(found: Mapping[str, Any], log: StepLog) -> list[tuple[int, str]]:
    """Rows that are as they should be, but not among the others."""
    few = {name: text for name, text in _ODD.items() if len(found[name]) <= MOST_ODD}
    return [(log.places[record], text) for name, text in few.items() for record in found[name]]


def _settled(found: Mapping[str, Any], rise: float | None) -> list[str]:
    """What a reader of the books should know."""
    stand = "as they stand: by their start there would be more attempts" if found["as_logged"] else "by their start"
    cut = found["cut_time"] / max(found["cut"], 1)
    said = {
        "late": f"rows that stand behind one that began later: {{}}; all are taken {stand}",
        "copies": "rows of a step that another row is of, too: {}; each step is counted once",
        "overlapping": "steps that began before the one before them ended: {}; no second is counted twice",
        "unfinished": "steps without an end that were the last of their attempt: {}; they failed midway, and are not executed",
        "cut": f"what failures cut, of which no row tells how long it ran: {{}}; as expected it ran {_time(cut)} each, which "
        "is rework (of a save or a start-up its own), the rest of the gap downtime",
        "failed_startups": "attempts that came to no step: {}; a start-up row behind another and a gap begins an attempt",
        "unknown_starts": "attempts of which nothing tells when they began: {}; their start-up is in downtime",
        "pauses": f"pauses before a step, of which no row tells: {{}}, up to {_time(found['longest_pause'])}; they are other",
    }
    notes = [text.format(int(found[name])) for name, text in said.items() if found[name]]
    notes += [f"rows of this sort: {len(found[name])}: {text}" for name, text in _ODD.items() if len(found[name]) > MOST_ODD]
    if rise is None and found["rise"] != 1:
        many = f"{found['rise']:g}"
        notes.append(f"numbers rise by {many} from row to row: a row is taken as {many} steps, rework is known to as many")
    if found["of_one_step"]:
        notes.append("a row has the time of one of its steps: all are taken to be as long")
    first, last = found["attempts"]["first_step"], found["attempts"]["last_step"][:-1]
    if found["failures"] > 1 and np.ptp(first) == 0 and np.ptp(last) == 0:
        notes.append(
            "every attempt does the same steps: if these are epochs, name a column in which each step has its own number"
        )
    if found["counted_lengths"]:
        notes.append("durations are longer than the time from row to row: not used")
    if found["unfinished"] == 0 and found["failures"] == 0:
        notes.append("nothing failed: the log says that the mtbf is long, not how long")
    return notes


#: fields of a run by the input that they follow from
_INPUT = {
    "gpu_mttf": "mtbf",
    "downtime": "downtime",
    "initialization_time": "restart_time",
    "read_bandwidth": "restart_time",
    "write_bandwidth": "write_time",
}


def _compared(found: MeasuredGoodput, run: TrainingRun, plan: Strategy) -> GoodputComparison:
    blocks = plan._kind == "blocking"
    inputs = {name: value for name, value in found.inputs.items() if name != "write_time" or blocks}
    changed = run.replace(**_core.with_inputs({field.name: float(getattr(run, field.name)) for field in run.fields()}, inputs))
    own = inputs["interval"]
    its_own = own == own and any(field.name == "interval" for field in plan.fields())
    last_plan = plan.replace(interval=own) if its_own else plan
    notes: list[str] = []
    as_one = inputs["recovery"] == inputs["recovery"]
    predicted = _core.by_bucket(plan.breakdown(run))
    parts: dict[str, float] = {}
    try:
        implied = _core.by_bucket(last_plan.breakdown(changed))
        answer = _evaluate.ask("attribution", run, plan, arguments={"after": changed.as_request()})
        for field, part in answer.group("by_field").items():
            if field in _INPUT and getattr(run, field) != getattr(changed, field):
                name = "recovery" if as_one and _INPUT[field] in ("downtime", "restart_time") else _INPUT[field]
                parts[name] = parts.get(name, 0.0) + part
        if its_own:
            parts["interval"] = implied["useful"] - answer.columns["after"]
    except ValueError as error:
        implied = dict.fromkeys(predicted, math.nan)
        notes.append(f"the model has no answer for the inputs of the log: {error}")
    rest = found.goodput - predicted["useful"] - sum(parts.values())
    low, high = found.mtbf_interval(0.9)
    lies = "within it" if low <= run.mtbf <= high else "outside"
    many = f"{found.failures} failure{'' if found.failures == 1 else 's'}"
    if low == low:  # else no time was running time
        notes.append(f"{many}: an mtbf of {_time(low)} to {_time(high)} (90 %); the run's, {_time(run.mtbf)}, lies {lies}")
    if not found.checkpoints and predicted["checkpoint"] > 0:
        notes.append("the log names no checkpoint: their time is in other, or in that of steps")
    because = _because(found, run, plan)
    rows = (
        ComparedBucket(name, share, predicted[name], share - predicted[name], implied[name], because.get(name, ""))
        for name, share in found.shares.items()
    )
    return GoodputComparison(found.goodput, predicted["useful"], parts, rest, Rows(rows), run, changed, tuple(notes))


def _because(found: MeasuredGoodput, run: TrainingRun, plan: Strategy) -> dict[str, str]:
    """The inputs that a bucket depends on, as in the log and as in the run."""
    assessed = _evaluate.ask("assess", run, plan).columns
    pairs = {
        "mtbf": ("mtbf", found.inputs["mtbf"], float(run.mtbf)),
        "interval": ("a checkpoint every", found.inputs["interval"], assessed["interval"]),
        "write_time": ("a checkpoint blocks", found.inputs["write_time"], assessed["blocked_per_checkpoint"]),
        "restart_time": ("a restart", found.inputs["restart_time"], float(run.restart_time)),
        "downtime": ("downtime of a failure", found.inputs["downtime"], float(run.downtime)),
        "recovery": ("downtime and restart", found.inputs["recovery"], float(run.downtime) + float(run.restart_time)),
    }
    text = {
        name: f"{what} {_time(here)}, in the run {_time(there)}" if there == there else f"{what} {_time(here)}"
        for name, (what, here, there) in pairs.items()
        if here == here
    }
    of = {
        "rework": ("mtbf", "interval"),
        "startup": ("restart_time", "mtbf"),
        "checkpoint": ("write_time", "interval"),
        "downtime": ("downtime", "recovery", "mtbf"),
    }
    said = {bucket: "; ".join(text[name] for name in names if name in text) for bucket, names in of.items()}
    if "recovery" in text:
        said["startup"] = "the log does not tell it from downtime"
    return {**said, "other": "no part of the model" if found.shares["other"] > 0 else ""}


def _time(seconds: float) -> str:
    return _format.quantity(seconds, "s", 3)
