# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['beta_parameters', 'beta_quantile', 'lognormal_parameters', 'lognormal_quantile', 'metalog_coefficients', 'metalog_quantile', 'normal_correlation', 'normal_parameters', 'normal_quantile']
_lognormal_at: numpy.ufunc
_metalog_at: numpy.ufunc
_normal_at: numpy.ufunc
beta_parameters: numpy.ufunc
beta_quantile: numpy.ufunc
lognormal_parameters: numpy.ufunc
lognormal_quantile: numpy.ufunc
metalog_coefficients: numpy.ufunc
metalog_quantile: numpy.ufunc
normal_correlation: numpy.ufunc
normal_parameters: numpy.ufunc
normal_quantile: numpy.ufunc
