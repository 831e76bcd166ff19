# SPDX-License-Identifier: Apache-2.0
"""scaling-limits layouts: the fastest layout of a number of GPUs, and why others do not fit."""

from __future__ import annotations

from collections import Counter

import click

from scaling_limits.parallelism import Layout

from ._command import command, json_option
from ._output import print_json
from ._request import Document, Takes, nested
from ._tables import console
from .step import as_plain, print_step


@command(Takes(("best_layout",), own="step"))
@json_option()
@click.option(
    "--rejected",
    metavar="N",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Rejected layouts to list.",
)
def layouts(document: Document, as_json: bool, rejected: int) -> None:
    """Try every layout of a number of GPUs: the fastest that fits, and why the others do not."""
    if "rejected" in document.own:
        raise document.error("[step]: rejected is the option --rejected")
    columns = document.ask("best_layout", {"rejected": "unlimited"})
    tried, count = columns.pop("tried"), columns.pop("rejected")
    found = nested(columns)
    degrees, refused = found.pop("layout"), found.pop("rejected")
    best = None if any(x != x for x in degrees.values()) else Layout(**degrees)
    width = len(degrees)
    others = [
        (dict(zip(degrees, refused["layout"][width * i : width * (i + 1)], strict=True)), reason)
        for i, reason in enumerate(refused["reason"])
    ]
    if as_json:
        note = found["note"] if best is None else ""
        listed = [{"layout": layout, "reason": reason} for layout, reason in others[:rejected]]
        counts = {"tried": tried, "rejected": count}
        facts = {"file": document.name, "status": found["status"], "note": note}
        print_json({**facts, **as_plain(best, found), **counts, "rejections": listed})
        return
    out = console()
    if best is None:
        out.print(found["note"])
    else:
        print_step(document, best, found)
    out.print(f"{tried:,.0f} layouts tried, {count:,.0f} do not fit")
    # the same field of many layouts, with other values: the field names the reason
    for what, times in Counter(reason.split(" = ")[0] for _, reason in others).most_common():
        out.print(f"{times:,} for {what}", indent=2)
    for layout, reason in others[:rejected]:
        out.print(f"{Layout(**layout)!r}: {reason}", indent=2)
