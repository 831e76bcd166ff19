# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
import typing
__all__: list[str] = ['accelerators_fed', 'adapter_memory', 'checkpoint_bytes', 'compute_of_parameters', 'compute_of_tokens', 'data_set_bytes', 'effective_tokens', 'epochs_for', 'gpt_parameters', 'gpt_step_flops', 'gpt_training_time', 'guess_chip', 'h100_equivalents', 'hardware_flops_utilization', 'ingest_bandwidth', 'lifetime_compute', 'model_flops_utilization', 'refresh_saving', 'replicas_fitted', 'samples_per_second', 'training_compute']
def guess_chip(peak_flops: typing.SupportsFloat | typing.SupportsIndex, memory_bandwidth: typing.SupportsFloat | typing.SupportsIndex, memory_bytes: typing.SupportsFloat | typing.SupportsIndex = ...) -> dict:
    """
    A chip of which only the maker's figures are known, as fields.
    """
accelerators_fed: numpy.ufunc
adapter_memory: numpy.ufunc
checkpoint_bytes: numpy.ufunc
compute_of_parameters: numpy.ufunc
compute_of_tokens: numpy.ufunc
data_set_bytes: numpy.ufunc
effective_tokens: numpy.ufunc
epochs_for: numpy.ufunc
gpt_parameters: numpy.ufunc
gpt_step_flops: numpy.ufunc
gpt_training_time: numpy.ufunc
h100_equivalents: numpy.ufunc
hardware_flops_utilization: numpy.ufunc
ingest_bandwidth: numpy.ufunc
lifetime_compute: numpy.ufunc
model_flops_utilization: numpy.ufunc
refresh_saving: numpy.ufunc
replicas_fitted: tuple
samples_per_second: numpy.ufunc
training_compute: numpy.ufunc
