#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executes every notebook from the first cell in a temporary copy; fails on the first error. `--inplace` keeps the outputs.

execute.py [--inplace] [NOTEBOOK.ipynb ...]
"""

from __future__ import annotations

import argparse
import base64
import io
import os
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from PIL import Image

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "shared" / "data"  # where tests look for real data, too
if DATA.is_dir():
    os.environ.setdefault("SCALING_LIMITS_DATA", str(DATA))


def lean(picture: str) -> str:
    """The same PNG with a palette: a quarter of the bytes."""
    text = io.BytesIO()
    full = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    full.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(text, "PNG", optimize=True)
    return base64.b64encode(text.getvalue()).decode()


def finish(cell: nbformat.NotebookNode) -> bool:
    """Shrinks the pictures of a cell and gives them its words; whether it has words for its pictures."""
    cell.metadata.pop("execution", None)  # times: they would differ at every run
    pictures = [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    for output in pictures:
        output.data["image/png"] = lean(output.data["image/png"])
        output.metadata["image/png"] = {"alt": cell.metadata.get("alt", "")}
    return not pictures or bool(cell.metadata.get("alt"))


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
    untold = [cell.source.splitlines()[0] for cell in notebook.cells if not finish(cell)]
    if untold:
        print(f"{path.name}: a picture without words for those who do not see it: {untold[0]}", file=sys.stderr)
        return False
    if inplace:
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
