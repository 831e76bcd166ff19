# SPDX-License-Identifier: Apache-2.0
"""Where there is no number there is a reason: exit code 2, or a status with its note, and never a row of "nan"."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from test_cli_shell import Command, command
from test_cli_tables import EXAMPLES

import scaling_limits as sl
from scaling_limits import _core

__all__ = ["command"]

QUESTIONS = sl.catalog.describe()["questions"]
RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}


def scenario(**changed: Any) -> dict[str, Any]:
    """The example's tables, some numbers of them changed: scenario__start = 2020."""
    tables: dict[str, Any] = _core.from_toml((EXAMPLES / "timeline.toml").read_text())
    for path, value in changed.items():
        table, _, name = path.partition("__")
        tables[table][name] = value
    return tables


@pytest.mark.parametrize(
    "question", [name for name, table in QUESTIONS.items() if any(f["name"] == "year" for f in table["fields"])]
)
def test_a_date_before_the_start(question: str) -> None:
    tables = scenario()
    parts = {name: tables[name] for name in (*QUESTIONS[question]["needs"], "power", "chips", "data")}
    asked = {"question": question, **parts}
    with pytest.raises(sl.catalog.RequestError, match="year = 2000 must be >= 2024"):
        sl.ask(asked | {"with": {"year": 2000}})
    columns = sl.ask(asked | {"over": {"with.year": [2000, 2025]}})["columns"]
    assert columns["status"] == ["infeasible", "ok"]
    assert "year = 2000 must be >= 2024" in columns["note"][0] and columns["note"][1] == ""
    for name, cells in columns.items():
        if name.startswith("statuses."):
            assert cells[0] == "infeasible" and cells[1] != "infeasible"
        if name.startswith("notes."):
            assert cells[0] == columns["note"][0]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"power__growth": 1e-300}, "power allows no GPU at that date"),
        ({"scenario__compute_growth": 1e-100}, "wants 0 GPUs: growth has left the range of numbers"),
        ({"scenario__compute_growth": 1e100}, "wants inf GPUs: growth has left the range of numbers"),
        (
            {"scenario__compute_growth": 1e100, "hardware__peak_growth": 1e100},
            "wants no number of GPUs: growth has left the range",
        ),
        ({"scenario__compute": 1e-300, "hardware__peak_flops": 1e300}, "growth has left the range of numbers"),
        ({"yearly__write_bandwidth": 1e-300}, "write_bandwidth = 0 must be > 0"),
    ],
)
def test_a_growth_that_leaves_the_numbers(changed: dict[str, float], reason: str, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "timeline.json"
    path.write_text(json.dumps(scenario(**changed)))
    code, out, err = command("timeline", path)
    assert reason in (" ".join(out.split()) if code == 0 else err)
    assert code == 2 or re.search(r"^20\d\d\b", out, re.M)
    assert not re.search(r"\bnan\b", out)


def test_a_size_that_a_supply_leaves_nothing_of() -> None:
    tables = scenario(power__growth=1e-300)
    asked = {name: table for name, table in tables.items() if name != "timeline"}
    columns = sl.ask({"question": "timeline", **asked, "over": {"with.year": [2024, 2026]}})["columns"]
    assert columns["status"] == ["ok", "infeasible"]
    assert columns["note"][1] == "infeasible: power allows no GPU at that date"
    assert columns["limits.power"][1] == 0 and columns["binding"][1] == "power" and columns["limits.chips"][1] > 1e5


def test_a_date_whose_growth_leaves_the_numbers_has_no_elasticities() -> None:
    parts = {name: table for name, table in scenario(scenario__compute_growth=1e100).items() if name != "timeline"}
    with pytest.raises(sl.catalog.RequestError, match="wants inf GPUs: growth has left the range of numbers"):
        sl.ask(
            {"question": "elasticities", "criterion": "peak_throughput", **parts, "with": {"year": 2030, "limit": "criterion"}}
        )


def test_an_explanation_without_an_answer() -> None:
    asked = {"question": "explain", "criterion": "peak_throughput", "run": RUN | {"gpus": 27}}
    text = sl.ask(asked | {"strategy": {"elastic": {"replicas": 64}}})["columns"]["text"]
    assert re.search(r"^  interval +=? none$", text, re.M) and not re.search(r"\bnan\b", text)


def test_a_flag_that_is_none_is_told_as_it_was_given() -> None:
    for wrong, told in (("h", "'h' must be true or false"), (2, "= 2 must be true or false"), (None, "must be one number")):
        with pytest.raises(sl.catalog.RequestError, match=told) as error:
            sl.ask({"question": "fit", "with": {"law": "weibull", "durations": [1, 2, 3], "observed": [True, wrong, False]}})
        assert error.value.field == "with.observed.1"


def test_a_run_that_no_clock_can_play(command: Command) -> None:
    options = ["--gpus", "16384", "--gpu-mttf", "1e30 h", "--checkpoint-bytes", "5 TB", "--write-bandwidth", "1 TB/s"]
    for more in ([], ["--json"]):
        code, out, err = command("simulate", *options, *more)
        assert code == 2 and not out and "do not tell it from 0" in err
    options[3] = "unlimited"
    code, out, err = command("simulate", *options)
    assert code == 0 and "100.00000%" in out and "0 failures" in out


def test_money_that_no_term_has(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "cost.json"
    run = {"gpus": 8, "gpu_mttf": 5e-324, "checkpoint_bytes": 1e9, "write_bandwidth": 1e9}
    path.write_text(json.dumps({"run": run, "prices": {"gpu": "2 USD/h"}, "cost": {"work": "30.84e6 GPU*h"}}))
    code, out, _ = command("cost", path)
    assert code == 0 and "no end: nothing useful is done" in out
    assert re.search(r"^rework +none$", out, re.M) and not re.search(r"\bnan\b", out)


def test_an_uncertain_answer_that_is_none(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "uncertain.json"
    half = {"tabulated": {"points": [[1, 0.5], [1e6, 0.4]]}}
    asked = {"question": "limit", "criterion": {"efficiency_at_least": 0.9}, "factor": [half], "run": RUN}
    path.write_text(json.dumps(asked | {"uncertain": {"run.write_bandwidth": "1 TB/s to 2 TB/s"}}))
    for more in ([], ["--json"]):
        code, out, err = command("uncertain", path, "--points", 16, *more)
        assert code == 2 and not out, out
        assert "value of 'limit' is no number, whatever the inputs: " in err and err.strip()[-1] != ":"


@pytest.mark.parametrize(("between", "shown"), [("1.7 to 2", ["50%", "75%", "95%"]), ("1.5 to 1.75", [])])
def test_uncertain_answers_of_which_some_are_none(between: str, shown: list[str], tmp_path: Path, command: Command) -> None:
    path = tmp_path / "uncertain.json"
    asked = {"question": "compute_for_loss", "scaling_law": "besiroglu_2024", "with": {"loss": 2}}
    path.write_text(json.dumps(asked | {"uncertain": {"with.loss": between}}))
    code, out, err = command("uncertain", path, "--points", 64)
    assert code == 0 and not err and not re.search(r"\bnan\b", out)
    assert re.findall(r"(?m)^ *(\d+%|mean) ", out) == shown
    assert "of 64 answers are NaN, none at all, and count as below all numbers; not shown, as they are none: 5%, " in out
    why = "no compute reaches a loss of 1."
    assert out.count(f"why an answer is none: {why}") == 1 and re.search(r"with\.loss .* none ", out)
    answer = json.loads(command("uncertain", path, "--points", 64, "--json")[1])["answers"]["compute_for_loss"]
    assert answer["mean"] is answer["quantiles"][0]["value"] is None and answer["reason"].startswith(why)
