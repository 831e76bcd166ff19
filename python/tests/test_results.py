# SPDX-License-Identifier: Apache-2.0
"""What follows from a run, a strategy, a limit: values, shapes, dtypes, errors."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import scaling_limits as sl

NUMBERS = [
    "mtbf",
    "failure_rate",
    "write_time",
    "read_time",
    "restart_time",
    "optimal_interval",
    "goodput",
    "overhead",
    "useful_throughput",
]


def test_division(run) -> None:
    assert run.mtbf == 1.8e8 / 16_384
    assert run.failure_rate == 16_384 / 1.8e8
    assert run.write_time == 0.5 + 2.5
    assert run.read_time == 0.5 + 5
    assert run.restart_time == 305.5
    assert run.replace(read_bandwidth=math.inf).read_time == 0.5


def test_results_are_those_of_the_kernels(run) -> None:
    c, m, r, d = run.write_time, run.mtbf, run.restart_time, run.downtime
    assert run.optimal_interval == sl.checkpoint.optimal_interval(c, m)
    assert run.goodput == pytest.approx(sl.checkpoint.optimal_goodput(c, m, r, d), rel=1e-14)
    assert run.overhead == pytest.approx(1 / run.goodput - 1, rel=1e-12)
    assert run.useful_throughput == run.gpus * run.goodput
    plan = sl.strategies.blocking(interval=300, persist_latency=120, slowdown=0.1)
    assert plan.interval(run) == 300
    assert plan.goodput(run) == pytest.approx(sl.checkpoint.goodput(300, c, m, r, d, 120, 0.1), rel=1e-14)
    assert math.exp(-sum(plan.losses(run).values())) == pytest.approx(plan.goodput(run), rel=1e-14)
    parts = plan.breakdown(run)
    assert list(parts) == ["useful", "checkpoint", "rework", "restart", "downtime"]
    assert sum(parts.values()) == pytest.approx(1, abs=1e-15)
    assert parts["useful"] == pytest.approx(plan.goodput(run), rel=1e-14)
    assert parts["checkpoint"] == pytest.approx(plan.goodput(run) * (c + 12) / 300, rel=1e-13)


@pytest.mark.parametrize("name", NUMBERS)
def test_scalars_give_numbers_and_arrays_arrays(run, name) -> None:
    scalar = getattr(run, name)
    assert type(scalar) is float
    assert type(getattr(run.replace(gpus=np.float64(16_384), checkpoint_bytes=np.float64(5e12)), name)) is np.float64
    grid = run.replace(gpus=np.full((2, 1), 16_384), checkpoint_bytes=np.full(3, 5e12))
    assert np.broadcast_to(getattr(grid, name), (2, 3)).tolist() == [[scalar] * 3] * 2
    assert np.shape(getattr(run.replace(gpus=[], checkpoint_bytes=[]), name)) == (0,)
    empty = run.replace(gpus=np.ones((0, 3)), checkpoint_bytes=np.ones((2, 0, 1)))
    assert np.shape(getattr(empty, name)) in {(0, 3), (2, 0, 3), (2, 0, 1)}


def test_float32_stays(run) -> None:
    small = run.replace(gpus=np.array([1e3, 1e4], np.float32))
    assert small.goodput.dtype == np.float32
    assert small.breakdown["rework"].dtype == np.float32
    assert sl.limits.max_gpus(small).value.dtype == np.float32
    assert type(run.replace(gpus=np.float32(1e3)).goodput) is np.float32
    assert small.replace(downtime=np.array([1.0])).goodput.dtype == np.float64
    assert run.replace(gpus=np.array([1000], np.int16)).goodput.dtype == np.float64
    np.testing.assert_allclose(small.goodput, run.replace(gpus=[1e3, 1e4]).goodput, rtol=1e-7)


def test_what_has_no_answer(run) -> None:
    plan = sl.strategies.blocking(interval=10, persist_latency=60)
    for ask in (plan.interval, plan.goodput, plan.overhead, plan.useful_throughput, plan.losses, plan.breakdown):
        with pytest.raises(ValueError, match="interval = 10"):
            ask(run)
    many = sl.strategies.blocking(interval=[10.0, 300], persist_latency=60)
    assert np.isnan(many.goodput(run)).tolist() == [True, False]
    assert np.isnan(many.interval(run)).tolist() == [True, False]
    assert all(np.isnan(x).tolist() == [True, False] for x in many.breakdown(run).values())


@pytest.mark.parametrize("slowdown", [0, 0.1, 0.3, 1 / 3, 0.7])
def test_the_interval_a_strategy_answers_is_never_too_short_for_the_kernel(run, slowdown) -> None:
    latency = np.geomspace(1, 1e5, 500)
    plan = sl.strategies.blocking(persist_latency=latency, slowdown=slowdown)
    found = sl.checkpoint.goodput(plan.interval(run), run.write_time, run.mtbf, persist_latency=latency, slowdown=slowdown)
    assert not np.isnan(found).any()


def test_the_published_limits(bare) -> None:
    fixed = sl.limits.max_gpus(bare, sl.limits.write_time_equals_mtbf())
    assert fixed.value == pytest.approx(7.2e7, rel=1e-13)
    assert (fixed.status, fixed.binding, fixed.shares) == ("ok", "checkpoint", {"checkpoint": 1})
    assert fixed.roots == (fixed.value,)
    assert fixed.goodput == pytest.approx(0.1586, abs=1e-4)
    growing = sl.limits.max_gpus(bare, sl.limits.write_time_equals_mtbf(), sl.growth.chinchilla())
    assert growing.value == pytest.approx(4.3957e6, rel=1e-4)
    ninety = sl.limits.max_gpus(bare, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla())
    assert ninety.value == pytest.approx(134_637.495, rel=1e-8)
    assert ninety.goodput == pytest.approx(0.9, rel=1e-14)
    peak = sl.limits.max_gpus(bare, criterion=sl.limits.peak_throughput(), growth=sl.growth.fixed())
    assert peak.value == pytest.approx(0.7968121300 * 7.2e7, rel=1e-9)
    assert peak.useful_gpus == pytest.approx(peak.value * peak.goodput, rel=1e-15)


def test_no_limit_and_infeasible_are_answers(bare) -> None:
    grown = sl.growth.power_law(write_bandwidth=1)
    holds = sl.limits.max_gpus(bare, growth=grown)
    assert (holds.value, holds.status) == (math.inf, "no limit")
    assert "does not change with size" in holds.note
    fails = sl.limits.max_gpus(bare, sl.limits.goodput_at_least(0.99999), grown)
    assert math.isnan(fails.value)
    assert fails.status == "infeasible"
    assert fails.note
    plan = sl.strategies.blocking(interval=10, persist_latency=60)
    short = sl.limits.max_gpus(bare, sl.limits.goodput_at_least(0.9), strategy=plan)
    assert short.status == "infeasible"
    assert "interval = 10" in short.note
    tiny = sl.limits.max_gpus(bare.replace(gpu_mttf=1e-3), sl.limits.goodput_at_least(0.9))
    assert tiny.status == "ok" and tiny.value < 1 and "below one GPU" in tiny.note


def test_arrays_of_runs_give_arrays(run) -> None:
    sizes = run.replace(write_bandwidth=[[1e12, 2e12, 4e12]], initialization_time=[[0], [300]])
    for criterion in (sl.limits.goodput_at_least(0.9), sl.limits.peak_throughput(), sl.limits.added_gpu_worth_at_least(0.5)):
        limit = sl.limits.max_gpus(sizes, criterion)
        assert limit.value.shape == limit.status.shape == limit.binding.shape == limit.note.shape == (2, 3)
        assert set(limit.status.ravel()) == {"ok"}
        np.testing.assert_allclose(sum(limit.shares.values()), 1, rtol=1e-12)
        one = sl.limits.max_gpus(run.replace(write_bandwidth=4e12, initialization_time=300), criterion)
        assert one.value == limit.value[1, 2]
        assert one.binding == limit.binding[1, 2]
        assert {term: share[1, 2] for term, share in limit.shares.items()} == one.shares
        assert one.roots == tuple(limit.roots[1, 2])
    by_criterion = sl.limits.max_gpus(run, sl.limits.goodput_at_least([0.5, 0.9]))
    assert by_criterion.value[0] > by_criterion.value[1]
    empty = sl.limits.max_gpus(run.replace(gpus=[]))
    assert empty.value.shape == empty.status.shape == empty.binding.shape == (0,)
    assert all(x.shape == (0,) for x in empty.shares.values())
    mixed = sl.limits.max_gpus(
        run, sl.limits.goodput_at_least(0.9), strategy=sl.strategies.blocking(interval=[10, 600], persist_latency=60)
    )
    assert mixed.status.tolist() == ["infeasible", "ok"]
    assert np.isnan(mixed.value).tolist() == [True, False]
    assert mixed.binding[0] == ""
    assert "interval = 10" in mixed.note[0]


def test_the_wrong_kind_of_argument_is_named(run) -> None:
    with pytest.raises(TypeError, match="criterion must be a Criterion, not float"):
        sl.limits.max_gpus(run, 0.9)
    with pytest.raises(TypeError, match="call it"):
        sl.limits.max_gpus(run, sl.limits.peak_throughput)
    with pytest.raises(TypeError, match="run"):
        sl.limits.max_gpus(3)
    with pytest.raises(TypeError, match="growth"):
        sl.limits.max_gpus(run, growth={"downtime": 1})
    with pytest.raises(TypeError, match="strategy"):
        sl.limits.max_gpus(run, strategy="blocking")
    with pytest.raises(TypeError, match="factor"):
        sl.limits.max_gpus(run, factors=[3])


def test_required_mtbf_and_load() -> None:
    assert sl.limits.max_failure_load(0.9) == pytest.approx(0.9 - 1 - math.log(0.9), rel=1e-14)
    assert sl.limits.required_mtbf(0.9, 10, 300) == pytest.approx(6229.4, abs=0.05)


def test_limits_are_frozen_and_readable(run) -> None:
    limit = sl.limits.max_gpus(run, sl.limits.peak_throughput())
    with pytest.raises(AttributeError):
        limit.value = 3
    assert repr(limit).startswith("Limit(value=")
    assert "binding=" in repr(limit)
    assert pickle.loads(pickle.dumps(limit)).value == limit.value
    hard, faster = sl.limits.write_time_equals_mtbf(), sl.growth.power_law(write_bandwidth=2, storage_latency=-1)
    assert "no limit" in repr(sl.limits.max_gpus(run, hard, growth=faster))


def test_required_values(run) -> None:
    for field in ("write_bandwidth", "gpu_mttf", "checkpoint_bytes", "restart_time", "gpus"):
        found = sl.limits.required(run, field, 0.9)
        assert found.status == "ok"
        changes = {field: found.value}
        if field == "restart_time":
            changes = {"read_bandwidth": math.inf, "initialization_time": found.value - run.storage_latency}
        assert run.replace(**changes).goodput == pytest.approx(0.9, rel=1e-12)
    assert sl.limits.required(run, "write_bandwidth", 0.9).at_least is True
    assert sl.limits.required(run, "downtime", 0.9).at_least is False
    assert sl.limits.required(run, "write_bandwidth", 0.9999).status == "infeasible"
    many = sl.limits.required(run.replace(gpus=[1e4, 1e5, 1e7]), "write_bandwidth", 0.9)
    assert many.value.shape == (3,)
    assert many.status[2] == "infeasible"
    with pytest.raises(ValueError, match="did you mean 'write_bandwidth'"):
        sl.limits.required(run, "write_bandwith", 0.9)
    with pytest.raises(ValueError, match="goodput"):
        sl.limits.required(run, "downtime", 1)


def test_what_is_not_there_yet_is_refused_with_the_way_to_it(run) -> None:
    class Mine:
        pass

    criterion = sl.limits.goodput_at_least(0.9)
    with pytest.raises(TypeError, match=r"strategy must be a Strategy, not Mine; .* examples/own_model\.cpp"):
        sl.limits.max_gpus(run, criterion, strategy=Mine())
    for base, way in (
        (sl.strategies.Strategy, r"examples/own_model\.cpp"),
        (sl.limits.Factor, r"limits\.CustomFactor"),
        (sl.limits.Criterion, "such as goodput_at_least"),
        (sl.failures.Law, "Empirical"),
    ):
        with pytest.raises(TypeError, match=f"Own is none of the catalogue's kinds.*{way}"):
            type("Own", (base,), {})()
    with pytest.raises(TypeError, match=r"strategies must be a Strategy, not Mine; .* examples/own_model\.cpp"):
        sl.compare(run, [Mine()])
    for factors in (lambda gpus: 1.0, [lambda gpus: 1.0]):
        with pytest.raises(TypeError, match=r"every one of factors must be a Factor, not function; .* limits\.CustomFactor"):
            sl.limits.max_gpus(run, criterion, factors=factors)
