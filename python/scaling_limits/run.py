# SPDX-License-Identifier: Apache-2.0
"""The run as its owner describes it, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from . import _core, _evaluate
from ._docs import complete
from ._parameters import Field, Parameters, column, of_type, one_number
from ._public import listing
from .catalog import kinds
from .failures import Cause, listed_causes
from .results import Answered
from .storage import Tier
from .typing import Number, Quantity, SomeNumber

__all__ = [
    "CauseMix",
    "CommunicatorFit",
    "Field",
    "Operation",
    "RestartParts",
    "TrainingRun",
    "cause_mix",
    "effective_run",
    "fit_communicator",
]
__dir__ = listing(__all__)


class Operation(Parameters, group="operation", kind=kinds("operation")["operation"]):
    """Who keeps a run going: by itself, on call, in attended hours; and the stops and evaluations of people. SI units.

    `hours`: a text, or windows (from, to) in seconds from Monday 0:00. ``strategy.under(operation=...)``; a cause may have an
    operation of its own. Waits of attended failures depend on how often the run fails.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> office = sl.Operation(kind="attended", hours="Mon-Fri 9:00-17:00")
    >>> sl.strategies.blocking().under(operation=office).goodput(run) < 0.5 * run.goodput
    True
    """

    __slots__ = ()
    _example: ClassVar[dict[str, Any]] = {"kind": "on_call", "reaction": 1800}

    def __init__(self, *args: Any, **given: Any) -> None:
        who = {name: given[name] for name in self._structural if name in given}
        super().__init__(*args, **given | _core.respelled(self._group, self._kind, who))


class RestartParts(Parameters, group="restart", kind=kinds("restart")["restart_parts"]):
    """A restart by its parts: communicators grow with the ranks, the load with its readers. SI units.

    It takes the place of a run's initialization_time and of its load: ``strategy.under(restart=...)``.

    Examples
    --------
    >>> stock = sl.RestartParts(communicator_growth=265, communicator_gpus=96_000)
    >>> run = sl.published.llama3_405b()
    >>> sl.strategies.blocking().under(restart=stock).goodput(run) < run.goodput
    True
    """

    __slots__ = ()


class TrainingRun(Parameters, group="run", kind=kinds("run")["training_run"]):
    """A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

    Any field may be an array of NumPy, xarray, pandas or dask; results broadcast, keep its type and its labels.
    """

    __slots__ = ()

    @property
    def failure_rate(self) -> SomeNumber:
        """Job interruptions per second of running time: gpus / gpu_mttf."""
        return _evaluate.number("failure_rate", self)

    @property
    def mtbf(self) -> SomeNumber:
        """Mean running time between job interruptions [s]: gpu_mttf / gpus."""
        return _evaluate.number("mtbf", self)

    @property
    def write_time(self) -> SomeNumber:
        """One save [s]: storage_latency + checkpoint_bytes / write_bandwidth."""
        return _evaluate.number("write_time", self)

    @property
    def read_time(self) -> SomeNumber:
        """One load [s]: storage_latency + checkpoint_bytes / read_bandwidth."""
        return _evaluate.number("read_time", self)

    @property
    def restart_time(self) -> SomeNumber:
        """Load and re-initialise, exposed to failures [s]: read_time + initialization_time."""
        return _evaluate.number("restart_time", self)

    @property
    def optimal_interval(self) -> SomeNumber:
        """The interval [s] of best goodput under blocking checkpoints."""
        return _evaluate.number("interval", self)

    @property
    def goodput(self) -> Number:
        """New useful training time per wall-clock time under blocking checkpoints at the best interval."""
        return _evaluate.number("goodput", self)

    @property
    def overhead(self) -> Number:
        """1 / goodput - 1 under blocking checkpoints at the best interval."""
        return _evaluate.number("overhead", self)

    @property
    def useful_throughput(self) -> Number:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
        return _evaluate.number("useful_throughput", self)

    @property
    def breakdown(self) -> dict[str, Number]:
        """Fractions of elapsed time by what it goes to, summing to one: useful, checkpoint, rework, restart, downtime."""
        return _evaluate.amounts("breakdown", self)

    def saved_to(self, tier: Tier) -> TrainingRun:
        """The same run with its checkpoints in a storage tier, which fills bandwidths and latency."""
        of_type("saved_to", "tier", tier, Tier)
        return type(self)(**_evaluate.ask("saved_to", self, tier).amounts())


class CauseMix(Answered, question="cause_mix", beside=("shares", "without")):
    """What a list of causes comes to: the one cause that costs blocking checkpoints the same.

    Attributes
    ----------
    shares : of elapsed time by cause, in all, under blocking checkpoints at the best interval
    without : goodput by cause, if it never struck

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> mix = sl.run.cause_mix(run, [sl.failures.Cause(name="hang", share=0.1, detection=2700)])
    >>> round(mix.downtime, 6)
    270.0
    """

    shares: dict[str, Number]
    without: dict[str, Number]


def beside(
    function: str, causes: Any = (), restart: RestartParts | None = None, operation: Operation | None = None
) -> tuple[Parameters, ...]:
    """What stops a run and how it comes back, as a question takes it."""
    listed: list[Parameters] = list(listed_causes(function, causes))
    for name, given, kind in (("restart", restart, RestartParts), ("operation", operation, Operation)):
        if given is not None:
            of_type(function, name, given, kind)
            listed.append(given)
    return tuple(listed)


def _stops(function: str, run: TrainingRun, *others: Any) -> tuple[Any, ...]:
    """Run, and what stops it, as a question takes them."""
    of_type(function, "run", run, TrainingRun)
    return (run, *beside(function, *others))


def cause_mix(
    run: TrainingRun,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> CauseMix:
    """What a list of causes comes to at the size of a run: rate, restart and downtime of the one cause that costs the same.

    Parameters
    ----------
    run : at its size, of single numbers
    causes : what stops it, in place of its gpu_mttf or as shares of it; a text: one of published.causes by its name
    restart : its restart by parts; default: as the run says
    operation : who brings it back; default: nobody has to

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.run.cause_mix(run, [sl.failures.Cause(name="any", share=1)]).failure_rate == run.failure_rate
    True
    """
    parts = _stops("cause_mix", run, causes, restart, operation)
    rows = _evaluate.ask("by_cause", *parts).single("cause_mix").columns
    found = {
        name: dict(zip(rows["cause"], rows[column], strict=True)) for name, column in (("shares", "time"), ("without",) * 2)
    }
    return _evaluate.ask("cause_mix", *parts).to(CauseMix, **found)


def effective_run(
    run: TrainingRun,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> TrainingRun:
    """The run of one cause that costs blocking checkpoints what the list does.

    Parameters
    ----------
    run, causes, restart, operation : as of cause_mix

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.run.effective_run(run, [sl.failures.Cause(name="hang", share=0.1, detection=2700)]).goodput < run.goodput
    True
    """
    parts = _stops("effective_run", run, causes, restart, operation)
    return TrainingRun(**_evaluate.ask("effective_run", *parts).amounts())


class CommunicatorFit(Answered, question="fit_communicator", single=True):
    """What of a restart grows with its size: constant + growth (N/communicator_gpus)^exponent.

    Examples
    --------
    >>> sl.run.fit_communicator([512, 4096, 16_384], [320, 350, 450]).sizes
    3
    """

    @property
    def parts(self) -> RestartParts:
        """The parts of a restart that take so long, all of it in its communicators.

        Examples
        --------
        >>> fit = sl.run.fit_communicator([512, 4096, 16_384], [320, 350, 450])
        >>> sl.strategies.blocking().under(restart=fit.parts).goodput(sl.published.llama3_405b()) < 1
        True
        """
        return RestartParts(
            communicator_time=self.constant,
            communicator_growth=self.growth,
            communicator_gpus=self.communicator_gpus,
            communicator_exponent=self.exponent if self.exponent == self.exponent else 1,
        )


def fit_communicator(
    gpus: Quantity, restart_times: Quantity, exponent: float | None = 1, communicator_gpus: float | None = None
) -> CommunicatorFit:
    """What of a restart grows with its size, from restart times at several sizes, by least squares of relative errors.

    Parameters
    ----------
    gpus : the size at each restart, from 1 to 1e12
    restart_times : how long each took, all of it [s]
    exponent : of what grows, in (0, 10]; None: found, which takes three different sizes
    communicator_gpus : the size at which growth is given; default: the largest

    Examples
    --------
    >>> fit = sl.run.fit_communicator([1024, 4096, 16_384], [302.8, 311.3, 345.2])
    >>> round(fit.constant), round(fit.growth), fit.communicator_gpus
    (300, 45, 16384.0)
    """
    who = "fit_communicator"
    lists = {"gpus": column(who, "gpus", gpus), "restart_times": column(who, "restart_times", restart_times, "s")}
    given = {"exponent": exponent, "communicator_gpus": communicator_gpus}
    numbers = {name: np.nan if value is None else one_number(who, name, value) for name, value in given.items()}
    arguments = {name: _core.Numbers(values) for name, values in lists.items()}
    return _evaluate.ask(who, numbers=numbers, arguments=arguments).to(CommunicatorFit)


complete(__all__, globals())
