# SPDX-License-Identifier: Apache-2.0
"""Rounds of federated clients from Python: the sheet's numbers, SciPy beside them, arrays of every type, what is refused."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import scaling_limits as sl

f = sl.federated
LAW = sl.failures.Lognormal(mu=math.log(60), sigma=0.6)
ROUND = f.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=LAW)


def test_rounds_of_the_sheet() -> None:
    assert ROUND.mean_time == pytest.approx(113.0785351, abs=5e-8)
    assert ROUND.note == ""
    assert f.Round(asked=300, reports=300, timeout=1e4, law=LAW).mean_time == pytest.approx(347.0725799, abs=5e-8)
    assert f.Round(asked=130, reports=100, dropout=0.1, timeout=180, law=LAW).completion == pytest.approx(0.99945068, abs=5e-9)
    exponential = f.Round(asked=390, reports=300, law=sl.failures.Exponential(mean=60))
    assert exponential.mean_time == pytest.approx(87.7243983, abs=5e-8)
    assert exponential.mean_time == pytest.approx(
        sl.parallelism.expected_exponential_order_statistic(390, 300, 0, 60), rel=1e-9
    )
    endless = f.Round(asked=390, reports=300, dropout=0.1, law=LAW)
    assert endless.mean_time == math.inf
    assert endless.note == "without a timeout a round that loses too many clients never ends"


def test_the_chance_and_the_mean_are_those_of_scipy() -> None:
    special = pytest.importorskip("scipy.special")
    quad = pytest.importorskip("scipy.integrate").quad
    times = np.array([-1, 0, 30, 60, 100, 300, 1e4])
    lived = 1 - LAW.survival(np.clip(times, 0, 300))
    np.testing.assert_allclose(ROUND.completed_by(times), special.betainc(300, 91, 0.9 * lived), rtol=1e-10, atol=1e-300)
    for law in (LAW, sl.failures.Weibull(shape=0.8, scale=60), sl.failures.Gamma(shape=2, scale=40)):
        for n, k, d, limit in ((13, 10, 0.1, 180), (40, 40, 0, 900), (200, 150, 0.2, 100)):
            found = f.Round(asked=n, reports=k, dropout=d, timeout=limit, law=law)
            mean, _ = quad(
                lambda t, k=k, n=n, d=d, law=law: 1 - special.betainc(k, n - k + 1, (1 - d) * (1 - law.survival(t))),
                0,
                limit,
                epsabs=0,
                epsrel=1e-10,
                limit=500,
            )
            assert found.mean_time == pytest.approx(mean, rel=1e-9)


def test_arrays_broadcast_in_the_round_and_in_its_law() -> None:
    law = LAW.replace(sigma=np.array([[0.3], [0.6]]))
    many = f.Round(asked=[350, 390, 450], reports=300, dropout=0.1, timeout=300, law=law)
    assert np.shape(many.mean_time) == np.shape(many.note) == np.shape(many.completed_by(90)) == (2, 3)
    for i, sigma in enumerate((0.3, 0.6)):
        for j, asked in enumerate((350, 390, 450)):
            one = ROUND.replace(asked=asked, law=LAW.replace(sigma=sigma))
            assert many.mean_time[i, j] == one.mean_time
            assert many.completion[i, j] == one.completion
            assert many.completed_by(90)[i, j] == one.completed_by(90)
    swept = ROUND.replace(timeout=np.array([math.inf, 300.0]))
    assert list(swept.note) == ["without a timeout a round that loses too many clients never ends", ""]
    xr = pytest.importorskip("xarray")
    labelled = ROUND.replace(timeout=xr.DataArray([100.0, 300.0], dims="timeout")).mean_time
    assert labelled.dims == ("timeout",)
    assert float(labelled[1]) == ROUND.mean_time


def test_a_round_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(ROUND)) == ROUND
    assert hash(ROUND) == hash(ROUND.replace())
    assert ROUND.replace(law=LAW.replace(sigma=0.5)) != ROUND
    assert ROUND.law is LAW
    assert repr(ROUND) == f"Round(asked=390, reports=300, dropout=0.1, timeout=5 min, law={LAW!r})"
    with pytest.raises(AttributeError, match="frozen"):
        ROUND.asked = 3


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"reports": 400}, ValueError, "Round: reports = 400 must be at most asked = 390"),
        ({"reports": 0}, ValueError, "Round: reports = 0 must be a whole number"),
        ({"dropout": 1}, ValueError, r"Round: dropout = 1 must be in \[0, 1\)"),
        ({"timeout": 0}, ValueError, r"Round: timeout = 0(\.0)? must be > 0 \[s\]"),
        ({"law": None}, TypeError, "Round: law must be a Law"),
        ({"law": sl.failures.Lognormal}, TypeError, "Round: law must be a Law"),
        ({"asked": "many"}, (TypeError, ValueError), "Round: asked"),
        ({"late": 3}, TypeError, "Round has no field 'late'"),
    ],
)
def test_a_round_refuses_by_name(given, error, text) -> None:
    with pytest.raises(error, match=text):
        f.Round(**{"asked": 390, "reports": 300, "dropout": 0.1, "timeout": 300, "law": LAW, **given})


def test_a_round_needs_a_law() -> None:
    with pytest.raises(TypeError, match="Round needs law"):
        f.Round(asked=3, reports=2)


def test_kernels_over_arrays() -> None:
    np.testing.assert_array_equal(f.least_asked([100, 100, 300, 1000], [0.06, 0.1, 0.1, 0.1], 0.99), [113, 120, 348, 1138])
    np.testing.assert_allclose(f.largest_dropout([130, 390], [100, 300], 0.99), [0.15690, 0.18518], atol=5e-6)
    np.testing.assert_allclose(
        f.secure_aggregation_expansion([2**10, 2**14], [2**20, 2**24], 16), [1.734314, 1.984371], atol=5e-7
    )
    each = f.server_time_per_client(5.6e6, 1.25e9)
    assert f.best_cohort(500, 120, each) == pytest.approx(2587.7458, abs=5e-5)
    assert f.server_time_per_client(5.6e6, 1.25e9, 4) == pytest.approx(each / 4, rel=1e-15)
