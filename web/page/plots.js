// SPDX-License-Identifier: Apache-2.0
// The two plots on the size axis and the map, drawn by Observable Plot from columns of the engine.
import {
  areaY,
  axisX,
  axisY,
  barX,
  contour,
  dot,
  frame,
  gridY,
  line,
  lineY,
  plot,
  pointerX,
  ruleX,
  text,
  tip,
} from "@observablehq/plot";

/** What every plot shares; the class is what the page's policy for styles knows. */
const common = { className: "plot", style: { fontSize: "12px" } };
const margins = { marginLeft: 64, marginRight: 20 };

/** A count on an axis: 20K, 1.5M. @type {(count: number) => string} */
export const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format;

/** A drawing as one image: what it says stands in its own label, not in those of its parts. @param {any} svg */
function image(svg) {
  for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  svg.setAttribute("role", "img");
  return svg;
}

/** The colour of a term: by its place, the useful share first. @param {number} place */
export const colourOf = (place) => `var(--term-${place % 9})`;

/** Where a logarithmic axis is labelled: every decade, and three times that where there is room. */
function decades(/** @type {[number, number]} */ [low, high], /** @type {number} */ room) {
  if (!(low > 0 && high < Infinity)) return [low, high];
  const count = Math.log10(high / low);
  const found = [];
  const step = Math.max(1, Math.ceil((44 * count) / room));
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
    if (power % step === 0) found.push(10 ** power);
    if (step === 1 && 88 * count < room) found.push(3 * 10 ** power);
  }
  return found.filter((at) => at >= low * 0.999 && at <= high * 1.001);
}

/** Sizes evenly spread over a logarithmic axis. @param {number} low @param {number} high @param {number} count */
export function spread(low, high, count) {
  const sizes = new Float64Array(count);
  const step = Math.log(high / low) / (count - 1);
  for (let i = 0; i < count; ++i) sizes[i] = low * Math.exp(i * step);
  sizes[count - 1] = high;
  return sizes;
}

/** Both ends of the size axis: half decades around all that is marked, so that it stands still while a slider moves. */
export function sizeRange(/** @type {number[]} */ marked) {
  const found = marked.filter((size) => size > 0 && Number.isFinite(size));
  const half = (/** @type {number} */ exponent, /** @type {(x: number) => number} */ round) => 10 ** (round(2 * exponent) / 2);
  const low = half(Math.log10(Math.min(...found)) - 0.7, Math.floor);
  return /** @type {[number, number]} */ ([Math.max(low, 1e-3), half(Math.log10(Math.max(...found)) + 0.7, Math.ceil)]);
}

/**
 * Flags above a plot: each label to the side where it crosses fewer of the other marks, and higher than those that it crosses,
 * so that no line runs through a label.
 */
function flags(/** @type {any[]} */ marks, /** @type {[number, number]} */ [low, high], /** @type {number} */ width) {
  const inner = width - margins.marginLeft - margins.marginRight;
  const placed = marks.map((mark) => {
    const x = (Math.log(mark.size / low) / Math.log(high / low)) * inner;
    const length = 6.2 * mark.label.length + 8;
    const sides = [
      [x, x + length],
      [x - length, x],
      [Math.max(-margins.marginLeft, Math.min(x - length / 2, width - margins.marginLeft - length)), 0],
    ];
    sides[2][1] = sides[2][0] + length;
    return { ...mark, x, sides, level: 0, from: 0, to: 0, anchor: "start", shift: 5 };
  });
  const crossed = (/** @type {any} */ mark, /** @type {number[]} */ [from, to]) =>
    placed.filter((other) => other !== mark && other.x > from - 3 && other.x < to + 3);
  for (const mark of placed) {
    const fits = mark.sides.filter(
      ([from, to], side) => side === 2 || (from >= -margins.marginLeft && to <= inner + margins.marginRight),
    );
    const best = fits
      .slice(0, Math.max(1, fits.length - 1))
      .sort((a, b) => crossed(mark, a).length - crossed(mark, b).length)[0];
    [mark.from, mark.to] = best;
    mark.anchor = best[1] === mark.x ? "end" : "start";
    mark.shift = mark.anchor === "end" ? -5 : best[0] === mark.x ? 5 : best[0] - mark.x;
  }
  for (let round = 0; round < placed.length; ++round)
    for (const mark of placed) {
      for (const other of crossed(mark, [mark.from, mark.to])) mark.level = Math.max(mark.level, other.level + 1);
      while (
        placed.some(
          (other) =>
            other !== mark &&
            other.level === mark.level &&
            other.from < mark.to + 6 &&
            other.to > mark.from - 6 &&
            placed.indexOf(other) < placed.indexOf(mark),
        )
      )
        mark.level += 1;
    }
  const levels = [...new Set(placed.map((mark) => mark.level))].sort((a, b) => a - b);
  for (const mark of placed) mark.level = levels.indexOf(mark.level);
  return { placed, rows: placed.length ? 1 + Math.max(...placed.map((mark) => mark.level)) : 0 };
}

/** Labels of flags and the poles that they stand on, above the top of a plot. */
function flagMarks(/** @type {any[]} */ placed, /** @type {number} */ top) {
  return placed.flatMap((mark) => [
    text([mark], {
      x: "size",
      frameAnchor: "top",
      text: "label",
      fill: "var(--ink)",
      stroke: "var(--paper)",
      strokeWidth: 4,
      fontSize: 12,
      dx: mark.shift,
      dy: -(9 + 17 * mark.level),
      textAnchor: mark.anchor,
      lineAnchor: "middle",
    }),
    ruleX([mark], {
      x: "size",
      stroke: mark.colour ?? "var(--muted)",
      strokeWidth: 1.25,
      insetTop: -17 * (mark.level + 1),
      y1: top,
      y2: top * 0.999,
    }),
  ]);
}

/** How far the limit moves: a ribbon over the height of a plot, at each end what is assumed there. */
function ribbon(/** @type {any} */ ends, /** @type {any} */ { range, floor, ceiling, width }) {
  if (!ends) return [];
  const inner = width - margins.marginLeft - margins.marginRight;
  const inside = (/** @type {number} */ size) => Math.min(range[1], Math.max(range[0], size));
  const at = (/** @type {number} */ size) => (Math.log(size / range[0]) / Math.log(range[1] / range[0])) * inner;
  const [low, high] = [inside(ends.low.size), inside(ends.high.size)];
  const room = (/** @type {string} */ label) => 6.2 * label.length + 10;
  const least = `least: ${ends.low.because}`;
  const most = `most: ${ends.high.because}`;
  const left = at(low) > room(least); // outside of the ribbon
  const right = inner - at(high) > room(most);
  const crowded = (left ? 0 : room(least)) + (right ? 0 : room(most)) > at(high) - at(low) && !(left && right);
  const label = (/** @type {any} */ { size, shown, end, lift = 0 }) =>
    text([size], {
      x: (/** @type {number} */ d) => d,
      frameAnchor: "bottom",
      text: () => shown,
      textAnchor: end ? "end" : "start",
      dx: end ? -5 : 5,
      dy: -9 - lift,
      fill: "var(--ink)",
      stroke: "var(--paper)",
      strokeWidth: 4,
      fontSize: 11,
      lineAnchor: "middle",
    });
  return [
    areaY([low, high], { x: [low, high], y1: floor, y2: ceiling, fill: "var(--limit)", fillOpacity: 0.13 }),
    ruleX(
      [ends.low.size, ends.high.size].filter((size) => size === inside(size)),
      { stroke: "var(--limit)", strokeOpacity: 0.55, strokeWidth: 1 },
    ),
    label({ size: low, shown: least, end: left, lift: crowded ? 15 : 0 }),
    label({ size: high, shown: most, end: !right }),
  ];
}

/**
 * Useful work against size: ideal line, the run's curve, what is marked.
 *
 * @param {any} what
 */
export function workPlot({ width, range, sizes, useful, marks, ends, describe, read }) {
  const { placed, rows } = flags(marks, range, width);
  let top = 0;
  let bottom = Infinity;
  for (const value of useful) {
    if (value > top) top = value;
    if (value > 0 && value < bottom) bottom = value;
  }
  for (const mark of marks) if (mark.useful > 0) bottom = Math.min(bottom, mark.useful);
  if (!(top > 0)) [bottom, top] = range; // no work is done at any size: the frame alone
  const floor = 10 ** Math.floor(Math.log10(Math.max(bottom, top * 1e-4, range[0] * 0.5)));
  const ceiling = 10 ** Math.ceil(Math.log10(Math.max(top * 1.6, floor * 10)));
  const marginTop = 14 + 17 * rows;
  const high = decades([floor, ceiling], 2 * width);
  return image(
    plot({
      ...common,
      ...margins,
      width,
      height: Math.min(340, 200 + width * 0.16) + marginTop,
      marginTop,
      marginBottom: 26,
      ariaLabel: describe,
      x: { type: "log", domain: range, label: null },
      y: { type: "log", domain: [floor, ceiling], label: null },
      marks: [
        ...ribbon(ends, { range, floor, ceiling, width }),
        gridY(high, { stroke: "var(--grid)", strokeOpacity: 1 }),
        axisX(decades(range, width), { tickFormat: compact, tickSize: 4, color: "var(--muted)" }),
        axisY(high, { tickFormat: compact, tickSize: 0, color: "var(--muted)" }),
        ruleX(placed, {
          x: "size",
          stroke: "colour",
          strokeDasharray: "3 3",
          strokeWidth: 1.25,
          y1: floor,
          y2: ceiling,
          insetTop: 0,
        }),
        line(
          [
            [range[0], range[0]],
            [range[1], range[1]],
          ],
          { clip: "frame", stroke: "var(--muted)", strokeDasharray: "2 3", strokeWidth: 1.25 },
        ),
        lineY(useful, { x: sizes, y: useful, clip: "frame", stroke: "var(--accent)", strokeWidth: 2.5 }),
        dot(
          placed.filter((mark) => mark.useful >= floor && mark.useful <= ceiling),
          { x: "size", y: "useful", r: 4.5, fill: "colour", stroke: "var(--paper)", strokeWidth: 1.5 },
        ),
        ...flagMarks(placed, ceiling),
        tip(
          useful,
          pointerX({
            x: sizes,
            y: useful,
            title: (/** @type {number} */ _d, /** @type {number} */ i) => i,
            format: read, // when it is looked at: its words take longer than the picture
            fill: "var(--raised)",
            stroke: "var(--line)",
          }),
        ),
      ],
    }),
  );
}

/**
 * Where every GPU-hour goes, stacked to the whole.
 *
 * @param {any} what
 */
export function hoursPlot({ width, range, sizes, parts, marks, percent, describe }) {
  const areas = [];
  let below = new Float64Array(sizes.length);
  for (const { values, colour } of parts) {
    const above = below.slice();
    for (let i = 0; i < above.length; ++i) above[i] += values[i];
    areas.push(areaY(sizes, { x: sizes, y1: below, y2: above, fill: colour, clip: "frame" }));
    below = above;
  }
  return image(
    plot({
      ...common,
      ...margins,
      width,
      height: 190,
      marginTop: 10,
      marginBottom: 36,
      ariaLabel: describe,
      x: { type: "log", domain: range, label: "GPUs →", labelAnchor: "right", labelOffset: 34 },
      y: { domain: [0, 1], label: null },
      marks: [
        ...areas,
        axisX(decades(range, width), { tickFormat: compact, tickSize: 4, color: "var(--muted)" }),
        axisY({ ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: percent, tickSize: 0, color: "var(--muted)" }),
        ruleX(marks, { x: "size", stroke: "var(--ink)", strokeDasharray: "3 3", strokeWidth: 1 }),
      ],
    }),
  );
}

/**
 * A map of a number over two fields with contour lines.
 *
 * @param {any} what
 */
export function mapPlot({ width, side, values, lowest, x, y, levels, labels, here, describe }) {
  const [low, high] = [Math.log(levels[0]), Math.log(levels[levels.length - 1])];
  const tone = (/** @type {number} */ level) => {
    const share = high > low ? (level - low) / (high - low) : 0.5;
    return `color-mix(in oklab, var(--map-high) ${(10 + 80 * share).toFixed(1)}%, var(--map-low))`;
  };
  const none = Math.log(lowest) - 1; // what has no number lies below all
  const heights = Float64Array.from(values, (value) => (value > 0 ? Math.log(value) : none));
  const bounds = {
    width: side,
    height: side,
    x: null,
    y: null,
    x1: x.range[0],
    x2: x.range[1],
    y1: y.range[0],
    y2: y.range[1],
  };
  return image(
    plot({
      ...common,
      width,
      height: Math.min(460, Math.max(300, width * 0.62)),
      marginLeft: 78,
      marginRight: 20,
      marginTop: 28,
      marginBottom: 40,
      ariaLabel: describe,
      color: { type: "identity" },
      x: { type: x.logarithmic ? "log" : "linear", domain: x.range, label: null },
      y: { type: y.logarithmic ? "log" : "linear", domain: y.range, label: null },
      marks: [
        frame({ fill: "var(--map-low)", stroke: "none" }),
        contour(heights, {
          ...bounds,
          thresholds: levels.map(Math.log),
          value: (/** @type {number} */ d) => d,
          fill: (/** @type {any} */ d) => tone(d.value),
          stroke: "var(--paper)",
          strokeWidth: 1,
          clip: "frame",
        }),
        axisX(x.ticks, { tickFormat: x.tick, tickSize: 4, color: "var(--muted)", label: null }),
        axisY(y.ticks, { tickFormat: y.tick, tickSize: 4, color: "var(--muted)", label: null }),
        text([x.label], {
          frameAnchor: "bottom-right",
          text: (/** @type {string} */ d) => `${d} →`,
          dy: 36,
          fill: "var(--ink)",
        }),
        text([y.label], {
          frameAnchor: "top-left",
          text: (/** @type {string} */ d) => `↑ ${d}`,
          dy: -18,
          dx: -74,
          textAnchor: "start",
          fill: "var(--ink)",
        }),
        text(labels, {
          x: "x",
          y: "y",
          text: "text",
          fill: "var(--ink)",
          stroke: "var(--paper)",
          strokeWidth: 3,
          fontSize: 11.5,
        }),
        here ? dot([here], { x: "x", y: "y", r: 5.5, fill: "var(--accent)", stroke: "var(--paper)", strokeWidth: 2 }) : null,
      ],
    }),
  );
}

/** Parts of a whole as one bar each. @param {any} what */
export function partsPlot({ width, rows, describe, format, bound }) {
  const most = Math.max(bound ?? 0, ...rows.map((/** @type {any} */ row) => row.value));
  return image(
    plot({
      ...common,
      width,
      height: (bound ? 34 : 18) + 24 * rows.length,
      marginLeft: Math.min(190, width * 0.4),
      marginRight: 90,
      marginTop: bound ? 20 : 4,
      marginBottom: 4,
      ariaLabel: describe,
      x: { domain: [0, most], axis: null },
      y: { type: "band", domain: rows.map((/** @type {any} */ row) => row.name), label: null, padding: 0.25 },
      marks: [
        bound ? ruleX([bound], { stroke: "var(--muted)", strokeDasharray: "3 3" }) : null,
        bound ? text([bound], { x: [bound], frameAnchor: "top", text: [format(bound)], dy: -9, fill: "var(--muted)" }) : null,
        barX(rows, { x: "value", y: "name", fill: "colour" }),
        axisY({ tickSize: 0, color: "var(--ink)" }),
        text(rows, {
          x: "value",
          y: "name",
          text: (/** @type {any} */ row) => format(row.value),
          textAnchor: "start",
          dx: 5,
          fill: "var(--ink)",
        }),
      ],
    }),
  );
}

/**
 * What is known at some sizes, a line each, with the run's own size and the best one marked: shares, or amounts on a
 * logarithmic axis.
 *
 * @param {any} what
 */
export function sizesPlot({ width, gpus, lines, own, best, percent, describe }) {
  const domain = /** @type {[number, number]} */ ([Math.min(own, gpus[0]), Math.max(own, best ?? 0, gpus[gpus.length - 1])]);
  const marks = [
    { size: own, label: `this run ${compact(own)}` },
    ...(best && best !== own ? [{ size: best, label: `most useful ${compact(best)}` }] : []),
  ];
  const values = lines.flatMap((/** @type {any} */ of) => [...of.values]).filter((/** @type {any} */ of) => of > 0);
  const range = percent
    ? [0, 1]
    : [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)))];
  const high = percent ? [0, 0.25, 0.5, 0.75, 1] : decades(/** @type {[number, number]} */ (range), 300);
  const { placed, rows } = flags(percent ? [] : marks.map((mark) => ({ ...mark })), domain, width - 64);
  return image(
    plot({
      ...common,
      ...margins,
      marginRight: 84,
      width,
      height: percent ? 210 : 190 + 17 * rows,
      marginTop: percent ? 10 : 8 + 17 * rows,
      marginBottom: percent ? 40 : 22,
      ariaLabel: describe,
      x: { type: "log", label: percent ? "GPUs →" : null, labelAnchor: "right", labelOffset: 36, domain },
      y: { type: percent ? "linear" : "log", domain: range, label: null },
      marks: [
        gridY(high, { stroke: "var(--grid)", strokeOpacity: 1 }),
        axisX(decades(domain, width - 64), { tickFormat: compact, tickSize: 4, color: "var(--muted)" }),
        axisY(high, { tickFormat: percent ?? compact, tickSize: 0, color: "var(--muted)" }),
        ruleX(marks, { x: "size", stroke: "var(--muted)", strokeDasharray: "3 3" }),
        ...flagMarks(placed, range[1]),
        ...lines.flatMap((/** @type {any} */ of) => [
          lineY(of.values, { x: gpus, y: of.values, stroke: of.colour, strokeWidth: 2.25, marker: "dot" }),
          text([of.name], {
            x: [gpus[gpus.length - 1]],
            y: [of.values.at(-1)],
            text: [of.name],
            textAnchor: "start",
            dx: 8,
            fill: "var(--ink)",
          }),
        ]),
      ],
    }),
  );
}
