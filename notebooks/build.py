#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the notebooks from notebooks/source/*.py and executes them: text that diffs well in, notebooks with outputs out.

In a source, "# %% [markdown]" starts a text cell (every line behind "# "), "# %%" a code cell, "# %% alt: WORDS" one that
draws a picture, with the words for those who do not see it.

  build.py [NAME ...]     for example build.py 01_epoch_hardware_failures
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from execute import execute

HERE = Path(__file__).resolve().parent


def cells_of(source: str) -> list[nbformat.NotebookNode]:
    """The cells of a source."""
    cells: list[nbformat.NotebookNode] = []
    for part in source.split("\n# %%")[1:]:
        head, _, body = part.partition("\n")
        body = body.strip("\n")
        if "[markdown]" in head:
            text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in body.splitlines())
            cells.append(nbformat.v4.new_markdown_cell(text))
        else:
            words = head.partition("alt:")[2].strip()
            cells.append(nbformat.v4.new_code_cell(body, metadata={"alt": words} if words else {}))
        cells[-1]["id"] = f"cell-{len(cells)}"  # random ids would differ at every build
    return cells


def main() -> int:
    """Builds the named notebooks, or all."""
    names = sys.argv[1:] or sorted(path.stem for path in (HERE / "source").glob("*.py"))
    for name in names:
        notebook = nbformat.v4.new_notebook(cells=cells_of((HERE / "source" / f"{name}.py").read_text()))
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        with tempfile.TemporaryDirectory() as folder:  # a notebook that fails leaves the one that is there
            path = Path(folder) / f"{name}.ipynb"
            nbformat.write(notebook, path)
            if not execute(path, inplace=True):
                return 1
            shutil.copy(path, HERE / path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
