# SPDX-License-Identifier: Apache-2.0
"""The command ``scaling-limits``. One module per command; adding one is that module and a line here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from ._errors import CANNOT_WRITE, FAULT, CommandError, guarded

__all__ = ["main"]

#: the module of each command, in the order in which they are listed; imported when it is asked for
COMMANDS = {
    "plan": "plan",
    "compare": "compare",
    "simulate": "simulate",
    "sweep": "sweep",
    "limits": "limits",
    "step": "step",
    "layouts": "layouts",
    "reproduce": "reproduce",
    "fields": "fields",
    "ask": "ask",
    "describe": "ask",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    sys.exit(guarded(lambda: _run(given)))


def _run(arguments: list[str]) -> int:
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        raise CommandError("standard output is closed", CANNOT_WRITE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that has no "±" gets "?"
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise CommandError(f"not UTF-8 text: {ascii(argument)}") from None
    try:
        import click

        from scaling_limits._core import suggestion

        from ._command import application
    except ImportError as error:
        raise CommandError(f"needs the package {error.name}: pip install {error.name}", FAULT) from None
    try:
        ended = application(COMMANDS).main(arguments or ["--help"], prog_name="scaling-limits", standalone_mode=False)
    except click.NoSuchOption as error:
        known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
        message = f"no option {error.option_name}{suggestion(error.option_name, known)}"
        raise CommandError(message, hint=_hint(error.ctx)) from None
    except click.UsageError as error:
        raise CommandError(" ".join(error.format_message().split()), hint=_hint(error.ctx)) from None
    except click.Abort:
        raise KeyboardInterrupt from None
    return ended if isinstance(ended, int) else 0


def _hint(ctx: Any) -> str:
    return f"Try '{ctx.command_path if ctx else 'scaling-limits'} --help' for help."
