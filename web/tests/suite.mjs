// SPDX-License-Identifier: Apache-2.0
// What the page must do in every browser. `suite("chrome")` and `suite("firefox")` are the two test files beside this one.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { asker as askerOf } from "../page/ask.js";
import { endsOf } from "../page/band.js";
import { scaleOf } from "../page/inputs.js";
import { stateOf } from "../page/link.js";
import { requestOf, startOf } from "../page/state.js";
import { difference } from "./states.mjs";
import { engine, hashOf, launch, open, pythonAnswers, random } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const states = 100; // random ones, in each of the two browsers

/** @param {"chrome" | "firefox"} name */
export function suite(name) {
  /** @type {Awaited<ReturnType<typeof launch>>} */
  let where;
  let asker;
  let start;
  /** @type {import("puppeteer-core").Page} */
  let page;
  /** @type {string[]} */
  let faults;

  before(async () => {
    where = await launch(name);
    asker = askerOf(await engine());
    start = asker.catalogue.start;
    ({ page, faults } = await open(where));
  });
  after(() => where?.close());

  const sentence = () => page.$eval("#sentence", (of) => of.textContent);
  const value = (path) => page.$eval(`[name="${path}"]`, (of) => of.value);
  const settled = (of = page) =>
    of.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done, 0)), 0)));
  const says = (text) =>
    page.waitForFunction((told) => document.getElementById("sentence").textContent === told, {}, text);
  /** The page with another state: as a link followed inside it. */
  const follow = async (hash) => {
    await page.evaluate(
      (to) =>
        new Promise((done) => {
          if (location.hash === to || (to === "" && location.hash === "")) return done();
          window.addEventListener("popstate", () => done(), { once: true });
          location.hash = to;
        }),
      hash,
    );
    await settled();
  };
  /** A page beside this one, opened at its address; the address is written a moment after the last change. */
  const beside = async (check) => {
    const link = await page.evaluate(() => window.explorer.link());
    const whole = link.slice(link.indexOf("#"));
    await page.waitForFunction((of) => location.hash === of, {}, whole);
    const other = await open(where, { hash: whole });
    try {
      await check(other.page);
    } finally {
      await other.page.close();
      await page.bringToFront();
    }
    return whole;
  };
  /** Writes into a box as somebody would. */
  const write = async (path, text) => {
    await page.evaluate(
      (name, to) => {
        const box = document.querySelector(`[name="${name}"]`);
        box.focus();
        box.value = to;
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      },
      path,
      text,
    );
    await settled();
  };
  const pressed = async (key) => {
    await page.keyboard.press(key);
    await settled();
  };
  /** What the table of causes shows of an answer. */
  const causesOf = (of) =>
    of.cause
      .map((_name, i) => i)
      .sort((a, b) => of.time[b] - of.time[a] || a - b)
      .map((i) => [
        of.cause[i],
        asker.text(of.share[i], "%", 3),
        asker.text(of.time[i], "%", 3),
        asker.text(of.without[i], "%", 4),
      ]);
  const leversOfStops = (of) =>
    of.cause
      .map((_name, i) => i)
      .sort((a, b) => of.gain[b] - of.gain[a] || a - b)
      .slice(0, 8)
      .map((i) => [
        of.cause[i],
        of.field[i].replaceAll("_", " "),
        asker.text(of.improved[i], of.unit[i], 4),
        asker.text(of.gain[i], "%", 3),
        asker.gpus(of.limit[i]),
      ]);
  const headline = (state) => asker.ask(requestOf(asker.catalogue, state, "headline")).columns.text;

  test(`${name}: opens with its start, asks for nothing, under its policy`, async () => {
    assert.equal(await sentence(), headline(start));
    assert.equal(await value("run.gpus"), asker.text(start.run.gpus, "1", 15));
    assert.equal(await page.$$eval("[role=status]", (of) => of.length), 1);
    assert.equal(await page.$$eval("#size svg, #where svg", (of) => of.length), 2);
    const policy = await page.$eval("meta[http-equiv=Content-Security-Policy]", (of) => of.content);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:/);
    await page.waitForSelector("#map svg");
    assert.deepEqual(faults, []);
  });

  test(`${name}: what the policy does not name does not run`, async () => {
    const other = await open(where);
    const refused = await other.page.evaluate(async () => {
      const found = [];
      document.addEventListener("securitypolicyviolation", (event) =>
        found.push(event.effectiveDirective.replace(/-elem$|-attr$/, "")),
      );
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      const style = document.createElement("style");
      style.textContent = "body { color: red }";
      document.body.append(script, style);
      const asked = await fetch("data:,x").then(
        () => true,
        () => false,
      );
      while (new Set(found).size < 3) await new Promise((done) => setTimeout(done, 10));
      return { found: [...new Set(found)].sort(), ran: window.ran === true, asked };
    });
    assert.deepEqual(refused, { found: ["connect-src", "script-src", "style-src"], ran: false, asked: false });
    await other.page.close();
    await page.bringToFront();
  });

  test(`${name}: sentence and tables are Python's for ${states} random states`, async () => {
    const next = random(name === "chrome" ? 20261 : 20262);
    const drawn = [];
    while (drawn.length < states) {
      const of = difference(asker.catalogue, next);
      const found = stateOf(asker, start, hashOf(of));
      if (found.state && !asker.ask(requestOf(asker.catalogue, found.state, "headline")).error)
        drawn.push({ hash: hashOf(of), state: found.state });
    }
    const questions = ["headline", "levers", "compare", "by_cause", "band"];
    const per = questions.length;
    const answers = pythonAnswers(
      drawn.flatMap(({ state }) => questions.map((question) => requestOf(asker.catalogue, state, question))),
    );
    // the limits of the strategies that were compared
    const others = drawn.map(({ state }, i) => {
      const of = answers[per * i + 2].columns;
      return of
        ? of.strategy.map((kind, row) =>
            requestOf(
              asker.catalogue,
              { ...state, strategy: of.place[row] === 0 ? state.strategy : { [kind]: JSON.parse(of.fields[row]) } },
              "limit",
            ),
          )
        : [];
    });
    const limits = pythonAnswers(others.flat());
    const shown = await page.evaluate(
      async (hashes) => {
        const found = [];
        const cells = (id) =>
          [...document.querySelectorAll(`#${id} .scroll:first-of-type tbody tr`)].map((row) =>
            [...row.children].map((cell) => cell.textContent),
          );
        for (const hash of hashes) {
          await new Promise((done) => {
            window.addEventListener("popstate", done, { once: true });
            location.hash = hash;
          });
          await window.explorer.flush();
          found.push({
            sentence: document.getElementById("sentence").textContent,
            notice: document.getElementById("notice").hidden,
            levers: cells("levers"),
            strategies: cells("strategies"),
            stops: cells("stops"),
            beside: document.getElementById("beside").textContent,
          });
        }
        return found;
      },
      drawn.map(({ hash }) => hash),
    );
    const readable = (of) => of.replaceAll("_", " ");
    const size = (of) => asker.gpus(of);
    let at = 0;
    drawn.forEach(({ hash }, i) => {
      const [said, levers, compared, stopped, band] = answers.slice(per * i, per * i + per);
      assert.equal(shown[i].sentence, said.columns.text, hash);
      assert.ok(shown[i].notice, hash);
      assert.equal(shown[i].beside, band.columns ? `The limit: ${band.columns.text}.` : "", hash);
      assert.deepEqual(shown[i].stops, stopped.columns ? causesOf(stopped.columns) : [], hash);
      if (levers.columns) {
        const rows = Object.fromEntries(shown[i].levers.map(([field, ...cells]) => [field, cells]));
        const fields = Object.keys(levers.columns)
          .filter((of) => of.startsWith("elasticity."))
          .map((of) => of.slice(11));
        assert.equal(shown[i].levers.length, fields.length, hash);
        for (const field of fields) {
          const of = (group) => levers.columns[`${group}.${field}`];
          assert.deepEqual(
            rows[readable(field)],
            [of("elasticity") === null ? "–" : asker.text(of("elasticity"), "1", 3), size(of("doubled")), size(of("halved"))],
            hash,
          );
        }
      }
      const of = compared.columns;
      const found = limits.slice(at, at + others[i].length);
      at += others[i].length;
      if (!of) return;
      assert.equal(shown[i].strategies.length, of.strategy.length, hash);
      of.label.forEach((label, row) => {
        const limit = found[row];
        const cells = shown[i].strategies[row];
        assert.ok(cells[0].startsWith(readable(label)), hash);
        assert.deepEqual(
          cells.slice(1, 4),
          [
            asker.text(of.goodput[row], "%", 4),
            asker.text(of.interval[row], "s", 3),
            limit.error ? "–" : limit.columns.value === null ? limit.columns.status : size(limit.columns.value),
          ],
          hash,
        );
      });
    });
    await follow("");
    assert.deepEqual(faults, []);
  });

  test(`${name}: the worker ends what a newer job has taken the place of, and refuses what is too large`, async () => {
    const found = await page.evaluate(async () => {
      const { work, state } = window.explorer;
      const of = (points, more = { question: "explain" }) => ({
        ...more,
        run: state.run,
        over: { "run.gpus": Float64Array.from({ length: points }, (_, i) => 1000 + i) },
      });
      // the page's own jobs may come between: those are asked again
      const asked = async (points) => {
        for (;;) {
          const said = await work(of(points), ["text"]);
          if (said) return said;
        }
      };
      await asked(3); // nothing else is under way
      // an accuracy that no machine reaches while it is waited for
      const endless = { question: "simulate", with: { relative_accuracy: 1e-9, most_failures: 1e15 } };
      const long = work(of(1, endless), ["goodput"]);
      const short = await asked(3);
      const ended = (await long) === undefined;
      return { ended, short: short.columns.text.codes.length, refused: (await asked(1e5 + 1)).error.message };
    });
    assert.deepEqual([found.ended, found.short], [true, 3]);
    assert.match(found.refused, /100001 points/);
  });

  test(`${name}: every control is reached and used by keyboard alone`, async () => {
    await page.evaluate(() => window.explorer.flush());
    const map = () => page.$eval("#map figcaption", (of) => of.textContent);
    for (
      let before = "";
      before !== (await map()) || /computed/.test(before);
      await new Promise((done) => setTimeout(done, 500))
    )
      before = await map();
    await page.focus("#skip");
    await pressed("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.name), "run");
    assert.equal(await page.evaluate(() => location.hash), "");
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((of) => {
        of.open = true;
      }),
    );
    const wanted = await page.evaluate(() => {
      const reachable = [
        ...document.querySelectorAll("a[href], button:not(:disabled), input, select, textarea, summary, [tabindex='0']"),
      ].filter((of) => of.getClientRects().length && !(of.type === "radio" && !of.checked));
      reachable.forEach((of, i) => {
        of.dataset.reached = String(i);
      });
      return reachable.length;
    });
    const reached = new Set();
    const note = async () => reached.add(await page.evaluate(() => document.activeElement?.dataset.reached));
    await page.focus("#views button");
    await page.keyboard.down("Shift");
    await page.keyboard.press("Tab"); // what stands before it
    await page.keyboard.up("Shift");
    await note();
    for (let i = 0; i < wanted + 12; ++i) {
      await page.keyboard.press("Tab");
      await note();
      if ([...reached].filter(Boolean).length === wanted) break;
    }
    const missed = await page.evaluate(
      (seen) =>
        [...document.querySelectorAll("[data-reached]")]
          .filter((of) => !seen.includes(of.dataset.reached))
          .map((of) => of.outerHTML.slice(0, 120)),
      [...reached].filter(Boolean),
    );
    assert.deepEqual(missed, []);

    const before = await sentence();
    await page.focus('[name="run.gpu_mttf"]');
    await page.keyboard.press("Tab"); // its slider
    await pressed("ArrowRight");
    assert.notEqual(await sentence(), before);
    const after = await value("run.gpu_mttf");
    assert.match(after, /h$/);
    await page.focus('[name="run.gpu_mttf"]');
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type("50,000 h");
    await settled();
    assert.equal(await sentence(), before);
    await page.focus('[name="strategy"]');
    await page.keyboard.press("a"); // asynchronous
    await page.keyboard.press("Tab");
    await settled();
    assert.equal(await value("strategy"), "asynchronous");
    assert.notEqual(await sentence(), before);
    await page.focus("#reset");
    await pressed("Enter");
    await says(before);
    assert.deepEqual(faults, []);
  });

  test(`${name}: link, back and forward`, async () => {
    await follow("");
    const first = await sentence();
    await write("run.checkpoint_bytes", "10 TB");
    const second = await sentence();
    assert.notEqual(second, first);
    const hash = await beside(async (other) => {
      assert.equal(await other.$eval("#sentence", (of) => of.textContent), second);
      assert.equal(await other.$eval('[name="run.checkpoint_bytes"]', (of) => of.value), "10 TB");
    });
    assert.deepEqual(JSON.parse(decodeURIComponent(hash.slice(1))), { run: { checkpoint_bytes: "10 TB" } });
    await page.evaluate(() => history.back());
    await says(first);
    assert.equal(await value("run.checkpoint_bytes"), asker.text(start.run.checkpoint_bytes, "B", 15));
    await page.evaluate(() => history.forward());
    await says(second);
    await follow("");
  });

  test(`${name}: other forms of a request are read: names of presets, of kinds, one number`, async () => {
    await follow(hashOf({ run: "llama3_405b", strategy: "buddy", criterion: { goodput_at_least: 0.8 }, growth: "fixed" }));
    assert.equal(await value("strategy"), "buddy");
    assert.equal(await value("growth"), "fixed");
    assert.equal(
      await sentence(),
      headline({ ...start, strategy: { buddy: {} }, criterion: { goodput_at_least: { goodput: 0.8 } }, growth: { fixed: {} } }),
    );
    await follow("");
  });

  const refused = [
    ["-5", /-5/],
    ["0", /= 0|'0'/],
    ["NaN", /NaN/],
    ["many", /many/],
    ["1e400", /1e400/],
    ["5 TB/s", /5 TB\/s.*B\/s/],
    ["<img src=x onerror=alert(1)>", /<img src=x onerror=alert\(1\)>/],
    ["</script><b>", /<\/script><b>/],
  ];
  test(`${name}: a value that is refused is told at its field, and the picture stays`, async () => {
    await follow("");
    await page.evaluate(() => window.explorer.flush()); // what follows the picture a moment later is in it
    const before = await sentence();
    const drawing = await page.$eval("#work path", (of) => of.outerHTML);
    for (const [text, told] of refused) {
      await write("run.gpu_mttf", text);
      const box = await page.$eval('[name="run.gpu_mttf"]', (of) => ({
        invalid: of.getAttribute("aria-invalid"),
        value: of.value,
        told: of
          .getAttribute("aria-describedby")
          .split(" ")
          .map((id) => document.getElementById(id))
          .filter((at) => at && !at.hidden)
          .map((at) => at.textContent)
          .join(" "),
      }));
      assert.equal(box.invalid, "true", text);
      assert.equal(box.value, text);
      assert.match(box.told, told);
      assert.match(box.told, /> 0|quantity in s|such as/);
      assert.equal(await sentence(), before);
      assert.equal(await page.$eval("#work path", (of) => of.outerHTML), drawing);
    }
    assert.equal(await page.$$eval("#inputs img, #inputs b", (of) => of.length), 0);
    await write("run.write_bandwidth", "3 TB/s"); // another field goes on
    assert.equal(await value("run"), ""); // no longer the preset
    assert.notEqual(await sentence(), before);
    assert.equal(await page.$eval('[name="run.gpu_mttf"]', (of) => of.getAttribute("aria-invalid")), "true");
    await write("run.gpu_mttf", "50,000 h");
    assert.equal(await page.$eval('[name="run.gpu_mttf"]', (of) => of.getAttribute("aria-invalid")), null);
    assert.equal(await sentence(), headline({ ...start, run: { ...start.run, write_bandwidth: "3 TB/s" } }));
    await follow("#%7B%7D");
    await follow("");
    await write("run.mtbf", "3 h"); // in place of gpu_mttf
    assert.equal(await value("run.gpu_mttf"), "");
    await write("run.gpu_mttf", "50,000 h");
    assert.equal(await sentence(), before);
    assert.deepEqual(faults, []);
  });

  test(`${name}: a link that is bad is told, and the page shows its start`, async () => {
    const first = headline(start);
    const whole = hashOf({ run: { gpus: 1000 } });
    const hashes = [
      "#%",
      "#%7B",
      whole.slice(0, -4),
      "#null",
      "#[]",
      "#12",
      hashOf({ strategy: "prayer" }),
      hashOf({ strategy: { prayer: {} } }),
      hashOf({ run: { gpus: -3 } }),
      hashOf({ run: "<img src=x onerror=alert(1)>" }),
      hashOf({ nothing: 1 }),
      hashOf({ run: { gpus: { a: 1 } } }),
      hashOf({ factor: [7] }),
      hashOf({ run: { gpus: 1e400 } }),
      `#${"x".repeat(10000)}`,
      hashOf({ run: { gpus: "1".repeat(10000) } }),
      hashOf(JSON.parse(`${'{"run":'.repeat(1500)}1${"}".repeat(1500)}`)),
    ];
    for (const hash of hashes) {
      await follow(hash);
      const found = await page.evaluate(() => ({
        hidden: document.getElementById("notice").hidden,
        told: document.getElementById("notice-text").textContent,
        images: document.querySelectorAll("#notice img").length,
        sentence: document.getElementById("sentence").textContent,
      }));
      assert.equal(found.hidden, false, hash.slice(0, 100));
      assert.ok(found.told.length > 20 && found.told.length < 3000, hash.slice(0, 100));
      assert.equal(found.images, 0);
      assert.equal(found.sentence, first, hash.slice(0, 100));
      await follow(whole);
      assert.equal(await page.$eval("#notice", (of) => of.hidden), true);
    }
    await follow("");
    assert.deepEqual(faults, []);
  });

  test(`${name}: what is chosen brings its fields; factors come and go`, async () => {
    await follow("");
    for (const kind of Object.keys(asker.catalogue.kinds.strategy)) {
      await page.select('[name="strategy"]', kind);
      await settled();
      const fields = asker.catalogue.kinds.strategy[kind].fields.map((of) =>
        of.each ? `strategy.${of.name}.0.${of.each[0].name}` : `strategy.${of.name}`,
      );
      for (const path of fields) assert.ok(await page.$(`[name="${path}"]`), path);
      assert.equal(await page.$eval("#notice", (of) => of.hidden), true, kind);
      assert.equal(await page.$$eval("[aria-invalid]", (of) => of.length), 0, kind);
    }
    await page.select('[name="strategy"]', "blocking");
    await page.click("#add-factor");
    await settled();
    for (const kind of Object.keys(asker.catalogue.kinds.factor)) {
      await page.select('[name="factor.0"]', kind);
      await settled();
      assert.equal(await page.$$eval("[aria-invalid]", (of) => of.length), 0, kind);
    }
    for (const kind of Object.keys(asker.catalogue.kinds.criterion)) {
      await page.select('[name="criterion"]', kind);
      await settled();
      assert.equal(await page.$$eval("[aria-invalid]", (of) => of.length), 0, kind);
    }
    await page.click('[aria-label="Remove factor 1"]');
    await settled();
    assert.equal(await page.$('[name="factor.0"]'), null);
    await follow(hashOf({ run: { gpus: 5 } }));
    await follow("");
    assert.deepEqual(faults, []);
  });

  const cellsOf = (id) =>
    page.$$eval(`#${id} tbody`, (all) =>
      all.map((body) => [...body.rows].map((row) => [...row.cells].map((cell) => cell.textContent))),
    );
  const flushed = async () => {
    await settled();
    await page.evaluate(() => window.explorer.flush());
  };
  const state = () => page.evaluate(() => window.explorer.state);
  const form = (which) =>
    page.evaluate((named) => {
      document.querySelector(`[name=form][value=${named}]`).click();
      return document.querySelector(".take textarea").value;
    }, which);

  test(`${name}: causes: a published list, what it takes, and back`, async () => {
    await follow("");
    const first = await sentence();
    const { rows } = asker.catalogue.presets.cause.llama3_405b.fields;
    const { gpu_mttf: _life, ...run } = start.run;
    const listed = { ...start, run, cause: rows };
    await page.select('[name="cause"]', "llama3_405b");
    await says(headline(listed));
    assert.deepEqual((await state()).cause, rows);
    assert.deepEqual(
      await page.$eval('[name="run.gpu_mttf"]', (of) => [of.value, of.placeholder, of.getAttribute("aria-invalid")]),
      ["", "from the causes", null],
    );
    assert.equal(await value("run"), "llama3_405b");
    await flushed();
    const [python] = pythonAnswers([requestOf(asker.catalogue, listed, "by_cause")]);
    assert.deepEqual((await cellsOf("stops"))[0], causesOf(python.columns));
    await page.waitForFunction(() => document.querySelectorAll("#levers table").length === 2);
    const [better] = pythonAnswers([requestOf(asker.catalogue, listed, "cause_levers")]);
    assert.deepEqual((await cellsOf("levers"))[1], leversOfStops(better.columns));
    assert.equal((await form("toml")).match(/^\[\[cause\]\]$/gm).length, rows.length);
    await beside(async (other) => {
      assert.equal(await other.$eval("#sentence", (said) => said.textContent), headline(listed));
      assert.equal(await other.$eval('[name="cause"]', (said) => said.value), "llama3_405b");
    });

    const at = rows.findIndex((row) => row.name === "NIC");
    await page.click(`#field-cause-${at} summary`);
    await page.waitForSelector('[aria-label="Remove NIC"]');
    assert.equal(await value(`cause.${at}.events`), String(rows[at].events));
    await page.click('[aria-label="Remove NIC"]');
    await says(headline({ ...listed, cause: rows.filter((row) => row.name !== "NIC") }));
    assert.equal(await value("cause"), "own");
    await page.select('[name="restart"]', "nccl");
    const restart = asker.catalogue.presets.restart.nccl.fields;
    await says(headline({ ...listed, cause: rows.filter((row) => row.name !== "NIC"), restart }));
    await page.select('[name="cause"]', "");
    await says(headline({ ...start, restart }));
    assert.equal(await value("run.gpu_mttf"), asker.text(start.run.gpu_mttf, "s", 15));
    await write("restart.communicator_growth", "-4");
    await page.waitForSelector('[name="restart.communicator_growth"][aria-invalid]');
    await write("restart.communicator_growth", "530 s");
    await says(headline({ ...start, restart: { ...restart, communicator_growth: "530 s" } }));
    assert.equal(await value("restart"), "own");
    await page.select('[name="restart"]', "");
    await says(first);
    assert.deepEqual(faults, []);
  });

  test(`${name}: causes: rows by hand, what is refused and what is remarked at its row`, async () => {
    await follow("");
    const first = await sentence();
    const told = (path) =>
      page.$eval(`[name="${path}"]`, (of) => ({
        invalid: of.getAttribute("aria-invalid"),
        text: of
          .getAttribute("aria-describedby")
          .split(" ")
          .map((id) => document.getElementById(id))
          .filter((at) => at && !at.hidden && !at.id.endsWith("-hint"))
          .map((at) => at.textContent)
          .join(" "),
        seen: of.getClientRects().length > 0,
      }));
    await page.click("#add-cause");
    await page.waitForSelector('[name="cause.0.share"]');
    assert.equal(await value("cause.0.name"), "hang");
    await write("cause.0.share", "20 %");
    await write("cause.0.detection", "45 min");
    const hang = { name: "hang", share: "20 %", detection: "45 min" };
    await says(headline({ ...start, cause: [hang] }));
    assert.equal(await page.$eval("#field-cause-0 summary", (of) => of.textContent), "hangshare 20 %");

    await write("cause.0.detection", "-5 min");
    await page.waitForSelector('[name="cause.0.detection"][aria-invalid]');
    const refused = await told("cause.0.detection");
    assert.deepEqual([refused.invalid, refused.seen], ["true", true]);
    assert.match(refused.text, /detection = -300 must be/);
    assert.equal(await sentence(), headline({ ...start, cause: [hang] }));
    const accepted = (path) => page.waitForSelector(`[name="${path}"]:not([aria-invalid])`);
    await write("cause.0.detection", "45 min");
    await accepted("cause.0.detection");

    await page.click("#add-cause");
    await page.waitForSelector('[name="cause.1.name"]');
    assert.equal(await value("cause.1.name"), "hang 2");
    await write("cause.1.name", "hang");
    await page.waitForSelector('[name="cause.1.name"][aria-invalid]');
    assert.match((await told("cause.1.name")).text, /'hang': name is there twice/);
    await write("cause.1.name", "5");
    await accepted("cause.1.name");
    assert.equal((await state()).cause[1].name, "5");

    // a rate of its own beside a share of gpu_mttf: told at the row
    await page.select('[name="cause.1.rate"]', "mttf");
    await page.waitForSelector('[name="cause.1.mttf"]');
    await page.waitForFunction(() => /rate of its own/.test(document.querySelector("#field-cause-1 ~ .refusal").textContent));
    assert.equal("gpu_mttf" in (await state()).run, true);
    await page.click("#reset");
    await says(first);

    // of a domain the catalogue asks for its GPUs, behind "More"
    await page.click("#add-cause");
    await page.waitForSelector('[name="cause.0.share"]');
    await page.select('[name="cause.0.rate"]', "afr");
    await page.waitForSelector('[name="cause.0.afr"]');
    assert.equal("gpu_mttf" in (await state()).run, false);
    await page.select('[name="cause.0.per"]', "domain");
    await page.waitForFunction(() => document.querySelector('[name="cause.0.gpus_per_unit"]')?.getAttribute("aria-invalid"));
    assert.ok((await told("cause.0.gpus_per_unit")).seen);
    await write("cause.0.gpus_per_unit", "72");
    await write("cause.0.afr", "7.5");
    const { gpu_mttf: _life, ...run } = start.run;
    const rack = { name: "hang", afr: "7.5", per: "domain", gpus_per_unit: "72" };
    await says(headline({ ...start, run, cause: [rack] }));
    await page.waitForSelector("#field-cause-0-afr-remark:not([hidden])");
    assert.match((await told("cause.0.afr")).text, /^cause\.0\.afr = 7\.5 is far above what is usual/);
    await page.click('[name="cause.0.planned"]'); // counted by nobody else: the run says how often it fails
    await says(headline({ ...start, cause: [{ ...rack, planned: true }] }));
    await page.click('[name="cause.0.planned"]');
    await says(headline({ ...start, run, cause: [{ ...rack, planned: false }] }));
    await write("run.gpu_mttf", "50,000 h");
    await page.waitForSelector('[name="run.gpu_mttf"][aria-invalid]');
    assert.match((await told("run.gpu_mttf")).text, /has a rate of its own/);
    await write("run.gpu_mttf", "");
    await accepted("run.gpu_mttf");
    await page.click('[aria-label="Remove hang"]');
    await says(first);
    assert.deepEqual(faults, []);
  });

  test(`${name}: operation: hours that people keep, what runs reported, and what it buys to come sooner`, async () => {
    await follow("");
    const first = await sentence();
    const { fields } = asker.catalogue.presets.operation.office_hours;
    const kept = { ...start, operation: fields };
    await page.select('[name="operation"]', "office_hours");
    await says(headline(kept));
    assert.deepEqual((await state()).operation, fields);
    await flushed();
    const [python, levers] = pythonAnswers(
      ["reported", "operation_levers"].map((question) => requestOf(asker.catalogue, kept, question)),
    );
    const of = python.columns;
    const ends = (low, high, shown) => `${shown(low)} to ${shown(high)}`;
    const share = (value) => asker.text(value, "%", 2);
    assert.deepEqual(
      (await cellsOf("reported"))[0],
      of["row.words"].map((words, i) => [
        of["row.own"][i] ? `${words} (as yours)` : words,
        ends(of["row.goodput_low"][i], of["row.goodput_high"][i], share),
        ends(of["row.low"][i], of["row.high"][i], asker.gpus),
      ]),
    );
    await page.waitForFunction(() => document.querySelectorAll("#levers table").length === 2);
    const told = (await cellsOf("levers"))[1].map(([what]) => what);
    assert.deepEqual([...told].sort(), [...levers.columns.text].sort());
    assert.match(await form("toml"), /^\[operation\]$/m);
    await beside(async (other) => {
      assert.equal(await other.$eval("#sentence", (said) => said.textContent), headline(kept));
      assert.equal(await other.$eval('[name="operation"]', (said) => said.value), "office_hours");
    });
    await page.$eval("#inputs", (inputs) => {
      for (const fold of inputs.querySelectorAll("details")) fold.open = true;
    });
    await write("operation.hours", "Mon 9");
    await page.waitForSelector('[name="operation.hours"][aria-invalid]');
    await write("operation.hours", "daily 8-22");
    await says(headline({ ...kept, operation: { ...fields, hours: "daily 8-22" } }));
    assert.equal(await value("operation"), "own");
    await page.select('[name="operation"]', "");
    await says(first);
    assert.equal((await state()).operation, undefined);
    assert.deepEqual(faults, []);
  });

  test(`${name}: the band beside the limit is Python's, and what is known narrows it`, async () => {
    await follow("");
    await flushed();
    const others = ["write_time_equals_mtbf", "peak_throughput"];
    const band = (known, criterion = start.criterion) => ({
      ...requestOf(asker.catalogue, { ...start, criterion }, "band"),
      with: { known },
    });
    const size = (of) => (of === 0 ? "no size" : asker.gpus(of));
    const shown = () => page.$eval("#beside", (of) => of.textContent);
    const whole = pythonAnswers([band([])])[0].columns;
    for (const known of [[], ["start"], ["start", "bytes", "gpu_mttf"]]) {
      for (const one of known)
        if (!(await page.$eval(`#known-${one}`, (of) => of.checked))) {
          await page.click(`#known-${one}`);
          await page.waitForFunction((all) => window.explorer.state.run.known?.includes(all), {}, one);
          await flushed();
        }
      const [said, ...more] = pythonAnswers([band(known), ...others.map((criterion) => band(known, criterion))]);
      const of = said.columns;
      assert.equal(await shown(), `The limit: ${of.text}.`);
      const lines = await page.$$eval("#unknown .assumed", (all) => all.map((line) => line.textContent));
      assert.deepEqual(lines, of.assumes ? [`As given, ${of.assumes}.`] : []);
      const [assumed, sizes] = await cellsOf("unknown");
      assert.deepEqual(
        assumed,
        whole["assumption.name"].map((_name, i) => [
          whole["assumption.text"][i],
          size(whole["assumption.value"][i]),
          asker.gpus(whole["assumption.useful_gpus"][i]),
          asker.text(whole["assumption.goodput"][i], "%", 4),
        ]),
      );
      const readable = (text) => text.replaceAll("_", " ");
      assert.deepEqual(
        sizes,
        [said, ...more].map(({ columns }, i) => [
          ["limit", ...others.map(readable)][i],
          size(columns.value),
          size(columns.low),
          readable(columns.low_because),
          size(columns.high),
          readable(columns.high_because),
          size(columns.together),
        ]),
      );
      const ends = endsOf(asker, said);
      const words = await page.$eval("#work figcaption", (told) => told.textContent);
      const drawn = await page.$eval("#work svg", (svg) => [...svg.querySelectorAll("text")].map((text) => text.textContent));
      const [least, most] = [ends.low, ends.high].map((end) => `${end.text} (${end.words})`);
      assert.ok(words.endsWith(`Ribbon: from ${least} to ${most}.`), words);
      assert.ok(drawn.includes(`least: ${ends.low.because}`) && drawn.includes(`most: ${ends.high.because}`), String(drawn));
    }
    assert.match(await form("toml"), /^known = \["start", "bytes", "gpu_mttf"\]$/m);
    const limit = await shown();
    await beside((other) =>
      other.waitForFunction((text) => document.getElementById("beside").textContent === text, {}, limit),
    );
    await page.focus("#known-bytes");
    await pressed(" ");
    await flushed();
    assert.equal(await page.evaluate(() => document.activeElement.id), "known-bytes");
    assert.deepEqual((await state()).run.known, ["start", "gpu_mttf"]);
    await follow("");
    assert.deepEqual(faults, []);
  });

  test(`${name}: files: CSV, SVG, PNG, programs`, async () => {
    await follow("");
    const wait = async (ending, known) => {
      for (;;) {
        const found = readdirSync(where.downloads).find((of) => of.endsWith(ending) && !known.has(of));
        if (found && !existsSync(join(where.downloads, `${found}.part`))) {
          const bytes = readFileSync(join(where.downloads, found));
          if (bytes.length) return bytes;
        }
        await new Promise((done) => setTimeout(done, 50));
      }
    };
    if (name === "chrome") {
      const session = await page.createCDPSession();
      await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: where.downloads });
    }
    for (const ending of ["CSV", "SVG", "PNG"]) {
      const known = new Set(readdirSync(where.downloads));
      await page.evaluate((what) => document.querySelector(`[aria-label="useful-work as ${what}"]`).click(), ending);
      const bytes = await wait(ending.toLowerCase(), known);
      if (ending === "CSV") {
        const lines = bytes.toString().trim().split("\n");
        assert.equal(lines.length, 121);
        assert.match(lines[0], /^gpus,useful_gpus,/);
      } else if (ending === "SVG") {
        assert.match(bytes.toString(), /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
        assert.doesNotMatch(bytes.toString(), /var\(--|<script/);
      } else {
        assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
        assert.ok(bytes.length > 5000);
      }
    }
    for (const [form, start, ending] of [
      ["python", /^import scaling_limits as sl/, "py"],
      ["cpp", /#include <scaling_limits/, "cpp"],
      ["toml", /question = "limit"/, "toml"],
    ]) {
      const known = new Set(readdirSync(where.downloads));
      await page.evaluate((which) => {
        document.querySelector(`[name=form][value=${which}]`).click();
        [...document.querySelectorAll(".take button")].find((of) => of.textContent === "Save as a file").click();
      }, form);
      assert.match((await wait(`.${ending}`, known)).toString(), start);
    }
    assert.deepEqual(faults, []);
  });

  test(`${name}: the map is the engine's, and a click on it sets both of its fields`, async () => {
    await follow("");
    await page.evaluate(() => window.explorer.flush());
    const [fine, middle] = [200, 5];
    const fields = Object.values(asker.catalogue.kinds.run)[0].fields;
    const axes = (await page.$$eval(".axes select", (of) => of.map((one) => one.value))).map((path) => {
      const scale = scaleOf(fields.find((of) => `run.${of.name}` === path).usual);
      return {
        path,
        values: Array.from({ length: middle }, (_of, i) =>
          scale.value((Math.round((i / (middle - 1)) * (fine - 1)) + 0.5) / fine),
        ),
      };
    });
    const expected = axes[1].values.map((y) =>
      axes[0].values.map((x) => {
        const said = asker.columns({
          ...requestOf(asker.catalogue, start, "limit"),
          over: { [axes[0].path]: [x], [axes[1].path]: [y] },
        });
        return asker.gpus(said.columns.value[0], 3);
      }),
    );
    // it is drawn ever finer: the last has all of these, of the first some
    await page.waitForFunction(
      (all) => {
        const rows = [...document.querySelectorAll("#over-two-fields tbody tr")];
        return JSON.stringify(rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent))) === all;
      },
      {},
      JSON.stringify(expected),
    );
    const paths = await page.$$eval(".axes select", (of) => of.map((one) => one.value));
    const before = await Promise.all(paths.map(value));
    await page.$eval("#map svg", (of) => of.scrollIntoView({ block: "center" }));
    const box = await (await page.$("#map svg")).boundingBox();
    await page.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.6);
    await page.waitForFunction(
      (path, was) => document.querySelector(`[name="${path}"]`).value !== was,
      {},
      paths[0],
      before[0],
    );
    const after = await Promise.all(paths.map(value));
    assert.notEqual(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.equal(await page.$$eval("[aria-invalid]", (of) => of.length), 0);
    await follow(hashOf({ run: { gpus: 5 } }));
    await follow("");
  });

  test(`${name}: the curve says its numbers where it is pointed at`, async () => {
    await follow("");
    await page.$eval("#work svg", (of) => of.scrollIntoView({ block: "center" }));
    const box = await (await page.$("#work svg")).boundingBox();
    const tip = '#work svg [aria-label="tip"]';
    await page.mouse.move(0, 0);
    await page.waitForFunction((at) => !document.querySelector(at)?.textContent, {}, tip);
    let said = "";
    for (const share of [0.3, 0.8]) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
      const found = await page.waitForFunction(
        (at, before) => {
          const text = document.querySelector(at)?.textContent;
          return text !== before && text;
        },
        {},
        tip,
        said,
      );
      said = await found.jsonValue();
      assert.match(said, /[\d,.]+ GPUs.*useful work of [\d,.]+ GPUs.*goodput [\d.]+ %$/);
    }
    await page.mouse.move(0, 0);
    assert.deepEqual(faults, []);
  });

  test(`${name}: from a model: step, memory, days and money, the size where more GPUs stop helping`, async () => {
    await follow(hashOf({ question: "model_plan" }));
    await page.waitForSelector("#step svg");
    const request = requestOf(asker.catalogue, start, "model_plan", { with: start.with });
    const of = asker.ask(request).columns;
    const shown = await page.$$eval(".figures > div", (all) =>
      Object.fromEntries(all.map((one) => [one.children[0].textContent, one.children[1].textContent])),
    );
    assert.equal(shown["checkpoint bytes"], asker.handy(of.checkpoint_bytes, "B", 4));
    assert.ok(shown.time.startsWith(asker.handy(of.time, "s", 4)));
    assert.match(shown.time, /± .* %/);
    assert.equal(shown.cost, asker.handy(of.cost, "USD", 4));
    assert.equal(shown.goodput, asker.text(of.goodput, "%", 3));
    assert.equal(await page.$eval("#sentence", (said) => said.textContent), of.text);
    assert.equal(await page.$$eval("#curve svg", (all) => all.length), 2);
    const parts = await page.$$eval("#step tbody tr", (rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    assert.deepEqual(parts.at(-1), ["all", asker.text(of.time, "s", 3)]);
    assert.equal(
      parts.length,
      1 + Object.keys(of).filter((column) => column.startsWith("breakdown.") && of[column] > 0).length,
    );
    await page.click("#take-checkpoint");
    await says(headline({ ...start, run: { ...start.run, checkpoint_bytes: of.checkpoint_bytes } }));
    await page.waitForFunction(() => location.hash.includes("checkpoint_bytes"));
    await follow(hashOf({ question: "model_plan" }));
    await page.waitForSelector("#step svg");
    await page.select('[name="layout"]', "given");
    await settled();
    assert.equal(await value("layout.tensor"), String(of["layout.tensor"]));
    await write("layout.tensor", "3");
    await page.waitForFunction(
      () => document.querySelectorAll("[aria-invalid]").length > 0 || !document.getElementById("notice").hidden,
    );
    await follow("");
    assert.deepEqual(faults, []);
  });

  test(`${name}: on several sites: the table is Python's, and the form is the catalogue's`, async () => {
    await follow("");
    const first = await sentence();
    const turned = (to) =>
      page.evaluate(
        (title) => [...document.querySelectorAll("#views button")].find((of) => of.textContent === title).click(),
        to,
      );
    const known = () =>
      page.waitForFunction(() => document.querySelector("#worth svg") && !document.querySelector("[aria-busy]"));
    await turned("On several sites");
    await known();
    assert.equal(await value("with.work"), asker.text(startOf(asker.catalogue.questions.compare_sites).work, "s", 15));
    assert.equal(await page.$eval('[name="with.counts"]', (of) => of.placeholder), "[1,2,4,8]");
    const { words } = asker.catalogue.kinds.sites.sites.fields.find((of) => of.name === "exchange");
    assert.deepEqual(await page.$$eval('[name="sites.exchange"] option', (of) => of.map((one) => one.value)), words);
    const state = {
      question: "compare_sites",
      sites: { sites: 2, bandwidth: "1 Tb/s", bytes: "810 GB", latency: "5 ms" },
      with: { work: "101921.6 s", counts: [1, 2, 3] },
      run: { gpus: 1e5, checkpoint_bytes: "2.5 TB", write_bandwidth: "1 TB/s", initialization_time: 300 },
      criterion: { peak_throughput: {}, goodput_at_least: null },
      factor: [{ strong_scaling: { half_size: 101035 } }],
    };
    const shown = async () => {
      await known();
      return page.$$eval("#sites-compared tbody tr", (rows) =>
        rows.map((row) => [...row.children].map((of) => of.textContent)),
      );
    };
    const expected = (of) =>
      of.sites.map((sites, i) => [
        `${sites} ${sites === 1 ? "site" : "sites"}`,
        asker.gpus(of.size[i]),
        asker.gpus(of.worth[i]),
        asker.text(of.goodput[i], "%", 3),
        asker.text(of.efficiency[i], "%", 3),
        of.binding[i],
        of.pays[i] === null ? "" : of.pays[i] ? "yes" : "no",
        asker.text(of.break_even[i], "1", 4),
      ]);
    await follow(hashOf(state));
    const full = stateOf(asker, start, hashOf(state)).state;
    const [python] = pythonAnswers([requestOf(asker.catalogue, full, "compare_sites", { with: full.with })]);
    await page.waitForFunction(() => document.querySelectorAll("#sites-compared tbody tr").length === 3);
    assert.deepEqual(await shown(), expected(python.columns));
    assert.equal(await sentence(), python.columns.text);
    assert.match(python.columns.text, /^Most useful work on 3 sites: .* if replicas leave more than 0\.847 of the work\.$/);
    const rarely = await sentence();
    await write("sites.exchange_steps", "1");
    await page.waitForFunction((was) => document.getElementById("sentence").textContent !== was, {}, rarely);
    const often = { ...full, sites: { ...full.sites, exchange_steps: 1 } };
    const asked = asker.ask(requestOf(asker.catalogue, often, "compare_sites", { with: full.with }));
    assert.deepEqual(await shown(), expected(asked.columns));
    await write("sites.quorum", "3"); // the most of the counts are three
    await known();
    assert.equal(await page.$$eval("[aria-invalid]", (of) => of.length), 0);
    await write("sites.fragments", "7");
    await page.waitForSelector('[name="sites.fragments"][aria-invalid]');
    await turned("From a run");
    await page.waitForSelector("#map svg");
    await turned("On several sites");
    await known();
    assert.equal(await value("with.work"), "101921.6 s");
    await follow("");
    await says(first);
    assert.deepEqual(faults, []);
  });

  for (const dark of [false, true])
    test(`${name}: no barrier that axe finds, ${dark ? "dark" : "light"}, every view, narrow and wide`, async () => {
      const own = dark && name === "firefox" ? await launch(name, true) : where;
      for (const [hash, width] of [
        ["", 1280],
        [hashOf({ question: "model_plan", factor: [{ strong_scaling: { half_size: 1e5 } }] }), 390],
        [hashOf({ question: "compare_sites", sites: { sites: 2, bandwidth: 1e11, bytes: 1e12 }, with: { work: 1e5 } }), 390],
        [hashOf({ strategy: { multilevel: startOf(asker.catalogue.kinds.strategy.multilevel), blocking: null } }), 390],
        [hashOf({ cause: "byterobust", restart: "nccl", run: { known: ["bytes"] } }), 390],
      ]) {
        const other = await open(own, { hash, width, dark });
        await other.page.evaluate(() => {
          window.explorer.flush();
          document.querySelectorAll("details").forEach((of) => {
            of.open = true;
          });
        });
        const drawn = hash.includes("model_plan") ? "#step svg" : hash.includes("sites") ? "#worth svg" : "#map svg";
        await other.page.waitForSelector(drawn);
        await settled(other.page);
        const overflow = await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${hash}: ${overflow} px to the side at ${width}`);
        await other.page.evaluate(axe);
        const found = await other.page.evaluate(async () =>
          (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(
            (of) => `${of.id}: ${of.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
          ),
        );
        assert.deepEqual(found, []);
        const ground = await other.page.evaluate(
          () => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0],
        );
        assert.ok(dark ? ground < 60 : ground > 200, String(ground));
        assert.deepEqual(other.faults, []);
        await other.page.close();
      }
      if (own !== where) await own.close();
      await page.bringToFront();
    });

  if (name === "chrome")
    test(`${name}: without WebAssembly exceptions there is one plain sentence`, async () => {
      const other = await where.browser.newPage();
      await other.evaluateOnNewDocument(() => {
        WebAssembly.validate = () => false;
      });
      await other.goto((await import("./support.mjs")).address);
      await other.waitForFunction(() => document.getElementById("sentence").textContent.length > 20);
      assert.match(await other.$eval("#sentence", (of) => of.textContent), /browser does not have.*newer one\.$/);
      await other.close();
    });
}
