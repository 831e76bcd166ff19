# SPDX-License-Identifier: Apache-2.0
"""Arguments of the wrong type, at every public function: one line of ValueError or TypeError that names the argument."""

from __future__ import annotations

import inspect
import math
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl

RUN = sl.published.llama3_405b()
TIER = sl.published.tiers["local_disk"]
LEVELS = [sl.strategies.Level(tier=TIER, share=0.9), sl.strategies.Level(tier=sl.published.tiers["file_system"], share=0.1)]
SEVERITIES = [sl.checkpoint.SeverityLevel(write_time=1, failure_rate=1e-4)]
PLAN = sl.strategies.multilevel(LEVELS, pattern=[1, 2])
LAW = sl.failures.Weibull(shape=0.7, scale=1e6)
LAYOUT = sl.parallelism.Layout(tensor=8, pipeline=16, data=64)
FACTOR = sl.limits.StrongScaling(half_size=1e5)
CRITERION = sl.limits.goodput_at_least(0.9)
GROWTH = sl.growth.chinchilla
OTHER = RUN.replace(gpus=1e5)
SHAPE, CHIP = sl.published.shapes["llama3_405b"], sl.published.chips["h100"]
FABRIC = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=450e9, outer_bandwidth=50e9)
PART = {"run": RUN, "growth": GROWTH, "strategy": PLAN, "factors": [FACTOR]}
SCALING = sl.published.scaling_laws["besiroglu_2024"]
SAVING = {"write_time": 10, "restart_time": 5, "downtime": 1}
STEP = {"shape": SHAPE, "chip": CHIP, "fabric": FABRIC, "batch_tokens": 2048 * 8192}
GUESS = sl.workload.guess_chip(989.4e12, 3.35e12)
ROW = sl.data.MeasuredStep(shape=SHAPE, layout=LAYOUT, batch_tokens=2048 * 8192, time=10.0)
LIVES = {"durations": [4, 5, 9], "observed": [True, False, True], "entry": [0, 1, 2]}
WALL = sl.parallelism.LatencyWall(latency_per_layer=1e-4)
HARDWARE = sl.supply.Hardware(
    peak_flops=2e15, power_per_gpu=1704, utilization=0.375, duration=1.56e7, peak_growth=1.44, efficiency_growth=1.28
)
CHIPS = sl.supply.Chips(stock=2.2e6, production=1.85e6, count_growth=1.7)
RING = sl.supply.Ring(bandwidth=1e14, length=3e6, batch_tokens=6e7)
FIT = sl.failures.fit([4, 5, 9], law="exponential")
EVENTS, PARTS = [0.3, 0.7, 0.8, 2.0, 3.3], ["a", "b", "b", "a", "a"]
LAWS = {"x": sl.uncertainty.lognormal(1, 2), "y": sl.uncertainty.normal(1, 2)}
POOL = sl.search.Halving(trials=256, reduction=4, rungs=4)
ROUND = sl.federated.Round(asked=13, reports=10, dropout=0.1, timeout=90, law=sl.failures.Exponential(mean=60))
OUTCOME = sl.uncertainty.propagate(lambda x, y: x * y, LAWS, 16)
PRICE = sl.economics.Prices(gpu=1e-3, bandwidth=1e-14, time=1)
COSTED = {"run": RUN, "price": PRICE, "strategy": PLAN}
TIMES = {"half_size": (1e5,), "work": (1e13,)}

FOLDER = tempfile.TemporaryDirectory()

#: functions, each with arguments that it takes
CAUSE = sl.failures.Cause(name="hang", share=0.1, detection=2700)
RESTART = sl.RestartParts(schedule_time=300)
STOPS = {"causes": [CAUSE], "restart": RESTART}
CALLED = sl.Operation(kind="on_call", reaction=600)
OFFICE = {"mtbf": 1e5, "hours": "Mon-Fri 9:00-17:00", "reaction": 900, "repair": 600, "others": [(1e6, 300)]}
OF_JOB = sl.failures.Cause(name="gpu", mtbf=20_000, downtime=60, restart_time=300)
ROWS = {"interval": 1200, "write_time": 40, "causes": [OF_JOB]}
SLOW = sl.limits.SlowParts(gpu_time_to_slow=1e12, slowdown=1.3, duration=3600)
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "assess": (sl.analysis.assess, {"run": RUN, "strategy": PLAN, "tolerance": 0.01, "retained": 1, "step_time": 10}),
    "by_cause": (
        sl.analysis.by_cause,
        {"run": RUN, "strategy": PLAN, **STOPS, "growth": GROWTH, "gpus": 1e4},
    ),
    "cause_costs": (
        sl.analysis.cause_costs,
        {"run": RUN, "prices": PRICE, "strategy": PLAN, **STOPS},
    ),
    "cause_levers": (sl.analysis.cause_levers, {**PART, "criterion": CRITERION, "prices": PRICE, **STOPS}),
    "operation_levers": (
        sl.analysis.operation_levers,
        {**PART, "operation": CALLED, "criterion": CRITERION, "prices": PRICE, **STOPS},
    ),
    "compare": (sl.compare, {"run": RUN, "strategies": [PLAN], "growth": GROWTH, "others": False, **STOPS}),
    "explain": (sl.analysis.explain, {"limit": sl.limits.max_gpus(RUN)}),
    "levers": (sl.analysis.levers, {**PART, "criterion": CRITERION}),
    "limits_by_tier": (
        sl.analysis.limits_by_tier,
        {"run": RUN, "tiers": {"a": TIER}, "growths": {"b": GROWTH}, "criteria": {"c": CRITERION}, "strategy": PLAN},
    ),
    "sweep": (
        sl.analysis.sweep,
        {
            "request": {"question": "goodput", "run": RUN},
            "over": {"gpus": [1000, 2000]},
            "out": f"{FOLDER.name}/sweep.csv",
            "columns": "goodput",
            "memory": "1 MB",
            "overwrite": True,
            "progress": False,
            "digits": 12,
        },
    ),
    "fit_communicator": (
        sl.run.fit_communicator,
        {"gpus": [512, 4096], "restart_times": [320, 350], "exponent": 1, "communicator_gpus": 4096},
    ),
    "what_changed": (sl.analysis.what_changed, {"before": RUN, "after": OTHER, "strategy": PLAN, "strategy_after": PLAN}),
    "what_changed of": (sl.analysis.what_changed, {"before": RUN, "after": OTHER, "quantity": lambda run: run.goodput}),
    "CustomFactor": (sl.limits.CustomFactor, {"efficiency": lambda n: 1 / (1 + n / 1e5), "name": "a", "rises": False}),
    "bubble_half_size": (sl.limits.bubble_half_size, {"layout": LAYOUT, "sequence_length": 8192, "batch_tokens": 2**24}),
    "cheapest_gpus": (
        sl.limits.cheapest_gpus,
        {**PART, "work": 1e13, "deadline": 1e9, "fixed_gpus": 0, "least_gpus": 1, **STOPS},
    ),
    "combine_half_sizes": (sl.limits.combine_half_sizes, {"parts": [1e5, 2e5]}),
    "data_half_size": (
        sl.limits.data_half_size,
        {"layout": LAYOUT, "flops": 4e14, "bandwidth": 5e10, "batch_tokens": 2**24, "element_bytes": 3},
    ),
    "fastest_gpus": (sl.limits.fastest_gpus, PART | STOPS),
    "fit_strong_scaling": (sl.limits.fit_strong_scaling, {"gpus": [8, 16, 32], "step_times": [8.0, 4.2, 2.4]}),
    "fixed_tokens_per_gpu": (sl.limits.fixed_tokens_per_gpu, {"tokens_per_gpu": 100, "critical_batch": 1e7}),
    "best_learner": (sl.limits.best_learner, {"run": RUN, "exponent": 0.2, "inner": PLAN, **STOPS}),
    "local_update_half_size": (
        sl.limits.local_update_half_size,
        {"work": 1e5, "exchange_time": 6.5, "exchange_steps": 100},
    ),
    "max_workers": (sl.limits.max_workers, {"criterion": CRITERION, "factors": FACTOR, "unit": "clients"}),
    "compare_sites": (
        sl.analysis.compare_sites,
        {
            **{"run": RUN, "work": 1e5, "sites": sl.analysis.Sites(sites=2, bandwidth=1e11, bytes=8e11), "counts": [1, 2]},
            **{"criterion": CRITERION, "inner": PLAN, "factors": FACTOR},
        },
    ),
    "replica_compute": (sl.workload.replica_compute, {"parameters": 1e9, "replicas": 2, "form": "joint"}),
    "max_gpus": (sl.limits.max_gpus, {**PART, "criterion": CRITERION, **STOPS}),
    "reported": (sl.limits.reported, {**PART, "criterion": CRITERION, **STOPS, "operation": CALLED}),
    "band": (sl.limits.band, {**PART, "criterion": CRITERION, "known": ["bytes"], **STOPS}),
    "micro_batch_cap": (sl.limits.micro_batch_cap, {"layout": LAYOUT, "sequence_length": 8192, "batch_tokens": 2**24}),
    "required": (sl.limits.required, {"run": RUN, "field": "write_bandwidth", "goodput": 0.9, "strategy": PLAN, **STOPS}),
    "time_to_train": (
        sl.limits.time_to_train,
        {"run": RUN, "work": 1e13, "strategy": PLAN, "factors": [FACTOR], **STOPS},
    ),
    "StrongScaling": (sl.limits.StrongScaling, {"half_size": 1e5, "name": "a"}),
    "Tabulated": (sl.limits.Tabulated, {"points": [[1000, 1.0], [1e5, 0.5]], "name": "a"}),
    "efficiency": (FACTOR.efficiency, {"gpus": 1e5}),
    "step": (sl.parallelism.step, {**STEP, "layout": LAYOUT, "recompute": "full", "element_bytes": 2, "overlap": 0}),
    "calibrate": (sl.calibrate, {"rows": [ROW], "guess": GUESS, "fabric": FABRIC, "noise": 0.03, "prior": 0.3, "overlap": 0}),
    "interval": (sl.calibrate([ROW], GUESS, FABRIC).interval, {"name": "achieved_flops", "level": 0.9}),
    "next": (sl.calibrate([ROW], GUESS, FABRIC).next, {"candidates": [ROW]}),
    "MeasuredStep": (
        sl.data.MeasuredStep,
        {"shape": SHAPE, "layout": LAYOUT, "batch_tokens": 2**22, "time": 1.0, "memory": 1e9}
        | {"id": "a", "set": "b", "machine": "c", "options": {}},
    ),
    "power_sgd_ratio": (sl.parallelism.power_sgd_ratio, {"matrices": [(100, 100)], "rank": 4, "vectors": 0}),
    "simulate": (
        sl.simulation.simulate,
        {"run": RUN, "strategy": PLAN, "law": None, "seed": 1, "relative_accuracy": 0.1, "domains": [], "events": 0}
        | {"most_failures": 100.0, "threads": 1, "progress": None, "factors": SLOW, "by_clock": True},
    ),
    "planned_goodput": (sl.checkpoint.planned_goodput, {**ROWS, "planned": [OF_JOB.replace(name="service")]}),
    "silent_late_goodput": (sl.checkpoint.silent_late_goodput, {**ROWS, "silent": [OF_JOB.replace(name="wrong", lag=3600)]}),
    "Domain": (
        lambda **of: sl.simulation.simulate(
            RUN, domains=[sl.simulation.Domain(**of)], relative_accuracy=0.1, most_failures=100
        ),
        {"count": 10, "mttf": 1e6, "gpus": 8, "severity": 0},
    ),
    "job_time": (sl.checkpoint.job_time, {"work": 1e6, "interval": 1e3, "mtbf": 1e4, **SAVING}),
    "mixed_pool": (
        sl.failures.mixed_pool,
        {"job": 8, "good": 7, "other": 3, "good_rate": 1e-5, "other_rate": 1e-4, "repair_time": 7200, "downtime": 300},
    ),
    "multilevel_goodput": (
        sl.checkpoint.multilevel_goodput,
        {"pattern": [1], "interval": 100, "levels": SEVERITIES, "downtime": 0},
    ),
    "multilevel_optimum": (sl.checkpoint.multilevel_optimum, {"levels": SEVERITIES, "downtime": 0}),
    "optimal_schedule": (sl.checkpoint.optimal_schedule, {"law": sl.failures.Exponential(mean=1e5), **SAVING}),
    "renewal_goodput": (sl.checkpoint.renewal_goodput, {"interval": 100, "law": LAW, "persist_latency": 0, **SAVING}),
    "power_law": (sl.growth.power_law, {"checkpoint_bytes": 0.5}),
    "at": (GROWTH.at, {"run": RUN, "gpus": 1e5}),
    "growth saved_to": (GROWTH.saved_to, {"tier": TIER}),
    "saved_to": (RUN.saved_to, {"tier": TIER}),
    "Level": (lambda **of: sl.strategies.multilevel([sl.strategies.Level(**of), LEVELS[1]]), {"tier": TIER, "share": 0.9}),
    "multilevel": (sl.strategies.multilevel, {"levels": LEVELS, "pattern": [1, 2]}),
    "in_memory": (sl.strategies.in_memory, {"copies": 2, "placement": "ring"}),
    "replicated": (sl.strategies.replicated, {"revive": True, "gpus_per_machine": 8}),
    "Empirical": (sl.failures.Empirical, {"lives": [1.0, 2.0]}),
    "placement_survival": (
        sl.storage.placement_survival,
        {"machines": 16, "copies": 2, "lost": 2, "placement": "group"},
    ),
    "best_all_reduce": (sl.network.best_all_reduce, {"ranks": 64, "bytes": 1e9, "latency": 5e-6, "bandwidth": 5e10}),
    "survival": (LAW.survival, {"time": 100}),
    "loss": (SCALING.loss, {"parameters": 70e9, "tokens": 1.4e12}),
    "optimal_parameters": (SCALING.optimal_parameters, {"compute": 1e24}),
    "optimal_tokens": (SCALING.optimal_tokens, {"compute": 1e24}),
    "optimal_loss": (SCALING.optimal_loss, {"compute": 1e24}),
    "compute_for_parameters": (SCALING.compute_for_parameters, {"parameters": 70e9}),
    "compute_for_loss": (SCALING.compute_for_loss, {"loss": 2.1}),
    "inference_optimal_parameters": (SCALING.inference_optimal_parameters, {"loss": 2.1, "inference_tokens": 2e12}),
    "inference_optimal_tokens": (SCALING.inference_optimal_tokens, {"loss": 2.1, "inference_tokens": 2e12}),
    "guess_chip": (sl.workload.guess_chip, {"peak_flops": 989.4e12, "memory_bandwidth": 3.35e12, "memory_bytes": 80e9}),
    "ScalingLaw": (
        sl.workload.ScalingLaw,
        {
            **{"irreducible_loss": 1.8, "parameter_scale": 500, "token_scale": 2000},
            **{"parameter_exponent": 0.35, "token_exponent": 0.37},
        },
    ),
    "crossing_probability": (
        sl.growth.crossing_probability,
        {"years": 4, "demand": (1e4, 3e4), "demand_factor": (2, 3), "supply": (5e5, 2e6), "supply_factor": (1.2, 1.6)},
    ),
    "from_mean": (sl.failures.Weibull.from_mean, {"mean": 1e5, "shape": 0.7}),
    "TrainingRun": (sl.TrainingRun, {"gpus": 16384, "gpu_mttf": 1.8e8, "checkpoint_bytes": 5e12, "write_bandwidth": 2e12}),
    "goodput": (PLAN.goodput, {"run": RUN}),
    "breakdown": (PLAN.breakdown, {"run": RUN}),
    "best_pattern": (PLAN.best_pattern, {"run": RUN}),
    "optimal_interval": (sl.checkpoint.optimal_interval, {"write_time": 10, "mtbf": 1e4}),
    "best_layout": (
        sl.parallelism.best_layout,
        {"shape": SHAPE, "chip": CHIP, "fabric": FABRIC, "gpus": 64, "batch_tokens": 2**22},
    ),
    "gang_limit": (sl.cluster.gang_limit, {"gpus": 64, "sizes": [1, 8], "shares": [0.5, 0.5]}),
    "balanced_shares": (sl.parallelism.balanced_shares, {"speeds": [1, 0.4], "micro_batches": 7}),
    "equal_shares_efficiency": (sl.parallelism.equal_shares_efficiency, {"speeds": [1, 0.4]}),
    "adapter_parameters": (sl.workload.adapter_parameters, {"matrices": [(8, 8)], "rank": 2}),
    "fit": (sl.failures.fit, {**LIVES, "law": "gamma"}),
    "Fit.interval": (FIT.interval, {"name": "mean", "confidence": 0.9}),
    "Fit.goodness": (FIT.goodness, {"pieces": 3}),
    "kaplan_meier": (sl.failures.kaplan_meier, {**LIVES, "confidence": 0.9}),
    "mtbf_interval": (sl.failures.mtbf_interval, {"events": 3, "exposure": 1e6, "confidence": 0.9}),
    "laplace_trend": (sl.failures.laplace_trend, {"times": EVENTS, "window": 5}),
    "index_of_dispersion": (sl.failures.index_of_dispersion, {"times": EVENTS, "window": 5, "bin": 0.5}),
    "coefficient_of_variation": (sl.failures.coefficient_of_variation, {"times": EVENTS}),
    "incidents": (sl.failures.incidents, {"times": EVENTS, "parts": PARTS, "within": 5, "rule": "first"}),
    "correlated_failures": (
        sl.failures.correlated_failures,
        {
            **{"times": EVENTS, "parts": PARTS, "domains": {"a": 1, "b": 1}},
            **{"within": 5, "window": 5, "rule": "chain", "confidence": 0.9},
        },
    ),
    "rate_ratio": (
        sl.failures.rate_ratio,
        {"events_before": 3, "exposure_before": 1e6, "events_after": 3, "exposure_after": 1e6, "confidence": 0.9},
    ),
    "worst_parts": (
        sl.failures.worst_parts,
        {"events": [1, 0, 9], "exposures": [1e6] * 3, "labels": ["a", "b", "c"], "renewed_rate": 1e-6},
    ),
    "running_exposure": (sl.failures.running_exposure, {"window": 1e6, "events": 3, "downtime": 600, "gaps": 0}),
    "spares_for_counted_bursts": (
        sl.failures.spares_for_counted_bursts,
        {"failure_rate": 1e-4, "repair_time": 8e3, "quality": 0.99, "counts": [7, 2, 1], "takes": 8},
    ),
    "two_rates": (sl.failures.two_rates, {"events": [1, 0, 9], "exposures": [1e6] * 3}),
    "unseen_parts": (sl.failures.unseen_parts, {"events": [1, 2, 9], "exposures": [1e6] * 3}),
    "series_system": (
        sl.failures.series_system,
        {"parts": [{"name": "GPU", "count": 8, "mttf": "150 FIT"}], "gpus": 8},
    ),
    "attended_share": (sl.failures.attended_share, OFFICE),
    "attended_downtime": (sl.failures.attended_downtime, OFFICE),
    "rate_by_age": (sl.failures.rate_by_age, {**LIVES, "edges": [0, 3, 9], "confidence": 0.9}),
    "binned_rates": (
        sl.failures.binned_rates,
        {"times": EVENTS, "start": [0, 0], "end": [40, 30], "edges": [0, 20, 40], "confidence": 0.9},
    ),
    "plan_from_log": (
        sl.plan_from_log,
        {
            **{"events": EVENTS, "run": RUN, "criterion": CRITERION, "window": 1e6, "gpus": 1e4, "growth": GROWTH},
            **{"strategy": sl.strategies.blocking(), "factors": [FACTOR]},
            **{"within": 5, "dispersion": 2, "samples": 3, "tolerance": 0.01, "downtime": 0, **STOPS},
        },
    ),
    "worst_parts_gain": (
        sl.analysis.worst_parts_gain,
        {
            **{"run": RUN, "events": [1, 0, 9], "exposures": [1e6] * 3, "labels": ["a", "b", "c"]},
            **{"strategy": sl.strategies.blocking(), "renewed_rate": 1e-6, "share": 0.9},
        },
    ),
    "Scenario": (
        sl.analysis.Scenario,
        {
            **{"compute": 3.8e25, "compute_growth": 4.1, "start": 2024, "hardware": HARDWARE, "run": RUN, "share": 0.2},
            **{"power": None, "ring": RING, "chips": CHIPS, "data": None, "wall": WALL, "yearly": sl.growth.per_year()},
            **{"growth": GROWTH, "strategy": PLAN, "factors": [FACTOR], "bytes_per_parameter": 12, "tokens_per_parameter": 20},
        },
    ),
    "run_at": (sl.published.epoch_2030.run_at, {"year": 2030}),
    "timeline": (sl.timeline, {"scenario": sl.published.epoch_2030, "years": [2030.0], "criteria": {"one": CRITERION}}),
    "elasticities": (
        sl.analysis.elasticities,
        {"scenario": sl.published.epoch_2030, "limit": "power", "year": 2030.0},
    ),
    "required_growth": (
        sl.analysis.required_growth,
        {"scenario": sl.published.epoch_2030, "field": "write_bandwidth", "criterion": sl.limits.goodput_at_least(0.9)},
    ),
    "brackets": (sl.search.brackets, {"budget": 81, "reduction": 3, "form": "journal"}),
    "completed_by": (ROUND.completed_by, {"time": 60}),
    "halving time": (POOL.time, {"workers": 16, "least_budget": 600}),
    "halving efficiency": (POOL.efficiency, {"workers": 16}),
    "useful_workers": (POOL.useful_workers, {"workers": 16}),
    "largest_budget": (POOL.largest_budget, {"least_budget": 600}),
    "first_result": (POOL.first_result, {"least_budget": 600}),
    "results_per_time": (POOL.results_per_time, {"workers": 16, "least_budget": 600}),
    "per_year": (sl.growth.per_year, {"write_bandwidth": 2.0}),
    "of years": (sl.growth.per_year(downtime=0.5).at, {"run": RUN, "years": 3}),
    "sample": (sl.uncertainty.sample, {"inputs": LAWS, "points": 8, "correlation": None, "method": "random", "seed": 1}),
    "propagate": (
        sl.uncertainty.propagate,
        {
            **{"function": lambda x, y: x * y, "inputs": LAWS, "points": 32, "correlation": {("x", "y"): 0.5}},
            **{"method": "sobol", "seed": 1, "replicates": 8, "chunk": 10},
        },
    ),
    "of_fit": (sl.uncertainty.of_fit, {"fit": FIT, "name": "mean"}),
    "mtbf": (sl.uncertainty.mtbf, {"events": 3, "exposure": 1e6}),
    "tornado": (OUTCOME.tornado, {"credibility": 0.9}),
    "sobol_indices": (OUTCOME.sobol_indices, {"points": 16}),
    "outcome's interval": (OUTCOME.interval, {"credibility": 0.9}),
    "lognormal": (sl.uncertainty.lognormal, {"low": 1, "high": 7, "credibility": 0.9}),
    "metalog": (sl.uncertainty.metalog, {"low": 3, "median": 5, "high": 7, "probability": 0.1, "lower": -9, "upper": 9}),
    "empirical": (sl.uncertainty.empirical, {"values": [1.0, 2.0]}),
    "latency_factor": (sl.limits.latency_factor, {"wall": WALL, "duration": 7e6, "flops": 4e14}),
    "wall gpus": (WALL.gpus, {"compute": 1e28, "duration": 7e6, "flops": 4e14}),
    "across_nodes": (WALL.across_nodes, {"duration": 7e6, "peak_flops": 2e15, "utilization": 0.4, "form": "appendix"}),
    "compute_across_nodes": (
        WALL.compute_across_nodes,
        {"duration": 7e6, "peak_flops": 2e15, "utilization": 0.4, "form": "body"},
    ),
    "hardware gpus": (HARDWARE.gpus, {"compute": 1e28, "years": 6}),
    "compute_of_power": (HARDWARE.compute_of_power, {"watts": 1e9, "years": 6}),
    "compute_of_equivalents": (HARDWARE.compute_of_equivalents, {"h100e": 1e6}),
    "chips available": (CHIPS.available, {"years": 6, "performance_growth": 1.44}),
    "exchange_time": (RING.exchange_time, {"parameters": 1e13, "years": 6}),
    "Power": (sl.supply.Power, {"data_center_power": 4e10, "ai_power": 0, "growth": 1.15, "other_growth": 1.08, "campus": 0}),
    "Prices": (sl.economics.Prices, {"gpu": 1e-3, "bandwidth": 0, "pue": 1.1}),
    "failure_cost": (sl.economics.failure_cost, COSTED),
    "lever_values": (sl.economics.lever_values, COSTED),
    "optimal_bandwidth": (sl.economics.optimal_bandwidth, {**COSTED, "strategy": sl.strategies.blocking(), "loads": True}),
    "optimal_gpus": (sl.economics.optimal_gpus, {**PART, "work": 1e13, "price": PRICE}),
    "optimal_spares": (
        sl.economics.optimal_spares,
        {
            **{"gpus": 2048, "failure_rate": 1e-4, "repair_time": 86400, "price": PRICE, "downtime": 60, "taken_share": 0.9},
            **{"parts": 1, "repairers": 900, "takes": 8, "burst": 2, "bursts": "fixed"},
        },
    ),
    "run_cost": (sl.economics.run_cost, {**COSTED, "work": 1e13, "factors": [FACTOR]}),
    "report": (sl.published.report, {"only": "epoch.mtbf_100k"}),
    "reproduce": (sl.published.reproduce, {"only": "epoch.mtbf_100k"}),
}

WRONG: dict[str, Any] = {
    "whole": 5,
    "negative": -1,
    "word": "spam egg",
    "empty text": "",
    "half a character": "\ud800",
    "None": None,
    "object": object(),
    "huge": 10**400,
    "huge in a list": [10**400],
    "nan": math.nan,
    "mapping": {"a": 1},
    "bytes": b"x",
    "complex": 1j,
    "ragged": [[1, 2], [3]],
    "texts": ["a"],
    "objects": np.array([object()]),
    "None in a list": [None],
    "set": {1, 2},
    "class": sl.TrainingRun,
    "function": len,
    "growth": GROWTH,
    "run": RUN,
    "strategy": sl.strategies.blocking(),
    "layout": LAYOUT,
    "criterion": CRITERION,
    "factor": FACTOR,
}

#: what Python, NumPy and pybind11 say of types where nobody has said it before them
FOREIGN = (
    "incompatible function arguments",
    "Unable to cast",
    "has no attribute",
    "not iterable",
    "not subscriptable",
    "not callable",
    "not supported between",
    "unsupported operand",
    "could not convert",
    "float() argument",
    "is ambiguous",
    "codec can't",
)


@pytest.mark.parametrize("name", CALLS)
def test_what_is_wrong_is_named(name: str) -> None:
    function, given = CALLS[name]
    function(**given)
    faults = []
    for argument in given:
        for kind, value in WRONG.items():
            if argument in ("quantity", "function") and callable(value):
                continue  # what it raises is its own
            try:
                function(**{**given, argument: value})
            except (TypeError, ValueError) as error:
                if argument not in str(error) or any(text in str(error) for text in FOREIGN):
                    faults.append(f"{argument} = {kind}: {error}")
            except UserWarning:  # an answer, with a remark
                pass
            except Exception as error:
                faults.append(f"{argument} = {kind}: {type(error).__name__}: {error}")
    assert not faults, "\n".join(faults)


def test_no_public_function_is_left_out() -> None:
    # those that draw are in test_plot.py
    rooms = (
        *(sl.analysis, sl.checkpoint, sl.cluster, sl.economics, sl.failures, sl.federated, sl.growth, sl.limits, sl.network),
        *(sl.parallelism, sl.published, sl.search, sl.simulation, sl.storage, sl.supply, sl.uncertainty, sl.workload),
    )
    public = {name for room in rooms for name in room.__all__ if inspect.isfunction(getattr(room, name))}
    assert public - {function.__name__ for function, _ in CALLS.values()} == {"llama3_405b", "stories"}  # take nothing


def test_a_part_of_another_group_never_reaches_the_models() -> None:
    # a growth law in place of a tier ended the process
    with pytest.raises(ValueError, match="question 'growth_saved_to' needs 'tier'"):
        sl._core.questions()["growth_saved_to"].answer([GROWTH._part, GROWTH._part], {}, {})


def test_lists_within_themselves_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="more than 64 levels of nesting"):
        sl.catalog.ask({"question": "goodput", "run": endless})
    with pytest.raises(TypeError, match=r"run\.gpus: must be made of numbers, texts, lists and dictionaries"):
        sl.catalog.ask({"question": "goodput", "run": {"gpus": object()}})


def _numbers(value: object) -> list[float] | None:
    """What of an argument can be an array: a number as two of them, a list of numbers."""
    listed = value if isinstance(value, (list, tuple)) else [value, value]
    return list(listed) if listed and all(type(one) in (int, float) for one in listed) else None


def _left_out(found: Any) -> bool:
    """Whether an answer is masked, or not a number, where what was asked is masked."""
    parts = [part for _, part in found._named()] if isinstance(found, sl.results.Result) else [found]
    parts = list(found) if isinstance(found, tuple) else parts
    return any(np.ma.is_masked(one) or (np.ndim(one) == 0 and one != one) for one in parts)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", CALLS)
def test_what_lies_under_a_mask_is_never_answered(name: str) -> None:
    function, given = CALLS[name]
    faults = []
    for argument, numbers in ((argument, _numbers(value)) for argument, value in given.items()):
        if numbers is None:
            continue
        hidden = np.ma.array(numbers, mask=[*[False] * (len(numbers) - 1), True])
        for kind, value in {"array": hidden, "element": np.ma.masked, "list": [hidden, hidden]}.items():
            try:
                found = function(**{**given, argument: value})
            except (TypeError, ValueError) as error:
                if argument not in str(error) and "masked" not in str(error):
                    faults.append(f"{argument} = {kind}: {error}")
            else:
                if not _left_out(found):
                    faults.append(f"{argument} = {kind}: {found!r}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("made", [sl.data.Lives, sl.data.Events, sl.data.Attempts, sl.data.Counts])
def test_columns_of_logs_are_numbers_each_of_which_is_there(made: Any) -> None:
    given = {
        sl.data.Lives: {"durations": [4.0, 5.0], "entry": [0.0, 1.0]},
        sl.data.Events: {"start": [0.0, 5.0], "end": [1.0, 6.0], "outages": [1.0, 1.0]},
        sl.data.Attempts: {
            **{"start": [0.0, 5.0], "end": [1.0, 6.0], "gpus": [8.0, 8.0], "running_time": [1.0, 1.0]},
            **{"state": ["FAILED", "FAILED"]},
        },
        sl.data.Counts: {"causes": ["a", "b"], "counts": [1, 2]},
    }[made]
    made(**given)
    dates = np.array(["2020-01-01", "NaT"], "datetime64[us]")
    for name in set(given) - {"state", "causes"}:
        for wrong in (np.ma.array([1, 2], mask=[False, True]), dates, dates.tolist(), ["a", "b"], dates[1], [1, object()]):
            with pytest.raises((TypeError, ValueError), match=f"{made.__name__}: {name}"):
                made(**{**given, name: wrong})
