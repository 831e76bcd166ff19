# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How a model is spread over GPUs: layouts, memory, pipelines, traffic, time of a step, fastest layout, latency wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, overload

import numpy as np
from pandas import DataFrame
from typing_extensions import TypeVar
from xarray import Dataset

from .network import Fabric
from .results import Result, Rows
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real
from .workload import Chip, TransformerShape

__all__ = [
    "AcrossNodes",
    "BalancedShares",
    "BestLayout",
    "DataMovement",
    "LatencyWall",
    "Layout",
    "Placed",
    "Ranked",
    "Rejected",
    "Rejections",
    "StageRow",
    "Step",
    "balanced_shares",
    "best_layout",
    "equal_shares_efficiency",
    "power_sgd_ratio",
    "step",
    "activation_bytes_per_layer",
    "bandwidth_for_utilization",
    "best_waited",
    "best_waited_share",
    "bubble_of_ideal",
    "bubble_of_total",
    "bubble_time",
    "compression_break_even_bandwidth",
    "compression_break_even_tokens",
    "context_tokens_to_hide",
    "data_traffic_ratio",
    "expected_exponential_order_statistic",
    "expected_max_normal",
    "expected_normal_order_statistic",
    "expert_traffic_ratio",
    "implicit_momentum",
    "in_flight_micro_batches",
    "latency_per_layer",
    "local_update_utilization",
    "mean_staleness",
    "model_state_bytes_per_gpu",
    "one_bit_adam_ratio",
    "overlapped_efficiency",
    "overlapped_time",
    "quantization_ratio",
    "staleness_cap",
    "straggler_slowdown",
    "tensor_traffic_ratio",
    "top_k_most_ranks",
    "top_k_ratio",
    "transfer_exposed_time",
    "two_speed_slowdown",
    "weight_versions",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

class _Kept:
    """The methods of everything that is answered, over its rows."""
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint".

        Returns
        -------
        pandas.DataFrame
            With the labels of pandas and xarray; infinity and NaN are numbers.
        """
    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """

@dataclass(frozen=True, eq=False)
class AcrossNodes(Result, Generic[_T, _S]):
    """The latency wall where tensor parallelism spans nodes, and the run that stands at it.

    Attributes
    ----------
    compute : the wall [FLOP]
    parameters : of the model trained there
    gpus : that do it at that utilisation
    tensor_ranks : rank of tensor parallelism
    latency_per_layer : at that rank [s]
    status : "ok" or "infeasible"
    note : why there is no answer

    Examples
    --------
    >>> wall = sl.parallelism.LatencyWall(layers=0.088, layers_at=1, batch_tokens=6e7, batch_exponent=0)
    >>> found = wall.across_nodes(0.75 * sl.units.year, 2e15, 0.375)
    >>> print(f"{found.compute:.3g} FLOP on {found.gpus:.3g} GPUs, {found.latency_per_layer * 1e6:.0f} us a layer")
    6.87e+30 FLOP on 3.87e+08 GPUs, 442 us a layer
    """

    compute: _T
    parameters: _T
    gpus: _T
    tensor_ranks: _T
    latency_per_layer: _T
    status: _S
    note: _S

class BalancedShares(NamedTuple):
    """Whole shares of members of unequal speed, and what they use of the sum of speeds.

    Attributes
    ----------
    shares : micro-batches of each member, in the order of the speeds
    efficiency : of the sum of speeds

    Examples
    --------
    >>> shares, efficiency = sl.parallelism.balanced_shares([1, 0.4], 7)
    >>> shares
    array([5, 2])
    """

    shares: np.ndarray[Any, Any]
    efficiency: float

@dataclass(frozen=True, eq=False)
class BestLayout(Result, Generic[_T, _S]):
    """The fastest layout.

    Attributes
    ----------
    layout, step : of the fastest; None where none fits
    fastest : the first of all that fit, with the times of their steps
    mine : where one's own stands; None without it
    rejected : rows with layout and reason; first what more memory alone would make the fastest, the least memory first
    tried : layouts looked at
    status : "ok" or "infeasible"
    note : why there is none

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 16_384, chip, fabric, 2048 * 8192).status
    'ok'
    """

    layout: Layout[_T] | None
    step: Step[_T, _S] | None
    fastest: Rows[Ranked[_T]]
    mine: Placed[_T] | None
    rejected: Rejections
    tried: int
    status: str
    note: str

class DataMovement(Generic[_T]):
    """A reconstruction of the data-movement limit: up to where a run's GPUs stay busy with the memory and links that they have.

    n = B/B_min x y GPUs: B the batch, B_min = peak_flops element_bytes / (2 memory_bandwidth), x and y how far tensor
    parallelism spreads a layer of width sqrt(N/(12 layers)) in a node and beyond. The source (Erdil and Schneider-Joseph,
    arXiv 2411.01137, 2024: a cliff near 1e28 FLOP) gives no formula that we know; inputs move it threefold. Layers and batch
    are as of LatencyWall.

    Parameters
    ----------
    peak_flops : array_like, > 0 and finite [FLOP/s]
        Peak rate of a GPU in the format of the products. Usually 100 TFLOP/s to 10 PFLOP/s.
    element_bytes : array_like, > 0 and finite [B], default 2 B
        Of an element, in memory and on links. Usually 0.5 B to 4 B.
    memory_bandwidth : array_like, > 0 and finite [B/s]
        Of a GPU's own memory. Usually 1 TB/s to 20 TB/s.
    node_bandwidth : array_like, > 0 and finite [B/s]
        Of a GPU's links inside a node, one way. Usually 100 GB/s to 4 TB/s.
    gpus_per_node : array_like, >= 1, default 8
        GPUs of a node; unlimited: all on such links. Usually 4 to 576.
    network_bandwidth : array_like, > 0 and finite [B/s]
        Of a GPU out of the node, one way. Usually 10 GB/s to 400 GB/s.
    layers : array_like, > 0 and finite, default 95
        Layers of a model of layers_at parameters. Usually 20 to 200.
    layers_at : array_like, > 0 and finite, default 1.75e11
        Parameters of the model that has `layers`. Usually 1000000000 to 1000000000000.
    layers_exponent : array_like, >= 0 and finite, default 0.27
        Growth of the layers with the parameters. Usually 0.21 to 0.33 (Epoch 2024, 10 to 90 %).
    batch_tokens : array_like, > 0 and finite, default 1.6e7
        Largest useful batch of a model of batch_at parameters, in tokens. Usually 4000000 to 60000000.
    batch_at : array_like, > 0 and finite, default 4.05e11
        Parameters of the model trained with batch_tokens. Usually 1000000000 to 1000000000000.
    batch_exponent : array_like, in [0, 1), default 0.36
        Growth of that batch with the parameters; 0: one batch for all. Usually 0.31 to 0.41 (Epoch 2024, 10 to 90 %).
    tokens_per_parameter : array_like, > 0 and finite, default 20
        Tokens a parameter is trained on. Usually 10 to 200.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> h100 = {"peak_flops": 989.4e12, "memory_bandwidth": 3.35e12, "node_bandwidth": 450e9, "network_bandwidth": 50e9}
    >>> limit = sl.parallelism.DataMovement(**h100, batch_tokens=4e6, batch_at=70e9)
    >>> print(f"{limit.compute(91 * sl.units.day):.2e} FLOP on {limit.gpus(91 * sl.units.day):,.0f} GPUs")
    5.03e+27 FLOP on 646,579 GPUs
    """
    @overload
    def __init__(
        self: DataMovement,
        *,
        peak_flops: Real | Carried,
        element_bytes: Real | Carried = 2.0,
        memory_bandwidth: Real | Carried,
        node_bandwidth: Real | Carried,
        gpus_per_node: Real | Carried = 8.0,
        network_bandwidth: Real | Carried,
        layers: Real | Carried = 95.0,
        layers_at: Real | Carried = 175000000000.0,
        layers_exponent: Real | Carried = 0.27,
        batch_tokens: Real | Carried = 16000000.0,
        batch_at: Real | Carried = 405000000000.0,
        batch_exponent: Real | Carried = 0.36,
        tokens_per_parameter: Real | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: DataMovement[NumPy],
        *,
        peak_flops: Plain | Carried,
        element_bytes: Plain | Carried = 2.0,
        memory_bandwidth: Plain | Carried,
        node_bandwidth: Plain | Carried,
        gpus_per_node: Plain | Carried = 8.0,
        network_bandwidth: Plain | Carried,
        layers: Plain | Carried = 95.0,
        layers_at: Plain | Carried = 175000000000.0,
        layers_exponent: Plain | Carried = 0.27,
        batch_tokens: Plain | Carried = 16000000.0,
        batch_at: Plain | Carried = 405000000000.0,
        batch_exponent: Plain | Carried = 0.36,
        tokens_per_parameter: Plain | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: DataMovement[Array],
        *,
        peak_flops: Quantity | Carried,
        element_bytes: Quantity | Carried = 2.0,
        memory_bandwidth: Quantity | Carried,
        node_bandwidth: Quantity | Carried,
        gpus_per_node: Quantity | Carried = 8.0,
        network_bandwidth: Quantity | Carried,
        layers: Quantity | Carried = 95.0,
        layers_at: Quantity | Carried = 175000000000.0,
        layers_exponent: Quantity | Carried = 0.27,
        batch_tokens: Quantity | Carried = 16000000.0,
        batch_at: Quantity | Carried = 405000000000.0,
        batch_exponent: Quantity | Carried = 0.36,
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
        peak_flops: Real | Carried = ...,
        element_bytes: Real | Carried = ...,
        memory_bandwidth: Real | Carried = ...,
        node_bandwidth: Real | Carried = ...,
        gpus_per_node: Real | Carried = ...,
        network_bandwidth: Real | Carried = ...,
        layers: Real | Carried = ...,
        layers_at: Real | Carried = ...,
        layers_exponent: Real | Carried = ...,
        batch_tokens: Real | Carried = ...,
        batch_at: Real | Carried = ...,
        batch_exponent: Real | Carried = ...,
        tokens_per_parameter: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: DataMovement[float | NumPy],
        *,
        peak_flops: Plain | Carried = ...,
        element_bytes: Plain | Carried = ...,
        memory_bandwidth: Plain | Carried = ...,
        node_bandwidth: Plain | Carried = ...,
        gpus_per_node: Plain | Carried = ...,
        network_bandwidth: Plain | Carried = ...,
        layers: Plain | Carried = ...,
        layers_at: Plain | Carried = ...,
        layers_exponent: Plain | Carried = ...,
        batch_tokens: Plain | Carried = ...,
        batch_at: Plain | Carried = ...,
        batch_exponent: Plain | Carried = ...,
        tokens_per_parameter: Plain | Carried = ...,
    ) -> DataMovement[NumPy]: ...
    @overload
    def replace(
        self: DataMovement[Any],
        *,
        peak_flops: Quantity | Carried = ...,
        element_bytes: Quantity | Carried = ...,
        memory_bandwidth: Quantity | Carried = ...,
        node_bandwidth: Quantity | Carried = ...,
        gpus_per_node: Quantity | Carried = ...,
        network_bandwidth: Quantity | Carried = ...,
        layers: Quantity | Carried = ...,
        layers_at: Quantity | Carried = ...,
        layers_exponent: Quantity | Carried = ...,
        batch_tokens: Quantity | Carried = ...,
        batch_at: Quantity | Carried = ...,
        batch_exponent: Quantity | Carried = ...,
        tokens_per_parameter: Quantity | Carried = ...,
    ) -> DataMovement[Array]: ...
    @overload
    def parameters(self: DataMovement, duration: Real) -> float:
        """Parameters of the largest model that is trained in the duration with all GPUs busy: a reconstruction.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def parameters(self: DataMovement[float | NumPy], duration: Plain) -> NumPy: ...
    @overload
    def parameters(self: DataMovement[Any], duration: Quantity) -> Array: ...
    @overload
    def compute(self: DataMovement, duration: Real) -> float:
        """What training that model takes [FLOP]: 6 tokens_per_parameter N^2.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def compute(self: DataMovement[float | NumPy], duration: Plain) -> NumPy: ...
    @overload
    def compute(self: DataMovement[Any], duration: Quantity) -> Array: ...
    @overload
    def gpus(self: DataMovement, duration: Real) -> float:
        """GPUs that do it at their peak: compute / (duration peak_flops).

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def gpus(self: DataMovement[float | NumPy], duration: Plain) -> NumPy: ...
    @overload
    def gpus(self: DataMovement[Any], duration: Quantity) -> Array: ...
    @property
    def peak_flops(self) -> float | _T:
        """peak rate of a GPU in the format of the products; > 0 and finite [FLOP/s]"""
    @property
    def element_bytes(self) -> float | _T:
        """of an element, in memory and on links; > 0 and finite [B]"""
    @property
    def memory_bandwidth(self) -> float | _T:
        """of a GPU's own memory; > 0 and finite [B/s]"""
    @property
    def node_bandwidth(self) -> float | _T:
        """of a GPU's links inside a node, one way; > 0 and finite [B/s]"""
    @property
    def gpus_per_node(self) -> float | _T:
        """GPUs of a node; unlimited: all on such links; >= 1"""
    @property
    def network_bandwidth(self) -> float | _T:
        """of a GPU out of the node, one way; > 0 and finite [B/s]"""
    @property
    def layers(self) -> float | _T:
        """layers of a model of layers_at parameters; > 0 and finite"""
    @property
    def layers_at(self) -> float | _T:
        """parameters of the model that has `layers`; > 0 and finite"""
    @property
    def layers_exponent(self) -> float | _T:
        """growth of the layers with the parameters; >= 0 and finite"""
    @property
    def batch_tokens(self) -> float | _T:
        """largest useful batch of a model of batch_at parameters, in tokens; > 0 and finite"""
    @property
    def batch_at(self) -> float | _T:
        """parameters of the model trained with batch_tokens; > 0 and finite"""
    @property
    def batch_exponent(self) -> float | _T:
        """growth of that batch with the parameters; 0: one batch for all; in [0, 1)"""
    @property
    def tokens_per_parameter(self) -> float | _T:
        """tokens a parameter is trained on; > 0 and finite"""

class LatencyWall(Generic[_T]):
    """Layers and batch of a model as it grows, and the least time in a layer: what no number of GPUs makes faster.

    A step passes layers (N/layers_at)^layers_exponent layers, one after the other; a run is tokens_per_parameter N over
    batch_tokens (N/batch_at)^batch_exponent steps.

    Parameters
    ----------
    layers : array_like, > 0 and finite, default 95
        Layers of a model of layers_at parameters. Usually 20 to 200.
    layers_at : array_like, > 0 and finite, default 1.75e11
        Parameters of the model that has `layers`. Usually 1000000000 to 1000000000000.
    layers_exponent : array_like, >= 0 and finite, default 0.27
        Growth of the layers with the parameters. Usually 0.21 to 0.33 (Epoch 2024, 10 to 90 %).
    batch_tokens : array_like, > 0 and finite, default 1.6e7
        Largest useful batch of a model of batch_at parameters, in tokens. Usually 4000000 to 60000000.
    batch_at : array_like, > 0 and finite, default 4.05e11
        Parameters of the model trained with batch_tokens. Usually 1000000000 to 1000000000000.
    batch_exponent : array_like, in [0, 1), default 0.36
        Growth of that batch with the parameters; 0: one batch for all. Usually 0.31 to 0.41 (Epoch 2024, 10 to 90 %).
    latency_per_layer : array_like, > 0 and finite [s], optional
        Least time in a layer, forward and backward; not given: of tensor parallelism across nodes. Usually 100 us to 500 us
        (Epoch 2024: 110 us in a node, 400 us across nodes).
    least_batch : array_like, > 0 and finite, default 330
        Tokens that keep one GPU busy: FLOP/s x bytes of an element / (2 x memory bandwidth). Usually 100 to 1000 (H100 in 8 or
        16 bits: 300 to 590).
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
    >>> wall = sl.parallelism.LatencyWall(batch_tokens=4e6, batch_at=70e9, latency_per_layer=110e-6)
    >>> wall.gpus([1e28, 1e30, 1e32], 91 * sl.units.day, 989.4e12 * 0.4).round(-5)
    array([3.300e+06, 4.276e+08,       inf])
    """
    @overload
    def __init__(
        self: LatencyWall,
        *,
        layers: Real | Carried = 95.0,
        layers_at: Real | Carried = 175000000000.0,
        layers_exponent: Real | Carried = 0.27,
        batch_tokens: Real | Carried = 16000000.0,
        batch_at: Real | Carried = 405000000000.0,
        batch_exponent: Real | Carried = 0.36,
        latency_per_layer: Real | Carried | None = None,
        least_batch: Real | Carried = 330.0,
        tokens_per_parameter: Real | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: LatencyWall[NumPy],
        *,
        layers: Plain | Carried = 95.0,
        layers_at: Plain | Carried = 175000000000.0,
        layers_exponent: Plain | Carried = 0.27,
        batch_tokens: Plain | Carried = 16000000.0,
        batch_at: Plain | Carried = 405000000000.0,
        batch_exponent: Plain | Carried = 0.36,
        latency_per_layer: Plain | Carried | None = None,
        least_batch: Plain | Carried = 330.0,
        tokens_per_parameter: Plain | Carried = 20.0,
    ) -> None: ...
    @overload
    def __init__(
        self: LatencyWall[Array],
        *,
        layers: Quantity | Carried = 95.0,
        layers_at: Quantity | Carried = 175000000000.0,
        layers_exponent: Quantity | Carried = 0.27,
        batch_tokens: Quantity | Carried = 16000000.0,
        batch_at: Quantity | Carried = 405000000000.0,
        batch_exponent: Quantity | Carried = 0.36,
        latency_per_layer: Quantity | Carried | None = None,
        least_batch: Quantity | Carried = 330.0,
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
        layers: Real | Carried = ...,
        layers_at: Real | Carried = ...,
        layers_exponent: Real | Carried = ...,
        batch_tokens: Real | Carried = ...,
        batch_at: Real | Carried = ...,
        batch_exponent: Real | Carried = ...,
        latency_per_layer: Real | Carried | None = ...,
        least_batch: Real | Carried = ...,
        tokens_per_parameter: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: LatencyWall[float | NumPy],
        *,
        layers: Plain | Carried = ...,
        layers_at: Plain | Carried = ...,
        layers_exponent: Plain | Carried = ...,
        batch_tokens: Plain | Carried = ...,
        batch_at: Plain | Carried = ...,
        batch_exponent: Plain | Carried = ...,
        latency_per_layer: Plain | Carried | None = ...,
        least_batch: Plain | Carried = ...,
        tokens_per_parameter: Plain | Carried = ...,
    ) -> LatencyWall[NumPy]: ...
    @overload
    def replace(
        self: LatencyWall[Any],
        *,
        layers: Quantity | Carried = ...,
        layers_at: Quantity | Carried = ...,
        layers_exponent: Quantity | Carried = ...,
        batch_tokens: Quantity | Carried = ...,
        batch_at: Quantity | Carried = ...,
        batch_exponent: Quantity | Carried = ...,
        latency_per_layer: Quantity | Carried | None = ...,
        least_batch: Quantity | Carried = ...,
        tokens_per_parameter: Quantity | Carried = ...,
    ) -> LatencyWall[Array]: ...
    @overload
    def parameters(self: LatencyWall, duration: Real) -> float:
        """Parameters of the largest model that passes its layers in the duration, at a latency per layer that is given.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def parameters(self: LatencyWall[float | NumPy], duration: Plain) -> NumPy: ...
    @overload
    def parameters(self: LatencyWall[Any], duration: Quantity) -> Array: ...
    @overload
    def compute(self: LatencyWall, duration: Real) -> float:
        """The wall [FLOP]: what training that model takes.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def compute(self: LatencyWall[float | NumPy], duration: Plain) -> NumPy: ...
    @overload
    def compute(self: LatencyWall[Any], duration: Quantity) -> Array: ...
    @overload
    def share(self: LatencyWall, compute: Real, duration: Real) -> float:
        """Share of the duration that latency takes when so much is computed in it; above 1 beyond the wall.

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of the run.
        duration : array_like, > 0 and finite [s]
            Of the run.

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
    def share(self: LatencyWall[float | NumPy], compute: Plain, duration: Plain) -> NumPy: ...
    @overload
    def share(self: LatencyWall[Any], compute: Quantity, duration: Quantity) -> Array: ...
    @overload
    def gpus(self: LatencyWall, compute: Real, duration: Real, flops: Real) -> float:
        """GPUs that do so much in the duration, latency included; inf from the wall on.

        C/(T flops) / (1 - (C/C_w)^kappa), kappa = (1 + layers_exponent - batch_exponent)/2.

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of the run.
        duration : array_like, > 0 and finite [s]
            Of the run.
        flops : array_like, > 0 and finite [FLOP/s]
            Achieved by a GPU outside of latency.

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
    def gpus(self: LatencyWall[float | NumPy], compute: Plain, duration: Plain, flops: Plain) -> NumPy: ...
    @overload
    def gpus(self: LatencyWall[Any], compute: Quantity, duration: Quantity, flops: Quantity) -> Array: ...
    @overload
    def across_nodes(
        self: LatencyWall, duration: Real, peak_flops: Real, utilization: Real, form: Literal["body", "appendix"] = "body"
    ) -> AcrossNodes:
        """The wall where the latency per layer follows from tensor parallelism across nodes, and the run at it.

        The rank is max(1, n least_batch / batch), n = C/(duration peak_flops utilization); latency_per_layer of this wall is
        not looked at.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.
        peak_flops : array_like, > 0 and finite [FLOP/s]
            Of a GPU.
        utilization : array_like, in (0, 1]
            Achieved share of the peak rate.
        form : Literal['body', 'appendix'], default 'body'
            Of the latency per layer: "body" or "appendix" of the source, which do not agree.

        Returns
        -------
        AcrossNodes
            The latency wall where tensor parallelism spans nodes, and the run that stands at it.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def across_nodes(
        self: LatencyWall[float | NumPy],
        duration: Plain,
        peak_flops: Plain,
        utilization: Plain,
        form: Literal["body", "appendix"] = "body",
    ) -> AcrossNodes[NumPy, NumPyText]: ...
    @overload
    def across_nodes(
        self: LatencyWall[Any],
        duration: Quantity,
        peak_flops: Quantity,
        utilization: Quantity,
        form: Literal["body", "appendix"] = "body",
    ) -> AcrossNodes[Array, Array]: ...
    @overload
    def compute_across_nodes(
        self: LatencyWall, duration: Real, peak_flops: Real, utilization: Real, form: Literal["body", "appendix"] = "body"
    ) -> float:
        """The wall across nodes alone [FLOP]: see across_nodes.

        Parameters
        ----------
        duration : array_like, > 0 and finite [s]
            Of the run.
        peak_flops : array_like, > 0 and finite [FLOP/s]
            Of a GPU.
        utilization : array_like, in (0, 1]
            Achieved share of the peak rate.
        form : Literal['body', 'appendix'], default 'body'
            Of the latency per layer: "body" or "appendix" of the source, which do not agree.

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
    def compute_across_nodes(
        self: LatencyWall[float | NumPy],
        duration: Plain,
        peak_flops: Plain,
        utilization: Plain,
        form: Literal["body", "appendix"] = "body",
    ) -> NumPy: ...
    @overload
    def compute_across_nodes(
        self: LatencyWall[Any],
        duration: Quantity,
        peak_flops: Quantity,
        utilization: Quantity,
        form: Literal["body", "appendix"] = "body",
    ) -> Array: ...
    @property
    def layers(self) -> float | _T:
        """layers of a model of layers_at parameters; > 0 and finite"""
    @property
    def layers_at(self) -> float | _T:
        """parameters of the model that has `layers`; > 0 and finite"""
    @property
    def layers_exponent(self) -> float | _T:
        """growth of the layers with the parameters; >= 0 and finite"""
    @property
    def batch_tokens(self) -> float | _T:
        """largest useful batch of a model of batch_at parameters, in tokens; > 0 and finite"""
    @property
    def batch_at(self) -> float | _T:
        """parameters of the model trained with batch_tokens; > 0 and finite"""
    @property
    def batch_exponent(self) -> float | _T:
        """growth of that batch with the parameters; 0: one batch for all; in [0, 1)"""
    @property
    def latency_per_layer(self) -> float | _T | None:
        """least time in a layer, forward and backward; not given: of tensor parallelism across nodes; > 0 and finite [s]"""
    @property
    def least_batch(self) -> float | _T:
        """tokens that keep one GPU busy: FLOP/s x bytes of an element / (2 x memory bandwidth); > 0 and finite"""
    @property
    def tokens_per_parameter(self) -> float | _T:
        """tokens a parameter is trained on; > 0 and finite"""

class Layout(Generic[_T]):
    """N = tensor x pipeline x data x context GPUs; expert parallelism lives inside data. Whole numbers.

    Parameters
    ----------
    tensor : array_like, a whole number in [1, 2147483647], default 1
        GPUs that share each matrix.
    pipeline : array_like, a whole number in [1, 2147483647], default 1
        Stages the layers are cut into.
    data : array_like, a whole number in [1, 2147483647], default 1
        Replicas of the model.
    context : array_like, a whole number in [1, 2147483647], default 1
        GPUs that share each sequence.
    expert : array_like, a whole number in [1, 2147483647], default 1
        GPUs that share the experts, inside the data dimension.
    chunks : array_like, a whole number in [1, 2147483647], default 1
        Model pieces per stage (1: not interleaved).
    micro_batch : array_like, a whole number in [1, 2147483647], default 1
        Sequences per micro-batch of a replica.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.parallelism.Layout()
    Layout()
    """
    @overload
    def __init__(
        self: Layout,
        *,
        tensor: Real | Carried = 1,
        pipeline: Real | Carried = 1,
        data: Real | Carried = 1,
        context: Real | Carried = 1,
        expert: Real | Carried = 1,
        chunks: Real | Carried = 1,
        micro_batch: Real | Carried = 1,
    ) -> None: ...
    @overload
    def __init__(
        self: Layout[NumPy],
        *,
        tensor: Plain | Carried = 1,
        pipeline: Plain | Carried = 1,
        data: Plain | Carried = 1,
        context: Plain | Carried = 1,
        expert: Plain | Carried = 1,
        chunks: Plain | Carried = 1,
        micro_batch: Plain | Carried = 1,
    ) -> None: ...
    @overload
    def __init__(
        self: Layout[Array],
        *,
        tensor: Quantity | Carried = 1,
        pipeline: Quantity | Carried = 1,
        data: Quantity | Carried = 1,
        context: Quantity | Carried = 1,
        expert: Quantity | Carried = 1,
        chunks: Quantity | Carried = 1,
        micro_batch: Quantity | Carried = 1,
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
        tensor: Real | Carried = ...,
        pipeline: Real | Carried = ...,
        data: Real | Carried = ...,
        context: Real | Carried = ...,
        expert: Real | Carried = ...,
        chunks: Real | Carried = ...,
        micro_batch: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Layout[float | NumPy],
        *,
        tensor: Plain | Carried = ...,
        pipeline: Plain | Carried = ...,
        data: Plain | Carried = ...,
        context: Plain | Carried = ...,
        expert: Plain | Carried = ...,
        chunks: Plain | Carried = ...,
        micro_batch: Plain | Carried = ...,
    ) -> Layout[NumPy]: ...
    @overload
    def replace(
        self: Layout[Any],
        *,
        tensor: Quantity | Carried = ...,
        pipeline: Quantity | Carried = ...,
        data: Quantity | Carried = ...,
        context: Quantity | Carried = ...,
        expert: Quantity | Carried = ...,
        chunks: Quantity | Carried = ...,
        micro_batch: Quantity | Carried = ...,
    ) -> Layout[Array]: ...
    @property
    def gpus(self) -> _T:
        """tensor x pipeline x data x context."""
    @property
    def tensor(self) -> float | _T:
        """GPUs that share each matrix; a whole number in [1, 2147483647]"""
    @property
    def pipeline(self) -> float | _T:
        """stages the layers are cut into; a whole number in [1, 2147483647]"""
    @property
    def data(self) -> float | _T:
        """replicas of the model; a whole number in [1, 2147483647]"""
    @property
    def context(self) -> float | _T:
        """GPUs that share each sequence; a whole number in [1, 2147483647]"""
    @property
    def expert(self) -> float | _T:
        """GPUs that share the experts, inside the data dimension; a whole number in [1, 2147483647]"""
    @property
    def chunks(self) -> float | _T:
        """model pieces per stage (1: not interleaved); a whole number in [1, 2147483647]"""
    @property
    def micro_batch(self) -> float | _T:
        """sequences per micro-batch of a replica; a whole number in [1, 2147483647]"""

@dataclass(frozen=True, eq=False)
class Placed(Result, Generic[_T]):
    """Where a layout of one's own stands among all.

    Attributes
    ----------
    layout : one's own
    rank : 1 where none is faster; None where it does not fit
    time : of its step [s]; NaN where it does not fit
    behind : what it takes more than the fastest, by cause [s]
    note : why it does not fit, or which part is a bound

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> mine = sl.parallelism.Layout(tensor=8, pipeline=18, data=64)
    >>> sl.parallelism.best_layout(shape, 9_216, sl.published.chips["b200"], fabric, 2048 * 8192, mine=mine).mine.rank > 1
    True
    """

    layout: Layout[_T]
    rank: int | None
    time: float
    behind: dict[str, float]
    note: str

@dataclass(frozen=True, eq=False)
class Ranked(Result, Generic[_T]):
    """A layout that fits, and its step.

    Attributes
    ----------
    layout : that fits
    time : of its step [s]

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> found = sl.parallelism.best_layout(shape, 16_384, sl.published.chips["h100"], fabric, 2048 * 8192)
    >>> found.fastest[0].time < found.fastest[1].time
    True
    """

    layout: Layout[_T]
    time: float

@dataclass(frozen=True, eq=False)
class Rejected(Result, Generic[_T]):
    """A layout that does not fit, and why.

    Attributes
    ----------
    layout : that does not fit
    reason : why

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 8, chip, fabric, 2048 * 8192).rejected[0].reason.partition(" = ")[0]
    'memory_per_gpu'
    """

    layout: Layout[_T]
    reason: str

class Rejections(_Kept, Sequence[Rejected]):
    """Rows made when looked at: there can be tens of thousands.

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> best = sl.parallelism.best_layout(shape, 8, chip, fabric, 2048 * 8192)
    >>> len(best.rejected) == best.tried
    True
    """
    def __init__(self, degrees: np.ndarray[Any, Any], reasons: list[str]) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Rejected: ...
    @overload
    def __getitem__(self, index: slice) -> Rejections: ...
    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data: ``{"rows": [...]}``.

        Returns
        -------
        dict[str, Any]
            The rows as plain data: ``{"rows": [...]}``.
        """

@dataclass(frozen=True, eq=False)
class StageRow(Result):
    """One stage of a pipeline.

    Attributes
    ----------
    layers : that it holds
    forward, backward : of a micro-batch, with what its exchanges of weights and gradients add [s]
    memory : of one of its GPUs [B]

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128)
    >>> step = sl.parallelism.step(shape, layout, sl.published.chips["b200"], fabric, 2048 * 8192)
    >>> [stage.layers for stage in step.stages[:2]]
    [7, 8]
    """

    layers: int
    forward: float
    backward: float
    memory: float

@dataclass(frozen=True, eq=False)
class Step(Result, Generic[_T, _S]):
    """One training step; arrays where the settings have arrays.

    Attributes
    ----------
    time : [s]; NaN where the layout does not fit
    breakdown : seconds by cause, which sum to the time
    memory_per_gpu : [B] of the fullest stage
    memory : bytes by part, which sum to it: state, activations, buffers, workspace, peak
    stages : rows with layers, forward, backward and memory; None where settings have arrays
    model_flops_utilization : FLOPs without recompute and input table, causal attention, over gpus x peak_flops x time
    status : "ok" or "infeasible"
    note : why it does not fit, or which part is a bound

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=1)
    >>> sl.parallelism.step(shape, layout, chip, fabric, 2048 * 8192).time
    nan
    """

    time: _T
    breakdown: dict[str, _T]
    memory_per_gpu: _T
    memory: dict[str, _T]
    stages: Rows[StageRow] | None
    model_flops_utilization: _T
    status: _S
    note: _S

def balanced_shares(speeds: Sequence[float], micro_batches: int) -> BalancedShares:
    """Whole micro-batches for members of unequal speed that step together, so that the step takes the least time.

    Parameters
    ----------
    speeds : Sequence[float]
        Of each member, in any one unit, > 0.
    micro_batches : int, a whole number in [1, 2147483647]
        Of a step, all members together.

    Returns
    -------
    BalancedShares
        Whole shares of members of unequal speed, and what they use of the sum of speeds.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> shares, efficiency = sl.parallelism.balanced_shares([1] * 8 + [0.4] * 8, 256)
    >>> print(shares[0], shares[-1], f"{efficiency:.4f}")
    23 9 0.9938
    """

@overload
def best_layout(
    shape: TransformerShape,
    gpus: int,
    chip: Chip,
    fabric: Fabric,
    batch_tokens: float,
    *,
    mine: Layout | None = None,
    fastest: int = 10,
    **options: Any,
) -> BestLayout:
    """The fastest of all layouts of a number of GPUs, and why each of the others does not fit. Parameters as for step.

    Parameters
    ----------
    shape : TransformerShape
        What is trained.
    gpus : int, a whole number in [1, 2147483647]
        GPUs to lay out.
    chip : Chip
        On what.
    fabric : Fabric
        Over what.
    batch_tokens : float, > 0 and finite
        Tokens of a step, all replicas together; a multiple of sequence_length.
    mine : Layout, optional
        A layout of as many GPUs, to be placed among all.
    fastest : int, >= 0, default 10
        How many of the fastest to list.
    **options : Any
        Every other option of step, one value each.

    Returns
    -------
    BestLayout
        The fastest layout.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.guess_chip(9.9e14, 3.35e12, 80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 16_384, chip, fabric, 2048 * 8192).layout
    Layout(tensor=4, pipeline=16, data=64, context=4, chunks=8)
    """

@overload
def best_layout(
    shape: TransformerShape[float | NumPy],
    gpus: int,
    chip: Chip[float | NumPy],
    fabric: Fabric[float | NumPy],
    batch_tokens: float,
    *,
    mine: Layout[float | NumPy] | None = None,
    fastest: int = 10,
    **options: Any,
) -> BestLayout[NumPy, NumPyText]: ...
@overload
def best_layout(
    shape: TransformerShape[Any],
    gpus: int,
    chip: Chip[Any],
    fabric: Fabric[Any],
    batch_tokens: float,
    *,
    mine: Layout[Any] | None = None,
    fastest: int = 10,
    **options: Any,
) -> BestLayout[Array, Array]: ...
def equal_shares_efficiency(speeds: Sequence[float]) -> float:
    """What members of unequal speed that have equal shares and step together use of the sum of their speeds: n min(s)/sum(s).

    Parameters
    ----------
    speeds : Sequence[float]
        Of each member, in any one unit, > 0.

    Returns
    -------
    float
        What members of unequal speed that have equal shares and step together use of the sum of their speeds: n min(s)/sum(s).

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.parallelism.equal_shares_efficiency([1] * 8 + [0.4] * 8)
    0.5714285714285714
    """

def power_sgd_ratio(matrices: Sequence[tuple[float, float]], rank: float, vectors: float = 0) -> float:
    """Compression of PowerSGD: each A x B matrix is sent as rank (A + B) entries, vectors as they are.

    Parameters
    ----------
    matrices : Sequence[tuple[float, float]]
        Rows and columns of each gradient, > 0.
    rank : float
        Of the compression, > 0.
    vectors : float, default 0
        Entries that are sent as they are, >= 0.

    Returns
    -------
    float
        Compression of PowerSGD: each A x B matrix is sent as rank (A + B) entries, vectors as they are.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    References
    ----------
    Vogels et al., NeurIPS 2019, Table 10.

    Examples
    --------
    >>> sl.parallelism.power_sgd_ratio([(1000, 1000)], rank=4)
    125.0
    """

@overload
def step(
    shape: TransformerShape,
    layout: Layout,
    chip: Chip,
    fabric: Fabric,
    batch_tokens: Real,
    *,
    recompute: str = "selective",
    kernels: str = "fused",
    precision: str = "bf16",
    context_exchange: str = "ring",
    sequence_parallel: Real = True,
    zero_stage: Real = 1,
    shard_ranks: Real = 0,
    element_bytes: Real = 2,
    gradient_bytes: Real = 4,
    overlap: Real = 0,
    tensor_overlap: Real = 0,
    expert_overlap: Real = 0,
    scatter: Real = True,
    expert_imbalance: Real = 1,
    logit_bytes: Real = 2,
    gradient_buffers: Real = True,
    stage_layers: Sequence[int] | None = None,
) -> Step:
    """One training step of batch_tokens tokens, all replicas together; arrays in any field broadcast.

    Parameters
    ----------
    shape : TransformerShape
        What is trained.
    layout : Layout
        How it is spread over GPUs.
    chip : Chip
        On what.
    fabric : Fabric
        Over what.
    batch_tokens : array_like, > 0 and finite
        Tokens of a step, a multiple of sequence_length.
    recompute : str, default 'selective'
        What backward computes again: "none", "selective" (the attention core) or "full".
    kernels : str, default 'fused'
        "fused", or "unfused": attention scores and dropout masks are written (plain dense shapes only).
    precision : str, default 'bf16'
        Of the layers' products, "bf16" or "fp8"; peak and rates of the chip are those of this format.
    context_exchange : str, default 'ring'
        Of the ranks that share a sequence: "ring", "all_gather" or "all_to_all".
    sequence_parallel : array_like, true or false, default True
        Whether activations outside the matrices are cut over the tensor ranks too.
    zero_stage : array_like, a whole number in [0, 3], default 1
        What the data-parallel ranks share: 0 nothing, 1 optimizer, 2 gradients too, 3 weights too.
    shard_ranks : array_like, a whole number in [0, 2147483647], default 0
        Ranks that share the state, in groups; 0: all of data x context.
    element_bytes : array_like, > 0 and finite [B], default 2
        Of activations and weights that are sent [B].
    gradient_bytes : array_like, > 0 and finite [B], default 4
        Of gradients that are kept and reduced [B].
    overlap : array_like, in [0, 1], default 0
        Share of the shorter of an exchange of weights or gradients and the pass beside it that is hidden.
    tensor_overlap : array_like, in [0, 1], default 0
        Share of the tensor messages that is hidden.
    expert_overlap : array_like, in [0, 1], default 0
        Share of the exchange of tokens with experts that is hidden.
    scatter : array_like, true or false, default True
        Whether activations between stages are cut over the tensor ranks.
    expert_imbalance : array_like, >= 1 and finite, default 1
        Tokens of the fullest expert rank over the mean, >= 1.
    logit_bytes : array_like, > 0 and finite [B], default 2
        Bytes of a logit: 2 with a fused loss, 6 where a copy in fp32 is made.
    gradient_buffers : array_like, true or false, default True
        Whether a 16-bit gradient of each distinct matrix is kept beside those that accumulate.
    stage_layers : Sequence[int], optional
        Layers of each stage; None: even.

    Returns
    -------
    Step
        One training step; arrays where the settings have arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=1)
    >>> sl.parallelism.step(shape, layout, chip, fabric, 2048 * 8192).status
    'infeasible'
    """

@overload
def step(
    shape: TransformerShape[float | NumPy],
    layout: Layout[float | NumPy],
    chip: Chip[float | NumPy],
    fabric: Fabric[float | NumPy],
    batch_tokens: Plain,
    *,
    recompute: str = "selective",
    kernels: str = "fused",
    precision: str = "bf16",
    context_exchange: str = "ring",
    sequence_parallel: Plain = True,
    zero_stage: Plain = 1,
    shard_ranks: Plain = 0,
    element_bytes: Plain = 2,
    gradient_bytes: Plain = 4,
    overlap: Plain = 0,
    tensor_overlap: Plain = 0,
    expert_overlap: Plain = 0,
    scatter: Plain = True,
    expert_imbalance: Plain = 1,
    logit_bytes: Plain = 2,
    gradient_buffers: Plain = True,
    stage_layers: Sequence[int] | None = None,
) -> Step[NumPy, NumPyText]: ...
@overload
def step(
    shape: TransformerShape[Any],
    layout: Layout[Any],
    chip: Chip[Any],
    fabric: Fabric[Any],
    batch_tokens: Quantity,
    *,
    recompute: str = "selective",
    kernels: str = "fused",
    precision: str = "bf16",
    context_exchange: str = "ring",
    sequence_parallel: Quantity = True,
    zero_stage: Quantity = 1,
    shard_ranks: Quantity = 0,
    element_bytes: Quantity = 2,
    gradient_bytes: Quantity = 4,
    overlap: Quantity = 0,
    tensor_overlap: Quantity = 0,
    expert_overlap: Quantity = 0,
    scatter: Quantity = True,
    expert_imbalance: Quantity = 1,
    logit_bytes: Quantity = 2,
    gradient_buffers: Quantity = True,
    stage_layers: Sequence[int] | None = None,
) -> Step[Array, Array]: ...
@overload
def activation_bytes_per_layer(
    sequence_length: Real,
    micro_batch: Real,
    hidden: Real,
    heads: Real,
    tensor: Real,
    sequence_parallel: Real = 0,
    recompute: Literal["none", "selective", "full"] = "none",
) -> float:
    """Activations that a layer keeps for the backward pass of one micro-batch, on one GPU [B].

    recompute "none": s b h (10 + 24/t + 5 a s/(h t)), with sequence_parallel (s b h/t)(34 + 5 a s/h); "selective":
    without the term in a s/h; "full": 2 s b h. s = sequence_length, b = micro_batch, h = hidden, a = heads, t = tensor.
    An upper bound for kernels that fuse, for gated and grouped-query models.

    Parameters
    ----------
    sequence_length : array_like, >= 0
        Tokens of a sequence on this GPU.
    micro_batch : array_like, >= 0
        Sequences of a micro-batch.
    hidden : array_like, > 0
        Width of the model.
    heads : array_like, >= 0
        Attention heads.
    tensor : array_like, >= 1
        Tensor-parallel ranks.
    sequence_parallel : array_like, a number, default 0
        Whether the rest is split over the tensor ranks too; 0 or False: no.
    recompute : {"none", "selective", "full"}, default "none"
        What the backward pass computes again.
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
    Korthikanti et al., 2022, Table 2.

    Examples
    --------
    >>> sl.parallelism.activation_bytes_per_layer(
    ...     sequence_length=2048,
    ...     micro_batch=1,
    ...     hidden=12288,
    ...     heads=96,
    ...     tensor=8,
    ... )
    np.float64(578813952.0)
    """

@overload
def activation_bytes_per_layer(
    sequence_length: Plain,
    micro_batch: Plain,
    hidden: Plain,
    heads: Plain,
    tensor: Plain,
    sequence_parallel: Plain = 0,
    recompute: Literal["none", "selective", "full"] = "none",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def activation_bytes_per_layer(
    sequence_length: Quantity,
    micro_batch: Quantity,
    hidden: Quantity,
    heads: Quantity,
    tensor: Quantity,
    sequence_parallel: Quantity = 0,
    recompute: Literal["none", "selective", "full"] = "none",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def bandwidth_for_utilization(
    utilization: Real,
    exchange_steps: Real,
    step_time: Real,
    bytes: Real,
    sites: Real,
    latency: Real = 0,
    fragments: Real = 1,
    overlap_steps: Real = 0,
) -> float:
    """Bandwidth [B/s] of a site's link, one way, at which sites around a ring reach a utilisation.

    2 ((M-1)/M) S/(H t (1/u - 1 + f) - 2 F (M-1) d); inf where latency alone takes too long. utilization u in (0, 1];
    exchange_steps H; step_time t [s]; bytes S >= 0 of all parameters as a site sends them; sites M >= 1; latency d >= 0
    [s] of one hop, one way; fragments F in [1, H]; overlap_steps as of local_update_utilization.

    Parameters
    ----------
    utilization : array_like, in (0, 1]
        Share of the time that replicas compute.
    exchange_steps : array_like, >= 1
        Steps of a replica between two exchanges of one parameter.
    step_time : array_like [s], > 0
        One step of a replica.
    bytes : array_like [B], >= 0
        Of all parameters, as a site sends them.
    sites : array_like, >= 1
        Around the ring.
    latency : array_like [s], >= 0, default 0
        One hop, one way.
    fragments : array_like, >= 1, default 1
        That the parameters go in, at most exchange_steps.
    overlap_steps : array_like, >= 0, default 0
        Until a fragment that was sent must be there.
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
    docs/derivations.md, section "Exchanges every H steps".

    Examples
    --------
    >>> sl.parallelism.bandwidth_for_utilization(
    ...     utilization=0.9,
    ...     exchange_steps=100,
    ...     step_time=6,
    ...     bytes=8.1e+11,
    ...     sites=2,
    ... )
    np.float64(12149999999.999994)
    """

@overload
def bandwidth_for_utilization(
    utilization: Plain,
    exchange_steps: Plain,
    step_time: Plain,
    bytes: Plain,
    sites: Plain,
    latency: Plain = 0,
    fragments: Plain = 1,
    overlap_steps: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bandwidth_for_utilization(
    utilization: Quantity,
    exchange_steps: Quantity,
    step_time: Quantity,
    bytes: Quantity,
    sites: Quantity,
    latency: Quantity = 0,
    fragments: Quantity = 1,
    overlap_steps: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def best_waited(n: Real, least: Real, tail: Real) -> float:
    """How many of n workers a step best waits for, the others as backups: k that makes k/E X_(k of n) the most, exactly.

    E X_(k of n) = least + tail (H_n - H_(n-k)), H_n = 1 + 1/2 + ... + 1/n.

    Parameters
    ----------
    n : array_like, >= 1
        Workers, a whole number.
    least : array_like [s], >= 0
        The least time of a worker.
    tail : array_like [s], >= 0
        Mean of what comes on top, exponential.
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
    elementary, by search; the times are those of Dutta et al., AISTATS 2018.

    Examples
    --------
    >>> sl.parallelism.best_waited(n=100, least=0.9, tail=0.1)
    np.float64(92.0)
    """

@overload
def best_waited(
    n: Plain,
    least: Plain,
    tail: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def best_waited(
    n: Quantity,
    least: Quantity,
    tail: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def best_waited_share(least: Real, tail: Real) -> float:
    """Share of many workers that a step best waits for, the others as backups.

    y that makes y/(least - tail ln(1 - y)) the most: 1 + 1/W_-1(-exp(-least/tail - 1)).

    Parameters
    ----------
    least : array_like [s], >= 0
        The least time of a worker.
    tail : array_like [s], >= 0
        Mean of what comes on top, exponential.
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
    Lee et al., IEEE Trans. Information Theory 64(3), 2018.

    Examples
    --------
    >>> sl.parallelism.best_waited_share(least=0.9, tail=0.1)
    np.float64(0.9201785650326799)
    """

@overload
def best_waited_share(
    least: Plain,
    tail: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def best_waited_share(
    least: Quantity,
    tail: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def bubble_of_ideal(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Real,
    micro_batches: Real,
    chunks: Real = 1,
    forward: Real = 1,
    backward: Real = 2,
    weight_gradient: Real | None = None,
) -> float:
    """Idle time of a pipeline against the work of a step: bubble_time / (m (t_f + t_b)).

    m = micro_batches, t_f = forward, t_b = backward; interleaved needs a multiple of pipeline.

    Parameters
    ----------
    schedule : {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"}
        Order of the work.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    micro_batches : array_like, >= 1
        Micro-batches of a replica, a whole number.
    chunks : array_like, >= 1, default 1
        Chunks of layers per stage, a whole number; 1 unless interleaved.
    forward : array_like [s], >= 0, default 1
        Forward pass of a micro-batch on a stage.
    backward : array_like [s], >= 0, default 2
        Backward pass of it, all of it.
    weight_gradient : array_like [s], >= 0, optional
        The part of backward for the weights, at most all of it; None: half.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    a definition; for gpipe, 1f1b and interleaved as in Narayanan et al., SC 2021, section 2.2.

    Examples
    --------
    >>> sl.parallelism.bubble_of_ideal(schedule="gpipe", pipeline=8, micro_batches=32)
    np.float64(0.21875)
    """

@overload
def bubble_of_ideal(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Plain,
    micro_batches: Plain,
    chunks: Plain = 1,
    forward: Plain = 1,
    backward: Plain = 2,
    weight_gradient: Plain | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bubble_of_ideal(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Quantity,
    micro_batches: Quantity,
    chunks: Quantity = 1,
    forward: Quantity = 1,
    backward: Quantity = 2,
    weight_gradient: Quantity | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def bubble_of_total(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Real,
    micro_batches: Real,
    chunks: Real = 1,
    forward: Real = 1,
    backward: Real = 2,
    weight_gradient: Real | None = None,
) -> float:
    """Idle time of a pipeline against the whole step: x/(1 + x), x = bubble_of_ideal.

    Parameters
    ----------
    schedule : {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"}
        Order of the work.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    micro_batches : array_like, >= 1
        Micro-batches of a replica, a whole number.
    chunks : array_like, >= 1, default 1
        Chunks of layers per stage, a whole number; 1 unless interleaved.
    forward : array_like [s], >= 0, default 1
        Forward pass of a micro-batch on a stage.
    backward : array_like [s], >= 0, default 2
        Backward pass of it, all of it.
    weight_gradient : array_like [s], >= 0, optional
        The part of backward for the weights, at most all of it; None: half.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    elementary: the bubble over the work and the bubble.

    Examples
    --------
    >>> sl.parallelism.bubble_of_total(schedule="gpipe", pipeline=8, micro_batches=32)
    np.float64(0.1794871794871795)
    """

@overload
def bubble_of_total(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Plain,
    micro_batches: Plain,
    chunks: Plain = 1,
    forward: Plain = 1,
    backward: Plain = 2,
    weight_gradient: Plain | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bubble_of_total(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Quantity,
    micro_batches: Quantity,
    chunks: Quantity = 1,
    forward: Quantity = 1,
    backward: Quantity = 2,
    weight_gradient: Quantity | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def bubble_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Real,
    forward: Real,
    backward: Real,
    chunks: Real = 1,
    weight_gradient: Real | None = None,
    overlapped: Real | None = None,
) -> float:
    """Idle time of a pipeline stage in one step [s].

    gpipe and 1f1b (p - 1)(t_f + t_b); interleaved (p - 1)(t_f + t_b)/v; zb_h1, zb_h2 (p - 1)(t_f + T_B - k T_W), k = 1, 2;
    dualpipe (p/2 - 1)(T_FB + t_b - 3 T_W); stashed, two_buffered 0. p = pipeline (even for dualpipe), t_f = forward,
    t_b = T_B + T_W = backward, v = chunks, T_W = weight_gradient, T_FB = overlapped.

    Parameters
    ----------
    schedule : {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"}
        Order of the work.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    forward : array_like [s], >= 0
        Forward pass of a micro-batch on a stage.
    backward : array_like [s], >= 0
        Backward pass of a micro-batch on a stage, all of it.
    chunks : array_like, >= 1, default 1
        Chunks of layers per stage, a whole number; 1 unless interleaved.
    weight_gradient : array_like [s], >= 0, optional
        The part of backward for the weights, at most all of it; None: half.
    overlapped : array_like [s], >= 0, optional
        A forward and a backward pass at once; None: forward + backward.
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
    Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2.

    Examples
    --------
    >>> sl.parallelism.bubble_time(schedule="gpipe", pipeline=8, forward=1, backward=2)
    np.float64(21.0)
    """

@overload
def bubble_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Plain,
    forward: Plain,
    backward: Plain,
    chunks: Plain = 1,
    weight_gradient: Plain | None = None,
    overlapped: Plain | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def bubble_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Quantity,
    forward: Quantity,
    backward: Quantity,
    chunks: Quantity = 1,
    weight_gradient: Quantity | None = None,
    overlapped: Quantity | None = None,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def compression_break_even_bandwidth(bytes: Real, ranks: Real, ratio: Real, backward: Real, encode: Real) -> float:
    """Bandwidth [B/s] below which gradient compression pays.

    V (1 - 1/r)/(T_b + T_e), V = 2 ((n - 1)/n) bytes, r = ratio, T_b = backward, T_e = encode.

    Parameters
    ----------
    bytes : array_like [B], >= 0
        The full buffer of one rank.
    ranks : array_like, >= 1
        Ranks that take part.
    ratio : array_like, >= 1
        Bytes before over bytes after compression.
    backward : array_like [s], >= 0
        Backward pass, which hides the uncompressed exchange.
    encode : array_like [s], >= 0
        Compressing and decompressing.
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
    Agarwal et al., MLSys 2022.

    Examples
    --------
    >>> sl.parallelism.compression_break_even_bandwidth(bytes=1e+09, ranks=64, ratio=16, backward=0.2, encode=0.05)
    np.float64(7382812500.0)
    """

@overload
def compression_break_even_bandwidth(
    bytes: Plain,
    ranks: Plain,
    ratio: Plain,
    backward: Plain,
    encode: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def compression_break_even_bandwidth(
    bytes: Quantity,
    ranks: Quantity,
    ratio: Quantity,
    backward: Quantity,
    encode: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def compression_break_even_tokens(
    flops: Real, bandwidth: Real, ratio: Real, element_bytes: Real = 2, encode_share: Real = 0
) -> float:
    """Tokens per replica below which compression pays for a transformer.

    e X/(2 W)(1 - 1/r)/(1 + encode_share), X = flops, W = bandwidth, r = ratio, e = element_bytes.

    Parameters
    ----------
    flops : array_like [FLOP/s], >= 0
        Achieved by one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per GPU.
    ratio : array_like, >= 1
        Bytes before over bytes after compression.
    element_bytes : array_like [B], >= 0, default 2
        Bytes of an element sent.
    encode_share : array_like, >= 0, default 0
        Compressing, against the backward pass.
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
    elementary: compression_break_even_bandwidth of many ranks with 4 FLOP per parameter and token backward.

    Examples
    --------
    >>> sl.parallelism.compression_break_even_tokens(flops=4e+14, bandwidth=5e+10, ratio=16)
    np.float64(7500.0)
    """

@overload
def compression_break_even_tokens(
    flops: Plain,
    bandwidth: Plain,
    ratio: Plain,
    element_bytes: Plain = 2,
    encode_share: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def compression_break_even_tokens(
    flops: Quantity,
    bandwidth: Quantity,
    ratio: Quantity,
    element_bytes: Quantity = 2,
    encode_share: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def context_tokens_to_hide(
    query_heads: Real, key_value_heads: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2, causal: Real = 0
) -> float:
    """Tokens per GPU from which a context ring's keys and values arrive in time.

    e (k/a) X/(2 W), twice when causal; a = query_heads, k = key_value_heads, X = flops, W = bandwidth, e = element_bytes.

    Parameters
    ----------
    query_heads : array_like, > 0
        Query heads.
    key_value_heads : array_like, > 0
        Key and value heads.
    flops : array_like [FLOP/s], >= 0
        Achieved by one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per GPU.
    element_bytes : array_like [B], >= 0, default 2
        Bytes of an element sent.
    causal : array_like, a number, default 0
        Whether half of the scores is masked; 0 or False: no.
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
    elementary: a block of keys and values sent while one is worked on; the ring of Liu et al.,
    arXiv 2310.01889, 2023.

    Examples
    --------
    >>> sl.parallelism.context_tokens_to_hide(query_heads=128, key_value_heads=8, flops=4e+14, bandwidth=5e+10)
    np.float64(500.0)
    """

@overload
def context_tokens_to_hide(
    query_heads: Plain,
    key_value_heads: Plain,
    flops: Plain,
    bandwidth: Plain,
    element_bytes: Plain = 2,
    causal: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def context_tokens_to_hide(
    query_heads: Quantity,
    key_value_heads: Quantity,
    flops: Quantity,
    bandwidth: Quantity,
    element_bytes: Quantity = 2,
    causal: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def data_traffic_ratio(
    tokens_per_replica: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2, data: Real = ...
) -> float:
    """Gradient exchange over compute if nothing is hidden.

    e X/(3 W)/(tokens per replica) (d - 1)/d, X = flops, W = bandwidth, d = data; e = element_bytes, the mean of
    reduce-scatter and all-gather (3 for fp32 and bf16).

    Parameters
    ----------
    tokens_per_replica : array_like, > 0
        Tokens of a step and replica.
    flops : array_like [FLOP/s], >= 0
        Achieved by one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per GPU.
    element_bytes : array_like [B], >= 0, default 2
        Bytes of an element sent.
    data : array_like, >= 1, default inf
        Data-parallel ranks.
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
    derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.3.

    Examples
    --------
    >>> sl.parallelism.data_traffic_ratio(tokens_per_replica=65536, flops=4e+14, bandwidth=5e+10)
    np.float64(0.08138020833333333)
    """

@overload
def data_traffic_ratio(
    tokens_per_replica: Plain,
    flops: Plain,
    bandwidth: Plain,
    element_bytes: Plain = 2,
    data: Plain = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def data_traffic_ratio(
    tokens_per_replica: Quantity,
    flops: Quantity,
    bandwidth: Quantity,
    element_bytes: Quantity = 2,
    data: Quantity = ...,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def expected_exponential_order_statistic(n: Real, k: Real, least: Real = 0, tail: Real = 1) -> float:
    """Mean of the k-th smallest of n independent times that are exponential beyond a least one (k = n: the largest) [s].

    least + tail (H_n - H_(n-k)), H the harmonic numbers, for real n and k too.

    Parameters
    ----------
    n : array_like, >= 1
        How many.
    k : array_like, >= 1
        Which, at most n.
    least : array_like [s], >= 0, default 0
        The shortest of all times.
    tail : array_like [s], >= 0, default 1
        Mean of what comes on top.
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
    David and Nagaraja, Order Statistics, 2003, section 2.5.

    Examples
    --------
    >>> sl.parallelism.expected_exponential_order_statistic(n=100, k=96)
    np.float64(3.104044184306287)
    """

@overload
def expected_exponential_order_statistic(
    n: Plain,
    k: Plain,
    least: Plain = 0,
    tail: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def expected_exponential_order_statistic(
    n: Quantity,
    k: Quantity,
    least: Quantity = 0,
    tail: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def expected_max_normal(n: Real) -> float:
    """Mean of the largest of n independent standard normals.

    Parameters
    ----------
    n : array_like, >= 1
        How many.
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
    David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.

    Examples
    --------
    >>> sl.parallelism.expected_max_normal(n=1024)
    np.float64(3.248239601375412)
    """

@overload
def expected_max_normal(
    n: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def expected_max_normal(
    n: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Array: ...
@overload
def expected_normal_order_statistic(n: Real, k: Real) -> float:
    """Mean of the k-th smallest of n independent standard normals (k = n: the largest).

    Parameters
    ----------
    n : array_like, >= 1
        How many.
    k : array_like, >= 1
        Which, at most n.
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
    David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.

    Examples
    --------
    >>> sl.parallelism.expected_normal_order_statistic(n=1024, k=1000)
    np.float64(1.9775165775819974)
    """

@overload
def expected_normal_order_statistic(
    n: Plain,
    k: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def expected_normal_order_statistic(
    n: Quantity,
    k: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def expert_traffic_ratio(expert_feed_forward: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2) -> float:
    """Expert-parallel traffic of gated experts over compute if nothing is hidden.

    (2/9) e X/(F_e W), F_e = expert_feed_forward, X = flops, W = bandwidth, e = element_bytes, whatever the number of
    active experts and the hidden size.

    Parameters
    ----------
    expert_feed_forward : array_like, > 0
        Width of an expert.
    flops : array_like [FLOP/s], >= 0
        Achieved by one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per GPU.
    element_bytes : array_like [B], >= 0, default 2
        Bytes of an element sent.
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
    elementary: 4 e h bytes there and back, both passes, against 18 h F_e FLOP, per token and expert.

    Examples
    --------
    >>> sl.parallelism.expert_traffic_ratio(expert_feed_forward=2048, flops=4e+14, bandwidth=5e+10)
    np.float64(1.7361111111111112)
    """

@overload
def expert_traffic_ratio(
    expert_feed_forward: Plain,
    flops: Plain,
    bandwidth: Plain,
    element_bytes: Plain = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def expert_traffic_ratio(
    expert_feed_forward: Quantity,
    flops: Quantity,
    bandwidth: Quantity,
    element_bytes: Quantity = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def implicit_momentum(workers: Real) -> float:
    """Momentum that asynchronous workers bring by themselves: 1 - 1/workers.

    Parameters
    ----------
    workers : array_like, >= 1
        Workers, none of which waits for another.
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
    Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.

    Examples
    --------
    >>> sl.parallelism.implicit_momentum(workers=64)
    np.float64(0.984375)
    """

@overload
def implicit_momentum(
    workers: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def implicit_momentum(
    workers: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def in_flight_micro_batches(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Real,
    micro_batches: Real,
    stage: Real = 0,
    chunks: Real = 1,
) -> float:
    """Micro-batches whose activations a stage holds at its fullest, in units of all the stage's layers.

    gpipe m; 1f1b min(p - i, m); interleaved (2(p - i - 1) + (v - 1)p + 1)/v, at most m; zb_h1 p (a bound); zb_h2 2p - 1;
    dualpipe p + 1, and the parameters twice; stashed p - i, and two_buffered where m >= p. p = pipeline,
    m = micro_batches, i = stage, v = chunks.

    Parameters
    ----------
    schedule : {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"}
        Order of the work.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    micro_batches : array_like, >= 1
        Micro-batches of a replica, a whole number.
    stage : array_like, >= 0, default 0
        The stage, a whole number below pipeline.
    chunks : array_like, >= 1, default 1
        Chunks of layers per stage, a whole number; 1 unless interleaved.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Narayanan et al., SC 2021, section 2.2; Qi et al., 2023, Table 2; DeepSeek-V3 report, 2024, Table 2;
    Narayanan et al., SOSP 2019 and ICML 2021; interleaved counted in its order of work.

    Examples
    --------
    >>> sl.parallelism.in_flight_micro_batches(schedule="gpipe", pipeline=8, micro_batches=32)
    np.float64(32.0)
    """

@overload
def in_flight_micro_batches(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Plain,
    micro_batches: Plain,
    stage: Plain = 0,
    chunks: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def in_flight_micro_batches(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Quantity,
    micro_batches: Quantity,
    stage: Quantity = 0,
    chunks: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def latency_per_layer(tensor_ranks: Real, form: Literal["body", "appendix"] = "body") -> float:
    """Least time that a layer takes, forward and backward, with tensor parallelism across nodes [s].

    body 8 [4.5 + 6.8 + 2 (2.75 0.6 + 5 max(0, log2(sqrt(TP)/2.75)))] us; appendix 4 [6.8 + 2 (3 0.6 +
    5 max(0, log2(sqrt(TP)/8)))] us; TP = tensor_ranks. The two do not agree.

    Parameters
    ----------
    tensor_ranks : array_like, >= 1
        Ranks that share a layer.
    form : {"body", "appendix"}, default "body"
        Which published form.
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
    Epoch AI, "Can AI scaling continue through 2030?", 2024, section "Latency wall" and its appendix.

    Examples
    --------
    >>> sl.parallelism.latency_per_layer(tensor_ranks=2128)
    np.float64(0.00044225676792906374)
    """

@overload
def latency_per_layer(
    tensor_ranks: Plain,
    form: Literal["body", "appendix"] = "body",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def latency_per_layer(
    tensor_ranks: Quantity,
    form: Literal["body", "appendix"] = "body",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def local_update_utilization(
    exchange_steps: Real, step_time: Real, exchange_time: Real, fragments: Real = 1, overlap_steps: Real = 0
) -> float:
    """Share of the time in which replicas that exchange every H steps compute: 1/(1 + max(0, x - f)).

    x = exchange_time/(H step_time), f = min(overlap_steps fragments/H, 1). exchange_steps H >= 1, steps of a replica
    between two exchanges of one parameter; step_time > 0 [s]; exchange_time >= 0 [s], of all fragments together, the
    latency of each included; fragments in [1, H]; overlap_steps >= 0 until a fragment that was sent must be there.
    Communication alone: failures cost a goodput beside it.

    Parameters
    ----------
    exchange_steps : array_like, >= 1
        Steps of a replica between two exchanges of one parameter.
    step_time : array_like [s], > 0
        One step of a replica.
    exchange_time : array_like [s], >= 0
        One exchange, all fragments and their latencies together.
    fragments : array_like, >= 1, default 1
        That the parameters go in, at most exchange_steps.
    overlap_steps : array_like, >= 0, default 0
        Until a fragment that was sent must be there.
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
    docs/derivations.md, section "Exchanges every H steps".

    Examples
    --------
    >>> sl.parallelism.local_update_utilization(exchange_steps=100, step_time=6, exchange_time=6.5)
    np.float64(0.989282769991756)
    """

@overload
def local_update_utilization(
    exchange_steps: Plain,
    step_time: Plain,
    exchange_time: Plain,
    fragments: Plain = 1,
    overlap_steps: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def local_update_utilization(
    exchange_steps: Quantity,
    step_time: Quantity,
    exchange_time: Quantity,
    fragments: Quantity = 1,
    overlap_steps: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def mean_staleness(workers: Real) -> float:
    """Updates of others between an asynchronous worker's reading of the weights and its own: workers - 1, in the mean.

    Parameters
    ----------
    workers : array_like, >= 1
        Workers, none of which waits for another.
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
    elementary: each of the other workers counts an update once.

    Examples
    --------
    >>> sl.parallelism.mean_staleness(workers=64)
    np.float64(63.0)
    """

@overload
def mean_staleness(
    workers: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def mean_staleness(
    workers: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def model_state_bytes_per_gpu(parameters: Real, data: Real, stage: Real, gradient_bytes: Real = 2) -> float:
    """Weights, gradients and optimizer state of one GPU [B].

    Stage 1 shares the 12 bytes of the optimizer (Adam, fp32 master copy), 2 the gradients too, 3 the 2 bytes of weights
    too.

    Parameters
    ----------
    parameters : array_like, >= 0
        Parameters that the data-parallel group holds.
    data : array_like, >= 1
        Data-parallel ranks.
    stage : array_like, in [0, 3]
        ZeRO stage, a whole number.
    gradient_bytes : array_like [B], >= 0, default 2
        Bytes of a gradient; 4 where they add up in fp32.
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
    Rajbhandari et al., SC20, section 3.

    Examples
    --------
    >>> sl.parallelism.model_state_bytes_per_gpu(parameters=1e+10, data=64, stage=1)
    np.float64(41875000000.0)
    """

@overload
def model_state_bytes_per_gpu(
    parameters: Plain,
    data: Plain,
    stage: Plain,
    gradient_bytes: Plain = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def model_state_bytes_per_gpu(
    parameters: Quantity,
    data: Quantity,
    stage: Quantity,
    gradient_bytes: Quantity = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def one_bit_adam_ratio(warmup: Real) -> float:
    """Volume saved by 1-bit Adam: 1/(w + (1 - w)/16), w = warmup.

    Parameters
    ----------
    warmup : array_like, in [0, 1]
        Share of warm-up steps.
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
    Tang et al., 1-bit Adam, ICML 2021.

    Examples
    --------
    >>> sl.parallelism.one_bit_adam_ratio(warmup=0.15)
    np.float64(4.923076923076923)
    """

@overload
def one_bit_adam_ratio(
    warmup: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def one_bit_adam_ratio(
    warmup: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def overlapped_efficiency(gpus: Real, half_size: Real, window: Real) -> float:
    """Efficiency where a share of the compute hides the gradient exchange.

    1 up to gpus = window half_size, then 1/(1 - window + gpus/half_size).

    Parameters
    ----------
    gpus : array_like, >= 0
        Data-parallel GPUs.
    half_size : array_like, >= 0
        Half size of the exchange if nothing is hidden.
    window : array_like, in [0, 1]
        Share of the compute that hides it.
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
    elementary: what outlasts the window adds to the step.

    Examples
    --------
    >>> sl.parallelism.overlapped_efficiency(gpus=40000, half_size=50000, window=0.5)
    np.float64(0.7692307692307692)
    """

@overload
def overlapped_efficiency(
    gpus: Plain,
    half_size: Plain,
    window: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def overlapped_efficiency(
    gpus: Quantity,
    half_size: Quantity,
    window: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def overlapped_time(compute: Real, network: Real, exponent: Real = 1) -> float:
    """Time of a step [s] whose traffic hides behind its compute in part: (c^g + t^g)^(1/g).

    c = compute, t = network, g = exponent: 1 adds them up, inf leaves the longer one.

    Parameters
    ----------
    compute : array_like [s], >= 0
        What a step computes.
    network : array_like [s], >= 0
        What a step sends.
    exponent : array_like, >= 1, default 1
        How much of the shorter is hidden.
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
    Qiao et al., Pollux, OSDI 2021, section 3.2.

    Examples
    --------
    >>> sl.parallelism.overlapped_time(compute=0.2, network=0.1)
    np.float64(0.30000000000000004)
    """

@overload
def overlapped_time(
    compute: Plain,
    network: Plain,
    exponent: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def overlapped_time(
    compute: Quantity,
    network: Quantity,
    exponent: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def quantization_ratio(bits: Real, from_bits: Real, group: Real, scale_bits: Real) -> float:
    """Compression of rounding to fewer bits with one scale per group: from_bits/(bits + scale_bits/group).

    Parameters
    ----------
    bits : array_like, > 0
        Bits of an entry after.
    from_bits : array_like, > 0
        Bits of an entry before.
    group : array_like, > 0
        Entries that share a scale.
    scale_bits : array_like, >= 0
        Bits of a scale.
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
    elementary: bits before over bits after.

    Examples
    --------
    >>> sl.parallelism.quantization_ratio(bits=4, from_bits=32, group=128, scale_bits=32)
    np.float64(7.529411764705882)
    """

@overload
def quantization_ratio(
    bits: Plain,
    from_bits: Plain,
    group: Plain,
    scale_bits: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def quantization_ratio(
    bits: Quantity,
    from_bits: Quantity,
    group: Quantity,
    scale_bits: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def staleness_cap(momentum: Real) -> float:
    """Asynchronous workers whose own momentum is the best there is: 1/(1 - momentum).

    Beyond it asynchrony is too much momentum: HardCap(gpus=staleness_cap(momentum), name="staleness").

    Parameters
    ----------
    momentum : array_like, in [0, 1)
        The best momentum.
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
    Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.

    Examples
    --------
    >>> sl.parallelism.staleness_cap(momentum=0.9)
    np.float64(10.000000000000002)
    """

@overload
def staleness_cap(
    momentum: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def staleness_cap(
    momentum: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def straggler_slowdown(ranks: Real, cv: Real) -> float:
    """Step time over its mean with ranks whose times are normal: 1 + cv E max.

    Parameters
    ----------
    ranks : array_like, >= 1
        Ranks that wait for each other.
    cv : array_like, >= 0
        Coefficient of variation of one rank's step time.
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
    elementary: a step is the slowest of its ranks.

    Examples
    --------
    >>> sl.parallelism.straggler_slowdown(ranks=1024, cv=0.01)
    np.float64(1.0324823960137541)
    """

@overload
def straggler_slowdown(
    ranks: Plain,
    cv: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def straggler_slowdown(
    ranks: Quantity,
    cv: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def tensor_traffic_ratio(tensor: Real, hidden: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2) -> float:
    """Tensor-parallel traffic over compute if nothing is hidden.

    e (t - 1) X/(9 h W), t = tensor, h = hidden, X = flops, W = bandwidth, e = element_bytes.

    Parameters
    ----------
    tensor : array_like, >= 1
        Tensor-parallel ranks.
    hidden : array_like, > 0
        Width of the model.
    flops : array_like [FLOP/s], >= 0
        Achieved by one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per GPU.
    element_bytes : array_like [B], >= 0, default 2
        Bytes of an element sent.
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
    derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.2.

    Examples
    --------
    >>> sl.parallelism.tensor_traffic_ratio(tensor=8, hidden=12288, flops=4e+14, bandwidth=5e+10)
    np.float64(1.0127314814814814)
    """

@overload
def tensor_traffic_ratio(
    tensor: Plain,
    hidden: Plain,
    flops: Plain,
    bandwidth: Plain,
    element_bytes: Plain = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def tensor_traffic_ratio(
    tensor: Quantity,
    hidden: Quantity,
    flops: Quantity,
    bandwidth: Quantity,
    element_bytes: Quantity = 2,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def top_k_most_ranks(ratio: Real) -> float:
    """Ranks below which top-k by all-gather beats a ring all-reduce: 2 ratio.

    Parameters
    ----------
    ratio : array_like, >= 1
        Bytes before over bytes after compression.
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
    elementary: an all-gather moves (n - 1)/ratio buffers, a ring all-reduce 2 (n - 1)/n, n ranks.

    Examples
    --------
    >>> sl.parallelism.top_k_most_ranks(ratio=16)
    np.float64(32.0)
    """

@overload
def top_k_most_ranks(
    ratio: Plain, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> NumPy: ...
@overload
def top_k_most_ranks(
    ratio: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def top_k_ratio(share: Real, value_bits: Real, index_bits: Real) -> float:
    """Compression of keeping a share of the entries with their indices: value_bits/(share (value_bits + index_bits)).

    Parameters
    ----------
    share : array_like, in (0, 1]
        Share of the entries kept.
    value_bits : array_like, > 0
        Bits of an entry.
    index_bits : array_like, >= 0
        Bits of an index.
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
    elementary: bits before over bits after.

    Examples
    --------
    >>> sl.parallelism.top_k_ratio(share=0.01, value_bits=32, index_bits=32)
    np.float64(50.0)
    """

@overload
def top_k_ratio(
    share: Plain,
    value_bits: Plain,
    index_bits: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def top_k_ratio(
    share: Quantity,
    value_bits: Quantity,
    index_bits: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def transfer_exposed_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Real,
    micro_batches: Real,
    transfer: Real,
    chunks: Real = 1,
) -> float:
    """What a delay between neighbouring stages adds to a step [s], overlapped as well as the order of the work allows.

    gpipe 2(p - 1)x; interleaved 2(v p - 1)x, exact while x <= min(t_f, t_b)/v and a lower bound beyond; 1f1b
    [2(p - 1)m/p + 2(p - 2)]x where p divides m; p = pipeline, m = micro_batches, x = transfer, v = chunks. NaN where no
    closed form is known (other schedules, other m).

    Parameters
    ----------
    schedule : {"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"}
        Order of the work.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    micro_batches : array_like, >= 1
        Micro-batches of a replica, a whole number.
    transfer : array_like [s], >= 0
        Delay between neighbouring stages.
    chunks : array_like, >= 1, default 1
        Chunks of layers per stage, a whole number; 1 unless interleaved.
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
    ours, equal to an event simulation of each order of work: tests/unit/parallelism/pipeline.test.cpp.

    Examples
    --------
    >>> sl.parallelism.transfer_exposed_time(schedule="gpipe", pipeline=8, micro_batches=32, transfer=0.01)
    np.float64(0.14)
    """

@overload
def transfer_exposed_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Plain,
    micro_batches: Plain,
    transfer: Plain,
    chunks: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def transfer_exposed_time(
    schedule: Literal["gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "dualpipe", "stashed", "two_buffered"],
    pipeline: Quantity,
    micro_batches: Quantity,
    transfer: Quantity,
    chunks: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def two_speed_slowdown(ranks: Real, share: Real, slowdown: Real) -> float:
    """Step time over its mean where some ranks are slower: 1 + slowdown (1 - (1 - share)^ranks).

    Parameters
    ----------
    ranks : array_like, >= 0
        Ranks that wait for each other.
    share : array_like, in [0, 1]
        Probability that a rank is slow.
    slowdown : array_like, >= 0
        By how much it is slower.
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
    elementary: a step is slow unless no rank is.

    Examples
    --------
    >>> sl.parallelism.two_speed_slowdown(ranks=1024, share=0.0001, slowdown=0.2)
    np.float64(1.0194672419755257)
    """

@overload
def two_speed_slowdown(
    ranks: Plain,
    share: Plain,
    slowdown: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def two_speed_slowdown(
    ranks: Quantity,
    share: Quantity,
    slowdown: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def weight_versions(schedule: Literal["stashed", "two_buffered", "flushed"], pipeline: Real, stage: Real = 0) -> float:
    """Copies of its weights that a stage of a pipeline holds at its fullest.

    stashed p - i, each micro-batch an update; two_buffered 2, an update every p micro-batches or more; flushed 1.
    p = pipeline, i = stage.

    Parameters
    ----------
    schedule : {"stashed", "two_buffered", "flushed"}
        When the weights change.
    pipeline : array_like, >= 1
        Pipeline stages, a whole number.
    stage : array_like, >= 0, default 0
        The stage, a whole number below pipeline.
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
        For arrays whose shapes do not broadcast, for a word that is none of those listed.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Narayanan et al., PipeDream, SOSP 2019, section 3.3; PipeDream-2BW, ICML 2021, section 3.1.

    Examples
    --------
    >>> sl.parallelism.weight_versions(schedule="stashed", pipeline=8)
    np.float64(8.0)
    """

@overload
def weight_versions(
    schedule: Literal["stashed", "two_buffered", "flushed"],
    pipeline: Plain,
    stage: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def weight_versions(
    schedule: Literal["stashed", "two_buffered", "flushed"],
    pipeline: Quantity,
    stage: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
