# SPDX-License-Identifier: Apache-2.0
"""A run is played, logged in each form that is read, and read back: the MTBF that was put in lies in the interval as often as
that says. tests/unit/analysis/step_log_round_trip.test.cpp does so over more settings."""

from __future__ import annotations

import datetime
import io
import json
import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from counts import draws

import scaling_limits as sl

MTBF, STEP, SAVE, EVERY = 1800.0, 20.0, 30.0, 15
START = datetime.datetime(2026, 3, 4, 8, tzinfo=datetime.UTC)
Row = tuple[str, int, float, float, int, bool]  # what, number, from, to, attempt, whether it came to its end


def played(startup: float, downtime: float, length: float, random: np.random.Generator) -> Iterator[Row]:
    """What happens until so many mean times between failures have passed; failures fall in whatever runs."""
    now, saved, attempt = 0.0, 0, 0
    while now < length * (MTBF + downtime):
        fails = now + random.exponential(MTBF)
        number, todo = saved, [("startup", 0)]
        while todo:
            what, number = todo.pop()
            end = now + {"startup": startup, "step": STEP, "checkpoint": SAVE}[what]
            yield what, number, now, min(end, fails), attempt, end <= fails
            now = min(end, fails)
            if end > fails or now > length * (MTBF + downtime):
                break
            saved = number if what == "checkpoint" else saved
            todo.append(("checkpoint", number) if what == "step" and number % EVERY == 0 else ("step", number + 1))
        now = max(now, fails) + random.exponential(downtime)
        attempt += 1


def csv(attempts: bool) -> Callable[[list[Row]], str]:
    """What came to its end, and start-ups that failed."""

    def write(rows: list[Row]) -> str:
        head = "step,start,end,kind" + ",attempt" * attempts
        kept = (row for row in rows if row[-1] or row[0] == "startup")
        lines = (f"{n},{start:.3f},{end:.3f},{what}" + f",{k}" * attempts for what, n, start, end, k, _ in kept)
        return "\n".join([head, *lines]) + "\n"

    return write


def at(seconds: float) -> str:
    return (START + datetime.timedelta(seconds=round(seconds, 3))).strftime("%Y-%m-%d %H:%M:%S,%f")[:-3]


def torchtitan(rows: list[Row]) -> str:
    """Nobody prints when it fails."""
    lines = []
    for what, number, start, end, _, done in rows:
        if what == "startup":
            lines.append((start, "Starting job: Llama 3 8B training"))
        if not done:
            continue
        took = f"{end - start:.2f} seconds."
        lines += {
            "startup": [(end, f"Training starts at step {number + 1}.")],
            "step": [(end, f"step: {number:>2}  loss:  2.02902  memory: 27.34GiB(28.78%)  tps: 375  mfu: 2.20%")],
            "checkpoint": [(start, "Saving the checkpoint."), (end, f"Finished saving the checkpoint in {took}")],
        }[what]
    return "".join(f"[rank0]:[titan] {at(when)} - root - INFO - {text}\n" for when, text in lines)


def megatron(rows: list[Row]) -> str:
    lines = []
    for what, number, start, end, _, done in rows:
        now, took = at(end)[:-4], f"{1e3 * (end - start):.1f}"
        if what == "startup":
            lines += [
                "using world size: 16, data-parallel size: 2",
                f"[after megatron is initialized] datetime: {at(start)[:-4]}",
            ]
        if not done:
            continue
        lines += {
            "startup": [f"[before the start of training step] datetime: {now}"],
            "step": [
                f" [{now}] iteration {number:8d}/   20000 | elapsed time per iteration (ms): {took} | lm loss: 1.19E+01 |"
            ],
            "checkpoint": [
                f"saving checkpoint at iteration {number:7d} to /ckpt in torch_dist format",
                f"    save-checkpoint ................................: ({took}, {took})",
            ],
        }[what]
    return "\n".join(lines) + "\n"


def ml_goodput(rows: list[Row]) -> str:
    events: list[dict[str, float]] = []
    for what, number, start, end, _, done in rows:
        if what == "startup":
            events += [{"job_start_time": start}, {"tpu_init_start_time": start}]
            events += [{"tpu_init_end_time": end}] * done
        elif what == "step":
            events.append({"step_count": number, "step_start_time": start})
    return "".join(
        json.dumps({"job_name": "r", **{k: v + 1.77e9 * ("time" in k) for k, v in one.items()}}) + "\n" for one in events
    )


def mllog(rows: list[Row]) -> str:
    events: list[tuple[float, str]] = []
    for what, _, start, end, _, done in rows:
        if what == "startup":
            events.append((start, "init_start"))
        if done:
            events += {
                "startup": [(end, "init_stop"), (end, "run_start")],
                "step": [(end, "tracked_stats")],
                "checkpoint": [(start, "checkpoint_start"), (end, "checkpoint_stop")],
            }[what]
    numbers = iter([number for what, number, *_, done in rows if what == "step" and done])
    return "".join(
        f":::MLLOG {json.dumps({'time_ms': round(1.72e12 + 1e3 * when), 'key': key, 'metadata': more})}\n"
        for when, key in events
        for more in [{"step": next(numbers)} if key == "tracked_stats" else {}]
    )


@pytest.mark.parametrize(
    ("write", "startup", "downtime"),
    [
        (csv(True), 600, 60),
        (csv(False), 1800, 600),
        (torchtitan, 600, 1800),
        (megatron, 1800, 60),
        (ml_goodput, 1200, 600),
        (mllog, 600, 600),
    ],
    ids=["csv, attempts", "csv", "torchtitan", "megatron", "ml-goodput", "mllog"],
)
def test_the_mtbf_comes_back(write: Callable[[list[Row]], str], startup: float, downtime: float) -> None:
    random = np.random.default_rng(44)
    logs, within, seen, expected = draws("played step logs"), 0, 0.0, 0.0
    for _ in range(logs):
        found = sl.data.goodput_from_steps(io.StringIO(write(list(played(startup, downtime, 60, random)))))
        low, high = found.mtbf_interval(0.9)
        within += low <= MTBF <= high
        seen, expected = seen + found.failures, expected + (found.elapsed - found.seconds["downtime"]) / MTBF
    least = max(0.04, 5 * math.sqrt(0.09 / logs))  # of few logs
    assert 0.9 - least <= within / logs <= 0.9 + least
    assert abs(seen - expected) < max(4 * math.sqrt(expected), 0.015 * expected)  # at their ends logs may not know of a failure
