# SPDX-License-Identifier: Apache-2.0
"""Outputs that are whole or not there: files are written beside their place and renamed."""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

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
    """Values as JSON has them: numbers, lists, texts; inf and nan as the texts 'inf' and 'nan'."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


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
