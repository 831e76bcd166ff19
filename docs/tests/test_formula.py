# SPDX-License-Identifier: Apache-2.0
"""Formulas of head comments as TeX: what is read, how it is read, and what is left alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from generator import formula, head


def plain(text: str | None) -> str | None:
    """Without what only spaces and sizes brackets."""
    if text is None:
        return None
    for mark in (r"\left", r"\right", r"\,", r"\;"):
        text = text.replace(mark, "")
    return "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(2 C M)", r"\sqrt{2CM}"),
        ("2 C / M", r"\frac{2C}{M}"),
        ("T L / (1 + L w) sum_i p_i", r"TL/(1+Lw)\sum_{i}p_{i}"),  # what follows the bracket may be above or below: as written
        ("2 (n-1)/n S/W", r"2\frac{n-1}{n}\frac{S}{W}"),
        ("w/2M", r"\frac{w}{2M}"),
        ("y - 1 + exp(-y) = C / M", r"y-1+\exp(-y)=\frac{C}{M}"),
        ("a/b/c", r"\frac{\frac{a}{b}}{c}"),
        ("x^(n-1)", r"x^{n-1}"),
        ("r_C^1.5/r_F", r"\frac{r_{C}^{1.5}}{r_{F}}"),
        ("D' = u e", "D'=ue"),
        ("Z' V^- Z = 1", r"Z'V^{-}Z=1"),
        ("6 20 N^2", r"6\cdot20N^{2}"),
        ("ceil(log2 n) alpha + 1", r"\lceil\log_2n\rceil\alpha+1"),
        ("int_0^{R+P} S + 1", r"\int_{0}^{R+P}S+1"),
        ("N* = G (C/6)^a", r"N^{*}=G(\frac{C}{6})^{a}"),
        ("4e-4 M <= eps", r"4\times10^{-4}M\le\varepsilon"),
        ("lambda w_min + e1(N)", r"\lambdaw_{\mathrm{min}}+e_{1}(N)"),
        ("gpu_mttf / gpus_held", r"\frac{\mathtt{gpu\_mttf}}{\mathtt{gpus\_held}}"),
    ],
)
def test_a_formula_is_read_as_it_is_meant(text, expected) -> None:
    assert plain(formula.tex(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "CACM 17(9), 1974, p. 531",
        "level-l checkpoints",
        "2 TB/s",
        "W B/s",
        "1f1b",
        "(1 + x",
        "1 + x)",
        "x = ",
        "a = sum",
        "read / write",
        "arXiv 2410.18124",
        "mean d",
        "std::exp(x) = 1",
    ],
)
def test_what_is_no_formula_is_left_alone(text) -> None:
    assert formula.tex(text) is None


def shown(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    return [plain(piece) for is_math, piece in formula.runs(text, known) if is_math]


def test_formulas_in_prose_are_found_whole_or_not_at_all() -> None:
    assert shown("so that it is M q, q = 1 - exp(-y), for every C") == [r"q=1-\exp(-y)"]
    assert shown("which grows as N^k. The criterion") == ["N^{k}"]
    assert shown("a part (C = 6 N D) of it") == ["(C=6ND)"]
    assert shown("the sum watts / W F e^t U T of it") == []  # a part of what does not read
    assert shown("U = (mean t - T/2) / (T / sqrt(12 n)) of it") == []
    assert shown("for x < 1 a value is given") == ["x<1"]
    assert shown("pages 3-5 of 2008, and 2e8 m/s") == []


def test_words_may_stand_in_columns_where_the_whole_cell_reads() -> None:
    assert [m for m, _ in formula.cell("goodput = w exp(-R/M) / total")] == [True]
    assert [m for m, _ in formula.cell("b = rate h: whole steps only")] == [True, False, False]
    assert not any(m for m, _ in formula.cell("W interval, C write_time"))
    assert not any(m for m, _ in formula.cell("as of one level"))


def test_a_head_comment_is_taken_apart() -> None:
    lines = [
        "What it is.",
        "",
        "  C  write_time [s] >= 0   time a save takes",
        "     goes on here",
        "  young    sqrt(2 C M)",
        "Source: a book.",
        "",
        "first     an entry",
        "          of two lines",
        "second    another",
    ]
    found = head.blocks(lines)
    assert [type(block).__name__ for block in found] == ["Paragraph", "Columns", "Paragraph", "Columns"]
    assert found[1].rows[0].cells[0] == "C" and found[1].rows[1].cells == ["young", "sqrt(2 C M)"]
    assert found[3].rows[0].cells == ["first", "an entry\nof two lines"]
    assert head.symbols(found) >= {"C", "write_time"}
    assert head.summary(found) == "What it is"
