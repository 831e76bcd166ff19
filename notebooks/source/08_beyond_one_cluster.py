# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # Beyond one cluster
#
# A run may be spread over sites on thin links that exchange every H steps and fail one at a time. Then failures hurt less and the link
# hardly counts, but copies of the model that train apart need more tokens. Which of the three decides? Below, a model of 405e9
# parameters on one, two, four and eight sites; a published table of a million chips from two of its numbers; and the same criteria
# asked of clients and of trials, which never fail.

# %%
import warnings

import numpy as np

import scaling_limits as sl
from scaling_limits.units import GB, TB, Tbit

run = sl.TrainingRun(gpus=100_000, gpu_mttf="50677 h", checkpoint_bytes=2.5 * TB, write_bandwidth=1 * TB, initialization_time="5 min")
work = 6 * 405e9 * 16_777_216 / 400e12  # ideal GPU-seconds of a step
step = sl.limits.StrongScaling(half_size=101_035)  # what a step loses within its sites
sites = sl.analysis.Sites(sites=2, bandwidth=1 * Tbit, latency="5 ms", bytes=2 * 405e9, exchange_steps=100)
print(f"one exchange takes {sites.exchange_time:.2f} s: every {sites.exchange_steps} steps, as long as compute at {sites.factors(work)[0].half_size:,.0f} GPUs")

# %% [markdown]
# ## How large, and does the next site pay?
#
# Two sites that exchange every step are a bad machine: the link binds. Exchanging every 100 steps moves its half size a hundredfold,
# and what is gained comes from failures that stop one site instead of both.

# %%
every = sl.analysis.compare_sites(run, work, sites.replace(exchange_steps=1, apart=False), counts=[1, 2], factors=step)
together = sl.analysis.compare_sites(run, work, sites.replace(apart=False), counts=[1, 2], factors=step)
table = sl.analysis.compare_sites(run, work, sites, factors=step)
print(f"one site                               worth {table[0].worth:10,.0f} ideal GPUs")
print(f"two, an exchange every step            worth {every[1].worth:10,.0f}: {every[1].binding} binds")
print(f"two, every 100 steps, failing together worth {together[1].worth:10,.0f}")
print(f"two, every 100 steps, failing apart    worth {table[1].worth:10,.0f}")
print()
print(table)

# %% alt: Worth against size for one, two, four and eight sites; bars at the largest sizes show what two laws of replicas leave of it
sl.plot.sites(table, parameters=405e9)

# %% [markdown]
# ## Which law of replicas is believed decides it
#
# A second site pays if what replicas leave of the work is more than the `break-even` above. Two fits of the same runs (Charles et al.
# 2025) say what they leave: one law of parameters and replicas, and a law of parameters for each number of replicas. Both were fitted to
# models up to 2.4e9 parameters, and beyond they part.

# %%
law = sl.published.replica_laws["charles_2025_joint"]
print("note:", law.note(405e9, 2))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # which says the same
    for row in table.rows[1:]:
        joint, separate = (1 / sl.workload.replica_compute(405e9, row.sites, form) for form in ("joint", "separate"))
        print(f"{row.sites:.0f} sites pay above {row.break_even:.4f}; the joint law leaves {joint:.4f} of all, the separate fits {separate:.4f}")
believed = sl.analysis.compare_sites(run, work, sites.replace(replica_exponent=law.compute_exponent), factors=step)
printed = sl.published.replica_laws["charles_2025_10b"]
left = sl.limits.ReplicaCost(exponent=printed.compute_exponent, replicas=2).efficiency(1)
print(f"by the losses printed for models of 1e10 parameters two sites leave {left:.4f}")
print(f"\nby the joint law the best number of sites is {believed.best.sites:.0f}, worth {believed.best.worth:,.0f} ideal GPUs")

# %% [markdown]
# By the joint law a second site gains next to nothing and a third loses; by the separate fits each pays. The largest models that the same
# paper trained, with 1e10 parameters and 1, 2 and 4 replicas, lie between the two: `b` is 0.070 where the joint law has 0.236, and the
# second site pays. What would settle it is one model of 1e11 parameters trained both ways.
#
# ## A million chips, from two of their numbers
#
# Douillard et al. 2026 simulate chips that fail once a year and print goodputs. One learner that stalls `s` seconds at each failure has
# `1/g = 1/a + s n/MTBI`; two of the printed numbers give `a` and `s`, learners that fail apart give the rest.

# %%
year = 365.25 * 86400
in_step, eight = 0.58, 0.88
stall = (1 / in_step - 1 / eight) / (1.2e6 / year * (1 - 1 / 8))
available = 1 / (1 / in_step - stall * 1.2e6 / year)
print(f"a = {available:.4f}, a stall of {stall:.1f} s")
for chips, learners, printed in ((1.2e6, 2, 70), (1.2e6, 16, 93), (2.4e6, 1, 40), (2.4e6, 8, 80), (2.4e6, 16, 86)):
    machine = sl.TrainingRun(gpus=chips, gpu_mttf=year, checkpoint_bytes=0, write_bandwidth=np.inf)
    elastic = sl.strategies.elastic(replicas=1000, stall_time=stall, outage=stall)
    overhead = sl.strategies.independent(learners, elastic).overhead(machine)
    print(f"{chips:9,.0f} chips, {learners:2d} learners: {100 / (overhead + 1 / available):5.1f} %, printed {printed} %")

# %% [markdown]
# ## Learners without end
#
# With the best number of learners failures alone never end growth: a learner has a best size that does not depend on the machine, and from
# there on useful work grows as N^(1 - b).

# %%
learner = sl.limits.best_learner(run, law.compute_exponent)
print(f"a learner of {learner.value:,.0f} GPUs is worth no splitting; goodput {learner.goodput:.3f}, {learner.binding} binds")
for gpus in (1e6, 1e7):
    number = gpus / learner.value
    cost = sl.limits.ReplicaCost(exponent=law.compute_exponent, replicas=number).efficiency(gpus)
    apart = sl.strategies.independent(number).goodput(run.replace(gpus=gpus))
    print(f"{gpus:10,.0f} GPUs: {number:5.2f} learners, worth {gpus * cost * apart:9,.0f}; as one, {gpus * run.replace(gpus=gpus).goodput:9,.0f}")

# %% [markdown]
# ## The same criteria, where a size counts clients or workers
#
# A round of 300 reports out of 390 asked clients, some lost; the largest cohort that is still worth more; and a search of 256 trials that is
# halved in step, which no number of workers makes worth more than four.

# %%
client_times = sl.failures.Lognormal(mu=np.log(60), sigma=0.6)
round_ = sl.federated.Round(asked=390, reports=300, dropout=0.1, timeout=300, law=client_times)
print(f"a round completes with probability {round_.completion:.6f}, after {round_.mean_time:.1f} s on average")

# %% alt: Chance that a round is complete against time for 300, 348, 390 and 480 asked clients, with mean times and the timeout
sl.plot.round(round_)

# %%
server = sl.federated.server_time_per_client(bytes=5.6e6, bandwidth=1.25 * GB)
cohort = [
    sl.limits.StrongScaling(half_size=120 / server, name="aggregation"),
    sl.limits.StrongScaling(half_size=500, name="cohort"),
]
best = sl.limits.max_workers(factors=cohort, unit="clients")
print(best)

# %% alt: Useful throughput against the number of clients; what it loses to the cohort is far more than what it loses to the server
sl.plot.throughput_bands(best)

# %%
trials = sl.limits.Trials(trials=256, reduction=4, rungs=4)
half = sl.limits.max_workers(sl.limits.efficiency_at_least(0.5), trials)
print(f"a search in step loses half at {half.value:.1f} workers, and is never worth more than {1e9 * trials.efficiency(1e9):.3f}")
