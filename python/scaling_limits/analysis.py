# SPDX-License-Identifier: Apache-2.0
"""What an owner asks next: an assessment of a run, levers of a limit, its equation, what changed, a machine's constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from . import _core, _evaluate
from . import growth as _growth
from . import limits as _limits
from . import strategies as _strategies
from ._calibrate import Calibration, Family, calibrate
from ._compare import BreakEven, ComparedRow, Comparison, compare
from ._docs import complete
from ._kernel import describe
from ._log_plan import ComparedPlan, LogPlan, MoreData, Uncertain, plan_from_log
from ._parameters import dict_of, of_type, one_number
from ._public import listing
from ._scenario import NumberElasticity, RequiredGrowth, Scenario, Supplies, Timeline, elasticities, required_growth, timeline
from ._sites import ComparedSites, Sites, SitesRow, compare_sites
from ._sweep import Swept, sweep
from ._worst_parts import WorstPartsGain, worst_parts_gain
from .economics import Prices
from .failures import Cause
from .limits import Criterion, Factors, Limit, max_gpus, plan_of
from .results import Answered, Result, Rows, Table
from .run import Operation, RestartParts, TrainingRun
from .storage import Tier
from .strategies import Strategy
from .typing import Number, SomeNumber

__all__ = [
    "Assessment",
    "Attribution",
    "BreakEven",
    "ByCause",
    "Calibration",
    "CauseCost",
    "CauseLever",
    "ComparedPlan",
    "ComparedRow",
    "ComparedSites",
    "Comparison",
    "Family",
    "Lever",
    "LogPlan",
    "MoreData",
    "NumberElasticity",
    "OperationLever",
    "RequiredGrowth",
    "Scenario",
    "Sites",
    "SitesRow",
    "Supplies",
    "Swept",
    "TierRow",
    "Timeline",
    "Uncertain",
    "WorstPartsGain",
    "assess",
    "by_cause",
    "calibrate",
    "cause_costs",
    "cause_levers",
    "compare",
    "compare_sites",
    "elasticities",
    "explain",
    "levers",
    "limits_by_tier",
    "operation_levers",
    "plan_from_log",
    "required_growth",
    "sweep",
    "timeline",
    "what_changed",
    "worst_parts_gain",
]
__dir__ = listing(__all__)


class Assessment(Answered, question="assess"):
    """One run under one strategy. Times in s, storage in bytes; arrays where the run has arrays.

    Where a strategy has no single kind of save, band, steps and interval_cost are NaN.

    Attributes
    ----------
    note : why there is no answer, or an interval of 0 or inf; of a single run, what of it is far outside what is usual

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.assess(run).breakdown["rework"]
    0.010666531050273195
    """

    band: tuple[Number, Number]


def assess(
    run: TrainingRun,
    strategy: Strategy | None = None,
    *,
    tolerance: float = 0.01,
    retained: float = 1,
    step_time: float | None = None,
) -> Assessment:
    """Interval, band, goodput, where the GPU-hours go, storage written and held, what each lever would buy.

    Single numbers without an answer are refused, as of the goodput of a run; of arrays status and note say which have none.

    Parameters
    ----------
    run, strategy : default strategy: blocking()
    tolerance : of the band, in [0, 1], relative to the best goodput
    retained : checkpoints kept, complete, >= 0
    step_time : of one training step [s], for the interval in whole steps

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> found = sl.analysis.assess(run, step_time=10)
    >>> found.steps, round(found.goodput, 4)
    (23.0, 0.9788)
    """
    run, _, plan = plan_of("assess", run, None, strategy)
    numbers = _evaluate.in_range("assess", {"tolerance": tolerance, "retained": retained, "step_time": step_time})
    answer = _evaluate.ask("assess", run, plan, numbers=numbers)
    found = answer.columns
    if answer.scalar and found["goodput"] != found["goodput"]:
        raise ValueError(answer.note() or f"assess: no answer for {run!r}")
    if answer.scalar:
        found["note"] = "; ".join([*filter(None, [found["note"]]), *run.remarks, *plan.remarks])
    return answer.to(Assessment)


class Lever(Answered, question="levers", each="field", left_out=("limit", "note")):
    """One field and what it does to a limit; ``doubled`` and ``halved`` are limits, the factors those over the limit.

    The gains are what twice, what half the field changes in the goodput of the run as it stands, at its own size.

    Attributes
    ----------
    value, unit : of the field
    status : of the limit: where it is not "ok" the elasticity is NaN

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.levers(run)["gpu_mttf"].doubled_factor
    2.0
    """

    value: SomeNumber
    unit: str

    def _unit(self, name: str) -> str:
        return self.unit if name == "value" else super()._unit(name)


def levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
) -> Table[Lever]:
    """What every field of the run but gpus does to the largest size, and to goodput today; arguments as of limits.max_gpus.

    An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the size. A field that is 0 or inf moves nothing.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> round(sl.analysis.levers(run)["checkpoint_bytes"].elasticity, 6)
    -1.0
    """
    given = () if criterion is None else (criterion,)
    for one in given:
        of_type("levers", "criterion", one, Criterion)
    answer = _evaluate.ask("levers", *plan_of("levers", run, growth, strategy, factors), *given)
    units = {field.name: field.unit for field in run.fields()}
    found = answer.by_name(Lever).items()
    unknown = {name for _, pair in run._unknown() for name in pair}  # where a save is told by its time alone
    values = {name: float("nan") if name in unknown else getattr(run, name) for name, _ in found}
    return Table((name, Lever(value=values[name], unit=units[name], **columns)) for name, columns in found)


class ByCause(Answered, question="by_cause"):
    """What one cause takes of the time, and what the run would be without it.

    Examples
    --------
    >>> plan = sl.strategies.blocking().under(causes="llama3_405b")
    >>> run = sl.published.llama3_405b().replace(gpu_mttf=float("inf"))
    >>> rows = sl.analysis.by_cause(run, plan)
    >>> max(rows, key=lambda row: row.time).cause
    'faulty GPU'
    """


def by_cause(
    run: TrainingRun,
    strategy: Strategy | None = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
    growth: _growth.PowerLaw | None = None,
    gpus: float | None = None,
) -> Rows[ByCause]:
    """One row per cause, what gpu_mttf counts beyond them last: what it takes of the time, and goodput without it.

    Parameters
    ----------
    run, strategy : as of limits.max_gpus, of single numbers
    causes : what stops the run, in place of its gpu_mttf or as shares of it; a text: one of published.causes by its name
    restart : its restart by parts that may grow; default: as the run says
    growth : how the run changes on the way to `gpus`
    gpus : the size that is looked at, such as a limit; default: the run's own

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> hang = sl.failures.Cause(name="hang", share=0.1, detection=2700)
    >>> [row.cause for row in sl.analysis.by_cause(run, causes=[hang])]
    ['hang', 'other']
    """
    plan = plan_of("by_cause", run, growth, strategy, (), causes, restart, operation)
    size = {} if gpus is None else {"gpus": one_number("by_cause", "gpus", gpus)}
    answer = _evaluate.ask("by_cause", *plan, numbers=size).single("by_cause")
    return Rows(ByCause(**row) for row in answer.rows(ByCause))


class CauseCost(Answered, question="cause_costs", each="row"):
    """What a cause costs, and what the same work would cost less without it.

    Examples
    --------
    >>> run, hang = sl.published.llama3_405b(), sl.failures.Cause(name="hang", share=0.1, detection=2700)
    >>> rows = sl.analysis.cause_costs(run, sl.economics.Prices(gpu=2 / 3600), causes=[hang])
    >>> [(row.cause, round(row.saved * 86400)) for row in rows]
    [('hang', 19709), ('other', 11442)]
    """


def cause_costs(
    run: TrainingRun,
    prices: Prices,
    strategy: Strategy | None = None,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Rows[CauseCost]:
    """One row per cause: its share of the time at what a second costs, and what the same work would cost less without.

    Parameters
    ----------
    run, strategy, causes, restart, operation : as of by_cause
    prices : of what the run takes

    Examples
    --------
    >>> run, prices = sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / 3600)
    >>> rows = sl.analysis.cause_costs(run, prices)
    >>> bool(np.isclose(sum(row.per_second for row in rows), sl.economics.failure_cost(run, prices).per_second))
    True
    """
    of_type("cause_costs", "prices", prices, Prices)
    run, _, plan = plan_of("cause_costs", run, None, strategy, (), causes, restart, operation)
    answer = _evaluate.ask("cause_costs", run, plan, prices).single("cause_costs")
    return Rows(CauseCost(**row) for row in answer.rows(CauseCost))


class CauseLever(Answered, question="cause_levers"):
    """A number of a cause, of a restart or of slow parts, and what a better one buys: half of what costs, twice what helps.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> hang = sl.failures.Cause(name="hang", share=0.1, detection=2700)
    >>> [lever.field for lever in sl.analysis.cause_levers(run, causes=[hang])]
    ['rate', 'detection', 'rate']
    """


def cause_levers(
    run: TrainingRun,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
    prices: Prices | None = None,
) -> Rows[CauseLever]:
    """What a better number of each cause, part of a restart and slow part buys: in the largest size, and in goodput today.

    Parameters
    ----------
    run, criterion, growth, strategy, factors, causes, restart, operation : as of limits.max_gpus, of single numbers
    prices : of what the run takes, for what a lever is worth; default: nobody says

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> hang = sl.failures.Cause(name="hang", share=0.1, detection=2700)
    >>> levers = sl.analysis.cause_levers(run, sl.limits.goodput_at_least(0.9), causes=[hang])
    >>> levers[1].limit_factor > 1
    True
    """
    given: tuple[Criterion | Prices, ...] = tuple(one for one in (criterion, prices) if one is not None)
    for name, one, kind in (("criterion", criterion, Criterion), ("prices", prices, Prices)):
        if one is not None:
            of_type("cause_levers", name, one, kind)
    plan = plan_of("cause_levers", run, growth, strategy, factors, causes, restart, operation)
    answer = _evaluate.ask("cause_levers", *plan, *given).single("cause_levers")
    return Rows(CauseLever(**row) for row in answer.rows(CauseLever))


class OperationLever(Answered, question="operation_levers"):
    """One thing that whoever operates a run may do otherwise, and what it is worth.

    Examples
    --------
    >>> called = sl.Operation(kind="on_call", reaction=3600)
    >>> [one.name for one in sl.analysis.operation_levers(sl.published.llama3_405b(), called)]
    ['reaction', 'automatic']
    """


def operation_levers(
    run: TrainingRun,
    operation: Operation,
    criterion: Criterion | None = None,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    prices: Prices | None = None,
) -> Rows[OperationLever]:
    """What it is worth to bring a run back sooner: in goodput, GPUs, largest size, storage for the same, and money.

    Parameters
    ----------
    run : at its own size, of single numbers
    operation : who brings it back
    criterion, growth, strategy, factors, causes, restart : as of limits.max_gpus
    prices : of what the run takes, for what a lever is worth; default: nobody says

    Examples
    --------
    >>> office = sl.Operation(kind="attended", hours="Mon-Fri 9:00-17:00", reaction=900)
    >>> on_call = sl.analysis.operation_levers(sl.published.llama3_405b(), office)[2]
    >>> on_call.text, on_call.gain > 0.3, on_call.storage
    ('somebody on call at any hour, with the same reaction', True, inf)
    """
    of_type("operation_levers", "operation", operation, Operation)
    given: list[Criterion | Prices] = []
    for name, one, kind in (("criterion", criterion, Criterion), ("prices", prices, Prices)):
        if one is not None:
            of_type("operation_levers", name, one, kind)
            given.append(one)
    plan = plan_of("operation_levers", run, growth, strategy, factors, causes, restart, operation)
    answer = _evaluate.ask("operation_levers", *plan, *given).single("operation_levers")
    return Rows(OperationLever(**row) for row in answer.rows(OperationLever))


def explain(limit: Limit) -> str:
    """The equation of a limit with its run's numbers, term by term, to be checked by hand.

    Parameters
    ----------
    limit : as max_gpus answers, of single numbers

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.explain(sl.limits.max_gpus(run)).splitlines()[1].strip()
    'sum of d losses / d ln N = 1'
    """
    of_type("explain", "limit", limit, Limit)
    answer = _evaluate.ask("explain", *limit.asked)
    if not answer.scalar:
        raise ValueError("explain: the limit must be of single numbers, not of arrays")
    return str(answer.columns["text"])


class Attribution(Answered, question="attribution", single=True, left_out=("cause", "amount")):
    """A quantity before and after, and the part of the difference that each field that differs makes; parts sum to it.

    Attributes
    ----------
    by_cause : the parts of causes that are otherwise, or in one of the lists alone, by name

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.what_changed(run, run.replace(gpus=100_000))
    Attribution(before=0.978818, after=0.948217, by_field={gpus: -0.0306009}, by_cause={}, status='ok', note='')
    """

    by_field: dict[str, float]
    by_cause: dict[str, float]


def what_changed(
    before: TrainingRun,
    after: TrainingRun,
    quantity: Callable[[TrainingRun], Number] | None = None,
    strategy: Strategy | None = None,
    strategy_after: Strategy | None = None,
) -> Attribution:
    """What changed between two runs, attributed to the fields and the causes that differ.

    A part is a Shapley value: what switching it from before to after changes, averaged over all orders of switching.

    Parameters
    ----------
    before, after : the two runs, of single numbers
    quantity : of a run, one number; default: goodput under the strategy
    strategy : default blocking(); with what stops the run and how it comes back, as ``strategy.under`` says
    strategy_after : the same of the run as it is now; default: as before

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.analysis.what_changed(run, run.replace(gpus=100_000, downtime=60)).by_field.keys()
    dict_keys(['gpus', 'downtime'])

    >>> hang, plan = sl.failures.Cause(name="hang", share=0.1, detection=2700), sl.strategies.blocking()
    >>> now = plan.under(causes=[hang.replace(detection=600)])
    >>> sl.analysis.what_changed(run, run, strategy=plan.under(causes=[hang]), strategy_after=now).by_cause.keys()
    dict_keys(['hang'])
    """
    for name, run in (("before", before), ("after", after)):
        of_type("what_changed", name, run, TrainingRun)
    plan = _strategies.blocking() if strategy is None else strategy
    now = plan if strategy_after is None else strategy_after
    for name, one in (("strategy", plan), ("strategy_after", now)):
        of_type("what_changed", name, one, Strategy)
    if quantity is not None and not callable(quantity):
        raise TypeError(f"what_changed: quantity must be a function of a run, not {describe(quantity)}")
    if quantity is not None and strategy_after is not None:
        raise TypeError("what_changed: quantity is of a run alone: strategy_after is of goodput")
    old_run, new_run = before._single(), after._single()
    if old_run is None or new_run is None:
        raise ValueError("what_changed: fields must be single numbers, not arrays")
    before, after = old_run, new_run
    if quantity is None:
        answer = _evaluate.ask("attribution", before, plan, arguments=_plan_after(after, plan, now))
        parts_of_causes = dict(zip(answer.columns["cause"], map(float, answer.columns["amount"]), strict=True))
        found = Attribution._answered.of(answer.columns, {"by_cause": parts_of_causes})
    else:
        of = quantity

        def at(numbers: list[float]) -> float:
            answered = of(before.replace(**dict(zip(before._values, numbers, strict=True))))
            return one_number("what_changed", "what quantity answers", answered)

        old, new, parts = _core.attribution(before._part, after._part, at)
        found = {"before": old, "after": new, "by_field": parts, "by_cause": {}, "status": "ok", "note": ""}

    def differs(name: str, part: float) -> bool:
        return before._values[name] != after._values[name] if name in before._values else part != 0

    differing = {name: part for name, part in found["by_field"].items() if differs(name, part)}
    return Attribution(**found | {"by_field": differing})


def _plan_after(run: TrainingRun, before: Strategy, after: Strategy) -> dict[str, object]:
    """The other plan as the catalogue takes it: what of it is as before is not said."""
    said: dict[str, object] = {"after": run.as_request()}
    if after == before:
        return said
    if after.under() != before.under():
        said["after_strategy"] = after.under().as_request()
    if after.causes != before.causes:  # those of the operation come with it
        said["after_cause"] = [cause.as_request() for cause in after.causes]
    if after.restart is None and before.restart is not None:
        raise ValueError(
            "what_changed: strategy has the parts of a restart and strategy_after has none: give it the restart's parts too"
        )
    if after.restart is not None and after.restart != before.restart:
        said["after_restart"] = after.restart.as_request()
    if after.operation != before.operation:
        said["after_operation"] = (after.operation or Operation()).as_request()
    return said


@dataclass(frozen=True, eq=False, repr=False)
class TierRow(Result):
    """The limit of a run saved to one tier, under one growth law and criterion.

    Attributes
    ----------
    tier, growth : their names
    criterion : as it was given
    write_time, read_time : of the run at its own size [s]
    limit : the limit

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> rows = sl.analysis.limits_by_tier(run)
    >>> rows[0].tier, rows[0].limit.binding
    ('gpu_memory', 'checkpoint')
    """

    tier: str
    growth: str
    criterion: str
    write_time: SomeNumber
    read_time: SomeNumber
    limit: Limit


def limits_by_tier(
    run: TrainingRun,
    tiers: Mapping[str, Tier] | None = None,
    growths: Mapping[str, _growth.PowerLaw] | None = None,
    criteria: Mapping[str, Criterion] | None = None,
    strategy: Strategy | None = None,
) -> Rows[TierRow]:
    """Memory against storage: the same run saved to each tier, under each growth law and criterion.

    A tier that belongs to each GPU grows with the job. Defaults: published tiers; growth laws and criteria of the
    question ``tiers``.

    Parameters
    ----------
    tiers : by name; default: the published ones
    growths : laws by name; default: those of ``tiers``
    criteria : by name; default: those of ``tiers``

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> len(sl.analysis.limits_by_tier(run, {"local_disk": sl.published.tiers["local_disk"]}))
    9
    """
    of_type("limits_by_tier", "run", run, TrainingRun)
    kinds: dict[str, tuple[object, type]] = {
        "tiers": (tiers, Tier),
        "growths": (growths, _growth.PowerLaw),
        "criteria": (criteria, Criterion),
    }
    for name, (given, kind) in kinds.items():
        if given is not None:
            dict_of("limits_by_tier", name, given, kind)
    plan = _strategies.blocking() if strategy is None else strategy
    growths = growths or {name: getattr(_growth, name) for name in _evaluate.default_of("tiers", "growths")}
    criteria = _limits.usual_criteria() if criteria is None else criteria
    named = {name: Tier(**fields) for name, fields in _core.presets("tier").items()} if tiers is None else tiers
    rows: Rows[TierRow] = Rows()
    for name, tier in named.items():
        saved = run.saved_to(tier)
        for law, growth in growths.items():
            for text, criterion in criteria.items():
                limit = max_gpus(saved, criterion, growth.saved_to(tier), plan)
                rows.append(TierRow(name, law, text, saved.write_time, saved.read_time, limit))
    return rows


complete(__all__, globals())
