# SPDX-License-Identifier: Apache-2.0
"""The text of a kernel: what its header says, unit, range and meaning of every argument, and an example that was run.

And how a docstring is taken apart and put together.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping
from typing import Any, Protocol

#: What is known of one argument: unit, range, meaning, example and the bounds of the range.
Known = Mapping[str, Any]


class Kernel(Protocol):
    """What a kernel is told of."""

    path: str
    _names: tuple[Any, ...]
    _defaults: dict[Any, Any]
    _choices: dict[Any, Any]
    _known: dict[Any, Any]
    _result: type | None

    def __call__(self, *values: Any, **named: Any) -> Any: ...


_raises = """\
TypeError
    For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
    names it.
ValueError
    For arrays whose shapes do not broadcast{words}.
    A number out of its range is no error: the answer is NaN.
"""


def text(kernel: Kernel, doc: str, known: Mapping[str, Known]) -> str:
    """The whole text; that of the header alone where arguments lack their rows."""
    if kernel._names and not all(name in known for name in kernel._names):
        return doc
    paragraphs = doc.strip().split("\n\n")
    sources = [p.removeprefix("Source: ") for p in paragraphs if p.startswith("Source: ")]
    prose = [p for p in paragraphs if not p.startswith("Source: ")]
    arguments = "\n".join(_argument(kernel, name, known[name]) for name in kernel._names)
    options = "out, where, dtype\n    As of every NumPy ufunc."
    words = ", for a word that is none of those listed" if kernel._choices else ""
    sections = [
        ("Parameters", f"{arguments}\n{options}"),
        ("Returns", _returns(kernel, prose[0])),
        ("Raises", _raises.format(words=words).strip()),
        *(("References", source) for source in sources),
        ("Examples", example(kernel)),
    ]
    return "\n\n".join([*prose, *(f"{title}\n{'-' * len(title)}\n{content}" for title, content in sections)]) + "\n"


def unit_of(summary: str) -> str:
    """The unit that the first sentence of a text gives for what is answered; "1" without one."""
    found = re.search(r"\[(s|B|B/s|1/s|FLOP|GPUs|tokens)\]", summary)
    return found[1] if found else "1"


def meaning(doc: str) -> tuple[str, str]:
    """Unit and meaning of what is answered: the first sentence of a text."""
    summary = " ".join(doc.strip().split("\n\n")[0].split())
    sentence = re.split(r"\.(?: |$)", summary)[0]
    return unit_of(summary), re.sub(r" \[[^\]]*\]", "", sentence)


def example_arguments(kernel: Kernel) -> dict[str, Any]:
    """Ordinary values of the arguments that must be given."""
    values: dict[str, Any] = {}
    for place, name in enumerate(kernel._names):
        if name in kernel._defaults:
            continue
        words = kernel._choices.get(name)
        values[name] = words[place % len(words)] if words else kernel._known[name]["example"]
    return values


def example(kernel: Kernel) -> str:
    """A call of the kernel with ordinary values, and what it answers."""
    values = example_arguments(kernel)
    shown = ", ".join(f"{name}={_number(value)}" for name, value in values.items())
    call = f"sl.{kernel.path}({shown})"
    if len(call) > 110:  # one argument a line is easier to read than a line that is broken
        call = f"sl.{kernel.path}(\n" + "".join(f"    {n}={_number(v)},\n" for n, v in values.items()) + ")"
    lines = call.splitlines()
    return "\n".join([f">>> {lines[0]}", *(f"... {line}" for line in lines[1:]), repr(kernel(**values))])


def _number(value: Any) -> str:
    if isinstance(value, str):
        return repr(value).replace("'", '"')
    text = f"{value:.0f}" if float(value).is_integer() and abs(value) < 1e6 else f"{value:g}"
    return text if float(text) == value or value != value else repr(float(value))


def _argument(kernel: Kernel, name: str, known: Known) -> str:
    head = [f"{name} : {kind(kernel, name, known)}"]
    if name in kernel._defaults:
        default = kernel._defaults[name]
        head.append("optional" if default != default else f"default {_number(default)}")
    meaning = str(known["meaning"]) or "one of these words"
    return ", ".join(head) + "\n" + wrapped(f"{meaning[:1].upper()}{meaning[1:]}.")


def kind(kernel: Kernel, name: str, known: Known) -> str:
    """Unit and range of a number, or the words."""
    if name in kernel._choices:
        return "{" + ", ".join(f'"{word}"' for word in kernel._choices[name]) + "}"
    unit = "" if known["unit"] == "1" else f" [{known['unit']}]"
    return f"array_like{unit}, {known['range']}"


def _returns(kernel: Kernel, summary: str) -> str:
    nan = "NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type."
    if kernel._result is not None:
        fields = ", ".join(kernel._result._fields)  # type: ignore[attr-defined]
        return f"{kernel._result.__name__}\n    {fields}.\n    {nan}"
    unit = unit_of(summary)
    return f"scalar or array{'' if unit == '1' else f' [{unit}]'}\n    {nan}"


def sections(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first section, and the sections by title."""
    head, *rest = re.split(r"^(\w+)\n-{3,}\n", inspect.cleandoc(text), flags=re.M)
    return head.strip(), {title: body.strip("\n") for title, body in zip(rest[::2], rest[1::2], strict=True)}


def assembled(head: str, found: Mapping[str, str]) -> str:
    """A docstring from its parts."""
    return "\n\n".join([head, *(f"{title}\n{'-' * len(title)}\n{body.strip()}" for title, body in found.items())]) + "\n"


def sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""


def wrapped(text: str) -> str:
    """A paragraph inside a section."""
    return textwrap.indent(text if len(text) <= 120 else textwrap.fill(text, 120), "    ")
