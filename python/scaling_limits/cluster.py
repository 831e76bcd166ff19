# SPDX-License-Identifier: Apache-2.0
"""Jobs that share a cluster: how full gangs served in order can make it, what a larger batch is worth to a job."""

from __future__ import annotations

from collections.abc import Sequence

from . import _core, _evaluate
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import column
from ._public import listing
from .results import Answered
from .typing import Quantity

_kernels = kernels_of("cluster")
globals().update(_kernels)
__all__ = ["GangLimit", "gang_limit"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class GangLimit(Answered, question="gang_limit"):
    """The most that gangs served first come, first served can use of a cluster; arrays where gpus is.

    Examples
    --------
    >>> sl.cluster.gang_limit(8, [1, 8], [0.5, 0.5])
    GangLimit(utilization=0.664407, throughput=1.18117, status='ok', note='')
    """


def gang_limit(gpus: Quantity, sizes: Sequence[float], shares: Sequence[float]) -> GangLimit:
    """The most that gangs served first come, first served can use of a cluster: the first in the queue waits for all its GPUs.

    K jobs are served while the queue never empties: as many as fit together. Throughput is 1/E[1/K], utilization that times the
    mean size over gpus. Exact for any mix of sizes where service is exponential with one mean, whatever the size; where larger
    gangs are served longer, or times vary less, the limit is another one.

    Parameters
    ----------
    gpus : of the cluster, a whole number from 1 to 1e6
    sizes : GPUs of a gang of each kind, whole numbers from 1 to gpus
    shares : of the jobs, of each kind; they sum to one

    References
    ----------
    Rumyantsev and Morozov, Annals of Operations Research 252, 2017 (when such a queue is stable).

    Examples
    --------
    >>> mix = [1, 2, 4, 8, 16, 32, 64], [0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01]
    >>> sl.cluster.gang_limit([64, 128, 2048], *mix).utilization.round(4)
    array([0.6387, 0.8988, 0.9949])
    """
    lists = {"sizes": sizes, "shares": shares}
    arguments = {name: _core.Numbers(column("gang_limit", name, given)) for name, given in lists.items()}
    numbers = _evaluate.in_range("gang_limit", {"gpus": gpus})
    return _evaluate.ask("gang_limit", numbers=numbers, arguments=arguments).to(GangLimit)


complete(__all__, globals())
