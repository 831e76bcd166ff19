# SPDX-License-Identifier: Apache-2.0
"""A sweep of the command line that is asked as arrays: in chunks, by workers, into files of every format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from .._sweep import Swept, swept
from .._sweep_files import heads
from .._sweep_plan import Asked, Column, asked_of, job_of, named
from ..catalog import RequestError
from ._errors import CANNOT_WRITE, CommandError, say
from ._request import Document, taken_by

#: what of an assessment stands beside the largest sizes
FACTS = ("mtbf", "write_time", "restart_time", "interval", "goodput", "useful_throughput")
GROUP, SHARE = "breakdown.", "share_"
#: damaged files that are named
SHOWN = 5
#: of a limit, by what is added to the name of its criterion
OF_LIMIT = {"": "value", "_status": "status", "_binding": "binding"}


def _own(paths: Sequence[str], question: str, criterion: str = "") -> list[str]:
    """The paths that a question looks at."""
    parts = taken_by([question])
    return [
        path
        for path in paths
        if path.partition(".")[0] in parts and (not path.startswith("criterion.") or path == f"criterion.{criterion}")
    ]


def asked(
    document: Document, criteria: Mapping[str, Any], over: Mapping[str, Any], wanted: Sequence[str]
) -> tuple[list[Asked], dict[str, Any]]:
    """What is asked over which axes, and the tables that these are of. `wanted`: columns, as a file names them; none: all."""
    found: list[Asked] = []
    fields: dict[str, Any] = {}

    def ask(question: str, names: dict[str, str], said: dict[str, str], of: str = "", **more: Any) -> None:
        own = {path: over[path] for path in _own(list(over), question, of)}
        try:
            one, found_fields = asked_of(document.request(question, None, more), own, among=over)
        except RequestError as error:
            raise document.refused(error, {**said, **dict.fromkeys(own, "--over")}) from None
        fields.update(found_fields)
        kept: list[Column] = []
        for column in one.columns:
            name = names.get(column.name) or (SHARE + column.name.removeprefix(GROUP) if GROUP in column.name else "")
            if question == "assess" and not (column.name in names or column.name.startswith(GROUP)):
                continue
            if name:
                kept.append(replace(column, name=name))
        found.append(replace(one, columns=kept))

    ask("assess", {name: name for name in (*FACTS, "status")}, {})
    for text, criterion in criteria.items():
        names = {source: text + suffix for suffix, source in OF_LIMIT.items()}
        ask("limit", names, {"criterion": f"--criterion {text}"}, text, criterion=criterion)
    all_heads = dict(
        zip([c.name for one in found for c in one.columns], heads([*over, *_names(found)])[len(over) :], strict=True)
    )
    found = [replace(one, columns=[replace(c, name=all_heads[c.name]) for c in one.columns]) for one in found]
    return _chosen(found, wanted), fields


def _names(found: Sequence[Asked]) -> list[str]:
    return [column.name for one in found for column in one.columns]


def _chosen(found: list[Asked], wanted: Sequence[str]) -> list[Asked]:
    """Those columns alone; a question of which none is wanted is not asked."""
    names = [name.strip() for text in wanted for name in text.split(",") if name.strip()]
    known = _names(found)
    for name in names:
        if name not in known:
            raise CommandError(f"--columns: there is no {name!r}; there are {', '.join(known)}")
    if not names:
        return found
    kept = [replace(one, columns=[column for column in one.columns if column.name in names]) for one in found]
    return [one for one in kept if one.columns]


def sweep_grid(
    document: Document,
    criteria: Mapping[str, Any],
    paths: Sequence[str],
    values: Sequence[np.ndarray[Any, Any]],
    output: Path,
    columns: Sequence[str],
    **how: Any,
) -> Swept:
    """The whole grid into a file; whatever ends it early is one sentence."""
    try:
        over = named(dict(zip(paths, values, strict=True)))
        questions, fields = asked(document, criteria, over, columns)
        job, in_si = job_of(questions, fields, over)
        found = swept(job, in_si, output, progress=True, **how)
        if how["resume"]:
            _tell(found)
        return found
    except KeyboardInterrupt:
        say("interrupted; the same command with --resume goes on where it was")
        raise
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        code = CANNOT_WRITE if error.filename else 2
        raise CommandError(name + _plain(error.strerror or str(error)), code) from None
    except (ValueError, RuntimeError) as error:
        raise CommandError(_plain(str(error))) from None


def _tell(found: Swept) -> None:
    """What a sweep that goes on kept, and what of it was damaged."""
    say(f"remark: {found.points - found.computed:,} of {found.points:,} points were there, {found.computed:,} were computed")
    if found.damaged:
        more = f" and {len(found.damaged) - SHOWN:,} more" if len(found.damaged) > SHOWN else ""
        say(f"remark: not as they were written, and made again: {', '.join(found.damaged[:SHOWN])}{more}")


def _plain(message: str) -> str:
    """A message without the name of the command, which stands in front of every one."""
    return re.sub(r"\b(resume|overwrite)(?= (goes on|replaces|takes)\b)", r"--\1", message.removeprefix("sweep: "))
