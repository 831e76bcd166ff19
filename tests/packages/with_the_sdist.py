#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who packs or installs the sdist, on a machine without a network that has the headers of Boost, Eigen and both parsers.

    python3 tests/packages/with_the_sdist.py [SDIST]    the newest of dist/ where none is named

What builds and what tests (scikit-build-core, pybind11, NumPy, pytest) is installed first, with a network; the tree lies in
build/sdist then, and what a compiler cache holds of this checkout is not compiled again.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: what the tests, the documentation and the recipes of the tree need, and the type stubs
HELD = ("docs/build.py", "tests/consumer", "tests/packages", "examples/extension", "python/tests/data", "notebooks", "web/page")
HELD += ("build/stubs/scaling_limits/_core/__init__.pyi", "build/stubs/scaling_limits/interop/__init__.pyi")
NOWHERE = "http://127.0.0.1:9"  # where nobody answers


def done(*words: object, cwd: Path, code: int = 0, **environment: str) -> str:
    """What a command prints; it must end with that code."""
    found = subprocess.run([str(w) for w in words], capture_output=True, text=True, cwd=cwd, env={**os.environ, **environment})
    assert found.returncode == code, f"{words}: exit {found.returncode}\n{found.stdout[-4000:]}{found.stderr[-4000:]}"
    return found.stdout


def bumped(tree: Path, version: str) -> None:
    """Writes another version where it stands: the edit that a release needs."""
    header = tree / "include/scaling_limits/version.hpp"
    text = header.read_text()
    for name, number in zip(("MAJOR", "MINOR", "PATCH"), version.split("."), strict=True):
        text = re.sub(rf"(SCALING_LIMITS_VERSION_{name}) \d+", rf"\1 {number}", text)
    header.write_text(re.sub(r'(SCALING_LIMITS_VERSION) "[^"]+"', rf'\1 "{version}"', text))


def newest() -> Path:
    """The last sdist that was made."""
    found = sorted(ROOT.glob("dist/scaling_limits-*.tar.gz"), key=lambda path: path.stat().st_mtime)
    assert found, "dist/ holds no sdist: make sdist"
    return found[-1]


def without_network() -> list[str]:
    """What to put before a command: a network of its own, that has nothing, where this user may have one."""
    apart = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") and subprocess.run([*apart, "true"], capture_output=True).returncode == 0:
        return apart
    return ["env", *(f"{name}={NOWHERE}" for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"))]


def check_contents(sdist: Path, tree: Path) -> None:
    """What was packed, and what was not."""
    for part in HELD:
        assert (tree / part).exists(), f"{sdist.name} holds no {part}"
    names = [path.relative_to(tree) for path in tree.rglob("*")]
    hidden = [name for name in names if any(part.startswith(".") for part in name.parts)]
    assert not hidden, hidden[:5]
    page = ROOT / "build/explorer/index.html"
    assert (tree / "build/explorer/index.html").exists() == page.exists()


def check_version(tree: Path, python: Path) -> None:
    """A copy of the tree whose header says another version says so everywhere, without another edit."""
    old = re.search(r'define SCALING_LIMITS_VERSION "([^"]+)"', (tree / "include/scaling_limits/version.hpp").read_text())
    assert old
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        copy = here / "tree"
        shutil.copytree(tree, copy, ignore=shutil.ignore_patterns("build", ".venv", "notebooks"))
        bumped(copy, "9.8.7")
        done("cmake", "-S", copy, "-B", here / "build", cwd=here)
        done("cmake", "--install", here / "build", "--prefix", here / "prefix", cwd=here)
        found = (here / "prefix/share/cmake/scaling_limits/scaling_limits-config-version.cmake").read_text()
        assert '"9.8.7"' in found and old[1] not in found
        prefix = here / "prefix"
        consumer = ("-S", copy / "tests/consumer", "-B", here / "consumer", "-DHOW=package", f"-DCMAKE_PREFIX_PATH={prefix}")
        done("cmake", *consumer, cwd=here)  # asks for no version of its own
        asked = "from scikit_build_core.build import build_sdist; print(build_sdist('..'))"
        assert "scaling_limits-9.8.7.tar.gz" in done(python, "-c", asked, cwd=copy)
        if (copy / "packaging/fill.py").exists():
            done(python, "packaging/fill.py", cwd=copy)
        assert not stating(copy, old[1]), f"these say {old[1]}, and version.hpp 9.8.7: {stating(copy, old[1])}"


def stating(tree: Path, version: str) -> list[str]:
    """The files of a tree that say this version, of those that speak of ours."""
    files = [path for path in tree.iterdir() if path.is_file() and path.name not in ("CHANGELOG.md", "PKG-INFO")]
    for folder in ("cmake", "docs/pages", "examples", "include", "packaging", "tests/consumer"):
        files += [path for path in (tree / folder).rglob("*") if path.is_file()]
    ours = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w.])")
    return [str(path.relative_to(tree)) for path in files if ours.search(path.read_text(errors="ignore"))]


def main() -> None:
    """Unpacks the sdist, looks at it, and installs it without a network."""
    sdist = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else newest()
    here = ROOT / "build/sdist"
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(here, filter="data")
    (tree,) = here.iterdir()
    check_contents(sdist, tree)
    print(f"{sdist.name} holds what its tests need")

    project = tomllib.loads((tree / "pyproject.toml").read_text())
    rules = project["tool"]["cibuildwheel"]
    done(sys.executable, "-m", "venv", tree / ".venv", cwd=here)
    python = tree / ".venv/bin/python"
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"], *rules["test-requires"]]
    done(*pip, "install", "--quiet", *needed, cwd=here)
    check_version(tree, python)
    print("another version is one edit")

    options = ("--no-build-isolation", "--config-settings=cmake.define.SCALING_LIMITS_CCACHE=ON")
    apart = without_network()
    done(*apart, *pip, "install", "--quiet", *options, ".", cwd=tree)
    command = shlex.split(rules["test-command"].replace("{project}", str(tree)))[1:]
    with tempfile.TemporaryDirectory() as elsewhere:
        done(*apart, python, *command, "-q", "-p", "no:cacheprovider", cwd=Path(elsewhere))
    print(f"it installs without a network ({apart[0]}), and its tests pass")


if __name__ == "__main__":
    main()
