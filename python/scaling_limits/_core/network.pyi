# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations

__all__: list[str] = ["fabric_fields"]

def fabric_fields() -> tuple:
    """
    The field table of network.Fabric.
    """
