# SPDX-License-Identifier: Apache-2.0
"""The commands step, layouts and limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def changed(tmp_path: Path, example: str, old: str, new: str) -> str:
    text = (EXAMPLES / example).read_text()
    assert old in text
    path = tmp_path / example
    path.write_text(text.replace(old, new))
    return str(path)


def test_step_answers_with_parts_that_sum_to_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "step", str(EXAMPLES / "step.toml"), "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["layout"]["gpus"] == 16384
    assert sum(answer["step"]["breakdown"].values()) == pytest.approx(answer["step"]["time"], rel=1e-12)
    code, out, _ = run(capsys, "step", str(EXAMPLES / "step.toml"))
    assert code == 0
    assert "model FLOPs utilization" in out


def test_a_step_that_does_not_fit_is_an_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "step", changed(tmp_path, "step.toml", '"100 GB"', '"40 GB"'))
    assert code == 0
    assert "does not fit: memory_per_gpu = " in out


def test_layouts_names_the_fastest_and_why_others_do_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "layouts", str(EXAMPLES / "layouts.toml"), "--json", "--rejected", "3")
    answer = json.loads(out)
    assert code == 0
    assert answer["status"] == "ok"
    assert answer["layout"]["gpus"] == 16384
    assert len(answer["rejections"]) == 3
    assert all(row["reason"] for row in answer["rejections"])


def test_limits_names_what_binds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "bands.png"
    code, out, _ = run(capsys, "limits", str(EXAMPLES / "limits.toml"), "--json", "--plot", str(plot))
    peak = json.loads(out)["limits"]["peak_throughput"]
    assert code == 0
    assert plot.stat().st_size > 10_000
    assert peak["value"] == pytest.approx(189_237, rel=1e-5)
    assert peak["binding"] == "step"
    assert sum(peak["shares"].values()) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("command", "example", "old", "new", "said"),
    [
        ("step", "step.toml", "tensor = 8", "tensr = 8", "Layout has no field 'tensr'; did you mean 'tensor'?"),
        ("step", "step.toml", "tensor = 8", "tensor = 0", "tensor = 0 must be a whole number in [1, 2147483647]"),
        ("step", "step.toml", '"llama3_405b"', '"llama4"', "[shape]: no shape named 'llama4'"),
        ("step", "step.toml", "[step]", "[stp]", "unknown table [stp]; did you mean 'step'?"),
        ("step", "step.toml", '[step]\nbatch_tokens = 16777216\nrecompute = "none"\nzero_stage = 1', "", "has no table [step]"),
        ("step", "step.toml", "[step]", "[more]\nx = 1\n[step]", "unknown table [more]"),
        ("step", "step.toml", '"none"', '"some"', "recompute = 'some' must be 'none', 'selective' or 'full'"),
        ("step", "step.toml", '"360 GB/s"', '"360 GB"', "inner_bandwidth"),
        ("layouts", "layouts.toml", "gpus = 16384", "gpus = 1.5", "gpus = 1.5 must be a whole number"),
        ("layouts", "layouts.toml", "gpus = 16384\n", "", "needs 'gpus'"),
        ("limits", "limits.toml", '"StrongScaling"', '"StrongScalling"', "[factor.0]: no factor named 'StrongScalling'"),
        ("limits", "limits.toml", "half_size = 101035", "half_size = -1", "half_size = -1"),
        ("limits", "limits.toml", "[[factor]]", "[[factors]]", "unknown table [factors]; did you mean 'factor'?"),
    ],
)
def test_bad_files_are_refused_with_file_and_field(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, example: str, old: str, new: str, said: str
) -> None:
    path = changed(tmp_path, example, old, new)
    code, out, err = run(capsys, command, path)
    assert code == 2
    assert not out
    assert path in err
    assert said in err
