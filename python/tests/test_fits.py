# SPDX-License-Identifier: Apache-2.0
"""Laws fitted to lives, against SciPy's fits and likelihoods written out here; survival without a law; Titan's GPUs."""

from __future__ import annotations

import datetime
import math
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl

optimize = pytest.importorskip("scipy.optimize")
stats = pytest.importorskip("scipy.stats")
DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data"))
TITAN = DATA / "titan/gc_summary_loc.csv"
titan = pytest.mark.skipif(not TITAN.exists(), reason=f"no {TITAN}")
YEAR = 365 * sl.units.day
LAWS = next(field["words"] for field in sl.catalog.describe()["questions"]["fit"]["fields"] if field["name"] == "law")
fit = sl.failures.fit

#: ln of density and of survival at a time, of parameters as the laws have them
Logarithms = tuple[Callable[..., Any], Callable[..., Any]]
LIKELIHOODS: dict[str, Logarithms] = {
    "exponential": (lambda t, mean: -np.log(mean) - t / mean, lambda t, mean: -t / mean),
    "weibull": (
        lambda t, shape, scale: np.log(shape / scale) + (shape - 1) * np.log(t / scale) - (t / scale) ** shape,
        lambda t, shape, scale: -((t / scale) ** shape),
    ),
    "lognormal": (
        lambda t, mu, sigma: stats.norm.logpdf((np.log(t) - mu) / sigma) - np.log(sigma * t),
        lambda t, mu, sigma: stats.norm.logsf((np.log(np.maximum(t, 1e-300)) - mu) / sigma),
    ),
    "gamma": (
        lambda t, shape, scale: stats.gamma.logpdf(t, shape, scale=scale),
        lambda t, shape, scale: stats.gamma.logsf(t, shape, scale=scale),
    ),
    "two_piece": (
        lambda t, early, late, change: np.log(np.where(t <= change, early, late)) + pieces(t, early, late, change),
        lambda t, early, late, change: pieces(t, early, late, change),
    ),
}


def pieces(time: Any, early: float, late: float, change: float) -> Any:
    return -early * np.minimum(time, change) - late * np.maximum(time - change, 0)


def likelihood(law: str, parameters: Any, durations: Any, observed: Any, entry: Any = None) -> float:
    density, survival = LIKELIHOODS[law]
    found = np.where(observed, density(durations, *parameters), survival(durations, *parameters)).sum()
    if entry is not None:
        found -= survival(np.asarray(entry)[np.asarray(entry) > 0], *parameters).sum()
    return float(found)


def sample(law: str, n: int = 400, late: bool = False) -> tuple[Any, Any, Any]:
    """Lives of a law: durations, observed, entry; a quarter or so is censored, of some the beginning was not seen."""
    random = np.random.default_rng(LAWS.index(law))
    lives = {
        "exponential": lambda: random.exponential(2e6, n),
        "weibull": lambda: 3e6 * random.weibull(1.7, n),
        "lognormal": lambda: random.lognormal(14, 0.8, n),
        "gamma": lambda: random.gamma(2.5, 1e6, n),
        "two_piece": lambda: np.where((e := random.exponential(1, n)) < 0.8, e / 8e-7, 1e6 + (e - 0.8) / 2e-7),
    }[law]()
    ends = random.uniform(0.3, 2.5, n) * np.median(lives) * 1.5
    entry = np.where(random.random(n) < 0.5, random.uniform(0, 0.5, n) * np.median(lives), 0.0) if late else None
    seen = np.minimum(lives, ends)
    keep = seen > (0 if entry is None else entry)
    return seen[keep], (lives <= ends)[keep], None if entry is None else entry[keep]


# ---- laws


@pytest.mark.parametrize("late", [False, True], ids=["new", "entered late"])
@pytest.mark.parametrize("law", LAWS)
def test_a_fit_is_the_top_of_the_likelihood(law: str, late: bool) -> None:
    durations, observed, entry = sample(law, late=late)
    found = fit(durations, observed, law=law, entry=entry)
    best = list(found.parameters.values())
    top = likelihood(law, best, durations, observed, entry)
    assert found.log_likelihood == pytest.approx(top, rel=1e-12)
    assert found.aic == pytest.approx(2 * len(best) - 2 * top, rel=1e-12)
    assert found.bic == pytest.approx(len(best) * math.log(len(durations)) - 2 * top, rel=1e-12)
    assert (found.units, found.events) == (len(durations), observed.sum()) and found.status == "ok"
    assert found.exposure == pytest.approx(durations.sum() - (0 if entry is None else entry.sum()), rel=1e-13)
    assert found.mean == found.law.mean

    def loss(scaled: Any) -> float:
        return -likelihood(law, np.asarray(best) * scaled, durations, observed, entry)

    if law == "two_piece":  # the change may be at any life or just behind one
        ends = np.unique(durations[observed])
        for change in np.concatenate([ends, np.nextafter(ends, np.inf)]):
            first = np.minimum(durations, change).sum() - (0 if entry is None else np.minimum(entry, change).sum())
            early, all_events = (observed & (durations <= change)).sum(), observed.sum()
            if min(early, all_events - early) >= 5:
                rates = early / first, (all_events - early) / (found.exposure - first)
                assert likelihood(law, (*rates, change), durations, observed, entry) <= top + 1e-9
        return
    again = optimize.minimize(loss, np.full(len(best), 0.97), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-10})
    assert again.x == pytest.approx(np.ones(len(best)), rel=2e-5)
    assert -again.fun <= top + 1e-7


@pytest.mark.parametrize("law", [law for law in LAWS if law != "two_piece"])
def test_scipy_finds_the_same_in_censored_lives(law: str) -> None:
    if not hasattr(stats, "CensoredData"):
        pytest.skip("this SciPy has no CensoredData")
    durations, observed, _ = sample(law)
    found = list(fit(durations, observed, law=law).parameters.values())
    unit = 1e6
    data = stats.CensoredData.right_censored(durations / unit, ~observed)
    if law == "exponential":
        theirs = [stats.expon.fit(data, floc=0)[1] * unit]
    elif law == "weibull":
        shape, _, scale = stats.weibull_min.fit(data, floc=0)
        theirs = [shape, scale * unit]
    elif law == "lognormal":
        sigma, _, scale = stats.lognorm.fit(data, floc=0)
        theirs = [math.log(scale * unit), sigma]
    else:
        shape, _, scale = stats.gamma.fit(data, floc=0)
        theirs = [shape, scale * unit]
    assert found == pytest.approx(theirs, rel=2e-4)


@pytest.mark.parametrize(
    ("law", "name"), [("weibull", "shape"), ("lognormal", "sigma"), ("gamma", "shape"), ("gamma", "scale")]
)
def test_an_interval_is_where_the_profile_likelihood_falls(law: str, name: str) -> None:
    durations, observed, _ = sample(law)
    found = fit(durations, observed, law=law)
    place = list(found.parameters).index(name)
    best = np.asarray(list(found.parameters.values()))
    fall = stats.chi2.ppf(0.9, 1) / 2
    for end in found.interval(name, 0.9):

        def loss(scaled: Any, end: float = end) -> float:
            at = best * scaled[0]
            at[place] = end
            return -likelihood(law, at, durations, observed)

        around = optimize.minimize(loss, [1.0], method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-11})
        assert found.log_likelihood + around.fun == pytest.approx(fall, abs=2e-5)
    low, high = found.interval(name)
    inner = found.interval(name, 0.5)
    assert low < inner.lower < found.parameters[name] < inner.upper < high


def test_an_exponential_is_the_count_of_chi_squared() -> None:
    found = fit([2e6, 3e6, 5e6, 6e6], [True, True, False, True], law="exponential")
    assert found.parameters == {"mean": pytest.approx(16e6 / 3)}
    chi2 = stats.chi2
    expected = (2 * 16e6 / chi2.ppf(0.975, 8), 2 * 16e6 / chi2.ppf(0.025, 6))
    assert found.interval("mean") == pytest.approx(expected, rel=1e-10)
    assert found.interval("mean") == pytest.approx(tuple(sl.failures.mtbf_interval(3, 16e6)), rel=1e-12)
    assert sl.failures.mtbf_interval(0, 1e6) == pytest.approx((1e6 / math.log(20), math.inf))
    wide = sl.failures.mtbf_interval([1, 10, 100], 1e6)
    assert wide.lower.shape == (3,) and np.all(np.diff(wide.lower) < 0)


@pytest.mark.parametrize("law", LAWS)
def test_a_fitted_law_is_a_law(law: str) -> None:
    durations, observed, _ = sample(law)
    found = fit(durations, observed, law=law)
    parameters = list(found.parameters.values())
    assert {name: getattr(found.law, name) for name in found.parameters} == found.parameters
    times = np.array([1e5, 1e6, 3e6])
    assert found.law.survival(times) == pytest.approx(np.exp(LIKELIHOODS[law][1](times, *parameters)), rel=1e-9)
    request = {"question": "survival", "failure_law": found.law.as_request(), "with": {"time": 1e6}}
    assert sl.ask(request)["columns"]["survival"] == found.law.survival(1e6)
    kept = sl._core.from_toml(sl._core.to_toml(request))
    assert sl.ask(kept)["columns"]["survival"] == found.law.survival(1e6)
    assert type(found.law)(**found.parameters) == found.law
    run = sl.TrainingRun(gpus=8, gpu_mttf=8e6, checkpoint_bytes=1e12, write_bandwidth=1e11)
    played = sl.simulation.simulate(run, law=found.law, relative_accuracy=0.2)
    assert 0 < played.goodput < 1


def test_a_fit_is_kept_and_compared() -> None:
    found = fit([1e6, 2e6, 4e6], law="weibull")
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.interval("scale") == found.interval("scale")
    assert found != fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False], law="weibull")
    assert found.lives[0].tolist() == [1e6, 2e6, 4e6] and found.lives[1:] == (None, None)
    given = np.array([1e6, 2e6, 4e6])
    kept = fit(given, law="weibull")
    given[:] = 1
    assert kept.interval("scale") == found.interval("scale"), "what was fitted to does not change with the caller's array"


def test_a_fit_is_a_question_of_the_catalogue() -> None:
    durations, observed, entry = sample("gamma", 50, late=True)
    lists = {"durations": durations.tolist(), "observed": observed.tolist(), "entry": entry.tolist()}
    asked = sl.ask({"question": "fit", "with": {**lists, "law": "gamma"}})["columns"]
    found = fit(durations, observed, law="gamma", entry=entry)
    assert dict(zip(asked["parameters"], asked["value"], strict=True)) == found.parameters
    for name, low, high in zip(asked["parameters"], asked["low"], asked["high"], strict=True):
        assert found.interval(name) == (low, high)
    curve = sl.ask({"question": "kaplan_meier", "with": lists})["columns"]
    assert curve["survival"] == sl.failures.kaplan_meier(durations, observed, entry=entry).survival.tolist()
    with pytest.raises(sl.catalog.RequestError, match=r"durations\[1\] = 0"):
        sl.ask({"question": "fit", "with": {"durations": [1, 0], "law": "gamma"}})


# ---- what may be handed in


def test_lives_come_in_any_form() -> None:
    seconds, ended = [86400.0, 172800.0, 432000.0], [True, True, False]
    plain = fit(seconds, ended)
    apart = np.array([s for x in seconds for s in (x, 0)])[::2]
    forms: list[tuple[Any, Any]] = [
        (tuple(seconds), tuple(ended)),
        (np.array(seconds), np.array(ended)),
        (np.array(seconds, dtype=np.int64), [1, 1, 0]),
        (np.array(seconds, dtype=np.float32), np.array([1.0, 1.0, 0.0])),
        (np.array(seconds).astype("m8[s]"), ended),
        ([datetime.timedelta(days=1), datetime.timedelta(days=2), datetime.timedelta(days=5)], ended),
        (["1 day", "48 h", "5 days"], ended),
        (apart, ended),  # not side by side in memory
    ]
    for durations, observed in forms:
        assert fit(durations, observed) == plain
    assert fit(seconds, ended, entry=[0, 0, 0]).parameters == pytest.approx(plain.parameters)


def test_lives_come_from_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"life": [86400.0, 172800.0, 432000.0], "dead": [True, True, False]}, index=[7, 8, 9])
    plain = fit([86400.0, 172800.0, 432000.0], [True, True, False])
    assert fit(frame.life, frame.dead) == plain
    assert fit(pandas.to_timedelta(frame.life, unit="s"), frame.dead.astype(int)) == plain


def test_lives_come_from_xarray() -> None:
    xarray = pytest.importorskip("xarray")
    assert fit(xarray.DataArray([1.0, 2.0, 4.0], dims="unit")) == fit([1, 2, 4])


def test_lives_come_from_pint() -> None:
    pint = pytest.importorskip("pint")
    units = pint.UnitRegistry()
    assert fit([1, 2, 5] * units.day, [True, True, False]) == fit([86400.0, 172800.0, 432000.0], [True, True, False])
    with pytest.raises(ValueError, match=r"fit: durations"):
        fit([1, 2, 5] * units.byte)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"durations": []}, "durations"),
        ({"durations": [1, 0, 2]}, r"fit: durations\[1\] = 0 must be"),
        ({"durations": [1, -1, 2]}, r"fit: durations\[1\] = -1 must be"),
        ({"durations": [1, math.nan]}, r"fit: durations\[1\] = nan must be"),
        ({"durations": [1, math.inf]}, r"fit: durations\[1\] = inf must be"),
        ({"durations": [1, 2], "observed": [True]}, "observed"),
        ({"durations": [1, 2], "observed": [1, 2]}, r"observed\[1\] = 2"),
        ({"durations": [1, 2], "observed": [1, math.nan]}, r"observed\[1\] = nan"),
        ({"durations": [1, 2], "entry": [0]}, "entry"),
        ({"durations": [1, 2], "entry": [0, 2]}, r"entry\[1\] = 2"),
        ({"durations": [1, 2], "entry": [-1, 0]}, r"entry\[0\] = -1"),
        ({"durations": [1, 2], "observed": [False, False]}, "no .*(ended|event|failed)|needs"),
        ({"durations": [1, 2], "law": "weibul"}, "fit: law = 'weibul' must be one of .*'weibull'.*did you mean"),
        ({"durations": [1, 2], "law": "empirical"}, "fit: law = 'empirical' must be one of .*'two_piece'$"),
        ({"durations": [1, 2], "law": sl.failures.Weibull}, "fit: law = <class .* must be one of"),
        ({"durations": [5, 5, 5]}, "fit: no weibull law is the likeliest"),
        ({"durations": [1, 2, 3], "law": "two_piece"}, "two_piece law needs 10 lives that ended, there are 3"),
        ({"durations": [[1, 2], [3, 4]]}, "durations must be a list of numbers, not of 2 dimensions"),
    ],
    ids=str,
)
def test_lives_that_cannot_be_are_refused(given: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        fit(**given)


def test_a_parameter_that_is_none_is_named() -> None:
    found = fit([1, 2, 4])
    with pytest.raises(ValueError, match=r"name = 'shap' must be one of 'shape', 'scale'.*did you mean.*shape"):
        found.interval("shap")
    with pytest.raises(ValueError, match="confidence"):
        found.interval("shape", 1.0)
    with pytest.raises(TypeError, match="durations"):
        fit([True, False, True])


# ---- how good it is


def test_goodness_counts_what_was_expected() -> None:
    durations, observed, _ = sample("weibull", 2000)
    right, wrong = fit(durations, observed), fit(durations, observed, law="exponential")
    good = right.goodness(10)
    assert good.expected == pytest.approx(np.full(10, observed.sum() / 10), rel=1e-6)
    assert np.histogram(durations[observed], [0, *good.edges[:-1], np.inf])[0] == pytest.approx(good.observed)
    assert good.p_value == pytest.approx(stats.chi2.sf(good.statistic, good.degrees), rel=1e-9)
    assert good.p_value > 0.01 and wrong.goodness(10).p_value < 1e-6
    assert right.aic < wrong.aic and right.bic < wrong.bic
    few = fit([1.0, 2.0, 4.0]).goodness()
    assert few.status == "infeasible" and math.isnan(few.p_value) and "five" in few.note
    with pytest.raises(ValueError, match="goodness_of_fit: pieces = 2 must be"):
        right.goodness(2)


def test_a_p_value_is_even_where_the_law_is_right() -> None:
    random = np.random.default_rng(3)
    p_values = []
    for _ in range(300):
        lives, ends = 1e6 * random.weibull(0.8, 300), random.uniform(0, 3e6, 300)
        p_values.append(fit(np.minimum(lives, ends), lives <= ends).goodness(8).p_value)
    assert stats.kstest(p_values, "uniform").pvalue > 1e-3


# ---- survival without a law


@pytest.mark.filterwarnings("ignore:The confidence interval is undefined")
@pytest.mark.parametrize("law", LAWS)
def test_kaplan_and_meier_as_scipy_has_them(law: str) -> None:
    if not hasattr(stats, "ecdf"):
        pytest.skip("this SciPy has no ecdf")
    durations, observed, _ = sample(law, 60)
    durations = np.round(durations, -5) + 1e5  # many at one time
    curve = sl.failures.kaplan_meier(durations, observed)
    theirs = stats.ecdf(stats.CensoredData.right_censored(durations, ~observed)).sf
    at = np.isin(theirs.quantiles, durations[observed])
    assert curve.times == pytest.approx(theirs.quantiles[at])
    assert curve.survival == pytest.approx(theirs.probabilities[at], abs=1e-14)
    band = theirs.confidence_interval(0.95, method="log-log")
    inside = curve.survival > 0
    assert curve.lower[inside] == pytest.approx(band.low.probabilities[at][inside], rel=1e-9)
    assert curve.upper[inside] == pytest.approx(band.high.probabilities[at][inside], rel=1e-9)
    assert curve.cumulative_hazard == pytest.approx(np.cumsum(curve.events / curve.at_risk), rel=1e-12)


def test_kaplan_and_meier_by_hand_with_late_entries() -> None:
    durations, observed, entry = np.array([3, 5, 5, 8, 9.0]), np.array([1, 1, 0, 1, 0]), np.array([0, 2, 0, 4, 7.0])
    curve = sl.failures.kaplan_meier(durations, observed, entry=entry)
    survival, expected = 1.0, []
    for time in (3, 5, 8):
        at_risk = ((entry < time) & (durations >= time)).sum()
        survival *= 1 - (observed * (durations == time)).sum() / at_risk
        expected.append(survival)
    assert curve.survival == pytest.approx(expected, rel=1e-14)
    assert curve.times.tolist() == [3, 5, 8]


@pytest.mark.parametrize("late", [False, True], ids=["new", "entered late"])
@pytest.mark.parametrize("law", ["exponential", "weibull", "lognormal"])
def test_lifelines_agrees(law: str, late: bool) -> None:
    lifelines = pytest.importorskip("lifelines")
    durations, observed, entry = sample(law, late=late)
    unit = 1e6  # its searches start at one
    fitter = {"exponential": "ExponentialFitter", "weibull": "WeibullFitter", "lognormal": "LogNormalFitter"}[law]
    theirs = getattr(lifelines, fitter)()
    theirs.fit(durations / unit, observed, entry=None if entry is None else entry / unit)
    ours = fit(durations, observed, law=law, entry=entry)
    expected = {
        "exponential": lambda: {"mean": theirs.lambda_ * unit},
        "weibull": lambda: {"shape": theirs.rho_, "scale": theirs.lambda_ * unit},
        "lognormal": lambda: {"mu": theirs.mu_ + math.log(unit), "sigma": theirs.sigma_},
    }[law]()
    assert ours.parameters == pytest.approx(expected, rel=1e-4)  # its searches end there
    in_units = ours.log_likelihood + ours.events * math.log(unit)
    assert in_units == pytest.approx(theirs.log_likelihood_, abs=1e-4)
    curve = sl.failures.kaplan_meier(durations, observed, entry=entry)
    kept = lifelines.KaplanMeierFitter().fit(durations, observed, entry=entry).survival_function_["KM_estimate"]
    assert curve.survival == pytest.approx(kept.reindex(curve.times).to_numpy(), rel=1e-9)
    summed = lifelines.NelsonAalenFitter(nelson_aalen_smoothing=False).fit(durations, observed, entry=entry)
    hazard = summed.cumulative_hazard_["NA_estimate"].reindex(curve.times).to_numpy()
    assert curve.cumulative_hazard == pytest.approx(hazard, rel=1e-9)


# ---- a supercomputer's GPUs


@titan
def test_titan_by_batch() -> None:
    lives = sl.data.read_lives(TITAN, time="time", event="dead", groups=["batch"])
    old, new = (lives.where(batch=batch) for batch in ("old", "new"))
    a, b = fit(old.durations, old.observed), fit(new.durations, new.observed)
    constant = fit(old.durations, old.observed, law="exponential")
    assert (a.units, a.events) == (18_837, 5_027) and (b.units, b.events) == (11_370, 62)
    assert a.exposure / YEAR == pytest.approx(75_745.5, abs=0.06) and b.exposure / YEAR == pytest.approx(25_144.0, abs=0.06)
    assert a.parameters["shape"] == pytest.approx(2.638, abs=5e-4)
    assert a.parameters["scale"] / YEAR == pytest.approx(7.112, abs=5e-4)
    in_years = a.events * math.log(YEAR)
    assert a.log_likelihood + in_years == pytest.approx(-16_448.6, abs=0.05)
    assert constant.log_likelihood + in_years == pytest.approx(-18_663.0, abs=0.05)
    assert constant.mean / YEAR == pytest.approx(15.07, abs=5e-3)
    assert b.parameters["shape"] == pytest.approx(1.021, abs=5e-4)
    assert b.parameters["scale"] / YEAR == pytest.approx(364.4, abs=0.05)
    assert fit(new.durations, new.observed, law="exponential").mean / YEAR == pytest.approx(405.55, abs=5e-3)
    # told apart
    assert a.interval("shape", 0.999).lower > b.interval("shape", 0.999).upper
    assert (
        constant.goodness().p_value < 1e-12 and fit(new.durations, new.observed, law="exponential").goodness(6).p_value > 0.01
    )
    both = fit(lives.durations, lives.observed)
    assert both.aic > a.aic + b.aic + 500


@titan
def test_titans_old_batch_begins_to_fail_in_its_third_year() -> None:
    old = sl.data.read_lives(TITAN, time="time", event="dead", groups=["batch"]).where(batch="old")
    found = fit(old.durations, old.observed, law="two_piece")
    assert 2 < found.parameters["change"] / YEAR < 3
    assert found.parameters["late_rate"] > 5 * found.parameters["early_rate"]
    low, high = found.interval("change")
    assert low <= found.parameters["change"] <= high
    rates = sl.failures.rate_by_age(old.durations, old.observed, edges=np.arange(0, 6) * YEAR)
    assert rates.rate[3] > 5 * rates.rate[1]


LANL = DATA / "lanl/LA-UR-05-7318-failure-data-1996-2005.csv.xz"


@pytest.mark.skipif(not LANL.exists(), reason=f"no {LANL}")
def test_shapes_that_are_usual_are_those_of_23_systems() -> None:
    events = sl.data.read_events(LANL)
    shapes = []
    for system in np.unique(events.system):
        gaps = np.diff(np.sort(events.start[events.system == system]))
        if (gaps > 0).sum() >= 30:
            shapes.append(fit(gaps[gaps > 0], law="gamma").parameters["shape"])
    assert len(shapes) == 23
    low, middle, high = (round(float(x), 2) for x in (min(shapes), np.median(shapes), max(shapes)))
    assert (low, middle, high) == (0.28, 0.61, 0.95)
    assert f"{low} to {high}, median {middle}" in " ".join((sl.failures.Gamma.__doc__ or "").split())
