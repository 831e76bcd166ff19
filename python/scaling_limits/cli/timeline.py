# SPDX-License-Identifier: Apache-2.0
"""scaling-limits timeline: what the largest run of each date wants, what every limit allows, and when each binds."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

import scaling_limits as sl
from scaling_limits._style import short

from ._command import Asking, command, criterion_option, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, made, nested, read_criteria, scenario
from ._tables import Table, console, spelled
from ._targets import plot_option

YEARS = 10  # that are shown where none are named
STRONGEST = 3  # numbers that a limit hangs on, of those that are told

#: what the dates rest on, whatever they are
CONVENTIONS = (
    "Sizes are GPUs of the date. Dates move with the conventions: with the number format of the peak, the utilization and the "
    "length of a run; a campus, where one is given, counts at every date."
)


def sizes(count: float, status: str) -> str:
    """So many GPUs, millions as "22.6M", or why there is no number."""
    return (short(count) if count >= 1e6 else f"{count:,.0f}") if status == "ok" else status


def print_timeline(found: dict[str, Any], dates: dict[str, float], hangs: dict[str, dict[str, float]], start: float) -> None:
    """A row for every date, then a row for every limit."""
    out = console()
    limits = list(dates)
    heads = [f"{name} (limit)" if name in ("date", "wanted", "tightest") else name for name in limits]
    rows = Table("GPUs of the date", "date", "wanted", *heads, "tightest", right=("date", "wanted", *heads))
    none: dict[str, list[str]] = {}  # dates by the reason why nothing is known of them
    for i, year in enumerate(found["year"]):
        allowed = [sizes(found["limits"][name][i], found["statuses"][name][i]) for name in limits]
        there = found["demand"][i] == found["demand"][i]
        wanted = sizes(found["demand"][i], "ok" if there else found["status"][i])
        rows.add_row(spelled(year, ".6g"), wanted, *allowed, found["binding"][i])
        if not there:
            none.setdefault(found["note"][i], []).append(f"{year:.6g}")
    out.print(rows)
    for note, years in none.items():
        out.print(f"{', '.join(years)}: {note}")
    if not limits:
        out.print("Nothing limits this scenario: it has no supplies, and no criterion was asked.")
        return
    out.print()
    binds = Table(
        "When each limit falls below what is wanted",
        "limit",
        "binds in",
        "hangs on",
        right=("binds in",),
        words=("hangs on",),
    )
    for name, year in sorted(dates.items(), key=lambda row: row[1]):
        when = "never" if year == math.inf else f"{year:.2f}, the start" if year == start else f"{year:.2f}"
        strongest = sorted(hangs.get(name, {}).items(), key=lambda row: -abs(row[1]))[:STRONGEST]
        binds.add_row(name, when, ", ".join(f"{field}: {elasticity:+.3g} %" for field, elasticity in strongest))
    out.print(binds)
    last = max(i for i, demand in enumerate(found["demand"]) if demand == demand)
    year = found["year"][last]
    if any(hangs.values()):
        out.print(f"What it hangs on: what 1 % more of a number does to the limit in {year:.6g}, strongest first.")
    combined, status = found["combined"][last], found["status"][last]
    binding = f" GPUs, {found['combined_binding'][last]} binds" if status == "ok" else f": {found['note'][last]}"
    out.print(f"All together in {year:.6g}: {sizes(combined, status)}{binding}.")
    out.print(CONVENTIONS)


def strongest_numbers(
    document: Document, names: list[str], criteria: dict[str, Any], year: float
) -> tuple[dict[str, dict[str, float]], dict[str, Any]]:
    """The elasticities of each limit at a date, by name, and the criteria as the library's own objects."""
    found: dict[str, dict[str, float]] = {}
    objects: dict[str, Any] = {}
    for name in names:
        more = {"criterion": criteria[name]} if name in criteria else {}
        own = {"year": year, "limit": "criterion" if name in criteria else name}
        elasticities = nested(document.ask("elasticities", own, **more))["elasticity"]
        found[name] = {field: x for field, x in elasticities.items() if x == x and abs(x) > 1e-9}
        if name in criteria:
            objects[name] = made("criterion", document.full["criterion"])
    return found, objects


@command(Takes(("timeline", "binding_dates", "elasticities"), own="timeline", options=("criterion",), bare=True))
@json_option()
@plot_option("Also draw the limits against the date.")
@click.option(
    "--year",
    cls=Asking,
    type=float,
    multiple=True,
    help=f"A date, such as 2030.0; may be repeated. Default: {YEARS + 1} years from the start on.",
)
@criterion_option()
def timeline(document: Document, as_json: bool, plot: Path | None, year: tuple[float, ...], criterion: tuple[str, ...]) -> None:
    """What the largest run of each date wants, what power, chips, data, latency and failures allow, and when each binds.

    FILE holds the demand, the hardware, the run and what there is; a supply that it does not have is not scarce. Criteria are
    those of [timeline.criteria], by names of their own, or of --criterion.
    """
    own = document.own or {}
    in_file = own.get("criteria")
    if criterion and isinstance(in_file, dict):
        document.look_at("criterion", *in_file.values())
    criteria: Any = read_criteria(criterion) if criterion or in_file is None else in_file
    asked = {"criteria": criteria}
    said = {"with.criteria": "--criterion"} if criterion else {}
    start = document.completed("binding_dates", {})["scenario"]["start"]
    years = list(year) or [start + k for k in range(YEARS + 1)]
    for one in years:
        if not start <= one < math.inf:
            raise document.error(f"--year {one:g} must be >= {start:g}, the start, and finite")
    document.own = {**own, **asked}
    columns = nested(document.ask("timeline", said=said, over={"with.year": years}))
    known = [one for one, demand in zip(years, columns["demand"], strict=True) if demand == demand]
    if not known:
        raise document.error(columns["note"][-1])
    dates = nested(document.ask("binding_dates", said=said)).get("binds_in", {})
    document.own = {}
    found = {"year": years, "limits": {}, "statuses": {}, **columns}
    hangs, objects = strongest_numbers(document, list(dates), criteria, known[-1])
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        with drawing(document):
            axes = plots.timeline(sl.timeline(scenario(document), years, objects))
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({**document.facts, **found, "binds_in": dates, "elasticities": hangs})
    else:
        print_timeline(found, dates, hangs, start)
