# SPDX-License-Identifier: Apache-2.0
# Made by python/check_stubs.py --write; do not edit.
from __future__ import annotations
import collections.abc
import typing
__all__: list[str] = ['epoch_2030', 'in_format', 'llama3_405b', 'llama3_interruptions', 'mark_legend', 'one_rate_legend', 'presets', 'registry', 'titles']
def epoch_2030() -> tuple[dict, list, list]:
    """
    Parts of the scenario, (name, low, median, high, lower, upper) of its uncertain inputs, rank correlations.
    """
def in_format(values: dict, peaks: collections.abc.Mapping[str, typing.SupportsFloat | typing.SupportsIndex], format: str) -> dict:
    """
    The fields of a chip in another number format.
    """
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
def registry(only: str = '') -> dict:
    """
    Every published estimate, or the one of that id, computed now: rows, counts by group, errors by family, and what they say.
    """
mark_legend: str
one_rate_legend: str
titles: dict
