# SPDX-License-Identifier: Apache-2.0
# ruff: noqa
# The source of the notebook of the same name: see notebooks/build.py.

# %% [markdown]
# # Calibrate a machine
#
# A handful of measured steps of your machine in, its constants with intervals out, every other layout predicted. The model counts what
# a step computes, moves and sends; four constants carry the rest: the rate reached in large matrix products, the rate in attention, the
# bandwidth reached on the GPU's memory, the time of every operation.
#
# The steps below were measured on one node of eight B200 by the authors of SimuMax (v1.2, `docs/b200`): Llama-3-70B and a "405B" cut to
# 12 and 4 layers, DeepSeek-V2 and V3 cut to 4, contexts up to 131,072 tokens. Each is the mean of a few iterations: expect 2 to 4 % of
# noise.

# %%
import io

import scaling_limits as sl
from scaling_limits.units import GB

head = """\
id,layers,hidden,feed_forward,query_heads,key_value_heads,head_size,vocabulary,sequence_length,experts,active_experts,shared_experts,\
expert_feed_forward,dense_layers,query_rank,key_value_rank,rope_head_size,value_head_size,tensor,pipeline,data,context,expert,\
batch_sequences,context_exchange,time,memory
"""
dense = "12,8192,28672,64,8,128,128256"
wide = "4,16384,53248,128,16,128,128256"
v2 = "4,5120,12288,128,128,128,102400,4096,160,6,2,1536,1,1536,512,64,128"
v3 = "4,7168,18432,128,128,128,129280,4096,256,8,1,2048,1,1536,512,64,128"
none = "0,0,0,0,0,0,0,0,0"
text = head + f"""\
70b t2,{dense},4096,{none},2,1,4,1,1,16,,0.7255,65154739712
70b t8,{dense},4096,{none},8,1,1,1,1,8,,0.5567,30372386304
70b p2,{dense},4096,{none},1,2,4,1,1,128,,5.4365,71459614208
70b t2 long,{dense},4096,{none},2,1,4,1,1,128,,5.3765,65154739712
405b t4,{wide},4096,{none},4,1,2,1,1,8,,0.476,56788897280
405b p2,{wide},4096,{none},1,2,4,1,1,32,,1.9354,93505086464
405b t8,{wide},4096,{none},8,1,1,1,1,32,,1.9018,41418589696
V2 e8,{v2},1,1,8,1,8,32,,0.3666,48999958016
V2 e8 long,{v2},1,1,8,1,8,256,,2.7213,48999958016
V3 e4 p2,{v3},1,2,4,1,4,32,,0.7716,122408584192
70b 32k,{dense},32768,{none},2,1,1,4,1,4,all_to_all,1.758,73474310656
405b 32k,{wide},32768,{none},1,1,1,8,1,4,all_to_all,2.0036,149482394112
405b 128k,{wide},131072,{none},2,1,1,4,1,4,all_to_all,10.5776,126838386176
"""
rows = sl.data.read_steps(io.StringIO(text))
guess = sl.workload.guess_chip(peak_flops=2.25e15, memory_bandwidth=8e12, memory_bytes=192 * GB)
fabric = sl.network.Fabric(
    gpus_per_node=8, inner_bandwidth=606 * GB, outer_bandwidth=50 * GB, inner_latency=8e-6, outer_latency=15e-6
)
options = {"recompute": "none"}
print(f"{len(rows)} steps read, {len(rows.report)} left out")

# %% [markdown]
# ## Three rows in
#
# Say that one step was measured, the first. Which two more would tell most? `next` ranks candidates by what they would add to what is
# known: the rise of ln det of the information about the four constants. Their times are not looked at.

# %%
found = sl.calibrate(rows[:1], guess, fabric, **options)
others = rows[1:]
chosen = [others[place] for place in found.next(others)[:2]]
print("measure next:", ", ".join(row.id for row in chosen))

found = sl.calibrate([rows[0], *chosen], guess, fabric, **options)
for name in ("achieved_flops", "attention_flops", "memory_bandwidth", "operation_time"):
    low, high = found.interval(name)
    print(f"  {name:17s} {getattr(found.chip, name):9.3g}  90 %: {low:9.3g} to {high:9.3g}")

# %% [markdown]
# ## The other ten predicted

# %%
known = {rows[0].id, *(row.id for row in chosen)}
errors = {}
for row in rows:
    step = sl.parallelism.step(
        row.shape, row.layout, found.chip.replace(memory_bytes=float("inf")), fabric, row.batch_tokens, **{**row.options, **options}
    )
    off, full = step.time / row.time - 1, step.memory_per_gpu / row.memory - 1
    if row.id not in known:
        errors[row.id] = abs(off)
    mark = "fitted" if row.id in known else ""
    print(f"  {row.id:12s} {row.time:8.4f} s  model {step.time:8.4f} s {off:+6.1%}   memory {full:+6.2%}  {mark}")
print(f"{len(errors)} steps that were not fitted on: {sum(errors.values()) / len(errors):.1%} off in the mean, {max(errors.values()):.1%} at worst")

# %% [markdown]
# All thirteen at once, measured against modelled, with the band of the noise:

# %% alt: Modelled against measured step times of thirteen runs on B200, all within the band of the noise
everything = sl.calibrate(rows, guess, fabric, **options)
sl.plot.calibration(everything);

# %% [markdown]
# ## What it is for: the best layout
#
# Llama 3 70B on 256 of these GPUs, 1,024 sequences of 8,192 tokens a step. Once with the calibrated chip, once with a chip of one rate
# that is right for the first row: the rate at which its time comes out, memory traffic and launches free.

# %%
shape = sl.published.shapes["llama3_70b"]
batch = 1024 * 8192
chip = everything.chip
first = rows[0]
step_of_first = sl.parallelism.step(
    first.shape, first.layout, chip.replace(memory_bytes=float("inf")), fabric, first.batch_tokens, **options
)
one_rate = sl.workload.Chip(
    peak_flops=2.25e15, achieved_flops=step_of_first.breakdown["compute"] / first.time * chip.achieved_flops, memory_bytes=192 * GB
)
with_it = sl.parallelism.best_layout(shape, 256, chip, fabric, batch, **options)
without = sl.parallelism.best_layout(shape, 256, one_rate, fabric, batch, **options)
really = sl.parallelism.step(shape, without.layout, chip, fabric, batch, **options)
print(f"calibrated: {with_it.layout}: {with_it.step.time:.2f} s")
print(f"one rate:   {without.layout}: it says {without.step.time:.2f} s; counted {really.time:.2f} s, {really.time / with_it.step.time - 1:+.0%}")

# %% [markdown]
# ## What a wrong memory costs
#
# The mean of the stages, activations priced as a dense block, no logits and no work space: memory came out up to 23 % too low. Who
# trusts that takes a layout which does not fit. Searched as if every GPU took 19 % less than it does, then asked what it really takes:

# %%
small = chip.replace(memory_bytes=80 * GB)
believed = sl.parallelism.best_layout(shape, 64, small.replace(memory_bytes=80 * GB / 0.81), fabric, batch, **options)
right = sl.parallelism.best_layout(shape, 64, small, fabric, batch, **options)
takes = believed.step.memory_per_gpu
print(f"believed: {believed.layout} takes {takes / GB:.0f} GB of {80} GB: {'fits' if takes <= 80 * GB else 'does not fit'}")
print(f"right:    {right.layout} takes {right.step.memory_per_gpu / GB:.0f} GB, {right.step.time / believed.step.time - 1:+.1%} of the time believed")

# %% [markdown]
# How far to trust all of this, by machine and framework, and where it fails: `docs/steps.md`.
