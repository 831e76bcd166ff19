# SPDX-License-Identifier: Apache-2.0
"""What spreadsheets, calculators and papers make of the run of quickstart.py, beside the exact answer and a simulation."""

import scaling_limits as sl
from scaling_limits.units import TB, hour, minute

run = sl.TrainingRun(
    gpus=16_384, gpu_mttf=50_000 * hour, checkpoint_bytes=5 * TB, write_bandwidth=2 * TB, initialization_time=5 * minute
)
plan = sl.strategies.blocking()
sizes = (16_384, 100_000, 1_000_000)
rows: dict[str, list[str]] = {
    "Young 1974: interval": [],
    "  1 - overhead, no restarts": [],
    "  1 - overhead - restarts": [],
    "Meta 2025: ETTR": [],
    "Daly 2006: interval": [],
    "exact: interval": [],
    "  goodput": [],
    "  goodput, simulated": [],
}
for gpus in sizes:
    at = sl.growth.chinchilla.at(run, gpus)
    young = sl.checkpoint.young_interval(at.write_time, at.mtbf)
    overhead = sl.checkpoint.first_order_overhead(young, at.write_time, at.mtbf)
    daly = sl.checkpoint.daly_interval(at.write_time, at.mtbf)
    ettr = sl.checkpoint.ettr(gpus, 1 / at.gpu_mttf, at.restart_time, young, at.write_time)
    simulated = sl.simulation.simulate(at, plan, seed=2024, relative_accuracy=2e-4)
    shares = (1 - overhead, 1 - overhead - at.restart_time / at.mtbf, ettr)
    ours = (plan.goodput(at), simulated.goodput)
    theirs = [f"{young:.0f} s", *(f"{x:.2%}" if x > 0 else "below 0" for x in shares), f"{daly:.0f} s"]
    cells = [*theirs, f"{plan.interval(at):.0f} s", *(f"{x:.2%}" for x in ours)]
    for row, cell in zip(rows.values(), cells, strict=True):
        row.append(cell)

print(f"{'GPUs':<30}", *(f"{gpus:>10,}" for gpus in sizes))
for name, cells in rows.items():
    print(f"{name:<30}", *(f"{cell:>10}" for cell in cells))
