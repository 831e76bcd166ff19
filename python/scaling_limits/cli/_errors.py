# SPDX-License-Identifier: Apache-2.0
"""What a command may end with. Exit codes are part of the interface: scripts branch on them."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import TextIO, cast

from .._extras import MissingExtra
from .._visible import Door, visible

OK = 0
OUT_OF_TOLERANCE = 1
BAD_INPUT = 2  # as in click: the usage itself, or what a file or an option says
CANNOT_WRITE = 3
FAULT = 70  # EX_SOFTWARE
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
CLOSED_PIPE = 141  # 128 + SIGPIPE: what `seq 1000000 | head -1` ends with

EXIT_CODES = {
    OK: "done",
    OUT_OF_TOLERANCE: "a reproduced value left its tolerance, nothing else",
    BAD_INPUT: "bad usage or input",
    CANNOT_WRITE: "an output cannot be written",
    FAULT: "a fault of this program; SCALING_LIMITS_TRACEBACK=1 shows where",
    INTERRUPTED: "interrupted",
    CLOSED_PIPE: "the reader of the output went away, as `head` does",
}

TRACEBACK = "SCALING_LIMITS_TRACEBACK"


class CommandError(Exception):
    """Ends the command with a message on stderr and an exit code; `hint`: a line below it."""

    def __init__(self, message: str, code: int = BAD_INPUT, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class Refused(CommandError):
    """What the catalogue refuses of a request: `words` are its own, `field` is the path in the request."""

    def __init__(self, message: str, words: str, field: str) -> None:
        super().__init__(message)
        self.words = words
        self.field = field


@contextlib.contextmanager
def guarded_streams() -> Iterator[None]:
    """Standard output and error behind a door, whoever writes there: what a text of others holds does not rule a terminal."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and cast(TextIO, Door(stream)) for stream in streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def guarded(work: Callable[[], int]) -> int:
    """The exit code of some work, all its output written; whatever ends it early is one line on stderr."""
    code = _attempt(work)
    return _attempt(_flush) or code


def _attempt(work: Callable[[], int]) -> int:
    try:
        return work()
    except CommandError as error:
        return _say(str(error), error.code, error.hint)
    except MissingExtra as error:
        return _say(str(error), BAD_INPUT)
    except BrokenPipeError:
        return _drop_output(CLOSED_PIPE)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # below the ^C
        return _drop_output(INTERRUPTED)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # how rich ends a program
            return _drop_output(CLOSED_PIPE)
        return end.code if isinstance(end.code, int) and end.code != OUT_OF_TOLERANCE else FAULT if end.code else OK
    except OSError as error:
        if error.filename is None:  # files name themselves, streams do not
            return _say(f"standard output cannot be written: {error.strerror or error}", _drop_output(CANNOT_WRITE))
        return _fault(error)
    except MemoryError:
        return _say("needs more memory than there is: ask for less, or give less to read", BAD_INPUT)
    except Exception as error:
        return _fault(error)


def _flush() -> int:
    if sys.stdout is not None:
        sys.stdout.flush()
    return OK


def _fault(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        traceback.print_exc()
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _say(f"{what}: a fault of this program; please report the command line with this message", FAULT)


def say(message: str, hint: str = "") -> None:
    """A line on stderr, and a second one for a hint; stderr may be full or closed too."""
    try:
        message = " ".join(visible(line) for line in message.replace("\r\n", "\n").split("\n"))
        print(f"scaling-limits: {message}", *[hint] * bool(hint), sep="\n", file=sys.stderr)
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)


def _say(message: str, code: int, hint: str = "") -> int:
    say(message, hint)
    return code


def _drop_output(code: int) -> int:
    _drop(sys.stdout)
    return code


def _drop(stream: TextIO) -> None:
    """Nothing more reaches it: what is still in its buffer would fail again when the process ends, with another exit code."""
    with contextlib.suppress(OSError):  # not every stream has a descriptor
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
