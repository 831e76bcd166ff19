# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Where state goes: storage tiers, and copies in the memory of machines."""

from typing import Any, Self, overload

from ._typing import Answer, ArrayLike, Quantity, Real
from .run import Field

__all__ = [
    "Tier",
    "placement_survival",
    "placement_survival_bound",
    "shard_loss_rate",
]

class Tier:
    """A place for checkpoints: its bandwidths, the whole system's or each GPU's, and its latency.

    Parameters
    ----------
    write_bandwidth : > 0 [B/s]
        bandwidth of a save, one way
    read_bandwidth : > 0 [B/s]
        bandwidth of a load, one way
    latency : >= 0 and finite [s]
        time a save or a load takes before its first byte
    per_gpu : true or false
        whether the bandwidths are each GPU's (1) or the whole system's (0)
    """
    def __init__(
        self, *, write_bandwidth: Quantity, read_bandwidth: Quantity = ..., latency: Quantity = 0.0, per_gpu: Quantity = False
    ) -> None: ...
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    def replace(
        self,
        *,
        write_bandwidth: Quantity = ...,
        read_bandwidth: Quantity = ...,
        latency: Quantity = ...,
        per_gpu: Quantity = ...,
    ) -> Self:
        """The same with some fields changed."""
    @property
    def write_bandwidth(self) -> Answer:
        """bandwidth of a save, one way; > 0 [B/s]"""
    @property
    def read_bandwidth(self) -> Answer:
        """bandwidth of a load, one way; > 0 [B/s]"""
    @property
    def latency(self) -> Answer:
        """time a save or a load takes before its first byte; >= 0 and finite [s]"""
    @property
    def per_gpu(self) -> Answer:
        """whether the bandwidths are each GPU's (1) or the whole system's (0); true or false"""

def placement_survival(machines: Any, copies: Any, lost: Any, placement: str = "group") -> Any:
    """Probability that every shard keeps a copy when `lost` machines are lost at once, any of them equally likely; exact.

    machines >= 1; copies of each shard, 1 to machines; lost, 0 to machines: whole numbers, NaN outside. placement: "group"
    (copies divide machines, groups hold each other's shards), "ring" (each shard on neighbours of one ring) or "mixed" (groups,
    and one ring of the last copies + machines mod copies). Relative accuracy 1e-9 or better up to a million machines.
    GEMINI, Wang et al., SOSP 2023, section 5.
    """

@overload
def placement_survival_bound(machines: Real, copies: Real, lost: Real) -> float:
    """GEMINI's lower bound (SOSP 2023): max(0, 1 - N C(N-m, k-m) / (m C(N, k))) for N machines, m copies, k lost."""

@overload
def placement_survival_bound(
    machines: Quantity,
    copies: Quantity,
    lost: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
@overload
def shard_loss_rate(machines: Real, copies: Real, machine_mttf: Real, restore_time: Real) -> float:
    """Rate [1/s] at which all copies of some shard are out at once: (N/r)(r/MTTF) prod (r - i) w/MTTF, w << MTTF.

    machines N; copies r; machine_mttf [s]; restore_time w [s].
    """

@overload
def shard_loss_rate(
    machines: Quantity,
    copies: Quantity,
    machine_mttf: Quantity,
    restore_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Answer: ...
