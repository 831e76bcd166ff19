# SPDX-License-Identifier: Apache-2.0
"""Runs that were played, written down as people do, and read through every door: does the truth lie in the interval?"""

from __future__ import annotations

import io
import json
import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from counts import draws

import scaling_limits as sl

GPUS, HOUR = 1024, 3600.0


@dataclass
class Played:
    """A run by its attempts: from the begin of a start-up until a failure, and for how long each stopped it."""

    begins: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    outages: list[float] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)
    until: float = 0.0


def played(draw: np.random.Generator, mtbf: float, downtime: float, spread: float, failures: int) -> Played:
    """Failures at a constant rate of running time, restarts included, and outages of a lognormal law; in a fixed time."""
    run, now = Played(until=failures * (mtbf + downtime)), 0.0
    sigma = math.sqrt(math.log1p(spread**2))
    while now < run.until:
        run.begins.append(now)
        now += draw.exponential(mtbf)
        run.ends.append(min(now, run.until))
        if now >= run.until:
            break
        run.causes.append(str(draw.choice(["GPU", "NIC", "host"])))
        run.outages.append(float(downtime * draw.lognormal(-(sigma**2) / 2, sigma)) if spread else downtime)
        now += run.outages[-1]
    return run


EPOCH = np.datetime64("2026-01-01", "s")


def date(seconds: float) -> str:
    return str((EPOCH + np.timedelta64(round(1e3 * seconds), "ms")).astype("datetime64[ms]"))


def failed(run: Played) -> list[float]:
    return run.ends[: len(run.outages)]


def times(run: Played) -> str:
    rows = [f"{date(at)},{cause}" for at, cause in zip(failed(run), run.causes, strict=True)]
    return "\n".join(["start,cause", *rows, ""])


def with_ends(run: Played) -> str:
    rows = [f"{date(at)};{date(at + out)};{why}" for at, out, why in zip(failed(run), run.outages, run.causes, strict=True)]
    return "\n".join(["start;end;cause", *rows, ""])


def jobs_of(run: Played) -> list[tuple[str, str, float, float]]:
    """Each attempt as a job of Slurm, the last one cancelled or still running as the window ends."""
    states = ["NODE_FAIL"] * len(run.outages) + ["RUNNING"] * (len(run.begins) - len(run.outages))
    return [(str(k + 1), state, a, b) for k, (state, a, b) in enumerate(zip(states, run.begins, run.ends, strict=True))]


def sacct(run: Played) -> str:
    rows = [
        f"{job}|{state}|{date(a)}|{date(b) if state != 'RUNNING' else 'Unknown'}|{b - a:.0f}|gres/gpu={GPUS}"
        for job, state, a, b in jobs_of(run)
    ]
    return "\n".join(["JobID|State|Start|End|ElapsedRaw|AllocTRES", *rows, ""])


def table(run: Played) -> str:
    names = {"NODE_FAIL": "Failed", "RUNNING": "Succeeded"}
    rows = [f"{job}\t{names[state]}\t{date(a)}\t{date(b)}\t{GPUS}" for job, state, a, b in jobs_of(run)]
    return "\n".join(["job_name\tstatus\tstart_time\tend_time\tgpu_num", *rows, ""])


def slurm_json(run: Played) -> str:
    base = int(EPOCH.astype(int))
    jobs = [
        {
            "job_id": int(job),
            "state": {"current": [state if state != "RUNNING" else "COMPLETED"]},
            "time": {"start": base + a, "end": base + b, "elapsed": b - a},
            "tres": {"allocated": [{"type": "gres", "name": "gpu", "count": GPUS}]},
        }
        for job, state, a, b in jobs_of(run)
    ]
    return json.dumps({"jobs": jobs})


def kubernetes(run: Played) -> str:
    items = []
    for job, state, a, b in jobs_of(run):
        times = {"startedAt": date(a) + "Z", "finishedAt": date(b) + "Z"}
        end = {"reason": "Error", "exitCode": 1} if state == "NODE_FAIL" else {"reason": "Completed", "exitCode": 0}
        spec = {"containers": [{"resources": {"limits": {"nvidia.com/gpu": GPUS}}}]}
        status = {"phase": "Failed", "containerStatuses": [{"state": {"terminated": times | end}}]}
        items.append({"kind": "Pod", "metadata": {"name": f"p{job}"}, "spec": spec, "status": status})
    return json.dumps({"kind": "List", "items": items})


RUN = sl.TrainingRun(gpus=GPUS, gpu_mttf=1e9, checkpoint_bytes=1e12, write_bandwidth=1e11)
HISTORIES = {"sacct": sacct, "table": table, "sacct --json": slurm_json, "kubernetes": kubernetes}
EVENTS = {"ends": with_ends, "times": times}
SETTINGS = [(1800.0, 60.0, 1.0, 60), (1800.0, 600.0, 1.0, 60), (1800.0, 1800.0, 2.0, 60), (20_000.0, 600.0, 0.0, 8)]


def held(run: Played, door: str, mtbf: float, downtime: float, spread: float) -> tuple[bool, float]:
    """Whether the truth lies in the 90 % interval of what is read, and the rate that is [1/s]."""
    if door in HISTORIES:
        events = sl.data.read_events(io.StringIO(HISTORIES[door](run)))
        planned = {}
    else:
        end = date(run.until)
        text = EVENTS[door](run)
        events = sl.data.read_events(io.StringIO(text), window_start="2026-01-01", window_end=end)
        planned = {"spread": spread, "downtime": downtime} if door == "times" else {}
    found = sl.plan_from_log(events, RUN, samples=256, **planned)
    low, high = found.mtbf.interval(0.9)
    return low < mtbf < high, GPUS / found.counted_mttf


@pytest.mark.parametrize("door", [*HISTORIES, *EVENTS])
@pytest.mark.parametrize(("mtbf", "downtime", "spread", "failures"), SETTINGS)
def test_the_truth_lies_in_the_interval_that_a_log_gives(
    door: str, mtbf: float, downtime: float, spread: float, failures: int
) -> None:
    count = draws("logs of a played run")
    draw = np.random.default_rng(44)
    logs = [played(draw, mtbf, downtime, spread, failures) for _ in range(count)]
    logs = [run for run in logs if len(run.outages) > 1]
    found = [held(run, door, mtbf, downtime, spread) for run in logs]
    share = sum(inside for inside, _ in found) / len(found)
    low, high = (0.86, 0.94) if door != "times" else (0.82, 0.98)
    error = 3 * math.sqrt(0.09 / len(found))  # of so many draws
    assert low - error < share < high + error, f"{share:.1%} of {len(found)}"
    if failures >= 60 and door != "times":
        rates = np.array([rate for _, rate in found])
        assert abs(rates.mean() - 1 / mtbf) < 3 * rates.std() / math.sqrt(len(rates)) + 1e-3 / mtbf  # and rounding to a second


def test_the_same_history_is_the_same_number_at_every_door() -> None:
    run = played(np.random.default_rng(5), 1800, 600, 1, 12)
    rates = set()
    for text in (table(run), slurm_json(run), kubernetes(run)):
        attempts = sl.data.read_attempts(io.StringIO(text))
        plan = sl.plan_from_log(attempts, RUN, samples=8)
        events = sl.plan_from_log(sl.data.read_events(io.StringIO(text)), RUN, samples=8)
        assert plan.counted_mttf == events.counted_mttf == attempts.history.gpu_mttf["value"]
        rates.add(round(plan.counted_mttf))
    assert len(rates) == 1
