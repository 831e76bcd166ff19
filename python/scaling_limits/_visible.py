# SPDX-License-Identifier: Apache-2.0
"""Text of files and options where people read it: what a terminal would obey, or nobody would see, is written out instead.

``\\x1b`` begins what sets a title or a colour, ``\\u202e`` turns what follows around. Letters of any script, their marks and
emoji are left alone: a zero-width joiner between two characters beyond ASCII makes one sign of them, beside others it hides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, TextIO

#: controls (C0 but the tab and the end of a line, DEL, C1), signs without a width or a look of their own, controls of the
#: direction of text, other ends of lines, interlinear marks, tags, halves of surrogate pairs
ALWAYS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e007f\ud800-\udfff"
)
JOINERS = r"\u200c\u200d"
JOINED = rf"[^\x00-\x7f{JOINERS}{ALWAYS}]"
HIDDEN = re.compile(rf"[{ALWAYS}]|(?<!{JOINED})[{JOINERS}]|[{JOINERS}](?!{JOINED})")
ENDS = {"\n": r"\n", "\t": r"\t"}


def visible(text: str) -> str:
    """The text as a terminal may have it; its ends of lines and its tabs stay."""
    return HIDDEN.sub(lambda found: written(found[0]), text)


def visible_cell(text: str) -> str:
    """The text as a part of a line may have it: ends of lines and tabs are written out too."""
    return re.sub(r"[\n\t]", lambda found: ENDS[found[0]], visible(text))


def written(character: str) -> str:
    """A character by its number."""
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escaped(text: str, form: str) -> str:
    r"""JSON or TOML, as the suffix says, with the same values: what is hidden in a string is written as ``\u202e``."""

    def of_string(found: re.Match[str]) -> str:
        code = ord(found[0])
        if code < 0x10000:
            return f"\\u{code:04x}"
        return written(found[0]) if form == ".toml" else json.dumps(found[0])[1:-1]

    return HIDDEN.sub(of_string, text)


class Door:
    """A stream that people read, as it is but for what is written: nothing that it is given rules their terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.behind = stream

    def write(self, text: str) -> int:
        """Writes the text as :func:`visible` has it."""
        self.behind.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes the texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


def behind(stream: TextIO) -> TextIO:
    """The stream behind the door, for data that no terminal reads, and for text that is visible already, with our own style."""
    return stream.behind if isinstance(stream, Door) else stream
