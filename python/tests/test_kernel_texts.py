# SPDX-License-Identifier: Apache-2.0
"""What the text of a kernel says is so: its ranges, its example, its unit."""

from __future__ import annotations

import doctest
import itertools
import math
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import scaling_limits as sl
from scaling_limits import _kernel, _kernel_text

ROOMS = [
    sl.checkpoint,
    sl.failures,
    sl.federated,
    sl.limits,
    sl.network,
    sl.numeric,
    sl.parallelism,
    sl.search,
    sl.storage,
    sl.workload,
]
KERNELS = [k for room in ROOMS for k in vars(room).values() if isinstance(k, _kernel.Kernel) and not k.__name__.startswith("_")]
ROOT = Path(__file__).resolve().parents[2]
RANGE = r"[<>]=? -?[\d.]+|in [\[(][\d.]+, [\d.e+]+[\])]|a number|true or false"
SECTIONS = ["Parameters", "Returns", "Raises", "References", "Examples"]


def first(found) -> float:
    return float(found[0] if isinstance(found, tuple) else found)


def by_word(kernel: _kernel.Kernel, values: dict) -> list[dict]:
    """The values, and those with any other word: not every argument matters with every word."""
    return [values, *(values | {name: word} for name, words in kernel._choices.items() for word in words)]


class Close(doctest.OutputChecker):
    """Numbers agree to 1e-12, so that another compiler's last digit is no error."""

    number = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        numbers = [[float(x) for x in self.number.findall(text)] for text in (want, got)]
        same = self.number.sub("#", want) == self.number.sub("#", got)
        return same and np.allclose(*numbers, rtol=1e-12, atol=0)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_every_argument_has_unit_range_and_meaning(kernel) -> None:
    text = kernel.__doc__
    for section in SECTIONS:
        assert f"\n{section}\n{'-' * len(section)}\n" in text
    for name in kernel._names:
        line, meaning = re.search(rf"^{name} : (.+)\n    (.+)$", text, re.M).groups()
        if name in kernel._choices:
            assert all(f'"{word}"' in line for word in kernel._choices[name])
        else:
            assert re.fullmatch(rf"array_like(?: \[\S+\])?, (?:{RANGE})(?:, optional|, default \S+)?", line)
        assert len(meaning) > 3
    assert max(map(len, text.splitlines())) <= 130


def test_the_text_of_a_kernel_is_the_comment_of_its_function() -> None:
    header = Path(sl.get_include(), "scaling_limits/checkpoint/interval.hpp").read_text(encoding="utf-8")
    source = re.sub("^/// ?", "", header, flags=re.M)
    for name in ("young_interval", "daly_interval", "optimal_interval"):
        text = getattr(sl.checkpoint, name)._doc
        assert text.startswith(("Young's", "Daly's", "The interval")) and "Source: " in text and "@param" not in text
        assert text.partition("\n\n")[2] in source


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_the_example_gives_what_it_says(kernel) -> None:
    tests = doctest.DocTestParser().get_doctest(kernel.__doc__, {"sl": sl, "np": np}, kernel.path, None, 0)
    assert len(tests.examples) == 1
    assert doctest.DocTestRunner(Close(), verbose=False).run(tests).failed == 0
    assert not math.isnan(first(kernel(**_kernel_text.example_arguments(kernel))))


def just_outside(known: dict) -> list[float]:
    """The first numbers outside a range, at both its ends, and some farther ones."""
    low, high = known["lower"], known["upper"]
    below = [low if known["open_below"] else np.nextafter(low, -math.inf), low - 1, 10 * low - 1e6] if low > -math.inf else []
    above = [high if known["open_above"] else np.nextafter(high, math.inf), high + 1, 10 * high] if high < math.inf else []
    return [float(x) for x in (*below, *above) if not low < x < high]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_a_number_out_of_its_range_is_nan_and_the_example_is_inside(kernel) -> None:
    values = _kernel_text.example_arguments(kernel)
    ranges = {name: known for name, known in kernel._known.items() if name not in kernel._choices}
    for name, known in ranges.items():
        assert known["lower"] <= known["example"] <= known["upper"]
        for wrong in just_outside(known):
            assert all(math.isnan(first(kernel(**(v | {name: wrong})))) for v in by_word(kernel, values)), (name, wrong)
    # two wrongs make no right: products and quotients of two are inside again
    for one, other in itertools.combinations(ranges, 2):
        for wrong in itertools.product(just_outside(ranges[one]), just_outside(ranges[other])):
            both = dict(zip((one, other), wrong, strict=True))
            assert all(math.isnan(first(kernel(**(v | both)))) for v in by_word(kernel, values)), both


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_whole_numbers_of_any_width_are_computed_in_double(kernel) -> None:
    values = _kernel_text.example_arguments(kernel)
    numbers = {name: x for name, x in values.items() if name not in kernel._choices}
    # as many bits as the arithmetic of the type would lose: 100 x 100 is beyond eight, 2^31 - 1 beyond float32
    for width in (np.int8, np.int16, np.int32, np.uint64, np.bool_):
        for name, known in kernel._known.items():
            whole = np.array([x for x in (1, 2, 100) if x <= np.iinfo(width).max] if width is not np.bool_ else [1], width)
            if name not in numbers or not known["lower"] < 1 <= known["upper"]:
                continue
            with np.errstate(all="ignore"):
                found = kernel(**(values | {name: whole}))
                wanted = kernel(**(values | {name: whole.astype(float)}))
            for x, y in zip(*(f if isinstance(f, tuple) else (f,) for f in (found, wanted)), strict=True):
                assert x.dtype == np.float64
                np.testing.assert_array_equal(x, y)


def test_a_ufunc_has_the_name_of_its_kernel_whatever_function_it_is_made_of() -> None:
    for path, kernel in _kernel._kernels.items():
        assert kernel.ufunc.__name__ == path.rpartition(".")[2]


# what recurs comes in one order everywhere
ORDERS = [
    ["interval", "write_time", "mtbf", "restart_time", "downtime", "persist_latency", "slowdown"],
    ["schedule", "pipeline", "micro_batches"],
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.path)
def test_arguments_that_recur_come_in_one_order(kernel) -> None:
    for order in ORDERS:
        recurring = [name for name in kernel._names if name in order]
        assert recurring == sorted(recurring, key=order.index)


def test_words_are_numbers_of_the_bare_ufunc_and_other_numbers_are_nan() -> None:
    bubble = sl.parallelism.bubble_time
    assert bubble.ufunc(1, 8, 1, 2, 1, np.nan, np.nan) == bubble("1f1b", 8, 1, 2)
    for wrong in (-1, 0.5, 8, np.nan, np.inf):
        assert math.isnan(bubble.ufunc(wrong, 8, 1, 2, 1, np.nan, np.nan))


@pytest.mark.parametrize("room", ROOMS, ids=lambda m: m.__name__)
def test_a_quantity_with_units_is_refused_by_the_name_of_its_argument(room) -> None:
    pint = pytest.importorskip("pint")
    hour = pint.UnitRegistry().hour
    kernels = [k for k in vars(room).values() if isinstance(k, _kernel.Kernel) and not k.__name__.startswith("_")]
    for kernel in kernels:
        values = _kernel_text.example_arguments(kernel)
        for name in [n for n in values if n not in kernel._choices]:
            for quantity in (3 * hour, np.array([1.0, 2.0]) * hour):
                with pytest.raises(TypeError, match=rf"{kernel.__name__}: {name} must be .*, not a quantity in hour"):
                    kernel(**(values | {name: quantity}))


HEADER = """\
namespace scaling_limits {{

namespace room {{

}}  // namespace room
namespace scaling_limits::room {{

/// What it is [s].
///
/// a + b.
///
/// Source: elementary.
///
/// @param a first
template <class A, class B = std::pair<int, int>,
          Scalar S = promote_t<A, B>>
  requires(sizeof(A) > 1)
[[nodiscard]] constexpr S {name}(const A& a, const B& b) {{
  return a + b;
}}
/// The same of one.
double {name}(double a);
{more}
}}  // namespace scaling_limits::room
"""


@pytest.mark.skipif(not (ROOT / "python/kernel_texts.py").exists(), reason="installed without the source tree")
def test_what_names_a_source_is_the_text_of_the_function_behind_it(tmp_path: Path) -> None:
    texts = runpy.run_path(str(ROOT / "python/kernel_texts.py"))["texts"]
    header = tmp_path / "model.hpp"
    header.write_text(HEADER.format(name="total", more=""))
    assert texts(tmp_path) == {"room::total": "What it is [s].\n\na + b.\n\nSource: elementary."}
    for more, why in (
        ("/// Again.\n///\n/// Source: none.\ndouble total();", "room::total has two texts with a source"),
        ("/// A number.\n///\n/// Source: none.\n", "no function behind the text 'A number.'"),
    ):
        header.write_text(HEADER.format(name="total", more=more))
        with pytest.raises(SystemExit, match=re.escape(why)):
            texts(tmp_path)
