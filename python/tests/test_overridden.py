# SPDX-License-Identifier: Apache-2.0
"""A value that something else overrides is looked at: what is swept, what is uncertain, what an option gives instead.

What is wrong is what is refused where nothing overrides it, so that no list of what is wrong stands here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from drawn import KINDS, LISTED, QUESTIONS
from kinds import GIVEN
from test_cli_shell import Command, command
from test_cli_tables import EXAMPLES

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.catalog import RequestError

__all__ = ["command"]

ODD = (-7, "lots", "5 parsec", True, {}, None, [1, 2])
#: of a cause, what may stand beside the one rate that it has
BESIDE_A_SHARE = ("name", "per", "share", "detection", "waiting", "replacement", "extra_restart", "retry_chance", "retry_time")
BESIDE_A_SHARE += ("severity", "leaves_state", "common", "takes", "lag")
RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}


def form(group: str, kind: str) -> Any:
    """A part of a kind as a request has it, with what it must be given."""
    if group == "cause":
        return [{"name": "hang", "share": 0.1}]
    needed = [field for field in KINDS[group][kind]["fields"] if field["required"]]
    given = {field["name"]: as_data(GIVEN[field["name"]]) if "words" in field else good(field) for field in needed}
    part = given if len(KINDS[group]) == 1 else {"kind": kind, **given}
    return [part] if group in LISTED else part


def as_data(value: Any) -> Any:
    """Objects as requests have them."""
    if isinstance(value, list):
        return [as_data(x) for x in value]
    return {"tier": value.tier.as_request(), "share": value.share} if hasattr(value, "share") else value


def good(field: Mapping[str, Any]) -> float:
    """A number that a field may be."""
    if isinstance(given := GIVEN.get(field["name"]), (int, float)):
        return float(given)
    if field["usual"]:
        return float(field["usual"][-1])
    if isinstance(field["default"], (int, float)):
        return float(field["default"])
    return float(field["high"] if isinstance(field["high"], (int, float)) else 1e9)


def fields() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Every number of every part that some question looks at: question, path, field, and a request that may be asked."""
    seen = set()
    for question, table in QUESTIONS.items():
        own = {field["name"]: good(field) for field in table["fields"] if "words" not in field and field["required"]}
        parts = {group: form(group, next(iter(KINDS[group]))) for group in table["needs"]}
        for group in (*table["needs"], *table["uses"]):
            for kind in KINDS[group]:
                if (group, kind) in seen:
                    continue
                seen.add((group, kind))
                for field in KINDS[group][kind]["fields"]:
                    if group == "cause" and field["name"] not in BESIDE_A_SHARE:
                        continue
                    path = f"{group}.0.{field['name']}" if group in LISTED else f"{group}.{field['name']}"
                    yield question, path, field, {"question": question, **parts, group: form(group, kind), "with": own}
        for field in table["fields"]:
            yield question, f"with.{field['name']}", field, {"question": question, **parts, "with": own}


def refusal(request: Mapping[str, Any]) -> RequestError | None:
    """Why a request is refused, before anything of it is computed."""
    try:
        sl.catalog.completed(request)
    except RequestError as error:
        return error
    return None


def replaced(request: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A request with another value at a path."""
    found: dict[str, Any] = json.loads(json.dumps(request))
    *groups, name = path.split(".")
    part: Any = found
    for group in groups:
        part = part[int(group) if isinstance(part, list) else group]
    part[name] = value
    return found


def test_every_number_that_is_swept() -> None:
    met: Counter[str] = Counter()
    for question, path, field, request in fields():
        if "words" in field:
            continue
        swept = {"over": {path: [good(field)] * 2}}
        for value in ODD:
            odd = replaced(request, path, value)
            alone = refusal(odd)
            if alone is None or not alone.field.startswith(path):
                met["right, or refused for another"] += 1
                continue
            error = refusal(odd | swept)
            assert error is not None, (question, path, value)
            assert (error.field, str(error)) == (alone.field, str(alone)), (question, path, value)
            met["refused alike"] += 1
    print(met)
    assert met["refused alike"] > 5 * met["right, or refused for another"]


# ---- the command line


def run_rows() -> list[dict[str, Any]]:
    return [field for field in KINDS["run"]["training_run"]["fields"] if "words" not in field]


def doors(path: Path, name: str) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """What else a file has, and the command, of each way to override a field of its run."""
    uncertain = {"question": "goodput", "uncertain": {f"run.{name}": [1e4, 2e4]}}
    return {
        "--over": ({}, ["sweep", str(path), "--over", f"{name}=1000:2000:2"]),
        "[uncertain]": (uncertain, ["uncertain", str(path), "--points", "4"]),
        "an option": ({}, ["plan", str(path), f"--{name.replace('_', '-')}", "1e6"]),
    }


def test_every_number_of_the_run_at_each_door(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "run.json"
    refused: Counter[str] = Counter()
    for field in run_rows():
        name, place = field["name"], field.get("instead_of", field["name"])
        kept = {key: x for key, x in RUN.items() if key != place}
        for value in (-7, "lots", "5 parsec", True, {}):
            asked = {"run": kept | {name: value}}
            if (alone := refusal({"question": "goodput", **asked})) is None or alone.field != f"run.{name}":
                continue
            for door, (more, words) in doors(path, name).items():
                path.write_text(json.dumps(asked | more))
                code, _, said = command(*words)
                assert code == 2 and f"{path}: " in said and str(alone) in said, (door, name, value, said)
                refused[door] += 1
    print(refused)
    assert len(refused) == 3 and min(refused.values()) > 60


@pytest.mark.parametrize(
    ("words", "tables", "said"),
    [
        (["plan", "--interval", "5 min"], {"strategy": {"blocking": {"interval": -5}}}, "[strategy]: blocking: interval = -5"),
        (
            ["timeline", "--criterion", "peak_throughput"],
            {"timeline": {"criteria": {"mine": {"goodput_at_least": 7}}}},
            "goodput = 7 must be in (0, 1)",
        ),
    ],
)
def test_what_an_option_replaces(words: list[str], tables: dict[str, Any], said: str, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "asked.json"
    scenario = _core.from_toml((EXAMPLES / "timeline.toml").read_text()) if words[0] == "timeline" else {"run": RUN}
    path.write_text(json.dumps(scenario | tables))
    code, _, message = command(words[0], path, *words[1:])
    assert code == 2 and said in message, message
