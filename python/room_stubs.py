# SPDX-License-Identifier: Apache-2.0
"""Stubs of the public modules, for stubs.py: kernels, parameter classes and results are made at run time, from the rows of the
extension module, so that editors and type checkers see none of them in the sources.

What is public is what ``__all__`` names. A thing is defined in the stub of its own module where that is public, else in that of
the first public module that names it; what a class inherits from private ones stands in its own stub. Stubs know no private
module but ``typing``.

What takes numbers or arrays answers numbers or arrays: a class whose fields or answers may be arrays has a type variable for
them (`_T`, and `_S` for texts; single numbers where nothing is said), a function three forms: of numbers, of NumPy arrays and
lists, of arrays of any library.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import importlib
import inspect
import math
import pkgutil
import re
import sys
import textwrap
import types
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

package = "scaling_limits"
header = """\
# SPDX-License-Identifier: Apache-2.0
# Made by python/stubs.py; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""
#: What the names that sources have for answers become: of a class with type variables, in the three forms of a function, in the
#: only form of others.
markers = {
    "Number": ("_T", "float", "NumPy", "Array", "float"),
    "SomeNumber": ("float | _T", "float", "float | NumPy", "float | Array", "float"),
    "Text": ("_S", "str", "NumPyText", "Array", "str"),
}
#: What a number as an argument is in each form, and what the type variables of a class are as arguments and in answers.
taken = ("Quantity", "Real", "Plain", "Quantity", "Quantity")
given = {"_T": ("_T", "", "float | NumPy", "Any", ""), "_S": ("_S", "", "Any", "Any", "")}
answered = {"_T": ("_T", "", "NumPy", "Array", ""), "_S": ("_S", "", "NumPyText", "Array", "")}
#: Special methods that a user meets.
special = {"__call__", "__contains__", "__float__", "__getitem__", "__init__", "__iter__", "__len__"}


def public_modules() -> dict[str, types.ModuleType]:
    """The modules that get a stub, by their names inside the package; the package itself is ""."""
    root = importlib.import_module(package)
    names = [m.name for m in pkgutil.iter_modules(root.__path__) if not m.name.startswith("_") and m.name != "cli"]
    modules = {name: importlib.import_module(f"{package}.{name}") for name in sorted(names)}
    return {name: module for name, module in modules.items() if hasattr(module, "__all__")} | {"": root}


def public_names(name: str, module: types.ModuleType) -> list[str]:
    """What a module shows; of the package also what it loads when it is first used."""
    names = sorted(dir(module)) if name == "" else list(module.__all__)
    return [n for n in dict.fromkeys(names) if hasattr(module, n)]


class Source:
    """The text of a module: what it imports, defines and says about types."""

    def __init__(self, module: types.ModuleType) -> None:
        self.imports: dict[str, ast.Import | ast.ImportFrom] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.types: dict[str, ast.expr] = {}  # of annotated names
        self.aliases: dict[str, ast.expr] = {}
        self.assigned: dict[str, ast.stmt] = {}
        file = inspect.getsourcefile(module)
        self._read(ast.parse(Path(file).read_text(encoding="utf-8") if file else "").body)

    def _read(self, body: Iterable[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    at = alias.asname or alias.name.split(".")[0]
                    is_from = isinstance(node, ast.ImportFrom)
                    self.imports[at] = ast.ImportFrom(node.module, [alias], node.level) if is_from else ast.Import([alias])
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.types[node.target.id] = node.annotation
                if node.value and ast.unparse(node.annotation) == "TypeAlias":
                    self.aliases[node.target.id] = node.value
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.assigned[node.targets[0].id] = node
            elif isinstance(node, ast.If):
                self._read(node.body)


@functools.cache
def source_of(module: str) -> Source:
    """The text of a module by its full name."""
    return Source(importlib.import_module(module))


class Rooms:
    """Which public thing stands in which stub."""

    def __init__(self) -> None:
        self.modules = public_modules()
        self.homes: dict[int, tuple[str, str]] = {}
        self.known: dict[type, tuple[str, ...]] = {}
        for own in (True, False):
            for name, module in self.modules.items():
                for thing in public_names(name, module):
                    value = getattr(module, thing)
                    if not defines(value) or (own and value.__module__ != module.__name__):
                        continue
                    self.homes.setdefault(id(value), (name, thing))

    def stub(self, name: str) -> str:
        """The text of one stub."""
        return Stub(self, name).text()

    def of_arrays(self, cls: Any) -> tuple[str, ...]:
        """The type variables of a class: `_T` where its numbers may be arrays, `_S` where its texts may be."""
        if not inspect.isclass(cls) or not defines(cls) or issubclass(cls, tuple):
            return ()
        if cls not in self.known:
            self.known[cls] = ()
            if callable(getattr(cls, "fields", None)) and hasattr(cls, "_fields"):
                refuses = accepts_only(cls)
                self.known[cls] = () if refuses or (cls._group and not cls._fields) else ("_T",)
            elif "__dataclass_params__" in vars(cls):
                used = [kind for base in cls.__mro__ for kind in inspect.get_annotations(base).values()]
                found = {v for kind in used for v in self.used(kind, cls.__module__)}
                self.known[cls] = tuple(v for v in ("_T", "_S") if v in found)
        return self.known[cls]

    def used(self, annotation: Any, where: str) -> set[str]:
        """The type variables that an annotation of a source comes to."""
        found: set[str] = set()
        for node in ast.walk(ast.parse(annotation)) if isinstance(annotation, str) else ():
            if isinstance(node, ast.Name):
                if node.id in markers:
                    found.add("_S" if node.id == "Text" else "_T")
                found |= set(self.of_arrays(object_of(node.id, where)))
                found |= self.used(alias_of(node.id, where), where)
        return found

    def takes_arrays(self, annotation: Any, where: str) -> bool:
        """Whether an argument may be an array or hold one."""
        if not isinstance(annotation, str):
            return False
        names = {node.id for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)}
        return (
            "Quantity" in names
            or any(self.of_arrays(object_of(name, where)) for name in names)
            or any(self.takes_arrays(alias_of(name, where), where) for name in names)
        )


def accepts_only(cls: Any) -> str:
    """The type that a class wants of all its fields, where its constructor says one: single numbers."""
    parameters = inspect.signature(cls.__init__).parameters.values() if "__init__" in vars(cls) else ()
    kind = next((p.annotation for p in parameters if p.kind is p.VAR_KEYWORD), "Any")
    return "" if kind == "Any" else str(kind)


def base_of(node: ast.ImportFrom, where: str) -> str:
    """The module that a relative import of another one names."""
    up = node.level - hasattr(importlib.import_module(where), "__path__")
    parent = where.rsplit(".", up)[0] if up else where
    return f"{parent}.{node.module}" if node.module else parent


def object_of(name: str, where: str) -> Any:
    """What a name of a source is, also where it is imported for type checkers alone."""
    node = source_of(where).imports.get(name)
    if isinstance(node, ast.ImportFrom) and node.level:
        base = base_of(node, where)
        return getattr(importlib.import_module(base), node.names[0].name, None)
    return getattr(importlib.import_module(where), name, None)


def alias_home(name: str, where: str) -> str:
    """The module that defines an alias."""
    node = source_of(where).imports.get(name)
    return base_of(node, where) if isinstance(node, ast.ImportFrom) and node.level and node.module else where


def alias_of(name: str, where: str) -> str | None:
    """The text of an alias for types that a source of this package defines or imports."""
    home = alias_home(name, where)
    found = None if home.endswith("typing") else source_of(home).aliases.get(name)
    return ast.unparse(found) if found is not None else None


def defines(value: Any) -> bool:
    """Whether a value is a class or function of this package."""
    is_one = inspect.isclass(value) or inspect.isfunction(value) or is_kernel(value)
    return is_one and str(getattr(value, "__module__", "")).startswith(package)


def is_kernel(value: Any) -> bool:
    """Whether a value is a kernel: a ufunc with a signature."""
    return type(value).__name__ == "Kernel" and hasattr(value, "ufunc")


class Stub:
    """One stub being written."""

    def __init__(self, rooms: Rooms, name: str) -> None:
        self.rooms = rooms
        self.name = name
        self.module = rooms.modules[name]
        self.imports: set[str] = set()
        self.local: dict[str, str] = {}  # private things that public ones mention
        self.variables: set[str] = set()
        self.form = 4  # 0: of a class with type variables; 1, 2, 3: of numbers, of NumPy arrays, of any arrays; 4: the only one
        self.own: tuple[Any, str] | None = None  # the class that is being written
        self.taking = False  # an argument is being written

    def text(self) -> str:
        """Imports, then everything public in the order of ``__all__``."""
        names = public_names(self.name, self.module)
        values = {n: getattr(self.module, n) for n in names}
        shown, typed = self.rooms.modules.values(), sys.modules[f"{package}.typing"]
        names = [n for n, v in values.items() if not inspect.ismodule(v) or v in shown or v is typed]  # not the command line
        body = [p for p in (self.entry(n, values[n]) for n in names) if p]
        done: set[str] = set()
        while set(self.local) - done:  # made on the way, and may mention more of their kind
            done |= set(self.local)
        defaults = {"_T": "float", "_S": "str"}
        variables = [f'{v} = TypeVar("{v}", covariant=True, default={defaults[v]})' for v in sorted(self.variables)]
        if variables:
            self.imports -= {"from typing import TypeVar"}  # whose have no defaults
            self.imports |= {"from typing import Generic", "from typing_extensions import TypeVar"}
        doc = quoted(self.module.__doc__)
        listed = "__all__ = [\n" + "".join(f'    "{n}",\n' for n in names) + "]"
        private = [text for text in self.local.values() if text]
        if self.name and hasattr(self.module, "__path__"):  # a folder further down
            self.imports = {re.sub(r"^from \.", "from ..", text) for text in self.imports}
        return "\n".join([header + doc, *sorted(self.imports), listed, *variables, *private, *body]) + "\n"

    # names

    def entry(self, name: str, value: Any) -> str:
        """One public name: what it is, or whence it comes."""
        if inspect.ismodule(value):
            self.imports.add(f"from . import {name} as {name}")
            return ""
        if id(value) in self.rooms.homes:
            home, there = self.rooms.homes[id(value)]
            if (home, there) != (self.name, name):
                self.imports.add(f"from .{home} import {there} as {name}")
                return ""
            if is_kernel(value):
                return self.kernel(name, value)
            return self.class_(name, value) if inspect.isclass(value) else self.function(name, value)
        annotation = source_of(self.module.__name__).types.get(name)
        if annotation is not None:
            return f"{name}: {self.annotation(annotation, self.module.__name__)}"
        return f"{name}: {self.type_of(value)}"

    def type_of(self, value: Any) -> str:
        """The type of a constant."""
        if isinstance(value, dict) and value:
            key, item = next(iter(value.items()))
            return f"dict[{self.type_of(key)}, {self.type_of(item)}]"
        if isinstance(value, (tuple, list)) and value:
            return f"{type(value).__name__}[{self.type_of(value[0])}{', ...' if isinstance(value, tuple) else ''}]"
        return self.mention(type(value)) if type(value).__module__ != "builtins" else type(value).__name__

    def mention(self, value: Any) -> str:
        """The name of a class or function in this stub, imported where it stands elsewhere."""
        if id(value) in self.rooms.homes:
            home, there = self.rooms.homes[id(value)]
            if home != self.name:
                self.imports.add(f"from .{home} import {there}" if home else f"from . import {there}")
            return there
        if not defines(value):
            self.imports.add(f"import {value.__module__}")
            return f"{value.__module__}.{value.__name__}"
        name = value.__name__
        if name not in self.local:
            self.local[name] = ""
            self.local[name] = self.class_(name, value) if inspect.isclass(value) else self.function(name, value)
        return str(name)

    def annotation(self, given: Any, where: str) -> str:
        """A type as the module `where` writes it, its names imported."""
        if given is inspect.Parameter.empty:
            return self.typing("Any")
        if isinstance(given, typing.ForwardRef):  # of a named tuple
            given = given.__forward_arg__
        if inspect.isclass(given):
            return given.__name__ if given.__module__ == "builtins" else self.mention(given)
        node = ast.parse(given, mode="eval").body if isinstance(given, str) else given
        if not isinstance(node, ast.AST):
            return self.typing("Any")
        return ast.unparse(_Renamed(self, where).visit(node))

    def resolve(self, name: str, where: str) -> str:
        """One name of an annotation."""
        source, module = source_of(where), importlib.import_module(where)
        if name in source.imports:
            node = source.imports[name]
            if isinstance(node, ast.ImportFrom) and node.level:
                base = base_of(node, where)
                value = getattr(importlib.import_module(base), node.names[0].name, None)
                if inspect.ismodule(value):
                    self.imports.add(f"from . import {value.__name__.rpartition('.')[2]} as {name}")
                    return name
                if base.endswith(".typing"):
                    return self.ours(name)
                if defines(value):
                    return self.mention(value)
                return self.resolve(node.names[0].name, base)
            self.imports.add(ast.unparse(node))
            return name
        value = getattr(module, name, None)
        if name in source.assigned:  # a type variable or an alias
            if name not in self.local:
                self.local[name] = ""
                self.local[name] = ast.unparse(_Renamed(self, where).visit(source.assigned[name]))
            return name
        if defines(value):
            return self.mention(value)
        return name if hasattr(builtins, name) else self.typing("Any")

    def marked(self, texts: tuple[str, ...]) -> str:
        """One of the forms of what may be an array; its names imported."""
        text = texts[self.form]
        for name in re.findall(r"[A-Za-z_]\w*", text):
            if name in given:
                self.variables.add(name)
            elif name == "Any":
                self.typing(name)
            elif name not in vars(builtins):
                self.ours(name)
        return text

    def of(self, cls: Any, name: str) -> str:
        """A class by its name with its type variables."""
        own = self.rooms.of_arrays(cls)
        inner = [self.marked((given if self.taking else answered)[v]) for v in own]
        return f"{name}[{', '.join(inner)}]" if any(inner) else name

    def typing(self, name: str) -> str:
        """A name of the standard typing module."""
        self.imports.add(f"from typing import {name}")
        return name

    def ours(self, name: str) -> str:
        """A name of the package's own types."""
        self.imports.add(f"from .typing import {name}")
        return name

    def shown(self, default: Any) -> str:
        """A default: what is no plain value is left open."""
        if default is inspect.Parameter.empty:
            return ""
        plain = default is None or default == () or isinstance(default, (bool, int, str))
        return f" = {default!r}" if plain or (isinstance(default, float) and math.isfinite(default)) else " = ..."

    # kernels

    def kernel(self, name: str, kernel: Any) -> str:
        """Numbers make a number; arrays, and calls with options, an array of their own type."""
        overload = self.typing("overload")
        where = f"where: bool | {self.ours('ArrayLike')} = True"
        options = f"*, out: ArrayLike | tuple[ArrayLike, ...] | None = None, {where}, dtype: object = None"
        forms = []
        for form in (1, 2, 3):
            accepted, result = self.at(form, lambda: self.marked(taken)), self.at(form, lambda: self.marked(markers["Number"]))
            arguments = self.arguments(kernel, accepted)
            if form > 1:
                arguments.append(options)
            if kernel._result is not None:
                result = f"{self.mention(kernel._result)}[{result}]"
            forms.append(f"@{overload}\n{head_of(name, arguments, result)}\n")
        text = textwrap.indent(quoted(kernel.__doc__), "    ")
        return "\n".join([forms[0] + text, *(f.rstrip("\n") + " ..." for f in forms[1:])])

    def arguments(self, kernel: Any, accepted: str) -> list[str]:
        """Names, types and defaults of the numbers and words that a kernel takes."""
        shown = []
        for parameter in kernel.__signature__.parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY:
                break
            words = kernel._choices.get(parameter.name)
            default = parameter.default
            kind = f"{self.typing('Literal')}[{', '.join(map(repr, words))}]" if words else accepted
            if isinstance(default, float) and math.isnan(default):
                kind, default = f"{kind} | None", None
            shown.append(f"{parameter.name}: {kind}{self.shown(default)}")
        return shown

    # functions and classes

    def function(self, name: str, function: Any, receiver: str = "", own: str = "", decorator: str = "") -> str:
        """A function as it is written, or as its signature says; in three forms where it takes and answers arrays."""
        signature = inspect.signature(function)
        where = function.__module__
        written = typing.get_overloads(function)
        if written:
            return "\n".join(f"@{self.typing('overload')}\n{self.form_of(name, f, receiver, own)}" for f in written)
        result = signature.return_annotation
        found = self.rooms.used(result, where)
        if self.own and result == "Self":
            found = set(self.rooms.of_arrays(self.own[0]))
        takes = any(self.rooms.takes_arrays(p.annotation, where) for p in signature.parameters.values())
        if found and takes:
            return self.in_forms(lambda: self.form_of(name, function, receiver, own), decorator)
        if takes:
            return decorator + self.at(4, lambda: self.form_of(name, function, receiver, own))
        return decorator + self.form_of(name, function, receiver, own)

    def at(self, form: int, write: Callable[[], str]) -> str:
        """What is written in one form."""
        before, self.form = self.form, form
        try:
            return write()
        finally:
            self.form = before

    def in_forms(self, write: Callable[[], str], decorator: str = "") -> str:
        """The three forms; the text stands at the first."""
        first, *others = (self.at(form, write) for form in (1, 2, 3))
        head = f"@{self.typing('overload')}\n{decorator}"
        bare = [re.sub(r":\n    (\"\"\"(?:.|\n)*|\.\.\.)$", ": ...", text) for text in others]
        return "\n".join(head + text for text in (first, *bare))

    def form_of(self, name: str, function: Any, receiver: str, own: str) -> str:
        """One form of a function."""
        signature = inspect.signature(function)
        where = function.__module__
        receiver_missing = receiver and next(iter(signature.parameters), None) != receiver
        arguments = [receiver] if receiver_missing else []
        self.taking = True
        arguments += self.listed(signature.parameters.values(), where, bool(receiver_missing))
        if self.own and self.form in (2, 3) and arguments[:1] == ["self"] and self.rooms.of_arrays(self.own[0]):
            arguments[0] = f"self: {self.of(*self.own)}"
        elif self.own and self.form == 1 and arguments[:1] == ["self"] and self.rooms.of_arrays(self.own[0]):
            arguments[0] = f"self: {self.own[1]}"
        self.taking = False
        result = self.annotation(signature.return_annotation, where)
        if result == "Self" and self.own and self.form in (1, 2, 3):
            result = self.of(*self.own)
        if name == "__init__":
            result = "None"
        text = quoted(own or function.__doc__)
        return f"{head_of(name, arguments, result)}\n{textwrap.indent(text, '    ')}"

    def listed(self, parameters: Iterable[inspect.Parameter], where: str, numbers: bool = False) -> list[str]:
        """Parameters as text; those without a type are numbers or arrays of them, or what their default is."""
        shown: list[str] = []
        star = slash = False
        for p in parameters:
            if slash and p.kind is not p.POSITIONAL_ONLY:
                shown.append("/")
            slash = p.kind is p.POSITIONAL_ONLY
            if p.kind is p.KEYWORD_ONLY and not star:
                shown.append("*")
                star = True
            star = star or p.kind is p.VAR_POSITIONAL
            mark = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
            kind = ""
            if p.annotation is not p.empty:
                kind = f": {self.annotation(p.annotation, where)}"
            elif p.name not in ("self", "cls"):
                number = self.ours("Quantity") if numbers and p.default is not None else self.typing("Any")
                kind = f": {'str' if numbers and isinstance(p.default, str) else number}"
            shown.append(f"{mark}{p.name}{kind}{'' if p.default is p.empty else self.shown(p.default)}")
        return shown

    def class_(self, name: str, cls: Any) -> str:
        """A class with what it inherits from private classes."""
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self.named_tuple(name, cls)
        decorator = ""
        if "__dataclass_params__" in vars(cls):
            made = cls.__dataclass_params__
            self.imports.add("from dataclasses import dataclass")
            by_name = ", kw_only=True" if all(field.kw_only for field in dataclasses.fields(cls)) else ""
            decorator = f"@dataclass(frozen={made.frozen}, eq={made.eq}{by_name})\n"
        before, self.own = (self.own, self.form), (cls, name)
        self.form = 0 if self.rooms.of_arrays(cls) else 4
        members: dict[str, str] = {}
        bases, flattened = self.bases(cls)
        fields = getattr(cls, "_fields", None) if callable(getattr(cls, "fields", None)) else None
        for part in [*reversed(flattened), cls]:
            for member, value in vars(part).items():
                if member in special or not member.startswith("_"):
                    written = self.member(cls, member, value, fields)
                    if written:
                        members.pop(member, None)
                        members[member] = written
        if decorator:
            members.pop("__init__", None)
        for member in ("__init__", "replace") if fields and vars(cls).get("__signature__") else ():
            members.setdefault(member, self.of_fields(cls, member, getattr(cls, member), fields))
        members = self.attributes(cls) | members
        bases = self.with_variables(cls, bases)
        self.own, self.form = before
        head = f"class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:\n"
        body = "\n".join([quoted(cls.__doc__), *members.values()])
        return decorator + head + textwrap.indent(body, "    ")

    def with_variables(self, cls: Any, bases: list[str]) -> list[str]:
        """The bases with the type variables of the class, which stand at the first class that has them."""
        own = self.rooms.of_arrays(cls)
        parents = {base.__name__ for base in cls.__bases__ if base.__name__ in bases and self.rooms.of_arrays(base)}
        inner = ", ".join(map(self.variable, own)) or "float"
        bases = [f"{base}[{inner}]" if base in parents else base for base in bases]
        return bases if not own or parents else [*bases, f"Generic[{', '.join(map(self.variable, own))}]"]

    def variable(self, name: str) -> str:
        """A type variable of the stub."""
        self.variables.add(name)
        return name

    def attributes(self, cls: Any) -> dict[str, str]:
        """Fields of a dataclass, and what a constructor sets, where the source shows it."""
        found: dict[str, str] = {}
        if "__dataclass_params__" in vars(cls):
            made = getattr(getattr(cls, "_answered", None), "made", ())  # of the columns of its question
            for name, kind in inspect.get_annotations(cls).items():
                where = f"{package}.results" if name in made else cls.__module__
                found[name] = f"{name}: {self.annotation(kind, where)}{self.default_of(cls, name)}"
            return {name: text for name, text in found.items() if not name.startswith("_")}
        for name, kind in inspect.get_annotations(cls).items():
            held = name in vars(cls).get("__slots__", ()) or "__getattr__" in vars(cls)
            if held and not name.startswith("_"):
                found[name] = f"{name}: {self.annotation(kind, cls.__module__)}"
        written = source_of(cls.__module__).classes.get(cls.__qualname__)
        for node in ast.walk(written) if written else ():
            typed = isinstance(node, ast.AnnAssign)
            target = node.target if typed else node.targets[0] if isinstance(node, ast.Assign) else None
            if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"):
                continue
            if not target.attr.startswith("_"):
                kind = self.annotation(node.annotation, cls.__module__) if typed else self.typing("Any")
                found.setdefault(target.attr, f"{target.attr}: {kind}")
        return found

    def default_of(self, cls: Any, name: str) -> str:
        """Whether a field of a dataclass has a default."""
        field = cls.__dataclass_fields__.get(name)
        return " = ..." if hasattr(cls, name) or (field and field.default_factory is not dataclasses.MISSING) else ""

    def bases(self, cls: Any) -> tuple[list[str], list[Any]]:
        """The bases that the stub names, and the private classes whose members it copies."""
        written = source_of(cls.__module__).classes.get(cls.__qualname__) if cls.__module__ in sys.modules else None
        generic = written is not None and "__orig_bases__" in vars(cls)
        if generic:
            return [self.annotation(base, cls.__module__) for base in written.bases], []
        named: list[str] = []
        flattened: list[Any] = []
        for base in cls.__bases__:
            if base is object:
                continue
            if defines(base) and id(base) not in self.rooms.homes:
                more_named, more = self.bases(base)
                named += more_named
                flattened += [base, *more]
            else:
                named.append(base.__name__ if base.__module__ == "builtins" else self.mention(base))
        return named, flattened

    def member(self, cls: Any, name: str, value: Any, fields: Any) -> str:
        """One member of a class."""
        if dataclasses.is_dataclass(cls) and name in getattr(cls, "__dataclass_fields__", {}):
            return ""  # among the annotated ones
        if isinstance(value, property):
            getter = value.fget
            kind = inspect.signature(getter).return_annotation if inspect.isfunction(getter) else inspect.Signature.empty
            made = kind is inspect.Signature.empty
            result = self.of_field(cls, name, fields) if made else self.annotation(kind, getter.__module__)
            return f"@property\ndef {name}(self) -> {result}:\n{textwrap.indent(quoted(value.__doc__), '    ')}"
        if fields and name in ("__init__", "replace"):
            signature = inspect.signature(vars(cls).get(name, value)) if name in vars(cls) else None
            if signature is None or any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values()):
                return self.of_fields(cls, name, value, fields)
        if isinstance(value, classmethod):
            return self.function(name, value.__func__, "cls", decorator="@classmethod\n")
        if isinstance(value, staticmethod):
            return "@staticmethod\n" + self.function(name, value.__func__)
        if inspect.isfunction(value):
            return self.function(name, value, "self")
        if inspect.isclass(value) or inspect.isdatadescriptor(value) or name.startswith("__"):
            return ""
        return f"{name}: {self.type_of(value)}"

    def of_field(self, cls: Any, name: str, fields: Any) -> str:
        """What a field of an instance is."""
        field = fields.get(name)
        if field is None:
            words, default = self.words_of(cls, name), cls._structural[name]
            return "str" if isinstance(default, str) else "str | None" if words else "object"
        plain = accepts_only(cls) or ("bool" if field.boolean else "float")
        array = f" | {self.variable('_T')}" if self.rooms.of_arrays(cls) else ""
        return plain + array + (" | None" if field.optional else "")

    def words_of(self, cls: Any, name: str) -> list[str]:
        """The words that an argument of a kind may be."""
        arguments = importlib.import_module(f"{package}.catalog").kinds(cls._group)[cls._kind]["arguments"]
        return next((list(a["words"]) for a in arguments if a["name"] == name), [])

    def of_fields(self, cls: Any, name: str, function: Any, fields: Any) -> str:
        """The constructor of a class with a field table, and its replace()."""
        if self.rooms.of_arrays(cls):
            return self.in_forms(lambda: self.one_of_fields(cls, name, function, fields))
        return self.one_of_fields(cls, name, function, fields)

    def one_of_fields(self, cls: Any, name: str, function: Any, fields: Any) -> str:
        """One form of it."""
        change = name == "replace"
        parameters = inspect.signature(cls).parameters.values()
        self.taking = change
        own = self.of(*self.own) if self.own else ""
        self.taking = False
        shown, star = [f"self: {own}" if self.form != 4 and (self.form > 1 or not change) else "self"], False
        for p in parameters:
            field = fields.get(p.name)
            if not star and (change or p.kind is p.KEYWORD_ONLY):
                shown.append("*")
                star = True
            kind = f"{accepts_only(cls) or self.marked(taken)} | {self.ours('Carried')}"
            if any(p.name in ways for ways in cls._instead.values()):
                kind += " | None"
            elif field is None:
                words = self.words_of(cls, p.name)
                kind = "str" if isinstance(p.default, str) else self.typing("Any")
                if words:
                    kind = f"{self.typing('Literal')}[{', '.join(map(repr, words))}]" + (" | None" if p.default is None else "")
            elif field.optional:
                kind += " | None"
            default = " = ..." if change else "" if p.default is p.empty else self.shown(p.default)
            shown.append(f"{p.name}: {kind}{default}")
        result = self.of(*self.own) if self.own and self.form in (2, 3) else self.typing("Self")
        text = quoted(function.__doc__ if change else None)
        return f"{head_of(name, shown, result if change else 'None')}\n{textwrap.indent(text, '    ')}"

    def named_tuple(self, name: str, cls: Any) -> str:
        """A named tuple; that of a kernel's outputs is generic, as its answer is a number or an array."""
        self.typing("NamedTuple")
        annotations = inspect.get_annotations(cls)
        if annotations:
            rows = [f"{n}: {self.annotation(annotations[n], cls.__module__)}" for n in cls._fields]
            return f"class {name}(NamedTuple):\n" + textwrap.indent("\n".join([quoted(cls.__doc__), *rows]), "    ")
        self.variable("_T")
        rows = [quoted(cls.__doc__), *(f"{n}: _T" for n in cls._fields)]
        for member, value in vars(importlib.import_module(f"{package}.results").Result).items():
            if inspect.isfunction(value) and not member.startswith("_"):
                rows.append(self.function(member, value, "self"))
        rows += [self.function(name, getattr(cls, name), "self") for name in ("to_dataframe", "to_dataset")]
        return f"class {name}(NamedTuple, Generic[_T]):\n" + textwrap.indent("\n".join(rows), "    ")


class _Renamed(ast.NodeTransformer):
    """An annotation whose names are those of the stub."""

    def __init__(self, stub: Stub, where: str) -> None:
        self.stub, self.where = stub, where

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            return node
        stub, name = self.stub, node.id
        if name in markers or name == "Quantity":
            text = stub.marked(markers.get(name, taken))
        elif (alias := alias_of(name, self.where)) is not None:
            return _Renamed(stub, alias_home(name, self.where)).visit(ast.parse(alias, mode="eval").body)
        else:
            text = stub.of(object_of(name, self.where), stub.resolve(name, self.where))
        return ast.parse(text, mode="eval").body


def head_of(name: str, arguments: list[str], result: str) -> str:
    """The head of a function, on one line where it fits."""
    line = f"def {name}({', '.join(arguments)}) -> {result}:"
    return line if len(line) <= 120 else f"def {name}(\n" + "".join(f"    {a},\n" for a in arguments) + f") -> {result}:"


def quoted(text: str | None) -> str:
    """A docstring, or the dots where there is none."""
    if not text:
        return "..."
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{text}{chr(10) if chr(10) in text or text.endswith(chr(34)) else ""}"""'


def fresh() -> dict[str, str]:
    """All stubs by file name."""
    rooms = Rooms()
    return {file_of(name, module): rooms.stub(name) for name, module in rooms.modules.items()}


def file_of(name: str, module: types.ModuleType) -> str:
    """The stub of a module: of a package inside its folder."""
    return f"{name}/__init__.pyi" if name and hasattr(module, "__path__") else f"{name or '__init__'}.pyi"
