# SPDX-License-Identifier: Apache-2.0
"""How functions of whole arrays meet xarray and dask, written once: kernels of several outputs and the evaluator use it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

# neither is imported for the question whether a value is theirs


def is_xarray(value: object) -> bool:
    """Whether a value is an xarray DataArray or Variable."""
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(value, (xarray.DataArray, xarray.Variable))


def is_dask(value: object) -> bool:
    """Whether a value is a dask array."""
    array = sys.modules.get("dask.array")
    return array is not None and isinstance(value, array.Array)


def is_lazy(value: object) -> bool:
    """Whether reading a value's numbers would compute a dask graph."""
    return is_dask(getattr(value, "data", value) if is_xarray(value) else value)


def as_numpy(value: Any) -> np.ndarray[Any, Any]:
    """The numbers of a value that is not lazy."""
    return np.asarray(value.data if is_xarray(value) else value)


def result_dtype(values: Sequence[Any]) -> np.dtype[Any]:
    """float32 where the arrays are, beside whatever Python numbers; else float64."""
    typed = [v if isinstance(v, (bool, int, float)) else v.dtype for v in values if v is not None]
    arrays = [t for t in typed if isinstance(t, np.dtype)]
    if not arrays:
        return np.dtype(np.float64)
    joined = np.result_type(*arrays)
    return np.dtype(np.float32) if joined.kind == "f" and joined.itemsize <= 4 else np.dtype(np.float64)


def apply(
    function: Callable[..., tuple[Any, ...]], values: Sequence[Any], outputs: int, dtypes: Sequence[np.dtype[Any]]
) -> tuple[Any, ...]:
    """Call function(*arrays), which returns `outputs` arrays of the broadcast shape, on xarray, dask or NumPy values.

    xarray keeps dimensions and coordinates, dask stays lazy.
    """
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


def _one_or_all(results: tuple[Any, ...]) -> Any:
    return results[0] if len(results) == 1 else results


class _Block:
    """One output of a function on one block; picklable where the function is."""

    def __init__(self, function: Callable[..., tuple[Any, ...]], output: int, dtype: np.dtype[Any]) -> None:
        self.function, self.output, self.dtype = function, output, dtype

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
