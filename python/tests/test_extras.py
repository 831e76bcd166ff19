# SPDX-License-Identifier: Apache-2.0
"""What the base does where no extra is installed, and what is said where one is needed: the line that installs it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from scaling_limits._extras import EXTRAS

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()
WITH_FIGURES = {path.stem for path in (ROOT / "python/tests/help").iterdir() if "--plot " in path.read_text()}

ALONE = f"""
import contextlib, io, json, runpy, sys
sys.modules.update(dict.fromkeys({[*EXTRAS, "anyio", "h5py"]!r}))
from scaling_limits.cli import main
def ended(program, *words):
    try:
        main(words) if program == "scaling-limits" else runpy.run_path(words[0])
    except SystemExit as end:
        return end.code
    return 0
found = []
for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = ended(*words)
    found.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(found))
"""


def alone(*lines: str) -> dict[str, tuple[int, str, str]]:
    """Exit code, output and messages of commands, none of which finds what an extra brings."""
    asked = json.dumps([shlex.split(line) for line in lines])
    done = subprocess.run([sys.executable, "-c", ALONE], input=asked, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return dict(zip(lines, map(tuple, json.loads(done.stdout)), strict=True))


def commands() -> list[str]:
    """Those of the README: behind a prompt, or in a sentence with all that they need."""
    shown = re.findall(r"^\$ ((?:scaling-limits|python) .*)", README, re.M)
    return list(dict.fromkeys([*shown, *re.findall(r"`(scaling-limits (?:--)?[a-z]+)`", README)]))


def line(who: str, package: str) -> str:
    return f'{who} needs {package}: pip install "scaling-limits[{EXTRAS[package]}]"'


def test_the_base_runs_every_command_of_the_readme() -> None:
    assert len(commands()) > 15
    for command, (code, out, err) in alone(*commands()).items():
        assert code == 0 and out, f"{command}: {err}"


def test_a_figure_says_which_extra_draws_it(tmp_path: Path) -> None:
    drawing = [f"{one} --plot {tmp_path / 'x.png'}" for one in commands() if one.split()[1] in WITH_FIGURES]
    assert {one.split()[1] for one in drawing} >= {"plan", "limits", "timeline", "cost", "uncertain", "sweep", "fit", "goodput"}
    for command, found in alone(*drawing, f"scaling-limits reproduce --plots {tmp_path}").items():
        assert found == (2, "", f"scaling-limits: {line('a figure', 'matplotlib')}\n"), command
    assert not list(tmp_path.iterdir())


def test_python_says_so(tmp_path: Path) -> None:
    script = tmp_path / "figures.py"
    script.write_text("""
import scaling_limits as sl
run = sl.published.llama3_405b()
plans = [sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1e14)]
figures = [*sl.plot.published_figures().values(), lambda: sl.plot.plan_figure(run), sl.compare(run, plans).plot]
for ask in (*figures, sl.limits.max_gpus(run).to_dataset):
    try:
        ask()
    except ImportError as error:
        print(error)
""")
    ((code, out, err),) = alone(f"python {script}").values()
    *figures, dataset = out.splitlines()
    assert (code, err) == (0, "") and set(figures) == {line("a figure", "matplotlib")} and len(figures) > 9
    assert dataset == line("to_dataset", "xarray")


def test_other_extras_are_named_before_any_work(tmp_path: Path) -> None:
    sweep = "scaling-limits sweep examples/run.toml --over gpus=1e4:1e6:3:log"
    (tmp_path / "log.parquet").write_bytes(b"PAR1")
    needs = {
        f"scaling-limits plan examples/run.toml --xlsx {tmp_path}/x.xlsx": line("--xlsx", "openpyxl"),
        f"{sweep} -o {tmp_path}/x.parquet": line(f"{tmp_path}/x.parquet", "pyarrow"),
        f"{sweep} -o {tmp_path}/x.zarr": line("sweep", "zarr"),
        f"scaling-limits fit {tmp_path}/log.parquet": line("fit: log.parquet", "pyarrow"),
        "scaling-limits serve --mcp": line("--mcp", "mcp"),
    }
    for command, found in alone(*needs).items():
        assert found == (2, "", f"scaling-limits: {needs[command]}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["log.parquet"]


def test_an_extra_brings_what_is_asked_of_it() -> None:
    for package, extra in EXTRAS.items():
        asked = re.compile(rf"\b{package.partition('_')[0]}\b")  # mcp_types comes with mcp
        assert any(map(asked.search, PROJECT["optional-dependencies"][extra])), package
        assert not any(map(asked.search, PROJECT["dependencies"])), package
