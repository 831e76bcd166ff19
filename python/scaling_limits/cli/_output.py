# SPDX-License-Identifier: Apache-2.0
"""Outputs that are whole or not there: files are written beside their place and renamed; pipes and devices get all at once."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .._files import usual_mode
from .._progress import progress as progress
from ..results import plain as as_json
from ._errors import CANNOT_WRITE, CommandError


def check_folder(folder: Path, create: bool = False) -> None:
    """Refuses a folder that cannot be written to, before any work is done."""
    try:
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CommandError(f"{folder}: cannot write there: {error.strerror}", CANNOT_WRITE) from None


def check_target(path: Path, option: str) -> None:
    """Refuses a file that an option cannot write, before any work is done."""
    if os.path.isdir(path):  # unlike Path.is_dir(), it answers in folders that may not be looked into
        raise CommandError(f"{option} {path}: is a directory; name a file in it")
    if not is_stream(path):
        check_folder(Path(os.path.realpath(path)).parent)


def check_figure(path: Path, option: str) -> None:
    """Refuses a file that no figure can be drawn into, before any work is done."""
    check_target(path, option)
    pyplot()
    from matplotlib.backend_bases import FigureCanvasBase

    drawn = sorted(FigureCanvasBase.filetypes)
    if path.suffix[1:].lower() not in drawn:
        wrong = f"the suffix {path.suffix!r} cannot be drawn" if path.suffix else "has no suffix"
        raise CommandError(f"{option} {path}: {wrong}; it must be one of {', '.join(f'.{suffix}' for suffix in drawn)}")


def is_stream(path: Path) -> bool:
    """Whether a path is stdout, a device or a pipe: written to as it is, never replaced."""
    return str(path) == "-" or own_stream(path) is not None or (os.path.exists(path) and not os.path.isfile(path))


def own_stream(path: Path) -> int | None:
    """The descriptor of this process that a path names, as /dev/stdout does whatever it leads to."""
    place = os.path.abspath(path)
    for _ in range(40):  # links, as many as a kernel follows
        name = re.fullmatch(r"/dev/(stdout|stderr)|(?:/dev|/proc/self)/fd/(\d{1,9})", place)
        if name or not os.path.islink(place):
            return None if name is None else int(name[2] or {"stdout": 1, "stderr": 2}[name[1]])
        place = os.path.normpath(os.path.join(os.path.dirname(place), os.readlink(place)))
    return None


def write(path: Path, fill: Callable[[Path], None]) -> None:
    """Lets ``fill`` write a file of the same suffix, then puts it in place, or through what is no regular file."""
    target = Path(os.path.realpath(path))  # what a link points to, not the link
    temporary = None
    through = is_stream(path)
    try:
        if os.path.isfile(target) and not (through or os.access(target, os.W_OK)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # a rename would not ask
        # a name of our own: the longest that a file may have would leave no room for more
        suffix = path.suffix if len(path.suffix) < 20 else ""
        handle, name = tempfile.mkstemp(dir=None if through else target.parent, prefix=".scaling-limits.", suffix=suffix)
        os.close(handle)
        temporary = Path(name)
        fill(temporary)
        if through:
            pour(temporary, path)
            return
        temporary.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else usual_mode(0o666))
        temporary.replace(target)
    except BrokenPipeError:
        raise  # as of standard output: the reader has what it wants
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror or error}", CANNOT_WRITE) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def pour(source: Path, path: Path) -> None:
    """The bytes of a file through a pipe, a device or a descriptor of our own."""
    own = own_stream(path)
    with source.open("rb") as whole, open(path if own is None else os.dup(own), "wb") as stream:
        shutil.copyfileobj(whole, stream)


def write_text(path: Path | None, text: str) -> None:
    """Text to a file, or to stdout for None and '-'."""
    if path is None or str(path) == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return

    def fill(temporary: Path) -> None:
        temporary.write_text(text, encoding="utf-8")

    write(path, fill)


def plain(value: Any) -> Any:
    """Values as JSON has them, whole numbers without a point."""
    return _whole(as_json(value))


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def print_json(value: Any) -> None:
    write_text(None, json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def save_figure(figure: Any, path: Path) -> None:
    """A figure, whole or not at all; the suffix says the format."""
    try:
        write(path, lambda temporary: figure.savefig(temporary, dpi=160))
    except RuntimeError as error:  # a format whose program is missing, as LaTeX for .pgf
        raise CommandError(f"{path}: cannot be drawn here: {error}", CANNOT_WRITE) from None


def pyplot() -> Any:
    """matplotlib.pyplot without a display; says what to install where it is missing."""
    try:
        import matplotlib
    except ImportError:
        raise CommandError("plots need matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt
