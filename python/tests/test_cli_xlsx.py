# SPDX-License-Identifier: Apache-2.0
"""--xlsx of every command that prints a table: read back, numbers are numbers and the same as those of --json."""

from __future__ import annotations

import json
import math
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from test_bookkeeping import HEAD, ROWS
from test_cli_calibrate import HEAD as STEPS_HEAD
from test_cli_calibrate import MACHINE
from test_cli_calibrate import ROWS as STEPS
from test_cli_tables import COMMANDS, DATA, EXAMPLES, arguments

import scaling_limits as sl
from scaling_limits.cli import COMMANDS as ALL
from scaling_limits.cli import main

openpyxl = pytest.importorskip("openpyxl")
pytestmark = pytest.mark.skipif(not EXAMPLES.exists(), reason="installed without the source tree")
ASSUMPTIONS = "units and assumptions"

LOG = "start,node,cause\n" + "".join(f"2025-03-{d:02},n{d % 3},{'gpu' if d % 2 else 'net'}\n" for d in range(1, 20))


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def lines(tmp_path: Path) -> dict[str, list[str]]:
    """A command line of every command that prints tables."""
    (tmp_path / "log.csv").write_text(LOG)
    found = {name: arguments(name)[1:] for name in COMMANDS if name not in DATA}
    found["fit"] = [str(tmp_path / "log.csv")]
    (tmp_path / "attempts.csv").write_text(HEAD + ROWS)
    found["goodput"] = [str(tmp_path / "attempts.csv")]
    (tmp_path / "steps.csv").write_text(STEPS_HEAD + STEPS)
    (tmp_path / "machine.toml").write_text(MACHINE)
    found["calibrate"] = [str(tmp_path / "steps.csv"), "--machine", str(tmp_path / "machine.toml")]
    return found


def sheets(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    book = openpyxl.load_workbook(path)
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}


def columns(rows: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    return {str(head): [row[k] for row in rows[1:]] for k, head in enumerate(rows[0]) if head is not None}


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - set(DATA) | {"calibrate", "fit", "goodput"}))
def test_every_command_that_prints_a_table(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = lines(tmp_path)[name]
    path = tmp_path / "out.xlsx"
    code, out, err = run(capsys, name, *words, "--xlsx", path)
    assert code == 0, err
    assert out == run(capsys, name, *words)[1] or name == "simulate"  # what is printed is the same
    found = sheets(path)
    assert list(found)[-1] == ASSUMPTIONS
    tables = {title: rows for title, rows in found.items() if title not in ("answer", ASSUMPTIONS)}
    assert tables
    numbers = [cell for rows in tables.values() for row in rows[1:] for cell in row if isinstance(cell, (int, float))]
    assert numbers or name == "fields"
    for rows in tables.values():
        first = 1 + (rows[0][0] == "section")  # after what names the row
        for cell in (cell for row in rows[1:] for cell in row[first:] if isinstance(cell, str)):
            assert not re.fullmatch(r"[-+]?[\d,]*\.?\d+%?", cell), cell  # no number is a text
    said = found[ASSUMPTIONS]
    assert said[0][1].startswith(f"scaling-limits {name}") and sl.__version__ in said[1][1]


def test_commands_of_data_have_none() -> None:
    from click import Context

    from scaling_limits.cli._command import application

    commands = application(ALL)
    with_option = set()
    for name in commands.list_commands(Context(commands)):
        command = commands.get_command(Context(commands), name)
        assert command is not None
        if any("--xlsx" in param.opts for param in command.params):
            with_option.add(name)
    assert with_option.isdisjoint(DATA) and set(COMMANDS) - set(DATA) <= with_option


def test_numbers_are_those_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.xlsx"
    words = arguments("plan")
    assert run(capsys, *words, "--xlsx", path)[0] == 0
    answer = json.loads(run(capsys, *words, "--json")[1])
    found = sheets(path)
    where = columns(next(rows for title, rows in found.items() if title == "Where the time goes"))
    shares = dict(zip(where["term"], where["share"], strict=True))
    run_of = sl.TrainingRun(**tomllib.loads((EXAMPLES / "run.toml").read_text())["run"])
    expected = sl.strategies.blocking().breakdown(run_of)
    assert shares["checkpoint"] == pytest.approx(float(expected["checkpoint"]), rel=1e-12)
    assert json.dumps(answer).count(f"{shares['useful']:.10f}"[:10]) >= 1


@pytest.mark.parametrize("name", ["plan", "limits", "compare", "cost"])
@pytest.mark.parametrize(
    "said",
    ['causes = "{}"', 'cause = "{}"', 'cause = {{preset = "{}"}}', 'causes = "{}"\ncause = {{name = "own", mtbf = "9 d"}}'],
)
def test_rows_of_a_ready_made_list_are_told_one_by_one(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, path = tmp_path / "run.toml", tmp_path / "out.xlsx"
    lines = (EXAMPLES / ("cost.toml" if name == "cost" else "run.toml")).read_text()
    lines = re.sub("(?m)^gpu_mttf.*$", "", lines)  # each row of this list has a rate of its own
    file.write_text(said.format("delta_a100") + "\n" + lines)
    code, _, err = run(capsys, name, file, "--xlsx", path)
    assert code == 0, err
    told = [row for row in sheets(path)[ASSUMPTIONS] if str(row[0]).startswith("cause.")]
    names = {row[0]: row[2] for row in told if row[1] == "name"}
    expected = [cause.name for cause in sl.published.causes["delta_a100"]] + ["own"] * ("own" in said)
    assert names == {f"cause.{k}": name for k, name in enumerate(expected)}
    assert {row[4] for row in told if row[1] == "name"} == {"given"}
    assert {row[4] for row in told if row[1] == "mttf" and row[0] != "cause.2"} == {"given"}  # as the list says
    assert {row[4] for row in told if row[1] == "extra_restart"} == {"default"}  # which no row says


def test_answers_of_sentences_are_numbers_with_their_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.csv"
    log.write_text("start\n" + "\n".join(str(10_000 * k) for k in range(9)))
    from_log = ("--from-log", log, "--log-gpus", "16384")
    for k, words in enumerate((arguments("plan"), [*arguments("plan"), *from_log])):
        path = tmp_path / f"plan{k}.xlsx"
        assert run(capsys, *words, "--xlsx", path)[0] == 0
        answer, found = json.loads(run(capsys, *words, "--json")[1]), sheets(path)
        where = columns(found["answers in SI"])
        held = dict(zip(where["answer"], zip(where["value"], where["unit of value"], strict=True), strict=True))
        for column in sl.catalog.describe()["questions"]["assess"]["columns"]:
            value = answer.get(column["name"])
            if isinstance(value, float):
                unit = None if column["unit"] == "1" else column["unit"]
                assert held[column["name"]] == (pytest.approx(value, rel=1e-14), unit)  # openpyxl writes 16 digits
        assert [held[f"band.{end}"][0] for end in ("shortest", "longest")] == pytest.approx(answer["interval_band"])
        sizes = columns(next(rows for rows in found.values() if "size at +1 %" in rows[0]))
        assert all(isinstance(cell, (int, float)) for name in ("size", "size at +1 %") for cell in sizes[name])
    left_open = columns(next(rows for title, rows in found.items() if title.startswith("what the log leaves")))
    ends = dict(zip(left_open["answer"], left_open["value"], strict=True))
    assert ends["mtbf.low"] == pytest.approx(answer["from_log"]["mtbf"]["low"])


def test_units_and_what_was_assumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "step.xlsx"
    assert run(capsys, *arguments("step"), "--xlsx", path)[0] == 0
    found = sheets(path)
    heads = [str(head) for rows in found.values() for head in rows[0]]
    assert "time [s]" in heads and any(head.endswith("[B]") for head in heads)
    path = tmp_path / "plan.xlsx"
    assert run(capsys, *arguments("plan"), "--xlsx", path)[0] == 0
    fields = {(row[0], row[1]): row[2:] for row in sheets(path)[ASSUMPTIONS] if row[0] == "run"}
    content = tomllib.loads((EXAMPLES / "run.toml").read_text())["run"]
    assert fields["run", "gpus"] == (content["gpus"], "1", "given")
    assert fields["run", "gpu_mttf"][:2] == (sl.TrainingRun(**content).gpu_mttf, "s")
    assert set(content) <= {field for _, field in fields}
    defaults = {field for (_, field), row in fields.items() if row[2] == "default"}
    assert defaults.isdisjoint(content)


def test_texts_stay_texts(tmp_path: Path) -> None:
    from scaling_limits.cli._tables import Table, human, spelled
    from scaling_limits.cli._xlsx import Book

    table = Table("=1+1 [x]: a/b", "name", "value", "share", "either")
    table.add_row("=HYPERLINK(1)", human(3600, "s"), spelled(0.1234567, ".1%"), human(5e12, "B"))
    table.add_row("+cmd|' /C calc'!A0", human(math.inf, "s"), "12.5%", human(60, "s"))
    table.add_row("a\x00b\x1b\ud800\ufffe\u202e", human(math.nan, "s"), "1,234", "-")
    table.add_row("1e5", "", "", "x" * 40_000)
    book = Book()
    book.table(table)
    book.table(table)
    book.text("=2+2")
    book.save(tmp_path / "t.xlsx", "=command", None)
    loaded = openpyxl.load_workbook(tmp_path / "t.xlsx")
    assert [sheet.title for sheet in loaded] == ["answer", "=1+1 x a b", "=1+1 x a b 2", ASSUMPTIONS]
    sheet = loaded["=1+1 x a b"]
    assert all(cell.data_type != "f" for one in loaded for row in one.iter_rows() for cell in row)
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("name", "value [s]", "share", "either", "unit of either")
    assert rows[1] == ("=HYPERLINK(1)", 3600, 0.1234567, 5e12, "B")
    assert rows[2] == ("+cmd|' /C calc'!A0", "unlimited", 0.125, 60, "s")
    assert rows[3] == (r"a\x00b\x1b\ud800\ufffe" + "\u202e", None, 1234, "-", None)
    assert rows[4][0] == "1e5"  # a node may be called so
    assert len(rows[4][3]) == 32_767 and rows[4][3].endswith("x ... (cut: a cell holds 32,767 of its 40,000 characters)")


NAMES = ("=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "#N/A", "https://example.org", "=cmd|' /C calc'!A0", "a\x1b]0;b\x07")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_file_is_text_in_every_workbook(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("zarr")
    run_ = tomllib.loads((EXAMPLES / "run.toml").read_text())["run"]
    factor = [{"kind": "power_law", "name": name, "ratio": 0.1, "gpus": 1e4, "exponent": 0.9}]
    (tmp_path / "f.json").write_text(json.dumps({"run": run_, "factor": factor}))
    of_limits = [(tmp_path / "f.json"), "--criterion", "peak_throughput"]
    for k, words in enumerate((["sweep", *of_limits[:1], "--over", "gpus=1e4:2e4:2", "-o"], ["limits", *of_limits, "--xlsx"])):
        path = tmp_path / f"{k}.xlsx"
        code, _, err = run(capsys, *words, path)
        assert code == 0, err
        cells = [cell for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for cell in row if cell.value]
        assert {cell.data_type for cell in cells if cell.data_type != "n"} == {"s"}
        assert not any(cell.hyperlink for cell in cells)
        shown = re.sub(r"[\x00-\x08\x0e-\x1f]", lambda found: f"\\x{ord(found[0]):02x}", name).replace("\r", "\n")
        assert any(shown.strip() in str(cell.value) for cell in cells), {cell.value for cell in cells}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--xlsx", "{}/out.csv"], "must end in .xlsx"),
        (["--xlsx", "{}/none/out.xlsx"], "cannot write there"),
        (["--xlsx", "{}"], "is a directory"),
        (["--xlsx", "{}/out.xlsx", "--json"], "give one of them"),
        (["--xlsx", "{}/out.xlsx", "--criterion", "x"], "unknown criterion"),
    ],
)
def test_what_is_refused_writes_nothing(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *arguments("limits"), *(word.format(tmp_path) for word in words))
    assert code in (2, 3) and message in err and "Traceback" not in err
    assert list(tmp_path.iterdir()) == []
