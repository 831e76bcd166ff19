# SPDX-License-Identifier: Apache-2.0
"""Text of the code as nodes of a page: head comments, docstrings, declarations.

Nodes and no markup: what stands in a comment is shown as it stands, whatever marks it holds.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator

from docutils import nodes
from pygments.lexers.c_cpp import CppLexer
from pygments.token import STANDARD_TYPES
from sphinx import addnodes

from scaling_limits._kernel_text import sections

from . import formula, head
from .doxygen import Declaration
from .headers import Header

#: what is known by name on the site: a header's path or a Python name, to the page and the place in it
Find = Callable[[str], tuple[str, str] | None]

PARTS = re.compile(
    r"""``(?P<code2>[^`]+)``
      | `(?P<code>[^`]+)`
      | (?P<url>https?://[^\s)>,]+[^\s)>,.])
      | arXiv[ ](?P<arxiv>\d{4}\.\d{4,5})
      | (?P<section>docs/derivations\.md,[ ]"[^"]+")
      | (?P<document>docs/\w+\.md)
      | (?P<header>\b(?:[a-z_]+/)?[a-z0-9_]+\.hpp)
      | \*(?P<strong>\w[^*]*\w)\*
    """,
    re.X,
)


def reference(document: str, place: str, shown: nodes.Node) -> nodes.Node:
    """A link to a page, or to a place in it."""
    if place:
        node = addnodes.pending_xref("", refdomain="site", reftype="place", reftarget=place, refpage=document, refexplicit=True)
    else:
        node = addnodes.pending_xref(
            "", refdomain="std", reftype="doc", reftarget=f"/{document}", refexplicit=True, refwarn=True
        )
    node += shown
    return node


class Text:
    """Makes nodes of texts, with links to what the site knows."""

    def __init__(
        self, find: Find, room: str = "", symbols: frozenset[str] = frozenset(), count: head.Count | None = None
    ) -> None:
        self.find = find
        self.room = room
        self.symbols = symbols
        self.count = count or head.Count()

    def inline(self, text: str) -> list[nodes.Node]:
        """A sentence or more: code, links, formulas."""
        found: list[nodes.Node] = []
        done = 0
        for match in PARTS.finditer(text):
            found += self.prose(text[done : match.start()])
            found.append(self._part(match))
            done = match.end()
        return found + self.prose(text[done:])

    def _part(self, match: re.Match[str]) -> nodes.Node:
        code = match["code2"] or match["code"]
        if code:
            shown = nodes.literal("", code)
            place = self.find(code) or self.find(code.removesuffix("()").removeprefix("sl."))
            return reference(*place, shown) if place else shown
        if match["url"]:
            return nodes.reference("", match["url"], refuri=match["url"])
        if match["arxiv"]:
            return nodes.reference("", match[0], refuri=f"https://arxiv.org/abs/{match['arxiv']}")
        if match["strong"]:
            return nodes.emphasis("", match["strong"])
        if match["section"]:
            title = match["section"].partition('"')[2].rstrip('"')
            return reference("docs/derivations", nodes.make_id(title), nodes.inline("", f'"{title}"'))
        name = match["document"] or match["header"]
        place = self.find(name) or self.find(f"{self.room}/{name}")
        shown = nodes.literal("", name)
        return reference(*place, shown) if place else shown

    def prose(self, text: str) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for is_math, piece in formula.runs(text, self.symbols):
            self.count.inline += is_math
            found += [nodes.math("", piece)] if is_math else self.lone(piece)
        return found

    def lone(self, text: str) -> list[nodes.Node]:
        """Prose in which a symbol of the head comment stands by itself, "M from there on"."""
        known = "|".join(sorted(map(re.escape, self.symbols - {"a", "A", "I"}), key=len, reverse=True))
        if not known:
            return [nodes.Text(text)]
        found: list[nodes.Node] = []
        for place, piece in enumerate(re.split(rf"(?<![\w'.\-\[/])({known})(?![\w'\-\]/(]|\.\S| al\.)", text)):
            if piece:
                is_name = place % 2 and len(piece) > 3 and formula.symbol(piece).startswith((r"\text", r"\mathtt"))
                math = place % 2 and not is_name and not (piece == "p" and text.startswith(". "))
                found.append(
                    nodes.literal("", piece)
                    if is_name
                    else nodes.math("", formula.symbol(piece))
                    if math
                    else nodes.Text(piece)
                )
        return found

    def paragraph(self, text: str, *classes: str) -> nodes.paragraph:
        return nodes.paragraph("", "", *self.inline(text), classes=list(classes))

    def cell(self, text: str) -> list[nodes.Node]:
        """A cell of a head comment's columns: lines that read one by one stay lines."""
        lines = text.split("\n")
        whole = formula.cell(" ".join(lines), self.symbols)
        if len(lines) > 1 and not (len(whole) == 1 and whole[0][0]):
            alone = [formula.tex(line, self.symbols, words=10) for line in lines]
            if alone[0] is not None:
                return [
                    *self._pieces([(True, alone[0])]),
                    nodes.raw("", "<br/>", format="html"),
                    *self.cell("\n".join(lines[1:])),
                ]
        if re.fullmatch(r"[A-Za-z]\w*(?:, [A-Za-z]\w*)*", text) and all(n in self.symbols for n in text.split(", ")):
            shown: list[nodes.Node] = []
            for name in text.split(", "):
                shown += [nodes.Text(", ")] * bool(shown)
                shown.append(
                    nodes.math("", formula.symbol(name)) if len(name) <= 3 or "_" not in name else nodes.literal("", name)
                )
            return shown
        if not any(is_math for is_math, _ in whole) and head.looks_like_formula(text):
            self.count.left.append(text)
        elif len(whole) == 1 and whole[0][0]:
            self.count.typeset += 1
        return self._pieces(whole)

    def _pieces(self, pieces: list[tuple[bool, str]]) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for is_math, piece in pieces:
            if is_math:
                whole = len(pieces) == 1
                self.count.inline += not whole
                found.append(nodes.math("", rf"\displaystyle {piece}" if whole else piece))
            else:
                for part in self._without_math(piece):
                    found.append(part)
        return found

    def _without_math(self, text: str) -> Iterator[nodes.Node]:
        done = 0
        for match in PARTS.finditer(text):
            yield from self.lone(text[done : match.start()])
            yield self._part(match)
            done = match.end()
        yield from self.lone(text[done:])


def head_comment(header: Header, text: Text) -> list[nodes.Node]:
    """The head comment of a header."""
    found: list[nodes.Node] = []
    for block in header.blocks:
        if isinstance(block, head.Paragraph):
            found.append(text.paragraph(block.text, *([] if found else ["lead"])))
        elif isinstance(block, head.Code):
            language = "cpp" if "::" in block.text else "text"
            found.append(nodes.literal_block(block.text, block.text, language=language))
        else:
            found.append(_columns(block, text))
    return found


def _columns(block: head.Columns, text: Text) -> nodes.Node:
    width = max(len(row.cells) for row in block.rows)
    body: list[nodes.Node] = []
    for row in block.rows:
        entries = [nodes.entry("", nodes.paragraph("", "", *text.cell(cell))) for cell in row.cells]
        if len(entries) < width:
            entries[-1]["morecols"] = width - len(entries)
        body.append(nodes.row("", *entries))
    return table([], body, width, "columns")


def table(titles: list[list[nodes.Node]], body: list[nodes.Node], width: int, *classes: str) -> nodes.Node:
    """A table of rows."""
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in range(width)], cols=width)
    if titles:
        row = nodes.row("", *[nodes.entry("", nodes.paragraph("", "", *title)) for title in titles])
        group += nodes.thead("", row)
    group += nodes.tbody("", *body)
    whole = nodes.table("", group, classes=["colwidths-auto", *classes])
    return nodes.container("", whole, classes=["scrolls"])


def row(*cells: list[nodes.Node]) -> nodes.row:
    """A row of a table."""
    return nodes.row("", *[nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells])


def docstring(doc: str, text: Text) -> list[nodes.Node]:
    """A docstring in NumPy's style."""
    opening, named = sections(doc)
    found = prose(opening, text)
    for title, body in named.items():
        if title == "Examples":
            found.append(nodes.literal_block(body, body, language="pycon"))
            continue
        found.append(nodes.rubric("", title))
        found += prose(body, text) if title in ("References", "Notes") else [_definitions(body, text)]
    return found


def prose(body: str, text: Text) -> list[nodes.Node]:
    """Paragraphs; what is indented stays as it stands."""
    found: list[nodes.Node] = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(body)):
        if part.startswith("    "):
            found.append(nodes.literal_block(part, inspect.cleandoc(part), language="text"))
        elif part.strip():
            found.append(text.paragraph(" ".join(part.split())))
    return found


def _definitions(body: str, text: Text) -> nodes.definition_list:
    """Lines "name : kind" with what is indented below, or with the meaning on the same line."""
    entries = nodes.definition_list(classes=["fields"])
    for match in re.finditer(r"^(\S.*)\n?((?:^[ ]+.*\n?|^\n(?=[ ]))*)", body, re.M):
        name, colon, kind = match[1].partition(" : ")
        meaning = " ".join(match[2].split())
        item = nodes.definition_list_item()
        if colon:
            item += nodes.term(
                "", "", nodes.literal("", name), *([nodes.inline("", f" {kind}", classes=["kind"])] if meaning else [])
            )
            item += nodes.definition("", text.paragraph(meaning or kind))
        elif meaning:
            item += nodes.term("", "", nodes.literal("", name))
            item += nodes.definition("", text.paragraph(meaning))
        else:
            item += nodes.term("", "", *text.inline(name))
            item += nodes.definition("", nodes.paragraph())
        entries += item
    return entries


def highlighted(code: str) -> list[nodes.Node]:
    """C++ as words with their colours."""
    found: list[nodes.Node] = []
    for kind, value in CppLexer(stripnl=False, ensurenl=False).get_tokens(code):
        name = STANDARD_TYPES.get(kind, "")
        found.append(nodes.inline("", value, classes=[name]) if name and value.strip() else nodes.Text(value))
    return found


def declaration(of: Declaration, text: Text, place: str = "") -> addnodes.desc:
    """A declaration of C++ with what is said of it; `place`: where links to it go."""
    described = addnodes.desc("", domain="site", objtype=of.kind, classes=["cpp", of.kind], no_index=True)
    signature = addnodes.desc_signature("", "", classes=["highlight"], ids=[place] if place else [])
    for line in of.signature.split("\n"):
        signature += nodes.inline("", "", *highlighted(line), classes=["sig-line"])
    if place:
        signature["_toc_name"] = of.short
        signature["_toc_parts"] = (of.short,)
    described += signature
    content = addnodes.desc_content()
    content += [text.paragraph(paragraph) for paragraph in of.text]
    if of.parameters:
        content += nodes.definition_list("", *[_definition(n, m, text) for n, m in of.parameters], classes=["fields"])
    if of.values and of.kind == "enum":
        content += nodes.definition_list("", *[_definition(n, m, text) for n, m in of.values], classes=["fields"])
    elif of.values:
        lines = [f"{code}{f'  ///< {said}' if said else ''}" for code, said in of.values]
        content += nodes.literal_block("\n".join(lines), "\n".join(lines), language="cpp")
    for member in of.members:
        content += declaration(member, text)
    described += content
    return described


def _definition(name: str, meaning: str, text: Text) -> nodes.definition_list_item:
    item = nodes.definition_list_item("", nodes.term("", "", nodes.literal("", name)))
    item += nodes.definition("", text.paragraph(meaning.rstrip(";")) if meaning else nodes.paragraph())
    return item
