# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What is trained, on what: shapes, FLOPs, scaling laws, checkpoint state, training data, chips."""

from collections.abc import Sequence
from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

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
    "accelerators_fed",
    "adapter_memory",
    "checkpoint_bytes",
    "compute_of_parameters",
    "compute_of_tokens",
    "data_set_bytes",
    "effective_tokens",
    "epochs_for",
    "gpt_parameters",
    "gpt_step_flops",
    "gpt_training_time",
    "h100_equivalents",
    "hardware_flops_utilization",
    "ingest_bandwidth",
    "lifetime_compute",
    "model_flops_utilization",
    "refresh_saving",
    "samples_per_second",
    "training_compute",
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
    memory_bandwidth : array_like, > 0 [B/s], default unlimited
        Rate reached on the GPU's own memory; unlimited: its traffic takes no time. Usually 500 GB/s to 8 TB/s (A100 to GB200).
    operation_time : array_like, >= 0 and finite [s], default 0 s
        What every operation takes besides its work. Usually 5 us to 50 us.
    memory_bytes : array_like, > 0 [B], default unlimited
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

class ReplicaLaw(Generic[_T]):
    """Loss of N parameters trained by M replicas that exchange rarely, A N^-alpha M^beta, each on its best number of tokens.

    ``published.replica_laws`` has the joint fit of Charles et al. 2025, and what their largest models say. Any field
    and argument may be an array.

    Parameters
    ----------
    scale : array_like, > 0 and finite
        A of L = A N^-alpha M^beta. Usually 1 to 100.
    parameter_exponent : array_like, > 0 and finite
        Alpha: what parameters gain in loss. Usually 0.02 to 0.5.
    replica_exponent : array_like, >= 0 and finite
        Beta: what replicas cost in loss. Usually 0 to 0.05.
    batch_scale : array_like, > 0 and finite, optional
        Tokens of the best batch at one parameter and replica. Usually 0.01 to 10000.
    batch_parameter_exponent : array_like, finite, optional
        Growth of that batch with parameters. Usually 0 to 1.
    batch_replica_exponent : array_like, finite, optional
        And with replicas. Usually 0 to 1.
    fitted_from : array_like, >= 0 and finite, default 0
        Fewest parameters that it was fitted to. Usually 1000000 to 1000000000.
    fitted_to : array_like, > 0, default unlimited
        Most of them. Usually 1000000000 to 1000000000000.
    fitted_replicas : array_like, >= 1, default unlimited
        Most replicas that it was fitted to. Usually 1 to 64.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.workload.ReplicaLaw(scale=19.226, parameter_exponent=0.0985, replica_exponent=0.0116)
    ReplicaLaw(scale=19.226, parameter_exponent=0.0985, replica_exponent=0.0116)
    """
    @overload
    def __init__(
        self: ReplicaLaw,
        *,
        scale: Real | Carried,
        parameter_exponent: Real | Carried,
        replica_exponent: Real | Carried,
        batch_scale: Real | Carried | None = None,
        batch_parameter_exponent: Real | Carried | None = None,
        batch_replica_exponent: Real | Carried | None = None,
        fitted_from: Real | Carried = 0.0,
        fitted_to: Real | Carried = ...,
        fitted_replicas: Real | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: ReplicaLaw[NumPy],
        *,
        scale: Plain | Carried,
        parameter_exponent: Plain | Carried,
        replica_exponent: Plain | Carried,
        batch_scale: Plain | Carried | None = None,
        batch_parameter_exponent: Plain | Carried | None = None,
        batch_replica_exponent: Plain | Carried | None = None,
        fitted_from: Plain | Carried = 0.0,
        fitted_to: Plain | Carried = ...,
        fitted_replicas: Plain | Carried = ...,
    ) -> None: ...
    @overload
    def __init__(
        self: ReplicaLaw[Array],
        *,
        scale: Quantity | Carried,
        parameter_exponent: Quantity | Carried,
        replica_exponent: Quantity | Carried,
        batch_scale: Quantity | Carried | None = None,
        batch_parameter_exponent: Quantity | Carried | None = None,
        batch_replica_exponent: Quantity | Carried | None = None,
        fitted_from: Quantity | Carried = 0.0,
        fitted_to: Quantity | Carried = ...,
        fitted_replicas: Quantity | Carried = ...,
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
        scale: Real | Carried = ...,
        parameter_exponent: Real | Carried = ...,
        replica_exponent: Real | Carried = ...,
        batch_scale: Real | Carried | None = ...,
        batch_parameter_exponent: Real | Carried | None = ...,
        batch_replica_exponent: Real | Carried | None = ...,
        fitted_from: Real | Carried = ...,
        fitted_to: Real | Carried = ...,
        fitted_replicas: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: ReplicaLaw[float | NumPy],
        *,
        scale: Plain | Carried = ...,
        parameter_exponent: Plain | Carried = ...,
        replica_exponent: Plain | Carried = ...,
        batch_scale: Plain | Carried | None = ...,
        batch_parameter_exponent: Plain | Carried | None = ...,
        batch_replica_exponent: Plain | Carried | None = ...,
        fitted_from: Plain | Carried = ...,
        fitted_to: Plain | Carried = ...,
        fitted_replicas: Plain | Carried = ...,
    ) -> ReplicaLaw[NumPy]: ...
    @overload
    def replace(
        self: ReplicaLaw[Any],
        *,
        scale: Quantity | Carried = ...,
        parameter_exponent: Quantity | Carried = ...,
        replica_exponent: Quantity | Carried = ...,
        batch_scale: Quantity | Carried | None = ...,
        batch_parameter_exponent: Quantity | Carried | None = ...,
        batch_replica_exponent: Quantity | Carried | None = ...,
        fitted_from: Quantity | Carried = ...,
        fitted_to: Quantity | Carried = ...,
        fitted_replicas: Quantity | Carried = ...,
    ) -> ReplicaLaw[Array]: ...
    @overload
    def loss(self: ReplicaLaw, parameters: Real, replicas: Real) -> float:
        """Loss of a model of N parameters trained by M replicas [1, nats per token]: A N^-alpha M^beta.

        Parameters
        ----------
        parameters : array_like, > 0 and finite
            Of the model.
        replicas : array_like, >= 1 and finite
            That train apart.

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

        Examples
        --------
        >>> round(sl.published.replica_laws["charles_2025_joint"].loss(2.4e9, 8), 4)
        2.3465
        """
    @overload
    def loss(self: ReplicaLaw[float | NumPy], parameters: Plain, replicas: Plain) -> NumPy: ...
    @overload
    def loss(self: ReplicaLaw[Any], parameters: Quantity, replicas: Quantity) -> Array: ...
    @overload
    def batch(self: ReplicaLaw, parameters: Real, replicas: Real) -> float:
        """Tokens of the best batch of all replicas together; NaN where the law has none.

        Parameters
        ----------
        parameters : array_like, > 0 and finite
            Of the model.
        replicas : array_like, >= 1 and finite
            That train apart.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> round(sl.published.replica_laws["charles_2025_joint"].batch(1e10, 2))
        910534
        """
    @overload
    def batch(self: ReplicaLaw[float | NumPy], parameters: Plain, replicas: Plain) -> NumPy: ...
    @overload
    def batch(self: ReplicaLaw[Any], parameters: Quantity, replicas: Quantity) -> Array: ...
    @property
    def compute_exponent(self) -> _T:
        """What replicas cost as compute, b = 2 beta/alpha: M of them do the work of M^-b."""
    def note(self, parameters: float, replicas: float) -> str:
        """Where a result lies outside what the law was fitted to; empty inside.

        Parameters
        ----------
        parameters : float, > 0 and finite
            Of the model.
        replicas : float, >= 1 and finite
            That train apart.

        Returns
        -------
        str
            Where a result lies outside what the law was fitted to; empty inside.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> sl.published.replica_laws["charles_2025_joint"].note(1e10, 2)
        '1e+10 parameters lie outside the fitted 3.5e+07 to 2.4e+09'
        """
    @property
    def scale(self) -> float | _T:
        """A of L = A N^-alpha M^beta; > 0 and finite"""
    @property
    def parameter_exponent(self) -> float | _T:
        """alpha: what parameters gain in loss; > 0 and finite"""
    @property
    def replica_exponent(self) -> float | _T:
        """beta: what replicas cost in loss; >= 0 and finite"""
    @property
    def batch_scale(self) -> float | _T | None:
        """tokens of the best batch at one parameter and replica; > 0 and finite"""
    @property
    def batch_parameter_exponent(self) -> float | _T | None:
        """growth of that batch with parameters; finite"""
    @property
    def batch_replica_exponent(self) -> float | _T | None:
        """and with replicas; finite"""
    @property
    def fitted_from(self) -> float | _T:
        """fewest parameters that it was fitted to; >= 0 and finite"""
    @property
    def fitted_to(self) -> float | _T:
        """most of them; > 0"""
    @property
    def fitted_replicas(self) -> float | _T:
        """most replicas that it was fitted to; >= 1"""

class ScalingLaw(Generic[_T]):
    """Loss of N parameters trained on D tokens, E + A N^-alpha + B D^-beta [nats per token], and where 6 N D is best spent.

    ``published.scaling_laws`` has those of Hoffmann et al. 2022, Besiroglu et al. 2024 and Muennighoff et al. 2023; they move
    tokens per parameter five-fold. Any field and argument may be an array.

    Parameters
    ----------
    irreducible_loss : array_like, >= 0 and finite
        E, what no model and no data take away [nats per token]. Usually 1.5 to 2 (Hoffmann 2022, Besiroglu 2024, Muennighoff
        2023).
    parameter_scale : array_like, > 0 and finite
        A, the loss that a model of one parameter would add. Usually 300 to 700 (Hoffmann 2022, Besiroglu 2024, Muennighoff
        2023).
    token_scale : array_like, > 0 and finite
        B, the loss that data of one token would add. Usually 300 to 4000 (Hoffmann 2022, Besiroglu 2024, Muennighoff 2023).
    parameter_exponent : array_like, > 0 and finite
        Alpha, how fast larger models are better. Usually 0.3 to 0.4 (Hoffmann 2022, Besiroglu 2024, Muennighoff 2023).
    token_exponent : array_like, > 0 and finite
        Beta, how fast more data is better. Usually 0.25 to 0.4 (Hoffmann 2022, Besiroglu 2024, Muennighoff 2023).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> made = sl.workload.ScalingLaw(
    ...     irreducible_loss=1.8172,
    ...     parameter_scale=482.01,
    ...     token_scale=2085.43,
    ...     parameter_exponent=0.3478,
    ...     token_exponent=0.3658,
    ... )
    >>> made.irreducible_loss
    1.8172
    """
    @overload
    def __init__(
        self: ScalingLaw,
        *,
        irreducible_loss: Real | Carried,
        parameter_scale: Real | Carried,
        token_scale: Real | Carried,
        parameter_exponent: Real | Carried,
        token_exponent: Real | Carried,
    ) -> None: ...
    @overload
    def __init__(
        self: ScalingLaw[NumPy],
        *,
        irreducible_loss: Plain | Carried,
        parameter_scale: Plain | Carried,
        token_scale: Plain | Carried,
        parameter_exponent: Plain | Carried,
        token_exponent: Plain | Carried,
    ) -> None: ...
    @overload
    def __init__(
        self: ScalingLaw[Array],
        *,
        irreducible_loss: Quantity | Carried,
        parameter_scale: Quantity | Carried,
        token_scale: Quantity | Carried,
        parameter_exponent: Quantity | Carried,
        token_exponent: Quantity | Carried,
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
        irreducible_loss: Real | Carried = ...,
        parameter_scale: Real | Carried = ...,
        token_scale: Real | Carried = ...,
        parameter_exponent: Real | Carried = ...,
        token_exponent: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: ScalingLaw[float | NumPy],
        *,
        irreducible_loss: Plain | Carried = ...,
        parameter_scale: Plain | Carried = ...,
        token_scale: Plain | Carried = ...,
        parameter_exponent: Plain | Carried = ...,
        token_exponent: Plain | Carried = ...,
    ) -> ScalingLaw[NumPy]: ...
    @overload
    def replace(
        self: ScalingLaw[Any],
        *,
        irreducible_loss: Quantity | Carried = ...,
        parameter_scale: Quantity | Carried = ...,
        token_scale: Quantity | Carried = ...,
        parameter_exponent: Quantity | Carried = ...,
        token_exponent: Quantity | Carried = ...,
    ) -> ScalingLaw[Array]: ...
    @overload
    def loss(self: ScalingLaw, parameters: Real, tokens: Real) -> float:
        """Loss of a model trained on so many tokens [1, nats per token]: E + A N^-alpha + B D^-beta.

        Parameters
        ----------
        parameters : array_like, >= 0
            Of the model.
        tokens : array_like, >= 0
            Trained on, all of them new.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> round(sl.published.scaling_laws["besiroglu_2024"].loss(70e9, 1.4e12), 4)
        1.974
        """
    @overload
    def loss(self: ScalingLaw[float | NumPy], parameters: Plain, tokens: Plain) -> NumPy: ...
    @overload
    def loss(self: ScalingLaw[Any], parameters: Quantity, tokens: Quantity) -> Array: ...
    @overload
    def optimal_parameters(self: ScalingLaw, compute: Real) -> float:
        """Parameters of the best model of a compute: G (C/6)^a, a = beta/(alpha + beta), G^(alpha + beta) = alpha A/(beta B).

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of training, 6 parameters x tokens.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> print(f"{sl.published.scaling_laws['besiroglu_2024'].optimal_parameters(3.8e25):.3e}")
        6.187e+11
        """
    @overload
    def optimal_parameters(self: ScalingLaw[float | NumPy], compute: Plain) -> NumPy: ...
    @overload
    def optimal_parameters(self: ScalingLaw[Any], compute: Quantity) -> Array: ...
    @overload
    def optimal_tokens(self: ScalingLaw, compute: Real) -> float:
        """Tokens that the best model of a compute is trained on: (C/6)^(1 - a) / G.

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of training, 6 parameters x tokens.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> law = sl.published.scaling_laws["hoffmann_2022"]
        >>> float(round(law.optimal_tokens(5.88e23) / law.optimal_parameters(5.88e23), 3))
        92.832
        """
    @overload
    def optimal_tokens(self: ScalingLaw[float | NumPy], compute: Plain) -> NumPy: ...
    @overload
    def optimal_tokens(self: ScalingLaw[Any], compute: Quantity) -> Array: ...
    @overload
    def optimal_loss(self: ScalingLaw, compute: Real) -> float:
        """Least loss of a compute [1, nats per token]: E + K (C/6)^-gamma, gamma = alpha beta/(alpha + beta).

        Parameters
        ----------
        compute : array_like, >= 0 [FLOP]
            Of training, 6 parameters x tokens.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> sl.published.scaling_laws["besiroglu_2024"].optimal_loss([1e23, 1e25]).round(3)
        array([2.031, 1.911])
        """
    @overload
    def optimal_loss(self: ScalingLaw[float | NumPy], compute: Plain) -> NumPy: ...
    @overload
    def optimal_loss(self: ScalingLaw[Any], compute: Quantity) -> Array: ...
    @overload
    def compute_for_parameters(self: ScalingLaw, parameters: Real) -> float:
        """Compute whose best model has so many parameters [FLOP]: 6 (N/G)^(1/a).

        Parameters
        ----------
        parameters : array_like, >= 0
            Of the model.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> print(f"{sl.published.scaling_laws['besiroglu_2024'].compute_for_parameters(405e9):.2e}")
        1.66e+25
        """
    @overload
    def compute_for_parameters(self: ScalingLaw[float | NumPy], parameters: Plain) -> NumPy: ...
    @overload
    def compute_for_parameters(self: ScalingLaw[Any], parameters: Quantity) -> Array: ...
    @overload
    def compute_for_loss(self: ScalingLaw, loss: Real) -> float:
        """Least compute that reaches a loss [FLOP]; NaN at the irreducible loss and below, which none reaches.

        Parameters
        ----------
        loss : array_like, >= 0
            Nats per token, above the irreducible loss.

        Returns
        -------
        float or array [FLOP]
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> law = sl.published.scaling_laws["besiroglu_2024"]
        >>> print(f"{law.compute_for_loss(1.9):.2e} {law.compute_for_loss(1.8):.2e}")
        2.05e+25 nan
        """
    @overload
    def compute_for_loss(self: ScalingLaw[float | NumPy], loss: Plain) -> NumPy: ...
    @overload
    def compute_for_loss(self: ScalingLaw[Any], loss: Quantity) -> Array: ...
    @overload
    def inference_optimal_parameters(self: ScalingLaw, loss: Real, inference_tokens: Real) -> float:
        """Parameters of the cheapest model of a loss, 6 N D + 2 N I FLOP with the tokens I that it serves; NaN at the floor.

        Parameters
        ----------
        loss : array_like, >= 0
            Nats per token, above the irreducible loss.
        inference_tokens : array_like, >= 0
            Served by the model in its life.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

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
    @overload
    def inference_optimal_parameters(self: ScalingLaw[float | NumPy], loss: Plain, inference_tokens: Plain) -> NumPy: ...
    @overload
    def inference_optimal_parameters(self: ScalingLaw[Any], loss: Quantity, inference_tokens: Quantity) -> Array: ...
    @overload
    def inference_optimal_tokens(self: ScalingLaw, loss: Real, inference_tokens: Real) -> float:
        """Tokens that this model is trained on: see ``inference_optimal_parameters``.

        Parameters
        ----------
        loss : array_like, >= 0
            Nats per token, above the irreducible loss.
        inference_tokens : array_like, >= 0
            Served by the model in its life.

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

        Examples
        --------
        >>> law = sl.published.scaling_laws["hoffmann_2022_tex"]
        >>> loss = law.optimal_loss(law.compute_for_parameters(13e9))
        >>> print(f"{law.inference_optimal_tokens(loss, 2e12):.3e}")
        1.297e+12
        """
    @overload
    def inference_optimal_tokens(self: ScalingLaw[float | NumPy], loss: Plain, inference_tokens: Plain) -> NumPy: ...
    @overload
    def inference_optimal_tokens(self: ScalingLaw[Any], loss: Quantity, inference_tokens: Quantity) -> Array: ...
    @property
    def irreducible_loss(self) -> float | _T:
        """E, what no model and no data take away [nats per token]; >= 0 and finite"""
    @property
    def parameter_scale(self) -> float | _T:
        """A, the loss that a model of one parameter would add; > 0 and finite"""
    @property
    def token_scale(self) -> float | _T:
        """B, the loss that data of one token would add; > 0 and finite"""
    @property
    def parameter_exponent(self) -> float | _T:
        """alpha, how fast larger models are better; > 0 and finite"""
    @property
    def token_exponent(self) -> float | _T:
        """beta, how fast more data is better; > 0 and finite"""

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
    """A decoder: grouped-query or latent attention, plain or gated feed-forward, dense or mixture of experts.

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
    query_key_value_bias : bool, default False
        Whether queries, keys and values have biases.
    bias : bool, default False
        Whether all other products of a layer have biases: attention's output, feed-forwards, experts, routers.
    norm_bias : bool, default False
        Whether normalisations shift too: two weights where there is one.
    query_key_norm : array_like, a whole number in [0, 2147483647], default 0
        Weights of the norms of queries and keys of a layer; 0: no such norms.
    positions : array_like, a whole number in [0, 2147483647], default 0
        Rows of a table of learned positions; 0: none.

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
        query_key_value_bias: Real | Carried = False,
        bias: Real | Carried = False,
        norm_bias: Real | Carried = False,
        query_key_norm: Real | Carried = 0,
        positions: Real | Carried = 0,
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
        query_key_value_bias: Plain | Carried = False,
        bias: Plain | Carried = False,
        norm_bias: Plain | Carried = False,
        query_key_norm: Plain | Carried = 0,
        positions: Plain | Carried = 0,
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
        query_key_value_bias: Quantity | Carried = False,
        bias: Quantity | Carried = False,
        norm_bias: Quantity | Carried = False,
        query_key_norm: Quantity | Carried = 0,
        positions: Quantity | Carried = 0,
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
        query_key_value_bias: Real | Carried = ...,
        bias: Real | Carried = ...,
        norm_bias: Real | Carried = ...,
        query_key_norm: Real | Carried = ...,
        positions: Real | Carried = ...,
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
        query_key_value_bias: Plain | Carried = ...,
        bias: Plain | Carried = ...,
        norm_bias: Plain | Carried = ...,
        query_key_norm: Plain | Carried = ...,
        positions: Plain | Carried = ...,
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
        query_key_value_bias: Quantity | Carried = ...,
        bias: Quantity | Carried = ...,
        norm_bias: Quantity | Carried = ...,
        query_key_norm: Quantity | Carried = ...,
        positions: Quantity | Carried = ...,
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
    @property
    def query_key_value_bias(self) -> bool | _T:
        """whether queries, keys and values have biases; true or false"""
    @property
    def bias(self) -> bool | _T:
        """whether all other products of a layer have biases: attention's output, feed-forwards, experts, routers; true or false"""
    @property
    def norm_bias(self) -> bool | _T:
        """whether normalisations shift too: two weights where there is one; true or false"""
    @property
    def query_key_norm(self) -> float | _T:
        """weights of the norms of queries and keys of a layer; 0: no such norms; a whole number in [0, 2147483647]"""
    @property
    def positions(self) -> float | _T:
        """rows of a table of learned positions; 0: none; a whole number in [0, 2147483647]"""

@overload
def adapter_parameters(matrices: Sequence[tuple[float, float]], rank: Real) -> float:
    """Parameters of low-rank adapters beside matrices: rank (inputs + outputs) of each.

    Parameters
    ----------
    matrices : Sequence[tuple[float, float]]
        Inputs and outputs of each matrix that is adapted, whole numbers from 1 on.
    rank : array_like, a whole number in [1, 2147483647]
        Of the adapters, a whole number.

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

    References
    ----------
    Hu et al., LoRA, ICLR 2022, section 4.

    Examples
    --------
    >>> sl.workload.adapter_parameters([(1536, 1536)] * 96, rank=16)
    4718592
    """

@overload
def adapter_parameters(matrices: Sequence[tuple[float, float]], rank: Plain) -> NumPy: ...
@overload
def adapter_parameters(matrices: Sequence[tuple[float, float]], rank: Quantity) -> Array: ...
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

@overload
def replica_compute(parameters: Real, replicas: Real, form: str = "separate") -> float:
    """Compute that replicas need over what one model needs for the same loss, by one of the two fits of Charles et al. 2025.

    Parameters
    ----------
    parameters : array_like
        Of the model that is trained at once.
    replicas : array_like
        "separate": 1, 2, 4 or 8, each with a fit of its own, against data parallelism; "joint": any number, one law, replicas^b
        against one replica.
    form : str, default 'separate'
        "separate" or "joint".

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

    Examples
    --------
    >>> sl.workload.replica_compute(1e9, [1, 2, 4, 8]).round(4)
    array([0.9249, 1.0311, 1.1156, 1.3357])
    """

@overload
def replica_compute(parameters: Plain, replicas: Plain, form: str = "separate") -> NumPy: ...
@overload
def replica_compute(parameters: Quantity, replicas: Quantity, form: str = "separate") -> Array: ...

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
def adapter_memory(base_bytes: Real, adapter_parameters: Real, state_bytes: Real = 16) -> float:
    """What low-rank adapters train in [B]: base_bytes + state_bytes x adapter_parameters.

    The weights that stay as they are, and weight, gradient, master copy and two moments of each adapter parameter.

    Parameters
    ----------
    base_bytes : array_like [B], >= 0
        The weights that stay as they are.
    adapter_parameters : array_like, >= 0
        Of all adapters together.
    state_bytes : array_like [B], >= 0, default 16
        That training keeps of an adapter parameter.
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
    elementary; 16 bytes as in Rajbhandari et al., SC20, section 3.

    Examples
    --------
    >>> sl.workload.adapter_memory(base_bytes=1.6e+10, adapter_parameters=4.2e+07)
    np.float64(16672000000.0)
    """

@overload
def adapter_memory(
    base_bytes: Plain,
    adapter_parameters: Plain,
    state_bytes: Plain = 16,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def adapter_memory(
    base_bytes: Quantity,
    adapter_parameters: Quantity,
    state_bytes: Quantity = 16,
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
def compute_of_parameters(parameters: Real, tokens_per_parameter: Real = 20) -> float:
    """Compute that trains so many parameters by the rule of tokens per parameter [FLOP].

    6 tokens_per_parameter parameters^2.

    Parameters
    ----------
    parameters : array_like, >= 0
        Parameters of the model.
    tokens_per_parameter : array_like, > 0, default 20
        Tokens trained on for each parameter.
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
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.

    Examples
    --------
    >>> sl.workload.compute_of_parameters(parameters=4.05e+11)
    np.float64(1.9683e+25)
    """

@overload
def compute_of_parameters(
    parameters: Plain,
    tokens_per_parameter: Plain = 20,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def compute_of_parameters(
    parameters: Quantity,
    tokens_per_parameter: Quantity = 20,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def compute_of_tokens(tokens: Real, tokens_per_parameter: Real = 20) -> float:
    """Compute that so many tokens train by the rule of tokens per parameter [FLOP]: 6 tokens^2 / tokens_per_parameter.

    Parameters
    ----------
    tokens : array_like, >= 0
        Tokens trained on.
    tokens_per_parameter : array_like, > 0, default 20
        Tokens trained on for each parameter.
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
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.

    Examples
    --------
    >>> sl.workload.compute_of_tokens(tokens=1.56e+13)
    np.float64(7.3008e+25)
    """

@overload
def compute_of_tokens(
    tokens: Plain,
    tokens_per_parameter: Plain = 20,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def compute_of_tokens(
    tokens: Quantity,
    tokens_per_parameter: Quantity = 20,
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
def effective_tokens(unique_tokens: Real, epochs: Real, decay: Real = 15.387756) -> float:
    """New tokens that are worth as much as unique ones read several times.

    u (1 + R (1 - exp(-(e - 1) / R))), u = unique_tokens, e = epochs, R = decay; u e within the first epoch.

    Parameters
    ----------
    unique_tokens : array_like, >= 0
        Different tokens.
    epochs : array_like, >= 0
        Times that all of them are read.
    decay : array_like, >= 0, default 15.387756
        Repeats after which one more is worth 1/e of a new token.
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
    Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.

    Examples
    --------
    >>> sl.workload.effective_tokens(unique_tokens=3e+12, epochs=4)
    np.float64(11177019369183.98)
    """

@overload
def effective_tokens(
    unique_tokens: Plain,
    epochs: Plain,
    decay: Plain = 15.387756,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def effective_tokens(
    unique_tokens: Quantity,
    epochs: Quantity,
    decay: Quantity = 15.387756,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def epochs_for(effective_tokens: Real, unique_tokens: Real, decay: Real = 15.387756) -> float:
    """Epochs over unique tokens that are worth so many new ones; NaN from unique_tokens (1 + decay) on.

    1 - R log(1 - (D / u - 1) / R), D = effective_tokens, u = unique_tokens, R = decay.

    Parameters
    ----------
    effective_tokens : array_like, >= 0
        New tokens that are worth as much.
    unique_tokens : array_like, > 0
        Different tokens.
    decay : array_like, >= 0, default 15.387756
        Repeats after which one more is worth 1/e of a new token.
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
    Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.

    Examples
    --------
    >>> sl.workload.epochs_for(effective_tokens=9e+12, unique_tokens=3e+12)
    np.float64(3.142461431983153)
    """

@overload
def epochs_for(
    effective_tokens: Plain,
    unique_tokens: Plain,
    decay: Plain = 15.387756,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def epochs_for(
    effective_tokens: Quantity,
    unique_tokens: Quantity,
    decay: Quantity = 15.387756,
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
def h100_equivalents(gpus: Real, peak_flops: Real, format: Literal["fp8", "bf16"] = "fp8") -> float:
    """GPUs of any kind as H100s of the same peak: gpus peak_flops / the peak of an H100 in the format named.

    1.979e15 FLOP/s in fp8, 989.4e12 in bf16, dense. A chip without 8 bits counts twice as much in bf16.

    Parameters
    ----------
    gpus : array_like, >= 0
        GPUs.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
    format : {"fp8", "bf16"}, default "fp8"
        Number format of both peaks.
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
    Epoch AI, GPU clusters data, 2025; NVIDIA, H100 data sheet, 2023.

    Examples
    --------
    >>> sl.workload.h100_equivalents(gpus=25000, peak_flops=9.89e+14)
    np.float64(12493.683678625568)
    """

@overload
def h100_equivalents(
    gpus: Plain,
    peak_flops: Plain,
    format: Literal["fp8", "bf16"] = "fp8",
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def h100_equivalents(
    gpus: Quantity,
    peak_flops: Quantity,
    format: Literal["fp8", "bf16"] = "fp8",
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
def lifetime_compute(parameters: Real, tokens: Real, inference_tokens: Real) -> float:
    """Compute of a model over its life [FLOP]: 6 parameters tokens + 2 parameters inference_tokens.

    Parameters
    ----------
    parameters : array_like, >= 0
        Parameters of the model.
    tokens : array_like, >= 0
        Tokens trained on.
    inference_tokens : array_like, >= 0
        Tokens that the model serves in its life.
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
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Sardana and Frankle, arXiv 2401.00448, 2023.

    Examples
    --------
    >>> sl.workload.lifetime_compute(parameters=4.05e+11, tokens=1.56e+13, inference_tokens=2e+12)
    np.float64(3.9528e+25)
    """

@overload
def lifetime_compute(
    parameters: Plain,
    tokens: Plain,
    inference_tokens: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def lifetime_compute(
    parameters: Quantity,
    tokens: Quantity,
    inference_tokens: Quantity,
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
def refresh_saving(refreshes: Real, replay_share: Real) -> float:
    """Compute of training on everything at each refresh, over that of going on with new tokens and some replayed ones.

    (J + 1)(1 - rho)/2, J = refreshes, each with as many new tokens, rho = replay_share. What replay keeps of the quality is
    not in it.

    Parameters
    ----------
    refreshes : array_like, >= 1
        Refreshes in all.
    replay_share : array_like, in [0, 1)
        Replayed of the tokens gone on with.
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
    derived in include/scaling_limits/workload/adapters.hpp.

    Examples
    --------
    >>> sl.workload.refresh_saving(refreshes=12, replay_share=0.05)
    np.float64(6.175)
    """

@overload
def refresh_saving(
    refreshes: Plain,
    replay_share: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def refresh_saving(
    refreshes: Quantity,
    replay_share: Quantity,
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
@overload
def training_compute(parameters: Real, tokens: Real) -> float:
    """Compute of training a model [FLOP]: 6 parameters tokens.

    Attention, and tables that are only looked up, are left out: TransformerShape.flops_per_token counts them.

    Parameters
    ----------
    parameters : array_like, >= 0
        Parameters of the model.
    tokens : array_like, >= 0
        Tokens trained on.
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
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Kaplan et al., arXiv 2001.08361, 2020, section 2.1.

    Examples
    --------
    >>> sl.workload.training_compute(parameters=4.05e+11, tokens=1.56e+13)
    np.float64(3.7908e+25)
    """

@overload
def training_compute(
    parameters: Plain,
    tokens: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def training_compute(
    parameters: Quantity,
    tokens: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
