# SPDX-License-Identifier: Apache-2.0
"""Recovery strategies, their kernels and compare, as Python sees them."""

from __future__ import annotations

import copy
import itertools
import math
import pickle

import numpy as np
import pytest
from kinds import FILES, HOST, LEVELS, one_of_each

import scaling_limits as sl

RUN = sl.TrainingRun(
    gpus=16384,
    gpu_mttf=50677 * 3600,
    checkpoint_bytes=5e12,
    write_bandwidth=5e10,
    read_bandwidth=5e10,
    initialization_time=120,
    downtime=60,
)
STRATEGIES = [
    *one_of_each("strategy").values(),
    sl.strategies.multilevel(LEVELS, pattern=[1, 1, 2]),
    sl.strategies.in_memory(copies=3, placement="ring"),
    sl.strategies.just_in_time(share=0.9, step_time=10),
    sl.strategies.replicated(revive=False),
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: type(s).__name__)
def test_every_strategy_answers(strategy):
    goodput = strategy.goodput(RUN)
    assert 0 < goodput < 1
    breakdown = strategy.breakdown(RUN)
    assert sum(breakdown.values()) == pytest.approx(1, abs=1e-12)
    assert breakdown["useful"] == pytest.approx(goodput, rel=1e-10)
    assert math.exp(-sum(strategy.losses(RUN).values())) == pytest.approx(goodput, rel=1e-12)
    assert strategy.interval(RUN) > 0
    assert set(strategy.requirements(RUN)) == {"memory", "bandwidth", "spares"}
    assert pickle.loads(pickle.dumps(strategy)) == strategy
    assert copy.deepcopy(strategy) == strategy
    assert strategy.replace() == strategy
    assert type(strategy).__name__ in repr(strategy)
    sizes = strategy.goodput(RUN.replace(gpus=np.array([1e3, 1e4, 1e5])))
    assert np.all(np.diff(sizes) < 0)
    limit = sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.45), sl.growth.chinchilla(), strategy=strategy)
    assert limit.status in ("ok", "no limit")
    if limit.status == "ok":
        there = sl.limits.max_gpus(RUN, sl.limits.goodput_at_least(0.45), sl.growth.fixed(), strategy=strategy)
        assert strategy.goodput(RUN.replace(gpus=there.value)) == pytest.approx(0.45, rel=1e-6)


def test_asynchronous_by_its_definition():
    strategy = sl.strategies.asynchronous(copy_bandwidth=1e12)
    expected = sl.checkpoint.optimal_goodput(5, RUN.mtbf, RUN.restart_time, RUN.downtime, persist_latency=RUN.write_time)
    assert strategy.goodput(RUN) == pytest.approx(expected, rel=1e-13)


def test_multilevel_kernels():
    levels = [
        sl.checkpoint.SeverityLevel(write_time=10, restart_time=20, failure_rate=1 / 3600),
        sl.checkpoint.SeverityLevel(write_time=120, restart_time=240, failure_rate=1 / 36000),
    ]
    best = sl.checkpoint.multilevel_optimum(levels, downtime=30)
    assert best.pattern == [1] * 10 + [2]
    assert 11 * best.interval == pytest.approx(2764.50, abs=0.005)
    assert best.goodput == pytest.approx(0.8320794, abs=5e-8)
    assert best.first_order_overhead == pytest.approx(0.156185, abs=1.5e-6)
    at_best = sl.checkpoint.multilevel_goodput(best.pattern, best.interval, levels, 30)
    assert at_best == pytest.approx(best.goodput, rel=1e-12)
    around = sl.checkpoint.multilevel_goodput(best.pattern, best.interval * np.array([0.9, 1, 1.1]), levels, 30)
    assert np.argmax(around) == 1
    one = [sl.checkpoint.SeverityLevel(write_time=120, restart_time=300, failure_rate=1 / 1800)]
    expected = 1200 / sl.checkpoint.expected_segment_time(1200, 120, 1800, 300, 60)
    assert sl.checkpoint.multilevel_goodput([1], 1200, one, 60) == pytest.approx(expected, rel=1e-12)
    for pattern in ([1, 1], [1, 3, 2], []):
        with pytest.raises(ValueError, match="pattern"):
            sl.checkpoint.multilevel_goodput(pattern, 100, levels)
    assert math.isnan(sl.checkpoint.multilevel_goodput([1, 2], -1, levels))


def test_verified_kernels():
    time = sl.checkpoint.verified_segment_time(4, 900, 20, 120, 1 / 20000, 1 / 15000, 200, 60)
    assert time == pytest.approx(4975.353, abs=5e-4)
    best = sl.checkpoint.verified_optimum(20, 120, 1 / 20000, 1 / 15000, 200, 60)
    work = best.interval / best.chunks
    again = sl.checkpoint.verified_segment_time(best.chunks, work, 20, 120, 1 / 20000, 1 / 15000, 200, 60)
    assert again / best.interval - 1 == pytest.approx(best.overhead, rel=1e-9)


def test_placement_survival_equals_enumeration():
    for n, k in itertools.product((6, 8), range(9)):
        if k > n:
            assert math.isnan(sl.storage.placement_survival(n, 2, k))
            continue
        sets = list(itertools.combinations(range(n), k))
        groups = [not any({g, g + 1} <= set(lost) for g in range(0, n, 2)) for lost in sets]
        ring = [not any({i, (i + 1) % n} <= set(lost) for i in range(n)) for lost in sets]
        assert sl.storage.placement_survival(n, 2, k) == pytest.approx(np.mean(groups), rel=1e-12)
        assert sl.storage.placement_survival(n, 2, k, "ring") == pytest.approx(np.mean(ring), rel=1e-12)
    lost = np.array([2, 3])
    assert sl.storage.placement_survival(16, 2, lost) == pytest.approx([0.933333, 0.8], abs=5e-7)
    assert 0 < sl.storage.placement_survival(10**6, 2, 3000) < 1
    with pytest.raises(ValueError, match="copies = 3 must divide machines = 16"):
        sl.storage.placement_survival(16, 3, 2)
    with pytest.raises(ValueError, match="placement"):
        sl.storage.placement_survival(16, 2, 2, "square")


def test_spares_pairs_and_ettr():
    rate = 2048 * 3.789e-3 / 86400
    assert sl.failures.spares_needed(rate, 86400, 0.99) == 15
    assert sl.failures.runnable_share(8, rate, 86400) == pytest.approx(0.839248, abs=5e-7)
    assert sl.failures.runnable_share(8, rate, 86400, repairers=2) < 0.5
    assert sl.failures.pair_failures_to_interruption([1, 2]) == pytest.approx([3, 11 / 3], rel=1e-14)
    node = 6.5e-3 / 86400
    assert sl.checkpoint.ettr_lower_bound(2000, node, 300, 3600, productive_time=7 * 86400) == pytest.approx(0.6837, abs=5e-5)
    assert sl.checkpoint.ettr_exact(2000, node, 300, 3600, productive_time=7 * 86400) == pytest.approx(0.7200, abs=5e-5)


def test_structure_that_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="pattern must end with the top level"):
        sl.strategies.multilevel(LEVELS, pattern=[1, 1])
    with pytest.raises(ValueError, match="shares sum to"):
        sl.strategies.multilevel([sl.strategies.Level(tier=HOST, share=0.5), sl.strategies.Level(tier=FILES, share=0.2)])
    with pytest.raises(ValueError, match="placement"):
        sl.strategies.in_memory(placement="square")
    with pytest.raises(ValueError, match="copies"):
        sl.strategies.in_memory(copies=2.5)
    with pytest.raises(TypeError, match="copy_bandwidth"):
        sl.strategies.asynchronous()
    with pytest.raises(ValueError, match="replicas"):
        sl.strategies.elastic(replicas=32).goodput(RUN.replace(gpus=8))


def test_compare_ranks_and_finds_break_even_sizes():
    table = sl.compare(RUN, STRATEGIES, growth=sl.growth.chinchilla())
    goodputs = [row.goodput for row in table.rows]
    assert goodputs == sorted(goodputs, reverse=True)
    for row in table.rows:
        assert row.goodput == pytest.approx(row.strategy.goodput(RUN), rel=1e-12)
        assert row.status == "ok"
    assert table.break_even_sizes
    even = table.break_even_sizes[0]
    assert {even.below, even.above} <= {row.label for row in table.rows}
    assert "goodput" in repr(table)


def test_compare_over_sizes_and_by_default():
    sizes = np.array([8, 1024, 16384, 1e6])
    own = [sl.strategies.blocking(), sl.strategies.elastic(replicas=32)]
    table = sl.compare(RUN.replace(gpus=sizes), own, others=False)
    assert [row.name for row in table.rows] == ["blocking", "elastic"]
    assert table.rows[0].goodput.shape == (4,)
    assert math.isnan(table.rows[1].goodput[0])
    assert len(sl.compare(RUN).rows) >= 6
    infeasible = sl.compare(RUN, [sl.strategies.spared(spares=20000, repair_time=1)]).rows[-1]
    assert infeasible.status == "infeasible"
    assert "spares" in infeasible.note


def test_compare_says_what_it_assumes_and_what_it_leaves_out():
    usual, own = sl.compare(RUN), sl.strategies.elastic(replicas=64, outage=600.0)
    kinds = sl.catalog.describe()["kinds"]["strategy"]
    for row in usual.rows:  # nothing was given: every field and word has its value there
        said = dict(pair.split(" = ") for pair in row.assumes.split(", "))
        assert list(said) == [field["name"] for field in kinds[row.name]["fields"]]
    assumed = {row.name: row.assumes for row in usual.rows}
    assert assumed["elastic"] == "replicas = 32, stall_time = the run's downtime, outage = downtime and restart"
    assert "copy_bandwidth = 163.84 TB/s" in assumed["asynchronous"]
    assert "placement = group" in assumed["in_memory"]
    assert usual.run_assumes == "storage_latency = 0 s"
    needed = {k: [f["name"] for f in kind["fields"] if f["required"]] for k, kind in kinds.items() if k not in assumed}
    assert usual.left_out == needed and set(needed) >= {"independent", "multilevel", "verified", "spared"}
    # what is given takes the place of the one of its name, and what was given is assumed no more, default or not
    given = [own, sl.strategies.in_memory(exchange_time=0, placement="group")]
    given += [sl.strategies.multilevel(LEVELS), sl.strategies.multilevel(LEVELS, pattern=[1, 1, 2])]
    table = sl.compare(RUN, given)
    rows = {row.label: row for row in table.rows}
    assert rows["elastic"].assumes == "stall_time = the run's downtime"
    assert rows["elastic"].strategy is own
    assert rows["in_memory"].assumes == "copies = 2, write_time = 0 s, gpus_per_machine = 8, pattern = the best"
    assert rows["multilevel 1"].assumes == "pattern = the best"
    assert rows["multilevel 2"].assumes == ""
    assert len(rows) == len(table.rows) == len(usual.rows) + 2
    assert list(table.left_out) == [name for name in needed if name != "multilevel"]
    for copied in (copy.deepcopy(own), pickle.loads(pickle.dumps(own)), own.replace(replicas=64)):
        assert {row.label: row.assumes for row in sl.compare(RUN, [copied]).rows}["elastic"] == rows["elastic"].assumes
    alone = sl.compare(RUN, given, others=False)
    assert {row.label for row in alone.rows} == {"elastic", "in_memory", "multilevel 1", "multilevel 2"}
    assert alone.left_out == {}
    assert "elastic assumes stall_time = the run's downtime" in repr(table)
    assert "spared is left out: it needs spares, repair_time" in repr(table)


@pytest.mark.parametrize("law", [sl.growth.fixed, sl.growth.chinchilla], ids=repr)
def test_every_size_where_the_ranking_changes_is_found(law):
    """Against a grid ten times as fine, on which every strategy is asked by itself."""
    table = sl.compare(
        RUN, [sl.strategies.spared(spares=400, repair_time=86400.0), sl.strategies.blocking(interval=600.0)], law
    )
    low, high = table.break_even_range
    assert (low, high) == (RUN.gpus / 100, RUN.gpus * 100)
    sizes = np.geomspace(low, high, 5001)
    grown, losses = law.at(RUN, sizes), {}
    for row in table.rows:
        goodput = np.nan_to_num(row.strategy.goodput(grown))
        losses[row.label] = np.where(goodput >= 1e-9, -np.log(np.maximum(goodput, 1e-9)), np.inf)
    seen = []
    for first, second in itertools.permutations(losses, 2):
        a, b = losses[first], losses[second]
        same = np.isclose(a, b, rtol=1e-9, atol=0)
        better = np.flatnonzero((a[:-1] < b[:-1]) & (a[1:] > b[1:]) & ~same[:-1] & ~same[1:])
        seen += [(sizes[g], sizes[g + 1], first, second) for g in better]
    assert len(seen) == len(table.break_even_sizes) > 5
    for below, above, first, second in seen:
        inside = [e for e in table.break_even_sizes if below * (1 - 1e-9) <= e.gpus <= above * (1 + 1e-9)]
        assert (first, second) in [(even.below, even.above) for even in inside]


def test_compare_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots()
    assert sl.compare(RUN).plot(ax) is ax
    assert len(ax.lines) >= 6
    plt.close(figure)
