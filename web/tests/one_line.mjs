// SPDX-License-Identifier: Apache-2.0
// What tests/one_line.py asks of the page of its copy: node web/tests/one_line.mjs REQUEST prints what was found.
import { engine, hashOf, launch, open } from "./support.mjs";

const request = JSON.parse(process.argv[2]);
const [[kind, fields]] = Object.entries(request.strategy);
const [field] = Object.keys(fields);
const asker = await engine();
const where = await launch("chrome");
try {
  const { page, faults } = await open(where, { hash: hashOf({ strategy: { ...request.strategy, blocking: null } }) });
  await page.evaluate(() => /** @type {any} */ (window).explorer.flush());
  const box = await page.$(`[name="strategy.${field}"]`);
  console.log(
    JSON.stringify({
      value: asker.ask(request).columns.value,
      offered: await page.$$eval('[name="strategy"] option', (of, name) => of.some((one) => one.value === name), kind),
      chosen: await page.$eval('[name="strategy"]', (of) => of.value),
      box: box && (await box.evaluate((of) => of.value)),
      slider: await box?.evaluate((of) => Boolean(of.closest(".field, .row, div")?.querySelector('[type="range"]'))),
      compared: await page.$eval("#strategies", (of, name) => of.textContent.includes(name), kind),
      sentence: await page.$eval("#sentence", (of) => of.textContent),
      faults,
    }),
  );
} finally {
  await where.close();
}
