# SPDX-License-Identifier: Apache-2.0
"""The workflows run what .ci/run runs, and no command is in one of them alone without a reason. `make test-packages`."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
if not WORKFLOWS or not (ROOT / ".ci/run").is_file():
    pytest.skip("a source distribution has no dot files", allow_module_level=True)

# commands that .ci/run has not, and why; a word "..." stands for any words
ELSEWHERE = {
    "make test-python": "with other Pythons than the machine's",
    "make test-cross": "minutes: a compiler of 400 MB for other systems",
    "make explorer": "of test-explorer, which a release does not run again",
    "make sdist": "of the step wheels",
    "brew install ...": "macOS",
    "cmake --preset msvc": "Windows",
    "cmake --build --preset msvc ...": "Windows",
    "ctest --preset msvc ...": "Windows",
    "python -m pip install .[test]": "Windows, where there is no make",
    "python -m pytest python/tests ...": "Windows, where there is no make",
    "python -m pip install cibuildwheel>=3.1": "the step wheels builds for the machine that it is on",
    "python -m cibuildwheel ...": "the step wheels builds for the machine that it is on",
    "python3 packaging/fill.py --check --version $GITHUB_REF_NAME": "asks for a tag; test_recipes.py gives it one",
    "packaging/publish.sh ...": "publishes; below it is run without doing so",
}
# Pages, PyPI and what stands behind them: whose actions are used
ACTIONS = ("actions/", "pypa/", "ilammy/msvc-dev-cmd")


def matches(words: list[str], pattern: str) -> bool:
    wanted = shlex.split(pattern)
    return words[: len(wanted) - 1] == wanted[:-1] if wanted[-1] == "..." else words == wanted


def of_ci() -> list[list[str]]:
    """The commands of .ci/run, step by step."""
    steps = re.findall(r"^step +(\S+) +(.*)$", (ROOT / ".ci/run").read_text(), re.M)
    assert len({name for name, _ in steps}) == len(steps) > 10
    return [shlex.split(command) for _, command in steps]


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text())["jobs"].items():
            yield path.stem, name, job


def commands(job: dict[str, Any]) -> Iterator[list[str]]:
    """What a job runs, once for each point of its matrix."""
    matrix = job.get("strategy", {}).get("matrix", {})
    for point in itertools.product(*matrix.values()):
        for step in job["steps"]:
            text = step.get("run", "")
            for name, value in zip(matrix, point, strict=True):
                text = text.replace(f"${{{{ matrix.{name} }}}}", value)
            yield from (shlex.split(line) for line in text.splitlines())


def all_commands() -> list[list[str]]:
    return [words for _, _, job in jobs() for words in commands(job)]


def test_the_files_are_workflows() -> None:
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_workflow_runs_what_ci_runs_or_says_why() -> None:
    steps = of_ci()
    for words in all_commands():
        assert words in steps or any(matches(words, pattern) for pattern in ELSEWHERE), words
    for pattern in ELSEWHERE:
        assert any(matches(words, pattern) for words in all_commands()), f"no workflow runs {pattern}"
        assert not any(matches(words, pattern) for words in steps), f".ci/run runs {pattern}"


def test_ci_runs_nothing_that_no_workflow_does() -> None:
    ran = [words for workflow, _, job in jobs() if workflow == "ci" for words in commands(job)]
    for words in of_ci():
        assert words in ran, words


def test_scripts_targets_and_presets_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    named = {preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")}
    for words in [*of_ci(), *all_commands()]:
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets, words
        if "--preset" in words:
            assert words[words.index("--preset") + 1] in named
        for word in words:
            if re.match(r"[.\w]+/.*\.(sh|py)$", word):
                assert (ROOT / word).is_file(), word


def test_nothing_is_asked_of_strangers_and_nothing_is_secret() -> None:
    for path in WORKFLOWS:
        text = path.read_text()
        workflow = yaml.safe_load(text)
        assert workflow["permissions"] == {"contents": "read"}
        assert "secrets." not in text and "password" not in re.sub(r"#.*", "", text)
    for workflow, name, job in jobs():
        assert 0 < job["timeout-minutes"] <= 180, (workflow, name)
        for step in job["steps"]:
            if "uses" in step:
                assert step["uses"].startswith(ACTIONS) and re.search(r"@(v\d+|release/v\d+)$", step["uses"]), step
        if "publish" in str(job["steps"]):
            assert set(job.get("needs", ())) >= {"sdist", "wheels"} or "pypi" in job["needs"]


def test_publishing_names_the_archive_and_its_address(tmp_path: Path) -> None:
    for name in ("packaging", "include/scaling_limits/version.hpp", "pyproject.toml", "CITATION.cff", "CMakeLists.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-r", ROOT / name, tmp_path / name], check=True)
    match = re.search(r'SCALING_LIMITS_VERSION "(.*)"', (ROOT / "include/scaling_limits/version.hpp").read_text())
    assert match
    command = ["env", "DRY=yes", tmp_path / "packaging/publish.sh", "owner/name", f"v{match[1]}"]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1 and "must hold one sdist" in refused.stderr
    (tmp_path / "dist").mkdir()
    (tmp_path / f"dist/scaling_limits-{match[1]}.tar.gz").write_bytes(b"an archive")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"gh release create v{match[1]} dist/scaling_limits-{match[1]}.tar.gz build/recipes.tar.gz" in done.stdout
    recipe = yaml.safe_load((tmp_path / "build/recipes/conda/recipe.yaml").read_text())
    address = f"https://github.com/owner/name/releases/download/v{match[1]}/scaling_limits-{match[1]}.tar.gz"
    assert recipe["source"]["url"] == address
    wrong = subprocess.run([*command[:-1], "v99.0.0"], capture_output=True, text=True)
    assert wrong.returncode == 1 and "v99.0.0 is to be released" in wrong.stdout
