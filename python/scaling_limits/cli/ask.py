# SPDX-License-Identifier: Apache-2.0
"""scaling-limits ask, scaling-limits describe: the catalogue itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from scaling_limits import _core

from ._errors import BAD_INPUT, CommandError
from ._output import write_text
from ._request import read


def answer(path: Path) -> dict[str, Any]:
    """The answer to the request of a file, or {"error": ...}."""
    try:
        found: dict[str, Any] = _core.ask(read(path))
    except (CommandError, ValueError) as error:
        return {"error": {"field": "", "value": None, "message": str(error)}}
    return found


def ask(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.json|FILE.toml|-", help='A request: {"question": "limit", "run": {...}, ...}; see `describe`.'
        ),
    ],
) -> None:
    """Ask the catalogue any of its questions: the answer, or its error, as JSON on stdout."""
    found = answer(file)
    write_text(None, _core.to_json(found, 2) + "\n")
    if "error" in found:
        print(f"scaling-limits: {found['error']['message']}", file=sys.stderr)
        raise typer.Exit(BAD_INPUT)


def describe() -> None:
    """Print everything that can be chosen and asked as JSON: kinds with their fields, questions with their columns, presets."""
    write_text(None, _core.describe_text(2) + "\n")
