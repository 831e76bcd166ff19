# SPDX-License-Identifier: Apache-2.0
"""Tools for assistants over the Model Context Protocol: questions of the catalogue, with schemas made from its tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .. import __version__, _core, _quantity, catalog
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


def tools() -> list[Tool]:
    """All of them."""
    return [*(_tool(name, questions) for name, questions in ASKED.items()), _published()]


def _tool(name: str, questions: Sequence[str]) -> Tool:
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
    text = "; ".join(f"{known[question]['text']}" for question in questions)
    columns = ", ".join(dict.fromkeys(column["name"] for question in questions for column in known[question]["columns"]))
    return Tool(name, f"{text[:1].upper()}{text[1:]}. Answers: {columns}.", schema)


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


def answer(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool answers; Refusal for what cannot be asked."""
    if name == PUBLISHED:
        return _of_published(arguments)
    if name not in ASKED:
        raise Refusal(f"no tool named {name!r}{_core.suggestion(name, [*ASKED, PUBLISHED])}", "name", name)
    if "question" in arguments:
        raise Refusal(f"{name} asks its own question: it takes no 'question'", "question", arguments["question"])
    found = {}
    for question in ASKED[name]:
        own = {field["name"] for field in catalog.describe()["questions"][question]["fields"]}
        request = {"question": question, **arguments}
        with_ = arguments.get("with")
        if len(ASKED[name]) > 1 and isinstance(with_, dict):
            others = {n for other in ASKED[name] for n in _own(other)} - own
            request["with"] = {key: value for key, value in with_.items() if key not in others}
        try:
            found[question] = catalog.checked(_core.ask(_quantity.as_data(request)))
        except RequestError as error:
            raise Refusal(str(error), error.field, error.value) from None
        except (TypeError, ValueError) as error:
            raise Refusal(str(error)) from None
    return found if len(found) > 1 else next(iter(found.values()))


def _own(question: str) -> list[str]:
    return [field["name"] for field in catalog.describe()["questions"][question]["fields"]]


def _of_published(arguments: Mapping[str, Any]) -> dict[str, Any]:
    presets = catalog.describe()["presets"]
    for key, value in arguments.items():
        if key not in ("group", "name"):
            raise Refusal(f"{PUBLISHED} has no {key!r}{_core.suggestion(key, ['group', 'name'])}", key, value)
    group, name = arguments.get("group"), arguments.get("name")
    if group is None:
        if name is not None:
            raise Refusal(f"{PUBLISHED}: name = {name!r} needs a group beside it", "name", name)
        listed: dict[str, Any] = {one: list(of) for one, of in presets.items()}
        return {**listed, ESTIMATES: list(_estimates())}
    known = {**presets, ESTIMATES: None}
    if not isinstance(group, str) or group not in known:
        raise Refusal(f"{PUBLISHED}: no group named {group!r}{_core.suggestion(str(group), list(known))}", "group", group)
    of = _estimates() if group == ESTIMATES else presets[group]
    if name is None:
        return dict(of)
    if not isinstance(name, str) or name not in of:
        raise Refusal(f"no {group} named {name!r}{_core.suggestion(str(name), list(of))}", "name", name)
    return {name: of[name]}


def _estimates() -> dict[str, Any]:
    """What others published, beside what is computed, by id."""
    from .. import published

    return {row.id: plain(dict(row)) for row in published.reproduce()}


def text_of(found: Mapping[str, Any]) -> str:
    """An answer as text."""
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def server() -> Any:
    """The server of the official SDK, with the tools."""
    import anyio
    import mcp_types as types
    from mcp.server.lowlevel import Server

    async def listed(_: Any, __: Any) -> types.ListToolsResult:
        hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        all_of = [types.Tool(name=t.name, description=t.text, input_schema=t.schema, annotations=hints) for t in tools()]
        return types.ListToolsResult(tools=all_of)

    async def called(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            found = await anyio.to_thread.run_sync(answer, params.name, params.arguments or {})
            return types.CallToolResult(content=[types.TextContent(text=text_of(found))], structured_content=found)
        except Refusal as error:
            told = {"error": {"field": error.field, "value": plain(error.value), "message": str(error)}}
            where = f"{error.field}: " if error.field else ""
            text = types.TextContent(text=f"{where}{error}")
            return types.CallToolResult(content=[text], structured_content=told, is_error=True)

    return Server("scaling-limits", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called)


def serve() -> None:
    """Serves standard input and output until they close."""
    import anyio
    from mcp.server.stdio import stdio_server

    made = server()

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            await made.run(incoming, outgoing, made.create_initialization_options())

    anyio.run(run)
