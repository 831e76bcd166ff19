# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of requests: another reader of it agrees with what the catalogue answers and refuses."""

from __future__ import annotations

import copy
import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
import sensible
from counts import thinned
from drawn import KINDS, QUESTIONS, TABLES, requests
from test_fuzz import FOUND, fuzz, refused

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.cli import main

jsonschema = pytest.importorskip("jsonschema")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
VALIDATOR = jsonschema.Draft202012Validator(sl.catalog.schema())
RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
LIMIT = {"question": "limit", "run": RUN, "criterion": {"goodput_at_least": 0.9}}


def as_json(value: Any) -> Any:
    """A request as JSON has it: no NaN, and infinity in words."""
    if isinstance(value, dict):
        return {str(key): as_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "unlimited" if value > 0 else "-unlimited"
    return value


def faults(request: Any) -> list[str]:
    """What the schema has against a request."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(request)]


def check(request: dict[str, Any]) -> str:
    request = as_json(request)
    try:
        sl.ask(request)
    except sl.catalog.RequestError as error:
        return ("refused, invalid" if faults(request) else "refused, valid") if refused(str(error)) else ""
    assert faults(request) == []
    return "answered"


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(VALIDATOR.schema)
    for question in thinned(QUESTIONS):
        one = sl.catalog.schema(question)
        jsonschema.Draft202012Validator.check_schema(one)
        assert one["$defs"].keys() <= VALIDATOR.schema["$defs"].keys() | {"run", "strategy", "criterion"}


def test_what_is_answered_is_valid() -> None:
    fuzz("drawn schemas", requests(), check)


@pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")
def test_the_examples_are_valid() -> None:
    from scaling_limits import _core

    assert faults(json.loads((EXAMPLES / "ask.json").read_text())) == []
    assert faults(_core.from_toml((EXAMPLES / "ask.toml").read_text())) == []
    for path in FOUND.glob("*.json"):
        check(json.loads(path.read_text()))


@pytest.mark.parametrize(
    "change",
    [
        {"strategy": "asynchronous"},  # which needs copy_bandwidth
        {"strategy": "Blocking"},
        {"strategy": {"kind": "asynchronous", "copy_bandwidth": "1 TB/s"}},
        {"strategy": {"Asynchronous": {"copy_bandwidth": "1 TB/s"}}},
        {"strategy": {"preset": "asynchronous", "copy_bandwidth": 1e12}},
        {"strategy": {"interval": "1 h"}},
        {"criterion": {"name": "goodput_at_least", "goodput": "90 %"}},
        {"criterion": "peak_throughput"},
        {"criterion": None, "growth": {"checkpoint_bytes": 0.5}},
        {"growth": {"power_law": {"checkpoint_bytes": 0.5, "write_bandwidth": 1}}},
        {"factor": {"strong_scaling": {"half_size": 1e5, "name": "network"}}},
        {"factor": [{"kind": "hard_cap", "gpus": 1e6, "name": "site"}, {"name": "strong_scaling", "half_size": 1e5}]},
        {"factor": [{"tabulated": {"points": [[1024, 0.98], [8192, 0.9]]}}]},
        {"run": {"gpus": 16384, "mtbf": "3 h", "checkpoint_bytes": 5e12, "write_bandwidth": "unlimited"}},
        {"run": {**RUN, "read_bandwidth": "Infinity", "downtime": None}},
        {"run": {**RUN, "gpu_mttf": None}},
        {"run": {"gpus": 4, "interruptions": 3, "days": 1, "checkpoint_bytes": 5e12, "write_bandwidth": 2e12}},
        {"over": {"run.gpus": [1024, "2048"], "run.mtbf": ["1 h", "2 h"]}, "run": {k: RUN[k] for k in list(RUN)[2:]}},
        {"over": {"criterion.goodput_at_least": [0.5, 0.9]}, "criterion": {"goodput_at_least": 0.1}},
        {"over": {"factor.0.half_size": [1e5, 1e6]}, "factor": [{"strong_scaling": {}}]},
        {"over": None, "with": None, "tier": None},
    ],
)
def test_forms_that_people_write(change: dict[str, Any]) -> None:
    request = {**LIMIT, **change}
    try:
        sl.ask(request)
        answered = True
    except sl.catalog.RequestError:
        answered = False
    assert (faults(request) == []) == answered


def test_a_list_of_strategies_is_of_questions_that_take_several() -> None:
    several = {"question": "compare", "run": RUN, "strategy": ["blocking", {"asynchronous": {"copy_bandwidth": 1e12}}]}
    assert sl.ask(several) and faults(several) == []
    assert faults({**LIMIT, "strategy": ["blocking"]})


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_what_is_unknown_is_invalid(question: str) -> None:
    request = {"question": question}
    for bad in ({"question": question + "_"}, {**request, "runs": 1}, {**request, "with": {"no such": 1}}):
        assert faults(bad), bad
        with pytest.raises(sl.catalog.RequestError):
            sl.ask(bad)


def test_unknown_kinds_and_fields_are_invalid() -> None:
    for group, kinds in KINDS.items():
        for kind, table in kinds.items():
            for field in table["fields"]:
                part: Any = {field["name"] + "_": 1}
                for form in [part] if len(kinds) == 1 else [{"kind": kind, **part}, {kind: part}, {kind + "_": {}}, kind + "_"]:
                    assert faults({"question": "goodput", "run": RUN, group: form}), (group, form)


def bounds() -> list[Any]:
    return [
        pytest.param(group, kind, field, id=f"{group}.{kind}.{field['name']}")
        for group, kinds in KINDS.items()
        for kind, table in kinds.items()
        for field in table["fields"]
        if isinstance(field["low"], float | int)
    ]


@pytest.mark.parametrize(("group", "kind", "field"), bounds())
def test_bounds_are_those_of_the_tables(group: str, kind: str, field: dict[str, Any]) -> None:
    rules = VALIDATOR.schema["$defs"][f"{group}.{kind}"]["properties"][field["name"]]
    number = VALIDATOR.evolve(schema=rules)
    below = field["low"] - 1
    assert not number.is_valid(below)
    high = field["high"] if isinstance(field["high"], int | float) else field["low"] + 2
    inside = (field["low"] + high) / 2 if "whole" not in field["range"] else high
    assert number.is_valid(inside)
    assert rules.get("unit", "1") == field["unit"]
    assert number.is_valid("unlimited") == ("finite" not in field["range"] and field["high"] == "unlimited")
    if isinstance(field["high"], float | int):
        assert not number.is_valid(field["high"] + 1)
    assert number.is_valid("5 h") and not number.is_valid("five hours") and not number.is_valid(True)


def test_every_free_form_says_what_it_looks_like() -> None:
    """A new argument that is no word has its `looks`: else anything would be valid."""
    schema = VALIDATOR.schema["$defs"]
    for question, of in TABLES["questions"].items():
        rules = schema[f"question.{question}"]["properties"]["with"].get("else", {})
        for field in of["fields"]:
            if field.get("words") == []:
                assert set(rules["properties"][field["name"]]) - {"description", "default"}, (question, field["name"])
    for group, kinds in TABLES["kinds"].items():
        for kind, of in kinds.items():
            for field in of["fields"]:
                if field.get("words") == []:
                    rules = schema[f"{group}.{kind}"]["properties"][field["name"]]
                    assert set(rules) - {"description", "default"}, (group, kind, field["name"])


def test_one_question_has_the_parts_that_it_looks_at() -> None:
    one = sl.catalog.schema("goodput")
    assert set(one["properties"]) == {"question", "run", "strategy", "cause", "restart", "operation", "columns"}
    validator = jsonschema.Draft202012Validator(one)
    good = {"question": "goodput", "run": RUN, "strategy": {"asynchronous": {"copy_bandwidth": "1 TB/s"}}}
    assert validator.is_valid(good) and faults(good) == []
    for change in ({"question": "limit"}, {"tier": "host_memory"}, {"strategy": {"asynchronous": {}}}, {"run": {}}):
        assert not validator.is_valid({**good, **change})
    with pytest.raises(ValueError, match="no question named 'goodputs'; did you mean 'goodput'"):
        sl.catalog.schema("goodputs")


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words, question in ((["schema"], None), (["schema", "limit"], "limit")):
        with pytest.raises(SystemExit) as end:
            main(words)
        assert not end.value.code
        assert json.loads(capsys.readouterr().out) == sl.catalog.schema(question)
    with pytest.raises(SystemExit) as end:
        main(["schema", "limmit"])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert "did you mean 'limit'" in err


def test_answers_of_one_question_are_valid_in_the_schema_of_all() -> None:
    request = copy.deepcopy(LIMIT)
    assert jsonschema.Draft202012Validator(sl.catalog.schema("limit")).is_valid(request)
    assert faults(request) == []
    assert sl.ask(request)["columns"]["status"] == "ok"


ODD: list[Any] = [False, True, 7, -3.5, "", "odd", [], {}, [[]], [None], ["odd"], [False], {"odd": 1}, [7]]


@pytest.mark.parametrize("question", sorted(set(sl.catalog.describe()["questions"]) - {"calibrate"}))  # it needs measured rows
def test_what_is_taken_in_place_of_an_argument_is_valid(question: str) -> None:
    """By the schema, and the request that it is put into too: what is answered looks as the schema says."""
    request = sensible.request(random.Random(question), question)
    assert faults(as_json(request)) == []
    for field in sl.catalog.describe()["questions"][question]["fields"]:
        for odd in ODD:
            asked = request | {"with": request.get("with", {}) | {field["name"]: odd}}
            if "error" not in _core.ask(asked):
                assert faults(as_json(asked)) == [], (field["name"], odd)
