# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How the fields of a run change with its size: field(N) = field x (N / gpus)^exponent."""

from .storage import Tier

__all__ = [
    "PowerLaw",
    "chinchilla",
    "fixed",
    "power_law",
    "proportional",
]

class PowerLaw:
    """One exponent per growing field; fields that are not named stay as they are. Frozen."""
    def __init__(self, **exponents: float) -> None: ...
    @property
    def exponents(self) -> dict[str, float]:
        """The exponents that are not zero, by field."""
    def with_(self, **exponents: float) -> PowerLaw:
        """The same law with some exponents added or changed."""
    def saved_to(self, tier: Tier) -> PowerLaw:
        """The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job."""

def chinchilla() -> PowerLaw:
    """Compute-optimal training for a fixed time: checkpoint bytes grow with the square root of the size."""

def fixed() -> PowerLaw:
    """The same model and storage at every size."""

def power_law(**exponents: float) -> PowerLaw:
    """A growth law from one exponent per field of TrainingRun."""

def proportional() -> PowerLaw:
    """Checkpoint bytes in proportion to the GPUs, all else fixed."""
