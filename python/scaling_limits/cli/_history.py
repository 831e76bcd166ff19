# SPDX-License-Identifier: Apache-2.0
"""Histories of jobs as commands take them: accounting of Slurm, Jobs and Pods of Kubernetes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from scaling_limits import _core
from scaling_limits.interop import Interruptions, _kubernetes, _slurm
from scaling_limits.interop._interruptions import LARGEST, described_history
from scaling_limits.interop._reading import Source, source_of

from ._errors import CommandError
from ._tables import console, print_notes

#: who may have written a history, and how it is read
READERS = {"sacct": _slurm, "kubernetes": _kubernetes}
#: enough of a file to see who wrote it
HEAD = 1 << 16


def kind_of(path: Path) -> str:
    """Who wrote a file, by its first lines; "" where it is a log of another kind, or cannot be looked into."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            head = Source(str(path), file.read(HEAD).decode("utf-8-sig", errors="replace"), "")
    except OSError:
        return ""
    return next((name for name, reader in READERS.items() if reader.looks_like(head)), "")


def read_history(path: Path, kind: str, options: dict[str, Any]) -> Interruptions:
    """What a history says; errors name the file."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
            source = Source("-", data.decode("utf-8-sig"), "")
        else:
            source = source_of(path, LARGEST)
        reader = _slurm.interruptions_from_sacct if kind == "sacct" else _kubernetes.interruptions_from_kubernetes
        return reader(source, **{name: value for name, value in options.items() if value is not None})
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        text = str(error)
        raise CommandError(text if str(path) in text else f"{path}: {text}") from None
    except ImportError as error:
        raise CommandError(f"{path}: needs the package {error.name}: pip install {error.name}") from None


def as_found(history: Interruptions) -> dict[str, Any]:
    """The same as plain data, without its events."""
    kept = history.as_dict()
    kept["interval"] = list(history.interval)
    kept.pop("events")
    return kept


def print_history(history: Interruptions) -> None:
    """On the terminal."""
    console().facts(described_history(history))
    console().print()
    print_notes(history.notes)


def toml_of(history: Interruptions) -> str:
    """What other commands go on with."""
    return _core.to_toml({"run": {"gpu_mttf": history.gpu_mttf}} if history.interruptions else {})
