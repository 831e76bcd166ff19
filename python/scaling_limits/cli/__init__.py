# SPDX-License-Identifier: Apache-2.0
"""The command ``scaling-limits``. One module per command; adding one is that module and a line here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .._visible import behind
from ._errors import BAD_INPUT, CANNOT_WRITE, FAULT, OK, CommandError, guarded, guarded_streams

__all__ = ["main"]

#: the module of each command, in the order in which they are listed; imported when it is asked for
COMMANDS = {
    "plan": "plan",
    "compare": "compare",
    "simulate": "simulate",
    "sweep": "sweep",
    "limits": "limits",
    "timeline": "timeline",
    "uncertain": "uncertain",
    "cost": "cost",
    "sites": "sites",
    "workers": "workers",
    "step": "step",
    "layouts": "layouts",
    "calibrate": "calibrate",
    "read": "read",
    "settings": "settings",
    "fit": "fit",
    "goodput": "goodput",
    "reproduce": "reproduce",
    "fields": "fields",
    "ask": "ask",
    "explore": "explore",
    "describe": "ask",
    "schema": "ask",
    "serve": "serve",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and exits with its code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    with guarded_streams():
        code = guarded(lambda: _run(given))
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        raise CommandError("standard output is closed", CANNOT_WRITE)
    if isinstance(stream := behind(sys.stdout), io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # a terminal that has no "±" gets "?"
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise CommandError(f"not UTF-8 text: {argument!a}") from None
    try:
        import click
        from click.shell_completion import shell_complete

        from scaling_limits._core import suggestion

        from ._command import COMPLETE, PROGRAM, application
    except ImportError as error:
        raise CommandError(f"needs the package {error.name}: pip install {error.name}", FAULT) from None
    commands = application(COMMANDS)
    asked = os.environ.get(COMPLETE)
    if asked:
        return BAD_INPUT if shell_complete(commands, {}, PROGRAM, COMPLETE, asked) else OK
    try:  # not commands.main(), which ends broken pipes and interrupts in ways of its own
        with commands.make_context(PROGRAM, arguments or ["--help"]) as ctx:
            commands.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.NoSuchOption as error:
        known = [name for param in error.ctx.command.params for name in param.opts if name[0] == "-"] if error.ctx else []
        near = suggestion(error.option_name, known)
        message = f"no option {error.option_name}{near if 'did you mean' in near else ''}"
        raise CommandError(message, hint=_hint(error.ctx)) from None
    except click.UsageError as error:
        raise CommandError(" ".join(error.format_message().split()), hint=_hint(error.ctx)) from None
    return OK


def _hint(ctx: Any) -> str:
    return f"Try '{ctx.command_path if ctx else 'scaling-limits'} --help' for help."
