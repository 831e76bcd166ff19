# SPDX-License-Identifier: Apache-2.0
"""What a type checker says of scripts that use the package: nothing of a right one, every slip of a wrong one."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import scaling_limits as sl

RIGHT = """
import numpy as np
import scaling_limits as sl

run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * sl.units.hour, checkpoint_bytes=5e12, write_bandwidth=2e12)
interval: float = sl.checkpoint.optimal_interval(run.write_time, run.mtbf)
scalar: float = sl.checkpoint.optimal_interval(60, 3600, variant="safe_restart")
times = np.linspace(60, 600, 10)
sl.checkpoint.goodput(times, 60, [3600, 7200], out=np.empty(10), where=times > 100).mean()
shortest: float = sl.checkpoint.interval_band(60, 3600).shortest
sl.parallelism.bubble_time("1f1b", 8, 1, np.float32(2), weight_gradient=None)
bus: float = sl.network.bus_bandwidth(1e9, 0.1, 8, collective="all_gather")
sl.storage.placement_survival(16, 2, [2, 3], "ring")
many = run.replace(gpus=np.geomspace(1e3, 1e6, 10))
many.goodput.max()
plan = sl.strategies.asynchronous(copy_bandwidth=1e12)
limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla(), plan)
print(limit.value, limit.shares["checkpoint"], sl.compare(run).best, plan.goodput(run))
law = sl.failures.Weibull.from_mean(mean=36000, shape=0.7)
shape: float = sl.workload.TransformerShape.fields()[0].lower
print(law.survival(100), sl.published.tiers["memory"].latency, sl.simulation.simulate)
"""

# the slip, and what mypy calls it
WRONG = {
    "sl.checkpoint.optimal_intervall(60, 3600)": "attr-defined",
    "sl.checkpoint.optimal_interval('60 s', 3600)": "call-overload",
    "sl.checkpoint.optimal_interval(60, mtfb=3600)": "call-overload",
    "sl.checkpoint.optimal_interval(60)": "call-overload",
    "sl.checkpoint.interval_band(60, 3600).middle": "attr-defined",
    "word: str = sl.checkpoint.young_interval(60, 3600)": "assignment",
    "sl.parallelism.bubble_time('2f2b', 8, 1, 2)": "call-overload",
    "sl.network.nccl_all_reduce_latency(8, 1, algorithm='nvls')": "call-overload",
    "sl.TrainingRun(gpuz=3)": "call-arg",
    "sl.TrainingRun(gpus='many', gpu_mttf=1, checkpoint_bytes=1, write_bandwidth=1)": "arg-type",
    "run.typo": "attr-defined",
    "run.replace(gpuz=3)": "call-arg",
    "sl.strategies.asynchronous(copy_bandwith=1e12)": "call-arg",
    "sl.limits.goodput_at_last(0.9)": "attr-defined",
    "sl.limits.max_gpus('run')": "arg-type",
    "sl.units.fortnight": "attr-defined",
    "sl.chekpoint": "attr-defined",
    "sl.failures.Weibull(shape=1, skale=3)": "call-arg",
}


@pytest.mark.slow
def test_mypy_passes_a_right_script_and_flags_every_slip(tmp_path) -> None:
    pytest.importorskip("mypy", reason="mypy is in the extra 'test'")
    head = "import scaling_limits as sl\n\n\ndef use(run: sl.TrainingRun) -> None:\n"
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(head + "".join(f"    {line}\n" for line in WRONG))
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    found = subprocess.run([*command, "right.py", "wrong.py"], cwd=tmp_path, capture_output=True, text=True)
    assert "right.py" not in found.stdout, found.stdout
    errors: dict[int, set[str]] = {}
    for line, code in re.findall(r"^wrong\.py:(\d+): error: .*\[([a-z-]+)\]$", found.stdout, re.M):
        errors.setdefault(int(line), set()).add(code)
    first = head.count("\n") + 1
    missing = [slip for k, (slip, code) in enumerate(WRONG.items()) if code not in errors.get(first + k, set())]
    assert not missing, found.stdout


@pytest.mark.parametrize(
    "room", ["checkpoint", "failures", "network", "numeric", "plot", "published", "storage", "units", "workload"]
)
def test_dir_of_a_module_is_what_is_public(room) -> None:
    module = getattr(sl, room)
    assert dir(module) == sorted(module.__all__)
    assert not [name for name in dir(module) if name.startswith("_")]
