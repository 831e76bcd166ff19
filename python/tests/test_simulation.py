# SPDX-License-Identifier: Apache-2.0
"""Failure laws, renewal goodput, schedules and the simulator from Python."""

import pickle
import signal
import sys
import threading

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl
from scaling_limits import _core

run = sl.TrainingRun(
    gpus=16_384,
    gpu_mttf=50_000 * sl.units.hour,
    checkpoint_bytes=5e12,
    write_bandwidth=1e11,
    initialization_time=300,
    downtime=60,
)


@pytest.mark.parametrize(
    "law",
    [
        *one_of_each("failure_law").values(),
        sl.failures.Weibull(shape=0.7, scale=2e4),
        sl.failures.Weibull.from_mean(mean=3e4, shape=2),
        sl.failures.Lognormal(mu=9, sigma=1),
        sl.failures.Lognormal.from_mean(mean=3e4, sigma=0.5),
        sl.failures.Gamma(shape=0.5, scale=6e4),
        sl.failures.Gamma.from_mean(mean=3e4, shape=20),
        sl.failures.TwoPiece(early_rate=0, late_rate=1e-4, change=2e4),
    ],
    ids=repr,
)
def test_a_law_answers_scalars_and_arrays_and_is_a_value(law):
    assert pickle.loads(pickle.dumps(law)) == law
    assert hash(law) == hash(pickle.loads(pickle.dumps(law)))
    assert law.survival(0) == 1
    times = np.linspace(0, 1e5, 7)
    assert law.survival(times).shape == (7,)
    assert np.all(np.diff(law.survival(times)) <= 0)
    assert law.mean_beyond(0) == pytest.approx(law.mean, rel=1e-12)
    assert law.survival(law.quantile(0.5)) <= 0.5 + 1e-12
    assert type(law).__name__ in repr(law)


def test_means_of_laws():
    assert sl.failures.Weibull.from_mean(mean=10000, shape=0.7).mean == pytest.approx(10000, rel=1e-13)
    assert sl.failures.Lognormal.from_mean(mean=10000, sigma=1.5).mean == pytest.approx(10000, rel=1e-12)
    assert sl.failures.Gamma.from_mean(mean=10000, shape=0.7).mean == pytest.approx(10000, rel=1e-13)
    assert sl.failures.TwoPiece(early_rate=0, late_rate=0.5, change=3).mean == 5
    assert sl.failures.Empirical([1, 2, 6]).mean == 3
    shapes = sl.failures.Weibull.from_mean(mean=10000, shape=np.array([0.7, 2.0]))
    np.testing.assert_allclose(shapes.mean, 10000, rtol=1e-13)


def test_laws_refuse_nonsense():
    for make, error, name in [
        (lambda: sl.failures.Weibull(shape=-1, scale=1), ValueError, "shape"),
        (lambda: sl.failures.Weibull(shape=1), TypeError, "scale"),
        (lambda: sl.failures.Weibull.from_mean(mean=-1, shape=1), ValueError, "mean"),
        (lambda: sl.failures.Lognormal.from_mean(mean="a", sigma=1), ValueError, "mean"),
        (lambda: sl.failures.Gamma.from_mean(mean=1, shape=0), ValueError, "shape"),
        (lambda: sl.failures.TwoPiece(early_rate=-1, late_rate=1, change=1), ValueError, "early_rate"),
        (lambda: sl.failures.TwoPiece(early_rate=1, late_rate=0, change=1), ValueError, "late_rate"),
        (lambda: sl.failures.Empirical([]), ValueError, "lives"),
        (lambda: sl.failures.Empirical([1, np.nan]), ValueError, r"lives\[1\]"),
        (lambda: sl.failures.Empirical(["a"]), TypeError, "lives"),
    ]:
        with pytest.raises(error, match=name):
            make()


def test_gamma_and_two_piece_laws_are_those_of_scipy():
    stats = pytest.importorskip("scipy.stats")
    times = np.geomspace(1e-3, 1e3, 25)
    for shape in (0.05, 0.7, 3.0, 100.0):
        law, other = sl.failures.Gamma(shape=shape, scale=2), stats.gamma(shape, scale=2)
        np.testing.assert_allclose(law.survival(times), other.sf(times), rtol=1e-11, atol=1e-300)
        np.testing.assert_allclose(law.quantile([0.1, 0.5, 0.999]), other.ppf([0.1, 0.5, 0.999]), rtol=1e-10)
    law = sl.failures.TwoPiece(early_rate=0.5, late_rate=2, change=3)
    np.testing.assert_allclose(
        law.cumulative_hazard(times), 0.5 * np.minimum(times, 3) + 2 * np.maximum(times - 3, 0), rtol=1e-14
    )
    np.testing.assert_array_equal(law.hazard([0, 2.9, 3, 10]), [0.5, 0.5, 2, 2])


def test_renewal_goodput():
    law = sl.failures.Weibull.from_mean(mean=10000, shape=0.7)
    goodput = sl.checkpoint.renewal_goodput(1080, 120, law, restart_time=300)
    assert isinstance(goodput, float)
    assert goodput == pytest.approx(0.82533, abs=5e-6)
    intervals = np.array([500.0, 1080.0, 3000.0])
    many = sl.checkpoint.renewal_goodput(intervals, 120, law, restart_time=300)
    assert many[1] == goodput
    assert many.shape == (3,)
    assert np.isnan(sl.checkpoint.renewal_goodput(-1, 120, law))
    assert sl.checkpoint.renewal_goodput(intervals.astype(np.float32), 120, law).dtype == np.float32
    exponential = sl.failures.Exponential(mean=np.array([[1e4], [2e4]]))
    grid = sl.checkpoint.renewal_goodput(intervals, 120, exponential, restart_time=300)
    exact = sl.checkpoint.goodput(intervals, 120, np.array([[1e4], [2e4]]), downtime=300)
    np.testing.assert_allclose(grid, exact, rtol=1e-12)
    with pytest.raises(TypeError, match="law"):
        sl.checkpoint.renewal_goodput(1080, 120, 5)
    with pytest.raises(ValueError, match="write_time: 'a'"):
        sl.checkpoint.renewal_goodput(1080, "a", law)
    assert sl.checkpoint.renewal_goodput("18 min", "2 min", law, restart_time="5 min") == goodput


def test_renewal_goodput_keeps_xarray_and_dask():
    xr = pytest.importorskip("xarray")
    da = pytest.importorskip("dask.array")
    law = sl.failures.Weibull.from_mean(mean=10000, shape=0.7)
    intervals = xr.DataArray([500.0, 1000.0], dims="interval", coords={"interval": [500, 1000]})
    goodput = sl.checkpoint.renewal_goodput(intervals, 120, law)
    assert isinstance(goodput, xr.DataArray)
    assert goodput.coords["interval"].values.tolist() == [500, 1000]
    lazy = sl.checkpoint.renewal_goodput(da.from_array([500.0, 1000.0]), 120, law)
    assert isinstance(lazy, da.Array)
    np.testing.assert_array_equal(lazy.compute(), goodput.values)


def test_optimal_schedule():
    schedule = sl.checkpoint.optimal_schedule(sl.failures.Weibull.from_mean(mean=36000, shape=0.5), 120, restart_time=600)
    assert schedule.goodput == pytest.approx(0.91593, abs=5e-6)
    assert np.all(np.diff(schedule.times) > 120)
    with pytest.raises(ValueError, match="write_time"):
        sl.checkpoint.optimal_schedule(sl.failures.Exponential(mean=1), -1)
    with pytest.raises(ValueError, match="array"):
        sl.checkpoint.optimal_schedule(sl.failures.Exponential(mean=np.array([1.0, 2.0])), 1)
    assert sl.checkpoint.optimal_schedule(sl.failures.Empirical([10, 20]), 100).goodput == 0


def test_simulation_confirms_the_closed_form():
    result = sl.simulation.simulate(run, seed=3, relative_accuracy=5e-4)
    assert result.status == "ok"
    assert result.relative_accuracy <= 5e-4
    assert abs(result.goodput - run.goodput) < 5 * result.standard_error
    assert set(result.breakdown) == set(run.breakdown)
    assert sum(result.breakdown.values()) == pytest.approx(1, abs=1e-9)
    for name, share in run.breakdown.items():
        assert result.breakdown[name] == pytest.approx(share, abs=5e-3)
    low, high = result.confidence_interval(0.999999)
    assert low < run.goodput < high
    assert result.elapsed / result.failures == pytest.approx(run.mtbf + run.downtime, rel=0.02)


def test_simulation_is_reproducible_on_any_number_of_threads():
    results = [sl.simulation.simulate(run, seed=5, threads=n, events=5) for n in (1, 2, 5)]
    assert len({(r.goodput, r.standard_error, r.elapsed) for r in results}) == 1
    assert sl.simulation.simulate(run, seed=6).goodput != results[0].goodput
    assert len(results[0].events) == 5
    assert results[0].events[0].time > 0


def test_simulation_of_a_law_tends_to_the_exponential_one():
    law = sl.failures.Weibull.from_mean(mean=run.gpu_mttf, shape=0.7)
    result = sl.simulation.simulate(run.replace(gpus=2000), law=law, relative_accuracy=1e-3)
    assert result.goodput == pytest.approx(run.replace(gpus=2000).goodput, abs=5 * result.standard_error + 1e-3)


def test_one_gpu_is_the_renewal_formula():
    law = sl.failures.Weibull.from_mean(mean=1e4, shape=0.7)
    alone = sl.TrainingRun(
        gpus=1, gpu_mttf=1e4, checkpoint_bytes=120e9, write_bandwidth=1e9, downtime=300, read_bandwidth=np.inf
    )
    result = sl.simulation.simulate(alone, sl.strategies.blocking(interval=1080), law=law, relative_accuracy=5e-4)
    assert abs(result.goodput - sl.checkpoint.renewal_goodput(1080, 120, law, downtime=300)) < 5 * result.standard_error


def test_domains_add_their_rate():
    halved = run.replace(gpu_mttf=run.gpu_mttf / 2)
    plan = sl.strategies.blocking(interval=run.optimal_interval)
    result = sl.simulation.simulate(run, plan, domains=[sl.simulation.Domain(4, 4 * run.mtbf, gpus=8)])
    assert abs(result.goodput - plan.goodput(halved)) < 5 * result.standard_error


def test_what_cannot_be_answered_says_why():
    tight = sl.simulation.simulate(run, sl.strategies.blocking(interval=1, persist_latency=100))
    assert tight.status == "infeasible"
    assert "interval" in tight.note
    few = sl.simulation.simulate(run, relative_accuracy=1e-7, most_failures=1e4)
    assert few.status == "not converged"
    safe = sl.simulation.simulate(run.replace(gpu_mttf=np.inf))
    assert safe.goodput == 1
    for change, error, name in [
        ({"relative_accuracy": 0}, ValueError, "relative_accuracy"),
        ({"relative_accuracy": "a"}, ValueError, "relative_accuracy: 'a'"),
        ({"seed": 1.5}, TypeError, "seed"),
        ({"seed": -1}, ValueError, "seed"),
        ({"law": 3}, TypeError, "law"),
        ({"strategy": 3}, TypeError, "strategy"),
    ]:
        with pytest.raises(error, match=name):
            sl.simulation.simulate(run, **change)
    with pytest.raises(ValueError, match="gpus"):
        sl.simulation.simulate(run.replace(gpus=np.array([1.0, 2.0])))
    with pytest.raises(TypeError, match="run"):
        sl.simulation.simulate(5)


@pytest.mark.parametrize("given", [{"mtbf": "3 h"}, {"gpu_mttf": np.float64(1.8e8)}, {"gpu_mttf": np.array(1.8e8)}])
def test_progress_ends_it_whatever_the_run_was_made_of(given):
    one = sl.TrainingRun(gpus=np.int64(16384), checkpoint_bytes=5e12, write_bandwidth=np.float32(2e12), **given)
    found = sl.simulation.simulate(one, relative_accuracy=1e-9, progress=lambda *_: False)
    assert found.status == "stopped" and found.failures < 1e6


def test_single_numbers_of_numpy_are_no_arrays():
    one = sl.TrainingRun(gpus=np.int64(16384), gpu_mttf=np.float64(1.8e8), checkpoint_bytes=5e12, write_bandwidth=2e12)
    assert sl.growth.power_law(checkpoint_bytes=np.float64(0.5)) == sl.growth.power_law(checkpoint_bytes=0.5)
    changed = sl.analysis.what_changed(one, one.replace(gpus=np.float64(1e5))).by_field
    assert list(changed) == ["gpus"] and type(changed["gpus"]) is float
    law = sl.failures.Weibull(shape=np.float64(0.7), scale=1e6)
    assert sl.checkpoint.optimal_schedule(law, write_time=60).goodput > 0.9
    chip = sl.workload.Chip(peak_flops=np.float64(1e15), achieved_flops=4e14, memory_bytes=8e10)
    shape, fabric = (
        sl.published.shapes["llama3_405b"],
        sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10),
    )
    with pytest.raises(ValueError, match=r"batch_tokens = 4e\+06 must be a multiple of sequence_length = 8192"):
        sl.parallelism.best_layout(shape, np.int64(1024), chip, fabric, np.float64(4e6))


def test_progress_is_reported_and_may_end_it():
    seen = []
    result = sl.simulation.simulate(
        run,
        relative_accuracy=1e-6,
        events=1,
        progress=lambda failures, accuracy: seen.append((failures, accuracy)) or len(seen) < 2,
    )
    assert len(seen) == 2
    assert seen[0][0] < seen[1][0]
    assert result.status == "stopped"
    accuracy = result.standard_error / result.goodput
    assert result.note.startswith(
        f"stopped by progress after {result.failures} of at most 1e+09 failures, at relative accuracy "
    )
    assert float(result.note.split()[-3]) == accuracy and result.note.endswith(" of 1e-06")
    short = sl.simulation.simulate(run, relative_accuracy=1e-9, most_failures=1e5)
    assert short.status == "not converged" and f" after {short.failures} failures, most_failures = 100000" in short.note


def test_a_signal_ends_simulations_within_a_restart_and_sweeps_of_slow_elements():
    class Stopped(Exception):
        pass

    def stop(*_):
        raise Stopped

    def alarmed(ask):
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        ask()

    # a restart of 30 times between failures succeeds once in e^30 tries, all within the first round
    never = sl.TrainingRun(
        gpus=1e5, gpu_mttf=1e7, checkpoint_bytes=1e12, write_bandwidth=1e12, initialization_time=3000, downtime=1
    )
    aging = sl.failures.Weibull(shape=0.9999, scale=1e7)
    request = {"question": "simulate", "run": never.as_request(), "failure_law": {"weibull": {"shape": 0.9999, "scale": 1e7}}}
    # 89,600 layouts at each of 1,000 elements
    layouts = {
        "question": "best_layout",
        "shape": "llama3_405b",
        "chip": {"peak_flops": 1e15, "achieved_flops": 4e14, "memory_bytes": 8e10},
        "fabric": {"gpus_per_node": 8, "inner_bandwidth": 4e11, "outer_bandwidth": 5e10},
        "with": {"gpus": 720720, "batch_tokens": 2**24},
        "over": {"with.batch_tokens": [2.0**24] * 1000},
    }
    asked = [
        lambda: sl.catalog.ask(layouts),
        lambda: sl.simulation.simulate(never, law=aging),
        lambda: sl.simulation.simulate(never, law=aging, threads=2),
        lambda: sl.catalog.ask(request),
        lambda: _core.ask_text(_core.to_json(request)),
    ]
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for ask in asked:
            with pytest.raises(Stopped):
                alarmed(ask)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    ended = sl.simulation.simulate(never, law=aging, most_failures=1e5)
    assert ended.status == "infeasible" and ended.failures < 1.2e5
    assert ended.note.startswith(f"no segment was ever committed in {ended.failures} failures")


def test_a_simulation_says_what_it_would_hold_before_it_takes_it():
    many = sl.TrainingRun(gpus=1e9, gpu_mttf=1e14, checkpoint_bytes=1e12, write_bandwidth=1e12)
    with pytest.raises(ValueError, match=r"gpus = 1e\+09 would take 8 GB, .* at most 0.1 GB"):
        sl.simulation.simulate(many, sl.strategies.replicated(gpus_per_machine=1))
    # the lives of a law are drawn when they are due
    assert sl.simulation.simulate(many, law=sl.failures.Weibull(shape=0.7, scale=1e14)).status == "ok"


def test_the_gil_is_released():
    # no thread is made to hand it on: who gets it beside a simulation got it from the simulation
    go, ticked = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: go.wait() and ticked.set())
    thread.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e6)
    try:
        go.set()
        found = sl.simulation.simulate(
            run, relative_accuracy=1e-9, most_failures=1e8, threads=1, progress=lambda *_: not ticked.is_set()
        )
        assert ticked.is_set() and found.status == "stopped"
    finally:
        sys.setswitchinterval(before)
        thread.join()


def test_the_command(capsys):
    pytest.importorskip("click")
    pytest.importorskip("pint")
    import json
    from pathlib import Path

    from scaling_limits.cli import main

    file = Path(__file__).parents[2] / "examples/run.toml"
    with pytest.raises(SystemExit) as ended:
        main(["simulate", str(file), "--json", "--seed", "3"])
    assert ended.value.code in (0, None)
    answer = json.loads(capsys.readouterr().out)
    assert abs(answer["deviation"]) < 5
    assert answer["status"] == "ok"
    assert answer["breakdown"]["useful"] == pytest.approx(answer["goodput"], rel=1e-12)
