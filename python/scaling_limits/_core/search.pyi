# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['break_even_targets', 'first_result', 'halving_efficiency', 'halving_time', 'most_useful_workers', 'random_trials', 'results_per_time', 'smooth_halving_efficiency']
break_even_targets: numpy.ufunc
first_result: numpy.ufunc
halving_efficiency: numpy.ufunc
halving_time: numpy.ufunc
most_useful_workers: numpy.ufunc
random_trials: numpy.ufunc
results_per_time: numpy.ufunc
smooth_halving_efficiency: numpy.ufunc
