# SPDX-License-Identifier: Apache-2.0
"""Failure laws as values, and what follows from them for a run whose clock is renewed after each failure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from . import _arrays, _core, _format
from ._parameters import Parameters, check_shapes

_kinds = _core.law_kinds()


@dataclass
class _Question:
    """What is asked of a law, with all that is not a number. Picklable; called with arrays."""

    what: str
    kind: str
    lives: tuple[float, ...]
    fields: int

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        arrays = [np.asarray(v, dtype=np.float64) for v in values]
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
        flat = [a.reshape(-1) if a.size == 1 else np.broadcast_to(a, shape).reshape(-1) for a in arrays]
        found = _core.law_values(self.what, self.kind, np.asarray(self.lives), self.fields, flat, math.prod(shape))
        return (found.reshape(shape),)


def ask(what: str, law: Law, named: dict[str, Any]) -> Any:
    """A law's answer for every element of the arguments and of the law's own fields, in their array type."""
    if not isinstance(law, Law):
        raise TypeError(f"{what}: law must be a failure law of scaling_limits.failures, not {type(law).__name__}")
    for name, value in named.items():
        if isinstance(value, (str, bytes, bool)) or value is None:
            raise TypeError(f"{what}: {name} must be a real number or an array of them, not {value!r}")
    given = [v if isinstance(v, (int, float)) or _is_array(v) else np.asarray(v) for v in named.values()]
    values = [*law._values.values(), *given]
    labels = [*(f"{law._owner}.{name}" for name in law._values), *named]
    check_shapes(zip(labels, values, strict=True))
    question = _Question(what, law._owner, law._lives(), len(law._values))
    dtype = _arrays.result_dtype(values)
    (found,) = _arrays.apply(question, values or [0.0], 1, [np.dtype(np.float64)])
    if any(_is_array(v) for v in values):
        return found.astype(dtype)
    return found[()].item() if np.ndim(found) == 0 else found.astype(dtype)


def _is_array(value: Any) -> bool:
    return _arrays.is_xarray(value) or _arrays.is_dask(value) or (isinstance(value, np.ndarray) and value.ndim > 0)


class Law(Parameters):
    """Base of the failure laws: the time to failure of one part [s]. Any field may be an array."""

    __slots__ = ()

    def _lives(self) -> tuple[float, ...]:
        return ()

    def _numbers(self, what: str) -> list[float]:
        """The law's own numbers; refuses arrays."""
        for name, value in self._values.items():
            if np.ndim(value):
                raise ValueError(f"{what}: {self._owner}.{name} is an array; one law at a time")
        return [float(v) for v in self._values.values()] or list(self._lives())

    @property
    def mean_life(self) -> Any:
        """Mean life [s]; `mean()` in C++, where Exponential's field of that name is called otherwise."""
        return ask("mean", self, {})

    def survival(self, time: Any) -> Any:
        """P(life > time)."""
        return ask("survival", self, {"time": time})

    def hazard(self, time: Any) -> Any:
        """Failures per second of those alive at that age [1/s]."""
        return ask("hazard", self, {"time": time})

    def cumulative_hazard(self, time: Any) -> Any:
        """-ln survival, to the last digits near 0 and where survival has underflowed."""
        return ask("cumulative_hazard", self, {"time": time})

    def mean_beyond(self, time: Any) -> Any:
        """The integral of survival from that age on [s]: mean_life at 0."""
        return ask("mean_beyond", self, {"time": time})

    def quantile(self, probability: Any) -> Any:
        """The age [s] that a life stays below with that probability in [0, 1]; NaN outside."""
        return ask("quantile", self, {"probability": probability})


class Exponential(Law, table=_kinds["Exponential"]):
    """No ageing: survival = exp(-t / mean)."""

    __slots__ = ()


class Weibull(Law, table=_kinds["Weibull"]):
    """survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above. Mean scale x Gamma(1 + 1/shape)."""

    __slots__ = ()

    @classmethod
    def from_mean(cls, *, mean: float, shape: float) -> Self:
        """The law of that mean life [s] > 0 and shape > 0."""
        _check_mean("Weibull", mean)
        return cls(shape=shape, scale=1.0).replace(scale=mean / cls(shape=shape, scale=1.0).mean_life)


class Lognormal(Law, table=_kinds["Lognormal"]):
    """log(life in s) is normal of mean mu and standard deviation sigma. Mean life exp(mu + sigma^2 / 2)."""

    __slots__ = ()

    @classmethod
    def from_mean(cls, *, mean: float, sigma: float) -> Self:
        """The law of that mean life [s] > 0 and sigma > 0."""
        _check_mean("Lognormal", mean)
        checked = cls(mu=0.0, sigma=sigma).sigma
        return cls(mu=np.log(mean) - checked * checked / 2, sigma=sigma)


class Lomax(Law, table=_kinds["Lomax"]):
    """survival = (1 + t / scale)^-shape: parts of rates that differ, the hazard falls with age. Mean scale / (shape - 1)."""

    __slots__ = ()


def _check_mean(owner: str, mean: Any) -> None:
    if isinstance(mean, (str, bytes, bool)) or mean is None:
        raise TypeError(f"{owner}: mean must be a real number or an array of them, not {mean!r}")
    if not _arrays.is_lazy(mean) and not np.all((np.asarray(mean) > 0) & np.isfinite(mean)):
        raise ValueError(f"{owner}: mean = {mean} must be > 0 and finite [s]")


class Empirical(Law):
    """The observed lives [s], each as likely as the others."""

    __slots__ = ("_observed",)
    _owner = "Empirical"
    _observed: tuple[float, ...]

    def __init__(self, lives: Sequence[float]) -> None:
        array = np.asarray(lives)
        if array.dtype.kind not in "iuf" and array.size:
            raise TypeError("Empirical: lives must be real numbers")
        array = array.astype(np.float64)
        if array.ndim != 1 or array.size == 0:
            raise ValueError("Empirical: lives must be a list of at least one life")
        wrong = ~((array > 0) & np.isfinite(array))
        if wrong.any():
            i = int(np.argmax(wrong))
            raise ValueError(f"Empirical: lives[{i}] = {_format.number(array[i])} must be > 0 and finite [s]")
        super().__init__()
        object.__setattr__(self, "_observed", tuple(np.sort(array).tolist()))

    @property
    def lives(self) -> tuple[float, ...]:
        """The observed lives [s], shortest first."""
        return self._observed

    def _lives(self) -> tuple[float, ...]:
        return self._observed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Empirical) and self._observed == other._observed

    def __hash__(self) -> int:
        return hash(self._observed)

    def __reduce__(self) -> tuple[Any, ...]:
        return Empirical, (self._observed,)

    def replace(self, **changes: Any) -> Self:
        """The same with other lives."""
        return type(self)(**{"lives": self._observed, **changes})

    def as_dict(self) -> dict[str, Any]:
        """The lives by name."""
        return {"lives": self._observed}

    def __repr__(self) -> str:
        return f"Empirical({len(self._observed)} lives, mean {_format.quantity(self.mean_life, 's')})"


def renewal_goodput(
    interval: Any, write_time: Any, law: Law, persist_latency: Any = 0, restart_time: Any = 0, downtime: Any = 0
) -> Any:
    """Goodput under any failure law whose clock is renewed after each failure.

    w sum_{j >= 1} S(j P + L) / (mean life + D + R), P = w + C. interval w >= 0 of useful work [s]; write_time C >= 0 [s],
    what one checkpoint blocks; persist_latency L in [0, w] [s]: one write in flight; restart_time R, downtime D >= 0 [s],
    not exposed to failures. NaN outside. Any argument may be an array.
    """
    times = {"interval": interval, "write_time": write_time, "persist_latency": persist_latency}
    return ask("renewal_goodput", law, {**times, "restart_time": restart_time, "downtime": downtime})


@dataclass(frozen=True, eq=False, repr=False)
class AgingSchedule:
    """When to checkpoint as the parts age.

    Attributes
    ----------
    times : ends of the writes since the renewal [s], until the remaining gain is below 1e-6
    goodput : of these times
    note : why there are none, where there are none
    """

    times: np.ndarray[Any, Any]
    goodput: float
    note: str = ""

    def __repr__(self) -> str:
        return f"AgingSchedule({len(self.times)} times, goodput={self.goodput:.6g}{', ' + self.note if self.note else ''})"


def optimal_schedule(law: Law, write_time: float, restart_time: float = 0, downtime: float = 0) -> AgingSchedule:
    """The schedule of checkpoints that maximises goodput as the parts age, the clock renewed after each failure.

    Maximises sum_j (t_j - t_{j-1} - C) S(t_j) / (mean life + D + R). write_time C, restart_time R, downtime D >= 0 [s], the
    last two not exposed to failures. One law, one write time at a time.
    """
    if not isinstance(law, Law):
        raise TypeError(f"optimal_schedule: law must be a failure law of scaling_limits.failures, not {type(law).__name__}")
    times = {"write_time": write_time, "restart_time": restart_time, "downtime": downtime}
    for name, value in times.items():
        if np.ndim(value) or isinstance(value, (str, bytes, bool)) or value is None:
            raise TypeError(f"optimal_schedule: {name} must be a real number, not {value!r}")
    numbers = law._numbers("optimal_schedule")
    found, goodput, note = _core.optimal_schedule(law._owner, numbers, *(float(v) for v in times.values()))
    return AgingSchedule(np.asarray(found), goodput, note)
