# SPDX-License-Identifier: Apache-2.0
"""python -m scaling_limits.cli."""

from . import main

main()
