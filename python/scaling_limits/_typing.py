# SPDX-License-Identifier: Apache-2.0
"""What the functions of this package take and answer, for the stubs beside the modules."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np


class ArrayLike(Protocol):
    """An array of any library that takes part in ufuncs: NumPy, xarray, dask."""

    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **kwargs: Any) -> Any:
        """How it takes part."""


#: One number.
Real: TypeAlias = float | np.floating[Any] | np.integer[Any]
#: A number or an array of numbers, of any library.
Quantity: TypeAlias = Real | ArrayLike | list[Any] | tuple[Any, ...]
#: A number for numbers, else an array of the arguments' type.
Answer: TypeAlias = Any
