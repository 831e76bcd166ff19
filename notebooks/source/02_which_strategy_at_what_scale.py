# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # Which strategy at what scale
#
# A run can be protected in many ways: blocking or asynchronous checkpoints, several levels, copies in the memory of peers, saving just in time,
# replication, per-replica recovery. Each is a value that answers goodput, breakdown and what it requires, for any run at any size;
# `sl.compare` puts them side by side and says where the ranking changes.

# %%
import numpy as np
import scaling_limits as sl
from scaling_limits.units import GB, TB, hour, minute

run = sl.TrainingRun(gpus=16_384, gpu_mttf=50_677 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB, read_bandwidth=2 * TB,
                     initialization_time=3 * minute, downtime=2 * minute)
run

# %% [markdown]
# ## The contenders
#
# Rates of the whole system are aggregate. `share` is of the run's failures, so that a strategy answers at any size. The shares, the link
# speeds and the outage of a replica below are assumptions: change them.

# %%
host = sl.storage.Tier(write_bandwidth=1 * GB, read_bandwidth=1 * GB, per_gpu=True)
files = sl.storage.Tier(write_bandwidth=2 * TB, read_bandwidth=2 * TB)
strategies = [
    sl.strategies.blocking(),
    sl.strategies.asynchronous(copy_bandwidth=100 * TB, slowdown=0.02),
    sl.strategies.multilevel([sl.strategies.Level(tier=host, share=0.9), sl.strategies.Level(tier=files, share=0.1)]),
    sl.strategies.in_memory(copies=2, exchange_time=5),
    sl.strategies.just_in_time(share=0.95, step_time=10),
    sl.strategies.verified(verification_time=5, silent_share=0.02),
    sl.strategies.replicated(),
    sl.strategies.elastic(replicas=128, stall_time=1 * minute, outage=10 * minute),
]
table = sl.compare(run, strategies, others=False)
table

# %% [markdown]
# At a million GPUs, the checkpoint growing with the square root of the compute:

# %%
law = sl.growth.chinchilla()
grown = run.replace(gpus=1_000_000, checkpoint_bytes=5 * TB * (1_000_000 / 16_384) ** 0.5)
sl.compare(grown, strategies, growth=law, others=False)

# %% [markdown]
# ## Goodput against size

# %% alt: Goodput of eight strategies from a thousand to ten million GPUs, with the sizes at which the best one changes.
sizes = np.geomspace(1e3, 1e7, 200)
over = sl.compare(run.replace(gpus=sizes), strategies, others=False)
over.plot();

# %% [markdown]
# ## Where the best one changes

# %%
for even in over.break_even_sizes:
    if even.best:
        print(f"{even.gpus:12,.0f} GPUs: {even.below} -> {even.above}")

# %% [markdown]
# ## How large each lets the run get

# %%
for strategy in strategies:
    row = [sl.limits.max_gpus(run, criterion, law, strategy=strategy)
           for criterion in (sl.limits.goodput_at_least(0.9), sl.limits.goodput_at_least(0.5), sl.limits.peak_throughput())]
    print(f"{type(strategy).__name__:14}", *(f"{limit.value:14.4g} {limit.status:>10}" for limit in row))

# %% [markdown]
# ## Where the time goes
#
# `redundancy` is what replication or absent replicas set aside: all GPUs held are counted.

# %% alt: Stacked bars, one per strategy: useful time and every loss at a million GPUs, best first.
sl.plot.breakdown_by_strategy(grown, strategies);

# %% [markdown]
# ## Is it true? The simulator's word
#
# The simulator knows the protocol only (what blocks, what each failure returns to), none of the formulas.

# %%
for strategy in strategies:
    played = sl.simulation.simulate(run, strategy, seed=2024, relative_accuracy=1e-3)
    goodput = strategy.goodput(run)
    print(f"{type(strategy).__name__:14} closed form {goodput:.5f}   simulated {played.goodput:.5f} +- {played.standard_error:.5f}"
          f"   {(goodput - played.goodput) / played.standard_error:+.1f} standard errors")

# %% [markdown]
# ## How many spares

# %%
rate = 1 / run.mtbf
for days in (1, 3, 7):
    repair = days * 24 * hour
    print(f"repair {days} d: {sl.failures.spares_needed(rate, repair, 0.99):.0f} spares cover 99 % of the time;",
          f"with 8 the run could work {sl.failures.runnable_share(8, rate, repair):.1%} of it")
