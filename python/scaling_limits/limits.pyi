# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""The largest size at which a criterion holds, and what binds there."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from . import growth as _growth
from .parallelism import LatencyWall, Layout
from .results import Result
from .run import Field, TrainingRun
from .strategies import Strategy
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "Criterion",
    "CustomFactor",
    "Factor",
    "Limit",
    "Requirement",
    "StrongScalingFit",
    "best_learner",
    "bubble_half_size",
    "cheapest_gpus",
    "combine_half_sizes",
    "data_half_size",
    "fastest_gpus",
    "fit_strong_scaling",
    "fixed_tokens_per_gpu",
    "latency_factor",
    "local_update_half_size",
    "max_gpus",
    "max_workers",
    "micro_batch_cap",
    "required",
    "time_to_train",
    "write_time_equals_mtbf",
    "goodput_at_least",
    "efficiency_at_least",
    "elasticity_at_least",
    "peak_throughput",
    "added_gpu_worth_at_least",
    "StrongScaling",
    "CriticalBatch",
    "FixedBatch",
    "PowerLaw",
    "HardCap",
    "OverlappedScaling",
    "ReplicaCost",
    "ReplicaGrowth",
    "Trials",
    "Tabulated",
    "amdahl_speedup",
    "batch_training_time",
    "critical_batch_from_norms",
    "critical_size",
    "data_parallel_cap",
    "fsdp_ranks",
    "fsdp_tensor_cap",
    "gustafson_speedup",
    "half_size_from_efficiency",
    "half_size_of_serial_time",
    "karp_flatt",
    "max_failure_load",
    "memory_recovery_second_failure",
    "memory_recovery_single_failure",
    "memory_recovery_spread_state",
    "optimal_batch",
    "power_cap",
    "required_mtbf",
    "supply_cap",
    "usl_peak",
    "usl_speedup",
    "weak_scaling_exponent",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

class Criterion(Generic[_T]):
    """Base of all criteria, which are made from the catalogue's kinds: terms that add up to a target at the largest size.

    Examples
    --------
    >>> sl.limits.goodput_at_least(0.9)
    goodput_at_least(goodput=0.9)
    """
    def __init__(self, *args: Any, **given: Any) -> None: ...
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
    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""

class CustomFactor:
    """A factor of one's own: its efficiency, in (0, 1], as a function of the number of GPUs.

    Parameters
    ----------
    efficiency : callable, or pairs (size, efficiency)
        A function of one size, made of arithmetic and NumPy functions: slopes are taken from complex sizes. Pairs are
        interpolated monotonically; sizes outside them are refused.
    name : the cause in shares
    derivative : d efficiency / d gpus, for a function that takes no complex size
    rises : whether neither its loss nor the slope of its loss ever falls with size, which spares the search a scan

    Examples
    --------
    >>> half = sl.limits.CustomFactor(lambda gpus: 1 / (1 + gpus / 100_000), name="step")
    >>> half.efficiency(100_000)
    0.5
    """
    @overload
    def efficiency(self, gpus: Real) -> float:
        """The useful share of so many GPUs as far as this factor goes; arrays broadcast."""
    @overload
    def efficiency(self, gpus: Plain) -> NumPy: ...
    @overload
    def efficiency(self, gpus: Quantity) -> Array: ...
    @overload
    def losses(self, gpus: Real) -> dict[str, float]:
        """-ln efficiency by cause; arrays broadcast."""
    @overload
    def losses(self, gpus: Plain) -> dict[str, NumPy]: ...
    @overload
    def losses(self, gpus: Quantity) -> dict[str, Array]: ...
    def __init__(
        self,
        efficiency: Callable[[Any], Any],
        *,
        name: str = "custom",
        derivative: Callable[[float], float] | None = None,
        rises: bool = False,
    ) -> None: ...
    def part(self) -> object:
        """What C++ keeps of it.

        Returns
        -------
        object
            What C++ keeps of it.
        """

class Factor(Generic[_T]):
    """Base of all factors other than goodput, made from the catalogue's kinds: an efficiency that depends on the size.

    `name` is its cause in shares.

    Examples
    --------
    >>> sl.limits.StrongScaling(half_size=100_000).efficiency(100_000)
    0.5
    """
    def __init__(self, *args: Any, **given: Any) -> None: ...
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
    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""
    @overload
    def efficiency(self: Factor, gpus: Real) -> float:
        """The useful share of so many GPUs as far as this factor goes; arrays broadcast."""
    @overload
    def efficiency(self: Factor[float | NumPy], gpus: Plain) -> NumPy: ...
    @overload
    def efficiency(self: Factor[Any], gpus: Quantity) -> Array: ...
    @overload
    def losses(self: Factor, gpus: Real) -> dict[str, float]:
        """-ln efficiency by cause; arrays broadcast."""
    @overload
    def losses(self: Factor[float | NumPy], gpus: Plain) -> dict[str, NumPy]: ...
    @overload
    def losses(self: Factor[Any], gpus: Quantity) -> dict[str, Array]: ...

@dataclass(frozen=True, eq=False)
class Limit(Result, Generic[_T, _S]):
    """The answer to "how large"; arrays where the run has arrays.

    Attributes
    ----------
    value : the largest size [GPUs], never floored; +inf where there is no limit, NaN where it is infeasible
    status : "ok", "no limit", "infeasible" or "not converged"
    note : why there is no limit or no answer; remarks
    binding : the cause with the largest share
    shares : terms / target at the limit by cause; they sum to one
    goodput, efficiency : at the limit; efficiency is the product of the factors other than goodput
    roots : every size where terms meet the target, the limit among them; for arrays padded with NaN along a last axis
    asked : what was asked: run, criterion, growth, strategy and factors
    unit : what a size counts
    asks : the question that it answers where that is not "limit", and that question's own arguments

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
    >>> limit
    Limit(value=134637 GPUs, status='ok', binding='checkpoint', shares=(checkpoint 1), goodput=0.9, efficiency=1)
    """

    value: _T
    status: _S
    note: _S
    binding: _S
    shares: dict[str, _T]
    goodput: _T
    efficiency: _T
    roots: tuple[float, ...] | Array | None
    asked: tuple[object, ...]
    unit: str = ...
    asks: tuple[str, dict[str, Any]] | None = ...
    @property
    def useful_gpus(self) -> _T:
        """Useful work at the limit, in ideal GPUs, or what else a size counts: value x efficiency x goodput."""
    def __float__(self) -> float: ...

@dataclass(frozen=True, eq=False)
class Requirement(Result, Generic[_T, _S]):
    """Which value of a field reaches a goodput; arrays where the run has arrays.

    Attributes
    ----------
    field, unit : what was asked for
    value : the smallest or the largest value that reaches the goodput; NaN where none does
    at_least : whether it is the smallest, more being better
    status : "ok", "already met" (at any value) or "infeasible"
    note : why there is no value

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.required(run, "write_bandwidth", 0.95)
    Requirement(field='write_bandwidth', unit='B/s', value=351.901 GB/s, at_least=True, status='ok', note='')
    """

    field: str
    unit: str
    value: _T
    at_least: bool | _T
    status: _S
    note: _S

@dataclass(frozen=True, eq=False)
class StrongScalingFit(Result):
    """A step of work/N + serial_time, fitted to step times by least squares of relative errors.

    Attributes
    ----------
    half_size : work / serial_time [GPUs]
    work : of a step [GPU-seconds]
    serial_time : of a step [s]
    scatter : standard deviation of the relative errors; NaN for two points, which any line meets
    points : how many times were given
    work_variance, covariance, serial_variance : of the estimates

    Examples
    --------
    >>> fit = sl.limits.fit_strong_scaling([1000, 2000, 4000], [1.0, 0.6, 0.4])
    >>> fit.step_time(8000)
    0.2999999999999999
    """

    half_size: float
    work: float
    serial_time: float
    scatter: float
    points: int
    work_variance: float
    covariance: float
    serial_variance: float
    @overload
    def step_time(self, gpus: Real) -> float:
        """Step time [s] at a size; arrays keep their type.

        Parameters
        ----------
        gpus : array_like
            The size, > 0; may be an array.

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
    def step_time(self, gpus: Plain) -> NumPy: ...
    @overload
    def step_time(self, gpus: Quantity) -> Array: ...
    def interval(self, quantity: str, confidence: float = 0.95) -> tuple[float, float]:
        """Confidence interval of "half_size" (Fieller's), "work" or "serial_time"; (0, inf) for two points.

        Parameters
        ----------
        quantity : str
            "half_size" (Fieller's), "work" or "serial_time".
        confidence : float, default 0.95
            The probability that the interval holds the true value, in (0, 1).

        Returns
        -------
        tuple[float, float]
            Confidence interval of "half_size" (Fieller's), "work" or "serial_time"; (0, inf) for two points.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def factor(self) -> Factor:
        """The factor for max_gpus.

        Returns
        -------
        Factor
            Base of all factors other than goodput, made from the catalogue's kinds: an efficiency that depends on the size.
        """

@overload
def best_learner(
    run: TrainingRun, exponent: Real, inner: Strategy | None = None, *, columns: str | Sequence[str] | None = None
) -> Limit:
    """The GPUs of the learner that is worth neither splitting nor joining to another; goodput and shares are its own.

    Parameters
    ----------
    run : TrainingRun
        One learner's state, storage and restart; its size is not looked at.
    exponent : array_like, in [0, 1)
        B of what replicas cost: M learners do the work of M^-b, in [0, 1).
    inner : Strategy, optional
        What protects a learner; default strategies.blocking().
    columns : Columns, optional
        What is wanted of the answer, as of max_gpus.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.TrainingRun(
    ...     gpus=1e6, gpu_mttf="50677 h", checkpoint_bytes=2.5e12, write_bandwidth=1e12, initialization_time=300
    ... )
    >>> learner = sl.limits.best_learner(run, exponent=0.2355)
    >>> print(f"{learner.value:.0f} GPUs each, so {run.gpus / learner.value:.2f} of them")
    125059 GPUs each, so 8.00 of them
    """

@overload
def best_learner(
    run: TrainingRun[float | NumPy],
    exponent: Plain,
    inner: Strategy[float | NumPy] | None = None,
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[NumPy, NumPyText]: ...
@overload
def best_learner(
    run: TrainingRun[Any], exponent: Quantity, inner: Strategy[Any] | None = None, *, columns: str | Sequence[str] | None = None
) -> Limit[Array, Array]: ...
@overload
def bubble_half_size(layout: Layout, sequence_length: Real, batch_tokens: Real) -> float:
    """Half size of a pipeline's bubble, v t p c B/((p - 1) b s); inf without a pipeline.

    layout : its data degree does not matter; sequence_length s > 0; batch_tokens B > 0 of a step, all replicas.

    Parameters
    ----------
    layout : Layout
        How it is spread over GPUs.
    sequence_length : array_like, >= 0
        Tokens of a sequence.
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.

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
    >>> sl.limits.bubble_half_size(sl.parallelism.Layout(tensor=8, pipeline=16), 8192, 16e6)
    np.float64(16666.666666666668)
    """

@overload
def bubble_half_size(layout: Layout[float | NumPy], sequence_length: Plain, batch_tokens: Plain) -> NumPy: ...
@overload
def bubble_half_size(layout: Layout[Any], sequence_length: Quantity, batch_tokens: Quantity) -> Array: ...
@overload
def cheapest_gpus(
    run: TrainingRun,
    work: Real,
    *,
    deadline: Real = ...,
    fixed_gpus: Real = 0,
    least_gpus: Real = 1,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    columns: str | Sequence[str] | None = None,
) -> Limit:
    """The size of least cost (N + fixed_gpus) x time_to_train, among those that meet the deadline.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    work : array_like, > 0 and finite [s]
        Ideal GPU-seconds, the same at every size.
    deadline : array_like, > 0 [s], default inf
        Of wall-clock time.
    fixed_gpus : array_like, >= 0 and finite, default 0
        What costs per second at any size (storage, buildings, people), in GPUs.
    least_gpus : array_like, > 0 and finite, default 1
        What the model needs to fit at all.
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size: one, or several.
    columns : Columns, optional
        What is wanted of the answer, as of max_gpus.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.cheapest_gpus(run, work=1e11, deadline=30 * sl.units.day).value
    39893.5671250677
    """

@overload
def cheapest_gpus(
    run: TrainingRun[float | NumPy],
    work: Plain,
    *,
    deadline: Plain = ...,
    fixed_gpus: Plain = 0,
    least_gpus: Plain = 1,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    columns: str | Sequence[str] | None = None,
) -> Limit[NumPy, NumPyText]: ...
@overload
def cheapest_gpus(
    run: TrainingRun[Any],
    work: Quantity,
    *,
    deadline: Quantity = ...,
    fixed_gpus: Quantity = 0,
    least_gpus: Quantity = 1,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    columns: str | Sequence[str] | None = None,
) -> Limit[Array, Array]: ...
@overload
def combine_half_sizes(parts: Iterable[Real]) -> float:
    """1 / (sum of 1/N_i): serial times add up. Parts > 0, arrays broadcast; NaN for others.

    Parameters
    ----------
    parts : Iterable[array_like]
        Half sizes > 0 [GPUs]; NaN for others.

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
    >>> sl.limits.combine_half_sizes([30_000, 60_000])
    np.float64(20000.0)
    """

@overload
def combine_half_sizes(parts: Iterable[Plain]) -> NumPy: ...
@overload
def combine_half_sizes(parts: Iterable[Quantity]) -> Array: ...
@overload
def data_half_size(layout: Layout, flops: Real, bandwidth: Real, batch_tokens: Real, element_bytes: Real = 3) -> float:
    """Half size of the exchange of gradients, 3 B t p W/(eps X), nothing of it hidden.

    layout : its data degree does not matter; flops X > 0 [FLOP/s] achieved per GPU; bandwidth W > 0 [B/s] one way per GPU;
    batch_tokens B > 0 of a step; element_bytes eps: mean of both halves, 3 for fp32 reduce-scatter and bf16 all-gather.

    Parameters
    ----------
    layout : Layout
        How it is spread over GPUs.
    flops : array_like, >= 0 [FLOP/s]
        Achieved by one GPU.
    bandwidth : array_like, > 0 [B/s]
        One way, per rank.
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.
    element_bytes : array_like, >= 0 [B], default 3
        Bytes of an element sent.

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
    >>> sl.limits.data_half_size(sl.parallelism.Layout(tensor=8, pipeline=16), 4e14, 5e10, 16e6)
    np.float64(256000.0)
    """

@overload
def data_half_size(
    layout: Layout[float | NumPy], flops: Plain, bandwidth: Plain, batch_tokens: Plain, element_bytes: Plain = 3
) -> NumPy: ...
@overload
def data_half_size(
    layout: Layout[Any], flops: Quantity, bandwidth: Quantity, batch_tokens: Quantity, element_bytes: Quantity = 3
) -> Array: ...
@overload
def fastest_gpus(
    run: TrainingRun,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit:
    """The size at which a run is done first, that of most useful throughput, whatever the amount of work.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size: one, or several.
    columns : Columns, optional
        What is wanted of the answer, as of max_gpus.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.fastest_gpus(run, factors=sl.limits.StrongScaling(half_size=100_000)).value
    1021559.939818614
    """

@overload
def fastest_gpus(
    run: TrainingRun[float | NumPy],
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[NumPy, NumPyText]: ...
@overload
def fastest_gpus(
    run: TrainingRun[Any],
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[Array, Array]: ...
def fit_strong_scaling(gpus: Quantity, step_times: Quantity) -> StrongScalingFit:
    """The half size from step times [s] at several sizes, two at least.

    Raises ValueError where there is no half size > 0: the times do not fall with size, or faster than 1/N.

    Parameters
    ----------
    gpus : array_like
        The sizes, two at least.
    step_times : array_like
        The step time at each [s].

    Returns
    -------
    StrongScalingFit
        A step of work/N + serial_time, fitted to step times by least squares of relative errors.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.limits.fit_strong_scaling([1000, 2000, 4000], [1.0, 0.6, 0.4]).half_size
    4000.000000000003
    """

@overload
def fixed_tokens_per_gpu(tokens_per_gpu: Real, critical_batch: Real) -> Factor:
    """The factor of a batch of so many tokens per GPU at every size: 1/(1 + N/N_B), N_B = critical_batch / tokens_per_gpu.

    Parameters
    ----------
    tokens_per_gpu : array_like
        Tokens of a step per GPU, > 0.
    critical_batch : array_like
        The critical batch, > 0 [tokens].

    Returns
    -------
    Factor
        Base of all factors other than goodput, made from the catalogue's kinds: an efficiency that depends on the size.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.limits.fixed_tokens_per_gpu(1000, 1e8)
    StrongScaling(half_size=100000, name='batch')
    """

@overload
def fixed_tokens_per_gpu(tokens_per_gpu: Plain, critical_batch: Plain) -> Factor[NumPy]: ...
@overload
def fixed_tokens_per_gpu(tokens_per_gpu: Quantity, critical_batch: Quantity) -> Factor[Array]: ...
@overload
def latency_factor(wall: LatencyWall, duration: Real, flops: Real) -> PowerLaw:
    """The latency wall as a factor: a PowerLaw of ratio 1 at the size at which latency takes as long as compute.

    Of runs that last as long whatever their size: latency over compute is (n/n_w)^kappa, n_w = C_w/(duration flops) and
    kappa = (1 + layers_exponent - batch_exponent)/2. Below 1, as with all published exponents, it has no peak of its own.

    Parameters
    ----------
    wall : LatencyWall
        With a latency per layer; that across nodes is no power law.
    duration : array_like, > 0 and finite [s]
        Of the run.
    flops : array_like, > 0 and finite [FLOP/s]
        Achieved by a GPU outside of latency.

    Returns
    -------
    PowerLaw
        A share of the step that grows with a power of the size: 1 / (1 + ratio).

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> wall = sl.parallelism.LatencyWall(batch_tokens=4e6, batch_at=70e9, latency_per_layer=110e-6)
    >>> factor = sl.limits.latency_factor(wall, duration=91 * sl.units.day, flops=989.4e12 * 0.4)
    >>> print(f"{factor.gpus:.3g} GPUs, exponent {factor.exponent:.3g}, {factor.efficiency(1e6):.3f} at a million")
    6.86e+09 GPUs, exponent 0.455, 0.982 at a million
    """

@overload
def latency_factor(wall: LatencyWall[float | NumPy], duration: Plain, flops: Plain) -> PowerLaw[NumPy]: ...
@overload
def latency_factor(wall: LatencyWall[Any], duration: Quantity, flops: Quantity) -> PowerLaw[Array]: ...
@overload
def local_update_half_size(work: Real, exchange_time: Real, exchange_steps: Real) -> Factor:
    """The factor of replicas that exchange every H steps, none of it hidden: half_size = H work / exchange_time.

    Parameters
    ----------
    work : array_like, >= 0 [s]
        Of one step, > 0 [ideal GPU-seconds].
    exchange_time : array_like
        Of one exchange, all fragments together, >= 0 [s].
    exchange_steps : array_like
        Steps H of a replica between two exchanges of one parameter, >= 1.

    Returns
    -------
    Factor
        Base of all factors other than goodput, made from the catalogue's kinds: an efficiency that depends on the size.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.limits.local_update_half_size(work=101_921.6, exchange_time=6.49, exchange_steps=100)
    StrongScaling(half_size=1570440.6779661016, name='link')
    """

@overload
def local_update_half_size(work: Plain, exchange_time: Plain, exchange_steps: Plain) -> Factor[NumPy]: ...
@overload
def local_update_half_size(work: Quantity, exchange_time: Quantity, exchange_steps: Quantity) -> Factor[Array]: ...
@overload
def max_gpus(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit:
    """The largest size at which a criterion holds for a run that grows by a law.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size; growth is relative to run.gpus.
    criterion : Criterion, optional
        What must hold; default peak_throughput(), beyond whose size more GPUs do less work.
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed().
    strategy : Strategy, optional
        How the run is protected; default strategies.blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size.
    columns : Columns, optional
        What is wanted of the answer, a name of its fields or several: no other is computed, and each refuses to be read;
        default: all of it.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
    >>> print(f"{limit.value:.0f} GPUs, then {limit.binding} binds")
    134637 GPUs, then checkpoint binds
    >>> sl.limits.max_gpus(run, columns=("value", "binding"))
    Limit(value=57370473 GPU, binding='checkpoint')
    """

@overload
def max_gpus(
    run: TrainingRun[float | NumPy],
    criterion: Criterion[float | NumPy] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[NumPy, NumPyText]: ...
@overload
def max_gpus(
    run: TrainingRun[Any],
    criterion: Criterion[Any] | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[Array, Array]: ...
@overload
def max_workers(
    criterion: Criterion | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    unit: str = "workers",
) -> Limit:
    """The largest number of workers, clients, whatever never fails, at which a criterion holds: max_gpus without failures.

    Parameters
    ----------
    criterion : Criterion, optional
        What must hold; default peak_throughput().
    factors : Factors, optional
        All that is lost, by the number of workers; as in max_gpus their efficiencies multiply.
    unit : str, default 'workers'
        What they are, for people.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> cohort = sl.limits.StrongScaling(half_size=500, name="cohort")
    >>> server = sl.limits.StrongScaling(half_size=13_393, name="aggregation")
    >>> limit = sl.limits.max_workers(factors=[cohort, server], unit="clients")
    >>> print(f"{limit.value:.0f} {limit.unit}, worth {limit.useful_gpus:.0f}: {limit.binding} binds")
    2588 clients, worth 351: cohort binds
    """

@overload
def max_workers(
    criterion: Criterion[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    unit: str = "workers",
) -> Limit[NumPy, NumPyText]: ...
@overload
def max_workers(
    criterion: Criterion[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    unit: str = "workers",
) -> Limit[Array, Array]: ...
@overload
def micro_batch_cap(layout: Layout, sequence_length: Real, batch_tokens: Real, full_pipeline: bool = False) -> float:
    """The most GPUs on which every replica still has a micro-batch, t p c B/(b s); with full_pipeline, one per stage.

    Parameters
    ----------
    layout : Layout
        How it is spread over GPUs.
    sequence_length : array_like, >= 0
        Tokens of a sequence.
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.
    full_pipeline : bool, default False
        Whether every stage of a pipeline has a micro-batch at once.

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
    >>> sl.limits.micro_batch_cap(sl.parallelism.Layout(tensor=8, pipeline=16), 8192, 2048 * 8192)
    np.float64(262144.0)
    """

@overload
def micro_batch_cap(
    layout: Layout[float | NumPy], sequence_length: Plain, batch_tokens: Plain, full_pipeline: bool = False
) -> NumPy: ...
@overload
def micro_batch_cap(
    layout: Layout[Any], sequence_length: Quantity, batch_tokens: Quantity, full_pipeline: bool = False
) -> Array: ...
@overload
def required(run: TrainingRun, field: str, goodput: Real, strategy: Strategy | None = None) -> Requirement:
    """The value of a field at which a run reaches a goodput, all else unchanged.

    Parameters
    ----------
    run : TrainingRun
        The run at its size; its own value of the field is not looked at.
    field : str
        A field of TrainingRun, or "restart_time" as a whole.
    goodput : array_like, in (0, 1)
        In (0, 1).
    strategy : Strategy, optional
        How the run is protected; default strategies.blocking().

    Returns
    -------
    Requirement
        Which value of a field reaches a goodput; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.required(run, "checkpoint_bytes", 0.99).value
    1106012406037.529
    """

@overload
def required(
    run: TrainingRun[float | NumPy], field: str, goodput: Plain, strategy: Strategy[float | NumPy] | None = None
) -> Requirement[NumPy, NumPyText]: ...
@overload
def required(
    run: TrainingRun[Any], field: str, goodput: Quantity, strategy: Strategy[Any] | None = None
) -> Requirement[Array, Array]: ...
@overload
def time_to_train(
    run: TrainingRun,
    work: Real,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
) -> float:
    """Wall-clock time [s] for an amount of work on the run's GPUs: work / (gpus x efficiency x goodput).

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    work : array_like, >= 0 and finite [s]
        Ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s; may be an array.
    strategy : Strategy, optional
        How the run is protected; default strategies.blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size.

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

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.time_to_train(run, work=1e11) / sl.units.day
    72.17126651289833
    """

@overload
def time_to_train(
    run: TrainingRun[float | NumPy],
    work: Plain,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
) -> NumPy: ...
@overload
def time_to_train(
    run: TrainingRun[Any],
    work: Quantity,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
) -> Array: ...

class write_time_equals_mtbf(Criterion[float]):
    """A save takes less time than the run between two failures.

    Examples
    --------
    >>> sl.limits.write_time_equals_mtbf()
    write_time_equals_mtbf()
    """

class goodput_at_least(Criterion[_T]):
    """Goodput alone is at least so much.

    Parameters
    ----------
    goodput : array_like, in (0, 1)
        Least goodput. Usually 0.5 to 0.99.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.goodput_at_least(0.5)
    goodput_at_least(goodput=0.5)
    """
    @property
    def goodput(self) -> float | _T:
        """least goodput; in (0, 1)"""
    @overload
    def __init__(self: goodput_at_least, goodput: Real | Carried) -> None: ...
    @overload
    def __init__(self: goodput_at_least[NumPy], goodput: Plain | Carried) -> None: ...
    @overload
    def __init__(self: goodput_at_least[Array], goodput: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, goodput: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(self: goodput_at_least[float | NumPy], *, goodput: Plain | Carried = ...) -> goodput_at_least[NumPy]: ...
    @overload
    def replace(self: goodput_at_least[Any], *, goodput: Quantity | Carried = ...) -> goodput_at_least[Array]: ...

class efficiency_at_least(Criterion[_T]):
    """The product of all factors, goodput among them, is at least so much.

    Parameters
    ----------
    efficiency : array_like, in (0, 1)
        Least product of all factors, goodput among them. Usually 0.1 to 0.95.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.efficiency_at_least(0.1)
    efficiency_at_least(efficiency=0.1)
    """
    @property
    def efficiency(self) -> float | _T:
        """least product of all factors, goodput among them; in (0, 1)"""
    @overload
    def __init__(self: efficiency_at_least, efficiency: Real | Carried) -> None: ...
    @overload
    def __init__(self: efficiency_at_least[NumPy], efficiency: Plain | Carried) -> None: ...
    @overload
    def __init__(self: efficiency_at_least[Array], efficiency: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, efficiency: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: efficiency_at_least[float | NumPy], *, efficiency: Plain | Carried = ...
    ) -> efficiency_at_least[NumPy]: ...
    @overload
    def replace(self: efficiency_at_least[Any], *, efficiency: Quantity | Carried = ...) -> efficiency_at_least[Array]: ...

class elasticity_at_least(Criterion[_T]):
    """1 % more GPUs bring at least so many % more useful throughput.

    Parameters
    ----------
    elasticity : array_like, < 1 and finite
        Least d ln(useful throughput) / d ln(gpus). Usually 0 to 0.9.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.elasticity_at_least(0.5)
    elasticity_at_least(elasticity=0.5)
    """
    @property
    def elasticity(self) -> float | _T:
        """least d ln(useful throughput) / d ln(gpus); < 1 and finite"""
    @overload
    def __init__(self: elasticity_at_least, elasticity: Real | Carried) -> None: ...
    @overload
    def __init__(self: elasticity_at_least[NumPy], elasticity: Plain | Carried) -> None: ...
    @overload
    def __init__(self: elasticity_at_least[Array], elasticity: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, elasticity: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: elasticity_at_least[float | NumPy], *, elasticity: Plain | Carried = ...
    ) -> elasticity_at_least[NumPy]: ...
    @overload
    def replace(self: elasticity_at_least[Any], *, elasticity: Quantity | Carried = ...) -> elasticity_at_least[Array]: ...

class peak_throughput(Criterion[float]):
    """More GPUs still bring more useful throughput.

    Examples
    --------
    >>> sl.limits.peak_throughput()
    peak_throughput()
    """

class added_gpu_worth_at_least(Criterion[_T]):
    """One more GPU brings at least so much of an ideal one.

    Parameters
    ----------
    worth : array_like, in (0, 1)
        Least useful work of one more GPU, in ideal GPUs. Usually 0.1 to 0.9.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.added_gpu_worth_at_least(0.1)
    added_gpu_worth_at_least(worth=0.1)
    """
    @property
    def worth(self) -> float | _T:
        """least useful work of one more GPU, in ideal GPUs; in (0, 1)"""
    @overload
    def __init__(self: added_gpu_worth_at_least, worth: Real | Carried) -> None: ...
    @overload
    def __init__(self: added_gpu_worth_at_least[NumPy], worth: Plain | Carried) -> None: ...
    @overload
    def __init__(self: added_gpu_worth_at_least[Array], worth: Quantity | Carried) -> None: ...
    @overload
    def replace(self, *, worth: Real | Carried = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: added_gpu_worth_at_least[float | NumPy], *, worth: Plain | Carried = ...
    ) -> added_gpu_worth_at_least[NumPy]: ...
    @overload
    def replace(self: added_gpu_worth_at_least[Any], *, worth: Quantity | Carried = ...) -> added_gpu_worth_at_least[Array]: ...

class StrongScaling(Factor[_T]):
    """A step of work / gpus + serial time: 1 / (1 + gpus / half_size).

    Parameters
    ----------
    half_size : array_like, > 0
        Size at which half of the throughput is lost. Usually 1000 to 1000000 (175B on 256 to 1024 GPUs: 4e3 to 7e3 (MegaScale
        2024, table 2); Llama 3 405B: 1e5).
    name : str, default "step"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.StrongScaling(half_size=1000)
    StrongScaling(half_size=1000, name='step')
    """
    @property
    def half_size(self) -> float | _T:
        """size at which half of the throughput is lost; > 0"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(self: StrongScaling, *, half_size: Real | Carried, name: str = "step") -> None: ...
    @overload
    def __init__(self: StrongScaling[NumPy], *, half_size: Plain | Carried, name: str = "step") -> None: ...
    @overload
    def __init__(self: StrongScaling[Array], *, half_size: Quantity | Carried, name: str = "step") -> None: ...
    @overload
    def replace(self, *, half_size: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: StrongScaling[float | NumPy], *, half_size: Plain | Carried = ..., name: str = ...
    ) -> StrongScaling[NumPy]: ...
    @overload
    def replace(self: StrongScaling[Any], *, half_size: Quantity | Carried = ..., name: str = ...) -> StrongScaling[Array]: ...

class CriticalBatch(Factor[_T]):
    """The best batch at every size: 1 / (1 + sqrt(gpus / critical_size))^2.

    Parameters
    ----------
    critical_size : array_like, > 0
        Size N_c at which a quarter of the throughput is left. Usually 10000 to 10000000.
    name : str, default "batch"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.CriticalBatch(critical_size=10000)
    CriticalBatch(critical_size=10000, name='batch')
    """
    @property
    def critical_size(self) -> float | _T:
        """size N_c at which a quarter of the throughput is left; > 0"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(self: CriticalBatch, *, critical_size: Real | Carried, name: str = "batch") -> None: ...
    @overload
    def __init__(self: CriticalBatch[NumPy], *, critical_size: Plain | Carried, name: str = "batch") -> None: ...
    @overload
    def __init__(self: CriticalBatch[Array], *, critical_size: Quantity | Carried, name: str = "batch") -> None: ...
    @overload
    def replace(self, *, critical_size: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: CriticalBatch[float | NumPy], *, critical_size: Plain | Carried = ..., name: str = ...
    ) -> CriticalBatch[NumPy]: ...
    @overload
    def replace(
        self: CriticalBatch[Any], *, critical_size: Quantity | Carried = ..., name: str = ...
    ) -> CriticalBatch[Array]: ...

class FixedBatch(Factor[_T]):
    """One batch at every size: 1 / (1 + batch / critical_batch).

    Parameters
    ----------
    batch : array_like, > 0 and finite
        Tokens of a step, at every size. Usually 1000000 to 100000000.
    critical_batch : array_like, > 0
        Tokens of a step at which twice as many tokens are needed. Usually 1000000 to 100000000.
    name : str, default "batch"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.FixedBatch(batch=1e+06, critical_batch=1e+06)
    FixedBatch(batch=1000000, critical_batch=1000000, name='batch')
    """
    @property
    def batch(self) -> float | _T:
        """tokens of a step, at every size; > 0 and finite"""
    @property
    def critical_batch(self) -> float | _T:
        """tokens of a step at which twice as many tokens are needed; > 0"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(self: FixedBatch, *, batch: Real | Carried, critical_batch: Real | Carried, name: str = "batch") -> None: ...
    @overload
    def __init__(
        self: FixedBatch[NumPy], *, batch: Plain | Carried, critical_batch: Plain | Carried, name: str = "batch"
    ) -> None: ...
    @overload
    def __init__(
        self: FixedBatch[Array], *, batch: Quantity | Carried, critical_batch: Quantity | Carried, name: str = "batch"
    ) -> None: ...
    @overload
    def replace(self, *, batch: Real | Carried = ..., critical_batch: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: FixedBatch[float | NumPy], *, batch: Plain | Carried = ..., critical_batch: Plain | Carried = ..., name: str = ...
    ) -> FixedBatch[NumPy]: ...
    @overload
    def replace(
        self: FixedBatch[Any], *, batch: Quantity | Carried = ..., critical_batch: Quantity | Carried = ..., name: str = ...
    ) -> FixedBatch[Array]: ...

class PowerLaw(Factor[_T]):
    """A share of the step that grows with a power of the size: 1 / (1 + ratio).

    Parameters
    ----------
    ratio : array_like, >= 0 and finite
        Lost to useful time of a step at the size `gpus`. Usually 0.001 to 1.
    gpus : array_like, > 0 and finite
        The size of that ratio. Usually 8 to 1000000.
    exponent : array_like, finite
        Growth of the ratio with size. Usually 0 to 2.
    name : str, default "power_law"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.PowerLaw(ratio=0.001, gpus=8, exponent=0.5)
    PowerLaw(ratio=0.001, gpus=8, exponent=0.5, name='power_law')
    """
    @property
    def ratio(self) -> float | _T:
        """lost to useful time of a step at the size `gpus`; >= 0 and finite"""
    @property
    def gpus(self) -> float | _T:
        """the size of that ratio; > 0 and finite"""
    @property
    def exponent(self) -> float | _T:
        """growth of the ratio with size; finite"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(
        self: PowerLaw, *, ratio: Real | Carried, gpus: Real | Carried, exponent: Real | Carried, name: str = "power_law"
    ) -> None: ...
    @overload
    def __init__(
        self: PowerLaw[NumPy],
        *,
        ratio: Plain | Carried,
        gpus: Plain | Carried,
        exponent: Plain | Carried,
        name: str = "power_law",
    ) -> None: ...
    @overload
    def __init__(
        self: PowerLaw[Array],
        *,
        ratio: Quantity | Carried,
        gpus: Quantity | Carried,
        exponent: Quantity | Carried,
        name: str = "power_law",
    ) -> None: ...
    @overload
    def replace(
        self, *, ratio: Real | Carried = ..., gpus: Real | Carried = ..., exponent: Real | Carried = ..., name: str = ...
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: PowerLaw[float | NumPy],
        *,
        ratio: Plain | Carried = ...,
        gpus: Plain | Carried = ...,
        exponent: Plain | Carried = ...,
        name: str = ...,
    ) -> PowerLaw[NumPy]: ...
    @overload
    def replace(
        self: PowerLaw[Any],
        *,
        ratio: Quantity | Carried = ...,
        gpus: Quantity | Carried = ...,
        exponent: Quantity | Carried = ...,
        name: str = ...,
    ) -> PowerLaw[Array]: ...

class HardCap(Factor[_T]):
    """A size that cannot be passed: power, data, chips, memory.

    Parameters
    ----------
    gpus : array_like, > 0
        The largest size there can be. Usually 8 to 10000000.
    name : str, default "cap"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.HardCap(gpus=8)
    HardCap(gpus=8, name='cap')
    """
    @property
    def gpus(self) -> float | _T:
        """the largest size there can be; > 0"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(self: HardCap, *, gpus: Real | Carried, name: str = "cap") -> None: ...
    @overload
    def __init__(self: HardCap[NumPy], *, gpus: Plain | Carried, name: str = "cap") -> None: ...
    @overload
    def __init__(self: HardCap[Array], *, gpus: Quantity | Carried, name: str = "cap") -> None: ...
    @overload
    def replace(self, *, gpus: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(self: HardCap[float | NumPy], *, gpus: Plain | Carried = ..., name: str = ...) -> HardCap[NumPy]: ...
    @overload
    def replace(self: HardCap[Any], *, gpus: Quantity | Carried = ..., name: str = ...) -> HardCap[Array]: ...

class OverlappedScaling(Factor[_T]):
    """A serial time partly hidden behind compute: (1 + (gpus / half_size)^g)^(-1/g).

    Parameters
    ----------
    half_size : array_like, > 0
        Size at which the serial time is that of compute. Usually 1000 to 10000000.
    overlap_exponent : array_like, >= 1, default 1
        1: nothing is hidden; unlimited: all that fits. Usually 1 to 10 (fitted to 1 to 10 by Pollux 2021).
    name : str, default "link"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.OverlappedScaling(half_size=1000)
    OverlappedScaling(half_size=1000, name='link')
    """
    @property
    def half_size(self) -> float | _T:
        """size at which the serial time is that of compute; > 0"""
    @property
    def overlap_exponent(self) -> float | _T:
        """1: nothing is hidden; unlimited: all that fits; >= 1"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(
        self: OverlappedScaling, *, half_size: Real | Carried, overlap_exponent: Real | Carried = 1.0, name: str = "link"
    ) -> None: ...
    @overload
    def __init__(
        self: OverlappedScaling[NumPy],
        *,
        half_size: Plain | Carried,
        overlap_exponent: Plain | Carried = 1.0,
        name: str = "link",
    ) -> None: ...
    @overload
    def __init__(
        self: OverlappedScaling[Array],
        *,
        half_size: Quantity | Carried,
        overlap_exponent: Quantity | Carried = 1.0,
        name: str = "link",
    ) -> None: ...
    @overload
    def replace(self, *, half_size: Real | Carried = ..., overlap_exponent: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: OverlappedScaling[float | NumPy],
        *,
        half_size: Plain | Carried = ...,
        overlap_exponent: Plain | Carried = ...,
        name: str = ...,
    ) -> OverlappedScaling[NumPy]: ...
    @overload
    def replace(
        self: OverlappedScaling[Any],
        *,
        half_size: Quantity | Carried = ...,
        overlap_exponent: Quantity | Carried = ...,
        name: str = ...,
    ) -> OverlappedScaling[Array]: ...

class ReplicaCost(Factor[_T]):
    """Tokens lost to replicas, so many at every size: replicas^-exponent.

    Parameters
    ----------
    exponent : array_like, in [0, 1)
        B: compute grows as replicas^b at equal loss. Usually 0 to 0.3 (0.2355: Charles et al. 2025, table 10).
    replicas : array_like, >= 1 and finite
        That train apart. Usually 1 to 64.
    name : str, default "replicas"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.ReplicaCost(exponent=0.5, replicas=1)
    ReplicaCost(exponent=0.5, replicas=1, name='replicas')
    """
    @property
    def exponent(self) -> float | _T:
        """b: compute grows as replicas^b at equal loss; in [0, 1)"""
    @property
    def replicas(self) -> float | _T:
        """that train apart; >= 1 and finite"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(self: ReplicaCost, *, exponent: Real | Carried, replicas: Real | Carried, name: str = "replicas") -> None: ...
    @overload
    def __init__(
        self: ReplicaCost[NumPy], *, exponent: Plain | Carried, replicas: Plain | Carried, name: str = "replicas"
    ) -> None: ...
    @overload
    def __init__(
        self: ReplicaCost[Array], *, exponent: Quantity | Carried, replicas: Quantity | Carried, name: str = "replicas"
    ) -> None: ...
    @overload
    def replace(self, *, exponent: Real | Carried = ..., replicas: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: ReplicaCost[float | NumPy], *, exponent: Plain | Carried = ..., replicas: Plain | Carried = ..., name: str = ...
    ) -> ReplicaCost[NumPy]: ...
    @overload
    def replace(
        self: ReplicaCost[Any], *, exponent: Quantity | Carried = ..., replicas: Quantity | Carried = ..., name: str = ...
    ) -> ReplicaCost[Array]: ...

class ReplicaGrowth(Factor[_T]):
    """Tokens lost to replicas of a fixed size: max(1, gpus / gpus_per_replica)^-exponent.

    Parameters
    ----------
    exponent : array_like, in [0, 1)
        B: compute grows as replicas^b at equal loss. Usually 0 to 0.3 (0.2355: Charles et al. 2025, table 10).
    gpus_per_replica : array_like, > 0 and finite
        Size of one replica. Usually 1000 to 1000000.
    name : str, default "replicas"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.ReplicaGrowth(exponent=0.5, gpus_per_replica=1000)
    ReplicaGrowth(exponent=0.5, gpus_per_replica=1000, name='replicas')
    """
    @property
    def exponent(self) -> float | _T:
        """b: compute grows as replicas^b at equal loss; in [0, 1)"""
    @property
    def gpus_per_replica(self) -> float | _T:
        """size of one replica; > 0 and finite"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(
        self: ReplicaGrowth, *, exponent: Real | Carried, gpus_per_replica: Real | Carried, name: str = "replicas"
    ) -> None: ...
    @overload
    def __init__(
        self: ReplicaGrowth[NumPy], *, exponent: Plain | Carried, gpus_per_replica: Plain | Carried, name: str = "replicas"
    ) -> None: ...
    @overload
    def __init__(
        self: ReplicaGrowth[Array],
        *,
        exponent: Quantity | Carried,
        gpus_per_replica: Quantity | Carried,
        name: str = "replicas",
    ) -> None: ...
    @overload
    def replace(self, *, exponent: Real | Carried = ..., gpus_per_replica: Real | Carried = ..., name: str = ...) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: ReplicaGrowth[float | NumPy],
        *,
        exponent: Plain | Carried = ...,
        gpus_per_replica: Plain | Carried = ...,
        name: str = ...,
    ) -> ReplicaGrowth[NumPy]: ...
    @overload
    def replace(
        self: ReplicaGrowth[Any],
        *,
        exponent: Quantity | Carried = ...,
        gpus_per_replica: Quantity | Carried = ...,
        name: str = ...,
    ) -> ReplicaGrowth[Array]: ...

class Trials(Factor[_T]):
    """Successive halving in step on so many workers: (rungs + 1) / sum of max(1, workers reduction^k / trials) from scratch.

    Parameters
    ----------
    trials : array_like, >= 1 and finite
        Of the first rung, at least reduction^rungs. Usually 8 to 4096.
    reduction : array_like, >= 2 and finite
        One of so many trials goes on to the next rung. Usually 2 to 4.
    rungs : array_like, a whole number in [0, 2147483647]
        Number of the last rung: rungs + 1 in all. Usually 1 to 6.
    resume : bool, default False
        Whether a trial goes on where it was, not from its start.
    name : str, default "trials"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.Trials(trials=8, reduction=2, rungs=1)
    Trials(trials=8, reduction=2, rungs=1, name='trials')
    """
    @property
    def trials(self) -> float | _T:
        """of the first rung, at least reduction^rungs; >= 1 and finite"""
    @property
    def reduction(self) -> float | _T:
        """one of so many trials goes on to the next rung; >= 2 and finite"""
    @property
    def rungs(self) -> float | _T:
        """number of the last rung: rungs + 1 in all; a whole number in [0, 2147483647]"""
    @property
    def resume(self) -> bool | _T:
        """whether a trial goes on where it was, not from its start; true or false"""
    @property
    def name(self) -> str: ...
    @overload
    def __init__(
        self: Trials,
        *,
        trials: Real | Carried,
        reduction: Real | Carried,
        rungs: Real | Carried,
        resume: Real | Carried = False,
        name: str = "trials",
    ) -> None: ...
    @overload
    def __init__(
        self: Trials[NumPy],
        *,
        trials: Plain | Carried,
        reduction: Plain | Carried,
        rungs: Plain | Carried,
        resume: Plain | Carried = False,
        name: str = "trials",
    ) -> None: ...
    @overload
    def __init__(
        self: Trials[Array],
        *,
        trials: Quantity | Carried,
        reduction: Quantity | Carried,
        rungs: Quantity | Carried,
        resume: Quantity | Carried = False,
        name: str = "trials",
    ) -> None: ...
    @overload
    def replace(
        self,
        *,
        trials: Real | Carried = ...,
        reduction: Real | Carried = ...,
        rungs: Real | Carried = ...,
        resume: Real | Carried = ...,
        name: str = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Trials[float | NumPy],
        *,
        trials: Plain | Carried = ...,
        reduction: Plain | Carried = ...,
        rungs: Plain | Carried = ...,
        resume: Plain | Carried = ...,
        name: str = ...,
    ) -> Trials[NumPy]: ...
    @overload
    def replace(
        self: Trials[Any],
        *,
        trials: Quantity | Carried = ...,
        reduction: Quantity | Carried = ...,
        rungs: Quantity | Carried = ...,
        resume: Quantity | Carried = ...,
        name: str = ...,
    ) -> Trials[Array]: ...

class Tabulated(Factor[float]):
    """Known at some sizes: a monotone curve through points, nothing beyond them.

    Parameters
    ----------
    points : object
        Pairs of size and efficiency, [[1024, 0.98], [8192, 0.9]].
    name : str, default "tabulated"
        The cause in shares.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.limits.Tabulated(points=[[1000, 1.0], [100000, 0.5]])
    Tabulated(points=([1000, 1.0], [100000, 0.5]), name='tabulated')
    """
    @property
    def points(self) -> object: ...
    @property
    def name(self) -> str: ...

@overload
def amdahl_speedup(serial_share: Real, gpus: Real) -> float:
    """Speed-up of a fixed problem, 1/(f + (1 - f)/N).

    serial_share f in [0, 1]; gpus N >= 1.

    Parameters
    ----------
    serial_share : array_like, in [0, 1]
        Share of the work that does not run in parallel.
    gpus : array_like, > 0
        GPUs of the job.
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
    Amdahl, AFIPS 1967.

    Examples
    --------
    >>> sl.limits.amdahl_speedup(serial_share=0.0001, gpus=16384)
    np.float64(6210.059508016526)
    """

@overload
def amdahl_speedup(
    serial_share: Plain,
    gpus: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def amdahl_speedup(
    serial_share: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def batch_training_time(
    least_steps: Real, gpus: Real, work_per_token: Real, serial_time: Real, critical_batch: Real, batch: Real
) -> float:
    """Training time [s] with a batch: S_min (1 + B_c/B)(a B/N + K).

    least_steps S_min, the steps of ever larger batches; the others as for optimal_batch; batch B > 0 [tokens].

    Parameters
    ----------
    least_steps : array_like, >= 0
        Steps of ever larger batches.
    gpus : array_like, > 0
        GPUs of the job.
    work_per_token : array_like [s], > 0
        GPU-seconds of a token: its FLOPs / achieved FLOP/s.
    serial_time : array_like [s], >= 0
        Of a step, does not shrink with more GPUs.
    critical_batch : array_like, > 0
        The critical batch [tokens].
    batch : array_like, > 0
        Tokens of one step.
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
    McCandlish et al., arXiv 1812.06162, 2018, section 2, with a step of a B/N + K.

    Examples
    --------
    >>> sl.limits.batch_training_time(
    ...     least_steps=100000,
    ...     gpus=16384,
    ...     work_per_token=0.006,
    ...     serial_time=0.1,
    ...     critical_batch=2e+07,
    ...     batch=1.6e+07,
    ... )
    np.float64(1340859.375)
    """

@overload
def batch_training_time(
    least_steps: Plain,
    gpus: Plain,
    work_per_token: Plain,
    serial_time: Plain,
    critical_batch: Plain,
    batch: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def batch_training_time(
    least_steps: Quantity,
    gpus: Quantity,
    work_per_token: Quantity,
    serial_time: Quantity,
    critical_batch: Quantity,
    batch: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def critical_batch_from_norms(small_batch: Real, large_batch: Real, small_norm: Real, large_norm: Real) -> float:
    """The critical batch [tokens] from root-mean-square norms of gradients averaged over a small and a large batch.

    |G|^2 = (B2 n2^2 - B1 n1^2)/(B2 - B1), noise = (n1^2 - n2^2)/(1/B1 - 1/B2), answer noise / |G|^2. small_batch and
    large_batch 0 < B1 < B2 [tokens]; small_norm, large_norm: norms, not squared. NaN where |G|^2 is not > 0.

    Parameters
    ----------
    small_batch : array_like, > 0
        Tokens that the gradients of the small norm are averaged over.
    large_batch : array_like, > 0
        Tokens that the gradients of the large batch are averaged over, more.
    small_norm : array_like, >= 0
        Root mean square of the gradients' norm over the small batch.
    large_norm : array_like, >= 0
        Root mean square of the gradients' norm over the large batch.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [tokens]
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
    McCandlish et al., arXiv 1812.06162, 2018, appendix A.1.

    Examples
    --------
    >>> sl.limits.critical_batch_from_norms(small_batch=100000, large_batch=1e+06, small_norm=2, large_norm=1)
    np.float64(500000.0)
    """

@overload
def critical_batch_from_norms(
    small_batch: Plain,
    large_batch: Plain,
    small_norm: Plain,
    large_norm: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def critical_batch_from_norms(
    small_batch: Quantity,
    large_batch: Quantity,
    small_norm: Quantity,
    large_norm: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def critical_size(work_per_token: Real, serial_time: Real, critical_batch: Real) -> float:
    """N_c = a B_c / K, the critical_size of CriticalBatch.

    work_per_token a > 0 [GPU-seconds], FLOPs per token / achieved FLOP/s; serial_time K > 0 [s] of a step;
    critical_batch B_c > 0 [tokens].

    Parameters
    ----------
    work_per_token : array_like [s], > 0
        GPU-seconds of a token: its FLOPs / achieved FLOP/s.
    serial_time : array_like [s], >= 0
        Of a step, does not shrink with more GPUs.
    critical_batch : array_like, > 0
        The critical batch [tokens].
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
    derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of
    McCandlish et al., arXiv 1812.06162, 2018, section 2.

    Examples
    --------
    >>> sl.limits.critical_size(work_per_token=0.006, serial_time=0.1, critical_batch=2e+07)
    np.float64(1200000.0)
    """

@overload
def critical_size(
    work_per_token: Plain,
    serial_time: Plain,
    critical_batch: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def critical_size(
    work_per_token: Quantity,
    serial_time: Quantity,
    critical_batch: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def data_parallel_cap(batch_tokens: Real, peak_flops: Real, bandwidth: Real, axes: Real = 1) -> float:
    """Chips up to which data parallelism or FSDP stays bound by compute, axes B W/C.

    batch_tokens B > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis, both directions
    together; axes of the torus it runs over.

    Parameters
    ----------
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    axes : array_like, > 0, default 1
        Axes of the torus that it runs over.
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
    Austin et al., How to Scale Your Model, 2025, part 5.

    Examples
    --------
    >>> sl.limits.data_parallel_cap(batch_tokens=1.68e+07, peak_flops=9.89e+14, bandwidth=5e+10)
    np.float64(849.3427704752276)
    """

@overload
def data_parallel_cap(
    batch_tokens: Plain,
    peak_flops: Plain,
    bandwidth: Plain,
    axes: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def data_parallel_cap(
    batch_tokens: Quantity,
    peak_flops: Quantity,
    bandwidth: Quantity,
    axes: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def fsdp_ranks(batch_tokens: Real, feed_forward: Real, gpus: Real, data_axes: Real = 1, tensor_axes: Real = 1) -> float:
    """Chips along the FSDP axes at the best split with tensor parallelism, sqrt(B Mx N/(F My)).

    Arguments as for fsdp_tensor_cap; gpus N > 0.

    Parameters
    ----------
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.
    feed_forward : array_like, > 0
        Width of the feed-forward layer.
    gpus : array_like, > 0
        GPUs of the job.
    data_axes : array_like, > 0, default 1
        Axes of the torus for FSDP.
    tensor_axes : array_like, > 0, default 1
        Axes of the torus for tensor parallelism.
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
    Austin et al., How to Scale Your Model, 2025, part 5.

    Examples
    --------
    >>> sl.limits.fsdp_ranks(batch_tokens=1.68e+07, feed_forward=32768, gpus=16384)
    np.float64(2898.275349237888)
    """

@overload
def fsdp_ranks(
    batch_tokens: Plain,
    feed_forward: Plain,
    gpus: Plain,
    data_axes: Plain = 1,
    tensor_axes: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def fsdp_ranks(
    batch_tokens: Quantity,
    feed_forward: Quantity,
    gpus: Quantity,
    data_axes: Quantity = 1,
    tensor_axes: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def fsdp_tensor_cap(
    batch_tokens: Real, feed_forward: Real, peak_flops: Real, bandwidth: Real, data_axes: Real = 1, tensor_axes: Real = 1
) -> float:
    """Chips up to which FSDP with tensor parallelism in the best split stays bound by compute, B F Mx My W^2/(4 C^2).

    batch_tokens B > 0; feed_forward F > 0; peak_flops C > 0 [FLOP/s] of a chip; bandwidth W > 0 [B/s] of one axis,
    both directions together; data_axes Mx, tensor_axes My of the torus.

    Parameters
    ----------
    batch_tokens : array_like, > 0
        Tokens of one step, all replicas together.
    feed_forward : array_like, > 0
        Width of the feed-forward layer.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
    bandwidth : array_like [B/s], > 0
        One way, per rank.
    data_axes : array_like, > 0, default 1
        Axes of the torus for FSDP.
    tensor_axes : array_like, > 0, default 1
        Axes of the torus for tensor parallelism.
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
    Austin et al., How to Scale Your Model, 2025, part 5.

    Examples
    --------
    >>> sl.limits.fsdp_tensor_cap(batch_tokens=1.68e+07, feed_forward=32768, peak_flops=9.89e+14, bandwidth=5e+10)
    np.float64(351.7601605527333)
    """

@overload
def fsdp_tensor_cap(
    batch_tokens: Plain,
    feed_forward: Plain,
    peak_flops: Plain,
    bandwidth: Plain,
    data_axes: Plain = 1,
    tensor_axes: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def fsdp_tensor_cap(
    batch_tokens: Quantity,
    feed_forward: Quantity,
    peak_flops: Quantity,
    bandwidth: Quantity,
    data_axes: Quantity = 1,
    tensor_axes: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def gustafson_speedup(serial_share: Real, gpus: Real) -> float:
    """Speed-up of a problem that grows with the machine, N - f (N - 1).

    serial_share f in [0, 1] of the time on N; gpus N >= 1.

    Parameters
    ----------
    serial_share : array_like, in [0, 1]
        Share of the work that does not run in parallel.
    gpus : array_like, > 0
        GPUs of the job.
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
    Gustafson, CACM 31(5), 1988.

    Examples
    --------
    >>> sl.limits.gustafson_speedup(serial_share=0.0001, gpus=16384)
    np.float64(16382.3617)
    """

@overload
def gustafson_speedup(
    serial_share: Plain,
    gpus: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def gustafson_speedup(
    serial_share: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def half_size_from_efficiency(efficiency: Real, gpus_from: Real, gpus_to: Real) -> float:
    """The half size from the efficiency between two sizes, (e N2 - N1)/(1 - e); NaN where there is none > 0.

    efficiency e = t(N1) N1 / (t(N2) N2), at most 1; gpus_from N1 > 0; gpus_to N2 > N1.

    Parameters
    ----------
    efficiency : array_like, > 0
        Of the larger size against the smaller.
    gpus_from : array_like, > 0
        The smaller size.
    gpus_to : array_like, > 0
        The larger size.
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
    elementary: 1/(1 + N/half_size) at two sizes, solved for half_size.

    Examples
    --------
    >>> sl.limits.half_size_from_efficiency(efficiency=0.9, gpus_from=1024, gpus_to=8192)
    np.float64(63488.000000000015)
    """

@overload
def half_size_from_efficiency(
    efficiency: Plain,
    gpus_from: Plain,
    gpus_to: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def half_size_from_efficiency(
    efficiency: Quantity,
    gpus_from: Quantity,
    gpus_to: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def half_size_of_serial_time(work: Real, serial_time: Real) -> float:
    """The half size of a time that does not shrink with more GPUs, work / serial_time.

    work > 0 [GPU-seconds] of a step; serial_time >= 0 [s] of a step.

    Parameters
    ----------
    work : array_like [s], >= 0
        Useful training time.
    serial_time : array_like [s], >= 0
        Of a step, does not shrink with more GPUs.
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
    >>> sl.limits.half_size_of_serial_time(work=86400, serial_time=0.1)
    np.float64(864000.0)
    """

@overload
def half_size_of_serial_time(
    work: Plain,
    serial_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def half_size_of_serial_time(
    work: Quantity,
    serial_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def karp_flatt(speedup: Real, gpus: Real) -> float:
    """The serial share that a measured speed-up shows, (1/S - 1/N)/(1 - 1/N); negative where more than linear.

    speedup S > 0; gpus N > 1.

    Parameters
    ----------
    speedup : array_like, > 0
        Measured.
    gpus : array_like, > 0
        GPUs of the job.
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
    Karp and Flatt, CACM 33(5), 1990.

    Examples
    --------
    >>> sl.limits.karp_flatt(speedup=6000, gpus=16384)
    np.float64(0.00010563795804594193)
    """

@overload
def karp_flatt(
    speedup: Plain,
    gpus: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def karp_flatt(
    speedup: Quantity,
    gpus: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def max_failure_load(goodput: Real) -> float:
    """The largest write_time / mtbf at which a goodput g can be reached, g - 1 - ln g.

    goodput g in [0, 1], with nothing else to lose than checkpoints and rework; NaN outside. Accurate near g = 1,
    where it is (1 - g)^2 / 2.

    Parameters
    ----------
    goodput : array_like, in [0, 1]
        New useful training time per wall-clock time.
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
    docs/derivations.md, section "The largest size".

    Examples
    --------
    >>> sl.limits.max_failure_load(goodput=0.9)
    np.float64(0.005360515657826299)
    """

@overload
def max_failure_load(
    goodput: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def max_failure_load(
    goodput: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def memory_recovery_second_failure(
    gpu_mttf: Real,
    latency: Real,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Real = 16384,
) -> float:
    """Reconstruction C [GPUs]: the size at which a second failure strikes the same state inside a recovery. Arguments as for A.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    latency : array_like [s], >= 0
        Of one message.
    growth : {"constant", "logarithmic", "square_root", "linear"}
        Of the latency of a recovery with size.
    reference_gpus : array_like, > 0, default 16384
        The size that the other numbers belong to.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [GPUs]
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
    reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
    "Hardware Failures Won't Limit AI Scaling", 2024.

    Examples
    --------
    >>> sl.limits.memory_recovery_second_failure(gpu_mttf=1.8e+08, latency=5e-06, growth="square_root")
    np.float64(4608000000000019.0)
    """

@overload
def memory_recovery_second_failure(
    gpu_mttf: Plain,
    latency: Plain,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Plain = 16384,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def memory_recovery_second_failure(
    gpu_mttf: Quantity,
    latency: Quantity,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Quantity = 16384,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def memory_recovery_single_failure(
    gpu_mttf: Real,
    latency: Real,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Real = 16384,
) -> float:
    """Reconstruction A [GPUs]: the size at which recovering from peers' memory takes as long as the machine runs between failures.

    gpu_mttf > 0 [s]; latency >= 0 of one recovery [s], at reference_gpus for square_root and linear growth. Ours, of a
    published estimate whose formula is not known.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    latency : array_like [s], >= 0
        Of one message.
    growth : {"constant", "logarithmic", "square_root", "linear"}
        Of the latency of a recovery with size.
    reference_gpus : array_like, > 0, default 16384
        The size that the other numbers belong to.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [GPUs]
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
    reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
    "Hardware Failures Won't Limit AI Scaling", 2024.

    Examples
    --------
    >>> sl.limits.memory_recovery_single_failure(gpu_mttf=1.8e+08, latency=5e-06, growth="square_root")
    np.float64(27691191749.902317)
    """

@overload
def memory_recovery_single_failure(
    gpu_mttf: Plain,
    latency: Plain,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Plain = 16384,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def memory_recovery_single_failure(
    gpu_mttf: Quantity,
    latency: Quantity,
    growth: Literal["constant", "logarithmic", "square_root", "linear"],
    reference_gpus: Quantity = 16384,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def memory_recovery_spread_state(
    gpu_mttf: Real, checkpoint_bytes: Real, link_bandwidth: Real, reference_gpus: Real = 16384, growth: Real = 0.5
) -> float:
    """Reconstruction B [GPUs]: state spread over all links, N0 (gpu_mttf b / S0)^(1/growth).

    gpu_mttf > 0 [s]; checkpoint_bytes S0 >= 0 at reference_gpus N0; link_bandwidth b > 0 of one GPU [B/s]; growth >= 0:
    the exponent of the state in size. A state that does not grow has no limit, or NaN where a link cannot carry it.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    checkpoint_bytes : array_like [B], >= 0
        State of one checkpoint.
    link_bandwidth : array_like [B/s], > 0
        Of one link, one way.
    reference_gpus : array_like, > 0, default 16384
        The size that the other numbers belong to.
    growth : array_like, >= 0, default 0.5
        Exponent of the state in size.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [GPUs]
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
    reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,
    "Hardware Failures Won't Limit AI Scaling", 2024.

    Examples
    --------
    >>> sl.limits.memory_recovery_spread_state(gpu_mttf=1.8e+08, checkpoint_bytes=5e+12, link_bandwidth=5e+10)
    np.float64(5.308415999999991e+16)
    """

@overload
def memory_recovery_spread_state(
    gpu_mttf: Plain,
    checkpoint_bytes: Plain,
    link_bandwidth: Plain,
    reference_gpus: Plain = 16384,
    growth: Plain = 0.5,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def memory_recovery_spread_state(
    gpu_mttf: Quantity,
    checkpoint_bytes: Quantity,
    link_bandwidth: Quantity,
    reference_gpus: Quantity = 16384,
    growth: Quantity = 0.5,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def optimal_batch(gpus: Real, work_per_token: Real, serial_time: Real, critical_batch: Real) -> float:
    """The batch [tokens] that trains fastest on N GPUs, sqrt(N K B_c / a).

    gpus N > 0; work_per_token a > 0 [GPU-seconds]; serial_time K >= 0 [s] of a step; critical_batch B_c > 0 [tokens].

    Parameters
    ----------
    gpus : array_like, > 0
        GPUs of the job.
    work_per_token : array_like [s], > 0
        GPU-seconds of a token: its FLOPs / achieved FLOP/s.
    serial_time : array_like [s], >= 0
        Of a step, does not shrink with more GPUs.
    critical_batch : array_like, > 0
        The critical batch [tokens].
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [tokens]
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
    derived in include/scaling_limits/limits/critical_batch.hpp from the batch law of
    McCandlish et al., arXiv 1812.06162, 2018, section 2.

    Examples
    --------
    >>> sl.limits.optimal_batch(gpus=16384, work_per_token=0.006, serial_time=0.1, critical_batch=2e+07)
    np.float64(2336949.5786887086)
    """

@overload
def optimal_batch(
    gpus: Plain,
    work_per_token: Plain,
    serial_time: Plain,
    critical_batch: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def optimal_batch(
    gpus: Quantity,
    work_per_token: Quantity,
    serial_time: Quantity,
    critical_batch: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def power_cap(site_power: Real, pue: Real, power_per_gpu: Real) -> float:
    """GPUs that a site can power, site_power / (pue x power_per_gpu).

    site_power >= 0 [W]; pue >= 1; power_per_gpu > 0 [W], its share of host and network included.

    Parameters
    ----------
    site_power : array_like [W], >= 0
        What the site delivers.
    pue : array_like, >= 1
        Power usage effectiveness.
    power_per_gpu : array_like [W], > 0
        Of one GPU with its share of host and network.
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
    a definition: pue is the power of the site over that of its machines.

    Examples
    --------
    >>> sl.limits.power_cap(site_power=1.5e+08, pue=1.1, power_per_gpu=1400)
    np.float64(97402.59740259738)
    """

@overload
def power_cap(
    site_power: Plain,
    pue: Plain,
    power_per_gpu: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def power_cap(
    site_power: Quantity,
    pue: Quantity,
    power_per_gpu: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def required_mtbf(
    goodput: Real, write_time: Real, restart_time: Real = 0, downtime: Real = 0, persist_latency: Real = 0, slowdown: Real = 0
) -> float:
    """The MTBF [s] that a goodput requires, the interval being the best allowed one.

    goodput in [0, 1]: 1 gives inf, or 0 where there is nothing to lose; write_time, restart_time, downtime,
    persist_latency >= 0 [s]; slowdown in [0, 1). NaN outside.

    Parameters
    ----------
    goodput : array_like, in [0, 1]
        New useful training time per wall-clock time.
    write_time : array_like [s], >= 0
        What one checkpoint blocks.
    restart_time : array_like [s], >= 0, default 0
        Load and re-initialise, exposed to failures.
    downtime : array_like [s], >= 0, default 0
        Detection and replacement, not exposed to failures.
    persist_latency : array_like [s], >= 0, default 0
        Until a snapshot can be restored from.
    slowdown : array_like, in [0, 1), default 0
        Share of training lost while a snapshot persists.
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
    docs/derivations.md, section "The largest size".

    Examples
    --------
    >>> sl.limits.required_mtbf(goodput=0.9, write_time=60)
    np.float64(11192.953034732882)
    """

@overload
def required_mtbf(
    goodput: Plain,
    write_time: Plain,
    restart_time: Plain = 0,
    downtime: Plain = 0,
    persist_latency: Plain = 0,
    slowdown: Plain = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def required_mtbf(
    goodput: Quantity,
    write_time: Quantity,
    restart_time: Quantity = 0,
    downtime: Quantity = 0,
    persist_latency: Quantity = 0,
    slowdown: Quantity = 0,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def supply_cap(supply: Real, demand_per_gpu: Real) -> float:
    """GPUs that a supply keeps fed: supply / demand_per_gpu, both >= 0, in the same unit.

    Parameters
    ----------
    supply : array_like, >= 0
        Of anything, in any unit.
    demand_per_gpu : array_like, >= 0
        Of one GPU, in the same unit.
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
    >>> sl.limits.supply_cap(supply=100000, demand_per_gpu=2)
    np.float64(50000.0)
    """

@overload
def supply_cap(
    supply: Plain,
    demand_per_gpu: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def supply_cap(
    supply: Quantity,
    demand_per_gpu: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def usl_peak(contention: Real, coherency: Real) -> float:
    """The size of the largest speed-up under the universal scalability law, sqrt((1 - sigma)/kappa).

    contention sigma in [0, 1]; coherency kappa >= 0, 0 gives inf.

    Parameters
    ----------
    contention : array_like, in [0, 1]
        Share that waits for a shared resource.
    coherency : array_like, >= 0
        Cost of every pair that keeps in step.
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
    elementary: where the slope of usl_speedup is 0.

    Examples
    --------
    >>> sl.limits.usl_peak(contention=1e-05, coherency=1e-10)
    np.float64(99999.49999874999)
    """

@overload
def usl_peak(
    contention: Plain,
    coherency: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def usl_peak(
    contention: Quantity,
    coherency: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def usl_speedup(gpus: Real, contention: Real, coherency: Real) -> float:
    """Universal scalability law, N/(1 + sigma (N - 1) + kappa N (N - 1)).

    gpus N >= 1; contention sigma in [0, 1]; coherency kappa >= 0.

    Parameters
    ----------
    gpus : array_like, > 0
        GPUs of the job.
    contention : array_like, in [0, 1]
        Share that waits for a shared resource.
    coherency : array_like, >= 0
        Cost of every pair that keeps in step.
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
    Gunther, A Simple Capacity Model of Massively Parallel Transaction Systems, CMG 1993.

    Examples
    --------
    >>> sl.limits.usl_speedup(gpus=16384, contention=1e-05, coherency=1e-10)
    np.float64(13760.297778864067)
    """

@overload
def usl_speedup(
    gpus: Plain,
    contention: Plain,
    coherency: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def usl_speedup(
    gpus: Quantity,
    contention: Quantity,
    coherency: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def weak_scaling_exponent(efficiency: Real, gpus_from: Real, gpus_to: Real) -> float:
    """The exponent of efficiency in size between two measurements of weak scaling, ln e / ln(N2/N1).

    efficiency e > 0 of the larger size against the smaller; gpus_from N1, gpus_to N2 > 0.

    Parameters
    ----------
    efficiency : array_like, > 0
        Of the larger size against the smaller.
    gpus_from : array_like, > 0
        The smaller size.
    gpus_to : array_like, > 0
        The larger size.
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
    >>> sl.limits.weak_scaling_exponent(efficiency=0.9, gpus_from=1024, gpus_to=8192)
    np.float64(-0.050667697815016656)
    """

@overload
def weak_scaling_exponent(
    efficiency: Plain,
    gpus_from: Plain,
    gpus_to: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def weak_scaling_exponent(
    efficiency: Quantity,
    gpus_from: Quantity,
    gpus_to: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
