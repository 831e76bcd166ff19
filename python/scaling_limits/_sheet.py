# SPDX-License-Identifier: Apache-2.0
"""Texts in the cells of spreadsheets: text whatever they begin with, never a formula, an error or a link."""

from __future__ import annotations

import re
from typing import Any

from ._visible import written

#: of a cell, in the UTF-16 units in which spreadsheets count
LONGEST = 32767
#: what XML has no character for
NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def fitting(text: str) -> str:
    """The text as a cell can hold it: what XML cannot is written out, and what is too long says that it was cut."""
    text = NO_XML.sub(lambda found: written(found[0]), text)
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST:
        return text
    said = f" ... (cut: a cell holds {LONGEST:,} of its {len(units) // 2:,} characters)"
    return units[: 2 * (LONGEST - len(said))].decode("utf-16-le", "ignore") + said


def put(cell: Any, text: str) -> Any:
    """The cell, with the text as text."""
    cell.value = fitting(text)
    cell.data_type = "s"  # openpyxl takes what begins with = for a formula, and "#N/A" for an error
    return cell
