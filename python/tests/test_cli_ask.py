# SPDX-License-Identifier: Apache-2.0
"""The commands ask and describe, and that the other commands are the same answers."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._clock import counted, ends_of_log
from scaling_limits.cli import main
from scaling_limits.cli._request import Document, Takes, objects
from scaling_limits.cli._tables import human

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RUN = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
BAND = {"low", "high", "low_because", "high_because", "assumption", "band_note"}
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
        assert {key: x for key, x in found.items() if key not in BAND} | shares == columns


@pytest.mark.parametrize(("name", "file"), [("limits", "limits.toml"), ("plan", "run.toml")])
@pytest.mark.parametrize("known", [[], ["gpu_mttf", "start"]])
def test_the_ends_of_a_size_are_those_of_its_band(command: Command, name: str, file: str, known: list[str]) -> None:
    options = [part for one in known for part in ("--known", one)]
    shown = command.json(name, EXAMPLES / file, *options, "--json")
    for text, found in shown["limits"].items():
        kind, _, value = text.partition("=")
        asked = {**example(file), "criterion": {kind: float(value)} if value else kind, "with": {"known": known}}
        band = sl.ask({"question": "band", **asked})["columns"]
        assert [found[key] for key in ("low", "low_because", "high", "high_because")] == [
            band[key] for key in ("low", "low_because", "high", "high_because")
        ]
        assert found["band_note"] == band["note"]
        for key in ("name", "text", "source", "value", "status", "goodput", "interval"):
            assert [row[key] for row in found["assumption"]] == band[f"assumption.{key}"]
        assert not set(known) & set(band["assumption.name"])
        if name == "plan":  # whatever the criterion
            ends = ("goodput_low", "goodput_high", "goodput_low_because", "interval_low", "interval_high")
            assert [shown[key] for key in ends] == [band[key] for key in ends]


@pytest.mark.parametrize(("name", "file"), [("limits", "limits.toml"), ("plan", "run.toml")])
def test_what_is_otherwise_at_the_ends_is_said_in_words(command: Command, name: str, file: str) -> None:
    _, shown, _ = command(name, EXAMPLES / file)
    lines = shown.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("How large it can get"))
    assert lines[at].endswith("; low, high: if one thing is otherwise than given")
    assert lines[at + 1].split()[:4] == ["criterion", "GPUs", "low", "high"]
    there = next(k for k, line in enumerate(lines) if line.startswith("What is otherwise at low and high"))
    rows = itertools.takewhile(lambda line: line and not line.startswith("as given"), lines[there + 2 :])
    texts = {line.split()[0]: line for line in rows}
    limits = command.json(name, EXAMPLES / file, "--json")["limits"].values()
    assert set(texts) == {limit[f"{end}_because"] for limit in limits for end in ("low", "high")}
    for limit in limits:
        for end in ("low", "high"):
            row = min(limit["assumption"], key=lambda row: abs(row["value"] - limit[end]))
            assert row["text"] in texts[row["name"]]


def test_what_is_known_leaves_nothing_otherwise(command: Command) -> None:
    names = {
        row["name"]
        for row in command.json("limits", EXAMPLES / "run.toml", "--json")["limits"]["peak_throughput"]["assumption"]
    }
    options = [part for one in sorted(names) for part in ("--known", one)]
    for name in ("plan", "limits"):
        _, shown, _ = command(name, EXAMPLES / "run.toml", *options)
        assert not {"low", "high"} & set(shown.split()) and "if one thing is otherwise" not in shown
    code, _, error = command("plan", EXAMPLES / "limits.toml", "--known", "bites")
    assert code == 2
    assert error.startswith("scaling-limits: --known: ")
    assert "'bites' is nothing that is assumed otherwise; did you mean 'bytes'?" in error


def test_plan_says_what_goodput_and_interval_are_otherwise(command: Command) -> None:
    found = command.json("plan", EXAMPLES / "run.toml", "--json")
    _, shown, _ = command("plan", EXAMPLES / "run.toml")
    lines = [line.strip() for line in shown.splitlines()]
    ends = f"{found['goodput_low']:.2%} (bytes) to {found['goodput_high']:.2%} if one thing is otherwise than given"
    assert lines[lines.index(ends) - 1].startswith(f"goodput          {found['goodput']:.2%}")
    assert found["goodput_low"] < found["goodput"] < found["goodput_high"]
    ends = f"{human(found['interval_low'], 's')} to {human(found['interval_high'], 's')} if one thing is otherwise than given"
    assert lines[lines.index(ends) - 1].startswith("save every")
    _, shown, _ = command("plan", EXAMPLES / "run.toml", "--interval", "10 min")  # chosen: nothing moves it
    assert shown.count(" if one thing is otherwise than given\n") == 2  # of goodput, and of the sizes


def of_rate(limit: dict[str, Any]) -> list[dict[str, Any]]:
    """What a band has of gpu_mttf otherwise."""
    return [row for row in limit["assumption"] if row["name"] == "gpu_mttf"]


@pytest.mark.parametrize("causes", [(), ("--without-causes",)])
def test_a_log_has_an_interval_of_its_own_of_how_often_failures_come(command: Command, causes: tuple[str, ...]) -> None:
    log, run = EXAMPLES / "failures.csv", EXAMPLES / "run.toml"
    asked = ("plan", run, "--from-log", log, *causes, "--known", "bytes", "--json")
    found = json.loads(command(*asked)[1])  # what the log is read as is said on stderr
    events = sl.data.read_events(log)
    downtime = found["from_log"]["downtime"] or None
    value, *ends = counted(events, downtime=downtime).estimate(16384).group("gpu_mttf").values()
    assert found["run"]["gpu_mttf"] == pytest.approx(value, rel=1e-12)
    text = re.sub("gpu_mttf = .*", "gpu_mttf = RATE", run.read_text())
    rows = found["from_log"]["causes"]
    assert bool(rows) is not bool(causes)
    listed = "".join(
        f'[[cause]]\nname = "{row["name"]}"\nshare = {row["share"]!r}\n'
        + (f"downtime = {row['downtime']!r}\n" if row["downtime"] is not None and row["downtime"] == row["downtime"] else "")
        for row in (rows["rows"] if rows else [])
    )
    for criterion, limit in found["limits"].items():
        assert [row["name"] for row in limit["assumption"]][:2] == ["gpu_mttf", "gpu_mttf"]
        for row, end in zip(of_rate(limit), ends, strict=True):
            there = command.file("end.toml", text.replace("RATE", repr(float(end))) + listed)
            alone = command.json("plan", there, "--known", "gpu_mttf", "--known", "bytes", "--json")
            assert row["value"] == pytest.approx(alone["limits"][criterion]["value"], rel=1e-9)  # of a search
            assert row["goodput"] == pytest.approx(alone["goodput"], rel=1e-9)
            assert row["source"] == "this log" and "what the log leaves open" in row["text"]
        assert "bytes" not in [row["name"] for row in limit["assumption"]]
    known = json.loads(command(*asked, "--known", "gpu_mttf")[1])
    assert not any(of_rate(limit) for limit in known["limits"].values())


@pytest.mark.parametrize("gpus", [("--gpus", "16384"), ()])
def test_a_file_that_fit_writes_has_the_interval_of_its_log(command: Command, tmp_path: Path, gpus: tuple[str, ...]) -> None:
    log, target = EXAMPLES / "failures.csv", tmp_path / "found.toml"
    code, _, error = command("fit", log, *gpus, "--downtime", "2 min", "--write", target)
    assert code == 0, error
    written = target.read_text()
    assert "# gpu_mttf_ends: the ends of that interval, as factors" in written
    ends = _core.from_toml(written)["run"]["gpu_mttf_ends"]
    value, *counted_ends = counted(sl.data.read_events(log), downtime=120.0).estimate(16384).group("gpu_mttf").values()
    assert ends == pytest.approx([end / value for end in counted_ends], rel=1e-12)
    rest = [line for line in (EXAMPLES / "run.toml").read_text().splitlines() if not line.startswith(("[run]", "gpu_mttf"))]
    if gpus:
        rest = [line for line in rest if not line.startswith("gpus")]
    path = command.file("plan.toml", written.replace("[run]\n", "\n".join(["[run]", *rest[: rest.index("[strategy]")], ""]), 1))
    limits = command.json("limits", path, "--json")["limits"]
    plan = command.json("plan", path, "--json")
    document = Document(path, Takes(("assess", "limits")))
    document.ask("assess")
    made = objects(document)
    for text, limit in limits.items():
        assert [row["source"] for row in of_rate(limit)] == ["this log"] * 2
        if text in plan["limits"]:
            assert of_rate(plan["limits"][text]) == of_rate(limit)
    (text, limit) = next((text, limit) for text, limit in limits.items() if text.startswith("goodput"))
    criterion = sl.limits.goodput_at_least(float(text.partition("=")[2] or 0.9))
    plan_of = (made["run"], criterion, made.get("growth"), made["strategy"])
    band = sl.limits.band(*plan_of, gpu_mttf_ends=ends)
    assert [row.value for row in band.assumption] == pytest.approx([row["value"] for row in limit["assumption"]], rel=1e-12)
    assert [row.text for row in band.assumption] == [row["text"] for row in limit["assumption"]]
    assert sl.limits.max_gpus(*plan_of, gpu_mttf_ends=ends).band == band
    assert {row["text"] for row in of_rate(limit)} & set(
        re.findall(r"failures come .* leaves open", command("limits", path)[1])
    )
    known = command.json("limits", path, "--known", "gpu_mttf", "--json")["limits"]
    assert not any(of_rate(one) for one in known.values())
    other = command.json("plan", path, "--gpu-mttf", "30000 h", "--json")["limits"]  # the interval is of the file's rate
    assert all(row["source"] != "this log" for one in other.values() for row in of_rate(one))


def test_where_a_log_has_no_interval_the_fixed_rows_stand_and_that_is_said(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "found.toml"
    command("fit", EXAMPLES / "failures.csv", "--gpus", "16384", "--write", target)  # on the wall clock
    written = target.read_text()
    assert (
        "# on the wall clock no interval of gpu_mttf: low and high of a plan take it to be otherwise as without a log"
        in written
    )
    assert "gpu_mttf_ends" not in written
    assert ends_of_log([3.0, math.nan, math.nan]) == {} == ends_of_log([math.inf, 3.0, math.inf])
    monkeypatch.setattr("scaling_limits.cli.plan.ends_of_log", lambda rate: {})
    _, shown, said = command("plan", EXAMPLES / "run.toml", "--from-log", EXAMPLES / "failures.csv", "--json")
    assert f"remark: {EXAMPLES / 'failures.csv'}: no interval of gpu_mttf: " in said
    for limit in json.loads(shown)["limits"].values():
        texts = [row["text"] for row in of_rate(limit)]
        assert texts == ["failures come 1.7 times as often", "failures come 1.64 times as rarely"]


@pytest.mark.parametrize("ends", ["[0.9]", "[1.1, 2]", "[0.5, 0.9]", '["0.5", 2]', "0.5", "[0.5, 1, 2]"])
def test_ends_of_a_log_that_are_none_are_refused(command: Command, ends: str) -> None:
    text = (EXAMPLES / "run.toml").read_text().replace("[run]", f"[run]\ngpu_mttf_ends = {ends}")
    for name in ("plan", "compare"):
        code, _, error = command(name, command.file("wrong.toml", text))
        assert code == 2 and "gpu_mttf_ends must be two factors of gpu_mttf" in error


@pytest.mark.parametrize("name", ["plan", "limits"])
def test_what_the_file_knows_and_what_an_option_knows_add_up(command: Command, name: str) -> None:
    text = (EXAMPLES / "run.toml").read_text().replace("# known = ", "known = ")
    path = command.file("run.toml", text)
    shown = command.json(name, path, "--known", "bytes", "--json")
    both = command.json(name, EXAMPLES / "run.toml", "--known", "gpu_mttf", "--known", "bytes", "--json")
    assert shown.pop("file") != both.pop("file")
    assert shown == both
    code, _, error = command(name, command.file("wrong.toml", text.replace('gpu_mttf"]', 'gpu_mtff"]')))
    assert code == 2 and "'gpu_mtff' is nothing that is assumed otherwise; did you mean 'gpu_mttf'?" in error


@pytest.mark.parametrize("name", ["plan", "limits"])
def test_a_start_up_of_which_nobody_says_how_it_grows_is_said(command: Command, name: str) -> None:
    said = "as given, a restart starts up in the same time at every size (initialization_time = 300 s)"
    assert any(line.startswith(said) for line in command(name, EXAMPLES / "run.toml")[1].splitlines())
    assert command.json(name, EXAMPLES / "run.toml", "--json")["assumes"].startswith(said.removeprefix("as given, "))
    parts = "[restart]\ncommunicator_growth = 265\ncommunicator_gpus = 96000\n"
    path = command.file("run.toml", (EXAMPLES / "run.toml").read_text() + parts)
    assert "as given, " not in command(name, path)[1].replace("than given", "")


def test_rows_that_do_not_say_what_survives_are_said_at_every_door(command: Command) -> None:
    rows = [("GPU", ""), ("network", ""), ("process", "severity = 1\n")]
    causes = "".join(f'[[cause]]\nname = "{name}"\nshare = 0.2\n{more}' for name, more in rows)
    of_storage = (EXAMPLES / "run.toml").read_text()
    text = of_storage.replace('"blocking"', '"in_memory"')
    path, stored = command.file("memory.toml", text + causes), command.file("stored.toml", of_storage + causes)
    said = command.file("said.toml", text + "[[cause]]" + causes.split("[[cause]]")[-1])
    sentence = (
        "causes 'GPU' and 'network' say no severity and are taken to need the highest level of checkpoint: "
        "severity = 1 in a row says that the state survives in peers' memory"
    )
    for name in ("plan", "limits"):
        found = command.json(name, path, "--json")["assumes"].split("; ")
        assert found[-1] == sentence and found[0].startswith("a restart starts up")
        assert sentence[:40] in command(name, path)[1].replace("\n", " ")
        assert "severity" not in command(name, stored)[1] + command(name, said)[1]
    rows_of = {row["name"]: row["assumes"] for row in command.json("compare", path, "--json")["rows"]}
    assert rows_of["in_memory"].endswith(f"; {sentence}") and rows_of["buddy"].endswith(sentence)
    assert rows_of["just_in_time"].endswith("leaves_state = 1 in a row says that a replica survives to save the state")
    assert not [name for name, told in rows_of.items() if "severity" in told and name not in ("in_memory", "buddy")]
    assert sentence[:40] in command("compare", path)[1].replace("\n", " ")
    document = Document(path, Takes(("assess", "limits")))
    document.ask("assess")
    made = objects(document)
    run, growth, strategy = made["run"], made.get("growth"), made["strategy"]
    band = sl.limits.band(run, sl.limits.goodput_at_least(0.9), growth, strategy)
    assert band.assumes.endswith(sentence)
    listed = [row if row.severity else row.replace(severity=2) for row in strategy.causes]
    again = sl.limits.band(run, sl.limits.goodput_at_least(0.9), growth, strategy.under(causes=listed))
    assert (again.value, again.goodput) == (band.value, band.goodput) and "severity" not in again.assumes
    assert f"; {sentence}\n" in repr(sl.compare(run, [strategy]))


def test_a_growth_law_names_parts_of_the_restart_in_a_file(command: Command) -> None:
    text = (EXAMPLES / "run.toml").read_text().replace("initialization_time =", "# initialization_time =")
    named = text.replace('preset = "chinchilla"', 'preset = "chinchilla"\nschedule_time = 0.3')
    same = "[restart]\ncommunicator_growth = 300\ncommunicator_gpus = 16384\ncommunicator_exponent = 0.3\n"
    found = command.json("limits", command.file("named.toml", named + "[restart]\nschedule_time = 300\n"), "--json")
    other = command.json("limits", command.file("same.toml", text + same), "--json")
    assert found["growth"] == {"checkpoint_bytes": 0.5, "schedule_time": 0.3} and not found["assumes"]
    for name, one in found["limits"].items():
        assert one["value"] == pytest.approx(other["limits"][name]["value"], rel=1e-9)
    code, _, error = command("limits", command.file("bare.toml", named))
    assert code == 2 and "'schedule_time' is a part of a restart, of which none is given" in error


def test_known_is_kept_with_what_was_asked(command: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.toml"
    command("plan", EXAMPLES / "run.toml", "--known", "bytes", "--known", "start", "--save", kept)
    assert "--known bytes --known start" in kept.read_text().splitlines()[0]


@pytest.mark.parametrize("more", ["", "[restart]\ncommunicator_growth = 265\ncommunicator_gpus = 96000\n"])
def test_figures_logs_and_the_simulator_take_what_stops_the_run(command: Command, more: str) -> None:
    cause = '[[cause]]\nname = "hang"\nshare = 0.3\ndetection = "3 h"\n'
    path = command.file("run.toml", (EXAMPLES / "run.toml").read_text() + cause + more)
    document = Document(path, Takes(("assess", "limits")))
    goodput = document.ask("assess")["goodput"]
    made = objects(document)
    assert made["strategy"].goodput(made["run"]) == goodput < 0.8


@pytest.mark.parametrize("name", ["plan", "limits"])
def test_a_size_without_a_band_says_why(command: Command, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    ask = _core.ask

    class Refusing:
        def __getattr__(self, name: str) -> Any:
            return getattr(_core, name)

        def ask(self, request: Any, *rest: Any) -> Any:
            if request["question"] == "band" and request["criterion"] == "peak_throughput":
                return {"error": {"message": "no band of that", "field": "strategy", "value": None}}
            return ask(request, *rest)

    monkeypatch.setattr(sys.modules["scaling_limits.cli._request"], "_core", Refusing())
    words = (name, EXAMPLES / "run.toml", "--criterion", "peak_throughput", "--criterion", "goodput_at_least=0.9")
    code, shown, _ = command(*words)
    assert code == 0
    row = next(line for line in shown.splitlines() if line.startswith("peak_throughput"))
    assert row.split()[1:6] == ["393,384", "not", "known", "not", "known"] and row.endswith("  no band of that")
    found = command.json(*words, "--json")
    alone = found["limits"]["peak_throughput"]
    assert (alone["low"], alone["high"], alone["assumption"], alone["band_note"]) == (None, None, [], "no band of that")
    assert found["limits"]["goodput_at_least=0.9"]["low_because"] == "bytes"
    if name == "plan":
        assert found["goodput_low"] < found["goodput"]


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


def test_plan_crosses_into_cpp_once_per_question(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
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
        asked = [name for name in calls if name != "said_text"]  # numbers as people read them
        assert asked == ["from_toml", "ask", "ask", *["ask"] * 6]  # assess, limits; by criterion a band, and what was reported


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


STOPPED = """
[run]
gpus = 16384
checkpoint_bytes = "5 TB"
write_bandwidth = "2 TB/s"
downtime = "1 min"

[[cause]]
name = "gpu"
mttf = "80000 h"
detection = 60

[[cause]]
name = "software"
mtbf = "1 d"
per = "job"
severity = 1
leaves_state = true

[restart]
schedule_time = 300
communicator_growth = 60
communicator_gpus = 16384
"""
SLOW = """
[[factor]]
name = "slow_parts"
gpu_time_to_slow = "100000 h"
slowdown = 1.5
duration = "1 h"
"""


def test_a_simulation_plays_the_causes_and_the_slow_parts_of_a_file(command: Command, tmp_path: Path) -> None:
    def played(text: str) -> dict[str, Any]:
        (tmp_path / "stopped.toml").write_text(text)
        return command.json("simulate", tmp_path / "stopped.toml", "--json", "--relative-accuracy", "2e-3")

    stopped, slowed = played(STOPPED), played(STOPPED + SLOW)
    request = _core.from_toml(STOPPED)
    assert stopped["closed_form"] == sl.ask({"question": "goodput", **request})["columns"]["goodput"]
    factor = sl.limits.SlowParts(gpu_time_to_slow="100000 h", slowdown=1.5, duration=3600)
    assert slowed["closed_form"] == pytest.approx(stopped["closed_form"] * factor.efficiency(16384), rel=1e-12)
    for found in (stopped, slowed):
        assert found["status"] == "ok"
        assert abs(found["deviation"]) < 3
        assert abs(found["goodput"] - found["closed_form"]) < 0.01
    assert "slow parts" not in stopped["breakdown"] and "factor" not in stopped
    assert slowed["breakdown"]["slow parts"] == pytest.approx(stopped["closed_form"] - slowed["closed_form"], abs=5e-3)
    _, shown, _ = command("simulate", tmp_path / "stopped.toml", "--relative-accuracy", "0.01")
    assert "by the closed form times the mean speed beside slow parts" in shown
    row = next(line.split() for line in shown.splitlines() if line.startswith("slow parts"))
    assert float(row[-1].rstrip("%")) / 100 == pytest.approx(stopped["closed_form"] - slowed["closed_form"], abs=1e-5)


OTHERS = {
    "planned": '[[cause]]\nname = "upgrade"\nmtbf = "1 d"\nplanned = true\n',
    "silent": '[[cause]]\nname = "corruption"\nmtbf = "20 d"\nlag = "1 h"\n',
}


@pytest.mark.parametrize("terms", [["planned"], ["silent"], ["planned", "silent"]], ids="+".join)
def test_terms_without_a_bucket_in_the_simulator_have_no_number(command: Command, tmp_path: Path, terms: list[str]) -> None:
    file = tmp_path / "others.toml"
    file.write_text(STOPPED.replace("[restart]", "".join(OTHERS[term] for term in terms) + "[restart]"))
    found = command.json("simulate", file, "--json", "--relative-accuracy", "2e-3")
    assert {term for term, share in found["breakdown"].items() if share is None} == {*terms}
    assert sum(share for share in found["breakdown"].values() if share is not None) == pytest.approx(1, abs=1e-9)
    assert abs(found["deviation"]) < 4
    _, shown, _ = command("simulate", file, "--relative-accuracy", "0.01")
    for term in terms:
        (row,) = (line.split() for line in shown.splitlines() if line.split()[:1] == [term] and "%" in line)
        assert len(row) == 2 and float(row[1].rstrip("%")) > 0  # by the closed form alone
    assert f"{' and '.join(terms)} {'is' if len(terms) == 1 else 'are'} played, too: as simulated" in shown
    (tmp_path / "plain.toml").write_text(STOPPED)
    assert "played, too" not in command("simulate", tmp_path / "plain.toml", "--relative-accuracy", "0.01")[1]


def test_a_comparison_is_under_the_causes_of_a_file(command: Command, tmp_path: Path) -> None:
    (tmp_path / "stopped.toml").write_text(STOPPED)
    shown = command.json("compare", tmp_path / "stopped.toml", "--json")
    request = _core.from_toml(STOPPED)
    for row in shown["rows"]:
        kind = {"kind": row["name"], **{name: x for name, x in row["parameters"].items() if x is not None}}
        alone = sl.ask({"question": "goodput", **request, "strategy": kind})["columns"]["goodput"]
        assert row["goodput"] == pytest.approx(alone, rel=1e-12)
    assumed = {row["name"]: row["assumes"] for row in shown["rows"]}
    assert assumed["just_in_time"] == "step_time = 0 s"
    assert "initialization_time" not in shown["run_assumes"]
