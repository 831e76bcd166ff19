# SPDX-License-Identifier: Apache-2.0
"""scaling-limits ask, describe and schema: the catalogue itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scaling_limits import _core

from ._command import Argument, command, file_argument
from ._errors import CommandError
from ._output import write_text
from ._request import read


def answer(path: Path) -> dict[str, Any]:
    """The answer to the request of a file, or {"error": ...}."""
    try:
        found: dict[str, Any] = _core.ask(read(path))
    except (CommandError, ValueError) as error:
        return {"error": {"field": "", "value": None, "message": str(error)}}
    return found


@command(
    None,
    file_argument('A request: {"question": "limit", "run": {...}, ...}, in JSON or TOML; see `describe`.', True),
    prints_tables=False,
)
def ask(file: Path) -> None:
    """Ask the catalogue any of its questions: the answer, or its error, as JSON on stdout."""
    found = answer(file)
    write_text(None, _core.to_json(found, 2) + "\n", ".json")
    if "error" in found:
        message = found["error"]["message"]
        raise CommandError(message if message.startswith(f"{file}: ") else f"{file}: {message}")


@command(prints_tables=False)
def describe() -> None:
    """Print everything that can be chosen and asked as JSON: kinds with their fields, questions with their columns, presets."""
    write_text(None, _core.describe_text(2) + "\n", ".json")


@command(
    None, Argument("question", "[QUESTION]", "Of this question alone. Default: of all.", required=False), prints_tables=False
)
def schema(question: str | None) -> None:
    """Print the JSON Schema (draft 2020-12) of what `ask` takes: questions, parts, fields with unit, bounds and default."""
    try:
        found = _core.schema_text(question or "", 2)
    except ValueError as error:
        raise CommandError(str(error)) from None
    write_text(None, found + "\n", ".json")
