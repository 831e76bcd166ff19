# SPDX-License-Identifier: Apache-2.0
"""Results are kept: as JSON, as tables, compared by value, pickled, read in human units."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

import scaling_limits as sl

RUN = sl.published.llama3_405b()
LIMIT = sl.limits.max_gpus
REQUEST = {
    "question": "goodput",
    "run": {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"},
}
LEVELS = [
    sl.checkpoint.SeverityLevel(write_time=1, restart_time=1, failure_rate=1e-4),
    sl.checkpoint.SeverityLevel(write_time=10, restart_time=1, failure_rate=1e-5),
]
SHAPE = sl.published.shapes["llama3_405b"]
CHIP = sl.workload.Chip(achieved_flops=4e14, memory_bytes=8e10, peak_flops=1e15)
FABRIC = sl.network.Fabric(inner_bandwidth=4e11, outer_bandwidth=5e10, gpus_per_node=8)
ROW = sl.data.MeasuredStep(
    shape=SHAPE, layout=sl.parallelism.Layout(tensor=8, pipeline=16, data=128), batch_tokens=2048 * 8192, time=10, id="a"
)

LIVES = [3600.0 * k for k in range(1, 61)]
LOG = {"step": [1, 2, 3, 2, 3], "start": [0, 10, 20, 100, 125], "end": [10, 20, 30, 125, 135]}


def best(gpus: int) -> sl.parallelism.BestLayout:
    return sl.parallelism.best_layout(SHAPE, gpus, CHIP, FABRIC, 2048 * 8192)


# everything that is answered, made anew by every call
RESULTS: dict[str, Callable[[], object]] = {
    "limit": lambda: LIMIT(RUN),
    "limit of arrays": lambda: LIMIT(
        RUN, sl.limits.goodput_at_least([0.5, 0.9]), factors=sl.limits.StrongScaling(half_size=1e5)
    ),
    "no limit": lambda: LIMIT(RUN, growth=sl.growth.power_law(write_bandwidth=2)),
    "infeasible": lambda: LIMIT(RUN, sl.limits.goodput_at_least(0.99999), sl.growth.power_law(write_bandwidth=1)),
    "limit of a factor of one's own": lambda: LIMIT(RUN, factors=sl.limits.CustomFactor(_own)),
    "requirement": lambda: sl.limits.required(RUN, "write_bandwidth", 0.9),
    "requirement of arrays": lambda: sl.limits.required(RUN.replace(gpus=[1e3, 1e8]), "write_bandwidth", 0.9999),
    "fit": lambda: sl.limits.fit_strong_scaling([1, 2, 4], [1, 0.6, 0.4]),
    "assessment": lambda: sl.analysis.assess(RUN),
    "assessment of arrays": lambda: sl.analysis.assess(RUN.replace(gpus=[[1e4], [1e5]])),
    "comparison": lambda: sl.compare(RUN),
    "comparison of sizes": lambda: sl.compare(RUN.replace(gpus=[1e4, 1e6])),
    "levers": lambda: sl.analysis.levers(RUN),
    "attribution": lambda: sl.analysis.what_changed(RUN, RUN.replace(gpus=1e5)),
    "limits by tier": lambda: sl.analysis.limits_by_tier(RUN),
    "simulation": lambda: sl.simulation.simulate(RUN, relative_accuracy=0.1, events=3),
    "events": lambda: sl.simulation.simulate(RUN, relative_accuracy=0.1, events=3).events,
    "step": lambda: sl.parallelism.step(SHAPE, best(16384).layout, CHIP, FABRIC, 2048 * 8192),
    "best layout": lambda: best(16384),
    "no layout": lambda: best(1),
    "rejected layouts": lambda: best(1).rejected,
    "measured step": lambda: ROW,
    "measured steps": lambda: sl.data.MeasuredSteps([ROW, ROW.replace(memory=7e10)], [(3, "why")]),
    "calibration": lambda: sl.calibrate([ROW], sl.workload.guess_chip(1e15, 3e12), FABRIC),
    "families": lambda: sl.calibrate([ROW], sl.workload.guess_chip(1e15, 3e12), FABRIC).families(),
    "measured goodput": lambda: sl.data.goodput_from_steps(LOG),
    "measured attempts": lambda: sl.data.goodput_from_steps(LOG).attempts,
    "measured against a model": lambda: sl.data.goodput_from_steps(LOG).against(RUN),
    "buckets": lambda: sl.data.goodput_from_steps(LOG).against(RUN).buckets,
    "fitted law": lambda: sl.failures.fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False]),
    "goodness of fit": lambda: sl.failures.fit(LIVES, law="exponential").goodness(5),
    "no goodness of fit": lambda: sl.failures.fit([1e6, 2e6, 4e6]).goodness(),
    "survival curve": lambda: sl.failures.kaplan_meier([6, 6, 7], [True, False, True]),
    "ratio of rates": lambda: sl.failures.rate_ratio(4, 1e6, 9, [1e6, 2e6]),
    "incidents": lambda: sl.failures.incidents([0, 5, 100], ["a", "b", "a"], within=60),
    "correlated failures": lambda: sl.failures.correlated_failures([0, 1, 5e3], [1, 2, 3], {1: 1, 2: 1, 3: 2}, 60, 1e5),
    "worst parts": lambda: sl.failures.worst_parts([1, 0, 12], [1e6, 1e6, 1e6], labels=["a", "b", "c"]),
    "rates by age": lambda: sl.failures.rate_by_age([10, 20, 30], edges=[0, 15, 40]),
    "restarts that grow": lambda: sl.run.fit_communicator([512, 4096, 16_384], [320, 350, 450]),
    "plan from a log": lambda: sl.plan_from_log(419, RUN, window=54 * 86400, samples=5),
    "uncertain number": lambda: sl.plan_from_log(419, RUN, window=54 * 86400, samples=5).limit,
    "more data": lambda: sl.plan_from_log(419, RUN, window=54 * 86400, samples=5).more_data,
    "job time": lambda: sl.checkpoint.job_time(1e6, 1e3, 60, 1e5),
    "mixed pool": lambda: sl.failures.mixed_pool(8, 7, 3, 1e-5, 1e-4, 7200),
    "multilevel": lambda: sl.checkpoint.multilevel_optimum(LEVELS),
    "schedule": lambda: sl.checkpoint.optimal_schedule(sl.failures.Weibull(shape=0.7, scale=1e5), 60),
    "outputs of a kernel": lambda: sl.checkpoint.interval_band(60, 1e5),
    "outputs of arrays": lambda: sl.failures.mtbf_from_events([10, 0], 1e6),
    "all-reduce": lambda: sl.network.best_all_reduce(8, [1e6, 1e7], 1e-6, 1e9),
    "estimates": lambda: sl.published.reproduce(),
    "estimate": lambda: sl.published.reproduce()[0],
    "errors by family": lambda: sl.published.report()["families"],
    "errors of a family": lambda: sl.published.report()["families"][0],
    "cluster": lambda: next(iter(sl.published.clusters.values())),
    "failure rate": lambda: next(iter(sl.published.failure_rates.values())),
    "answer": lambda: sl.ask(REQUEST),
    "answer over sizes": lambda: sl.ask(REQUEST | {"over": {"run.gpus": [1e3, 1e4]}}),
    "answer that is a table": lambda: sl.ask(REQUEST | {"question": "compare"}),
}


def _own(gpus):
    return 1 / (1 + gpus / 1e6)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_json_and_equal_to_its_like(name) -> None:
    made, again = RESULTS[name](), RESULTS[name]()
    assert made == again
    assert (made != again) is False
    kept = json.dumps(made.as_dict(), allow_nan=False)
    assert kept == json.dumps(again.as_dict(), allow_nan=False)
    assert isinstance(json.loads(kept), dict)
    for other in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert type(other) is type(made) and other == made
    assert "np." not in repr(made) + made._repr_html_()
    assert made._repr_html_().startswith("<table>")


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_table(name) -> None:
    pandas = pytest.importorskip("pandas")
    made = RESULTS[name]()
    frame = made.to_dataframe()
    assert isinstance(frame, pandas.DataFrame) and len(frame.columns)
    assert not any(isinstance(cell, (dict, np.ndarray)) for cell in frame.to_numpy().ravel())
    if isinstance(made, (list, dict)) and not isinstance(made, sl.results.Answer):
        assert len(frame) == len(made)


def test_results_differ_by_value_and_not_by_nan() -> None:
    assert LIMIT(RUN) != LIMIT(RUN, sl.limits.goodput_at_least(0.9))
    assert LIMIT(RUN) != LIMIT(RUN.replace(downtime=1)), "what was asked is a part of it"
    assert LIMIT(RUN) != 3
    infeasible = RESULTS["infeasible"]()
    assert math.isnan(infeasible.value) and infeasible == RESULTS["infeasible"]()
    assert hash(infeasible) == hash(RESULTS["infeasible"]()) and len({LIMIT(RUN), LIMIT(RUN)}) == 1
    bounds = sl.checkpoint.interval_band(60, [1e5, math.nan])
    assert bounds == sl.checkpoint.interval_band(60, [1e5, math.nan]) != sl.checkpoint.interval_band(60, [1e5, 1e5])
    plain = sl.checkpoint.interval_band(60, 1e5)
    assert plain == tuple(plain) and hash(plain) == hash(tuple(plain))


def test_plain_data_is_that_of_the_catalogue() -> None:
    found = LIMIT(RUN, growth=sl.growth.power_law(write_bandwidth=2)).as_dict()
    assert (found["value"], found["goodput"]) == ("unlimited", None)
    again = sl.ask({"question": "limit", **found["asked"]})
    assert again["columns"]["value"] == "unlimited"
    asked = LIMIT(RUN, sl.limits.goodput_at_least(0.9), factors=sl.limits.StrongScaling(half_size=1e5)).as_dict()
    columns = sl.ask({"question": "limit", **asked["asked"]})["columns"]
    assert {"value": columns["value"], "binding": columns["binding"]}.items() <= asked.items()
    assert (
        sl.analysis.limits_by_tier(RUN).as_dict()["rows"][0]["limit"]["asked"]["criterion"]["name"] == "write_time_equals_mtbf"
    )


def test_texts_are_in_human_units() -> None:
    assert "interval=3.87852 min" in repr(sl.analysis.assess(RUN))
    assert "value=84.9006 GB/s" in repr(sl.limits.required(RUN, "write_bandwidth", 0.9))
    assert repr(sl.checkpoint.interval_band(60, 1e5)) == "IntervalBand(shortest=26.8899 min, longest=2.00526 h)"
    assert "memory_bytes=80 GB" in repr(sl.published.chips["h100"])
    assert "<td>1.756 ms</td>" in sl.network.best_all_reduce(8, 1e6, 1e-6, 1e9)._repr_html_()
    note = LIMIT(RUN, sl.limits.goodput_at_least(0.9), strategy=sl.strategies.blocking(interval=10, persist_latency=60))
    assert "&lt;" in note._repr_html_() or "<b" not in note._repr_html_()


def test_tables_are_mappings_and_lists_as_before() -> None:
    levers, tiers = sl.analysis.levers(RUN), sl.analysis.limits_by_tier(RUN)
    assert isinstance(levers, Mapping) and isinstance(levers, dict) and levers["gpu_mttf"].elasticity == pytest.approx(1)
    assert isinstance(tiers, Sequence) and isinstance(tiers, list) and isinstance(tiers[0].limit, sl.limits.Limit)
    assert best(1).rejected.to_dataframe()["layout.tensor"].tolist() == [row.layout.tensor for row in best(1).rejected]
    assert levers.to_dataframe().loc["checkpoint_bytes", "elasticity"] == pytest.approx(-1)
    assert tiers.to_dataframe()["limit.value"].tolist() == [row.limit.value for row in tiers]
    assert sl.compare(RUN.replace(gpus=[1e4, 1e6])).to_dataframe().loc[0, "goodput"].tolist() == pytest.approx(
        sl.compare(RUN.replace(gpus=[1e4, 1e6])).rows[0].goodput.tolist()
    )


def test_tables_keep_labels() -> None:
    pandas = pytest.importorskip("pandas")
    xarray = pytest.importorskip("xarray")
    lives = pandas.Series([1e8, 2e8], index=["old", "new"])
    assert LIMIT(RUN.replace(gpu_mttf=lives)).to_dataframe().index.tolist() == ["old", "new"]
    grid = RUN.replace(gpu_mttf=xarray.DataArray([1e8, 2e8], dims="chip", coords={"chip": ["old", "new"]}))
    assert LIMIT(grid).to_dataframe().loc["new", "status"] == "ok"
    assert sl.analysis.assess(grid).to_dataframe()["breakdown.useful"].index.name == "chip"


def test_runs_and_strategies_have_no_page_of_their_own() -> None:
    assert not hasattr(RUN, "_repr_html_") and not hasattr(sl.strategies.blocking(), "_repr_html_")
