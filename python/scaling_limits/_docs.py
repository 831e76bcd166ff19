# SPDX-License-Identifier: Apache-2.0
"""Docstrings in full: what is written stays, what tables and signatures know is added in the sections of NumPy's style."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any

from . import _evaluate, _kernel
from ._kernel_text import assembled, sections, sentence, wrapped
from .catalog import standard

#: What parts of a case are, wherever a function takes one.
_parts = {
    "run": "The run at its own size.",
    "strategy": "How the run is protected; default blocking().",
    "growth": "How fields change with size; default growth.fixed.",
    "price": "What things cost.",
    "factors": "Other efficiencies that depend on the size: one, or several.",
    "criterion": f"What must hold; default {standard('criterion')}().",
    "causes": "What stops the run, in place of its gpu_mttf or as shares of it; a text: one of published.causes by its name.",
    "restart": "Its restart by parts that may grow; default: as the run says.",
    "operation": "Who brings it back; default: nobody has to.",
    "law": "The failure law.",
    "tier": "The storage tier.",
    "levels": "From the mildest severity up.",
    "shape": "What is trained.",
    "layout": "How it is spread over GPUs.",
    "chip": "On what.",
    "fabric": "Over what.",
    "wall": "Layers, batch and latency per layer of the model.",
    "gpus": "Sizes; default: around the run's own.",
    "write_bandwidth": "Bandwidths [B/s]; default: around the run's own.",
    "growths": "Growth laws by name.",
    "criteria": "Criteria by name.",
    "tiers": "Storage tiers by name; default: the published ones.",
    "ax": "Where to draw; default: a new figure.",
}
_refused = """\
TypeError
    For an argument of another kind; the message names it and says what it must be.
ValueError
    For {value}."""
_loud = "a number out of its range, with value, bounds and unit"
_arrays = "; for single numbers without an answer, where arrays have NaN"
_quiet = "arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN"


def complete(names: Iterable[str], room: Mapping[str, Any]) -> None:
    """Fill in the docstrings of a room's functions and of the methods of its classes."""
    module = str(room["__name__"])
    for name in names:
        thing = room[name]
        if not str(getattr(thing, "__module__", "")).startswith(module.partition(".")[0]):
            continue
        if inspect.isfunction(thing):
            _fill(thing, room)
        elif inspect.isclass(thing):
            for method in list(vars(thing).values()):
                function = method.__func__ if isinstance(method, (classmethod, staticmethod)) else method
                if inspect.isfunction(function) and not function.__name__.startswith("_"):
                    _fill(function, room, getattr(thing, "_asks", {}).get(function.__name__, ""))


def _fill(function: Any, room: Mapping[str, Any], question: str = "") -> None:
    """`question`: the one that a method asks, where it has another name."""
    head, written = sections(function.__doc__ or "")
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]
    if "Returns" in written or function.__doc__ is None:
        return
    behind = _kernel_behind(function.__name__, str(room["__name__"]).rpartition(".")[2])
    known = _known(question or function.__name__, behind)
    said = _described(written.pop("Parameters", ""))
    if parameters:
        written["Parameters"] = "\n".join(_parameter(p, said.get(p.name, ""), known.get(p.name)) for p in parameters)
    result = _answered(function)
    held = getattr(room.get(result), "__annotations__", {})
    arrays = "Number" in result or any("Number" in str(kind) for kind in held.values())
    written["Returns"] = _returns(result, head, room, arrays)
    if parameters:
        quiet = behind or "NaN" in f"{head} {said}" or function.__qualname__.startswith(("Law.", "ScalingLaw."))
        value = _quiet if quiet and arrays else _loud + _arrays * (arrays and "status" not in held)
        written.setdefault("Raises", _refused.format(value=value))
    if result in ("Axes", "Figure"):
        call = f"{str(room['__name__']).rpartition('.')[2]}.{function.__name__}"
        written.setdefault("Examples", f">>> drawn = sl.{call}(sl.published.llama3_405b())")
    order = ("Parameters", "Returns", "Raises", "References", "Examples")
    function.__doc__ = assembled(head, {title: written[title] for title in order if title in written})


def _kernel_behind(name: str, room: str) -> _kernel.Kernel | None:
    """The private kernel that a function calls."""
    found = (_kernel._kernels.get(path) for path in (f"{room}._{name}", f"_factors.{name}"))
    return next((kernel for kernel in found if kernel), None)


def _known(name: str, behind: _kernel.Kernel | None) -> dict[str, tuple[str, str]]:
    """Range with unit and meaning of the numbers of a question, or of the kernel behind a function."""
    if name in _evaluate._rows:
        return {row.name: (row.text(), row.doc) for row in _evaluate.rows_of(name)}
    rows = behind._known if behind else {}
    units = {n: "" if row["unit"] == "1" else f" [{row['unit']}]" for n, row in rows.items()}
    return {n: (f"{row['range']}{units[n]}", row["meaning"]) for n, row in rows.items()}


def _described(section: str) -> dict[str, str]:
    """What is written of each parameter: "name, other : text", with lines that follow indented."""
    found: dict[str, str] = {}
    for names, text in re.findall(r"^(\w[\w, ]*?) : (.*(?:\n    .*)*)", section, re.M):
        found |= dict.fromkeys(re.split(r", ", names), " ".join(text.split()))
    return found


def _parameter(parameter: inspect.Parameter, said: str, known: tuple[str, str] | None) -> str:
    default = parameter.default
    kind = str(parameter.annotation).replace(" | None", "").replace("Quantity", "array_like")
    kind = re.sub(r"\b_?\w+\.(?=[A-Z])", "", kind)
    if known and known[0]:
        kind += f", {known[0]}"
    if default is not parameter.empty:
        kind += ", optional" if default is None or default == () or default != default else f", default {default!r}"
    meaning = said or (known[1] if known else "") or _parts.get(parameter.name, "")
    mark = "**" if parameter.kind is parameter.VAR_KEYWORD else "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    return f"{mark}{parameter.name} : {kind}\n{wrapped(sentence(meaning))}"


def _answered(function: Any) -> str:
    return str(inspect.signature(function).return_annotation)


def _returns(result: str, head: str, room: Mapping[str, Any], arrays: bool) -> str:
    form = "A number for numbers; else an array of the arguments' type." if arrays else ""
    if result in ("Number", "SomeNumber"):
        unit = re.search(r"\[([^\]\s]+)\]", head.partition("\n")[0])
        return f"float or array{f' [{unit[1]}]' if unit else ''}\n    {form}"
    own = sections(room[result].__doc__ or "")[0].partition("\n\n")[0] if inspect.isclass(room.get(result)) else ""
    kind = result.replace("dict[str, Number]", "dict of float or array by name")
    return f"{kind}\n{wrapped(' '.join(own.split()) or form or sentence(head))}"
