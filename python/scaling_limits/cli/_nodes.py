# SPDX-License-Identifier: Apache-2.0
"""Nodes of a log that fail more than others: among how many, which, and what it gains to be without them."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np

import scaling_limits as sl
from scaling_limits._core import units

from ._errors import CommandError
from ._tables import Table, human, p_value, spelled

FIRST = 5  # nodes that are told one by one


class Fleet(NamedTuple):
    """What the user says of how many nodes were watched, those that never failed included."""

    nodes: float | None = None
    gpus: float | None = None
    per_node: float | None = None

    def nodes_there(self, failed: int) -> tuple[int | None, str]:
        """How many there are, None where that is not known, and how it is known or why not."""
        if self.nodes is not None:
            if self.nodes < failed:
                raise CommandError(f"--nodes {self.nodes:g}: {failed} nodes have failed")
            return int(self.nodes), ""
        if self.gpus is None:
            return None, "the log does not say how many nodes there are"
        if self.per_node is None:
            return None, f"nobody says how many of the {self.gpus:,.0f} GPUs a node has"
        count, said = int(self.gpus // self.per_node), f"{self.gpus:,.0f} GPUs at {self.per_node:g} a node"
        if count < failed:
            raise CommandError(f"--gpus-per-node {self.per_node:g}: {said} are {count:,} nodes, and {failed:,} have failed")
        return count, said


class Counted(NamedTuple):
    """Failures of each node by name, those that never failed included, in a time that all were watched."""

    failures: dict[str, int]
    window: float
    known: int | None
    said: str

    @property
    def lists(self) -> tuple[list[int], list[float], list[str]]:
        """As functions of parts take them."""
        return list(self.failures.values()), [self.window] * len(self.failures), list(self.failures)


def counted(names: list[str], window: float, fleet: Fleet) -> Counted:
    """Failures by node, without those of no name."""
    failures: dict[str, int] = dict(Counter(filter(None, names)))
    count, said = fleet.nodes_there(len(failures))
    silent = {f"never failed {k}": 0 for k in range(1, 1 + (count or 0) - len(failures))}
    return Counted(failures | silent, window, count, said)


def nodes_of(names: list[str], window: float, fleet: Fleet) -> dict[str, Any]:
    """Nodes that fail more than chance allows; where it is not known among how many, only which failed."""
    nodes = counted(names, window, fleet)
    failures = nodes.failures
    found: dict[str, Any] = {"count": nodes.known, "said": nodes.said, "failed": sum(n > 0 for n in failures.values())}
    if nodes.known is None:
        events, exposures, _ = nodes.lists
        unseen = sl.failures.unseen_parts(events, exposures)
        of_all = {"population": unseen.population, "at_least": unseen.at_least, "note": unseen.note}
        of_all["once_twice"] = [events.count(1), events.count(2)]
        most = sorted(failures, key=lambda name: -failures[name])[:20]
        return {**found, **of_all, "worst": [{"node": name, "events": failures[name]} for name in most]}
    worst = sl.failures.worst_parts(*nodes.lists)
    p_values = dict(zip(failures, worst.holm.tolist(), strict=True))
    gains = zip(worst.gain.tolist(), worst.gain_low.tolist(), worst.gain_high.tolist(), strict=True)
    rows = [
        {"node": name, "events": failures[name], "per_day": rate * units.day, "p_value": p_values[name]}
        | {"share_removed": gone, "share_interval": None if low != low else [low, high]}
        for name, rate, (gone, low, high) in zip(worst.part, worst.rate.tolist(), gains, strict=True)
        if failures[name]
    ]
    kept = {"p_value": worst.p_value, "note": worst.note, **law_of(nodes, worst.law, worst.dispersion)}
    return {**found, **kept, "worst": rows[:20]}


def law_of(nodes: Counted, law: str, dispersion: float) -> dict[str, Any]:
    """The law that rates of nodes follow."""
    found: dict[str, Any] = {"law": law, "dispersion": dispersion}
    if law == "two_rates":
        two = sl.failures.two_rates(*nodes.lists[:2])
        found |= {"share": two.share, "low_per_day": two.low * units.day, "high_per_day": two.high * units.day}
    return found


def law_said(of: dict[str, Any]) -> str:
    """The same in words."""
    if of["law"] == "two_rates":
        low, high = of["low_per_day"], of["high_per_day"]
        others = f"{high / low:.3g} times as often as the others" if low > 0 else "and the others never"
        return f"rates: of two kinds, {of['share']:.2%} of nodes fail {others}"
    spread = f"standard deviation over mean {of['dispersion'] ** 0.5:.2g}"
    return f"rates: a gamma law, {spread}" if of["dispersion"] > 0 else "rates: no more unlike than by chance"


def among(of: dict[str, Any]) -> str:
    """Of how many nodes, and how that is known."""
    return f"of {of['count']:,}" + (f" ({of['said']})" if of["said"] else "")


def print_nodes(out: Any, of: dict[str, Any]) -> None:
    """The nodes that failed most, with the caution that many were looked at."""
    if of["count"] is None:
        print_seen(out, of)
        return
    right = ("failures", "a day", "p", "gone with it")
    sure = any(one["share_interval"] for one in of["worst"])
    table = Table("\nWorst nodes", "node", *right, *(("90 % interval",) if sure else ()), right=right)
    for one in of["worst"][:FIRST]:
        cells = [spelled(one["events"], ","), f"{one['per_day']:.3g}", p_value(one["p_value"]) or "1"]
        ends = [" to ".join(f"{x:.1%}" for x in one["share_interval"] or ())] if sure else []
        table.add_row(one["node"], *cells, spelled(one["share_removed"], ".1%"), *ends)
    out.print(table)
    alike = "" if of["p_value"] != of["p_value"] else f"that all are alike: p {p_value(of['p_value'])}; "
    out.print(
        f"{among(of)}; {alike}{law_said(of)}; a day: with chance taken out; p: that one of so many equal ones does so badly;"
        " gone with it: of all failures, without this node and those above"
    )
    if of["note"]:
        out.print(of["note"].replace("part", "node"))


def print_seen(out: Any, of: dict[str, Any]) -> None:
    """Nodes that failed, where nobody says how many did not."""
    table = Table("\nNodes that failed most", "node", "failures", right=("failures",))
    for one in of["worst"][:FIRST]:
        table.add_row(one["node"], spelled(one["events"], ","))
    out.print(table)
    out.print(
        f"{of['failed']:,} failed; {of['said']}: whether one is worse than chance allows, and what is gone with it, cannot be"
        " said; --nodes says it, of a log of events also --gpus with --gpus-per-node"
    )
    if of["note"]:
        out.print(of["note"].replace("part", "node"))
        return
    alike = f"were all alike there would be {of['population']:,.0f} (by the likelihood of counts above 0)"
    once, twice = of["once_twice"]
    out.print(f"{alike}; else {of['at_least']:,.0f} or more, roughly: {once:,} failed once and {twice:,} twice")


def cost_of(names: list[str], window: float, fleet: Fleet, run: Any, strategy: Any) -> dict[str, Any]:
    """What the worst nodes cost in goodput."""
    nodes = counted(names, window, fleet)
    if nodes.known is None:
        raise CommandError(f"{nodes.said}: --nodes says it, or --gpus-per-node")
    try:
        found = sl.analysis.worst_parts_gain(run, *nodes.lists, strategy)
    except ValueError as error:
        raise CommandError(f"--nodes: {str(error).removeprefix('worst_parts_gain: ')}") from None
    law = law_of(nodes, found.law, sl.failures.worst_parts(*nodes.lists).dispersion)
    bad = round(law.get("share", 0) * len(nodes.failures))  # as many as fail at the high rate
    tries = sorted({k for k in (1, 3, 10, 30, 100, bad, int(found.worth_removing)) if 0 < k < len(nodes.failures)})
    columns = ("gain", "gain_low", "gain_high", "removed", "removed_low", "removed_high", "removed_useful")
    arrays = {name: getattr(found, name) for name in (*columns, "renewed", "renewed_low", "renewed_high")}
    rows = [{"nodes": k, **{name: float(values[k - 1]) for name, values in arrays.items()}} for k in tries]
    worst = [name for name in found.part if nodes.failures[name]][:20]
    whole = {name: getattr(found, name) for name in ("goodput", "useful_throughput", "worth_removing")}
    return {"count": nodes.known, "said": nodes.said, **law, **whole, "worst": worst, "rows": rows}


def print_cost(out: Any, of: dict[str, Any]) -> None:
    """The same as a table."""
    right = ("worst nodes", "of failures", "goodput with others", "without them", "useful GPUs without")
    sure = any(np.isfinite(row["gain_low"]) for row in of["rows"])
    table = Table("\nWhat the worst nodes cost", *right, right=right)
    goodput = spelled(of["goodput"], ".2%")
    table.add_row("0", spelled(0.0, ".1%"), goodput, goodput, human(of["useful_throughput"], "1"))
    for row in of["rows"]:
        shares = [spelled(row["gain"], ".1%"), *(spelled(row[name], ".2%") for name in ("renewed", "removed"))]
        table.add_row(spelled(row["nodes"], ","), *shares, human(row["removed_useful"], "1"))
        if sure and np.isfinite(row["gain_low"]):
            ends = [[row[f"{name}_{end}"] for end in ("low", "high")] for name in ("gain", "renewed", "removed")]
            forms = zip(ends, (".1%", ".2%", ".2%"), strict=True)
            table.add_row("90 %", *(" to ".join(f"{x:{form}}" for x in pair) for pair, form in forms), "")
    out.print(table)
    k = int(of["worth_removing"])
    said = f"{k:,} are worth taking away with none in their place" if k else "none is worth taking away with none in its place"
    nodes = among(of).replace(f"{of['count']:,}", f"{of['count']:,} nodes", 1)
    out.print(f"{nodes}, chance taken out; {law_said(of)}; {said}; the worst: {', '.join(of['worst'][:5])}")
    if not sure:
        out.print("fewer than 0.3 failures a node: what it gains has no interval")
