# SPDX-License-Identifier: Apache-2.0
"""Packages that extras bring: imported when used; where one is missing, the error is the line that installs it."""

from __future__ import annotations

import importlib
from typing import Any

#: the extra that brings a package
EXTRAS = {
    "dask": "arrays",
    "distributed": "sweep",
    "h5netcdf": "sweep",
    "matplotlib": "plots",
    "mcp": "mcp",
    "mcp_types": "mcp",
    "openpyxl": "xlsx",
    "pyarrow": "parquet",
    "xarray": "arrays",
    "zarr": "sweep",
}


class MissingExtra(ModuleNotFoundError):
    """A package that is not installed, with the line that does so."""


def needed(who: str, *modules: str) -> Any:
    """The first of some modules that extras bring, all imported."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError:
            name = module.partition(".")[0]
            raise MissingExtra(f'{who} needs {name}: pip install "scaling-limits[{EXTRAS[name]}]"', name=name) from None
    return importlib.import_module(modules[0])
