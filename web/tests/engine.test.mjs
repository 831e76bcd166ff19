// SPDX-License-Identifier: Apache-2.0
// The engine against the native catalogue: random requests over every question, strategy, criterion and factor (tests/fuzz/answers).
// Usage: node web/tests/engine.test.mjs ENGINE_FOLDER ANSWERS_PROGRAM [COUNT [SEED]]; without a count, that of
// tests/support/counts.csv (counts.py there says what DRAWS does).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const counts = readFileSync(new URL("../../tests/support/counts.csv", import.meta.url), "utf8");
const full = Number(/^engine requests,(\d+)/m.exec(counts)?.[1]);
const draws = String(Math.ceil(full * Number(process.env.DRAWS ?? 0.01)));
const [folder, program, count = draws, seed = "1"] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "engine.js")).href);
/** @type {any} */
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memory = made.instance.exports.memory;
  return made;
};
const engine = await load();
// the stack lies first and grows down; its room is that of build.sh
const stack = () => new Uint8Array(memory.buffer, 0, 1048576);
stack().fill(0xa5);
const described = JSON.stringify(engine.describe());

/** Steps between two doubles. */
const ulps = (a, b) => {
  const order = (x) => {
    const bits = new BigInt64Array(new Float64Array([x]).buffer)[0];
    return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
  };
  const apart = order(a) - order(b);
  return Number(apart < 0n ? -apart : apart);
};
const most = 16;
// What is looked for where the curve is flat, or lies far out in a tail, is as exact as that allows, in both: relative.
const loose = {
  limit: 1e-12, // a root in ln N: at 1e15 GPUs its last place is 35 of theirs
  limits: 1e-12, // likewise
  headline: 1e-12, // likewise
  levers: 1e-12, // likewise, the limit that each moves
  compare_sites: 1e-9, // a root in ln N, of slopes that a hidden exchange leaves 1e-7 of: their last place is 2.6e-10 of it
  interval: 1e-10, // the best interval of strategies without a closed form: goodput is flat there
  compare: 1e-10, // likewise
  assess: 1e-10,
  run_cost: 1e-10, // where its time goes under such intervals
  model_plan: 1e-10,
  lever_values: 1e-12, // under pairs of machines one last place of gpu_mttf moves these slopes by 1e-13
  tiers: 1e-10, // limits under such intervals
  cheapest_gpus: 1e-10, // cost is flat where it is least
  optimal_schedule: Infinity, // times follow one from another, and what the first is off by grows: its goodput is the answer
  optimal_spares: 1e-5, // a whole number of them, where it is of 1e11: their cost is flat
  rate_ratio: 1e-10, // an inverse of the incomplete beta function of a million events
  goodness_of_fit: 1e-5, // edges are quantiles of a fitted law, far out in its tails, whose parameters were searched
  distribution_mean: 1e-12, // of a law given by two quantiles its parameters were searched
  calibrate: 1e-4, // along a bend of the model the sum of squares is followed to 1e-6: a thousandth of a constant's error
  fit: 1e-11, // an interval ends where a likelihood of hundreds has lost 1.92; the mean of a lognormal law is an exponential
  worst_parts: 1e-12, // an interval's end is searched where the likelihood of two rates is flat
  simulate: 1e-8, // sums of thousands of logarithms of random numbers
  mtbf_samples: 1e-13, // quantiles of a gamma law far out in its tails
};
const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/** How far apart two answers are: "" where they agree. `whole`: the unit is 1, of which parts are told. */
function difference(ours, theirs, path, unit, worst) {
  if (typeof theirs === "number" && typeof ours === "number") {
    if (ours === theirs) return "";
    const apart = Math.min(ulps(ours, theirs), unit === "1" ? Math.abs(ours - theirs) / Number.EPSILON : Infinity);
    if (apart > worst.ulps) Object.assign(worst, { ulps: apart, question, path, ours, theirs });
    const near = Math.abs(ours - theirs) <= (loose[question] ?? 0) * Math.abs(theirs);
    return apart <= most || near ? "" : `${path}: ${ours} for ${theirs}, ${apart} ulp apart`;
  }
  if (typeof theirs === "string" && typeof ours === "string") {
    if (ours === theirs || ours === theirs.replace(/-nan {1,}/g, (nan) => `${nan.slice(1)} `)) return ""; // a NaN's sign
    if (ours.replace(number, "#") !== theirs.replace(number, "#")) return `${path}: "${ours}" for "${theirs}"`;
    const [a, b] = [ours.match(number), theirs.match(number)].map((list) => (list ?? []).map(Number));
    const far = a.findIndex((x, i) => Math.abs(x - b[i]) > 1e-5 * Math.abs(b[i]) + 1e-12);  // printed with six digits
    return far < 0 ? "" : `${path}: "${ours}" for "${theirs}"`;
  }
  if (Array.isArray(theirs) && Array.isArray(ours) && ours.length === theirs.length) {
    for (let i = 0; i < theirs.length; ++i) {
      const found = difference(ours[i], theirs[i], `${path}.${i}`, unit, worst);
      if (found) return found;
    }
    return "";
  }
  return ours === theirs ? "" : `${path}: ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`;
}

const lines = execFileSync(program, [count, seed], { maxBuffer: 1 << 30, encoding: "utf8" }).trimEnd().split("\n");
const worst = { ulps: 0 };
let question = ""; // that is compared
const outcomes = { answered: 0, refused: 0 };
const faults = {};
for (let i = 0; i < lines.length; i += 2) {
  const request = JSON.parse(lines[i]);
  const theirs = JSON.parse(lines[i + 1]);
  const ours = engine.ask(request);
  question = request.question;
  ++outcomes[theirs.error ? "refused" : "answered"];
  let found = "";
  if (theirs.error || ours.error) {
    for (const part of ["field", "message"])
      found ||= difference(ours.error?.[part], theirs.error?.[part], `error.${part}`, "", worst);
  } else {
    assert.deepEqual(Object.keys(ours.columns), Object.keys(theirs.columns));
    assert.deepEqual([ours.units, ours.terms, ours.remarks], [theirs.units, theirs.terms, theirs.remarks]);
    for (const [name, cells] of Object.entries(theirs.columns))
      found ||= difference(ours.columns[name], cells, name, theirs.units[name], worst);
  }
  if (found) (faults[`${request.question}`] ??= []).push(`${found}\n    ${lines[i]}`);
}
assert.equal(JSON.stringify(engine.describe()), described, "what describe() says twice");
const deepest = stack().length - stack().findIndex((byte) => byte !== 0xa5);
console.log(`the stack went ${deepest} bytes deep, of ${stack().length}`);
assert.ok(deepest < stack().length / 2, "a stack that another question may run out of");
console.log(`${lines.length / 2} requests:`, outcomes, "worst that agrees or not:", worst);
for (const [question, list] of Object.entries(faults)) {
  console.log(`${question}: ${list.length} differ`);
  for (const one of list.slice(0, 2)) console.log("  " + one.slice(0, 900));
}
assert.deepEqual(Object.keys(faults), []);
