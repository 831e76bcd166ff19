# SPDX-License-Identifier: Apache-2.0
"""How long between saves, and how large the run may get."""

# [readme]
import scaling_limits as sl
from scaling_limits.units import TB, hour, minute

run = sl.TrainingRun(
    gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB, initialization_time=5 * minute
)
plan = sl.strategies.blocking()
print(f"save every {plan.interval(run):.0f} s: goodput {100 * plan.goodput(run):.1f} %")

limit = sl.limits.max_gpus(run, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla(), ranges=True)
print(f"goodput stays above 90 % up to {limit.value:.0f} GPUs, then {limit.binding} binds")
print(limit.band.text)
# [/readme]
