# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # What stops a run, and for how long?
#
# A rate of failures is one number. Runs are stopped by boards, links, software, hangs that nobody sees, errors that are found an hour
# late, and by people who planned to. This notebook takes Llama 3's published table of 419 interruptions as a list of causes, lets
# the restart grow with the machine, and asks **what it costs, what would help, and how far the answer moves where we are wrong**.

# %%
import matplotlib.pyplot as plt

import scaling_limits as sl
from scaling_limits.units import TB, hour, minute

run = sl.TrainingRun(
    gpus=16_384,
    checkpoint_bytes=5 * TB,
    write_bandwidth=2 * TB,
    read_bandwidth=2 * TB,
    initialization_time=5 * minute,
    downtime=1 * minute,
    gpu_mttf=float("inf"),
)
llama = sl.published.causes["llama3_405b"]
plan = sl.strategies.blocking().under(causes=llama)
print(sl.run.cause_mix(run, llama))
print(f"goodput {plan.goodput(run):.2%}, a save every {plan.interval(run):.0f} s")

# %% [markdown]
# ## By cause
#
# What a cause takes is not what its repair buys: without it the run is longer up, and the others strike that time too. Silent errors
# are no failures: six of them, found an hour late, take more than 35 faults of the network.

# %% alt: Bars: the share of the time that each of the ten costliest causes takes, faulty GPUs first.
rows = sorted(sl.analysis.by_cause(run, plan), key=lambda row: -row.time)[:10]
figure, axes = plt.subplots(figsize=(7, 3.4))
axes.barh([row.cause for row in rows][::-1], [100 * row.time for row in rows][::-1])
axes.set_xlabel("% of the time");

# %%
goodput = plan.goodput(run)
for row in rows[:6]:
    print(f"{row.cause:24s} {row.share:5.1%} of failures  takes {row.time:.2%}  without it {100 * (row.without - goodput):+.2f} points")

# %% [markdown]
# ## Hangs
#
# In the table every failure is noticed at once. Reports of hangs say otherwise: let one failure in ten be one, noticed by a time-out
# of 45 minutes. What is the better investment, a shorter time-out or twice the storage?

# %%
counted = run.replace(gpu_mttf=50_000 * hour)
hang = sl.failures.Cause(name="hang", share=0.1, detection=45 * minute)
cases = {
    "as it is": (counted, hang),
    "time-out of 10 minutes": (counted, hang.replace(detection=10 * minute)),
    "twice the storage": (counted.replace(write_bandwidth=4 * TB, read_bandwidth=4 * TB), hang),
}
for name, (of, cause) in cases.items():
    limit = sl.limits.max_gpus(of, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla, causes=[cause])
    print(f"{name:24s} goodput {sl.strategies.blocking().under([cause]).goodput(of):.2%}, 90 % up to {limit.value:6,.0f} GPUs")

# %% [markdown]
# ## A restart that grows
#
# Communicators take longer with more ranks. The parts below keep five minutes and add what is reported of a collective library, 265 s
# at 96,000 ranks. At today's size that is a detail; it decides where the peak is.

# %% alt: Useful work against size: with a constant restart it peaks near 290,000 GPUs, with one that grows near 130,000 and lower.
sizes = [16_384 * 2 ** (k / 2) for k in range(13)]
stock = sl.published.restarts["nccl"].replace(schedule_time=5 * minute)
figure, axes = plt.subplots(figsize=(7, 3.4))
for name, restart in {"five minutes at every size": None, "growing with the ranks": stock}.items():
    strategy = sl.strategies.blocking().under([hang], restart)
    useful = [n * strategy.goodput(sl.growth.chinchilla.at(counted, n)) for n in sizes]
    axes.semilogx(sizes, useful, marker="o", label=name)
    peak = sl.limits.max_gpus(counted, sl.limits.peak_throughput(), sl.growth.chinchilla, strategy)
    print(f"{name:28s} peak at {peak.value:9,.0f} GPUs, worth {peak.useful_gpus:9,.0f} ideal ones")
axes.set_xlabel("GPUs")
axes.set_ylabel("useful work, in ideal GPUs")
axes.legend(frameon=False);

# %% [markdown]
# ## How far may it be wrong?
#
# The band takes what a planner may not know, one thing at a time, from a list with sources. It is no probability: two of these may be
# otherwise at once. What was measured is no longer assumed, and is left out by `known`.

# %%
band = sl.limits.band(counted, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla)
print(band.text)
for row in band.assumption:
    print(f"{row.value:9,.0f}  {row.text}")
print("with the rate and the bytes known:")
print(sl.limits.band(counted, sl.limits.goodput_at_least(0.9), sl.growth.chinchilla, known=["gpu_mttf", "checkpoint_bytes"]).text)

# %% alt: Bars from the least to the greatest size at which goodput is 90 %, one for each thing that may be otherwise than given.
names = list(dict.fromkeys(row.name for row in band.assumption))
figure, axes = plt.subplots(figsize=(7, 3.4))
for place, name in enumerate(reversed(names)):
    ends = [row.value for row in band.assumption if row.name == name] + [band.value]
    axes.barh(place, max(ends) - min(ends), left=min(ends), color="C0")
axes.set_xlim(left=0)
axes.axvline(band.value, color="black", linewidth=1)
axes.set_yticks(range(len(names)), list(reversed(names)))
axes.set_xlabel("GPUs at a goodput of 90 %");
