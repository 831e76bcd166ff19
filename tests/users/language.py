# SPDX-License-Identifier: Apache-2.0
"""Without C++20 a header alone ends in a few lines that say so: every header with GCC, one of a room with Clang, which reads on
in silence after a fatal error. So it does, in one of a room, under flags that take NaN away. `language.py COMPILER`."""

import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

compiler = sys.argv[1]
include = Path(__file__).parents[2] / "include"
headers = sorted((include / "scaling_limits").rglob("*.hpp"))
version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
clang = "clang" in version
one_of_a_room = list({header.parent: header for header in headers}.values())
most = 12  # lines
# flags, what is read under them, and what the first error says
LANGUAGE = ["-std=gnu++17"], one_of_a_room if clang else headers, ("C++20", "-std=c++20")
REFUSED = ["-ffast-math"], ["-ffinite-math-only"], *([] if clang else [["-funsafe-math-optimizations"]])
TAKEN = ["-freciprocal-math"], ["-fno-signed-zeros"], ["-fno-math-errno"], ["-ffp-contract=fast"]


def said(flags: list[str], header: Path, words: tuple[str, ...]) -> str:
    """What is wrong with what the compiler says of a header under flags; empty where nothing is."""
    program = f'#include "{header.relative_to(include).as_posix()}"\nint main() {{}}\n'
    read = "-E" if clang or flags != LANGUAGE[0] else "-fsyntax-only"
    command = [compiler, "-std=c++20", *flags, read, "-o", os.devnull, "-x", "c++", f"-I{include}", "-"]
    text = subprocess.run(command, input=program, capture_output=True, text=True).stderr
    first = next((line for line in text.splitlines() if "error:" in line), "")
    if all(word in first for word in words) and len(text.splitlines()) <= most and bool(first) == bool(words):
        return ""
    return f"{header.relative_to(include)} {flags[-1]}: {len(text.splitlines())} lines, the first error: {first or 'none'}"


cases = [(LANGUAGE[0], header, ("scaling_limits", *LANGUAGE[2])) for header in LANGUAGE[1]]
cases += [(flags, header, ("scaling_limits", "NaN", *flags)) for flags in REFUSED for header in one_of_a_room]
cases += [(flags, include / "scaling_limits" / "version.hpp", ()) for flags in TAKEN]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [problem for problem in pool.map(said, *zip(*cases, strict=True)) if problem]
print("\n".join(problems) or f"{len(LANGUAGE[1])} headers ask {compiler} for C++20, {len(one_of_a_room)} for NaN")
sys.exit(bool(problems))
