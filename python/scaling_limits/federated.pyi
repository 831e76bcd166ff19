# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Rounds of federated clients: how many to ask, how long a round takes, the largest useful cohort."""

from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from .failures import Law
from .run import Field
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "Round",
    "aggregation_half_size",
    "best_cohort",
    "largest_dropout",
    "least_asked",
    "secure_aggregation_expansion",
    "server_time_per_client",
]
_T = TypeVar("_T", covariant=True, default=float)

class Round(Generic[_T]):
    """A round of federated training: it ends with the last report it waits for, or fails at its timeout.

    Each of the clients asked is lost with probability dropout; the others report after times of the law. Any field may be an
    array, those of the law too.

    Parameters
    ----------
    asked : array_like, a whole number in [1, 2147483647]
        Clients that are asked. Usually 10 to 10000.
    reports : array_like, a whole number in [1, 2147483647]
        Reports that end the round, at most asked. Usually 10 to 10000.
    dropout : array_like, in [0, 1), default 0
        Share of the clients that are lost. Usually 0.06 to 0.1 (Bonawitz et al. 2019).
    timeout : array_like, > 0 [s], default unlimited
        After which a round has failed; unlimited: never. Usually 1 min to 2.77778 h.
    law : object
        Failure law of the times until clients report.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> law = sl.failures.Lognormal(mu=np.log(60), sigma=0.6)
    >>> round = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=law)
    >>> print(f"{round.mean_time:.4f} s, {round.completed_by(120):.4f} of rounds complete after two minutes")
    113.0785 s, 0.8388 of rounds complete after two minutes
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
    @overload
    def replace(
        self,
        *,
        asked: Real | Carried = ...,
        reports: Real | Carried = ...,
        dropout: Real | Carried = ...,
        timeout: Real | Carried = ...,
        law: Any = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Round[float | NumPy],
        *,
        asked: Plain | Carried = ...,
        reports: Plain | Carried = ...,
        dropout: Plain | Carried = ...,
        timeout: Plain | Carried = ...,
        law: Any = ...,
    ) -> Round[NumPy]: ...
    @overload
    def replace(
        self: Round[Any],
        *,
        asked: Quantity | Carried = ...,
        reports: Quantity | Carried = ...,
        dropout: Quantity | Carried = ...,
        timeout: Quantity | Carried = ...,
        law: Any = ...,
    ) -> Round[Array]: ...
    @overload
    def __init__(
        self: Round,
        *,
        asked: Real | Carried,
        reports: Real | Carried,
        dropout: Real | Carried = 0.0,
        timeout: Real | Carried = ...,
        law: Any,
    ) -> None: ...
    @overload
    def __init__(
        self: Round[NumPy],
        *,
        asked: Plain | Carried,
        reports: Plain | Carried,
        dropout: Plain | Carried = 0.0,
        timeout: Plain | Carried = ...,
        law: Any,
    ) -> None: ...
    @overload
    def __init__(
        self: Round[Array],
        *,
        asked: Quantity | Carried,
        reports: Quantity | Carried,
        dropout: Quantity | Carried = 0.0,
        timeout: Quantity | Carried = ...,
        law: Any,
    ) -> None: ...
    @property
    def law(self) -> Law[_T]:
        """The times after which clients that are not lost report."""
    @property
    def completion(self) -> _T:
        """P(the round is complete in the end)."""
    @property
    def mean_time(self) -> _T:
        """Mean time of a round [s], failed ones included; inf where losses or the law leave it without a bound."""
    @property
    def note(self) -> str | NumPyText:
        """Why the mean time is infinite; empty where it is not."""
    @overload
    def completed_by(self: Round, time: Real) -> float:
        """P(the round is complete by then).

        Parameters
        ----------
        time : array_like, a number [s]
            After its start [s].

        Returns
        -------
        float or array
            A number for numbers; else an array of the arguments' type.

        Raises
        ------
        TypeError
            For an argument of another kind; the message names it and says what it must be.
        ValueError
            For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.
        """
    @overload
    def completed_by(self: Round[float | NumPy], time: Plain) -> NumPy: ...
    @overload
    def completed_by(self: Round[Any], time: Quantity) -> Array: ...
    @property
    def asked(self) -> float | _T:
        """clients that are asked; a whole number in [1, 2147483647]"""
    @property
    def reports(self) -> float | _T:
        """reports that end the round, at most asked; a whole number in [1, 2147483647]"""
    @property
    def dropout(self) -> float | _T:
        """share of the clients that are lost; in [0, 1)"""
    @property
    def timeout(self) -> float | _T:
        """after which a round has failed; unlimited: never; > 0 [s]"""

@overload
def aggregation_half_size(round_time: Real, time_per_client: Real) -> float:
    """Clients whose server time is as long as the rest of a round; inf where the server takes none.

    t_0/s, t_0 = round_time, s = time_per_client: k clients do 1/(1 + k s/t_0) of what they would with a server that takes
    no time, the factor StrongScaling of that half size.

    Parameters
    ----------
    round_time : array_like [s], >= 0
        Of a round without the server.
    time_per_client : array_like [s], >= 0
        Of the server.
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
    elementary: a round takes t_0 + k s.

    Examples
    --------
    >>> sl.federated.aggregation_half_size(round_time=120, time_per_client=0.00896)
    np.float64(13392.857142857145)
    """

@overload
def aggregation_half_size(
    round_time: Plain,
    time_per_client: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def aggregation_half_size(
    round_time: Quantity,
    time_per_client: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def best_cohort(critical_cohort: Real, round_time: Real, time_per_client: Real) -> float:
    """The cohort that reaches the target in the least time; inf where the server takes none.

    sqrt(k_c t_0/s), k_c = critical_cohort, t_0 = round_time, s = time_per_client: R_min (1 + k_c/k) rounds of t_0 + k s.

    Parameters
    ----------
    critical_cohort : array_like, >= 0
        Clients at which twice the fewest rounds are needed.
    round_time : array_like [s], >= 0
        Of a round without the server.
    time_per_client : array_like [s], >= 0
        Of the server.
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
    ours, after McCandlish et al., An Empirical Model of Large-Batch Training, 2018, for the rounds.

    Examples
    --------
    >>> sl.federated.best_cohort(critical_cohort=500, round_time=120, time_per_client=0.00896)
    np.float64(2587.7458475338285)
    """

@overload
def best_cohort(
    critical_cohort: Plain,
    round_time: Plain,
    time_per_client: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def best_cohort(
    critical_cohort: Quantity,
    round_time: Quantity,
    time_per_client: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def largest_dropout(asked: Real, reports: Real, probability: Real) -> float:
    """The largest share of clients that may be lost while enough of them report with a probability.

    d with I_(1-d)(k, n - k + 1) = p, I the regularised incomplete beta function; n = asked, k = reports, p = probability.

    Parameters
    ----------
    asked : array_like, >= 1
        Clients that are asked.
    reports : array_like, >= 1
        Reports that are needed, at most asked.
    probability : array_like, in [0, 1]
        With which there are enough.
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
    elementary: the reports are binomial.

    Examples
    --------
    >>> sl.federated.largest_dropout(asked=390, reports=300, probability=0.99)
    np.float64(0.18517722399284103)
    """

@overload
def largest_dropout(
    asked: Plain,
    reports: Plain,
    probability: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def largest_dropout(
    asked: Quantity,
    reports: Quantity,
    probability: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def least_asked(reports: Real, dropout: Real, probability: Real) -> float:
    """The fewest clients to ask that enough of them report with a probability, however late.

    The least n with I_(1-d)(k, n - k + 1) >= p, I the regularised incomplete beta function; k = reports, d = dropout,
    p = probability. inf where no number is enough.

    Parameters
    ----------
    reports : array_like, >= 1
        Reports that are needed, a whole number.
    dropout : array_like, in [0, 1)
        Share of the clients that are lost.
    probability : array_like, in [0, 1]
        With which there are enough.
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
    elementary: the reports are binomial.

    Examples
    --------
    >>> sl.federated.least_asked(reports=300, dropout=0.1, probability=0.99)
    np.float64(348.0)
    """

@overload
def least_asked(
    reports: Plain,
    dropout: Plain,
    probability: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def least_asked(
    reports: Quantity,
    dropout: Quantity,
    probability: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def secure_aggregation_expansion(clients: Real, values: Real, bits: Real) -> float:
    """Bytes that a client of secure aggregation sends over the bytes of its values.

    [2 n 256 + (5 n - 4) 256 + m ceil(log2(n (2^b - 1) + 1))]/(m b), n = clients, m = values, b = bits.

    Parameters
    ----------
    clients : array_like, >= 1
        That take part, a whole number.
    values : array_like, > 0
        That each of them sends.
    bits : array_like, >= 1
        Of a value, a whole number.
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
    Bonawitz et al., Practical Secure Aggregation, CCS 2017, section 7.

    Examples
    --------
    >>> sl.federated.secure_aggregation_expansion(clients=1024, values=1048576.0, bits=16)
    np.float64(1.73431396484375)
    """

@overload
def secure_aggregation_expansion(
    clients: Plain,
    values: Plain,
    bits: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def secure_aggregation_expansion(
    clients: Quantity,
    values: Quantity,
    bits: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def server_time_per_client(bytes: Real, bandwidth: Real, clients_per_edge: Real = 1, expansion: Real = 1) -> float:
    """What one client takes of the root server's link in a round [s].

    S (1 + x)/(q W), S = bytes, W = bandwidth, q = clients_per_edge, x = expansion.

    Parameters
    ----------
    bytes : array_like [B], >= 0
        Of the model or its adapters.
    bandwidth : array_like [B/s], > 0
        Of the server, each way by turns.
    clients_per_edge : array_like, >= 1, default 1
        Clients behind each edge server; 1: there is none.
    expansion : array_like, >= 0, default 1
        Of what comes up, as by secure aggregation.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [s]
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
    elementary: the model down, what was learned up; of an edge server's clients once.

    Examples
    --------
    >>> sl.federated.server_time_per_client(bytes=5.6e+06, bandwidth=1.25e+09)
    np.float64(0.00896)
    """

@overload
def server_time_per_client(
    bytes: Plain,
    bandwidth: Plain,
    clients_per_edge: Plain = 1,
    expansion: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def server_time_per_client(
    bytes: Quantity,
    bandwidth: Quantity,
    clients_per_edge: Quantity = 1,
    expansion: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
