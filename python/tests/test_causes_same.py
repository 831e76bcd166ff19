# SPDX-License-Identifier: Apache-2.0
"""One cause is one cause, as gpu_mttf and as a row of a list: the same to 1e-14 in Python and at the command line."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SAME = 1e-14
RUN = sl.TrainingRun(
    gpus=16_384,
    gpu_mttf="50000 h",
    checkpoint_bytes=5e12,
    write_bandwidth=2e12,
    read_bandwidth=2e12,
    storage_latency=0.1,
    initialization_time=300,
    downtime=60,
)
# of strategies that do not tell failures apart by what they take
STRATEGIES = {
    "blocking": sl.strategies.blocking(),
    "given interval": sl.strategies.blocking(interval=1200),
    "asynchronous": sl.strategies.asynchronous(copy_bandwidth=2e14, slowdown=0.05),
    "replicated": sl.strategies.replicated(),
    "elastic": sl.strategies.elastic(replicas=32),
    "spared": sl.strategies.spared(spares=64, repair_time="1 day"),
    "independent": sl.strategies.independent(learners=8),
}
WAYS = {
    "mttf": {"mttf": "50000 h"},
    "mttf of a node": {"mttf": "6250 h", "per": "node"},
    "afr": {"afr": 365.25 * 24 / 50_000},
    "fit": {"fit": 20_000},
    "per_1000_unit_days": {"per_1000_unit_days": 1000 * 24 * 8 / 50_000, "per": "node"},
    "mtbf": {"mtbf": 50_000 * 3600 / 16_384, "exponent": 1},
    "events": {"events": 100, "running_days": 100 * 50_000 / 16_384 / 24},
    "share": {"share": 1},
}
CRITERIA = [
    sl.limits.goodput_at_least(0.9),
    sl.limits.overhead_at_most(0.2),
    sl.limits.efficiency_at_least(0.8),
    sl.limits.elasticity_at_least(0.7),
    sl.limits.added_gpu_worth_at_least(0.5),
    sl.limits.peak_throughput(),
]


def stopped(way: str) -> tuple[sl.TrainingRun, list[Any]]:
    """The run and the list of one that says what stops it."""
    return RUN if way == "share" else RUN.replace(gpu_mttf=np.inf), [sl.failures.Cause(name="all", **WAYS[way])]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_strategy_answers_the_same(strategy: str, way: str) -> None:
    own = STRATEGIES[strategy]
    run, causes = stopped(way)
    under = own.under(causes=causes)
    assert under.goodput(run) == pytest.approx(own.goodput(RUN), rel=SAME)
    assert 1 + under.overhead(run) == pytest.approx(1 + own.overhead(RUN), rel=SAME)
    assert under.breakdown(run)["useful"] == pytest.approx(own.breakdown(RUN)["useful"], rel=SAME)
    assert under.interval(run) == pytest.approx(own.interval(RUN), rel=1e-7)  # a flat minimum has half the digits


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@pytest.mark.parametrize("growth", [sl.growth.fixed, sl.growth.chinchilla])
def test_a_limit_is_the_same(growth: Callable[[], Any], criterion: Any, way: str) -> None:
    run, causes = stopped(way)
    own = sl.limits.max_gpus(RUN, criterion, growth())
    listed = sl.limits.max_gpus(run, criterion, growth(), causes=causes)
    assert listed.value == pytest.approx(own.value, rel=SAME)
    assert listed.goodput == pytest.approx(own.goodput, rel=SAME)
    assert (listed.status, listed.binding) == (own.status, own.binding)


@pytest.mark.parametrize("way", WAYS)
def test_the_mix_of_one_is_the_run(way: str) -> None:
    run, causes = stopped(way)
    alone = sl.run.effective_run(run, causes)
    for field in ("gpus", "gpu_mttf", "downtime", "initialization_time"):
        assert getattr(alone, field) == pytest.approx(getattr(RUN, field), rel=SAME)


def numbers(answer: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """The numbers of an answer in JSON, each with where it stands; not those of what was given, nor of gpu_mttf as a lever.

    What may be otherwise, the band around an answer, depends on what was said: of a list its rows are known.
    """
    if isinstance(answer, dict):
        for key, value in answer.items():
            band = key in ("band", "assumption") or key.startswith(("low", "high", "goodput_low", "goodput_high", "together"))
            if key not in ("run", "cause", "causes", "gpu_mttf") and not band:
                yield from numbers(value, f"{path}.{key}")
    elif isinstance(answer, list):
        for place, value in enumerate(answer):
            yield from numbers(value, f"{path}.{place}")
    elif isinstance(answer, int | float) and not isinstance(answer, bool):
        yield path, answer


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, float]:
    with pytest.raises(SystemExit) as end:
        main([*map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    assert not end.value.code, err
    return dict(numbers(json.loads(out)))


@pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")
@pytest.mark.parametrize("way", ["mttf", "mttf of a node", "fit", "share"])
@pytest.mark.parametrize(("command", "file"), [("plan", "run"), ("limits", "limits"), ("simulate", "run"), ("cost", "cost")])
def test_a_command_prints_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, file: str, way: str
) -> None:
    text = (EXAMPLES / f"{file}.toml").read_text()
    own, listed = tmp_path / "own.toml", tmp_path / "listed.toml"
    said = next(line for line in text.splitlines() if line.startswith("gpu_mttf"))
    row = "\n".join(f"{key} = {json.dumps(value)}" for key, value in WAYS[way].items())
    own.write_text(text.replace(said, 'gpu_mttf = "50000 h"'))
    rate = 'gpu_mttf = "50000 h"' if way == "share" else ""
    listed.write_text(text.replace(said, rate) + f'\n[[cause]]\nname = "all"\n{row}\n')
    expected, answer = printed(capsys, command, own), printed(capsys, command, listed)
    same = {path: value for path, value in expected.items() if path in answer}
    assert len(same) > 0.7 * len(expected)
    # what is played: the same failures, but for the last places of when they strike
    close = 1e-6 if command == "simulate" else SAME
    off = {
        path: (value, answer[path])
        for path, value in same.items()
        if not math.isclose(value, answer[path], rel_tol=close, abs_tol=close)
    }
    assert off == {}
