// SPDX-License-Identifier: Apache-2.0
// What the limit would be if one of the things that its reader may not know were otherwise: asked here, shown below the plot
// and as a ribbon in it.
import { h, readable, table } from "./dom.js";
import { withLinks } from "./inputs.js";
import { requestOf } from "./state.js";
import { titleOf } from "./tables.js";

/** @typedef {import("./ask.js").Asker} Asker */

/** The request of the band. @param {Asker} asker @param {any} state */
export const bandOf = (asker, state) => requestOf(asker.catalogue, state, "band");

/** The state of one who knows nothing. @param {any} state */
export function unknowing(state) {
  const { known: _known, ...run } = state.run;
  return { ...state, run };
}

/** What is assumed at an end, in words. @param {any} of columns @param {string} because @param {any} value */
function wordsOf(of, because, value) {
  const at = of["assumption.name"].findIndex(
    (/** @type {string} */ name, /** @type {number} */ i) => name === because && of["assumption.value"][i] === value,
  );
  return at < 0 ? readable(because) : of["assumption.text"][at];
}

/** A size; 0 is none, and where nobody knows the status says why. */
const sizeAt = (/** @type {Asker} */ asker, /** @type {any} */ value, /** @type {string} */ status = "–") =>
  value === 0 ? "no size" : value === null ? status : asker.gpus(value);

/**
 * Both ends, each with what is assumed there, for a plot and its words; undefined where there is no band.
 *
 * @param {Asker} asker @param {any} said
 */
export function endsOf(asker, said) {
  const of = said?.columns;
  if (!of || of.low === of.high || of.low === null || of.high === null) return undefined;
  const end = (/** @type {"low" | "high"} */ name) => ({
    size: of[name] === "unlimited" ? Infinity : of[name],
    because: readable(of[`${name}_because`]),
    words: wordsOf(of, of[`${name}_because`], of[name]),
    text: sizeAt(asker, of[name], of[`${name}_status`]),
  });
  return { low: end("low"), high: end("high") };
}

/** What may be otherwise, each with a box to say that it is known. */
function assumptions(/** @type {any} */ app, /** @type {any} */ said) {
  const { asker } = app;
  const of = said.columns;
  const known = new Set(app.state.run.known ?? []);
  const head = (/** @type {string} */ name, /** @type {string} */ text) => ({
    text,
    number: true,
    title: titleOf(asker, "band", `assumption.${name}`),
  });
  const names = of["assumption.name"];
  const tick = (/** @type {string} */ name) =>
    h("input", {
      type: "checkbox",
      id: `known-${name}`,
      name: `known.${name}`,
      checked: known.has(name),
      on: {
        change: (/** @type {any} */ event) => {
          const { checked } = event.currentTarget;
          app.choose((/** @type {any} */ state) => {
            const left = (state.run.known ?? []).filter((/** @type {string} */ one) => one !== name);
            state.run.known = checked ? [...left, name] : left;
            if (!state.run.known.length) delete state.run.known;
          });
        },
      },
    });
  return table({
    caption: "The limit, each with that one thing otherwise",
    heads: [
      { text: "tick what you know; else it may be that", words: true },
      head("value", "largest size"),
      head("useful_gpus", "useful work"),
      head("goodput", "goodput here"),
    ],
    rows: names.map((/** @type {string} */ name, /** @type {number} */ i) => [
      h(
        names.indexOf(name) === i ? "label" : "span",
        { class: "known" },
        names.indexOf(name) === i ? tick(name) : h("span", {}),
        h("span", {}, of["assumption.text"][i]),
      ),
      sizeAt(asker, of["assumption.value"][i], of["assumption.status"][i]),
      asker.gpus(of["assumption.useful_gpus"][i]),
      asker.text(of["assumption.goodput"][i], "%", 4),
    ]),
  });
}

/** Where each assumption is from. */
function sources(/** @type {any} */ of) {
  const all = new Map();
  of["assumption.name"].forEach((/** @type {string} */ name, /** @type {number} */ i) =>
    all.set(name, of["assumption.source"][i]),
  );
  return h(
    "details",
    { class: "data" },
    h("summary", {}, "Sources"),
    [...all].map(([name, source]) => h("p", {}, `${readable(name)}: `, withLinks(source))),
  );
}

/** Each largest size with its ends. */
function sizes(/** @type {Asker} */ asker, /** @type {[string, any][]} */ all) {
  const cells = ([/** @type {string} */ name, /** @type {any} */ said]) => {
    if (said.error) return [name, "–", "–", "", "–", "", "–"];
    const of = said.columns;
    const end = (/** @type {string} */ which) => sizeAt(asker, of[which], of[`${which}_status`]);
    return [
      name,
      sizeAt(asker, of.value, of.status),
      end("low"),
      readable(of.low_because),
      end("high"),
      readable(of.high_because),
      sizeAt(asker, of.together),
    ];
  };
  const head = (/** @type {string} */ name, /** @type {string} */ text, number = true) => ({
    text,
    number,
    title: titleOf(asker, "band", name),
  });
  return table({
    caption: "Largest sizes, and how far one thing moves each",
    heads: [
      { text: "criterion" },
      head("value", "as given"),
      head("low", "least"),
      head("low_because", "because of", false),
      head("high", "most"),
      head("high_because", "because of", false),
      head("together", "several at once"),
    ],
    rows: all.map(cells),
  });
}

/**
 * The part of the view that tells what may be otherwise.
 *
 * @param {any} app
 */
export function bandView(app) {
  const { asker } = app;
  const element = h("div", {});
  /**
   * @param {any} said the band @param {any} whole the band of one who knows nothing, of which the rows are
   * @param {[string, any][]} others bands of other criteria, by what they are called
   */
  function draw(said, whole, others) {
    const focused = element.contains(document.activeElement) ? document.activeElement?.id : "";
    const refused = said.error ?? whole.error;
    if (refused) {
      element.replaceChildren(h("p", { class: "hint" }, refused.message));
      return;
    }
    element.replaceChildren(
      assumptions(app, whole),
      sources(whole.columns),
      sizes(asker, [["limit", said], ...others]),
      ...(said.columns.assumes ? [h("p", { class: "hint assumed" }, `As given, ${said.columns.assumes}.`)] : []),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  return { element, draw };
}
