# SPDX-License-Identifier: Apache-2.0
"""Measured storage: what all its readers share, and what they answer."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .. import _format
from .._docs import complete
from .._source import Notes, Source
from ..results import Result
from ..storage import Tier

#: bytes of the largest summary: json+ of many jobs holds every bin of their latencies
LARGEST = 64 << 20
#: seconds below which a measurement says little of a save
SHORT = 30.0
#: the least block of a save that storage sees as one stream of data
STREAM = 1 << 20
DIRECTIONS = {"write": "saves", "read": "loads"}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Spread(Result):
    """What was measured in one direction.

    Attributes
    ----------
    mean : bandwidth [B/s], as the source averages it
    deviation : standard deviation of the samples [B/s]; NaN: not known
    least, most : of the samples [B/s]; NaN: not known
    quantiles : 10 %, 50 % and 90 % of the samples [B/s]; NaN: not known
    samples : how many; 0: not known
    of : what one sample is, such as "checkpoint"

    Examples
    --------
    >>> sl.interop.Spread(mean=2e9, deviation=1e8, samples=10, of="checkpoint").mean
    2000000000.0
    """

    mean: float
    deviation: float = math.nan
    least: float = math.nan
    most: float = math.nan
    quantiles: tuple[float, float, float] = (math.nan, math.nan, math.nan)
    samples: int = 0
    of: str = ""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MeasuredTier(Result):
    """A tier that was measured.

    Attributes
    ----------
    tier : bandwidths of the whole system as it was measured; None where no save was
    bandwidths : what was measured [B/s], one way, by direction: "write", "read"
    spread : of what was measured, by direction
    notes : what was taken, derived, left out, and what the source cannot say

    Examples
    --------
    >>> import io
    >>> text = '{"jobs": [{"jobname": "save", "write": {"bw_bytes": 2000000000, "runtime": 60000}}]}'
    >>> sl.interop.tier_from_fio(io.StringIO(text)).tier.write_bandwidth
    2000000000.0
    """

    tier: Tier | None
    bandwidths: dict[str, float]
    spread: dict[str, Spread]
    notes: tuple[str, ...]


complete(["MeasuredTier", "Spread"], globals())


# ---- what a reader gathers


class Way(NamedTuple):
    """How one direction was measured; None: the file does not say."""

    direct: bool | None = None
    flushed: bool | None = None
    random: bool = False
    block: float | None = None  # B
    seconds: float | None = None


class Sample(NamedTuple):
    """One measurement of a direction: bytes per second of all clients, how long, and with what settings."""

    rate: float
    seconds: float | None
    settings: Mapping[str, Any]
    place: str


@dataclass
class Measurement:
    """What a reader found in a file, or in two."""

    source: Source
    notes: Notes = field(default_factory=Notes)
    rates: dict[str, float] = field(default_factory=dict)
    spread: dict[str, Spread] = field(default_factory=dict)

    def tier(self) -> MeasuredTier:
        """A tier of it; a direction that was not measured is left out, and that is said."""
        if "write" not in self.rates:
            self.notes.unknown("write_bandwidth: no save was measured; give both files, that of saves and that of loads")
        elif "read" not in self.rates:
            self.notes.unknown("read_bandwidth: no load was measured; that of the tier is unlimited until you give one")
        self.notes.unknown(
            "latency: the source does not tell it from the transfer; 0 s, so bandwidths hold for sizes like those measured"
        )
        fields = {f"{direction}_bandwidth": rate for direction, rate in self.rates.items()}
        tier = Tier(**fields) if "write" in self.rates else None
        return MeasuredTier(tier=tier, bandwidths=self.rates, spread=self.spread, notes=self.notes.all())

    def repeated(self, direction: str, samples: Sequence[Sample], tool: str) -> Sample:
        """One rate of several runs of the same: bytes over time of all. Runs of other settings are no repetition."""
        first = samples[0]
        for one in samples[1:]:
            if other := [name for name in first.settings if one.settings.get(name) != first.settings[name]]:
                name = other[0]
                values = f"{name} {shown(first.settings[name])} and {shown(one.settings.get(name))}"
                problem = f"this looks like {tool} of several runs of {direction}s with different settings ({values})"
                raise self.source.unread(one.place, problem, "the runs of one setting; keep those alone")
        if len(samples) == 1:
            return first
        weights = [one.seconds or 0.0 for one in samples]
        weights = weights if all(weights) else [1.0] * len(samples)
        each = [one.rate for one in samples]
        rate = float(np.average(each, weights=weights))
        self.notes.derived(f"{direction}_bandwidth: {len(samples)} runs one after another; bytes over time of all")
        self.spread[direction] = Spread(
            mean=rate, deviation=float(np.std(each)), least=min(each), most=max(each), samples=len(each), of="run"
        )
        seconds = max(weights) if first.seconds else None
        return first._replace(rate=rate, seconds=seconds)

    def caveats(self, direction: str, way: Way) -> None:
        """What was really measured."""
        notes, not_said = self.notes, "the file does not say whether {} set"
        if not way.direct and direction == "read":
            why = "direct is not set, so the page cache may have answered"
            notes.unknown(f"whether reads came from storage: {not_said.format('direct was') if way.direct is None else why}")
        elif not way.direct and not way.flushed:
            why = "neither direct nor fsync is set, so bandwidths may be those of memory"
            silent = way.direct is None and way.flushed is None
            notes.unknown(f"whether writes reached storage: {not_said.format('direct or fsync were') if silent else why}")
        if way.random:
            notes.unknown(f"{DIRECTIONS[direction]} of a checkpoint are long streams; these were at random places")
        if way.block is not None and way.block < STREAM:
            size = _format.quantity(way.block, "B", 4)
            notes.unknown(f"{DIRECTIONS[direction]} of checkpoints are of large blocks, these were of {size}")
        if way.seconds is not None and way.seconds < SHORT:
            long = f"{way.seconds:.3g} s are too short to fill caches of devices"
            notes.unknown(f"whether {DIRECTIONS[direction]} go on at this rate: {long}")


#: what reads a file of one tool: both directions, or the one that is asked for
Read = Callable[[Measurement, Sequence[str]], None]


def one_file(read: Read, source: Source) -> MeasuredTier:
    """What a file measured."""
    found = Measurement(source)
    read(found, [*DIRECTIONS])
    return found.tier()


def two_files(files: Sequence[tuple[Read, Source]]) -> MeasuredTier:
    """What two files measured, in any order: saves of the one, loads of the other."""
    seen = []
    for read, source in files:
        seen.append(Measurement(source))
        read(seen[-1], [*DIRECTIONS])
    order = (0, 1) if "write" in seen[0].rates and "read" in seen[1].rates else (1, 0)
    found = Measurement(files[order[0]][1])
    for direction, k in zip(DIRECTIONS, order, strict=True):
        if direction not in seen[k].rates:
            problem = f"says nothing of {DIRECTIONS[direction]}, nor does the other file"
            raise seen[k].source.unread("", problem, "a file of saves and one of loads")
        found = Measurement(files[k][1], found.notes, found.rates, found.spread)
        files[k][0](found, [direction])
    return found.tier()


def shown(value: object) -> str:
    """A setting as people read it."""
    return f"{value:.15g}" if isinstance(value, float) else str(value)[:60]


def shown_rate(rate: float) -> str:
    """A bandwidth as people read it."""
    return _format.quantity(rate, "B/s", 4)


def size_in(text: str) -> float | None:
    """A size such as "1M", "4k" or "1024KiB": powers of 1024."""
    found = re.fullmatch(r"(\d{1,12}(?:\.\d{0,6})?)\s*([kmgtp]?)(?:i?b)?", text.split(",")[0].split("-")[0].strip().lower())
    return float(found[1]) * 1024.0 ** "_kmgtp".index(found[2] or "_") if found else None


def rate_in(text: str, binary: bool = False) -> float | None:
    """Bytes per second of a rate such as "512MiB/s", "537MB/s" or "4.3Gib/s"; `binary`: MB is MiB, as old programs mean it."""
    found = re.fullmatch(r"([\d.]{1,15})\s*([kmgtp]?)(i?)(b)(?:/s)?", text.strip(), re.I)
    if not found or not re.fullmatch(r"\d+(\.\d*)?", found[1]):
        return None
    base = 1024.0 if found[3] or binary else 1000.0
    return float(found[1]) * base ** "_kmgtp".index(found[2].lower() or "_") / (8 if found[4] == "b" else 1)
