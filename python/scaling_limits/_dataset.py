# SPDX-License-Identifier: Apache-2.0
"""A result as one xarray.Dataset that any file format keeps: numbers with their units, words as numbers with their meanings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _arrays, _core
from ._extras import needed
from ._parts import LISTED, each_part

if TYPE_CHECKING:
    from xarray import Dataset

_tables = _core.describe()


class Read(NamedTuple):
    """How results are read, which are of a floor above."""

    cells: Callable[[Any], Iterable[tuple[str, Any, str, str]]]  # name, value, unit and meaning of each cell of a row
    plain: Callable[[Any], Any]  # a value as JSON has it


def dataset(kept: Any, read: Read) -> Dataset:
    """What ``to_dataset`` answers."""
    xarray = needed("to_dataset", "xarray")
    rows, labels = kept._whole(), _Labels()
    asked, swept, terms = _asked(kept)
    if list(rows) == [None]:
        found = _of_row(read, rows[None], labels, swept)
    else:
        found = _of_rows(read, rows, "over" if kept._shape == "answer" and swept else "row", labels, swept)
    found = _written(found, labels, terms)
    found.attrs = {"scaling_limits": _core.__version__, "result": type(kept).__name__}
    if asked:
        found.attrs["request"] = json.dumps(read.plain(asked))
    assert isinstance(found, xarray.Dataset)
    return found


class _Labels(dict[str, tuple[str, str]]):
    """Unit and meaning of each variable."""

    def of(self, name: str) -> dict[str, str]:
        unit, text = self.get(name, ("", ""))
        return {key: label for key, label in (("units", unit), ("long_name", text)) if label}


# what was asked


def _asked(kept: Any) -> tuple[dict[str, Any], dict[str, tuple[Any, str, str]], list[str]]:
    """The request but for what was swept; that by its path, with unit and meaning; the terms that its limit can name."""
    if kept._shape == "answer":
        given = getattr(kept, "_request", None)
        request = _core.completed(given) if given else {}
        if given and "error" in request:  # of a sweep that has no answer anywhere
            return dict(given), {}, list(kept["terms"])
        over = {path: [_arrays.NUMBERS.get(x, x) for x in row] for path, row in request.pop("over", {}).items()}
        swept = {path: (np.asarray(row, dtype=float), *_field(path)) for path, row in over.items()}
        return request, swept, list(kept["terms"])
    if kept._shape != "result":
        return {}, {}, []
    groups: dict[str, list[Any]] = {}
    swept = {}
    own = getattr(kept, "__dict__", {})  # named tuples of kernels have none
    parts = list(_parts_of([value for name, value in own.items() if name in ("asked", "run", "strategy")]))
    for part in parts:
        listed = groups.setdefault(part._group, [])
        form = part.as_request() if hasattr(part, "as_request") else part
        for name, value in getattr(part, "_values", {}).items():
            if np.ndim(value):
                path = f"{part._group}.{len(listed)}.{name}" if part._group in LISTED else f"{part._group}.{name}"
                swept[path] = (value, part._fields[name].unit, part._fields[name].doc)
                fields = next(iter(form.values())) if list(form) == [part._kind] else form
                del fields[name]
        listed.append(form)
    request = {group: forms if group in LISTED else forms[0] for group, forms in groups.items()}
    inputs = own.get("inputs")
    if isinstance(inputs, dict):  # of an outcome, at the points of its values
        swept |= {f"inputs.{name}": (values, "", "") for name, values in inputs.items() if np.ndim(values)}
    terms: list[str] = []
    if request and kept._question:
        question, beside = kept._asked_as()
        request = {"question": question, **request} | ({"with": beside} if beside else {})
        if "shares" in type(kept).__annotations__:
            columns = _core.questions()[question].columns([part._template().part() for part in parts])
            terms = [name.removeprefix("shares.") for name, *_ in columns if name.startswith("shares.")]
    return request | ({"columns": list(kept._columns)} if kept._columns and request else {}), swept, terms


def _parts_of(values: Any) -> Iterator[Any]:
    """The parts of a case among values, wherever they stand."""
    for value in values:
        if hasattr(value, "_group"):
            yield from each_part([value])
        elif hasattr(value, "_asked") and not hasattr(value, "_shape"):  # a scenario
            yield from _parts_of(value._asked())
        elif isinstance(value, (tuple, list)):
            yield from _parts_of(value)
        elif isinstance(value, Mapping):
            yield from _parts_of(value.values())


def _field(path: str) -> tuple[str, str]:
    """Unit and meaning of what a path names; of several kinds that have it, the first."""
    group, name = path.split(".")[0], path.split(".")[-1]
    tables = _tables["kinds"].get(group, {})
    fields = (field for kind in tables.values() for field in kind["fields"] if field["name"] == name)
    return next(((field["unit"] or "", field["text"]) for field in fields), ("", ""))


# rows


def _of_row(read: Read, row: Any, labels: _Labels, swept: Mapping[str, tuple[Any, str, str]]) -> Dataset:
    """One result: its arrays share their axes, xarray's keep their dimensions."""
    import xarray

    cells: dict[str, Any] = {}
    tables: list[Dataset] = []
    for name, value, unit, text in read.cells(row):
        if getattr(value, "_shape", "") == "table":
            table, own = value._rows(), _Labels()
            if table and all(key is not None for key in table):
                found = _of_rows(read, table, f"{name}_row", own, {})
                tables.append(found.rename({of: f"{name}.{of}" for of in found.data_vars}))
                labels |= {f"{name}.{of}": label for of, label in own.items()}
        elif value is not None:
            cells[name or "value"] = value
            labels[name or "value"] = ("" if _is_text(value) else unit, text)
    labels |= {path: (unit, text) for path, (_, unit, text) in swept.items()}
    given = {path: value for path, (value, _, _) in swept.items()}
    axes = _Axes(read, [*cells.values(), *given.values()])
    made = xarray.Dataset({name: axes.variable(name, value) for name, value in cells.items()})
    made = made.assign_coords({path: axes.variable(path, value) for path, value in given.items()})
    return xarray.merge([made, *tables]) if tables else made


class _Axes:
    """The axes that arrays without names share, as NumPy aligns them: dim_0, dim_1, ..."""

    def __init__(self, read: Read, values: Sequence[Any]) -> None:
        self.read = read
        shapes = [np.shape(value) for value in values if _is_bare(value)]
        try:
            self.shape: tuple[int, ...] | None = np.broadcast_shapes(*shapes)
        except ValueError:
            self.shape = None  # they share none

    def variable(self, name: str, value: Any) -> Any:
        import xarray

        if _arrays.is_xarray(value):
            return value
        if _arrays.is_pandas(value):
            return _of_pandas(value)
        if not _is_bare(value):
            return xarray.Variable(*_of_python(self.read, name, value))
        if self.shape is None:
            return xarray.Variable([f"{name}_{k}" for k in range(value.ndim)], value)
        dims = [f"dim_{k}" for k in range(len(self.shape))][len(self.shape) - value.ndim :]
        single = [k for k, dim in enumerate(dims) if value.shape[k] == 1 != self.shape[int(dim[4:])]]
        kept = [dim for k, dim in enumerate(dims) if k not in single]
        return xarray.Variable(kept, value.squeeze(tuple(single)) if single else value)


def _of_pandas(value: Any) -> Any:
    """A Series or a DataFrame with its labels; levels of an index stand side by side, as files keep them."""
    import pandas
    import xarray

    found = xarray.DataArray(value)
    for dim in found.dims:
        if isinstance(found.indexes.get(dim), pandas.MultiIndex):
            found = found.reset_index(dim)
    return found


def _is_bare(value: Any) -> bool:
    """Whether a value is an array whose axes have no names."""
    return (isinstance(value, np.ndarray) or _arrays.is_dask(value)) and np.ndim(value) > 0


def _is_text(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_text, value))
    return isinstance(value, str) or getattr(getattr(value, "dtype", None), "kind", "f") in "UOT"


def _of_python(read: Read, name: str, value: Any) -> tuple[list[str], Any]:
    """Dimensions and array of a number, a text, a list of either; of all else its JSON."""
    if isinstance(value, (bool, int, float, np.number, np.bool_)):
        return [], np.asarray(value)
    if isinstance(value, str):
        return [], np.asarray(value, dtype=object)
    if isinstance(value, (list, tuple, np.ndarray)) and not hasattr(value, "_shape"):
        listed = list(value)
        if all(isinstance(x, (bool, int, float, np.number, np.bool_)) for x in listed):
            return [f"{name}_place"], np.asarray(listed)
        if all(isinstance(x, str) for x in listed):
            return [f"{name}_place"], np.asarray(listed, dtype=object)
    return [], np.asarray(json.dumps(read.plain(value)), dtype=object)


def _of_rows(
    read: Read, rows: Mapping[Any, Any], dim: str, labels: _Labels, swept: Mapping[str, tuple[Any, str, str]]
) -> Dataset:
    """Rows one above the other along a dimension; what a row does not have is NaN there, or an empty text."""
    import xarray

    each = [{name or "value": (value, unit, text) for name, value, unit, text in read.cells(row)} for row in rows.values()]
    names = dict.fromkeys(name for row in each for name in row)
    made: dict[str, Any] = {}
    axes = _Axes(read, [value for row in each for value, _, _ in row.values()] + [value for value, _, _ in swept.values()])
    for name in names:
        cells = [row.get(name, (None, "", ""))[0] for row in each]
        there = [value for value in cells if value is not None]
        if not there:
            continue
        _, unit, text = next(row[name] for row in each if name in row)
        labels[name] = ("" if _is_text(there[0]) else unit, text)
        if any(_arrays.is_xarray(v) or _arrays.is_pandas(v) or _is_bare(v) for v in there):
            variables = [axes.variable(name, np.nan if value is None else value) for value in cells]
            arrays = xarray.broadcast(*(v if isinstance(v, xarray.DataArray) else xarray.DataArray(v) for v in variables))
            made[name] = xarray.concat(arrays, dim, coords="minimal", compat="override")
        else:
            dims, column = _column(read, name, cells, there)
            made[name] = xarray.Variable([dim, *dims], column)
    labels |= {path: (unit, text) for path, (_, unit, text) in swept.items()}
    coords = {
        path: xarray.Variable([dim], value) if dim == "over" else axes.variable(path, value)
        for path, (value, _, _) in swept.items()
    }
    if dim != "over" and any(isinstance(key, str) for key in rows):
        coords[dim] = xarray.Variable([dim], np.asarray([str(key) for key in rows], dtype=object))
    return xarray.Dataset(made, coords)


def _column(read: Read, name: str, cells: Sequence[Any], there: Sequence[Any]) -> tuple[list[str], Any]:
    """Cells of one kind as an array, lists padded to the longest."""
    if all(isinstance(v, (bool, np.bool_)) for v in cells):
        return [], np.asarray(cells)
    if all(isinstance(v, (int, np.integer)) and not isinstance(v, bool) for v in cells):
        return [], np.asarray(cells, dtype=np.int64)
    if all(isinstance(v, (bool, int, float, np.number, np.bool_)) for v in there):
        return [], np.asarray([np.nan if v is None else v for v in cells], dtype=float)
    several = [_of_python(read, name, v) for v in there]
    if all(dims for dims, _ in several) and len({array.dtype == object for _, array in several if array.size}) == 1:
        text = next(array.dtype == object for _, array in several if array.size)
        table = np.full(
            (len(cells), max(array.size for _, array in several)), "" if text else np.nan, object if text else float
        )
        for k, value in enumerate(cells):
            table[k, : len(value or ())] = value or ()
        return several[0][0], table
    texts = ["" if v is None else v if isinstance(v, str) else json.dumps(read.plain(v)) for v in cells]
    return [], np.asarray(texts, dtype=object)


# as files have it


def _written(found: Dataset, labels: _Labels, terms: Sequence[str]) -> Dataset:
    """With units and meanings; words of a few as numbers, all other texts as such."""
    shares = (f".{name}".partition(".shares.")[2] for name in found.data_vars)
    terms = list(dict.fromkeys([*terms, *(term for term in shares if term)]))
    for name, variable in list(found.variables.items()):
        called, attributes = str(name), labels.of(str(name))
        few = re.search(r"(?:^|[._])(status|binding)$|(?:^|\.)(status)es\.", called)
        if variable.dtype.kind not in "UOT":
            found[name].attrs = attributes or found[name].attrs
        elif few:
            found[name] = _coded(found[name], ["", *terms] if few[1] == "binding" else _tables["statuses"], attributes)
        else:
            found[name] = found[name].copy(data=_text(variable))
            found[name].attrs = attributes or found[name].attrs
    return found


def _text(variable: Any) -> Any:
    """Texts of any length: of a fixed one some formats know none."""
    if not _arrays.is_dask(variable.data):
        texts = np.empty(variable.shape, dtype=object)
        texts.ravel()[:] = [x if isinstance(x, str) else "" for x in np.ravel(variable.data).tolist()]
        return texts
    return variable.data.astype(np.dtypes.StringDType())


def flag_meanings(words: Iterable[str]) -> str:
    """Words as CF lists them: one text, nothing in a word that parts it; "none" for no word."""
    return " ".join(re.sub(r"[^\w.+@-]+", "_", word) or "none" for word in words)


def _coded(array: Any, words: Sequence[str], attributes: dict[str, str]) -> Any:
    """Words as the places of a list that `flag_meanings` holds, as CF has them: -1, "none", where there is none."""
    import pandas
    import xarray

    listed = list(words)
    if not _arrays.is_dask(array.data):
        places_of, unique = pandas.factorize(np.ravel(array.data).astype(object))
        listed += [word for word in unique if word not in listed]
    codes = {word: -1 for word in listed if not word} | {word: k for k, word in enumerate(w for w in listed if w)}

    def places(texts: Any) -> Any:
        return np.asarray([codes.get(str(word), -1) for word in np.ravel(texts)], dtype=np.int8).reshape(np.shape(texts))

    if not _arrays.is_dask(array.data):
        coded = array.copy(data=places(unique)[places_of].reshape(array.shape))
    else:
        coded = xarray.apply_ufunc(places, array, dask="parallelized", output_dtypes=[np.int8])
    coded.attrs = attributes | {
        "flag_values": np.asarray(list(codes.values()), dtype=np.int8),
        "flag_meanings": flag_meanings(codes),
    }
    return coded
