# SPDX-License-Identifier: Apache-2.0
"""What people say first: how long a save takes, a rate in its usual forms, an interval in steps, an overhead; at every door."""

from __future__ import annotations

import json
import pickle
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import scaling_limits as sl
from scaling_limits import _core

HOUR = 3600.0


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command line in this process and a folder of its own: exit code, output, errors."""
    from scaling_limits.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(words))
        found = capsys.readouterr()
        return int(end.value.code or 0), found.out, found.err

    return run


def doors(command: Any, run: dict[str, Any]) -> dict[str, float]:
    """The goodput of one run, asked at every door with the same words."""
    request = {"question": "goodput", "run": run}
    Path("run.toml").write_text(_core.to_toml({"run": run}))
    Path("run.json").write_text(json.dumps({"run": run}))
    Path("ask.json").write_text(json.dumps(request))
    options = [word for name, value in run.items() for word in (f"--{name.replace('_', '-')}", str(value))]

    def plan(*words: str) -> float:
        code, out, err = command("plan", *words, "--json")
        assert code == 0, err
        return float(json.loads(out)["goodput"])

    asked = json.loads(command("ask", "ask.json")[1])
    return {
        "python": float(sl.TrainingRun(**run).goodput),
        "arrays": float(sl.TrainingRun(**{**run, "gpus": np.array([run["gpus"]])}).goodput[0]),
        "ask": float(sl.ask(request)["columns"]["goodput"]),
        "command ask": float(asked["columns"]["goodput"]),
        "toml": plan("run.toml"),
        "json file": plan("run.json"),
        "options": plan(*options),
    }


@pytest.mark.parametrize(
    ("rate", "mtbf"),
    [
        ({"gpu_mttf": "5000 FIT"}, 24.4140625 / 2),
        ({"failure_rate": "AFR 9 % per GPU"}, 5.94482422),
        ({"failure_rate": "failing share 9 % per GPU"}, 5.67310280),
        ({"mtbf": "6.5 per 1000 node-days of 8 GPUs"}, 1.80288),
        ({"mtbf": "3 per day"}, 8.0),
        ({"failure_rate": "8192 x AFR 9 % + 2 per day per job"}, 1 / (8192 * 0.09 / 8766 + 2 / 24)),
        ({"gpu_mttf": "419 in 54 d", "downtime": "10 min"}, 54 * 24 / 419 - 1 / 6),
        ({"failure_rate": 1e-4}, 1e4 / 3600),
        ({"mtbf": "3 h", "write_time": "2 min"}, 3.0),
        ({"mtbf": "3 h", "write_time": 120, "restart_time": "5 min"}, 3.0),
    ],
)
def test_every_door_takes_it_and_answers_alike(command: Any, rate: dict[str, Any], mtbf: float) -> None:
    run = {"gpus": 16384, **rate}
    if "write_time" not in run:
        run |= {"checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    assert float(sl.TrainingRun(**run).mtbf) / HOUR == pytest.approx(mtbf, rel=1e-5)
    found = doors(command, run)
    assert len(set(found.values())) == 1, found


def test_a_save_told_by_its_time(command: Any) -> None:
    run = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=120)
    known = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, checkpoint_bytes=6e12, write_bandwidth=5e10)
    assert run.write_time == 120 and run.goodput == pytest.approx(known.goodput, rel=1e-12)
    assert "write_time=2 min" in repr(run) and "checkpoint_bytes" not in repr(run)
    assert pickle.loads(pickle.dumps(run)) == run and hash(run) == hash(pickle.loads(pickle.dumps(run)))
    assert "grows with their exponents" in run.remarks[0]
    for law in (sl.growth.chinchilla, sl.growth.fixed, sl.growth.power_law(checkpoint_bytes=0.5, write_bandwidth=1)):
        at = [sl.limits.max_gpus(r, sl.limits.overhead_at_most(0.2), law).value for r in (run, known)]
        assert at[0] == pytest.approx(at[1], rel=1e-9)
    # what is known of the two goes on with it
    bytes_known = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=120, checkpoint_bytes=6e12)
    assert bytes_known.write_bandwidth == 5e10
    assert sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=120, write_bandwidth=5e10).checkpoint_bytes == 6e12
    assert run.replace(checkpoint_bytes=6e12).write_bandwidth == 5e10
    assert run.replace(write_time=60).write_time == 60 and run.replace(gpus=8).write_time == 120
    assert bytes_known.replace(write_time=60).write_bandwidth == 1e11
    many = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=np.array([60.0, 120.0]))
    assert many.write_time.tolist() == [60, 120] and many.goodput[1] == run.goodput
    labelled = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=pd.Series([60.0, 120.0], index=["a", "b"]))
    assert labelled.goodput["b"] == run.goodput
    dims = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, write_time=xr.DataArray([60.0, 120.0], dims="t"))
    assert dims.goodput.dims == ("t",) and float(dims.goodput[1]) == run.goodput
    lever = sl.analysis.levers(run, sl.limits.overhead_at_most(0.2))["write_bandwidth"]
    assert np.isnan(lever.value) and lever.elasticity == pytest.approx(1)
    # what depends on bytes has no answer, here neither
    copied = sl.strategies.asynchronous(copy_bandwidth=1e13)
    for one in (run, many):
        with pytest.raises(ValueError, match="needs 'checkpoint_bytes' or 'write_bandwidth' beside 'write_time'"):
            copied.goodput(one)
    assert np.isnan(sl.analysis.assess(run).capacity)
    with pytest.raises(ValueError, match="write_time is one too many"):
        sl.TrainingRun(gpus=8, mtbf=1e4, write_time=1, checkpoint_bytes=1e12, write_bandwidth=1e9)
    with pytest.raises(TypeError, match=r"needs 'checkpoint_bytes'.*or 'write_time'"):
        sl.TrainingRun(gpus=8, mtbf=1e4)


def test_options_over_a_file_and_sweeps(command: Any) -> None:
    Path("run.toml").write_text('[run]\ngpus = 16384\nmtbf = "3 h"\ncheckpoint_bytes = "5 TB"\nwrite_bandwidth = "2 TB/s"\n')
    code, out, err = command(
        "plan", "run.toml", "--write-time", "100 s", "--restart-time", "5 min", "--json", "--save", "a.toml"
    )
    found = json.loads(out)
    assert code == 0 and found["run"]["write_bandwidth"] == 5e10 and found["run"]["initialization_time"] == 300
    assert tomllib.loads(Path("a.toml").read_text())["run"]["write_time"] == "100 s"
    assert json.loads(command("plan", "a.toml", "--json")[1])["run"] == found["run"]
    code, out, err = command("sweep", "run.toml", "--over", "write_time=60:240:3", "--columns", "goodput", "-o", "a.csv")
    assert code == 0, err
    rows = [line.split(",") for line in Path("a.csv").read_text().splitlines()[-3:]]
    known = sl.TrainingRun(gpus=16384, mtbf=3 * HOUR, checkpoint_bytes=5e12, write_time=150)
    assert [float(row[0]) for row in rows] == [60, 150, 240] and float(rows[1][-1]) == pytest.approx(known.goodput, rel=1e-12)
    request = {"question": "goodput", "run": {"gpus": 16384, "mtbf": 1e4}}
    alone = sl.TrainingRun(gpus=16384, mtbf=1e4, write_time=120).goodput
    assert sl.ask({**request, "over": {"run.write_time": ["60 s", 120.0]}})["columns"]["goodput"][1] == alone
    swept = sl.analysis.sweep(request, {"write_time": [60.0, 120.0]}, "s.nc")
    assert float(swept.open()["goodput"][1]) == alone
    rates = sl.analysis.sweep({**request, "run": {"gpus": 64, "write_time": 60}}, {"gpu_mttf": ["150 FIT", "300 FIT"]}, "r.nc")
    assert float(rates.open()["goodput"][1]) == sl.TrainingRun(gpus=64, gpu_mttf="300 FIT", write_time=60).goodput


def test_an_interval_in_time_and_in_steps(command: Any) -> None:
    Path("run.toml").write_text('[run]\ngpus = 16384\nmtbf = "3 h"\nwrite_time = 60\n')
    asked = {"question": "goodput", "run": {"gpus": 16384, "mtbf": "3 h", "write_time": 60}}
    right = sl.ask({**asked, "strategy": {"name": "blocking", "interval": 1800}})["columns"]["goodput"]
    for words in (["30 min"], ["1800"], ["500 steps", "--step-time", "3.6"], ["1 step", "--step-time", "30 min"]):
        code, out, err = command("plan", "run.toml", "--interval", *words, "--json", "--save", "a.toml")
        assert code == 0 and json.loads(out)["goodput"] == right, err
        Path("a.toml").unlink()
    for command_of, also in (
        ("limits", ""),
        ("compare", ""),
        ("cost", '[cost]\nwork = "1e6 GPU*h"\n[prices]\ngpu = "2 USD/h"\n'),
    ):
        Path("of.toml").write_text(Path("run.toml").read_text() + also)
        code, out, err = command(command_of, "of.toml", "--interval", "30 min", "--json")
        assert code == 0, err
    code, out, err = command("compare", "run.toml", "--interval", "30 min", "--json")
    blocking = next(row for row in json.loads(out)["rows"] if row["name"] == "blocking")
    assert blocking["interval"] == 1800 and blocking["goodput"] == right
    left_out = {row["strategy"]: row["field"] for row in json.loads(out)["left_out"]}
    assert left_out["asynchronous"] == "checkpoint_bytes" and "replicated" not in left_out  # it copies them
    for words, says in (
        (["plan", "run.toml", "--interval", "500 steps"], "needs the time of a step: give --step-time"),
        (["plan", "run.toml", "--interval", "0 steps", "--step-time", "1"], "must be one step at least"),
        (["plan", "run.toml", "--interval", "5 TB"], "--interval: "),
        (["plan", "run.toml", "--step-time", "5"], "--step-time is of --interval in steps"),
    ):
        code, out, err = command(*words)
        assert code == 2 and says in err, err
    Path("run.toml").write_text(Path("run.toml").read_text() + '[strategy]\nname = "buddy"\n')
    assert "has no interval" in command("plan", "run.toml", "--interval", "30 min")[2]


def test_the_time_of_a_step_comes_from_the_tables_of_step(command: Any) -> None:
    step = {"shape": "llama3_70b", "layout": {"tensor": 8, "pipeline": 4, "data": 32}, "chip": "h100", "fabric": "dgx_h100"}
    own = {"batch_tokens": 4194304}
    time = sl.ask({"question": "step", **step, "with": own})["columns"]["time"]
    run = {"gpus": 1024, "mtbf": "3 h", "write_time": 60}
    Path("run.toml").write_text(_core.to_toml({"run": run, **step, "step": own}))
    code, out, err = command("plan", "run.toml", "--interval", "500 steps", "--json")
    assert code == 0, err
    assert json.loads(out)["interval"] == pytest.approx(500 * time, rel=1e-14)


def test_overhead_as_a_criterion(command: Any) -> None:
    run = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    Path("run.toml").write_text(_core.to_toml({"run": run}))
    right = sl.limits.max_gpus(sl.TrainingRun(**run), sl.limits.goodput_at_least(1 / 1.25)).value
    assert sl.limits.max_gpus(sl.TrainingRun(**run), sl.limits.overhead_at_most(0.25)).value == pytest.approx(right, rel=1e-9)
    for one in ("plan", "limits"):
        code, out, err = command(one, "run.toml", "--criterion", "overhead_at_most=25 %", "--json")
        (found,) = json.loads(out)["limits"].values()
        assert code == 0 and found["value"] == pytest.approx(right, rel=1e-9), err
    asked = sl.ask({"question": "limit", "run": run, "criterion": {"overhead_at_most": 0.25}})["columns"]
    assert asked["value"] == pytest.approx(right, rel=1e-9)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"mtbf": "150 FIT"}, "does not say of what it is"),
        ({"gpu_mttf": "3 per day"}, "does not say of what it is"),
        ({"gpu_mttf": "6.5 per 1000 node-days"}, "does not say how many GPUs a node has"),
        ({"gpu_mttf": "5 per"}, "is no rate"),
        ({"gpu_mttf": ["150 FIT", "3 per day per job"]}, "mixes rates"),
    ],
)
def test_of_what_a_rate_is_must_be_said(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sl.TrainingRun(gpus=8, checkpoint_bytes=1e12, write_bandwidth=1e12, **given)


def test_rates_in_a_list() -> None:
    run = sl.TrainingRun(gpus=1000, gpu_mttf=["1000 FIT", "2000 FIT", "1e6 h"], write_time=60)
    assert run.gpu_mttf / HOUR == pytest.approx([1e6, 5e5, 1e6])


def test_parts_in_series() -> None:
    found = sl.failures.series_system({"GPU": (16384, "5000 FIT"), "host": (2048, "AFR 9 %"), "x": (3, np.inf)}, gpus=16384)
    rate = 16384 * 5000 / 1e9 + 2048 * 0.09 / 8766  # an hour
    assert found.mtbf / HOUR == pytest.approx(1 / rate) and found.gpu_mttf / HOUR == pytest.approx(16384 / rate)
    assert found.part == ["GPU", "host", "x"] and found.share.sum() == pytest.approx(1)
    same = sl.failures.series_system([{"name": "GPU", "count": 16384, "mttf": "200000 h"}])
    assert same.mtbf / HOUR == pytest.approx(1e9 / 5000 / 16384)
    run = sl.TrainingRun(gpus=16384, failure_rate="16384 x 5000 FIT + 2048 x AFR 9 %", write_time=60)
    assert run.mtbf / HOUR == pytest.approx(1 / rate)
    with pytest.raises(TypeError, match="must be a count and a mean life"):
        sl.failures.series_system({"GPU": 3})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="count = -1 must be >= 0"):
        sl.failures.series_system({"GPU": (-1, 5)})
