# SPDX-License-Identifier: Apache-2.0
"""Logs of failures as commands take them."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits import _log_roles as roles
from scaling_limits._log_tables import read
from scaling_limits.data import Counts, Events, Lives

from ._errors import CommandError


def source_of(path: Path) -> Any:
    """What readers take: a path, or the whole of standard input."""
    return io.BytesIO(sys.stdin.buffer.read()) if str(path) == "-" else path


def read_log(path: Path, options: dict[str, Any], where: dict[str, list[str]] | None = None) -> Lives | Events | Counts:
    """A log of whatever kind its header and its cells say."""
    given = {name: value for name, value in options.items() if value is not None}
    source = source_of(path)
    of_lives = {name: given.pop(name) for name in ("time", "event", "group", "entry", "unit") if name in given}
    try:
        kind = "lives" if of_lives else "events" if given else roles.kind_of(read(source, "fit"))
        if isinstance(source, io.BytesIO):
            source.seek(0)
        if kind == "lives":
            if given:
                raise CommandError(f"--{next(iter(given)).replace('_', '-')} is of events, --{next(iter(of_lives))} of lives")
            if where:
                raise CommandError("--where is of events")
            groups = [of_lives.pop("group")] if "group" in of_lives else ()
            return sl.data.read_lives(source, groups=groups, **of_lives)
        if kind == "counts":
            if where:
                raise CommandError("--where is of events")
            return sl.data.read_counts(source)
        events = sl.data.read_events(source, **given)
        if not where:
            return events
        kept = events.where(**where)
        if len(kept) == 0:
            raise CommandError(f"{path}: no event has {', '.join(f'{name} = {values[0]}' for name, values in where.items())}")
        return kept
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        text = str(error)
        for reader in ("fit: ", "read_lives: ", "read_events: ", "read_counts: ", "where: "):
            text = text.removeprefix(reader)
        raise CommandError(text if str(path) in text else f"{path}: {text}") from None
    except ImportError as error:
        raise CommandError(f"{path}: needs the package {error.name}: pip install {error.name}") from None


class LogOption(click.Option):
    """How a log is read."""

    section = "The log"


def log_option(name: str, metavar: str, text: str, **named: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One of them."""
    return click.option(f"--{name}", metavar=metavar, help=text, cls=LogOption, **named)


def event_options(function: Callable[..., None]) -> Callable[..., None]:
    """All by which a log of events is read; they come as `where`, `within` and the rest by name."""
    options = [
        log_option("start", "COLUMN", "Of events: the column of the instants of failure."),
        log_option("end", "COLUMN", "Of events: the column of the instants of repair."),
        log_option("node", "COLUMN", "Of events: the column of what failed."),
        log_option("cause", "COLUMN", "Of events: the column of causes."),
        log_option("system", "COLUMN", "Of events: the column of the machines or jobs."),
        log_option(
            "where",
            "COLUMN=VALUE",
            "Of events: keep those with this value in a column, such as system=18; may be repeated.",
            multiple=True,
            callback=_where,
        ),
        log_option("date-format", "FORMAT", "Of events: dates as strptime has them, such as '%d.%m.%Y %H:%M'."),
        log_option("timezone", "NAME", "Of events: zone of dates that say none."),
        log_option("window-start", "DATE", "Of events: from when on was observed."),
        log_option("window-end", "DATE", "Of events: until when was observed."),
        log_option(
            "within",
            "QUANTITY[s]",
            "Of events: those that follow one another within this time are one interruption; not given: each is one.",
            callback=lambda ctx, _, text: number(ctx, "within", "s", text),
        ),
        log_option("nodes", "N", "Of events: nodes watched, those that never failed included.", callback=_nodes),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def _where(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, list[str]]:
    wanted: dict[str, list[str]] = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not (name and mark):
            raise click.UsageError(f"--where {text}: the form is COLUMN=VALUE", ctx)
        wanted.setdefault(name, []).append(value)
    return wanted


def _nodes(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return number(ctx, "nodes", "1", text)


def node_names(events: Events) -> list[str] | None:
    """What failed, by name, "" where the log does not say; of several systems each with its own."""
    if events.node is None:
        return None
    nodes = ["" if label is None or label != label else str(label) for label in events.node.tolist()]
    if events.system is None or len(set(events.system.tolist())) < 2:
        return nodes
    return [node and f"{system}: {node}" for system, node in zip(events.system.tolist(), nodes, strict=True)]


def columns_read(data: Lives | Events | Counts) -> str:
    """The columns that were taken for each role, for who did not name them."""
    used = {role: name for role, name in data.columns.items() if name is not None and len(name)}
    return ", ".join(f"{role}: {name if isinstance(name, str) else ' '.join(map(str, name))}" for role, name in used.items())


def node_counts(names: list[str], fleet: float | None) -> dict[str, int]:
    """Failures by node, without those of no name; those of a fleet that never failed have none of their own."""
    counts: dict[str, int] = dict(Counter(filter(None, names)))
    silent = 0 if fleet is None else int(fleet) - len(counts)
    if silent < 0:
        raise CommandError(f"--nodes {fleet:g}: {len(counts)} nodes have failed")
    return counts | {f"never failed {k}": 0 for k in range(1, silent + 1)}


def number(ctx: click.Context, name: str, unit: str, text: str | None) -> float | None:
    """An option that is a quantity above zero."""
    if text is None:
        return None
    try:
        value = float(_core.quantity(text, unit))
    except ValueError as error:
        raise click.UsageError(f"--{name}: {error}", ctx) from None
    if not 0 < value < float("inf"):
        raise click.UsageError(f"--{name} {text}: must be > 0 and finite", ctx)
    return value


def window_of(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """--window, for click."""
    return number(ctx, "window", "s", text)
