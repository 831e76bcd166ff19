# SPDX-License-Identifier: Apache-2.0
"""Other systems' compilers read what is here: Clang with the headers of macOS, of Windows and of WASI, all of which zig brings.

`make test-packages` reads, `make test-cross` compiles: every example and the page's engine, which is the one that is run.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ziglang")
ROOT = Path(__file__).resolve().parents[2]
MACOS, WINDOWS, WASI = "aarch64-macos", "x86_64-windows-gnu", "wasm32-wasi"
EXAMPLES = {path.stem: path for path in sorted((ROOT / "examples").glob("*.cpp"))}
#: examples with the test framework, which is a library of the machine
READ = {name: path for name, path in EXAMPLES.items() if "<catch2/" not in path.read_text()}
#: what stops there before it comes to us
BROKEN = {("autodiff", MACOS): "zig 0.17's <cfloat> takes NAN away from its <complex>, where Boost.Autodiff includes both"}
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-command-line-argument")  # the last for zig's own
#: what is asked to link, or to check syntax alone, has zig compile the other system's libraries first: minutes
OBJECT = ("-O0", "-fno-sanitize=all", "-c", "-o")
#: Boost of 2020 asks for what C++17 took away, and the libraries that zig brings have taken
OLD_BOOST = "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION"
# as in web/engine/build.sh: no threads, and exceptions that zig has to be told of
FOR_WASI = (
    "-mcpu=generic+exception_handling+bulk_memory+sign_ext+nontrapping_fptoint+multivalue+reference_types",
    "-fwasm-exceptions",
    "-DBOOST_SMART_PTR_DETAIL_LIGHTWEIGHT_MUTEX_HPP_INCLUDED",
)


#: what every throw of a module names; the C++ library of other tools has it
TAG = ".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n"
#: an answer, and a refusal that an exception has carried
ASK = """
import {{ readFileSync }} from "node:fs";
import {{ load }} from "{engine}";
const engine = await load(readFileSync("{module}"));
const request = JSON.parse(readFileSync("{request}", "utf-8"));
console.log(JSON.stringify([engine.ask(request), engine.ask({{ ...request, run: {{ ...request.run, gpus: -1 }} }})]));
"""


def headers_of(name: str) -> Path | None:
    """The folder with a library's headers, and with those of the whole machine."""
    return next(
        (p for p in (Path("/usr/include"), Path("/usr/local/include"), Path("/opt/homebrew/include")) if (p / name).exists()),
        None,
    )


@pytest.fixture(scope="session")
def third(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What we stand on, and none of this machine's other headers, which are of another system."""
    folder = tmp_path_factory.mktemp("third")
    for name in ("boost", "nlohmann", "toml++", "eigen3/Eigen"):
        found = headers_of(name)
        if found is None:
            pytest.skip(f"{name} is not installed")
        (folder / Path(name).name).symlink_to(found / name)
    return folder


def compile_(target: str, third: Path, *words: object) -> None:
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "c++",
        "-target",
        target,
        "-std=c++20",
        OLD_BOOST,
        f"-I{ROOT / 'include'}",
        "-isystem",
        third,
    ]
    env = {"ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build/zig"), "ZIG_LOCAL_CACHE_DIR": str(ROOT / "build/zig"), **os.environ}
    done = subprocess.run([str(word) for word in [*command, *words]], capture_output=True, text=True, env=env)
    assert done.returncode == 0, f"{target}: {' '.join(map(str, words))}\n{done.stderr[:4000]}"


def kind(program: Path) -> bytes:
    with program.open("rb") as file:
        return file.read(4)


def test_every_header_follows_the_real_windows_h(third: Path, tmp_path: Path) -> None:
    listed = re.findall(r"^ +(\S+\.hpp)$", (ROOT / "cmake/headers.cmake").read_text(), re.M)
    every = tmp_path / "every_header.hpp"
    every.write_text("".join(f'#include "scaling_limits/{name}"\n' for name in listed))
    given = (f'-DEVERY_HEADER="{every}"', "-DWITH_EIGEN", "-DWITH_TEXT", *WARNINGS)
    compile_(WINDOWS, third, *given, *OBJECT, tmp_path / "windows.o", ROOT / "tests/users/windows.cpp")


@pytest.mark.parametrize("target", [MACOS, WINDOWS])
def test_the_first_program_is_read(target: str, third: Path, tmp_path: Path) -> None:
    compile_(target, third, *WARNINGS, *OBJECT, tmp_path / "quickstart.o", EXAMPLES["quickstart"])


@functools.cache
def catalogue(target: str, third: Path, *options: str) -> Path:
    """What the headers of catalog/ declare, in one object."""
    source, compiled = third / "catalog.cpp", third / f"catalog.{target}.o"
    source.write_text("#include <scaling_limits/catalog/all.hpp>\n")
    compile_(target, third, *options, *WARNINGS, "-c", source, "-o", compiled)
    return compiled


@pytest.mark.slow
@pytest.mark.parametrize("target", [MACOS, WINDOWS])
@pytest.mark.parametrize("name", READ)
def test_an_example_is_a_program(name: str, target: str, third: Path, tmp_path: Path) -> None:
    if (name, target) in BROKEN:
        pytest.skip(BROKEN[name, target])
    program = tmp_path / f"{name}.exe"
    sources = [READ[name], *([catalogue(target, third, "-O0")] if "scaling_limits/catalog/" in READ[name].read_text() else [])]
    compile_(target, third, "-O1", *WARNINGS, *sources, "-o", program)
    assert kind(program)[:2] == b"MZ" if target == WINDOWS else kind(program) == b"\xcf\xfa\xed\xfe"


@pytest.mark.slow
@pytest.mark.parametrize("target", [MACOS, WINDOWS])
def test_the_engine_compiles(target: str, third: Path, tmp_path: Path) -> None:
    # exported by a name that a browser's module has and others ignore
    given = ("-O1", *WARNINGS, "-Wno-unknown-attributes", "-Wno-ignored-attributes")
    compile_(target, third, *given, "-c", ROOT / "web/engine/engine.cpp", "-o", tmp_path / "engine.o")


@pytest.mark.slow
def test_the_engine_is_a_module(third: Path, tmp_path: Path) -> None:
    module, tag, script = tmp_path / "engine.wasm", tmp_path / "tag.s", tmp_path / "ask.mjs"
    tag.write_text(TAG)
    sources = (
        ROOT / "web/engine/engine.cpp",
        ROOT / "web/engine/exceptions.cpp",
        tag,
        catalogue(WASI, third, *FOR_WASI, "-O1"),
    )
    compile_(WASI, third, *FOR_WASI, "-O1", "-g0", "-s", "-mexec-model=reactor", *sources, "-o", module)
    assert kind(module) == b"\0asm"
    if not shutil.which("node"):
        return
    engine = (ROOT / "web/engine/engine.js").as_uri()
    script.write_text(ASK.format(engine=engine, module=module, request=ROOT / "examples/ask.json"))
    done = subprocess.run(["node", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer, refusal = json.loads(done.stdout)
    assert answer["columns"]["status"] == "ok"
    assert f"{answer['columns']['value']:.0f}" in (ROOT / "docs/catalog.md").read_text()
    assert refusal["error"]["field"] == "run.gpus" and refusal["error"]["value"] == -1
