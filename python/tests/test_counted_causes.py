# SPDX-License-Identifier: Apache-2.0
"""Causes that a log counts: what fit writes, what plan makes of them, and the function both use."""

from __future__ import annotations

import csv
import io
import json
import math
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.cli import main

DAY = 86400.0
MACHINE = {"checkpoint_bytes": 5e12, "write_bandwidth": 2e12, "initialization_time": 300.0}
WINDOW = ("--window-start", "2025-03-01", "--window-end", "2025-03-31")
MOST = 64  # rows of a list


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([*map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    code, out, err = command(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def log_of(path: Path, causes: list[str], outages: list[float] | None = None, seed: int = 3) -> Path:
    """A log of 30 days, failures some hours apart; with an end of each where outages are given."""
    gap = 30 * DAY / (len(causes) + 1)
    times = gap * (np.arange(len(causes)) + np.random.default_rng(seed).uniform(0.1, 0.5, len(causes)))
    stamps = np.datetime64("2025-03-01T00:00:00") + np.round(times).astype("timedelta64[s]")
    rows = [[str(at), cause] for at, cause in zip(stamps, causes, strict=True)]
    if outages is not None:
        for row, at, outage in zip(rows, stamps, outages, strict=True):
            row.append(str(at + np.timedelta64(int(outage), "s")))
    text = io.StringIO()
    csv.writer(text).writerows([["start", "cause", *(["end"] if outages is not None else [])], *rows])
    path.write_text(text.getvalue())
    return path


def drawn(count: int, names: dict[str, float], seed: int = 7) -> list[str]:
    return [str(x) for x in np.random.default_rng(seed).choice(list(names), count, p=list(names.values()))]


def request(path: Path, written: Path | None = None, **more: Any) -> Path:
    """A file for plan: what fit wrote, and the rest of the run."""
    parts: dict[str, Any] = tomllib.loads(written.read_text()) if written else {}
    run = {"gpus": 1024.0, **parts.pop("run", {}), **MACHINE}
    path.write_text(_core.to_toml({"run": run | more.pop("run", {}), **parts, **more}))
    return path


NAMES = {"GPU": 0.4, 'the "host"': 0.3, "network\\core": 0.2, "": 0.1}


@pytest.mark.parametrize("gpus", [None, 1024])
@pytest.mark.parametrize("outages", [False, True])
def test_what_is_written_has_the_rates_of_the_log(
    gpus: int | None, outages: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    causes = drawn(200, NAMES)
    lost = [float(60 * (1 + len(cause) % 5)) for cause in causes]
    log = log_of(tmp_path / "log.csv", causes, lost if outages else None)
    given = () if gpus is None else ("--gpus", gpus)
    code, _, err = command(capsys, "fit", log, *given, *WINDOW, "--write", tmp_path / "found.toml")
    assert code == 0, err
    parts = tomllib.loads((tmp_path / "found.toml").read_text())
    by_hand = Counter(causes)
    assert [row["name"] for row in parts["cause"]] == [name for name, _ in by_hand.most_common() if name]
    assert parts["run"].get("gpus") == gpus
    downtime = 0 if outages else 1200
    file = request(tmp_path / "run.toml", tmp_path / "found.toml", **({} if outages else {"run": {"downtime": downtime}}))
    found = answer(capsys, "plan", file)
    running = 30 * DAY - (sum(lost) if outages else 200 * downtime)
    run = sl.TrainingRun(**found["run"])
    rows = [sl.failures.Cause(**row) for row in parts["cause"]]
    mix = sl.run.cause_mix(run, rows)
    assert mix.failure_rate == pytest.approx(200 / running, rel=1e-12)
    struck = {row["cause"]: row["share"] * mix.failure_rate for row in found["causes"]}
    for name, count in by_hand.items():
        assert struck[name or "other"] == pytest.approx(count / running, rel=1e-12), name
    if outages:  # of each cause its own, of what is left the run's
        assert {row["name"]: row["downtime"] for row in parts["cause"]} == pytest.approx(
            {name: 60.0 * (1 + len(name) % 5) for name in by_hand if name}
        )
        assert mix.downtime == pytest.approx(np.mean(lost), rel=1e-12) and parts["run"]["downtime"] == 60
    else:
        assert not any("downtime" in row for row in parts["cause"]) and mix.downtime == pytest.approx(downtime)


def test_the_file_says_how_sure_each_row_is_and_what_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = ["GPU"] * 30 + ["NIC"] + ["other"] * 4 + [""] * 5
    log = log_of(tmp_path / "log.csv", causes)
    command(capsys, "fit", log, *WINDOW, "--downtime", "6 h", "--write", tmp_path / "running.toml")
    per_day = [DAY / x for x in reversed(sl.failures.mtbf_interval(1, 20 * DAY))]
    sure = f'# 1 time, 0.05 a day (95 %: {per_day[0]:.3g} to {per_day[1]:.3g})\n[[cause]]\nname = "NIC"'
    assert sure in (tmp_path / "running.toml").read_text()
    code, out, _ = command(capsys, "fit", log, "--gpus", 1024, *WINDOW, "--write", tmp_path / "found.toml")
    text = (tmp_path / "found.toml").read_text()
    nine = '9 have no cause, or "other": they are what gpu_mttf counts beside the rows'
    for said in ("shares of causes are as counted, of 40 failures", nine, "a cause needs the highest level of checkpoint"):
        assert code == 0 and f"# {said}" in text and said in out
    low, high = (1024 * x / 3600 for x in sl.failures.mtbf_interval(1, 30 * DAY))
    assert (
        f'# 1 time, one in {1024 * 720:,} GPU-hours (95 %: {low:,.0f} to {high:,.0f}), wall clock\n[[cause]]\nname = "NIC"'
        in text
    )
    _, out, _ = command(capsys, "fit", log, *WINDOW)
    assert nine in out and tomllib.loads(out[out.index("\n[run]") :])["cause"] == tomllib.loads(text)["cause"]
    found = answer(capsys, "fit", log, *WINDOW)["cause_rows"]
    assert {name: found[name] for name in ("events", "without_cause", "without_row", "downtime")} == {
        "events": 40, "without_cause": 9, "without_row": 9, "downtime": None,
    }  # fmt: skip
    per_day = [DAY / x for x in reversed(sl.failures.mtbf_interval(1, 30 * DAY))]
    nic = {"name": "NIC", "events": 1, "share": 1 / 40, "downtime": None}
    assert {**found["rows"][1], "per_day": None} == {**nic, "per_day": None}
    assert found["rows"][1]["per_day"] == pytest.approx([1 / 30, *per_day])


@pytest.mark.parametrize("causes", [["GPU"] * 9, [""] * 9, ["other"] * 5 + [""] * 4])
def test_a_log_of_one_kind_has_no_rows(causes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(tmp_path / "log.csv", causes)
    code, out, err = command(capsys, "fit", log, *WINDOW)
    assert code == 0 and "[[cause]]" not in out and "shares of causes" not in out, err
    assert answer(capsys, "fit", log, *WINDOW)["cause_rows"] is None
    found = answer(capsys, "plan", request(tmp_path / "run.toml", run={"mtbf": DAY}), "--from-log", log, *WINDOW)
    assert "causes" not in found and found["from_log"]["causes"] is None


def test_one_name_beside_failures_without_a_cause_is_a_row() -> None:
    rows = sl.data.causes_of(sl.data.Counts(["GPU", ""], [3, 1]))
    assert [(row.name, row.share) for row in rows] == [("GPU", 0.75)]


def test_counts_and_their_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = tmp_path / "counts.csv"
    counts.write_text("cause,count\nGPU,148\nHBM3,72\nother,110\nnever,0\nnetwork,35\n")
    command(capsys, "fit", counts, "--window", "54 d", "--write", tmp_path / "found.toml")
    parts = tomllib.loads((tmp_path / "found.toml").read_text())
    assert parts["cause"] == [{"name": name, "share": n / 365} for name, n in (("GPU", 148), ("HBM3", 72), ("network", 35))]
    assert sl.data.causes_of(sl.data.read_counts(counts)) == [sl.failures.Cause(**row) for row in parts["cause"]]
    found = answer(capsys, "plan", request(tmp_path / "run.toml", run={"mtbf": DAY}), "--from-log", counts, "--window", "54 d")
    shares = {row["cause"]: row["share"] for row in found["causes"]}
    assert shares == pytest.approx({"GPU": 148 / 365, "HBM3": 72 / 365, "network": 35 / 365, "other": 110 / 365})


def test_merged_failures_have_the_cause_of_the_first() -> None:
    start = [0, 10, 20, 3000, 9000, 9100, 20000]
    log = sl.data.Events(
        start, cause=["a", "b", "", "c", "c", "b", "a"], window=(0, 15000), outages=[5, math.nan, 7, 100, 200, math.nan, 9000]
    )  # the last is outside of the window
    usual = (5 + 7 + 100 + 200) / 4
    each = {row.name: (row.share, row.downtime) for row in sl.data.causes_of(log)}
    assert each == {"a": (1 / 6, 5), "b": (2 / 6, usual), "c": (2 / 6, 150)}
    merged = {row.name: (row.share, row.downtime) for row in sl.data.causes_of(log, within="1 min")}
    assert merged == {"a": (1 / 4, 27), "b": (1 / 4, (27 + 100 + 200) / 3), "c": (2 / 4, 150)}


def test_within_of_the_command_counts_interruptions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stamps = ["03-01T00:00:00", "03-01T00:00:30", "03-05T00:00:00", "03-09T00:00:00", "03-09T00:00:10", "03-20T00:00:00"]
    causes = ["GPU", "NIC", "NIC", "GPU", "NIC", "NIC"]
    log = tmp_path / "log.csv"
    log.write_text("start,cause\n" + "".join(f"2025-{at},{cause}\n" for at, cause in zip(stamps, causes, strict=True)))
    command(capsys, "fit", log, *WINDOW, "--within", "1 min", "--write", tmp_path / "found.toml")
    text = (tmp_path / "found.toml").read_text()
    assert "# shares of causes are as counted, of 4 interruptions" in text
    assert "# an interruption of several failures has the cause of the first" in text
    assert tomllib.loads(text)["cause"] == [{"name": "GPU", "share": 0.5}, {"name": "NIC", "share": 0.5}]
    asked = ("plan", request(tmp_path / "run.toml", run={"mtbf": DAY}), "--from-log", log, *WINDOW)
    found = [answer(capsys, *asked, *more)["causes"] for more in ((), ("--within", "1 min"))]
    shares = [{row["cause"]: row["share"] for row in rows} for rows in found]
    assert shares[0] == pytest.approx({"GPU": 2 / 6, "NIC": 4 / 6}) and shares[1] == pytest.approx({"GPU": 0.5, "NIC": 0.5})


def test_of_many_causes_the_most_frequent_have_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = [f"cause {k}" for k in range(90) for _ in range(1 + (k < 40))]
    log = log_of(tmp_path / "log.csv", causes)
    command(capsys, "fit", log, *WINDOW, "--write", tmp_path / "found.toml")
    text = (tmp_path / "found.toml").read_text()
    rows = tomllib.loads(text)["cause"]
    assert len(rows) == MOST and {f"cause {k}" for k in range(40)} < {row["name"] for row in rows}
    assert "# 26 of 26 rarer causes have no row: a list has at most 64\n" in text
    file = request(tmp_path / "run.toml", tmp_path / "found.toml")
    assert len(answer(capsys, "plan", file)["causes"]) == MOST + 1
    rest = {row["cause"]: row["share"] for row in answer(capsys, "plan", file)["causes"]}["other"]
    assert rest == pytest.approx(26 / 130, rel=1e-12)
    upgrade = {"name": "upgrade", "mtbf": 30 * DAY, "planned": True}
    of_file = [upgrade, {"name": "cause 3", "share": 0.1, "retry_chance": 0.1}]
    beside = request(tmp_path / "more.toml", run={"mtbf": DAY}, cause=of_file)
    found = answer(capsys, "plan", beside, "--from-log", log, *WINDOW)
    assert len(found["causes"]) == MOST + 1 and len(found["from_log"]["causes"]["rows"]) == MOST - 1
    assert [row.name for row in sl.data.causes_of(sl.data.read_events(log), most=1)] == ["cause 0"]


def test_names_are_as_in_the_log_whatever_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ['a "b"', "it\\s", "naïve", "[[cause]]", "# no", "x" * 300, "a,b;c", "\u202ehid", "Other", "line\nbreak", "=cmd"]
    causes = [name for k, name in enumerate(names) for _ in range(20 - k)]
    log = log_of(tmp_path / "log.csv", causes)
    command(capsys, "fit", log, *WINDOW, "--write", tmp_path / "found.toml")
    assert [row["name"] for row in tomllib.loads((tmp_path / "found.toml").read_text())["cause"]] == names
    found = answer(capsys, "plan", request(tmp_path / "run.toml", tmp_path / "found.toml"))
    assert [row["cause"] for row in found["causes"]] == names


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_to_copy_are_never_broken(
    width: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    long = "a cause that somebody described in a whole sentence, as people do"
    log = log_of(tmp_path / "log.csv", [long] * 9 + ["GPU"] * 4 + [""] * 2)
    _, out, _ = command(capsys, "fit", log, *WINDOW)
    head, block = out[: out.index("\nTo go on with")], out[out.index("\n[run]") :]
    assert [row["name"] for row in tomllib.loads(block)["cause"]] == [long, "GPU"]
    assert max(map(len, head.split("\n"))) <= width
    _, out, _ = command(capsys, "plan", request(tmp_path / "run.toml", run={"mtbf": DAY}), "--from-log", log, *WINDOW)
    assert max(map(len, out.split("\n"))) <= width


def test_plan_takes_causes_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes = drawn(150, {"GPU": 0.5, "NIC": 0.3, "": 0.2})
    log = log_of(tmp_path / "log.csv", causes)
    file = request(tmp_path / "run.toml", run={"mtbf": "1 h", "downtime": 900.0})
    found = answer(capsys, "plan", file, "--from-log", log, *WINDOW)
    running = 30 * DAY - 150 * 900
    run = sl.TrainingRun(gpus=1024, mtbf=running / 150, downtime=900, **MACHINE)
    n = Counter(causes)
    by_hand = [sl.failures.Cause(name=name, share=n[name] / 150) for name in ("GPU", "NIC")]
    plan = sl.strategies.blocking().under(causes=by_hand)
    assert found["run"]["gpu_mttf"] == pytest.approx(run.gpu_mttf, rel=1e-14)
    assert found["goodput"] == pytest.approx(plan.goodput(run), rel=1e-13)
    assert {row["cause"]: row["share"] for row in found["causes"]} == pytest.approx(
        {"GPU": n["GPU"] / 150, "NIC": n["NIC"] / 150, "other": n[""] / 150}
    )
    learnt = found["from_log"]
    assert learnt["goodput"]["low"] < found["goodput"] < learnt["goodput"]["high"]
    assert learnt["causes"]["rows"][0] == {"name": "GPU", "events": n["GPU"], "share": n["GPU"] / 150, "downtime": None}
    assert learnt["causes"]["without_cause"] == n[""]
    code, out, err = command(capsys, "plan", file, "--from-log", log, *WINDOW)
    assert code == 0 and "\nWhat stops it\n" in out and "shares of causes are taken as given" in out
    assert "remark: " in err and "shares of causes are as counted, of 150 failures" in err
    alone = answer(capsys, "plan", file, "--from-log", log, *WINDOW, "--without-causes")
    assert "causes" not in alone and alone["from_log"]["causes"] is None
    assert alone["goodput"] == pytest.approx(found["goodput"], rel=1e-12)  # rows that say nothing of their own change nothing
    code, _, err = command(capsys, "plan", file, "--without-causes")
    assert code == 2 and "--without-causes is of --from-log" in err


def test_outages_of_causes_enter_the_plan_and_what_the_log_leaves_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    causes = ["GPU"] * 60 + ["person"] * 20 + [""] * 20
    lost = [300.0] * 60 + [7200.0] * 20 + [600.0] * 20
    log = log_of(tmp_path / "log.csv", causes, lost)
    file = request(tmp_path / "run.toml", run={"mtbf": "1 h", "downtime": 60.0})
    found = answer(capsys, "plan", file, "--from-log", log, *WINDOW)
    run = sl.TrainingRun(gpus=1024, mtbf=(30 * DAY - sum(lost)) / 100, downtime=60, **MACHINE)
    shares = {"GPU": (0.6, 300), "person": (0.2, 7200)}
    by_hand = [sl.failures.Cause(name=name, share=share, downtime=lost) for name, (share, lost) in shares.items()]
    assert found["goodput"] == pytest.approx(sl.strategies.blocking().under(causes=by_hand).goodput(run), rel=1e-12)
    mean = 0.6 * 300 + 0.2 * 7200 + 0.2 * 60
    assert found["goodput"] == pytest.approx(run.replace(downtime=mean).goodput, rel=1e-12)
    assert found["from_log"]["goodput"]["median"] == pytest.approx(found["goodput"], abs=2e-4)
    _, _, err = command(capsys, "plan", file, "--from-log", log, *WINDOW)
    assert "failures without a row stop the job for the run's downtime; in the log it was 10 min in the mean" in err


def test_a_row_of_the_file_says_all_but_how_often(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    causes, lost = ["hang"] * 10 + ["GPU"] * 70 + [""] * 20, [300.0] * 100
    log = log_of(tmp_path / "log.csv", causes)
    hang = {"name": "hang", "mtbf": "3 d", "per": "job", "exponent": 1, "detection": 2700.0}
    hang |= {"retry_chance": 0.1, "retry_time": 900.0}
    file = request(tmp_path / "run.toml", run={"mtbf": "1 h", "downtime": 600.0}, cause=[hang])
    found = answer(capsys, "plan", file, "--from-log", log, *WINDOW)
    rows = [
        sl.failures.Cause(name="hang", share=0.1, detection=2700, retry_chance=0.1, retry_time=900),
        sl.failures.Cause(name="GPU", share=0.7),
    ]
    run = sl.TrainingRun(**found["run"])
    assert found["goodput"] == pytest.approx(sl.strategies.blocking().under(causes=rows).goodput(run), rel=1e-12)
    assert [row["cause"] for row in found["causes"]] == ["hang", "GPU", "other"]
    mix = sl.run.cause_mix(run, rows)  # wall-clock time less what the causes stop the job for, which goes with the rate
    assert mix.downtime > 0.9 * 600 + 0.1 * 2700
    assert run.mtbf == pytest.approx((30 * DAY - 100 * mix.downtime) / 100, rel=1e-12)
    assert found["from_log"]["downtime"] == pytest.approx(mix.downtime, rel=1e-12)
    _, out, err = command(capsys, "plan", file, "--from-log", log, *WINDOW)
    assert "of 'hang' the log says how often, the file the rest" in err
    assert "for each failure, the mean of its causes" in out
    ends = log_of(tmp_path / "ends.csv", causes, lost)
    with_ends = answer(capsys, "plan", file, "--from-log", ends, *WINDOW)  # its own detection stays, others have their outage
    rows[1] = rows[1].replace(downtime=300)
    assert with_ends["goodput"] == pytest.approx(
        sl.strategies.blocking().under(causes=rows).goodput(sl.TrainingRun(**with_ends["run"])), rel=1e-12
    )
    for said, downtime in (({}, 300.0), ({"downtime": 77.0}, 77.0), ({"waiting": 50.0}, 50.0)):
        of_file = request(tmp_path / "said.toml", run={"mtbf": "1 h"}, cause=[{"name": "GPU", "share": 0.2, **said}])
        taken = answer(capsys, "plan", of_file, "--from-log", ends, *WINDOW)
        mixed = [
            sl.failures.Cause(name="GPU", share=0.7, downtime=downtime),
            sl.failures.Cause(name="hang", share=0.1, downtime=300),
        ]
        assert taken["goodput"] == pytest.approx(
            sl.strategies.blocking().under(causes=mixed).goodput(sl.TrainingRun(**taken["run"])), rel=1e-12
        )


def test_rows_that_the_log_does_not_know_stand_beside_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = log_of(tmp_path / "log.csv", ["GPU"] * 70 + ["NIC"] * 10 + [""] * 20)

    def planned(*rows: dict[str, Any], **more: Any) -> Any:
        file = request(tmp_path / "run.toml", run={"mtbf": "1 h"}, cause=list(rows), **more)
        return command(capsys, "plan", file, "--from-log", log, *WINDOW, "--json")

    upgrade = {"name": "upgrade", "mtbf": "10 d", "planned": True}
    code, out, err = planned({"name": "hang", "share": "15 %", "detection": 2700.0}, upgrade)
    assert code == 0, err
    shares = {row["cause"]: row["share"] for row in json.loads(out)["causes"] if row["share"]}
    assert shares == pytest.approx({"hang": 0.15, "GPU": 0.7, "NIC": 0.1, "other": 0.05})
    for row, said in (
        ({"name": "hang", "share": 0.3}, "30.0% of the failures are 'hang', which"),
        ({"name": "hang", "mttf": "9 yr"}, "cause 'hang' has a rate of its own, and "),
        ({"name": "GPU", "mtbf": "9 d", "planned": True}, "cause 'GPU' is planned, and "),
        ({"name": "GPU", "severity": -1, "share": 0.1}, "severity"),
    ):
        code, out, err = planned(row)
        assert code == 2 and said in err and "run.toml: " in err and not out, err
    code, _, err = planned({"name": "hang", "share": 0.3}, causes="llama3_405b")
    assert code == 2 and "cause 'faulty GPU' has a rate of its own, and " in err
    known = log_of(tmp_path / "log.csv", ["faulty GPU"] * 30 + ["GPU"] * 10)
    lists = [row["name"] for row in _core.presets("cause")["llama3_405b"]["rows"]]
    assert "faulty GPU" in lists and known == log
    file = request(tmp_path / "run.toml", run={"mtbf": "1 h"}, cause=[{"name": "hang", "share": 0.3}])
    assert command(capsys, "plan", file, "--from-log", log, *WINDOW, "--without-causes")[0] == 0


def test_a_strategy_that_tells_failures_apart_takes_rows_that_say_what_they_need(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = log_of(tmp_path / "log.csv", ["process"] * 70 + ["host"] * 30)
    strategy = {"name": "multilevel", "levels": [{"tier": "local_disk", "share": 0.8}, {"tier": "own", "share": 0.2}]}
    file = request(tmp_path / "run.toml", run={"mtbf": "1 h"}, strategy=strategy)
    found = answer(capsys, "plan", file, "--from-log", log, *WINDOW)
    alone = answer(capsys, "plan", file, "--from-log", log, *WINDOW, "--without-causes")
    assert found["goodput"] == alone["goodput"] and "causes" not in found
    err = command(capsys, "plan", file, "--from-log", log, *WINDOW)[2]
    assert "the strategy tells failures apart, and the file has no row that says what these need: 'process', 'host'" in err
    rows = [{"name": "process", "share": 0.1, "severity": 1}, {"name": "host", "share": 0.1, "severity": 2}]
    both = request(tmp_path / "both.toml", run={"mtbf": "1 h"}, strategy=strategy, cause=rows)
    found = answer(capsys, "plan", both, "--from-log", log, *WINDOW)
    assert {row["cause"]: row["share"] for row in found["causes"]} == pytest.approx({"process": 0.7, "host": 0.3})
    levels = [sl.strategies.Level(tier=sl.published.tiers["local_disk"], share=0.8), sl.strategies.Level(tier=None, share=0.2)]
    by_hand = sl.strategies.multilevel(levels).under(
        causes=[sl.failures.Cause(name="process", share=0.7, severity=1), sl.failures.Cause(name="host", share=0.3, severity=2)]
    )
    assert found["goodput"] == pytest.approx(by_hand.goodput(sl.TrainingRun(**found["run"])), rel=1e-12)


JOBS = """job,state,start,end,gpus
1,NODE_FAIL,2025-03-01 00:00,2025-03-01 10:00,16
1,NODE_FAIL,2025-03-01 10:10,2025-03-01 20:00,16
1,FAILED,2025-03-01 20:10,2025-03-02 20:00,16
1,COMPLETED,2025-03-02 20:10,2025-03-03 20:00,16
"""


def test_a_history_of_jobs_has_causes_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = tmp_path / "jobs.csv"
    jobs.write_text(JOBS)
    code, out, _ = command(capsys, "fit", jobs, "--write", tmp_path / "found.toml")
    text = (tmp_path / "found.toml").read_text()
    parts = tomllib.loads(text)
    assert parts["cause"] == [{"name": "NODE_FAIL", "share": 2 / 3}, {"name": "FAILED", "share": 1 / 3}]
    hours = 16 * (10 + 9 + 5 / 6 + 23 + 5 / 6 + 23 + 5 / 6)
    ends = [3 / 8.76727, 3 / 0.618672]  # of three, 95 %: halves of chi-squared's ends
    assert parts["run"] == {"gpu_mttf": pytest.approx(3600 * hours / 3), "gpu_mttf_ends": pytest.approx(ends, rel=1e-5)}
    assert code == 0 and f"# 1 time, one in {hours:,.0f} GPU-hours (95 %: " in text
    assert "shares of causes are as counted, of 3 interruptions" in out
    found = answer(capsys, "plan", request(tmp_path / "run.toml", run={"mtbf": "1 h"}), "--from-log", jobs)
    assert {row["cause"]: row["share"] for row in found["causes"]} == pytest.approx({"NODE_FAIL": 2 / 3, "FAILED": 1 / 3})
    attempts = sl.data.Attempts([0, 100, 300], [50, math.nan, 400], 8 * np.ones(3), ["FAILED", "FAILED", "NODE_FAIL"],
                                running_time=[50, 60, 100])  # fmt: skip
    assert attempts.history.undated == 1 and attempts.causes() == {"FAILED": 2, "NODE_FAIL": 1}
    assert {row.name: row.share for row in sl.data.causes_of(attempts)} == {"FAILED": 2 / 3, "NODE_FAIL": 1 / 3}


def test_causes_of_refuses_what_it_cannot_count() -> None:
    log = sl.data.Counts(["GPU", "NIC"], [3, 1])
    with pytest.raises(TypeError, match="causes_of: log must be Events, Counts or Attempts, not list"):
        sl.data.causes_of([1, 2, 3])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="causes_of: within merges failures at times that are known"):
        sl.data.causes_of(log, within=60)
    for wrong in (0, 65, 2.5, True):
        with pytest.raises(ValueError, match=f"causes_of: most = {wrong!r} must be a whole number from 1 to 64"):
            sl.data.causes_of(log, most=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="causes_of: within = -1"):
        sl.data.causes_of(sl.data.Events([0, 5], cause=["a", "b"]), within=-1)
    assert sl.data.causes_of(sl.data.Events([0, 5, 9])) == []


def test_plan_from_log_under_causes_takes_their_downtime() -> None:
    run = sl.TrainingRun(gpus=1024, mtbf=3600, downtime=600, **MACHINE)
    hang = sl.failures.Cause(name="hang", share=0.1, detection=2700)
    plan = sl.strategies.blocking().under(causes=[hang])
    found = sl.plan_from_log(100, run, window=30 * DAY, strategy=plan, samples=64)
    mean = 0.9 * 600 + 0.1 * 2700
    assert found.downtime == pytest.approx(mean, rel=1e-14)
    assert found.counted_mttf == pytest.approx(1024 * (30 * DAY - 100 * mean) / 100, rel=1e-13)
    assert sl.plan_from_log(100, run, window=30 * DAY, strategy=plan, samples=64, downtime=600).downtime == 600
    assert any("shares of causes" in note for note in found.assumed)
    assert not any("shares of causes" in note for note in sl.plan_from_log(100, run, window=30 * DAY, samples=64).assumed)
    none = sl.plan_from_log(0, run, window=30 * DAY, strategy=plan, samples=64)  # no failure: the downtime does not matter
    assert none.events == 0 and none.mtbf.median > 30 * DAY


def test_figures_and_simulation_of_a_file_are_under_its_causes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"name": "hang", "share": 0.5, "detection": 7200.0}]
    file = request(tmp_path / "run.toml", run={"mtbf": "6 h"}, cause=rows, restart={"schedule_time": 900.0})
    found = answer(capsys, "simulate", file, "--seed", 2, "--relative-accuracy", 3e-3)
    assert found["closed_form"] < sl.TrainingRun(**found["run"]).goodput - 0.1 and abs(found["deviation"]) < 4


def test_failures_without_a_cause_count_as_all_others_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = tmp_path / "counts.csv"
    counts.write_text("cause,count\ngpu,30\nnetwork,10\n,20\nNaN,4\n")
    read = sl.data.read_counts(counts)
    assert (read.causes, read.counts.tolist(), read.total) == (["gpu", "network", ""], [30, 10, 24], 64)
    assert read.report.notes == [] and read.report.lines["without_cause"] == [4, 5]
    assert sl.data.Counts(["gpu", None, math.nan], [3, 1, 2]).causes == ["gpu", "", ""]
    rows = sl.data.causes_of(read)
    assert [(row.name, row.share) for row in rows] == [("gpu", 30 / 64), ("network", 10 / 64)]
    found = answer(capsys, "fit", counts, "--window", "64 d")
    assert found["events"] == 64 and found["per_day"][0] == pytest.approx(1)
    assert {name: one["events"] for name, one in found["causes"].items()} == {"gpu": 30, "not said": 24, "network": 10}
    assert found["cause_rows"]["without_cause"] == 24 and sum(one["share"] for one in found["causes"].values()) == 1
    code, out, err = command(capsys, "fit", counts, "--window", "64 d", "--write", tmp_path / "run.toml")
    assert code == 0 and "2 rows without a cause: kept" in err and "not said        24" in out
    assert '24 have no cause, or "other"' in " ".join(out.split())
    written = tomllib.loads((tmp_path / "run.toml").read_text())
    assert sum(row["share"] for row in written["cause"]) == pytest.approx(40 / 64)
    # of events the same failures say the same
    causes = ["gpu"] * 30 + ["network"] * 10 + [""] * 20 + ["NaN"] * 4
    of_events = answer(capsys, "fit", log_of(tmp_path / "events.csv", causes), *WINDOW)
    assert of_events["events"] == 64
    assert {name: one["events"] for name, one in of_events["causes"].items()} == {"gpu": 30, "not said": 24, "network": 10}
    assert of_events["cause_rows"]["without_cause"] == 24


def test_a_sum_without_a_name_is_no_cause() -> None:
    read = sl.data.read_counts(io.StringIO("cause,count\ngpu,30\nnetwork,10\n,40\n"))
    assert (read.causes, read.total) == (["gpu", "network"], 40)
    assert list(read.report) == [(4, "40 without a cause: the sum of the others")]
    of_one = sl.data.read_counts(io.StringIO("cause,count\ngpu,30\n,30\n"))  # of one other nobody knows
    assert of_one.causes == ["gpu", ""] and of_one.total == 60


def test_a_history_says_how_many_interruptions_have_no_cause() -> None:
    from scaling_limits.interop._interruptions import described_history, interruptions_of

    ended = ["NODE_FAIL", "NODE_FAIL", "COMPLETED"]
    jobs = sl.data.Attempts([0, 4000, 9000], [3600, 8000, 9999], [8, 8, 8], ended, cause=["disk", "", ""])
    found = interruptions_of(jobs)
    assert found.interruptions == 2 and found.causes == {"disk": 1, "": 1}
    assert dict(described_history(found))["causes"] == "disk 1, not said 1"
