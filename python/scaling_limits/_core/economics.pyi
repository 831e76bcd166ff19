# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy
__all__: list[str] = ['annuity_price', 'capital_recovery', 'carbon', 'first_order_bandwidth', 'first_order_overhead', 'longest_useful_run', 'price_per_flop', 'training_energy']
annuity_price: numpy.ufunc
capital_recovery: numpy.ufunc
carbon: numpy.ufunc
first_order_bandwidth: numpy.ufunc
first_order_overhead: numpy.ufunc
longest_useful_run: numpy.ufunc
price_per_flop: numpy.ufunc
training_energy: numpy.ufunc
