# SPDX-License-Identifier: Apache-2.0
"""Jobs and pods of Kubernetes, jobs of Kubeflow and JobSet: ``kubectl get jobs,pods -o json``."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from . import _log_dates
from ._attempts import Attempts
from ._job_tables import said_of, shown
from ._job_words import Given, outcome_of, until_of
from ._log_report import LogReport, plural
from ._source import At, FileError, Notes, Source, described, json_in
from ._streams import incidents

#: resources that are accelerators, one each
ACCELERATOR = re.compile(r"(nvidia\.com/gpu|amd\.com/gpu|google\.com/tpu|habana\.ai/gaudi|aws\.amazon\.com/neuron)")
#: labels that say which job a pod is of, where its owner does not; those of sets before those of their jobs
LABELS = (
    "jobset.sigs.k8s.io/jobset-name",
    "leaderworkerset.sigs.k8s.io/name",
    "training.kubeflow.org/job-name",
    "batch.kubernetes.io/job-name",
    "job-name",
    "ray.io/cluster",
)
#: kinds of Kubeflow's training operator, with what their replicas stand under
KUBEFLOW = {
    "PyTorchJob": "pytorchReplicaSpecs",
    "TFJob": "tfReplicaSpecs",
    "MPIJob": "mpiReplicaSpecs",
    "JAXJob": "jaxReplicaSpecs",
    "XGBoostJob": "xgbReplicaSpecs",
    "PaddleJob": "paddleReplicaSpecs",
}
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


class Failure(NamedTuple):
    """An end of a job or a pod, and the last of those that are one with it; a date that is not known is NaN."""

    at: float
    cause: str
    node: str
    place: int
    until: float = math.nan


@dataclass
class History:
    """What has been read so far: attempts as rows."""

    source: Source
    given: Given
    notes: Notes = field(default_factory=Notes)
    rows: list[dict[str, Any]] = field(default_factory=list)
    unusable: list[tuple[int, str]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    now: float = math.nan

    def add(self, job: str, gpus: float, stretches: list[tuple[float, float, float]], ends: list[Failure], place: int) -> None:
        """What a job did, in stretches of so many GPUs: an attempt up to each failure, and what ran after the last."""
        dated = sorted((one for one in ends if one.at == one.at), key=lambda one: one.at)
        borders = [-math.inf, *(one.until if one.until == one.until else one.at for one in dated), math.inf]
        for low, high, failure in zip(borders, borders[1:], [*dated, None], strict=False):
            ran = [(max(a, low), min(b, high), count) for a, b, count in stretches if min(b, high) > max(a, low)]
            if not ran and failure is None:
                continue
            seconds = math.fsum(count * (b - a) for a, b, count in ran) / gpus
            begin = min((a for a, _, _ in ran), default=failure.at if failure else math.nan)
            end = failure.at if failure else max(b for _, b, _ in ran)
            self._row(job, gpus, (min(begin, end), end, seconds), failure, place)
        for one in ends:
            if one.at != one.at:
                self._row(job, gpus, (math.nan, math.nan, 0.0), one, place)

    def _row(self, job: str, gpus: float, ran: tuple[float, float, float], failure: Failure | None, place: int) -> None:
        word = failure.cause if failure else "done"
        outcome = outcome_of(word, self.given.means) or "failed"  # of a reason that is a program's own
        start, end, seconds = ran
        own = {"start": start, "end": end, "running_time": seconds, "gpus": gpus, "state": word, "job": job}
        self.rows.append(
            own | {"node": failure.node if failure else "", "outcome": outcome, "place": failure.place if failure else place}
        )

    def skip(self, place: int, why: str) -> None:
        """An object that cannot be used."""
        self.unusable.append((place, why))

    def made(self) -> Attempts:
        """The answer; refused where nothing of the source can be used."""
        report = LogReport((), len(self.rows) + len(self.unusable), "item")
        report._leave_out("unusable", [place for place, _ in self.unusable], [why for _, why in self.unusable])
        for why, count in self.skipped.items():
            self.notes.left_out(f"{why} ({count:,})")
        names = ("start", "end", "gpus", "state", "running_time", "job", "node", "outcome")
        columns: dict[str, Any] = {
            name: np.array([row[name] for row in self.rows], float if name in FLOATS else object) for name in names
        }
        attempts = Attempts(
            **columns,
            counted=self.given.counted,
            least_gpus=self.given.least_gpus,
            timezone="UTC",
            places=[row["place"] for row in self.rows],
            report=report,
        )
        if not attempts.history.exposure > 0:
            if self.unusable:
                place, why = self.unusable[0]
                raise self.source.error(f"item {place}", why, "jobs that ran on GPUs")
            left = {**self.skipped, **attempts.left_out}
            what = ", ".join(f"{why} ({count:,})" for why, count in left.items()) or "it has no job"
            raise self.source.unread("", f"no job with GPUs has run: {what}", "jobs that ran on GPUs")
        attempts.notes = (*self.notes.all(), *said_of(attempts))
        return attempts


FLOATS = ("start", "end", "gpus", "running_time")


def attempts_of(source: Source, given: Given, tree: Any = None) -> Attempts:
    """Attempts of what kubectl printed."""
    history = History(source, given)
    asked = None if given.until is None else _log_dates.instant("interruptions_from_kubernetes", "until", given.until, None)
    pods: dict[str, list[tuple[int, Pod]]] = {}
    jobs: list[tuple[int, At]] = []
    for place, item in _latest(_items(source, tree), history):
        kind = str(item.at("kind").value)
        try:
            if kind == "Pod":
                pod = _pod(item)
                pods.setdefault(pod.job, []).append((place, pod))
            elif kind in READ_JOBS:
                jobs.append((place, item))
            else:
                beside = ", which do not say when they ran: list their pods" if kind == "LeaderWorkerSet" else ""
                history.skipped[f"objects of kind {described(item.at('kind').value)}{beside}"] += 1
        except FileError as error:
            history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    if _something_runs(pods, jobs):
        history.now, told = until_of(asked, source.name)
        if told:
            history.notes.derived(f"jobs that still run are counted until {shown(history.now)}, {told}")
    for job, of in pods.items():
        _count_pods(job, of, history)
    for place, item in jobs:
        name = _full_name(item)
        if name in pods:
            continue
        try:
            READ_JOBS[item.at("kind").value](place, item, name, history)
        except FileError as error:
            history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    notes = history.notes
    notes.took("GPUs", "resources.limits of containers")
    notes.took("exposure", "startedAt and finishedAt of containers" if pods else "start and end of jobs")
    notes.unknown("what pods did that are deleted: kubectl lists those that are there")
    own = sum(row["outcome"] == "failed" for row in history.rows)
    if own and "failed" in given.counted:
        notes.unknown(
            f"how many of {own:,} {ERROR} and the like are the machine's: a mistake in a program ends so too; failed=False "
            "leaves them out"
        )
    if "failed" not in given.counted:
        notes.left_out("a container's own error as an interruption, as asked; the time of such pods is exposure")
    return history.made()


def _items(source: Source, tree: Any = None) -> Iterator[At]:
    """The objects of a file: of a List each, or the one."""
    top = At(source, "", json_in(source) if tree is None else tree).mapping("a List, a Job or a Pod of Kubernetes")
    kind = top.at("kind").value
    if isinstance(kind, str) and kind.endswith("List"):
        yield from (one.mapping("a Job or a Pod") for one in top.at("items").list("a list of Jobs and Pods"))
    elif isinstance(kind, str) and (kind == "Pod" or kind in READ_JOBS):
        yield top
    else:
        raise top.at("kind").error("List, Job or Pod of Kubernetes")


def _latest(items: Iterator[At], history: History) -> list[tuple[int, At]]:
    """Each object once, as it is said last: lists of several days have it several times."""
    found: dict[Any, tuple[int, At]] = {}
    count = 0
    for place, item in enumerate(items):
        made = item.at("metadata")
        uid, times = made.at("uid").value, (made.at("creationTimestamp").value, item.at("status").at("startTime").value)
        which = uid or times if any((uid, *times)) else item.value  # of one name several may have followed one another
        found[str(item.at("kind").value), _full_name(item), str(which)] = place, item
        count = place + 1
    if count > len(found):
        history.skipped["objects that are listed again"] += count - len(found)
    return sorted(found.values(), key=lambda one: one[0])


def _full_name(item: At) -> str:
    name, space = (item.at("metadata").at(key).value for key in ("name", "namespace"))
    return f"{space}/{name}" if isinstance(space, str) else str(name)


def _pod(item: At) -> Pod:
    metadata = item.at("metadata")
    space = metadata.at("namespace").value
    owners, labels = metadata.at("ownerReferences").value, metadata.at("labels").value
    kinds = ("Job", *KUBEFLOW)
    job = next((labels[key] for key in LABELS[:3] if isinstance(labels, dict) and isinstance(labels.get(key), str)), None)
    if job is None and isinstance(owners, list):
        job = next((o.get("name") for o in owners if isinstance(o, dict) and o.get("kind") in kinds), None)
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
    return any(not _condition(item, "Complete", "Completed", "Succeeded", "Failed", "Suspended") for _, item in jobs)


class Ended(NamedTuple):
    """What one pod did: stretches that it ran, ends that were interruptions, and ends of which the dates are gone."""

    stretches: list[tuple[float, float]]
    failures: list[tuple[float, str]]
    undated: int


def _is_failure(word: str) -> bool:
    """Whether an end of a container or a pod, by its reason, is a failure; a reason that nobody knows is a program's own."""
    return outcome_of(word) in ("", "failed", "machine_failed")


def _ended(pod: Pod, now: float) -> Ended:
    status = pod.at.at("status")
    if status.value is not None:
        status.mapping("the status of a pod")
    stretches: list[tuple[float, float]] = []
    ends: list[tuple[float, str]] = []
    undated = 0
    cause, when = _taken_away(status)
    containers = status.at("containerStatuses")
    for one in list(containers.list("the statuses of containers")) if containers.value is not None else []:
        one.mapping("the status of a container")
        restarts, dated = int(one.at("restartCount").number() or 0), 0
        for state in ("lastState", "state"):
            terminated, running = one.at(state).at("terminated"), one.at(state).at("running")
            if isinstance(terminated.value, Mapping):
                if told := _terminated(terminated, stretches):
                    dated += state == "lastState"
                    # what ended with the pod ended for the pod's reason
                    word = cause if state == "state" and cause else told[1]
                    if _is_failure(word):
                        ends.append((told[0], word))
            elif state == "state" and isinstance(running.value, Mapping):
                begin = _instant(running.at("startedAt"))
                if begin == begin and now == now and now >= begin:
                    stretches.append((begin, now))
        undated = max(undated, restarts - dated)
    if cause and _is_failure(cause) and not any(told == cause for _, told in ends):
        ends.append((when, cause))
    if not stretches:
        begin = _instant(status.at("startTime"))
        last = when if when == when else now if status.at("phase").value == "Running" else math.nan
        if begin == begin and last == last and last >= begin:
            stretches.append((begin, last))
    return Ended(_together(stretches), ends, undated)


def _together(stretches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """When a pod ran, of when its containers did: it holds its GPUs once, however many of them run beside one another."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(stretches):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return found


def _terminated(at: At, stretches: list[tuple[float, float]]) -> tuple[float, str] | None:
    """When a container ended, and why; nothing where it was done."""
    begin, end = _instant(at.at("startedAt")), _instant(at.at("finishedAt"))
    if begin == begin and end == end:
        if end < begin:
            raise at.at("finishedAt").error("a date after startedAt")
        stretches.append((begin, end))
    code, reason = at.at("exitCode").number("", -math.inf), at.at("reason").value
    if code in (None, 0) and not (isinstance(reason, str) and reason not in ("Completed", "")):
        return None
    return end, reason if isinstance(reason, str) and reason else ERROR


def _taken_away(status: At) -> tuple[str, float]:
    """Why a pod was taken away, and when; "" where it was not."""
    conditions = status.at("conditions")
    for one in conditions.list("the conditions of a pod") if conditions.value is not None else ():
        if one.at("type").value == "DisruptionTarget" and str(one.at("status").value) == "True":
            return str(one.at("reason").value or "DisruptionTarget")[:60], _instant(one.at("lastTransitionTime"))
    reason = status.at("reason").value
    if isinstance(reason, str) and reason and status.at("phase").value == "Failed":
        return reason[:60], math.nan
    return "", math.nan


def _count_pods(job: str, of: list[tuple[int, Pod]], history: History) -> None:
    """The pods of one job into what is known of all."""
    found: list[tuple[int, Pod, Ended]] = []
    for place, pod in of:
        try:
            found.append((place, pod, _ended(pod, history.now)))
        except FileError as error:
            history.skip(place, f"{error.place}: {error.problem}; expected {error.expected}")
    if not found:
        return
    gpus = math.fsum(pod.gpus for _, pod, ended in found if ended.stretches)
    if gpus == 0:
        ran = any(ended.stretches for _, _, ended in found)
        history.skipped["jobs without accelerators" if ran else "jobs that never ran"] += 1
        return
    ends = sorted((at, cause, pod.node, place) for place, pod, ended in found for at, cause in ended.failures if at == at)
    lone = [(cause, pod.node, place) for place, pod, ended in found for at, cause in ended.failures if at != at]
    each: list[Failure] = []
    if ends:
        groups = incidents([at for at, *_ in ends], [0] * len(ends), history.given.within)
        firsts: dict[int, Failure] = {}
        for group, (at, cause, node, place) in zip(groups.incident.tolist(), ends, strict=True):
            known = firsts.setdefault(int(group), Failure(at, cause, node, place, at))
            told = (cause, node, place) if known.cause == ERROR != cause else known[1:4]  # the others ended as one was gone
            firsts[int(group)] = Failure(known.at, *told, until=at)
        each = list(firsts.values())
        if len(firsts) < len(ends):
            history.skipped[f"ends of pods within {history.given.within:g} s of another of their job"] += len(ends) - len(
                firsts
            )
    elif lone:
        each = [Failure(math.nan, *lone[0])]
    undated = max((ended.undated for _, _, ended in found), default=0)
    each += [Failure(math.nan, "restart", "", found[0][0])] * min(undated, 100_000)
    stretches = [(a, b, pod.gpus) for _, pod, ended in found for a, b in ended.stretches]
    history.add(job, gpus, stretches, each, found[0][0])


def _condition(item: At, *types: str) -> tuple[str, float] | None:
    """The reason and the instant of the first condition of these types that is true."""
    conditions = item.at("status").at("conditions")
    for one in conditions.list("the conditions of a job") if conditions.value is not None else ():
        if one.at("type").value in types and str(one.at("status").value) == "True":
            return str(one.at("reason").value or one.at("type").value)[:60], _instant(one.at("lastTransitionTime"))
    return None


def _count(place: int, item: At, name: str, history: History, gpus: float, begin: float, undated: int, word: str) -> None:
    """A job by its own status: from its start to its end, with so many failures of which nobody knows when they came."""
    if gpus == 0:
        history.skipped["jobs without accelerators"] += 1
        return
    status = item.at("status")
    failed, done = _condition(item, "Failed"), _condition(item, "Complete", "Completed", "Succeeded")
    end = _instant(status.at("completionTime"))
    for told in (done, failed):
        end = told[1] if told and end != end else end
    if end != end and (held := _condition(item, "Suspended")):
        end = held[1]
    last = end if end == end else history.now
    if begin != begin or last != last:
        history.skipped["jobs that never ran"] += 1
        return
    if last < begin:
        raise status.at("startTime").error("a date before the job's end")
    ends = [Failure(math.nan, word, "", place)] * min(undated, 100_000)
    if failed and _is_failure(failed[0]):
        ends = [Failure(last, failed[0], "", place), *ends[1:]]
    elif failed:
        history.skipped[f"of interruptions, as no failure: {failed[0]}"] += 1
    history.add(name, gpus, [(begin, last, gpus)], ends, place)
    history.notes.derived("jobs by their own status: exposure from their start to their end, waits for restarts included")
    if undated:
        history.notes.unknown(f"causes of {plural(undated, word)} of {name}: its own count is taken, each as an interruption")


def _count_job(place: int, item: At, name: str, history: History) -> None:
    """A job whose pods are gone."""
    spec, status = item.at("spec"), item.at("status")
    parallel = spec.at("parallelism").number()
    pods = 1 if parallel is None else parallel
    gpus, lost = _gpus(spec.at("template").at("spec")) * pods, status.at("failed").number() or 0
    failed = _condition(item, "Failed")
    if failed and not _is_failure(failed[0]):
        lost = max(0, lost - pods)  # it ended those that still ran
    _count(place, item, name, history, gpus, _instant(status.at("startTime")), int(lost), "failed pod")


def _count_kubeflow(place: int, item: At, name: str, history: History) -> None:
    """A job of Kubeflow: its conditions keep one date of each type, so that of restarts one is known."""
    replicas = item.at("spec").at(KUBEFLOW[item.at("kind").value])
    gpus = 0.0
    for role in replicas.mapping("the replicas of a job").value:
        one = replicas.at(str(role))
        count = one.at("replicas").number()
        gpus += _gpus(one.at("template").at("spec")) * (1 if count is None else count)
    again = _condition(item, "Restarting")
    if again:
        history.notes.unknown(f"how often {name} restarted: its conditions tell of once")
    begin = _instant(item.at("status").at("startTime"))
    _count(place, item, name, history, gpus, begin, (1 + bool(_condition(item, "Failed"))) if again else 0, "restart")


def _count_jobset(place: int, item: At, name: str, history: History) -> None:
    """A set of jobs: it restarts whole, and counts how often; it says when it was made, not when it began."""
    gpus = 0.0
    for one in item.at("spec").at("replicatedJobs").list("the jobs of a set"):
        count, spec = one.at("replicas").number(), one.at("template").at("spec")
        parallel = spec.at("parallelism").number()
        each = _gpus(spec.at("template").at("spec"))
        gpus += each * (1 if count is None else count) * (1 if parallel is None else parallel)
    begin = _instant(item.at("metadata").at("creationTimestamp"))
    history.notes.derived("sets of jobs begin when they were made: their wait in the queue is exposure too")
    restarts = int(item.at("status").at("restarts").number() or 0)
    failed = _condition(item, "Failed")
    _count(place, item, name, history, gpus, begin, restarts + bool(failed) if restarts else 0, "restart")


#: kinds whose own status says when they ran, with how each is read
READ_JOBS = {"Job": _count_job, "JobSet": _count_jobset, **dict.fromkeys(KUBEFLOW, _count_kubeflow)}
KINDS = "|".join(f"{kind}(List)?" for kind in ("Pod", "LeaderWorkerSet", *READ_JOBS)) + "|List"


def looks_like(source: Source) -> bool:
    """Whether a file is an object of Kubernetes with Jobs or Pods."""
    return bool(re.match(r"\s*\{", source.text[:4096])) and bool(re.search(rf'"kind"\s*:\s*"({KINDS})"', source.text))


def is_listed(tree: Mapping[str, Any]) -> bool:
    """The same of what was read of JSON."""
    items = tree.get("items")
    kinds = {one.get("kind") for one in items if isinstance(one, dict)} if isinstance(items, list) else set()
    if kinds == {"Event"} or not re.fullmatch(KINDS, str(tree.get("kind", ""))):
        return False
    return "items" in tree or "spec" in tree or "status" in tree
