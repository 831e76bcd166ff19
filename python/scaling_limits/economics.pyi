# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
# mypy: disable-error-code="overload-overlap, override"
"""Money, energy, carbon: what a run and its failures cost, and what to buy. Prices are per second and per SI unit.

Dollars are those of whoever sets a price, or of a source's own year: nothing is deflated or converted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, overload

from typing_extensions import TypeVar

from . import growth as _growth
from .limits import CustomFactor, Factor, Limit
from .results import Result
from .run import Field, TrainingRun
from .strategies import Strategy
from .typing import Array, ArrayLike, Carried, NumPy, NumPyText, Plain, Quantity, Real

__all__ = [
    "AmortisedRun",
    "FailureCost",
    "OptimalBandwidth",
    "Prices",
    "RunCost",
    "failure_cost",
    "lever_values",
    "optimal_bandwidth",
    "optimal_gpus",
    "optimal_spares",
    "run_cost",
    "annuity_price",
    "capital_recovery",
    "carbon",
    "first_order_bandwidth",
    "first_order_overhead",
    "longest_useful_run",
    "price_per_flop",
    "training_energy",
]
_S = TypeVar("_S", covariant=True, default=str)
_T = TypeVar("_T", covariant=True, default=float)

class AmortisedRun(Generic[_T]):
    """A run on owned machines: chips lose value by orders of magnitude a year, and a run pays for what they lose while it runs.

    As Cottier et al., arXiv 2405.21015, 2024, do. Dollars are those of the price.

    Parameters
    ----------
    price : array_like, >= 0 and finite [USD]
        A chip with its part of the server when it was bought. Usually 1000 USD to 100000 USD.
    age : array_like, >= 0 and finite [s]
        From there to the run. Usually 0 s to 43830 h.
    gpus : array_like, > 0 and finite
        Chips of the run. Usually 8 to 1000000.
    duration : array_like, >= 0 and finite [s]
        Of the run. Usually 24 h to 8766 h.
    power : array_like, >= 0 and finite [W]
        Design power of a chip. Usually 100 W to 1.5 kW.
    server_factor : array_like, >= 0 and finite
        Design power of a server over that of its chips. Usually 1 to 3.
    pue : array_like, >= 1 and finite
        Power of the site over power of its computers. Usually 1 to 2.
    electricity_price : array_like, >= 0 and finite [USD/J]
        Of a year of use. Usually 0.02 USD/kWh to 0.3 USD/kWh.
    load : array_like, in [0, 1], default 0.75
        Mean power over design power. Usually 0.5 to 1.
    network_share : array_like, in [0, 1), default 0.19
        Of the network in the cost of the cluster. Usually 0 to 0.3.
    orders_per_year : array_like, >= 0 and finite, default 0.14
        Orders of magnitude of FLOP per dollar that new chips gain in a year. Usually 0.05 to 0.3.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> made = sl.economics.AmortisedRun(
    ...     price=1000,
    ...     age=0.5,
    ...     gpus=8,
    ...     duration=86400,
    ...     power=100,
    ...     server_factor=1,
    ...     pue=1,
    ...     electricity_price=5.55556e-09,
    ... )
    >>> made.price
    1000.0
    """
    @overload
    def __init__(
        self: AmortisedRun,
        *,
        price: Real | Carried,
        age: Real | Carried,
        gpus: Real | Carried,
        duration: Real | Carried,
        power: Real | Carried,
        server_factor: Real | Carried,
        pue: Real | Carried,
        electricity_price: Real | Carried,
        load: Real | Carried = 0.75,
        network_share: Real | Carried = 0.19,
        orders_per_year: Real | Carried = 0.14,
    ) -> None: ...
    @overload
    def __init__(
        self: AmortisedRun[NumPy],
        *,
        price: Plain | Carried,
        age: Plain | Carried,
        gpus: Plain | Carried,
        duration: Plain | Carried,
        power: Plain | Carried,
        server_factor: Plain | Carried,
        pue: Plain | Carried,
        electricity_price: Plain | Carried,
        load: Plain | Carried = 0.75,
        network_share: Plain | Carried = 0.19,
        orders_per_year: Plain | Carried = 0.14,
    ) -> None: ...
    @overload
    def __init__(
        self: AmortisedRun[Array],
        *,
        price: Quantity | Carried,
        age: Quantity | Carried,
        gpus: Quantity | Carried,
        duration: Quantity | Carried,
        power: Quantity | Carried,
        server_factor: Quantity | Carried,
        pue: Quantity | Carried,
        electricity_price: Quantity | Carried,
        load: Quantity | Carried = 0.75,
        network_share: Quantity | Carried = 0.19,
        orders_per_year: Quantity | Carried = 0.14,
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
        price: Real | Carried = ...,
        age: Real | Carried = ...,
        gpus: Real | Carried = ...,
        duration: Real | Carried = ...,
        power: Real | Carried = ...,
        server_factor: Real | Carried = ...,
        pue: Real | Carried = ...,
        electricity_price: Real | Carried = ...,
        load: Real | Carried = ...,
        network_share: Real | Carried = ...,
        orders_per_year: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: AmortisedRun[float | NumPy],
        *,
        price: Plain | Carried = ...,
        age: Plain | Carried = ...,
        gpus: Plain | Carried = ...,
        duration: Plain | Carried = ...,
        power: Plain | Carried = ...,
        server_factor: Plain | Carried = ...,
        pue: Plain | Carried = ...,
        electricity_price: Plain | Carried = ...,
        load: Plain | Carried = ...,
        network_share: Plain | Carried = ...,
        orders_per_year: Plain | Carried = ...,
    ) -> AmortisedRun[NumPy]: ...
    @overload
    def replace(
        self: AmortisedRun[Any],
        *,
        price: Quantity | Carried = ...,
        age: Quantity | Carried = ...,
        gpus: Quantity | Carried = ...,
        duration: Quantity | Carried = ...,
        power: Quantity | Carried = ...,
        server_factor: Quantity | Carried = ...,
        pue: Quantity | Carried = ...,
        electricity_price: Quantity | Carried = ...,
        load: Quantity | Carried = ...,
        network_share: Quantity | Carried = ...,
        orders_per_year: Quantity | Carried = ...,
    ) -> AmortisedRun[Array]: ...
    @property
    def hourly_price(self) -> _T:
        """What a chip alone loses in an hour [USD/h]: its value at the run x orders_per_year ln(10) / year."""
    @property
    def hardware(self) -> _T:
        """The chips [USD]: hourly_price x gpus x duration."""
    @property
    def network(self) -> _T:
        """The network between them [USD]: hardware x network_share / (1 - network_share)."""
    @property
    def energy_cost(self) -> _T:
        """Electricity [USD]: gpus x duration x power x server_factor x load x pue x electricity_price."""
    @property
    def total(self) -> _T:
        """Chips, network and electricity of the run [USD]."""
    @property
    def upfront(self) -> _T:
        """To buy the cluster [USD]: gpus x price / (1 - network_share)."""
    @property
    def price(self) -> float | _T:
        """a chip with its part of the server when it was bought; >= 0 and finite [USD]"""
    @property
    def age(self) -> float | _T:
        """from there to the run; >= 0 and finite [s]"""
    @property
    def gpus(self) -> float | _T:
        """chips of the run; > 0 and finite"""
    @property
    def duration(self) -> float | _T:
        """of the run; >= 0 and finite [s]"""
    @property
    def power(self) -> float | _T:
        """design power of a chip; >= 0 and finite [W]"""
    @property
    def server_factor(self) -> float | _T:
        """design power of a server over that of its chips; >= 0 and finite"""
    @property
    def pue(self) -> float | _T:
        """power of the site over power of its computers; >= 1 and finite"""
    @property
    def electricity_price(self) -> float | _T:
        """of a year of use; >= 0 and finite [USD/J]"""
    @property
    def load(self) -> float | _T:
        """mean power over design power; in [0, 1]"""
    @property
    def network_share(self) -> float | _T:
        """of the network in the cost of the cluster; in [0, 1)"""
    @property
    def orders_per_year(self) -> float | _T:
        """orders of magnitude of FLOP per dollar that new chips gain in a year; >= 0 and finite"""

@dataclass(frozen=True, eq=False)
class FailureCost(Result, Generic[_T, _S]):
    """What failures, and all that is done against them, cost a run.

    Attributes
    ----------
    per_second : of wall-clock time [USD/s]
    per_failure : [USD], that times the wall-clock time from one failure to the next
    status : "ok" or "infeasible"
    note : why there is no number, or why it has no end

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> cost = sl.economics.failure_cost(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour))
    >>> f"{cost.per_second * day:.0f} USD a day, {cost.per_failure:.0f} USD each"
    '16658 USD a day, 2118 USD each'
    """

    per_second: _T
    per_failure: _T
    status: _S
    note: _S

@dataclass(frozen=True, eq=False)
class OptimalBandwidth(Result, Generic[_T, _S]):
    """The cheapest storage bandwidth.

    Attributes
    ----------
    value : of saves, of the whole job [B/s]; +inf where it costs nothing, 0 where any will do, NaN where there is no answer
    overhead : 1 / goodput - 1 there
    share : of storage in all that is paid
    status : "ok", "no limit", "already met", "infeasible" or "not converged"
    note : why there is no number, or what there is to say of it

    Examples
    --------
    >>> from scaling_limits.units import TB, hour, year
    >>> price = sl.economics.Prices(gpu=2 / hour, bandwidth=1e6 / (TB * year))
    >>> found = sl.economics.optimal_bandwidth(sl.published.llama3_405b(), price)
    >>> print(f"{found.value / TB:.3f} TB/s, {found.share:.2%} of the money")
    2.685 TB/s, 0.93% of the money
    """

    value: _T
    overhead: _T
    share: _T
    status: _S
    note: _S
    def __float__(self) -> float: ...

class Prices(Generic[_T]):
    """What a second of a GPU, of storage bandwidth, of electricity and of delay costs, and what CO2 electricity emits.

    A GPU's price includes what its owner counts in; ``electricity`` is what comes on top, ``power_per_gpu`` x ``pue`` of it for
    every GPU held. ``carbon_intensity`` moves no money.

    Parameters
    ----------
    gpu : array_like, >= 0 and finite [USD/s]
        One GPU with all that its owner counts in. Usually 0.36 USD/h to 10.8 USD/h (owned for years to rented by the hour).
    bandwidth : array_like, >= 0 and finite [USD/s per B/s], default 0 USD/yr per TB/s
        Storage bandwidth of saves, of the whole job. Usually 0 USD/s per B/s to 10000000 USD/yr per TB/s.
    electricity : array_like, >= 0 and finite [USD/J], default 0 USD/kWh
        Electricity that the price of a GPU does not include. Usually 0 USD/J to 0.3 USD/kWh.
    power_per_gpu : array_like, >= 0 and finite [W], default 0 W
        Drawn by a GPU with its share of the host. Usually 0 W to 2.5 kW.
    pue : array_like, >= 1 and finite, default 1
        Power of the site over power of its computers. Usually 1 to 2.
    carbon_intensity : array_like, >= 0 and finite [kg/J], default 0 kg/kWh
        CO2 emitted for electricity. Usually 0 kg/J to 1 kg/kWh.
    time : array_like, >= 0 and finite [USD/s], default 0 USD/h
        A second of delay, whatever the size. Usually 0 USD/s to 4166667 USD/h.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number; the message names it, and the nearest name.
    ValueError
        For a number out of its range, with value, bounds and unit, and for arrays whose shapes do not broadcast.

    Examples
    --------
    >>> sl.economics.Prices(gpu=0.0001)
    Prices(gpu=8.64 USD/d)
    """
    @overload
    def __init__(
        self: Prices,
        *,
        gpu: Real | Carried,
        bandwidth: Real | Carried = 0.0,
        electricity: Real | Carried = 0.0,
        power_per_gpu: Real | Carried = 0.0,
        pue: Real | Carried = 1.0,
        carbon_intensity: Real | Carried = 0.0,
        time: Real | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Prices[NumPy],
        *,
        gpu: Plain | Carried,
        bandwidth: Plain | Carried = 0.0,
        electricity: Plain | Carried = 0.0,
        power_per_gpu: Plain | Carried = 0.0,
        pue: Plain | Carried = 1.0,
        carbon_intensity: Plain | Carried = 0.0,
        time: Plain | Carried = 0.0,
    ) -> None: ...
    @overload
    def __init__(
        self: Prices[Array],
        *,
        gpu: Quantity | Carried,
        bandwidth: Quantity | Carried = 0.0,
        electricity: Quantity | Carried = 0.0,
        power_per_gpu: Quantity | Carried = 0.0,
        pue: Quantity | Carried = 1.0,
        carbon_intensity: Quantity | Carried = 0.0,
        time: Quantity | Carried = 0.0,
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
        gpu: Real | Carried = ...,
        bandwidth: Real | Carried = ...,
        electricity: Real | Carried = ...,
        power_per_gpu: Real | Carried = ...,
        pue: Real | Carried = ...,
        carbon_intensity: Real | Carried = ...,
        time: Real | Carried = ...,
    ) -> Self:
        """The same with some fields changed."""
    @overload
    def replace(
        self: Prices[float | NumPy],
        *,
        gpu: Plain | Carried = ...,
        bandwidth: Plain | Carried = ...,
        electricity: Plain | Carried = ...,
        power_per_gpu: Plain | Carried = ...,
        pue: Plain | Carried = ...,
        carbon_intensity: Plain | Carried = ...,
        time: Plain | Carried = ...,
    ) -> Prices[NumPy]: ...
    @overload
    def replace(
        self: Prices[Any],
        *,
        gpu: Quantity | Carried = ...,
        bandwidth: Quantity | Carried = ...,
        electricity: Quantity | Carried = ...,
        power_per_gpu: Quantity | Carried = ...,
        pue: Quantity | Carried = ...,
        carbon_intensity: Quantity | Carried = ...,
        time: Quantity | Carried = ...,
    ) -> Prices[Array]: ...
    @property
    def gpu(self) -> float | _T:
        """one GPU with all that its owner counts in; >= 0 and finite [USD/s]"""
    @property
    def bandwidth(self) -> float | _T:
        """storage bandwidth of saves, of the whole job; >= 0 and finite [USD/s per B/s]"""
    @property
    def electricity(self) -> float | _T:
        """electricity that the price of a GPU does not include; >= 0 and finite [USD/J]"""
    @property
    def power_per_gpu(self) -> float | _T:
        """drawn by a GPU with its share of the host; >= 0 and finite [W]"""
    @property
    def pue(self) -> float | _T:
        """power of the site over power of its computers; >= 1 and finite"""
    @property
    def carbon_intensity(self) -> float | _T:
        """CO2 emitted for electricity; >= 0 and finite [kg/J]"""
    @property
    def time(self) -> float | _T:
        """a second of delay, whatever the size; >= 0 and finite [USD/s]"""

@dataclass(frozen=True, eq=False)
class RunCost(Result, Generic[_T, _S]):
    """What an amount of work costs, by what the money buys and by where the time that it pays goes.

    Attributes
    ----------
    by_kind : what the money buys, [USD]: gpus, storage, electricity, time; sums to the total
    by_cause : where the time that it pays goes, [USD]: what the strategy's breakdown names, and factors; sums to the total
    status : "ok" or "infeasible"
    note : why there is no number, or why it has no end
    asked : what was asked: run, prices, strategy and factors
    total : money [USD]
    time : wall-clock time [s]
    energy : of the GPUs with their hosts and site [J]
    carbon : CO2 of that [kg]

    Examples
    --------
    >>> from scaling_limits.units import hour
    >>> cost = sl.economics.run_cost(sl.published.llama3_405b(), 1e11, sl.economics.Prices(gpu=2 / hour))
    >>> f"{cost.total / 1e6:.1f} million USD, of which failures take {1 - cost.by_cause['useful'] / cost.total:.1%}"
    '56.8 million USD, of which failures take 2.1%'
    """

    total: _T
    time: _T
    energy: _T
    carbon: _T
    by_kind: dict[str, _T]
    by_cause: dict[str, _T]
    status: _S
    note: _S
    asked: tuple[object, ...]

@overload
def failure_cost(run: TrainingRun, price: Prices, strategy: Strategy | None = None) -> FailureCost:
    """What failures cost: all that the run costs x (1 - goodput), and that times mtbf + downtime for each of them.

    Checkpoints, rework, restarts, downtime and spares held against failures all count.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    price : Prices
        What things cost.
    strategy : Strategy, optional
        How the run is protected; default blocking().

    Returns
    -------
    FailureCost
        What failures, and all that is done against them, cost a run.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> from scaling_limits.units import hour
    >>> round(sl.economics.failure_cost(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour)).per_failure, 2)
    2118.19
    """

@overload
def failure_cost(
    run: TrainingRun[float | NumPy], price: Prices[float | NumPy], strategy: Strategy[float | NumPy] | None = None
) -> FailureCost[NumPy, NumPyText]: ...
@overload
def failure_cost(
    run: TrainingRun[Any], price: Prices[Any], strategy: Strategy[Any] | None = None
) -> FailureCost[Array, Array]: ...
@overload
def lever_values(run: TrainingRun, price: Prices, strategy: Strategy | None = None) -> dict[str, float]:
    """What one per cent of each field of the run is worth [USD/s], to the side that helps.

    0.01 x what the run costs in a second x |d ln goodput / d ln field|; 0 for a field that is 0 or unlimited.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    price : Prices
        What things cost.
    strategy : Strategy, optional
        How the run is protected; default blocking().

    Returns
    -------
    dict of float or array by name
        A number for numbers; else an array of the arguments' type.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit; for single numbers without an answer, where arrays have NaN.

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> worth = sl.economics.lever_values(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour))
    >>> {field: round(value * day) for field, value in worth.items() if value > 0}
    {'gpu_mttf': 84, 'checkpoint_bytes': 84, 'write_bandwidth': 84}
    """

@overload
def lever_values(
    run: TrainingRun[float | NumPy], price: Prices[float | NumPy], strategy: Strategy[float | NumPy] | None = None
) -> dict[str, NumPy]: ...
@overload
def lever_values(run: TrainingRun[Any], price: Prices[Any], strategy: Strategy[Any] | None = None) -> dict[str, Array]: ...
@overload
def optimal_bandwidth(
    run: TrainingRun, price: Prices, strategy: Strategy | None = None, loads: bool = False
) -> OptimalBandwidth:
    """The cheapest storage bandwidth under any strategy: where its share of the money is the elasticity of goodput in it.

    Exact, where first_order_bandwidth is more than 5 % low from an overhead of 9 % on.

    Parameters
    ----------
    run : TrainingRun
        The run; its own write_bandwidth is not looked at.
    price : Prices
        What things cost; bandwidth among them.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    loads : bool, true or false, default False
        Whether loads use the same storage, so that read_bandwidth is the same.

    Returns
    -------
    OptimalBandwidth
        The cheapest storage bandwidth.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> from scaling_limits.units import TB, hour, year
    >>> price = sl.economics.Prices(gpu=2 / hour, bandwidth=1e6 / (TB * year))
    >>> plan = sl.strategies.asynchronous(copy_bandwidth=100 * TB)
    >>> round(sl.economics.optimal_bandwidth(sl.published.llama3_405b(), price, plan).value / TB, 3)
    0.362
    """

@overload
def optimal_bandwidth(
    run: TrainingRun[float | NumPy],
    price: Prices[float | NumPy],
    strategy: Strategy[float | NumPy] | None = None,
    loads: bool = False,
) -> OptimalBandwidth[NumPy, NumPyText]: ...
@overload
def optimal_bandwidth(
    run: TrainingRun[Any], price: Prices[Any], strategy: Strategy[Any] | None = None, loads: bool = False
) -> OptimalBandwidth[Array, Array]: ...
@overload
def optimal_gpus(
    run: TrainingRun,
    work: Real,
    price: Prices,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit:
    """The cheapest size where a second has a price: limits.cheapest_gpus, with what costs the same at any size in GPUs.

    Without a value of time, and with storage free, fewer GPUs are always cheaper. Storage that grows in proportion to the size
    is part of a GPU's price.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    work : array_like, > 0 and finite [s]
        Ideal GPU-seconds, the same at every size.
    price : Prices
        What things cost; the value of a second of delay among them.
    growth : PowerLaw, optional
        How fields change with size; default growth.fixed.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size: one, or several.
    columns : Columns, optional
        What is wanted of the answer, as of limits.max_gpus.

    Returns
    -------
    Limit
        The answer to "how large"; arrays where the run has arrays.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> price = sl.economics.Prices(gpu=2 / hour, time=1e6 / day)
    >>> print(f"{sl.economics.optimal_gpus(sl.published.llama3_405b(), 1e11, price).value:.0f} GPUs")
    374124 GPUs
    """

@overload
def optimal_gpus(
    run: TrainingRun[float | NumPy],
    work: Plain,
    price: Prices[float | NumPy],
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[NumPy, NumPyText]: ...
@overload
def optimal_gpus(
    run: TrainingRun[Any],
    work: Quantity,
    price: Prices[Any],
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
    *,
    columns: str | Sequence[str] | None = None,
) -> Limit[Array, Array]: ...
@overload
def optimal_spares(gpus: Real, failure_rate: Real, repair_time: Real, price: Prices) -> float:
    """The cheapest number of spares, a whole number, of a job that waits where none is left; repairs all at once.

    One more is worth it while it raises the share of the time that the job can run by more than its share of the money. inf
    where spares cost nothing.

    Parameters
    ----------
    gpus : array_like, > 0 and finite
        Parts that the job needs, each at the price of a GPU; or nodes, at the price of a node.
    failure_rate : array_like, >= 0 and finite [1/s]
        Of the running job, all parts together.
    repair_time : array_like, >= 0 and finite [s]
        Mean, of any law.
    price : Prices
        What things cost.

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

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> sl.economics.optimal_spares(2048, 2048 * 3.789e-3 / day, 24 * hour, sl.economics.Prices(gpu=16 / hour))
    17.0
    """

@overload
def optimal_spares(gpus: Plain, failure_rate: Plain, repair_time: Plain, price: Prices[float | NumPy]) -> NumPy: ...
@overload
def optimal_spares(gpus: Quantity, failure_rate: Quantity, repair_time: Quantity, price: Prices[Any]) -> Array: ...
@overload
def run_cost(
    run: TrainingRun,
    work: Real,
    price: Prices,
    strategy: Strategy | None = None,
    factors: Factor | CustomFactor | Sequence[Factor | CustomFactor] = (),
) -> RunCost:
    """What a run costs until an amount of work is done: its time, at the price of all that it holds.

    Time is work / (gpus x efficiency x goodput); a second costs gpus x (price + electricity) + storage + the value of time. By
    cause the money goes as the time does: to useful work, and to all that the strategy's breakdown and the factors name.

    Parameters
    ----------
    run : TrainingRun
        The run at its own size.
    work : array_like, >= 0 and finite [s]
        Ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s; may be an array.
    price : Prices
        What things cost.
    strategy : Strategy, optional
        How the run is protected; default blocking().
    factors : Factors, optional
        Other efficiencies that depend on the size: one, or several.

    Returns
    -------
    RunCost
        What an amount of work costs, by what the money buys and by where the time that it pays goes.

    Raises
    ------
    TypeError
        For an argument of another kind; the message names it and says what it must be.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> price = sl.economics.Prices(gpu=2 / hour, time=1e6 / day)
    >>> cost = sl.economics.run_cost(sl.published.llama3_405b(), 1e11, price)
    >>> {kind: round(amount / 1e6, 1) for kind, amount in cost.by_kind.items()}
    {'gpus': 56.8, 'storage': 0.0, 'electricity': 0.0, 'time': 72.2}
    """

@overload
def run_cost(
    run: TrainingRun[float | NumPy],
    work: Plain,
    price: Prices[float | NumPy],
    strategy: Strategy[float | NumPy] | None = None,
    factors: Factor[float | NumPy] | CustomFactor | Sequence[Factor[float | NumPy] | CustomFactor] = (),
) -> RunCost[NumPy, NumPyText]: ...
@overload
def run_cost(
    run: TrainingRun[Any],
    work: Quantity,
    price: Prices[Any],
    strategy: Strategy[Any] | None = None,
    factors: Factor[Any] | CustomFactor | Sequence[Factor[Any] | CustomFactor] = (),
) -> RunCost[Array, Array]: ...
@overload
def annuity_price(
    capital: Real,
    payments: Real,
    interest: Real,
    upkeep: Real,
    availability: Real,
    power: Real,
    pue: Real,
    electricity_price: Real,
) -> float:
    """What an owned machine costs in a second of use [USD/s].

    capital (CRF + upkeep) / (availability x year) + power x pue x electricity_price, CRF = capital_recovery(interest,
    payments). Electricity is paid while it is used.

    Parameters
    ----------
    capital : array_like [USD], >= 0
        Its price.
    payments : array_like, > 0
        One a year.
    interest : array_like, >= 0
        A year: 0.1 is ten per cent.
    upkeep : array_like, >= 0
        A year, as a share of the capital.
    availability : array_like, in (0, 1]
        Share of the time that it is used.
    power : array_like [W], >= 0
        Drawn.
    pue : array_like, >= 1
        Of the site over its computers.
    electricity_price : array_like [USD/J], >= 0
        Of electricity.
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
    elementary finance, the annuity.

    Examples
    --------
    >>> sl.economics.annuity_price(
    ...     capital=40000,
    ...     payments=5,
    ...     interest=0.1,
    ...     upkeep=0.05,
    ...     availability=0.9,
    ...     power=1000,
    ...     pue=1.2,
    ...     electricity_price=2e-08,
    ... )
    np.float64(0.0004659396500997758)
    """

@overload
def annuity_price(
    capital: Plain,
    payments: Plain,
    interest: Plain,
    upkeep: Plain,
    availability: Plain,
    power: Plain,
    pue: Plain,
    electricity_price: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def annuity_price(
    capital: Quantity,
    payments: Quantity,
    interest: Quantity,
    upkeep: Quantity,
    availability: Quantity,
    power: Quantity,
    pue: Quantity,
    electricity_price: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def capital_recovery(interest: Real, payments: Real) -> float:
    """The yearly payment per dollar borrowed: i / (1 - (1 + i)^-m), 1/m where interest is 0.

    Parameters
    ----------
    interest : array_like, >= 0
        A year: 0.1 is ten per cent.
    payments : array_like, > 0
        One a year.
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
    elementary finance, the annuity.

    Examples
    --------
    >>> sl.economics.capital_recovery(interest=0.1, payments=5)
    np.float64(0.2637974807947454)
    """

@overload
def capital_recovery(
    interest: Plain,
    payments: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def capital_recovery(
    interest: Quantity,
    payments: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def carbon(energy: Real, intensity: Real) -> float:
    """CO2 of an energy [kg]: energy x intensity.

    Parameters
    ----------
    energy : array_like [J], >= 0
        Used.
    intensity : array_like [kg/J], >= 0
        CO2 emitted for electricity.
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
    Patterson et al., arXiv 2104.10350, 2021, section 2.5.

    Examples
    --------
    >>> sl.economics.carbon(energy=4.6e+12, intensity=1.2e-07)
    np.float64(552000.0)
    """

@overload
def carbon(
    energy: Plain,
    intensity: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def carbon(
    energy: Quantity,
    intensity: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def first_order_bandwidth(gpus: Real, gpu_mttf: Real, checkpoint_bytes: Real, gpu_price: Real, bandwidth_price: Real) -> float:
    """The cheapest storage bandwidth [B/s] to first order: gpus [p^2 S / (2 gpu_mttf k^2)]^(1/3).

    p = gpu_price, S = checkpoint_bytes, k = bandwidth_price; of blocking checkpoints. Too low by 5/9 of the overhead, more
    than 5 % from an overhead of 9 % on: optimal_bandwidth is exact. inf where bandwidth is free.

    Parameters
    ----------
    gpus : array_like, > 0
        GPUs of the job.
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    checkpoint_bytes : array_like [B], >= 0
        State saved by one checkpoint.
    gpu_price : array_like [USD/s], >= 0
        Of a GPU.
    bandwidth_price : array_like [USD/s per B/s], >= 0
        Of storage bandwidth.
    out, where, dtype
        As of every NumPy ufunc.

    Returns
    -------
    scalar or array [B/s]
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
    docs/derivations.md, section "What is bought".

    Examples
    --------
    >>> sl.economics.first_order_bandwidth(
    ...     gpus=16384,
    ...     gpu_mttf=1.8e+08,
    ...     checkpoint_bytes=5e+12,
    ...     gpu_price=0.0005555555555555556,
    ...     bandwidth_price=3.2e-14,
    ... )
    np.float64(2640548314233.0474)
    """

@overload
def first_order_bandwidth(
    gpus: Plain,
    gpu_mttf: Plain,
    checkpoint_bytes: Plain,
    gpu_price: Plain,
    bandwidth_price: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def first_order_bandwidth(
    gpus: Quantity,
    gpu_mttf: Quantity,
    checkpoint_bytes: Quantity,
    gpu_price: Quantity,
    bandwidth_price: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def first_order_overhead(gpu_mttf: Real, checkpoint_bytes: Real, gpu_price: Real, bandwidth_price: Real) -> float:
    """The overhead at the cheapest bandwidth to first order, the same at every size: (4 k S / (p gpu_mttf))^(1/3).

    Storage has half of it as its share of the GPUs' money. Arguments as of first_order_bandwidth.

    Parameters
    ----------
    gpu_mttf : array_like [s], > 0
        Running GPU-seconds per interruption of the job.
    checkpoint_bytes : array_like [B], >= 0
        State saved by one checkpoint.
    gpu_price : array_like [USD/s], >= 0
        Of a GPU.
    bandwidth_price : array_like [USD/s per B/s], >= 0
        Of storage bandwidth.
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
    docs/derivations.md, section "What is bought".

    Examples
    --------
    >>> sl.economics.first_order_overhead(
    ...     gpu_mttf=1.8e+08,
    ...     checkpoint_bytes=5e+12,
    ...     gpu_price=0.0005555555555555556,
    ...     bandwidth_price=3.2e-14,
    ... )
    np.float64(0.01856635533445112)
    """

@overload
def first_order_overhead(
    gpu_mttf: Plain,
    checkpoint_bytes: Plain,
    gpu_price: Plain,
    bandwidth_price: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def first_order_overhead(
    gpu_mttf: Quantity,
    checkpoint_bytes: Quantity,
    gpu_price: Quantity,
    bandwidth_price: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def longest_useful_run(hardware_growth: Real, software_growth: Real) -> float:
    """The longest run that no later start overtakes [s]: a year / (ln hardware_growth + ln software_growth).

    inf where the two together do not grow.

    Parameters
    ----------
    hardware_growth : array_like, > 0
        Factor per year of FLOP per dollar.
    software_growth : array_like, > 0
        Factor per year by which the compute for the same result falls.
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
    Epoch AI, "The longest training run", 2022.

    Examples
    --------
    >>> sl.economics.longest_useful_run(hardware_growth=1.3, software_growth=3)
    np.float64(23187467.79824631)
    """

@overload
def longest_useful_run(
    hardware_growth: Plain,
    software_growth: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def longest_useful_run(
    hardware_growth: Quantity,
    software_growth: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def price_per_flop(gpu_price: Real, peak_flops: Real, utilization: Real, goodput: Real) -> float:
    """What a FLOP that the model needed costs [USD/FLOP]: gpu_price / (peak_flops x utilization x goodput).

    Parameters
    ----------
    gpu_price : array_like [USD/s], >= 0
        Of a GPU.
    peak_flops : array_like [FLOP/s], > 0
        Peak of one GPU.
    utilization : array_like, in [0, 1]
        Of the peak while it trains.
    goodput : array_like, in [0, 1]
        New useful training time per wall-clock time.
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
    a definition.

    Examples
    --------
    >>> sl.economics.price_per_flop(
    ...     gpu_price=0.0005555555555555556,
    ...     peak_flops=9.89e+14,
    ...     utilization=0.4,
    ...     goodput=0.9,
    ... )
    np.float64(1.5603739904380278e-18)
    """

@overload
def price_per_flop(
    gpu_price: Plain,
    peak_flops: Plain,
    utilization: Plain,
    goodput: Plain,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def price_per_flop(
    gpu_price: Quantity,
    peak_flops: Quantity,
    utilization: Quantity,
    goodput: Quantity,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
@overload
def training_energy(gpus: Real, duration: Real, power: Real, pue: Real = 1) -> float:
    """Energy of a run [J]: gpus x duration x power x pue.

    Parameters
    ----------
    gpus : array_like, >= 0
        GPUs of the run.
    duration : array_like [s], >= 0
        Of the run.
    power : array_like [W], >= 0
        Mean, of a GPU with its share of the host.
    pue : array_like, >= 1, default 1
        Of the site over its computers.
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
    Patterson et al., arXiv 2104.10350, 2021, section 2.5.

    Examples
    --------
    >>> sl.economics.training_energy(gpus=10000, duration=1.3e+06, power=330)
    np.float64(4290000000000.0)
    """

@overload
def training_energy(
    gpus: Plain,
    duration: Plain,
    power: Plain,
    pue: Plain = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> NumPy: ...
@overload
def training_energy(
    gpus: Quantity,
    duration: Quantity,
    power: Quantity,
    pue: Quantity = 1,
    *,
    out: ArrayLike | tuple[ArrayLike, ...] | None = None,
    where: bool | ArrayLike = True,
    dtype: object = None,
) -> Array: ...
