# SPDX-License-Identifier: Apache-2.0
"""A scenario: what the largest run of a year wants, what supplies and criteria allow, and when each of them binds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from . import _evaluate
from . import growth as _growth
from ._kernel import describe, suggestion
from ._parameters import Parameters, UnknownField, checked, dict_of, of_type
from ._parts import requested
from .catalog import kinds
from .growth import PerYear, PowerLaw
from .limits import Criterion, Factors, Limit, _factor_list, _limit_of, _protection
from .network import Ring
from .parallelism import LatencyWall
from .results import Answered, Table, _shown
from .run import TrainingRun
from .strategies import Strategy
from .supply import Chips, Data, Hardware, Power
from .typing import Number, Quantity, SomeNumber

__all__ = [
    "NumberElasticity",
    "RequiredGrowth",
    "Scenario",
    "Supplies",
    "Timeline",
    "elasticities",
    "required_growth",
    "timeline",
]


class Demand(Parameters, group="scenario", kind=kinds("scenario")["scenario"]):
    """What the largest run wants as years pass, and its share of what there is: the scenario's own numbers."""

    __slots__ = ()


_parts: dict[str, type[Any]] = {
    "hardware": Hardware,
    "run": TrainingRun,
    "power": Power,
    "ring": Ring,
    "chips": Chips,
    "data": Data,
    "wall": LatencyWall,
    "yearly": PerYear,
    "growth": PowerLaw,
    "strategy": Strategy,
}
_needed = ("hardware", "run")
_supplies = ("power", "ring", "chips", "data", "wall")


class Scenario:
    """The largest run as years pass, with all that limits it. Frozen; any number of any part may be an array.

    Parameters
    ----------
    compute : of the largest run that starts at `start` [FLOP]
    compute_growth : of that compute, factor per year
    start : a decimal date; 2024.0 is the first day of 2024
    hardware : the GPU of the start year and how it grows; how long and how well a run uses it
    run : the run at the start; its gpus and checkpoint_bytes follow from the demand, whatever they are here
    share : of power and chips that the largest run gets, in (0, 1]
    power, chips, data : what there is; None: not scarce
    ring : links between the sites that share the power; None: they cost nothing
    wall : what latency allows: per layer as it is given, else by tensor parallelism across nodes; None: nothing is lost to it
    yearly : factors per year of the other fields of the run
    growth : how fields change with size at each date; default growth.fixed
    strategy : how the run is protected; default blocking()
    factors : other efficiencies that depend on the size
    bytes_per_parameter : saved of each parameter [B]
    tokens_per_parameter : trained on per parameter: compute is 6 x tokens_per_parameter x parameters^2

    Notes
    -----
    GPUs of the year are compute / (duration x peak x utilization), of a peak that grows: the axis on which all limits meet.
    A campus counts at every date: leave it 0 where it is an estimate for one.

    References
    ----------
    Epoch AI, "Can AI scaling continue through 2030?", 2024: the supplies. What failures allow beside them is ours.

    Examples
    --------
    >>> scenario = sl.analysis.Scenario(
    ...     compute=3.8e25,
    ...     compute_growth=4.1,
    ...     start=2024.0,
    ...     share=0.26,
    ...     hardware=sl.published.epoch_2030.hardware,
    ...     run=sl.published.llama3_405b(),
    ...     power=sl.supply.Power(data_center_power=40e9, ai_power=3.04e9, growth=1.15, other_growth=1.08),
    ... )
    >>> round(scenario.run_at(2030.0).gpus)
    1730318
    """

    __slots__ = ("_demand", "_factors", "_held")
    compute: SomeNumber
    compute_growth: SomeNumber
    start: SomeNumber
    share: SomeNumber
    bytes_per_parameter: SomeNumber
    tokens_per_parameter: SomeNumber
    hardware: Hardware
    run: TrainingRun
    power: Power | None
    ring: Ring | None
    chips: Chips | None
    data: Data | None
    wall: LatencyWall | None
    yearly: PerYear
    growth: PowerLaw
    strategy: Strategy
    factors: tuple[Any, ...]
    _demand: Demand
    _factors: tuple[Any, ...]
    _held: dict[str, Any]

    def __init__(
        self,
        *,
        compute: Quantity,
        compute_growth: Quantity,
        start: Quantity,
        hardware: Hardware,
        run: TrainingRun,
        share: Quantity = 1,
        power: Power | None = None,
        ring: Ring | None = None,
        chips: Chips | None = None,
        data: Data | None = None,
        wall: LatencyWall | None = None,
        yearly: PerYear | None = None,
        growth: PowerLaw | None = None,
        strategy: Strategy | None = None,
        factors: Factors = (),
        bytes_per_parameter: Quantity = 12,
        tokens_per_parameter: Quantity = 20,
    ) -> None:
        demand = Demand(
            compute=compute,
            compute_growth=compute_growth,
            start=start,
            share=share,
            bytes_per_parameter=bytes_per_parameter,
            tokens_per_parameter=tokens_per_parameter,
        )
        held: dict[str, Any] = {
            "hardware": hardware,
            "run": run,
            "power": power,
            "ring": ring,
            "chips": chips,
            "data": data,
            "wall": wall,
            "yearly": _growth.per_year() if yearly is None else yearly,
            "growth": _growth.fixed if growth is None else growth,
            "strategy": _protection if strategy is None else strategy,
        }
        for name, part in held.items():
            if part is not None or name in _needed:
                of_type("Scenario", name, part, _parts[name])
        object.__setattr__(self, "_demand", demand)
        object.__setattr__(self, "_held", held)
        object.__setattr__(self, "_factors", _factor_list("Scenario", factors))
        for name in ("gpus", "checkpoint_bytes"):
            if name in held["yearly"].factors:
                raise ValueError(f"Scenario: {name} follows from the demand: it has no growth of its own, yearly.{name}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name == "factors":
            return self._factors
        if name in self._held:
            return self._held[name]
        if name in Demand._fields:
            return getattr(self._demand, name)
        names = (*Demand._fields, *self._held, "factors")
        raise AttributeError(f"Scenario has no attribute {name!r}{suggestion(name, names)}")

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *Demand._fields, *self._held, "factors"})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Scenario is frozen: use replace({name}=...)")

    def _said(self) -> dict[str, Any]:
        return {**self._demand._all(), **self._held, "factors": self._factors}

    def _asked(self) -> tuple[Any, ...]:
        """The parts as a question takes them."""
        return (self._demand, *(part for part in self._held.values() if part is not None), *self._factors)

    def numbers(self) -> Iterator[tuple[str, Any]]:
        """Every number of the scenario by its dotted name, such as "power.growth"; those of the scenario itself bare.

        Returns
        -------
        iterator of (name, value)
        """
        yield from self._demand._all().items()
        for name, part in self._held.items():
            if part is not None:
                yield from ((f"{name}.{field}", value) for field, value in part._values.items())
        for place, factor in enumerate(self._factors):
            yield from ((f"factor.{place}.{field}", value) for field, value in getattr(factor, "_values", {}).items())

    def replace(self, **changes: Any) -> Scenario:
        """The same with some numbers or parts changed: ``replace(share=0.3, **{"power.growth": 1.2, "run.gpu_mttf": mttf})``.

        Parameters
        ----------
        changes : by name: a number of the scenario, a part, or a number of a part by its dotted name; factors by place,
            "factor.0.half_size"

        Raises
        ------
        ValueError
            For a name that leads nowhere, with the nearest one, and a number out of its range.
        """
        said = self._said()
        inner: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            part, dot, field = name.partition(".")
            if not dot and name in said:
                said[name] = value
            elif dot and (part in self._held or part == "factor"):
                inner.setdefault(part, {})[field] = value
            else:
                raise UnknownField(f"Scenario has no number {name!r}{suggestion(name, self._names())}")
        for part, fields in inner.items():
            if part == "factor":
                said["factors"] = self._with_factors(fields)
                continue
            held = said[part]
            if held is None:
                raise UnknownField(f"Scenario has no {part}: '{part}.{next(iter(fields))}' leads nowhere; give the part")
            for field in fields:
                if field not in held._fields and field not in held._structural and field not in _stand_ins(held):
                    raise UnknownField(f"Scenario has no number '{part}.{field}'{suggestion(f'{part}.{field}', self._names())}")
            said[part] = held.replace(**fields)
        return Scenario(**said)

    def _with_factors(self, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        factors = list(self._factors)
        for name, value in fields.items():
            place, _, field = name.partition(".")
            if not place.isdigit() or int(place) >= len(factors) or field not in getattr(factors[int(place)], "_fields", ()):
                raise UnknownField(f"Scenario has no number 'factor.{name}'")
            factors[int(place)] = factors[int(place)].replace(**{field: value})
        return tuple(factors)

    def _names(self) -> list[str]:
        return [*(name for name, _ in self.numbers()), *self._held]

    def run_at(self, year: Quantity) -> TrainingRun:
        """The run of a date, which may be an array: its size and its checkpoint follow from the demand.

        Parameters
        ----------
        year : a decimal date, not before the start
        """
        answer = _evaluate.ask("run_at", *self._asked(), numbers={"year": year})
        return TrainingRun(**{name: answer.columns[name] for name in TrainingRun._fields})

    def supplies(self, year: Quantity) -> Supplies:
        """What each supply allows at a date: a timeline without criteria and words, for many points at once.

        Parameters
        ----------
        year : a decimal date, not before the start; it may be an array

        Examples
        --------
        >>> found = sl.published.epoch_2030.supplies(2030.0)
        >>> {name: f"{gpus:.4g}" for name, gpus in found.limits.items()}
        {'power': '2.549e+06', 'chips': '1.297e+07', 'data': '5.702e+06', 'latency': '3.512e+08'}
        """
        return _evaluate.ask("supplies", *self._asked(), numbers={"year": year}).to(Supplies)

    def as_request(self) -> dict[str, Any]:
        """The scenario as parts of a request.

        Returns
        -------
        dict
            By group.
        """
        return requested(self._asked())

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Scenario) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._demand, *self._held.values(), self._factors))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self._said(),)

    def __repr__(self) -> str:
        own = [f"{name}={value!r}" for name, value in self._demand._said().items()]
        shown = [f"{n}={p!r}" for n, p in self._held.items() if p is not None and (n in _needed or p != _usual.get(n))]
        shown += [f"factors={self._factors!r}"] if self._factors else []
        return f"Scenario({', '.join([*own, *shown])})"


_usual: dict[str, Any] = {"yearly": _growth.per_year(), "growth": _growth.fixed, "strategy": _protection}


def _stand_ins(part: Parameters) -> list[str]:
    return [name for ways in part._instead.values() for name in ways]


def scenario_of(parts: Mapping[str, Any]) -> Scenario:
    """A scenario from its parts as data, by group: what a request and a preset hold."""
    return Scenario(
        **parts["scenario"], **{name: _parts[name](**fields) for name, fields in parts.items() if name != "scenario"}
    )


def _remake(said: dict[str, Any]) -> Scenario:
    return Scenario(**said)


class Supplies(Answered, question="supplies"):
    """What power, chips, data and latency allow at a date, where the scenario has them.

    Examples
    --------
    >>> f"{sl.published.epoch_2030.supplies(2030.0).compute['chips']:.3e}"
    '1.353e+30'
    """


_elsewhere = ("status", "note", "combined_")  # statuses and notes say it of each limit; combined is a limit


class Timeline(Answered, question="timeline", left_out=_elsewhere, beside=("asked",)):
    """Limits by date, in GPUs of that date: power, chips, data and latency where the scenario has them, then the criteria.

    Attributes
    ----------
    years : decimal dates, as asked
    binds_in : the date from which each is below the demand, solved between the dates; the start: from the start on, inf: never
    combined : the largest size under the first criterion, within power, chips and data as caps, the wall as a factor; without
        criteria the tightest supply
    asked : the scenario, and the criteria by name

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024, 2030], {"goodput 0.9": sl.limits.goodput_at_least(0.9)})
    >>> round(table.binds_in["power"], 4), round(table.binds_in["goodput 0.9"], 4)
    (2030.4215, 2026.5557)
    """

    years: SomeNumber
    combined: Limit
    asked: tuple[Scenario, dict[str, Criterion]]

    @property
    def binds_in(self) -> dict[str, Number]:
        """The date from which each limit is below the demand; solved when first asked for."""
        kept: dict[str, Number] | None = self.__dict__.get("_binds_in")
        if kept is None:
            scenario, criteria = self.asked
            found = _evaluate.ask("binding_dates", *scenario._asked(), arguments=_named_criteria(criteria))
            kept = self.__dict__["_binds_in"] = found.group("binds_in")
        return kept

    def _named(self) -> Iterator[tuple[str, Any]]:
        for name, value in super()._named():
            if name == "combined":
                yield "binds_in", self.binds_in
            yield name, value

    def __repr__(self) -> str:
        names = ("years", "demand", "limits", "binding", "binds_in")
        shown = (f"{name}={_shown(getattr(self, name), self._unit(name))}" for name in names)
        return f"Timeline({', '.join(shown)})"


def _named_criteria(criteria: Mapping[str, Criterion]) -> dict[str, Any]:
    """Criteria by name as a question takes them."""
    listed = {}
    for name, criterion in criteria.items():
        one = criterion._single()
        if one is None:
            raise TypeError(f"timeline: criteria[{name!r}] must be of single numbers, not of arrays")
        listed[name] = one.as_request()
    return {"criteria": listed} if listed else {}


def timeline(scenario: Scenario, years: Quantity, criteria: Mapping[str, Criterion] | None = None) -> Timeline:
    """What the largest run wants and what each limit allows at each date, in GPUs of that date, and when each binds.

    Parameters
    ----------
    scenario : demand, hardware, supplies and run; its numbers may be arrays, which broadcast with the dates
    years : decimal dates, not before the start; 2030.0 is the first day of 2030
    criteria : by names of their own, which are none of power, chips, data, latency

    Notes
    -----
    Dates move with conventions: of the number format of the peak, the utilization and the duration of a run. Twice as many GPUs
    for the same compute are there ln 2 / ln(growth of the criterion's distance) years earlier.

    Examples
    --------
    >>> table = sl.timeline(sl.published.epoch_2030, [2024.0, 2027.0, 2030.0])
    >>> [str(name) for name in table.binding]
    ['power', 'power', 'power']
    """
    of_type("timeline", "scenario", scenario, Scenario)
    named = dict_of("timeline", "criteria", {} if criteria is None else criteria, Criterion)
    (row,) = (replace(row, name="years") for row in _evaluate.rows_of("timeline"))
    years = checked("timeline", row, years, within=False)
    try:
        answer = _evaluate.ask("timeline", *scenario._asked(), numbers={"year": years}, arguments=_named_criteria(named))
    except ValueError as error:  # a single date, refused by the name that it has in a request
        raise ValueError(str(error).replace("timeline: year ", "timeline: years ")) from None
    found = answer.columns
    mark = "combined_"
    of_all = {name.removeprefix(mark): column for name, column in found.items() if name.startswith(mark)}
    combined = _limit_of(_evaluate.Answer({"value": found["combined"], **of_all}, answer.scalar), (scenario, *named.values()))
    return answer.to(Timeline, years=years, combined=combined, asked=(scenario, dict(named)))


class NumberElasticity(Answered, question="elasticities", each="number", left_out=("status", "note")):
    """A number of a scenario and what a limit does with it.

    Attributes
    ----------
    value : of the number, in SI
    elasticity : d ln(limit) / d ln(number), exact: 16 says that 1 % more of it is 16 % more of the limit

    Examples
    --------
    >>> found = sl.analysis.elasticities(sl.published.epoch_2030, "power", 2030.0)
    >>> round(found["power.growth"].elasticity, 6)
    16.389403
    """

    value: SomeNumber


def elasticities(scenario: Scenario, limit: str | Criterion, year: Quantity) -> Table[NumberElasticity]:
    """What a limit, or the demand, hangs on at a date: exact elasticities in every number of the scenario, largest first.

    Parameters
    ----------
    scenario : demand, hardware, supplies and run
    limit : "power", "chips", "data", "latency" or "demand", in GPUs of the year; or a criterion: the largest size under it
    year : a decimal date, not before the start

    Notes
    -----
    Numbers of the criterion are left out, those that are counted, levels of a strategy, and what has no effect.

    Examples
    --------
    >>> found = sl.analysis.elasticities(sl.published.epoch_2030, sl.limits.goodput_at_least(0.9), 2030.0)
    >>> list(found)[:2], round(found["run.write_bandwidth"].elasticity, 6)
    (['yearly.gpu_mttf', 'yearly.write_bandwidth'], 1.0)
    """
    of_type("elasticities", "scenario", scenario, Scenario)
    criteria = (limit,) if isinstance(limit, Criterion) else ()
    words = _evaluate.words_of("elasticities")["limit"]
    if not criteria and (not isinstance(limit, str) or limit not in words or limit == "criterion"):
        names = [word for word in words if word != "criterion"]
        given = repr(limit) if isinstance(limit, str) else describe(limit)
        raise (ValueError if isinstance(limit, str) else TypeError)(
            f"elasticities: limit must be a criterion or one of {', '.join(names)}, not {given}"
        )
    word = "criterion" if criteria else limit
    answer = _evaluate.ask("elasticities", *scenario._asked(), *criteria, numbers={"year": year}, arguments={"limit": word})
    values = dict(scenario.numbers())
    found = answer.by_name(NumberElasticity)
    sizes = {name: _largest(row["elasticity"]) for name, row in found.items()}
    rounding = 1e-12 * max(sizes.values())  # what is left where two effects cancel
    kept = sorted((name for name in found if not sizes[name] <= rounding), key=lambda name: -sizes[name])
    return Table((name, NumberElasticity(value=values[name], **found[name])) for name in kept)


def _largest(value: Any) -> float:
    return float(np.max(np.abs(np.asarray(value)), initial=0.0))


class RequiredGrowth(Answered, question="required_growth"):
    """The growth of a field that keeps a criterion from ever binding.

    Attributes
    ----------
    at_least : whether it is the least that will do, more being better; else the largest
    note : why there is no value: the date at which nothing is enough

    Examples
    --------
    >>> found = sl.analysis.required_growth(sl.published.epoch_2030, "write_bandwidth", sl.limits.goodput_at_least(0.9))
    >>> round(found.value, 6)
    5.765186
    """

    def __float__(self) -> float:
        return float(self.value)


def required_growth(scenario: Scenario, field: str, criterion: Criterion) -> RequiredGrowth:
    """The factor per year by which a field of the run has to grow, or to fall, for a criterion never to bind.

    Parameters
    ----------
    scenario : its own yearly growth of that field does not matter
    field : of TrainingRun, > 0 and finite at the start; not gpus and checkpoint_bytes, which follow from the demand
    criterion : what must hold, with losses that only rise with size

    Examples
    --------
    >>> found = sl.analysis.required_growth(sl.published.epoch_2030, "write_bandwidth", sl.limits.write_time_equals_mtbf())
    >>> found.status, round(found.value, 4)
    ('ok', 5.7652)
    """
    of_type("required_growth", "scenario", scenario, Scenario)
    of_type("required_growth", "field", field, str)
    of_type("required_growth", "criterion", criterion, Criterion)
    if field not in TrainingRun._fields:
        raise ValueError(f"required_growth: TrainingRun has no field {field!r}{suggestion(field, TrainingRun._fields)}")
    return _evaluate.ask("required_growth", *scenario._asked(), criterion, arguments={"field": field}).to(RequiredGrowth)
