# SPDX-License-Identifier: Apache-2.0
"""Results that answer a question have its columns as fields, and no other list of them: one more is everywhere."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import json
import pickle
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scaling_limits as sl
from scaling_limits._kernel_text import sections
from scaling_limits.results import Answered, Result

for module in pkgutil.walk_packages(sl.__path__, "scaling_limits."):
    if not module.name.startswith(("scaling_limits.cli", "scaling_limits.interop")) and "__main__" not in module.name:
        importlib.import_module(module.name)
ANSWERED = {cls.__name__: cls for cls in Answered.__subclasses__()}
SOURCES = Path(sl.__file__).parent
SCRIPTS = Path(__file__).resolve().parents[1]


def columns(cls: type[Answered]) -> dict[str, tuple[str, str]]:
    """Unit and text of what the question of a result says, by what stands before the dot."""
    fields, found = cls._answered, {}
    described = sl.catalog.describe()["questions"][fields.question]["columns"]
    for column, (name, by, *_, listed, _) in zip(described, sl._core.questions()[fields.question].gives, strict=True):
        assert column["name"].partition("<")[0].rstrip(".") == name
        own = name.removeprefix(f"{fields.part}.")
        if (fields.part and own == name) or (fields.each == "row" and not (listed and (fields.part or "." not in name))):
            continue
        if fields.each not in ("", "row") and by not in ("", fields.each):
            continue
        found.setdefault(own.partition(".")[0], (column["unit"] or "", column["text"]))
    return found


def left_out(name: str, of: tuple[str, ...]) -> bool:
    return name in of or any(name.startswith(one) for one in of if one.endswith("_"))


def test_columns_of_rows_are_lists() -> None:
    for question in sl._core.questions().values():
        for name, by, _, cell, text, listed, joined in question.gives:
            assert cell in ("numbers", "texts") or not listed
            assert listed or not joined
            assert text and (name or by)


def test_there_are_many() -> None:
    assert len(ANSWERED) >= 36
    for name in ("RunCost", "Limit", "Simulation", "ComparedRow", "Lever", "Placed"):
        assert name in ANSWERED
    said = [cls for cls in vars(sl.economics).values() if inspect.isclass(cls) and issubclass(cls, Result)]
    assert set(said) - {Result, Answered} <= set(ANSWERED.values())


@pytest.mark.parametrize("name", ANSWERED)
def test_the_fields_are_the_columns(name) -> None:
    cls = ANSWERED[name]
    fields, known = cls._answered, columns(cls)
    assert all(any(left_out(column, (one,)) for column in known) for one in fields.left_out)
    taken = [column for column in known if not left_out(column, fields.left_out)]
    assert taken == list(fields.columns)
    assert [one for one in cls.__annotations__ if one in known] == taken
    written = ast.parse(inspect.getsource(cls)).body[0]
    declared = {node.target.id for node in written.body if isinstance(node, ast.AnnAssign)}
    assert set(cls.__annotations__) == {*taken, *declared}
    assert not [one for one in taken if hasattr(cls, one)]  # a method of that name would be a default


@pytest.mark.parametrize("name", ANSWERED)
def test_the_text_says_every_field(name) -> None:
    cls = ANSWERED[name]
    listed = sections(cls.__doc__)[1]["Attributes"]
    rows = {one: row for names, row in re.findall(r"^(\w[\w, ]*) : (.+)$", listed, re.M) for one in names.split(", ")}
    assert [one for one in rows if one in cls.__annotations__] == list(cls.__annotations__)
    written = sections(ast.get_docstring(ast.parse(inspect.getsource(cls)).body[0]))[1].get("Attributes", "")
    for one, (unit, text) in columns(cls).items():
        if one in cls._answered.columns and not re.search(rf"^([\w, ]+, )?{one}[\w, ]* : ", written, re.M):
            assert text in rows[one] and (unit in ("", "1") or rows[one].endswith(f"[{unit}]"))
            assert cls._answered.columns[one].unit == unit


def test_the_stubs_have_the_same_fields() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.glob("*.pyi")]
    classes = {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}
    shown = {name: cls for name, cls in ANSWERED.items() if name in classes}
    assert len(shown) >= 36
    for name, cls in shown.items():
        told = {node.target.id: ast.unparse(node.annotation) for node in classes[name].body if isinstance(node, ast.AnnAssign)}
        assert list(told) == list(cls.__annotations__)
        assert "Any" not in told.values()


MORE = """
import json, sys
from pathlib import Path
import importlib.util
import numpy as np

# the extension without its package, whose modules look at the questions as they are loaded
(file,) = Path(sys.argv[1]).glob("_core*.so")
spec = importlib.util.spec_from_file_location("scaling_limits._core", file)
core = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)

class More:  # a question with one more column
    def __init__(self, question, listed):
        self.question, self.listed = question, listed
    def __getattr__(self, name):
        return getattr(self.question, name)
    @property
    def gives(self):
        cell = "numbers" if self.listed else "number"
        return [*self.question.gives, ("novelty", "", "J", cell, "what is new", self.listed, False)]
    def columns(self, *given):
        return [*self.question.columns(*given), ("novelty", "J", "number", "what is new")]
    def answer(self, *given):
        found = self.question.answer(*given)
        return found and found | {"novelty": [2.0] * len(found["strategy"]) if self.listed else 2.0}
    def evaluate(self, parts, numbers, arguments, swept, n, columns):
        return [*self.question.evaluate(parts, numbers, arguments, swept, n, columns), ("novelty", np.full(n, 2.0))]

questions = core.questions()
more = {name: More(question, name == "compare") for name, question in questions.items()}
core.questions = lambda: questions | {name: more[name] for name in ("run_cost", "simulate", "compare")}

import scaling_limits as sl
sys.path.insert(0, sys.argv[2])
import room_stubs
import signatures

run, price = sl.published.llama3_405b(), sl.economics.Prices(gpu=1)
many = run.replace(gpus=np.array([1e3, 1e4]))
found = {
    "run_cost": sl.economics.run_cost(run, 1e11, price),
    "many": sl.economics.run_cost(many, 1e11, price),
    "simulate": sl.simulation.simulate(run, relative_accuracy=0.1),
    "compare": sl.compare(run, [sl.strategies.blocking()], others=False).rows[0],
}
rooms = room_stubs.Rooms()
text = {name: rooms.stub(name) for name in ("economics", "simulation", "analysis")}
print(json.dumps({
    "values": {name: np.asarray(one.novelty).tolist() for name, one in found.items()},
    "reprs": {name: repr(one) for name, one in found.items()},
    "plain": {name: one.as_dict()["novelty"] for name, one in found.items()},
    "frames": {name: one.to_dataframe()["novelty"].tolist() for name, one in found.items()},
    "sets": {name: one.to_dataset()["novelty"].attrs["units"] for name, one in found.items()},
    "texts": {name: "novelty : what is new [J]" in type(one).__doc__ for name, one in found.items()},
    "same": {name: one == one for name, one in found.items()},
    "stubs": {name: [line.strip() for line in stub.splitlines() if line.strip().startswith("novelty: ")]
              for name, stub in text.items()},
    "signatures": signatures.text().count("novelty"),
}))
"""


@pytest.mark.skipif(not (SCRIPTS / "room_stubs.py").exists(), reason="stubs are made in the sources")
def test_one_column_more_is_everywhere() -> None:
    pytest.importorskip("xarray")
    command = [sys.executable, "-c", MORE, str(SOURCES), str(SCRIPTS)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    said = json.loads(process.stdout)
    whole = {"run_cost": 2.0, "many": [2.0, 2.0], "simulate": 2.0, "compare": 2.0}
    assert said["values"] == said["plain"] == whole
    assert "novelty=2 J" in said["reprs"]["run_cost"] and "novelty=2 J" in said["reprs"]["compare"]
    assert said["frames"] == {"run_cost": [2.0], "many": [2.0, 2.0], "simulate": [2.0], "compare": [2.0]}
    assert set(said["sets"].values()) == {"J"}
    assert all(said["texts"].values()) and all(said["same"].values())
    assert said["stubs"] == {"economics": ["novelty: _T"], "simulation": ["novelty: float"], "analysis": ["novelty: float"]}
    assert said["signatures"] == 3


def test_rows_that_are_made_when_looked_at_are_kept() -> None:
    fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=4.5e11, outer_bandwidth=5e10)
    found = sl.parallelism.best_layout(sl.published.shapes["llama3_405b"], 256, sl.published.chips["h100"], fabric, 2**24)
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert other == found and other.rejected == found.rejected and other.rejected[1:3] == found.rejected[1:3]
    assert found.rejected[1:3] != found.rejected[2:4] and found.rejected[-1] == found.rejected[len(found.rejected) - 1]
    row = found.rejected[0]
    assert row.layout.gpus == 256 and row.memory_per_gpu > 0 and f"memory_per_gpu = {row.memory_per_gpu:.3g}"[:18] in row.reason
    assert len(found.rejected.to_dataframe()) == len(found.rejected)
