# SPDX-License-Identifier: Apache-2.0
"""scaling-limits serve --mcp, asked by the official client over standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.interop import _mcp

pytest.importorskip("mcp")
jsonschema = pytest.importorskip("jsonschema")
import anyio  # noqa: E402
from mcp import ClientSession, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
FABRIC = {"gpus_per_node": 8, "inner_bandwidth": "450 GB/s", "outer_bandwidth": "50 GB/s"}
ASKED: dict[str, dict[str, Any]] = {
    "plan": {"run": RUN, "strategy": {"asynchronous": {"copy_bandwidth": "10 TB/s"}}},
    "limits": {"run": RUN, "growth": "chinchilla", "with": {"criteria": [{"goodput_at_least": 0.9}]}},
    "compare": {"run": RUN},
    "levers": {"run": RUN, "criterion": {"goodput_at_least": 0.9}},
    "explain": {"run": RUN, "criterion": {"goodput_at_least": 0.9}},
    "layouts": {"shape": "llama3_8b", "chip": "h100", "fabric": FABRIC, "with": {"gpus": 64, "batch_tokens": 4194304}},
    "published": {"group": "run", "name": "llama3_405b"},
}


def with_client(ask: Callable[[Any], Awaitable[Any]]) -> Any:
    """What a client finds out that starts the command."""
    environment = {key: value for key, value in os.environ.items() if key.startswith("PYTHON") or key in ("PATH", "HOME")}
    server = StdioServerParameters(command=sys.executable, args=["-m", "scaling_limits", "serve", "--mcp"], env=environment)

    async def run() -> Any:
        with anyio.fail_after(60):
            async with stdio_client(server) as (incoming, outgoing), ClientSession(incoming, outgoing) as client:
                await client.initialize()
                return await ask(client)

    return anyio.run(run)


def test_a_client_lists_the_tools_asks_each_and_reads_a_refusal() -> None:
    async def ask(client: Any) -> Any:
        tools = (await client.list_tools()).tools
        answers = {name: await client.call_tool(name, given) for name, given in ASKED.items()}
        refused = await client.call_tool("limits", {"run": {**RUN, "gpus": -5}})
        unknown = await client.call_tool("plan", {"run": RUN, "strategy": "asynchronos"})
        unit = await client.call_tool("plan", {"run": {**RUN, "write_bandwidth": "2 TB"}})
        return tools, answers, refused, unknown, unit

    tools, answers, refused, unknown, unit = with_client(ask)
    assert [tool.name for tool in tools] == list(ASKED)
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator(tool.input_schema).validate(ASKED[tool.name])
        assert tool.description and tool.annotations.read_only_hint
    for name, found in answers.items():
        assert not found.is_error, (name, found.content[0].text)
        assert json.loads(found.content[0].text) == found.structured_content
    # the same as the library
    limits = answers["limits"].structured_content
    assert limits == sl.ask({"question": "limits", **ASKED["limits"]})
    assert set(answers["plan"].structured_content) == {"assess", "limits"}
    assert answers["published"].structured_content["llama3_405b"]["source"]
    for found, field, words in (
        (refused, "run.gpus", "run.gpus: TrainingRun: gpus = -5 must be > 0 and finite"),
        (unknown, "strategy", "did you mean 'asynchronous'?"),
        (unit, "run.write_bandwidth", "'2 TB'"),
    ):
        assert found.is_error and words in found.content[0].text
        error = found.structured_content["error"]
        assert error["field"] == field
    with pytest.raises(sl.catalog.RequestError) as told:
        sl.ask({"question": "limits", "run": {**RUN, "gpus": -5}})
    assert refused.structured_content["error"]["message"] == str(told.value)


def test_schemas_refuse_what_the_tools_refuse() -> None:
    for tool in _mcp.tools():
        validator = jsonschema.Draft202012Validator(tool.schema)
        for bad in (
            {"no_such_part": 1},
            {**ASKED[tool.name], "question": "limit"},
            {**ASKED[tool.name], "with": {"no such": 1}},
        ):
            assert not validator.is_valid(bad), (tool.name, bad)
            with pytest.raises(_mcp.Refusal):
                _mcp.answer(tool.name, bad)


def test_arguments_of_both_questions_of_a_plan() -> None:
    found = _mcp.answer("plan", {"run": RUN, "with": {"tolerance": 0.05, "criteria": ["peak_throughput"]}})
    alone = sl.ask({"question": "assess", "run": RUN, "with": {"tolerance": 0.05}})
    assert found["assess"] == alone
    assert found["limits"]["columns"]["criterion"] == ["peak_throughput"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"group": "runs"}, "no group named 'runs'; did you mean 'run'?"),
        ({"group": "run", "name": "llama"}, "no run named 'llama'"),
        ({"name": "x"}, "needs a group"),
        ({"grup": "run"}, "did you mean 'group'?"),
        ({"group": 5}, "no group named 5"),
    ],
)
def test_published_says_what_there_is(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(_mcp.Refusal, match="(?s).*" + words.replace("?", r"\?")):
        _mcp.answer("published", arguments)


def test_published_names_all() -> None:
    found = _mcp.answer("published", {})
    assert found["run"] and set(found) == {*sl.catalog.describe()["presets"], "estimates"}
    one = found["estimates"][0]
    assert _mcp.answer("published", {"group": "estimates", "name": one})[one]["id"] == one
    with pytest.raises(_mcp.Refusal, match="no tool named 'plans'; did you mean 'plan'"):
        _mcp.answer("plans", {})


def test_without_the_package_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['mcp'] = None; from scaling_limits.cli import main; main(['serve', '--mcp'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and 'pip install "scaling-limits[mcp]"' in done.stderr and "Traceback" not in done.stderr
    done = subprocess.run([sys.executable, "-m", "scaling_limits", "serve"], capture_output=True, text=True)
    assert done.returncode == 2 and "say how: --mcp" in done.stderr


def test_it_ends_with_its_input_and_says_nothing_of_its_own() -> None:
    words = [sys.executable, "-m", "scaling_limits", "serve", "--mcp"]
    done = subprocess.run(words, input="not json\n", capture_output=True, text=True)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    for line in done.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
