# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['CriticalBatch_efficiency', 'CriticalBatch_loss', 'FixedBatch_efficiency', 'FixedBatch_loss', 'HardCap_efficiency', 'HardCap_loss', 'PowerLaw_efficiency', 'PowerLaw_loss', 'StrongScaling_efficiency', 'StrongScaling_loss', 'bubble_half_size', 'combine_two_half_sizes', 'data_half_size', 'micro_batch_cap']
CriticalBatch_efficiency: numpy.ufunc
CriticalBatch_loss: numpy.ufunc
FixedBatch_efficiency: numpy.ufunc
FixedBatch_loss: numpy.ufunc
HardCap_efficiency: numpy.ufunc
HardCap_loss: numpy.ufunc
PowerLaw_efficiency: numpy.ufunc
PowerLaw_loss: numpy.ufunc
StrongScaling_efficiency: numpy.ufunc
StrongScaling_loss: numpy.ufunc
bubble_half_size: numpy.ufunc
combine_two_half_sizes: numpy.ufunc
data_half_size: numpy.ufunc
micro_batch_cap: numpy.ufunc
