# SPDX-License-Identifier: Apache-2.0
"""A progress bar where there is someone to look at it."""

from __future__ import annotations

import sys
from typing import Any

from ._visible import behind


def progress(*columns: Any, shown: bool = True) -> Any:
    """A progress bar on standard error; nothing at all where that is no terminal that can redraw a line."""
    from rich.console import Console
    from rich.progress import Progress

    dumb = Console(file=behind(sys.stderr), stderr=True).is_dumb_terminal
    silent = not shown or not sys.stderr.isatty() or dumb
    # a bar is ours, and rules the terminal; rich 13.0 ends one that is disabled with a line, so that the console is quiet too
    console = Console(file=behind(sys.stderr), stderr=True, quiet=silent)
    # standard output may be a file: what is written there while the bar is shown must not go through the bar's console
    return Progress(*columns, console=console, transient=True, disable=silent, redirect_stdout=False, redirect_stderr=False)
