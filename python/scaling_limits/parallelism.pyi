# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How a model is spread over GPUs: layouts, memory, pipelines, traffic, the time of a step, the fastest layout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, overload

import numpy as np
from numpy.typing import ArrayLike

from ._typing import Answer, ArrayLike, Quantity, Real
from .network import Fabric
from .run import Field
from .workload import Chip, TransformerShape

__all__ = [
    "BestLayout",
    "Layout",
    "Step",
    "best_layout",
    "power_sgd_ratio",
    "step",
    "activation_bytes_per_layer",
    "bubble_of_ideal",
    "bubble_of_total",
    "bubble_time",
    "compression_break_even_bandwidth",
    "compression_break_even_tokens",
    "context_tokens_to_hide",
    "data_traffic_ratio",
    "expected_max_normal",
    "expected_normal_order_statistic",
    "expert_traffic_ratio",
    "in_flight_micro_batches",
    "model_state_bytes_per_gpu",
    "one_bit_adam_ratio",
    "overlapped_efficiency",
    "quantization_ratio",
    "straggler_slowdown",
    "tensor_traffic_ratio",
    "top_k_most_ranks",
    "top_k_ratio",
    "transfer_exposed_time",
    "two_speed_slowdown",
]

@dataclass(frozen=True, eq=False)
class Rejected:
    """A layout that does not fit, and why."""

    layout: Layout
    reason: str

class Choice:
    """Kernels under one name, chosen by an argument that is a word: ``bubble_time("1f1b", ...)``.

    Registered as ``"name:selector=word"``: the selector comes first and must be given; or as ``"name:selector?=word"``: it is
    keyword-only and the first word registered is its default. The rest is as for :class:`Kernel`.
    """

    path: Any
    choices: Any
    def __init__(self, path: str, selector: str, kernels: Mapping[str, Kernel], optional: bool, doc: str) -> None: ...
    def __call__(self, *args: Any, **named: Any) -> Any:
        """The chosen kernel of broadcast arguments; see the text of the function."""

class Kernel:
    """A function of scalars that broadcasts: a NumPy ufunc, callable with keywords, with defaults for its last arguments.

    Takes ``out=``, ``where=``, ``dtype=`` as every ufunc does; float32 stays float32 beside Python numbers, xarray and dask
    arrays keep their type. Outside its domain the answer is NaN.

    Attributes
    ----------
    ufunc : numpy.ufunc
        The bare ufunc, without defaults; an argument that is a choice of names is their number there.
    """

    path: Any
    ufunc: Any
    def __init__(
        self,
        path: str,
        ufunc: np.ufunc,
        rows: Sequence[Row],
        doc: str,
        general: np.ufunc | None = None,
        result: type | None = None,
    ) -> None: ...
    def __call__(self, *args: ArrayLike, **named: Any) -> Any:
        """The kernel of broadcast arguments; see the kernel's own text."""

Row = tuple[Any, ...]

@dataclass(frozen=True, eq=False)
class BestLayout:
    """The fastest layout.

    Attributes
    ----------
    layout, step : of the fastest; None where none fits
    rejected : rows with layout and reason
    tried : layouts looked at
    status : "ok" or "infeasible"
    note : why there is none
    """

    layout: Layout | None
    step: Step | None
    rejected: Sequence[Rejected]
    tried: int
    status: str
    note: str

class Layout:
    """N = tensor x pipeline x data x context GPUs; expert parallelism lives inside data. Whole numbers.

    Parameters
    ----------
    tensor : >= 1 and finite
        GPUs that share each matrix
    pipeline : >= 1 and finite
        stages the layers are cut into
    data : >= 1 and finite
        replicas of the model
    context : >= 1 and finite
        GPUs that share each sequence
    expert : >= 1 and finite
        GPUs that share the experts, inside the data dimension
    chunks : >= 1 and finite
        model pieces per stage (1: not interleaved)
    micro_batch : >= 1 and finite
        sequences per micro-batch of a replica
    """
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(
        self,
        *,
        tensor: Quantity = ...,
        pipeline: Quantity = ...,
        data: Quantity = ...,
        context: Quantity = ...,
        expert: Quantity = ...,
        chunks: Quantity = ...,
        micro_batch: Quantity = ...,
    ) -> Self:
        """The same with some fields changed."""
    def __init__(
        self,
        *,
        tensor: Quantity = 1.0,
        pipeline: Quantity = 1.0,
        data: Quantity = 1.0,
        context: Quantity = 1.0,
        expert: Quantity = 1.0,
        chunks: Quantity = 1.0,
        micro_batch: Quantity = 1.0,
    ) -> None: ...
    @property
    def gpus(self) -> Any:
        """tensor x pipeline x data x context."""
    @property
    def tensor(self) -> Answer:
        """GPUs that share each matrix; >= 1 and finite"""
    @property
    def pipeline(self) -> Answer:
        """stages the layers are cut into; >= 1 and finite"""
    @property
    def data(self) -> Answer:
        """replicas of the model; >= 1 and finite"""
    @property
    def context(self) -> Answer:
        """GPUs that share each sequence; >= 1 and finite"""
    @property
    def expert(self) -> Answer:
        """GPUs that share the experts, inside the data dimension; >= 1 and finite"""
    @property
    def chunks(self) -> Answer:
        """model pieces per stage (1: not interleaved); >= 1 and finite"""
    @property
    def micro_batch(self) -> Answer:
        """sequences per micro-batch of a replica; >= 1 and finite"""

@dataclass(frozen=True, eq=False)
class Step:
    """One training step; arrays where the settings have arrays.

    Attributes
    ----------
    time : [s]; NaN where the layout does not fit
    breakdown : seconds by cause, which sum to the time
    memory_per_gpu : [B] of the fullest stage
    model_flops_utilization : FLOPs without recompute, causal attention, over gpus x peak_flops x time
    status : "ok" or "infeasible"
    note : why it does not fit, or which part is a bound
    """

    time: Any
    breakdown: dict[str, Any]
    memory_per_gpu: Any
    model_flops_utilization: Any
    status: Any
    note: Any

def best_layout(
    shape: TransformerShape,
    gpus: int,
    chip: Chip,
    fabric: Fabric,
    batch_tokens: float,
    *,
    recompute: str = "selective",
    element_bytes: float = 2,
    gradient_bytes: float = 4,
    zero_stage: int = 1,
    overlap: float = 0,
) -> BestLayout:
    """The fastest of all layouts of a number of GPUs, and why each of the others does not fit. Parameters as for step."""

def power_sgd_ratio(matrices: Sequence[tuple[float, float]], rank: float, vectors: float = 0) -> float:
    """Compression of PowerSGD: each A x B matrix is sent as rank (A + B) entries, vectors as they are.

    Vogels et al., NeurIPS 2019, Table 10. Raises ValueError for a matrix or rank that is not positive.
    """

def step(
    shape: TransformerShape,
    layout: Layout,
    chip: Chip,
    fabric: Fabric,
    batch_tokens: Any,
    *,
    recompute: str = "selective",
    element_bytes: float = 2,
    gradient_bytes: float = 4,
    zero_stage: int = 1,
    overlap: float = 0,
) -> Step:
    """One training step of batch_tokens tokens, all replicas together; arrays in any field broadcast.

    Parameters
    ----------
    shape, layout, chip, fabric : what is trained, how it is spread, on what, over what
    batch_tokens : tokens of a step, a multiple of sequence_length
    recompute : "none", "selective" (the attention core) or "full"
    element_bytes, gradient_bytes : of activations and gathered weights; of reduced and kept gradients
    zero_stage : 0 ... 3, how model state is shared among the data-parallel ranks
    overlap : share of the compute that hides the exchange of gradients, in [0, 1]

    A layout that does not fit shape, batch or memory is an answer: status "infeasible", the note names field and value.
    """

activation_bytes_per_layer: Choice
bubble_of_ideal: Choice
bubble_of_total: Choice
bubble_time: Choice

@overload
def compression_break_even_bandwidth(bytes: Real, ranks: Real, ratio: Real, backward: Real, encode: Real) -> float:
    """Bandwidth [B/s] below which gradient compression pays, V (1 - 1/r)/(T_b + T_e), V = 2 ((n - 1)/n) bytes.

    ratio r >= 1; backward T_b [s] hides the uncompressed exchange; encode T_e [s]. Agarwal et al., MLSys 2022.
    """

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
) -> Answer: ...
@overload
def compression_break_even_tokens(
    flops: Real, bandwidth: Real, ratio: Real, element_bytes: Real = 2, encode_share: Real = 0
) -> float:
    """Tokens per replica below which compression pays for a transformer, e X/(2 W)(1 - 1/r)/(1 + encode_share)."""

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
) -> Answer: ...
@overload
def context_tokens_to_hide(
    query_heads: Real, key_value_heads: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2, causal: Real = 0
) -> float:
    """Tokens per GPU from which a context ring's keys and values arrive in time, e (k/a) X/(2 W); twice when causal.

    query_heads a, key_value_heads k, flops X [FLOP/s], bandwidth W [B/s] one way, element_bytes e.
    """

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
) -> Answer: ...
@overload
def data_traffic_ratio(
    tokens_per_replica: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2, data: Real = ...
) -> float:
    """Gradient exchange over compute if nothing is hidden, e X/(3 W)/(tokens per replica) (d - 1)/d.

    element_bytes e: the mean of reduce-scatter and all-gather (3 for fp32 and bf16); data d ranks, default many.
    """

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
) -> Answer: ...
@overload
def expected_max_normal(n: Real) -> float:
    """Mean of the largest of n >= 1 independent standard normals."""

@overload
def expected_max_normal(
    n: Quantity, *, out: ArrayLike | tuple[ArrayLike, ...] | None = None, where: bool | ArrayLike = True, dtype: object = None
) -> Answer: ...
@overload
def expected_normal_order_statistic(n: Real, k: Real) -> float:
    """Mean of the k-th smallest of n independent standard normals, 1 <= k <= n (k = n: the largest)."""

@overload
def expected_normal_order_statistic(
    n: Quantity,
    k: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def expert_traffic_ratio(expert_feed_forward: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2) -> float:
    """Expert-parallel traffic of gated experts over compute if nothing is hidden, (2/9) e X/(F_e W).

    Whatever the number of active experts and the hidden size.
    """

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
) -> Answer: ...

in_flight_micro_batches: Choice

@overload
def model_state_bytes_per_gpu(parameters: Real, data: Real, stage: Real, gradient_bytes: Real = 2) -> float:
    """Weights, gradients and optimizer state of one GPU [bytes].

    parameters that the data-parallel group holds, >= 0; data ranks >= 1; ZeRO stage 0 ... 3: 1 shares the 12 bytes of
    the optimizer (Adam, fp32 master copy), 2 the gradients too, 3 the 2 bytes of weights too. NaN outside.
    Rajbhandari et al., SC20, section 3.
    """

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
) -> Answer: ...
@overload
def one_bit_adam_ratio(warmup: Real) -> float:
    """Volume saved by 1-bit Adam, 1/(w + (1 - w)/16), w the share of warm-up steps."""

@overload
def one_bit_adam_ratio(
    warmup: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def overlapped_efficiency(gpus: Real, half_size: Real, window: Real) -> float:
    """Efficiency where a share of the compute hides the gradient exchange: 1 up to gpus = window half_size, then
    1/(1 - window + gpus/half_size).
    """

@overload
def overlapped_efficiency(
    gpus: Quantity,
    half_size: Quantity,
    window: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def quantization_ratio(bits: Real, from_bits: Real, group: Real, scale_bits: Real) -> float:
    """Compression of rounding to fewer bits with one scale per group, from_bits/(bits + scale_bits/group)."""

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
) -> Answer: ...
@overload
def straggler_slowdown(ranks: Real, cv: Real) -> float:
    """Step time over its mean with ranks whose times are normal with coefficient of variation cv: 1 + cv E max."""

@overload
def straggler_slowdown(
    ranks: Quantity,
    cv: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def tensor_traffic_ratio(tensor: Real, hidden: Real, flops: Real, bandwidth: Real, element_bytes: Real = 2) -> float:
    """Tensor-parallel traffic over compute if nothing is hidden, e (t - 1) X/(9 h W).

    tensor t >= 1; hidden h; flops X [FLOP/s] achieved per GPU; bandwidth W [B/s] one way; element_bytes e.
    """

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
) -> Answer: ...
@overload
def top_k_most_ranks(ratio: Real) -> float:
    """Ranks below which top-k by all-gather beats a ring all-reduce: 2 ratio."""

@overload
def top_k_most_ranks(
    ratio: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def top_k_ratio(share: Real, value_bits: Real, index_bits: Real) -> float:
    """Compression of keeping a share of the entries with their indices, value_bits/(share (value_bits + index_bits))."""

@overload
def top_k_ratio(
    share: Quantity,
    value_bits: Quantity,
    index_bits: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...

transfer_exposed_time: Choice

@overload
def two_speed_slowdown(ranks: Real, share: Real, slowdown: Real) -> float:
    """Step time where each of n ranks is slower by `slowdown` with probability `share`: 1 + slowdown (1 - (1 - share)^n)."""

@overload
def two_speed_slowdown(
    ranks: Quantity,
    share: Quantity,
    slowdown: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
