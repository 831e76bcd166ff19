# SPDX-License-Identifier: Apache-2.0
"""Every public object says what it takes, answers and refuses, with an example that runs."""

from __future__ import annotations

import doctest
import inspect
import re

import numpy as np
import pytest
from test_kernel_texts import Close

import scaling_limits as sl
from scaling_limits import _kernel
from scaling_limits._kernel_text import sections

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

NOT_ROOMS = {"cli", "typing", "units"}
ROOMS = {name: getattr(sl, name) for name in dir(sl) if inspect.ismodule(getattr(sl, name)) and name not in NOT_ROOMS}


def public() -> dict[str, object]:
    """Everything that a room names, but kernels, which have tests of their own, and values."""
    found = {}
    for name, room in ROOMS.items():
        for thing in room.__all__:
            value = getattr(room, thing)
            if (inspect.isfunction(value) or inspect.isclass(value)) and not isinstance(value, _kernel.Kernel):
                found[f"{name}.{thing}"] = value
    return found


PUBLIC = public()
FUNCTIONS = {name: thing for name, thing in PUBLIC.items() if inspect.isfunction(thing)}
METHODS = {
    f"{name}.{method}": function
    for name, cls in PUBLIC.items()
    if inspect.isclass(cls)
    for method, value in vars(cls).items()
    if inspect.isfunction(function := getattr(value, "__func__", value)) and not method.startswith("_")
}
CLASSES = {name: thing for name, thing in PUBLIC.items() if inspect.isclass(thing)}


def arguments(function) -> list[str]:
    return [n for n in inspect.signature(function).parameters if n not in ("self", "cls")]


@pytest.mark.parametrize("name", {**FUNCTIONS, **METHODS})
def test_a_function_says_what_it_takes_answers_and_refuses(name) -> None:
    function = {**FUNCTIONS, **METHODS}[name]
    head, written = sections(function.__doc__)
    assert head and written["Returns"]
    if arguments(function):
        assert re.search(r"^\w*(Error|ion)\n    \S", written["Raises"], re.M)
    for argument in arguments(function):
        kind, meaning = re.search(rf"^\*{{0,2}}{argument} : (.+)\n    (.+)$", written["Parameters"], re.M).groups()
        assert kind and len(meaning) > 3


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_says_what_it_holds(name) -> None:
    cls = CLASSES[name]
    head, written = sections(cls.__doc__)
    assert head and written["Examples"]
    fields = cls.fields() if callable(getattr(cls, "fields", None)) else ()
    for field in fields:
        kind, meaning = re.search(rf"^{field.name} : (.+)\n    (.+)", written["Parameters"], re.M).groups()
        assert field.text() in kind or field.boolean
        assert meaning.rstrip(".")[1:10] in field.doc
    if fields:
        assert {"TypeError", "ValueError"} <= set(written["Raises"].split())
    if issubclass(cls, sl.results.Result):
        listed = re.findall(r"^(\w[\w, ]*) : \S", written.get("Attributes", ""), re.M)
        own = [n for n in cls.__annotations__ if not n.startswith("_")] if "__annotations__" in vars(cls) else []
        assert set(own) <= {n for names in listed for n in names.split(", ")}


@pytest.mark.parametrize("name", {**FUNCTIONS, **CLASSES})
def test_the_example_runs(name) -> None:
    text = inspect.getdoc(PUBLIC[name])
    tests = doctest.DocTestParser().get_doctest(
        text, {"sl": sl, "np": np, name.rpartition(".")[2]: PUBLIC[name]}, name, None, 0
    )
    assert tests.examples
    assert doctest.DocTestRunner(Close(), verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(tests).failed == 0
    assert max(map(len, text.splitlines())) <= 130
    if name.startswith("plot."):
        matplotlib.pyplot.close("all")


@pytest.mark.parametrize("name", CLASSES)
def test_properties_have_a_text(name) -> None:
    for member, value in inspect.getmembers(CLASSES[name], lambda v: isinstance(v, property)):
        if not member.startswith("_") and member not in getattr(CLASSES[name], "_structural", ()):
            assert value.__doc__ and len(value.__doc__) > 3, member
