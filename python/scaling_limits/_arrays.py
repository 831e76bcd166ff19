# SPDX-License-Identifier: Apache-2.0
"""How functions of whole arrays meet xarray, pandas and dask, written once: kernels and the evaluator use it."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

#: what stands for numbers that JSON has not
NUMBERS: dict[Any, Any] = {None: math.nan, "unlimited": math.inf, "-unlimited": -math.inf}

# none is imported for the question whether a value is theirs


def is_xarray(value: object) -> bool:
    """Whether a value is an xarray DataArray or Variable."""
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(value, (xarray.DataArray, xarray.Variable))


def is_pandas(value: object) -> bool:
    """Whether a value is a pandas Series or DataFrame."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, (pandas.Series, pandas.DataFrame))


def is_dask(value: object) -> bool:
    """Whether a value is a dask array."""
    array = sys.modules.get("dask.array")
    return array is not None and isinstance(value, array.Array)


def is_lazy(value: object) -> bool:
    """Whether reading a value's numbers would compute a dask graph."""
    return is_dask(getattr(value, "data", value) if is_xarray(value) else value)


def refuse_masked(where: str, value: Any) -> None:
    """Refuses an array of NumPy with masked elements, or a list of such: what lies under a mask is no number of anybody's."""
    masked = sys.modules.get("numpy.ma")
    if masked is None:
        return
    if isinstance(value, (list, tuple)):
        if any(issubclass(kind, (list, tuple, masked.MaskedArray)) for kind in set(map(type, value))):
            for place, one in enumerate(value):
                refuse_masked(f"{where}[{place}]", one)
    elif isinstance(value, masked.MaskedArray) and masked.is_masked(value):
        hidden = int(np.sum(masked.getmaskarray(value)))
        raise ValueError(
            f"{where} has {hidden} masked of {value.size} elements: leave them out (compressed) or say what they are (filled)"
        )


def as_numpy(value: Any) -> np.ndarray[Any, Any]:
    """The numbers of a value that is not lazy."""
    return np.asarray(value.data if is_xarray(value) else value)


def in_double(value: Any) -> Any:
    """Whole numbers of whatever width as float64: NumPy would take single precision for narrow ones. All else as it is."""
    dtype = getattr(value, "dtype", None)
    return value.astype(np.float64) if isinstance(dtype, np.dtype) and dtype.kind in "biu" else value


def labelled(found: Any, name: str, unit: str = "", text: str = "") -> Any:
    """What was found under its own name, not an argument's; in xarray with `units` and `long_name` as CF has them."""
    if is_xarray(found):
        found.attrs = {key: label for key, label in (("units", unit), ("long_name", text)) if label}
    if hasattr(found, "name") and (is_xarray(found) or is_pandas(found)):
        found.name = name
    return found


def pandas_like(values: Sequence[Any]) -> Any:
    """The first pandas object among values, whose labels the answer has; None without one."""
    return next((v for v in values if is_pandas(v)), None)


def with_labels_of(like: Any, found: np.ndarray[Any, Any], lists: bool = False) -> Any:
    """An array under the labels of a pandas object; `lists`: a list per row of a Series is a row of columns."""
    import pandas

    if found.shape == like.shape:
        return pandas.Series(found, like.index) if like.ndim == 1 else pandas.DataFrame(found, like.index, like.columns)
    if lists and like.ndim == 1 and found.shape[:-1] == like.shape:
        return pandas.DataFrame(found, like.index)
    raise ValueError(f"a pandas {type(like).__name__} of shape {like.shape} meets arrays that make it {found.shape}")


def same(a: Any, b: Any) -> bool:
    """Whether two values are the same: numbers by value, NaN where NaN is, arrays of one library with their labels."""
    if a is b:
        return True
    if is_lazy(a) or is_lazy(b):
        from dask.base import tokenize

        return type(a) is type(b) and bool(tokenize(a) == tokenize(b))
    if is_xarray(a) or is_xarray(b):
        return type(a) is type(b) and bool(a.equals(b))
    if is_pandas(a) or is_pandas(b):
        if type(a) is not type(b) or not all(i.equals(j) for i, j in zip(a.axes, b.axes, strict=True)):
            return False
        a, b = np.asarray(a), np.asarray(b)
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(v, b[k]) for k, v in a.items())
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        if not (isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.shape == b.shape):
            return False
        if a.dtype == object or b.dtype == object:
            return all(map(same, a.ravel(), b.ravel()))
        numbers = a.dtype.kind in "fc" and b.dtype.kind in "fc"
        return np.array_equal(a, b, equal_nan=numbers)
    return bool(a == b) or bool(a != a and b != b)


def result_dtype(values: Sequence[Any]) -> np.dtype[Any]:
    """float32 where the arrays are, beside whatever Python numbers; else float64."""
    bare = [np.asarray(v) if is_pandas(v) else v for v in values if v is not None]
    typed = [v if isinstance(v, (bool, int, float)) else v.dtype for v in bare]
    arrays = [t for t in typed if isinstance(t, np.dtype)]
    if not arrays:
        return np.dtype(np.float64)
    joined = np.result_type(*arrays)
    return np.dtype(np.float32) if joined.kind == "f" and joined.itemsize <= 4 else np.dtype(np.float64)


def apply(
    function: Callable[..., tuple[Any, ...]], values: Sequence[Any], outputs: int, dtypes: Sequence[np.dtype[Any]]
) -> tuple[Any, ...]:
    """Call function(*arrays), which returns `outputs` arrays of the broadcast shape, on xarray, dask or NumPy values.

    xarray keeps dimensions and coordinates, pandas its index, dask stays lazy.
    """
    like = pandas_like(values)
    if like is not None:
        return tuple(with_labels_of(like, np.asarray(f)) for f in function(*map(_bare, values)))
    if any(is_xarray(v) for v in values):
        import xarray

        found = xarray.apply_ufunc(
            lambda *raw: _one_or_all(apply(function, raw, outputs, dtypes)),
            *values,
            output_core_dims=[()] * outputs,
            dask="allowed",
        )
        return found if outputs > 1 else (found,)
    if any(is_dask(v) for v in values):
        return _apply_dask(function, values, outputs, dtypes)
    return function(*values)


def _bare(value: Any) -> Any:
    return as_numpy(value) if is_pandas(value) else value


def _one_or_all(results: tuple[Any, ...]) -> Any:
    return results[0] if len(results) == 1 else results


class _Block:
    """One output of a function on one block; picklable where the function is."""

    def __init__(self, function: Callable[..., tuple[Any, ...]], output: int, dtype: np.dtype[Any]) -> None:
        self.function, self.output, self.dtype = function, output, dtype

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        return type(self).__name__, self.function, self.output, str(self.dtype)

    def __call__(self, *blocks: Any) -> Any:
        return np.asarray(self.function(*blocks)[self.output], dtype=self.dtype)


class _Stacked(_Block):
    """All outputs of a block along a new first axis, so that the block is computed once."""

    def __init__(self, function: Callable[..., tuple[Any, ...]], dtype: np.dtype[Any]) -> None:
        super().__init__(function, 0, dtype)

    def __call__(self, *blocks: Any) -> Any:
        return np.stack([np.asarray(r, dtype=self.dtype) for r in self.function(*blocks)])


def _apply_dask(
    function: Callable[..., tuple[Any, ...]], values: Sequence[Any], outputs: int, dtypes: Sequence[np.dtype[Any]]
) -> tuple[Any, ...]:
    import dask.array as da

    ndim = max(np.ndim(v) for v in values)
    index = tuple(range(ndim))
    arguments: list[Any] = []
    for value in values:
        arguments += [value, index[ndim - np.ndim(value) :] if np.ndim(value) else None]
    if outputs == 1 or len(set(dtypes)) > 1:
        return tuple(
            da.blockwise(
                _Block(function, k, dtypes[k]), index, *arguments, dtype=dtypes[k], meta=np.empty((0,) * ndim, dtypes[k])
            )
            for k in range(outputs)
        )
    stacked = da.blockwise(
        _Stacked(function, dtypes[0]),
        (ndim, *index),
        *arguments,
        new_axes={ndim: outputs},
        dtype=dtypes[0],
        meta=np.empty((0,) * (ndim + 1), dtypes[0]),
    )
    return tuple(stacked[k] for k in range(outputs))
