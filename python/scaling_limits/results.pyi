# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What every answer can do: be read, compared by value, kept as JSON, opened as a table."""

from typing import Any, TypeVar

from pandas import DataFrame

__all__ = [
    "Answer",
    "Result",
    "Rows",
    "Table",
]

class _Kept:
    """The methods of everything that is answered, over its rows."""
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests."""
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint"."""

Row = TypeVar("Row")

class Answer(_Kept, dict[str, Any]):
    """The answer to a request, a dictionary of plain data: ``{"question", "columns", "units", "causes"}``.

    As a table it has a row per element of its first column; lists of another length are left out.
    """
    def as_dict(self) -> dict[str, Any]:
        """The answer as a plain dictionary."""

class Result:
    """Base of all results: frozen data, equal by value (NaN to NaN in the same place), picklable.

    Examples
    --------
    >>> load = sl.limits.max_gpus(run)
    >>> load == sl.limits.max_gpus(run)
    True
    >>> load.as_dict()["binding"]
    'checkpoint'
    """
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint"."""
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests."""

class Rows(_Kept, list[Row]):
    """A list of results that is a table too."""
    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data: ``{"rows": [...]}``."""

class Table(_Kept, dict[str, Row]):
    """Results by name that are a table too."""
    def as_dict(self) -> dict[str, Any]:
        """The rows by name as plain data."""
