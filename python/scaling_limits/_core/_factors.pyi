# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['bubble_half_size', 'combine_two_half_sizes', 'data_half_size', 'fixed_tokens_half_size', 'local_update_half_size', 'micro_batch_cap']
bubble_half_size: numpy.ufunc
combine_two_half_sizes: numpy.ufunc
data_half_size: numpy.ufunc
fixed_tokens_half_size: numpy.ufunc
local_update_half_size: numpy.ufunc
micro_batch_cap: numpy.ufunc
