// SPDX-License-Identifier: Apache-2.0
// Random states of the page, drawn from the catalogue's own tables: any strategy, criterion, growth, factor; causes, restarts.
import { startOf } from "../page/state.js";

/** @typedef {import("../page/state.js").Catalogue} Catalogue */

/** A number in a field's usual range, logarithmic where it spans a decade. */
function drawn(field, next) {
  if (field.words?.length && !field.each && !field.part) return field.words[Math.floor(next() * field.words.length)];
  if (typeof field.default === "boolean") return next() < 0.5;
  if (!field.usual) return undefined;
  const [low, high] = field.usual;
  const value = low > 0 && high / low >= 10 ? low * (high / low) ** next() : low + (high - low) * next();
  return field.whole ? Math.round(value) : value;
}

/** What differs from the start in one random state. @param {Catalogue} catalogue @param {() => number} next */
export function difference(catalogue, next) {
  const one = (group) => Object.keys(catalogue.kinds[group])[Math.floor(next() * Object.keys(catalogue.kinds[group]).length)];
  const fields = (of, kind, often) => {
    for (const field of kind.fields)
      if (!field.instead_of && next() < often) {
        const value = drawn(field, next);
        if (value !== undefined) of[field.name] = value;
      }
    return of;
  };
  const [run] = Object.values(catalogue.kinds.run);
  const found = { run: fields({}, run, 0.4) };
  const start = { strategy: "blocking", criterion: "goodput_at_least", growth: "chinchilla" };
  for (const group of ["strategy", "criterion", "growth"]) {
    const name = one(group);
    const part = fields(startOf(catalogue.kinds[group][name]), catalogue.kinds[group][name], group === "growth" ? 0.1 : 0.4);
    found[group] = { [name]: part };
    if (name !== start[group]) found[group][start[group]] = null;
  }
  const factors = Math.floor(next() * 2.5);
  if (factors)
    found.factor = Array.from({ length: factors }, (_of, i) => {
      const name = one("factor");
      const part = fields(startOf(catalogue.kinds.factor[name]), catalogue.kinds.factor[name], 0.3);
      return { [name]: { ...part, name: `term${i}` } };
    });
  if (next() < 0.3) Object.assign(found, causes(catalogue, next, found.run));
  if (!found.restart && next() < 0.95)
    // of which no part can grow then
    for (const { name } of Object.values(catalogue.kinds.restart)[0].fields)
      for (const part of Object.values(found.growth)) if (part) delete part[name];
  return found;
}

/** What stops it: a published list, or rows by hand; at times a restart by its parts. */
function causes(catalogue, next, run) {
  const any = (all) => all[Math.floor(next() * all.length)];
  const [kind] = Object.values(catalogue.kinds.cause);
  const of = (name) => kind.fields.find((field) => field.name === name);
  const found = {};
  if (next() < 0.4) found.cause = any(Object.keys(catalogue.presets.cause));
  else {
    const rate = any(["mttf", "afr", "failing_share", "fit", "per_1000_unit_days", "mtbf", "share"]);
    found.cause = Array.from({ length: 1 + Math.floor(3 * next()) }, (_of, i) => ({
      name: `cause ${i}`,
      [rate]: rate === "share" ? 0.1 + 0.1 * i : drawn(of(rate), next),
      ...(next() < 0.5 ? { detection: drawn(of("detection"), next) } : {}),
      ...(next() < 0.2 ? { retry_chance: drawn(of("retry_chance"), next) } : {}),
    }));
  }
  if (next() < 0.4) found.restart = any(Object.keys(catalogue.presets.restart));
  const rows = Array.isArray(found.cause) ? found.cause : catalogue.presets.cause[found.cause].fields.rows;
  if (rows.some((row) => !("share" in row) && !row.planned)) run.gpu_mttf = null; // they say it themselves
  return found;
}
