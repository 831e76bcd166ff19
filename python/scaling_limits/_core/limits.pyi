# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import collections.abc
import numpy
import typing
__all__: list[str] = ['amdahl_speedup', 'batch_training_time', 'critical_batch_from_norms', 'critical_size', 'data_parallel_cap', 'fit_interval', 'fit_strong_scaling', 'fsdp_ranks', 'fsdp_tensor_cap', 'gustafson_speedup', 'half_size_from_efficiency', 'half_size_of_serial_time', 'karp_flatt', 'max_failure_load', 'memory_recovery_second_failure', 'memory_recovery_single_failure', 'memory_recovery_spread_state', 'optimal_batch', 'power_cap', 'required_mtbf', 'supply_cap', 'usl_peak', 'usl_speedup', 'weak_scaling_exponent']
def fit_interval(half_size: typing.SupportsFloat | typing.SupportsIndex, work: typing.SupportsFloat | typing.SupportsIndex, serial_time: typing.SupportsFloat | typing.SupportsIndex, scatter: typing.SupportsFloat | typing.SupportsIndex, points: typing.SupportsInt | typing.SupportsIndex, work_variance: typing.SupportsFloat | typing.SupportsIndex, covariance: typing.SupportsFloat | typing.SupportsIndex, serial_variance: typing.SupportsFloat | typing.SupportsIndex, quantity: str, confidence: typing.SupportsFloat | typing.SupportsIndex) -> tuple[float, float]:
    """
    A confidence interval of a fit's quantity.
    """
def fit_strong_scaling(gpus: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], step_times: collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex]) -> dict:
    """
    Least squares of relative errors, as a dict.
    """
amdahl_speedup: numpy.ufunc
batch_training_time: numpy.ufunc
critical_batch_from_norms: numpy.ufunc
critical_size: numpy.ufunc
data_parallel_cap: numpy.ufunc
fsdp_ranks: numpy.ufunc
fsdp_tensor_cap: numpy.ufunc
gustafson_speedup: numpy.ufunc
half_size_from_efficiency: numpy.ufunc
half_size_of_serial_time: numpy.ufunc
karp_flatt: numpy.ufunc
max_failure_load: numpy.ufunc
memory_recovery_second_failure: numpy.ufunc
memory_recovery_single_failure: numpy.ufunc
memory_recovery_spread_state: numpy.ufunc
optimal_batch: numpy.ufunc
power_cap: numpy.ufunc
required_mtbf: numpy.ufunc
supply_cap: numpy.ufunc
usl_peak: numpy.ufunc
usl_speedup: numpy.ufunc
weak_scaling_exponent: numpy.ufunc
