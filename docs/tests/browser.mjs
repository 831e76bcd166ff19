// SPDX-License-Identifier: Apache-2.0
// The site in a real browser, opened from its files: formulas are typeset, search finds, tabs open, versions switch, nothing
// is asked of any host. `node docs/tests/browser.mjs SITE NODE_MODULES [--pictures FOLDER]`; CHROMIUM names another browser.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site, modules, option, pictures] = process.argv.slice(2);
const puppeteer = (await import(pathToFileURL(createRequire(join(resolve(modules), "x.js")).resolve("puppeteer-core"))))
  .default;
const profile = mkdtempSync(join(tmpdir(), "site-"));
const executablePath =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update " +
  "--disable-sync";
const browser = await puppeteer.launch({ executablePath, headless: true, args: flags.split(" "), userDataDir: profile });
const version = readdirSync(site)
  .filter((name) => /^\d+\.\d+\.\d+/.test(name))
  .sort()
  .at(-1);
const address = (path) => pathToFileURL(join(resolve(site), version, path)).href;
const asked = [];
const said = [];

async function open(path, { width = 1280, height = 1000, dark = false } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || asked.push(request.url()));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && said.push(`${path}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`${path}: ${error}`));
  const [, file, rest] = /^([^#?]*)(.*)$/.exec(path);
  await page.goto(path.includes("://") ? path : address(file) + rest);
  return page;
}
/** Waits for the formulas of a page, where it has some. */
const typeset = (page) =>
  page.waitForFunction(
    () =>
      !document.querySelector(".math") ||
      window.MathJax?.startup?.document?.state?.() >= 10 ||
      document.querySelector("mjx-container"),
    { timeout: 600_000 },
  );
async function check(name, body) {
  await body();
  console.log(`ok  ${name}`);
}

try {
  await check("the front door leads to the newest version", async () => {
    const page = await open(pathToFileURL(join(resolve(site), "index.html")).href);
    await page.waitForFunction((v) => location.href.endsWith(`${v}/index.html`), {}, version);
    await page.close();
  });
  await check("formulas are typeset, none with an error, and no sign of TeX is left", async () => {
    for (const path of [
      "models/checkpoint/interval.html",
      "models/workload/transformer_shape.html",
      "docs/derivations.html",
      "models/limits/criteria.html",
    ]) {
      const page = await open(path);
      await typeset(page);
      const found = await page.evaluate(async () => {
        await MathJax.startup.promise;
        const formulas = document.querySelectorAll(".math").length;
        const drawn = document.querySelectorAll("mjx-container svg").length;
        const wrong = [...document.querySelectorAll("[data-mjx-error], mjx-merror, [data-mml-node=merror]")].map(
          (node) => node.textContent,
        );
        return { formulas, drawn, wrong, left: document.querySelector("article").textContent.includes("\\frac") };
      });
      assert.deepEqual(found.wrong, [], path);
      assert.ok(found.formulas > 5 && found.drawn >= found.formulas && !found.left, `${path}: ${JSON.stringify(found)}`);
      await page.close();
    }
  });
  for (const [word, where] of [
    ["Daly", /models\/checkpoint\/interval/],
    ["young_interval", /models\/checkpoint\/interval.*young_interval/],
    ["erlang", /spares|derivations/],
  ]) {
    await check(`search finds ${word}`, async () => {
      const page = await open("index.html");
      await page.type('input[name="q"]', word);
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      await page.waitForFunction(() => document.querySelectorAll("#search-results ul.search li a").length > 0);
      await page.waitForFunction(() =>
        /found|page/.test(document.querySelector("#search-results .search-summary, #search-results p")?.textContent ?? ""),
      );
      const links = await page.$$eval("#search-results ul.search li a", (all) => all.map((a) => a.href));
      assert.ok(
        links.some((link) => where.test(link)),
        links.join("\n"),
      );
      await page.close();
    });
  }
  await check("a page of a model leads to the explorer, which answers for that model", async () => {
    const page = await open("models/strategies/asynchronous.html");
    await Promise.all([page.waitForNavigation(), page.click("a.explorer")]);
    await page.waitForFunction(() => window.explorer?.state?.strategy?.asynchronous && /GPU/.test(document.body.innerText), {
      timeout: 600_000,
    });
    await page.close();
  });
  await check("a link into a tab opens it", async () => {
    const page = await open("models/checkpoint/interval.html#cpp-checkpoint.young_interval");
    await page.waitForFunction(() => document.getElementById("cpp-checkpoint.young_interval").offsetParent !== null);
    await page.close();
  });
  await check("the published table is filtered, and a row that is linked to is seen", async () => {
    const page = await open("published.html");
    const all = await page.$$eval("article tbody tr", (rows) => rows.length);
    await page.type("#filter", "llama3.1 405b");
    const shown = await page.$$eval("article tbody tr", (rows) => rows.filter((row) => row.offsetParent !== null).length);
    assert.ok(all > 400 && shown < all, `${shown} of ${all}`);
    await page.close();
  });
  await check("the switcher knows this version", async () => {
    const page = await open("models/checkpoint/interval.html");
    assert.equal(await page.$eval("#version", (select) => select.value), version);
    await page.close();
  });
  await check("an old version says so, and leads to the same page of another, or to its front page", async () => {
    const later = { versions: ["9.0.0", version], pages: { "9.0.0": ["index.html", "start.html"], [version]: [] } };
    for (const [path, expected] of [
      ["start.html", "9.0.0/start.html"],
      ["models/checkpoint/interval.html", "9.0.0/index.html"],
    ]) {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(
        (known) => Object.defineProperty(window, "SCALING_LIMITS", { get: () => known, set: () => {} }),
        later,
      );
      await page.goto(address(path));
      assert.ok((await page.$eval(".old-version a", (link) => link.href)).endsWith(expected));
      assert.deepEqual(await page.$$eval("#version option", (options) => options.map((option) => option.text)), later.versions);
      assert.ok((await page.$eval(".old-version a", (link) => link.href)).startsWith(pathToFileURL(resolve(site)).href));
      await page.close();
    }
  });
  await check("every formula of the site reads", async () => {
    const texts = new Set();
    const walk = (folder) =>
      readdirSync(folder, { withFileTypes: true }).forEach((entry) => {
        const path = join(folder, entry.name);
        if (entry.name === "explorer") return; // a program
        if (entry.isDirectory()) walk(path);
        else if (path.endsWith(".html"))
          for (const [, tex] of readFileSync(path, "utf8").matchAll(/\\\(((?:(?!\\\)).)*)\\\)/gs)) texts.add(tex);
      });
    walk(join(resolve(site), version));
    const page = await open("models/checkpoint/interval.html");
    await typeset(page);
    const wrong = await page.evaluate(
      async (all) => {
        await MathJax.startup.promise;
        const read = document.createElement("textarea");
        const text = (html) => ((read.innerHTML = html), read.value);
        return all.map(text).filter((tex) => MathJax.tex2svg(tex).querySelector("[data-mjx-error], [data-mml-node=merror]"));
      },
      [...texts],
    );
    assert.ok(texts.size > 400, `${texts.size}`);
    assert.deepEqual(wrong, []);
    console.log(`    ${texts.size} different ones`);
    await page.close();
  });
  await check("at 390 px nothing is wider than the screen", async () => {
    for (const path of [
      "index.html",
      "start.html",
      "models/checkpoint/interval.html",
      "models/limits/max_gpus.html",
      "published.html",
      "guide/limit.html",
      "command-line.html",
      "docs/derivations.html",
    ]) {
      const page = await open(path, { width: 390, height: 844 });
      await typeset(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${path} is ${width} px wide`);
      await page.close();
    }
  });
  assert.deepEqual(asked, [], "requests");
  assert.deepEqual(said, [], "console");
  console.log("ok  no request to any host, and nothing on the console");
  if (option === "--pictures") {
    for (const path of ["index", "models/checkpoint/interval", "published", "start", "models/index", "search"]) {
      for (const [width, dark] of [
        [1280, false],
        [1280, true],
        [390, false],
      ]) {
        const page = await open(`${path}.html${path === "search" ? "?q=Daly" : ""}`, {
          width,
          height: width === 390 ? 1600 : 1400,
          dark,
        });
        await typeset(page);
        await new Promise((done) => setTimeout(done, 700));
        await page.screenshot({ path: join(pictures, `${path.replaceAll("/", "-")}-${width}${dark ? "-dark" : ""}.png`) });
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
