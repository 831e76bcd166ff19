# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['placement_survival_bound', 'shard_loss_rate']
_placement_survival: numpy.ufunc
placement_survival_bound: numpy.ufunc
shard_loss_rate: numpy.ufunc
