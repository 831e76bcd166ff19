# SPDX-License-Identifier: Apache-2.0
"""Histories of jobs in the forms that schedulers, orchestrators and public traces have, each counted by hand."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from test_cli_fit import answer, run

import scaling_limits as sl

HOUR = 3600.0

ROWS = [  # job, state, start, end, hours, GPUs, nodes
    ("500", "NODE_FAIL", "2025-03-01T00:00:00", "2025-03-02T00:00:00", 24, 64, 8),
    ("501", "COMPLETED", "2025-03-02T01:00:00", "2025-03-03T01:00:00", 24, 64, 8),
    ("502", "CANCELLED by 1000", "2025-03-03T02:00:00", "2025-03-03T08:00:00", 6, 64, 8),
    ("503", "TIMEOUT", "2025-03-04T03:00:00", "2025-03-04T13:00:00", 10, 64, 8),
    ("504", "FAILED", "2025-03-05T04:00:00", "2025-03-05T08:00:00", 4, 16, 2),
    ("505", "PREEMPTED", "2025-03-05T04:00:00", "2025-03-05T05:00:00", 1, 16, 2),
    ("506", "FAILED", "2025-03-05T04:00:00", "2025-03-05T05:00:00", 1, 0, 1),
]
#: interruptions and GPU-hours of them
FOUND = (2.0, 64.0 * 64 + 16 * 5)


def clock(hours: float) -> str:
    return f"{int(hours // 24)}-{int(hours % 24):02}:00:00"


def cells(*, sized: str = "AllocTRES", length: str = "ElapsedRaw") -> tuple[list[str], list[list[str]]]:
    """Rows as Slurm has them: how GPUs are said, and how long."""
    of = {
        "AllocTRES": lambda gpus, nodes: f"billing={gpus},cpu={nodes * 64},gres/gpu:h100={gpus},gres/gpu={gpus},node={nodes}",
        "AllocGRES": lambda gpus, nodes: f"gpu:h100:{gpus // nodes}(S:0-1)" if gpus else "",
    }[sized]
    head = ["JobID", "State", "Start", "End", length, sized, "NNodes"]
    rows = [
        [job, state, start, end, clock(hours) if length == "Elapsed" else f"{hours * 3600}", of(gpus, nodes), f"{nodes}"]
        for job, state, start, end, hours, gpus, nodes in ROWS
    ]
    rows.insert(1, ["500.batch", "FAILED", rows[0][2], rows[0][3], rows[0][4], rows[0][5], "1"])
    return head, rows


def table(mark: str, end: str = "", *, lower: bool = False, **form: str) -> str:
    head, rows = cells(**form)
    names = [name.lower() for name in head] if lower else head
    quoted = [[f'"{cell}"' if mark in cell else cell for cell in row] for row in [names, *rows]]
    return "\n".join(mark.join(row) + end for row in quoted) + "\n"


def database() -> str:
    codes = {"NODE_FAIL": 7, "COMPLETED": 3, "CANCELLED by 1000": 4, "TIMEOUT": 6, "FAILED": 5, "PREEMPTED": 8}
    epoch = {
        start: int(sl.data.read_events(io.StringIO(f"start\n{start}\n")).start[0]) for *_, start in [(r[2],) for r in ROWS]
    }
    rows = [
        f'{job},{codes[state]},{epoch[start]},{epoch[start] + int(hours * 3600)},"1={nodes},2=1000,4={nodes},1001={gpus}"'
        for job, state, start, _, hours, gpus, nodes in ROWS
    ]
    return "\n".join(["id_job,state,time_start,time_end,tres_alloc", *rows, ""])


def helios() -> str:
    words = {"CANCELLED by 1000": "CANCELLED"}
    rows = [
        f"{job},u1,{gpus},{nodes},{words.get(state, state)},{start.replace('T', ' ')},{start.replace('T', ' ')},"
        f"{end.replace('T', ' ')},{hours * 3600},10,q"
        for job, state, start, end, hours, gpus, nodes in ROWS
    ]
    return "\n".join(["job_id,user,gpu_num,node_num,state,submit_time,start_time,end_time,duration,queue,vc", *rows, ""])


def alibaba() -> str:
    """Seconds of a clock of the trace's own, percent of a GPU for each instance."""
    words = {"NODE_FAIL": "Failed", "FAILED": "Failed"}
    rows = [
        f"j{job},worker,{nodes},{words.get(state, 'Terminated')},{1000 + k * 100000},{1000 + k * 100000 + hours * 3600},"
        f"600,29.3,{100 * gpus / nodes},V100"
        for k, (job, state, _, _, hours, gpus, nodes) in enumerate(ROWS)
    ]
    head = "job_name,task_name,inst_num,status,start_time,end_time,plan_cpu,plan_mem,plan_gpu,gpu_type"
    return "\n".join([head, *rows, ""])


def slurm_json(wrap: bool) -> str:
    def number(value: float) -> Any:
        return {"set": True, "infinite": False, "number": value} if wrap else value

    jobs = []
    for job, state, start, _, hours, gpus, nodes in ROWS:
        began = float(sl.data.read_events(io.StringIO(f"start\n{start}\n")).start[0])
        word = state.split()[0]
        jobs.append(
            {
                "job_id": int(job),
                "state": {"current": [word] if wrap else word, "reason": "None"},
                "time": {"start": number(began), "end": number(began + hours * 3600), "elapsed": number(hours * 3600)},
                "tres": {
                    "allocated": [
                        {"type": "cpu", "name": None, "id": 1, "count": 64 * nodes},
                        *([{"type": "gres", "name": "gpu", "id": 1001, "count": gpus}] if gpus else []),
                        *([{"type": "gres", "name": "gpu:h100", "id": 1002, "count": gpus}] if gpus else []),
                    ]
                },
                "het": {"job_id": 0, "job_offset": {"set": False, "number": 0}},
                "array": {"job_id": 0, "task_id": {"set": False, "number": 0}},
                "nodes": f"n[1-{nodes}]",
            }
        )
    return json.dumps({"meta": {"slurm": {"version": {"major": "24"}}}, "jobs": jobs, "errors": [], "warnings": []})


FORMS = {
    "--parsable2": table("|"),
    "--parsable": table("|", "|"),
    "--delimiter=,": table(","),
    "tabs": table("\t", length="Elapsed"),
    "small letters": table("|", lower=True),
    "AllocGRES": table("|", sized="AllocGRES"),
    "the database": database(),
    "--json of old": slurm_json(wrap=False),
    "--json": slurm_json(wrap=True),
    "Helios": helios(),
    "Alibaba": alibaba(),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_history(form: str) -> None:
    attempts = sl.data.read_attempts(io.StringIO(FORMS[form]))
    found = attempts.history
    assert (found.interruptions, found.exposure / HOUR) == FOUND, attempts.notes
    assert found.gpu_mttf["value"] == FOUND[1] * HOUR / 2
    assert attempts.left_out == {"jobs without GPUs": 1}
    assert any("CANCELLED" in note or form == "Alibaba" for note in attempts.notes)


@pytest.mark.parametrize("form", FORMS)
def test_every_door_says_the_same_to_the_last_digit(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jobs.txt"
    path.write_text(FORMS[form])
    attempts, file = sl.data.read_attempts(path), tmp_path / "run.toml"
    file.write_text('[run]\ngpus = 4096\ncheckpoint_bytes = "5 TB"\nwrite_bandwidth = "2 TB/s"\ndowntime = "10 min"\n')
    request = sl.TrainingRun(gpus=4096, gpu_mttf=1e9, checkpoint_bytes=5e12, write_bandwidth=2e12, downtime=600)
    rates = {
        attempts.history.gpu_mttf["value"],
        answer(capsys, "fit", path)["gpu_mttf"],
        answer(capsys, "plan", file, "--from-log", path)["run"]["gpu_mttf"],
        sl.plan_from_log(attempts, request, samples=8).counted_mttf,
        sl.plan_from_log(sl.data.read_events(path), request, samples=8).counted_mttf,
        sl.ask({"question": "job_history", "with": asked(attempts)})["columns"]["gpu_mttf.value"],
    }
    if form.startswith("--p"):
        rates.add(sl.interop.interruptions_from_sacct(path).gpu_mttf)
    assert len(rates) == 1, rates


def asked(attempts: sl.data.Attempts) -> dict[str, Any]:
    """A history as a request has it."""
    lists = {name: getattr(attempts, name).tolist() for name in ("start", "end", "gpus", "running_time")}
    lists = {name: [None if x != x else x for x in values] for name, values in lists.items()}
    return lists | {"state": [str(state) for state in attempts.state]}


def test_ends_that_are_failures_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jobs.txt"
    path.write_text(FORMS["--parsable2"])
    assert answer(capsys, "fit", path, "--count", "timed_out", "--count", "preempted")["interruptions"] == 4
    assert answer(capsys, "fit", path, "--without-failed")["interruptions"] == 1
    assert sl.data.read_attempts(path, counted="cancelled").history.interruptions == 3
    with pytest.raises(ValueError, match=r"counted = 'canceled' must be one of done, .*did you mean 'cancelled'"):
        sl.data.read_attempts(path, counted=["canceled"])


def test_a_word_that_nobody_knows_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jobs.csv"
    head = "job,state,start,end,gpus\n"
    rows = [f"{k},{'Zombie' if k < 3 else 'Failed'},2025-03-{k + 1:02} 00:00,2025-03-{k + 1:02} 10:00,8\n" for k in range(12)]
    path.write_text(head + "".join(rows))
    code, out, err = run(capsys, "fit", path)
    assert (code, out) == (2, "") and "'Zombie' is no state that is known" in err and "--state Zombie=failed" in err
    assert answer(capsys, "fit", path, "--state", "Zombie=done")["interruptions"] == 9
    assert answer(capsys, "fit", path, "--state", "Zombie=failed")["interruptions"] == 12
    path.write_text(head + rows[0] + "".join(rows[3:]) + "".join("1" + row for row in rows[3:]))  # a few are left out
    found = answer(capsys, "fit", path)
    assert found["interruptions"] == 18 and any("--state Zombie=failed" in note for note in found["notes"])
    code, _, err = run(capsys, "fit", path, "--state", "Zombie=dead")
    assert code == 2 and "the form is WORD=OUTCOME" in err


def test_what_a_table_lacks_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jobs.txt"
    rows = "\n".join("|".join([row[0], row[1].split()[0], row[2], row[3]]) for row in ROWS[:5])
    path.write_text(f"JobID|State|Start|End\n{rows}\n")
    code, _, err = run(capsys, "fit", path)
    assert code == 2 and "no column that says how many GPUs jobs had" in err and "--gpus N" in err
    assert answer(capsys, "fit", path, "--gpus", 64)["gpu_mttf"] == 64 * 68 * HOUR / 2
    path.write_text("JobID|State|Start|End|NNodes\n" + "\n".join(f"{row}|8" for row in rows.split("\n")) + "\n")
    assert "--gpus-per-node N" in run(capsys, "fit", path)[2]
    assert answer(capsys, "fit", path, "--gpus-per-node", 4)["gpu_mttf"] == 32 * 68 * HOUR / 2


def kubernetes(kind: str, status: dict[str, Any], spec: dict[str, Any], **metadata: str) -> str:
    item = {"apiVersion": "v1", "kind": kind, "metadata": {"name": "a", **metadata}, "spec": spec, "status": status}
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": [item]})


TEMPLATE = {"spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": 8}}}]}}


def condition(of: str, at: str, reason: str = "") -> dict[str, str]:
    return {"type": of, "status": "True", "lastTransitionTime": at, "reason": reason or of}


def test_jobs_of_kubeflow_and_sets_of_jobs() -> None:
    replicas = {"Master": {"replicas": 1, "template": TEMPLATE}, "Worker": {"replicas": 7, "template": TEMPLATE}}
    status = {
        "startTime": "2026-01-01T00:00:00Z",
        "conditions": [condition("Restarting", "2026-01-01T05:00:00Z"), condition("Failed", "2026-01-01T10:00:00Z", "Gone")],
    }
    found = sl.data.read_attempts(io.StringIO(kubernetes("PyTorchJob", status, {"pytorchReplicaSpecs": replicas})))
    assert found.history.exposure == 64 * 10 * HOUR
    assert found.causes() == {"restart": 1, "Gone": 1} and found.history.undated == 1
    spec = {"replicatedJobs": [{"name": "w", "replicas": 2, "template": {"spec": {"parallelism": 4, "template": TEMPLATE}}}]}
    status = {"restarts": 3, "conditions": [condition("Completed", "2026-01-02T00:00:00Z")]}
    found = sl.data.read_attempts(io.StringIO(kubernetes("JobSet", status, spec, creationTimestamp="2026-01-01T00:00:00Z")))
    assert found.history.exposure == 64 * 24 * HOUR and found.history.interruptions == 3
    assert any("wait in the queue" in note for note in found.notes)
    with pytest.raises(sl.interop.FileError, match="list their pods"):
        sl.data.read_attempts(io.StringIO(kubernetes("LeaderWorkerSet", {}, {"replicas": 2})))


def listed(*texts: str) -> io.StringIO:
    """The objects of several lists as one."""
    return io.StringIO(json.dumps({"kind": "List", "items": [one for text in texts for one in json.loads(text)["items"]]}))


BEGUN = "2026-01-01T00:00:00Z"
WORKERS = {"pytorchReplicaSpecs": {"Worker": {"replicas": 8, "template": TEMPLATE}}}


def test_an_object_that_is_listed_again_is_counted_once_as_it_was_last() -> None:
    ended = {"startTime": BEGUN, "conditions": [condition("Failed", "2026-01-02T00:00:00Z")]}
    first = kubernetes("PyTorchJob", {"startTime": BEGUN, "conditions": [condition("Running", BEGUN)]}, WORKERS)
    found = sl.data.read_attempts(listed(first, kubernetes("PyTorchJob", ended, WORKERS)))
    assert (found.history.interruptions, found.history.exposure) == (1, 64 * 24 * HOUR)
    assert any("objects that are listed again (1)" in note for note in found.notes)
    later = ended | {"startTime": "2026-01-01T12:00:00Z"}  # another of its name
    again = sl.data.read_attempts(listed(kubernetes("PyTorchJob", ended, WORKERS), kubernetes("PyTorchJob", later, WORKERS)))
    assert (again.history.interruptions, again.history.exposure) == (2, 64 * 36 * HOUR)


def test_a_job_that_is_held_does_not_run() -> None:
    status = {"startTime": BEGUN, "conditions": [condition("Suspended", "2026-01-02T00:00:00Z")]}
    found = sl.data.read_attempts(io.StringIO(kubernetes("PyTorchJob", status, WORKERS)))
    assert (found.history.interruptions, found.history.exposure) == (0, 64 * 24 * HOUR)


def test_pods_that_a_deadline_ended_have_not_failed() -> None:
    end = condition("Failed", "2026-01-02T00:00:00Z", "DeadlineExceeded")
    for failed, counted in ((8, 0), (9, 1)):
        status = {"startTime": BEGUN, "failed": failed, "conditions": [end]}
        found = sl.data.read_attempts(io.StringIO(kubernetes("Job", status, {"parallelism": 8, "template": TEMPLATE})))
        assert (found.history.interruptions, found.history.exposure) == (counted, 64 * 24 * HOUR)
        assert any("as no failure: DeadlineExceeded (1)" in note for note in found.notes)


@pytest.mark.parametrize(("begin", "end", "hours"), [(0, 24, 24), (2, 30, 30), (12, 20, 24), (25, 30, 29)])
def test_a_pod_holds_its_gpus_once_beside_a_second_container(begin: int, end: int, hours: int) -> None:
    def ran(begin: int, end: int, code: int) -> dict[str, Any]:
        at = [f"2026-01-{1 + hour // 24:02}T{hour % 24:02}:00:00Z" for hour in (begin, end)]
        return {"state": {"terminated": {"startedAt": at[0], "finishedAt": at[1], "exitCode": code}}}

    spec = {"containers": [*TEMPLATE["spec"]["containers"], {"name": "logs"}]}
    status = {"phase": "Failed", "containerStatuses": [ran(0, 24, 1), ran(begin, end, 0)]}
    found = sl.data.read_attempts(io.StringIO(kubernetes("Pod", status, spec)))
    assert (found.history.interruptions, found.history.exposure) == (1, 8 * hours * HOUR)


def test_events_of_kubernetes_are_failures_of_machines() -> None:
    def event(reason: str, hour: int, node: str = "n1", kind: str = "Node") -> dict[str, Any]:
        of = {"kind": kind, "name": node}
        return {"kind": "Event", "reason": reason, "involvedObject": of, "lastTimestamp": f"2026-01-01T{hour:02}:00:00Z"}

    items = [
        event("NodeNotReady", 1),
        event("Scheduled", 2, "p", "Pod"),
        event("OOMKilling", 5, "n2"),
        event("BackOff", 6, "p", "Pod"),
    ]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    found = sl.data.read_events(io.StringIO(text))
    assert found.node.tolist() == ["n1", "n2"] and found.cause.tolist() == ["NodeNotReady", "OOMKilling"]
    assert found.start[1] - found.start[0] == 4 * HOUR
    assert any("Scheduled 1, BackOff 1" in note for note in found.report.notes)
    assert len(sl.data.read_events(io.StringIO(text), states={"BackOff": "failed"})) == 3


def test_philly_retries_what_failed() -> None:
    def attempt(day: int, hours: int, gpus: int = 4) -> dict[str, Any]:
        detail = [{"ip": "m1", "gpus": [f"gpu{k}" for k in range(gpus)]}]
        return {"start_time": f"2017-10-{day:02} 00:00:00", "end_time": f"2017-10-{day:02} {hours:02}:00:00", "detail": detail}

    jobs = [
        {"status": "Pass", "vc": "v", "jobid": "a", "attempts": [attempt(1, 5), attempt(2, 6)]},
        {"status": "Killed", "vc": "v", "jobid": "b", "attempts": [attempt(3, 7)]},
        {"status": "Failed", "vc": "v", "jobid": "c", "attempts": [attempt(4, 8), attempt(5, 9), attempt(6, 1)]},
        {"status": "Pass", "vc": "v", "jobid": "d", "attempts": []},
    ]
    found = sl.data.read_attempts(io.StringIO(json.dumps(jobs)))
    assert found.history.interruptions == 1 + 3 and found.history.exposure == 4 * 36 * HOUR
    assert found.history.mean_gap == pytest.approx((19 + 16 + 15) * HOUR / 3)
    assert any("an attempt that another of its job followed ended in a failure" in note for note in found.notes)


def test_an_array_a_requeue_and_a_job_of_two_parts() -> None:
    head = "JobID|State|Start|End|ElapsedRaw|AllocTRES\n"
    rows = [
        "7_1|FAILED|2025-03-01T00:00:00|2025-03-01T01:00:00|3600|gres/gpu=8",
        "7_2|COMPLETED|2025-03-01T00:00:00|2025-03-01T02:00:00|7200|gres/gpu=8",
        "8|REQUEUED|2025-03-01T00:00:00|2025-03-01T01:00:00|3600|gres/gpu=8",
        "8|NODE_FAIL|2025-03-01T00:00:00|2025-03-01T01:00:00|3600|gres/gpu=8",
        "8|COMPLETED|2025-03-01T03:00:00|2025-03-01T04:00:00|3600|gres/gpu=8",
        "9+0|COMPLETED|2025-03-01T00:00:00|2025-03-01T01:00:00|3600|gres/gpu=8",
        "9+1|NODE_FAIL|2025-03-01T00:00:00|2025-03-01T01:00:00|3600|gres/gpu=16",
    ]
    found = sl.data.read_attempts(io.StringIO(head + "\n".join(rows) + "\n"))
    assert found.history.attempts == 5 and found.causes() == {"FAILED": 1, "NODE_FAIL": 2}
    assert found.history.exposure == (8 + 16 + 8 + 8 + 24) * HOUR
    assert found.history.mean_gap == 2 * HOUR  # of the job that was requeued


@pytest.mark.parametrize(
    ("name", "lengths", "said"),
    [
        ("duration", ("86400", "36000"), ""),
        ("duration", ("86000", "30000"), ""),  # suspended for a while
        ("duration", ("86400000", "36000000"), "units of 0.001 s"),
        ("duration", ("1440", "600"), "units of 60 s"),
        ("elapsed", ("24", "10"), "units of 3600 s"),
        ("duration", ("1", "0.4167"), "units of 86400 s"),
        ("runtime", ("86.400", "36.000"), "units of 1000 s"),  # points of thousands
        ("duration", ("90000", "90000"), "is longer than from start to end in 2 rows"),
    ],
)
def test_lengths_are_in_the_unit_that_start_and_end_say(name: str, lengths: tuple[str, str], said: str) -> None:
    ends = ("2025-03-02T00:00:00", "2025-03-02T11:00:00")
    rows = [f"7,FAILED,2025-03-01T00:00:00,{ends[0]},{lengths[0]},8", f"8,DONE,2025-03-02T01:00:00,{ends[1]},{lengths[1]},8"]
    found = sl.data.read_attempts(io.StringIO("\n".join([f"job_id,state,start,end,{name},gpus", *rows, ""])))
    if "units" in said or lengths[0] == "86400":
        assert found.history.exposure == pytest.approx(8 * 34 * HOUR, rel=1e-4)
    else:
        assert found.history.exposure == 8 * sum(map(float, lengths))
    assert not said or any(said in note for note in found.notes)
    assert said or not any("units" in note or "longer" in note for note in found.notes)


def test_lengths_that_nothing_tells_of_are_said_to_be_seconds() -> None:
    text = "job_id,state,start,{},gpus\n7,FAILED,2025-03-01,24,8\n"
    found = sl.data.read_attempts(io.StringIO(text.format("duration")))
    assert found.history.exposure == 8 * 24 and any("are taken as seconds" in note for note in found.notes)
    assert not any("as seconds" in x for x in sl.data.read_attempts(io.StringIO(text.format("ElapsedRaw"))).notes)
    clock = sl.data.read_attempts(io.StringIO(text.format("duration").replace(",24,", ",24h,")))
    assert clock.history.exposure == 8 * 24 * HOUR and not any("as seconds" in note for note in clock.notes)


@pytest.mark.parametrize(("state", "cells"), [("state", ("1", "0")), ("exit_code", ("1:0", "0:0")), ("returncode", ("9", "0"))])
def test_jobs_that_ended_in_codes_are_no_failures_all(state: str, cells: tuple[str, str]) -> None:
    rows = [f"{k},{cells[k > 0]},2025-03-{k + 1:02},2025-03-{k + 1:02} 20:00,8" for k in range(4)]
    text = "\n".join([f"job_id,{state},start_time,end_time,gpus", *rows, ""])
    with pytest.raises(ValueError, match=r"no state that is known|no column that says how jobs ended"):
        sl.data.read_events(io.StringIO(text))
    if state == "state":
        found = sl.data.read_attempts(io.StringIO(text), states={"1": "failed", "0": "done"})
        assert (found.history.interruptions, found.history.exposure) == (1, 4 * 8 * 20 * HOUR)


def test_two_columns_of_states_that_differ_are_told() -> None:
    rows = ["1,DONE,FAILED,2025-03-01,2025-03-02,8", "2,DONE,DONE,2025-03-02,2025-03-03,8"]
    found = sl.data.read_attempts(io.StringIO("\n".join(["job_id,state,exit_state,start,end,gpus", *rows, ""])))
    assert found.history.interruptions == 0
    assert any("whether state or exit_state says how jobs ended: state is taken; in 1 row" in note for note in found.notes)


def test_jobs_of_one_name_are_several() -> None:
    rows = ["train,FAILED,2025-03-01,2025-03-02,8", "train,DONE,2025-03-01,2025-03-03,8", "train,DONE,2025-03-01,2025-03-03,8"]
    found = sl.data.read_attempts(io.StringIO("\n".join(["job_name,state,start,end,gpus", *rows, ""])))
    assert found.history.exposure == 8 * 72 * HOUR and found.history.interruptions == 1
    assert any("rows that repeat an attempt (1)" in note for note in found.notes)


def test_attempts_are_values() -> None:
    import pickle

    found = sl.data.Attempts([0, 100], [50, 300], [8, 8], ["FAILED", "COMPLETED"], node=["a", ""])
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.history == found.history
    json.dumps(found.as_dict(), allow_nan=False)
    assert found.events().exposure == 8 * 250 and len(found.to_dataframe()) == 2
    assert math.isnan(found.events().between(0, 200).exposure)
    with pytest.raises(ValueError, match="'GONE' is no state that is known"):
        sl.data.Attempts([0], [1], [8], ["GONE"])
    with pytest.raises(ValueError, match=r"end\[0\] = 0 must be >= 1 \[s\]"):
        _ = sl.data.Attempts([1], [0], [8], ["FAILED"]).history
