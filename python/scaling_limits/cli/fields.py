# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fields: all that a file may set."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from scaling_limits import _format

from ._output import print_json
from ._request import TABLES
from ._tables import Table, console

#: tables of which a file may hold many, and those that hold a question's own arguments
LISTED = ("factor", "severity_level")
OWN = {"step": "[step], for `step`", "best_layout": "[step], for `layouts`"}


def default_text(row: Any) -> str:
    """The default, or that there is none."""
    if "instead_of" in row:
        return f"for {row['instead_of']}"
    if row["required"]:
        return "required"
    default = row["default"]
    if isinstance(default, bool):
        return str(default).lower()
    return "not given" if default is None else _format.number(default) if isinstance(default, float) else str(default)


def tables() -> dict[str, Any]:
    """The fields of every kind, and those of the questions that commands ask of a table of their own, by heading."""
    found = {}
    for group, kinds in TABLES["kinds"].items():
        heading = f"[[{group}]]" if group in LISTED else f"[{group}]"
        for name, kind in kinds.items():
            found[heading if len(kinds) == 1 else f'{heading} kind = "{name}"'] = kind
    return found | {heading: TABLES["questions"][question] for question, heading in OWN.items()}


def fields(
    as_json: Annotated[bool, typer.Option("--json", help="The tables as JSON, as `describe` has them.")] = False,
) -> None:
    """List all that a file may set: the parameters of every part and kind, with unit, range, default and meaning."""
    if as_json:
        print_json({"kinds": TABLES["kinds"], "questions": {name: TABLES["questions"][name] for name in OWN}})
        return
    out = console()
    for heading, kind in tables().items():
        rows = Table(heading, "field", "unit", "range", "default", "meaning", words=("range", "meaning"))
        for row in kind["fields"]:
            unit = "" if row["unit"] in ("1", None) else row["unit"]
            rows.add_row(row["name"], unit, row["range"], default_text(row), row["text"])
        out.print(rows if kind["fields"] else f"{heading}: {kind['text']}, without fields")
        out.print()
