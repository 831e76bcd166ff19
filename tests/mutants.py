# SPDX-License-Identifier: Apache-2.0
"""How much the unit tests notice: one small change of a kernel at a time, and whether a test fails (make mutants).

A mutant is the tree of headers with one token, condition, term or early return of one header changed. Tests that cover it are
the sources of its own room that include it, by whatever way, the one named like it first; then those of other rooms that
include it by name, and where all these are fewer than three, through one header between, other than the umbrella; not those
of text and tables. They are compiled with the flags and the precompiled header of a build folder, and run without what is
tagged [slow], until one fails. Killed: a test fails, or does not end in time, or a static_assert refuses. What does not
compile for another reason is no mutant, and another is drawn. Survivors that no test can tell apart stand with their reason
in equivalent_mutants.toml, which is checked: an entry whose line is gone is an error.

The order of a seed is by hash: an edit of one header leaves the sample of all others as it is. With --verdicts FILE a run that
was cut off goes on where it ended, and --again judges only its survivors anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEADERS = ROOT / "include" / "scaling_limits"
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
UMBRELLA = HEADERS / "scaling_limits.hpp"
NO_KERNELS = ("catalog", "published", "interop")  # text and tables

# what is no arithmetic: comments, texts, the preprocessor and what it leaves out for want of a feature (what stands after an
# #else), what the compiler itself asserts, templates' own lists, what is asked of a type
ROUND, CURLY = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", r"\{(?:[^{}]|\{[^{}]*\})*\}"
SILENT = re.compile(
    r"^[ \t]*#else\b.*?^[ \t]*#endif|//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|^[ \t]*#[^\n]*"
    rf"|static_assert\s*{ROUND};|\bdecltype{ROUND}"
    rf"|\bconcept\b[^;{{]*(?:{CURLY}[^;{{]*)*;|\brequires\s*(?:{ROUND}\s*)?{CURLY}"
    r"|\btemplate\s*<[^;{}\n]*>|\brequires\b[^;{}\n]*|\boperator\s*\S+",
    re.S | re.M,
)
# clang-format puts blanks around what is binary, and around nothing else
SWAPS = {
    "+": ("-",),
    "-": ("+",),
    "*": ("/",),
    "/": ("*",),
    "%": ("*",),
    "+=": ("-=",),
    "-=": ("+=",),
    "*=": ("/=",),
    "/=": ("*=",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
}
BINARY = re.compile(r"(?<=[\w)\]] )(?:[-+*/]=|[<>=!]=|&&|\|\||[-+*/%<>])(?=[ \n])")
NAMES = {"min": "max", "max": "min", "floor": "ceil", "ceil": "floor", "true": "false", "false": "true"}
NAME = re.compile(r"\b(?:" + "|".join(NAMES) + r")\b(?=\s*[(,;)}])")
NUMBER = re.compile(r"(?<![\w.])(\d+)(\.\d*)?(?![\w.'])(?=[^\]>])")
NEGATIVE = re.compile(r"(?<=[(,=?:] )-(?=[\w(])|(?<=\()-(?=[\w(])|(?<=return )-(?=[\w(])")
CONDITION = re.compile(r"\b(?:if|while) (?:constexpr )?\(")
TERM = re.compile(r" (?:[-+*/]|&&|\|\|)\s+")


@dataclass(frozen=True)
class Mutant:
    """A change of one header: what stands at an offset, and what stands there instead."""

    header: str
    offset: int
    was: str
    becomes: str
    line: int
    before: str
    after: str
    nth: int = 0  # of those that read the same in this header

    @property
    def room(self) -> str:
        return self.header.split("/")[0] if "/" in self.header else "."

    def key(self) -> tuple[str, str, str]:
        return self.header, self.before, self.after

    def place(self, seed: int) -> bytes:
        """Where it stands in the random order of a seed."""
        return hashlib.sha256(repr((seed, self.key(), self.nth)).encode()).digest()


def closing(text: str, opening: int) -> int:
    """Where the bracket that opens at an offset closes."""
    depth = 0
    for k in range(opening, len(text)):
        depth += (text[k] in "([{") - (text[k] in ")]}")
        if depth == 0:
            return k
    raise ValueError(f"no bracket closes the one at {opening}")


TEXT = re.compile(r"(?:std::)?(?:to_text|to_string|string)\(")  # part of a message
# what ends an operand, by its operator
ENDS = {"*/": r"[-+*/%]|&&|\|\||[<>=!]=|[<>]", "+-": r"[-+]|&&|\|\||[<>=!]=|[<>]", "&&||": r"&&|\|\|"}


def end_of_operand(text: str, start: int, operator: str) -> int:
    """The end of the operand of an operator that starts at an offset."""
    ends = next(pattern for operators, pattern in ENDS.items() if operator in operators)
    k = start
    while k < len(text):
        if text[k] in "([":
            k = closing(text, k)
        elif (text[k] in ")]},;?:" and text[k : k + 2] != "::" and text[k - 1 : k + 1] != "::") or re.match(
            rf"\s(?:{ends})\s", text[k : k + 4]
        ):
            return k
        k += 1
    return k


def changes(text: str) -> Iterator[tuple[int, str, str]]:
    """Every change of a header: offset, what stands there, what is put there."""
    code = SILENT.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), text)
    for found in BINARY.finditer(code):
        yield from ((found.start(), found[0], other) for other in SWAPS[found[0]])
    for found in NAME.finditer(code):
        yield found.start(), found[0], NAMES[found[0]]
    for found in NUMBER.finditer(code):
        values = {"0": ("1",), "1": ("0", "2")}.get(found[0], (f"{int(found[1]) + 1}{found[2] or ''}",))
        yield from ((found.start(), found[0], value) for value in values)
    for found in NEGATIVE.finditer(code):
        yield found.start(), "-", ""
    for found in CONDITION.finditer(code):
        inside = found.end(), closing(code, found.end() - 1)
        yield inside[0], text[slice(*inside)], f"!({text[slice(*inside)]})"
        # an early end of a function, on a line of its own
        early = re.match(r"\s*return\b[^;{}]*;", code[inside[1] + 1 :])
        if early and found[0].startswith("if (") and not re.match(r"\s*else\b", code[inside[1] + 1 + early.end() :]):
            whole = text[found.start() : inside[1] + 1 + early.end()]
            yield found.start(), whole, ";"
    for found in TERM.finditer(code):
        end = end_of_operand(code, found.end(), found[0].strip())
        if "\0" not in code[found.start() : end] and not TEXT.match(code, found.end()):
            yield found.start(), text[found.start() : end], ""


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a header, in order."""
    text = path.read_text()
    found = {}
    for offset, was, becomes in changes(text):
        assert text.startswith(was, offset), (path, offset, was)
        whole = text[:offset] + becomes + text[offset + len(was) :]
        start = text.rfind("\n", 0, offset) + 1
        before, after = (
            " ".join(t[start : t.find("\n", end)].split())
            for t, end in ((text, offset + len(was)), (whole, offset + len(becomes)))
        )
        mutant = Mutant(str(path.relative_to(HEADERS)), offset, was, becomes, text.count("\n", 0, offset) + 1, before, after)
        found.setdefault((offset, whole), mutant)
    seen: Counter[tuple[str, str, str]] = Counter()
    ordered = []
    for mutant in sorted(found.values(), key=lambda m: (m.offset, m.becomes)):
        ordered.append(replace(mutant, nth=seen[mutant.key()]))
        seen[mutant.key()] += 1
    return ordered


INCLUDED = re.compile(r'^[ \t]*#[ \t]*include [<"]([^>"]+)[>"]', re.M)


def included(path: Path) -> frozenset[Path]:
    """The files of ours that a file includes by name."""
    places = (path.parent, HEADERS.parent, ROOT / "tests")
    candidates = ((place / name).resolve() for name in INCLUDED.findall(path.read_text()) for place in places)
    return frozenset(found for found in candidates if found.is_file())


def needed(path: Path, direct: dict[Path, frozenset[Path]]) -> set[Path]:
    """The files of ours that a file needs, by whatever way; `direct` remembers what was read."""
    found: set[Path] = set()
    left = [path]
    while left:
        file = left.pop()
        if file not in direct:
            direct[file] = included(file)
        left += direct[file] - found
        found |= direct[file]
    return found


def tests_of(unit: Path) -> list[Path]:
    """The tests that a source of the build holds: itself, or those that it compiles as one."""
    held = re.findall(r'^#include "(.*)"', unit.read_text(), re.M) if unit.parent.name == "Unity" else [unit]
    return [path for path in map(Path, held) if "/tests/unit/" in str(path)]


@dataclass
class Source:
    """A test source: how it is compiled, which headers it needs, what it names."""

    path: Path
    command: list[str]
    names: frozenset[str]
    near: frozenset[str]
    needs: frozenset[str]
    seconds: float = 0.0


class Bench:
    """A build folder whose flags are used, and a tree of headers per worker."""

    def __init__(self, build: Path, limit: float) -> None:
        self.build, self.limit = build, limit
        commands = json.loads((build / "compile_commands.json").read_text())
        direct: dict[Path, frozenset[Path]] = {}
        tests = [(path, c["command"]) for c in commands for path in tests_of(Path(c["file"]))]
        self.sources = [self._source(path, command, direct) for path, command in tests if path.parent.name not in NO_KERNELS]
        links = (build / "build.ninja").read_text()
        self.libraries = sorted(set(re.findall(r"\S+libCatch2\w*\.a", links)), key=lambda name: "Main" not in name)
        self.libraries += sorted(str(path) for path in build.glob("libscaling_limits*.a"))
        self.libraries += [str(path) for path in build.glob("tests/CMakeFiles/source_dir.dir/*.o")]

    @staticmethod
    def _source(path: Path, command: str, direct: dict[Path, frozenset[Path]]) -> Source:
        words = shlex.split(command)
        kept = [
            word for k, word in enumerate(words) if word not in ("-o", "-c", "-Werror") and words[k - 1] not in ("-o", "-c")
        ]
        needs = needed(path, direct)
        near = direct[path].union(*(direct[file] for file in direct[path] - {UMBRELLA}))
        names = (
            frozenset(str(file.relative_to(HEADERS)) for file in files if file.is_relative_to(HEADERS))
            for files in (direct[path], near, needs)
        )
        return Source(path, kept, *names)

    def covering(self, header: str) -> list[Source]:
        """The sources that may notice a change of a header, the likeliest first."""
        room, stem = header.rsplit("/", 1)[0], Path(header).stem
        found = [s for s in self.sources if header in (s.needs if s.path.parent.name == room else s.names)]
        if len(found) < 3:
            found += [s for s in self.sources if s not in found and header in s.near]

        def rank(source: Source) -> tuple[bool, bool, bool, bool, int]:
            named, alike = source.path.name == f"{stem}.test.cpp", source.path.name.startswith(stem)
            return source.path.parent.name != room, not named, not alike, header not in source.names, source.path.stat().st_size

        return sorted(found, key=rank)

    def build_and_run(self, source: Source, tree: Path, limit: float) -> tuple[str, float]:
        """passed, failed, refused (a static_assert), broken (does not compile), late; and the seconds that the tests took."""
        program = tree / "test"
        command = [word.replace(f"-I{ROOT}/include", f"-I{tree}/include") for word in source.command]
        made = self._run([*command, "-w", "-c", str(source.path), "-o", f"{program}.o"], 600, tree)
        if made.returncode != 0:
            return ("refused" if "static assertion failed" in made.stderr else "broken"), 0.0
        linked = self._run(["c++", f"{program}.o", *self.libraries, "-o", str(program)], 120, tree)
        if linked.returncode != 0:
            sys.exit(f"{source.path}: {linked.stderr}")
        start = time.monotonic()
        done = self._run([str(program), "~[slow]", "--abort", "--allow-running-no-tests"], limit, tree)
        seconds = time.monotonic() - start
        return {0: "passed", -signal.SIGKILL: "late"}.get(done.returncode, "failed"), seconds

    @staticmethod
    def _run(command: list[str], limit: float, folder: Path) -> subprocess.CompletedProcess[str]:
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as child:
            try:
                _, errors = child.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                _, errors = child.communicate()
        return subprocess.CompletedProcess(command, child.returncode, "", errors)

    def tree(self) -> Path:
        """A copy of the headers."""
        folder = Path(tempfile.mkdtemp(prefix="mutants-", dir=self.build))
        shutil.copytree(ROOT / "include", folder / "include")
        return folder

    def baseline(self, source: Source, tree: Path) -> None:
        """How long its tests take as they are; they pass."""
        if source.seconds == 0:
            said, seconds = self.build_and_run(source, tree, 3600)
            if said != "passed":
                sys.exit(f"{source.path.relative_to(ROOT)}: {said} without any change")
            source.seconds = seconds

    def judge(self, mutant: Mutant, tree: Path) -> str:
        """killed, survived, or broken; what killed it stands behind it."""
        target = tree / "include" / "scaling_limits" / mutant.header
        text = (HEADERS / mutant.header).read_text()
        changed = text[: mutant.offset] + mutant.becomes + text[mutant.offset + len(mutant.was) :]
        covering = self.covering(mutant.header)
        try:
            for source in covering:
                target.write_text(changed)
                said, _ = self.build_and_run(source, tree, max(self.limit, 10 * source.seconds))
                if said in ("failed", "late") and source.seconds == 0:  # as it does without the change?
                    target.write_text(text)
                    self.baseline(source, tree)
                    if said == "late" and 10 * source.seconds > self.limit:
                        target.write_text(changed)
                        said, _ = self.build_and_run(source, tree, 10 * source.seconds)
                if said == "broken":
                    return "broken"
                if said != "passed":
                    return f"killed by {source.path.relative_to(ROOT / 'tests' / 'unit')} ({said})"
        finally:
            target.write_text(text)
        return f"survived {len(covering)} sources"


def equivalents(of: dict[tuple[str, str, str], Mutant]) -> dict[tuple[str, str, str], str]:
    """The mutants that no test can tell apart, and why; every entry is of the code as it stands."""
    rows = tomllib.loads(EQUIVALENT.read_text()).get("equivalent", [])
    found = {}
    for row in rows:
        key = (row["header"], row["line"], row["mutant"])
        if key not in of or not row["reason"]:
            sys.exit(f"{EQUIVALENT.name}: no such mutant (any more), or no reason: {key}")
        found[key] = row["reason"]
    return found


def table(verdicts: list[tuple[Mutant, str]]) -> str:
    """Killed and survived by room."""
    rooms = sorted({mutant.room for mutant, _ in verdicts})
    kinds = ("killed", "survived", "equivalent")
    lines = [f"{'room':<14}" + "".join(f"{kind:>12}" for kind in kinds)]
    for room in [*rooms, "all"]:
        count = Counter(said.split()[0].rstrip(":") for mutant, said in verdicts if room in (mutant.room, "all"))
        lines.append(f"{room:<14}" + "".join(f"{count[kind]:>12}" for kind in kinds))
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="so many at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--room", action="append", help="rooms, or single headers as parallelism/step.hpp; all rooms of kernels unless given"
    )
    parser.add_argument("--match", default="", help="only where the line matches this regular expression")
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build" / "dev", help="a build folder in which the tests are built"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=float, default=60, help="seconds that tests may take at least")
    parser.add_argument("--least", type=float, default=0.95, help="share of killed ones below which the exit code is 1")
    parser.add_argument("--minutes", type=float, default=1e9, help="judge no more after so many; 0: what --verdicts holds")
    parser.add_argument("--verdicts", type=Path, help="a line for each verdict; what this file holds is not judged anew")
    parser.add_argument("--again", action="store_true", help="but the survivors in it are, and nothing else")
    parser.add_argument("--list", action="store_true", help="only list what could be drawn")
    options = parser.parse_args()

    everything = [m for path in sorted(HEADERS.rglob("*.hpp")) for m in mutants_of(path) if m.room not in (*NO_KERNELS, ".")]
    same = equivalents({mutant.key(): mutant for mutant in everything})
    drawn = [m for m in everything if not options.room or m.room in options.room or m.header in options.room]
    drawn = [m for m in drawn if re.search(options.match, m.before)]
    drawn.sort(key=lambda m: m.place(options.seed))
    if options.list:
        print("\n".join(f"{m.header}:{m.line}: {m.before}  =>  {m.after}" for m in drawn))
        return 0

    known = {}
    if options.verdicts and options.verdicts.exists():
        lines = [json.loads(line) for line in options.verdicts.read_text().splitlines()]
        known = {((row["header"], row["line"], row["mutant"]), row["nth"]): row["verdict"] for row in lines}
    if options.again:
        lived = {key for key, said in known.items() if said.startswith("survived")}
        drawn = [m for m in drawn if (m.key(), m.nth) in lived and m.key() not in same]
        known = {}

    bench = Bench(options.build.resolve(), options.limit)
    count = options.count or len(drawn)
    verdicts: list[tuple[Mutant, str]] = []
    candidates = iter(drawn)
    start = time.monotonic()

    def work(_: int) -> None:
        tree = bench.tree()
        try:
            for mutant in candidates:
                if len(verdicts) >= count:
                    return
                said = known.get((mutant.key(), mutant.nth), "")
                if mutant.key() in same:
                    said = "equivalent: " + same[mutant.key()]
                elif not said:
                    if time.monotonic() > start + 60 * options.minutes:
                        return
                    said = bench.judge(mutant, tree)
                    if options.verdicts:
                        row = dict(zip(("header", "line", "mutant"), mutant.key(), strict=True), nth=mutant.nth, verdict=said)
                        with options.verdicts.open("a") as file:
                            file.write(json.dumps(row) + "\n")
                if said == "broken" or len(verdicts) >= count:
                    continue
                verdicts.append((mutant, said))
                word = f"{len(verdicts):>4} {time.monotonic() - start:>6.0f} s  {mutant.header}:{mutant.line}: {said}"
                print(
                    word if said.startswith("killed") else f"{word}\n       {mutant.before}\n    => {mutant.after}", flush=True
                )
        finally:
            shutil.rmtree(tree)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(work, range(options.jobs)))

    survivors = [(mutant, said) for mutant, said in verdicts if said.startswith("survived")]
    killed = sum(said.startswith("killed") for _, said in verdicts)
    print(
        "\n"
        + table(verdicts)
        + f"\n{killed} of {killed + len(survivors)} killed, in {time.monotonic() - start:.0f} s (seed {options.seed})"
    )
    for mutant, _ in sorted(survivors, key=lambda pair: (pair[0].header, pair[0].line)):
        print(f"{mutant.header}:{mutant.line}: {mutant.before}\n  => {mutant.after}")
    return int(killed < options.least * (killed + len(survivors)))


if __name__ == "__main__":
    sys.exit(main())
