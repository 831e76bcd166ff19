# SPDX-License-Identifier: Apache-2.0
"""Versions of the site side by side: a folder each, a list of them as a script, and a front door that leads to the newest.

The list is a script and no JSON, so that pages opened from a file may load it. A page keeps its place in every version that has
it: a link of an old version works as long as its folder is there, and `make docs` leaves the folders of other versions alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

LIST = "versions.js"
VERSION = re.compile(r"\d+\.\d+\.\d+\S*")
DOOR = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>scaling_limits</title>
<meta http-equiv="refresh" content="0; url={newest}/index.html">
<link rel="canonical" href="{newest}/index.html">
<p><a href="{newest}/index.html">scaling_limits {newest}</a></p>
</html>
"""


def key(version: str) -> tuple[list[int], bool, str]:
    """Sorts versions; one with a suffix comes before the one without."""
    numbers = re.match(r"[\d.]+", version)
    plain = numbers[0].rstrip(".") if numbers else ""
    rest = version[len(plain) :]
    return [int(part) for part in plain.split(".")], not rest, rest


def folders(site: Path) -> list[str]:
    """The versions that are there, the newest first."""
    found = [path.name for path in site.iterdir() if VERSION.fullmatch(path.name) and (path / "index.html").exists()]
    return sorted(found, key=key, reverse=True)


def write(site: Path) -> list[str]:
    """The list of versions, with the pages of each, and the front door."""
    found = folders(site)
    pages = {
        version: sorted(
            p.relative_to(site / version).as_posix() for p in (site / version).rglob("*.html") if "_static" not in p.parts
        )
        for version in found
    }
    text = json.dumps({"versions": found, "pages": pages}, separators=(",", ":"))
    (site / LIST).write_text(f"window.SCALING_LIMITS = {text};\n", encoding="utf-8")
    (site / "index.html").write_text(DOOR.format(newest=found[0]), encoding="utf-8")
    return found
