#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes say what the tree says: version, licence and summary stand in one place, and this script writes them elsewhere.

fill.py            writes what is out of date
fill.py --check [--version VERSION]
                   says what is, and ends with 1 where something is, or where a release would be of another version
fill.py --archive FILE --url URL --to FOLDER
                   recipes of a release: their source is the archive at that address, with its checksum
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONAN = "packaging/conan/conanfile.py"
PORT = "packaging/vcpkg/scaling-limits"
SPACK = "packaging/spack/spack_repo/scaling_limits/packages/scaling_limits/package.py"
CONDA = "packaging/conda/recipe.yaml"

# fact -> the places where it stands: file, and the text around it
PLACES = {
    "version": [
        (f"{PORT}/vcpkg.json", r'"version": "(.*)"'),
        (SPACK, r'version\("([^"]*)"'),
        (CONDA, r'(?m)^  version: "(.*)"$'),
    ],
    "license": [
        ("CITATION.cff", r"(?m)^license: (.*)$"),
        (CONAN, r'(?m)^    license = "(.*)"$'),
        (f"{PORT}/vcpkg.json", r'"license": "(.*)"'),
        (SPACK, r'license\("([^"]*)"'),
        (CONDA, r"(?m)^  license: (.*)$"),
    ],
    "description": [
        ("CMakeLists.txt", r'DESCRIPTION "(.*)"\)'),
        (CONAN, r'(?m)^    description = "(.*)"$'),
        (f"{PORT}/vcpkg.json", r'"version": [^\n]*\n  "description": "(.*)"'),
        (SPACK, r'(?m)^    """(.*)"""$'),
        (CONDA, r"(?m)^  summary: (.*)$"),
    ],
}

# where a release comes from, in the words of each; Conan's recipe takes its sources along
RELEASED = {
    f"{PORT}/portfile.cmake": """\
vcpkg_download_distfile(archive URLS "{url}" FILENAME "{name}" SHA512 {sha512})
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${{archive}}")
""",
    SPACK: """\
    version("{version}", url="{url}", sha256="{sha256}")
""",
    CONDA: """\
source:
  url: {url}
  sha256: {sha256}
""",
}


def facts(root: Path = ROOT) -> dict[str, str]:
    """What the tree says of itself."""
    header = (root / "include/scaling_limits/version.hpp").read_text()
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    version = re.search(r'define SCALING_LIMITS_VERSION "(.*)"', header)
    assert version, "version.hpp has no SCALING_LIMITS_VERSION"
    return {"version": version[1], "license": project["license"], "description": project["description"]}


def filled(file: str, root: Path = ROOT) -> tuple[str, list[str]]:
    """The text of a file with the tree's facts in it, and which of them were others."""
    text, wrong = (root / file).read_text(), []
    for fact, value in facts(root).items():
        for place, pattern in PLACES[fact]:
            if place != file:
                continue
            found = list(re.finditer(pattern, text))
            if len(found) != 1:
                wrong.append(f"{file}: {fact} stands there {len(found)} times")
            elif found[0][1] != value:
                wrong.append(f"{file}: {fact} is {found[0][1]!r}, the tree says {value!r}")
                text = text[: found[0].start(1)] + value + text[found[0].end(1) :]
    return text, wrong


def release(archive: Path, url: str, to: Path) -> None:
    """Recipes whose source is an archive."""
    shutil.copytree(ROOT / "packaging", to, ignore=shutil.ignore_patterns("__pycache__", "conan", "fill.py", "publish.sh"))
    content = archive.read_bytes()
    words = {
        **facts(),
        "url": url,
        "name": archive.name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "sha512": hashlib.sha512(content).hexdigest(),
    }
    for file, source in RELEASED.items():
        path = to / Path(file).relative_to("packaging")
        text, count = re.subn(
            r"(?ms)^ *# \[source\].*?# \[/source\]\n", lambda _, source=source: source.format(**words), path.read_text()
        )
        assert count == 1, f"{file}: no [source]"
        path.write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--version", help="of the tag, with or without its v")
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--url")
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    given = [options.archive, options.url, options.to]
    if any(given) and not all(given):
        parser.error("--archive, --url and --to go together")
    wrong = []
    for file in sorted({place for places in PLACES.values() for place, _ in places}):
        text, found = filled(file)
        wrong += found
        if found and not options.check:
            (ROOT / file).write_text(text)
    if options.version and options.version.removeprefix("v") != facts()["version"]:
        wrong.append(f"version {options.version} is to be released, the tree is {facts()['version']}")
    print("\n".join(wrong) or "the recipes say what the tree says")
    if any("times" in line for line in wrong) or (options.check and wrong):
        return 1
    if options.archive:
        release(options.archive, options.url, options.to)
    return 0


if __name__ == "__main__":
    sys.exit(main())
