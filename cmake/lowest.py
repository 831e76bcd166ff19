#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lowest versions that pyproject.toml admits, once: an environment that has them, and the Python tests that are quick.

    cmake/lowest.py [--python P] [TEST ...]    build/lowest; a TEST is a file python/tests/test_TEST.py
    cmake/lowest.py --show                     what would be installed

What users install is pinned: the dependencies and every extra but those of who changes the code. The tests' own tools are not:
the newest that go with the others are taken. The environment of `make test` has the newest of everything.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WORK = ROOT / "build/lowest"
#: extras of those who change the code
OURS = ("test", "docs", "recipes", "lint")
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "mpmath", "jsonschema", "pint")
TESTS = [
    "import",
    "package",
    "extras",
    "kernels",
    "parameters",
    "arrays",
    "columns",
    "results",
    "quantities",
    "published",
    "uncertainty",
    "fits",
    "plot",
    "cli",
    "cli_tables",
    "cli_xlsx",
    "interop_configs",
    "mcp",
]
#: what an old package calls of a newer one may be deprecated by now
OPTIONS = ("-q", "-n", "auto", "--dist", "loadfile", "-W", "ignore::DeprecationWarning")


def lowest() -> list[str]:
    """`name[extra]==version` of each package in the order of pyproject.toml; a package has one lower bound."""
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(one for name, of in extras.items() if name not in OURS for one in of)]
    found: dict[str, str] = {}
    for one in wanted:
        if one.startswith(f"{PROJECT['name']}["):  # which are named themselves
            continue
        parts = re.fullmatch(r"([\w.-]+(?:\[\w+\])?)>=([\w.]+)", one)
        if not parts:
            raise SystemExit(f"lowest: {one} in pyproject.toml has no lower bound, or more than that")
        found[parts[1]] = parts[2]
    bounds: dict[str, str] = {}
    for name, version in found.items():
        if bounds.setdefault(name.partition("[")[0], version) != version:
            raise SystemExit(f"lowest: {name} has two lower bounds in pyproject.toml, {version} among them")
    return [f"{name}=={version}" for name, version in found.items()]


def done(*words: object) -> None:
    """A command that must succeed."""
    code = subprocess.run([str(word) for word in words], cwd=ROOT, env={**os.environ, "PYTHONPATH": ""}).returncode
    if code:
        raise SystemExit(f"lowest: exit {code} of {' '.join(map(str, words))}")


def main() -> None:
    """Installs and tests."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the interpreter (default: this one)")
    parser.add_argument("--show", action="store_true", help="print the pins and stop")
    parser.add_argument("tests", nargs="*", default=TESTS)
    given = parser.parse_args()
    pins = lowest()
    if given.show:
        print("\n".join(pins))
        return
    python = WORK / "bin/python"
    if not python.exists():
        done(given.python, "-m", "venv", WORK)
    print(f"lowest: {' '.join(pins)}", flush=True)
    done(python, "-m", "pip", "install", "-q", "--prefer-binary", *pins, *TOOLS)
    done(python, "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", ROOT)
    done(python, "-P", "-m", "pytest", *OPTIONS, *(f"python/tests/test_{t}.py" for t in given.tests))


if __name__ == "__main__":
    main()
