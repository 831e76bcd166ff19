# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How large a training run can get before failures, checkpoints and communication eat it.

``import scaling_limits as sl``; the modules mirror the rooms of the C++ library. SI units everywhere.
"""

from . import analysis as analysis
from . import catalog as catalog
from . import checkpoint as checkpoint
from . import cluster as cluster
from . import data as data
from . import economics as economics
from . import failures as failures
from . import federated as federated
from . import growth as growth
from . import interop as interop
from . import limits as limits
from . import network as network
from . import numeric as numeric
from . import parallelism as parallelism
from . import plot as plot
from . import published as published
from . import results as results
from . import search as search
from . import simulation as simulation
from . import storage as storage
from . import strategies as strategies
from . import supply as supply
from . import typing as typing
from . import uncertainty as uncertainty
from . import units as units
from . import workload as workload
from .analysis import calibrate as calibrate
from .analysis import compare as compare
from .analysis import explain as explain
from .analysis import plan_from_log as plan_from_log
from .analysis import timeline as timeline
from .catalog import ask as ask
from .run import TrainingRun as TrainingRun

__all__ = [
    "TrainingRun",
    "__version__",
    "analysis",
    "ask",
    "calibrate",
    "catalog",
    "checkpoint",
    "cluster",
    "compare",
    "data",
    "economics",
    "explain",
    "failures",
    "federated",
    "get_cmake_dir",
    "get_include",
    "growth",
    "interop",
    "limits",
    "network",
    "numeric",
    "parallelism",
    "plan_from_log",
    "plot",
    "published",
    "results",
    "search",
    "simulation",
    "storage",
    "strategies",
    "supply",
    "timeline",
    "typing",
    "uncertainty",
    "units",
    "workload",
]
__version__: str

def get_cmake_dir() -> str:
    """The folder of the CMake package: ``-Dscaling_limits_DIR=...`` makes ``find_package(scaling_limits CONFIG)`` find it.

    An extension built by scikit-build-core needs only ``scaling-limits`` in its ``build-system.requires``.

    Returns
    -------
    str
        An absolute path.

    Raises
    ------
    FileNotFoundError
        If the package lies here without its headers: an editable installation, or a copy of its sources.

    Examples
    --------
    >>> import os
    >>> "scaling_limits-config.cmake" in os.listdir(sl.get_cmake_dir())
    True
    """

def get_include() -> str:
    """The folder to put on a compiler's include path: ``#include "scaling_limits/scaling_limits.hpp"``.

    The headers are those that this package was built from. They ask for C++20 and for Boost's headers, 1.74 or later, which
    are not in the package.

    Returns
    -------
    str
        An absolute path.

    Raises
    ------
    FileNotFoundError
        If the package lies here without its headers: an editable installation, or a copy of its sources.

    Examples
    --------
    >>> import os
    >>> sorted(os.listdir(sl.get_include()))
    ['scaling_limits']
    """
