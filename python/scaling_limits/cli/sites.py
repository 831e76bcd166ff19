# SPDX-License-Identifier: Apache-2.0
"""scaling-limits sites: how large a run can be on one site, two, four, ..., and whether the next site pays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import scaling_limits as sl
from scaling_limits._columns import no_status

from ._command import command, json_option
from ._output import print_json, pyplot, save_figure
from ._request import Document, Takes, drawing, made, nested, objects, rows
from ._tables import Table, console, counted, human, spelled
from ._targets import plot_option

TAKES = Takes(("compare_sites", "site_exchange"), own="training")


def compared(document: Document) -> dict[str, Any]:
    """The table over the number of sites as plain data, and one exchange of the file's own sites."""
    found = nested(document.ask("compare_sites"))
    shares, text = found.pop("shares"), found.pop("text")
    table = rows(found)
    for k, row in enumerate(table):
        row["pays"] = None if row["pays"] is None or row["pays"] != row["pays"] else row["pays"] == 1
        row["shares"] = {term: column[k] for term, column in shares.items()}
    work, counts = (document.full["with"][name] for name in ("work", "counts"))
    document.own = {"work": work}
    exchange = document.ask("site_exchange", only=no_status)
    return {"work": work, "counts": counts, "exchange": exchange, "rows": table, "text": text}


def advice(answer: dict[str, Any]) -> str:
    """What follows, with what two published laws say of it."""
    text: str = answer["text"]
    second = next((row for row in answer["rows"] if row["pays"] is not None), None)
    if second:
        laws = (sl.published.replica_laws[name] for name in ("charles_2025_joint", "charles_2025_10b"))
        costs = (sl.limits.ReplicaCost(exponent=law.compute_exponent, replicas=second["sites"]) for law in laws)
        joint, largest = (f"{cost.efficiency(1):.4f}" for cost in costs)
        text += f" By the joint law of Charles et al. 2025 they leave {joint}, by their losses at 1e10 parameters {largest}."
    return text


def print_sites(answer: dict[str, Any]) -> None:
    """The answer as tables on the terminal."""
    out = console()
    exchange = answer["exchange"]
    steps = human(answer["sites"]["exchange_steps"], "1")
    every = "every step" if answer["sites"]["exchange_steps"] == 1 else f"every {steps} steps"
    out.facts(
        [
            ("one exchange", f"{human(exchange['exchange_time'], 's')}, {every}"),
            ("as long as compute", f"at {human(exchange['half_size'], '1')} GPUs"),
            ("replicas leave", f"{exchange['replica_efficiency']:.2%} of the work, in tokens"),
            ("a failure stops", "its own site" if answer["sites"]["apart"] else "all sites"),
        ]
    )
    names = ("on", "size", "worth", "goodput", "efficiency", "binds", "pays", "break-even", "note")
    title = f"\nThe largest size by {answer['criterion']['name']}, all sites together"
    side = (("efficiency",), ("goodput",), ("break-even",))
    table = Table(
        title, *names, right=("on", "size", "worth", "goodput", "efficiency", "break-even"), side=side, words=("note",)
    )
    for row in answer["rows"]:
        pays = "" if row["pays"] is None else "yes" if row["pays"] else "no"
        if row["status"] != "ok":
            table.add_row(counted(row["sites"], "site"), row["status"], "", "", "", "", pays, "", row["note"])
            continue
        even = "" if row["break_even"] is None or row["break_even"] != row["break_even"] else f"{row['break_even']:.4f}"
        table.add_row(
            counted(row["sites"], "site"),
            f"{human(row['size'], 'GPU')}s",
            f"{human(row['worth'], 'GPU')}s",
            spelled(row["goodput"], ".2%"),
            spelled(row["efficiency"], ".2%"),
            row["binding"],
            pays,
            even,
            row["note"],
        )
    out.print(table)
    terms = [term for term in answer["rows"][0]["shares"] if any((row["shares"][term] or 0) > 0 for row in answer["rows"])]
    shares = Table("\nShares of what binds", "on", *terms, right=("on", *terms))
    for row in answer["rows"]:
        if row["status"] == "ok":
            shares.add_row(counted(row["sites"], "site"), *(spelled(row["shares"][term], ".2%") for term in terms))
    out.print(shares)
    out.print("\n" + advice(answer))


@command(TAKES)
@json_option()
@plot_option("Also draw worth against size, one line per number of sites.")
def sites(document: Document, as_json: bool, plot: Path | None) -> None:
    """How large a run can be on one site, two, four, ..., what that is worth, what binds, and whether the next site pays.

    The table [sites] says what sites exchange and how often, and whether they fail apart; [training] holds `work`, the ideal
    GPU-seconds of one step, and `counts`, the numbers of sites. [strategy] protects one site.
    """
    found = compared(document)
    answer = {**{part: document.part(part) for part in ("run", "sites", "criterion", "strategy")}, **found}
    if plot is not None:
        plt = pyplot()
        from scaling_limits import plot as plots

        given = objects(document)
        with drawing(document):
            table = sl.analysis.compare_sites(
                given["run"],
                found["work"],
                made("sites", document.part("sites")),
                found["counts"],
                criterion=made("criterion", document.part("criterion")),
                inner=given["strategy"],
                factors=given["factors"],
            )
            axes = plots.sites(table)
        save_figure(axes.figure, plot)
        plt.close(axes.figure)
    if as_json:
        print_json({**document.facts, **answer})
    else:
        print_sites(answer)
