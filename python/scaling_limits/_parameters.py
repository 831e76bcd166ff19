# SPDX-License-Identifier: Apache-2.0
"""Parameter classes made from the field tables of the C++ library: frozen, checked, comparable, picklable."""

from __future__ import annotations

import inspect
import math
import numbers
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeGuard

import numpy as np

from . import _arrays, _core, _format, _kernel_text, _quantity
from ._kernel import describe, suggestion
from .results import plain
from .typing import Array


class UnknownField(TypeError, ValueError):
    """A name that is no field: as a keyword a TypeError, as data a ValueError."""


@dataclass(frozen=True)
class Field:
    """One parameter: what the tables of the C++ library say about it.

    Examples
    --------
    >>> sl.TrainingRun.fields()[1].text()
    '> 0 [s]'
    """

    name: str
    unit: str
    doc: str
    required: bool
    default: float | bool | None
    lower: float
    upper: float
    open_below: bool
    open_above: bool
    optional: bool
    boolean: bool
    whole: bool
    share: bool
    range: str
    effect: str
    enters: int
    usual: tuple[float, float] | None
    usual_source: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Field:
        """From a row of the extension module.

        Parameters
        ----------
        row : what the module says of the field
        """
        default = row["default"]
        if row["optional"] and default != default:
            default = None
        elif row["boolean"] and default == default:
            default = bool(default)
        elif row["whole"] and math.isfinite(default):
            default = int(default)
        return cls(**{**row, "default": default})

    def holds(self, values: Any) -> bool | Array:
        """Where values are in the range, elementwise.

        Parameters
        ----------
        values : in the field's own unit
        """
        if self.boolean:
            either: bool | Array = (values == 0) | (values == 1)
            return either
        if self.whole:
            inside = (values % 1 == 0) & (abs(values) <= 2.0**53) | (abs(values) == math.inf)
            within: bool | Array = inside & (values >= self.lower) & (values <= self.upper)
            return within
        below = values > self.lower if self.open_below else values >= self.lower
        above = values < self.upper if self.open_above else values <= self.upper
        both: bool | Array = below & above
        return both

    def typical(self) -> float:
        """Some value inside the range."""
        if self.boolean:
            return 0.0
        return next(x for x in (0.5, 2.0, self.lower, self.upper, 0.0) if self.holds(x))

    def text(self) -> str:
        """Unit and range, as a signature's documentation shows them."""
        unit = "" if self.unit == "1" else f" [{self.unit}]"
        return f"{self.range}{unit}"


def checked(owner: str, field: Field, value: Any, within: bool = True) -> Any:
    """The value as an instance keeps it: arrays copied and read-only, dask left lazy; refuses what the table excludes.

    `within`: whether a number out of the field's range is refused, too.
    """
    in_range = _in_range if within else _any
    if value is None and field.optional:
        return None
    if type(value) not in (float, int):
        where = f"{owner}: {field.name}"
        _arrays.refuse_masked(where, value)
        if not field.boolean:
            value = _quantity.in_unit(where, field.unit, value, field.share)
            _arrays.refuse_masked(where, value)  # that of a quantity
    if isinstance(value, (bool, np.bool_)):
        if not field.boolean:
            raise _wrong_type(owner, field, value)
        return bool(value)
    if isinstance(value, (str, bytes, complex, np.complexfloating)) or value is None:
        raise _wrong_type(owner, field, value)
    if isinstance(value, (int, float, np.number)):
        if isinstance(value, int) and abs(value) > sys.float_info.max:
            raise ValueError(f"{owner}: {field.name} is an integer beyond the range of double; it must be {field.text()}")
        found = in_range(owner, field, value)
        return int(found) if field.whole and isinstance(found, (float, np.floating)) and np.isfinite(found) else found
    if isinstance(value, numbers.Real):
        return checked(owner, field, float(value), within)
    if _arrays.is_lazy(value):
        _check_dtype(owner, field, value, value.dtype)
        return value
    if _arrays.is_xarray(value):
        _check_dtype(owner, field, value, value.dtype)
        return value.copy(data=in_range(owner, field, _read_only(value.data)))
    if _arrays.is_pandas(value):
        array = np.asarray(value)
        _check_dtype(owner, field, value, array.dtype)
        in_range(owner, field, array)
        return _arrays.labelled(_arrays.with_labels_of(value, array.copy()), field.name)
    try:
        array = np.array(value, copy=True)
    except ValueError:  # what else is wrong with it shows in its dtype
        raise ValueError(f"{owner}: {field.name} is not an array: it holds lists of different lengths") from None
    _check_dtype(owner, field, value, array.dtype)
    if array.ndim == 0:
        return checked(owner, field, array[()], within)
    array.flags.writeable = False
    return in_range(owner, field, array)


def free(name: str, unit: str = "1") -> Field:
    """A number without a table, of any size."""
    return Field(
        name=name,
        unit=unit,
        doc="",
        required=True,
        default=math.nan,
        lower=-math.inf,
        upper=math.inf,
        open_below=False,
        open_above=False,
        optional=False,
        boolean=False,
        whole=False,
        share=True,
        range="a number",
        effect="unsaid",
        enters=0,
        usual=None,
        usual_source="",
    )


def one_number(owner: str, name: str, value: Any, unit: str = "1") -> float:
    """One real number, of whatever type it is."""
    found = checked(owner, free(name, unit), value, within=False)
    if np.ndim(found):
        raise TypeError(f"{owner}: {name} must be one real number, not {describe(value)}")
    return float(found)


def of_type(owner: str, name: str, value: object, kind: type | tuple[type, ...]) -> None:
    """Refuses what is of another kind, and says what it must be; the first of several kinds names them."""
    if not isinstance(value, kind):
        one = kind if isinstance(kind, type) else kind[0]
        hint = " (call it)" if isinstance(value, type) and issubclass(value, one) else getattr(one, "_way", "")
        raise TypeError(f"{owner}: {name} must be a {one.__name__}, not {describe(value)}{hint}")


def is_list(values: object) -> TypeGuard[Iterable[Any]]:
    """Whether something may be a list of values: no text, no mapping, no array without a dimension."""
    return isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping)) and getattr(values, "ndim", 1) != 0


def list_of(owner: str, name: str, values: Any, kind: type | tuple[type, ...]) -> list[Any]:
    """A list whose elements are all of a kind."""
    one = kind if isinstance(kind, type) else kind[0]
    if not is_list(values) or isinstance(values, kind):
        raise TypeError(f"{owner}: {name} must be a list of {one.__name__} values, not {describe(values)}")
    listed = list(values)
    for value in listed:
        of_type(owner, f"every one of {name}", value, kind)
    return listed


def dict_of(owner: str, name: str, values: Any, kind: type) -> Mapping[str, Any]:
    """A mapping from names to values that are all of a kind."""
    if not isinstance(values, Mapping):
        raise TypeError(f"{owner}: {name} must be a mapping of names to {kind.__name__} values, not {describe(values)}")
    for key, value in values.items():
        of_type(owner, "every name in " + name, key, str)
        of_type(owner, f"{name}[{key!r}]", value, kind)
    return values


#: what are times among the lists of numbers that questions take
_in_seconds = ("durations", "entry", "times", "edges", "start", "end", "exposures")


def column(owner: str, name: str, given: Any, unit: str | None = None, unknown: bool = False) -> np.ndarray[Any, Any]:
    """A list of numbers in SI, as it is kept; `unknown`: None in a list is NaN."""
    where = f"{owner}: {name}"
    _arrays.refuse_masked(where, given)
    if unknown and isinstance(given, (list, tuple)) and None in given:
        given = [math.nan if x is None else x for x in given]
    numbers = _quantity.in_unit(where, unit or ("s" if name in _in_seconds else "1"), given)
    _arrays.refuse_masked(where, numbers)
    try:
        array = np.asarray(numbers)
    except ValueError:  # lists of different lengths
        raise TypeError(f"{where} must be a list of numbers, not of lists") from None
    if array.dtype.kind not in "biuf" or (array.dtype.kind == "b" and name != "observed"):
        raise TypeError(f"{where} must be a list of numbers, not {describe(given)}")
    if array.ndim != 1:
        raise ValueError(f"{where} must be a list of numbers, not of {array.ndim} dimensions")
    found = np.array(array, dtype=np.float64)
    found.flags.writeable = False
    return found


def _read_only(array: Any) -> np.ndarray[Any, Any]:
    copy = np.array(array, copy=True)
    copy.flags.writeable = False
    return copy


def _wrong_type(owner: str, field: Field, value: object) -> TypeError:
    wanted = "True or False" if field.boolean else "a real number or an array of them"
    return TypeError(f"{owner}: {field.name} must be {wanted}, not {describe(value)}")


def _check_dtype(owner: str, field: Field, value: object, dtype: np.dtype[Any]) -> None:
    if dtype.kind not in ("b" if field.boolean else "") + "iuf":
        raise _wrong_type(owner, field, value)


def _any(owner: str, field: Field, value: Any) -> Any:
    return value


def _in_range(owner: str, field: Field, value: Any) -> Any:
    inside = field.holds(value)
    if inside is True or np.all(inside):
        return value
    place, wrong = "", value
    if np.ndim(value):
        index = np.unravel_index(int(np.argmin(inside)), np.shape(value))
        place, wrong = f"[{', '.join(str(i) for i in index)}]", value[index]
    raise ValueError(f"{owner}: {field.name}{place} = {_format.number(wrong)} must be {field.text()}")


def check_shapes(values: Iterable[tuple[str, Any]]) -> None:
    """Refuses what does not broadcast, naming the fields: shapes, labels of pandas objects; xarray aligns by names instead."""
    values = list(values)
    labelled = [(name, v) for name, v in values if _arrays.is_pandas(v)]
    for name, value in labelled[1:]:
        if any(not a.equals(b) for a, b in zip(value.axes, labelled[0][1].axes, strict=False)):
            raise ValueError(f"the labels of {labelled[0][0]} and {name} differ: align them first")
    if labelled and any(_arrays.is_xarray(v) or _arrays.is_dask(v) for _, v in values):
        raise TypeError(f"{labelled[0][0]} is a pandas {type(labelled[0][1]).__name__}, beside xarray or dask arrays")
    shapes = [(name, np.shape(v)) for name, v in values if not _arrays.is_xarray(v) and np.ndim(v)]
    try:
        np.broadcast_shapes(*(shape for _, shape in shapes))
    except ValueError:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes)
        raise ValueError(f"shapes do not broadcast: {listed}") from None


@dataclass
class Template:
    """A part whose arrays are filled in element by element. Picklable."""

    group: str
    kind: str
    numbers: list[float]
    arguments: dict[str, Any]

    def part(self) -> Any:
        """The part with its place-holders."""
        return _core.part(self.group, self.kind, self.numbers, self.arguments, False)


def is_plain(value: object) -> bool:
    """Whether a value is not given, or one of Python's own numbers."""
    return value is None or type(value) in (float, int, bool)


def single(value: Any) -> Any:
    """One of NumPy's numbers as one of Python's; anything else as it is."""
    return float(value) if isinstance(value, np.number) else value


def _getter(where: str, name: str) -> Any:
    return lambda self: getattr(self, where)[name]


class _Text:
    """The docstring of a parameter class, put together when first asked for."""

    def __init__(self, summary: str, kind: Mapping[str, Any]) -> None:
        self._summary, self._kind, self._text = summary, kind, ""

    def __get__(self, one: object, cls: type[Parameters]) -> str:
        if not self._text:
            head, written = _kernel_text.sections(self._summary)
            arguments = [*map(_field_text, cls._fields.values()), *map(_argument_text, self._kind["arguments"])]
            for row, ways in cls._instead.items():
                arguments += [_field_text(field, f"In place of {row}: ") for field in ways.values()]
            if arguments:
                written = {"Parameters": "\n".join(arguments), "Raises": _raises, **written}
            made = {} if "Examples" in written else {"Examples": _example(cls)}
            self._text = _kernel_text.assembled(head, {**written, **made})
        return self._text


_raises = """\
TypeError
    For a field that is missing, unknown or no real number; the message names it, and the nearest name.
ValueError
    For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast."""


def _texts(value: Any) -> bool:
    """Whether a value is a text, or a list or an array of texts and nothing else."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind == "U" and value.size > 0
    return isinstance(value, str) or (
        isinstance(value, (list, tuple)) and bool(value) and all(isinstance(x, str) for x in value)
    )


def respelled(
    owner: str, group: str, kind: str, name: str, value: Any, beside: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """A field as a text, or a list of them, as the fields that those say; `beside`: what else is given."""
    texts, others = np.asarray(value, dtype=object), dict(beside or {})
    said = [_core.respelled(group, kind, {**others, name: text}) for text in texts.ravel()]
    names = [n for n in said[0] if n not in others]
    if any(one.keys() != said[0].keys() for one in said):
        raise ValueError(f"{owner}: {name} mixes rates of a GPU, of the job and counts: say all in one way")
    columns = {n: np.array([*(one[n] for one in said), None], dtype=object)[:-1].reshape(texts.shape) for n in names}
    if names != [name] or not any(isinstance(x, str) for x in columns[name].ravel()):
        columns = {n: column.astype(np.float64) for n, column in columns.items()}
    return {n: column[()] if column.dtype == object else single(column[()]) for n, column in columns.items()}


def _frozen(where: str, value: Any) -> Any:
    """What is not a number, such that nobody changes it later: lists and arrays as tuples."""
    _arrays.refuse_masked(where, value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(value) if isinstance(value, list) else value


def _field_text(field: Field, before: str = "") -> str:
    kind = "bool" if field.boolean else f"array_like, {field.text()}"
    if not field.required and not before:
        default = field.default
        kind += ", optional" if default is None else f", default {_format.value_text(default, field.unit)}"
    usual = [_format.value_text(x, field.unit, 6) for x in field.usual or ()]
    source = f" ({field.usual_source})" if field.usual_source else ""
    often = f" Usually {usual[0]} to {usual[1]}{source}." if usual else ""
    return f"{field.name} : {kind}\n" + _kernel_text.wrapped(_kernel_text.sentence(before + field.doc) + often)


def _argument_text(row: Mapping[str, Any]) -> str:
    words = ", ".join(f'"{word}"' for word in row["words"])
    kind = f"{{{words}}}" if words else "str" if isinstance(row["default"], str) else "object"
    default = "" if row["required"] else ", optional" if row["default"] is None else f', default "{row["default"]}"'
    return f"{row['name']} : {kind}{default}\n" + _kernel_text.wrapped(_kernel_text.sentence(row["doc"]))


def _example(cls: type[Parameters]) -> str:
    """The class with ordinary values of what must be given, and what it shows."""
    fields = (f for f in cls._fields.values() if f.required)
    preset: Mapping[str, Any] = next(iter(_core.presets(cls._group).values()), {})
    ordinary = {f.name: f.usual[0] if f.usual and f.usual[0] > 0 else f.typical() for f in fields}
    values: dict[str, Any] = {name: preset.get(name, value) for name, value in ordinary.items()} | cls._example
    shown = [repr(v) if not isinstance(v, float) else f"{v:g}" for v in values.values()]
    named = shown if cls._positional else [f"{name}={value}" for name, value in zip(values, shown, strict=True)]
    room = {"_laws": "failures", "_distributions": "uncertainty"}.get(
        cls.__module__.rpartition(".")[2], cls.__module__.rpartition(".")[2]
    )
    path = "sl.TrainingRun" if cls.__name__ == "TrainingRun" else f"sl.{room}.{cls.__name__}"
    made = cls(**values)
    if len(repr(made)) < 120:
        return f">>> {path}({', '.join(named)})\n{made!r}"
    first = next(iter(values))
    lines = "".join(f"...     {one},\n" for one in named)
    return f">>> made = {path}(\n{lines}... )\n>>> made.{first}\n{made._values[first]!r}"


class Parameters:
    """Base of the parameter classes: frozen, keyword-only, checked against its field table.

    Any field may be an array: NumPy's and xarray's are copied and read-only, pandas' copied; dask's stay lazy, unchecked.
    """

    __slots__ = ("_given", "_part", "_structure", "_values")
    __signature__: ClassVar[inspect.Signature]
    _fields: ClassVar[dict[str, Field]] = {}
    _owner: ClassVar[str] = ""
    _group: ClassVar[str] = ""
    _kind: ClassVar[str] = ""
    _named: ClassVar[bool] = False
    #: what may be given in place of a field, by its name: the field's
    _instead: ClassVar[dict[str, dict[str, Field]]] = {}
    #: the same as the catalogue has it
    _ways: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    _structural: ClassVar[Mapping[str, Any]] = {}
    _positional: ClassVar[bool] = False
    _example: ClassVar[dict[str, Any]] = {}
    #: the class that every part of a group is of
    _of_group: ClassVar[dict[str, type[Parameters]]] = {}
    #: what to say to whoever brings one that is none of the catalogue's
    _way: ClassVar[str] = ""
    _values: dict[str, Any]
    _structure: dict[str, Any]
    #: the names of what was given: the others stand at their defaults
    _given: frozenset[str]
    #: what C++ keeps of it; None where a field is an array
    _part: Any

    def __init_subclass__(
        cls,
        kind: Mapping[str, Any] | None = None,
        group: str = "",
        structure: Mapping[str, Any] | None = None,
        positional: bool = False,
        **named: Any,
    ) -> None:
        """Build the class from a kind of the catalogue; `structure`: other defaults of what is not a number."""
        super().__init_subclass__(**named)
        if kind is None:
            return
        table = kind["rows"]
        cls._group, cls._kind, cls._named = group, kind["name"], kind["named"]
        Parameters._of_group.setdefault(group, cls if Parameters in cls.__bases__ else cls.__bases__[0])
        owner = kind["owner"]
        structure = {row["name"]: row["default"] for row in kind["arguments"]} | dict(structure or {})
        cls._fields = {row["name"]: Field.of(row) for row in table}
        cls._owner = owner
        cls._instead, cls._ways = {}, kind["instead"]
        for way in cls._ways:
            cls._instead.setdefault(way["row"], {}).update({row["name"]: Field.of(row) for row in way["rows"]})
        stand_ins = {name: (row, field) for row, ways in cls._instead.items() for name, field in ways.items()}
        cls._structural = structure
        cls._positional = positional
        optional = {way[name] for way in cls._ways for name in ("row", "or_row")}
        place = inspect.Parameter.POSITIONAL_OR_KEYWORD if positional else inspect.Parameter.KEYWORD_ONLY
        empty = inspect.Parameter.empty
        cls.__signature__ = inspect.Signature(
            [
                inspect.Parameter(f.name, place, default=empty if f.required and f.name not in optional else f.default)
                for f in cls._fields.values()
            ]
            + [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=None) for n in stand_ins]
            + [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=d) for n, d in cls._structural.items()]
        )
        for name, field in cls._fields.items():
            if not hasattr(cls, name):  # a method of that name wins: strategies answer interval(run), as_dict() has the field
                setattr(cls, name, property(_getter("_values", name), doc=f"{field.doc}; {field.text()}"))
        for name in cls._structural:
            if name not in vars(cls):
                setattr(cls, name, property(_getter("_structure", name)))
        cls.__doc__ = _Text(cls.__doc__ or cls.__name__, kind)  # type: ignore[assignment]

    def __class_getitem__(cls, kinds: Any) -> Any:
        return types.GenericAlias(cls, kinds)

    def __init__(self, *args: Any, **given: Any) -> None:
        cls = type(self)
        if not cls._kind:
            raise TypeError(f"{cls.__name__} is none of the catalogue's kinds{cls._way}")
        names = (*cls._fields, *cls._structural)
        if args:
            if not cls._positional or len(args) > len(cls._fields):
                raise TypeError(f"{cls._owner}() takes its fields by name: {', '.join(names)}")
            given = dict(zip(cls._fields, args, strict=False)) | given
        stand_ins = [name for ways in cls._instead.values() for name in ways]
        for name in given:
            if name not in names and name not in stand_ins:
                raise UnknownField(f"{cls._owner} has no field {name!r}{suggestion(name, (*names, *stand_ins))}")
        if cls._ways:
            given = cls._settled(cls._respelled(given))
        values = {}
        for name, field in cls._fields.items():
            if name not in given and field.required:
                raise TypeError(_core.needs(cls._group, cls._kind, name))
            values[name] = checked(cls._owner, field, given[name]) if name in given else field.default
        plain = all(map(is_plain, values.values()))
        if not plain:
            check_shapes((f"{cls._owner}.{name}", v) for name, v in values.items())
        object.__setattr__(self, "_given", frozenset(given))
        object.__setattr__(self, "_values", values)
        structure = {n: _frozen(f"{cls._owner}: {n}", given.get(n, default)) for n, default in cls._structural.items()}
        object.__setattr__(self, "_structure", structure)
        object.__setattr__(self, "_part", None)
        if plain:
            numbers = [math.nan if v is None else float(v) for v in values.values()]
            object.__setattr__(self, "_part", _core.part(cls._group, cls._kind, numbers, self._arguments()))
        else:  # what is wrong with its structure, whatever the numbers
            self._template().part()

    @classmethod
    def _respelled(cls, given: dict[str, Any]) -> dict[str, Any]:
        """What was given, with texts that say a field in other words, such as a rate, as the fields that they say."""
        for name in [name for name, value in given.items() if _texts(value) and name not in cls._structural]:
            beside = {n: v for n, v in given.items() if n != name and type(v) in (float, int)}
            said = respelled(cls._owner, cls._group, cls._kind, name, given[name], beside)
            given = {n: v for n, v in given.items() if n != name}
            if twice := next((n for n in said if given.get(n) is not None), None):
                raise ValueError(f"{cls._owner}: {name} says {twice}, which is given too")
            given |= said
        return given

    @classmethod
    def _made_of(cls, way: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
        """The fields that follow from what stands in their place; none: it is not there, or what it takes is not."""
        names = [row["name"] for row in way["rows"]]
        missing = [name for name in way["beside"] if cls._fields[name].required and name not in given]
        if all(given.get(name) is None for name in names):
            return []
        if way["or_row"] and given.get(way["row"]) is not None:
            return [way["or_row"]]
        if way["or_row"] in missing and way["unknown"] == way["unknown"]:
            return [way["row"], way["or_row"]]
        return [] if missing else [way["row"]]

    @classmethod
    def _settled(cls, given: dict[str, Any]) -> dict[str, Any]:
        """What was given, with what stands in place of fields turned into them."""
        stand_ins = {name: field for ways in cls._instead.values() for name, field in ways.items() if name in given}
        if not stand_ins:
            return given
        made, involved, known = [], set[str](), dict(given)
        for way in cls._ways:
            if follow := cls._made_of(way, known):
                made += [name for name in follow if name not in made]
                known |= dict.fromkeys(follow, math.nan)
                involved |= {way["row"], way["or_row"], *way["beside"], *(row["name"] for row in way["rows"])}
        kept = {name: value for name, value in given.items() if name not in stand_ins}
        if not made:
            return kept  # whose size is not given is refused for that
        fields = {name: field for name, field in {**cls._fields, **stand_ins}.items() if name in involved}
        columns = {n: checked(cls._owner, field, given[n]) for n, field in fields.items() if given.get(n) is not None}
        names = tuple(columns)

        def column(*values: Any) -> tuple[Any, ...]:
            arrays = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in values))
            flat = {name: a.ravel() for name, a in zip(names, arrays, strict=True)}
            found = _core.settled(cls._group, cls._kind, flat, arrays[0].size)
            return tuple(found[name].reshape(arrays[0].shape)[()] for name in made)

        check_shapes((f"{cls._owner}.{name}", value) for name, value in columns.items())
        found = _arrays.apply(column, tuple(columns.values()), len(made), [np.dtype(np.float64)] * len(made))
        plain = all(map(is_plain, columns.values()))
        unknown = {way["row"]: way["unknown"] for way in cls._ways}
        one = {
            name: float(x) if plain else x if not cls._is_unknown(x, unknown.get(name)) else unknown[name]
            for name, x in zip(made, found, strict=True)
        }
        return kept | one

    @staticmethod
    def _is_unknown(value: Any, unknown: float | None) -> bool:
        """Whether all of an array stand for a number that nobody knows."""
        return unknown is not None and isinstance(value, np.ndarray) and bool(np.all(value == unknown))

    def _arguments(self) -> dict[str, Any]:
        """What is not a number, as the catalogue takes it; what is at its default is left out."""
        return {n: list(v) if isinstance(v, tuple) else v for n, v in self._structure.items() if v is not None}

    def _single(self) -> Self | None:
        """The same in Python's own numbers where all fields are single ones, NumPy's too; None for arrays."""
        if self._part is not None:
            return self
        values = {name: single(v) for name, v in self._values.items()}
        if not all(map(is_plain, values.values())):
            return None
        return self.replace(**{name: v for name, v in values.items() if v is not self._values[name]})

    def _template(self) -> Template:
        """The part with place-holders for its arrays."""
        numbers = [
            (math.nan if v is None else float(v)) if is_plain(v) else self._fields[n].typical() for n, v in self._values.items()
        ]
        return Template(self._group, self._kind, numbers, self._arguments())

    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
        fields = {n: v for n, v in self._values.items() if v is not None} | self._arguments()
        if given:
            fields = {n: v for n, v in fields.items() if n in self._given}
        if "name" in fields and self._named:  # of a term
            return {self._kind: fields}
        return {"name": self._kind, **fields} if self._named else fields

    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
        part = self._part
        if part is None:  # arrays are meant as they are
            numbers = [float(v) if v is not None and is_plain(v) else math.nan for v in self._values.values()]
            part = _core.part(self._group, self._kind, numbers, self._arguments(), False)
        found: list[str] = part.remarks
        return found

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
        return tuple(cls._fields.values())

    def _all(self) -> dict[str, Any]:
        """The parameters by name, as they are."""
        return {**self._values, **self._structure}

    def as_dict(self) -> dict[str, Any]:
        """The parameters by name as plain data, for JSON: infinity is "unlimited", arrays are lists, parts as requests."""
        return {name: plain(value) for name, value in self._all().items()}

    def replace(self, **changes: Any) -> Self:
        """The same with some fields changed."""
        replaced = {row for row, ways in self._instead.items() if any(changes.get(name) is not None for name in ways)}
        kept = self._said()
        for name, pair in self._unknown():  # until one of the two is known
            if {*pair, name} & changes.keys():
                kept = {n: v for n, v in kept.items() if n not in pair}
                if name not in changes and not pair <= changes.keys():
                    kept[name] = getattr(self, name)
        kept = {name: value for name, value in kept.items() if name not in replaced}
        return type(self)(**{**kept, **changes})

    def _unknown(self) -> list[tuple[str, set[str]]]:
        """What stands for two fields of which neither is known: its name, and theirs."""
        at = [(way, self._values[way["row"]]) for way in self._ways if way["or_row"]]
        return [(w["rows"][0]["name"], {w["row"], w["or_row"]}) for w, value in at if is_plain(value) and value == w["unknown"]]

    def _said(self) -> dict[str, Any]:
        """The parameters that were given."""
        return {n: v for n, v in self._all().items() if n in self._given}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: use replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Parameters)
        return self._structure == other._structure and all(_arrays.same(v, other._values[n]) for n, v in self._values.items())

    def __hash__(self) -> int:
        return hash((type(self), *(_key(n, v) for n, v in self._values.items()), *map(repr, self._structure.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self._said())

    def __repr__(self) -> str:
        values, units = dict(self._values), {n: field.unit for n, field in self._fields.items()}
        for name, pair in self._unknown():
            values = {n: v for n, v in values.items() if n not in pair} | {name: getattr(self, name)}
            units[name] = "s"
        shown = [f"{n}={_format.value_text(v, units[n])}" for n, v in values.items() if not self._is_default(n)]
        shown += [f"{n}={v!r}" for n, v in self._structure.items() if v is not None]
        return f"{self._owner}({', '.join(shown)})"

    def _is_default(self, name: str) -> bool:
        if name not in self._fields:
            return False
        value, default = self._values[name], self._fields[name].default
        return value is default or (isinstance(value, (int, float)) and value == default)

    if TYPE_CHECKING:  # of this package's own sources, which know no table; others see the fields in the stubs

        def __getattr__(self, name: str) -> Any: ...


def _remake(cls: type[Parameters], values: dict[str, Any]) -> Parameters:
    return cls(**values)


def _key(name: str, value: Any) -> Any:
    if _arrays.is_xarray(value) or _arrays.is_dask(value) or _arrays.is_pandas(value):
        raise TypeError(f"not hashable: {name} is a {type(value).__name__}")
    if value is None or np.ndim(value) == 0:
        return None if value is None else float(value)
    return np.shape(value), (np.asarray(value, dtype=np.float64) + 0.0).tobytes()  # one key for both zeros


def made_class(base: type[Any], group: str, name: str, kind: Mapping[str, Any], module: str, positional: bool = False) -> Any:
    """The class of a kind of the catalogue, with its one line of text."""

    def fill(body: dict[str, Any]) -> None:
        body |= {"__doc__": f"{kind['text'][:1].upper()}{kind['text'][1:]}.", "__slots__": (), "__module__": module}

    return types.new_class(name, (base,), {"group": group, "kind": kind, "positional": positional}, fill)
