# SPDX-License-Identifier: Apache-2.0
"""The C++ library inside the package: where its headers and its CMake package lie."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent


def _folder(inside: str, holds: str) -> str:
    """A folder of the package; an error where it was not installed."""
    folder = HERE / inside
    if not (folder / holds).is_file():
        raise FileNotFoundError(f"{folder} holds no {holds}: only `pip install .`, not editable, puts the headers there")
    return str(folder)


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
    return _folder("include", "scaling_limits/version.hpp")


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
    return _folder("share/cmake/scaling_limits", "scaling_limits-config.cmake")
