# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import signal

import pytest

import scaling_limits as sl

# who runs the tests in the background may ignore interrupts; what tests start and interrupt would inherit that
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run() -> sl.TrainingRun:
    """Llama 3's run with a restart."""
    return sl.TrainingRun(
        gpus=16_384,
        gpu_mttf=50_000 * sl.units.hour,
        checkpoint_bytes=5e12,
        write_bandwidth=2e12,
        read_bandwidth=1e12,
        storage_latency=0.5,
        initialization_time=300,
        downtime=60,
    )


@pytest.fixture
def bare() -> sl.TrainingRun:
    """Epoch's run: nothing but checkpoints."""
    return sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * sl.units.hour, checkpoint_bytes=5e12, write_bandwidth=2e12)
