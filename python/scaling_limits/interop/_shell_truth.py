# SPDX-License-Identifier: Apache-2.0
"""The truth of a test in a shell script: true, false, or not decided by the script.

Source: POSIX.1-2024, test; GNU Bash manual, section 6.4, conditional expressions.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from ._shell_words import Token, Variables


def truth_of(tokens: list[Token], variables: Variables) -> bool | None:
    """The truth of a test: None where a variable in it is not set, or a file is asked for."""
    for signs, whole in ((("||", "-o"), True), (("&&", "-a"), False)):
        depth = 0
        for place, token in enumerate(tokens):
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0 and token.text in signs and 0 < place < len(tokens) - 1:
                left, right = truth_of(tokens[:place], variables), truth_of(tokens[place + 1 :], variables)
                if whole in (left, right):
                    return whole
                return None if None in (left, right) else not whole
    if tokens and tokens[0].text == "!":
        truth = truth_of(tokens[1:], variables)
        return None if truth is None else not truth
    if len(tokens) > 2 and tokens[0].text in ("(", "\\(") and tokens[-1].text in (")", "\\)"):
        return truth_of(tokens[1:-1], variables)
    variables.unset = False
    words = [token.text if token.kind == "operator" else variables.text(token.text) for token in tokens]
    if variables.unset:
        return None
    return _compared(words)


def _compared(words: list[str]) -> bool | None:
    if len(words) == 1:
        return bool(words[0])
    if len(words) == 2 and words[0] in ("-z", "-n"):
        return (words[1] == "") == (words[0] == "-z")
    if len(words) != 3:
        return None
    left, sign, right = words
    if sign in ("=", "==", "!="):
        return fnmatchcase(left[:1000], right[:200]) == (sign != "!=")
    order = {"-eq": "==", "-ne": "!=", "-lt": "<", "-le": "<=", "-gt": ">", "-ge": ">=", "<": "<", ">": ">"}.get(sign)
    if order is None or not all(re.fullmatch(r"\s*[+-]?\d{1,18}\s*", one) for one in (left, right)):
        return None
    number = Variables().number(f"({left}) {order} ({right})")
    return None if number is None else bool(number)
