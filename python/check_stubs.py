#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the committed stubs, of the extension module and of the public modules, with fresh ones; --write replaces them.

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

import room_stubs

here = Path(__file__).parent
sys.path[:] = [p for p in sys.path if Path(p).resolve() != here.resolve()]  # the installed package, not its sources
sources = here / "scaling_limits"
header = "# SPDX-License-Identifier: Apache-2.0\n# Made by python/check_stubs.py --write; do not edit.\n"


def of_extension() -> dict[str, str]:
    """The stubs of the extension module by file name."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pybind11_stubgen", "scaling_limits._core", "-o", folder, "--ignore-all-errors"]
        subprocess.run(command, check=True, capture_output=True)
        made = Path(folder) / "scaling_limits"
        files = sorted((made / "_core").glob("**/*.pyi")) if (made / "_core").is_dir() else [made / "_core.pyi"]
        return {f"_core/{f.name}": header + tidy(f.read_text()) for f in files}


def tidy(text: str) -> str:
    """Ufuncs print their text and address; what stays is their type. Versions and values are no types."""
    text = re.sub(r"^(\w+): numpy\.ufunc *# value = .*$", r"\1: numpy.ufunc", text, flags=re.M)
    text = re.sub(r"^(__version__|\w+): (str|float|int|dict|list|tuple)( = .*| *# value = .*)$", r"\1: \2", text, flags=re.M)
    # pointers and std::function take None
    text = re.sub(r"(\w+: [A-Z]\w*) = None", r"\1 | None = None", text)
    return re.sub(r"(collections\.abc\.Callable\[\[[^\]]*\], \w+\])", r"\1 | None", text)


def main() -> int:
    """Exit status 1 where they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    status = 0
    made = of_extension() | room_stubs.fresh()
    (sources / "_core").mkdir(exist_ok=True)
    for old in (*sources.glob("*.pyi"), *sources.glob("*/*.pyi")):
        if str(old.relative_to(sources)) not in made:
            print(f"{old}: no longer made")
            old.unlink() if write else None
            status = 1
    for name, text in made.items():
        path = sources / name
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
