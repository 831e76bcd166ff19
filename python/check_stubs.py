#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the committed stub of the extension module with a fresh one; --write replaces it.

Needs the installed package and the pinned pybind11-stubgen of the lint extra.
"""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

committed = Path(__file__).parent / "scaling_limits" / "_core"
header = "# SPDX-License-Identifier: Apache-2.0\n# Made by python/check_stubs.py --write; do not edit.\n"


def fresh() -> dict[str, str]:
    """The stub's files by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pybind11_stubgen", "scaling_limits._core", "-o", folder, "--ignore-all-errors"]
        subprocess.run(command, check=True, capture_output=True)
        made = Path(folder) / "scaling_limits"
        files = sorted((made / "_core").glob("**/*.pyi")) if (made / "_core").is_dir() else [made / "_core.pyi"]
        return {f.name: header + tidy(f.read_text()) for f in files}


def tidy(text: str) -> str:
    """Ufuncs print their text and address; what stays is their type. Versions and values are no types."""
    text = re.sub(r"^(\w+): numpy\.ufunc *# value = .*$", r"\1: numpy.ufunc", text, flags=re.M)
    text = re.sub(r"^(__version__|\w+): (str|float|int|dict|list|tuple)( = .*| *# value = .*)$", r"\1: \2", text, flags=re.M)
    # std::function takes None
    return re.sub(r"(collections\.abc\.Callable\[\[[^\]]*\], \w+\])", r"\1 | None", text)


def main() -> int:
    """Exit status 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    status = 0
    made = fresh()
    committed.mkdir(exist_ok=True)
    for old in committed.glob("*.pyi"):
        if old.name not in made:
            print(f"{old}: no longer made")
            old.unlink() if write else None
            status = 1
    for name, text in made.items():
        path = committed / name
        before = path.read_text() if path.exists() else ""
        if before == text:
            continue
        status = 1
        if write:
            path.write_text(text)
        else:
            sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), str(path), "fresh"))
    if write:
        return 0
    print("stubs differ: run python/check_stubs.py --write" if status else "stubs agree")
    return status


if __name__ == "__main__":
    sys.exit(main())
