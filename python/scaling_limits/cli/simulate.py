# SPDX-License-Identifier: Apache-2.0
"""scaling-limits simulate: play the run of a file, beside its closed form."""

from __future__ import annotations

import math

import click
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

import scaling_limits as sl

from ._command import Asking, command, json_option
from ._output import print_json, progress
from ._request import Document, Takes, nested, objects
from ._tables import Table, console, spelled


# growth may stand in the file, as for the other commands: one size is played
@command(Takes(("assess", "limit"), options=("criterion",)))
@json_option()
@click.option(
    "--seed",
    cls=Asking,
    metavar="N",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same result.",
)
@click.option(
    "--relative-accuracy",
    cls=Asking,
    metavar="X",
    type=float,
    default=1e-3,
    show_default=True,
    help="Standard error / goodput to reach.",
)
@click.option(
    "--most-failures",
    cls=Asking,
    metavar="X",
    type=float,
    default="1e9",
    show_default=True,
    help="Stop there even if the accuracy is not reached.",
)
def simulate(document: Document, as_json: bool, seed: int, relative_accuracy: float, most_failures: float) -> None:
    """Play the run failure by failure until its goodput is known, and set it beside the closed form.

    Of factors one of slow parts is played, too.
    """
    bar = progress(TextColumn("simulate"), BarColumn(), TextColumn("{task.fields[seen]:.3g} failures"), TimeElapsedColumn())
    facts = document.ask("assess")
    document.refuse_infeasible(facts)
    closed, shares = facts["goodput"], nested(facts)["breakdown"]
    made = objects(document)
    slow = made["factors"]  # others are refused
    for factor in slow:
        speed = factor.efficiency(made["run"].gpus)
        held_up = shares["useful"] * (1 - speed)
        closed, shares = closed * speed, shares | {"useful": shares["useful"] * speed, "slow parts": held_up}
    try:
        with bar:
            task = bar.add_task("simulate", total=1.0, seen=0.0)

            def follow(failures: float, accuracy: float) -> None:
                # the work left falls with the square of the accuracy
                done = min(1.0, (relative_accuracy / accuracy) ** 2) if accuracy > 0 else 1.0
                bar.update(task, completed=max(done, failures / most_failures), seen=failures)

            found = sl.simulation.simulate(
                made["run"],
                made["strategy"],
                factors=slow,
                seed=seed,
                relative_accuracy=relative_accuracy,
                most_failures=most_failures,
                progress=follow,
            )
    except ValueError as error:
        raise document.error(error) from None
    if math.isnan(found.goodput):
        raise document.error(found.note)
    nothing = dict.fromkeys((term for term in shares if term not in found.breakdown), math.nan)  # of the closed form alone
    deviation = (found.goodput - closed) / found.standard_error if found.standard_error > 0 else math.nan
    if as_json:
        print_json(
            {
                **document.facts,
                "run": document.part("run"),
                "strategy": document.part("strategy"),
                **({"factor": [factor.as_request() for factor in slow]} if slow else {}),
                "seed": seed,
                "goodput": found.goodput,
                "standard_error": found.standard_error,
                "closed_form": closed,
                "deviation": deviation,
                "breakdown": {**found.breakdown, **nothing},
                "failures": found.failures,
                "interruptions": found.interruptions,
                "silent_errors": found.silent_errors,
                "detections": found.detections,
                "checkpoints": found.checkpoints,
                "saves_just_in_time": found.saves_just_in_time,
                "bytes_written": found.bytes_written,
                "elapsed": found.elapsed,
                "status": found.status,
                "note": found.note,
            }
        )
        return
    out = console()
    simulated = f"{found.goodput:.5%} ± {found.standard_error:.5%} simulated over {found.failures:,} failures"
    away = "" if math.isnan(deviation) else f": {deviation:+.2f} standard errors away"
    of = "the closed form" + " times the mean speed beside slow parts" * bool(slow)
    out.facts([("goodput", simulated), ("", f"{closed:.5%} by {of}{away}")])
    if found.status != "ok":
        out.print(f"{found.status}: {found.note}")
    numbers = ("simulated", "closed form")
    rows = Table("\nWhere the time goes", "term", *numbers, right=numbers)
    for term in dict.fromkeys([*shares, *(term for term, share in found.breakdown.items() if share)]):
        played = "" if term in nothing else spelled(found.breakdown[term], ".3%")
        rows.add_row(term, played, spelled(shares.get(term, 0.0), ".3%"))
    out.print(rows)
    if nothing:
        are = f"{' and '.join(nothing)} {'is' if len(nothing) == 1 else 'are'}"
        out.print(f"{are} played, too: as simulated, what that takes is in the other terms")
