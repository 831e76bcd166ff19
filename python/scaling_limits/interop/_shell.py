# SPDX-License-Identifier: Apache-2.0
"""A launch script as a list of arguments: variables and arrays that it sets are filled in; nothing is run."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from ._reading import Source

_ASSIGNED = re.compile(r"(?:export\s+|local\s+|declare\s+(?:-\w+\s+)*)?([A-Za-z_]\w*)\+?=(.*)", re.S)
_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)(?:\[[@*]\])?(?::?[-=]([^{}$]*))?\}|\$([A-Za-z_]\w*)")
_DEEPEST = 4  # texts inside texts
MOST = 64  # values of an argument that are kept
LONGEST = 100_000  # letters of a variable
END = ""  # of a command: what stands behind is no value of an argument before


class Words(NamedTuple):
    """Arguments by name without their dashes: words behind each, none for a flag; variables; what is given twice."""

    arguments: dict[str, list[str]]
    variables: dict[str, str]
    twice: list[str]


def words_of(source: Source) -> Words:
    """All arguments of a script, the last of each."""
    variables: dict[str, str] = {}
    found: dict[str, list[list[str]]] = {}
    for number, line in _lines(source):
        if line.startswith("#"):
            comment = re.match(r"#\s*(?:SBATCH|FLUX|PBS)\s+(.*)", line)
            if not comment:
                continue
            line = comment[1]  # the queue's own arguments
        tokens = _split(source, number, line, variables)
        _read(tokens, found)
    twice = [name for name, given in found.items() if any(one != given[-1] for one in given)]
    return Words({name: given[-1] for name, given in found.items()}, variables, twice)


def _lines(source: Source) -> list[tuple[int, str]]:
    """Logical lines without comments, with the number of their first: a backslash, a quote or the bracket of an array goes on.

    Comments that begin a line stay: a queue reads them.
    """
    found: list[tuple[int, str]] = []
    kept: list[str] = []
    number = first = 1
    quote, opened, array, before = "", 0, False, ""
    letters = iter(source.text.replace("\r\n", "\n") + "\n")
    for letter in letters:
        number += letter == "\n"
        if letter == "\\" and quote != "'":
            after = next(letters, "")
            number += after == "\n"
            kept.append(" " if after == "\n" else letter + after)
            before = " " if after == "\n" else after
            continue
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote, opened = letter, number
        elif letter == "#" and (not before or before.isspace()):
            comment = [letter]
            for letter in letters:
                if letter == "\n":
                    break
                comment.append(letter)
            number += 1
            if not "".join(kept).strip() and not array:
                kept = comment
            letter = "\n"
        elif before == "=" and letter == "(":
            array = True
        elif letter == ")":
            array = False
        if letter == "\n" and not quote and not array:
            found.append((first, "".join(kept)))
            kept, first = [], number
        else:
            kept.append(letter)
        before = letter
    if quote:
        raise source.error(f"line {opened}", "has a quotation that is not closed", "a shell script")
    if kept:
        found.append((first, "".join(kept)))
    return found


def _split(source: Source, number: int, line: str, variables: dict[str, str], depth: int = 0) -> list[str]:
    """The words of a line, variables filled in, those that it sets kept."""
    try:
        raw = shlex.split(line)
    except ValueError as error:  # no closing quotation
        raise source.error(f"line {number}", str(error).lower(), "a shell script") from None
    tokens: list[str] = []
    array = ""
    for token in raw:
        if array and token.count(")") > token.count("("):  # its end
            ended, array = array, ""
            token = token[: token.rindex(")")]
            if token:
                tokens += _element(source, number, token, variables, ended, depth)
            tokens.append(END)
            continue
        if array:
            tokens += _element(source, number, token, variables, array, depth)
            continue
        assigned = None if token.startswith("-") else _ASSIGNED.fullmatch(token)
        if assigned and assigned[2].startswith("(") and depth == 0:
            array, first = assigned[1], assigned[2][1:]
            variables.setdefault(array, "")
            if "+=" not in token:
                variables[array] = ""
            if first.endswith(")") and first.count(")") > first.count("("):
                first, ended, array = first[:-1], array, ""
                tokens += _element(source, number, first, variables, ended, depth) if first else []
            elif first:
                tokens += _element(source, number, first, variables, array, depth)
        elif assigned:
            value = _filled(assigned[2].removesuffix(";"), variables)
            variables[assigned[1]] = value
            tokens += [END, *_inner(source, number, value, variables, depth), END]
        elif token in (";", "|", "||", "&", "&&", ">", ">>", "<", "2>&1", "(", ")"):
            tokens.append(END)
        else:
            tokens += _inner(source, number, _filled(token.removesuffix(";"), variables), variables, depth)
            tokens += [END] if token.endswith(";") else []
    return tokens


def _element(source: Source, number: int, token: str, variables: dict[str, str], array: str, depth: int) -> list[str]:
    """An element of an array, kept as part of it."""
    value = _filled(token, variables)
    variables[array] = f"{variables[array]} {value}".strip()[:LONGEST]
    return _inner(source, number, value, variables, depth)


def _inner(source: Source, number: int, text: str, variables: dict[str, str], depth: int) -> list[str]:
    """A text of several arguments, as in ARGS="--num-layers 24", as its words."""
    if depth < _DEEPEST and re.search(r"(^|\s)--\w", text) and re.search(r"\s", text):
        return _split(source, number, text, variables, depth + 1)
    return [text]


def _filled(text: str, variables: dict[str, str]) -> str:
    """A text with the variables that are set; others stay as they are."""

    def value(found: re.Match[str]) -> str:
        name = found[1] or found[3]
        default = found[2]
        return variables.get(name, found[0] if default is None else default)

    return _VARIABLE.sub(value, text)[:LONGEST]


def _read(tokens: list[str], found: dict[str, list[list[str]]]) -> None:
    name = ""
    for token in tokens:
        argument = re.fullmatch(r"--([A-Za-z][\w.-]*)(?:=(.*))?", token, re.S)
        if argument:
            name = argument[1].replace("-", "_")
            values = [] if argument[2] is None else [argument[2]]
            found.setdefault(name, []).append(values)
            name = name if argument[2] is None else ""
        elif token == END or re.fullmatch(r"-[A-Za-z].*", token):
            name = ""
        elif name and len(found[name][-1]) < MOST:
            found[name][-1].append(token)
