# SPDX-License-Identifier: Apache-2.0
"""How ranks talk: fabrics, collectives, topologies. Seconds, bytes, bytes/s; bandwidths one way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _core
from ._kernel import Choice, Kernel, describe, kernels_of
from ._parameters import Parameters
from .catalog import kinds

_kernels = kernels_of("network")
_by_place = kernels_of("_network")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel | Choice: ...


__all__ = [
    "BestAllReduce",
    "Fabric",
    "all_reduce_crossover_bytes",
    "best_all_reduce",
    "bus_bandwidth",
    "nccl_all_reduce_latency",
    "time_at_bus_bandwidth",
]
__all__ += sorted(_kernels)

#: The all-reduces that ``best_all_reduce`` chooses from.
all_reduce_algorithms: tuple[str, ...] = _core.network.all_reduce_algorithms


class Fabric(Parameters, group="fabric", kind=kinds("fabric")["fabric"]):
    """Two levels of network as a GPU sees them; bandwidths are per GPU and one way."""

    __slots__ = ()


def _place(function: str, name: str, word: object, words: tuple[str, ...]) -> int:
    if not isinstance(word, str):
        raise TypeError(f"{function}: {name} must be one of {', '.join(map(repr, words))}, not {describe(word)}")
    if word not in words:
        raise ValueError(f"{function}: {name} = {word!r} must be one of {', '.join(map(repr, words))}")
    return words.index(word)


def all_reduce_crossover_bytes(
    first: str, second: str, ranks: Any, latency: Any, bandwidth: Any, reduction_time: Any = 0
) -> Any:
    """The buffer [bytes] at which two all-reduces take the same time.

    "ring", "recursive_doubling", "halving_doubling", "binomial". S = alpha W (m_a - m_b)/(v_b - v_a) with m messages and v
    buffers moved. NaN where one is never slower than the other, or where one does not exist for so many ranks. ranks >= 1;
    latency >= 0 [s]; bandwidth > 0 [B/s]; reduction_time >= 0 [s/B].
    """
    places = [
        _place("all_reduce_crossover_bytes", n, w, all_reduce_algorithms) for n, w in (("first", first), ("second", second))
    ]
    return _by_place["crossover_bytes"](*places, ranks, latency, bandwidth, reduction_time)


@dataclass(frozen=True, eq=False)
class BestAllReduce:
    """The fastest all-reduce; arrays where the arguments are.

    Attributes
    ----------
    algorithm : its name
    time : [s]
    from_bytes, up_to_bytes : the sizes between which it stays the fastest
    """

    algorithm: Any
    time: Any
    from_bytes: Any
    up_to_bytes: Any


def best_all_reduce(ranks: Any, bytes: Any, latency: Any, bandwidth: Any, reduction_time: Any = 0) -> BestAllReduce:
    """The fastest all-reduce for a buffer, among those that exist for so many ranks, and how far it stays so.

    ranks >= 1; bytes >= 0, full buffer of one rank; latency >= 0 [s]; bandwidth > 0 [B/s]; reduction_time >= 0 [s/B].
    """
    place, time, lower, upper = _by_place["best_all_reduce"](ranks, bytes, latency, bandwidth, reduction_time)
    (name,) = _arrays.apply(_name_of, (place,), 1, [np.dtype(object)])
    return BestAllReduce(name if np.ndim(place) else str(np.asarray(name)[()]), time, lower, upper)


def _name_of(place: Any) -> tuple[Any]:
    codes = np.asarray(place, dtype=float)
    return (np.array([*all_reduce_algorithms, ""], dtype=object)[np.where(np.isnan(codes), -1, codes).astype(int)],)


def bus_bandwidth(bytes: Any, time: Any, ranks: Any, collective: str = "all_reduce") -> Any:
    """Bus bandwidth [B/s] of a measured time, to be held against the hardware's.

    bytes / time x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather", "all_to_all", 1 for "broadcast" and
    "reduce" (nccl-tests).
    """
    place = _place("bus_bandwidth", "collective", collective, _core.network.collectives)
    return _by_place["bus_bandwidth"](bytes, time, ranks, place)


def time_at_bus_bandwidth(bytes: Any, bandwidth: Any, ranks: Any, collective: str = "all_reduce") -> Any:
    """The time [s] of a collective at a bus bandwidth: bus_bandwidth the other way round."""
    place = _place("time_at_bus_bandwidth", "collective", collective, _core.network.collectives)
    return _by_place["time_at_bus_bandwidth"](bytes, bandwidth, ranks, place)


def nccl_all_reduce_latency(
    ranks: Any, nodes: Any, algorithm: str = "tree", protocol: str = "LL", intra: str = "nvlink"
) -> Any:
    """The latency [s] that NCCL's tuning model charges an all-reduce (graph/tuning.cc, as of 2026).

    "tree": base + 2 [(n/k - 1) intra + floor(log2 k) inter]; "ring": base + (2 (n-1) - 2 (k-1)) max(intra, o) + 2 (k-1) inter.
    ranks n; nodes k; protocol "LL", "LL128" or "Simple"; intra "nvlink" or "pci".
    """
    owner = "nccl_all_reduce_latency"
    return _by_place["nccl_all_reduce_latency"](
        ranks,
        nodes,
        _place(owner, "algorithm", algorithm, _core.network.nccl_algorithms),
        _place(owner, "protocol", protocol, _core.network.nccl_protocols),
        _place(owner, "intra", intra, _core.network.nccl_links),
    )
