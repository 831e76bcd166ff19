# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import collections.abc
import numpy
import typing
__all__: list[str] = ['activation_bytes_per_layer', 'bandwidth_for_utilization', 'best_waited', 'best_waited_share', 'bubble_of_ideal', 'bubble_of_total', 'bubble_time', 'compression_break_even_bandwidth', 'compression_break_even_tokens', 'context_tokens_to_hide', 'data_traffic_ratio', 'expected_exponential_order_statistic', 'expected_max_normal', 'expected_normal_order_statistic', 'expert_traffic_ratio', 'implicit_momentum', 'in_flight_micro_batches', 'latency_per_layer', 'local_update_utilization', 'mean_staleness', 'model_state_bytes_per_gpu', 'one_bit_adam_ratio', 'overlapped_efficiency', 'overlapped_time', 'power_sgd_ratio', 'quantization_ratio', 'staleness_cap', 'straggler_slowdown', 'tensor_traffic_ratio', 'top_k_most_ranks', 'top_k_ratio', 'transfer_exposed_time', 'two_speed_slowdown', 'weight_versions']
def power_sgd_ratio(matrices: collections.abc.Sequence[tuple[typing.SupportsFloat | typing.SupportsIndex, typing.SupportsFloat | typing.SupportsIndex]], rank: typing.SupportsFloat | typing.SupportsIndex, vectors: typing.SupportsFloat | typing.SupportsIndex = 0.0) -> float:
    ...
activation_bytes_per_layer: numpy.ufunc
bandwidth_for_utilization: numpy.ufunc
best_waited: numpy.ufunc
best_waited_share: numpy.ufunc
bubble_of_ideal: numpy.ufunc
bubble_of_total: numpy.ufunc
bubble_time: numpy.ufunc
compression_break_even_bandwidth: numpy.ufunc
compression_break_even_tokens: numpy.ufunc
context_tokens_to_hide: numpy.ufunc
data_traffic_ratio: numpy.ufunc
expected_exponential_order_statistic: numpy.ufunc
expected_max_normal: numpy.ufunc
expected_normal_order_statistic: numpy.ufunc
expert_traffic_ratio: numpy.ufunc
implicit_momentum: numpy.ufunc
in_flight_micro_batches: numpy.ufunc
latency_per_layer: numpy.ufunc
local_update_utilization: numpy.ufunc
mean_staleness: numpy.ufunc
model_state_bytes_per_gpu: numpy.ufunc
one_bit_adam_ratio: numpy.ufunc
overlapped_efficiency: numpy.ufunc
overlapped_time: numpy.ufunc
quantization_ratio: numpy.ufunc
staleness_cap: numpy.ufunc
straggler_slowdown: numpy.ufunc
tensor_traffic_ratio: numpy.ufunc
top_k_most_ranks: numpy.ufunc
top_k_ratio: numpy.ufunc
transfer_exposed_time: numpy.ufunc
two_speed_slowdown: numpy.ufunc
weight_versions: numpy.ufunc
