# SPDX-License-Identifier: Apache-2.0
"""The public headers: which there are, what they say of themselves, what they include."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from . import head

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include/scaling_limits"

#: what a room is called on the site; rooms without a line are called by their name
ROOMS = {
    "core": "Core",
    "numeric": "Numerics",
    "failures": "Failures",
    "workload": "Workload",
    "storage": "Storage",
    "network": "Network",
    "supply": "Supply",
    "uncertainty": "Uncertainty",
    "run": "Run and growth",
    "checkpoint": "Checkpoints",
    "parallelism": "Parallelism",
    "cluster": "Shared clusters",
    "federated": "Federated rounds",
    "search": "Search",
    "strategies": "Strategies",
    "limits": "Limits",
    "simulation": "Simulation",
    "economics": "Economics",
    "analysis": "Analysis",
    "catalog": "Catalogue",
    "published": "Published",
    "interop": "Interoperation",
    "": "The library",
}
#: folders of a room, each with a page that lists it
FOLDERS = {"catalog/defined": "What its headers declare", "catalog/detail": "What that shares"}


@dataclass(frozen=True)
class Header:
    """One public header; `path` is what is written behind `scaling_limits/` in an include."""

    path: str

    @property
    def room(self) -> str:
        """The folder that it stands in, or in a folder of which."""
        return self.path.partition("/")[0] if "/" in self.path else ""

    @property
    def folder(self) -> str:
        """The folder that it stands in: a room, or one of FOLDERS."""
        return self.path.rpartition("/")[0]

    @property
    def stem(self) -> str:
        """Its name in the room, without ending: "interval", "defined/answer"."""
        return self.path.removeprefix(f"{self.room}/").removesuffix(".hpp")

    @property
    def page(self) -> str:
        """The page of the site, without ending."""
        return f"models/{self.path.removesuffix('.hpp')}"

    @cached_property
    def source(self) -> str:
        return (INCLUDE / self.path).read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> list[head.Block]:
        """The head comment."""
        return head.blocks(head.comment(self.source))

    @cached_property
    def symbols(self) -> frozenset[str]:
        return head.symbols(self.blocks)

    @property
    def summary(self) -> str:
        return head.summary(self.blocks)

    @cached_property
    def includes(self) -> list[str]:
        """Our headers that it includes, but the version's."""
        found = []
        for name in re.findall(r'^#include "([^"]+\.hpp)"', self.source, re.M):
            path = (INCLUDE / self.path).parent.joinpath(name).resolve()
            found.append(path.relative_to(INCLUDE).as_posix())
        return [path for path in found if path != "version.hpp"]

    @cached_property
    def kinds(self) -> list[str]:
        """The names under which the catalogue knows what is in it."""
        return re.findall(r'\b(?:name\(\) \{ return|kind =|name =) "(\w+)"', self.source)


def all_headers() -> dict[str, Header]:
    """Every header of cmake/headers.cmake, by path."""
    text = (ROOT / "cmake/headers.cmake").read_text(encoding="utf-8")
    return {path: Header(path) for path in re.findall(r"^ +(\S+\.hpp)$", text, re.M)}


def fingerprint() -> str:
    """Changes with the code that pages are made from."""
    found = hashlib.sha256()
    for folder in ("include", "python/scaling_limits", "docs/generator", "examples"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(str(path).encode() + path.read_bytes())
    import scaling_limits

    for path in sorted(Path(scaling_limits.__file__).parent.glob("_core*.so")):
        found.update(f"{path.stat().st_size} {path.stat().st_mtime}".encode())
    return found.hexdigest()


def version() -> str:
    """The version of the library."""
    match = re.search(r'define SCALING_LIMITS_VERSION "([^"]+)"', (INCLUDE / "version.hpp").read_text(encoding="utf-8"))
    assert match
    return match[1]
