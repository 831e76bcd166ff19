# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['daly_interval', 'daly_low_order_interval', 'expected_segment_time', 'first_order_overhead', 'goodput', 'interval_band', 'interval_cost', 'optimal_goodput', 'optimal_interval', 'optimal_interval_general', 'saxena_interval', 'whole_step_interval', 'whole_steps', 'young_interval']
_job_time: numpy.ufunc
_job_time_quantile: numpy.ufunc
daly_interval: numpy.ufunc
daly_low_order_interval: numpy.ufunc
expected_segment_time: numpy.ufunc
first_order_overhead: numpy.ufunc
goodput: numpy.ufunc
interval_band: numpy.ufunc
interval_cost: numpy.ufunc
optimal_goodput: numpy.ufunc
optimal_interval: numpy.ufunc
optimal_interval_general: numpy.ufunc
saxena_interval: numpy.ufunc
whole_step_interval: numpy.ufunc
whole_steps: numpy.ufunc
young_interval: numpy.ufunc
