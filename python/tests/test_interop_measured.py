# SPDX-License-Identifier: Apache-2.0
"""Measured storage and histories of jobs: numbers of files written by hand, with the arithmetic beside them."""

from __future__ import annotations

import io
import json
import math
import os
import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from counts import draws

import scaling_limits as sl
from scaling_limits.cli import main

GiB = 2.0**30


def text_of(tree: Any) -> io.StringIO:
    return io.StringIO(json.dumps(tree))


def said(notes: tuple[str, ...], *parts: str) -> bool:
    """Whether one note says all of it."""
    return any(all(part in note for part in parts) for note in notes)


# ---- MLPerf Storage

#: a run of 8 checkpoints of 100 GiB on two hosts: durations 8 and 12 s, so rates 12.5 and 8.333 GiB/s
SUMMARY: dict[str, Any] = {
    "start": "2025-07-11T05:30:00",
    "num_accelerators": 64,
    "num_hosts": 2,
    "hostname": "a",
    "metric": {
        "save_checkpoint_io_mean_GB_per_second": (12.5 + 100 / 12) / 2,
        "save_checkpoint_io_stdev_GB_per_second": (12.5 - 100 / 12) / 2,
        "save_checkpoint_duration_mean_seconds": 10.0,
        "save_checkpoint_duration_stdev_seconds": 2.0,
        "load_checkpoint_io_mean_GB_per_second": 25.0,
        "load_checkpoint_io_stdev_GB_per_second": 0.0,
        "load_checkpoint_duration_mean_seconds": 4.0,
        "checkpoint_size_GB": 100.0,
    },
    "host_memory_GB": [10.0, 10.0],
}
EPOCHS = {
    "1": {
        "start": "x",
        **{f"save_ckpt{k}": {"duration": 8 + 4 * (k % 2), "throughput": 100 / (8 + 4 * (k % 2))} for k in range(8)},
        **{f"load_ckpt{k}": {"duration": 4, "throughput": 25.0} for k in range(8)},
    }
}


def test_a_summary_is_in_binary_units_and_a_mean_save_takes_its_mean_time() -> None:
    found = sl.interop.tier_from_mlperf_storage(text_of(SUMMARY))
    assert found.tier == sl.storage.Tier(write_bandwidth=10 * GiB, read_bandwidth=25 * GiB)
    # a save of what was measured takes what was measured
    run = sl.TrainingRun(gpus=64, gpu_mttf=1e9, checkpoint_bytes=100 * GiB, write_bandwidth=found.tier.write_bandwidth)
    assert run.write_time == pytest.approx(10, rel=1e-15)
    spread = found.spread["write"]
    assert (spread.mean, spread.deviation) == ((12.5 + 100 / 12) / 2 * GiB, (12.5 - 100 / 12) / 2 * GiB)
    assert math.isnan(spread.least) and spread.samples == 0
    assert said(found.notes, "derived: write_bandwidth", "GiB")
    assert said(found.notes, "64 simulated ranks on 2 hosts")
    assert said(found.notes, "not known", "fsync")
    assert not said(found.notes, "page cache")  # 50 GiB a host, and 10 GiB of memory
    assert pickle.loads(pickle.dumps(found)) == found
    assert json.loads(json.dumps(found.as_dict()))["tier"]["write_bandwidth"] == 10 * GiB


def test_what_lies_beside_a_summary_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text(json.dumps(SUMMARY))
    (tmp_path / "0_per_epoch_stats.json").write_text(json.dumps(EPOCHS))
    metadata = {"parameters": {"checkpoint": {"fsync": False, "num_checkpoints_write": 8, "num_checkpoints_read": 8}}}
    (tmp_path / "checkpointing_run_metadata.json").write_text(json.dumps(metadata))
    for path in (tmp_path, tmp_path / "summary.json"):
        found = sl.interop.tier_from_mlperf_storage(path)
        spread = found.spread["write"]
        rates = np.repeat([100 / 12, 12.5], 4) * GiB
        assert (spread.samples, spread.least, spread.most) == (8, pytest.approx(rates[0]), pytest.approx(rates[-1]))
        assert spread.quantiles == pytest.approx(tuple(np.quantile(rates, [0.1, 0.5, 0.9])))
        assert said(found.notes, "fsync was off")
        assert said(found.notes, "num_checkpoints_write = 8")
    (tmp_path / "0_per_epoch_stats.json").write_text("{")  # what is beside may be anything
    (tmp_path / "checkpointing_run_metadata.json").write_text("[]")
    assert sl.interop.tier_from_mlperf_storage(tmp_path).spread["write"].samples == 0


def test_saves_and_loads_of_two_invocations() -> None:
    nan = math.nan
    saves = {**SUMMARY, "metric": {k: v for k, v in SUMMARY["metric"].items() if not k.startswith("load")}}
    loads = {**SUMMARY, "metric": {k: nan if k.startswith("save") else v for k, v in SUMMARY["metric"].items()}}
    assert "NaN" in json.dumps(loads)  # as the benchmark writes it
    found = sl.interop.tier_from_mlperf_storage(text_of(saves), text_of(loads))
    assert found.tier == sl.storage.Tier(write_bandwidth=10 * GiB, read_bandwidth=25 * GiB)
    alone = sl.interop.tier_from_mlperf_storage(text_of(saves))
    assert alone.tier.read_bandwidth == math.inf and said(alone.notes, "not known: read_bandwidth")
    found = sl.interop.tier_from_mlperf_storage(text_of(loads), text_of(saves))  # in any order
    assert found.tier == sl.storage.Tier(write_bandwidth=10 * GiB, read_bandwidth=25 * GiB)
    alone = sl.interop.tier_from_mlperf_storage(text_of(loads))
    assert alone.tier is None and alone.bandwidths == {"read": 25 * GiB}
    assert said(alone.notes, "not known: write_bandwidth", "give both files")
    with pytest.raises(sl.interop.FileError, match="says nothing of saves, nor does the other file"):
        sl.interop.tier_from_mlperf_storage(text_of(loads), text_of(loads))


def test_loads_that_a_cache_may_have_answered() -> None:
    found = sl.interop.tier_from_mlperf_storage(text_of({**SUMMARY, "host_memory_GB": [512.0, 16.7]}))
    assert said(found.notes, "not known", "page cache", "16.7 GiB")
    found = sl.interop.tier_from_mlperf_storage(text_of({**SUMMARY, "num_accelerators": 8}))
    assert said(found.notes, "8 ranks")


def test_rates_alone() -> None:
    metric = {"save_checkpoint_io_mean_GB_per_second": 3}
    found = sl.interop.tier_from_mlperf_storage(text_of({"metric": metric}))
    assert found.tier.write_bandwidth == 3 * GiB
    assert said(found.notes, "taken", "metric.save_checkpoint_io_mean_GB_per_second")


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([1], "holds no object"),
        ({}, "metric: is missing; expected the metrics"),
        ({"metric": {}}, "no metric of a save or a load; expected save_checkpoint"),
        ({"metric": {"train_au_percentage": [1]}}, "metrics of training, not of checkpoints"),
        (
            {"metric": {"save_checkpoint_io_mean_GB_per_second": "fast"}},
            "metric.save_checkpoint_io_mean_GB_per_second: is 'fast'",
        ),
        ({"metric": {"save_checkpoint_io_mean_GB_per_second": -1}}, "a number >= 0 [GiB/s]"),
        ({"metric": {"save_checkpoint_duration_mean_seconds": 1}}, "or a size and a duration"),
        ({"metric": {"save_checkpoint_io_mean_GB_per_second": True}}, "is true"),
    ],
)
def test_a_summary_that_is_refused(tree: Any, message: str) -> None:
    with pytest.raises(sl.interop.FileError, match="^the text: .*" + re.escape(message)):
        sl.interop.tier_from_mlperf_storage(text_of(tree))


def test_a_folder_without_a_summary(tmp_path: Path) -> None:
    with pytest.raises(sl.interop.FileError, match="holds no"):
        sl.interop.tier_from_mlperf_storage(tmp_path)
    with pytest.raises(FileNotFoundError):
        sl.interop.tier_from_mlperf_storage(tmp_path / "none.json")


# ---- fio


def job(name: str = "save", group: int = 0, **of: Any) -> dict[str, Any]:
    """A job of fio as it writes it; a direction is (bytes per second, seconds)."""
    made: dict[str, Any] = {"jobname": name, "groupid": group, "error": 0, "elapsed": 60}
    made["job options"] = {"rw": "write", "bs": "1M", "direct": "1"} | of.pop("options", {})
    for direction in ("read", "write"):
        rate, seconds = of.pop(direction, (0, 0))
        kib = rate / 1024
        made[direction] = {"io_bytes": rate * seconds, "bw_bytes": rate, "bw": round(kib), "runtime": seconds * 1000}
        made[direction] |= {"bw_min": 0.9 * kib, "bw_max": 1.1 * kib, "bw_mean": kib, "bw_dev": 0.05 * kib, "bw_samples": 120}
    return made | of


def fio(*jobs: dict[str, Any], **of: Any) -> dict[str, Any]:
    return {"fio version": "fio-3.33", "timestamp": 1, "jobs": list(jobs)} | of


def test_one_job_of_fio() -> None:
    found = sl.interop.tier_from_fio(text_of(fio(job(write=(2e9, 60)))))
    assert found.tier.write_bandwidth == 2e9
    spread = found.spread["write"]
    assert (spread.mean, spread.deviation, spread.least, spread.most) == pytest.approx((2e9, 1e8, 1.8e9, 2.2e9), rel=1e-12)
    assert spread.samples == 120 and "read" not in found.spread
    for cleared in ("direct", "random", "large blocks", "too short"):
        assert not said(found.notes, cleared)


def test_warnings_before_the_report_and_several_reports() -> None:
    text = "fio: this platform does not support process shared mutexes\n"
    text += (
        json.dumps(fio(job(write=(1e9, 60))), indent=2) + "\nfio: warning\n" + json.dumps(fio(job(write=(2e9, 60))), indent=2)
    )
    assert sl.interop.tier_from_fio(io.StringIO(text)).tier.write_bandwidth == 2e9


def test_jobs_at_once_add_up_and_groups_follow_one_another() -> None:
    # two jobs at once: 1 GB/s for 60 s and 2 GB/s for 30 s are 120 GB in 60 s
    at_once = sl.interop.tier_from_fio(text_of(fio(job(write=(1e9, 60)), job("b", write=(2e9, 30)))))
    assert at_once.tier.write_bandwidth == 2e9
    assert math.isnan(at_once.spread["write"].deviation) and said(at_once.notes, "samples each job by itself")
    # then 60 s at 4 GB/s: 360 GB in 120 s
    jobs = [job(write=(1e9, 60)), job("b", write=(2e9, 30)), job("c", 1, write=(4e9, 60))]
    after = sl.interop.tier_from_fio(text_of(fio(*jobs)))
    assert after.tier.write_bandwidth == 3e9
    assert (after.spread["write"].least, after.spread["write"].most, after.spread["write"].samples) == (2e9, 4e9, 2)
    assert sl.interop.tier_from_fio(text_of(fio(*jobs)), job="c").tier.write_bandwidth == 4e9
    with pytest.raises(sl.interop.FileError, match="has no job 'd'"):
        sl.interop.tier_from_fio(text_of(fio(*jobs)), job="d")


def test_group_reporting_has_samples_of_one_job() -> None:
    one = job(write=(8e9, 60))
    one["write"] |= {"bw_mean": 2e9 / 1024, "bw_dev": 1e8 / 1024}
    found = sl.interop.tier_from_fio(text_of(fio(one)))
    assert found.tier.write_bandwidth == 8e9 and math.isnan(found.spread["write"].deviation)
    assert said(found.notes, "about 4 jobs")


def test_a_report_without_samples_has_no_spread() -> None:
    """As fio writes it of a job of less than half a second."""
    one = job(write=(2e9, 60))
    one["write"] |= dict.fromkeys(("bw_min", "bw_max", "bw_mean", "bw_dev", "bw_samples"), 0)
    found = sl.interop.tier_from_fio(text_of(fio(one)))
    assert math.isnan(found.spread["write"].deviation) and said(found.notes, "no samples")


def test_old_reports_have_kibibytes() -> None:
    one = job(write=(2048 * 1024, 60))
    del one["write"]["bw_bytes"]
    assert sl.interop.tier_from_fio(text_of(fio(one))).tier.write_bandwidth == 2048 * 1024


@pytest.mark.parametrize(
    ("made", "parts"),
    [
        (job(write=(1e9, 60), options={"direct": "0"}), ("writes reached storage", "memory")),
        (job(write=(1e9, 60), options={"direct": "0", "end_fsync": "1"}), ()),
        (job(write=(1e9, 60), options={"direct": "0", "buffered": "0"}), ()),
        (job(write=(1e9, 60), read=(1e9, 60), options={"rw": "rw"}), ("at once",)),
        (job(write=(1e9, 60), options={"rw": "randwrite"}), ("random places",)),
        (job(write=(1e9, 60), options={"bs": "4k"}), ("large blocks", "4.096 kB")),
        (job(write=(1e9, 2)), ("too short",)),
        (job(write=(1e9, 60)) | {"job options": {}}, ("no options",)),
    ],
)
def test_what_fio_really_measured(made: dict[str, Any], parts: tuple[str, ...]) -> None:
    notes = sl.interop.tier_from_fio(text_of(fio(made))).notes
    words = ("writes reached storage", "at once, each", "random places", "large blocks", "too short", "no options")
    told = [word for word in words if said(notes, word)]
    assert said(notes, *parts) and (len(told) == 1 if parts else told == [])


def test_options_of_all_jobs_and_reads_of_a_cache() -> None:
    one = job(read=(1e9, 60), write=(0, 0), options={"rw": "read"}) | {"job options": {"rw": "read", "bs": "1M"}}
    both = [one, job("w", 1, write=(1e9, 60))]
    assert said(sl.interop.tier_from_fio(text_of(fio(*both))).notes, "reads came from storage")
    direct = fio(*both) | {"global options": {"direct": "1"}}
    assert not said(sl.interop.tier_from_fio(text_of(direct)).notes, "reads came from storage")


def test_clients_add_up() -> None:
    each = [job(write=(1e9, 60)) | {"hostname": name} for name in ("a", "b")]
    total = job("All clients", write=(2e9, 60))
    tree = {"fio version": "fio-3.33", "client_stats": [*each, total]}
    found = sl.interop.tier_from_fio(text_of(tree))
    assert found.tier.write_bandwidth == 2e9 and said(found.notes, "2 hosts")


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"jobs": {}}, "jobs: is a mapping; expected the jobs of fio"),
        ({"jobs": []}, "one job at least"),
        (fio(job()), "jobs: moved no bytes"),
        (fio(job(write=(1e9, 60)) | {"error": 28}), "jobs[0].error: is 28: save failed"),
        (fio(job(write=(1e9, 60)) | {"write": {"bw_bytes": "x"}}), "jobs[0].write.bw_bytes: is 'x'"),
        (fio(job(write=(1e9, 60)) | {"write": {"bw_bytes": 1}}), "jobs[0].write.runtime: is missing"),
    ],
)
def test_a_report_that_is_refused(tree: Any, message: str) -> None:
    with pytest.raises(sl.interop.FileError, match="^the text: .*" + re.escape(message)):
        sl.interop.tier_from_fio(text_of(tree))


# ---- Slurm

HEAD = "JobID|JobName|State|Start|End|Elapsed|AllocTRES|NodeList"
ROWS = """\
100|a|COMPLETED|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|billing=8,cpu=8,gres/gpu=16,gres/gpu:h100=16|n[1-2]
100.batch|batch|COMPLETED|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8|n1
100.extern|extern|COMPLETED|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8|n1
100.0|train|FAILED|2025-03-01T00:00:00|2025-03-02T00:00:00|1-00:00:00|cpu=8,gres/gpu=16|n1
101|b|NODE_FAIL|2025-03-02T00:00:00|2025-03-02T12:00:00|12:00:00|gres/gpu:h100=8,gres/gpu:a100=8|n1
101|b|REQUEUED|2025-03-02T00:00:00|2025-03-02T12:00:00|12:00:00|gres/gpu=16|n1
101|b|TIMEOUT|2025-03-03T00:00:00|2025-03-03T10:00:00|10:00:00|gres/gpu=16|n1
102_4|c|CANCELLED by 123|2025-03-02T00:00:00|2025-03-02T01:00:00|01:00:00|gres/gpu=8|n1
102_5|c|OUT_OF_MEMORY|2025-03-02T00:00:00|2025-03-02T02:00:00|02:00:00|gres/gpu=8|n7
103+0|d|FAILED|2025-03-02T00:00:00|2025-03-02T01:00:00|01:00:00|gres/gpu=8|n1
103+1|d|FAILED|2025-03-02T00:00:00|2025-03-02T01:00:00|01:00:00|gres/gpu=24|n3
104|e|PENDING|Unknown|Unknown|00:00:00|gres/gpu=8|None assigned
105|f|PREEMPTED|2025-03-02T00:00:00|2025-03-02T01:00:00|01:00:00|cpu=3,mem=8G|n1
106|g|BOOT_FAIL|2025-03-04T00:00:00|2025-03-04T00:00:00|00:00:00|gres/gpu=8|n[3-4]
107_[8-9]|h|PENDING|Unknown|Unknown|00:00:00||None assigned
"""
#: GPU-hours: 100, 101 twice, 102_4, 102_5, 103
GPU_HOURS = 24 * 16 + 12 * 16 + 10 * 16 + 8 + 2 * 8 + 32


def sacct(rows: str = ROWS, head: str = HEAD) -> io.StringIO:
    return io.StringIO(f"{head}\n{rows}")


def test_states_steps_arrays_and_heterogeneous_jobs() -> None:
    found = sl.interop.interruptions_from_sacct(sacct())
    assert found.causes == {"NODE_FAIL": 1, "OUT_OF_MEMORY": 1, "FAILED": 1, "BOOT_FAIL": 1}
    assert found.gpu_seconds == GPU_HOURS * 3600
    assert found.gpu_mttf == pytest.approx(GPU_HOURS * 3600 / 4, rel=1e-15)
    assert found.interval == sl.failures.mtbf_interval(4, GPU_HOURS * 3600)
    assert found.jobs == 7
    march = 1740787200.0  # 2025-03-01 UTC
    assert found.events.start.tolist() == [march + 3600 * h for h in (25, 26, 36, 72)]
    assert found.events.cause is not None and found.events.node is not None
    assert found.events.cause.tolist() == ["FAILED", "OUT_OF_MEMORY", "NODE_FAIL", "BOOT_FAIL"]
    assert found.events.node.tolist() == ["n1", "n7", "n1", ""]  # a list of nodes is no node
    assert found.events.frame["job"].tolist() == ["103", "102_5", "101", "106"]
    assert found.events.window == (march, march + 72 * 3600)
    for parts in (("steps of jobs (3)",), ("never ran (2)",), ("without GPUs (1)",), ("repeat an attempt (1)",), ("1 FAILED",)):
        assert said(found.notes, *parts)
    assert said(found.notes, "larger jobs", "8 to 32 GPUs")
    assert pickle.loads(pickle.dumps(found)) == found
    json.dumps(found.as_dict(), allow_nan=False)


def test_failed_can_be_left_out_and_is_exposure_then() -> None:
    found = sl.interop.interruptions_from_sacct(sacct(), failed=False)
    assert "FAILED" not in found.causes and found.interruptions == 3
    assert found.gpu_seconds == GPU_HOURS * 3600


def test_least_gpus_and_zones() -> None:
    found = sl.interop.interruptions_from_sacct(sacct(), least_gpus=32, timezone="America/Denver")
    assert found.causes == {"FAILED": 1} and found.gpu_seconds == 32 * 3600
    assert found.events.start.tolist() == [1740787200.0 + 25 * 3600 + 7 * 3600]
    with pytest.raises(ValueError, match="must be a name such as"):
        sl.interop.interruptions_from_sacct(sacct(), timezone="Mars/Olympus")


def test_the_failure_reader_goes_on_with_it() -> None:
    events = sl.interop.interruptions_from_sacct(sacct()).events
    assert len(events) == 4 and events.gaps().durations.tolist() == [3600, 36000, 129600]
    assert len(events.where(cause="NODE_FAIL")) == 1


def test_running_jobs_are_exposure_until_then(tmp_path: Path) -> None:
    row = "7|RUNNING|2025-03-01T00:00:00|Unknown|{}|gres/gpu=8"
    head = "JobID|State|Start|End|Elapsed|AllocTRES"
    assert sl.interop.interruptions_from_sacct(sacct(row.format("05:00:00"), head)).gpu_seconds == 8 * 5 * 3600
    path = tmp_path / "jobs.txt"
    path.write_text(f"{head}\n{row.format('')}\n")
    os.utime(path, (1740787200 + 7200,) * 2)
    found = sl.interop.interruptions_from_sacct(path)
    assert found.gpu_seconds == 8 * 7200 and found.gpu_mttf == math.inf
    assert said(found.notes, "2025-03-01 02:00 UTC, the date of the file")
    given = sl.interop.interruptions_from_sacct(path, until="2025-03-01T03:00:00Z")
    assert given.gpu_seconds == 8 * 3 * 3600
    # no interruption: the interval's lower end is one-sided, as the library has it
    assert given.interval.lower == sl.failures.mtbf_interval(0, 8 * 3 * 3600).lower and given.interval.upper == math.inf


def test_gpus_of_nodes_and_other_columns() -> None:
    head = "JobIDRaw|JobID|State|ElapsedRaw|End|AllocNodes"
    rows = "9|9|NODE_FAIL|3600|2025-03-01T00:00:00|4\n"
    assert sl.interop.interruptions_from_sacct(sacct(rows, head), gpus_per_node=8).gpu_seconds == 32 * 3600
    with pytest.raises(sl.interop.FileError, match="line 2: says nothing of GPUs, and gpus_per_node is not given"):
        sl.interop.interruptions_from_sacct(sacct(rows, head))
    head = "JobID|State|Start|End|AllocGRES|NNodes|"
    rows = "9|NODE_FAIL|2025-03-01T00:00:00|2025-03-01T01:00:00|gpu:h100:8|4|\n"
    assert sl.interop.interruptions_from_sacct(sacct(rows, head)).gpu_seconds == 32 * 3600
    head = "JobID|State|ElapsedRaw|End|AllocTRES|ReqTRES"
    rows = "9|NODE_FAIL|3600|2025-03-01T00:00:00||gres/gpu=4\n"
    found = sl.interop.interruptions_from_sacct(sacct(rows, head))
    assert found.gpu_seconds == 4 * 3600 and said(found.notes, "ReqTRES, what was asked for")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is an empty file; expected"),
        ("a|b\n1|2\n", "line 1: has no column that says how jobs ended"),
        ("JobID|State\n1|FAILED\n", "line 1: has no column that says how long jobs ran"),
        ("JobID|State|Elapsed\n1|FAILED|00:00:01\n", "how many GPUs"),
        (
            "JobID|State|ElapsedRaw|AllocTRES\n1|FAILD|5|gres/gpu=8\n",
            "line 2: State = 'FAILD' is no state that is known; did you mean 'FAILED'?: say what it means, such as",
        ),
        ("JobID|State|ElapsedRaw|AllocTRES\n1|FAILED|5|gres/gpu=many\n", "line 2: AllocTRES = 'gres/gpu=many'"),
        ("JobID|State|Elapsed|AllocTRES\n1|FAILED|5 h|gres/gpu=8\n", "line 2: Elapsed = '5 h' is no duration such as"),
        ("JobID|State|ElapsedRaw|AllocTRES\nx|FAILED|5|gres/gpu=8\n", "line 2: JobID = 'x' is no job"),
        ("JobID|State|ElapsedRaw|AllocTRES\n1|FAILED|5\n", "line 2: says nothing of GPUs, and gpus_per_node is not given"),
        ("JobID|State|ElapsedRaw|AllocTRES\n", "it has a header and no rows"),
    ],
)
def test_accounting_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(sl.interop.FileError, match="^the text: .*" + re.escape(message)):
        sl.interop.interruptions_from_sacct(io.StringIO(text))


def test_rows_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    found = sl.interop.interruptions_from_sacct(sacct(ROWS + "108|x|y|FAILED|||||gres/gpu=8|n1\n"))
    assert found.gpu_seconds == GPU_HOURS * 3600
    assert said(found.notes, "1 row that cannot be used, the first at line 17: it has 10 cells, the header 8")
    assert found.events.report[0][0] == 17


# ---- Kubernetes


def pod(name: str, start: str, end: str | None, of: str | None = "train", **options: Any) -> dict[str, Any]:
    """A pod of 8 GPUs that ran from an hour to another of March 1st."""
    times = {"startedAt": f"2025-03-01T{start}:00Z"}
    if end is None:
        state: dict[str, Any] = {"running": times}
    else:
        reason = options.get("reason", "Error")
        code = 0 if reason == "Completed" else 137
        state = {"terminated": times | {"finishedAt": f"2025-03-01T{end}:00Z", "reason": reason, "exitCode": code}}
    phase = "Running" if end is None else "Succeeded" if options.get("reason") == "Completed" else "Failed"
    status = {"phase": phase, "startTime": times["startedAt"], "containerStatuses": [{"restartCount": 0, "state": state}]}
    metadata: dict[str, Any] = {"name": name, "namespace": "ml"}
    if of:
        metadata["ownerReferences"] = [{"kind": "Job", "name": of}]
    limits = {"cpu": "8", options.get("resource", "nvidia.com/gpu"): options.get("gpus", "8")}
    spec = {"nodeName": options.get("node", "n1"), "containers": [{"resources": {"limits": limits}}]}
    return {"kind": "Pod", "metadata": metadata, "spec": spec, "status": status | options.get("status", {})}


def listed(*items: dict[str, Any]) -> io.StringIO:
    return text_of({"kind": "List", "apiVersion": "v1", "items": list(items)})


def test_pods_of_one_job_that_end_together_are_one_interruption() -> None:
    lost = [{"type": "DisruptionTarget", "status": "True", "reason": "DeletionByTaintManager"}]
    first = pod("a", "00:00", "10:00", node="n1", status={"conditions": lost})
    found = sl.interop.interruptions_from_kubernetes(listed(first, pod("b", "00:00", "10:01", node="n2")))
    assert found.causes == {"DeletionByTaintManager": 1}
    assert found.gpu_seconds == 8 * 36000 + 8 * 36060
    assert found.events.node is not None and found.events.node.tolist() == ["n1"]
    later = sl.interop.interruptions_from_kubernetes(listed(first, pod("b", "00:00", "10:01", node="n2")), within=30)
    assert later.interruptions == 2
    two = sl.interop.interruptions_from_kubernetes(listed(first, pod("b", "00:00", "10:01", "other")))
    assert two.interruptions == 2 and two.jobs == 2


@pytest.mark.parametrize(
    ("one", "causes"),
    [
        (pod("a", "00:00", "10:00", reason="OOMKilled"), {"OOMKilled": 1}),
        (pod("a", "00:00", "10:00", reason="Completed"), {}),
        (pod("a", "00:00", "10:00", status={"reason": "Evicted"}), {"Evicted": 1}),
        (pod("a", "00:00", "10:00", status={"reason": "DeadlineExceeded"}), {}),
        (
            pod(
                "a",
                "00:00",
                "10:00",
                status={"conditions": [{"type": "DisruptionTarget", "status": "True", "reason": "PreemptionByScheduler"}]},
            ),
            {},
        ),
    ],
)
def test_causes_of_pods(one: dict[str, Any], causes: dict[str, int]) -> None:
    found = sl.interop.interruptions_from_kubernetes(text_of(one))
    assert found.causes == causes and found.gpu_seconds == 8 * 36000


def test_errors_can_be_left_out() -> None:
    items = [pod("a", "00:00", "10:00"), pod("b", "00:00", "10:00", "other", reason="OOMKilled")]
    assert sl.interop.interruptions_from_kubernetes(listed(*items)).causes == {"Error": 1, "OOMKilled": 1}
    assert sl.interop.interruptions_from_kubernetes(listed(*items), failed=False).causes == {"OOMKilled": 1}


def test_restarts_in_place(tmp_path: Path) -> None:
    one = pod("a", "06:00", None)
    ended = {"startedAt": "2025-03-01T01:00:00Z", "finishedAt": "2025-03-01T05:00:00Z", "reason": "Error", "exitCode": 1}
    one["status"]["containerStatuses"][0] |= {"restartCount": 3, "lastState": {"terminated": ended}}
    path = tmp_path / "pods.json"
    path.write_text(json.dumps(one))
    os.utime(path, (1740787200 + 8 * 3600,) * 2)
    found = sl.interop.interruptions_from_kubernetes(path)
    # three restarts, of which the last has a date; 4 h and 2 h are known to have run
    assert found.interruptions == 3 and len(found.events) == 1
    assert found.gpu_seconds == 8 * 6 * 3600
    assert said(found.notes, "when 2 of the interruptions came")


def test_accelerators_and_labels() -> None:
    items = [
        pod("a", "00:00", "10:00", None, resource="google.com/tpu", gpus="4", reason="Completed"),
        pod("b", "00:00", "10:00", None, resource="amd.com/gpu", reason="Completed"),
        pod("c", "00:00", "10:00", None, resource="memory"),
    ]
    items[0]["metadata"]["labels"] = items[1]["metadata"]["labels"] = {"training.kubeflow.org/job-name": "x"}
    found = sl.interop.interruptions_from_kubernetes(listed(*items))
    assert found.gpu_seconds == 12 * 36000 and found.jobs == 1
    assert said(found.notes, "without accelerators (1)")


def test_jobs_whose_pods_are_gone() -> None:
    template = {"spec": {"containers": [{"resources": {"limits": {"nvidia.com/gpu": 8}}}]}}
    failed = {
        "type": "Failed",
        "status": "True",
        "reason": "BackoffLimitExceeded",
        "lastTransitionTime": "2025-03-01T05:00:00Z",
    }
    status = {"startTime": "2025-03-01T00:00:00Z", "failed": 3, "conditions": [failed]}
    one = {"kind": "Job", "metadata": {"name": "j"}, "spec": {"parallelism": 4, "template": template}, "status": status}
    found = sl.interop.interruptions_from_kubernetes(text_of(one))
    assert found.gpu_seconds == 32 * 5 * 3600
    assert found.causes == {"failed pod": 2, "BackoffLimitExceeded": 1} and len(found.events) == 1


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"kind": "Node"}, "kind: is 'Node'; expected List, Job or Pod"),
        ({"kind": "List", "items": 5}, "items: is 5; expected a list of Jobs and Pods"),
        ({"kind": "List", "items": [5]}, "items[0]: is 5; expected a Job or a Pod"),
        ({"kind": "List", "items": []}, "it has no job"),
        ({"kind": "Pod"}, "item 0: spec: is missing; expected the spec of a pod"),
        (pod("a", "00:00", "10:00", gpus="many"), "limits.nvidia.com/gpu: is 'many'; expected a whole number"),
        (pod("a", "xx:00", "10:00"), "startedAt: is '2025-03-01Txx:00:00Z'; expected a date such as"),
        (pod("a", "11:00", "10:00"), "expected a date after startedAt"),
    ],
)
def test_objects_that_are_refused(tree: Any, message: str) -> None:
    with pytest.raises(sl.interop.FileError, match="^the text: .*" + re.escape(message)):
        sl.interop.interruptions_from_kubernetes(text_of(tree))


def test_what_a_file_is_and_says() -> None:
    from scaling_limits._source import source_of
    from scaling_limits.interop import _measured

    texts = {
        "MLPerf Storage": json.dumps(SUMMARY),
        "fio": json.dumps(fio(job(write=(2e9, 60)))),
        "sacct": sacct().getvalue(),
        "Kubernetes": listed(pod("a", "00:00", "10:00")).getvalue(),
    }
    for kind, text in texts.items():
        found = _measured.describe_file(source_of(io.StringIO(text)))
        assert found is not None and found.kind == kind and found.facts and found.notes == found.found.notes
    fact = dict(_measured.describe_file(source_of(io.StringIO(texts["fio"]))).facts)  # type: ignore[union-attr]
    assert fact["write_bandwidth"].startswith("2 GB/s   (standard deviation 100 MB/s, 1.8 GB/s to 2.2 GB/s, of 120 samples")
    for other in ('{"model_type": "llama"}', "JobID|State\n", "{", '{"kind": "Deployment"}'):
        assert _measured.describe_file(source_of(io.StringIO(other))) is None


# ---- on the command line


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_fit_takes_histories(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sacct.txt"
    path.write_text(sacct().getvalue())
    code, out, err = run(capsys, "fit", path)
    assert (code, err) == (0, "")
    assert "4 in 792 GPU-hours" in out and "BOOT_FAIL" in out and "larger jobs" in " ".join(out.split())
    found = json.loads(run(capsys, "fit", path, "--json")[1])
    read = sl.interop.interruptions_from_sacct(path)
    assert found["gpu_mttf"] == read.gpu_mttf and found["interval"] == list(read.interval)
    assert found["notes"] == list(read.notes) and found["stream"]["events"] == 4
    assert json.loads(run(capsys, "fit", path, "--json", "--without-failed")[1])["interruptions"] == 3
    target = tmp_path / "run.toml"
    assert run(capsys, "fit", path, "--write", target)[0] == 0
    assert f"gpu_mttf = {read.gpu_mttf:.0f}" in target.read_text()
    pods = tmp_path / "pods.json"
    pods.write_text(listed(pod("a", "00:00", "10:00"), pod("b", "00:00", "11:00", "x", reason="OOMKilled")).getvalue())
    assert "OOMKilled 1" in run(capsys, "fit", pods)[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--gpus", "8"], "says how many GPUs each job had"),
        (["--format", "sacct", "--start", "Start"], "--start is of events, --format of a history of jobs"),
        (["--format", "kubernetes"], "holds no object"),
        (["--timezone", "Mars/Olympus"], "must be a name such as"),
    ],
)
def test_fit_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    path = tmp_path / "sacct.txt"
    path.write_text(sacct().getvalue())
    code, out, err = run(capsys, "fit", path, *words)
    assert (code, out) == (2, "") and message in err and "Traceback" not in err


def test_other_logs_know_no_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.csv"
    path.write_text("start,node\n2025-03-01,a\n2025-03-02,b\n2025-03-04,a\n")
    assert run(capsys, "fit", path)[0] == 0
    code, _, err = run(capsys, "fit", path, "--without-failed")
    assert code == 2 and "--format says otherwise" in err


# ---- whatever comes through the doors

WORDS = [
    "",
    "null",
    "-1",
    "0",
    "1e400",
    "NaN",
    '"',
    "{",
    "}",
    "[",
    "]",
    "|",
    ":",
    ",",
    "\n",
    "\0",
    "é",
    "true",
    "9" * 40,
    "=",
    ".",
]


def mutated(text: str, draw: random.Random) -> str:
    """A text in which some letters, or a whole line, were replaced, doubled or taken away."""
    for _ in range(draw.randint(1, 3)):
        if draw.random() < 0.2 and "\n" in text:
            lines = text.split("\n")
            place = draw.randrange(len(lines))
            lines[place : place + 1] = draw.choice([[], [lines[place]] * 2, [draw.choice(lines)]])
            text = "\n".join(lines)
            continue
        place = draw.randint(0, len(text))
        text = text[:place] + draw.choice(WORDS) + text[place + draw.choice([0, 0, 1, 2, 9]) :]
    return text


def swapped(tree: Any, draw: random.Random) -> Any:
    """A tree in which one value is another thing."""
    values = [None, -1, 0, 1e300, math.nan, math.inf, "", "x", True, [], {}, [1], {"a": 1}, 10**40, "1e9"]
    paths: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
            paths.append((node, key))
            walk(node[key])

    tree = json.loads(json.dumps(tree))
    walk(tree)
    node, key = draw.choice(paths)
    if draw.random() < 0.3:
        del node[key]
    else:
        node[key] = draw.choice(values)
    return tree


PODS = [pod("a", "00:00", "10:00"), pod("b", "00:00", "10:00", "x", status={"reason": "Evicted"}), pod("c", "01:00", None)]
JOB = {"kind": "Job", "metadata": {"name": "j"}, "spec": {"template": {"spec": PODS[0]["spec"]}}, "status": {"failed": 2}}
DOORS: dict[str, tuple[Any, Any]] = {
    "mlperf": (SUMMARY, sl.interop.tier_from_mlperf_storage),
    "fio": (fio(job(write=(1e9, 60)), job("r", 1, read=(1e9, 60))), sl.interop.tier_from_fio),
    "sacct": (f"{HEAD}\n{ROWS}", sl.interop.interruptions_from_sacct),
    "kubernetes": ({"kind": "List", "items": [*PODS, JOB]}, sl.interop.interruptions_from_kubernetes),
}


def outcome(read: Any, given: str) -> tuple[Any, sl.interop.FileError | None]:
    """What came of a text: an answer, or why not; any other error is one."""
    try:
        return read(io.StringIO(given)), None
    except sl.interop.FileError as error:
        return None, error


@pytest.mark.parametrize("door", sorted(DOORS))
def test_mutated_files(door: str) -> None:
    tree, read = DOORS[door]
    draw = random.Random(door)
    text = tree if isinstance(tree, str) else json.dumps(tree, indent=1)
    outcomes = {"read": 0, "refused": 0}
    for k in range(draws("mutated files")):
        given = mutated(text, draw) if isinstance(tree, str) or k % 2 else json.dumps(swapped(tree, draw))
        found, refused = outcome(read, given)
        outcomes["read" if refused is None else "refused"] += 1
        if refused is None:
            assert found.notes
            json.dumps(found.as_dict(), allow_nan=False)
            continue
        text_of_it = str(refused)
        assert text_of_it.startswith("the text: ") and "\n" not in text_of_it and len(text_of_it) < 600, given
        assert refused.expected or refused.place, text_of_it
    assert min(outcomes.values()) > draws("mutated files") / 50, outcomes
    print(f"{door}: {outcomes}")


def test_mutated_requests() -> None:
    draw = random.Random(4)
    run_fields = {"gpus": 16384, "gpu_mttf": "50000 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s"}
    strategy = {"multilevel": {"levels": [{"tier": {"write_bandwidth": 1e12}, "share": 0.9}, {"tier": "own", "share": 0.1}]}}
    factor = [{"strong_scaling": {"half_size": 1e5}}]
    asked = {"question": "limit", "run": run_fields, "strategy": strategy, "factor": factor, "growth": "chinchilla"}
    asked |= {"criterion": {"goodput_at_least": 0.9}, "over": {"run.gpus": [1024, 2048]}}
    from scaling_limits import _core

    text = json.dumps(asked)
    refused, count = 0, draws("mutated requests")
    for k in range(count):
        given = mutated(text, draw) if k % 2 else json.dumps(swapped(asked, draw))
        found = json.loads(_core.ask_text(given))
        if "error" in found:
            refused += 1
            assert found["error"]["message"] and set(found["error"]) == {"field", "value", "message"}
        else:
            assert found["columns"]
    assert refused > count / 10


def test_mutated_files_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw = random.Random(7)
    path, target = tmp_path / "file", tmp_path / "out.toml"
    for door, kind in (("sacct", "sacct"), ("kubernetes", "kubernetes")):
        tree = DOORS[door][0]
        text = tree if isinstance(tree, str) else json.dumps(tree)
        for _ in range(25):
            path.write_text(mutated(text, draw))
            target.unlink(missing_ok=True)
            code, out, err = run(capsys, "fit", path, "--format", kind, "--json", "--write", target)
            assert code in (0, 2) and "Traceback" not in err
            assert target.exists() == (code == 0)
            assert json.loads(out) if code == 0 else err.startswith(f"scaling-limits: {path}") and not out
    assert {one.name for one in tmp_path.iterdir()} <= {"file", "out.toml"}
