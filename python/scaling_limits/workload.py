# SPDX-License-Identifier: Apache-2.0
"""What is trained, on what: shapes, FLOPs, checkpoint state, training data, chips."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from . import _core, _evaluate
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import Parameters, one_number
from ._public import listing
from .catalog import kinds
from .typing import Number, Quantity

_kernels = kernels_of("workload")
globals().update(_kernels)
__all__ = ["Chip", "StateRecipe", "TransformerShape", "guess_chip", "state_recipes"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)


class StateRecipe(Parameters, group="state_recipe", kind=kinds("state_recipe")["state_recipe"]):
    """Bytes per parameter that a checkpoint saves, by tensor."""

    __slots__ = ()

    @property
    def bytes_per_parameter(self) -> Number:
        """Bytes that a checkpoint saves per parameter."""
        return _evaluate.number("bytes_per_parameter", self)


class Chip(Parameters, group="chip", kind=kinds("chip")["chip"]):
    """The accelerator: what it could compute, what it does in products, attention, memory and launches, what it holds.

    Rates are achieved ones. As it stands a chip has one rate, and neither memory traffic nor launches take time.
    """

    __slots__ = ()


def guess_chip(peak_flops: float, memory_bandwidth: float, memory_bytes: float = math.inf) -> Chip:
    """A chip of which only the maker's figures are known, as measured machines lie.

    Of the peak 0.55 in products and 0.45 in attention, of the bandwidth 0.6, 20 us an operation.

    Parameters
    ----------
    peak_flops : of 16-bit products, dense [FLOP/s]; of 8-bit ones attention takes half the share: replace attention_flops
    memory_bandwidth : by the data sheet [B/s]
    memory_bytes : memory of one GPU [B]

    Examples
    --------
    >>> sl.workload.guess_chip(989.4e12, 3.35e12, 80e9).memory_bandwidth
    2010000000000.0
    """
    given = {"peak_flops": peak_flops, "memory_bandwidth": memory_bandwidth, "memory_bytes": memory_bytes}
    return Chip(**_core.workload.guess_chip(**{name: one_number("guess_chip", name, x) for name, x in given.items()}))


class TransformerShape(Parameters, group="shape", kind=kinds("shape")["transformer_shape"]):
    """A bias-free decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts."""

    __slots__ = ()

    @property
    def parameters(self) -> Number:
        """All parameters."""
        return _whole(_evaluate.number("parameters", self))

    @property
    def active_parameters(self) -> Number:
        """Parameters that one token meets; both tables count."""
        return _whole(_evaluate.number("active_parameters", self))

    @property
    def matrix_parameters(self) -> Number:
        """Everything but normalisation weights."""
        return _whole(_evaluate.number("matrix_parameters", self))

    @property
    def attention_parameters(self) -> Number:
        """Matrices of the attention of one layer."""
        return _evaluate.number("attention_parameters", self)

    def flops_per_token(self, attention: Literal["causal", "full"] = "causal", input_table: Quantity = True) -> Number:
        """FLOPs of training on one token, forward and backward, nothing recomputed.

        attention "causal" computes half of the scores, "full" all; input_table: whether looking up a row counts.

        Parameters
        ----------
        attention : "causal" computes half of the scores, "full" all
        input_table : whether looking up a row counts
        """
        numbers = {"input_table": input_table}
        answer = _evaluate.ask("flops_per_token", self, numbers=numbers, arguments={"attention": attention})
        return answer.columns["flops_per_token"]

    def attention_flops_per_token(self, attention: Literal["causal", "full"] = "causal") -> Number:
        """FLOPs per token of scores and weighted values, forward and backward.

        Parameters
        ----------
        attention : "causal" computes half of the scores, "full" all
        """
        answer = _evaluate.ask("attention_flops_per_token", self, arguments={"attention": attention})
        return answer.columns["attention_flops_per_token"]


def _whole(value: Any) -> Any:
    """A count of scalars as Python's own whole number."""
    return int(value) if np.ndim(value) == 0 and isinstance(value, float) and math.isfinite(value) else value


#: The recipes found in practice by name: 12, 14, 16, 18, 20 bytes per parameter.
state_recipes = {name: StateRecipe(**fields) for name, fields in _core.presets("state_recipe").items()}

complete(__all__, globals())
