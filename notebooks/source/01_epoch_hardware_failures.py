# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # Will hardware failures limit the size of a training run?
#
# In November 2024 Epoch AI asked how many GPUs one training run can use before hardware failures stop it, and answered: about
# 70 million if the model stays what it is, about 4 million if the model grows with the machine, and far more if state is
# recovered from memory instead of storage. The conclusion was that failures will not limit scaling.
#
# This notebook reproduces those numbers, and then asks the next question: **what is it like to train at such a size?** The
# published limit is the size at which saving a checkpoint takes as long as the machine runs between two failures. A run dies
# of its losses long before that. We put the size at which 90 % of the time is still useful, and the size beyond which more
# GPUs make training *slower*, beside the hard limit, and look at what moves them.
#
# Everything here is a closed formula evaluated by `scaling_limits`; each is derived in a few lines where it is first used.

# %%
import numpy as np
from IPython.display import Markdown

import scaling_limits as sl
from scaling_limits import plot
from scaling_limits.units import TB, hour, minute


def table(head, *rows):
    """Rows as a Markdown table."""
    lines = ["| " + " | ".join(str(cell) for cell in row) + " |" for row in (head, ["---"] * len(head), *rows)]
    return Markdown("\n".join(lines))


# %% [markdown]
# ## 1. How often does it fail?
#
# A GPU, its memory, its network card, the host it sits in: each breaks rarely, and independently of the others. A job that
# uses all of them stops when the first one breaks. If one GPU with its share of everything else fails once in 50,000 hours,
# then $N$ of them fail $N$ times as often:
#
# $$ M = \frac{50{,}000\ \mathrm{h}}{N} \qquad\text{($M$: mean time between failures of the job, its MTBF).} $$
#
# The 50,000 hours are not the life of a GPU. They come from the Llama 3 405B run: 419 unexpected interruptions of 16,384 GPUs
# in 54 days, *whatever the cause*, is one per 50,677 GPU-hours. Faulty GPUs were a third of them.

# %%
run = sl.published.llama3_405b()
counts = sl.published.llama3_interruptions
gpu_hours = 16_384 * 54 * 24 / sum(counts.values())
print(run)
print(f"{sum(counts.values())} interruptions: one per {gpu_hours:,.0f} GPU-hours; {counts['faulty GPU'] / sum(counts.values()):.0%} of them faulty GPUs")
for gpus in (16_384, 100_000, 1_000_000):
    print(f"{gpus:9,} GPUs: one failure every {run.replace(gpus=gpus).mtbf / minute:6.1f} minutes")

# %% [markdown]
# ## 2. How often should it save?
#
# Without checkpoints nothing survives a failure, so the job saves its state every $w$ seconds of work. One save blocks
# training for $C$ seconds: 5 TB at 2 TB/s are 2.5 s. Saving often costs saves; saving rarely costs the work since the last
# save, on average half an interval per failure:
#
# $$ \text{overhead} \approx \frac{C}{w} + \frac{w}{2M}, \qquad\text{smallest at}\quad w = \sqrt{2CM}. $$
#
# That is Young's formula of 1974. It is an approximation: it counts no failure during a save, and none during the repetition
# of lost work. The exact answer takes three sentences. A segment, the work $w$ and its save $C$, succeeds only if no failure
# strikes for $w + C$ seconds; with failures at the constant rate $\lambda = 1/M$ that has probability $e^{-\lambda(w+C)}$. So
# it takes $e^{\lambda(w+C)}$ attempts on average, all but the last cut short, and the mean time until one succeeds works out
# as
#
# $$ E(w) = M\,(e^{\lambda (w+C)} - 1). $$
#
# Segments follow each other independently, so in the long run the useful share of time, the **goodput**, is the work per
# segment over the time per segment, $w / E(w)$. (That last step is all that is needed of renewal theory.) Setting the
# derivative to zero gives the one equation behind every optimal interval, with $y = \lambda(w + C)$:
#
# $$ y - 1 + e^{-y} = \lambda C, \qquad w = M\,(1 - e^{-y}), \qquad \text{best goodput} = e^{-y}. $$

# %% alt: Goodput against the interval between checkpoints: a flat top, the best interval marked, those of Young and Daly at the axis.
print(f"save every {run.optimal_interval:.1f} s (Young: {sl.checkpoint.young_interval(run.write_time, run.mtbf):.1f} s): goodput {run.goodput:.2%}")
plot.goodput_vs_interval(run);

# %% [markdown]
# The optimum is flat: any interval between a minute and a half and ten minutes is within 1 % of the best. An MTBF that is
# wrong by a factor of two is no tragedy. On this scale the approximations are indistinguishable from the exact answer.
#
# Is the formula right? Let us not believe it, and live through a few hundred thousand segments instead: draw times to
# failure, repeat each segment until one draw is long enough, and compare.

# %%
rng = np.random.default_rng(2024)


def lived_goodput(work, write_time, mtbf, segments):
    """Goodput of a simulated job: no formula of the library in it."""
    elapsed, to_do = 0.0, segments
    while to_do:
        life = rng.exponential(mtbf, to_do)  # from the start of each attempt to the next failure
        failed = life < work + write_time
        elapsed += life[failed].sum() + (to_do - failed.sum()) * (work + write_time)
        to_do = int(failed.sum())
    return segments * work / elapsed


rows = []
for gpus in (16_384, 1e6, 1e7, 7.2e7):
    at = run.replace(gpus=gpus)
    lived = np.array([lived_goodput(at.optimal_interval, at.write_time, at.mtbf, 20_000) for _ in range(20)])
    rows.append([f"{gpus:,.0f}", f"{at.goodput:.4f}", f"{lived.mean():.4f} ± {lived.std(ddof=1) / np.sqrt(lived.size):.4f}"])
table(["GPUs", "formula", "lived through"], *rows)

# %% [markdown]
# ## 3. The published numbers
#
# Epoch's hard limit is the size at which $C = M$. The registry of published estimates holds every number with its source, how
# it was printed, and what the library computes from the same inputs. Marks: **P** published, **P2** published and known to us
# through a second source, **D** derived from published values, **A** assumed.

# %%
epoch = [row for row in sl.published.reproduce() if row.id.startswith("epoch.") and row.mark != "A"]
table(["quantity", "published", "computed", "deviation", "mark"],
      *([row.quantity, row.printed, f"{row.computed:.4g} {row.unit.strip('1')}", f"{row.deviation:+.1%}", row.mark] for row in epoch))

# %% [markdown]
# The rows marked **D** are what else is true at the published limit, and they are the point of this notebook.
#
# * Where a save takes as long as the machine runs between failures, $\lambda C = 1$, the *best possible* goodput is 15.9 %:
#   84 % of the machine is spent on saves and on repeating lost work.
# * Useful throughput, the number of GPUs times goodput, has its maximum *before* that size: at $\lambda C = 0.797$ for a fixed
#   model, and at 0.4505 if the checkpoint grows with the square root of the machine. Beyond the maximum each GPU that is added
#   makes training slower.
# * Ninety per cent goodput needs $\lambda C \le 0.00536$. Under a fixed model that is 1/187 of the published limit; under
#   Chinchilla growth it is 135,000 GPUs instead of 4.4 million.
#
# Where do these come from? Goodput $g = e^{-y}$ is possible as long as $\lambda C \le g - 1 - \ln g$ (put $y = -\ln g$ into the
# equation above). And throughput peaks where 1 % more GPUs cost 1 % of goodput: the elasticity of the losses is one.

# %% alt: Useful throughput against the number of GPUs for a fixed model: it rises, peaks and falls; the size of each criterion is marked, a bar between its ends.
fixed, chinchilla = sl.growth.fixed(), sl.growth.chinchilla()
plot.throughput_vs_size(run, growth=fixed);

# %% alt: Useful throughput against the number of GPUs when the checkpoint grows with the square root of the machine, a bar at each size.
plot.throughput_vs_size(run, growth=chinchilla);

# %% [markdown]
# "Write time = MTBF" is the published limit. The peak is the last size at which another GPU helps. Most owners would want to
# be left of "goodput 0.9".
#
# ## 4. Restart time
#
# So far a failed job was back at work in no time. Real jobs must notice the failure, replace the node, start tens of thousands
# of processes and load the checkpoint; five minutes is good. The restart can itself be hit by a failure. Its loss is
# $\lambda R$, and it grows with the machine however fast the storage is.

# %% alt: The largest size over restart times from 0 to 20 minutes, one line per criterion and growth law.
restart_times = np.concatenate([[0], np.geomspace(0.01, 20, 120)]) * minute
plot.limits_vs_field(run, "initialization_time", restart_times, growths={"model fixed": fixed, "Chinchilla": chinchilla});

# %%
five = run.replace(initialization_time=5 * minute)
rows = []
for name, law in (("model fixed", fixed), ("Chinchilla growth", chinchilla)):
    for label, criterion in plot.standard_criteria().items():
        free, slowed = (sl.limits.max_gpus(r, criterion, law) for r in (run, five))
        rows.append([name, label, f"{free.value:,.0f}", f"{slowed.value:,.0f}", slowed.binding])
table(["growth", "criterion", "restart free", "restart 5 min", "what binds then"], *rows)

# %% [markdown]
# With five minutes per restart the peak of useful throughput falls from 57 million GPUs to 560,000, a factor of a hundred, and
# the published hard limit does not notice: it has no restart in it. From here on **restart, not storage, is what binds**, and
# whether the model grows hardly matters any more.

# %% alt: Stacked bars: useful time, checkpoints, rework, restarts and downtime at four sizes from 16,384 to a million GPUs.
real = run.replace(read_bandwidth=run.write_bandwidth, initialization_time=5 * minute, downtime=1 * minute)
plot.breakdown(real, gpus=[16_384, 65_536, 262_144, 1_048_576], growth=chinchilla);

# %% [markdown]
# ## 5. What grows with the machine?
#
# A machine twice as large is usually bought to train a larger model. Compute-optimal training for a fixed time makes parameters,
# and with them the checkpoint, grow with the square root of the compute (Chinchilla). If instead every GPU's memory is
# always full, the checkpoint grows in proportion. With $\lambda \propto N$ and $C \propto N^p$ the load $\lambda C$ grows as
# $N^{1+p}$, so every limit is a power law: twice the checkpoint on the same storage costs $1 - 2^{-1/(1+p)}$ of the size.

# %% alt: The largest size under three criteria, a row per growth law.
for name, law in plot.standard_growths().items():
    one, two = (sl.limits.max_gpus(r, sl.limits.goodput_at_least(0.9), law).value for r in (run, run.replace(checkpoint_bytes=10 * TB)))
    print(f"{name:13} twice the checkpoint costs {1 - two / one:.0%} of the largest size")
plot.limits_by_growth(run);

# %% [markdown]
# ## 6. Memory against storage
#
# State need not go to a file system. Peers' GPU memory, the host's memory or a local disk come with every GPU, so their
# bandwidth *grows with the machine*, and the load grows only as fast as latency does. The figure saves the same run to each
# tier. (The file system's 2 TB/s is published; the other tiers are hardware ceilings times an assumed share:
# `sl.published.tiers.sources` says which. What survives which failure is a separate question: a copy in the memory of the node
# that died is gone, so memory needs copies elsewhere, and storage behind them for the rare larger losses.)

# %% alt: The largest size under three criteria for state saved to GPU memory, host memory, local disk and a file system.
plot.limits_by_tier(run);

# %% [markdown]
# Epoch's "billions to sextillions" for recovery from memory is published without its formula in what we have. These are
# **reconstructions**, ours and labelled as such: what such a statement would need to be true. $t(N)$ is the time to recover.
#
# * **A**: recovering takes as long as the machine runs between failures, $t(N) = \mathrm{MTTF}/N$.
# * **B**: the state is spread over all links, so that recovery has the bandwidth of the whole machine.
# * **C**: a second failure strikes the same state inside the window, $N\,t(N)^2 = \mathrm{MTTF}^2$. From linear to constant
#   latency this is the only form found that spans billions to sextillions.

# %%
table(["reconstruction", "inputs", "largest cluster [GPUs]"],
      *([row.quantity.removeprefix("memory recovery, "), row.inputs, f"{row.computed:.2g}"] for row in sl.published.reproduce() if row.mark == "A" and row.id.startswith("epoch.")))

# %% [markdown]
# Numbers of this kind say that *this* bottleneck is out of the way. They say nothing about restart:

# %%
memory = sl.published.tiers["gpu_memory"]
saved = real.saved_to(memory)
for label, criterion in plot.standard_criteria().items():
    to_disk = sl.limits.max_gpus(real, criterion, chinchilla)
    to_memory = sl.limits.max_gpus(saved, criterion, chinchilla.saved_to(memory))
    print(f"{label:26} file system {to_disk.value:12,.0f} GPUs    GPU memory {to_memory.value:18,.0f} GPUs, {to_memory.binding} binds")

# %% [markdown]
# The published limit rises by a factor of forty thousand; the size with 90 % goodput by half, from 34,000 to 52,000 GPUs. The
# saves have become free, and the limit has moved to what was left over: a restart of five minutes.
#
# ## 7. What would help, and what to do
#
# How much does each input move the limit? The elasticity says how many per cent of size one per cent of the input buys;
# doubling (or halving) shows the effect of a real change.

# %%
criterion = sl.limits.goodput_at_least(0.9)
limit = sl.limits.max_gpus(real, criterion, chinchilla)
found = {name: (lever.elasticity, lever.halved_factor if lever.elasticity < 0 else lever.doubled_factor)
         for name, lever in sl.analysis.levers(real, criterion, chinchilla).items() if lever.elasticity}
print(f"goodput 0.9, Chinchilla growth: {limit.value:,.0f} GPUs; {limit.binding} binds, shares", {k: round(v, 3) for k, v in limit.shares.items()})
table(["field", "+1 % changes the size by", "better by a factor of two", "size becomes"],
      *([name, f"{elasticity:+.3f} %", "half of it" if elasticity < 0 else "twice of it", f"× {factor:.2f}"]
        for name, (elasticity, factor) in sorted(found.items(), key=lambda item: -item[1][1])))

# %% alt: A map of the overhead over size and write bandwidth, the run marked with a star.
plot.overhead_map(real);

# %% [markdown]
# For a run like Llama 3 405B, then:
#
# 1. **Quote the criterion with the limit.** "Up to 70 million GPUs" and "up to 34,000 GPUs" are both right: at the first the
#    save takes as long as the machine lives, up to the second nine tenths of the time are useful.
# 2. **Reliability first.** Twice the MTTF is worth 1.9 times the useful size, more than a factor of two in anything else.
# 3. **Then restart.** Coming back in one minute instead of five is worth more than storage of infinite bandwidth (below).
#    Hot spares, resident processes and partial restarts all act here.
# 4. **Then saves**, if the model grows with the machine: local or peer memory for the frequent ones, storage behind it.
# 5. **Do not tune the interval.** It is flat; take the formula's and round it to whole steps.
#
# %%
rows = [["as it is", real], ["restart in 1 minute", real.replace(initialization_time=minute)],
        ["infinitely fast storage", real.replace(write_bandwidth=np.inf, read_bandwidth=np.inf)], ["twice the MTTF", real.replace(gpu_mttf=2 * real.gpu_mttf)]]
table(["change", "goodput 0.9 [GPUs]", "peak of useful throughput [GPUs]"],
      *([name, *(f"{sl.limits.max_gpus(r, c, chinchilla).value:,.0f}" for c in (criterion, sl.limits.peak_throughput()))] for name, r in rows))

# %% [markdown]
# So will hardware failures limit scaling? Not as a wall. They are a tax that grows with the machine: a few per cent today,
# a half at a few hundred thousand GPUs if restart stays at minutes. The levers against it are known, and none is exotic.
