# SPDX-License-Identifier: Apache-2.0
"""The Sphinx extension: directives that put what was gathered on a page, and a domain that finds it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains import Domain, ObjType
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import scaling_limits as sl
from scaling_limits import _kernel
from scaling_limits._kernel_text import sections
from scaling_limits.cli.reproduce import computed_text
from scaling_limits.published import Estimate

from . import examples, faq
from .head import Count, Paragraph
from .headers import Header
from .model import Site
from .nodes import Text, declaration, docstring, head_comment, reference, row, table
from .python_names import PublicName


def site_of(app: Sphinx) -> Site:
    """What the site is made of."""
    found: Site = app.config.scaling_limits_site
    return found


class Shown(SphinxDirective):
    """A directive that shows a part of the site."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True

    @property
    def site(self) -> Site:
        return site_of(self.env.app)

    @property
    def header(self) -> Header:
        return self.site.headers[self.arguments[0]]

    def text(self, header: Header | None = None, count: Count | None = None) -> Text:
        """Makes nodes with links; of a header it knows the symbols."""
        if header is None:
            return Text(self.site.find, count=count)
        return Text(self.site.find, header.room, header.symbols, count)

    def run_example(self, text: str, name: str, known: dict[str, Any]) -> int:
        try:
            return examples.run(text, name, known)
        except examples.WrongExample as error:
            raise ExtensionError(f"{self.env.docname}: {error}") from None


class HeadDirective(Shown):
    """The head comment of a header."""

    def run(self) -> list[nodes.Node]:
        count = Count()
        found = head_comment(self.header, self.text(self.header, count))
        counts = getattr(self.env, "scaling_limits_formulas", {})
        counts[self.env.docname] = (count.typeset, count.inline, len(count.left))
        self.env.scaling_limits_formulas = counts  # type: ignore[attr-defined]
        return found


class ButtonsDirective(Shown):
    """Where to go from a model: the explorer, or the notebook that says most of it."""

    def run(self) -> list[nodes.Node]:
        line = nodes.paragraph("", "", classes=["ways"])
        depth = self.env.docname.count("/")
        line += nodes.inline("", "", nodes.literal("", f'#include "scaling_limits/{self.header.path}"'), classes=["include"])
        for label, request in self.site.requests(self.header)[:8]:
            line += nodes.Text(" ")
            target = Site.explorer_link(request, depth)
            line += nodes.reference("", f"Explore {label}", refuri=target, classes=["way", "explorer"], internal=False)
        if not self.site.requests(self.header):
            notebook = self.site.notebook_of(self.header)
            line += nodes.Text(" ")
            title = nodes.inline("", f"Notebook {notebook.partition('_')[0]}" if notebook else "Notebooks", classes=["way"])
            line += reference(f"notebooks/{notebook}" if notebook else "notebooks/index", "", title)
        return [line]


class ExampleDirective(Shown):
    """A small example: of the first Python name, run now; else lines of a program that the tests compile and run."""

    def run(self) -> list[nodes.Node]:
        names = self.site.of_header.get(self.header.path, [])
        best = max((n for n in names if n.kind != "data"), key=self._weight, default=None)
        if best is not None:
            body = sections(inspect.getdoc(best.value) or "")[1].get("Examples", "")
            if body:
                self.run_example(body, best.path, {best.name: best.value})
                return [nodes.literal_block(body, body, language="pycon")]
        if self.header.path == "core/units.hpp":
            body = ">>> 5 * sl.units.TB / (2 * sl.units.GiB)  # seconds, at 2 GiB/s\n2328.3064365386963"
            self.run_example(body, self.header.path, {})
            return [nodes.literal_block(body, body, language="pycon")]
        rows = self.site.rows_in.get(self.header.path)
        if rows:
            body = (
                f'>>> row = sl.published.reproduce("{rows[0].id}")[0]\n>>> row.printed, row.holds\n{(rows[0].printed, True)!r}'
            )
            self.run_example(body, self.header.path, {})
            return [nodes.literal_block(body, body, language="pycon")]
        questions = self.site.questions_in(self.header)
        if questions:
            return [self._questions(questions)]
        found = self.site.cpp_example_of(self.header)
        if found:
            name, code = found
            said = nodes.paragraph(
                "", "", nodes.literal("", f"examples/{name}.cpp"), nodes.Text(" uses it; the tests compile and run it.")
            )
            return [said, nodes.literal_block(code, code, language="cpp")]
        test = self.site.test_case_of(self.header)
        if test:
            name, code = test
            said = nodes.paragraph("", "", nodes.Text("From its tests, "), nodes.literal("", name), nodes.Text("."))
            return [said, nodes.literal_block(code, code, language="cpp")]
        return []

    def _questions(self, names: list[str]) -> nodes.Node:
        """Questions with what they need and answer, as `describe` has them."""
        known = sl.catalog.describe()["questions"]
        body = []
        for name in names:
            asked = known[name]
            needs = [nodes.Text(", ".join([*asked["needs"], *(f["name"] for f in asked["fields"] if f["required"])]))]
            columns = [nodes.Text(", ".join(c["name"] for c in asked["columns"]))]
            body.append(row([nodes.literal("", name)], [nodes.Text(asked["text"])], needs, columns))
        return table([[nodes.Text(t)] for t in ("question", "what it asks", "needs", "columns")], body, 4, "models")

    def _weight(self, name: PublicName) -> tuple[int, int]:
        """The name of the header first, then functions, then what stands first."""
        same = name.name.lower().replace("_", "") == self.header.stem.replace("_", "")
        return (2 * same + (name.kind == "function"), -self.site.of_header[self.header.path].index(name))


class PythonDirective(Shown):
    """The Python names of a header, or of a room that has no header for them; without a name those of the package alone."""

    def run(self) -> list[nodes.Node]:
        target = self.arguments[0] if self.arguments else ""
        header = self.site.headers.get(target)
        names = self.site.of_header[target] if header else self.site.of_room[target]
        text = self.text(header)
        found: list[nodes.Node] = []
        plain = [n for n in names if n.kind == "data" and isinstance(n.value, (int, float, str))]
        if plain:
            body = []
            for name in plain:
                self._note(name)
                shown = nodes.literal("", f"sl.{name.path}", ids=[f"sl.{name.path}"])
                body.append(row([shown], [nodes.literal("", repr(name.value))]))
            found.append(table([[nodes.Text("name")], [nodes.Text("value")]], body, 2))
        found += [self._object(name, text) for name in names if name not in plain]
        return found

    def _note(self, name: PublicName) -> None:
        kind = {"exception": "exception", "class": "class", "function": "function", "data": "data"}[name.kind]
        self.env.domains["py"].note_object(f"scaling_limits.{name.path}", kind, f"sl.{name.path}")  # type: ignore[attr-defined]

    def _object(self, name: PublicName, text: Text) -> nodes.Node:
        self._note(name)
        described = addnodes.desc("", domain="py", objtype=name.kind, classes=["py", name.kind], no_index=True)
        described += self._signature(
            f"sl.{name.room}." if name.room else "sl.", name.name, name.value, f"sl.{name.path}", name.kind
        )
        content = addnodes.desc_content()
        if name.also:
            content += nodes.paragraph("", "", nodes.Text("Also "), nodes.literal("", f"sl.{name.also}"), nodes.Text("."))
        doc = inspect.getdoc(name.value) if name.own and name.kind != "data" else self._comment_of(name)
        if doc:
            self.run_example(doc, name.path, {name.name: name.value})
            content += docstring(doc, text)
        if name.kind == "data":
            content += self._presets(name.value)
        if name.kind == "class":
            content += self._members(name, text)
        described += content
        return described

    @staticmethod
    def _comment_of(name: PublicName) -> str:
        """What stands in "#:" lines above a value of a module."""
        if not name.room:
            return ""
        source = inspect.getsource(getattr(sl, name.room))
        match = re.search(rf"((?:^#: .*\n)+)^{name.name}\b", source, re.M)
        return re.sub(r"^#: ", "", match[1], flags=re.M) if match else ""

    def _presets(self, value: Any) -> list[nodes.Node]:
        """Presets with their sources."""
        if not hasattr(value, "sources"):
            return []
        body = []
        for name, source in value.sources.items():
            said = f"{source['source']}{'; ' + source['note'] if source['note'] else ''}"
            body.append(
                row(
                    [nodes.literal("", name)], [nodes.literal("", repr(value[name]))], [nodes.Text(f"{source['mark']}: {said}")]
                )
            )
        return [table([[nodes.Text("name")], [nodes.Text("value")], [nodes.Text("source")]], body, 3, "presets")]

    def _signature(self, prefix: str, name: str, value: Any, place: str, kind: str) -> addnodes.desc_signature:
        signature = addnodes.desc_signature("", "", ids=[place], module="scaling_limits", fullname=name)
        if kind in ("class", "exception"):
            signature += addnodes.desc_annotation("", "", addnodes.desc_sig_keyword("", kind), addnodes.desc_sig_space())
        signature += addnodes.desc_addname("", prefix)
        signature += addnodes.desc_name("", name)
        try:
            known = inspect.signature(value) if callable(value) else None
        except (TypeError, ValueError):
            known = None
        if known is not None and kind != "exception" and not (kind == "data" and not callable(value)):
            signature += _parameters(known)
        signature["_toc_name"] = name
        signature["_toc_parts"] = (name,)
        return signature

    def _members(self, name: PublicName, text: Text) -> list[nodes.Node]:
        """Methods and properties of a class; of those that all of its kind have, a line each, or where they stand."""
        found: list[nodes.Node] = []
        classes = {n.value: n for n in self.site.names if n.kind == "class"}
        shared = nodes.definition_list(classes=["fields"])
        inherited: dict[PublicName, list[str]] = {}
        told = sections(inspect.getdoc(name.value) or "")[1]
        listed = set(
            re.findall(
                r"\w+",
                " ".join(re.findall(r"^(\w[\w, ]*) :", told.get("Parameters", "") + "\n" + told.get("Attributes", ""), re.M)),
            )
        )
        for member in sorted(dir(name.value)):
            owner = next((c for c in name.value.__mro__ if member in vars(c)), None)
            if member.startswith("_") or owner is None or not owner.__module__.startswith("scaling_limits"):
                continue
            raw = inspect.getattr_static(name.value, member)
            function = getattr(raw, "__func__", raw)
            is_property = isinstance(raw, property)
            doc = inspect.getdoc(function)
            if not (inspect.isfunction(function) or is_property) or not doc or (is_property and member in listed):
                continue
            if owner is name.value:
                found.append(self._member(name, member, function, doc, text))
            elif owner in classes:
                inherited.setdefault(classes[owner], []).append(member)
            else:
                said = " ".join(sections(doc)[0].split("\n\n")[0].split())
                item = nodes.definition_list_item("", nodes.term("", "", nodes.literal("", member + "()" * (not is_property))))
                item += nodes.definition("", text.paragraph(said))
                shared += item
        if len(shared):
            found.append(shared)
        for other, members in inherited.items():
            line = nodes.paragraph("", "", nodes.Text("As every "), *text.inline(f"`sl.{other.path}`"), nodes.Text(": "))
            for place, member in enumerate(members):
                line += [nodes.Text(", ")] * bool(place)
                line += nodes.literal("", member)
            line += nodes.Text(".")
            found.append(line)
        return found

    def _member(self, name: PublicName, member: str, function: Any, doc: str, text: Text) -> nodes.Node:
        """A method or a property of a class, in full."""
        place = f"sl.{name.path}.{member}"
        kind = "property" if isinstance(function, property) else "method"
        described = addnodes.desc("", domain="py", objtype=kind, classes=["py", kind], no_index=True)
        signature = addnodes.desc_signature("", "", ids=[place], module="scaling_limits", fullname=f"{name.name}.{member}")
        if kind == "property":
            signature += addnodes.desc_annotation("", "", addnodes.desc_sig_keyword("", "property"), addnodes.desc_sig_space())
        signature += addnodes.desc_name("", member)
        if kind == "method":
            known = inspect.signature(function)
            kept = [p for n, p in known.parameters.items() if n not in ("self", "cls")]
            signature += _parameters(known.replace(parameters=kept))
        self.env.domains["py"].note_object(f"scaling_limits.{name.path}.{member}", kind, place)  # type: ignore[attr-defined]
        described += signature
        described += addnodes.desc_content("", *docstring(doc, text))
        return described


def _parameters(known: inspect.Signature) -> addnodes.desc_parameterlist:
    listed = addnodes.desc_parameterlist("", "")
    if sum(len(str(p)) for p in known.parameters.values()) > 90:
        listed["multi_line_parameter_list"] = True
        listed["multi_line_trailing_comma"] = False
    starred = False
    for parameter in known.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            listed += addnodes.desc_parameter("", "", addnodes.desc_sig_operator("", "*"))
        starred = starred or parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        one = addnodes.desc_parameter("", "")
        mark = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        one += [addnodes.desc_sig_operator("", mark)] * bool(mark)
        one += addnodes.desc_sig_name("", parameter.name)
        if parameter.default is not parameter.empty:
            shown = (
                "…"
                if parameter.default is None
                else str(parameter.default)
                if not isinstance(parameter.default, str)
                else repr(parameter.default)
            )
            one += addnodes.desc_sig_operator("", "=")
            one += nodes.inline(
                "", "None" if shown == "…" else shown[:60], classes=["default_value"], support_smartquotes=False
            )
        listed += one
    return listed


class CppDirective(Shown):
    """The declarations of a header."""

    def run(self) -> list[nodes.Node]:
        text = self.text(self.header)
        return [declaration(one, text, place) for one, place in self.site.places.get(self.header.path, [])]


class PublishedDirective(Shown):
    """The published rows that a header computes, or writes down."""

    def run(self) -> list[nodes.Node]:
        rows = self.site.rows_of.get(self.header.path) or self.site.rows_in.get(self.header.path, [])
        titles = [[nodes.Text(t)] for t in ("id", "quantity", "published", "ours", "deviation", "source")]
        body = []
        for one in rows:
            link = reference("published", self.site.place_of_row(one), nodes.literal("", one.id))
            body.append(row([link], [nodes.Text(one.quantity)], *_values(one), [nodes.Text(f"{one.source}, {one.year}")]))
        return [table(titles, body, 6, "numbers")]


def _values(one: Estimate) -> list[list[nodes.Node]]:
    deviation = f"{100 * one.deviation:+.2f} %" if one.published else ""
    return [[nodes.Text(one.printed)], [nodes.Text(computed_text(one))], [nodes.Text(deviation)]]


class PublishedTableDirective(Shown):
    """Every row of the registry, by source."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        titles = [[nodes.Text(t)] for t in ("quantity", "published", "ours", "deviation", "within", "mark")]
        for source, group in groupby(self.site.rows, key=lambda one: f"{one.source}, {one.year}"):
            section = nodes.section("", nodes.title("", source), ids=[f"source-{nodes.make_id(source)[:60]}-{len(found)}"])
            body = []
            for one in group:
                side = {"equal": "", "at least": "+", "at most": "-"}[one.claim]
                within = f"{side}{100 * one.tolerance:.2g} %" if one.known_deviation is None else "known to deviate"
                line = row([], *_values(one), [nodes.Text(within)], [nodes.Text(one.mark)])
                line["ids"] = [self.site.place_of_row(one)]
                line[0].children[:] = []
                line[0] += [
                    nodes.paragraph("", one.quantity),
                    nodes.paragraph("", one.inputs, classes=["aside"]),
                    self._origin(one),
                ]
                body.append(line)
            section += table(titles, body, 6, "numbers")
            found.append(section)
        return found

    def _origin(self, one: Estimate) -> nodes.paragraph:
        """Its id, and the models that compute it."""
        line = nodes.paragraph("", "", nodes.literal("", one.id), classes=["aside"])
        for path in self.site.headers_of_row[one.id]:
            line += [nodes.Text(" "), reference(self.site.headers[path].page, "", nodes.literal("", path))]
        return line


class KnownErrorsDirective(Shown):
    """What the headers of published/ and the rows known to deviate say of errors in the literature."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for path, header in self.site.headers.items():
            said = [
                b.text
                for b in header.blocks
                if isinstance(b, Paragraph) and re.search(r"\bKnown (?:error|oddity)|Known:", b.text)
            ]
            for text in said:
                shown = self.text(header)
                section = nodes.section("", nodes.title("", header.summary), ids=[f"of-{nodes.make_id(path)}"])
                section += shown.paragraph(text)
                section += nodes.paragraph(
                    "", "", nodes.Text("From "), reference(header.page, "", nodes.literal("", path)), nodes.Text(".")
                )
                found.append(section)
        section = nodes.section("", nodes.title("", "Rows that the model is known to miss"), ids=["rows"])
        body = []
        off = [r for r in self.site.rows if r.known_deviation is not None and r.model != "parallelism.step"]
        for one in off:
            link = reference("published", self.site.place_of_row(one), nodes.literal("", one.id))
            body.append(row([link], [nodes.Text(one.quantity)], *_values(one), [nodes.Text(one.known_reason)]))
        section += table(
            [[nodes.Text(t)] for t in ("id", "quantity", "published", "ours", "deviation", "why")], body, 6, "numbers"
        )
        return [*found, section]


class NeighboursDirective(Shown):
    """What a header includes, and what includes it."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        by = self.site.included_by.get(self.header.path, [])
        for label, paths in (("Includes", self.header.includes), ("Included by", by)):
            if paths and self.header.path not in ("scaling_limits.hpp", "version.hpp"):
                line = nodes.paragraph("", "", nodes.strong("", f"{label} "), classes=["neighbours"])
                for place, path in enumerate(paths):
                    line += [nodes.Text(", ")] * bool(place)
                    line += reference(self.site.headers[path].page, "", nodes.literal("", path))
                found.append(line)
        return found


class RoomDirective(Shown):
    """The headers of a room, or of a folder of one, each with its first sentence."""

    def run(self) -> list[nodes.Node]:
        folder = self.arguments[0] if self.arguments else ""
        body = []
        for header in self.site.headers.values():
            if header.folder == folder:
                said = Text(self.site.find, header.room, header.symbols).inline(header.summary + ".")
                rows = len(self.site.rows_of.get(header.path, []))
                body.append(
                    row(
                        [reference(header.page, "", nodes.literal("", header.stem))],
                        said,
                        [nodes.Text(str(rows) if rows else "")],
                    )
                )
        return [table([[nodes.Text(t)] for t in ("model", "what it says", "published rows")], body, 3, "models")]


class PythonRoomDirective(Shown):
    """All names of a module, each with its first sentence and the page where it stands."""

    def run(self) -> list[nodes.Node]:
        body = []
        for name in self.site.names:
            if name.room != self.arguments[0]:
                continue
            link = reference(self.site.page_of[name.path], f"sl.{name.path}", nodes.literal("", name.name))
            doc = inspect.getdoc(name.value) if name.kind != "data" or isinstance(name.value, _kernel.Kernel) else ""
            first = (
                " ".join((doc or "").split("\n\n")[0].split()) if doc else repr(name.value)[:80] if name.kind == "data" else ""
            )
            body.append(row([link], self.text().inline(first)))
        return [table([[nodes.Text(t)] for t in ("name", "what it is")], body, 2, "models")]


class FaqDirective(Shown):
    """Questions, each answered by what the library prints now."""

    def run(self) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for case in faq.CASES:
            try:
                said = faq.answer(case)
            except faq.NoAnswer as error:
                raise ExtensionError(str(error)) from None
            section = nodes.section("", nodes.title("", case.question), ids=[nodes.make_id(case.question)])
            section += nodes.block_quote("", *[self.text().paragraph(line) for line in said], classes=["said"])
            section += self.text().paragraph(case.meaning)
            code = f"sl.ask({faq.shown(case.request)})"
            section += nodes.literal_block(code, code, language="python")
            found.append(section)
        return found


class RunDirective(Shown):
    """An example of a guide, run now; the examples of a page go on from one another."""

    has_content = True
    optional_arguments = 0

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        before = self.env.temp_data.setdefault("scaling_limits_names", {})
        if not self.run_example(text, self.env.docname, before):
            raise ExtensionError(f"{self.env.docname}: an example that runs nothing")
        return [nodes.literal_block(text, text, language="pycon")]


class LinkTransform(SphinxTransform):
    """Code in prose that names a header, a room or a Python name becomes a link to it."""

    default_priority = 500

    def apply(self, **kwargs: Any) -> None:
        site = site_of(self.app)
        for node in list(self.document.findall(nodes.literal)):
            parent = node.parent
            while parent is not None and not isinstance(
                parent, (nodes.reference, addnodes.pending_xref, nodes.title, nodes.rubric)
            ):
                parent = parent.parent
            if parent is not None or node.get("language"):
                continue
            text = node.astext()
            place = site.find(text) or site.find(text.removesuffix("()"))
            if place and place[0] != self.env.docname:
                link = reference(*place, nodes.literal("", text))
                link["refdoc"] = self.env.docname
                node.replace_self(link)
        for node in self.document.findall(addnodes.pending_xref):
            node.setdefault("refdoc", self.env.docname)


class SiteDomain(Domain):
    """Places of C++ declarations, and links to any place of a page."""

    name = "site"
    label = "C++"
    object_types: ClassVar[dict[str, ObjType]] = {
        kind: ObjType(shown, "place")
        for kind, shown in {
            "function": "function", "struct": "struct", "class": "class", "enum": "enumeration", "variable": "constant",
            "typedef": "type", "concept": "concept", "union": "union",
        }.items()
    }  # fmt: skip

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        site = site_of(self.env.app)
        for path, placed in site.places.items():
            for one, place in placed:
                if not place.rpartition("-")[2].isdigit():
                    yield one.name, one.name, one.kind, site.headers[path].page, place, 1

    def resolve_xref(
        self, env: Any, fromdocname: str, builder: Any, typ: str, target: str, node: addnodes.pending_xref, contnode: Any
    ) -> nodes.reference | None:
        return make_refnode(builder, fromdocname, node["refpage"], target, [contnode])

    def resolve_any_xref(self, *arguments: Any) -> list[Any]:
        return []

    def merge_domaindata(self, docnames: Any, otherdata: Any) -> None:
        """Nothing is kept."""


def merge_counts(app: Sphinx, env: Any, docnames: Any, other: Any) -> None:
    """Counts of formulas from another process."""
    mine = getattr(env, "scaling_limits_formulas", {})
    env.scaling_limits_formulas = mine | getattr(other, "scaling_limits_formulas", {})


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_config_value("scaling_limits_site", None, "", types=(Site,))
    app.add_config_value("scaling_limits_inputs", "", "env", types=(str,))
    app.add_domain(SiteDomain)
    app.add_transform(LinkTransform)
    for name, cls in {
        "head": HeadDirective, "ways": ButtonsDirective, "example": ExampleDirective, "python": PythonDirective,
        "declarations": CppDirective, "published-rows": PublishedDirective, "published-table": PublishedTableDirective,
        "known-errors": KnownErrorsDirective, "neighbours": NeighboursDirective, "room": RoomDirective,
        "python-room": PythonRoomDirective, "faq": FaqDirective, "run": RunDirective,
    }.items():  # fmt: skip
        app.add_directive(name, cls)
    app.connect("env-merge-info", merge_counts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
