# SPDX-License-Identifier: Apache-2.0
"""Small files as people have them, ours, in the structure of the real ones: what each is called, and who reads what of it.

Texts stand in data/zoo; what is no text is made here. A door that reads a file has its number, computed by hand; every other
door must call the file by its name, or say of a table or a form that anybody may have what it lacks.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import sqlite3
import struct
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

import scaling_limits as sl

TEXTS = Path(__file__).parent / "data" / "zoo"
DOORS = ("fit", "goodput", "read", "calibrate", "plan")


class File(NamedTuple):
    """A file: its kind by name, "" where a reader's own words stand; by door a number of the answer, or what it lacks."""

    kind: str
    doors: Mapping[str, tuple[str, float] | str] = MappingProxyType({})


_no_step = "no column that is called like step"
_no_layers = "has no column layers"
#: of a table of failures
_table = {"goodput": _no_step, "calibrate": _no_layers}


def _inside(kind: str, *doors: str) -> dict[str, tuple[str, float] | str]:
    """What doors say of a packed file: what is in it."""
    return dict.fromkeys(doors, f"this looks like {kind}; expected")


FILES: dict[str, File] = {
    # 4 failures, the first begins the window of 4 days
    "events.csv": File("a table", {"fit": ("events", 3), **_table}),
    # 100 h of lives, three of which ended
    "lives.csv": File("a table", {"fit": ("groups.all.exposure", 360_000), **_table}),
    "counts.csv": File("a table", {"fit": "give --window", **_table}),
    "events.jsonl": File("records in JSON", {"fit": ("mtbf.0", 129_600)}),  # two gaps in 3 days
    # ---- queues: 32 GPUs for 10, 24, 6 and 10 h, 2 interruptions
    "sacct.txt": File("what sacct printed", {"fit": ("gpu_mttf", 2_880_000), "read": ("gpu_seconds", 5_760_000)}),
    "sacct-noheader.txt": File("sacct's rows without their header"),
    "sacct-fixed.txt": File("sacct's table in columns of fixed width"),
    # 32 GPUs for 10 and 24 h, 1 interruption
    "sacct.json": File("sacct's JSON", {"fit": ("gpu_mttf", 3_916_800), "read": ("gpu_seconds", 3_916_800)}),
    "squeue.txt": File("a table of squeue"),
    "sinfo.txt": File("a table of sinfo"),
    "sinfo-reasons.txt": File("a table of sinfo"),
    "scontrol-job.txt": File("scontrol's list of jobs"),
    "scontrol-node.txt": File("scontrol's list of nodes"),
    "sreport.txt": File("a report of sreport"),
    "qstat-pbs.txt": File("a table of qstat"),
    "qstat-f.txt": File("a table of qstat"),
    "qstat-sge.txt": File("a table of qstat"),
    "tracejob.txt": File("tracejob's output"),
    "pbs-accounting.txt": File("accounting of PBS"),
    "bjobs.txt": File("a table of LSF"),
    "bhist.txt": File("a table of LSF"),
    "squeue.json": File("squeue's or scontrol's JSON"),
    "slurmctld.log": File("a log of Slurm's daemons"),
    "pbsnodes.txt": File("pbsnodes' output"),
    "lsb.acct": File("a table of LSF"),
    "qacct.txt": File("qacct's output"),
    # ---- Kubernetes: 8 GPUs for 10 h, which ended OOMKilled, and for 24 h
    "kubernetes-pods.json": File("Jobs and Pods of Kubernetes", {"fit": ("gpu_mttf", 979_200), "read": ("interruptions", 1)}),
    # 32 GPUs for 10 and 20 h, the first of which failed
    "kubernetes-pytorchjob.json": File(
        "Jobs and Pods of Kubernetes", {"fit": ("gpu_mttf", 3_456_000), "read": ("interruptions", 1)}
    ),
    "kubernetes-events.json": File("events of Kubernetes", {"fit": ("window", 86_400)}),  # two of nodes, a day apart
    "kubectl-pods.txt": File("a table of kubectl"),
    "kubectl-jobs.txt": File("a table of kubectl"),
    "kubectl-events.txt": File("kubectl's list of events"),
    "kubectl-describe.txt": File("kubectl's description"),
    "kubectl.yaml": File("a manifest of Kubernetes", {"read": "looks like a manifest of Kubernetes"}),
    # ---- hardware
    "nvidia-smi.txt": File("nvidia-smi's table"),
    "nvidia-smi-q.txt": File("nvidia-smi's log of queries"),
    "nvidia-smi-query.csv": File("nvidia-smi's readings"),
    "nvidia-smi-x.xml": File("nvidia-smi's XML"),
    "dcgm-metrics.txt": File(
        "Prometheus' text of DCGM", {"fit": "has metrics of DCGM", "goodput": "Prometheus text of NVIDIA's DCGM"}
    ),
    "prometheus.txt": File("Prometheus' text"),
    "dcgmi-dmon.txt": File("dcgmi's table"),
    "dmesg.log": File("a log of the kernel with Xid lines", {"fit": ("window", 217_721)}),  # 2 days, 12:28:41
    "journalctl.log": File("a log of the kernel with Xid lines", {"fit": "has dates without a year"}),
    "kernel.log": File("a log of the kernel", {"fit": "nothing failed in it"}),
    "rocm-smi.txt": File("rocm-smi's output"),
    "ipmi-sel.txt": File("ipmitool's list of events"),
    "nccl.log": File("a log of NCCL"),
    "prometheus.json": File("Prometheus' answer"),
    "nccl-tests.txt": File("nccl-tests' output"),
    # ---- training: steps of 10 s, and a save of 5 s
    "steps.csv": File("a log of steps", {"goodput": ("seconds.checkpoint", 5)}),
    "wandb.csv": File("an export of W&B", {"goodput": ("elapsed", 15)}),
    "tensorboard.csv": File("a curve of TensorBoard", {"goodput": ("elapsed", 15)}),
    "megatron.log": File("a log of Megatron-LM", {"goodput": ("steps", 2)}),
    "nemo.log": File("a log of NeMo", {"goodput": "lines of NeMo without times"}),
    "torchtitan.log": File("a log of torchtitan", {"goodput": ("steps", 3)}),
    "deepspeed.log": File("a log of DeepSpeed", {"goodput": ("step_time", 5)}),  # 10 steps in 50 s
    "mllog.txt": File("results of MLPerf (:::MLLOG)", {"goodput": "none numbers steps"}),
    "ml-goodput.jsonl": File("events of ml-goodput", {"goodput": ("elapsed", 160)}),
    "trainer_state.json": File("a state of transformers' Trainer", {"read": "looks like a state of transformers' Trainer"}),
    "trainer.log": File("the Trainer's log (Hugging Face)", {"goodput": "Trainer without times"}),
    "wandb-summary.json": File("W&B's JSON"),
    "trace.json": File("a trace of a profiler"),
    "stderr.log": File("a traceback of Python"),
    "measured-steps.csv": File("measured steps", {"calibrate": ("rows.0.measured", 2.5)}),
    # ---- storage
    "fio.json": File("fio's output in JSON", {"read": ("tier.write_bandwidth", 2e9)}),
    "fio.txt": File("fio's normal output", {"read": ("tier.write_bandwidth", 1907 * 2**20)}),
    "mlperf-storage.json": File("a summary of MLPerf Storage", {"read": ("tier.write_bandwidth", 10 * 2**30)}),
    "ior.txt": File("IOR's output", {"read": ("tier.write_bandwidth", 20 * 2**30)}),
    "ior.json": File("IOR's output", {"read": ("tier.write_bandwidth", 20 * 2**30)}),
    "mdtest.txt": File("mdtest's output", {"read": "this looks like mdtest's output"}),
    "elbencho.txt": File("elbencho's output", {"read": ("tier.write_bandwidth", 20 * 2**30)}),
    "dlio.log": File("DLIO's output", {"read": "this looks like DLIO's"}),
    # ---- models and launches: two nodes of eight, cut into tensor 4 and pipeline 2, leave data 2
    "config.json": File("config.json of Hugging Face", {"read": ("shape.parameters", 8_030_261_248)}),
    "megatron.sh": File("a shell script", {"read": ("layout.data", 2)}),
    "nemo.yaml": File("YAML", {"read": ("layout.data", 2)}),
    "torchtitan.toml": File("a configuration of torchtitan", {"read": ("layout.gpus", 512)}),  # shards 64, tensor 8
    "tokenizer_config.json": File("a tokenizer", {"read": "looks like a tokenizer"}),
    "model.safetensors.index.json": File("an index of weights", {"read": "looks like an index of weights"}),
    "ds_config.json": File("a DeepSpeed configuration", {"read": ("layout.micro_batch", 4)}),
    "accelerate.yaml": File("a configuration of accelerate", {"read": ("layout.data", 32)}),
    "axolotl.yaml": File("a configuration of axolotl", {"read": ("shape.parameters", 8_030_261_248)}),
    "llama-factory.yaml": File("a configuration of LLaMA-Factory", {"read": ("shape.layers", 32)}),
    "maxtext.yml": File("a configuration of MaxText", {"read": ("sequences", 256)}),
    "llm-foundry.yaml": File("a configuration of llm-foundry", {"read": ("batch_tokens", 1024 * 2048)}),
    "gpt-neox.yml": File("a configuration of GPT-NeoX", {"read": ("layout.gpus", 8)}),
    "primus.yaml": File("a configuration of Primus", {"read": ("shape.layers", 32)}),
    # ---- our own: 50,000 h over 18,000 and 9,000 GPUs
    "run.toml": File("a question of scaling-limits", {"plan": ("mtbf", 10_000)}),
    "run.json": File("a question of scaling-limits", {"plan": ("mtbf", 20_000)}),
    "sweep.toml": File("a question of scaling-limits", {"plan": "unknown table [sweep]"}),
    "answer.json": File("an answer of scaling-limits"),
    "settings.toml": File("TOML", {"read": "describes no model", "plan": "unknown table [server]"}),
    # ---- what is none of it
    "login.html": File("a page of HTML"),
    "not-found.csv": File("a web service's refusal"),
    "not-found.json": File("a web service's refusal"),
    "plot.svg": File("an SVG picture"),
    "notebook.ipynb": File("a notebook", {"read": "looks like a notebook"}),
    "lfs-pointer.csv": File("a pointer of Git LFS"),
    "empty.csv": File("an empty file"),
    "program.txt": File("a program in Python", {"read": "looks like a program of Python"}),
    "README.md": File(
        "",
        {
            "fit": "has nothing to use",
            "goodput": _no_step,
            "read": "expected a mapping of names to values",
            "calibrate": _no_layers,
            "plan": "expected TOML or JSON with tables such as [run]",
        },
    ),
}


def _text(name: str) -> bytes:
    return (TEXTS / name).read_bytes()


def _zip(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name in names:
            file.writestr(name, "x")
    return data.getvalue()


def _tar() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as file:
        file.add(TEXTS / "events.csv", "events.csv")
    return data.getvalue()


def _of_numpy(save: Callable[..., Any]) -> bytes:
    data = io.BytesIO()
    save(data, np.arange(4.0))
    return data.getvalue()


def _columns(name: str, form: str) -> bytes:
    """A table as Parquet or Feather."""
    import pandas

    data = io.BytesIO()
    getattr(pandas.read_csv(TEXTS / name), f"to_{form}")(data)
    return data.getvalue()


def _sqlite() -> bytes:
    with sqlite3.connect(":memory:") as base:
        base.execute("create table failures (start text)")
        return base.serialize()


def _safetensors() -> bytes:
    head = json.dumps({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
    return struct.pack("<Q", len(head)) + head + bytes(8)


def _tfevents() -> bytes:
    event = b"\x09" + struct.pack("<d", 1.77e9) + b"\x1a\x0dbrain.Event:2"
    return struct.pack("<Q", len(event)) + b"\xa1\xb2\xc3\xd4" + event + b"\x01\x02\x03\x04"


def _starts(data: bytes) -> Callable[[], bytes]:
    """What begins so, with bytes of no meaning behind it."""
    return lambda: data + bytes(range(256)) * 2


#: what is no text, as it is made
BYTES: dict[str, tuple[Callable[[], bytes], File]] = {
    "plot.png": (_starts(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), File("a PNG picture")),
    "plot.jpg": (_starts(b"\xff\xd8\xff\xe0\0\x10JFIF"), File("a JPEG picture")),
    "plot.gif": (_starts(b"GIF89a\x10\0\x10\0"), File("a GIF picture")),
    "plot.tif": (_starts(b"II*\0\x08\0\0\0"), File("a TIFF picture")),
    "plot.mp4": (_starts(b"\0\0\0\x20ftypisom"), File("a film")),
    "plot.webp": (_starts(b"RIFF\x24\0\0\0WEBPVP8 "), File("a WebP picture")),
    "report.pdf": (_starts(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), File("a PDF document")),
    "table.xlsx": (lambda: _zip("[Content_Types].xml", "xl/workbook.xml"), File("a spreadsheet")),
    "table.xls": (_starts(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), File("a spreadsheet")),
    "report.docx": (lambda: _zip("[Content_Types].xml", "word/document.xml"), File("a document of Word")),
    "logs.zip": (lambda: _zip("events.csv"), File("a spreadsheet or zip archive")),
    "weights.pt": (lambda: _zip("archive/data.pkl", "archive/data/0"), File("weights of PyTorch")),
    "array.npz": (lambda: _of_numpy(np.savez), File("arrays of NumPy (.npz)")),
    "array.npy": (lambda: _of_numpy(np.save), File("an array of NumPy (.npy)")),
    "events.csv.gz": (
        lambda: gzip.compress(_text("events.csv")),
        File("packed with gzip", {"fit": ("events", 3), **_table, **_inside("a table", "read", "plan")}),
    ),
    "steps.csv.xz": (
        lambda: lzma.compress(_text("steps.csv")),
        File(
            "packed with xz",
            {"goodput": ("seconds.checkpoint", 5), **_inside("a log of steps", "fit", "read", "calibrate", "plan")},
        ),
    ),
    "lives.csv.bz2": (
        lambda: bz2.compress(_text("lives.csv")),
        File("packed with bzip2", {"fit": ("groups.all.exposure", 360_000), **_table, **_inside("a table", "read", "plan")}),
    ),
    "run.toml.gz": (
        lambda: gzip.compress(_text("run.toml")),
        File(
            "packed with gzip",
            {"plan": ("mtbf", 10_000), **_inside("a question of scaling-limits", "fit", "goodput", "read", "calibrate")},
        ),
    ),
    "config.json.xz": (
        lambda: lzma.compress(_text("config.json")),
        File(
            "packed with xz",
            {
                "read": ("shape.parameters", 8_030_261_248),
                **_inside("config.json of Hugging Face", "fit", "goodput", "calibrate", "plan"),
            },
        ),
    ),
    "measured-steps.bz2": (  # told by its first bytes
        lambda: bz2.compress(_text("measured-steps.csv")),
        File(
            "packed with bzip2",
            {"calibrate": ("rows.0.measured", 2.5), **_inside("measured steps", "fit", "goodput", "read", "plan")},
        ),
    ),
    "squeue.txt.gz": (
        lambda: gzip.compress(_text("squeue.txt")),
        File("packed with gzip", _inside("a table of squeue", *DOORS)),
    ),
    "logs.tar": (_tar, File("an archive of tar")),
    "logs.tar.gz": (
        lambda: gzip.compress(_tar()),
        File("packed with gzip", dict.fromkeys(DOORS, "this is an archive of tar")),
    ),
    "log.csv.zst": (_starts(b"\x28\xb5\x2f\xfd\x04\x58"), File("packed with Zstandard")),
    "log.csv.lz4": (_starts(b"\x04\x22\x4d\x18\x64\x40"), File("packed with LZ4")),
    "logs.7z": (_starts(b"7z\xbc\xaf\x27\x1c\0\x04"), File("an archive of 7-Zip")),
    "events.parquet": (
        lambda: _columns("events.csv", "parquet"),
        File("a Parquet file", {"fit": ("events", 3), "goodput": _no_step}),
    ),
    "steps.parquet": (
        lambda: _columns("steps.csv", "parquet"),
        File("a Parquet file", {"fit": "a log of steps", "goodput": ("seconds.checkpoint", 5)}),
    ),
    "events.feather": (lambda: _columns("events.csv", "feather"), File("an Arrow file")),
    "log.h5": (_starts(b"\x89HDF\r\n\x1a\n"), File("an HDF5 file")),
    "log.nc": (_starts(b"CDF\x02\0\0\0\0"), File("a netCDF file")),
    "log.orc": (_starts(b"ORC\x11\0\0\n"), File("an ORC file")),
    "log.pkl": (lambda: pickle.dumps({"start": [1.0, 2.0]}), File("a pickle of Python")),
    "model.safetensors": (_safetensors, File("weights in safetensors")),
    "model.gguf": (_starts(b"GGUF\x03\0\0\0"), File("weights in GGUF")),
    "events.out.tfevents.1770000000.h017": (_tfevents, File("an event file of TensorBoard")),
    "log.sqlite": (_sqlite, File("a database of SQLite")),
    "train": (_starts(b"\x7fELF\x02\x01\x01\0"), File("a program")),
    "train.exe": (_starts(b"MZ\x90\0\x03\0\0\0"), File("a program")),
    "train.dylib": (_starts(b"\xcf\xfa\xed\xfe\x07\0\0\x01"), File("a program")),
    "events-utf32.csv": (lambda: _text("events.csv").decode().encode("utf-32"), File("text in UTF-32", {"fit": ("events", 3)})),
    "events-utf16.csv": (lambda: _text("events.csv").decode().encode("utf-16"), File("text in UTF-16", {"fit": ("events", 3)})),
}

#: all of them
KINDS = FILES | {name: file for name, (_, file) in BYTES.items()}

#: what a command is given for a file of each door of the command line; the others read as `plan` does
COMMANDS: dict[str, tuple[str, ...]] = {
    "fit": ("fit", "FILE"),
    "goodput": ("goodput", "FILE"),
    "read": ("read", "FILE"),
    "calibrate": ("calibrate", "FILE", "--machine", "machine.toml"),
    "plan": ("plan", "FILE"),
    "plan --from-log": ("plan", "run.toml", "--from-log", "FILE"),
    "ask": ("ask", "FILE"),
    "goodput --run": ("goodput", "steps.csv", "--run", "FILE"),
    "read OTHER": ("read", "fio.json", "FILE"),
    "calibrate --machine": ("calibrate", "measured-steps.csv", "--machine", "FILE"),
}


#: readers of the package, by name
READERS: dict[str, Callable[[str], Any]] = {
    f"{room.__name__.rpartition('.')[2]}.{name}": getattr(room, name)
    for room, names in (
        (sl.data, "read_lives read_events read_counts read_attempts read_steps goodput_from_steps"),
        (sl.interop, "shape_from_config layout_from interruptions_from_sacct interruptions_from_kubernetes"),
        (sl.interop, "tier_from_file tier_from_fio tier_from_mlperf_storage"),
    )
    for name in names.split()
}


def commands_in(folder: Path) -> None:
    """Writes the files that these commands are given beside the one."""
    for name in ("run.toml", "steps.csv", "fio.json", "measured-steps.csv"):
        (folder / name).write_bytes(_text(name))
    (folder / "machine.toml").write_text(MACHINE)


MACHINE = """\
[chip]
peak_flops = "989.4 TFLOP/s"
nominal_bandwidth = "3.35 TB/s"
memory_bytes = "80 GB"
[fabric]
gpus_per_node = 8
inner_bandwidth = "360 GB/s"
outer_bandwidth = "45 GB/s"
inner_latency = "5 us"
outer_latency = "15 us"
"""


def made(name: str) -> bytes:
    """The bytes of a file of the zoo."""
    return BYTES[name][0]() if name in BYTES else _text(name)
