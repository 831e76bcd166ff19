# SPDX-License-Identifier: Apache-2.0
"""How the fields of a run change: with its size, field x (N / gpus)^exponent, and by year, field x factor^years."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from . import _core, _evaluate, _format
from ._docs import complete
from ._kernel import describe, find, kernels_of
from ._parameters import Parameters, UnknownField, of_type, single
from ._public import listing
from .catalog import kinds
from .run import TrainingRun
from .storage import Tier
from .typing import Number, Quantity, SomeNumber

_kernels = kernels_of("growth")
globals().update(_kernels)
__all__ = ["PerYear", "PowerLaw", "chinchilla", "crossing_probability", "fixed", "per_year", "power_law", "proportional"]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)

_kinds = kinds("growth")


class PowerLaw(Parameters, group="growth", kind=_kinds["power_law"]):
    """One exponent per growing field; fields that are not named stay as they are. Frozen.

    A law may name parts of a restart too, which grow where a limit is asked for with `restart`: ``schedule_time=0.3``.

    The laws of this module are called to be had, ``growth.chinchilla()``, and may be used as they are,
    ``growth.chinchilla.at(run, gpus)``.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.growth.PowerLaw(checkpoint_bytes=0.5).at(run, 4 * run.gpus).checkpoint_bytes / run.checkpoint_bytes
    2.0
    """

    __slots__ = ()

    def __init__(self, **exponents: float) -> None:
        if "gpus" in exponents:
            raise UnknownField("growth: 'gpus' is the size itself, it cannot grow with the size")
        if unknown := exponents.keys() - self._fields.keys():
            try:  # of a restart, and no part that grows by a law
                _core.respelled(self._group, self._kind, dict.fromkeys(unknown, 0.0))
            except ValueError as error:
                raise UnknownField(str(error)) from None
        # a law is one for all sizes: NumPy's numbers are plain ones
        super().__init__(**{name: single(x) for name, x in exponents.items()})
        if self._part is None:
            name = next(n for n, v in self._values.items() if not isinstance(v, float | int))
            raise TypeError(f"growth: {name} must be one real number, not an array")

    @property
    def exponents(self) -> dict[str, float]:
        """The exponents that are not zero, by field."""
        return {name: float(x) for name, x in self._values.items() if x}

    def with_(self, **exponents: float) -> Self:
        """The same law with some exponents added or changed.

        Parameters
        ----------
        exponents : by field of TrainingRun, or part of a restart
        """
        return self.replace(**exponents)

    def at(self, run: TrainingRun, gpus: Quantity) -> TrainingRun:
        """The run grown to a number of GPUs, which may be an array: its fields follow the law, relative to run.gpus.

        A run has no parts of a restart: a law that names some is refused.

        Parameters
        ----------
        gpus : the size, > 0; may be an array
        """
        of_type("growth", "run", run, TrainingRun)
        return TrainingRun(**_evaluate.ask("grown", run, self, numbers={"gpus": gpus}).amounts())

    def saved_to(self, tier: Tier) -> Self:
        """The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job."""
        of_type("growth", "tier", tier, Tier)
        of_one = tier._single()
        if of_one is None:
            raise ValueError("growth: per_gpu of the tier must be one value, not an array")
        found = _evaluate.ask("growth_saved_to", self, of_one).amounts()
        return type(self)(**found)

    def __call__(self) -> Self:
        """The law itself."""
        return self

    def __repr__(self) -> str:
        if not self.exponents:
            return "fixed()"
        return f"power_law({', '.join(f'{name}={_format.number(x)}' for name, x in self.exponents.items())})"


def power_law(**exponents: float) -> PowerLaw:
    """A growth law from one exponent per field of TrainingRun, and per part of its restart where that is given by parts.

    Parameters
    ----------
    exponents : one per field of TrainingRun, or of RestartParts, that grows; 0.5: with the square root of the size

    Examples
    --------
    >>> sl.growth.power_law(checkpoint_bytes=0.5)
    power_law(checkpoint_bytes=0.5)
    >>> law, restart = sl.growth.power_law(schedule_time=0.3), sl.RestartParts(schedule_time=300)
    >>> round(sl.limits.max_gpus(sl.published.llama3_405b(), sl.limits.peak_throughput(), law, restart=restart).value, -3)
    207000.0
    """
    return PowerLaw(**exponents)


def _preset(name: str) -> PowerLaw:
    return PowerLaw(**{row["name"]: row["default"] for row in _kinds[name]["rows"]})


#: The same model and storage at every size.
fixed = _preset("fixed")
#: Compute-optimal training for a fixed time: checkpoint bytes grow with the square root of the size.
chinchilla = _preset("chinchilla")
#: Checkpoint bytes in proportion to the GPUs, all else fixed.
proportional = _preset("proportional")


class PerYear(Parameters, group="yearly", kind=kinds("yearly")["per_year"]):
    """A factor per year for each field of a run; those that are not named are 1, no growth. Frozen.

    What PowerLaw is in size, this is in time: both make a run from a run. A factor may be an array.

    Examples
    --------
    >>> law = sl.growth.PerYear(write_bandwidth=2.0)
    >>> law.at(sl.published.llama3_405b(), 3).write_bandwidth
    16000000000000.0
    """

    __slots__ = ()

    @property
    def factors(self) -> dict[str, SomeNumber]:
        """The factors that are not 1, by field."""
        return {name: x for name, x in self._values.items() if np.ndim(x) or x != 1}

    def at(self, run: TrainingRun, years: Quantity) -> TrainingRun:
        """The run after so many years of 365.25 days, before its own where they are negative; may be an array.

        Parameters
        ----------
        years : since the run's own date
        """
        of_type("per_year", "run", run, TrainingRun)
        numbers = _evaluate.in_range("of_year", {"years": years})
        return TrainingRun(**_evaluate.ask("of_year", run, self, numbers=numbers).amounts())

    def __repr__(self) -> str:
        shown = (f"{name}={_format.value_text(x, '1')}" for name, x in self.factors.items())
        return f"per_year({', '.join(shown)})"


def per_year(**factors: Quantity) -> PerYear:
    """Growth by year from one factor per year and field of TrainingRun.

    Parameters
    ----------
    factors : by field of TrainingRun, > 0 and finite; 2: doubles every year, 0.7: falls to 70 % every year

    Examples
    --------
    >>> sl.growth.per_year(write_bandwidth=2.0, initialization_time=0.7)
    per_year(write_bandwidth=2, initialization_time=0.7)
    """
    return PerYear(**factors)


_crossing_probability = find("growth._crossing_probability")


def crossing_probability(years: Quantity, *, demand: Any, demand_factor: Any, supply: Any, supply_factor: Any) -> Number:
    """Probability that demand is as large as supply after so many years, or larger; all four are log-normal.

    Phi(m/s), m the difference of the means of the logarithms and s its standard deviation; factors are uncertain but the same
    every year. NaN for an interval that is not 0 < low <= high.

    Parameters
    ----------
    demand, supply : at the start, in one unit: (low, high), an interval that holds it with 90 %; a log-normal of
        ``sl.uncertainty``, or a frozen one of SciPy; a number that is known
    demand_factor, supply_factor : growth per year, likewise

    References
    ----------
    Derived: the logarithm of demand over supply is normal, its variance grows with the square of the time.

    Examples
    --------
    >>> of = {"demand": (1e4, 3e4), "supply": (5e5, 2e6), "demand_factor": (2, 3), "supply_factor": (1.2, 1.6)}
    >>> sl.growth.crossing_probability([4, 6, 8], **of).round(4)
    array([0.014 , 0.2727, 0.6478])
    """
    ends: list[Any] = []
    given = {"demand": demand, "demand_factor": demand_factor, "supply": supply, "supply_factor": supply_factor}
    for name, value in given.items():
        ends += _interval(name, value)
    found: Number = _crossing_probability(years, *ends)
    return found


def _interval(name: str, value: Any) -> tuple[Any, Any]:
    """The 5 and 95 % of a log-normal, however it is given."""
    quantile = getattr(value, "ppf", None) or getattr(value, "quantile", None)
    if callable(quantile) and not isinstance(value, type) and not hasattr(value, "dtype"):
        low, middle, high = (quantile(p) for p in (0.05, 0.5, 0.95))
        with np.errstate(all="ignore"):
            if not np.all(np.abs(np.asarray(middle) ** 2 / (np.asarray(low) * np.asarray(high)) - 1) < 1e-6):
                raise ValueError(f"crossing_probability: {name} must be log-normal, not {value!r}")
        return low, high
    if isinstance(value, tuple | list):
        if len(value) != 2:
            raise ValueError(f"crossing_probability: {name} must be (low, high), not {len(value)} numbers")
        return value[0], value[1]
    if isinstance(value, str | bytes | dict | set) or value is None:
        raise TypeError(f"crossing_probability: {name} must be (low, high) or a log-normal, not {describe(value)}")
    return value, value


# how figures name the laws
_named = {"model fixed": fixed, "Chinchilla": chinchilla, "proportional": proportional}


def _name_of(law: PowerLaw) -> str:
    for name, one in _named.items():
        if law.exponents == one.exponents:
            return f"{name} growth" if one.exponents else name
    return ", ".join(f"{field.replace('_', ' ')} ~ N^{exponent:g}" for field, exponent in law.exponents.items())


complete(__all__, globals())
