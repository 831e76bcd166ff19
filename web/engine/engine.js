// SPDX-License-Identifier: Apache-2.0
// The catalogue in WebAssembly: the same requests and answers as `scaling-limits ask`, in a browser and in node.

/**
 * @typedef {any} Json number, text, true, false, null, a list or an object of them
 * @typedef {{ question: string, over?: { [path: string]: number[] | Float64Array | Json }, [part: string]: any }} Request
 * @typedef {{ error: { field: string, value: Json, message: string } }} Refusal
 * @typedef {{ question: string, columns: { [name: string]: any }, units: { [name: string]: string }, terms: string[],
 *             remarks?: string[] }} Answer
 * @typedef {{ codes: Uint32Array, labels: string[] }} Words
 * @typedef {{ question: string, columns: { [name: string]: Float64Array | Words | Json[] }, units: { [name: string]: string },
 *             terms: string[] }} Columns
 * @typedef {{ mostPoints?: number, mostBytes?: number, stopped?: () => boolean }} Bounds `mostPoints` of a request, `mostBytes` of
 *             an answer's cells: what has more is refused. `stopped`: asked between elements, whether nobody waits for the answer
 *             any more, which is then an error; it may look at a clock, or at what another thread has set
 * @typedef {{ describe(): any, ask(request: Request): Answer | Refusal, columns(request: Request): Columns | Refusal }} Engine
 */

/** What the C library asks of its host; the engine reads no files and has no arguments. */
const host = (memory) => {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get: (_id, _precision, to) => {
      view().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_get: () => 0,
    environ_sizes_get: (count, size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    fd_close: () => 8,
    fd_seek: () => 8,
    fd_write: () => 8,
    proc_exit: (code) => {
      throw new Error(`the engine stopped with code ${code}`);
    },
  };
};

/** The module's own copy: `engine.wasm` beside this file. */
async function ownBytes() {
  const place = new URL("engine.wasm", import.meta.url);
  if (place.protocol === "file:" && typeof process !== "undefined")
    return (await import("node:fs/promises")).readFile(place);
  return (await fetch(place)).arrayBuffer();
}

/**
 * The engine, ready to be asked.
 *
 * @param {BufferSource} [bytes] the module; its own copy where none is given
 * @param {Bounds} [bounds] none, where it is left out
 * @returns {Promise<Engine>}
 */
export async function load(bytes, { mostPoints = Infinity, mostBytes = Infinity, stopped = () => false } = {}) {
  let exports;
  const { instance } = await WebAssembly.instantiate(bytes ?? (await ownBytes()), {
    wasi_snapshot_preview1: host(() => exports.memory),
    host: { stopped: () => Number(stopped()) },
  });
  exports = /** @type {any} */ (instance.exports);
  exports._initialize();
  exports.sl_start(mostPoints, mostBytes);

  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** Gives a text to a function of the module. */
  const passed = (text, call) => {
    const bytes = encoder.encode(text);
    const at = exports.sl_alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const found = call(at, bytes.length);
    exports.sl_free(at);
    return found;
  };
  const read = (at) => JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, at, exports.sl_size())));
  const json = (request) => JSON.stringify(request, (_key, value) => (value === Infinity ? "unlimited" : value));

  return {
    describe: () => read(exports.sl_describe()),
    ask: (request) => read(passed(json(request), exports.sl_ask)),
    columns: (request) => {
      const over = {};
      for (const [path, values] of Object.entries(request.over ?? {})) {
        if (!(values instanceof Float64Array)) {
          over[path] = values;
          continue;
        }
        const at = passed(path, (name, size) => exports.sl_over(name, size, values.length));
        new Float64Array(exports.memory.buffer, at, values.length).set(values);
      }
      const found = read(passed(json({ ...request, over }), exports.sl_columns));
      if (found.error) return found;
      const numbers = ({ at, size }) => new Float64Array(exports.memory.buffer, at, size).slice();
      for (const [name, column] of Object.entries(found.columns)) {
        if (Array.isArray(column)) continue;
        found.columns[name] = column.codes
          ? { codes: new Uint32Array(exports.memory.buffer, column.codes.at, column.codes.size).slice(), labels: column.labels }
          : numbers(column);
      }
      return found;
    },
  };
}
