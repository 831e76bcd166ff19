// SPDX-License-Identifier: Apache-2.0
// The first view, from a run: two plots on one size axis, the map, tables, and what can be taken along.
import { bandOf, bandView, endsOf, unknowing } from "./band.js";
import { causeInputs } from "./causes.js";
import { h, inputGroup, readable, section, table } from "./dom.js";
import { limitMap, mapFields } from "./map.js";
import { colourOf, hoursPlot, sizeRange, spread, workPlot } from "./plots.js";
import { kindOf, requestOf, valueAt } from "./state.js";
import {
  causeLeversTable,
  causesTable,
  equation,
  leversTable,
  limitsOf,
  operationLeversTable,
  reportedTable,
  strategiesTable,
} from "./tables.js";
import { figureButtons, takeAlong } from "./take.js";

const sizes = 120; // of the curves
const quick = 60; // ms that a band may take to be drawn at once; a slower one follows a moment later

/** @param {any} app */
export function runView(app) {
  const { asker } = app;
  const { catalogue } = asker;
  const work = h("div", { class: "drawing" });
  const hours = h("div", { class: "drawing" });
  const workText = h("figcaption", {});
  const hoursText = h("figcaption", {});
  const legend = h("ul", { class: "legend" });
  const workData = h("div", {});
  const hoursData = h("div", {});
  const levers = h("div", {});
  const strategies = h("div", {});
  const equations = h("div", {});
  const causes = h("div", {});
  const reported = h("div", {});
  const band = bandView(app);
  const map = limitMap(app);
  const axes = { x: "", y: "" };
  /** @type {any} */
  let picture;
  /** @type {{ state?: any, said?: any }} the last band, and of which state it is */
  let banded = {};
  /** @type {Set<string>} kinds of runs whose band took long when it was last asked */
  const slow = new Set();
  const kindOfRun = (/** @type {any} */ state) =>
    JSON.stringify([kindOf(state.strategy), state.cause?.length > 0, state.operation?.kind]);
  const svgOf = (/** @type {any} */ holder) => () => holder.querySelector("svg");
  const columnsOf = () => ({ gpus: picture.sizes, ...picture.columns });
  const take = takeAlong((form) => {
    if (form === "link") return app.link();
    const request = app.state.run.known ? bandOf(asker, app.state) : requestOf(catalogue, app.state, "limit");
    const said = asker.ask({ question: "written", with: { request, as: form } });
    return said.error ? said.error.message : said.columns.text;
  });

  const element = h(
    "div",
    { class: "view" },
    section(
      "size",
      "Useful work against size",
      h(
        "figure",
        { id: "work" },
        work,
        workText,
        figureButtons("useful-work", svgOf(work), columnsOf),
        h("details", { class: "data" }, h("summary", {}, "Useful work as a table"), workData),
      ),
    ),
    section("unknown", "What you may not know", band.element),
    section("reported", "Runs like yours", reported),
    section(
      "where",
      "Where every GPU-hour goes",
      h(
        "figure",
        { id: "hours" },
        legend,
        hours,
        hoursText,
        figureButtons("gpu-hours", svgOf(hours), columnsOf),
        h("details", { class: "data" }, h("summary", {}, "GPU-hours as a table"), hoursData),
      ),
    ),
    section("stops", "What stops it", causes),
    section("levers", "Levers", levers),
    section("strategies", "Strategies", strategies),
    section("over-two-fields", "The limit over two fields", map.element),
    section("equation", "The equation", equations),
    section("take", "Take it along", take.element),
  );

  /** The criteria whose sizes are marked: the run's own, and those that ask for no number. */
  function criteriaOf() {
    const chosen = kindOf(app.state.criterion);
    const criteria = [app.state.criterion];
    for (const [name, kind] of Object.entries(catalogue.kinds.criterion))
      if (name !== chosen && kind.fields.length === 0) criteria.push(name);
    return criteria;
  }

  /** The band of the state where it is there at once. */
  function bandNow() {
    const { state } = app;
    if (banded.state !== state && !slow.has(kindOfRun(state))) {
      const begun = performance.now();
      banded = { state, said: asker.ask(bandOf(asker, state)) };
      if (performance.now() - begun > quick) slow.add(kindOfRun(state));
    }
    return banded.state === state ? banded.said : undefined;
  }

  /** The sizes that are marked: the run's own, and those of the criteria. */
  function marksOf() {
    const criteria = criteriaOf();
    const said = asker.ask(requestOf(catalogue, app.state, "limits", { with: { criteria } }));
    if (said.error) return [];
    const of = said.columns;
    return of.value.map((/** @type {any} */ value, /** @type {number} */ i) => ({
      size: value,
      useful: of.useful_gpus[i],
      binding: of.binding[i],
      status: of.status[i],
      note: of.note[i],
      own: i === 0,
      name: i === 0 ? "limit" : readable(kindOf(criteria[i])),
      colour: i === 0 ? "var(--limit)" : "var(--muted)",
    }));
  }

  function compute() {
    const own = asker.number(valueAt(catalogue, app.state, "run.gpus"), "1") ?? 1;
    const limits = marksOf();
    const near = limits.filter(
      (/** @type {any} */ mark) => typeof mark.size === "number" && (mark.own || mark.size < 1e4 * own),
    );
    const ends = endsOf(asker, bandNow());
    const among = ends ? [ends.low.size, ends.high.size].filter((size) => size < 1e4 * own) : [];
    const range = sizeRange([own, ...near.map((/** @type {any} */ mark) => mark.size), ...among]);
    const asked = new Float64Array(sizes + 1);
    asked.set(spread(range[0], range[1], sizes));
    asked[sizes] = own;
    const said = asker.columns(requestOf(catalogue, app.state, "profile", { over: { "with.gpus": asked } }));
    if (said.error) return { error: said.error };
    /** @type {{ [name: string]: Float64Array }} */
    const columns = {};
    const at = {};
    for (const [name, values] of Object.entries(said.columns)) {
      if (!(values instanceof Float64Array)) continue;
      columns[name] = values.subarray(0, sizes);
      at[name] = values[sizes];
    }
    const here = { size: own, useful: at.useful_gpus, name: "this run", own: false, binding: "", colour: "var(--accent)" };
    return { range, sizes: asked.subarray(0, sizes), columns, at, limits, here, marks: [here, ...near], ends };
  }

  const { gpus } = asker;

  /** Both plots, and their words. */
  function draw(/** @type {number} */ before) {
    const begun = performance.now();
    const found = compute();
    const models = before + performance.now() - begun;
    if ("error" in found) {
      workText.textContent = found.error.message;
      return models;
    }
    picture = found;
    const { range, columns, at, limits, here, ends } = found;
    app.add(banded.state === app.state && banded.said.columns ? `The limit: ${banded.said.columns.text}.` : "");
    const width = Math.max(280, Math.min(work.clientWidth || 600, 1100));
    const marks = found.marks.map((/** @type {any} */ mark) => ({
      ...mark,
      label:
        width < 520
          ? mark.name
          : `${mark.name} ${gpus(mark.size, mark === found.here ? 6 : 3)}${mark.binding ? `: ${mark.binding}` : ""}`,
    }));
    const told = [
      `This run, ${gpus(here.size, 6)}, does the useful work of ${gpus(here.useful)}.`,
      ...limits.map(
        (/** @type {any} */ mark) =>
          `${mark.own ? "Limit" : mark.name[0].toUpperCase() + mark.name.slice(1)}: ${
            typeof mark.size === "number"
              ? `${gpus(mark.size)}, useful work of ${gpus(mark.useful)}, ${mark.binding} binds`
              : mark.status
          }.`,
      ),
      ends ? `Ribbon: from ${ends.low.text} (${ends.low.words}) to ${ends.high.text} (${ends.high.words}).` : "",
    ].filter(Boolean);
    const described = `Useful work from ${gpus(range[0], 2)} to ${gpus(range[1], 2)}. ${told.join(" ")}`;
    const drawnWork = workPlot({
      width,
      range,
      sizes: found.sizes,
      useful: columns.useful_gpus,
      marks,
      ends,
      describe: described,
      read: (/** @type {number} */ i) =>
        `${gpus(found.sizes[i], 3)}\nuseful work of ${gpus(columns.useful_gpus[i], 3)}\ngoodput ${asker.text(
          columns.goodput[i],
          "%",
          3,
        )}`,
    });
    const parts = Object.keys(columns)
      .filter((name) => name.startsWith("hours."))
      .map((name, place) => ({ name: name.slice(6), values: columns[name], here: at[name], colour: colourOf(place) }));
    const shares = parts.map((part) => `${readable(part.name)} ${asker.text(part.here, "%", 3)}`);
    const told2 = `Where every GPU-hour goes at ${gpus(here.size, 6)}: ${shares.join(", ")}.`;
    const drawnHours = hoursPlot({
      width,
      range,
      sizes: found.sizes,
      parts,
      marks: marks.filter((mark) => mark.own || mark.name === here.name),
      percent: (/** @type {number} */ share) => asker.text(share, "%", 3),
      describe: told2,
    });
    work.replaceChildren(drawnWork);
    hours.replaceChildren(drawnHours);
    legend.replaceChildren(
      ...parts.map((part, place) =>
        h(
          "li",
          {},
          h("span", { class: `swatch term-${place % 9}` }),
          readable(part.name),
          h("span", { class: "share" }, asker.text(part.here, "%", 3)),
        ),
      ),
    );
    workText.textContent = described;
    hoursText.textContent = told2;
    return models;
  }

  /** All that may follow a moment later, asked in the worker. */
  async function settle() {
    const rows = [...Array(13).keys()].map((i) => Math.round((i * (sizes - 1)) / 12));
    const { columns, sizes: at } = picture;
    workData.replaceChildren(
      table({
        caption: "Useful work at thirteen sizes",
        heads: ["size", "useful work", "goodput", "efficiency"].map((text) => ({ text, number: true })),
        rows: rows.map((i) => [
          gpus(at[i], 3),
          gpus(columns.useful_gpus[i]),
          asker.text(columns.goodput[i], "%"),
          asker.text(columns.efficiency[i], "%"),
        ]),
      }),
    );
    const names = Object.keys(columns).filter((name) => name.startsWith("hours."));
    hoursData.replaceChildren(
      table({
        caption: "Shares of every GPU-hour",
        heads: [{ text: "size", number: true }, ...names.map((name) => ({ text: readable(name.slice(6)), number: true }))],
        rows: rows.map((i) => [gpus(at[i], 3), ...names.map((name) => asker.text(columns[name][i], "%", 3))]),
      }),
    );
    take.show();
    const { state } = app;
    const said = await app.workAll(["levers", "compare", "explain"].map((question) => requestOf(catalogue, state, question)));
    if (!said || app.state !== state) return;
    const [lever, compared, explained] = said;
    levers.replaceChildren(...leversTable(asker, lever).filter(Boolean));
    equations.replaceChildren(...equation(explained));
    if (!(await bands(state))) return;
    const limits = await app.workAll(limitsOf(asker, state, compared));
    if (!limits || app.state !== state) return;
    strategies.replaceChildren(...strategiesTable(asker, state, compared, limits).filter(Boolean));
    if (!(await leversOfStops(state, lever))) return;
    const paths = mapFields(app).map((of) => of.path);
    const effect = (/** @type {string} */ path) => Math.abs(lever.columns?.[`elasticity.${path.slice(4)}`] ?? 0);
    const ranked = paths.filter((path) => path.startsWith("run.")).sort((a, b) => effect(b) - effect(a));
    for (const name of /** @type {("x" | "y")[]} */ (["x", "y"]))
      if (!paths.includes(axes[name])) axes[name] = ranked.find((path) => path !== axes.x && path !== axes.y) ?? paths[0];
    map.refresh(axes);
  }

  /**
   * Levers of what stops or slows it, where that is said; false where something newer has come.
   *
   * @param {any} state @param {any} lever what `levers` answers
   */
  async function leversOfStops(state, lever) {
    const of = state.cause || state.restart || state.factor ? ["cause_levers"] : [];
    const asked = [...of, ...(state.operation ? ["operation_levers"] : [])];
    if (!asked.length) return true;
    const said = await app.workAll(asked.map((question) => requestOf(catalogue, state, question)));
    if (!said || app.state !== state) return false;
    const shown = of.length ? causeLeversTable(asker, state, said.shift()) : [];
    if (said.length) shown.push(...operationLeversTable(asker, said[0]));
    levers.replaceChildren(...leversTable(asker, lever).filter(Boolean), ...shown);
    return true;
  }

  /** What each cause takes, the bands of all largest sizes; false where something newer has come. @param {any} state */
  async function bands(state) {
    const own = banded.state === state ? [] : [bandOf(asker, state)];
    const whole = state.run.known ? [bandOf(asker, unknowing(state))] : [];
    const others = criteriaOf().slice(1);
    const begun = performance.now();
    const said = await app.workAll([
      requestOf(catalogue, state, "by_cause"),
      requestOf(catalogue, state, "reported"),
      ...own,
      ...whole,
      ...others.map((criterion) => bandOf(asker, { ...state, criterion })),
    ]);
    if (!said || app.state !== state) return false;
    causes.replaceChildren(...causesTable(asker, state, said.shift()).filter(Boolean));
    reported.replaceChildren(...reportedTable(asker, said.shift()));
    if (performance.now() - begun < quick) slow.delete(kindOfRun(state)); // it was the machine that took its time
    if (own.length) {
      banded = { state, said: said.shift() };
      draw(0);
    }
    const all = whole.length ? said.shift() : banded.said;
    band.draw(
      banded.said,
      all,
      others.map((name, i) => [readable(name), said[i]]),
    );
    return true;
  }

  app.mapAxis = (/** @type {string} */ name, /** @type {string} */ path) => {
    const [one, other] = /** @type {("x" | "y")[]} */ (name === "map-x" ? ["x", "y"] : ["y", "x"]);
    if (axes[other] === path) axes[other] = axes[one];
    axes[one] = path;
    map.refresh(axes);
  };

  return {
    title: "From a run",
    element,
    keeps: "model_plan", // the arguments that stand in its state
    draw,
    settle,
    resize: () => {
      draw(0);
      map.draw();
    },
    ask: (/** @type {any} */ state) => asker.ask(requestOf(catalogue, state, "headline")),
    inputs: (/** @type {any} */ inputs) => {
      const run = Object.values(catalogue.kinds.run)[0];
      return [
        inputGroup("Run", true, inputs.preset("run", "start from"), inputs.ofFields("run", run.fields)),
        causeInputs(app, inputs),
        inputGroup("Strategy", true, inputs.choice("strategy", "protects the run")),
        inputGroup("Criterion", true, inputs.choice("criterion", "the limit is where")),
        inputGroup("Growth", true, inputs.choice("growth", "with size grows", true)),
        inputGroup("Other factors", true, inputs.factors()),
      ].flat();
    },
  };
}
