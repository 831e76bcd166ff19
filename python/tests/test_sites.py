# SPDX-License-Identifier: Apache-2.0
"""Sites, learners that fail apart, replica laws and limits of workers, from Python and from the command line."""

import itertools
import json
import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, stats

import scaling_limits as sl
from scaling_limits.cli import main

xr = pytest.importorskip("xarray")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

RUN = sl.TrainingRun(gpus=1e5, gpu_mttf="50677 h", checkpoint_bytes=2.5e12, write_bandwidth=1e12, initialization_time=300)
SITES = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9, latency=0.005)
WORK = 6 * 405e9 * 16_777_216 / 400e12
STEP = sl.limits.StrongScaling(half_size=101_035)
LAW = sl.published.replica_laws["charles_2025_joint"]


def test_the_table_is_the_peak_of_the_product_written_out() -> None:
    table = sl.analysis.compare_sites(RUN, WORK, SITES, counts=(1, 2, 4, 8), factors=STEP)
    for row in table:

        def worth(log_size: float, m: float = row.sites) -> float:
            n = math.exp(log_size)
            one = RUN.replace(gpus=n / m)
            exchange = 0 if m == 1 else 2 * (m - 1) / m * 810e9 / 125e9 + 2 * (m - 1) * 0.005
            return n / (1 + n / 101_035 + n * exchange / (100 * WORK)) * one.goodput

        found = optimize.minimize_scalar(lambda x: -worth(x), bounds=(6, 17), method="bounded", options={"xatol": 1e-10})
        assert row.worth == pytest.approx(-found.fun, rel=1e-10)
        assert row.size == pytest.approx(math.exp(found.x), rel=1e-4)
        assert sum(row.shares.values()) == pytest.approx(1, abs=1e-12)
    assert [row.pays for row in table] == [None, True, True, True]
    for before, row in itertools.pairwise(table):
        assert row.break_even == pytest.approx(before.worth / row.worth, rel=1e-12)
    assert table.best is table[3] and len(table) == 4
    assert pickle.loads(pickle.dumps(table)) == table
    frame = table.to_dataframe()
    assert list(frame["sites"]) == [1, 2, 4, 8] and frame["worth"].iloc[1] == table[1].worth


def test_what_replicas_cost_decides_and_the_two_laws_differ() -> None:
    joint = sl.analysis.compare_sites(
        RUN, WORK, SITES.replace(replica_exponent=LAW.compute_exponent), counts=(1, 2, 4), factors=STEP
    )
    free = sl.analysis.compare_sites(RUN, WORK, SITES, counts=(1, 2, 4), factors=STEP)
    assert [row.pays for row in joint] == [None, True, False]
    for dear, row in zip(joint, free, strict=True):
        assert dear.size == pytest.approx(row.size, rel=1e-12)
        assert dear.worth == pytest.approx(row.worth * row.sites**-LAW.compute_exponent, rel=1e-12)
    assert joint[1].break_even == pytest.approx(free[1].break_even, rel=1e-12)
    assert joint[2].break_even == pytest.approx(joint[1].worth / free[2].worth, rel=1e-12)
    # at a size where the joint law asks for two thirds more compute, the separate ones ask for none
    with pytest.warns(UserWarning, match="fitted to 3.5e\\+07 to 2.4e\\+09"):
        assert sl.workload.replica_compute(1e10, 8) < 1 < sl.workload.replica_compute(1e10, 8, "joint")
    assert LAW.note(1e9, 8) == "" and "outside the fitted" in LAW.note(1e10, 8)
    assert math.isnan(sl.workload.ReplicaLaw(scale=19, parameter_exponent=0.1, replica_exponent=0.01).batch(1e9, 2))
    np.testing.assert_allclose(LAW.loss([1e8, 1e9], 4), 19.226 * np.array([1e8, 1e9]) ** -0.0985 * 4**0.0116, rtol=1e-12)


def test_the_parts_of_sites_are_factors_and_a_strategy() -> None:
    link, replicas = SITES.replace(overlap_exponent=2, replica_exponent=0.2).factors(WORK)
    assert link == sl.limits.OverlappedScaling(half_size=100 * WORK / SITES.exchange_time, overlap_exponent=2)
    assert replicas == sl.limits.ReplicaCost(exponent=0.2, replicas=2)
    assert SITES.factors(WORK) == [sl.limits.local_update_half_size(WORK, SITES.exchange_time, 100)]
    assert SITES.replace(apart=False).strategy() == sl.strategies.blocking()
    assert SITES.replace(quorum=2).strategy() == sl.strategies.independent(2, quorum=2)
    times = SITES.replace(bandwidth=np.array([1e9, 125e9]), latency=0).exchange_time
    np.testing.assert_allclose(times, 810e9 / np.array([1e9, 125e9]), rtol=1e-12)
    assert SITES.replace(exchange="loop", latency=0.01).exchange_time == pytest.approx(6.48 + 0.02, rel=1e-12)


@pytest.mark.parametrize("inner", [None, sl.strategies.asynchronous(copy_bandwidth=1e14), sl.strategies.elastic(replicas=16)])
def test_learners_lose_what_one_of_them_loses(inner: sl.strategies.Strategy | None) -> None:
    one = sl.strategies.blocking() if inner is None else inner
    for quorum in (1, 6, 8):
        apart = sl.strategies.independent(learners=8, inner=inner, quorum=quorum)
        learner = apart.learner(RUN)
        assert learner == RUN.replace(gpus=RUN.gpus / 8)
        parts = one.breakdown(learner)
        up = 1 - parts.get("restart", 0) - parts.get("downtime", 0)
        chance = float(stats.binom.sf(quorum - 2, 7, up))
        assert apart.goodput(RUN) == pytest.approx(one.goodput(learner) * chance, rel=1e-10)
        assert sum(apart.breakdown(RUN).values()) == pytest.approx(1, abs=1e-12)
        assert pickle.loads(pickle.dumps(apart)) == apart and apart.inner == one
        assert sl.ask({"question": "goodput", "run": RUN.as_request(), "strategy": apart.as_request()})["columns"][
            "goodput"
        ] == apart.goodput(RUN)
    sizes = xr.DataArray([1e4, 1e5, 1e6], dims="size")
    found = sl.strategies.independent(learners=8, inner=inner).goodput(RUN.replace(gpus=sizes))
    assert found.dims == ("size",)
    np.testing.assert_allclose(found, [one.goodput(RUN.replace(gpus=n / 8)) for n in sizes.values], rtol=1e-14)
    counts = sl.strategies.independent(learners=np.array([1, 2, 8]), inner=inner).goodput(RUN)
    np.testing.assert_allclose(counts, [one.goodput(RUN.replace(gpus=RUN.gpus / m)) for m in (1, 2, 8)], rtol=1e-14)


def test_a_quorum_is_what_the_simulator_plays() -> None:
    run = RUN.replace(gpus=8 * 1e5, downtime=600)
    apart = sl.strategies.independent(learners=8, quorum=7)
    played = sl.simulation.simulate(run, apart, relative_accuracy=2e-3)
    assert apart.goodput(run) == pytest.approx(played.goodput, abs=5 * played.standard_error)
    assert played.breakdown["quorum"] == pytest.approx(apart.breakdown(run)["quorum"], rel=0.05)


def test_the_best_learner_and_the_largest_cohort() -> None:
    learner = sl.limits.best_learner(RUN, LAW.compute_exponent)
    assert learner.value == pytest.approx(125_078.179, rel=1e-8) and learner.unit == "GPUs"
    assert learner.goodput == pytest.approx(RUN.replace(gpus=learner.value).goodput, rel=1e-12)
    many = sl.limits.best_learner(RUN, np.array([0.1, 0.2]), columns="value").value
    np.testing.assert_allclose(many, [sl.limits.best_learner(RUN, b).value for b in (0.1, 0.2)], rtol=1e-14)
    assert sl.limits.best_learner(RUN.replace(gpu_mttf=math.inf), 0.2).value == math.inf
    factors = [
        sl.limits.StrongScaling(half_size=120 / 8.96e-3, name="aggregation"),
        sl.limits.StrongScaling(half_size=500, name="cohort"),
    ]
    cohort = sl.limits.max_workers(factors=factors, unit="clients")
    assert cohort.value == pytest.approx(sl.federated.best_cohort(500, 120, 8.96e-3), rel=1e-12)
    assert cohort.value == pytest.approx(math.sqrt(500 * 120 / 8.96e-3), rel=1e-12) and cohort.unit == "clients"
    assert "clients" in repr(cohort) and cohort.as_dict()["unit"] == "clients"
    pool = sl.limits.Trials(trials=256, reduction=4, rungs=4)
    assert sl.limits.max_workers(sl.limits.efficiency_at_least(0.5), pool).value == pytest.approx(5.6, rel=1e-12)
    np.testing.assert_allclose(
        pool.efficiency([1, 5.6, 1e6]), sl.search.smooth_halving_efficiency([1, 5.6, 1e6], 256, 4, 4), rtol=1e-14
    )
    assert (
        sl.limits.max_workers(
            factors=[STEP, sl.limits.HardCap(gpus=sl.parallelism.staleness_cap(0.9), name="staleness")]
        ).binding
        == "staleness"
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: sl.strategies.independent(0.5), "learners = 0.5 must be >= 1"),
        (lambda: sl.strategies.independent(4, quorum=5), "quorum = 5 must be <= learners = 4"),
        (lambda: sl.strategies.independent(8).goodput(RUN.replace(gpus=4)), "learners = 8 must be <= gpus = 4"),
        (lambda: SITES.replace(exchange_steps=0.5), "exchange_steps = 0.5 must be >= 1"),
        (lambda: SITES.replace(fragments=101), "fragments = 101 must be <= exchange_steps = 100"),
        (lambda: SITES.replace(replica_exponent=1), "replica_exponent = 1 must be in"),
        (lambda: SITES.replace(overlap_exponent=0.5), "overlap_exponent = 0.5 must be >= 1"),
        (lambda: SITES.replace(exchange="mesh"), "mesh"),
        (lambda: sl.limits.best_learner(RUN, 1), "exponent = 1 must be in"),
        (lambda: sl.limits.Trials(trials=255, reduction=4, rungs=4), "trials = 255 must be >= reduction\\^rungs = 256"),
        (lambda: sl.limits.max_workers(sl.limits.write_time_equals_mtbf()), "workers do neither"),
        (lambda: sl.analysis.compare_sites(RUN, WORK, SITES, counts=[0]), "counts"),
        (lambda: sl.workload.replica_compute(1e9, 2, "both"), "joint"),
        (lambda: sl.limits.local_update_half_size(1e5, 6, 0), "exchange_steps = 0"),
    ],
)
def test_bad_input_is_refused_by_name(call, said) -> None:
    with pytest.raises(ValueError, match=said):
        call()


def test_a_table_says_what_follows_from_it() -> None:
    table = sl.analysis.compare_sites(RUN, 101_921.6, SITES, counts=[4, 1, 2], factors=STEP)
    four, one, two = table
    assert (four.pays, one.pays, two.pays) == (None, False, True) and table.best is four
    assert table.text == (
        f"Most useful work on 4 sites: {four.size:,.0f} GPUs worth {four.worth:,.0f} ideal ones, where step binds. "
        "On 1 site it is worth less than on 4 sites, whatever replicas leave of the work."
    )
    rising = sl.analysis.compare_sites(RUN, 101_921.6, SITES, counts=[1, 2], factors=STEP)
    assert rising.text.endswith(
        f" On 2 sites it is worth more than on 1 site if replicas leave more than {rising[1].break_even:.4g} of the work."
    )
    alone = sl.analysis.compare_sites(RUN, 101_921.6, SITES, counts=[1], factors=STEP)
    assert alone.text.endswith("ideal ones, where step binds.")
    endless = sl.analysis.compare_sites(
        sl.TrainingRun(gpus=8, gpu_mttf=np.inf, checkpoint_bytes=0, write_bandwidth=1e9), 1e5, SITES
    )
    assert endless.text.startswith("No number of sites has a largest size: no limit")


@pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")
def test_the_command_says_what_the_objects_do(capsys, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["sites", str(EXAMPLES / "sites.toml"), "--json"])
    assert not ended.value.code
    answer = json.loads(capsys.readouterr().out)
    table = sl.analysis.compare_sites(RUN, 101_921.6, SITES, factors=STEP)
    for row, same in zip(answer["rows"], table, strict=True):
        assert (row["size"], row["worth"], row["binding"]) == (same.size, same.worth, same.binding)
        assert row["pays"] is same.pays and row["shares"] == same.shares
    assert answer["exchange"]["exchange_time"] == SITES.exchange_time
    with pytest.raises(SystemExit) as ended:
        main(["sites", str(EXAMPLES / "sites.toml"), "--plot", str(tmp_path / "sites.svg")])
    shown = capsys.readouterr().out
    assert not ended.value.code and (tmp_path / "sites.svg").stat().st_size > 1000
    assert table.text in " ".join(shown.split()) and answer["text"] == table.text
    assert "By the joint law of Charles et al. 2025 they leave 0.8494, by their losses at 1e10 parameters 0.9526." in " ".join(
        shown.split()
    )
    wrong = tmp_path / "wrong.toml"
    wrong.write_text((EXAMPLES / "sites.toml").read_text() + "\n[round]\nasked = 3\n")
    with pytest.raises(SystemExit) as ended:
        main(["sites", str(wrong)])
    assert ended.value.code and "unknown table [round]" in capsys.readouterr().err
