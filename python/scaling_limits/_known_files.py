# SPDX-License-Identifier: Apache-2.0
"""Kinds of files that people have, by their marks: which doors read each, and the way out where a door does not.

A door asks ``refused`` before it parses. A reader that is added gets its word in ``doors`` of the kind; a kind is a row.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

#: what each door reads, as a refusal says it; the commands of the same name, and all that reads for them
DOORS = {
    "fit": "a log of failures, lives of parts, counts by cause or a history of jobs",
    "goodput": "a log of steps, with columns such as step, start and end",
    "read": "a file of a model or a launch, measured storage or a history of jobs",
    "calibrate": "measured steps in CSV",
    "plan": "TOML or JSON with tables such as [run]",
}
#: enough of a file to see what it is
HEAD = 1 << 16
#: and where what a job prints first may end
LONGEST = 1 << 22

Data = TypeVar("Data", bound=bytes | str)
#: a regular expression of text or of bytes, or several that must all be found; the text ones by line
Mark = str | bytes | tuple[str, ...]


class Kind(NamedTuple):
    """A kind of file.

    `name`: as people say it, with its article; `doors`: those that read it or say more of it; `marks`: any of them tells it;
    `way`: what helps where a door does not read it; without one it is `instead`, or the commands of its doors. What the door
    read opens to refuse it: `keys`, groups of names that a parsed tree has all of; `says`: why; `instead`: what to give.
    """

    name: str
    doors: str
    marks: tuple[Mark, ...]
    way: str = ""
    keys: tuple[tuple[str | bool, ...], ...] = ()
    instead: str = ""
    says: str = ""

    @property
    def sure(self) -> bool:
        """Whether its first bytes say it."""
        return bool(self.marks) and isinstance(self.marks[0], bytes)


#: with its mark, then without it, low bytes first or last
UTF_32 = (rb"\A(\xff\xfe\0\0|\0\0\xfe\xff)", rb"\A([\x09-\x7e]\0{3}){3}", rb"\A(\0{3}[\x09-\x7e]){3}")
_csv = "write its table as CSV"
_unpack = "unpack it"
_every = " ".join(DOORS)  # they unpack it
_beside, _script = "the config.json beside it", "the script that trains"
_generation = ("transformers_version", "eos_token_id")
_tokenizer = (("added_tokens", "model", "version"), ("tokenizer_class",))
_arguments = "the arguments of the run"
_job = "`kubectl get ... -o json` of jobs for fit, or the script it starts"
_inside = "name what is in it: config.json beside weights is read"
_json = r"\A\s*[\[{]"
_cell, _mark = r"[^\n=:{},;|\t]", r"[,;|\t]"  # of a line of names, and between them
_parsable = "`sacct --parsable2 --format JobID,State,Start,End,ElapsedRaw,AllocTRES,NodeList` is read"
_failures = "a log with a row for each failure (start, node, cause) is read"
_pods = "`kubectl get jobs,pods -o json` is read"

#: by first bytes, the surest first
BINARY = (
    Kind("a PNG picture", "", (rb"\A\x89PNG",), "the numbers behind it are read, as CSV"),
    Kind("a JPEG picture", "", (rb"\A\xff\xd8\xff",), "the numbers behind it are read, as CSV"),
    Kind("a GIF picture", "", (rb"\AGIF8[79]a",), "the numbers behind it are read, as CSV"),
    Kind("a TIFF picture", "", (rb"\A(II\*\0|MM\0\*)",), "the numbers behind it are read, as CSV"),
    Kind("a WebP picture", "", (rb"(?s)\ARIFF.{4}WEBP",), "the numbers behind it are read, as CSV"),
    Kind("a film", "", (rb"(?s)\A.{4}ftyp",), "the numbers behind it are read, as CSV"),
    Kind("a PDF document", "", (rb"\A%PDF",), "save its table as CSV"),
    Kind("weights of PyTorch", "", (rb"(?s)\APK\x03\x04.{26,200}?data\.pkl",), _inside),
    Kind("arrays of NumPy (.npz)", "", (rb"(?s)\APK\x03\x04.{26,100}?\.npy",), _csv),
    Kind(
        "a spreadsheet", "", (rb"(?s)\APK\x03\x04.*(\bxl/|opendocument\.spreadsheet)", rb"\A\xd0\xcf\x11\xe0"), "save it as CSV"
    ),
    Kind("a document of Word", "", (rb"(?s)\APK\x03\x04.*\bword/",), "save its table as CSV"),
    Kind("a spreadsheet or zip archive", "", (rb"\APK(\x03\x04|\x05\x06)",), "save it as CSV, or unpack it"),
    Kind("an archive of tar", "", (rb"(?s)\A.{257}ustar",), _unpack),
    Kind("packed with gzip", _every, (rb"\A\x1f\x8b",), _unpack),
    Kind("packed with xz", _every, (rb"\A\xfd7zXZ\0",), _unpack),
    Kind("packed with bzip2", _every, (rb"\ABZh[1-9]1AY&SY", rb"\ABZh\d\x17\x72"), _unpack),
    Kind("packed with Zstandard", "", (rb"\A\x28\xb5\x2f\xfd",), "unpack it, or use xz, gzip or bzip2"),
    Kind("packed with LZ4", "", (rb"\A\x04\x22\x4d\x18",), "unpack it, or use xz, gzip or bzip2"),
    Kind("an archive of 7-Zip", "", (rb"\A7z\xbc\xaf",), _unpack),
    Kind("packed with compress", "", (rb"\A\x1f\x9d",), "unpack it, or use xz, gzip or bzip2"),
    Kind("an archive of ar", "", (rb"\A!<arch>\n",), _unpack),
    Kind("an archive of RAR", "", (rb"\ARar!\x1a",), _unpack),
    Kind("a Parquet file", "fit goodput", (rb"\APAR1",), _csv),
    Kind(
        "an Arrow file", "", (rb"\AARROW1", rb"\AFEA1", rb"\A\xff\xff\xff\xff[\x10-\xff].{2}\0"), "write it as Parquet or CSV"
    ),
    Kind("an ORC file", "", (rb"\AORC[\x00-\x1f]",), "write it as Parquet or CSV"),
    Kind("an Avro file", "", (rb"\AObj\x01",), "write it as Parquet or CSV"),
    Kind("an HDF5 file", "", (rb"\A\x89HDF",), _csv),
    Kind("a netCDF file", "", (rb"\ACDF[\x01\x02\x05]",), _csv),
    Kind("an array of NumPy (.npy)", "", (rb"\A\x93NUMPY",), "write it as CSV, with the names of its columns"),
    Kind("a pickle of Python", "", (rb"\A\x80[\x02-\x05][\x95\x5d\x7d\x28\x63\x58\x8c\x8a]",), _csv),
    Kind("weights in safetensors", "", (rb"(?s)\A.{5}\0{3}\{\s*\"",), _inside),
    Kind("weights in GGUF", "", (rb"\AGGUF[\x01-\x0f]\0",), _inside),
    Kind(
        "an event file of TensorBoard",
        "",
        (rb"(?s)\A.{7}\0.{0,60}brain\.Event:", rb"(?s)\A[\x10-\xff]\0{7}.{4}\x09.{8}"),
        "save a curve with its CSV button, for `scaling-limits goodput`",
    ),
    Kind("a database of SQLite", "", (rb"\ASQLite format 3\0",), _csv),
    Kind("a database of DuckDB", "", (rb"(?s)\A.{8}DUCK",), _csv),
    Kind(
        "a program",
        "",
        (rb"\A\x7fELF", rb"\A\xcf\xfa\xed\xfe", rb"\A\xca\xfe\xba\xbe", rb"(?s)\AMZ.{0,58}\0"),
        "name its output",
    ),
    Kind(
        "text in UTF-32",
        "fit",
        UTF_32,
        "`iconv -f UTF-32 -t UTF-8 FILE` makes one that is read",
    ),
    Kind(
        "text in UTF-16",
        "fit",
        (rb"\A(\xff\xfe|\xfe\xff)", rb"\A([\x09-\x7e]\0){6}", rb"\A(\0[\x09-\x7e]){6}"),
        "`iconv -f UTF-16 -t UTF-8 FILE` makes one that is read",
    ),
)

#: what is no data, whatever it holds
EMPTY = (
    Kind("an empty file", "", (r"\A[\s\0]*\Z",)),
    Kind("a pointer of Git LFS", "", (r"\Aversion https://git-lfs",), "`git lfs pull` fetches the file"),
    Kind(
        "a page of HTML", "", (r"(?i)\A\s*(<!doctype html|<html|<head)",), "a login may stand before the file: fetch it again"
    ),
    Kind(
        "a web service's refusal",
        "",
        (
            r"\A\s*\{\s*\"(message|error|detail|errors)\"\s*:",
            r"\A\s*(404|403|401|Not Found|Access Denied|Unauthorized)\b[^\n]*\s*\Z",
        ),
        "it stands before the file: fetch it again",
    ),
    Kind("an SVG picture", "", (r"\A[\s\S]{0,1000}<svg\b",), "the numbers behind it are read, as CSV"),
    Kind("nvidia-smi's XML", "", (r"<nvidia_smi_log>",), "a log with a row for each failure is read"),
    Kind("XML", "", (r"\A\s*<\?xml",), _csv),
)
#: whatever it holds beside
SCRIPTS = (Kind("a shell script", "read", (r"\A#![^\n]*\b(ba|z|k|da)?sh\b",)),)

SCHEDULERS = (
    Kind("a table of squeue", "", (r"^[ \t]*JOBID\s+PARTITION\s+NAME\s+USER\s+ST",), f"it is of jobs that go on; {_parsable}"),
    Kind("a table of sinfo", "", (r"^PARTITION\s+AVAIL\s", r"^REASON\s+USER\s+TIMESTAMP\s", r"^NODELIST\s+NODES\s"), _parsable),
    Kind("scontrol's list of jobs", "", (r"^[ \t]*JobId=\d+ (ArrayJobId|JobName|HetJobId)=",), _parsable),
    Kind("scontrol's list of nodes", "", (r"^[ \t]*NodeName=\S+ (Arch|CoresPerSocket|CPUAlloc)=",), _parsable),
    Kind("a report of sreport", "", (r"^Usage reported in ",), _parsable),
    Kind(
        "sacct's table in columns of fixed width",
        "",
        (r"(?i)\A(?=[^\n|,;]*\bJobID(Raw)?\b)[^\n|,;]*\n[ \t]*-{3,}( +-{3,})+\s*$",),
        f"it cuts names and states off; {_parsable}",
    ),
    Kind(
        "sacct's rows without their header",
        "",
        (r"\A\d+(_\d+|\+\d+)?(\.\w+)?[|,\t]([^\n]*[|,\t])?(COMPLETED|FAILED|CANCELLED[^|,\t\n]*|TIMEOUT|NODE_FAIL|RUNNING)\b",),
        "ask again without --noheader",
    ),
    Kind("what sacct printed", "fit read", (r"(?i)\A(?=([^\n]*\|)?JobID(Raw)?(\||\s))(?=([^\n]*\|)?State(\||\s))[^\n|]*\|",)),
    Kind("squeue's or scontrol's JSON", "", ((_json, r'"job_state"\s*:'),), _parsable),
    Kind("sacct's JSON", "fit read", ((_json, r'"job_id"\s*:', r'"(tres|state|exit_code)"\s*:\s*\{'),)),
    Kind("sdiag's output", "", (r"^sdiag output at ",), _parsable),
    Kind(
        "a log of Slurm's daemons",
        "",
        (r"^\[\d{4}-\d\d-\d\dT[\d:.]+\] (error: |debug\d?: |sched: |_slurm_rpc|slurm(ctld|d) )",),
        _parsable,
    ),
    Kind("pbsnodes' output", "", (r"^[ \t]+resources_available\.\w+ = ",), _failures),
    Kind(
        "a table of qstat",
        "",
        (r"^Job [Ii][Dd]\s+(Name|Username)\s+(User|Queue)\s", r"^job-ID\s+prior\s+name\s", r"\AJob Id: \S+\n\s+Job_Name = "),
        _failures,
    ),
    Kind("tracejob's output", "", (r"\A\s*Job: \S+\s+\d\d/\d\d/\d{4} \d\d:\d\d:\d\d  [A-Z]\s",), _failures),
    Kind("accounting of PBS", "", (r"\A\d\d/\d\d/\d{4} \d\d:\d\d:\d\d;[A-Za-z];[^;\n]+;",), _failures),
    Kind(
        "a table of LSF",
        "",
        (
            r"^JOBID\s+USER\s+STAT\s+QUEUE\s",
            r"^Summary of time in seconds spent in various",
            r"^Job <\d+>, ",
            r"^Accounting information about jobs",
            r"^HOST_NAME\s+STATUS\s+JL/U",
            r"^\"JOB_(FINISH|NEW|START)\" \"",
        ),
        _failures,
    ),
    Kind("qacct's output", "", (r"\A={20,}\s*\nqname\s",), _failures),
)

KUBERNETES = (
    Kind(
        "a table of kubectl",
        "",
        (
            r"^(NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS",
            r"^(NAMESPACE\s+)?NAME\s+(STATUS\s+)?COMPLETIONS\s+DURATION",
            r"^(NAMESPACE\s+)?NAME\s+STATUS\s+ROLES\s+AGE",
            r"^(NAMESPACE\s+)?NAME\s+STATE\s+AGE\s*$",
            r"^(NAMESPACE\s+)?NAME\s+CPU\(cores\)",
        ),
        _pods,
    ),
    Kind("kubectl's list of events", "", (r"^(NAMESPACE\s+)?LAST SEEN\s+(FIRST SEEN\s+)?TYPE\s",), _pods),
    Kind("kubectl's description", "", (r"\AName:\s+\S+\s*\n(Generate Name:[^\n]*\n)?(Namespace|Roles|Priority):\s",), _pods),
    Kind("events of Kubernetes", "fit", ((_json, r'"kind"\s*:\s*"Event(List)?"'),)),
    Kind(
        "Jobs and Pods of Kubernetes",
        "fit read",
        ((r"\A\s*\{", r'"kind"\s*:\s*"(Job|Pod|JobSet|(PyTorch|TF|MPI|JAX|XGBoost|Paddle)Job|LeaderWorkerSet)(List)?"'),),
    ),
    Kind("objects of Kubernetes", "", ((r"\A\s*\{", r'"apiVersion"\s*:', r'"kind"\s*:'),), _pods),
    Kind("a manifest of Kubernetes", "read", ((r"^apiVersion:\s", r"^kind:\s"),), _pods, (("apiVersion", "kind"),), _job),
)

HARDWARE = (
    Kind("nvidia-smi's log of queries", "", (r"^=+NVSMI LOG=+",), _failures),
    Kind(
        "nvidia-smi's table",
        "",
        (r"^\|\s+NVIDIA-SMI \d", r"^# gpu\s+pwr\s", r"^GPU \d+: [^\n]*\(UUID: GPU-", r"\A\s*GPU0\s+GPU1\s"),
        _failures,
    ),
    Kind("Prometheus' text of DCGM", "fit goodput", (r"^DCGM_FI_\w+[{ ]", r"^# (HELP|TYPE) DCGM_FI_"), _failures),
    Kind("Prometheus' text", "", (r"\A(#[^\n]*\n)*?# (HELP|TYPE) \w+ ",), _failures),
    Kind("dcgmi's table", "", (r"^#\s*Entity\s+[A-Z]", r"^\+-{5,}\+-{5,}\+\s*\n\|[^\n]*(Diagnostic|GPU ID)"), _failures),
    Kind(
        "a log of the kernel with Xid lines",
        "fit",
        (r"^[^,;|\t\n\"]{8,120}\bNVRM: (Xid|GPU)\b", r"^\d{4}-\d\d-\d\dT[\d:]+,\d+[+-][\d:]+ NVRM: (Xid|GPU)\b"),
    ),
    Kind("a log of the kernel", "fit", (r"\A(<\d+>)?\[ *\d+\.\d{6}\] ", r"\A-- (Logs begin at|Journal begins at|Boot) ")),
    Kind("rocm-smi's output", "", (r"^=+ ?ROCm System Management Interface",), _failures),
    Kind("ipmitool's list of events", "", (r"\A\s*[0-9a-f]+ \| \d\d/\d\d/\d{2,4} \| ",), _failures),
    Kind("ibstat's output", "", (r"^CA '\w+'\s*$",), "a fabric is given by hand, as [fabric]"),
    Kind("Prometheus' answer", "", ((_json, r'"resultType"\s*:'),), _failures),
    Kind(
        "nccl-tests' output",
        "",
        (r"^# nThread \d", r"^#\s+size\s+count\s+type\s+redop"),
        "a fabric is given by hand, as [fabric]",
    ),
)

_steps = "a table with columns step, start and end, or step and time, is read"
LOGS = (
    Kind("results of MLPerf (:::MLLOG)", "goodput", (r"^[^\n]{0,80}:::MLLOG? ",)),
    Kind("a log of Megatron-LM", "goodput", (r"\biteration +\d+/ *\d+ \|[^\n]{0,2000}elapsed time per iteration \(",)),
    Kind(
        "a log of NeMo",
        "goodput",
        (
            r"\biteration \d+/\d+ \|[^\n]{0,2000}train_step_timing in s:",
            r"train_step_timing in s=",
        ),
    ),
    Kind("a log of torchtitan", "goodput", (r"\bstep: +\d+\b[^\n]{0,80}\bloss: +[^\n]{0,200}\b(tps|wps|mfu|memory):",)),
    Kind("a log of DeepSpeed", "goodput", (r"\[logging\.py:\d+:log_dist\]", r"RunningAvgSamplesPerSec=")),
    Kind("events of ml-goodput", "goodput", ((_json, r'"(job_start_time|step_start_time|tpu_init_start_time)"\s*:'),)),
    Kind("a state of transformers' Trainer", "read", ((_json, r'"log_history"\s*:'),), _steps, (("log_history",),), _arguments),
    Kind("the Trainer's log (Hugging Face)", "goodput", (r"^\{'(train_)?loss': [^\n]*'epoch': ",), _steps),
)
#: what says no more than that something ran; behind what is known better
PROGRAMS = (
    Kind("W&B's JSON", "", ((_json, r'"(_wandb|_runtime)"\s*:'),), "export a chart as CSV, for `scaling-limits goodput`"),
    Kind("a trace of a profiler", "", ((_json, r'"traceEvents"\s*:'),), _steps),
    Kind("a notebook", "read", ((_json, r'"nbformat"\s*:'),), "name the file that it reads", (("cells", "nbformat"),), _script),
    Kind("a configuration of text generation", "read", ((_json, r'"transformers_version"\s*:'),), "", (_generation,), _beside),
    Kind("a log of NCCL", "", (r"^\S+:\d+:\d+ \[\d+\] NCCL (INFO|WARN) ",), _failures),
    Kind("a traceback of Python", "", (r"^[^\n]{0,80}Traceback \(most recent call last\)",), _steps),
    Kind("a patch", "", (r"\A(diff --git |--- \S+[^\n]*\n\+\+\+ )",), "apply it"),
    Kind("a program in C or C++", "", (r"^#include [<\"]",), "name its output"),
    Kind("a recipe of a container", "", (r"\A(#[^\n]*\n|\s*\n)?FROM \S+( AS \S+)?\s*\n",), "name the script that it starts"),
)

_measured = "what fio, IOR, elbencho or MLPerf Storage measured is read by `scaling-limits read FILE`"
STORAGE = (
    Kind(
        "IOR's output",
        "read",
        (r"^IOR-\d\S*: MPI Coordinated", r"^Max (Write|Read): +[\d.]+ MiB/sec", (_json, r'"bwMaxMIB"\s*:')),
    ),
    Kind(
        "mdtest's output",
        "read",
        (
            r"^-- started at [^\n]*\n\s*mdtest-",
            r"^mdtest-\S+ was launched",
            r"^SUMMARY(?: rate)?[^\n]*: \(of \d+ iterations?\)",
            r"^[ \t]*File creation\s+:?\s+[\d.]",
        ),
        says="says how many files a second are made, found and removed, not how fast bytes go to storage",
        instead="what ior, fio or elbencho -w -r measured",
    ),
    Kind("elbencho's output", "read", (r"^OPERATION\s+RESULT TYPE\s", r"^ISO Date,Label,Phase,")),
    Kind("DLIO's output", "read", (r"^[^\n]*\[METRIC\] (Training|Number of|Checkpoint|train_)",), _measured),
    Kind(
        "fio's output in JSON",
        "read",
        (
            r'^[ \t]*"fio version"\s*:\s*"',
            (_json, r'"fio version"\s*:|"client_stats"\s*:'),
            (_json, r'"jobs"\s*:\s*\[', r'"jobname"\s*:'),
        ),
    ),
    Kind(
        "fio's normal output",
        "read",
        (r"^[^\n:]{1,80}: \(g(roupid)?=\d+\): (rw=|err=)", r"^[ \t]+(read|write) ?: ?(IOPS|io)="),
    ),
    Kind("a summary of MLPerf Storage", "read", ((_json, r'"metric"\s*:\s*\{', r'_checkpoint_|"train_'),)),
    Kind(
        "DLIO's (MLPerf Storage's) training workload",
        "read",
        (r'"train_(?:au|io|throughput)_\w+"\s*:', r"\[METRIC\] Training "),
        says="says how fast samples were read while training, not what a save or a load takes",
        instead="the summary.json of its checkpointing workload",
    ),
    Kind(
        "DLIO's statistics of epochs",
        "read",
        (r'"(?:save|load)_ckpt\d*"\s*:', r'"block\d+"\s*:\s*\{\s*"start"'),
        says="says what each of them took, not how large they were",
        instead="the summary.json beside it",
    ),
    Kind(
        "IO500's results",
        "read",
        (r"^\[RESULT\]\s+ior-\w+", r"^\[ior-(?:easy|hard)-(?:write|read)\]"),
        says="says the score of each phase",
        instead="IOR's output of ior-easy beside it",
    ),
)

CONFIGURATIONS = (
    Kind("an index of weights", "read", ((_json, r'"weight_map"\s*:'),), keys=(("weight_map",),), instead=_beside),
    Kind(
        "a tokenizer", "read", ((_json, r'"(added_tokens_decoder|tokenizer_class|added_tokens)"\s*:'),), "", _tokenizer, _beside
    ),
    Kind("a configuration of GPT-NeoX", "read", (r"^[ \t]*\"?(pipe|model)[-_]parallel[-_]size\"?\s*:",)),
    Kind(
        "a DeepSpeed configuration",
        "read",
        ((_json, r'"(zero_optimization|train_micro_batch_size_per_gpu|gradient_clipping)"\s*:'),),
    ),
    Kind("config.json of Hugging Face", "read", ((_json, r'"(model_type|architectures)"\s*:'),)),
    Kind(
        "a configuration of torchtitan",
        "read",
        (
            (
                r"^\[(training|parallelism|model|job)\]\s*(#.*)?$",
                r"^(flavor|seq_len|local_batch_size|dump_folder|\w+_parallel_(degree|\w+_degree))\s*=",
            ),
        ),
    ),
    Kind("a configuration of accelerate", "read", (r"^compute_environment:\s", r"^distributed_type:\s")),
    Kind("a configuration of axolotl", "read", ((r"^base_model:\s", r"^(datasets|micro_batch_size|sequence_len|adapter):"),)),
    Kind("a configuration of LLaMA-Factory", "read", ((r"^model_name_or_path:\s", r"^(stage|finetuning_type|template):\s"),)),
    Kind(
        "a configuration of MaxText", "read", (r"^base_(emb_dim|num_decoder_layers|mlp_dim):", r"^(ici|dcn)_\w+_parallelism:")
    ),
    Kind("a configuration of llm-foundry", "read", (r"^[ \t]+name: (mpt|hf)_causal_lm\b", r"^device_train_microbatch_size:")),
    Kind("a configuration of Primus", "read", ((r"^work_group:", r"^exp_name:"), (r"^modules:", r"^[ \t]+pre_trainer:"))),
)


def _tree(name: str, *keys: tuple[str | bool, ...], instead: str = "") -> Kind:
    """A kind that a parsed tree alone tells."""
    return Kind(name, "", (), keys=keys, instead=instead)


TREES = (
    _tree("an adapter's configuration of PEFT", ("peft_type",), instead="the config.json of the model under it"),
    _tree("a configuration of diffusers", ("_class_name", "_diffusers_version"), instead="a model that predicts tokens"),
    _tree("a configuration of nanotron", ("parallelism", "tokens"), ("parallelism", "tokenizer", "model")),
    _tree("a configuration of torchtune", ("model", "tokenizer", "checkpointer")),
    _tree("a configuration of verl", ("actor_rollout_ref",)),
    _tree("a configuration of litgpt", ("model_name", "train", "eval"), ("model_config", "train", "out_dir")),
    _tree("a configuration of Levanter", ("trainer", "model", "data", "optimizer")),
    _tree("a configuration of OLMo", ("device_train_microbatch_size", "fsdp"), ("save_interval_unsharded",)),
    _tree("a configuration of fairseq", ("task", "criterion", "dataset"), ("common", "distributed_training")),
    _tree("a configuration of Lightning", ("seed_everything",)),
    _tree("a configuration of Colossal-AI", ("plugin", "zero_stage"), ("tensor_parallel", "zero", "fp16")),
    _tree("a workflow of GitHub", ("jobs", "on"), ("jobs", True), instead=_script),
    _tree("a composition of containers", ("services",), instead=_script),
    _tree("an environment of conda", ("dependencies", "channels"), instead=_script),
    _tree("a project of Python", ("build-system",), ("project", "tool"), instead=_script),
    _tree("a configuration of SkyPilot", ("resources", "run"), ("setup", "run"), instead="the script under run:"),
)

_own = (
    "(run|shape|scenario|strategy|layout|chip|fabric|step|growth|criterion|prices|round|search|sites|failure_law|cluster|sweep)"
)
OWN = (
    Kind(
        "an answer of scaling-limits",
        "",
        ((r"\A\s*\{\s*\"file\"\s*:\s*(\"|null)", r'"(columns|kind|notes|remarks|mtbf|run|report|constants|status|rows)"\s*:'),),
    ),
    Kind(
        "a question of scaling-limits",
        "plan",
        (rf"^[ \t]*\[\[?{_own}[\].]", (r"^question\s*=",), (_json, r'"question"\s*:|"run"\s*:\s*\{')),
        "`scaling-limits plan FILE` takes it, or the command that its first line names",
    ),
)

#: tables, by the names of their columns
COLUMNS = (
    Kind("nvidia-smi's readings", "", (r"\A[^\n]*(utilization\.\w+ \[%\]|pci\.bus_id, |driver_version, )",), _failures),
    Kind(
        "an export of W&B",
        "goodput",
        (
            r"\A\"?(Step|_step|Relative Time \(Process\)|Wall Time)\"?,\"[^\"\n]* - ",
            r"\A(?=[^\n]*\b_step\b)[^\n]*\b_(timestamp|runtime)\b",
        ),
    ),
    Kind("a curve of TensorBoard", "goodput", (r"\A\"?Wall time\"?,\"?Step\"?,\"?Value\"?\s*$",)),
    Kind(
        "a log of steps",
        "goodput",
        (
            r"(?i)\A(?![^\n]*(cause|node|host|reason|fail|error|dead|event|system|component|stat(e|us)))(?=[^\n]*(start|time|end))"
            r"([^\n]*[,;\t])?\"?(global_)?(step|iter|iteration)\"?[,;\t\r\n]",
        ),
    ),
    Kind("measured steps", "calibrate", ((r"\A([^\n]*,)?layers\b", r"\A[^\n]*\bhidden\b", r"\A[^\n]*\bquery_heads\b"),)),
)

#: forms of files, where nothing says whose they are
BY_FORM = (
    Kind(
        "a program in Python",
        "read",
        (r"\A#![^\n]*python", r"\A(#[^\n]*\n|[ \t]*\r?\n|\"{3}[\s\S]*?\"{3}[ \t]*\r?\n)*(import [\w.]+|from [\w.]+ import )"),
        "name its output",
    ),
    Kind("records in JSON", "fit", (r"\A\s*\{[^\n]*\}\s*\n\s*\{", r"\A\s*\[\s*\{")),
    Kind("JSON", "fit read plan", (r"\A\s*(\{\s*[\"}]|\[\s*(\{|\"|\]|\[\s*[\d\"{]))",)),
    Kind("TOML", "read plan", ((r"^[ \t]*\[{1,2}[\w.-]+\]{1,2}\s*(#.*)?$", r"^[ \t]*[\w.-]+\s*="),)),
    Kind(
        "YAML",
        "read",
        (
            r"\A(?!INFO|WARN|ERROR|DEBUG)(?![\s\S]*^[^\n:]*[,;|\t][^\n:]*[,;|\t])([ \t]*#[^\n]*\n|[ \t]*\r?\n|---[ \t]*\r?\n)*"
            r"[A-Za-z_][\w.-]*:( ([^\n:]|:(?! ))*)?\r?\n([ \t]*#[^\n]*\n)*([ \t]+[\w\"'-]|- |[A-Za-z_][\w.-]*:( |\r?\n))",
        ),
    ),
    Kind(
        "a table",
        "fit goodput calibrate",
        (rf"\A([ \t]*#[^\n]*\n|[ \t]*\r?\n)*(?![\[-]|[^\n]* --){_cell}+({_mark}{_cell}*)+\n[^\n]*{_mark}",),
    ),
)

TEXTS = (
    *EMPTY,
    *SCRIPTS,
    *LOGS,
    *SCHEDULERS,
    *KUBERNETES,
    *HARDWARE,
    *STORAGE,
    *CONFIGURATIONS,
    *OWN,
    *PROGRAMS,
    *COLUMNS,
    *BY_FORM,
)


def kinds() -> Iterator[Kind]:
    """All of them."""
    yield from BINARY
    yield from TEXTS
    yield from TREES


def of_tree(tree: Mapping[str, Any]) -> Kind | None:
    """What a parsed configuration is that no door reads, by names at its top."""
    every = (*TREES, *(kind for kind in TEXTS if kind.keys))
    return next((kind for kind in every if any(all(name in tree for name in names) for names in kind.keys)), None)


def of_storage(text: str) -> Kind | None:
    """What a file of a storage benchmark is that says nothing of saves and loads."""
    return next((kind for kind in STORAGE if kind.says and _has(text, kind)), None)


def kind_of(data: bytes | str) -> Kind | None:
    """What a file is, by its beginning; None where nothing tells."""
    goes_on = "\u2026" if len(data) > HEAD else ""
    if isinstance(data, bytes):
        head = data[:HEAD]
        for kind in BINARY:
            if any(re.search(mark, head) for mark in kind.marks if isinstance(mark, bytes)):
                return kind
        data = head.decode("utf-8-sig", errors="replace")
    return _of_text(data[:HEAD].removeprefix("\ufeff") + goes_on)


@functools.lru_cache(maxsize=4)  # one file is looked at several times on its way
def _of_text(text: str) -> Kind | None:
    return next((kind for kind in TEXTS if _has(text, kind)), None)


def _has(text: str, kind: Kind) -> bool:
    """Whether a text has a mark of a kind."""
    every = ((mark,) if isinstance(mark, str) else mark for mark in kind.marks)
    return any(all(isinstance(one, str) and re.search(one, text, re.M) for one in marks) for marks in every)


def refused(data: bytes | str, door: str, but: Sequence[Kind] = ()) -> str:
    """Why a door does not read a file: what it is, what was expected, and the way out; "" where it may go on.

    `but`: kinds that may go on too, for what is said beside the file.
    """
    kind = kind_of(data)
    if kind is None or door in kind.doors.split() or kind in but or (kind not in BINARY and _later(data, door)):
        return ""
    commands = " or ".join(f"`scaling-limits {one} FILE`" for one in kind.doors.split())
    way = kind.way or (f"{kind.instead} is read" if kind.instead else f"{commands} reads it" if commands else "")
    looks = "is" if kind.sure or kind in EMPTY else "looks like"
    return f"this {looks} {kind.name}; expected {DOORS[door]}" + (f"; {way}" if way else "")


def _later(data: bytes | str, door: str) -> bool:
    """Whether what a door reads begins with what something else printed, such as nvidia-smi or NCCL."""
    text = data[:LONGEST].decode(errors="replace") if isinstance(data, bytes) else data[:LONGEST]
    return any(door in kind.doors.split() and _has(text, kind) for kind in (*LOGS, *STORAGE))


def known(data: Data, door: str, where: str, but: Sequence[Kind] = ()) -> Data:
    """The same; a ValueError that says where, for what the door does not read."""
    if told := refused(data, door, but):
        raise ValueError(f"{where}: {told}")
    return data
