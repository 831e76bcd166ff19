# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['factor_of_doubling', 'value_at', 'years_to_cross', 'years_to_double']
_crossing_probability: numpy.ufunc
factor_of_doubling: numpy.ufunc
value_at: numpy.ufunc
years_to_cross: numpy.ufunc
years_to_double: numpy.ufunc
