# SPDX-License-Identifier: Apache-2.0
"""A run on several sites: what they exchange, and the table of how large it can be on each number of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _evaluate, _format
from . import limits as _limits
from . import strategies as _strategies
from ._parameters import Parameters, is_list, of_type, one_number
from .catalog import kinds
from .limits import Criterion, Factor, Factors
from .results import Answered, Result, Rows
from .run import TrainingRun
from .strategies import Strategy
from .typing import Number, Quantity

__all__ = ["ComparedSites", "Sites", "SitesRow", "compare_sites"]


class Sites(Parameters, group="sites", kind=kinds("sites")["sites"]):
    """Sites on thin links that train one model: what they exchange, how often, and whether a failure stops one or all.

    Links are one way and of a whole site, in bytes per second. compare_sites() says how large a run can be on each number of
    them.

    Examples
    --------
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9, latency=0.005)
    >>> sites.exchange_time
    6.49
    >>> sites.factors(work=101_921.6)
    [StrongScaling(half_size=1570440.6779661016, name='link')]
    """

    __slots__ = ()

    @property
    def exchange_time(self) -> Number:
        """One exchange among all sites, all fragments together [s]."""
        return _evaluate.ask("site_exchange", self, numbers={"work": 1}, columns=("exchange_time",)).columns["exchange_time"]

    def factors(self, work: Quantity) -> list[Factor]:
        """What the sites cost beside failures: the link, and what replicas cost in tokens where that is not nothing.

        Parameters
        ----------
        work : of one step, at every size [ideal GPU-seconds]
        """
        numbers = _evaluate.in_range("site_exchange", {"work": work})
        half_size = _evaluate.ask("site_exchange", self, numbers=numbers, columns=("half_size",)).columns["half_size"]
        if np.all(np.asarray(self.overlap_exponent) == 1):
            link = _limits._factors["StrongScaling"](half_size=half_size, name="link")
        else:
            link = _limits._factors["OverlappedScaling"](half_size=half_size, overlap_exponent=self.overlap_exponent)
        if np.all(np.asarray(self.replica_exponent) == 0):
            return [link]
        return [link, _limits._factors["ReplicaCost"](exponent=self.replica_exponent, replicas=self.sites)]

    def strategy(self, inner: Strategy | None = None) -> Strategy:
        """How the whole run is protected where `inner` protects one site: apart, or as one.

        Parameters
        ----------
        inner : what protects a site; default strategies.blocking()
        """
        inner = _limits._protection if inner is None else inner
        if not self.apart:
            return inner
        return _strategies.independent(self.sites, inner, quorum=self.quorum)


class SitesRow(Answered, question="compare_sites", each="row"):
    """How large the run can be on so many sites, and what that is worth.

    Attributes
    ----------
    pays : whether it is worth more than the row before; None in the first, or where either has no size

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> sl.analysis.compare_sites(run, 1e5, sites, counts=[1, 2]).rows[1].pays
    True
    """

    pays: bool | None


@dataclass(frozen=True, eq=False, repr=False)
class ComparedSites(Result):
    """The table over the number of sites; a sequence of its rows.

    Attributes
    ----------
    run, work, sites, criterion, strategy, factors : what was asked; the strategy protects one site
    rows : one per number of sites, in the order given
    text : what follows, as sentences: the number worth most, and what replicas may cost; rounded to be read

    Examples
    --------
    >>> run = sl.published.llama3_405b().replace(initialization_time=300)
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9)
    >>> len(sl.analysis.compare_sites(run, 1e5, sites))
    4
    """

    run: TrainingRun
    work: float
    sites: Sites
    criterion: Criterion
    strategy: Strategy
    factors: tuple[Any, ...]
    rows: Rows[SitesRow]
    text: str

    @property
    def best(self) -> SitesRow:
        """The row of most worth."""
        return max(self.rows, key=lambda row: -np.inf if row.worth != row.worth else row.worth)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[SitesRow]:
        return iter(self.rows)

    def __getitem__(self, place: int) -> SitesRow:
        return self.rows[place]

    def _rows(self) -> dict[Any, Any]:
        return dict(enumerate(self.rows))

    def __repr__(self) -> str:
        lines = [f"{'sites':>5} {'size':>14} {'worth':>12} {'binds':<12} {'pays':<5} {'break-even':>10}  status"]
        for row in self.rows:
            size, worth = (_format.value_text(x, "1", 6) for x in (row.size, row.worth))
            pays = "" if row.pays is None else "yes" if row.pays else "no"
            even = "" if row.break_even != row.break_even else f"{row.break_even:.4f}"
            status = row.status + (f": {row.note}" if row.note else "")
            lines.append(f"{row.sites:>5g} {size:>14} {worth:>12} {row.binding:<12} {pays:<5} {even:>10}  {status}")
        return "\n".join(lines)


def compare_sites(
    run: TrainingRun,
    work: Quantity,
    sites: Sites,
    counts: Sequence[float] = (1, 2, 4, 8),
    *,
    criterion: Criterion | None = None,
    inner: Strategy | None = None,
    factors: Factors = (),
) -> ComparedSites:
    """The same run on one site, two, four, ...: the largest size on each, what it is worth, what binds, and whether it pays.

    Parameters
    ----------
    run : each site holds its whole state, and saves it to storage of its own
    work : of one step, at every size [ideal GPU-seconds]: FLOPs of a step / achieved FLOP/s of a GPU
    sites : what a site exchanges, and whether sites fail apart; its number of sites is not looked at
    counts : numbers of sites; of fewer than the quorum all must be up
    criterion : what must hold; default peak_throughput()
    inner : what protects a site; default strategies.blocking()
    factors : what else is lost, by the size of the whole run. Serial times add: the half sizes of every StrongScaling and that
        of an exchange of which nothing is hidden combine, and their loss is split over the terms; all others multiply

    Examples
    --------
    >>> run = sl.TrainingRun(
    ...     gpus=1e5, gpu_mttf="50677 h", checkpoint_bytes=2.5e12, write_bandwidth=1e12, initialization_time=300
    ... )
    >>> sites = sl.analysis.Sites(sites=2, bandwidth=125e9, bytes=810e9, latency=0.005)
    >>> sl.analysis.compare_sites(run, 101_921.6, sites, factors=sl.limits.StrongScaling(half_size=101_035))
    sites           size        worth binds        pays  break-even  status
        1         189237      44861.3 step                           ok
        2         274476      52902.6 step         yes       0.8480  ok
        4         395331      60261.7 step         yes       0.8779  ok
        8         564898      66611.2 step         yes       0.9047  ok
    """
    of_type("compare_sites", "run", run, TrainingRun)
    of_type("compare_sites", "sites", sites, Sites)
    criterion = _limits._criterion if criterion is None else criterion
    inner = _limits._protection if inner is None else inner
    of_type("compare_sites", "criterion", criterion, Criterion)
    of_type("compare_sites", "inner", inner, Strategy)
    listed = _limits._factor_list("compare_sites", factors)
    if not is_list(counts):
        raise TypeError("compare_sites: counts must be a list of numbers of sites")
    numbers = [one_number("compare_sites", "every one of counts", count) for count in counts]
    seconds = one_number("compare_sites", "work", work, "s")
    found = _evaluate.ask(
        "compare_sites", run, sites, criterion, inner, *listed, numbers={"work": seconds}, arguments={"counts": numbers}
    )
    rows = Rows(SitesRow(**row) for row in found.rows(SitesRow))
    return ComparedSites(run, seconds, sites, criterion, inner, listed, rows, str(found.columns["text"]))
