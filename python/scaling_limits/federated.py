# SPDX-License-Identifier: Apache-2.0
"""Rounds of federated clients: how many to ask, how long a round takes, the largest useful cohort."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

from . import _evaluate
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import Parameters, of_type
from ._public import listing
from .catalog import kinds
from .failures import Law
from .typing import Number, NumPyText, Quantity

_kernels = kernels_of("federated")
globals().update(_kernels)

__all__ = ["Round"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


# in a request the law stands beside the round
_law: dict[str, Any] = {
    "name": "law",
    "doc": "Failure law of the times until clients report.",
    "words": [],
    "default": None,
    "required": True,
}
_kind = {**kinds("round")["round"], "arguments": [_law]}


class Round(Parameters, group="round", kind=_kind, structure={"law": inspect.Parameter.empty}):
    """A round of federated training: it ends with the last report it waits for, or fails at its timeout.

    Each of the clients asked is lost with probability dropout; the others report after times of the law. Any field may be an
    array, those of the law too.

    Examples
    --------
    >>> law = sl.failures.Lognormal(mu=np.log(60), sigma=0.6)
    >>> round = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=law)
    >>> print(f"{round.mean_time:.4f} s, {round.completed_by(120):.4f} of rounds complete after two minutes")
    113.0785 s, 0.8388 of rounds complete after two minutes
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {"completed_by": "round_completed_by", "completion": "round", "mean_time": "round"}

    def __init__(self, **given: Any) -> None:
        if "law" not in given:
            raise TypeError("Round needs law: the times after which clients report")
        of_type("Round", "law", given["law"], Law)
        super().__init__(**given)

    def _arguments(self) -> dict[str, Any]:
        return {}

    @property
    def law(self) -> Law:
        """The times after which clients that are not lost report."""
        found: Law = self._structure["law"]
        return found

    @property
    def completion(self) -> Number:
        """P(the round is complete in the end)."""
        return self._ask("completion")

    @property
    def mean_time(self) -> Number:
        """Mean time of a round [s], failed ones included; inf where losses or the law leave it without a bound."""
        return self._ask("mean_time")

    @property
    def note(self) -> str | NumPyText:
        """Why the mean time is infinite; empty where it is not."""
        found: str | NumPyText = _evaluate.ask("round", self, self.law, columns=["note"]).columns["note"]
        return found

    def completed_by(self, time: Quantity) -> Number:
        """P(the round is complete by then).

        Parameters
        ----------
        time : after its start [s]
        """
        return _evaluate.ask("round_completed_by", self, self.law, numbers={"time": time}).columns["round_completed_by"]

    def _ask(self, column: str) -> Number:
        found: Number = _evaluate.ask("round", self, self.law, columns=[column]).columns[column]
        return found


complete(__all__, globals())
