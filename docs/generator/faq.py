# SPDX-License-Identifier: Apache-2.0
"""Questions that people ask of an answer: each is put to the library as the site is built, and answered by what it says now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scaling_limits as sl


class NoAnswer(Exception):
    """A case of which the library says nothing any more."""


@dataclass(frozen=True)
class Case:
    """A question, a request that leads to it, and what to do about what is said."""

    question: str
    request: Mapping[str, Any]
    meaning: str


_LLAMA = {"preset": "llama3_405b"}
_STEP = {
    "question": "step",
    "shape": {"preset": "llama3_405b"},
    "chip": {"preset": "h100"},
    "fabric": {"gpus_per_node": 8, "inner_bandwidth": "360 GB/s", "outer_bandwidth": "45 GB/s"},
}
_FALLING = {"name": "power_law", "gpus": 16384, "ratio": 0.1, "exponent": -0.5}

CASES = (
    Case(
        "Why is a remark printed beside my answer?",
        {"question": "goodput", "run": {**_LLAMA, "gpu_mttf": 50_000}},
        "The answer stands: a remark is no refusal. A number ten times outside what is usual is most often one without "
        "its unit, here 50000 for `50000 h`.",
    ),
    Case(
        "Why is there no limit?",
        {"question": "limit", "run": _LLAMA, "criterion": {"goodput_at_least": 0.9}, "growth": {"gpu_mttf": 1}},
        "What the criterion looks at does not get worse with size under this growth law, here of GPUs that fail less the "
        "more there are. `value` is infinite and `status` says why. Look at the growth first: `growth.fixed` and "
        "`growth.chinchilla` are the usual ones.",
    ),
    Case(
        "Why does no size meet the criterion?",
        {
            "question": "limit",
            "run": _LLAMA,
            "criterion": {"efficiency_at_least": 0.99},
            "growth": "chinchilla",
            "factor": [_FALLING],
        },
        "Something costs too much at every size, small ones included. `value` is NaN. Ask for less, or ask `breakdown` "
        "what costs most.",
    ),
    Case(
        "How can the largest run be less than one GPU?",
        {"question": "limit", "run": _LLAMA, "criterion": {"goodput_at_least": 0.99999}, "growth": "chinchilla"},
        "The formulas do not know that GPUs come whole. The criterion is stricter than anything that fails and saves can be.",
    ),
    Case(
        "Why can no bandwidth reach this goodput?",
        {"question": "required", "run": {**_LLAMA, "downtime": 3600}, "with": {"field": "write_bandwidth", "goodput": 0.95}},
        "What is lost elsewhere, here in an hour of downtime per failure, is more than the goodput leaves. Ask for the "
        "field that costs most.",
    ),
    Case(
        "Why may my interval not be so short?",
        {"question": "goodput", "run": _LLAMA, "strategy": {"name": "blocking", "interval": 10, "persist_latency": 600}},
        "One write is in flight at a time: the next may begin when the one before it can be restored from.",
    ),
    Case(
        "Why does the cheapest bandwidth have no end?",
        {"question": "optimal_bandwidth", "run": _LLAMA, "prices": {"gpu": "2 USD/h", "bandwidth": 0}},
        "What costs nothing is bought without end. Give it a price.",
    ),
    Case(
        "Why does my layout not fit?",
        {**_STEP, "layout": {"tensor": 8, "pipeline": 16, "data": 128, "chunks": 8}, "with": {"batch_tokens": 16777216}},
        "The fullest GPU needs more memory than the card has. Share more of the state (`zero_stage`), recompute, or cut "
        "the model further: `sl.parallelism.best_layout` tries every layout.",
    ),
    Case(
        "Why is part of a step called an upper bound?",
        {
            **_STEP,
            "layout": {"tensor": 8, "pipeline": 16, "data": 128, "chunks": 8},
            "with": {"batch_tokens": 16777216, "zero_stage": 2},
        },
        "The model is exact where the slowest stage is the last; elsewhere it counts at most so much. How far to trust a "
        "step is measured: `docs/steps.md`.",
    ),
)


def answer(case: Case) -> list[str]:
    """What the library says: the status, the note and the remarks; NoAnswer where it says nothing."""
    found = sl.ask(dict(case.request))
    note = found["columns"].get("note", "")
    said = [*([note] if note else []), *found.get("remarks", [])]
    if not said:
        raise NoAnswer(f"faq: nothing is said any more of {case.question!r}: {found['columns']}")
    return said


def shown(request: Mapping[str, Any]) -> str:
    """A request as one would type it."""
    return json.dumps(request, indent=2)
