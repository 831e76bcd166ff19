# SPDX-License-Identifier: Apache-2.0
"""Files that bite: small ones that unpack large, cells and lines without end, trees without bottom, keys that stand twice.

At each door of the command line and at each reader of the package such a file is read, or refused by its name and as bad input;
no reader's own error gets out, and what is unpacked ends at --most-bytes.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import resource
import stat
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import pytest
from counts import share
from test_cli_shell import ENVIRONMENT
from zoo import COMMANDS, READERS, commands_in, made

import scaling_limits as sl
from scaling_limits import _opening
from scaling_limits.cli import COMMANDS as MODULES
from scaling_limits.cli import main
from scaling_limits.cli._command import application

LARGE = 3_000_000
BOUND = "1 MB"
TABLE = made("events.csv")
PACKED = {"gz": gzip.compress, "xz": lambda data: lzma.compress(data, preset=0), "bz2": bz2.compress}


def nested(opens: str, closes: str, depth: int) -> str:
    return opens * depth + "1" + closes * depth


def anchors(each: str) -> str:
    """YAML whose last key stands for 9^12 values."""
    lines = [f"a{k}: &a{k} " + each.replace("*", ", ".join([f"*a{k - 1}"] * 9)) for k in range(1, 13)]
    return "\n".join([f"a0: &a0 {each.replace('*', '').replace('<<: []', 'x: 1')}", *lines, ""])


def archive(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name in names:
            file.writestr(name, b"a" * LARGE)
    return data.getvalue()


def rows_in_parquet() -> bytes:
    pandas, data = pytest.importorskip("pandas"), io.BytesIO()
    pytest.importorskip("pyarrow")
    pandas.DataFrame({"start": [0.0] * LARGE, "node": ["n"] * LARGE}).to_parquet(data)
    return data.getvalue()


def text_in_parquet() -> bytes:
    """A text of 100 kB that each of 1000 rows has."""
    pandas, data = pytest.importorskip("pandas"), io.BytesIO()
    pandas.DataFrame({"start": [*range(1000)], "node": ["n" * 100_000] * 1000}).to_parquet(data)
    return data.getvalue()


#: what stands for more than may be read
BOMBS: dict[str, Callable[[], bytes]] = {
    **{f"row.{suffix}": lambda pack=pack: pack(b"start,node\n" + b"a" * LARGE) for suffix, pack in PACKED.items()},
    "row.csv": lambda: b"start,node\n" + b"a" * LARGE,
    "request.toml.gz": lambda: gzip.compress(b"[run]\nx = '" + b"a" * LARGE),
    "config.json.gz": lambda: gzip.compress(b'{"a": "' + b"a" * LARGE),
    "cells.csv": lambda: b"start,node,cause\n" + b"1,a,b\n" * 150_000,
    "lists.json": lambda: b"[" + b"[]," * 300_000 + b"1]",
    "rows.parquet": rows_in_parquet,
    "text.parquet": text_in_parquet,
}
FAILURES = TABLE.decode()
CONFIG = '{"model_type": "llama", "num_hidden_layers": %s, "hidden_size": 4096}'
#: what ends a reader that does not look out
BITING: dict[str, bytes | str] = {
    "returns.csv": FAILURES.replace("\n", "\r"),
    "return.csv": FAILURES.replace("2026-", "20\r26-", 1),
    "return.toml": "[run]\rgpus = 5\r",
    "cell.csv": FAILURES + '"' + "n" * 131_073 + '",n,n\n',
    "name.csv": '"' + "n" * 131_073 + '",' + FAILURES,
    "steps.csv": 'step,start,end,kind\n1,0,5,step\n2,5,10,"' + "x" * 131_073 + '"\n',
    "measured.csv": made("measured-steps.csv").replace(b"\n", b"\r"),
    "quotes.csv": FAILURES + '"\n' * 5000,
    "columns.csv": ",".join(f"c{k}" for k in range(500)) + "\n" + ",".join("1" * 500) + "\n",
    "empty.json": "",
    "zeros": b"\0" * 100,
    "cut.gz": gzip.compress(TABLE)[:-6],
    "head.gz": gzip.compress(TABLE)[:3],
    "damaged.gz": gzip.compress(TABLE)[:20] + b"\0\1\2" + gzip.compress(TABLE)[23:],
    "sum.gz": gzip.compress(TABLE)[:-8] + b"\0" * 8,
    "behind.gz": gzip.compress(TABLE) + b"more",
    "twice.gz": gzip.compress(gzip.compress(TABLE)),
    "cut.xz": lzma.compress(TABLE)[:-6],
    "damaged.xz": lzma.compress(TABLE)[:30] + b"\0\1\2" + lzma.compress(TABLE)[33:],
    "cut.bz2": bz2.compress(TABLE)[:-6],
    "damaged.bz2": bz2.compress(TABLE)[:30] + b"\0\1\2" + bz2.compress(TABLE)[33:],
    "log.zst": b"\x28\xb5\x2f\xfd\x04\x58" + bytes(range(256)),
    "surrogate.csv": TABLE + b"\xed\xa0\x80,1,2\n",
    "surrogate.json": '[{"start": "2026-01-01", "node": "\\ud800"}, {"start": "2026-01-03", "node": "\\udfff"}]',
    "deep.json": nested("[", "]", 100_000),
    "deep-objects.json": nested('{"a":', "}", 50_000),
    "middling.json": '[{"start": 1, "node": ' + nested('{"a":', "}", 900) + '}, {"start": 2, "node": 1}]',
    "middling-lists.json": '{"kind": "List", "items": [{"start": 1, "node": ' + nested("[", "]", 900) + "}]}",
    "middling-config.json": CONFIG % nested("[", "]", 400),
    "open.json": '{"model_type":' + "[" * 100_000,
    "deep.toml": "a = " + nested("[", "]", 5000),
    "dotted.toml": "a" + ".a" * 20_000 + " = 1\n",
    "header.toml": "[a" + ".a" * 20_000 + "]\n",
    "inline.toml": "a = {" + "a" + ".a" * 20_000 + " = 1}\n",
    "deep.yaml": "a: " + nested("[", "]", 3000),
    "indented.yaml": "\n".join(" " * k + "a:" for k in range(600)),
    "laughs.yaml": anchors("[*]"),
    "merged.yaml": anchors("{<<: [*]}"),
    "itself.yaml": "num_layers: &a [*a]\nhidden_size: 1\n",
    "top.yaml": "&a\nmodel: *a\ntrainer: *a\n",
    "key.yaml": "? [a]\n: 1\n",
    "date.yaml": "num_layers: 0000-00-00\n",
    "binary.yaml": "num_layers: !!binary aaa\nhidden_size: 3\n",
    "digits.json": CONFIG % ("9" * 5000),
    "digits.toml": "[run]\ngpus = " + "9" * 5000 + "\n",
    "digits.yaml": "num_layers: " + "9" * 5000 + "\nhidden_size: 3\n",
    "digits.csv": "start,node\n" + "9" * 5000 + ",n1\n5,n2\n",
    "digits-records.json": '[{"start": ' + "9" * 400 + ', "node": "a"}, {"start": 5, "node": "a"}]',
    "nan.json": CONFIG % "NaN",
    "nan-request.json": '{"run": {"gpus": NaN}}',
    "nan-records.json": '[{"start": NaN, "node": "a"}, {"start": Infinity, "node": "a"}]',
    "entities.xml": '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "b">]><l>&a;</l>',
    "book.xlsx": archive("[Content_Types].xml", "xl/workbook.xml", "xl/sharedStrings.xml"),
    "arrays.npz": archive("a.npy"),
    "logs.zip": archive("a.csv"),
    "cut.parquet": b"PAR1" + b"\0" * 40 + b"PAR1",
    "head.parquet": b"PAR1",
}
#: keys that stand twice, and what is said of them at a door
TWICE = {
    "twice.yaml": (
        "num_layers: 32\nhidden_size: 4096\nnum_layers: 33\n",
        "read",
        "line 3, column 1: the key 'num_layers' stands twice in one mapping, first on line 1",
    ),
    "twice.json": (CONFIG % '3,\n"num_hidden_layers": 4', "read", "line 2: the key 'num_hidden_layers' stands twice"),
    "twice-request.json": ('{"run": {"gpus": 1, "gpus": 2}}', "ask", "the key 'gpus' stands twice"),
    "twice-request.toml": ("[run]\ngpus = 1\ngpus = 2\n", "plan", "redefine existing integer 'gpus'"),
    "twice-records.json": (
        '[{"start": 1, "node": "a"},\n{"start": 2, "start": 3}]',
        "fit",
        "line 2: the key 'start' stands twice",
    ),
    "twice-lines.json": (
        '{"start": 1, "node": "a"}\n{"start": 2, "start": 3}\n',
        "fit",
        "line 2: the key 'start' stands twice",
    ),
    "twice-fio.json": (
        'a warning\n{"fio version": "fio-3", "jobs": [],\n"jobs": []}',
        "read",
        "line 3: the key 'jobs' stands twice",
    ),
    "twice-mllog.log": (
        'hello\n:::MLLOG {"key": "tracked_stats", "key": "x", "time_ms": 1}\n',
        "goodput",
        "line 2: the key 'key' stands twice",
    ),
    "twice-journal.json": (
        '{"__REALTIME_TIMESTAMP": "1", "MESSAGE": "a"}\n{"MESSAGE": "NVRM: Xid 79",\n"MESSAGE": "b"}\n',
        "fit",
        "line 3: the key 'MESSAGE' stands twice",
    ),
    "twice-launch.sh": (
        """cat > ds.json <<EOT
{"zero_optimization": {"stage": 1,
"stage": 3}}
EOT
deepspeed pretrain_gpt.py --num-layers 2 --hidden-size 64 --num-attention-heads 2 --deepspeed_config ds.json
""",
        "read",
        "in ds.json, line 2: the key 'stage' stands twice",
    ),
    "twice-steps.csv": (
        made("measured-steps.csv").decode().replace("layers,", "layers,layers,", 1),
        "calibrate",
        "has the column layers more than once",
    ),
}


def commands() -> dict[str, tuple[str, ...]]:
    """What every command is given that takes a file, with what it needs beside it."""
    needs = {
        "sweep": ("--over", "gpus=1e3:1e4:2"),
        "explore": ("--print",),
        "settings": ("megatron", "FILE", "--step-time", "5 s"),
    }
    application_of, found = application(MODULES), dict(COMMANDS)
    for name in MODULES:
        command = application_of.get_command(click.Context(application_of), name)
        if name not in found and command is not None and any(param.name == "most_bytes" for param in command.params):
            more = needs.get(name, ())
            found[name] = (name, *more) if "FILE" in more else (name, "FILE", *more)
    return found


DOORS = commands()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with what doors are given beside the file."""
    monkeypatch.chdir(tmp_path)
    commands_in(tmp_path)
    return tmp_path


def asked(door: str, name: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    """The exit code of a door, or 2 where a reader refuses; and what it says."""
    if door in READERS:
        try:
            READERS[door](name, most_bytes=BOUND if more else None)
        except ValueError as error:
            return 2, str(error)
        return 0, ""
    with pytest.raises(SystemExit) as end:
        main([*(name if word == "FILE" else word for word in DOORS[door]), *more])
    return int(end.value.code or 0), capsys.readouterr().err


def test_doors_are_those_of_all_commands() -> None:
    assert len(DOORS) >= 20 and {"simulate", "limits", "timeline", "uncertain", "cost", "sites", "workers", "step"} <= set(
        DOORS
    )


def some(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Files with their doors: all of them in full, in the gate a few that change from file to file."""
    every, each = [*DOORS, *READERS], 1 if share() >= 1 else 11
    return [(name, every[k % each :: each]) for k, name in enumerate(names)]


@pytest.mark.parametrize(("name", "doors"), some(BITING))
def test_no_error_of_a_reader_gets_out(name: str, doors: list[str], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = BITING[name]
    (here / f"the-{name}").write_bytes(data if isinstance(data, bytes) else data.encode())
    for door in doors:
        code, said = asked(door, f"the-{name}", capsys)
        assert code in (0, 2), f"{door}: {said}"
        assert code == 0 or f"the-{name}" in said, f"{door}: {said}"


@pytest.mark.parametrize(("name", "doors"), some(BOMBS))
def test_what_unpacks_large_ends_at_the_bound(
    name: str, doors: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / f"the-{name}").write_bytes(BOMBS[name]())
    for door in doors:
        code, said = asked(door, f"the-{name}", capsys, "--most-bytes", BOUND)
        assert code == 2 and f"the-{name}" in said, f"{door}: {said}"
        assert "most_bytes (--most-bytes) says how much is read" in said or "expected" in said, f"{door}: {said}"


@pytest.mark.parametrize("door", [*DOORS, *READERS])
def test_every_door_unpacks_and_is_bounded(door: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "the.gz").write_bytes(gzip.compress(b"x: " + b"a" * 100_000 + b"\n" + b"a" * LARGE))
    code, said = asked(door, "the.gz", capsys, "--most-bytes", BOUND)
    assert code == 2 and "the.gz" in said and "is larger than 1000000 B: most_bytes (--most-bytes)" in said
    (here / "the.gz").write_bytes(gzip.compress(TABLE)[:-9])
    code, said = asked(door, "the.gz", capsys)
    assert code == 2 and "the.gz" in said and "cannot be unpacked" in said


@pytest.mark.parametrize("name", TWICE)
def test_a_key_that_stands_twice_is_refused(name: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, door, expected = TWICE[name]
    (here / name).write_text(text)
    code, said = asked(door, name, capsys)
    assert code == 2 and name in said and expected in said


@pytest.mark.parametrize(
    ("text", "layers"),
    [
        ("a: &a {num_layers: 32}\nmodel:\n  <<: *a\n  num_layers: 16\n", 16),  # a merged key may be set again
        ("a: &a {num_layers: 32}\nb: &b {x: 1}\nmodel:\n  <<: *a\n  <<: *b\n", 32),
        ("a: &a [1, 2]\nb: [*a, *a]\nmodel: {num_layers: 32}\n", 32),
    ],
)
def test_yaml_that_names_a_value_twice_is_read(text: str, layers: int) -> None:
    from scaling_limits._source import Source
    from scaling_limits.interop._reading import tree_of

    assert tree_of(Source("a.yaml", text, ".yaml"))["model"]["num_layers"] == layers


@pytest.mark.skipif(not hasattr(os, "mkfifo") or not Path("/dev/zero").exists(), reason="of systems with pipes and devices")
@pytest.mark.parametrize("door", ["fit", "goodput", "read", "calibrate", "plan", "ask", "data.read_events"])
def test_what_is_no_file(door: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "folder").mkdir()
    os.mkfifo(here / "pipe")
    if door in DOORS:
        code, said = asked(door, "folder", capsys)
        assert code == 2 and "folder" in said and "directory" in said.lower()
    code, said = asked(door, "/dev/zero", capsys, "--most-bytes", BOUND)
    assert code == 2 and "zero" in said and "is larger than 1000000 B" in said
    writer = threading.Thread(target=lambda: Path("pipe").write_bytes(gzip.compress(TABLE)))
    writer.start()
    code, said = asked(door, "pipe", capsys)
    writer.join()
    assert (code == 0 or "pipe" in said) and "unpacked" not in said
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


@pytest.mark.parametrize("door", ["fit", "goodput", "plan", "ask"])
def test_standard_input_is_bounded_and_unpacked(
    door: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for data, bound, expected in (
        (gzip.compress(b"a" * LARGE), BOUND, "-: is larger than 1000000 B"),
        (gzip.compress(made("squeue.txt")), "1 GiB", "-: this looks like a table of squeue"),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code, said = asked(door, "-", capsys, "--most-bytes", bound)
        assert code == 2 and f"scaling-limits: {expected}" in said


def test_a_bound_is_a_quantity_and_the_larger_one_lets_in(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a.csv").write_bytes(TABLE)
    assert asked("fit", "a.csv", capsys, "--most-bytes", "20")[0] == 2
    (here / "cells.csv").write_bytes(b"start,node\n" + b"1,a\n" * 200)
    code, said = asked("fit", "cells.csv", capsys, "--most-bytes", "1 KiB")
    assert code == 2 and "has 201 cells, which would be held as far more than its bytes" in said
    assert asked("fit", "a.csv", capsys, "--most-bytes", "1 MiB")[0] == 0
    assert asked("fit", "a.csv", capsys, "--most-bytes", "unlimited")[0] == 0
    for text in ("5 h", "0", "-1", "nan", "much"):
        code, said = asked("fit", "a.csv", capsys, "--most-bytes", text)
        assert code == 2 and "--most-bytes: " in said
    for value in (0, "5 h", float("nan")):
        with pytest.raises(ValueError, match="most_bytes"):
            sl.data.read_events("a.csv", most_bytes=value)
    with pytest.raises(TypeError, match="most_bytes must be bytes"):
        sl.data.read_events("a.csv", most_bytes=[])
    assert _opening.most_bytes() == _opening.MOST_BYTES


def test_what_is_unpacked_is_held_once() -> None:
    """A bomb of 1 GB in 1 MB: memory grows by the bound, and no more than once."""
    data = io.BytesIO()
    with gzip.open(data, "wb", 1) as file:
        for _ in range(16 if share() < 1 else 1000):
            file.write(b"a" * _opening.PIECE)
    data.seek(0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with _opening.bounded(8 * _opening.PIECE), pytest.raises(_opening.TooLarge):
        _opening.contents(data)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < 3 * 8 * _opening.PIECE


def grown_by(*words: str) -> tuple[int, str]:
    """Bytes that a process of its own needs for a command beyond what it needs for none, and what the command says."""
    code = "import resource, sys; from scaling_limits.cli import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
    code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    done = [
        subprocess.run([sys.executable, "-c", code, *asked_for], capture_output=True, text=True, env=ENVIRONMENT)
        for asked_for in (words, (words[0], "not-there"))
    ]
    peak, without = (1024 * int(one.stdout.split()[-1]) for one in done)
    return peak - without, done[0].stderr


@pytest.mark.parametrize(
    ("door", "name", "before", "after", "expected"),
    [
        (
            "fit",
            "a.csv",
            "start,fixed\n2026-01-01,",
            "\n",
            "has a line of 60,000,011 letters (line 2), and one may have 1,048,576",
        ),
        ("goodput", "a.csv", "step,start\r1,", "\r", "has a line of 60,000,002 letters (line 2)"),
        ("fit", "a.json", '[{"start": 1,\n"node": "', '"}]', "has a text of 60,000,000 letters (line 2)"),
        ("plan", "a.json", '{"run": {"gpus": "', '"}}', "is larger than 48 MiB: most_bytes (--most-bytes)"),
        ("sites", "a.toml", "[sites]\na = '", "'", "is larger than 48 MiB: most_bytes (--most-bytes)"),
    ],
)
def test_a_long_cell_is_not_held_often(door: str, name: str, before: str, after: str, expected: str, here: Path) -> None:
    letters = 60_000_000
    (here / name).write_text(before + "0" * letters + after)
    grown, said = grown_by(door, name)
    assert said.startswith(f"scaling-limits: {name}: {expected}") and "most_bytes (--most-bytes)" in said
    assert grown < 2.6 * letters


@pytest.mark.parametrize("cell", ["0" * 100_000, "n" * 1000])
def test_a_table_of_long_cells_is_not_held_often(cell: str, here: Path) -> None:
    rows = 50_000_000 // len(cell)
    (here / "a.csv").write_text("start,x\n" + "".join(f"2026-01-{1 + k % 28:02d},{cell}{k}\n" for k in range(rows)))
    grown, said = grown_by("fit", "a.csv")
    assert grown < 4.5 * (here / "a.csv").stat().st_size, said


def test_how_long_a_line_may_be(here: Path) -> None:
    longest = _opening.PIECE
    row = '{"a": [' + "1," * longest + '1], "b": "' + "x" * longest + '"}'
    for text in ("\n" * 5 + "a" * longest + "\n", "a\r\n" * longest, row, row + "\n" + row):
        _opening.weigh_log(text)
    for text in ("a" * longest + "a", "b\n" * 999 + "a" * longest + "a\r", row.replace('x"', 'xy"')):
        with pytest.raises(_opening.TooLarge, match="of 1,048,577 letters"):
            _opening.weigh_log(text)
        with _opening.bounded("1 GiB"):
            _opening.weigh_log(text)


def test_memory_that_is_not_there_is_bad_input(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise MemoryError

    (here / "a.csv").write_bytes(TABLE)
    monkeypatch.setattr("pandas.read_csv", full)
    code, said = asked("fit", "a.csv", capsys)
    assert code == 2 and said.startswith("scaling-limits: a.csv: needs more memory than there is")
