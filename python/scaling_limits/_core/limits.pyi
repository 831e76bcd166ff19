# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import numpy

__all__: list[str] = ["max_failure_load", "required_mtbf"]
max_failure_load: numpy.ufunc
required_mtbf: numpy.ufunc
