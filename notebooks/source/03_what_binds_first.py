# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # What binds first?
#
# Failures are one reason why adding GPUs stops helping. The fixed batch, the pipeline's bubble, the exchange of gradients and
# the critical batch are others. This notebook puts them side by side for Llama 3 405B, from the 8,192 GPUs it trained on at
# first to 10 million, and asks at each criterion **which one binds**.
#
# The rule behind it is short. Useful throughput is $\Theta = N\,e_1(N)\,e_2(N)\cdots$. Adding GPUs stops helping where
# $\sum_i \varepsilon_i = 1$, with $\varepsilon_i = -\mathrm{d}\ln e_i/\mathrm{d}\ln N$; the $\varepsilon_i$ at that size are the shares
# of the blame.

# %%
import scaling_limits as sl
from scaling_limits.units import GB, hour, minute


# %% [markdown]
# ## The step, part by part
#
# The published layout: tensor 8, pipeline 16, data 128, on 16,384 H100. The number of chunks per stage was not published; 8 is
# our assumption. The four rates of the chip are fitted on the step that the report gives for 8,192 GPUs, and on that alone; the step
# of 16,384 GPUs took 6.49 s.

# %%
shape = sl.published.shapes["llama3_405b"]
chip = sl.workload.Chip(
    peak_flops=989.4e12,
    achieved_flops=603e12,
    attention_flops=448e12,
    memory_bandwidth=2.02e12,
    operation_time=20e-6,
    memory_bytes=100 * GB,
)
fabric = sl.network.Fabric(
    gpus_per_node=8, inner_bandwidth=360 * GB, outer_bandwidth=45 * GB, inner_latency=5e-6, outer_latency=15e-6
)
batch = 16_777_216
layout = sl.parallelism.Layout(tensor=8, pipeline=16, data=128, chunks=8)
step = sl.parallelism.step(shape, layout, chip, fabric, batch, recompute="none")

print(f"{shape.parameters:,} parameters, {layout.gpus:,} GPUs, step {step.time:.2f} s, MFU {step.model_flops_utilization:.1%}")
for term, seconds in step.breakdown.items():
    print(f"  {term:10s} {seconds:7.3f} s  {seconds / step.time:6.1%}")
print(f"memory {step.memory_per_gpu / GB:.0f} GB per GPU, with whole gradients")

# %% [markdown]
# With the batch fixed, the compute per GPU halves when the GPUs double, while the bubble and the exchange of gradients stay what they are.
# So the step is $A/N + K$, and half of the ideal speed is left at the **half size** $N_h = A/K$. Two published points give it:
# 430 TFLOP/s on 8,192 and 400 TFLOP/s on 16,384 GPUs.

# %%
half_size = sl.limits.half_size_from_efficiency(400 / 430, 8192, 16384)
print(f"half size: {half_size:,.0f} GPUs")

# %% [markdown]
# The same from the parts: what the bubble alone and the gradients alone would allow, added as rates.

# %%
sequence = shape.sequence_length
bubble = sl.limits.bubble_half_size(layout, sequence, batch)
plain = sl.limits.data_half_size(layout, 465e12, 50e9, batch, element_bytes=3)
lean = sl.limits.data_half_size(layout, 465e12, 50e9, batch, element_bytes=2)
print(f"bubble {bubble:,.0f}; gradients {plain:,.0f} (fp32 and bf16) or {lean:,.0f} (bf16)")
for data in (plain, lean):
    print(f"together {sl.limits.combine_half_sizes([bubble, data]):,.0f}")

# %% [markdown]
# With bf16 gradients the parts come within 2 % of the half size of the two published points, which nobody told them.
#
# ## Everything together
#
# Failures enter as goodput: one interruption per 50,677 GPU-hours (419 in 54 days on 16,384 GPUs), a checkpoint of 5 TB at 2 TB/s,
# and five minutes per restart (assumed).

# %%
run = sl.TrainingRun(
    gpus=16_384, gpu_mttf=50_677 * hour, checkpoint_bytes=5e12, write_bandwidth=2e12, initialization_time=5 * minute
)
factors = [sl.limits.StrongScaling(half_size=101_035)]
peak = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=factors)
print(f"useful throughput peaks at {peak.value:,.0f} GPUs, worth {peak.useful_gpus:,.0f} ideal ones")
print(f"  efficiency {peak.efficiency:.3f}, goodput {peak.goodput:.3f}")
print("  shares:", {term: round(float(share), 3) for term, share in peak.shares.items()})
alone = sl.limits.max_gpus(run, sl.limits.peak_throughput())
print(f"with failures alone it would be {alone.value:,.0f}")

# %% alt: Useful throughput against size under the ideal line, the gap filled with one band per term of the loss, a bar at the peak.
sl.plot.throughput_bands(run, factors=factors);

# %% [markdown]
# Two thirds of the blame at the peak belong to the fixed batch, one third to failures. Who wants a larger useful size
# has to work on both, and on the step first.
#
# ## Criteria that an owner would use
#
# Nobody should run at the peak: there, the last GPU brings nothing. These ask for something in return.

# %%
criteria = {
    "the peak": sl.limits.peak_throughput(),
    "1 % more GPUs bring 0.5 %": sl.limits.elasticity_at_least(0.5),
    "the next GPU is worth half a GPU": sl.limits.added_gpu_worth_at_least(0.5),
    "efficiency 0.9 in all": sl.limits.efficiency_at_least(0.9),
}
for name, criterion in criteria.items():
    limit = sl.limits.max_gpus(run, criterion, factors=factors)
    shares = ", ".join(f"{term} {share:.0%}" for term, share in limit.shares.items() if share > 0.005)
    print(f"{name:34s} {limit.value:10,.0f} GPUs   binds: {limit.binding:10s} ({shares})")

# %% [markdown]
# ## When the batch grows too
#
# A larger batch hides bubble and gradients, until it passes the critical batch and each token teaches less. With the best batch at every
# size the factor is $\sqrt u/(1 + \sqrt u)$ with $u = N_c/N$ instead of a fixed half size.

# %%
for name, factor in {"fixed batch": sl.limits.StrongScaling(half_size=101_035), "best batch": sl.limits.CriticalBatch(critical_size=101_035)}.items():
    limit = sl.limits.max_gpus(run, sl.limits.peak_throughput(), factors=[factor])
    print(f"{name:12s} peak at {limit.value:9,.0f} GPUs, binds: {limit.binding}")

# %% [markdown]
# ## From 8,192 to 10 million GPUs
#
# What binds at each size, if the run had to be that large: each term's $\varepsilon$, the loss in per cent for one per cent more GPUs.
# Above one in total, more GPUs make the run slower.

# %% alt: Stacked areas: the throughput that each term takes for one per cent more GPUs, crossing one in total at the peak.
sl.plot.elasticities(run, gpus=[8192, 1e7], factors=factors);

# %% [markdown]
# Up to a few hundred thousand GPUs the fixed batch dominates; from then on its $\varepsilon$ has reached its ceiling of one while that of restarts
# goes on growing in proportion to the size. A million GPUs are a question of restart time, not of checkpoint bandwidth.
#
# ## What to do about it
#
# What doubling each lever buys at the peak.

# %%
changes = {
    "half the restart time": (run.replace(initialization_time=run.initialization_time / 2), factors),
    "twice the MTTF": (run.replace(gpu_mttf=run.gpu_mttf * 2), factors),
    "twice the write bandwidth": (run.replace(write_bandwidth=run.write_bandwidth * 2), factors),
    "twice the half size (batch, overlap, network)": (run, [sl.limits.StrongScaling(half_size=2 * 101_035)]),
}
for name, (changed, with_factors) in changes.items():
    limit = sl.limits.max_gpus(changed, sl.limits.peak_throughput(), factors=with_factors)
    print(f"{name:46s} peak x {limit.value / peak.value:.3f}   useful work x {limit.useful_gpus / peak.useful_gpus:.3f}")
