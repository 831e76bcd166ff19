# SPDX-License-Identifier: Apache-2.0
"""scaling-limits serve: the same questions for assistants."""

from __future__ import annotations

import os

import click

from scaling_limits import _core
from scaling_limits._extras import needed
from scaling_limits.interop._mcp import Bounds

from ._command import command
from ._errors import OK, CommandError, guarded

STANDARD = Bounds()


@command(prints_tables=False)
@click.option("--mcp", is_flag=True, help="Speak the Model Context Protocol on standard input and output.")
@click.option(
    "--most-points",
    metavar="N",
    type=click.IntRange(min=1),
    default=STANDARD.points,
    show_default=True,
    help="Of a call: elements of over times the entries of each list.",
)
@click.option(
    "--most-seconds",
    metavar="S",
    type=click.FloatRange(min=0, min_open=True),
    default=STANDARD.seconds,
    show_default=True,
    help="That a call may take.",
)
@click.pass_context
def serve(ctx: click.Context, mcp: bool, most_points: int, most_seconds: float) -> None:
    """Answer assistants: tools plan, limits, compare, levers, explain, layouts, published, until standard input closes."""
    if not mcp:
        raise click.UsageError("say how: --mcp", ctx)
    try:
        _core.Stop(most_seconds)
    except ValueError as error:  # not a number, which is in every range
        raise CommandError(f"--most-seconds: {error}") from None
    needed("--mcp", "mcp", "mcp_types")
    from scaling_limits.interop import _mcp_server

    def work() -> int:
        _mcp_server.serve(Bounds(most_points, most_seconds))
        return OK

    # not sys.exit(): a thread may still wait for a line that nobody sends, or for room that nobody makes
    os._exit(guarded(work))
