# SPDX-License-Identifier: Apache-2.0
"""What the released sources of training frameworks say of the fields that settings_for writes: read as text, never imported.

`python released_sources.py FOLDER` writes data/framework_fields.json from a folder of unpacked packages (FOLDER/*/ has their
*.dist-info); tests compare with it, and with the packages where SCALING_LIMITS_FRAMEWORKS names such a folder.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

STORED = Path(__file__).parent / "data" / "framework_fields.json"
#: package, file, class; "function:" for the arguments of a function
PLACES = {
    "torchtitan": [
        ("torchtitan", "torchtitan/components/checkpointer/base.py", "BaseCheckpointManager.Config", "checkpoint."),
        ("torchtitan", "torchtitan/components/checkpointer/dcp.py", "CheckpointManager.Config", "checkpoint."),
        ("torchtitan", "torchtitan/config/configs.py", "CommConfig", "comm."),
    ],
    "lightning": [
        ("lightning", "lightning/pytorch/callbacks/model_checkpoint.py", "ModelCheckpoint.__init__", ""),
        ("lightning", "lightning/pytorch/strategies/model_parallel.py", "ModelParallelStrategy.__init__", ""),
    ],
    "nemo": [
        ("megatron-bridge", "megatron/bridge/training/config.py", "CheckpointConfig", "checkpoint."),
        ("megatron-bridge", "megatron/bridge/training/config.py", "DistributedInitConfig", "dist."),
    ],
    "megatron": [  # names of Megatron-LM's arguments, as megatron-bridge keeps them and megatron-core takes the time-out
        ("megatron-bridge", "megatron/bridge/training/config.py", "CheckpointConfig", ""),
        ("megatron-core", "megatron/core/parallel_state.py", "initialize_model_parallel", ""),
    ],
    "nvidia-resiliency-ext": [
        ("nvidia-resiliency-ext", "nvidia_resiliency_ext/fault_tolerance/config.py", "FaultToleranceConfig", ""),
        (
            "nvidia-resiliency-ext",
            "nvidia_resiliency_ext/ptl_resiliency/local_checkpoint_callback.py",
            "LocalCheckpointCallback.__init__",
            "",
        ),
        (
            "nvidia-resiliency-ext",
            "nvidia_resiliency_ext/ptl_resiliency/local_checkpoint_callback.py",
            "HierarchicalCheckpointIO.__init__",
            "",
        ),
    ],
}
#: which of all fields are kept
KEPT = [
    "save_interval",
    "async_save",
    "use_persistent_ckpt_worker",
    "most_recent_k",
    "non_persistent_save_interval",
    "non_persistent_ckpt_type",
    "replication",
    "replication_factor",
    "distributed_timeout_minutes",
    "distributed_timeout_seconds_after_init",
    "enable",
    "interval",
    "async_mode",
    "keep_latest_k",
    "train_timeout_seconds",
    "every_n_train_steps",
    "train_time_interval",
    "save_top_k",
    "monitor",
    "mode",
    "timeout",
    "rank_heartbeat_timeout",
    "safety_factor",
]


def version(folder: Path, package: str) -> str:
    """The newest of the unpacked ones of a package."""
    name = package.replace("-", "_")
    found = [path.name.removesuffix(".dist-info").removeprefix(f"{name}-") for path in folder.glob(f"*/{name}-*.dist-info")]
    return max(found, key=lambda text: [int(part) for part in text.split(".")])


def fields_of(folder: Path) -> dict[str, dict[str, Any]]:
    """Every field by framework and name: its type, default, class, file and version."""
    found: dict[str, dict[str, Any]] = {}
    for framework, places in PLACES.items():
        for package, file, owner, prefix in places:
            of = version(folder, package)
            (path,) = (p / file for p in folder.glob(f"{package.replace('-', '_')}-{of}*") if (p / file).exists())
            for name, (kind, default) in _read(ast.parse(path.read_text()), owner.split(".")).items():
                if name in KEPT:
                    fact = {"type": kind, "default": default, "class": owner, "file": file, "package": package, "version": of}
                    found.setdefault(framework, {})[f"{prefix}{name}"] = fact
    return found


def _read(tree: ast.AST, owner: list[str]) -> dict[str, tuple[str, str]]:
    for name in owner:
        tree = next(
            node
            for node in ast.iter_child_nodes(tree)
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name
        )
    if isinstance(tree, ast.ClassDef):
        rows = [node for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
        return {node.target.id: (ast.unparse(node.annotation), ast.unparse(node.value) if node.value else "") for node in rows}
    assert isinstance(tree, ast.FunctionDef)
    arguments = [*tree.args.args, *tree.args.kwonlyargs]
    defaults = [None] * (len(tree.args.args) - len(tree.args.defaults)) + tree.args.defaults + tree.args.kw_defaults
    return {
        a.arg: (ast.unparse(a.annotation) if a.annotation else "", ast.unparse(d) if d else "")
        for a, d in zip(arguments, defaults, strict=True)
    }


if __name__ == "__main__":
    STORED.write_text(json.dumps(fields_of(Path(sys.argv[1])), indent=1) + "\n")
