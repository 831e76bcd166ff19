# SPDX-License-Identifier: Apache-2.0
"""Where files are opened: what they hold, unpacked, as far as a bound; and trees of JSON in which no key stands twice."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import math
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

from . import _core
from ._known_files import HEAD

#: bytes that are read of a file, and unpacked, unless a caller says another number
MOST_BYTES = 256 << 20
#: of these bytes, the share that one line of a log may have, and a mebibyte in any case
LINE = 1 / 256
PIECE = 1 << 20
#: how often that many may be held of what a file says, as roughly: a line or a cell of a table beside its letters, a value of
#: JSON; a process needs some times the bound then, and not some hundred
HELD, CELL, VALUE = 2, 64, 128
#: how deep mappings and lists may stand in one another, as the catalogue's own parsers have it
DEEPEST = 64

_most: ContextVar[float | None] = ContextVar("most_bytes", default=None)
#: what packs files, by their first bytes and their suffixes; each unpacks a piece at a time
_PACKED: tuple[tuple[bytes, str, Any], ...] = (
    (rb"\x1f\x8b", ".gz", gzip.open),
    (rb"\xfd7zXZ\0", ".xz", lzma.open),
    (rb"BZh[1-9](1AY&SY|\x17\x72\x45\x38\x50\x90)", ".bz2", bz2.open),
)


#: what follows a text in JSON
_BETWEEN = re.compile(r"\s*[],:}]")
#: half a letter of JSON, which is no text
_HALF = re.compile(
    r"\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2}"
)


class Unreadable(ValueError):
    """What keeps a file from being read, without its name; `head`: its first bytes or letters, as far as they were seen."""

    def __init__(self, problem: str, head: bytes | str = b"") -> None:
        super().__init__(problem)
        self.head = head


class TooLarge(Unreadable):
    """More than may be read."""

    def __init__(self, most: float, head: bytes | str = b"", of: str = "") -> None:
        way = "most_bytes (--most-bytes) says how much is read and unpacked"
        super().__init__(f"{of}{way}, {said(most)}" if of else f"is larger than {said(most)}: {way}", head)


class StandsTwice(ValueError):
    """A key of JSON that one object has twice."""

    def __init__(self, key: str, line: int = 0) -> None:
        self.key, self.line = key, line
        self.place = f"line {line}" if line else ""
        self.problem = f"the key {key[:60]!r} stands twice in one object: keep one of them"
        super().__init__(f"{self.place}: {self.problem}" if line else self.problem)


@contextmanager
def bounded(most: float | str | None) -> Iterator[None]:
    """Within it so many bytes of a file are read and unpacked, such as "4 GiB"; None: as many as around it."""
    token = _most.set(_most.get() if most is None else most_bytes_of(most))
    try:
        yield
    finally:
        _most.reset(token)


def most_bytes(own: float = math.inf) -> float:
    """How many bytes of a file are read here; `own`: where nobody says, of what is never large."""
    given = _most.get()
    return min(MOST_BYTES, own) if given is None else given


def most_bytes_of(most: object) -> float:
    """A bound as a number of bytes."""
    try:
        found = _core.quantity(most, "B") if isinstance(most, str) else most
    except ValueError as error:
        raise ValueError(f"most_bytes: {error}") from None
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise TypeError(f'most_bytes must be bytes, a number or a text such as "4 GiB", not {type(most).__name__}')
    if not found >= 1:
        raise ValueError(f'most_bytes: {most!r} must be >= 1 B, such as "4 GiB", or "unlimited"')
    return float(found)


def weigh(letters: float, cells: float = 0, values: float = 0, own: float = math.inf) -> None:
    """TooLarge where what a file says would take far more memory than it has bytes: one of commas alone, say."""
    most = most_bytes(own)
    if letters + CELL * cells + VALUE * values > HELD * most:
        raise TooLarge(most, of=f"has {cells + values:,.0f} cells, which would be held as far more than its bytes; ")


def weigh_tree(text: str, own: float = math.inf) -> None:
    """The same of a text of JSON or TOML."""
    weigh(len(text), text.count("\n"), sum(map(text.count, "[{,")), own)


def weigh_log(text: str) -> None:
    """The same of a log, and TooLarge where a line, or a text in JSON, is as long as none is: readers hold it several times."""
    most, is_json = most_bytes(), text.lstrip()[:1] in ("{", "[")
    longest = max(PIECE, most * LINE)
    for start, end in _stretches(text, '"' if is_json else "\r\n", longest):
        if not is_json or (start and not _BETWEEN.match(text, start)):
            line = 1 + sum(1 for _ in re.compile("\r\n|\r|\n").finditer(text, 0, start))
            what = f"has a {'text' if is_json else 'line'} of {end - start:,} letters (line {line}), and one may have"
            raise TooLarge(most, of=f"{what} {longest:,.0f}; ")
    if is_json:
        weigh_tree(text)
    else:
        weigh(len(text), text.count("\n"))


def _stretches(text: str, ends: str, longest: float) -> Iterator[tuple[int, int]]:
    """Where a text has more letters than that without one that ends them, from where to where; looks at few of the others."""
    end = re.compile(f"[{ends}]")
    step = int(min(longest, len(text))) // 2 + 1  # some whole step is in each of them
    at = 0
    while at < len(text):
        if end.search(text, at, at + step):
            at += step
            continue
        start = max(text.rfind(one, 0, at) for one in ends) + 1
        found = end.search(text, at)
        at = found.start() if found else len(text)
        if at - start > longest:
            yield start, at


def contents(source: str | os.PathLike[str] | IO[Any], own: float = math.inf) -> bytes | str:
    """All of a file, by path or open, unpacked where gzip, xz or bzip2 packed it, which its first bytes say.

    Unreadable for what cannot be unpacked, and for more bytes than may be read (`most_bytes`): no more than that is ever held.
    OSError for a file that cannot be opened; an open text file gives text, of which letters count.
    """
    if hasattr(source, "read"):
        return _read(source, own)
    with open(source, "rb", buffering=0) as file:
        return _read(file, own)


def _read(stream: Any, own: float) -> bytes | str:
    most = most_bytes(own)
    head: Any = b""
    try:
        head = stream.read(PIECE)
        if isinstance(head, str):
            return "".join(_up_to(most, stream, head))
        while head and len(head) < 10 and (more := stream.read(PIECE)):  # a pipe gives what there is
            head += more
        unpack = _unpacker(head)
        if unpack is None:
            return _joined(_up_to(most, stream, head))
        with unpack(io.BufferedReader(_Again(head, stream), PIECE)) as file:
            head = file.read(PIECE)
            if _unpacker(head):
                raise Unreadable("is packed twice: unpack it once", head)
            return _joined(_up_to(most, file, head))
    except UnicodeDecodeError:
        raise
    except (EOFError, lzma.LZMAError, zlib.error) as error:
        raise Unreadable(f"cannot be unpacked: {error}", head) from None
    except OSError as error:
        if error.errno is not None:
            raise
        raise Unreadable(f"cannot be unpacked: {error}", head) from None
    except MemoryError:
        raise Unreadable(f"needs more memory than there is; most_bytes (--most-bytes), {said(most)}, bounds it", head) from None


def _up_to(most: float, stream: Any, head: Any) -> Iterator[Any]:
    """The pieces of a stream, of which the first is `head`; TooLarge as soon as they are more than that."""
    piece, count = head, 0
    while piece:
        count += len(piece)
        if count > most:
            raise TooLarge(most, head[: HEAD + 1])
        yield piece
        piece = stream.read(PIECE)


def _joined(pieces: Iterator[bytes]) -> bytes:
    """The same as one, held once."""
    whole = io.BytesIO()
    for piece in pieces:
        whole.write(piece)
    return whole.getvalue()


def said(most: float) -> str:
    """A number of bytes in the largest binary unit of which it is a whole number."""
    units = (unit for unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")) if math.isfinite(most) and most % (1 << unit[0]) == 0)
    power, name = next(units, (0, "B"))
    return f"{most / (1 << power):.15g} {name}"


def _unpacker(head: bytes) -> Any:
    return next((unpack for magic, _, unpack in _PACKED if isinstance(head, bytes) and re.match(magic, head)), None)


class _Again(io.RawIOBase):
    """A stream of which the first bytes were looked at."""

    def __init__(self, head: bytes, rest: Any) -> None:
        self._head, self._rest = io.BytesIO(head), rest

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        piece = self._head.read(len(into)) or self._rest.read(len(into)) or b""
        into[: len(piece)] = piece
        return len(piece)


def suffix_of(name: str | os.PathLike[str]) -> str:
    """The suffix that says the form of a file, in small letters: of ``run.toml.gz`` that of what is packed."""
    path = Path(os.fspath(name))
    packed = path.suffix.lower() in [suffix for _, suffix, _ in _PACKED]
    return (Path(path.stem) if packed else path).suffix.lower()


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON out of its pairs, for json's ``object_pairs_hook``; StandsTwice where a key does."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise StandsTwice(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found


_ONCE = json.JSONDecoder(object_pairs_hook=once)


def json_of(text: str) -> Any:
    """The tree of a text of JSON.

    StandsTwice where a key does; another ValueError where it is none, or has a number of thousands of digits; RecursionError
    where it is nested too deeply. Half a letter is read as one that is not known.
    """
    if _HALF.search(text):
        text = _HALF.sub(r"\\ufffd", text)
    try:
        return json.loads(text, object_pairs_hook=once)
    except StandsTwice as error:
        raise StandsTwice(error.key, line_of(text, error.key)) from None


def object_at(text: str, at: int) -> tuple[Any, int]:
    """The tree of JSON that begins at a place of a text, and where it ends; refused as :func:`json_of` refuses."""
    try:
        return _ONCE.raw_decode(text, at)
    except StandsTwice as error:
        raise StandsTwice(error.key, line_of(text, error.key, at)) from None


def line_of(text: str, key: str, start: int = 0) -> int:
    """The line where a key of JSON stands in one object for the second time, from a place of the text on."""
    line, objects = 1 + text.count("\n", 0, start), []
    for found in re.compile(r'\n|"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)|[{}]').finditer(text, start):
        mark = found[0]
        if mark == "\n":
            line += 1
        elif mark == "{":
            objects.append(False)
        elif mark == "}":
            del objects[-1:]
        elif found[1] and objects and json.loads(mark, strict=False) == key:
            if objects[-1]:
                return line
            objects[-1] = True
    return line


def is_deep(tree: Any, deepest: int = DEEPEST) -> bool:
    """Whether mappings and lists stand deeper in one another than that, or a list in itself."""
    level = [tree]
    for _ in range(deepest + 1):
        parts = {id(one): one for one in level if isinstance(one, (dict, list))}
        if not parts:
            return False
        level = [inner for one in parts.values() for inner in (one.values() if isinstance(one, dict) else one)]
    return True
