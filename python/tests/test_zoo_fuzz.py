# SPDX-License-Identifier: Apache-2.0
"""Broken files of the zoo, 100,000 in full, each at one door: an answer, or one line that names the file. Nothing else.

Doors are files of the command line and readers of the package. Some files are packed, before or after they break.
"""

from __future__ import annotations

import gzip
import random
import resource
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from counts import draws
from zoo import COMMANDS, KINDS, READERS, commands_in, made

from scaling_limits.cli import main

pytest.importorskip("pyarrow")
LONGEST = 20  # s, of one file at one door
SEPARATORS = b",;|\t :="


def cut(data: bytes, draw: random.Random) -> bytes:
    at, end = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:at] + (data[end:] if draw.random() < 0.5 else b"")


def doubled(data: bytes, draw: random.Random) -> bytes:
    at, end = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[at:end] * draw.choice((1, 1, 5)) + data[end:]


def shuffled(data: bytes, draw: random.Random) -> bytes:
    lines = data.split(b"\n")
    if draw.random() < 0.5:
        draw.shuffle(lines)
    else:
        del lines[draw.randrange(len(lines))]
    return b"\n".join(lines)


def flipped(data: bytes, draw: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(draw.choice((1, 3, 10))):
        if found:
            found[draw.randrange(len(found))] ^= 1 << draw.randrange(8)
    return bytes(found)


def separated(data: bytes, draw: random.Random) -> bytes:
    one, other = draw.sample(sorted(SEPARATORS), 2)
    return data.replace(bytes([one]), bytes([other]))


def odd(data: bytes, draw: random.Random) -> bytes:
    """A word or a number that is another."""
    words = data.split(b" " if draw.random() < 0.3 else b",")
    words[draw.randrange(len(words))] = draw.choice(
        (
            b"",
            b"-1",
            b"1e400",
            b"nan",
            b"9" * 400,
            b'"',
            b"'",
            b"{",
            b"]",
            b"\xff",
            b"\0",
            b"2026-13-45",
            b"null",
            b"${X}",
            b"[0]*9",
        )
    )
    return b",".join(words)


def joined(data: bytes, draw: random.Random) -> bytes:
    other = made(draw.choice(sorted(KINDS)))
    return data + b"\n" + other if draw.random() < 0.5 else data[: len(data) // 2] + other[len(other) // 2 :]


def packed(data: bytes, draw: random.Random) -> bytes:
    return gzip.compress(data, draw.choice((0, 1, 9)), mtime=0)


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, doubled, shuffled, flipped, separated, odd, joined, packed)


EVERY = (*COMMANDS, *READERS)


def late(signum: int, frame: Any) -> None:
    raise TimeoutError(f"no answer in {LONGEST} s")


def test_broken_files(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands_in(tmp_path)
    before, names, outcomes = signal.signal(signal.SIGALRM, late), sorted(KINDS), Counter[tuple[str, str]]()
    whole, held = {name: made(name) for name in names}, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        for k in range(draws("broken files of the zoo")):
            draw = random.Random(k)
            name = names[k % len(names)]
            data = whole[name]
            for _ in range(draw.choice((1, 1, 2, 3))):
                data = draw.choice(CHANGES)(data, draw)
            readers = [door for door, says in KINDS[name].doors.items() if not isinstance(says, str)]
            door = draw.choice(readers if readers and draw.random() < 0.4 else EVERY)
            (tmp_path / f"x{name}").write_bytes(data)
            outcomes[door, check(f"x{name}", data, door, capsys)] += 1
            (tmp_path / f"x{name}").unlink()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held) >> 10
    print(f"{outcomes.total()} drawn, {grown} MiB more at most: {dict(sorted(outcomes.items()))}")
    assert grown < 500


def check(name: str, data: bytes, door: str, capsys: pytest.CaptureFixture[str]) -> str:
    """A broken file at a door."""
    signal.alarm(LONGEST)
    if door in READERS:
        refused = None
        try:
            READERS[door](name)
        except ValueError as error:
            refused = str(error)
        signal.alarm(0)
        assert refused is None or name in refused, f"{door} {name} {data!r}: {refused}"
        return "answered" if refused is None else "refused"
    words = [name if word == "FILE" else word for word in COMMANDS[door]]
    with pytest.raises(SystemExit) as end:
        main([*words, *(["--json"] if words[0] != "ask" else [])])
    signal.alarm(0)
    out, err = capsys.readouterr()
    told = f"{door} {name} {data!r}: {err}"
    assert end.value.code in (0, None, 2) and "\nTraceback" not in f"\n{err}", told
    if end.value.code != 2:
        assert out, told
        return "answered"
    named = (name, "fio.json") if door == "read OTHER" else (name,)
    assert (not out or door == "ask") and any(one in err.splitlines()[-1] for one in named), told
    return "refused"
