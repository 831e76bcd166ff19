# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How large a training run can get before failures, checkpoints and communication eat it.

``import scaling_limits as sl``; the modules mirror the rooms of the C++ library. SI units everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, overload

import numpy as np
from typing_extensions import TypeVar

from . import analysis as analysis
from . import catalog as catalog
from . import checkpoint as checkpoint
from . import data as data
from . import failures as failures
from . import growth as growth
from . import limits as limits
from . import network as network
from . import numeric as numeric
from . import parallelism as parallelism
from . import plot as plot
from . import published as published
from . import results as results
from . import simulation as simulation
from . import storage as storage
from . import strategies as strategies
from . import typing as typing
from . import units as units
from . import workload as workload
from .analysis import compare as compare
from .analysis import explain as explain
from .catalog import ask as ask
from .data import MeasuredStep
from .network import Fabric
from .results import Result
from .run import TrainingRun as TrainingRun
from .typing import Array, NumPy
from .workload import Chip

__all__ = [
    "TrainingRun",
    "__version__",
    "analysis",
    "ask",
    "calibrate",
    "catalog",
    "checkpoint",
    "compare",
    "data",
    "explain",
    "failures",
    "growth",
    "limits",
    "network",
    "numeric",
    "parallelism",
    "plot",
    "published",
    "results",
    "simulation",
    "storage",
    "strategies",
    "typing",
    "units",
    "workload",
]
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class Calibration(Result, Generic[_T]):
    """Constants of a machine from its measured steps.

    Attributes
    ----------
    chip : the guess with the constants found
    covariance : of their logarithms, 4 x 4
    modelled, modelled_memory : of each row [s], [B]
    errors : modelled/measured - 1 of each row
    mean_error, worst_error : of their sizes
    asked : what was asked: rows, guess, fabric and the rest
    noise : of a measured time: the larger of given and found
    degrees : of freedom of the intervals, where the rows say the noise; else unlimited
    status : ok, or why there is no number
    note : the reason where there is no answer; remarks

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

    chip: Chip[_T]
    covariance: np.ndarray[Any, Any]
    modelled: np.ndarray[Any, Any]
    modelled_memory: np.ndarray[Any, Any]
    errors: np.ndarray[Any, Any]
    mean_error: float
    worst_error: float
    noise: float
    degrees: float
    status: str
    note: str
    asked: tuple[Any, ...] = ...
    def interval(self, name: str, level: float = 0.9) -> tuple[float, float]:
        """What holds a constant with a probability.

        Parameters
        ----------
        name : str
            "achieved_flops", "attention_flops", "memory_bandwidth" or "operation_time".
        level : float, default 0.9
            The probability, in (0, 1).

        Returns
        -------
        tuple[float, float]
            What holds a constant with a probability.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric)
        >>> found.interval("achieved_flops", 0.5)[0] > found.interval("achieved_flops", 0.9)[0]
        True
        """
    def next(self, candidates: Iterable[MeasuredStep]) -> list[int]:
        """Positions of the candidates, the most telling to measure first, each given those before it.

        Parameters
        ----------
        candidates : Iterable[MeasuredStep]
            Steps that could be measured; their times are not looked at.

        Returns
        -------
        list[int]
            Positions of the candidates, the most telling to measure first, each given those before it.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.

        Examples
        --------
        >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
        >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
        >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
        >>> long = row.replace(shape=shape.replace(sequence_length=131_072), layout=layout.replace(data=1, context=8))
        >>> sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric).next([row, long])
        [1, 0]
        """

__version__: str

@overload
def calibrate(
    rows: Iterable[MeasuredStep], guess: Chip, fabric: Fabric, *, noise: float = 0.03, prior: float = 0.3, **options: Any
) -> Calibration:
    """Four constants of a machine from its own measured steps, with intervals, and what to measure next.

    Damped least squares of ln(modelled/measured): a row moves what it informs, the rest stays at the guess. Constants belong
    to a machine, a framework and a number format: give the rows of one.

    Parameters
    ----------
    rows : Iterable[MeasuredStep]
        Measured steps, each with its time; as ``sl.data.read_steps`` reads them.
    guess : Chip
        A chip with all four constants; its memory is not looked at.
    fabric : Fabric
        The network that the rows ran on.
    noise : float, > 0 and finite, default 0.03
        Of a measured time, as a share; more where the rows say so.
    prior : float, > 0 and finite, default 0.3
        How far the guess may be off, as a share.
    **options : Any

    Returns
    -------
    Calibration
        Constants of a machine from its measured steps.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> shape, layout = sl.published.shapes["llama3_8b"], sl.parallelism.Layout(data=8)
    >>> row = sl.data.MeasuredStep(shape=shape, layout=layout, batch_tokens=131_072, time=2.5)
    >>> fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=3.6e11, outer_bandwidth=4.5e10)
    >>> found = sl.calibrate([row], sl.workload.guess_chip(9.9e14, 3.35e12), fabric, overlap=0.4)
    >>> found.mean_error < 0.01
    True
    """

@overload
def calibrate(
    rows: Iterable[MeasuredStep[float | NumPy]],
    guess: Chip[float | NumPy],
    fabric: Fabric[float | NumPy],
    *,
    noise: float = 0.03,
    prior: float = 0.3,
    **options: Any,
) -> Calibration[NumPy]: ...
@overload
def calibrate(
    rows: Iterable[MeasuredStep[Any]],
    guess: Chip[Any],
    fabric: Fabric[Any],
    *,
    noise: float = 0.03,
    prior: float = 0.3,
    **options: Any,
) -> Calibration[Array]: ...
