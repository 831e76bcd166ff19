# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import os
import signal

import pytest

import scaling_limits as sl

# who runs the tests in the background may ignore interrupts; what tests start and interrupt would inherit that
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

# the same inputs in every run, and no clock: a machine with other work on it is no reason to fail
with contextlib.suppress(ImportError):
    import hypothesis

    hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=True)
    hypothesis.settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--draws", metavar="SHARE", help="of the counts in tests/support/counts.csv: 1 for all, 0.01 if not given")


def pytest_configure(config: pytest.Config) -> None:
    if share := config.getoption("--draws"):
        os.environ["DRAWS"] = share


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
