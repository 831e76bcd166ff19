# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['gpu_mttf_from_events', 'gpu_mttf_from_mtbf', 'gpu_mttf_from_node_rate', 'mtbf_from_events', 'mtbf_from_gpus', 'node_rate_from_gpu_mttf']
gpu_mttf_from_events: numpy.ufunc
gpu_mttf_from_mtbf: numpy.ufunc
gpu_mttf_from_node_rate: numpy.ufunc
mtbf_from_events: numpy.ufunc
mtbf_from_gpus: numpy.ufunc
node_rate_from_gpu_mttf: numpy.ufunc
