# SPDX-License-Identifier: Apache-2.0
"""How the fields of a run change with its size: field(N) = field x (N / gpus)^exponent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core, _format
from ._kernel import describe, suggestion
from ._parameters import UnknownField
from .storage import Tier

__all__ = ["PowerLaw", "chinchilla", "fixed", "power_law", "proportional"]

_names = tuple(row["name"] for row in _core.run_fields())


class PowerLaw:
    """One exponent per growing field; fields that are not named stay as they are. Frozen."""

    __slots__ = ("_exponents",)
    _exponents: dict[str, float]

    def __init__(self, **exponents: float) -> None:
        kept = {}
        for name, exponent in exponents.items():
            if name == "gpus":
                raise UnknownField("growth: 'gpus' is the size itself, it cannot grow with the size")
            if name not in _names:
                raise UnknownField(f"growth: TrainingRun has no field {name!r}{suggestion(name, _names)}")
            if isinstance(exponent, bool) or not isinstance(exponent, (int, float, np.number)) or np.iscomplexobj(exponent):
                raise TypeError(f"growth: {name} must be a real number, not {describe(exponent)}")
            if not math.isfinite(exponent):
                raise ValueError(f"growth: {name} = {_format.number(exponent)} must be finite")
            if exponent != 0:
                kept[name] = float(exponent)
        object.__setattr__(self, "_exponents", {n: kept[n] for n in _names if n in kept})

    @property
    def exponents(self) -> dict[str, float]:
        """The exponents that are not zero, by field."""
        return dict(self._exponents)

    def with_(self, **exponents: float) -> PowerLaw:
        """The same law with some exponents added or changed."""
        return PowerLaw(**{**self._exponents, **exponents})

    def saved_to(self, tier: Tier) -> PowerLaw:
        """The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job."""
        if not isinstance(tier.per_gpu, bool):
            raise ValueError("growth: per_gpu of the tier must be one value, not an array")
        return self.with_(write_bandwidth=int(tier.per_gpu), read_bandwidth=int(tier.per_gpu))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("PowerLaw is frozen: use with_()")

    def __eq__(self, other: object) -> bool:
        return self._exponents == other._exponents if isinstance(other, PowerLaw) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._exponents.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self._exponents,)

    def __repr__(self) -> str:
        if not self._exponents:
            return "fixed()"
        return f"power_law({', '.join(f'{n}={_format.number(x)}' for n, x in self._exponents.items())})"


def _remake(exponents: Mapping[str, float]) -> PowerLaw:
    return PowerLaw(**exponents)


def power_law(**exponents: float) -> PowerLaw:
    """A growth law from one exponent per field of TrainingRun."""
    return PowerLaw(**exponents)


def fixed() -> PowerLaw:
    """The same model and storage at every size."""
    return PowerLaw()


def chinchilla() -> PowerLaw:
    """Compute-optimal training for a fixed time: checkpoint bytes grow with the square root of the size."""
    return PowerLaw(checkpoint_bytes=0.5)


def proportional() -> PowerLaw:
    """Checkpoint bytes in proportion to the GPUs, all else fixed."""
    return PowerLaw(checkpoint_bytes=1)
