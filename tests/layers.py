# SPDX-License-Identifier: Apache-2.0
"""The floor table: which room may include which. Run by CTest; needs no package. `layers.py [ROOT]`."""

import ast
import itertools
import re
import sys
from pathlib import Path

root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
include = root / "include/scaling_limits"

# A room includes its own headers and those of lower floors, never a neighbour's.
floors = {
    "core": 0,
    "numeric": 1,
    **dict.fromkeys(["failures", "workload", "storage", "network", "supply", "uncertainty"], 2),
    **dict.fromkeys(["run", "checkpoint", "parallelism", "cluster", "federated", "search"], 3),
    "strategies": 4,
    **dict.fromkeys(["limits", "simulation"], 5),
    "economics": 6,
    "analysis": 7,
    "catalog": 8,
    "published": 9,
    "interop": 10,
}
boost_from = 1  # core/ stands on the standard library alone
boost_free = ["checkpoint/interval.hpp", "checkpoint/goodput.hpp", "numeric/renewal.hpp"]
umbrella = "scaling_limits.hpp"
language = "version.hpp"  # included first by every other header, before the standard library
parsers = {
    "catalog/defined/text_json.hpp": "nlohmann/",
    "catalog/defined/text_toml.hpp": "toml\\+\\+/",
}  # the only doors of JSON and TOML
units = "catalog/all.hpp"  # the list of what is compiled once: definitions, which no other header includes
fits = (
    "analysis/calibrate.hpp",
    "catalog/defined/questions_calibrate.hpp",
    "catalog/all.hpp",
)  # with Eigen, outside the umbrella
texts = (
    "analysis/headline",
    "core/quantity",
    "core/stop",
    "core/suggest",
    "core/unit_names",
    "failures/rate_text",
    "uncertainty/copula",
    "uncertainty/distribution_text",
)
of_choice = ("core/hooks", "failures/any_law", "uncertainty/any_distribution", "uncertainty/propagate")  # chosen at run time
not_in_umbrella = (
    "simulation/",
    "interop/",
    "catalog/",
    "published/presets",
    "published/story_question",
    *of_choice,
    *fits,
    *texts,
)

headers = sorted(path.relative_to(include).as_posix() for path in include.rglob("*.hpp"))
own: dict[str, list[str]] = {}  # header -> headers of ours that it includes
foreign: dict[str, list[str]] = {}  # header -> what else it includes
problems: list[str] = []

for header in headers:
    own[header], foreign[header] = [], []
    if header == language:
        continue
    for bracket, name in re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', (include / header).read_text(), re.M):
        target = (include / header).parent.joinpath(name).resolve()
        if bracket == "<":
            foreign[header].append(name)
        elif target.is_file() and target.is_relative_to(include.resolve()):
            own[header].append(target.relative_to(include.resolve()).as_posix())
        else:
            problems.append(f'{header}: "{name}" is no header of ours')
    for name in foreign[header]:
        if name.startswith("scaling_limits"):
            problems.append(f"{header}: <{name}> must be a relative include")


def reached(header: str) -> set[str]:
    """The header and all of ours that it includes, directly or not."""
    seen, to_do = set(), [header]
    while to_do:
        if (name := to_do.pop()) not in seen:
            seen.add(name)
            to_do += own[name]
    return seen


def refuse(header: str, pattern: str, why: str) -> None:
    for name in sorted(reached(header)):
        problems.extend(f"{header}: reaches <{f}> by way of {name}; {why}" for f in foreign[name] if re.match(pattern, f))


for header in headers:
    if header != language:
        first = re.search(r"^\s*#\s*include\s*(.*)$", (include / header).read_text(), re.M)
        if not first or first[1] != f'"{"../" * header.count("/")}{language}"':
            problems.append(f"{header}: the first include is not {language}, which asks for C++20")
    if header in (umbrella, language):
        continue
    room = header.split("/")[0]
    if room not in floors:
        problems.append(f"{header}: room {room}/ is on no floor")
        continue
    for name in own[header]:
        other = name.split("/")[0]
        if name == umbrella:
            problems.append(f"{header}: includes the umbrella")
        elif name != language and other != room and floors.get(other, 99) >= floors[room]:
            problems.append(f"{header}: {name} is not on a lower floor")
    if room != "interop" and header not in fits:
        refuse(header, r"(Eigen|unsupported)/", "Eigen is for interop/ and fits")
    if room == "catalog":
        refuse(header, r"(thread|mutex|typeinfo)$|pybind11/", "pages and other languages use the room as it is")
    if header == "simulation/simulator.hpp":
        refuse(header, r"thread|mutex|boost/math/(distributions|special_functions)", "a pool brings threads, it stays light")
    problems += [
        f"{header}: {name} is a unit, of {units} alone"
        for name in own[header]
        if name.startswith("catalog/defined/") and header != units
    ]
    for door, parser in parsers.items():
        if header != door:
            problems += [f"{header}: <{f}> is for {door}" for f in foreign[header] if re.match(parser, f)]
    if floors[room] < boost_from or header in boost_free:
        refuse(header, r"boost/", "it stays free of Boost")
    if header not in own[umbrella] and not header.startswith(not_in_umbrella):
        problems.append(f"{header}: not in the umbrella")

problems += [f"umbrella: reaches {name}" for name in sorted(reached(umbrella)) if name.startswith(not_in_umbrella)]

# what is used across rooms is public: a room's detail is its own
rooms = "|".join(floors)
for header in headers:
    for other in re.findall(rf"\b({rooms})::detail::", (include / header).read_text()):
        if other != header.split("/")[0]:
            problems.append(f"{header}: uses {other}::detail")

# the two lists, complete and sorted
listed = re.findall(r"^  (\S+\.hpp)$", (root / "cmake/headers.cmake").read_text(), re.M)
for name, names in (("cmake/headers.cmake", listed), ("umbrella", own[umbrella][1:])):
    problems += [f"{name}: {a} before {b} is not sorted" for a, b in itertools.pairwise(names) if not a < b]
problems += [f"cmake/headers.cmake: {header} is missing" for header in headers if header not in listed]
problems += [f"cmake/headers.cmake: {header} does not exist" for header in listed if header not in headers]

# one model per header, of a length that can be read: about 300 lines, and here is where "about" ends
limit = 400
problems += [
    f"{header}: {lines} lines: split it"
    for header in headers
    if header != umbrella and (lines := len((include / header).read_text().splitlines())) > limit
]

# an aggregate is made with designated initialisers: without a warning where every member has a default and nothing is inherited
for header in headers:
    text = re.sub(r"^namespace [\w:]*detail \{.*?^\}  // ", "", (include / header).read_text(), flags=re.M | re.S)
    text = re.sub(r"//.*", "", text)
    for name, base, body in re.findall(r"^struct (\w+)( : [^{]*)? \{\n(.*?)^\};", text, re.M | re.S):
        if re.search(rf"^  (explicit |constexpr )*{name}\(|private:|virtual|override", body, re.M):
            continue
        if base:
            problems.append(f"{header}: {name} has a base: naming its members gives a warning")
        for inner, short in (("<>", ""), ("()", "()"), ("{}", "{}")) * 9:
            body = re.sub(rf"\{inner[0]}[^{inner}]*\{inner[1]}", short, body)
        for members in re.findall(r"^  (?!static|using|template|friend)([A-Za-z][^\n]*);", body, re.M):
            for member in members.split(","):
                if not re.search(r"=|\(\)|\{\}", member):
                    problems.append(f"{header}: {name}: no default for {member.split()[-1]}")

# a page in the browser has no run-time types
problems += [
    f"{header}: {word}"
    for header in headers
    for word in ("typeid", "dynamic_cast")
    if re.search(rf"^(?!\s*//).*\b{word}\b", (include / header).read_text(), re.M)
]

# comments too keep to the tree's columns, which clang-format leaves alone
columns = 128
problems += [
    f"{header}:{number}: {len(line)} columns, more than {columns}"
    for header in headers
    for number, line in enumerate((include / header).read_text().splitlines(), 1)
    if len(line) > columns
]

# compilers that take a source to be in the machine's own code page read ours all the same; and long is 32 bits wide on Windows
for header in headers:
    text = (include / header).read_text(encoding="utf-8")
    problems += [f"{header}: {word!r} is not ASCII" for word in re.findall(r"\S*[^\x00-\x7f]\S*", text)]
    text = re.sub(r'//.*|"(\\.|[^"\\])*"', "", text)
    problems += [f"{header}: {found}: name the width" for found in re.findall(r"\b(?<!long )long(?! long| double)\b.*", text)]

# the Python package: modules import lower ones, at the top or inside a function alike; that rules out circles too.
python = root / "python/scaling_limits"
modules = {
    **dict.fromkeys(
        ["_arrays", "_core", "_extras", "_files", "_headers", "_known_files", "_parts", "_public", "_visible", "typing"], 0
    ),
    **dict.fromkeys(["_columns", "_dataset", "_format", "_kernel_text", "_opening", "_quantiles", "_quantity", "_sheet"], 1),
    **dict.fromkeys(["results", "_source", "_style"], 2),
    **dict.fromkeys(["_kernel", "_labels", "_log_report"], 3),
    **dict.fromkeys(["_parameters", "_log_csv"], 4),
    **dict.fromkeys(["catalog", "_log_tables"], 5),
    **dict.fromkeys(["_evaluate", "_log_cells"], 6),
    **dict.fromkeys(["_docs", "_job_words", "_log_dates", "_log_endings"], 7),
    **{"_progress": 1, "_sweep_plan": 7, "_sweep_files": 8, "_sweep": 9},
    **dict.fromkeys(["units", "numeric", "storage", "network", "workload", "search"], 8),
    **{"_step_console": 6, "_step_events": 7},
    **{"supply": 9},
    **dict.fromkeys(["_laws", "_job_json", "_kernel_lines", "_log_roles", "_logs"], 8),
    **dict.fromkeys(["_attempts", "_fits", "_log_open"], 9),
    **dict.fromkeys(["_job_tables", "_step_log", "_streams"], 10),
    **dict.fromkeys(["_clock", "_job_kubernetes", "failures"], 11),
    **dict.fromkeys(["_counted_causes", "checkpoint", "run"], 12),
    **dict.fromkeys(["_history", "growth", "strategies"], 13),
    **dict.fromkeys(["_bookkeeping", "_log_read", "cluster", "federated", "limits", "parallelism"], 14),
    **dict.fromkeys(["_compare", "_scenario", "_sites", "_worst_parts", "data", "economics", "simulation"], 15),
    **dict.fromkeys(
        ["_calibrate", "_log_plan", "_plot_logs", "_plot_round", "_plot_sites", "_plot_sized", "_plot_timeline"], 16
    ),
    "_distributions": 17,
    "_points": 18,
    "_outcome": 19,
    **dict.fromkeys(["_plot_uncertain", "uncertainty"], 20),
    "published": 21,
    "analysis": 22,
    "plot": 23,
    "cli": 24,
    "__main__": 25,
}
for path in sorted(python.glob("*.py")):
    if path.stem == "__init__":
        continue
    if path.stem not in modules:
        problems.append(f"{path.name}: on no floor of the package")
        continue
    text = path.read_text()
    tree = ast.parse(text)
    for guard in [node for node in ast.walk(tree) if isinstance(node, ast.If)]:
        if isinstance(guard.test, ast.Name) and guard.test.id == "TYPE_CHECKING":
            guard.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                lower = name.split(".")[0]
                if modules.get(lower, 99) >= modules[path.stem]:
                    problems.append(f"{path.name}: {lower} is not on a lower floor of the package")

print("\n".join(problems) or f"{len(headers)} headers keep to their floors")
sys.exit(bool(problems))
