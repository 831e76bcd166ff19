# SPDX-License-Identifier: Apache-2.0
"""Distributions of uncertain inputs, made from the catalogue's kinds; fits and counts of failures as such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import numpy as np

from . import _arrays, _evaluate, _format
from ._fits import Fit, one_of
from ._kernel import describe, find
from ._parameters import Parameters, checked, of_type
from .catalog import kinds
from .results import Result
from .typing import Number, Quantity

_kinds = kinds("distribution")
_Column = np.ndarray[Any, Any]


class Input:
    """Base of all that may be uncertain: what answers ``quantile`` and ``mean``, in the unit of the input.

    Examples
    --------
    >>> isinstance(sl.uncertainty.lognormal(1, 10), sl.uncertainty.Input)
    True
    """

    __slots__ = ()

    def quantile(self, probability: Quantity) -> Number:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : in [0, 1]; NaN outside
        """
        raise NotImplementedError

    @property
    def mean(self) -> Number:
        """The mean; inf where there is none."""
        raise NotImplementedError

    def _coefficients(self) -> tuple[Any, ...]:
        """What the quantile is worked out with, found once for all points."""
        return ()

    def _of_uniform(self, uniform: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        """The quantiles at numbers in (0, 1)."""
        out[:] = self.quantile(uniform)

    def _of_normal(self, normal: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        """The values at standard normals."""
        from scipy.special import ndtr

        self._of_uniform(ndtr(normal), out, coefficients)


class Distribution(Parameters, Input):
    """Base of the distributions by name. Any number may be an array, but not where points are drawn.

    Examples
    --------
    >>> sl.uncertainty.lognormal(1, [10, 100]).quantile(0.5)
    array([ 3.16227766, 10.        ])
    """

    __slots__ = ()
    #: the kernels of parameters, of the quantile and, where there is one, at a standard normal; and the fields of each
    _kernels: ClassVar[tuple[str, str, str]] = ("", "", "")
    _is_normal: ClassVar[bool] = False  # on the axis on which its quantile is computed
    _given_by: ClassVar[tuple[str, ...]] = ()
    _bounds: ClassVar[tuple[str, ...]] = ()

    def quantile(self, probability: Quantity) -> Number:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : in [0, 1]; NaN outside
        """
        return find(self._kernels[1])(probability, *self._coefficients())

    @property
    def mean(self) -> Number:
        """The mean; inf where there is none."""
        return cast("Number", _evaluate.ask("distribution_mean", self).columns["distribution_mean"])

    def _coefficients(self) -> tuple[Any, ...]:
        values = self._values
        found = find(self._kernels[0])(*(values[name] for name in self._given_by))
        return (*found, *(values[name] for name in self._bounds))

    def _of_uniform(self, uniform: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        if self._is_normal:  # SciPy's quantile of a normal is the faster one
            from scipy.special import ndtri

            self._of_normal(ndtri(uniform, out=out), out, coefficients)
        else:
            find(self._kernels[1]).ufunc(uniform, *coefficients, out=out)

    def _of_normal(self, normal: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        if self._kernels[2]:
            find(self._kernels[2]).ufunc(normal, *coefficients, out=out)
        else:
            super()._of_normal(normal, out, coefficients)


_interval = ("low", "high", "credibility")


class lognormal(Distribution, group="distribution", kind=_kinds["lognormal"], positional=True):
    """An input > 0 known by an interval with as much left out on either side: its logarithm is normal.

    Examples
    --------
    >>> mttf = sl.uncertainty.lognormal(25_000, 100_000)
    >>> round(mttf.quantile(0.5)), round(mttf.mean)
    (50000, 54643)
    """

    __slots__ = ()
    _kernels = ("uncertainty.lognormal_parameters", "uncertainty.lognormal_quantile", "uncertainty._lognormal_at")
    _is_normal = True
    _given_by = _interval


class normal(Distribution, group="distribution", kind=_kinds["normal"], positional=True):
    """A normal input known by an interval with as much left out on either side.

    Examples
    --------
    >>> round(sl.uncertainty.normal(-1, 3).quantile(0.5), 12)
    np.float64(1.0)
    """

    __slots__ = ()
    _kernels = ("uncertainty.normal_parameters", "uncertainty.normal_quantile", "uncertainty._normal_at")
    _is_normal = True
    _given_by = _interval


class beta(Distribution, group="distribution", kind=_kinds["beta"], positional=True):
    """A share in (0, 1) known by an interval with as much left out on either side.

    Examples
    --------
    >>> round(sl.uncertainty.beta(0.2, 0.6).mean, 6)
    0.391605
    """

    __slots__ = ()
    _kernels = ("uncertainty.beta_parameters", "uncertainty.beta_quantile", "")
    _given_by = _interval


class metalog(Distribution, group="distribution", kind=_kinds["metalog"], positional=True):
    """An input known by three quantiles, with or without bounds (Keelin 2016).

    Examples
    --------
    >>> duration = sl.uncertainty.metalog(5.18e6, 1.56e7, 2.33e7, lower=0)
    >>> round(duration.quantile(0.95))
    25182482
    """

    __slots__ = ()
    _kernels = ("uncertainty.metalog_coefficients", "uncertainty.metalog_quantile", "uncertainty._metalog_at")
    _given_by = ("low", "median", "high", "probability", "lower", "upper")
    _bounds = ("lower", "upper")


class empirical(Distribution, group="distribution", kind=_kinds["empirical"]):
    """The observed values, each as likely as the others: a staircase.

    Examples
    --------
    >>> sl.uncertainty.empirical([3, 1, 2]).quantile(0.5)
    2.0
    """

    __slots__ = ()

    def __init__(self, values: Sequence[float] | _Column) -> None:
        _arrays.refuse_masked("empirical: values", values)
        try:
            array = np.asarray(values)
        except ValueError:
            raise ValueError("empirical: values must be a list of numbers, not of lists of different lengths") from None
        if array.dtype.kind not in "iuf" and array.size:
            raise TypeError(f"empirical: values must be real numbers, not {describe(values)}")
        if array.ndim != 1 or array.size == 0:
            raise ValueError("empirical: values must be a list of at least one value")
        super().__init__(values=tuple(np.sort(array.astype(np.float64)).tolist()))

    @property
    def values(self) -> tuple[float, ...]:
        """The observed values, in rising order."""
        found: tuple[float, ...] = self._structure["values"]
        return found

    def quantile(self, probability: Quantity) -> Number:
        """What the input stays below with a probability.

        Parameters
        ----------
        probability : in [0, 1]; NaN outside
        """
        asked = _evaluate.ask("distribution_quantile", self, numbers={"probability": probability})
        return cast("Number", asked.columns["distribution_quantile"])

    def _coefficients(self) -> tuple[Any, ...]:
        return ()

    def _of_uniform(self, uniform: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        out[:] = self.quantile(uniform)

    def __repr__(self) -> str:
        return f"empirical({len(self.values)} values, mean {_format.number(self.mean, 6)})"


class Mtbf(Input):
    """What a count of failures leaves open of their MTBF; made by ``mtbf``.

    Attributes
    ----------
    events, exposure : failures, and the running time in which they were counted [s]

    Examples
    --------
    >>> sl.uncertainty.mtbf(419, 54 * sl.units.day)
    Mtbf(419 failures in 1296 h, median 3.09185 h)
    """

    __slots__ = ("events", "exposure")

    def __init__(self, events: float, exposure: float) -> None:
        self.events, self.exposure = events, exposure

    def quantile(self, probability: Quantity) -> Number:
        """What the MTBF stays below with a probability [s].

        Parameters
        ----------
        probability : in (0, 1); NaN outside
        """
        return cast("Number", find("failures.mtbf_quantile")(self.events, self.exposure, probability))

    @property
    def mean(self) -> float:
        """The mean of what it may be [s]; inf for no failure."""
        return self.exposure / (self.events - 0.5) if self.events > 0.5 else np.inf

    def __eq__(self, other: object) -> bool:
        return type(other) is Mtbf and (self.events, self.exposure) == (other.events, other.exposure)

    def __hash__(self) -> int:
        return hash((Mtbf, self.events, self.exposure))

    def __repr__(self) -> str:
        window, median = (_format.quantity(x, "s", 6) for x in (self.exposure, self.quantile(0.5)))
        return f"Mtbf({_format.number(self.events)} failures in {window}, median {median})"


def mtbf(events: float, exposure: float) -> Mtbf:
    """The MTBF of failures of which so many were counted, as uncertain as that leaves it: what ``plan_from_log`` draws from.

    The rate has the posterior of which nothing else is known, gamma of shape events + 1/2 (Jeffreys). With the exposure in
    GPU-seconds it is a run's ``gpu_mttf``.

    Parameters
    ----------
    events : failures, >= 0
    exposure : running time in which they were counted [s]

    Examples
    --------
    >>> gpu_mttf = sl.uncertainty.mtbf(419, 16_384 * 54 * sl.units.day)
    >>> round(gpu_mttf.quantile(0.05) / sl.units.hour), round(gpu_mttf.quantile(0.95) / sl.units.hour)
    (46796, 54954)
    """
    return Mtbf(*(_one_of_count(name, value) for name, value in (("events", events), ("exposure", exposure))))


def _one_of_count(name: str, value: Any) -> float:
    found = checked("mtbf", next(row for row in _evaluate.rows_of("mtbf_samples") if row.name == name), value)
    if np.ndim(found):
        raise TypeError(f"mtbf: {name} must be one real number, not {describe(value)}")
    return float(found)


class FitParameter(Input):
    """What a fit leaves open of one parameter of its law: the ends of its intervals at every confidence; made by ``of_fit``.

    Attributes
    ----------
    fit, name : the fit, and the parameter

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6, 3e6, 6e6], law="weibull")
    >>> shape = sl.uncertainty.of_fit(fit, "shape")
    >>> round(shape.quantile(0.5), 3) == round(fit.parameters["shape"], 3)
    True
    """

    __slots__ = ("_logs", "_normals", "fit", "name")
    _reach = 4.0  # deviations to which intervals are asked for; beyond, the logarithm goes on straight

    def __init__(self, fit: Fit, name: str) -> None:
        from scipy.special import ndtr

        self.fit, self.name = fit, name
        middle = fit.parameters[name]
        self._normals = np.linspace(-self._reach, self._reach, 33)
        half = self._normals[self._normals > 0]
        ends = np.array([fit.interval(name, float(2 * ndtr(z) - 1)) for z in half])
        values = np.concatenate([ends[::-1, 0], [middle], ends[:, 1]])
        if not (np.isfinite(values).all() and (np.diff(values) > 0).all()):
            raise ValueError(f"of_fit: the lives leave {name} open: its interval has no end at some confidence")
        self._logs = np.log(values) if values[0] > 0 else values

    def quantile(self, probability: Quantity) -> Number:
        """What the parameter stays below with a confidence.

        Parameters
        ----------
        probability : in [0, 1]; NaN outside
        """
        from scipy.special import ndtri

        with np.errstate(invalid="ignore"):
            found = self._at(np.asarray(ndtri(probability), dtype=float))
        return found if found.ndim else float(found)

    def _at(self, normal: _Column) -> _Column:
        from scipy.interpolate import PchipInterpolator

        z, logs = self._normals, self._logs
        inner = PchipInterpolator(z, logs, extrapolate=False)(np.clip(normal, z[0], z[-1]))
        slopes = (logs[1] - logs[0]) / (z[1] - z[0]), (logs[-1] - logs[-2]) / (z[-1] - z[-2])
        beyond = np.minimum(normal - z[0], 0) * slopes[0] + np.maximum(normal - z[-1], 0) * slopes[1]
        found = inner + beyond
        return cast("_Column", np.exp(found) if self._positive else found)

    @property
    def _positive(self) -> bool:
        return self.fit.law._fields[self.name].lower >= 0

    def _of_uniform(self, uniform: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        from scipy.special import ndtri

        out[:] = self._at(ndtri(uniform))

    def _of_normal(self, normal: _Column, out: _Column, coefficients: tuple[Any, ...]) -> None:
        out[:] = self._at(normal)

    @property
    def mean(self) -> float:
        """The mean over its confidence distribution."""
        normal = np.linspace(-8, 8, 1601)
        weight = np.exp(-normal * normal / 2)
        return float(self._at(normal) @ weight / weight.sum())

    def __eq__(self, other: object) -> bool:
        return type(other) is FitParameter and self.name == other.name and self.fit == other.fit

    def __hash__(self) -> int:
        return hash((FitParameter, self.name, self.fit))

    def __repr__(self) -> str:
        unit = self.fit.law._fields[self.name].unit
        shown = [_format.quantity(self.quantile(p), unit, 4) for p in (0.5, 0.05, 0.95)]
        return f"FitParameter({self.name} of {self.fit._word}, {shown[0]}, 90 %: {shown[1]} to {shown[2]})"


def of_fit(fit: Fit, name: str) -> Mtbf | FitParameter:
    """One parameter of a fitted failure law, as uncertain as the lives leave it.

    The mean of an exponential is ``mtbf`` of its count. Another parameter has its confidence distribution by profile
    likelihood: the ends of its interval at confidence c are its quantiles at (1 - c)/2 and (1 + c)/2. Each parameter stands
    alone: that those of one law go together is not in it.

    Parameters
    ----------
    fit : what ``failures.fit`` found
    name : of the parameter

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 3.8e6], [True, True, True, False], law="exponential")
    >>> sl.uncertainty.of_fit(fit, "mean")
    Mtbf(3 failures in 3000 h, median 945.506 h)
    """
    of_type("of_fit", "fit", fit, Fit)
    one_of("of_fit", "name", name, list(fit.parameters))
    if fit._word == "exponential":
        return Mtbf(fit.events, fit.exposure)
    return FitParameter(fit, name)


class Frozen(Input):
    """A distribution of SciPy, as SciPy answers it."""

    __slots__ = ("law",)

    def __init__(self, law: Any) -> None:
        self.law = law

    def quantile(self, probability: Quantity) -> Number:
        """SciPy's ``ppf``, or ``icdf``."""
        return cast("Number", (self.law.ppf if hasattr(self.law, "ppf") else self.law.icdf)(probability))

    @property
    def mean(self) -> float:
        """SciPy's mean."""
        return float(self.law.mean())

    def __repr__(self) -> str:
        name = getattr(getattr(self.law, "dist", None), "name", type(self.law).__name__)
        given = [*map(str, getattr(self.law, "args", ())), *(f"{k}={v}" for k, v in getattr(self.law, "kwds", {}).items())]
        return f"{name}({', '.join(given)})"


def as_input(owner: str, name: str, given: Any) -> Input:
    """What may be an input as one: a distribution, a fit's parameter, samples of a plan, a frozen distribution of SciPy."""
    if isinstance(given, Distribution):
        array = next((n for n, x in given._values.items() if x is not None and np.ndim(x)), None)
        if array is not None:
            raise ValueError(f"{owner}: inputs[{name!r}]: {array} must be one number, not an array")
        return given
    if isinstance(given, Input):
        return given
    if isinstance(given, Result) and isinstance(samples := getattr(given, "samples", None), np.ndarray):
        return empirical(samples)  # even quantiles, as plan_from_log has them
    if not isinstance(given, type) and (callable(getattr(given, "ppf", None)) or callable(getattr(given, "icdf", None))):
        return Frozen(given)
    raise TypeError(
        f"{owner}: inputs[{name!r}] must be a distribution (lognormal, normal, beta, metalog, empirical, of_fit, mtbf, or a"
        f" frozen one of SciPy), not {describe(given)}"
    )


def one_credibility(owner: str, value: Any) -> float:
    """A credibility in (0, 1)."""
    found = checked(owner, lognormal._fields["credibility"], value)
    if np.ndim(found):
        raise TypeError(f"{owner}: credibility must be one real number, not {describe(value)}")
    return float(found)
