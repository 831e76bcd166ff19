# SPDX-License-Identifier: Apache-2.0
"""Values that carry their unit are converted wherever a field is given, and refused by field and unit where they do not fit."""

import json
from datetime import timedelta

import numpy as np
import pytest

import scaling_limits as sl

FIELDS = {"gpus": 16384, "gpu_mttf": 1.8e8, "checkpoint_bytes": 5e12, "write_bandwidth": 2e12, "initialization_time": 420}


def run(**fields):
    return sl.TrainingRun(**{**FIELDS, **fields})


@pytest.fixture
def u():
    return pytest.importorskip("pint").UnitRegistry()


def cases():
    pandas = pytest.importorskip("pandas")
    pint = pytest.importorskip("pint").UnitRegistry()
    return [
        ("initialization_time", "7 min", 420.0),
        ("initialization_time", timedelta(minutes=7), 420.0),
        ("initialization_time", np.timedelta64(7, "m"), 420.0),
        ("initialization_time", np.timedelta64(420_000, "ms"), 420.0),
        ("initialization_time", pandas.Timedelta("7min"), 420.0),
        ("initialization_time", 7 * pint.minute, 420.0),
        ("initialization_time", ["7 min", "420 s"], [420.0, 420.0]),
        ("initialization_time", ["7 min", 420, timedelta(minutes=7), 7 * pint.minute], [420.0] * 4),
        ("initialization_time", np.array(["7 min", "1 h"]), [420.0, 3600.0]),
        ("initialization_time", np.array([7, 60], "m8[m]"), [420.0, 3600.0]),
        ("initialization_time", np.array([7, 60]) * pint.minute, [420.0, 3600.0]),
        ("initialization_time", [7 * pint.minute, 1 * pint.hour], [420.0, 3600.0]),
        ("initialization_time", pandas.Series(["7 min", "1 h"]), [420.0, 3600.0]),
        ("initialization_time", pandas.to_timedelta(pandas.Series(["7min", "1h"])), [420.0, 3600.0]),
        ("initialization_time", pandas.to_timedelta(["7min", "1h"]), [420.0, 3600.0]),
        ("write_bandwidth", 400 * pint.GB / pint.s, 4e11),
        ("write_bandwidth", 3200 * pint.gigabit / pint.s, 4e11),
        ("write_bandwidth", "400 GB/s", 4e11),
        ("checkpoint_bytes", 5 * pint.terabyte, 5e12),
        ("checkpoint_bytes", 5 * pint.tebibyte, 5 * 2.0**40),
        ("gpus", 16384 * pint.dimensionless, 16384.0),
        ("gpu_mttf", "unlimited", np.inf),
    ]


@pytest.mark.parametrize(("field", "given", "wanted"), cases(), ids=lambda x: str(x)[:40])
def test_a_field_takes_what_carries_its_unit(field, given, wanted):
    found = getattr(run(**{field: given}), field)
    np.testing.assert_allclose(np.asarray(found, dtype=float), wanted, rtol=1e-15)
    goodput = np.asarray(run(**{field: given}).goodput)
    np.testing.assert_allclose(goodput, run(**{field: np.asarray(wanted)}).goodput, rtol=1e-14)


def test_astropy():
    units = pytest.importorskip("astropy.units")
    assert run(initialization_time=7 * units.min).initialization_time == 420.0
    assert run(write_bandwidth=400 * units.GB / units.s).write_bandwidth == pytest.approx(4e11, rel=1e-15)
    np.testing.assert_allclose(run(initialization_time=[7, 60] * units.min).initialization_time, [420, 3600])
    with pytest.raises(ValueError, match=r"TrainingRun: initialization_time: .* a quantity in B;.* in s such as '5 min'"):
        run(initialization_time=7 * units.GB)
    with pytest.raises(TypeError, match=r"optimal_interval: write_time must be .* \[s\], not a quantity in s"):
        sl.checkpoint.optimal_interval(7 * units.s, 1e4)


def test_xarray(u):
    xarray = pytest.importorskip("xarray")
    given = xarray.DataArray(np.array([7, 60], "m8[m]"), dims="case")
    found = run(initialization_time=given).initialization_time
    assert found.dims == ("case",)
    np.testing.assert_array_equal(found, [420, 3600])
    np.testing.assert_array_equal(run(initialization_time=xarray.DataArray(["7 min", "1 h"])).initialization_time, [420, 3600])
    np.testing.assert_array_equal(
        run(initialization_time=xarray.DataArray(np.array([7, 60]) * u.minute)).initialization_time, [420, 3600]
    )


@pytest.mark.filterwarnings("ignore:overflow")
def test_another_dimension_is_refused_by_field_and_unit(u):
    for field, given, wanted in [
        (
            "initialization_time",
            7 * u.GB,
            r"initialization_time: '7000000000(\.0)? B' is a quantity in B; .* quantity in s such as '5 min'",
        ),
        ("initialization_time", 7 * u.dimensionless, r"initialization_time: '7 1' .* quantity in s"),
        ("initialization_time", 7 * u.kelvin, r"initialization_time: '7 kelvin' is in no known unit; .* in s"),
        ("initialization_time", 7 * u.meter, r"initialization_time: '7 meter' is a quantity in meter; .* in s"),
        ("initialization_time", "7 GB", r"initialization_time: '7 GB' is a quantity in B"),
        ("initialization_time", "7", r"initialization_time: '7' has no unit"),
        ("initialization_time", ["7 min", "7 GB"], r"initialization_time: '7 GB'"),
        ("checkpoint_bytes", 5 * u.dimensionless, r"checkpoint_bytes: '5 1' .* quantity in B"),
        ("checkpoint_bytes", timedelta(1), r"checkpoint_bytes: '86400.0 s' is a quantity in s; .* in B such as"),
        ("checkpoint_bytes", np.timedelta64(1, "s"), r"checkpoint_bytes: '1.0 s' is a quantity in s"),
        ("write_bandwidth", 5 / u.s, r"write_bandwidth: '5(\.0)? 1/s'"),
        ("gpus", 5 * u.s, r"gpus: '5(\.0)? s'"),
        ("initialization_time", np.timedelta64(7), r"initialization_time: .* has no length in seconds"),
        ("initialization_time", np.timedelta64(7, "Y"), r"initialization_time: .* has no length in seconds"),
        (
            "initialization_time",
            np.timedelta64("NaT"),
            r"initialization_time: np.timedelta64\('NaT'\) has no length in seconds",
        ),
        ("initialization_time", [5, np.timedelta64("NaT")], r"initialization_time: np.timedelta64\('NaT'\) has no length"),
        ("initialization_time", timedelta(-1), r"initialization_time = -86400 must be >= 0"),
    ]:
        with pytest.raises(ValueError, match=rf"TrainingRun: {wanted}"):
            run(**{field: given})


@pytest.mark.parametrize(
    ("over", "given", "field"),
    [
        ("", np.timedelta64("NaT"), "run.downtime"),
        ("", np.timedelta64(3, "M"), "run.downtime"),
        ("over", [np.timedelta64(3, "s"), np.timedelta64("NaT")], "over.run.downtime.1"),
        ("over", [np.timedelta64("NaT", "s")], "over.run.downtime.0"),
        ("over", np.array([3, "NaT"], "m8[s]"), "over.run.downtime.1"),
    ],
)
def test_a_duration_that_is_none_is_refused_by_its_field(over: str, given: object, field: str) -> None:
    asked = {"over": {"run.downtime": given}, "run": FIELDS} if over else {"run": {**FIELDS, "downtime": given}}
    with pytest.raises(sl.catalog.RequestError) as refused:
        sl.ask({"question": "goodput", **asked})
    assert refused.value.field == field and str(refused.value).startswith(f"{field}: np.timedelta64(")
    assert str(refused.value).endswith(" has no length in seconds")


def test_a_date_is_no_quantity() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="gpu_mttf must be a real number or an array of them, not Timestamp"):
        run(gpu_mttf=pandas.Timestamp("2024-01-01"))


def test_every_class_of_parameters_takes_texts(u):
    assert sl.limits.goodput_at_least("90 %") == sl.limits.goodput_at_least(0.9)
    assert sl.strategies.asynchronous(copy_bandwidth="10 TB/s").copy_bandwidth == 1e13
    assert sl.strategies.asynchronous(copy_bandwidth=10 * u.TB / u.s).copy_bandwidth == pytest.approx(1e13, rel=1e-15)
    assert sl.storage.Tier(write_bandwidth="2 TB/s", read_bandwidth="2 TB/s", latency="50 ms").latency == 0.05


def test_requests_take_quantities(u):
    plain = {"question": "goodput", "run": {**FIELDS, "write_bandwidth": 4e11}}
    carried = {
        "question": "goodput",
        "run": {**FIELDS, "write_bandwidth": 400 * u.GB / u.s, "initialization_time": timedelta(minutes=7)},
    }
    assert sl.ask(carried) == sl.ask(plain)
    swept = sl.ask({**plain, "over": {"run.initialization_time": np.array([7, 60], "m8[m]")}})
    assert swept == sl.ask({**plain, "over": {"run.initialization_time": [420, 3600]}})
    with pytest.raises(sl.catalog.RequestError, match=r"initialization_time: '7000000000\.0 B' is a quantity in B") as refused:
        sl.ask({"question": "goodput", "run": {**FIELDS, "initialization_time": 7 * u.GB}})
    assert refused.value.field == "run.initialization_time"
    json.dumps(sl.catalog.completed(carried))


@pytest.mark.parametrize(
    "value",
    [timedelta(seconds=7), np.timedelta64(7, "s"), np.array([7], "m8[s]"), "7 s", ["7 s"]],
    ids=lambda value: type(value).__name__,
)
def test_kernels_refuse_quantities_by_name(value):
    with pytest.raises((TypeError, ValueError), match="optimal_interval: write_time"):
        sl.checkpoint.optimal_interval(value, 1e4)


def test_kernels_refuse_lists_of_quantities(u):
    with pytest.raises(TypeError, match=r"optimal_interval: mtbf must be .* \[s\], not a quantity in minute"):
        sl.checkpoint.optimal_interval(7.0, [7 * u.minute, 8 * u.minute])


# the failure rate as people know it


def without_mttf(**fields):
    return sl.TrainingRun(**{k: v for k, v in FIELDS.items() if k != "gpu_mttf"}, **fields)


def test_mtbf_of_the_job():
    found = without_mttf(mtbf="3 h")
    assert found.gpu_mttf == 10800 * 16384
    assert found.mtbf == 10800
    assert found == run(gpu_mttf=10800 * 16384)
    assert found.replace(gpus=32768).gpu_mttf == found.gpu_mttf
    assert found.replace(mtbf="6 h").gpu_mttf == 2 * found.gpu_mttf
    assert without_mttf(mtbf="unlimited").gpu_mttf == np.inf


def test_interruptions_in_wall_clock_time():
    downtime, count, days = 600.0, 419, 54
    found = without_mttf(interruptions=count, days=days, downtime=downtime)
    # in that time the job ran between the interruptions and stood still after each
    assert count * (found.mtbf + downtime) == pytest.approx(days * 86400, rel=1e-14)
    assert without_mttf(interruptions=count, days="54 d", downtime=downtime) == found
    assert without_mttf(interruptions=count, days=timedelta(days=54), downtime="10 min") == found
    assert without_mttf(interruptions=count, days="1296 h", downtime="10 min") == found
    mtbf = sl.failures.mtbf_from_interruptions(count, days * 86400, downtime)
    assert found.gpu_mttf == sl.failures.gpu_mttf_from_mtbf(mtbf, 16384)


def test_arrays_of_what_stands_in():
    xarray = pytest.importorskip("xarray")
    found = without_mttf(mtbf=["3 h", "6 h"])
    np.testing.assert_array_equal(found.gpu_mttf, np.array([10800, 21600]) * 16384.0)
    grid = sl.TrainingRun(
        gpus=np.array([1024, 2048])[:, None], interruptions=[1, 2, 3], days=2, checkpoint_bytes=1e12, write_bandwidth=1e12
    )
    np.testing.assert_allclose(grid.mtbf, np.broadcast_to(2 * 86400 / np.array([1, 2, 3]), (2, 3)), rtol=1e-15)
    labelled = without_mttf(mtbf=xarray.DataArray([10800.0, 21600.0], dims="rate"))
    assert labelled.gpu_mttf.dims == ("rate",)


@pytest.mark.parametrize(
    ("fields", "error", "text"),
    [
        ({}, TypeError, r"TrainingRun needs 'gpu_mttf' \(.*\), or 'mtbf' \(.*\), or 'interruptions' \(.*\) with 'days' \("),
        ({"mtbf": 1, "gpu_mttf": 1}, ValueError, r"only one of gpu_mttf, mtbf, interruptions with days, failure_rate may be"),
        ({"mtbf": 1, "interruptions": 1, "days": 1}, ValueError, r"only one of gpu_mttf, mtbf, interruptions with days"),
        ({"interruptions": 3}, ValueError, r"TrainingRun needs 'days' beside 'interruptions'"),
        ({"days": 3}, ValueError, r"TrainingRun needs 'interruptions' beside 'days'"),
        ({"mtbf": 0}, ValueError, r"TrainingRun: mtbf = 0 must be > 0 \[s\]"),
        ({"interruptions": 0, "days": 3}, ValueError, r"TrainingRun: interruptions = 0 must be > 0"),
        ({"interruptions": 100, "days": 1, "downtime": 864}, ValueError, r"interruptions: the downtime after each"),
        ({"mtbf": "3 GB"}, ValueError, r"TrainingRun: mtbf: '3 GB' is a quantity in B"),
        ({"mtbf": [1, 2], "downtime": [1, 2, 3]}, ValueError, r"shapes do not broadcast"),
        ({"mtb": 3}, TypeError, r"has no field 'mtb'; did you mean 'mtbf'"),
    ],
)
def test_what_stands_in_is_given_once_and_whole(fields, error, text):
    with pytest.raises(error, match=text):
        without_mttf(**fields)


def test_requests_take_what_stands_in():
    base = {k: v for k, v in FIELDS.items() if k != "gpu_mttf"}
    asked = sl.ask({"question": "goodput", "run": {**base, "mtbf": "3 h"}})
    assert asked["columns"]["goodput"] == without_mttf(mtbf="3 h").goodput
    # at the size of the run, whatever is swept
    swept = sl.ask({"question": "mtbf", "run": {**base, "mtbf": "3 h"}, "over": {"run.gpus": [16384, 32768]}})
    assert swept["columns"]["mtbf"] == [10800, 5400]
    sizes = {"run.gpus": [1024, 2048], "run.mtbf": ["3 h", "6 h"]}
    del base["gpus"]
    assert sl.ask({"question": "mtbf", "run": base, "over": sizes})["columns"]["mtbf"] == [10800, 21600]
    counts = {"run.interruptions": [2, 4]}
    found = sl.ask({"question": "mtbf", "run": {**base, "gpus": 8, "days": 2}, "over": counts})
    assert found["columns"]["mtbf"] == [86400, 43200]
    with pytest.raises(sl.catalog.RequestError, match="mtbf needs 'gpus' beside it"):
        sl.ask({"question": "mtbf", "run": {**base, "mtbf": 3}, "over": {"run.gpus": [1, 2]}})


def test_what_is_far_outside_the_usual_draws_a_remark():
    asked = sl.ask({"question": "goodput", "run": {**FIELDS, "gpu_mttf": "3 h"}})
    assert len(asked["remarks"]) == 1
    assert asked["remarks"][0].startswith("run.gpu_mttf = 3 h is far below what is usual: 5000 h to 500000 h; ")
    assert "remarks" not in sl.ask({"question": "goodput", "run": FIELDS})
    swept = {"question": "goodput", "run": FIELDS, "over": {"run.gpu_mttf": ["3 h", "50000 h"]}}
    assert "remarks" not in sl.ask(swept)  # whoever sweeps means it
    assert "remarks" not in sl.ask({"question": "goodput", "run": {**FIELDS, "gpu_mttf": "unlimited"}})


def test_a_run_draws_the_same_remark_in_python():
    run = sl.TrainingRun(**{**FIELDS, "gpu_mttf": "3 h"})
    assert run.remarks == sl.ask({"question": "goodput", "run": run.as_request()})["remarks"]
    assert run.remarks[0] in sl.analysis.assess(run).note
    assert sl.TrainingRun(**FIELDS).remarks == []
    swept = run.replace(gpu_mttf=np.array([3.0, 3600.0]), checkpoint_bytes="1 EB")
    assert [remark.partition(" = ")[0] for remark in swept.remarks] == ["run.checkpoint_bytes"]
    assert sl.strategies.in_memory(exchange_time="3 h").remarks[0].startswith("strategy.exchange_time = 3 h is far above")


def test_every_usual_range_holds_its_own_ends():
    """No field is far outside of what its own row calls usual."""
    for row in sl.TrainingRun.fields():
        if not row.usual:
            continue
        for end in row.usual:
            if row.holds(end):
                asked = sl.ask({"question": "mtbf", "run": {**FIELDS, row.name: end}})
                assert "remarks" not in asked


def rows():
    """Every number of every kind and of every question: what it is called, its row."""
    tables = sl.catalog.describe()
    kinds = {f"{group} {name}": kind for group, of in tables["kinds"].items() for name, kind in of.items()}
    asked = {f"question {name}": question for name, question in tables["questions"].items()}
    found = [(f"{owner}: {row['name']}", row) for owner, of in (kinds | asked).items() for row in of["fields"]]
    return [(name, row) for name, row in found if row["unit"]]


def test_per_cent_says_shares_and_what_is_relative():
    relative = {"overhead", "elasticity", "relative_accuracy", "noise", "prior", "downtime_spread", "probability"}
    relative |= {"low", "high", "median", "lower", "upper"}  # of a distribution of whatever it is
    relative |= {"afr"}  # a rate, said as a share
    exponents = {"exponent", "batch_exponent", "replica_exponent"}
    for name, row in rows():
        inside = row["low"] not in (None, "-unlimited") and row["low"] >= 0 and row["high"] in (0.5, 1)
        if row.get("share"):
            assert row["unit"] == "1" and (inside or row["name"] in relative) and not row.get("whole"), name
        else:
            assert not inside or row["name"] in exponents, name
    assert {"training_run", "blocking"} <= {name.split()[1].rstrip(":") for name, _ in rows()}


CLASSES = [c for c in vars(sl).values() if isinstance(c, type) and hasattr(c, "fields")]
ROOMS = (sl.checkpoint, sl.economics, sl.failures, sl.federated, sl.growth, sl.limits, sl.network, sl.parallelism, sl.search)
ROOMS += (sl.storage, sl.strategies, sl.supply, sl.uncertainty, sl.workload, sl.analysis)
CLASSES += [c for room in ROOMS for c in vars(room).values() if isinstance(c, type) and getattr(c, "_fields", None)]
NUMBERS = {(c._owner, f.name): f for c in CLASSES if isinstance(getattr(c, "_fields", None), dict) for f in c._fields.values()}


def test_per_cent_is_taken_where_it_says_something_and_refused_by_name(u):
    from scaling_limits import _parameters

    for (owner, name), field in NUMBERS.items():
        for given in ("25 %", ["25 %"], np.array(["25 %"]), 25 * u.percent, np.array([25.0]) * u.percent):
            if field.boolean:
                continue
            if field.share:
                assert np.ravel(_parameters.checked(owner, field, given))[0] == 0.25
                continue
            with pytest.raises(ValueError, match=rf"{owner}: {name}: '(25|25\.0|0\.25) [%1]' "):
                _parameters.checked(owner, field, given)


def test_per_cent_of_gpus_is_refused_at_every_door(u, tmp_path, capsys):
    from scaling_limits.cli import main

    says = "gpus: '15360 %' is in per cent, and is no share; it must be a plain number such as '16384'"
    run = {**FIELDS, "gpus": "15360 %"}
    with pytest.raises(sl.catalog.RequestError, match=says):
        sl.ask({"question": "goodput", "run": run})
    with pytest.raises(sl.catalog.RequestError, match=says):
        sl.ask({"question": "goodput", "run": FIELDS, "over": {"run.gpus": ["15360 %"]}})
    with pytest.raises(sl.catalog.RequestError, match=r"gpus: '15360\.0 %' is in per cent"):
        sl.ask({"question": "goodput", "run": {**FIELDS, "gpus": 15360 * u.percent}})
    assert sl.ask({"question": "goodput", "run": {**FIELDS, "gpus": 16384 * u.dimensionless}})["columns"]["status"] == "ok"
    file = tmp_path / "run.toml"
    fields = "\n".join(f"{name} = {json.dumps(x)}" for name, x in run.items())
    file.write_text(f"[run]\n{fields}")
    request = tmp_path / "request.toml"
    request.write_text(f"question = 'goodput'\n[run]\n{fields}")
    for command in (["plan", str(file)], ["limits", str(file)], ["ask", str(request)]):
        with pytest.raises(SystemExit, match="2"):
            main(command)
        told = capsys.readouterr()
        assert says in " ".join((told.out + told.err).split())
    file.write_text("[run]\n" + "\n".join(f"{name} = {x}" for name, x in FIELDS.items()))
    log = tmp_path / "log.csv"
    log.write_text("start\n0\n10\n")
    for command in (
        ["sweep", str(file), "--over", "gpus=10 %:20 %:3"],
        ["plan", str(file), "--from-log", str(log), "--log-gpus", "1000 %"],
    ):
        with pytest.raises(SystemExit, match="2"):
            main(command)
        told = capsys.readouterr()
        assert "in per cent, and is no share" in " ".join((told.out + told.err).split()), (command, told)
    uncertain = sl._core.uncertain_input({"question": "goodput", "run": FIELDS}, "run.gpus", "1000 % to 2000 %")
    assert "'1000 %' is in per cent, and is no share" in uncertain["error"]["message"]
    asked = {"question": "goodput", "run": FIELDS, "strategy": {"blocking": {}}}
    assert "error" not in sl._core.uncertain_input(asked, "strategy.slowdown", "1 % to 2 %")
