# SPDX-License-Identifier: Apache-2.0
"""The command fit, and plan with a log: what a log of failures says, and what to do."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits.cli import main

DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).parents[3] / "shared" / "data"))
DAY = 86400.0
RUN = '[run]\ngpus = 16384\ngpu_mttf = "1 h"\ncheckpoint_bytes = "5 TB"\nwrite_bandwidth = "2 TB/s"\n'


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([*map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def written(path: Path, rows: Sequence[str]) -> Path:
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture
def events(tmp_path: Path) -> Path:
    """600 failures of 50 nodes in 60 days, three causes; node n07 fails ten times as often."""
    random = np.random.default_rng(14)
    times = np.sort(random.uniform(0, 60 * DAY, 600))
    nodes = random.choice(50, 600, p=np.where(np.arange(50) == 7, 10, 1) / 59)
    causes = random.choice(["gpu", "nic", "disk"], 600, p=[0.6, 0.3, 0.1])
    stamps = np.datetime64("2025-03-01T00:00:00") + times.astype("timedelta64[s]")
    rows = [f"{at},n{node:02},{cause}" for at, node, cause in zip(stamps, nodes, causes, strict=True)]
    return written(tmp_path / "events.csv", ["start,node,cause", *rows])


@pytest.fixture
def lives(tmp_path: Path) -> Path:
    random = np.random.default_rng(5)
    ages = 1e6 * random.weibull(2.6, 400)
    seen = np.minimum(ages, 1.2e6)
    rows = [f"{t:.6g},{str(t < 1.2e6).upper()},{'old' if k % 2 else 'new'}" for k, t in enumerate(seen)]
    return written(tmp_path / "lives.csv", ["time,dead,batch", *rows])


COUNTS = ("cause,count", "GPU,148", "HBM3,72", "software,54", "network,35", "other,110")


def test_events_say_how_often_why_and_where(events: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    window = ("--window-start", "2025-03-01", "--window-end", "2025-04-30")
    given = ("--gpus", 24576, "--nodes", 50, *window)
    found = answer(capsys, "fit", events, *given, "--write", tmp_path / "found.toml")
    assert found["kind"] == "events" and found["events"] == 600 and found["window"] == 60 * DAY
    lower, upper = sl.failures.mtbf_interval(600, 60 * DAY)
    assert found["mtbf"] == [60 * DAY / 600, lower, upper]
    assert found["per_day"] == pytest.approx([10, DAY / upper, DAY / lower])
    assert found["gpu_hours_per_interruption"] == pytest.approx([24576 * x / 3600 for x in (8640, lower, upper)])
    causes = found["causes"]
    assert sum(one["events"] for one in causes.values()) == 600
    assert list(causes) == ["gpu", "nic", "disk"]
    assert found["tests"]["trend"]["p_value"] > 0.05
    assert found["tests"]["dispersion"]["p_value"] > 0.05
    worst = found["nodes"]["worst"]
    assert worst[0]["node"] == "n07" and worst[0]["p_value"] < 1e-6 and worst[1]["p_value"] > 0.05
    assert found["laws"][0]["law"] == "exponential"
    parts = tomllib.loads((tmp_path / "found.toml").read_text())
    assert parts["run"] == {"gpus": 24576, "interruptions": 600, "days": 60}  # wall clock: the run's downtime is taken out
    _, out, _ = run(capsys, "fit", events, "--gpus", 24576, *window)  # the same, for who did not ask for a file
    assert tomllib.loads(out[out.index("\n[run]") :]) == parts
    _, out, _ = run(capsys, "fit", events, *window)
    assert tomllib.loads(out[out.index("\n[run]") :]) == {**parts, "run": {"interruptions": 600, "days": 60}}
    running = answer(capsys, "fit", events, "--gpus", 24576, *window, "--downtime", "10 min", "--write", tmp_path / "run.toml")
    assert running["mtbf"][0] == (60 * DAY - 600 * 600) / 600 and running["clock"] == "running"
    written = tomllib.loads((tmp_path / "run.toml").read_text())["run"]
    assert written.pop("gpu_mttf_ends") == pytest.approx([end / running["mtbf"][0] for end in running["mtbf"][1:]])
    assert written == {"gpus": 24576, "gpu_mttf": 24576 * 8040}


def test_a_window_of_its_own_begins_with_a_failure(events: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "fit", events)
    times = sl.data.read_events(events).start
    assert found["events"] == 599 and found["window"] == times.max() - times.min()
    _, out, _ = run(capsys, "fit", events)
    assert "from the first, which is not counted, to the last" in re.sub(r"\s+", " ", out)


def test_some_of_the_events(events: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "fit", events, "--where", "cause=disk", "--nodes", 50)
    of_disk = sl.data.read_events(events).where(cause="disk")
    assert found["events"] == len(of_disk) - 1
    assert found["window"] == of_disk.start.max() - of_disk.start.min()
    assert found["nodes"]["count"] == 50
    code, _, err = run(capsys, "fit", events, "--where", "cause=moon")
    assert code == 2 and "no event has cause = moon" in err
    code, _, err = run(capsys, "fit", events, "--nodes", 3)
    assert code == 2 and "--nodes 3: 50 nodes have failed" in err
    code, _, err = run(capsys, "fit", events, "--where", "cause")
    assert code == 2 and "the form is COLUMN=VALUE" in err


def test_before_and_after_a_change(events: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    window = ("--window-start", "2025-03-01", "--window-end", "2025-04-30")
    found = answer(capsys, "fit", events, *window, "--change", "2025-03-21")["change"]
    log = sl.data.read_events(events, window_start="2025-03-01", window_end="2025-04-30")
    cut = np.datetime64("2025-03-21").astype("datetime64[s]").astype(float)
    before = int((log.start < cut).sum())
    expected = sl.failures.rate_ratio(before, 20 * DAY, 600 - before, 40 * DAY)
    assert found["windows"] == [20 * DAY, 40 * DAY]
    assert found["all"]["events"] == [before, 600 - before]
    assert found["all"]["ratio"] == pytest.approx([expected.ratio, expected.lower, expected.upper])
    assert found["all"]["p_value"] == pytest.approx(expected.p_value)
    assert found["all"]["per_day"]["before"] == pytest.approx(before / 20)
    gpus = [int(((log.cause == "gpu") & side).sum()) for side in (log.start < cut, log.start >= cut)]
    assert found["causes"]["gpu"]["events"] == gpus and sum(sum(one["events"]) for one in found["causes"].values()) == 600
    own = answer(capsys, "fit", events, "--change", "2025-03-21")["change"]  # begins with a failure, which is not counted
    assert own["all"]["events"] == [before - 1, 600 - before]
    _, out, _ = run(capsys, "fit", events, *window, "--change", "2025-03-21")
    assert "Before and after 2025-03-21" in out and "20 d and 40 d observed" in re.sub(r"\s+", " ", out)
    for wrong in ("2024-01-01", "2026-01-01", "soon"):
        code, _, err = run(capsys, "fit", events, "--change", wrong)
        assert code == 2 and f"--change {wrong}" in err and "Traceback" not in err


def test_failures_that_come_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = np.random.default_rng(2)
    alone = [(t, f"n{random.integers(64):02}") for t in random.uniform(0, 60 * DAY, 80)]
    racks = [
        (t + 5 * k, f"n{8 * rack + k:02}")
        for t, rack in zip(random.uniform(0, 60 * DAY, 15), range(15), strict=True)
        for k in range(3)
        if rack < 8
    ]
    rows = sorted(alone + racks)
    log = written(tmp_path / "log.csv", ["start,node,rack", *(f"{t:.0f},{node},r{int(node[1:]) // 8}" for t, node in rows)])
    found = answer(capsys, "fit", log, "--within", "30 s", "--domain", "rack", "--gpus", 512)
    merged = sl.failures.incidents([round(t) for t, _ in rows], [node for _, node in rows], 30)
    assert found["failures"]["events"] == 103 and found["events"] == len(merged.start) - 1 == found["incidents"]["events"]
    assert found["mtbf"][0] == pytest.approx(found["window"] / found["events"])
    assert found["domains"]["observed"] == 8 and found["domains"]["p_value"] < 1e-6 and found["domains"]["count"] == 8
    exponential = next(one for one in found["laws"] if one["law"] == "exponential")
    waits = np.diff(merged.start) - 30  # none is seen that is shorter than what is merged: counted from there on
    assert exponential["parameters"]["mean"][0] == pytest.approx(waits.mean())
    code, out, _ = run(capsys, "fit", log, "--within", "30 s", "--domain", "rack")
    assert code == 0 and "Together, by rack" in out and "failures within 30 s as one" in re.sub(r"\s+", " ", out)
    assert "a day" in run(capsys, "fit", log)[1]
    code, _, err = run(capsys, "fit", log, "--domain", "room")
    assert code == 2 and "--domain room: no such column; there are start, node, rack" in err


@pytest.mark.parametrize(
    ("option", "value"), [("--within", "60 s"), ("--nodes", "5"), ("--change", "2025-03-01"), ("--domain", "batch")]
)
def test_what_is_of_events_alone(lives: Path, option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "fit", lives, option, value)
    assert code == 2 and f"{option} is of events, and this log is of lives" in err


def test_columns_that_were_guessed_are_told(events: Path, lives: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "columns  start: start, node: node, cause: cause\n" in run(capsys, "fit", events)[1].replace("         ", "  ")
    assert re.search(r"columns +time: time, event: dead", run(capsys, "fit", lives)[1])


def test_failures_of_no_node_are_of_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"{3600 * k},{'n' + str(k % 7) if k % 3 else ''},r{k % 7 // 4}" for k in range(90)]
    log = written(tmp_path / "log.csv", ["start,node,rack", *rows])
    found = answer(capsys, "fit", log, "--nodes", 10, "--domain", "rack", "--within", "2 h")
    nodes = found["nodes"]
    assert nodes["count"] == 10 and {one["node"] for one in nodes["worst"]} == {f"n{k}" for k in range(7)}
    assert sum(one["events"] for one in nodes["worst"]) == 60 and found["domains"]["count"] == 2
    assert found["failures"]["events"] == 89
    code, _, err = run(capsys, "fit", log, "--nodes", 6)
    assert code == 2 and "7 nodes have failed" in err


def test_lives_say_which_law_fits(lives: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "law.toml"
    found = answer(capsys, "fit", lives, "--group", "batch", "--write", target)
    assert found["kind"] == "lives" and list(found["groups"]) == ["all", "new", "old"]
    read = sl.data.read_lives(lives)
    fit = sl.failures.fit(read.durations, read.observed, "weibull")
    first = found["laws"][0]
    assert first["law"] == "weibull"
    assert first["parameters"]["shape"] == pytest.approx([fit.parameters["shape"], *fit.interval("shape")])
    assert first["aic"] == fit.aic and first["p_value"] == fit.goodness().p_value
    assert tomllib.loads(target.read_text())["failure_law"] == {"name": "weibull", **fit.parameters}
    assert found["groups"]["new"]["units"] == 200


def test_counts_say_how_often_in_a_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = written(tmp_path / "counts.csv", COUNTS)
    found = answer(capsys, "fit", counts, "--window", "54 d", "--gpus", 16384)
    assert found["events"] == 419
    mtbf, lower, upper = np.array(found["mtbf"]) / 3600
    assert (round(mtbf, 3), round(lower, 3), round(upper, 3)) == (3.093, 2.811, 3.412)
    assert found["causes"]["GPU"]["share"] == 148 / 419
    code, _, err = run(capsys, "fit", counts)
    assert code == 2 and "give --window" in err


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_table_is_cropped(
    columns: int, events: Path, lives: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    counts = written(tmp_path / "counts.csv", COUNTS)
    words = {"events": ("n07", "gpu", "exponential"), "lives": ("weibull", "shape", "two_piece"), "counts": ("HBM3", "35.3%")}
    for log, more in ((events, ("--gpus", "24576")), (lives, ()), (counts, ("--window", "54 d"))):
        code, out, _ = run(capsys, "fit", log, *more)
        assert code == 0
        assert max(map(len, out.splitlines())) <= columns
        assert all(word in out for word in words[log.stem]), out
        assert "…" not in out


def test_a_log_from_standard_input(events: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(events.read_bytes())))
    assert answer(capsys, "fit", "-")["events"] == 599


def test_what_cannot_be_read_is_one_message(tmp_path: Path, lives: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = written(tmp_path / "empty.csv", [])
    header = written(tmp_path / "header.csv", ["start,node"])
    wrong = written(tmp_path / "wrong.csv", ["start,node", f"{'x' * 100},a", "also wrong,b"])
    for log in (empty, header, wrong, tmp_path / "none.csv", tmp_path):
        code, out, err = run(capsys, "fit", log)
        assert code == 2 and out == "" and "Traceback" not in err and str(log) in err
    assert "x" * 41 not in run(capsys, "fit", wrong)[2]
    code, _, err = run(capsys, "fit", lives, "--time", "time", "--start", "time")
    assert code == 2 and "--start is of events, --time of lives" in err
    for option, text in (("--gpus", "-1"), ("--gpus", "many"), ("--window", "54 GB")):
        code, _, err = run(capsys, "fit", lives, option, text)
        assert code == 2 and option in err
    code, _, err = run(capsys, "fit", lives, "--window", "3 d")
    assert code == 2 and "--window is of counts" in err


def test_rows_that_are_left_out_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"2025-03-{day:02} 10:00,a" for day in range(1, 20)]
    log = written(tmp_path / "log.csv", ["start,node", *rows, "never,b", rows[-1]])
    code, _, err = run(capsys, "fit", log)
    assert code == 0
    assert "line 21: start = 'never' is no date" in err and "equal to an earlier one" in err


def test_plan_from_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts, file = written(tmp_path / "counts.csv", COUNTS), tmp_path / "run.toml"
    file.write_text(RUN)
    found = answer(capsys, "plan", file, "--from-log", counts, "--window", "54 d", "--criterion", "goodput_at_least=0.9")
    assert found["mtbf"] == pytest.approx(54 * DAY / 419)
    learnt = found["from_log"]
    llama = sl.TrainingRun(gpus=16384, gpu_mttf=1.0, checkpoint_bytes=5e12, write_bandwidth=2e12)
    plan = sl.plan_from_log(419, llama, sl.limits.goodput_at_least(0.9), window=54 * DAY)
    for name in ("mtbf", "interval", "goodput", "limit"):
        low, high = getattr(plan, name).interval()
        expected = {"median": getattr(plan, name).median, "low": low, "high": high}
        assert learnt[name] == pytest.approx(expected)
    assert learnt["band"] == pytest.approx(list(plan.band))
    _, out, _ = run(capsys, "plan", file, "--from-log", counts, "--window", "54 d")
    assert "What 419 failures in 54 d leave open" in out and "costs less than 0.2 points" in out


def test_plan_from_a_log_of_events(events: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.toml"
    file.write_text(RUN)
    found = answer(capsys, "plan", file, "--from-log", events)
    times = sl.data.read_events(events).start
    assert found["mtbf"] == pytest.approx((times.max() - times.min()) / 599)


def test_plan_reads_a_log_as_fit_does(events: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Columns of other names, one system of several, a window, failures merged, GPUs of its own, nodes that cost."""
    text = events.read_text().splitlines()
    rows = ["when;machine;why;job", *(f"{line.replace(',', ';')};{'a' if k % 3 else 'b'}" for k, line in enumerate(text[1:]))]
    log, file = written(tmp_path / "other.csv", rows), tmp_path / "run.toml"
    file.write_text(RUN)
    read = ("--start", "when", "--node", "machine", "--cause", "why", "--system", "job", "--where", "job=a")
    read += ("--window-start", "2025-03-01", "--window-end", "2025-05-01", "--within", "5 min")
    found = answer(capsys, "plan", file, "--from-log", log, *read, "--log-gpus", 4096, "--nodes", 64)
    fitted = answer(capsys, "fit", log, *read, "--nodes", 64)
    learnt = found["from_log"]
    assert learnt["events"] == fitted["events"] < 400 and learnt["window"] == fitted["window"] == 61 * DAY
    assert found["mtbf"] == pytest.approx(fitted["mtbf"][0] * 4096 / 16384)
    nodes = learnt["nodes"]
    assert nodes["count"] == 64 and nodes["worst"][0] == "n07"
    assert nodes["rows"][0]["nodes"] == 1 and nodes["rows"][0]["renewed"] > nodes["goodput"]
    figure = tmp_path / "plan.svg"
    code, out, _ = run(capsys, "plan", file, "--from-log", log, *read, "--nodes", 64, "--plot", figure)
    assert figure.stat().st_size > 1000
    assert code == 0 and "What the worst nodes cost" in out and "n07" in out
    for option, value in (
        ("--where", "job=a"),
        ("--within", "60 s"),
        ("--nodes", "5"),
        ("--log-gpus", "8"),
        ("--start", "when"),
    ):
        code, _, err = run(capsys, "plan", file, option, value)
        assert code == 2 and f"{option} is of --from-log" in err


def test_plan_says_what_a_log_lacks(lives: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.toml"
    file.write_text(RUN)
    counts = written(tmp_path / "counts.csv", COUNTS)
    nothing = written(tmp_path / "nothing.csv", ["cause,count", "GPU,0", "NIC,0"])
    for words, why in (
        (("--from-log", lives), "lives of parts"),
        (("--from-log", counts), "give --window"),
        (("--window", "3 d"), "--window is of --from-log"),
        (("--from-log", nothing, "--window", "3 d"), "no failure"),
        (("--from-log", counts, "--window", "3 d", "--within", "60 s"), "--within is of events"),
        (("--from-log", counts, "--window", "3 d", "--nodes", "6"), "--nodes is of events"),
    ):
        code, _, err = run(capsys, "plan", file, *words)
        assert code == 2 and why in err, err


@pytest.mark.skipif(not (DATA / "titan").exists(), reason="no data of Titan there")
def test_titan(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "fit", DATA / "titan" / "gc_summary_loc.csv", "--group", "batch")
    old, new = (found["groups"][name] for name in ("old", "new"))
    assert (old["units"], old["events"], new["units"], new["events"]) == (18837, 5027, 11370, 62)
    laws = {one["law"]: one for one in old["laws"]}
    year = 365 * DAY
    assert round(laws["weibull"]["parameters"]["shape"][0], 3) == 2.638
    assert round(laws["weibull"]["parameters"]["scale"][0] / year, 3) == 7.112
    assert round(laws["exponential"]["mean"] / year, 2) == 15.07
    assert old["laws"][0]["law"] == "two_piece"
    assert 2 < old["laws"][0]["parameters"]["change"][0] / year < 3  # the step in the third year


@pytest.mark.skipif(not (DATA / "lanl").exists(), reason="no data of LANL there")
def test_lanl(capsys: pytest.CaptureFixture[str]) -> None:
    log = next((DATA / "lanl").glob("*.xz"))
    found = answer(capsys, "fit", log, "--where", "System=18", "--nodes", 1024)
    assert found["events"] == 3996
    assert found["nodes"]["worst"][0]["node"] == "0"
