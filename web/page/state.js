// SPDX-License-Identifier: Apache-2.0
// What the page asks: one request of the catalogue. A path of `over` ("run.gpus", "factor.0.half_size") names a place in it.

/**
 * @typedef {{ [name: string]: any }} State a request: parts by name, a part of several kinds as {kind: fields}
 * @typedef {{ name: string, unit: string | null, low: any, high: any, usual: [number, number] | null, default: any,
 *             text: string, range: string, required: boolean, whole?: boolean, words?: string[], each?: Field[], part?: string,
 *             example?: any, instead_of?: string, usual_source?: string }} Field
 * @typedef {{ text: string, fields: Field[], terms: string[], default: boolean }} Kind
 * @typedef {{ version: string, kinds: { [group: string]: { [kind: string]: Kind } }, questions: { [name: string]: any },
 *             presets: { [group: string]: { [name: string]: { fields: any, mark: string, source: string, note: string } } },
 *             start: State }} Catalogue
 */

/** Whether a group has kinds to choose from. @param {Catalogue} catalogue @param {string} group */
export const isChoice = (catalogue, group) => Object.keys(catalogue.kinds[group] ?? {}).length > 1;

/** The kind that a part of the state has. @param {any} part */
export const kindOf = (part) => (typeof part === "string" ? part : Object.keys(part)[0]);

/**
 * The object that holds a path's last name, and that name.
 *
 * @param {Catalogue} catalogue @param {State} state @param {string} path
 * @returns {[any, string] | undefined}
 */
export function place(catalogue, state, path) {
  const names = path.split(".");
  let group = names[0];
  let at = state[group];
  let next = 1;
  if (Array.isArray(at)) at = at[Number(names[next++])];
  if (at && isChoice(catalogue, group)) at = at[kindOf(at)];
  while (at && next < names.length - 1) at = at[names[next++]];
  return at && typeof at === "object" ? [at, names[names.length - 1]] : undefined;
}

/**
 * The value of a path, undefined where none is given.
 *
 * @param {Catalogue} catalogue @param {State} state @param {string} path
 */
export function valueAt(catalogue, state, path) {
  const found = place(catalogue, state, path);
  return found ? found[0][found[1]] : undefined;
}

/**
 * The state with a value at a path; without the field where the value is undefined.
 *
 * @param {Catalogue} catalogue @param {State} state @param {string} path @param {any} value
 */
export function withValue(catalogue, state, path, value) {
  const made = structuredClone(state);
  const found = place(catalogue, made, path);
  if (found && value === undefined) delete found[0][found[1]];
  else if (found) found[0][found[1]] = value;
  return made;
}

/**
 * The request of a question: the parts of the state that it takes.
 *
 * @param {Catalogue} catalogue @param {State} state @param {string} question @param {any} [more]
 * @returns {any}
 */
export function requestOf(catalogue, state, question, more = {}) {
  const { needs, uses } = catalogue.questions[question];
  const request = { question };
  for (const part of [...needs, ...uses]) if (!isEmpty(state[part])) request[part] = state[part];
  return { ...request, ...more };
}

const isEmpty = (/** @type {any} */ part) => part === undefined || (Array.isArray(part) && part.length === 0);

/** The middle of a range: of its logarithms where it spans a decade. @param {[number, number]} usual */
export const middle = ([low, high]) => (low > 0 && high / low >= 10 ? Math.sqrt(low * high) : (low + high) / 2);

/** Fields of a kind that must be given, filled in: the middle of what is usual, or an example. @param {Kind} kind */
export function startOf(kind) {
  const fields = {};
  for (const field of kind.fields) {
    if (!field.required || field.instead_of) continue;
    const start = field.usual ? Number(middle(field.usual).toPrecision(1)) : field.example;
    if (start !== undefined) fields[field.name] = structuredClone(field.whole ? Math.round(start) : start);
  }
  return fields;
}
