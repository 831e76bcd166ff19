# SPDX-License-Identifier: Apache-2.0
"""The command goodput: a log of steps in, where its time went out, and beside it what a model says."""

from __future__ import annotations

import io
import json
import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_bookkeeping import CUT, HEAD, ROWS, TRUTH, by_size, columns, drawn_starts

import scaling_limits as sl
from scaling_limits.cli import main

RUN = """
[run]
gpus = 1024
mtbf = "10 min"
checkpoint_bytes = "1 TB"
write_bandwidth = "100 GB/s"
downtime = "1 min"
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    log, model = tmp_path / "steps.csv", tmp_path / "run.toml"
    log.write_text(HEAD + ROWS)
    model.write_text(RUN)
    return log, model


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["goodput", *map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def test_the_answer_is_that_of_the_library(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    log, model = files
    code, out, err = run(capsys, log, "--run", model, "--json")
    answer = json.loads(out)
    assert code == 0 and "run.gpu_mttf = 10240 min is far below what is usual" in err
    assert answer["seconds"] == pytest.approx(TRUTH) and answer["elapsed"] == 460 and answer["mtbf"] == pytest.approx(166 + CUT)
    found = sl.data.goodput_from_steps(io.StringIO(HEAD + ROWS))
    low, high = found.mtbf_interval(0.9)
    assert answer["mtbf_interval"] == {"low": pytest.approx(low), "high": pytest.approx(high), "confidence": 0.9}
    assert len(answer["attempts"]) == 3 and answer["columns"]["kind"] == "kind" and answer["report"] == []
    beside = found.against(
        sl.TrainingRun(gpus=1024, gpu_mttf=1024 * 600, checkpoint_bytes=1e12, write_bandwidth=1e11, downtime=60)
    )
    assert answer["model"]["predicted"] == pytest.approx(beside.predicted)
    assert answer["model"]["parts"] == pytest.approx(beside.parts)
    assert [row["bucket"] for row in answer["model"]["buckets"]] == list(TRUTH)


@pytest.mark.parametrize("width", [40, 80, 120, None])
def test_nothing_is_cropped(
    width: int | None, files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, model = files
    monkeypatch.delenv("COLUMNS", raising=False)
    if width:
        monkeypatch.setenv("COLUMNS", str(width))
    for options in ((), ("--run", model)):
        code, out, _ = run(capsys, log, *options)
        assert code == 0 and "…" not in out
        assert width is None or max(map(len, out.splitlines())) <= width
        words = " ".join(out.split())
        for part in (
            "17.39% of 7.667 min",
            "2.849 min of running time",
            "3.833 min of wall-clock time",
            "checkpoint",
            "downtime",
        ):
            assert part in words
        assert words.count("25.67%") == 1  # downtime
        if options:
            for part in ("the run as given", "mtbf of the log", "interval of the log", "not explained by inputs", "no part of"):
                assert part in words


def test_damage_is_told_and_the_rest_is_used(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    log, _ = files
    log.write_text(HEAD + ROWS + "9,soon,470,step,c\n" + "".join(f"x{'y' * 90},1,2,step,c\n" for _ in range(8)))
    code, out, err = run(capsys, log, "--json")
    assert code == 0 and "Traceback" not in err
    assert f"{log}: line 18: start = 'soon' is no time: taken as not known" in err
    assert "4 more lines with troubles" in err
    report = json.loads(out)["report"]
    assert len(report) == 9 and report[1] == {"line": 19, "text": f"left out: step = 'x{'y' * 36}...' is no number"}


def test_of_many_attempts_the_first_and_the_last_are_listed(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    log, _ = files
    log.write_text("step,start,end\n" + "".join(f"{k % 3},{k},{k + 1}\n" for k in range(60)))
    _, out, _ = run(capsys, log)
    assert "8 attempts between them; --json has all" in out
    _, out, _ = run(capsys, log, "--json")
    assert len(json.loads(out)["attempts"]) == 20
    log.write_text("step,start,end\n1,5,\n1,9,\n")  # every step failed midway
    code, out, _ = run(capsys, log)
    assert code == 0 and "0 executed" in out and "nan" not in out


def test_columns_are_named_where_no_guess_helps(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    log, _ = files
    log.write_text("n,from,to\n2,0,1\n4,1,2\n6,2,3\n")
    code, _, err = run(capsys, log)
    assert code == 2 and "no column that is called like step and none like start, end or time" in err
    code, out, _ = run(capsys, log, "--step", "n", "--start", "from", "--end", "to", "--rise", "2", "--json")
    assert code == 0 and json.loads(out)["goodput"] == 1


@pytest.mark.parametrize("width", [40, 80, 120, None])
def test_a_log_with_one_time_a_row(
    width: int | None, files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, model = files
    monkeypatch.delenv("COLUMNS", raising=False)
    if width:
        monkeypatch.setenv("COLUMNS", str(width))
    rows = [(k, 50 * k) for k in range(10, 310, 10)] + [(k, 50 * k + 9000) for k in range(210, 410, 10)]
    log.write_text("iteration,timestamp (ms)\n" + "".join(f"{step},{1e12 + 1e3 * time:.0f}\n" for step, time in rows))
    code, out, err = run(capsys, log, "--run", model)
    words = " ".join(out.split())
    assert code == 0 and "…" not in out and "nan" not in out
    assert width is None or max(map(len, (out).splitlines())) <= width
    for part in (
        "500 executed, 400 useful, 100 done again or lost",
        "a step 50 s",
        "recovery of the log",
        "the log does not tell it from downtime",
        "'timestamp (ms)' is taken as when a row ended, and as when the next of its attempt began",
        "numbers rise by 10 from row to row: a row is taken as 10 steps",
    ):
        assert part in words
    assert words.count(" points") == 4 and "difference in percentage points" in words
    code, out, _ = run(capsys, log, "--rise", "1", "--pause", "inf", "--time", "timestamp (ms)", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["failures"] == 49 and answer["columns"]["time"] == "timestamp (ms)"
    code, _, err = run(capsys, log, "--pause", "0.5")
    assert code == 2 and "--pause" in err


def test_shares_are_drawn(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    log, model = files
    for name, options in (("alone.png", ()), ("beside.png", ("--run", model))):
        code, _, _ = run(capsys, log, "--plot", log.parent / name, *options)
        assert code == 0 and (log.parent / name).stat().st_size > 10_000


@pytest.mark.parametrize(
    ("text", "model", "options", "message"),
    [
        ("", RUN, [], "steps.csv: this is an empty file; expected a log of steps, with columns such as step, start and end"),
        (HEAD, RUN, [], "steps.csv: no usable step: it has no rows"),
        (HEAD + "x,1,2,,\n1,y,,,\n", RUN, [], "line 2: left out: step = 'x' is no number; line 3: left out: start = 'y'"),
        (
            HEAD + "x,1,2,,\n1,y,2,,\n",
            RUN,
            [],
            "no time passes in it: 1 usable row, without length; line 2: left out: step",
        ),
        (HEAD + ROWS, RUN, ["--step", "stop"], "no column 'stop', named as step; did you mean 'step'?"),
        (HEAD + ROWS, RUN, ["--rise", "0"], "--rise"),
        (HEAD + ROWS, RUN, ["--timezone", "Mars/Base"], "timezone = 'Mars/Base' must be a name"),
        (HEAD + ROWS, RUN, ["--plot", "a.txt"], "--plot"),
        (HEAD + ROWS, RUN.replace("gpus = 1024", "gpus = -1"), [], "run.toml: [run]"),
        (HEAD + ROWS, "[runn]\n", [], "unknown table [runn]"),
    ],
)
def test_what_is_wrong_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, model: str, options: list[str], message: str
) -> None:
    (tmp_path / "steps.csv").write_text(text)
    (tmp_path / "run.toml").write_text(model)
    code, out, err = run(capsys, tmp_path / "steps.csv", "--run", tmp_path / "run.toml", *options)
    assert code == 2 and not out
    assert message in err and "Traceback" not in err


def test_a_file_that_is_none_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.csv.gz").write_bytes(b"\x1f\x8bno gzip")
    (tmp_path / "log.xz").write_bytes(b"\xfd7zXZ\0no xz")
    (tmp_path / "bytes.csv").write_bytes(b"step,start,end\n\xff\xfe,1,2\n")
    for name, message in (
        ("none.csv", "no such file"),
        ("log.csv.gz", "cannot be unpacked"),
        ("log.xz", "cannot be unpacked"),
        ("bytes.csv", "is no UTF-8"),
    ):
        code, out, err = run(capsys, tmp_path / name)
        assert code == 2 and not out and message in err and "Traceback" not in err


def log_of_starts(path: Path, rows: Any = slice(None), sized: bool = True) -> Path:
    """A log of start-ups at four sizes, 200 s + 300 s (N/16,384)^1.2 within 5 %."""
    log, _ = drawn_starts(np.random.default_rng(5), 200, 300, 1.2, 16_384)
    table = {name: column[rows] for name, column in columns(log).items() if sized or name != "gpus"}
    lines = (",".join("" if cell != cell else str(cell) for cell in row) for row in zip(*table.values(), strict=True))
    path.write_text("\n".join([",".join(table), *lines]) + "\n")
    return path


def planned(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, float]:
    with pytest.raises(SystemExit) as end:
        main(["plan", *map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    assert not end.value.code, err
    found: dict[str, float] = json.loads(out)
    return found


def test_start_ups_of_several_sizes_are_a_restart_that_plan_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, written = log_of_starts(tmp_path / "steps.csv"), tmp_path / "restart.toml"
    code, out, err = run(capsys, log, "--write", written)
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    fit = sl.data.goodput_from_steps(log).fit_communicator()
    for name, truth in (("constant", 200), ("growth", 300), ("exponent", 1.2)):
        assert getattr(fit, name) == pytest.approx(truth, abs=2.5 * getattr(fit, f"{name}_error"))
    assert f"(N/16,384)^{fit.exponent:.3g}" in words and f"spread x {fit.spread:.3g}" in words
    assert f"{fit.times:.0f} start-ups at 4 sizes; standard errors" in words and "start-ups hold their load" in words
    assert tomllib.loads(written.read_text()) == {
        "restart": {
            "communicator_time": fit.constant,
            "communicator_growth": fit.growth,
            "communicator_gpus": 16_384,
            "communicator_exponent": fit.exponent,
        }
    }
    _, out, _ = run(capsys, log, "--json")
    assert json.loads(out)["restart"] == {**fit.as_dict()}
    machine = ("--gpu-mttf", "50000 h", "--checkpoint-bytes", "5 TB", "--write-bandwidth", "2 TB/s")
    for size in (1024, 8192, 30_000):
        found = planned(capsys, written, "--gpus", size, *machine)
        time = fit.constant + fit.growth * (size / 16_384) ** fit.exponent
        assert found["restart_time"] == pytest.approx(time)
        loaded = planned(capsys, written, "--gpus", size, *machine, "--read-bandwidth", "1 TB/s")
        assert loaded["restart_time"] == pytest.approx(time + 5)  # as the note warns


def test_a_restart_is_written_beside_the_run_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, model, written = log_of_starts(tmp_path / "steps.csv"), tmp_path / "run.toml", tmp_path / "fitted.toml"
    model.write_text(RUN + "initialization_time = 120\n[restart]\nschedule_time = 77\n[strategy]\nname = 'blocking'\n")
    code, _, _ = run(capsys, log, "--run", model, "--write", written)
    parts = tomllib.loads(written.read_text())
    assert code == 0 and parts["run"]["gpus"] == 1024 and parts["strategy"] == {"name": "blocking"}
    assert sorted(parts["restart"]) == [f"communicator_{name}" for name in ("exponent", "gpus", "growth", "time")]
    found, fit = planned(capsys, written), sl.data.goodput_from_steps(log).fit_communicator()
    assert found["restart_time"] == pytest.approx(fit.constant + fit.growth * (1024 / 16_384) ** fit.exponent)


def test_logs_of_one_size_each_stand_beside_one_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = log_of_starts(tmp_path / "all.csv")
    log, _ = drawn_starts(np.random.default_rng(5), 200, 300, 1.2, 16_384)
    sizes, rows = sorted(set(log["gpus"])), by_size(log)
    sized = [log_of_starts(tmp_path / f"{size:g}.csv", at) for size, at in zip(sizes, rows, strict=True)]
    plain = [log_of_starts(tmp_path / f"plain{size:g}.csv", at, False) for size, at in zip(sizes, rows, strict=True)]
    _, out, _ = run(capsys, whole, "--json")
    want = json.loads(out)["restart"]
    _, out, _ = run(capsys, sized[0], *(x for one in sized[1:] for x in ("--beside", one)), "--json")
    by_column = json.loads(out)["restart"]
    others = (x for size, one in zip(sizes[1:], plain[1:], strict=True) for x in ("--beside", f"{size:g}={one}"))
    _, out, _ = run(capsys, plain[0], "--gpus", f"{sizes[0]:g}", *others, "--json")
    by_number = json.loads(out)["restart"]
    for found in (by_column, by_number):
        assert found["sizes"] == 4 and found["constant"] == pytest.approx(want["constant"], rel=1e-6)
        assert found["exponent"] == pytest.approx(want["exponent"], rel=1e-6)


def test_what_is_missing_for_a_restart_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, written = log_of_starts(tmp_path / "steps.csv", sized=False), tmp_path / "restart.toml"
    missing = {
        (): "no row says on how many GPUs it ran (gpus)",
        ("--gpus", "16384"): "start-ups of two different sizes are needed",
    }
    for options, why in missing.items():
        code, out, _ = run(capsys, log, *options)
        assert code == 0 and f"note: [restart] is not fitted: {why}" in out
        _, out, _ = run(capsys, log, *options, "--json")
        assert json.loads(out)["restart"]["note"].startswith(why)
        code, out, err = run(capsys, log, *options, "--write", written)
        assert code == 2 and out == "" and f"[restart] is not fitted: {why}" in err and not written.exists()
    code, _, err = run(capsys, log, "--gpus", "gpuss")
    assert code == 2 and "no column 'gpuss', named as gpus" in err
    code, _, err = run(capsys, log, "--gpus", "-3")
    assert code == 2 and "must be > 0 and finite" in err
    code, _, err = run(capsys, log, "--beside", f"0={log}")
    assert code == 2 and "must be > 0 and finite" in err
    for option in ("--write", "--plot"):
        other = log_of_starts(tmp_path / ("other.toml" if option == "--write" else "other.png"))
        held = other.read_bytes()
        code, _, err = run(capsys, log, "--gpus", "7", "--beside", f"8={other}", option, other, "--overwrite")
        assert code != 0 and "input" in err and other.read_bytes() == held
    code, _, err = run(capsys, log, "--beside", tmp_path / "none.csv")
    assert code == 2 and "none.csv: no such file" in err
    assert math.isnan(sl.data.goodput_from_steps(log).attempts[0].gpus)
