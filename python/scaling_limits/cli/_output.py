# SPDX-License-Identifier: Apache-2.0
"""Outputs that are whole or not there: files are written beside their place and renamed; pipes and devices get all at once."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from .._extras import needed
from .._files import TEMPORARY, put, refusal
from .._progress import progress as progress
from .._visible import behind, escaped, visible
from ..results import plain as as_json
from ._errors import CANNOT_WRITE, CommandError

#: where a context keeps what was said by --overwrite
OVERWRITE = "scaling_limits.overwrite"


def check_folder(folder: Path) -> None:
    """Refuses a folder that cannot be written to, before any work is done."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CommandError(f"{folder}: cannot write there: {error.strerror}", CANNOT_WRITE) from None


def check_target(path: Path, option: str) -> None:
    """Refuses a file that an option cannot write, before any work is done."""
    with suppress(FileNotFoundError, NotADirectoryError):
        path.lstat()  # an OSError for what no file can be named
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


def refuse(path: Path, option: str, inputs: Iterable[Path | int], overwrite: bool) -> None:
    """Refuses what may not be replaced, before any work is done."""
    own = own_stream(path)
    place = path if own is None else Path(f"/dev/fd/{own}")  # of a file that is open here, it may be an input's
    if why := refusal(place, inputs, overwrite or is_stream(path)):
        raise CommandError(f"{option} {path}: {why}", CANNOT_WRITE)


def replaces() -> bool:
    """Whether the command was told to replace what others wrote."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(OVERWRITE))


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


def write(path: Path, fill: Callable[[Path], object], form: str = "") -> None:
    """Lets ``fill`` write a file of the same suffix, then puts it in place, or through what is no regular file.

    `form`: what is written, as of :func:`scaling_limits._files.put`.
    """
    try:
        if is_stream(path):
            with tempfile.TemporaryDirectory(prefix=TEMPORARY) as folder:
                made = Path(folder, f"output{path.suffix}")
                fill(made)
                pour(made, path)
            return
        put(path, fill, replaces(), form)
    except BrokenPipeError:
        raise  # as of standard output: the reader has what it wants
    except FileExistsError as error:
        raise CommandError(f"{path}: {error.strerror}", CANNOT_WRITE) from None
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror or error}", CANNOT_WRITE) from None


def pour(source: Path, path: Path) -> None:
    """The bytes of a file through a pipe, a device or a descriptor of our own."""
    own = own_stream(path)
    with source.open("rb") as whole, open(path if own is None else os.dup(own), "wb") as stream:
        if stream.isatty():
            stream.write(visible(whole.read().decode(errors="backslashreplace")).encode())
        else:
            shutil.copyfileobj(whole, stream)


def one_line(path: Path) -> str:
    """A name for a comment, which ends with its line."""
    return " ".join(visible(str(path)).split())


def write_text(path: Path | None, text: str, form: str = "") -> None:
    """Text of a format to a file, or to stdout for None and '-'; there, text of none is as people read it.

    JSON and TOML write what is hidden as they do, with the same values, and other data is as it is, but on a terminal.
    """
    if form in (".json", ".toml"):
        text = escaped(text, form)
    if path is None or str(path) == "-":
        stream = sys.stdout if not form or sys.stdout.isatty() else behind(sys.stdout)
        stream.write(text)
        stream.flush()
        return

    def fill(temporary: Path) -> None:
        temporary.write_text(text, encoding="utf-8")

    write(path, fill, form)


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
    write_text(None, json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n", ".json")


def save_figure(figure: Any, path: Path) -> None:
    """A figure, whole or not at all; the suffix says the format."""
    try:
        write(path, lambda temporary: figure.savefig(temporary, dpi=160, format=path.suffix[1:].lower()), path.suffix.lower())
    except RuntimeError as error:  # a format whose program is missing, as LaTeX for .pgf
        raise CommandError(f"{path}: cannot be drawn here: {error}", CANNOT_WRITE) from None


def pyplot() -> Any:
    """matplotlib.pyplot without a display."""
    needed("a figure", "matplotlib").use("Agg")
    import matplotlib.pyplot as plt

    return plt
