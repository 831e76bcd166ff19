# SPDX-License-Identifier: Apache-2.0
"""scaling-limits fields: all that a file may set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from scaling_limits import _core, _format

from ._command import Argument, Commands, command, json_option
from ._errors import CommandError
from ._output import print_json
from ._request import TABLES, default_text, heading, offered_criteria
from ._tables import Output, Table, console

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
                for file in takes.files:
                    own.setdefault(f"{part} {file.questions[0]}", []).append(name)
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


def rows_of(title: str, rows: list[Any], defaults: Mapping[str, list[Any]]) -> Table:
    """The fields of a table; a column of defaults for each of several kinds that have the same ones."""
    found = Table(title, "field", "unit", "range", *defaults, "meaning", words=("range", "meaning"))
    for i, row in enumerate(rows):
        unit = "" if row["unit"] in ("1", None) else row["unit"]
        cells = [default_text(of[i]) for of in defaults.values()]
        found.add_row(row["name"], unit, row["range"], *cells, row["text"])
    return found


def print_lists(out: Output, table: str, rows: list[Any]) -> None:
    """What each table of a list of tables holds."""
    for row in rows:
        each = row.get("each", [])
        if not each:
            continue
        name = f"{table}.{row['name']}"
        out.print(rows_of(f"[[{name}]]: {row['text']}", each, {"default": each}))
        for one in each:
            if "part" in one:
                preset = next(iter(TABLES["presets"].get(one["part"], {"...": None})))
                out.print(f'{one["name"]} = "{preset}", or [{name}.{one["name"]}] with the fields of {heading(one["part"])}')


def print_table(out: Output, group: str, kinds: Kinds, taken: list[str]) -> None:
    """A table of a file: what takes it, the fields of its kinds, its presets."""
    by = f"taken by {', '.join([*taken, 'ask'])}"
    if group == "criterion":
        by += "; --criterion says one of " + ", ".join(offered_criteria())
    out.facts([(heading(group), by)])
    names = [[row["name"] for row in kind["fields"]] for kind in kinds.values()]
    if len(kinds) == 1:
        (kind,) = kinds.values()
        out.print(rows_of(kind["text"], kind["fields"], {"default": kind["fields"]}))
        print_lists(out, group, kind["fields"])
    elif names[0] and all(name == names[0] for name in names):
        for name, kind in kinds.items():
            out.print(f'{heading(group)} name = "{name}": {kind["text"]}')
        out.print(rows_of("", next(iter(kinds.values()))["fields"], {name: kind["fields"] for name, kind in kinds.items()}))
    else:
        for name, kind in kinds.items():
            key = "kind" if any(row["name"] == "name" for row in kind["fields"]) else "name"
            title = f'{heading(group)} {key} = "{name}": {kind["text"]}'
            out.print(rows_of(title, kind["fields"], {"default": kind["fields"]}) if kind["fields"] else title)
            print_lists(out, group, kind["fields"])
    presets = TABLES["presets"].get(group)
    if presets:
        (kind,) = kinds.values()
        title = f'{group} = "{next(iter(presets))}", or {heading(group)} preset = "{next(iter(presets))}" and what differs:'
        found = Table(title, "preset", "fills", "source", words=("fills", "source"))
        for name, preset in presets.items():
            found.add_row(name, values_text(preset["fields"], kind["fields"]), preset["source"])
        out.print(found)
    out.print()


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
        by = f"taken by {', '.join(own[key])}; `with` of the question {key.split()[1]} in ask"
        out.facts([(heading(key.split()[0]), by)])
        out.print(rows_of("", found["fields"], {"default": found["fields"]}))
        out.print()
