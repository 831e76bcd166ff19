# SPDX-License-Identifier: Apache-2.0
"""Files of measured storage: whose they are, by their marks, and what they say."""

from __future__ import annotations

import re
from typing import NamedTuple

from .._docs import complete
from .._known_files import of_storage
from .._opening import bounded
from .._source import FileError, Readable, Source
from ._storage import MeasuredTier, Read, one_file, shown_rate, two_files
from ._storage_elbencho import TABLE, elbencho
from ._storage_fio import CUT, PRINTED, TERSE, fio
from ._storage_ior import ior
from ._storage_mlperf import METRIC, mlperf, opened


class Reader(NamedTuple):
    """A tool whose files are read."""

    kind: str  # as people call it
    marks: tuple[str, ...]  # any of them
    read: Read


READERS = (
    Reader("MLPerf Storage", (r'"(?:save|load)_checkpoint_\w+"\s*:',), mlperf),
    Reader("DLIO", (METRIC.pattern,), mlperf),
    Reader(
        "fio",
        (
            r'"fio version"\s*:',
            r'"client_stats"\s*:',
            r'"jobname"\s*:\s*"[^"\n]*",\s*"groupid"\s*:',
            PRINTED.pattern,
            TERSE.pattern,
            CUT,
        ),
        fio,
    ),
    Reader(
        "IOR",
        (r"^IOR-\d", r"^[ \t]*Operation\s+Max ?\(MiB\)", r"^[ \t]*access[\s,]+bw\(MiB/s\)", r'"bw(?:Mean|Max)?MI?i?B"\s*:'),
        ior,
    ),
    Reader("elbencho", (TABLE.pattern, r"MiB/s \[last\]", r'"last_done"\s*:\s*\{'), elbencho),
)


#: where marks stand: at the head of a file
HEAD = 256 << 10


def _marked(source: Source, marks: tuple[str, ...]) -> bool:
    head = source.text[:HEAD]
    return any(re.search(mark, head, re.M) for mark in marks)


def reader_of(source: Source) -> Reader | None:
    """Whose file it is; None where it is of no tool that measures storage; refused where such a tool says nothing of bytes."""
    for reader in READERS:
        if _marked(source, reader.marks):
            return reader
    if one := of_storage(source.text[:HEAD]):
        raise source.unread("", f"this looks like {one.name}, which {one.says}", one.instead)
    return None


def measured(source: Source, other: Source | None = None) -> tuple[str, MeasuredTier] | None:
    """What a file says, or two, and what its tool is called; None where it is none of measured storage."""
    files = [(one, reader_of(one)) for one in (source, other) if one is not None]
    readers = [(one, reader) for one, reader in files if reader is not None]
    if len(readers) < len(files):
        return None
    kinds = " and ".join(dict.fromkeys(reader.kind for _, reader in readers))
    try:
        if other is None:
            return kinds, one_file(readers[0][1].read, source)
        return kinds, two_files([(reader.read, one) for one, reader in readers])
    except FileError as error:
        if error.problem.startswith("this looks like") or error.path not in [one.name for one, _ in files]:
            raise
        kind = next(reader.kind for one, reader in readers if one.name == error.path)
        said = f"this looks like a file of {kind}; {f'{error.place}: ' if error.place else ''}{error.problem}"
        raise type(error)(error.path, "", said, error.expected or "the file as the tool wrote it") from None


def tier_from_file(path: Readable, other: Readable | None = None, *, most_bytes: float | str | None = None) -> MeasuredTier:
    """The tier that a file of fio, IOR, elbencho, MLPerf Storage or DLIO measured, known by its marks, with its spread.

    Bandwidths are one way and of all clients together. A direction that was not measured is left out, and that is said.

    Parameters
    ----------
    path : of the file; of MLPerf Storage also the folder of one invocation
    other : a second file, where saves and loads were measured apart; in any order, of any two tools
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 64 MiB

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    IOR 4.0, ``src/ior-output.c``; elbencho ``source/Statistics.cpp``, ``docs/csv-docs.md``; those of ``tier_from_fio`` and
    ``tier_from_mlperf_storage``.

    Examples
    --------
    >>> import io
    >>> head = "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev    Mean(s) #Tasks tPN reps"
    >>> found = sl.interop.tier_from_file(io.StringIO(f"{head}\\nwrite  2000.00 2000.00 2000.00 0.00 60.0 64 8 1"))
    >>> found.tier.write_bandwidth == 2000 * 2**20
    True
    """
    with bounded(most_bytes):
        sources = [opened(given) for given in (path, other) if given is not None]
        found = measured(*sources)
    if found is None:
        kinds = ", ".join(reader.kind for reader in READERS)
        name = next(one for one in sources if reader_of(one) is None)
        raise name.unread("", "is of no tool that measures storage, as far as its marks say", f"a file of {kinds}")
    return found[1]


def described_file(source: Source, other: Source | None = None) -> tuple[str, MeasuredTier, list[tuple[str, str]]] | None:
    """What a file of measurements is called, what it says, and the facts of it: what, and how much; None where it is none."""
    found = measured(source, other)
    if found is None:
        return None
    kind, tier = found
    facts = []
    for direction, rate in tier.bandwidths.items():
        of, text = tier.spread[direction], shown_rate(rate)
        more = [f"standard deviation {shown_rate(of.deviation)}"] if of.deviation == of.deviation else []
        more += [f"{shown_rate(of.least)} to {shown_rate(of.most)}"] if of.least == of.least else []
        more += [f"of {of.samples:,} samples, each a {of.of}"] if of.samples else []
        facts.append((f"{direction}_bandwidth", f"{text}   ({', '.join(more)})" if more else text))
    return kind, tier, facts


complete(["tier_from_file"], globals())
