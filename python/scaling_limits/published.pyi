# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Published estimates, reproduced, and presets with their sources.

``reproduce()`` computes every row of the registry now. A row carries its mark: P published, P2 published and known through a
second source, D derived from published values, A assumed or reconstructed. Rows are of three groups: published, deviating (the
model is known to miss what is printed, by so much and for that reason) and derived (D and A: values of ours, kept as they are).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .analysis import Scenario
from .network import Fabric
from .results import Result, Rows
from .run import TrainingRun
from .storage import Tier
from .typing import Array, Carried, NumPy, Plain, Quantity, Real
from .uncertainty import Distribution
from .workload import Chip, ReplicaLaw, ScalingLaw, TransformerShape

__all__ = [
    "ChipSpecification",
    "Estimate",
    "FailureRate",
    "FamilyErrors",
    "Fleet",
    "Presets",
    "chips",
    "clusters",
    "epoch_2030",
    "epoch_2030_correlation",
    "epoch_2030_inputs",
    "fabrics",
    "failure_rates",
    "llama3_405b",
    "llama3_405b_sources",
    "llama3_interruptions",
    "replica_laws",
    "report",
    "reproduce",
    "runs",
    "scaling_laws",
    "shapes",
    "tiers",
]
_T = TypeVar("_T", covariant=True, default=float)
Value = TypeVar("Value")

class ChipSpecification(Chip[_T]):
    """A chip, usable wherever one is asked for, and what else its maker says: NaN where the source used does not.

    Peaks are dense. ``peak_flops`` is that of bf16: of fp16 where a chip has no bf16, of fp8 where ``chips.sources`` says so.
    ``peaks["fp8"]`` and so on are those of every format, and ``in_format("fp8")`` is the chip as a step takes it with
    ``precision="fp8"``. Where nobody has measured steps ``achieved_flops`` is assumed, 0.40 of the peak as Llama 3 405B
    reached it on H100 (arXiv 2407.21783, table 4): ``replace(achieved_flops=...)`` where it was. Elsewhere the four constants
    are fitted; ``chips.sources`` names framework, steps and intervals. ``memory_bytes`` is unlimited where it is not known.

    Parameters
    ----------
    peak_flops : array_like, > 0 and finite [FLOP/s]
        Peak rate of the format computed in, dense.
    achieved_flops : array_like, > 0 and finite [FLOP/s]
        Rate reached in large matrix products.
    attention_flops : array_like, >= 0 and finite [FLOP/s], default 0
        Rate reached in fused attention, causal FLOPs; 0: achieved_flops.
    memory_bandwidth : array_like, > 0 [B/s], default inf
        Rate reached on the GPU's own memory; unlimited: its traffic takes no time.
    operation_time : array_like, >= 0 and finite [s], default 0
        What every operation takes besides its work.
    memory_bytes : array_like, > 0 [B], default inf
        Memory of one GPU.
    nominal_bandwidth : float [B/s], optional
        Of that memory, by its data sheet.
    link_bandwidth : float [B/s], optional
        Of the links inside a node, both ways together.
    network_bandwidth : float [B/s], optional
        Out of the node, one way.
    power : float [W], optional
        Design power of the accelerator.
    peaks : dict of str to float [FLOP/s], optional
        Dense peaks by number format: tf32, bf16, fp16, int8, fp8, fp6, fp4; those that the maker names.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> chip = sl.published.chips["h100"]
    >>> chip.peak_flops, chip.power, chip.peaks["fp8"]
    (989400000000000.0, 700.0, 1979000000000000.0)
    """

    nominal_bandwidth: float
    link_bandwidth: float
    network_bandwidth: float
    power: float
    peaks: Mapping[str, float]
    @overload
    def __init__(
        self: ChipSpecification,
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
        self: ChipSpecification[NumPy],
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
        self: ChipSpecification[Array],
        *,
        peak_flops: Quantity | Carried,
        achieved_flops: Quantity | Carried,
        attention_flops: Quantity | Carried = 0.0,
        memory_bandwidth: Quantity | Carried = ...,
        operation_time: Quantity | Carried = 0.0,
        memory_bytes: Quantity | Carried = ...,
    ) -> None: ...
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name, and what else the maker says.

        Returns
        -------
        dict[str, Any]
            The parameters by name, and what else the maker says.
        """
    def in_format(self, format: str) -> ChipSpecification[_T]:
        """The chip in another number format, as a step takes it with that precision.

        Products reach the same share of the format's peak, which is assumed; attention, in 16 bits, keeps its rate.

        Parameters
        ----------
        format : str
            {"tf32", "bf16", "fp16", "int8", "fp8", "fp6", "fp4"} One of ``peaks``.

        Returns
        -------
        ChipSpecification
            A chip, usable wherever one is asked for, and what else its maker says: NaN where the source used does not.

        Raises
        ------
        ValueError
            Where the maker names no peak of it, with those there are.
        TypeError
            For an array in a field.

        Examples
        --------
        >>> chip = sl.published.chips["h100"].in_format("fp8")
        >>> chip.peak_flops, chip.achieved_flops / chip.peak_flops
        (1979000000000000.0, 0.4)
        """

@dataclass(frozen=True, eq=False)
class Estimate(Result):
    """One published value beside the computed one. ``row.id`` and ``row["id"]`` both work, and so does ``dict(row)``.

    Attributes
    ----------
    id, quantity : its name, and what is estimated
    source, year, mark : where it stands; P published, P2 known through a second source, D derived, A assumed
    inputs : as the source has them
    published, computed : in SI, of that unit
    printed : as the source prints it
    unit : of published and computed
    deviation : computed / published - 1
    tolerance, reason : the largest deviation that is agreement, and why that one
    claim : equal; at least, at most: the tolerance is to that side only
    known_deviation, known_reason : of a row that the model is known to miss; None and empty elsewhere
    model : the function of the library
    group : published, deviating, derived
    status : ok, deviates, unchanged; OUT, CHANGED
    holds : whether a published value is inside its tolerance, and any other row is as it was noted down

    Examples
    --------
    >>> row = sl.published.reproduce()[0]
    >>> row.id, row.printed, row.holds
    ('epoch.mtbf_100k', '30 min', True)
    """

    id: str
    quantity: str
    source: str
    year: int
    mark: str
    inputs: str
    published: float
    printed: str
    unit: str
    computed: float
    deviation: float
    tolerance: float
    claim: str
    known_deviation: float | None
    known_reason: str
    reason: str
    model: str
    group: str
    status: str
    holds: bool
    def keys(self) -> list[str]:
        """Names of the columns.

        Returns
        -------
        list[str]
            Names of the columns.
        """
    def __getitem__(self, key: str) -> str | int | float | bool | None: ...

@dataclass(frozen=True, eq=False)
class FailureRate(Result):
    """How often jobs on a cluster were interrupted.

    Attributes
    ----------
    per_1000_node_days : interruptions per 1000 node-days of 8-GPU nodes
    gpu_mttf : running GPU time per interruption that this is [s]

    Examples
    --------
    >>> next(iter(sl.published.failure_rates.values())).gpu_mttf / sl.units.hour
    82051.28205128206
    """

    per_1000_node_days: float
    gpu_mttf: float

@dataclass(frozen=True, eq=False)
class FamilyErrors(Result):
    """Measured steps of MPT that have something in common, and the errors of four constants beside those of one rate.

    Both are fitted on the same five rows of a machine; the errors are of the rows kept back. One rate is ``achieved_flops``
    alone, for products and attention alike: memory and operations cost nothing, and nothing is hidden.

    Attributes
    ----------
    by : what they have in common: all, machine, recompute, sequence_length, gpus, parameters
    family : the value of that
    rows : how many there are
    mean_error, worst_error : of the sizes of modelled/measured - 1, four constants
    one_rate_mean_error, one_rate_worst_error : the same of one rate

    Examples
    --------
    >>> whole = sl.published.report()["families"][0]
    >>> whole.rows, round(whole.mean_error, 3), round(whole.one_rate_mean_error, 3)
    (68, 0.038, 0.221)
    """

    by: str
    family: str
    rows: int
    mean_error: float
    worst_error: float
    one_rate_mean_error: float
    one_rate_worst_error: float

@dataclass(frozen=True, eq=False)
class Fleet(Result):
    """So many accelerators of one kind in a year.

    Attributes
    ----------
    year, chip : when, and of which kind
    gpus, most_gpus : how many; the upper end of a range, NaN where there is one number
    duration : of the run [s]; NaN if not known
    gpus_per_node : how many share a node; NaN if not known
    fabric : its network, a name of ``fabrics``; empty if not known
    failure_rate : a name of ``failure_rates``, where one was published for it; empty elsewhere

    Examples
    --------
    >>> cluster = sl.published.clusters["llama3_roce"]
    >>> cluster.gpus, cluster.chip, sl.published.fabrics[cluster.fabric].outer_bandwidth
    (24576.0, 'h100', 50000000000.0)
    """

    year: int
    gpus: float
    chip: str
    most_gpus: float
    duration: float
    gpus_per_node: float
    fabric: str
    failure_rate: str

class Presets(Mapping[str, Value], Generic[Value]):
    """Presets of one kind by name. ``sources[name]`` says what one rests on: mark, source, note.

    Examples
    --------
    >>> sl.published.tiers["local_disk"]
    Tier(write_bandwidth=3 GB/s, read_bandwidth=6 GB/s, latency=10 ms, per_gpu=True)
    """

    sources: dict[str, dict[str, str]]
    def __init__(self, kind: str, rows: list[dict[str, Any]], make: Callable[..., Value]) -> None: ...
    def __getitem__(self, name: str) -> Value: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

chips: Presets[ChipSpecification]
clusters: Presets[Fleet]
epoch_2030: Scenario
epoch_2030_correlation: dict[tuple[str, str], float]
epoch_2030_inputs: dict[str, Distribution]
fabrics: Presets[Fabric]
failure_rates: Presets[FailureRate]

def llama3_405b() -> TrainingRun:
    """Llama 3.1 405B with the inputs of Epoch AI's estimate; ``llama3_405b_sources`` says what each field rests on.

    Returns
    -------
    TrainingRun
        A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

    Examples
    --------
    >>> sl.published.llama3_405b()
    TrainingRun(gpus=16384, gpu_mttf=50000 h, checkpoint_bytes=5 TB, write_bandwidth=2 TB/s)
    """

llama3_405b_sources: dict[str, tuple[str, str]]
llama3_interruptions: dict[str, int]
replica_laws: Presets[ReplicaLaw]

def report(only: str | None = None) -> dict[str, Any]:
    """The rows of ``reproduce``, counts of ``published``, ``deviating`` and ``derived`` ones, and a ``text`` that says them.

    ``families``: errors of measured steps by what they have in common (``FamilyErrors``); none where one row is asked for.

    Parameters
    ----------
    only : str, optional
        The id of one estimate.

    Returns
    -------
    dict[str, Any]
        The rows of ``reproduce``, counts of ``published``, ``deviating`` and ``derived`` ones, and a ``text`` that says them.
        ``families``: errors of measured steps by what they have in common (``FamilyErrors``); none where one row is asked for.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> found = sl.published.report("nccl.ring_8")
    >>> found["derived"], found["text"]
    ({'count': 1, 'unchanged': 1}, '1 derived one unchanged')
    """

def reproduce(only: str | None = None) -> Rows[Estimate]:
    """Every published estimate, computed now; with ``only``, the row of that id (ValueError if there is none).

    Parameters
    ----------
    only : str, optional
        The id of one estimate.

    Returns
    -------
    Rows[Estimate]
        Every published estimate, computed now; with ``only``, the row of that id (ValueError if there is none).

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.published.reproduce("epoch.mtbf_100k")[0].computed
    1800.0
    """

runs: Presets[Fleet]
scaling_laws: Presets[ScalingLaw]
shapes: Presets[TransformerShape]
tiers: Presets[Tier]
