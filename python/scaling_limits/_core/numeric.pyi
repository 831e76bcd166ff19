# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['best_period', 'period_load', 'share_load', 'worked_share']
best_period: numpy.ufunc
period_load: numpy.ufunc
share_load: numpy.ufunc
worked_share: numpy.ufunc
