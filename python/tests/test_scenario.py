# SPDX-License-Identifier: Apache-2.0
"""A scenario and its timeline, against formulas written out here, dense scans and the solver asked by hand."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl
from scaling_limits.analysis import Scenario, elasticities, required_growth

medians = sl.published.epoch_2030
G90 = sl.limits.goodput_at_least(0.9)
CRITERIA = {"write = MTBF": sl.limits.write_time_equals_mtbf(), "goodput 0.9": G90}


def test_the_table_of_the_sheet() -> None:
    table = sl.timeline(medians, [2024.0, 2026.0, 2030.0], CRITERIA)
    expected = {
        "power": [4.6385e5, 1.1803e6, 2.5493e6],
        "chips": [5.7200e5, 1.5695e6, 1.2972e7],
        "data": [2.2573e7, 1.4269e7, 5.7018e6],
        "latency": [1.8275e9, 1.0425e9, 3.5118e8],
        "write = MTBF": [5.3311e7, 1.3003e7, 7.7351e5],
        "goodput 0.9": [2.8578e5, 6.9702e4, 4146.4],
    }
    np.testing.assert_allclose(table.demand, [3247.9, 2.6329e4, 1.7303e6], rtol=5e-5)  # five digits
    assert list(table.limits) == list(expected)
    for name, sizes in expected.items():
        np.testing.assert_allclose(table.limits[name], sizes, rtol=5e-5)
        np.testing.assert_allclose(table.slack[name], table.limits[name] / table.demand, rtol=1e-14)
    needed = [sl.limits.required(medians.run_at(year), "write_bandwidth", 0.9).value for year in (2024, 2026, 2030)]
    np.testing.assert_allclose(needed, [0.02273e12, 0.7555e12, 834.6e12], rtol=3e-4)  # four digits
    assert list(table.binding) == ["goodput 0.9"] * 3
    assert table.binds_in["goodput 0.9"] == pytest.approx(2026.5557, abs=5e-5)
    assert table.binds_in["power"] == pytest.approx(2030.4215, abs=5e-5)


@pytest.mark.parametrize("law", [sl.growth.fixed, sl.growth.chinchilla, sl.growth.proportional])
@pytest.mark.parametrize(("restart", "date"), [(0, 2026.5557), (60, 2026.4032), (300, 2025.9720)])
def test_a_date_knows_no_growth_law_in_size(law: sl.growth.PowerLaw, restart: float, date: float) -> None:
    scenario = medians.replace(growth=law, **{"run.initialization_time": restart})
    assert sl.timeline(scenario, 2024.0, {"g": G90}).binds_in["g"] == pytest.approx(date, abs=5e-5)


def test_dates_move_with_the_conventions() -> None:
    trained = medians.replace(
        **{"hardware.peak_flops": 989.4e12, "hardware.utilization": 0.4, "hardware.duration": 90 * sl.units.day}
    )
    assert trained.run_at(2024.0).gpus == pytest.approx(12348, abs=0.5)
    for restart, date in ((0, 2025.7934), (300, 2024.9488)):
        scenario = trained.replace(**{"run.initialization_time": restart})
        assert sl.timeline(scenario, 2024.0, {"g": G90}).binds_in["g"] == pytest.approx(date, abs=5e-5)


def test_every_strategy_and_factor_has_its_place() -> None:
    plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14), sl.strategies.elastic(replicas=32)]
    step = sl.limits.StrongScaling(half_size=1e6)
    efficient = sl.limits.efficiency_at_least(0.8)
    for plan in plans:
        scenario = medians.replace(strategy=plan, factors=[step], growth=sl.growth.chinchilla)
        for year in (2024.5, 2029.0):
            table = sl.timeline(scenario, year, {"e": efficient})
            run = scenario.run_at(year)
            by_hand = sl.limits.max_gpus(run, efficient, sl.growth.chinchilla, plan, [step])
            assert table.limits["e"] == by_hand.value
            assert table.statuses["e"] == by_hand.status
            wall = sl.limits.HardCap(gpus=min(table.limits[name] for name in ("power", "chips", "data")))
            latency = sl.limits.PowerLaw(ratio=1, gpus=table.limits["latency"], exponent=(1 + 0.27 - 0.36) / 2, name="latency")
            all_in = sl.limits.max_gpus(run, efficient, sl.growth.chinchilla, plan, [step, latency, wall])
            assert float(table.combined) == pytest.approx(all_in.value, rel=1e-12)


def test_fields_and_dates_broadcast() -> None:
    growth = np.array([1.10, 1.15, 1.32])
    scenario = medians.replace(**{"power.growth": growth[:, None], "yearly.write_bandwidth": np.array([[1.0], [2.0], [3.0]])})
    table = sl.timeline(scenario, [2024.0, 2027.0, 2030.0, 2033.0], {"g": G90})
    assert np.shape(table.limits["power"]) == (3, 4)
    for i, one in enumerate(growth):
        single = medians.replace(**{"power.growth": one, "yearly.write_bandwidth": 1.0 + i})
        alone = sl.timeline(single, [2024.0, 2027.0, 2030.0, 2033.0], {"g": G90})
        np.testing.assert_array_equal(table.limits["power"][i], alone.limits["power"])
        np.testing.assert_array_equal(table.limits["g"][i], alone.limits["g"])
        assert table.binds_in["power"][i, 0] == alone.binds_in["power"]
        assert table.binds_in["g"][i, 0] == alone.binds_in["g"]


def test_dates_by_a_dense_scan() -> None:
    rng = np.random.default_rng(7)
    scan = np.linspace(2024, 2044, 20 * 64 + 1)
    for _ in range(12):
        scenario = medians.replace(
            compute_growth=rng.uniform(1.5, 6),
            share=rng.uniform(0.05, 0.9),
            yearly=sl.growth.per_year(write_bandwidth=rng.uniform(1, 4), initialization_time=rng.uniform(0.4, 1)),
            **{"run.initialization_time": rng.uniform(0, 400), "power.growth": rng.uniform(1.1, 1.5)},
        )
        table = sl.timeline(scenario, scan, CRITERIA)
        for name, date in table.binds_in.items():
            short = np.flatnonzero(~(table.slack[name] >= 1))
            if short.size == 0:
                assert date > 2044
            else:
                assert scan[max(short[0] - 1, 0)] <= date <= scan[short[0]]


def test_elasticities_are_differences() -> None:
    h = 1e-5
    for limit in ("demand", "power", "chips", "data", "latency", G90):
        found = elasticities(medians, limit, 2029.5)
        assert len(found) > 1
        for name, row in found.items():
            if name.startswith("growth."):
                continue

            def size(factor: float, name: str = name, limit: str | sl.limits.Criterion = limit) -> float:
                moved = medians.replace(**{name: dict(medians.numbers())[name] * factor})
                criteria = {} if isinstance(limit, str) else {"g": limit}
                table = sl.timeline(moved, 2029.5, criteria)
                return float(table.demand if limit == "demand" else table.limits[limit if isinstance(limit, str) else "g"])

            slope = (math.log(size(1 + h)) - math.log(size(1 - h))) / (2 * h)
            assert row.elasticity == pytest.approx(slope, rel=2e-6, abs=2e-8), name  # h^2, and rounding over h
    assert elasticities(medians, "power", 2030.0)["power.growth"].elasticity == pytest.approx(16.389403, abs=5e-7)


# what is nothing by default moves nothing; the others as they are
SPELT_OUT = {
    "blocking": sl.strategies.blocking(persist_latency=60, slowdown=0.05),
    "asynchronous": sl.strategies.asynchronous(copy_bandwidth=5e13, slowdown=0.02),
    "in_memory": sl.strategies.in_memory(exchange_time=20, write_time=1),
    "just_in_time": sl.strategies.just_in_time(share=0.8, step_time=5),
    "verified": sl.strategies.verified(verification_time=10, silent_share=0.1, recall=0.9),
    "replicated": sl.strategies.replicated(gpus_per_machine=4),
}


@pytest.mark.parametrize("strategy", (one_of_each("strategy") | SPELT_OUT).values(), ids=lambda strategy: strategy._kind)
@pytest.mark.parametrize(
    "criterion", [sl.limits.efficiency_at_least(0.3), sl.limits.elasticity_at_least(0.3), sl.limits.peak_throughput()], ids=str
)
def test_elasticities_of_strategies_and_factors_are_differences(
    strategy: sl.strategies.Strategy, criterion: sl.limits.Criterion
) -> None:
    factors = [sl.limits.StrongScaling(half_size=3e5), sl.limits.CriticalBatch(critical_size=4e6)]
    scenario = medians.replace(strategy=strategy, factors=factors, growth=sl.growth.chinchilla)
    found = elasticities(scenario, criterion, 2026.5)
    numbers = dict(scenario.numbers())
    whole = {f"strategy.{field.name}" for field in strategy.fields() if field.whole or field.boolean}
    assert "factor.0.half_size" in found
    # every number that has an effect is there: of the others a difference is 0
    for name, value in numbers.items():
        part = name.rpartition(".")[0]
        if not (part == "strategy" or part.startswith("factor")) or value in (None, 0):
            continue
        if name in ("strategy.taken_share", "strategy.burst"):  # 1 here, and no more, or no less, can be
            continue
        if name in whole:
            assert name not in found
            continue

        def log_size(factor: float, name: str = name, value: float = value) -> float:
            return math.log(sl.timeline(scenario.replace(**{name: value * factor}), 2026.5, {"c": criterion}).limits["c"])

        h = 1e-4
        near, wide = ((log_size(1 + k * h) - log_size(1 - k * h)) / (2 * k * h) for k in (1, 2))
        exact = found[name].elasticity if name in found else 0.0
        assert exact == pytest.approx((4 * near - wide) / 3, rel=1e-6, abs=1e-6), name


def test_supplies_are_those_of_the_timeline() -> None:
    rng = np.random.default_rng(3)
    names = [
        name
        for name, value in medians.numbers()
        if name.split(".")[0] in ("power", "ring", "chips", "data", "wall", "hardware")
    ]
    numbers = dict(medians.numbers())
    for count in (1, 31, 32, 33, 100):  # blocks of the evaluator, and what is left of them
        drawn = {
            name: float(numbers[name]) * np.exp(0.02 * rng.standard_normal(count))
            for name in names
            if numbers[name] is not None
            and 0 < numbers[name] < np.inf
            and not name.endswith(("quality", "volume_ratio", "bytes_per_parameter"))
        }
        scenario = medians.replace(**drawn)
        years = 2024 + 10 * rng.random(count)
        found, table = scenario.supplies(years), sl.timeline(scenario, years)
        for name in ("power", "chips", "data", "latency"):
            np.testing.assert_array_equal(found.limits[name], table.limits[name])
            np.testing.assert_array_equal(found.compute[name], table.compute[name])
        for i in (0, count - 1):
            alone = medians.replace(**{name: float(x[i]) for name, x in drawn.items()}).supplies(float(years[i]))
            assert {name: float(x[i]) for name, x in found.compute.items()} == alone.compute
    without = medians.replace(chips=None, wall=None).supplies(2030)
    assert set(without.limits) == {"power", "data"}
    assert np.isnan(medians.supplies([2023.0, 2030.0]).limits["power"][0])
    with pytest.raises(ValueError, match="year = 2023"):
        medians.supplies(2023)


def test_required_growth() -> None:
    found = required_growth(medians, "write_bandwidth", G90)
    assert found.value == pytest.approx(4.1**1.5 / 1.44, rel=1e-9)
    assert found.at_least == 1
    slow = medians.replace(**{"run.initialization_time": 300})
    assert required_growth(slow, "write_bandwidth", G90).status == "infeasible"
    restart = required_growth(slow.replace(**{"run.write_bandwidth": math.inf}), "initialization_time", G90)
    assert restart.value == pytest.approx(1.44 / 4.1, rel=1e-9)
    assert restart.at_least == 0


def test_a_scenario_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(medians)) == medians
    assert hash(medians.replace()) == hash(medians)
    assert medians.replace(share=0.3) != medians
    assert medians.replace(power=None).power is None
    assert "power" not in sl.timeline(medians.replace(power=None, ring=None), 2030.0).limits
    with pytest.raises(AttributeError, match="frozen"):
        medians.share = 0.3
    with pytest.raises(AttributeError, match="did you mean 'chips'"):
        _ = medians.chip
    table = sl.timeline(medians, [2024.0, 2030.0], CRITERIA)
    assert pickle.loads(pickle.dumps(table)) == table
    frame = table.to_dataframe()
    assert len(frame) == 2 and frame["limits.power"].iloc[1] == table.limits["power"][1]
    assert table.as_dict()["binds_in"]["power"] == table.binds_in["power"]
    # as a request it has the same answer
    asked = {"question": "timeline", **medians.as_request(), "with": {"year": 2030}}
    assert sl.ask(asked)["columns"]["limits.power"] == table.limits["power"][1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"power.grwth": 1.2}, r"no number 'power.grwth'; did you mean 'power.growth'"),
        ({"shre": 0.2}, r"did you mean 'share'"),
        ({"site.power": 1}, r"no number 'site.power'"),
        ({"share": 1.5}, r"share = 1.5 must be in \(0, 1\]"),
        ({"power.growth": -1}, r"growth = -1 must be > 0"),
        ({"power.ai_power": 1e12}, r"ai_power"),
        ({"yearly.gpus": 2.0}, r"gpus follows from the demand"),
        ({"factor.0.half_size": 1e5}, r"no number 'factor.0.half_size'"),
    ],
)
def test_what_leads_nowhere_is_refused(changes: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sl.timeline(medians.replace(**changes), 2030.0)


def test_bad_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="years = 2023 must be >= 2024"):
        sl.timeline(medians, 2023)
    with pytest.raises(ValueError, match="'power' is the name of a supply"):
        sl.timeline(medians, 2030, {"power": G90})
    with pytest.raises(ValueError, match="limit must be a criterion or one of demand"):
        elasticities(medians, "water", 2030)
    with pytest.raises(ValueError, match="no chips"):
        elasticities(medians.replace(chips=None), "chips", 2030)
    with pytest.raises(ValueError, match="did you mean 'write_bandwidth'"):
        required_growth(medians, "write_bandwith", G90)
    with pytest.raises(TypeError, match="hardware must be a Hardware"):
        Scenario(compute=1e25, compute_growth=4, start=2024, hardware=2e15, run=medians.run)
    # inside arrays, NaN and its reason
    table = sl.timeline(medians, [2023.0, 2030.0])
    assert np.isnan(table.demand[0]) and table.demand[1] > 0


def test_growth_per_year() -> None:
    run = medians.run
    law = sl.growth.per_year(write_bandwidth=2.0, initialization_time=0.7)
    assert law.factors == {"write_bandwidth": 2.0, "initialization_time": 0.7}
    later = law.at(run.replace(initialization_time=100), np.array([0.0, 1.0, 2.0]))
    np.testing.assert_allclose(later.write_bandwidth, 2e12 * np.array([1, 2, 4]), rtol=1e-15)
    np.testing.assert_allclose(later.initialization_time, 100 * 0.7 ** np.arange(3), rtol=1e-15)
    assert law.at(run, 1.0).read_bandwidth == math.inf
    assert pickle.loads(pickle.dumps(law)) == law
    for wrong in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="write_bandwidth"):
            sl.growth.per_year(write_bandwidth=wrong)
    with pytest.raises(ValueError, match="no field 'bandwidth'"):
        sl.growth.per_year(bandwidth=2)
