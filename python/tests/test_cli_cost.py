# SPDX-License-Identifier: Apache-2.0
"""The command cost: a run, prices and work in; money, energy and what would be cheapest out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["cost", *map(str, arguments)])
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (EXAMPLES / "cost.toml").read_text()
    assert old in text
    file = tmp_path / "cost.toml"
    file.write_text(text.replace(old, new))
    return file


def test_the_answer_is_that_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, EXAMPLES / "cost.toml", "--json", "--loads")
    answer: dict[str, Any] = json.loads(out)
    assert code == 0 and err == ""
    price = sl.economics.Prices(
        gpu="2 USD/h", bandwidth="1e6 USD/yr per TB/s", electricity="0.08 USD/kWh", power_per_gpu=1275, pue=1.1,
        carbon_intensity="385 gCO2/kWh", time="1e6 USD/day",
    )  # fmt: skip
    of = sl.TrainingRun(
        gpus=16384, gpu_mttf="50677 h", checkpoint_bytes="5 TB", write_bandwidth="2 TB/s", read_bandwidth="2 TB/s",
        initialization_time=300, downtime=60,
    )  # fmt: skip
    cost = sl.economics.run_cost(of, 30.84e6 * 3600, price)
    assert answer["total"] == cost.total and answer["carbon"] == cost.carbon
    assert answer["by_term"] == cost.by_term and answer["by_kind"] == cost.by_kind
    failures = sl.economics.failure_cost(of, price)
    assert answer["failures"]["per_failure"] == failures.per_failure
    assert answer["one_per_cent"] == sl.economics.lever_values(of, price)
    assert answer["bandwidth"]["value"] == sl.economics.optimal_bandwidth(of, price, loads=True).value
    assert answer["bandwidth"]["loads"] is True
    assert answer["size"]["value"] == sl.economics.optimal_gpus(of, cost.time, price).value
    _, text, _ = run(capsys, EXAMPLES / "cost.toml")
    for part in ("total", "CO2", "cheapest bandwidth", "cheapest size", "What the money buys", "Where it goes", "one per cent"):
        assert part in text


def test_what_has_no_price_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cost.toml"
    file.write_text(
        '[run]\ngpus = 1024\ngpu_mttf = "5e4 h"\ncheckpoint_bytes = "1 TB"\nwrite_bandwidth = "100 GB/s"\n'
        '[prices]\ngpu = "2 USD/h"\n[cost]\nwork = 1e9\n'
    )
    code, text, _ = run(capsys, file)
    assert code == 0
    for part in ("cheapest", "energy", "CO2", "storage", "electricity"):
        assert part not in text
    answer = json.loads(run(capsys, file, "--json")[1])
    assert "bandwidth" not in answer and "size" not in answer
    # the command line over the file, and what was asked kept
    saved = tmp_path / "saved.toml"
    assert run(capsys, file, "--gpus", "2048", "--loads", "--save", saved)[0] == 0
    assert saved.read_text().splitlines()[0] == f"# scaling-limits cost {saved} --loads"
    again = json.loads(run(capsys, saved, "--json")[1])
    assert again["run"]["gpus"] == 2048 and again["work"] == 1e9 and again["prices"]["gpu"] == 2 / 3600


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[prices]", "[price]", "unknown table [price]; did you mean 'prices'?"),
        ('gpu = "2 USD/h"', 'gpu = "2 USD"', "[prices]: Prices: gpu: '2 USD' is a quantity in USD"),
        ("pue = 1.1", "pue = 0.9", "[prices]: Prices: pue = 0.9 must be >= 1"),
        ("pue = 1.1", "pues = 1.1", "'pues'"),
        ('work = "30.84e6 GPU*h"', "work = -1", "[cost]: run_cost: work = -1 must be >= 0"),
        ('work = "30.84e6 GPU*h"', "", "[cost]: "),
        ("[cost]", "[cost]\nloads = true", "'loads'"),
        ("[cost]", "[[factor]]\nhard_cap = {gpus = 100}\n[cost]", None),
        ("[prices]", "[criterion]\ngoodput_at_least = 0.9\n[prices]", "unknown table [criterion]"),
        ("[prices]", "[strategy]\ninterval = 10\npersist_latency = 20\n[prices]", "interval = 10"),
    ],
)
def test_refusals_and_ends(old: str, new: str, says: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, changed(tmp_path, old, new))
    if says is None:
        assert code == 0 and "no end: nothing useful is done" in out
    else:
        assert code == 2 and says in err and out == ""


def test_a_figure_of_the_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "cost.png"
    assert run(capsys, EXAMPLES / "cost.toml", "--plot", picture)[0] == 0
    assert picture.stat().st_size > 10_000
    code, _, err = run(capsys, changed(tmp_path, 'work = "30.84e6 GPU*h"', "work = 0"), "--plot", picture)
    assert code == 2 and "--plot: cost: a total of 0 USD cannot be drawn" in err


def test_without_a_file_the_tables_are_missing(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--gpus", "1024", "--gpu-mttf", "50000 h", "--checkpoint", "1 TB", "--bandwidth", "1 TB/s")
    code, _, err = run(capsys, *options)
    assert code == 2 and "has no table [" in err and "None" not in err


def test_causes_of_a_file_are_priced_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (EXAMPLES / "cost.toml").read_text() + '\n[[cause]]\nname = "hang"\nshare = 0.1\ndetection = "45 min"\n'
    file = tmp_path / "cost.toml"
    file.write_text(text)
    code, out, err = run(capsys, file, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert [row["cause"] for row in answer["causes"]] == ["hang", "other"]
    assert sum(row["per_second"] for row in answer["causes"]) == pytest.approx(answer["failures"]["per_second"], rel=1e-12)
    best = max(answer["cause_levers"], key=lambda row: row["worth"])
    code, out, _ = run(capsys, file)
    assert code == 0 and "\nWhat stops it\n" in out
    table = out.partition("\nWhat a better number of what stops it is worth\n")[2].splitlines()
    assert table[1].split()[:2] == [best["cause"], best["field"]]
