# SPDX-License-Identifier: Apache-2.0
"""Trials of a search on workers: brackets, successive halving in step and asynchronous, random search, shared costs.

Budgets are in any unit of work of one trial, times in those of one worker.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import _evaluate
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import checked, one_number
from ._public import listing
from .results import Result, Rows

_kernels = kernels_of("search")
globals().update(_kernels)

__all__ = ["BracketRung", "brackets"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


@dataclass(frozen=True, eq=False, repr=False)
class BracketRung(Result):
    """One rung of one bracket of Hyperband.

    Attributes
    ----------
    bracket : its number; 0 starts with the largest budget
    rung : 0 first
    trials : in the rung
    budget : of each of them

    Examples
    --------
    >>> sl.search.brackets(81, 3)[0].trials
    81
    """

    bracket: int
    rung: int
    trials: int
    budget: float


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
    found = _evaluate.ask("hyperband_brackets", numbers=numbers, arguments={"form": form}).columns
    columns = (found["bracket"], found["rung"], found["trials"], found["budget"])
    return Rows(BracketRung(int(s), int(i), int(n), float(r)) for s, i, n, r in zip(*columns, strict=True))


complete(__all__, globals())
