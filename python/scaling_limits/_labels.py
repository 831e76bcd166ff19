# SPDX-License-Identifier: Apache-2.0
"""Labels of a figure that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from ._style import INK, figure_of, literal, text_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Middles of boxes that touch no other, each as near to where it is wanted as the others let it, within low and high."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    blocks: list[tuple[float, list[int]]] = []  # bottom of a row of boxes without gaps, and the boxes
    for k in order:
        block = [k]
        while True:
            total = sum(heights[i] for i in block)
            ends = np.cumsum([0, *(heights[i] for i in block)])
            bottom = float(np.mean([wanted[i] - ends[j] - heights[i] / 2 for j, i in enumerate(block)]))
            bottom = max(low, min(bottom, high - total))
            if not blocks or blocks[-1][0] + sum(heights[i] for i in blocks[-1][1]) <= bottom + 1e-9:
                break
            block = [*blocks.pop()[1], *block]
        blocks.append((bottom, block))
    found = [0.0] * len(wanted)
    for bottom, block in blocks:
        for i in block:
            found[i] = bottom + heights[i] / 2
            bottom += heights[i]
    return found


def _way(offset: Any, box: Bbox) -> float:
    """How far a box stands from a point from which its middle is so far off."""
    return float(np.hypot(*np.maximum(np.abs(offset) - np.asarray(box.size) / 2, 0)))


def _inside(points: Any, box: Bbox) -> Any:
    """Which of the points lie in a box."""
    return np.all((points > box.min) & (points < box.max), axis=1)


class Labels(Artist):
    """The labels of an axes, placed just before they are drawn, so that at any size none lies on another or on a line.

    The label of a line stands to the right of the axes if the line ends there, else beside where it is last seen.
    """

    def __init__(self, ax: Axes) -> None:
        super().__init__()
        self.set_zorder(-100)  # drawn, that is: run, before the texts that it moves
        self.set_in_layout(False)
        self._ends: list[tuple[Any, Annotation]] = []
        self._points: list[Annotation] = []
        self._over: set[Annotation] = set()
        ax.add_artist(self)
        self._ax = ax

    def at_end(self, line: Line2D | tuple[Any, Any], text: str, colour: str, dashes: Any = "-") -> None:
        """A label for a line, or for a curve (x, y) that is not drawn as one."""
        arrow = {"linewidth": 1.0, "linestyle": dashes, "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)}
        words = self._words(text, (1, 0.5), colour, arrow, xycoords="axes fraction", xytext=(16, 0), ha="left")
        self._ends.append((line, words))

    def at_point(self, x: float, y: float, text: str, colour: str = INK, over: bool = False) -> None:
        """A label beside a point, or over it where the point is only a place, tied to it where it must stand further off."""
        arrow = {"linewidth": 0.8, "shrinkA": 1, "shrinkB": 3}
        words = self._words(text, (x, y), colour, arrow, xytext=(0, 0), ha="center", zorder=7)
        words.set_in_layout(False)
        self._points.append(words)
        if over:
            self._over.add(words)

    def _words(self, text: str, at: tuple[float, float], colour: str, arrow: dict[str, Any], **options: Any) -> Annotation:
        """A label that is tied to a place."""
        return self._ax.annotate(
            literal(text),
            at,
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            color=text_of(colour),
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, **arrow},
            **options,
        )

    def draw(self, renderer: Any) -> None:
        inside = self.tie()
        self._spread([words for _, words in self._ends if words not in inside], renderer)
        self._settle([*self._points, *inside], renderer)
        self.stale = False

    def tie(self) -> list[Annotation]:
        """Ties the labels of lines to where these end; those that are inside the axes, which need no room beside them."""
        return [words for line, words in self._ends if self._place_end(line, words)]

    def _place_end(self, line: Any, words: Annotation) -> bool:
        """Ties a label to where its line is last seen; whether that is inside the axes."""
        box = self._ax.bbox
        points = self._ax.transData.transform(np.column_stack(line if isinstance(line, tuple) else line.get_data()))
        x, y = points[np.all(np.isfinite(points), axis=1)].T
        wide = (x >= box.x0 - 1) & (x <= box.x1 + 1)
        seen = np.flatnonzero(wide & (y >= box.y0 - 1) & (y <= box.y1 + 1))
        inside = bool(seen.size) and x[seen[-1]] < box.x1 - 12
        words.set_in_layout(not inside)
        if inside:  # it leaves at the top or at the bottom: there is more room a little before
            before = np.flatnonzero(wide & (np.abs(y - (box.y0 + box.y1) / 2) <= 0.45 * box.height))
            last = before[-1] if before.size else seen[-1]
            words.xy = ((x[last] - box.x0) / box.width, (y[last] - box.y0) / box.height)
        else:
            words.xy = (1.0, float(np.clip((y[seen[-1] if seen.size else -1] - box.y0) / box.height, 0, 1)))
        return bool(inside)

    def _spread(self, labels: list[Annotation], renderer: Any) -> None:
        box, point = self._ax.bbox, renderer.points_to_pixels(1)
        wanted = [box.y0 + words.xy[1] * box.height for words in labels]
        heights = [Text.get_window_extent(words, renderer).height + 2 * point for words in labels]
        for words, at, y in zip(labels, wanted, spread(wanted, heights, box.y0, box.y1), strict=True):
            words.set(ha="left")
            words.xyann = (16, (y - at) / point)

    def _settle(self, labels: list[Annotation], renderer: Any) -> None:
        ax, point = self._ax, renderer.points_to_pixels(1)
        own = {id(words) for _, words in self._ends} | {id(words) for words in self._points}
        taken = [Text.get_window_extent(text, renderer) for text in ax.texts if id(text) not in own and text.get_text()]
        drawn = np.vstack([np.empty((0, 2)), *self._drawn(3 * point)])
        for words in labels:
            size = np.asarray(Text.get_window_extent(words, renderer).size)
            anchor = (ax.transData if words.xycoords == "data" else ax.transAxes).transform(words.xy)
            places = self._candidates(anchor, size, point, words in self._over)
            offset, box = min(places, key=lambda one: self._cost(one[0], one[1], taken, drawn, point))
            words.set(ha="center")
            words.xyann = tuple(offset / point)
            assert words.arrow_patch is not None
            tied = self._tie(offset, box, point)
            words.arrow_patch.set_visible(tied.size > 0)
            taken.append(box)
            drawn = np.vstack([drawn, tied])

    def _tie(self, offset: Any, box: Bbox, point: float) -> Any:
        """Points along the line that ties a label to its point; none where it stands near enough without."""
        way = _way(offset, box)
        if way <= 11 * point:
            return np.empty((0, 2))
        middle = np.asarray(box.get_points()).mean(axis=0)
        return np.linspace(middle - offset, np.clip(middle - offset, box.min, box.max), 2 + int(way / (3 * point)))

    def _candidates(self, anchor: Any, size: Any, point: float, over: bool) -> Iterator[tuple[Any, Bbox]]:
        if over:
            yield np.zeros(2), Bbox.from_extents(*(anchor - size / 2), *(anchor + size / 2))
        for gap in (7, 13, 22, 34, 50, 70, 95, 130):
            for angle in np.arange(16) * np.pi / 8:
                offset = np.array([np.cos(angle), np.sin(angle)]) * (size / 2 + gap * point)
                yield offset, Bbox.from_extents(*(anchor + offset - size / 2), *(anchor + offset + size / 2))

    def _cost(self, offset: Any, box: Bbox, taken: list[Bbox], drawn: Any, point: float) -> float:
        """What speaks against a place: other words, the edge, what is drawn there, the way from the point."""
        wide = box.padded(2 * point)
        room = self._ax.bbox
        out = max(room.x0 - wide.x0, 0) + max(wide.x1 - room.x1, 0) + max(room.y0 - wide.y0, 0) + max(wide.y1 - room.y1, 0)
        hidden = np.sum(_inside(drawn, wide))
        words = sum(wide.overlaps(other) for other in taken)
        tied = self._tie(offset, box, point)
        crossed = sum(np.any(_inside(tied, other)) for other in taken)
        return float(1e4 * words + 1e3 * crossed + 1e2 * out / point + 60 * hidden + _way(offset, box) / point)

    def _drawn(self, step: float) -> Iterator[Any]:
        """Points along all lines and borders, so many pixels apart."""
        paths = [(line.get_path(), line.get_transform()) for line in self._ax.lines]
        paths += [(path, drawn.get_transform()) for drawn in self._ax.collections for path in drawn.get_paths()]
        for path, transform in paths:
            points = transform.transform(path.vertices)
            points = points[np.all(np.isfinite(points), axis=1)].clip(-1e4, 1e4)
            if len(points):
                way = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
                along = np.arange(0, way[-1] + step, step)
                yield np.column_stack([np.interp(along, way, points[:, k]) for k in (0, 1)])
        round_it = np.column_stack([f(np.arange(8) * np.pi / 4) for f in (np.cos, np.sin)])
        for line in self._ax.lines:
            if line.get_marker() not in ("None", None, ""):
                size = float(line.get_markersize()) * figure_of(self._ax).dpi / 144
                for dot in line.get_transform().transform(line.get_path().vertices):
                    yield dot + size * round_it
