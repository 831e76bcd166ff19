# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings and guides, run as the site is built: one that is wrong breaks the build."""

from __future__ import annotations

import doctest
import math
import re
from typing import Any

import matplotlib as mpl
import numpy as np

import scaling_limits as sl

mpl.use("Agg")
from matplotlib import pyplot

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


class WrongExample(Exception):
    """An example that gives something else than it says."""


class _Alike(doctest.OutputChecker):
    """The last digits of a number may be another compiler's; all else is as it stands."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        if super().check_output(want, got, optionflags):
            return True
        texts = [" ".join(NUMBER.sub("#", text).split()) for text in (want, got)]
        pairs = zip(NUMBER.findall(want), NUMBER.findall(got), strict=False)
        return texts[0] == texts[1] and all(math.isclose(float(a), float(b), rel_tol=1e-12) for a, b in pairs)


def run(text: str, name: str, known: dict[str, Any]) -> int:
    """Runs the examples of a text, and answers how many there were; WrongExample where one does not give what it says.

    `known`: names that they may use; what they name is there afterwards.
    """
    test = doctest.DocTestParser().get_doctest(text, {"sl": sl, "np": np, **known}, name, None, 0)
    said: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(_Alike(), verbose=False, optionflags=flags)
    failed = runner.run(test, out=said.append, clear_globs=False).failed
    pyplot.close("all")
    known.update(test.globs)
    if failed:
        raise WrongExample(f"{name}: an example does not give what it says\n{''.join(said)}")
    return len(test.examples)
