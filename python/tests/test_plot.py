# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

import scaling_limits as sl
from scaling_limits import plot

RUN = sl.published.llama3_405b().replace(initialization_time=300.0, downtime=60.0)
FIGURES: list[Callable[..., Axes]] = [
    plot.goodput_vs_interval,
    plot.throughput_vs_size,
    plot.limits_by_growth,
    plot.limits_by_tier,
    plot.overhead_map,
    plot.breakdown,
]


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    plt.close("all")


def texts(ax: Axes) -> str:
    legend = ax.get_legend()
    return "\n".join([ax.get_title(loc="left"), *(text.get_text() for text in (legend.get_texts() if legend else []))])


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_draws_on_the_axes_it_is_given_and_returns_them(figure: Callable[..., Axes]) -> None:
    _, ax = plt.subplots()
    assert figure(RUN, ax=ax) is ax
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_of_its_own_is_drawn_and_never_shown(figure: Callable[..., Axes], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("show() was called")

    monkeypatch.setattr(plt, "show", refuse)
    ax = figure(RUN)
    ax.figure.canvas.draw()  # lays out and renders everything; warnings are errors here
    assert ax.get_title(loc="left")


def test_axis_labels_carry_the_units_of_the_field_table() -> None:
    ax = plot.overhead_map(RUN)
    assert ax.get_xlabel() == "GPUs"
    assert ax.get_ylabel() == "write bandwidth [TB/s]"


def test_the_interval_figure_marks_what_it_says() -> None:
    ax = plot.goodput_vs_interval(RUN)
    assert "within 1 % of the best" in texts(ax)
    for name in ("Young", "Daly", "best", "exact", "first order"):
        assert name in texts(ax)
    exact = next(line for line in ax.get_lines() if line.get_label() == "exact")
    x, y = (np.asarray(data, float) for data in exact.get_data())
    assert y.max() == pytest.approx(RUN.goodput, rel=1e-4)  # the grid's best point beside the optimum
    assert x[y.argmax()] == pytest.approx(RUN.optimal_interval, rel=0.02)  # one step of the grid


def test_the_size_figure_marks_the_limits_of_all_criteria() -> None:
    ax = plot.throughput_vs_size(RUN, growth=sl.growth.chinchilla())
    for name, criterion in plot.standard_criteria().items():
        limit = sl.limits.max_gpus(RUN, criterion, sl.growth.chinchilla())
        assert f"{name}: {plot.short(limit.value)} GPUs" in texts(ax)
    useful = next(line for line in ax.get_lines() if line.get_label() == "useful throughput")
    x, y = (np.asarray(data, float) for data in useful.get_data())
    peak = sl.limits.max_gpus(RUN, sl.limits.peak_throughput(), sl.growth.chinchilla())
    assert x[y.argmax()] == pytest.approx(peak.value, rel=0.03)  # one step of the grid


def test_no_limit_and_infeasible_are_drawn_as_such() -> None:
    free = RUN.replace(checkpoint_bytes=0.0, initialization_time=0.0, downtime=0.0)
    ax = plot.limits_by_growth(free)
    assert any(text.get_text() == "no limit" for text in ax.texts)
    plot.throughput_vs_size(free).figure.canvas.draw()


def test_a_run_without_failures_has_no_best_interval_to_draw() -> None:
    with pytest.raises(ValueError, match="best interval"):
        plot.goodput_vs_interval(RUN.replace(gpu_mttf=np.inf))


def test_the_breakdown_bars_sum_to_one() -> None:
    ax = plot.breakdown(RUN, gpus=[1e4, 1e5])
    ends = [bar.get_x() + bar.get_width() for bar in ax.patches]
    assert max(ends) == pytest.approx(1.0)


@pytest.mark.parametrize(("gpus", "text"), [(950, "950"), (16384, "16.4k"), (1.35e6, "1.35M"), (7e9, "7B"), (1.3e21, "1.3e21")])
def test_sizes_as_people_say_them(gpus: float, text: str) -> None:
    assert plot.short(gpus) == text


def test_the_published_figures_are_all_drawn() -> None:
    figures = plot.published_figures()
    assert len(figures) == 8
    for figure in figures.values():
        figure().figure.canvas.draw()
