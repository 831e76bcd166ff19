#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site: build/site/<version>/, and the door to it. `make docs` installs what it needs before.

  build.py [--out build/site] [--work build/docs] [--explorer build/explorer/index.html] [--jobs N]

--work keeps what is made on the way: Doxygen's XML, the staged source, Sphinx's doctrees, what came from npm. What has not
changed is not made again. Each version has its own explorer, which answers in its words. Warnings are errors, and so is an
example that gives something else than it says.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from generator import doxygen, headers, npm, versions
from generator.model import EXPLORER, Site
from generator.stage import Stage

HERE = Path(__file__).resolve().parent


def build(out: Path, work: Path, explorer: Path, jobs: int) -> int:
    """Makes everything; answers Sphinx's exit code."""
    from sphinx.cmd.build import build_main

    if not explorer.is_file():
        sys.exit(f"{explorer} is not there, and pages lead to it: make explorer")
    started = time.monotonic()
    doxygen.run(work / "doxygen")
    mathjax = npm.mathjax(work)
    site = Site(work / "doxygen")
    source = work / "source"
    Stage(site, source).all()
    target = out / headers.version()
    os.environ["DOXYGEN_OUTPUT"] = str(work / "doxygen")
    os.environ["MATHJAX_OUTPUT"] = str(mathjax)
    options = ["-W", "--keep-going", "-q", "-b", "html", "-j", str(jobs), "-c", str(HERE), "-d", str(work / "doctrees")]
    code = int(build_main([*options, str(source), str(target)]))
    if code == 0:
        shutil.rmtree(out / "jupyter_execute", ignore_errors=True)
        (target / ".buildinfo").unlink(missing_ok=True)
        (target / EXPLORER).parent.mkdir(exist_ok=True)
        shutil.copyfile(explorer, target / EXPLORER)
        found = versions.write(out)
        size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
        print(f"{target}: {size / 1e6:.1f} MB in {time.monotonic() - started:.0f} s; versions: {', '.join(found)}")
        print(f"open {out}/index.html")
    return code


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=headers.ROOT / "build/site")
    parser.add_argument("--work", type=Path, default=headers.ROOT / "build/docs")
    parser.add_argument("--explorer", type=Path, default=headers.ROOT / "build/explorer/index.html")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    sys.exit(build(given.out.resolve(), given.work.resolve(), given.explorer.resolve(), given.jobs))
