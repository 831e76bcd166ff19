#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The analyst: a notebook, units from pint, a table to keep. Asserts what a first hour meets.

Run where `scaling_limits` is installed with its extra `test`: `python tests/newcomer/in_a_notebook.py`.
"""

from __future__ import annotations

import json
import pickle
from datetime import timedelta

import numpy as np
import pandas as pd
import pint

import scaling_limits as sl
from scaling_limits.units import TB, hour, minute


def refuses(function, *texts: str) -> None:
    try:
        function()
    except (TypeError, ValueError, AttributeError) as error:
        said = str(error)
    else:
        raise AssertionError(f"taken without a word; wanted {texts}")
    assert all(text in said for text in texts), said


def main() -> None:
    u = pint.UnitRegistry()
    # the run of the README, said in every way that people say it
    run = sl.TrainingRun(
        gpus=24576,
        mtbf="3 h",
        checkpoint_bytes=3 * u.TB,
        write_bandwidth=400 * u.GB / u.s,
        initialization_time=timedelta(minutes=7),
    )
    for seven in ("7 min", 7 * u.minute, np.timedelta64(7, "m"), pd.Timedelta(minutes=7), 420):
        assert run.replace(initialization_time=seven) == run
    lengths = run.replace(initialization_time=["7 min", "10 min"])
    assert lengths.initialization_time.tolist() == [420, 600]
    plain = sl.TrainingRun(
        gpus=24576, gpu_mttf=3 * hour * 24576, checkpoint_bytes=3 * TB, write_bandwidth=0.4 * TB, initialization_time=7 * minute
    )
    assert abs(run.goodput - plain.goodput) < 1e-14 and abs(run.goodput - 0.926) < 0.001
    assert run.replace(gpus=2 * 24576).gpu_mttf == run.gpu_mttf
    refuses(lambda: run.replace(initialization_time=7 * u.GB), "initialization_time", "in s")
    refuses(lambda: sl.TrainingRun(gpus=8, checkpoint_bytes=1, write_bandwidth=1), "gpu_mttf", "mtbf", "interruptions")
    refuses(lambda: sl.TrainingRun(gpuz=3), "gpuz", "gpus")
    refuses(lambda: sl.checkpoint.optimal_interval(7 * u.s, 1e4), "write_time")
    refuses(lambda: sl.TrainingRun(gpus=-1, mtbf=1, checkpoint_bytes=1, write_bandwidth=1), "gpus = -1")
    refuses(lambda: run.typo, "typo")

    # a limit without a criterion is the peak of useful throughput, nothing that misleads
    peak = sl.limits.max_gpus(run)
    assert peak == sl.limits.max_gpus(run, sl.limits.peak_throughput()) and peak.goodput > 0.1

    # results are kept
    limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least("90 %"), sl.growth.chinchilla())
    assert limit == sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla())
    levers = sl.analysis.levers(run, sl.limits.goodput_at_least(0.9))
    compared = sl.compare(run)
    for result in (limit, levers, compared, sl.analysis.assess(run)):
        json.dumps(result.as_dict())
        assert "np.float64" not in repr(result) and result._repr_html_().startswith("<")
        assert pickle.loads(pickle.dumps(result)) == result
    assert isinstance(levers.to_dataframe(), pd.DataFrame) and isinstance(compared.to_dataframe(), pd.DataFrame)
    assert "replicas" in compared.rows[0].assumes or compared.rows[0].name != "elastic"
    assert {"verified", "multilevel"} <= set(compared.left_out)

    # arrays keep their labels, and get their own name
    series = pd.Series([8192.0, 16384.0], index=["half", "whole"], name="gpus")
    goodput = run.replace(gpus=series).goodput
    assert isinstance(goodput, pd.Series) and list(goodput.index) == ["half", "whole"] and goodput.name == "goodput"

    # a preset chip is a chip; the ten fastest layouts, and where mine stands
    chip = sl.published.chips["b200"]
    shape = sl.published.shapes["llama3_405b"]
    fabric = sl.network.Fabric(gpus_per_node=8, inner_bandwidth="900 GB/s", outer_bandwidth="50 GB/s")
    mine = sl.parallelism.Layout(tensor=8, pipeline=14, data=128)
    assert sl.parallelism.step(shape, mine, chip, fabric, 2048 * 8192).status == "ok"
    best = sl.parallelism.best_layout(shape, int(mine.gpus), chip, fabric, 2048 * 8192, mine=mine)
    assert len(best.fastest) == 10 and best.fastest[0].layout == best.layout
    assert best.mine.rank > 1 and np.isclose(sum(best.mine.behind.values()), best.mine.time - best.step.time)

    # what Tab shows, and what the examples say
    for room in (sl, sl.limits, sl.checkpoint, sl.strategies, sl.parallelism):
        assert not [name for name in dir(room) if name.startswith("_") and not name.startswith("__")], dir(room)
    for thing in (sl.TrainingRun, sl.limits.max_gpus, sl.compare, sl.checkpoint.optimal_interval):
        assert "Parameters" in thing.__doc__ and ">>>" in thing.__doc__

    # a run that was meant otherwise draws a remark; simulations can be stopped, and say so
    assert run.remarks == [] and "usual" in run.replace(gpu_mttf="3 h").remarks[0]
    assert "usual" in sl.analysis.assess(run.replace(gpu_mttf="3 h")).note
    stopped = sl.simulation.simulate(run, relative_accuracy=1e-9, progress=lambda *_: False)
    assert stopped.status == "stopped", stopped

    # one's own factor, and one's own strategy
    refuses(lambda: type("Mine", (sl.strategies.Strategy,), {})(), "examples/own_model.cpp")
    io = sl.limits.CustomFactor(lambda gpus: 1 / (1 + gpus / 1e6), name="io")
    assert sl.limits.max_gpus(run, sl.limits.efficiency_at_least(0.5), factors=io).status == "ok"
    print("the analyst is served")


if __name__ == "__main__":
    main()
