# SPDX-License-Identifier: Apache-2.0
"""What an installed package carries beside its modules: headers, the CMake package, the page, its version."""

from __future__ import annotations

import importlib.metadata
import inspect
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import scaling_limits as sl
from scaling_limits import _headers
from scaling_limits.cli.explore import PAGE

ROOT = Path(__file__).resolve().parents[2]
needs_tree = pytest.mark.skipif(not (ROOT / "include").exists(), reason="installed without the source tree")


def headers_of(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.hpp")}


def test_the_headers_are_in_the_package() -> None:
    include = Path(sl.get_include())
    assert include.is_absolute() and (include / "scaling_limits/scaling_limits.hpp").is_file()
    found = headers_of(include)
    mentioned = {name for text in found.values() for name in re.findall(r'#include "(scaling_limits/[^"]+)"', text)}
    assert mentioned <= set(found)
    assert not [path for path in include.rglob("*") if path.is_file() and path.suffix != ".hpp"]


@needs_tree
def test_they_are_those_of_the_tree() -> None:
    assert headers_of(Path(sl.get_include())) == headers_of(ROOT / "include")


def test_the_cmake_package_leads_to_them() -> None:
    folder = Path(sl.get_cmake_dir())
    targets = (folder / "scaling_limits-targets.cmake").read_text()
    ups = targets.count('get_filename_component(_IMPORT_PREFIX "${_IMPORT_PREFIX}" PATH)')
    assert folder.parents[ups - 1] == Path(sl.get_include()).parent
    assert "${_IMPORT_PREFIX}/include" in targets
    for path in folder.iterdir():
        said = path.read_text()
        assert str(ROOT) not in said and "build/" not in said  # nothing of the machine that built it
    assert f'set(PACKAGE_VERSION "{sl.__version__}")' in (folder / "scaling_limits-config-version.cmake").read_text()


def test_builds_of_others_are_told_where_they_are() -> None:
    (point,) = (p for p in importlib.metadata.entry_points(group="cmake.prefix") if p.name == "scaling_limits")
    prefix = files(point.load())
    assert isinstance(prefix, Path) and prefix == Path(sl.get_include()).parent
    assert Path(sl.get_cmake_dir()).is_relative_to(prefix / "share/cmake")  # where find_package looks


def test_one_version_everywhere() -> None:
    text = (Path(sl.get_include()) / "scaling_limits/version.hpp").read_text()
    match = re.search(r'define SCALING_LIMITS_VERSION "([^"]+)"', text)
    assert match and match[1] == sl.__version__ == importlib.metadata.version("scaling-limits")
    assert sl.catalog.describe()["version"] == sl.__version__


def test_a_package_without_headers_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_headers, "HERE", tmp_path)
    for function in (sl.get_include, sl.get_cmake_dir):
        with pytest.raises(FileNotFoundError, match=r"only `pip install \.`") as error:
            function()
        assert str(tmp_path) in str(error.value)


def test_nothing_is_there_twice_and_nothing_is_left_over() -> None:
    package = Path(sl.get_include()).parent
    here = [path.relative_to(package) for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.suffix for path in here} <= {".py", ".pyi", ".typed", ".hpp", ".cmake", ".so", ".pyd", ".html"}
    assert {path.parts[0] for path in here if len(path.parts) > 1} == {"_core", "cli", "include", "interop", "share"}
    assert len([path for path in here if path.suffix in (".so", ".pyd")]) == 1


def test_type_checkers_find_every_public_module() -> None:
    package = Path(sl.get_include()).parent
    found = {path.with_suffix("").relative_to(package).parts[0] for path in package.rglob("*.pyi")}
    public = {name for name in dir(sl) if inspect.ismodule(getattr(sl, name))}
    assert found == public - {"cli", "typing"} | {"__init__", "_core", "run"}  # typing says itself what it is
    assert (package / "py.typed").is_file()


def test_the_page_is_there_or_one_sentence_says_how_to_get_it() -> None:
    own = files("scaling_limits").joinpath(PAGE)
    if own.is_file():
        assert own.read_text(encoding="utf-8").startswith("<!doctype html>")
        return
    command = [sys.executable, "-m", "scaling_limits", "explore"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode != 0 and not found.stdout
    assert "carries no page: `make explorer`" in found.stderr and "Traceback" not in found.stderr
