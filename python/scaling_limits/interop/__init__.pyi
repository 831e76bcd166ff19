# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Doors to the files that planners, frameworks and benchmarks speak: read with notes of what was taken, derived, not known.

Every reader refuses what it cannot read with one ``FileError`` that names the file, the place and what was expected there.
YAML needs PyYAML: ``pip install scaling-limits[interop]``.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, Generic, NamedTuple, Self, overload

from typing_extensions import TypeVar

from .. import failures as failures
from ..data import Events
from ..parallelism import Layout
from ..results import Result, Rows
from ..run import TrainingRun
from ..storage import Tier
from ..strategies import Strategy
from ..typing import Array, Carried, NumPy, Plain, Quantity, Real
from ..workload import StateRecipe, TransformerShape

__all__ = [
    "Detection",
    "FileError",
    "Interruptions",
    "Launch",
    "MeasuredTier",
    "ReadShape",
    "Settings",
    "Spread",
    "interruptions_from_kubernetes",
    "interruptions_from_sacct",
    "layout_from",
    "settings_for",
    "shape_from_config",
    "tier_from_fio",
    "tier_from_mlperf_storage",
]
_T = TypeVar("_T", covariant=True, default=float)
Readable = str | os.PathLike[str] | IO[str] | Source

class Source(NamedTuple):
    """A file: its name for messages, its text, the suffix that says its form."""

    name: str
    text: str
    suffix: str

@dataclass(frozen=True, eq=False)
class Detection(Result):
    """A time-out after which a hang is noticed, and the goodput with it.

    Attributes
    ----------
    timeout : [s]
    field, value : as the framework takes it, a duration where it is one
    downtime : of an interruption in the mean: the run's own, and the time-out of those that are hangs [s]
    goodput : with that downtime
    gain : in goodput over the present time-out
    why : what it is: present, the framework's default, half of it, five times the longest silence

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.interop.settings_for("nvidia-resiliency-ext", run, sl.strategies.blocking(), step_time=5)
    >>> [(row.timeout, round(row.goodput, 3)) for row in found.detection]
    [(2700.0, 0.786), (1350.0, 0.872), (37.5, 0.975)]
    """

    timeout: float
    field: str
    value: Any
    downtime: float
    goodput: float
    gain: float
    why: str
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data; a value that is a duration in seconds.

        Returns
        -------
        dict[str, Any]
            The same as plain data; a value that is a duration in seconds.
        """

class FileError(ValueError):
    """What a file says wrongly, or does not say: one line with the file, the place in it and what was expected there.

    Attributes
    ----------
    path : the file as it was named
    place : where in it: a field, a line; "" where it is the file as a whole
    problem : what is wrong there
    expected : what would be right; "" where the problem says it

    Examples
    --------
    >>> import io
    >>> try:
    ...     sl.interop.shape_from_config(io.StringIO('{"model_type": "llama", "num_hidden_layers": "many"}'))
    ... except sl.interop.FileError as error:
    ...     print(error.place, "|", error.expected)
    num_hidden_layers | a whole number in [1, 2147483647]
    """

    path: str
    place: str
    problem: str
    expected: str
    def __init__(self, path: str, place: str, problem: str, expected: str = "") -> None: ...

@dataclass(frozen=True, eq=False, kw_only=True)
class Interruptions(Result):
    """Interruptions of jobs, and the time of their GPUs in which they came.

    Attributes
    ----------
    events : one a row, for the readers of failure logs: start, node, cause, window; the job is a column of its frame
    gpu_seconds : running time of all jobs that are counted, times their GPUs [s]
    interruptions : how many; more than ``events`` where some have no date
    gpu_mttf : gpu_seconds over interruptions [s]; inf: none came
    interval : that holds it with 95 %, exact for a constant rate
    causes : how many of each, the most frequent first
    jobs : attempts that are counted: their exposure is in gpu_seconds
    gpus : of the job that a GPU-second is of, in the mean
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> import io
    >>> text = "JobID|State|ElapsedRaw|End|AllocTRES\\n7|NODE_FAIL|3600|2025-03-01T12:00:00|gres/gpu=16\\n"
    >>> found = sl.interop.interruptions_from_sacct(io.StringIO(text))
    >>> found.interruptions, found.gpu_mttf / 3600, found.causes
    (1, 16.0, {'NODE_FAIL': 1})
    """

    events: Events
    gpu_seconds: float
    interruptions: int
    gpu_mttf: float
    interval: failures.Interval
    causes: dict[str, int]
    jobs: int
    gpus: float
    notes: tuple[str, ...]

@dataclass(frozen=True, eq=False)
class Launch(Result, Generic[_T]):
    """A launch file, read. What the file does not say is None.

    Attributes
    ----------
    framework : megatron, nemo or torchtitan
    layout : tensor, pipeline, data, context and expert parallelism, chunks, micro-batch
    sequences : of a batch of all replicas
    sequence_length : tokens of a sequence
    batch_tokens : of a batch [tokens]
    shape : the model, where the file names it
    recipe : bytes per parameter that a checkpoint saves, by the optimizer and its formats
    checkpoint_bytes : of a checkpoint [B]: the shape's parameters by the recipe
    save_steps : steps between two checkpoints
    local_save_steps : steps between two checkpoints of a nearer tier
    asynchronous : whether training goes on while a checkpoint is written
    keep : checkpoints that are kept; 0: all
    timeout : after which a hang is noticed [s], as the file sets it
    options : of ``sl.parallelism.step``, as the file sets them: recompute, zero_stage, ...
    notes : what was taken, derived, could not be known, has no place here

    Examples
    --------
    >>> import io
    >>> text = "torchrun --nnodes 2 --nproc-per-node 8 pretrain_gpt.py --tensor-model-parallel-size 4 --micro-batch-size 2"
    >>> sl.interop.layout_from(io.StringIO(text)).layout
    Layout(tensor=4, data=4, micro_batch=2)
    """

    framework: str
    layout: Layout[_T]
    sequences: int | None
    sequence_length: int | None
    batch_tokens: int | None
    shape: ReadShape[_T] | None
    recipe: StateRecipe[_T] | None
    checkpoint_bytes: float | None
    save_steps: int | None
    local_save_steps: int | None
    asynchronous: bool | None
    keep: int | None
    timeout: float | None
    options: dict[str, Any]
    notes: tuple[str, ...]

@dataclass(frozen=True, eq=False, kw_only=True)
class MeasuredTier(Result, Generic[_T]):
    """A tier that was measured.

    Attributes
    ----------
    tier : bandwidths of the whole system as it was measured
    spread : of what was measured, by direction: "write", "read"
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> import io
    >>> text = '{"jobs": [{"jobname": "save", "write": {"bw_bytes": 2000000000, "runtime": 60000}}]}'
    >>> sl.interop.tier_from_fio(io.StringIO(text)).tier.write_bandwidth
    2000000000.0
    """

    tier: Tier[_T]
    spread: dict[str, Spread]
    notes: tuple[str, ...]

class ReadShape(TransformerShape[_T]):
    """A TransformerShape as a file describes it, equal to any other of the same numbers, with ``notes`` of their source.

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
    >>> made = sl.interop.ReadShape(
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
        self: ReadShape,
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
        self: ReadShape[NumPy],
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
        self: ReadShape[Array],
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
    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken from the file, what was derived, what could not be known, what has no place in a shape."""
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
        self: ReadShape[float | NumPy],
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
    ) -> ReadShape[NumPy]: ...
    @overload
    def replace(
        self: ReadShape[Any],
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
    ) -> ReadShape[Array]: ...

class Settings(dict[str, Any]):
    """The fields that a framework is to be given, by its own names, and beside them ``steps`` and ``seconds``: the interval.

    Attributes
    ----------
    framework : the word that was asked for
    version : of the sources that the names are of
    fields : the framework's own alone
    steps, seconds : between two checkpoints of the tier that outlives a machine
    local_steps, local_seconds : of the nearer tier; None where there is one tier
    interval : of the strategy, before it is rounded [s]; of the nearer tier where there are two
    asynchronous : whether training goes on while a checkpoint is written
    keep : checkpoints that are kept; 0: all
    goodput : with whole steps; None where the catalogue cannot be asked for an interval of one's own
    rounding_cost : goodput that whole steps cost; None with it
    capacity : bytes that the kept checkpoints hold, and one being written [B]; unlimited where all are kept
    detection : rows of time-outs, the present one first
    text : to be pasted: arguments, overrides or a call
    notes : what was derived, is not known, has no field

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.interop.settings_for("torchtitan", run, sl.strategies.blocking(), step_time=5)
    >>> found["checkpoint.interval"], found["steps"], found["seconds"]
    (47, 47, 235.0)
    >>> sorted(found.fields)
    ['checkpoint.async_mode', 'checkpoint.enable', 'checkpoint.interval', 'checkpoint.keep_latest_k']
    """

    fields: dict[str, Any]
    framework: str
    version: str
    steps: int
    seconds: float
    local_steps: int | None
    local_seconds: float | None
    interval: float
    asynchronous: bool
    keep: int
    goodput: float | None
    rounding_cost: float | None
    capacity: float
    detection: Rows[Detection]
    text: str
    notes: tuple[str, ...]
    def __init__(self, fields: dict[str, Any], **known: Any) -> None: ...
    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data: ``fields`` and what stands beside them.

        Returns
        -------
        dict[str, Any]
            All of it as plain data: ``fields`` and what stands beside them.
        """

@dataclass(frozen=True, eq=False, kw_only=True)
class Spread(Result):
    """What was measured in one direction.

    Attributes
    ----------
    mean : bandwidth [B/s], as the source averages it
    deviation : standard deviation of the samples [B/s]; NaN: not known
    least, most : of the samples [B/s]; NaN: not known
    quantiles : 10 %, 50 % and 90 % of the samples [B/s]; NaN: not known
    samples : how many; 0: not known
    of : what one sample is, such as "checkpoint"

    Examples
    --------
    >>> sl.interop.Spread(mean=2e9, deviation=1e8, samples=10, of="checkpoint").mean
    2000000000.0
    """

    mean: float
    deviation: float = ...
    least: float = ...
    most: float = ...
    quantiles: tuple[float, float, float] = ...
    samples: int = ...
    of: str = ...

def interruptions_from_kubernetes(
    path: Readable,
    *,
    failed: bool = True,
    within: float = 600.0,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``kubectl get jobs,pods -o json`` printed: a List, or one object.

    Containers that ended with an error (OOMKilled, Error, ...), pods that were evicted or whose node was lost, and restarts in
    place are interruptions; of pods of one job those that follow one another closely are one. Preemption, a deadline and a
    deletion that somebody asked for are none. Of jobs whose pods are gone their own count of failed pods is taken.

    Parameters
    ----------
    path : Readable
        Of the file.
    failed : bool, default True
        Whether a container's own error counts: of a job's program it says as much as of the machine.
    within : float, default 600.0
        Time in which ends of pods of one job are one interruption [s].
    least_gpus : float, default 1
        Of the jobs that are counted, all pods together.
    until : float | str | datetime, optional
        When what still runs was asked for; default: the date of the file.

    Returns
    -------
    Interruptions
        Interruptions of jobs, and the time of their GPUs in which they came.

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.
    ImportError
        Without pandas: extra ``arrays``.

    References
    ----------
    Kubernetes v1.31, API reference: PodStatus, ContainerStatus, JobStatus; "Pod disruption conditions".

    Examples
    --------
    >>> import io
    >>> times = '"startedAt": "2025-03-01T00:00:00Z", "finishedAt": "2025-03-01T10:00:00Z"'
    >>> end = '{"reason": "OOMKilled", "exitCode": 137, ' + times + "}"
    >>> limits = '"spec": {"containers": [{"resources": {"limits": {"nvidia.com/gpu": "8"}}}]}'
    >>> status = '"status": {"phase": "Failed", "containerStatuses": [{"state": {"terminated": ' + end + "}}]}"
    >>> text = '{"kind": "Pod", "metadata": {"name": "a"}, ' + limits + ", " + status + "}"
    >>> found = sl.interop.interruptions_from_kubernetes(io.StringIO(text))
    >>> found.causes, found.gpu_seconds / 3600
    ({'OOMKilled': 1}, 80.0)
    """

def interruptions_from_sacct(
    path: Readable,
    *,
    failed: bool = True,
    gpus_per_node: float | None = None,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
    timezone: str | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``sacct --parsable2`` printed.

    Jobs that ended as NODE_FAIL, BOOT_FAIL, OUT_OF_MEMORY and, unless told not to, FAILED were interrupted; TIMEOUT, CANCELLED,
    PREEMPTED, COMPLETED and the like were not. All that ran on GPUs is exposure. Steps of a job are no jobs; components of a
    heterogeneous one are one; elements of an array are one each; of a job that was requeued each attempt counts.

    Ask Slurm so: ``sacct --allusers --duplicates --parsable2 --starttime ... --format
    JobID,State,Start,End,ElapsedRaw,AllocTRES,NodeList``.

    Parameters
    ----------
    path : Readable
        Of the file; the first line is the header.
    failed : bool, default True
        Whether FAILED counts: of a job's program it says as much as of the machine.
    gpus_per_node : float, optional
        Of jobs whose cells do not say how many GPUs they had.
    least_gpus : float, default 1
        Of the jobs that are counted.
    until : float | str | datetime, optional
        When jobs that still ran were asked for, where the file does not say how long; default: the date of the file.
    timezone : str, optional
        Of dates that say none, such as "America/Denver"; default: as if UTC.

    Returns
    -------
    Interruptions
        Interruptions of jobs, and the time of their GPUs in which they came.

    Raises
    ------
    ValueError
        FileError: file, line, what is wrong there and what was expected.
    OSError
        Where there is no such file.
    ImportError
        Without pandas: extra ``arrays``.

    References
    ----------
    Slurm 24.05, sacct(1): "Job state codes", "--parsable2", "--duplicates".

    Examples
    --------
    >>> import io
    >>> head = "JobID|State|Start|End|Elapsed|AllocTRES|NodeList\\n"
    >>> rows = "8|NODE_FAIL|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> rows += "9|CANCELLED by 7|2025-03-02T00:00:00|2025-03-03T12:00:00|1-12:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> found = sl.interop.interruptions_from_sacct(io.StringIO(head + rows + "9.batch|CANCELLED|||1-12:00:00||n1\\n"))
    >>> found.interruptions, found.gpu_seconds / 3600
    (1, 960.0)
    """

def layout_from(path: Readable, framework: str | None = None, *, gpus: int | None = None, **known: Any) -> Launch:
    """What a launch file says: layout, batch, options of a step, what a checkpoint holds, how often it saves.

    Megatron-LM arguments (a shell script, with the variables that it sets, or a list), its YAML, NeMo and Megatron-Bridge YAML,
    torchtitan TOML. Data parallelism follows from the GPUs, where launcher, queue or `gpus` say how many.

    Parameters
    ----------
    path : Readable
        A file, or an open one of text.
    framework : str, optional
        "megatron", "nemo" or "torchtitan"; None: as the file looks.
    gpus : int, optional
        Of the job, where the file does not say.
    **known : Any
        Fields of the shape that are known beside the file, as for shape_from_config.

    Returns
    -------
    Launch
        A launch file, read. What the file does not say is None.

    Raises
    ------
    FileError
        A ValueError that names file, place and what was expected there.
    OSError
        For a file that cannot be opened.
    ValueError
        For a framework that is not known, and GPUs out of range.

    Examples
    --------
    >>> import io
    >>> file = '''[model]
    ... name = "llama3"
    ... flavor = "405B"
    ... [training]
    ... seq_len = 8192
    ... local_batch_size = 2
    ... [parallelism]
    ... tensor_parallel_degree = 8
    ... '''
    >>> launch = sl.interop.layout_from(io.StringIO(file), gpus=512)
    >>> launch.layout, launch.batch_tokens, launch.checkpoint_bytes
    (Layout(tensor=8, data=64, micro_batch=2), 1048576, 4870240665600.0)
    """

def settings_for(
    framework: str,
    run: TrainingRun,
    strategy: Strategy,
    step_time: float,
    *,
    keep: int = 2,
    timeout: float | Readable | None = None,
    hang_share: float = 1,
) -> Settings:
    """What to set in a framework so that a run saves as a strategy does, what whole steps cost, what a shorter time-out buys.

    A job saves between two steps: the interval becomes whole steps, the better neighbour of the strategy's. A hang is noticed
    when a time-out ends, all of which is downtime.

    Parameters
    ----------
    framework : str
        "megatron", "torchtitan", "lightning", "nemo" or "nvidia-resiliency-ext".
    run : TrainingRun
        The run at its own size.
    strategy : Strategy
        Of one tier, or of two where the framework has a nearer one.
    step_time : float
        Of one training step, > 0 and finite [s].
    keep : int, default 2
        Checkpoints to keep; 0: all.
    timeout : float | Readable, optional
        After which a hang is noticed today, 2700 or "45 min" [s], or a file of the framework that says so; None: its default.
    hang_share : float, default 1
        Of interruptions that are hangs, in [0, 1]; 1 is an upper bound of what a shorter time-out buys.

    Returns
    -------
    Settings
        The fields that a framework is to be given, by its own names, and beside them ``steps`` and ``seconds``: the interval.

    Raises
    ------
    FileError
        For a file that does not say the time-out.
    TypeError
        For an argument of another kind.
    ValueError
        For a number out of its range, a run of arrays, a strategy that takes no checkpoints or has more tiers.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> disk = sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.9)
    >>> two = sl.strategies.multilevel([disk, sl.strategies.Level(tier=None, share=0.1)])
    >>> found = sl.interop.settings_for("megatron", run, two, step_time=5)
    >>> print(found.text)
    --save-interval 150 \\
        --non-persistent-save-interval 10 \\
        --non-persistent-ckpt-type local
    >>> found.rounding_cost < 1e-4
    True
    """

def shape_from_config(path: Readable, **known: Any) -> ReadShape:
    """The shape of a model file: config.json of Hugging Face, Megatron-LM arguments, NeMo, Megatron-Bridge or torchtitan.

    Dense decoders, mixtures of experts and multi-head latent attention; what a shape cannot say (layers of several kinds,
    encoders) is refused with the reason. A model_type that is not known is read by the names of its fields, as the notes say.

    Parameters
    ----------
    path : Readable
        A file, or an open one of text.
    **known : Any
        Fields of the shape that are known beside the file, as vocabulary= or sequence_length=; they go before it.

    Returns
    -------
    ReadShape
        A TransformerShape as a file describes it, equal to any other of the same numbers, with ``notes`` of their source.

    Raises
    ------
    FileError
        A ValueError that names file, place and what was expected there.
    OSError
        For a file that cannot be opened.
    TypeError
        For a field that a shape has not.

    Examples
    --------
    >>> import io
    >>> config = '''{"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "intermediate_size": 14336,
    ...     "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192}'''
    >>> shape = sl.interop.shape_from_config(io.StringIO(config))
    >>> shape == sl.published.shapes["llama3_8b"], shape.parameters
    (True, 8030261248)
    >>> shape.notes[-1]
    'not known: the length trained at: sequence_length = 8192 is the longest that the file allows'
    """

def tier_from_fio(path: Readable, job: str | None = None) -> MeasuredTier:
    """The tier that ``fio --output-format=json`` (or json+) measured, with its spread.

    Jobs of one group run at once: their bytes add up over the longest of their times. Groups run one after another: of those
    that measure the same direction bytes and times add up; ``job`` picks some. What the file says of one job only, with
    numjobs above 1 and group_reporting, is said to be so.

    Parameters
    ----------
    path : Readable
        Of the file; warnings before the JSON are passed over, of several reports the last is taken.
    job : str, optional
        Name of the jobs to take; default: all.

    Returns
    -------
    MeasuredTier
        A tier that was measured.

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    fio 3.36, HOWTO "JSON output"; issue 519 of axboe/fio (which numbers are of a group, which of one job).

    Examples
    --------
    >>> import io
    >>> write = '"write": {"bw_bytes": 2000000000, "runtime": 60000, "bw_mean": 1953125, "bw_dev": 100000, "bw_samples": 120}'
    >>> text = '{"jobs": [{"jobname": "save", "job options": {"rw": "write", "bs": "1M", "direct": "1"}, ' + write + "}]}"
    >>> found = sl.interop.tier_from_fio(io.StringIO(text))
    >>> found.tier.write_bandwidth, found.spread["write"].deviation
    (2000000000.0, 102400000.0)
    """

def tier_from_mlperf_storage(path: Readable, read: Readable | None = None) -> MeasuredTier:
    """The tier that a summary of MLPerf Storage's checkpointing workload measured, with its spread.

    Bandwidths are checkpoint size over mean duration: what a mean save takes. The summary's own mean of rates is in ``spread``.
    What the file calls GB is GiB. Beside a file ``0_per_epoch_stats.json`` and one metadata file of the run are looked at too:
    they say what each checkpoint took, whether it was synchronised, and how many there were.

    Parameters
    ----------
    path : Readable
        Of ``summary.json``, or of the folder that holds it.
    read : Readable, optional
        The same of the invocation that loaded, where saves and loads were two.

    Returns
    -------
    MeasuredTier
        A tier that was measured.

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    MLPerf Storage v2.0, checkpointing; DLIO ``utils/statscounter.py``, ``checkpointing/base_checkpointing.py`` (the units).

    Examples
    --------
    >>> import io
    >>> saves = '"save_checkpoint_io_mean_GB_per_second": 10.2, "save_checkpoint_duration_mean_seconds": 10, '
    >>> text = '{"num_hosts": 2, "num_accelerators": 8, "metric": {' + saves + '"checkpoint_size_GB": 100}}'
    >>> found = sl.interop.tier_from_mlperf_storage(io.StringIO(text))
    >>> found.tier.write_bandwidth == 10 * 2**30, found.spread["write"].mean == 10.2 * 2**30
    (True, True)
    """
