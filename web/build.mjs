// SPDX-License-Identifier: Apache-2.0
// Makes the page: one file with script, style, worker and engine in it, and a policy that lets nothing else run.
//
//   node web/build.mjs [ENGINE.wasm.gz] [TO.html]     build/engine/engine.wasm.gz and build/explorer/index.html without them
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const engine = resolve(process.argv[2] ?? join(root, "build/engine/engine.wasm.gz"));
const to = resolve(process.argv[3] ?? join(root, "build/explorer/index.html"));

/** One script without imports; the packages that are in it. */
async function bundled(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    metafile: true,
    legalComments: "none",
    define: { "import.meta.url": '""' },
    external: ["node:*"],
    absWorkingDir: here,
    logLevel: "warning",
  });
  const packages = new Set();
  for (const [output] of Object.entries(metafile.outputs))
    for (const [name, { bytesInOutput }] of Object.entries(metafile.outputs[output].inputs)) {
      const found = name.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
      if (found && bytesInOutput) packages.add(found[1]);
    }
  const text = outputFiles[0].text.trim();
  if (/<\/script|<!--/i.test(text)) throw new Error(`${entry}: holds an end of a script element`);
  return { text, packages };
}

/** Licences of what is bundled, with their notices. */
async function licences(packages) {
  const texts = new Map();
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const text = (await readFile(join(folder, "LICENSE"), "utf8")).trim().replaceAll("--", "- -");
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  return [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n");
}

/** The style that Observable Plot writes into each drawing, for the one class that the page gives them. */
async function plotStyle() {
  const source = await readFile(join(here, "node_modules/@observablehq/plot/src/plot.js"), "utf8");
  const found = source.match(/append\("style"\)\.text\(\s*`([^`]*)`/);
  if (!found) throw new Error("the style of Observable Plot is no longer where it was");
  return found[1].replaceAll("${className}", "plot");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const [page, worker] = await Promise.all([bundled("page/main.js"), bundled("page/worker.js")]);
const { outputFiles } = await build({
  entryPoints: [join(here, "page/style.css")],
  minify: true,
  write: false,
  legalComments: "none",
});
const style = outputFiles[0].text.trim();
const packed = (await readFile(engine)).toString("base64");
const policy = [
  "default-src 'none'",
  `script-src ${hash(page.text)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)} ${hash(await plotStyle())}`,
  "worker-src blob:",
  "img-src data: blob:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");
const parts = { policy, style, engine: packed, worker: worker.text, script: page.text };
const notices = `<!--\nSPDX-License-Identifier: Apache-2.0\nBundled in this page:\n\n${await licences(page.packages)}\n-->\n`;
const template = await readFile(join(here, "page/index.html"), "utf8");
const html = template
  .replace(/^<!doctype html>\n/, (first) => first + notices)
  .replaceAll(/\{\{(\w+)\}\}/g, (_whole, name) => parts[name]);
await mkdir(dirname(to), { recursive: true });
await writeFile(to, html);
const kilobytes = (text) => `${(gzipSync(text, { level: 9 }).length / 1000).toFixed(0)} kB`;
console.log(
  `${relative(process.cwd(), to)}: ${kilobytes(html)} gzipped; without the engine ${kilobytes(html.replace(packed, ""))}`,
);
