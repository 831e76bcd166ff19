# SPDX-License-Identifier: Apache-2.0
"""What the worst parts of a run cost in goodput."""

from __future__ import annotations

from typing import Any

from . import _core, _evaluate
from ._parameters import column
from ._streams import labels_of
from .limits import plan_of
from .results import Answered
from .run import TrainingRun
from .strategies import Strategy
from .typing import Quantity


class WorstPartsGain(Answered, question="worst_parts_gain", single=True):
    """What it buys in goodput to take the worst parts of a run away, or to have them renewed.

    Attributes
    ----------
    part : labels, the worst first

    Examples
    --------
    >>> run = sl.TrainingRun(gpus=48, mtbf=6 * sl.units.hour, checkpoint_bytes=1e12, write_bandwidth=1e10)
    >>> gain = sl.analysis.worst_parts_gain(run, [1, 0, 2, 1, 60, 1], [sl.units.day * 30] * 6, labels=list("abcdef"))
    >>> gain.part[0], gain.worth_removing
    ('e', 0.0)
    >>> [round(float(goodput), 3) for goodput in (gain.goodput, gain.renewed[0])]
    [0.907, 0.953]
    """

    part: list[Any]


def worst_parts_gain(
    run: TrainingRun,
    events: Any,
    exposures: Quantity,
    labels: Any = None,
    strategy: Strategy | None = None,
    *,
    renewed_rate: Quantity | None = None,
    share: float = 1.0,
) -> WorstPartsGain:
    """What it buys in goodput to take the worst parts (nodes, say) of a run away, or to have them renewed.

    Rates have chance taken out, as ``failures.worst_parts`` has them, with 90 % intervals from 0.3 failures a part on; the
    parts hold as many GPUs each.

    Parameters
    ----------
    run : at the size, and with the failures, that it has with all of them
    events : failures of each part, those of none included
    exposures : time that each was watched [s]
    labels : of the parts; default: their places
    strategy : default: blocking()
    renewed_rate : of a part in the place of one taken away [1/s]; default: the mean
    share : of the run's failures that are of parts; the rest goes with the GPUs that run

    Examples
    --------
    >>> run = sl.TrainingRun(gpus=48, mtbf=6 * sl.units.hour, checkpoint_bytes=1e12, write_bandwidth=1e10)
    >>> gain = sl.analysis.worst_parts_gain(run, [1, 0, 2, 1, 60, 1], [sl.units.day * 30] * 6)
    >>> gain.part[0]
    4
    """
    owner = "worst_parts_gain"
    run, _, strategy, *_ = plan_of(owner, run, None, strategy, ())
    if run._single() is None:
        raise ValueError(f"{owner}: fields of run must be single numbers, not arrays")
    lists = {"events": column(owner, "events", events), "exposures": column(owner, "exposures", exposures)}
    names = labels_of(owner, labels, len(lists["events"]))
    numbers = {"share": share} if renewed_rate is None else {"share": share, "renewed_rate": renewed_rate}
    arguments = {name: _core.Numbers(values) for name, values in lists.items()}
    answer = _evaluate.ask(owner, run, strategy, numbers=_evaluate.in_range(owner, numbers), arguments=arguments)
    return answer.to(WorstPartsGain, part=[names[int(place)] for place in answer.columns["part"]])
