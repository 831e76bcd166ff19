# SPDX-License-Identifier: Apache-2.0
"""Logs of failures as commands take them."""

from __future__ import annotations

import io
import sys
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
        if "window_start" in given or "window_end" in given:
            return kept
        parts = (kept.start, kept.end, kept.node, kept.cause, kept.system)  # in a window of their own
        return Events(*parts, frame=kept.frame, columns=kept.columns, report=kept.report)
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        text = str(error)
        for reader in ("fit: ", "read_lives: ", "read_events: ", "read_counts: ", "where: "):
            text = text.removeprefix(reader)
        raise CommandError(text if str(path) in text else f"{path}: {text}") from None
    except ImportError as error:
        raise CommandError(f"{path}: needs the package {error.name}: pip install {error.name}") from None


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
