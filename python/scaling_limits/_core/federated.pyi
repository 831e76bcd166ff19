# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['aggregation_half_size', 'best_cohort', 'largest_dropout', 'least_asked', 'secure_aggregation_expansion', 'server_time_per_client']
aggregation_half_size: numpy.ufunc
best_cohort: numpy.ufunc
largest_dropout: numpy.ufunc
least_asked: numpy.ufunc
secure_aggregation_expansion: numpy.ufunc
server_time_per_client: numpy.ufunc
