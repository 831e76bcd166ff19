# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # What binds in 2030
#
# Epoch AI asked whether scaling can continue through 2030 ("Can AI scaling continue through 2030?", 2024): for power, chips, data and
# latency it gave intervals of the compute that one training run could have. Here its inputs are drawn, its four intervals reproduced, and
# then what it did not ask is put on the same axis: failures. All sizes are **GPUs of the year**, of a GPU whose peak grows 1.44-fold a
# year; compute is counted at 8-bit peaks; years start at 2024.0.

# %%
import numpy as np

import scaling_limits as sl
from scaling_limits.units import day, hour

inputs, ranks = sl.published.epoch_2030_inputs, sl.published.epoch_2030_correlation
scenario = sl.published.epoch_2030


def of_2030(**numbers):
    return scenario.replace(**numbers).supplies(2030.0).compute


found = sl.uncertainty.propagate(of_2030, inputs, points=2**17, correlation=ranks, keep_inputs=False)
printed = {"power": "2e28 to 2e30", "chips": "1e29 to 5e30", "data": "", "latency": ""}
print("80 % intervals of the compute of one run in 2030 [FLOP], with their Monte-Carlo errors")
for name, one in found.items():
    low, middle, high = one.quantile([0.1, 0.5, 0.9])
    error = one.quantile_error(0.5)
    print(f"{name:8s} {low:.2e}  {middle:.3e} ± {error:.0e}  {high:.2e}   {printed[name] and 'published ' + printed[name]}")

# %% [markdown]
# The report's headline is a run of 2e29 FLOP. Each median is beyond it. All four at once:

# %%
together = sl.uncertainty.propagate(
    lambda **numbers: np.minimum.reduce(list(of_2030(**numbers).values())), inputs, points=2**17, correlation=ranks, keep_inputs=False
)
chance, error = together.probability(at_least=2e29), together.probability_error(at_least=2e29)
print(f"P(power, chips, data and latency all allow 2e29 FLOP) = {chance:.3f} ± {error:.3f}")
print("the tightest of the four:", {name: f"{share:.0%}" for name, share in found.probability_smallest().items()})

# %% [markdown]
# The minimum of uncertain limits has a lower median than each of them: four limits that each pass do not pass together.
#
# ## All limits on one axis
#
# The largest run grows 4.1-fold a year from 3.8e25 FLOP. Its GPUs fail as today's do, an interruption every 50,000 GPU-hours; a restart
# takes five minutes, and its storage, 2 TB/s in 2024, doubles every year. Those three are assumptions of this notebook.

# %% alt: Sizes that the largest run wants and that power, chips, data, latency and goodput 0.9 allow, against the date: failures bind in 2026, power and data about 2030.5
owner = scenario.replace(yearly=sl.growth.per_year(write_bandwidth=2.0), **{"run.initialization_time": 300})
years = np.arange(2024.0, 2035.0)
criteria = {"goodput 0.9": sl.limits.goodput_at_least(0.9)}
table = sl.timeline(owner, years, criteria)
axes = sl.plot.timeline(table)

# %%
for name, date in sorted(table.binds_in.items(), key=lambda row: row[1]):
    strongest = list(sl.analysis.elasticities(owner, criteria.get(name, name), 2030.0).items())[:2]
    says = ", ".join(f"1 % more {field} is {row.elasticity:+.1f} %" for field, row in strongest)
    print(f"{name:12s} {date:.2f}   in 2030: {says}")

# %% [markdown]
# Failures bind first, years before power does, for a job in which every failure stops everything. The date is one of conventions, too:

# %%
trained = owner.replace(**{"hardware.peak_flops": 989.4e12, "hardware.utilization": 0.4, "hardware.duration": 90 * day})
per_gpu = owner.replace(**{"run.write_bandwidth": np.inf})
elastic = per_gpu.replace(strategy=sl.strategies.elastic(replicas=64))
memory = per_gpu.replace(strategy=sl.strategies.in_memory())
for label, one in (
    ("as above, 8-bit peaks", owner),
    ("16-bit peaks, 90 days, as runs of 2024 were trained", trained),
    ("saves that cost nothing: the restart wall", per_gpu),
    ("the same, elastic: a failure stops one replica of 64", elastic),
    ("the same, copies in the memory of peers", memory),
):
    date = sl.timeline(one, 2024.0, criteria).binds_in["goodput 0.9"]
    print(f"{label:55s} {date:.2f}")
growth = sl.analysis.required_growth(scenario, "write_bandwidth", criteria["goodput 0.9"])
print(f"Without restart times, storage would have to grow {growth.value:.3f}-fold a year never to bind.")

# %% [markdown]
# ## The chance that each binds
#
# The same with the report's uncertainty, and ours: an MTTF of 25,000 to 100,000 h, a restart of one to ten minutes, storage that grows 1.5
# to 3-fold a year (90 % intervals, log-normal).

# %%
ours = {
    "run.gpu_mttf": sl.uncertainty.lognormal(25_000 * hour, 100_000 * hour),
    "run.initialization_time": sl.uncertainty.lognormal(60, 600),
    "yearly.write_bandwidth": sl.uncertainty.lognormal(1.5, 3),
}


def slacks(year):
    return lambda **numbers: sl.timeline(owner.replace(**numbers), year, criteria).slack


print("date      " + "".join(f"{name:>13s}" for name in table.limits))
for year in (2026.0, 2028.0, 2030.0, 2032.0):
    slack = sl.uncertainty.propagate(slacks(year), {**inputs, **ours}, points=2**12, correlation=ranks, keep_inputs=False)
    print(f"{year:.0f}      " + "".join(f"{one.probability(at_most=1):13.0%}" for one in slack.values()))

# %% [markdown]
# The share of samples in which each limit is below what is wanted.
#
# ## What to buy
#
# What the date of a limit hangs on, one input at a time: each at the ends of its 90 % interval, the others at their medians.

# %% alt: Tornado of the date at which goodput 0.9 binds: the restart time and the MTTF move it most
dates = sl.uncertainty.propagate(
    lambda **numbers: sl.timeline(owner.replace(**numbers), 2024.0, criteria).binds_in["goodput 0.9"], ours, points=2**12
)
axes = sl.plot.tornado(dates, label="date at which goodput 0.9 binds [year]")
print(f"90 %: {dates.interval(0.9)[0]:.2f} to {dates.interval(0.9)[1]:.2f}")

# %% [markdown]
# And for a run of today's size, what its next dollar buys: GPUs at 2 USD/h, storage at a million dollars per TB/s and year (assumed).

# %%
run = sl.published.llama3_405b().replace(initialization_time=300)
price = sl.economics.Prices(gpu=2 / hour, bandwidth=1e6 / (365.25 * day) / 1e12)
best = sl.economics.optimal_bandwidth(run, price)
print(f"cheapest storage: {best.value / 1e12:.2f} TB/s, {best.share:.1%} of the money")
loss = sl.economics.failure_cost(run, price)
print(f"a failure costs {loss.per_failure:,.0f} USD, failures {loss.per_second * day:,.0f} USD a day")
worth = sl.economics.lever_values(run, price)
for field, value in sorted(worth.items(), key=lambda row: -abs(row[1]))[:3]:
    print(f"one per cent of {field}: {value * day:,.0f} USD a day")
