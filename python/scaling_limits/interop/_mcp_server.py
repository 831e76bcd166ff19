# SPDX-License-Identifier: Apache-2.0
"""The tools over the Model Context Protocol, on standard input and output.

Whatever a client does, this process stays small and ends with it: a line has a length, a call a number of points and a time,
few run and few wait at once, nothing is read while what was answered is not taken, and what is cancelled stops.
"""

from __future__ import annotations

import io
import json
import os
import re
import select
import stat
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .. import __version__, _core
from ..results import plain
from . import _mcp
from ._mcp import Bounds, Refusal

LONGEST_LINE = 2**20  # bytes: ten thousand points of three fields
MOST_WAITING = 32  # calls, beside those that run
LONGEST_VALUE = 1000  # characters of what was refused, as it is told again
GRACE = 3.0  # seconds at the end for a client to take what was answered
#: the id of a message that was not read to its end: before all else of it, or behind
ID = rb'"id"\s*:\s*(0|-?[1-9]\d{0,17}|"[ !#-\[\]-~]{0,200}")\s*'
FIRST_ID = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?' + ID + rb",")
LAST_ID = re.compile(rb",\s*" + ID + rb'(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')


class Wire:
    """Standard input and output, a line each: none is read while one waits to be taken. What stands there otherwise goes to
    standard error."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer if sys.stdin else io.BytesIO()
        self._out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        self._taken = anyio.Lock()

    def __aiter__(self) -> Wire:
        return self

    async def __anext__(self) -> str:
        while True:
            await self._until_taken()
            line: bytes
            line, left_out = await anyio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            if not line:
                raise StopAsyncIteration
            why = f"a message of more than {LONGEST_LINE} bytes is not read: ask for less at once" if left_out else _wrong(line)
            if not why:
                return line.decode()
            if line.strip():
                await self.write(_not_read(line, left_out or line, why) + "\n")

    async def _until_taken(self) -> None:
        """Until nothing waits to be taken, or nobody is there who would."""
        while True:
            with anyio.move_on_after(GRACE) as waited:
                async with self._taken:
                    pass
            if not waited.cancelled_caught:
                return
            if self._is_at_its_end():
                raise StopAsyncIteration

    def _is_at_its_end(self) -> bool:
        """Whether nobody will write any more: what still lies there is not read by a client that takes nothing."""
        if isinstance(self._in, io.BytesIO) or stat.S_ISREG(os.fstat(self._in.fileno()).st_mode):
            return True
        if not hasattr(select, "poll"):
            return False
        watched = select.poll()
        watched.register(self._in, 0)
        return bool(watched.poll(0))  # hung up

    def _read(self) -> tuple[bytes, bytes]:
        """A line; of one that is too long its beginning, and its last bytes."""
        line = self._in.readline(LONGEST_LINE)
        end = b""
        more = line
        while len(more) == LONGEST_LINE and not more.endswith(b"\n"):
            more = self._in.readline(LONGEST_LINE)
            end = (end + more)[-1000:] or b" "
        return line, end

    async def write(self, text: str) -> None:
        async with self._taken:
            await anyio.to_thread.run_sync(self._write, text.encode(errors="replace"), abandon_on_cancel=True)

    def _write(self, line: bytes) -> None:
        self._out.write(line)
        self._out.flush()

    async def flush(self) -> None:
        """Each line is."""


def _wrong(line: bytes) -> str:
    """Why a line is no message; "" where it is one."""
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        return "this is no message of JSON-RPC"
    return ""


def _not_read(begin: bytes, end: bytes, why: str) -> str:
    """The answer to a message of which this is known."""
    found = FIRST_ID.match(begin) or LAST_ID.search(end[-1000:])
    error = types.ErrorData(code=types.INVALID_REQUEST, message=why)
    said = types.JSONRPCError(jsonrpc="2.0", id=json.loads(found[1]) if found else None, error=error)
    return str(said.model_dump_json(by_alias=True))


def _told(value: Any) -> Any:
    """A value that was refused, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False, default=str)
    return plain(value) if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def _reply(name: str, arguments: Mapping[str, Any], bounds: Bounds, stop: _core.Stop) -> types.CallToolResult:
    """What a call is answered."""
    try:
        found = _mcp.answer(name, arguments, bounds, stop)
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=found)
    except Refusal as error:
        return _refused(error)
    except Exception as fault:  # of ours; a group of tasks would lose its words
        return _refused(Refusal(f"{type(fault).__name__}: {fault}: a fault of this program"))


def _refused(error: Refusal) -> types.CallToolResult:
    field = _told(error.field)
    told = {"error": {"field": field, "value": _told(error.value), "message": str(error)}}
    text = types.TextContent(text=f"{field}: {error}" if field else str(error))
    return types.CallToolResult(content=[text], structured_content=told, is_error=True)


async def _set_when_cancelled(stop: _core.Stop) -> None:
    try:
        await anyio.sleep_forever()
    finally:
        stop.set()


def server(bounds: Bounds) -> Server[Any]:
    """The server of the official SDK, with the tools."""
    hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    listed = types.ListToolsResult(
        tools=[
            types.Tool(name=t.name, description=t.text, input_schema=t.schema, annotations=hints) for t in _mcp.tools(bounds)
        ]
    )
    at_once = anyio.CapacityLimiter(2)  # a long call is not the only one

    async def list_tools(_: Any, __: Any) -> types.ListToolsResult:
        return listed

    async def call(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        if at_once.statistics().tasks_waiting >= MOST_WAITING:
            return _refused(Refusal(f"{MOST_WAITING} calls wait already: ask again when one of them is answered"))
        async with at_once, anyio.create_task_group() as group:
            stop = _core.Stop(bounds.seconds)
            group.start_soon(_set_when_cancelled, stop)
            # to its end: cancelled, it stops soon, and until then it counts as running
            found = await anyio.to_thread.run_sync(_reply, params.name, params.arguments or {}, bounds, stop)
            group.cancel_scope.cancel()
        return found

    return Server(
        "scaling-limits", version=__version__, instructions=_mcp.INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call
    )


async def run(bounds: Bounds) -> None:
    """Serves standard input and output until they close."""
    made, wire = server(bounds), Wire()
    with anyio.CancelScope() as scope:
        async with stdio_server(wire, wire) as (incoming, outgoing):
            await made.run(incoming, outgoing, made.create_initialization_options())
            scope.deadline = anyio.current_time() + GRACE


def serve(bounds: Bounds) -> None:
    """The same, from outside of an event loop."""
    try:
        anyio.run(run, bounds)
    except BaseExceptionGroup as errors:
        # of tasks within tasks; those whose stream has gone only follow the one that ended
        why = list(_each(errors))
        follow = (anyio.BrokenResourceError, anyio.ClosedResourceError)
        raise next((one for one in why if not isinstance(one, follow)), KeyboardInterrupt()) from None


def _each(errors: BaseException) -> Iterator[BaseException]:
    if isinstance(errors, BaseExceptionGroup):
        for one in errors.exceptions:
            yield from _each(one)
    else:
        yield errors
