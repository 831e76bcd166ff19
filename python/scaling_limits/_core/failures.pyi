# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['gpu_mttf_from_events', 'gpu_mttf_from_mtbf', 'gpu_mttf_from_node_rate', 'hit_probability', 'mtbf_from_events', 'mtbf_from_gpus', 'mtbf_from_interruptions', 'mtbf_quantile', 'node_rate_from_gpu_mttf', 'pair_failures_to_interruption', 'pair_mtti', 'pool_survival', 'renewed_rate', 'runnable_share', 'running_share', 'spares_for_share', 'spares_needed']
_mixed_pool: numpy.ufunc
_mixed_pool_goodput: numpy.ufunc
gpu_mttf_from_events: numpy.ufunc
gpu_mttf_from_mtbf: numpy.ufunc
gpu_mttf_from_node_rate: numpy.ufunc
hit_probability: numpy.ufunc
mtbf_from_events: numpy.ufunc
mtbf_from_gpus: numpy.ufunc
mtbf_from_interruptions: numpy.ufunc
mtbf_quantile: numpy.ufunc
node_rate_from_gpu_mttf: numpy.ufunc
pair_failures_to_interruption: numpy.ufunc
pair_mtti: numpy.ufunc
pool_survival: numpy.ufunc
renewed_rate: numpy.ufunc
runnable_share: numpy.ufunc
running_share: numpy.ufunc
spares_for_share: numpy.ufunc
spares_needed: numpy.ufunc
