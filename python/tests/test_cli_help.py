# SPDX-License-Identifier: Apache-2.0
"""Every help page, word for word: help/*.txt beside this file, which `REWRITE=1 python -m pytest -k help_page` writes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scaling_limits.cli import COMMANDS, main
from scaling_limits.cli._request import TABLES

PAGES = Path(__file__).parent / "help"
NAMES = ["", *COMMANDS]


def page(name: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    with pytest.raises(SystemExit) as end:
        main([*name.split(), "--help"])
    assert end.value.code == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("name", NAMES)
def test_a_help_page_word_for_word(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = page(name, 80, monkeypatch, capsys)
    stored = PAGES / f"{name or 'scaling-limits'}.txt"
    if os.environ.get("REWRITE"):
        stored.parent.mkdir(exist_ok=True)
        stored.write_text(found, encoding="utf-8")
    assert found == stored.read_text(encoding="utf-8")


def test_no_page_is_left_over() -> None:
    assert {path.stem for path in PAGES.iterdir()} == {name or "scaling-limits" for name in NAMES}


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_a_help_page_fits_its_terminal(
    name: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = page(name, width, monkeypatch, capsys)
    assert max(len(line) for line in found.splitlines()) <= width
    assert "<bool>" not in found
    assert not re.search(r" ,|\[\]|Tables ,", found)  # what is left of a name in brackets that was taken for markup
    words = re.sub(r"\s+", " ", found)
    if name in ("plan", "compare", "simulate", "sweep", "limits"):
        tables = ("[run]", "[[strategy]]" if name == "compare" else "[strategy]", "[[cause]]", "[restart]", "[growth]")
        assert all(table in words for table in tables)
        for row in TABLES["kinds"]["run"]["training_run"]["fields"]:
            assert f"--{row['name'].replace('_', '-')}" in words
    if name in ("plan", "limits", "sweep"):
        assert "[[factor]]" in words
