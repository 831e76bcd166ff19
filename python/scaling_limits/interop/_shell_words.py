# SPDX-License-Identifier: Apache-2.0
"""Words of a shell script: tokens with their quotes, variables and arithmetic filled in.

Source: POSIX.1-2024, Shell Command Language, sections 2.2 to 2.6; GNU Bash manual, sections 3.2.5, 3.5.3, 6.5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from .._source import Source

LONGEST = 100_000  # letters of a word that is filled in
DEEPEST = 8  # variables inside defaults of variables
_OPERATOR = re.compile(r"(?:\d+(?=[<>]))?(?:<<<|<<-|<<|>>|&>>|&>|>&|<&|[<>]|;;|&&|\|\||[;&|()])")
_OPENED = re.compile(r"[A-Za-z_]\w*\+?=\Z")
_DIRECTIVE = re.compile(r"#\s*(?:SBATCH|FLUX|PBS|BSUB)\s+(.*)")


@dataclass
class Token:
    """A word as it stands, an operator, the end of a line, an array that is set, an option of the queue."""

    kind: str  # word, operator, line, array, directive
    text: str
    line: int
    words: list[Token] = field(default_factory=list)  # of an array
    body: str | None = None  # of what stands behind << and the word that ends it


class Scanner:
    """The tokens of a script."""

    def __init__(self, source: Source, text: str, first: int = 1) -> None:
        self.source, self.text, self.at, self.line = source, text.replace("\r\n", "\n"), 0, first
        self.bodies: list[tuple[Token, str]] = []

    def tokens(self, end: str = "") -> list[Token]:
        """All up to the bracket that ends an array, or the end."""
        found: list[Token] = []
        text = self.text
        while self.at < len(text):
            letter = text[self.at]
            if letter == "\n":
                found.append(Token("line", letter, self.line))
                self.at, self.line = self.at + 1, self.line + 1
                self._bodies()
            elif letter.isspace() or text.startswith("\\\n", self.at):
                self.line += letter == "\\"
                self.at += 2 if letter == "\\" else 1
            elif letter == "#":
                self._comment(found)
            elif text.startswith(("((", "(["), self.at) and not end:  # arithmetic, or a list of Python's
                found.append(self._word())
            elif operator := _OPERATOR.match(text, self.at):
                self.at = operator.end()
                if end and operator[0] == end:
                    return found
                found.append(Token("operator", operator[0], self.line))
                if operator[0].lstrip("0123456789") in ("<<", "<<-"):
                    self._body(found[-1])
            else:
                word = self._word()
                if _OPENED.match(word.text) and text.startswith("(", self.at):
                    self.at += 1
                    word = Token("array", word.text, word.line, self.tokens(")"))
                found.append(word)
        return found

    def _comment(self, found: list[Token]) -> None:
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        option = _DIRECTIVE.match(self.text[self.at : end])
        if option and (not found or found[-1].kind in ("line", "directive")):
            found.append(Token("directive", option[1], self.line))
        self.at = end

    def _body(self, token: Token) -> None:
        while self.text.startswith((" ", "\t"), self.at):
            self.at += 1
        token.words = [self._word()]
        token.body = ""
        self.bodies.append((token, re.sub(r"[\"'\\]", "", token.words[0].text)))

    def _bodies(self) -> None:
        """What stands between << and the line that ends it."""
        for token, end in self.bodies:
            lines = []
            while self.at < len(self.text):
                stop = self.text.find("\n", self.at)
                stop = len(self.text) if stop < 0 else stop
                line = self.text[self.at : stop]
                self.at, self.line = stop + 1, self.line + 1
                if (line.lstrip("\t") if token.text.endswith("-") else line) == end:
                    break
                lines.append(line)
            token.body = "\n".join(lines)
        self.bodies = []

    def _word(self) -> Token:
        start, first, text = self.at, self.line, self.text
        if text.startswith(("((", "(["), self.at):
            self.at = self._closed(self.at, "(", ")")
            return Token("word", text[start : self.at], first)
        while self.at < len(text) and not text[self.at].isspace() and text[self.at] not in "|&;()<>":
            self.at = self.past(self.at)
        self.at = max(self.at, start + 1)
        word = text[start : self.at]
        self.line += word.count("\n")
        return Token("word", word, first)

    def past(self, at: int) -> int:
        """The place behind one letter, quotation or expansion."""
        text = self.text
        letter = text[at]
        if letter == "\\":
            return min(at + 2, len(text))
        if letter == "'":
            return self._quoted(at, text.find("'", at + 1))
        if letter == "`":
            return self._quoted(at, text.find("`", at + 1))
        if letter == '"':
            inside = at + 1
            while inside < len(text) and text[inside] != '"':
                inside = self.past(inside) if text[inside] in "\\$`" else inside + 1
            return self._quoted(at, inside if inside < len(text) else -1)
        if text.startswith(("$(", "${"), at):
            return self._closed(at + 1, text[at + 1], ")" if text[at + 1] == "(" else "}")
        return at + 1

    def _quoted(self, at: int, end: int) -> int:
        if end < 0:
            line = self.line + self.text.count("\n", self.at, at)
            raise self.source.error(f"line {line}", "has a quotation that is not closed", "a shell script")
        return end + 1

    def _closed(self, at: int, opened: str, closed: str) -> int:
        depth = 0
        for place in range(at, len(self.text)):
            depth += (self.text[place] == opened) - (self.text[place] == closed)
            if depth == 0:
                return place + 1
        line = self.line + self.text.count("\n", self.at, at)
        raise self.source.error(f"line {line}", f"has a bracket {opened} that is not closed", "a shell script")


_NUMBER = re.compile(r"\s*(?:(0x[0-9a-fA-F]{1,15}|\d{1,18})|([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|&&|\|\||[-+*/%<>!()]))")
_BINDING = {
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "**": 8,
}  # fmt: skip


class Variables(dict[str, str]):
    """Variables and arrays of a script; what is not set stays as it stands, and `unset` is told of it."""

    def __init__(self) -> None:
        super().__init__()
        self.arrays: dict[str, list[str]] = {}
        self.unset = False  # whether a word had a variable that is not set, since it was last made false

    def fields(self, raw: str) -> list[str]:
        """A word as the fields that it makes: quotes taken away, variables filled in."""
        found: list[str] = []
        kept: list[str] | None = None
        scanner = Scanner(Source("", "", ""), raw)
        at = 0
        quoted = False
        while at < len(raw):
            letter = raw[at]
            if letter == '"':
                quoted, kept = not quoted, kept if kept is not None else []
                at += 1
                continue
            end = scanner.past(at) if letter in "\\'`$" and not (quoted and letter == "'") else at + 1
            piece = raw[at:end]
            at = end
            if letter == "$" and (len(piece) > 1 or (name := re.match(r"\w+|[@*#?$!-]", raw[at:]))):
                if len(piece) == 1:
                    assert name
                    piece, at = "$" + name[0], at + name.end()
                each = self.value(piece)
                if quoted and isinstance(each, str):
                    kept = [*(kept or []), each]
                    continue
                words = each.split() if isinstance(each, str) else each
                for place, word in enumerate(words):
                    if place or (kept is None):
                        found += [] if kept is None else ["".join(kept)]
                        kept = []
                    kept.append(word)
                continue
            if letter == "\\":
                piece = piece[1:].replace("\n", "") if not quoted or piece[1:] in '"\\$`\n' else piece
            elif letter == "'" and not quoted:
                piece = piece[1:-1]
            elif letter == "`":
                self.unset = True
            kept = [*(kept or []), piece]
        found += [] if kept is None else ["".join(kept)]
        return [one[:LONGEST] for one in found]

    def text(self, raw: str) -> str:
        """A word as one text."""
        return " ".join(self.fields(raw))[:LONGEST]

    def value(self, piece: str, depth: int = 0) -> str | list[str]:
        """What $NAME, ${NAME...}, $((...)) or $(...) stands for; itself where that is not known."""
        if piece.startswith("$(("):
            number = self.number(piece[3:-2])
            return str(number) if number is not None else self._left(piece)
        if piece.startswith("$("):
            made = re.fullmatch(r"\$\(\s*(?:expr\s+(.*)|echo\s+[\"']?([^|]*?)[\"']?\s*\|\s*bc)\s*\)", piece, re.S)
            number = self.number((made[1] or made[2] or "").replace("\\", "")) if made else None
            return str(number) if number is not None else self._left(piece)
        inner = piece[2:-1] if piece.startswith("${") else piece[1:]
        parts = re.fullmatch(r"(#?)([A-Za-z_]\w*|\d+|[@*])(?:\[([^]]+)\])?(.*)", inner, re.S)
        if not parts:
            return self._left(piece)
        count, name, index, rest = parts.groups()
        array = self.arrays.get(name)
        if count:
            return str(len(array)) if array is not None else self._left(piece)
        if array is not None and index in ("@", "*") and not rest:
            return array
        if index and not index.isdigit() and index not in ("@", "*"):
            key = self.text(index)
            index = self.get(key, key)
        known = self.get(f"{name}[{index}]")
        if array and (index or "0").isdigit() and int((index or "0")[:6]) < len(array):
            known = array[int((index or "0")[:6])]
        if index and known is None:
            return self._left(piece)
        return self._with(piece, name, self.get(name) if known is None else known, rest, depth)

    def _with(self, piece: str, name: str, known: str | None, rest: str, depth: int) -> str:
        if cut := re.match(r"(%%?|##?)(.*)|(//?)([^/]+)(?:/(.*))?", rest, re.S):
            return self._left(piece) if known is None else self._cut(known[:1000], cut)
        operator = re.match(r":?[-=+?]|\^\^|,,", rest)
        if not operator:
            return known if known is not None and not rest else self._left(piece)
        sign, other = operator[0], rest[operator.end() :]
        if sign in ("^^", ",,"):
            return self._left(piece) if known is None else known.upper() if sign == "^^" else known.lower()
        there = known is not None and (bool(known) or ":" not in sign)
        if sign[-1] == "?" or (there and sign[-1] != "+"):
            return known if known is not None else self._left(piece)
        if sign[-1] == "+" and not there:
            return "" if known is not None else self._left(piece)
        if depth > DEEPEST or len(other) > LONGEST:
            return self._left(piece)
        try:
            filled = self.text(other)
        except RecursionError:
            return self._left(piece)
        if sign[-1] == "=":
            self[name] = filled
        return filled

    def _cut(self, known: str, cut: re.Match[str]) -> str:
        """What is left of a text without an end or a beginning, or with a part replaced."""
        if cut[3]:
            return known.replace(self.text(cut[4]), self.text(cut[5] or ""), 1 if cut[3] == "/" else -1)
        pattern = self.text(cut[2])[:100]
        sizes = range(len(known) + 1) if len(cut[1]) == 1 else range(len(known), -1, -1)
        for size in sizes:
            part = known[len(known) - size :] if cut[1][0] == "%" else known[:size]
            if fnmatchcase(part, pattern):
                return known[: len(known) - size] if cut[1][0] == "%" else known[size:]
        return known

    def _left(self, piece: str) -> str:
        self.unset = True
        return piece

    def number(self, text: str) -> int | None:
        """A whole number that arithmetic gives; None where a name in it is not set."""
        try:
            filled = re.sub(r"\$\{?([A-Za-z_]\w*)\}?", r"\1", text)
            if "$" in filled:
                filled = self.text(filled)
            tokens = self._numbers(filled.strip().strip("\"'"))
            value = self._sum(tokens, 0)
            return value if not tokens and abs(value) < 2**63 else None
        except (ArithmeticError, IndexError, KeyError, ValueError, RecursionError):
            return None

    def _numbers(self, text: str) -> list[str | int]:
        found: list[str | int] = []
        at = 0
        while at < len(text.rstrip()):
            one = _NUMBER.match(text, at)
            if not one or len(found) > 500:
                raise ValueError
            if one[2]:
                known = self[one[2]]
                inner = self.number(known) if not re.fullmatch(r"[+-]?\d{1,18}", known) and one[2] not in known else int(known)
                if inner is None:
                    raise KeyError
                found.append(inner)
            else:
                found.append(int(one[1], 0 if one[1].startswith("0x") else 10) if one[1] else one[3])
            at = one.end()
        return found

    def _sum(self, tokens: list[str | int], least: int) -> int:
        value = self._one(tokens)
        while tokens and isinstance(tokens[0], str) and _BINDING.get(tokens[0], -1) > least:
            sign = str(tokens.pop(0))
            other = self._sum(tokens, _BINDING[sign] - (sign == "**"))
            value = _applied(sign, value, other)
        return value

    def _one(self, tokens: list[str | int]) -> int:
        first = tokens.pop(0)
        if isinstance(first, int):
            return first
        if first == "(":
            value = self._sum(tokens, 0)
            if tokens.pop(0) != ")":
                raise ValueError
            return value
        if first not in ("-", "+", "!"):
            raise ValueError
        value = self._sum(tokens, 7)
        return -value if first == "-" else int(not value) if first == "!" else value


def _applied(sign: str, a: int, b: int) -> int:
    if sign in ("/", "%"):  # towards zero, as in C
        whole = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return whole if sign == "/" else a - whole * b
    if sign == "**":
        if not 0 <= b <= 62 or abs(a) > 2**31:
            raise ValueError
        return int(a**b)
    return int(
        {
            "+": a + b, "-": a - b, "*": a * b, "==": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b,
            "&&": bool(a and b), "||": bool(a or b),
        }[sign]
    )  # fmt: skip
