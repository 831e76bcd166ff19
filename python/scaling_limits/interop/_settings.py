# SPDX-License-Identifier: Apache-2.0
"""Settings out: how often, how and where a framework is to save, in its own names; what whole steps and time-outs cost."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple, TypeGuard

from .. import _evaluate
from .._core import units
from .._docs import complete
from .._kernel import suggestion
from .._parameters import of_type, one_number
from .._source import Readable, Source, Unread, source_of
from ..results import Result, Rows, plain
from ..run import TrainingRun
from ..strategies import Strategy, multilevel
from . import _dialects
from ._frameworks import FRAMEWORKS, Framework, Plan, as_taken
from ._reading import Look, form_of, tree_of

#: the longest silence seen, times this, is a time-out: safety_factor of FaultToleranceConfig, nvidia-resiliency-ext 0.4.1
SAFETY = 5
#: where the files of each framework say the present time-out, with the unit of each [s]
TIMEOUTS: dict[str, dict[str, float]] = {
    "megatron": {"distributed_timeout_seconds_after_init": 1, "distributed_timeout_minutes": units.minute},
    "nemo": {"distributed_timeout_seconds_after_init": 1, "distributed_timeout_minutes": units.minute},
    "torchtitan": {"comm.train_timeout_seconds": 1},
    "lightning": {"timeout": 1, "trainer.strategy.init_args.timeout": 1, "strategy.init_args.timeout": 1},
    "nvidia-resiliency-ext": {
        "fault_tolerance.rank_heartbeat_timeout": 1,
        "rank_heartbeat_timeout": 1,
        "ft_rank_heartbeat_timeout": 1,
    },
}


@dataclass(frozen=True, eq=False, repr=False)
class Detection(Result):
    """A time-out after which a hang is noticed, and the goodput with it.

    Attributes
    ----------
    timeout : [s]
    field, value : as the framework takes it, a duration where it is one
    downtime : of an interruption in the mean: the run's own, and the time-out of those that are hangs [s]
    goodput : with that downtime
    gain : in goodput over the present time-out
    why : what it is: present, the framework's default, half of it, five times the longest silence

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.interop.settings_for("nvidia-resiliency-ext", run, sl.strategies.blocking(), step_time=5)
    >>> [(row.timeout, round(row.goodput, 3)) for row in found.detection]
    [(2700.0, 0.786), (1350.0, 0.872), (37.5, 0.975)]
    """

    timeout: float
    field: str
    value: Any
    downtime: float
    goodput: float
    gain: float
    why: str

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data; a value that is a duration in seconds."""
        value = self.value.total_seconds() if isinstance(self.value, timedelta) else self.value
        return {name: plain(x) for name, x in (*self._named(), ("value", value))}


class Settings(dict[str, Any]):
    """The fields that a framework is to be given, by its own names, and beside them ``steps`` and ``seconds``: the interval.

    Attributes
    ----------
    framework : the word that was asked for
    version : of the sources that the names are of
    fields : the framework's own alone
    steps, seconds : between two checkpoints of the tier that outlives a machine
    local_steps, local_seconds : of the nearer tier; None where there is one tier
    interval : of the strategy, before it is rounded [s]; of the nearer tier where there are two
    asynchronous : whether training goes on while a checkpoint is written
    keep : checkpoints that are kept; 0: all
    goodput : with whole steps; None where the catalogue cannot be asked for an interval of one's own
    rounding_cost : goodput that whole steps cost; None with it
    capacity : bytes that the kept checkpoints hold, and one being written [B]; unlimited where all are kept
    detection : rows of time-outs, the present one first
    text : to be pasted: arguments, overrides or a call
    notes : what was derived, is not known, has no field

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.interop.settings_for("torchtitan", run, sl.strategies.blocking(), step_time=5)
    >>> found["checkpoint.interval"], found["steps"], found["seconds"]
    (47, 47, 235.0)
    >>> sorted(found.fields)
    ['checkpoint.async_mode', 'checkpoint.enable', 'checkpoint.interval', 'checkpoint.keep_latest_k']
    """

    def __init__(self, fields: dict[str, Any], **known: Any) -> None:
        super().__init__({**fields, "steps": known["steps"], "seconds": known["seconds"]})
        self.fields: dict[str, Any] = dict(fields)
        self.framework: str = known["framework"]
        self.version: str = known["version"]
        self.steps: int = known["steps"]
        self.seconds: float = known["seconds"]
        self.local_steps: int | None = known["local_steps"]
        self.local_seconds: float | None = known["local_seconds"]
        self.interval: float = known["interval"]
        self.asynchronous: bool = known["asynchronous"]
        self.keep: int = known["keep"]
        self.goodput: float | None = known["goodput"]
        self.rounding_cost: float | None = known["rounding_cost"]
        self.capacity: float = known["capacity"]
        self.detection: Rows[Detection] = known["detection"]
        self.text: str = known["text"]
        self.notes: tuple[str, ...] = known["notes"]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data: ``fields`` and what stands beside them."""
        known = {name: value for name, value in self.__dict__.items() if name != "detection"}
        rows = [row.as_dict() for row in self.detection]
        return {**plain(known), "detection": rows}

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.fields, {n: v for n, v in self.__dict__.items() if n != "fields"})


def _remade(fields: dict[str, Any], known: dict[str, Any]) -> Settings:
    return Settings(fields, **known)


def settings_for(
    framework: str,
    run: TrainingRun,
    strategy: Strategy,
    step_time: float,
    *,
    keep: int = 2,
    timeout: float | Readable | None = None,
    hang_share: float = 1,
) -> Settings:
    """What to set in a framework so that a run saves as a strategy does, what whole steps cost, what a shorter time-out buys.

    A job saves between two steps: the interval becomes whole steps, the better neighbour of the strategy's. A hang is noticed
    when a time-out ends, all of which is downtime.

    Parameters
    ----------
    framework : "megatron", "torchtitan", "lightning", "nemo" or "nvidia-resiliency-ext"
    strategy : of one tier, or of two where the framework has a nearer one
    step_time : of one training step, > 0 and finite [s]
    keep : checkpoints to keep; 0: all
    timeout : after which a hang is noticed today, 2700 or "45 min" [s], or a file of the framework that says so; None: its
        default
    hang_share : of interruptions that are hangs, in [0, 1]; 1 is an upper bound of what a shorter time-out buys

    Raises
    ------
    FileError
        For a file that does not say the time-out.
    TypeError
        For an argument of another kind.
    ValueError
        For a number out of its range, a run of arrays, a strategy that takes no checkpoints or has more tiers.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> disk = sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9)
    >>> two = sl.strategies.multilevel([disk, sl.strategies.Level(tier=None, share=0.1)])
    >>> found = sl.interop.settings_for("megatron", run, two, step_time=5)
    >>> print(found.text)
    --save-interval 150 \\
        --non-persistent-save-interval 10 \\
        --non-persistent-ckpt-type local
    >>> found.rounding_cost < 1e-4
    True
    """
    owner = "settings_for"
    if framework not in FRAMEWORKS:
        hint = suggestion(str(framework), tuple(FRAMEWORKS))
        raise ValueError(f"{owner}: framework = {framework!r} must be one of {', '.join(FRAMEWORKS)}{hint}")
    of_type(owner, "run", run, TrainingRun)
    of_type(owner, "strategy", strategy, Strategy)
    one_run, one_strategy = run._single(), strategy._single()
    if one_run is None or one_strategy is None:
        raise ValueError(f"{owner}: run and strategy must be of single numbers: settings are of one run")
    run, strategy = one_run, one_strategy
    step = one_number(owner, "step_time", step_time, "s")
    if not 0 < step < math.inf:
        raise ValueError(f"{owner}: step_time = {step:g} must be > 0 and finite [s]")
    kept = one_number(owner, "keep", keep)
    if kept % 1 or not 0 <= kept <= 2**31 - 1:
        raise ValueError(f"{owner}: keep = {kept:g} must be a whole number in [0, 2147483647]")
    hangs = one_number(owner, "hang_share", hang_share)
    if not 0 <= hangs <= 1:
        raise ValueError(f"{owner}: hang_share = {hangs:g} must be in [0, 1]")

    target, notes = FRAMEWORKS[framework], [f"derived: names and types are those of {FRAMEWORKS[framework].version}"]
    found = _rounded(framework, run, strategy, step, notes)
    plan = Plan(found.steps, found.local_steps, _copies(strategy), _is_asynchronous(strategy), int(kept))
    fields = target.fields(plan, notes)
    assessed = _evaluate.ask("assess", run, found.strategy, numbers={"retained": kept}).columns
    detection = _detection(framework, target, run, found, assessed, step, timeout, hangs, notes)
    return Settings(
        fields,
        framework=framework,
        version=target.version,
        steps=found.steps,
        seconds=found.steps * step,
        local_steps=found.local_steps,
        local_seconds=None if found.local_steps is None else found.local_steps * step,
        interval=found.interval,
        asynchronous=plan.asynchronous,
        keep=plan.keep,
        goodput=found.goodput,
        rounding_cost=None if found.goodput is None else found.exact - found.goodput,
        capacity=assessed["capacity_while_writing"] if kept else math.inf,
        detection=detection,
        text=target.text(fields, plan.asynchronous),
        notes=tuple(notes),
    )


class Rounded(NamedTuple):
    """An interval in whole steps."""

    steps: int
    local_steps: int | None
    interval: float  # before [s]
    exact: float  # goodput before
    goodput: float | None  # with whole steps
    strategy: Strategy  # with whole steps where it can be told so


def _rounded(framework: str, run: TrainingRun, strategy: Strategy, step: float, notes: list[str]) -> Rounded:
    interval, exact = float(strategy.interval(run)), float(strategy.goodput(run))
    if not math.isfinite(interval):
        why = _evaluate.ask("assess", run, strategy).note() or "its interval is unlimited"
        raise ValueError(f"settings_for: {strategy._kind}: {why}; there is no interval to set")
    if _has_tiers(strategy):
        return _rounded_tiers(framework, run, strategy, step, interval, exact, notes)
    if "interval" in strategy._fields:
        counts = sorted({max(1, math.floor(interval / step)), max(1, math.ceil(interval / step))})
        if strategy._all()["interval"] is None:
            best = _evaluate.ask("assess", run, strategy, numbers={"step_time": step}).columns["steps"]
            if math.isfinite(best):  # not known under planned stops and silent errors, where the better neighbour is taken
                counts = [int(best)]
        asked = [(float(strategy.replace(interval=n * step).goodput(run)), n) for n in counts]
        goodput, steps = max(asked)
        notes.append(f"derived: {steps:,} steps of {step:g} s for an interval of {interval:g} s")
        return Rounded(steps, None, interval, exact, goodput, strategy.replace(interval=steps * step))
    steps = max(1, round(interval / step))
    notes.append(f"derived: {steps:,} steps of {step:g} s for an interval of {interval:g} s")
    notes.append(f"not known: what whole steps cost: {strategy._kind} finds its interval by itself and takes none")
    notes.append(f"left out: what else {strategy._kind} asks of the machine: the interval alone is set")
    return Rounded(steps, None, interval, exact, None, strategy)


def _has_tiers(strategy: Strategy) -> bool:
    return "pattern" in strategy._structural


def _rounded_tiers(
    framework: str, run: TrainingRun, strategy: Strategy, step: float, interval: float, exact: float, notes: list[str]
) -> Rounded:
    """Two tiers: whole steps of the nearer one, and whole intervals of it between two checkpoints of the other."""
    pattern = strategy.best_pattern(run)
    count = len(pattern)
    levels = len(strategy.levels) if isinstance(strategy, multilevel) else 2
    if not FRAMEWORKS[framework].local:
        able = ", ".join(name for name, one in FRAMEWORKS.items() if one.local)
        raise ValueError(f"settings_for: {framework} saves to one tier, {strategy._kind} to {levels}; two have {able}")
    if levels > 2 or pattern != [1] * (count - 1) + [max(pattern, default=0)]:
        what = f"{levels} tiers" if levels > 2 else f"the pattern {pattern}"
        raise ValueError(f"settings_for: {framework} saves to a nearer tier and to another, {strategy._kind} has {what}")
    near = max(1, math.floor(interval / step))
    choices = []
    for local in (near, near + 1):
        every = count * interval / (local * step)  # intervals of the nearer tier between two of the other
        choices += [(local, n) for n in {max(1, math.floor(every)), math.ceil(every)}]
    asked = _tier_goodputs(run, strategy, [(local * step, n) for local, n in choices], (interval, count), exact)
    if asked is None:
        local = max(1, round(interval / step))
        times = max(1, round(count * interval / (local * step)))
        goodput = None
        notes.append(f"not known: what whole steps cost: {strategy._kind} finds its interval by itself and takes none")
    else:
        goodput, (local, times) = max(zip(asked, choices, strict=True))
    notes.append(f"derived: {local:,} steps of {step:g} s for {interval:g} s, {times:,} such between two of the tier behind")
    return Rounded(local * times, local, interval, exact, goodput, strategy)


def _tier_goodputs(
    run: TrainingRun, strategy: Strategy, choices: list[tuple[float, int]], own: tuple[float, int], exact: float
) -> list[float] | None:
    """Goodputs of intervals and counts; None where the question does not give the strategy's own at its own interval."""
    if not isinstance(strategy, multilevel) or strategy._all()["background"]:
        return None
    from ..catalog import ask

    saved = [(run if level.tier is None else run.saved_to(level.tier), level.share) for level in strategy.levels]
    rows = [
        {"write_time": of.write_time, "restart_time": of.restart_time, "failure_rate": share * float(run.failure_rate)}
        for of, share in saved
    ]
    found = []
    for interval, count in (own, *choices):
        own_numbers = {"interval": interval, "pattern": [1] * (count - 1) + [len(rows)], "downtime": run.downtime}
        answer = ask({"question": "multilevel_goodput", "severity_level": rows, "with": own_numbers})["columns"]
        goodput = answer["multilevel_goodput"]
        found.append(-math.inf if goodput is None else float(goodput))
    return found[1:] if math.isclose(found[0], exact, rel_tol=1e-9) else None


def _copies(strategy: Strategy) -> int:
    return int(strategy._all().get("copies", 1))


def _is_asynchronous(strategy: Strategy) -> bool:
    """Whether training goes on while a checkpoint leaves the machine."""
    background = bool(strategy._all().get("background", False))
    return background or strategy._kind in ("asynchronous", "in_memory", "buddy")


def _detection(
    framework: str,
    target: Framework,
    run: TrainingRun,
    found: Rounded,
    assessed: dict[str, Any],
    step: float,
    timeout: float | Readable | None,
    hangs: float,
    notes: list[str],
) -> Rows[Detection]:
    """The present time-out, and shorter ones."""
    if timeout is None:
        present, why = float(target.default), "the default"
    elif _is_file(timeout):
        source = source_of(timeout)
        present, why = _timeout_of(framework, source), f"as {source.name} says"
    else:
        present, why = one_number("settings_for", "timeout", timeout, "s"), "present"
        if not 0 < present < math.inf:
            raise ValueError(f"settings_for: timeout = {present:g} must be > 0 and finite [s]")
    blocked = assessed["blocked_per_checkpoint"]
    silence = step + (blocked if math.isfinite(blocked) else 0.0)
    rows = {present: why}
    for shorter, reason in ((present / 2, "half of it"), (SAFETY * silence, f"{SAFETY} times a step and a save")):
        _, taken = as_taken(target, shorter)
        if taken < present:
            rows.setdefault(taken, reason)
    if hangs == 1:
        notes.append("derived: goodput by time-outs is as if every interruption were a hang, hang_share= says how many are")
    notes.append("derived: the run's downtime is taken as that of an interruption which is noticed at once")
    answered = []
    for seconds, reason in sorted(rows.items(), reverse=True):
        downtime = run.downtime + hangs * seconds
        goodput = float(found.strategy.goodput(run.replace(downtime=downtime)))
        answered.append((seconds, as_taken(target, seconds)[0], downtime, goodput, reason))
    first = answered[0][3]
    return Rows(Detection(s, target.timeout, v, d, g, g - first, reason) for s, v, d, g, reason in answered)


def _is_file(timeout: object) -> TypeGuard[Readable]:
    """Whether a time-out is a file that says it: what begins with a digit is a time."""
    if isinstance(timeout, str):
        return not re.match(r"\s*[-+]?\.?\d", timeout)
    return isinstance(timeout, (os.PathLike, Source)) or hasattr(timeout, "read")


def _timeout_of(framework: str, source: Source) -> float:
    """The present time-out of a framework's file [s]."""
    names = TIMEOUTS[framework]
    if form_of(source) == "shell":
        _, look = _dialects.arguments(source)
    else:
        tree = tree_of(source)
        look = Look(source, tree)
        if framework in ("megatron", "nemo"):
            look = _dialects.namespace(source, tree)
    name, value = look.number(*names)
    if value is None:
        raise Unread(source.name, "", f"does not say {next(iter(names))}", " or ".join(look.place(one) for one in names))
    return value * names[name]


complete(["settings_for", "Settings", "Detection"], globals())
