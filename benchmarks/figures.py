# SPDX-License-Identifier: Apache-2.0
"""What building costs, written down where it is built, for what the documents say of it.

`figures.py NAME PID`, the last line of a recipe, writes what the make of that PID and all that it ran took into
build/figures.csv: seconds of processors and of the clock, and those of U, the CPU time of compiling a source of <iostream>,
<vector> and <string> at -O2 in the same run: machines differ fourfold in seconds, hardly in U. include_cost.py writes MB at the
peak, too. What a compiler cache gave back is no measurement: it is not written. docs/figures.csv has the figures of the
documents; `tests/check_readme.py` holds both together. `figures.py unit` prints the seconds of U.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
MEASURED, SHOWN = ROOT / "build/figures.csv", ROOT / "docs/figures.csv"
COLUMNS = ("figure", "cpu_s", "wall_s", "unit_s", "peak_mb")
UNIT = "#include <iostream>\n#include <vector>\n#include <string>\n"
#: what the documents say, by their names
SENTENCES = {
    "README.md": (
        "they took {reproduce.wall:.0f} and {test.wall:.0f} minutes, {reproduce.cpu:.0f} and {test.cpu:.0f} of CPU time.",
        "in one source of the program, which takes {all.gb:.1f} GB and {all.cpu:.1f} minutes.",
    ),
    "catalog.md": ("`catalog/all.hpp`, which takes {all.gb:.1f} GB and {all.cpu:.1f} minutes to compile",),
}


class Figure:
    """A row: minutes of processors and of the clock, GB, and U."""

    def __init__(self, row: dict[str, str]) -> None:
        """Of a row of either file."""
        self.cpu, self.wall = float(row["cpu_s"]) / 60, float(row["wall_s"]) / 60
        self.units, self.gb = float(row["cpu_s"]) / float(row["unit_s"]), float(row["peak_mb"]) / 1000


def rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a file by their figure; none where there is none."""
    if not path.exists():
        return {}
    with path.open() as file:
        return {row["figure"]: row for row in csv.DictReader(file)}


def write(path: Path, table: dict[str, dict[str, str]]) -> None:
    """The file of those rows."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w") as file:
        written = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        written.writeheader()
        written.writerows(table.values())


def record(figure: str, cpu: float, wall: float, unit: float, peak: float) -> None:
    """A measurement into build/figures.csv, over one of that name."""
    values = (figure, f"{cpu:.0f}" if cpu > 99 else f"{cpu:.1f}", f"{wall:.0f}", f"{unit:.2f}", f"{peak:.0f}")
    write(MEASURED, rows(MEASURED) | {figure: dict(zip(COLUMNS, values, strict=True))})


def cost(compiler: str, text: str, *options: str, repeat: int = 3) -> tuple[float, float]:
    """The cheapest of a few compilations: seconds of the processor and MB at the peak."""
    found = []
    for _ in range(repeat):
        command = [compiler, "-std=c++20", *options, "-x", "c++", "-", "-c", "-o", os.devnull]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert process.stdin
        process.stdin.write(text.encode())
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{compiler} refuses it")
        found.append((used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))
    return min(found)


def unit_of(compiler: str) -> float:
    """U in seconds."""
    return cost(compiler, UNIT, "-O2")[0]


def filled(document: str, text: str) -> str:
    """A document with the figures of docs/figures.csv in its sentences; raises LookupError where it lacks one of them."""
    shown = {name: Figure(row) for name, row in rows(SHOWN).items()}
    for sentence in SENTENCES.get(document, ()):
        parts = re.split(r"(\{[^}]*\})", sentence)
        words = [r"([\d.]+?)" if part.startswith("{") else r"\s+".join(map(re.escape, part.split(" "))) for part in parts]
        found = re.search("".join(words), text)
        if found is None:
            raise LookupError(f"{document} does not say: {sentence}")
        for k in range(found.lastindex or 0, 0, -1):
            text = text[: found.start(k)] + parts[2 * k - 1].format(**shown) + text[found.end(k) :]
    return text


def unsaid(document: str, text: str) -> list[str]:
    """What a document says of costs and docs/figures.csv does not."""
    try:
        return [] if filled(document, text) == text else [f"{document} has other figures than docs/figures.csv"]
    except LookupError as error:
        return [str(error)]


def far() -> list[str]:
    """What was measured here and is not within a factor of two of docs/figures.csv."""
    shown, wrong = {name: Figure(row) for name, row in rows(SHOWN).items()}, []
    for name, row in rows(MEASURED).items():
        here, there = Figure(row), shown.get(name)
        if there and not (0.5 < here.units / there.units < 2 and (here.gb == 0 or 0.5 < here.gb / there.gb < 2)):
            took = f"{here.units:.0f} U and {here.gb:.1f} GB here"
            wrong.append(f"{name} took {took}; docs/figures.csv says {there.units:.0f} and {there.gb:.1f}")
    return wrong


def from_a_cache() -> bool:
    """Whether a compiler cache has answered anything."""
    cache = shutil.which("ccache")
    printed = subprocess.run([cache, "--print-stats"], capture_output=True, text=True).stdout if cache else ""
    found = dict(line.split("\t") for line in printed.splitlines())
    hits = sum(int(found.get(f"{kind}_cache_hit", 0)) for kind in ("direct", "preprocessed"))
    return hits > 0.05 * (hits + int(found.get("cache_miss", 0)))


def main() -> None:
    """Writes down what a make and its children took; of Linux alone, which says it of another process."""
    compiler = os.environ.get("CXX", "c++")
    if sys.argv[1:] == ["unit"]:
        print(f"{unit_of(compiler):.3f}")
        return
    name, pid = sys.argv[1:]
    about = Path(f"/proc/{pid}/stat")
    if not about.exists() or from_a_cache():
        return
    fields = about.read_text().rpartition(")")[2].split()  # from the third on: state
    tick = os.sysconf("SC_CLK_TCK")
    cpu = sum(int(fields[k]) for k in (11, 12, 13, 14)) / tick
    wall = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / tick
    record(name, cpu, wall, unit_of(compiler), 0)


if __name__ == "__main__":
    main()
