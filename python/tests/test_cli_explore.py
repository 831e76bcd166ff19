# SPDX-License-Identifier: Apache-2.0
"""The page from the command line: its link, the page that it opens, what is wrong with a file."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scaling_limits as sl

from .drawn import part
from .shell import Shell, shell  # noqa: F401

START = sl.catalog.describe()["start"]
EXAMPLES = Path(__file__).parents[2] / "examples"


def written(as_: str, request: Any, base: Any = None) -> Any:
    asked = {"request": request, "as": as_} | ({} if base is None else {"base": base})
    text = sl.ask({"question": "written", "with": asked})["columns"]["text"]
    return json.loads(text) if as_ in ("full", "difference", "merged") else text
