# SPDX-License-Identifier: Apache-2.0
"""How ranks talk: fabrics, collectives, topologies. Seconds, bytes, bytes/s; bandwidths one way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from . import _arrays, _core, _evaluate
from ._docs import complete
from ._kernel import find, kernels_of
from ._parameters import Parameters
from ._public import listing
from .catalog import kinds
from .results import Result
from .typing import Number, Quantity, Text

_kernels = kernels_of("network")
globals().update(_kernels)


__all__ = ["BestAllReduce", "Fabric", "Ring", "all_reduce_algorithms", "best_all_reduce"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)

#: The all-reduces that ``best_all_reduce`` chooses from.
all_reduce_algorithms: tuple[str, ...] = _core.network.all_reduce_algorithms


class Fabric(Parameters, group="fabric", kind=kinds("fabric")["fabric"]):
    """Two levels of network as a GPU sees them; bandwidths are per GPU and one way."""

    __slots__ = ()


class Ring(Parameters, group="ring", kind=kinds("ring")["ring"]):
    """Sites that train one model together and exchange their gradients around a ring after every batch.

    Examples
    --------
    >>> ring = sl.network.Ring(bandwidth=51.2e12 / 8, length=0, batch_tokens=6e7)
    >>> parameters = ring.parameters(300 * sl.units.day, 0)
    >>> print(f"{parameters:.4g} parameters, {ring.exchange_time(parameters, 0):.4g} s an exchange")
    1.577e+13 parameters, 4.93 s an exchange
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {
        "parameters": "ring_parameters",
        "compute": "ring_compute",
        "exchange_time": "ring_exchange_time",
    }

    def parameters(self, duration: Quantity, years: Quantity) -> Number:
        """Parameters of the largest model that is trained in the duration, if exchanges alone took time."""
        return _evaluate.number_at("ring_parameters", self, duration=duration, years=years)

    def compute(self, duration: Quantity, years: Quantity) -> Number:
        """What training that model takes [FLOP]: 6 tokens_per_parameter N^2."""
        return _evaluate.number_at("ring_compute", self, duration=duration, years=years)

    def exchange_time(self, parameters: Quantity, years: Quantity) -> Number:
        """One exchange of so many parameters around the ring [s]: 2 p N/W + 2 length / 2e8 m/s."""
        return _evaluate.number_at("ring_exchange_time", self, parameters=parameters, years=years)


@dataclass(frozen=True, eq=False, repr=False)
class BestAllReduce(Result):
    """The fastest all-reduce; arrays where the arguments are.

    Attributes
    ----------
    algorithm : its name
    time : [s]
    from_bytes, up_to_bytes : the sizes between which it stays the fastest [B]

    Examples
    --------
    >>> sl.network.best_all_reduce(8, 1e6, 1e-6, 1e9).up_to_bytes
    np.float64(inf)
    """

    algorithm: Text
    time: Number
    from_bytes: Number
    up_to_bytes: Number


def best_all_reduce(
    ranks: Quantity, bytes: Quantity, latency: Quantity, bandwidth: Quantity, reduction_time: Quantity = 0
) -> BestAllReduce:
    """The fastest all-reduce for a buffer, among those that exist for so many ranks, and how far it stays so.

    Examples
    --------
    >>> sl.network.best_all_reduce(8, 1e6, 1e-6, 1e9)
    BestAllReduce(algorithm='halving_doubling', time=1.756 ms, from_bytes=2.4 kB, up_to_bytes=unlimited)
    """
    place, time, lower, upper = find("network._best_all_reduce")(ranks, bytes, latency, bandwidth, reduction_time)
    (name,) = _arrays.apply(_name_of, (place,), 1, [np.dtype(object)])
    return BestAllReduce(name if np.ndim(place) else str(np.asarray(name)[()]), time, lower, upper)


def _name_of(place: Any) -> tuple[Any]:
    codes = np.asarray(place, dtype=float)
    return (np.array([*all_reduce_algorithms, ""], dtype=object)[np.where(np.isnan(codes), -1, codes).astype(int)],)


complete(__all__, globals())
