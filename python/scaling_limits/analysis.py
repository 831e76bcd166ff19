# SPDX-License-Identifier: Apache-2.0
"""What an owner asks next: an assessment of a run, levers of a limit, its equation, what changed between two runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, inf, nan
from typing import Any

import numpy as np

from . import _core, _evaluate
from . import growth as _growth
from ._compare import BreakEven, ComparedRow, Comparison, compare
from ._kernel import describe
from .limits import Criterion, Factor, Limit, max_gpus, write_time_equals_mtbf
from .run import TrainingRun
from .storage import Tier
from .strategies import Strategy, blocking

__all__ = [
    "Assessment",
    "Attribution",
    "BreakEven",
    "ComparedRow",
    "Comparison",
    "Lever",
    "TierRow",
    "assess",
    "compare",
    "explain",
    "levers",
    "limits_by_tier",
    "what_changed",
]


@dataclass(frozen=True, eq=False)
class Assessment:
    """One run under one strategy. Times in s, storage in bytes; arrays where the run has arrays.

    Attributes
    ----------
    interval, interval_cost : the strategy's interval, and 1 - goodput / goodput at the best interval
    band : shortest and longest interval within the tolerance of the best goodput
    steps : the best interval in whole steps, NaN without a step_time
    breakdown : fractions of wall-clock time; they sum to one
    gpu_hours_lost_per_day : by cause
    interruptions_per_day, checkpoints_per_day : in wall-clock time; committed checkpoints
    bytes_written_per_day : by committed checkpoints
    capacity, capacity_while_writing : bytes of the retained checkpoints, and of one more being written

    Where a strategy has no single kind of save, band, steps and interval_cost are NaN.
    """

    mtbf: Any
    write_time: Any
    restart_time: Any
    interval: Any
    band: tuple[Any, Any]
    interval_cost: Any
    steps: Any
    goodput: Any
    overhead: Any
    useful_throughput: Any
    breakdown: dict[str, Any]
    gpu_hours_lost_per_day: dict[str, Any]
    interruptions_per_day: Any
    checkpoints_per_day: Any
    bytes_written_per_day: Any
    capacity: Any
    capacity_while_writing: Any


def assess(
    run: TrainingRun,
    strategy: Strategy | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment:
    """Interval, band, goodput, where the GPU-hours go, storage written and held.

    Parameters
    ----------
    run, strategy : default strategy: blocking()
    tolerance : of the band, in [0, 1], relative to the best goodput
    retained : checkpoints kept, complete, >= 0
    step_time : of one training step [s], for the interval in whole steps
    """
    strategy = blocking() if strategy is None else strategy
    for name, value, good, bounds in (
        ("tolerance", tolerance, 0 <= tolerance <= 1, "in [0, 1]"),
        ("retained", retained, 0 <= retained < inf, ">= 0 and finite"),
        ("step_time", step_time, step_time is None or 0 < step_time < inf, "> 0 and finite [s]"),
    ):
        if not good:
            raise ValueError(f"assess: {name} = {value} must be {bounds}")
    interval, goodput, breakdown = strategy.interval(run), strategy.goodput(run), strategy.breakdown(run)
    saving = {column[1]: x for column, x in _evaluate.ask("saving", run, strategy).columns.items()}
    cost, mtbf, latency, slowdown = (saving[name] for name in ("write_time", "mtbf", "persist_latency", "slowdown"))
    kernels = _core.analysis
    day = 24.0 * run.gpus
    with np.errstate(divide="ignore", invalid="ignore"):  # saves that cost nothing may be endless
        per_day = np.true_divide(86400.0 * goodput, interval)
        written = per_day * run.checkpoint_bytes
    return Assessment(
        mtbf=run.mtbf,
        write_time=run.write_time,
        restart_time=run.restart_time,
        interval=interval,
        band=kernels.band(cost, mtbf, tolerance, latency, slowdown),
        interval_cost=kernels.cost(interval, cost, mtbf, latency, slowdown),
        steps=kernels.steps(nan if step_time is None else step_time, cost, mtbf, latency, slowdown),
        goodput=goodput,
        overhead=strategy.overhead(run),
        useful_throughput=strategy.useful_throughput(run),
        breakdown=breakdown,
        gpu_hours_lost_per_day={cause: day * share for cause, share in breakdown.items() if cause != "useful"},
        interruptions_per_day=86400.0 * run.failure_rate * (1 - breakdown.get("downtime", 0.0)),
        checkpoints_per_day=per_day,
        bytes_written_per_day=written,
        capacity=retained * run.checkpoint_bytes,
        capacity_while_writing=(retained + 1) * run.checkpoint_bytes,
    )


@dataclass(frozen=True)
class Lever:
    """One field and what it does to a limit; ``doubled`` and ``halved`` are limits, the factors those over the limit."""

    value: Any
    elasticity: Any  # d ln(limit) / d ln(field), exact
    doubled: Any
    halved: Any
    doubled_factor: Any
    halved_factor: Any


def levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Sequence[Factor] = (),
) -> dict[str, Lever]:
    """What every field of the run but gpus does to the largest size; arguments as of limits.max_gpus.

    An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.
    """
    limit = max_gpus(run, criterion, growth, strategy, factors)
    criterion = write_time_equals_mtbf() if criterion is None else criterion
    exponents = {} if growth is None else growth.exponents
    answer = _evaluate.ask("levers", run, strategy, criterion, exponents, tuple(factors))
    columns = {group: answer.group(group) for group in ("elasticity", "doubled", "halved")}
    return {
        name: Lever(
            getattr(run, name),
            slope,
            columns["doubled"][name],
            columns["halved"][name],
            columns["doubled"][name] / limit.value,
            columns["halved"][name] / limit.value,
        )
        for name, slope in columns["elasticity"].items()
    }


def explain(limit: Limit) -> str:
    """The equation of a limit with its run's numbers, term by term, to be checked by hand."""
    if not isinstance(limit, Limit):
        raise TypeError(f"explain: limit must be a Limit, as max_gpus answers, not {describe(limit)}")
    run, strategy, criterion, growth, factors = limit.asked
    answer = _evaluate.ask("explain", run, strategy, criterion, growth, factors)
    if not answer.scalar:
        raise ValueError("explain: the limit must be of single numbers, not of arrays")
    return str(answer.columns["", "text"])


@dataclass(frozen=True)
class Attribution:
    """A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it."""

    before: float
    after: float
    by_field: dict[str, float]


def what_changed(
    before: TrainingRun,
    after: TrainingRun,
    quantity: Callable[[TrainingRun], Any] | None = None,
    strategy: Strategy | None = None,
) -> Attribution:
    """What changed between two runs, attributed to the fields that differ.

    A field's part is its Shapley value: what switching it from before to after changes, averaged over all orders of switching.

    Parameters
    ----------
    quantity : of a run with arrays in its fields, one number per element; default: goodput under the strategy
    strategy : default blocking()
    """
    plan = blocking() if strategy is None else strategy
    quantity = plan.goodput if quantity is None else quantity
    old, new = before.as_dict(), after.as_dict()
    if any(np.ndim(value) for value in (*old.values(), *new.values())):
        raise ValueError("what_changed: fields must be single numbers, not arrays")
    fields = [name for name in old if old[name] != new[name]]
    # every way of having switched some of the fields, in one evaluation
    switched = np.array([[bool(number >> k & 1) for k in range(len(fields))] for number in range(2 ** len(fields))])
    mixed = {name: np.where(switched[:, k], new[name], old[name]) for k, name in enumerate(fields)}
    values = np.broadcast_to(np.asarray(quantity(before.replace(**mixed)), dtype=float), 2 ** len(fields))
    parts = dict.fromkeys(fields, 0.0)
    for k, name in enumerate(fields):
        others = [j for j in range(len(fields)) if j != k]
        for size in range(len(fields)):
            weight = 1 / (len(fields) * comb(len(fields) - 1, size))
            for chosen in combinations(others, size):
                without = sum(1 << j for j in chosen)
                parts[name] += weight * float(values[without | 1 << k] - values[without])
    return Attribution(float(values[0]), float(values[-1]), parts)


@dataclass(frozen=True, eq=False)
class TierRow:
    """The limit of a run saved to one tier, under one growth law and criterion."""

    tier: str
    growth: str
    criterion: str
    write_time: Any
    read_time: Any
    limit: Limit


def limits_by_tier(
    run: TrainingRun,
    tiers: Mapping[str, Tier] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion] | None = None,
    strategy: Strategy | None = None,
) -> list[TierRow]:
    """Memory against storage: the same run saved to each tier, under each growth law and criterion.

    A tier that belongs to each GPU grows with the job. Defaults: published tiers; fixed, Chinchilla and proportional growth;
    write time = MTBF, goodput at least 0.9, peak of useful throughput.
    """
    if tiers is None:
        from .published import tiers as published_tiers

        tiers = published_tiers
    growths = growths or {"fixed": _growth.fixed(), "chinchilla": _growth.chinchilla(), "proportional": _growth.proportional()}
    if criteria is None:
        from .limits import goodput_at_least, peak_throughput

        hard, share, peak = write_time_equals_mtbf(), goodput_at_least(0.9), peak_throughput()
        criteria = {"write_time_equals_mtbf": hard, "goodput_at_least(0.9)": share, "peak_throughput": peak}
    rows = []
    for name, tier in tiers.items():
        saved = run.saved_to(tier)
        for law, growth in growths.items():
            for text, criterion in criteria.items():
                limit = max_gpus(saved, criterion, growth.saved_to(tier), strategy)
                rows.append(TierRow(name, law, text, saved.write_time, saved.read_time, limit))
    return rows
