# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Where state goes: storage tiers, and copies in the memory of machines."""

from typing import Any, Generic, Literal, Self, overload

from typing_extensions import TypeVar

from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "Tier",
    "placement_survival",
    "placement_survival_bound",
    "shard_loss_rate",
]
_T = TypeVar("_T", covariant=True, default=float)

class Tier(Generic[_T]):
    """A place for checkpoints: its bandwidths, the whole system's or each GPU's, and its latency.

    Parameters
    ----------
    write_bandwidth : array_like, > 0 [B/s]
        Bandwidth of a save, one way. Usually 1 GB/s to 100 TB/s (one disk to a tier in every GPU's host).
    read_bandwidth : array_like, > 0 [B/s], default unlimited
        Bandwidth of a load, one way. Usually 1 GB/s to 100 TB/s (one disk to a tier in every GPU's host).
    latency : array_like, >= 0 and finite [s], default 0 s
        Time a save or a load takes before its first byte. Usually 0 s to 1 min.
    per_gpu : bool, default False
        Whether the bandwidths are each GPU's (1) or the whole system's (0).

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.storage.Tier(write_bandwidth=5e+10)
    Tier(write_bandwidth=50 GB/s)
    """
    @overload
    def __init__(
        self: Tier,
        *,
        write_bandwidth: Real | Carried,
        read_bandwidth: Real | Carried = ...,
        latency: Real | Carried = 0.0,
        per_gpu: Real | Carried = False,
    ) -> None: ...
    @overload
    def __init__(
        self: Tier[NumPy],
        *,
        write_bandwidth: Plain | Carried,
        read_bandwidth: Plain | Carried = ...,
        latency: Plain | Carried = 0.0,
        per_gpu: Plain | Carried = False,
    ) -> None: ...
    @overload
    def __init__(
        self: Tier[Array],
        *,
        write_bandwidth: Quantity | Carried,
        read_bandwidth: Quantity | Carried = ...,
        latency: Quantity | Carried = 0.0,
        per_gpu: Quantity | Carried = False,
    ) -> None: ...
    def as_request(self, given: bool = False) -> dict[str, Any]:
        """The part as a request has it: its name and its fields in SI; `given`: those alone that were given."""
    @property
    def remarks(self) -> list[str]:
        """What of its single numbers is far outside what machines show: "3" for "3 h" is a number like any other."""
    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The field table: name, unit, range, default and meaning of every parameter."""
    def as_dict(self) -> dict[str, Any]:
        """The parameters by name."""
    @overload
    def replace(
        self,
        *,
        write_bandwidth: Real | Carried = ...,
        read_bandwidth: Real | Carried = ...,
        latency: Real | Carried = ...,
        per_gpu: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Tier[float | NumPy],
        *,
        write_bandwidth: Plain | Carried = ...,
        read_bandwidth: Plain | Carried = ...,
        latency: Plain | Carried = ...,
        per_gpu: Plain | Carried = ...,
    ) -> Tier[NumPy]: ...
    @overload
    def replace(
        self: Tier[Any],
        *,
        write_bandwidth: Quantity | Carried = ...,
        read_bandwidth: Quantity | Carried = ...,
        latency: Quantity | Carried = ...,
        per_gpu: Quantity | Carried = ...,
    ) -> Tier[Array]: ...
    @property
    def write_bandwidth(self) -> float | _T:
        """bandwidth of a save, one way; > 0 [B/s]"""
    @property
    def read_bandwidth(self) -> float | _T:
        """bandwidth of a load, one way; > 0 [B/s]"""
    @property
    def latency(self) -> float | _T:
        """time a save or a load takes before its first byte; >= 0 and finite [s]"""
    @property
    def per_gpu(self) -> bool | _T:
        """whether the bandwidths are each GPU's (1) or the whole system's (0); true or false"""

@overload
def placement_survival(
    machines: Real, copies: Real, lost: Real, placement: Literal["group", "ring", "mixed"] = "group"
) -> float:
    """Probability that every shard keeps a copy when `lost` machines are lost at once, any of them equally likely; exact.

    Relative accuracy 1e-9 or better up to a million machines; NaN where machines, copies or lost are no whole numbers.

    Parameters
    ----------
    machines : array_like, in [1, 1e+07]
        Machines, a whole number.
    copies : array_like, >= 1
        Copies of each shard, a whole number up to machines.
    lost : array_like, >= 0
        Machines lost at once, a whole number up to machines.
    placement : Literal['group', 'ring', 'mixed'], default 'group'
        "group" (copies divide machines, groups hold each other's shards), "ring" (each shard on neighbours of one ring) or
        "mixed" (groups, and one ring of the last copies + machines mod copies).

    Returns
    -------
    float or array
        A number for numbers; else an array of the arguments' type.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For arrays whose shapes do not broadcast. A number out of its range is no error: the answer is NaN.

    References
    ----------
    GEMINI, Wang et al., SOSP 2023, section 5.

    Examples
    --------
    >>> sl.storage.placement_survival(16, 2, [1, 2])
    array([1.        , 0.93333333])
    """

@overload
def placement_survival(
    machines: Plain, copies: Plain, lost: Plain, placement: Literal["group", "ring", "mixed"] = "group"
) -> NumPy: ...
@overload
def placement_survival(
    machines: Quantity, copies: Quantity, lost: Quantity, placement: Literal["group", "ring", "mixed"] = "group"
) -> Array: ...
@overload
def placement_survival_bound(machines: Real, copies: Real, lost: Real) -> float:
    """GEMINI's lower bound of the probability that every shard keeps a copy.

    max(0, 1 - N C(N-m, k-m) / (m C(N, k))), N = machines, m = copies, k = lost.

    Parameters
    ----------
    machines : array_like, in [1, 1e+07]
        Machines, a whole number.
    copies : array_like, >= 1
        Copies of each shard, a whole number up to machines.
    lost : array_like, >= 0
        Machines lost at once, a whole number up to machines.
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
    Wang et al., SOSP 2023, section 5.

    Examples
    --------
    >>> sl.storage.placement_survival_bound(machines=16, copies=2, lost=2)
    np.float64(0.9333333333333333)
    """

@overload
def placement_survival_bound(
    machines: Plain,
    copies: Plain,
    lost: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def placement_survival_bound(
    machines: Quantity,
    copies: Quantity,
    lost: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def shard_loss_rate(machines: Real, copies: Real, machine_mttf: Real, restore_time: Real) -> float:
    """Rate [1/s] at which all copies of some shard are out at once.

    (N/r)(r/MTTF) prod (r - i) w/MTTF, N = machines, r = copies, w = restore_time, much shorter than MTTF = machine_mttf.

    Parameters
    ----------
    machines : array_like, >= 1
        Machines, a whole number.
    copies : array_like, >= 1
        Copies of each shard, a whole number up to machines.
    machine_mttf : array_like [s], > 0
        Mean time to failure of one machine.
    restore_time : array_like [s], >= 0
        Until a lost copy is made again.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [1/s]
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
    elementary: after one failure each of the r - 1 others in turn fails within w, to first order in w/MTTF.

    Examples
    --------
    >>> sl.storage.shard_loss_rate(machines=16, copies=2, machine_mttf=2e+07, restore_time=600)
    np.float64(2.3999999999999998e-11)
    """

@overload
def shard_loss_rate(
    machines: Plain,
    copies: Plain,
    machine_mttf: Plain,
    restore_time: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def shard_loss_rate(
    machines: Quantity,
    copies: Quantity,
    machine_mttf: Quantity,
    restore_time: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
