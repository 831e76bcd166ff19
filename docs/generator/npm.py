# SPDX-License-Identifier: Apache-2.0
"""What the site takes from npm: MathJax, in the version and with the checksum of web/package-lock.json."""

from __future__ import annotations

import shutil
from pathlib import Path

from .headers import ROOT

PACKAGE = ROOT / "web/node_modules/mathjax"


def mathjax(work: Path) -> Path:
    """A folder that holds mathjax/tex-svg.js, for the site to copy: formulas as drawings, which need no fonts."""
    folder = work / "npm-static"
    if not PACKAGE.is_dir():
        raise SystemExit("MathJax is not there: `make docs` installs it first, by `cmake/setup.sh npm web`")
    (folder / "mathjax").mkdir(parents=True, exist_ok=True)
    for name in ("es5/tex-svg.js", "LICENSE"):
        shutil.copy(PACKAGE / name, folder / "mathjax" / Path(name).name)
    return folder
