#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every code block of README.md and docs/catalog.md is a region of an example, or what one prints.

  ```cpp, ```python, ```toml   a region of a file in examples/, between [readme] and [/readme] (toml, json: or all of it);
                               of one name in several languages all print the same
  ```console                   either the whole output of an example that is quoted somewhere in the file, or commands behind
                               "$ ", each followed by its output; a line "..." stands for any number of lines

Commands are run only if they start with one of the programs in RUN; make targets must exist in the Makefile. A table row that
starts with the `id` of a published estimate has its quantity, source, published and computed value in the next four cells.

  check_readme.py [--build DIR] [--write] [FILE.md ...]
      DIR: where the example programs are; without it they are compiled
      --write: puts what commands print now into the document, where no "..." leaves lines out, and what building took here

What building costs is said in sentences of benchmarks/figures.py: docs/figures.csv has their numbers, which what was measured
here, where anything was, is within a factor of two of.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
import figures  # noqa: E402

EXAMPLES = ROOT / "examples"
SUFFIXES = {"cpp": ".cpp", "python": ".py", "toml": ".toml", "json": ".json"}
RUN = ("scaling-limits", "python")
UNCHECKED = ("cmake", "bibtex", "text")


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in textwrap.dedent(text).strip("\n").splitlines())


def blocks(text: str) -> list[tuple[int, str, str]]:
    """(line, tag, body) of every fenced block."""
    found = []
    for match in re.finditer(r"^(?P<indent> *)```(?P<tag>[\w+-]*)[^\n]*\n(?P<body>.*?)^(?P=indent)```\s*$", text, re.M | re.S):
        found.append((text[: match.start()].count("\n") + 1, match["tag"], match["body"]))
    return found


def regions(suffix: str) -> dict[str, Path]:
    """Quotable texts and the file of each."""
    found = {}
    for path in sorted(EXAMPLES.glob(f"*{suffix}")):
        text = path.read_text()
        for match in re.finditer(r"^[^\n]*\[readme\][^\n]*\n(.*?)^[^\n]*\[/readme\]", text, re.M | re.S):
            found[tidy(match[1])] = path
        if suffix in (".toml", ".json"):
            found[tidy(text)] = path
    return found


@cache
def output_of(example: Path, build: Path | None) -> str:
    """What an example prints."""
    if example.suffix == ".py":
        command = [sys.executable, str(example)]
        return run(command)
    name = f"example_{example.stem}"
    program = next((p for p in sorted(build.rglob(name)) if p.is_file()), None) if build else None
    if program:
        return run([str(program)])
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / name
        compiler = shutil.which("c++") or "g++"
        subprocess.run([compiler, "-std=c++20", "-O1", f"-I{ROOT / 'include'}", str(example), "-o", str(target)], check=True)
        return run([str(target)])


def run(command: list[str]) -> str:
    program = Path(sys.executable).parent / command[0]
    if program.exists():
        command = [str(program), *command[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return tidy(done.stdout)


def agrees(shown: str, printed: str) -> bool:
    """Whether an output is the printed one, "..." standing for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in tidy(shown).splitlines())
    return re.fullmatch(pattern, tidy(printed) + "\n") is not None


def check_commands(body: str) -> str | None:
    """What is wrong with "$ " lines and their outputs."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)) if (ROOT / "Makefile").exists() else set()
    parts = re.split(r"^\$ (.*)\n", tidy(body) + "\n", flags=re.M)
    if parts[0].strip():
        return "it is no example's output, and does not start with '$ '"
    for command, shown in zip(parts[1::2], parts[2::2], strict=True):
        words = shlex.split(command, comments=True)
        if words[:1] == ["make"] and not set(words[1:]) <= targets:
            return f"the Makefile has no target for '{command}'"
        if words and words[0] in RUN and shown.strip() and not agrees(shown, run(words)):
            return f"'{command}' prints something else:\n{run(words)}"
    return None


def rewritten(text: str) -> str:
    """A document with what its commands print now."""

    def fresh(block: re.Match[str]) -> str:
        def printed(one: re.Match[str]) -> str:
            words = shlex.split(one["command"], comments=True)
            if words[:1] and words[0] in RUN and one["shown"].strip() and "..." not in one["shown"].splitlines():
                return f"$ {one['command']}\n{run(words)}\n"
            return one[0]

        return re.sub(r"^\$ (?P<command>.*)\n(?P<shown>(?:(?!\$ |```).*\n)*)", printed, block[0], flags=re.M)

    return re.sub(r"^```console\n.*?^```$", fresh, text, flags=re.M | re.S)


def estimate_problems(document: Path) -> list[str]:
    """Rows of published estimates that are not what the registry has, or not what it computes."""
    found = re.findall(r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", document.read_text(), re.M)
    rows = {row["id"]: row for row in json.loads(run(["scaling-limits", "reproduce", "--json"]))["rows"]} if found else {}
    wrong = []
    for name, quantity, source, published, ours in found:
        row = rows.get(name)
        number = re.compile(r"[\d,]*\.?\d+")
        if row is None or (quantity, published) != (row["quantity"], row["printed"]):
            wrong.append(f"{document.name}: estimate {name}: {quantity}, {published} is not of the registry: {row}")
        elif source not in f"{row['source']}, {row['year']}":
            wrong.append(f"{document.name}: estimate {name} is not of '{source}' but of '{row['source']}, {row['year']}'")
        else:
            shown, as_printed = number.search(ours), number.search(published)
            value = row["computed"] / row["published"] * float(as_printed[0].replace(",", ""))
            rounded = f"{value:.{len(shown[0].partition('.')[2])}f}"
            if (shown[0], ours[shown.end() :]) != (rounded, published[as_printed.end() :]):
                wrong.append(
                    f"{document.name}: estimate {name}: computed is {rounded}{published[as_printed.end() :]}, not {ours}"
                )
    return wrong


def problems_of(document: Path, build: Path | None) -> list[str]:
    """What is wrong with the blocks of a document."""
    quoted: list[Path] = []
    consoles: list[tuple[int, str]] = []
    wrong = estimate_problems(document) + figures.unsaid(document.name, document.read_text())
    found = blocks(document.read_text())
    for line, tag, body in found:
        if tag == "console":
            consoles.append((line, body))
        elif tag in SUFFIXES:
            path = regions(SUFFIXES[tag]).get(tidy(body))
            if path is None:
                wrong.append(f"{document.name}:{line}: this {tag} block is no [readme] region of a file in examples/")
            else:
                quoted.append(path)
        elif tag not in UNCHECKED:
            wrong.append(f"{document.name}:{line}: tag '{tag}' is not one that is checked: {', '.join([*SUFFIXES, 'console'])}")
    programs = [path for path in dict.fromkeys(quoted) if path.suffix in (".cpp", ".py")]
    for line, body in consoles:
        if any(agrees(body, output_of(path, build)) for path in programs):
            continue
        problem = check_commands(body)
        if problem:
            wrong.append(f"{document.name}:{line}: console block: {problem}")
    for path in programs:
        for other in programs:
            if path.stem == other.stem and output_of(path, build) != output_of(other, build):
                wrong.append(f"{document.name}: {path.name} and {other.name} do not print the same")
    if not wrong:
        print(f"{document.name}: {len(found)} blocks agree with the examples")
    return wrong


def planner_problems(build: Path) -> list[str]:
    """The planner example reads a file through the catalogue: word for word what the command prints of it."""
    program = next((p for p in sorted(build.rglob("example_planner")) if p.is_file()), None)
    if program is None:
        return []
    ours = [line.split() for line in run([str(program), str(EXAMPLES / "limits.toml")]).splitlines()]
    table = run(["scaling-limits", "limits", "examples/limits.toml"]).partition("\n\n")[0]  # the first
    of_the_band = (2, 3, 8, 9)  # low and high, and what is otherwise there: the program asks for the limits alone
    cells = [line.split() for line in table.splitlines()[2:]]
    printed = [[cell for place, cell in enumerate(row) if place not in of_the_band] for row in cells]
    same = all(set(row) <= set(other) for other, row in zip(ours, printed, strict=True))
    return [] if same else [f"planner.cpp and 'scaling-limits limits' differ:\n{ours}\n{printed}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("documents", nargs="*", type=Path, default=[ROOT / "README.md", ROOT / "docs/catalog.md"])
    parser.add_argument("--build", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.write:
        figures.write(figures.SHOWN, figures.rows(figures.SHOWN) | figures.rows(figures.MEASURED))
        for document in options.documents:
            document.write_text(figures.filled(document.name, rewritten(document.read_text())))
    wrong = [problem for document in options.documents for problem in problems_of(document, options.build)]
    wrong += figures.far()
    if options.build:
        wrong += planner_problems(options.build)
    if wrong:
        print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
