# SPDX-License-Identifier: Apache-2.0
"""python -m scaling_limits: the command ``scaling-limits``."""

from .cli import main

main()
