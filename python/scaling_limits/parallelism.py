# SPDX-License-Identifier: Apache-2.0
"""How a model is spread over GPUs: layouts, memory, pipelines, traffic, time of a step, fastest layout, latency wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, overload

import numpy as np

from . import _arrays, _core, _evaluate
from ._columns import no_status
from ._docs import complete
from ._kernel import Kernel, describe, kernels_of
from ._parameters import Parameters, checked, column, free, is_list, of_type, one_number
from ._public import listing
from .catalog import kinds
from .network import Fabric
from .results import Answered, Rows, _Kept, plain
from .typing import Number, Quantity
from .workload import Chip, TransformerShape

_kernels = kernels_of("parallelism")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...


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
]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class Layout(Parameters, group="layout", kind=kinds("layout")["layout"]):
    """N = tensor x pipeline x data x context GPUs; expert parallelism lives inside data. Whole numbers."""

    __slots__ = ()

    @property
    def gpus(self) -> Number:
        """tensor x pipeline x data x context."""
        product = self.tensor * self.pipeline * self.data * self.context
        return _arrays.labelled(product, "gpus", "GPU", "tensor x pipeline x data x context")


class AcrossNodes(Answered, question="wall_across_nodes"):
    """The latency wall where tensor parallelism spans nodes, and the run that stands at it.

    Examples
    --------
    >>> wall = sl.parallelism.LatencyWall(layers=0.088, layers_at=1, batch_tokens=6e7, batch_exponent=0)
    >>> found = wall.across_nodes(0.75 * sl.units.year, 2e15, 0.375)
    >>> print(f"{found.compute:.3g} FLOP on {found.gpus:.3g} GPUs, {found.latency_per_layer * 1e6:.0f} us a layer")
    6.87e+30 FLOP on 3.87e+08 GPUs, 442 us a layer
    """


class DataMovement(Parameters, group="data_movement", kind=kinds("data_movement")["data_movement"]):
    """A reconstruction of the data-movement limit: up to where a run's GPUs stay busy with the memory and links that they have.

    n = B/B_min x y GPUs: B the batch, B_min = peak_flops element_bytes / (2 memory_bandwidth), x and y how far tensor
    parallelism spreads a layer of width sqrt(N/(12 layers)) in a node and beyond. The source (Erdil and Schneider-Joseph,
    arXiv 2411.01137, 2024: a cliff near 1e28 FLOP) gives no formula that we know; inputs move it threefold. Layers and batch
    are as of LatencyWall.

    Examples
    --------
    >>> h100 = {"peak_flops": 989.4e12, "memory_bandwidth": 3.35e12, "node_bandwidth": 450e9, "network_bandwidth": 50e9}
    >>> limit = sl.parallelism.DataMovement(**h100, batch_tokens=4e6, batch_at=70e9)
    >>> print(f"{limit.compute(91 * sl.units.day):.2e} FLOP on {limit.gpus(91 * sl.units.day):,.0f} GPUs")
    5.03e+27 FLOP on 646,579 GPUs
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {
        "parameters": "data_movement_parameters",
        "compute": "data_movement_compute",
        "gpus": "data_movement_gpus",
    }

    def parameters(self, duration: Quantity) -> Number:
        """Parameters of the largest model that is trained in the duration with all GPUs busy: a reconstruction."""
        return _evaluate.number_at("data_movement_parameters", self, duration=duration)

    def compute(self, duration: Quantity) -> Number:
        """What training that model takes [FLOP]: 6 tokens_per_parameter N^2."""
        return _evaluate.number_at("data_movement_compute", self, duration=duration)

    def gpus(self, duration: Quantity) -> Number:
        """GPUs that do it at their peak: compute / (duration peak_flops)."""
        return _evaluate.number_at("data_movement_gpus", self, duration=duration)


class LatencyWall(Parameters, group="wall", kind=kinds("wall")["latency_wall"]):
    """Layers and batch of a model as it grows, and the least time in a layer: what no number of GPUs makes faster.

    A step passes layers (N/layers_at)^layers_exponent layers, one after the other; a run is tokens_per_parameter N over
    batch_tokens (N/batch_at)^batch_exponent steps.

    Examples
    --------
    >>> wall = sl.parallelism.LatencyWall(batch_tokens=4e6, batch_at=70e9, latency_per_layer=110e-6)
    >>> wall.gpus([1e28, 1e30, 1e32], 91 * sl.units.day, 989.4e12 * 0.4).round(-5)
    array([3.300e+06, 4.276e+08,       inf])
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {
        "parameters": "wall_parameters",
        "compute": "wall_compute",
        "share": "latency_share",
        "gpus": "gpus_with_latency",
        "across_nodes": "wall_across_nodes",
        "compute_across_nodes": "wall_across_nodes",
    }

    def parameters(self, duration: Quantity) -> Number:
        """Parameters of the largest model that passes its layers in the duration, at a latency per layer that is given."""
        return _evaluate.number_at("wall_parameters", self, duration=duration)

    def compute(self, duration: Quantity) -> Number:
        """The wall [FLOP]: what training that model takes."""
        return _evaluate.number_at("wall_compute", self, duration=duration)

    def share(self, compute: Quantity, duration: Quantity) -> Number:
        """Share of the duration that latency takes when so much is computed in it; above 1 beyond the wall."""
        return _evaluate.number_at("latency_share", self, compute=compute, duration=duration)

    def gpus(self, compute: Quantity, duration: Quantity, flops: Quantity) -> Number:
        """GPUs that do so much in the duration, latency included; inf from the wall on.

        C/(T flops) / (1 - (C/C_w)^kappa), kappa = (1 + layers_exponent - batch_exponent)/2.
        """
        return _evaluate.number_at("gpus_with_latency", self, compute=compute, duration=duration, flops=flops)

    def across_nodes(
        self,
        duration: Quantity,
        peak_flops: Quantity,
        utilization: Quantity,
        form: Literal["body", "appendix"] = "body",
    ) -> AcrossNodes:
        """The wall where the latency per layer follows from tensor parallelism across nodes, and the run at it.

        The rank is max(1, n least_batch / batch), n = C/(duration peak_flops utilization); latency_per_layer of this wall is
        not looked at.

        Parameters
        ----------
        form : of the latency per layer: "body" or "appendix" of the source, which do not agree
        """
        numbers = {"duration": duration, "peak_flops": peak_flops, "utilization": utilization}
        numbers = _evaluate.in_range("wall_across_nodes", numbers)
        return _evaluate.ask("wall_across_nodes", self, numbers=numbers, arguments={"form": form}).to(AcrossNodes)

    def compute_across_nodes(
        self,
        duration: Quantity,
        peak_flops: Quantity,
        utilization: Quantity,
        form: Literal["body", "appendix"] = "body",
    ) -> Number:
        """The wall across nodes alone [FLOP]: see across_nodes.

        Parameters
        ----------
        form : of the latency per layer: "body" or "appendix" of the source, which do not agree
        """
        return _evaluate.number_at(
            "wall_across_nodes",
            self,
            column="compute",
            arguments={"form": form},
            duration=duration,
            peak_flops=peak_flops,
            utilization=utilization,
        )


class StageRow(Answered, question="step_stages", part="stages", each="row"):
    """One stage of a pipeline.

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


class Step(Answered, question="step", beside=("stages",)):
    """One training step; arrays where the settings have arrays.

    Attributes
    ----------
    stages : rows with layers, forward, backward and memory; None where settings have arrays

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=1)
    >>> sl.parallelism.step(shape, layout, chip, fabric, 2048 * 8192).time
    nan
    """

    stages: Rows[StageRow] | None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The stages, asked for when they are first looked at."""
            if name != "stages" or "_asked" not in self.__dict__:
                return super().__getattr__(name)
            return self.__dict__.setdefault(name, _stages(*self._asked))


class Rejected(Answered, question="best_layout", part="rejected", each="row"):
    """A layout that does not fit, and why.

    Attributes
    ----------
    layout : that does not fit

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 8, chip, fabric, 2048 * 8192).rejected[0].reason.partition(" = ")[0]
    'memory_per_gpu'
    """

    layout: Layout


def _laid_out(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its layout in the place of the degrees."""
    return row | {"layout": Layout(**dict(zip((field.name for field in Layout.fields()), row["layout"], strict=True)))}


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

    def __init__(self, listed: Sequence[dict[str, Any]]) -> None:
        self._listed = listed

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, index: int) -> Rejected: ...
    @overload
    def __getitem__(self, index: slice) -> Rejections: ...
    def __getitem__(self, index: int | slice) -> Rejected | Rejections:
        if isinstance(index, slice):
            return Rejections(self._listed[index])
        return Rejected(**_laid_out(self._listed[index]))

    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data: ``{"rows": [...]}``."""
        return {"rows": plain(list(self))}

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rejections):
            return NotImplemented
        return self._listed == other._listed

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} layouts that do not fit>"


class Ranked(Answered, question="best_layout", part="fastest", each="row"):
    """A layout that fits, and its step.

    Attributes
    ----------
    layout : that fits

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> found = sl.parallelism.best_layout(shape, 16_384, sl.published.chips["h100"], fabric, 2048 * 8192)
    >>> found.fastest[0].time < found.fastest[1].time
    True
    """

    layout: Layout


class Placed(Answered, question="best_layout", part="mine", single=True):
    """Where a layout of one's own stands among all.

    Attributes
    ----------
    layout : one's own
    rank : among all that fit: 1 where none is faster; None where it does not fit

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> mine = sl.parallelism.Layout(tensor=8, pipeline=18, data=64)
    >>> sl.parallelism.best_layout(shape, 9_216, sl.published.chips["b200"], fabric, 2048 * 8192, mine=mine).mine.rank > 1
    True
    """

    layout: Layout
    rank: int | None


_of_step = tuple(filter(no_status, Step._answered.columns))


class BestLayout(Answered, question="best_layout", single=True, left_out=_of_step, beside=("rejected", "fastest")):
    """The fastest layout.

    Attributes
    ----------
    layout, step : of the fastest; None where none fits
    fastest : the first of all that fit, with the times of their steps
    mine : where one's own stands; None without it
    rejected : rows with layout, memory, time and reason; first what more memory alone would make the fastest, the least memory
        first
    note : why there is none

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 16_384, chip, fabric, 2048 * 8192).status
    'ok'
    """

    layout: Layout | None
    step: Step | None
    fastest: Rows[Ranked]
    mine: Placed | None
    rejected: Rejections
    tried: int


def _of_types(function: str, **given: tuple[object, type]) -> None:
    for name, (value, kind) in given.items():
        if not isinstance(value, kind):
            of_type(function, name, value, kind)


def step(
    shape: TransformerShape,
    layout: Layout,
    chip: Chip,
    fabric: Fabric,
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
) -> Step:
    """One training step of batch_tokens tokens, all replicas together; arrays in any field broadcast.

    Parameters
    ----------
    batch_tokens : tokens of a step, a multiple of sequence_length
    recompute : what backward computes again: "none", "selective" (the attention core) or "full"
    kernels : "fused", or "unfused": attention scores and dropout masks are written (plain dense shapes only)
    precision : of the layers' products, "bf16" or "fp8"; peak and rates of the chip are those of this format
    context_exchange : of the ranks that share a sequence: "ring", "all_gather" or "all_to_all"
    sequence_parallel : whether activations outside the matrices are cut over the tensor ranks too
    zero_stage : what the data-parallel ranks share: 0 nothing, 1 optimizer, 2 gradients too, 3 weights too
    shard_ranks : ranks that share the state, in groups; 0: all of data x context
    element_bytes : of activations and weights that are sent [B]
    gradient_bytes : of gradients that are kept and reduced [B]
    overlap : share of the shorter of an exchange of weights or gradients and the pass beside it that is hidden
    tensor_overlap : share of the tensor messages that is hidden
    expert_overlap : share of the exchange of tokens with experts that is hidden
    scatter : whether activations between stages are cut over the tensor ranks
    expert_imbalance : tokens of the fullest expert rank over the mean, >= 1
    logit_bytes : bytes of a logit: 2 with a fused loss, 6 where a copy in fp32 is made
    gradient_buffers : whether a 16-bit gradient of each distinct matrix is kept beside those that accumulate
    stage_layers : layers of each stage; None: even

    A layout that does not fit shape, batch or memory is an answer: status "infeasible", the note names field and value.

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.Chip(peak_flops=9.9e14, achieved_flops=5e14, memory_bytes=80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=1)
    >>> sl.parallelism.step(shape, layout, chip, fabric, 2048 * 8192).status
    'infeasible'
    """
    _of_types("step", shape=(shape, TransformerShape), layout=(layout, Layout), chip=(chip, Chip), fabric=(fabric, Fabric))
    given = {
        "batch_tokens": batch_tokens,
        "recompute": recompute,
        "kernels": kernels,
        "precision": precision,
        "context_exchange": context_exchange,
        "sequence_parallel": sequence_parallel,
        "zero_stage": zero_stage,
        "shard_ranks": shard_ranks,
        "element_bytes": element_bytes,
        "gradient_bytes": gradient_bytes,
        "overlap": overlap,
        "tensor_overlap": tensor_overlap,
        "expert_overlap": expert_overlap,
        "scatter": scatter,
        "expert_imbalance": expert_imbalance,
        "logit_bytes": logit_bytes,
        "gradient_buffers": gradient_buffers,
        "stage_layers": stage_layers,
    }
    parts, words = (shape, layout, chip, fabric), _words("step", given)
    return _step(_evaluate.ask("step", *parts, numbers=given, arguments=words), parts, given, words)


def _stages(parts: Sequence[Any], numbers: dict[str, Any], arguments: dict[str, Any]) -> Rows[StageRow]:
    found = _evaluate.ask("step_stages", *parts, numbers=numbers, arguments=arguments)
    return Rows(StageRow(**row) for row in found.rows(StageRow))


def _words(function: str, given: dict[str, Any]) -> dict[str, Any]:
    """What of the options of a step is no number, as the catalogue takes it; the rest has its default there."""
    words = {name: given[name] for name in _evaluate.words_of("step") if given.get(name) is not None}
    if "stage_layers" in words:
        words["stage_layers"] = _layers_of_stages(function, words["stage_layers"])
    return words


def _layers_of_stages(function: str, given: Any) -> list[float]:
    layers = given.tolist() if isinstance(given, np.ndarray) else given
    if not is_list(layers):
        raise TypeError(f"{function}: stage_layers must be a list of whole numbers, not {describe(given)}")
    return [one_number(function, f"stage_layers[{i}]", x) for i, x in enumerate(layers)]


def _step(answer: _evaluate.Answer, *asked: Any) -> Step:
    """`asked`: parts, numbers and arguments of the step, of which its stages are asked when they are looked at."""
    if not answer.scalar:
        return answer.to(Step, stages=None)
    return Step._of_plain(Step._answered.of(answer.columns, {"_asked": asked}))


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
    mine : a layout of as many GPUs, to be placed among all
    fastest : how many of the fastest to list
    options : every other option of step, one value each

    Examples
    --------
    >>> shape = sl.published.shapes["llama3_405b"]
    >>> chip = sl.workload.guess_chip(9.9e14, 3.35e12, 80e9)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    >>> sl.parallelism.best_layout(shape, 16_384, chip, fabric, 2048 * 8192).layout
    Layout(tensor=4, pipeline=16, data=64, context=4, chunks=8)
    """
    _of_types("best_layout", shape=(shape, TransformerShape), chip=(chip, Chip), fabric=(fabric, Fabric))
    known = [row.name for row in _evaluate.rows_of("step") if row.name != "batch_tokens"]
    for name in options:
        if name not in known and name not in _evaluate.words_of("step"):
            raise TypeError(f"best_layout has no parameter {name!r}")
    numbers = {name: options[name] for name in known if name in options}
    arguments = _words("best_layout", options)
    numbers = {"gpus": gpus, "batch_tokens": batch_tokens, **numbers, "rejected": np.inf, "fastest": fastest}
    numbers = {name: one_number("best_layout", name, x) for name, x in numbers.items()}
    numbers = _evaluate.in_range("best_layout", numbers)
    parts: list[Any] = [shape, chip, fabric]
    if mine is not None:
        of_type("best_layout", "mine", mine, Layout)
        parts.append(mine)
    parts = [part._single() or part for part in parts]
    answer = _evaluate.ask("best_layout", *parts, numbers=numbers, arguments=arguments)
    degrees = answer.group("layout")
    layout = None if any(x != x for x in degrees.values()) else Layout(**degrees)
    step = None
    if layout is not None:
        of_step = {name: x for name, x in numbers.items() if name not in ("gpus", "rejected", "fastest")}
        step = _step(answer, [parts[0], layout, *parts[1:3]], of_step, arguments)
    own = {
        "layout": layout,
        "step": step,
        "fastest": Rows(Ranked(**_laid_out(row)) for row in answer.rows(Ranked)),
        "mine": None if mine is None else answer.to(Placed, layout=mine),
        "rejected": Rejections(answer.rows(Rejected)),
    }
    return answer.to(BestLayout, **own | ({"note": ""} if layout else {}))


def power_sgd_ratio(matrices: Sequence[tuple[float, float]], rank: float, vectors: float = 0) -> float:
    """Compression of PowerSGD: each A x B matrix is sent as rank (A + B) entries, vectors as they are.

    Parameters
    ----------
    matrices : rows and columns of each gradient, > 0
    rank : of the compression, > 0
    vectors : entries that are sent as they are, >= 0

    References
    ----------
    Vogels et al., NeurIPS 2019, Table 10.

    Examples
    --------
    >>> sl.parallelism.power_sgd_ratio([(1000, 1000)], rank=4)
    125.0
    """
    if not is_list(matrices):
        raise TypeError(f"power_sgd_ratio: matrices must be a list of pairs of numbers, not {describe(matrices)}")
    pairs = [np.asarray(checked("power_sgd_ratio", free("every one of matrices"), pair, within=False)) for pair in matrices]
    if any(pair.shape != (2,) for pair in pairs):
        raise TypeError("power_sgd_ratio: every one of matrices must be a pair of numbers: its rows and columns")
    rank, vectors = (one_number("power_sgd_ratio", name, x) for name, x in (("rank", rank), ("vectors", vectors)))
    ratio = float(_core.parallelism.power_sgd_ratio([(float(a), float(b)) for a, b in pairs], rank, vectors))
    if ratio != ratio:
        raise ValueError(f"power_sgd_ratio: matrices, rank = {rank} must be > 0, vectors = {vectors} >= 0")
    return ratio


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


def balanced_shares(speeds: Sequence[float], micro_batches: int) -> BalancedShares:
    """Whole micro-batches for members of unequal speed that step together, so that the step takes the least time.

    Parameters
    ----------
    speeds : of each member, in any one unit, > 0
    micro_batches : of a step, all members together

    Examples
    --------
    >>> shares, efficiency = sl.parallelism.balanced_shares([1] * 8 + [0.4] * 8, 256)
    >>> print(shares[0], shares[-1], f"{efficiency:.4f}")
    23 9 0.9938
    """
    numbers = _evaluate.in_range(
        "balanced_shares", {"micro_batches": one_number("balanced_shares", "micro_batches", micro_batches)}
    )
    arguments = {"speeds": _core.Numbers(column("balanced_shares", "speeds", speeds))}
    found = _evaluate.ask("balanced_shares", numbers=numbers, arguments=arguments).columns
    return BalancedShares(np.asarray(found["shares"]).astype(np.int64), found["efficiency"])


def equal_shares_efficiency(speeds: Sequence[float]) -> float:
    """What members of unequal speed that have equal shares and step together use of the sum of their speeds: n min(s)/sum(s).

    Parameters
    ----------
    speeds : of each member, in any one unit, > 0

    Examples
    --------
    >>> sl.parallelism.equal_shares_efficiency([1] * 8 + [0.4] * 8)
    0.5714285714285714
    """
    arguments = {"speeds": _core.Numbers(column("equal_shares_efficiency", "speeds", speeds))}
    found: float = _evaluate.ask("equal_shares_efficiency", arguments=arguments).columns["equal_shares_efficiency"]
    return found


complete(__all__, globals())
