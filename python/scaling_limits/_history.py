# SPDX-License-Identifier: Apache-2.0
"""The one door of histories of jobs: Slurm's accounting, Kubernetes, public traces, tables of one's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from . import _job_json, _job_kubernetes, _job_tables
from ._attempts import Attempts
from ._job_words import INTERRUPTIONS, Given, checked_means, counted_of
from ._log_open import Opened, opened
from ._log_roles import check_zone
from ._opening import bounded
from ._source import FileError, Source

#: who may have written a history, by the name that a caller gives
DIALECTS = ("sacct", "kubernetes", "jobs")


def read_attempts(
    path: Any,
    *,
    counted: Any = (),
    failed: bool = True,
    states: Mapping[str, str] | None = None,
    gpus: float | None = None,
    gpus_per_node: float | None = None,
    least_gpus: float = 0,
    until: Any = None,
    timezone: str | None = None,
    dialect: str | None = None,
    most_bytes: float | str | None = None,
) -> Attempts:
    """What happened to jobs: of a history of Slurm, Kubernetes, a public trace, or a table of one's own.

    A row with a state, when it ran (start and end, or how long) and GPUs is an attempt, whatever separates the cells and
    whatever the case of the header, in CSV or JSON. What failed and what the machine failed are interruptions; done, cancelled,
    timed out and preempted are none unless ``counted`` says so. A word that nobody knows is asked for and not counted. Jobs
    without GPUs and steps of jobs are left out.

    Parameters
    ----------
    path : of a file: CSV by any separator, JSON or Parquet, compressed or not; what is opened of one; a frame of pandas
    counted : outcomes that are interruptions beside failures, such as ["timed_out"]
    failed : whether what a program says of itself (FAILED, Error) is one
    states : what words or numbers mean that are not known, such as {"7": "failed"}
    gpus : of each job, where the file does not say
    gpus_per_node : the same, where it says how many nodes
    least_gpus : of attempts that are counted
    until : when jobs that still ran were asked for; default: the date of the file
    timezone : of dates that say none; default: as if UTC
    dialect : who wrote it, "sacct", "kubernetes" or "jobs"; default: as it looks
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        FileError: file, line or item, what is wrong there and what was expected.
    TypeError
        For a path that is neither one, nor an open file, nor a frame.
    ImportError
        For Parquet without pyarrow: extra ``parquet``.

    Examples
    --------
    >>> import io
    >>> text = "job,state,start,end,gpus\\n7,NODE_FAIL,2025-03-01 00:00,2025-03-01 10:00,16\\n"
    >>> found = sl.data.read_attempts(io.StringIO(text))
    >>> found.history.interruptions, found.history.exposure / sl.units.hour
    (1.0, 160.0)
    """
    given = given_of(counted, failed, states, gpus=gpus, gpus_per_node=gpus_per_node, least_gpus=least_gpus, until=until,
                     timezone=timezone)  # fmt: skip
    if dialect is not None and dialect not in DIALECTS:
        raise ValueError(f"read_attempts: dialect = {dialect!r} must be one of {', '.join(DIALECTS)}")
    with bounded(most_bytes):
        source = opened(path, "read_attempts")
    return attempts_in(source, given, dialect or "")


def given_of(counted: Any, failed: bool, states: Mapping[str, str] | None, **others: Any) -> Given:
    """What a caller says of a history, checked."""
    for name in ("gpus", "gpus_per_node"):
        value = others.get(name)
        if value is not None and not 0 < value < 2**31:
            raise ValueError(f"read_attempts: {name} = {value:g} must be > 0 and below 2^31")
    own = tuple(word for word in INTERRUPTIONS if failed or word != "failed")
    more = [counted] if isinstance(counted, str) else list(counted or ())
    kept = {name: value for name, value in others.items() if value is not None}
    return Given(counted=counted_of([*own, *more]), means=checked_means(states or {}), **kept)


def attempts_in(source: Any, given: Given, dialect: str = "") -> Attempts:
    """The attempts of a source; refused where it is no history. `dialect`: who wrote it, where that is known."""
    if isinstance(source, Source):
        source = Opened("interruptions", source.name, source.name, None, source.text, None, [])
        source = dataclasses.replace(source, tree=source.parsed())
    try:
        found = history_in(source, given, dialect)
    except FileError:
        raise
    except ValueError as error:  # of a table that cannot be told apart
        text = " ".join(str(error).removeprefix(f"{source.who}: ").removeprefix(f"{source.name} ").split())
        raise FileError(source.name, "", text[:300], _job_tables.EXPECTED) from None
    if found is None:
        raise FileError(source.name, "", "is no history of jobs", _job_tables.EXPECTED)
    return found


def history_in(source: Opened, given: Given, dialect: str = "") -> Attempts | None:
    """The attempts of a source; None: it is no history."""
    problems: list[str] = []
    check_zone(given.timezone, problems)
    if problems:
        raise ValueError(problems[0])
    if dialect in ("", "kubernetes") and source.frame is None:
        text = Source(source.path or source.name, source.text, "")
        if dialect == "kubernetes" or (isinstance(source.tree, Mapping) and _job_kubernetes.is_listed(source.tree)):
            return _job_kubernetes.attempts_of(text, given, source.tree)
    if (of := _job_json.table_of(source)) is not None:
        table, notes = of
        found = _job_tables.read(table, given)
        found.notes = (*notes, *found.notes)
        return found
    table = source.table()
    if not dialect and not _job_tables.looks_like(table, given):
        return None
    return _job_tables.read(table, given)
