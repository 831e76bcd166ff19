#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that was taken along prints what it was written beside: written.py PROGRAM ANSWER."""

import json
import subprocess
import sys
from pathlib import Path

printed = json.loads(subprocess.run(sys.argv[1], capture_output=True, text=True, check=True).stdout)
expected = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
columns = expected.get("columns", {})
if printed != expected or len(columns.get("value", [])) != 3 or columns["status"] != ["ok"] * 3:
    sys.exit(f"the program printed\n{json.dumps(printed)[:2000]}\nand should have printed\n{json.dumps(expected)[:2000]}")
