# SPDX-License-Identifier: Apache-2.0
"""Jobs and pods of Kubernetes, jobs of Kubeflow and JobSet: ``kubectl get jobs,pods -o json``."""

from __future__ import annotations

import math
from datetime import datetime

from .._docs import complete
from .._job_kubernetes import WITHIN, attempts_of
from .._job_words import Given
from .._opening import bounded
from .._source import Readable, source_of
from ._interruptions import LARGEST, Interruptions, interruptions_of


def interruptions_from_kubernetes(
    path: Readable,
    *,
    failed: bool = True,
    within: float = WITHIN,
    least_gpus: float = 1,
    until: float | str | datetime | None = None,
    most_bytes: float | str | None = None,
) -> Interruptions:
    """Interruptions, exposure and causes of what ``kubectl get jobs,pods -o json`` printed: a List, or one object.

    Containers that ended with an error (OOMKilled, Error, ...), pods that were evicted or whose node was lost, and restarts in
    place are interruptions; of pods of one job those that follow one another closely are one. Preemption, a deadline and a
    deletion that somebody asked for are none. Of jobs whose pods are gone, and of those of Kubeflow and JobSet, their own
    status is taken.

    Parameters
    ----------
    path : of the file
    failed : whether a container's own error counts: of a job's program it says as much as of the machine
    within : time in which ends of pods of one job are one interruption [s]
    least_gpus : of the jobs that are counted, all pods together
    until : when what still runs was asked for; default: the date of the file
    most_bytes : of a file that are read and unpacked, a number or such as "4 GiB"; default: 256 MiB

    Raises
    ------
    ValueError
        FileError: file, place, what is wrong there and what was expected.
    OSError
        Where there is no such file.

    References
    ----------
    Kubernetes v1.31, API reference: PodStatus, ContainerStatus, JobStatus; "Pod disruption conditions". Kubeflow training
    operator v1, JobStatus; JobSet v1alpha2, JobSetStatus.

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
    counted = ("failed", "machine_failed") if failed else ("machine_failed",)
    for name, value in (("within", within), ("least_gpus", least_gpus)):
        if not 0 <= value < math.inf:
            raise ValueError(f"interruptions_from_kubernetes: {name} = {value:g} must be >= 0 and finite")
    with bounded(most_bytes):
        source = source_of(path, LARGEST)
    return interruptions_of(attempts_of(source, Given(counted=counted, within=within, least_gpus=least_gpus, until=until)))


complete(["interruptions_from_kubernetes"], globals())
