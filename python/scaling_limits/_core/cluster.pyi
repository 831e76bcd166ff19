# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['statistical_gain']
statistical_gain: numpy.ufunc
