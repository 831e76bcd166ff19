# SPDX-License-Identifier: Apache-2.0
"""TOML files to parameter objects. Every error names file, table, key, value, bounds and unit; nothing in a file is ignored."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._kernel import suggestion

from ._errors import CommandError
from ._units import to_si

Row = Mapping[str, Any]


class Document:
    """A parsed file. A command takes the tables it knows, then calls ``finish``, which refuses all others."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_bytes().decode("utf-8")
        except FileNotFoundError:
            raise CommandError(f"{path}: no such file") from None
        except OSError as error:
            raise CommandError(f"{path}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise CommandError(f"{path}: not UTF-8 text: byte {error.start}") from None
        try:
            self._tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:  # its message ends with (at line 3, column 7), or (at end of document)
            lines = text.splitlines() or [""]
            end = f"(at line {len(lines)}, column {len(lines[-1]) + 1}, the end of the file)"
            raise CommandError(f"{path}: not valid TOML: {str(error).replace('(at end of document)', end)}") from None
        self._known: list[str] = []

    def table(self, name: str, required: bool = False) -> dict[str, Any] | None:
        """A table as plain data, None where there is none."""
        self._known.append(name)
        table = self._tables.get(name)
        if table is None:
            if required:
                raise CommandError(f"{self.path}: has no table [{name}]")
            return None
        if not isinstance(table, dict):
            raise CommandError(f"{self.path}: {name} = {table!r} must be a table: [{name}]")
        return dict(table)

    def tables(self, name: str) -> list[dict[str, Any]]:
        """All tables of an array [[name]], none where there is none."""
        self._known.append(name)
        found = self._tables.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise CommandError(f"{self.path}: {name} must be an array of tables: [[{name}]]")
        return [dict(one) for one in found]

    def finish(self) -> None:
        """Refuses every table and top-level key that no command part asked for."""
        for name, value in self._tables.items():
            if name not in self._known:
                what = f"table [{name}]" if isinstance(value, dict) else f"key {name!r} outside any table"
                raise CommandError(f"{self.path}: unknown {what}{suggestion(name, tuple(self._known))}")

    def error(self, table: str, message: object) -> CommandError:
        return CommandError(f"{self.path}: [{table}]: {message}")


def quantity(document: Document, table: str, row: Row, value: object) -> float | bool:
    """One value in the unit of its field."""
    name, unit = row["name"], row["unit"]
    if row.get("boolean") and isinstance(value, bool):
        return value
    if isinstance(value, (list, dict)):
        raise document.error(table, f"{name} = {value!r}: one value is expected here (`sweep --over` takes ranges)")
    try:
        return to_si(value, unit)
    except ValueError as error:
        shown = f"'{value}'" if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else value
        where = f" [{unit}]" if unit != "1" else ""
        raise document.error(table, f"{name} = {shown}: {error}; {name} must be {row['range']}{where}") from None


def numbers(document: Document, table: str, rows: Iterable[Row], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a table, by field. Refuses keys that no field has, and fields that are missing."""
    by_name = {row["name"]: row for row in rows}
    for key in given:
        if key not in by_name:
            raise document.error(table, f"unknown key {key!r}{suggestion(key, tuple(by_name))}")
    missing = [name for name, row in by_name.items() if row["required"] and name not in given]
    if missing:
        row = by_name[missing[0]]
        unit = "" if row["unit"] == "1" else f" [{row['unit']}]"
        raise document.error(table, f"{missing[0]} is missing: {row['doc']}, {row['range']}{unit}")
    return {key: quantity(document, table, by_name[key], value) for key, value in given.items()}


def build(document: Document, table: str, make: Callable[..., Any], values: Mapping[str, Any]) -> Any:
    """Calls a constructor; its refusals get the file and the table in front."""
    try:
        return make(**values)
    except (ValueError, TypeError) as error:
        raise document.error(table, error) from None


def read_run(document: Document) -> sl.TrainingRun:
    """The table [run]: keys are the fields of TrainingRun."""
    given = document.table("run", required=True) or {}
    run: sl.TrainingRun = build(document, "run", sl.TrainingRun, numbers(document, "run", _core.run_fields(), given))
    return run


def read_strategy(document: Document) -> Any:
    """The table [strategy]: ``name`` (default blocking) and the parameters of that strategy."""
    given = document.table("strategy") or {}
    name = given.pop("name", "blocking")
    kinds = _core.strategy_kinds()
    if not isinstance(name, str) or name not in kinds:
        raise document.error("strategy", f"name = {name!r} is not a strategy{suggestion(str(name), tuple(kinds))}")
    rows = list(kinds[name])
    make = getattr(sl.strategies, name)
    flat = {row["name"] for row in rows}
    # what is not a number (levels, patterns, placements) goes to the constructor as it stands
    structural = {key: given.pop(key) for key in list(given) if key not in flat and key in inspect.signature(make).parameters}
    return build(document, "strategy", make, {**numbers(document, "strategy", rows, given), **structural})


def read_growth(document: Document) -> Any:
    """The table [growth]: ``preset`` (fixed, chinchilla, proportional) and exponents by field; default fixed."""
    given = document.table("growth") or {}
    presets = {"fixed": {}, "chinchilla": {"checkpoint_bytes": 0.5}, "proportional": {"checkpoint_bytes": 1.0}}
    preset = given.pop("preset", "fixed")
    if preset not in presets:
        raise document.error("growth", f"preset = {preset!r} is not a growth law{suggestion(str(preset), tuple(presets))}")
    fields = [row["name"] for row in _core.run_fields() if row["name"] != "gpus"]
    exponents: dict[str, float] = dict(presets[preset])
    for key, value in given.items():
        if key not in fields:
            raise document.error("growth", f"unknown key {key!r}{suggestion(key, ('preset', *fields))}")
        try:
            exponents[key] = to_si(value, "1")
        except ValueError as error:
            raise document.error("growth", f"{key} = {value!r}: {error}; an exponent must be finite") from None
    return build(document, "growth", sl.growth.power_law, exponents)


def read_factors(document: Document) -> list[Any]:
    """The tables [[factor]]: ``kind`` (StrongScaling, HardCap, ...), its parameters, and a ``name`` of its own."""
    kinds = _core.factor_kinds()
    factors = []
    for given in document.tables("factor"):
        kind = given.pop("kind", None)
        if kind not in kinds:
            raise document.error("factor", f"kind = {kind!r} is not a factor{suggestion(str(kind), tuple(kinds))}")
        named = {"name": given.pop("name")} if "name" in given else {}
        if not isinstance(named.get("name", ""), str):
            raise document.error("factor", f"name = {named['name']!r} must be a text")
        values = numbers(document, "factor", kinds[kind], given)
        factors.append(build(document, "factor", getattr(sl.limits, kind), {**values, **named}))
    return factors


def growth_label(growth: Any) -> str:
    """The law in words."""
    exponents = {k: v for k, v in dict(getattr(growth, "exponents", {})).items() if v}
    if not exponents:
        return "everything but the size fixed"
    return ", ".join(f"{field} ~ gpus^{exponent:g}" for field, exponent in exponents.items())


def parse_criterion(text: str) -> Any:
    """'goodput_at_least=0.9', 'peak_throughput': a criterion from the command line."""
    name, separator, value = text.partition("=")
    name = name.strip()
    kinds = _core.criterion_kinds()
    if name not in kinds:
        raise CommandError(f"--criterion {text}: unknown criterion {name!r}{suggestion(name, tuple(kinds))}")
    rows = kinds[name]
    if bool(rows) != bool(separator):
        form = f"{name}={rows[0]['name'].upper()}, {rows[0]['range']}" if rows else f"{name}, without a value"
        raise CommandError(f"--criterion {text}: the form is {form}")
    try:
        return getattr(sl.limits, name)(*([to_si(value, "1")] if rows else []))
    except ValueError as error:
        raise CommandError(f"--criterion {text}: {error}") from None


DEFAULT_CRITERIA = ("write_time_equals_mtbf", "goodput_at_least=0.9", "peak_throughput")


def read_criteria(texts: Sequence[str] | None) -> dict[str, Any]:
    """Criteria by the text that asked for them; the three standard ones where none was asked for."""
    return {text: parse_criterion(text) for text in texts or DEFAULT_CRITERIA}


def read_plan(path: Path) -> tuple[Document, sl.TrainingRun, Any, Any]:
    """The file that plan, sweep and others read: run, strategy, growth. Call ``finish`` on the document when all is taken."""
    document = Document(path)
    return document, read_run(document), read_strategy(document), read_growth(document)
