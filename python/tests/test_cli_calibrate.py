# SPDX-License-Identifier: Apache-2.0
"""The command calibrate: rows and a machine in, constants and what to measure next out."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import scaling_limits as sl
from scaling_limits.cli import main

HEAD = "id,set,machine,layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length,tensor,data,"
HEAD += "batch_sequences,time\n"
SHAPE = "32,4096,14336,32,8,128,128256,8192"
ROWS = (
    f"a,mine,H100,{SHAPE},1,8,16,2.5\n"
    f"b,mine,H100,{SHAPE},8,1,8,1.6\n"
    f"c,other,A100,{SHAPE},1,64,128,2.7\n"
    "d,mine,H100,32,4096,14336,32,8,128,128256,65536,8,1,1,\n"
)
MACHINE = """
[chip]
peak_flops = "989.4 TFLOP/s"
nominal_bandwidth = "3.35 TB/s"
memory_bytes = "80 GB"

[fabric]
gpus_per_node = 8
inner_bandwidth = "360 GB/s"
outer_bandwidth = "45 GB/s"
inner_latency = "5 us"
outer_latency = "15 us"
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    rows, machine = tmp_path / "rows.csv", tmp_path / "machine.toml"
    rows.write_text(HEAD + ROWS)
    machine.write_text(MACHINE)
    return rows, machine


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["calibrate", *map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def test_the_answer_is_that_of_the_library(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    rows, machine = files
    code, out, err = run(capsys, rows, "--machine", machine, "--json")
    answer = json.loads(out)
    assert code == 0 and not err
    fabric = sl.network.Fabric(
        gpus_per_node=8, inner_bandwidth=360e9, outer_bandwidth=45e9, inner_latency=5e-6, outer_latency=15e-6
    )
    timed = [row for row in sl.data.read_steps(rows) if row.time == row.time]
    found = sl.calibrate(timed, sl.workload.guess_chip(989.4e12, 3.35e12, 80e9), fabric)
    for name, constant in answer["constants"].items():
        low, high = found.interval(name)
        assert constant == {"value": getattr(found.chip, name), "low": low, "high": high}
    assert [row["id"] for row in answer["rows"]] == ["a", "b", "c"]
    assert answer["rows"][1] == {
        "id": "b",
        "measured": 1.6,
        "modelled": pytest.approx(found.modelled[1]),
        "error": pytest.approx(found.errors[1]),
    }
    for name in ("mean_error", "worst_error", "noise"):
        assert answer[name] == pytest.approx(getattr(found, name))
    assert answer["next"] == ["d"], "what has no time is what could be measured"


def test_rows_are_kept_by_words_and_options_come_from_the_machine(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rows, machine = files
    _, out, _ = run(capsys, rows, "--machine", machine, "--only", "H100,mine,bf16", "--json", "--next", "0")
    answer = json.loads(out)
    assert [row["id"] for row in answer["rows"]] == ["a", "b"] and answer["next"] == []
    machine.write_text(MACHINE + '\n[step]\nrecompute = "full"\nnoise = 0.01\n')
    _, out, _ = run(capsys, rows, "--machine", machine, "--only", "H100,mine", "--json")
    slower = json.loads(out)
    assert slower["constants"]["achieved_flops"]["value"] > answer["constants"]["achieved_flops"]["value"]
    assert slower["noise"] >= 0.01


def test_tables_are_shown_and_the_machine_is_written(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    rows, machine = files
    written, drawn = rows.parent / "found.toml", rows.parent / "found.png"
    code, out, _ = run(capsys, rows, "--machine", machine, "--write", written, "--plot", drawn)
    assert code == 0
    for part in ("achieved_flops", "90 % interval", "measured", "dense", "Measure next", "gpus 64", "These fit worst"):
        assert part in out
    assert drawn.stat().st_size > 10_000
    kept = tomllib.loads(written.read_text())
    assert kept["chip"]["memory_bytes"] == 80e9 and set(kept) == {"chip", "fabric"}
    # it is the machine of a step, and the next guess
    _, out, _ = run(capsys, rows, "--machine", written, "--json")
    again = json.loads(out)["constants"]
    assert again["achieved_flops"]["value"] == pytest.approx(kept["chip"]["achieved_flops"], rel=0.1)


@pytest.mark.parametrize(
    ("rows", "machine", "options", "message"),
    [
        (HEAD, MACHINE, [], "rows.csv: has no usable row: it has no rows"),
        ("a,b\n1,2\n", MACHINE, [], "rows.csv: has no column layers, hidden"),
        (
            HEAD + ROWS.replace("2.5", "0").replace("1.6", "x").replace("2.7", "-1").replace(",1,1,", ",1,0,"),
            MACHINE,
            [],
            "time = 0",
        ),
        (HEAD + ROWS.replace(",8,1,8,", ",7,1,8,"), MACHINE, [], "row 'b': tensor = 7 must divide query_heads = 32"),
        (HEAD + ROWS.splitlines()[-1], MACHINE, [], "no row has a time"),
        (HEAD + ROWS, MACHINE.replace("nominal_bandwidth", "memory_bandwidth"), [], "Chip needs 'achieved_flops'"),
        (HEAD + ROWS, MACHINE.replace("peak_flops", "memory"), [], "nominal_bandwidth needs peak_flops beside it"),
        (HEAD + ROWS, MACHINE.replace("3.35 TB/s", "-1 TB/s"), [], "memory_bandwidth = "),
        (HEAD + ROWS, MACHINE.replace("[fabric]", "[network]"), [], "unknown table [network]"),
        (HEAD + ROWS, MACHINE + "[step]\noverlp = 1\n", [], "[step]"),
        (HEAD + ROWS, MACHINE + "[step]\nnoise = 0\n", [], "noise = 0 must be in [1e-06, 10]"),
        (HEAD + ROWS, MACHINE, ["--only", "B200"], "has no row of 'B200'; there are machine H100, A100"),
        (HEAD + ROWS, MACHINE, ["--only", "H100,"], "--only"),
        (HEAD + ROWS, MACHINE, ["--next", "-1"], "--next"),
        (HEAD + ROWS, MACHINE, ["--plot", "a.txt"], "--plot"),
    ],
)
def test_what_is_wrong_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: str, machine: str, options: list[str], message: str
) -> None:
    (tmp_path / "rows.csv").write_text(rows)
    (tmp_path / "machine.toml").write_text(machine)
    code, out, err = run(capsys, tmp_path / "rows.csv", "--machine", tmp_path / "machine.toml", *options)
    assert code == 2 and not out
    assert message in err and "Traceback" not in err


def test_lines_left_out_are_remarks(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    rows, machine = files
    rows.write_text(HEAD + ROWS + f"e,mine,H100,{SHAPE},1,8,16,fast\n")
    code, out, err = run(capsys, rows, "--machine", machine, "--json")
    assert code == 0
    assert json.loads(out)["left_out"] == [{"line": 6, "reason": "step: time = 'fast' must be > 0 and finite [s]"}]
    assert "line 6 left out" in err
