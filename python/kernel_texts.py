# SPDX-License-Identifier: Apache-2.0
"""The texts of kernels, from the comments of their headers: python kernel_texts.py INCLUDE OUTPUT.cpp

A kernel's text is what stands in `///` before its function and names a source, up to the first `@param`: it is written there
alone, for who reads the header and for who asks Python for help.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^(?:/// ?.*\n)+", re.M)
# as far as the name of a function
HEAD = re.compile(r"(?:template <(?:[^<>]|<[^<>]*>)*>\s*|requires\b.*\s*|\[\[.*?\]\]\s*)*[^\n(]*?(\w+)\(")
SPACE = re.compile(r"^namespace scaling_limits(?:::([\w:]+))? \{", re.M)


def texts(include: Path) -> dict[str, str]:
    """What is said of functions that name a source, by namespace and name."""
    found: dict[str, str] = {}
    for header in sorted(include.rglob("*.hpp")):
        source = header.read_text(encoding="utf-8")
        spaces = [(one.start(), one[1] or "") for one in SPACE.finditer(source)]
        for block in BLOCK.finditer(source):
            said = re.sub(r"^/// ?", "", block[0], flags=re.M)
            said = re.split(r"^@", said, maxsplit=1, flags=re.M)[0].strip()
            if not re.search(r"^Source: ", said, re.M):
                continue
            head = HEAD.match(source, block.end())
            if not head:
                raise SystemExit(f"{header}: no function behind the text {said.splitlines()[0]!r}")
            space = max(one for one in spaces if one[0] < block.start())[1]
            name = f"{space}::{head[1]}"
            if name in found:
                raise SystemExit(f"{header}: {name} has two texts with a source")
            found[name] = said
    return found


def main() -> None:
    """The texts as a source of the extension."""
    include, output = map(Path, sys.argv[1:])
    rows = "".join(f'    {{"{name}", R"text({said})text"}},\n' for name, said in texts(include).items())
    made = f"""\
// made by kernel_texts.py
#include "kernel_texts.hpp"

namespace scaling_limits::python {{

const std::vector<KernelText>& kernel_texts() {{
  static const std::vector<KernelText> all{{
{rows}  }};
  return all;
}}

}}  // namespace scaling_limits::python
"""
    output.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
