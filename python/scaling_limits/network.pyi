# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How ranks talk: fabrics, collectives, topologies. Seconds, bytes, bytes/s; bandwidths one way."""

from dataclasses import dataclass
from typing import Any, Self, overload

from ._typing import Answer, ArrayLike, Quantity, Real
from .run import Field

__all__ = [
    "BestAllReduce",
    "Fabric",
    "all_reduce_crossover_bytes",
    "best_all_reduce",
    "bus_bandwidth",
    "nccl_all_reduce_latency",
    "time_at_bus_bandwidth",
    "all_to_all_bisection_time",
    "best_chain_pieces",
    "best_tree_pieces",
    "binomial_all_reduce_time",
    "bruck_all_to_all_time",
    "dragonfly_bisection_links",
    "dragonfly_groups",
    "dragonfly_hosts",
    "fat_tree_bisection_links",
    "fat_tree_hosts",
    "fat_tree_mean_hops",
    "fat_tree_switches",
    "halving_doubling_all_reduce_time",
    "hierarchical_all_reduce_time",
    "leaf_spine_bisection_links",
    "leaf_spine_hosts",
    "leaf_spine_mean_hops",
    "leaf_spine_switches",
    "pairwise_all_to_all_time",
    "pipelined_chain_broadcast_time",
    "pipelined_tree_all_reduce_time",
    "recursive_doubling_all_reduce_time",
    "ring_all_gather_time",
    "ring_all_reduce_time",
    "ring_reduce_scatter_time",
    "torus_all_to_all_time",
    "torus_bisection_links",
    "torus_mean_hops",
    "torus_nodes",
]

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

class Fabric:
    """Two levels of network as a GPU sees them; bandwidths are per GPU and one way.

    Parameters
    ----------
    gpus_per_node : > 0 and finite
        GPUs that share the inner network
    inner_bandwidth : > 0 [B/s]
        inside a node, per GPU and one way
    outer_bandwidth : > 0 [B/s]
        between nodes, per GPU and one way
    inner_latency : >= 0 and finite [s]
        of one message inside a node
    outer_latency : >= 0 and finite [s]
        of one message between nodes
    """
    def __init__(
        self,
        *,
        gpus_per_node: Quantity,
        inner_bandwidth: Quantity,
        outer_bandwidth: Quantity,
        inner_latency: Quantity = 0.0,
        outer_latency: Quantity = 0.0,
    ) -> None: ...
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(
        self,
        *,
        gpus_per_node: Quantity = ...,
        inner_bandwidth: Quantity = ...,
        outer_bandwidth: Quantity = ...,
        inner_latency: Quantity = ...,
        outer_latency: Quantity = ...,
    ) -> Self:
        """The same with some fields changed."""
    @property
    def gpus_per_node(self) -> Answer:
        """GPUs that share the inner network; > 0 and finite"""
    @property
    def inner_bandwidth(self) -> Answer:
        """inside a node, per GPU and one way; > 0 [B/s]"""
    @property
    def outer_bandwidth(self) -> Answer:
        """between nodes, per GPU and one way; > 0 [B/s]"""
    @property
    def inner_latency(self) -> Answer:
        """of one message inside a node; >= 0 and finite [s]"""
    @property
    def outer_latency(self) -> Answer:
        """of one message between nodes; >= 0 and finite [s]"""

def all_reduce_crossover_bytes(
    first: str, second: str, ranks: Any, latency: Any, bandwidth: Any, reduction_time: Any = 0
) -> Any:
    """The buffer [bytes] at which two all-reduces take the same time.

    "ring", "recursive_doubling", "halving_doubling", "binomial". S = alpha W (m_a - m_b)/(v_b - v_a) with m messages and v
    buffers moved. NaN where one is never slower than the other, or where one does not exist for so many ranks. ranks >= 1;
    latency >= 0 [s]; bandwidth > 0 [B/s]; reduction_time >= 0 [s/B].
    """

def best_all_reduce(ranks: Any, bytes: Any, latency: Any, bandwidth: Any, reduction_time: Any = 0) -> BestAllReduce:
    """The fastest all-reduce for a buffer, among those that exist for so many ranks, and how far it stays so.

    ranks >= 1; bytes >= 0, full buffer of one rank; latency >= 0 [s]; bandwidth > 0 [B/s]; reduction_time >= 0 [s/B].
    """

def bus_bandwidth(bytes: Any, time: Any, ranks: Any, collective: str = "all_reduce") -> Any:
    """Bus bandwidth [B/s] of a measured time, to be held against the hardware's.

    bytes / time x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather", "all_to_all", 1 for "broadcast" and
    "reduce" (nccl-tests).
    """

def nccl_all_reduce_latency(
    ranks: Any, nodes: Any, algorithm: str = "tree", protocol: str = "LL", intra: str = "nvlink"
) -> Any:
    """The latency [s] that NCCL's tuning model charges an all-reduce (graph/tuning.cc, as of 2026).

    "tree": base + 2 [(n/k - 1) intra + floor(log2 k) inter]; "ring": base + (2 (n-1) - 2 (k-1)) max(intra, o) + 2 (k-1) inter.
    ranks n; nodes k; protocol "LL", "LL128" or "Simple"; intra "nvlink" or "pci".
    """

def time_at_bus_bandwidth(bytes: Any, bandwidth: Any, ranks: Any, collective: str = "all_reduce") -> Any:
    """The time [s] of a collective at a bus bandwidth: bus_bandwidth the other way round."""

@overload
def all_to_all_bisection_time(ranks: Real, bytes: Real, bisection_bandwidth: Real) -> float:
    """The least time [s] of an all-to-all through a cut that halves the ranks, n S/(4 W).

    ranks n >= 1; bytes S >= 0 of one rank; bisection_bandwidth W > 0 [B/s] of all links across together, one way.
    """

@overload
def all_to_all_bisection_time(
    ranks: Quantity,
    bytes: Quantity,
    bisection_bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def best_chain_pieces(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """The best number of pieces for a broadcast along a chain, sqrt((n - 2) S/(alpha W)), at least 1.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank.
    """

@overload
def best_chain_pieces(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def best_tree_pieces(depth: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """The best number of pieces for an all-reduce up and down a binary tree, sqrt((2 d - 1) S/(alpha W)), at least 1.

    depth d >= 0; bytes S >= 0; latency alpha >= 0 [s]; bandwidth W > 0 [B/s] of a link, each way.
    """

@overload
def best_tree_pieces(
    depth: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def binomial_all_reduce_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """All-reduce [s] by a binomial tree, reduce then broadcast, ceil(log2 n)(2 alpha + 2 S/W + S gamma).

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; reduction_time gamma >= 0 [s/B].
    """

@overload
def binomial_all_reduce_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def bruck_all_to_all_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-to-all [s] after Bruck, log2 n (alpha + S/(2 W)); NaN unless n is a power of two.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank.
    """

@overload
def bruck_all_to_all_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def dragonfly_bisection_links(p: Real) -> float:
    """Global links between two halves of whole groups of a balanced dragonfly, floor(g/2) ceil(g/2)."""

@overload
def dragonfly_bisection_links(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Answer: ...
@overload
def dragonfly_groups(p: Real) -> float:
    """Groups of a balanced dragonfly with p hosts per switch, 2 p^2 + 1. Kim et al., ISCA 2008."""

@overload
def dragonfly_groups(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Answer: ...
@overload
def dragonfly_hosts(p: Real) -> float:
    """Hosts of a balanced dragonfly with p hosts per switch, 2 p^2 (2 p^2 + 1). Kim et al., ISCA 2008."""

@overload
def dragonfly_hosts(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Answer: ...
@overload
def fat_tree_bisection_links(radix: Real) -> float:
    """Links across a cut that halves the hosts of a fat tree."""

@overload
def fat_tree_bisection_links(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def fat_tree_hosts(radix: Real) -> float:
    """Hosts of a fat tree of switches with so many ports, radix^3/4; NaN for an odd radix. Al-Fares et al., SIGCOMM 2008."""

@overload
def fat_tree_hosts(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def fat_tree_mean_hops(radix: Real) -> float:
    """Mean links between two different hosts of a fat tree."""

@overload
def fat_tree_mean_hops(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def fat_tree_switches(radix: Real) -> float:
    """Switches of a fat tree, 5 radix^2/4."""

@overload
def fat_tree_switches(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def halving_doubling_all_reduce_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0
) -> float:
    """All-reduce [s] by recursive halving and doubling (Rabenseifner), 2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma;
    NaN unless n is a power of two.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; reduction_time gamma >= 0 [s/B].
    """

@overload
def halving_doubling_all_reduce_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def hierarchical_all_reduce_time(
    per_node: Real,
    nodes: Real,
    bytes: Real,
    inner_latency: Real,
    inner_bandwidth: Real,
    outer_latency: Real,
    outer_bandwidth: Real,
) -> float:
    """All-reduce [s] over two levels: ring reduce-scatter inside, ring all-reduce of each part between nodes, all-gather.

    2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x. per_node g >= 1; nodes k >= 1; bytes S >= 0, full
    buffer of one rank; latencies >= 0 [s]; bandwidths > 0 [B/s], one way per rank, a NIC per rank.
    """

@overload
def hierarchical_all_reduce_time(
    per_node: Quantity,
    nodes: Quantity,
    bytes: Quantity,
    inner_latency: Quantity,
    inner_bandwidth: Quantity,
    outer_latency: Quantity,
    outer_bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def leaf_spine_bisection_links(radix: Real) -> float:
    """Links across a cut that halves the hosts of a leaf-spine network."""

@overload
def leaf_spine_bisection_links(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def leaf_spine_hosts(radix: Real) -> float:
    """Hosts of two levels of switches with so many ports, radix^2/2; NaN for an odd radix."""

@overload
def leaf_spine_hosts(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def leaf_spine_mean_hops(radix: Real) -> float:
    """Mean links between two different hosts of a leaf-spine network."""

@overload
def leaf_spine_mean_hops(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def leaf_spine_switches(radix: Real) -> float:
    """Leaves and spines, 3 radix/2."""

@overload
def leaf_spine_switches(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pairwise_all_to_all_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-to-all [s] with every partner in turn, (n-1)(alpha + S/(n W)).

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank.
    """

@overload
def pairwise_all_to_all_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pipelined_chain_broadcast_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, pieces: Real | None = None
) -> float:
    """Broadcast [s] along a chain in q pieces, (n - 2 + q)(alpha + S/(q W)); with the best q where pieces is None.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; pieces q >= 1.
    """

@overload
def pipelined_chain_broadcast_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    pieces: Quantity | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def pipelined_tree_all_reduce_time(
    depth: Real, bytes: Real, latency: Real, bandwidth: Real, pieces: Real | None = None
) -> float:
    """All-reduce [s] up and down a binary tree in q pieces, (2 d - 1 + q)(alpha + S/(q W)); best q where pieces is None.

    depth d >= 0, links from root to leaf; bytes S >= 0; latency alpha >= 0 [s]; bandwidth W > 0 [B/s] of a link, each way;
    pieces q >= 1.
    """

@overload
def pipelined_tree_all_reduce_time(
    depth: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    pieces: Quantity | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def recursive_doubling_all_reduce_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0
) -> float:
    """All-reduce [s] by recursive doubling, log2 n (alpha + S/W + S gamma); NaN unless n is a power of two.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; reduction_time gamma >= 0 [s/B].
    """

@overload
def recursive_doubling_all_reduce_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ring_all_gather_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-gather [s] round a ring of a full buffer S, (n-1) alpha + (n-1)/n S/W.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank.
    """

@overload
def ring_all_gather_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ring_all_reduce_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """All-reduce [s] round a ring, 2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma.

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; reduction_time gamma >= 0 [s/B].
    """

@overload
def ring_all_reduce_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def ring_reduce_scatter_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """Reduce-scatter [s] round a ring, (n-1) alpha + (n-1)/n S (1/W + gamma).

    ranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], one way
    per rank; reduction_time gamma >= 0 [s/B].
    """

@overload
def ring_reduce_scatter_time(
    ranks: Quantity,
    bytes: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def torus_all_to_all_time(k: Real, n: Real, bytes: Real, link_bandwidth: Real) -> float:
    """The least time [s] of an all-to-all on a torus; bytes per node; link_bandwidth [B/s] of a link, one way."""

@overload
def torus_all_to_all_time(
    k: Quantity,
    n: Quantity,
    bytes: Quantity,
    link_bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def torus_bisection_links(k: Real, n: Real) -> float:
    """Links across the cut that halves a torus of n dimensions, 2 k^(n-1) for even k > 2; k = 2 is the hypercube; NaN for odd k."""

@overload
def torus_bisection_links(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def torus_mean_hops(k: Real, n: Real) -> float:
    """Mean links on a shortest way over all pairs of a torus, a node with itself included: n k/4, odd k: n (k^2 - 1)/(4k)."""

@overload
def torus_mean_hops(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def torus_nodes(k: Real, n: Real) -> float:
    """Nodes of a torus of n dimensions, k >= 2 along each."""

@overload
def torus_nodes(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
