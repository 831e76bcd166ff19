# SPDX-License-Identifier: Apache-2.0
"""Published estimates, reproduced, and presets with their sources.

``reproduce()`` computes every row of the registry now. A row carries its mark: P published, P2 published and known through a
second source, D derived from published values, A assumed or reconstructed. Rows are of three groups: published, deviating (the
model is known to miss what is printed, by so much and for that reason) and derived (D and A: values of ours, kept as they are).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from . import _core, _evaluate, _format
from ._distributions import Distribution, metalog
from ._docs import complete
from ._kernel import suggestion
from ._parameters import of_type, one_number
from ._public import listing
from ._scenario import Scenario, scenario_of
from .failures import Cause
from .network import Fabric
from .results import Answered, Result, Rows
from .run import Operation, RestartParts, TrainingRun
from .storage import Tier
from .workload import Chip, ReplicaLaw, ScalingLaw, TransformerShape

__all__ = [
    "ChipSpecification",
    "Estimate",
    "FailureRate",
    "FamilyErrors",
    "Fleet",
    "Presets",
    "Stories",
    "Story",
    "StoryErrors",
    "causes",
    "chips",
    "clusters",
    "epoch_2030",
    "epoch_2030_correlation",
    "epoch_2030_inputs",
    "fabrics",
    "failure_rates",
    "llama3_405b",
    "llama3_405b_sources",
    "llama3_interruptions",
    "operations",
    "replica_laws",
    "report",
    "reproduce",
    "restarts",
    "runs",
    "scaling_laws",
    "shapes",
    "stories",
    "tiers",
]
__dir__ = listing(__all__)


@dataclass(frozen=True, eq=False, repr=False)
class Estimate(Result):
    """One published value beside the computed one. ``row.id`` and ``row["id"]`` both work, and so does ``dict(row)``.

    Attributes
    ----------
    id, quantity : its name, and what is estimated
    source, year, mark : where it stands; P published, P2 known through a second source, D derived, A assumed
    inputs : as the source has them
    published, computed : in SI, of that unit
    printed : as the source prints it
    unit : of published and computed
    deviation : computed / published - 1
    tolerance, reason : the largest deviation that is agreement, and why that one
    claim : equal; at least, at most: the tolerance is to that side only
    known_deviation, known_reason : of a row that the model is known to miss; None and empty elsewhere
    model : the function of the library
    group : published, deviating, derived
    status : ok, deviates, unchanged; OUT, CHANGED
    holds : whether a published value is inside its tolerance, and any other row is as it was noted down

    Examples
    --------
    >>> row = sl.published.reproduce()[0]
    >>> row.id, row.printed, row.holds
    ('epoch.mtbf_100k', '30 min', True)
    """

    id: str
    quantity: str
    source: str
    year: int
    mark: str
    inputs: str
    published: float
    printed: str
    unit: str
    computed: float
    deviation: float
    tolerance: float
    claim: str
    known_deviation: float | None
    known_reason: str
    reason: str
    model: str
    group: str
    status: str
    holds: bool

    def _unit(self, name: str) -> str:
        return self.unit if name in ("published", "computed") else "1"

    def keys(self) -> list[str]:
        """Names of the columns."""
        return [field.name for field in fields(self)]

    def __getitem__(self, key: str) -> str | int | float | bool | None:
        if key not in self.keys():
            raise KeyError(key)
        found: str | int | float | bool | None = getattr(self, key)
        return found


@dataclass(frozen=True, eq=False, repr=False)
class FamilyErrors(Result):
    """Measured steps of MPT that have something in common, and the errors of four constants beside those of one rate.

    Both are fitted on the same five rows of a machine; the errors are of the rows kept back. One rate is ``achieved_flops``
    alone, for products and attention alike: memory and operations cost nothing, and nothing is hidden.

    Attributes
    ----------
    by : what they have in common: all, machine, recompute, sequence_length, gpus, parameters
    family : the value of that
    rows : how many there are
    mean_error, worst_error : of the sizes of modelled/measured - 1, four constants
    one_rate_mean_error, one_rate_worst_error : the same of one rate

    Examples
    --------
    >>> whole = sl.published.report()["families"][0]
    >>> whole.rows, round(whole.mean_error, 3), round(whole.one_rate_mean_error, 3)
    (68, 0.038, 0.221)
    """

    by: str
    family: str
    rows: int
    mean_error: float
    worst_error: float
    one_rate_mean_error: float
    one_rate_worst_error: float


def reproduce(only: str | None = None) -> Rows[Estimate]:
    """Every published estimate, computed now; with ``only``, the row of that id (ValueError if there is none).

    Parameters
    ----------
    only : the id of one estimate

    Examples
    --------
    >>> sl.published.reproduce("epoch.mtbf_100k")[0].computed
    1800.0
    """
    rows: Rows[Estimate] = report(only)["rows"]
    return rows


def report(only: str | None = None) -> dict[str, Any]:
    """The rows of ``reproduce``, counts of ``published``, ``deviating`` and ``derived`` ones, and a ``text`` that says them.

    ``families``: errors of measured steps by what they have in common (``FamilyErrors``); none where one row is asked for.

    Parameters
    ----------
    only : the id of one estimate

    Examples
    --------
    >>> found = sl.published.report("nccl.ring_8")
    >>> found["derived"], found["text"]
    ({'count': 1, 'unchanged': 1}, '1 derived one unchanged')
    """
    if only is not None:
        of_type("published.report", "only", only, str)
    found: dict[str, Any] = _core.published.registry(only or "") if only is None or only.isascii() else {}
    if not found.get("rows"):
        ids = tuple(row["id"] for row in _core.published.registry()["rows"])
        raise ValueError(f"only = {only!r}: no estimate has that id{suggestion(str(only), ids)}")
    families = Rows(FamilyErrors(**row) for row in found["families"])
    return found | {"rows": Rows(Estimate(**row) for row in found["rows"]), "families": families}


class Story(Answered, question="stories", part="story", each="row"):
    """A run whose outcome was told, beside what was to be expected of it.

    Examples
    --------
    >>> story = next(one for one in sl.published.stories().story if one.name == "glm_130b")
    >>> story.operation, story.verdict, round(story.predicted - story.goodput, 2)
    ('by hand', 'inside', 0.13)
    """


class StoryErrors(Answered, question="stories", part="error", each="row"):
    """How far predictions are off, by who restarted.

    Examples
    --------
    >>> by_hand = sl.published.stories().error[0]
    >>> by_hand.operation, by_hand.mean_error > by_hand.knowing_mean_error
    ('by hand', True)
    """


class Stories(Answered, question="stories", single=True, beside=("story", "error")):
    """Runs whose outcome was told, and how far off what was to be expected is.

    Attributes
    ----------
    story : each of them
    error : by who restarted; the last of all that failed

    Examples
    --------
    >>> len(sl.published.stories().story) >= 30
    True
    """

    story: Rows[Story]
    error: Rows[StoryErrors]


def stories() -> Stories:
    """Runs whose outcome was told, beside what was to be expected: knowing nothing of outages, and knowing who restarts.

    Examples
    --------
    >>> everything = sl.published.stories().error[-1]
    >>> everything.operation, everything.stories, everything.inside
    ('all that fails', 24.0, 11.0)
    """
    answer = _evaluate.ask("stories").single("stories")
    found = {name: Rows(kind(**row) for row in answer.rows(kind)) for name, kind in (("story", Story), ("error", StoryErrors))}
    return answer.to(Stories, **found)


#: What a maker says of a chip beside what a step takes of it.
_SAID = ("link_bandwidth", "network_bandwidth", "nominal_bandwidth", "power")


class ChipSpecification(Chip):
    """A chip, usable wherever one is asked for, and what else its maker says: NaN where the source used does not.

    Peaks are dense. ``peak_flops`` is that of bf16: of fp16 where a chip has no bf16, of fp8 where ``chips.sources`` says so.
    ``peaks["fp8"]`` and so on are those of every format, and ``in_format("fp8")`` is the chip as a step takes it with
    ``precision="fp8"``. Where nobody has measured steps ``achieved_flops`` is assumed, 0.40 of the peak as Llama 3 405B
    reached it on H100 (arXiv 2407.21783, table 4): ``replace(achieved_flops=...)`` where it was. Elsewhere the four constants
    are fitted; ``chips.sources`` names framework, steps and intervals. ``memory_bytes`` is unlimited where it is not known.

    Parameters
    ----------
    peak_flops : array_like, > 0 and finite [FLOP/s]
        Peak rate of the format computed in, dense.
    achieved_flops : array_like, > 0 and finite [FLOP/s]
        Rate reached in large matrix products.
    attention_flops : array_like, >= 0 and finite [FLOP/s], default 0
        Rate reached in fused attention, causal FLOPs; 0: achieved_flops.
    memory_bandwidth : array_like, > 0 [B/s], default inf
        Rate reached on the GPU's own memory; unlimited: its traffic takes no time.
    operation_time : array_like, >= 0 and finite [s], default 0
        What every operation takes besides its work.
    memory_bytes : array_like, > 0 [B], default inf
        Memory of one GPU.
    nominal_bandwidth : float [B/s], optional
        Of that memory, by its data sheet.
    link_bandwidth : float [B/s], optional
        Of the links inside a node, both ways together.
    network_bandwidth : float [B/s], optional
        Out of the node, one way.
    power : float [W], optional
        Design power of the accelerator.
    peaks : dict of str to float [FLOP/s], optional
        Dense peaks by number format: tf32, bf16, fp16, int8, fp8, fp6, fp4; those that the maker names.

    Raises
    ------
    TypeError
        For a field that is missing, unknown or no real number.
    ValueError
        For a number out of its range, with value, bounds and unit.

    Examples
    --------
    >>> chip = sl.published.chips["h100"]
    >>> chip.peak_flops, chip.power, chip.peaks["fp8"]
    (989400000000000.0, 700.0, 1979000000000000.0)
    """

    __slots__ = ("link_bandwidth", "network_bandwidth", "nominal_bandwidth", "peaks", "power")
    nominal_bandwidth: float
    link_bandwidth: float
    network_bandwidth: float
    power: float
    #: Dense peaks by number format [FLOP/s].
    peaks: Mapping[str, float]

    def __init__(self, **given: Any) -> None:
        for name in _SAID:
            object.__setattr__(self, name, given.pop(name, math.nan))
        object.__setattr__(self, "peaks", MappingProxyType(dict(given.pop("peaks", None) or {})))
        super().__init__(**given)

    def _specified(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in _SAID}

    def _said(self) -> dict[str, Any]:
        return super()._said() | self._specified() | {"peaks": dict(self.peaks)}

    def _all(self) -> dict[str, Any]:
        """The parameters by name, and what else the maker says."""
        return super()._all() | self._specified() | {"peaks": dict(self.peaks)}

    def in_format(self, format: str) -> ChipSpecification:
        """The chip in another number format, as a step takes it with that precision.

        Products reach the same share of the format's peak, which is assumed; attention, in 16 bits, keeps its rate.

        Parameters
        ----------
        format : {"tf32", "bf16", "fp16", "int8", "fp8", "fp6", "fp4"}
            One of ``peaks``.

        Raises
        ------
        ValueError
            Where the maker names no peak of it, with those there are.
        TypeError
            For an array in a field.

        Examples
        --------
        >>> chip = sl.published.chips["h100"].in_format("fp8")
        >>> chip.peak_flops, chip.achieved_flops / chip.peak_flops
        (1979000000000000.0, 0.4)
        """
        of_type("ChipSpecification.in_format", "format", format, str)
        values = self._all() | {name: one_number("in_format", name, x) for name, x in super()._all().items()}
        return ChipSpecification(**_core.published.in_format(values, dict(self.peaks), format))

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        units = {name: "W" if name == "power" else "B/s" for name in _SAID}
        more = [f"{n}={_format.value_text(x, units[n])}" for n, x in self._specified().items() if x == x]
        if self.peaks:
            peaks = (f"{word!r}: {_format.value_text(flops, 'FLOP/s')}" for word, flops in self.peaks.items())
            more.append(f"peaks={{{', '.join(peaks)}}}")
        return ", ".join([super().__repr__().replace("Chip(", "ChipSpecification(", 1)[:-1], *more]) + ")"


@dataclass(frozen=True, eq=False, repr=False)
class Fleet(Result):
    """So many accelerators of one kind in a year.

    Attributes
    ----------
    year, chip : when, and of which kind
    gpus, most_gpus : how many; the upper end of a range, NaN where there is one number
    duration : of the run [s]; NaN if not known
    gpus_per_node : how many share a node; NaN if not known
    fabric : its network, a name of ``fabrics``; empty if not known
    failure_rate : a name of ``failure_rates``, where one was published for it; empty elsewhere
    not_offered : why ``catalog.describe`` has no preset of it: what of it is not known; empty where there is one

    Examples
    --------
    >>> cluster = sl.published.clusters["llama3_roce"]
    >>> cluster.gpus, cluster.chip, sl.published.fabrics[cluster.fabric].outer_bandwidth
    (24576.0, 'h100', 50000000000.0)
    """

    year: int
    gpus: float
    chip: str
    most_gpus: float
    duration: float
    gpus_per_node: float
    fabric: str
    failure_rate: str
    not_offered: str


@dataclass(frozen=True, eq=False, repr=False)
class FailureRate(Result):
    """How often jobs on a cluster were interrupted.

    Attributes
    ----------
    per_1000_node_days : interruptions per 1000 node-days of 8-GPU nodes
    gpu_mttf : running GPU time per interruption that this is [s]

    Examples
    --------
    >>> next(iter(sl.published.failure_rates.values())).gpu_mttf / sl.units.hour
    82051.28205128206
    """

    per_1000_node_days: float
    gpu_mttf: float


Value = TypeVar("Value")


class Presets(Mapping[str, Value], Generic[Value]):
    """Presets of one kind by name. ``sources[name]`` says what one rests on: mark, source, note.

    Examples
    --------
    >>> sl.published.tiers["local_disk"]
    Tier(write_bandwidth=3 GB/s, read_bandwidth=6 GB/s, latency=10 ms, per_gpu=True)
    """

    def __init__(self, kind: str, rows: list[dict[str, Any]], make: Callable[..., Value]) -> None:
        self._kind = kind
        self._values = {row["name"]: make(**row["values"]) for row in rows}
        self.sources: dict[str, dict[str, str]] = {
            row["name"]: {key: row[key] for key in ("mark", "source", "note")} for row in rows
        }

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(f"no {self._kind} named {name!r}{suggestion(str(name), tuple(self._values))}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<{self._kind} presets: {', '.join(self._values)}>"


_rows = _core.published.presets()
#: What stopped real machines and runs, as lists of causes that strategies take: ``strategy.under(causes="llama3_405b")``.
causes: Presets[tuple[Cause, ...]] = Presets("list of causes", _rows["causes"], lambda rows: tuple(Cause(**r) for r in rows))
chips: Presets[ChipSpecification] = Presets("chip", _rows["chips"], ChipSpecification)
clusters: Presets[Fleet] = Presets("cluster", _rows["clusters"], Fleet)
fabrics: Presets[Fabric] = Presets("fabric", _rows["fabrics"], Fabric)
#: How long restarts are reported to take, as parts that grow: ``strategy.under(restart=sl.published.restarts["nccl"])``.
restarts: Presets[RestartParts] = Presets("restart", _rows["restarts"], RestartParts)
#: Who brings a run back: hours that people keep, and the reactions that stories reported, with their spread in
#: ``sl.catalog.presets``: ``strategy.under(operation=sl.published.operations["office_hours"])``.
operations: Presets[Operation] = Presets("operation", _rows["operations"], Operation)
runs: Presets[Fleet] = Presets("run", _rows["runs"], Fleet)
replica_laws: Presets[ReplicaLaw] = Presets("replica law", _rows["replica_laws"], ReplicaLaw)
scaling_laws: Presets[ScalingLaw] = Presets("scaling law", _rows["scaling_laws"], ScalingLaw)
shapes: Presets[TransformerShape] = Presets("shape", _rows["shapes"], TransformerShape)
tiers: Presets[Tier] = Presets("tier", _rows["tiers"], Tier)
failure_rates: Presets[FailureRate] = Presets("failure rate", _rows["failure_rates"], FailureRate)

llama3_interruptions: dict[str, int] = _core.published.llama3_interruptions()
llama3_405b_sources: dict[str, tuple[str, str]] = {
    field: (mark, source) for field, mark, source in _core.published.llama3_405b()[1]
}

_epoch_2030, _epoch_2030_inputs, _epoch_2030_correlation = _core.published.epoch_2030()
#: The medians of Epoch AI, "Can AI scaling continue through 2030?", 2024, with what failures allow beside them: MTTF 50,000 h,
#: 2 TB/s. Start 2024.0, 8-bit peaks, no campus: it is an estimate for 2030 alone.
epoch_2030: Scenario = scenario_of(_epoch_2030)
#: The report's uncertain inputs by their names in the scenario, from their 10, 50 and 90 % quantiles.
epoch_2030_inputs: dict[str, Distribution] = {
    name: metalog(low, median, high, probability=0.1, lower=lower, upper=upper)
    for name, low, median, high, lower, upper in _epoch_2030_inputs
}
#: Rank correlations of pairs of them.
epoch_2030_correlation: dict[tuple[str, str], float] = {(a, b): rank for a, b, rank in _epoch_2030_correlation}


def llama3_405b() -> TrainingRun:
    """Llama 3.1 405B with the inputs of Epoch AI's estimate; ``llama3_405b_sources`` says what each field rests on.

    Examples
    --------
    >>> sl.published.llama3_405b()
    TrainingRun(gpus=16384, gpu_mttf=50000 h, checkpoint_bytes=5 TB, write_bandwidth=2 TB/s)
    """
    return TrainingRun(**_core.published.llama3_405b()[0])


complete(__all__, globals())
