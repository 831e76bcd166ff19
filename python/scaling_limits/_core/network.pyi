# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['all_reduce_algorithms', 'all_reduce_crossover_bytes', 'all_to_all_bisection_time', 'best_chain_pieces', 'best_tree_pieces', 'binomial_all_reduce_time', 'bruck_all_to_all_time', 'bus_bandwidth', 'bytes_in_flight', 'dragonfly_bisection_links', 'dragonfly_groups', 'dragonfly_hosts', 'fat_tree_bisection_links', 'fat_tree_hosts', 'fat_tree_mean_hops', 'fat_tree_switches', 'halving_doubling_all_reduce_time', 'hierarchical_all_reduce_time', 'leaf_spine_bisection_links', 'leaf_spine_hosts', 'leaf_spine_mean_hops', 'leaf_spine_switches', 'loop_exchange_time', 'nccl_all_reduce_latency', 'pairwise_all_to_all_time', 'pipelined_chain_broadcast_time', 'pipelined_tree_all_reduce_time', 'recursive_doubling_all_reduce_time', 'ring_all_gather_time', 'ring_all_reduce_time', 'ring_reduce_scatter_time', 'tcp_throughput', 'time_at_bus_bandwidth', 'torus_all_to_all_time', 'torus_bisection_links', 'torus_mean_hops', 'torus_nodes']
_best_all_reduce: numpy.ufunc
all_reduce_algorithms: tuple
all_reduce_crossover_bytes: numpy.ufunc
all_to_all_bisection_time: numpy.ufunc
best_chain_pieces: numpy.ufunc
best_tree_pieces: numpy.ufunc
binomial_all_reduce_time: numpy.ufunc
bruck_all_to_all_time: numpy.ufunc
bus_bandwidth: numpy.ufunc
bytes_in_flight: numpy.ufunc
dragonfly_bisection_links: numpy.ufunc
dragonfly_groups: numpy.ufunc
dragonfly_hosts: numpy.ufunc
fat_tree_bisection_links: numpy.ufunc
fat_tree_hosts: numpy.ufunc
fat_tree_mean_hops: numpy.ufunc
fat_tree_switches: numpy.ufunc
halving_doubling_all_reduce_time: numpy.ufunc
hierarchical_all_reduce_time: numpy.ufunc
leaf_spine_bisection_links: numpy.ufunc
leaf_spine_hosts: numpy.ufunc
leaf_spine_mean_hops: numpy.ufunc
leaf_spine_switches: numpy.ufunc
loop_exchange_time: numpy.ufunc
nccl_all_reduce_latency: numpy.ufunc
pairwise_all_to_all_time: numpy.ufunc
pipelined_chain_broadcast_time: numpy.ufunc
pipelined_tree_all_reduce_time: numpy.ufunc
recursive_doubling_all_reduce_time: numpy.ufunc
ring_all_gather_time: numpy.ufunc
ring_all_reduce_time: numpy.ufunc
ring_reduce_scatter_time: numpy.ufunc
tcp_throughput: numpy.ufunc
time_at_bus_bandwidth: numpy.ufunc
torus_all_to_all_time: numpy.ufunc
torus_bisection_links: numpy.ufunc
torus_mean_hops: numpy.ufunc
torus_nodes: numpy.ufunc
