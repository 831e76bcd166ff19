# SPDX-License-Identifier: Apache-2.0
"""What a function of uncertain inputs comes to: quantiles and probabilities with their error, and which input does it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, overload

import numpy as np

from ._distributions import one_credibility
from ._format import number as text_of
from ._kernel import describe
from ._parameters import checked, free
from ._points import Design, checked_points, whole
from ._quantiles import quantiles
from .results import Result, Rows, Table, _Cells
from .typing import Number, Quantity

_Column = np.ndarray[Any, Any]
Function = Callable[..., Any]
_WIDTH = 1.959963984540054  # of a 95 % interval, in standard errors
_SHOWN = (0.05, 0.25, 0.5, 0.75, 0.95)
_LARGEST_CALL = 2**18  # points of Sobol indices that are answered in one call


class SobolIndex(NamedTuple):
    """What of the variance of an answer is an input's.

    Attributes
    ----------
    first : the share that would go if the input were known
    total : the share that would stay if all others were

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a + 2 * b, {"a": u.normal(-1, 1), "b": u.normal(-1, 1)})
    >>> round(found.sobol_indices()["b"].first, 2)
    0.8
    """

    first: float
    total: float


@dataclass(frozen=True, eq=False, repr=False)
class Swing(Result):
    """An answer with one input at either end of its interval and the others at their medians.

    Attributes
    ----------
    input : its name
    low, high : the answer with the input at its lower, at its upper end
    median : the answer with all inputs at their medians
    lower_end, upper_end : of the input

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> [row.input for row in found.tornado()]
    ['b', 'a']
    """

    input: str
    low: float
    high: float
    median: float
    lower_end: float
    upper_end: float


@dataclass(frozen=True, eq=False)
class Problem:
    """A function of uncertain inputs, to ask again; `name` is one of several results."""

    function: Function
    design: Design
    name: str | None = None

    def __call__(self, arrays: Mapping[str, _Column], points: int) -> _Column:
        found = results_of(self.function, arrays, points)
        return found[self.name]


@dataclass(frozen=True, eq=False, repr=False)
class Outcome(Result, beside=("inputs",)):
    """The answers at all points; as a table quantiles and the mean with their errors.

    NaN, where there is no answer, lies below all numbers, and infinity above: both are counted, and none is left out. The error
    of a quantile or a probability is that of the points: from ``replicates`` that are independent the deviation of
    their answers over the square root of their number, of plain points that of an order statistic and of a count.

    Attributes
    ----------
    values : the answers, replicate after replicate
    inputs : the inputs at the same points, by name; None: not kept
    replicates : independent shifts of a scrambled set, or hypercubes, that the points are of; 1 of plain points
    method, seed : of the points
    nans, infinite : how many answers are none, and how many infinite
    note : what these numbers mean for the rest

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: a * b, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> round(found.quantile(0.5), 1), round(found.quantile_error(0.5), 1)
    (20.0, 0.1)
    """

    values: _Column
    inputs: dict[str, _Column] | None
    replicates: int
    method: str
    seed: int
    nans: int = field(init=False)
    infinite: int = field(init=False)
    note: str = field(init=False)

    def __post_init__(self) -> None:
        nans, infinite = int(np.isnan(self.values).sum()), int(np.isinf(self.values).sum())
        object.__setattr__(self, "nans", nans)
        object.__setattr__(self, "infinite", infinite)
        object.__setattr__(self, "note", _note(self.values.size, nans, infinite, self.replicates, self.method))

    def quantile(self, q: Quantity) -> Number:
        """What the answer stays below with a probability.

        Parameters
        ----------
        q : in [0, 1]
        """
        return _number(quantiles(self.values, self._probabilities(q)))

    def quantile_error(self, q: Quantity) -> Number:
        """Standard error of a quantile, from the points alone; NaN for one replicate.

        Parameters
        ----------
        q : in [0, 1]
        """
        at = self._probabilities(q)
        if self.method != "random":
            return _number(_error(quantiles(self._parts(), at, axis=-1)))
        n = self.values.size
        ordered = np.sort(np.where(np.isnan(self.values), -np.inf, self.values))
        half = _WIDTH * np.sqrt(n * np.asarray(at) * (1 - np.asarray(at)))
        low, high = (np.clip(np.asarray(at) * n + sign * half - 0.5, 0, n - 1) for sign in (-1, 1))
        with np.errstate(invalid="ignore"):
            wide = ordered[np.ceil(high).astype(int)] - ordered[np.floor(low).astype(int)]
        return _number(wide / (2 * _WIDTH))

    def interval(self, credibility: float = 0.9) -> tuple[float, float]:
        """The ends between which the answer lies with a probability, as much left out on either side.

        Parameters
        ----------
        credibility : the probability, in (0, 1)
        """
        inner = one_credibility("interval", credibility)
        low, high = np.asarray(self.quantile([(1 - inner) / 2, (1 + inner) / 2]))
        return float(low), float(high)

    @property
    def median(self) -> float:
        """What the answer lies above and below alike."""
        return float(self.quantile(0.5))

    @property
    def mean(self) -> float:
        """The mean of all answers; NaN where one is none."""
        with np.errstate(invalid="ignore"):
            return float(np.mean(self.values))

    @property
    def mean_error(self) -> float:
        """Standard error of the mean, from the points alone; NaN for one replicate."""
        with np.errstate(invalid="ignore"):
            if self.method == "random":
                return float(np.std(self.values, ddof=1) / math.sqrt(self.values.size)) if self.values.size > 1 else math.nan
            return float(_error(self._parts().mean(axis=1)))

    def probability(self, *, at_least: Quantity | None = None, at_most: Quantity | None = None) -> Number:
        """The probability that the answer is at least, at most so much, or between; no answer is neither.

        Parameters
        ----------
        at_least : the least that counts
        at_most : the most that counts
        """
        return _number(self._counts("probability", at_least, at_most).mean(axis=(-2, -1)))

    def probability_error(self, *, at_least: Quantity | None = None, at_most: Quantity | None = None) -> Number:
        """Standard error of a probability, from the points alone; NaN for one replicate.

        Parameters
        ----------
        at_least : the least that counts
        at_most : the most that counts
        """
        counts = self._counts("probability_error", at_least, at_most)
        if self.method == "random":
            share = counts.mean(axis=(-2, -1))
            return _number(np.sqrt(share * (1 - share) / self.values.size))
        return _number(_error(counts.mean(axis=-1)))

    def tornado(self, credibility: float = 0.9) -> Rows[Swing]:
        """The answer with each input in turn at either end of its interval, the others at their medians; largest swing first.

        Correlations are not in it: an input moves alone. NaN, where there is no answer, counts as no swing.

        Parameters
        ----------
        credibility : of the inputs' intervals, in (0, 1)
        """
        inner = one_credibility("tornado", credibility)
        problem = self._asked("tornado")
        laws = problem.design.inputs
        ends = np.array([0.5, (1 - inner) / 2, (1 + inner) / 2])
        at = {name: np.array([float(law.quantile(float(p))) for p in ends]) for name, law in laws.items()}
        count = 2 * len(laws) + 1
        arrays = {name: np.full(count, three[0]) for name, three in at.items()}
        for k, (name, three) in enumerate(at.items()):
            arrays[name][2 * k + 1 : 2 * k + 3] = three[1:]
        found = problem(arrays, count)
        rows = [
            Swing(name, *(float(x) for x in (found[2 * k + 1], found[2 * k + 2], found[0], three[1], three[2])))
            for k, (name, three) in enumerate(at.items())
        ]
        return Rows(sorted(rows, key=lambda row: -_swing(row)))

    def rank_correlations(self) -> Table[float]:
        """Spearman's correlation of the answer with each input, strongest first; no answer ranks below all numbers."""
        if self.inputs is None:
            raise ValueError("rank_correlations: the inputs were not kept: propagate(..., keep_inputs=True)")
        from scipy.stats import rankdata

        answers = _standard(rankdata(np.where(np.isnan(self.values), -np.inf, self.values)))
        found = {name: float(_standard(rankdata(column)) @ answers) for name, column in self.inputs.items()}
        return Table(sorted(found.items(), key=lambda item: -abs(item[1])))

    def sobol_indices(self, points: int = 2**12) -> Table[SobolIndex]:
        """What share of the variance is each input's: Saltelli's (2010) first-order and Jansen's total estimates of SciPy.

        Asks the function at points x (inputs + 2) points of its own. Of independent inputs alone. NaN where the answer does not
        vary, or is not always a finite number.

        Parameters
        ----------
        points : of each of the matrices, a power of two
        """
        many, _ = checked_points("sobol_indices", "sobol", points, 1)
        problem = self._asked("sobol_indices")
        if problem.design.correlated:
            names = list(problem.design.inputs)
            listed = ", ".join(repr(names[k]) for k in problem.design.correlated)
            raise ValueError(f"sobol_indices: inputs must be independent; {listed} are correlated")
        from scipy.stats import sobol_indices

        design = replace(problem.design, method="sobol")
        names = list(design.inputs)
        d = len(names)
        both = {half: [np.empty(many) for _ in names] for half in ("A", "B")}
        start = 0
        for block in design.uniforms(design.seeds(1)[0], many, 2 * d):
            stop = start + block.shape[1]
            for half, rows in (("A", block[:d]), ("B", block[d:])):
                design.fill(rows, [column[start:stop] for column in both[half]])
            start = stop
        answers = _mixed_answers(problem, names, both["A"], both["B"], many)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            if not (np.isfinite(answers).all() and np.ptp(answers[0]) > 0):
                return Table({name: SobolIndex(math.nan, math.nan) for name in names})
            of = {"f_A": answers[0][None], "f_B": answers[1][None], "f_AB": answers[2:, None]}
            found = sobol_indices(func=of, n=many)
        first, total = np.ravel(found.first_order), np.ravel(found.total_order)
        return Table({name: SobolIndex(float(s), float(t)) for name, s, t in zip(names, first, total, strict=True)})

    def as_dict(self) -> dict[str, Any]:
        """The answer in numbers, for JSON: quantiles and the mean with their errors, what was counted. The values are `values`.

        Returns
        -------
        dict
            ``{"points", "replicates", "method", "seed", "quantiles": [{"q", "value", "error"}], "mean", ...}``.
        """
        from .results import plain

        shown = [{"q": q, "value": self.quantile(q), "error": self.quantile_error(q)} for q in _SHOWN]
        found: dict[str, Any] = {"points": self.values.size}
        found |= {name: getattr(self, name) for name in ("replicates", "method", "seed")}
        found |= {"quantiles": shown, "mean": self.mean, "mean_error": self.mean_error}
        return {
            name: plain(value) for name, value in (found | {n: getattr(self, n) for n in ("nans", "infinite", "note")}).items()
        }

    def _whole(self) -> dict[Any, Any]:
        return {None: self}

    def _rows(self) -> dict[Any, Any]:
        rows = {f"{q:.0%}": (self.quantile(q), self.quantile_error(q)) for q in _SHOWN} | {"mean": (self.mean, self.mean_error)}
        units = {"value": "1", "error": "1"}
        return {name: _Cells({"value": value, "error": error}, units) for name, (value, error) in rows.items()}

    def __repr__(self) -> str:
        shown = [text_of(x, 4) for x in (self.median, *self.interval())]
        return f"Outcome({shown[0]}, 90 %: {shown[1]} to {shown[2]}, {self.values.size} points)"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_problem"}  # a lambda is not picklable

    def _asked(self, owner: str) -> Problem:
        problem = self.__dict__.get("_problem")
        if problem is None:
            raise ValueError(f"{owner}: this outcome was stored, and its function was not: propagate again")
        assert isinstance(problem, Problem)
        return problem

    def _parts(self) -> _Column:
        return self.values.reshape(self.replicates, -1)

    def _probabilities(self, q: Any) -> Any:
        at = np.asarray(checked("quantile", free("q"), q), dtype=float)
        if not ((at >= 0) & (at <= 1)).all():
            wrong = at[~((at >= 0) & (at <= 1))].ravel()[0]
            raise ValueError(f"quantile: q = {text_of(wrong)} must be in [0, 1]")
        return at

    def _counts(self, owner: str, at_least: Any, at_most: Any) -> _Column:
        if at_least is None and at_most is None:
            raise TypeError(f"{owner} needs 'at_least' or 'at_most'")
        parts, inside = self._parts(), np.True_
        for name, bound, compare in (("at_least", at_least, np.greater_equal), ("at_most", at_most, np.less_equal)):
            if bound is not None:
                limit = np.asarray(checked(owner, free(name), bound, within=False), dtype=float)
                inside = inside & compare(parts, limit[..., None, None])
        return np.asarray(inside)


class Outcomes(Table[Outcome]):
    """Several results of one function at the same points, by name; as a table a row for each quantile of each.

    Examples
    --------
    >>> u = sl.uncertainty
    >>> found = u.propagate(lambda a, b: {"one": a, "other": b}, {"a": u.lognormal(1, 4), "b": u.lognormal(1, 100)})
    >>> found["one"]
    Outcome(2, 90 %: 1 to 3.998, 16384 points)
    """

    __slots__ = ()

    def probability_smallest(self) -> Table[float]:
        """The probability that each is the smallest: what binds, of limits. No answer and infinity never are; equals share."""
        return Table({name: float(share) for name, share in zip(self, self._shares().mean(axis=(1, 2)), strict=True)})

    def probability_smallest_error(self) -> Table[float]:
        """Standard errors of these probabilities, from the points alone."""
        shares = self._shares()
        one = next(iter(self.values()))
        if one.method == "random":
            share = shares.mean(axis=(1, 2))
            errors = np.sqrt(share * (1 - share) / one.values.size)
        else:
            errors = _error(shares.mean(axis=2))
        return Table({name: float(error) for name, error in zip(self, errors, strict=True)})

    def _shares(self) -> _Column:
        stacked = np.array([one._parts() for one in self.values()])
        reached = np.where(np.isnan(stacked), np.inf, stacked)
        least = (reached == reached.min(axis=0)) & (reached < np.inf)
        shares: _Column = least / np.maximum(least.sum(axis=0), 1)
        return shares

    def _whole(self) -> dict[Any, Any]:
        return dict(self)

    def _rows(self) -> dict[Any, Any]:
        return {f"{name} {key}": row for name, one in self.items() for key, row in one._rows().items()}


@overload
def propagate(
    function: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, Any],
    points: int = 2**14,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
    replicates: int = 16,
    chunk: int | None = None,
    keep_inputs: bool = True,
) -> Outcomes: ...
@overload
def propagate(
    function: Callable[..., Any],
    inputs: Mapping[str, Any],
    points: int = 2**14,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
    replicates: int = 16,
    chunk: int | None = None,
    keep_inputs: bool = True,
) -> Outcome: ...
def propagate(
    function: Function,
    inputs: Mapping[str, Any],
    points: int = 2**14,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
    replicates: int = 16,
    chunk: int | None = None,
    keep_inputs: bool = True,
) -> Outcome | Outcomes:
    """What any function of uncertain inputs comes to: its answers at points of the inputs, with the error of these.

    The function is called with an array for each input, by name, and answers an array of the same shape, or a mapping of them.
    The points are those of ``replicates`` independent digital shifts of a scrambled set: their spread is the error. One
    scrambling of as many points would lie about 1.5 times closer (measured, of quantiles with 16 replicates), and could not
    say how close.

    Parameters
    ----------
    function : callable
        Called as function(**arrays).
    inputs : Mapping[str, Any]
        Distributions by name: of this module, samples of ``plan_from_log``, or frozen ones of SciPy.
    points : int, default 16384
        How many in all; of "sobol" a power of two.
    correlation : Mapping[tuple[str, str], float], optional
        Spearman's rank correlations in (-1, 1) by pair of names; default: none.
    method : str, default "sobol"
        "sobol" (scrambled), "latin_hypercube" or "random".
    seed : int, default 0
        A whole number >= 0; the same seed gives the same points.
    replicates : int, default 16
        Independent shifts, or hypercubes, at most as many as points; "random" needs none.
    chunk : int, optional
        Points that the function is called with at a time; default: all.
    keep_inputs : bool, default True
        Whether the inputs stay with the outcome; without, and with chunk, memory is that of a chunk.

    Returns
    -------
    Outcome
        Of a function that answers a mapping ``Outcomes``, by name.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For points or replicates that the method does not take, an unknown input in a correlation, a rank outside (-1, 1),
        correlations that cannot be together, and answers of another shape than the points.

    Examples
    --------
    >>> u, hour, TB = sl.uncertainty, sl.units.hour, sl.units.TB
    >>> run = sl.published.llama3_405b()
    >>> limit = lambda **fields: sl.limits.max_gpus(run.replace(**fields), sl.limits.goodput_at_least(0.9)).value
    >>> inputs = {"gpu_mttf": u.lognormal(25_000 * hour, 100_000 * hour), "write_bandwidth": u.lognormal(1 * TB, 4 * TB)}
    >>> found = u.propagate(limit, inputs)
    >>> low, high = found.interval(0.9)
    >>> low < found.median < high
    True
    """
    if not callable(function):
        raise TypeError(f"propagate: function must be a function of the inputs, not {describe(function)}")
    design = Design.of("propagate", inputs, correlation, method, seed)
    many, parts = checked_points("propagate", method, points, 1 if method == "random" else replicates)
    if method == "random":
        whole("propagate", "replicates", replicates, 1)
    size = many if chunk is None else min(many, whole("propagate", "chunk", chunk, 1))
    room = many if keep_inputs else size
    columns = {name: np.empty(room) for name in design.inputs}
    answers: dict[str | None, _Column] = {}
    done = filled = 0
    for block in design.replicates(many // parts, parts):
        start = 0
        while start < block.shape[1]:
            take = min(block.shape[1] - start, done + size - filled)
            at = filled if keep_inputs else filled - done
            design.fill(block[:, start : start + take], [column[at : at + take] for column in columns.values()])
            start, filled = start + take, filled + take
            if filled - done == size or filled == many:
                first = done if keep_inputs else 0
                given = {name: _read_only(column[first : first + filled - done]) for name, column in columns.items()}
                found = results_of(function, given, filled - done)
                if answers and answers.keys() != found.keys():
                    raise ValueError("propagate: function must answer the same names at all points")
                for name, values in found.items():
                    if name not in answers:
                        answers[name] = np.empty(many)
                    answers[name][done:filled] = values
                done = filled
    kept = {name: _read_only(column) for name, column in columns.items()} if keep_inputs else None
    made = {name: _outcome(values, kept, parts, Problem(function, design, name)) for name, values in answers.items()}
    return made[None] if None in made else Outcomes({str(name): one for name, one in made.items()})


def _outcome(values: _Column, kept: dict[str, _Column] | None, replicates: int, problem: Problem) -> Outcome:
    values.flags.writeable = False
    found = Outcome(values, kept, replicates, problem.design.method, problem.design.seed)
    object.__setattr__(found, "_problem", problem)
    return found


def results_of(function: Function, arrays: Mapping[str, _Column], points: int) -> dict[Any, _Column]:
    """The answers of a function: by name, or one of no name; refuses what is of another shape than its points."""
    found = function(**arrays)
    named = found if isinstance(found, Mapping) else {None: found}
    if not named:
        raise ValueError("propagate: function answers an empty mapping")
    answers = {}
    for name, value in named.items():
        what = "function" if name is None else f"function's {name!r}"
        if isinstance(value, Result):
            raise TypeError(f"propagate: {what} answers a {type(value).__name__}: return one of its numbers, such as .value")
        values = np.asarray(value)
        if values.dtype.kind not in "biuf":
            raise TypeError(f"propagate: {what} must answer an array of real numbers, not {describe(value)}")
        if values.shape != (points,):
            raise ValueError(
                f"propagate: {what} answers an array of shape {values.shape} for {points} points: it must be ({points},)"
            )
        answers[name] = values.astype(float)
    return answers


def _mixed_answers(problem: Problem, names: list[str], a: list[_Column], b: list[_Column], points: int) -> _Column:
    """The answers at A, B and, for each input, A with that input of B: a row for each."""
    kinds = [-2, -1, *range(len(names))]
    together = max(1, _LARGEST_CALL // points)
    rows = []
    for start in range(0, len(kinds), together):
        some = kinds[start : start + together]
        arrays = {
            name: _read_only(np.concatenate([b[k] if kind in (-1, k) else a[k] for kind in some]))
            for k, name in enumerate(names)
        }
        rows.append(problem(arrays, points * len(some)).reshape(len(some), points))
    return np.concatenate(rows)


def _read_only(column: _Column) -> _Column:
    view = column.view()
    view.flags.writeable = False
    return view


def _number(found: Any) -> Any:
    return found if np.ndim(found) else float(found)


def _error(answers: Any) -> Any:
    """Standard error of what independent replicates answer, along the last axis; NaN of one, and where one has no answer."""
    answers = np.asarray(answers)
    n = answers.shape[-1]
    if n < 2:
        return np.full(answers.shape[:-1], np.nan)
    with np.errstate(invalid="ignore"):
        same = (answers == answers[..., :1]).all(axis=-1)  # such as all infinite
        return np.where(same, 0.0, np.std(np.where(same[..., None], 0.0, answers), axis=-1, ddof=1) / math.sqrt(n))


def _swing(row: Swing) -> float:
    wide = abs(row.high - row.low)
    return wide if wide == wide else 0.0


def _standard(ranks: _Column) -> _Column:
    """Ranks such that the product of two is their correlation; NaN where all are equal."""
    apart = ranks - ranks.mean()
    with np.errstate(invalid="ignore"):
        scaled: _Column = apart / math.sqrt(apart @ apart) if np.any(apart) else np.full_like(apart, np.nan)
    return scaled


def _note(points: int, nans: int, infinite: int, replicates: int, method: str) -> str:
    said = []
    if nans:
        said.append(f"{nans} of {points} answers are NaN, none at all, and count as below all numbers")
    if infinite:
        said.append(f"{infinite} of {points} answers are infinite")
    if replicates == 1 and method != "random":
        said.append("of one replicate there is no error")
    return "; ".join(said)
