#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Type stubs, into a folder: of the public modules (room_stubs.py) and of the extension module.

    python/stubs.py FOLDER                    of the installed package
    python/stubs.py FOLDER --extension FILE   of the sources beside this script, with the extension module built of them

Needs NumPy alone, as a build does. An extension module that cannot run here, built for another system, gets none.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import sys
import textwrap
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import room_stubs

here = Path(__file__).resolve().parent
package = room_stubs.package
core = f"{package}._core"


def installed() -> None:
    """The package is the installed one, not the sources beside this script."""
    sys.path[:] = [p for p in sys.path if Path(p).resolve() != here]


def built(extension: Path) -> None:
    """The package is the sources beside this script, with that extension module."""
    sys.dont_write_bytecode = True
    loader = ExtensionFileLoader(core, str(extension))
    spec = spec_from_loader(core, loader)
    assert spec
    try:
        sys.modules[core] = module_from_spec(spec)
        loader.exec_module(sys.modules[core])
    except ImportError as error:
        print(f"no type stubs are made: the extension module does not run here ({error})")
        sys.exit()
    importlib.import_module(package)._core = sys.modules[core]  # type: ignore[attr-defined]


class Annotations(ast.NodeTransformer):
    """What pybind11 says of a function, as a type checker reads it."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Any object is anything."""
        return ast.parse("typing.Any", mode="eval").body if node.id == "object" else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """What takes None, and defaults that are no values in a stub."""
        self.generic_visit(node)
        arguments = node.args.args
        defaults = [*[None] * (len(arguments) - len(node.args.defaults)), *node.args.defaults]
        for argument, default in zip(arguments, defaults, strict=True):
            kind = ast.unparse(argument.annotation) if argument.annotation else ""
            none = isinstance(default, ast.Constant) and default.value is None
            if kind.startswith("collections.abc.Callable") or (none and kind.isidentifier()):  # std::function, and pointers
                argument.annotation = ast.parse(f"{kind} | None", mode="eval").body
        node.args.defaults = [value if literal(value) else ast.Constant(...) for value in node.args.defaults]
        return node


def literal(node: ast.expr) -> bool:
    """Whether a default is a plain value, no name such as inf."""
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def function(name: str, documentation: str, text: str | None = None, method: bool = False) -> str:
    """A function: the first line of pybind11's documentation is its signature."""
    head, _, rest = documentation.replace(f"{core}.", "").partition("\n")
    (node,) = ast.parse(f"def {name}{head[head.index('(') :]}: ...").body
    assert isinstance(node, ast.FunctionDef)
    node = Annotations().visit_FunctionDef(node)
    if method:
        node.args.args[0] = ast.arg("self")
    text = inspect.cleandoc(rest if text is None else text)
    node.body = [ast.Expr(ast.Constant(text or ...))]
    return ast.unparse(node)


def class_(name: str, value: type) -> str:
    """A class of the extension module."""
    bases = ", ".join(base.__name__ for base in value.__bases__ if issubclass(base, Exception))
    parts = [room_stubs.quoted(value.__doc__)]
    for member, what in vars(value).items():
        if isinstance(what, property):
            parts.append("@property\n" + function(member, what.fget.__doc__ or "", what.__doc__ or "", method=True))
        elif callable(what) and "->" in (what.__doc__ or ""):
            parts.append(function(member, what.__doc__ or "", method=True))
    return f"class {name}{f'({bases})' if bases else ''}:\n" + textwrap.indent("\n".join(parts), "    ")


def of_extension(module: Any) -> str:
    """The stub of the extension module, or of one of the modules in it."""
    listed = [name for name in vars(module) if name == "__version__" or not name.startswith("__")]
    parts = ["# SPDX-License-Identifier: Apache-2.0\n# Made by python/stubs.py; do not edit."]
    parts += [f"import {name}" for name in ("collections.abc", "typing", "numpy", "numpy.typing")]
    parts += [f"__all__ = {sorted(name for name in listed if not name.startswith('_'))}"]
    for name in listed:
        value = vars(module)[name]
        if inspect.ismodule(value):
            parts.append(f"from . import {name} as {name}")
        elif inspect.isclass(value):
            parts.append(class_(name, value))
        elif inspect.isbuiltin(value):
            parts.append(function(name, value.__doc__ or ""))
        else:
            kind = type(value)
            parts.append(f"{name}: {kind.__name__ if kind.__module__ == 'builtins' else f'{kind.__module__}.{kind.__name__}'}")
    return "\n".join(parts) + "\n"


def fresh() -> dict[str, str]:
    """All stubs by file name."""
    module = importlib.import_module(core)
    inner = {name: value for name, value in vars(module).items() if inspect.ismodule(value)}
    made = {f"_core/{name}.pyi": of_extension(value) for name, value in inner.items()}
    return room_stubs.fresh() | {"_core/__init__.pyi": of_extension(module)} | made


def main() -> None:
    """Writes them where the arguments say, in place of those that lie there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--extension", type=Path)
    given = parser.parse_args()
    for old in given.folder.glob("**/*.pyi"):
        old.unlink()
    built(given.extension) if given.extension else installed()
    for name, text in fresh().items():
        path = given.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
