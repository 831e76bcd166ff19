# SPDX-License-Identifier: Apache-2.0
"""What a stream of events says, against plain NumPy and SciPy."""

from __future__ import annotations

import itertools
import math
import pickle
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl

stats = pytest.importorskip("scipy.stats")
DAY = sl.units.day
failures = sl.failures


def stream(n: int = 200, window: float = 1e6, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, window, n)


# ---- trend and bursts


def test_laplace_is_a_mean_in_standard_errors() -> None:
    times, window = stream(), 1e6
    found = failures.laplace_trend(times, window)
    assert float(found) == pytest.approx((times.mean() - window / 2) / (window / math.sqrt(12 * len(times))), rel=1e-11)
    assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(found)), rel=1e-11)
    assert failures.laplace_trend(window * np.sqrt(times / window), window) > 3, "events crowd towards the end"
    few = failures.laplace_trend([1, 2, 3], 10)
    assert math.isnan(few.p_value) and "four" in few.note and float(few) == pytest.approx((2 - 5) / (10 / 6))


def test_dispersion_is_variance_over_mean_of_counts_in_whole_bins() -> None:
    times, window, width = stream(), 1e6, 3e4
    counts = np.histogram(times, np.arange(34) * width)[0]
    found = failures.index_of_dispersion(times, window, width)
    assert float(found) == pytest.approx(counts.var(ddof=1) / counts.mean(), rel=1e-12)
    assert found.p_value == pytest.approx(stats.chi2.sf(found * 32, 32), rel=1e-9)
    # each event four times over: four times as much
    assert float(failures.index_of_dispersion(np.repeat(times, 4), window, width)) == pytest.approx(4 * found, rel=1e-12)
    assert failures.index_of_dispersion(np.repeat(times, 4), window, width).p_value < 1e-6
    assert math.isnan(failures.index_of_dispersion(times, window, 2 * window))


def test_variation_is_deviation_over_mean_of_gaps() -> None:
    times = stream()
    gaps = np.diff(np.sort(times))
    found = failures.coefficient_of_variation(times)
    assert float(found) == pytest.approx(gaps.std(ddof=1) / gaps.mean(), rel=1e-11)
    assert found.p_value > 0.01
    assert failures.coefficient_of_variation(np.arange(50.0)).p_value < 1e-6
    assert failures.coefficient_of_variation(np.exp(np.arange(30.0))).p_value < 1e-3
    assert math.isnan(failures.coefficient_of_variation([1, 2, 3]).p_value)


def test_p_values_of_a_constant_rate_are_even() -> None:
    random = np.random.default_rng(5)
    tests = {
        "trend": lambda times: failures.laplace_trend(times, 1.0),
        "variation": failures.coefficient_of_variation,
    }
    for name, test in tests.items():
        p_values = np.array([test(random.uniform(0, 1, 40)).p_value for _ in range(1000)])
        for level in (0.05, 0.2, 0.5):
            assert (p_values < level).mean() == pytest.approx(level, abs=0.015 + 3 * math.sqrt(level / 1000)), name


def test_a_statistic_is_a_number_that_says_more() -> None:
    found = failures.laplace_trend([60, 70, 80, 90], "100 s")
    assert isinstance(found, float) and found > 1.7 and found * 2 == 2 * float(found)
    again = pickle.loads(pickle.dumps(found))
    assert (again, again.p_value, again.note) == (found, found.p_value, found.note)
    assert "p_value" in repr(found)


# ---- incidents


def by_hand(times: np.ndarray, within: float, rule: str) -> np.ndarray:
    """Number of each event's incident."""
    order, number, found = np.argsort(times, kind="stable"), -1, np.zeros(len(times))
    last = -math.inf
    for place in order:
        if times[place] - last > within:
            number, last = number + 1, times[place]
        elif rule == "chain":
            last = times[place]
        found[place] = number
    return found


@pytest.mark.parametrize("rule", ["chain", "first"])
@pytest.mark.parametrize("within", [0, 100.0, 3000.0, 1e7])
def test_incidents_by_hand(rule: str, within: float) -> None:
    times = np.round(stream(300), -2)
    parts = np.random.default_rng(2).choice(["a", "b", "c", "d"], 300)
    found = failures.incidents(times, parts, within, rule)
    expected = by_hand(times, within, rule)
    assert found.incident.tolist() == expected.tolist()
    for k in range(int(expected.max()) + 1):
        of = expected == k
        assert found.start[k] == times[of].min() and found.events[k] == of.sum()
        assert found.parts[k] == len(set(parts[of]))
    assert len(found.start) == expected.max() + 1


LABELS: dict[str, list[Any]] = {
    "texts": ["a", "b", "a", "c"],
    "numbers": [17, 4, 17, 3],
    "mixed": [1, "1", 1, 2.5],
    "pairs": [(0, 1), (0, 2), (0, 1), (1, 1)],
    "None": [None, "b", None, "c"],
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_may_be_of_any_type(kind: str) -> None:
    parts = LABELS[kind]
    assert failures.incidents([0, 1, 2, 50], parts, within=5).parts.tolist() == [2, 1]
    domains = {parts[0]: "x", parts[1]: "x", parts[3]: ("y", 1)}
    found = failures.correlated_failures([0, 1, 2, 50], parts, domains, within=5, window=100)
    assert found.label == ["x", ("y", 1)] and found.observed_in.tolist() == [1, 0] and found.parts.tolist() == [2, 1]
    worst = failures.worst_parts([1, 9, 2], [1e6] * 3, labels=[parts[0], parts[1], parts[3]])
    assert worst.part[0] == parts[1]


def test_labels_of_arrays_and_frames() -> None:
    pandas = pytest.importorskip("pandas")
    times, parts = [0, 1, 2, 50], ["a", "b", "a", "c"]
    plain = failures.incidents(times, parts, within=5)
    for given in (np.array(parts), np.array(parts, dtype=object), pandas.Series(parts, index=[4, 5, 6, 7]), tuple(parts)):
        assert failures.incidents(times, given, within=5) == plain
    assert failures.incidents(pandas.Series(times), pandas.Categorical(parts), within="5 s") == plain
    domains = pandas.Series({"a": 1, "b": 1, "c": 2})
    found = failures.correlated_failures(times, parts, domains, within=5, window=100)
    assert found == failures.correlated_failures(times, parts, domains.to_dict(), within=5, window=100)


# ---- domains


@pytest.mark.parametrize("rule", ["chain", "first"])
def test_chance_alone_is_expected_and_what_is_more_is_found(rule: str) -> None:
    random = np.random.default_rng(7)
    parts, window, within = 40, 1e6, 200.0
    domains = {part: part // 4 for part in range(parts)}
    observed, expected = 0.0, 0.0
    for _ in range(100):
        counts = random.poisson(20, parts)
        times, of = random.uniform(0, window, counts.sum()), np.repeat(np.arange(parts), counts)
        found = failures.correlated_failures(times, of, domains, within, window, rule)
        observed, expected = observed + found.observed, expected + found.expected
    assert observed == pytest.approx(expected, abs=4 * math.sqrt(expected))
    # a switch that takes two parts of a rack, 60 times in all
    hits, rack = random.uniform(0, window - 1, 60), random.integers(0, 10, 60)
    times, of = np.concatenate([times, hits, hits + 1]), np.concatenate([of, 4 * rack, 4 * rack + 1])
    more = failures.correlated_failures(times, of, domains, within, window, rule)
    assert more.lower < 60 / (10 * window) < more.upper and more.p_value < 1e-9
    assert more.rate == pytest.approx((more.observed - more.expected) / (10 * window), rel=1e-9)
    assert more.observed == more.observed_in.sum() and more.expected == pytest.approx(more.expected_in.sum())
    of_domain = [(np.asarray(of) // 4 == k).sum() for k in range(10)]
    assert more.events.tolist() == of_domain and more.parts.tolist() == [4] * 10 and more.label == list(range(10))
    count = sum(
        len(set(of[inside][by_hand(times[inside], within, rule) == k])) > 1
        for inside in (of // 4 == domain for domain in range(10))
        for k in range(int(by_hand(times[inside], within, rule).max()) + 1)
    )
    assert more.observed == count


# ---- rates


@pytest.mark.parametrize(("before", "after"), [(40, 20), (3, 9), (0, 5), (5, 0), (1, 1), (1000, 1100)])
def test_a_ratio_of_rates_is_a_binomial_share(before: int, after: int) -> None:
    first, then = 30 * DAY, 12 * DAY
    found = failures.rate_ratio(before, first, after, then, 0.9)
    share = stats.binomtest(after, before + after, then / (first + then)).proportion_ci(0.9, "exact")
    odds = [s / (1 - s) * first / then if s < 1 else math.inf for s in (share.low, share.high)]
    assert (found.lower, found.upper) == pytest.approx(odds, rel=1e-7)
    assert found.ratio == pytest.approx(after / then / (before / first) if before else math.inf)
    share_then, count = then / (first + then), stats.binom(before + after, then / (first + then))
    assert 0 < share_then < 1
    tails = min(count.cdf(after), count.sf(after - 1))
    assert found.p_value == pytest.approx(min(1, 2 * tails), rel=1e-9)


def test_ratios_of_arrays() -> None:
    found = failures.rate_ratio([4, 0], 1e6, [[2], [0]], 1e6)
    assert found.ratio.shape == (2, 2) and found.ratio[0].tolist() == [0.5, math.inf]
    assert math.isnan(found.ratio[1, 1]) and found.status[1, 1] == "infeasible" and "no event" in found.note[1, 1]
    assert failures.rate_ratio(0, 1, 0, 1).status == "infeasible"


# ---- parts


def test_worst_parts_by_numpy() -> None:
    events = np.array([6, 0, 1, 3, 14, 1, 4, 2])
    exposures = np.array([1, 1, 2, 1, 1, 0.5, 1, 1]) * 1e6
    found = failures.worst_parts(events, exposures, labels=list("abcdefgh"))
    share = exposures / exposures.sum()
    p_values = stats.binom.sf(events - 1, events.sum(), share)
    assert found.part_p_value == pytest.approx(p_values, rel=1e-9)
    order = np.argsort(p_values)
    rising = p_values[order] * len(events) / np.arange(1, len(events) + 1)
    adjusted = np.minimum(1, np.minimum.accumulate(rising[::-1])[::-1])
    assert found.benjamini_hochberg[order] == pytest.approx(adjusted, rel=1e-9)
    holm = np.minimum(1, np.maximum.accumulate(p_values[order] * np.arange(len(events), 0, -1)))
    assert found.holm[order] == pytest.approx(holm, rel=1e-9)

    def loss(at: np.ndarray) -> float:  # negative binomial, a = dispersion, m = mean rate
        a, m = np.exp(at)
        return -float(stats.nbinom.logpmf(events, 1 / a, 1 / (1 + a * m * exposures)).sum())

    from scipy.optimize import minimize

    best = minimize(loss, [0.0, -13.0], method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-12})
    a, m = np.exp(best.x)
    assert (found.dispersion, found.mean_rate) == pytest.approx((a, m), rel=1e-6)
    shrunken = m * (1 + a * events) / (1 + a * m * exposures)
    worst = np.argsort(-shrunken, kind="stable")
    assert found.part[:2] == ["e", "a"] and found.rate == pytest.approx(shrunken[worst], rel=1e-6)
    assert found.removed == pytest.approx(np.cumsum(shrunken[worst]), rel=1e-6)
    assert found.renewed == pytest.approx(np.cumsum(shrunken[worst] - m), rel=1e-5)
    assert found.total_rate == pytest.approx(shrunken.sum(), rel=1e-6)
    given = failures.worst_parts(events, exposures, renewed_rate=1e-7)
    assert given.renewed == pytest.approx(np.cumsum(shrunken[worst] - 1e-7), rel=1e-6)


def test_parts_that_are_alike_are_not_blamed() -> None:
    random = np.random.default_rng(11)
    blamed = sum(failures.worst_parts(random.poisson(3, 100), [1e6] * 100).holm.min() < 0.05 for _ in range(300))
    assert blamed <= 15 + 4 * math.sqrt(15)
    none = failures.worst_parts([0, 0], [1.0, 1.0])
    assert none.status == "infeasible" and none.note == "no part failed" and none.part == []
    same = failures.worst_parts([2, 2, 2, 2], [1e6] * 4)
    assert same.dispersion == 0 and same.rate == pytest.approx([2e-6] * 4)


# ---- bins


def test_rates_by_age_by_numpy() -> None:
    random = np.random.default_rng(3)
    durations, observed = random.exponential(50, 200), random.random(200) < 0.6
    entry, edges = durations * random.random(200), np.array([0, 5, 20, 60, 61, 400.0])
    for watched in (None, entry):
        found = failures.rate_by_age(durations, observed, edges=edges, entry=watched)
        begin = np.zeros(200) if watched is None else watched
        events = np.histogram(durations[observed], edges)[0]
        clipped = [np.clip(durations, a, b) - np.clip(begin, a, b) for a, b in itertools.pairwise(edges)]
        exposure = np.sum(clipped, axis=1)
        assert found.events.tolist() == events.tolist()
        assert found.exposure == pytest.approx(exposure, rel=1e-12)
        assert found.rate == pytest.approx(events / exposure, rel=1e-12)
        assert found.edges.tolist() == edges.tolist()
        lower = np.where(events > 0, stats.chi2.ppf(0.025, 2 * events) / 2, 0) / exposure
        upper = np.where(events > 0, stats.chi2.ppf(0.975, 2 * events + 2) / 2, -math.log(0.05)) / exposure
        assert found.lower == pytest.approx(lower, rel=1e-9) and found.upper == pytest.approx(upper, rel=1e-9)


def test_rates_by_time_by_numpy() -> None:
    random = np.random.default_rng(4)
    start = random.uniform(0, 50, 30)
    end, times = start + random.exponential(40, 30), random.uniform(-5, 120, 300)
    edges = np.array([0, 10, 30, 31, 100.0])
    found = failures.binned_rates(times, start, end, edges=edges, confidence=0.8)
    exposure = np.array([(np.clip(end, a, b) - np.clip(start, a, b)).sum() for a, b in itertools.pairwise(edges)])
    assert found.exposure == pytest.approx(exposure, rel=1e-12)
    assert found.events.tolist() == np.histogram(times, edges)[0].tolist()
    assert found.upper == pytest.approx(stats.chi2.ppf(0.9, 2 * found.events + 2) / 2 / exposure, rel=1e-9)
    empty = failures.binned_rates([], [0], [1], edges=[0, 1, 2])
    assert empty.rate[0] == 0 and math.isnan(empty.rate[1]) and empty.upper[0] == pytest.approx(-math.log(0.05))


# ---- errors


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: failures.laplace_trend([1, 11], 10), r"laplace_trend: times\[1\] = 11 must be in \[0, 10\]"),
        (lambda: failures.laplace_trend([1, math.nan], 10), r"times\[1\] = nan"),
        (lambda: failures.laplace_trend([1], 0), "laplace_trend: window = 0 must be > 0"),
        (lambda: failures.index_of_dispersion([1], 10, -1), "index_of_dispersion: bin = -1"),
        (lambda: failures.coefficient_of_variation([1, math.inf]), r"coefficient_of_variation: times\[1\] = inf"),
        (lambda: failures.incidents([1, 2], ["a"], 5), "parts has 1 numbers?, times has 2"),
        (lambda: failures.incidents([1], ["a"], -5), "incidents: within = -5"),
        (
            lambda: failures.incidents([1], ["a"], 5, rule="chains"),
            "incidents: rule = 'chains' must be one of 'chain', 'first'.*did you",
        ),
        (lambda: failures.incidents([1], "a", 5), "incidents: parts must be a list of labels, not the string 'a'"),
        (lambda: failures.incidents([1], [["a"]], 5), "incidents: parts must be a list of labels, but one is a list"),
        (lambda: failures.correlated_failures([1], ["a"], {"b": 1}, 5, 10), "'a' is among parts, but in none of domains"),
        (lambda: failures.correlated_failures([1], ["a" * 99], {"b": 1}, 5, 10), r"'a{36}\.\.\. is among parts"),
        (lambda: failures.correlated_failures([1], ["a"], ["a"], 5, 10), "domains must be a mapping"),
        (lambda: failures.rate_ratio(1.5, 1, 2, 1), "rate_ratio: events_before = 1.5 must be a whole number"),
        (lambda: failures.rate_ratio(1, 0, 2, 1), "rate_ratio: exposure_before = 0"),
        (lambda: failures.worst_parts([1, 2], [1]), "exposures has 1 number"),
        (lambda: failures.worst_parts([1, 0.5], [1, 1]), r"events\[1\] = 0.5"),
        (lambda: failures.worst_parts([1, 2], [1, 1], labels=["a"]), "labels has 1 parts, events has 2"),
        (lambda: failures.rate_by_age([1, 2], edges=[0, 2, 1]), r"rate_by_age: edges"),
        (lambda: failures.rate_by_age([1, 2], edges=[-1, 2]), r"rate_by_age: edges\[0\] = -1"),
        (lambda: failures.rate_by_age([1, 2], [1], edges=[0, 2]), "rate_by_age: observed has 1"),
        (lambda: failures.binned_rates([1], [0, 5], [3, 4], edges=[0, 9]), r"binned_rates: end\[1\] = 4 must be >= 5"),
        (lambda: failures.binned_rates([1], [0], [3, 4], edges=[0, 9]), "binned_rates: end has 2 numbers, start has 1"),
        (lambda: failures.binned_rates([1], [0], [3], edges=[0]), "binned_rates: edges"),
    ],
    ids=range(24),
)
def test_errors_name_what_is_wrong(ask: Any, text: str) -> None:
    with pytest.raises((ValueError, TypeError), match=text):
        ask()


# ---- windows of parts of a log


def test_some_rows_of_a_log_keep_a_window_that_was_given_and_no_other() -> None:
    start, system = [0.0, 10, 20, 30, 40], [1, 2, 2, 1, 2]
    own = sl.data.Events(start, system=system)
    assert own.window == (0, 40) and own.where(system=2).window == (10, 40) and own.where(system=1).window == (0, 30)
    watched = sl.data.Events(start, system=system, window=(-5, 50))
    assert watched.where(system=2).window == (-5, 50)
    until = sl.data.Events(start, system=system, window=(float("nan"), 50))  # one end was given
    assert until.window == (0, 50) and until.where(system=2).window == (10, 50)
    kept = pickle.loads(pickle.dumps(until))
    assert kept.window == (0, 50) and kept.where(system=2).window == (10, 50)


def test_before_and_after_share_the_window_and_every_event() -> None:
    random = np.random.default_rng(3)
    start = np.floor(random.uniform(0, 1000, 200))
    log = sl.data.Events(start, node=random.integers(0, 9, 200), window=(0, 1000))
    for cut in (1.0, 250.0, float(start[7]), 999.0):
        before, after = log.between(end=cut), log.between(start=cut)
        assert before.window == (0, cut) and after.window == (cut, 1000)
        assert len(before) == (start < cut).sum() and len(before) + len(after) == 200
        assert (before.start < cut).all() and (after.start >= cut).all()
    assert len(log.between()) == 200
    assert log.between(100, 300).between(150).window == (150, 300)
    own = sl.data.Events(start)
    assert own.between(end=500).window == (start.min(), 500) and own.between(start=500).window == (500, start.max())
    assert len(own.between(start=500)) + len(own.between(end=500)) == 200
    dated = sl.data.Events(np.array(["2025-03-01", "2025-03-05"], "datetime64[s]").astype(float), timezone="Europe/Berlin")
    assert dated.between(start="2025-03-02").window[0] == dated.between(start="2025-03-01T23:00Z").window[0]
    for given, text in (
        ({"start": 2000}, "nothing was observed"),
        ({"end": "soon"}, "end = 'soon' must be a number of seconds"),
    ):
        with pytest.raises(ValueError, match=text):
            log.between(**given)
