# SPDX-License-Identifier: Apache-2.0
"""Accounting of Slurm: ``sacct --parsable2``, or ``--json``."""

from __future__ import annotations

import re
from datetime import datetime

from .._docs import complete
from .._history import attempts_in
from .._job_words import INTERRUPTIONS, Given
from .._opening import bounded
from .._source import Readable, Source, source_of
from ._interruptions import LARGEST, Interruptions, interruptions_of


def interruptions_from_sacct(
    path: Readable,
    *,
    failed: bool = True,
    gpus_per_node: float | None = None,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
    timezone: str | None = None,
    most_bytes: float | str | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``sacct`` printed, with ``--parsable2``, ``--parsable`` or ``--json``.

    Jobs that ended as NODE_FAIL, BOOT_FAIL, OUT_OF_MEMORY and, unless told not to, FAILED were interrupted; TIMEOUT, CANCELLED,
    PREEMPTED, COMPLETED and the like were not. All that ran on GPUs is exposure. Steps of a job are no jobs; components of a
    heterogeneous one are one; elements of an array are one each; of a job that was requeued each attempt counts.

    Ask Slurm so: ``sacct --allusers --duplicates --parsable2 --starttime ... --format
    JobID,State,Start,End,ElapsedRaw,AllocTRES,NodeList``.

    Parameters
    ----------
    path : of the file; the first line is the header
    failed : whether FAILED counts: of a job's program it says as much as of the machine
    gpus_per_node : of jobs whose cells do not say how many GPUs they had
    least_gpus : of the jobs that are counted
    until : when jobs that still ran were asked for, where the file does not say how long; default: the date of the file
    timezone : of dates that say none, such as "America/Denver"; default: as if UTC
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        FileError: file, line, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    Slurm 24.05, sacct(1): "Job state codes", "--parsable2", "--duplicates".

    Examples
    --------
    >>> import io
    >>> head = "JobID|State|Start|End|Elapsed|AllocTRES|NodeList\\n"
    >>> rows = "8|NODE_FAIL|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> rows += "9|CANCELLED by 7|2025-03-02T00:00:00|2025-03-03T12:00:00|1-12:00:00|cpu=8,gres/gpu=16|n[1-2]\\n"
    >>> found = sl.interop.interruptions_from_sacct(io.StringIO(head + rows + "9.batch|CANCELLED|||1-12:00:00||n1\\n"))
    >>> found.interruptions, found.gpu_seconds / sl.units.hour
    (1, 960.0)
    """
    for name, value in (("gpus_per_node", gpus_per_node), ("least_gpus", least_gpus)):
        if value is not None and not 0 < value < 2**31:
            raise ValueError(f"interruptions_from_sacct: {name} = {value:g} must be > 0 and below 2^31")
    counted = INTERRUPTIONS if failed else tuple(word for word in INTERRUPTIONS if word != "failed")
    given = Given(counted=counted, gpus_per_node=gpus_per_node, least_gpus=least_gpus, until=until, timezone=timezone)
    with bounded(most_bytes):
        source = source_of(path, LARGEST)
    return interruptions_of(attempts_in(source, given, "sacct"))


def looks_like(source: Source) -> bool:
    """Whether a file says how long jobs ran on how many GPUs: a header of sacct with these columns, or its JSON."""
    if source.text.lstrip("\ufeff \t\r\n")[:1] == "{":
        return all(re.search(rf'"{name}"\s*:', source.text) for name in ("jobs", "job_id", "state", "time"))
    line = source.text[:10000].lstrip("\ufeff").split("\n", 1)[0].lower()
    names = {name.strip() for mark in "|\t," for name in line.split(mark)}
    return {"jobid", "state"} <= names and bool(
        names & {"alloctres", "reqtres", "allocnodes", "nnodes", "elapsed", "elapsedraw"}
    )


complete(["interruptions_from_sacct"], globals())
