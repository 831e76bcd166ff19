# SPDX-License-Identifier: Apache-2.0
"""Histories in JSON, as tables: ``sacct --json``, the trace of Philly, events of Kubernetes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._job_words import INTERRUPTIONS, outcome_of
from ._log_report import LogReport
from ._log_tables import LogTable

if TYPE_CHECKING:
    from pandas import DataFrame

    from ._log_open import Opened


def table_of(source: Opened) -> tuple[LogTable, tuple[str, ...]] | None:
    """A history in JSON as a table of jobs, with what was settled; None: it is another file."""
    tree = source.tree
    if isinstance(tree, Mapping) and _is_sacct(tree.get("jobs")):
        return _table(source, [_of_sacct(job) for job in tree["jobs"] if isinstance(job, Mapping)]), ()
    if isinstance(tree, list) and tree and all(isinstance(one, Mapping) for one in tree[:50]) and "attempts" in tree[0]:
        note = "derived: an attempt that another of its job followed ended in a failure; the last one as its job did"
        rows = [row | {"row": k} for k, job in enumerate(tree) if isinstance(job, Mapping) for row in _of_philly(job)]
        return _table(source, rows, row_of=[row.pop("row") for row in rows]), (note,)
    return None


def events_of(source: Opened) -> tuple[DataFrame, Any, LogReport] | None:
    """Events of Kubernetes (``kubectl get events -o json``) that say that a machine failed, as a log of failures."""
    import pandas

    tree = source.tree
    items = tree.get("items") if isinstance(tree, Mapping) and str(tree.get("kind", "")).endswith("List") else None
    if not isinstance(items, list) or not items:
        return None
    if not all(isinstance(one, Mapping) and (one.get("kind") == "Event" or "involvedObject" in one) for one in items):
        return None
    rows, lines, others = [], [], Counter[str]()
    for k, one in enumerate(items):
        reason, of = str(one.get("reason") or ""), _mapping(one.get("involvedObject"))
        means = outcome_of(reason, source.states) if reason in source.states else outcome_of(reason)
        if means not in (INTERRUPTIONS if reason in source.states else ("machine_failed",)):
            others[reason or "no reason"] += 1
            continue
        at = one.get("lastTimestamp") or one.get("eventTime") or one.get("firstTimestamp") or ""
        host = of.get("name") if of.get("kind") == "Node" else _mapping(one.get("source")).get("host")
        rows.append({"start": at, "node": str(host or ""), "cause": reason})
        lines.append(k)
    report = LogReport((), len(items), "item")
    if others:
        listed = ", ".join(f"{reason} {count:,}" for reason, count in others.most_common(6))
        report.notes.append(f"left out, as no machine fails by them: {listed}; --state REASON=failed counts one")
    frame = pandas.DataFrame(rows, columns=["start", "node", "cause"], dtype=object)
    return frame, np.array(lines, int), report


def _is_sacct(jobs: Any) -> bool:
    """Whether these are jobs of accounting; squeue's have a job_state, and no time."""
    first = jobs[0] if isinstance(jobs, list) and jobs else None
    return isinstance(first, Mapping) and "job_id" in first and "state" in first and "time" in first


def _table(source: Opened, rows: list[dict[str, Any]], row_of: list[int] | None = None) -> LogTable:
    import pandas

    frame = pandas.DataFrame(rows, dtype=object)
    report = LogReport((), len(rows), "item")
    lines = np.arange(len(rows)) if row_of is None else np.array(row_of, int)
    return LogTable(source.who, source.name, frame, lines, report, source.path)


def _of_sacct(job: Mapping[str, Any]) -> dict[str, Any]:
    """A job of ``sacct --json`` in the columns of ``sacct --parsable2``."""
    time, tres, het, array = (_mapping(job.get(name)) for name in ("time", "tres", "het", "array"))
    state = job.get("state")
    words = _mapping(state).get("current", state) if isinstance(state, Mapping) else state
    word = words[0] if isinstance(words, list) and words else words
    name = str(_number(job.get("job_id")))
    if (task := _number(array.get("task_id"))) not in (None, "") and _number(array.get("job_id")):
        name = f"{_number(array.get('job_id'))}_{task}"
    if _number(het.get("job_id")):
        name = f"{_number(het.get('job_id'))}+{_number(het.get('job_offset')) or 0}"
    held = tres.get("allocated") or []
    gpus = [one for one in held if isinstance(one, Mapping) and one.get("type") == "gres"]
    texts = [f"gres/{one.get('name')}={_number(one.get('count'))}" for one in gpus]
    parts = ["cpu=1", *(text for text in texts if text.startswith("gres/gpu"))]
    return {
        "JobID": name,
        "State": "" if word is None else str(word),
        "Start": _number(time.get("start")),
        "End": _number(time.get("end")),
        "ElapsedRaw": _number(time.get("elapsed")),
        "AllocTRES": ",".join(parts),
        "NodeList": str(job.get("nodes") or ""),
    }


def _of_philly(job: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The attempts of a job of the trace."""
    attempts = job.get("attempts")
    rows = []
    listed = [one for one in attempts if isinstance(one, Mapping)] if isinstance(attempts, list) else []
    for k, one in enumerate(listed):
        detail = [part for part in one.get("detail") or [] if isinstance(part, Mapping)]
        hosts = [str(part.get("ip", "")) for part in detail]
        last = k + 1 == len(listed)
        rows.append(
            {
                "job": str(job.get("jobid", "")),
                "state": str(job.get("status", "")) if last else "Failed",
                "start": one.get("start_time") or "",
                "end": one.get("end_time") or "",
                "gpus": sum(len(part.get("gpus") or []) for part in detail),
                "node": hosts[0] if len(hosts) == 1 else "",
            }
        )
    return rows


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _number(value: Any) -> Any:
    """A number as Slurm writes it: plain, or {"set": true, "number": 5}; None where it is not set."""
    if isinstance(value, Mapping):
        return value.get("number") if value.get("set", True) and not value.get("infinite") else None
    return value
