# SPDX-License-Identifier: Apache-2.0
"""The command line as a shell meets it: a run without a file, exit codes, outputs that fail, completion."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import interrupting
import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits import _core
from scaling_limits.cli import COMMANDS, _errors, main
from scaling_limits.cli._command import SHORT
from scaling_limits.cli._request import RUN_ROWS, TABLES

RUN = {"gpus": 24576, "gpu_mttf": "70000 h", "checkpoint_bytes": "3 TB", "write_bandwidth": "400 GB/s"}
FILE = '[run]\ngpus = 16384\ngpu_mttf = "50000 h"\ncheckpoint_bytes = "5 TB"\nwrite_bandwidth = "2 TB/s"\n'
# wherever a command runs, with the buffers that users have
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(sl.__file__).parents[1]), "PYTHONUNBUFFERED": ""}
OF_A_RUN = [("plan",), ("compare",), ("limits",), ("simulate", "--relative-accuracy", "0.01")]


class Command:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        assert isinstance(end.value.code, int)
        return end.value.code, *self.capsys.readouterr()

    def json(self, *arguments: object) -> Any:
        code, out, err = self(*arguments, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        found.pop("file")
        return found


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # a pipe
    (tmp_path / "run.toml").write_text(FILE)
    return Command(capsys)


def options(run: dict[str, Any]) -> list[str]:
    return [word for name, value in run.items() for word in (f"--{name.replace('_', '-')}", str(value))]


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m scaling_limits"
    line = f"set -o pipefail; {line.replace('scaling-limits', program)}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=folder, env={**ENVIRONMENT, **environment})


# a run without a file


def test_every_field_of_the_run_is_an_option(command: Command) -> None:
    for name in ("plan", "compare", "simulate", "sweep", "limits"):
        _, out, _ = command(name, "--help")
        for row in RUN_ROWS:
            assert f"--{row['name'].replace('_', '-')}" in out
    assert {row["name"] for row in RUN_ROWS} >= {*SHORT, "gpu_mttf", "mtbf", "interruptions", "days"}


@pytest.mark.parametrize("words", OF_A_RUN)
def test_a_run_of_options_is_a_run_of_a_file(command: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "same.json").write_text(json.dumps({"run": RUN}))
    assert command.json(*words, *options(RUN)) == command.json(*words, "same.json")


def test_sweep_without_a_file(command: Command) -> None:
    rest = {name: value for name, value in RUN.items() if name != "gpus"}
    code, out, err = command("sweep", *options(rest), "--over", "gpus=1e4:1e5:3")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 4


def test_short_forms(command: Command) -> None:
    short = ("--checkpoint", "3 TB", "--bandwidth", "400 GB/s", "--restart", "7 min")
    shown = command.json("plan", "--gpus", 24576, "--gpu-mttf", "70000 h", *short)
    assert shown == command.json("plan", *options({**RUN, "initialization_time": "7 min"}))
    assert shown["run"]["initialization_time"] == 420


@pytest.mark.parametrize(("field", "name"), SHORT.items())
def test_both_forms_at_once_are_refused(command: Command, field: str, name: str) -> None:
    long = f"--{field.replace('_', '-')}"
    code, out, err = command("plan", "run.toml", long, "1", f"--{name}", "2")
    assert (code, out) == (2, "")
    assert err.splitlines()[0] == f"scaling-limits: {long} or --{name} is given 2 times: '1', '2'; give it once"


def test_options_override_the_file(command: Command, tmp_path: Path) -> None:
    shown = command.json("plan", "run.toml", "--gpus", "8192", "--restart", "5 min")
    assert (shown["run"]["gpus"], shown["run"]["initialization_time"], shown["run"]["checkpoint_bytes"]) == (8192, 300, 5e12)
    (tmp_path / "preset.toml").write_text('run = "llama3_405b"\n')
    assert command.json("plan", "preset.toml", "--gpus", "8192")["run"]["gpus"] == 8192
    (tmp_path / "no.toml").write_text("run = 3\n")
    assert "preset must be a name" in command("plan", "no.toml", "--gpus", "8192")[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--gpus", "0"], "--gpus: TrainingRun: gpus = 0 must be > 0"),
        (["--gpus", "-1"], "--gpus: TrainingRun: gpus = -1 must be > 0"),
        (["--checkpoint", "3 s"], "--checkpoint-bytes: TrainingRun: checkpoint_bytes: '3 s' is a quantity in s"),
        (["--restart", "soon"], "--initialization-time: TrainingRun: initialization_time: 'soon'"),
        (["--gpus", ""], "--gpus: TrainingRun: gpus: ''"),
        (["--gpus", "nan"], "--gpus: TrainingRun: gpus = nan"),
    ],
)
def test_a_bad_option_is_named_with_its_value(command: Command, words: list[str], said: str) -> None:
    for file in (["run.toml"], []):
        code, out, err = command("plan", *file, *([] if file else options(RUN | {words[0][2:]: words[1]})), *words * bool(file))
        if file or words[0] == "--gpus":
            assert (code, out) == (2, "")
            assert err.startswith(f"scaling-limits: {said}")
            assert err.count("\n") == 1


def test_what_is_missing_is_named_as_an_option(command: Command) -> None:
    code, out, err = command("plan", "--gpus", "8192")
    assert (code, out) == (2, "")
    assert err.startswith("scaling-limits: --gpu-mttf: TrainingRun needs 'gpu_mttf'")
    code, out, err = command("plan")
    assert (code, out) == (2, "")
    assert err.splitlines()[0].startswith("scaling-limits: no run: name a FILE, or give its fields (--gpus, ")


def test_a_run_from_standard_input_and_options(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell("cat run.toml | scaling-limits plan - --gpus 8192 --json", tmp_path)
    assert json.loads(done.stdout)["run"]["gpus"] == 8192
    assert shell("scaling-limits plan - <&-", tmp_path).stderr == "scaling-limits: standard input is closed\n"


@pytest.mark.parametrize("words", OF_A_RUN)
def test_what_was_asked_is_saved_as_it_was_asked(command: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    shown = command.json(*words, *options(RUN), "--read-bandwidth", "1.5 TB/s", "--save", "asked.toml")
    text = (tmp_path / "asked.toml").read_text()
    for said in ('"70000 h"', '"3 TB"', '"400 GB/s"', '"1.5 TB/s"', "gpus = 24576"):
        assert said in text
    assert text.startswith(f"# scaling-limits {words[0]} asked.toml")
    assert command.json(*words, "asked.toml") == shown


def test_a_saved_file_says_the_command_and_keeps_the_other_tables(command: Command, tmp_path: Path) -> None:
    (tmp_path / "all.toml").write_text(
        FILE + '[strategy]\nname = "blocking"\ninterval = "10 min"\n[growth]\nname = "chinchilla"\n'
    )
    asked = ("--criterion", "goodput_at_least=0.8", "--gpus", "8192", "--save", "asked.toml", "--plot", "p.png")
    shown = command.json("plan", "all.toml", *asked)
    text = (tmp_path / "asked.toml").read_text()
    assert text.splitlines()[0] == "# scaling-limits plan asked.toml --criterion goodput_at_least=0.8"
    assert 'interval = "10 min"' in text
    assert command.json("plan", "asked.toml", "--criterion", "goodput_at_least=0.8") == shown


@pytest.mark.parametrize(
    ("target", "code", "said"),
    [
        ("asked.json", 2, "must end in .toml"),
        ("-", 2, "must end in .toml"),
        ("no/asked.toml", 3, "cannot write"),
        (".", 2, "directory"),
    ],
)
def test_where_what_was_asked_cannot_be_saved(command: Command, tmp_path: Path, target: str, code: int, said: str) -> None:
    found, out, err = command("plan", "run.toml", "--save", target)
    assert (found, out) == (code, "")
    assert said in err
    assert [path.name for path in tmp_path.iterdir()] == ["run.toml"]


def test_a_refused_question_saves_nothing(command: Command, tmp_path: Path) -> None:
    assert command("plan", "run.toml", "--gpus", "0", "--save", "asked.toml")[0] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["run.toml"]


@pytest.mark.parametrize("rate", [{"mtbf": "3 h"}, {"interruptions": 419, "days": 54}])
def test_a_run_of_its_interruptions(command: Command, tmp_path: Path, rate: dict[str, Any]) -> None:
    run = {name: value for name, value in RUN.items() if name != "gpu_mttf"} | rate
    shown = command.json("plan", *options(run), "--save", "asked.toml")
    mtbf = 3 * 3600 if "mtbf" in rate else 54 * 86400 / 419
    assert shown["run"]["gpu_mttf"] == pytest.approx(24576 * mtbf)
    assert all(f"{name} = " in (tmp_path / "asked.toml").read_text() for name in rate)
    assert command.json("plan", "asked.toml") == shown
    over = command.json("plan", "run.toml", *options(rate))  # another way to say it than the file's
    assert over["run"]["gpu_mttf"] == pytest.approx(16384 * mtbf)
    back = command.json("plan", "asked.toml", "--gpu-mttf", "50000 h")
    assert back["run"]["gpu_mttf"] == 50_000 * 3600
    if "days" in rate:  # the same way, another number
        fewer = command.json("plan", "asked.toml", "--interruptions", "200")
        assert fewer["run"]["gpu_mttf"] == pytest.approx(24576 * 54 * 86400 / 200)


@pytest.mark.parametrize(
    "rate",
    [{"gpu_mttf": "1 h", "mtbf": "3 h"}, {"interruptions": 419}, {"days": 3}, {"mtbf": 1, "interruptions": 1, "days": 1}],
)
def test_one_way_alone_to_say_it(command: Command, rate: dict[str, Any]) -> None:
    run = {name: value for name, value in RUN.items() if name != "gpu_mttf"} | rate
    assert command("plan", *options(run))[0] == 2


# exit codes


@pytest.mark.parametrize(
    "line",
    [
        "plan run.toml",
        "plan run.toml --json",
        "compare run.toml",
        "limits run.toml",
        "simulate run.toml --relative-accuracy 0.1",
        "sweep run.toml --over gpus=1e4:2e4:2",
        "reproduce",
        "reproduce --csv",
        "fields",
        "describe",
        "--help",
        "plan --help",
        "--version",
        "--show-completion fish",
    ],
)
def test_a_full_output_ends_in_3_with_one_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell(f"scaling-limits {line} > /dev/full", tmp_path)
    assert done.returncode == 3
    assert done.stderr == "scaling-limits: standard output cannot be written: No space left on device\n"


def test_closed_streams(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell("scaling-limits plan run.toml >&-", tmp_path)
    assert (done.returncode, done.stderr) == (3, "scaling-limits: standard output is closed\n")
    assert shell("scaling-limits plan run.toml > /dev/full 2> /dev/full", tmp_path).returncode == 3
    assert shell("scaling-limits plan none.toml 2> /dev/full", tmp_path).returncode == 2
    done = shell("scaling-limits plan none.toml 2>&-", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("line", ["fields", "reproduce", "describe", "sweep run.toml --over gpus=1e4:1e5:5000"])
def test_a_closed_pipe_is_silent(tmp_path: Path, line: str) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell(f"scaling-limits {line} | true", tmp_path)
    assert done.returncode in (0, _errors.CLOSED_PIPE)  # 0: the pipe took it all before its reader went away
    assert done.stderr == ""


def test_a_closed_pipe_ends_as_in_other_programs(tmp_path: Path) -> None:
    # the reader is gone for sure before the first byte
    done = shell("scaling-limits describe | (exec <&-; sleep 2)", tmp_path)
    assert (done.returncode, done.stderr) == (141, "")


#: requests that take minutes: through what is swept, and in a question that is long in itself
LONG = {
    "swept.json": {"question": "tiers", "over": {"run.gpus": [1e3 + k for k in range(10**5)]}},
    "tiers.json": {"question": "tiers", "with": {"criteria": ["peak_throughput"] * 10**5, "growths": ["fixed"] * 100}},
}


@pytest.mark.parametrize(
    ("line", "function"),
    [
        ("simulate run.toml --relative-accuracy 1e-9 --most-failures 1e15", "simulate"),
        ("ask swept.json", "asking"),
        ("ask tiers.json", "asking"),
    ],
)
def test_an_interrupt_is_silent(line: str, function: str, tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    if name := next((name for name in LONG if name in line), None):
        (tmp_path / name).write_text(json.dumps({**LONG[name], "run": "llama3_405b"}))
    code = (
        "import interrupting; from scaling_limits import _core; ask = _core.ask\n"
        "def asking(*given): return ask(*given)\n"
        f"_core.ask = asking; interrupting.within({function!r}); from scaling_limits.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split()],
        cwd=tmp_path,
        env={**ENVIRONMENT, **interrupting.PATH},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what runs in the background may ignore it
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_a_fault_is_one_line_and_not_1(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from scaling_limits.cli import plan as module

    def broken(*_: object) -> None:
        raise ZeroDivisionError("no\nmore")

    monkeypatch.setattr(module, "assess", broken)
    code, out, err = command("plan", "run.toml")
    assert (code, out) == (70, "")
    please = "a fault of this program; please report the command line with this message"
    assert err == f"scaling-limits: ZeroDivisionError: no more: {please}\n"
    monkeypatch.setenv(_errors.TRACEBACK, "1")
    code, _, err = command("plan", "run.toml")
    assert code == 70
    assert "Traceback" in err


def test_no_exit_of_others_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    for left in ("gone", 1):
        assert _errors.guarded(lambda: sys.exit(left)) == _errors.FAULT  # noqa: B023
    assert _errors.guarded(lambda: sys.exit()) == 0


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    done = shell(r"scaling-limits plan $'\xff.toml'", tmp_path)
    assert (done.returncode, done.stderr) == (2, "scaling-limits: not UTF-8 text: '\\udcff.toml'\n")


def test_a_terminal_without_a_sign_gets_another(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    done = shell("scaling-limits simulate run.toml --relative-accuracy 0.1", tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


# figures and files


@pytest.mark.parametrize("name", ["plan", "compare", "limits"])
@pytest.mark.parametrize(
    ("target", "code", "said"),
    [
        ("p.xyz", 2, "'.xyz' cannot be drawn; it must be one of .avif,"),
        ("p", 2, "has no suffix; it must be one of"),
        ("folder.png", 2, "is a directory"),
        (".", 2, "is a directory"),
        ("no/p.png", 3, "cannot write there"),
        ("/dev/null", 2, "has no suffix"),
    ],
)
def test_what_cannot_be_drawn(command: Command, tmp_path: Path, name: str, target: str, code: int, said: str) -> None:
    (tmp_path / "folder.png").mkdir()
    found, out, err = command(name, "run.toml", "--plot", target)
    assert (found, out) == (code, "")
    assert said.replace(".avif,", "") in err
    assert err.count("\n") == 1
    if "one of" in said:
        assert ".png" in err and ".pdf" in err and ".svg" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.png", "run.toml"]


@pytest.mark.parametrize("odd", ["--checkpoint=0", "--gpu-mttf=unlimited", "--gpus=1e12", "--gpu-mttf=1e-300"])
def test_any_run_can_be_drawn(command: Command, tmp_path: Path, odd: str) -> None:
    code, _, err = command("plan", "run.toml", odd, "--plot", "p.png")
    assert code == 0
    assert all(line.startswith("scaling-limits: remark: ") for line in err.splitlines())
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_a_suffix_may_be_in_capitals(command: Command, tmp_path: Path) -> None:
    assert command("plan", "run.toml", "--plot", "P.PNG")[0] == 0
    assert (tmp_path / "P.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_read_only_folder(command: Command, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.access(locked, os.W_OK):
        pytest.skip("root may write everywhere")
    for words in (("--plot", "locked/p.png"), ("--save", "locked/asked.toml")):
        code, out, err = command("plan", "run.toml", *words)
        assert (code, out) == (3, "")
        assert err.count("\n") == 1


def test_a_folder_that_refuses_files(command: Command, tmp_path: Path) -> None:
    target = Path("/proc/self/p.png")  # nobody may make files there
    if not target.parent.exists():
        pytest.skip("there is no /proc")
    for words in (("plan", "run.toml", "--plot", target), ("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", target)):
        code, out, err = command(*words)
        assert (code, out) == (3, "")
        assert "cannot write there" in err


def test_names_that_no_file_may_have(command: Command, tmp_path: Path) -> None:
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for target in ("a" * 300 + ".toml", "b" * 5000 + ".toml", "run.toml/asked.toml", "loop.toml"):
        code, _, err = command("limits", "run.toml", "--json", "--save", target)
        assert code == 3 or (target == "loop.toml" and code == 0)  # a link to itself is replaced
        assert err.count("\n") == (code == 3)
    assert command("plan", "c" * 5000)[0] == 2


def test_devices_and_links_are_written_to_and_stay(command: Command, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to("real.csv")
    for target in ("link.csv", "/dev/null", "-"):
        assert command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", target)[0] == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text().startswith("gpus,")
    assert Path("/dev/null").is_char_device()
    code, _, err = command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", "/dev/full")
    assert (code, err) == (3, "scaling-limits: /dev/full: cannot be written: No space left on device\n")
    assert command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", ".")[0] == 2
    assert command("reproduce", "--csv", ".")[0] == 2


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".png", ".toml"])
def test_a_pipe_gets_the_whole_output_and_stays_one(command: Command, tmp_path: Path, suffix: str) -> None:
    # formats that seek, pictures and Parquet, go through it too
    pipe = tmp_path / f"pipe{suffix}"
    os.mkfifo(pipe)
    option = {".png": ["plan", "run.toml", "--json", "--plot"], ".toml": ["plan", "run.toml", "--json", "--save"]}
    words = option.get(suffix, ["sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o"])
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert command(*words, pipe)[0] == 0
    reader.join(60)
    starts = {".csv": b"gpus,mtbf", ".parquet": b"PAR1", ".png": b"\x89PNG", ".toml": b"# scaling-limits plan"}
    assert read[0].startswith(starts[suffix])
    assert pipe.is_fifo()
    assert not list(tmp_path.glob(".scaling-limits*"))


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_standard_output_by_name_is_not_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "run.toml").write_text(FILE)
    line = f"(echo before; scaling-limits sweep run.toml --over gpus=1e4:2e4:2 -o {name}; echo after) > out.csv"
    assert shell(line, tmp_path).returncode == 0
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert (len(lines), lines[0], lines[-1]) == (5, "before", "after")
    assert lines[1].startswith("gpus,mtbf")


def test_a_file_keeps_its_permissions(command: Command, tmp_path: Path) -> None:
    private = tmp_path / "private.csv"
    private.touch(mode=0o600)
    private.chmod(0o640)
    (tmp_path / "link.csv").symlink_to(private)
    for target in (private, "link.csv"):
        assert command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", target)[0] == 0
        assert private.stat().st_mode & 0o777 == 0o640
    assert private.read_text().startswith("gpus,")


def test_a_file_that_may_not_be_written_is_not(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.csv"
    kept.write_text("kept")
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and Path(path).name == "kept.csv"))
    code, out, err = command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", kept, "--overwrite")
    assert (code, out, err) == (3, "", f"scaling-limits: {kept}: cannot be written: Permission denied\n")
    assert kept.read_text() == "kept"


def test_the_longest_names_that_files_may_have(command: Command, tmp_path: Path) -> None:
    for name in ("a" * 251 + ".csv", "." + "b" * 254):
        assert command("sweep", "run.toml", "--over", "gpus=1e4:2e4:2", "-o", name)[0] == 0
        assert (tmp_path / name).read_text().startswith("gpus,")


# what files say


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("gpus", "9**9**9", "is not a number with a unit"),
        ("gpus", "10**400", "is not a number with a unit"),
        ("gpus", "1" * 400, "is too long"),
        ("gpus", "5 h", "is a quantity in s"),
        ("gpu_mttf", "5", "has no unit: write '5 s'"),
        ("initialization_time", "h", "has no number where one is needed"),
        ("initialization_time", "5 h 3", "has a number without a unit"),
        ("initialization_time", "50 %", "is a plain number"),
        ("initialization_time", "5 TB/GB", "is a plain number"),
        ("checkpoint_bytes", "5 mB", "is in no known unit: MB or Mbit?"),
        ("checkpoint_bytes", "2 * 5 TB", "is not a number with a unit"),
    ],
)
def test_a_quantity_is_a_number_and_a_unit(command: Command, tmp_path: Path, field: str, text: str, message: str) -> None:
    kept = "".join(line + "\n" for line in FILE.splitlines() if not line.startswith(f"{field} ="))
    (tmp_path / "run.toml").write_text(f'{kept}{field} = "{text}"\n')
    (tmp_path / "run.json").write_text(json.dumps({"run": {**RUN, field: text}}))
    for words in (("run.toml",), ("run.json",), ("run.toml", f"--{field.replace('_', '-')}", text)):
        if len(words) > 1 and text.isdecimal():
            continue  # of an option a bare number is in SI
        code, out, err = command("plan", *words)
        assert (code, out) == (2, ""), (code, out)
        assert err.count("\n") == 1 and f"TrainingRun: {field}: '{text[:80]}" in err and message in err, err


def test_sums_of_quantities(command: Command) -> None:
    assert command.json("plan", "run.toml", "--downtime", "7 min 30 s")["run"]["downtime"] == 450


@pytest.mark.parametrize("value", ["9" * 400, "1e400"])
@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_numbers_beyond_double(command: Command, tmp_path: Path, value: str, suffix: str) -> None:
    text = f"[run]\ngpus = {value}\n" if suffix == "toml" else f'{{"run": {{"gpus": {value}}}}}'
    (tmp_path / f"huge.{suffix}").write_text(text)
    code, out, err = command("plan", f"huge.{suffix}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"scaling-limits: huge.{suffix}: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[growth]\npreset = [1]", "[growth]: growth: preset must be a text"),
        ("downtime = " + "[" * 100_000, "not valid TOML: line 6, column 76: more than 64 levels of nesting"),
    ],
)
def test_what_once_ended_in_a_traceback(command: Command, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.toml").write_text(f"{FILE}{text}\n")
    assert command("plan", "bad.toml") == (2, "", f"scaling-limits: bad.toml: {message}\n")


def test_a_seed_of_23_digits_is_refused(command: Command) -> None:
    code, out, err = command("simulate", "run.toml", "--seed", "1" * 23)
    assert (code, out) == (2, "") and "--seed" in err and "is not in the range" in err


@pytest.mark.parametrize("gpus", ["nan", "inf", "-inf", "1e300", "0", "1.5"])
def test_sizes_that_no_layout_has(command: Command, tmp_path: Path, gpus: str) -> None:
    example = (Path(__file__).parents[2] / "examples" / "layouts.toml").read_text()
    (tmp_path / "l.toml").write_text(re.sub(r"(?m)^gpus = .*", f"gpus = {gpus}", example))
    code, out, err = command("layouts", "l.toml")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "gpus = " in err and "must be a whole number in [1, " in err


def test_a_field_that_cannot_double_has_no_lever_there(command: Command) -> None:
    # twice 1e308 is no number; the run itself is one like any other
    assert command("plan", "run.toml", "--initialization-time", "1e308")[0] == 0
    run = sl.TrainingRun(gpus=16384, gpu_mttf=1.8e8, checkpoint_bytes=5e12, write_bandwidth=2e12, initialization_time=1e308)
    lever = sl.analysis.levers(run, sl.limits.write_time_equals_mtbf())["initialization_time"]
    assert np.isnan(lever.doubled) and np.isfinite(lever.halved)


def test_names_of_the_user_are_no_markup(command: Command, tmp_path: Path) -> None:
    # to the printer "[/red]" ends a colour, to matplotlib "$...$" is TeX
    names = ["[/red]", "[bold]x", r"a $\frac$ b", ":smile:", "[link=x]"]
    tables = "".join(f"[[factor]]\nkind = 'strong_scaling'\nhalf_size = 1e5\nname = '{name}'\n" for name in names)
    (tmp_path / "[red].toml").write_text(FILE + tables)
    code, out, err = command("limits", "[red].toml", "--plot", "[bold]$x$.png")
    assert (code, err) == (0, "")
    assert all(name in out for name in names)
    assert (tmp_path / "[bold]$x$.png").stat().st_size > 10_000
    _, out, _ = command("compare", "run.toml")
    assert "verification_time [s]" in out and "repair_time [s]" in out
    assert "[/red]" in command("plan", "[/red]")[2] and "[s]" in command("plan", "run.toml", "--gpu-mttf", "-1")[2]


# usage


@pytest.mark.parametrize(
    ("words", "message", "where"),
    [
        (["pln"], "no command 'pln'; did you mean 'plan'?", ""),
        (["plan", "run.toml", "--gpuss", "3"], "no option --gpuss; did you mean '--gpus'?", " plan"),
        (["--wat"], "no option --wat", ""),
        (["step"], "Missing argument 'FILE'.", " step"),
        (["sweep", "run.toml"], "Missing option '--over'.", " sweep"),
        (["plan", "run.toml", "--gpus"], "Option '--gpus' requires an argument.", " plan"),
        (["plan", "run.toml", "more"], "Got unexpected extra argument (more)", " plan"),
        (["simulate", "run.toml", "--seed", "x"], "Invalid value for '--seed': 'x' is not a valid integer range.", " simulate"),
        (
            ["--show-completion", "tcsh"],
            "Invalid value for '--show-completion': 'tcsh' is not one of 'bash', 'zsh', 'fish'.",
            "",
        ),
    ],
)
def test_a_usage_error_is_one_line_and_a_hint(command: Command, words: list[str], message: str, where: str) -> None:
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert err == f"scaling-limits: {message}\nTry 'scaling-limits{where} --help' for help.\n"


@pytest.mark.parametrize("line", ["simulate run.toml --relative-accuracy 0.1", "sweep run.toml --over gpus=1e4:2e4:2"])
def test_nothing_on_standard_error_where_it_is_no_terminal(tmp_path: Path, line: str) -> None:
    (tmp_path / "run.toml").write_text(FILE)
    assert shell(f"scaling-limits {line}", tmp_path).stderr == ""


def test_the_module_the_version_and_no_arguments(command: Command, tmp_path: Path) -> None:
    done = shell("scaling-limits --version", tmp_path)
    assert (done.returncode, done.stdout) == (0, f"scaling-limits {sl.__version__}\n")
    assert command() == command("--help")
    assert command("-h") == command("--help")


# completion


@pytest.mark.parametrize(
    ("name", "sign"), [("bash", "complete -o nosort"), ("zsh", "#compdef"), ("fish", "complete --no-files")]
)
def test_a_completion_script(command: Command, name: str, sign: str) -> None:
    code, out, err = command("--show-completion", name)
    assert (code, err) == (0, "")
    assert sign in out
    assert "_SCALING_LIMITS_COMPLETE" in out


def test_completion_knows_commands_and_options_of_the_run(tmp_path: Path) -> None:
    asked = {"_SCALING_LIMITS_COMPLETE": "bash_complete"}
    done = shell("scaling-limits", tmp_path, COMP_WORDS="scaling-limits ", COMP_CWORD="1", **asked)
    assert [line.split(",")[1] for line in done.stdout.splitlines()] == list(COMMANDS)
    done = shell("scaling-limits", tmp_path, COMP_WORDS="scaling-limits plan --check", COMP_CWORD="2", **asked)
    assert done.stdout.split() == ["plain,--checkpoint-bytes", "plain,--checkpoint"]


# fields


def test_fields_of_one_table_or_kind(command: Command) -> None:
    _, out, _ = command("fields", "run")
    assert "gpu_mttf" in out and "taken by plan, compare, simulate, sweep, limits, timeline, cost, sites, settings, ask" in out
    assert "blocking" not in out
    _, out, _ = command("fields", "in_memory")
    assert "gpus_per_machine" in out and "blocking" not in out
    assert command("fields", "[[factor]]") == command("fields", "factor")
    _, out, _ = command("fields", "step")
    assert "taken by step" in out and "taken by layouts" in out and "batch_tokens" in out
    code, out, err = command("fields", "stp")
    assert (code, out, err) == (2, "", "scaling-limits: no table and no kind named 'stp'; did you mean 'step'?\n")
    _, out, _ = command("fields", "run", "--json")
    assert list(json.loads(out)["kinds"]) == ["run"]


def test_fields_shows_what_a_list_of_tables_holds(command: Command) -> None:
    _, out, _ = command("fields", "multilevel")
    assert "[[strategy.levels]]: tiers from the mildest failures up" in out
    lines = [line.split() for line in out.splitlines()]
    assert ["tier", "required"] in [line[:2] for line in lines]
    assert ["share", "in", "[0,", "1]", "required"] in [line[:5] for line in lines]
    assert 'tier = "gpu_memory", or [strategy.levels.tier] with the fields of [tier]' in out
    levels = next(f for f in TABLES["kinds"]["strategy"]["multilevel"]["fields"] if f["name"] == "levels")
    tier, share = levels["each"]
    assert (tier["name"], tier["part"], tier["required"]) == ("tier", "tier", True)
    assert (share["name"], share["low"], share["high"]) == ("share", 0, 1)


def test_levels_are_tables_of_a_file(command: Command, tmp_path: Path) -> None:
    # each form of the same two levels, and the answer of Python for them
    tables = """
[strategy]
name = "multilevel"
pattern = [1, 1, 2]
[[strategy.levels]]
tier = "local_disk"
share = "90 %"
[[strategy.levels]]
share = 0.1
[strategy.levels.tier]
preset = "file_system"
write_bandwidth = "1 TB/s"
"""
    second = '{ share = 0.1, tier = { preset = "file_system", write_bandwidth = 1e12 } }'
    levels = f'[{{ tier = "local_disk", share = 0.9 }}, {second}]'
    inline = f'[strategy]\nname = "multilevel"\npattern = [1, 1, 2]\nlevels = {levels}\n'
    disk, system = (sl.published.tiers[name] for name in ("local_disk", "file_system"))
    made = [
        sl.strategies.Level(tier=disk, share=0.9),
        sl.strategies.Level(tier=system.replace(write_bandwidth=1e12), share=0.1),
    ]
    run = sl.TrainingRun(gpus=16384, gpu_mttf="50000 h", checkpoint_bytes="5 TB", write_bandwidth="2 TB/s")
    expected = sl.strategies.multilevel(made, pattern=[1, 1, 2]).goodput(run)
    for text in (tables, inline):
        (tmp_path / "levels.toml").write_text(FILE + text)
        found = command.json("plan", "levels.toml", "--save", "saved.toml")
        assert found["goodput"] == expected
        assert command.json("plan", "saved.toml") == found
    own = '[strategy]\nname = "multilevel"\nlevels = [{ tier = "local_disk", share = 0.9 }, { tier = "own", share = 0.1 }]\n'
    (tmp_path / "levels.toml").write_text(FILE + own)
    plan = sl.strategies.multilevel([made[0], sl.strategies.Level(tier=None, share=0.1)])
    assert command.json("plan", "levels.toml", "--save", "saved.toml")["goodput"] == plan.goodput(run)
    assert command.json("plan", "saved.toml") == command.json("plan", "levels.toml")
    for wrong, message in (
        ('name = "multilevel"\nlevels = []', "multilevel: levels is empty"),
        ('name = "multilevel"\nlevels = [{ share = 1 }]', "one has no 'tier'"),
        ('name = "multilevel"\nlevels = [{ tier = "tape", share = 1 }]', "no tier named 'tape'"),
        (f'name = "multilevel"\nlevels = {levels}\npattern = [99999999999999]', "pattern must be a list of whole numbers"),
    ):
        (tmp_path / "levels.toml").write_text(f"{FILE}[strategy]\n{wrong}\n")
        code, _, err = command("plan", "levels.toml")
        assert code == 2 and err.startswith("scaling-limits: levels.toml: [strategy]: ") and message in err, err


def test_fields_names_every_table_that_a_command_takes(command: Command) -> None:
    _, out, _ = command("fields")
    for table in (
        "[run]",
        "[strategy]",
        "[growth]",
        "[[factor]]",
        "[criterion]",
        "[shape]",
        "[layout]",
        "[chip]",
        "[fabric]",
        "[step]",
    ):
        assert f"{table}  taken by" in out


def test_a_table_of_which_one_command_takes_many(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from scaling_limits.cli import layouts as module
    from scaling_limits.cli._request import Takes

    takes = Takes(("best_layout",), own="step", many=("chip",))
    assert takes.heading("chip") == "[[chip]]" and takes.heading("shape") == "[shape]"
    monkeypatch.setattr(module.layouts, "takes", takes)
    assert "[chip]  taken by step, layouts (many: [[chip]]), ask" in command("fields", "chip")[1]


def test_fields_shows_the_presets_and_what_they_fill(command: Command) -> None:
    for group, presets in TABLES["presets"].items():
        _, out, _ = command("fields", group)
        assert f'{group} = "{next(iter(presets))}"' in out
        for name in presets:
            assert name in out
    _, out, _ = command("fields", "chip")
    assert "peak_flops = 989.4 TFLOP/s" in out


def test_what_fields_says_of_a_preset_is_what_it_fills() -> None:
    asked = {"question": "mtbf", "run": "llama3_405b"}
    assert (
        _core.completed(asked)["run"]["checkpoint_bytes"]
        == TABLES["presets"]["run"]["llama3_405b"]["fields"]["checkpoint_bytes"]
    )
