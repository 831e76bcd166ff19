# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How ranks talk: fabrics, collectives, topologies. Seconds, bytes, bytes/s; bandwidths one way."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from .results import Result
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "BestAllReduce",
    "Fabric",
    "Ring",
    "all_reduce_algorithms",
    "best_all_reduce",
    "all_reduce_crossover_bytes",
    "all_to_all_bisection_time",
    "best_chain_pieces",
    "best_tree_pieces",
    "binomial_all_reduce_time",
    "bruck_all_to_all_time",
    "bus_bandwidth",
    "bytes_in_flight",
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
    "loop_exchange_time",
    "nccl_all_reduce_latency",
    "pairwise_all_to_all_time",
    "pipelined_chain_broadcast_time",
    "pipelined_tree_all_reduce_time",
    "recursive_doubling_all_reduce_time",
    "ring_all_gather_time",
    "ring_all_reduce_time",
    "ring_reduce_scatter_time",
    "tcp_throughput",
    "time_at_bus_bandwidth",
    "torus_all_to_all_time",
    "torus_bisection_links",
    "torus_mean_hops",
    "torus_nodes",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class BestAllReduce(Result, Generic[_T, _S]):
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

    algorithm: _S
    time: _T
    from_bytes: _T
    up_to_bytes: _T

class Fabric(Generic[_T]):
    """Two levels of network as a GPU sees them; bandwidths are per GPU and one way.

    Parameters
    ----------
    gpus_per_node : array_like, > 0 and finite
        GPUs that share the inner network. Usually 4 to 72 (nodes of 4 or 8, racks of 72).
    inner_bandwidth : array_like, > 0 [B/s]
        Inside a node, per GPU and one way. Usually 30 GB/s to 900 GB/s (PCIe 4 to NVLink 5).
    outer_bandwidth : array_like, > 0 [B/s]
        Between nodes, per GPU and one way. Usually 12.5 GB/s to 100 GB/s (100 to 800 Gb/s per GPU).
    inner_latency : array_like, >= 0 and finite [s], default 0 s
        Of one message inside a node. Usually 0 s to 10 us.
    outer_latency : array_like, >= 0 and finite [s], default 0 s
        Of one message between nodes. Usually 0 s to 50 us.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e+11, outer_bandwidth=5e+10)
    Fabric(gpus_per_node=8, inner_bandwidth=450 GB/s, outer_bandwidth=50 GB/s)
    """
    @overload
    def __init__(
        self: Fabric,
        *,
        gpus_per_node: Real | Carried,
        inner_bandwidth: Real | Carried,
        outer_bandwidth: Real | Carried,
        inner_latency: Real | Carried = 0.0,
        outer_latency: Real | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Fabric[NumPy],
        *,
        gpus_per_node: Plain | Carried,
        inner_bandwidth: Plain | Carried,
        outer_bandwidth: Plain | Carried,
        inner_latency: Plain | Carried = 0.0,
        outer_latency: Plain | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Fabric[Array],
        *,
        gpus_per_node: Quantity | Carried,
        inner_bandwidth: Quantity | Carried,
        outer_bandwidth: Quantity | Carried,
        inner_latency: Quantity | Carried = 0.0,
        outer_latency: Quantity | Carried = 0.0,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        gpus_per_node: Real | Carried = ...,
        inner_bandwidth: Real | Carried = ...,
        outer_bandwidth: Real | Carried = ...,
        inner_latency: Real | Carried = ...,
        outer_latency: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Fabric[float | NumPy],
        *,
        gpus_per_node: Plain | Carried = ...,
        inner_bandwidth: Plain | Carried = ...,
        outer_bandwidth: Plain | Carried = ...,
        inner_latency: Plain | Carried = ...,
        outer_latency: Plain | Carried = ...,
    ) -> Fabric[NumPy]: ...
    @overload
    def replace(
        self: Fabric[Any],
        *,
        gpus_per_node: Quantity | Carried = ...,
        inner_bandwidth: Quantity | Carried = ...,
        outer_bandwidth: Quantity | Carried = ...,
        inner_latency: Quantity | Carried = ...,
        outer_latency: Quantity | Carried = ...,
    ) -> Fabric[Array]: ...
    @property
    def gpus_per_node(self) -> float | _T:
        """GPUs that share the inner network; > 0 and finite"""
    @property
    def inner_bandwidth(self) -> float | _T:
        """inside a node, per GPU and one way; > 0 [B/s]"""
    @property
    def outer_bandwidth(self) -> float | _T:
        """between nodes, per GPU and one way; > 0 [B/s]"""
    @property
    def inner_latency(self) -> float | _T:
        """of one message inside a node; >= 0 and finite [s]"""
    @property
    def outer_latency(self) -> float | _T:
        """of one message between nodes; >= 0 and finite [s]"""

class Ring(Generic[_T]):
    """Sites that train one model together and exchange their gradients around a ring after every batch.

    Parameters
    ----------
    bandwidth : array_like, > 0 [B/s]
        Of the link between two sites in the start year, one way. Usually 51 TB/s to 205 TB/s (Epoch 2024, 10 to 90 %).
    length : array_like, >= 0 and finite [meter]
        Of the fibre once around all sites. Usually 350 km to 10620 km (Epoch 2024, 10 to 90 %).
    batch_tokens : array_like, > 0 and finite
        Tokens of a batch. Usually 16000000 to 360000000 (Epoch 2024, 10 to 90 %).
    bandwidth_growth : array_like, > 0 and finite, default 1
        Factor per year of the bandwidth. Usually 1.4 to 1.6 (Epoch 2024, 10 to 90 %).
    bytes_per_parameter : array_like, > 0 and finite [B], default 1 B
        Sent for a parameter. Usually 1 B to 4 B (8 to 32 bits).
    tokens_per_parameter : array_like, > 0 and finite, default 20
        Tokens a parameter is trained on. Usually 10 to 200 (compute-optimal: 20; beyond it: cheaper to use).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> ring = sl.network.Ring(bandwidth=51.2e12 / 8, length=0, batch_tokens=6e7)
    >>> parameters = ring.parameters(300 * sl.units.day, 0)
    >>> print(f"{parameters:.4g} parameters, {ring.exchange_time(parameters, 0):.4g} s an exchange")
    1.577e+13 parameters, 4.93 s an exchange
    """
    @overload
    def __init__(
        self: Ring,
        *,
        bandwidth: Real | Carried,
        length: Real | Carried,
        batch_tokens: Real | Carried,
        bandwidth_growth: Real | Carried = 1.0,
        bytes_per_parameter: Real | Carried = 1.0,
        tokens_per_parameter: Real | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Ring[NumPy],
        *,
        bandwidth: Plain | Carried,
        length: Plain | Carried,
        batch_tokens: Plain | Carried,
        bandwidth_growth: Plain | Carried = 1.0,
        bytes_per_parameter: Plain | Carried = 1.0,
        tokens_per_parameter: Plain | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Ring[Array],
        *,
        bandwidth: Quantity | Carried,
        length: Quantity | Carried,
        batch_tokens: Quantity | Carried,
        bandwidth_growth: Quantity | Carried = 1.0,
        bytes_per_parameter: Quantity | Carried = 1.0,
        tokens_per_parameter: Quantity | Carried = 20.0,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        bandwidth: Real | Carried = ...,
        length: Real | Carried = ...,
        batch_tokens: Real | Carried = ...,
        bandwidth_growth: Real | Carried = ...,
        bytes_per_parameter: Real | Carried = ...,
        tokens_per_parameter: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Ring[float | NumPy],
        *,
        bandwidth: Plain | Carried = ...,
        length: Plain | Carried = ...,
        batch_tokens: Plain | Carried = ...,
        bandwidth_growth: Plain | Carried = ...,
        bytes_per_parameter: Plain | Carried = ...,
        tokens_per_parameter: Plain | Carried = ...,
    ) -> Ring[NumPy]: ...
    @overload
    def replace(
        self: Ring[Any],
        *,
        bandwidth: Quantity | Carried = ...,
        length: Quantity | Carried = ...,
        batch_tokens: Quantity | Carried = ...,
        bandwidth_growth: Quantity | Carried = ...,
        bytes_per_parameter: Quantity | Carried = ...,
        tokens_per_parameter: Quantity | Carried = ...,
    ) -> Ring[Array]: ...
    @overload
    def parameters(self: Ring, duration: Real, years: Real) -> float:
        """Parameters of the largest model that is trained in the duration, if exchanges alone took time.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def parameters(self: Ring[float | NumPy], duration: Plain, years: Plain) -> NumPy: ...
    @overload
    def parameters(self: Ring[Any], duration: Quantity, years: Quantity) -> Array: ...
    @overload
    def compute(self: Ring, duration: Real, years: Real) -> float:
        """What training that model takes [FLOP]: 6 tokens_per_parameter N^2.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def compute(self: Ring[float | NumPy], duration: Plain, years: Plain) -> NumPy: ...
    @overload
    def compute(self: Ring[Any], duration: Quantity, years: Quantity) -> Array: ...
    @overload
    def exchange_time(self: Ring, parameters: Real, years: Real) -> float:
        """One exchange of so many parameters around the ring [s]: 2 p N/W + 2 length / 2e8 m/s.

        Parameters
        ----------
        parameters : array_like, >= 0
            Of the model.
        years : array_like, >= 0 and finite
            After the start.

        Returns
        -------
        float or array [s]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def exchange_time(self: Ring[float | NumPy], parameters: Plain, years: Plain) -> NumPy: ...
    @overload
    def exchange_time(self: Ring[Any], parameters: Quantity, years: Quantity) -> Array: ...
    @property
    def bandwidth(self) -> float | _T:
        """of the link between two sites in the start year, one way; > 0 [B/s]"""
    @property
    def length(self) -> float | _T:
        """of the fibre once around all sites; >= 0 and finite [meter]"""
    @property
    def batch_tokens(self) -> float | _T:
        """tokens of a batch; > 0 and finite"""
    @property
    def bandwidth_growth(self) -> float | _T:
        """factor per year of the bandwidth; > 0 and finite"""
    @property
    def bytes_per_parameter(self) -> float | _T:
        """sent for a parameter; > 0 and finite [B]"""
    @property
    def tokens_per_parameter(self) -> float | _T:
        """tokens a parameter is trained on; > 0 and finite"""

all_reduce_algorithms: tuple[str, ...]

@overload
def best_all_reduce(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> BestAllReduce:
    """The fastest all-reduce for a buffer, among those that exist for so many ranks, and how far it stays so.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like, >= 0 [B]
        The full buffer of one rank.
    latency : array_like, >= 0 [s]
        Of one message.
    bandwidth : array_like, > 0 [B/s]
        One way, per rank.
    reduction_time : array_like, >= 0 [s/B], default 0
        To add up a byte.

    Returns
    -------
    BestAllReduce
        The fastest all-reduce; arrays where the arguments are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

    Examples
    --------
    >>> sl.network.best_all_reduce(8, 1e6, 1e-6, 1e9)
    BestAllReduce(algorithm='halving_doubling', time=1.756 ms, from_bytes=2.4 kB, up_to_bytes=unlimited)
    """

@overload
def best_all_reduce(
    ranks: Plain, bytes: Plain, latency: Plain, bandwidth: Plain, reduction_time: Plain = 0
) -> BestAllReduce[NumPy, NumPyText]: ...
@overload
def best_all_reduce(
    ranks: Quantity, bytes: Quantity, latency: Quantity, bandwidth: Quantity, reduction_time: Quantity = 0
) -> BestAllReduce[Array, Array]: ...
@overload
def all_reduce_crossover_bytes(
    first: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    second: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    ranks: Real,
    latency: Real,
    bandwidth: Real,
    reduction_time: Real = 0,
) -> float:
    """The buffer [B] at which two all-reduces take the same time.

    S = alpha W (m_a - m_b)/(v_b - v_a) with m messages and v buffers moved. NaN where one is never slower than the other,
    or where one does not exist for so many ranks.

    Parameters
    ----------
    first : {"ring", "recursive_doubling", "halving_doubling", "binomial"}
        One algorithm.
    second : {"ring", "recursive_doubling", "halving_doubling", "binomial"}
        The other.
    ranks : array_like, >= 1
        Ranks that take part.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [B]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: both times are straight lines in the size of the buffer.

    Examples
    --------
    >>> sl.network.all_reduce_crossover_bytes(
    ...     first="ring",
    ...     second="recursive_doubling",
    ...     ranks=64,
    ...     latency=5e-06,
    ...     bandwidth=5e+10,
    ... )
    np.float64(7441860.46511628)
    """

@overload
def all_reduce_crossover_bytes(
    first: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    second: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    ranks: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def all_reduce_crossover_bytes(
    first: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    second: Literal["ring", "recursive_doubling", "halving_doubling", "binomial"],
    ranks: Quantity,
    latency: Quantity,
    bandwidth: Quantity,
    reduction_time: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def all_to_all_bisection_time(ranks: Real, bytes: Real, bisection_bandwidth: Real) -> float:
    """The least time [s] of an all-to-all through a cut that halves the ranks.

    n S/(4 W), n = ranks, S = bytes, W = bisection_bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    bisection_bandwidth : array_like [B/s], > 0
        Of all links across together, one way.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: half of the ranks send half of their bytes across, each way.

    Examples
    --------
    >>> sl.network.all_to_all_bisection_time(ranks=64, bytes=1e+09, bisection_bandwidth=3.2e+12)
    np.float64(0.005)
    """

@overload
def all_to_all_bisection_time(
    ranks: Plain,
    bytes: Plain,
    bisection_bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def all_to_all_bisection_time(
    ranks: Quantity,
    bytes: Quantity,
    bisection_bandwidth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def best_chain_pieces(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """The best number of pieces for a broadcast along a chain, at least 1.

    sqrt((n - 2) S/(alpha W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: where the slope of pipelined_chain_broadcast_time in pieces is 0.

    Examples
    --------
    >>> sl.network.best_chain_pieces(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(497.99598391954925)
    """

@overload
def best_chain_pieces(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def best_tree_pieces(depth: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """The best number of pieces for an all-reduce up and down a binary tree, at least 1.

    sqrt((2 d - 1) S/(alpha W)), d = depth, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    depth : array_like, >= 0
        Links from root to leaf.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: where the slope of pipelined_tree_all_reduce_time in pieces is 0.

    Examples
    --------
    >>> sl.network.best_tree_pieces(depth=6, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(209.76176963403032)
    """

@overload
def best_tree_pieces(
    depth: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def binomial_all_reduce_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """All-reduce [s] by a binomial tree, reduce then broadcast.

    ceil(log2 n)(2 alpha + 2 S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.binomial_all_reduce_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.24006)
    """

@overload
def binomial_all_reduce_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def bruck_all_to_all_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-to-all [s] after Bruck; NaN unless ranks is a power of two.

    log2 n (alpha + S/(2 W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Bruck et al., IEEE TPDS 8(11), 1997.

    Examples
    --------
    >>> sl.network.bruck_all_to_all_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.06003)
    """

@overload
def bruck_all_to_all_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def bus_bandwidth(
    bytes: Real,
    time: Real,
    ranks: Real,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
) -> float:
    """Bus bandwidth [B/s] of a measured time, to be held against the hardware's.

    bytes / time x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather" and "all_to_all", 1 for "broadcast"
    and "reduce", n = ranks.

    Parameters
    ----------
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    time : array_like [s], > 0
        Measured.
    ranks : array_like, >= 1
        Ranks that take part.
    collective : {"all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"}, default "all_reduce"
        What was measured.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [B/s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    nccl-tests, doc/PERFORMANCE.md.

    Examples
    --------
    >>> sl.network.bus_bandwidth(bytes=1e+09, time=0.01, ranks=64)
    np.float64(196875000000.0)
    """

@overload
def bus_bandwidth(
    bytes: Plain,
    time: Plain,
    ranks: Plain,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bus_bandwidth(
    bytes: Quantity,
    time: Quantity,
    ranks: Quantity,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def bytes_in_flight(bandwidth: Real, round_trip: Real) -> float:
    """What a link holds [B]: bandwidth x round_trip, what a sender keeps under way to fill it.

    bandwidth >= 0 [B/s]; round_trip >= 0 [s].

    Parameters
    ----------
    bandwidth : array_like [B/s], >= 0
        Of a link, one way.
    round_trip : array_like [s], >= 0
        There and back.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [B]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition, the bandwidth-delay product.

    Examples
    --------
    >>> sl.network.bytes_in_flight(bandwidth=1.25e+11, round_trip=0.03)
    np.float64(3750000000.0)
    """

@overload
def bytes_in_flight(
    bandwidth: Plain,
    round_trip: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bytes_in_flight(
    bandwidth: Quantity,
    round_trip: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def dragonfly_bisection_links(p: Real) -> float:
    """Global links between two halves of whole groups of a balanced dragonfly, floor(g/2) ceil(g/2), g groups.

    Parameters
    ----------
    p : array_like, >= 1
        Hosts per switch, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: one link joins each pair of groups in the dragonfly of Kim et al., ISCA 2008.

    Examples
    --------
    >>> sl.network.dragonfly_bisection_links(p=8)
    np.float64(4160.0)
    """

@overload
def dragonfly_bisection_links(
    p: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def dragonfly_bisection_links(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Array: ...
@overload
def dragonfly_groups(p: Real) -> float:
    """Groups of a balanced dragonfly, 2 p^2 + 1.

    Parameters
    ----------
    p : array_like, >= 1
        Hosts per switch, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Kim et al., ISCA 2008.

    Examples
    --------
    >>> sl.network.dragonfly_groups(p=8)
    np.float64(129.0)
    """

@overload
def dragonfly_groups(
    p: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def dragonfly_groups(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Array: ...
@overload
def dragonfly_hosts(p: Real) -> float:
    """Hosts of a balanced dragonfly, 2 p^2 (2 p^2 + 1).

    Parameters
    ----------
    p : array_like, >= 1
        Hosts per switch, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Kim et al., ISCA 2008.

    Examples
    --------
    >>> sl.network.dragonfly_hosts(p=8)
    np.float64(16512.0)
    """

@overload
def dragonfly_hosts(
    p: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def dragonfly_hosts(
    p: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Array: ...
@overload
def fat_tree_bisection_links(radix: Real) -> float:
    """Links across a cut that halves the hosts of a fat tree.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: as many links on every level as hosts, in the fat tree of Al-Fares et al., SIGCOMM 2008.

    Examples
    --------
    >>> sl.network.fat_tree_bisection_links(radix=64)
    np.float64(32768.0)
    """

@overload
def fat_tree_bisection_links(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def fat_tree_bisection_links(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def fat_tree_hosts(radix: Real) -> float:
    """Hosts of a fat tree, radix^3/4; NaN for an odd radix.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Al-Fares et al., SIGCOMM 2008.

    Examples
    --------
    >>> sl.network.fat_tree_hosts(radix=64)
    np.float64(65536.0)
    """

@overload
def fat_tree_hosts(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def fat_tree_hosts(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def fat_tree_mean_hops(radix: Real) -> float:
    """Mean links between two different hosts of a fat tree.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: 2 links under a switch, 4 in a pod, 6 beyond, in the fat tree of Al-Fares et al., SIGCOMM 2008.

    Examples
    --------
    >>> sl.network.fat_tree_mean_hops(radix=64)
    np.float64(5.967833981841764)
    """

@overload
def fat_tree_mean_hops(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def fat_tree_mean_hops(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def fat_tree_switches(radix: Real) -> float:
    """Switches of a fat tree, 5 radix^2/4.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Al-Fares et al., SIGCOMM 2008.

    Examples
    --------
    >>> sl.network.fat_tree_switches(radix=64)
    np.float64(5120.0)
    """

@overload
def fat_tree_switches(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def fat_tree_switches(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def halving_doubling_all_reduce_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0
) -> float:
    """All-reduce [s] by recursive halving and doubling (Rabenseifner); NaN unless ranks is a power of two.

    2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,
    gamma = reduction_time.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.halving_doubling_all_reduce_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.039435)
    """

@overload
def halving_doubling_all_reduce_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
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

    2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x, g = per_node, k = nodes, S = bytes; a_i, W_i inner,
    a_x, W_x outer latency and bandwidth, a NIC per rank.

    Parameters
    ----------
    per_node : array_like, >= 1
        Ranks of a node.
    nodes : array_like, >= 1
        Nodes.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    inner_latency : array_like [s], >= 0
        Of a message inside a node.
    inner_bandwidth : array_like [B/s], > 0
        Inside a node, one way per rank.
    outer_latency : array_like [s], >= 0
        Of a message between nodes.
    outer_bandwidth : array_like [B/s], > 0
        Between nodes, one way per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: a ring all-reduce of S inside a node and one of S/g between nodes, one after the other.

    Examples
    --------
    >>> sl.network.hierarchical_all_reduce_time(
    ...     per_node=8,
    ...     nodes=128,
    ...     bytes=1e+09,
    ...     inner_latency=1e-06,
    ...     inner_bandwidth=4.5e+11,
    ...     outer_latency=5e-06,
    ...     outer_bandwidth=5e+10,
    ... )
    np.float64(0.010133826388888888)
    """

@overload
def hierarchical_all_reduce_time(
    per_node: Plain,
    nodes: Plain,
    bytes: Plain,
    inner_latency: Plain,
    inner_bandwidth: Plain,
    outer_latency: Plain,
    outer_bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def leaf_spine_bisection_links(radix: Real) -> float:
    """Links across a cut that halves the hosts of a leaf-spine network.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: as many links to the spines as hosts.

    Examples
    --------
    >>> sl.network.leaf_spine_bisection_links(radix=64)
    np.float64(1024.0)
    """

@overload
def leaf_spine_bisection_links(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def leaf_spine_bisection_links(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def leaf_spine_hosts(radix: Real) -> float:
    """Hosts of two levels of switches, radix^2/2; NaN for an odd radix.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: radix leaves with half of their ports for hosts.

    Examples
    --------
    >>> sl.network.leaf_spine_hosts(radix=64)
    np.float64(2048.0)
    """

@overload
def leaf_spine_hosts(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def leaf_spine_hosts(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def leaf_spine_mean_hops(radix: Real) -> float:
    """Mean links between two different hosts of a leaf-spine network.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: 2 links under a leaf, 4 beyond.

    Examples
    --------
    >>> sl.network.leaf_spine_mean_hops(radix=64)
    np.float64(3.9697117733268197)
    """

@overload
def leaf_spine_mean_hops(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def leaf_spine_mean_hops(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def leaf_spine_switches(radix: Real) -> float:
    """Switches of two levels, leaves and spines, 3 radix/2.

    Parameters
    ----------
    radix : array_like, >= 2
        Ports of a switch, even.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: radix leaves and radix/2 spines.

    Examples
    --------
    >>> sl.network.leaf_spine_switches(radix=64)
    np.float64(96.0)
    """

@overload
def leaf_spine_switches(
    radix: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def leaf_spine_switches(
    radix: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def loop_exchange_time(bytes: Real, bandwidth: Real, length: Real, passes: Real = 1) -> float:
    """An exchange [s] of a buffer in each site around a loop of fibre, both directions at once.

    passes (bytes/bandwidth + length / 2e8 m/s). bytes >= 0; bandwidth > 0 [B/s], one way; length >= 0 [m] of the loop;
    passes > 0: 1 where each site hears all others, 2 where a reduced buffer goes around once more.

    Parameters
    ----------
    bytes : array_like [B], >= 0
        That each site sends.
    bandwidth : array_like [B/s], > 0
        Of a site's link, one way.
    length : array_like [meter], >= 0
        Of the fibre once around all sites.
    passes : array_like, > 0, default 1
        Times around.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    reconstructed in include/scaling_limits/network/wide_area.hpp, of Epoch AI,
    "Could decentralized training solve AI's power problem?", 2025.

    Examples
    --------
    >>> sl.network.loop_exchange_time(bytes=8.1e+11, bandwidth=1.25e+11, length=4.8e+06)
    np.float64(6.5040000000000004)
    """

@overload
def loop_exchange_time(
    bytes: Plain,
    bandwidth: Plain,
    length: Plain,
    passes: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def loop_exchange_time(
    bytes: Quantity,
    bandwidth: Quantity,
    length: Quantity,
    passes: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def nccl_all_reduce_latency(
    ranks: Real,
    nodes: Real,
    algorithm: Literal["tree", "ring"] = "tree",
    protocol: Literal["LL", "LL128", "Simple"] = "LL",
    intra: Literal["nvlink", "pci"] = "nvlink",
) -> float:
    """The latency [s] that NCCL's tuning model charges an all-reduce.

    "tree": base + 2 [(n/k - 1) intra + floor(log2 k) inter]; "ring": base + (2 (n-1) - 2 (k-1)) max(intra, o) +
    2 (k-1) inter; n = ranks, k = nodes.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part, a whole number.
    nodes : array_like, >= 1
        Nodes that they are on, a whole number up to ranks.
    algorithm : {"tree", "ring"}, default "tree"
        What NCCL runs.
    protocol : {"LL", "LL128", "Simple"}, default "LL"
        How it sends.
    intra : {"nvlink", "pci"}, default "nvlink"
        What connects the ranks of a node.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    NCCL, graph/tuning.cc, as of 2026.

    Examples
    --------
    >>> sl.network.nccl_all_reduce_latency(ranks=128, nodes=16)
    np.float64(5.52e-05)
    """

@overload
def nccl_all_reduce_latency(
    ranks: Plain,
    nodes: Plain,
    algorithm: Literal["tree", "ring"] = "tree",
    protocol: Literal["LL", "LL128", "Simple"] = "LL",
    intra: Literal["nvlink", "pci"] = "nvlink",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def nccl_all_reduce_latency(
    ranks: Quantity,
    nodes: Quantity,
    algorithm: Literal["tree", "ring"] = "tree",
    protocol: Literal["LL", "LL128", "Simple"] = "LL",
    intra: Literal["nvlink", "pci"] = "nvlink",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def pairwise_all_to_all_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-to-all [s] with every partner in turn.

    (n-1)(alpha + S/(n W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.pairwise_all_to_all_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.020002500000000003)
    """

@overload
def pairwise_all_to_all_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def pipelined_chain_broadcast_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, pieces: Real | None = None
) -> float:
    """Broadcast [s] along a chain in pieces.

    (n - 2 + q)(alpha + S/(q W)), q = pieces, n = ranks, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    pieces : array_like, >= 1, optional
        Pieces that the buffer is sent in; None: the best number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Pjesivac-Grbovic et al., Cluster Computing 10(2), 2007.

    Examples
    --------
    >>> sl.network.pipelined_chain_broadcast_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.025289959839195495)
    """

@overload
def pipelined_chain_broadcast_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    pieces: Plain | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def pipelined_tree_all_reduce_time(
    depth: Real, bytes: Real, latency: Real, bandwidth: Real, pieces: Real | None = None
) -> float:
    """All-reduce [s] up and down a binary tree in pieces, links carrying both ways at once.

    (2 d - 1 + q)(alpha + S/(q W)), q = pieces, d = depth, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    depth : array_like, >= 0
        Links from root to leaf.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    pieces : array_like, >= 1, optional
        Pieces that the buffer is sent in; None: the best number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: q pieces follow each other over 2 d links, one step apart.

    Examples
    --------
    >>> sl.network.pipelined_tree_all_reduce_time(depth=6, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.022152617696340304)
    """

@overload
def pipelined_tree_all_reduce_time(
    depth: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    pieces: Plain | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def recursive_doubling_all_reduce_time(
    ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0
) -> float:
    """All-reduce [s] by recursive doubling; NaN unless ranks is a power of two.

    log2 n (alpha + S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.recursive_doubling_all_reduce_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.12003)
    """

@overload
def recursive_doubling_all_reduce_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def ring_all_gather_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real) -> float:
    """All-gather [s] round a ring of a full buffer.

    (n-1) alpha + (n-1)/n S/W, n = ranks, S = bytes, alpha = latency, W = bandwidth.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.ring_all_gather_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.0200025)
    """

@overload
def ring_all_gather_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def ring_all_reduce_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """All-reduce [s] round a ring.

    2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,
    gamma = reduction_time.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 5.3.

    Examples
    --------
    >>> sl.network.ring_all_reduce_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.040005)
    """

@overload
def ring_all_reduce_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def ring_reduce_scatter_time(ranks: Real, bytes: Real, latency: Real, bandwidth: Real, reduction_time: Real = 0) -> float:
    """Reduce-scatter [s] round a ring.

    (n-1) alpha + (n-1)/n S (1/W + gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that take part.
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    latency : array_like [s], >= 0
        Of one message.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    reduction_time : array_like [s/B], >= 0, default 0
        To add up a byte.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.

    Examples
    --------
    >>> sl.network.ring_reduce_scatter_time(ranks=64, bytes=1e+09, latency=5e-06, bandwidth=5e+10)
    np.float64(0.0200025)
    """

@overload
def ring_reduce_scatter_time(
    ranks: Plain,
    bytes: Plain,
    latency: Plain,
    bandwidth: Plain,
    reduction_time: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def tcp_throughput(segment: Real, round_trip: Real, loss: Real) -> float:
    """What one TCP stream carries [B/s] where packets are lost at random: sqrt(3/2) segment / (round_trip sqrt(loss)).

    segment > 0 [B]; round_trip > 0 [s]; loss in (0, 1], share of packets lost.

    Parameters
    ----------
    segment : array_like [B], > 0
        Payload of a packet.
    round_trip : array_like [s], > 0
        There and back.
    loss : array_like, in (0, 1]
        Share of packets lost.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [B/s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Mathis, Semke, Mahdavi, Ott, Computer Communication Review 27(3), 1997, eq. 3.

    Examples
    --------
    >>> sl.network.tcp_throughput(segment=1460, round_trip=0.1, loss=0.0001)
    np.float64(1788127.51223172)
    """

@overload
def tcp_throughput(
    segment: Plain,
    round_trip: Plain,
    loss: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def tcp_throughput(
    segment: Quantity,
    round_trip: Quantity,
    loss: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def time_at_bus_bandwidth(
    bytes: Real,
    bandwidth: Real,
    ranks: Real,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
) -> float:
    """The time [s] of a collective at a bus bandwidth: bus_bandwidth the other way round.

    bytes / bandwidth x 2 (n-1)/n for "all_reduce", (n-1)/n for "reduce_scatter", "all_gather" and "all_to_all", 1 for "broadcast"
    and "reduce", n = ranks.

    Parameters
    ----------
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    ranks : array_like, >= 1
        Ranks that take part.
    collective : {"all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"}, default "all_reduce"
        What was measured.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    nccl-tests, doc/PERFORMANCE.md.

    Examples
    --------
    >>> sl.network.time_at_bus_bandwidth(bytes=1e+09, bandwidth=5e+10, ranks=64)
    np.float64(0.039375)
    """

@overload
def time_at_bus_bandwidth(
    bytes: Plain,
    bandwidth: Plain,
    ranks: Plain,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def time_at_bus_bandwidth(
    bytes: Quantity,
    bandwidth: Quantity,
    ranks: Quantity,
    collective: Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"] = "all_reduce",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def torus_all_to_all_time(k: Real, n: Real, bytes: Real, link_bandwidth: Real) -> float:
    """The least time [s] of an all-to-all on a torus.

    Parameters
    ----------
    k : array_like, >= 2
        Nodes along each dimension, a whole number.
    n : array_like, >= 1
        Dimensions, a whole number.
    bytes : array_like [B], >= 0
        Of one node.
    link_bandwidth : array_like [B/s], > 0
        Of one link, one way.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: all_to_all_bisection_time through torus_bisection_links.

    Examples
    --------
    >>> sl.network.torus_all_to_all_time(k=8, n=3, bytes=1e+09, link_bandwidth=5e+10)
    np.float64(0.02)
    """

@overload
def torus_all_to_all_time(
    k: Plain,
    n: Plain,
    bytes: Plain,
    link_bandwidth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
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
) -> Array: ...
@overload
def torus_bisection_links(k: Real, n: Real) -> float:
    """Links across the cut that halves a torus; NaN for odd k.

    2 k^(n-1) for even k > 2; k = 2 is the hypercube.

    Parameters
    ----------
    k : array_like, >= 2
        Nodes along each dimension, a whole number.
    n : array_like, >= 1
        Dimensions, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: the cut meets each of k^(n-1) rings twice.

    Examples
    --------
    >>> sl.network.torus_bisection_links(k=8, n=3)
    np.float64(128.0)
    """

@overload
def torus_bisection_links(
    k: Plain,
    n: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def torus_bisection_links(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def torus_mean_hops(k: Real, n: Real) -> float:
    """Mean links on a shortest way over all pairs of a torus, a node with itself included.

    n k/4, odd k: n (k^2 - 1)/(4k).

    Parameters
    ----------
    k : array_like, >= 2
        Nodes along each dimension, a whole number.
    n : array_like, >= 1
        Dimensions, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: n times the mean way on a ring of k.

    Examples
    --------
    >>> sl.network.torus_mean_hops(k=8, n=3)
    np.float64(6.0)
    """

@overload
def torus_mean_hops(
    k: Plain,
    n: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def torus_mean_hops(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def torus_nodes(k: Real, n: Real) -> float:
    """Nodes of a torus, k^n.

    Parameters
    ----------
    k : array_like, >= 2
        Nodes along each dimension, a whole number.
    n : array_like, >= 1
        Dimensions, a whole number.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition.

    Examples
    --------
    >>> sl.network.torus_nodes(k=8, n=3)
    np.float64(512.0)
    """

@overload
def torus_nodes(
    k: Plain,
    n: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def torus_nodes(
    k: Quantity,
    n: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
