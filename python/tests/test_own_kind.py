# SPDX-License-Identifier: Apache-2.0
"""A strategy is one line of the catalogue: added to it before Python looks, it is everywhere, in one process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import scaling_limits as sl

LIKE, NAME = "asynchronous", "mirrored"
REQUEST = {
    "question": "limit",
    "run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "50 GB/s"},
    "criterion": {"goodput_at_least": 0.9},
    "growth": "chinchilla",
    "strategy": {NAME: {"copy_bandwidth": "10 TB/s"}},
}
SCRIPT = """
import contextlib, importlib.util, io, json, sys
from pathlib import Path

# the extension without its package, whose modules look at the catalogue as they are loaded
(file,) = Path(sys.argv[1]).glob("_core*.so")
spec = importlib.util.spec_from_file_location("scaling_limits._core", file)
core = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)
request, like, name, asked = json.loads(sys.argv[2]), *sys.argv[3:]
core.add_kind("strategy", like, name)

import jsonschema
import scaling_limits as sl
from scaling_limits.cli import main

def said(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main(list(words))
    return out.getvalue()

fields = request["strategy"][name]
one = getattr(sl.strategies, name)(**fields)
run = sl.TrainingRun(**request["run"])
limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla(), one)
try:
    one.replace(copy_bandwidth=-1)
    refusal = ""
except ValueError as error:
    refusal = str(error)
known = jsonschema.Draft202012Validator(sl.catalog.schema())
Path(asked).write_text(json.dumps(request))
print(json.dumps({
    "class": name in sl.strategies.__all__ and type(one).__name__ == name and "copy_bandwidth" in type(one).__doc__,
    "described": sl.catalog.describe()["kinds"]["strategy"][name] == sl.catalog.describe()["kinds"]["strategy"][like],
    "schema": known.is_valid(request) and not known.is_valid({**request, "strategy": {name: {"copy_bandwidt": 1}}}),
    "asked": sl.ask(request)["columns"]["value"],
    "object": limit.value,
    "command": json.loads(said("ask", asked))["columns"]["value"],
    "compared": any(row.strategy == one for row in sl.analysis.compare(run, [one, sl.strategies.blocking()]).rows),
    "fields": said("fields", "strategy").count(name) > 0,
    "refusal": refusal,
}))
"""


def test_a_strategy_more_is_everywhere(tmp_path):
    pytest.importorskip("jsonschema")
    package = sl.__path__[0]
    command = [sys.executable, "-c", SCRIPT, package, json.dumps(REQUEST), LIKE, NAME, str(tmp_path / "asked.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    refusal = found.pop("refusal")
    assert NAME in refusal and "copy_bandwidth = -1" in refusal
    value = sl.ask({**REQUEST, "strategy": {LIKE: REQUEST["strategy"][NAME]}})["columns"]["value"]
    assert [found.pop(door) for door in ("asked", "object", "command")] == [value] * 3
    assert all(found.values()), found
