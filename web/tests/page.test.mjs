// SPDX-License-Identifier: Apache-2.0
// What the page's parts do without a browser: links that come back, links that are bad, starts of every kind, rounding, files.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { asker as askerOf, rounded } from "../page/ask.js";
import { endsOf } from "../page/band.js";
import { bounded } from "../page/bounded.js";
import { lifeOf, rates, saidByCauses, shortRows, withLife } from "../page/causes.js";
import { scaleOf } from "../page/inputs.js";
import { hashOf, stateOf } from "../page/link.js";
import { requestOf, startOf, valueAt, withValue } from "../page/state.js";
import { csv } from "../page/take.js";
import { difference } from "./states.mjs";
import { engine, engineBytes, hashOf as hashOfDifference, random } from "./support.mjs";

let asker;
let start;
before(async () => {
  asker = askerOf(await engine());
  ({ start } = asker.catalogue);
});

/** A request of so many points, each of which takes some tenths of a millisecond. */
const many = (points) =>
  requestOf(asker.catalogue, start, "explain", {
    over: { "run.gpus": Float64Array.from({ length: points }, (_, i) => 1000 + i) },
  });

test("what takes long is stopped by another thread", async () => {
  // [whether the engine has asked, whether it shall stop]
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const other = new Worker(
    `const { workerData } = require("node:worker_threads");
     Atomics.wait(workerData, 0, 0);
     Atomics.store(workerData, 1, 1);`,
    { eval: true, workerData: flags },
  );
  const one = await engine({
    stopped: () => {
      if (Atomics.exchange(flags, 0, 1) === 0) Atomics.notify(flags, 0);
      return Atomics.load(flags, 1) === 1;
    },
  });
  const said = one.columns(many(1e6)); // minutes
  assert.match(said.error.message, /^stopped: it takes longer than/);
  await other.terminate();
  Atomics.store(flags, 1, 0);
  assert.equal(one.columns(many(2)).columns.text.codes.length, 2);
});

test("a request of the page has a bound of points and of time", async () => {
  const one = await bounded(engineBytes(), 1e6);
  assert.match(one.columns(many(1e5 + 1)).error.message, /^a request of 100001 points, .* larger than the 100000 that/);
  assert.equal(one.columns(many(2)).columns.text.codes.length, 2);
  const late = await bounded(engineBytes(), 1);
  assert.match(late.columns(many(1e5)).error.message, /^stopped: it takes longer than/);
});

test("a state comes back from its link, and asks the same", () => {
  const next = random(7);
  let came = 0;
  for (let i = 0; i < 300; ++i) {
    const found = stateOf(asker, start, hashOfDifference(difference(asker.catalogue, next)));
    if (!found.state) continue;
    const again = stateOf(asker, start, hashOf(asker, start, found.state));
    assert.deepEqual(again.state, found.state);
    came += 1;
  }
  assert.ok(came > 250, String(came));
  assert.equal(hashOf(asker, start, start), "#");
  assert.deepEqual(stateOf(asker, start, "#").state, start);
});

test("a link that was edited or cut off is told, and never throws", () => {
  const next = random(11);
  let told = 0;
  for (let i = 0; i < 1500; ++i) {
    let text = JSON.stringify(difference(asker.catalogue, next));
    const at = Math.floor(next() * text.length);
    const what = next();
    if (what < 0.3) text = text.slice(0, at);
    else if (what < 0.7) text = text.slice(0, at) + String.fromCharCode(32 + Math.floor(next() * 90)) + text.slice(at + 1);
    else text = text.slice(0, at) + text.slice(at + 1 + Math.floor(next() * 8));
    const found = stateOf(asker, start, next() < 0.9 ? `#${encodeURIComponent(text)}` : `#${text}`);
    assert.equal(found.state === undefined, typeof found.refused === "string");
    if (found.refused !== undefined) {
      assert.ok(found.refused.length > 10);
      told += 1;
    } else {
      const said = asker.ask(requestOf(asker.catalogue, found.state, "headline"));
      assert.ok(said.error?.message || said.columns.text);
    }
  }
  assert.ok(told > 700, String(told));
});

test("other questions and null are read as the start's", () => {
  const found = stateOf(
    asker,
    start,
    hashOfDifference({ question: "assess", with: { tolerance: 0.02, tokens: null }, fabric: null, run: { gpus: "1,000" } }),
  );
  assert.equal(found.refused, undefined);
  assert.deepEqual(found.state, { ...start, run: { ...start.run, gpus: "1,000" } });
});

test("a state of sites comes back from its link, with the arguments of its own question", () => {
  const sites = { sites: 2, bandwidth: "1 Tb/s", bytes: "810 GB", exchange: "loop" };
  const read = (difference) => stateOf(asker, start, hashOfDifference({ question: "compare_sites", ...difference }));
  const found = read({ sites, with: { work: 1e5 }, factor: [{ strong_scaling: { half_size: 1e5 } }] });
  assert.deepEqual([found.state.sites, found.state.with], [sites, { work: 1e5 }]);
  assert.deepEqual(stateOf(asker, start, hashOf(asker, start, found.state)).state, found.state);
  const said = asker.ask(requestOf(asker.catalogue, found.state, "compare_sites", { with: found.state.with }));
  assert.deepEqual(said.columns.sites, [1, 2, 4, 8]);
  assert.match(read({ sites, with: { work: -1 } }).refused, /work = -1 must be > 0/);
  assert.match(read({ sites, with: { work: 1, tokens: 5 } }).refused, /tokens/);
  assert.match(read({ sites: { ...sites, fragments: 500 }, with: { work: 1 } }).refused, /fragments = 500/);
  assert.match(read({ with: { work: 1 } }).refused, /sites/);
  const begun = startOf(Object.values(asker.catalogue.kinds.sites)[0]);
  assert.ok(read({ sites: begun, with: startOf(asker.catalogue.questions.compare_sites) }).state);
});

test("whatever is chosen can be asked at once", () => {
  for (const group of ["strategy", "criterion", "growth", "factor"])
    for (const [name, kind] of Object.entries(asker.catalogue.kinds[group])) {
      const part = { [name]: startOf(kind) };
      const said = asker.ask(requestOf(asker.catalogue, { ...start, [group]: group === "factor" ? [part] : part }, "headline"));
      assert.ok(said.columns?.text, `${group} ${name}: ${said.error?.message}`);
    }
});

test("a path names its place in the state", () => {
  const state = {
    ...start,
    factor: [{ hard_cap: { gpus: 5 } }, { power_law: { ratio: 0.5 } }],
    strategy: { multilevel: { levels: [{ tier: "own", share: 1 }] } },
  };
  const read = (path) => valueAt(asker.catalogue, state, path);
  assert.equal(read("factor.1.ratio"), 0.5);
  assert.equal(read("strategy.levels.0.tier"), "own");
  assert.equal(read("run.gpus"), start.run.gpus);
  assert.equal(read("factor.7.ratio"), undefined);
  assert.equal(valueAt(asker.catalogue, withValue(asker.catalogue, state, "factor.0.gpus", "7"), "factor.0.gpus"), "7");
  assert.equal(
    "interval" in
      withValue(asker.catalogue, { ...start, strategy: { blocking: { interval: 5 } } }, "strategy.interval", undefined).strategy
        .blocking,
    false,
  );
  assert.equal(read("factor.0.gpus"), 5);
});

test("the ways of saying how often are those that the catalogue asks for", () => {
  const said = asker.ask(requestOf(asker.catalogue, { ...start, cause: [{ name: "a" }] }, "by_cause"));
  const { fields } = Object.values(asker.catalogue.kinds.cause)[0];
  const named = fields.map((of) => of.name).filter((name) => new RegExp(`\\b${name}\\b`).test(said.error.message));
  assert.deepEqual([...named, "per_failure"], rates); // which is asked for of planned stops alone
});

test("a run says how often it fails where its causes do not, and only there", () => {
  const life = lifeOf(asker.catalogue, start.run);
  assert.deepEqual(life, { gpu_mttf: start.run.gpu_mttf });
  let own = 0;
  for (const [name, preset] of Object.entries(asker.catalogue.presets.cause)) {
    const state = withLife(asker, { ...start, cause: preset.fields.rows }, life);
    const said = asker.ask(requestOf(asker.catalogue, state, "headline"));
    assert.ok(said.columns?.text, `${name}: ${said.error?.message}`);
    assert.equal(saidByCauses(asker.catalogue, state), !("gpu_mttf" in state.run));
    own += saidByCauses(asker.catalogue, state) ? 1 : 0;
    const { cause: _cause, ...back } = state;
    assert.deepEqual(withLife(asker, back, life), start);
    const shared = { ...state, cause: [{ name: "a", share: 0.5 }] };
    assert.deepEqual(withLife(asker, shared, life).run, start.run);
  }
  assert.ok(own > 0 && own < Object.keys(asker.catalogue.presets.cause).length, "lists of both sorts");
  const counted = { ...start, run: { ...start.run, gpu_mttf: undefined, mtbf: "3 h" }, cause: [{ name: "a", mtbf: "4 h" }] };
  delete counted.run.gpu_mttf;
  assert.equal("mtbf" in withLife(asker, counted, life).run, false);
  assert.deepEqual(saidByCauses(asker.catalogue, start), false);
});

test("causes, a restart and what is known come back from a link, also by the names of lists", () => {
  const { cause, restart } = asker.catalogue.presets;
  const read = (difference) => stateOf(asker, start, hashOfDifference(difference));
  const named = read({ cause: "llama3_405b", restart: { of: "nccl" }, run: { known: ["start", "bytes"] } });
  const { rows } = cause.llama3_405b.fields;
  assert.deepEqual(
    named.state.cause.map((row) => Object.entries(row).sort()),
    shortRows(asker.catalogue, rows).map((row) => Object.entries(row).sort()),
  );
  assert.deepEqual([named.state.restart, named.state.run.known], [restart.nccl.fields, ["start", "bytes"]]);
  assert.equal("gpu_mttf" in named.state.run, false);
  const { gpu_mttf: _life, ...run } = start.run;
  const plain = { ...start, run: { ...run, known: ["bytes", "start"] }, cause: ["llama3_405b"], restart: { of: "nccl" } };
  for (const question of ["headline", "by_cause", "band"])
    assert.deepEqual(
      asker.ask(requestOf(asker.catalogue, named.state, question)),
      asker.ask(requestOf(asker.catalogue, plain, question)),
    );
  assert.deepEqual(stateOf(asker, start, hashOf(asker, start, named.state)).state, named.state);
  const shared = read({ cause: [{ name: "a", share: "20 %", detection: "45 min" }] });
  assert.deepEqual(shared.state, { ...start, cause: [{ name: "a", share: "20 %", detection: "45 min" }] });
  assert.match(read({ run: { known: ["strat"] } }).refused, /'strat'/);
  assert.match(read({ cause: "llama" }).refused, /llama/);
  assert.match(read({ cause: [{ name: "a", share: 2 }] }).refused, /share = 2/);
});

test("the ends of a band are told with what is assumed there", () => {
  const ends = (state) => endsOf(asker, asker.ask(requestOf(asker.catalogue, state, "band")));
  const { low, high } = ends(start);
  const of = asker.ask(requestOf(asker.catalogue, start, "band")).columns;
  assert.deepEqual([low.size, high.size, low.text], [of.low, of.high, asker.gpus(of.low)]);
  for (const end of [low, high]) assert.ok(of["assumption.text"].includes(end.words), end.words);
  const none = endsOf(asker, { columns: { ...of, low: 0, low_status: "infeasible" } });
  assert.deepEqual([none.low.size, none.low.text], [0, "no size"]);
  assert.equal(ends({ ...start, strategy: { replicated: {} } }), undefined); // no size, whatever is assumed
  assert.equal(endsOf(asker, { error: {} }), undefined);
  assert.equal(endsOf(asker, undefined), undefined);
});

test("numbers are rounded as by hand", () => {
  assert.equal(rounded("833 h", 1), "800 h");
  assert.equal(rounded("134,637 h", 3), "135,000 h");
  assert.equal(rounded("9,999,999", 2), "10,000,000");
  assert.equal(rounded("3.88 min", 3), "3.88 min");
  assert.equal(rounded("-4567 s", 2), "-4600 s");
  assert.equal(rounded("unlimited", 2), "unlimited");
  assert.equal(asker.gpus(134637.4), "134,600 GPUs");
  assert.equal(asker.gpus(16384, 6), "16,384 GPUs");
  assert.equal(asker.gpus(1), "1 GPU");
  assert.equal(asker.gpus(null), "–");
});

test("a slider runs through its range and back", () => {
  for (const range of [
    [8, 1e6],
    [0, 60],
    [0.5, 0.99],
    [-1, 1],
  ]) {
    const scale = scaleOf(range);
    assert.equal(scale.logarithmic, range[0] > 0 && range[1] >= 10 * range[0]);
    for (const share of [0, 0.25, 1]) assert.ok(Math.abs(scale.share(scale.value(share)) - share) < 1e-9);
    assert.equal(scale.share(Infinity), 1);
    assert.equal(scale.share(range[0] - 1), 0);
  }
});

test("a table as CSV comes back", () => {
  const text = csv({ 'a "b"': [1, NaN, 1e-300], c: ["x,y", "line\nbreak", ""] });
  assert.equal(text, '"a ""b""",c\n1,"x,y"\n,"line\nbreak"\n1e-300,\n');
});
