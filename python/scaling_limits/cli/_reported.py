# SPDX-License-Identifier: Apache-2.0
"""What runs operated like this one reported, and what it is worth to bring it back sooner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._request import Document, nested, rows
from ._tables import Output, Table, human, spelled


def reported(document: Document, criteria: Mapping[str, Any]) -> dict[str, Any]:
    """Who restarted, and the ends of goodput and of each size with such outages; empty where there is no answer."""
    found: dict[str, Any] = {}
    for text, criterion in criteria.items():
        answer = nested(document.ask("reported", criterion=criterion, said={"criterion": f"--criterion {text}"}))
        listed = rows(answer["row"])
        if not found:
            of_run = ("name", "words", "own", "downtime_low", "downtime_high", "goodput_low", "goodput_high")
            own = [{name: row[name] for name in of_run} | {"limits": {}} for row in listed]
            found = {name: answer[name] for name in ("projects", "operated", "text")} | {"rows": own}
        for row, one in zip(found["rows"], listed, strict=True):
            row["limits"][text] = {name: one[name] for name in ("low", "high", "low_status", "high_status")}
    return found


def operated_text(answer: Mapping[str, Any]) -> str:
    """Who brings the run back, and how soon."""
    reaction = answer["operation"]["reaction"]
    said = "" if reaction is None or reaction != reaction else f", reaction {human(reaction, 's')}"
    return f"{answer['reported']['operated']}{said}".replace("_", " ")


def _end(size: float) -> str:
    """A size as an end."""
    named = {float("inf"): "no limit", 0: "none"}
    return str(named.get(size) or ("not known" if size != size else spelled(size, ",.0f")))


def _shares(low: float, high: float) -> str:
    """Two ends of a goodput."""
    return f"{low:.0%} to {high:.0%}" if low == low and high == high else "no answer"


def print_reported(out: Output, found: Mapping[str, Any]) -> None:
    """A column for each way of restarting, a row for the goodput and for each size."""
    names = [row["words"] + (" (as yours)" if row["own"] else "") for row in found["rows"]]
    title = (
        f"\nRuns like yours: with outages as {found['projects']:.0f} projects had them; no forecast, and of no known coverage"
    )
    table = Table(title, "", *names, right=names)
    table.add_row("goodput", *(_shares(row["goodput_low"], row["goodput_high"]) for row in found["rows"]))
    for text in found["rows"][0]["limits"]:
        ends = [row["limits"][text] for row in found["rows"]]
        if all(one["low"] == one["high"] for one in ends):  # outages have no part in it
            continue
        table.add_row(f"GPUs, {text}", *(f"{_end(one['low'])} to {_end(one['high'])}" for one in ends))
    out.print(table)


def operation_levers(document: Document, **asked: Any) -> list[dict[str, Any]]:
    """What it is worth to bring a run back sooner; of a run that does not say who does, nothing."""
    return rows(document.ask("operation_levers", **asked)) if "operation" in document.parts else []


def print_operation_levers(out: Output, levers: list[dict[str, Any]], criterion: str = "") -> None:
    """In points of goodput, in GPUs, in size, in storage, in money where there are prices, those first that buy most."""
    if not levers:
        return
    priced = levers[0]["worth"] == levers[0]["worth"]
    right = ("points", "GPUs' worth", "size", "storage for the same", *(("worth",) if priced else ()))
    under = f"; size under {criterion}" if criterion else ""
    title = f"\nWhat other ways of operating it would buy{under}"
    table = Table(title, "what", *right, right=right, side=[("size",)], words=("what",))
    for row in sorted(levers, key=lambda row: -row["gain"]):
        storage = "none brings it" if row["storage"] == float("inf") else f"x {row['storage']:.3g}"
        size = spelled(row["limit_factor"], ".3f", before="x ") if row["limit_factor"] == row["limit_factor"] else ""
        cells = [spelled(100 * row["gain"], "+.3g"), spelled(row["gpus"], "+,.0f"), size, storage]
        table.add_row(row["text"], *cells, *([human(row["worth"], "USD/s")] if priced else []))
    out.print(table)
