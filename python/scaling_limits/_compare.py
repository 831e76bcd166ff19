# SPDX-License-Identifier: Apache-2.0
"""Strategies side by side for one run: the table behind ``sl.compare``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _evaluate, _format
from . import growth as _growth
from . import limits as _limits
from . import strategies as _strategies
from ._kernel import describe
from ._parameters import is_plain, list_of, of_type
from ._parts import each_part
from .results import Answered, Result, Rows
from .run import Operation, RestartParts, TrainingRun
from .strategies import Strategy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .failures import Cause
    from .growth import PowerLaw

__all__ = ["BreakEven", "ComparedRow", "Comparison", "compare"]


class ComparedRow(Answered, question="compare", each="row", left_out=("fields", "place")):
    """What one strategy makes of the run; arrays where the run has an array of sizes.

    Attributes
    ----------
    strategy, name : what was compared

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans).rows[0].status
    'ok'
    """

    strategy: Strategy
    name: str


class BreakEven(Answered, question="compare", part="break_even", each="row"):
    """A size at which one strategy overtakes another.

    One that has no answer at a size, or a goodput below 1e-9, ranks behind all others: it overtakes them where that ends.

    Attributes
    ----------
    best : whether no other strategy is better than both there

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.replicated()]
    >>> [(size.below, size.above) for size in sl.compare(run, plans, others=False).break_even_sizes]
    []
    """

    best: bool


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """A ranked table of strategies: rows best first at one size, in the order given for an array of sizes.

    Attributes
    ----------
    run, growth : what was asked; exponents by field
    rows : best first at one size, in the order given at several
    break_even_sizes : every size in break_even_range at which the ranking changes, in rising order
    break_even_range : the smallest and the largest size [GPUs] that were looked at
    left_out : the strategies that were not compared, and the fields that each of them needs
    run_assumes : what stands at its default in the run: "downtime = 0 s"

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans, others=False).best.name
    'asynchronous'
    """

    run: TrainingRun
    rows: Rows[ComparedRow]
    break_even_sizes: Rows[BreakEven]
    break_even_range: tuple[float, float]
    left_out: dict[str, list[str]]
    run_assumes: str
    growth: dict[str, float]

    @property
    def best(self) -> ComparedRow:
        """The best row at one size; at several, the one that is best at most of them. Of equals, the first."""
        ranks = np.array([np.ravel(row.rank) for row in self.rows])
        return self.rows[int(np.argmax((ranks == 1).sum(axis=1)))]

    def curves(self) -> tuple[Any, Any]:
        """Sizes fine enough to draw, and the goodput of each row there, shape (rows, sizes); NaN where it has no answer."""
        sizes = np.sort(np.unique(np.asarray(self.run.gpus, dtype=np.float64)))
        if sizes.size < 16:
            low, high = (sizes[0] / 30, sizes[0] * 30) if sizes.size == 1 else (sizes[0], sizes[-1])
            sizes = np.geomspace(max(low, 1), high, 200)
        base = self.run.replace(gpus=float(np.ravel(self.run.gpus)[0]))
        asked = [row.strategy for row in self.rows]
        beside = tuple(each_part(asked[:1]))[1:]
        found = _asked(base, _growth.power_law(**self.growth), asked, sizes, False, beside)
        return sizes, np.reshape(found.columns["goodput"], (len(self.rows), sizes.size))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Goodput against size for each strategy, break-even sizes of the best ones marked; returns the axes."""
        from . import _style

        sizes, curves = self.curves()
        feasible = [(row, goodput) for row, goodput in zip(self.rows, curves, strict=True) if np.any(np.isfinite(goodput))]
        best = self.best
        ax = _style.axes(ax, height=4.8)
        from ._labels import Labels

        labels = Labels(ax)
        ax.set_xscale("log")
        ax.set_xlim(sizes[0], sizes[-1])
        for (row, goodput), style in zip(feasible, _style.line_styles(len(feasible)), strict=True):
            (line,) = ax.plot(sizes, goodput, linewidth=2.4 if row is best else 1.6, label=row.name, **style)
            labels.at_end(line, row.name.replace("_", " "), style["color"], style["linestyle"])
        ax.set_ylim(0, 1.02)
        evens = [even for even in self.break_even_sizes if even.best and sizes[0] <= even.gpus <= sizes[-1]]
        for even in evens:
            ax.axvline(even.gpus, color=_style.MUTED, linewidth=1.2, linestyle=(0, (1, 2)), zorder=0)
            labels.at_point(
                even.gpus,
                0.1,
                f"{even.above} overtakes {even.below}:\n{_style.short(even.gpus)} GPUs".replace("_", " "),
                _style.MUTED,
            )
        _style.size_ticks(ax.xaxis)
        _style.percent_ticks(ax.yaxis)
        ax.set_xlabel(_style.SIZE)
        ax.set_ylabel("goodput [%]")
        name = best.name.replace("_", " ")
        first = float(np.ravel(self.run.gpus)[0])
        if np.ndim(best.goodput):
            finding = f"{name} is best at most of the sizes from {_style.short(sizes[0])} to {_style.short(sizes[-1])} GPUs"
        else:
            finding = f"{name} is best at {_style.short(first)} GPUs: goodput {_style.percent(float(best.goodput))}"
        after = next((even for even in evens if even.gpus > first), None)
        if after is not None:
            finding += f"; from {_style.short(after.gpus)} GPUs on it is {after.above.replace('_', ' ')}"
        out = [f"{row.name.replace('_', ' ')}: {row.status}" for row in self.rows if row.status != "ok"]
        run = self.run.replace(gpus=first)
        _style.title(ax, finding, _style.describe(run, _growth._name_of(_growth.power_law(**self.growth))), *out)
        return ax

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(self.rows))

    def __repr__(self) -> str:
        lines = [f"{'strategy':<14} {'goodput':>9} {'interval':>12} {'memory':>10} {'bandwidth':>12} {'spares':>9}  status"]
        for row in self.rows:
            first = [np.ravel(x)[0] for x in (row.goodput, row.interval, row.memory, row.bandwidth, row.spares)]
            cells = [_format.value_text(float(x), unit, 4) for x, unit in zip(first[1:], ("s", "B", "B/s", "1"), strict=True)]
            shown = f"{cells[0]:>12} {cells[1]:>10} {cells[2]:>12} {cells[3]:>9}"
            lines.append(f"{row.label:<14} {first[0]:>9.4f} {shown}  {row.status}{f': {row.note}' if row.note else ''}")
        lines += [f"the run assumes {self.run_assumes}"] if self.run_assumes else []
        lines += [f"{row.label} assumes {row.assumes}" for row in self.rows if row.assumes]
        lines += [f"{name} is left out: it needs {', '.join(fields)}" for name, fields in self.left_out.items()]
        low, high = (_format.quantity(size, "1", 4) for size in self.break_even_range)
        between = f"from {low} to {high} GPUs"
        lines.append(f"the ranking changes {between}:" if self.break_even_sizes else f"the ranking is the same {between}")
        lines += [
            f"{e.below} -> {e.above} at {_format.quantity(e.gpus, '1', 4)} GPUs{', the best' * e.best}"
            for e in self.break_even_sizes
        ]
        return "\n".join(lines)


def compare(
    run: TrainingRun,
    strategies: Sequence[Strategy] | None = None,
    growth: PowerLaw | None = None,
    *,
    others: bool = True,
    causes: Sequence[Cause] | Cause | str = (),
    restart: RestartParts | None = None,
    operation: Operation | None = None,
) -> Comparison:
    """Strategies side by side: goodput, interval, what each requires and assumes, and where the ranking changes.

    Parameters
    ----------
    run : gpus may be an array; the other fields are scalars and grow by the law from the first size
    strategies : one's own, with one's own numbers; each takes the place of the one of its name
    growth : how fields change with size; default growth.fixed()
    others : whether those that are not given are compared too, with what is usual of them; what needs more is `left_out`
    causes, restart, operation : what stops the run, how it comes back and who sees to that, whatever protects it; default: as
        the strategies say that say it, all alike

    Every break-even size between the smallest and the largest size is found, at a single size from a hundredth to a hundred
    times it.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> [row.name for row in sl.compare(run, plans, others=False).rows]
    ['asynchronous', 'blocking']
    """
    of_type("compare", "run", run, TrainingRun)
    if strategies is not None:
        strategies = list_of("compare", "strategies", strategies, Strategy)
        if not strategies:
            raise ValueError("compare: strategies is empty")
    shape = np.shape(run.gpus)
    sizes = np.ravel(np.asarray(run.gpus, dtype=np.float64))
    if sizes.size == 0:
        raise ValueError("compare: gpus is empty")
    base = run.replace(gpus=float(sizes[0]))
    several = next((name for name, value in base._values.items() if value is not None and not is_plain(value)), None)
    if several is not None:
        raise TypeError(
            f"compare: {several} of run must be one number, not {describe(base._values[several])}; gpus alone may be several"
        )
    law = _growth.fixed if growth is None else growth
    of_type("compare", "growth", law, _growth.PowerLaw)
    of_type("compare", "others", others, (bool, np.bool_))
    beside = _beside(strategies or [_limits._protection], causes, restart, operation)
    answer = _asked(base, law, strategies, None if shape == () else sizes, others, beside)
    found, given = answer.columns, strategies or ()
    rows: Rows[ComparedRow] = Rows()
    for row, place, made in zip(answer.rows(ComparedRow), found["place"], found["fields"], strict=True):
        name = row["strategy"]
        chosen = given[int(place)] if place < len(given) else _made(name, made)
        chosen = chosen._with(beside) if beside else chosen
        at_sizes = {n: float(x[0]) if shape == () else x.reshape(shape) for n, x in row.items() if isinstance(x, np.ndarray)}
        rows.append(ComparedRow(**row | at_sizes | {"strategy": chosen, "name": name}))
    left_out: dict[str, list[str]] = {}
    for name, field in zip(found["left_out.strategy"], found["left_out.field"], strict=True):
        left_out.setdefault(name, []).append(field)
    return Comparison(
        run=run,
        rows=rows,
        break_even_sizes=Rows(BreakEven(**row) for row in answer.rows(BreakEven)),
        break_even_range=tuple(found["break_even_range"]),
        left_out=left_out,
        run_assumes=found["run_assumes"][0],
        growth=law.exponents,
    )


def _beside(strategies: Sequence[Strategy], causes: Any, restart: Any, operation: Any) -> tuple[Any, ...]:
    """What stops the run and how it comes back, the same under each strategy."""
    found: list[tuple[Any, ...]] = []
    for strategy in strategies:
        said = tuple(each_part([_strategies.stopped("compare", strategy, causes, restart, operation)]))[1:]
        if said and said not in found:
            found.append(said)
    if len(found) > 1:
        raise ValueError("compare: the strategies are under different causes, restarts or operations; say those of all here")
    return found[0] if found else ()


def _asked(
    run: TrainingRun,
    law: PowerLaw,
    strategies: Sequence[Strategy] | None,
    sizes: Any,
    others: bool,
    beside: tuple[Any, ...],
) -> _evaluate.Answer:
    arguments: dict[str, Any] = {} if sizes is None else {"sizes": [float(x) for x in sizes]}
    if strategies is not None:
        arguments["strategies"] = [strategy.as_request(given=True) for strategy in strategies]
    return _evaluate.ask("compare", run, law, *beside, numbers={"others": bool(others)}, arguments=arguments)


def _made(kind: str, numbers: str) -> Strategy:
    """A strategy that the comparison chose itself."""
    made: Strategy = getattr(_strategies, kind)(**json.loads(numbers))
    return made
