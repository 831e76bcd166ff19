# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fields: all that a file may set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from rich.markup import escape
from rich.padding import Padding

from scaling_limits import _core, _format

from ._command import Argument, Commands, command, json_option
from ._errors import CommandError
from ._output import console, print_json, table
from ._request import TABLES, default_text, heading, offered_criteria

Kinds = Mapping[str, Any]


def users(commands: Commands, ctx: click.Context) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The commands whose file may have a table, by table; and those whose questions have arguments of their own."""
    tables: dict[str, list[str]] = {}
    own: dict[str, list[str]] = {}
    for name in commands.list_commands(ctx):
        one = commands.get_command(ctx, name)
        takes = one.takes if one else None
        for part in takes.tables if takes else ():
            if takes and part == takes.own:
                own.setdefault(f"{part} {takes.questions[0]}", []).append(name)
            elif takes:
                many = "" if takes.heading(part) == heading(part) else f" (many: {takes.heading(part)})"
                tables.setdefault(part, []).append(name + many)
    return tables, own


def values_text(fields: Mapping[str, Any], rows: list[Any]) -> str:
    """What a preset fills, without what is at its default anyway."""
    told = []
    for row in rows:
        value = fields.get(row["name"])
        if value is not None and value != row["default"]:
            shown = _format.quantity(value, row["unit"] or "1") if isinstance(value, float) else str(value).lower()
            told.append(f"{row['name']} = {shown}")
    return ", ".join(told)


def print_rows(out: Any, title: str, rows: list[Any], defaults: Mapping[str, list[Any]]) -> None:
    """The fields of a table; a column of defaults for each of several kinds that have the same ones."""
    if title:
        out.print(title)
    if out.width < 72:
        for i, row in enumerate(rows):
            unit = "" if row["unit"] in ("1", None) else f" [{row['unit']}]"
            usual = ", ".join(dict.fromkeys(default_text(of[i]) for of in defaults.values()))
            out.print(escape(f"{row['name']}{unit}  {row['range']}; {usual}"))
            out.print(Padding(escape(row["text"]), (0, 0, 0, 4)))
        return
    found = table("", "field", "unit", "range", *defaults, "meaning")
    for column in found.columns[:-1]:
        column.no_wrap = True
    for i, row in enumerate(rows):
        unit = "" if row["unit"] in ("1", None) else row["unit"]
        cells = [default_text(of[i]) for of in defaults.values()]
        found.add_row(row["name"], unit, escape(row["range"]), *cells, row["text"])
    out.print(found)


def print_table(out: Any, group: str, kinds: Kinds, taken: list[str]) -> None:
    """A table of a file: what takes it, the fields of its kinds, its presets."""
    by = f"taken by {', '.join(taken)}, ask" if taken else "taken by ask"
    if group == "criterion":
        by += "; --criterion says one of " + ", ".join(offered_criteria())
    head = escape(heading(group))
    out.print(f"[bold]{head}[/bold]  {escape(by)}")
    names = [[row["name"] for row in kind["fields"]] for kind in kinds.values()]
    if len(kinds) == 1:
        (kind,) = kinds.values()
        print_rows(out, escape(kind["text"]), kind["fields"], {"default": kind["fields"]})
    elif names[0] and all(name == names[0] for name in names):
        for name, kind in kinds.items():
            out.print(f'{head} name = "{name}": {escape(kind["text"])}')
        print_rows(out, "", next(iter(kinds.values()))["fields"], {name: kind["fields"] for name, kind in kinds.items()})
    else:
        for name, kind in kinds.items():
            key = "kind" if any(row["name"] == "name" for row in kind["fields"]) else "name"
            title = f'{head} {key} = "{name}": {escape(kind["text"])}'
            if kind["fields"]:
                print_rows(out, title, kind["fields"], {"default": kind["fields"]})
            else:
                out.print(title)
    print_presets(out, group, kinds)
    out.print()


def print_presets(out: Any, group: str, kinds: Kinds) -> None:
    """The presets of a table, and what they fill."""
    presets = TABLES["presets"].get(group)
    if presets:
        (kind,) = kinds.values()
        first = next(iter(presets))
        out.print(f'{group} = "{first}", or {escape(heading(group))} preset = "{first}" and what differs:')
        found = table("", "preset", "fills")
        found.columns[0].no_wrap = True
        for name, preset in presets.items():
            found.add_row(name, f"{values_text(preset['fields'], kind['fields'])} [dim]({escape(preset['source'])})[/dim]")
        out.print(found)


NAME = Argument("name", "[NAME]", "Only this table (run, strategy, factor, step, ...) or kind (blocking, ...).", required=False)


@command(None, NAME)
@json_option("The tables as JSON, as `describe` has them.")
@click.pass_context
def fields(ctx: click.Context, name: str | None, as_json: bool) -> None:
    """List all that a file may set: the fields of every table and kind, with unit, range, default, meaning, and the presets."""
    assert ctx.parent is not None and isinstance(ctx.parent.command, Commands)
    taken, own = users(ctx.parent.command, ctx.parent)
    groups = dict(TABLES["kinds"])
    questions = {key: TABLES["questions"][key.split()[1]] for key in own}
    presets = dict(TABLES["presets"])
    if name is not None:
        wanted = name.strip("[]")
        of_kind = {group: {wanted: kinds[wanted]} for group, kinds in groups.items() if wanted in kinds}
        known = [*groups, *(key.split()[0] for key in own), *(kind for kinds in groups.values() for kind in kinds)]
        groups = {wanted: groups[wanted]} if wanted in groups else of_kind
        questions = {key: found for key, found in questions.items() if key.split()[0] == wanted}
        if not groups and not questions:
            raise CommandError(f"no table and no kind named {name!r}{_core.suggestion(wanted, known)}")
        presets = {group: found for group, found in presets.items() if group in groups}
    if as_json:
        by_question = {key.split()[1]: found for key, found in questions.items()}
        print_json({"kinds": groups, "questions": by_question, "presets": presets})
        return
    out = console()
    for group in sorted(groups, key=lambda group: group not in taken):  # what commands take first
        print_table(out, group, groups[group], taken.get(group, []))
    for key, found in questions.items():
        head = escape(heading(key.split()[0]))
        out.print(f"[bold]{head}[/bold]  taken by {', '.join(own[key])}; `with` of the question {key.split()[1]} in ask")
        print_rows(out, "", found["fields"], {"default": found["fields"]})
        out.print()
