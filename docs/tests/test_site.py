# SPDX-License-Identifier: Apache-2.0
"""The built site holds what it must, and nothing that is dead or far away. `make test-docs` builds it before.

SITE names another folder than build/site.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

pytest.importorskip("sphinx")
import scaling_limits as sl

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
from generator import doxygen, headers, versions  # noqa: E402
from generator.model import EXPLORER  # noqa: E402

BUILT = Path(os.environ.get("SITE", ROOT / "build/site"))
SITE = BUILT / headers.version()
if not (SITE / "index.html").exists():
    pytest.skip(f"no site in {SITE}: make docs", allow_module_level=True)
HEADERS = re.findall(r"^ +(\S+\.hpp)$", (ROOT / "cmake/headers.cmake").read_text(), re.M)


@cache
def pages() -> dict[str, str]:
    """What Sphinx made; the explorer has tests of its own."""
    found = {
        p.relative_to(SITE).as_posix(): p.read_text(encoding="utf-8")
        for p in SITE.rglob("*.html")
        if "_static" not in p.parts and p != SITE / EXPLORER
    }
    assert len(found) > 300
    return found


@cache
def ids(page: str) -> Counter[str]:
    return Counter(map(unescape, re.findall(r'\bid="([^"]+)"', pages()[page])))


def page_of(header: str) -> str:
    return f"models/{header.removesuffix('.hpp')}.html"


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_has_its_page(header) -> None:
    assert f"scaling_limits/{header}" in unescape(pages()[page_of(header)])


def test_a_page_of_a_model_shows_its_head_comment() -> None:
    for header in HEADERS:
        words = re.findall(r"[a-z]{4,}", (ROOT / "include/scaling_limits" / header).read_text().splitlines()[1])
        shown = re.sub(r"<[^>]+>", "", pages()[page_of(header)])
        assert words and all(word in shown for word in words), header


def test_every_public_python_name_is_on_exactly_one_page() -> None:
    public = {name: getattr(sl, name) for name in {*sl.__all__, *sl._lazy_modules}}
    names = {name for name, value in public.items() if not inspect.ismodule(value)} - {"ask"}  # lifted from catalog
    for room in public.keys() - names - {"ask"}:
        module = importlib.import_module(f"scaling_limits.{room}")
        listed = getattr(module, "__all__", None) or (n for n in dir(module) if n[0] != "_")
        names |= {f"{room}.{name}" for name in listed}
    assert names >= {"TrainingRun", "__version__", "get_include", "get_cmake_dir"}
    where = defaultdict(list)
    for page in pages():
        for name, times in ids(page).items():
            where[name] += [page] * times
    assert len(names) > 400
    assert {name: where[f"sl.{name}"] for name in names if len(where[f"sl.{name}"]) != 1} == {}


def without_comments(source: str) -> str:
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^\s*#[^\n]*(?:\\\n[^\n]*)*'
    text = re.sub(pattern, " ", source, flags=re.S | re.M)
    return re.sub(r"\brequires(?:\s+requires)?\s*(?:\((?:[^()])*\)\s*)?\{[^{}]*\}", " ", text)


def function_name(statement: str) -> str | None:
    """The name that a statement at the level of a namespace declares, if it declares a function."""
    text = statement.strip()
    while text.startswith("template"):
        depth, end = 0, text.index("<")
        for end in range(text.index("<"), len(text)):
            depth += (text[end] == "<") - (text[end] == ">" and text[end - 1] != "-")
            if depth == 0:
                break
        text = text[end + 1 :].strip()
        if text.startswith("requires"):  # up to the type that follows the clause
            text = re.sub(
                r"^requires\s*(?:\((?:[^()]|\([^()]*\))*\)|[\w:]+<[^;{]*?>(?=\s))(?:\s*(?:&&|\|\|)\s*[\w:]+<[^;{]*?>(?=\s))*",
                "",
                text,
            ).strip()
    text = re.sub(r"\[\[[^\]]*\]\]", "", text)
    while "operator" not in text and re.search(r"<[^<>]*>", text):
        text = re.sub(r"<[^<>]*>", "", text)
    if re.match(r"(?:struct|class|enum|using|typedef|static_assert|concept|namespace|friend|union|extern)\b", text):
        return None
    match = re.search(r"(operator\s*(?:\(\)|[^\s(\w]+)|\b[A-Za-z_]\w*)\s*\(", text)
    if not match or text[: match.start()].endswith("::") or "=" in re.sub(r"operator\s*[=!<>]+", "", text[: match.start()]):
        return None
    if not text[: match.start()].strip():  # a deduction guide
        return None
    return re.sub(r"\s", "", match[1])


def functions_of(source: str) -> dict[str, bool]:
    """Qualified names of functions that a header declares outside detail, and whether with a body: by braces, not Doxygen."""
    text = without_comments(source)
    spaces: list[str | None] = []
    found: dict[str, bool] = {}
    start = 0
    for place, char in enumerate(text):
        if char not in "{};" or text.count("(", start, place) > text.count(")", start, place):
            continue
        at_namespace = all(space is not None for space in spaces)
        statement = text[start:place]
        if char == "{":
            match = re.search(r"\bnamespace\s+([\w:]+)\s*$", statement)
            if at_namespace and not match and "detail" not in "::".join(filter(None, spaces)):
                name = function_name(statement)
                if name and "=" not in statement.rpartition(")")[2].replace("==", ""):
                    found["::".join([*filter(None, spaces), name])] = True
            spaces.append(match[1] if match else None)
        elif char == "}":
            if spaces:
                spaces.pop()
        elif at_namespace and "detail" not in "::".join(filter(None, spaces)):
            name = function_name(statement)
            if name:
                found.setdefault("::".join([*filter(None, spaces), name]), False)
        start = place + 1
    root = "scaling_limits::"
    return {name.removeprefix(root): body for name, body in found.items() if name.startswith(root)}


def test_the_scanner_knows_a_function_when_it_sees_one() -> None:
    source = """
    namespace scaling_limits::room {
    namespace detail { inline int hidden(int x) { return x; } }
    template <class S, class T = promote_t<S, int>>
    requires (sizeof(S) > 2) T shown(const S& x) { if (x) { f(x); } return g(x); }
    inline constexpr double number = made(3);
    struct Thing { int member() const { return 1; } };
    constexpr auto fields(const Thing*) { return 1; }
    double declared(double x);
    bool operator==(const Thing& a, const Thing& b) { return true; }
    }"""
    bodies = {"room::shown": True, "room::fields": True, "room::declared": False, "room::operator==": True}
    assert functions_of(source) == bodies


def test_every_public_cpp_function_is_on_the_page_of_its_header_alone() -> None:
    missing, total = {}, 0
    everywhere = defaultdict(set)
    read = [h for h in HEADERS if "/defined/" not in h and "/detail/" not in h]  # which define what others declare
    declared = {header: functions_of((ROOT / "include/scaling_limits" / header).read_text()) for header in read}
    for page in pages():
        for name in ids(page):
            if name.startswith("cpp-"):
                everywhere[re.sub(r"-\d+$", "", name)].add(page)
    for header, functions in declared.items():
        for name, has_body in functions.items():
            if not has_body and any(names.get(name) for names in declared.values()):
                continue  # announced for the headers between, and documented where it is defined
            if name.rpartition("::")[2] in doxygen.TABLES:  # which say what the members are
                continue
            total += 1
            place = f"cpp-{name.replace('::', '.')}"
            expected = {page_of(other) for other, names in declared.items() if name in names}
            if not everywhere[place] >= {page_of(header)} or not everywhere[place] <= expected:
                missing[f"{header}: {name}"] = everywhere[place]
    assert total > 600
    assert missing == {}


def test_every_published_row_is_linked_from_its_model_and_to_it() -> None:
    rows = sl.published.reproduce()
    table = pages()["published.html"]
    found = re.findall(r'<tr[^>]*\bid="(row-[^"]+)"[^>]*>(.*?)</tr>', table, re.S)
    shown = dict(found)
    assert len(shown) == len(found) == len(rows)
    for row in rows:
        place = "row-" + re.sub(r"[^a-z0-9]+", "-", row.id)
        models = re.findall(r'href="(models/[^"#]+)"', shown[place])
        assert models, row.id
        for model in models:
            assert re.search(rf'href="[./]*published\.html#{re.escape(place)}"', pages()[model]), (row.id, model)


def links(text: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'\b(?:href|src|action)="([^"]*)"', text)]


def dead_links(page: Path, text: str) -> list[str]:
    """Links of a page to what the site has not, or to a place that a page of it has not; other hosts are not asked."""
    dead = []
    for link in set(links(text)):
        if re.match(r"(?:https?|mailto|data):", link) or link in ("", "#"):
            continue
        path, place = urldefrag(link)
        path = path.partition("?")[0]
        target = page.parent.joinpath(unquote(path)).resolve() if path else page
        if not (target.is_file() and target.is_relative_to(BUILT.resolve())):
            dead.append(f"{page.name}: {link}")
        elif target == SITE.resolve() / EXPLORER or target.suffix != ".html":  # whose place is a request, asked below
            continue
        elif place and unquote(place) not in ids(target.relative_to(SITE.resolve()).as_posix()):
            dead.append(f"{page.name}: {link}")
    return dead


def test_no_internal_link_is_dead() -> None:
    """What is uploaded is BUILT: a link out of it is dead there, whatever lies beside it here."""
    written = {BUILT.resolve() / "index.html": (BUILT / "index.html").read_text(encoding="utf-8")}
    written |= {SITE.resolve() / page: text for page, text in pages().items()}
    assert [dead for page, text in written.items() for dead in dead_links(page, text)] == []
    for style in SITE.rglob("*.css"):
        for link in re.findall(r"""url\(\s*['"]?([^'")#?]+)""", style.read_text(encoding="utf-8")):
            assert link.startswith("data:") or (style.parent / unquote(link)).is_file(), f"{style.name}: {link}"


def test_a_dead_link_is_seen() -> None:
    page = SITE.resolve() / "start.html"
    for link in ("nothing.html", "start.html#nowhere", "#nowhere", "../../explorer/index.html", "../../../README.md"):
        assert dead_links(page, f'<a href="{link}">') == [f"start.html: {link}"]
    assert dead_links(page, '<a href="index.html"><a href="explorer/index.html#%7B%7D"><a href="https://example.org/x">') == []


def test_the_explorer_is_the_one_that_was_built() -> None:
    assert (SITE / EXPLORER).read_bytes() == (ROOT / "build/explorer/index.html").read_bytes()


def test_links_to_the_explorer_are_requests_that_the_library_answers() -> None:
    found = {(page, link) for page, text in pages().items() for link in links(text) if f"{EXPLORER}#" in link}
    assert len(found) > 100
    start = {
        "question": "limit",
        "run": {"preset": "llama3_405b"},
        "criterion": {"goodput_at_least": 0.9},
        "growth": "chinchilla",
    }
    named = set()
    for page, link in found:
        path, request = urldefrag(link)
        assert (SITE / page).parent.joinpath(path).resolve() == SITE.resolve() / EXPLORER
        asked = json.loads(unquote(request))
        if set(asked) != {"question"}:
            assert "columns" in sl.ask({**start, **asked})
            part = next(iter(asked.values()))
            part = part[0] if isinstance(part, list) else part
            named.add(part if isinstance(part, str) else part.get("name", next(iter(part))))
        else:
            assert asked["question"] in sl.catalog.describe()["questions"]
    kinds = sl.catalog.describe()["kinds"]
    assert set(kinds["strategy"]) <= named | {"multilevel"}  # which has no levels of its own
    assert set(kinds["criterion"]) <= named


def test_nothing_is_fetched_from_elsewhere() -> None:
    loaded = r'<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|data)="(?:https?:)?//'
    linked = r'<link\b(?![^>]*rel="canonical")[^>]*href="(?:https?:)?//'
    assert [page for page, text in pages().items() if re.search(f"{loaded}|{linked}", text)] == []
    styles = [
        p for p in SITE.rglob("*.css") if re.search(r"url\(\s*['\"]?(?:https?:)?//|@import", p.read_text(encoding="utf-8"))
    ]
    assert styles == []


def test_the_members_of_a_result_have_the_texts_of_its_table() -> None:
    page = unescape(re.sub("<[^>]+>", "", pages()[page_of("economics/failure_cost.hpp")]))
    assert "S per_failure{};  ///< that times the wall-clock time from one failure to the next, mtbf + downtime [USD]" in page
    assert "std::string note{};  ///< the reason where there is no answer; remarks" in page
    assert "fields(const FailureCost" not in page


def test_it_is_small() -> None:
    """26 MB of pages; the explorer, one file that each version carries and a reader loads when asked, is counted by itself."""
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    assert sizes.pop(SITE / EXPLORER) <= 1.6e6
    assert sum(sizes.values()) <= 26e6


def test_guides_and_evidence_are_there() -> None:
    wanted = "index start guide/limit guide/causes guide/units guide/extension guide/faq CONTRIBUTING SECURITY published"
    wanted += " known-errors command-line CHANGELOG docs/derivations docs/catalog docs/steps"
    assert {f"{name}.html" for name in wanted.split()} <= set(pages())
    notebooks = {f"notebooks/{path.stem}.html" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert len(notebooks) >= 6 and notebooks <= set(pages())
    assert 'class="cell_output' in pages()[min(notebooks)]
    from scaling_limits.cli import COMMANDS

    for command in COMMANDS:
        assert f"Usage: scaling-limits {command} " in unescape(re.sub(r"<[^>]+>", "", pages()["command-line.html"])), command


def test_derivations_name_headers_that_there_are_and_head_comments_sections_that_there_are() -> None:
    text = (ROOT / "docs/derivations.md").read_text()
    sections = re.findall(r"^## (.+)$", text, re.M)
    for title in sections:
        body = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        named = re.findall(r"`([^`]+\.hpp)`", re.match(r"\s*\*In\* ((?:`[^`]+`[,.]\s*)+)", body)[1])
        for header in named:
            assert header in HEADERS
            assert f"Derivation: {title}" in unescape(re.sub(r"<[^>]+>", "", pages()[page_of(header)]))
    for header in HEADERS:
        comment = " ".join(
            line[2:].strip() for line in (ROOT / "include/scaling_limits" / header).read_text().splitlines() if line[:2] == "//"
        )
        for named in re.findall(r'docs/derivations\.md,\s+"([^"]+)"', comment):
            assert named in sections, header
        assert not re.search(r"docs/derivations\.md(?!,)", comment), header


def test_no_sentence_of_a_page_stands_elsewhere() -> None:
    others = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/catalog.md", "docs/derivations.md", "docs/steps.md"]
    known = " ".join(" ".join((ROOT / name).read_text().split()) for name in others)
    for path in (ROOT / "docs/pages").rglob("*.md"):
        prose = re.sub(r"^[`:]{3,}.*?^[`:]{3,}$", "", path.read_text(), flags=re.S | re.M)
        for sentence in re.split(r"(?<=[.:?])\s+", " ".join(prose.split())):
            assert len(sentence) < 50 or sentence not in known, f"{path.name}: {sentence}"


def built(tmp_path: Path, example: str) -> subprocess.CompletedProcess[str]:
    """Sphinx, with our configuration, on one page that holds an example."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text(f"# A page\n\n```{{run}}\n{example}\n```\n")
    work = ROOT / "build/docs"
    environment = {**os.environ, "DOXYGEN_OUTPUT": str(work / "doxygen"), "MATHJAX_OUTPUT": str(work / "npm-static")}
    environment["PYTHONPATH"] = os.pathsep.join([str(Path(inspect.getfile(sl)).parents[1]), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-c", str(ROOT / "docs"), str(source), str(tmp_path / "out")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_wrong_example_breaks_the_build(tmp_path) -> None:
    for name in ("right", "wrong", "empty"):
        (tmp_path / name).mkdir()
    call = ">>> sl.checkpoint.young_interval(write_time=2, mtbf=100)\n"
    assert built(tmp_path / "right", f"{call}np.float64(20.0)").returncode == 0
    wrong = built(tmp_path / "wrong", f"{call}np.float64(21.0)")
    assert wrong.returncode != 0
    assert "an example does not give what it says" in wrong.stderr and "20.0" in wrong.stderr
    assert built(tmp_path / "empty", "nothing is run").returncode != 0


def test_versions_stand_side_by_side(tmp_path) -> None:
    for version in ("0.9.0", "0.10.0", "0.10.0rc1", "1.0.0"):
        (tmp_path / version / "models").mkdir(parents=True)
        (tmp_path / version / "index.html").write_text(version)
    (tmp_path / "0.9.0/models/old.html").write_text("kept")
    (tmp_path / "explorer").mkdir()
    assert versions.write(tmp_path) == ["1.0.0", "0.10.0", "0.10.0rc1", "0.9.0"]
    assert (tmp_path / "0.9.0/models/old.html").read_text() == "kept"
    known = json.loads((tmp_path / "versions.js").read_text().removeprefix("window.SCALING_LIMITS = ").rstrip(";\n"))
    assert known["pages"]["0.9.0"] == ["index.html", "models/old.html"]
    assert 'url=1.0.0/index.html"' in (tmp_path / "index.html").read_text()


def test_every_question_of_the_catalogue_is_on_one_page() -> None:
    listed = Counter()
    for header in HEADERS:
        if header.startswith("catalog/") or header.endswith("_question.hpp"):
            table = pages()[page_of(header)].partition("<h2>Questions<")[2].partition("Interface<")[0]
            listed += Counter(re.findall(r"<tr[^>]*><td><p>(?:<a[^>]*>)?<code[^>]*>(?:<span class=\"pre\">)?(\w+)<", table))
    assert listed == Counter(dict.fromkeys(sl.catalog.describe()["questions"], 1))
