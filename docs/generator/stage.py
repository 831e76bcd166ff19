# SPDX-License-Identifier: Apache-2.0
"""The source of the site: the tree's own documents where they lie, pages for what is made from the code, guides that quote.

Nothing is written here that stands elsewhere: a page holds directives (extension.py) and sections of documents, cut out as it
is staged.
"""

from __future__ import annotations

import io
import os
import re
import shutil
from contextlib import redirect_stdout, suppress
from pathlib import Path

from scaling_limits.cli import COMMANDS, main

from . import python_names
from .headers import FOLDERS, ROOMS, ROOT, Header
from .model import Site

PAGES = ROOT / "docs/pages"
DOCUMENTS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/catalog.md", "docs/derivations.md", "docs/steps.md")
ACRONYMS = {
    "ettr": "ETTR", "nccl": "NCCL", "gpt": "GPT", "mtbf": "MTBF", "gpus": "GPUs", "h100": "H100", "mpt": "MPT",
    "nvidia": "NVIDIA", "zero": "ZeRO", "llama3": "Llama 3", "epoch": "Epoch", "megatron": "Megatron", "hpp": "",
    "korthikanti": "Korthikanti", "narayanan": "Narayanan", "hoffmann": "Hoffmann", "meta": "Meta", "laplace": "Laplace",
    "kaplan": "Kaplan", "meier": "Meier", "weibull": "Weibull", "lomax": "Lomax", "eigen": "Eigen",
}  # fmt: skip


def title_of(header: Header) -> str:
    """What a page is called."""
    folder, _, stem = header.stem.rpartition("/")
    words = [ACRONYMS.get(word, word) for word in stem.split("_")]
    text = " ".join(words)
    return text[:1].upper() + text[1:] + (f" ({folder})" if folder else "")


def section_of(path: str, title: str) -> str:
    """A section of a document of the tree, without its heading; before the first one where there is no title."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not title:
        return re.split(r"^## ", text.partition("\n")[2], maxsplit=1, flags=re.M)[0].strip()
    parts = re.split(rf"^#+ {re.escape(title)}\n", text, maxsplit=1, flags=re.M)
    if len(parts) < 2:
        raise SystemExit(f"{path} has no section {title!r}")
    return re.split(r"^##? ", parts[1], maxsplit=1, flags=re.M)[0].strip()


def relinked(text: str, source: str, target: str) -> str:
    """Markdown with its relative links as they are from another folder."""

    def moved(match: re.Match[str]) -> str:
        if re.match(r"[a-z]+:|#", match[2]):
            return match[0]
        file, mark, place = match[2].partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), file))
        path = path.removeprefix("docs/pages/")  # where the site has them
        return f"{match[1]}({os.path.relpath(path, os.path.dirname(target) or '.')}{mark}{place})"

    return re.sub(r"(\])\(([^)\s]+)\)", moved, text)


class Stage:
    """Writes the source tree of the site into a folder."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.folder = folder

    def write(self, page: str, text: str) -> None:
        """A page, unless it stands there already as it is: what has not changed is not read again."""
        path = self.folder / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.written.add(path)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")

    def copy(self, source: Path, target: str) -> None:
        path = self.folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        self.written.add(path)
        if not path.exists() or path.read_bytes() != source.read_bytes():
            shutil.copyfile(source, path)

    def all(self) -> None:
        """Every page."""
        self.written: set[Path] = set()
        for name in DOCUMENTS:
            self.write(name.removesuffix(".md"), (ROOT / name).read_text(encoding="utf-8"))
        self.copy(ROOT / "docs/throughput.png", "docs/throughput.png")
        for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
            self.copy(path, f"notebooks/{path.name}")
        for path in sorted(PAGES.rglob("*.md")):
            page = path.relative_to(PAGES).with_suffix("").as_posix()
            self.write(page, self.quoted(path.read_text(encoding="utf-8"), page))
        self.models()
        self.python()
        self.write("command-line", self.command_line())
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()

    def quoted(self, text: str, page: str) -> str:
        """A page of docs/pages with what it quotes: ```{quote} README.md "Use it"```"""

        def section(match: re.Match[str]) -> str:
            body = relinked(section_of(match[1], match[2] or ""), match[1], f"{page}.md")
            if match[3]:  # a part of it
                found = re.search(match[3], body, re.S | re.M)
                if not found:
                    raise SystemExit(f"{page}: {match[1]}, {match[2]!r} has nothing like {match[3]!r}")
                body = found[1] if found.re.groups else found[0]
            return body

        return re.sub(r"^```\{quote\} (\S+)(?: \"([^\"]*)\")?(?: /(.*)/)?\n```$", section, text, flags=re.M)

    def models(self) -> None:
        """A page for each header, one for each room, one for all."""
        rooms = [room for room in ROOMS if room]
        listed = "\n".join(f"{ROOMS[r]} <{r}/index>" for r in rooms)
        parts = [
            "# Models",
            "Every model is one header; a header stands in a room, and rooms include downwards only. Each page below is made "
            "from the header itself: what it says, how it is called from Python and C++, where it comes from and which "
            "published numbers it gives.",
        ]
        for room in rooms:
            parts += [f"## {ROOMS[room]}", f"```{{room}} {room}\n```"]
        own = [h for h in self.site.headers.values() if not h.room]
        pages = "\n".join(h.stem for h in own)
        parts += ["## The library", "```{room}\n```"]
        self.write("models/index", "\n\n".join(parts) + f"\n\n```{{toctree}}\n:hidden:\n\n{listed}\n{pages}\n```\n")
        for folder, title in {**{room: ROOMS[room] for room in rooms}, **FOLDERS}.items():
            mine = [f"{title_of(h)} </{h.page}>" for h in self.site.headers.values() if h.folder == folder]
            mine += [f"{name} </models/{inner}/index>" for inner, name in FOLDERS.items() if inner.startswith(f"{folder}/")]
            pages = "\n".join(mine)
            text = f"# {title}\n\n```{{room}} {folder}\n```\n\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
            self.write(f"models/{folder}/index", text)
        for header in self.site.headers.values():
            self.write(header.page, self.model(header))

    def model(self, header: Header) -> str:
        """The page of a header."""
        path = header.path
        parts = [f"# {title_of(header)}", f"```{{head}} {path}\n```", f"```{{ways}} {path}\n```"]
        names = self.site.of_header.get(path, [])
        declared = self.site.places.get(path, [])
        if self.site.has_example(header):
            title = "Questions" if self.site.questions_in(header) and not names else "Example"
            parts += [f"## {title}", f"```{{example}} {path}\n```"]
        if names or declared:
            parts.append("## Interface")
            tabs = []
            if names:
                tabs.append(f"::: {{tab-item}} Python\n:sync: python\n\n```{{python}} {path}\n```\n:::")
            if declared:
                tabs.append(f"::: {{tab-item}} C++\n:sync: cpp\n\n```{{declarations}} {path}\n```\n:::")
            parts.append("\n\n".join([":::: {tab-set}\n:sync-group: language", *tabs, "::::"]))
        if self.site.rows_of.get(path) or self.site.rows_in.get(path):
            parts += ["## Published numbers", f"```{{published-rows}} {path}\n```"]
        for section in self.site.derivations_of(path):
            body = relinked(section.text, "docs/derivations.md", f"{header.page}.md")
            link = f"{os.path.relpath('docs/derivations.md', os.path.dirname(header.page))}"
            parts += [f"## Derivation: {section.title}", body, f"*From* [Where the formulas come from]({link})."]
        parts += ["## Neighbours", f"```{{neighbours}} {path}\n```"]
        return "\n\n".join(parts) + "\n"

    def python(self) -> None:
        """A page for each module of the package."""
        for room, module in python_names.rooms().items():
            said = " ".join((module.__doc__ or "").strip().split("\n\n")[0].split())
            parts = [f"# sl.{room}", said, f"```{{python-room}} {room}\n```"]
            if self.site.of_room.get(room):
                parts += ["## Names of Python alone", f"```{{python}} {room}\n```"]
            self.write(f"python/{room}", "\n\n".join(parts) + "\n")

    def command_line(self) -> str:
        """The help of every command."""
        parts = ["# The command line", "`scaling-limits --help`, and that of each command, as they print it."]
        for name in ("", *COMMANDS):
            out = io.StringIO()
            os.environ["COLUMNS"] = "100"
            with suppress(SystemExit), redirect_stdout(out):
                main([*name.split(), "--help"])
            title = f"scaling-limits {name}".strip()
            parts += [f"## {title}", f"````text\n{out.getvalue().rstrip()}\n````"]
        return "\n\n".join(parts) + "\n"
