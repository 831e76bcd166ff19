# SPDX-License-Identifier: Apache-2.0
"""xarray and dask, the real ones: types, coordinates and laziness stay through every result."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import scaling_limits as sl

xr = pytest.importorskip("xarray")
da = pytest.importorskip("dask.array")

PROPERTIES = ["mtbf", "goodput", "overhead", "useful_throughput", "optimal_interval", "failure_rate"]


@pytest.fixture
def sizes():
    return xr.DataArray([1e3, 1e4, 1e5], dims="size", coords={"size": ["a", "b", "c"], "rank": ("size", [1, 2, 3])})


@pytest.fixture
def bandwidths():
    return xr.DataArray([1e12, 2e12], dims="bandwidth", coords={"bandwidth": [1, 2]})


def test_kernels_defer_to_xarray_and_dask(sizes, bandwidths) -> None:
    found = sl.checkpoint.goodput(480, sizes / 100, 3600 * bandwidths, downtime=60)
    assert isinstance(found, xr.DataArray)
    assert found.dims == ("size", "bandwidth")
    assert list(found.coords) == ["size", "rank", "bandwidth"]
    lazy = sl.checkpoint.goodput(480, da.from_array(sizes.values / 100, chunks=2), 3600, downtime=60)
    assert isinstance(lazy, da.Array)
    np.testing.assert_array_equal(lazy.compute(), sl.checkpoint.goodput(480, sizes.values / 100, 3600, downtime=60))
    both = sl.checkpoint.optimal_interval(sizes.chunk(size=1), 1e6)
    assert isinstance(both.data, da.Array)
    assert sl.checkpoint.optimal_interval(da.ones(3, dtype=np.float32), 60).dtype == np.float32


def test_kernels_of_several_outputs_too(sizes) -> None:
    band = sl.checkpoint.interval_band(sizes, 1e6)
    assert isinstance(band.longest, xr.DataArray)
    assert list(band.shortest.coords) == ["size", "rank"]
    lazy = sl.checkpoint.interval_band(da.from_array(sizes.values, chunks=1), 1e6)
    assert isinstance(lazy.shortest, da.Array)
    np.testing.assert_array_equal(lazy.longest.compute(), band.longest.values)
    job = sl.checkpoint.job_time(1e6, 1e3, sizes / 100, 1e5)
    assert isinstance(job.quantile(0.9), xr.DataArray)


def test_apply_ufunc_and_map_blocks_take_kernels(sizes) -> None:
    found = xr.apply_ufunc(sl.checkpoint.optimal_interval, sizes.chunk(size=1), 1e6, dask="parallelized", output_dtypes=[float])
    assert isinstance(found.data, da.Array)
    np.testing.assert_array_equal(found.compute(), sl.checkpoint.optimal_interval(sizes, 1e6))


@pytest.mark.parametrize("name", PROPERTIES)
def test_runs_of_xarray(run, sizes, name) -> None:
    found = getattr(run.replace(gpus=sizes), name)
    assert isinstance(found, xr.DataArray)
    assert found.dims == ("size",)
    assert list(found.coords) == ["size", "rank"]
    np.testing.assert_array_equal(found.values, getattr(run.replace(gpus=sizes.values), name))


@pytest.mark.parametrize("name", PROPERTIES)
def test_runs_of_dask(run, sizes, name) -> None:
    lazy = run.replace(gpus=da.from_array(sizes.values, chunks=2))
    found = getattr(lazy, name)
    assert isinstance(found, da.Array)
    assert found.chunks == ((2, 1),)
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found.compute(), getattr(run.replace(gpus=sizes.values), name))
    labelled = getattr(run.replace(gpus=sizes.chunk(size=2)), name)
    assert isinstance(labelled, xr.DataArray)
    assert isinstance(labelled.data, da.Array)
    assert list(labelled.coords) == ["size", "rank"]
    np.testing.assert_array_equal(labelled.compute().values, found.compute())


def test_dimensions_meet_by_name(run, sizes, bandwidths) -> None:
    grid = run.replace(gpus=sizes, write_bandwidth=bandwidths)
    assert grid.goodput.dims == ("size", "bandwidth")
    assert grid.mtbf.dims == ("size",)
    assert grid.write_time.dims == ("bandwidth",)
    parts = grid.breakdown
    assert list(parts) == ["useful", "checkpoint", "rework", "restart", "downtime"]
    np.testing.assert_allclose(sum(parts.values()).values, 1)
    assert list(parts["rework"].coords) == ["size", "rank", "bandwidth"]
    lazy = sl.strategies.blocking(persist_latency=da.ones(2, chunks=1)).losses(run)
    assert all(isinstance(x, da.Array) for x in lazy.values())


def test_limits_of_labelled_and_lazy_runs(run, bandwidths) -> None:
    criterion = sl.limits.goodput_at_least(0.9)
    plain = sl.limits.max_gpus(run.replace(write_bandwidth=bandwidths.values), criterion)
    for given, kind in ((bandwidths, xr.DataArray), (da.from_array(bandwidths.values, chunks=1), da.Array)):
        limit = sl.limits.max_gpus(run.replace(write_bandwidth=given), criterion)
        for part in (
            limit.value,
            limit.status,
            limit.binding,
            limit.note,
            limit.goodput,
            limit.useful_gpus,
            *limit.shares.values(),
        ):
            assert isinstance(part, kind)
        np.testing.assert_array_equal(np.asarray(limit.value), plain.value)
        np.testing.assert_array_equal(np.asarray(limit.status), plain.status)
        np.testing.assert_array_equal(np.asarray(limit.binding), plain.binding)
        for term, share in plain.shares.items():
            np.testing.assert_array_equal(np.asarray(limit.shares[term]), share)
        assert repr(limit)
    lazy = run.replace(write_bandwidth=bandwidths.chunk(bandwidth=1))
    labelled = sl.limits.max_gpus(lazy, criterion)
    assert isinstance(labelled.status.data, da.Array)
    assert list(labelled.status.coords) == ["bandwidth"]
    assert labelled.status.compute().values.tolist() == ["ok", "ok"]


def test_lazy_numbers_are_never_computed_for_a_check(run) -> None:
    def explode(block):
        raise AssertionError("computed")

    never = da.ones(4, chunks=2).map_blocks(explode, dtype=float, meta=np.empty(0))
    lazy = run.replace(gpus=never)
    assert "lazy" in repr(lazy)
    for name in PROPERTIES:
        getattr(lazy, name)
    sl.limits.max_gpus(lazy, sl.limits.peak_throughput())
    with pytest.raises(TypeError, match="gpus"):
        run.replace(gpus=da.ones(2, dtype=complex))


def test_bad_numbers_inside_lazy_arrays_have_no_answer(run) -> None:
    lazy = run.replace(gpus=da.from_array(np.array([1e4, -1, np.nan]), chunks=2))
    assert np.isnan(lazy.goodput.compute()).tolist() == [False, True, True]
    limit = sl.limits.max_gpus(lazy)
    assert limit.status.compute().tolist() == ["ok", "infeasible", "infeasible"]
    assert "gpus = -1" in limit.note.compute()[1]


def test_empty_and_float32(run, sizes) -> None:
    empty = run.replace(gpus=sizes[:0])
    assert isinstance(empty.goodput, xr.DataArray) and empty.goodput.shape == (0,)
    assert run.replace(gpus=da.ones(0)).goodput.compute().shape == (0,)
    assert run.replace(gpus=sizes.astype(np.float32)).goodput.dtype == np.float32
    assert run.replace(gpus=da.ones(3, dtype=np.float32)).goodput.compute().dtype == np.float32


def test_fields_are_kept_apart_from_their_source(run, sizes) -> None:
    kept = run.replace(gpus=sizes)
    sizes[0] = 7
    assert kept.gpus[0] == 1e3
    with pytest.raises(ValueError, match="read-only"):
        kept.gpus.data[0] = 7
    assert kept == kept.replace() and kept != run.replace(gpus=sizes)
    with pytest.raises(TypeError, match="gpus"):
        hash(kept)
    assert pickle.loads(pickle.dumps(kept)) == kept
    lazy = run.replace(gpus=da.from_array(np.ones(3), chunks=1))
    assert lazy == pickle.loads(pickle.dumps(lazy))
    with pytest.raises(ValueError, match=r"gpus\[1\] = -1"):
        run.replace(gpus=xr.DataArray([1, -1]))
    tier = sl.storage.Tier(write_bandwidth=1e9, per_gpu=True)
    assert list(kept.saved_to(tier).write_bandwidth.coords) == ["size", "rank"]


def test_evaluations_travel_to_other_processes(run, sizes) -> None:
    lazy = run.replace(gpus=da.from_array(sizes.values, chunks=1)).goodput
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(lazy)).compute(), run.replace(gpus=sizes.values).goodput)


def test_xarray_results_have_their_own_name_unit_and_meaning(run, sizes, bandwidths) -> None:
    named = sizes.rename("gpus").assign_attrs(units="GPU", long_name="size of the job")
    named.coords["rank"].attrs["long_name"] = "order"
    many = run.replace(gpus=named)
    goodput = many.goodput
    assert (goodput.name, goodput.attrs) == (
        "goodput",
        {"units": "1", "long_name": "new useful training time per wall-clock time"},
    )
    assert goodput.coords["rank"].attrs == {"long_name": "order"}
    assert many.gpus.attrs["units"] == "GPU"
    assert (many.mtbf.name, many.mtbf.attrs["units"]) == ("mtbf", "s")
    assert many.breakdown["rework"].name == "rework"
    interval = sl.checkpoint.optimal_interval(60, named * 10)
    assert (interval.name, interval.attrs["units"]) == ("optimal_interval", "s")
    assert interval.attrs["long_name"] == "The interval of useful work between checkpoints that maximises goodput, exact"
    band = sl.checkpoint.interval_band(60, named * 10)
    assert (band.longest.name, band.longest.attrs["units"]) == ("longest", "s")
    limit = sl.limits.max_gpus(run.replace(write_bandwidth=bandwidths.rename("b")), sl.limits.goodput_at_least(0.9))
    found = [limit.value, limit.goodput, limit.useful_gpus, limit.shares["checkpoint"], limit.status]
    assert [x.name for x in found] == ["value", "goodput", "useful_gpus", "shares.checkpoint", "status"]
    assert [x.attrs.get("units") for x in found] == ["GPU", "1", "GPU", "1", None]
    assert all(x.attrs["long_name"] for x in found)
    job = sl.checkpoint.job_time(1e6, 1e3, named / 100, 1e5)
    assert (job.mean.name, job.mean.attrs["units"]) == ("mean", "s")
    assert (job.failure_probability.name, "units" in job.failure_probability.attrs) == ("failure_probability", False)
    assert job.quantile(0.9).name == "job_time_quantile"
    lazy = run.replace(gpus=named.chunk(size=1)).goodput
    assert (lazy.name, lazy.attrs) == (goodput.name, goodput.attrs) and isinstance(lazy.data, da.Array)
    lever = sl.analysis.levers(run.replace(gpu_mttf=named * 1e5))["write_bandwidth"]
    assert (lever.doubled.name, lever.doubled.attrs["units"]) == ("doubled", "GPU")
    said = {"units": "1", "long_name": "the limit with twice the field, over the limit"}
    assert (lever.doubled_factor.name, lever.doubled_factor.attrs) == ("doubled_factor", said)


pd = pytest.importorskip("pandas")


@pytest.fixture
def column():
    return pd.DataFrame({"gpus": [1e3, 1e4, 1e5]}, index=["a", "b", "c"])["gpus"]


def test_a_pandas_column_in_is_one_out_with_its_index(run, column) -> None:
    many = run.replace(gpus=column)
    assert isinstance(many.gpus, pd.Series) and many == many.replace() and pickle.loads(pickle.dumps(many)) == many
    plain = run.replace(gpus=column.to_numpy())
    for name in PROPERTIES:
        found = getattr(many, name)
        assert isinstance(found, pd.Series) and found.index.equals(column.index)
        assert found.name == ("interval" if name == "optimal_interval" else name)
        np.testing.assert_array_equal(found, getattr(plain, name))
    assert many.breakdown["rework"].index.equals(column.index)
    limit = sl.limits.max_gpus(run.replace(gpu_mttf=column * 1e4), sl.limits.goodput_at_least(0.9))
    for part in (limit.value, limit.status, limit.binding, limit.note, limit.useful_gpus, *limit.shares.values()):
        assert isinstance(part, pd.Series) and part.index.equals(column.index)
    assert limit.useful_gpus.name == "useful_gpus" and limit.roots.index.equals(column.index)
    kernels = [
        sl.checkpoint.optimal_interval(60, column),
        sl.checkpoint.optimal_interval(60, column, variant="safe_restart"),
        sl.checkpoint.interval_band(60, column).longest,
        sl.storage.placement_survival(16, 2, column * 0 + 2, "ring"),
        sl.network.best_all_reduce(8, column, 1e-6, 1e9).algorithm,
        sl.checkpoint.job_time(1e6, 1e3, 60, column).mean,
        sl.failures.Weibull(shape=0.7, scale=1e5).survival(column),
        sl.failures.Weibull(shape=0.7, scale=column).mean,
        sl.limits.time_to_train(run, column),
        sl.limits.StrongScaling(half_size=1e5).efficiency(column),
        sl.growth.chinchilla.at(run, column).checkpoint_bytes,
        sl.limits.required(many, "write_bandwidth", 0.9).value,
    ]
    for found in kernels:
        assert isinstance(found, pd.Series) and found.index.equals(column.index) and found.name != "gpus"
    assert sl.checkpoint.optimal_interval(60, column.astype(np.float32)).dtype == np.float32
    assert run.replace(gpus=column.astype(np.float32)).goodput.dtype == np.float32
    whole = run.replace(gpus=column.astype("Int64")).goodput
    np.testing.assert_array_equal(whole, plain.goodput)


def test_a_table_of_pandas_and_labels_that_differ(run, column) -> None:
    table = pd.DataFrame({"x": [1e3, 1e4], "y": [2e3, 2e4]}, index=["a", "b"])
    found = run.replace(gpus=table).goodput
    assert isinstance(found, pd.DataFrame) and found.columns.equals(table.columns) and found.index.equals(table.index)
    with pytest.raises(ValueError, match=r"labels of TrainingRun\.gpus and TrainingRun\.downtime differ"):
        run.replace(gpus=column, downtime=column[::-1])
    with pytest.raises(ValueError, match=r"labels of TrainingRun\.gpus and blocking\.interval differ"):
        sl.strategies.blocking(interval=column[::-1]).goodput(run.replace(gpus=column))
    with pytest.raises(ValueError, match=r"shape \(3,\) meets arrays that make it \(2, 3\)"):
        _ = run.replace(gpus=column, downtime=[[0], [1]]).goodput
    with pytest.raises(TypeError, match="pandas Series, beside xarray or dask"):
        run.replace(gpus=column, downtime=da.ones(3))
    with pytest.raises(ValueError, match=r"gpus\[1\] = -1"):
        run.replace(gpus=pd.Series([1.0, -1]))
    with pytest.raises(ValueError, match="gpus: 'a' has no number"):
        run.replace(gpus=pd.Series(["a", "b"]))
    with pytest.raises(TypeError, match="not hashable: gpus is a Series"):
        hash(run.replace(gpus=column))
    mixed = run.replace(gpus=column, downtime=[0, 60, 120]).goodput
    assert isinstance(mixed, pd.Series) and mixed.index.equals(column.index)
    kept = run.replace(gpus=column)
    column.iloc[0] = 7
    assert kept.gpus.iloc[0] == 1e3
