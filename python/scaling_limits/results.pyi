# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""What every answer can do: be read, compared by value, kept as JSON, opened as a table."""

from typing import Any, TypeVar

from pandas import DataFrame
from xarray import Dataset

__all__ = [
    "Answer",
    "Result",
    "Rows",
    "Table",
]

class _Kept:
    """The methods of everything that is answered, over its rows."""
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint".

        Returns
        -------
        pandas.DataFrame
            With the labels of pandas and xarray; infinity and NaN are numbers.
        """
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

Row = TypeVar("Row")

class Answer(_Kept, dict[str, Any]):
    """The answer to a request, a dictionary of plain data: ``{"question", "columns", "units", "causes"}``.

    As a table it has a row per element of its first column; lists of another length are left out.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> answer = sl.ask({"question": "goodput", "run": run.as_request(), "over": {"run.gpus": [1000, 10_000]}})
    >>> len(answer.to_dataframe())
    2
    """
    def as_dict(self) -> dict[str, Any]:
        """The answer as a dictionary without these methods.

        Returns
        -------
        dict
            The same.
        """

class Result:
    """Base of all results: frozen data, equal by value (NaN to NaN in the same place), picklable.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.limits.max_gpus(run) == sl.limits.max_gpus(run)
    True
    >>> sl.limits.max_gpus(run).as_dict()["binding"]
    'checkpoint'
    """
    def to_dataframe(self) -> DataFrame:
        """The same as a table of pandas: a row per result, of arrays per element; causes are columns "shares.checkpoint".

        Returns
        -------
        pandas.DataFrame
            With the labels of pandas and xarray; infinity and NaN are numbers.
        """
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
    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON: infinity is "unlimited", NaN None, arrays are lists, parts as requests.

        Returns
        -------
        dict
            By field.
        """

class Rows(_Kept, list[Row]):
    """A list of results that is a table too.

    Examples
    --------
    >>> len(sl.published.reproduce().to_dataframe()) == len(sl.published.reproduce())
    True
    """
    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data.

        Returns
        -------
        dict
            ``{"rows": [...]}``.
        """

class Table(_Kept, dict[str, Row]):
    """Results by name that are a table too.

    Examples
    --------
    >>> list(sl.analysis.levers(sl.published.llama3_405b()))[:2]
    ['gpu_mttf', 'checkpoint_bytes']
    """
    def as_dict(self) -> dict[str, Any]:
        """The rows as plain data.

        Returns
        -------
        dict
            By name.
        """
