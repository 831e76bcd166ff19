# SPDX-License-Identifier: Apache-2.0
"""A factor of one's own: a function of size, or a table of measured points."""

# [readme]
import scaling_limits as sl

run = sl.published.llama3_405b()
io = sl.limits.CustomFactor(lambda gpus: 1 / (1 + (gpus / 2e5) ** 1.5), name="io")
measured = sl.limits.CustomFactor([(8_192, 0.95), (16_384, 0.91), (1_000_000, 0.2)], name="step")
for factors in (io, measured, [io, measured]):
    limit = sl.limits.max_gpus(run, sl.limits.efficiency_at_least(0.5), sl.growth.chinchilla, factors=factors)
    print(f"{limit.value:,.0f} GPUs, {limit.binding} binds")
# [/readme]
