# SPDX-License-Identifier: Apache-2.0
import scaling_limits as sl


def test_the_published_hard_limit() -> None:
    run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_000 * sl.units.hour, checkpoint_bytes=5e12, write_bandwidth=2e12)
    assert abs(sl.limits.max_gpus(run).value / 7.2e7 - 1) < 1e-12
