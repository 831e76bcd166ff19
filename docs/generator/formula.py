# SPDX-License-Identifier: Apache-2.0
"""Formulas of head comments, written in plain text, as TeX: ``sqrt(2 C M)``, ``(n-1)/n S/W``, ``y - 1 + exp(-y) = C / M``.

``tex(text)`` reads a whole formula and answers None where it cannot: it never guesses. ``runs(text)`` finds formulas in prose.

What binds how is what the headers mean by their spaces: ``S/W`` without spaces belongs together before anything else,
``2 C / M`` with spaces divides the whole product on its left by the one factor on its right; where more factors follow the
slash stays a slash, so that the reader sees what was written. A product is what stands side by side; `` x `` between two
factors is a cross.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

GREEK = set(
    re.findall(
        r"\w+",
        """
    alpha beta gamma delta epsilon eta theta kappa lambda mu nu pi rho sigma tau phi chi psi omega Gamma Delta Theta
    Lambda Sigma Phi Psi Omega
    """,
    )
)
FUNCTIONS = {
    **{name: rf"\{name}" for name in ["exp", "log", "ln", "min", "max", "sinh", "tanh", "sin", "cos", "det"]},
    **{
        name: rf"\operatorname{{{name}}}"
        for name in ["expm1", "log1p", "logit", "floor", "ceil", "erf", "var", "Var", "diag", "round"]
    },
    "log2": r"\log_2",
    "sum": r"\sum",
    "prod": r"\prod",
    "int": r"\int",
}
LONG = {"eps": r"\varepsilon", "inf": r"\infty", "ef": None, "rw": None}
RELATIONS = {"=": "=", "<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "->": r"\to", "~": r"\sim", "|": r"\mid"}
SIGNS = {"+": "+", "-": "-", "+-": r"\pm", "-+": r"\mp"}
OPEN = {"(": ")", "[": "]", "{": "}"}
UNIT = (
    r"(?:1/)?(?:s|B|W|J|m|us|FLOP|GPUs?|tokens?|kg|\$|USD|years?|nats)"
    r"(?:[/ ](?:s|B|W|J|useful FLOP|token|per B/s|of use|a year))*"
)

TOKEN = re.compile(
    rf"(?P<space>\s+) | (?P<unit>\[{UNIT}\])".replace(" of", "[ ]of")
    .replace(" a ", "[ ]a[ ]")
    .replace("useful ", "useful[ ]")
    .replace("per ", "per[ ]")
    .replace("[/ ]", "[/\\ ]")
    + r"""
      | (?P<code>\d+[A-Za-z]+\d\w*)
      | (?P<number>\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\w*:))
      | (?P<word>[A-Za-z]{2,}(?:-[A-Za-z]{2,})+|[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)+)
      | (?P<name>[A-Za-zΔΘΛΣΦλεμσ][A-Za-z]*\d*(?:_(?![({])[A-Za-z0-9]+)*)
      | (?P<dots>\.\.\.)
      | (?P<operator><=|>=|->|\+-|-\+|[-+/^=<>~|,;:()\[\]{}_'*!])
    """,
    re.X,
)


@dataclass(frozen=True)
class Token:
    """A piece of a formula: its kind, its text, where it begins, and whether a space stands before and behind it."""

    kind: str
    text: str
    start: int
    end: int
    before: bool
    behind: bool


class Unreadable(ValueError):
    """Not a formula, or none that is written as ours are."""


def tokens(text: str) -> list[Token]:
    """The pieces of a text; Unreadable at the first character that no formula has."""
    found: list[tuple[str, str, int, int]] = []
    place = 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise Unreadable(text[place:])
        if match.lastgroup != "space":
            found.append((str(match.lastgroup), match[0], match.start(), match.end()))
        place = match.end()
    return [
        Token(kind, piece, start, end, start == 0 or text[start - 1].isspace(), end == len(text) or text[end].isspace())
        for kind, piece, start, end in found
    ]


def is_symbol(name: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether a name is one that formulas use: a letter, a Greek one, either with an index, or a name of the code."""
    if name in known:
        return True
    head, _, _ = name.partition("_")
    bare = head.rstrip("0123456789")
    if len(bare) == 2 and bare[0] == "d" and bare[1] in "xtN":
        return True
    return (
        len(bare) == 1
        or bare in GREEK
        or head in FUNCTIONS
        or head in LONG
        or head == "sqrt"
        or ("_" in name and name.islower())
    )


def symbol(name: str) -> str:
    """A name as TeX."""
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    head, *indices = name.split("_")
    if indices and head in FUNCTIONS and head not in ("sum", "int", "prod", "log2"):
        return r"\mathtt{" + name.replace("_", r"\_") + "}"
    bare = head.rstrip("0123456789")
    digits = head[len(bare) :]
    if len(bare) > 1 and bare not in GREEK and LONG.get(bare) is None and head not in FUNCTIONS:
        if indices and len(head) == 2 and head[0] == "d":  # a differential
            return rf"\,d{symbol('_'.join([head[1:], *indices]))}"
        if indices and all(len(index) == 1 for index in indices):
            return rf"\text{{{head}}}_{{{','.join(indices)}}}"
        if indices:  # a name of the code
            return r"\mathtt{" + name.replace("_", r"\_") + "}"
        if len(name) == 2 and name[0] == "d":  # a differential
            return rf"\,d{name[1]}"
        return rf"\mathit{{{name}}}" if len(name) <= 2 else rf"\text{{{name}}}"
    base = FUNCTIONS.get(head) or LONG.get(bare) or (rf"\{bare}" if bare in GREEK else bare)
    below = [*([digits] if digits and head not in FUNCTIONS else []), *indices]
    shown = ",".join(i if len(i) == 1 or i.isdigit() else _index(i) for i in below)
    return base + (f"_{{{shown}}}" if shown else "")


def _index(text: str) -> str:
    if text in GREEK:
        return rf"\{text}"
    return text if len(text) == 2 and text.islower() and text not in ("ef", "rw") else rf"\mathrm{{{text}}}"


class Reader:
    """Reads tokens from left to right; every method answers TeX."""

    def __init__(self, pieces: list[Token]) -> None:
        self.pieces = pieces
        self.place = 0
        self.depth = 0

    def peek(self, *texts: str) -> bool:
        """Whether an operator of these comes next."""
        here = self.here
        return here is not None and here.kind == "operator" and here.text in texts

    @property
    def here(self) -> Token | None:
        return self.pieces[self.place] if self.place < len(self.pieces) else None

    def take(self) -> Token:
        if self.here is None:
            raise Unreadable("ends too early")
        self.place += 1
        return self.pieces[self.place - 1]

    def whole(self) -> str:
        """All of it."""
        found = self.list_of()
        if self.here is not None:
            raise Unreadable(self.here.text)
        return found

    def list_of(self) -> str:
        """Relations, one after the other: ``a = b <= c, d``."""
        parts = [self.sum_of()]
        while self.here is not None:
            if self.peek(*RELATIONS):
                parts.append(RELATIONS[self.take().text])
                parts.append(self.sum_of())
            elif self.peek(",", ";", ":"):
                mark = self.take()
                if self.here is None and mark.text != ":":
                    parts.append(mark.text)
                    break
                parts.append({",": r",\;", ";": r";\quad ", ":": r"\colon\;"}[mark.text])
                if self.here is None:
                    break
                if self.peek(")", "]", "}"):
                    raise Unreadable("a comma before a bracket")
                parts.append(self.sum_of())
            else:
                break
        return " ".join(parts)

    def sum_of(self) -> str:
        parts = []
        if self.peek(*RELATIONS) and not parts:  # "<= n": what stands on the left was said in words
            parts.append(RELATIONS[self.take().text])
        if self.peek(*SIGNS):
            parts.append(SIGNS[self.take().text])
        parts.append(self.product())
        while self.peek(*SIGNS):
            parts.append(SIGNS[self.take().text])
            parts.append(self.product())
        return " ".join(parts)

    def starts_factor(self) -> bool:
        here = self.here
        return here is not None and (here.kind in ("number", "name", "dots", "unit") or here.text in OPEN)

    def product(self) -> str:
        factors = [self.tight()]
        while True:
            if self.peek("/"):  # with a space: a tight one was read by tight()
                self.take()
                right = self.tight()
                if self.starts_factor() or self.peek("/"):
                    factors += ["/", right]
                else:
                    factors = [_fraction(_product(factors), right, self.depth)]
            elif self._is_cross():
                self.take()
                factors += [r"\times", self.tight()]
            elif self.starts_factor():
                both = self.here is not None and self.here.kind == self.pieces[self.place - 1].kind == "number"
                factors += [*([r"\cdot"] if both else []), self.tight()]
            else:
                return _product(factors)

    def _is_cross(self) -> bool:
        here, after = self.here, self.pieces[self.place + 1] if self.place + 1 < len(self.pieces) else None
        if here is None or here.text != "x" or not (here.before and here.behind) or after is None:
            return False
        return after.kind in ("number", "name") or after.text in OPEN

    def tight(self) -> str:
        """Factors joined by a slash without spaces."""
        left = self.joined()
        while self.peek("/") and not (self.pieces[self.place].before and self.pieces[self.place].behind):
            self.take()
            left = _fraction(left, self.joined(), self.depth)
        return left

    def joined(self) -> str:
        """A number and the name that is written to it, ``2p``; else one factor."""
        number = self.here is not None and self.here.kind == "number"
        left = self.factor()
        while (
            number
            and self.starts_factor()
            and not self.pieces[self.place].before
            and self.here is not None
            and self.here.kind == "name"
        ):
            left += " " + self.factor()
        return left

    def factor(self) -> str:
        here = self.take()
        if here.kind == "number":
            found = _number(here.text)
        elif here.kind == "dots":
            return r"\dots"
        elif here.kind == "unit":
            return rf"\;[\text{{{here.text[1:-1]}}}]".replace("$", r"\$")
        elif here.kind == "name" and here.text == "sqrt" and self.peek("("):
            self.take()
            found = rf"\sqrt{{{self.inside(')')}}}"
        elif here.kind == "name" and here.text in ("floor", "ceil") and self.peek("("):
            self.take()
            found = rf"\l{here.text} {self.inside(')')} \r{here.text}"
        elif here.kind == "name":
            found = symbol(here.text)
        elif here.text in OPEN:
            inner = self.inside(OPEN[here.text])
            left, right = (r"\{", r"\}") if here.text == "{" else (here.text, OPEN[here.text])
            found = rf"\left{left}{inner}\right{right}"
        else:
            raise Unreadable(here.text)
        return self.with_indices(found)

    def with_indices(self, found: str) -> str:
        """What stands above and below, and an argument in brackets."""
        while self.here is not None and not self.here.before:
            if self.peek("'"):
                self.take()
                found += "'"
            elif self.peek("*") and self.here.text == "*" and (self.here.behind or self._closes()):
                self.take()
                found += "^{*}"
            elif self.peek("^"):
                self.take()
                found = (f"{{{found}}}" if "^" in found else found) + f"^{{{self.script()}}}"
            elif self.peek("_"):
                self.take()
                found += f"_{{{self.script()}}}"
            elif (self.peek("(") and not found.endswith(("}", ")"))) or (self.peek("(") and found.startswith("{")):
                self.take()
                found += rf"\left({self.inside(')')}\right)"
            elif self.peek("+") and self.here.behind and self.place + 1 == len(self.pieces):  # positive part
                self.take()
                found += "^{+}"
            else:
                break
        return found

    def _closes(self) -> bool:
        after = self.pieces[self.place + 1] if self.place + 1 < len(self.pieces) else None
        return after is None or after.text in "/)]},;=^"

    def script(self) -> str:
        self.depth += 1
        try:
            sign = SIGNS[self.take().text] if self.peek("+", "-") else ""
            if sign and (self.here is None or self.here.before):
                return sign  # a generalised inverse, V^-
            here = self.here
            if here is not None and here.text in OPEN:
                self.take()
                return sign + self.inside(OPEN[here.text])
            if here is None or here.kind not in ("number", "name"):
                raise Unreadable("nothing to raise")
            self.take()
            return sign + (_number(here.text) if here.kind == "number" else symbol(here.text))
        finally:
            self.depth -= 1

    def inside(self, close: str) -> str:
        found = self.list_of()
        if not self.peek(close):
            raise Unreadable(f"no {close}")
        self.take()
        return found


def _product(factors: list[str]) -> str:
    """Factors side by side, with room where one of them is a word."""
    text = ""
    for factor in factors:
        worded = (r"\text", r"\mathtt")
        apart = (text.endswith("}") and re.search(r"\\(?:text|mathtt)\{[^{}]*\}$", text)) or factor.startswith(worded)
        text += (r" \, " if apart and not text.endswith("[") else " ") * bool(text) + factor
    return text


def _number(text: str) -> str:
    mantissa, _, exponent = text.partition("e")
    mantissa = mantissa.replace(",", r"\,")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa}\times {power}"


def _bare(tex: str) -> str:
    """Without the brackets around all of it."""
    match = re.fullmatch(r"\\left(?:[(\[]|\\\{)(.*)\\right(?:[)\]]|\\\})", tex)
    if not match:
        return tex
    depth = 0
    for step in re.finditer(r"\\(left|right)(?![a-z])", tex):
        depth += 1 if step[1] == "left" else -1
        if depth == 0 and step.end() < len(tex) - 2:
            return tex
    return match[1]


def _fraction(above: str, below: str, depth: int) -> str:
    if depth:
        return f"{above}/{below}"
    return rf"\frac{{{_bare(above)}}}{{{_bare(below)}}}"


def tex(text: str, known: frozenset[str] = frozenset(), words: int = 0) -> str | None:
    """The whole text as TeX; None if it is no formula, or has more plain words than `words`."""
    try:
        pieces = tokens(text.strip())
        if not pieces or not _is_strong(pieces) or any(piece.kind in ("word", "code") for piece in pieces):
            return None
        plain = [t.text for t in pieces if t.kind == "name" and not is_symbol(t.text, known)]
        if len(set(plain)) > words or any(word in STOP for word in plain) or _is_said(pieces, known):
            return None
        if plain and (
            len(plain) == len([p for p in pieces if p.kind == "name"]) and {p.text for p in pieces} & STRONG <= {"/", "-"}
        ):
            return None  # "FLOPs/token"
        if re.search(r"arXiv|\b(?:19|20)\d\d\b", text):  # a source
            return None
        if _is_operator(pieces[-1]) or re.search(r"(?<![\w)])(?:B|m|FLOP)/s\b", text):
            return None
        return Reader(pieces).whole()
    except Unreadable:
        return None


def _is_operator(piece: Token) -> bool:
    """Whether something has to follow."""
    return piece.text in FUNCTIONS or piece.text == "sqrt" or (piece.text in SIGNS and piece.before)


def _is_said(pieces: list[Token], known: frozenset[str]) -> bool:
    """Whether a word stands beside a symbol to say what it is, ``W interval``, and not as a factor; or words stand in a row."""
    is_plain = [p.kind == "name" and not is_symbol(p.text, known) for p in pieces]
    if any(a and b for a, b in pairwise(is_plain)):
        return True
    depth, begins = 0, True
    for place, piece in enumerate(pieces):
        after = pieces[place + 1] if place + 1 < len(pieces) else None
        ends = after is None or (depth == 0 and after.text in ",;:")
        if depth == 0 and is_plain[place]:
            if begins and after is not None and after.kind == "name":
                return True
            if ends and place and pieces[place - 1].kind == "number" and not piece.text.isupper():
                return True
            if ends and place and pieces[place - 1].kind == "name" and pieces[place - 1].text not in (*FUNCTIONS, "x"):
                return True
        if begins and after is not None and re.fullmatch(r"[a-z]{3,}_\w+", after.text) and piece.kind == "name":
            behind = pieces[place + 2] if place + 2 < len(pieces) else None
            if behind is None or behind.text in ",;:":
                return True
        begins = depth == 0 and piece.text in ",;:"
        depth += (piece.text in OPEN) - (piece.text in OPEN.values())
    return False


#: words that no formula has: what holds one is a sentence
STOP = set(
    re.findall(
        r"\w+",
        """
    of the over and is are in with where for each at by to that its all an as on not no per from than so it if then else
    or which what was one two both first last part rest until while least most nearly twice once only how when this these
    those
    """,
    )
)
STRONG = {"=", "^", "/", "+", "+-", "-+", "<=", ">=", "<", ">", "->"}


def _is_strong(pieces: list[Token]) -> bool:
    """Whether something is computed: an operator, a function of something, or a product of a number and letters."""
    for this, after in zip(pieces, [*pieces[1:], None], strict=True):
        if this.kind == "operator" and (this.text in STRONG or (this.text == "-" and after is not None)):
            return True
        if this.kind == "name" and (this.text in FUNCTIONS or this.text == "sqrt") and after is not None and after.text == "(":
            return True
        if this.kind == "name" and this.text.startswith(("sum_", "int_", "prod_")):
            return True
    kinds = [p.kind for p in pieces]
    return len(pieces) >= 3 and kinds[0] == "number" and set(kinds[1:]) == {"name"}


PIECE = re.compile(r"\S+")


def runs(text: str, known: frozenset[str] = frozenset()) -> Iterator[tuple[bool, str]]:
    """Prose in pieces, formulas apart: (whether it is one, the text or its TeX).

    A formula in prose is the longest run of words, of which none is plain, that reads as a whole and is not part of something
    larger that does not; marks at its ends are prose.
    """
    pieces = [(m.start(), m.end()) for m in PIECE.finditer(text)]
    done = first = 0
    while first < len(pieces):
        found = _run_from(text, pieces, first, known)
        if found is None:
            first += 1
            continue
        start, stop, shown = found
        if start > done:
            yield False, text[done:start]
        yield True, shown
        done = stop
        first = next((i for i, (begin, _) in enumerate(pieces) if begin >= stop), len(pieces))
    if done < len(text):
        yield False, text[done:]


def _run_from(text: str, pieces: list[tuple[int, int]], first: int, known: frozenset[str]) -> tuple[int, int, str] | None:
    """The longest formula that begins with a word: where it begins and ends, and its TeX."""
    if not _may_begin(text[slice(*pieces[first])], known):
        return None
    for end in range(_reach(text, pieces, first, known), first - 1, -1):
        start, stop = _trimmed(text, pieces[first][0], pieces[end][1])
        piece = text[start:stop]
        behind = text[stop:].lstrip()
        if re.match(r"x\s+[\w(]", piece):  # a cross, whose left side is a word
            continue
        if behind and piece.endswith((" a", " A", " I")) and re.match(r"[a-z]{2}", behind):
            continue
        if _goes_on(text[:start], text[stop:], known) or not _is_worth(piece):
            continue
        parts = _parts(piece)
        if any(tex(part, known) is None for part in (parts[0], parts[-1])):
            continue
        shown = tex(piece, known)
        if shown is not None:
            return start, stop, shown
    return None


def cell(text: str, known: frozenset[str] = frozenset()) -> list[tuple[bool, str]]:
    """A cell of a table in columns, in pieces as `runs` has them; the whole of it, or what marks set apart, may have words."""
    whole = tex(text, known, words=10)
    if whole is not None:
        return [(True, whole)]
    marks = [
        m.start()
        for m in re.finditer(r"[,;:.] | (?=\([^()]*\)[.,;]?$)", text)
        if text[: m.start()].count("(") == text[: m.start()].count(")")
    ]
    for place in reversed(marks):
        shown = tex(text[:place], known, words=10)
        if shown is not None:
            return [(True, shown), *cell_rest(text[place:], known)]
    for place in marks:
        shown = tex(text[place + 1 :], known, words=10) if text[place] in ":;," else None
        if shown is not None:
            return [*runs(text[: place + 2], known), (True, shown)]
    return list(runs(text, known))


def cell_rest(text: str, known: frozenset[str]) -> list[tuple[bool, str]]:
    """What stands behind a formula: a mark, and a cell again."""
    mark = text[:2] if text[0] in ",;:." else text[:1]
    return [(False, mark), *cell(text[len(mark) :], known)]


def _parts(piece: str) -> list[str]:
    """What stands between the commas that are in no bracket."""
    depth, parts = 0, [""]
    for char in piece:
        depth += (char in OPEN) - (char in OPEN.values())
        if char in ",;" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Without marks of the sentence and brackets that open or close outside."""
    while stop > start:
        piece = text[start:stop]
        if (
            piece[-1] in ",;:"
            or (piece[-1] == "." and not piece.endswith("..."))
            or (piece[-1] == ")" and piece.count(")") > piece.count("("))
        ):
            stop -= 1
        elif piece[0] == "(" and piece.count("(") > piece.count(")"):
            start += 1
        else:
            break
    return start, stop


def _goes_on(before: str, behind: str, known: frozenset[str]) -> bool:
    """Whether what stands on either side belongs to the formula: then this is a part of something that does not read."""
    left = before.rstrip()
    if left.endswith(("=", "+", "/", "<", ">", "^", "*", "-", "[", "_", "|")) or re.search(r"(?:^|\s)x$", left):
        return True
    name = re.search(r"([A-Za-z_]\w*)$", left)
    if name and name[1] not in ("a", "A", "I") and is_symbol(name[1], known):
        return True
    following = r"\s*(?:[-+]\s|[=/^*<>|]|\+-|x\s+[\w(]|[\[(][^)\]]*[-+/*=]|\([^)]*\)[\^/])"
    if re.match(following, behind) or re.match(r"[)\]]+\s*(?:[-+=/^*]\s|[/^(])", behind):
        return True
    if re.match(r"\s+[A-Za-z_]+(?:\s[-+/=]\s|[/^(|])", behind):
        return True
    after = re.match(r"\s+([A-Za-z_]\w*)", behind)
    return bool(after) and after[1] in FUNCTIONS


def _may_begin(word: str, known: frozenset[str]) -> bool:
    match = re.match(r"[-(\[{]*([A-Za-zλεμσ]\w*|\d)", word)
    if re.fullmatch(r"\(\d+\)", word):
        return False
    return (
        bool(match)
        and (match[1].isdigit() or is_symbol(match[1], known))
        and not word.startswith(("[", '"'))
        and word not in ("a", "A", "I")
    )


def _reach(text: str, pieces: list[tuple[int, int]], first: int, known: frozenset[str]) -> int:
    """The last word up to which a run may go: none of them plain, no sentence ends within."""
    last = first
    for place in range(first, len(pieces)):
        word = text[slice(*pieces[place])]
        names = re.findall(r"[A-Za-z]\w*", re.sub(r"\d+(?:\.\d+)?e[+-]?\d+", "1", word))
        if any(not is_symbol(name, known) for name in names) or any(c in word for c in '"%$&#@\\`'):
            break
        last = place
        if word.endswith((".", ";", ":")) and not word.endswith("..."):
            break
    return last


def _is_worth(piece: str) -> bool:
    """Whether it is a formula rather than a range, a date, a page or a unit."""
    if re.fullmatch(r"[\d\s.,()/:+-]+", piece) or re.fullmatch(r"[A-Z]?/s|\w+/\w+-\w+", piece):
        return False
    if re.fullmatch(r"\[?(?:1|B|W|J|m|b)/[sJW]\]?(?:[,;.]|$)", piece):
        return False
    return not re.fullmatch(r"[A-Za-z]-[A-Za-z]|\w-", piece)
