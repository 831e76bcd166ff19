# SPDX-License-Identifier: Apache-2.0
"""Model and launch files in: which framework a file is of, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._docs import complete
from .._kernel import suggestion
from .._parameters import one_number
from ..workload import TransformerShape
from . import _hugging_face, _launch_megatron, _launch_torchtitan, _megatron, _shell, _torchtitan
from ._launch import Launch
from ._reading import Look, Notes, Readable, Source, Unread, form_of, source_of, tree_of
from ._shape import ReadShape

#: what a launch file may be of
LAUNCHERS = ("megatron", "nemo", "torchtitan")
#: what a launch of Megatron's says at least one of
OF_A_LAUNCH = (*(name for names in _launch_megatron.DEGREES.values() for name in names), "global_batch_size")


def shape_from_config(path: Readable, **known: Any) -> ReadShape:
    """The shape of a model file: config.json of Hugging Face, Megatron-LM arguments, NeMo, Megatron-Bridge or torchtitan.

    Dense decoders, mixtures of experts and multi-head latent attention; what a shape cannot say (layers of several kinds,
    encoders) is refused with the reason. A model_type that is not known is read by the names of its fields, as the notes say.

    Parameters
    ----------
    path : a file, or an open one of text
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
    source = source_of(path)
    if form_of(source) == "shell":
        return _megatron.shape_of(arguments(source), "megatron", known)
    tree = tree_of(source)
    if _torchtitan.is_torchtitan(tree):
        return _torchtitan.shape_of(Look(source, tree), known)
    if _hugging_face.is_config(tree):
        return _hugging_face.shape_of(source, tree, known)
    if isinstance(tree.get("model"), Mapping) or _megatron.is_megatron(tree):
        return _megatron.shape_of(namespace(source, tree), _megatron.framework_of(tree), known)
    raise source.error(
        "", "describes no model", "config.json (model_type, hidden_size, ...), num_layers, hidden_size, ... or [model]"
    )


def layout_from(path: Readable, framework: str | None = None, *, gpus: int | None = None, **known: Any) -> Launch:
    """What a launch file says: layout, batch, options of a step, what a checkpoint holds, how often it saves.

    Megatron-LM arguments (a shell script, with the variables that it sets, or a list), its YAML, NeMo and Megatron-Bridge YAML,
    torchtitan TOML. Data parallelism follows from the GPUs, where launcher, queue or `gpus` say how many.

    Parameters
    ----------
    path : a file, or an open one of text
    framework : "megatron", "nemo" or "torchtitan"; None: as the file looks
    gpus : of the job, where the file does not say
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
    source, notes = source_of(path), Notes()
    if form_of(source) == "shell":
        if framework == "torchtitan":
            raise source.error("", "is a shell script", "a TOML configuration of torchtitan")
        look, framework = arguments(source), framework or "megatron"
    else:
        tree = tree_of(source)
        if framework == "torchtitan" or (framework is None and _torchtitan.is_torchtitan(tree)):
            look = Look(source, tree)
            return _launch_torchtitan.launch_of(look, _maybe(_torchtitan.shape_of, look, known, notes), gpus, notes)
        look, framework = namespace(source, tree), framework or _megatron.framework_of(tree)
    if not look.has(*OF_A_LAUNCH):
        raise source.error("", "has no parallelism and no batch", "tensor_model_parallel_size, ... or [parallelism]")
    kind = framework
    shape = _maybe(lambda look, known: _megatron.shape_of(look, kind, known), look, known, notes)
    return _launch_megatron.launch_of(look, framework, shape, gpus, notes)


def read(source: Source, framework: str | None, gpus: int | None, known: Mapping[str, Any]) -> Launch | ReadShape:
    """What a file says, whichever it is: a launch, or a model alone."""
    if framework is not None or gpus is not None or form_of(source) == "shell":
        return layout_from(source, framework, gpus=gpus, **known)
    tree = tree_of(source)
    launched = _torchtitan.is_torchtitan(tree) or Look(source, _megatron.names_of(tree)).has(*OF_A_LAUNCH)
    if launched and not _hugging_face.is_config(tree):
        return layout_from(source, **known)
    return shape_from_config(source, **known)


def arguments(source: Source) -> Look:
    """The arguments of a script or a list: true for flags, else the first word."""
    words = _shell.words_of(source)
    values = {name: given[0] if given else True for name, given in words.arguments.items()}
    look = Look(source, values, "--", text=True)
    look.twice = tuple(words.twice)
    return look


def namespace(source: Source, tree: Mapping[str, Any]) -> Look:
    """All names of a tree of Megatron's, as if they stood alone."""
    return Look(source, _megatron.names_of(tree), text="MODEL_ARGS" in tree)


def _maybe(read: Any, look: Look, known: Mapping[str, Any], notes: Notes) -> ReadShape | None:
    """The model, where a launch file says all of it and a shape can stand for it."""
    try:
        found: ReadShape = read(look, known)
    except Unread as error:
        notes.unknown(f"the model: {error.place} {error.problem}")
        return None
    return found


complete(["shape_from_config", "layout_from"], globals())
