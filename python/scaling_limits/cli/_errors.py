# SPDX-License-Identifier: Apache-2.0
"""What a command may end with. Exit codes are part of the interface: scripts branch on them."""

from __future__ import annotations

OK = 0
OUT_OF_TOLERANCE = 1
BAD_INPUT = 2  # as in click: the usage itself, or what a file or an option says
CANNOT_WRITE = 3

EXIT_CODES = """\
Exit codes: 0 done; 1 a reproduced value left its tolerance; 2 bad usage or input; 3 an output cannot be written."""


class CommandError(Exception):
    """Ends the command with a message on stderr and an exit code."""

    def __init__(self, message: str, code: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.code = code
