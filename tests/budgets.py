# SPDX-License-Identifier: Apache-2.0
"""What a header may cost whoever includes it: `budgets.py ROOT COMPILER [HEADER...]`; the rows are those of budgets.csv.

Counted, not timed: lines that the compiler reads, in those of <iostream>, <vector> and <string> together; functions in the
object of a source that includes the header and no more, where a row says how many. Both are those of GCC 12 and its library:
no other compiler is asked.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root, compiler, asked = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
command = [compiler, "-std=c++20", f"-I{root / 'include'}", "-x", "c++", "-"]


def lines(text: str) -> int:
    read = subprocess.run([*command, "-E", "-P"], input=text, text=True, check=True, capture_output=True).stdout
    return sum(1 for line in read.splitlines() if line.strip())


def functions(text: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.o")
        subprocess.run([*command, "-O0", "-c", "-o", made], input=text, text=True, check=True)
        listed = subprocess.run(["nm", made], text=True, check=True, capture_output=True).stdout
    return sum(1 for line in listed.splitlines() if len(line.split()) == 3 and line.split()[1] in "TtWw")


said = subprocess.run([compiler, "--version"], text=True, check=True, capture_output=True).stdout
if not ("Free Software Foundation" in said and re.search(r" 12\.\d", said)):
    print("budgets are those of GCC 12")
    sys.exit(0)
unit = lines("#include <iostream>\n#include <vector>\n#include <string>\n")
over = 0
with open(root / "tests/budgets.csv") as file:
    for row in csv.DictReader(file):
        if asked and row["header"] not in asked:
            continue
        text = f"#include <scaling_limits/{row['header']}>\n"
        found = {"lines": round(lines(text) / unit, 2)} | ({"functions": functions(text)} if row["functions"] else {})
        wrong = [name for name, number in found.items() if number > float(row[name])]
        over += bool(wrong)
        said = ", ".join(f"{name} {number} of {row[name]}" for name, number in found.items())
        print(f"{row['header']:32} {said}{'  <- more ' if wrong else ''}{' and '.join(wrong)}")
sys.exit(1 if over else 0)
