# SPDX-License-Identifier: Apache-2.0
"""What files have in common."""

from __future__ import annotations

import os


def usual_mode(bits: int) -> int:
    """The mode of a new file or folder, 0o666 or 0o777, as this user makes them: those of tempfile are private."""
    mask = os.umask(0)
    os.umask(mask)
    return bits & ~mask
