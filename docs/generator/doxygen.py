# SPDX-License-Identifier: Apache-2.0
"""What Doxygen knows of the headers: its XML, read into declarations by header.

Names repeat among headers (nine base names do), so everything goes by the path of the file that Doxygen gives with each member.
What `catalog/defined/` defines stands where it is declared, which is what a user includes.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from .headers import INCLUDE

CONFIGURATION = """\
INPUT = {input}
OUTPUT_DIRECTORY = {output}
STRIP_FROM_PATH = {input}
RECURSIVE = YES
FILE_PATTERNS = *.hpp
EXCLUDE_PATTERNS = */catalog/defined/* */detail/*
EXCLUDE_SYMBOLS = *::detail *::detail::* std *@*
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
HAVE_DOT = NO
CLASS_GRAPH = NO
MACRO_EXPANSION = NO
QUIET = YES
WARNINGS = NO
WARN_IF_INCOMPLETE_DOC = NO
"""
SPACE = "scaling_limits::"
TABLES = ("fields", "words")  # what they say stands with the members


@dataclass
class Declaration:
    """Something public of a header: a function, a struct, an enumeration, a constant, a concept."""

    kind: str
    name: str  # qualified, without our own namespace
    header: str
    line: int
    signature: str
    text: list[str] = field(default_factory=list)
    parameters: list[tuple[str, str]] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)  # of an enumeration; members of a struct
    members: list[Declaration] = field(default_factory=list)

    @property
    def short(self) -> str:
        return self.name.rpartition("::")[2]


def run(output: Path) -> None:
    """Has Doxygen read the headers."""
    if not shutil.which("doxygen"):
        raise SystemExit("the site needs doxygen, which reads the declarations of the headers: apt-get install doxygen")
    output.mkdir(parents=True, exist_ok=True)
    text = CONFIGURATION.format(input=INCLUDE, output=output)
    done = subprocess.run(["doxygen", "-"], input=text, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"doxygen failed:\n{done.stderr[-2000:]}")


def read(output: Path) -> dict[str, list[Declaration]]:
    """Declarations by header, in the order of the file."""
    found: dict[str, list[Declaration]] = defaultdict(list)
    for path in sorted((output / "xml").glob("*.xml")):
        if not path.name.startswith(("namespace", "struct", "class", "concept", "union")):
            continue
        for compound in ET.parse(path).getroot().iter("compounddef"):
            for declaration in _of_compound(compound):
                *spaces, short = declaration.name.split("::")
                if {"detail", "std"}.isdisjoint([*spaces, short]) and short not in TABLES:
                    found[declaration.header].append(declaration)
    for declarations in found.values():
        declarations.sort(key=lambda d: d.line)
    return dict(found)


def _of_compound(compound: ET.Element) -> list[Declaration]:
    name = compound.findtext("compoundname", "")
    if not name.startswith("scaling_limits") or "<" in name:
        return []
    if compound.get("kind") == "namespace":
        members = [m for m in compound.iter("memberdef") if m.get("kind") in ("function", "enum", "variable", "typedef")]
        return [_member(m) for m in members if (m.findtext("qualifiedname") or "").startswith(SPACE)]
    if compound.get("prot", "public") != "public":
        return []
    location = compound.find("location")
    if location is None:
        return []
    kind = str(compound.get("kind"))
    if kind == "concept":
        initializer = "".join(compound.find("initializer").itertext()) if compound.find("initializer") is not None else ""
        return [_declaration("concept", name, location, _tidy(initializer), compound)]
    found = _declaration(
        kind, name, location, f"{_template(compound)}{kind} {name.removeprefix(SPACE).rpartition('::')[2]}", compound
    )
    told = _told(found.header).get(name.rpartition("::")[2], {})
    for section in compound.findall("sectiondef"):
        if not str(section.get("kind")).startswith("public"):
            continue
        for member in section.findall("memberdef"):
            of_member = _member(member)
            if member.get("kind") == "variable" and member.get("static") == "no":
                text = " ".join(of_member.text) or told.get(of_member.name.rpartition("::")[2], "")
                found.values.append((_tidy(f"{of_member.signature};"), text))
            elif member.get("kind") in ("function", "enum", "typedef", "variable"):
                found.members.append(of_member)
    found.members.sort(key=lambda d: d.line)
    return [found]


@functools.cache
def _texts() -> dict[str, str]:
    """What every table says alike, by name: "status", "note"."""
    source = (INCLUDE / "core/result_fields.hpp").read_text(encoding="utf-8")
    return dict(re.findall(r'string_view (\w+)_text = "([^"]*)"', source))


@functools.cache
def _told(header: str) -> dict[str, dict[str, str]]:
    """What the tables of results in a header say of their members, by struct and member."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    source = (INCLUDE / header).read_text(encoding="utf-8")
    for struct, table in re.findall(r"^constexpr auto fields\(const (\w+)(?:<S>)?\*\) \{\n(.*?)^\}", source, re.M | re.S):
        rows = re.findall(r'ResultField\("[^"]*",\s*&\w+::(\w+),\s*"([^"]*)",\s*"((?:[^"]|"\s+")*)"', table)
        found[struct] |= {
            member: re.sub(r'"\s+"', "", text) + (f" [{unit}]" if unit not in ("", "1") else "") for member, unit, text in rows
        }
        found[struct] |= {member: _texts()[of] for of, member in re.findall(r"(status|note)_field\(&\w+::(\w+)\)", table)}
    return found


def _declaration(kind: str, name: str, location: ET.Element, signature: str, element: ET.Element) -> Declaration:
    text, parameters = _description(element)
    header = str(location.get("file"))
    header = header.removeprefix(f"{INCLUDE}/")
    return Declaration(kind, name.removeprefix(SPACE), header, int(location.get("line", "0")), signature, text, parameters)


def _member(member: ET.Element) -> Declaration:
    kind = str(member.get("kind"))
    location = member.find("location")
    assert location is not None
    name = member.findtext("name", "")
    type_ = "".join(t.itertext()) if (t := member.find("type")) is not None else ""
    arguments = member.findtext("argsstring") or ""
    initializer = "".join(i.itertext()) if (i := member.find("initializer")) is not None else ""
    if kind == "enum":
        signature = f"enum class {name}"
    elif kind == "typedef":
        signature = f"using {name} = {type_}"
    elif kind == "variable":
        short = initializer if len(initializer) < 80 and "\n" not in initializer else ""
        signature = f"{_template(member)}{type_} {name}{arguments} {short}"
    else:
        requires = member.find("requiresclause")
        clause = f"\n  requires {''.join(requires.itertext())}" if requires is not None else ""
        static = "static " if member.get("static") == "yes" else ""
        signature = f"{_template(member)}{static}{type_} {name}{arguments}{clause}"
    found = _declaration(kind, member.findtext("qualifiedname", name), location, _tidy(signature), member)
    for value in member.findall("enumvalue"):
        found.values.append((value.findtext("name", ""), " ".join(_description(value)[0])))
    return found


def _template(element: ET.Element) -> str:
    parameters = element.find("templateparamlist")
    if parameters is None:
        return ""
    parts = []
    for parameter in parameters.findall("param"):
        type_ = "".join(t.itertext()) if (t := parameter.find("type")) is not None else ""
        name = parameter.findtext("declname") or ""
        default = "".join(d.itertext()) if (d := parameter.find("defval")) is not None else ""
        parts.append(f"{type_} {name}".strip() + (f" = {default}" if default else ""))
    return f"template <{', '.join(parts)}>\n"


def _tidy(text: str) -> str:
    """Spaces as we write them."""
    lines = []
    for line in text.split("\n"):
        line = re.sub(r"< ", "<", re.sub(r" >", ">", " ".join(line.split())))
        line = re.sub(r" ([&*]+)(?=\w)", r"\1 ", line) if "operator" not in line else line
        line = re.sub(r"(?<=[\w)>])\s*=\s*(?=[\w\"'{(<-])", " = ", line)
        lines.append(line.replace("scaling_limits::", "").replace(" {}", "{}"))
    joined = "\n".join(line for line in lines if line)
    return joined.strip()


def _description(element: ET.Element) -> tuple[list[str], list[tuple[str, str]]]:
    """Paragraphs, and what is said of each parameter."""
    paragraphs: list[str] = []
    parameters: list[tuple[str, str]] = []
    for part in ("briefdescription", "detaileddescription"):
        described = element.find(part)
        if described is None:
            continue
        for para in described.iter("para"):
            for item in para.findall("parameterlist/parameteritem"):
                names = " , ".join(n.text or "" for n in item.iter("parametername"))
                text = _text(item.find("parameterdescription"))
                parameters.append((names, text))
        for para in described.findall("para"):
            text = _text(para)
            if text:
                paragraphs.append(text)
    return paragraphs, parameters


def _text(element: ET.Element | None) -> str:
    """Plain text; code stands in backticks."""
    if element is None:
        return ""
    parts = [element.text or ""]
    for child in element:
        if child.tag == "computeroutput":
            parts.append(f"`{''.join(child.itertext())}`")
        elif child.tag == "simplesect":
            parts.append(f" {str(child.get('kind')).capitalize()}: {_text(child)}")
        elif child.tag != "parameterlist":
            parts.append(_text(child))
        parts.append(child.tail or "")
    return re.sub(r"\s+([.,;:])", r"\1", " ".join("".join(parts).split()))
