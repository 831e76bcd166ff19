# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # From a failure log to a plan
#
# A log of failures in; out comes how often things break, how surely that is known, and what to do about it. Three logs: the lives of
# the GPUs of Titan (Ostrouchov et al., SC'20), the causes of the interruptions of Llama 3's pre-training (its report, table 5), and the
# failures of one cluster of Los Alamos (LA-UR-05-7318).
#
# Titan and Los Alamos are read from where `SCALING_LIMITS_DATA` points; without them their cells do nothing. Llama 3's table is part of
# the library.

# %%
import os
from pathlib import Path

import numpy as np

import scaling_limits as sl
from scaling_limits.units import day, hour, minute, year

data = Path(os.environ.get("SCALING_LIMITS_DATA", "../../shared/data"))
titan = data / "titan" / "gc_summary_loc.csv"
lanl = data / "lanl" / "LA-UR-05-7318-failure-data-1996-2005.csv.xz"
for log in (titan, lanl):
    print(log.name, "is here" if log.exists() else "is not here: its part is left out")

# %% [markdown]
# ## Titan: two batches of GPUs
#
# One row for each GPU: how long it was in service, whether it failed. Most were still at work when the log ends: those lives are
# censored. Every law is fitted by maximum likelihood, and compared by AIC with the best; `p` is that of a test of goodness of fit, small
# where the law is wrong. The mean life of a law is mostly one that nobody has seen yet.

# %%
if titan.exists():
    lives = sl.data.read_lives(titan, groups=["batch"])
    print(lives)
    print(lives.report)
    fits = {}
    for batch in ("old", "new"):
        part = lives.where(batch=batch)
        print(f"\n{batch}: {len(part):,} GPUs, {part.observed.sum():,} failed in {part.durations.sum() / year:,.0f} GPU-years")
        for law in ("exponential", "weibull", "lognormal", "gamma", "two_piece"):
            fits[batch, law] = fit = sl.failures.fit(part.durations, part.observed, law)
        best = min(fits[batch, law].aic for b, law in fits if b == batch)
        for law in ("exponential", "weibull", "lognormal", "gamma", "two_piece"):
            fit = fits[batch, law]
            print(f"  {law:12s} AIC {fit.aic - best:+10,.1f}   p {fit.goodness().p_value:8.2g}   mean life {fit.mean / year:12,.1f} years")

# %% [markdown]
# No law passes the test on the old batch, nearly all do on the new one: two batches that no one law describes. Survival without any law,
# with the laws over it:

# %% alt: Share of the GPUs of Titan that still work by age: the old batch falls from two years on, the new one hardly, with fitted laws
if titan.exists():
    sl.plot.survival(lives, [fits["old", "weibull"], fits["old", "two_piece"], fits["new", "exponential"]])

# %% [markdown]
# A Weibull law is the usual choice, and here the wrong one: a power of age cannot make a step. The rate by age shows it, and the
# two-piece law, a hazard that changes once, finds where:

# %% alt: Failures per GPU and year by age for the old batch of Titan: next to none, then a step in the third year; a Weibull law misses it
if titan.exists():
    old = lives.where(batch="old")
    sl.plot.hazard_by_age(old, [fits["old", "weibull"], fits["old", "two_piece"]])

# %%
if titan.exists():
    for batch in ("old", "new"):
        fit = fits[batch, "two_piece"]
        change, low, high = (x / year for x in (fit.parameters["change"], *fit.interval("change")))
        early, late = (fit.parameters[name] * year for name in ("early_rate", "late_rate"))
        print(f"{batch}: at {change:.3f} years (95 %: {low:.3f} to {high:.3f}) from {early:.4f} to {late:.4f} failures per GPU and year")
    gain = fits["new", "exponential"].aic - fits["new", "two_piece"].aic
    p = fits["new", "exponential"].goodness().p_value
    failed = int(lives.where(batch="new").observed.sum())
    print(f"\nnew: with {failed} failures a constant rate passes the test of fit (p {p:.2g}),")
    print(f"and still a change of the rate is better by {gain:.1f} of AIC: 'new' may only mean younger.")

# %% [markdown]
# What such GPUs would mean for a run of 16,384 of them, were their deaths the only failures:

# %%
if titan.exists():
    published = sl.published.llama3_405b()
    fleets = {
        "old, before the change": 1 / fits["old", "two_piece"].parameters["early_rate"],
        "old, after it": 1 / fits["old", "two_piece"].parameters["late_rate"],
        "new, all ages": fits["new", "exponential"].mean,
        "new, after its change": 1 / fits["new", "two_piece"].parameters["late_rate"],
    }
    for name, mttf in fleets.items():
        run = published.replace(gpu_mttf=mttf, initialization_time=5 * minute, downtime=minute)
        print(f"{name:23s} a failure every {run.mtbf / hour:6.1f} h: save every {run.optimal_interval / minute:5.1f} min, goodput {run.goodput:.2%}")

# %% [markdown]
# The mean life says none of this: what counts is the rate at the age that the fleet has.
#
# ## Llama 3: from a table of causes to a plan
#
# Interruptions that nobody planned, by cause, of 16,384 GPUs in 54 days.

# %% alt: Mean time between failures of Llama 3 by cause with 95 % intervals, from faulty GPUs to system memory
window = 54 * day
causes = sl.published.llama3_interruptions
counts = sl.data.Counts(list(causes), list(causes.values()))
sl.plot.mtbf_by_cause(counts, window)
low, high = sl.failures.mtbf_interval(counts.total, window)
print(f"{counts.total} interruptions: one every {window / counts.total / hour:.3f} h, 95 % interval {low / hour:.3f} to {high / hour:.3f} h")

# %% [markdown]
# The rate is not known but estimated; its posterior goes through interval, goodput and limit. First the run as it was published (a
# restart costs nothing, checkpoints do not grow, the limit is where more GPUs bring nothing), then with five minutes to start, one to
# replace a node, a model that grows with the machine, and a goodput of 90 % to keep.

# %%
run = sl.published.llama3_405b()
real = run.replace(read_bandwidth=run.write_bandwidth, initialization_time=5 * minute, downtime=minute)
plan = sl.plan_from_log(counts.total, run, window=window)
better = sl.plan_from_log(counts.total, real, sl.limits.goodput_at_least(0.9), window=window, growth=sl.growth.chinchilla())


def told(number, scale=1, digits=2):
    low, high = number.interval(0.9)
    return f"{number.median / scale:,.{digits}f} (90 %: {low / scale:,.{digits}f} to {high / scale:,.{digits}f})"


for name, one in (("as published", plan), ("with restarts", better)):
    print(name)
    print(f"  MTBF          {told(one.mtbf, hour)} h")
    print(f"  best interval {told(one.interval, minute)} min")
    print(f"  goodput       {told(one.goodput, 0.01)} %")
    print(f"  largest size  {told(one.limit, 1e3, 0)} thousand GPUs")

# %% [markdown]
# The optimum is flat: what is not known of the MTBF hardly matters for the interval.

# %%
shortest, longest = (x / minute for x in plan.band)
print(f"save every {plan.advised / minute:.1f} min; any interval between {shortest:.1f} and {longest:.1f} min costs less than {100 * plan.tolerance:.1f} points")
print(f"not knowing the MTBF exactly costs {100 * plan.worth_knowing:.4f} points of goodput\n")
for row in plan.more_data:
    (a, b), (c, d) = row.mtbf, row.goodput
    print(f"after {row.window / day:5.0f} days: MTBF {a / hour:.2f} to {b / hour:.2f} h, goodput {c:.2%} to {d:.2%} (90 %)")

# %% alt: Goodput of the published run against the checkpoint interval, flat around the best
sl.plot.goodput_vs_interval(run.replace(gpu_mttf=plan.gpu_mttf.median));

# %% [markdown]
# Other strategies, each for all that the MTBF may be; `best` is the probability that none of the others has more goodput:

# %%
for row in better.compare([sl.strategies.blocking(), sl.strategies.asynchronous(copy_bandwidth=1.6e14)], others=False):
    print(f"{row.name:13s} goodput {told(row.goodput, 0.01)} %, best with probability {row.best:.2f}")

# %% [markdown]
# So a longer log buys a better forecast, and next to no goodput. What it does buy is the tail: which causes are rare, and whether the
# rate changes.
#
# ## Los Alamos, system 18: trend, bursts, worst nodes
#
# A log with dates as people left them: nothing is dropped without a word.

# %%
if lanl.exists():
    events = sl.data.read_events(lanl)
    print(events.report)
    system = events.where(system=18)

# %% alt: Failures of system 18 of Los Alamos against time, close to a constant rate, and the rate in bins, with bursts in the first year
if lanl.exists():
    sl.plot.events_over_time(system)

# %% [markdown]
# No trend over the years, but more spread than chance has. Nodes that fail together are a small part of it; the rate wanders, most in
# the first year. Spread tells less than as many failures at a constant rate would, which the plan takes into account:

# %%
if lanl.exists():
    length = system.window[1] - system.window[0]
    times = np.sort(system.start) - system.window[0]
    merged = sl.failures.incidents(times, system.node[np.argsort(system.start, kind="stable")], within=1 * minute)
    alone = merged.start
    each, together = (sl.failures.index_of_dispersion(x, length, 7 * day) for x in (times, alone))
    trend = sl.failures.laplace_trend(times[1:-1], length)
    print(f"trend (Laplace): {trend:+.2f}, p {trend.p_value:.2g}")
    print(f"{len(times):,} failures in {len(alone):,} incidents, {(merged.parts > 1).sum():,} of them of several nodes; the largest has {merged.parts.max():.0f}")
    print(f"variance over mean of the counts of a week: {each:.1f} of failures, {together:.1f} of incidents; 1 by chance")
    print(f"MTBF at a constant rate {told(sl.plan_from_log(system, real, dispersion=1).mtbf, hour)} h")
    print(f"MTBF with that spread   {told(sl.plan_from_log(system, real, dispersion=float(each)).mtbf, hour)} h")

# %% [markdown]
# The plan looks for such spread itself (in bins of a day) and takes it in. Did the first year differ from the rest?

# %%
if lanl.exists():
    found = sl.plan_from_log(system, real)
    print(f"by itself the plan takes a dispersion of {found.dispersion:.2f}")
    first, rest = system.between(end="2003-05-01"), system.between(start="2003-05-01")
    spans = [one.window[1] - one.window[0] for one in (first, rest)]
    ratio = sl.failures.rate_ratio(len(first) - 1, spans[0], len(rest), spans[1])
    print(f"until May 2003 {(len(first) - 1) / spans[0] * day:.2f} failures a day, then {len(rest) / spans[1] * day:.2f}")
    print(f"ratio {ratio.ratio:.2f} (95 %: {ratio.lower:.2f} to {ratio.upper:.2f}), were each a constant rate")

# %% [markdown]
# Which nodes are bad? Of many nodes that are all alike the worst looks bad, too: by its own p-value one in twenty does at 0.05. `holm`
# takes that into account.

# %%
if lanl.exists():
    names, failed = np.unique(system.node.astype(str), return_counts=True)
    nodes = int(system.frame["nodes"].iloc[0])  # of the system: those that never failed count, too
    failures = np.concatenate([failed, np.zeros(nodes - len(failed))])
    labels = [*names, *(f"never failed {k}" for k in range(nodes - len(failed)))]
    worst = sl.failures.worst_parts(failures, np.full(nodes, length), labels)
    by_itself, sure = int((worst.part_p_value < 0.05).sum()), int((worst.holm < 0.05).sum())
    print(f"{nodes:,} nodes; {by_itself} have a p-value below 0.05, {nodes / 20:.0f} would by chance; {sure} still do when all are looked at (Holm)")
    print(f"all alike: p {worst.p_value:.2g}; variance over mean of the nodes' counts: {failures.var(ddof=1) / failures.mean():.1f}")
    for k in (1, 3, 10, 30):
        print(f"  the worst {k:2d} have {worst.removed[k - 1] / worst.total_rate:.1%} of the failures to come")
    print("worst:", ", ".join(f"node {name} ({failures[labels.index(name)]:.0f})" for name in worst.part[:5]))

# %% [markdown]
# What they cost a job of 16,384 GPUs on these 1,024 nodes, with the restarts and checkpoints of above: goodput with others in the place
# of the worst, and useful GPUs with none in their place.

# %%
if lanl.exists():
    job = real.replace(gpu_mttf=found.mtbf.median * real.gpus)
    gain = sl.analysis.worst_parts_gain(job, failures, np.full(nodes, length), labels)
    print(f"as it is      goodput {gain.goodput:.2%}, {gain.useful_throughput:,.0f} useful GPUs")
    for k in (1, 3, 10, 30):
        print(f"the worst {k:2d}: renewed {gain.renewed[k - 1]:.2%}, taken away {gain.removed_useful[k - 1]:,.0f} useful GPUs")
    print(f"{gain.worth_removing:.0f} nodes are worth taking away with none in their place")

# %% [markdown]
# `scaling-limits fit LOG` says the same in a terminal, `scaling-limits plan --from-log LOG` goes on to the plan.
