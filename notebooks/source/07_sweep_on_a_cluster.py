# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # What binds where: a sweep on a cluster
#
# How large may a run become, and what stops it there? The answer depends on the machine, so it is asked of many machines at once: over how
# often GPUs fail, how fast storage is, how long a restart takes and how well the training step scales. Four fields with a hundred values
# each are a hundred million limits: an evening of arrays that fit into no memory, and minutes for a few workers that each hold a chunk at
# a time and write it where it belongs.
#
# Here two processes of this machine do it, over `side` values of each field. `side = 100` asks the same of a cluster.

# %%
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap

import scaling_limits as sl
from scaling_limits.units import TB, hour, minute

side = 20

run = sl.published.llama3_405b()
request = {
    "question": "limit",
    "run": run,
    "criterion": {"efficiency_at_least": 0.5},
    "growth": "chinchilla",
    "factor": [sl.limits.StrongScaling(half_size=1e6)],
}
over = {
    "gpu_mttf": np.geomspace(5e3, 5e5, side) * hour,
    "write_bandwidth": np.geomspace(0.05, 50, side) * TB,
    "initialization_time": np.geomspace(0.5, 60, side) * minute,
    "factor.0.half_size": np.geomspace(1e4, 1e7, side),
}
found = sl.analysis.sweep(request, over, "binding.zarr", columns=["value", "binding"], workers=2, memory="20 MB")
print(f"{found.points:,} limits, {found.computed:,} of them computed now")

# %% [markdown]
# The file is a data set: a variable per column over the four axes, with units and meanings. It is read as far as it is looked at. What
# binds is kept as a number, and `flag_meanings` says of which term:

# %%
grid = found.open()
words = dict(zip(grid.binding.attrs["flag_values"], grid.binding.attrs["flag_meanings"].split()))
print(dict(grid.sizes), "sizes in", grid.value.attrs["units"])
codes, counts = np.unique(grid.binding.values, return_counts=True)
for code, count in zip(codes, counts):
    print(f"{words[int(code)]:12s} binds in {count / grid.binding.size:.0%} of the machines")

# %% [markdown]
# Three cuts through the map: machines whose training step scales badly, better and well. The criterion asks that half of all GPU time be
# useful, losses to failures and to the step together.

# %% alt: Three maps of what binds over GPU lifetime and storage bandwidth: where the step scales badly it binds almost everywhere, where it scales well checkpoints bind at slow storage and restarts at fast
shown = [code for code in sorted(words) if code in codes]
colours = ListedColormap(["#4477aa", "#ee6677", "#ccbb44", "#228833"][: len(shown)])
middle = side // 2
figure, axes = plt.subplots(1, 3, figsize=(12, 3.8), sharey=True, layout="constrained")
for ax, k in zip(axes, (side // 4, side // 2, side - 1)):
    cut = grid.binding.isel(initialization_time=middle, factor_0_half_size=k)
    places = np.searchsorted(shown, cut.transpose("write_bandwidth", "gpu_mttf").values)
    norm = BoundaryNorm(np.arange(len(shown) + 1) - 0.5, len(shown))
    mesh = ax.pcolormesh(grid.gpu_mttf / hour, grid.write_bandwidth / TB, places, cmap=colours, norm=norm, shading="nearest")
    ax.set(xscale="log", yscale="log", xlabel="GPU-hours per interruption", title=f"step half as good at {grid.factor_0_half_size.values[k]:,.0f} GPUs")
axes[0].set_ylabel("write bandwidth [TB/s]")
bar = figure.colorbar(mesh, ax=axes, ticks=range(len(shown)))
bar.ax.set_yticklabels([words[code] for code in shown])
bar.set_label(f"what binds, restarts of {grid.initialization_time.values[middle] / minute:.1f} min")

# %% [markdown]
# ## What a sweep promises
#
# Each answer is that of the same question over arrays in one process, bit for bit, however the grid is cut and whoever computes it:

# %%
k = (side - 1, 0, middle, side // 2)
at = {name: values[i] for (name, values), i in zip(over.items(), k)}
half = at.pop("factor.0.half_size")
alone = sl.limits.max_gpus(run.replace(**at), sl.limits.efficiency_at_least(0.5), sl.growth.chinchilla, factors=sl.limits.StrongScaling(half_size=half))
print(f"{alone.value:,.0f} GPUs, then {alone.binding} binds; the same bits in the file: {alone.value == grid.value.values[k]}")
grid.close()

# %% [markdown]
# What is interrupted is not lost. Whatever chunks are there stay, and `resume=True` computes the others. Here none is missing; another base
# is another sweep, and is refused:

# %%
again = sl.analysis.sweep(request, over, "binding.zarr", columns=["value", "binding"], resume=True)
print(f"{again.computed:,} of {again.points:,} computed")
try:
    sl.analysis.sweep({**request, "run": run.replace(downtime=60)}, over, "binding.zarr", columns=["value", "binding"], resume=True)
except ValueError as error:
    print(error)

# %% [markdown]
# ## On machines that others run
#
# A client of `dask.distributed` stands in place of `workers`. On a cluster with Slurm, `dask-jobqueue` starts them as jobs:
#
# ```python
# from dask.distributed import Client
# from dask_jobqueue import SLURMCluster
#
# cluster = SLURMCluster(cores=32, processes=32, memory="32 GB", walltime="00:30:00")
# cluster.scale(jobs=4)  # 128 workers of one thread
# with Client(cluster) as client:
#     sl.analysis.sweep(request, over, "/shared/binding.zarr", scheduler=client, resume=True)
# ```
#
# The workers need this package in the same version, and the file system that the file is on: each writes its chunks there, and nothing but
# the number of points goes back. A job that ends early costs the chunks that it was at; a session that ends goes on with the same lines.
# With `side = 100` that is 1e8 limits: at 1.3 microseconds of CPU each, as measured here, two CPU minutes, and a file below a gigabyte.
#
# The command line does the same: `scaling-limits sweep run.toml --over ... --scheduler tcp://host:8786 --out binding.zarr --resume`.
