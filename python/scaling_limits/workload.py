# SPDX-License-Identifier: Apache-2.0
"""What is trained, on what: shapes, FLOPs, checkpoint state, training data, chips."""

from __future__ import annotations

from . import _core
from ._aggregate import Aggregate
from ._kernel import kernels_of
from ._public import listing

_kernels = kernels_of("workload")
globals().update(_kernels)
__all__ = ["Chip", "StateRecipe", "TransformerShape", "state_recipes"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class StateRecipe(Aggregate, aggregate="workload.StateRecipe"):
    """Bytes per parameter that a checkpoint saves, by tensor."""

    __slots__ = ()


class Chip(Aggregate, aggregate="workload.Chip"):
    """The accelerator: what it could compute, what it does on the compute of a training step, what it holds."""

    __slots__ = ()


class TransformerShape(
    Aggregate, aggregate="workload.TransformerShape", integers=("parameters", "active_parameters", "matrix_parameters")
):
    """A bias-free decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts."""

    __slots__ = ()


#: The recipes found in practice by name: 12, 14, 16, 18, 20 bytes per parameter.
state_recipes = {
    name: StateRecipe(**dict(zip((f.name for f in StateRecipe.fields()), values, strict=True)))
    for name, (values, _) in _core.workload.state_recipes.items()
}
