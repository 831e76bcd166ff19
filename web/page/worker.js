// SPDX-License-Identifier: Apache-2.0
// The engine beside the page, for what takes longer than a picture: it answers what it is sent, in order.
import { bounded } from "./bounded.js";

const longest = 60_000; // ms, of one request

/** @type {Promise<any> | undefined} */
let engine;

self.addEventListener("message", async ({ data }) => {
  if (data.bytes) {
    engine = bounded(data.bytes, longest);
    return;
  }
  const { request, columns, asks } = data;
  try {
    const ready = await engine;
    if (asks) {
      self.postMessage(asks.map(ready.ask));
      return;
    }
    const found = ready.columns(request);
    if (!found.error && columns)
      found.columns = Object.fromEntries(columns.map((/** @type {string} */ name) => [name, found.columns[name]]));
    self.postMessage(found);
  } catch (failed) {
    self.postMessage({ error: { field: "", value: null, message: String(failed) } });
  }
});
