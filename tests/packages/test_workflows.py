# SPDX-License-Identifier: Apache-2.0
"""The workflows run the gate and every step of .ci/full, and nothing else without a reason. `make test-packages`."""

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

# commands that neither .ci/run nor .ci/full has, and why; a word "..." stands for any words
ELSEWHERE = {
    "make test-python": "with other Pythons than the machine's",
    "make test": "macOS",
    "make test-cross": "a compiler of 400 MB for other systems",
    "make explorer": "the sdist holds the page",
    "make sdist": "what is published",
    "make test-docs": "what is published",
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


def steps(script: str, word: str) -> dict[str, list[str]]:
    """The commands of .ci/run or .ci/full by the names of their steps."""
    found = re.findall(rf"^{word} +(\S+) +(.*)$", (ROOT / ".ci" / script).read_text(), re.M)
    assert len({name for name, _ in found}) == len(found) > 3
    return {name: shlex.split(command) for name, command in found}


GATE, FULL = steps("run", "step"), steps("full", "full")


def jobs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text())["jobs"].items():
            yield path.stem, name, job


def commands(job: dict[str, Any]) -> Iterator[list[str]]:
    """What a job runs, once for each point of its matrix."""
    matrix = job.get("strategy", {}).get("matrix", {})
    for point in itertools.product(*matrix.values()):
        for step in job.get("steps", ()):
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


def test_the_workflow_runs_the_gate_and_every_step_of_the_rest() -> None:
    ran = [words for workflow, _, job in jobs() if workflow == "ci" for words in commands(job)]
    for words in ([".ci/run"], *([".ci/full", name] for name in FULL)):
        assert ran.count(words) == 1, words
    of_release = {name: job for workflow, name, job in jobs() if workflow == "release"}
    (checks,) = (name for name, job in of_release.items() if job.get("uses") == "./.github/workflows/ci.yml")
    assert checks in of_release["pypi"]["needs"]


def test_what_else_a_workflow_runs_has_a_reason() -> None:
    others = [words for words in all_commands() if words[0] not in (".ci/run", ".ci/full")]
    for words in others:
        assert any(matches(words, pattern) for pattern in ELSEWHERE), words
    for pattern in ELSEWHERE:
        assert any(matches(words, pattern) for words in others), f"no workflow runs {pattern}"


def test_no_step_is_run_by_both() -> None:
    gate, full = (list(steps.values()) for steps in (GATE, FULL))
    assert not [words for words in gate if words in full]


def test_scripts_targets_and_presets_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    named = {preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")}
    for words in [*GATE.values(), *FULL.values(), *all_commands()]:
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
        if "uses" in job:  # another workflow of ours
            assert job["uses"].startswith("./")
            continue
        assert 0 < job["timeout-minutes"] <= 180, (workflow, name)
        for step in job["steps"]:
            if "uses" in step:
                assert step["uses"].startswith(ACTIONS), step
        if "publish" in str(job["steps"]):
            assert set(job.get("needs", ())) >= {"sdist", "wheels"} or "pypi" in job["needs"]


def test_an_action_is_named_by_its_commit_and_says_its_version() -> None:
    """A tag may be moved to other code, a commit not; the same action is the same commit everywhere."""
    lines = [line for path in WORKFLOWS for line in re.findall(r"\buses: +(?!\./)(\S.*)$", path.read_text(), re.M)]
    assert len(lines) > 20
    pinned: dict[str, set[str]] = {}
    for line in lines:
        found = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40}  # v\d+\.\d+\.\d+)", line)
        assert found, f"{line}: not OWNER/NAME@<40 hex>  # vX.Y.Z"
        pinned.setdefault(found[1], set()).add(found[2])
    assert {action: commits for action, commits in pinned.items() if len(commits) > 1} == {}


def test_what_is_published_is_attested() -> None:
    """Wheels and sdist before PyPI has them; the recipes, which the release's own script makes, beside it."""
    attested = {}
    for workflow, name, job in jobs():
        used = [step.get("uses", "").partition("@")[0] or step.get("run", "") for step in job.get("steps", ())]
        publishes = [n for n, what in enumerate(used) if what == "pypa/gh-action-pypi-publish" or "publish.sh" in what]
        if not publishes:
            assert "attestations" not in job.get("permissions", {}), (workflow, name)
            continue
        assert job["permissions"].items() >= {"id-token": "write", "attestations": "write"}.items()
        attest = used.index("actions/attest-build-provenance")
        attested[name] = job["steps"][attest]["with"]["subject-path"]
        assert (attest < publishes[0]) == (name == "pypi")
    assert attested == {"pypi": "dist/*", "recipes": "build/recipes.tar.gz"}
    assert "-czf build/recipes.tar.gz" in (ROOT / "packaging/publish.sh").read_text()


def test_what_goes_to_pypi_is_taken_by_name() -> None:
    """The site is an artifact of the same run: all that there is would take it along."""
    (job,) = (job for workflow, name, job in jobs() if (workflow, name) == ("release", "pypi"))
    taken = [step["with"] for step in job["steps"] if "download-artifact" in step.get("uses", "")]
    assert [given.get("name") or given.get("pattern") for given in taken] == ["sdist", "wheels-*"]


def test_every_package_that_users_install_has_one_lower_bound() -> None:
    """And a step that tests them: `make test-lowest`."""
    shown = subprocess.run([sys.executable, ROOT / "cmake/lowest.py", "--show"], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    pins = dict(line.split("==") for line in shown.stdout.splitlines())
    assert pins.keys() >= {"numpy", "scipy", "pandas", "matplotlib", "xarray", "pyarrow", "mcp", "zarr"}
    assert ["make", "test-lowest"] in FULL.values()


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
