# SPDX-License-Identifier: Apache-2.0
"""Layouts, pipelines, traffic, the step and the search, as Python users meet them."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import xarray as xr

import scaling_limits as sl

p = sl.parallelism
shape = sl.workload.TransformerShape(
    layers=126,
    hidden=16384,
    feed_forward=53248,
    query_heads=128,
    key_value_heads=8,
    head_size=128,
    vocabulary=128256,
    sequence_length=8192,
)
chip = sl.workload.Chip(peak_flops=989.4e12, achieved_flops=465e12, memory_bytes=1e11)
fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=450e9, outer_bandwidth=50e9)
layout = p.Layout(tensor=8, pipeline=16, data=128)
batch = 2**24


def test_a_schedule_is_chosen_by_name_and_the_rest_broadcasts() -> None:
    assert p.bubble_of_ideal("1f1b", 8, 32) == 0.21875
    np.testing.assert_allclose(p.bubble_of_ideal("interleaved", 8, 32, chunks=np.array([1, 3])), [0.21875, 0.21875 / 3])
    assert p.bubble_time("zb_h1", 8, 1, 2, weight_gradient=None) == p.bubble_time("zb_h1", 8, 1, 2, weight_gradient=1)
    assert np.isnan(p.bubble_time("dualpipe", 7, 1, 2))
    assert p.in_flight_micro_batches("1f1b", 8, 32, stage=2) == 6
    assert p.transfer_exposed_time(schedule="gpipe", pipeline=8, micro_batches=32, transfer=0.05) == pytest.approx(0.7)
    assert pickle.loads(pickle.dumps(p.bubble_time)) is p.bubble_time
    with pytest.raises(ValueError, match="schedule = '2f2b' must be one of 'gpipe'"):
        p.bubble_time("2f2b", 8, 1, 2)
    with pytest.raises(TypeError, match="schedule must be one of"):
        p.bubble_time(8, 1, 2)
    with pytest.raises(TypeError, match="needs 'schedule'"):
        p.bubble_time()


def test_a_word_with_a_default_is_keyword_only() -> None:
    mib = 2**20
    assert p.activation_bytes_per_layer(2048, 1, 12288, 96, 8) == 552 * mib
    assert p.activation_bytes_per_layer(2048, 1, 12288, 96, 8, sequence_parallel=True, recompute="selective") == 102 * mib
    assert p.model_state_bytes_per_gpu(7.5e9, 64, np.arange(4)).tolist() == [120e9, 31.40625e9, 16.640625e9, 1.875e9]
    assert np.isnan(p.model_state_bytes_per_gpu(7.5e9, 64, 1.5))


def test_a_layout_is_whole_numbers() -> None:
    assert layout.gpus == 16384
    assert layout == p.Layout(tensor=8.0, pipeline=16, data=128)
    for bad in ({"tensor": 0}, {"tensor": 1.5}, {"data": float("nan")}, {"data": float("inf")}):
        with pytest.raises(ValueError, match=f"Layout: {next(iter(bad))} = "):
            p.Layout(**bad)
    with pytest.raises(TypeError, match="did you mean 'tensor'"):
        p.Layout(tensr=8)


def test_a_step_sums_to_its_time_and_says_what_does_not_fit() -> None:
    step = p.step(shape, layout, chip, fabric, batch)
    assert step.status == "ok"
    assert sum(step.breakdown.values()) == pytest.approx(step.time, rel=1e-12)
    small = p.step(shape, layout, chip.replace(memory_bytes=80e9), fabric, batch)
    assert small.status == "infeasible"
    assert "memory_per_gpu = 84747719475" in small.note
    assert "memory_bytes = 8e+10" in small.note
    heads = p.step(shape, p.Layout(tensor=3), chip, fabric, batch)
    assert heads.note == "tensor = 3 must divide query_heads = 128"
    with pytest.raises(ValueError, match="batch_tokens = 16777217 must be a multiple of sequence_length"):
        p.step(shape, layout, chip, fabric, batch + 1)
    with pytest.raises(ValueError, match="recompute = 'some' must be 'none'"):
        p.step(shape, layout, chip, fabric, batch, recompute="some")
    with pytest.raises(TypeError, match="chip must be a Chip"):
        p.step(shape, layout, fabric, fabric, batch)


def test_the_options_of_a_step_are_those_of_the_catalogue() -> None:
    asked = sl.catalog.describe()["questions"]["step"]
    given = {name: one for name, one in inspect.signature(p.step).parameters.items() if one.kind is one.KEYWORD_ONLY}
    defaults = {row["name"]: row["default"] for row in asked["fields"] if row["name"] != "batch_tokens"}
    assert {name: one.default for name, one in given.items()} == defaults


def test_stages_are_asked_for_when_they_are_looked_at() -> None:
    seen, unseen = (p.step(shape, layout, chip, fabric, batch, recompute="full") for _ in range(2))
    rows = seen.stages
    assert seen.stages is rows and isinstance(rows, sl.results.Rows)
    assert "stages" not in vars(unseen)
    kept = pickle.loads(pickle.dumps(unseen))
    assert kept.stages == rows and kept == unseen == seen
    assert hash(p.step(shape, layout, chip, fabric, batch, recompute="full")) == hash(seen)
    assert dataclasses.replace(kept, note="").stages == rows
    assert repr(p.step(shape, layout, chip, fabric, batch, recompute="full")) == repr(seen)
    assert list(seen.as_dict()) == [field.name for field in dataclasses.fields(p.Step)]
    with pytest.raises(AttributeError, match="'Step' object has no attribute 'stage'"):
        seen.stage  # noqa: B018
    with pytest.raises(dataclasses.FrozenInstanceError):
        seen.stages = None


def test_numbers_of_a_question_that_are_read_first() -> None:
    usual = p.step(shape, layout, chip, fabric, batch, overlap=0.5, element_bytes=2)
    for more in ({"overlap": "0.5"}, {"overlap": Fraction(1, 2)}, {"zero_stage": 1.0}, {"scatter": 1}, {"scatter": np.True_}):
        assert p.step(shape, layout, chip, fabric, float(batch), **{"overlap": 0.5, **more}) == usual
    assert type(p.step(shape, layout, chip, fabric, np.float64(batch), overlap=0.5).time) is np.float64
    assert p.step(shape, layout, chip, fabric, [batch], overlap=0.5).time == [usual.time]
    with pytest.raises(TypeError, match="step: overlap must be a real number or an array of them, not bool"):
        p.step(shape, layout, chip, fabric, batch, overlap=True)
    with pytest.raises(TypeError, match="step: overlap must be a real number or an array of them, not None"):
        p.step(shape, layout, chip, fabric, batch, overlap=None)
    with pytest.raises(ValueError, match="step: zero_stage is an integer beyond the range of double"):
        p.step(shape, layout, chip, fabric, batch, zero_stage=10**400)


def test_stages_and_memory_of_a_step() -> None:
    step = p.step(shape, layout, chip, fabric, batch, recompute="none")
    assert step.stages is not None
    assert [stage.layers for stage in step.stages] == [7, *[8] * 14, 7]
    assert max(stage.memory for stage in step.stages) == step.memory_per_gpu
    assert sum(step.memory.values()) == pytest.approx(step.memory_per_gpu, rel=1e-12)
    given = p.step(shape, layout, chip, fabric, batch, recompute="none", stage_layers=np.array([7] + [8] * 14 + [7]))
    assert given == step
    assert p.step(shape, layout, chip, fabric, [batch, 2 * batch]).stages is None
    wrong = p.step(shape, layout, chip, fabric, batch, stage_layers=[63, 63])
    assert (wrong.status, len(wrong.stages or [])) == ("infeasible", 0)
    assert wrong.note == "stage_layers of 2 stages must be of as many as pipeline = 16"
    assert wrong.memory["state"] != wrong.memory["state"]
    lacking = p.step(shape, layout, chip.replace(memory_bytes=8e10), fabric, batch, recompute="none")
    assert lacking.status == "infeasible" and lacking.memory == step.memory


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"kernels": "unfused"}, ValueError, "kernels = 'unfused' must be 'fused' for a shape with a gated feed-forward"),
        ({"kernels": "some"}, ValueError, "kernels = 'some' must be 'fused' or 'unfused'"),
        ({"precision": "fp4"}, ValueError, "precision = 'fp4' must be 'bf16' or 'fp8'"),
        ({"context_exchange": "x"}, ValueError, "context_exchange = 'x' must be 'ring', 'all_gather' or 'all_to_all'"),
        ({"overlap": 1.5}, ValueError, "overlap = 1.5 must be in [0, 1]"),
        ({"tensor_overlap": -1}, ValueError, "tensor_overlap = -1 must be in [0, 1]"),
        ({"expert_overlap": float("nan")}, ValueError, "expert_overlap = nan must be in [0, 1]"),
        ({"expert_imbalance": 0.5}, ValueError, "expert_imbalance = 0.5 must be >= 1 and finite"),
        ({"zero_stage": 4}, ValueError, "zero_stage = 4 must be a whole number in [0, 3]"),
        ({"shard_ranks": 1.5}, ValueError, "shard_ranks = 1.5 must be a whole number"),
        ({"stage_layers": [1.5]}, ValueError, "stage_layers must hold a whole number in [0, 2147483647] for each stage"),
        ({"stage_layers": []}, ValueError, "stage_layers must be a list of whole numbers"),
        ({"stage_layers": "7,8"}, TypeError, "stage_layers must be a list of whole numbers, not "),
        ({"stage_layers": ["x"]}, ValueError, "stage_layers[0]: 'x' has no number"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        p.step(shape, layout, chip, fabric, batch, **options)
    with pytest.raises(error, match=re.escape(said)):
        p.best_layout(shape, 16_384, chip, fabric, batch, **options)


def test_a_layout_that_cannot_be_is_an_answer() -> None:
    shards = p.step(shape, layout, chip, fabric, batch, shard_ranks=3)
    assert shards.note == "shard_ranks = 3 must divide data x context = 128"
    heads = p.step(shape, p.Layout(tensor=8, context=32), chip, fabric, batch, context_exchange="all_to_all")
    assert heads.note == "tensor = 8 x context = 32 must divide query_heads = 128 where context_exchange = all_to_all"
    rest = p.step(shape, p.Layout(tensor=8, pipeline=16, data=64, chunks=8, micro_batch=4), chip, fabric, 20 * batch // 16)
    assert rest.status == "infeasible" or "bubble is an upper bound" in rest.note
    with pytest.raises(TypeError, match="best_layout has no parameter 'overlp'"):
        p.best_layout(shape, 8, chip, fabric, batch, overlp=0.4)


def test_settings_broadcast_and_xarray_keeps_its_coordinates() -> None:
    bandwidth = xr.DataArray([25e9, 50e9, 100e9], dims="bandwidth", coords={"bandwidth": [25, 50, 100]})
    step = p.step(shape, layout, chip, fabric.replace(outer_bandwidth=bandwidth), batch)
    assert list(step.time.bandwidth) == [25, 50, 100]
    assert float(step.time[1]) == pytest.approx(float(p.step(shape, layout, chip, fabric, batch).time), rel=1e-15)
    many = p.step(shape, p.Layout(tensor=8, pipeline=np.array([[8], [16]]), data=np.array([64, 128])), chip, fabric, batch)
    assert many.time.shape == (2, 2)
    assert many.status.tolist() == [["infeasible", "infeasible"], ["ok", "ok"]]


def test_the_best_layout_is_no_slower_than_any_other() -> None:
    best = p.best_layout(shape, 1024, chip.replace(memory_bytes=3e11), fabric, batch)
    assert best.status == "ok"
    assert best.layout is not None and best.step is not None
    assert best.layout.gpus == 1024
    for tensor, pipeline in ((8, 16), (8, 8), (4, 16), (8, 32)):
        other = p.step(
            shape,
            p.Layout(tensor=tensor, pipeline=pipeline, data=1024 // tensor // pipeline),
            chip.replace(memory_bytes=3e11),
            fabric,
            batch,
        )
        assert other.status == "infeasible" or other.time >= best.step.time
    assert len(best.rejected) > 0
    assert best.rejected[0].reason
    none = p.best_layout(shape, 2, chip, fabric, batch)
    assert none.layout is None
    assert none.status == "infeasible"
    assert "memory_per_gpu" in none.rejected[0].reason
    with pytest.raises(ValueError, match="gpus = 0"):
        p.best_layout(shape, 0, chip, fabric, batch)
    for degrees in ({"data": 2**62, "micro_batch": 4}, {"pipeline": 2**32, "chunks": 2**32}):  # products that wrap to 0
        with pytest.raises(ValueError, match=r"must be a whole number in \[1, 2147483647\]"):
            p.Layout(**degrees)
    with pytest.raises(ValueError, match=r"gpus = 2\.30584\d*e\+18 must be a whole number in \[1, 2147483647\]"):
        p.best_layout(shape, 2**61, chip, fabric, batch)
    with pytest.raises(ValueError, match=r"batch_tokens = 1e\+300 must be at most"):
        p.best_layout(shape, 1024, chip, fabric, 1e300)


def test_power_sgd_refuses_what_is_no_matrix() -> None:
    assert p.power_sgd_ratio([(512, 4608)], 1) == pytest.approx(512 * 4608 / 5120)
    with pytest.raises(ValueError, match="matrices"):
        p.power_sgd_ratio([(0, 3)], 1)
