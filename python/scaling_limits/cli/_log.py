# SPDX-License-Identifier: Apache-2.0
"""Logs of failures as commands take them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import scaling_limits as sl
from scaling_limits import _core, _history
from scaling_limits import _log_roles as roles
from scaling_limits._attempts import Attempts
from scaling_limits._job_words import OUTCOMES, outcome_of
from scaling_limits._kernel_lines import is_kernel_log
from scaling_limits._log_open import Opened, opened
from scaling_limits.data import Counts, Events, Lives

from ._errors import CommandError
from ._request import readable, told

#: options of a history of jobs, and how each is said; those of lives; what makes columns of events of a table
OF_JOBS = {
    "states": "--state",
    "counted": "--count",
    "failed": "--without-failed",
    "dialect": "--format",
}
OF_LIVES = ("time", "event", "group", "entry", "unit", "quantity")
OF_EVENTS = ("start", "end", "node", "cause", "system", "date_format", "outages")


def read_log(
    path: Path,
    options: dict[str, Any],
    where: dict[str, list[str]] | None = None,
    gpus: float | None = None,
    per_node: float | None = None,
) -> Attempts | Lives | Events | Counts:
    """A log of whatever kind its header and its cells say. `gpus`, `per_node`: of each job of a history, or of a node of it."""
    given = {name: value for name, value in options.items() if value not in (None, {}, ())}
    of_jobs = {name: given.pop(name) for name in OF_JOBS if name in given}
    of_lives = {name: given.pop(name) for name in OF_LIVES if name in given}
    if of_jobs and (other := next((name for name in given if name in OF_EVENTS), None)):
        raise CommandError(
            f"{path}: --{other.replace('_', '-')} is of events, {OF_JOBS[next(iter(of_jobs))]} of a history of jobs"
        )
    with told(path, "fit", "read_lives", "read_events", "read_counts", "read_attempts", "where"):
        source = opened(readable(path), "fit")
        source.states = of_jobs.get("states", {})
        if not of_lives and not (given.keys() & set(OF_EVENTS)):
            history = _history_of(path, source, of_jobs | {"gpus_per_node": per_node}, given, gpus)
            if history is not None:
                if where:
                    raise CommandError(f"{path}: --where is of events, and this is a history of jobs")
                return history
        if of_jobs.keys() - ({"states"} if is_kernel_log(source.text) else set()):
            option = OF_JOBS[next(iter(of_jobs))]
            raise CommandError(f"{path}: {option} is of a history of jobs, and this is another log; --format says otherwise")
        return _other_log(path, source, of_lives, given, where)


def _history_of(
    path: Path, source: Opened, of_jobs: dict[str, Any], given: dict[str, Any], gpus: float | None
) -> Attempts | None:
    """The attempts of a history; None: it is none."""
    asked = dict(of_jobs)
    dialect = asked.pop("dialect", "")
    beside = {"failed": asked.pop("failed", True), "counted": asked.pop("counted", ()), "states": asked.pop("states", None)}
    jobs = _history.given_of(**beside, **asked, gpus=gpus, timezone=given.get("timezone"))
    found = _history.history_in(source, jobs, dialect)
    if found is None:
        return None
    if gpus is not None and not any("each, as given" in note for note in found.notes):
        raise CommandError(f"{path}: says how many GPUs each job had: no other number is taken beside it")
    return found.between(given.get("window_start"), given.get("window_end"))


def _other_log(
    path: Path, source: Opened, of_lives: dict[str, Any], given: dict[str, Any], where: dict[str, list[str]] | None
) -> Lives | Events | Counts:
    """A log that is no history of jobs."""
    kind = "lives" if of_lives else "events" if given else roles.kind_of(source.table())
    if kind == "lives" and given:
        raise CommandError(f"--{next(iter(given)).replace('_', '-')} is of events, --{next(iter(of_lives))} of lives")
    if kind != "events" and where:
        raise CommandError("--where is of events")
    if kind == "lives":
        groups = [of_lives.pop("group")] if "group" in of_lives else ()
        return sl.data.read_lives(source, groups=groups, **of_lives)
    if kind == "counts":
        return sl.data.read_counts(source)
    events = sl.data.read_events(source, **given)
    if not where:
        return events
    kept = events.where(**where)
    if len(kept) == 0:
        raise CommandError(f"{path}: no event has {', '.join(f'{name} = {values[0]}' for name, values in where.items())}")
    return kept


class LogOption(click.Option):
    """How a log is read."""

    section = "The log"


def log_option(
    name: str, metavar: str | None, text: str, param_name: str = "", **named: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One of them."""
    names = [f"--{name}", *([param_name] if param_name else [])]
    return click.option(*names, metavar=metavar, help=text, cls=LogOption, **named)


def event_options(function: Callable[..., None]) -> Callable[..., None]:
    """All by which a log of events is read; they come as `where`, `within`, `nodes`, `gpus_per_node` and the rest by name."""
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
        log_option(
            "outages",
            "WORD",
            "Of events: end: each failure stopped the job until its end; none: ends are of repairs. Default: as it looks.",
            type=click.Choice(["end", "none"]),
        ),
        log_option(
            "outage-spread",
            "X",
            "Standard deviation over mean of the times that failures stop the job, where only their mean is known; default: 1.",
            type=click.FloatRange(min=0),
        ),
        log_option(
            "state",
            "WORD=OUTCOME",
            f"Of jobs, and of codes in kernel lines: what a word means that is not known ({', '.join(OUTCOMES)}).",
            param_name="states",
            multiple=True,
            callback=_states,
        ),
        log_option(
            "count",
            "OUTCOME",
            "Of jobs: an outcome that is an interruption beside failures, such as timed_out; may be repeated.",
            param_name="counted",
            multiple=True,
            type=click.Choice(OUTCOMES),
        ),
        log_option(
            "without-failed",
            None,
            "Of jobs: what only their own program says (FAILED, Error) is no interruption.",
            param_name="failed",
            is_flag=True,
            flag_value=False,
            default=None,
        ),
        log_option(
            "gpus-per-node",
            "N",
            "GPUs of a node: of events, with the GPUs of the log, how many nodes there are; of jobs that say of how many nodes"
            " they were, and not of how many GPUs.",
            callback=lambda ctx, _, text: number(ctx, "gpus-per-node", "1", text),
        ),
        log_option(
            "format",
            "NAME",
            "Of jobs: who wrote it, sacct, kubernetes or jobs (a table). Default: as it looks.",
            param_name="dialect",
            type=click.Choice(list(_history.DIALECTS)),
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def _where(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, list[str]]:
    wanted: dict[str, list[str]] = {}
    for text in texts:
        name, mark, value = text.partition("=")
        if not (name and mark):
            raise click.UsageError(f"{param.opts[0]} {text}: the form is {param.metavar}", ctx)
        wanted.setdefault(name, []).append(value)
    return wanted


def _states(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for text in texts:
        word, mark, said = text.partition("=")
        outcome = outcome_of(said)
        if not (word and mark) or outcome not in OUTCOMES:
            near = _core.suggestion(said, OUTCOMES) if mark else ""
            raise click.UsageError(f"--state {text}: the form is WORD=OUTCOME, one of {', '.join(OUTCOMES)}{near}", ctx)
        found[word] = outcome
    return found


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


def columns_read(data: Attempts | Lives | Events | Counts) -> str:
    """The columns that were taken for each role, for who did not name them."""
    used = {role: name for role, name in data.columns.items() if name is not None and len(name)}
    return ", ".join(f"{role}: {name if isinstance(name, str) else ' '.join(map(str, name))}" for role, name in used.items())


def number(ctx: click.Context, name: str, unit: str, text: str | None) -> float | None:
    """An option that is a quantity above zero."""
    if text is None:
        return None
    try:
        value = float(_core.quantity(text, unit, share=False))
    except ValueError as error:
        raise click.UsageError(f"--{name}: {error}", ctx) from None
    if not 0 < value < float("inf"):
        raise click.UsageError(f"--{name} {text}: must be > 0 and finite", ctx)
    return value


def window_of(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """--window, for click."""
    return number(ctx, "window", "s", text)
