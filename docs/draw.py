#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the picture of README.md again, docs/throughput.png; its title goes into the file, where a test looks at it."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

from scaling_limits import plot

if __name__ == "__main__":
    ax = plot.published_figures()["throughput_vs_size_restart"]()
    found = " ".join(ax.get_title(loc="left").split())
    ax.figure.savefig(Path(__file__).resolve().parent / "throughput.png", dpi=130, metadata={"Title": found})
    print(found)
