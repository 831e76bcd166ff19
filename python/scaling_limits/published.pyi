# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Published estimates, reproduced, and presets with their sources.

``reproduce()`` computes every row of the registry now. A row carries its mark: P published, P2 published and known through a
second source, D derived from published values, A assumed or reconstructed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._typing import Quantity
from .run import TrainingRun
from .storage import Tier
from .workload import Chip, TransformerShape

__all__ = [
    "ChipSpecification",
    "Estimate",
    "FailureRate",
    "Fleet",
    "Presets",
    "chips",
    "clusters",
    "failure_rates",
    "llama3_405b",
    "llama3_405b_sources",
    "llama3_interruptions",
    "reproduce",
    "runs",
    "shapes",
    "tiers",
]
Value = TypeVar("Value")

class ChipSpecification(Chip):
    """A chip, usable wherever one is asked for, and what else its maker says: NaN where the source used does not.

    Peaks are dense. ``achieved_flops`` is assumed, 0.40 of the peak as Llama 3 405B reached it on H100 (arXiv 2407.21783,
    table 4): ``replace(achieved_flops=...)`` where it was measured. ``memory_bytes`` is unlimited where it is not known.

    Attributes
    ----------
    memory_bandwidth : of the memory [B/s]
    link_bandwidth : of the links inside a node, both ways together [B/s]
    network_bandwidth : out of the node, one way [B/s]
    power : design power [W]
    """
    def __init__(self, *, peak_flops: Quantity, achieved_flops: Quantity, memory_bytes: Quantity = ...) -> None: ...
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name, and what else the maker says."""

@dataclass(frozen=True, eq=True)
class Estimate:
    """One published value beside the computed one. ``row.id`` and ``row["id"]`` both work, and so does ``dict(row)``."""

    id: str
    quantity: str
    source: str
    year: int
    mark: str
    inputs: str
    published: float
    printed: str
    unit: str
    computed: float
    deviation: float
    tolerance: float
    reason: str
    model: str
    holds: bool
    def keys(self) -> list[str]:
        """Names of the columns."""
    def __getitem__(self, key: str) -> Any: ...
    def as_dict(self) -> dict[str, Any]:
        """The row as plain data."""

@dataclass(frozen=True, eq=True)
class FailureRate:
    """Job interruptions per 1000 node-days of 8-GPU nodes, and the GPU-seconds per interruption that this is."""

    per_1000_node_days: float
    gpu_mttf: float

@dataclass(frozen=True, eq=True)
class Fleet:
    """So many accelerators of one kind in a year; ``most_gpus`` is the upper end of a range, NaN where there is one number."""

    year: int
    gpus: float
    chip: str
    most_gpus: float
    duration: float

class Presets(Mapping[str, Value], Generic[Value]):
    """Presets of one kind by name. ``sources[name]`` says what one rests on: mark, source, note."""

    sources: Any
    def __init__(self, kind: str, rows: list[dict[str, Any]], make: Callable[..., Value]) -> None: ...
    def __getitem__(self, name: str) -> Value: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

chips: Presets[ChipSpecification]
clusters: Presets[Fleet]
failure_rates: Presets[FailureRate]

def llama3_405b() -> TrainingRun:
    """Llama 3.1 405B with the inputs of Epoch AI's estimate; ``llama3_405b_sources`` says what each field rests on."""

llama3_405b_sources: dict[str, tuple[str, str]]
llama3_interruptions: dict[str, int]

def reproduce(only: str | None = None) -> list[Estimate]:
    """Every published estimate, computed now; with ``only``, the row of that id (ValueError if there is none)."""

runs: Presets[Fleet]
shapes: Presets[TransformerShape]
tiers: Presets[Tier]
