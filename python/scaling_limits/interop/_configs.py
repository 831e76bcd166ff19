# SPDX-License-Identifier: Apache-2.0
"""Model and launch files in: which framework a file is of, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._docs import complete
from .._kernel import suggestion
from .._opening import bounded
from .._parameters import one_number
from .._source import Notes, Readable, Source, Unread, source_of
from ..workload import TransformerShape
from . import _dialects, _hugging_face, _launch_megatron, _maxtext, _megatron, _primus
from ._dialects import DIALECTS, Dialect, arguments
from ._launch import Launch
from ._placeholders import resolved
from ._reading import Look, form_of, tree_of
from ._shape import Draft, ReadShape

#: the dialect of a file, a look into it, its tree; no dialect for a model alone and for what is not known
Opened = tuple[Dialect | None, Look, Mapping[str, Any]]
#: what a launch file may be of
LAUNCHERS = tuple(DIALECTS)


def shape_from_config(path: Readable, *, most_bytes: float | str | None = None, **known: Any) -> ReadShape:
    """The shape of a model file: config.json of Hugging Face, or a launch of any dialect that layout_from reads.

    Dense decoders, mixtures of experts and multi-head latent attention; what a shape cannot say (layers of several kinds,
    encoders) is refused with the reason. A model_type that is not known is read by the names of its fields, as the notes say.

    Parameters
    ----------
    path : a file, or an open one
    most_bytes : of it that are read and unpacked, a number or such as "4 GiB"; default: 4 MiB
    known : fields of the shape that are known beside the file, as vocabulary= or sequence_length=; they go before it

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
    names = [field.name for field in TransformerShape.fields()]
    for name in known:
        if name not in names:
            raise TypeError(f"shape_from_config: a shape has no field {name!r}{suggestion(name, tuple(names))}")
    with bounded(most_bytes):
        source = source_of(path)
    return shape_in(source, opened(source, None), known)


def shape_in(source: Source, found: Opened, known: Mapping[str, Any]) -> ReadShape:
    """The shape of a file that is open."""
    dialect, look, tree = found
    if dialect is not None:
        return dialect.shape(look, known)
    if _hugging_face.is_config(tree):
        return _hugging_face.shape_of(source, tree, known)
    raise source.error(
        "", "describes no model", "config.json (model_type, hidden_size, ...), num_layers, hidden_size, ... or [model]"
    )


def layout_from(
    path: Readable,
    framework: str | None = None,
    *,
    gpus: int | None = None,
    most_bytes: float | str | None = None,
    **known: Any,
) -> Launch:
    """What a launch file says: layout, batch, options of a step, what a checkpoint holds, how often it saves.

    Arguments of Megatron-LM, Megatron-DeepSpeed or transformers' Trainer (a shell script, with the variables that it sets, or
    a list); files of Megatron-LM, NeMo, Megatron-Bridge, Primus, torchtitan, GPT-NeoX, llm-foundry, MaxText, DeepSpeed,
    accelerate, axolotl, LLaMA-Factory. Each is read with its own defaults; keys that bear on the answer and were not taken
    are in ``notes``. Data parallelism follows from the GPUs, where launcher, queue or `gpus` say how many.

    Parameters
    ----------
    path : a file, or an open one
    framework : "megatron", "gpt-neox", "axolotl", ...; None: as the file looks
    gpus : of the job, where the file does not say
    most_bytes : of it that are read and unpacked, a number or such as "4 GiB"; default: 4 MiB
    known : fields of the shape that are known beside the file, as for shape_from_config

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
    if framework is not None and framework not in LAUNCHERS:
        hint = suggestion(str(framework), LAUNCHERS)
        raise ValueError(f"layout_from: framework = {framework!r} must be one of {', '.join(LAUNCHERS)}{hint}")
    if gpus is not None:
        number = one_number("layout_from", "gpus", gpus)
        if number % 1 or not 1 <= number <= 2**31 - 1:
            raise ValueError(f"layout_from: gpus = {number:g} must be a whole number in [1, 2147483647]")
        gpus = int(number)
    with bounded(most_bytes):
        source = source_of(path)
    return launch_in(source, opened(source, framework), gpus, known)


def launch_in(source: Source, found: Opened, gpus: int | None, known: Mapping[str, Any]) -> Launch:
    """The launch of a file that is open."""
    dialect, look, tree = found
    notes = Notes()
    if dialect is None or not launches(dialect, look, tree):
        raise source.error("", "has no parallelism and no batch", "tensor_model_parallel_size, ... or [parallelism]")
    shape = _maybe(dialect.shape, look, known, notes)
    return dialect.launch(look, shape, gpus, notes)


def opened(source: Source, framework: str | None) -> Opened:
    """A file by its dialect."""
    _dialects.refuse_programs(source)
    if form_of(source) == "shell":
        word, look = arguments(source)
        if word in ("nemo", "maxtext"):  # names and values behind a program
            return DIALECTS[word], DIALECTS[word].look(source, look.values), look.values
        _dialects.refuse_scripts(source, look)
        if framework is not None and framework not in ("megatron", "megatron-deepspeed", "transformers", "nemo"):
            raise source.error("", "is a shell script", f"a configuration of {DIALECTS[framework].title}")
        return DIALECTS[framework or word], look, look.values
    tree: Mapping[str, Any] = resolved(tree_of(source))
    if framework is None:
        _dialects.refuse_others(source, tree)
    word = framework or _dialects.word_of(tree)
    if not word:
        if _hugging_face.is_config(tree):
            return None, Look(source, tree), tree
        megatron = isinstance(tree.get("model"), Mapping) or _megatron.is_megatron(tree)
        megatron |= Look(source, _megatron.names_of(tree)).has(*_launch_megatron.GIVEN)
        word = _megatron.framework_of(tree) if megatron else ""
    if not word:
        return None, Look(source, tree), tree
    if word == "primus":
        module = _primus.module_of(tree)
        if module is not None and (inner := _primus.framework_of(source, module)) != "megatron":
            tree = {"model_name": str(module.get("model", "")), **_primus.overrides_of(module)}
            word = inner
    return DIALECTS[word], DIALECTS[word].look(source, tree), tree


def launches(dialect: Dialect, look: Look, tree: Mapping[str, Any]) -> bool:
    """Whether a file says a launch, not a model alone."""
    if dialect.word in ("megatron", "nemo", "megatron-deepspeed"):
        return look.has(*_launch_megatron.GIVEN)
    if dialect.word == "maxtext":
        return any(name in _maxtext.OF_A_MESH or str(name).endswith("_parallelism") for name in tree)
    return True


def read(source: Source, framework: str | None, gpus: int | None, known: Mapping[str, Any]) -> Launch | ReadShape:
    """What a file says, whichever it is: a launch, or a model alone."""
    found = opened(source, framework)
    dialect, look, tree = found
    if framework is None and gpus is None and (dialect is None or not launches(dialect, look, tree)):
        return shape_in(source, found, known)
    return launch_in(source, found, gpus, known)


def _maybe(read: Any, look: Look, known: Mapping[str, Any], notes: Notes) -> ReadShape | None:
    """The model, where a launch file says all of it and a shape can stand for it."""
    try:
        found: ReadShape = read(look, known)
    except Unread as error:
        if all(field.name in known for field in TransformerShape.fields() if field.required):
            notes.left_out(f"the model of the file: {error.place} {error.problem}; the one beside it stands")
            return Draft(Look(look.source, {})).finish(known)
        give = f"; give {error.expected}" if "beside" in error.expected or error.expected.startswith("--") else ""
        notes.unknown(f"the model: {error.place} {error.problem}{give}")
        return None
    return found


complete(["shape_from_config", "layout_from"], globals())
