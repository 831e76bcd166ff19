# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys

import scaling_limits as sl


def test_import_is_light() -> None:
    heavy = {"matplotlib", "xarray", "dask", "pint", "rich", "click", "scipy", "pandas", "yaml"}
    code = f"import sys, scaling_limits; print(*({heavy!r} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_every_public_name_exists() -> None:
    for name in sl.__all__:
        assert hasattr(sl, name)
    for module in (
        sl.checkpoint,
        sl.failures,
        sl.growth,
        sl.limits,
        sl.numeric,
        sl.storage,
        sl.strategies,
        sl.units,
        sl.workload,
    ):
        assert module.__doc__
        for name in module.__all__:
            assert hasattr(module, name), (module, name)
