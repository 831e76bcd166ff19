// SPDX-License-Identifier: Apache-2.0
// How long the page takes in Chromium, and how large it is: medians, printed and not asserted.
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { gzipSync } from "node:zlib";
import { file, launch, open } from "./tests/support.mjs";

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const moves = 40;
const starts = 7;

const html = readFileSync(file);
const engine = html.toString().match(/id="engine">([^<]*)</)?.[1] ?? "";
const size = (bytes) => `${(gzipSync(bytes, { level: 9 }).length / 1000).toFixed(0)} kB gzipped`;
console.log(`page                    ${size(html)}; without the engine ${size(html.toString().replace(engine, ""))}`);

const where = await launch("chrome");
try {
  console.log(`${await where.browser.version()}, ${cpus().length} cores`);
  const ready = [];
  for (let i = 0; i < starts; ++i) {
    const { page } = await open(where);
    ready.push(
      await page.evaluate(
        () => Number(document.documentElement.dataset.ready) - performance.getEntriesByType("navigation")[0].responseEnd,
      ),
    );
    await page.close();
  }
  const { page } = await open(where);
  await new Promise((done) => setTimeout(done, 2000));
  const found = await page.evaluate(async (count) => {
    const slider = document.querySelector('[name="run.gpu_mttf"] ~ input[type=range]');
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const app = window.explorer;
    const all = { models: [], script: [], redraw: [] };
    for (let i = 0; i < count; ++i) {
      slider.value = String(300 + 10 * i);
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(done)); // the page's own frame was asked for first
      const begun = performance.now();
      document.body.getBoundingClientRect(); // style and layout of what was drawn
      all.models.push(app.timings.models);
      all.script.push(app.timings.redraw);
      all.redraw.push(app.timings.redraw + performance.now() - begun);
      await frame();
    }
    const request = {
      question: "limit",
      run: app.state.run,
      strategy: app.state.strategy,
      criterion: app.state.criterion,
      growth: app.state.growth,
    };
    const over = { "run.gpu_mttf": Float64Array.from({ length: 1000 }, (_of, i) => 1e8 + 1e5 * i) };
    const one = [];
    for (let i = 0; i < 9; ++i) {
      const begun = performance.now();
      app.asker.columns({ ...request, over });
      one.push(performance.now() - begun);
    }
    const ask = [];
    for (let i = 0; i < 9; ++i) {
      // the clock of a page ticks every tenth of a millisecond
      const begun = performance.now();
      for (let n = 0; n < 100; ++n) app.asker.ask(request);
      ask.push((performance.now() - begun) / 100);
    }
    const side = 200;
    const grid = { "run.gpu_mttf": new Float64Array(side * side), "run.checkpoint_bytes": new Float64Array(side * side) };
    for (let i = 0; i < side * side; ++i) {
      grid["run.gpu_mttf"][i] = 18e6 * 100 ** ((i % side) / side);
      grid["run.checkpoint_bytes"][i] = 1e9 * 1e5 ** (Math.floor(i / side) / side);
    }
    const map = [];
    let blocked = 0;
    for (let i = 0; i < 7; ++i) {
      const begun = performance.now();
      let last = begun;
      const ticking = setInterval(() => {
        blocked = Math.max(blocked, performance.now() - last);
        last = performance.now();
      }, 0);
      await app.work({ ...request, over: grid }, ["value", "binding"]);
      clearInterval(ticking);
      map.push(performance.now() - begun);
    }
    return { ...all, one, ask, map, blocked };
  }, moves);
  const told = (name, values, unit, budget) =>
    console.log(`${name.padEnd(24)}${median(values).toFixed(1)} ${unit}  (budget ${budget})`);
  told("ready after reading", ready, "ms", "300 ms");
  told("models of one picture", found.models, "ms", "15 ms");
  told("script of one picture", found.script, "ms", "-");
  told("whole redraw", found.redraw, "ms", "40 ms");
  told("one limit, of columns", found.one, "us", "100 us");
  told(
    "one limit, asked alone",
    found.ask.map((of) => 1000 * of),
    "us",
    "100 us",
  );
  told("map of 200 x 200", found.map, "ms", "250 ms, in the worker");
  console.log(`longest wait of the page while the worker computed: ${found.blocked.toFixed(0)} ms`);
} finally {
  await where.close();
}
