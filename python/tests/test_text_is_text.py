# SPDX-License-Identifier: Apache-2.0
"""Text is text: whatever a file, a name or an option holds, no character of it rules a terminal or hides in what is printed."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from counts import share
from hostile import ENVIRONMENT, HOSTILE, INLINE, Place, places
from test_cli_shell import Command, command
from test_cli_tables import EXAMPLES, on_terminal

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits._visible import HIDDEN, Door, behind, escaped, visible, visible_cell
from scaling_limits.cli import COMMANDS, _errors, _output
from scaling_limits.cli._tables import Table, console

__all__ = ["command"]
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")
#: what no output holds, by its own list: not that of the code
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
#: of places, how few the gate tries; a figure takes seconds
IN_THE_GATE = 20
OF_DATA = ("ask", "describe", "schema", "explore", "serve", "sweep")


def tried(place: Place, folder: Path, command: Command) -> tuple[str, list[int]]:
    """What a place prints, as people read it and as JSON, and the exit codes."""
    folder.mkdir()
    os.chdir(folder)
    words = place.words
    if place.name:
        (folder / place.name).write_bytes(place.data)
        words = [place.name if word == "@" else word for word in words]
    json_too = words[0] in COMMANDS and words[0] not in OF_DATA
    ends = [command(*words, *more) for more in ([], ["--json"])[: 1 + json_too]]
    if json_too and ends[1][0] == 0:
        json.loads(ends[1][1])
    return "".join(out + err for _, out, err in ends), [code for code, _, _ in ends]


def test_no_place_of_a_text_rules_the_terminal(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    found = places(tmp_path / "in")
    names = {place.words[0] for place in found}
    assert len(found) > 2000 and names >= set(COMMANDS) - {"describe"}
    chosen = found if share() >= 1 else [place for place in found[::IN_THE_GATE] if "--plot" not in str(place.words)]
    raw, shown = [], 0
    for k, place in enumerate(chosen):
        with monkeypatch.context() as patch:
            if place.environment:
                patch.setenv(place.environment, HOSTILE)
            text, codes = tried(place, tmp_path / f"{k}", command)
        assert set(codes) <= {0, 2, 3}, (place, text)
        raw += [place.where] * bool(RAW.search(text))
        shown += r"\x1b" in text or r"\u001b" in text
    print(f"{len(chosen) - len(raw)} of {len(chosen)} places print no raw character; {shown} print it written out")
    assert raw == []
    assert shown > 0.4 * len(chosen)  # it is not left out


def test_the_environment_is_a_place() -> None:
    assert {"COLUMNS", "SCALING_LIMITS_TRACEBACK"} < set(ENVIRONMENT) and _errors.TRACEBACK in ENVIRONMENT


# ---- what is hidden, and what is not


@pytest.mark.parametrize(
    "text",
    [
        "é ± ≥ 中文 日本語 한국어 עברית العربية हिन्दी 😀 🏳️‍🌈 👩‍👩‍👧 👩🏽‍🚀 ❤️ ﷽ \ue000",
        "می‌خواهم",
        "e\u0301",
        "क्‍ष",
        "two\nlines\tand a tab",
        r"C:\x1b [bold]",
    ],
)
def test_what_people_write_is_left_alone(text: str) -> None:
    assert visible(text) == text == escaped(text, ".json")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b]0;x\x07", r"\x1b]0;x\x07"),
        ("a\r\x08\x7f\x85\x9b", r"a\x0d\x08\x7f\x85\x9b"),
        ("\u202eab\u2066\u200f\u061c", r"\u202eab\u2066\u200f\u061c"),
        ("a\u2028\u2029", r"a\u2028\u2029"),
        ("gp\u200du\u200c \ufeff\u200b\xad\u2060", r"gp\u200du\u200c \ufeff\u200b\xad\u2060"),
        ("\U000e0041\ud800", r"\U000e0041\ud800"),
    ],
)
def test_what_is_hidden_is_written_out(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert visible_cell(text + "\n\t") == seen + r"\n\t"
    assert visible(seen) == seen
    between = visible(f"é{text}\u200d{text}é")
    assert visible(between) == between  # a joiner beside what is written out is so too


def test_json_and_toml_keep_their_values() -> None:
    hidden = "".join(x for x in map(chr, reversed(range(0x110000))) if HIDDEN.search(x))  # no two halves are a pair
    assert len(hidden) > 2000
    for text in (hidden, INLINE, HOSTILE, "é中😀" + hidden + '"\\'):
        found = escaped(json.dumps({text: text}, ensure_ascii=False), ".json")
        assert json.loads(found) == {text: text} and not HIDDEN.search(found)
        text = re.sub("[\ud800-\udfff]", "", text)  # TOML has none
        found = escaped(_core.to_toml({text: {"a": text}}), ".toml")
        assert tomllib.loads(found) == {text: {"a": text}} == _core.from_toml(found) and not HIDDEN.search(found)


def test_programs_that_the_library_writes_hide_nothing() -> None:
    """The same signs by the two lists, that of C++ and that of Python; each comes back out of every form."""
    signs = [chr(code) for code in [*range(1, 0xD800), *range(0xE000, 0x10000), *range(0xE0000, 0xE0080), 0x1F600]]
    hidden = {sign for sign in signs if HIDDEN.fullmatch(sign) and sign not in "\u200c\u200d"}
    request = {"question": "goodput", "note": "".join(signs)}
    for form in ("python", "cpp", "toml", "difference"):
        text = sl.ask({"question": "written", "with": {"request": request, "as": form}})["columns"]["text"]
        assert hidden & set(text) == set(), form
        assert set(signs) - hidden <= set(text) | {"\t", "\n"}
        if form == "python":
            scope: dict[str, Any] = {}
            exec(text.partition("answer = ")[0].replace("import scaling_limits as sl", ""), scope)
            assert scope["request"] == request
        elif form == "toml":
            assert tomllib.loads(text) == request
        elif form == "difference":
            assert json.loads(text) == request


# ---- the door


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "seen"), [(io.StringIO, INLINE), (Terminal, visible(INLINE))])
def test_csv_is_true_in_a_pipe_and_harmless_on_a_terminal(
    stream: Callable[[], io.StringIO], seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", stream())
    with _errors.guarded_streams():
        terminal: Any = behind(sys.stdout)
        _output.write_text(None, f"{INLINE}\n", ".csv")
    assert terminal.getvalue() == f"{seen}\n"


def test_a_file_poured_onto_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(f"{INLINE} é".encode() + b"\xff")
    seen = on_terminal(80, lambda slave: _output.pour(tmp_path / "a", Path(f"/dev/fd/{slave}")))
    assert seen == visible(f"{INLINE} é") + r"\xff"


def test_our_own_style_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    Path("log.csv").write_text("start,cause\n" + "".join(f"2025-03-0{d},\x1b[31m[bold red]x :smile: \n" for d in range(1, 8)))
    code, out, err = command("fit", "log.csv")
    assert code == 0, err
    assert "\x1b[1mfailures" in out and r"\x1b[31m[bold red]x :smile:" in out
    assert not RAW.search(re.sub(r"\x1b\[[\d;]*m", "", out)) and "\x1b[31m" not in out


def test_a_progress_bar_goes_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")

    def do(slave: int) -> None:
        with monkeypatch.context() as patch, open(slave, "w", closefd=False) as terminal:
            patch.setattr(sys, "stderr", terminal)
            assert command("simulate", "run.toml", "--relative-accuracy", "0.1")[0] == 0

    seen = on_terminal(80, do)
    assert "simulate" in seen and "\x1b[2K" in seen and r"\x1b" not in seen


def test_every_part_of_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{INLINE}\r\u2028\n\tforged"
    for columns in (40, 2000):
        monkeypatch.setenv("COLUMNS", f"{columns}")
        table = Table(f"\n{text}", text, f"{text}2", words=(f"{text}2",), side=((f"{text}2",),))
        table.add_section(f"\n{text}")
        table.add_row(text, text)
        out = console()
        with _errors.guarded_streams():
            out.print(table)
            out.print(text, indent=2)
            out.facts([(text, text)])
        seen = capsys.readouterr().out
        assert not RAW.search(seen) and r"\n\tforged" in seen and r"\x1b]0;pwned" in seen
        if columns == 2000:  # none of the lines is broken: an end of one in a text is none of the table's
            assert seen.count(r"\x1b]0;pwned\x07") == 8 and not re.search(r"(?m)^\s*forged", seen)


def test_nobody_writes_behind_the_door() -> None:
    """Who asks for the stream behind it: the two with our own style, data that is written as it is, and how main sets it up."""
    root = Path(sl.__file__).parent
    texts = {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*.py")}
    assert {name for name, text in texts.items() if "behind(sys." in text} == {
        "_progress.py",
        "cli/__init__.py",
        "cli/_output.py",
        "cli/_tables.py",
    }
    assert not [name for name, text in texts.items() if re.search(r"sys\.__std|/dev/tty|os\.write\(", text)]
    made = {name for name, text in texts.items() if re.search(r"\bConsole\(", text)}
    assert made == {"_progress.py", "cli/_tables.py"}


def test_a_fault_and_a_traceback(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(INLINE)

    monkeypatch.setenv(_errors.TRACEBACK, "1")
    monkeypatch.setattr("scaling_limits.cli._command.Document", broken)
    code, _, err = command("plan", "run.toml")
    assert code == _errors.FAULT and "Traceback" in err and not RAW.search(err)


# ---- figures

#: TeX that matplotlib refuses, and what no font has
NAME = "$\\frac$ \x1b]0;x\x07\u202e_"
FACTOR = {"kind": "power_law", "name": NAME, "ratio": 0.1, "gpus": 1e4, "exponent": 0.9}
EVENTS = "start,node,cause\n" + "".join(f"2025-03-{d:02},n{d},{NAME if d == 9 else d % 3}\n" for d in range(1, 20))
FIGURES: dict[str, tuple[str, list[str]]] = {
    "fit events": (EVENTS, ["fit", "@"]),
    "fit counts": (f"cause,count\n{NAME},9\nb,4\n", ["fit", "@", "--window", "10 d"]),
    "fit lives": ("time,event,of\n" + f"100,1,{NAME}\n90,1,{NAME}\n80,1,b\n70,0,b\n" * 3, ["fit", "@", "--group", "of"]),
    "limits": ("factor", ["limits", "@", "--criterion", "peak_throughput"]),
    "plan": ("factor", ["plan", "@"]),
    "sweep": ("factor", ["sweep", "@", "--over", "gpus=1e4:2e4:2"]),
    "timeline": ("timeline", ["timeline", "@"]),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_name_in_a_figure_is_text(name: str, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure
    text, words = FIGURES[name]
    if text == "factor":
        text = json.dumps({**tomllib.loads(Path("run.toml").read_text()), "factor": [FACTOR]})
    elif text == "timeline":
        tree = _core.from_toml((EXAMPLES / "timeline.toml").read_text())
        criteria = tree["timeline"]["criteria"]
        tree["timeline"]["criteria"] = {NAME + key: value for key, value in criteria.items()}
        text = json.dumps(tree)
    file = Path("a.json" if text.startswith("{") else "a.csv")
    file.write_text(text)
    written: list[str] = []
    save = figure.savefig

    def saved(self: Any, *given: Any, **named: Any) -> None:
        written.extend(one.get_text() for one in self.findobj(lambda one: hasattr(one, "get_text")))
        save(self, *given, **named)

    monkeypatch.setattr(figure, "savefig", saved)
    code, _, err = command(*(file if word == "@" else word for word in words), "--plot", "a.svg")
    assert code == 0 and not RAW.search(err), err
    assert written and not RAW.search("".join(written))
    if name in ("fit counts", "fit lives", "timeline"):
        assert any("frac" in one and r"\x1b]0;x\x07\u202e_" in one for one in written)


# ---- data


def test_csv_rows_of_our_own_are_data(command: Command) -> None:
    code, out, err = command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2")
    assert (code, err) == (0, "")
    assert len(list(csv.reader(io.StringIO(out)))) == 3


def test_door_is_the_stream_but_for_what_is_written() -> None:
    door: Any = Door(io.StringIO())
    assert door.write(INLINE) == len(INLINE)
    door.writelines(["\x1b", "a\n"])
    assert door.getvalue() == visible(INLINE) + "\\x1ba\n" and not door.isatty()
