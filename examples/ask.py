# SPDX-License-Identifier: Apache-2.0
"""One case of the catalogue, by objects: what examples/ask.json asks."""

# [readme]
import scaling_limits as sl
from scaling_limits.units import TB, hour, minute

run = sl.TrainingRun(
    gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB, initialization_time=5 * minute
)
limit = sl.limits.max_gpus(
    run,
    sl.limits.efficiency_at_least(0.5),
    sl.growth.chinchilla,
    sl.strategies.asynchronous(copy_bandwidth=10 * TB),
    factors=sl.limits.StrongScaling(half_size=101_035),
)
print(f"{limit.value!r} GPUs, {limit.binding} binds with {limit.shares[limit.binding]!r} of the target")
# [/readme]
