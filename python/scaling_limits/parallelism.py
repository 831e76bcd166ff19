# SPDX-License-Identifier: Apache-2.0
"""How a model is spread over GPUs: layouts, memory, pipelines, traffic, the time of a step, the fastest layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _core
from ._kernel import Kernel, describe, kernels_of
from ._parameters import Parameters, check_shapes
from .network import Fabric
from .workload import Chip, TransformerShape

_kernels = kernels_of("parallelism")
globals().update(_kernels)
if TYPE_CHECKING:

    def __getattr__(name: str) -> Kernel: ...


__all__ = ["BestLayout", "Layout", "Step", "best_layout", "power_sgd_ratio", "step"]
__all__ += sorted(_kernels)

_causes: tuple[str, ...] = tuple(_core.parallelism.causes)


class Layout(Parameters, table=_core.parallelism.layout_fields(), owner="Layout"):
    """N = tensor x pipeline x data x context GPUs; expert parallelism lives inside data. Whole numbers."""

    __slots__ = ()

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name, value in self._values.items():
            if not _arrays.is_lazy(value) and np.any(_arrays.as_numpy(value) % 1):
                raise ValueError(f"Layout: {name} = {value} must be a whole number")
            if isinstance(value, (float, np.floating)):
                self._values[name] = int(value)

    @property
    def gpus(self) -> Any:
        """tensor x pipeline x data x context."""
        return self.tensor * self.pipeline * self.data * self.context


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


@dataclass(frozen=True, eq=False)
class Rejected:
    """A layout that does not fit, and why."""

    layout: Layout
    reason: str


class _Rejections(Sequence[Rejected]):
    """Rows made when looked at: there can be tens of thousands."""

    def __init__(self, rows: list[tuple[dict[str, int], str]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return _Rejections(self._rows[index])
        layout, reason = self._rows[index]
        return Rejected(Layout(**layout), reason)

    def __repr__(self) -> str:
        return f"<{len(self)} layouts that do not fit>"


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


class _Steps:
    """The C++ loop over broadcast settings; picklable, for dask."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        arrays = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in values))
        shape = arrays[0].shape
        rows = np.stack([a.reshape(-1) for a in arrays], axis=1)
        numbers, notes = _core.parallelism.steps(rows, _core.parallelism.StepOptions(**self.options))
        texts = np.array(notes, dtype=object).reshape(shape)
        return (*(numbers[:, k].reshape(shape) for k in range(numbers.shape[1])), texts)


def _of_type(function: str, **given: tuple[object, type]) -> None:
    for name, (value, kind) in given.items():
        if not isinstance(value, kind):
            raise TypeError(f"{function}: {name} must be a {kind.__name__}, not {describe(value)}")


def _options(recompute: str, element_bytes: float, gradient_bytes: float, zero_stage: int, overlap: float) -> dict[str, Any]:
    return {
        "recompute": recompute,
        "element_bytes": element_bytes,
        "gradient_bytes": gradient_bytes,
        "zero_stage": zero_stage,
        "overlap": overlap,
    }


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
    _of_type("step", shape=(shape, TransformerShape), layout=(layout, Layout), chip=(chip, Chip), fabric=(fabric, Fabric))
    parts = {"TransformerShape": shape, "Layout": layout, "Chip": chip, "Fabric": fabric}
    named = [(f"{owner}.{name}", value) for owner, part in parts.items() for name, value in part.as_dict().items()]
    named.append(("batch_tokens", batch_tokens))
    check_shapes(named)
    values = [value for _, value in named]
    run = _Steps(_options(recompute, element_bytes, gradient_bytes, zero_stage, overlap))
    count = 4 + len(_causes)
    found = _arrays.apply(run, values, count + 1, [np.dtype(np.float64)] * count + [np.dtype(object)])
    if all(np.ndim(v) == 0 and not _arrays.is_xarray(v) for v in values):
        found = tuple(x[()] for x in found)
    time, memory, utilization, fits, *rest = found
    status = (
        ("ok" if fits else "infeasible")
        if np.ndim(fits) == 0 and not hasattr(fits, "dims")
        else _arrays.apply(_status, (fits,), 1, [np.dtype(object)])[0]
    )
    return Step(time, dict(zip(_causes, rest, strict=False)), memory, utilization, status, rest[-1])


def _status(fits: Any) -> tuple[Any]:
    return (np.where(np.asarray(fits) != 0, "ok", "infeasible").astype(object),)


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
    _of_type("best_layout", shape=(shape, TransformerShape), chip=(chip, Chip), fabric=(fabric, Fabric))
    if isinstance(gpus, bool) or not isinstance(gpus, (int, float, np.number)):
        raise TypeError(f"best_layout: gpus must be a whole number, not {describe(gpus)}")
    if not gpus >= 1 or gpus != int(gpus):
        raise ValueError(f"best_layout: gpus = {gpus} must be a whole number >= 1")
    options = _options(recompute, element_bytes, gradient_bytes, zero_stage, overlap)
    rows = [[float(v) for v in part.as_dict().values()] for part in (shape, chip, fabric)]
    found, rejected, tried, note = _core.parallelism.search(
        rows[0], int(gpus), rows[1], rows[2], batch_tokens, _core.parallelism.StepOptions(**options)
    )
    layout = None if found is None else Layout(**found)
    best = None if layout is None else step(shape, layout, chip, fabric, batch_tokens, **options)
    return BestLayout(layout, best, _Rejections(rejected), tried, "ok" if layout else "infeasible", note)


def power_sgd_ratio(matrices: Sequence[tuple[float, float]], rank: float, vectors: float = 0) -> float:
    """Compression of PowerSGD: each A x B matrix is sent as rank (A + B) entries, vectors as they are.

    Vogels et al., NeurIPS 2019, Table 10. Raises ValueError for a matrix or rank that is not positive.
    """
    ratio = float(_core.parallelism.power_sgd_ratio([(float(a), float(b)) for a, b in matrices], rank, vectors))
    if ratio != ratio:
        raise ValueError(f"power_sgd_ratio: matrices, rank = {rank} must be > 0, vectors = {vectors} >= 0")
    return ratio
