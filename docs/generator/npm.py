# SPDX-License-Identifier: Apache-2.0
"""What the site takes from npm, MathJax, fetched once; with npm where it is, else by its address, and checked either way."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import tarfile
import urllib.request
from pathlib import Path

from .headers import ROOT

#: sha512 of the packages, as npm's registry states them
INTEGRITY = {
    "mathjax": "Bt+SSVU8eBG27zChVewOicYs7Xsdt40qm4+UpHyX7k0/O9NliPc+x77k1/FEsPsjKPZGJvtRZM1vO+geW0OhGw==",
}
ADDRESS = "https://registry.npmjs.org/{name}/-/{name}-{version}.tgz"


def mathjax(work: Path) -> Path:
    """A folder that holds mathjax/tex-svg.js, for the site to copy: formulas as drawings, which need no fonts."""
    folder = work / "npm-static"
    script = folder / "mathjax/tex-svg.js"
    if not script.exists():
        packed = _package("mathjax", work)
        script.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(packed) as archive:
            for member, target in (("package/es5/tex-svg.js", script), ("package/LICENSE", script.with_name("LICENSE"))):
                content = archive.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())
    return folder


def _package(name: str, work: Path) -> Path:
    version = json.loads((ROOT / "docs/package.json").read_text(encoding="utf-8"))["dependencies"][name]
    packed = work / f"{name}-{version}.tgz"
    if not packed.exists():
        work.mkdir(parents=True, exist_ok=True)
        print(f"setup: fetching {name} {version} from npm")
        if shutil.which("npm"):
            subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=work, check=True, stdout=subprocess.DEVNULL)
        else:
            with urllib.request.urlopen(ADDRESS.format(name=name, version=version), timeout=60) as answer:
                packed.write_bytes(answer.read())
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if found != INTEGRITY[name]:
        packed.unlink()
        raise SystemExit(f"{packed.name} is not what npm's registry states: sha512-{found}")
    return packed
