# SPDX-License-Identifier: Apache-2.0
"""Jobs and pods of Kubernetes: ``kubectl get jobs,pods -o json``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from .. import _log_dates, failures
from .._docs import complete
from ._interruptions import LARGEST, Attempt, Failure, History, Interruptions
from ._reading import FileError, Readable, Source, described, source_of
from ._storage import At, json_in

#: resources that are accelerators, one each
ACCELERATOR = re.compile(r"(nvidia\.com/gpu|amd\.com/gpu|google\.com/tpu|habana\.ai/gaudi|aws\.amazon\.com/neuron)")
#: labels that say which job a pod is of, where its owner does not
LABELS = (
    "batch.kubernetes.io/job-name",
    "job-name",
    "training.kubeflow.org/job-name",
    "jobset.sigs.k8s.io/jobset-name",
    "ray.io/cluster",
)
#: why a pod was taken away that are no interruption: somebody wanted it
WANTED = ("PreemptionByScheduler", "DeadlineExceeded", "Preempting", "Preempted")
#: what a container's end says where only its program speaks
ERROR = "Error"
#: seconds within which ends of pods of one job are one interruption
WITHIN = 600.0


class Pod(NamedTuple):
    """What one pod says."""

    at: At
    name: str
    job: str
    gpus: float
    node: str


def interruptions_from_kubernetes(
    path: Readable,
    *,
    failed: bool = True,
    within: float = WITHIN,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``kubectl get jobs,pods -o json`` printed: a List, or one object.

    Containers that ended with an error (OOMKilled, Error, ...), pods that were evicted or whose node was lost, and restarts in
    place are interruptions; of pods of one job those that follow one another closely are one. Preemption, a deadline and a
    deletion that somebody asked for are none. Of jobs whose pods are gone their own count of failed pods is taken.

    Parameters
    ----------
    path : of the file
    failed : whether a container's own error counts: of a job's program it says as much as of the machine
    within : time in which ends of pods of one job are one interruption [s]
    least_gpus : of the jobs that are counted, all pods together
    until : when what still runs was asked for; default: the date of the file

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.
    ImportError
        Without pandas: extra ``arrays``.

    References
    ----------
    Kubernetes v1.31, API reference: PodStatus, ContainerStatus, JobStatus; "Pod disruption conditions".

    Examples
    --------
    >>> import io
    >>> times = '"startedAt": "2025-03-01T00:00:00Z", "finishedAt": "2025-03-01T10:00:00Z"'
    >>> end = '{"reason": "OOMKilled", "exitCode": 137, ' + times + "}"
    >>> limits = '"spec": {"containers": [{"resources": {"limits": {"nvidia.com/gpu": "8"}}}]}'
    >>> status = '"status": {"phase": "Failed", "containerStatuses": [{"state": {"terminated": ' + end + "}}]}"
    >>> text = '{"kind": "Pod", "metadata": {"name": "a"}, ' + limits + ", " + status + "}"
    >>> found = sl.interop.interruptions_from_kubernetes(io.StringIO(text))
    >>> found.causes, found.gpu_seconds / sl.units.hour
    ({'OOMKilled': 1}, 80.0)
    """
    source = source_of(path, LARGEST)
    history = History(source, place="item")
    for name, value in (("within", within), ("least_gpus", least_gpus)):
        if not 0 <= value < math.inf:
            raise ValueError(f"interruptions_from_kubernetes: {name} = {value:g} must be >= 0 and finite")
    asked = None if until is None else _log_dates.instant("interruptions_from_kubernetes", "until", until, None)
    pods: dict[str, list[tuple[int, Pod]]] = {}
    jobs: list[tuple[int, At]] = []
    for place, item in enumerate(_items(source)):
        kind = item.at("kind").value
        try:
            if kind == "Pod":
                pod = _pod(item)
                pods.setdefault(pod.job, []).append((place, pod))
            elif kind == "Job":
                jobs.append((place, item))
            else:
                history.skipped[f"objects of kind {described(kind)}"] += 1
        except FileError as error:
            history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    now = history.until(asked) if _something_runs(pods, jobs) else math.nan
    for job, of in pods.items():
        _count_pods(job, of, history, failed, within, least_gpus, now)
    for place, item in jobs:
        name = _full_name(item)
        if name not in pods:
            try:
                _count_job(place, item, name, history, failed, least_gpus, now)
            except FileError as error:
                history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    notes = history.notes
    notes.took("GPUs", "resources.limits of containers")
    notes.took("exposure", "startedAt and finishedAt of containers")
    notes.unknown("what pods did that are deleted: kubectl lists those that are there")
    if any(one.cause == ERROR for one in history.failures):
        mine = sum(one.cause == ERROR for one in history.failures)
        notes.unknown(
            f"how many of {mine:,} {ERROR} are the machine's: a mistake in a program ends so too; failed=False leaves them out"
        )
    if not failed:
        notes.left_out("a container's own error as an interruption, as asked; the time of such pods is exposure")
    return history.made("UTC")


def _items(source: Source) -> Iterator[At]:
    """The objects of a file: of a List each, or the one."""
    top = At(source, "", json_in(source)).mapping("a List, a Job or a Pod of Kubernetes")
    kind = top.at("kind").value
    if isinstance(kind, str) and kind.endswith("List"):
        yield from (one.mapping("a Job or a Pod") for one in top.at("items").list("a list of Jobs and Pods"))
    elif kind in ("Job", "Pod"):
        yield top
    else:
        raise top.at("kind").error("List, Job or Pod of Kubernetes")


def _full_name(item: At) -> str:
    name, space = (item.at("metadata").at(key).value for key in ("name", "namespace"))
    return f"{space}/{name}" if isinstance(space, str) else str(name)


def _pod(item: At) -> Pod:
    metadata = item.at("metadata")
    space = metadata.at("namespace").value
    owners, labels = metadata.at("ownerReferences").value, metadata.at("labels").value
    job = (
        next((o.get("name") for o in owners if isinstance(o, dict) and o.get("kind") == "Job"), None)
        if isinstance(owners, list)
        else None
    )
    if job is None and isinstance(labels, dict):
        job = next((labels[key] for key in LABELS if isinstance(labels.get(key), str)), None)
    name = _full_name(item)
    full = name if job is None else f"{space}/{job}" if isinstance(space, str) else str(job)
    node = item.at("spec").at("nodeName").value
    return Pod(item, name, full, _gpus(item.at("spec")), node if isinstance(node, str) else "")


def _gpus(spec: At) -> float:
    """Accelerators of a pod: of all its containers."""
    spec.mapping("the spec of a pod")
    total = 0.0
    for one in spec.at("containers").list("the containers of a pod"):
        resources = one.mapping("a container").at("resources")
        for part in ("limits", "requests"):
            of = resources.at(part)
            if not isinstance(of.value, Mapping):
                continue
            counted = [key for key in of.value if ACCELERATOR.fullmatch(str(key))]
            for key in counted:
                text = str(of.value[key])
                if not re.fullmatch(r"\d{1,7}", text):
                    raise of.at(key).error("a whole number of accelerators")
                total += int(text)
            if counted:
                break
    return total


def _instant(at: At) -> float:
    """An instant of the API; NaN where there is none."""
    if at.value is None:
        return math.nan
    try:
        if not isinstance(at.value, str):
            raise ValueError
        found = datetime.fromisoformat(at.value)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise at.error("a date such as 2025-03-01T12:00:00Z") from None


def _something_runs(pods: Mapping[str, list[tuple[int, Pod]]], jobs: list[tuple[int, At]]) -> bool:
    if any(pod.at.at("status").at("phase").value == "Running" for of in pods.values() for _, pod in of):
        return True
    return any(item.at("status").at("active").value for _, item in jobs)


class Ended(NamedTuple):
    """What one pod did: stretches that it ran, ends that were interruptions, and ends of which the dates are gone."""

    stretches: list[tuple[float, float]]
    failures: list[tuple[float, str]]
    undated: int


def _ended(pod: Pod, failed: bool, now: float) -> Ended:
    status = pod.at.at("status")
    if status.value is not None:
        status.mapping("the status of a pod")
    stretches, ends, undated = [], [], 0
    cause, wanted, when = _taken_away(status)
    containers = status.at("containerStatuses")
    of = list(containers.list("the statuses of containers")) if containers.value is not None else []
    for one in of:
        one.mapping("the status of a container")
        restarts = int(one.at("restartCount").number() or 0)
        dated = 0
        for state in ("lastState", "state"):
            terminated = one.at(state).at("terminated")
            running = one.at(state).at("running")
            if isinstance(terminated.value, Mapping):
                begin, end = _instant(terminated.at("startedAt")), _instant(terminated.at("finishedAt"))
                if begin == begin and end == end:
                    if end < begin:
                        raise terminated.at("finishedAt").error("a date after startedAt")
                    stretches.append((begin, end))
                code = terminated.at("exitCode").number("", -math.inf)
                reason = terminated.at("reason").value
                if (code not in (None, 0)) or (isinstance(reason, str) and reason not in ("Completed", "")):
                    dated += state == "lastState"
                    own = reason if isinstance(reason, str) and reason else ERROR
                    # what ended with the pod ended for the pod's reason
                    told = cause if state == "state" and cause else own
                    if told in WANTED or (wanted and state == "state"):
                        continue
                    if failed or told != ERROR:
                        ends.append((end, told))
            elif state == "state" and isinstance(running.value, Mapping):
                begin = _instant(running.at("startedAt"))
                if begin == begin and now == now and now >= begin:
                    stretches.append((begin, now))
        undated = max(undated, restarts - dated)
    if cause and not wanted and not any(told == cause for _, told in ends):
        ends.append((when, cause))
    if not stretches:
        begin = _instant(status.at("startTime"))
        last = when if when == when else now if status.at("phase").value == "Running" else math.nan
        if begin == begin and last == last and last >= begin:
            stretches.append((begin, last))
    return Ended(stretches, ends, undated if failed else 0)


def _taken_away(status: At) -> tuple[str, bool, float]:
    """Why a pod was taken away, whether somebody wanted that, and when; "" where it was not."""
    conditions = status.at("conditions")
    for one in conditions.list("the conditions of a pod") if conditions.value is not None else ():
        if one.at("type").value == "DisruptionTarget" and str(one.at("status").value) == "True":
            reason = str(one.at("reason").value or "DisruptionTarget")[:60]
            return reason, reason in WANTED, _instant(one.at("lastTransitionTime"))
    reason = status.at("reason").value
    if isinstance(reason, str) and reason and status.at("phase").value == "Failed":
        return reason[:60], reason in WANTED, math.nan
    return "", False, math.nan


def _count_pods(
    job: str, of: list[tuple[int, Pod]], history: History, failed: bool, within: float, least_gpus: float, now: float
) -> None:
    """The pods of one job into what is known of all."""
    found: list[tuple[int, Pod, Ended]] = []
    for place, pod in of:
        try:
            found.append((place, pod, _ended(pod, failed, now)))
        except FileError as error:
            history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    if not found:
        return
    gpus = math.fsum(pod.gpus for _, pod, ended in found if ended.stretches)
    if gpus == 0:
        ran = any(ended.stretches for _, _, ended in found)
        history.skipped["jobs without accelerators" if ran else "jobs that never ran"] += 1
        return
    if gpus < least_gpus:
        history.skipped[f"jobs of fewer than {least_gpus:g} GPUs"] += 1
        return
    seconds = math.fsum(pod.gpus * (b - a) for _, pod, ended in found for a, b in ended.stretches)
    stretches = [one for _, _, ended in found for one in ended.stretches]
    history.attempts.append(Attempt(gpus, seconds / gpus, min(a for a, _ in stretches), max(b for _, b in stretches)))
    ends = sorted((at, cause, pod.node, place) for place, pod, ended in found for at, cause in ended.failures if at == at)
    lone = [(cause, pod.node, place) for place, pod, ended in found for at, cause in ended.failures if at != at]
    if ends:
        groups = failures.incidents([at for at, *_ in ends], [0] * len(ends), within)
        firsts: dict[int, tuple[float, str, str, int]] = {}
        for group, one in zip(groups.incident.tolist(), ends, strict=True):
            known = firsts.setdefault(int(group), one)
            if known[1] == ERROR and one[1] != ERROR:  # the others ended because one was gone
                firsts[int(group)] = (known[0], one[1], one[2], one[3])
        history.failures.extend(Failure(at, cause, node, job, place) for at, cause, node, place in firsts.values())
        if len(firsts) < len(ends):
            history.skipped[f"ends of pods within {within:g} s of another of their job"] += len(ends) - len(firsts)
    elif lone:
        cause, node, place = lone[0]
        history.failures.append(Failure(math.nan, cause, node, job, place))
    undated = max((ended.undated for _, _, ended in found), default=0)
    history.failures.extend(Failure(math.nan, "restart", "", job, found[0][0]) for _ in range(min(undated, 100_000)))


def _count_job(place: int, item: At, name: str, history: History, failed: bool, least_gpus: float, now: float) -> None:
    """A job whose pods are gone."""
    status, spec = item.at("status"), item.at("spec")
    parallel = spec.at("parallelism").number()
    each = _gpus(spec.at("template").at("spec"))
    gpus = each * (1 if parallel is None else parallel)
    if gpus == 0:
        history.skipped["jobs without accelerators"] += 1
        return
    if gpus < least_gpus:
        history.skipped[f"jobs of fewer than {least_gpus:g} GPUs"] += 1
        return
    begin, end = _instant(status.at("startTime")), _instant(status.at("completionTime"))
    reason, when = "", math.nan
    conditions = status.at("conditions")
    for one in conditions.list("the conditions of a job") if conditions.value is not None else ():
        if one.at("type").value == "Failed" and str(one.at("status").value) == "True":
            reason, when = str(one.at("reason").value or ERROR)[:60], _instant(one.at("lastTransitionTime"))
    last = end if end == end else when if when == when else now if status.at("active").value else math.nan
    if begin != begin or last != last:
        history.skipped["jobs that never ran"] += 1
        return
    if last < begin:
        raise status.at("startTime").error("a date before the job's end")
    history.attempts.append(Attempt(gpus, last - begin, begin, last))
    history.notes.derived("jobs whose pods are gone: exposure from their start to their end, waits for restarts included")
    count = int(status.at("failed").number() or 0)
    if not failed or (count == 0 and (not reason or reason in WANTED)):
        return
    history.notes.unknown("causes of jobs whose pods are gone: their count of failed pods is taken, each as an interruption")
    count = max(count, 1)
    if reason and reason not in WANTED:
        history.failures.append(Failure(when, reason, "", name, place))
        count -= 1
    history.failures.extend(Failure(math.nan, "failed pod", "", name, place) for _ in range(min(count, 100_000)))


def looks_like(source: Source) -> bool:
    """Whether a file is an object of Kubernetes with Jobs or Pods."""
    head = source.text[:4096]
    return (
        bool(re.match(r"\s*\{", head))
        and '"kind"' in source.text
        and bool(re.search(r'"kind"\s*:\s*"(List|JobList|PodList|Job|Pod)"', source.text))
    )


complete(["interruptions_from_kubernetes"], globals())
