// SPDX-License-Identifier: Apache-2.0
// The state in the address: only what differs from the start, as percent-encoded JSON. The engine writes it and reads it.
import { lifeOf, shortRows, withLife } from "./causes.js";
import { isChoice } from "./state.js";

/** @typedef {import("./ask.js").Asker} Asker */

/** Questions of the other views, whose own arguments are the state's; the first view's state has those of the first. */
const withArguments = ["model_plan", "compare_sites"];

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
  if (!isFields(difference)) return { refused: "What stands behind the # is not a request." };
  const written = (/** @type {any} */ of) => asker.ask({ question: "written", with: of });
  const merged = written({ request: difference, base: start, as: "merged" });
  if (merged.error) return { refused: merged.error.message };
  const request = JSON.parse(merged.columns.text);
  if (!(request.question in asker.catalogue.questions)) request.question = start.question;
  if (!withArguments.includes(request.question) && request.question !== start.question) {
    // another question about the same run
    request.question = start.question;
    request.with = start.with;
  }
  const asked = withArguments.find((of) => of === request.question) ?? withArguments[0];
  if (asked !== withArguments[0] && isFields(request.with))
    // the start's arguments are another question's
    for (const name of Object.keys(start.with)) if (!(name in (difference.with ?? {}))) delete request.with[name];
  delete request.over; // of a sweep its run
  for (const part of Object.keys(start))
    if (request[part] === undefined || request[part] === null) request[part] = structuredClone(start[part]);

  const { with: own, ...others } = request;
  const full = written({ request: { ...others, question: start.question }, as: "full" });
  if (full.error) return { refused: full.error.message };
  const plan = written({ request: { ...others, question: asked, with: own }, as: "full" });
  if (plan.error) return { refused: plan.error.message };
  const state = inForm(asker, request)
    ? request
    : { ...request, ...named(asker, JSON.parse(full.columns.text)), question: request.question };
  if (state.cause && isFields(request.run) && !Object.keys(lifeOf(asker.catalogue, request.run)).length)
    delete state.run.gpu_mttf; // in full it is unlimited
  if (request.run.known) state.run.known = request.run.known; // which is no field
  const says = isFields(difference.run) && "gpu_mttf" in difference.run;
  return { state: state.cause && !says ? withLife(asker, state, {}) : state };
}

const isFields = (/** @type {any} */ part) => part !== null && typeof part === "object" && !Array.isArray(part);

/** Whether a request has the page's form: fields of a part as they are, a part of several kinds as {kind: fields}. */
function inForm(/** @type {Asker} */ { catalogue }, /** @type {any} */ request) {
  const isKind = (/** @type {string} */ group, /** @type {any} */ part) => {
    const names = isFields(part) ? Object.keys(part) : [];
    return names.length === 1 && names[0] in catalogue.kinds[group] && isFields(part[names[0]]);
  };
  return Object.entries(request).every(([group, part]) =>
    !(group in catalogue.kinds)
      ? true
      : !isChoice(catalogue, group)
        ? group === "cause"
          ? Array.isArray(part) && part.every((row) => isFields(row) && !("preset" in row))
          : isFields(part) && !("preset" in part) && !("of" in part)
        : group === "factor"
          ? Array.isArray(part) && part.every((one) => isKind(group, one))
          : isKind(group, part),
  );
}

/** The page's form of a request in full, whose kinds stand in a field. */
function named(/** @type {Asker} */ { catalogue }, /** @type {any} */ full) {
  const given = (/** @type {any} */ fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const of = (/** @type {string} */ by, /** @type {any} */ { [by]: name, ...fields }) => ({ [name]: given(fields) });
  if (full.cause) full.cause = shortRows(catalogue, full.cause);
  for (const group of ["restart", "operation"]) if (full[group]) full[group] = given(full[group]);
  for (const group of Object.keys(full)) {
    if (!(group in catalogue.kinds) || !isChoice(catalogue, group)) continue;
    full[group] = group === "factor" ? full[group].map((/** @type {any} */ one) => of("kind", one)) : of("name", full[group]);
  }
  return full;
}
