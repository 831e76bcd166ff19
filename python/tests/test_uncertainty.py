# SPDX-License-Identifier: Apache-2.0
"""Distributions of inputs, points, and what functions of them come to, against closed forms, SciPy and counting."""

from __future__ import annotations

import math
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtri

import scaling_limits as sl
from scaling_limits.units import TB, day, hour

u = sl.uncertainty
LAWS = {"a": u.lognormal(25_000, 100_000), "b": u.lognormal(1, 4), "c": u.lognormal(4, 6)}
P = np.array([1e-12, 1e-3, 0.05, 0.3, 0.5, 0.9, 0.999, 1 - 1e-12])


def power_law(a: Any, b: Any, c: Any) -> Any:
    return (a * b / c * 128) ** (2 / 3)


def exact(q: Any) -> Any:
    """Quantiles of the power law, which is log-normal."""
    of = [u.lognormal_parameters(law.low, law.high) for law in LAWS.values()]
    mu = 2 / 3 * (of[0].mu + of[1].mu - of[2].mu + math.log(128))
    sigma = 2 / 3 * math.sqrt(sum(one.sigma**2 for one in of))
    return np.exp(mu + sigma * ndtri(q))


def test_distributions_are_those_of_scipy() -> None:
    mu, sigma = u.lognormal_parameters(1, 10)
    pairs = [
        (u.lognormal(1, 10), stats.lognorm(sigma, scale=math.exp(mu))),
        (u.normal(-1, 3, credibility=0.5), stats.norm(1, 2 / ndtri(0.75))),
        (u.beta(0.2, 0.6), stats.beta(*u.beta_parameters(0.2, 0.6))),
    ]
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours.quantile(P), theirs.ppf(P), rtol=1e-9)
        assert ours.mean == pytest.approx(theirs.mean(), rel=1e-12)
        low, high = ours.low, ours.high
        inside = theirs.cdf(high) - theirs.cdf(low)
        assert inside == pytest.approx(ours.credibility, rel=1e-10)
        assert pickle.loads(pickle.dumps(ours)) == ours
        assert math.isnan(ours.quantile(1.5)) and math.isnan(ours.quantile(math.nan))


def test_arrays_of_parameters_broadcast() -> None:
    found = u.lognormal([1, 2], 10).quantile(np.array([[0.05], [0.95]]))
    np.testing.assert_allclose(found, [[1, 2], [10, 10]])
    with pytest.raises(ValueError, match=r"inputs\['x'\]: low must be one number"):
        u.sample({"x": u.lognormal([1, 2], 10)}, 16)


def test_metalogs_of_the_sheet() -> None:
    law = u.metalog(5.18e6, 1.56e7, 2.33e7, lower=0)
    a1, a2, a3 = u.metalog_coefficients(5.18e6, 1.56e7, 2.33e7, lower=0)
    assert (a1, a2, a3) == pytest.approx((16.56278147, 0.3421699, -0.3989598), rel=1e-6)
    assert law.quantile([0.05, 0.95]) == pytest.approx([3.357349e6, 2.518248e7], rel=1e-6)
    drawn = u.sample({"x": law}, 2**16)["x"]
    assert drawn.mean() == pytest.approx(law.mean, rel=1e-4)  # of 2^16 even points
    bounded = u.metalog(0.2, 0.375, 0.6, lower=0, upper=1)
    drawn = u.sample({"x": bounded}, 2**16)["x"]
    assert drawn.min() > 0 and drawn.max() < 1
    assert drawn.mean() == pytest.approx(bounded.mean, rel=1e-4)


def test_what_makes_no_distribution_is_refused() -> None:
    for make, text in [
        (lambda: u.lognormal(0, 1), "lognormal: low = 0 must be > 0 and finite"),
        (lambda: u.lognormal(2, 1), "low = 2 must be below high = 1"),
        (lambda: u.lognormal(1, 2, 1), r"credibility = 1 must be in \(0, 1\)"),
        (lambda: u.normal(1, 1), "low = 1 must be below high = 1"),
        (lambda: u.beta(0.2, 1), r"high = 1 must be in \(0, 1\)"),
        (lambda: u.metalog(1, 1.01, 4), r"low = 1, median = 1\.01, high = 4 at 0\.1 are too skewed"),
        (lambda: u.metalog(1, 2, 4, lower=2), "lower = 2 must be below low = 1"),
        (lambda: u.empirical([]), "at least one value"),
        (lambda: u.empirical([1, math.inf]), "values"),
    ]:
        with pytest.raises(ValueError, match=text):
            make()


def test_points_do_not_depend_on_how_they_are_taken() -> None:
    correlation = {("a", "b"): 0.5, ("b", "c"): -0.3}
    for method in ("sobol", "latin_hypercube", "random"):
        whole = u.propagate(power_law, LAWS, 2**12, correlation, method, seed=3)
        for chunk, keep in ((1000, True), (1000, False), (1, False), (2**12, False), (10**6, True)):
            if chunk == 1 and method != "sobol":
                continue
            part = u.propagate(power_law, LAWS, 2**12, correlation, method, seed=3, chunk=chunk, keep_inputs=keep)
            assert np.array_equal(whole.values, part.values)
            assert (part.inputs is not None) == keep
        found: list[Any] = []
        others = [
            threading.Thread(
                target=lambda m=method, to=found: to.append(u.propagate(power_law, LAWS, 2**12, correlation, m, seed=3))
            )
            for _ in range(3)
        ]
        for thread in others:
            thread.start()
        for thread in others:
            thread.join()
        assert all(np.array_equal(one.values, whole.values) for one in found)
        assert not np.array_equal(u.propagate(power_law, LAWS, 2**12, correlation, method, seed=4).values, whole.values)
        np.testing.assert_array_equal(power_law(**whole.inputs), whole.values)


def test_columns_have_their_distributions_and_ranks() -> None:
    laws = {
        "log": u.lognormal(1, 10),
        "share": u.beta(0.2, 0.6),
        "meta": u.metalog(1, 2, 4, lower=0),
        "seen": u.empirical(np.arange(1000.0)),
        "scipy": stats.gamma(2.0),
        "alone": u.normal(-1, 1),
    }
    ranks = {("log", "share"): 0.5, ("share", "meta"): -0.6, ("meta", "seen"): 0.3, ("seen", "scipy"): -0.2}
    n = 2**14
    for method in ("sobol", "latin_hypercube", "random"):
        drawn = u.sample(laws, n, ranks, method, seed=1)
        wide = 5 / math.sqrt(n)  # five standard errors of plain points
        for (one, other), rank in ranks.items():
            assert stats.spearmanr(drawn[one], drawn[other]).statistic == pytest.approx(rank, abs=wide)
        assert abs(stats.spearmanr(drawn["alone"], drawn["log"]).statistic) < wide
        for name, law in laws.items():
            at = np.linspace(0.02, 0.98, 25)
            quantile = law.ppf(at) if name == "scipy" else law.quantile(at)
            below = np.array([(drawn[name] <= x).mean() for x in np.asarray(quantile)])
            np.testing.assert_allclose(below, at, atol=wide / 2 + 1e-3)  # of 1000 steps


def test_limits_over_uncertain_inputs_are_their_power_law() -> None:
    run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB)
    inputs = {
        "gpu_mttf": u.lognormal(25_000 * hour, 100_000 * hour),
        "write_bandwidth": u.lognormal(1 * TB, 4 * TB),
        "checkpoint_bytes": u.lognormal(4 * TB, 6 * TB),
    }

    def limit(**fields: Any) -> Any:
        return sl.limits.max_gpus(run.replace(**fields), sl.limits.write_time_equals_mtbf(), sl.growth.chinchilla).value

    found = u.propagate(limit, inputs)
    wanted = np.array([2.286219e6, 4.455925e6, 8.684761e6])
    at = np.array([0.05, 0.5, 0.95])
    assert np.all(abs(np.asarray(found.quantile(at)) - wanted) < 4 * np.asarray(found.quantile_error(at)))
    assert np.all(np.asarray(found.quantile_error(at)) < 0.004 * wanted)
    assert found.interval(0.9) == pytest.approx(tuple(found.quantile([0.05, 0.95])))
    share, error = found.probability(at_least=wanted[2]), found.probability_error(at_least=wanted[2])
    assert share == pytest.approx(0.05, abs=4 * error) and 0 < error < 0.002
    # one at a time: with the others at their medians the answer is a power of the input alone
    rows = {row.input: row for row in found.tornado()}
    assert rows["gpu_mttf"].median == pytest.approx(wanted[1], rel=1e-6)
    assert rows["gpu_mttf"].high / rows["gpu_mttf"].low == pytest.approx(4 ** (2 / 3), rel=1e-9)
    assert rows["checkpoint_bytes"].high / rows["checkpoint_bytes"].low == pytest.approx(1.5 ** (-2 / 3), rel=1e-9)
    assert [row.input for row in found.tornado()][-1] == "checkpoint_bytes"
    ranks = found.rank_correlations()
    assert ranks["checkpoint_bytes"] < 0 < ranks["gpu_mttf"]
    for name, rank in ranks.items():
        assert rank == pytest.approx(stats.spearmanr(found.inputs[name], found.values).statistic, abs=1e-12)
    indices = found.sobol_indices(2**12)
    for name, first in (("gpu_mttf", 0.458985), ("write_bandwidth", 0.458985), ("checkpoint_bytes", 0.037863)):
        assert indices[name].first == pytest.approx(first, abs=0.005)


@pytest.mark.parametrize("method", ["sobol", "latin_hypercube", "random"])
def test_quoted_errors_hold_the_truth(method: str) -> None:
    at = np.array([0.05, 0.5, 0.95])
    truth, share = exact(at), exact(0.8)
    within, near = [], []
    for seed in range(200):
        found = u.propagate(power_law, LAWS, 2**12, method=method, seed=seed, keep_inputs=False)
        within.append(abs(found.quantile(at) - truth) < 1.96 * found.quantile_error(at))
        near.append(abs(found.probability(at_most=share) - 0.8) < 1.96 * found.probability_error(at_most=share))
    inside = np.mean(within, axis=0)
    assert np.all((inside >= 0.86) & (inside <= 0.98)), inside
    assert 0.86 <= np.mean(near) <= 0.985


def test_even_points_lie_closer_than_plain_ones() -> None:
    at = np.array([0.05, 0.5, 0.95])
    off = {}
    for method in ("sobol", "random"):
        found = [u.propagate(power_law, LAWS, method=method, seed=seed, keep_inputs=False).quantile(at) for seed in range(60)]
        off[method] = np.sqrt(np.mean((np.log(found) - np.log(exact(at))) ** 2, axis=0))
    assert np.all(off["random"] > 2 * off["sobol"])


def test_sobol_indices_have_their_closed_forms() -> None:
    laws = {"x": u.lognormal(1, 2), "y": u.lognormal(1, 4), "z": u.lognormal(1, 3, credibility=0.5)}
    exponents = {"x": 1.5, "y": -0.5, "z": 0.25}
    found = u.propagate(lambda x, y, z: x**1.5 * y**-0.5 * z**0.25, laws).sobol_indices(2**14)
    squares = {
        k: (e * u.lognormal_parameters(laws[k].low, laws[k].high, laws[k].credibility).sigma) ** 2 for k, e in exponents.items()
    }
    whole = sum(squares.values())
    for name, s in squares.items():
        assert found[name].first == pytest.approx(math.expm1(s) / math.expm1(whole), abs=0.01)
        assert found[name].total == pytest.approx(math.expm1(-s) / math.expm1(-whole), abs=0.01)

    angles = {name: stats.uniform(-math.pi, 2 * math.pi) for name in ("x", "y", "z")}
    ishigami = u.propagate(lambda x, y, z: np.sin(x) + 7 * np.sin(y) ** 2 + 0.1 * z**4 * np.sin(x), angles).sobol_indices(2**14)
    assert [one.first for one in ishigami.values()] == pytest.approx([0.3139052, 0.4424111, 0], abs=0.005)
    assert [one.total for one in ishigami.values()] == pytest.approx([0.5575889, 0.4424111, 0.2436837], abs=0.005)
    assert all(math.isnan(x) for x in u.propagate(lambda x: 0 * x, {"x": u.normal(0, 1)}).sobol_indices(16)["x"])


def test_several_results_share_their_points() -> None:
    found = u.propagate(lambda a, b, c: {"one": a, "two": 25_000 * b, "never": np.inf * c, "none": np.nan * c}, LAWS)
    assert list(found) == ["one", "two", "never", "none"]
    smallest, errors = found.probability_smallest(), found.probability_smallest_error()
    # the same laws but for scale: P(a < 25000 b) by the normal of the logarithms
    a, b = (u.lognormal_parameters(law.low, law.high) for law in (LAWS["a"], LAWS["b"]))
    wanted = stats.norm.cdf((math.log(25_000) + b.mu - a.mu) / math.hypot(a.sigma, b.sigma))
    assert smallest["one"] == pytest.approx(wanted, abs=4 * errors["one"])
    assert smallest["one"] + smallest["two"] == pytest.approx(1)
    assert smallest["never"] == smallest["none"] == 0
    equal = u.propagate(lambda a: {"x": a, "y": a}, {"a": u.lognormal(1, 2)}).probability_smallest()
    assert equal == {"x": 0.5, "y": 0.5}
    assert found["two"].tornado()[0].input == "b"
    assert len(found.to_dataframe()) == 24


def test_no_answer_is_counted_and_said() -> None:
    found = u.propagate(lambda x: np.where(x < -1, np.nan, np.where(x > 1, np.inf, x)), {"x": u.normal(-3, 3)}, 2**12)
    beyond = stats.norm.sf(1 / (3 / ndtri(0.95)))
    assert found.nans == pytest.approx(beyond * 2**12, abs=20) and found.infinite == pytest.approx(beyond * 2**12, abs=20)
    assert f"{found.nans} of 4096 answers are NaN" in found.note and "are infinite" in found.note
    assert math.isnan(found.quantile(0.1)) and found.quantile(0.9) == math.inf
    assert found.quantile(0.5) == pytest.approx(0, abs=0.01)
    assert found.probability(at_least=-math.inf) == 1 - found.nans / 2**12 == found.probability(at_most=math.inf)
    assert found.probability(at_least=0, at_most=1) == pytest.approx(0.5 - beyond, abs=0.01)
    assert math.isnan(found.mean) and found.as_dict()["mean"] is None
    assert math.isnan(found.sobol_indices(16)["x"].first)
    single = u.propagate(lambda x: x, {"x": u.normal(-3, 3)}, 2**8, replicates=1)
    assert math.isnan(single.quantile_error(0.5)) and "no error" in single.note


def test_arrays_in_arrays_out() -> None:
    found = u.propagate(power_law, LAWS, 2**10)
    for name in ("quantile", "quantile_error"):
        at = np.array([[0.1, 0.5], [0.9, 1.0]])
        answer = getattr(found, name)(at)
        assert answer.shape == (2, 2)
        assert answer[0, 1] == getattr(found, name)(0.5)
    for name in ("probability", "probability_error"):
        bounds = np.array([1e6, 4e6])
        answer = getattr(found, name)(at_least=bounds)
        assert answer.shape == (2,) and answer[1] == getattr(found, name)(at_least=4e6)
    with pytest.raises(ValueError, match=r"q = 1\.1 must be in \[0, 1\]"):
        found.quantile([0.5, 1.1])
    with pytest.raises(TypeError, match="needs 'at_least' or 'at_most'"):
        found.probability()


def test_an_outcome_is_a_result_like_the_others() -> None:
    found = u.propagate(power_law, LAWS, 2**10)
    stored = pickle.loads(pickle.dumps(found))
    assert stored == found and stored.quantile(0.5) == found.quantile(0.5)
    with pytest.raises(ValueError, match="its function was not"):
        stored.tornado()
    assert repr(found).startswith("Outcome(") and "90 %" in repr(found)
    assert found._repr_html_().startswith("<table>")
    assert list(found.to_dataframe().columns) == ["value", "error"]
    assert found.as_dict()["points"] == 1024
    assert not found.values.flags.writeable and not found.inputs["a"].flags.writeable
    assert found.tornado().to_dataframe().shape[0] == 3


def test_what_cannot_be_asked_is_refused() -> None:
    one = {"x": u.lognormal(1, 2)}
    together, impossible = {("a", "b"): 0.2}, {("a", "b"): 0.9, ("b", "c"): 0.9, ("a", "c"): -0.9}
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: u.propagate(power_law, LAWS, 1000), ValueError, "points = 1000 must be a power of two .* such as 512 or 1024"),
        (lambda: u.propagate(power_law, LAWS, 1024, replicates=12), ValueError, "replicates = 12 must be a power of two"),
        (lambda: u.propagate(power_law, LAWS, 8), ValueError, "points = 8 must be at least replicates = 16"),
        (lambda: u.propagate(power_law, LAWS, 1000, method="latin_hypercube"), ValueError, "multiple of replicates = 16"),
        (lambda: u.sample(LAWS, 16, {("a", "d"): 0.1}), ValueError, "no input 'd'"),
        (lambda: u.sample(LAWS, 16, {("a", "b"): 1.0}), ValueError, r"must be in \(-1, 1\)"),
        (lambda: u.sample(LAWS, 16, impossible), ValueError, "'a', 'b', 'c' have a matrix"),
        (lambda: u.sample(LAWS, 16, method="halton"), ValueError, "method = 'halton' must be one of"),
        (lambda: u.sample({}, 16), ValueError, "inputs is empty"),
        (lambda: u.sample({"x": 3.0}, 16), TypeError, r"inputs\['x'\] must be a distribution"),
        (lambda: u.sample({"x": u.lognormal}, 16), TypeError, r"inputs\['x'\] must be a distribution"),
        (lambda: u.propagate(lambda x: 1.0, one), ValueError, r"shape \(\) for 16384 points"),
        (lambda: u.propagate(lambda x: x[:5], one), ValueError, r"shape \(5,\) for 16384 points"),
        (lambda: u.propagate(lambda x: {"y": x, "z": x[:5]}, one), ValueError, "'z' answers an array of shape"),
        (lambda: u.propagate(lambda x: {}, one), ValueError, "empty mapping"),
        (lambda: u.propagate(lambda x: "no", one), TypeError, "array of real numbers"),
        (lambda: u.propagate(lambda x: sl.limits.max_gpus(sl.published.llama3_405b()), one), TypeError, r"such as \.value"),
        (lambda: u.propagate(power_law, LAWS, 32, together).sobol_indices(16), ValueError, "'a', 'b' are correlated"),
        (lambda: u.propagate(power_law, LAWS, keep_inputs=False).rank_correlations(), ValueError, "were not kept"),
    ]  # fmt: skip
    for call, kind, text in cases:
        with pytest.raises(kind, match=text):
            call()


def test_fits_and_counts_are_inputs() -> None:
    window = 54 * day
    law = u.mtbf(419, window)
    plan = sl.plan_from_log(419, sl.published.llama3_405b(), window=window, samples=1000)
    np.testing.assert_allclose(law.quantile((np.arange(1000) + 0.5) / 1000), np.sort(plan.mtbf.samples), rtol=1e-12)
    drawn = u.sample({"mtbf": law}, 2**14)["mtbf"]
    assert drawn.mean() == pytest.approx(law.mean, rel=1e-5)
    assert u.mtbf(0, window).mean == math.inf

    lives = stats.weibull_min(0.8, scale=1e6).rvs(60, random_state=1)
    fit = sl.failures.fit(lives, law="weibull")
    for name in ("shape", "scale"):
        one = u.of_fit(fit, name)
        assert one.quantile(0.5) == pytest.approx(fit.parameters[name], rel=1e-9)
        for confidence in (0.5, 0.9, 0.95, 0.99):
            ends = one.quantile([(1 - confidence) / 2, (1 + confidence) / 2])
            np.testing.assert_allclose(ends, fit.interval(name, confidence), rtol=2e-4)  # between intervals asked for
        assert np.all(np.diff(one.quantile(np.linspace(1e-6, 1 - 1e-6, 999))) > 0)
        assert u.sample({"x": one}, 2**12)["x"].mean() == pytest.approx(one.mean, rel=1e-3)
    exponential = sl.failures.fit(lives, law="exponential")
    assert u.of_fit(exponential, "mean") == u.mtbf(60, exponential.exposure)
    with pytest.raises(ValueError, match="name = 'mean' must be one of 'shape', 'scale'"):
        u.of_fit(fit, "mean")
    assert u.propagate(lambda mttf: mttf, {"mttf": plan.mtbf}).median == pytest.approx(plan.mtbf.median, rel=1e-2)
