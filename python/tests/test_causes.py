# SPDX-License-Identifier: Apache-2.0
"""Runs that a list of causes stops, restarts by parts, and the band around an answer: what Python makes of them."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    "asked",
    [sl.limits.band, sl.analysis.by_cause, sl.analysis.cause_levers, lambda run: sl.run.cause_mix(run, [HANG])],
    ids=["band", "by_cause", "cause_levers", "cause_mix"],
)
def test_rows_are_of_one_run(asked):
    with pytest.raises(ValueError, match="a field is an array; one run at a time"):
        asked(RUN.replace(gpus=np.array([1e4, 2e4])))
