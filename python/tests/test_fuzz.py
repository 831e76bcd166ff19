# SPDX-License-Identifier: Apache-2.0
"""Whatever comes through the doors ends in an answer or a reason: requests, Python objects, files.

How many of each stands in tests/support/counts.csv. What was found is kept in tests/fuzz/found and asked again each time.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
from counts import draws
from drawn import FREE, KINDS, QUESTIONS, part, requests
from hypothesis import strategies as st

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOUND = Path(__file__).resolve().parents[2] / "tests" / "fuzz" / "found"


def fuzz(name: str, drawn: st.SearchStrategy[Any], check: Callable[[Any], str]) -> None:
    """Check what is drawn, in rounds of fifty with a seed each; say how often each outcome was met."""
    outcomes: Counter[str] = Counter()
    for seed in range(math.ceil(draws(name) / 50)):

        @hypothesis.seed(seed)
        @hypothesis.settings(max_examples=50, print_blob=False, suppress_health_check=list(hypothesis.HealthCheck))
        @hypothesis.given(drawn)
        def one(given: Any) -> None:
            outcomes[check(given)] += 1

        one()
    print(f"{outcomes.total()} drawn: {', '.join(f'{count} {outcome}' for outcome, count in sorted(outcomes.items()))}")


def refused(reason: str) -> str:
    """A refusal says why."""
    assert reason
    return "refused"


def test_every_free_form_can_be_drawn() -> None:
    tables = [kind["fields"] for group in KINDS.values() for kind in group.values()]
    tables += [question["fields"] for question in QUESTIONS.values()]
    free = {field["name"] for table in tables for field in table if field.get("words") == []}
    assert free == set(FREE)


# ---- requests


def check_request(request: dict[str, Any]) -> str:
    try:
        answer = sl.ask(request)
    except sl.catalog.RequestError as error:
        return refused(error.field and str(error))
    columns = answer["columns"]
    json.dumps(answer, allow_nan=False)
    if columns.get("status") == "ok":
        check_shares(columns.get("goodput"), [x for name, x in columns.items() if name.startswith("shares.")])
    elif "note" in columns and columns.get("status") == "infeasible":
        assert columns["note"]
    return "infeasible" if columns.get("status") == "infeasible" else "answered"


def check_shares(goodput: Any, shares: list[Any]) -> None:
    assert goodput is None or not isinstance(goodput, float) or -1e-12 <= goodput <= 1 + 1e-12
    assert not shares or math.isclose(sum(shares), 1, abs_tol=1e-6)


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    check_request(json.loads(path.read_text()))


def test_requests() -> None:
    fuzz("drawn requests", requests(), check_request)


# ---- objects


def made(group: str, given: Any) -> Any:
    """The Python object of a part of a request."""
    home = {"run": sl, "strategy": sl.strategies, "criterion": sl.limits, "factor": sl.limits, "growth": sl.growth}[group]
    if group == "run":
        return home.TrainingRun(**given)
    name = given.get("kind") or next(iter(given))
    fields = {k: v for k, v in given.items() if k != "kind"} if "kind" in given else given[name]
    if name == "multilevel":
        fields = fields | {"levels": [sl.strategies.Level(sl.storage.Tier(**x["tier"]), x["share"]) for x in fields["levels"]]}
    inner = fields.get("inner")
    if name == "independent" and isinstance(inner, dict) and inner.keys() & {"kind", *sl.catalog.kinds("strategy")}:
        fields = fields | {"inner": made("strategy", inner)}  # what is no strategy stays as it is
    if group == "growth" and name != "power_law":
        return getattr(home, name)()
    if group == "factor":
        name = "".join(word.capitalize() for word in name.split("_"))
    return getattr(home, name)(**fields)


DOORS: dict[str, Callable[..., Any]] = {
    "goodput": lambda run, strategy, **_: strategy.goodput(run),
    "interval": lambda run, strategy, **_: strategy.interval(run),
    "breakdown": lambda run, strategy, **_: strategy.breakdown(run),
    "requirements": lambda run, strategy, **_: strategy.requirements(run),
    "max_gpus": lambda run, strategy, criterion, growth, factor: sl.limits.max_gpus(run, criterion, growth, strategy, factor),
    "assess": lambda run, strategy, **_: sl.analysis.assess(run, strategy),
    "time_to_train": lambda run, strategy, factor, **_: sl.limits.time_to_train(run, 1e9, strategy, factor),
    "required": lambda run, strategy, **_: sl.limits.required(run, "write_bandwidth", 0.9, strategy),
    "levers": lambda run, strategy, criterion, **_: sl.analysis.levers(run, criterion, None, strategy),
    "compare": lambda run, strategy, **_: sl.compare(run, [strategy]),
    "run_cost": lambda run, strategy, factor, **_: sl.economics.run_cost(run, 1e9, PRICE, strategy, factor),
    "optimal_bandwidth": lambda run, strategy, **_: sl.economics.optimal_bandwidth(run, PRICE, strategy),
    "optimal_gpus": lambda run, strategy, growth, factor, **_: sl.economics.optimal_gpus(
        run, 1e9, PRICE, growth, strategy, factor
    ),
}
PRICE = sl.economics.Prices(gpu=1e-3, bandwidth=3e-14, time=10)


def check_door(given: tuple[str, dict[str, Any]]) -> str:
    door, parts = given
    try:
        found = DOORS[door](**{group: made(group, of) for group, of in parts.items()})
    except (ValueError, TypeError) as error:
        return refused(str(error))
    # a field may be drawn as a list, one without entries too: then each answer is an array
    if isinstance(found, sl.limits.Limit):
        ok = np.asarray(found.status) == "ok"
        assert np.isfinite(np.asarray(found.value)[ok]).all()
        for goodput, *shares in zip(
            *(np.broadcast_to(x, ok.shape)[ok] for x in (found.goodput, *found.shares.values())), strict=True
        ):
            check_shares(float(goodput), [float(x) for x in shares])
    elif door == "goodput":
        assert (np.isnan(found) | (np.asarray(found) >= -1e-12) & (np.asarray(found) <= 1 + 1e-12)).all()
    return "answered"


@pytest.mark.parametrize("door", sorted(DOORS))
@pytest.mark.parametrize("count", [0, 1, 3])
def test_objects_of_a_list(door: str, count: int) -> None:
    run = {"gpus": 16384, "gpu_mttf": 1.8e8, "checkpoint_bytes": 6e12, "write_bandwidth": [2e12] * count}
    strategy = {"kind": "asynchronous", "copy_bandwidth": [1e14] * count}
    parts = {
        "criterion": {"goodput_at_least": {"goodput": 0.9}},
        "growth": {"fixed": {}},
        "factor": {"strong_scaling": {"half_size": 1e6}},
    }
    # a comparison is of single runs
    expected = "refused" if door == "compare" else "answered"
    assert check_door((door, {"run": run, "strategy": strategy} | parts)) == expected


def test_objects() -> None:
    groups = {group: part(group) for group in ("run", "strategy", "criterion", "growth", "factor")}
    fuzz("drawn objects", st.tuples(st.sampled_from(sorted(DOORS)), st.fixed_dictionaries(groups)), check_door)


# ---- files

COMMANDS = {
    "plan": ("run.toml", {"run", "strategy", "growth"}),
    "compare": ("run.toml", {"run", "strategy", "growth"}),
    "limits": ("limits.toml", {"run", "strategy", "growth", "factor"}),
    "cost": ("cost.toml", {"run", "strategy", "growth", "factor", "prices"}),
    "sites": ("sites.toml", {"run", "strategy", "factor", "sites", "criterion"}),
    "workers": ("cohort.toml", {"round", "failure_law", "criterion", "search"}),
    "layouts": ("layouts.toml", {"shape", "chip", "fabric"}),
    "step": ("step.toml", {"shape", "chip", "fabric", "layout"}),
    "ask": ("ask.toml", {"run", "strategy"}),
    "timeline": ("timeline.toml", {"scenario", "hardware", "run", "power", "chips", "data", "wall", "yearly", "strategy"}),
    "uncertain": ("uncertain.toml", {"run", "criterion"}),
}


@st.composite
def files(draw: st.DrawFn) -> tuple[str, str]:
    """A command and the text of its file: an example in which a table or some letters were replaced."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    example, tables = COMMANDS[command]
    text = (EXAMPLES / example).read_text()
    if draw(st.booleans()):
        content = _core.from_toml(text)
        for group in draw(st.lists(st.sampled_from(sorted(tables)), min_size=1, max_size=2)):
            content[group] = draw(part(group))
        try:
            return command, _core.to_toml(content)
        except (ValueError, TypeError):  # null, say, which TOML cannot write
            return command, json.dumps(content)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 12))
        text = (
            text[:place]
            + draw(st.text(max_size=8) | st.sampled_from(["[", "]]", "= ", '"', "\n", "1e999", "nan"]))
            + text[place + gone :]
        )
    return command, text


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.toml"

    def check(given: tuple[str, str]) -> str:
        command, text = given
        path.write_bytes(text.encode(errors="surrogatepass"))
        with pytest.raises(SystemExit) as end:
            main([command, str(path)])
        out, err = capsys.readouterr()
        assert end.value.code in {0, None, 2}, err
        assert "Traceback" not in err
        assert err if end.value.code == 2 else out
        answered = end.value.code != 2
        assert "nan" in text or not (answered and re.search(r"\bnan\b", out)), "no number has a reason"
        return "answered" if answered else "refused"

    fuzz("drawn files", files(), check)
