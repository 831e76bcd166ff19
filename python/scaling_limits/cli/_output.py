# SPDX-License-Identifier: Apache-2.0
"""Outputs that are whole or not there: files are written beside their place and renamed."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

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


def write(path: Path, fill: Callable[[Path], None]) -> None:
    """Lets ``fill`` write a file of the same suffix beside ``path``, then puts it in place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        fill(temporary)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)  # mkstemp's files are private
        temporary.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}", CANNOT_WRITE) from None
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path | None, text: str) -> None:
    """Text to a file, or to stdout for None and '-'."""
    if path is None or str(path) == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    check_folder(path.parent)

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
    write(path, lambda temporary: figure.savefig(temporary, dpi=160))


def pyplot() -> Any:
    """matplotlib.pyplot without a display; says what to install where it is missing."""
    try:
        import matplotlib
    except ImportError:
        raise CommandError("plots need matplotlib: pip install 'scaling_limits[plot]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt


def console(stderr: bool = False) -> Any:
    """A rich console; where no terminal says how wide it is, wide enough for our tables."""
    from rich.console import Console

    found = Console(stderr=stderr, highlight=False)
    return found if found.is_terminal else Console(stderr=stderr, highlight=False, width=160, no_color=True)


def table(title: str, *left: str, right: Sequence[str] = ()) -> Any:
    """A table without rules; columns in the order of `left`, those that are in `right` too aligned there."""
    from rich.table import Table

    found = Table(title=title or None, title_justify="left", header_style="bold", pad_edge=False, box=None)
    for name in left:
        found.add_column(name, justify="right" if name in right else "left")
    return found


def human(value: float, unit: str) -> str:
    """A value as people read it: 3.05 h, 234 s, 5 TB, 2 TB/s, 1.35e5."""
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if unit == "s":
        for size, name in ((365.25 * 86400, "years"), (86400, "days"), (3600, "h"), (60, "min")):
            if abs(value) >= 2 * size:
                return f"{value / size:.4g} {name}"
        return f"{value:.4g} s"
    if unit in ("B", "B/s", "FLOP", "FLOP/s", "W"):
        for size, prefix in ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
            if abs(value) >= size:
                return f"{value / size:.4g} {prefix}{unit}"
        return f"{value:.4g} {unit}"
    text = f"{value:,.0f}" if 1000 <= abs(value) < 1e15 and unit in ("1", "GPU") else f"{value:.4g}"
    return text if unit == "1" else f"{text} {unit}"
