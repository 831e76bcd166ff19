# SPDX-License-Identifier: Apache-2.0
"""Money, energy, carbon: what a run and its failures cost, and what to buy. Prices are per second and per SI unit.

Dollars are those of whoever sets a price, or of a source's own year: nothing is deflated or converted.
"""

from __future__ import annotations

from typing import Any

from . import _evaluate, limits
from . import growth as _growth
from ._docs import complete
from ._kernel import kernels_of
from ._parameters import Parameters, of_type
from ._public import listing
from .catalog import kinds
from .limits import Columns, Factors, Limit
from .results import Answered
from .run import TrainingRun
from .strategies import Strategy
from .typing import Number, Quantity

_kernels = kernels_of("economics")
globals().update(_kernels)


class Prices(Parameters, group="prices", kind=kinds("prices")["prices"]):
    """What a second of a GPU, of storage bandwidth, of electricity and of delay costs, and what CO2 electricity emits.

    A GPU's price includes what its owner counts in; ``electricity`` is what comes on top, ``power_per_gpu`` x ``pue`` of it for
    every GPU held. ``carbon_intensity`` moves no money.
    """

    __slots__ = ()


class AmortisedRun(Parameters, group="amortised_run", kind=kinds("amortised_run")["amortised_run"]):
    """A run on owned machines: chips lose value by orders of magnitude a year, and a run pays for what they lose while it runs.

    As Cottier et al., arXiv 2405.21015, 2024, do. Dollars are those of the price.
    """

    __slots__ = ()

    def _of(self, name: str) -> Any:
        return _evaluate.ask("amortised_cost", self).columns[name]

    @property
    def hourly_price(self) -> Number:
        """What a chip alone loses in an hour [USD/h]: its value at the run x orders_per_year ln(10) / year."""
        return self._of("hourly_price")

    @property
    def hardware(self) -> Number:
        """The chips [USD]: hourly_price x gpus x duration."""
        return self._of("hardware")

    @property
    def network(self) -> Number:
        """The network between them [USD]: hardware x network_share / (1 - network_share)."""
        return self._of("network")

    @property
    def energy_cost(self) -> Number:
        """Electricity [USD]: gpus x duration x power x server_factor x load x pue x electricity_price."""
        return self._of("energy_cost")

    @property
    def total(self) -> Number:
        """Chips, network and electricity of the run [USD]."""
        return self._of("total")

    @property
    def upfront(self) -> Number:
        """To buy the cluster [USD]: gpus x price / (1 - network_share)."""
        return self._of("upfront")


class RunCost(Answered, question="run_cost", beside=("asked",)):
    """What an amount of work costs, by what the money buys and by where the time that it pays goes.

    Attributes
    ----------
    asked : what was asked: run, prices, strategy and factors

    Examples
    --------
    >>> from scaling_limits.units import hour
    >>> cost = sl.economics.run_cost(sl.published.llama3_405b(), 1e11, sl.economics.Prices(gpu=2 / hour))
    >>> f"{cost.total / 1e6:.1f} million USD, of which failures take {1 - cost.by_term['useful'] / cost.total:.1%}"
    '56.8 million USD, of which failures take 2.1%'
    """

    asked: tuple[object, ...]


class OptimalBandwidth(Answered, question="optimal_bandwidth"):
    """The cheapest storage bandwidth.

    Examples
    --------
    >>> from scaling_limits.units import TB, hour, year
    >>> price = sl.economics.Prices(gpu=2 / hour, bandwidth=1e6 / (TB * year))
    >>> found = sl.economics.optimal_bandwidth(sl.published.llama3_405b(), price)
    >>> print(f"{found.value / TB:.3f} TB/s, {found.share:.2%} of the money")
    2.685 TB/s, 0.93% of the money
    """

    def __float__(self) -> float:
        return float(self.value)


class FailureCost(Answered, question="failure_cost"):
    """What failures, and all that is done against them, cost a run.

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> cost = sl.economics.failure_cost(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour))
    >>> f"{cost.per_second * day:.0f} USD a day, {cost.per_failure:.0f} USD each"
    '16658 USD a day, 2118 USD each'
    """


def _asked(function: str, run: TrainingRun, price: Prices, strategy: Strategy | None, factors: Factors = ()) -> tuple[Any, ...]:
    """Run, prices, strategy and factors as a question takes them."""
    of, _, plan, *others = limits.plan_of(function, run, None, strategy, factors)
    of_type(function, "price", price, Prices)
    return (of, price, plan, *others)


def run_cost(
    run: TrainingRun, work: Quantity, price: Prices, strategy: Strategy | None = None, factors: Factors = ()
) -> RunCost:
    """What a run costs until an amount of work is done: its time, at the price of all that it holds.

    Time is work / (gpus x efficiency x goodput); a second costs gpus x (price + electricity) + storage + the value of time. By
    term the money goes as the time does: to useful work, and to all that the strategy's breakdown and the factors name.

    Parameters
    ----------
    work : ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s; may be an array

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> price = sl.economics.Prices(gpu=2 / hour, time=1e6 / day)
    >>> cost = sl.economics.run_cost(sl.published.llama3_405b(), 1e11, price)
    >>> {kind: round(amount / 1e6, 1) for kind, amount in cost.by_kind.items()}
    {'gpus': 56.8, 'storage': 0.0, 'electricity': 0.0, 'time': 72.2}
    """
    asked = _asked("run_cost", run, price, strategy, factors)
    numbers = _evaluate.in_range("run_cost", {"work": work})
    return _evaluate.ask("run_cost", *asked, numbers=numbers).to(RunCost, asked=asked)


def optimal_bandwidth(
    run: TrainingRun, price: Prices, strategy: Strategy | None = None, loads: bool = False
) -> OptimalBandwidth:
    """The cheapest storage bandwidth under any strategy: where its share of the money is the elasticity of goodput in it.

    Exact, where first_order_bandwidth is more than 5 % low from an overhead of 9 % on.

    Parameters
    ----------
    run : the run; its own write_bandwidth is not looked at
    price : what things cost; bandwidth among them
    loads : whether loads use the same storage, so that read_bandwidth is the same

    Examples
    --------
    >>> from scaling_limits.units import TB, hour, year
    >>> price = sl.economics.Prices(gpu=2 / hour, bandwidth=1e6 / (TB * year))
    >>> plan = sl.strategies.asynchronous(copy_bandwidth=100 * TB)
    >>> round(sl.economics.optimal_bandwidth(sl.published.llama3_405b(), price, plan).value / TB, 3)
    0.362
    """
    asked = _asked("optimal_bandwidth", run, price, strategy)
    of_type("optimal_bandwidth", "loads", loads, (bool,))
    return _evaluate.ask("optimal_bandwidth", *asked, numbers={"loads": float(loads)}).to(OptimalBandwidth)


def optimal_gpus(
    run: TrainingRun,
    work: Quantity,
    price: Prices,
    growth: _growth.PowerLaw | None = None,
    strategy: Strategy | None = None,
    factors: Factors = (),
    *,
    columns: Columns = None,
) -> Limit:
    """The cheapest size where a second has a price: limits.cheapest_gpus, with what costs the same at any size in GPUs.

    Without a value of time, and with storage free, fewer GPUs are always cheaper. Storage that grows in proportion to the size
    is part of a GPU's price.

    Parameters
    ----------
    work : ideal GPU-seconds, the same at every size
    price : what things cost; the value of a second of delay among them
    columns : what is wanted of the answer, as of limits.max_gpus

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> price = sl.economics.Prices(gpu=2 / hour, time=1e6 / day)
    >>> print(f"{sl.economics.optimal_gpus(sl.published.llama3_405b(), 1e11, price).value:.0f} GPUs")
    374124 GPUs
    """
    plan = limits.plan_of("optimal_gpus", run, growth, strategy, factors)
    of_type("optimal_gpus", "price", price, Prices)
    wanted = limits._column_list("optimal_gpus", columns)
    return limits._limit_at_price(plan, price, _evaluate.in_range("optimal_gpus", {"work": work}), wanted)


def optimal_spares(
    gpus: Quantity,
    failure_rate: Quantity,
    repair_time: Quantity,
    price: Prices,
    *,
    downtime: Quantity = 0,
    taken_share: Quantity = 1,
    parts: Quantity = 1,
    repairers: Quantity = float("inf"),
    takes: Quantity = 1,
    burst: Quantity = 1,
    bursts: str = "fixed",
) -> Number:
    """The cheapest number of spares, whole units of a job that waits where none is left.

    One more is worth it while it raises the share of the time that the job runs, failures.running_share of the same pool, by
    more than its share of the money. inf where spares cost nothing. The strategy `spared` with as many does most for each GPU.

    Parameters
    ----------
    gpus : that the job needs, each at the price of a GPU; or nodes, at the price of a node
    failure_rate : of the running job, all parts together; of bursts, each of which is one failure [1/s]
    repair_time : mean [s]
    downtime : after each failure [s]
    taken_share : of the failures that take parts away for repair
    parts : bursts that such a failure takes, each repaired by itself
    repairers : repairs that go on at once
    takes : GPUs of a unit, a node's say, which fail, are repaired and come back together
    burst : units that come back as one, or their mean
    bursts : whether they are always as many, "fixed", or a "geometric" number

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> price = sl.economics.Prices(gpu=2 / hour)
    >>> sl.economics.optimal_spares(2048, 2048 * 3.789e-3 / day, 24 * hour, price)
    17.0
    >>> sl.economics.optimal_spares(16384, 2048 * 3.789e-3 / day, 24 * hour, price, takes=8, downtime=hour) / 8
    13.0
    """
    of_type("optimal_spares", "price", price, Prices)
    of_type("optimal_spares", "bursts", bursts, (str,))
    given = {
        "gpus": gpus,
        "failure_rate": failure_rate,
        "repair_time": repair_time,
        "downtime": downtime,
        "taken_share": taken_share,
        "parts": parts,
        "repairers": repairers,
        "takes": takes,
        "burst": burst,
    }
    numbers = _evaluate.in_range("optimal_spares", given)
    answer = _evaluate.ask("optimal_spares", price, numbers=numbers, arguments={"bursts": bursts})
    spares = answer.columns["value"]
    if answer.scalar and spares != spares:
        raise ValueError(f"optimal_spares: {answer.note()}")
    return spares


def failure_cost(run: TrainingRun, price: Prices, strategy: Strategy | None = None) -> FailureCost:
    """What failures cost: all that the run costs x (1 - goodput), and that times mtbf + downtime for each of them.

    Checkpoints, rework, restarts, downtime and spares held against failures all count.

    Examples
    --------
    >>> from scaling_limits.units import hour
    >>> round(sl.economics.failure_cost(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour)).per_failure, 2)
    2118.19
    """
    return _evaluate.ask("failure_cost", *_asked("failure_cost", run, price, strategy)).to(FailureCost)


def lever_values(run: TrainingRun, price: Prices, strategy: Strategy | None = None) -> dict[str, Number]:
    """What one per cent of each field of the run is worth [USD/s], to the side that helps.

    0.01 x what the run costs in a second x |d ln goodput / d ln field|; 0 for a field that is 0 or unlimited.

    Examples
    --------
    >>> from scaling_limits.units import day, hour
    >>> worth = sl.economics.lever_values(sl.published.llama3_405b(), sl.economics.Prices(gpu=2 / hour))
    >>> {field: round(value * day) for field, value in worth.items() if value > 0}
    {'gpu_mttf': 84, 'checkpoint_bytes': 84, 'write_bandwidth': 84}
    """
    return _evaluate.amounts("lever_values", *_asked("lever_values", run, price, strategy))


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
]
__all__ += sorted(_kernels)
__dir__ = listing(__all__)
complete(__all__, globals())
