# SPDX-License-Identifier: Apache-2.0
"""What is trained, on what: shapes, FLOPs, scaling laws, checkpoint state, training data, chips."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import numpy as np

from . import _arrays, _core, _evaluate
from ._docs import complete
from ._kernel import describe, find, kernels_of
from ._parameters import Parameters, checked, free, is_list, one_number
from ._public import listing
from .catalog import kinds
from .typing import Number, Quantity

_kernels = kernels_of("workload")
globals().update(_kernels)
__all__ = [
    "Chip",
    "ReplicaLaw",
    "ScalingLaw",
    "StateRecipe",
    "TransformerShape",
    "adapter_parameters",
    "guess_chip",
    "replica_compute",
    "state_recipes",
]
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


def adapter_parameters(matrices: Sequence[tuple[float, float]], rank: Quantity) -> Number:
    """Parameters of low-rank adapters beside matrices: rank (inputs + outputs) of each.

    Parameters
    ----------
    matrices : inputs and outputs of each matrix that is adapted, whole numbers from 1 on
    rank : of the adapters, a whole number

    References
    ----------
    Hu et al., LoRA, ICLR 2022, section 4.

    Examples
    --------
    >>> sl.workload.adapter_parameters([(1536, 1536)] * 96, rank=16)
    4718592
    """
    if not is_list(matrices):
        raise TypeError(f"adapter_parameters: matrices must be a list of pairs of numbers, not {describe(matrices)}")
    pairs = [np.asarray(checked("adapter_parameters", free("every one of matrices"), pair, within=False)) for pair in matrices]
    if any(pair.shape != (2,) for pair in pairs):
        raise TypeError("adapter_parameters: every one of matrices must be a pair of numbers: its inputs and outputs")
    columns = np.reshape(np.asarray(pairs, dtype=np.float64), (-1, 2)).T
    arguments = {name: _core.Numbers(np.array(of)) for name, of in zip(("inputs", "outputs"), columns, strict=True)}
    numbers = _evaluate.in_range("adapter_parameters", {"rank": rank})
    return _whole(_evaluate.ask("adapter_parameters", numbers=numbers, arguments=arguments).columns["adapter_parameters"])


class TransformerShape(Parameters, group="shape", kind=kinds("shape")["transformer_shape"]):
    """A decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts."""

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


class ReplicaLaw(Parameters, group="replica_law", kind=kinds("replica_law")["replica_law"]):
    """Loss of N parameters trained by M replicas that exchange rarely, A N^-alpha M^beta, each on its best number of tokens.

    ``published.replica_laws`` has the joint fit of Charles et al. 2025, and what their largest models say. Any field
    and argument may be an array.
    """

    __slots__ = ()
    _asks: ClassVar[dict[str, str]] = {"loss": "replica_loss", "batch": "replica_loss", "note": "replica_loss"}

    def loss(self, parameters: Quantity, replicas: Quantity) -> Number:
        """Loss of a model of N parameters trained by M replicas [1, nats per token]: A N^-alpha M^beta.

        Examples
        --------
        >>> round(sl.published.replica_laws["charles_2025_joint"].loss(2.4e9, 8), 4)
        2.3465
        """
        return self._answer("loss", parameters, replicas)

    def batch(self, parameters: Quantity, replicas: Quantity) -> Number:
        """Tokens of the best batch of all replicas together; NaN where the law has none.

        Examples
        --------
        >>> round(sl.published.replica_laws["charles_2025_joint"].batch(1e10, 2))
        910534
        """
        return self._answer("batch", parameters, replicas)

    @property
    def compute_exponent(self) -> Number:
        """What replicas cost as compute, b = 2 beta/alpha: M of them do the work of M^-b."""
        return self._answer("compute_exponent", 1, 1)

    def note(self, parameters: float, replicas: float) -> str:
        """Where a result lies outside what the law was fitted to; empty inside.

        Examples
        --------
        >>> sl.published.replica_laws["charles_2025_joint"].note(1e10, 2)
        '1e+10 parameters lie outside the fitted 3.5e+07 to 2.4e+09'
        """
        return str(self._answer("outside", parameters, replicas))

    def _answer(self, column: str, parameters: Any, replicas: Any) -> Any:
        numbers = _evaluate.in_range("replica_loss", {"parameters": parameters, "replicas": replicas})
        return _evaluate.ask("replica_loss", self, numbers=numbers, columns=(column,)).columns[column]


def replica_compute(parameters: Quantity, replicas: Quantity, form: str = "separate") -> Number:
    """Compute that replicas need over what one model needs for the same loss, by one of the two fits of Charles et al. 2025.

    Parameters
    ----------
    parameters : of the model that is trained at once
    replicas : "separate": 1, 2, 4 or 8, each with a fit of its own, against data parallelism; "joint": any number, one law,
        replicas^b against one replica
    form : "separate" or "joint"

    The two disagree where it matters: above 1e10 parameters 8 replicas cost nothing by one, 39 % of the compute by the other.
    A warning says where an argument lies outside what was fitted.

    Examples
    --------
    >>> sl.workload.replica_compute(1e9, [1, 2, 4, 8]).round(4)
    array([0.9249, 1.0311, 1.1156, 1.3357])
    """
    found: Number = find("_workload.replica_compute")(parameters, replicas, form)
    least, most, count = _core.workload.replicas_fitted
    size, number = (x if _arrays.is_lazy(x) else np.asarray(x, dtype=float) for x in (parameters, replicas))
    if not (_arrays.is_lazy(size) or _arrays.is_lazy(number)) and not np.all(
        (least <= size) & (size <= most) & (number <= count)
    ):
        warnings.warn(
            f"replica_compute: fitted to {least:.3g} to {most:.3g} parameters and up to {count:.0f} replicas", stacklevel=2
        )
    return found


class ScalingLaw(Parameters, group="scaling_law", kind=kinds("scaling_law")["scaling_law"]):
    """Loss of N parameters trained on D tokens, E + A N^-alpha + B D^-beta [nats per token], and where 6 N D is best spent.

    ``published.scaling_laws`` has those of Hoffmann et al. 2022, Besiroglu et al. 2024 and Muennighoff et al. 2023; they move
    tokens per parameter five-fold. Any field and argument may be an array.
    """

    __slots__ = ()

    def loss(self, parameters: Quantity, tokens: Quantity) -> Number:
        """Loss of a model trained on so many tokens [1, nats per token]: E + A N^-alpha + B D^-beta.

        Examples
        --------
        >>> round(sl.published.scaling_laws["besiroglu_2024"].loss(70e9, 1.4e12), 4)
        1.974
        """
        return self._ask("loss", parameters=parameters, tokens=tokens)

    def optimal_parameters(self, compute: Quantity) -> Number:
        """Parameters of the best model of a compute: G (C/6)^a, a = beta/(alpha + beta), G^(alpha + beta) = alpha A/(beta B).

        Examples
        --------
        >>> print(f"{sl.published.scaling_laws['besiroglu_2024'].optimal_parameters(3.8e25):.3e}")
        6.187e+11
        """
        return self._ask("optimal_parameters", compute=compute)

    def optimal_tokens(self, compute: Quantity) -> Number:
        """Tokens that the best model of a compute is trained on: (C/6)^(1 - a) / G.

        Examples
        --------
        >>> law = sl.published.scaling_laws["hoffmann_2022"]
        >>> float(round(law.optimal_tokens(5.88e23) / law.optimal_parameters(5.88e23), 3))
        92.832
        """
        return self._ask("optimal_tokens", compute=compute)

    def optimal_loss(self, compute: Quantity) -> Number:
        """Least loss of a compute [1, nats per token]: E + K (C/6)^-gamma, gamma = alpha beta/(alpha + beta).

        Examples
        --------
        >>> sl.published.scaling_laws["besiroglu_2024"].optimal_loss([1e23, 1e25]).round(3)
        array([2.031, 1.911])
        """
        return self._ask("optimal_loss", compute=compute)

    def compute_for_parameters(self, parameters: Quantity) -> Number:
        """Compute whose best model has so many parameters [FLOP]: 6 (N/G)^(1/a).

        Examples
        --------
        >>> print(f"{sl.published.scaling_laws['besiroglu_2024'].compute_for_parameters(405e9):.2e}")
        1.66e+25
        """
        return self._ask("compute_for_parameters", parameters=parameters)

    def compute_for_loss(self, loss: Quantity) -> Number:
        """Least compute that reaches a loss [FLOP]; NaN at the irreducible loss and below, which none reaches.

        Examples
        --------
        >>> law = sl.published.scaling_laws["besiroglu_2024"]
        >>> print(f"{law.compute_for_loss(1.9):.2e} {law.compute_for_loss(1.8):.2e}")
        2.05e+25 nan
        """
        return self._ask("compute_for_loss", loss=loss)

    def inference_optimal_parameters(self, loss: Quantity, inference_tokens: Quantity) -> Number:
        """Parameters of the cheapest model of a loss, 6 N D + 2 N I FLOP with the tokens I that it serves; NaN at the floor.

        References
        ----------
        Sardana and Frankle, arXiv 2401.00448, 2023; at the optimum alpha A N^-alpha = (1 + I/(3 D)) beta B D^-beta (derived).

        Examples
        --------
        >>> law = sl.published.scaling_laws["hoffmann_2022_tex"]
        >>> loss = law.optimal_loss(law.compute_for_parameters(13e9))
        >>> print(f"{law.inference_optimal_parameters(loss, 2e12):.3e}")
        7.125e+09
        """
        return self._ask("inference_optimal_parameters", loss=loss, inference_tokens=inference_tokens)

    def inference_optimal_tokens(self, loss: Quantity, inference_tokens: Quantity) -> Number:
        """Tokens that this model is trained on: see ``inference_optimal_parameters``.

        Examples
        --------
        >>> law = sl.published.scaling_laws["hoffmann_2022_tex"]
        >>> loss = law.optimal_loss(law.compute_for_parameters(13e9))
        >>> print(f"{law.inference_optimal_tokens(loss, 2e12):.3e}")
        1.297e+12
        """
        return self._ask("inference_optimal_tokens", loss=loss, inference_tokens=inference_tokens)

    def _ask(self, question: str, **numbers: Any) -> Any:
        return _evaluate.ask(question, self, numbers=numbers).columns[question]


def _whole(value: Any) -> Any:
    """A count of scalars as Python's own whole number."""
    return int(value) if np.ndim(value) == 0 and isinstance(value, float) and math.isfinite(value) else value


#: The recipes found in practice by name: 12, 14, 16, 18, 20 bytes per parameter.
state_recipes = {name: StateRecipe(**fields) for name, fields in _core.presets("state_recipe").items()}

complete(__all__, globals())
