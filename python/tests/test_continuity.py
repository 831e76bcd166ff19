# SPDX-License-Identifier: Apache-2.0
"""Answers move as their inputs do: without jumps, and the way that the tables say.

Asked of every question, with any kinds, at requests that make sense (sensible.py). How many of each stands in
tests/support/counts.csv.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from sensible import ASKED, Numbers, Place, drawn, exception, numbers, places, tables, unit_of

from scaling_limits import _core

# ---- continuity

NEXT = 1e-13  # of two values between which only a jump is left
LEAST = 1e-6  # of an answer: what is called a jump; the root of NEXT, which no curve without one moves faster than, is less
ROUNDING = 1e-12  # of a plain number, which may be the difference of two
AT_VALUE = [(1, 1 + 1e-9), (1 - 1e-9, 1)]  # at the value that was drawn, often a special one: of every input
BEYOND = (1 + 1e-7, 1.5)  # by halving, which takes fifty answers: of two inputs

#: whose best plan is one of whole numbers: what it loses has no jump, what that consists of has, and so have its slopes
WHOLE_PLANS = {"verified", "multilevel", "in_memory", "buddy", "just_in_time"}
OF_ANY_PLAN = {"goodput", "overhead", "useful_throughput", "worth", "time_to_train"}
OF_ONE_SIZE = {"goodput", "overhead", "useful_throughput", "worth_of_size", "worth_on_sites", "time_to_train"}
#: question, place and column: why an answer jumps there
JUMPS: dict[tuple[str, str, str], str] = {
    ("best_layout", "*", "*"): "the best layout is one of whole numbers",
    ("model_plan", "*", "*"): "the best layout is one of whole numbers",
    ("binned_rates", "*", "*"): "events are counted between the edges",
    ("correlated_failures", "*", "*"): "events are counted that are near one another",
    ("cohort", "*", "least_asked"): "a whole number of clients",
    ("assess", "*", "steps"): "a whole number of steps",
    ("balanced_shares", "*", "shares"): "whole micro-batches",
    ("goodness_of_fit", "*", "*"): "lives are counted in pieces",
    ("hyperband_brackets", "*", "*"): "whole trials and rungs",
    ("incidents", "*", "*"): "events are told apart by how near they are",
    ("index_of_dispersion", "*", "*"): "events are counted in whole bins",
    ("job_history", "*", "*"): "attempts are put in order",
    ("kaplan_meier", "*", "*"): "the curve has a step at each life",
    (
        "optimal_schedule",
        "*",
        "times",
    ): "the sum of all intervals before: the highest point of a product is known to half its digits",
    ("optimal_spares", "*", "*"): "a whole number of spares",
    ("*", "*spared.burst", "*"): "whole bursts of spares; a burst that is always one unit is worked out exactly",
    ("rate_by_age", "*", "*"): "lives are counted between the edges",
    ("search", "*", "*"): "whole trials on whole workers",
    ("worst_parts*", "*.exposures", "*"): "parts stand in the order of their rates",
    ("worst_parts*", "*", "worth_removing"): "a whole number of parts",
    ("*", "*sites.count*", "*"): "one site has no neighbour: its exchanges begin with the second",
    ("*", "sites.sites.sites", "*"): "one site has no neighbour: its exchanges begin with the second",
    ("site_exchange", "*.count", "*"): "one site has no neighbour: its exchanges begin with the second",
    ("*", "fabric.fabric.gpus_per_node", "*"): "as many ranks as fit into a node",
    ("hazard", "*.change", "hazard"): "the law has two pieces",
    ("hazard", "hazard.time", "hazard"): "the law has pieces",
    ("*", "*", "*roots"): "crossings come and go in pairs",
    ("*", "*", "combined_shares.*"): "the limit that binds changes",
    ("distribution_quantile", "*.probability", "*"): "observed values are a stair",
}
OBSERVED = {
    ("failure_law", "empirical"): "observed lives are a stair",
    ("distribution", "empirical"): "observed values are a stair",
}


def change(before: Numbers, after: Numbers, scale: Numbers) -> float:
    return max((abs(after[of] - before[of]) / scale[of] for of in scale if of in before and of in after), default=0)


def jumps(full: Mapping[str, Any], place: Place, low: float, high: float) -> Iterator[tuple[str, float, float, float]]:
    """Where an answer jumps between two values, by halving towards the greater change: column, value, before, after."""
    before, after = place.answer(full, low), place.answer(full, high)
    scale = {of: max(abs(before[of]), abs(after[of])) for of in before if of in after and before[of] != after[of]}
    for of in scale:
        if unit_of(full["question"], of[0]) == "1":
            scale[of] = max(scale[of], ROUNDING / LEAST)
    while high / low - 1 > NEXT and change(before, after, scale) > LEAST:
        middle = math.sqrt(low) * math.sqrt(high)
        if not low < middle < high:
            break
        found = place.answer(full, middle)
        if change(before, found, scale) > change(found, after, scale):
            high, after = middle, found
        else:
            low, before = middle, found
    for of, size in scale.items():
        if of in before and of in after and abs(after[of] - before[of]) > LEAST * size:
            yield of[0], low, before[of], after[of]


def why(full: Mapping[str, Any], label: str, column: str) -> str:
    """Why an answer may jump; empty where it may not."""
    question = str(full["question"])
    if reason := exception(JUMPS, question, label, column):
        return reason
    kinds = [owner.partition(".") for owner, _, _ in tables(full)]
    for group, _, kind in kinds:
        if (group, kind) in OBSERVED:
            return OBSERVED[group, kind]
    whole = any(group == "strategy" and kind in WHOLE_PLANS for group, _, kind in kinds) or question.startswith("multilevel")
    return "the best plan is one of whole numbers" if whole and not (question in OF_ONE_SIZE and column in OF_ANY_PLAN) else ""


def test_no_answer_jumps() -> None:
    found, asked = Counter[tuple[str, str, str]](), 0
    for draw, full in drawn("steps of inputs", ASKED):
        every = [place for place in places(full) if place.value > 0]
        halved = draw.sample(every, min(2, len(every)))
        for place in every:
            for low, high in [*AT_VALUE, *[BEYOND] * (place in halved)]:
                asked += 1
                for column, at, before, after in jumps(full, place, low * place.value, high * place.value):
                    if not why(full, place.label, column):
                        print(f"{full['question']}: {place.label} at {at!r}: {column} from {before!r} to {after!r}: {full}")
                        found[str(full["question"]), place.label, column] += 1
    print(f"{asked} steps asked")
    assert not found


# ---- the right way

MERIT = {"goodput": 1, "useful_throughput": 1, "efficiency": 1, "overhead": -1, "time_to_train": -1, "limit": 1}
#: from where on a run that hardly ever gets anywhere is nobody's: its answers are differences of what is lost
LEAST_GOODPUT = 1e-9
#: of waits for people that are stepped through the week
STEPPED = 5e-5
SEVERITIES = ("buddy", "in_memory", "just_in_time", "multilevel")
BEST_WITHOUT = ("independent", "replicated")
#: place and strategy: why an answer may move the other way, a little, where it is said who brings a run back
OTHERWISE: dict[tuple[str, str], str] = {
    ("operation.*.maintenance_*", "*"): "a planned stop saves first, which an interval of one's own may have needed",
    ("operation.*.people*", "*"): "the same",
    ("operation.*.retry_time", "spared"): "the restart with the longest retry is done, in place of one that failures strike",
    ("*", "verified"): "stops of people come by work, and meet the week as if they came by running time",
    ("*", "elastic"): "a replica that is away does not fail: played, it gains as well",
    **dict.fromkeys([("*", of) for of in SEVERITIES], "severities of rows come first"),
    **dict.fromkeys(
        [("*", of) for of in BEST_WITHOUT],
        "the interval is the best without planned stops, restarts of rows are taken in their mean",
    ),
}
BOUNDS = {"write_time_equals_mtbf", "goodput_at_least", "overhead_at_most", "efficiency_at_least"}  # a peak may move either way


def otherwise(full: Mapping[str, Any], place: str) -> str:
    """Why an answer may move the other way; empty where it may not."""
    if "operation" not in full:
        return ""
    strategy, operation = full.get("strategy", {}), full["operation"]
    if strategy.get("name") == "spared":
        if strategy["burst"] > 1 and strategy["bursts"] != "fixed":
            return "the wait for spares of bursts that vary is near"
        if operation["people"] > 0 or operation["maintenance_every"] != "unlimited":
            return "planned stops between failures are taken in their mean"
    return exception(OTHERWISE, place, str(strategy.get("name")))


def gain(full: Mapping[str, Any], draw: Random, place: Place, before: float) -> tuple[float, float, float] | None:
    """By how much better the answer gets as a field rises, worse if that costs; to which value, and the answer there."""
    question = str(full["question"])
    value = place.value * draw.choice([1 + 1e-6, 1.01, 2, 100])
    after = place.answer(full, value).get((answered(full), 0))
    if after is None:  # refused, or no answer there
        return None
    return MERIT[question] * (after - before) * (1 if place.row["effect"] == "help" else -1), value, after


def answered(full: Mapping[str, Any]) -> str:
    return "value" if full["question"] == "limit" else str(full["question"])


def test_what_helps_helps() -> None:
    """A field whose row says that more of it helps, or costs: no answer gets worse, or better, as it rises."""
    found, asked = Counter[tuple[str, str]](), 0
    for draw, full in drawn("raised inputs", sorted(MERIT)):
        question = str(full["question"])
        if question == "limit" and full["criterion"].get("kind", full["criterion"].get("name")) not in BOUNDS:
            continue
        before = numbers(_core.ask(full)).get((answered(full), 0))
        goodput = numbers(_core.ask({**full, "question": "goodput"})).get(("goodput", 0), 1)
        for place in places(full):
            if not place.row.get("effect") or before is None or place.label.startswith(("growth", "criterion")):
                continue
            if goodput < LEAST_GOODPUT or otherwise(full, place.label) or not (one := gain(full, draw, place, before)):
                continue
            asked += 1
            gained, value, after = one
            least = STEPPED if full.get("operation", {}).get("kind") == "attended" else 1e-11
            if gained < -least * max(abs(before), abs(after)) - 1e-15:
                print(f"{place.label} from {place.value!r} to {value!r}: {answered(full)} from {before!r} to {after!r}: {full}")
                found[question, place.label] += 1
    print(f"{asked} fields raised")
    assert not found
