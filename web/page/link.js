// SPDX-License-Identifier: Apache-2.0
// The state in the address: only what differs from the start, as percent-encoded JSON. The engine writes it and reads it.

import { isChoice } from "./state.js";

/** @typedef {import("./ask.js").Asker} Asker */

/** What the page starts with. @param {import("./state.js").Catalogue} catalogue */
export function startState(catalogue) {
  const preset = (/** @type {string} */ group, /** @type {string} */ name) => structuredClone(catalogue.presets[group][name].fields);
  return {
    question: "limit",
    run: preset("run", "llama3_405b"),
    strategy: { blocking: {} },
    criterion: { goodput_at_least: { goodput: 0.9 } },
    growth: { chinchilla: {} },
    factor: [],
    shape: preset("shape", "llama3_405b"),
    chip: preset("chip", "h100"),
    fabric: catalogue.presets.fabric ? preset("fabric", "dgx_h100") : { gpus_per_node: 8, inner_bandwidth: 450e9, outer_bandwidth: 50e9 },
    state_recipe: preset("state_recipe", "optimizer"),
    prices: { gpu: "2 USD/h", power_per_gpu: "1.3 kW" },
    with: { tokens: "15.6e12", batch_tokens: 2 ** 24 },
  };
}

/** The hash of a state. @param {Asker} asker @param {any} start @param {any} state */
export function hashOf(asker, start, state) {
  const said = asker.ask({ question: "written", with: { request: state, base: start, as: "difference" } });
  const text = said.columns?.text ?? JSON.stringify(state);
  return text === "{}" ? "#" : `#${encodeURIComponent(text)}`;
}

/**
 * The state of a hash, or why there is none.
 *
 * @param {Asker} asker @param {any} start @param {string} hash
 * @returns {{ state?: any, refused?: string }}
 */
export function stateOf(asker, start, hash) {
  const text = hash.replace(/^#/, "");
  if (text === "") return { state: structuredClone(start) };
  let difference;
  try {
    difference = JSON.parse(decodeURIComponent(text));
  } catch {
    return { refused: "What stands behind the # is not percent-encoded JSON." };
  }
  if (difference === null || typeof difference !== "object" || Array.isArray(difference))
    return { refused: "What stands behind the # is not a request." };
  const said = asker.ask({ question: "written", with: { request: difference, base: start, as: "merged" } });
  if (said.error) return { refused: said.error.message };
  return inForm(asker, JSON.parse(said.columns.text));
}

/**
 * A request in the page's form, whatever form it came in: a preset's name, {goodput_at_least: 0.9}, {name: "blocking"}.
 *
 * @param {Asker} asker @param {any} request
 * @returns {{ state?: any, refused?: string }}
 */
function inForm(asker, request) {
  const { catalogue } = asker;
  const isFields = (/** @type {any} */ part) => part !== null && typeof part === "object" && !Array.isArray(part) && !("preset" in part);
  const isKind = (/** @type {string} */ group, /** @type {any} */ part) => {
    const names = isFields(part) ? Object.keys(part) : [];
    return names.length === 1 && names[0] in catalogue.kinds[group] && isFields(part[names[0]]);
  };
  const inForm = Object.entries(request).every(([group, part]) => !(group in catalogue.kinds) ? true
    : !isChoice(catalogue, group) ? isFields(part)
      : group === "factor" ? Array.isArray(part) && part.every((one) => isKind(group, one)) : isKind(group, part));
  if (inForm) return { state: request };
  const said = asker.ask({ question: "written", with: { request, as: "full" } });
  if (said.error) return { refused: said.error.message };
  const full = JSON.parse(said.columns.text);
  const named = (/** @type {string} */ by, /** @type {any} */ { [by]: name, ...fields }) =>
    ({ [name]: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) });
  for (const group of Object.keys(full)) {
    if (!(group in catalogue.kinds) || !isChoice(catalogue, group)) continue;
    full[group] = group === "factor" ? full[group].map((/** @type {any} */ one) => named("kind", one)) : named("name", full[group]);
  }
  return { state: { ...request, ...full } };
}
