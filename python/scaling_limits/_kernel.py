# SPDX-License-Identifier: Apache-2.0
"""Kernels as Python sees them: a NumPy ufunc with names, defaults and variants."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _arrays, _core

_options = frozenset({"out", "where", "dtype", "casting", "order", "subok", "signature"})
_keyword_only = inspect.Parameter.KEYWORD_ONLY


class Kernel:
    """A function of scalars that broadcasts: a NumPy ufunc, callable with keywords, with defaults for its last arguments.

    Takes ``out=``, ``where=``, ``dtype=`` as every ufunc does; float32 stays float32 beside Python numbers, xarray and dask
    arrays keep their type. Outside its domain the answer is NaN.

    Attributes
    ----------
    ufunc : numpy.ufunc
        The bare ufunc, without defaults; where there are variants, that of the default one.
    variants : tuple of str
        What ``variant=`` may be; empty where there is no choice.
    """

    def __init__(
        self, path: str, ufunc: np.ufunc, arguments: tuple[tuple[Any, ...], ...], doc: str, variants: Mapping[str, np.ufunc]
    ) -> None:
        self.room, _, name = path.rpartition(".")
        self.ufunc = ufunc
        self._variants = dict(variants)
        self._names = tuple(row[0] for row in arguments)
        self._defaults = {row[0]: row[1] for row in arguments if len(row) == 2}
        self._required = len(arguments) - len(self._defaults)
        positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [
            inspect.Parameter(n, positional, default=self._defaults.get(n, inspect.Parameter.empty)) for n in self._names
        ]
        if self._variants:
            parameters.append(inspect.Parameter("variant", _keyword_only, default="complete"))
        parameters += [
            inspect.Parameter(n, _keyword_only, default=d) for n, d in (("out", None), ("where", True), ("dtype", None))
        ]
        self.__signature__ = inspect.Signature(parameters)
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = f"scaling_limits.{self.room}"
        self.__doc__ = doc

    @property
    def variants(self) -> tuple[str, ...]:
        """The names that ``variant=`` takes."""
        return tuple(self._variants)

    def __call__(self, *args: ArrayLike, **named: Any) -> Any:
        """The kernel of broadcast arguments; see the kernel's own text."""
        options = {key: named.pop(key) for key in tuple(named) if key in _options} if named else {}
        variant = named.pop("variant", None) if self._variants else None
        values = self._bind(args, named)
        ufunc = self._choose(variant, values)
        try:
            if ufunc.nout > 1 and any(_arrays.is_xarray(v) or _arrays.is_dask(v) for v in values):
                return self._several(ufunc, values, options)
            return ufunc(*values[: ufunc.nin], **options)
        except TypeError as error:
            raise self._blame(values, error) from error

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
        for name in names[: self._required]:
            if name not in given:
                raise TypeError(f"{self.__name__}() needs {name!r}")
        return tuple(self._given(name, given[name]) if name in given else self._defaults[name] for name in names)

    def _given(self, name: str, value: Any) -> Any:
        # None is "not given" where the default is NaN, which says so in the kernel
        default = self._defaults.get(name, 0)
        return default if value is None and default != default else value

    def _choose(self, variant: str | None, values: tuple[Any, ...]) -> np.ufunc:
        if not self._variants or variant is None and self.ufunc.nin == len(self._names):
            return self.ufunc
        variant = "complete" if variant is None else variant
        if variant not in self._variants:
            raise ValueError(f"{self.__name__}: variant = {variant!r} must be one of {', '.join(map(repr, self._variants))}")
        # the default variant may have a faster form that leaves arguments out which do not matter at their defaults
        unused = zip(self._names[self.ufunc.nin :], values[self.ufunc.nin :], strict=True)
        if variant == "complete" and all(value is self._defaults[name] for name, value in unused):
            return self.ufunc
        return self._variants[variant]

    def _several(self, ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
        # neither xarray nor dask takes ufuncs of several outputs
        if options:
            raise TypeError(f"{', '.join(options)} cannot be combined with xarray or dask arrays")
        dtype = _arrays.result_dtype([v if hasattr(v, "dtype") else np.asarray(v)[()] for v in values])
        return _arrays.apply(ufunc, values, ufunc.nout, [dtype] * ufunc.nout)

    def _blame(self, values: tuple[Any, ...], error: TypeError) -> TypeError:
        for name, value in zip(self._names, values, strict=False):
            if _arrays.is_lazy(value) or not _is_real(value):
                if not _arrays.is_lazy(value):
                    return TypeError(
                        f"{self.__name__}: {name} must be a real number or an array of them, not {describe(value)}"
                    )
        return TypeError(f"{self.__name__}({', '.join(self._names)}): {error}")

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Callable[[str], Kernel], tuple[str]]:
        return find, (f"{self.room}.{self.__name__}",)


class Choice:
    """Kernels under one name, chosen by an argument that is a word: ``bubble_time("1f1b", ...)``.

    Registered as ``"name:selector=word"``: the selector comes first and must be given; or as ``"name:selector?=word"``: it is
    keyword-only and the first word registered is its default. The rest is as for :class:`Kernel`.
    """

    def __init__(self, path: str, selector: str, kernels: Mapping[str, Kernel], optional: bool, doc: str) -> None:
        self.room, _, name = path.rpartition(".")
        self.choices = dict(kernels)
        self._selector = selector
        self._default = next(iter(kernels)) if optional else None
        longest = max(kernels.values(), key=lambda kernel: len(kernel._names))
        kind = _keyword_only if optional else inspect.Parameter.POSITIONAL_OR_KEYWORD
        chosen = inspect.Parameter(selector, kind, default=self._default if optional else inspect.Parameter.empty)
        rest = list(longest.__signature__.parameters.values())
        place = len(longest._names) if optional else 0
        self.__signature__ = inspect.Signature([*rest[:place], chosen, *rest[place:]])
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = f"scaling_limits.{self.room}"
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
        if not isinstance(word, str):
            raise TypeError(
                f"{self.__name__}: {self._selector} must be one of {', '.join(map(repr, self.choices))}, not {describe(word)}"
            )
        if word not in self.choices:
            raise ValueError(
                f"{self.__name__}: {self._selector} = {word!r} must be one of {', '.join(map(repr, self.choices))}"
            )
        return self.choices[word](*args, **named)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Callable[[str], Kernel | Choice], tuple[str]]:
        return find, (f"{self.room}.{self.__name__}",)


def _is_real(value: Any) -> bool:
    try:
        dtype = getattr(value, "dtype", None) or np.asarray(value).dtype
        return np.dtype(dtype).kind in "biuf"
    except (TypeError, ValueError):
        return False


def describe(value: object) -> str:
    """What a value is, for an error message."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the string {value!r}"
    dtype = getattr(value, "dtype", None)
    return f"an array of {dtype}" if dtype is not None and np.ndim(value) else type(value).__name__  # type: ignore[arg-type]


def suggestion(name: str, names: tuple[str, ...]) -> str:
    import difflib

    close = difflib.get_close_matches(name, names, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; it has {', '.join(names)}"


def _build() -> dict[str, Kernel | Choice]:
    plain: dict[str, tuple[Any, ...]] = {}
    variants: dict[str, dict[str, Any]] = {}
    choices: dict[str, dict[str, tuple[str, Any]]] = {}
    for path, row in _core.kernels.items():
        base, _, variant = path.partition(":")
        selector, equals, word = variant.partition("=")
        if equals:
            choices.setdefault(base, {})[word] = (selector, row)
        elif variant:
            variants.setdefault(base, {})[variant] = row
        else:
            plain[base] = row
    found: dict[str, Kernel | Choice] = {}
    for path, (ufunc, arguments, doc) in plain.items():
        others = variants.get(path, {})
        if others:
            arguments = max((arguments, *(row[1] for row in others.values())), key=len)
        table = {"complete": ufunc} | {name: row[0] for name, row in others.items()} if others else {}
        found[path] = Kernel(path, ufunc, arguments, doc, table)
    for path, words in choices.items():
        selector, (_, _, doc) = next(iter(words.values()))
        kernels = {word: Kernel(path, *row, {}) for word, (_, row) in words.items()}
        found[path] = Choice(path, selector.rstrip("?"), kernels, selector.endswith("?"), doc)
    return found


_kernels = _build()


def find(path: str) -> Kernel | Choice:
    """The kernel of a room: find("checkpoint.goodput")."""
    return _kernels[path]


def kernels_of(room: str) -> dict[str, Kernel | Choice]:
    """All kernels of a room by name, for the room's own module."""
    return {kernel.__name__: kernel for path, kernel in _kernels.items() if path.rpartition(".")[0] == room}
