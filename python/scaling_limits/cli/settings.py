# SPDX-License-Identifier: Apache-2.0
"""scaling-limits settings: what to set in a training framework so that a run saves as planned."""

from __future__ import annotations

import os
from pathlib import Path

import click

import scaling_limits as sl
from scaling_limits.interop._frameworks import FRAMEWORKS
from scaling_limits.interop._settings import Settings

from ._command import Argument, Asking, command, json_option
from ._errors import CommandError
from ._log import number
from ._output import print_json
from ._request import Document, Takes, objects
from ._tables import Table, console, human, print_notes

FRAMEWORK = Argument(
    "framework", "FRAMEWORK", f"Whose settings: {', '.join(FRAMEWORKS)}.", required=True, type=click.Choice(list(FRAMEWORKS))
)


def print_settings(found: Settings) -> None:
    """The fields, the interval, what it costs, what time-outs cost."""
    out = console()
    table = Table(found.version, "field", "value")
    for name, value in found.fields.items():
        table.add_row(name, str(value).lower() if isinstance(value, bool) else f"{value}")
    out.print(table)
    out.print()
    near = ""
    if found.local_steps is not None and found.local_seconds is not None:
        near = f", every {found.local_steps:,} ({human(found.local_seconds, 's')}) to the nearer tier"
    goodput = "" if found.goodput is None else f"{found.goodput:.2%}"
    cost = "" if found.rounding_cost is None else f"{100 * found.rounding_cost:+.2g} points of goodput"
    held = "" if found.capacity == float("inf") else f"{human(found.capacity, 'B')} held, one being written included"
    facts = [
        ("save every", f"{found.steps:,} steps ({human(found.seconds, 's')}){near}"),
        ("goodput", goodput),
        ("whole steps cost", cost),
        ("storage", held),
    ]
    out.facts([fact for fact in facts if fact[1]])
    first = found.detection[0]
    right = ("time-out", first.field, "downtime", "goodput", "gain")
    rows = Table("\nA hang is noticed after the time-out", "which", *right, right=right, side=[("downtime",), (first.field,)])
    for row in found.detection:
        value = f"{row.as_dict()['value']:,.6g}"
        cells = (
            human(row.timeout, "s"),
            value,
            human(row.downtime, "s"),
            f"{row.goodput:.2%}",
            f"{100 * row.gain:+.2f} points",
        )
        rows.add_row(row.why, *cells)
    out.print(rows)
    out.print()
    for line in found.text.split("\n"):
        out.print(line)
    out.print()
    print_notes(found.notes)


@command(Takes(("assess", "limits")), FRAMEWORK)  # a file of plan serves, its growth and factors are not looked at
@json_option()
@click.option("--step-time", cls=Asking, metavar="TIME", required=True, help='Of one training step, such as "5.2 s".')
@click.option(
    "--keep",
    cls=Asking,
    metavar="N",
    type=click.IntRange(0, 2**31 - 1),
    default=2,
    show_default=True,
    help="Checkpoints to keep; 0: all.",
)
@click.option(
    "--timeout",
    cls=Asking,
    metavar="TIME|FILE",
    help="After which a hang is noticed today, or a file of the framework that says so. Default: the framework's own.",
)
@click.option(
    "--hang-share",
    cls=Asking,
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    default=1,
    show_default=True,
    help="Of interruptions that are hangs; 1 is an upper bound of what a shorter time-out buys.",
)
@click.pass_context
def settings(
    ctx: click.Context,
    document: Document,
    framework: str,
    as_json: bool,
    step_time: str,
    keep: int,
    timeout: str | None,
    hang_share: float,
) -> None:
    """Say what to set in a training framework: interval, tiers, what is kept; what whole steps cost, what time-outs cost."""
    step = number(ctx, "step-time", "s", step_time)
    assert step is not None
    present: float | Path | None = None
    if timeout is not None:
        present = Path(timeout) if os.path.exists(timeout) else number(ctx, "timeout", "s", timeout)
    document.refuse_infeasible(document.ask("assess"))
    given = objects(document)
    try:
        found = sl.interop.settings_for(
            framework, given["run"], given["strategy"], step, keep=keep, timeout=present, hang_share=hang_share
        )
    except sl.interop.FileError as error:
        raise CommandError(f"--timeout: {error}") from None
    except OSError as error:
        raise CommandError(f"--timeout: {timeout}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise document.error(str(error).removeprefix("settings_for: ")) from None
    if as_json:
        print_json({**document.facts, **found.as_dict()})
    else:
        print_settings(found)
