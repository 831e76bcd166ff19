#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes every notebook from the first cell in a temporary copy; fails on the first error. `--inplace` keeps the outputs.

execute.py [--inplace] [NOTEBOOK.ipynb ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).resolve().parent


def execute(path: Path, inplace: bool) -> bool:
    """Whether every cell of the notebook runs."""
    notebook = nbformat.read(path, as_version=4)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:  # a notebook may read nothing but the package, and leave nothing behind
        try:
            NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
        except CellExecutionError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            return False
    if inplace:
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # times: they would differ at every run
        notebook.metadata.get("language_info", {}).pop("version", None)
        nbformat.write(notebook, path)
    print(f"{path.name}: {len(notebook.cells)} cells in {time.monotonic() - start:.0f} s")
    return True


def main() -> int:
    """0 where all notebooks run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--inplace", action="store_true", help="write the outputs into the notebooks")
    options = parser.parse_args()
    found = options.notebooks or sorted(HERE.glob("*.ipynb"))
    done = [execute(path, options.inplace) for path in found]
    return 0 if all(done) and done else 1


if __name__ == "__main__":
    sys.exit(main())
