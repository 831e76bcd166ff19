# SPDX-License-Identifier: Apache-2.0
"""The catalogue as Python sees it: requests, errors, tables, users' own factors."""

from __future__ import annotations

import gc
import json
import pickle
import subprocess
import sys
import weakref
from typing import Any

import numpy as np
import pytest
from kinds import one_of_each

import scaling_limits as sl
from scaling_limits import _core

RUN = {
    "gpus": 16384,
    "gpu_mttf": "50000 h",
    "checkpoint_bytes": "5 TB",
    "write_bandwidth": "2 TB/s",
    "initialization_time": "5 min",
}
STEP: dict[str, Any] = {
    "shape": "llama3_405b",
    "chip": "b200",
    "fabric": {"gpus_per_node": 8, "inner_bandwidth": "900 GB/s", "outer_bandwidth": "50 GB/s"},
}


def test_a_request_answers_what_the_objects_do(run: sl.TrainingRun) -> None:
    for strategy in one_of_each("strategy").values():
        request = {"run": run.as_request(), "strategy": strategy.as_request()}
        assert sl.ask({"question": "goodput", **request})["columns"]["goodput"] == strategy.goodput(run)
        losses = sl.ask({"question": "losses", **request})
        assert {c: losses["columns"][c] for c in losses["terms"]} == strategy.losses(run)
        limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.5), sl.growth.chinchilla, strategy)
        asked = sl.ask({"question": "limit", "criterion": {"goodput_at_least": 0.5}, "growth": "chinchilla", **request})[
            "columns"
        ]
        assert asked["status"] == limit.status
        if limit.status == "ok":
            assert asked["value"] == limit.value
            assert asked["roots"] == list(limit.roots)


def test_over_runs_several_keys_together() -> None:
    sizes = [1024, "16,384", 1e6]
    found = sl.ask(
        {
            "question": "goodput",
            "run": RUN,
            "strategy": {"name": "asynchronous", "copy_bandwidth": "10 TB/s"},
            "over": {"run.gpus": sizes, "strategy.slowdown": [0, 0.1, 0.2]},
        }
    )["columns"]
    for size, slowdown, goodput in zip([1024, 16384, 1e6], [0, 0.1, 0.2], found["goodput"], strict=True):
        one = {"name": "asynchronous", "copy_bandwidth": 1e13, "slowdown": slowdown}
        again = sl.ask({"question": "goodput", "run": {**RUN, "gpus": size}, "strategy": one})
        assert again["columns"]["goodput"] == goodput
    assert found["status"] == ["ok"] * 3


def test_infinity_is_unlimited_and_no_number_is_none() -> None:
    never = sl.ask({"question": "limit", "run": {**RUN, "gpu_mttf": "unlimited"}, "criterion": "peak_throughput"})["columns"]
    assert never["value"] == "unlimited" and never["status"] == "no limit" and never["goodput"] is None
    assert sl.ask({"question": "mtbf", "run": {**RUN, "gpu_mttf": "unlimited"}})["columns"]["mtbf"] == "unlimited"


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"run": {**RUN, "gpus": -1}}, "run.gpus", "TrainingRun: gpus = -1 must be > 0 and finite"),
        ({"run": {**RUN, "gpuz": 1}}, "run.gpuz", "did you mean 'gpus'"),
        ({"run": {**RUN, "checkpoint_bytes": "5 min"}}, "run.checkpoint_bytes", "B"),
        ({"strategy": "asynchronus"}, "strategy", "did you mean 'asynchronous'"),
        ({"strategy": {"name": "in_memory", "placement": "heap"}}, "strategy.placement", "'group'"),
        ({"criterion": {"goodput_at_least": 2}}, "criterion.goodput_at_least", "in (0, 1)"),
        ({"factor": {"strong_scaling": {}}}, "factor.0.half_size", "needs 'half_size'"),
        ({"question": "goodputs"}, "question", "did you mean 'goodput'"),
        ({"over": {"run.gpus": [1, 2], "run.downtime": [1]}}, "run.downtime", "run together"),
        ({"grow": "fixed"}, "grow", "did you mean 'growth'"),
        ({"with": {"work": 1}}, "with.work", "has no field"),
    ],
)
def test_a_refusal_names_field_value_and_bounds(change: dict, field: str, message: str) -> None:
    request = {"question": "limit", "run": RUN, "criterion": "peak_throughput", **change}
    with pytest.raises(sl.catalog.RequestError, match=r".") as caught:
        sl.ask(request)
    assert caught.value.field == field
    assert message in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).field == field
    error = json.loads(_core.ask_text(json.dumps(request)))["error"]
    assert (error["field"], error["message"]) == (field, str(caught.value))


def test_the_same_text_from_a_class_and_a_request() -> None:
    with pytest.raises(ValueError, match=r".") as direct:
        sl.TrainingRun(gpus=-1, gpu_mttf=1, checkpoint_bytes=1, write_bandwidth=1)
    with pytest.raises(ValueError, match=r".") as asked:
        sl.ask({"question": "mtbf", "run": {"gpus": -1, "gpu_mttf": 1, "checkpoint_bytes": 1, "write_bandwidth": 1}})
    assert str(direct.value) == str(asked.value)


def test_describe_lists_what_can_be_chosen_and_asked() -> None:
    found = sl.catalog.describe()
    assert set(found) == {"version", "kinds", "questions", "presets", "start", "statuses"}
    assert found["version"] == sl.__version__
    assert {"run", "strategy", "criterion", "factor", "failure_law", "growth", "tier", "chip"} <= set(found["kinds"])
    for kinds in found["kinds"].values():
        for kind in kinds.values():
            assert {"text", "fields", "terms"} <= set(kind) and kind["text"]
            for field in kind["fields"]:
                assert {"name", "unit", "low", "high", "usual", "default", "text"} <= set(field) and field["text"]
                assert field["usual"] is None or len(field["usual"]) == 2
    for question in found["questions"].values():
        assert {"text", "needs", "fields", "columns"} <= set(question)
        assert all({"name", "unit", "text"} <= set(column) for column in question["columns"])
    assert found["presets"]["chip"]["h100"]["source"]
    assert json.loads(_core.describe_text(1)) == found


def test_every_kind_has_its_class() -> None:
    rooms = {
        "strategy": sl.strategies,
        "criterion": sl.limits,
        "factor": sl.limits,
        "failure_law": sl.failures,
        "distribution": sl.uncertainty,
    }
    for group, room in rooms.items():
        for name, kind in sl.catalog.kinds(group).items():
            own = kind["owner"] if group in ("factor", "failure_law") else name
            if name != "cheapest_gpus":  # the function of that name says more
                assert own in room.__all__ and getattr(room, own)._kind == name


def test_a_request_in_full_answers_the_same(run: sl.TrainingRun) -> None:
    levels = [{"tier": "host_memory", "share": "90 %"}, {"tier": {"preset": "file_system", "latency": "2 s"}, "share": 0.1}]
    requests: list[dict[str, Any]] = [
        {"question": "goodput", "run": RUN},
        {"question": "assess", "run": RUN, "strategy": {"name": "multilevel", "levels": levels}, "with": {"step_time": "5 s"}},
        {
            "question": "limit",
            "run": RUN,
            "criterion": {"goodput_at_least": "85 %"},
            "growth": {"checkpoint_bytes": 0.5},
            "factor": [{"strong_scaling": {"half_size": 1e5, "name": "network"}}, {"kind": "hard_cap", "gpus": 1e6}],
            "over": {"run.gpu_mttf": ["10000 h", "20000 h"], "criterion.goodput_at_least": ["80 %", 0.9]},
        },
        {
            "question": "survival",
            "failure_law": {"name": "weibull", "scale": "1000 h", "shape": 0.7},
            "with": {"time": "1 day"},
        },
        {"question": "simulate", "run": RUN, "with": {"most_failures": 1000}},
        {
            "question": "step",
            **STEP,
            "layout": {"tensor": 8, "pipeline": 18, "data": 64},
            "with": {"batch_tokens": 2048 * 8192},
        },
        {"question": "best_layout", **STEP, "with": {"batch_tokens": 2048 * 8192, "gpus": 1024}},
        {"question": "flops_per_token", "shape": "llama3_405b"},
        {"question": "attention_flops_per_token", "shape": "llama3_405b"},
        {"question": "goodput", "run": RUN, "over": {"run.gpus": []}},
        {"question": "goodput", "run": RUN, "strategy": {"kind": "in_memory", "placement": None}},
    ]
    for request in requests:
        full = sl.catalog.completed(request)
        assert sl.ask(full) == sl.ask(request)
        assert sl.catalog.completed(full) == full
    assert requests[0]["run"]["gpu_mttf"] == "50000 h"  # nothing that is handed in is changed
    full = sl.catalog.completed(requests[2])
    assert full["over"] == {"run.gpu_mttf": [3.6e7, 7.2e7], "criterion.goodput_at_least": [0.8, 0.9]}
    assert [one["kind"] for one in full["factor"]] == ["strong_scaling", "hard_cap"]
    assert full["growth"]["checkpoint_bytes"] == 0.5 and full["strategy"]["name"] == "blocking"
    tier = sl.published.tiers["file_system"].replace(latency=2.0)
    full = sl.catalog.completed(requests[1])
    assert full["strategy"]["levels"][1] == {"tier": tier.as_dict(), "share": 0.1}
    assert full["with"]["step_time"] == 5
    assert {field.name for field in sl.TrainingRun.fields()} == set(full["run"])
    with pytest.raises(sl.catalog.RequestError, match="gpus"):
        sl.catalog.completed({"question": "goodput", "run": {**RUN, "gpus": -1}})


def test_no_number_is_left_without_its_status(run: sl.TrainingRun) -> None:
    for name, question in sl.catalog.describe()["questions"].items():
        columns = [column["name"] for column in question["columns"]]
        # a text, lists that may be empty, lists that a number which is none has no place in
        lists = (
            "pattern",
            "mtbf_samples",
            "kaplan_meier",
            "incidents",
            "rate_by_age",
            "binned_rates",
            "xid_codes",
            "by_cause",
            "cause_levers",
            "operation_levers",
        )
        assert name in ("explain", "quantity_text", "written", *lists) or "status" in columns, name
    law = {"name": "lomax", "scale": 1000, "shape": 0.5}
    found = sl.ask({"question": "mean", "failure_law": law})["columns"]  # infinite
    assert (found["mean"], found["status"]) == ("unlimited", "ok")
    found = sl.ask({"question": "survival", "failure_law": law, "with": {"time": -1}})["columns"]
    assert found["survival"] is not None or (found["status"] == "infeasible" and found["note"])
    points = {"points": [[1e3, 0.99], [2e4, 0.98]]}
    found = sl.ask({"question": "efficiency", "factor": {"tabulated": points}, "with": {"gpus": 1e6}})["columns"]
    assert found["efficiency"] is None and found["status"] == "infeasible" and found["note"]


def test_a_factor_of_ones_own(run: sl.TrainingRun) -> None:
    known = sl.limits.StrongScaling(half_size=1e5)
    own = sl.limits.CustomFactor(lambda gpus: 1 / (1 + gpus / 1e5), name="io")
    slopes = sl.limits.CustomFactor(lambda n: 1 / (1 + n / 1e5), derivative=lambda n: -1e-5 / (1 + n / 1e5) ** 2)
    for criterion in (sl.limits.peak_throughput(), sl.limits.efficiency_at_least(0.5), sl.limits.added_gpu_worth_at_least(0.3)):
        wanted = sl.limits.max_gpus(run, criterion, sl.growth.chinchilla, factors=known)
        found = sl.limits.max_gpus(run, criterion, sl.growth.chinchilla, factors=own)
        assert found.value == pytest.approx(wanted.value, rel=1e-9)
        assert found.shares["io"] == pytest.approx(wanted.shares["step"], rel=1e-8)
        again = sl.limits.max_gpus(run, criterion, sl.growth.chinchilla, factors=[slopes])
        assert again.value == pytest.approx(wanted.value, rel=1e-9)
    sizes = np.array([1e3, 1e4, 1e5])
    np.testing.assert_allclose(own.efficiency(sizes), known.efficiency(sizes), rtol=1e-15)
    levers = sl.analysis.levers(run, sl.limits.peak_throughput(), sl.growth.chinchilla, factors=own)
    exact = sl.analysis.levers(run, sl.limits.peak_throughput(), sl.growth.chinchilla, factors=known)
    assert levers["gpu_mttf"].elasticity == pytest.approx(exact["gpu_mttf"].elasticity, rel=1e-4)


def test_a_factor_as_a_table(run: sl.TrainingRun) -> None:
    sizes = np.geomspace(1e3, 1e7, 200)
    known = sl.limits.StrongScaling(half_size=1e5)
    table = sl.limits.CustomFactor(list(zip(sizes, known.efficiency(sizes), strict=True)), name="step")
    wanted = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=known)
    assert sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=table).value == pytest.approx(wanted.value, rel=1e-3)
    short = sl.limits.CustomFactor([(1e3, 0.99), (20_000, 0.98)], name="io")
    refused = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.1), factors=short)
    assert refused.status == "infeasible" and "'io'" in refused.note
    with pytest.raises(ValueError, match=r"points"):
        sl.limits.CustomFactor([(1e4, 0.9), (1e3, 0.99)])


def test_a_factor_that_cannot_be_taken(run: sl.TrainingRun) -> None:
    with pytest.raises(TypeError, match=r"CustomFactor 'io'.*derivative="):
        sl.limits.max_gpus(
            run, sl.limits.peak_throughput(), factors=sl.limits.CustomFactor(lambda n: 1.0 if n < 5 else 0.5, name="io")
        )
    with pytest.raises(ZeroDivisionError):
        sl.limits.max_gpus(run, sl.limits.efficiency_at_least(0.5), factors=sl.limits.CustomFactor(lambda n: 1 / 0))


def test_a_factor_of_ones_own_keeps_nothing_of_the_process() -> None:
    class Efficiency:
        def __call__(self, gpus: float) -> float:
            return 1 / (1 + gpus / 1e5)

    function = Efficiency()
    kept = weakref.ref(function)
    factor = sl.limits.CustomFactor(function)
    assert factor.efficiency(1e5) == 0.5
    del function, factor
    gc.collect()
    assert kept() is None
    # the interpreter ends without it: what outlives it would be given back when there is no Python any more
    used = "import scaling_limits as sl; keep = sl.limits.CustomFactor(lambda n: 1 / (1 + n / 1e5)); keep.efficiency(1e5)"
    assert subprocess.run([sys.executable, "-c", used], check=False).returncode == 0


def test_a_run_at_a_size(run: sl.TrainingRun) -> None:
    for law in (sl.growth.chinchilla, sl.growth.chinchilla(), sl.growth.power_law(checkpoint_bytes=0.5)):
        there = law.at(run, 4 * run.gpus)
        assert there.gpus == 4 * run.gpus
        assert there.checkpoint_bytes == pytest.approx(2 * run.checkpoint_bytes, rel=1e-15)
        assert there.write_bandwidth == run.write_bandwidth
    many = sl.growth.chinchilla.at(run, np.array([1e4, 1e5]))
    assert many.goodput.shape == (2,)


def test_one_factor_is_a_list_of_one(run: sl.TrainingRun) -> None:
    one = sl.limits.StrongScaling(half_size=1e5)
    assert sl.limits.max_gpus(run, factors=one).value == sl.limits.max_gpus(run, factors=[one]).value


@pytest.mark.parametrize("beyond", [10**400, -(10**400), [10**400]], ids=["large", "small", "listed"])
def test_an_integer_beyond_double_is_refused_by_its_path(beyond) -> None:
    asked = {"question": "goodput", "run": {**sl.published.llama3_405b().as_request(), "gpus": beyond}}
    place = "run.gpus.0" if isinstance(beyond, list) else "run.gpus"
    with pytest.raises(sl.catalog.RequestError, match="an integer is beyond the range of double") as error:
        sl.ask(asked)
    assert error.value.field == place
    with pytest.raises(sl.catalog.RequestError, match="beyond the range of double"):
        sl.catalog.completed(asked)


@pytest.mark.parametrize("group", ["strategy", "criterion", "factor", "failure_law", "growth", "distribution"])
def test_a_kind_that_is_misspelt_as_a_key_is_named(group) -> None:
    kinds = sl.catalog.describe()["kinds"][group]
    asked = {"question": "limit", "run": sl.published.llama3_405b().as_request()}
    for name in kinds:
        if len(name) < 5:
            continue
        wrong = name[:2] + name[3:]
        for value in (0.9, {"x": 1}, "5 min", [1]):
            with pytest.raises(sl.catalog.RequestError, match=f"no {group} named '{wrong}'; did you mean '") as error:
                sl.ask({**asked, group: {wrong: value}})
            assert error.value.field.startswith(group)


def test_answers_in_the_unit_of_what_was_asked_have_it() -> None:
    run = sl.published.llama3_405b().as_request()
    units = {row["name"]: row["unit"] for row in sl.catalog.describe()["kinds"]["run"]["training_run"]["fields"]}
    grown = sl.ask({"question": "grown", "run": run, "with": {"gpus": 1e5}})
    assert grown["units"] == {name: unit for name, unit in units.items() if name in grown["columns"]}
    for field in ("gpu_mttf", "checkpoint_bytes", "write_bandwidth"):
        assert (
            sl.ask({"question": "required", "run": run, "with": {"field": field, "goodput": 0.9}})["units"]["value"]
            == units[field]
        )
    assert sl.ask({"question": "quantity", "with": {"text": "5 min", "unit": "s"}})["units"] == {"quantity": "s"}
    improved = sl.ask({"question": "assess", "run": run})["units"]
    assert {name: improved[f"improved.{name}"] for name in ("gpu_mttf", "downtime")} == {"gpu_mttf": "s", "downtime": "s"}
    assert sl.ask({"question": "weibull_from_mean", "with": {"mean": 5, "shape": 2}})["units"]["scale"] == "s"
