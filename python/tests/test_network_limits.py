# SPDX-License-Identifier: Apache-2.0
"""Workload, network and the combined limit through Python: names, values, arrays, errors."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import scaling_limits as sl

approx = pytest.approx


def llama_run(**changes: object) -> sl.TrainingRun:
    fields = {
        "gpus": 16_384,
        "gpu_mttf": 50_677 * sl.units.hour,
        "checkpoint_bytes": 5e12,
        "write_bandwidth": 2e12,
        "initialization_time": 300,
    }
    return sl.TrainingRun(**{**fields, **changes})


def llama_shape(**changes: object) -> sl.workload.TransformerShape:
    fields = {
        "layers": 126,
        "hidden": 16384,
        "feed_forward": 53248,
        "query_heads": 128,
        "key_value_heads": 8,
        "head_size": 128,
        "vocabulary": 128256,
        "sequence_length": 8192,
        "gated": True,
        "tied": False,
        "norms_per_layer": 2,
    }
    return sl.workload.TransformerShape(**{**fields, **changes})


def test_a_shape_answers_whole_numbers() -> None:
    shape = llama_shape()
    assert shape.parameters == 405_853_388_800
    assert isinstance(shape.parameters, int)
    assert shape.active_parameters == shape.parameters
    full, causal = shape.flops_per_token(attention="full"), shape.flops_per_token()
    assert full == 6 * shape.parameters + 12 * 126 * 128 * 128 * 8192
    assert full - causal == 6 * 126 * 128 * 128 * 8192
    assert causal - shape.flops_per_token(input_table=False) == 6 * 128256 * 16384
    many = llama_shape(layers=np.array([1, 126]))
    assert many.parameters[1] == shape.parameters
    with pytest.raises(ValueError, match="key_value_heads = 7"):
        llama_shape(key_value_heads=7)
    with pytest.raises(ValueError, match="attention"):
        shape.flops_per_token(attention="local")


def test_workload_kernels() -> None:
    w = sl.workload
    assert w.gpt_parameters(128, 25600, 51200, 2048) / 1e9 == approx(1008.0, abs=0.05)
    flops = w.gpt_step_flops(96, 12288, 51200, 2048, 1536)
    assert 300e9 / (1536 * 2048) * flops / (384 * 153e12) / 86400 == approx(84.75, abs=0.005)
    assert w.gpt_step_flops(96, 12288, 51200, 2048, 1536, recompute="none") < flops
    assert w.samples_per_second(12, 7, 0.97977, 0.323) == approx(254.80, abs=0.005)
    assert w.ingest_bandwidth(16.78e6 / 6.7534, 4) == approx(9.94e6, abs=5e3)
    with pytest.raises(ValueError, match="recompute"):
        w.gpt_step_flops(96, 12288, 51200, 2048, 1536, recompute="some")


def test_collectives() -> None:
    n = sl.network
    ms = 1e3
    assert n.ring_all_reduce_time(8, 1e9, 3e-6, 450e9) * ms == approx(3.9308889, abs=5e-8)
    assert n.recursive_doubling_all_reduce_time(8, 1e9, 3e-6, 450e9) * ms == approx(6.6756667, abs=5e-8)
    assert n.halving_doubling_all_reduce_time(8, 1e9, 3e-6, 450e9) * ms == approx(3.9068889, abs=5e-8)
    assert n.binomial_all_reduce_time(8, 1e9, 3e-6, 450e9) * ms == approx(13.3513333, abs=5e-8)
    assert n.hierarchical_all_reduce_time(8, 16, 1e10, 3e-6, 450e9, 5e-6, 50e9) * ms == approx(85.955889, abs=5e-7)
    assert n.all_reduce_crossover_bytes("ring", "binomial", 64, 5e-6, 50e9) == approx(2_841_121, abs=0.5)
    assert n.nccl_all_reduce_latency(128, 16) == approx(55.2e-6)
    assert n.nccl_all_reduce_latency(128, 16, algorithm="ring") == approx(311.6e-6)
    assert n.bus_bandwidth(1e9, n.ring_all_reduce_time(8, 1e9, 0, 450e9), 8) == approx(450e9)
    assert n.bus_bandwidth(1e9, 1.0, 8, "all_gather") == 0.875e9
    best = n.pipelined_chain_broadcast_time(16, 1e9, 3e-6, 50e9)
    assert best <= n.pipelined_chain_broadcast_time(16, 1e9, 3e-6, 50e9, pieces=np.arange(1, 3000)).min()
    assert n.pipelined_tree_all_reduce_time(4, 1e9, 3e-6, 50e9, None) == n.pipelined_tree_all_reduce_time(4, 1e9, 3e-6, 50e9)
    sizes = n.best_all_reduce(64, np.array([1e3, 1e9]), 5e-6, 50e9)
    assert list(sizes.algorithm) == ["recursive_doubling", "halving_doubling"]
    assert sizes.up_to_bytes[0] == sizes.from_bytes[1]
    assert n.best_all_reduce(48, 1e3, 5e-6, 50e9).algorithm == "binomial"
    assert (n.dragonfly_hosts(4), n.dragonfly_bisection_links(4)) == (1056, 272)
    assert (n.torus_bisection_links(4, 3), n.torus_mean_hops(4, 3)) == (32, 3)
    assert (n.fat_tree_hosts(64), n.leaf_spine_hosts(64)) == (65536, 2048)
    with pytest.raises(ValueError, match="algorithm"):
        n.nccl_all_reduce_latency(8, 1, algorithm="nvls")
    with pytest.raises(ValueError, match="first"):
        n.all_reduce_crossover_bytes("rings", "binomial", 64, 5e-6, 50e9)


def test_factors_answer_efficiency_and_losses() -> None:
    step = sl.limits.StrongScaling(half_size=101_035)
    assert step.efficiency(101_035) == approx(0.5)
    assert step.losses(101_035) == {"step": approx(np.log(2))}
    assert sl.limits.CriticalBatch(critical_size=118_857.14).efficiency(1e5) == approx(0.272046, abs=5e-7)
    assert sl.limits.PowerLaw(ratio=0.1, gpus=100, exponent=2).efficiency(1000) == approx(1 / 11)
    power = sl.limits.HardCap(gpus=5000, name="power")
    assert list(power.efficiency(np.array([5000, 5001]))) == [1, 0]
    assert power.losses(1)["power"] == 0
    assert sl.limits.fixed_tokens_per_gpu(1024, 16e6).half_size == 15625
    assert pickle.loads(pickle.dumps(power)) == power
    with pytest.raises(ValueError, match="half_size"):
        sl.limits.StrongScaling(half_size=-1)


def test_the_combined_limit() -> None:
    run, step = llama_run(), sl.limits.StrongScaling(half_size=101_035)
    peak = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=[step])
    assert peak.value == approx(189_237.0, abs=0.05)
    assert peak.efficiency == approx(0.348070, abs=5e-7)
    assert peak.goodput == approx(0.681082, abs=5e-7)
    assert peak.useful_gpus == approx(44_861, abs=0.5)
    assert peak.shares["step"] == approx(0.6519, abs=5e-5)
    assert sum(peak.shares.values()) == approx(1)
    assert peak.binding == "step"

    def largest(criterion: sl.limits.Criterion, growth: object = None, factor: sl.limits.Factor = step) -> float:
        return sl.limits.max_gpus(run, criterion, growth, factors=[factor]).value

    assert largest(sl.limits.efficiency_at_least(0.9)) == approx(8_098.8, abs=0.05)
    assert largest(sl.limits.elasticity_at_least(0.5)) == approx(61_442.9, abs=0.05)
    assert largest(sl.limits.peak_throughput(), sl.growth.chinchilla()) == approx(169_271.6, abs=0.05)
    assert largest(sl.limits.peak_throughput(), None, sl.limits.CriticalBatch(critical_size=101_035)) == approx(
        221_016.6, abs=0.05
    )

    caps = [step, sl.limits.HardCap(gpus=50_000, name="power"), sl.limits.HardCap(gpus=60_000, name="memory")]
    capped = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=caps)
    assert (capped.value, capped.binding, capped.status) == (50_000, "power", "ok")
    assert capped.shares == {"power": 1}
    sizes = sl.limits.HardCap(gpus=np.array([50_000, np.inf]), name="power")
    both = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=[step, sizes])
    assert list(both.binding) == ["power", "step"]
    assert both.value[1] == approx(peak.value)
    swept = sl.limits.max_gpus(
        run, sl.limits.peak_throughput(), factors=[sl.limits.StrongScaling(half_size=np.array([1e5, 1e6]))]
    )
    assert swept.value[0] < swept.value[1]

    calm = sl.limits.max_gpus(llama_run(gpu_mttf=np.inf), sl.limits.peak_throughput(), factors=[step])
    assert (calm.status, calm.value) == ("no limit", np.inf)
    assert "no peak" in calm.note
    falling = sl.limits.PowerLaw(ratio=0.1, gpus=1e4, exponent=-1)
    roots = sl.limits.max_gpus(run, sl.limits.efficiency_at_least(0.8), factors=[falling, step]).roots
    assert len(roots) == 2


def test_fit_strong_scaling() -> None:
    fit = sl.limits.fit_strong_scaling([768, 1536], [45.606, 23.611])
    assert fit.half_size == approx(20_906, abs=0.5)
    assert fit.step_time(3584) == approx(11.042, abs=5e-4)
    assert fit.interval("half_size") == (0, np.inf)
    four = sl.limits.fit_strong_scaling([256, 512, 768, 1024], [40.0, 21.2, 15.2, 11.9])
    lower, upper = four.interval("half_size")
    assert lower < four.half_size < upper < np.inf
    assert four.step_time(np.array([256, 512])).shape == (2,)
    assert pickle.loads(pickle.dumps(four)) == four
    with pytest.raises(ValueError, match="no half size"):
        sl.limits.fit_strong_scaling([256, 512], [10, 10.5])
    with pytest.raises(ValueError, match="interval"):
        four.interval("speed")


def test_half_sizes_and_caps_of_a_layout() -> None:
    layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=8)
    bubble = sl.limits.bubble_half_size(layout, 8192, 16_777_216)
    data = sl.limits.data_half_size(layout, 465e12, 50e9, 16_777_216)
    assert bubble == approx(139_810.13, abs=0.005)
    assert data == approx(230_912, abs=0.5)
    assert sl.limits.combine_half_sizes([bubble, data]) == approx(87_084, abs=0.5)
    assert sl.limits.micro_batch_cap(layout, 8192, 16_777_216, full_pipeline=True) == 16_384
    assert sl.limits.half_size_from_efficiency(400 / 430, 8192, 16384) == approx(101_035, abs=0.5)
    assert sl.limits.optimal_batch(1e5, 5.2e-3, 0.7, 16e6) == approx(14_675_987.7, abs=0.05)
    assert sl.limits.power_cap(150e6, 1.25, 1200) == approx(1e5)
    assert 1e6 / sl.limits.data_parallel_cap(1e6, 4.59e14, 1.8e11) == approx(2550)
    assert 1e6 / sl.limits.fsdp_tensor_cap(1e6, 32768, 4.59e14, 1.8e11, 2, 1) == approx(396.9, abs=0.05)
    assert sl.limits.amdahl_speedup(0.1, 10) == approx(1 / 0.19)
    assert sl.limits.usl_peak(0.02, 1e-6) == approx(989.95, abs=0.005)


def test_time_to_train() -> None:
    run, step = llama_run(), sl.limits.StrongScaling(half_size=101_035)
    work = 16_384 * 54 * sl.units.day
    blocking = sl.strategies.blocking()
    time = sl.limits.time_to_train(run, work, strategy=blocking, factors=[step])
    assert time == approx(work / (16_384 * step.efficiency(16_384) * blocking.goodput(run)))
    many = sl.limits.time_to_train(run.replace(gpus=np.array([1e3, 1e4, 1e5])), work, factors=[step])
    assert np.all(np.diff(many) < 0)
    fastest = sl.limits.fastest_gpus(run, factors=[step])
    assert fastest.value == approx(189_237.0, abs=0.05)
    cheap = sl.limits.cheapest_gpus(run, work, deadline=30 * sl.units.day, factors=[step])
    assert cheap.binding == "deadline"
    assert sl.limits.time_to_train(run.replace(gpus=cheap.value), work, factors=[step]) == approx(30 * sl.units.day)
    assert sl.limits.cheapest_gpus(run, work, fixed_gpus=5000, factors=[step]).binding == "cost"
    assert sl.limits.cheapest_gpus(run, work, deadline=sl.units.day, factors=[step]).status == "infeasible"
    with pytest.raises(ValueError, match="work"):
        sl.limits.time_to_train(run, -1)
