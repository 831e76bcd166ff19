# SPDX-License-Identifier: Apache-2.0
"""What docs/pages/install.md says to type is run here, and what is not run here is said to be so. `make test-packages`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/pages/install.md").read_text()
#: programs that are here, or come with the extra `recipes`; pip's own command is what has installed what these tests run with
RUN = ("cmake", "conan")
ELSEWHERE = {"pip install .": "make test"}


def sections() -> list[tuple[str, str]]:
    """Title and text of each section."""
    parts = re.split(r"^## (.*)\n", PAGE, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def blocks(text: str, tag: str) -> list[tuple[bool, str]]:
    """Whether a block is said to be run, and the block."""
    found = []
    for block in re.finditer(rf"^```{tag}\n(.*?)^```$", text, re.M | re.S):
        said = re.findall(r"\b(Never run|Run):\s*$", text[: block.start()])
        assert said or tag != "console", f"is this run or not?\n{block[1]}"
        found.append((said == ["Run"], block[1]))
    return found


def commands(block: str) -> list[str]:
    lines = block.splitlines()
    assert all(line.startswith("$ ") for line in lines), block
    return [line.removeprefix("$ ") for line in lines]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone to type in: what it builds stays out of the tree."""
    here = tmp_path_factory.mktemp("clone")
    for name in ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, here)
    for name in ("cmake", "include", "packaging", "examples"):
        shutil.copytree(ROOT / name, here / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
    return here


def run(command: str, where: Path) -> str:
    words = shlex.split(command)
    beside = Path(sys.executable).parent / words[0]
    env = {**os.environ, "CONAN_HOME": str(where / "conan")}
    done = subprocess.run(
        [str(beside) if beside.exists() else words[0], *words[1:]], cwd=where, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout + done.stderr


@pytest.mark.parametrize(("title", "text"), [section for section in sections() if blocks(section[1], "console")])
def test_what_is_said_to_run_runs(title: str, text: str, clone: Path) -> None:
    for runs, block in blocks(text, "console"):
        for command in commands(block):
            if not runs:
                # what could be run is, but for what asks Conan's server
                assert command.split()[0] not in RUN or (title == "Conan" and "--no-remote" not in command), command
            elif command not in ELSEWHERE:
                assert command.split()[0] in RUN, f"{command}: not run by this test"
                if command.startswith("conan"):
                    pytest.importorskip("conan")
                run(command, clone)


def test_a_project_uses_it_as_the_page_says(clone: Path, tmp_path: Path) -> None:
    text = dict(sections())["CMake"]
    for _, block in blocks(text, "console"):
        for command in commands(block):
            run(command, clone)
    found = [block for _, block in blocks(text, "cmake")]
    assert len(found) == 2
    for how, block in enumerate(found):
        source = tmp_path / str(how)
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(my_plan LANGUAGES CXX)\n"
            f"add_executable(my_plan {ROOT}/examples/quickstart.cpp)\n{block}"
        )
        given = f"-DCLONE={clone} -DCMAKE_PREFIX_PATH={clone}/build/prefix"
        run(f"cmake -S {source} -B {source}/build {given}", source)
        run(f"cmake --build {source}/build", source)
        assert "goodput" in run(f"{source}/build/my_plan", source)


def test_files_and_extras_of_the_page_are_there() -> None:
    for name in re.findall(r"\bpackaging/[\w./-]*\w", PAGE):
        assert (ROOT / name).exists(), name
    lines = (ROOT / "pyproject.toml").read_text()
    (pattern,) = re.findall(r"^```\{quote\} pyproject.toml \"\" /(.*)/$", PAGE, re.M)
    quoted = re.search(pattern, lines, re.M | re.S)
    extras = tomllib.loads(lines)["project"]["optional-dependencies"]
    assert quoted and "test" not in tomllib.loads(quoted[1]) and tomllib.loads(quoted[1]).items() <= extras.items()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"`make ([\w-]+)`", PAGE):
        assert re.search(rf"^{target}:", makefile, re.M), target
    assert re.search(r"`cmake --preset msvc`", PAGE) and '"name": "msvc"' in (ROOT / "CMakePresets.json").read_text()


def test_the_page_and_the_recipes_give_one_another_s_options() -> None:
    for tool in ("Conan", "vcpkg", "Spack"):
        assert all(f"`{option}`" in dict(sections())[tool] for option in ("eigen", "text"))
