#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The operator: a shell, a job that stops every three hours, no file, and no time. Asserts what each command prints.

Run where `scaling-limits` is on the PATH, from a clone: `tests/newcomer/in_a_shell.py`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JOB = ["--gpus", "24576", "--mtbf", "3 h", "--checkpoint", "3 TB", "--bandwidth", "400 GB/s", "--restart", "7 min"]
WIDTHS = (40, 60, 80, 120)


def run(*words: str, code: int = 0, columns: int | None = None, stdin: bytes = b"", **more: str) -> tuple[str, str]:
    """What a command prints on its two streams; it must end with `code` and without a traceback."""
    environment = {**os.environ, **more, **({} if columns is None else {"COLUMNS": str(columns)})}
    environment.pop("COLUMNS", None) if columns is None else None
    done = subprocess.run(["scaling-limits", *words], input=stdin, capture_output=True, env=environment, cwd=ROOT)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, f"{words}: exit {done.returncode}, not {code}\n{out}{err}"
    assert "Traceback" not in err, err
    assert not err or err.strip("\n").count("\n") <= 1, f"{words}: more than a line and a hint on standard error\n{err}"
    assert "\n\n" not in err.rstrip("\n") and not err.startswith("\n"), f"{words}: an empty line on standard error"
    return out, err


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d,.]*%?", text))


def main() -> None:
    # without a file, as people know it
    plan, quiet = run("plan", *JOB)
    assert quiet == ""
    assert "92.6" in plan, plan  # goodput
    assert "3 h" in plan, plan  # the MTBF that was typed
    assert "GPU-hours per interruption" in plan, plan
    answer = json.loads(run("plan", *JOB, "--json")[0])
    assert abs(answer["goodput"] - 0.926) < 0.001 and answer["mtbf"] == 10800
    assert answer["run"]["gpu_mttf"] == 10800 * 24576
    counted = [word if word != "--mtbf" else "--interruptions" for word in JOB]
    counted[counted.index("3 h")] = "8"
    again = json.loads(run("plan", *counted, "--days", "1", "--json")[0])
    assert again["goodput"] == answer["goodput"]

    # kept, and read back from a file and from standard input, with a byte order mark as Windows writes it
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        run("plan", *JOB, "--save", str(file))
        text = file.read_bytes()
        assert b'"400 GB/s"' in text and b'"7 min"' in text, text
        assert run("plan", str(file))[0] == plan
        assert run("plan", "-", stdin=b"\xef\xbb\xbf" + text)[0] == plan

        # every digit is there at every width, without colour and in a terminal that knows nothing
        for words in (
            ["plan", str(file)],
            ["compare", str(file)],
            ["limits", "examples/limits.toml"],
            ["cost", "examples/cost.toml"],
            ["step", "examples/step.toml"],
            ["layouts", "examples/layouts.toml"],
            ["simulate", str(file), "--relative-accuracy", "0.01"],
        ):
            whole = run(*words)[0]
            assert not re.search(r" +$", whole, re.M), f"{words}: blanks at the end of a line in a pipe"
            for width in WIDTHS:
                narrow = run(*words, columns=width, NO_COLOR="1", TERM="dumb")[0]
                assert "\N{HORIZONTAL ELLIPSIS}" not in narrow and "..." not in narrow, f"{words} at {width}: cropped\n{narrow}"
                assert numbers(narrow) <= numbers(whole), f"{words} at {width}: {numbers(narrow) - numbers(whole)}"
                assert max(map(len, narrow.splitlines())) <= width, f"{words}: wider than {width}\n{narrow}"

        # what a comparison assumes, leaves out and finds
        compared = run("compare", str(file))[0]
        for text_of in ("assumed", "Not compared", "verified", "multilevel", "ranking"):
            assert text_of in compared, f"compare says nothing of {text_of!r}\n{compared}"
        competing = Path(folder) / "competing.toml"
        tables = '[[strategy]]\nname = "blocking"\ninterval = "600 s"\n[[strategy]]\nname = "in_memory"\ncopies = 3\n'
        competing.write_bytes(text + tables.encode())
        rows = json.loads(run("compare", str(competing), "--json")[0])["rows"]
        mine = {row["name"]: row["parameters"] for row in rows}
        assert mine["blocking"]["interval"] == 600 and mine["in_memory"]["copies"] == 3, mine

        # times and rates as people write them; the same run whatever they are written as
        for word, said in (
            ("7 min", "00:07:00"),
            ("7 min", "7m"),
            ("400 GB/s", "400 GBps"),
            ("3 h", "2h60m"),
            ("3 h", "2 h 60 min"),
        ):
            assert run("plan", *[said if given == word else given for given in JOB])[0] == plan, said

        # a chip by its name, ten layouts and one's own among them
        chip = re.sub(
            r"\[chip\]\n(?:\w.*\n)*", '[chip]\npreset = "h100"\n', (ROOT / "examples/layouts.toml").read_text(encoding="utf-8")
        )
        layouts = Path(folder) / "layouts.toml"
        layouts.write_text(chip + "[layout]\ntensor = 8\npipeline = 32\ndata = 16\ncontext = 4\nchunks = 4\n", encoding="utf-8")
        found = json.loads(run("layouts", str(layouts), "--json")[0])
        assert found["status"] == "ok" and len(found["fastest"]) == 10 and 'preset = "h100"' in chip
        assert found["mine"]["rank"] > 1 and found["mine"]["behind"] and "Mine, " in run("layouts", str(layouts))[0]

        # rows for other programs
        table, parquet = Path(folder) / "rows.csv", Path(folder) / "rows.parquet"
        for output in (table, parquet):
            out, err = run("sweep", str(file), "--over", "gpus=1e4:1e6:3:log", "--output", str(output))
            assert out == "" and "\n\n" not in err, (out, err)
        assert re.fullmatch(r"[a-z0-9_,]+", table.read_text().splitlines()[0]) and parquet.read_bytes()[:4] == b"PAR1"

        # what goes wrong says so in a line, with its exit code
        run("plan", str(file), "--plot", str(file.with_suffix(".xyz")), code=2)
        run("plan", str(file), "--plot", folder, code=2)
        assert "did you mean" in run("plan", "--gpuz", "3", code=2)[1].lower().replace("possible options", "did you mean")
        assert "GB/s or Gbit/s" in run("plan", *[w.replace("400 GB/s", "400 gb/s") for w in JOB], code=2)[1]
        nothing = run("plan", "--gpus", "8", "--checkpoint", "1 TB", "--bandwidth", "1 GB/s", code=2)[1]
        assert all(name in nothing for name in ("gpu_mttf", "mtbf", "interruptions")), nothing
        assert "only one of" in run("plan", *JOB, "--gpu-mttf", "50000 h", code=2)[1]
        run("plan", *JOB, "--checkpoint-bytes", "3 TB", code=2)
        run("plan", str(Path(folder) / "none.toml"), code=2)
        run("nothing", code=2)

    # three hours of one GPU where three hours of the job were meant
    mistaken = [word.replace("--mtbf", "--gpu-mttf") for word in JOB]
    _, remark = run("plan", *mistaken)
    assert "usual" in remark and "5000 h to 500000 h" in remark, remark
    remarks = json.loads(run("plan", *mistaken, "--json")[0])["remarks"]
    assert "5000 h to 500000 h" in remarks[0], remarks
    assert "What each lever would buy in goodput today" in plan

    # full, closed, helped
    with open("/dev/full", "w") as full:
        done = subprocess.run(["scaling-limits", "plan", *JOB], stdout=full, stderr=subprocess.PIPE, cwd=ROOT)
    assert done.returncode == 3 and done.stderr.count(b"\n") == 1, done.stderr
    closed = subprocess.run(
        ["bash", "-c", "set -o pipefail; scaling-limits fields | head -1; echo ${PIPESTATUS[0]}"], capture_output=True, cwd=ROOT
    )
    assert closed.stderr == b"", closed.stderr
    assert re.match(r"scaling-limits,? (version )?\d", run("--version")[0])
    for shell in ("bash", "zsh", "fish"):
        assert "scaling" in run("--show-completion", shell)[0]
    fields = run("fields")[0]
    assert all(f"[{table}]" in fields for table in ("run", "growth", "factor", "shape", "chip", "fabric", "step")), fields
    assert re.search(r"^epoch\.interval +~4 min +4 min ", run("reproduce")[0], re.M), "a published value and ours, in one unit"
    assert (
        run("plan", *JOB)[0]
        == subprocess.run(
            [sys.executable, "-m", "scaling_limits", "plan", *JOB], capture_output=True, text=True, cwd=ROOT
        ).stdout
    )
    sweep = run("sweep", "examples/run.toml", "--over", "gpus=1e4:1e6:3:log", "--criterion", "peak_throughput")[0]
    head, *rows = sweep.splitlines()
    assert head.split(",")[0] == "gpus" and len(rows) == 3 and len({row.count(",") for row in [head, *rows]}) == 1
    print("the operator is served")


if __name__ == "__main__":
    sys.exit(main())
