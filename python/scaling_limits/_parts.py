# SPDX-License-Identifier: Apache-2.0
"""Parts of a case one by one, and as a request has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

#: groups of which there may be several
LISTED = ("factor", "severity_level", "cause")
#: beside the fields of a run: what a log leaves open of its rate
ENDS_OF_LOG = "gpu_mttf_ends"


def each_part(parts: Iterable[Any]) -> Iterator[Any]:
    """Parts of a case one by one: what stops the run of a strategy, and how it comes back, after the strategy."""
    for part in parts:
        yield part
        yield from getattr(part, "_beside", ())


def requested(parts: Iterable[Any]) -> dict[str, Any]:
    """Parts of a case as a request has them, by group; what is none of the catalogue's stays as it is."""
    found: dict[str, list[Any]] = {}
    for part in each_part(parts):
        found.setdefault(part._group, []).append(part.as_request() if hasattr(part, "as_request") else part)
    return {group: listed if group in LISTED else listed[0] for group, listed in found.items()}
