# SPDX-License-Identifier: Apache-2.0
"""Money, energy and carbon: the shapes of the answers, arrays, texts with units, and sums done here again."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits.units import GW, TB, day, hour, kWh, year

economics = sl.economics
RUN = sl.TrainingRun(
    gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB, initialization_time=300, downtime=60
)
HOST = sl.storage.Tier(write_bandwidth=1e8, read_bandwidth=1e8, per_gpu=True)
PRICE = economics.Prices(gpu=2 / hour, bandwidth=1e6 / (TB * year), time=1e6 / day)


def test_prices_are_read_and_shown_as_people_say_them() -> None:
    said = economics.Prices(
        gpu="2 USD/h",
        bandwidth="1e6 USD/year per TB/s",
        electricity="0.08 USD/kWh",
        power_per_gpu="1 kW",
        carbon_intensity="385 gCO2/kWh",
        time="1e6 USD/d",
    )
    assert said.gpu == 2 / hour and said.time == 1e6 / day
    assert said.bandwidth == pytest.approx(PRICE.bandwidth, rel=1e-15)
    assert said.carbon_intensity == pytest.approx(0.385 / kWh, rel=1e-15)
    shown = repr(said)
    for text in ("gpu=2 USD/h", "bandwidth=1000000 USD/yr per TB/s", "electricity=0.08 USD/kWh", "time=1000000 USD/d"):
        assert text in shown
    assert "carbon_intensity=385 g/kWh" in shown and "power_per_gpu=1 kW" in shown
    assert pickle.loads(pickle.dumps(said)) == said
    with pytest.raises(
        ValueError, match=r"gpu.*'2 USD' is a quantity in USD; it must be a quantity in USD/s such as '2 USD/h'"
    ):
        economics.Prices(gpu="2 USD")
    with pytest.raises(ValueError, match=r"pue = 0\.5 must be >= 1"):
        economics.Prices(gpu=1, pue=0.5)
    with pytest.raises(TypeError, match="gpu"):
        economics.Prices()


def test_a_cost_is_its_time_at_its_prices() -> None:
    price = PRICE.replace(electricity=0.08 / kWh, power_per_gpu=1275, pue=1.1, carbon_intensity=0.385 / kWh)
    factor = sl.limits.StrongScaling(half_size=200_000)
    cost = economics.run_cost(RUN, 1e11, price, factors=factor)
    time = sl.limits.time_to_train(RUN, 1e11, factors=factor)
    assert cost.time == time
    energy = 16_384 * time * 1275 * 1.1
    assert cost.energy == pytest.approx(energy, rel=1e-14) and cost.carbon == pytest.approx(energy * 0.385 / kWh, rel=1e-14)
    assert cost.by_kind == pytest.approx(
        {
            "gpus": 16_384 * 2 / hour * time,
            "storage": 2e6 / year * time,
            "electricity": energy * 0.08 / kWh,
            "time": 1e6 / day * time,
        }
    )
    assert sum(cost.by_kind.values()) == pytest.approx(cost.total, rel=1e-14)
    assert sum(cost.by_term.values()) == pytest.approx(cost.total, rel=1e-14)
    breakdown = sl.strategies.blocking().breakdown(RUN)
    assert cost.by_term["restart"] == pytest.approx(breakdown["restart"] * cost.total)
    assert cost.by_term["useful"] == pytest.approx(breakdown["useful"] * factor.efficiency(16_384) * cost.total)
    assert cost.by_term["step"] == pytest.approx(breakdown["useful"] * (1 - factor.efficiency(16_384)) * cost.total)
    many = economics.run_cost(RUN.replace(gpus=np.array([1e3, 1e4, 1e5])), [1e11], price, factors=factor)
    assert many.total.shape == (3,) and many.by_term["rework"].shape == (3,)
    one = economics.run_cost(RUN.replace(gpus=1e4), 1e11, price, factors=factor)
    assert many.total[1] == one.total and many.by_term["rework"][1] == one.by_term["rework"]
    assert economics.run_cost(RUN, 1e11, PRICE.replace(gpu=[1, 2])).total.shape == (2,)
    assert economics.run_cost(RUN, "27.8e6 GPU*h", PRICE).total == pytest.approx(
        economics.run_cost(RUN, 27.8e6 * 3600, PRICE).total, rel=1e-14
    )


def test_what_has_no_end_or_no_answer_says_why() -> None:
    beyond = economics.run_cost(RUN, 1e11, PRICE, factors=sl.limits.HardCap(gpus=1000))
    assert beyond.total == np.inf and beyond.note == "no end: nothing useful is done"
    late = economics.run_cost(RUN, 1e11, PRICE, sl.strategies.blocking(interval=10, persist_latency=20))
    assert late.status == "infeasible" and "interval = 10" in late.note
    with pytest.raises(ValueError, match="interval = 10"):
        economics.lever_values(RUN, PRICE, sl.strategies.blocking(interval=10, persist_latency=20))
    assert economics.optimal_bandwidth(RUN, economics.Prices(gpu=1)).status == "no limit"
    assert economics.optimal_bandwidth(RUN.replace(checkpoint_bytes=0.0), PRICE).status == "already met"
    assert economics.optimal_bandwidth(RUN, economics.Prices(gpu=0)).note == "infeasible: nothing has a price"
    assert economics.optimal_spares(100, 1 / day, day, economics.Prices(gpu=0, time=1)) == np.inf
    with pytest.raises(ValueError, match="nothing has a price"):
        economics.optimal_spares(100, 1 / day, day, economics.Prices(gpu=0))
    assert np.isnan(economics.optimal_spares([100], 1 / day, day, economics.Prices(gpu=0))[0])


def test_the_cheapest_bandwidth_is_the_lowest_point_of_the_cost() -> None:
    plans = [
        sl.strategies.blocking(),
        sl.strategies.asynchronous(copy_bandwidth=100 * TB),
        sl.strategies.in_memory(exchange_time=5),
        sl.strategies.multilevel([sl.strategies.Level(HOST, 0.9), sl.strategies.Level(None, 0.1)]),
    ]
    for plan in plans:
        for loads in (False, True):
            found = economics.optimal_bandwidth(RUN, PRICE, plan, loads)
            bandwidth = found.value * np.geomspace(0.5, 2, 401)
            tried = RUN.replace(write_bandwidth=bandwidth, **({"read_bandwidth": bandwidth} if loads else {}))
            money = RUN.gpus * PRICE.gpu + PRICE.time + PRICE.bandwidth * bandwidth
            costs = money / plan.goodput(tried)
            assert abs(int(np.argmin(costs)) - 200) <= 1, plan
            assert found.share == pytest.approx(PRICE.bandwidth * found.value / money[200])
            assert found.overhead == pytest.approx(1 / plan.goodput(tried)[200] - 1)


def test_the_cheapest_size_can_be_explained() -> None:
    price = economics.Prices(gpu=2 / hour, time=1e6 / day)
    run = RUN.replace(checkpoint_bytes=20 * TB, downtime=0.0)
    limit = economics.optimal_gpus(run, 1e11, price)
    assert limit.value == pytest.approx(86_308, abs=0.5) and limit.goodput == pytest.approx(0.783959, abs=5e-7)
    assert limit.value == pytest.approx(sl.limits.cheapest_gpus(run, 1e11, fixed_gpus=1e6 / 48).value, rel=1e-13)
    assert "fixed_gpus = 20833.3" in sl.analysis.explain(limit)
    free = economics.optimal_gpus(run, 1e11, economics.Prices(gpu=0, time=1))
    assert free.value == sl.limits.fastest_gpus(run).value and "GPUs cost nothing" in free.note
    many = economics.optimal_gpus(run, 1e11, price.replace(time=[1.0, 1e6 / day]))
    assert many.value[1] == limit.value
    some = economics.optimal_gpus(run, 1e11, economics.Prices(gpu=[0.0, 0.0, price.gpu], time=[0.0, 1.0, price.time]))
    assert list(some.status) == ["infeasible", "ok", "ok"]
    assert np.isnan(some.value[0]) and some.value[1] == free.value and some.value[2] == limit.value


def test_spares_failures_and_levers() -> None:
    assert economics.optimal_spares(2048, 2048 * 3.789e-3 / day, 24 * hour, economics.Prices(gpu=1)) == 17
    assert list(economics.optimal_spares([10, 1e6], 1 / day, day, PRICE)) == sorted(
        economics.optimal_spares([10, 1e6], 1 / day, day, PRICE)
    )
    bare, price = RUN.replace(downtime=0.0), economics.Prices(gpu=2 / hour)
    cost = economics.failure_cost(bare, price)
    assert cost.per_second * day == pytest.approx(37_393.7, abs=0.05)
    assert cost.per_failure == pytest.approx(4754.85, abs=0.005)
    worth = economics.lever_values(bare, price)
    for name in ("gpu_mttf", "write_bandwidth", "initialization_time"):
        value = getattr(bare, name)
        better, worse = (bare.replace(**{name: value * factor}).goodput for factor in (1.001, 0.999))
        slope = np.log(better / worse) / np.log(1.001 / 0.999)
        assert worth[name] == pytest.approx(0.01 * 16_384 * 2 / hour * abs(slope), rel=1e-5)
    assert worth["downtime"] == worth["read_bandwidth"] == 0


def test_owning_energy_and_waiting() -> None:
    run = economics.AmortisedRun(
        price=24_875, age=638 * day, gpus=25_000, duration=2280 * hour, power=400, server_factor=2.03125, pue=1.25,
        electricity_price="0.0806 USD/kWh",
    )  # fmt: skip
    assert run.hourly_price == pytest.approx(0.520907, abs=5e-7)
    assert run.total == pytest.approx(40_155_934, abs=0.5) and run.upfront == pytest.approx(767_746_914, abs=0.5)
    assert run.hardware + run.network + run.energy_cost == pytest.approx(run.total, rel=1e-15)
    assert run.replace(gpus=[1, 2]).total.shape == (2,)
    assert economics.annuity_price(40_000, 5, 0.1, 0.05, 0.9, 1000, 1.2, 0.07 / kWh) * hour == pytest.approx(1.674983, abs=5e-7)
    assert economics.price_per_flop(2 / hour, 989.4e12, 0.4, 0.9) == pytest.approx(1.559743e-18, rel=5e-7)
    assert economics.longest_useful_run(1.3, 3) / year * 12 == pytest.approx(8.817, abs=5e-4)
    assert economics.training_energy(10_000, 14.8 * day, 330, 1.1) / (GW * hour) == pytest.approx(1.289376)
    assert economics.carbon(3.6e12, [0.1 / kWh, 0.4 / kWh]) == pytest.approx([1e5, 4e5])
