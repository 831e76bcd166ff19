# SPDX-License-Identifier: Apache-2.0
"""scaling-limits serve: the same questions for assistants."""

from __future__ import annotations

import click

from ._command import command
from ._errors import CommandError


@command(prints_tables=False)
@click.option(
    "--mcp", is_flag=True, help="Speak the Model Context Protocol on standard input and output; what there is so far."
)
@click.pass_context
def serve(ctx: click.Context, mcp: bool) -> None:
    """Answer assistants: tools plan, limits, compare, levers, explain, layouts, published, until standard input closes."""
    if not mcp:
        raise click.UsageError("say how: --mcp", ctx)
    from scaling_limits.interop import _mcp

    try:
        _mcp.serve()
    except ImportError as error:
        raise CommandError(f'--mcp needs the package {error.name}: pip install "scaling-limits[mcp]"') from None
