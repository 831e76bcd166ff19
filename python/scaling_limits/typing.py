# SPDX-License-Identifier: Apache-2.0
"""What the functions of this package take and answer.

The stubs of the package say of every answer what it is: numbers in, a number out; NumPy arrays (or lists) in, a NumPy array
out; an array of another library in, an ``Array`` out, of that library. A run of arrays is a ``TrainingRun[NumPy]``, its limit a
``Limit[NumPy, NumPyText]``; without brackets they are of single numbers. In the sources of the package ``Number`` and ``Text``
stand for what the stubs make of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray


class ArrayLike(Protocol):
    """An array of any library that takes part in ufuncs: NumPy, xarray, pandas, dask."""

    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **kwargs: Any) -> Any:
        """How it takes part."""


class Array(Protocol):
    """What the arrays of all libraries share."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its lengths."""

    @property
    def ndim(self) -> int:
        """Its number of axes."""

    @property
    def size(self) -> Any:
        """Its number of elements."""

    def __array__(self) -> NDArray[Any]: ...
    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **kwargs: Any) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __add__(self, other: Any) -> Array: ...
    def __radd__(self, other: Any) -> Array: ...
    def __sub__(self, other: Any) -> Array: ...
    def __rsub__(self, other: Any) -> Array: ...
    def __mul__(self, other: Any) -> Array: ...
    def __rmul__(self, other: Any) -> Array: ...
    def __truediv__(self, other: Any) -> Array: ...
    def __rtruediv__(self, other: Any) -> Array: ...
    def __pow__(self, other: Any) -> Array: ...
    def __neg__(self) -> Array: ...
    def __lt__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...

    def max(self) -> Any:
        """The largest."""

    def min(self) -> Any:
        """The smallest."""

    def mean(self) -> Any:
        """The mean."""

    def sum(self) -> Any:
        """The sum."""

    def astype(self, dtype: Any) -> Array:
        """The same of another type."""


#: One number.
Real: TypeAlias = float | np.floating[Any] | np.integer[Any]
#: A number or numbers without the labels of a library.
Plain: TypeAlias = Real | NDArray[Any] | list[Any] | tuple[Any, ...]
#: What carries its unit, where a field is given: "2 TB/s", a duration. To a type checker quantities of libraries are arrays.
Carried: TypeAlias = str | timedelta | np.timedelta64
#: A number or an array of numbers, of any library.
Quantity: TypeAlias = Real | ArrayLike | list[Any] | tuple[Any, ...]
#: An answer for NumPy arrays and lists.
NumPy: TypeAlias = NDArray[np.floating[Any]]
#: Its texts.
NumPyText: TypeAlias = NDArray[np.str_]
#: Of the sources: a number for numbers, else an array of the arguments' type.
Number: TypeAlias = Any
#: The same of some of the fields, so that it may be a number where others are arrays.
SomeNumber: TypeAlias = Any
#: The same of texts.
Text: TypeAlias = Any


def __dir__() -> list[str]:  # without a list of its own this module is read as it is, not through a stub
    return ["Array", "ArrayLike", "Carried", "NumPy", "NumPyText", "Plain", "Quantity", "Real"]
