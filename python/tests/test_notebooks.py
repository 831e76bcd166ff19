# SPDX-License-Identifier: Apache-2.0
"""What the notebooks and the pictures of the documents are held to without running them."""

from __future__ import annotations

import ast
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import scaling_limits as sl

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SOURCES = sorted((ROOT / "notebooks" / "source").glob("*.py"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def test_every_source_has_its_notebook() -> None:
    assert [path.stem for path in NOTEBOOKS] == [path.stem for path in SOURCES]
    assert NOTEBOOKS


@each_notebook
def test_a_notebook_is_small_enough_to_be_read(path: Path) -> None:
    assert path.stat().st_size < 300_000


@each_notebook
def test_pictures_have_words_for_those_who_do_not_see_them(path: Path) -> None:
    pictures = [one for cell in cells(path) for one in cell.get("outputs", []) if "image/png" in one.get("data", {})]
    assert pictures
    for picture in pictures:
        assert len(picture["metadata"]["image/png"]["alt"].split()) >= 6


@each_notebook
def test_a_notebook_holds_what_its_source_says(path: Path) -> None:
    source = (path.parent / "source" / f"{path.stem}.py").read_text(encoding="utf-8")
    said = []
    for part in source.split("\n# %%")[1:]:
        head, _, body = part.partition("\n")
        lines = body.strip("\n").splitlines()
        said.append(
            "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines) if "[markdown]" in head else "\n".join(lines)
        )
    assert ["".join(cell["source"]) for cell in cells(path)] == said, f"notebooks/build.py {path.stem} makes it again"
    assert all(cell["execution_count"] for cell in cells(path) if cell["cell_type"] == "code")


def chains(tree: ast.AST) -> Iterator[list[str]]:
    """a.b.c as [a, b, c]; inner parts too."""
    for node in ast.walk(tree):
        names: list[str] = []
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            names.insert(0, inner.attr)
            inner = inner.value
        if names and isinstance(inner, ast.Name):
            yield [inner.id, *names]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules: dict[str, ModuleType] = {"sl": sl}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scaling_limits"):
            room = importlib.import_module(str(node.module))
            for alias in node.names:
                assert alias.name in dir(room) and not alias.name.startswith("_"), f"{node.module}.{alias.name}"
                value = getattr(room, alias.name)
                if isinstance(value, ModuleType):
                    modules[alias.asname or alias.name] = value
    assert not any(name.startswith("scaling_limits.cli") for name in (module.__name__ for module in modules.values()))
    for first, *rest in chains(tree):
        value: Any = modules.get(first)
        for name in rest:
            if not isinstance(value, ModuleType):
                break
            assert name in dir(value), f"{first}.{'.'.join(rest)}"
            value = getattr(value, name)


def test_the_picture_of_the_readme_says_what_is_found_now() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt
    from PIL import Image

    ax = sl.plot.published_figures()["throughput_vs_size_restart"]()
    plt.close("all")
    found = " ".join(ax.get_title(loc="left").split())
    assert f"![{found}](docs/throughput.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert Image.open(ROOT / "docs" / "throughput.png").text["Title"] == found, "docs/draw.py draws it again"
