# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What is trained, on what: shapes, FLOPs, checkpoint state, training data, chips."""

from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Chip",
    "StateRecipe",
    "TransformerShape",
    "guess_chip",
    "state_recipes",
    "accelerators_fed",
    "checkpoint_bytes",
    "data_set_bytes",
    "gpt_parameters",
    "gpt_step_flops",
    "gpt_training_time",
    "hardware_flops_utilization",
    "ingest_bandwidth",
    "model_flops_utilization",
    "samples_per_second",
]
_T = TypeVar("_T", covariant=True, default=float)

class Chip(Generic[_T]):
    """The accelerator: what it could compute, what it does in products, attention, memory and launches, what it holds.

    Rates are achieved ones. As it stands a chip has one rate, and neither memory traffic nor launches take time.

    Parameters
    ----------
    peak_flops : array_like, > 0 and finite [FLOP/s]
        Peak rate of the format computed in, without sparsity. Usually 100 TFLOP/s to 10 PFLOP/s (V100 in FP16 to B200 in FP4).
    achieved_flops : array_like, > 0 and finite [FLOP/s]
        Rate reached in large matrix products, communication and waiting left out. Usually 30 TFLOP/s to 5 PFLOP/s (30 to 60 %
        of the peak).
    attention_flops : array_like, >= 0 and finite [FLOP/s], default 0 FLOP/s
        Rate reached in fused attention, causal FLOPs; 0: achieved_flops. Usually 30 TFLOP/s to 2 PFLOP/s (15 to 50 % of the
        peak).
    memory_bandwidth : array_like, > 0 [B/s], default inf
        Rate reached on the GPU's own memory; unlimited: its traffic takes no time. Usually 500 GB/s to 8 TB/s (A100 to GB200).
    operation_time : array_like, >= 0 and finite [s], default 0 s
        What every operation takes besides its work. Usually 5 us to 50 us.
    memory_bytes : array_like, > 0 [B], default inf
        Memory of one GPU. Usually 16 GB to 288 GB (V100 to B300).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.workload.Chip(peak_flops=9.894e+14, achieved_flops=3.9576e+14)
    Chip(peak_flops=989.4 TFLOP/s, achieved_flops=395.76 TFLOP/s)
    """
    @overload
    def __init__(
        self: Chip,
        *,
        peak_flops: Real | Carried,
        achieved_flops: Real | Carried,
        attention_flops: Real | Carried = 0.0,
        memory_bandwidth: Real | Carried = ...,
        operation_time: Real | Carried = 0.0,
        memory_bytes: Real | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Chip[NumPy],
        *,
        peak_flops: Plain | Carried,
        achieved_flops: Plain | Carried,
        attention_flops: Plain | Carried = 0.0,
        memory_bandwidth: Plain | Carried = ...,
        operation_time: Plain | Carried = 0.0,
        memory_bytes: Plain | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: Chip[Array],
        *,
        peak_flops: Quantity | Carried,
        achieved_flops: Quantity | Carried,
        attention_flops: Quantity | Carried = 0.0,
        memory_bandwidth: Quantity | Carried = ...,
        operation_time: Quantity | Carried = 0.0,
        memory_bytes: Quantity | Carried = ...,
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
        achieved_flops: Real | Carried = ...,
        attention_flops: Real | Carried = ...,
        memory_bandwidth: Real | Carried = ...,
        operation_time: Real | Carried = ...,
        memory_bytes: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Chip[float | NumPy],
        *,
        peak_flops: Plain | Carried = ...,
        achieved_flops: Plain | Carried = ...,
        attention_flops: Plain | Carried = ...,
        memory_bandwidth: Plain | Carried = ...,
        operation_time: Plain | Carried = ...,
        memory_bytes: Plain | Carried = ...,
    ) -> Chip[NumPy]: ...
    @overload
    def replace(
        self: Chip[Any],
        *,
        peak_flops: Quantity | Carried = ...,
        achieved_flops: Quantity | Carried = ...,
        attention_flops: Quantity | Carried = ...,
        memory_bandwidth: Quantity | Carried = ...,
        operation_time: Quantity | Carried = ...,
        memory_bytes: Quantity | Carried = ...,
    ) -> Chip[Array]: ...
    @property
    def peak_flops(self) -> float | _T:
        """peak rate of the format computed in, without sparsity; > 0 and finite [FLOP/s]"""
    @property
    def achieved_flops(self) -> float | _T:
        """rate reached in large matrix products, communication and waiting left out; > 0 and finite [FLOP/s]"""
    @property
    def attention_flops(self) -> float | _T:
        """rate reached in fused attention, causal FLOPs; 0: achieved_flops; >= 0 and finite [FLOP/s]"""
    @property
    def memory_bandwidth(self) -> float | _T:
        """rate reached on the GPU's own memory; unlimited: its traffic takes no time; > 0 [B/s]"""
    @property
    def operation_time(self) -> float | _T:
        """what every operation takes besides its work; >= 0 and finite [s]"""
    @property
    def memory_bytes(self) -> float | _T:
        """memory of one GPU; > 0 [B]"""

class StateRecipe(Generic[_T]):
    """Bytes per parameter that a checkpoint saves, by tensor.

    Parameters
    ----------
    master_weights : array_like, >= 0 and finite [B], default 4 B
        Weights that the optimizer updates, fp32: 4.
    first_moment : array_like, >= 0 and finite [B], default 4 B
        Adam's mean of gradients, fp32: 4.
    second_moment : array_like, >= 0 and finite [B], default 4 B
        Adam's mean of squared gradients, fp32: 4.
    working_weights : array_like, >= 0 and finite [B], default 0 B
        Weights of the forward pass, bf16: 2; saved only by some.
    gradients : array_like, >= 0 and finite [B], default 0 B
        Bf16: 2, fp32: 4, both: 6; saved only by a few.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.workload.StateRecipe()
    StateRecipe()
    """
    @overload
    def __init__(
        self: StateRecipe,
        *,
        master_weights: Real | Carried = 4.0,
        first_moment: Real | Carried = 4.0,
        second_moment: Real | Carried = 4.0,
        working_weights: Real | Carried = 0.0,
        gradients: Real | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: StateRecipe[NumPy],
        *,
        master_weights: Plain | Carried = 4.0,
        first_moment: Plain | Carried = 4.0,
        second_moment: Plain | Carried = 4.0,
        working_weights: Plain | Carried = 0.0,
        gradients: Plain | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: StateRecipe[Array],
        *,
        master_weights: Quantity | Carried = 4.0,
        first_moment: Quantity | Carried = 4.0,
        second_moment: Quantity | Carried = 4.0,
        working_weights: Quantity | Carried = 0.0,
        gradients: Quantity | Carried = 0.0,
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
        master_weights: Real | Carried = ...,
        first_moment: Real | Carried = ...,
        second_moment: Real | Carried = ...,
        working_weights: Real | Carried = ...,
        gradients: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: StateRecipe[float | NumPy],
        *,
        master_weights: Plain | Carried = ...,
        first_moment: Plain | Carried = ...,
        second_moment: Plain | Carried = ...,
        working_weights: Plain | Carried = ...,
        gradients: Plain | Carried = ...,
    ) -> StateRecipe[NumPy]: ...
    @overload
    def replace(
        self: StateRecipe[Any],
        *,
        master_weights: Quantity | Carried = ...,
        first_moment: Quantity | Carried = ...,
        second_moment: Quantity | Carried = ...,
        working_weights: Quantity | Carried = ...,
        gradients: Quantity | Carried = ...,
    ) -> StateRecipe[Array]: ...
    @property
    def bytes_per_parameter(self) -> _T:
        """Bytes that a checkpoint saves per parameter."""
    @property
    def master_weights(self) -> float | _T:
        """weights that the optimizer updates, fp32: 4; >= 0 and finite [B]"""
    @property
    def first_moment(self) -> float | _T:
        """Adam's mean of gradients, fp32: 4; >= 0 and finite [B]"""
    @property
    def second_moment(self) -> float | _T:
        """Adam's mean of squared gradients, fp32: 4; >= 0 and finite [B]"""
    @property
    def working_weights(self) -> float | _T:
        """weights of the forward pass, bf16: 2; saved only by some; >= 0 and finite [B]"""
    @property
    def gradients(self) -> float | _T:
        """bf16: 2, fp32: 4, both: 6; saved only by a few; >= 0 and finite [B]"""

class TransformerShape(Generic[_T]):
    """A bias-free decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts.

    Parameters
    ----------
    layers : array_like, a whole number in [1, 2147483647]
        Blocks of attention and feed-forward.
    hidden : array_like, a whole number in [1, 2147483647]
        Width of the residual stream.
    feed_forward : array_like, a whole number in [0, 2147483647]
        Width of a dense feed-forward.
    query_heads : array_like, a whole number in [1, 2147483647]
        Attention heads.
    key_value_heads : array_like, a whole number in [1, 2147483647]
        Heads of keys and values; divides query_heads.
    head_size : array_like, a whole number in [1, 2147483647]
        Width of a head; with latent attention of its part without position.
    vocabulary : array_like, a whole number in [1, 2147483647]
        Rows of a table.
    sequence_length : array_like, a whole number in [1, 2147483647]
        Tokens of a sequence.
    gated : bool, default True
        Three matrices per feed-forward instead of two.
    tied : bool, default False
        One table for input and output.
    norms_per_layer : array_like, a whole number in [0, 2147483647], default 2
        Normalisations per layer, plus a final one; 0: none is counted.
    experts : array_like, a whole number in [0, 2147483647], default 0
        Routed experts per layer; 0: dense.
    active_experts : array_like, a whole number in [0, 2147483647], default 0
        Routed experts that a token meets.
    shared_experts : array_like, a whole number in [0, 2147483647], default 0
        Experts that every token meets.
    expert_feed_forward : array_like, a whole number in [0, 2147483647], default 0
        Width of an expert.
    dense_layers : array_like, a whole number in [0, 2147483647], default 0
        First layers that keep the dense feed-forward.
    router : bool, default True
        Whether the routers' matrices are counted.
    query_rank : array_like, a whole number in [0, 2147483647], default 0
        Latent attention: compressed queries; 0: not compressed.
    key_value_rank : array_like, a whole number in [0, 2147483647], default 0
        Latent attention: compressed keys and values; 0: no latent attention.
    rope_head_size : array_like, a whole number in [0, 2147483647], default 0
        Latent attention: part of a head that carries the position.
    value_head_size : array_like, a whole number in [0, 2147483647], default 0
        Width of a value head; 0: head_size.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> made = sl.workload.TransformerShape(
    ...     layers=32,
    ...     hidden=4096,
    ...     feed_forward=14336,
    ...     query_heads=32,
    ...     key_value_heads=8,
    ...     head_size=128,
    ...     vocabulary=128256,
    ...     sequence_length=8192,
    ... )
    >>> made.layers
    32
    """
    @overload
    def __init__(
        self: TransformerShape,
        *,
        layers: Real | Carried,
        hidden: Real | Carried,
        feed_forward: Real | Carried,
        query_heads: Real | Carried,
        key_value_heads: Real | Carried,
        head_size: Real | Carried,
        vocabulary: Real | Carried,
        sequence_length: Real | Carried,
        gated: Real | Carried = True,
        tied: Real | Carried = False,
        norms_per_layer: Real | Carried = 2,
        experts: Real | Carried = 0,
        active_experts: Real | Carried = 0,
        shared_experts: Real | Carried = 0,
        expert_feed_forward: Real | Carried = 0,
        dense_layers: Real | Carried = 0,
        router: Real | Carried = True,
        query_rank: Real | Carried = 0,
        key_value_rank: Real | Carried = 0,
        rope_head_size: Real | Carried = 0,
        value_head_size: Real | Carried = 0,
    ) -> None: ...
    @overload
    def __init__(
        self: TransformerShape[NumPy],
        *,
        layers: Plain | Carried,
        hidden: Plain | Carried,
        feed_forward: Plain | Carried,
        query_heads: Plain | Carried,
        key_value_heads: Plain | Carried,
        head_size: Plain | Carried,
        vocabulary: Plain | Carried,
        sequence_length: Plain | Carried,
        gated: Plain | Carried = True,
        tied: Plain | Carried = False,
        norms_per_layer: Plain | Carried = 2,
        experts: Plain | Carried = 0,
        active_experts: Plain | Carried = 0,
        shared_experts: Plain | Carried = 0,
        expert_feed_forward: Plain | Carried = 0,
        dense_layers: Plain | Carried = 0,
        router: Plain | Carried = True,
        query_rank: Plain | Carried = 0,
        key_value_rank: Plain | Carried = 0,
        rope_head_size: Plain | Carried = 0,
        value_head_size: Plain | Carried = 0,
    ) -> None: ...
    @overload
    def __init__(
        self: TransformerShape[Array],
        *,
        layers: Quantity | Carried,
        hidden: Quantity | Carried,
        feed_forward: Quantity | Carried,
        query_heads: Quantity | Carried,
        key_value_heads: Quantity | Carried,
        head_size: Quantity | Carried,
        vocabulary: Quantity | Carried,
        sequence_length: Quantity | Carried,
        gated: Quantity | Carried = True,
        tied: Quantity | Carried = False,
        norms_per_layer: Quantity | Carried = 2,
        experts: Quantity | Carried = 0,
        active_experts: Quantity | Carried = 0,
        shared_experts: Quantity | Carried = 0,
        expert_feed_forward: Quantity | Carried = 0,
        dense_layers: Quantity | Carried = 0,
        router: Quantity | Carried = True,
        query_rank: Quantity | Carried = 0,
        key_value_rank: Quantity | Carried = 0,
        rope_head_size: Quantity | Carried = 0,
        value_head_size: Quantity | Carried = 0,
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
        hidden: Real | Carried = ...,
        feed_forward: Real | Carried = ...,
        query_heads: Real | Carried = ...,
        key_value_heads: Real | Carried = ...,
        head_size: Real | Carried = ...,
        vocabulary: Real | Carried = ...,
        sequence_length: Real | Carried = ...,
        gated: Real | Carried = ...,
        tied: Real | Carried = ...,
        norms_per_layer: Real | Carried = ...,
        experts: Real | Carried = ...,
        active_experts: Real | Carried = ...,
        shared_experts: Real | Carried = ...,
        expert_feed_forward: Real | Carried = ...,
        dense_layers: Real | Carried = ...,
        router: Real | Carried = ...,
        query_rank: Real | Carried = ...,
        key_value_rank: Real | Carried = ...,
        rope_head_size: Real | Carried = ...,
        value_head_size: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: TransformerShape[float | NumPy],
        *,
        layers: Plain | Carried = ...,
        hidden: Plain | Carried = ...,
        feed_forward: Plain | Carried = ...,
        query_heads: Plain | Carried = ...,
        key_value_heads: Plain | Carried = ...,
        head_size: Plain | Carried = ...,
        vocabulary: Plain | Carried = ...,
        sequence_length: Plain | Carried = ...,
        gated: Plain | Carried = ...,
        tied: Plain | Carried = ...,
        norms_per_layer: Plain | Carried = ...,
        experts: Plain | Carried = ...,
        active_experts: Plain | Carried = ...,
        shared_experts: Plain | Carried = ...,
        expert_feed_forward: Plain | Carried = ...,
        dense_layers: Plain | Carried = ...,
        router: Plain | Carried = ...,
        query_rank: Plain | Carried = ...,
        key_value_rank: Plain | Carried = ...,
        rope_head_size: Plain | Carried = ...,
        value_head_size: Plain | Carried = ...,
    ) -> TransformerShape[NumPy]: ...
    @overload
    def replace(
        self: TransformerShape[Any],
        *,
        layers: Quantity | Carried = ...,
        hidden: Quantity | Carried = ...,
        feed_forward: Quantity | Carried = ...,
        query_heads: Quantity | Carried = ...,
        key_value_heads: Quantity | Carried = ...,
        head_size: Quantity | Carried = ...,
        vocabulary: Quantity | Carried = ...,
        sequence_length: Quantity | Carried = ...,
        gated: Quantity | Carried = ...,
        tied: Quantity | Carried = ...,
        norms_per_layer: Quantity | Carried = ...,
        experts: Quantity | Carried = ...,
        active_experts: Quantity | Carried = ...,
        shared_experts: Quantity | Carried = ...,
        expert_feed_forward: Quantity | Carried = ...,
        dense_layers: Quantity | Carried = ...,
        router: Quantity | Carried = ...,
        query_rank: Quantity | Carried = ...,
        key_value_rank: Quantity | Carried = ...,
        rope_head_size: Quantity | Carried = ...,
        value_head_size: Quantity | Carried = ...,
    ) -> TransformerShape[Array]: ...
    @property
    def parameters(self) -> _T:
        """All parameters."""
    @property
    def active_parameters(self) -> _T:
        """Parameters that one token meets; both tables count."""
    @property
    def matrix_parameters(self) -> _T:
        """Everything but normalisation weights."""
    @property
    def attention_parameters(self) -> _T:
        """Matrices of the attention of one layer."""
    @overload
    def flops_per_token(
        self: TransformerShape, attention: Literal["causal", "full"] = "causal", input_table: Real = True
    ) -> float:
        """FLOPs of training on one token, forward and backward, nothing recomputed.

        attention "causal" computes half of the scores, "full" all; input_table: whether looking up a row counts.

        Parameters
        ----------
        attention : Literal['causal', 'full'], default 'causal'
            "causal" computes half of the scores, "full" all.
        input_table : array_like, true or false, default True
            Whether looking up a row counts.

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
    def flops_per_token(
        self: TransformerShape[float | NumPy], attention: Literal["causal", "full"] = "causal", input_table: Plain = True
    ) -> NumPy: ...
    @overload
    def flops_per_token(
        self: TransformerShape[Any], attention: Literal["causal", "full"] = "causal", input_table: Quantity = True
    ) -> Array: ...
    def attention_flops_per_token(self, attention: Literal["causal", "full"] = "causal") -> _T:
        """FLOPs per token of scores and weighted values, forward and backward.

        Parameters
        ----------
        attention : Literal['causal', 'full'], default 'causal'
            "causal" computes half of the scores, "full" all.

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
    @property
    def layers(self) -> float | _T:
        """blocks of attention and feed-forward; a whole number in [1, 2147483647]"""
    @property
    def hidden(self) -> float | _T:
        """width of the residual stream; a whole number in [1, 2147483647]"""
    @property
    def feed_forward(self) -> float | _T:
        """width of a dense feed-forward; a whole number in [0, 2147483647]"""
    @property
    def query_heads(self) -> float | _T:
        """attention heads; a whole number in [1, 2147483647]"""
    @property
    def key_value_heads(self) -> float | _T:
        """heads of keys and values; divides query_heads; a whole number in [1, 2147483647]"""
    @property
    def head_size(self) -> float | _T:
        """width of a head; with latent attention of its part without position; a whole number in [1, 2147483647]"""
    @property
    def vocabulary(self) -> float | _T:
        """rows of a table; a whole number in [1, 2147483647]"""
    @property
    def sequence_length(self) -> float | _T:
        """tokens of a sequence; a whole number in [1, 2147483647]"""
    @property
    def gated(self) -> bool | _T:
        """three matrices per feed-forward instead of two; true or false"""
    @property
    def tied(self) -> bool | _T:
        """one table for input and output; true or false"""
    @property
    def norms_per_layer(self) -> float | _T:
        """normalisations per layer, plus a final one; 0: none is counted; a whole number in [0, 2147483647]"""
    @property
    def experts(self) -> float | _T:
        """routed experts per layer; 0: dense; a whole number in [0, 2147483647]"""
    @property
    def active_experts(self) -> float | _T:
        """routed experts that a token meets; a whole number in [0, 2147483647]"""
    @property
    def shared_experts(self) -> float | _T:
        """experts that every token meets; a whole number in [0, 2147483647]"""
    @property
    def expert_feed_forward(self) -> float | _T:
        """width of an expert; a whole number in [0, 2147483647]"""
    @property
    def dense_layers(self) -> float | _T:
        """first layers that keep the dense feed-forward; a whole number in [0, 2147483647]"""
    @property
    def router(self) -> bool | _T:
        """whether the routers' matrices are counted; true or false"""
    @property
    def query_rank(self) -> float | _T:
        """latent attention: compressed queries; 0: not compressed; a whole number in [0, 2147483647]"""
    @property
    def key_value_rank(self) -> float | _T:
        """latent attention: compressed keys and values; 0: no latent attention; a whole number in [0, 2147483647]"""
    @property
    def rope_head_size(self) -> float | _T:
        """latent attention: part of a head that carries the position; a whole number in [0, 2147483647]"""
    @property
    def value_head_size(self) -> float | _T:
        """width of a value head; 0: head_size; a whole number in [0, 2147483647]"""

def guess_chip(peak_flops: float, memory_bandwidth: float, memory_bytes: float = ...) -> Chip:
    """A chip of which only the maker's figures are known, as measured machines lie.

    Of the peak 0.55 in products and 0.45 in attention, of the bandwidth 0.6, 20 us an operation.

    Parameters
    ----------
    peak_flops : float
        Of 16-bit products, dense [FLOP/s]; of 8-bit ones attention takes half the share: replace attention_flops.
    memory_bandwidth : float
        By the data sheet [B/s].
    memory_bytes : float, default inf
        Memory of one GPU [B].

    Returns
    -------
    Chip
        The accelerator: what it could compute, what it does in products, attention, memory and launches, what it holds.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.workload.guess_chip(989.4e12, 3.35e12, 80e9).memory_bandwidth
    2010000000000.0
    """

state_recipes: dict[str, StateRecipe]

@overload
def accelerators_fed(read_bandwidth: Real, batch: Real, sample_bytes: Real, utilization: Real, compute_time: Real) -> float:
    """Accelerators that a storage system keeps busy: read_bandwidth by what one of them reads per second.

    Parameters
    ----------
    read_bandwidth : array_like [B/s], >= 0
        Of the storage system.
    batch : array_like, >= 0
        Samples of one accelerator's step.
    sample_bytes : array_like [B], >= 0
        One sample.
    utilization : array_like, in [0, 1]
        Share of the time that the accelerators are busy.
    compute_time : array_like [s], > 0
        One step of one accelerator.
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
    elementary: read_bandwidth / (samples_per_second of one x sample_bytes).

    Examples
    --------
    >>> sl.workload.accelerators_fed(
    ...     read_bandwidth=1e+12,
    ...     batch=256,
    ...     sample_bytes=150000,
    ...     utilization=0.9,
    ...     compute_time=0.3,
    ... )
    np.float64(8680.555555555555)
    """

@overload
def accelerators_fed(
    read_bandwidth: Plain,
    batch: Plain,
    sample_bytes: Plain,
    utilization: Plain,
    compute_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def accelerators_fed(
    read_bandwidth: Quantity,
    batch: Quantity,
    sample_bytes: Quantity,
    utilization: Quantity,
    compute_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def checkpoint_bytes(parameters: Real, bytes_per_parameter: Real = 12) -> float:
    """State of one checkpoint [B]: parameters x bytes_per_parameter.

    12 bytes are fp32 master weights and Adam's two moments; state_recipes lists what else is saved in practice.

    Parameters
    ----------
    parameters : array_like, >= 0
        Parameters of the model.
    bytes_per_parameter : array_like [B], >= 0, default 12
        Saved of each parameter.
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
    Rajbhandari et al., SC20, section 3.1, for the bytes per parameter.

    Examples
    --------
    >>> sl.workload.checkpoint_bytes(parameters=4.05e+11)
    np.float64(4860000000000.0)
    """

@overload
def checkpoint_bytes(
    parameters: Plain,
    bytes_per_parameter: Plain = 12,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def checkpoint_bytes(
    parameters: Quantity,
    bytes_per_parameter: Quantity = 12,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def data_set_bytes(tokens: Real, bytes_per_token: Real) -> float:
    """Size of a corpus [B]: tokens x bytes_per_token.

    Parameters
    ----------
    tokens : array_like, >= 0
        Tokens trained on.
    bytes_per_token : array_like [B], >= 0
        Bytes of one of them.
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
    a definition.

    Examples
    --------
    >>> sl.workload.data_set_bytes(tokens=1.56e+13, bytes_per_token=4)
    np.float64(62400000000000.0)
    """

@overload
def data_set_bytes(
    tokens: Plain,
    bytes_per_token: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def data_set_bytes(
    tokens: Quantity,
    bytes_per_token: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gpt_parameters(layers: Real, hidden: Real, vocabulary: Real, sequence_length: Real) -> float:
    """Parameters of a GPT: biases, layer norms and positions counted.

    12 L h^2 + 13 L h + (V + s) h, L = layers, h = hidden, V = vocabulary, s = sequence_length.

    Parameters
    ----------
    layers : array_like, >= 0
        Layers.
    hidden : array_like, >= 0
        Width of the model.
    vocabulary : array_like, >= 0
        Entries of the vocabulary.
    sequence_length : array_like, >= 0
        Tokens of a sequence.
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
    Narayanan et al., SC 2021, eq. 2.

    Examples
    --------
    >>> sl.workload.gpt_parameters(layers=96, hidden=12288, vocabulary=51200, sequence_length=8192)
    np.float64(174691319808.0)
    """

@overload
def gpt_parameters(
    layers: Plain,
    hidden: Plain,
    vocabulary: Plain,
    sequence_length: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpt_parameters(
    layers: Quantity,
    hidden: Quantity,
    vocabulary: Quantity,
    sequence_length: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gpt_step_flops(
    layers: Real,
    hidden: Real,
    vocabulary: Real,
    sequence_length: Real,
    sequences: Real,
    recompute: Literal["none", "selective", "full", "selective_korthikanti"] = "full",
) -> float:
    """Work of a training step of a GPT [FLOP]: forward, backward and what is computed again.

    Parameters
    ----------
    layers : array_like, >= 0
        Layers.
    hidden : array_like, >= 0
        Width of the model.
    vocabulary : array_like, >= 0
        Entries of the vocabulary.
    sequence_length : array_like, >= 0
        Tokens of a sequence.
    sequences : array_like, >= 0
        Sequences of the step.
    recompute : {"none", "selective", "full", "selective_korthikanti"}, default "full"
        What the backward pass computes again.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [FLOP]
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
    Narayanan et al., SC 2021, eq. 3.

    Examples
    --------
    >>> sl.workload.gpt_step_flops(layers=96, hidden=12288, vocabulary=51200, sequence_length=8192, sequences=1536)
    np.float64(1.9503049292560466e+19)
    """

@overload
def gpt_step_flops(
    layers: Plain,
    hidden: Plain,
    vocabulary: Plain,
    sequence_length: Plain,
    sequences: Plain,
    recompute: Literal["none", "selective", "full", "selective_korthikanti"] = "full",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpt_step_flops(
    layers: Quantity,
    hidden: Quantity,
    vocabulary: Quantity,
    sequence_length: Quantity,
    sequences: Quantity,
    recompute: Literal["none", "selective", "full", "selective_korthikanti"] = "full",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gpt_training_time(tokens: Real, parameters: Real, gpus: Real, achieved_flops: Real) -> float:
    """Training time [s] with full recompute, 2-3 % low: 8 tokens parameters / (gpus achieved_flops).

    Parameters
    ----------
    tokens : array_like, >= 0
        Tokens trained on.
    parameters : array_like, >= 0
        Parameters of the model.
    gpus : array_like, > 0
        GPUs of the job.
    achieved_flops : array_like [FLOP/s], > 0
        Achieved by one GPU.
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
    Narayanan et al., SC 2021, eq. 4.

    Examples
    --------
    >>> sl.workload.gpt_training_time(tokens=1.56e+13, parameters=4.05e+11, gpus=16384, achieved_flops=4e+14)
    np.float64(7712402.34375)
    """

@overload
def gpt_training_time(
    tokens: Plain,
    parameters: Plain,
    gpus: Plain,
    achieved_flops: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gpt_training_time(
    tokens: Quantity,
    parameters: Quantity,
    gpus: Quantity,
    achieved_flops: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def hardware_flops_utilization(
    tokens_per_second: Real,
    matrix_flops: Real,
    attention_flops: Real,
    gpus: Real,
    peak_flops: Real,
    matrix_recompute: Real,
    attention_recompute: Real,
) -> float:
    """Share of the peak that goes into all FLOPs, what is computed again too.

    Parameters
    ----------
    tokens_per_second : array_like [1/s], >= 0
        Tokens (or samples) of the whole job.
    matrix_flops : array_like [FLOP], >= 0
        Products with matrices for a token.
    attention_flops : array_like [FLOP], >= 0
        Attention for a token.
    gpus : array_like, > 0
        GPUs of the job.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
    matrix_recompute : array_like, in [0, 1]
        Share of the products' forward pass that runs twice.
    attention_recompute : array_like, in [0, 1]
        Share of the attention's forward pass that runs twice.
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
    Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.

    Examples
    --------
    >>> sl.workload.hardware_flops_utilization(
    ...     tokens_per_second=2.5e+06,
    ...     matrix_flops=2.4e+12,
    ...     attention_flops=1e+11,
    ...     gpus=16384,
    ...     peak_flops=9.89e+14,
    ...     matrix_recompute=0,
    ...     attention_recompute=1,
    ... )
    np.float64(0.39085539897202565)
    """

@overload
def hardware_flops_utilization(
    tokens_per_second: Plain,
    matrix_flops: Plain,
    attention_flops: Plain,
    gpus: Plain,
    peak_flops: Plain,
    matrix_recompute: Plain,
    attention_recompute: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def hardware_flops_utilization(
    tokens_per_second: Quantity,
    matrix_flops: Quantity,
    attention_flops: Quantity,
    gpus: Quantity,
    peak_flops: Quantity,
    matrix_recompute: Quantity,
    attention_recompute: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def ingest_bandwidth(tokens_per_second: Real, bytes_per_token: Real) -> float:
    """Bandwidth [B/s] at which training reads: tokens_per_second x bytes_per_token.

    Parameters
    ----------
    tokens_per_second : array_like [1/s], >= 0
        Tokens (or samples) of the whole job.
    bytes_per_token : array_like [B], >= 0
        Bytes of one of them.
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
    a definition.

    Examples
    --------
    >>> sl.workload.ingest_bandwidth(tokens_per_second=2.5e+06, bytes_per_token=4)
    np.float64(10000000.0)
    """

@overload
def ingest_bandwidth(
    tokens_per_second: Plain,
    bytes_per_token: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def ingest_bandwidth(
    tokens_per_second: Quantity,
    bytes_per_token: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def model_flops_utilization(tokens_per_second: Real, flops_per_token: Real, gpus: Real, peak_flops: Real) -> float:
    """Share of the peak that goes into the FLOPs the model needs: tokens/s x FLOPs/token / (gpus x peak_flops).

    Parameters
    ----------
    tokens_per_second : array_like [1/s], >= 0
        Tokens (or samples) of the whole job.
    flops_per_token : array_like [FLOP], >= 0
        What the model needs for a token.
    gpus : array_like, > 0
        GPUs of the job.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
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
    Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.

    Examples
    --------
    >>> sl.workload.model_flops_utilization(
    ...     tokens_per_second=2.5e+06,
    ...     flops_per_token=2.5e+12,
    ...     gpus=16384,
    ...     peak_flops=9.89e+14,
    ... )
    np.float64(0.3857125647750253)
    """

@overload
def model_flops_utilization(
    tokens_per_second: Plain,
    flops_per_token: Plain,
    gpus: Plain,
    peak_flops: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def model_flops_utilization(
    tokens_per_second: Quantity,
    flops_per_token: Quantity,
    gpus: Quantity,
    peak_flops: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def samples_per_second(accelerators: Real, batch: Real, utilization: Real, compute_time: Real) -> float:
    """Samples per second [1/s] of accelerators kept busy for a share of the time.

    accelerators x batch x utilization / compute_time.

    Parameters
    ----------
    accelerators : array_like, >= 0
        Accelerators.
    batch : array_like, >= 0
        Samples of one accelerator's step.
    utilization : array_like, in [0, 1]
        Share of the time that the accelerators are busy.
    compute_time : array_like [s], > 0
        One step of one accelerator.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [1/s]
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
    MLCommons, MLPerf Storage v1.0, 2024: its accelerator utilization (AU).

    Examples
    --------
    >>> sl.workload.samples_per_second(accelerators=1024, batch=256, utilization=0.9, compute_time=0.3)
    np.float64(786432.0)
    """

@overload
def samples_per_second(
    accelerators: Plain,
    batch: Plain,
    utilization: Plain,
    compute_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def samples_per_second(
    accelerators: Quantity,
    batch: Quantity,
    utilization: Quantity,
    compute_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
