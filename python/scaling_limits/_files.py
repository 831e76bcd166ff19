# SPDX-License-Identifier: Apache-2.0
"""Files that are written: whole or not at all, never in place of what somebody else wrote.

What this library writes carries the digest of its content, by which it is known again: in a comment, in what the format has for
one, or, for formats without, in a hidden file beside it. A file that was changed since is somebody's work as any other is.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

MARK = b"written by scaling-limits, sha256 of the rest "
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


#: how a file of a format ends that has the mark: the bytes that are taken off a plain one, and what comes in their place
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


def _seal(path: Path, form: str) -> None:
    """Puts the mark into a file of a format that has room for it."""
    cut, end = ENDS[form]
    body = path.stat().st_size - cut
    made = end(MARK + _digest(path, body))
    with path.open("r+b") as file:
        file.seek(body)
        file.write(made)


def beside(path: Path) -> Path:
    """Where the mark of a file stands whose format has no room for it."""
    name = f".{path.name}.written"
    if len(os.fsencode(name)) > 255:
        name = f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()}.written"
    return path.with_name(name)


def _record(target: Path, made: Path) -> None:
    """Marks a file that is about to get its place; where somebody else has that name, it has no mark."""
    mark = beside(target)
    with contextlib.suppress(OSError):
        if not mark.is_symlink() and (not mark.exists() or (mark.is_file() and _marks(mark))):
            _place(mark, lambda path: path.write_bytes(MARK + _digest(made, made.stat().st_size)), "")


def _marks(path: Path) -> bytes:
    """The digest that a mark beside a file says; empty where it is none."""
    if path.stat().st_size != len(MARK) + 64 or not (said := path.read_bytes()).startswith(MARK):
        return b""
    return said.removeprefix(MARK)


def is_own(path: Path) -> bool:
    """Whether this library wrote a file, and nobody changed it since."""
    path = Path(os.path.realpath(path))
    size = path.stat().st_size
    mark = beside(path)
    if mark.is_file() and _marks(mark) == _digest(path, size):
        return True
    with path.open("rb") as file:
        for _, end in ENDS.values():
            body = size - len(end(MARK + b"0" * 64))
            file.seek(max(body, 0))
            last = file.read()
            if body >= 0 and MARK in last and last == end(MARK + _digest(path, body)):
                return True
    return False


# ---- what may be written


def refusal(path: Path, inputs: Iterable[Path | int] = (), overwrite: bool = False) -> str:
    """Why a file may not be written: it is an input (a path or a descriptor), or somebody else's. Empty: it may."""
    if not is_there(path):
        return ""
    for one in inputs:
        if _is_same(path, one):
            return "is an input of this command, which nothing replaces: name another file"
        if isinstance(one, Path) and path.is_dir() and one.resolve().is_relative_to(path.resolve()):
            return f"holds {one}, an input of this command, which nothing replaces: name another file"
    if overwrite or not path.is_file():
        return ""
    if path.stat().st_size and not is_own(path):
        return "was not written by scaling-limits, or was changed since: --overwrite replaces it"
    if (names := path.stat().st_nlink) > 1:
        return f"has {names} names (hard links), of which this one would be cut off: --overwrite does so"
    return ""


def is_there(path: Path) -> bool:
    """Whether there is something; of a name that is too long there is nothing."""
    try:
        return path.exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False


def _is_same(path: Path, other: Path | int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(other) if isinstance(other, int) else other.stat())
    except OSError:  # as of a closed descriptor
        return False


def put(path: Path, fill: Callable[[Path], object], overwrite: bool = False, form: str = "") -> None:
    """Lets ``fill`` write a file of the same suffix, then puts it in place; what a link points to, not the link.

    `form`: the format that is written, one of ENDS where it has room for the mark.

    Raises
    ------
    FileExistsError
        For what :func:`refusal` refuses.
    OSError
        Where it cannot be written: then all is as it was.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    before = _state(target)
    _refuse(target, overwrite)
    if target.is_file() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))  # a rename would not ask

    def marked(temporary: Path) -> None:
        fill(temporary)
        if _state(target) != before:  # somebody wrote there meanwhile
            _refuse(target, overwrite)
        if form in ENDS:
            _seal(temporary, form)
        else:
            _record(target, temporary)

    _place(target, marked, path.suffix)


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _refuse(target: Path, overwrite: bool) -> None:
    if why := refusal(target, overwrite=overwrite):
        raise FileExistsError(errno.EEXIST, why, str(target))


def _place(target: Path, fill: Callable[[Path], object], suffix: str) -> None:
    """A file that is whole on the disk before it has its name."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=TEMPORARY, suffix=suffix if len(suffix) < 20 else "")
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
