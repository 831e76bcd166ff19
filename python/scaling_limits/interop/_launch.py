# SPDX-License-Identifier: Apache-2.0
"""What a launch says: layout, batch, options of the step, what a checkpoint holds, how often it saves, when it gives up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import workload
from .._docs import complete
from .._source import Notes
from ..parallelism import Layout
from ..results import Result
from ..workload import StateRecipe
from ._reading import Look
from ._shape import ReadShape

MINUTE = 60


@dataclass(frozen=True, eq=False, repr=False)
class Launch(Result):
    """A launch file, read. What the file does not say is None.

    Attributes
    ----------
    framework : whose file it is: megatron, megatron-deepspeed, gpt-neox, nemo, torchtitan, ...
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
    layout: Layout
    sequences: int | None
    sequence_length: int | None
    batch_tokens: int | None
    shape: ReadShape | None
    recipe: StateRecipe | None
    checkpoint_bytes: float | None
    save_steps: int | None
    local_save_steps: int | None
    asynchronous: bool | None
    keep: int | None
    timeout: float | None
    options: dict[str, Any]
    notes: tuple[str, ...]


complete(["Launch"], globals())


def made(
    look: Look,
    framework: str,
    degrees: Mapping[str, int],
    notes: Notes,
    *,
    sequences: int | None,
    sequence_length: int | None,
    shape: ReadShape | None,
    recipe: StateRecipe | None,
    **rest: Any,
) -> Launch:
    """The launch, and what follows from it."""
    try:
        layout = Layout(**degrees)
    except ValueError as error:
        raise look.source.error("", str(error), "degrees that a layout may have") from None
    if sequences is not None and sequences % (layout.data * layout.micro_batch):
        notes.unknown(
            f"micro-batches: {sequences} sequences are no multiple of data x micro_batch = {layout.data * layout.micro_batch}"
        )
    batch = None
    if sequences is not None and sequence_length is not None:
        batch = sequences * sequence_length
        notes.derived(f"batch_tokens = {batch}: {sequences} sequences of {sequence_length} tokens")
    held = None
    if recipe is not None:
        notes.derived(f"a checkpoint saves {recipe.bytes_per_parameter:g} bytes per parameter: {_parts(recipe)}")
        if shape is not None:
            held = float(workload.checkpoint_bytes(shape.parameters, recipe.bytes_per_parameter))  # type: ignore[attr-defined]
        else:
            notes.unknown("the size of a checkpoint: the file does not say the whole model")
    return Launch(
        framework=framework,
        layout=layout,
        sequences=sequences,
        sequence_length=sequence_length,
        batch_tokens=batch,
        shape=shape,
        recipe=recipe,
        checkpoint_bytes=held,
        notes=look.noted(notes, ("layout", "batch", "memory", "precision", "checkpoint")),
        **rest,
    )


def _parts(recipe: StateRecipe) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in recipe._all().items() if value)


def replicas(look: Look, notes: Notes, gpus: int | None, others: int, why: str) -> int:
    """Data parallelism of so many GPUs, of which `others` share a replica; 1 where they are not known."""
    if gpus is None:
        notes.unknown(f"how many GPUs: {why}; layout.data = 1 is one replica, gpus= beside the file says more")
        return 1
    if gpus % others:
        raise look.source.error("", f"{gpus} GPUs are no multiple of tensor x pipeline x context = {others}", "whole replicas")
    notes.derived(f"data = {gpus // others}: {gpus} GPUs / (tensor x pipeline x context = {others})")
    return gpus // others
