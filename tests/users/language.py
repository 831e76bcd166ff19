# SPDX-License-Identifier: Apache-2.0
"""Without C++20 a header alone ends in a few lines that say so: every header with GCC, one of a room with Clang, which reads on
in silence after a fatal error. `language.py COMPILER`."""

import concurrent.futures
import os
import subprocess
import sys
from pathlib import Path

compiler = sys.argv[1]
include = Path(__file__).parents[2] / "include"
headers = sorted((include / "scaling_limits").rglob("*.hpp"))
version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
if "clang" in version:
    headers = list({header.parent: header for header in headers}.values())
most = 12  # lines


def said(header: Path) -> str:
    """What is wrong with what the compiler says of a header under C++17; empty where nothing is."""
    program = f'#include "{header.relative_to(include).as_posix()}"\nint main() {{}}\n'
    command = [
        compiler,
        "-std=gnu++17",
        "-E" if "clang" in version else "-fsyntax-only",
        "-o",
        os.devnull,
        "-x",
        "c++",
        f"-I{include}",
        "-",
    ]
    text = subprocess.run(command, input=program, capture_output=True, text=True).stderr
    first = next((line for line in text.splitlines() if "error:" in line), "")
    if all(word in first for word in ("scaling_limits", "C++20", "-std=c++20")) and len(text.splitlines()) <= most:
        return ""
    return f"{header.relative_to(include)}: {len(text.splitlines())} lines, the first error: {first or 'none'}"


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [problem for problem in pool.map(said, headers) if problem]
print("\n".join(problems) or f"{len(headers)} headers ask {compiler} for C++20")
sys.exit(bool(problems))
