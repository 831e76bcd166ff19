# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Jobs that share a cluster: how full gangs served in order can make it, what a larger batch is worth to a job."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, overload

from typing_extensions import TypeVar

from .results import Result
from .typing import Array, ArrayLike, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "GangLimit",
    "gang_limit",
    "statistical_gain",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

@dataclass(frozen=True, eq=False)
class GangLimit(Result, Generic[_T, _S]):
    """The most that gangs served first come, first served can use of a cluster; arrays where gpus is.

    Attributes
    ----------
    utilization : share of the GPUs that are held, at most
    throughput : jobs per mean service time, at most
    status : "ok", or why there is no number
    note : the reason

    Examples
    --------
    >>> sl.cluster.gang_limit(8, [1, 8], [0.5, 0.5])
    GangLimit(utilization=0.664407, throughput=1.18117, status='ok', note='')
    """

    utilization: _T
    throughput: _T
    status: _S
    note: _S

@overload
def gang_limit(gpus: Real, sizes: Sequence[float], shares: Sequence[float]) -> GangLimit:
    """The most that gangs served first come, first served can use of a cluster: the first in the queue waits for all its GPUs.

    K jobs are served while the queue never empties: as many as fit together. Throughput is 1/E[1/K], utilization that times the
    mean size over gpus. Exact for any mix of sizes where service is exponential with one mean, whatever the size; where larger
    gangs are served longer, or times vary less, the limit is another one.

    Parameters
    ----------
    gpus : array_like, a whole number in [1, 1e+06]
        Of the cluster, a whole number from 1 to 1e6.
    sizes : Sequence[float]
        GPUs of a gang of each kind, whole numbers from 1 to gpus.
    shares : Sequence[float]
        Of the jobs, of each kind; they sum to one.

    Returns
    -------
    GangLimit
        The most that gangs served first come, first served can use of a cluster; arrays where gpus is.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    References
    ----------
    Rumyantsev and Morozov, Annals of Operations Research 252, 2017 (when such a queue is stable).

    Examples
    --------
    >>> mix = [1, 2, 4, 8, 16, 32, 64], [0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01]
    >>> sl.cluster.gang_limit([64, 128, 2048], *mix).utilization.round(4)
    array([0.6387, 0.8988, 0.9949])
    """

@overload
def gang_limit(gpus: Plain, sizes: Sequence[float], shares: Sequence[float]) -> GangLimit[NumPy, NumPyText]: ...
@overload
def gang_limit(gpus: Quantity, sizes: Sequence[float], shares: Sequence[float]) -> GangLimit[Array, Array]: ...
@overload
def statistical_gain(noise_scale: Real, reference_batch: Real, batch: Real) -> float:
    """Progress per example of a batch against that of the batch that a job's owner chose.

    (phi + m_0)/(phi + m), phi = noise_scale, m_0 = reference_batch, m = batch; above 1 for a smaller batch. Goodput of a
    job is its throughput times that.

    Parameters
    ----------
    noise_scale : array_like, >= 0
        Noise scale of the gradient, in examples; inf: all examples count alike.
    reference_batch : array_like, > 0 and finite
        Batch that the owner chose, in examples.
    batch : array_like, > 0 and finite
        Batch, in examples.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array
        NaN where an argument is NaN or out of its range. Scalars for scalars; else of the arguments' array type.

    Raises
    ------
    TypeError
        For an argument that is no real number nor an array of them (a string, a quantity with units, a complex number); the message
        names it.
    ValueError
        For arrays whose shapes do not broadcast.
        A number out of its range is no error: the answer is NaN.

    References
    ----------
    Qiao et al., Pollux, OSDI 2021, section 3.1.

    Examples
    --------
    >>> sl.cluster.statistical_gain(noise_scale=1000, reference_batch=128, batch=1024)
    np.float64(0.5573122529644269)
    """

@overload
def statistical_gain(
    noise_scale: Plain,
    reference_batch: Plain,
    batch: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def statistical_gain(
    noise_scale: Quantity,
    reference_batch: Quantity,
    batch: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
