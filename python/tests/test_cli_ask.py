# SPDX-License-Identifier: Apache-2.0
"""The commands ask and describe, and that the other commands are the same answers."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        out, err = self.capsys.readouterr()
        return int(end.value.code or 0), out, err

    def json(self, *arguments: object) -> Any:
        code, out, err = self(*arguments)
        assert (code, err) == (0, "")
        return json.loads(out)

    def file(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.delenv("COLUMNS", raising=False)  # a pipe
    return Command(capsys, tmp_path)


def example(name: str) -> dict[str, Any]:
    found: dict[str, Any] = _core.from_toml((EXAMPLES / name).read_text())
    return found


# ask, describe


def test_ask_is_sl_ask_from_json_toml_and_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    request = {"question": "limit", "run": RUN, "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla"}
    answer = sl.ask(request)
    texts = {"request.json": json.dumps(request), "request.toml": _core.to_toml(request), "request": json.dumps(request)}
    for name, text in texts.items():
        assert command.json("ask", command.file(name, text)) == answer
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert command.json("ask", "-") == answer
    assert json.loads(_core.ask_text(json.dumps(request))) == answer


def test_unlimited_and_null(command: Command) -> None:
    free = {**RUN, "checkpoint_bytes": 0}
    found = command.json("ask", command.file("r.json", {"question": "limit", "run": free, "criterion": "peak_throughput"}))
    assert found["columns"]["value"] == "unlimited"
    assert found["columns"]["useful_gpus"] is None


@pytest.mark.parametrize(
    ("content", "field", "said"),
    [
        ({"question": "goodput", "run": {**RUN, "gpus": -1}}, "run.gpus", "gpus = -1 must be > 0"),
        ({"question": "goodputt", "run": RUN}, "question", "did you mean 'goodput'"),
        ({"question": "goodput"}, "run", "needs 'run'"),
        ({"question": "goodput", "run": RUN, "runs": 1}, "runs", "did you mean 'run'"),
        ("[1, 2]", "", "must be an object"),
        ('{"question": ', "", "not valid JSON: line 1"),
    ],
)
def test_an_error_is_data_one_line_and_exit_2(command: Command, content: Any, field: str, said: str) -> None:
    path = command.file("request.json", content)
    code, out, err = command("ask", path)
    error = json.loads(out)["error"]
    assert code == 2
    assert error["field"] == field
    assert said in error["message"]
    assert err.startswith(f"scaling-limits: {path}: ") and err.endswith(f"{error['message']}\n") and err.count("\n") == 1


def test_a_request_that_is_not_there(command: Command, tmp_path: Path) -> None:
    code, out, err = command("ask", tmp_path / "none.json")
    assert (code, json.loads(out)["error"]["field"]) == (2, "")
    assert "no such file" in err


def test_describe_prints_the_tables(command: Command) -> None:
    assert command.json("describe") == sl.catalog.describe()


# the other commands are these answers


def same(shown: Any, column: Any) -> bool:
    return bool(shown == column or shown == pytest.approx(column, rel=1e-15))


def test_plan_prints_what_assess_and_limits_answer(command: Command) -> None:
    shown, request = command.json("plan", EXAMPLES / "run.toml", "--json"), example("run.toml")
    assess = sl.ask({"question": "assess", **request})["columns"]
    for name, column in assess.items():
        group, _, term = name.partition(".")
        if group != "band":
            assert same(shown[group][term] if term else shown[name], column), name
    assert shown["interval_band"] == [assess["band.shortest"], assess["band.longest"]]
    for text, criterion in {"peak_throughput": "peak_throughput", "goodput_at_least=0.9": {"goodput_at_least": 0.9}}.items():
        asked = {**request, "criterion": criterion}
        limit, levers = (sl.ask({"question": question, **asked})["columns"] for question in ("limit", "levers"))
        found = shown["limits"][text]
        assert all(found[name] == limit[name] for name in ("value", "status", "binding", "goodput"))
        assert found["levers"]["gpu_mttf"]["factor"] == levers["doubled.gpu_mttf"] / limit["value"]
        assert found["levers"]["downtime"]["factor"] == levers["halved.downtime"] / limit["value"]
        assert found["levers"]["downtime"]["to"] == 30
        assert "gpus" not in found["levers"]


def test_limits_prints_what_limit_answers(command: Command) -> None:
    shown, request = command.json("limits", EXAMPLES / "limits.toml", "--json"), example("limits.toml")
    for text, found in shown["limits"].items():
        name, _, value = text.partition("=")
        columns = sl.ask({"question": "limit", **request, "criterion": {name: float(value)} if value else name})["columns"]
        shares = {f"shares.{term}": share for term, share in found.pop("shares").items()}
        assert found | shares == columns


def test_limits_with_ranges_prints_the_ends_of_the_band(command: Command) -> None:
    request, known = example("limits.toml"), ["gpu_mttf", "start"]
    options = [part for name in known for part in ("--known", name)]
    shown = command.json("limits", EXAMPLES / "limits.toml", *options, "--criterion", "goodput_at_least=0.9", "--json")
    asked = {**request, "criterion": {"goodput_at_least": 0.9}, "with": {"known": known}}
    band = sl.ask({"question": "band", **asked})["columns"]
    found = shown["limits"]["goodput_at_least=0.9"]
    ends = ("low", "low_because", "high", "high_because")
    assert [found[name] for name in ends] == [band[name] for name in ends]
    assert [row["name"] for row in found["assumption"]] == band["assumption.name"]
    assert [row["value"] for row in found["assumption"]] == band["assumption.value"]
    assert not set(known) & set(band["assumption.name"])


def test_what_may_be_otherwise_at_limits_is_shown_and_refused_by_name(command: Command) -> None:
    _, shown, _ = command("limits", EXAMPLES / "limits.toml", "--ranges", "--criterion", "goodput_at_least=0.9")
    assert shown.splitlines()[0].endswith("; low, high: if one thing is otherwise than given")
    head, row = shown.splitlines()[1:3]
    assert [name in head for name in ("low", "high", "low because", "high because")] == [True] * 4
    assert "start" in row
    code, _, error = command("limits", EXAMPLES / "limits.toml", "--known", "bites")
    assert code == 2
    assert error.startswith("scaling-limits: --known: ")
    assert "'bites' is nothing that is assumed otherwise; did you mean 'bytes'?" in error


def test_step_and_layouts_print_what_the_catalogue_answers(command: Command) -> None:
    request = example("step.toml")
    own = request.pop("step")
    columns = sl.ask({"question": "step", **request, "with": own})["columns"]
    stages = sl.ask({"question": "step_stages", **request, "with": own})["columns"]
    shown = command.json("step", EXAMPLES / "step.toml", "--json")["step"]
    for row in ("layers", "forward", "backward", "memory"):
        assert [stage[row] for stage in shown["stages"]] == stages[f"stages.{row}"]
    del shown["stages"]
    for group in ("breakdown", "memory"):
        shown |= {f"{group}.{term}": amount for term, amount in shown.pop(group).items()}
    assert shown == columns
    request = example("layouts.toml")
    own = request.pop("step")
    columns = sl.ask({"question": "best_layout", **request, "with": own})["columns"]
    shown = command.json("layouts", EXAMPLES / "layouts.toml", "--json")
    assert shown["step"]["time"] == columns["time"]
    assert shown["layout"]["tensor"] == columns["layout.tensor"]
    assert (shown["tried"], shown["rejected"]) == (columns["tried"], columns["rejected"])
    assert [row["reason"] for row in shown["rejections"]] == columns["rejected.reason"]


def test_compare_prints_what_the_catalogue_answers(command: Command) -> None:
    columns = sl.ask({"question": "compare", **example("run.toml")})["columns"]
    shown = command.json("compare", EXAMPLES / "run.toml", "--json")
    for name in ("goodput", "interval", "memory", "bandwidth", "spares", "status"):
        assert [row[name] for row in shown["rows"]] == columns[name]
    assert [row["name"] for row in shown["rows"]] == columns["strategy"]
    assert [even["gpus"] for even in shown["break_even_sizes"]] == columns["break_even.gpus"]
    assert shown["break_even_range"] == columns["break_even_range"]
    assert [row["assumes"] for row in shown["rows"]] == columns["assumes"]
    assert [row["field"] for row in shown["left_out"]] == columns["left_out.field"]


@pytest.mark.parametrize(
    ("name", "toml"),
    [
        ("plan", "run"),
        ("compare", "run"),
        ("simulate", "run"),
        ("limits", "limits"),
        ("cost", "cost"),
        ("sites", "sites"),
        ("workers", "cohort"),
        ("workers", "search"),
        ("step", "step"),
        ("layouts", "layouts"),
    ],
)
def test_a_json_file_is_a_toml_file(command: Command, name: str, toml: str) -> None:
    path = EXAMPLES / f"{toml}.toml"
    shown, of_json = (command.json(name, file, "--json") for file in (path, command.file("same.json", example(path.name))))
    assert shown.pop("file") != of_json.pop("file")
    assert shown == of_json


def test_plan_crosses_into_cpp_three_times(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command("plan", EXAMPLES / "run.toml")  # modules and tables are loaded once
    calls: list[str] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            found = getattr(_core, name)

            def counted(*arguments: Any, **named: Any) -> Any:
                calls.append(name)
                return found(*arguments, **named)

            return counted if callable(found) else found

    names = [name for name in sys.modules if name.startswith("scaling_limits") and hasattr(sys.modules[name], "_core")]
    for name in names:
        if not name.startswith("scaling_limits._core"):
            monkeypatch.setattr(sys.modules[name], "_core", Counting())
    for options in ((), ("--json",)):
        calls.clear()
        assert command("plan", EXAMPLES / "run.toml", *options)[0] == 0
        assert [name for name in calls if name != "said_text"] == ["from_toml", "ask", "ask"]  # numbers as people read them


# criteria and ranges


def test_a_criterion_of_several_numbers_names_ask(command: Command) -> None:
    for text in ("cheapest_gpus=5", "cheapest_gpus"):
        code, out, err = command("plan", EXAMPLES / "run.toml", "--criterion", text)
        assert (code, out) == (2, "")
        assert err.startswith(f"scaling-limits: --criterion {text}: ")
        assert 'scaling-limits ask FILE, with {"question": "cheapest_gpus", "run": {...}, "with": {"work": ...}}' in err
    _, _, err = command("plan", EXAMPLES / "run.toml", "--criterion", "cheapest")
    assert "unknown criterion 'cheapest'" in err
    assert "cheapest_gpus" not in err


def test_the_request_that_the_refusal_names(tmp_path: Path) -> None:
    for request in (
        {"question": "cheapest_gpus", "with": {"work": "1000 years"}},
        {"question": "fastest_gpus", "factor": {"strong_scaling": {"half_size": 1e5}}},
    ):
        file = tmp_path / "request.json"
        file.write_text(json.dumps({**request, "run": RUN}))
        # in a process of its own: these two once wrote columns that they had not declared
        done = subprocess.run([sys.executable, "-m", "scaling_limits.cli", "ask", str(file)], capture_output=True, text=True)
        assert done.returncode == 0
        assert json.loads(done.stdout)["columns"]["status"] == "ok"


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_sweep_over_a_strategy_a_factor_a_growth_law_a_criterion(command: Command) -> None:
    request = {"run": RUN, "factor": [{"strong_scaling": {"half_size": 1e5}}]}
    file = command.file("run.json", request)
    options = (
        "--over",
        "strategy.slowdown=0:50 %:2",
        "--over",
        "factor.0.half_size=1e4:1e6:2:log",
        "--over",
        "growth.checkpoint_bytes=0:0.5:2",
    )
    code, out, err = command(
        "sweep", file, *options, "--over", "criterion.goodput_at_least=0.5:0.9:2", "--criterion", "peak_throughput"
    )
    assert (code, err) == (0, "")
    rows = rows_of(out)
    assert len(rows) == 16
    for row in rows:
        asked = {
            **request,
            "strategy": {"name": "blocking", "slowdown": float(row["strategy_slowdown"])},
            "factor": [{"strong_scaling": {"half_size": float(row["factor_0_half_size"])}}],
            "growth": {"checkpoint_bytes": float(row["growth_checkpoint_bytes"])},
        }
        for text, criterion in (
            ("peak_throughput", "peak_throughput"),
            ("goodput_at_least", {"goodput_at_least": float(row["criterion_goodput_at_least"])}),
        ):
            columns = sl.ask({"question": "limit", **asked, "criterion": criterion})["columns"]
            assert float(row[text]) == columns["value"]
            assert row[f"{text}_status"] == columns["status"]
        goodput = sl.ask({"question": "goodput", "run": RUN, "strategy": asked["strategy"]})["columns"]["goodput"]
        assert float(row["goodput"]) == goodput


def test_a_field_that_is_swept_need_not_be_in_the_file(command: Command) -> None:
    file = command.file("run.json", {"run": {k: v for k, v in RUN.items() if k not in ("gpus", "gpu_mttf")}})
    code, out, _ = command("sweep", file, "--over", "gpus=1e4:1e5:2", "--over", "run.gpu_mttf=10000 h:50000 h:2")
    assert code == 0
    assert [float(row["gpu_mttf"]) for row in rows_of(out)] == [3.6e7, 1.8e8] * 2
    assert "needs 'gpu_mttf'" in command("sweep", file, "--over", "gpus=1e4:1e5:2")[2]


def test_plan_takes_factors(command: Command) -> None:
    shown = command.json("plan", EXAMPLES / "limits.toml", "--json")["limits"]["peak_throughput"]
    assert shown["binding"] == "step"


def test_plan_reads_standard_input_and_null_is_not_given(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = command.json("plan", command.file("run.json", {"run": RUN}), "--json")
    for text in (json.dumps({"run": RUN, "strategy": None, "growth": None}), _core.to_toml({"run": RUN})):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert command.json("plan", "-", "--json") == {**shown, "file": "-"}


def test_parts_of_other_questions_are_refused(command: Command) -> None:
    file = command.file("run.json", {"run": RUN, "chip": "h100"})
    code, _, err = command("plan", file)
    assert code == 2
    assert "unknown key 'chip' outside any table" in err


def test_strategies_with_tiers_and_words(command: Command) -> None:
    levels = [{"tier": "host_memory", "share": 0.9}, {"tier": "file_system", "share": "10 %"}]
    multilevel = command.file(
        "m.json", {"run": {**RUN, "gpu_mttf": "500 h"}, "strategy": {"name": "multilevel", "levels": levels}}
    )
    shown = command.json("simulate", multilevel, "--json", "--relative-accuracy", "0.01")
    assert abs(shown["deviation"]) < 6
    assert shown["strategy"]["levels"] == [
        {"tier": sl.published.tiers["host_memory"].as_dict(), "share": 0.9},
        {"tier": sl.published.tiers["file_system"].as_dict(), "share": 0.1},
    ]
    in_memory = command.file("i.json", {"run": RUN, "strategy": {"in_memory": {"placement": "ring"}}})
    assert command.json("plan", in_memory, "--json")["strategy"]["placement"] == "ring"
