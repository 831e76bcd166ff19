# SPDX-License-Identifier: Apache-2.0
"""scaling-limits sweep in chunks: the numbers of its rows, in any file; one sentence for whatever ends it."""

import csv
import io
import json
import math
import os
import re
import signal
import subprocess
import sys

import interrupting
import numpy as np
import pytest

xarray = pytest.importorskip("xarray")
pytest.importorskip("distributed")
pytest.importorskip("zarr")
psutil = pytest.importorskip("psutil")  # of distributed

RUN = """[run]
gpus = 16384
gpu_mttf = "50000 h"
checkpoint_bytes = "5 TB"
write_bandwidth = "2 TB/s"
[strategy]
name = "asynchronous"
copy_bandwidth = "20 TB/s"
[[factor]]
kind = "strong_scaling"
half_size = 1e6
"""
OVER = ["--over", "gpu_mttf=20000 h:100000 h:4:log", "--over", "criterion.efficiency_at_least=0.4:0.6:3"]
COMMAND = [sys.executable, "-m", "scaling_limits", "sweep", "run.toml"]


@pytest.fixture
def swept(tmp_path):
    """Runs the command where run.toml is: exit code, standard output, what it said."""
    (tmp_path / "run.toml").write_text(RUN)

    def run(*options):
        done = subprocess.run([*COMMAND, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_grid_has_the_numbers_of_the_rows(swept, tmp_path):
    code, rows, said = swept(*OVER)
    assert (code, said) == (0, "")
    table = list(csv.DictReader(io.StringIO(rows)))
    assert swept(*OVER, "--workers", "1", "--memory", "30 kB", "--out", "map.zarr") == (0, "", "")
    assert swept(*OVER, "-o", "map.nc") == (0, "", "")
    with xarray.open_zarr(tmp_path / "map.zarr", chunks=None) as grid, xarray.open_dataset(tmp_path / "map.nc") as other:
        assert dict(grid.sizes) == {"gpu_mttf": 4, "criterion_efficiency_at_least": 3}
        assert grid.equals(other)
        named = {name for name, x in grid.data_vars.items() if x.dtype.kind == "f"}
        assert named == {name for name in table[0] if name not in grid.coords and "status" not in name and name != "note"}
        for name in named:
            column = [float(row[name]) if row[name] else np.nan for row in table]
            np.testing.assert_array_equal(grid[name].values.ravel(), column)
        meanings = np.array(grid.efficiency_at_least_status.attrs["flag_meanings"].split())
        found = meanings[grid.efficiency_at_least_status.values + 2].ravel()
        assert [text.replace("_", " ") for text in found] == [row["efficiency_at_least_status"] for row in table]
        assert [one["question"] for one in json.loads(grid.attrs["request"])] == ["assess", *["limit"] * 4]


def test_columns_are_what_is_computed(swept, tmp_path):
    assert swept(
        *OVER, "--columns", "efficiency_at_least,goodput", "--columns", "efficiency_at_least_binding", "-o", "map.csv"
    ) == (0, "", "")
    head, *rows = (tmp_path / "map.csv").read_text().splitlines()
    assert head == "gpu_mttf,criterion_efficiency_at_least,goodput,efficiency_at_least,efficiency_at_least_binding"
    assert len(rows) == 12 and rows[0].endswith("step")


def test_csv_of_as_many_digits_as_are_asked_for(swept, tmp_path):
    tables = {}
    for digits in ((), ("--digits", "12")):
        code, rows, _ = swept(*OVER, *digits)
        assert code == 0 and swept(*OVER, *digits, "--memory", "30 kB", "-o", f"map{len(tables)}.csv")[0] == 0
        for text in (rows, (tmp_path / f"map{len(tables)}.csv").read_text()):
            tables[len(tables)] = list(csv.DictReader(io.StringIO(text)))
    full, full_map, *others = tables.values()
    for table, exact, most in zip(others, (full, full_map), (12, 12), strict=True):
        for row, of in zip(table, exact, strict=True):
            for name, cell in row.items():
                try:
                    x = float(of[name])
                except ValueError:
                    assert cell == of[name]
                    continue
                assert float(cell) == float(f"{x:.{most}g}")
                assert len(re.sub(r"e.*|\D", "", cell).lstrip("0")) <= most or math.isinf(x)


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["--digits", "12", "-o", "map.zarr"], 2, "digits are of a table in .csv"),
        (["--digits", "12", "-o", "map.parquet"], 2, "--digits: of CSV"),
        (["--workers", "2"], 2, "--output: a sweep in chunks needs a FILE that ends in one of .zarr"),
        (["--resume", "-o", "map.txt"], 2, "needs a FILE that ends in one of"),
        (["--columns", "goodputt", "-o", "map.csv"], 2, "--columns: there is no 'goodputt'; there are mtbf, "),
        (["--memory", "2 TB/s", "-o", "map.zarr"], 2, "memory: '2 TB/s' is a quantity in B/s"),
        (["--memory", "1 B", "-o", "map.zarr"], 2, "memory = 1 must be at least"),
        (["--scheduler", "nowhere", "-o", "map.zarr"], 2, "no scheduler answers at nowhere"),
        (["--workers", "1", "--scheduler", "nowhere", "-o", "map.zarr"], 2, "give one of them"),
        (
            ["--resume", "--overwrite", "-o", "map.zarr"],
            2,
            "--resume goes on with what is there, --overwrite takes it away: give",
        ),
        (["-o", "map.zarr", "--plot", "map.png"], 2, "--plot: a figure is drawn of rows"),
        (["-o", "no/such/folder/map.zarr"], 3, "no/such/folder: cannot write there: No such file"),
        (["--over", "gpus=1:1e6:10000000", "--over", "downtime=0:1:1000000", "-o", "map.zarr"], 2, "points are too many"),
    ],
)
def test_what_is_refused_is_one_sentence_and_leaves_nothing(swept, tmp_path, options, code, says):
    found, out, said = swept(*OVER, *options)
    assert (found, out, said.count("\n")) == (code, "", 1) and said.startswith("scaling-limits: ") and says in said
    assert [p.name for p in tmp_path.iterdir()] == ["run.toml"]


def test_a_file_that_is_there_is_resumed_or_replaced(swept, tmp_path):
    assert swept(*OVER, "-o", "map.zarr") == (0, "", "")
    code, _, said = swept(*OVER, "-o", "map.zarr")
    assert code == 3
    assert said == "scaling-limits: map.zarr: is there already: --resume goes on with it, --overwrite replaces it\n"
    remark = "scaling-limits: remark: 12 of 12 points were there, 0 were computed\n"
    assert swept(*OVER, "-o", "map.zarr", "--resume") == (0, "", remark)
    chunk = next(path for path in (tmp_path / "map.zarr/goodput/c").rglob("*") if path.is_file())
    chunk.write_bytes(b"")
    code, _, said = swept(*OVER, "-o", "map.zarr", "--resume")
    assert code == 0 and said.splitlines()[1:] == [
        f"scaling-limits: remark: not as they were written, and made again: {chunk.relative_to(tmp_path / 'map.zarr')}"
    ]
    code, _, said = swept(*OVER, "--gpus", "1000", "-o", "map.zarr", "--resume")
    assert code == 2 and "another question or base: run.gpus = 16384.0 there, 1000.0 now" in said
    assert swept(*OVER, "--gpus", "1000", "-o", "map.zarr", "--overwrite") == (0, "", "")


@pytest.mark.parametrize("started", [1, 2, 3])
def test_an_interrupt_while_workers_start_is_one_sentence(swept, tmp_path, started):
    options = [*OVER, "--workers", "2", "-o", "map.zarr"]
    with subprocess.Popen(
        [*COMMAND, *options], cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        of = psutil.Process(process.pid)
        while len(of.children(recursive=True)) < started and process.poll() is None:
            pass
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate()[1]
    assert process.returncode == 130
    assert said == "scaling-limits: interrupted; the same command with --resume goes on where it was\n"


def test_an_interrupt_keeps_what_is_done(swept, tmp_path):
    options = ["--over", "gpu_mttf=1e4 h:1e6 h:3000:log", "--over", "downtime=0:1 h:1000", "--columns", "goodput"]
    options += ["--memory", "1 MB", "--workers", "2", "-o", "map.zarr"]
    code = "import interrupting; interrupting.after_chunks(2); from scaling_limits.cli import main; main()"
    command = [sys.executable, "-c", code, *COMMAND[3:], *options]
    environment = {**os.environ, **interrupting.PATH}
    done = subprocess.run(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment, check=False
    )
    assert done.returncode == 130
    assert done.stderr == "scaling-limits: interrupted; the same command with --resume goes on where it was\n"
    with xarray.open_zarr(tmp_path / "map.zarr", chunks=None) as grid:
        computed = np.isfinite(grid.goodput.values)
        assert 0 < computed.sum() < computed.size
