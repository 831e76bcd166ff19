# SPDX-License-Identifier: Apache-2.0
"""scaling-limits serve --mcp, asked by the official client over standard input and output."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from counts import draws

import scaling_limits as sl
from scaling_limits import _core
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


BOUNDS = _mcp.Bounds()
#: each some 50 us a point: minutes, within a line
LONG = {"run": RUN, "with": {"strategies": ["blocking"] * 2000, "sizes": list(range(1000, 4000)), "others": 0}}
MANY = [sys.executable, "-m", "scaling_limits", "serve", "--mcp", "--most-points", "10000000", "--most-seconds", "1e6"]


def answered(name: str, arguments: dict[str, Any], bounds: _mcp.Bounds = BOUNDS) -> dict[str, Any]:
    return _mcp.answer(name, arguments, bounds, _core.Stop(bounds.seconds))


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
    for tool in _mcp.tools(BOUNDS):
        validator = jsonschema.Draft202012Validator(tool.schema)
        for bad in (
            {"no_such_part": 1},
            {**ASKED[tool.name], "question": "limit"},
            {**ASKED[tool.name], "with": {"no such": 1}},
        ):
            assert not validator.is_valid(bad), (tool.name, bad)
            with pytest.raises(_mcp.Refusal):
                answered(tool.name, bad)


def test_arguments_of_both_questions_of_a_plan() -> None:
    found = answered("plan", {"run": RUN, "with": {"tolerance": 0.05, "criteria": ["peak_throughput"]}})
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
        answered("published", arguments)


def test_published_names_all() -> None:
    found = answered("published", {})
    assert found["run"] and set(found) == {*sl.catalog.describe()["presets"], "estimates"}
    one = found["estimates"][0]
    assert answered("published", {"group": "estimates", "name": one})[one]["id"] == one
    with pytest.raises(_mcp.Refusal, match="no tool named 'plans'; did you mean 'plan'"):
        answered("plans", {})


def test_words_that_it_does_not_take() -> None:
    done = subprocess.run([sys.executable, "-m", "scaling_limits", "serve"], capture_output=True, text=True)
    assert done.returncode == 2 and "say how: --mcp" in done.stderr
    for option, value in (("--most-seconds", "nan"), ("--most-seconds", "0"), ("--most-points", "0"), ("--most-points", "x")):
        words = [sys.executable, "-m", "scaling_limits", "serve", "--mcp", option, value]
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == 2 and option in done.stderr, done.stderr


def test_it_ends_with_its_input_and_says_nothing_of_its_own() -> None:
    words = [sys.executable, "-m", "scaling_limits", "serve", "--mcp"]
    done = subprocess.run(words, input="not json\n", capture_output=True, text=True)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    for line in done.stdout.splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"


class Client:
    """One that writes what it likes, and says nothing of it that an official one would."""

    def __init__(self, words: list[str] = MANY) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        client = {"name": "test", "version": "1"}
        self.request(0, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        assert "result" in self.read()
        self.notify("notifications/initialized")

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n")

    def request(self, number: int, method: str, **params: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")

    def call(self, number: int, tool: str, arguments: dict[str, Any]) -> None:
        self.request(number, "tools/call", name=tool, arguments=arguments)

    def cancel(self, number: int) -> None:
        self.notify("notifications/cancelled", requestId=number)

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server has gone"
        found: dict[str, Any] = json.loads(line)
        return found

    def answers(self, tool: str = "limits") -> None:
        """Whether it still does: what a client would ask next."""
        self.call(999, tool, ASKED[tool])
        while (found := self.read()).get("id") != 999:
            pass
        assert not found["result"]["isError"], found

    def end(self) -> tuple[int, str]:
        """Its exit code and what it said, once its input is closed."""
        _, said = self.process.communicate()
        return self.process.returncode, said.decode()

    def close(self) -> None:
        self.process.kill()
        with self.process:  # which closes its streams
            pass

    def memory(self) -> float:
        """[MB] that it holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


@pytest.fixture
def client() -> Iterator[Client]:
    one = Client()
    yield one
    one.close()


@pytest.fixture(scope="module")
def lasting() -> Iterator[Client]:
    """One for all tests that leave it as it was."""
    one = Client()
    yield one
    assert one.end() == (0, "")
    one.close()


def test_cancelling_ends_a_call(client: Client) -> None:
    for number in range(1, 21):  # more than run at once: each would take minutes
        client.call(number, "compare", LONG)
    for number in range(1, 21):
        client.cancel(number)
    client.answers()
    assert client.end() == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        {"run": RUN, "with": {"strategies": ["blocking"] * 10_000, "others": 0}},  # pairs of strategies
        {"run": RUN, "over": {"run.gpus": [1000.0 + k for k in range(10_000)]}},
    ],
)
def test_cancelling_ends_what_a_call_is_in(arguments: dict[str, Any], client: Client) -> None:
    for number in (1, 2):  # as many as run at once
        client.call(number, "compare", arguments)
    client.request(3, "ping")
    assert client.read()["id"] == 3
    for number in (1, 2):
        client.cancel(number)
    client.answers()
    assert client.end() == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("from_file", [True, False])
def test_the_end_of_its_input_is_seen_while_nobody_reads(from_file: bool, tmp_path: Path) -> None:
    asked = [{"jsonrpc": "2.0", "id": number, "method": "tools/list"} for number in range(300)]
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in asked)
    (tmp_path / "asked").write_bytes(lines)
    with (tmp_path / "asked").open("rb") as file:
        given = file if from_file else subprocess.PIPE
        with subprocess.Popen(MANY, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            if process.stdin:
                process.stdin.write(lines)
                process.stdin.close()
            assert process.wait() == 0  # with most of it untaken
            assert process.stderr is not None and process.stderr.read() == b""


def test_an_answer_has_a_bound_of_bytes(lasting: Client) -> None:
    factor = [{"hard_cap": {"gpus": 5, "name": "c" * 50_000}}]  # a name that stands in each element
    lasting.call(1, "limits", {"run": RUN, "factor": factor, "over": {"run.gpus": [1000.0 + k for k in range(3000)]}})
    found = lasting.read()
    assert found["result"]["isError"] and "bytes is not given at once here: ask for less" in json.dumps(found)
    assert lasting.memory() < 600


def test_the_end_of_its_input_ends_what_it_computes(client: Client) -> None:
    for number in range(1, 6):
        client.call(number, "compare", LONG)
    code, said = client.end()
    assert (code, said) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_ends_it_with_its_input_still_open(client: Client) -> None:
    client.call(1, "compare", LONG)
    client.answers("published")
    client.process.send_signal(signal.SIGINT)
    assert client.process.wait() == 130
    assert client.process.stderr is not None and client.process.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_it_ends_with_a_client_that_is_killed() -> None:
    code = (
        "import signal, subprocess, sys\n"
        f"p = subprocess.Popen({MANY!r}, stdin=subprocess.PIPE)\n"
        "p.stdin.write(sys.stdin.buffer.read()); p.stdin.flush(); print(p.pid, flush=True); signal.pause()\n"
    )
    lines = b"".join(
        json.dumps({"jsonrpc": "2.0", "id": n, "method": method, "params": params}).encode() + b"\n"
        for n, (method, params) in enumerate(
            [
                (
                    "initialize",
                    {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
                ),
                ("tools/call", {"name": "compare", "arguments": LONG}),
            ]
        )
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdin is not None and owner.stdout is not None
        owner.stdin.write(lines)
        owner.stdin.close()
        found = [owner.stdout.readline() for _ in range(2)]  # its number, and that it has begun, in any order
        assert any(line.strip().isdigit() for line in found) and any(b'"result"' in line for line in found)
        owner.kill()
        owner.wait()
        assert owner.stdout.read() == b""  # the server held its other end, and has let go of it


BEGIN = b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": '
LONG_TEXT = b'{"x": "' + b"y" * 2_000_000 + b'"}'


@pytest.mark.parametrize(
    ("line", "number", "told"),
    [
        (b"not json", None, "no message"),
        (b"\xff\xfe\x00", None, "no message"),
        (b"[" * 200_000, None, "no message"),
        (b"y" * (2**20 - 1), None, "no message"),
        (b"z" * 5_000_000, None, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "no/such"}', 7, "error"),
        (BEGIN + b'{"name": 5}}', 7, "error"),
        (BEGIN + b'{"name": "plan", "arguments": {"run": 1e999}}}', 7, "isError"),
        (BEGIN + b'{"name": "plan", "arguments": {"run": "\\ud800"}}}', 7, "no message"),
        (BEGIN + b"[1]}", 7, "no message"),
        (BEGIN + b"[" * 100_000 + b"}", 7, "no message"),
        (BEGIN + LONG_TEXT + b"}", 7, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "method": "x", "params": ' + LONG_TEXT + b', "id": "a b"}', "a b", "1048576 bytes"),
        (b'{"method": "x", "params": ' + LONG_TEXT + b', "jsonrpc": "2.0", "id": 7}', 7, "1048576 bytes"),
        # what stands where an id would, and is none that can be told again
        (b'{"method": "x", "jsonrpc": "2.0", "id": 7, "params": ' + LONG_TEXT + b"}", None, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "id": ' + b"1" * 5000 + b', "params": ' + LONG_TEXT + b"}", None, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "id": "a\tb", "params": ' + LONG_TEXT + b"}", None, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "id": "\xff", "params": ' + LONG_TEXT + b"}", None, "1048576 bytes"),
        (b'{"jsonrpc": "2.0", "id": 007, "params": ' + LONG_TEXT + b"}", None, "1048576 bytes"),
    ],
)
def test_it_lives_on_after_garbage(line: bytes, number: object, told: str, lasting: Client) -> None:
    lasting.write(b"\n" + line + b"\n")
    found = lasting.read()
    assert told in json.dumps(found) and found["id"] == number
    lasting.answers()


def test_it_ends_within_half_a_line(client: Client) -> None:
    client.write(b'{"jsonrpc": "2.0", "id": 3, "meth')
    assert client.end() == (0, "")


def test_a_call_has_a_bound_of_points_which_its_schema_says() -> None:
    bounds = _mcp.Bounds(points=6)
    for tool in _mcp.tools(bounds):
        if tool.name in (_mcp.PUBLISHED, "layouts"):
            continue
        assert "6 points" in tool.text and "60 s" in tool.text
        validator = jsonschema.Draft202012Validator(tool.schema)
        each = 3 if tool.name == "plan" else 1  # criteria where none are given
        for points in (6 // each, 6 // each + 1, 7):
            asked = {**ASKED[tool.name], "over": {"run.gpus": [1000.0 + k for k in range(points)]}}
            assert validator.is_valid(asked) == (points <= 6), tool.name
            if points * each <= 6:
                assert answered(tool.name, asked, bounds)
                continue
            with pytest.raises(_mcp.Refusal, match="is larger than the 6 that are answered at once here"):
                answered(tool.name, asked, bounds)
    lists = jsonschema.Draft202012Validator(next(t for t in _mcp.tools(bounds) if t.name == "compare").schema)
    for count, fits in ((6, True), (7, False)):
        assert lists.is_valid({"run": RUN, "with": {"sizes": [1000] * count}}) == fits
        assert lists.is_valid({"run": RUN, "strategy": ["blocking"] * count}) == fits


def test_a_call_has_a_time() -> None:
    with pytest.raises(_mcp.Refusal, match=r"^no answer within 0\.01 s, which is what a call may take here: ask for less"):
        answered("compare", LONG, _mcp.Bounds(10**7, 0.01))
    stop = _core.Stop()
    stop.set()
    with pytest.raises(_mcp.Refusal, match=r"^cancelled$"):
        _mcp.answer("compare", LONG, _mcp.Bounds(10**7), stop)


def test_what_was_refused_is_told_again_in_few_words(lasting: Client) -> None:
    long = "x" * 500_000
    for arguments in (
        {"run": long},
        {"run": {**RUN, "gpus": long}},
        {"run": {**RUN, long: 1}},
        {"run": {**RUN, "gpus": [1] * 100_000}},
        {long: 1},
        {"run": RUN, "strategy": {long: {}}},
    ):
        lasting.call(5, "limits", arguments)
        found = lasting.read()
        assert found["result"]["isError"] and len(json.dumps(found)) < 8000, arguments.keys()
    lasting.call(6, long, {})
    assert len(json.dumps(lasting.read())) < 8000
    lasting.request(7, "tools/call", name="limits", arguments={"run": {**RUN, "gpus": -5}})
    assert lasting.read()["result"]["structuredContent"]["error"]["value"] == -5


def test_more_calls_than_may_wait_are_told_so(client: Client) -> None:
    for number in range(1, 61):
        client.call(number, "compare", LONG)
    found = client.read()
    assert "calls wait already" in json.dumps(found) and found["result"]["isError"]
    assert client.end() == (0, "")


def test_nothing_is_read_while_nobody_reads(client: Client) -> None:
    # each has an answer of two hundred thousand bytes, of which a pipe has no room for one
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x" * 1000}}).encode() + b"\n"
    assert client.process.stdin is not None
    to = client.process.stdin.fileno()
    os.set_blocking(to, False)
    sent = 0  # bytes
    while sent < 500 * len(asked) and select.select([], [to], [], 3)[1]:  # 3 s without room: it does not read any more
        with contextlib.suppress(BlockingIOError):
            sent += os.write(to, asked[sent % len(asked) :])
    assert 0 < sent < 500 * len(asked)


def behaviour(client: Client, chance: random.Random) -> None:
    """Something that a client may do."""
    number = chance.randrange(1, 900)
    many = [1000.0 + k for k in range(chance.choice([10, 3000, 30_000]))]
    match chance.randrange(7):
        case 0:
            client.call(number, "compare", LONG)
            client.cancel(number)
        case 1:
            client.write(chance.randbytes(chance.randrange(1, 3_000_000)).replace(b"\n", b"") + b"\n")
        case 2:
            client.call(number, "explain", {**ASKED["explain"], "over": {"run.gpus": many}})
        case 3:
            client.call(number, "compare", {"run": RUN, "with": {"sizes": many}})
        case 4:
            client.request(number, "tools/list")
        case 5:
            client.cancel(number)
        case 6:
            tool = chance.choice(list(ASKED))
            client.call(number, tool, {**ASKED[tool], "".join(chance.choices("abcdefg", k=3)): "x" * 100_000})


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory as Linux tells it")
def test_whatever_clients_do_memory_is_flat_and_nothing_is_left() -> None:
    clients = draws("clients of a server")
    for number in range(clients):
        acts = 60 if number else max(60, 10 * clients)  # what a leak of a third of a megabyte a call would show in
        chance = random.Random(number)
        client = Client([*MANY[:5], "--most-points", "20000"])
        answers: queue.Queue[int] = queue.Queue()

        def read(client: Client = client, answers: queue.Queue[int] = answers) -> None:
            assert client.process.stdout is not None
            for line in client.process.stdout:
                if line.endswith(b"\n"):  # SIGTERM may cut the last one
                    answers.put(json.loads(line).get("id"))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        held: list[float] = []
        for k in range(1, acts + 1):
            behaviour(client, chance)
            if k % 20 == 0:
                client.call(999, "published", {})
                while answers.get() != 999:
                    pass
                held.append(client.memory())
        behaviour(client, chance)
        if chance.random() < 0.5:
            assert client.process.stdin is not None
            client.process.stdin.close()
        else:
            client.process.terminate()
        client.process.wait()
        reader.join()  # what it held of the pipe is closed
        client.close()
        assert not Path(f"/proc/{client.process.pid}").exists()
        assert max(held) < 300, (number, held)  # [MB], of which a hundred are its libraries
