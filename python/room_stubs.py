# SPDX-License-Identifier: Apache-2.0
"""Stubs of the public modules, from the imported package: kernels, parameter classes and results are made at run time, from the
rows of the extension module, so that editors and type checkers see none of them in the sources.

What is public is what ``__all__`` names. A thing is defined in the stub of its own module where that is public, else in that of
the first public module that names it; what a class inherits from private ones stands in its own stub. Stubs know no private
module but ``_typing``.
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
import subprocess
import sys
import textwrap
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

package = "scaling_limits"
header = """\
# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""
#: Special methods that a user meets.
special = {"__call__", "__contains__", "__float__", "__getitem__", "__init__", "__iter__", "__len__"}


def public_modules() -> dict[str, types.ModuleType]:
    """The modules that get a stub, by their names inside the package; the package itself is ""."""
    root = importlib.import_module(package)
    names = [m.name for m in pkgutil.iter_modules(root.__path__) if not m.ispkg and not m.name.startswith("_")]
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
        self.generic = False

    def text(self) -> str:
        """Imports, then everything public in the order of ``__all__``."""
        names = public_names(self.name, self.module)
        values = {n: getattr(self.module, n) for n in names}
        shown = self.rooms.modules.values()
        names = [n for n, v in values.items() if not inspect.ismodule(v) or v in shown]  # not the command line
        body = [p for p in (self.entry(n, values[n]) for n in names) if p]
        done: set[str] = set()
        while set(self.local) - done:  # made on the way, and may mention more of their kind
            done |= set(self.local)
        variables = ['_T = TypeVar("_T")'] if self.generic else []
        if self.generic:
            self.imports.add("from typing import Generic, TypeVar")
        doc = quoted(self.module.__doc__)
        listed = "__all__ = [\n" + "".join(f'    "{n}",\n' for n in names) + "]"
        private = [text for text in self.local.values() if text]
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
                base = f"{package}.{node.module}" if node.module else package
                value = getattr(importlib.import_module(base), node.names[0].name, None)
                if inspect.ismodule(value):
                    self.imports.add(f"from . import {value.__name__.rpartition('.')[2]} as {name}")
                    return name
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

    def typing(self, name: str) -> str:
        """A name of the standard typing module."""
        self.imports.add(f"from typing import {name}")
        return name

    def ours(self, name: str) -> str:
        """A name of the package's own types."""
        self.imports.add(f"from ._typing import {name}")
        return name

    # kernels

    def kernel(self, name: str, kernel: Any) -> str:
        """Numbers make a number; arrays, and calls with options, an array of their own type."""
        overload = self.typing("overload")
        where = f"where: bool | {self.ours('ArrayLike')} = True"
        options = f"*, out: ArrayLike | tuple[ArrayLike, ...] | None = None, {where}, dtype: object = None"
        forms = []
        for accepted, answer in (("Real", "float"), ("Quantity", "Answer")):
            arguments = self.arguments(kernel, self.ours(accepted))
            if answer != "float":
                arguments.append(options)
            result = answer if answer == "float" else self.ours(answer)
            if kernel._result is not None:
                result = f"{self.mention(kernel._result)}[{result}]"
            forms.append(f"@{overload}\ndef {name}({', '.join(arguments)}) -> {result}:\n")
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
            shown.append(f"{parameter.name}: {kind}{value_of(default)}")
        return shown

    # functions and classes

    def function(self, name: str, function: Any, receiver: str = "", own: str = "") -> str:
        """A function as it is written, or as its signature says."""
        signature = inspect.signature(function)
        where = function.__module__
        receiver_missing = receiver and next(iter(signature.parameters), None) != receiver
        arguments = [receiver] if receiver_missing else []
        arguments += self.listed(signature.parameters.values(), where, bool(receiver_missing))
        made = signature.return_annotation is inspect.Signature.empty
        result = self.ours("Answer") if made and receiver_missing else self.annotation(signature.return_annotation, where)
        if name == "__init__":
            result = "None"
        text = quoted(own or function.__doc__)
        return f"def {name}({', '.join(arguments)}) -> {result}:\n{textwrap.indent(text, '    ')}"

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
            shown.append(f"{mark}{p.name}{kind}{'' if p.default is p.empty else value_of(p.default)}")
        return shown

    def class_(self, name: str, cls: Any) -> str:
        """A class with what it inherits from private classes."""
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self.named_tuple(name, cls)
        decorator = ""
        if "__dataclass_params__" in vars(cls):
            made = cls.__dataclass_params__
            self.imports.add("from dataclasses import dataclass")
            decorator = f"@dataclass(frozen={made.frozen}, eq={made.eq})\n"
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
        head = f"class {name}{'(' + ', '.join(bases) + ')' if bases else ''}:\n"
        body = "\n".join([quoted(cls.__doc__), *members.values()])
        return decorator + head + textwrap.indent(body, "    ")

    def attributes(self, cls: Any) -> dict[str, str]:
        """Fields of a dataclass, and what a constructor sets, where the source shows it."""
        found: dict[str, str] = {}
        if "__dataclass_params__" in vars(cls):
            for name, kind in vars(cls).get("__annotations__", {}).items():
                default = " = ..." if hasattr(cls, name) else ""
                found[name] = f"{name}: {self.annotation(kind, cls.__module__)}{default}"
            return {name: text for name, text in found.items() if not name.startswith("_")}
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
            result = self.ours("Answer") if made else self.annotation(kind, getter.__module__)
            return f"@property\ndef {name}(self) -> {result}:\n{textwrap.indent(quoted(value.__doc__), '    ')}"
        if fields and name in ("__init__", "replace"):
            signature = inspect.signature(vars(cls).get(name, value)) if name in vars(cls) else None
            if signature is None or any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values()):
                return self.of_fields(cls, name, value, fields)
        if isinstance(value, classmethod):
            return "@classmethod\n" + self.function(name, value.__func__, "cls")
        if isinstance(value, staticmethod):
            return "@staticmethod\n" + self.function(name, value.__func__)
        if inspect.isfunction(value):
            return self.function(name, value, "self")
        if inspect.isclass(value) or inspect.isdatadescriptor(value) or name.startswith("__"):
            return ""
        return f"{name}: {self.type_of(value)}"

    def of_fields(self, cls: Any, name: str, function: Any, fields: Any) -> str:
        """The constructor of a class with a field table, and its replace()."""
        change = name == "replace"
        parameters = inspect.signature(cls).parameters.values()
        shown, star = ["self"], False
        for p in parameters:
            field = fields.get(p.name)
            if not star and (change or p.kind is p.KEYWORD_ONLY):
                shown.append("*")
                star = True
            kind = self.ours("Quantity")
            if field is None:
                kind = "str" if isinstance(p.default, str) else self.typing("Any")
            elif field.optional:
                kind += " | None"
            default = " = ..." if change else "" if p.default is p.empty else value_of(p.default)
            shown.append(f"{p.name}: {kind}{default}")
        result = self.typing("Self") if change else "None"
        text = quoted(function.__doc__ if change else None)
        return f"def {name}({', '.join(shown)}) -> {result}:\n{textwrap.indent(text, '    ')}"

    def named_tuple(self, name: str, cls: Any) -> str:
        """A named tuple; that of a kernel's outputs is generic, as its answer is a number or an array."""
        self.typing("NamedTuple")
        annotations = vars(cls).get("__annotations__", {})
        if annotations:
            rows = [f"{n}: {self.annotation(annotations[n], cls.__module__)}" for n in cls._fields]
            return f"class {name}(NamedTuple):\n" + textwrap.indent("\n".join([quoted(cls.__doc__), *rows]), "    ")
        self.generic = True
        return f"class {name}(NamedTuple, Generic[_T]):\n" + textwrap.indent("\n".join(f"{n}: _T" for n in cls._fields), "    ")


class _Renamed(ast.NodeTransformer):
    """An annotation whose names are those of the stub."""

    def __init__(self, stub: Stub, where: str) -> None:
        self.stub, self.where = stub, where

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.stub.resolve(node.id, self.where), node.ctx) if isinstance(node.ctx, ast.Load) else node


def value_of(default: Any) -> str:
    """A default as a stub shows it."""
    if default is inspect.Parameter.empty:
        return ""
    plain = default is None or isinstance(default, (bool, int, str)) or (isinstance(default, float) and math.isfinite(default))
    return f" = {default!r}" if plain or default == () else " = ..."


def quoted(text: str | None) -> str:
    """A docstring, or the dots where there is none."""
    if not text:
        return "..."
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{text}{chr(10) if chr(10) in text or text.endswith(chr(34)) else ""}"""'


def fresh(formatted: Callable[[str], str] | None = None) -> dict[str, str]:
    """All stubs by file name."""
    rooms = Rooms()
    tidy = formatted or ruff
    return {f"{name or '__init__'}.pyi": tidy(rooms.stub(name)) for name in rooms.modules}


def ruff(text: str) -> str:
    """The text in the project's layout."""
    command = [sys.executable, "-m", "ruff"]
    for step in (["check", "--fix", "--exit-zero", "--quiet", "--select", "I"], ["format", "--quiet"]):
        text = subprocess.run(
            [*command, *step, "--stdin-filename", "x.pyi", "-"], input=text, stdout=subprocess.PIPE, text=True, check=True
        ).stdout
    return text
