// SPDX-License-Identifier: Apache-2.0
// The map of the limit over two fields: asked of the engine in the worker, drawn when it comes.
import { saidByCauses } from "./causes.js";
import { h, readable, table } from "./dom.js";
import { scaleOf } from "./inputs.js";
import { compact, mapPlot } from "./plots.js";
import { kindOf, requestOf, valueAt } from "./state.js";

const sides = [50, 200]; // points along each axis: first a rough map, at once
const share = 80; // ms that a part of the map takes: between two of them the worker is free for what is newer

/** Every field that the map may be over: those with a usual range. @param {any} app */
export function mapFields(app) {
  const { kinds } = app.asker.catalogue;
  const of = (/** @type {string} */ path, /** @type {any[]} */ fields) =>
    fields
      .filter((field) => field.usual)
      .map((field) => ({ path: `${path}.${field.name}`, field, label: readable(field.name) }));
  const { state } = app;
  const counted = saidByCauses(app.asker.catalogue, state);
  const [cause] = /** @type {any[]} */ (Object.values(kinds.cause));
  return [
    ...of(
      "run",
      Object.values(kinds.run)[0].fields.filter(
        (/** @type {any} */ field) => !field.instead_of && !(counted && field.name === "gpu_mttf"),
      ),
    ),
    ...of("strategy", kinds.strategy[kindOf(state.strategy)].fields),
    ...of("criterion", kinds.criterion[kindOf(state.criterion)].fields),
    ...(state.factor ?? []).flatMap((/** @type {any} */ part, /** @type {number} */ i) =>
      of(`factor.${i}`, kinds.factor[kindOf(part)].fields),
    ),
    ...(state.restart ? of("restart", /** @type {any} */ (Object.values(kinds.restart)[0]).fields) : []),
    ...(state.cause ?? []).flatMap((/** @type {any} */ row, /** @type {number} */ i) =>
      of(
        `cause.${i}`,
        cause.fields.filter((/** @type {any} */ field) => field.name in row),
      ).map((found) => ({ ...found, label: `${row.name}: ${found.label}` })),
    ),
  ];
}

/** A field in a list of all: "run: gpu mttf", of a cause by the cause's name. */
const nameOf = (/** @type {any} */ { path, label }) =>
  path.startsWith("cause.") ? `cause: ${label}` : readable(path.replace(".", ": "));

/** An axis over a field: the usual range, and the run's own value in it. */
function axisOf(/** @type {any} */ app, /** @type {any} */ { path, field, label }, /** @type {number} */ side) {
  const { asker } = app;
  const unit = field.unit ?? "1";
  const own = asker.number(valueAt(asker.catalogue, app.state, path) ?? field.default, unit);
  let [low, high] = field.usual;
  if (own !== undefined && Number.isFinite(own) && own > 0) [low, high] = [Math.min(low, own), Math.max(high, own)];
  const scale = scaleOf([low, high]);
  const values = new Float64Array(side);
  for (let i = 0; i < side; ++i) values[i] = scale.value((i + 0.5) / side);
  const ticks = [];
  const count = scale.logarithmic ? Math.max(2, Math.min(6, Math.round(Math.log10(high / low)) + 1)) : 5;
  const texts = new Map();
  for (let i = 0; i < count; ++i) {
    // round in the unit that people use: a text of one digit, and the number that it is
    const written = asker.handy(scale.value(i / (count - 1)), unit, 1);
    const value = asker.number(written, unit);
    if (value === undefined || texts.has(value) || value < low * 0.999 || value > high * 1.001) continue;
    ticks.push(value);
    texts.set(value, written);
  }
  return {
    path,
    field,
    unit,
    own,
    range: [low, high],
    logarithmic: scale.logarithmic,
    scale,
    values,
    ticks,
    tick: (/** @type {number} */ value) => texts.get(value) ?? "",
    label,
  };
}

/** Levels that read round between the smallest and the largest value: 1, 2, 5 times powers of ten, or every decade of many. */
function levelsOf(/** @type {number[]} */ [low, high]) {
  const decades = Math.log10(high / low);
  const steps = decades > 7 ? [1] : decades > 2.5 ? [1, 3] : decades > 0.8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
  const levels = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) && levels.length < 14; ++power)
    for (const step of steps) if (step * 10 ** power > low && step * 10 ** power < high) levels.push(step * 10 ** power);
  return levels.length ? levels : [low];
}

/** Where a level's label stands: on the way from one corner to the other, where the values pass it. */
function labelsOf(
  /** @type {number} */ side,
  /** @type {Float64Array} */ values,
  /** @type {number[]} */ levels,
  /** @type {any} */ x,
  /** @type {any} */ y,
  /** @type {(level: number) => string} */ written,
) {
  const labels = [];
  const ways = [
    (/** @type {number} */ i) => [i, side - 1 - i],
    (/** @type {number} */ i) => [i, i],
    (/** @type {number} */ i) => [i, side >> 1],
    (/** @type {number} */ i) => [side >> 1, i],
  ];
  for (const level of levels) {
    for (const way of ways) {
      let found;
      for (let i = side / 25; i < side - side / 25 && !found; ++i) {
        const [a, b] = [way(i - 1), way(i)].map(([column, row]) => values[row * side + column]);
        if ((a - level) * (b - level) <= 0 && Number.isFinite(a) && Number.isFinite(b)) found = way(i);
      }
      if (!found) continue;
      const [column, row] = found;
      if (labels.some((other) => Math.abs(other.column - column) < 0.07 * side && Math.abs(other.row - row) < 0.045 * side))
        break;
      labels.push({ column, row, x: x.values[column], y: y.values[row], text: written(level) });
      break;
    }
  }
  return labels;
}

/** @param {any} app */
export function limitMap(app) {
  const { asker } = app;
  const holder = h("div", { class: "drawing" });
  const words = h("figcaption", {}, "");
  const hint = h("p", { class: "hint" }, "A click on the map sets both fields.");
  const figure = h("figure", { id: "map" }, holder, words);
  const tableHolder = h("div", {});
  const select = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(
      "label",
      {},
      `${label} `,
      h("select", { name, on: { change: (/** @type {any} */ event) => app.mapAxis(name, event.currentTarget.value) } }),
    );
  const across = select("map-x", "across");
  const up = select("map-y", "up");
  const element = h(
    "div",
    {},
    h("div", { class: "axes" }, across, up),
    figure,
    hint,
    h("details", { class: "data" }, h("summary", {}, "The map as a table"), tableHolder),
  );
  let drawn;
  let serial = 0;

  /** Asks for the map of the present state; nothing that is older is drawn after it. */
  async function refresh(/** @type {{ x: string, y: string }} */ axes) {
    const fields = mapFields(app);
    const [x, y] = [axes.x, axes.y].map((path) => fields.find((of) => of.path === path));
    for (const [label, chosen] of [
      [across, axes.x],
      [up, axes.y],
    ]) {
      const list = label.querySelector("select");
      list.replaceChildren(...fields.map((of) => h("option", { value: of.path }, nameOf(of))));
      list.value = chosen;
    }
    if (!x || !y) return;
    const mine = ++serial;
    const { state } = app;
    const started = performance.now();
    let pace = 4; // points in the first part
    for (const side of sides) {
      const [xs, ys] = [axisOf(app, x, side), axisOf(app, y, side)];
      const values = new Float64Array(side * side);
      const all = { [x.path]: new Float64Array(side * side), [y.path]: new Float64Array(side * side) };
      for (let row = 0; row < side; ++row) {
        all[x.path].set(xs.values, row * side);
        all[y.path].fill(ys.values[row], row * side, (row + 1) * side);
      }
      let found;
      let count = pace;
      for (let from = 0; from < values.length; from += count, count = pace) {
        const begun = performance.now();
        const over = Object.fromEntries(Object.entries(all).map(([path, of]) => [path, of.slice(from, from + count)]));
        found = await app.work(requestOf(asker.catalogue, app.state, "limit", { over }), ["value"]);
        if (mine !== serial || app.state !== state || !found) return;
        if (found.error) break;
        values.set(found.columns.value, from);
        pace = Math.round(Math.min(5000, Math.max(2, count * Math.min(40, share / (performance.now() - begun)))));
        if (performance.now() - started > 1000)
          words.textContent = `The map is being computed: point ${from} of ${values.length}.`;
      }
      if (!found.error) found.columns.value = values;
      drawn = { side, xs, ys, found };
      draw();
    }
  }

  function draw() {
    if (!drawn) return;
    const { side, xs, ys, found } = drawn;
    if (found.error) {
      words.textContent = found.error.message;
      return;
    }
    const values = found.columns.value;
    let [low, high] = [Infinity, 0];
    for (const value of values)
      if (value > 0 && Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
    const width = Math.max(280, Math.min(holder.clientWidth || 600, 900));
    const title = `Limit over ${xs.label} and ${ys.label}`;
    if (!(low < Infinity)) {
      words.textContent = `${title}: there is no finite limit anywhere on this map.`;
      holder.replaceChildren();
      return;
    }
    const levels = levelsOf([low, high]);
    const blank = values.some((/** @type {number} */ value) => Number.isNaN(value)) ? " Where it is blank there is none." : "";
    const described = `${title}: from ${asker.gpus(low, 3)} to ${asker.gpus(high, 3)}.${blank}`;
    const labels = labelsOf(side, values, levels, xs, ys, compact);
    const inside = xs.own !== undefined && ys.own !== undefined && Number.isFinite(xs.own) && Number.isFinite(ys.own);
    const svg = mapPlot({
      width,
      side,
      values: values.map((/** @type {number} */ value) => Math.min(value, 10 * high)),
      lowest: low,
      x: xs,
      y: ys,
      levels,
      labels,
      here: inside ? { x: xs.own, y: ys.own } : null,
      describe: described,
    });
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const written = [xs, ys].map((axis, i) => {
        const value = svg.scale(i ? "y" : "x").invert(i ? at.y : at.x);
        if (!(value >= axis.range[0] && value <= axis.range[1])) return undefined;
        return asker.handy(axis.field.whole ? Math.round(value) : value, axis.unit);
      });
      if (written.every((value) => value !== undefined)) app.changeAll({ [xs.path]: written[0], [ys.path]: written[1] });
    });
    holder.replaceChildren(svg);
    words.textContent = described;
    const picks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (side - 1)));
    tableHolder.replaceChildren(
      table({
        caption: described,
        heads: [
          { text: `${ys.label} \\ ${xs.label}` },
          ...picks.map((column) => ({ text: asker.text(xs.values[column], xs.unit, 3), number: true })),
        ],
        rows: picks.map((row) => [
          asker.text(ys.values[row], ys.unit, 3),
          ...picks.map((column) => asker.gpus(values[row * side + column], 3)),
        ]),
      }),
    );
  }

  return { element, refresh, draw, figure };
}
