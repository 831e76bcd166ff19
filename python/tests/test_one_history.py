# SPDX-License-Identifier: Apache-2.0
"""Twelve files of queues, traces, Kubernetes and lists of failures: each one number at every door, to the last digit."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_cli_fit import answer, run

import scaling_limits as sl

pytest.importorskip("pandas")
EPOCH = 1_772_323_200  # 2026-03-01
#: job, how it ended, seconds from the epoch until it began, how long, GPUs: of none the sum or the quotient is round
JOBS = [
    ("501", "NODE_FAIL", 0, 86_401, 24),
    ("502", "COMPLETED", 90_000, 70_003, 24),
    ("503", "FAILED", 170_000, 33_337, 56),
    ("504", "CANCELLED", 210_000, 12_347, 8),
    ("505", "NODE_FAIL", 230_000, 100_003, 40),
]
RUN = sl.TrainingRun(gpus=600, gpu_mttf=1e9, checkpoint_bytes=5e12, write_bandwidth=2e12)
#: of a door: interruptions, GPU-seconds, GPU-seconds for each; None: the door does not say it
Said = tuple[float, float | None, float]


def date(seconds: float, form: str = "T", zone: str = "") -> str:
    return str(np.datetime64(EPOCH + int(seconds), "s")).replace("T", form) + zone


def clock(seconds: int) -> str:
    return f"{seconds // 86400}-{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def sacct(mark: str, lengths: str = "ElapsedRaw") -> str:
    rows = [["JobID", "State", "Start", "End", lengths, "AllocTRES"]]
    for job, state, at, took, gpus in JOBS:
        tres = f"billing={gpus},cpu=512,gres/gpu={gpus}"
        length = clock(took) if lengths == "Elapsed" else str(took)
        rows.append([job, state, date(at), date(at + took), length, f'"{tres}"' if mark == "," else tres])
    return "\n".join([*(mark.join(row) for row in rows), ""])


def sacct_json() -> str:
    jobs = [
        {
            "job_id": int(job),
            "state": {"current": [state]},
            "time": {"start": EPOCH + at, "end": EPOCH + at + took, "elapsed": took},
            "tres": {"allocated": [{"type": "gres", "name": "gpu", "count": gpus}]},
        }
        for job, state, at, took, gpus in JOBS
    ]
    return json.dumps({"jobs": jobs})


def acme() -> str:
    head = "job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,end_time,duration,queue,gpu_time"
    rows = [
        f"{job},u,{gpus // 8},{gpus},64,Pretrain,{state},{date(at - 9, ' ', '+00:00')},{date(at, ' ', '+00:00')},"
        f"{date(at + took, ' ', '+00:00')},{took},9,{took * gpus}.0"
        for job, state, at, took, gpus in JOBS
    ]
    return "\n".join([head, *rows, ""])


def helios() -> str:
    head = "job_id,user,vc,jobname,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue"
    rows = [
        f"{job},u,vc,j,{gpus},64,{gpus // 8},{state},{date(at - 9, ' ')},{date(at, ' ')},{date(at + took, ' ')},{took},9"
        for job, state, at, took, gpus in JOBS
    ]
    return "\n".join([head, *rows, ""])


def philly() -> str:
    words = {"NODE_FAIL": "Failed", "FAILED": "Failed", "COMPLETED": "Pass", "CANCELLED": "Killed"}
    jobs = []
    for job, state, at, took, gpus in JOBS:
        detail = [{"ip": f"m{k}", "gpus": [f"gpu{one}" for one in range(8)]} for k in range(gpus // 8)]
        attempt = {"start_time": date(at, " "), "end_time": date(at + took, " "), "detail": detail}
        jobs.append({"status": words[state], "vc": "v", "jobid": job, "attempts": [attempt]})
    return json.dumps(jobs)


def kubernetes(kind: str) -> str:
    """Jobs by their own status; one that was cancelled is one that was done: they have no word for it."""
    items = []
    for job, state, at, took, gpus in JOBS:
        begin, end = date(at, zone="Z"), date(at + took, zone="Z")
        failed = state in ("NODE_FAIL", "FAILED")
        template = {"spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": 8}}}]}}
        spec: dict[str, Any] = {"parallelism": gpus // 8, "template": template}
        if kind == "PyTorchJob":
            spec = {"pytorchReplicaSpecs": {"Worker": {"replicas": gpus // 8, "template": template}}}
        if kind == "JobSet":
            spec = {"replicatedJobs": [{"name": "w", "replicas": gpus // 8, "template": {"spec": {"template": template}}}]}
        done = {"Job": "Complete", "PyTorchJob": "Succeeded", "JobSet": "Completed"}[kind]
        ended = {"type": "Failed" if failed else done, "status": "True", "lastTransitionTime": end, "reason": f"{kind}Ended"}
        status = {"startTime": begin, "conditions": [ended]}
        named = {"name": f"j{job}", "creationTimestamp": begin}
        items.append({"kind": kind, "metadata": named, "spec": spec, "status": status})
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


FAILURES = [(11, "n1"), (86_412, "n2"), (203_337, "n1"), (330_003, "n3")]


def kernel() -> str:
    lines = [
        f"{date(at, zone='+00:00')} {node} kernel: NVRM: Xid (PCI:0000:44:00): 79, pid=1, GPU has fallen off the bus."
        for at, node in FAILURES
    ]
    return "\n".join([*lines, ""])


def failures() -> str:
    return "\n".join(["start,node,cause", *(f"{date(at)},{node},GPU" for at, node in FAILURES), ""])


HISTORIES = {
    "sacct --parsable2": sacct("|"),
    "sacct --delimiter=,": sacct(","),
    "sacct, tabs": sacct("\t", "Elapsed"),
    "sacct --json": sacct_json(),
    "AcmeTrace": acme(),
    "Helios": helios(),
    "Philly": philly(),
    "Job": kubernetes("Job"),
    "PyTorchJob": kubernetes("PyTorchJob"),
    "JobSet": kubernetes("JobSet"),
}
WINDOW = ("2026-03-01", "2026-03-05")
#: options that say what was observed; a log of the kernel that says no window begins with its first failure
LOGS = {
    "journalctl": (kernel(), ()),
    "failures": (failures(), ("--window-start", WINDOW[0], "--window-end", WINDOW[1])),
}


def written_run(folder: Path) -> Path:
    file = folder / "run.toml"
    file.write_text("[run]\ngpus = 600\ncheckpoint_bytes = 5e12\nwrite_bandwidth = 2e12\n")
    return file


def by_plan(capsys: pytest.CaptureFixture[str], folder: Path, *asked: object) -> Said:
    found = answer(capsys, "plan", written_run(folder), "--from-log", *asked)
    return found["from_log"]["events"], found["from_log"]["exposure"], found["run"]["gpu_mttf"]


def by_python(log: sl.data.Attempts | sl.data.Events) -> Said:
    found = sl.plan_from_log(log, RUN, samples=8)
    return found.events, found.exposure, found.counted_mttf


def by_ask(capsys: pytest.CaptureFixture[str], folder: Path, **attempts: list[Any]) -> Said:
    file = folder / "request.json"
    lists = {name: [None if x != x else x for x in values] for name, values in attempts.items()}
    file.write_text(json.dumps({"question": "job_history", "with": lists}))
    code, out, err = run(capsys, "ask", file)
    assert code == 0, err
    columns = json.loads(out)["columns"]
    return columns["interruptions"], columns["exposure"], columns["gpu_mttf.value"]


@pytest.mark.parametrize("name", HISTORIES)
def test_a_history_of_jobs_is_one_number(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, target = tmp_path / "log", tmp_path / "fitted.toml"
    log.write_text(HISTORIES[name])
    exposure = float(sum(took * gpus for *_, took, gpus in JOBS))
    expected = (3, exposure, exposure / 3)
    fitted, attempts = answer(capsys, "fit", log, "--write", target), sl.data.read_attempts(log)
    history = attempts.history
    lists = {of: getattr(attempts, of).tolist() for of in ("start", "end", "gpus", "running_time")}
    doors: dict[str, Said] = {
        "fit": (fitted["interruptions"], fitted["gpu_seconds"], fitted["gpu_mttf"]),
        "fit --write": (3, None, tomllib.loads(target.read_text())["run"]["gpu_mttf"]),
        "plan --from-log": by_plan(capsys, tmp_path, log),
        "read_attempts": (history.interruptions, history.exposure, history.gpu_mttf["value"]),
        "plan_from_log, attempts": by_python(attempts),
        "plan_from_log, events": by_python(sl.data.read_events(log)),
        "ask": by_ask(capsys, tmp_path, **lists, state=attempts.outcome.tolist()),
    }
    if name.startswith("sacct"):
        found = sl.interop.interruptions_from_sacct(log)
        doors["interruptions_from_sacct"] = (found.interruptions, found.gpu_seconds, found.gpu_mttf)
    if name in ("Job", "PyTorchJob", "JobSet"):
        found = sl.interop.interruptions_from_kubernetes(log)
        doors["interruptions_from_kubernetes"] = (found.interruptions, found.gpu_seconds, found.gpu_mttf)
    check(doors, expected)


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_failures_is_one_number(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`ask` is told of attempts that each ran until a failure, or until the window's end."""
    log, target = tmp_path / "log", tmp_path / "fitted.toml"
    text, window = LOGS[name]
    log.write_text(text)
    times = [float(EPOCH + at) for at, _ in FAILURES]
    borders = [float(EPOCH), *times, EPOCH + 4 * 86_400.0] if window else times
    count = len(borders) - (2 if window else 1)
    exposure = 600 * (borders[-1] - borders[0])
    fitted = answer(capsys, "fit", log, "--gpus", 600, "--downtime", 0, "--write", target, *window)["counted"]
    rate = tomllib.loads(target.read_text())["run"]["gpu_mttf"]
    asked = {"window_start": WINDOW[0], "window_end": WINDOW[1]} if window else {}
    states = [*["failed"] * count, *["running"] * (len(borders) - 1 - count)]
    numbers = {"events": fitted["events"], "exposure": fitted["exposure"], "gpus": 600}
    columns = sl.ask({"question": "mtbf_estimate", "with": numbers})["columns"]
    doors: dict[str, Said] = {
        "fit": (fitted["events"], fitted["gpus"] * fitted["exposure"], rate),
        "plan --from-log": by_plan(capsys, tmp_path, log, *window),
        "plan_from_log": by_python(sl.data.read_events(log, **asked)),
        "ask job_history": by_ask(
            capsys, tmp_path, start=borders[:-1], end=borders[1:], gpus=[600] * len(states), state=states
        ),
        "ask mtbf_estimate": (count, None, columns["gpu_mttf.value"]),
    }
    check(doors, (count, exposure, exposure / count))


def check(doors: dict[str, Said], expected: Said) -> None:
    for door, said in doors.items():
        assert [a == b for a, b in zip(said, expected, strict=True) if a is not None].count(False) == 0, (door, said, expected)
