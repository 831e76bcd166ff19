# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""How the fields of a run change with its size: field(N) = field x (N / gpus)^exponent."""

from typing import Any, Self, overload

from .run import Field, TrainingRun
from .storage import Tier
from .typing import Array, Carried, NumPy, Plain, Quantity, Real

__all__ = [
    "PowerLaw",
    "chinchilla",
    "fixed",
    "power_law",
    "proportional",
]

class PowerLaw:
    """One exponent per growing field; fields that are not named stay as they are. Frozen.

    The laws of this module are called to be had, ``growth.chinchilla()``, and may be used as they are,
    ``growth.chinchilla.at(run, gpus)``.

    Parameters
    ----------
    gpu_mttf : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    checkpoint_bytes : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    write_bandwidth : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    read_bandwidth : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    storage_latency : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    initialization_time : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.
    downtime : array_like, finite, default 0
        Exponent in size of this field of the run. Usually -1 to 1.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> run = sl.published.llama3_405b()
    >>> sl.growth.PowerLaw(checkpoint_bytes=0.5).at(run, 4 * run.gpus).checkpoint_bytes / run.checkpoint_bytes
    2.0
    """
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
    def replace(
        self,
        *,
        gpu_mttf: float | Carried = ...,
        checkpoint_bytes: float | Carried = ...,
        write_bandwidth: float | Carried = ...,
        read_bandwidth: float | Carried = ...,
        storage_latency: float | Carried = ...,
        initialization_time: float | Carried = ...,
        downtime: float | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    def __init__(
        self,
        *,
        gpu_mttf: float | Carried = 0.0,
        checkpoint_bytes: float | Carried = 0.0,
        write_bandwidth: float | Carried = 0.0,
        read_bandwidth: float | Carried = 0.0,
        storage_latency: float | Carried = 0.0,
        initialization_time: float | Carried = 0.0,
        downtime: float | Carried = 0.0,
    ) -> None: ...
    @property
    def exponents(self) -> dict[str, float]:
        """The exponents that are not zero, by field."""
    def with_(self, **exponents: float) -> Self:
        """The same law with some exponents added or changed.

        Parameters
        ----------
        **exponents : float
            By field of TrainingRun.

        Returns
        -------
        Self
            The same law with some exponents added or changed.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def at(self, run: TrainingRun, gpus: Real) -> TrainingRun:
        """The run grown to a number of GPUs, which may be an array: its fields follow the law, relative to run.gpus.

        Parameters
        ----------
        run : TrainingRun
            The run at its own size.
        gpus : array_like
            The size, > 0; may be an array.

        Returns
        -------
        TrainingRun
            A training run as plain data: its size, how often it fails, what a checkpoint costs. SI units.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    @overload
    def at(self, run: TrainingRun[float | NumPy], gpus: Plain) -> TrainingRun[NumPy]: ...
    @overload
    def at(self, run: TrainingRun[Any], gpus: Quantity) -> TrainingRun[Array]: ...
    def saved_to(self, tier: Tier) -> Self:
        """The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.

        Parameters
        ----------
        tier : Tier
            The storage tier.

        Returns
        -------
        Self
            The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit.
        """
    def __call__(self) -> Self:
        """The law itself."""
    @property
    def gpu_mttf(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def checkpoint_bytes(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def write_bandwidth(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def read_bandwidth(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def storage_latency(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def initialization_time(self) -> float:
        """exponent in size of this field of the run; finite"""
    @property
    def downtime(self) -> float:
        """exponent in size of this field of the run; finite"""

chinchilla: PowerLaw
fixed: PowerLaw

def power_law(**exponents: float) -> PowerLaw:
    """A growth law from one exponent per field of TrainingRun.

    Parameters
    ----------
    **exponents : float
        One per field of TrainingRun that grows; 0.5: with the square root of the size.

    Returns
    -------
    PowerLaw
        One exponent per growing field; fields that are not named stay as they are. Frozen.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> sl.growth.power_law(checkpoint_bytes=0.5)
    power_law(checkpoint_bytes=0.5)
    """

proportional: PowerLaw
