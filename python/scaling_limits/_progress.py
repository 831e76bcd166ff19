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

    console = Console(file=behind(sys.stderr), stderr=True)  # a bar is ours, and rules the terminal
    silent = not shown or not sys.stderr.isatty() or console.is_dumb_terminal
    console.quiet = silent  # rich 13.0 ends a bar that is disabled with a line
    # standard output may be a file: what is written there while the bar is shown must not go through the bar's console
    return Progress(*columns, console=console, transient=True, disable=silent, redirect_stdout=False, redirect_stderr=False)
