# SPDX-License-Identifier: Apache-2.0
"""The house style of the figures: colours, axes, titles, ticks. Matplotlib is imported when something is drawn."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._core import units
from ._extras import needed
from ._format import duration
from ._visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

# apart for every eye: the tests hold them to it, seen as they are and as those see them who lack a receptor
PALETTE = BLUE, ORANGE, RED, VIOLET, SLATE, TEAL, OLIVE, SKY, PLUM = (
    "#1932b1", "#e26f07", "#d00307", "#8456df", "#485769", "#0ea782", "#352e00", "#5b98d5", "#4b1e5a",
)  # fmt: skip
INK, MUTED, PAPER = "#24292f", "#5f6a75", "#d8dee4"
SIZE = "size [GPUs]"
DASHES: tuple[Any, ...] = ("-", (0, (4, 2)), (0, (1, 1.5)))
TICKS = (
    (units.second, (1e-3, 1e-2, 0.1, 1, 3, 10, 30)),
    (units.minute, (1, 3, 10, 30)),
    (units.hour, (1, 3, 10)),
    (units.day, (1, 3, 10, 30, 100)),
    (units.year, (1, 3, 10, 30, 100, 300, 1000)),
)
READABLE = 4.5  # least contrast of text against its ground (WCAG 2.2, 1.4.3)


def contrast(one: str, other: str = "white") -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.2)."""
    from matplotlib.colors import to_rgb

    def luminance(colour: str) -> float:
        rgb = np.asarray(to_rgb(colour))
        return float(np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """So much of the other colour in the one."""
    from matplotlib.colors import to_hex, to_rgb

    return to_hex((1 - share) * np.asarray(to_rgb(one)) + share * np.asarray(to_rgb(other)))


def text_of(colour: str) -> str:
    """The colour, as dark as a word on white must be."""
    return next(dark for dark in (mixed(colour, INK, share) for share in np.linspace(0, 1, 21)) if contrast(dark) >= READABLE)


def text_on(colour: str) -> str:
    """White or ink, whichever is read on that ground."""
    return max(("white", INK), key=lambda text: contrast(text, colour))


def colours_of(names: Sequence[str], fixed: Mapping[str, str]) -> dict[str, str]:
    """A colour per name: its own where it has one, else one that no other has."""
    rest = iter([colour for colour in PALETTE if colour not in {fixed.get(name) for name in names}])
    return {name: fixed[name] if name in fixed else next(rest, MUTED) for name in names}


def line_styles(count: int) -> list[dict[str, Any]]:
    """Colour and dashes of so many lines, no two the same."""
    return [{"color": PALETTE[k % len(PALETTE)], "linestyle": DASHES[k // len(PALETTE) % len(DASHES)]} for k in range(count)]


def figure_of(ax: Axes) -> Figure:
    figure: Figure = ax.figure.figure  # of a subfigure: the figure it is in
    return figure


def axes(ax: Axes | None, width: float = 7.2, height: float = 4.4) -> Axes:
    """The axes in the house style; without any, those of a new figure."""
    if ax is None:
        needed("a figure", "matplotlib")
        try:  # inside pyplot, so that notebooks show the figure and plt.show() works for those who want it
            import matplotlib.pyplot as plt

            figure = plt.figure(figsize=(width, height), dpi=110, layout="constrained")
        except ImportError:  # no display back end at all
            from matplotlib.figure import Figure as NewFigure

            figure = NewFigure(figsize=(width, height), dpi=110, layout="constrained")
        ax = figure.add_subplot()
    if not hasattr(ax, "spines"):
        raise TypeError(f"ax must be axes of Matplotlib, not {type(ax).__name__}")
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(MUTED)
    ax.tick_params(color=MUTED, labelcolor=INK, labelsize=9)
    ax.grid(True, color=PAPER, linewidth=0.7)
    ax.set_axisbelow(True)
    ax.xaxis.label.set_color(INK)
    ax.yaxis.label.set_color(INK)
    return ax


def _wrapped(words: Text, text: str, room: float) -> int:
    """Breaks a text into as few lines as there is room for, and these of like lengths; how many."""
    text = re.sub(r"(?<=\d) (?=\D)|(?<=\d[kMBT]) (?=[A-Za-z]+s\b)", "\N{NO-BREAK SPACE}", text)
    fewest, lines = 0, [text]
    words.set_text(text)
    for width in range(len(text), 19, -1):
        lines = textwrap.wrap(text, width)
        if fewest and len(lines) > fewest:
            break
        words.set_text("\n".join(lines))
        if not fewest and words.get_window_extent().width <= room:
            fewest = len(lines)
    return fewest or len(lines)


def literal(text: str) -> str:
    """A text that may hold a name of the user's, safe from matplotlib, to which what stands between two dollars is TeX."""
    return visible(text).replace("$", r"\$")


def title(ax: Axes, finding: str, *notes: str) -> None:
    """What the figure found, and under it what was drawn, over as many lines as they need."""
    figure = figure_of(ax)
    for artist in ax.artists:
        if hasattr(artist, "tie"):  # Labels
            artist.tie()
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)  # where the axes will be
    place = ax.get_subplotspec()
    beside = place is not None and place.get_topmost_subplotspec().get_gridspec().ncols > 1
    room = (ax.bbox.x1 if beside else figure.bbox.x1 - 6) - ax.bbox.x0
    note = ax.annotate(
        "", (0, 1), xycoords="axes fraction", xytext=(0, 6), textcoords="offset points", fontsize=8.5, color=MUTED
    )
    lines = _wrapped(note, literal("; ".join(notes)), room)
    head = ax.set_title("", loc="left", fontsize=11, fontweight="bold", color=INK, pad=8 + 12 * lines)
    _wrapped(head, literal(finding[:1].upper() + finding[1:]), room)


def legend_below(ax: Axes, columns: int) -> None:
    """A legend under the axis label, at the same distance whatever the height of the figure."""
    from matplotlib.transforms import offset_copy

    legend = ax.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=offset_copy(ax.transAxes, fig=figure_of(ax), y=-40, units="points"),
        ncols=columns,
        frameon=False,
        fontsize=8.5,
        labelcolor=INK,
        handletextpad=0.5,
        columnspacing=1.6,
        borderaxespad=0,
    )
    for words in legend.get_texts():
        words.set_parse_math(False)


def short(gpus: float) -> str:
    """16.4k, 1.35M, 72M, 7B: sizes as people say them."""
    for size, suffix in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")):
        if 1e15 > gpus >= size:
            return f"{gpus / size:.3g}{suffix}"
    if gpus < 1e3:
        return f"{gpus:.3g}"
    mantissa, exponent = f"{gpus:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def percent(share: float) -> str:
    """95.2 %, 0.31 %, < 0.01 %: a share with three digits, and none that pretends to be nothing or all."""
    if 0 < share < 1e-4:
        return "< 0.01 %"
    if share >= 10:
        return f"{short(100 * share)} %"
    return "> 99.9 %" if 0.9995 <= share < 1 else f"{100 * share:.3g} %"


def describe(run: Any, growth: str | None) -> str:
    """A run in a line."""
    grown = "" if growth is None else f", {growth}"
    return (
        f"{short(float(run.gpus))} GPUs, MTBF {duration(run.mtbf)}, write {duration(run.write_time)}, "
        f"restart {duration(run.restart_time)}{grown}"
    )


def time_axis(ax: Axes) -> None:
    """A logarithmic axis of times with ticks at 1 s, 10 s, 1 min, 10 min, 1 h ... and nothing in between."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    ax.set_xscale("log")
    low, high = ax.get_xlim()
    ticks = [k * size for size, of in TICKS for k in of if low <= k * size <= high]
    ax.xaxis.set_major_locator(FixedLocator(ticks or [math.sqrt(low * high)]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))


def size_ticks(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    low, high = axis.get_view_interval()
    if axis.get_scale() == "log" and high < 300 * low:  # two decades and a half: 1, 2, 5, 10
        axis.set_major_locator(LogLocator(subs=[1, 2, 5] if high > 5 * low else list(range(1, 10))))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_locator(NullLocator())


def percent_ticks(axis: Any) -> None:
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.6g} %"))
