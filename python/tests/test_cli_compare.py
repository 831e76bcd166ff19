# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import scaling_limits as sl

FILE = """
[run]
gpus = 16384
gpu_mttf = "50677 h"
checkpoint_bytes = "5 TB"
write_bandwidth = "2 TB/s"
initialization_time = "3 min"
[strategy]
name = "elastic"
replicas = 128
[growth]
preset = "chinchilla"
"""


def run(tmp_path, *options, text=FILE, command="compare"):
    file = tmp_path / "run.toml"
    file.write_text(text)
    asked = [sys.executable, "-m", "scaling_limits.cli", command, str(file), *map(str, options)]
    return subprocess.run(asked, capture_output=True, text=True)


def test_ranked_rows_with_the_files_own_strategy(tmp_path):
    done = run(tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    goodputs = [row["goodput"] for row in answer["rows"]]
    assert goodputs == sorted(goodputs, reverse=True)
    own = next(row for row in answer["rows"] if row["name"] == "elastic")
    assert own["parameters"]["replicas"] == 128
    assert {"gpus", "below", "above", "best"} == set(answer["break_even_sizes"][0])


def test_table(tmp_path):
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "best first" in done.stdout
    assert "elastic" in done.stdout
    assert "stall_time = the run's downtime" in done.stdout
    assert "every failure is saved just in time" in done.stdout
    assert "spared" in done.stdout and "repair_time [s]" in done.stdout
    assert "Where the ranking changes, from 163.8 to 1,638,400 GPUs (checkpoint_bytes ~ gpus^0.5)" in " ".join(
        done.stdout.split()
    )


def test_a_plan_says_what_levers_buy_today_though_nothing_limits(tmp_path):
    done = run(tmp_path, command="plan")
    assert "never (takes no checkpoints: a replica that comes back" in done.stdout
    assert "goodput today" in done.stdout and "+0.0" in done.stdout
    free = run(tmp_path, command="plan", text=FILE.replace('"50677 h"', '"unlimited"'))
    assert "unlimited: nothing fails" in free.stdout and "goodput today" in free.stdout
    assert "inf" not in free.stdout and "nan" not in free.stdout


def test_a_sweep_says_why_a_row_has_no_numbers(tmp_path):
    done = run(tmp_path, "--over", "gpus=64:256:2", command="sweep")
    assert done.returncode == 0, done.stderr
    none, some = csv.DictReader(io.StringIO(done.stdout))
    assert (none["goodput"], none["status"]) == ("", "infeasible")
    assert none["note"] == "elastic: replicas = 128 must be <= gpus = 64"
    assert (some["interval"], some["status"]) == ("inf", "ok")
    assert some["note"].startswith("takes no checkpoints")


def test_several_strategies_of_a_file(tmp_path):
    own = (
        FILE.replace("[strategy]", "[[strategy]]")
        + """
[[strategy]]
name = "blocking"
interval = "10 min"
[[strategy]]
name = "blocking"
[[strategy]]
name = "spared"
spares = 64
repair_time = "1 d"
"""
    )
    done = run(tmp_path, "--json", "--plot", tmp_path / "plot.png", text=own)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    rows = {row["label"]: row for row in answer["rows"]}
    assert {"elastic", "blocking 1", "blocking 2", "spared", "in_memory"} < set(rows)
    assert (rows["blocking 1"]["interval"], rows["blocking 1"]["parameters"]["interval"]) == (600, 600)
    assert rows["blocking 1"]["assumes"] == "persist_latency = 0 s, slowdown = 0"
    assert rows["elastic"]["parameters"]["replicas"] == 128
    assert {row["strategy"] for row in answer["left_out"]} == set(sl.compare(sl.published.llama3_405b()).left_out) - {"spared"}
    printed = run(tmp_path, text=own).stdout
    for change in answer["break_even_sizes"]:
        assert f"{change['gpus']:,.0f}  {change['below']}" in printed
    assert (tmp_path / "plot.png").stat().st_size > 0
    never = run(tmp_path, "--json", text=own.replace("10 min", "unlimited"))
    assert never.returncode == 0, never.stderr
    (row,) = (row for row in json.loads(never.stdout)["rows"] if row["label"] == "blocking 1")
    assert (row["parameters"]["interval"], row["note"]) == (
        "unlimited",
        "takes no checkpoints: its interval is unlimited",
    )
    # what is wrong is said of the table; a command that takes one strategy refuses several
    wrong = run(tmp_path, text=own.replace("1 d", "1 GB"))
    assert wrong.returncode == 2 and "[[strategy]] 4: spared: repair_time" in wrong.stderr
    plan = run(tmp_path, text=own, command="plan")
    assert plan.returncode == 2 and "strategy must be one" in plan.stderr
