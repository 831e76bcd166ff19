// SPDX-License-Identifier: Apache-2.0
// The tables: levers by effect, strategies side by side, the equation.
import { h, readable, table } from "./dom.js";
import { kindOf, requestOf } from "./state.js";

/** @typedef {import("./ask.js").Asker} Asker */

/** What a column's name says after its group: `elasticity.gpu_mttf` -> `gpu_mttf`. */
const fieldsOf = (/** @type {any} */ columns, /** @type {string} */ group) =>
  Object.keys(columns)
    .filter((name) => name.startsWith(`${group}.`))
    .map((name) => name.slice(group.length + 1));

/** How far two sizes are apart, as a factor. */
const apart = (/** @type {any} */ one, /** @type {any} */ other) =>
  typeof one === "number" && typeof other === "number" && one > 0 && other > 0
    ? Math.abs(Math.log(one / other))
    : one === other
      ? 0
      : Infinity;

const sizeOf = (/** @type {Asker} */ asker, /** @type {any} */ value) => asker.gpus(value);

/** Levers, the strongest first. @param {Asker} asker @param {any} said */
export function leversTable(asker, said) {
  if (said.error) return [h("p", { class: "hint" }, said.error.message)];
  const of = said.columns;
  const rows = fieldsOf(of, "elasticity").map((field) => ({
    field,
    elasticity: of[`elasticity.${field}`],
    doubled: of[`doubled.${field}`],
    halved: of[`halved.${field}`],
    effect: Math.max(apart(of[`doubled.${field}`], of.limit), apart(of[`halved.${field}`], of.limit)),
  }));
  rows.sort((a, b) => b.effect - a.effect);
  return [
    of.note ? h("p", { class: "hint" }, of.note) : null,
    table({
      caption: "What each field does to the limit, strongest first",
      heads: [
        { text: "field" },
        { text: "elasticity", number: true, title: titleOf(asker, "levers", "elasticity.<field>") },
        { text: "doubled", number: true, title: titleOf(asker, "levers", "doubled.<field>") },
        { text: "halved", number: true, title: titleOf(asker, "levers", "halved.<field>") },
      ],
      rows: rows.map((row) => [
        readable(row.field),
        asker.text(row.elasticity, "1", 3),
        sizeOf(asker, row.doubled),
        sizeOf(asker, row.halved),
      ]),
    }),
  ];
}

export const titleOf = (/** @type {Asker} */ asker, /** @type {string} */ question, /** @type {string} */ column) =>
  asker.catalogue.questions[question].columns.find((/** @type {any} */ of) => of.name === column)?.text;

/** What is asked of each strategy that was compared: its limit. @param {Asker} asker @param {any} state @param {any} said */
export function limitsOf(asker, state, said) {
  const of = said.columns;
  return of
    ? of.strategy.map((/** @type {string} */ name, /** @type {number} */ i) =>
        requestOf(
          asker.catalogue,
          { ...state, strategy: of.place[i] === 0 ? state.strategy : { [name]: JSON.parse(of.fields[i]) } },
          "limit",
        ),
      )
    : [];
}

/**
 * Every strategy at this size, best first; where the ranking changes.
 *
 * @param {Asker} asker @param {any} state @param {any} said what `compare` answers @param {any[]} limits
 */
export function strategiesTable(asker, state, said, limits) {
  if (said.error) return [h("p", { class: "hint" }, said.error.message)];
  const of = said.columns;
  const own = kindOf(state.strategy);
  const rows = of.strategy.map((/** @type {string} */ name, /** @type {number} */ i) => {
    const limit = limits[i];
    const value = limit.error ? null : limit.columns.value;
    return [
      h("span", { title: of.assumes[i] }, readable(of.label[i]), name === own ? h("strong", {}, " (this run)") : null),
      asker.text(of.goodput[i], "%", 4),
      asker.text(of.interval[i], "s", 3),
      value === null
        ? h("span", { title: limit.error?.message ?? limit.columns.note }, limit.error ? "–" : limit.columns.status)
        : asker.gpus(value),
      asker.text(of.memory[i], said.units.memory, 3),
      asker.text(of.bandwidth[i], said.units.bandwidth, 3),
      asker.gpus(of.spares[i]),
    ];
  });
  const head = (/** @type {string} */ name, /** @type {string} */ shown = name) => ({
    text: shown,
    number: true,
    title: titleOf(asker, "compare", name),
  });
  const changes = of["break_even.gpus"].map((/** @type {number} */ gpus, /** @type {number} */ i) => [
    asker.gpus(gpus),
    readable(of["break_even.below"][i]),
    readable(of["break_even.above"][i]),
  ]);
  const left = new Map();
  of["left_out.strategy"].forEach((/** @type {string} */ name, /** @type {number} */ i) =>
    left.set(name, [...(left.get(name) ?? []), readable(of["left_out.field"][i])]),
  );
  return [
    table({
      caption: `Strategies at ${asker.gpus(of.sizes[0], 6)}, best first`,
      heads: [
        { text: "strategy" },
        head("goodput"),
        head("interval"),
        { text: "limit", number: true, title: titleOf(asker, "limit", "value") },
        head("memory"),
        head("bandwidth"),
        head("spares"),
      ],
      rows,
    }),
    changes.length
      ? table({
          caption: "Sizes where the ranking changes",
          rows: changes,
          heads: [{ text: "size" }, { text: "better below" }, { text: "better above" }],
        })
      : h("p", { class: "hint" }, "The ranking is the same at every size that was compared."),
    left.size
      ? h(
          "p",
          { class: "hint" },
          `Not compared, for want of a number: ${[...left]
            .map(([name, fields]) => `${readable(name)} (${fields.join(", ")})`)
            .join("; ")}.`,
        )
      : null,
  ];
}

/**
 * What stops the run, what takes most of the time first.
 *
 * @param {Asker} asker @param {any} state @param {any} said what `by_cause` answers
 */
export function causesTable(asker, state, said) {
  if (said.error) return [h("p", { class: "hint" }, said.error.message)];
  const of = said.columns;
  const head = (/** @type {string} */ name, /** @type {string} */ text) => ({
    text,
    number: true,
    title: titleOf(asker, "by_cause", name),
  });
  const share = (/** @type {number} */ value) => asker.text(value, "%", 3);
  const rows = of.cause
    .map((/** @type {string} */ name, /** @type {number} */ i) => ({ name, i, time: of.time[i] ?? 0 }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.time - a.time || a.i - b.i);
  const others = "other: what gpu mttf counts beyond the shares of causes";
  return [
    state.cause ? null : h("p", { class: "hint" }, "No causes are listed: gpu mttf counts all failures together."),
    table({
      caption: `At this size, what takes most of the time first${of.cause.includes("other") ? `; ${others}` : ""}`,
      heads: [
        { text: "cause", title: titleOf(asker, "by_cause", "cause") },
        head("share", "of the failures"),
        head("time", "of the time"),
        head("without", "goodput without it"),
      ],
      rows: rows.map((/** @type {any} */ { name, i }) => [
        name,
        share(of.share[i]),
        share(of.time[i]),
        asker.text(of.without[i], "%", 4),
      ]),
    }),
  ];
}

/** How many levers of what stops it are shown: those that buy most. */
const MOST_LEVERS = 8;

/**
 * What a better number of a cause, of a restart's parts or of slow parts buys; nothing where there are none of these.
 *
 * @param {Asker} asker @param {any} state @param {any} said what `cause_levers` answers
 */
export function causeLeversTable(asker, state, said) {
  if (said.error) return [];
  const of = said.columns;
  const rows = of.cause
    .map((/** @type {string} */ _name, /** @type {number} */ i) => i)
    .filter((/** @type {number} */ i) => state.cause || of.cause[i] !== "other")
    .sort((/** @type {number} */ a, /** @type {number} */ b) => (of.gain[b] ?? 0) - (of.gain[a] ?? 0) || a - b);
  if (rows.length === 0) return [];
  const head = (/** @type {string} */ name, /** @type {string} */ text, number = true) => ({
    text,
    number,
    title: titleOf(asker, "cause_levers", name),
  });
  return [
    table({
      caption: "What a better number of what stops or slows it buys, most first",
      heads: [
        head("cause", "cause", false),
        head("field", "field", false),
        head("improved", "to"),
        head("gain", "of use"),
        head("limit", "limit"),
      ],
      rows: rows
        .slice(0, MOST_LEVERS)
        .map((/** @type {number} */ i) => [
          of.cause[i],
          readable(of.field[i]),
          asker.text(of.improved[i], of.unit[i], 4),
          asker.text(of.gain[i], "%", 3),
          sizeOf(asker, of.limit[i]),
        ]),
    }),
  ];
}

/**
 * What runs operated in each way reported, at the rate of this one.
 *
 * @param {Asker} asker @param {any} said what `reported` answers
 */
export function reportedTable(asker, said) {
  if (said.error) return [h("p", { class: "hint" }, said.error.message)];
  const of = said.columns;
  const head = (/** @type {string} */ name, /** @type {string} */ text, number = true) => ({
    text,
    number,
    title: titleOf(asker, "reported", `row.${name}`),
  });
  const share = (/** @type {number} */ value) => asker.text(value, "%", 2);
  const column = (/** @type {string} */ name) => of[`row.${name}`];
  return [
    table({
      caption: `Outages as ${asker.text(of.projects, "1")} projects had them: no forecast, and of no known coverage`,
      heads: [head("words", "brought back", false), head("goodput_low", "goodput"), head("low", "limit")],
      rows: column("words").map((/** @type {string} */ words, /** @type {number} */ i) => [
        column("own")[i] ? `${words} (as yours)` : words,
        `${share(column("goodput_low")[i])} to ${share(column("goodput_high")[i])}`,
        `${sizeOf(asker, column("low")[i])} to ${sizeOf(asker, column("high")[i])}`,
      ]),
    }),
  ];
}

/**
 * What it is worth to bring a run back sooner, most first; nothing where nobody says who does.
 *
 * @param {Asker} asker @param {any} said what `operation_levers` answers
 */
export function operationLeversTable(asker, said) {
  if (said.error || said.columns.text.length === 0) return [];
  const of = said.columns;
  const head = (/** @type {string} */ name, /** @type {string} */ text, number = true) => ({
    text,
    number,
    title: titleOf(asker, "operation_levers", name),
  });
  const rows = of.text
    .map((/** @type {string} */ _text, /** @type {number} */ i) => i)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => (of.gain[b] ?? 0) - (of.gain[a] ?? 0) || a - b);
  const storage = (/** @type {any} */ times) => (typeof times === "number" ? `x ${asker.text(times, "1", 3)}` : "none is enough");
  return [
    table({
      caption: "What it buys to bring it back otherwise, most first",
      heads: [head("text", "what", false), head("gain", "of use"), head("limit", "limit"), head("storage", "storage for the same")],
      rows: rows.map((/** @type {number} */ i) => [
        of.text[i],
        asker.text(of.gain[i], "%", 3),
        sizeOf(asker, of.limit[i]),
        storage(of.storage[i]),
      ]),
    }),
  ];
}

/** The equation of the limit with the run's numbers. @param {any} said */
export function equation(said) {
  return [h("pre", { tabindex: 0 }, said.error ? said.error.message : said.columns.text)];
}
