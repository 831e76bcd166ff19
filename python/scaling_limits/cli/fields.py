# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fields: the parameters that a file may set."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from scaling_limits import _core

from ._output import console, print_json


def default_text(row: Any) -> str:
    """The default, or that there is none."""
    if row["required"]:
        return "required"
    if row["optional"] and row["default"] != row["default"]:
        return "not given"
    return f"{row['default']:g}"


def fields(as_json: Annotated[bool, typer.Option("--json", help="The tables as JSON.")] = False) -> None:
    """List the parameters of a run and of every strategy, with unit, range, default and meaning."""
    tables = {"run": list(_core.run_fields())}
    tables |= {f"strategy: {name}": list(rows) for name, rows in _core.strategy_kinds().items()}
    if as_json:
        print_json(tables)
        return
    out = console()
    for title, rows in tables.items():
        heading = "[run]" if title == "run" else f'[strategy] name = "{title.partition(": ")[2]}"'
        table = Table(title=heading.replace("[", "\\["), title_justify="left", header_style="bold", pad_edge=False, box=None)
        for column in ("field", "unit", "range", "default", "meaning"):
            table.add_column(column, no_wrap=column != "meaning")
        for row in rows:
            table.add_row(
                row["name"],
                "" if row["unit"] == "1" else row["unit"],
                row["range"].replace("[", "\\["),
                default_text(row),
                row["doc"],
            )
        out.print(table)
        out.print()
