# SPDX-License-Identifier: Apache-2.0
"""The command ``scaling-limits``. One module per command; adding one is that module and a line here."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits with its code."""
    try:
        import typer
    except ImportError:
        sys.exit("scaling-limits needs its command-line packages: pip install 'scaling_limits[cli]'")
    from ._errors import EXIT_CODES, CommandError
    from .ask import ask, describe
    from .compare import compare
    from .fields import fields
    from .layouts import layouts
    from .limits import limits
    from .plan import plan
    from .reproduce import reproduce
    from .simulate import simulate
    from .step import step
    from .sweep import sweep

    app = typer.Typer(
        name="scaling-limits",
        help="How large a training run can get before failures, checkpoints and communication eat it.",
        epilog=EXIT_CODES,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for command in (reproduce, plan, compare, simulate, sweep, limits, step, layouts, fields, ask, describe):
        app.command()(command)

    try:
        app(_with_optional_values(sys.argv[1:] if arguments is None else list(arguments)), prog_name="scaling-limits")
    except CommandError as error:
        print(f"scaling-limits: {error}", file=sys.stderr)
        sys.exit(error.code)
    except BrokenPipeError:  # the reader of our output is gone, for example `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _with_optional_values(arguments: list[str]) -> list[str]:
    """``--csv`` alone means ``--csv -``: an option whose value may be left out, which typer does not have."""
    out = []
    for i, argument in enumerate(arguments):
        out.append(argument)
        if argument == "--csv" and (i + 1 == len(arguments) or arguments[i + 1].startswith("--")):
            out.append("-")
    return out
