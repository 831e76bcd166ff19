# SPDX-License-Identifier: Apache-2.0
"""The command goodput: a log of steps in, where its time went out, and beside it what a model says."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from test_bookkeeping import CUT, HEAD, ROWS, TRUTH

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
