# SPDX-License-Identifier: Apache-2.0
"""What every answer can do: be read, compared by value, kept as JSON, opened as a table."""

from __future__ import annotations

import dataclasses
import functools
import html
import inspect
import math
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from . import _arrays, _format, _kernel_text
from ._columns import Fields, columns_of
from ._parts import LISTED, requested
from ._public import listing

if TYPE_CHECKING:
    from pandas import DataFrame
    from xarray import Dataset

__all__ = ["Answer", "Result", "Rows", "Table"]
__dir__ = listing(__all__)

Row = TypeVar("Row")


_plain_types = frozenset({float, int, bool, str, tuple, list, type(None), np.float64, np.ndarray})


class _Kept:
    """The methods of everything that is answered, over its rows."""

    __slots__ = ()
    _shape: ClassVar[str] = ""  # "result", "table" or "answer"

    def __class_getitem__(cls, kinds: Any) -> Any:
        return types.GenericAlias(cls, kinds)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """
        raise NotImplementedError

    def _rows(self) -> dict[Any, Any]:
        """The rows by their names."""
        raise NotImplementedError

    def _whole(self) -> dict[Any, Any]:
        """The rows of a data set: all of them."""
        return self._rows()

    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; terms are columns "shares.checkpoint".

        Returns
        -------
        pandas.DataFrame
            With the labels of pandas and xarray; infinity and NaN are numbers.
        """
        return _frame(self._rows())

    def to_dataset(self) -> Dataset:
        """The same as one ``Dataset`` of xarray, which Zarr, netCDF and, as a table, Parquet keep as it is.

        Variables are named as the columns of the table, with `units` and `long_name` of the field tables. Status and binding
        are numbers with `flag_values` and `flag_meanings`, as CF has them; -1, "none", where nothing binds. Dimensions are
        those of xarray and pandas, else ``dim_0``, ``dim_1`` as NumPy aligns them, ``over`` of a request, ``row`` of a table,
        by its names; what was swept is a coordinate by its path, ``run.gpu_mttf``. Of the attributes ``request`` is the rest
        of what was asked, as JSON, where the result keeps it, and ``scaling_limits`` the version. Arrays of dask stay lazy.

        Returns
        -------
        xarray.Dataset
            Infinity and NaN are numbers.

        Raises
        ------
        ImportError
            Without xarray, extra ``arrays``.

        Examples
        --------
        >>> found = sl.limits.max_gpus(sl.published.llama3_405b().replace(gpu_mttf=[1e8, 2e8])).to_dataset()
        >>> found["value"].attrs["units"], found["run.gpu_mttf"].dims
        ('GPU', ('dim_0',))
        """
        from . import _dataset

        return _dataset.dataset(self, _dataset.Read(_parts, plain))

    def _repr_html_(self) -> str:
        rows = [(key, dict(_cells(row))) for key, row in self._rows().items()]
        names = list(dict.fromkeys(name for _, cells in rows for name in cells))
        if len(rows) == 1 and rows[0][0] is None:
            return _html([], ([name, cells] for name, cells in rows[0][1].items()))
        named = any(isinstance(key, str) for key, _ in rows)
        body = (
            [key, *(cells.get(n, "") for n in names)] if named else [cells.get(n, "") for n in names] for key, cells in rows
        )
        return _html(["", *names] if named else names, body)


class Result(_Kept):
    """Base of all results: frozen data, equal by value (NaN to NaN in the same place), picklable.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.max_gpus(run) == sl.limits.max_gpus(run)
    True
    >>> sl.limits.max_gpus(run).as_dict()["binding"]
    'checkpoint'
    """

    __slots__ = ()
    _shape = "result"
    _question: ClassVar[str] = ""
    _beside: ClassVar[tuple[str, ...]] = ()
    _answered: ClassVar[Fields | None] = None  # of one that answers a question: what of its fields are columns
    _columns: ClassVar[tuple[str, ...]] = ()  # of one that has some alone: those that were asked for
    _summary: ClassVar[str] = ""  # its text without the example, where that is made of a result

    def __init_subclass__(cls, beside: Sequence[str] = (), **named: Any) -> None:
        """`beside`: fields that are in no table: what was asked."""
        super().__init_subclass__(**named)
        cls._beside = tuple(beside)

    def __post_init__(self) -> None:
        for name, value in self.__dict__.items():
            if type(value) in _plain_types:
                continue
            for key, part in value.items() if isinstance(value, dict) else ((None, value),):
                if type(part) not in _plain_types and (_arrays.is_xarray(part) or _arrays.is_pandas(part)):
                    _arrays.labelled(part, name if key is None else f"{name}.{key}", *self._of(name))

    def _with_label(self, name: str, value: Any) -> Any:
        """A value that follows from the fields, under its own name."""
        return _arrays.labelled(value, name, *self._of(name))

    def _of(self, name: str) -> tuple[str, str]:
        """Unit and meaning of a field, where they are known."""
        return _said(self._summary or type(self).__doc__ or "").get(name, ("", ""))

    def _asked_as(self) -> tuple[str, dict[str, Any]]:
        """The question that it answers, and what stands beside the parts that were asked, in a request `with`."""
        return self._question, {}

    @classmethod
    def _of_columns(cls, found: Mapping[str, Any], columns: tuple[str, ...]) -> Self:
        """A result of the columns alone that were asked for."""
        made = cls._of_plain({**found, "_columns": columns})
        made.__post_init__()
        return made

    @classmethod
    def _of_plain(cls, found: Mapping[str, Any]) -> Self:
        """A result of plain values, which take no label; a field may be left to `__getattr__`."""
        made = object.__new__(cls)
        made.__dict__.update(found)
        return made

    if not TYPE_CHECKING:  # else every name would be one

        def __getattr__(self, name: str) -> Any:
            """What is not there: a column that was not asked for, or no name at all."""
            owner = type(self).__name__
            if self._columns and not name.startswith("_") and name in {*dir(type(self)), *type(self).__annotations__}:
                raise AttributeError(f"{owner}: {name} was not asked for; columns = {', '.join(self._columns)}")
            raise AttributeError(f"{owner!r} object has no attribute {name!r}")

    def _named(self) -> Iterator[tuple[str, Any]]:
        names = getattr(self, "_fields", ()) or [f.name for f in dataclasses.fields(self)]  # type: ignore[arg-type]
        yield from ((name, getattr(self, name)) for name in names if not self._columns or name in self.__dict__)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """
        return {name: plain(value) for name, value in self._named()}

    def _rows(self) -> dict[Any, Any]:
        return {None: self}

    def _unit(self, name: str) -> str:
        """The unit of a field; "1" for those without."""
        return self._of(name)[0] or "1"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return super().__eq__(other)
        assert isinstance(other, Result)
        return self._columns == other._columns and all(
            _arrays.same(a, b) for (_, a), (_, b) in zip(self._named(), other._named(), strict=True)
        )

    def __ne__(self, other: object) -> bool:  # a tuple has its own
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), *(_key(value) for _, value in self._named())))

    def __repr__(self) -> str:
        shown = (f"{name}={_shown(value, self._unit(name))}" for name, value in self._named() if name not in self._beside)
        return f"{type(self).__name__}({', '.join(shown)})"


class Answered(Result):
    """Base of the results that answer a question of the catalogue: its columns are their fields, beside what a class declares.

    A subclass says which question, and how (`_columns.Fields`). Its docstring says of a field what its column does not say.
    """

    __slots__ = ()
    _answered: ClassVar[Fields]

    def __init_subclass__(cls, question: str, beside: Sequence[str] = (), **form: Any) -> None:
        """`form`: of the fields, as `_columns.Fields` takes it."""
        super().__init_subclass__(beside=beside)
        declared = {name: kind for name, kind in inspect.get_annotations(cls).items() if not kind.startswith("ClassVar")}
        cls._question, cls._answered = question, Fields(question, declared=declared, beside=beside, **form)
        cls.__annotations__ = dict(cls._answered.annotations)
        cls.__doc__ = _with_columns(cls.__doc__ or cls.__name__, cls._answered)
        dataclasses.dataclass(frozen=True, eq=False, repr=False)(cls)

    if TYPE_CHECKING:  # of this package's own sources: fields are made; others see the stubs

        def __init__(self, *values: Any, **named: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...

    def _of(self, name: str) -> tuple[str, str]:
        field = self._answered.columns.get(name)
        return (field.unit, field.text) if field else super()._of(name)


class Rows(_Kept, list[Row]):
    """A list of results that is a table too.

    Examples
    --------
    >>> len(sl.published.reproduce().to_dataframe()) == len(sl.published.reproduce())
    True
    """

    __slots__ = ()
    _shape = "table"

    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data.

        Returns
        -------
        dict
            ``{"rows": [...]}``.
        """
        return {"rows": plain(list(self))}

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(self))


class Table(_Kept, dict[str, Row]):
    """Results by name that are a table too.

    Examples
    --------
    >>> list(sl.analysis.levers(sl.published.llama3_405b()))[:2]
    ['gpu_mttf', 'checkpoint_bytes']
    """

    __slots__ = ()
    _shape = "table"

    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data.

        Returns
        -------
        dict
            By name.
        """
        return {name: plain(row) for name, row in self.items()}

    def _rows(self) -> dict[Any, Any]:
        return dict(self)


class Answer(_Kept, dict[str, Any]):
    """The answer to a request, a dictionary of plain data: ``{"question", "columns", "units", "terms"}``.

    As a table it has a row per element of its first column; lists of another length are left out.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> answer = sl.ask({"question": "goodput", "run": run.as_request(), "over": {"run.gpus": [1000, 10_000]}})
    >>> len(answer.to_dataframe())
    2
    """

    __slots__ = ("_request",)
    _shape = "answer"
    _request: Any  # what was asked, for the attributes of a data set

    def as_dict(self) -> dict[str, Any]:
        """The answer as a dictionary without these methods.

        Returns
        -------
        dict
            The same.
        """
        return dict(self)

    def _rows(self) -> dict[Any, Any]:
        columns, texts = self["columns"], _column_texts(self["question"])
        first = next(iter(columns.values()), None)
        if not isinstance(first, list):
            return {None: _Cells(columns, self["units"], texts)}
        rows = range(len(first))
        lists = {n: v for n, v in columns.items() if not isinstance(v, list) or len(v) == len(first)}
        one = ({n: v[k] if isinstance(v, list) else v for n, v in lists.items()} for k in rows)
        return dict(enumerate(_Cells(cells, self["units"], texts) for cells in one))


class _Cells(dict[str, Any]):
    """One row of an answer with the units of its columns and their meanings."""

    def __init__(self, cells: Mapping[str, Any], units: Mapping[str, Any], texts: Mapping[str, str] | None = None) -> None:
        super().__init__(cells)
        self.units, self.texts = units, texts or {}


def _column_texts(question: str) -> dict[str, str]:
    """What the columns of a question mean, by what stands before the dot."""
    return {column.name.partition(".")[0]: column.text for column in columns_of(question)}


_attribute = re.compile(r"^(\w[\w, ]*) : (.*(?:\n    .*)*)", re.M)


def _with_columns(doc: str, fields: Fields) -> str:
    """A docstring whose attributes are all there, in their order: what it does not say of one, its column says."""
    head, written = _kernel_text.sections(doc)
    said = {names: f"{names} : {text}" for names, text in _attribute.findall(written.pop("Attributes", ""))}
    rows = {name: row for names, row in said.items() for name in names.split(", ")}
    for name, field in fields.columns.items():
        unit = f" [{field.unit}]" if field.unit not in ("", "1") else ""
        rows.setdefault(name, f"{name} : {field.text}{unit}")
    listed = dict.fromkeys(rows[name] for name in (*fields.annotations, *rows) if name in rows)
    return _kernel_text.assembled(head, {"Attributes": "\n".join(listed), **written})


@functools.cache
def _said(doc: str) -> dict[str, tuple[str, str]]:
    """Unit and meaning of the fields of a result, as its text has them: the unit in brackets."""
    found: dict[str, tuple[str, str]] = {}
    section = inspect.cleandoc(doc).partition("Attributes\n----------\n")[2]
    for names, text in _attribute.findall(section.partition("\n\n")[0]):
        unit = re.search(r"\[(\S+)\]", text)
        found |= dict.fromkeys(names.split(", "), (unit[1] if unit else "", " ".join(text.split())))
    return found


def plain(value: Any) -> Any:
    """A value as JSON has it: infinity is the text "unlimited", NaN None."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return None if math.isnan(value) else value if math.isfinite(value) else "unlimited" if value > 0 else "-unlimited"
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, _Kept) and not isinstance(value, list):
        return value.as_dict()
    if hasattr(value, "_group") and getattr(value, "_beside", None):
        return plain(requested([value]))
    if hasattr(value, "as_request"):
        return plain(value.as_request())
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Sequence):
        if value and all(getattr(item, "_group", "") for item in value):  # what was asked, as a request has it
            found = requested(value).items()
            return {group: [plain(one) for one in part] if group in LISTED else plain(part) for group, part in found}
        return [plain(item) for item in value]
    if hasattr(value, "__array__"):
        return plain(np.asarray(value))
    return repr(value)


def _parts(row: Any) -> Iterator[tuple[str, Any, str, str]]:
    """Name, value, unit and meaning of each cell of a row; what was asked is none of them."""
    if isinstance(row, _Cells):
        numbers = {None: math.nan, "unlimited": math.inf}
        for name, value in row.items():
            unit, text = row.units.get(name), row.texts.get(name.partition(".")[0], "")
            number = numbers.get(value, value) if unit and (value is None or isinstance(value, str)) else value
            yield name, number, "1" if unit is None else unit, text
    elif isinstance(row, Result):
        for name, value in row._named():
            if name in row._beside:
                continue
            unit, text = row._unit(name), row._of(name)[1]
            if isinstance(value, tuple) and row._answered and name in row._answered.columns:  # shortest and longest of a band
                value = dict(zip(row._answered.columns[name].members, value, strict=False)) or value
            if isinstance(value, dict) and not isinstance(value, _Kept):
                yield from ((f"{name}.{key}", part, unit, f"{text}: {key}") for key, part in value.items())
            elif isinstance(value, Result):
                yield from ((f"{name}.{key}", part, of, said) for key, part, of, said in _parts(value))
            elif hasattr(value, "as_request") and not value._named:  # of one kind, such as a layout
                rows = value._fields
                yield from ((f"{name}.{key}", part, rows[key].unit, rows[key].doc) for key, part in value._values.items())
            else:
                yield name, value, unit, text
    elif hasattr(row, "_asdict"):
        yield from ((name, value, "1", "") for name, value in row._asdict().items())
    else:
        yield "", row, "1", ""


def _cells(row: Any) -> Iterator[tuple[str, str]]:
    for name, value, unit, _ in _parts(row):
        yield name, value if isinstance(value, str) else _shown(value, unit, 4)


def _shown(value: Any, unit: str, digits: int = 6) -> str:
    """A value as a repr shows it, in human units."""
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_shown(part, unit, digits)}" for key, part in value.items()) + "}"
    if value is None or isinstance(value, (bool, np.bool_)):
        return str(value)
    if isinstance(value, tuple) and not hasattr(value, "_asdict"):
        return f"({', '.join(_shown(part, unit, digits) for part in value)})"
    if isinstance(value, list) and not isinstance(value, _Kept) and len(value) <= 16:
        return f"[{', '.join(_shown(part, unit, digits) for part in value)}]"
    if isinstance(value, (list, Sequence)):
        return f"<{len(value)} of them>"
    of_arrays = _arrays.is_xarray(value) or _arrays.is_pandas(value) or isinstance(value, np.ndarray) or _arrays.is_dask(value)
    if of_arrays or isinstance(value, (int, float, np.number)):
        return _format.value_text(value, unit, digits)
    return repr(value)


def _key(value: Any) -> Any:
    """What of a value enters the hash: numbers and texts, which are equal where the hash is; NaN is not equal to itself."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float, np.number, np.bool_)):
        return float(value) if value == value else None
    return None


def _html(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    def line(cells: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    top = f"<thead>{line(head, 'th')}</thead>" if head else ""
    return f"<table>{top}<tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>"


def _frame(rows: Mapping[Any, Any]) -> DataFrame:
    """Rows of scalars as rows, rows of arrays as one table each, their names in front of the index."""
    import pandas

    frames = {key: _of_arrays({name or "value": value for name, value, *_ in _parts(row)}) for key, row in rows.items()}
    if all(isinstance(frame, dict) for frame in frames.values()):
        named = any(isinstance(key, str) for key in frames)
        return pandas.DataFrame(list(frames.values()), index=list(frames) if named else None)
    if list(frames) == [None]:
        only: DataFrame = frames[None]
        return only
    made = {key: pandas.DataFrame([frame]) if isinstance(frame, dict) else frame for key, frame in frames.items()}
    joined: DataFrame = pandas.concat(made)
    return joined


def _of_arrays(cells: dict[str, Any]) -> Any:
    """Cells of one result: as they are where all are scalars, else a table of the elements, under the arrays' own labels."""
    import pandas

    arrays = {name: value for name, value in cells.items() if _is_array(value)}
    if not arrays:
        return {name: value.as_dict() if isinstance(value, _Kept) else value for name, value in cells.items()}
    rest = {name: value for name, value in cells.items() if name not in arrays and value is not None}
    if any(map(_arrays.is_xarray, arrays.values())):
        import xarray

        made = xarray.Dataset(arrays).to_dataframe().assign(**rest)
        return made[[name for name in (*made.columns, *cells) if name not in cells] + [n for n in cells if n in made.columns]]
    like = _arrays.pandas_like(tuple(arrays.values()))
    shape = np.broadcast_shapes(*(np.shape(value) for value in arrays.values()))
    if like is not None:
        index = like.index if like.ndim == 1 else like.stack().index
    else:
        index = pandas.MultiIndex.from_product(map(range, shape)) if len(shape) > 1 else None
    flat = {name: np.broadcast_to(np.asarray(value), shape).ravel() for name, value in arrays.items()}
    return pandas.DataFrame({name: flat.get(name, value) for name, value in cells.items() if value is not None}, index=index)


def _is_array(value: Any) -> bool:
    return hasattr(value, "__array__") and np.ndim(value) > 0
