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

/** The engine that the page carries, in node. @param {import("../engine/engine.js").Bounds} [bounds] */
export const engine = async (bounds) => load(engineBytes(), bounds);
export const engineBytes = () => readFileSync(process.env.ENGINE ?? join(root, "build/engine/engine.wasm"));

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
 * @param {{ hash?: string, width?: number, height?: number, dark?: boolean }} [how]
 */
export async function open(where, { hash = "", width = 1280, height = 900, dark = false } = {}) {
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
  await page.setViewport({ width, height });
  if (dark) await darkened(where, page);
  await page.goto(address + hash, { waitUntil: "load" });
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  return { page, faults };
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
