# SPDX-License-Identifier: Apache-2.0
"""scaling-limits compare."""

from __future__ import annotations

import json
import subprocess
import sys

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


def run(tmp_path, *options):
    file = tmp_path / "run.toml"
    file.write_text(FILE)
    command = [sys.executable, "-m", "scaling_limits.cli", "compare", str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


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
