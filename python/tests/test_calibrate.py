# SPDX-License-Identifier: Apache-2.0
"""Measured steps read, and a machine's constants found from them."""

from __future__ import annotations

import io
import math
import os
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scaling_limits as sl

CONSTANTS = ("achieved_flops", "attention_flops", "memory_bandwidth", "operation_time")
FABRIC = sl.network.Fabric(
    gpus_per_node=8, inner_bandwidth=360e9, outer_bandwidth=45e9, inner_latency=5e-6, outer_latency=15e-6
)
GUESS = sl.workload.guess_chip(989.4e12, 3.35e12)
TRUTH = GUESS.replace(achieved_flops=6.4e14, attention_flops=3.2e14, memory_bandwidth=1.7e12, operation_time=26e-6)
SHAPE = sl.published.shapes["llama3_8b"]
LAYOUT = sl.parallelism.Layout
CASES = [
    sl.data.MeasuredStep(shape=SHAPE, layout=LAYOUT(data=8), batch_tokens=2**17, id="dense"),
    sl.data.MeasuredStep(shape=SHAPE, layout=LAYOUT(tensor=8), batch_tokens=2**16, id="cut in eight"),
    sl.data.MeasuredStep(shape=SHAPE.replace(sequence_length=131_072), layout=LAYOUT(context=8), batch_tokens=2**17, id="long"),
    sl.data.MeasuredStep(
        shape=SHAPE.replace(layers=8, hidden=1024, feed_forward=3584, query_heads=8, sequence_length=1024),
        layout=LAYOUT(data=8),
        batch_tokens=2**13,
        id="small",
    ),
    sl.data.MeasuredStep(
        shape=SHAPE, layout=LAYOUT(data=64), batch_tokens=2**20, id="sharded", options={"zero_stage": 3, "overlap": 0.4}
    ),
]
DATA = Path(os.environ.get("SCALING_LIMITS_DATA", Path(__file__).resolve().parents[3] / "shared/data")) / "steps/steps.csv"
measured = pytest.mark.skipif(not DATA.exists(), reason=f"no {DATA}")


def step_time(row: sl.data.MeasuredStep, chip: sl.workload.Chip) -> float:
    return float(sl.parallelism.step(row.shape, row.layout, chip, FABRIC, row.batch_tokens, **row.options).time)


ROWS = [row.replace(time=step_time(row, TRUTH)) for row in CASES]

# ---- the fit


def test_constants_are_found_again() -> None:
    found = sl.calibrate(ROWS, GUESS, FABRIC, noise=1e-6)
    for name in CONSTANTS:
        assert getattr(found.chip, name) == pytest.approx(getattr(TRUTH, name), rel=1e-7)
        low, high = found.interval(name)
        assert low < getattr(found.chip, name) < high
    assert found.chip.peak_flops == GUESS.peak_flops
    assert found.status == "ok" and found.worst_error < 1e-8
    assert found.covariance.shape == (4, 4) and np.array_equal(found.covariance, found.covariance.T)
    assert list(found.modelled) == pytest.approx([row.time for row in ROWS], rel=1e-8)
    assert found.noise == 1e-6 and found.degrees == math.inf


def test_errors_are_of_the_step_with_the_constants_found() -> None:
    rows = [row.replace(time=row.time * factor) for row, factor in zip(ROWS, (1.03, 0.99, 1.0, 0.95, 1.02), strict=True)]
    found = sl.calibrate(rows, GUESS, FABRIC)
    errors = [step_time(row, found.chip) / row.time - 1 for row in rows]
    assert list(found.errors) == pytest.approx(errors, abs=1e-12)
    assert found.mean_error == pytest.approx(np.mean(np.abs(errors)), rel=1e-9)
    assert found.worst_error == pytest.approx(np.max(np.abs(errors)), rel=1e-9)
    widths = [found.interval("achieved_flops", level) for level in (0.5, 0.9, 0.99)]
    assert all(b[0] < a[0] < a[1] < b[1] for a, b in pairwise(widths))


def test_options_of_a_row_win_over_those_of_the_call() -> None:
    all_of = sl.calibrate([row.replace(options={**row.options, "recompute": "full"}) for row in ROWS], GUESS, FABRIC)
    assert sl.calibrate(ROWS, GUESS, FABRIC, recompute="full").chip == all_of.chip
    # the sharded row keeps its own overlap
    own = [row.replace(options={"overlap": 0, **row.options}) for row in ROWS]
    assert sl.calibrate(own, GUESS, FABRIC, overlap=1).chip == sl.calibrate(ROWS, GUESS, FABRIC).chip
    assert sl.calibrate(ROWS, GUESS, FABRIC, overlap=1).chip != sl.calibrate(ROWS, GUESS, FABRIC).chip


def test_a_row_that_ran_fits_and_next_names_the_most_telling() -> None:
    found = sl.calibrate(ROWS[:1], GUESS.replace(memory_bytes=1e9), FABRIC)
    assert found.chip.memory_bytes == 1e9
    order = found.next(CASES)
    assert sorted(order) == list(range(len(CASES)))
    assert CASES[order[0]].id == "long", "attention is what one dense row says least of"
    # each next one with those before it known
    then = sl.calibrate([ROWS[0], ROWS[order[0]]], GUESS, FABRIC, noise=found.noise)
    assert then.next([case for case in CASES if case.id != "long"])
    assert found.next([]) == []


def test_families_split_the_rows() -> None:
    found = sl.calibrate(ROWS, GUESS, FABRIC)
    by_gpus = [one for one in found.families() if one.by == "gpus"]
    assert [one.family for one in by_gpus] == ["8", "64"] and sum(one.rows for one in by_gpus) == len(ROWS)
    assert all(one.mean_error <= one.worst_error <= found.worst_error for one in by_gpus)
    assert [one.family for one in found.families() if one.by == "kind"] == ["dense"]


def refused(text: str, *arguments: Any, **given: Any) -> None:
    with pytest.raises(ValueError, match=text):
        sl.calibrate(*arguments, **given)


def test_what_cannot_be_fitted_is_named() -> None:
    refused("rows must hold one measured step at least", [], GUESS, FABRIC)
    for wrong in (0, -1, math.inf, math.nan):
        refused(r"row 'dense': time = \S+ must be > 0 and finite \[s\]", [ROWS[0].replace(time=wrong)], GUESS, FABRIC)
    refused("row 'dense': tensor = 7 must divide", [ROWS[0].replace(layout=LAYOUT(tensor=7))], GUESS, FABRIC)
    refused(r"rows\[0\]: tensor = 7", [ROWS[0].replace(layout=LAYOUT(tensor=7), id="")], GUESS, FABRIC)
    refused("row 'dense': step: kernels = 'unfused'", [ROWS[0].replace(options={"kernels": "unfused"})], GUESS, FABRIC)
    refused("row 'dense': overlap = 2 must be in", [ROWS[0].replace(options={"overlap": 2})], GUESS, FABRIC)
    refused("kernels", ROWS, GUESS, FABRIC, kernels="fast")
    for name in CONSTANTS:
        if name != "achieved_flops":  # without which there is no chip
            fields = {field.name: getattr(GUESS, field.name) for field in GUESS.fields() if field.name != name}
            refused(f"guess: {name} = ", ROWS, sl.workload.Chip(**fields), FABRIC)
    for wrong in (0, -1, math.inf, math.nan):
        refused("noise = ", ROWS, GUESS, FABRIC, noise=wrong)
        refused("prior = ", ROWS, GUESS, FABRIC, prior=wrong)
    found = sl.calibrate(ROWS, GUESS, FABRIC)
    with pytest.raises(ValueError, match="must be one of achieved_flops, attention_flops"):
        found.interval("peak_flops")
    with pytest.raises(ValueError, match="level = 1 must be in"):
        found.interval("achieved_flops", 1)
    with pytest.raises(ValueError, match="row 'dense': data = 3"):
        found.next([CASES[0].replace(layout=LAYOUT(data=3))])
    with pytest.raises(TypeError, match="no option 'overlp'"):
        sl.calibrate(ROWS, GUESS, FABRIC, overlp=0.4)
    with pytest.raises(TypeError, match="a step has no 'overlp'"):
        ROWS[0].replace(options={"overlp": 0.4})


# ---- files and frames

HEAD = "layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length"
PLAIN = "32,4096,16384,32,32,128,32000,2048"
MORE = ",gated,data,batch_sequences,time"


def read(text: str, **keep: Any) -> sl.data.MeasuredSteps:
    return sl.data.read_steps(io.StringIO(text), **keep)


def test_columns_are_known_by_name_and_missing_ones_at_their_default() -> None:
    (row,) = read(f"remark,{HEAD}{MORE},memory,stage_layers\nx,{PLAIN},1,8,16,2.5,70 GB,\n")
    assert row.shape.gated == 1 and row.layout == LAYOUT(data=8)
    assert row.batch_tokens == 16 * 2048 and row.time == 2.5 and row.memory == 70e9
    assert row.options == {"kernels": "fused", "precision": "bf16"}
    assert (row.id, row.set, row.machine) == ("", "", "")
    (row,) = read(f"{HEAD}{MORE},stage_layers,recompute,precision,overlap\n{PLAIN},0,8,16,,7 8 8 9,full,fp8,0.4\n")
    assert row.options == {
        "kernels": "unfused",
        "precision": "fp8",
        "stage_layers": [7, 8, 8, 9],
        "recompute": "full",
        "overlap": 0.4,
    }
    assert math.isnan(row.time)
    (row,) = read(f"{HEAD},gated,batch_tokens\n{PLAIN.replace('32,32,128', '32,8,128')},0,32768\n")
    assert row.options["kernels"] == "fused", "scores are written in plain shapes with a key head for each query head"
    assert row.batch_tokens == 32768


def test_unusable_rows_are_reported_by_line_and_the_rest_is_read() -> None:
    text = f"{HEAD}{MORE},recompute\n{PLAIN},1,8,16,2.5,\n\n{PLAIN},1,8,16,0,\n{PLAIN},1,8,16,x,\n{PLAIN},1,8,16,2,half\n"
    rows = read(text + f"{PLAIN},1,1.5,16,2,\n{PLAIN},1,8,,2,\n")
    assert len(rows) == 1
    lines, reasons = zip(*rows.report, strict=True)
    assert lines == (4, 5, 6, 7, 8)
    for reason, part in zip(
        reasons, ("time = 0", "time = 'x'", "recompute = 'half'", "data = 1.5", "batch_sequences"), strict=True
    ):
        assert part in reason
    again = pickle.loads(pickle.dumps(rows))
    assert again == rows and again.report == rows.report


def test_what_cannot_be_read_is_named() -> None:
    with pytest.raises(ValueError, match="has no column hidden, sequence_length, batch_sequences"):
        read("layers,feed_forward,query_heads,key_value_heads,head_size,vocabulary\n1,2,3,4,5,6\n")
    with pytest.raises(ValueError, match=r"no usable row: line 2: .*time = 0"):
        read(f"{HEAD}{MORE}\n{PLAIN},1,8,16,0\n")
    with pytest.raises(ValueError, match="no usable row: it has no rows"):
        read(f"{HEAD}{MORE}\n")
    with pytest.raises(ValueError, match="this is an empty file; expected measured steps"):
        read("")
    with pytest.raises(ValueError, match="no row of machine 'b'; there are machine a"):
        read(f"machine,{HEAD}{MORE}\na,{PLAIN},1,8,16,1\n", machine="b")
    with pytest.raises(FileNotFoundError):
        sl.data.read_steps("nowhere.csv")
    with pytest.raises(TypeError, match="path must be a path, an open file or a frame of pandas"):
        sl.data.read_steps(5)


def test_a_frame_is_read_as_its_file(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    text = f"machine,set,{HEAD}{MORE},precision\na,s,{PLAIN},1,8,16,2.5,\nb,s,{PLAIN},0,8,16,1.25,fp8\nb,t,{PLAIN},0,8,16,,\n"
    path = tmp_path / "rows.csv"
    path.write_text("\ufeff" + text)
    frame = pandas.read_csv(io.StringIO(text))
    assert sl.data.read_steps(frame) == sl.data.read_steps(path) == sl.data.read_steps(str(path)) == read(text)
    assert [row.machine for row in read(text, machine="b", precision="bf16")] == ["b"]
    assert [row.set for row in read(text, set="s")] == ["s", "s"]
    frame.loc[0, "time"] = -1
    assert [line for line, _ in sl.data.read_steps(frame).report] == [0]


# ---- measured machines


@measured
def test_b200_from_its_own_rows() -> None:
    rows = sl.data.read_steps(DATA, machine="B200")
    assert len(rows) == 13 and not rows.report
    fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth=606e9, outer_bandwidth=50e9, inner_latency=8e-6)
    found = sl.calibrate(rows, sl.workload.guess_chip(2.25e15, 8e12), fabric)
    nominal = {"achieved_flops": 2.25e15, "attention_flops": 2.25e15, "memory_bandwidth": 8e12, "operation_time": 1}
    printed = {"achieved_flops": 0.476, "attention_flops": 0.380, "memory_bandwidth": 0.515, "operation_time": 26.8e-6}
    for name, share in printed.items():
        assert getattr(found.chip, name) / nominal[name] == pytest.approx(share, rel=0.002)  # digits of the sheet
    assert found.mean_error < 0.015
    for row, memory in zip(rows, found.modelled_memory, strict=True):
        assert memory == pytest.approx(row.memory, rel=0.003)


@measured
def test_every_row_of_the_data_is_read() -> None:
    rows = sl.data.read_steps(DATA)
    assert len(rows) == 137 and not rows.report
    assert {row.machine for row in rows} == {"B200", "A100-80GB", "H100-80GB", "A100-40GB", "GB200"}
    assert len(sl.data.read_steps(DATA, "H100-80GB", "llmfoundry", "bf16")) == 26
