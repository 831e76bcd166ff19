#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a change says of itself is short: subjects of commits, and the changelog. `make lint`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SINCE = "b1060ccc70"  # earlier subjects were not held to it
SUBJECT, ENTRIES, LINES, WIDTH = 72, 60, 2, 150


def long_subjects() -> list[str]:
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)

    known = git("cat-file", "-e", f"{SINCE}^{{commit}}").returncode == 0  # a clone may hold the last commit alone
    subjects = git("log", "--format=%h %s", f"{SINCE}..HEAD" if known else "HEAD~0").stdout.splitlines()
    return [f"subject of more than {SUBJECT} letters: {line}" for line in subjects if len(line.split(" ", 1)[1]) > SUBJECT]


def long_entries() -> list[str]:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^- .*(?:\n(?: +\S.*))*", text, re.M)
    wrong = [f"CHANGELOG.md: {len(entries)} entries, at most {ENTRIES}"] if len(entries) > ENTRIES else []
    wrong += [f"CHANGELOG.md: more than {LINES} lines: {one[:60]}..." for one in entries if one.count("\n") >= LINES]
    return wrong + [f"CHANGELOG.md: wider than {WIDTH}: {line[:60]}..." for line in text.splitlines() if len(line) > WIDTH]


if __name__ == "__main__":
    faults = long_subjects() + long_entries()
    print("\n".join(faults) or "subjects and changelog are short")
    sys.exit(bool(faults))
