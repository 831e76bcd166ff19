# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
"""
Compiled kernels of scaling_limits; use the package's own modules.
"""
from __future__ import annotations
import collections.abc
import numpy
import numpy.typing
import typing
from . import units
from . import numeric
from . import checkpoint
from . import failures
from . import workload
from . import _workload
from . import storage
from . import growth
from . import limits
from . import _factors
from . import published
from . import network
from . import parallelism
from . import cluster
from . import federated
from . import search
from . import economics
from . import uncertainty
__all__: list[str] = ['Numbers', 'Part', 'Question', 'Stop', 'Stopped', 'add_kind', 'ask', 'ask_text', 'attribution', 'bookkeeping', 'by_bucket', 'checkpoint', 'cluster', 'completed', 'confidence_interval', 'correlation_factor', 'custom_factor', 'describe', 'describe_text', 'economics', 'failures', 'federated', 'from_json', 'from_toml', 'growth', 'kernels', 'kinds', 'limits', 'needs', 'network', 'numeric', 'parallelism', 'part', 'presets', 'published', 'quantity', 'quantity_text', 'questions', 'returns', 'schema', 'schema_text', 'search', 'settled', 'storage', 'suggestion', 'to_json', 'to_toml', 'uncertain_input', 'uncertainty', 'units', 'usual_criteria', 'with_inputs', 'workload']
class Part:
    """
    One chosen thing: its numbers, and what is not a number.
    """
    @property
    def group(self) -> str:
        ...
    @property
    def kind(self) -> str:
        ...
    @property
    def numbers(self) -> list[float]:
        ...
    @property
    def remarks(self) -> typing.Any:
        ...
class Numbers:
    """
    A list of numbers that requests share, of any length.
    """
    def __init__(self, column: typing.Annotated[numpy.typing.ArrayLike, numpy.float64]) -> None:
        ...
class Question:
    """
    Something that can be asked.
    """
    def answer(self, parts: collections.abc.Sequence[Part], numbers: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], arguments: dict, tools: typing.Any = None, columns: collections.abc.Sequence[str] = []) -> dict:
        """
        The columns for one element; none named: all.
        """
    def columns(self, parts: collections.abc.Sequence[Part], columns: collections.abc.Sequence[str] = []) -> list:
        """
        (name, unit, kind, text) of each column of the answer.
        """
    def evaluate(self, parts: collections.abc.Sequence[Part], numbers: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], arguments: dict, swept: collections.abc.Sequence[tuple[typing.SupportsInt | typing.SupportsIndex, typing.SupportsInt | typing.SupportsIndex, typing.Annotated[numpy.typing.ArrayLike, numpy.float64]]], n: typing.SupportsInt | typing.SupportsIndex, columns: collections.abc.Sequence[str] = []) -> list:
        """
        The columns for n elements; none named: all.
        """
    def number(self, first: Part, second: Part | None = None) -> float:
        """
        The number that a question is, of parts of single numbers.
        """
    @property
    def arguments(self) -> tuple:
        ...
    @property
    def enters(self) -> int:
        ...
    @property
    def name(self) -> str:
        ...
    @property
    def needs(self) -> tuple:
        ...
    @property
    def rows(self) -> tuple:
        ...
class Stopped(RuntimeError):
    pass
class Stop:
    """
    A flag that ends a computation for which nobody waits: when it is set, or its time is over.
    """
    def __init__(self, seconds: typing.SupportsFloat | typing.SupportsIndex = ...) -> None:
        ...
    def set(self) -> None:
        """
        From any thread.
        """
    @property
    def is_late(self) -> bool:
        """
        Whether its time is over.
        """
    @property
    def is_set(self) -> bool:
        """
        Whether it was set, or its time is over.
        """
def add_kind(group: str, like: str, name: str) -> None:
    """
    One more kind of a group, which is one that there is under another name: what a line more in its list would bring.
    """
def ask(request: typing.Any, in_full: bool = False, stop: Stop | None = None, most_points: typing.SupportsFloat | typing.SupportsIndex = ..., most_bytes: typing.SupportsFloat | typing.SupportsIndex = ...) -> typing.Any:
    """
    The answer to a request, or its error, as a dictionary; `in_full`: and what was asked. Stopped where `stop` is set.
    """
def ask_text(json: str) -> str:
    """
    The same in JSON.
    """
def attribution(before: Part, after: Part, quantity: collections.abc.Callable[[list[float]], typing.SupportsFloat | typing.SupportsIndex]) -> tuple[float, float, dict]:
    """
    What changed between two runs in any quantity of their numbers.
    """
def bookkeeping(step: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], start: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], end: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], kind: typing.Annotated[numpy.typing.ArrayLike, numpy.uint8], attempt: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], length: typing.Annotated[numpy.typing.ArrayLike, numpy.float64], resolution: typing.SupportsFloat | typing.SupportsIndex, rise: typing.SupportsFloat | typing.SupportsIndex, pause: typing.SupportsFloat | typing.SupportsIndex) -> dict:
    """
    Where the time of a step log went; kind: 0 step, 1 checkpoint, 2 startup, 3 downtime, 4 other; empty columns: none; rise NaN: as the log shows.
    """
def by_bucket(breakdown: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex]) -> dict:
    """
    A strategy's breakdown by the buckets of the books.
    """
def completed(request: typing.Any) -> typing.Any:
    """
    A request in full, or its error, as a dictionary.
    """
def confidence_interval(goodput: typing.SupportsFloat | typing.SupportsIndex, standard_error: typing.SupportsFloat | typing.SupportsIndex, stretches: typing.SupportsInt | typing.SupportsIndex, level: typing.SupportsFloat | typing.SupportsIndex) -> typing.Annotated[list[float], "FixedSize(2)"]:
    """
    An interval that holds the true goodput with a probability.
    """
def correlation_factor(names: collections.abc.Sequence[str], pairs: collections.abc.Sequence[tuple[str, str, typing.SupportsFloat | typing.SupportsIndex]]) -> tuple:
    """
    The places of the correlated inputs and the lower factor of their normals; pairs: (name, name, rank).
    """
def custom_factor(efficiency: typing.Any, derivative: typing.Any, name: str, rises: bool) -> Part:
    """
    A factor from a function.
    """
def describe() -> typing.Any:
    """
    All tables as data.
    """
def describe_text(indent: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    The same in JSON.
    """
def from_json(text: str) -> typing.Any:
    """
    A value from JSON.
    """
def from_toml(text: str) -> typing.Any:
    """
    A value from TOML.
    """
def kinds(group: str) -> list:
    """
    The kinds of a group: name, text, rows, arguments, causes, whether parts say which kind they are, and which one is taken where none is given.
    """
def needs(group: str, kind: str, row: str) -> str:
    """
    What to say where a field is not given.
    """
def part(group: str, kind: str, numbers: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], arguments: dict, checked: bool = True) -> Part:
    """
    One part of a case.
    """
def presets(group: str) -> dict:
    """
    The fields of the presets of a group, by name.
    """
def quantity(text: str, unit: str) -> float:
    """
    A quantity in the unit of a field.
    """
def quantity_text(value: typing.SupportsFloat | typing.SupportsIndex, unit: str, digits: typing.SupportsInt | typing.SupportsIndex | None = None) -> str:
    """
    A value with its unit: to so many digits to be read, else exactly.
    """
def questions() -> dict:
    """
    All questions by name.
    """
def schema(question: str = '') -> typing.Any:
    """
    The JSON Schema of a request, for any question or for one.
    """
def schema_text(question: str, indent: typing.SupportsInt | typing.SupportsIndex) -> str:
    """
    The same in JSON.
    """
def settled(group: str, kind: str, row: str, given: collections.abc.Mapping[str, typing.Annotated[numpy.typing.ArrayLike, numpy.float64]], n: typing.SupportsInt | typing.SupportsIndex) -> numpy.typing.NDArray[numpy.float64]:
    """
    The column of a field from what may be given in its place.
    """
def suggestion(name: str, names: collections.abc.Sequence[str]) -> str:
    """
    What to say about a name that is none of the names.
    """
def to_json(value: typing.Any, indent: typing.SupportsInt | typing.SupportsIndex = -1) -> str:
    """
    A value as JSON.
    """
def to_toml(value: typing.Any) -> str:
    """
    A value as TOML.
    """
def uncertain_input(request: typing.Any, path: str, value: typing.Any) -> typing.Any:
    """
    What a request says of one of its numbers that is uncertain: a distribution by name, or an error, as a dictionary.
    """
def usual_criteria(with_factors: bool = False) -> typing.Any:
    """
    The criteria that are asked for where none is named.
    """
def with_inputs(run: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex], inputs: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex]) -> dict[str, float]:
    """
    The fields of a run with what its books imply.
    """
__version__: str
kernels: dict
returns: dict
