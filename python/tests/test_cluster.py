# SPDX-License-Identifier: Apache-2.0
"""Jobs that share a cluster, against every order of arrival; asynchronous workers, unequal members, adapters."""

from __future__ import annotations

import itertools
import pickle
from fractions import Fraction

import numpy as np
import pytest

import scaling_limits as sl

SIZES, SHARES = [1, 2, 4, 8, 16, 32, 64], [0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01]


def mean_inverse(gpus: int, mix: dict[int, Fraction], jobs: int = 0) -> Fraction:
    """E[1/K] over every order in which gangs can arrive."""
    return sum(
        (
            share * (mean_inverse(gpus - size, mix, jobs + 1) if size <= gpus else Fraction(1, jobs))
            for size, share in mix.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("gpus", [1, 3, 5, 8])
def test_the_gang_limit_is_every_order_of_arrival(gpus: int) -> None:
    for sizes in itertools.combinations(range(1, gpus + 1), min(3, gpus)):
        mix = {size: Fraction(k + 1, sum(range(1, len(sizes) + 1))) for k, size in enumerate(sizes)}
        inverse = mean_inverse(gpus, mix)
        mean = sum(size * share for size, share in mix.items())
        found = sl.cluster.gang_limit(gpus, sizes, [float(share) for share in mix.values()])
        assert found.throughput == pytest.approx(float(1 / inverse), rel=1e-13)
        assert found.utilization == pytest.approx(float(mean / gpus / inverse), rel=1e-13)
        assert (found.status, found.note) == ("ok", "")


def test_the_gang_limit_of_clusters_of_several_sizes() -> None:
    found = sl.cluster.gang_limit(np.array([64, 128, 512, 2048]), SIZES, SHARES)
    np.testing.assert_allclose(found.utilization, [0.63872309, 0.89878779, 0.97907114, 0.99493145], rtol=0, atol=5e-9)
    assert np.all(np.diff(found.throughput) > 0)
    assert pickle.loads(pickle.dumps(found)) == found
    small = sl.cluster.gang_limit([32, 64], np.array(SIZES), np.array(SHARES))
    assert np.isnan(small.utilization[0]) and small.status[0] == "infeasible"
    assert "sizes[6] = 64 must be at most gpus = 32 [GPU]" in small.note[0]
    asked = sl.ask({"question": "gang_limit", "with": {"gpus": 8, "sizes": [1, 8], "shares": [0.5, "50 %"]}})["columns"]
    assert asked["throughput"] == pytest.approx(215040 / 182057, rel=1e-14)


@pytest.mark.parametrize(
    ("gpus", "sizes", "shares", "error", "text"),
    [
        (8, [1, 9], [0.5, 0.5], ValueError, r"sizes\[1\] = 9 must be at most gpus = 8 \[GPU\]"),
        (8, [1, 8], [0.5, 0.4], ValueError, "shares must sum to 1, not to 0.9"),
        (8, [1, 8], [1.5, -0.5], ValueError, r"shares\[0\] = 1.5 must be in \[0, 1\]"),
        (8, [1, 8], [1], ValueError, "2 sizes need as many shares, not 1"),
        (8, [], [], ValueError, "sizes must be one at least"),
        (8.5, [1], [1], ValueError, "gpus = 8.5 must be a whole number"),
        (0, [1], [1], ValueError, "gpus = 0"),
        (8, 3, [1], (TypeError, ValueError), "sizes must be a list of numbers"),
        (8, [1], ["all"], ValueError, "shares: .all. has no number"),
    ],
)
def test_what_is_no_mix_of_gangs_is_refused(gpus, sizes, shares, error, text) -> None:
    with pytest.raises(error, match=text):
        sl.cluster.gang_limit(gpus, sizes, shares)


def test_statistical_gain() -> None:
    assert sl.cluster.statistical_gain(1000, 128, 1024) == pytest.approx(0.55731225, abs=5e-9)
    np.testing.assert_allclose(sl.cluster.statistical_gain([0, np.inf], 128, 1024), [0.125, 1])
    assert np.isnan(sl.cluster.statistical_gain(-1, 128, 1024))


def test_asynchronous_workers() -> None:
    p = sl.parallelism
    np.testing.assert_allclose(p.best_waited_share([1, 9, 20.78], 1), [0.68215557, 0.92017857, 0.96], rtol=0, atol=5e-6)
    assert list(p.best_waited(100, [1, 9, 20.78], 1)) == [69, 92, 96]
    assert (p.mean_staleness(64), p.implicit_momentum(4), p.staleness_cap(0.75)) == (63, 0.75, 4)
    assert p.staleness_cap(0.9) == pytest.approx(10)
    cap = sl.limits.HardCap(gpus=p.staleness_cap(0.75), name="staleness")
    assert list(cap.efficiency(np.array([4, 5]))) == [1, 0]
    assert np.isnan(p.staleness_cap(1)) and np.isnan(p.mean_staleness(0))
    stages = np.arange(4)
    assert list(p.weight_versions("stashed", 4, stages)) == [4, 3, 2, 1]
    assert list(p.weight_versions("two_buffered", 4, stages)) == [2] * 4
    assert p.weight_versions(schedule="flushed", pipeline=4) == 1
    for schedule in ("stashed", "two_buffered"):
        assert list(p.in_flight_micro_batches(schedule, 4, 8, stage=stages)) == [4, 3, 2, 1]
        assert p.bubble_time(schedule, 4, 1, 2) == 0
    with pytest.raises(ValueError, match="schedule = 'stash' must be one of 'stashed'"):
        p.weight_versions("stash", 4)
    np.testing.assert_allclose(p.overlapped_time(0.2, 0.1, [1, 2, 10, np.inf]), [0.3, 0.2236068, 0.2000195, 0.2], atol=5e-8)
    assert np.isnan(p.overlapped_time(0.2, 0.1, 0.5))


def test_members_of_unequal_speed() -> None:
    p = sl.parallelism
    speeds = [1] * 8 + [0.4] * 8
    shares, efficiency = p.balanced_shares(speeds, 256)
    assert list(shares) == [23] * 8 + [9] * 8 and shares.dtype == np.int64
    assert efficiency == pytest.approx(0.99378882, abs=5e-9)
    assert p.equal_shares_efficiency(np.array(speeds)) == pytest.approx(4 / 7)
    for three in itertools.product([0.3, 0.7, 1.0], repeat=3):
        m = 11
        ways = ((a, b, m - a - b) for a in range(m + 1) for b in range(m + 1 - a))
        least = min(max(k / s for k, s in zip(way, three, strict=True)) for way in ways)
        found = p.balanced_shares(three, m)
        assert found.shares.sum() == m
        assert found.efficiency == pytest.approx(m / least / sum(three))
    with pytest.raises(ValueError, match=r"balanced_shares: speeds\[1\] = 0 must be > 0 and finite"):
        p.balanced_shares([1, 0], 4)
    with pytest.raises(ValueError, match="micro_batches = 0 must be a whole number"):
        p.balanced_shares([1], 0)
    with pytest.raises(ValueError, match="speeds must be one at least"):
        p.equal_shares_efficiency([])


def test_adapters_and_refreshes() -> None:
    w = sl.workload
    assert w.adapter_parameters([(1536, 1536)] * 96, 16) == 4_718_592
    assert list(w.adapter_parameters(np.array([[12288, 12288]] * 192), [1, 8])) == [4_718_592, 37_748_736]
    assert w.adapter_parameters([], 4) == 0
    assert w.adapter_memory(2 * 8_030_261_248, 41_943_040) / 1e9 == pytest.approx(16.731611, abs=5e-7)
    assert w.refresh_saving(12, 0.05) == pytest.approx(6.175)
    with pytest.raises(ValueError, match=r"inputs\[1\] = 0|matrices\[1\] inputs = 0"):
        w.adapter_parameters([(4, 4), (0, 4)], 1)
    with pytest.raises(ValueError, match="rank = 0 must be a whole number"):
        w.adapter_parameters([(4, 4)], 0)
    with pytest.raises(TypeError, match="pair of numbers"):
        w.adapter_parameters([(4, 4, 4)], 1)
    with pytest.raises(TypeError, match="list of pairs"):
        w.adapter_parameters("all", 1)
