# SPDX-License-Identifier: Apache-2.0
"""Signals that come when something is under way, whatever else the machine does: no test waits for a time."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from pathlib import Path

from scaling_limits import _sweep

#: for the environment of a program that imports this file
PATH = {"PYTHONPATH": os.pathsep.join((str(Path(__file__).parent), str(Path(_sweep.__file__).parents[1])))}


def after_chunks(count: int, how: signal.Signals = signal.SIGINT, function: str = "") -> None:
    """The group of this process gets a signal once so many chunks of a sweep are done, and a function of that name runs."""
    done: list[int] = []

    def one_more(points: int) -> None:
        done.append(points)
        if len(done) == count:
            within(function, how) if function else os.killpg(0, how)

    _sweep._bar = lambda points, wanted: contextlib.nullcontext(one_more)  # type: ignore[assignment]


def within(function: str, how: signal.Signals = signal.SIGINT) -> None:
    """This process gets a signal once its main thread is in a function of that name."""
    main = threading.main_thread().ident
    assert main is not None

    def names() -> set[str]:
        frame, found = sys._current_frames().get(main), set()
        while frame:
            found.add(frame.f_code.co_name)
            frame = frame.f_back
        return found

    def watch() -> None:
        while function not in names():
            pass
        os.kill(os.getpid(), how)

    threading.Thread(target=watch, daemon=True).start()
