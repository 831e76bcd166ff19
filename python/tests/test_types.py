# SPDX-License-Identifier: Apache-2.0
"""What type checkers say of scripts that use the package: nothing of a right one, every slip of a wrong one."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scaling_limits as sl

SOURCES = Path(sl.__file__).parent
BUILD = Path(__file__).resolve().parents[2] / "build"

RIGHT = """
from datetime import timedelta
from typing import assert_type

import numpy as np

import scaling_limits as sl
from scaling_limits.typing import NumPy, NumPyText

run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * sl.units.hour, checkpoint_bytes=5e12, write_bandwidth=2e12)
interval: float = sl.checkpoint.optimal_interval(run.write_time, run.mtbf)
scalar: float = sl.checkpoint.optimal_interval(60, 3600, variant="safe_restart")
times = np.linspace(60, 600, 10)
sl.checkpoint.goodput(times, 60, [3600] * 10, out=np.empty(10), where=times > 100).mean()
shortest: float = sl.checkpoint.interval_band(60, 3600).shortest
sl.parallelism.bubble_time("1f1b", 8, 1, np.float32(2), weight_gradient=None)
bus: float = sl.network.bus_bandwidth(1e9, 0.1, 8, collective="all_gather")
sl.storage.placement_survival(16, 2, [2, 3], "ring")
many = run.replace(gpus=np.geomspace(1e3, 1e6, 10))
many.goodput.max()
assert_type(many, sl.TrainingRun[NumPy])
assert_type(many.goodput, NumPy)
assert_type(many.downtime, float | NumPy)
assert_type(run.goodput, float)
assert_type(sl.TrainingRun(gpus=[1, 2], gpu_mttf=1e8, checkpoint_bytes=5e12, write_bandwidth=2e12), sl.TrainingRun[NumPy])
plan = sl.strategies.asynchronous(copy_bandwidth=1e12)
assert_type(plan.goodput(run), float)
assert_type(plan.goodput(many), NumPy)
assert_type(sl.strategies.blocking(interval=[60, 600]).breakdown(run)["useful"], NumPy)
limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla(), plan)
share: float = limit.shares[limit.binding]
size: float = limit.useful_gpus
assert_type(sl.limits.max_gpus(run, sl.limits.goodput_at_least([0.5, 0.9])), sl.limits.Limit[NumPy, NumPyText])
sl.limits.max_gpus(run, factors=[sl.limits.StrongScaling(half_size=1e5), sl.limits.CustomFactor(lambda n: 1 / n)])
best: float = sl.compare(run).best.goodput
law = sl.failures.Weibull.from_mean(mean=36000, shape=0.7)
alive: float = law.survival(100)
shape: float = sl.workload.TransformerShape.fields()[0].lower
latency: float = sl.published.tiers["gpu_memory"].latency
elasticity: float = sl.analysis.levers(run)["gpu_mttf"].elasticity
rows: list[float] = [row.limit.value for row in sl.analysis.limits_by_tier(run)]
kept: dict[str, object] = limit.as_dict() | sl.analysis.levers(run).as_dict()
texts = sl.TrainingRun(
    gpus=24_576, mtbf="3 h", checkpoint_bytes="3 TB", write_bandwidth="400 GB/s", initialization_time=timedelta(minutes=7)
)
assert_type(texts, sl.TrainingRun)
assert_type(texts.replace(mtbf=["3 h", "6 h"]), sl.TrainingRun[NumPy])
counted = sl.TrainingRun(gpus=24_576, interruptions=8, days=1, checkpoint_bytes=3e12, write_bandwidth=4e11)
chip = sl.published.chips["h100"]
power: float = chip.power
fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth="900 GB/s", outer_bandwidth=5e10)
mine = sl.parallelism.Layout(tensor=8, pipeline=14, data=128)
found = sl.parallelism.best_layout(sl.published.shapes["llama3_405b"], 14_336, chip, fabric, 2048 * 8192, mine=mine)
rank: int | None = found.mine.rank if found.mine else None
simulated: float = sl.simulation.simulate(run, plan, relative_accuracy=0.1, progress=lambda failures, accuracy: True).goodput


def sized(of: sl.TrainingRun) -> float:
    return of.useful_throughput + of.gpus


print(sized(run), sl.__version__)
"""

# the slip, and what mypy and pyright call it
WRONG = {
    "sl.checkpoint.optimal_intervall(60, 3600)": ("attr-defined", "reportAttributeAccessIssue"),
    "sl.checkpoint.optimal_interval('60 s', 3600)": ("call-overload", "reportCallIssue"),
    "sl.checkpoint.optimal_interval(60, mtfb=3600)": ("call-overload", "reportCallIssue"),
    "sl.checkpoint.optimal_interval(60)": ("call-overload", "reportCallIssue"),
    "sl.checkpoint.interval_band(60, 3600).middle": ("attr-defined", "reportAttributeAccessIssue"),
    "word: str = sl.checkpoint.young_interval(60, 3600)": ("assignment", "reportAssignmentType"),
    "number: float = sl.checkpoint.young_interval([60, 90], 3600)": ("assignment", "reportAssignmentType"),
    "sl.parallelism.bubble_time('2f2b', 8, 1, 2)": ("call-overload", "reportCallIssue"),
    "sl.network.nccl_all_reduce_latency(8, 1, algorithm='nvls')": ("call-overload", "reportCallIssue"),
    "sl.TrainingRun(gpuz=3)": ("call-overload", "reportCallIssue"),
    "sl.TrainingRun(gpus=b'many', gpu_mttf=1, checkpoint_bytes=1, write_bandwidth=1)": ("call-overload", "reportCallIssue"),
    "run.typo": ("attr-defined", "reportAttributeAccessIssue"),
    "run.goodput.typo": ("attr-defined", "reportAttributeAccessIssue"),
    "text: str = run.goodput": ("assignment", "reportAssignmentType"),
    "run.gpus = 3": ("misc", "reportAttributeAccessIssue"),
    "run.replace(gpuz=3)": ("call-overload", "reportCallIssue"),
    "sl.strategies.asynchronous(copy_bandwith=1e12)": ("call-overload", "reportCallIssue"),
    "sl.strategies.blocking().goodput(3)": ("call-overload", "reportCallIssue"),
    "sl.limits.goodput_at_last(0.9)": ("attr-defined", "reportAttributeAccessIssue"),
    "sl.limits.max_gpus('run')": ("call-overload", "reportCallIssue"),
    "sl.limits.max_gpus(run).bindng": ("attr-defined", "reportAttributeAccessIssue"),
    "sl.simulation.simulate(run.replace(gpus=[1, 2]))": ("arg-type", "reportArgumentType"),
    "sl.units.fortnight": ("attr-defined", "reportAttributeAccessIssue"),
    "sl.chekpoint": ("attr-defined", "reportAttributeAccessIssue"),
    "sl.failures.Weibull(shape=1, skale=3)": ("call-overload", "reportCallIssue"),
    "sl.analysis.levers(run)['gpu_mttf'].elastcity": ("attr-defined", "reportAttributeAccessIssue"),
}
HEAD = "import scaling_limits as sl\n\n\ndef use(run: sl.TrainingRun) -> None:\n"


@pytest.fixture
def scripts(tmp_path) -> Path:
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(HEAD + "".join(f"    {line}\n" for line in WRONG))
    return tmp_path


def found_by(command: list[str], folder: Path) -> str:
    installed = "site-packages" in SOURCES.parts
    path = os.environ.get("PYTHONPATH", "") if installed else str(SOURCES.parent)
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}).stdout


def missed(errors: dict[int, set[str]], checker: int) -> list[str]:
    first = HEAD.count("\n") + 1
    return [slip for k, (slip, codes) in enumerate(WRONG.items()) if codes[checker] not in errors.get(first + k, set())]


@pytest.mark.slow
def test_mypy_passes_a_right_script_and_flags_every_slip(scripts) -> None:
    pytest.importorskip("mypy", reason="mypy is in the extra 'test'")
    cache = BUILD / "mypy" if BUILD.exists() else scripts / "cache"  # NumPy's stubs take ten seconds to read anew
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(cache)]
    found = found_by([*command, "right.py", "wrong.py"], scripts)
    assert "right.py" not in found, found
    errors: dict[int, set[str]] = {}
    for line, code in re.findall(r"^wrong\.py:(\d+): error: .*\[([a-z-]+)\]$", found, re.M):
        errors.setdefault(int(line), set()).add(code)
    assert not missed(errors, 0), found


@pytest.mark.slow
def test_pyright_passes_a_right_script_and_flags_every_slip(scripts) -> None:
    if importlib.util.find_spec("basedpyright") is None:
        pytest.skip("basedpyright, pyright that pip alone can install, is in the extra 'test'")
    (scripts / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, "right.py", "wrong.py"]
    found = json.loads(found_by(command, scripts))["generalDiagnostics"]
    errors: dict[int, set[str]] = {}
    for one in found:
        if one["severity"] == "error" and one["file"].endswith("wrong.py"):
            errors.setdefault(one["range"]["start"]["line"] + 1, set()).add(one.get("rule", ""))
    assert not [one for one in found if one["severity"] == "error" and one["file"].endswith("right.py")]
    assert not missed(errors, 1), found


def test_the_right_script_runs(scripts) -> None:
    assert re.fullmatch(r"\S+ \S+\n", found_by([sys.executable, "right.py"], scripts))


def stubs() -> dict[str, ast.Module]:
    return {path.name: ast.parse(path.read_text()) for path in SOURCES.glob("*.pyi")}


def test_no_public_answer_is_any() -> None:
    wrong = []
    for name, tree in stubs().items():
        for node in ast.walk(tree):
            answer = node.returns if isinstance(node, ast.FunctionDef) else getattr(node, "annotation", None)
            if isinstance(node, (ast.FunctionDef, ast.AnnAssign)) and isinstance(answer, ast.Name) and answer.id == "Any":
                wrong.append(f"{name}:{node.lineno}")
    assert not wrong


def test_constructors_say_what_every_field_is() -> None:
    classes = {node.name: node for tree in stubs().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    rooms = (
        *(sl.checkpoint, sl.failures, sl.federated, sl.limits, sl.network, sl.parallelism, sl.run, sl.search, sl.storage),
        *(sl.strategies, sl.workload),
    )
    for room in rooms:
        for thing in (getattr(room, name) for name in room.__all__):
            fields = thing.fields() if isinstance(thing, type) and callable(getattr(thing, "fields", None)) else ()
            made = [f for f in classes[thing.__name__].body if getattr(f, "name", "") == "__init__"] if fields else []
            assert all({f.name for f in fields} <= {a.arg for a in m.args.args + m.args.kwonlyargs} for m in made)
            assert bool(made) == bool(fields)
            for field in fields:
                assert f"{field.name} : " in thing.__doc__ and field.doc.lower() in " ".join(thing.__doc__.lower().split())


FUNCTIONS = {
    "Operation",
    "RestartParts",
    "TrainingRun",
    "__version__",
    "ask",
    "calibrate",
    "compare",
    "explain",
    "plan_from_log",
    "timeline",
    "cli",
}
FUNCTIONS |= {"get_include", "get_cmake_dir"}


@pytest.mark.parametrize("room", sorted({*sl.__all__, *dir(sl)} - FUNCTIONS))
def test_dir_of_a_module_is_what_is_public(room) -> None:
    module = getattr(sl, room, None)
    if module is None:
        pytest.skip(f"{room} is not built")
    assert dir(module) == sorted(getattr(module, "__all__", dir(module)))
    assert not [name for name in dir(module) if name.startswith("_")]
    assert not [name for name in dir(module) if type(getattr(module, name)).__name__ == "module"]
