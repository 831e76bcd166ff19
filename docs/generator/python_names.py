# SPDX-License-Identifier: Apache-2.0
"""The public names of the imported package, and the page on which each is described: that of the header it comes from."""

from __future__ import annotations

import importlib
import inspect
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import scaling_limits as sl
from scaling_limits import _kernel

from .doxygen import Declaration
from .headers import Header

#: rooms of C++ whose namespace is another's name, as Python's modules are
NAMESPACES = {"growth": "run", "units": "core"}


@dataclass(frozen=True)
class PublicName:
    """One name of a room: `sl.<room>.<name>`; `also`: where it is lifted to."""

    room: str
    name: str
    value: Any
    also: str = ""

    @property
    def path(self) -> str:
        return f"{self.room}.{self.name}" if self.room else self.name

    @property
    def own(self) -> bool:
        """Whether it is ours, and no type of another package that has a name here."""
        if self.room == "typing" and not inspect.isclass(self.value):
            return False
        return str(getattr(self.value, "__module__", "")).startswith("scaling_limits")

    @property
    def kind(self) -> str:
        if self.room == "typing" and not self.own:
            return "data"
        if inspect.isclass(self.value):
            return "exception" if issubclass(self.value, BaseException) else "class"
        return "function" if callable(self.value) and not isinstance(self.value, (float, int, str)) else "data"


def rooms() -> dict[str, Any]:
    """The modules, by name."""
    names = sorted({*sl.__all__, *sl._lazy_modules})
    found = {name: getattr(sl, name) for name in names}
    return {name: value for name, value in found.items() if inspect.ismodule(value)}


def public_names() -> list[PublicName]:
    """Every public name, once."""
    lifted = {f"{room}.{name}": name for name, room in sl._lifted.items()}
    lifted["catalog.ask"] = "ask"
    found = [PublicName("", name, getattr(sl, name)) for name in sl.__all__ if name not in {*rooms(), *lifted.values()}]
    for room, module in rooms().items():
        listed = getattr(module, "__all__", None) or [n for n in dir(module) if not n.startswith("_")]
        for name in sorted(listed, key=str.lower):
            found.append(PublicName(room, name, getattr(module, name), lifted.get(f"{room}.{name}", "")))
    return found


def homes(
    names: list[PublicName], headers: dict[str, Header], declared: dict[str, list[Declaration]]
) -> tuple[dict[str, list[PublicName]], dict[str, list[PublicName]]]:
    """Names by the header on whose page they stand, and the others by their room, whose own page they stand on."""
    where: dict[str, list[Declaration]] = defaultdict(list)
    for declarations in declared.values():
        for declaration in declarations:
            where[declaration.name].append(declaration)
    of_header: dict[str, list[PublicName]] = defaultdict(list)
    of_room: dict[str, list[PublicName]] = defaultdict(list)
    found: dict[str, str] = {}
    for name in names:
        header = _declared(name, where) or _kind(name, headers)
        if header:
            found[name.path] = header
    for name in names:  # what a function answers stands beside it
        if name.path not in found and (header := _answer_of(name, names, found)):
            found[name.path] = header
    for name in names:
        if name.path in found:
            of_header[found[name.path]].append(name)
        else:
            of_room[name.room].append(name)
    for path, those in of_header.items():  # as the header has them
        lines = {one.short: place for place, one in enumerate(declared.get(path, []))}
        those.sort(key=lambda n: lines.get(n.name, len(lines)))
    return of_header, of_room


def _declared(name: PublicName, where: dict[str, list[Declaration]]) -> str | None:
    """The header that declares the same name in the room's namespace."""
    space = f"{name.room}::" if name.room else ""
    candidates = where.get(f"{space}{name.name}", [])
    if not candidates:
        return None
    if name.name == "__version__":
        return "version.hpp"
    spelled = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.name).lower()
    best = sorted(candidates, key=lambda d: (not d.header.endswith(f"/{spelled}.hpp"), d.kind == "typedef", d.header))
    return best[0].header


def _kind(name: PublicName, headers: dict[str, Header]) -> str | None:
    """The header in which the catalogue's kind of that name, or the model of that name, stands."""
    if name.name == "__version__":
        return "version.hpp"
    room = NAMESPACES.get(name.room, name.room)
    spelled = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.name).lower()
    for path in (f"{room}/{spelled}.hpp", f"{room}/{name.name}.hpp"):
        if path in headers:
            return path
    if name.kind != "data":
        for header in headers.values():
            if header.room == room and (name.name in header.kinds or spelled in header.kinds):
                return header.path
    return None


def _answer_of(name: PublicName, names: list[PublicName], found: dict[str, str]) -> str | None:
    """The header of the function of the same room that answers a value of this class."""
    if name.kind != "class":
        return None
    for other in names:
        if other.room != name.room or other.path not in found or other.kind != "function":
            continue
        if isinstance(other.value, _kernel.Kernel):
            if other.value._result is name.value:
                return found[other.path]
            continue
        try:
            answer = str(inspect.signature(other.value).return_annotation)
        except (TypeError, ValueError):
            continue
        if re.search(rf"\b{name.name}\b", answer):
            return found[other.path]
    return None


def import_all() -> None:
    """Loads what is loaded when first used."""
    for name in sl._lazy_modules:
        importlib.import_module(f"scaling_limits.{name}")
