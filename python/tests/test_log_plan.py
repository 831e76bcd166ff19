# SPDX-License-Identifier: Apache-2.0
"""What a log says to do, against SciPy's gamma law, each sample asked alone and intervals tried one by one."""

from __future__ import annotations

import itertools
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl

gamma = pytest.importorskip("scipy.stats").gamma
DAY, HOUR = sl.units.day, sl.units.hour
RUN = sl.TrainingRun(
    gpus=16_384,
    gpu_mttf=1e9,  # not looked at
    checkpoint_bytes=5e12,
    write_bandwidth=2e11,
    read_bandwidth=1e12,
    initialization_time=300,
    downtime=60,
)
STEADY = RUN.replace(downtime=0)
LLAMA = {"events": 419, "window": 54 * DAY, "downtime": 0}  # of running time


def plan(**changed: Any) -> sl.analysis.LogPlan:
    return sl.plan_from_log(**{"run": RUN, **LLAMA, **changed})


# ---- samples


@pytest.mark.parametrize(("events", "dispersion", "gpus"), [(419, 1, None), (0, 1, None), (3, 2.5, 1000), (20, 7, 24_576)])
def test_samples_are_even_quantiles_of_a_gamma_law(events: int, dispersion: float, gpus: float | None) -> None:
    found = plan(events=events, dispersion=dispersion, gpus=gpus, samples=512)
    rate = gamma(events / dispersion + 0.5, scale=dispersion / (54 * DAY))
    expected = (gpus or RUN.gpus) / rate.isf((np.arange(512) + 0.5) / 512)
    assert found.gpu_mttf.samples == pytest.approx(expected, rel=1e-9)
    assert found.mtbf.samples == pytest.approx(expected / RUN.gpus, rel=1e-9)
    assert (found.events, found.window, found.dispersion) == (events, 54 * DAY, dispersion)


def test_llama_3() -> None:
    found = plan()
    assert found.mtbf.median / HOUR == pytest.approx(3.09, abs=5e-3)
    low, high = found.mtbf.interval(0.95)
    exact = sl.failures.mtbf_interval(419, 54 * DAY)
    assert exact == pytest.approx((2.811 * HOUR, 3.412 * HOUR), abs=2)
    assert exact.lower < low < high < exact.upper, "an exact interval is never narrower than stated"
    assert (low, high) == pytest.approx(tuple(exact), rel=5e-3)
    assert found.interval.interval()[0] < found.interval.median < found.interval.interval()[1]


def test_bursts_tell_less() -> None:
    widths = [np.diff(plan(dispersion=d).mtbf.interval())[0] for d in (1, 2, 8)]
    assert widths[1] / widths[0] == pytest.approx(math.sqrt(2), rel=0.02)
    assert widths[2] / widths[0] == pytest.approx(math.sqrt(8), rel=0.05)
    assert plan(dispersion=4).worth_knowing > plan().worth_knowing


# ---- carried through


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"criterion": sl.limits.goodput_at_least(0.85), "growth": sl.growth.chinchilla},
        {"strategy": sl.strategies.asynchronous(copy_bandwidth=1e13), "factors": [sl.limits.StrongScaling(half_size=1e5)]},
        {"strategy": sl.strategies.blocking(interval=1800)},
        {"strategy": sl.strategies.in_memory()},
    ],
    ids=str,
)
def test_each_sample_is_the_run_asked_alone(asked: dict[str, Any]) -> None:
    found = plan(events=12, window=2 * DAY, samples=9, **asked)
    strategy = asked.get("strategy") or sl.strategies.blocking()
    rest = [asked.get(name) for name in ("criterion", "growth", "strategy")]
    for k, life in enumerate(found.gpu_mttf.samples):
        alone = RUN.replace(gpu_mttf=float(life))
        assert found.mtbf.samples[k] == alone.mtbf
        assert found.interval.samples[k] == pytest.approx(strategy.interval(alone), rel=1e-12)
        assert found.goodput.samples[k] == pytest.approx(strategy.goodput(alone), rel=1e-12)
        limit = sl.limits.max_gpus(alone, *rest, asked.get("factors", ()))
        assert found.limit.samples[k] == pytest.approx(limit.value, rel=1e-9)
        assert found.limit_of.binding[k] == limit.binding
    assert np.all(np.diff(found.goodput.samples) > 0), "the longer between failures, the better"


# ---- one interval for all


@pytest.mark.parametrize(
    ("events", "window", "strategy"),
    [
        (419, 54 * DAY, sl.strategies.blocking()),
        (3, 0.5 * DAY, sl.strategies.blocking()),
        (0, 2 * DAY, sl.strategies.blocking()),
        (5, 1 * DAY, sl.strategies.asynchronous(copy_bandwidth=1e12)),
        (8, 1 * DAY, sl.strategies.spared(spares=64, repair_time=DAY)),
    ],
    ids=str,
)
def test_advice_by_trying(events: int, window: float, strategy: Any) -> None:
    found = plan(events=events, window=window, strategy=strategy, tolerance=0.005, samples=256)
    low, high = found.band
    lives = found.gpu_mttf.samples
    tried = np.geomspace(low / 3, high * 3, 3001)
    each = [strategy.replace(interval=tried).goodput(RUN.replace(gpu_mttf=float(life))) for life in lives]
    mean = np.mean(each, axis=0)
    top = tried[mean.argmax()]
    step = tried[1] / tried[0]
    at_advised = np.mean([strategy.replace(interval=found.advised).goodput(RUN.replace(gpu_mttf=float(x))) for x in lives])
    assert at_advised >= mean.max() - 1e-9
    assert found.advised == pytest.approx(top, rel=0.01)  # flat there
    inside = tried[mean >= at_advised - 0.005]
    assert (low, high) == pytest.approx((inside[0], inside[-1]), rel=2 * (step - 1) + 1e-3)
    best = np.mean([strategy.goodput(RUN.replace(gpu_mttf=float(life))) for life in lives])
    assert found.worth_knowing == pytest.approx(best - at_advised, abs=1e-9)
    assert found.worth_knowing >= 0 and found.tolerance == 0.005


def test_advice_is_free_of_an_interval_of_ones_own() -> None:
    found, free = plan(strategy=sl.strategies.blocking(interval=7200)), plan()
    assert set(found.interval.samples) == {7200.0}
    assert found.goodput.median < free.goodput.median - 0.1
    assert (found.advised, found.band, found.worth_knowing) == (free.advised, free.band, free.worth_knowing)


def test_knowing_is_worth_less_the_more_was_seen() -> None:
    worth = [plan(events=n, window=n * 3 * HOUR).worth_knowing for n in (1, 4, 16, 64, 256)]
    assert all(worth[k] > worth[k + 1] >= 0 for k in range(4))


def test_a_wider_tolerance_is_a_wider_band() -> None:
    bands = [plan(tolerance=t).band for t in (0, 0.001, 0.01, 0.1)]
    assert bands[0] == pytest.approx((plan().advised,) * 2, rel=1e-3)
    for (a, b), (c, d) in itertools.pairwise(bands):
        assert c < a <= b < d


@pytest.mark.parametrize(
    "strategy",
    [one for one in one_of_each("strategy").values() if "interval" not in [field.name for field in one.fields()]],
    ids=lambda strategy: type(strategy).__name__,
)
def test_a_strategy_without_one_interval_has_no_advice(strategy: Any) -> None:
    found = plan(strategy=strategy, samples=64)
    assert math.isnan(found.advised) and all(map(math.isnan, found.band)) and math.isnan(found.worth_knowing)
    assert np.isfinite(found.goodput.samples).all() and 0 < found.goodput.median < 1


# ---- more data


def test_longer_logs_leave_less_open() -> None:
    found = plan()
    assert [row.window for row in found.more_data] == [k * 54 * DAY for k in (1, 2, 4, 10)]
    assert [row.events for row in found.more_data] == [419 * k for k in (1, 2, 4, 10)]
    first = found.more_data[0]
    assert first.mtbf == pytest.approx(found.mtbf.interval(), rel=2e-3)
    assert first.goodput == pytest.approx(found.goodput.interval(), rel=1e-4)
    widths = np.array([(np.diff(row.mtbf)[0], np.diff(row.goodput)[0]) for row in found.more_data])
    assert np.all(np.diff(widths, axis=0) < 0)
    assert widths[0] / widths[3] == pytest.approx([math.sqrt(10)] * 2, rel=0.05)


# ---- what was observed


def test_windows() -> None:
    times = np.sort(np.random.default_rng(1).uniform(0, 10 * DAY, 50))
    span = times[-1] - times[0]
    for given in (times, times[::-1], times.tolist(), times - 1e6):
        found = sl.plan_from_log(given, STEADY, samples=8)
        assert (found.events, found.window) == (49, pytest.approx(span)), "the first failure begins the count"
    found = sl.plan_from_log(times, STEADY, window="10 days", samples=8)
    assert (found.events, found.window) == (50, 10 * DAY)
    assert found == sl.plan_from_log(50, STEADY, window=10 * DAY, samples=8)
    assert found == sl.plan_from_log(np.float64(50), STEADY, window=np.timedelta64(10, "D"), samples=8)


def test_a_log_brings_its_window() -> None:
    times = np.sort(np.random.default_rng(1).uniform(0, 10 * DAY, 50))
    log = sl.data.Events(times)
    assert sl.plan_from_log(log, STEADY, samples=8) == sl.plan_from_log(times, STEADY, samples=8)
    watched = sl.data.Events(times, window=(-DAY, 11 * DAY))
    found = sl.plan_from_log(watched, STEADY, samples=8)
    assert (found.events, found.window) == (50, 12 * DAY)
    for few in ([], [5.0]):
        found = sl.plan_from_log(sl.data.Events(few, window=(0, DAY)), STEADY, samples=8)
        assert (found.events, found.window) == (len(few), DAY)
    half = sl.plan_from_log(watched, STEADY, window=6 * DAY, samples=8)
    assert (half.events, half.window) == (50, 6 * DAY)


def test_what_failures_stop_the_job_for_is_no_running_time() -> None:
    found = sl.plan_from_log(419, RUN, window=54 * DAY, samples=64)
    assert found.downtime == 60 and found.window == 54 * DAY - 419 * 60
    assert found.counted_mttf == RUN.gpus * ((54 * DAY - 419 * 60) / 419)
    assert found.counted_mttf == RUN.gpus * sl.failures.mtbf_from_interruptions(419, 54 * DAY, 60)
    assert found.assumed == ("spread of outages assumed: as large as their mean",)
    said = sl.plan_from_log(419, RUN, window=54 * DAY, spread=0, samples=64)
    assert said.assumed == () and said.counted_mttf == found.counted_mttf
    with pytest.raises(ValueError, match="the downtimes of 2 failures, 12 h each, are longer than the 23 h"):
        sl.plan_from_log(2, RUN, window="23 h", downtime="12 h")
    with pytest.raises(ValueError, match="longer than twice the time between failures"):
        sl.plan_from_log(10, RUN, window="10 h", downtime="50 min")
    assert sl.plan_from_log(10, RUN, window="10 h", downtime="50 min", spread=0, samples=8).mtbf.median > 0


def test_single_outages_are_taken_out_one_by_one() -> None:
    log = sl.data.Events([1000, 5000, 9000], outages=[100, math.nan, 500], window=(0, 9200))
    found = sl.plan_from_log(log, RUN.replace(downtime=30), samples=8)
    assert found.window == pytest.approx(9200 - 100 - 200 - 30) and found.events == 3  # the last is cut at the window's end
    merged = sl.plan_from_log(log, RUN, within=4000, samples=8)
    assert merged.events == 1 and merged.window == pytest.approx(1000)  # stopped from then on


# ---- limits that are no numbers


def test_limits_without_end_or_none_at_all() -> None:
    few = {"events": 4, "window": 0.5 * DAY, "samples": 1001}
    endless = plan(**few, growth=sl.growth.power_law(write_bandwidth=2, read_bandwidth=2, gpu_mttf=1))
    assert np.isinf(endless.limit.samples).all() and endless.limit.median == math.inf
    # what a run of constant losses keeps decides: none at a short MTBF, all sizes at a long one
    growth = sl.growth.power_law(write_bandwidth=1, read_bandwidth=1, gpu_mttf=1)
    half = plan(**few).goodput.quantile(0.6)
    found = plan(**few, growth=growth, criterion=sl.limits.goodput_at_least(half)).limit
    limited = found.samples
    assert np.isinf(limited).any() and (np.isnan(limited) | (limited == 0)).any()
    assert found.quantile(0.95) == math.inf
    lowest = np.where(np.isnan(limited), -math.inf, limited)
    for q in (0.01, 0.3, 0.5, 0.59, 0.61, 0.9):
        expected = np.sort(lowest)[math.ceil(q * 1001) - 1]
        assert found.quantile(q) == expected or (math.isnan(found.quantile(q)) and expected == -math.inf)
    assert found.quantile([0.95, 0.99]).tolist() == [math.inf, math.inf]
    assert isinstance(repr(found), str)


# ---- what comes back


def test_quantiles_are_numbers_and_arrays() -> None:
    found = plan().mtbf
    assert type(found.quantile(0.5)) is float and found.quantile(0.5) == np.median(found.samples)
    assert found.quantile([[0.1], [0.9]]).shape == (2, 1)
    assert found.interval(0.5) == pytest.approx(tuple(np.quantile(found.samples, [0.25, 0.75])))
    for q in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match=r"q = .* must be"):
            found.quantile(q)
    with pytest.raises(ValueError, match="credibility = 1 must be"):
        found.interval(1)


def test_a_plan_is_kept_and_shown() -> None:
    found = plan(samples=16)
    assert pickle.loads(pickle.dumps(found)) == found == plan(samples=16) != plan(samples=17)
    assert json.loads(json.dumps(found.as_dict(), allow_nan=False))["advised"] == found.advised
    assert "3.092 h" in repr(found.mtbf) and "mtbf" in found._repr_html_()
    assert found.run.gpus == RUN.gpus and found.strategy == sl.strategies.blocking()
    frame = found.to_dataframe()
    assert frame.loc["mtbf", "value"] == found.mtbf.median
    assert (frame.loc["advised", "lower"], frame.loc["advised", "upper"]) == found.band
    assert len(found.more_data.to_dataframe()) == 4


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"window": None}, "needs 'window' where events is a count"),
        ({"window": 0}, "plan_from_log: window = 0 must be > 0"),
        ({"window": [1, 2]}, "plan_from_log: window must be one real number"),
        ({"window": "5 GB"}, "plan_from_log: window"),
        ({"events": -1}, "plan_from_log: events = -1 must be >= 0"),
        ({"events": math.nan}, "plan_from_log: events = nan must be"),
        ({"events": "many"}, "plan_from_log: events must be a log, times or a count of failures, not the string 'many'"),
        ({"events": ["a"]}, "plan_from_log: events"),
        ({"events": [[1, 2]]}, "plan_from_log: events must be a list of numbers, not of 2 dimensions"),
        ({"events": [1, math.nan]}, "times of events must be finite"),
        ({"events": [], "window": None}, "0 events say nothing of their window"),
        ({"events": [5], "window": None}, "1 events say nothing of their window"),
        ({"events": [5, 5, 5], "window": None}, "3 events say nothing of their window"),
        ({"run": RUN.replace(gpus=[1, 2])}, "fields of run must be single numbers"),
        ({"run": 5}, "plan_from_log: run must be a TrainingRun"),
        ({"dispersion": 0.5}, "plan_from_log: dispersion = 0.5 must be >= 1"),
        ({"dispersion": [1, 2]}, "plan_from_log: dispersion must be one real number"),
        ({"samples": 0}, "plan_from_log: samples = 0 must be"),
        ({"samples": 2.5}, "plan_from_log: samples = 2.5 must be a whole number"),
        ({"gpus": 0}, "plan_from_log: gpus = 0 must be > 0"),
        ({"tolerance": -1}, "plan_from_log: tolerance = -1 must be"),
        ({"strategy": 3}, "plan_from_log: strategy"),
        ({"criterion": 3}, "criterion"),
        ({"growth": RUN}, "plan_from_log: growth"),
    ],
    ids=str,
)
def test_what_cannot_be_is_named(given: dict[str, Any], text: str) -> None:
    with pytest.raises((ValueError, TypeError), match=text):
        plan(**given)


# ---- bursts, merged failures, other questions


def bursts(seed: int, clusters: int = 60, each: int = 6) -> np.ndarray[Any, Any]:
    """Failures in clusters, minutes apart, over 30 days."""
    random = np.random.default_rng(seed)
    return np.sort((random.uniform(0, 29.9 * DAY, clusters)[:, None] + random.uniform(0, 0.1 * HOUR, (clusters, each))).ravel())


def test_bursts_of_a_log_enter_its_plan_by_themselves() -> None:
    times = bursts(3)
    found = sl.plan_from_log(times, RUN, samples=64)
    counted = times[1:] - times[0]
    index = sl.failures.index_of_dispersion(counted, times[-1] - times[0], DAY)
    assert index.p_value < 0.05 and found.dispersion == pytest.approx(float(index))
    assert (
        np.diff(found.mtbf.interval())[0]
        > 1.5 * np.diff(sl.plan_from_log(times, RUN, dispersion=1, samples=64).mtbf.interval())[0]
    )
    even = np.random.default_rng(1).uniform(0, 30 * DAY, 360)
    assert sl.plan_from_log(even, RUN, samples=8).dispersion == 1


def test_intervals_of_logs_with_bursts_hold_the_mtbf() -> None:
    """90 % intervals of 300 logs of bursts: about nine in ten hold the truth, where a Poisson count's hold far fewer."""
    true, held, naive = 30 * DAY / 360, 0, 0
    for seed in range(300):
        random = np.random.default_rng(seed)
        n = random.poisson(60)
        times = np.sort(np.repeat(random.uniform(0, 30 * DAY, n), 6) + random.uniform(0, 0.1 * HOUR, 6 * n))
        for dispersion in (None, 1.0):
            found = sl.plan_from_log(times, RUN, window=30 * DAY, dispersion=dispersion, samples=256)
            low, high = found.mtbf.interval(0.9)
            if dispersion is None:
                held += low <= true <= high
            else:
                naive += low <= true <= high
    assert 0.84 < held / 300 < 0.96  # the index itself is uncertain: 29 degrees of freedom
    assert naive / 300 < 0.7


def test_near_failures_are_merged_to_one_interruption() -> None:
    times = bursts(5)
    merged = sl.failures.incidents(times, np.zeros(len(times)), within=600).start
    found = sl.plan_from_log(times, STEADY, within="10 min", samples=16)
    assert found.events == len(merged) - 1 < 70
    assert found.window == times[-1] - times[0]
    watched = sl.plan_from_log(times, STEADY, within=600, window=31 * DAY, samples=16)
    assert (watched.events, watched.window) == (len(merged), 31 * DAY)
    assert sl.plan_from_log(times, STEADY, samples=16).events == len(times) - 1
    with pytest.raises(TypeError, match="within merges failures at times that are known"):
        plan(within=60)
    with pytest.raises(ValueError, match="within = -1"):
        sl.plan_from_log(times, STEADY, within=-1)


def test_any_question_can_be_asked_of_the_draws() -> None:
    found = plan(samples=32)
    assert found.draws.gpus == RUN.gpus
    np.testing.assert_array_equal(found.draws.mtbf, found.mtbf.samples)
    levers = sl.analysis.levers(found.draws, sl.limits.goodput_at_least(0.85))
    assert np.shape(levers["gpu_mttf"].elasticity) == (32,)


def test_strategies_side_by_side_for_all_that_a_log_leaves_open() -> None:
    few = plan(events=1, window=0.02 * DAY, samples=101)
    own = [sl.strategies.blocking(), sl.strategies.replicated()]
    rows = few.compare(own, others=False)
    assert {row.name for row in rows} == {"blocking", "replicated"}
    goodputs = {row.name: row.goodput.samples for row in rows}
    for one in own:
        np.testing.assert_array_equal(goodputs[one._kind], one.goodput(few.draws))
    wins = float((goodputs["blocking"] > goodputs["replicated"]).mean())
    assert 0 < wins < 1, "what is better depends on what the log leaves open"
    assert {row.name: row.best for row in rows} == pytest.approx({"blocking": wins, "replicated": 1 - wins})
    assert [row.goodput.median for row in rows] == sorted((row.goodput.median for row in rows), reverse=True)
    every = plan(samples=16).compare()
    assert sum(row.best for row in every) == pytest.approx(1) and len(every) > 4
    alike = plan(samples=16).compare([sl.strategies.blocking(), sl.strategies.blocking()], others=False)
    assert [row.best for row in alike] == [0.5, 0.5]
    assert json.loads(json.dumps([row.as_dict() for row in alike])) and "blocking 1" in repr(alike)


def test_a_comparison_takes_no_arrays_but_sizes() -> None:
    with pytest.raises(TypeError, match="compare: gpu_mttf of run must be one number"):
        sl.compare(plan(samples=4).draws)


# ---- what the worst parts cost


def test_what_the_worst_parts_cost_by_hand() -> None:
    run = sl.TrainingRun(gpus=64, mtbf=4 * HOUR, checkpoint_bytes=1e12, write_bandwidth=1e10)
    events, times = [3, 1, 40, 2, 0, 1, 2, 3], [30 * DAY] * 8
    gain = sl.analysis.worst_parts_gain(run, events, times, labels=list("abcdefgh"))
    worst = sl.failures.worst_parts(events, times, labels=list("abcdefgh"))
    assert gain.part == worst.part and gain.part[0] == "c"
    blocking = sl.strategies.blocking()
    assert gain.goodput == blocking.goodput(run)
    for k in (1, 3):
        left = 1 - worst.removed[k - 1] / worst.total_rate
        without = run.replace(gpus=64 - 8 * k, gpu_mttf=(64 - 8 * k) * 4 * HOUR / left)
        assert gain.removed[k - 1] == pytest.approx(blocking.goodput(without), rel=1e-12)
        assert gain.removed_useful[k - 1] == pytest.approx((64 - 8 * k) * blocking.goodput(without), rel=1e-12)
        renewed = run.replace(mtbf=4 * HOUR / (1 - worst.renewed[k - 1] / worst.total_rate))
        assert gain.renewed[k - 1] == pytest.approx(blocking.goodput(renewed), rel=1e-12)
    assert gain.worth_removing == np.argmax(np.r_[gain.useful_throughput, gain.removed_useful[:-1]])
    assert math.isnan(gain.removed[-1])
    for given, text in (
        ({"share": 2}, "share = 2"),
        ({"labels": ["a"]}, "labels has 1 parts, events has 8"),
        ({"strategy": 3}, "strategy"),
        ({"events": [1, 2]}, "exposures has 8 numbers, events has 2"),
        ({"run": run.replace(gpu_mttf=[1e6, 2e6])}, "single numbers"),
        ({"run": run.replace(gpus=4)}, "8 parts have more than the run's 4 GPUs"),
    ):
        with pytest.raises((ValueError, TypeError), match=text):
            sl.analysis.worst_parts_gain(**{"run": run, "events": events, "exposures": times, **given})
    nothing = sl.analysis.worst_parts_gain(run, [0, 0], [DAY, DAY])
    assert nothing.status == "infeasible" and nothing.note == "no part failed" and len(nothing.part) == 0
