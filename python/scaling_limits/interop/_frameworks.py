# SPDX-License-Identifier: Apache-2.0
"""The settings of training frameworks, by the names that their released sources have.

Read, not imported: torchtitan 0.3.0 (components/checkpointer/base.py and dcp.py, config/configs.py), lightning 2.6.6 (pytorch/
callbacks/model_checkpoint.py, pytorch/strategies), megatron-bridge 0.3.1 (training/config.py), nvidia-resiliency-ext 0.4.1
(fault_tolerance/config.py, ptl_resiliency/local_checkpoint_callback.py). Megatron-LM's training arguments are not in the
package megatron-core 0.16.1: megatron/training/arguments.py of its repository, names that megatron-bridge's configuration
keeps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

MINUTE = 60


class Plan(NamedTuple):
    """What is to be set."""

    steps: int  # between two checkpoints that outlive the job's machines
    local_steps: int | None  # between two of a nearer tier
    copies: int  # of those, on several machines
    asynchronous: bool
    keep: int  # 0: all


class Framework(NamedTuple):
    """A framework: what it is called, how it takes a plan, when it gives up on a hang."""

    version: str
    fields: Callable[[Plan, list[str]], dict[str, Any]]
    local: bool  # whether it saves to a nearer tier
    timeout: str  # the field that says when a hang is noticed
    unit: int  # of that field [s]
    default: float  # of that field [s]
    kind: type  # of that field
    text: Callable[[Mapping[str, Any], bool], str]


def _megatron(plan: Plan, notes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"save_interval": plan.steps, "async_save": plan.asynchronous}
    if plan.local_steps is not None:
        found |= {"non_persistent_save_interval": plan.local_steps, "non_persistent_ckpt_type": "local"}
        notes.append("not known: where a node keeps its part: non_persistent_local_ckpt_dir")
        if plan.copies > 1:
            notes.append("left out: copies on other machines: replication and replication_factor, where the version has them")
    if plan.keep:
        notes.append(
            f"left out: to keep {plan.keep}: Megatron-LM keeps all, or with save_retain_interval each n-th and the last"
        )
    return found


def _nemo(plan: Plan, notes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "checkpoint.save_interval": plan.steps,
        "checkpoint.async_save": plan.asynchronous,
        "checkpoint.most_recent_k": plan.keep or -1,
    }
    if plan.asynchronous:
        found["checkpoint.use_persistent_ckpt_worker"] = True  # async_save asks for it
    if plan.local_steps is not None:
        found |= {"checkpoint.non_persistent_save_interval": plan.local_steps, "checkpoint.non_persistent_ckpt_type": "local"}
        notes.append("not known: where a node keeps its part: checkpoint.non_persistent_local_ckpt_dir")
        if plan.copies > 1:
            found |= {"checkpoint.replication": True, "checkpoint.replication_factor": plan.copies}
            notes.append("not known: how far apart copies are: checkpoint.replication_jump")
    return found


def _torchtitan(plan: Plan, notes: list[str]) -> dict[str, Any]:
    keep = plan.keep
    if keep == 1:
        keep = 2
        notes.append("derived: checkpoint.keep_latest_k = 2: torchtitan refuses 1, the last may still be being written")
    return {
        "checkpoint.enable": True,
        "checkpoint.interval": plan.steps,
        "checkpoint.async_mode": "async_with_pinned_mem" if plan.asynchronous else "disabled",
        "checkpoint.keep_latest_k": keep,
    }


def _lightning(plan: Plan, notes: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"every_n_train_steps": plan.steps, "save_top_k": plan.keep or -1}
    if plan.keep > 1:  # the latest ones: those of the most steps
        found |= {"monitor": "step", "mode": "max"}
    if plan.asynchronous:
        notes.append("left out: asynchronous saves are a plugin, no field: Trainer(plugins=[AsyncCheckpointIO()])")
    return found


def _resiliency(plan: Plan, notes: list[str]) -> dict[str, Any]:
    steps = plan.steps if plan.local_steps is None else plan.local_steps
    if plan.local_steps is None:
        notes.append("left out: one tier alone is that of the trainer's own callback, of which LocalCheckpointCallback is one")
    else:
        notes.append(f"left out: the tier behind, every {plan.steps:,} steps, is the trainer's own callback")
        if plan.copies > 1:
            notes.append("left out: copies on other machines: repl_strategy of LocalCheckpointManager")
    if plan.keep > 1:
        notes.append(f"left out: to keep {plan.keep}: of local checkpoints the newest alone is kept")
    return {"every_n_train_steps": steps, "async_save": plan.asynchronous}


def _flags(fields: Mapping[str, Any], asynchronous: bool) -> str:
    words = [
        f"--{name if '.' in name else name.replace('_', '-')}" + ("" if value is True else f" {value}")
        for name, value in fields.items()
        if value is not False
    ]
    return " \\\n    ".join(words)


def _overrides(fields: Mapping[str, Any], asynchronous: bool) -> str:
    return " \\\n    ".join(f"{n}={str(v).lower() if isinstance(v, bool) else v}" for n, v in fields.items())


def _call(name: str, fields: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(f'{n}={v!r}' for n, v in fields.items())})"


def _callback(fields: Mapping[str, Any], asynchronous: bool) -> str:
    made = _call("ModelCheckpoint", fields)
    return f"Trainer(callbacks=[{made}]{', plugins=[AsyncCheckpointIO()]' if asynchronous else ''})"


def _local_callback(fields: Mapping[str, Any], asynchronous: bool) -> str:
    rest = {name: value for name, value in fields.items() if name != "async_save"}
    return f"{_call('LocalCheckpointCallback', rest)}\n{_call('HierarchicalCheckpointIO', {'async_save': asynchronous})}"


#: by the word that settings_for takes
FRAMEWORKS: dict[str, Framework] = {
    "megatron": Framework(
        "Megatron-LM of megatron-core 0.16", _megatron, True, "distributed_timeout_minutes", MINUTE, 10 * MINUTE, int, _flags
    ),
    "torchtitan": Framework("torchtitan 0.3.0", _torchtitan, False, "comm.train_timeout_seconds", 1, 100, int, _flags),
    "lightning": Framework("lightning 2.6.6", _lightning, False, "timeout", 1, 30 * MINUTE, timedelta, _callback),
    "nemo": Framework(
        "megatron-bridge 0.3.1", _nemo, True, "dist.distributed_timeout_minutes", MINUTE, 10 * MINUTE, int, _overrides
    ),
    "nvidia-resiliency-ext": Framework(
        "nvidia-resiliency-ext 0.4.1", _resiliency, True, "rank_heartbeat_timeout", 1, 45 * MINUTE, float, _local_callback
    ),
}


def as_taken(framework: Framework, seconds: float) -> tuple[Any, float]:
    """A time-out as a framework's field takes it, whole numbers rounded up, and the seconds that this is."""
    if framework.kind is timedelta:
        return timedelta(seconds=seconds), seconds
    if framework.kind is int:
        count = max(1, math.ceil(seconds / framework.unit - 1e-9))
        return count, float(count * framework.unit)
    return seconds / framework.unit, seconds
