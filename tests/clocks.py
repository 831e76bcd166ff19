#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No test reads a clock: what fails where other work is on the machine fails by chance. Speed is a ratio in benchmarks/.

clocks.py ROOT    lists the lines of tests that read one, or that give up a wait before ten minutes; exits 1 where there are any
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

FOLDERS = ("tests", "python/tests", "web/tests", "docs/tests", "examples")
ENDINGS = {".cpp", ".hpp", ".py", ".mjs", ".js", ".sh", ".txt", ".cmake"}
CLOCKS = re.compile(
    r"\b(process_time(?=\()|perf_counter|monotonic|thread_time|timeit|getrusage(?!.*ru_maxrss)|time\.time|clock_gettime|gettimeofday"
    r"|std::clock|std::time|(?:steady|system|high_resolution)_clock|performance\.now|Date\.now|ITIMER_PROF"
    r"|datetime\.now|time\.sleep|sleep_for)\b"
)
WAITS = re.compile(r"\b(?:timeout|TIMEOUT|protocolTimeout)[=: ]\s*([\d_]+)\b")
LEAST = {".mjs": 600_000, ".js": 600_000}  # ms; elsewhere s
TOOLS = ("mutants.py",)  # with a budget of time, no test
# what a test is of, not what it waits for
SUBJECT = re.compile(r"Round\(|ROUND|replace\(|settings_for|\.timeout\b|timeout_|_timeout|dist\.")


def faults(root: Path) -> list[str]:
    found = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if (
                path.suffix not in ENDINGS
                or path == Path(__file__).resolve()
                or path.name in TOOLS
                or {"data", "found"} & set(path.parts)
            ):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                waits = [] if SUBJECT.search(line) else [int(n) for n in WAITS.findall(line)]
                if CLOCKS.search(line) or any(n < LEAST.get(path.suffix, 600) for n in waits):
                    found.append(f"{path.relative_to(root)}:{number}: {line.strip()}")
    return found


if __name__ == "__main__":
    lines = faults(Path(sys.argv[1]).resolve())
    print("\n".join(lines) or "no test reads a clock")
    sys.exit(bool(lines))
