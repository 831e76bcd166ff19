# SPDX-License-Identifier: Apache-2.0
"""Runs that a list of causes stops, restarts by parts, and the band around an answer: what Python makes of them."""

from __future__ import annotations

import json
import pickle
import re

import numpy as np
import pytest

import scaling_limits as sl

RUN = sl.published.llama3_405b().replace(read_bandwidth=2e12, storage_latency=0.1, initialization_time=300.0, downtime=60.0)
UNLIMITED = RUN.replace(gpu_mttf=np.inf)
HANG = sl.failures.Cause(name="hang", share=0.1, detection=2700)
NCCL = sl.RestartParts(communicator_growth=265, communicator_gpus=96_000)
CRITERION = sl.limits.goodput_at_least(0.9)


@pytest.mark.parametrize(("run", "causes"), [(RUN, [HANG]), (UNLIMITED, "llama3_405b"), (UNLIMITED, "rsc1")])
@pytest.mark.parametrize("restart", [None, NCCL])
def test_times_by_cause_are_all_that_is_not_useful(run, causes, restart):
    plan = sl.strategies.blocking().under(causes=causes, restart=restart)
    rows = sl.analysis.by_cause(run, plan)
    assert sum(row.time for row in rows) == pytest.approx(1 - plan.goodput(run), rel=1e-12)
    assert [row.cause for row in rows] == [row.cause for row in sl.analysis.by_cause(run, None, causes, restart)]
    assert all(row.without >= plan.goodput(run) for row in rows)
    mix = sl.run.cause_mix(run, causes, restart)
    assert list(mix.shares) == [row.cause for row in rows]
    assert mix.shares == {row.cause: row.time for row in rows}


def test_the_run_of_one_cause_costs_what_the_list_does():
    plan = sl.strategies.blocking().under(causes=[HANG], restart=NCCL)
    alone = sl.run.effective_run(RUN, [HANG], NCCL)
    assert alone.goodput == pytest.approx(plan.goodput(RUN), rel=1e-13)
    assert alone.downtime == pytest.approx(RUN.downtime * 0.9 + 270, rel=1e-13)


def test_causes_of_a_limit_are_those_of_its_strategy():
    direct = sl.limits.max_gpus(RUN, CRITERION, causes=[HANG], restart=NCCL)
    under = sl.limits.max_gpus(RUN, CRITERION, strategy=sl.strategies.blocking().under([HANG], NCCL))
    assert direct.value == under.value < sl.limits.max_gpus(RUN, CRITERION).value
    grown = RUN.replace(gpus=direct.value)
    assert sl.strategies.blocking().under([HANG], NCCL).goodput(grown) == pytest.approx(0.9, rel=1e-9)


@pytest.mark.parametrize("growth", [sl.growth.fixed, sl.growth.chinchilla])
def test_the_ends_of_a_band_are_the_least_and_the_greatest_of_its_rows(growth):
    band = sl.limits.band(RUN, CRITERION, growth)
    sizes = [band.value, *(row.value for row in band.assumption)]
    assert (band.low, band.high) == (min(sizes), max(sizes))
    names = ["as given", *(row.name for row in band.assumption)]
    assert band.low_because == names[int(np.argmin(sizes))]
    assert band.high_because == names[int(np.argmax(sizes))]
    goodputs = [RUN.goodput, *(row.goodput for row in band.assumption)]
    assert band.goodput == pytest.approx(RUN.goodput, rel=1e-14)
    assert (band.goodput_low, band.goodput_high) == (min(goodputs), max(goodputs))
    assert band.value == sl.limits.max_gpus(RUN, CRITERION, growth).value


def test_a_row_of_a_band_is_the_run_changed_by_hand():
    rows = sl.limits.band(RUN, CRITERION).assumption
    by_hand = {
        0: sl.limits.max_gpus(RUN.replace(gpu_mttf=RUN.gpu_mttf * 0.59), CRITERION),
        1: sl.limits.max_gpus(RUN.replace(gpu_mttf=RUN.gpu_mttf * 1.64), CRITERION),
        7: sl.limits.max_gpus(RUN.replace(checkpoint_bytes=RUN.checkpoint_bytes * 10), CRITERION),
    }
    assert [rows[i].name for i in by_hand] == ["gpu_mttf", "gpu_mttf", "bytes"]
    for i, limit in by_hand.items():
        assert rows[i].value == pytest.approx(limit.value, rel=1e-12)
    hangs = sl.failures.Cause(name="hang", share=0.1, detection=2700, replacement=RUN.downtime)
    assert rows[4].value == pytest.approx(sl.limits.max_gpus(RUN, CRITERION, causes=[hangs]).value, rel=1e-12)


def test_what_is_known_or_said_is_not_assumed_otherwise():
    def names(**given):
        return [row.name for row in sl.limits.band(RUN, CRITERION, **given).assumption]

    assert names(known=["start"]) == [name for name in names() if name != "start"]
    assert names(known=["mtbf"]) == names(known=["gpu_mttf"]) == names()[2:]
    assert set(names()) - set(names(causes=[HANG])) == {"hangs", "silent", "retry"}
    assert set(names()) - set(names(restart=NCCL)) == {"restart", "start", "reader_gpus"}
    everything = sl.limits.band(RUN, CRITERION, known=[*names(), "gpu_mttf"])
    assert (everything.low, everything.high, len(everything.assumption)) == (everything.value, everything.value, 0)
    assert everything.low_because == everything.high_because == "as given"


def test_what_may_be_known_is_refused_by_name():
    with pytest.raises(ValueError, match="known: 'bites' is nothing that is assumed otherwise"):
        sl.limits.band(RUN, known=["bites"])
    with pytest.raises(TypeError, match="band: known must be a list of str values, not the string 'bytes'"):
        sl.limits.band(RUN, known="bytes")


@pytest.mark.parametrize("columns", [None, "value"])
def test_a_limit_may_have_its_band(columns):
    alone = sl.limits.max_gpus(RUN, CRITERION, sl.growth.chinchilla, columns=columns)
    limit = sl.limits.max_gpus(RUN, CRITERION, sl.growth.chinchilla, columns=columns, ranges=True)
    assert alone.band is None
    assert limit.band == sl.limits.band(RUN, CRITERION, sl.growth.chinchilla)
    assert limit.value == alone.value == limit.band.value
    assert limit != alone and pickle.loads(pickle.dumps(limit)) == limit
    assert json.loads(json.dumps(limit.as_dict()))["band"]["high_because"] == limit.band.high_because == "gpu_mttf"
    assert list(limit.to_dataframe()) == list(alone.to_dataframe())


def test_what_is_known_asks_for_the_band():
    limit = sl.limits.max_gpus(RUN, CRITERION, causes=[HANG], known=["bytes"])
    assert limit.band == sl.limits.band(RUN, CRITERION, causes=[HANG], known=["bytes"])
    assert "bytes" not in {row.name for row in limit.band.assumption}
    assert repr(limit).endswith(f", band=({limit.band.low:.6g}, {limit.band.high:.6g}))")


def test_a_limit_refuses_ranges_of_arrays_and_of_no_name():
    with pytest.raises(ValueError, match="max_gpus: ranges: a field is an array; one run at a time"):
        sl.limits.max_gpus(RUN.replace(gpus=np.array([1e4, 2e4])), ranges=True)
    with pytest.raises(ValueError, match="'bites' is nothing that is assumed otherwise; did you mean 'bytes'"):
        sl.limits.max_gpus(RUN, known=["bites"])


@pytest.mark.parametrize(
    "asked",
    [
        sl.limits.band,
        sl.analysis.by_cause,
        sl.analysis.cause_levers,
        lambda run: sl.analysis.cause_costs(run, sl.economics.Prices(gpu=1)),
        lambda run: sl.run.cause_mix(run, [HANG]),
    ],
    ids=["band", "by_cause", "cause_levers", "cause_costs", "cause_mix"],
)
def test_rows_are_of_one_run(asked):
    with pytest.raises(ValueError, match="a field is an array; one run at a time"):
        asked(RUN.replace(gpus=np.array([1e4, 2e4])))


def test_causes_at_a_limit_are_those_of_the_run_that_large():
    plan = sl.strategies.blocking().under([HANG], NCCL)
    limit = sl.limits.max_gpus(RUN, CRITERION, sl.growth.chinchilla, plan)
    rows = sl.analysis.by_cause(RUN, plan, growth=sl.growth.chinchilla, gpus=limit.value)
    grown = RUN.replace(gpus=limit.value, checkpoint_bytes=RUN.checkpoint_bytes * (limit.value / RUN.gpus) ** 0.5)
    assert [row.time for row in rows] == pytest.approx([row.time for row in sl.analysis.by_cause(grown, plan)], rel=1e-12)
    assert sum(row.time for row in rows) == pytest.approx(0.1, rel=1e-9)


def test_what_changed_says_which_cause_and_which_restart():
    plan = sl.strategies.blocking()
    site = sl.failures.Cause(name="site", share=0.02, downtime=7200)
    longer = NCCL.replace(schedule_time=RUN.initialization_time)
    before, after = plan.under([HANG, site]), plan.under([HANG.replace(detection=600)], longer)
    found = sl.analysis.what_changed(RUN, RUN.replace(downtime=120), strategy=before, strategy_after=after)
    assert set(found.by_field) == {"downtime", "restart"}
    assert set(found.by_cause) == {"hang", "site"}
    assert found.before == pytest.approx(before.goodput(RUN), rel=1e-14)
    assert found.after == pytest.approx(after.goodput(RUN.replace(downtime=120)), rel=1e-14)
    parts = [*found.by_field.values(), *found.by_cause.values()]
    assert sum(parts) == pytest.approx(found.after - found.before, abs=1e-14)
    assert found.by_cause["hang"] > 0 > found.by_field["restart"]
    assert re.search(r"by_field=\{.*restart: -.*\}, by_cause=\{.*hang: 0\..*\}, status=", repr(found))
    same = sl.analysis.what_changed(RUN, RUN, strategy=before)
    assert (same.by_field, same.by_cause) == ({}, {})


def test_another_strategy_is_one_of_the_things_that_changed():
    copies = sl.strategies.asynchronous(copy_bandwidth=1e14)
    found = sl.analysis.what_changed(RUN, RUN, strategy_after=copies)
    assert found.by_field == {"strategy": pytest.approx(copies.goodput(RUN) - RUN.goodput, rel=1e-12)}
    with pytest.raises(TypeError, match="quantity is of a run alone"):
        sl.analysis.what_changed(RUN, RUN, lambda run: run.goodput, strategy_after=copies)
    with pytest.raises(ValueError, match="give it the restart's parts too"):
        sl.analysis.what_changed(RUN, RUN, strategy=copies.under(restart=NCCL), strategy_after=copies)


def test_causes_cost_what_failures_do():
    prices = sl.economics.Prices(gpu=2 / 3600)
    plan = sl.strategies.blocking().under([HANG], NCCL)
    rows = sl.analysis.cause_costs(RUN, prices, plan)
    assert [row.cause for row in rows] == ["hang", "other"]
    all_of_it = sl.economics.failure_cost(RUN, prices, plan).per_second
    assert sum(row.per_second for row in rows) == pytest.approx(all_of_it, rel=1e-12)
    without = sl.analysis.by_cause(RUN, plan)[0].without
    assert rows[0].saved == pytest.approx(RUN.gpus * 2 / 3600 * (1 - plan.goodput(RUN) / without), rel=1e-10)


@pytest.mark.parametrize("exponent", [1, 0.5, None])
def test_a_restart_that_grows_is_fitted_from_restarts_of_several_sizes(exponent):
    sizes = np.array([512, 1024, 4096, 4096, 16_384])
    times = 300 + 45 * (sizes / 16_384) ** (exponent or 1)
    fit = sl.run.fit_communicator(sizes, times, exponent)
    assert (fit.constant, fit.growth, fit.exponent) == pytest.approx((300, 45, exponent or 1), rel=1e-5)
    assert (fit.times, fit.sizes, fit.status, fit.note) == (5, 4, "ok", "")
    grown = sl.strategies.blocking().under(restart=fit.parts)
    by_hand = sl.strategies.blocking().under(
        restart=sl.RestartParts(
            communicator_time=300, communicator_growth=45, communicator_gpus=16_384, communicator_exponent=exponent or 1
        )
    )
    assert grown.goodput(RUN) == pytest.approx(by_hand.goodput(RUN), rel=1e-7)
    with pytest.raises(ValueError, match="5 gpus and 1 restart_times"):
        sl.run.fit_communicator(sizes, [300])


OWN = [
    sl.failures.Cause(name="gpu", mttf=80_000 * sl.units.hour, detection=60),
    sl.failures.Cause(name="software", mtbf=sl.units.day, per="job", leaves_state=True, severity=1),
]
UNDER = sl.strategies.blocking().under(OWN, NCCL)


def test_strategies_are_compared_under_the_same_causes():
    table = sl.compare(UNLIMITED, causes=OWN, restart=NCCL)
    assert {row.name for row in table.rows} > {"blocking", "elastic", "just_in_time"}
    for row in table.rows:
        assert (row.strategy.causes, row.strategy.restart) == (tuple(OWN), NCCL)
        assert row.goodput == row.strategy.goodput(UNLIMITED)
    again = sl.compare(UNLIMITED, [row.strategy for row in table.rows], others=False)
    assert [row.goodput for row in again.rows] == [row.goodput for row in table.rows]
    of_one = sl.compare(UNLIMITED, [UNDER])  # what one says, and so of the others too
    assert {row.name: row.goodput for row in of_one.rows} == {row.name: row.goodput for row in table.rows}
    sizes, curves = table.curves()
    blocking = next(i for i, row in enumerate(table.rows) if row.name == "blocking")
    assert curves[blocking][-1] == pytest.approx(UNDER.goodput(UNLIMITED.replace(gpus=sizes[-1])), rel=1e-12)


def test_a_comparison_under_different_causes_is_refused():
    other = sl.strategies.asynchronous(copy_bandwidth=1e14).under(OWN)
    with pytest.raises(ValueError, match="compare: the strategies are under different causes, restarts or operations"):
        sl.compare(UNLIMITED, [UNDER, other])
    assert sl.compare(UNLIMITED, [UNDER, other], causes=OWN, restart=NCCL, others=False).rows[0].strategy.restart == NCCL


@pytest.mark.parametrize(
    "ask",
    [
        lambda **of: sl.limits.time_to_train(UNLIMITED, 1e11, **of),
        lambda **of: sl.limits.fastest_gpus(UNLIMITED, **of).value,
        lambda **of: sl.limits.cheapest_gpus(UNLIMITED, 1e11, fixed_gpus=1e4, **of).value,
        lambda **of: sl.limits.required(UNLIMITED, "write_bandwidth", 0.9, **of).value,
    ],
    ids=["time_to_train", "fastest_gpus", "cheapest_gpus", "required"],
)
def test_causes_of_a_function_are_those_of_its_strategy(ask):
    assert ask(causes=OWN, restart=NCCL) == ask(strategy=UNDER) != ask(causes=OWN)
    assert ask(strategy=sl.strategies.blocking().under(OWN), restart=NCCL) == ask(strategy=UNDER)


def test_learners_are_stopped_as_all_are():
    of_inner = sl.limits.best_learner(UNLIMITED, 0.2, UNDER)
    assert sl.limits.best_learner(UNLIMITED, 0.2, causes=OWN, restart=NCCL).value == of_inner.value
    with pytest.raises(ValueError, match=r"independent: inner must be as the run says: .* independent\(\.\.\.\)\.under\(\)"):
        sl.strategies.independent(8, UNDER)


def test_a_plan_takes_the_mean_downtime_of_causes():
    asked = {"window": 54 * sl.units.day, "samples": 32, "causes": [HANG]}
    plan = sl.plan_from_log(419, UNLIMITED, **asked)
    assert plan.downtime == pytest.approx(0.9 * RUN.downtime + 0.1 * 2700, rel=1e-12)
    assert plan.exposure == pytest.approx(RUN.gpus * (54 * sl.units.day - 419 * plan.downtime), rel=1e-12)
    assert plan.strategy.causes == (HANG,)
    assert all(row.strategy.causes == (HANG,) for row in plan.compare())
    with pytest.raises(ValueError, match="cause 'gpu': has a rate of its own"):
        sl.plan_from_log(419, RUN, **asked | {"causes": OWN})


def test_what_was_asked_is_a_request_with_its_causes():
    limit = sl.limits.max_gpus(UNLIMITED, CRITERION, causes=OWN, restart=NCCL)
    asked = limit.as_dict()["asked"] if "asked" in limit.as_dict() else limit.as_dict()
    parts = {name: asked[name] for name in ("run", "criterion", "growth", "strategy", "cause", "restart")}
    assert [one["name"] for one in parts["cause"]] == ["gpu", "software"]
    assert sl.ask({"question": "limit", **parts})["columns"]["value"] == limit.value


def test_a_sweep_takes_what_a_strategy_stands_under(tmp_path):
    sl.analysis.sweep(
        {"question": "goodput", "run": UNLIMITED, "strategy": UNDER},
        {"gpus": [1e4, 4e4]},
        tmp_path / "swept.csv",
        columns="goodput",
        digits=17,
        progress=False,
    )
    rows = (tmp_path / "swept.csv").read_text().splitlines()[1:]
    found = [float(row.split(",")[-1]) for row in rows]
    assert found == [UNDER.goodput(UNLIMITED.replace(gpus=size)) for size in (1e4, 4e4)]


GPU = sl.failures.Cause(name="gpu", mtbf=20_000, downtime=60, restart_time=300)
A = [
    GPU,
    sl.failures.Cause(name="node", mtbf=60_000, downtime=2700, restart_time=300),
    sl.failures.Cause(name="hall", mtbf=90_000, downtime=14_400, restart_time=900, retry_chance=0.2, retry_time=600),
]
SERVICE = sl.failures.Cause(name="service", mtbf=100_000, downtime=3600, restart_time=300)
WRONG = sl.failures.Cause(name="wrong", mtbf=500_000, downtime=600, restart_time=300, lag=6 * sl.units.hour)


def of_a_run(rows, interval):
    """The same list under blocking checkpoints of a run that loses nothing else."""
    run = sl.TrainingRun(gpus=1, gpu_mttf=np.inf, checkpoint_bytes=40, write_bandwidth=1)
    return sl.strategies.blocking(interval=interval).under(rows).goodput(run)


def test_goodput_with_planned_stops_is_worked_out_by_hand():
    assert sl.checkpoint.planned_goodput(1200, 40, A, [SERVICE]) == pytest.approx(0.715420829, rel=1e-9)
    assert sl.checkpoint.planned_goodput(974.313786, 40, A, SERVICE) == pytest.approx(0.716602230, rel=1e-9)
    assert sl.checkpoint.planned_goodput(1200, 40, A, []) == pytest.approx(0.737449203, rel=1e-9)
    for interval in (1e2, 1e3, 1e4):
        rows = [*A, SERVICE.replace(planned=True)]
        assert sl.checkpoint.planned_goodput(interval, 40, A, [SERVICE]) == pytest.approx(of_a_run(rows, interval), rel=1e-13)


def test_goodput_with_late_errors_is_worked_out_by_hand():
    assert sl.checkpoint.silent_late_goodput(1200, 40, A, [WRONG]) == pytest.approx(0.711838417, rel=1e-9)
    assert sl.checkpoint.silent_late_goodput(1200, 40, A, WRONG.replace(lag=300)) == pytest.approx(0.734976182, rel=1e-9)
    for interval in (1e2, 1e3, 1e4):
        found = sl.checkpoint.silent_late_goodput(interval, 40, A, [WRONG, WRONG.replace(name="more", lag=60)])
        rows = [*A, WRONG, WRONG.replace(name="more", lag=60)]
        assert found == pytest.approx(of_a_run(rows, interval), rel=1e-13)


@pytest.mark.parametrize("of", [lambda w, **to: sl.checkpoint.planned_goodput(w, 40, A, SERVICE.replace(**to))])
def test_goodput_of_rows_takes_arrays(of):
    intervals = np.array([300.0, 1200.0])
    assert list(of(intervals)) == [of(w) for w in intervals]
    assert list(of(1200, mtbf=np.array([1e5, 2e5]))) == [of(1200, mtbf=x) for x in (1e5, 2e5)]


def test_rows_of_no_run_must_say_what_a_run_would():
    for question, goodput in (
        ("planned_goodput", sl.checkpoint.planned_goodput),
        ("silent_late_goodput", sl.checkpoint.silent_late_goodput),
    ):
        with pytest.raises(ValueError, match=rf"{question}: cause 'hang': of no run its rate must be of the job: mtbf"):
            goodput(1200, 40, [HANG], [WRONG] if "silent" in question else [SERVICE])
        with pytest.raises(ValueError, match=f"{question}: causes is empty"):
            goodput(1200, 40, [], [])
    with pytest.raises(ValueError, match="silent: 'service' needs its 'lag'"):
        sl.checkpoint.silent_late_goodput(1200, 40, A, [SERVICE])
    with pytest.raises(ValueError, match="cause 'wrong' is silent: silent_late_goodput has its formula"):
        sl.checkpoint.planned_goodput(1200, 40, [WRONG], [SERVICE])
    with pytest.raises(ValueError, match="cause 'service' is planned: planned_goodput has its formula"):
        sl.checkpoint.silent_late_goodput(1200, 40, [SERVICE.replace(planned=True)], [WRONG])


def test_a_request_has_the_goodput_of_rows_too():
    rows = [row.as_request(given=True) for row in (*A, SERVICE.replace(planned=True))]
    asked = {"question": "planned_goodput", "cause": rows, "with": {"interval": "20 min", "write_time": 40}}
    assert sl.ask(asked)["columns"]["planned_goodput"] == sl.checkpoint.planned_goodput(1200, 40, A, SERVICE)


def test_checkpoints_to_keep_are_the_sheets():
    lags = np.array([50, 81, 181, 381])
    keep = sl.checkpoint.checkpoints_to_keep
    assert keep(lags, 80, 20).tolist() == [1, 2, 3, 5]
    assert keep(lags, 80, 20, released="completes").tolist() == [2, 2, 3, 5]
    assert keep(50, 80, 5, persist_latency=40) == keep(50, 80, 5, 15) + 1 == 2


SLOW = {"gpu_time_to_slow": 20_000 * RUN.gpus, "slowdown": 1.3, "duration": 3600}


@pytest.mark.parametrize(
    ("run", "strategy", "slow"),
    [
        (RUN, sl.strategies.blocking(), {}),
        (RUN, sl.strategies.blocking(), {"slowdown": 4, "law": "exponential"}),
        (RUN, sl.strategies.asynchronous(copy_bandwidth=1e14), {"duration": 20_000, "slowdown": 2}),
        (UNLIMITED, sl.strategies.blocking().under(causes="llama3_405b"), {}),
    ],
)
def test_a_simulation_beside_slow_parts_is_the_product(run, strategy, slow):
    factor = sl.limits.SlowParts(**SLOW | slow)
    found = sl.simulation.simulate(run, strategy, factors=factor, relative_accuracy=2e-3, seed=3)
    exact = strategy.goodput(run) * factor.efficiency(run.gpus)
    assert found.status == "ok"
    assert abs(found.goodput - exact) <= 3 * found.standard_error
    held_up = found.breakdown["slow parts"]
    assert held_up / (held_up + found.goodput) == pytest.approx(1 - factor.efficiency(run.gpus), abs=8e-3)  # 4 times as asked


@pytest.mark.parametrize("often", [1, 4])
def test_failures_that_clear_slow_parts(often):
    """As many as interrupt the run, or one in four of them: the share of time is exact, goodput next to the product."""
    mttf = often * RUN.gpu_mttf
    factor = sl.limits.SlowParts(**SLOW | {"gpu_mttf": mttf, "duration": 40_000})
    found = sl.simulation.simulate(RUN, factors=factor, relative_accuracy=2e-3)
    speed = factor.efficiency(RUN.gpus)
    uncleared = sl.limits.SlowParts(**SLOW | {"duration": 40_000}).efficiency(RUN.gpus)
    assert speed > 1.02 * uncleared  # or this says nothing
    assert abs(found.goodput / (RUN.goodput * speed) - 1) < 3 * found.relative_accuracy + 0.0015


def test_what_cannot_be_played_is_said():
    slow, cap = sl.limits.SlowParts(**SLOW), sl.limits.HardCap(gpus=1e6)
    with pytest.raises(ValueError, match="of factors one of slow parts can be played, 'cap' is another"):
        sl.simulation.simulate(RUN, factors=cap)
    with pytest.raises(ValueError, match="of factors one of slow parts can be played, 'slow parts' is one more"):
        sl.simulation.simulate(RUN, factors=[slow, slow])
    with pytest.raises(ValueError, match="learners that fail apart are not in step"):
        sl.simulation.simulate(RUN, sl.strategies.independent(4), factors=slow)
    with pytest.raises(ValueError, match=r"slow parts are taken out by .* failures per second, and .* interrupt the run"):
        sl.simulation.simulate(RUN, factors=slow.replace(gpu_mttf=RUN.gpu_mttf / 2))
    steps = sl.strategies.just_in_time(step_time=10)
    assert sl.simulation.simulate(RUN, steps, factors=slow, relative_accuracy=0.02).goodput < steps.goodput(RUN)
    with pytest.raises(ValueError, match="slow_parts: no severity returns to a step"):
        sl.simulation.simulate(RUN, steps, factors=slow, by_clock=True)


def test_the_run_of_a_learner_is_one_of_so_many():
    apart = sl.strategies.independent(8)
    assert apart.under(OWN).learner(UNLIMITED) == apart.learner(UNLIMITED)


def test_sites_are_stopped_as_the_run_is():
    sites = sl.analysis.Sites(sites=4, bandwidth=125e9, bytes=810e9, exchange_steps=500)
    rows = [*OWN, sl.failures.Cause(name="power", mtbf=30 * sl.units.day, per="job", common=True, downtime=7200)]
    found = sl.analysis.compare_sites(UNLIMITED, 1e5, sites, [1, 4], inner=sl.strategies.blocking().under(rows))
    link = sites.factors(1e5)
    apart = sl.strategies.independent(4).under(rows)
    limit = sl.limits.max_gpus(UNLIMITED, strategy=apart, factors=link)
    assert found.rows[1].size == pytest.approx(limit.value, rel=1e-9)
    assert found.rows[0].size == pytest.approx(sl.limits.max_gpus(UNLIMITED, causes=rows).value, rel=1e-9)


def test_a_comparison_assumes_only_what_has_a_say():
    said = {row.name: row.assumes for row in sl.compare(UNLIMITED, causes=OWN, restart=NCCL).rows}
    assert said["just_in_time"] == "step_time = 0 s"
    assert said["elastic"] == "replicas = 32, stall_time = the run's downtime"
    shares = {row.name: row.assumes for row in sl.compare(RUN, causes=[HANG]).rows}
    unread, _, of_rows = shares["just_in_time"].partition("; ")
    assert unread == "share = 1, step_time = 0 s"  # of what gpu_mttf counts beside the hangs
    assert of_rows.startswith("cause 'hang' says no leaves_state ") and of_rows == shares["just_in_time"][-len(of_rows) :]
    alone = sl.TrainingRun(gpus=16384, gpu_mttf=np.inf, checkpoint_bytes=5e12, write_bandwidth=2e12)
    assert "initialization_time = 0 s" in sl.compare(alone, causes=OWN).run_assumes
    assert "initialization_time" not in sl.compare(alone, causes=OWN, restart=NCCL).run_assumes
    noticed = [row.replace(detection=60) for row in OWN]
    assert "downtime" not in sl.compare(alone, causes=noticed).run_assumes
    assert "downtime = 0 s" in sl.compare(alone, causes=OWN).run_assumes


def test_worst_parts_of_a_list_with_rates_of_its_own_are_refused():
    asked = (RUN.replace(gpus=48), [1, 0, 2, 1, 60, 1], [sl.units.day * 30] * 6)
    assert sl.analysis.worst_parts_gain(*asked, strategy=sl.strategies.blocking().under([HANG])).worth_removing >= 0
    with pytest.raises(ValueError, match="worst_parts_gain: cause 'gpu' has a rate of its own"):
        sl.analysis.worst_parts_gain(asked[0].replace(gpu_mttf=np.inf), *asked[1:], strategy=UNDER)


def test_a_lever_of_a_cause_is_worth_what_the_same_work_costs_less():
    price = 2 / 3600
    levers = sl.analysis.cause_levers(RUN, CRITERION, causes=[HANG], prices=sl.economics.Prices(gpu=price))
    lever = next(lever for lever in levers if lever.field == "detection")
    plan = sl.strategies.blocking()
    before, after = plan.under([HANG]).goodput(RUN), plan.under([HANG.replace(detection=HANG.detection / 2)]).goodput(RUN)
    assert lever.worth == pytest.approx(RUN.gpus * price * (1 - before / after), rel=1e-10)
    assert all(np.isnan(lever.worth) for lever in sl.analysis.cause_levers(RUN, CRITERION, causes=[HANG]))


def test_levers_of_a_restart_and_of_what_gets_slow():
    """Half an alarm's delay, half of what grows with ranks: by size, in what the run does of use, and in money."""
    restart = sl.RestartParts(schedule_time=200, communicator_growth=265, communicator_gpus=96_000)
    slow = sl.limits.SlowParts(**SLOW)
    price, peak = 2 / 3600, sl.limits.peak_throughput()
    levers = sl.analysis.cause_levers(RUN, peak, factors=[slow], restart=restart, prices=sl.economics.Prices(gpu=price))
    found = {(lever.cause, lever.field): lever for lever in levers}
    assert {name for name in found if name[0] != "other"} == {
        *(("restart", field) for field in ("schedule_time", "communicator_growth")),
        *(("slow parts", field) for field in ("gpu_time_to_slow", "duration")),
    }

    def by_hand(restart, slow):
        goodput = sl.strategies.blocking().under(restart=restart).goodput(RUN)
        return sl.limits.max_gpus(RUN, peak, factors=[slow], restart=restart).value, goodput * slow.efficiency(RUN.gpus)

    size, use = by_hand(restart, slow)
    for name, better in {
        ("restart", "communicator_growth"): (restart.replace(communicator_growth=265 / 2), slow),
        ("slow parts", "duration"): (restart, slow.replace(duration=1800)),
    }.items():
        after, more = by_hand(*better)
        lever = found[name]
        assert lever.limit == pytest.approx(after, rel=1e-12)
        assert lever.limit_factor == pytest.approx(after / size, rel=1e-12)
        assert lever.gain == pytest.approx(more - use, rel=1e-9)
        assert lever.worth == pytest.approx(RUN.gpus * price * (1 - use / more), rel=1e-9)


LAW = sl.growth.chinchilla.with_(schedule_time=0.3)
SCHEDULED = sl.RestartParts(schedule_time=300)
GROWING = sl.RestartParts(communicator_growth=300, communicator_gpus=RUN.gpus, communicator_exponent=0.3)


def test_a_part_that_a_law_names_is_a_communicator_that_grows_so():
    asked = [CRITERION, sl.limits.peak_throughput(), sl.limits.elasticity_at_least(0.5)]
    for criterion in asked:
        named = sl.limits.max_gpus(RUN, criterion, LAW, restart=SCHEDULED)
        grown = sl.limits.max_gpus(RUN, criterion, sl.growth.chinchilla, restart=GROWING)
        assert named.value == pytest.approx(grown.value, rel=1e-12)
        assert dict(named.shares) == pytest.approx(dict(grown.shares), rel=1e-9)
        assert named.value < sl.limits.max_gpus(RUN, criterion, sl.growth.chinchilla, restart=SCHEDULED).value
    many = sl.limits.max_gpus(RUN.replace(gpu_mttf=np.array([1e8, 2e8])), CRITERION, LAW, restart=SCHEDULED)
    by_hand = [
        sl.limits.max_gpus(RUN.replace(gpu_mttf=mttf), CRITERION, sl.growth.chinchilla, restart=GROWING).value
        for mttf in (1e8, 2e8)
    ]
    assert many.value == pytest.approx(by_hand, rel=1e-12)


def test_every_question_of_another_size_grows_the_parts():
    limit = sl.limits.max_gpus(RUN, CRITERION, LAW, restart=SCHEDULED)
    plan = sl.strategies.blocking().under(restart=SCHEDULED)
    there = {"gpus": limit.value}
    for question, column in (("profile", "goodput"), ("worth_of_size", "efficiency"), ("breakdown", "useful")):
        found = sl._evaluate.ask(question, RUN, LAW, plan, numbers=there)
        assert found.columns[column] == pytest.approx(0.9, rel=1e-9)
    assert sum(row.time for row in sl.analysis.by_cause(RUN, plan, growth=LAW, **there)) == pytest.approx(0.1, rel=1e-9)
    base = RUN.replace(gpus=[RUN.gpus, limit.value])
    compared = sl.compare(base, [plan], growth=LAW, others=False)
    assert compared.rows[0].goodput[1] == pytest.approx(0.9, rel=1e-9)
    band = sl.limits.band(RUN, CRITERION, LAW, plan)
    assert band.value == limit.value and not band.assumes and band.low < limit.value < band.high
    cheapest = [sl.limits.cheapest_gpus(RUN, 1e12, fixed_gpus=1e4, growth=law, restart=of).value
                for law, of in ((LAW, SCHEDULED), (sl.growth.chinchilla, GROWING))]  # fmt: skip
    assert cheapest[0] == pytest.approx(cheapest[1], rel=1e-12)


def test_a_law_is_asked_of_as_data_with_its_restart():
    asked = {
        "question": "limit",
        "run": dict(RUN._values),
        "criterion": {"goodput_at_least": 0.9},
        "growth": {"checkpoint_bytes": 0.5, "schedule_time": 0.3},
        "restart": {"schedule_time": "5 min"},
    }
    limit = sl.limits.max_gpus(RUN, CRITERION, LAW, restart=SCHEDULED)
    assert sl.ask(asked)["columns"]["value"] == limit.value
    over = sl.ask({**asked, "over": {"growth.schedule_time": [0, 0.3]}})
    still = sl.limits.max_gpus(RUN, CRITERION, sl.growth.chinchilla, restart=SCHEDULED)
    assert over["columns"]["value"] == [still.value, limit.value]
    explained = sl.ask({**asked, "question": "explain"})["columns"]["text"]
    assert "schedule_time       = 300 s x (" in explained
    remarks = sl.ask({**asked, "growth": {"initialization_time": 0.3}})["remarks"]
    assert "growth.initialization_time is not looked at: the parts of [restart] are in its place" in remarks


def test_a_part_that_is_not_in_force_is_refused_by_name():
    says = "growth: 'schedule_time' is a part of a restart, of which none is given: give its parts"
    for ask in (
        lambda: sl.limits.max_gpus(RUN, CRITERION, LAW),
        lambda: sl.limits.max_gpus(RUN, CRITERION, LAW, causes=[HANG]),
        lambda: sl.limits.band(RUN, CRITERION, LAW),
        lambda: sl.compare(RUN, growth=LAW),
        lambda: sl.analysis.levers(RUN, CRITERION, LAW),
        lambda: LAW.at(RUN, 1e5),
        lambda: sl.ask({"question": "limit", "run": dict(RUN._values), "over": {"growth.schedule_time": [0, 0.3]}}),
    ):
        with pytest.raises(ValueError, match=says):
            ask()
    with pytest.raises(ValueError, match="growth: 'communicator_growth' of a restart grows by communicator_exponent already"):
        sl.growth.power_law(communicator_growth=1)
    with pytest.raises(ValueError, match="growth: 'weight_share' of a restart is a share"):
        sl.ask({"question": "limit", "run": dict(RUN._values), "growth": {"weight_share": 1}, "restart": {}})
    with pytest.raises(ValueError, match="has no field 'schedule_tim'; did you mean 'schedule_time'"):
        sl.growth.power_law(schedule_tim=1)


def test_a_scenario_moves_the_size_that_parts_grow_from():
    plan = sl.strategies.blocking().under(restart=SCHEDULED)
    scenario = sl.published.epoch_2030.replace(strategy=plan, growth=LAW)
    with pytest.raises(ValueError, match="growth: 'schedule_time' grows from the size of the run, which a scenario"):
        sl.analysis.elasticities(scenario, CRITERION, 2026)
    grown = sl.strategies.blocking().under(restart=GROWING)
    assert sl.analysis.elasticities(scenario.replace(strategy=grown, growth=sl.growth.chinchilla), CRITERION, 2026)


def test_a_law_that_names_parts_is_kept_as_it_is():
    assert LAW.exponents == {"checkpoint_bytes": 0.5, "schedule_time": 0.3}
    assert pickle.loads(pickle.dumps(LAW)) == LAW and repr(LAW) == "power_law(checkpoint_bytes=0.5, schedule_time=0.3)"
    saved = LAW.saved_to(sl.storage.Tier(write_bandwidth=1e9, per_gpu=True))
    assert saved.exponents == {"checkpoint_bytes": 0.5, "write_bandwidth": 1, "read_bandwidth": 1, "schedule_time": 0.3}


def test_communicators_of_another_size_than_meant_are_remarked():
    """265 s of one GPU are fifty days of a machine; at a size that is said, or of a cold start's law, nothing is unusual."""

    def told(**parts):
        found = sl.ask({"question": "assess", "run": RUN.as_request(), "restart": parts})
        return [line for line in found.get("remarks", []) if "communicators take" in line]

    assert told(communicator_growth=265) == [
        "restart: communicators take 50.25 d at 16,384 GPUs, with communicator_growth at communicator_gpus = 1; "
        "usual are up to 20 min"
    ]
    assert told(communicator_time=1e5) == []  # of which nothing grows
    assert told(communicator_growth=265, communicator_gpus=96_000) == []
    assert told(communicator_growth=131.6, communicator_exponent=0.153) == []
    assert told(communicator_growth=100, communicator_gpus=16) != []


def test_a_law_for_parts_that_are_not_there_is_remarked():
    said = sl.ask(
        {
            "question": "limit",
            "run": dict(RUN._values),
            "growth": {"schedule_time": 0.3, "reader_gpus": 0.5, "reader_bandwidth": 1, "process_time": 1},
            "restart": {"communicator_growth": 265, "communicator_gpus": 96_000, "process_time": 10},
        }
    )["remarks"]
    assert [line for line in said if line.startswith("growth.")] == [
        "growth.schedule_time makes nothing grow: [restart] has none of it",
        "growth.reader_gpus makes nothing grow: [restart] has none of it",
        "growth.reader_bandwidth makes nothing grow: [restart] has no bound of it",
    ]
    grown = {"question": "grown", "run": dict(RUN._values), "growth": {"process_time": 1}, "restart": {"process_time": 10}}
    with pytest.raises(ValueError, match="'process_time' is a part of a restart, and no field of the run"):
        sl.ask({**grown, "with": {"gpus": 65_536}})


def test_an_end_of_a_log_is_called_what_it_is():
    band = sl.limits.band(RUN, CRITERION, gpu_mttf_ends=[1, 2])
    assert band.assumption[0].text.endswith("the least gpu_mttf of what the log leaves open")
    assert sl.limits.band(RUN, CRITERION, gpu_mttf_ends=None).low == sl.limits.band(RUN, CRITERION).low
