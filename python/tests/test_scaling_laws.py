# SPDX-License-Identifier: Apache-2.0
"""Scaling laws, tokens and growth by year as Python sees them: arrays of every kind, the reason where there is no answer."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from scipy import optimize, stats

import scaling_limits as sl

LAW = sl.published.scaling_laws["besiroglu_2024"]


def test_methods_broadcast_over_fields_and_arguments() -> None:
    computes = np.array([1e22, 1e24, 1e26])
    sizes = LAW.optimal_parameters(computes)
    assert sizes.shape == (3,) and sizes.dtype == np.float64
    assert [LAW.optimal_parameters(c) for c in computes] == list(sizes)
    several = LAW.replace(token_exponent=np.array([[0.28], [0.37]]))
    assert several.loss(70e9, computes).shape == (2, 3)
    assert several.inference_optimal_parameters(2.3, [0, 1e12, 1e15]).shape == (2, 3)
    assert pickle.loads(pickle.dumps(several)) == several
    narrow = LAW.optimal_parameters(np.float32(1e20))
    assert narrow.dtype == np.float32


@pytest.mark.parametrize("name", sl.published.scaling_laws)
def test_the_best_model_is_the_lowest_point_of_its_line(name: str) -> None:
    law = sl.published.scaling_laws[name]
    for compute in (1e20, 3.8e25):
        found = optimize.minimize_scalar(
            lambda u, c=compute: law.loss(math.exp(u), c / 6 / math.exp(u)), bounds=(10, 40), method="bounded"
        )
        assert math.exp(found.x) == pytest.approx(law.optimal_parameters(compute), rel=1e-3)  # the valley is flat
        assert found.fun == pytest.approx(law.optimal_loss(compute), rel=1e-12)
        assert law.compute_for_loss(law.optimal_loss(compute)) == pytest.approx(compute, rel=1e-9)  # of a small excess
        assert law.compute_for_parameters(law.optimal_parameters(compute)) == pytest.approx(compute, rel=1e-12)


def test_the_cheapest_model_with_inference_is_that_of_a_search() -> None:
    law = sl.published.scaling_laws["hoffmann_2022_tex"]
    loss, served = law.optimal_loss(law.compute_for_parameters(13e9)), 2e12

    def cost(u: float) -> float:
        rest = loss - law.irreducible_loss - law.parameter_scale * math.exp(-u * law.parameter_exponent)
        tokens = (law.token_scale / rest) ** (1 / law.token_exponent) if rest > 0 else math.inf
        return float(sl.workload.lifetime_compute(math.exp(u), tokens, served))

    smallest = math.log((law.parameter_scale / (loss - law.irreducible_loss)) ** (1 / law.parameter_exponent))
    found = optimize.minimize_scalar(cost, bounds=(smallest, 30), method="bounded", options={"xatol": 1e-10})
    assert math.exp(found.x) == pytest.approx(law.inference_optimal_parameters(loss, served), rel=1e-5)  # flat
    assert math.exp(found.x) == pytest.approx(7.1253e9, rel=1e-4)


def test_a_loss_below_the_floor_is_infeasible_and_says_so() -> None:
    assert math.isnan(LAW.compute_for_loss(1.8))
    assert np.isnan(LAW.compute_for_loss([1.7, 1.8172])).all()
    asked = sl.ask({"question": "compute_for_loss", "scaling_law": "besiroglu_2024", "with": {"loss": 1.8}})["columns"]
    assert asked["status"] == "infeasible"
    assert asked["note"] == "no compute reaches a loss of 1.8: the law's irreducible loss is 1.8172"
    with pytest.raises(ValueError, match=r"ScalingLaw: token_exponent = -1 must be > 0 and finite"):
        LAW.replace(token_exponent=-1)
    with pytest.raises(TypeError, match="ScalingLaw needs 'token_scale'"):
        sl.workload.ScalingLaw(irreducible_loss=1, parameter_scale=1, parameter_exponent=1, token_exponent=1)


def test_epochs_end_at_the_ceiling() -> None:
    epochs = np.array([1, 4, 40.0])
    worth = sl.workload.effective_tokens(1e12, epochs)
    np.testing.assert_allclose(sl.workload.epochs_for(worth, 1e12), epochs, rtol=1e-13)
    assert math.isnan(sl.workload.epochs_for(16.387756, 1.0))
    assert sl.workload.h100_equivalents(25_000, 624e12).round() == 7883
    assert sl.workload.h100_equivalents(1, 989.4e12, format="bf16") == 1
    with pytest.raises(ValueError, match="format = 'fp16' must be one of 'fp8', 'bf16'"):
        sl.workload.h100_equivalents(1, 1e15, format="fp16")


def test_the_probability_takes_whatever_is_log_normal() -> None:
    of = {"demand": (1e4, 3e4), "demand_factor": (2, 3), "supply": (5e5, 2e6), "supply_factor": (1.2, 1.6)}
    years = np.array([0, 4, 8.0])
    found = sl.growth.crossing_probability(years, **of)
    assert found[1] == pytest.approx(0.0140294, abs=5e-8)
    width = 2 * stats.norm.ppf(0.95)
    logs = {n: (np.log(a * b) / 2, np.log(b / a) / width) for n, (a, b) in of.items()}
    frozen = {n: stats.lognorm(s, scale=np.exp(m)) for n, (m, s) in logs.items()}
    np.testing.assert_allclose(sl.growth.crossing_probability(years, **frozen), found, rtol=1e-12)
    m = logs["demand"][0] - logs["supply"][0] + years * (logs["demand_factor"][0] - logs["supply_factor"][0])
    s = np.sqrt(
        logs["demand"][1] ** 2
        + logs["supply"][1] ** 2
        + years**2 * (logs["demand_factor"][1] ** 2 + logs["supply_factor"][1] ** 2)
    )
    np.testing.assert_allclose(found, stats.norm.cdf(m / s), rtol=1e-12)
    # numbers that are known: a step where the two cross
    known = {"demand": 16384, "demand_factor": 2.4, "supply": 1e6, "supply_factor": 1.3}
    at = sl.growth.years_to_cross(**known)
    assert list(sl.growth.crossing_probability([at - 1e-6, at + 1e-6], **known)) == [0, 1]
    with pytest.raises(ValueError, match="demand must be log-normal"):
        sl.growth.crossing_probability(4, **{**of, "demand": stats.norm(1e4, 10)})
    with pytest.raises(ValueError, match=r"supply must be \(low, high\), not 3 numbers"):
        sl.growth.crossing_probability(4, **{**of, "supply": (1, 2, 3)})


def test_the_data_movement_limit_is_a_reconstruction_of_the_published_cliff() -> None:
    assert "reconstruction" in (sl.parallelism.DataMovement.__doc__ or "").partition(".")[0]
    h100 = {"peak_flops": 989.4e12, "memory_bandwidth": 3.35e12, "node_bandwidth": 450e9, "network_bandwidth": 50e9}
    limit = sl.parallelism.DataMovement(**h100, layers=0.088, layers_at=1, batch_tokens=4e6, batch_at=70e9)
    months = np.array([1, 3, 12]) * 91 / 3 * sl.units.day
    assert limit.compute(91 * sl.units.day) == pytest.approx(5.0082e27, rel=1e-5)
    assert limit.gpus(91 * sl.units.day) == pytest.approx(643_807, rel=1e-6)
    np.testing.assert_allclose(limit.compute(months), 120 * limit.parameters(months) ** 2, rtol=1e-14)
    np.testing.assert_allclose(limit.gpus(months), limit.compute(months) / (months * 989.4e12), rtol=1e-14)
    with pytest.raises(ValueError, match="batch_exponent = 1 must be in"):
        limit.replace(batch_exponent=1)
