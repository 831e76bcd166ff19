# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['best_all_reduce', 'bus_bandwidth', 'crossover_bytes', 'nccl_all_reduce_latency', 'time_at_bus_bandwidth']
best_all_reduce: numpy.ufunc
bus_bandwidth: numpy.ufunc
crossover_bytes: numpy.ufunc
nccl_all_reduce_latency: numpy.ufunc
time_at_bus_bandwidth: numpy.ufunc
