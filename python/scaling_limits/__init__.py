# SPDX-License-Identifier: Apache-2.0
"""How large a training run can get before failures, checkpoints and communication eat it.

``import scaling_limits as sl``; the modules mirror the rooms of the C++ library. SI units everywhere.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import catalog, checkpoint, failures, growth, limits, numeric, results, run, storage, strategies, typing, units, workload
from ._core import __version__
from ._headers import get_cmake_dir, get_include
from .catalog import ask
from .run import Operation, RestartParts, TrainingRun

if TYPE_CHECKING:
    from . import analysis as analysis
    from . import cli as cli
    from . import cluster as cluster
    from . import data as data
    from . import economics as economics
    from . import federated as federated
    from . import interop as interop
    from . import network as network
    from . import parallelism as parallelism
    from . import plot as plot
    from . import published as published
    from . import search as search
    from . import simulation as simulation
    from . import supply as supply
    from . import uncertainty as uncertainty

# loaded when first used: they bring plots, tables or data along
_lazy_modules = (
    "analysis",
    "cli",
    "cluster",
    "data",
    "economics",
    "federated",
    "interop",
    "network",
    "parallelism",
    "plot",
    "published",
    "search",
    "simulation",
    "supply",
    "uncertainty",
)
# names of lazy modules that are lifted to the top
_lifted: dict[str, str] = dict.fromkeys(("calibrate", "compare", "explain", "plan_from_log", "timeline"), "analysis")

__all__ = [
    "Operation",
    "RestartParts",
    "TrainingRun",
    "__version__",
    "ask",
    "catalog",
    "checkpoint",
    "failures",
    "get_cmake_dir",
    "get_include",
    "growth",
    "limits",
    "numeric",
    "results",
    "run",
    "storage",
    "strategies",
    "typing",
    "units",
    "workload",
]


def __getattr__(name: str) -> Any:
    if name in _lifted:
        return getattr(importlib.import_module(f"{__name__}.{_lifted[name]}"), name)
    if name in _lazy_modules:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_lazy_modules, *_lifted})
