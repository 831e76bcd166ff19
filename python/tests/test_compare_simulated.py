# SPDX-License-Identifier: Apache-2.0
"""Every number of a comparison against the simulator, which knows the protocols and none of the formulas."""

from __future__ import annotations

import pytest

import scaling_limits as sl
from scaling_limits.units import hour

LLAMA = sl.TrainingRun(
    gpus=16384,
    gpu_mttf=50677 * hour,
    checkpoint_bytes=5e12,
    write_bandwidth=2e12,
    read_bandwidth=2e12,
    initialization_time=300,
    downtime=60,
)


@pytest.mark.parametrize("gpus", [16_384, 1_000_000])
def test_the_simulator_confirms_every_row_of_a_comparison(gpus: int) -> None:
    run = LLAMA.replace(gpus=gpus)
    rows = sl.compare(run).rows
    assert len(rows) >= 7
    assert [row.goodput for row in rows] == sorted((row.goodput for row in rows), reverse=True)
    for row in rows:
        assert row.status == "ok"
        # to 1 % of the loss
        played = sl.simulation.simulate(run, row.strategy, seed=5, relative_accuracy=0.01 * (1 - row.goodput) / row.goodput)
        assert played.status == "ok", (row.name, played.note)
        assert abs(played.goodput - row.goodput) < 5 * played.standard_error, row.name
