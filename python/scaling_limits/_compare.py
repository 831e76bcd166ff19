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
from . import strategies as _strategies
from .results import Result, Rows
from .strategies import Strategy
from .typing import Number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .growth import PowerLaw
    from .run import TrainingRun

__all__ = ["BreakEven", "ComparedRow", "Comparison", "compare"]


@dataclass(frozen=True, eq=False, repr=False)
class ComparedRow(Result, question="compare"):
    """What one strategy makes of the run; arrays where the run has an array of sizes.

    Attributes
    ----------
    strategy, name : what was compared
    interval : useful work between checkpoints, inf: none [s]
    memory : of copies [B]
    bandwidth : written per second of useful work [B/s]
    spares : that do no work of their own [GPU]

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans).rows[0].status
    'ok'
    """

    strategy: Strategy
    name: str
    goodput: Number
    interval: Number  # useful work between checkpoints [s]; inf: none
    memory: Number  # bytes of copies
    bandwidth: Number  # bytes written per second of useful work
    spares: Number  # GPUs that do no work of their own
    status: str  # "ok", or "infeasible" where it has no answer at any size
    note: str  # why not


@dataclass(frozen=True, eq=False, repr=False)
class BreakEven(Result):
    """A size at which one strategy overtakes another.

    Attributes
    ----------
    gpus : the size [GPU]
    below, above : the better one at smaller and at larger sizes
    best : whether no other strategy is better than both there

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.replicated()]
    >>> [(size.below, size.above) for size in sl.compare(run, plans).break_even_sizes]
    []
    """

    gpus: float
    below: str
    above: str
    best: bool


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """A ranked table of strategies: rows best first at one size, in the order given for an array of sizes.

    Attributes
    ----------
    run, growth : what was asked; exponents by field
    rows : best first at one size, in the order given at several
    break_even_sizes : where the ranking changes

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> sl.compare(run, plans).best.name
    'asynchronous'
    """

    run: TrainingRun
    rows: Rows[ComparedRow]
    break_even_sizes: Rows[BreakEven]
    growth: dict[str, float]

    @property
    def best(self) -> ComparedRow:
        """The best row at one size; at several, the one that is best at most of them."""
        if np.ndim(self.rows[0].goodput) == 0:
            return self.rows[0]
        goodput = np.nan_to_num(np.array([np.ravel(row.goodput) for row in self.rows]))
        return self.rows[int(np.argmax(np.bincount(np.argmax(goodput, axis=0))))]

    def plot(self, ax: Axes | None = None) -> Axes:
        """Useful throughput against size for each strategy, break-even sizes of the best ones marked; returns the axes."""
        import matplotlib.pyplot as plt

        ax = plt.gca() if ax is None else ax
        sizes = np.sort(np.unique(np.asarray(self.run.gpus, dtype=np.float64)))
        if sizes.size < 16:
            low, high = (sizes[0] / 30, sizes[0] * 30) if sizes.size == 1 else (sizes[0], sizes[-1])
            sizes = np.geomspace(max(low, 1), high, 200)
        base = self.run.replace(gpus=float(np.ravel(self.run.gpus)[0]))
        found = _asked(base, _growth.power_law(**self.growth), [row.strategy for row in self.rows], sizes)
        curves = np.reshape(found["goodput"], (len(self.rows), sizes.size))
        for row, goodput in zip(self.rows, curves, strict=True):
            label = row.name if row.status == "ok" else f"{row.name} ({row.status})"
            ax.plot(sizes, sizes * goodput, label=label)
        for even in self.break_even_sizes:
            if even.best and sizes[0] <= even.gpus <= sizes[-1]:
                ax.axvline(even.gpus, color="0.7", linestyle=":", zorder=0)
        ax.set(xscale="log", yscale="log", xlabel="GPUs", ylabel="useful throughput [GPUs' worth]")
        ax.legend()
        return ax

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(self.rows))

    def __repr__(self) -> str:
        lines = [f"{'strategy':<14} {'goodput':>9} {'interval':>12} {'memory':>10} {'bandwidth':>12} {'spares':>9}  status"]
        for row in self.rows:
            first = [np.ravel(x)[0] for x in (row.goodput, row.interval, row.memory, row.bandwidth, row.spares)]
            cells = [_format.value_text(float(x), unit, 4) for x, unit in zip(first[1:], ("s", "B", "B/s", "1"), strict=True)]
            shown = f"{cells[0]:>12} {cells[1]:>10} {cells[2]:>12} {cells[3]:>9}"
            lines.append(f"{row.name:<14} {first[0]:>9.4f} {shown}  {row.status}")
        lines += [f"{e.below} -> {e.above} at {e.gpus:.4g} GPUs" for e in self.break_even_sizes if e.best]
        return "\n".join(lines)


def compare(run: TrainingRun, strategies: Sequence[Strategy] | None = None, growth: PowerLaw | None = None) -> Comparison:
    """Strategies side by side: goodput, interval, what each requires, and the sizes at which the ranking changes.

    run.gpus may be an array; its other fields are scalars and grow by the law from the first size. strategies=None: every one
    that needs no more than the run says. Break-even sizes are looked for between the smallest and the largest size, at a single
    size from a hundredth to a hundred times it.

    Parameters
    ----------
    run : its gpus may be an array; its other fields are numbers and grow by the law from the first size
    strategies : to compare; default: every one that needs no more than the run says

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
    >>> [row.name for row in sl.compare(run, plans).rows]
    ['asynchronous', 'blocking']
    """
    for strategy in strategies or ():
        if not isinstance(strategy, Strategy):
            raise TypeError(f"compare: strategies must be strategies, not {type(strategy).__name__}")
    if strategies is not None and not strategies:
        raise ValueError("compare: strategies is empty")
    shape = np.shape(run.gpus)
    sizes = np.ravel(np.asarray(run.gpus, dtype=np.float64))
    if sizes.size == 0:
        raise ValueError("compare: gpus is empty")
    base = run.replace(gpus=float(sizes[0]))
    law = _growth.fixed if growth is None else growth
    found = _asked(base, law, strategies, None if shape == () else sizes)
    count = len(found["strategy"])
    table = {name: np.reshape(found[name], (count, -1)) for name in ("goodput", "interval", "memory", "bandwidth", "spares")}
    rows: Rows[ComparedRow] = Rows()
    for k, name in enumerate(found["strategy"]):
        columns = {key: float(x[k, 0]) if shape == () else x[k].reshape(shape) for key, x in table.items()}
        chosen = _made(name, found["fields"][k]) if strategies is None else strategies[int(found["place"][k])]
        rows.append(ComparedRow(strategy=chosen, name=name, status=found["status"][k], note=found["note"][k], **columns))
    evens = zip(*(found[f"break_even.{key}"] for key in ("gpus", "below", "above", "best")), strict=True)
    changes = Rows(BreakEven(gpus, below, above, bool(best)) for gpus, below, above, best in evens)
    return Comparison(run, rows, changes, law.exponents)


def _asked(run: TrainingRun, law: PowerLaw, strategies: Sequence[Strategy] | None, sizes: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {} if sizes is None else {"sizes": [float(x) for x in sizes]}
    if strategies is not None:
        arguments["strategies"] = [strategy.as_request() for strategy in strategies]
    return _evaluate.ask("compare", run, law, arguments=arguments).columns


def _made(kind: str, numbers: str) -> Strategy:
    """A strategy that the comparison chose itself."""
    made: Strategy = getattr(_strategies, kind)(**json.loads(numbers))
    return made
