# SPDX-License-Identifier: Apache-2.0
"""${a.b} of a YAML file: what a.b is there; what the file does not set stays as it stands.

Source: the grammar of OmegaConf 2.3 for interpolations; envsubst of GNU gettext for names of the environment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_WHOLE = re.compile(r"\$\{(\.*)([\w.]+)\}")
_OF_ENVIRONMENT = re.compile(r"\$\{(?:oc\.env|env):\s*\w+\s*,\s*([^{}$]*?)\s*\}")
_LONGEST = 8  # of a chain


def resolved(tree: Mapping[str, Any]) -> dict[str, Any]:
    """The same tree with its own values in their places."""
    return {name: _filled(value, tree, tree, 0) for name, value in tree.items()}


def _filled(value: Any, top: Mapping[str, Any], part: Mapping[str, Any], depth: int) -> Any:
    if isinstance(value, Mapping):
        return {name: _filled(one, top, value, depth) for name, one in value.items()}
    if not isinstance(value, str) or "$" not in value or depth > _LONGEST:
        return value
    default = _OF_ENVIRONMENT.fullmatch(value)
    if default:
        text = default[1].strip("'\"")
        return int(text) if re.fullmatch(r"[+-]?\d{1,15}", text) else {"true": True, "false": False}.get(text.lower(), text)
    name = _WHOLE.fullmatch(value)
    if not name:
        return value
    found: Any = part if name[1] else top
    for word in name[2].split("."):
        found = found.get(word) if isinstance(found, Mapping) else None
    if found is None or isinstance(found, Mapping):
        return value
    return _filled(found, top, part, depth + 1)
