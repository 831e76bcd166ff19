# SPDX-License-Identifier: Apache-2.0
"""Failure laws as values, made from the catalogue's kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from . import _arrays, _evaluate, _format
from ._parameters import Parameters, made_class, of_type
from .catalog import kinds
from .typing import Number, Quantity


class Law(Parameters):
    """Base of the failure laws: the time to failure of one part [s]. Any field may be an array.

    Examples
    --------
    >>> sl.failures.Exponential(mean=3600).survival([0, 3600])
    array([1.        , 0.36787944])
    """

    __slots__ = ()
    _way = "; lives of your own make an Empirical"

    @property
    def mean(self) -> Number:
        """Mean life [s]."""
        return self._ask("mean")

    def survival(self, time: Quantity) -> Number:
        """P(life > time)."""
        return self._ask("survival", time=time)

    def hazard(self, time: Quantity) -> Number:
        """Failures per second of those alive at that age [1/s]."""
        return self._ask("hazard", time=time)

    def cumulative_hazard(self, time: Quantity) -> Number:
        """-ln survival."""
        return self._ask("cumulative_hazard", time=time)

    def mean_beyond(self, time: Quantity) -> Number:
        """The integral of survival from that age on [s]: the mean at 0."""
        return self._ask("mean_beyond", time=time)

    def quantile(self, probability: Quantity) -> Number:
        """The age [s] that a life stays below with that probability in [0, 1]; NaN outside.

        Parameters
        ----------
        probability : in [0, 1]
        """
        return self._ask("quantile", probability=probability)

    def _ask(self, question: str, **numbers: Any) -> Any:
        return ask_law(question, self, numbers)


def ask_law(question: str, law: Law, numbers: dict[str, Any]) -> Any:
    """A law's answer for every element of the arguments and of the law's own fields, in their array type."""
    of_type(question, "law", law, Law)
    return _evaluate.ask(question, law, numbers=numbers).columns[question]


_kinds = kinds("failure_law")
_own = ("weibull", "lognormal", "gamma", "empirical")  # with a word more to say than the table
laws: dict[str, type[Law]] = {
    kind["owner"]: made_class(Law, "failure_law", kind["owner"], kind, "scaling_limits.failures")
    for name, kind in _kinds.items()
    if name not in _own
}


class Weibull(Law, group="failure_law", kind=_kinds["weibull"]):
    """survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above. Mean scale x Gamma(1 + 1/shape)."""

    __slots__ = ()

    @classmethod
    def from_mean(cls, *, mean: Quantity, shape: Quantity) -> Self:
        """The law of a mean life.

        Parameters
        ----------
        mean : the mean life, > 0 [s]
        shape : > 0, as of the class
        """
        return cls(shape=shape, scale=_from_mean(cls, "weibull", mean, shape=shape))


class Lognormal(Law, group="failure_law", kind=_kinds["lognormal"]):
    """log(life in s) is normal of mean mu and standard deviation sigma. Mean life exp(mu + sigma^2 / 2)."""

    __slots__ = ()

    @classmethod
    def from_mean(cls, *, mean: Quantity, sigma: Quantity) -> Self:
        """The law of a mean life.

        Parameters
        ----------
        mean : the mean life, > 0 [s]
        sigma : > 0, as of the class
        """
        return cls(mu=_from_mean(cls, "lognormal", mean, sigma=sigma), sigma=sigma)


class Gamma(Law, group="failure_law", kind=_kinds["gamma"]):
    """survival = Q(shape, t / scale): early failures for a shape below 1, wear above, 1/scale at last. Mean shape x scale."""

    __slots__ = ()

    @classmethod
    def from_mean(cls, *, mean: Quantity, shape: Quantity) -> Self:
        """The law of a mean life.

        Parameters
        ----------
        mean : the mean life, > 0 [s]
        shape : > 0, as of the class
        """
        return cls(shape=shape, scale=_from_mean(cls, "gamma", mean, shape=shape))


def _from_mean(cls: type[Law], kind: str, mean: Any, **other: Any) -> Any:
    answer = _evaluate.ask(f"{kind}_from_mean", numbers={"mean": mean, **other})
    return next(iter(answer.columns.values()))


class Empirical(Law, group="failure_law", kind=_kinds["empirical"]):
    """The observed lives [s], each as likely as the others.

    Examples
    --------
    >>> sl.failures.Empirical([3600, 7200, 10_800])
    Empirical(3 lives, mean 2 h)
    """

    __slots__ = ()

    def __init__(self, lives: Sequence[float] | np.ndarray[Any, Any]) -> None:
        _arrays.refuse_masked("Empirical: lives", lives)
        try:
            array = np.asarray(lives)
        except ValueError:
            raise ValueError("Empirical: lives must be a list of numbers, not of lists of different lengths") from None
        if array.dtype.kind not in "iuf" and array.size:
            raise TypeError("Empirical: lives must be real numbers")
        array = array.astype(np.float64)
        if array.ndim != 1 or array.size == 0:
            raise ValueError("Empirical: lives must be a list of at least one life")
        super().__init__(lives=tuple(np.sort(array).tolist()))

    @property
    def lives(self) -> tuple[float, ...]:
        """The observed lives [s], in rising order."""
        found: tuple[float, ...] = self._structure["lives"]
        return found

    def __repr__(self) -> str:
        return f"Empirical({len(self._structure['lives'])} lives, mean {_format.quantity(self.mean, 's')})"


laws |= {"Weibull": Weibull, "Lognormal": Lognormal, "Gamma": Gamma, "Empirical": Empirical}
