# SPDX-License-Identifier: Apache-2.0
"""Pools of spares, slow parts, and a level in the background, from Python."""

import math

import numpy as np
import pytest

import scaling_limits as sl

DAY = 86400.0


def test_pools_have_the_values_of_their_check() -> None:
    rate = 4096 * 0.01 / DAY
    share = sl.failures.running_share(50, rate, 2424 * 60, downtime=1200)
    assert share == pytest.approx(0.62146, abs=5e-6)
    assert sl.failures.running_share(3, 1 / 600, 7200, 300, 0.44) == pytest.approx(0.49758, abs=5e-6)
    assert sl.failures.running_share(44, rate / 4, 2424 * 60, 1200, parts=8) == pytest.approx(0.32836, abs=5e-6)
    assert sl.failures.renewed_rate(0.01, 0.05, 0.15, 0.76, 256) / 0.01 == pytest.approx(1.06167, abs=5e-6)
    given = {"failure_rate": 3e-4, "upper_failure_rate": 4e-5, "restart_time": 60, "upper_restart_time": 600}
    goodput = sl.checkpoint.background_copy_goodput(500, 3, 20, 1500, **given)
    assert goodput == pytest.approx(0.773947, abs=5e-7)


def test_a_pool_of_two_qualities_takes_arrays() -> None:
    pool = sl.failures.mixed_pool(8, 7, 3, 1 / 40000, 1 / 8000, 7200, [300, 300, 600])
    assert pool.running_share == pytest.approx([0.655543, 0.655543, pool.running_share[2]], abs=5e-7)
    assert 1 / pool.mean_rate[0] == pytest.approx(2626.01, abs=5e-3)
    assert pool.goodput(600, 30, 60)[:2] == pytest.approx(0.540070, abs=5e-7)
    assert pool.goodput([[600], [900]], 30).shape == (2, 3)
    assert math.isnan(sl.failures.mixed_pool(11, 7, 3, 1e-5, 1e-5, 7200).running_share)
    assert np.isnan(sl.failures.mixed_pool([8, 8.5], 7, 3, 1e-5, 1e-5, 7200).running_share).tolist() == [False, True]


def test_spared_says_what_is_taken_and_has_an_interval_of_its_own() -> None:
    run = sl.published.llama3_405b()
    usual = sl.strategies.spared(spares=16, repair_time=DAY)
    assert usual.goodput(run) < usual.replace(taken_share=0.5).goodput(run)
    assert usual.goodput(run) > usual.replace(parts=8).goodput(run)
    own = usual.replace(interval=600)
    assert own.interval(run) == 600 and own.goodput(run) <= usual.goodput(run)
    with pytest.raises(ValueError, match="parts"):
        sl.strategies.spared(spares=16, repair_time=DAY, parts=1.5)
    with pytest.raises(ValueError, match="taken_share"):
        sl.strategies.spared(spares=16, repair_time=DAY, taken_share=1.5)


def test_multilevel_writes_the_upper_of_two_levels_in_the_background() -> None:
    run = sl.published.llama3_405b()
    levels = [
        sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.8),
        sl.strategies.Level(tier=sl.published.tiers["file_system"], share=0.2),
    ]
    behind = sl.strategies.multilevel(levels, background=True)
    assert behind.goodput(run) > sl.strategies.multilevel(levels).goodput(run)
    played = sl.simulation.simulate(run, behind, relative_accuracy=2e-3)
    assert abs(played.goodput - behind.goodput(run)) < 5 * played.standard_error
    with pytest.raises(ValueError, match="two levels"):
        sl.strategies.multilevel([sl.strategies.Level(tier=levels[0].tier, share=1)], background=True).goodput(run)


def test_slow_parts_have_the_values_of_their_check_and_broadcast() -> None:
    def speed(*arguments: object, **named: object) -> float:
        share = sl.failures.unslowed_share(1 / 20000, 3600, *arguments, **named)
        return share + (1 - share) / 1.3

    assert speed() == pytest.approx(0.961985433, abs=5e-10)
    assert speed(1 / 5000) == speed()
    assert speed(1 / 5000, cleared=True) == pytest.approx(0.972610907, abs=5e-10)
    assert speed(1 / 5000, cleared=True, law="exponential") == pytest.approx(0.977373439, abs=5e-10)
    shares = sl.failures.unslowed_share([[0], [1e-4]], 3600, failure_rate=[0, 1e-4, np.inf], cleared=[False, True, True])
    assert shares.shape == (2, 3)
    assert shares[0].tolist() == [1, 1, 1]
    assert shares[1, 0] == math.exp(-0.36) < shares[1, 1] < shares[1, 2] == 1
    assert math.isnan(sl.failures.unslowed_share(-1e-4, 3600))
    with pytest.raises(ValueError, match="law = 'weibull' must be one of 'fixed', 'exponential'"):
        sl.failures.unslowed_share(1e-4, 3600, law="weibull")


def test_slow_parts_are_a_factor() -> None:
    slow = sl.limits.SlowParts(gpu_time_to_slow=1e9, slowdown=1.3, duration=3600)
    assert slow.efficiency(50000) == pytest.approx(0.961985433, abs=5e-10)
    cleared = slow.replace(gpu_mttf=2.5e8, law="exponential")
    assert cleared.efficiency([50000, 50000]) == pytest.approx(0.977373439, abs=5e-10)
    assert list(cleared.losses(50000)) == ["slow parts"]
    limit = sl.limits.max_gpus(sl.published.llama3_405b(), sl.limits.efficiency_at_least(0.7), factors=[slow])
    assert limit.status == "ok"
    assert limit.shares["slow parts"] > 0


def test_spares_of_bursts_have_the_values_of_their_check() -> None:
    rate, repairs = 1 / (1.9 * 3600), [2.2 * 3600, 300]
    needed = sl.failures.spares_needed
    assert needed(rate, repairs, 0.999).tolist() == [6, 1]
    assert needed(rate, repairs, 0.999, burst=4).tolist() == [24, 4]
    assert needed(rate, repairs, 0.999, takes=4).tolist() == [24, 4]
    assert needed(rate, repairs, 0.999, burst=3.5, bursts="geometric").tolist() == [31, 12]
    assert needed(rate, repairs[0], 0.999, burst=[3.4, 3.6], bursts="geometric").tolist() == [30, 32]
    assert needed(rate, repairs[0], 0.999, sl.failures.burst_from_dispersion(6), "geometric") == 31
    assert math.isnan(needed(rate, 300, 0.999, burst=2.5))
    with pytest.raises(ValueError, match="bursts = 'poisson' must be one of 'fixed', 'geometric'"):
        needed(rate, 300, 0.999, bursts="poisson")
    assert (
        needed(rate, 7920, 0.999, downtime=6840) == needed(rate / 2, 7920, 0.999) == needed(rate, 7920, 0.999, taken_share=0.5)
    )
    assert needed(rate, 7920, 0.999, parts=4) < needed(rate, 7920, 0.999, burst=4)
    counted = sl.failures.spares_for_counted_bursts
    assert counted(rate, repairs[0], 0.999, [0, 0, 0, 7]) == 24
    assert counted(rate, repairs[0], 0.999, [1], takes=4) == 24
    assert 6 < counted(rate, repairs[0], 0.999, [70, 20, 0, 10]) < 24
    assert math.isnan(counted(rate, repairs[0], 0.999, [0, 0]))
    (row,) = sl.published.reproduce(only="delta.spares")
    assert row.computed == 31 and "mean 3.5" in row.inputs


@pytest.mark.parametrize(("downtime", "units"), [(0, 17), (3600, 13), (4 * 3600, 8)])
def test_one_pool_gives_one_number_at_all_three_doors(downtime: float, units: int) -> None:
    rate, price = 2048 * 3.789e-3 / DAY, sl.economics.Prices(gpu=2 / 3600)
    for takes in (1, 8):
        gpus, spares = 2048 * takes, np.arange(0, 30) * takes
        found = sl.economics.optimal_spares(gpus, rate, DAY, price, downtime=downtime, takes=takes)
        assert found == units * takes
        share = sl.failures.running_share(spares, rate, DAY, downtime, takes=takes)
        assert spares[np.argmin((gpus + spares) / share)] == found
        run = sl.TrainingRun(
            gpus=gpus + spares, gpu_mttf=gpus / rate, checkpoint_bytes=1e9, write_bandwidth=1e12, downtime=downtime
        )
        done = sl.strategies.spared(spares=spares, repair_time=DAY, takes=takes, interval=600).goodput(run)
        assert spares[np.argmax(done)] == found


def test_a_pool_of_bursts_is_played_as_it_is_worked_out() -> None:
    run = sl.published.llama3_405b().replace(downtime=1200.0)
    plan = sl.strategies.spared(spares=64, repair_time=DAY, takes=2, burst=3.5, bursts="geometric")
    assert plan.goodput(run) < plan.replace(burst=1).goodput(run)
    played = sl.simulation.simulate(run, plan, relative_accuracy=2e-3)
    assert abs(played.goodput - plan.goodput(run)) < 0.015 * played.goodput + 5 * played.standard_error
    with pytest.raises(ValueError, match="parts = 1"):
        plan.replace(parts=2).goodput(run)
    price = sl.economics.Prices(gpu=1)
    with pytest.raises(ValueError, match=r"burst = 2\.5 must be a whole number"):
        sl.economics.optimal_spares(100, 1e-5, DAY, price, burst=2.5)
    assert sl.economics.optimal_spares(100, 1e-5, DAY, price, burst=2.5, bursts="geometric") > 0
