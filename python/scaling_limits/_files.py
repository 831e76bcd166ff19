# SPDX-License-Identifier: Apache-2.0
"""Files that are written: whole or not at all, never in place of what somebody else wrote.

What this library writes carries the digest of its content, by which it is known again: in a comment, in what the format has for
one, or, for formats without, in a record beside it. A file that was changed since is somebody's work as any other is.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

MARK = "written by scaling-limits, sha256 of the rest "
#: in each folder that holds files of ours whose format has no room for the mark
RECORD = ".scaling-limits.json"
#: a name of our own: the longest that a file may have would leave no room for more
TEMPORARY = ".scaling-limits."


def usual_mode(bits: int) -> int:
    """The mode of a new file or folder, 0o666 or 0o777, as this user makes them: those of tempfile are private."""
    mask = os.umask(0)
    os.umask(mask)
    return bits & ~mask


# ---- what is ours


def _png(text: bytes) -> bytes:
    """The end of a picture: a text in a chunk of its own, and the chunk that ends all."""
    chunks = ((b"tEXt", b"Comment\0" + text), (b"IEND", b""))
    return b"".join(len(x).to_bytes(4, "big") + kind + x + zlib.crc32(kind + x).to_bytes(4, "big") for kind, x in chunks)


def _comment(before: bytes, after: bytes = b"\n") -> tuple[int, Callable[[bytes], bytes]]:
    return 0, lambda text: before + text + after


#: how a file ends that has the mark: the bytes that are taken off a plain one, and what comes in their place
ENDS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    ".toml": _comment(b"# "),
    ".svg": _comment(b"<!-- ", b" -->\n"),
    ".pdf": _comment(b"% "),
    ".ps": _comment(b"% "),
    ".eps": _comment(b"% "),
    ".pgf": _comment(b"% "),
    ".png": (12, _png),  # without its last chunk
    ".xlsx": (2, lambda text: len(text).to_bytes(2, "little") + text),  # the comment of an archive, after its length
}


def _digest(path: Path, size: int) -> bytes:
    """Of the first so many bytes, in hexadecimal digits."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        while size > 0 and (part := file.read(min(size, 1 << 20))):
            found.update(part)
            size -= len(part)
    return found.hexdigest().encode()


def _end(path: Path, suffix: str, body: int) -> bytes:
    return ENDS[suffix][1](MARK.encode() + _digest(path, body))


def _seal(path: Path, target: Path) -> None:
    """Puts the mark into a file that will be the target."""
    suffix = target.suffix.lower()
    if suffix in ENDS:
        body = path.stat().st_size - ENDS[suffix][0]
        end = _end(path, suffix, body)
        with path.open("r+b") as file:
            file.seek(body)
            file.write(end)


def _records(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _record(target: Path) -> None:
    """Keeps the digest of a file whose format has no room for it."""
    records = {name: digest for name, digest in _records(target.parent).items() if (target.parent / name).exists()}
    records[target.name] = _digest(target, target.stat().st_size).decode()
    _place(target.parent / RECORD, lambda path: path.write_text(json.dumps(records, indent=0) + "\n", encoding="utf-8"))


def is_own(path: Path) -> bool:
    """Whether this library wrote a file, and nobody changed it since."""
    size, suffix = path.stat().st_size, path.suffix.lower()
    if suffix not in ENDS:
        return path.name in (records := _records(path.parent)) and records[path.name] == _digest(path, size).decode()
    body = size - len(ENDS[suffix][1](MARK.encode() + b"0" * 64))
    if body < 0:
        return False
    with path.open("rb") as file:
        file.seek(body)
        return file.read() == _end(path, suffix, body)


# ---- what may be written


def refusal(path: Path, inputs: Iterable[Path | int] = (), overwrite: bool = False) -> str:
    """Why a file may not be written: it is an input (a path or a descriptor), or somebody else's. Empty: it may."""
    if not path.exists():
        return ""
    if any(_is_same(path, one) for one in inputs):
        return "is an input of this command, which nothing replaces: name another file"
    if overwrite or not path.is_file():
        return ""
    if path.stat().st_size and not is_own(path):
        return "was not written by scaling-limits, or was changed since: --overwrite replaces it"
    if (names := path.stat().st_nlink) > 1:
        return f"has {names} names (hard links), of which this one would be cut off: --overwrite does so"
    return ""


def _is_same(path: Path, other: Path | int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(other) if isinstance(other, int) else other.stat())
    except OSError:  # as of a closed descriptor
        return False


def put(path: Path, fill: Callable[[Path], object], overwrite: bool = False) -> None:
    """Lets ``fill`` write a file of the same suffix, then puts it in place; what a link points to, not the link.

    Raises
    ------
    FileExistsError
        For what :func:`refusal` refuses.
    OSError
        Where it cannot be written: then all is as it was.
    """
    target = Path(os.path.realpath(path))
    there = target.exists()
    _refuse(target, overwrite)
    if target.is_file() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))  # a rename would not ask

    def sealed(temporary: Path) -> None:
        fill(temporary)
        if not there:  # somebody may have made it meanwhile
            _refuse(target, overwrite)
        _seal(temporary, target)

    _place(target, sealed)
    if target.suffix.lower() not in ENDS:
        _record(target)


def _refuse(target: Path, overwrite: bool) -> None:
    if why := refusal(target, overwrite=overwrite):
        raise FileExistsError(errno.EEXIST, why, str(target))


def _place(target: Path, fill: Callable[[Path], object]) -> None:
    """A file that is whole on the disk before it has its name."""
    suffix = target.suffix if len(target.suffix) < 20 else ""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=TEMPORARY, suffix=suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        fill(temporary)
        temporary.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else usual_mode(0o666))
        _sync(temporary)
        temporary.replace(target)
        _sync(target.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Waits until the disk has it; folders where a system has that for them."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
