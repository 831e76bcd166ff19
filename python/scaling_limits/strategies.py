# SPDX-License-Identifier: Apache-2.0
"""How a run is protected: each strategy is a value that answers interval, goodput, losses and breakdown for a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core, _evaluate
from ._parameters import Parameters

if TYPE_CHECKING:
    from .run import TrainingRun

__all__ = ["Strategy", "blocking"]

_kinds = _core.strategy_kinds()


class Strategy(Parameters):
    """Base of all strategies. Subclasses name a registered kind: ``class x(Strategy, table=_kinds["x"], owner="x")``."""

    __slots__ = ()

    def interval(self, run: TrainingRun) -> Any:
        """Useful work between two checkpoints [s]."""
        return _evaluate.number("interval", run, self)

    def goodput(self, run: TrainingRun) -> Any:
        """New useful training time per wall-clock time."""
        return _evaluate.number("goodput", run, self)

    def overhead(self, run: TrainingRun) -> Any:
        """1 / goodput - 1."""
        return _evaluate.number("overhead", run, self)

    def useful_throughput(self, run: TrainingRun) -> Any:
        """Gpus x goodput: the run in GPUs' worth of useful work."""
        return _evaluate.number("useful_throughput", run, self)

    def losses(self, run: TrainingRun) -> dict[str, Any]:
        """-ln goodput by cause."""
        return _evaluate.amounts("losses", run, self)

    def breakdown(self, run: TrainingRun) -> dict[str, Any]:
        """Fractions of elapsed time by what it goes to; they sum to one."""
        return _evaluate.amounts("breakdown", run, self)


class blocking(Strategy, table=_kinds["blocking"], owner="blocking"):
    """Checkpoints that block training for the run's write_time, to one storage tier.

    A snapshot is usable persist_latency after it was taken, and slows training down meanwhile. One write in flight at a time:
    interval >= (1 - slowdown) x persist_latency. interval=None is the best one.
    """

    __slots__ = ()
