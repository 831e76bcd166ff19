# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import collections.abc
import numpy
import typing
__all__: list[str] = ['background_copy_goodput', 'daly_interval', 'daly_low_order_interval', 'elastic_goodput', 'ettr', 'ettr_exact', 'ettr_lower_bound', 'expected_segment_time', 'first_order_overhead', 'goodput', 'interval_band', 'interval_cost', 'multilevel_goodput', 'multilevel_optimum', 'optimal_goodput', 'optimal_interval', 'optimal_interval_general', 'saxena_interval', 'verified_optimum', 'verified_segment_time', 'whole_step_interval', 'whole_steps', 'young_interval']
def multilevel_goodput(arg0: collections.abc.Sequence[typing.SupportsInt | typing.SupportsIndex], arg1: typing.SupportsFloat | typing.SupportsIndex, arg2: collections.abc.Sequence[typing.Annotated[collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], "FixedSize(3)"]], arg3: typing.SupportsFloat | typing.SupportsIndex) -> float:
    ...
def multilevel_optimum(arg0: collections.abc.Sequence[typing.Annotated[collections.abc.Sequence[typing.SupportsFloat | typing.SupportsIndex], "FixedSize(3)"]], arg1: typing.SupportsFloat | typing.SupportsIndex) -> tuple[list[int], float, float, float]:
    ...
_job_time: numpy.ufunc
_job_time_quantile: numpy.ufunc
background_copy_goodput: numpy.ufunc
daly_interval: numpy.ufunc
daly_low_order_interval: numpy.ufunc
elastic_goodput: numpy.ufunc
ettr: numpy.ufunc
ettr_exact: numpy.ufunc
ettr_lower_bound: numpy.ufunc
expected_segment_time: numpy.ufunc
first_order_overhead: numpy.ufunc
goodput: numpy.ufunc
interval_band: numpy.ufunc
interval_cost: numpy.ufunc
optimal_goodput: numpy.ufunc
optimal_interval: numpy.ufunc
optimal_interval_general: numpy.ufunc
saxena_interval: numpy.ufunc
verified_optimum: numpy.ufunc
verified_segment_time: numpy.ufunc
whole_step_interval: numpy.ufunc
whole_steps: numpy.ufunc
young_interval: numpy.ufunc
