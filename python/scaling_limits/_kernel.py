# SPDX-License-Identifier: Apache-2.0
"""Kernels as Python sees them: a NumPy ufunc with names, defaults and choices."""

from __future__ import annotations

import difflib
import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays, _core

_options = frozenset({"out", "where", "dtype", "casting", "order", "subok", "signature"})

# a row of the extension module: (name,), (name, default) or (name, default or None, choices)
Row = tuple[Any, ...]


class Kernel:
    """A function of scalars that broadcasts: a NumPy ufunc, callable with keywords, with defaults for its last arguments.

    Takes ``out=``, ``where=``, ``dtype=`` as every ufunc does; float32 stays float32 beside Python numbers, xarray and dask
    arrays keep their type. Outside its domain the answer is NaN.

    Attributes
    ----------
    ufunc : numpy.ufunc
        The bare ufunc, without defaults; an argument that is a choice of names is their number there.
    """

    def __init__(
        self,
        path: str,
        ufunc: np.ufunc,
        rows: Sequence[Row],
        doc: str,
        general: np.ufunc | None = None,
        result: type | None = None,
    ) -> None:
        room, _, name = path.rpartition(".")
        self.path = path
        self.ufunc = ufunc
        self._general = general or ufunc
        self._result = result
        self._names = tuple(row[0] for row in rows)
        self._choices = {row[0]: row[2] for row in rows if len(row) == 3}
        self._defaults = {row[0]: row[1] for row in rows if len(row) > 1 and row[1] is not None}
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        empty = inspect.Parameter.empty
        parameters = [inspect.Parameter(n, kind, default=self._defaults.get(n, empty)) for n in self._names]
        for option, default in (("out", None), ("where", True), ("dtype", None)):
            parameters.append(inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default))
        self.__signature__ = inspect.Signature(parameters)
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = f"scaling_limits.{room}"
        self.__doc__ = doc

    def __call__(self, *args: ArrayLike, **named: Any) -> Any:
        """The kernel of broadcast arguments; see the kernel's own text."""
        options = {key: named.pop(key) for key in tuple(named) if key in _options} if named else {}
        values = self._bind(args, named)
        ufunc = self.ufunc
        if ufunc is not self._general:  # a faster form without arguments that do not matter at their defaults
            rest = zip(self._names[ufunc.nin :], values[ufunc.nin :], strict=True)
            if any(value is not self._defaults[name] for name, value in rest):
                ufunc = self._general
        values = values[: ufunc.nin]
        if self._choices and len(values) > min(map(self._names.index, self._choices)):
            values = tuple(
                self._number(name, value) if name in self._choices else value
                for name, value in zip(self._names, values, strict=False)
            )
        try:
            if ufunc.nout > 1 and any(_arrays.is_xarray(v) or _arrays.is_dask(v) for v in values):
                found = self._several(ufunc, values, options)
            else:
                found = ufunc(*values, **options)
        except TypeError as error:
            raise self._blame(values, error) from error
        except ValueError as error:
            raise self._blame_shapes(values, error) from error
        return found if self._result is None else self._result(*(float(x) if isinstance(x, np.float64) else x for x in found))

    def _bind(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        names = self._names
        if len(args) > len(names):
            raise TypeError(f"{self.__name__}() takes {len(names)} arguments ({', '.join(names)}), {len(args)} were given")
        if not named and len(args) == len(names) and all(value is not None for value in args):
            return args
        given = dict(zip(names, args, strict=False))
        for name, value in named.items():
            if name not in names:
                raise TypeError(f"{self.__name__}() has no argument {name!r}{suggestion(name, names)}")
            if name in given:
                raise TypeError(f"{self.__name__}() got {name!r} twice")
            given[name] = value
        for name in names:
            if name not in given and name not in self._defaults:
                raise TypeError(f"{self.__name__}() needs {name!r}")
        return tuple(self._given(name, given[name]) if name in given else self._defaults[name] for name in names)

    def _given(self, name: str, value: Any) -> Any:
        # None is "not given" where the default is NaN, which says so in the kernel
        default = self._defaults.get(name, 0)
        return default if value is None and default != default else value

    def _number(self, name: str, value: Any) -> Any:
        choices = self._choices[name]
        if isinstance(value, str) and value in choices:
            return choices.index(value)
        wanted = f"{self.__name__.lstrip('_')}: {name} = {value!r} must be one of {', '.join(map(repr, choices))}"
        if not isinstance(value, str):
            raise TypeError(wanted)
        raise ValueError(wanted)

    def _several(self, ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
        # neither xarray nor dask takes ufuncs of several outputs
        if options:
            raise TypeError(f"{', '.join(options)} cannot be combined with xarray or dask arrays")
        dtype = _arrays.result_dtype([v if hasattr(v, "dtype") else np.asarray(v)[()] for v in values])
        return _arrays.apply(ufunc, values, ufunc.nout, [dtype] * ufunc.nout)

    def _blame(self, values: tuple[Any, ...], error: TypeError) -> TypeError:
        for name, value in zip(self._names, values, strict=False):
            if not _is_real(value):
                return TypeError(f"{self.__name__}: {name} must be a real number or an array of them, not {describe(value)}")
        return TypeError(f"{self.__name__}({', '.join(self._names)}): {error}")

    def _blame_shapes(self, values: tuple[Any, ...], error: ValueError) -> ValueError:
        shapes = ", ".join(
            f"{n} {np.shape(v)}" for n, v in zip(self._names, values, strict=False) if _is_real(v) and np.ndim(v)
        )
        for name, value in zip(self._names, values, strict=False):
            if not _is_real(value):
                return ValueError(f"{self.__name__}: {name}: {error}")
        return ValueError(f"{self.__name__}: {error} (shapes: {shapes})")

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return find, (self.path,)


class Choice:
    """Kernels under one name, chosen by an argument that is a word: ``bubble_time("1f1b", ...)``.

    Registered as ``"name:selector=word"``: the selector comes first and must be given; or as ``"name:selector?=word"``: it is
    keyword-only and the first word registered is its default. The rest is as for :class:`Kernel`.
    """

    def __init__(self, path: str, selector: str, kernels: Mapping[str, Kernel], optional: bool, doc: str) -> None:
        room, _, name = path.rpartition(".")
        self.path = path
        self.choices = dict(kernels)
        self._selector = selector
        self._default = next(iter(kernels)) if optional else None
        longest = max(kernels.values(), key=lambda kernel: len(kernel._names))
        kind = inspect.Parameter.KEYWORD_ONLY if optional else inspect.Parameter.POSITIONAL_OR_KEYWORD
        chosen = inspect.Parameter(selector, kind, default=self._default if optional else inspect.Parameter.empty)
        rest = list(longest.__signature__.parameters.values())
        place = len(longest._names) if optional else 0
        self.__signature__ = inspect.Signature([*rest[:place], chosen, *rest[place:]])
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = f"scaling_limits.{room}"
        self.__doc__ = doc

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The chosen kernel of broadcast arguments; see the text of the function."""
        if self._default is None and args:
            if self._selector in named:
                raise TypeError(f"{self.__name__}() got {self._selector!r} twice")
            word, args = args[0], args[1:]
        else:
            word = named.pop(self._selector, self._default)
            if word is None:
                raise TypeError(f"{self.__name__}() needs {self._selector!r}, one of {', '.join(map(repr, self.choices))}")
        choices = f"must be one of {', '.join(map(repr, self.choices))}"
        if not isinstance(word, str):
            raise TypeError(f"{self.__name__.lstrip('_')}: {self._selector} {choices}, not {describe(word)}")
        if word not in self.choices:
            raise ValueError(f"{self.__name__.lstrip('_')}: {self._selector} = {word!r} {choices}")
        return self.choices[word](*args, **named)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return find, (self.path,)


def _is_real(value: Any) -> bool:
    try:
        dtype = value.dtype if hasattr(value, "dtype") else np.asarray(value).dtype
        return np.dtype(dtype).kind in "biuf"
    except (TypeError, ValueError):
        return False


def describe(value: Any) -> str:
    """What a value is, for an error message."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the string {value!r}"
    dtype = getattr(value, "dtype", None)
    return f"an array of {dtype}" if dtype is not None and np.ndim(value) else type(value).__name__


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say about a name that is none of the names."""
    names = tuple(names)
    close = difflib.get_close_matches(name, names, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; it has {', '.join(names)}"


def _build() -> tuple[dict[str, Kernel | Choice], dict[str, type]]:
    kernels: dict[str, Kernel | Choice] = {}
    results: dict[str, type] = {}
    words: dict[str, dict[str, tuple[str, Any]]] = {}
    for path, (ufunc, rows, doc) in _core.kernels.items():
        base, _, variant = path.partition(":")
        selector, equals, word = variant.partition("=")
        if equals:
            words.setdefault(base, {})[word] = (selector, (ufunc, rows, doc))
        if variant:
            continue
        room = path.rpartition(".")[0]
        result: type | None = None
        if path in _core.returns:
            name, fields = _core.returns[path]
            result = results[f"{room}.{name}"] = namedtuple(name, fields, module=f"scaling_limits.{room}")
        general = _core.kernels.get(f"{path}:general")
        kernels[path] = Kernel(path, ufunc, general[1] if general else rows, doc, general[0] if general else None, result)
    for path, chosen in words.items():
        selector, (_, _, doc) = next(iter(chosen.values()))
        table = {word: Kernel(path, *row) for word, (_, row) in chosen.items()}
        kernels[path] = Choice(path, selector.rstrip("?"), table, selector.endswith("?"), doc)
    return kernels, results


_kernels, _results = _build()


def find(path: str) -> Any:
    """The kernel of a room: find("checkpoint.goodput")."""
    return _kernels[path]


def kernels_of(room: str) -> dict[str, Any]:
    """All kernels of a room by name, and the types of their results, for the room's own module."""
    return {
        path.rpartition(".")[2]: item
        for path, item in (*_kernels.items(), *_results.items())
        if path.rpartition(".")[0] == room and not path.rpartition(".")[2].startswith("_")
    }
