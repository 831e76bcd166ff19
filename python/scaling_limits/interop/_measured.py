# SPDX-License-Identifier: Apache-2.0
"""Files of measurements and of histories, whatever wrote them: what a command shows of one."""

from __future__ import annotations

from typing import NamedTuple

from .. import _job_kubernetes
from .._source import Source
from . import _kubernetes, _slurm, _storage_files
from ._interruptions import LARGEST, Interruptions, described_history
from ._storage import MeasuredTier

__all__ = ["LARGEST", "Described", "describe_file"]


class Described(NamedTuple):
    """What a file says."""

    kind: str  # as people call it
    found: Interruptions | MeasuredTier
    facts: list[tuple[str, str]]  # what, and how much
    notes: tuple[str, ...]


def describe_file(source: Source, other: Source | None = None) -> Described | None:
    """What a file of measured storage (or two), sacct or Kubernetes says; None where it is none, FileError for a bad one."""
    if measured := _storage_files.described_file(source, other):
        kind, tier, facts = measured
        return Described(kind, tier, facts, tier.notes)
    if other is not None:
        return None
    if _slurm.looks_like(source):
        history = _slurm.interruptions_from_sacct(source)
        return Described("sacct", history, described_history(history), history.notes)
    if _job_kubernetes.looks_like(source):
        history = _kubernetes.interruptions_from_kubernetes(source)
        return Described("Kubernetes", history, described_history(history), history.notes)
    return None
