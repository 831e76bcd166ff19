# SPDX-License-Identifier: Apache-2.0
"""The recipes of packaging/ say what the tree says, and do what they say, as far as a machine without their tools can tell.

Conan makes its package and builds a program with it. vcpkg's port, Spack's class and conda's script are run, by stand-ins for
what their tools bring. `make test-packages`.
"""

from __future__ import annotations

import ast
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import fill  # noqa: E402

yaml = pytest.importorskip("yaml")
HEADERS = sorted(re.findall(r"^ +(\S+\.hpp)$", (ROOT / "cmake/headers.cmake").read_text(), re.M))
EIGEN = [name for name in HEADERS if re.match("interop/eigen|analysis/calibrate|catalog/defined/questions_calibrate", name)]
TEXT = [name for name in HEADERS if re.match("catalog/defined/text_(json|toml)", name)]
FILES = ["CMakeLists.txt", "LICENSE", "cmake", "include"]  # what an installation needs of a clone


def run(*words: object, **more: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=ROOT, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, (
        f"{shlex.join(map(str, words))}: exit {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    )
    return str(done.stdout) + str(done.stderr)


def without(*left_out: list[str]) -> list[str]:
    return [name for name in HEADERS if not any(name in names for names in left_out)]


def installed(prefix: Path) -> list[str]:
    include = prefix / "include/scaling_limits"
    return sorted(path.relative_to(include).as_posix() for path in include.rglob("*") if path.is_file())


def test_the_recipes_say_what_the_tree_says() -> None:
    assert "what the tree says" in run(
        sys.executable, "packaging/fill.py", "--check", "--version", f"v{fill.facts()['version']}"
    )


def test_another_version_is_found_and_filled_in(tmp_path: Path) -> None:
    places = {place for places in fill.PLACES.values() for place, _ in places}
    for name in (*places, "include/scaling_limits/version.hpp", "pyproject.toml", "packaging/fill.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    header = tmp_path / "include/scaling_limits/version.hpp"
    header.write_text(header.read_text().replace(f'"{fill.facts()["version"]}"', '"7.8.9"'))
    found = [line for name in sorted(places) for line in fill.filled(name, tmp_path)[1]]
    assert len(found) == len(fill.PLACES["version"])
    assert all("'7.8.9'" in line and "version" in line for line in found)
    script = [sys.executable, tmp_path / "packaging/fill.py"]
    run(*script)
    assert "what the tree says" in run(*script, "--check")
    refused = subprocess.run([*map(str, script), "--check", "--version", "v1.0.0"], capture_output=True, text=True)
    assert refused.returncode == 1 and "v1.0.0 is to be released, the tree is 7.8.9" in refused.stdout


def least() -> dict[str, str]:
    """The least version of what we stand on, as CMake is told."""
    text = (ROOT / "cmake/dependencies.cmake").read_text()
    json_, toml = re.search(r"# +nlohmann_json, toml\+\+ .* ([\d.]+) or later, ([\d.]+) or later", text).groups()  # type: ignore[union-attr]
    return {
        "boost": re.search(r"find_package\(Boost ([\d.]+)", text)[1],  # type: ignore[index]
        "eigen": re.search(r"Eigen3_VERSION VERSION_LESS ([\d.]+)", text)[1],  # type: ignore[index]
        "json": json_,
        "toml": toml,
        "cmake": re.search(r"VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1],  # type: ignore[index]
    }


def same_version(a: str, b: str) -> bool:
    return [int(n) for n in a.split(".")][:2] == [int(n) for n in b.split(".")][:2]


SHORT = {
    "boost": "boost",
    "libboost-headers": "boost",
    "boost-math": "boost",
    "eigen": "eigen",
    "eigen3": "eigen",
    "nlohmann_json": "json",
    "nlohmann-json": "json",
    "tomlplusplus": "toml",
    "cmake": "cmake",
}


def spack() -> tuple[dict[str, list[tuple[tuple[object, ...], dict[str, object]]]], type]:
    """What the directives of Spack's recipe were given, and its class."""
    said: dict[str, list[tuple[tuple[object, ...], dict[str, object]]]] = {}
    package = types.ModuleType("spack.package")
    for name in ("license", "version", "variant", "depends_on", "conflicts"):
        setattr(package, name, lambda *a, _name=name, **k: said.setdefault(_name, []).append((a, k)))
    package.__all__ = ["license", "version", "variant", "depends_on", "conflicts"]  # type: ignore[attr-defined]
    base = types.ModuleType("spack_repo.builtin.build_systems.cmake")
    base.CMakePackage = type(  # type: ignore[attr-defined]
        "CMakePackage", (), {"define": lambda self, name, on: f"-D{name}={'ON' if on else 'OFF'}"}
    )
    names = {"spack": types.ModuleType("spack"), package.__name__: package, base.__name__: base}
    for name in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        names[name] = types.ModuleType(name)
    sys.modules.update(names)
    try:
        found: dict[str, object] = {}
        exec(compile((ROOT / fill.SPACK).read_text(), fill.SPACK, "exec"), found)
    finally:
        for name in names:
            del sys.modules[name]
    kind = found["ScalingLimits"]
    assert isinstance(kind, type)
    return said, kind


def test_every_recipe_asks_for_the_same_versions() -> None:
    asked: dict[str, dict[str, str]] = {"conan": {}, "spack": {}, "conda": {}}
    for text in re.findall(r'requires\("(.*?)"\)', (ROOT / fill.CONAN).read_text()):
        name, version = re.fullmatch(r"(\w+)/\[>=([\d.]+)\]", text).groups()  # type: ignore[union-attr]
        asked["conan"][SHORT[name]] = version
    for (text,), _ in spack()[0]["depends_on"]:
        if text != "cxx":
            name, version = re.fullmatch(r"([\w-]+)@([\d.]+):", str(text)).groups()  # type: ignore[union-attr]
            asked["spack"][SHORT[name]] = version
    for output in yaml.safe_load((ROOT / fill.CONDA).read_text())["outputs"]:
        for text in itertools.chain.from_iterable(output["requirements"].values()):
            name, _, version = text.partition(" >=")
            if name in SHORT:
                assert asked["conda"].setdefault(SHORT[name], version) == version
    need = least()
    assert asked["conan"].keys() == need.keys() - {"cmake"}
    assert asked["spack"].keys() == asked["conda"].keys() == need.keys()
    for tool, versions in asked.items():
        for name, version in versions.items():
            assert same_version(version, need[name]), (tool, name)
    for line in (ROOT / "packaging/conan/system").read_text().splitlines():
        if found := re.fullmatch(r"(\w+)/([\d.]+)", line):
            assert same_version(found[2], need[SHORT[found[1]]])
    port = json.loads((ROOT / fill.PORT / "vcpkg.json").read_text())
    wanted = [name for part in (port, *port["features"].values()) for name in part["dependencies"] if isinstance(name, str)]
    assert {SHORT[name] for name in wanted} == need.keys() - {"cmake"}


def test_conda_asks_for_what_pip_would() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    recipe = yaml.safe_load((ROOT / fill.CONDA).read_text())
    package = recipe["outputs"][1]

    def written(requirement: str) -> str:
        name, _, version = requirement.partition(">=")
        return f"{name} >={version}"

    assert package["requirements"]["run"] == ["python", *map(written, project["project"]["dependencies"])]
    assert {written(name) for name in project["build-system"]["requires"]} < set(package["requirements"]["host"])
    assert package["build"]["python"]["entry_points"] == [f"{k} = {v}" for k, v in project["project"]["scripts"].items()]
    assert recipe["recipe"]["version"] == "${{ version }}" and recipe["context"]["version"] == fill.facts()["version"]


def test_conda_installs_the_headers(tmp_path: Path) -> None:
    if not shutil.which("ninja"):
        pytest.skip("the script asks for ninja")
    headers = yaml.safe_load((ROOT / fill.CONDA).read_text())["outputs"][0]
    source, prefix = tmp_path / "source", tmp_path / "prefix"
    source.mkdir()
    for name in FILES:
        (source / name).symlink_to(ROOT / name)
    for line in headers["build"]["script"]:
        done = subprocess.run(
            line, shell=True, cwd=source, env={**os.environ, "PREFIX": str(prefix)}, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert installed(prefix) == HEADERS
    (contents,) = [test["package_contents"] for test in headers["tests"] if "package_contents" in test]
    for name in [*(f"include/{name}" for name in contents["include"]), *contents["files"]]:
        assert (prefix / name).is_file()


@pytest.mark.parametrize("variants", ["", "+eigen+text"])
def test_spack_installs_what_its_variants_say(variants: str, tmp_path: Path) -> None:
    said, kind = spack()
    assert [a for (a, *_), _ in said["variant"]] == ["eigen", "text"] and not any(k["default"] for _, k in said["variant"])
    assert {k.get("when", variants) for _, k in said["depends_on"]} <= {variants, "+eigen", "+text"}
    package = kind()
    package.spec = [f"+{name}" for name in variants.split("+") if name]
    run("cmake", "-S", ".", "-B", tmp_path / "build", f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'prefix'}", *package.cmake_args())
    run("cmake", "--install", tmp_path / "build")
    assert installed(tmp_path / "prefix") == (HEADERS if variants else without(EIGEN, TEXT))
    layout = (ROOT / fill.SPACK).relative_to(ROOT / "packaging/spack").parts
    repo = yaml.safe_load((ROOT / "packaging/spack/spack_repo/scaling_limits/repo.yaml").read_text())["repo"]
    assert layout[:3] == ("spack_repo", repo["namespace"], "packages") and re.sub("_", "", layout[3]) == kind.__name__.lower()


def port(portfile: Path, work: Path, *features: str) -> Path:
    run(
        "cmake",
        f"-DPORTFILE={portfile}",
        f"-DWORK={work}",
        f"-DFEATURES={';'.join(features)}",
        "-P",
        "tests/packages/vcpkg.cmake",
    )
    return work / "packages"


@pytest.mark.parametrize("features", [(), ("eigen",), ("eigen", "text")])
def test_the_port_installs_what_its_features_say(features: tuple[str, ...], tmp_path: Path) -> None:
    packages = port(ROOT / fill.PORT / "portfile.cmake", tmp_path, *features)
    left_out = [names for name, names in (("eigen", EIGEN), ("text", TEXT)) if name not in features]
    assert installed(packages) == without(*left_out)
    assert (packages / "share/scaling-limits/copyright").read_text() == (ROOT / "LICENSE").read_text()
    assert (packages / "share/scaling-limits/usage").is_file()
    assert (packages / "share/scaling_limits/scaling_limits-config.cmake").is_file()
    assert not (packages / "lib").exists()
    # find_package finds it there, and who asks for what is not there is told
    manifest = json.loads((ROOT / fill.PORT / "vcpkg.json").read_text())
    assert set(features) <= manifest["features"].keys()
    project = tmp_path / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
        f"find_package(scaling_limits CONFIG REQUIRED COMPONENTS {' '.join(features)})\n"
        f"if(NOT TARGET scaling_limits::scaling_limits)\n  message(FATAL_ERROR none)\nendif()\n"
    )
    run("cmake", "-S", project, "-B", tmp_path / "user", f"-DCMAKE_PREFIX_PATH={packages}")


def test_recipes_of_a_release_take_its_archive(tmp_path: Path) -> None:
    archive = tmp_path / "scaling_limits-1.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name in FILES:
            tar.add(ROOT / name, f"scaling_limits-1/{name}")
    url = archive.as_uri()
    run(sys.executable, "packaging/fill.py", "--check", "--archive", archive, "--url", url, "--to", tmp_path / "recipes")
    there = {path.relative_to(tmp_path / "recipes").as_posix() for path in (tmp_path / "recipes").rglob("*") if path.is_file()}
    assert there == {
        "conda/recipe.yaml",
        *(f"vcpkg/scaling-limits/{name}" for name in ("portfile.cmake", "usage", "vcpkg.json")),
        *(f"spack/spack_repo/scaling_limits/{name}" for name in ("packages/scaling_limits/package.py", "repo.yaml")),
    }
    packages = port(tmp_path / "recipes/vcpkg/scaling-limits/portfile.cmake", tmp_path / "work", "eigen", "text")
    assert installed(packages) == HEADERS
    sha256 = run("sha256sum", archive).split()[0]
    assert yaml.safe_load((tmp_path / "recipes/conda/recipe.yaml").read_text())["source"] == {"url": url, "sha256": sha256}
    text = (tmp_path / "recipes" / Path(fill.SPACK).relative_to("packaging")).read_text()
    ast.parse(text)
    assert f'version("{fill.facts()["version"]}", url="{url}", sha256="{sha256}")' in text


@pytest.mark.parametrize("options", [(), ("eigen", "text")])
def test_conan_makes_a_package_and_a_program_uses_it(options: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip("conan")
    conan = Path(sys.executable).parent / "conan"
    env = {**os.environ, "CONAN_HOME": str(tmp_path)}
    run(conan, "profile", "detect", env=env)
    said = run(
        *(conan, "create", "packaging/conan", "--profile", "packaging/conan/system", "--no-remote"),
        *("--conf", f"tools.cmake.cmake_layout:test_folder={tmp_path}/test"),
        *(word for name in options for word in ("--options", f"&:{name}=True")),
        env=env,
    )
    readme = (ROOT / "README.md").read_text()
    printed = re.search(r"Both print\n\n```console\n(.*?)```", readme, re.S)
    assert printed and printed[1] in said
    (package,) = (path.parents[2] for path in tmp_path.glob("p/b/*/p/include/scaling_limits/version.hpp"))
    assert installed(package) == (HEADERS if options else without(EIGEN, TEXT))
    assert (package / "licenses/LICENSE").is_file()
    assert not (package / "lib").exists()
