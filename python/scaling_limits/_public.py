# SPDX-License-Identifier: Apache-2.0
"""What ``dir()`` of a module shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def listing(names: Sequence[str]) -> Callable[[], list[str]]:
    """The ``__dir__`` of a module: its public names, not what it imports. ``__dir__ = listing(__all__)``."""
    return lambda: sorted(names)
