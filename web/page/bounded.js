// SPDX-License-Identifier: Apache-2.0
// What one request may take on the page: a link may have made it, and ask for anything.
import { load } from "../engine/engine.js";

const most = { mostPoints: 1e5, mostBytes: 1e8 }; // far more than any picture here has

/**
 * The engine, of which no request takes longer than so many ms: it is refused then.
 *
 * @param {ArrayBuffer} bytes @param {number} ms
 * @returns {Promise<import("../engine/engine.js").Engine>}
 */
export async function bounded(bytes, ms) {
  let until = Infinity;
  const { describe, ask, columns } = await load(bytes, { ...most, stopped: () => performance.now() > until });
  const timed = (/** @type {(request: any) => any} */ call) => (/** @type {any} */ request) => {
    until = performance.now() + ms;
    return call(request);
  };
  return { describe, ask: timed(ask), columns: timed(columns) };
}
