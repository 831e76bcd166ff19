#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A strategy is one line: a copy of the tree is given one, as CONTRIBUTING says, and it is everywhere.

  one_line.py [--work build/one_line] [--jobs N]     `make test-one-line`

The header is the `Predicted` of examples/own_model.cpp. The extension, the page's engine and the page are built from the copy;
then the strategy is a class in Python, a row of `fields`, in describe() and the schema, an answer to JSON, on the command line,
a choice with its text box on the page, and a page of the site, with its names. Nothing in the tree is changed.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("CMakeLists.txt", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml",
         "cmake", "docs", "examples", "include", "notebooks", "python", "web")  # fmt: skip
REQUEST = {
    "question": "limit",
    "run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "50 GB/s"},
    "criterion": {"goodput_at_least": 0.9},
    "growth": "chinchilla",
    "strategy": {"predicted": {"recall": 0.6}},
}


def copied(tree: Path) -> None:
    """The parts of the tree; what has not changed keeps its time, and is not compiled again."""

    def copy(source: str, target: str) -> None:
        if not (os.path.exists(target) and filecmp.cmp(source, target, shallow=False)):
            shutil.copy2(source, target)

    tree.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        source, target = ROOT / part, tree / part
        if source.is_dir():
            unwanted = shutil.ignore_patterns("node_modules", "__pycache__", "*.so", "*.egg-info", ".ipynb_checkpoints")
            shutil.copytree(source, target, dirs_exist_ok=True, copy_function=copy, ignore=unwanted)
        else:
            copy(str(source), str(target))
    for linked in (".venv", "web/node_modules"):
        if not (tree / linked).exists():
            (tree / linked).symlink_to(ROOT / linked)


def own_strategy() -> str:
    """The strategy of examples/own_model.cpp as a header of the tree."""
    text = (ROOT / "examples/own_model.cpp").read_text(encoding="utf-8")
    begin, end = text.index("/// Failures are predicted"), text.index("/// Training data come from")
    return f"""// SPDX-License-Identifier: Apache-2.0
// Some failures are foreseen, and saved before; the rest strike as they do.
#pragma once
#include "../version.hpp"

#include "blocking.hpp"

namespace scaling_limits::strategies {{

{text[begin:end]}}}  // namespace scaling_limits::strategies
"""


def added(tree: Path, file: str, after: str, line: str) -> None:
    """One more line (or part of one) behind what stands there once."""
    path = tree / file
    text = path.read_text(encoding="utf-8")
    if text.count(after) != 1:
        raise SystemExit(f"{file}: {after!r} stands there {text.count(after)} times")
    path.write_text(text.replace(after, after + line), encoding="utf-8")


def run(command: list[str], tree: Path, **more: str) -> str:
    """What a command prints, run in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "python"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200", **more}
    done = subprocess.run(command, cwd=tree, env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)[:200]} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def holds(what: str, true: bool) -> None:
    print(f"{'ok    ' if true else 'FAILED'} {what}", flush=True)
    if not true:
        raise SystemExit(f"one line in strategies() is not enough: {what}")


IN_PYTHON = """
import json, sys, tempfile
import jsonschema, scaling_limits as sl
request = json.loads(sys.argv[1])
described = sl.catalog.describe()["kinds"]["strategy"]["predicted"]
one = sl.strategies.predicted(recall=0.6)
run = sl.run.TrainingRun(**request["run"])
limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla(), one)
answer = sl.ask(request)
try:
    sl.strategies.predicted(recall=1.5)
    refusal = ""
except ValueError as error:
    refusal = str(error)
jsonschema.Draft202012Validator(sl.catalog.schema()).validate(request)
wrong = {**request, "strategy": {"predicted": {"recal": 0.6}}}
print(json.dumps({
    "class": "predicted" in sl.strategies.__all__ and "recall" in (type(one).__doc__ or ""),
    "described": described["text"] and [field["name"] for field in described["fields"]] == ["recall"],
    "schema": not jsonschema.Draft202012Validator(sl.catalog.schema()).is_valid(wrong),
    "same": answer["columns"]["value"] == limit.value,
    "better": limit.value > sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla()).value,
    "compared": any(row.strategy == one for row in sl.analysis.compare(run, [one, sl.strategies.blocking()]).rows),
    "refused": refusal,
    "value": limit.value,
}))
"""
ON_THE_SITE = """
import json, sys
from pathlib import Path
work = Path(sys.argv[1])
sys.path.insert(0, "docs")
from generator import doxygen
from generator.model import Site
from generator.stage import Stage
doxygen.run(work / "doxygen")
site = Site(work / "doxygen")
Stage(site, work / "source").all()
header = "strategies/predicted.hpp"
page = site.headers[header].page
print(json.dumps({
    "page": (work / "source" / f"{page}.md").is_file(),
    "listed": site.headers[header].stem in (work / "source/models/strategies/index.md").read_text(),
    "python": site.page_of.get("strategies.predicted") == page,
    "c++": "Predicted" in [declaration.short for declaration in site.declared[header]],
}))
"""


def main(work: Path, jobs: int) -> None:
    tree = work / "tree"
    copied(tree)
    (tree / "include/scaling_limits/strategies/predicted.hpp").write_text(own_strategy(), encoding="utf-8")
    added(tree, "cmake/headers.cmake", "strategies/multilevel.hpp\n", "  strategies/predicted.hpp\n")
    added(tree, "include/scaling_limits/scaling_limits.hpp", '#include "strategies/multilevel.hpp"\n',
          '#include "strategies/predicted.hpp"\n')  # fmt: skip
    catalog = "include/scaling_limits/catalog/strategies.hpp"
    added(tree, catalog, '#include "../strategies/multilevel.hpp"\n', '#include "../strategies/predicted.hpp"\n')
    added(tree, catalog, "strategy_kind<Elastic<>>(),", " strategy_kind<Predicted>(),")  # the line

    python = str(ROOT / ".venv/bin/python")
    beside = ThreadPoolExecutor(1)
    engine = beside.submit(run, ["web/engine/build.sh", "build/engine"], tree)  # one thread, as long as the extension takes two
    built = tree / "build/native"  # by the engine's compiler: at -O0 a third of the time of GCC
    run(["cmake", "-S", ".", "-B", str(built), "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
         "-DSCALING_LIMITS_BUILD_PYTHON=ON", "-DSCALING_LIMITS_CCACHE=ON", "-DSCALING_LIMITS_BUILD_TESTS=OFF",
         "-DSCALING_LIMITS_BUILD_EXAMPLES=OFF", f"-DPython_EXECUTABLE={python}",
         "-DCMAKE_CXX_COMPILER=clang++-19"], tree)  # fmt: skip
    run(["cmake", "--build", str(built), "--parallel", str(jobs), "--target", "_core"], tree)
    for extension in (built / "python").glob("_core*.so"):
        shutil.copy2(extension, tree / "python/scaling_limits")

    found = json.loads(run([python, "-c", IN_PYTHON, json.dumps(REQUEST)], tree))
    holds("a class of scaling_limits.strategies, which says what recall is", found["class"])
    holds("in describe(), with its field", found["described"])
    holds("in the schema, which refuses a field that it has not", found["schema"])
    holds(f"sl.ask gives what sl.limits.max_gpus gives, {found['value']:,.0f} GPUs, more than without it", found["same"])
    holds("foreseen failures let a run grow", found["better"])
    holds("compare() ranks it", found["compared"])
    holds("a recall of 1.5 is refused by name, value and range",
          all(part in found["refused"] for part in ("recall", "1.5", "0", "1")))  # fmt: skip
    fields = run([python, "-m", "scaling_limits", "fields", "strategy"], tree)
    holds("a row of `scaling-limits fields`", "predicted" in fields and "share of the failures that are foreseen" in fields)
    asked = tree / "build/asked.json"
    asked.write_text(json.dumps(REQUEST), encoding="utf-8")
    answer = json.loads(run([python, "-m", "scaling_limits", "ask", str(asked)], tree))
    holds("`scaling-limits ask` answers", answer["columns"]["value"] == found["value"])

    engine.result()
    run(["node", "web/build.mjs"], tree)
    page = json.loads(run(["node", "web/tests/one_line.mjs", json.dumps(REQUEST)], tree))
    holds("the engine of the page gives the same number", abs(page["value"] / found["value"] - 1) < 1e-14)
    holds(
        "the page offers it, with a text box and a slider",
        page["offered"] and page["chosen"] == "predicted" and page["box"] and page["slider"],
    )
    holds(
        "the page compares it with the others, and says the sentence of its limit",
        page["compared"] and "GPUs" in page["sentence"] and not page["faults"],
    )

    site = json.loads(run([python, "-c", ON_THE_SITE, str(tree / "build/docs")], tree))
    holds("a page of the site, listed in its room", site["page"] and site["listed"])
    holds("its class in Python and its type in C++ stand on that page", site["python"] and site["c++"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=ROOT / "build/one_line")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    sys.exit(main(given.work.resolve(), given.jobs))
