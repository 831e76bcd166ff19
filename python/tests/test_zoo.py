# SPDX-License-Identifier: Apache-2.0
"""Each file of the zoo at each door: read right, or refused by its name. None is read as another."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from zoo import BYTES, DOORS, FILES, KINDS, MACHINE, TEXTS, made

from scaling_limits import _known_files
from scaling_limits.cli import main


def at(answer: Any, way: str) -> Any:
    """What stands at a place of an answer: "rows.0.measured"."""
    for key in way.split("."):
        answer = answer[int(key)] if isinstance(answer, list) else answer[key]
    return answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files, and a machine to calibrate."""
    if any(name.endswith((".parquet", ".feather")) for name in BYTES):
        pytest.importorskip("pyarrow")
    path = tmp_path_factory.mktemp("zoo")
    for name in KINDS:
        (path / name).write_bytes(made(name))
    (path / "the machine.toml").write_text(MACHINE)
    return path


def test_the_table_has_every_file() -> None:
    assert {path.name for path in TEXTS.iterdir()} == set(FILES)
    assert len(KINDS) >= 60 and set(DOORS) == set(_known_files.DOORS)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", KINDS)
def test_read_right_or_refused_by_name(name: str, door: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, (kind, doors) = folder / name, KINDS[name]
    machine = ["--machine", str(folder / "the machine.toml")] if door == "calibrate" else []
    with pytest.raises(SystemExit) as end:
        main([door, str(path), *machine, "--json"])
    out, err = capsys.readouterr()
    expected = doors.get(door, "")
    if not isinstance(expected, str):
        way, number = expected
        assert end.value.code in (0, None), err
        assert at(json.loads(out), way) == pytest.approx(number, rel=1e-9)
        return
    assert end.value.code == 2 and not out
    first, _, rest = err.splitlines()[-1].partition(": ")
    assert first == "scaling-limits"
    if expected:
        assert expected in rest
    else:
        told = (
            rf"{re.escape(str(path))}: this (is|looks like) {re.escape(kind)}; expected {re.escape(_known_files.DOORS[door])}"
        )
        assert re.match(told, rest), rest


def test_a_door_that_says_it_reads_a_kind_has_its_number() -> None:
    """Of every kind of the zoo the table of kinds names the doors that are checked above, and no other."""
    for kind in _known_files.kinds():
        files = [file for file in KINDS.values() if file.kind == kind.name]
        assert set(kind.doors.split()) == {door for file in files for door in file.doors} or not files, kind.name


def test_the_way_out_names_what_reads_it() -> None:
    """Commands that a refusal names exist, and read that kind."""
    for kind in _known_files.kinds():
        for door in DOORS:
            told = _known_files.refused(made(next((n for n, f in KINDS.items() if f.kind == kind.name), "README.md")), door)
            for command in re.findall(r"`scaling-limits (\w+) FILE", told):
                assert command in DOORS


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("start,node,cause\n2026-01-01,n1,NODE_FAIL\n2026-01-02,n2,NVRM: Xid 79\n", "a table"),
        ('time,message\n2026-01-01,"kernel: NVRM: Xid (PCI:0000:19:00): 79, pid=1"\n', "a table"),
        ("time [h],dead\n5,1\n6,0\n", "a table"),
        ("start,step,cause\n2026-01-01,12,GPU\n2026-01-02,15,GPU\n", "a table"),
        ("Cluster: X\nRead: 2026\nstart,node,cause\n2026-01-01,n1,GPU\n", None),
        ("start\n2026-01-01\n2026-01-02\n", None),
        ("#!/bin/bash\ncat <<E > a.yaml\napiVersion: v1\nkind: Pod\nE\n", "a shell script"),
    ],
)
def test_what_only_mentions_another_kind(text: str, kind: str | None) -> None:
    found = _known_files.kind_of(text)
    assert (found and found.name) == kind
    assert _known_files.kind_of(text.encode()) == found


@pytest.mark.parametrize("first", ["nvidia-smi.txt", "nccl.log", "stderr.log", "events.csv"])
@pytest.mark.parametrize("between", [0, 2 * _known_files.HEAD])
def test_what_a_job_printed_before_its_log_hides_it_from_no_door(first: str, between: int) -> None:
    text = (TEXTS / first).read_text() + "." * between + "\n" + (TEXTS / "megatron.log").read_text()
    assert not _known_files.refused(text, "goodput")
    assert _known_files.refused(text.encode(), "plan")


@pytest.mark.parametrize(
    "text", ["a", " ", "\n", ",", "{", "-- ", "JobID|", "step: 1 loss: ", "# TYPE a\n", "key:\n", '"_step",']
)
def test_a_long_file_of_one_sign_is_told_soon(text: str) -> None:
    """Marks are looked for in one pass: none takes the square of what it looks at."""
    _known_files.kind_of((text * _known_files.HEAD)[: 2 * _known_files.HEAD])
