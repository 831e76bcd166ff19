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
import re
import stat
import tempfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

MARK = b"written by scaling-limits, sha256 of the rest "
SAID = re.compile(re.escape(MARK) + rb"([0-9a-f]{64})")
#: bytes at the end of a file among which the mark is
LONGEST = 256
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


def digest(path: Path, but: int = 0) -> str:
    """Of a file but for so many bytes at its end, in hexadecimal digits."""
    found, size = hashlib.sha256(), path.stat().st_size - but
    with path.open("rb") as file:
        while size > 0 and (part := file.read(min(size, 1 << 20))):
            found.update(part)
            size -= len(part)
    return found.hexdigest()


def _seal(path: Path, form: str) -> None:
    """Puts the mark into a file of a format that has room for it."""
    cut, end = ENDS[form]
    made = end(MARK + digest(path, cut).encode())
    with path.open("r+b") as file:
        file.seek(-cut, os.SEEK_END)
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
            _place(mark, lambda path: path.write_bytes(MARK + digest(made).encode()), "")


def _marks(path: Path) -> str:
    """The digest that a mark beside a file says; empty where it is none."""
    found = SAID.fullmatch(path.read_bytes()) if path.stat().st_size < LONGEST else None
    return found[1].decode() if found else ""


def is_own(path: Path) -> bool:
    """Whether this library wrote a file, and nobody changed it since."""
    path = Path(os.path.realpath(path))
    mark = beside(path)
    if mark.is_file() and (said := _marks(mark)) and said == digest(path):
        return True
    with path.open("rb") as file:
        file.seek(-min(path.stat().st_size, LONGEST), os.SEEK_END)
        last = file.read()
    for found in SAID.finditer(last):
        for _, end in ENDS.values():
            if last.endswith(made := end(found[0])):
                return bool(found[1].decode() == digest(path, len(made)))
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
    if target.is_file() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))  # a rename would not ask

    def marked(temporary: Path) -> None:
        fill(temporary)
        if why := refusal(target, overwrite=overwrite):  # of what is there now
            raise FileExistsError(errno.EEXIST, why, str(target))
        if form in ENDS:
            _seal(temporary, form)
        else:
            _record(target, temporary)

    _place(target, marked, path.suffix)


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
