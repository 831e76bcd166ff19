# SPDX-License-Identifier: Apache-2.0
"""How reading a log grows with its rows, whole and damaged: seconds of CPU, and how many times those of half as many rows."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import numpy as np
import pandas

import scaling_limits as sl


def whole(rows: int) -> str:
    rng = np.random.default_rng(1)
    start = pandas.to_datetime(np.sort(rng.integers(1_600_000_000, 1_700_000_000, rows)), unit="s")
    frame = pandas.DataFrame({"start": start.strftime("%m/%d/%Y %H:%M:%S"), "node": rng.integers(0, 5000, rows)})
    return frame.to_csv(index=False)


def damaged(rows: int) -> str:
    return "start,node\n2025-01-01,a\n" + '2025-01-01,b,c\n2025-01-01,"b\n' * (rows // 2)


def seconds(text: str) -> float:
    begin = time.process_time()
    sl.data.read_events(io.StringIO(text))
    return time.process_time() - begin


makers: dict[str, Callable[[int], str]] = {"whole": whole, "damaged": damaged}
for name, make in makers.items():
    half, full = (min(seconds(make(rows)) for _ in range(3)) for rows in (100_000, 200_000))
    print(f"read_events, {name:7}  200,000 rows {full:6.2f} s, {full / half:.1f} times those of 100,000")
