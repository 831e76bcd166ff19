# SPDX-License-Identifier: Apache-2.0
"""Doors to the files that planners, frameworks and benchmarks speak: read with notes of what was taken, derived, not known.

Every reader refuses what it cannot read with one ``FileError`` that names the file, the place and what was expected there.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .._public import listing

if TYPE_CHECKING:
    from .._source import FileError as FileError
    from ._configs import layout_from as layout_from
    from ._configs import shape_from_config as shape_from_config
    from ._interruptions import Interruptions as Interruptions
    from ._kubernetes import interruptions_from_kubernetes as interruptions_from_kubernetes
    from ._launch import Launch as Launch
    from ._settings import Detection as Detection
    from ._settings import Settings as Settings
    from ._settings import settings_for as settings_for
    from ._shape import ReadShape as ReadShape
    from ._slurm import interruptions_from_sacct as interruptions_from_sacct
    from ._storage import MeasuredTier as MeasuredTier
    from ._storage import Spread as Spread
    from ._storage_files import tier_from_file as tier_from_file
    from ._storage_fio import tier_from_fio as tier_from_fio
    from ._storage_mlperf import tier_from_mlperf_storage as tier_from_mlperf_storage

# loaded when first used: one reader does not bring the others along
_homes = {
    "Detection": "_settings",
    "FileError": "._source",
    "Interruptions": "_interruptions",
    "Launch": "_launch",
    "MeasuredTier": "_storage",
    "ReadShape": "_shape",
    "Settings": "_settings",
    "Spread": "_storage",
    "interruptions_from_kubernetes": "_kubernetes",
    "interruptions_from_sacct": "_slurm",
    "layout_from": "_configs",
    "settings_for": "_settings",
    "shape_from_config": "_configs",
    "tier_from_file": "_storage_files",
    "tier_from_fio": "_storage_fio",
    "tier_from_mlperf_storage": "_storage_mlperf",
}

__all__ = [*_homes]
__dir__ = listing(__all__)


def __getattr__(name: str) -> Any:
    if name in _homes:
        return getattr(importlib.import_module(f".{_homes[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
