# SPDX-License-Identifier: Apache-2.0
"""Trials of a search on workers: brackets, successive halving in step and asynchronous, random search, shared costs.

Budgets are in any unit of work of one trial, times in those of one worker; those of a Halving are in seconds.
"""

from __future__ import annotations

from typing import ClassVar

from . import _evaluate
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import Parameters, checked, one_number
from ._public import listing
from .catalog import kinds
from .results import Answered, Rows
from .typing import Number, Quantity

_kernels = kernels_of("search")
globals().update(_kernels)

__all__ = ["BracketRung", "Halving", "brackets"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class BracketRung(Answered, question="hyperband_brackets", each="row"):
    """One rung of one bracket of Hyperband.

    Examples
    --------
    >>> sl.search.brackets(81, 3)[0].trials
    81
    """

    bracket: int
    rung: int
    trials: int


class Halving(Parameters, group="search", kind=kinds("search")["search"]):
    """Trials that are halved rung by rung, in step or asynchronous: how many start, how many go on, how often.

    Any field may be an array. ``limits.Trials`` of the same numbers is the factor that a limit of workers takes.

    Examples
    --------
    >>> pool = sl.search.Halving(trials=256, reduction=4, rungs=4)
    >>> print(f"16 workers are worth {pool.useful_workers(16):.4f}, more never pass {pool.most_useful_workers:.4f}")
    16 workers are worth 3.4783, more never pass 3.7537
    >>> pool.time(16, least_budget="10 min") / sl.units.hour
    61.333333333333336
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = dict.fromkeys(
        ("time", "efficiency", "useful_workers", "largest_budget", "first_result", "results_per_time"), "search"
    )

    def time(self, workers: Quantity, least_budget: Quantity) -> Number:
        """Time in step, each rung waiting for the one before [s].

        Parameters
        ----------
        workers : trials that run at once
        least_budget : time of a trial in rung 0 on one worker [s]
        """
        return self._ask("time", workers, least_budget)

    def efficiency(self, workers: Quantity) -> Number:
        """Share of the workers' time that is used in step.

        Parameters
        ----------
        workers : trials that run at once
        """
        return self._ask("efficiency", workers)

    def useful_workers(self, workers: Quantity) -> Number:
        """Workers that are never idle and do as much as so many in step.

        Parameters
        ----------
        workers : trials that run at once
        """
        return self._ask("worth", workers)

    @property
    def most_useful_workers(self) -> Number:
        """What workers in step are never worth more than, however many they are."""
        return self._ask("most_worth")

    def largest_budget(self, least_budget: Quantity) -> Number:
        """Time of a trial in the last rung, from its start [s].

        Parameters
        ----------
        least_budget : time of a trial in rung 0 on one worker [s]
        """
        return self._ask("largest_budget", 1, least_budget)

    def first_result(self, least_budget: Quantity) -> Number:
        """When asynchronous workers, first_workers or more, have the first trial of the largest budget [s].

        Parameters
        ----------
        least_budget : time of a trial in rung 0 on one worker [s]
        """
        return self._ask("first_result", 1, least_budget)

    @property
    def first_workers(self) -> Number:
        """Workers from which first_result holds: as many as trials of which one reaches the last rung."""
        return self._ask("first_workers")

    def results_per_time(self, workers: Quantity, least_budget: Quantity) -> Number:
        """Trials of the largest budget that asynchronous workers finish, once there is one [1/s]; a lower bound.

        Parameters
        ----------
        workers : trials that run at once
        least_budget : time of a trial in rung 0 on one worker [s]
        """
        return self._ask("results_per_time", workers, least_budget)

    def _ask(self, column: str, workers: Quantity = 1, least_budget: Quantity = 1) -> Number:
        numbers = _evaluate.in_range("search", {"workers": workers, "least_budget": least_budget})
        found: Number = _evaluate.ask("search", self, numbers=numbers, columns=[column]).columns[column]
        return found


def brackets(budget: float, reduction: float, *, form: str = "journal") -> Rows[BracketRung]:
    """The brackets of Hyperband, rung by rung, from many trials of small budgets to few of the largest.

    Parameters
    ----------
    budget : the largest of one trial, in units of the smallest, >= 1
    reduction : of so many trials one goes on, >= 2
    form : how many start, "journal": ceil((s_max + 1)/(s + 1) reduction^s), or "first": ceil(floor((s_max + 1)/(s + 1))
        reduction^s), as in the first version and its code

    References
    ----------
    Li et al., JMLR 18(185), 2018, algorithm 1; Li et al., ICLR 2017.

    Examples
    --------
    >>> [row.trials for row in sl.search.brackets(81, 3) if row.rung == 0]
    [81, 34, 15, 8, 5]
    >>> sum(row.trials * row.budget for row in sl.search.brackets(81, 3, form="first"))
    1701.0
    """
    given = {"budget": budget, "reduction": reduction}
    numbers = {
        row.name: checked("brackets", row, one_number("brackets", row.name, given[row.name]))
        for row in _evaluate.rows_of("hyperband_brackets")
    }
    found = _evaluate.ask("hyperband_brackets", numbers=numbers, arguments={"form": form})
    return Rows(BracketRung(**row) for row in found.rows(BracketRung))


complete(__all__, globals())
