# SPDX-License-Identifier: Apache-2.0
"""Kernels as Python sees them: a NumPy ufunc with names, defaults and words."""

from __future__ import annotations

import inspect
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from . import _arrays, _core, _kernel_text
from .results import Result

_largest = sys.float_info.max
_options = frozenset({"out", "where", "dtype", "casting", "order", "subok", "signature"})

# a row of the extension module: name, default or None, words or None, what is known of it or None; all but the name may lack
Row = tuple[Any, ...]


class _Text:
    """The docstring of a class and, made when first asked for, of its instances."""

    def __init__(self, of_class: str | None) -> None:
        self._of_class = of_class

    def __get__(self, kernel: Kernel | None, owner: type) -> str | None:
        if kernel is None:
            return self._of_class
        if kernel._text is None:
            kernel._text = _kernel_text.text(kernel, kernel._doc, kernel._known)
        return kernel._text


class Kernel:
    """A function of scalars that broadcasts: a NumPy ufunc, callable with keywords, with defaults for its last arguments.

    Takes ``out=``, ``where=``, ``dtype=`` as every ufunc does; float32 stays float32 beside Python numbers, whole numbers are
    computed in double, xarray and dask arrays keep their type. Outside its domain the answer is NaN. An argument may be one of
    a few words.

    Attributes
    ----------
    ufunc : numpy.ufunc
        The bare ufunc, without defaults; an argument that is a word is its number there.
    """

    def __init__(
        self,
        path: str,
        ufunc: np.ufunc,
        rows: Sequence[Row],
        doc: str,
        fast: np.ufunc | None,
        direct: Callable[[tuple[Any, ...], dict[str, Any]], Any],
        result: type | None = None,
    ) -> None:
        room, _, name = path.rpartition(".")
        full = [(*row, None, None, None)[:4] for row in rows]
        self.path = path
        self.ufunc = fast or ufunc
        self._general = ufunc
        self._direct = direct
        self._result = result
        self._names = tuple(row[0] for row in full)
        self._choices = {row[0]: row[2] for row in full if row[2] is not None}
        self._defaults = {row[0]: row[1] for row in full if row[1] is not None}
        self._known = {row[0]: row[3] for row in full if row[3] is not None}
        self._doc = doc
        self._shown = name.lstrip("_")  # in errors: behind a private kernel is a public function
        self._text: str | None = None
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        empty = inspect.Parameter.empty
        parameters = [inspect.Parameter(n, kind, default=self._defaults.get(n, empty)) for n in self._names]
        for option, default in (("out", None), ("where", True), ("dtype", None)):
            parameters.append(inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default))
        self.__signature__ = inspect.Signature(parameters)
        self.__name__ = name
        self.__qualname__ = name
        self.__module__ = f"scaling_limits.{room}"

    def __call__(self, *args: Any, **named: Any) -> Any:
        """The kernel of broadcast arguments; see the kernel's own text."""
        direct = self._direct(args, named)
        if direct is not NotImplemented:
            return direct if self._result is None else self._result(*map(float, direct))
        options = {key: named.pop(key) for key in tuple(named) if key in _options} if named else {}
        values = self._bind(args, named)
        for name, value in zip(self._names, values, strict=False):
            if type(value) in (list, tuple) and value:  # NumPy would drop a unit, and a mask
                if _is_quantity(value[0]):
                    raise self._refused(name, value[0])
                _arrays.refuse_masked(f"{self._shown}: {name}", value)
        ufunc = self.ufunc
        if ufunc is not self._general:  # a faster form without arguments that do not matter at their defaults
            rest = zip(self._names[ufunc.nin :], values[ufunc.nin :], strict=True)
            if any(value is not self._defaults[name] for name, value in rest):
                ufunc = self._general
        values = values[: ufunc.nin]
        if self._choices and ufunc is self._general:
            values = tuple(
                self._number(name, value) if name in self._choices else value
                for name, value in zip(self._names, values, strict=False)
            )
        if "dtype" not in options:
            values = tuple(map(_arrays.in_double, values))
        try:
            if ufunc.nout > 1 and any(_arrays.is_xarray(v) or _arrays.is_dask(v) for v in values):
                found = self._several(ufunc, values, options)
            else:
                found = ufunc(*values, **options)
        except TypeError as error:
            raise self._blame(values, error) from error
        except ValueError as error:
            raise self._blame_shapes(values, error) from error
        except OverflowError:
            name = next(n for n, v in zip(self._names, values, strict=False) if isinstance(v, int) and abs(v) > _largest)
            raise ValueError(f"{self._shown}: {name} is an integer beyond the range of double") from None
        if type(found) is tuple and any(map(_has_label, found)):
            names = getattr(self._result, "_fields", [self._shown] * len(found))
            unit, text = _kernel_text.meaning(self._doc)
            found = tuple(_arrays.labelled(x, name, unit, text) for x, name in zip(found, names, strict=True))
        elif _has_label(found):
            found = _arrays.labelled(found, self._shown, *_kernel_text.meaning(self._doc))
        return found if self._result is None else self._result(*(float(x) if isinstance(x, np.float64) else x for x in found))

    def _bind(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        names = self._names
        if len(args) > len(names):
            raise TypeError(f"{self._shown}() takes {len(names)} arguments ({', '.join(names)}), {len(args)} were given")
        if not named and len(args) == len(names) and all(value is not None for value in args):
            return args
        given = dict(zip(names, args, strict=False))
        for name, value in named.items():
            if name not in names:
                raise TypeError(f"{self._shown}() has no argument {name!r}{suggestion(name, names)}")
            if name in given:
                raise TypeError(f"{self._shown}() got {name!r} twice")
            given[name] = value
        for name in names:
            if name not in given and name not in self._defaults:
                for word in self._choices:  # a word forgotten: say that, not that the number at the end is missing
                    if word in given:
                        self._number(word, given[word])
                raise TypeError(f"{self._shown}() needs {name!r}{self._listed(name, ', one of ')}")
        return tuple(self._given(name, given[name]) if name in given else self._defaults[name] for name in names)

    def _given(self, name: str, value: Any) -> Any:
        # None is "not given" where the default is NaN, which says so in the kernel
        default = self._defaults.get(name, 0)
        return default if value is None and default != default else value

    def _listed(self, name: str, before: str) -> str:
        return before + ", ".join(map(repr, self._choices[name])) if name in self._choices else ""

    def _number(self, name: str, value: Any) -> int:
        words = self._choices[name]
        if not isinstance(value, str):
            raise TypeError(f"{self._shown}: {name} must be one of {self._listed(name, '')}, not {describe(value)}")
        if value not in words:
            raise ValueError(f"{self._shown}: {name} = {value!r} must be one of {self._listed(name, '')}")
        return int(words.index(value))

    def _several(self, ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
        # neither xarray nor dask takes ufuncs of several outputs
        if options:
            raise TypeError(f"{', '.join(options)} cannot be combined with xarray or dask arrays")
        dtype = _arrays.result_dtype([v if hasattr(v, "dtype") else np.asarray(v)[()] for v in values])
        return _arrays.apply(ufunc, values, ufunc.nout, [dtype] * ufunc.nout)

    def _blame(self, values: tuple[Any, ...], error: TypeError) -> TypeError:
        for name, value in zip(self._names, values, strict=False):
            if not _is_real(value) or _is_quantity(value):
                return self._refused(name, value)
        return TypeError(f"{self._shown}({', '.join(self._names)}): {error}")

    def _refused(self, name: str, value: Any) -> TypeError:
        unit = self._known.get(name, {}).get("unit", "1")
        them = "them" if unit == "1" else f"them [{unit}]"
        return TypeError(f"{self._shown}: {name} must be a real number or an array of {them}, not {describe(value)}")

    def _blame_shapes(self, values: tuple[Any, ...], error: ValueError) -> ValueError:
        shapes = ", ".join(
            f"{n} {np.shape(v)}" for n, v in zip(self._names, values, strict=False) if _is_real(v) and np.ndim(v)
        )
        for name, value in zip(self._names, values, strict=False):
            if not _is_real(value):
                return ValueError(f"{self._shown}: {name}: {error}")
        return ValueError(f"{self._shown}: {error} (shapes: {shapes})")

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__name__}{self.__signature__}>"

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return find, (self.path,)


Kernel.__doc__ = _Text(Kernel.__doc__)  # type: ignore[assignment]


def _has_label(value: Any) -> bool:
    return not isinstance(value, (float, np.ndarray)) and (_arrays.is_xarray(value) or _arrays.is_pandas(value))


def _is_real(value: Any) -> bool:
    try:
        dtype = value.dtype if hasattr(value, "dtype") else np.asarray(value).dtype
        return np.dtype(dtype).kind in "biuf"
    except (TypeError, ValueError):
        return False


def _is_quantity(value: Any) -> bool:
    # pint's and astropy's; an attribute of that name in xarray is none, nor is that of dates in pandas, which is a text
    return not _arrays.is_xarray(value) and any(not isinstance(getattr(value, name, ""), str) for name in ("units", "unit"))


def describe(value: Any) -> str:
    """What a value is, for an error message."""
    if value is None:
        return "None"
    if _is_quantity(value):
        return f"a quantity in {getattr(value, 'units', None) or value.unit}"
    if isinstance(value, str):
        return f"the string {value!r}"
    dtype = getattr(value, "dtype", None)
    return f"an array of {dtype}" if dtype is not None and np.ndim(value) else type(value).__name__


def suggestion(name: str, names: Iterable[str]) -> str:
    """What to say about a name that is none of the names."""
    return str(_core.suggestion(name.encode(errors="replace").decode(), list(names)))


def _result(path: str, room: str, name: str, fields: Sequence[str], doc: str) -> type:
    """The named tuple of a kernel's outputs, a result like the others."""

    class Text:
        def __get__(self, one: object, owner: type) -> str:
            return f"{head}\nExamples\n--------\n{_kernel_text.example(_kernels[path])}\n"

    base = namedtuple(name, fields, module=f"scaling_limits.{room}")  # type: ignore[misc]
    unit, text = _kernel_text.meaning(doc)
    rows = f"{', '.join(fields)} : in this order{'' if unit == '1' else f' [{unit}]'}"
    head = f"{text}; what {path} answers.\n\nAttributes\n----------\n{rows}\n"
    body = {
        "__doc__": Text(),
        "_summary": head,
        "__slots__": (),
        "__module__": base.__module__,
        "__hash__": base.__hash__,
    }
    return types.new_class(name, (Result, base), {}, lambda made: made.update(body))


def _build() -> tuple[dict[str, Kernel], dict[str, type]]:
    kernels: dict[str, Kernel] = {}
    results: dict[str, type] = {}
    for path, (ufunc, rows, doc, fast, direct) in _core.kernels.items():
        result: type | None = None
        if path in _core.returns:
            room = path.rpartition(".")[0]
            name, fields = _core.returns[path]
            result = results[f"{room}.{name}"] = _result(path, room, name, fields, doc)
        kernels[path] = Kernel(path, ufunc, rows, doc, fast, direct, result)
    return kernels, results


_kernels, _results = _build()


def find(path: str) -> Kernel:
    """The kernel of a room: find("checkpoint.goodput")."""
    return _kernels[path]


def kernels_of(room: str) -> dict[str, Any]:
    """All kernels of a room by name, and the types of their results, for the room's own module."""
    return {
        path.rpartition(".")[2]: item
        for path, item in (*_kernels.items(), *_results.items())
        if path.rpartition(".")[0] == room and not path.rpartition(".")[2].startswith("_")
    }
