# SPDX-License-Identifier: Apache-2.0
"""Constants of a machine from its own measured steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _evaluate
from ._columns import columns_of
from ._kernel import describe, suggestion
from ._parameters import UnknownField, checked, is_list, list_of, of_type
from ._public import listing
from .data import MeasuredStep
from .network import Fabric
from .results import Answered, Result, Rows
from .workload import Chip

__all__ = ["Calibration", "Family", "calibrate"]
__dir__ = listing(__all__)


@dataclass(frozen=True, eq=False, repr=False)
class Family(Result):
    """Rows that have something in common, and their errors.

    Attributes
    ----------
    by : what they have in common: kind, sequence_length, gpus, recompute, precision, set
    family : "dense" or "mixture", or the value of that
    rows : how many there are
    mean_error, worst_error : of the sizes of modelled/measured - 1

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row, row.replace(time=2.6)], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
    >>> [(one.by, one.family, one.rows) for one in found.families()]
    [('kind', 'dense', 2)]
    """

    by: str
    family: str
    rows: int
    mean_error: float
    worst_error: float


_elsewhere = ("value", "low", "high", "next")  # the chip; interval(), next()
_of_rows = ("covariance", "modelled", "modelled_memory", "errors")


class Calibration(Answered, question="calibrate", single=True, left_out=_elsewhere, beside=("asked", *_of_rows)):
    """Constants of a machine from its measured steps.

    Attributes
    ----------
    chip : the guess with the constants found
    covariance : of their logarithms, 4 x 4
    asked : what was asked: rows, guess, fabric and the rest

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
    >>> low, high = found.interval("achieved_flops")
    >>> low < found.chip.achieved_flops < high
    True
    """

    chip: Chip
    asked: tuple[Any, ...] = ()

    def interval(self, name: str, level: float = 0.9) -> tuple[float, float]:
        """What holds a constant with a probability.

        Parameters
        ----------
        name : "achieved_flops", "attention_flops", "memory_bandwidth" or "operation_time"
        level : the probability, in (0, 1)

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
        >>> found.interval("achieved_flops", 0.5)[0] > found.interval("achieved_flops", 0.9)[0]
        True
        """
        if name not in constants:
            names = ", ".join(constants)
            raise ValueError(f"calibrate: name = {name!r} must be one of {names}{suggestion(str(name), constants)}")
        found = self._again({"level": checked("calibrate", _level, level)}, {}).columns
        return found[f"low.{name}"], found[f"high.{name}"]

    def next(self, candidates: Iterable[MeasuredStep]) -> list[int]:
        """Positions of the candidates, the most telling to measure first, each given those before it.

        Parameters
        ----------
        candidates : steps that could be measured; their times are not looked at

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> long = row.replace(shape=shape.replace(sequence_length=131_072), layout=layout.replace(data=1, context=8))
        >>> sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric).next([row, long])
        [1, 0]
        """
        listed = list_of("calibrate", "candidates", candidates, MeasuredStep)
        found = self._again({}, {"candidates": [one._as_row(False) for one in listed]}).columns
        return [int(place) for place in found["next"]]

    def families(self) -> Rows[Family]:
        """Errors by kind of model, and by what else the rows differ in.

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> again = [row.replace(time=3.2 if word == "full" else 2, options={"recompute": word}) for word in ("none", "full")]
        >>> found = sl.calibrate([row, *again], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
        >>> [one.family for one in found.families() if one.by == "recompute"]
        ['selective', 'none', 'full']
        """
        rows, _, _, _, words = self.asked
        usual = {name: words.get(name, _evaluate.default_of("calibrate", name)) for name in ("recompute", "precision")}
        listed: Rows[Family] = Rows()
        said = [
            {
                "kind": "mixture" if row.shape.experts else "dense",
                "sequence_length": f"{row.shape.sequence_length:,.0f}",
                "gpus": f"{row.layout.gpus:,.0f}",
                **{name: str(row.options.get(name, word)) for name, word in usual.items()},
                "set": row.set,
            }
            for row in rows
        ]
        for by in said[0]:
            names = dict.fromkeys(one[by] for one in said)
            for name in sorted(names, key=_by_number) if len(names) > 1 or by == "kind" else ():
                sizes = np.abs(self.errors[[one[by] == name for one in said]])
                listed.append(Family(by, name, len(sizes), float(np.mean(sizes)), float(np.max(sizes))))
        return listed

    def _again(self, numbers: dict[str, Any], arguments: dict[str, Any]) -> _evaluate.Answer:
        rows, guess, fabric, own, words = self.asked
        return _ask(rows, guess, fabric, own | numbers, words | arguments)


def _by_number(text: str) -> float:
    """Numbers in their order, words in that of their first use."""
    digits = text.replace(",", "")
    return float(digits) if digits.isdecimal() else 0.0


#: what is fitted
constants = tuple(c.name.removeprefix("value.") for c in columns_of("calibrate") if c.name.startswith("value."))
_level = next(row for row in _evaluate.rows_of("calibrate") if row.name == "level")


def _ask(
    rows: list[MeasuredStep], guess: Chip, fabric: Fabric, numbers: dict[str, Any], arguments: dict[str, Any]
) -> _evaluate.Answer:
    listed = [row._as_row(True) for row in rows]
    return _evaluate.ask("calibrate", guess, fabric, numbers=numbers, arguments={**arguments, "rows": listed})


def calibrate(
    rows: Iterable[MeasuredStep],
    guess: Chip,
    fabric: Fabric,
    *,
    noise: float = 0.03,
    prior: float = 0.3,
    **options: Any,
) -> Calibration:
    """Four constants of a machine from its own measured steps, with intervals, and what to measure next.

    Damped least squares of ln(modelled/measured): a row moves what it informs, the rest stays at the guess. Constants belong
    to a machine, a framework and a number format: give the rows of one.

    Parameters
    ----------
    rows : measured steps, each with its time; as ``sl.data.read_steps`` reads them
    guess : a chip with all four constants; its memory is not looked at
    fabric : the network that the rows ran on
    noise : of a measured time, as a share; more where the rows say so
    prior : how far the guess may be off, as a share
    options : of ``parallelism.step``, for rows that do not say them

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric, overlap=0.4)
    >>> found.mean_error < 0.01
    True
    """
    listed = list_of("calibrate", "rows", rows, MeasuredStep)
    of_type("calibrate", "guess", guess, Chip)
    of_type("calibrate", "fabric", fabric, Fabric)
    own = {row.name: row for row in _evaluate.rows_of("calibrate") if row.name != "level"}
    known = [*own, *_evaluate.words_of("step")]
    given = {"noise": noise, "prior": prior, **options}
    numbers, words = {}, {}
    for name, value in given.items():
        if name not in known:
            raise UnknownField(f"calibrate: a step has no option {name!r}{suggestion(name, known)}")
        if name in own:
            numbers[name] = checked("calibrate", own[name], value)
            if np.ndim(numbers[name]):
                raise TypeError(f"calibrate: {name} must be one number, not {describe(value)}")
        else:
            words[name] = list(value) if is_list(value) else value
    one_guess, one_fabric = guess._single(), fabric._single()
    if one_guess is None or one_fabric is None:
        raise ValueError("calibrate: fields of guess and fabric must be single numbers, not arrays")
    answer = _ask(listed, one_guess, one_fabric, numbers, words)
    covariance = np.reshape(np.asarray(answer.columns["covariance"]), (len(constants), len(constants)))
    asked = (listed, one_guess, one_fabric, numbers, words)
    return answer.to(Calibration, chip=one_guess.replace(**answer.group("value")), covariance=covariance, asked=asked)
