# SPDX-License-Identifier: Apache-2.0
"""A result as a data set: what it says of itself, and that files give it back as it was, without a warning."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
from counts import thinned
from hypothesis import strategies as st
from test_columns import FACTORS, FUNCTIONS, RUN, runs
from test_kept import LIMIT, REQUEST, RESULTS

import scaling_limits as sl

xarray = pytest.importorskip("xarray")
pandas = pytest.importorskip("pandas")

GRID = xarray.DataArray(
    np.geomspace(1e6, 1e10, 6).reshape(2, 3),
    dims=("chip", "year"),
    coords={"chip": ["old", "new"], "year": [2024.0, 2025.0, 2026.0]},
)
u = sl.uncertainty
CLIENTS = [sl.limits.StrongScaling(half_size=500, name="cohort"), sl.limits.StrongScaling(half_size=13_393, name="server")]

MORE: dict[str, Callable[[], Any]] = {
    "limit of names": lambda: LIMIT(RUN.replace(gpu_mttf=GRID), factors=FACTORS),
    "limit of names and numbers": lambda: LIMIT(
        RUN.replace(gpu_mttf=GRID, downtime=xarray.DataArray([0.0, 60.0], dims="repair")), sl.limits.goodput_at_least(0.9)
    ),
    "limit of labels": lambda: LIMIT(RUN.replace(gpu_mttf=pandas.Series([1e8, 2e8], index=["old", "new"]))),
    "limit of levels": lambda: LIMIT(
        RUN.replace(
            gpu_mttf=pandas.Series([1e8, 2e8], index=pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["x", "y"]))
        )
    ),
    "limit of clients": lambda: sl.limits.max_workers(factors=CLIENTS, unit="clients"),
    "limits of clients": lambda: sl.limits.max_workers(
        sl.limits.efficiency_at_least(0.5),
        CLIENTS[0].replace(half_size=xarray.DataArray([100.0, 500.0], dims="round")),
        "clients",
    ),
    "columns of a limit": lambda: LIMIT(RUN.replace(gpu_mttf=[1e8, 1e9]), columns=("binding", "value")),
    "cheapest at prices": lambda: FUNCTIONS["optimal"](RUN.replace(gpu_mttf=[1e8, 1e9])),
    "cost": lambda: sl.economics.run_cost(RUN, [1e10, 1e11], sl.economics.Prices(gpu=2 / sl.units.hour)),
    "timeline": lambda: sl.timeline(sl.published.epoch_2030, [2024, 2030], {"goodput 0.9": sl.limits.goodput_at_least(0.9)}),
    "outcome": lambda: u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)}, points=64),
    "outcomes": lambda: u.propagate(lambda a: {"one": a, "two": 2 * a}, {"a": u.lognormal(1, 4)}, points=64),
    "lives": lambda: sl.data.Lives(
        [3600, 7200, 7200] * 9, [True, False, False] * 9, groups={"batch": ["old", "new", "new"] * 9}
    ),
    "events": lambda: sl.data.Events([0, 3600, 9000], node=["a", "b", "a"]),
    "counts": lambda: sl.data.Counts(["gpu", "host"], [3, 4]),
    "answer with lists": lambda: sl.ask(REQUEST | {"question": "limit", "over": {"run.gpus": [1e3, 1e4]}}),
}
ALL = RESULTS | MORE


def by_zarr(found: Any, path: Path) -> Any:
    pytest.importorskip("zarr")
    found.to_zarr(path / "a.zarr", consolidated=False)
    return xarray.open_zarr(path / "a.zarr", consolidated=False)


def by_netcdf4(found: Any, path: Path) -> Any:
    pytest.importorskip("h5netcdf")
    found.to_netcdf(path / "a.nc", engine="h5netcdf")
    return xarray.open_dataset(path / "a.nc", engine="h5netcdf")


def by_netcdf3(found: Any, path: Path) -> Any:
    found.to_netcdf(path / "a.nc3", engine="scipy")
    return xarray.open_dataset(path / "a.nc3", engine="scipy")


#: netCDF 3 can say the least; a file of the others takes 70 ms
WAYS = [(by_netcdf3, name) for name in ALL] + [
    (way, name) for way in (by_zarr, by_netcdf4) for name in (*thinned(RESULTS), *MORE)
]


@pytest.mark.parametrize(("way", "name"), WAYS)
def test_a_file_gives_it_back(name: str, way: Callable[[Any, Path], Any], tmp_path: Path) -> None:
    found = ALL[name]().to_dataset()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        back = way(found, tmp_path).load()
        back.close()
    xarray.testing.assert_equal(found, back)
    assert back.attrs == found.attrs
    for one, variable in found.variables.items():
        assert back[one].dtype.kind == variable.dtype.kind or variable.dtype.kind == "O"
        for key, value in variable.attrs.items():  # netCDF has a list of one as the one
            assert np.array_equal(np.atleast_1d(value), np.atleast_1d(back[one].attrs[key]))


@pytest.mark.parametrize("name", ALL)
def test_parquet_gives_it_back_as_a_table(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    found = ALL[name]().to_dataset()
    if not found.sizes or 0 in found.sizes.values():
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        frame = found.to_dataframe()
        frame.to_parquet(tmp_path / "a.parquet")
        back = pandas.read_parquet(tmp_path / "a.parquet")
        again = back.to_xarray().reindex({dim: index for dim, index in found.indexes.items() if dim in found.sizes})
    assert [str(column) for column in back] == [str(column) for column in frame]
    for one, variable in found.data_vars.items():
        told = again[one].transpose(*found.sizes, ...)
        wide = variable.drop_vars(list(variable.coords)).broadcast_like(told.drop_vars(list(told.coords))).transpose(*told.dims)
        if variable.dtype.kind == "O":
            assert np.asarray(told, dtype=object).tolist() == np.asarray(wide, dtype=object).tolist()
        else:
            assert np.array_equal(np.asarray(told), np.asarray(wide), equal_nan=True)


@pytest.mark.parametrize("name", ALL)
def test_it_says_what_it_is(name: str) -> None:
    made = ALL[name]()
    found = made.to_dataset()
    assert found.attrs["scaling_limits"] == sl.__version__ and found.attrs["result"] == type(made).__name__
    assert len(found.data_vars)
    for one, variable in found.variables.items():
        assert variable.dtype.kind in "fiubO", one
        if variable.dtype.kind == "O":
            assert all(isinstance(text, str) for text in variable.data.ravel().tolist())
        last = str(one).rpartition(".")[2]
        if last in ("status", "binding") or ".statuses." in f".{one}":
            assert variable.attrs["flag_values"].dtype == variable.dtype == np.int8
            assert len(variable.attrs["flag_values"]) == len(variable.attrs["flag_meanings"].split())
            assert np.isin(variable.data, variable.attrs["flag_values"]).all()
    json.loads(found.attrs.get("request", "{}"))


def test_a_limit_says_what_its_size_counts() -> None:
    limit = ALL["limit of clients"]()
    found = limit.to_dataset()
    assert found["value"].attrs["units"] == "clients"
    assert "<td>2588 clients</td>" in limit._repr_html_() and "GPU" not in limit._repr_html_()
    assert "2587.76 clients" in repr(limit)
    request = json.loads(found.attrs["request"])
    assert request["question"] == "worker_limit" and request["with"] == {"unit": "clients"}
    assert sl.ask(request)["columns"]["value"] == limit.value
    assert sl.ask(request)["terms"] == found["binding"].attrs["flag_meanings"].split()[1:] == ["cohort", "server"]
    many = ALL["limits of clients"]()
    assert many.value.attrs["units"] == many.useful_gpus.attrs["units"] == "clients"
    assert many.useful_gpus.attrs["long_name"].endswith("in ideal clients")
    assert sl.limits.max_gpus(RUN).to_dataset()["value"].attrs["units"] == "GPU"


def test_the_best_learner_can_be_asked_again() -> None:
    limit = sl.limits.best_learner(RUN, 0.2355, sl.strategies.asynchronous(copy_bandwidth=5e12))
    request = json.loads(limit.to_dataset().attrs["request"])
    assert request["question"] == "best_learner" and request["with"] == {"exponent": 0.2355}
    assert sl.ask(request)["columns"]["value"] == limit.value
    many = sl.limits.best_learner(RUN, np.array([0.1, 0.2355]), columns="value").to_dataset()
    assert many["value"].shape == (2,) and "best_learner" in many.attrs["request"]


def test_logs_and_outcomes_are_whole() -> None:
    lives = ALL["lives"]()
    found = lives.to_dataset()
    assert found["durations"].data.tolist() == lives.durations.tolist() and found["durations"].attrs["units"] == "s"
    one, both = ALL["outcome"](), ALL["outcomes"]()
    found = one.to_dataset()
    assert np.array_equal(found["values"].data, one.values) and np.array_equal(found["inputs.a"].data, one.inputs["a"])
    assert both.to_dataset()["values"].sel(row="two").data.tolist() == both["two"].values.tolist()


def texts(variable: Any) -> Any:
    """The words of a coded variable."""
    words = dict(zip(variable.attrs["flag_values"].tolist(), variable.attrs["flag_meanings"].split(), strict=True))
    return np.vectorize(lambda code: words[code], otypes=[object])(variable.data)


@hypothesis.settings(max_examples=60, deadline=None)
@hypothesis.given(
    name=st.sampled_from(sorted(FUNCTIONS)), run=runs(), factors=st.sampled_from([[], FACTORS]), some=st.booleans()
)
def test_a_limit_is_the_same_in_it(name: str, run: sl.TrainingRun, factors: list[Any], some: bool) -> None:
    limit = FUNCTIONS[name](run, factors=factors, **({"columns": ("binding", "value")} if some else {}))
    found = limit.to_dataset()
    shape = np.shape(limit.value)
    assert found["value"].shape == shape and np.array_equal(found["value"].data, limit.value, equal_nan=True)
    binding = np.vectorize(lambda word: str(word) or "none", otypes=[object])(limit.binding)
    assert np.array_equal(texts(found["binding"]), binding)
    if some:
        assert set(found.data_vars) == {"value", "binding"}
        return
    assert np.array_equal(texts(found["status"]), np.char.replace(np.asarray(limit.status, dtype=str), " ", "_"))
    for term, share in limit.shares.items():
        assert np.array_equal(found[f"shares.{term}"].data, share, equal_nan=True)
    assert found["note"].data.tolist() == np.asarray(limit.note, dtype=object).tolist()


@hypothesis.settings(max_examples=40, deadline=None)
@hypothesis.given(name=st.sampled_from(sorted(FUNCTIONS)), run=runs(), some=st.booleans())
def test_what_was_asked_can_be_asked_again(name: str, run: sl.TrainingRun, some: bool) -> None:
    """`request` with the coordinates as what is swept has the same numbers."""
    more = {"columns": ("value", "shares")} if some else {}
    found = FUNCTIONS[name](run, factors=FACTORS, **more).to_dataset()
    request = json.loads(found.attrs["request"])
    assert ("columns" in request) == some
    swept = {
        str(path): values.broadcast_like(found["value"]).transpose(*found["value"].dims)
        for path, values in found.coords.items()
    }
    if swept:
        request["over"] = {path: values.data.ravel().tolist() for path, values in swept.items()}
    answer = sl.ask(request).to_dataset()
    assert np.array_equal(answer["value"].data.ravel(), found["value"].data.ravel(), equal_nan=True)


@pytest.mark.parametrize(
    "over",
    [
        {"run.gpus": [1e3, 1e4]},
        {"run.mtbf": ["1 h", "3 h"], "run.downtime": ["1 min", 0]},
        {"run.gpus": [16, 32], "run.days": [1, 2], "run.interruptions": [3, 4]},
        {"factor.0.half_size": [1e5, "unlimited"]},
        {},
    ],
)
def test_a_request_can_be_asked_again(over: dict[str, Any]) -> None:
    factor = {"factor": [{"strong_scaling": {"half_size": 1e5}}]}
    ways = {"run.mtbf", "run.days"} & set(over)
    run = {name: value for name, value in REQUEST["run"].items() if not ways or name != "gpu_mttf"}
    request = {"question": "limit", "run": run, **factor} | ({"over": over} if over else {})
    answer = sl.ask(request)
    found = answer.to_dataset()
    again = json.loads(found.attrs["request"]) | (
        {"over": {str(k): v.data.tolist() for k, v in found.coords.items()}} if over else {}
    )
    assert sl.ask(again)["columns"] == answer["columns"]
    assert not over or all(v.dims == ("over",) and "long_name" in v.attrs for v in found.coords.values())


def test_variables_have_units_and_meanings_of_the_tables() -> None:
    found = LIMIT(RUN.replace(gpu_mttf=GRID)).to_dataset()
    columns = {column["name"]: column for column in sl.catalog.describe()["questions"]["limit"]["columns"]}
    assert found["value"].attrs == {"units": columns["value"]["unit"], "long_name": columns["value"]["text"]}
    assert found["shares.checkpoint"].attrs["long_name"] == f"{columns['shares.<term>']['text']}: checkpoint"
    field = next(row for row in sl.TrainingRun.fields() if row.name == "gpu_mttf")
    assert found["run.gpu_mttf"].attrs == {"units": field.unit, "long_name": field.doc}
    assert found["value"].dims == ("chip", "year") and found["chip"].data.tolist() == ["old", "new"]
    assert "units" not in found["status"].attrs
    assert found["status"].attrs["flag_meanings"] == "ok no_limit infeasible already_met not_converged"
    assert found["binding"].attrs["flag_meanings"].split()[:2] == ["none", "checkpoint"]
    answer = sl.ask(REQUEST | {"over": {"run.gpus": [1e3, 1e4]}}).to_dataset()
    assert answer["goodput"].dims == ("over",) and answer["run.gpus"].data.tolist() == [1e3, 1e4]
    assert answer["run.gpus"].attrs["long_name"] and "over" not in json.loads(answer.attrs["request"])


def test_codes_do_not_depend_on_the_data() -> None:
    """So that files of several runs can be laid side by side."""
    goodput = sl.limits.goodput_at_least
    found = [
        LIMIT(RUN, goodput(0.9)),
        LIMIT(RUN, goodput([0.9])),
        RESULTS["infeasible"](),
        LIMIT(RUN, columns=("status", "binding")),
    ]
    for name in ("status", "binding"):
        said = [one.to_dataset()[name].attrs["flag_meanings"] for one in found]
        assert len(set(said)) == 1


def test_dask_stays_lazy(tmp_path: Path) -> None:
    da = pytest.importorskip("dask.array")
    mttf = np.geomspace(1e6, 1e10, 6)
    for lazy in (da.from_array(mttf, chunks=2), xarray.DataArray(mttf, dims="chip").chunk({"chip": 3})):
        found = LIMIT(RUN.replace(gpu_mttf=lazy), factors=FACTORS).to_dataset()
        assert all(found[name].chunks for name in found.data_vars)
        eager = LIMIT(RUN.replace(gpu_mttf=mttf), factors=FACTORS).to_dataset()
        for name in found.data_vars:
            np.testing.assert_array_equal(found[name].compute().data, eager[name].data)
        assert found["status"].attrs["flag_meanings"] == eager["status"].attrs["flag_meanings"]
        assert found["binding"].attrs["flag_meanings"] == eager["binding"].attrs["flag_meanings"]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            back = by_zarr(found, tmp_path / found["value"].dims[0]).load()
        xarray.testing.assert_equal(found.compute(), back)


def test_the_import_stays_light() -> None:
    code = "import sys, scaling_limits; print([m for m in ('xarray', 'scaling_limits._dataset') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
