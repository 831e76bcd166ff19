# SPDX-License-Identifier: Apache-2.0
"""Lives out of a log: laws that fit them, how well, and survival without a law."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

from . import _core, _evaluate
from ._kernel import find, suggestion
from ._laws import Law, laws
from ._parameters import checked, column
from .results import Answered
from .typing import Number, Quantity

#: laws that can be fitted
fitted_laws = tuple(_evaluate.words_of("fit")["law"])
_classes = {cls._kind: cls for cls in laws.values()}
_confidence = next(row for row in _evaluate.rows_of("fit") if row.name == "confidence")
_pieces = next(row for row in _evaluate.rows_of("goodness_of_fit") if row.name == "pieces")


class Interval(NamedTuple):
    """The ends of an interval.

    Attributes
    ----------
    lower : below it lies what is asked for with half of what the confidence leaves
    upper : above it the other half

    Examples
    --------
    >>> round(sl.failures.mtbf_interval(419, 54 * sl.units.day).lower / sl.units.hour, 3)
    2.811
    """

    lower: Number
    upper: Number


class GoodnessOfFit(Answered, question="goodness_of_fit", single=True):
    """Failures in pieces of time, against those that a fitted law expects there.

    Examples
    --------
    >>> fit = sl.failures.fit([3600.0 * k for k in range(1, 61)], law="exponential")
    >>> fit.goodness(5).p_value < 0.05
    True
    """


class Fit(Answered, question="fit", single=True, left_out=("value", "low", "high"), beside=("lives",)):
    """A failure law fitted to lives.

    Attributes
    ----------
    law : the law, a value like any other: it can be asked, simulated, saved
    parameters : its parameters by name, times in seconds
    lives : what it was fitted to: durations, observed, entry

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 3.8e6], [True, True, True, False], law="exponential")
    >>> fit.law
    Exponential(mean=1000 h)
    >>> fit.law.survival(3.6e6)
    0.36787944117144233
    """

    law: Law
    parameters: dict[str, float]
    lives: tuple[Any, ...]

    def interval(self, name: str, confidence: float = 0.95) -> Interval:
        """What holds a parameter with a confidence: of an exponential chi-squared of the count, else by profile likelihood.

        Parameters
        ----------
        name : of the parameter
        confidence : in (0, 1)

        Examples
        --------
        >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False], law="weibull")
        >>> lower, upper = fit.interval("shape")
        >>> lower < fit.parameters["shape"] < upper
        True
        """
        one_of("fit", "name", name, list(self.parameters))
        asked = float(checked("fit", _confidence, confidence))
        if asked not in self._ends:
            self._ends[asked] = _ends_of(_ask_of("fit", self.lives, self._word, {"confidence": asked}).columns)
        return self._ends[asked][name]

    def goodness(self, pieces: int = 0) -> GoodnessOfFit:
        """How well the law goes with the lives: chi-squared of failures in pieces of time of as many expected ones.

        Parameters
        ----------
        pieces : of time, at least 3; 0: one for ten failures, 5 to 20

        Examples
        --------
        >>> fit = sl.failures.fit([3600.0 * k for k in range(1, 61)], law="weibull")
        >>> fit.goodness(5).degrees
        4.0
        """
        given = {"pieces": checked("goodness_of_fit", _pieces, pieces)}
        return _ask_of("goodness_of_fit", self.lives, self._word, given).to(GoodnessOfFit)

    @property
    def _word(self) -> str:
        return type(self.law)._kind

    @cached_property
    def _ends(self) -> dict[float, dict[str, Interval]]:
        """Intervals by confidence and parameter, as far as they were asked for: each answer has those of all parameters."""
        return {}


class SurvivalCurve(Answered, question="kaplan_meier", single=True):
    """Survival of lives without any law: a staircase that falls where some failed.

    Examples
    --------
    >>> curve = sl.failures.kaplan_meier([6, 6, 6, 6, 7], [True, True, True, False, True])
    >>> curve.survival
    array([0.4, 0. ])
    """


def fit(durations: Quantity, observed: Any = None, law: str = "weibull", entry: Quantity | None = None) -> Fit:
    """A failure law fitted to lives by maximum likelihood.

    Parameters
    ----------
    durations : age of each part when it was last seen, > 0 [s]
    observed : whether it failed then; default: all did. The others are right-censored: they live longer
    law : "exponential", "weibull", "lognormal", "gamma" or "two_piece", a constant hazard that changes once
    entry : age of each when it was first seen [s], below its duration (left truncation); default: new

    Examples
    --------
    >>> fit = sl.failures.fit([1e6, 2e6, 4e6, 5e6], [True, True, True, False])
    >>> round(fit.parameters["shape"], 3)
    1.517
    """
    one_of("fit", "law", law, fitted_laws)
    lives = _lives("fit", durations, observed, entry)
    answer = _ask_of("fit", lives, law, {})
    values = dict(zip(answer.columns["parameters"], answer.columns["value"], strict=True))
    made = answer.to(Fit, law=_classes[law](**values), parameters=values, lives=lives)
    made._ends[cast("float", _confidence.default)] = _ends_of(answer.columns)
    return made


def kaplan_meier(
    durations: Quantity, observed: Any = None, entry: Quantity | None = None, confidence: float = 0.95
) -> SurvivalCurve:
    """Survival of lives without any law (Kaplan and Meier), with a band (Greenwood, of ln(-ln S)).

    Parameters
    ----------
    durations : age of each part when it was last seen, > 0 [s]
    observed : whether it failed then; default: all did
    entry : age of each when it was first seen [s]; default: new
    confidence : of the band at one time, in (0, 1)

    Examples
    --------
    >>> sl.failures.kaplan_meier([6, 6, 6, 6, 7], [True, True, True, False, True]).times
    array([6., 7.])
    """
    lives = _lives("kaplan_meier", durations, observed, entry)
    given = {"confidence": checked("kaplan_meier", _confidence, confidence)}
    return _ask_of("kaplan_meier", lives, None, given).to(SurvivalCurve)


def mtbf_interval(events: Quantity, exposure: Quantity, confidence: Quantity = 0.95) -> Interval:
    """What holds the MTBF with a confidence, from a count of failures: the ends of ``mtbf_from_events``.

    Without an event the lower end is one-sided, exposure / -ln(1 - confidence), and the upper infinite.

    Parameters
    ----------
    events : failures, >= 0
    exposure : running time in which they were counted [s]
    confidence : in (0, 1)

    Examples
    --------
    >>> lower, upper = sl.failures.mtbf_interval(419, 54 * sl.units.day)
    >>> round(lower / sl.units.hour, 3), round(upper / sl.units.hour, 3)
    (2.811, 3.412)
    """
    _, lower, upper = find("failures.mtbf_from_events")(events, exposure, confidence)
    return Interval(lower, upper)


def _ends_of(found: dict[str, Any]) -> dict[str, Interval]:
    return {name: Interval(*ends) for name, *ends in zip(found["parameters"], found["low"], found["high"], strict=True)}


def _lives(owner: str, durations: Any, observed: Any, entry: Any) -> tuple[Any, ...]:
    """Three columns as they are kept, None for those not given."""
    columns = (("durations", durations), ("observed", observed), ("entry", entry))
    return tuple(None if given is None else column(owner, name, given) for name, given in columns)


def one_of(owner: str, name: str, word: Any, known: Sequence[str]) -> None:
    """Refuses a word that is none of those known, with the nearest of them."""
    if not isinstance(word, str) or word not in known:
        nearest = suggestion(word, known) if isinstance(word, str) else ""
        raise ValueError(
            f"{owner}: {name} = {word!r} must be one of {', '.join(map(repr, known))}{nearest if 'did you' in nearest else ''}"
        )


def _ask_of(question: str, lives: tuple[Any, ...], law: str | None, asked: dict[str, Any]) -> _evaluate.Answer:
    given = zip(("durations", "observed", "entry"), lives, strict=True)
    arguments: dict[str, Any] = {name: _core.Numbers(numbers) for name, numbers in given if numbers is not None}
    if law is not None:
        arguments["law"] = law
    return _evaluate.ask(question, numbers=asked, arguments=arguments)
