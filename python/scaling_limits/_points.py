# SPDX-License-Identifier: Apache-2.0
"""Points at which uncertain inputs are drawn: SciPy's sequences, turned into inputs column by column.

A point depends on the seed, the method and the replicate alone: neither on threads nor on how many are taken at a time.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from . import _core
from ._distributions import Input, as_input
from ._fits import one_of
from ._kernel import describe

METHODS = ("sobol", "latin_hypercube", "random")
BLOCK = 2**14  # points that are turned into inputs at a time
MOST = 2**30  # points in all: coordinates of Sobol points have so many values
_BITS = 30
_Column = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Design:
    """Uncertain inputs, and how points are drawn."""

    owner: str
    inputs: dict[str, Input]
    coefficients: tuple[tuple[Any, ...], ...]
    correlated: tuple[int, ...]
    factor: _Column
    method: str
    seed: int

    @classmethod
    def of(cls, owner: str, inputs: Any, correlation: Any, method: Any, seed: Any) -> Design:
        """Checks all that is given."""
        if not isinstance(inputs, Mapping):
            raise TypeError(f"{owner}: inputs must be a mapping of names to distributions, not {describe(inputs)}")
        if not inputs:
            raise ValueError(f"{owner}: inputs is empty: name what is uncertain")
        for name in inputs:
            if not isinstance(name, str):
                raise TypeError(f"{owner}: every name in inputs must be a text, not {describe(name)}")
        known = {name: as_input(owner, name, one) for name, one in inputs.items()}
        one_of(owner, "method", method, METHODS)
        number = whole(owner, "seed", seed, 0)
        places, factor = _core.correlation_factor(list(known), _pairs(owner, correlation))
        coefficients = tuple(law._coefficients() for law in known.values())
        return cls(owner, known, coefficients, tuple(places), factor, method, number)

    def seeds(self, replicates: int) -> list[int]:
        """One for each replicate, of the seed alone."""
        children = np.random.SeedSequence(self.seed).spawn(replicates)
        return [int.from_bytes(child.generate_state(4).tobytes(), "little") for child in children]

    def uniforms(self, seed: int, points: int, dimensions: int | None = None) -> Iterator[_Column]:
        """The points of one replicate in the open unit cube, block by block: a row for each coordinate."""
        wide = dimensions or len(self.inputs)
        if self.method == "latin_hypercube":
            from scipy.stats import qmc

            drawn = qmc.LatinHypercube(wide, **_random(qmc.LatinHypercube, seed)).random(points)
            for start in range(0, points, BLOCK):
                yield np.clip(drawn[start : start + BLOCK].T, 2.0**-54, 1 - 2.0**-53, order="C")
            return
        if self.method == "sobol":
            from scipy.stats import qmc

            engine = qmc.Sobol(wide, scramble=True, bits=_BITS, **_random(qmc.Sobol, seed))
            for start in range(0, points, BLOCK):
                drawn = engine.random(min(BLOCK, points - start))
                yield np.add(drawn.T, 0.5**_BITS / 2, order="C")  # the middle of its cell: neither 0 nor 1
            return
        generator = np.random.default_rng(seed)
        for start in range(0, points, BLOCK):
            drawn = generator.random((min(BLOCK, points - start), wide))
            yield np.maximum(drawn.T, 2.0**-54, order="C")

    def replicates(self, each: int, count: int) -> Iterator[_Column]:
        """The points of independent replicates, one after the other, block by block.

        Of Sobol points one linear scrambling, and in each replicate a digital shift of its own: every point of a replicate is
        uniform, and replicates are independent given the scrambling, at a tenth of the cost of a scrambling for each.
        """
        if self.method != "sobol" or count == 1:
            for seed in self.seeds(count):
                yield from self.uniforms(seed, each)
            return
        first, second = self.seeds(2)
        whole = [(block * 2.0**_BITS).astype(np.uint32) for block in self.uniforms(first, each)]
        shifts = np.random.default_rng(second).integers(0, 2**_BITS, (count, len(self.inputs), 1), dtype=np.uint32)
        side = max(1, BLOCK // each)  # replicates of few points are drawn side by side
        for start in range(0, count, side):
            together = shifts[start : start + side].transpose(1, 0, 2)  # input, replicate, point
            for block in whole:
                shifted = np.bitwise_xor(block[:, np.newaxis], together).reshape(len(self.inputs), -1) + 0.5
                shifted *= 0.5**_BITS
                yield shifted

    def fill(self, uniforms: _Column, columns: Sequence[_Column]) -> None:
        """The inputs at points, into their columns; only those that are correlated go by way of normals."""
        laws = list(self.inputs.values())
        for k, (law, column) in enumerate(zip(laws, columns, strict=True)):
            if k not in self.correlated:
                law._of_uniform(uniforms[k], column, self.coefficients[k])
        if not self.correlated:
            return
        from scipy.special import ndtri

        normals = ndtri(uniforms[list(self.correlated)])
        part = np.empty_like(normals[0])
        for i, k in enumerate(self.correlated):
            row = self.factor[i]
            sums = normals[i] * row[i]  # element by element: a matrix product rounds as its blocks fall
            for j in np.flatnonzero(row[:i]):
                np.multiply(normals[j], row[j], out=part)
                sums += part
            laws[k]._of_normal(sums, columns[k], self.coefficients[k])


def _pairs(owner: str, correlation: Any) -> list[tuple[str, str, float]]:
    """Rank correlations as (name, name, rank)."""
    if correlation is None:
        return []
    if not isinstance(correlation, Mapping):
        raise TypeError(f"{owner}: correlation must be a mapping of pairs of names to ranks, not {describe(correlation)}")
    found = []
    for pair, rank in correlation.items():
        if not (isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(name, str) for name in pair)):
            raise TypeError(f"{owner}: every key of correlation must be a pair of names, not {pair!r}")
        if isinstance(rank, (bool, str)) or not isinstance(rank, (int, float, np.number)):
            raise TypeError(f"{owner}: correlation[{pair!r}] must be one real number, not {describe(rank)}")
        found.append((*pair, float(rank)))
    return found


@cache
def _keyword(engine: type) -> str:
    """What a seed is called by this SciPy: `rng` from 1.15 on."""
    return "rng" if "rng" in inspect.signature(engine).parameters else "seed"


def _random(engine: type, seed: int) -> dict[str, Any]:
    return {_keyword(engine): np.random.default_rng(seed) if _keyword(engine) == "seed" else seed}


def whole(owner: str, name: str, value: Any, least: int) -> int:
    """A whole number, not below the least."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{owner}: {name} must be a whole number, not {describe(value)}")
    if value < least:
        raise ValueError(f"{owner}: {name} = {value} must be a whole number >= {least}")
    return int(value)


def checked_points(owner: str, method: str, points: Any, replicates: Any) -> tuple[int, int]:
    """How many points and replicates: Sobol's sequence is even at powers of two alone."""
    many, parts = whole(owner, "points", points, 1), whole(owner, "replicates", replicates, 1)
    if many > MOST:
        raise ValueError(f"{owner}: points = {many} must be at most {MOST}")
    if method == "sobol":
        for name, count in (("points", many), ("replicates", parts)):
            if count & (count - 1):
                near = 1 << (count.bit_length() - 1)
                raise ValueError(
                    f"{owner}: {name} = {count} must be a power of two for Sobol points, such as {near} or {2 * near}; "
                    "method='latin_hypercube' or 'random' takes any number"
                    if name == "points"
                    else f"{owner}: {name} = {count} must be a power of two for Sobol points, such as {near} or {2 * near}"
                )
    if many < parts:
        raise ValueError(f"{owner}: points = {many} must be at least replicates = {parts}: each has one or more")
    if method != "random" and many % parts:
        raise ValueError(f"{owner}: points = {many} must be a multiple of replicates = {parts}")
    return many, parts


def sample(
    inputs: Mapping[str, Any],
    points: int,
    correlation: Mapping[tuple[str, str], float] | None = None,
    method: str = "sobol",
    seed: int = 0,
) -> dict[str, _Column]:
    """Uncertain inputs at points that fill their space: an array for each, to ask anything of.

    Points are SciPy's: a scrambled Sobol sequence, a Latin hypercube, or plain random ones. Inputs that are correlated are
    joined by a Gaussian copula: the normals that stand for them have the correlation 2 sin(pi rank/6).

    Parameters
    ----------
    inputs : distributions by name: of this module, samples of ``plan_from_log``, or frozen ones of SciPy
    points : how many; of "sobol" a power of two
    correlation : Spearman's rank correlations in (-1, 1) by pair of names; default: none
    method : "sobol", "latin_hypercube" or "random"
    seed : a whole number >= 0; the same seed gives the same points

    Examples
    --------
    >>> u = sl.uncertainty
    >>> drawn = u.sample({"mttf": u.lognormal(25_000, 100_000), "cost": u.normal(1, 3)}, 1024, {("mttf", "cost"): 0.5})
    >>> drawn["mttf"].shape
    (1024,)
    """
    design = Design.of("sample", inputs, correlation, method, seed)
    many, _ = checked_points("sample", method, points, 1)
    found = {name: np.empty(many) for name in design.inputs}
    start = 0
    for block in design.uniforms(design.seeds(1)[0], many):
        stop = start + block.shape[1]
        design.fill(block, [column[start:stop] for column in found.values()])
        start = stop
    return found
