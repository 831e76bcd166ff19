# SPDX-License-Identifier: Apache-2.0
"""All that the site is made of, gathered once: headers, declarations, Python names, published rows, derivations, notebooks."""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes

import scaling_limits as sl
from scaling_limits.published import Estimate

from . import doxygen, python_names
from .doxygen import Declaration
from .head import Count
from .headers import ROOT, Header, all_headers
from .python_names import PublicName

EXPLORER = "explorer/index.html"
#: the page of names that the package has of its own, in no module and of no header
OF_THE_PACKAGE = "guide/extension"


@dataclass(frozen=True)
class Section:
    """A section of docs/derivations.md, and the headers that it derives."""

    title: str
    text: str
    headers: tuple[str, ...]


def _between(low: float, high: float) -> float:
    """A round number in the middle of a usual range."""
    middle = math.sqrt(low * high) if low > 0 else (low + high) / 2
    return float(f"{middle:.1g}")


@dataclass
class Site:
    """The parts, and how they hang together."""

    doxygen: Path
    count: Count = field(default_factory=Count)

    @cached_property
    def headers(self) -> dict[str, Header]:
        return all_headers()

    @cached_property
    def declared(self) -> dict[str, list[Declaration]]:
        return doxygen.read(self.doxygen)

    @cached_property
    def names(self) -> list[PublicName]:
        python_names.import_all()
        return python_names.public_names()

    @cached_property
    def _homes(self) -> tuple[dict[str, list[PublicName]], dict[str, list[PublicName]]]:
        return python_names.homes(self.names, self.headers, self.declared)

    @property
    def of_header(self) -> dict[str, list[PublicName]]:
        """Python names by the header on whose page they stand."""
        return self._homes[0]

    @property
    def of_room(self) -> dict[str, list[PublicName]]:
        """Python names that stand on the page of their module."""
        return self._homes[1]

    @cached_property
    def page_of(self) -> dict[str, str]:
        """The page of each Python name."""
        found = {name.path: self.headers[path].page for path, names in self.of_header.items() for name in names}
        pages = {room: f"python/{room}" if room else OF_THE_PACKAGE for room in self.of_room}
        return found | {name.path: pages[room] for room, names in self.of_room.items() for name in names}

    @cached_property
    def places(self) -> dict[str, list[tuple[Declaration, str]]]:
        """Declarations of each header, with where links to them go."""
        found = {}
        for path, declarations in self.declared.items():
            seen: dict[str, int] = defaultdict(int)
            placed = []
            for one in declarations:
                seen[one.name] += 1
                times = f"-{seen[one.name]}" if seen[one.name] > 1 else ""
                placed.append((one, f"cpp-{one.name.replace('::', '.')}{times}".replace(" ", "")))
            found[path] = placed
        return found

    @cached_property
    def known(self) -> dict[str, tuple[str, str]]:
        """What text may name, to its page and place."""
        found: dict[str, tuple[str, str]] = {}
        for path, placed in self.places.items():
            for declaration, place in placed:
                found.setdefault(declaration.name, (self.headers[path].page, place))
        for path, header in self.headers.items():
            found[path] = (header.page, "")
            if header.room:
                found[f"{header.room}/"] = (f"models/{header.room}/index", "")
        short: dict[str, list[str]] = defaultdict(list)
        for name in self.names:
            place = (self.page_of[name.path], f"sl.{name.path}")
            found[f"sl.{name.path}"] = place
            if name.room:
                found[name.path] = place
            if name.also:
                found[f"sl.{name.also}"] = place
            short[name.name].append(name.path)
        for name_, paths in short.items():
            if len(paths) == 1 and ("_" in name_.strip("_") or re.search(r"[a-z][A-Z]", name_)):
                found.setdefault(name_, (self.page_of[paths[0]], f"sl.{paths[0]}"))
        for document in ("catalog", "derivations", "steps"):
            found[f"docs/{document}.md"] = (f"docs/{document}", "")
        for room in python_names.rooms():
            found[f"sl.{room}"] = (f"python/{room}", "")
        return found

    def find(self, name: str) -> tuple[str, str] | None:
        """Page and place of a name."""
        return self.known.get(name)

    @cached_property
    def rows(self) -> list[Estimate]:
        return list(sl.published.reproduce())

    @cached_property
    def headers_of_row(self) -> dict[str, list[str]]:
        """The headers of the functions that a published row is computed by."""
        methods: dict[str, set[str]] = defaultdict(set)
        plain: dict[str, set[str]] = defaultdict(set)
        for path, declarations in self.declared.items():
            for one in declarations:
                plain[one.short].add(path)
                for member in one.members:
                    methods[f"{one.short}.{member.short}"].add(path)
        found = {}
        for row in self.rows:
            paths: list[str] = []
            for word in re.findall(r"[A-Za-z_][\w.]*", row.model):
                paths += self._headers_of_word(word, methods, plain)
            found[row.id] = list(dict.fromkeys(paths))
        return found

    def _headers_of_word(self, word: str, methods: dict[str, set[str]], plain: dict[str, set[str]]) -> list[str]:
        parts = word.split(".")
        for end in range(len(parts), 0, -1):
            name = ".".join(parts[:end])
            for path, names in self.of_header.items():
                if any(n.path == name or n.name == name for n in names):
                    return [path]
            if name in methods and len(methods[name]) == 1:
                return list(methods[name])
        last = parts[-1]
        if len(parts) == 1 and last == last.lower() and last in ("breakdown", "read_time", "write_time"):
            return ["strategies/strategy.hpp"] if last == "breakdown" else ["run/training_run.hpp"]
        return sorted(plain.get(last, set())) if len(plain.get(last, set())) == 1 else []

    @cached_property
    def rows_of(self) -> dict[str, list[Estimate]]:
        """Published rows by the header that computes them."""
        found: dict[str, list[Estimate]] = defaultdict(list)
        for row in self.rows:
            for path in self.headers_of_row[row.id]:
                found[path].append(row)
        return found

    @cached_property
    def rows_in(self) -> dict[str, list[Estimate]]:
        """Published rows by the header of published/ in which they are written down, where the id stands there as it is."""
        found: dict[str, list[Estimate]] = defaultdict(list)
        for path, header in self.headers.items():
            if header.room == "published":
                ids = set(re.findall(r'"([a-z0-9_]+\.[a-z0-9_.]+)"', header.source))
                found[path] = [row for row in self.rows if row.id in ids]
        return found

    @cached_property
    def derivations(self) -> list[Section]:
        text = (ROOT / "docs/derivations.md").read_text(encoding="utf-8")
        found = []
        for part in re.split(r"^## ", text, flags=re.M)[1:]:
            title, _, body = part.partition("\n")
            match = re.match(r"\s*\*In\* ((?:`[^`]+`[,.]\s*)+)", body)
            headers = tuple(re.findall(r"`([^`]+)`", match[1])) if match else ()
            found.append(Section(title.strip(), body[match.end() :].strip() if match else body.strip(), headers))
        return found

    def derivations_of(self, path: str) -> list[Section]:
        return [section for section in self.derivations if path in section.headers]

    @cached_property
    def included_by(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for header in self.headers.values():
            for path in header.includes:
                if header.path != "scaling_limits.hpp":
                    found[path].append(header.path)
        return found

    @cached_property
    def kind_groups(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Kinds of the catalogue by name: strategies, factors and criteria."""
        kinds = sl.catalog.describe()["kinds"]
        return {name: (group, kind) for group in ("factor", "criterion", "strategy") for name, kind in kinds[group].items()}

    def requests(self, header: Header) -> list[tuple[str, dict[str, Any]]]:
        """What the explorer may be opened on: (label, request) of each strategy, factor, criterion and question of a header."""
        found: list[tuple[str, dict[str, Any]]] = []
        if header.room == "catalog":
            return [(name, {"question": name}) for name in self.questions_in(header)][:6]
        if header.path == "limits/criteria.hpp":
            names = [n for n, (group, _) in self.kind_groups.items() if group == "criterion"]
        else:
            said = [*header.kinds, *(name.name for name in self.of_header.get(header.path, []))]
            names = [name for name in dict.fromkeys(said) if name in self.kind_groups]
        for name in names:
            group, kind = self.kind_groups[name]
            if (header.room, group) not in {("strategies", "strategy"), ("limits", "criterion"), ("limits", "factor")}:
                continue
            required = {f["name"]: _between(*f["usual"]) for f in kind["fields"] if f["required"] and f.get("usual")}
            part: Any = {"name": name, **required} if required else name
            request = {group: [part] if group == "factor" else part}
            if self._is_answered(request):
                found.append((name, request))
        return found

    @staticmethod
    def _is_answered(request: dict[str, Any]) -> bool:
        """Whether the request, put over what the explorer starts with, has an answer: not where lists have to be filled in."""
        start = {
            "question": "limit",
            "run": {"preset": "llama3_405b"},
            "criterion": {"goodput_at_least": 0.9},
            "growth": "chinchilla",
        }
        try:
            sl.ask({**start, **request})
        except ValueError:
            return False
        return True

    @staticmethod
    def explorer_link(request: dict[str, Any], depth: int) -> str:
        """The version's explorer, opened on a request, from a page `depth` folders below the version's own."""
        text = json.dumps(request, separators=(",", ":"))
        return f"{'../' * depth}{EXPLORER}#{quote(text, safe='')}"

    @cached_property
    def notebooks(self) -> dict[str, str]:
        """The source of each notebook."""
        found = {}
        for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            found[path.stem] = "\n".join("".join(cell["source"]) for cell in cells)
        return found

    def notebook_of(self, header: Header) -> str:
        """The notebook that says most of a header: its Python names, else its room."""
        names = [name.name for name in self.of_header.get(header.path, [])]
        best = max(self.notebooks, key=lambda n: self._mentions(self.notebooks[n], names, header))
        return best if self._mentions(self.notebooks[best], names, header) else ""

    @staticmethod
    def _mentions(text: str, names: list[str], header: Header) -> int:
        named = sum(len(re.findall(rf"\b{re.escape(name)}\b", text)) for name in names)
        return 1000 * named + len(re.findall(rf"\bsl\.{header.room}\b", text)) if header.room else named

    @cached_property
    def cpp_examples(self) -> dict[str, str]:
        """The programs of examples/ by name."""
        return {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.cpp"))}

    def cpp_example_of(self, header: Header) -> tuple[str, str] | None:
        """The program that uses most of what a header declares, and the lines of it to show."""
        declared = [one.name for one in self.declared.get(header.path, []) if one.kind in ("function", "struct", "class")]
        shorts = {name.removeprefix("scaling_limits::") for name in declared if "::" in name}
        best, most = "", 0
        for name, text in self.cpp_examples.items():
            uses = sum(bool(re.search(rf"\b{re.escape(short)}\b", text)) for short in shorts)
            uses += 5 * (f'"scaling_limits/{header.path}"' in text)
            if uses > most:
                best, most = name, uses
        if not best:
            return None
        text = self.cpp_examples[best]
        region = re.search(r"^[^\n]*\[readme\][^\n]*\n(.*?)^[^\n]*\[/readme\]", text, re.M | re.S)
        return best, (region[1] if region else text.partition("\n")[2]).strip()

    def test_case_of(self, header: Header) -> tuple[str, str] | None:
        """The short test that uses most of what a header declares: a file of tests/unit and the lines of the test."""
        shorts = {one.short for one in self.declared.get(header.path, []) if len(one.short) > 3}
        shorts |= {f"{one.short}" for of in self.declared.get(header.path, []) for one in of.members if len(one.short) > 6}
        best: tuple[int, int, str, str] | None = None
        for path in sorted((ROOT / "tests/unit" / header.room).glob("*.test.cpp")) if header.room else []:
            same = path.name == f"{header.stem}.test.cpp"
            for match in re.finditer(r"^TEST_CASE\(.*?^\}", path.read_text(encoding="utf-8"), re.M | re.S):
                lines = match[0].count("\n")
                uses = sum(bool(re.search(rf"\b{re.escape(short)}\b", match[0])) for short in shorts)
                if (uses or same) and lines <= 24:
                    found = (uses + 10 * same, -lines, path.relative_to(ROOT).as_posix(), match[0])
                    best = max(best, found) if best else found
        return (best[2], best[3]) if best else None

    def questions_in(self, header: Header) -> list[str]:
        """The questions that a header of the catalogue answers, or one that adds its own."""
        return self._questions.get(header.path, [])

    @cached_property
    def _questions(self) -> dict[str, list[str]]:
        """Questions by the header in which name and text stand together.

        Columns of other answers repeat names and texts of what is asked of a run or of a law: those headers come first.
        """
        first = ("catalog/defined/questions_run.hpp", "catalog/defined/questions_laws.hpp")
        others = [path for path in self.headers if path.startswith("catalog/") or path.endswith("_question.hpp")]
        others = [path for path in others if path not in first]
        paths = [*first, *sorted(others, key=lambda path: not path.startswith("catalog/defined/questions_"))]
        texts = {path: re.sub(r'"\s*"', "", self.headers[path].source) for path in paths}  # texts may go on on the next line
        found: dict[str, list[str]] = defaultdict(list)
        for name, asked in sl.catalog.describe()["questions"].items():
            between = r'"[^"]{0,40}(?:"[^"]{0,12}"[^"]{0,20})?"'  # maybe a unit
            together = f'"{name}{between}{re.escape(asked["text"][:40])}'
            path = next((p for p in paths if f'"question", "{name}"' in texts[p]), None)
            path = path or next((p for p in paths if re.search(together, texts[p])), None)
            path = path or next((p for p in paths if f'"{name}"' in texts[p]), None)
            if path:
                found[path].append(name)
        return found

    def has_example(self, header: Header) -> bool:
        """Whether there is anything to show."""
        some = self.of_header.get(header.path) or self.rows_in.get(header.path) or self.questions_in(header)
        return bool(some or self.cpp_example_of(header) or self.test_case_of(header))

    def place_of_row(self, row: Estimate) -> str:
        return f"row-{nodes.make_id(row.id)}"
