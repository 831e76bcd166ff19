# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Doors to the files that planners, frameworks and benchmarks speak: read with notes of what was taken, derived, not known.

Every reader refuses what it cannot read with one ``FileError`` that names the file, the place and what was expected there.
YAML needs PyYAML: ``pip install scaling-limits[interop]``.
"""

import os
from dataclasses import dataclass
from typing import IO, Any, Generic, NamedTuple, Self, overload

from typing_extensions import TypeVar

from ..parallelism import Layout
from ..results import Result, Rows
from ..run import TrainingRun
from ..strategies import Strategy
from ..typing import Array, Carried, NumPy, Plain, Quantity, Real
from ..workload import StateRecipe, TransformerShape

__all__ = [
    "Detection",
    "FileError",
    "Launch",
    "ReadShape",
    "Settings",
    "layout_from",
    "settings_for",
    "shape_from_config",
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
