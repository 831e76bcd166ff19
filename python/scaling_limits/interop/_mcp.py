# SPDX-License-Identifier: Apache-2.0
"""Tools for assistants: questions of the catalogue, with schemas made from its tables, and a bound of what a call may ask."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from reprlib import repr  # cut where it is long
from typing import Any, NamedTuple

from .. import _core, catalog
from ..catalog import RequestError
from ..results import plain

#: the tools, and where their name is no question's the questions that each asks
ASKED: dict[str, tuple[str, ...]] = {
    "plan": ("assess", "limits"),
    "limits": ("limits",),
    "compare": ("compare",),
    "levers": ("levers",),
    "explain": ("explain",),
    "layouts": ("best_layout",),
}
PUBLISHED = "published"
ESTIMATES = "estimates"
INSTRUCTIONS = (
    "How large a training run gets before failures, checkpoints and communication eat what more GPUs bring. Numbers are in SI, "
    'or texts with their unit ("2 TB/s", "50000 h"). An answer has columns, their units, a status, and notes where there is no '
    "number; say the notes and remarks along with the numbers. What is published, with sources, is in the tool published: its "
    "names are presets that the other tools take in place of fields."
)


class Bounds(NamedTuple):
    """What a call may take."""

    points: int = 10_000
    seconds: float = 60.0
    bytes: int = 8_000_000  # of the answer's cells, before it is text

    def __str__(self) -> str:
        return (
            f"A call may ask for {self.points} points (elements of over times entries of each list it goes through), take "
            f"{self.seconds:g} s, and be answered {self.bytes / 1e6:g} MB; more is refused."
        )


class Tool(NamedTuple):
    """A tool as a client sees it."""

    name: str
    text: str
    schema: dict[str, Any]


class Refusal(ValueError):
    """What a tool does not answer, in the library's own words, with the path of the field."""

    def __init__(self, message: str, field: str = "", value: Any = None) -> None:
        super().__init__(message)
        self.field, self.value = field, value


def tools(bounds: Bounds) -> list[Tool]:
    """All of them."""
    return [*(_tool(name, questions, bounds) for name, questions in ASKED.items()), _published()]


def _tool(name: str, questions: Sequence[str], bounds: Bounds) -> Tool:
    """The tool of one question or of several, which share their parts and each take their own arguments."""
    known = catalog.describe()["questions"]
    schema: dict[str, Any] = {}
    for question in questions:
        one = catalog.schema(question)
        if not schema:
            schema = one
            continue
        with_, of = schema["properties"].get("with", {}), one["properties"].get("with", {})
        schema["properties"] = {**one["properties"], **schema["properties"]}
        if with_ and of:
            needed = [*with_.get("required", []), *of.get("required", [])]
            schema["properties"]["with"] = {**with_, "properties": {**with_["properties"], **of["properties"]}}
            if needed:
                schema["properties"]["with"]["required"] = needed
        schema["required"] = list(dict.fromkeys([*schema["required"], *one["required"]]))
        schema["$defs"] = {**one["$defs"], **schema["$defs"]}
    for key in ("question", "columns"):  # a tool asks several questions, and answers all that they say
        del schema["properties"][key]
    schema["required"].remove("question")
    schema["title"] = name
    for own in (*schema["properties"].get("with", {}).get("properties", {}).values(), schema["properties"].get("strategy", {})):
        rule = own.get("then", own.get("else", {}).get("then", own))  # but where it is null, or one
        if rule.get("type") == "array":
            rule["maxItems"] = bounds.points
    schema["properties"]["over"] = {
        "type": ["object", "null"],
        "description": "what is swept: lists of one length by path, such as run.gpus; each column is then a list",
        "additionalProperties": {"type": "array", "minItems": 1, "maxItems": bounds.points},
    }
    text = "; ".join(f"{known[question]['text']}" for question in questions)
    columns = ", ".join(dict.fromkeys(column["name"] for question in questions for column in known[question]["columns"]))
    return Tool(name, f"{text[:1].upper()}{text[1:]}. Answers: {columns}. {bounds}", schema)


def _published() -> Tool:
    groups = [*catalog.describe()["presets"], ESTIMATES]
    properties = {
        "group": {
            "enum": groups,
            "description": f"of presets, or {ESTIMATES}: what others published, beside what is computed. Default: names of all",
        },
        "name": {"type": "string", "description": "of one of them; needs a group"},
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    text = (
        "Presets of runs, chips, models, storage, fabrics and the like with their sources, and published estimates with ours."
    )
    return Tool(PUBLISHED, text, schema)


def answer(name: str, arguments: Mapping[str, Any], bounds: Bounds, stop: _core.Stop) -> dict[str, Any]:
    """What a tool answers; Refusal for what cannot be asked, or not within the bounds. Ends where `stop` is set."""
    if name == PUBLISHED:
        return _of_published(arguments)
    if name not in ASKED:
        raise Refusal(f"no tool named {repr(name)}{_core.suggestion(name, [*ASKED, PUBLISHED])}", "name", name)
    if "question" in arguments:
        raise Refusal(f"{name} asks its own question: it takes no 'question'", "question", arguments["question"])
    found = {}
    for question in ASKED[name]:
        request = {"question": question, **arguments}
        with_ = arguments.get("with")
        if len(ASKED[name]) > 1 and isinstance(with_, dict):
            others = {n for other in ASKED[name] for n in _own(other)} - set(_own(question))
            request["with"] = {key: value for key, value in with_.items() if key not in others}
        try:
            asked = catalog.data_of(request)
            found[question] = catalog.checked(_core.ask(asked, stop=stop, most_points=bounds.points, most_bytes=bounds.bytes))
        except RequestError as error:
            raise Refusal(str(error), error.field, error.value) from None
        except _core.Stopped:
            why = f"no answer within {bounds.seconds:g} s, which is what a call may take here: ask for less at once"
            raise Refusal(why if stop.is_late else "cancelled") from None
        except (TypeError, ValueError) as error:
            raise Refusal(str(error)) from None
    return found if len(found) > 1 else next(iter(found.values()))


def _own(question: str) -> list[str]:
    return [field["name"] for field in catalog.describe()["questions"][question]["fields"]]


def _of_published(arguments: Mapping[str, Any]) -> dict[str, Any]:
    presets = catalog.describe()["presets"]
    for key, value in arguments.items():
        if key not in ("group", "name"):
            raise Refusal(f"{PUBLISHED} has no {repr(key)}{_core.suggestion(key, ['group', 'name'])}", key, value)
    group, name = arguments.get("group"), arguments.get("name")
    if group is None:
        if name is not None:
            raise Refusal(f"{PUBLISHED}: name = {repr(name)} needs a group beside it", "name", name)
        listed: dict[str, Any] = {one: list(of) for one, of in presets.items()}
        return {**listed, ESTIMATES: list(_estimates())}
    known = {**presets, ESTIMATES: None}
    if not isinstance(group, str) or group not in known:
        raise Refusal(f"{PUBLISHED}: no group named {repr(group)}{_core.suggestion(str(group), list(known))}", "group", group)
    of = _estimates() if group == ESTIMATES else presets[group]
    if name is None:
        return dict(of)
    if not isinstance(name, str) or name not in of:
        raise Refusal(f"no {group} named {repr(name)}{_core.suggestion(str(name), list(of))}", "name", name)
    return {name: of[name]}


@functools.cache
def _estimates() -> dict[str, Any]:
    """What others published, beside what is computed, by id."""
    from .. import published

    return {row.id: plain(dict(row)) for row in published.reproduce()}
