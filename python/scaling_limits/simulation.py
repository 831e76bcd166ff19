# SPDX-License-Identifier: Apache-2.0
"""The independent witness: a job played out event by event, as its strategy's protocol says, with no formula of the models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core, _evaluate
from . import strategies as _strategies
from ._docs import complete
from ._kernel import describe
from ._laws import Law
from ._parameters import list_of, of_type, one_number
from ._parts import each_part
from ._public import listing
from .limits import Factors, _factor_list
from .results import Answered, Rows
from .run import TrainingRun
from .strategies import Strategy

__all__ = ["Domain", "Event", "Simulation", "simulate"]
__dir__ = listing(__all__)


class Event(Answered, question="simulate", part="events", each="row"):
    """One line of the event log.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.simulation.simulate(run, relative_accuracy=0.01, events=1).events[0].what
    'checkpoint'
    """

    severity: int


@dataclass(frozen=True)
class Domain:
    """Parts that many GPUs share, racks or switches: one incident interrupts the job once.

    Attributes
    ----------
    count, mttf : how many there are, and the mean running time to failure of one of them [s]
    gpus : that one of them takes away
    severity : of its incidents, 1 the mildest; 0: as the strategy says for any failure

    Examples
    --------
    >>> sl.simulation.Domain(count=64, mttf=1000 * sl.units.hour, gpus=72)
    Domain(count=64, mttf=3600000.0, gpus=72, severity=0)
    """

    count: float
    mttf: float
    gpus: int = 1
    severity: int = 0


class Simulation(Answered, question="simulate", single=True, beside=("events",)):
    """What was simulated.

    Attributes
    ----------
    events : log of the first stream, where asked for

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.simulation.simulate(run, relative_accuracy=0.01).status
    'ok'
    """

    failures: int
    interruptions: int
    silent_errors: int
    detections: int
    checkpoints: int
    saves_just_in_time: int
    stretches: int
    events: Rows[Event]

    @property
    def relative_accuracy(self) -> float:
        """Standard error / goodput."""
        return self.standard_error / self.goodput if self.goodput > 0 else np.nan

    def confidence_interval(self, level: float = 0.95) -> tuple[float, float]:
        """An interval that holds the true goodput with that probability in (0, 1).

        Parameters
        ----------
        level : the probability, in (0, 1)
        """
        level = one_number("confidence_interval", "level", level)
        if not 0 < level < 1:
            raise ValueError(f"confidence_interval: level = {level} must be in (0, 1)")
        low, high = _core.confidence_interval(self.goodput, self.standard_error, self.stretches, level)
        return low, high

    def __repr__(self) -> str:
        shares = ", ".join(f"{name} {share:.4g}" for name, share in self.breakdown.items() if share)
        tail = "" if self.status == "ok" else f", {self.status}: {self.note}"
        return f"Simulation(goodput={self.goodput:.6g} +- {self.standard_error:.2g}, {self.failures} failures; {shares}{tail})"


_MOST_THREADS = 4096


def _whole(name: str, value: Any) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"simulate: {name} must be an integer, not {describe(value)}")
    return int(value)


def simulate(
    run: TrainingRun,
    strategy: Strategy | None = None,
    law: Law | None = None,
    seed: int = 1,
    relative_accuracy: float = 1e-3,
    *,
    domains: Sequence[Domain] = (),
    factors: Factors = (),
    by_clock: bool | None = None,
    most_failures: float = 1e9,
    events: int = 0,
    threads: int = 0,
    progress: Callable[[float, float], object] | None = None,
) -> Simulation:
    """Play a run until its goodput is known to relative_accuracy = standard error / goodput.

    Parameters
    ----------
    run : one run, every field a scalar
    strategy : how it is protected; None: blocking checkpoints at run.optimal_interval
    law : of one GPU, in place of gpu_mttf: renewed when the GPU is replaced, ageing in running time (restart included), the
        others superposed
    seed : the same seed gives the same result, on any number of threads
    domains : failures beside those, of parts that many GPUs share: Domain(count, mttf, gpus, severity)
    factors : limits.SlowParts, which hold up the work: goodput counts what they take, and breakdown says it. Its gpu_mttf is of
        the failures that take out what is slow: as many as interrupt the run, or fewer. No other factor can be played
    by_clock : with slow parts, whether saves keep to the clock, so that a segment holds less work while a part is slow, or it
        lasts longer; default: where no step is saved. By the clock goodput is exactly that without them times the efficiency
        of the factor, but for what failures clear
    most_failures : stop there even if the accuracy is not reached (status "not converged")
    events : lines of the event log to keep
    threads : 0: one per core
    progress : called with (failures so far, accuracy so far) every second or so; False ends the simulation (status "stopped")

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.simulation.simulate(run, relative_accuracy=0.01)
    >>> abs(found.goodput - run.goodput) < 4 * found.standard_error
    True
    """
    plan = _strategies.blocking() if strategy is None else strategy
    of_type("simulate", "run", run, TrainingRun)
    of_type("simulate", "strategy", plan, Strategy)
    if law is not None:
        of_type("simulate", "law", law, Law)
    if progress is not None and not callable(progress):
        raise TypeError(f"simulate: progress must be a function, not {describe(progress)}")
    if by_clock is not None:
        of_type("simulate", "by_clock", by_clock, (bool, np.bool_))
    parts: list[Any] = [run, plan, *(() if law is None else (law,)), *_factor_list("simulate", factors)]
    for part in each_part(parts):
        for name, value in getattr(part, "_values", {}).items():
            if np.ndim(value):
                raise ValueError(f"simulate: {part._owner}.{name} is an array; one run at a time")
    parts = [one._single() or one if hasattr(one, "_single") else one for one in parts]
    numbers = {
        "seed": _whole("seed", seed),
        "relative_accuracy": one_number("simulate", "relative_accuracy", relative_accuracy),
        "most_failures": one_number("simulate", "most_failures", most_failures),
        "events": _whole("events", events),
        "by_clock": None if by_clock is None else float(by_clock),
    }
    numbers = _evaluate.in_range("simulate", numbers)
    most = _whole("threads", threads)
    if not 0 <= most <= _MOST_THREADS:
        raise ValueError(f"simulate: threads = {threads} must be in [0, {_MOST_THREADS}]")
    own = list_of("simulate", "domains", domains, Domain)
    listed = [{"count": d.count, "mttf": d.mttf, "gpus": d.gpus, "severity": d.severity} for d in own]
    answer = _evaluate.ask(
        "simulate",
        *parts,
        numbers=numbers,
        arguments={"domains": listed} if listed else {},
        tools={"threads": most, "progress": progress},
    )
    return answer.to(Simulation, events=Rows(Event(**row) for row in answer.rows(Event)))


complete(__all__, globals())
