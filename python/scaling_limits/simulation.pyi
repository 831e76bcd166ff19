# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The independent witness: a job played out event by event, as its strategy's protocol says, with no formula of the models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .failures import Law
from .results import Result, Rows
from .run import TrainingRun
from .strategies import Strategy

__all__ = [
    "Domain",
    "Event",
    "Simulation",
    "simulate",
]

@dataclass(frozen=True, eq=True)
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
    gpus: int = ...
    severity: int = ...

class Event(NamedTuple):
    """One line of the event log.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.simulation.simulate(run, relative_accuracy=0.01, events=1).events[0].what
    'checkpoint'
    """

    time: float
    what: str
    work: float
    severity: int

@dataclass(frozen=True, eq=False)
class Simulation(Result):
    """What was simulated.

    Attributes
    ----------
    goodput, standard_error : new useful training time per wall-clock time
    breakdown : fractions of elapsed time, with the names of run.breakdown; they sum to one
    failures, interruptions, silent_errors : how many; a failure that the strategy absorbs interrupts nothing
    detections : of silent errors; a failure wipes out those before it
    checkpoints, saves_just_in_time, bytes_written : that stand: what a failure undoes does not
    elapsed : wall-clock time simulated [s]
    events : log of the first stream, where asked for
    status, note : "ok", "stopped", "not converged" or "infeasible", and why
    stretches : that the standard error comes from

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.simulation.simulate(run, relative_accuracy=0.01).status
    'ok'
    """

    goodput: float
    standard_error: float
    breakdown: dict[str, float]
    failures: int
    interruptions: int
    silent_errors: int
    detections: int
    checkpoints: int
    saves_just_in_time: int
    bytes_written: float
    elapsed: float
    stretches: int
    events: Rows[Event]
    status: str
    note: str
    @property
    def relative_accuracy(self) -> float:
        """Standard error / goodput."""
    def confidence_interval(self, level: float = 0.95) -> tuple[float, float]:
        """An interval that holds the true goodput with that probability in (0, 1).

        Parameters
        ----------
        level : float, default 0.95
            The probability, in (0, 1).

        Returns
        -------
        tuple[float, float]
            An interval that holds the true goodput with that probability in (0, 1).

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """

def simulate(
    run: TrainingRun,
    strategy: Strategy | None = None,
    law: Law | None = None,
    seed: int = 1,
    relative_accuracy: float = 0.001,
    *,
    domains: Sequence[Domain] = (),
    most_failures: float = 1000000000.0,
    events: int = 0,
    threads: int = 0,
    progress: Callable[[float, float], object] | None = None,
) -> Simulation:
    """Play a run until its goodput is known to relative_accuracy = standard error / goodput.

    Parameters
    ----------
    run : TrainingRun
        One run, every field a scalar.
    strategy : Strategy, optional
        How it is protected; None: blocking checkpoints at run.optimal_interval.
    law : Law, optional
        Of one GPU, in place of gpu_mttf: renewed when the GPU is replaced, ageing in running time (restart included), the
        others superposed.
    seed : int, a whole number in [0, 9007199254740992], default 1
        The same seed gives the same result, on any number of threads.
    relative_accuracy : float, > 0 and finite, default 0.001
        Of standard error / goodput.
    domains : Sequence[Domain], optional
        Failures beside those, of parts that many GPUs share: Domain(count, mttf, gpus, severity).
    most_failures : float, > 0 and finite, default 1000000000.0
        Stop there even if the accuracy is not reached (status "not converged").
    events : int, a whole number in [0, 1e+07], default 0
        Lines of the event log to keep.
    threads : int, default 0
        0: one per core.
    progress : Callable[[float, float], object], optional
        Called with (failures so far, accuracy so far) every second or so; False ends the simulation (status "stopped").

    Returns
    -------
    Simulation
        What was simulated.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.simulation.simulate(run, relative_accuracy=0.01)
    >>> abs(found.goodput - run.goodput) < 4 * found.standard_error
    True
    """
