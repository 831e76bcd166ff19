# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
__all__: list[str] = ['llama3_405b', 'llama3_interruptions', 'presets', 'registry']
def llama3_405b() -> tuple[dict, list]:
    """
    Fields of the preset run, and (field, mark, source) for each.
    """
def llama3_interruptions() -> dict:
    """
    Unexpected interruptions by cause.
    """
def presets() -> dict:
    """
    Presets by kind: lists of name, values, mark, source, note.
    """
def registry() -> list:
    """
    Every published estimate as a dict, computed now.
    """
