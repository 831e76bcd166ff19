# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import scaling_limits as sl
from scaling_limits.cli import main
from scaling_limits.cli._tables import human

EXAMPLE = """\
[run]
gpus = 16384
gpu_mttf = "50000 h"
checkpoint_bytes = "5 TB"
write_bandwidth = "2 TB/s"
initialization_time = "5 min"
"""


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys = capsys
        self.folder = folder

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([*arguments])
        out, err = self.capsys.readouterr()
        code = end.value.code
        return (code if isinstance(code, int) else 0 if code is None else 1), out, err

    def file(self, text: str, name: str = "run.toml") -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.delenv("COLUMNS", raising=False)  # a pipe
    return Command(capsys, tmp_path)


# reproduce


def test_reproduce_prints_the_table(command: Command) -> None:
    code, out, _ = command("reproduce")
    assert code == 0
    for value in ("30 min", "2.5 s", "2.1 %", "72 million", "15.9 %", "5.74e7", "0.4505", "1.8 h", "50,677 h", "1.12773e9 B/s"):
        assert value in out
    assert "OUT" not in out


def test_reproduce_counts_published_deviating_and_derived_rows_apart(command: Command) -> None:
    found = sl.published.report()
    code, out, _ = command("reproduce")
    assert code == 0
    lines = out.splitlines()
    assert lines[-1] == found["text"]
    ids = [row.id for row in found["rows"]]
    where = [lines.index(title) for title in sl._core.published.titles.values()]
    assert where == sorted(where)
    for row in found["rows"]:
        at = next(k for k, line in enumerate(lines) if line.startswith(f"{row.id} "))
        assert where[("published", "deviating", "derived").index(row.group)] < at
        assert f" {row.status} " in lines[at]
    # one reason for many rows is given once
    reasons = {(row.known_reason, row.inputs, row.quantity) for row in found["rows"] if row.group == "deviating"}
    for reason, inputs, quantity in reasons:
        alike = [row for row in found["rows"] if (row.known_reason, row.inputs, row.quantity) == (reason, inputs, quantity)]
        off = [abs(row.known_deviation) for row in alike]
        worst = alike[off.index(max(off))]
        if len(alike) == 1:
            assert f"{worst.id} deviates by {100 * worst.known_deviation:+.2f} %: {reason}" in lines
        else:
            said = f"{len(alike)} rows ({inputs}; {quantity}) deviate by {100 * sum(off) / len(off):.2f} % in the mean, "
            assert f"{said}{100 * worst.known_deviation:+.2f} % at worst ({worst.id}): {reason}" in lines
    assert len(ids) == sum(found[group]["count"] for group in ("published", "deviating", "derived"))


def test_reproduce_json_has_the_keys_of_the_registry(command: Command) -> None:
    code, out, _ = command("reproduce", "--json")
    assert code == 0
    found = json.loads(out)
    expected = sl.published.report()
    assert found == expected | {name: [row.as_dict() for row in expected[name]] for name in ("rows", "families")}
    code, out, _ = command("reproduce", "--only", "epoch.interval", "--json")
    assert (code, json.loads(out)["families"]) == (0, [])


def test_reproduce_has_one_rate_beside_four_constants(command: Command) -> None:
    code, out, _ = command("reproduce")
    assert code == 0
    lines = out[out.index("Errors by family") :].splitlines()
    assert lines[2].split("  ")[0] == "family"
    sections = dict.fromkeys(one.by for one in sl.published.report()["families"])
    assert [line for line in lines if line in sections] == [*sections][1:]  # the first says all there is to say
    for one in sl.published.report()["families"]:
        errors = (one.mean_error, one.worst_error, one.one_rate_mean_error, one.one_rate_worst_error)
        assert [one.family, f"{one.rows}", *(f"{error:.1%}" for error in errors)] in [re.split(" {2,}", line) for line in lines]
    assert sl._core.published.one_rate_legend in lines
    assert "Errors by family" not in command("reproduce", "--only", "epoch.interval")[1]


def test_reproduce_csv_goes_to_stdout_or_a_file(command: Command, tmp_path: Path) -> None:
    code, out, _ = command("reproduce", "--csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["id"] for row in rows] == [row.id for row in sl.published.reproduce()]
    assert float(rows[0]["computed"]) == 1800
    code, out, _ = command("reproduce", "--csv", "--digits", "3")
    short = list(csv.DictReader(io.StringIO(out)))
    assert [row["computed"] for row in short] == [row["computed"] and f"{float(row['computed']):.3g}" for row in rows]
    assert command("reproduce", "--digits", "3")[0] == 2
    _, out, _ = command("reproduce", "--csv")
    target = tmp_path / "rows.csv"
    code, silent, _ = command("reproduce", "--csv", str(target))
    assert (code, silent) == (0, "")
    assert target.read_text() == out


def test_reproduce_only_one_row(command: Command) -> None:
    code, out, _ = command("reproduce", "--only", "epoch.interval", "--json")
    assert (code, [row["id"] for row in json.loads(out)["rows"]]) == (0, ["epoch.interval"])
    code, _, err = command("reproduce", "--only", "epoch.intervall")
    assert code == 2
    assert "epoch.intervall" in err
    assert "did you mean 'epoch.interval'" in err


@pytest.mark.parametrize(("group", "status"), [("published", "OUT"), ("deviating", "CHANGED"), ("derived", "CHANGED")])
def test_reproduce_fails_when_a_value_leaves_its_tolerance(
    group: str, status: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from scaling_limits.cli import reproduce as module

    found = sl.published.report()
    k = next(k for k, row in enumerate(found["rows"]) if row.group == group)
    found["rows"][k] = replace(found["rows"][k], holds=False, status=status)
    monkeypatch.setattr(module, "report", lambda only: found)
    code, out, err = command("reproduce")
    assert code == 1
    assert f" {status} " in out
    assert found["rows"][k].id in err


def test_reproduce_draws_the_figures(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "plots"
    code, _, _ = command("reproduce", "--only", "epoch.interval", "--plots", str(folder))
    assert code == 0
    assert len(list(folder.glob("*.png"))) == 8
    assert [p for p in folder.iterdir() if p.suffix != ".png" or p.name.startswith(".")] == []


def test_an_unwritable_plot_folder_is_found_before_any_work(command: Command, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    code, out, err = command("reproduce", "--plots", str(blocked / "plots"))
    assert (code, out) == (3, "")
    assert "cannot write" in err
    if os.geteuid() != 0:  # root may write everywhere
        locked = tmp_path / "locked"
        locked.mkdir(mode=0o500)
        assert command("reproduce", "--plots", str(locked))[0] == 3


# plan


def test_plan_answers_what_the_library_answers(command: Command) -> None:
    code, out, err = command("plan", command.file(EXAMPLE), "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    run = sl.TrainingRun(
        gpus=16384, gpu_mttf=50_000 * 3600, checkpoint_bytes=5e12, write_bandwidth=2e12, initialization_time=300
    )
    assert answer["interval"] == pytest.approx(run.optimal_interval, rel=1e-15)
    assert answer["goodput"] == pytest.approx(run.goodput, rel=1e-15)
    assert sum(answer["breakdown"].values()) == pytest.approx(1)
    lost = answer["gpu_hours_lost_per_day"]
    assert sum(lost.values()) == pytest.approx(24 * 16384 * (1 - run.goodput))
    assert answer["interval_band"][0] < answer["interval"] < answer["interval_band"][1]
    assert list(answer["limits"]) == ["write_time_equals_mtbf", "goodput_at_least=0.9", "peak_throughput"]
    limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9))
    assert answer["limits"]["goodput_at_least=0.9"]["value"] == pytest.approx(limit.value, rel=1e-14)
    assert answer["limits"]["write_time_equals_mtbf"]["levers"]["gpu_mttf"]["elasticity"] == pytest.approx(1, rel=1e-6)
    assert answer["limits"]["write_time_equals_mtbf"]["levers"]["checkpoint_bytes"]["factor"] == pytest.approx(2)


def test_plan_tells_saves_and_detections_apart(command: Command) -> None:
    seen = {}
    for name in ("blocking", 'just_in_time"\nshare = "80 %', 'verified"\nverification_time = "20 s"\nsilent_share = "30 %'):
        code, out, err = command("plan", command.file(EXAMPLE + f'[strategy]\nname = "{name}"\n'))
        assert (code, err) == (0, "")
        seen[name.split('"')[0]] = next(line for line in out.splitlines() if "interruptions, " in line)
    assert {name: "saves just in time" in line for name, line in seen.items()} == {
        "blocking": False,
        "just_in_time": True,
        "verified": False,
    }
    assert [name for name, line in seen.items() if "detections" in line] == ["verified"]


def test_plan_takes_strategy_growth_and_criteria(command: Command) -> None:
    text = (
        EXAMPLE
        + '[strategy]\nname = "blocking"\ninterval = "10 min"\n[growth]\npreset = "chinchilla"\nwrite_bandwidth = 0.25\n'
    )
    code, out, _ = command("plan", command.file(text), "--json", "--criterion", "elasticity_at_least=0.5")
    assert code == 0
    answer = json.loads(out)
    assert answer["interval"] == 600
    assert answer["growth"] == {"checkpoint_bytes": 0.5, "write_bandwidth": 0.25}
    assert list(answer["limits"]) == ["elasticity_at_least=0.5"]


def test_plan_prints_tables_and_a_figure(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "plan.png"
    code, out, _ = command("plan", command.file(EXAMPLE), "--plot", str(target))
    assert code == 0
    for text in ("save every", "goodput", "GPU-hours lost a day", "peak_throughput", "What each lever would buy"):
        assert text in out
    assert target.read_bytes().startswith(b"\x89PNG")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["plan.png", "run.toml"]


def test_the_shipped_example_runs(command: Command) -> None:
    example = Path(__file__).parents[2] / "examples" / "run.toml"
    if not example.exists():
        pytest.skip("installed without the source tree")
    assert command("plan", str(example))[0] == 0


BAD_FILES = [
    ('gpus = 16384\ngpu_mttf = "50000 h', "broken", ["not valid TOML", "line 2", "column"]),
    ("[run]\n" + "gpu = 3\n", "unknown key", ["[run]", "no field 'gpu'", "did you mean 'gpus'"]),
    (EXAMPLE.replace("[run]", "[Run]"), "wrong table", ["unknown table [Run]", "did you mean 'run'"]),
    ('[growth]\npreset = "fixed"\n', "no run", ["has no table [run]"]),
    (EXAMPLE + "[strateg]\n", "unused table", ["unknown table [strateg]", "did you mean 'strategy'"]),
    ("x = 1\n" + EXAMPLE, "stray key", ["unknown key 'x' outside any table"]),
    ("run = 3\n", "no table", ["[run]"]),
    (EXAMPLE.replace('"5 TB"', '"5 s"'), "wrong unit", ["[run]", "checkpoint_bytes: '5 s' is a quantity in s", "in B"]),
    (EXAMPLE.replace('"5 TB"', "2020-01-01"), "date", ["line ", "run.checkpoint_bytes is a date or a time"]),
    (EXAMPLE.replace("gpus = 16384", 'gpus = "15360 %"'), "per cent", ["[run]", "gpus: '15360 %' is in per cent"]),
    (EXAMPLE.replace('"5 TB"', '"five TB"'), "no number", ["checkpoint_bytes: 'five TB'", "quantity in B"]),
    (EXAMPLE.replace('"5 TB"', '""'), "empty", ["checkpoint_bytes: ''", "empty"]),
    (EXAMPLE.replace('"5 TB"', "true"), "boolean", ["checkpoint_bytes = true", ">= 0", "[B]"]),
    (EXAMPLE.replace('"5 TB"', "[1, 2]"), "list", ["checkpoint_bytes must be one number"]),
    (EXAMPLE.replace('"5 TB"', "nan"), "nan", ["[run]", "checkpoint_bytes = nan", ">= 0"]),
    (EXAMPLE.replace('"5 TB"', "inf"), "inf", ["checkpoint_bytes = inf", "finite", "[B]"]),
    (EXAMPLE.replace("gpus = 16384", "gpus = 0"), "zero", ["gpus = 0 must be > 0"]),
    (EXAMPLE.replace("gpus = 16384", "gpus = -1"), "negative", ["gpus = -1 must be > 0"]),
    (EXAMPLE.replace('gpu_mttf = "50000 h"\n', ""), "missing", ["[run]", "needs 'gpu_mttf'"]),
    (EXAMPLE + '[strategy]\nname = "blokking"\n', "strategy", ["[strategy]", "'blokking'", "did you mean 'blocking'"]),
    (EXAMPLE + "[strategy]\nname = 3\n", "strategy type", ["[strategy]", "name must be a text"]),
    (EXAMPLE + "[strategy]\nslow = 0.1\n", "strategy key", ["[strategy]", "no field 'slow'", "did you mean 'slowdown'"]),
    (EXAMPLE + "[strategy]\nslowdown = 1.0\n", "strategy range", ["[strategy]", "slowdown = 1 must be in [0, 1)"]),
    (EXAMPLE + '[growth]\npreset = "chinchila"\n', "growth preset", ["[growth]", "'chinchila'", "did you mean 'chinchilla'"]),
    (EXAMPLE + "[growth]\ngpus = 1\n", "growth of size", ["[growth]", "gpus"]),
    (EXAMPLE + "[growth]\ncheckpoint_bytes = inf\n", "growth inf", ["[growth]", "checkpoint_bytes", "finite"]),
]


@pytest.mark.parametrize(("text", "_", "expected"), BAD_FILES, ids=[name for _, name, _ in BAD_FILES])
@pytest.mark.parametrize("name", ["plan", "sweep"])
def test_a_bad_file_is_refused_with_file_field_value_and_bounds(
    command: Command, name: str, text: str, _: str, expected: list[str]
) -> None:
    file = command.file(text)
    options = ["--over", "gpus=1e4:1e5:2"] if name == "sweep" else []
    if name == "sweep" and "gpus = " in "".join(expected):
        options = ["--over", "downtime=1:2:2"]
    code, out, err = command(name, file, *options)
    assert (code, out) == (2, "")
    assert file in err
    for part in expected:
        assert part in err
    assert "Traceback" not in err


def test_an_interval_too_short_for_one_write_in_flight(command: Command) -> None:
    file = command.file(EXAMPLE + '[strategy]\ninterval = "1 s"\npersist_latency = "1 min"\n')
    code, out, err = command("plan", file)
    assert (code, out) == (2, "")
    assert file in err
    assert "interval = 1" in err
    assert "one write in flight" in err
    code, out, _ = command("sweep", file, "--over", "gpus=1e4:1e5:2")  # in a table it is an answer: no number
    assert code == 0
    assert {row["goodput"] for row in read(out)} == {""}


def test_a_file_that_is_not_there_or_not_text(command: Command, tmp_path: Path) -> None:
    code, _, err = command("plan", str(tmp_path / "none.toml"))
    assert code == 2
    assert "no such file" in err
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    code, _, err = command("plan", str(tmp_path / "bytes.toml"))
    assert code == 2
    assert "UTF-8" in err
    assert command("plan", str(tmp_path))[0] == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("goodput_atleast=0.9", "did you mean 'goodput_at_least'"),
        ("goodput_at_least", "goodput_at_least=GOODPUT"),
        ("peak_throughput=1", "without a value"),
        ("goodput_at_least=1.5", "1.5"),
        ("goodput_at_least=x", "plain number"),
    ],
)
def test_bad_criteria(command: Command, text: str, expected: str) -> None:
    code, _, err = command("plan", command.file(EXAMPLE), "--criterion", text)
    assert code == 2
    assert f"--criterion {text}" in err
    assert expected in err


def test_no_limit_and_infeasible_are_answers(command: Command) -> None:
    text = EXAMPLE.replace('"5 TB"', "0").replace('"5 min"', "0")
    code, out, _ = command("plan", command.file(text), "--json")
    assert code == 0
    limits = json.loads(out)["limits"]
    assert limits["peak_throughput"]["status"] == "no limit"
    assert limits["peak_throughput"]["value"] == "unlimited"
    assert command("plan", command.file(text))[0] == 0


# sweep


def read(text: str) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_sweep_answers_every_combination(command: Command) -> None:
    code, out, _ = command(
        "sweep", command.file(EXAMPLE), "--over", "gpus=1e4:1e6:3:log", "--over", "write_bandwidth=1 TB/s:4 TB/s:2"
    )
    assert code == 0
    rows = read(out)
    assert [float(row["gpus"]) for row in rows] == pytest.approx([1e4, 1e4, 1e5, 1e5, 1e6, 1e6])
    assert [float(row["write_bandwidth"]) for row in rows] == pytest.approx([1e12, 4e12] * 3)
    run = sl.TrainingRun(gpus=1e5, gpu_mttf=1.8e8, checkpoint_bytes=5e12, write_bandwidth=4e12, initialization_time=300)
    assert float(rows[3]["goodput"]) == pytest.approx(run.goodput, rel=1e-12)
    assert float(rows[3]["peak_throughput"]) == pytest.approx(
        sl.limits.max_gpus(run, sl.limits.peak_throughput()).value, rel=1e-12
    )
    assert rows[3]["peak_throughput_status"] == "ok"


def test_sweep_writes_a_file_whole(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    code, out, _ = command("sweep", command.file(EXAMPLE), "--over", "downtime=0:5 min:6", "--output", str(target))
    assert (code, out) == (0, "")
    assert [float(row["downtime"]) for row in read(target.read_text())] == [0, 60, 120, 180, 240, 300]
    assert sorted(p.name for p in tmp_path.iterdir()) == [".out.csv.written", "out.csv", "run.toml"]
    assert command("sweep", command.file(EXAMPLE), "--over", "downtime=0:1:2", "-o", str(tmp_path / "no" / "x.csv"))[0] == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gpus", "FIELD=START:STOP:N"),
        ("gpus=1:2", "FIELD=START:STOP:N"),
        ("gpus=1:2:3:exp", "FIELD=START:STOP:N"),
        ("gpu=1:2:3", "did you mean 'gpus'"),
        ("gpus=0:2:3", "start of gpus"),
        ("gpus=1:x:3", "stop of gpus"),
        ("downtime=0 s:inf:3", "stop of downtime"),
        ("write_bandwidth=1 s:2 s:3", "must be a quantity in B/s"),
        ("gpus=1:2:0", "number of values"),
        ("gpus=1:2:1.5", "number of values"),
        ("downtime=0:10:3:log", "above 0"),
        ("gpu_mttf=1 h:unlimited:3", "stop of gpu_mttf"),
        ("strategy.slow=0:1:3", "did you mean 'slowdown'"),
        ("strategy.slowdown=0:1:3", "stop of strategy.slowdown"),
        ("factor.0.half_size=1:2:3", "there is no factor 0"),
        ("with.tolerance=0:1:3", "unknown part 'with'"),
        ("stratgy.slowdown=0:1:3", "did you mean 'strategy'"),
        ("criterion.cheapest_gpus=1:2:3", "unknown criterion 'cheapest_gpus'"),
    ],
)
def test_bad_ranges(command: Command, text: str, expected: str) -> None:
    code, out, err = command("sweep", command.file(EXAMPLE), "--over", text)
    assert (code, out) == (2, "")
    assert f"--over {text}" in err
    assert expected in err


def test_a_field_twice_and_too_many_rows(command: Command) -> None:
    file = command.file(EXAMPLE)
    assert "twice" in command("sweep", file, "--over", "gpus=1:2:2", "--over", "gpus=1:2:2")[2]
    code, _, err = command("sweep", file, "--over", "gpus=1:2:10000", "--over", "downtime=1:2:10000")
    assert code == 2
    assert "too many" in err
    assert command("sweep", file)[0] == 2  # nothing to sweep over


# fields, help, units


def test_fields_lists_every_parameter(command: Command) -> None:
    code, out, _ = command("fields")
    assert code == 0
    for field in sl.TrainingRun.fields():
        assert field.name in out
    assert "blocking" in out
    assert "in [0, 1)" in out
    for kinds in sl.catalog.describe()["kinds"].values():
        for name, kind in kinds.items():
            assert len(kinds) == 1 or name in out
            assert all(row["name"] in out for row in kind["fields"])
    assert "batch_tokens" in out
    code, out, _ = command("fields", "--json")
    answer, table = json.loads(out), sl.catalog.describe()
    assert answer["kinds"] == table["kinds"]
    own = ("timeline", "run_cost", "compare_sites", "cohort", "search", "step", "best_layout")
    assert answer["questions"] == {name: table["questions"][name] for name in own}
    rows = answer["kinds"]["run"]["training_run"]["fields"]
    assert [row["name"] for row in rows if "instead_of" not in row] == [field.name for field in sl.TrainingRun.fields()]
    assert {row["name"]: row["instead_of"] for row in rows if "instead_of" in row} == {
        **dict.fromkeys(("mtbf", "interruptions", "days", "failure_rate"), "gpu_mttf"),
        "write_time": "write_bandwidth",
        "restart_time": "initialization_time",
    }


def test_help_documents_the_exit_codes(command: Command) -> None:
    code, out, _ = command("--help")
    assert code == 0
    assert "Exit codes" in out
    assert command("nothing")[0] == 2


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        *((10986.3, "s", "3.052 h"), (2e12, "B/s", "2 TB/s"), (135e3, "1", "135,000"), (float("inf"), "s", "unlimited")),
        *(
            (3.1557600e12, "s", "100,000 yr"),
            (3 / 86400, "1/s", "3 per day"),
            (5e-4, "1/s", "1.8 per h"),
            (2, "1/s", "2 per s"),
        ),
        *((1e-9, "1/s", "0.03156 per yr"), (0, "1/s", "0 per s")),
    ],
)
def test_values_as_people_read_them(value: float, unit: str, text: str) -> None:
    assert human(value, unit) == text


@pytest.mark.parametrize("value", [1e-12, 3e-8, 2e-6, 1e-5, 1e-4, 0.3, 7.0])
def test_rates_are_read_back(value: float) -> None:
    assert sl._core.quantity(human(value, "1/s"), "1/s") == pytest.approx(value, rel=1e-3)
