# SPDX-License-Identifier: Apache-2.0
"""What people see: every command at every width, on a terminal and in a pipe."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import struct
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text

import scaling_limits as sl
from scaling_limits.cli import main
from scaling_limits.cli._tables import Table, console, human
from scaling_limits.cli.reproduce import computed_text

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WIDTHS = (40, 60, 80, 120)
COMMANDS = {
    "plan": ["run.toml"],
    "compare": ["run.toml"],
    "limits": ["limits.toml"],
    "timeline": ["timeline.toml"],
    "uncertain": ["uncertain.toml"],
    "cost": ["cost.toml"],
    "sites": ["sites.toml"],
    "workers": ["search.toml"],
    "simulate": ["run.toml", "--relative-accuracy", "0.01"],
    "step": ["step.toml"],
    "layouts": ["layouts.toml"],
    "fields": [],
    "reproduce": [],
    "sweep": ["run.toml", "--over", "gpus=1e4:1e6:3:log"],
    "ask": ["ask.json"],
    "describe": [],
}
DATA = ("sweep", "ask", "describe")  # one form, whoever reads it
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")

MONEY = r"USD|million USD|billion USD|t|[kMGT]Wh"
UNIT = rf"(?: (?:%|{MONEY}|s|min|h|d|yr|ms|us|ns|[kMGTPE]i?[Bb](?:/s)?|B(?:/s)?|GPUs|million|failures|\[B\])(?![\w/]))?"
NUMBER = re.compile(rf"(?<![\w.,])[-+~]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?%?{UNIT}")


def arguments(name: str) -> list[str]:
    return [name, *(str(EXAMPLES / one) if one.endswith((".toml", ".json")) else one for one in COMMANDS[name])]


def run(*words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert not end.value.code


@pytest.fixture
def piped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def found(*words: str, columns: int | None = None) -> str:
        monkeypatch.delenv("COLUMNS", raising=False)
        if columns is not None:
            monkeypatch.setenv("COLUMNS", str(columns))
        run(*words)
        out, err = capsys.readouterr()
        assert all(line.startswith("scaling-limits: remark: ") for line in err.splitlines())  # on what is unusual
        return out

    return found


def on_terminal(columns: int, do: Callable[[int], None]) -> str:
    """What a terminal of so many columns is sent, without its colours."""
    try:
        master, slave = os.openpty()
    except OSError as error:  # a bare machine, without /dev/pts
        pytest.skip(f"no pseudo-terminal here: {error.strerror}")
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    seen = bytearray()

    def read() -> None:
        try:
            while piece := os.read(master, 65536):
                seen.extend(piece)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    try:
        do(slave)
    finally:
        os.close(slave)
        reader.join()
        os.close(master)
    return re.sub(r"\x1b\[[\d;]*m", "", seen.decode()).replace("\r\n", "\n")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def found(*words: str, columns: int) -> str:
        monkeypatch.delenv("COLUMNS", raising=False)

        def do(slave: int) -> None:
            with monkeypatch.context() as patch, open(slave, "w", closefd=False) as terminal:
                patch.setattr(sys, "stdout", terminal)
                run(*words)

        return on_terminal(columns, do)

    return found


def numbers(text: str) -> Counter[str]:
    return Counter(number for line in text.splitlines() for number in NUMBER.findall(line))


def check(name: str, text: str, columns: int, whole: str) -> None:
    """A text for so many columns beside that of a pipe: the same digits, with their units; nothing cut, nothing padded."""
    if name in DATA:
        assert text == whole
        return
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= columns
    assert [line for line in lines if line != line.rstrip()] == []
    assert "…" not in text and "..." not in text
    seen, there = numbers(text), numbers(whole)
    assert seen <= there if "not shown for want of" in text else seen == there


def answers(name: str, answer: Any) -> tuple[list[str], list[str]]:
    """Names, and numbers as they are printed, that are there at any width."""
    limits = answer["limits"].values() if name in ("plan", "limits") else ()
    sizes = [f"{x[name]:,.0f}" for x in limits for name in ("value", "low", "high")]
    sizes += [f"{x['goodput']:.1%}" for x in limits]
    if name == "plan":
        numbers = [human(answer[name], "s") for name in ("mtbf", "interval", "interval_low", "interval_high")]
        numbers += [f"{answer[name]:.2%}" for name in ("goodput", "goodput_low", "goodput_high")]
        levers = next(iter(answer["limits"].values()))["levers"]
        return [*answer["limits"], *answer["breakdown"], *levers], numbers + sizes
    if name == "limits":
        return [*answer["limits"]], sizes
    if name == "cost":
        amounts = (answer["total"], *answer["by_term"].values(), *(x for x in answer["by_kind"].values() if x))
        return [*answer["by_term"], *answer["by_kind"]], [human(x, "USD") for x in amounts] + [human(answer["carbon"], "kg")]
    if name == "compare":
        intervals = [human(row["interval"], "s") for row in answer["rows"] if row["interval"] != "unlimited"]
        return [row["name"] for row in answer["rows"]], intervals + [f"{row['goodput']:.2%}" for row in answer["rows"]]
    if name == "simulate":
        return [*answer["breakdown"]], [f"{answer['goodput']:.5%}", f"{answer['closed_form']:.5%}", f"{answer['failures']:,}"]
    if name == "timeline":
        return [*answer["binds_in"]], [f"{year:.2f}" for year in answer["binds_in"].values()]
    if name == "uncertain":
        one = answer["answers"]["value"]
        return [row["input"] for row in one["tornado"]], [human(row["value"], "1") for row in one["quantiles"]]
    if name in ("step", "layouts"):
        parts = answer["step"]["breakdown"]
        return [*parts], [human(seconds, "s") for seconds in (*parts.values(), answer["step"]["time"])]
    if name == "reproduce":
        rows = sl.published.reproduce()
        return [row.id for row in rows], [text for row in rows for text in (row.printed, computed_text(row))]
    if name == "fields":
        return [row["name"] for kinds in answer["kinds"].values() for kind in kinds.values() for row in kind["fields"]], []
    return [], []


def stands(one: str, text: str) -> bool:
    """Whether a text holds it whole, not as a part of a longer word or number."""
    at = text.find(one)
    while at >= 0:
        end = at + len(one)
        if not re.match(r"[\w.,]", text[max(at - 1, 0) : at]) and not re.match(r"[\w,]|\.\d", text[end : end + 2]):
            return True
        at = text.find(one, at + 1)
    return False


@pytest.mark.parametrize("name", COMMANDS)
def test_every_answer_is_there_at_every_width(
    name: str, piped: Callable[..., str], shown: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = arguments(name)
    whole = piped(*words)
    names, values = answers(name, None if name in DATA else json.loads(piped(*words, "--json")))
    for k, columns in enumerate(WIDTHS):
        monkeypatch.setenv("TERM", ("xterm-256color", "dumb")[k % 2])
        monkeypatch.delenv("NO_COLOR", raising=False)
        if k == 2:
            monkeypatch.setenv("NO_COLOR", "1")
        text = piped(*words, columns=columns)
        assert shown(*words, columns=columns) == text
        check(name, text, columns, whole)
        for one in (*names, *values):
            assert stands(one, text), (columns, one)


@pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
def test_a_process_of_its_own_on_a_terminal(term: str, piped: Callable[..., str]) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")} | {"TERM": term}
    command = [sys.executable, "-m", "scaling_limits.cli", *arguments("limits")]

    def do(slave: int) -> None:
        subprocess.run(command, stdout=slave, stderr=slave, stdin=slave, check=True, env=environment)

    text = on_terminal(40, do)
    assert text == piped(*arguments("limits"), columns=40)
    assert "189,237" in text


@pytest.mark.parametrize("name", ["simulate", "sweep"])
def test_a_progress_bar_leaves_the_answer_alone(name: str, piped: Callable[..., str]) -> None:
    whole = piped(*arguments(name))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "scaling_limits.cli", *arguments(name)]
    answers = []

    def do(slave: int) -> None:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=slave, text=True, env=environment)
        answers.append(done.stdout)

    bar = on_terminal(40, do)
    assert answers == [whole]
    assert name in bar and bar.endswith("\x1b[2K")  # the bar, and that it is gone
    both = on_terminal(200, lambda slave: subprocess.run(command, stdout=slave, stderr=slave, env=environment))
    assert both.endswith("\x1b[2K" + whole)


@pytest.mark.parametrize("columns", ["", "0", "-3", "wide", "1e3"])
def test_columns_that_say_nothing_are_no_limit(columns: str, piped: Callable[..., str]) -> None:
    whole = piped(*arguments("layouts"))
    assert piped(*arguments("layouts"), columns=columns) == whole
    assert max(map(len, whole.splitlines())) > 100


def test_a_terminal_that_does_not_know_its_width(shown: Callable[..., str]) -> None:
    assert shown(*arguments("plan"), columns=0) == shown(*arguments("plan"), columns=80)


def test_limits_without_a_number_say_why_at_every_width(tmp_path: Path, piped: Callable[..., str]) -> None:
    file = tmp_path / "run.toml"
    file.write_text(BARE)
    for columns in WIDTHS:
        words = " ".join(piped("plan", str(file), columns=columns).split())
        assert "no limit" in words
        for limit in json.loads(piped("plan", str(file), "--json"))["limits"].values():
            assert limit["note"] in words


def test_a_factor_may_have_the_name_of_a_column(tmp_path: Path, piped: Callable[..., str]) -> None:
    file = tmp_path / "limits.toml"
    file.write_text((EXAMPLES / "limits.toml").read_text().replace("half_size", 'name = "goodput"\nhalf_size'))
    row = next(line for line in piped("limits", str(file)).splitlines() if line.startswith("peak_throughput")).split()
    numbers = ["189,237", "99,003", "252,188", "44,861", "34.8%", "68.1%"]
    assert row == ["peak_throughput", *numbers, "goodput", "start", "gpu_mttf", "3.7%", "31.1%", "0.0%", "65.2%"]


# the table itself


def drawn(table: Table, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    console().print(table)
    return capsys.readouterr().out.splitlines()


def test_a_table_gives_way_step_by_step(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("name", "size", "worth in all", "what it takes")
    table = Table("Sizes", *names, right=names[1:3], side=[("worth in all",)], words=names[3:])
    table.add_row("one", "189,237 GPUs", "12,345.6 s", "no more than what there is, 400 GB/s and 2 TB of it")
    table.add_row("another", Text("7"), "8 s")
    assert drawn(table, 100, monkeypatch, capsys) == [
        "Sizes",
        "name             size  worth in all  what it takes",
        "one      189,237 GPUs    12,345.6 s  no more than what there is, 400 GB/s and 2 TB of it",
        "another             7           8 s",
    ]
    assert drawn(table, 60, monkeypatch, capsys)[2:5] == [
        "one      189,237 GPUs    12,345.6 s  no more than what there",
        "                                     is, 400 GB/s and 2 TB",
        "                                     of it",
    ]
    assert drawn(table, 40, monkeypatch, capsys) == [
        "Sizes",
        "name             size  worth in all",
        "one      189,237 GPUs    12,345.6 s",
        "  no more than what there is, 400 GB/s",
        "  and 2 TB of it",
        "another             7           8 s",
    ]
    assert drawn(table, 33, monkeypatch, capsys)[1:4] == [
        "name             size    worth in",
        "                              all",
        "one      189,237 GPUs  12,345.6 s",
    ]
    assert drawn(table, 25, monkeypatch, capsys) == [
        "Sizes",
        "name             size",
        "one      189,237 GPUs",
        "  no more than what there",
        "  is, 400 GB/s and 2 TB",
        "  of it",
        "another             7",
        "not shown for want of",
        "room: worth in all",
    ]
    assert drawn(table, 20, monkeypatch, capsys)[1:9] == [
        "one",
        "  size",
        "    189,237 GPUs",
        "  worth in all",
        "    12,345.6 s",
        "  what it takes",
        "    no more than",
        "    what there is,",
    ]


def test_texts_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("[bold]", "name", "note", words=("note",))
    table.add_row("步进", "[red] :smile: [/]")
    table.add_row("b", "c")
    assert drawn(table, 80, monkeypatch, capsys) == ["[bold]", "name  note", "步进  [red] :smile: [/]", "b     c"]


# reproduce


def test_computed_values_are_in_the_unit_and_digits_of_the_published_ones() -> None:
    rows = {row.id: row for row in sl.published.reproduce()}
    for one, text in {
        "epoch.mtbf_100k": "30 min",
        "epoch.interval": "4 min",
        "epoch.limit_fixed": "72 million",
        "epoch.goodput_90_chinchilla": "1.35e5",
        "gemini.placement_3": "80.0 %",
        "llama3.gpu_mttf": "50,677 h",
    }.items():
        assert computed_text(rows[one]) == text
    number = re.compile(r"[\d,]+(\.\d+)?(e\d+)?")
    for row in rows.values():
        printed, computed = number.search(row.printed), number.search(computed_text(row))
        assert printed and computed
        assert len(computed[1] or "") == len(printed[1] or "")
        assert bool(computed[2]) == bool(printed[2])
        assert computed_text(row)[computed.end() :] == row.printed[printed.end() :]
        scale = row.published / float(printed[0].replace(",", ""))
        last = 10.0 ** -max(0, len(printed[1] or "") - 1) * (10.0 ** int(computed[2][1:]) if computed[2] else 1)
        assert float(computed[0].replace(",", "")) * scale == pytest.approx(row.computed, abs=0.5000001 * last * scale)


# sweep


BARE = '[run]\ngpus = 16\ngpu_mttf = "9 h"\ncheckpoint_bytes = 0\nwrite_bandwidth = "2 TB/s"\n'


def swept(piped: Callable[..., str], folder: Path, text: str, *options: str) -> list[dict[str, str]]:
    file = folder / "run.toml"
    file.write_text(text)
    return list(csv.DictReader(io.StringIO(piped("sweep", str(file), *options))))


def test_heads_are_names_and_digits_are_all_there(piped: Callable[..., str], tmp_path: Path) -> None:
    criteria = ("goodput_at_least=0.9", "goodput_at_least=90 %", "elasticity_at_least=-0.5", "elasticity_at_least=0.5")
    options = [word for one in criteria for word in ("--criterion", one)]
    ranges = ("--over", "run.gpus=1e4:1e6:4:log", "--over", "growth.checkpoint_bytes=0:1:2")
    rows = swept(piped, tmp_path, (EXAMPLES / "run.toml").read_text(), *ranges, *options)
    assert len(rows) == 8
    assert [name for name in rows[0] if not re.fullmatch(r"[a-z][a-z0-9_]*", name)] == []
    assert {"gpus", "growth_checkpoint_bytes", "goodput", "interval", "goodput_at_least_0_9"} <= set(rows[0])
    assert {"goodput_at_least_90_", "elasticity_at_least_minus_0_5", "elasticity_at_least_0_5_status"} <= set(rows[0])
    for row in rows:
        assert row["goodput_at_least_0_9"] == row["goodput_at_least_90_"]
        for name, cell in row.items():
            assert name.endswith(("status", "note")) or cell == repr(float(cell))


def test_no_number_is_an_empty_cell_and_unlimited_is_inf(piped: Callable[..., str], tmp_path: Path) -> None:
    rows = swept(piped, tmp_path, BARE, "--over", "gpus=1:2:2", "--criterion", "peak_throughput")
    assert [(row["peak_throughput"], row["peak_throughput_status"]) for row in rows] == [("inf", "no limit")] * 2
    late = BARE.replace("= 0", "= 1e12") + '[strategy]\ninterval = "1 s"\npersist_latency = "1 min"\n'
    assert {row["goodput"] for row in swept(piped, tmp_path, late, "--over", "gpus=1:2:2")} == {""}


def test_parquet_by_suffix(piped: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from scaling_limits.cli import sweep as module

    monkeypatch.setattr(module, "CHUNK", 2)  # several row groups
    words = [*arguments("sweep"), "--criterion", "peak_throughput"]
    assert piped(*words, "-o", str(tmp_path / "x.parquet")) == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == [".x.parquet.written", "x.parquet"]
    table = parquet.read_table(tmp_path / "x.parquet").to_pydict()
    rows = list(csv.DictReader(io.StringIO(piped(*words))))
    assert list(table) == list(rows[0])
    for name, column in table.items():
        assert [str(value) for value in column] == [row[name] for row in rows]
