// SPDX-License-Identifier: Apache-2.0
// Browsers that open the page from its file, the engine beside them in node, and Python's answers.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { load } from "../engine/engine.js";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const file = join(root, "build/explorer/index.html");
export const address = pathToFileURL(file).href;
export const python = process.env.PYTHON ?? join(root, ".venv/bin/python");

/** When a wait is given up: ten minutes, so that a busy machine is no reason. */
const patience = 600_000;

const programs = {
  chrome: process.env.CHROMIUM ?? "/usr/bin/chromium",
  firefox: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
};

/** The engine that the page carries, in node. */
export const engine = async () => load(readFileSync(process.env.ENGINE ?? join(root, "build/engine/engine.wasm")));

/** Answers of the Python package to many requests. @param {any[]} requests */
export function pythonAnswers(requests) {
  const script = `
import json, sys
import scaling_limits as sl

def answer(request):
    try:
        return sl.ask(request)
    except sl.catalog.RequestError as error:
        return {"error": {"message": str(error)}}

print(json.dumps([answer(request) for request in json.load(sys.stdin)]))
`;
  return JSON.parse(
    execFileSync(python, ["-c", script], { input: JSON.stringify(requests), maxBuffer: 1 << 30, encoding: "utf8" }),
  );
}

/**
 * A browser with a profile of its own.
 *
 * @param {"chrome" | "firefox"} name @param {boolean} [dark] Firefox takes the reader's setting from its profile alone
 */
export async function launch(name, dark = false) {
  if (!existsSync(programs[name])) throw new Error(`${programs[name]} is not there: make test-page and make test-firefox install theirs`);
  const profile = mkdtempSync(join(tmpdir(), "explorer-"));
  const downloads = mkdtempSync(join(tmpdir(), "explorer-files-"));
  const browser = await puppeteer.launch({
    browser: name,
    executablePath: programs[name],
    headless: true,
    userDataDir: profile,
    protocolTimeout: patience,
    args:
      name === "chrome"
        ? [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ]
        : [],
    extraPrefsFirefox: {
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.useDownloadDir": true,
      "browser.download.always_ask_before_handling_new_types": false,
      "browser.download.alwaysOpenPanel": false,
      "browser.helperApps.neverAsk.saveToDisk": "text/csv,image/svg+xml,image/png,text/plain",
    },
  });
  return {
    name,
    browser,
    downloads,
    close: async () => {
      await browser.close();
      for (const folder of [profile, downloads]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * The page, ready, and what it should never have: requests, errors on the console, refusals of its policy.
 *
 * @param {Awaited<ReturnType<typeof launch>>} where
 * @param {{ hash?: string, width?: number, height?: number, dark?: boolean, more?: [string, string] }} [how] `more`: a strategy
 *   that the engine has besides, and which one it is under that name
 */
export async function open(where, { hash = "", width = 1280, height = 900, dark = false, more } = {}) {
  const page = await where.browser.newPage();
  page.setDefaultTimeout(patience);
  const faults = [];
  page.on(
    "console",
    (message) => ["error", "warn", "warning"].includes(message.type()) && faults.push(`console: ${message.text()}`),
  );
  page.on("pageerror", (error) => faults.push(`error: ${error}`));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(`request: ${request.url()}`));
  await page.evaluateOnNewDocument(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
    ),
  );
  if (more) await page.evaluateOnNewDocument(withOneMore, ...more);
  await page.setViewport({ width, height });
  if (dark) await darkened(where, page);
  await page.goto(address + hash, { waitUntil: "load" });
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  return { page, faults };
}

/** Runs in the page, before its script: what a line more in the list of strategies would bring. */
function withOneMore(name, like) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {[any, any]} */ ...given) => {
      const own = /** @type {any} */ ((await instantiate(...given)).instance.exports);
      let size = 0;
      const read = (at, length) => new TextDecoder().decode(new Uint8Array(own.memory.buffer, at, length));
      const placed = (text) => {
        const bytes = new TextEncoder().encode(text);
        const at = own.sl_alloc(bytes.length);
        new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
        size = bytes.length;
        return at;
      };
      const asked = (call) => (at, length) => {
        const answer = call(placed(read(at, length).replaceAll(`"${name}"`, `"${like}"`)), size);
        size = own.sl_size();
        return answer;
      };
      const sl_describe = () => {
        const all = JSON.parse(read(own.sl_describe(), own.sl_size()));
        all.kinds.strategy[name] = all.kinds.strategy[like];
        return placed(JSON.stringify(all));
      };
      return {
        instance: {
          exports: { ...own, sl_describe, sl_ask: asked(own.sl_ask), sl_columns: asked(own.sl_columns), sl_size: () => size },
        },
      };
    }
  );
}

/** The reader's setting: dark. */
async function darkened(where, page) {
  if (where.name === "chrome") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
}

/** The hash of a difference from the start. @param {any} difference */
export const hashOf = (difference) => `#${encodeURIComponent(JSON.stringify(difference))}`;

/** Numbers that repeat: mulberry32. @param {number} seed */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
