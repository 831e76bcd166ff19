# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl
from scaling_limits import analysis

RUN = sl.published.llama3_405b().replace(read_bandwidth=2e12, storage_latency=0.1, initialization_time=300.0, downtime=60.0)
CRITERIA = one_of_each("criterion", {"cheapest_gpus": "has a function, which says more"}).values()


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda criterion: type(criterion).__name__)
@pytest.mark.parametrize("growth", [sl.growth.fixed(), sl.growth.chinchilla()], ids=repr)
def test_elasticities_are_the_slopes_of_the_limit(criterion: sl.limits.Criterion, growth: sl.growth.PowerLaw) -> None:
    step = 1e-4
    found = analysis.levers(RUN, criterion, growth)
    assert list(found) == [field.name for field in RUN.fields() if field.name != "gpus"]
    for name, lever in found.items():
        value = getattr(RUN, name)
        sizes = sl.limits.max_gpus(RUN.replace(**{name: value * np.exp([-step, step])}), criterion, growth).value
        slope = np.log(sizes[1] / sizes[0]) / (2 * step)
        assert lever.elasticity == pytest.approx(slope, rel=1e-6, abs=1e-9)  # error of the difference: step^2
        assert lever.doubled == sl.limits.max_gpus(RUN.replace(**{name: 2 * value}), criterion, growth).value
        assert lever.halved_factor == lever.halved / sl.limits.max_gpus(RUN, criterion, growth).value
        assert lever.doubled_gain == RUN.replace(**{name: 2 * value}).goodput - RUN.goodput
        assert lever.halved_gain == RUN.replace(**{name: value / 2}).goodput - RUN.goodput


def test_a_lever_knows_the_unit_of_its_field() -> None:
    found = analysis.levers(RUN)
    assert {name: lever.unit for name, lever in found.items()} == {
        field.name: field.unit for field in sl.TrainingRun.fields() if field.name in found
    }
    assert "value=50000 h, unit='s'" in repr(found["gpu_mttf"])
    assert "50000 h" in found["gpu_mttf"]._repr_html_()


def test_levers_of_arrays_and_of_no_limit() -> None:
    many = analysis.levers(RUN.replace(downtime=np.array([0.0, 60.0])), sl.limits.goodput_at_least(0.9))
    assert many["gpu_mttf"].elasticity.shape == (2,)
    assert many["downtime"].elasticity[0] == 0
    free = RUN.replace(checkpoint_bytes=0, initialization_time=0, downtime=0, storage_latency=0)
    lever = analysis.levers(free)["gpu_mttf"]
    assert math.isnan(lever.elasticity) and lever.status == "no limit"


def test_the_criterion_that_stands_where_none_is_given_is_the_catalogues() -> None:
    kinds = sl.catalog.describe()["kinds"]["criterion"]
    assert [name for name, kind in kinds.items() if kind["default"]] == ["peak_throughput"]
    usual, peak = sl.limits.max_gpus(RUN), sl.limits.max_gpus(RUN, sl.limits.peak_throughput())
    assert (usual.value, usual.goodput, usual.asked) == (peak.value, peak.goodput, peak.asked)
    assert usual.goodput > 0.1
    assert analysis.levers(RUN) == analysis.levers(RUN, sl.limits.peak_throughput())
    asked = {"question": "limit", "run": RUN.as_request()}
    assert sl.ask(asked)["columns"]["value"] == peak.value
    assert sl.catalog.completed(asked)["criterion"] == {"name": "peak_throughput"}
    assert "criterion" not in sl.catalog.completed(
        {**asked, "question": "required", "with": {"field": "gpu_mttf", "goodput": 0.9}}
    )


def test_an_assessment_is_what_the_parts_say() -> None:
    found = analysis.assess(RUN, retained=3, step_time=20.0)
    assert found.interval == RUN.optimal_interval
    assert found.interval_cost == pytest.approx(0, abs=1e-15)
    assert found.band == pytest.approx(sl.checkpoint.interval_band(RUN.write_time, RUN.mtbf), rel=1e-14)
    best = RUN.goodput
    for end in found.band:
        assert sl.strategies.blocking(interval=float(end)).goodput(RUN) == pytest.approx(0.99 * best, rel=1e-12)
    assert found.steps in (11, 12)  # 237 s in steps of 20 s
    lost = found.gpu_hours_lost_per_day
    assert sum(lost.values()) == pytest.approx(24 * RUN.gpus * (1 - best))
    for name, gain in found.goodput_gain.items():
        field = next(field for field in RUN.fields() if field.name == name)
        improved = RUN.replace(**{name: getattr(RUN, name) * (0.5 if field.effect == "cost" else 2)})
        assert gain == improved.goodput - best > 0, name
    assert found.capacity == 15e12
    assert found.capacity_while_writing == 20e12
    assert found.bytes_written_per_day == pytest.approx(86400 * best / RUN.optimal_interval * 5e12)
    assert found.interruptions_per_day == pytest.approx(86400 / RUN.mtbf / (1 + 60 / RUN.mtbf))


@pytest.mark.parametrize(
    "plan",
    [
        *one_of_each("strategy", {"independent": "is played as one of its learners"}).values(),
        sl.strategies.just_in_time(share=0.8, step_time=10.0),
        sl.strategies.replicated(revive=False),
        sl.strategies.in_memory(exchange_time=3.0),
    ],
    ids=lambda plan: type(plan).__name__,
)
def test_a_day_is_one_of_a_simulated_run(plan: sl.strategies.Strategy) -> None:
    harsh = RUN.replace(gpus=65_536, downtime=600.0)
    found, played = analysis.assess(harsh, plan), sl.simulation.simulate(harsh, plan, relative_accuracy=2e-3)
    days = played.elapsed / 86400
    for name in ("interruptions", "checkpoints", "saves_just_in_time", "detections"):
        count, a_day = getattr(played, name), getattr(found, f"{name}_per_day")
        # no less regular than a Poisson count, or than what the simulation was asked for
        assert count == pytest.approx(a_day * days, rel=5 * 2e-3, abs=5 * math.sqrt(count)), name
    assert played.bytes_written == pytest.approx(found.bytes_written_per_day * days, rel=5 * 2e-3)
    working = found.useful_throughput / (harsh.gpus - plan.requirements(harsh)["spares"])
    assert found.bytes_written_per_day == pytest.approx(86400 * plan.requirements(harsh)["bandwidth"] * working)


def test_an_own_interval_has_its_price() -> None:
    hourly = sl.strategies.blocking(interval=3600.0)
    found = analysis.assess(RUN, hourly)
    assert found.interval == 3600
    assert found.interval_cost == pytest.approx(1 - hourly.goodput(RUN) / RUN.goodput, rel=1e-12)


def test_one_write_in_flight_bounds_the_band() -> None:
    plan = sl.strategies.blocking(persist_latency=600.0)
    assert analysis.assess(RUN, plan).band[0] == 600


def test_assessments_of_arrays() -> None:
    found = analysis.assess(RUN.replace(gpus=np.array([1e4, 1e5, 1e6])))
    assert found.band[0].shape == found.goodput.shape == found.gpu_hours_lost_per_day["rework"].shape == (3,)


@pytest.mark.parametrize("bad", [{"tolerance": -0.1}, {"tolerance": math.nan}, {"retained": -1}, {"step_time": 0}])
def test_bad_options_are_named(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        analysis.assess(RUN, **bad)


def test_an_explanation_carries_the_numbers() -> None:
    text = analysis.explain(sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla()))
    limit = sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla())
    assert f"{limit.value:.6g}" in text
    assert "-ln(0.9)" in text
    for term in limit.shares:
        assert term in text
    with pytest.raises(ValueError, match="explain"):
        analysis.explain(sl.limits.max_gpus(RUN.replace(gpus=np.array([1.0, 2.0]))))


def test_what_changed_sums_to_the_difference() -> None:
    after = RUN.replace(gpus=32_768, initialization_time=120.0, write_bandwidth=4e12)
    found = analysis.what_changed(RUN, after)
    assert set(found.by_field) == {"gpus", "initialization_time", "write_bandwidth"}
    assert (found.before, found.after) == (RUN.goodput, after.goodput)
    assert sum(found.by_field.values()) == pytest.approx(found.after - found.before, abs=1e-15)
    assert found.by_field["gpus"] < 0 < found.by_field["initialization_time"]
    same = analysis.what_changed(RUN, RUN)
    assert (same.by_field, same.before) == ({}, same.after)
    one = analysis.what_changed(RUN, RUN.replace(downtime=0.0), lambda run: run.useful_throughput)
    assert one.by_field["downtime"] == pytest.approx(one.after - one.before)


def test_limits_by_tier() -> None:
    rows = analysis.limits_by_tier(RUN)
    assert len(rows) == len(sl.published.tiers) * 3 * 3
    best = {row.tier: row.limit.value for row in rows if (row.growth, row.criterion) == ("chinchilla", "peak_throughput")}
    assert best["gpu_memory"] > best["local_disk"] > best["file_system"]
